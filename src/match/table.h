/* table.h: the tables of the solvers (solve/solve.h) in memory and in files (docs/tables.md).
 *
 * A file is a header of TABLE_HEADER bytes and the doubles of the table as they lie in memory, which are mapped, not
 * read: bots of several processes share them. A table may be unfinished; a solver takes it up again, nobody else
 * takes it. A file is replaced in one step, so that there is never half a table under its name. */
#ifndef PENNA_TABLE_H
#define PENNA_TABLE_H

#include "solve/solve.h"

enum { TABLE_FORMAT = 1, TABLE_HEADER = 80, TABLE_WHY = 200, TABLE_PATH = 4096 };

typedef struct Table {
    Solution it;
    int done;       /* layers */
    double seconds; /* spent on them */
    void *file;     /* the mapped file; NULL: the table is in memory only */
    size_t bytes;   /* of the file */
} Table;

/* A table with no layer done; false: no memory. */
bool table_new(const Solver *solver, int seats, Table *out);

/* True if all layers are done. */
bool table_complete(const Table *t);

/* The table of that solver for so many seats from a file, its checksum verified. On failure false and a reason in
 * why[TABLE_WHY]: no such file, not a table, another version, game, number of seats or byte order, too short, too
 * long, damaged; or, unless `unfinished` is true, unfinished. */
bool table_load(const char *path, const Solver *solver, int seats, bool unfinished, Table *out, char *why);

/* Writes the file, replacing an older one; on failure false and a reason, the older one unharmed. */
bool table_save(const Table *t, const char *path, char *why);

void table_free(Table *t);

/* Where tables are kept unless one says otherwise: $PENNA_TABLES, else $XDG_DATA_HOME/penna, else
 * ~/.local/share/penna; in it GAME-SEATS.table. Makes the directory if `make` is true. False: there is no home,
 * or the path is too long. */
bool table_path(const Solver *solver, int seats, bool make, char *path);

#endif
