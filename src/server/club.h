/* club.h: the talk about evenings (evening.h): opening one, taking part, what the organiser says, and seeing to it that
 * what the log of an evening says comes about: that its tables are there, that their results are written down, and that
 * their keys are told when the round is over.
 *
 * The last of these is called tending. An evening and its tables are logs of their own, which no commit holds together;
 * so everything is done in an order in which it may stop after any step, and tending goes on from there, here or at
 * another server: first the evening says who sits where and under which code, then the tables are made, and when all of
 * them are stored the evening says that they are played at. Doing it twice does nothing, or loses the comparison of
 * heads (store.h) and is looked at again. */
#ifndef PENNA_SERVER_CLUB_H
#define PENNA_SERVER_CLUB_H

#include "server/house.h"
#include "server/talk.h"

/* True if it is a path of the API's about evenings; and the answer to a request for one. */
bool club_path(const char *path);
Wrong club_request(Server *s, Conn *conn, const Request *request);

/* Who asked for a table under the code of an evening is told so. */
Wrong club_pointer(Server *s, Table *t);

/* True if the hash is that of somebody who takes part, or of the organiser. */
bool club_knows(const Table *t, const uint8_t *hash);

/* What a client that is at an evening says. */
Wrong club_handle(Server *s, Client *c, const Message *m);

/* Tells the clients of an evening how it stands, those of them who are to be told. */
void club_views(Table *t);

/* A table or an evening has changed, and the change is stored: whatever follows from it for an evening. */
void club_heed(Server *s, Table *t);

/* Runs a task that tends an evening. */
void club_tend(Server *s, Task *k);

/* Takes what the judge says of a table of an evening; false: it is not of one. */
bool club_verdict(Server *s, const Finding *v);

/* Once a second: what time alone brings about at an evening. */
void club_tick(Server *s, Table *t);

/* ---- As text (club_view.c) --------------------------------------------------------------------------- */

/* All that everybody may know of an evening, as members of an object that is begun and not ended; `whole`: of all its
 * rounds, not only of the last. */
void club_put(const Table *t, bool whole, Buffer *out);

/* And what the client is there, if it is anybody. */
void club_put_you(const Table *t, const Client *c, Buffer *out);

/* The results as CSV (RFC 4180). */
void club_csv(const Table *t, Buffer *out);

#endif
