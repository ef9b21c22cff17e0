/* hall.h: the tables by their code, and their events on the way to the log. */
#ifndef PENNA_SERVER_HALL_H
#define PENNA_SERVER_HALL_H

#include "server/house.h"
#include "server/talk.h"

/* Somebody who is told when all up to a sequence number is stored. */
typedef struct Waiter {
    struct Waiter *next;
    uint64_t sequence; /* what he waits for */
    Conn *conn;        /* kept until he is told */
    bool http;         /* a request; else a message */
    double since;      /* when the message came */
    int64_t id;        /* of the message */
    int status;        /* of the answer to the request, */
    const char *type;  /* its content type, */
    Buffer body;       /* and its body */
} Waiter;

/* The table, loaded if need be; NULL: there is none. */
Table *hall_find(Server *s, const char *code);

/* A new table with no events, under a code nobody has; NULL: no memory, or the store cannot be read. */
Table *hall_new_table(Server *s);

/* An event happens and is given to the writer. Anything but EVENT_DONE: it did not, and nothing changed. A `sit` or
 * `open` also changes which tables the store knows for a token. */
EventResult hall_event(Server *s, Table *t, const TableEvent *e);

/* The table and its record go for good, and those at it are told why (a message id). False: not just now, something of
 * it is still on its way to the store. */
bool hall_delete(Server *s, Table *t, const char *text);

/* The refusal to tell somebody whose event did not happen although it was checked before. */
Wrong hall_wrong(EventResult result);

/* Tells a client, or answers a request, when all given so far of the table is stored. The body is taken over. */
void hall_ack(Server *s, const Table *t, Conn *conn, int64_t id);
void hall_answer(Server *s, const Table *t, Conn *conn, int status, const char *type, Buffer *body);

/* Shows what is stored to those who wait for it: at the end of every turn of the loop. */
void hall_flush(Server *s);

/* The writer has news. */
void hall_stored(Server *s);

/* All clients of the table are to get a view; or this one. */
void hall_touch(Server *s, Table *t);
void hall_show(Server *s, Client *c);

/* Once a second: what waited for its time. */
void hall_tick(Server *s);

/* Forgets tables and those who wait, without a word to anybody. */
void hall_free(Server *s);

/* The loop's clock (network_now). */
double hall_now(const Server *s);

#endif
