/* advisor.c: see advisor.h. */
#include "advise/advisor.h"

#include <string.h>

#include "arena/roster.h"
#include "bots/mind.h"

enum { SPREAD_TRIALS = 400, SMALL_TABLE = 100000, COST_TRIALS = 4, USUAL_COST = 300 };

const char *const level_words[] = {"quick", "normal", "deep", "tutor"};

/* How much work each level does. A horizon counts only where the policy has an eye for positions. */
static const struct {
    Effort effort;
    int horizon;
} levels[] = {
    [LEVEL_QUICK] = {.effort = {.first = 32, .most = 256, .rolls = 216}, .horizon = 2},
    [LEVEL_NORMAL] = {.effort = {.first = 64, .most = 2048, .rolls = 648}, .horizon = 4},
    [LEVEL_DEEP] = {.effort = {.first = 128, .most = 8192, .rolls = 2592}, .horizon = 0},
    [LEVEL_TUTOR] = {.effort = {.first = 32, .most = 256, .rolls = 0}, .horizon = 2},
};

/* ---- Making an advisor ------------------------------------------------------------------------------ */

/* The strongest bot that is quick enough to play trials. */
static const char *best_policy(const Game *g) {
    static const char *const names[] = {"expert", "linear", "greedy"};
    for (int i = 0; i < 2; i++) {
        const char *why;
        Bot *bot = roster_bot(names[i], g, (Budget){.playouts = 1}, &why);
        bool able = bot && (!bot->kind->learns || mind_exists(bot));
        roster_free(bot);
        if (able) return names[i];
    }
    return names[2];
}

/* The solver's table: from its file, or computed where that takes no time. */
static bool find_table(Advisor *a) {
    const Solver *solver = a->seats == 1 ? solve_find(a->game) : NULL;
    char path[SOLVED_PATH], why[SOLVED_WHY];
    if (!solver) return false;
    if (solved_path(solver, 1, false, path) && solved_load(path, solver, 1, false, &a->table, why)) return true;
    if (!solved_new(solver, 1, &a->table)) return false;
    if (solve_states(&a->table.it) <= SMALL_TABLE) {
        solve_run(&a->table.it, 0);
        a->table.done = solver->layers(&a->table.it);
        return true;
    }
    solved_free(&a->table);
    memset(&a->table, 0, sizeof a->table);
    return false;
}

/* A game in which the policy looks at many moves gets fewer trials, so that a level takes about the same time in
 * every game. What is counted is moves, not seconds: the same everywhere. */
static uint32_t part(uint32_t trials, double scale, uint32_t least) {
    double n = trials * scale;
    return n > least ? (uint32_t)n : trials < least ? trials : least;
}

static void scale_effort(Advisor *a, const Judge *j, const State *start) {
    double cost = trial_cost(j, start, rng_mix(a->seed), COST_TRIALS);
    double scale = cost > USUAL_COST ? USUAL_COST / cost : 1;
    a->effort.first = part(a->effort.first, scale, 16);
    a->effort.most = part(a->effort.most, scale, 48);
    a->effort.rolls = part(a->effort.rolls, scale, 36);
}

static void set_effort(Advisor *a, const AdvisorWishes *w) {
    a->effort = levels[w->level].effort;
    a->horizon = levels[w->level].horizon;
    if (w->trials <= 0) return;
    a->effort.most = (uint32_t)w->trials;
    a->effort.rolls = (uint32_t)w->trials;
    if (a->effort.first > a->effort.most) a->effort.first = a->effort.most;
}

/* Trials that were wished for are kept, those of a level are fitted to the game. The spread is that of whole games,
 * so the horizon is taken away before it is measured. */
bool advisor_make(Advisor *a, const Game *g, const State *start, const AdvisorWishes *w, const char **why) {
    Judge j;
    *a = (Advisor){.game = g, .seats = start->seats, .level = w->level, .seed = w->seed, .threads = w->threads};
    a->policy = w->policy ? w->policy : best_policy(g);
    set_effort(a, w);
    a->exact = find_table(a);
    if (!advisor_judge(a, &j, why)) {
        advisor_close(a);
        return false;
    }
    if (w->trials <= 0) scale_effort(a, &j, start);
    if (!j.glance) a->horizon = 0;
    j.horizon = 0;
    bool win = aim_is_win(start);
    if (!win) a->spread = trial_spread(&j, start, rng_mix(a->seed), SPREAD_TRIALS);
    a->scale = label_scale(win, a->spread);
    a->near = 0.002 / a->scale;
    advisor_judge_free(&j);
    return true;
}

void advisor_close(Advisor *a) {
    if (a->exact) solved_free(&a->table);
    a->exact = false;
}

bool advisor_judge(const Advisor *a, Judge *out, const char **why) {
    Bot *bot = roster_bot_or_file(a->policy, a->game, (Budget){.playouts = 50}, why);
    if (!bot) return false;
    glance_only(bot);
    *out = (Judge){
        .game = a->game, .policy = bot, .horizon = a->horizon, .glance = glance_of(bot), .prior = prior_of(bot)};
    if (a->exact) out->exact = &a->table.it;
    return true;
}

void advisor_judge_free(Judge *j) {
    roster_free(j->policy);
    j->policy = NULL;
}

/* ---- Ranking ---------------------------------------------------------------------------------------- */

uint64_t advisor_question(const Advisor *a, int node, int seat) {
    return rng_mix(rng_mix(a->seed + 0x616476u) ^ rng_mix((uint64_t)node * 8 + (uint64_t)(seat + 1)));
}

void advisor_race(const Advisor *a, const Judge *j, Race *r, const State *view, int seat, uint64_t question,
                  const Move *played, void *memory) {
    race_begin(r, a->game, view, seat, question, &a->effort, memory);
    r->scale = a->scale;
    r->near = a->near;
    r->has_played = played != NULL;
    if (played) r->played = *played;
    race_narrow(r, j);
}

/* Where the truth is in a table no trial is played: it would only add noise. */
void advisor_rank_alone(const Advisor *a, const Judge *j, const State *view, int seat, uint64_t question,
                        const Move *played, void *memory, Ranking *out) {
    Race race;
    uint32_t from, to;
    if (judge_how(j, view) == HOW_EXACT) {
        rank_exactly(j, view, seat, out);
        return;
    }
    advisor_race(a, j, &race, view, seat, question, played, memory);
    while (race_round(&race, &from, &to)) {
        race_run(&race, j, from, to);
        race_close(&race, to);
    }
    race_result(&race, judge_how(j, view), out);
}
