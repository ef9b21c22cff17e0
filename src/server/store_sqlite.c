/* store_sqlite.c: store.h in one SQLite file.
 *
 * The file is in WAL mode with synchronous=FULL: a commit is on the disk when it returns, readers never wait for the
 * writer. Two connections, one for the writer's thread and one for the loop, each used by one thread only. A lock on
 * the file itself, whatever it is called, keeps a second server out; it goes away with the process, however that ends.
 * (It is flock()'s, which SQLite's own locks do not meet. Closing any descriptor of a file drops SQLite's locks on it,
 * so ours is closed last.)
 *
 * What a move costs is pages written and synced: so `touched` is kept to the minute only, and the log is copied back
 * into the file by another thread (copier.h) while the writer goes on. What the writer adds meanwhile it copies itself,
 * for only a log that is copied to its end begins anew. */
#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/copier.h"
#include "server/store.h"

enum {
    FORMAT = 2,                /* the version of the schema */
    APPLICATION = 0x50656e6e,  /* "Penn" */
    TIDY_PAGES = 1000,         /* of the log: 4 MB, from which on it is copied back */
    LOG_PAGES = 2000,          /* 8 MB: the writer waits until it is */
    CHECKED_AT_ONCE = 16 << 20 /* bytes of a store that is checked before it is opened */
};

/* The statements of the writer, then those of the reader. */
enum { ADD_TABLE, ADD_EVENT, TOUCH, HOLD, FREE, DROP_TABLE, DROP_EVENTS, DROP_HOLDERS, PROBE, BEGIN, COMMIT, WRITES };
enum { GET_TABLE = 0, GET_EVENTS, GET_MINE, GET_EXPIRED, GET_COUNT, GET_LIST, READS };

static const char *const write_sql[WRITES] = {
    [ADD_TABLE] = "INSERT INTO tables (code, key, phase, created, touched) VALUES (?1, ?2, ?3, ?4, ?4)",
    [ADD_EVENT] = "INSERT INTO events (code, number, at, text) VALUES (?1, ?2, ?3, ?4)",
    [TOUCH] = "UPDATE tables SET phase = ?2, touched = ?3 WHERE code = ?1 AND (phase <> ?2 OR touched < ?3 - 60)",
    [HOLD] = "INSERT OR REPLACE INTO holders (code, seat, hash) VALUES (?1, ?2, ?3)",
    [FREE] = "DELETE FROM holders WHERE code = ?1 AND seat = ?2",
    [DROP_TABLE] = "DELETE FROM tables WHERE code = ?1",
    [DROP_EVENTS] = "DELETE FROM events WHERE code = ?1",
    [DROP_HOLDERS] = "DELETE FROM holders WHERE code = ?1",
    [PROBE] = "INSERT OR REPLACE INTO notes (name, value) VALUES ('probe', strftime('%s'))",
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
};

static const char *const read_sql[READS] = {
    [GET_TABLE] = "SELECT key FROM tables WHERE code = ?1",
    [GET_EVENTS] = "SELECT number, at, text FROM events WHERE code = ?1 ORDER BY number",
    [GET_MINE] = ("SELECT DISTINCT t.code FROM holders h JOIN tables t ON t.code = h.code WHERE h.hash = ?1 "
                  "ORDER BY t.touched DESC LIMIT ?2"),
    [GET_EXPIRED] = "SELECT code FROM tables WHERE touched < CASE phase WHEN 0 THEN ?1 ELSE ?2 END LIMIT ?3",
    [GET_LIST] = "SELECT code, phase, touched FROM tables ORDER BY touched DESC LIMIT ?1",
    [GET_COUNT] = "SELECT count(*) FROM tables WHERE phase < 2",
};

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
};

struct Store {
    sqlite3 *writer, *reader;
    sqlite3_stmt *write[WRITES], *read[READS];
    int file;     /* the file, locked */
    int old_lock; /* the file that 0.1 locked; -1: there is none */
    Copier *copier;
    bool copying;            /* it was asked, and what it left is still to be copied; the writer's thread only, as */
    int log_pages;           /* how long the log is */
    struct stat main, log;   /* the file as it was opened, and its log once it is known */
    atomic_bool log_known;   /* set by the writer's thread after the first commit */
    char path[4096];         /* where they are, without symbolic links: */
    char log_path[4096 + 8]; /* the file, and its log */
};

static bool fail(char *why, const char *what, const char *reason) {
    snprintf(why, STORE_WHY, "%.140s: %.140s", what, reason);
    return false;
}

/* ---- Opening ---------------------------------------------------------------------------------------- */

/* Version 0.1 locked FILE.lock, which it made and left there: a server of that version that still runs has it. (One
 * that is started later finds a schema that it refuses.) */
static bool take_old_lock(Store *s, const char *path, char *why) {
    char name[4096];
    int n = snprintf(name, sizeof name, "%s.lock", path);
    if (n < 0 || (size_t)n >= sizeof name) return fail(why, path, "too long a name");
    s->old_lock = open(name, O_RDWR | O_CLOEXEC);
    return s->old_lock < 0 || flock(s->old_lock, LOCK_EX | LOCK_NB) == 0 || fail(why, path, "another server uses it");
}

/* Keys of dice and names are nobody else's business. SQLite gives its other files the mode of this one. */
static bool take_lock(Store *s, const char *path, char *why) {
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
    int result = sqlite3_open_v2(path, out, flags, NULL);
    if (result != SQLITE_OK) return fail(why, path, *out ? sqlite3_errmsg(*out) : sqlite3_errstr(result));
    sqlite3_busy_timeout(*out, 5000);
    result = sqlite3_exec(*out,
                          "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF; "
                          "PRAGMA wal_autocheckpoint = 0; PRAGMA journal_size_limit = 8388608;",
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

/* All steps from the version to ours, or none. */
static bool bring_up(sqlite3 *db, int version, const char *path, char *why) {
    bool good = sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL) == SQLITE_OK;
    for (int i = version; i < FORMAT && good; i++) good = sqlite3_exec(db, steps[i], NULL, NULL, NULL) == SQLITE_OK;
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
static bool find_files(Store *s, char *why) {
    const char *path = sqlite3_db_filename(s->writer, "main");
    if (!path || strlen(path) >= sizeof s->path) return fail(why, "the store", "too long a name");
    snprintf(s->path, sizeof s->path, "%s", path);
    snprintf(s->log_path, sizeof s->log_path, "%s-wal", path);
    return same_file(&s->main, s->path) || fail(why, path, "it was replaced while it was opened");
}

/* SQLite calls it after every commit. */
static int note_pages(void *context, sqlite3 *db, const char *name, int pages) {
    (void)db, (void)name;
    ((Store *)context)->log_pages = pages;
    return SQLITE_OK;
}

static bool start_copier(Store *s, const char *path, char *why) {
    sqlite3 *db = NULL;
    if (open_one(path, &db, why)) {
        s->copier = copier_start(db);
        if (s->copier) return true;
        fail(why, path, "threads cannot be started");
    }
    sqlite3_close(db);
    return false;
}

/* The lock is first: what follows may write. */
Store *store_open(const char *path, char *why) {
    Store *s = calloc(1, sizeof *s);
    if (!s) {
        fail(why, path, "out of memory");
        return NULL;
    }
    s->file = s->old_lock = -1;
    if (take_lock(s, path, why) && open_one(path, &s->writer, why) &&
        make_or_check(s->writer, path, s->main.st_size <= CHECKED_AT_ONCE, why) && open_one(path, &s->reader, why) &&
        prepare(s->writer, write_sql, WRITES, s->write, why) && prepare(s->reader, read_sql, READS, s->read, why) &&
        find_files(s, why) && start_copier(s, path, why)) {
        sqlite3_wal_hook(s->writer, note_pages, s);
        return s;
    }
    store_close(s);
    return NULL;
}

void store_close(Store *s) {
    if (!s) return;
    copier_stop(s->copier);
    for (int i = 0; i < WRITES; i++) sqlite3_finalize(s->write[i]);
    for (int i = 0; i < READS; i++) sqlite3_finalize(s->read[i]);
    sqlite3_close(s->reader);
    sqlite3_close(s->writer);
    if (s->old_lock >= 0) close(s->old_lock);
    if (s->file >= 0) close(s->file);
    free(s);
}

/* ---- Checking at leisure ---------------------------------------------------------------------------- */

bool store_unchecked(const Store *s, int *megabytes) {
    *megabytes = (int)(s->main.st_size >> 20);
    return s->main.st_size > CHECKED_AT_ONCE;
}

/* SQLite asks every few thousand steps whether to go on. */
static int told_to_stop(void *stop) { return atomic_load((const atomic_bool *)stop); }

/* With a connection of its own, which reads one moment of the store while others write on. */
bool store_check(const Store *s, const atomic_bool *stop, char *why) {
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

static sqlite3_stmt *with_code(Store *s, int which, const Entry *e) {
    sqlite3_bind_text(s->write[which], 1, e->code, CODE_LENGTH, SQLITE_STATIC);
    return s->write[which];
}

static bool write_holder(Store *s, const Entry *e) {
    sqlite3_stmt *st = with_code(s, e->held ? HOLD : FREE, e);
    sqlite3_bind_int(st, 2, e->holds);
    if (e->held) sqlite3_bind_blob(st, 3, e->hash, STORE_HASH, SQLITE_STATIC);
    return run(st);
}

static bool write_event(Store *s, const Entry *e) {
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
    if (!run(st)) return false;
    if (e->touch && e->number > 0) {
        st = with_code(s, TOUCH, e);
        sqlite3_bind_int(st, 2, (int)e->stage);
        sqlite3_bind_int64(st, 3, e->at);
        if (!run(st)) return false;
    }
    return e->holds < 0 || write_holder(s, e);
}

static bool write_entry(Store *s, const Entry *e) {
    if (e->kind == ENTRY_EVENT) return write_event(s, e);
    if (e->kind == ENTRY_PROBE) return run(s->write[PROBE]);
    return run(with_code(s, DROP_HOLDERS, e)) && run(with_code(s, DROP_EVENTS, e)) && run(with_code(s, DROP_TABLE, e));
}

bool store_there(const Store *s) {
    return same_file(&s->main, s->path) && (!atomic_load(&s->log_known) || same_file(&s->log, s->log_path));
}

/* What a reader still needs stays in the log, and is copied another time. */
void store_tidy(Store *s) {
    bool small = s->log_pages < TIDY_PAGES;
    if (s->copying && copier_done(s->copier, s->log_pages >= LOG_PAGES)) {
        s->copying = false;
        if (!small) sqlite3_wal_checkpoint_v2(s->writer, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
    } else if (!s->copying && !small) {
        copier_ask(s->copier);
        s->copying = true;
    }
}

long store_log_bytes(const Store *s) {
    struct stat st;
    return stat(s->log_path, &st) == 0 ? (long)st.st_size : 0;
}

/* After the first commit the log is there; SQLite keeps it until the store is closed. */
static void note_log(Store *s) {
    if (!atomic_load(&s->log_known) && stat(s->log_path, &s->log) == 0) atomic_store(&s->log_known, true);
}

/* A failed commit leaves nothing: SQLite's transaction is the whole list. */
bool store_commit(Store *s, const Entry *first, char *why) {
    if (!store_there(s)) return fail(why, s->path, "it was deleted or replaced: nothing can be stored");
    bool good = run(s->write[BEGIN]);
    for (const Entry *e = first; e && good; e = e->next) good = write_entry(s, e);
    good = good && run(s->write[COMMIT]);
    if (good) {
        note_log(s);
        return store_there(s) || fail(why, s->path, "it was deleted or replaced: nothing can be stored");
    }
    fail(why, "storing", sqlite3_errmsg(s->writer));
    if (!sqlite3_get_autocommit(s->writer)) sqlite3_exec(s->writer, "ROLLBACK", NULL, NULL, NULL);
    /* Where the log cannot grow, copied back it can begin anew in the room it has. */
    sqlite3_wal_checkpoint_v2(s->writer, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
    return false;
}

/* ---- Reading ---------------------------------------------------------------------------------------- */

/* Key first, then events in order; a row of the wrong type ends it like a damaged one. */
bool store_load(Store *s, const char *code, uint8_t *key, StoreTake *take, void *context) {
    sqlite3_stmt *st = s->read[GET_TABLE];
    sqlite3_bind_text(st, 1, code, -1, SQLITE_STATIC);
    bool good = sqlite3_step(st) == SQLITE_ROW && sqlite3_column_bytes(st, 0) == STORE_KEY;
    if (good) memcpy(key, sqlite3_column_blob(st, 0), STORE_KEY);
    sqlite3_reset(st);
    if (!good) return false;
    st = s->read[GET_EVENTS];
    sqlite3_bind_text(st, 1, code, -1, SQLITE_STATIC);
    int result;
    while (good && (result = sqlite3_step(st)) != SQLITE_DONE)
        good = result == SQLITE_ROW && sqlite3_column_text(st, 2) &&
               take(context, sqlite3_column_int(st, 0), sqlite3_column_int64(st, 1),
                    (const char *)sqlite3_column_text(st, 2));
    sqlite3_reset(st);
    return good;
}

int store_has(Store *s, const char *code) {
    sqlite3_stmt *st = s->read[GET_TABLE];
    sqlite3_bind_text(st, 1, code, -1, SQLITE_STATIC);
    int result = sqlite3_step(st);
    sqlite3_reset(st);
    return result == SQLITE_ROW ? 1 : result == SQLITE_DONE ? 0 : -1;
}

/* Takes the codes that a bound statement gives. */
static int take_codes(sqlite3_stmt *st, Code *out, int most) {
    int n = 0;
    while (n < most && sqlite3_step(st) == SQLITE_ROW)
        if (sqlite3_column_bytes(st, 0) == CODE_LENGTH) memcpy(out[n++], sqlite3_column_text(st, 0), CODE_LENGTH + 1);
    sqlite3_reset(st);
    return n;
}

int store_mine(Store *s, const uint8_t *hash, Code *out, int most) {
    sqlite3_bind_blob(s->read[GET_MINE], 1, hash, STORE_HASH, SQLITE_STATIC);
    sqlite3_bind_int(s->read[GET_MINE], 2, most);
    return take_codes(s->read[GET_MINE], out, most);
}

int store_expired(Store *s, int64_t waiting, int64_t others, Code *out, int most) {
    sqlite3_bind_int64(s->read[GET_EXPIRED], 1, waiting);
    sqlite3_bind_int64(s->read[GET_EXPIRED], 2, others);
    sqlite3_bind_int(s->read[GET_EXPIRED], 3, most);
    return take_codes(s->read[GET_EXPIRED], out, most);
}

int store_list(Store *s, StoreRow *out, int most) {
    sqlite3_stmt *st = s->read[GET_LIST];
    int n = 0;
    sqlite3_bind_int(st, 1, most);
    while (n < most && sqlite3_step(st) == SQLITE_ROW) {
        int stage = sqlite3_column_int(st, 1);
        if (sqlite3_column_bytes(st, 0) != CODE_LENGTH || stage < STAGE_WAITING || stage > STAGE_OVER) continue;
        memcpy(out[n].code, sqlite3_column_text(st, 0), CODE_LENGTH + 1);
        out[n].stage = (Stage)stage;
        out[n++].touched = sqlite3_column_int64(st, 2);
    }
    sqlite3_reset(st);
    return n;
}

long store_count(Store *s) {
    sqlite3_stmt *st = s->read[GET_COUNT];
    long n = sqlite3_step(st) == SQLITE_ROW ? (long)sqlite3_column_int64(st, 0) : -1;
    sqlite3_reset(st);
    return n;
}

/* ---- Backup ----------------------------------------------------------------------------------------- */

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

/* The copy is checked before it is called one, and does not stay if it is none. */
bool store_backup(const char *from, const char *to, char *why) {
    sqlite3 *in = NULL, *out = NULL;
    if (access(from, R_OK) != 0) return fail(why, from, strerror(errno));
    int made = open(to, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (made < 0) return fail(why, to, errno == EEXIST ? "exists already" : strerror(errno));
    close(made);
    int result = sqlite3_open_v2(from, &in, SQLITE_OPEN_READONLY, NULL);
    bool good = result == SQLITE_OK || fail(why, from, sqlite3_errstr(result));
    if (good && pragma(in, "PRAGMA application_id") != APPLICATION) good = fail(why, from, "not a store of Penna's");
    if (good) {
        result = sqlite3_open_v2(to, &out, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL);
        good = result == SQLITE_OK || fail(why, to, sqlite3_errstr(result));
    }
    good = good && copy_pages(in, out, why) && check_pages(out, to, why);
    sqlite3_close(in);
    sqlite3_close(out);
    if (!good) unlink(to);
    return good;
}
