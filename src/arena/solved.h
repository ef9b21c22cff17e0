/* solved.h: the tables of the solvers (solve/solve.h) in memory and in files (docs/tables.md).
 *
 * A file is a header of SOLVED_HEADER bytes and the doubles of the table as they lie in memory, which are mapped, not
 * read: bots of several processes share them. A table may be unfinished; a solver takes it up again, nobody else
 * takes it. A file is replaced in one step, so that there is never half a table under its name. */
#ifndef PENNA_ARENA_SOLVED_H
#define PENNA_ARENA_SOLVED_H

#include "solve/solve.h"

enum { SOLVED_FORMAT = 1, SOLVED_HEADER = 80, SOLVED_WHY = 200, SOLVED_PATH = 4096 };

typedef struct Solved {
    Solution it;
    int done;       /* layers */
    double seconds; /* spent on them */
    void *file;     /* the mapped file; NULL: the table is in memory only */
    size_t bytes;   /* of the file */
} Solved;

/* A table with no layer done; false: no memory. */
bool solved_new(const Solver *solver, int seats, Solved *out);

/* True if all layers are done. */
bool solved_complete(const Solved *t);

/* The table of that solver for so many seats from a file, its checksum verified. On failure false and a reason in
 * why[SOLVED_WHY]: no such file, not a table, another version, game, number of seats or byte order, too short, too
 * long, damaged; or, unless `unfinished` is true, unfinished. */
bool solved_load(const char *path, const Solver *solver, int seats, bool unfinished, Solved *out, char *why);

/* Writes the file, replacing an older one; on failure false and a reason, the older one unharmed. */
bool solved_save(const Solved *t, const char *path, char *why);

void solved_free(Solved *t);

/* Where tables are kept unless one says otherwise: $PENNA_TABLES, else $XDG_DATA_HOME/penna, else
 * ~/.local/share/penna; in it GAME-SEATS.table. Makes the directory if `make` is true. False: there is no home,
 * or the path is too long. */
bool solved_path(const Solver *solver, int seats, bool make, char *path);

#endif
