/* sqlite_copy.c: copies of a file of tables: backups, and to and from another kind of store. Nobody waits for these but
 * who asked. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "server/sqlite.h"

/* ---- Backup ----------------------------------------------------------------------------------------- */

/* A copy has its name when it is whole and checked: what is left of one that was broken off must not be taken for it,
 * or for an empty store. Never over something that is there, and for nobody else's eyes, like the store itself. */
static bool begin_copy(const char *path, char *part, char *why) {
    if (access(path, F_OK) == 0) return sqlite_fail(why, path, "exists already");
    snprintf(part, PATH_MAX, "%s.XXXXXX", path);
    int made = mkostemp(part, O_CLOEXEC);
    if (made < 0) return sqlite_fail(why, path, strerror(errno));
    close(made);
    return true;
}

/* A file system that knows no second names has to do without being sure that nobody else has just taken this one. */
static bool end_copy(bool good, const char *part, const char *path, char *why) {
    if (good && link(part, path) != 0) {
        if (errno == EEXIST)
            good = sqlite_fail(why, path, "exists already");
        else if (rename(part, path) != 0)
            good = sqlite_fail(why, path, strerror(errno));
    }
    unlink(part);
    return good;
}

/* In one step, so that the copy is of one moment; a busy writer is waited for. */
static bool copy_pages(sqlite3 *from, sqlite3 *to, char *why) {
    sqlite3_backup *b = sqlite3_backup_init(to, "main", from, "main");
    if (!b) return sqlite_fail(why, "backup", sqlite3_errmsg(to));
    int result;
    do {
        result = sqlite3_backup_step(b, -1);
        if (result == SQLITE_BUSY || result == SQLITE_LOCKED) sqlite3_sleep(50);
    } while (result == SQLITE_OK || result == SQLITE_BUSY || result == SQLITE_LOCKED);
    sqlite3_backup_finish(b);
    return result == SQLITE_DONE || sqlite_fail(why, "backup", sqlite3_errstr(result));
}

/* Read as it is, also while a server writes; a file of anything else is not copied, whatever it is called. */
bool store_sqlite_backup(const char *from, const char *to, char *why) {
    sqlite3 *in = NULL, *out = NULL;
    char part[PATH_MAX];
    if (access(from, R_OK) != 0) return sqlite_fail(why, from, strerror(errno));
    if (!begin_copy(to, part, why)) return false;
    int result = sqlite3_open_v2(from, &in, SQLITE_OPEN_READONLY, NULL);
    bool good = result == SQLITE_OK || sqlite_fail(why, from, sqlite3_errstr(result));
    if (good && !sqlite_is_ours(in)) good = sqlite_fail(why, from, "not a store of Penna's");
    if (good) {
        result = sqlite3_open_v2(part, &out, SQLITE_OPEN_READWRITE, NULL);
        good = result == SQLITE_OK || sqlite_fail(why, to, sqlite3_errstr(result));
    }
    good = good && copy_pages(in, out, why) && sqlite_check(out, to, why);
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
        bool good = sqlite_take_paper(st, &row) && c->paper(c->context, &row);
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

bool sqlite_give(sqlite3 *db, const char *path, const StoreCopy *copy, char *why) {
    const char *const sql[] = {copy_tables, copy_events, copy_holders, copy_papers};
    bool good = true;
    for (int i = 0; i < 4 && good; i++) {
        sqlite3_stmt *st = NULL;
        int result = sqlite3_prepare_v2(db, sql[i], -1, &st, NULL);
        if (result != SQLITE_OK) return sqlite_fail(why, path, sqlite3_errmsg(db));
        while (good && (result = sqlite3_step(st)) == SQLITE_ROW) good = give_row(st, copy, i);
        if (good && result != SQLITE_DONE) good = sqlite_fail(why, path, sqlite3_errmsg(db));
        if (!good && !*why) sqlite_fail(why, path, "it holds something that cannot be copied");
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
    return sqlite_run(st);
}

static bool add_event(void *context, const char *code, int number, int64_t at, const char *text, const uint8_t *head) {
    sqlite3_stmt *st = ((sqlite3_stmt **)context)[1];
    sqlite3_bind_text(st, 1, code, -1, SQLITE_STATIC);
    sqlite3_bind_int(st, 2, number);
    sqlite3_bind_int64(st, 3, at);
    sqlite3_bind_text(st, 4, text, -1, SQLITE_STATIC);
    sqlite3_bind_blob(st, 5, head, STORE_HEAD, SQLITE_STATIC);
    return sqlite_run(st);
}

static bool add_holder(void *context, const char *code, int seat, const uint8_t *hash) {
    sqlite3_stmt *st = ((sqlite3_stmt **)context)[2];
    sqlite3_bind_text(st, 1, code, -1, SQLITE_STATIC);
    sqlite3_bind_int(st, 2, seat);
    sqlite3_bind_blob(st, 3, hash, STORE_HASH, SQLITE_STATIC);
    return sqlite_run(st);
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
    return sqlite_run(st);
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
    bool good = sqlite_prepare(db, sql, 4, st, why);
    if (good && sqlite3_exec(db, "BEGIN", NULL, NULL, NULL) != SQLITE_OK)
        good = sqlite_fail(why, path, sqlite3_errmsg(db));
    good = good && fill(context, &to, why);
    if (!good && !*why) sqlite_fail(why, path, sqlite3_errmsg(db));
    for (int i = 0; i < 4; i++) sqlite3_finalize(st[i]);
    if (good && sqlite3_exec(db, "COMMIT", NULL, NULL, NULL) != SQLITE_OK)
        good = sqlite_fail(why, path, sqlite3_errmsg(db));
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
    bool good = result == SQLITE_OK || sqlite_fail(why, path, sqlite3_errstr(result));
    good = good && sqlite_bring_up(db, 0, path, why) && fill_file(db, path, fill, context, why) &&
           sqlite_check(db, path, why);
    sqlite3_close(db);
    return end_copy(good, part, path, why);
}
