/* sample.h: what numbers of games allow one to say.
 *
 * Games are played in sets: the same dice once for every rotation of the seats. The games of a set depend on each
 * other, the sets do not; so the observation is the set, never the single game, and every variance here is one over
 * sets. A bot's share of a game is 1 for a win, 1/k for a first place shared by k, 0 otherwise.
 *
 * The interval of a share adds to the sets played one more for each bot, won outright by that bot. With many sets this
 * changes nothing; with few it keeps the interval honest where the plain formula would give none at all (all sets won:
 * the plain interval has no width). For two bots this is the rule of Agresti and Coull, with sets for trials. */
#ifndef PENNA_ARENA_SAMPLE_H
#define PENNA_ARENA_SAMPLE_H

#include <stdbool.h>

/* Sums over sets of a number observed once in each. */
typedef struct Sample {
    double count, sum, squares;
} Sample;

typedef struct Interval {
    double low, high;
} Interval;

double sample_mean(const Sample *s);
/* The variance of one observation; 0 for fewer than two. */
double sample_variance(const Sample *s);

/* The sample with one more set for each of `bots`, as described above; its numbers are shares. */
Sample share_padded(const Sample *share, int bots);

/* 95 % intervals: of the mean of any number (Student's t; infinite for fewer than two sets), and of a share. */
Interval mean_interval(const Sample *s);
Interval share_interval(const Sample *share, int bots);

/* The difference in Elo between a bot and equal others that gives it that share among so many bots, and back.
 * A share of 0 or 1 is infinite. */
double elo_of_share(double share, int bots);
double share_of_elo(double elo, int bots);

/* A sequential test of H1, the difference is elo1, against H0, it is elo0. */
typedef struct Sprt {
    double elo0, elo1, alpha, beta;
} Sprt;

typedef enum Verdict { VERDICT_OPEN, VERDICT_H0, VERDICT_H1 } Verdict;

/* The logarithm of the likelihood ratio of H1 to H0, in the normal approximation with the variance of the sets. */
double sprt_ratio(const Sprt *t, const Sample *share, int bots);
/* The bounds: below log(beta / (1 - alpha)) H0 is accepted, above log((1 - beta) / alpha) H1. */
Interval sprt_bounds(const Sprt *t);
Verdict sprt_verdict(const Sprt *t, const Sample *share, int bots);

#endif
