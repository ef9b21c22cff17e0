/* advice.h: an advisor (match/advisor.h) at the command line: on all threads, with messages and words. */
#ifndef PENNA_ADVICE_H
#define PENNA_ADVICE_H

#include "cli/cli.h"
#include "match/advisor.h"

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

/* As advisor_make(), but false after a message. */
bool advisor_open(Advisor *a, const Game *g, const State *start, const AdvisorWishes *wishes);

/* As advisor_rank_alone(), on all threads; false after a message. */
bool advisor_rank(const Advisor *a, const State *view, int seat, uint64_t question, Ranking *out);

/* ---- Words for people -------------------------------------------------------------------------------- */

/* "52.3%" with its error, or points with theirs, into room; the aim's number of a candidate. */
void advice_put_value(const Advisor *a, const Candidate *c, char *room, size_t size);

/* How a ranking was found, in a sentence, without a line end. */
void advice_put_how(const Advisor *a, const Ranking *r, char *room, size_t size);

/* Why `best` is better than `other` (or good by itself, if they are the same): a sentence. False: there is nothing
 * to say. */
bool advice_put_why(const Advisor *a, const State *view, int seat, Move best, Move other, uint64_t question, char *room,
                    size_t size);

#endif
