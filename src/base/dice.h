/* dice.h: dice that do not depend on who rolls them or when.
 *
 * The outcome of a chance node is a function of a key, the turn, and the place of the node among the chance
 * nodes of that turn. So a move taken back does not bring other dice, and two games with one key get the same
 * dice in the same places however they are played. Good for games among friends and for fair comparison of
 * bots and of moves; not for dice that strangers must trust (the hash is no cipher). */
#ifndef PENNA_BASE_DICE_H
#define PENNA_BASE_DICE_H

#include "base/game.h"

/* The outcome of the chance node at which `s` stands: number `ordinal` (from 0) of the chance nodes of turn
 * s->turn. Outcomes count through dice like digits, so the leading dice are the same where fewer are rolled. */
uint32_t dice_outcome(const Game *g, const State *s, uint64_t key, int ordinal);

/* The outcome at the point hash / 2^64 of the scale on which the outcomes lie side by side, each as wide as it
 * is likely. */
uint32_t dice_at(const Game *g, const State *s, uint64_t hash);

/* The sum of the outcomes' weights. */
uint32_t dice_total(const Game *g, const State *s);

#endif
