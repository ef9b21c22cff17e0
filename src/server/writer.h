/* writer.h: the thread that stores entries, as many to a commit as are waiting: while one is under way the next
 * gathers, and where many play it takes a few milliseconds more for that.
 *
 * The loop adds entries, each of which gets the next sequence number, and goes on; when a commit is done the writer
 * wakes it, and the loop takes the entries back with what became of them. */
#ifndef PENNA_SERVER_WRITER_H
#define PENNA_SERVER_WRITER_H

#include "server/store.h"

typedef struct Writer Writer;

/* An entry for that table with that text, to be filled in further and given to writer_add(); NULL: no memory. */
Entry *entry_new(const char *code, const char *text);

/* Starts the thread; NULL: it cannot be started. */
Writer *writer_start(Store *store, void (*wake)(void *context), void *context);

/* Takes the entry over; returns its sequence number. */
uint64_t writer_add(Writer *w, Entry *e);

/* The entries that have an outcome since the last call, in the order in which they were added, for the caller to free;
 * NULL: none. why[STORE_WHY] is the reason of the last failure, if any of them failed. */
Entry *writer_take(Writer *w, char *why);

/* Seconds that the commit at hand has taken so far; 0: there is none. */
double writer_busy(Writer *w);

/* Commits so far, and entries in them. */
void writer_counts(Writer *w, uint64_t *commits, uint64_t *entries);

/* Stores what waits and ends the thread. */
void writer_stop(Writer *w);

#endif
