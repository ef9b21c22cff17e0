/* exact.c: see exact.h. */
#include "arena/exact.h"

#ifndef __wasm__
#include <pthread.h>
#endif

#include "arena/solved.h"

enum { AT_ONCE = 100000, KEPT_MAX = 16 }; /* positions that are valued in no time; games */

/* What was found, by the solver's place in the list. */
static struct Kept {
    bool asked[2]; /* to compute it; for its file */
    bool found;
    Solved table;
} kept[KEPT_MAX];

#ifndef __wasm__
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void enter(void) { pthread_mutex_lock(&lock); }
static void leave(void) { pthread_mutex_unlock(&lock); }
#else /* a page's worker has one thread */
static void enter(void) {}
static void leave(void) {}
#endif

static bool compute(const Solver *solver, Solved *out) {
    if (!solved_new(solver, 1, out)) return false;
    if (solve_states(&out->it) <= AT_ONCE) {
        solve_run(&out->it, 0);
        return true;
    }
    solved_free(out);
    return false;
}

static bool load(const Solver *solver, Solved *out) {
    char path[SOLVED_PATH], why[SOLVED_WHY];
    return solved_path(solver, 1, false, path) && solved_load(path, solver, 1, false, out, why);
}

/* The place of the game's solver in the list, or -1. */
static int place_of(const Game *g) {
    for (int i = 0; i < KEPT_MAX && solvers[i]; i++)
        if (solvers[i]->game == g) return i;
    return -1;
}

const Solution *exact_table(const Game *g, bool stored) {
    int i = place_of(g);
    if (i < 0) return NULL;
    struct Kept *k = &kept[i];
    enter();
    for (int how = 0; how <= (int)stored && !k->found; how++) {
        if (k->asked[how]) continue;
        k->asked[how] = true;
        k->found = (how ? load : compute)(solvers[i], &k->table);
    }
    bool found = k->found;
    leave();
    return found ? &k->table.it : NULL;
}

/* A table that was found stays where it is, so it is read without the lock. */
Move exact_choose(const Game *g, const State *view, int seat) {
    const Solution *table = &kept[place_of(g)].table.it;
    Move moves[MOVES_MAX];
    double values[MOVES_MAX];
    int n = table->solver->best(table, view, seat, moves, values), best = 0;
    for (int i = 1; i < n; i++)
        if (values[i] > values[best]) best = i;
    return moves[best];
}
