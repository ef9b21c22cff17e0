/* estimate.c: see estimate.h. */
#include "cli/estimate.h"

#include <math.h>
#include <stdlib.h>

#include "arena/crew.h"
#include "arena/sample.h"
#include "host/pool.h"

/* Whole numbers, so that the order of adding cannot matter. */
typedef struct PointsTally {
    int64_t games;
    int64_t sum, squares; /* of the points */
} PointsTally;

/* An estimate in the making. */
typedef struct Estimating {
    Lineup lineup;     /* one bot alone */
    uint64_t games;    /* to be played, for the bar that shows how far it is */
    PointsTally tally; /* of those taken so far */
} Estimating;

static void *begin_thread(void *context, const char **error) {
    const Estimating *w = context;
    return crew_new(&w->lineup, error);
}

/* A forfeit ends the estimate: a mean over the games that a bot happened to finish would be no mean of its play. */
static void work(void *context, void *own, Chunk *chunk) {
    PointsTally *t = chunk->tally;
    (void)context;
    for (uint64_t n = chunk->from; n < chunk->to && !chunk->error; n++) {
        Result r;
        if (!crew_play(own, 0, n, n, &chunk->text, &r)) chunk->error = N_("out of memory");
        if (r.forfeit >= 0) chunk->error = N_("a bot gave no legal move");
        t->games++;
        t->sum += r.points[0];
        t->squares += r.points[0] * r.points[0];
    }
}

/* Whole numbers are added, so the mean does not depend on which thread was first. */
static bool take(void *context, Chunk *chunk) {
    Estimating *w = context;
    const PointsTally *t = chunk->tally;
    w->tally.games += t->games;
    w->tally.sum += t->sum;
    w->tally.squares += t->squares;
    progress_show(w->lineup.name[0], chunk->to, w->games);
    return true;
}

/* The budget is that of `penna sim`, and so are the seeds of the games: the mean can be checked with it. */
bool estimate_mean(const Game *g, int threads, Estimate *out, const char **error) {
    Estimating w = {.lineup = {.arena = {.game = g, .seats = 1, .seed = (uint64_t)out->seed},
                               .name = {out->bot},
                               .budget = {.playouts = 200}},
                    .games = out->games};
    Job job = {.count = out->games,
               .chunk = 64,
               .threads = threads,
               .tally = sizeof(PointsTally),
               .context = &w,
               .begin = begin_thread,
               .work = work,
               .end = crew_end,
               .take = take};
    *error = pool_run(&job);
    if (*error) return false;
    double n = (double)w.tally.games, mean = (double)w.tally.sum / n;
    double squares = fmax(0, (double)w.tally.squares - n * mean * mean);
    out->mean = mean;
    out->error = n > 1 ? sqrt(squares / (n - 1) / n) : 0;
    return true;
}

/* Games of the trial; with a seed of its own, so that the winner's luck in it is not counted. */
enum { TRIAL = 32, TRIAL_SEED = 314159 };

/* Stops at expert: what searches on top of it is many times slower. The list goes from weak to strong, so of two that
 * come out alike the later one is taken. */
const char *estimate_bot(const Game *g, int threads) {
    const char *best = NULL, *why;
    double top = 0;
    for (const BotKind *const *kind = bot_kinds; *kind; kind++) {
        Estimate trial = {.bot = (*kind)->name, .games = TRIAL, .seed = TRIAL_SEED};
        bool plays = estimate_mean(g, threads, &trial, &why);
        if (plays && (!best || trial.mean >= top)) {
            best = trial.bot;
            top = trial.mean;
        }
        if (*kind == &expert_bot) break;
    }
    return best;
}

/* ---- Games with known dice -------------------------------------------------------------------------- */

/* A relaxed bound in the making. */
typedef struct Relaxing {
    const Solution *it;
    const Relaxed *wanted;
    Sample sample;
} Relaxing;

static void *relax_begin(void *context, const char **error) {
    const Relaxing *w = context;
    void *room = malloc(w->it->solver->relax_size);
    if (room)
        w->it->solver->relax_open(w->it, room);
    else
        *error = N_("out of memory");
    return room;
}

/* Chunks are of one game, whose dice depend on nothing but the seed and its number. */
static void relax_work(void *context, void *own, Chunk *chunk) {
    const Relaxing *w = context;
    double *upper = chunk->tally;
    Rng rng = rng_stream((uint64_t)w->wanted->seed, chunk->from);
    *upper = w->it->solver->relax(own, &rng);
}

/* In the order of the games, so that the sums are the same on any number of threads. */
static bool relax_take(void *context, Chunk *chunk) {
    Relaxing *w = context;
    double upper = *(const double *)chunk->tally;
    w->sample.count++;
    w->sample.sum += upper;
    w->sample.squares += upper * upper;
    progress_show(w->it->solver->game->name, chunk->to, w->wanted->games);
    return true;
}

bool estimate_relaxed(const Solution *it, int threads, Relaxed *out, const char **error) {
    Relaxing w = {.it = it, .wanted = out};
    Job job = {.count = out->games,
               .chunk = 1,
               .threads = threads,
               .tally = sizeof(double),
               .context = &w,
               .begin = relax_begin,
               .work = relax_work,
               .end = free,
               .take = relax_take};
    *error = pool_run(&job);
    if (*error) return false;
    out->mean = sample_mean(&w.sample);
    out->high = mean_interval(&w.sample).high;
    return true;
}
