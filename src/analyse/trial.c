/* trial.c: one game played on from a position by the policy, with dice from a key. See analyse.h. */
#include <math.h>
#include <string.h>

#include "analyse/analyse.h"
#include "base/dice.h"

enum { EVEN_MOST = 216 }; /* a first roll with at most so many outcomes goes through all of them in turn */

How judge_how(const Judge *j, const State *s) {
    if (j->exact && s->seats == 1) return HOW_EXACT;
    return j->horizon > 0 && j->glance ? HOW_SEARCH : HOW_TRIALS;
}

/* ---- Means ------------------------------------------------------------------------------------------ */

void mean_add(Mean *m, double x) {
    double d = x - m->mean;
    m->n++;
    m->mean += d / m->n;
    m->squares += d * (x - m->mean);
}

double mean_deviation(const Mean *m) { return m->n > 1 ? sqrt(m->squares / (m->n - 1)) : 0; }

double mean_error(const Mean *m) { return m->n > 1 ? mean_deviation(m) / sqrt(m->n) : 0; }

/* ---- The end of a trial ------------------------------------------------------------------------------ */

/* Several who are first share the win. */
void value_of_scores(const Game *g, const State *s, Value *out) {
    int points[SEATS_MAX], rank[SEATS_MAX];
    g->scores(s, points);
    int first = game_ranks(points, s->seats, rank);
    memset(out, 0, sizeof *out);
    for (int i = 0; i < s->seats; i++) {
        out->points[i] = points[i];
        out->share[i] = rank[i] == 1 ? 1.0 / first : 0;
    }
}

/* ---- Chance ----------------------------------------------------------------------------------------- */

uint64_t trial_key(uint64_t question, uint32_t n) { return rng_mix(rng_mix(question) + n * 0x9E3779B97F4A7C15u); }

/* The outcome at a whole place of the scale of weights. */
static uint32_t outcome_at(const Game *g, const State *s, uint32_t at) {
    uint32_t i = 0;
    if (!g->weight) return at;
    for (uint32_t w; at >= (w = g->weight(s, i)); i++) at -= w;
    return i;
}

/* A step of about the golden ratio through so many outcomes that comes to each of them before it comes to one again. */
static uint32_t golden_step(uint32_t total) {
    uint32_t step = (uint32_t)(total * 0.618);
    for (;; step++) {
        uint32_t a = total, b = step;
        while (b) {
            uint32_t rest = a % b;
            a = b;
            b = rest;
        }
        if (a == 1) return step;
    }
}

/* The first roll of trial n: by steps of the golden ratio, of which any number in a row lie evenly, so that few trials
 * see all faces too; where outcomes are few, through all of them. Over the questions each outcome is as likely as it
 * should be. */
static uint32_t first_roll(const Game *g, const State *s, uint64_t question, uint32_t n) {
    uint64_t start = rng_mix(question ^ 0x6669727374u);
    uint32_t total = dice_total(g, s);
    if (total <= EVEN_MOST)
        return outcome_at(g, s, (uint32_t)((start % total + (uint64_t)n * golden_step(total)) % total));
    return dice_at(g, s, start + n * 0x9E3779B97F4A7C15u);
}

/* ---- Playing ---------------------------------------------------------------------------------------- */

/* A stream for each turn and seat: how many lots one seat draws must not change what another does, or moves would be
 * compared on other dice. */
void trial_replies(const Judge *j, const State *s, int seat, uint64_t key, Move *joint) {
    const Game *g = j->game;
    AnyState view;
    memcpy(&view, s, g->size);
    for (int i = 0; i < s->seats; i++) {
        if (i == seat || !state_moves(s, i)) continue;
        Rng rng = rng_stream(key, (uint64_t)s->turn * SEATS_MAX + (uint64_t)i);
        if (g->hide) memcpy(&view, s, g->size);
        game_hide(g, &view.head, i);
        joint[i] = j->policy->kind->choose(j->policy, &view.head, i, &rng);
    }
}

/* With `rolled` the first roll has fallen already, so what follows counts on from the next place of the turn: both
 * kinds of trial have the same dice from there. */
void trial_run(const Judge *j, State *s, uint64_t question, uint32_t n, bool rolled, Value *out) {
    const Game *g = j->game;
    uint64_t key = trial_key(question, n);
    int turn = s->turn, ordinal = rolled, end = s->turn + j->horizon;
    bool glances = j->glance && j->horizon > 0;
    Move joint[SEATS_MAX] = {0};
    while (s->node != NODE_OVER) {
        if (s->turn != turn) ordinal = 0;
        turn = s->turn;
        if (glances && turn >= end) {
            j->glance(j->policy, s, out);
            return;
        }
        if (s->node == NODE_MOVE) {
            trial_replies(j, s, -1, key, joint);
            g->play(s, joint);
            continue;
        }
        g->chance(s, rolled ? dice_outcome(g, s, key, ordinal) : first_roll(g, s, question, n));
        rolled = true;
        ordinal++;
    }
    value_of_scores(g, s, out);
}

/* Counted and not measured: the work that a game takes must be the same on every machine, or so would not be what is
 * concluded from it. */
double trial_cost(const Judge *j, const State *start, uint64_t question, uint32_t trials) {
    const Game *g = j->game;
    double count = 0;
    for (uint32_t n = 0; n < trials; n++) {
        AnyState s;
        Move joint[SEATS_MAX] = {0}, legal[MOVES_MAX];
        uint64_t key = trial_key(question, n);
        memcpy(&s, start, g->size);
        for (int ordinal = 0; s.head.node != NODE_OVER;) {
            if (s.head.node == NODE_CHANCE) {
                g->chance(&s.head, dice_outcome(g, &s.head, key, ordinal++));
                continue;
            }
            for (int i = 0; i < s.head.seats; i++) count += g->legal(&s.head, i, legal);
            trial_replies(j, &s.head, -1, key, joint);
            g->play(&s.head, joint);
        }
    }
    return trials ? count / trials : 0;
}

/* Without a horizon: a glance tells the mean and hides how far results lie apart. */
double trial_spread(const Judge *j, const State *start, uint64_t question, uint32_t trials) {
    Judge whole = *j;
    Mean points = {0};
    whole.horizon = 0;
    for (uint32_t n = 0; n < trials; n++) {
        AnyState s;
        Value v;
        memcpy(&s, start, j->game->size);
        trial_run(&whole, &s.head, question, n, false, &v);
        mean_add(&points, v.points[0]);
    }
    return mean_deviation(&points);
}
