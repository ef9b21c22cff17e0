/* sqlite.c: see sqlite.h. */
#include "server/sqlite.h"

#include <stdio.h>
#include <string.h>

enum { APPLICATION = 0x50656e6e }; /* "Penn" */

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
static const char *const steps[STORE_FORMAT] = {
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
    "PRAGMA user_version = 6;", /* for a word of events (event.h) */
};

bool sqlite_fail(char *why, const char *what, const char *reason) {
    snprintf(why, STORE_WHY, "%.140s: %.140s", what, reason);
    return false;
}

bool sqlite_run(sqlite3_stmt *st) {
    int result = sqlite3_step(st);
    sqlite3_reset(st);
    return result == SQLITE_DONE;
}

bool sqlite_prepare(sqlite3 *db, const char *const *sql, int count, sqlite3_stmt **out, char *why) {
    for (int i = 0; i < count; i++)
        if (sqlite3_prepare_v3(db, sql[i], -1, SQLITE_PREPARE_PERSISTENT, &out[i], NULL) != SQLITE_OK)
            return sqlite_fail(why, "the store", sqlite3_errmsg(db));
    return true;
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

bool sqlite_check(sqlite3 *db, const char *path, char *why) {
    sqlite3_stmt *st;
    bool good = false;
    if (sqlite3_prepare_v2(db, "PRAGMA quick_check(1)", -1, &st, NULL) != SQLITE_OK)
        return sqlite_fail(why, path, sqlite3_errmsg(db));
    if (sqlite3_step(st) == SQLITE_ROW) {
        const char *said = (const char *)sqlite3_column_text(st, 0);
        good = said && strcmp(said, "ok") == 0;
        if (!good) sqlite_fail(why, path, said ? said : "damaged");
    } else {
        sqlite_fail(why, path, sqlite3_errmsg(db));
    }
    sqlite3_finalize(st);
    return good;
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

bool sqlite_bring_up(sqlite3 *db, int version, const char *path, char *why) {
    bool good = sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL) == SQLITE_OK;
    for (int i = version; i < STORE_FORMAT && good; i++)
        good = sqlite3_exec(db, steps[i], NULL, NULL, NULL) == SQLITE_OK;
    if (good && version > 0 && version < 3) good = chain_all(db);
    if (good) good = sqlite3_exec(db, "COMMIT", NULL, NULL, NULL) == SQLITE_OK;
    return good || sqlite_fail(why, path, sqlite3_errmsg(db));
}

bool sqlite_is_ours(sqlite3 *db) { return pragma(db, "PRAGMA application_id") == APPLICATION; }

/* Only an empty file becomes a store: a mistyped path must not turn somebody's data into one. A store is checked before
 * it is changed. */
bool sqlite_make_or_check(sqlite3 *db, const char *path, bool small, char *why) {
    int id = pragma(db, "PRAGMA application_id"), version = pragma(db, "PRAGMA user_version");
    if (id == 0 && version == 0 && pragma(db, "SELECT count(*) FROM sqlite_schema") == 0)
        return sqlite_bring_up(db, 0, path, why);
    if (id != APPLICATION) return sqlite_fail(why, path, "not a store of Penna's");
    if (version > STORE_FORMAT)
        return sqlite_fail(why, path, "a store of a later version of Penna: it needs that version");
    if (version < 1) return sqlite_fail(why, path, "not a store of Penna's");
    return (!small || sqlite_check(db, path, why)) &&
           (version == STORE_FORMAT || sqlite_bring_up(db, version, path, why));
}

bool sqlite_take_paper(sqlite3_stmt *st, PaperRow *out) {
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
