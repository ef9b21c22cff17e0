/* tables.c: the solvers' tables (match/table.h) where there are no files: only those that are made on the spot. */
#include <stdlib.h>

#include "match/table.h"

bool table_new(const Solver *solver, int seats, Table *out) {
    *out = (Table){.it = {.solver = solver, .seats = seats}};
    out->it.map = malloc(solver->map_size);
    if (out->it.map) solve_open(&out->it);
    out->it.value = out->it.map ? calloc(solver->count(&out->it), sizeof(double)) : NULL;
    if (out->it.value) return true;
    table_free(out);
    return false;
}

void table_free(Table *t) {
    free(t->it.map);
    free(t->it.value);
    *t = (Table){.done = 0};
}

bool table_path(const Solver *solver, int seats, bool make, char *path) {
    (void)solver, (void)seats, (void)make, (void)path;
    return false;
}

bool table_load(const char *path, const Solver *solver, int seats, bool unfinished, Table *out, char *why) {
    (void)path, (void)solver, (void)seats, (void)unfinished, (void)out, (void)why;
    return false;
}
