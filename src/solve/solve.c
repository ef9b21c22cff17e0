/* solve.c: the solvers, and what is the same for all of them. */
#include "solve/solve.h"

const Solver *const solvers[] = {&qwixx_solver, &twentyone_solver, NULL};

const Solver *solve_find(const Game *g) {
    for (int i = 0; solvers[i]; i++)
        if (solvers[i]->game == g) return solvers[i];
    return NULL;
}

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
