/* schema.h: what a database of PostgreSQL's must have to keep tables: a server that will do, the tables of our own
 * schema in the present format, and the rights to use them. */
#ifndef PENNA_SERVER_SCHEMA_H
#define PENNA_SERVER_SCHEMA_H

#include <stdatomic.h>
#include <stdbool.h>

#include "server/postgres.h"

/* Writes why the store cannot be used into STORE_WHY bytes. Returns false. */
bool schema_fail(char *why, const char *reason);

/* Is the server one that Penna works with? */
bool schema_server(Link *l, char *why);

/* Makes the tables in an empty database, or brings those that are there up to our format, unless servers other than
 * `node` run that do not know it: `format` is what the store has then. */
bool schema_make(Link *l, const char *node, atomic_int *format, char *why);

/* The second half of that, for a store that is in use: the servers that held it back may have ended. */
bool schema_bring_up(Link *l, const char *node, atomic_int *format, char *why);

/* May we do with the tables all that we shall want to? */
bool schema_rights(Link *l, char *why);

#endif
