/* estimate.h: what a bot has on average when it plays alone. */
#ifndef PENNA_CLI_ESTIMATE_H
#define PENNA_CLI_ESTIMATE_H

#include "arena/solved.h"
#include "cli/cli.h"

typedef struct Estimate {
    const char *bot;    /* who plays */
    uint64_t games;     /* that were played */
    long seed;          /* of the games */
    double mean, error; /* of the points; the mean's standard error */
} Estimate;

/* A bound by games with known dice (Solver.relax). */
typedef struct Relaxed {
    uint64_t games; /* that were rolled */
    long seed;      /* of their dice */
    double mean;    /* of the games */
    double high;    /* the high end of the 95 % interval of the bound that it estimates */
} Relaxed;

/* The bot with the best mean in a short trial, none of those that search on top of expert; NULL: none plays the game.
 */
const char *estimate_bot(const Game *g, int threads);

/* Plays out->games games of one seat by out->bot, the same that `penna sim` plays with that seed. False: *error says
 * what went wrong. */
bool estimate_mean(const Game *g, int threads, Estimate *out, const char **error);

/* Rolls out->games games for a bound that has relax(). False: *error says what went wrong. */
bool estimate_relaxed(const Solution *it, int threads, Relaxed *out, const char **error);

#endif
