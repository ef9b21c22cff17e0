/* rating.h: one scale for many bots, from duels of two.
 *
 * A difference of d Elo means an expected share of 1 / (1 + 10^(-d / 400)). The ratings are those that make the shares
 * of the duels most likely (Bradley and Terry), their mean being 0. Their intervals come from the variance over sets
 * (sample.h) carried through the fit, so they respect the pairing of the games; they are relative to the mean of all.
 * Each duel gets two more sets, one won by either bot, so that a bot that has won everything has a rating too. */
#ifndef PENNA_ARENA_RATING_H
#define PENNA_ARENA_RATING_H

#include "arena/sample.h"

enum { RATED_MAX = 32 };

typedef struct Pairing {
    int a, b;     /* which bots */
    Sample share; /* of a, over sets */
} Pairing;

/* Fits the ratings of `bots` bots (2 to RATED_MAX), with 95 % of each within rating +- half. Every bot must be
 * connected with every other by pairings. */
void rating_fit(int bots, int pairings, const Pairing *pairing, double *rating, double *half);

#endif
