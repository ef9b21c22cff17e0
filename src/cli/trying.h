/* trying.h: options of the commands that try moves: hint and analyse. */
#ifndef PENNA_CLI_TRYING_H
#define PENNA_CLI_TRYING_H

#include "advise/advisor.h"
#include "cli/cli.h"

/* What the commands that try moves let one wish for: the first member of their settings. */
typedef struct Trying {
    long seed, trials, threads; /* trials 0: as many as the level says; threads 0: one per core */
    long record;                /* the record's number in the file; 0: it is the only one */
    const char *bot;            /* who plays the trials; NULL: the strongest that is fast */
    bool quick, deep;           /* options of the commands themselves, which say what that means for them */
} Trying;

extern const Arg trying_args[];
#define TRYING_DEFAULTS \
    { .seed = 1 }

/* The record of the file, which may be one through a seat's eyes if `hidden`; NULL after a message, *status being the
 * exit status. Wishes that do not go together are refused first. */
Match *trying_match(const Trying *set, const char *path, bool hidden, int *status);

/* An advisor for that game, as it is wished for; false after a message. To be closed with advisor_close(). */
bool trying_advisor(const Trying *set, const Match *m, Advisor *out);

#endif
