/* glance.c: what a position is worth to the trained eye of the policy. See analyse.h.
 *
 * The net compares two seats. A seat's share of the win is taken as the product of its chances against each of
 * the others, all shares being scaled so that they sum to 1. */
#include <string.h>

#include "analyse/analyse.h"
#include "bots/mind.h"

static void look_at_pair(Mind *m, const State *s, int seat, int other, double *chance, double *points) {
    uint16_t slot[SLOTS_MAX];
    float out[NET_OUTS];
    m->features->list(s, seat, other, slot);
    net_look(&m->weights.pair, &m->pair[seat][other], slot, out);
    *chance *= (double)net_chance(out[OUT_WIN]);
    *points += (double)out[OUT_OWN] * 100 / (s->seats - 1);
}

static void look_alone(Mind *m, const State *s, Value *out) {
    uint16_t slot[SLOTS_MAX];
    float of[NET_OUTS];
    m->features->list(s, 0, -1, slot);
    net_look(&m->weights.solo, &m->solo[0], slot, of);
    out->share[0] = 1;
    out->points[0] = (double)of[OUT_OWN] * 100;
}

/* The net knows of two at a time; the chance against several is taken as the product over each of them, and made to sum
 * to one. */
static void glance(Bot *policy, const State *s, Value *out) {
    Mind *m = policy->memory;
    double sum = 0;
    memset(out, 0, sizeof *out);
    if (s->seats == 1) {
        look_alone(m, s, out);
        return;
    }
    for (int i = 0; i < s->seats; i++) {
        out->share[i] = 1;
        for (int k = 0; k < s->seats; k++)
            if (k != i) look_at_pair(m, s, i, k, &out->share[i], &out->points[i]);
        sum += out->share[i];
    }
    for (int i = 0; i < s->seats; i++) out->share[i] = sum > 0 ? out->share[i] / sum : 1.0 / s->seats;
}

/* Alone the mind counts hundreds of points. */
static int prior(Bot *policy, const State *view, int seat, Move *moves, double *values) {
    float of[MOVES_MAX];
    int n = mind_rank(policy->memory, view, seat, moves, of);
    for (int i = 0; i < n; i++) values[i] = (double)of[i] * (view->seats == 1 ? 100 : 1);
    return n;
}

static bool has_mind(const Bot *policy) { return policy->kind == &expert_bot && mind_exists(policy); }

Glance glance_of(const Bot *policy) { return has_mind(policy) ? glance : NULL; }

Prior prior_of(const Bot *policy) { return has_mind(policy) ? prior : NULL; }

void glance_only(Bot *policy) {
    if (has_mind(policy)) ((Mind *)policy->memory)->deep = false;
}
