/* analyse.c: analysis and exact values in the public library: wrappers of advise/ and of the solvers' tables. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "advise/review.h"
#include "lib/lib.h"

SAME(PENNA_QUICK, LEVEL_QUICK);
SAME(PENNA_NORMAL, LEVEL_NORMAL);
SAME(PENNA_DEEP, LEVEL_DEEP);
SAME(sizeof(PennaCandidate), sizeof(Candidate));
SAME(offsetof(PennaCandidate, loss_error), offsetof(Candidate, loss_error));

/* ---- Analysis ------------------------------------------------------------------------------------------ */

/* An advisor for games that begin like this one; false: refused. */
static bool open_advisor(Advisor *a, const Game *g, const State *s, const PennaWork *work, const char **why) {
    int option[OPTIONS_MAX] = {0};
    AnyState start = {0};
    const char *reason;
    static const PennaWork usual;
    if (!work) work = &usual;
    if ((unsigned)work->level > PENNA_DEEP || work->trials < 0 || work->trials > EFFORT_MOST)
        return refuse(why, "there is no such level, or so many trials");
    AdvisorWishes wishes = {.level = (Level)work->level,
                            .seed = work->seed,
                            .policy = work->policy,
                            .trials = work->trials,
                            .threads = work->threads};
    if (g->options_of) g->options_of(s, option);
    g->start(&start.head, s->seats, option);
    if (advisor_make(a, g, &start.head, &wishes, &reason)) return true;
    return refuse(why, reason);
}

/* Ranked from the seat's view, also if the caller has the full state: what the seat cannot see must not help it. */
int penna_rank(const PennaGame *game, const PennaState *state, int seat, const PennaWork *work, PennaCandidate *out,
               int *exact, const char **why) {
    const Game *g = game_of(game);
    const State *s = head_of(state);
    AnyState view = {0};
    Advisor a;
    Ranking ranking;
    if (seat < 0 || seat >= s->seats || !state_moves(s, seat)) return refuse(why, "the seat does not decide here");
    if (s->viewer != VIEWER_ALL && s->viewer != seat + 1) return refuse(why, "this is not the seat's view");
    if (!open_advisor(&a, g, s, work, why)) return 0;
    memcpy(&view, s, g->size);
    if (s->viewer == VIEWER_ALL) game_hide(g, &view.head, seat);
    const char *reason = advisor_rank(&a, &view.head, seat, advisor_question(&a, s->turn, seat), &ranking);
    advisor_close(&a);
    if (reason) return refuse(why, reason);
    memcpy(out, ranking.at, (size_t)ranking.count * sizeof *out);
    if (exact) *exact = ranking.how == HOW_EXACT;
    return ranking.count;
}

/* Judges all items of a review, in this thread; false: refused. */
static bool judge_all(Review *r, const Advisor *a, const char **why) {
    const char *reason = "out of memory";
    Judge judge;
    void *memory = malloc(race_memory(&a->effort, MOVES_MAX));
    bool good = memory && advisor_judge(a, &judge, &reason);
    if (!good) {
        free(memory);
        return refuse(why, reason);
    }
    for (; r->done < r->count; r->done++) review_judge(r, &judge, memory, r->done, &r->item[r->done]);
    review_sum(r);
    advisor_judge_free(&judge);
    free(memory);
    return true;
}

/* If the judging failed the text is still empty: its NULL is returned, and *why has been said. */
char *penna_analyse(const PennaMatch *match, const PennaWork *work, const char **why) {
    const Match *m = (const Match *)match;
    Advisor a;
    Review review;
    Buffer text = {0};
    if (match_state(m)->node != NODE_OVER) {
        refuse(why, "the match is not over");
        return NULL;
    }
    if (!open_advisor(&a, match_game(m), match_state(m), work, why)) return NULL;
    if (!review_open(&review, m, &a)) {
        refuse(why, "out of memory");
    } else {
        if (judge_all(&review, &a, why)) review_write(&review, &text);
        review_free(&review);
    }
    advisor_close(&a);
    if (!text.failed) return text.bytes;
    refuse(why, "out of memory");
    buffer_free(&text);
    return NULL;
}

/* ---- Exact values -------------------------------------------------------------------------------------- */

/* One that is solved here has to be marked as done, or it would be saved as unfinished. */
PennaTable *penna_table_new(const PennaGame *game, int seats, const char *path, const char **why) {
    const Solver *solver = solve_find(game_of(game));
    char reason[SOLVED_WHY];
    Solved *t = NULL;
    if (!solver)
        refuse(why, "the game has no solver");
    else if (seats < 1 || seats > solver->max_seats)
        refuse(why, "the game cannot be solved for so many seats");
    else if (!(t = calloc(1, sizeof *t)))
        refuse(why, "out of memory");
    if (!t) return NULL;
    bool good = path ? solved_load(path, solver, seats, false, t, reason) : solved_new(solver, seats, t);
    if (!good) {
        refuse(why, path ? "the file is not a finished table of that game and number of seats" : "out of memory");
        free(t);
        return NULL;
    }
    if (path) return (PennaTable *)t;
    solve_run(&t->it, 0);
    t->done = solver->layers(&t->it);
    return (PennaTable *)t;
}

void penna_table_free(PennaTable *table) {
    if (!table) return;
    solved_free((Solved *)table);
    free(table);
}

int penna_table_save(const PennaTable *table, const char *path, const char **why) {
    char reason[SOLVED_WHY];
    return solved_save((const Solved *)table, path, reason) ? 1 : refuse(why, "the file cannot be written");
}

/* A table knows its own kind of state alone: that game, so many seats, options as it was computed for. */
static bool fits(const Solution *it, const State *s, int seat) {
    return s->seats == it->seats && seat >= 0 && seat < s->seats;
}

double penna_table_value(const PennaTable *table, const PennaState *state, int seat) {
    const Solution *it = &((const Solved *)table)->it;
    return fits(it, head_of(state), seat) ? it->solver->value(it, head_of(state), seat) : (double)NAN;
}

int penna_table_best(const PennaTable *table, const PennaState *state, int seat, PennaMove *move, double *value) {
    const Solution *it = &((const Solved *)table)->it;
    const State *s = head_of(state);
    return fits(it, s, seat) && state_moves(s, seat) ? it->solver->best(it, s, seat, move, value) : 0;
}
