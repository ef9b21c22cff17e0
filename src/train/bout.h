/* bout.h: one game of two seats between whatever chooses moves, for the tools that compare by many of them. */
#ifndef PENNA_TRAIN_BOUT_H
#define PENNA_TRAIN_BOUT_H

#include "base/game.h"
#include "base/rng.h"

/* The move of a seat, given what it may see; `rng` is the lots of the whole game, drawn from by both seats. */
typedef Move BoutChoice(void *context, const State *view, int seat, Rng *rng);

/* What seat 0 has of the game: 1, 1/2 or 0. Dice and lots come from `key` and `number` alone, so that two bouts with
 * the same ones and exchanged seats are a fair pair. */
double bout_play(const Game *g, BoutChoice *choose, void *context, uint64_t key, uint64_t number);

#endif
