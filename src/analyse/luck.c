/* luck.c: the luck of a roll: what is expected after it less the mean over all rolls. See analyse.h.
 *
 * Trial n is played twice: on from the roll that fell, and from a roll of the even sequence that trial_run() takes;
 * everything after it has the same key. The mean of the differences estimates the luck without bias for the
 * policy's play; and because the roll that fell and those of the sequence have one distribution, the luck of all
 * rolls sums to 0 in expectation whatever the judge believes. A table needs no trials: the value before a roll is
 * the mean over the rolls. */
#include <string.h>

#include "analyse/analyse.h"
#include "base/dice.h"

static void exact_luck(const Judge *j, const State *s, const State *after, Luck *out) {
    const Solution *it = j->exact;
    out->before.share[0] = out->after.share[0] = 1;
    out->before.points[0] = it->solver->value(it, s, 0);
    out->after.points[0] = it->solver->value(it, after, 0);
    out->luck.points[0] = out->after.points[0] - out->before.points[0];
}

/* Sums of trials, by seat. */
typedef struct LuckSums {
    Mean share_before, share_after, share_luck, points_before, points_after, points_luck;
} LuckSums;

/* The difference is averaged as such: before and after were played on the same dice, so most of their noise is common
 * and falls out. */
static void add(LuckSums *sums, const Value *before, const Value *after, int seats) {
    for (int i = 0; i < seats; i++) {
        mean_add(&sums[i].share_before, before->share[i]);
        mean_add(&sums[i].share_after, after->share[i]);
        mean_add(&sums[i].share_luck, after->share[i] - before->share[i]);
        mean_add(&sums[i].points_before, before->points[i]);
        mean_add(&sums[i].points_after, after->points[i]);
        mean_add(&sums[i].points_luck, after->points[i] - before->points[i]);
    }
}

/* The error told is that of the luck, not of either value: it is far smaller than both. */
static void take(const LuckSums *sums, int seats, Luck *out) {
    for (int i = 0; i < seats; i++) {
        out->before.share[i] = sums[i].share_before.mean;
        out->after.share[i] = sums[i].share_after.mean;
        out->luck.share[i] = sums[i].share_luck.mean;
        out->error.share[i] = mean_error(&sums[i].share_luck);
        out->before.points[i] = sums[i].points_before.mean;
        out->after.points[i] = sums[i].points_after.mean;
        out->luck.points[i] = sums[i].points_luck.mean;
        out->error.points[i] = mean_error(&sums[i].points_luck);
    }
}

/* A number of trials in which each of few outcomes comes up equally often. */
static uint32_t even_trials(const Game *g, const State *s, uint32_t trials) {
    uint32_t total = dice_total(g, s);
    return total <= trials ? (trials + total - 1) / total * total : trials;
}

/* One trial goes on from the roll that fell and one from any roll, with the same key: what happens after it is as alike
 * as it can be. */
void luck_of(const Judge *j, const State *s, uint32_t outcome, uint64_t question, uint32_t trials, Luck *out) {
    const Game *g = j->game;
    AnyState rolled;
    LuckSums sums[SEATS_MAX] = {0};
    memset(out, 0, sizeof *out);
    out->how = judge_how(j, s);
    memcpy(&rolled, s, g->size);
    g->chance(&rolled.head, outcome);
    if (out->how == HOW_EXACT) {
        exact_luck(j, s, &rolled.head, out);
        return;
    }
    out->trials = even_trials(g, s, trials);
    for (uint32_t n = 0; n < out->trials; n++) {
        AnyState a, b;
        Value before, after;
        memcpy(&a, &rolled, g->size);
        memcpy(&b, s, g->size);
        trial_run(j, &a.head, question, n, true, &after);
        trial_run(j, &b.head, question, n, false, &before);
        add(sums, &before, &after, s->seats);
    }
    take(sums, s->seats, out);
}
