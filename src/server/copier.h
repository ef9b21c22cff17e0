/* copier.h: a thread that copies the log of a SQLite file back into the file while others go on writing.
 *
 * Copied by the writer itself, a log of 4 MB keeps everyone waiting for as long as the disk takes for a thousand pages
 * here and there; copied beside it, for the few pages only that came meanwhile. */
#ifndef PENNA_SERVER_COPIER_H
#define PENNA_SERVER_COPIER_H

#include <sqlite3.h>
#include <stdbool.h>

typedef struct Copier Copier;

/* Starts the thread with a connection that is its own from now on; NULL: it cannot be started, and the connection is
 * still the caller's. */
Copier *copier_start(sqlite3 *db);

/* Asks for the log, as long as it is now, to be copied back. */
void copier_ask(Copier *c);

/* Has what was last asked for been done, or at least been tried? If `wait` is true it waits until it has. */
bool copier_done(Copier *c, bool wait);

/* Ends the thread, when it has done what it was asked, and closes the connection. */
void copier_stop(Copier *c);

#endif
