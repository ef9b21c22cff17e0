/* adjust.h: luck taken out of the results of games.
 *
 * What a roll gave to a seat is what a judge thinks of the position after it, less the mean of what the judge thinks
 * over the rolls that could have fallen. Whatever the judge believes, that difference is 0 on average: what fell has
 * the same distribution as what could have. So a result less the luck of all its rolls has the same expectation as the
 * result, and as far as the judge is right much less variance: a control variate. The judge is fixed before the first
 * game and asks nothing but positions.
 *
 * Where few things can fall the mean is exact. Where many can, it is over some that are drawn evenly, each of them
 * distributed as the roll itself, so that the difference is still 0 on average. */
#ifndef PENNA_ARENA_ADJUST_H
#define PENNA_ARENA_ADJUST_H

#include "base/game.h"

enum { ADJUST_ROLLS = 36 }; /* at most, for one mean */

/* What a position after a roll is worth to each seat; any numbers will do. */
typedef void Appraise(void *judge, const State *s, double *by_seat);

/* Adds to luck[], by seat, what the outcome gave at the chance node `s`. Which rolls the mean is over depends on `key`,
 * which must not depend on the outcome. */
void adjust_roll(const Game *g, Appraise *appraise, void *judge, const State *s, uint32_t outcome, uint64_t key,
                 double *luck);

/* The judge that duels take: expert's net at a glance, after each seat has chosen by it what to do with the roll. It
 * gives chances to win; with two seats they sum to 1. NULL: no memory, or there is no net for the game; *why says so.
 */
typedef struct Adjuster Adjuster;
Adjuster *adjuster_new(const Game *g, const char **why);
void adjuster_free(Adjuster *a);
void adjuster_roll(Adjuster *a, const State *s, uint32_t outcome, uint64_t key, double *luck);

#endif
