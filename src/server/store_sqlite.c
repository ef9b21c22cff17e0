/* store_sqlite.c: store.h in one SQLite file.
 *
 * The file is in WAL mode with synchronous=FULL: a commit is on the disk when it returns, readers never wait for the
 * writer. Two connections, one for the writer's thread and one for the reader's, each used by one thread only. A lock
 * on the file itself, whatever it is called, keeps a second server out; it goes away with the process, however that
 * ends. (It is flock()'s, which SQLite's own locks do not meet. Closing any descriptor of a file drops SQLite's locks
 * on it, so ours is closed last.)
 *
 * What a move costs is pages written and synced: so `touched` is kept to the minute only, and the log is copied back
 * into the file by another thread (copier.h) while the writer goes on. What the writer adds meanwhile it copies itself,
 * for only a log that is copied to its end begins anew. For the same reason heads are kept with the events only: where
 * a log ends is what its last event says, and of those that were written to of late it is remembered. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/copier.h"
#include "server/store_kind.h"
#include "server/wal.h"

enum {
    FORMAT = STORE_FORMAT,     /* the version of the schema */
    APPLICATION = 0x50656e6e,  /* "Penn" */
    TIDY_PAGES = 1750,         /* of the log: 7 MB, from which on it is copied back */
    LOG_PAGES = 2350,          /* 9.6 MB: the writer waits until it is */
    ENDS = 1 << 14,            /* logs of which it is remembered where they end */
    CHECKED_AT_ONCE = 16 << 20 /* bytes of a store that is checked before it is opened */
};

/* The statements of the writer, then those of the reader. */
enum {
    ADD_TABLE,
    ADD_EVENT,
    GET_END,
    TOUCH,
    HOLD,
    FREE,
    DROP_TABLE,
    DROP_EVENTS,
    DROP_HOLDERS,
    ADD_PAPER,
    CHANGE_PAPER,
    DROP_PAPER,
    CLEAR_PAPERS,
    PROBE,
    BEGIN,
    COMMIT,
    WRITES
};
enum {
    GET_TABLE = 0,
    GET_LAST,
    GET_EVENTS,
    GET_MINE,
    GET_EXPIRED,
    GET_COUNT,
    GET_LIST,
    GET_PAPER,
    GET_SHELF,
    FIND_RANK,
    COUNT_SHELF,
    READS
};

static const char *const write_sql[WRITES] = {
    [ADD_TABLE] = "INSERT INTO tables (code, key, phase, created, touched) VALUES (?1, ?2, ?3, ?4, ?4)",
    [ADD_EVENT] = "INSERT INTO events (code, number, at, text, head) VALUES (?1, ?2, ?3, ?4, ?5)",
    [GET_END] = "SELECT number, head FROM events WHERE code = ?1 ORDER BY number DESC LIMIT 1",
    [TOUCH] = "UPDATE tables SET phase = ?2, touched = ?3 WHERE code = ?1 AND (phase <> ?2 OR touched < ?3 - 60)",
    [HOLD] = "INSERT OR REPLACE INTO holders (code, seat, hash) VALUES (?1, ?2, ?3)",
    [FREE] = "DELETE FROM holders WHERE code = ?1 AND seat = ?2",
    [DROP_TABLE] = "DELETE FROM tables WHERE code = ?1",
    [DROP_EVENTS] = "DELETE FROM events WHERE code = ?1",
    [DROP_HOLDERS] = "DELETE FROM holders WHERE code = ?1",
    [ADD_PAPER] =
        ("INSERT INTO papers (shelf, name, version, rank, at, until, text) VALUES (?1, ?2, 1, ?4, ?5, ?6, ?7) "
         "ON CONFLICT DO NOTHING"),
    [CHANGE_PAPER] = ("UPDATE papers SET version = version + 1, rank = ?4, at = ?5, until = ?6, text = ?7 "
                      "WHERE shelf = ?1 AND name = ?2 AND version = ?3"),
    [DROP_PAPER] = "DELETE FROM papers WHERE shelf = ?1 AND name = ?2 AND version = ?3",
    [CLEAR_PAPERS] = ("DELETE FROM papers WHERE (shelf, name) IN (SELECT shelf, name FROM papers WHERE until > 0 AND "
                      "until < ?1 LIMIT ?2)"),
    [PROBE] = "INSERT OR REPLACE INTO notes (name, value) VALUES ('probe', strftime('%s'))",
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
};

static const char *const read_sql[READS] = {
    [GET_TABLE] = "SELECT key FROM tables WHERE code = ?1",
    [GET_LAST] = "SELECT number, head FROM events WHERE code = ?1 ORDER BY number DESC LIMIT 1",
    [GET_EVENTS] = "SELECT number, at, text FROM events WHERE code = ?1 AND number >= ?2 ORDER BY number",
    [GET_MINE] = ("SELECT DISTINCT t.code FROM holders h JOIN tables t ON t.code = h.code WHERE h.hash = ?1 "
                  "ORDER BY t.touched DESC LIMIT ?2"),
    [GET_EXPIRED] = "SELECT code FROM tables WHERE touched < CASE phase WHEN 0 THEN ?1 ELSE ?2 END LIMIT ?3",
    [GET_LIST] = "SELECT code, phase, touched FROM tables ORDER BY touched DESC LIMIT ?1",
    [GET_COUNT] = "SELECT count(*) FROM tables WHERE phase < 2",
    [GET_PAPER] = "SELECT shelf, name, rank, at, until, version, text FROM papers WHERE shelf = ?1 AND name = ?2",
    /* What is passed over is passed over in the index: only those that are wanted are looked up. */
    [GET_SHELF] = ("SELECT p.shelf, p.name, p.rank, p.at, p.until, p.version, p.text FROM (SELECT rank, at, name FROM "
                   "papers WHERE shelf = ?1 AND rank IS NOT NULL AND rank >= ?4 ORDER BY rank, at, name LIMIT ?3 "
                   "OFFSET ?2) AS x CROSS JOIN papers AS p ON p.shelf = ?1 AND p.name = x.name ORDER BY x.rank, x.at, "
                   "x.name"),
    [FIND_RANK] = ("SELECT rank, upto - papers FROM (SELECT rank, papers, sum(papers) OVER (ORDER BY rank) AS upto "
                   "FROM boards WHERE shelf = ?1 AND rank < " UNRANKED ") WHERE upto > ?2 ORDER BY rank LIMIT 1"),
    [COUNT_SHELF] = ("SELECT sum(papers), sum(papers) FILTER (WHERE rank < " UNRANKED "), sum(papers) FILTER (WHERE "
                     "rank < ?2), sum(papers) FILTER (WHERE rank = ?2 AND rank < " UNRANKED ") FROM boards WHERE "
                     "shelf = ?1"),
};

/* How many papers of each rank lie on each shelf is counted as they come and go, by the file itself, so that no way of
 * writing one can forget it: a board of a hundred thousand is not read to say how many there are (version 5). */
#define COUNT_MORE                                                       \
    "INSERT INTO boards VALUES (new.shelf, coalesce(new.rank, " UNRANKED \
    "), 1) ON "                                                          \
    "CONFLICT (shelf, rank) DO UPDATE SET papers = papers + 1;"
#define COUNT_LESS                                                                       \
    "UPDATE boards SET papers = papers - 1 WHERE shelf = old.shelf AND rank = "          \
    "coalesce(old.rank, " UNRANKED                                                       \
    ");"                                                                                 \
    "DELETE FROM boards WHERE shelf = old.shelf AND rank = coalesce(old.rank, " UNRANKED \
    ") "                                                                                 \
    "AND papers = 0;"

/* The schema of version 1, and what brings each version to the next. A new store is made by the same steps, so that it
 * cannot differ from one that has come a long way. Never change a step: add one. */
static const char *const steps[FORMAT] = {
    "CREATE TABLE tables (code TEXT PRIMARY KEY, key BLOB NOT NULL, phase INTEGER NOT NULL, created INTEGER NOT NULL,"
    "  touched INTEGER NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE events (code TEXT NOT NULL, number INTEGER NOT NULL, at INTEGER NOT NULL, text TEXT NOT NULL,"
    "  PRIMARY KEY (code, number)) WITHOUT ROWID;"
    "CREATE TABLE holders (code TEXT NOT NULL, seat INTEGER NOT NULL, hash BLOB NOT NULL,"
    "  PRIMARY KEY (code, seat)) WITHOUT ROWID;"
    "CREATE INDEX holders_hash ON holders (hash);"
    "CREATE INDEX tables_touched ON tables (phase, touched);"
    "PRAGMA application_id = 1348824686; PRAGMA user_version = 1;",
    "CREATE TABLE notes (name TEXT PRIMARY KEY, value) WITHOUT ROWID; PRAGMA user_version = 2;",
    "ALTER TABLE events ADD COLUMN head BLOB; PRAGMA user_version = 3;", /* chain_all() fills it */
    "CREATE TABLE papers (shelf TEXT NOT NULL, name TEXT NOT NULL, rank INTEGER, at INTEGER NOT NULL,"
    "  until INTEGER NOT NULL, version INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (shelf, name)) WITHOUT ROWID;"
    "CREATE INDEX papers_rank ON papers (shelf, rank, at, name) WHERE rank IS NOT NULL;"
    "CREATE INDEX papers_until ON papers (until) WHERE until > 0;"
    "PRAGMA user_version = 4;",
    "CREATE TABLE boards (shelf TEXT NOT NULL, rank INTEGER NOT NULL, papers INTEGER NOT NULL, PRIMARY KEY (shelf,"
    "  rank)) WITHOUT ROWID;"
    "INSERT INTO boards SELECT shelf, coalesce(rank, " UNRANKED
    "), count(*) FROM papers GROUP BY 1, 2;"
    "CREATE TRIGGER papers_come AFTER INSERT ON papers BEGIN " COUNT_MORE
    "END;"
    "CREATE TRIGGER papers_go AFTER DELETE ON papers BEGIN " COUNT_LESS
    "END;"
    "CREATE TRIGGER papers_move AFTER UPDATE OF rank ON papers WHEN new.rank IS NOT old.rank BEGIN "
    "" COUNT_LESS COUNT_MORE
    "END;"
    "PRAGMA user_version = 5;",
};

/* The last event of a table's log, as this process has stored it. */
typedef struct End {
    Code code; /* "": none */
    int number;
    uint8_t head[STORE_HEAD];
} End;

typedef struct Sqlite {
    Store store;
    sqlite3 *writer, *reader;
    sqlite3_stmt *write[WRITES], *read[READS];
    int file;           /* the file, locked */
    int old_lock;       /* the file that 0.1 locked; -1: there is none */
    StoreCounts counts; /* of the writer's thread, */
    End *end;           /* as these: ENDS of them, by code. Nobody else writes into the file, so it says the same */
    Copier *copier;
    bool copying;            /* it was asked, and what it left is still to be copied; the writer's thread only, as */
    int log_pages;           /* how long the log is */
    struct stat main, log;   /* the file as it was opened, and its log once it is known */
    atomic_bool log_known;   /* set by the writer's thread after the first commit */
    char path[4096];         /* where they are, without symbolic links: */
    char log_path[4096 + 8]; /* the file, and its log */
} Sqlite;

/* The store behind the door. */
static Sqlite *sqlite_of(Store *s) { return (Sqlite *)(void *)s; }
static const Sqlite *sqlite_in(const Store *s) { return (const Sqlite *)(const void *)s; }

static bool fail(char *why, const char *what, const char *reason) {
    snprintf(why, STORE_WHY, "%.140s: %.140s", what, reason);
    return false;
}

/* ---- Opening ---------------------------------------------------------------------------------------- */

/* Version 0.1 locked FILE.lock, which it made and left there: a server of that version that still runs has it. (One
 * that is started later finds a schema that it refuses.) */
static bool take_old_lock(Sqlite *s, const char *path, char *why) {
    char name[4096];
    int n = snprintf(name, sizeof name, "%s.lock", path);
    if (n < 0 || (size_t)n >= sizeof name) return fail(why, path, "too long a name");
    s->old_lock = open(name, O_RDWR | O_CLOEXEC);
    return s->old_lock < 0 || flock(s->old_lock, LOCK_EX | LOCK_NB) == 0 || fail(why, path, "another server uses it");
}

/* Keys of dice and names are nobody else's business. SQLite gives its other files the mode of this one. */
static bool take_lock(Sqlite *s, const char *path, char *why) {
    s->file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (s->file < 0) return fail(why, path, strerror(errno));
    if (flock(s->file, LOCK_EX | LOCK_NB) != 0) return fail(why, path, "another server uses it");
    if (fstat(s->file, &s->main) != 0) return fail(why, path, strerror(errno));
    if (s->main.st_mode & 077)
        fprintf(stderr, "penna: %s holds the keys of the dice and can be read by others: chmod 600\n", path);
    return take_old_lock(s, path, why);
}

/* The settings are of a connection, so both have them; the journal's mode is also the file's and stays. */
static bool open_one(const char *path, sqlite3 **out, char *why) {
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE;
    int result = sqlite3_open_v2(path, out, flags, wal_files());
    if (result != SQLITE_OK) return fail(why, path, *out ? sqlite3_errmsg(*out) : sqlite3_errstr(result));
    sqlite3_busy_timeout(*out, 5000);
    result = sqlite3_exec(*out,
                          "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF; "
                          "PRAGMA wal_autocheckpoint = 0; PRAGMA journal_size_limit = 9800000; "
                          "PRAGMA cache_size = -16000;",
                          NULL, NULL, NULL);
    return result == SQLITE_OK || fail(why, path, sqlite3_errmsg(*out));
}

/* The number that a query gives; -1: none. */
static int pragma(sqlite3 *db, const char *sql) {
    sqlite3_stmt *st;
    int value = -1;
    if (sqlite3_prepare_v2(db, sql, -1, &st, NULL) != SQLITE_OK) return -1;
    if (sqlite3_step(st) == SQLITE_ROW) value = sqlite3_column_int(st, 0);
    sqlite3_finalize(st);
    return value;
}

/* Is every page where it should be? */
static bool check_pages(sqlite3 *db, const char *path, char *why) {
    sqlite3_stmt *st;
    bool good = false;
    if (sqlite3_prepare_v2(db, "PRAGMA quick_check(1)", -1, &st, NULL) != SQLITE_OK)
        return fail(why, path, sqlite3_errmsg(db));
    if (sqlite3_step(st) == SQLITE_ROW) {
        const char *said = (const char *)sqlite3_column_text(st, 0);
        good = said && strcmp(said, "ok") == 0;
        if (!good) fail(why, path, said ? said : "damaged");
    } else {
        fail(why, path, sqlite3_errmsg(db));
    }
    sqlite3_finalize(st);
    return good;
}

static bool prepare(sqlite3 *db, const char *const *sql, int count, sqlite3_stmt **out, char *why) {
    for (int i = 0; i < count; i++)
        if (sqlite3_prepare_v3(db, sql[i], -1, SQLITE_PREPARE_PERSISTENT, &out[i], NULL) != SQLITE_OK)
            return fail(why, "the store", sqlite3_errmsg(db));
    return true;
}

/* Version 3: every event gets its head. */
static bool chain_all(sqlite3 *db) {
    sqlite3_stmt *get = NULL, *set = NULL;
    uint8_t head[STORE_HEAD] = {0};
    bool good =
        sqlite3_prepare_v2(db,
                           "SELECT e.code, e.number, e.text, t.key FROM events e JOIN tables t ON t.code = e.code "
                           "ORDER BY e.code, e.number",
                           -1, &get, NULL) == SQLITE_OK &&
        sqlite3_prepare_v2(db, "UPDATE events SET head = ?3 WHERE code = ?1 AND number = ?2", -1, &set, NULL) ==
            SQLITE_OK;
    int result = SQLITE_DONE;
    while (good && (result = sqlite3_step(get)) == SQLITE_ROW) {
        const char *code = (const char *)sqlite3_column_text(get, 0), *text = (const char *)sqlite3_column_text(get, 2);
        if (!code || !text || sqlite3_column_bytes(get, 3) != STORE_KEY) continue; /* damaged: it cannot be read */
        if (sqlite3_column_int(get, 1) == 0) store_first_head(sqlite3_column_blob(get, 3), head);
        store_next_head(head, text);
        sqlite3_bind_text(set, 1, code, -1, SQLITE_STATIC);
        sqlite3_bind_int(set, 2, sqlite3_column_int(get, 1));
        sqlite3_bind_blob(set, 3, head, STORE_HEAD, SQLITE_STATIC);
        good = sqlite3_step(set) == SQLITE_DONE;
        sqlite3_reset(set);
    }
    sqlite3_finalize(get);
    sqlite3_finalize(set);
    return good && result == SQLITE_DONE;
}

/* All steps from the version to ours, or none. */
static bool bring_up(sqlite3 *db, int version, const char *path, char *why) {
    bool good = sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL) == SQLITE_OK;
    for (int i = version; i < FORMAT && good; i++) good = sqlite3_exec(db, steps[i], NULL, NULL, NULL) == SQLITE_OK;
    if (good && version > 0 && version < 3) good = chain_all(db);
    if (good) good = sqlite3_exec(db, "COMMIT", NULL, NULL, NULL) == SQLITE_OK;
    return good || fail(why, path, sqlite3_errmsg(db));
}

/* Only an empty file becomes a store: a mistyped path must not turn somebody's data into one. A store is checked before
 * it is changed, unless it is so big that nobody would wait for it. */
static bool make_or_check(sqlite3 *db, const char *path, bool small, char *why) {
    int id = pragma(db, "PRAGMA application_id"), version = pragma(db, "PRAGMA user_version");
    if (id == 0 && version == 0 && pragma(db, "SELECT count(*) FROM sqlite_schema") == 0)
        return bring_up(db, 0, path, why);
    if (id != APPLICATION) return fail(why, path, "not a store of Penna's");
    if (version > FORMAT) return fail(why, path, "a store of a later version of Penna: it needs that version");
    if (version < 1) return fail(why, path, "not a store of Penna's");
    return (!small || check_pages(db, path, why)) && (version == FORMAT || bring_up(db, version, path, why));
}

static bool same_file(const struct stat *a, const char *path) {
    struct stat b;
    return stat(path, &b) == 0 && a->st_dev == b.st_dev && a->st_ino == b.st_ino;
}

/* Where SQLite has its files, which is where symbolic links lead. */
static bool find_files(Sqlite *s, char *why) {
    const char *path = sqlite3_db_filename(s->writer, "main");
    if (!path || strlen(path) >= sizeof s->path) return fail(why, "the store", "too long a name");
    snprintf(s->path, sizeof s->path, "%s", path);
    snprintf(s->log_path, sizeof s->log_path, "%s-wal", path);
    return same_file(&s->main, s->path) || fail(why, path, "it was replaced while it was opened");
}

/* SQLite calls it after every commit. */
static int note_pages(void *context, sqlite3 *db, const char *name, int pages) {
    (void)db, (void)name;
    ((Sqlite *)context)->log_pages = pages;
    return SQLITE_OK;
}

static const StoreKind sqlite_kind;

/* With a connection of its own: they are opened without SQLite's locks (NOMUTEX), each for one thread only. */
static bool start_copier(Sqlite *s, const char *path, char *why) {
    sqlite3 *db = NULL;
    if (open_one(path, &db, why)) {
        s->copier = copier_start(db);
        if (s->copier) return true;
        fail(why, path, "threads cannot be started");
    }
    sqlite3_close(db);
    return false;
}

/* The copier first, as it may still be writing; statements before connections, which SQLite does not close else; the
 * lock last (see above). */
static void close_store(Store *store) {
    Sqlite *s = sqlite_of(store);
    copier_stop(s->copier);
    for (int i = 0; i < WRITES; i++) sqlite3_finalize(s->write[i]);
    for (int i = 0; i < READS; i++) sqlite3_finalize(s->read[i]);
    sqlite3_close(s->reader);
    sqlite3_close(s->writer);
    free(s->end);
    if (s->old_lock >= 0) close(s->old_lock);
    if (s->file >= 0) close(s->file);
    free(s);
}

/* The lock is first: what follows may write. */
Store *store_sqlite_open(const char *path, char *why) {
    Sqlite *s = calloc(1, sizeof *s);
    if (s) s->end = calloc(ENDS, sizeof *s->end);
    if (!s || !s->end) {
        free(s);
        fail(why, path, "out of memory");
        return NULL;
    }
    s->store.kind = &sqlite_kind;
    s->file = s->old_lock = -1;
    if (take_lock(s, path, why) && open_one(path, &s->writer, why) &&
        make_or_check(s->writer, path, s->main.st_size <= CHECKED_AT_ONCE, why) && open_one(path, &s->reader, why) &&
        prepare(s->writer, write_sql, WRITES, s->write, why) && prepare(s->reader, read_sql, READS, s->read, why) &&
        find_files(s, why) && start_copier(s, path, why)) {
        sqlite3_wal_hook(s->writer, note_pages, s);
        return &s->store;
    }
    close_store(&s->store);
    return NULL;
}

/* ---- Checking at leisure ---------------------------------------------------------------------------- */

static bool unchecked(const Store *store, int *megabytes) {
    const Sqlite *s = sqlite_in(store);
    *megabytes = (int)(s->main.st_size >> 20);
    return s->main.st_size > CHECKED_AT_ONCE;
}

/* SQLite asks every few thousand steps whether to go on. */
static int told_to_stop(void *stop) { return atomic_load((const atomic_bool *)stop); }

/* With a connection of its own, which reads one moment of the store while others write on. */
static bool check(const Store *store, const atomic_bool *stop, char *why) {
    const Sqlite *s = sqlite_in(store);
    sqlite3 *db = NULL;
    int result = sqlite3_open_v2(s->path, &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL);
    bool good = result == SQLITE_OK || fail(why, s->path, sqlite3_errstr(result));
    if (good) sqlite3_progress_handler(db, 10000, told_to_stop, (void *)stop);
    good = good && check_pages(db, s->path, why);
    sqlite3_close(db);
    if (!good && atomic_load(stop)) why[0] = '\0';
    return good;
}

/* ---- Writing ---------------------------------------------------------------------------------------- */

/* Runs a bound statement that gives no rows. */
static bool run(sqlite3_stmt *st) {
    int result = sqlite3_step(st);
    sqlite3_reset(st);
    return result == SQLITE_DONE;
}

static sqlite3_stmt *with_code(Sqlite *s, int which, const Entry *e) {
    sqlite3_bind_text(s->write[which], 1, e->code, CODE_LENGTH, SQLITE_STATIC);
    return s->write[which];
}

static bool write_holder(Sqlite *s, const Entry *e) {
    sqlite3_stmt *st = with_code(s, e->held ? HOLD : FREE, e);
    sqlite3_bind_int(st, 2, e->holds);
    if (e->held) sqlite3_bind_blob(st, 3, e->hash, STORE_HASH, SQLITE_STATIC);
    return run(st);
}

/* Where the end of that log is remembered, if it is. Codes are drawn by lot (hall.c), so any of their letters do. */
static End *end_of(Sqlite *s, const char *code) {
    uint64_t n = 0;
    memcpy(&n, code, CODE_LENGTH);
    return &s->end[(n * 0x9E3779B97F4A7C15u >> 32) % ENDS];
}

static void note_end(Sqlite *s, const Entry *e) {
    End *end = end_of(s, e->code);
    memcpy(end->code, e->code, sizeof end->code);
    end->number = e->number;
    memcpy(end->head, e->head, STORE_HEAD);
}

/* What was not stored is no end. */
static void forget_ends(Sqlite *s) { memset(s->end, 0, ENDS * sizeof *s->end); }

/* Does the log end as the entry says, which is the first of its table in the commit? */
static bool fits(Sqlite *s, const Entry *e) {
    const End *end = end_of(s, e->code);
    if (strcmp(end->code, e->code) == 0)
        return end->number == e->number - 1 && memcmp(end->head, e->before, STORE_HEAD) == 0;
    sqlite3_stmt *st = with_code(s, GET_END, e);
    bool some = sqlite3_step(st) == SQLITE_ROW;
    bool same = some && sqlite3_column_int(st, 0) == e->number - 1 && sqlite3_column_bytes(st, 1) == STORE_HEAD &&
                memcmp(sqlite3_column_blob(st, 1), e->before, STORE_HEAD) == 0;
    sqlite3_reset(st);
    return some ? same : e->number == 0;
}

/* The table's row is left alone unless it must change (`touch`): it is another page to be written and synced. */
static bool write_event(Sqlite *s, const Entry *e) {
    sqlite3_stmt *st;
    if (e->number == 0) {
        st = with_code(s, ADD_TABLE, e);
        sqlite3_bind_blob(st, 2, e->key, STORE_KEY, SQLITE_STATIC);
        sqlite3_bind_int(st, 3, (int)e->stage);
        sqlite3_bind_int64(st, 4, e->at);
        if (!run(st)) return false;
    }
    st = with_code(s, ADD_EVENT, e);
    sqlite3_bind_int(st, 2, e->number);
    sqlite3_bind_int64(st, 3, e->at);
    sqlite3_bind_text(st, 4, e->text, -1, SQLITE_STATIC);
    sqlite3_bind_blob(st, 5, e->head, STORE_HEAD, SQLITE_STATIC);
    if (!run(st)) return false;
    note_end(s, e);
    if (e->touch && e->number > 0) {
        st = with_code(s, TOUCH, e);
        sqlite3_bind_int(st, 2, (int)e->stage);
        sqlite3_bind_int64(st, 3, e->at);
        if (!run(st)) return false;
    }
    return e->holds < 0 || write_holder(s, e);
}

/* Whether there was anything to write on is what SQLite says it changed. */
static bool write_paper(Sqlite *s, Entry *e) {
    sqlite3_stmt *st = s->write[e->drop ? DROP_PAPER : e->version > 0 ? CHANGE_PAPER : ADD_PAPER];
    sqlite3_bind_text(st, 1, e->paper.shelf, -1, SQLITE_STATIC);
    sqlite3_bind_text(st, 2, e->paper.name, -1, SQLITE_STATIC);
    if (e->drop || e->version > 0) sqlite3_bind_int(st, 3, e->version);
    if (!e->drop) {
        if (e->ranked)
            sqlite3_bind_int64(st, 4, e->rank);
        else
            sqlite3_bind_null(st, 4);
        sqlite3_bind_int64(st, 5, e->at);
        sqlite3_bind_int64(st, 6, e->until);
        sqlite3_bind_text(st, 7, e->text, -1, SQLITE_STATIC);
    }
    if (!run(st)) return false;
    e->outcome = sqlite3_changes(s->writer) > 0 ? OUTCOME_STORED : OUTCOME_CONFLICT;
    return true;
}

/* Each kind within the commit of its batch. What is none of these is a table to be dropped, with all that it has. */
static bool write_entry(Sqlite *s, Entry *e) {
    if (e->kind == ENTRY_EVENT) return write_event(s, e);
    if (e->kind == ENTRY_PAPER) return write_paper(s, e);
    if (e->kind == ENTRY_CLEAR) {
        sqlite3_bind_int64(s->write[CLEAR_PAPERS], 1, e->at);
        sqlite3_bind_int(s->write[CLEAR_PAPERS], 2, CLEARED_AT_ONCE);
        return run(s->write[CLEAR_PAPERS]);
    }
    if (e->kind == ENTRY_PROBE) return run(s->write[PROBE]);
    end_of(s, e->code)->code[0] = '\0';
    return run(with_code(s, DROP_HOLDERS, e)) && run(with_code(s, DROP_EVENTS, e)) && run(with_code(s, DROP_TABLE, e));
}

/* What is no table's belongs to nothing before it. */
static bool same_table(const Entry *a, const Entry *b) { return a && b->code[0] && strcmp(a->code, b->code) == 0; }

/* Entries of one table that follow each other are one thing: either its log fits them or it does not. A later one finds
 * what this commit has written so far. */
static bool write_all(Sqlite *s, Entry *first) {
    const Entry *before = NULL;
    bool fit = true;
    for (Entry *e = first; e; before = e, e = e->next) {
        if (!same_table(before, e)) fit = !e->code[0] || e->number < 0 || fits(s, e);
        e->outcome = fit ? OUTCOME_STORED : OUTCOME_CONFLICT;
        if (fit && !write_entry(s, e)) return false;
        s->counts.conflicts += !fit;
    }
    return true;
}

static bool files_there(const Sqlite *s) {
    return same_file(&s->main, s->path) && (!atomic_load(&s->log_known) || same_file(&s->log, s->log_path));
}

static bool there(const Store *store) { return files_there(sqlite_in(store)); }

/* What a reader still needs stays in the log, and is copied another time. */
static void tidy(Store *store) {
    Sqlite *s = sqlite_of(store);
    bool small = s->log_pages < TIDY_PAGES;
    if (s->copying && copier_done(s->copier, s->log_pages >= LOG_PAGES)) {
        s->copying = false;
        if (!small) sqlite3_wal_checkpoint_v2(s->writer, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
    } else if (!s->copying && !small) {
        copier_ask(s->copier);
        s->copying = true;
    }
}

static long log_bytes(const Store *store) {
    struct stat st;
    return stat(sqlite_in(store)->log_path, &st) == 0 ? (long)st.st_size : 0;
}

/* After the first commit the log is there; SQLite keeps it until the store is closed. */
static void note_log(Sqlite *s) {
    if (!atomic_load(&s->log_known) && stat(s->log_path, &s->log) == 0) atomic_store(&s->log_known, true);
}

static bool refuse(Sqlite *s, Entry *first) {
    forget_ends(s);
    for (Entry *e = first; e; e = e->next) e->outcome = OUTCOME_FAILED;
    return false;
}

static bool gone(Sqlite *s, Entry *first, char *why) {
    fail(why, s->path, "it was deleted or replaced: nothing can be stored");
    return refuse(s, first);
}

/* A failed commit leaves nothing: SQLite's transaction is the whole list. */
static bool commit(Store *store, Entry *first, const atomic_bool *stop, char *why) {
    Sqlite *s = sqlite_of(store);
    (void)stop;
    if (!files_there(s)) return gone(s, first, why);
    bool good = run(s->write[BEGIN]) && write_all(s, first);
    good = good && run(s->write[COMMIT]);
    if (good) {
        note_log(s);
        return files_there(s) || gone(s, first, why);
    }
    fail(why, "storing", sqlite3_errmsg(s->writer));
    if (!sqlite3_get_autocommit(s->writer)) sqlite3_exec(s->writer, "ROLLBACK", NULL, NULL, NULL);
    /* Where the log cannot grow, copied back it can begin anew in the room it has. */
    sqlite3_wal_checkpoint_v2(s->writer, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
    return refuse(s, first);
}

/* ---- Reading ---------------------------------------------------------------------------------------- */

/* Key first, then events in order; a row of the wrong type ends it like a damaged one. */
static StoreResult read_key(Sqlite *s, const char *code, uint8_t *key) {
    sqlite3_stmt *st = s->read[GET_TABLE];
    sqlite3_bind_text(st, 1, code, -1, SQLITE_STATIC);
    int result = sqlite3_step(st);
    bool good = result == SQLITE_ROW && sqlite3_column_bytes(st, 0) == STORE_KEY;
    if (good) memcpy(key, sqlite3_column_blob(st, 0), STORE_KEY);
    sqlite3_reset(st);
    return good ? STORE_GOOD : result == SQLITE_ROW ? STORE_DAMAGED : result == SQLITE_DONE ? STORE_NONE : STORE_FAILED;
}

/* A table without events is a damaged one: the first event makes it, in the same commit. */
static StoreResult read_end(Sqlite *s, const char *code, StoreEnd *end) {
    sqlite3_stmt *st = s->read[GET_LAST];
    sqlite3_bind_text(st, 1, code, -1, SQLITE_STATIC);
    int result = sqlite3_step(st);
    bool good = result == SQLITE_ROW && sqlite3_column_bytes(st, 1) == STORE_HEAD;
    if (good) end->next = sqlite3_column_int(st, 0) + 1;
    if (good) memcpy(end->head, sqlite3_column_blob(st, 1), STORE_HEAD);
    sqlite3_reset(st);
    return good ? STORE_GOOD : result == SQLITE_ROW || result == SQLITE_DONE ? STORE_DAMAGED : STORE_FAILED;
}

/* What SQLite cannot read is a failure, which may pass; what it reads and take() refuses is damage, which stays. */
static StoreResult read_events(Sqlite *s, const char *code, int from, StoreTake *take, void *context) {
    sqlite3_stmt *st = s->read[GET_EVENTS];
    StoreResult good = STORE_GOOD;
    int result;
    sqlite3_bind_text(st, 1, code, -1, SQLITE_STATIC);
    sqlite3_bind_int(st, 2, from);
    while (good == STORE_GOOD && (result = sqlite3_step(st)) != SQLITE_DONE) {
        if (result != SQLITE_ROW)
            good = STORE_FAILED;
        else if (!sqlite3_column_text(st, 2) || !take(context, sqlite3_column_int(st, 0), sqlite3_column_int64(st, 1),
                                                      (const char *)sqlite3_column_text(st, 2)))
            good = STORE_DAMAGED;
    }
    sqlite3_reset(st);
    return good;
}

/* In one transaction, so that all is of one moment. */
static StoreResult load(Store *store, const char *code, int from, StoreEnd *end, StoreTake *take, void *context) {
    Sqlite *s = sqlite_of(store);
    if (sqlite3_exec(s->reader, "BEGIN", NULL, NULL, NULL) != SQLITE_OK) return STORE_FAILED;
    StoreResult result = read_key(s, code, end->key);
    if (result == STORE_GOOD) result = read_end(s, code, end);
    if (result == STORE_GOOD) result = read_events(s, code, from, take, context);
    sqlite3_exec(s->reader, "COMMIT", NULL, NULL, NULL);
    return result;
}

/* Takes the codes that a bound statement gives. */
static int take_codes(sqlite3_stmt *st, Code *out, int most) {
    int n = 0, result = SQLITE_DONE;
    while (n < most && (result = sqlite3_step(st)) == SQLITE_ROW)
        if (sqlite3_column_bytes(st, 0) == CODE_LENGTH) memcpy(out[n++], sqlite3_column_text(st, 0), CODE_LENGTH + 1);
    sqlite3_reset(st);
    return result == SQLITE_ROW || result == SQLITE_DONE ? n : -1;
}

static int mine(Store *store, const uint8_t *hash, Code *out, int most) {
    Sqlite *s = sqlite_of(store);
    sqlite3_bind_blob(s->read[GET_MINE], 1, hash, STORE_HASH, SQLITE_STATIC);
    sqlite3_bind_int(s->read[GET_MINE], 2, most);
    return take_codes(s->read[GET_MINE], out, most);
}

static int expired(Store *store, int64_t waiting, int64_t others, Code *out, int most) {
    Sqlite *s = sqlite_of(store);
    sqlite3_bind_int64(s->read[GET_EXPIRED], 1, waiting);
    sqlite3_bind_int64(s->read[GET_EXPIRED], 2, others);
    sqlite3_bind_int(s->read[GET_EXPIRED], 3, most);
    return take_codes(s->read[GET_EXPIRED], out, most);
}

/* A row that makes no sense is passed over: one damaged table must not hide the others. */
static int list(Store *store, StoreRow *out, int most) {
    sqlite3_stmt *st = sqlite_of(store)->read[GET_LIST];
    int n = 0, result = SQLITE_DONE;
    sqlite3_bind_int(st, 1, most);
    while (n < most && (result = sqlite3_step(st)) == SQLITE_ROW) {
        int stage = sqlite3_column_int(st, 1);
        if (sqlite3_column_bytes(st, 0) != CODE_LENGTH || stage < STAGE_WAITING || stage > STAGE_OVER) continue;
        memcpy(out[n].code, sqlite3_column_text(st, 0), CODE_LENGTH + 1);
        out[n].stage = (Stage)stage;
        out[n++].touched = sqlite3_column_int64(st, 2);
    }
    sqlite3_reset(st);
    return result == SQLITE_ROW || result == SQLITE_DONE ? n : -1;
}

/* The columns of GET_PAPER and GET_SHELF; false: no memory, or names that are too long. */
static bool take_paper(sqlite3_stmt *st, PaperRow *out) {
    if (sqlite3_column_bytes(st, 0) >= PAPER_NAME || sqlite3_column_bytes(st, 1) >= PAPER_NAME) return false;
    snprintf(out->paper.shelf, PAPER_NAME, "%s", (const char *)sqlite3_column_text(st, 0));
    snprintf(out->paper.name, PAPER_NAME, "%s", (const char *)sqlite3_column_text(st, 1));
    out->ranked = sqlite3_column_type(st, 2) != SQLITE_NULL;
    out->rank = sqlite3_column_int64(st, 2);
    out->at = sqlite3_column_int64(st, 3);
    out->until = sqlite3_column_int64(st, 4);
    out->version = sqlite3_column_int(st, 5);
    const char *text = (const char *)sqlite3_column_text(st, 6);
    out->text = text ? strdup(text) : NULL;
    return out->text != NULL;
}

static StoreResult paper(Store *store, const Paper *which, PaperRow *out) {
    sqlite3_stmt *st = sqlite_of(store)->read[GET_PAPER];
    sqlite3_bind_text(st, 1, which->shelf, -1, SQLITE_STATIC);
    sqlite3_bind_text(st, 2, which->name, -1, SQLITE_STATIC);
    int result = sqlite3_step(st);
    bool good = result == SQLITE_ROW && take_paper(st, out);
    sqlite3_reset(st);
    return good ? STORE_GOOD : result == SQLITE_DONE ? STORE_NONE : STORE_FAILED;
}

/* The rank of the paper with that number, and how many come before that rank. SQLITE_DONE: there are not so many. */
static int find_rank(Sqlite *s, const char *name, long number, int64_t *rank, int64_t *before) {
    sqlite3_stmt *st = s->read[FIND_RANK];
    sqlite3_bind_text(st, 1, name, -1, SQLITE_STATIC);
    sqlite3_bind_int64(st, 2, number);
    int result = sqlite3_step(st);
    *rank = sqlite3_column_int64(st, 0);
    *before = sqlite3_column_int64(st, 1);
    sqlite3_reset(st);
    return result;
}

/* The same order as in the other store, equal ranks by time and then by name (GET_SHELF). */
static int shelf(Store *store, const char *name, long from, int most, PaperRow *out) {
    sqlite3_stmt *st = sqlite_of(store)->read[GET_SHELF];
    int64_t rank, before;
    int n = 0, result = find_rank(sqlite_of(store), name, from, &rank, &before);
    if (result != SQLITE_ROW) return result == SQLITE_DONE ? 0 : -1;
    sqlite3_bind_text(st, 1, name, -1, SQLITE_STATIC);
    sqlite3_bind_int64(st, 2, from - before);
    sqlite3_bind_int(st, 3, most);
    sqlite3_bind_int64(st, 4, rank);
    while (n < most && (result = sqlite3_step(st)) == SQLITE_ROW) n += take_paper(st, &out[n]);
    sqlite3_reset(st);
    return result == SQLITE_ROW || result == SQLITE_DONE ? n : -1;
}

/* One row, always, even of an empty shelf: no row means that the file could not be read. */
static bool shelf_count(Store *store, const char *name, int64_t rank, ShelfCount *out) {
    sqlite3_stmt *st = sqlite_of(store)->read[COUNT_SHELF];
    sqlite3_bind_text(st, 1, name, -1, SQLITE_STATIC);
    sqlite3_bind_int64(st, 2, rank);
    bool good = sqlite3_step(st) == SQLITE_ROW;
    if (good)
        *out = (ShelfCount){.all = (long)sqlite3_column_int64(st, 0),
                            .ranked = (long)sqlite3_column_int64(st, 1),
                            .before = (long)sqlite3_column_int64(st, 2),
                            .same = (long)sqlite3_column_int64(st, 3)};
    sqlite3_reset(st);
    return good;
}

static long count(Store *store) {
    sqlite3_stmt *st = sqlite_of(store)->read[GET_COUNT];
    long n = sqlite3_step(st) == SQLITE_ROW ? (long)sqlite3_column_int64(st, 0) : -1;
    sqlite3_reset(st);
    return n;
}

/* ---- One server to a file: nobody else to hear of -------------------------------------------------- */

static void tell(Store *s) { (void)s; }
static void say(Store *s, const char *text) { (void)s, (void)text; }
static void nudge(Store *s) { (void)s; }
static bool settle(Store *s) { return s != NULL; }

static int format(Store *s) {
    (void)s;
    return FORMAT; /* it was brought up when it was opened */
}

static bool ends(Store *s, const Code *code, int n, int *next) {
    (void)s, (void)code, (void)n, (void)next;
    return false;
}

static bool nodes(Store *s, char *out, size_t room) {
    (void)s;
    if (room > 0) out[0] = '\0';
    return true;
}

static bool hear(Store *s, double seconds, StoreHear *to, void *context) {
    (void)s, (void)seconds, (void)to, (void)context;
    return false;
}

static StoreCounts counts(Store *store) { return (StoreCounts){.conflicts = sqlite_of(store)->counts.conflicts}; }

static const StoreKind sqlite_kind = {.close = close_store,
                                      .unchecked = unchecked,
                                      .check = check,
                                      .commit = commit,
                                      .tell = tell,
                                      .tidy = tidy,
                                      .load = load,
                                      .mine = mine,
                                      .list = list,
                                      .expired = expired,
                                      .count = count,
                                      .paper = paper,
                                      .shelf = shelf,
                                      .shelf_count = shelf_count,
                                      .ends = ends,
                                      .nodes = nodes,
                                      .settle = settle,
                                      .there = there,
                                      .format = format,
                                      .log_bytes = log_bytes,
                                      .hear = hear,
                                      .say = say,
                                      .nudge = nudge,
                                      .counts = counts};

/* ---- Backup ----------------------------------------------------------------------------------------- */

/* A copy has its name when it is whole and checked: what is left of one that was broken off must not be taken for it,
 * or for an empty store. Never over something that is there, and for nobody else's eyes, like the store itself. */
static bool begin_copy(const char *path, char *part, char *why) {
    if (access(path, F_OK) == 0) return fail(why, path, "exists already");
    snprintf(part, PATH_MAX, "%s.XXXXXX", path);
    int made = mkostemp(part, O_CLOEXEC);
    if (made < 0) return fail(why, path, strerror(errno));
    close(made);
    return true;
}

/* A file system that knows no second names has to do without being sure that nobody else has just taken this one. */
static bool end_copy(bool good, const char *part, const char *path, char *why) {
    if (good && link(part, path) != 0) {
        if (errno == EEXIST)
            good = fail(why, path, "exists already");
        else if (rename(part, path) != 0)
            good = fail(why, path, strerror(errno));
    }
    unlink(part);
    return good;
}

/* In one step, so that the copy is of one moment; a busy writer is waited for. */
static bool copy_pages(sqlite3 *from, sqlite3 *to, char *why) {
    sqlite3_backup *b = sqlite3_backup_init(to, "main", from, "main");
    if (!b) return fail(why, "backup", sqlite3_errmsg(to));
    int result;
    do {
        result = sqlite3_backup_step(b, -1);
        if (result == SQLITE_BUSY || result == SQLITE_LOCKED) sqlite3_sleep(50);
    } while (result == SQLITE_OK || result == SQLITE_BUSY || result == SQLITE_LOCKED);
    sqlite3_backup_finish(b);
    return result == SQLITE_DONE || fail(why, "backup", sqlite3_errstr(result));
}

/* Read as it is, also while a server writes; a file of anything else is not copied, whatever it is called. */
bool store_sqlite_backup(const char *from, const char *to, char *why) {
    sqlite3 *in = NULL, *out = NULL;
    char part[PATH_MAX];
    if (access(from, R_OK) != 0) return fail(why, from, strerror(errno));
    if (!begin_copy(to, part, why)) return false;
    int result = sqlite3_open_v2(from, &in, SQLITE_OPEN_READONLY, NULL);
    bool good = result == SQLITE_OK || fail(why, from, sqlite3_errstr(result));
    if (good && pragma(in, "PRAGMA application_id") != APPLICATION) good = fail(why, from, "not a store of Penna's");
    if (good) {
        result = sqlite3_open_v2(part, &out, SQLITE_OPEN_READWRITE, NULL);
        good = result == SQLITE_OK || fail(why, to, sqlite3_errstr(result));
    }
    good = good && copy_pages(in, out, why) && check_pages(out, to, why);
    sqlite3_close(in);
    sqlite3_close(out);
    return end_copy(good, part, to, why);
}

/* ---- To and from another kind of store --------------------------------------------------------------- */

static const char copy_tables[] =
    "SELECT t.code, t.key, t.phase, t.created, t.touched, e.number + 1, e.head FROM tables t JOIN events e ON e.code = "
    "t.code WHERE e.number = (SELECT max(number) FROM events WHERE code = t.code) ORDER BY t.code";
static const char copy_events[] =
    "SELECT e.code, e.number, e.at, e.text, e.head FROM events e JOIN tables t ON t.code = e.code ORDER BY e.code, "
    "e.number";
static const char copy_holders[] =
    "SELECT h.code, h.seat, h.hash FROM holders h JOIN tables t ON t.code = h.code ORDER BY h.code, h.seat";

static const char copy_papers[] = "SELECT shelf, name, rank, at, until, version, text FROM papers ORDER BY shelf, name";

static const uint8_t *blob(sqlite3_stmt *st, int column, int size) {
    return sqlite3_column_bytes(st, column) == size ? sqlite3_column_blob(st, column) : NULL;
}

/* Bytes of another length than they should have end the copy: cut, they would be another key. */
static bool give_row(sqlite3_stmt *st, const StoreCopy *c, int which) {
    const char *code = (const char *)sqlite3_column_text(st, 0);
    if (which == 3) {
        PaperRow row = {0};
        bool good = take_paper(st, &row) && c->paper(c->context, &row);
        free(row.text);
        return good;
    }
    if (which == 0) {
        const uint8_t *key = blob(st, 1, STORE_KEY), *head = blob(st, 6, STORE_HEAD);
        return key && head &&
               c->table(c->context, code, key, sqlite3_column_int(st, 2), sqlite3_column_int64(st, 3),
                        sqlite3_column_int64(st, 4), sqlite3_column_int(st, 5), head);
    }
    if (which == 1) {
        const uint8_t *head = blob(st, 4, STORE_HEAD);
        const char *text = (const char *)sqlite3_column_text(st, 3);
        return head && text &&
               c->event(c->context, code, sqlite3_column_int(st, 1), sqlite3_column_int64(st, 2), text, head);
    }
    const uint8_t *hash = blob(st, 2, STORE_HASH);
    return hash && c->holder(c->context, code, sqlite3_column_int(st, 1), hash);
}

/* Needs no transaction to be of one moment: whoever has opened the store has its lock, and does not write meanwhile. */
bool store_sqlite_copy(Store *store, const StoreCopy *copy, char *why) {
    Sqlite *s = sqlite_of(store);
    const char *const sql[] = {copy_tables, copy_events, copy_holders, copy_papers};
    bool good = true;
    for (int i = 0; i < 4 && good; i++) {
        sqlite3_stmt *st = NULL;
        int result = sqlite3_prepare_v2(s->reader, sql[i], -1, &st, NULL);
        if (result != SQLITE_OK) return fail(why, s->path, sqlite3_errmsg(s->reader));
        while (good && (result = sqlite3_step(st)) == SQLITE_ROW) good = give_row(st, copy, i);
        if (good && result != SQLITE_DONE) good = fail(why, s->path, sqlite3_errmsg(s->reader));
        if (!good && !*why) fail(why, s->path, "it holds something that cannot be copied");
        sqlite3_finalize(st);
    }
    return good;
}

/* The statements are prepared once for the whole copy, and come by their place: tables, events, holders, papers. */
static bool add_table(void *context, const char *code, const uint8_t *key, int stage, int64_t created, int64_t touched,
                      int next, const uint8_t *head) {
    sqlite3_stmt *st = ((sqlite3_stmt **)context)[0];
    (void)next, (void)head; /* its last event says it */
    sqlite3_bind_text(st, 1, code, -1, SQLITE_STATIC);
    sqlite3_bind_blob(st, 2, key, STORE_KEY, SQLITE_STATIC);
    sqlite3_bind_int(st, 3, stage);
    sqlite3_bind_int64(st, 4, created);
    sqlite3_bind_int64(st, 5, touched);
    return run(st);
}

static bool add_event(void *context, const char *code, int number, int64_t at, const char *text, const uint8_t *head) {
    sqlite3_stmt *st = ((sqlite3_stmt **)context)[1];
    sqlite3_bind_text(st, 1, code, -1, SQLITE_STATIC);
    sqlite3_bind_int(st, 2, number);
    sqlite3_bind_int64(st, 3, at);
    sqlite3_bind_text(st, 4, text, -1, SQLITE_STATIC);
    sqlite3_bind_blob(st, 5, head, STORE_HEAD, SQLITE_STATIC);
    return run(st);
}

static bool add_holder(void *context, const char *code, int seat, const uint8_t *hash) {
    sqlite3_stmt *st = ((sqlite3_stmt **)context)[2];
    sqlite3_bind_text(st, 1, code, -1, SQLITE_STATIC);
    sqlite3_bind_int(st, 2, seat);
    sqlite3_bind_blob(st, 3, hash, STORE_HASH, SQLITE_STATIC);
    return run(st);
}

/* Its version comes with it: a server that had read the paper before the copy must still find that it was overtaken. */
static bool add_paper(void *context, const PaperRow *row) {
    sqlite3_stmt *st = ((sqlite3_stmt **)context)[3];
    sqlite3_bind_text(st, 1, row->paper.shelf, -1, SQLITE_STATIC);
    sqlite3_bind_text(st, 2, row->paper.name, -1, SQLITE_STATIC);
    if (row->ranked)
        sqlite3_bind_int64(st, 3, row->rank);
    else
        sqlite3_bind_null(st, 3);
    sqlite3_bind_int64(st, 4, row->at);
    sqlite3_bind_int64(st, 5, row->until);
    sqlite3_bind_int(st, 6, row->version);
    sqlite3_bind_text(st, 7, row->text, -1, SQLITE_STATIC);
    return run(st);
}

/* All in one transaction, and the file does not stay if it fails. */
static bool fill_file(sqlite3 *db, const char *path, bool (*fill)(void *context, const StoreCopy *copy, char *why),
                      void *context, char *why) {
    static const char *const sql[] = {"INSERT INTO tables (code, key, phase, created, touched) VALUES (?, ?, ?, ?, ?)",
                                      "INSERT INTO events (code, number, at, text, head) VALUES (?, ?, ?, ?, ?)",
                                      "INSERT INTO holders (code, seat, hash) VALUES (?, ?, ?)",
                                      ("INSERT INTO papers (shelf, name, rank, at, until, version, text) "
                                       "VALUES (?, ?, ?, ?, ?, ?, ?)")};
    sqlite3_stmt *st[4] = {0};
    StoreCopy to = {.context = st, .table = add_table, .event = add_event, .holder = add_holder, .paper = add_paper};
    bool good = prepare(db, sql, 4, st, why);
    if (good && sqlite3_exec(db, "BEGIN", NULL, NULL, NULL) != SQLITE_OK) good = fail(why, path, sqlite3_errmsg(db));
    good = good && fill(context, &to, why);
    if (!good && !*why) fail(why, path, sqlite3_errmsg(db));
    for (int i = 0; i < 4; i++) sqlite3_finalize(st[i]);
    if (good && sqlite3_exec(db, "COMMIT", NULL, NULL, NULL) != SQLITE_OK) good = fail(why, path, sqlite3_errmsg(db));
    return good;
}

/* What cannot be read back is no copy, so its pages are checked like those of a backup. */
bool store_sqlite_fill(const char *path, bool (*fill)(void *context, const StoreCopy *copy, char *why), void *context,
                       char *why) {
    sqlite3 *db = NULL;
    char part[PATH_MAX];
    why[0] = '\0';
    if (!begin_copy(path, part, why)) return false;
    int result = sqlite3_open_v2(part, &db, SQLITE_OPEN_READWRITE, NULL);
    bool good = result == SQLITE_OK || fail(why, path, sqlite3_errstr(result));
    good = good && bring_up(db, 0, path, why) && fill_file(db, path, fill, context, why) && check_pages(db, path, why);
    sqlite3_close(db);
    return end_copy(good, part, path, why);
}
