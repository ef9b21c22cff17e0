/* evaluate.c: see evaluate.h. */
#include "arena/evaluate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "match/signature.h"

/* The opponents, in this order for ever: the place of each is part of its seeds. They do not learn any more: what is
 * not fixed by its code plays with weights that were frozen with a release. */
static const char *const baselines[] = {"greedy",    "linear",     "expert@0.1", "points@0.1",
                                        "racer@0.1", "margin@0.1", "winner@0.1"};
enum { BASELINES = sizeof baselines / sizeof *baselines, SEATS = 2 };

/* Only linear may be missing, in games for which nobody has tuned it. */
static bool may_miss(const Game *g, const char *name) {
    return strcmp(name, "linear") == 0 && !(g->features && g->features->plain_count);
}

static const char *plan_game(Evaluation *e, const Game *g, const char **who) {
    const char *why;
    int wrong;
    buffer_put(&e->inputs, "game %s rules %016llx\n", g->name, (unsigned long long)signature_of(g, SEATS, &wrong));
    *who = e->bot;
    if (!identity_put(e->bot, g, &e->inputs, &why)) return why;
    for (int i = 0; i < BASELINES; i++) {
        *who = baselines[i];
        if (may_miss(g, baselines[i])) continue;
        uint64_t seed = (uint64_t)EVALUATE_SEED + (uint64_t)i;
        buffer_put(&e->inputs, "against %s seed %llu\n", baselines[i], (unsigned long long)seed);
        if (!identity_put(baselines[i], g, &e->inputs, &why)) return why;
        e->duel[e->duels++] = (EvalDuel){.game = g, .baseline = baselines[i], .seed = seed};
    }
    return NULL;
}

const char *evaluate_plan(Evaluation *e, const char *bot, const Game *const *game, int count, const char **who) {
    const char *why = NULL;
    int all = 0;
    while (games[all]) all++;
    if (count == 0) game = games, count = all;
    e->bot = *who = bot;
    e->duel = calloc((size_t)count * BASELINES, sizeof *e->duel);
    if (!e->duel) return N_("out of memory");
    buffer_put(&e->inputs, "penna evaluate 1\nprogram penna " PENNA_VERSION "\nseats %d\nsets %llu\nplayouts %u\n",
               SEATS, (unsigned long long)e->sets, e->budget.playouts);
    for (int i = 0; i < count && !why; i++) why = plan_game(e, game[i], who);
    if (!why && e->inputs.failed) why = N_("out of memory");
    if (!why) identity_hash(e->inputs.bytes, e->inputs.length, e->hash);
    return why;
}

void evaluate_free(Evaluation *e) {
    free(e->duel);
    buffer_free(&e->inputs);
}

Duel evaluate_duel(const Evaluation *e, int number) {
    const EvalDuel *d = &e->duel[number];
    return (Duel){.sets = e->sets,
                  .lineup = {.arena = {.game = d->game, .seats = SEATS, .seed = d->seed},
                             .name = {e->bot, d->baseline},
                             .budget = e->budget}};
}

/* The duels have seeds of their own, so their errors add up as those of independent numbers do. */
double evaluate_share(const Evaluation *e, int from, int to, Interval *in) {
    double mean = 0, variance = 0, count = to - from;
    for (int i = from; i < to; i++) {
        Sample share = duel_share(&e->duel[i].tally, SEATS, 0);
        Interval own = share_interval(&share, SEATS);
        double half = (own.high - own.low) / 2;
        mean += sample_mean(&share) / count;
        variance += half * half / (count * count);
    }
    *in = (Interval){fmax(0, mean - sqrt(variance)), fmin(1, mean + sqrt(variance))};
    return mean;
}

int evaluate_of_game(const Evaluation *e, int from) {
    int n = 0;
    while (from + n < e->duels && e->duel[from + n].game == e->duel[from].game) n++;
    return n;
}
