/* lib.h: what the files of the library share: from public types to those of the engine, and refusing. */
#ifndef PENNA_LIB_LIB_H
#define PENNA_LIB_LIB_H

#include "base/game.h"
#include "penna.h"

#define SAME(a, b) _Static_assert((int)(a) == (int)(b), #a " is " #b)

static inline const Game *game_of(const PennaGame *g) { return (const Game *)g; }
static inline const PennaGame *public_game(const Game *g) { return (const PennaGame *)g; }
static inline const State *head_of(const PennaState *s) { return &((const AnyState *)(const void *)s)->head; }
static inline State *state_of(PennaState *s) { return &((AnyState *)(void *)s)->head; }
static inline Rng *rng_of(PennaRng *r) { return (Rng *)(void *)r; }

static inline int refuse(const char **why, const char *reason) {
    if (why) *why = reason;
    return 0;
}

/* Reads the options for so many seats; *given gets the bits of those stated. 0: refused. */
int lib_options(const Game *g, int seats, const char *const *options, int *option, unsigned *given, const char **why);

#endif
