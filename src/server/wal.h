/* wal.h: SQLite's files as the system has them, but that what is written into a write-ahead log piece after piece
 * reaches the system in one call.
 *
 * SQLite writes two pieces for each page of a commit, its head and the page, one behind the other; all of them are kept
 * until it asks for something else of the log, which for a commit is the sync. So a commit costs one or two calls
 * instead of two a page. Nothing is lost that was not before: what another connection may read, and what is said to be
 * kept, has been synced. A piece that cannot be written is an error of what was asked for next: of the sync, at the
 * latest. */
#ifndef PENNA_SERVER_WAL_H
#define PENNA_SERVER_WAL_H

/* The name by which SQLite knows them, for sqlite3_open_v2(); NULL: they cannot be had, and SQLite's own do. Not for
 * two threads at once. */
const char *wal_files(void);

#endif
