/* roster.h: making bots by name, with the memory they work in. */
#ifndef PENNA_ARENA_ROSTER_H
#define PENNA_ARENA_ROSTER_H

#include "bots/bot.h"

/* A bot of that name for that game, ready to choose; NULL: *why says why not. Free it with roster_free().
 * One bot serves any number of seats and games of its Game, but only one thread at a time. */
Bot *roster_bot(const char *name, const Game *g, Budget budget, const char **why);
void roster_free(Bot *bot);

/* The same, but `NAME@VERSION` is the bot of that name with the weights of an earlier release (frozen.h) and
 * `NAME@FILE` with those of a file (weights_file.h), in place of those compiled in. It opens a file: a
 * server must not give it a name. */
Bot *roster_bot_or_file(const char *name, const Game *g, Budget budget, const char **why);

/* The same again, but `exec:COMMAND` is a bot too (exec.h), and any may be called otherwise (command.h). It runs a
 * command: not even for a name out of a record. */
Bot *roster_bot_or_command(const char *name, const Game *g, Budget budget, const char **why);

/* A function of the caller's that plays. It is given the view of a seat that decides, and its move is looked at. Bots
 * of several threads may call it at once. */
typedef struct OwnBot {
    Move (*choose)(void *context, const Game *g, const State *view, int seat, Rng *rng);
    void *context;
} OwnBot;

/* A bot that is such a function, which is copied; NULL: *why says why not. */
Bot *roster_own(const OwnBot *own, const Game *g, const char **why);

/* How many playouts for a decision a bot of such a name is given where nobody says how many. */
uint32_t roster_playouts(const char *name);

/* A bot's name as a record can hold it after `bot:`: its alias (command.h), else its name, in which what is no
 * printable ASCII or a space becomes `_`. */
enum { LABEL_MAX = 64 };
void roster_label(const char *name, char *out);

/* The match that the bots of so many seats play in; NULL: it has ended. Only some kinds care. */
void roster_follow(Bot *const *bot, int seats, const struct Match *match);

/* The names of all bots, each after `before`. */
void roster_names(const char *before, Text *out);

#endif
