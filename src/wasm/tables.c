/* tables.c: the solvers' tables (arena/solved.h) where there are no files: only those that are made on the spot. */
#include <stdlib.h>

#include "arena/solved.h"

bool solved_new(const Solver *solver, int seats, Solved *out) {
    *out = (Solved){.it = {.solver = solver, .seats = seats}};
    out->it.map = malloc(solver->map_size);
    if (out->it.map) solve_open(&out->it);
    out->it.value = out->it.map ? calloc(solver->count(&out->it), sizeof(double)) : NULL;
    if (out->it.value) return true;
    solved_free(out);
    return false;
}

void solved_free(Solved *t) {
    free(t->it.map);
    free(t->it.value);
    *t = (Solved){.done = 0};
}

bool solved_path(const Solver *solver, int seats, bool make, char *path) {
    (void)solver, (void)seats, (void)make, (void)path;
    return false;
}

bool solved_load(const char *path, const Solver *solver, int seats, bool unfinished, Solved *out, char *why) {
    (void)path, (void)solver, (void)seats, (void)unfinished, (void)out, (void)why;
    return false;
}
