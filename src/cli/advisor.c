/* advisor.c: see advisor.h. */
#include "cli/advisor.h"

#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/menu.h"
#include "match/pool.h"
#include "match/roster.h"

enum { SPREAD_TRIALS = 400, WHY_TRIALS = 200, SMALL_TABLE = 100000, COST_TRIALS = 4, USUAL_COST = 300 };

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
        roster_free(bot);
        if (bot && (i > 0 || g->features)) return names[i];
    }
    return names[2];
}

/* The solver's table: from its file, or computed where that takes no time. */
static bool find_table(Advisor *a) {
    const Solver *solver = a->seats == 1 ? solve_find(a->game) : NULL;
    char path[TABLE_PATH], why[TABLE_WHY];
    if (!solver) return false;
    if (table_path(solver, 1, false, path) && table_load(path, solver, 1, false, &a->table, why)) return true;
    if (!table_new(solver, 1, &a->table)) return false;
    if (solve_states(&a->table.it) <= SMALL_TABLE) {
        solve_run(&a->table.it, 0);
        a->table.done = solver->layers(&a->table.it);
        return true;
    }
    table_free(&a->table);
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

bool advisor_open(Advisor *a, const Game *g, const State *start, const AdvisorWishes *w) {
    const char *why;
    Judge j;
    *a = (Advisor){.game = g, .seats = start->seats, .level = w->level, .seed = w->seed, .threads = w->threads};
    a->policy = w->policy ? w->policy : best_policy(g);
    set_effort(a, w);
    a->exact = find_table(a);
    if (!advisor_judge(a, &j, &why)) {
        usage_error("bot `%s`: %s", a->policy, tr(why));
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
    if (a->exact) table_free(&a->table);
    a->exact = false;
}

bool advisor_judge(const Advisor *a, Judge *out, const char **why) {
    Bot *bot = roster_bot(a->policy, a->game, (Budget){.playouts = 50}, why);
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

static void begin_race(const Advisor *a, const Judge *j, Race *r, const State *view, int seat, uint64_t question,
                       const Move *played, void *memory) {
    race_begin(r, a->game, view, seat, question, &a->effort, memory);
    r->scale = a->scale;
    r->near = a->near;
    r->has_played = played != NULL;
    if (played) r->played = *played;
    race_narrow(r, j);
}

void advisor_rank_alone(const Advisor *a, const Judge *j, const State *view, int seat, uint64_t question,
                        const Move *played, void *memory, Ranking *out) {
    Race race;
    uint32_t from, to;
    if (judge_how(j, view) == HOW_EXACT) {
        rank_exactly(j, view, seat, out);
        return;
    }
    begin_race(a, j, &race, view, seat, question, played, memory);
    while (race_round(&race, &from, &to)) {
        race_run(&race, j, from, to);
        race_close(&race, to);
    }
    race_result(&race, judge_how(j, view), out);
}

/* A round shared between threads. */
typedef struct Round {
    const Advisor *advisor;
    Race race;
    uint32_t from;
} Round;

static void *begin_thread(void *context, const char **error) {
    Judge *j = malloc(sizeof *j);
    *error = "out of memory";
    if (!j || !advisor_judge(((Round *)context)->advisor, j, error)) {
        free(j);
        return NULL;
    }
    *error = NULL;
    return j;
}

static void end_thread(void *own) {
    advisor_judge_free(own);
    free(own);
}

static void work(void *context, void *own, Chunk *chunk) {
    const Round *r = context;
    race_run(&r->race, own, r->from + (uint32_t)chunk->from, r->from + (uint32_t)chunk->to);
}

static bool take(void *context, Chunk *chunk) {
    (void)context, (void)chunk;
    return true;
}

/* The trials of one round, in parts. */
static const char *run_round(Round *r, uint32_t to) {
    Job job = {.count = to - r->from,
               .chunk = 8,
               .threads = r->advisor->threads,
               .context = r,
               .begin = begin_thread,
               .work = work,
               .end = end_thread,
               .take = take};
    return pool_run(&job);
}

bool advisor_rank(const Advisor *a, const State *view, int seat, uint64_t question, Ranking *out) {
    Judge j;
    Move legal[MOVES_MAX];
    const char *why;
    if (!advisor_judge(a, &j, &why)) return usage_error("%s", why) == EXIT_GOOD;
    if (judge_how(&j, view) == HOW_EXACT) {
        rank_exactly(&j, view, seat, out);
        advisor_judge_free(&j);
        return true;
    }
    void *memory = malloc(race_memory(&a->effort, a->game->legal(view, seat, legal)));
    Round *r = malloc(sizeof *r);
    const char *error = memory && r ? NULL : "out of memory";
    if (!error) {
        uint32_t to;
        r->advisor = a;
        begin_race(a, &j, &r->race, view, seat, question, NULL, memory);
        while (!error && race_round(&r->race, &r->from, &to)) {
            error = run_round(r, to);
            race_close(&r->race, to);
        }
        race_result(&r->race, a->horizon > 0 ? HOW_SEARCH : HOW_TRIALS, out);
    }
    free(memory);
    free(r);
    advisor_judge_free(&j);
    if (error) usage_error("%s", tr(error));
    return !error;
}

/* ---- Words for people ------------------------------------------------------------------------------- */

void advice_put_value(const Advisor *a, const Candidate *c, char *room, size_t size) {
    if (a->seats > 1)
        snprintf(room, size, "%.1f%% (%.1f)", 100 * c->share, 100 * c->share_error);
    else
        snprintf(room, size, "%.2f (%.2f)", c->points, c->points_error);
}

void advice_put_how(const Advisor *a, const Ranking *r, char *room, size_t size) {
    Text t = text_in(room, size);
    Phrase p = {.id = N_("exact, from the solved table")};
    uint32_t most = r->at[0].trials;
    if (r->how == HOW_SEARCH)
        p = (Phrase){.id = N_("search: {0} trials of the best move over {1} turns, then a glance"),
                     .arg = {(int16_t)(most > INT16_MAX ? INT16_MAX : most), (int16_t)a->horizon}};
    if (r->how == HOW_TRIALS)
        p = (Phrase){.id = N_("trials: the best move was played to the end {0} times"),
                     .arg = {(int16_t)(most > INT16_MAX ? INT16_MAX : most)}};
    words_phrase(cli_lang(), &p, &t);
    if (r->how == HOW_EXACT) return;
    text_str(&t, " (");
    text_str(&t, a->policy);
    text_char(&t, ')');
}

bool advice_put_why(const Advisor *a, const State *view, int seat, Move best, Move other, uint64_t question, char *room,
                    size_t size) {
    Phrase phrase[REASONS_MAX];
    Judge j;
    const char *why;
    Text t = text_in(room, size);
    if (!advisor_judge(a, &j, &why)) return false;
    int n = why_better(&j, view, seat, best, other, question, WHY_TRIALS, phrase);
    advisor_judge_free(&j);
    for (int i = 0; i < n; i++) {
        if (i) text_str(&t, "; ");
        words_phrase(cli_lang(), &phrase[i], &t);
    }
    char cost[400];
    Text c = text_in(cost, sizeof cost);
    if (best != other && menu_warning(a->game, view, seat, other, &c)) {
        if (n++) text_str(&t, "; ");
        text_str(&t, tr(N_("the other move: ")));
        text_str(&t, cost);
    }
    return n > 0;
}
