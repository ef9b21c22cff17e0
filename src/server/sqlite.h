/* sqlite.h: a file of SQLite's as a place for tables: what it must have, how an earlier one comes to it, and what those
 * share who work with one (store_sqlite.c while it is served, sqlite_copy.c when it is copied). */
#ifndef PENNA_SERVER_SQLITE_H
#define PENNA_SERVER_SQLITE_H

#include <sqlite3.h>

#include "server/store_kind.h"

/* Writes what is wrong with what into STORE_WHY bytes. Returns false. */
bool sqlite_fail(char *why, const char *what, const char *reason);

/* Prepares statements that will be used many times. */
bool sqlite_prepare(sqlite3 *db, const char *const *sql, int count, sqlite3_stmt **out, char *why);

/* Runs a bound statement that gives no rows. */
bool sqlite_run(sqlite3_stmt *st);

/* Takes a row of papers: shelf, name, rank, at, until, version, text. False: no memory, or names that are too long. The
 * caller frees the text. */
bool sqlite_take_paper(sqlite3_stmt *st, PaperRow *out);

/* Was the file made by us? */
bool sqlite_is_ours(sqlite3 *db);

/* Is every page where it should be? */
bool sqlite_check(sqlite3 *db, const char *path, char *why);

/* Takes all steps from the version, 0 for an empty file, to ours, or none. */
bool sqlite_bring_up(sqlite3 *db, int version, const char *path, char *why);

/* Makes a store of an empty file, or checks one and brings it up to date. `small`: its pages are checked first; for a
 * large one nobody would wait. */
bool sqlite_make_or_check(sqlite3 *db, const char *path, bool small, char *why);

/* Gives all of a file to the copy (store_kind.h). */
bool sqlite_give(sqlite3 *db, const char *path, const StoreCopy *copy, char *why);

#endif
