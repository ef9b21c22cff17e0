/* advice.c: see advice.h. */
#include "cli/advice.h"

#include <stdlib.h>
#include <string.h>

#include "cli/menu.h"
#include "match/pool.h"

enum { WHY_TRIALS = 200 };

const Arg trying_args[] = {
    {.name = "trials",
     .value = "N",
     .help = N_("at most so many trials of a move"),
     .kind = ARG_NUMBER,
     .offset = offsetof(Trying, trials),
     .low = 2,
     .high = EFFORT_MOST},
    {.name = "bot",
     .value = "NAME",
     .help = N_("who plays the trials (default: the strongest that is fast)"),
     .kind = ARG_TEXT,
     .offset = offsetof(Trying, bot)},
    {.name = "seed",
     .value = "S",
     .help = N_("another seed gives other trials (default: 1)"),
     .kind = ARG_NUMBER,
     .offset = offsetof(Trying, seed),
     .low = 0,
     .high = INT64_MAX},
    {.name = "threads",
     .value = "T",
     .help = N_("how many threads (default: one per core)"),
     .kind = ARG_NUMBER,
     .offset = offsetof(Trying, threads),
     .low = 1,
     .high = 256},
    {.name = NULL},
};

bool trying_ok(const Trying *set) {
    if (set->quick && set->deep) usage_error("--quick and --deep exclude each other");
    return !(set->quick && set->deep);
}

AdvisorWishes trying_wishes(const Trying *set) {
    return (AdvisorWishes){.level = set->quick  ? LEVEL_QUICK
                                    : set->deep ? LEVEL_DEEP
                                                : LEVEL_NORMAL,
                           .seed = (uint64_t)set->seed,
                           .policy = set->bot,
                           .trials = set->trials,
                           .threads = (int)set->threads};
}

bool advisor_open(Advisor *a, const Game *g, const State *start, const AdvisorWishes *wishes) {
    const char *why;
    if (advisor_make(a, g, start, wishes, &why)) return true;
    usage_error("bot `%s`: %s", a->policy, tr(why));
    return false;
}

/* ---- Ranking ---------------------------------------------------------------------------------------- */

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
        advisor_race(a, &j, &r->race, view, seat, question, NULL, memory);
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
