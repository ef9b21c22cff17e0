/* trying.h: options of the commands that try moves: hint and analyse. */
#ifndef PENNA_CLI_TRYING_H
#define PENNA_CLI_TRYING_H

#include "advise/advisor.h"
#include "cli/cli.h"

/* What the commands that try moves let one wish for: the first member of their settings. */
typedef struct Trying {
    long seed, trials, threads;
    const char *bot;
    bool quick, deep; /* options of the commands themselves, which say what that means for them */
} Trying;

extern const Arg trying_args[];
#define TRYING_DEFAULTS \
    { .seed = 1 }

/* True if the wishes go together, else false after a message. */
bool trying_ok(const Trying *set);
AdvisorWishes trying_wishes(const Trying *set);

#endif
