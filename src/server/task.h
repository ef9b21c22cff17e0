/* task.h: what was asked of the server and is not answered yet: a message, a request, or something the server is to do
 * by itself.
 *
 * It is run as if all were known and nothing could go wrong. If a table has to be read first, it waits with that table
 * and is run again from its beginning; so it is if what it did was overtaken by another server, and, where a store is
 * shared, if it changed nothing and the table may have changed since it was read: nobody is refused, and nothing is
 * acknowledged, because of what was true a moment ago. So everything that is run must come to the same when it is run
 * twice; what must not happen twice is noted in the task. */
#ifndef PENNA_SERVER_TASK_H
#define PENNA_SERVER_TASK_H

#include "host/buffer.h"
#include "server/message.h"
#include "server/network.h"

struct Server;
struct Table;
struct Read;

typedef enum TaskKind { TASK_MESSAGE, TASK_REQUEST, TASK_EXPIRE, TASK_ROOM, TASK_TEND, TASK_RESULT } TaskKind;

typedef struct Task {
    struct Task *next;
    TaskKind kind;       /* which of talk.c, http.c, hall.c, room.c, club.c and daily.c runs it */
    struct Task **link;  /* what points to it where it is put aside; NULL: it is not */
    bool kept;           /* it is in memory of its own, with all it points to */
    Conn *conn;          /* who asks; NULL: nobody, for what is neither a message nor a request */
    uint64_t serial;     /* when it came, on the server's count (house.h) */
    double since;        /* the same in time */
    int runs;            /* how often it was run */
    bool parked;         /* it waits to be run again: what its sender says meanwhile comes after it */
    bool paid;           /* the limits have counted it, */
    bool paid_table;     /* as one that makes a table, or somebody who joins an evening */
    bool logged;         /* the log of requests has it */
    bool gave;           /* it gave something to the writer when it was last run */
    struct Table *place; /* with which it must wait; NULL: with none */
    struct Table *table; /* that it speaks of; NULL: of none */
    uint64_t sequence;   /* of the table's last event then */
    Code orphan;         /* a table that it made and nobody wants if this did not happen; "": none */

    Wrong wrong;      /* what it came to */
    int64_t id;       /* of the message */
    bool answered;    /* the request has its answer */
    int status;       /* of the answer to the request, */
    const char *type; /* its content type, */
    Buffer body;      /* and its body */

    struct Read *papers; /* what the store has said of papers; NULL: it was not asked (shelf.h) */
    bool wrote;          /* a paper that it gave to the writer came back: */
    Outcome written;     /* what became of it */
    int step;            /* of a request that takes several: how far it is */
    struct HandIn *hand; /* the game that is handed in, once it was replayed (daily.c); NULL: none */
    bool checked;        /* a bot has looked through the record that is handed in: */
    Wrong check;         /* what it says */

    bool listed;       /* the store has said which tables the request's tokens have: */
    int per[MINE_MAX]; /* how many each, at most OWN_TABLES, */
    Code *code;        /* OWN_TABLES for each token */

    Request request;  /* TASK_REQUEST */
    size_t length;    /* of the message, or the code */
    const char *text; /* the message, or what it is about, NUL-terminated */
    char own[];       /* what the texts point to */
} Task;

typedef struct TaskList {
    Task *first, *last; /* taken at the first, added behind the last; both NULL: none */
} TaskList;

void task_add(TaskList *l, Task *k);
Task *task_pop(TaskList *l);

/* The task in memory of its own; NULL: there is none. The connection is held until task_free(). */
Task *task_keep(Task *k);
void task_free(Task *k);

/* The task at hand waits, in memory of its own, for a list of tables, a paper or a bot; whoever answers finds it by its
 * address, so it must be put aside before it asks, and whoever called looks it up again. False: no memory. */
bool task_put_aside(struct Server *s);

/* Takes the task that asked out of those that were put aside; NULL: nobody asked. */
Task *task_take_back(void *asker);

/* Runs it, and answers it or puts it where it waits. It is the task's end unless it was kept. */
void task_run(struct Server *s, Task *k);

/* Answers it with what it came to; it is freed if it was kept. */
void task_answer(struct Server *s, Task *k);

/* Answers it, or puts it where it waits until it can be: what it came to is in it. The table may be NULL. */
void task_finish(struct Server *s, Task *k, struct Table *t);

/* It waits with a table and is run again when that is read. */
void task_park(struct Server *s, Task *k, struct Table *t);

#endif
