/* daily.h: one deal of dice a day for each game, the same for everybody (docs/daily.md).
 *
 * The store has a secret, made once; the key of a day's dice follows from it, the day, the game and the kind, and from
 * nothing else. Its commitment is told the day before, the key when the day is over. An official try is a table like
 * any other with that key, sealed until then, and a paper (store.h) on the day's shelf under the device's public key:
 * one device, one paper, so one try. When the game is over its result is written on the paper, and later, when the
 * judge has come to it (judge.h), how well it was played.
 *
 * What was played without the server, with dice that follow from the date alone, is replayed and lies on a shelf of
 * its own. */
#ifndef PENNA_SERVER_DAILY_H
#define PENNA_SERVER_DAILY_H

#include "server/house.h"

/* Finds the store's secret, or makes it, before the threads have begun. False: why[STORE_WHY] says why not. */
bool daily_start(Server *s, char *why);

/* Runs a request for /api/daily and what lies under it: `rest` is what follows. */
Wrong daily_request(Server *s, const Request *r, const char *rest);

/* The last event of a game that belongs to a paper is stored: its result is to be written down. */
void daily_over(Server *s, const Table *t);

/* Runs a task that does so, or that writes a verdict down (task.h). */
void daily_result(Server *s, Task *k);

/* Takes what the judge says of a game, or what came of one that he played. */
void daily_verdict(Server *s, const Finding *v);

/* The result of a record that was played with dice that follow from the date alone: WRONG_NOTHING and the points of
 * its seats in points[SEATS_MAX], or what is wrong with it. What was played is put into `played`, with a NUL, as a
 * record that is the same whoever played it and whatever he says of it. Whether the bot's moves are its own is not
 * looked at, */
Wrong daily_replay(const char *date, const char *game, const char *kind, const char *record, size_t length, int *points,
                   Buffer *played);

/* but by the bots' threads (bots_check), whose answer this takes. */
void daily_checked(Server *s, const BotJob *job);

#endif
