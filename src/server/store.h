/* store.h: where the tables are kept: for each an append-only log of events with a unique (table, number).
 *
 * All functions block. store_commit() is for the writer's thread (writer.h), the others for the loop; the two may be
 * in the store at once. SQLite (store_sqlite.c) is one implementation; nothing here says so. */
#ifndef PENNA_SERVER_STORE_H
#define PENNA_SERVER_STORE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum {
    CODE_LENGTH = 5, /* letters of a table's code */
    STORE_HASH = 32, /* bytes of a token's hash */
    STORE_KEY = 32,  /* bytes of a table's dice key */
    STORE_WHY = 300  /* room for a reason */
};

/* How far a table is. */
typedef enum Stage { STAGE_WAITING, STAGE_PLAYING, STAGE_OVER } Stage;

typedef enum EntryKind {
    ENTRY_EVENT,  /* append an event; number 0 makes the table */
    ENTRY_DELETE, /* the table and all that belongs to it */
    ENTRY_PROBE   /* something of no importance: can anything be stored? */
} EntryKind;

/* One thing to be stored. */
typedef struct Entry {
    struct Entry *next;
    uint64_t sequence; /* the writer's */
    EntryKind kind;
    char code[CODE_LENGTH + 1];
    int number;
    int64_t at;  /* seconds since 1970 */
    Stage stage; /* of the table, after the event */
    bool touch;  /* the store does not know that yet, or not within a minute when the table was last touched */
    int holds;   /* the seat whose holder changes; -1: none */
    bool held;   /* it is held by `hash` now; else by nobody */
    uint8_t hash[STORE_HASH];
    uint8_t key[STORE_KEY]; /* number 0 only */
    char text[];            /* the event, NUL-terminated */
} Entry;

typedef struct Store Store;

/* Opens or makes the store, brings one of an earlier version up to this, and checks it if that is quickly done. NULL:
 * why[STORE_WHY] says why not (in use, not ours, of a later version, damaged). It is for its owner's eyes: a new file
 * is made so, and standard error hears of an old one that is not. */
Store *store_open(const char *path, char *why);

/* True if store_open() left the check to store_check(): it would have taken long. *megabytes is how much there is. */
bool store_unchecked(const Store *s, int *megabytes);

/* Checks the whole store, on a thread of its own while it is in use. False: why[STORE_WHY] says what is wrong; "":
 * *stop became true. */
bool store_check(const Store *s, const atomic_bool *stop, char *why);
void store_close(Store *s);

/* True if the files are still where they were when they were opened. In files that were deleted or replaced nothing is
 * stored: it would be gone at the next start. */
bool store_there(const Store *s);

/* Does what there is to do after a commit that nobody need wait for. For the writer's thread, after each commit. */
void store_tidy(Store *s);

/* Bytes of the log; 0: there is none. */
long store_log_bytes(const Store *s);

/* Stores all entries of the list, or none: false, and a reason in why[STORE_WHY]. What is stored survives a crash. */
bool store_commit(Store *s, const Entry *first, char *why);

/* Reads a table: its key, and each event in order to take(), which may say stop (false). False: there is no such
 * table, it cannot be read, or take() said stop. */
typedef bool StoreTake(void *context, int number, int64_t at, const char *text);
bool store_load(Store *s, const char *code, uint8_t *key, StoreTake *take, void *context);

/* Is there such a table? 1, 0, or -1: the store cannot be read. */
int store_has(Store *s, const char *code);

typedef char Code[CODE_LENGTH + 1];

/* The tables at which the hash holds a seat, the last touched first, to the minute; how many, at most `most`. */
int store_mine(Store *s, const uint8_t *hash, Code *out, int most);

/* A table as the store knows it. */
typedef struct StoreRow {
    Code code;
    Stage stage;
    int64_t touched; /* to the minute */
} StoreRow;

/* The tables, the last touched first; how many, at most `most`. */
int store_list(Store *s, StoreRow *out, int most);

/* Tables untouched since `waiting` (in that phase) or `others`, or touched less than a minute after it; how many, at
 * most `most`. */
int store_expired(Store *s, int64_t waiting, int64_t others, Code *out, int most);

/* How many tables are not over; -1: cannot be read. */
long store_count(Store *s);

/* Copies a store, which may be in use, to a file that must not exist. False: why[STORE_WHY] says why. */
bool store_backup(const char *from, const char *to, char *why);

#endif
