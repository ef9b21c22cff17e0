/* house.h: the server from inside: an event loop between people (network.h), tables (table.h), the log (writer.h) and
 * bots (bots.h).
 *
 * What happens to a request for a change: it is checked (talk.c, http.c), becomes an event that is applied to the table
 * in memory and given to the writer (hall.c), and its sender waits (task.h). When the writer says the event is stored,
 * he gets his acknowledgement, and everyone at the table the new view: nothing that could still be lost is ever shown.
 * If storing fails, the tables concerned are read again from the log, and the senders are told; if another server was
 * faster, they are read again and what was asked is run again, and nobody hears of it.
 *
 * Everything here is of the loop's thread, which never waits. The writer, the reader, the follower, the bots and the
 * judge have threads of their own and share nothing with it but what their headers say.
 *
 * Time plays no part in what is true. The loop counts what it hears and asks (`serial`): what the store was asked for
 * after a message came is at least as new as whatever its sender knew.
 *
 * Reading order: message.h, event.h, table.h, task.h, hall.h, dealer.h, talk.h, found.h, room.h, http.h, server.c; then
 * what stands on these: evening.h and club.h; shelf.h, judge.h and daily.h; parcel.h. */
#ifndef PENNA_SERVER_HOUSE_H
#define PENNA_SERVER_HOUSE_H

#include "server/bots.h"
#include "server/checker.h"
#include "server/judge.h"
#include "server/limits.h"
#include "server/network.h"
#include "server/notify.h"
#include "server/parcel.h"
#include "server/reader.h"
#include "server/server.h"
#include "server/table.h"
#include "server/view.h"
#include "server/writer.h"

enum { TABLE_BUCKETS = 16384 }; /* of the tables by code */

enum { LATENCIES = 11 };
extern const double latency_bounds[LATENCIES - 1]; /* in seconds */

/* What has happened since the start; metrics.c says it. */
typedef struct Counts {
    uint64_t connections;        /* WebSockets */
    uint64_t messages;           /* that came through them */
    uint64_t requests;           /* of HTTP */
    uint64_t refused[WRONGS];    /* messages and requests, by reason */
    uint64_t latency[LATENCIES]; /* messages acknowledged within latency_bounds[] of when they came; the last: later */
    double waited;               /* seconds from a message to its acknowledgement, summed up */
    uint64_t moves;              /* choices made by people */
    uint64_t bot_moves;          /* by bots */
    uint64_t tables;             /* made */
    uint64_t failures;           /* entries that could not be stored */
    uint64_t again;              /* messages and requests that were run again: another server was faster */
    uint64_t unwanted;           /* what was not read, for whoever asked had gone */
    uint64_t reads;              /* tables read, */
    uint64_t followed;           /* and events that other servers stored, */
    double lag;                  /* seconds from hearing of them to having them, summed up */
} Counts;

struct Packed;              /* assets.c */
typedef struct Admin Admin; /* admin.h */
typedef struct Rooms Rooms; /* room.h */

/* What the strongest play has made of a day's dice. */
enum { BESTS = 40 };
typedef struct Best {
    char shelf[PAPER_NAME]; /* of the day's deal */
    int points[2];          /* of the seat that people have, and of the other */
    bool exact;             /* by a table of exact values */
} Best;

typedef struct Server {
    ServerConfig config;
    char url[256]; /* to share with others; no slash at its end */
    Network *net;
    Store *store;
    Writer *writer;
    StoreReader *reader;
    struct Follower *follower; /* follow.h; NULL: nobody else uses the store */
    Checker *checker;          /* NULL: the store was checked at the start */
    BotPool *bots;
    Court *court;              /* which judges finished games of the daily and of evenings */
    uint8_t secret[STORE_KEY]; /* of the store, from which the daily dice follow, */
    bool has_secret;           /* if it is known */
    Best best[BESTS];          /* what the strongest play makes of them, the oldest overwritten, */
    int bests;                 /* so many were put there so far */
    Limits *limits;
    Table *bucket[TABLE_BUCKETS]; /* tables in memory, by code */
    int loaded;                   /* how many these are */
    long unfinished;              /* tables that are not over, in memory or not, as far as is known: only told */
    Rooms *rooms;                 /* those that count to --max-tables, and whose they are */
    Table *dirty;                 /* tables whose clients wait for a view, */
    bool to_show;                 /* some of which may be stored */
    ViewRoom room;                /* in which views are written */
    Task *task;                   /* what is being run */
    Task *aside;                  /* those who wait for a list of tables, a paper or a bot (task_put_aside) */
    uint64_t serial;              /* what was heard and asked so far */
    long pending;                 /* entries on their way to the store */
    bool asked_state;             /* the store was asked how it is, */
    bool unreadable;              /* and cannot be read, */
    bool lost;                    /* or is not where it was */
    double well;                  /* when it last was */
    long log_bytes;               /* of its log */
    char *nodes;                  /* the servers that share it, a line each; NULL: not known yet */
    bool stuck;                   /* the store has not answered for long: nothing more is given to it */
    double drain_at;              /* when people are sent away; 0: they are not, */
    int drained;                  /* and how far that is */
    bool ended;                   /* the threads are gone: nothing can happen any more */
    bool damaged;                 /* the store is: nothing is to be added to it */
    bool read_only;               /* nothing may change just now */
    bool failing;                 /* the last commit failed */
    bool more_expired;            /* there are more tables to delete than were looked at */
    double began;                 /* when people could come, on the loop's clock */
    double heard;                 /* when the message at hand came */
    double ahead;                 /* by how much the time of day was ahead of the loop's clock at the last tick, */
    double doubted;               /* and until when, on the loop's clock, it is not believed: it was set */
    int ticks;                    /* seconds since the start, by the loop's count */
    int clients;                  /* WebSockets open */
    struct Packed *packed;        /* the weights that were asked for, gzipped */
    Parcels *parcels;             /* what devices hand to each other */
    Admin *admin;                 /* those who run the server; NULL: they cannot talk to it */
    Notify notify;                /* systemd, if it started us */
    Counts counts;
} Server;

#endif
