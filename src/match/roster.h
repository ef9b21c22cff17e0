/* roster.h: making bots by name, with the memory they work in. */
#ifndef PENNA_ROSTER_H
#define PENNA_ROSTER_H

#include "bots/bot.h"

/* A bot of that name for that game, ready to choose; NULL: *why says why not. Free it with roster_free().
 * One bot serves any number of seats and games of its Game, but only one thread at a time. */
Bot *roster_bot(const char *name, const Game *g, Budget budget, const char **why);
void roster_free(Bot *bot);

/* The names of all bots, each after `before`. */
void roster_names(const char *before, Text *out);

#endif
