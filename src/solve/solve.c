/* solve.c: the solvers, and what is the same for all of them. */
#include "solve/solve.h"

const Solver *const solvers[] = {&qwixx_solver, &twentyone_solver, NULL};
const Solver *const bounds[] = {&qwinto_bound, &qwinto_cards_bound, &qwantum_bound, NULL};

static const Solver *find(const Solver *const *list, const Game *g) {
    for (; *list; list++)
        if ((*list)->game == g) return *list;
    return NULL;
}

const Solver *solve_find(const Game *g) { return find(solvers, g); }
const Solver *bound_find(const Game *g) { return find(bounds, g); }

void solve_open(const Solution *it) { it->solver->open(it->map); }

uint64_t solve_states_before(const Solution *it, int layer) {
    uint64_t sum = 0;
    for (int i = 0; i < layer; i++) sum += it->solver->states(it, i);
    return sum;
}

uint64_t solve_states(const Solution *it) { return solve_states_before(it, it->solver->layers(it)); }

void solve_run(const Solution *it, int layer) {
    for (; layer < it->solver->layers(it); layer++) it->solver->run(it, layer, 0, it->solver->items(it, layer));
}

void solve_values(const Solution *it, double *by_seat) {
    AnyState s;
    game_start(it->solver->game, &s.head, it->seats);
    for (int seat = 0; seat < it->seats; seat++) by_seat[seat] = it->solver->value(it, &s.head, seat);
}
