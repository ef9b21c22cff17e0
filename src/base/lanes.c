/* lanes.c: see lanes.h. */
#include "base/lanes.h"

#define SPLAT_WORD(v) \
    { v, v, v, v, v, v, v, v, v, v, v, v, v, v, v, v }

const uint16_t lanes_words[LANES_WORDS][BLOCK_LANES / 2]
    __attribute__((aligned(BLOCK_LANES))) = {[LANES_NINES] = SPLAT_WORD(NINES), [LANES_REST] = SPLAT_WORD(NINES_REST)};

#ifdef HAVE_WIDE /* nobody else asks for them */

#define SPLAT_1(v) \
    { v, v, v, v, v, v, v, v, v, v, v, v, v, v, v, v, v, v, v, v, v, v, v, v, v, v, v, v, v, v, v, v }
#define SPLAT_4(v)   SPLAT_1(v), SPLAT_1((v) + 1), SPLAT_1((v) + 2), SPLAT_1((v) + 3)
#define SPLAT_16(v)  SPLAT_4(v), SPLAT_4((v) + 4), SPLAT_4((v) + 8), SPLAT_4((v) + 12)
#define SPLAT_64(v)  SPLAT_16(v), SPLAT_16((v) + 16), SPLAT_16((v) + 32), SPLAT_16((v) + 48)
#define SPLAT_256(v) SPLAT_64(v), SPLAT_64((v) + 64), SPLAT_64((v) + 128), SPLAT_64((v) + 192)

const int8_t lanes_splat[256][BLOCK_LANES] __attribute__((aligned(BLOCK_LANES))) = {SPLAT_256(-128)};

#endif
