/* rating.h: one scale for many bots, from games of two or more.
 *
 * A difference of d Elo means an expected share of 1 / (1 + 10^(-d / 400)) of a game of two; at a table of more a bot's
 * expected share is its strength 10^(elo / 400) divided by the sum of all strengths there, which for two is the same
 * (Bradley and Terry; Luce). The ratings are those that make the shares of the games most likely. Their intervals come
 * from the variance over sets (sample.h) carried through the fit, so they respect the pairing of the games. */
#ifndef PENNA_ARENA_RATING_H
#define PENNA_ARENA_RATING_H

#include "arena/sample.h"
#include "base/game.h"

enum { RATED_MAX = 64 };

typedef struct Pairing {
    int a, b;     /* which bots */
    Sample share; /* of a, over sets */
} Pairing;

/* Fits the ratings of `bots` bots (2 to RATED_MAX) from duels of two, their mean being 0, with 95 % of each within
 * rating +- half. Every bot must be connected with every other by pairings. Each duel gets two more sets, one won by
 * either bot, so that a bot that has won everything has a rating too. */
void rating_fit(int bots, int pairings, const Pairing *pairing, double *rating, double *half);

/* ---- Tables of any size ----------------------------------------------------------------------------- */

/* Bots that played sets at one table: sums over sets. */
typedef struct Meeting {
    int seats;
    int bot[SEATS_MAX]; /* no bot twice */
    double sets;
    double share[SEATS_MAX];
    double product[SEATS_MAX][SEATS_MAX]; /* of the shares of two bots, or of one with itself */
} Meeting;

typedef double RatingMatrix[RATED_MAX][RATED_MAX];

typedef struct Ratings {
    int bots;
    double strength[RATED_MAX]; /* natural logarithm; only differences mean something */
    double spread;              /* how much the shares of sets vary, as a part of what single games would */
    RatingMatrix model;         /* the covariance of the strengths if sets varied like single games */
    RatingMatrix variance;      /* their covariance by what the sets really did */
} Ratings;

/* Fits any number of bots up to RATED_MAX. `prior` is how many sets each bot is taken to have won, and to have lost,
 * against a bot of strength 0: more than 0, so that every bot has a rating, be it connected with others or not. */
void rating_tables(int bots, int meetings, const Meeting *meeting, double prior, Ratings *out);

/* A bot's rating in Elo and half the width of its interval of 95 %, both relative to `anchor`, or if that is -1 to the
 * mean of all bots. */
void rating_of(const Ratings *r, int bot, int anchor, double *elo, double *half);

/* By how much the sum of the squared errors (in Elo) of the ratings of the bots in `counted` would fall if these bots
 * played so many more sets at one table. */
double rating_gain(const Ratings *r, const bool *counted, int seats, const int *bot, double sets);

#endif
