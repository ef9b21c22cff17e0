/* admin.h: `penna admin`: those who run the server talk to it, through a socket beside the file of tables that only its
 * owner can open; beside no file, in $RUNTIME_DIRECTORY, $XDG_RUNTIME_DIR or /tmp.
 *
 * A thread of its own takes one line, hands it to the loop, and sends back what the loop answers; so nothing here
 * depends on the network layer, and nobody who is slow keeps the loop waiting. */
#ifndef PENNA_SERVER_ADMIN_H
#define PENNA_SERVER_ADMIN_H

#include "server/house.h"

/* Opens the socket and starts the thread; NULL: it cannot be done, and *why says so. */
Admin *admin_start(const char *db, const char *node, void (*wake)(void *context), void *context, const char **why);

/* Answers the request that waits, if one does. For the loop. */
void admin_serve(Server *s);

/* The tables that hall_list() asked for; -1: they cannot be read. */
void admin_listed(Server *s, const StoreRow *row, int count);

/* Ends the thread and removes the socket. NULL is allowed. */
void admin_stop(Admin *a);

#endif
