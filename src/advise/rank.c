/* rank.c: an advisor on all threads (advisor.h); a browser does without. */
#include <stdlib.h>

#include "advise/advisor.h"
#include "host/pool.h"

/* A round shared between threads. */
typedef struct SharedRound {
    const Advisor *advisor;
    Race race;
    uint32_t from;
} SharedRound;

/* An error that is still set would count as a failure (pool.c): so it is cleared in the end. */
static void *begin_thread(void *context, const char **error) {
    Judge *j = malloc(sizeof *j);
    *error = "out of memory";
    if (!j || !advisor_judge(((SharedRound *)context)->advisor, j, error)) {
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
    const SharedRound *r = context;
    race_run(&r->race, own, r->from + (uint32_t)chunk->from, r->from + (uint32_t)chunk->to);
}

static bool take(void *context, Chunk *chunk) {
    (void)context, (void)chunk;
    return true;
}

/* The trials of one round, in parts. */
static const char *run_round(SharedRound *r, uint32_t to) {
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

const char *advisor_rank(const Advisor *a, const State *view, int seat, uint64_t question, Ranking *out) {
    Judge j;
    Move legal[MOVES_MAX];
    const char *why;
    if (!advisor_judge(a, &j, &why)) return why;
    if (judge_how(&j, view) == HOW_EXACT) {
        rank_exactly(&j, view, seat, out);
        advisor_judge_free(&j);
        return NULL;
    }
    void *memory = malloc(race_memory(&a->effort, a->game->legal(view, seat, legal)));
    SharedRound *r = malloc(sizeof *r);
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
    return error;
}
