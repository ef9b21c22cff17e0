/* adjust.c: see adjust.h. */
#include "arena/adjust.h"

#include <stdlib.h>
#include <string.h>

#include "base/dice.h"
#include "bots/mind.h"

/* ---- The luck of a roll ----------------------------------------------------------------------------- */

static void appraise_after(const Game *g, Appraise *appraise, void *judge, const State *s, uint32_t outcome,
                           double *by_seat) {
    AnyState after;
    memcpy(&after, s, g->size);
    g->chance(&after.head, outcome);
    appraise(judge, &after.head, by_seat);
}

static void take_off(double *luck, const double *by_seat, double part, int seats) {
    for (int i = 0; i < seats; i++) luck[i] -= part * by_seat[i];
}

/* What fell is added, and what could have fallen is taken off in parts that sum to 1. */
void adjust_roll(const Game *g, Appraise *appraise, void *judge, const State *s, uint32_t outcome, uint64_t key,
                 double *luck) {
    double by_seat[SEATS_MAX];
    uint32_t outcomes = g->outcomes(s);
    appraise_after(g, appraise, judge, s, outcome, by_seat);
    take_off(luck, by_seat, -1, s->seats);
    bool few = outcomes <= ADJUST_ROLLS;
    double total = few ? dice_total(g, s) : ADJUST_ROLLS;
    for (uint32_t k = 0; k < (few ? outcomes : ADJUST_ROLLS); k++) {
        uint32_t other = few ? k : dice_at(g, s, key + k * 0x9E3779B97F4A7C15u); /* by steps of the golden ratio */
        double weight = few && g->weight ? g->weight(s, k) : 1;
        if (weight == 0) continue;
        appraise_after(g, appraise, judge, s, other, by_seat);
        take_off(luck, by_seat, weight / total, s->seats);
    }
}

/* ---- The judge -------------------------------------------------------------------------------------- */

struct Adjuster {
    Mind mind;
};

/* It is asked for every roll that could have fallen, so it judges at a glance; and for chances to win alone, because
 * those are what shares are the results of. */
Adjuster *adjuster_new(const Game *g, const char **why) {
    *why = N_("out of memory");
    Adjuster *a = calloc(1, sizeof *a);
    if (!a || !mind_start(&a->mind, g, NULL, 0, why)) {
        free(a);
        return NULL;
    }
    a->mind.style = (Style){.chance = 1};
    a->mind.deep = false;
    a->mind.samples = 0;
    return a;
}

void adjuster_free(Adjuster *a) { free(a); }

/* To the next roll, or to the next turn; everyone chooses at a glance. */
static void appraise_by_mind(void *judge, const State *rolled, double *by_seat) {
    Mind *m = &((Adjuster *)judge)->mind;
    AnyState s;
    memcpy(&s, rolled, m->game->size);
    while (s.head.node == NODE_MOVE && s.head.turn == rolled->turn) {
        Move joint[SEATS_MAX] = {0};
        mind_replies(m, &s.head, SEATS_MAX, joint);
        m->game->play(&s.head, joint);
    }
    for (int i = 0; i < rolled->seats; i++) by_seat[i] = (double)mind_glance(m, &s.head, i);
    if (rolled->seats != 2) return;
    by_seat[0] = (by_seat[0] + 1 - by_seat[1]) / 2;
    by_seat[1] = 1 - by_seat[0];
}

void adjuster_roll(Adjuster *a, const State *s, uint32_t outcome, uint64_t key, double *luck) {
    adjust_roll(a->mind.game, appraise_by_mind, a, s, outcome, key, luck);
}
