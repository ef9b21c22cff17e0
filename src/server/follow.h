/* follow.h: what servers that share a store say to each other through it: that a log has grown, who is here, a gesture,
 * a word to everybody.
 *
 * All of it is a hint and may be lost. What is true is in the log: the tables with people at them are compared with it
 * every few seconds, and whenever the connection is new. A thread of its own listens (store_hear); with one server to a
 * file there is none, and all of this does nothing. */
#ifndef PENNA_SERVER_FOLLOW_H
#define PENNA_SERVER_FOLLOW_H

#include "server/house.h"

typedef struct Follower Follower;

/* Starts the thread; NULL: it cannot be started. */
Follower *follow_start(Store *store, void (*wake)(void *context), void *context);

/* What the others have said. */
void follow_heard(Server *s);

/* Once a second: says who is here, forgets who is silent, compares. */
void follow_tick(Server *s);

/* What the reader found: how many events tables have. */
void follow_compare(Server *s, const Read *r);

/* Asks the others who of this table is with them. */
void follow_ask(Server *s, const Table *t);

/* Tells them something: a gesture at a table, a word to everybody, that nothing may change. */
void follow_react(Server *s, const Table *t, int seat, int picture);
void follow_notice(Server *s, const char *text);
void follow_read_only(Server *s, bool on);

/* Ends the thread. NULL is allowed. */
void follow_stop(Follower *f);

#endif
