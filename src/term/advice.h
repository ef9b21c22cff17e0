/* advice.h: an advisor (advise/advisor.h) at the command line: with messages and words. */
#ifndef PENNA_TERM_ADVICE_H
#define PENNA_TERM_ADVICE_H

#include "advise/advisor.h"
#include "term/common.h"

/* As advisor_make(), but false after a message. */
bool advice_open(Advisor *a, const Game *g, const State *start, const AdvisorWishes *wishes);

/* As advisor_rank(), but false after a message. */
bool advice_rank(const Advisor *a, const State *view, int seat, uint64_t question, Ranking *out);

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
