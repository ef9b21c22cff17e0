/* store.h: where the tables are kept: for each an append-only log of events.
 *
 * Beside the tables lie papers: short texts on shelves, each of which may have a place there and a day on which it is
 * thrown away. A paper is written only over the version that its writer has seen.
 *
 * A table's log is a chain: each event has a head, the hash of the head before it and of its text, and the first is
 * chained to the commitment of the table's key. An event is appended only to the very log that it was made for: its
 * entry names the number it is to have and the head before it. Whoever was overtaken is told (OUTCOME_CONFLICT), and
 * what was built upon something that was not stored is in conflict by itself.
 *
 * All functions block, so none is for the loop: store_commit(), store_tell() and store_tidy() are for the writer's
 * thread (writer.h), store_hear() and store_say() for the follower's (follow.h), the others for the reader's
 * (reader.h); the three may be in the store at once. It is a file of SQLite's (store_sqlite.c) or a database of
 * PostgreSQL's that several servers share (store_postgres.c); nothing here says which, but store_shared(). */
#ifndef PENNA_SERVER_STORE_H
#define PENNA_SERVER_STORE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    CODE_LENGTH = 5,      /* letters of a table's code */
    STORE_HASH = 32,      /* bytes of a token's hash */
    STORE_KEY = 32,       /* bytes of a table's dice key */
    STORE_HEAD = 16,      /* bytes of a head */
    STORE_NODE = 64,      /* room for the name of a server among those that share a store */
    STORE_SAID = 7900,    /* bytes that one server may say to the others at once */
    STORE_WHY = 300,      /* room for a reason */
    PAPER_NAME = 72,      /* room for the name of a paper, and of a shelf */
    CLEARED_AT_ONCE = 200 /* papers that go at once: others wait for the commit */
};

typedef char Code[CODE_LENGTH + 1];

/* What a paper is called: a text beside the tables, by the name of the shelf that it lies on and its own. Neither has a
 * blank in it. */
typedef struct Paper {
    char shelf[PAPER_NAME], name[PAPER_NAME];
} Paper;

/* How far a table is. */
typedef enum Stage { STAGE_WAITING, STAGE_PLAYING, STAGE_OVER } Stage;

typedef enum EntryKind {
    ENTRY_EVENT,  /* append an event; number 0 makes the table */
    ENTRY_DELETE, /* the table and all that belongs to it; number -1: whatever its log holds */
    ENTRY_PAPER,  /* write a paper, or throw it away */
    ENTRY_CLEAR,  /* throw away papers whose day has come, CLEARED_AT_ONCE of them */
    ENTRY_PROBE   /* something of no importance: can anything be stored? */
} EntryKind;

/* What became of an entry. */
typedef enum Outcome {
    OUTCOME_FAILED,   /* it is not stored: the store cannot just now */
    OUTCOME_CONFLICT, /* it is not stored: the log is another than it was made for, or gone */
    OUTCOME_STORED    /* it is, and survives a crash */
} Outcome;

/* One thing to be stored. */
typedef struct Entry {
    struct Entry *next;
    uint64_t sequence; /* the writer's */
    uint64_t serial;   /* when it was given to the writer, on the server's count (house.h) */
    EntryKind kind;
    Outcome outcome; /* set by store_commit() */
    Code code;
    int number;
    int64_t at;  /* seconds since 1970 */
    Stage stage; /* of the table, after the event */
    bool touch;  /* the store does not know that yet, or not within a minute when the table was last touched */
    int holds;   /* the seat whose holder changes; -1: none */
    bool held;   /* it is held by `hash` now; else by nobody */
    uint8_t hash[STORE_HASH];
    uint8_t key[STORE_KEY];     /* number 0 only */
    uint8_t before[STORE_HEAD]; /* of the log that it is for, */
    uint8_t head[STORE_HEAD];   /* and of the log with it */
    Paper paper;                /* ENTRY_PAPER: which, */
    int version;                /* which version it has; 0: there must be none. It will have the next, */
    bool drop;                  /* unless it is to go, */
    bool ranked;                /* whether it has a place among the others of its shelf, */
    int64_t rank;               /* the smaller the earlier, */
    int64_t until;              /* and when it may be thrown away, in seconds since 1970; 0: never */
    void *asker;                /* the loop's: who waits for the paper */
    char text[];                /* the event or the paper, NUL-terminated */
} Entry;

typedef struct Store Store;

/* The head of a log without events, and what a text makes of one. */
void store_first_head(const uint8_t *key, uint8_t *head);
void store_next_head(uint8_t *head, const char *text);

/* Opens or makes the store, brings one of an earlier version up to this, and checks it if that is quickly done. NULL:
 * why[STORE_WHY] says why not (in use, not ours, of a later version, damaged, no such database, no rights). A file is
 * for its owner's eyes: a new one is made so, and standard error hears of an old one that is not. `node` is what this
 * server is called among those that share the store. */
Store *store_open(const char *where, const char *node, char *why);
void store_close(Store *s);

/* True if it is a place that several servers share, not a file. */
bool store_is_shared(const char *where);

/* The version of the schema, and of the words of events (event.h), that this program makes; and what the store has:
 * less while servers of an earlier version use it too, which could not read what is new. Any thread may ask. */
enum { STORE_FORMAT = 6 };
int store_format(Store *s);

/* True if other servers may use it too: what was read before may have changed since. */
bool store_shared(const Store *s);

/* True if store_open() left the check to store_check(): it would have taken long. *megabytes is how much there is. */
bool store_unchecked(const Store *s, int *megabytes);

/* Checks the whole store, on a thread of its own while it is in use. False: why[STORE_WHY] says what is wrong; "":
 * *stop became true. */
bool store_check(const Store *s, const atomic_bool *stop, char *why);

/* ---- Writing ---------------------------------------------------------------------------------------- */

/* Stores what it can of the list and sets every outcome; of a table all entries have the same. False: storing fails,
 * and why[STORE_WHY] says why; then too every outcome is what it says. May take as long as it is not known whether
 * something was stored; *stop ends that, with what is not known as failed. */
bool store_commit(Store *s, Entry *first, const atomic_bool *stop, char *why);

/* Tells the other servers what was stored last. Nobody waits for it. */
void store_tell(Store *s);

/* Does what there is to do after a commit that nobody need wait for. For the writer's thread, after each commit. */
void store_tidy(Store *s);

/* ---- Reading ---------------------------------------------------------------------------------------- */

typedef enum StoreResult {
    STORE_FAILED,  /* it cannot be read just now */
    STORE_NONE,    /* there is no such table */
    STORE_DAMAGED, /* what is there cannot be used */
    STORE_GOOD
} StoreResult;

/* A table as its log ends. */
typedef struct StoreEnd {
    uint8_t key[STORE_KEY];
    int next;                 /* the number of the event to come */
    uint8_t head[STORE_HEAD]; /* of its last one */
} StoreEnd;

/* Reads a table: its end, and each event from number `from` on, in order, to take(), which may say stop (false):
 * STORE_DAMAGED. Both are of one moment. */
typedef bool StoreTake(void *context, int number, int64_t at, const char *text);
StoreResult store_load(Store *s, const char *code, int from, StoreEnd *end, StoreTake *take, void *context);

/* The tables at which the hash holds a seat, the last touched first, to the minute; how many, at most `most`; -1: it
 * cannot be read. */
int store_mine(Store *s, const uint8_t *hash, Code *out, int most);

/* A table as the store knows it. */
typedef struct StoreRow {
    Code code;
    Stage stage;
    int64_t touched; /* to the minute */
} StoreRow;

/* The tables, the last touched first; how many, at most `most`; -1: it cannot be read. */
int store_list(Store *s, StoreRow *out, int most);

/* Tables untouched since `waiting` (in that phase) or `others`, or touched less than a minute after it; how many, at
 * most `most`; -1: it cannot be read. */
int store_expired(Store *s, int64_t waiting, int64_t others, Code *out, int most);

/* How many tables are not over; -1: cannot be read. */
long store_count(Store *s);

/* A paper as it lies there. */
typedef struct PaperRow {
    Paper paper;
    bool ranked;             /* it has a rank, and stands on the board */
    int64_t rank, at, until; /* see Entry */
    int version;             /* from 1 on; 0: there is no such paper */
    char *text;              /* the caller's to free; NULL: none */
} PaperRow;

/* Reads one paper: STORE_GOOD, STORE_NONE or STORE_FAILED. */
StoreResult store_paper(Store *s, const Paper *paper, PaperRow *out);

/* The papers of a shelf that have a place, in their order (of two with the same rank the older one first), from number
 * `from` on; how many, at most `most`; -1: it cannot be read. What it costs grows with the ranks that there are, not
 * with the papers: where a number is, is known from how many papers have each rank. */
int store_shelf(Store *s, const char *shelf, long from, int most, PaperRow *out);

/* How many papers lie there, how many of them have a place, and how many of these one before `rank`, and one with it.
 * False: it cannot be read. */
typedef struct ShelfCount {
    long all, ranked, before, same;
} ShelfCount;
bool store_shelf_count(Store *s, const char *shelf, int64_t rank, ShelfCount *out);

/* How many events each of the tables has; -1: it is gone. False: it cannot be read. */
bool store_ends(Store *s, const Code *code, int count, int *next);

/* The other servers that were there in the last half minute, a line for each; false: it cannot be read. */
bool store_nodes(Store *s, char *out, size_t room);

/* True if all that was read since the last call is what the store holds for good, and was so at that moment: a database
 * that was replaced by its standby meanwhile does not know that it is the past. False: read again. */
bool store_settle(Store *s);

/* True if the store is still where it was when it was opened. In files that were deleted or replaced nothing is
 * stored: it would be gone at the next start. */
bool store_there(const Store *s);

/* Bytes of the log; 0: there is none. */
long store_log_bytes(const Store *s);

/* ---- Several servers -------------------------------------------------------------------------------- */

/* Waits, for `seconds` at most or until store_nudge(), for what others say, and gives each text to hear(); first of all
 * "" after every new connection: something may have been missed. False: there is no connection just now. */
typedef void StoreHear(void *context, const char *text);
bool store_hear(Store *s, double seconds, StoreHear *hear, void *context);

/* Says something to all servers, this one too. It may be lost. */
void store_say(Store *s, const char *text);

/* Ends store_hear() soon. For any thread. */
void store_nudge(Store *s);

/* What has happened so far, for metrics. */
typedef struct StoreCounts {
    uint64_t conflicts;     /* appends that were overtaken */
    uint64_t retries;       /* statements that were sent again */
    uint64_t unknown;       /* commits whose outcome had to be found out */
    uint64_t reconnections; /* to the database */
} StoreCounts;

StoreCounts store_counts(Store *s);

/* ---- Copies ----------------------------------------------------------------------------------------- */

/* Copies a store, which may be in use, to a file that must not exist. False: why[STORE_WHY] says why. */
bool store_backup(const char *from, const char *to, char *why);

/* Copies a file that no server uses into a shared store that has no tables, all of it or nothing, and compares. False:
 * why[STORE_WHY] says why. *tables and *events say how much it was. */
bool store_migrate(const char *from, const char *to, long *tables, long *events, char *why);

#endif
