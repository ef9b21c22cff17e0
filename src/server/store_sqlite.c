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
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/copier.h"
#include "server/sqlite.h"
#include "server/wal.h"

enum {
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

/* ---- Opening ---------------------------------------------------------------------------------------- */

/* Version 0.1 locked FILE.lock, which it made and left there: a server of that version that still runs has it. (One
 * that is started later finds a schema that it refuses.) */
static bool take_old_lock(Sqlite *s, const char *path, char *why) {
    char name[4096];
    int n = snprintf(name, sizeof name, "%s.lock", path);
    if (n < 0 || (size_t)n >= sizeof name) return sqlite_fail(why, path, "too long a name");
    s->old_lock = open(name, O_RDWR | O_CLOEXEC);
    return s->old_lock < 0 || flock(s->old_lock, LOCK_EX | LOCK_NB) == 0 ||
           sqlite_fail(why, path, "another server uses it");
}

/* Keys of dice and names are nobody else's business. SQLite gives its other files the mode of this one. */
static bool take_lock(Sqlite *s, const char *path, char *why) {
    s->file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (s->file < 0) return sqlite_fail(why, path, strerror(errno));
    if (flock(s->file, LOCK_EX | LOCK_NB) != 0) return sqlite_fail(why, path, "another server uses it");
    if (fstat(s->file, &s->main) != 0) return sqlite_fail(why, path, strerror(errno));
    if (s->main.st_mode & 077)
        fprintf(stderr, "penna: %s holds the keys of the dice and can be read by others: chmod 600\n", path);
    return take_old_lock(s, path, why);
}

/* The settings are of a connection, so both have them; the journal's mode is also the file's and stays. */
static bool open_one(const char *path, sqlite3 **out, char *why) {
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE;
    int result = sqlite3_open_v2(path, out, flags, wal_files());
    if (result != SQLITE_OK) return sqlite_fail(why, path, *out ? sqlite3_errmsg(*out) : sqlite3_errstr(result));
    sqlite3_busy_timeout(*out, 5000);
    result = sqlite3_exec(*out,
                          "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF; "
                          "PRAGMA wal_autocheckpoint = 0; PRAGMA journal_size_limit = 9800000; "
                          "PRAGMA cache_size = -16000;",
                          NULL, NULL, NULL);
    return result == SQLITE_OK || sqlite_fail(why, path, sqlite3_errmsg(*out));
}

static bool same_file(const struct stat *a, const char *path) {
    struct stat b;
    return stat(path, &b) == 0 && a->st_dev == b.st_dev && a->st_ino == b.st_ino;
}

/* Where SQLite has its files, which is where symbolic links lead. */
static bool find_files(Sqlite *s, char *why) {
    const char *path = sqlite3_db_filename(s->writer, "main");
    if (!path || strlen(path) >= sizeof s->path) return sqlite_fail(why, "the store", "too long a name");
    snprintf(s->path, sizeof s->path, "%s", path);
    snprintf(s->log_path, sizeof s->log_path, "%s-wal", path);
    return same_file(&s->main, s->path) || sqlite_fail(why, path, "it was replaced while it was opened");
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
        sqlite_fail(why, path, "threads cannot be started");
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
        sqlite_fail(why, path, "out of memory");
        return NULL;
    }
    s->store.kind = &sqlite_kind;
    s->file = s->old_lock = -1;
    if (take_lock(s, path, why) && open_one(path, &s->writer, why) &&
        sqlite_make_or_check(s->writer, path, s->main.st_size <= CHECKED_AT_ONCE, why) &&
        open_one(path, &s->reader, why) && sqlite_prepare(s->writer, write_sql, WRITES, s->write, why) &&
        sqlite_prepare(s->reader, read_sql, READS, s->read, why) && find_files(s, why) && start_copier(s, path, why)) {
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
    bool good = result == SQLITE_OK || sqlite_fail(why, s->path, sqlite3_errstr(result));
    if (good) sqlite3_progress_handler(db, 10000, told_to_stop, (void *)stop);
    good = good && sqlite_check(db, s->path, why);
    sqlite3_close(db);
    if (!good && atomic_load(stop)) why[0] = '\0';
    return good;
}

/* ---- Writing ---------------------------------------------------------------------------------------- */

static sqlite3_stmt *with_code(Sqlite *s, int which, const Entry *e) {
    sqlite3_bind_text(s->write[which], 1, e->code, CODE_LENGTH, SQLITE_STATIC);
    return s->write[which];
}

static bool write_holder(Sqlite *s, const Entry *e) {
    sqlite3_stmt *st = with_code(s, e->held ? HOLD : FREE, e);
    sqlite3_bind_int(st, 2, e->holds);
    if (e->held) sqlite3_bind_blob(st, 3, e->hash, STORE_HASH, SQLITE_STATIC);
    return sqlite_run(st);
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
        if (!sqlite_run(st)) return false;
    }
    st = with_code(s, ADD_EVENT, e);
    sqlite3_bind_int(st, 2, e->number);
    sqlite3_bind_int64(st, 3, e->at);
    sqlite3_bind_text(st, 4, e->text, -1, SQLITE_STATIC);
    sqlite3_bind_blob(st, 5, e->head, STORE_HEAD, SQLITE_STATIC);
    if (!sqlite_run(st)) return false;
    note_end(s, e);
    if (e->touch && e->number > 0) {
        st = with_code(s, TOUCH, e);
        sqlite3_bind_int(st, 2, (int)e->stage);
        sqlite3_bind_int64(st, 3, e->at);
        if (!sqlite_run(st)) return false;
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
    if (!sqlite_run(st)) return false;
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
        return sqlite_run(s->write[CLEAR_PAPERS]);
    }
    if (e->kind == ENTRY_PROBE) return sqlite_run(s->write[PROBE]);
    end_of(s, e->code)->code[0] = '\0';
    return sqlite_run(with_code(s, DROP_HOLDERS, e)) && sqlite_run(with_code(s, DROP_EVENTS, e)) &&
           sqlite_run(with_code(s, DROP_TABLE, e));
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
    sqlite_fail(why, s->path, "it was deleted or replaced: nothing can be stored");
    return refuse(s, first);
}

/* A failed commit leaves nothing: SQLite's transaction is the whole list. */
static bool commit(Store *store, Entry *first, const atomic_bool *stop, char *why) {
    Sqlite *s = sqlite_of(store);
    (void)stop;
    if (!files_there(s)) return gone(s, first, why);
    bool good = sqlite_run(s->write[BEGIN]) && write_all(s, first);
    good = good && sqlite_run(s->write[COMMIT]);
    if (good) {
        note_log(s);
        return files_there(s) || gone(s, first, why);
    }
    sqlite_fail(why, "storing", sqlite3_errmsg(s->writer));
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

static StoreResult paper(Store *store, const Paper *which, PaperRow *out) {
    sqlite3_stmt *st = sqlite_of(store)->read[GET_PAPER];
    sqlite3_bind_text(st, 1, which->shelf, -1, SQLITE_STATIC);
    sqlite3_bind_text(st, 2, which->name, -1, SQLITE_STATIC);
    int result = sqlite3_step(st);
    bool good = result == SQLITE_ROW && sqlite_take_paper(st, out);
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
    while (n < most && (result = sqlite3_step(st)) == SQLITE_ROW) n += sqlite_take_paper(st, &out[n]);
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
    return STORE_FORMAT; /* it was brought up when it was opened */
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

/* Needs no transaction to be of one moment: whoever has opened the store has its lock, and does not write meanwhile. */
bool store_sqlite_copy(Store *store, const StoreCopy *copy, char *why) {
    return sqlite_give(sqlite_of(store)->reader, sqlite_of(store)->path, copy, why);
}
