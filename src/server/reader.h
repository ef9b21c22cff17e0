/* reader.h: the thread that reads the store, so that nobody else waits for a disk or a database.
 *
 * The loop asks and goes on; when there are answers the reader wakes it. A table is replayed here, too, and handed over
 * whole. What a shared store could not answer for a moment is asked again for some seconds before it is said to fail.
 * What was asked for somebody who has gone before it is begun is left alone. */
#ifndef PENNA_SERVER_READER_H
#define PENNA_SERVER_READER_H

#include "server/network.h"
#include "server/table.h"

typedef enum ReadKind {
    READ_TABLE,   /* a table, or what came after the log that is known */
    READ_MINE,    /* the tables of a token */
    READ_LIST,    /* all tables */
    READ_EXPIRED, /* those that are to go */
    READ_COUNT,   /* how many are not over */
    READ_PAPERS,  /* papers of a shelf */
    READ_STATE,   /* how the store is */
    READ_ENDS     /* how many events tables have, to see whether something was missed */
} ReadKind;

/* An event that came after what was known. */
typedef struct ReadEvent {
    struct ReadEvent *next;
    int64_t at;  /* seconds since 1970 */
    char text[]; /* as it is in the log, NUL-terminated */
} ReadEvent;

/* A question, and its answer. */
typedef struct Read {
    struct Read *next;                  /* the order of the questions */
    ReadKind kind;                      /* which says what of the rest has a meaning */
    uint64_t serial;                    /* when it was asked, on the server's count (house.h) */
    Code code;                          /* READ_TABLE: which, */
    int from;                           /* and how many events of it are known; 0: it is wanted whole */
    uint8_t head[STORE_HEAD];           /* the head of these */
    uint8_t hash[MINE_MAX][STORE_HASH]; /* READ_MINE: of the tokens, */
    int tokens;                         /* how many they are, */
    int per[MINE_MAX];                  /* and how many tables each has */
    int64_t waiting, others;            /* READ_EXPIRED: see store_expired() */
    int most;                           /* tables, or papers, in the answer */
    Paper paper;                        /* READ_PAPERS: the shelf, and one that is asked for by name ("": none), */
    long first;                         /* and the number of the first of those in their order */
    void *asker;                        /* the caller's */
    Conn *conn;                         /* for whom alone it is asked (read_for); NULL: for more than one */

    StoreResult result; /* if it is not STORE_GOOD, what follows may be missing */
    bool unwanted;      /* he has gone: it was not read */
    Table *table;       /* READ_TABLE: the whole of it; NULL: the events that were not known */
    ReadEvent *tail;    /* these */
    StoreEnd end;       /* where its log ends */
    Code *code_list;    /* READ_MINE: `most` for each token; READ_EXPIRED; READ_ENDS: the question */
    StoreRow *row;      /* READ_LIST */
    int *next_number;   /* READ_ENDS */
    PaperRow own;       /* READ_PAPERS: the one that was asked for, */
    PaperRow *papers;   /* the others, */
    ShelfCount shelf;   /* how many there are before that one, and in all, */
    ShelfCount ahead;   /* and before the first of the others */
    int count;          /* of these */
    long number;        /* READ_COUNT; READ_STATE: bytes of the log */
    bool there;         /* READ_STATE */
    char nodes[2000];   /* READ_STATE: the servers that share the store */
} Read;

typedef struct StoreReader StoreReader;

/* Starts the thread; NULL: it cannot be started. */
StoreReader *reader_start(Store *store, void (*wake)(void *context), void *context);

/* A question of that kind, to be filled in further and given to reader_ask(); NULL: no memory. */
Read *read_new(ReadKind kind, uint64_t serial);
void read_free(Read *r);

/* It is asked for that client alone, who is held until it is freed; NULL: for nobody in particular. */
void read_for(Read *r, Conn *conn);

/* Takes the question over. */
void reader_ask(StoreReader *d, Read *r);

/* The answers so far, in the order of the questions, as a list that the caller frees one by one. */
Read *reader_take(StoreReader *d);

/* Ends the thread; questions that wait are forgotten. */
void reader_stop(StoreReader *d);

#endif
