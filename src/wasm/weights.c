/* weights.c: the weights of the bots, which the page brings when a bot first needs them; see wasm.c. */
#include <stdlib.h>
#include <string.h>

#include "bots/net.h"
#include "wasm/weights.h"

enum { KEPT_MAX = 16 };

static struct {
    const Game *game;
    uint8_t *bytes;
    size_t size;
} kept[KEPT_MAX];

/* One room a game: new weights take the place of the old ones, so a page that stays open for days grows no further.
 * Aligned, as weights are read where they lie (bots/net.h). */
uint8_t *weights_room(const Game *g, size_t size) {
    int i = 0;
    while (i < KEPT_MAX && kept[i].game && kept[i].game != g) i++;
    if (i == KEPT_MAX) return NULL;
    free(kept[i].bytes);
    kept[i].game = g;
    kept[i].size = size;
    kept[i].bytes = aligned_alloc(64, (size + 63) / 64 * 64);
    return kept[i].bytes;
}

const uint8_t *weights_builtin(const Game *g, size_t *size) {
    *size = 0;
    for (int i = 0; i < KEPT_MAX; i++)
        if (kept[i].game == g && kept[i].bytes) {
            *size = kept[i].size;
            return kept[i].bytes;
        }
    return NULL;
}
