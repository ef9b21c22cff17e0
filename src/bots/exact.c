/* exact.c: see exact.h. */
#include "bots/exact.h"

#include "solve/solve.h"

bool exact_choose(const Bot *bot, const State *view, int seat, Move *out) {
    const Solution *table = bot->exact;
    if (!table || view->seats != 1) return false;
    Move moves[MOVES_MAX];
    double values[MOVES_MAX];
    int n = table->solver->best(table, view, seat, moves, values), best = 0;
    for (int i = 1; i < n; i++)
        if (values[i] > values[best]) best = i;
    *out = moves[best];
    return true;
}
