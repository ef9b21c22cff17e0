/* lanes.h: what games in lockstep (base/lockstep.h) share: a byte of each of 32 games in one register, and what every
 * block of games has. Only for the files that play a game so, GAME_batch.c.
 *
 * The work itself is written once and compiled twice, for every machine and for those with AVX2, so that both play the
 * same games. Such a file defines what is compiled once and then says
 *
 *     #define LANES "games/GAME_lanes.inc"
 *     #include "base/lanes_twice.inc"
 *
 * which includes the words of the machine (base/lanes.inc), its own functions on one block (of type Block, a macro,
 * which begins with a LaneHead) and the loops over many (base/lanes_loops.inc) under the names that NAME() makes, and
 * defines lanes_lockstep(). It has lane_state() itself, compiled once. */
#ifndef PENNA_BASE_LANES_H
#define PENNA_BASE_LANES_H

#include <stdbool.h>
#include <string.h>

#include "base/game.h"
#include "base/rng.h"

#if defined(__x86_64__) && !defined(__wasm__)
#define HAVE_WIDE
#include <immintrin.h>
#endif

#pragma GCC diagnostic ignored "-Wpsabi" /* vectors are passed between functions of one file alone */

#define LANE static inline __attribute__((always_inline))

enum { LANE_ACTIONS = 64 }; /* that choose() can choose from */

/* A die is 0, 1 or 2, and 3 more or not: for a bit is random already, and 0 to 8, which is two times 0, 1 or 2, divides
 * 65536 with next to nothing left, and so does 0 to 80. What is left of 65536 is the same for both. */
enum { NINES = 9, NINES_REST = 65536 % NINES, FRACTIONS = 6 }; /* fractions of nine dice, which are the most */
_Static_assert(65536 % (NINES * NINES) == NINES_REST, "one digit or two: too little is left of a fraction as often");

typedef int8_t I8 __attribute__((vector_size(BLOCK_LANES)));
typedef uint16_t U16 __attribute__((vector_size(BLOCK_LANES)));
typedef uint64_t U64 __attribute__((vector_size(BLOCK_LANES)));

/* The same in halves: machines without wide vectors compare these at once, and wider ones byte by byte. */
typedef union Halves {
    I8 all;
    int8_t __attribute__((vector_size(16))) i8[2];
    uint16_t __attribute__((vector_size(16))) u16[2];
    uint8_t __attribute__((vector_size(8))) u8[4]; /* and in quarters, which are half of them in 16 bits */
} Halves;

/* Lanes in somebody else's array, which may lie anywhere. */
typedef struct Loose {
    I8 v;
} __attribute__((packed, may_alias)) Loose;

/* What every block begins with. */
typedef struct LaneHead {
    I8 alive;                     /* -1 while the lane's game goes on */
    U64 dice[2], choices[2];      /* two streams of random numbers */
    uint8_t seats, active, phase; /* one for all lanes */
} LaneHead;

/* What is the same in all blocks of a batch; the loops make copies for the usual turns, in which the compiler knows it.
 */
typedef struct LaneTurn {
    int seats, phase, active;
} LaneTurn;

/* Streams by a key; the rest is for the game to set. */
static inline void lanes_begin(LaneHead *h, int seats, uint64_t key) {
    h->seats = (uint8_t)seats;
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 2; k++) {
            Rng rng = rng_stream(key, 2 * (uint64_t)i + (uint64_t)k);
            for (int w = 0; w < 2; w++) (k ? h->choices : h->dice)[w][i] = rng.s[w];
        }
}

/* One lane of a vector, to read and to write. */
static inline int in_lane(const I8 *v, int lane) { return ((const int8_t *)v)[lane]; }
static inline int8_t *lane_of(I8 *v, int lane) { return (int8_t *)v + lane; }

/* [seat][lane] the points of the games in the given lanes, which are over. That is rare, so they are counted by the
 * rules, lane by lane. */
static inline void lanes_points(const Game *g, void (*state)(const void *, int, State *), const void *block, int seats,
                                uint32_t over, size_t lanes, int16_t *out) {
    for (; over; over &= over - 1) {
        int lane = __builtin_ctz(over), points[SEATS_MAX];
        AnyState s;
        state(block, lane, &s.head);
        g->scores(&s.head, points);
        for (int i = 0; i < seats; i++) out[(size_t)i * lanes + (size_t)lane] = (int16_t)points[i];
    }
}

/* [value + 128] a byte in all lanes. Compilers that know a number make it in a register, by three instructions and
 * every time; from here it is a part of the instruction that uses it. */
extern const int8_t lanes_splat[256][BLOCK_LANES];

/* The same of 16 bits, those that are wanted. */
enum { LANES_NINES, LANES_REST, LANES_WORDS };
extern const uint16_t lanes_words[LANES_WORDS][BLOCK_LANES / 2];

/* A table of 16 for lookup(), twice, because machines look up in halves of a register. */
#define LANE_TABLE(...) __VA_ARGS__, __VA_ARGS__

#endif
