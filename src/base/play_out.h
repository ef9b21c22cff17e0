/* play_out.h: random games, the inner loop of simulation and of playouts, as a function to be compiled into a game.
 *
 * game_play_out() works with any game. A game that wants it faster compiles the same loop once more with its own
 * table, which the compiler knows there, so that nothing is called through a pointer:
 *
 *     __attribute__((flatten)) static long play_out(State *s, Rng *rng) { return play_out_with(&my_game, s, rng); }
 *
 * and names it in that table. It is the same loop, so it plays the same games. */
#ifndef PENNA_BASE_PLAY_OUT_H
#define PENNA_BASE_PLAY_OUT_H

#include "base/game.h"

/* A random outcome, by weight. */
static inline uint32_t roll_with(const Game *g, const State *s, Rng *rng) {
    uint32_t n = g->outcomes(s);
    if (!g->weight) return rng_below(rng, n);
    uint32_t total = 0;
    for (uint32_t i = 0; i < n; i++) total += g->weight(s, i);
    uint32_t at = rng_below(rng, total), i = 0;
    for (uint32_t w; at >= (w = g->weight(s, i)); i++) at -= w;
    return i;
}

/* Every mover chooses. Where there is one move only a number is drawn all the same: that is cheaper than a branch
 * which chance decides. Returns how many chose. */
__attribute__((always_inline)) static inline long choose_with(const Game *g, State *s, Rng *rng) {
    Move joint[SEATS_MAX] = {0}, legal[MOVES_MAX];
    long decisions = 0;
    for (unsigned rest = s->movers; rest; rest &= rest - 1, decisions++) {
        int seat = __builtin_ctz(rest), n = g->legal(s, seat, legal);
        joint[seat] = legal[rng_below(rng, (uint32_t)n)];
    }
    g->play(s, joint);
    return decisions;
}

/* See game_play_out(). */
__attribute__((always_inline)) static inline long play_out_with(const Game *g, State *s, Rng *rng) {
    Rng own = *rng; /* nobody else can change it meanwhile, so it may stay in registers */
    long decisions = 0;
    while (s->node != NODE_OVER)
        if (s->node == NODE_MOVE)
            decisions += choose_with(g, s, &own);
        else
            g->chance(s, roll_with(g, s, &own));
    *rng = own;
    return decisions;
}

#endif
