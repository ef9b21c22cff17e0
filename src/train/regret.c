/* regret.c: see regret.h. */
#include "train/regret.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/weights_file.h"
#include "bots/mind.h"
#include "train/truth.h"

enum {
    SEATS = 2,
    THREADS_MAX = 16,
    ONE_IN = 4, /* decisions is examined */
    /* Moves that are clearly worse are given up after so many playouts, and after four times as many, and so on. */
    SCREENING = 200,
    NOBODY = SEATS_MAX, /* no seat */
};

static const double clearly = 4; /* standard errors */

/* A move under test against expert's own: what it wins more in the same playouts. */
typedef struct RegretMove {
    Move move;
    bool given_up;
    double sum[2], squares; /* in the playouts of each half; of the first half */
} RegretMove;

/* The figures of games, added up: the regret of a seat in a game, and its square. */
typedef struct Tally {
    long games, decisions, examined;
    double low, high, low_squares, high_squares;
} Tally;

typedef struct Work {
    const Game *game;
    int games, playouts, thread, threads;
    uint64_t seed;
    const uint8_t *bytes; /* of weights; NULL: those compiled in */
    size_t size;
    Mind mind, light; /* expert's, and the same at a glance */
    Tally tally;
} Work;

/* 1 for a win, 1/2 for a tie. */
static double result(const Game *g, const State *s, int seat) {
    int points[SEATS_MAX];
    g->scores(s, points);
    int own = points[seat], other = points[1 - seat];
    return own > other ? 1 : own == other ? 0.5 : 0;
}

/* By the light mind, for there are thousands a decision: what is compared is two moves on the same dice, and the bias
 * of weak play is in both. */
static double playout(Work *w, const State *view, int seat, Move move, uint64_t seed, int number) {
    const Game *g = w->game;
    AnyState s;
    PlayoutDice dice = {.seed = seed, .number = (uint64_t)number, .first = view->turn};
    mind_try(&w->light, view, seat, move, seed + (uint64_t)number, &s);
    while (s.head.node != NODE_OVER) {
        if (s.head.node == NODE_CHANCE) {
            mind_roll(g, &s.head, &dice);
            continue;
        }
        Move joint[SEATS_MAX] = {0};
        mind_replies(&w->light, &s.head, NOBODY, joint);
        g->play(&s.head, joint);
    }
    return result(g, &s.head, seat);
}

/* Plays a half, with dice that know nothing of the other's; in the first one, moves that fall behind are given up.
 * Expert's move is the first. */
static void play_half(Work *w, const State *view, int seat, RegretMove *trial, int n, int half, uint64_t seed) {
    int next = SCREENING;
    uint64_t own_seed = rng_mix(seed + (uint64_t)half);
    for (int k = 0; k < w->playouts; k++) {
        double own = playout(w, view, seat, trial[0].move, own_seed, k);
        for (int i = 1; i < n; i++) {
            if (trial[i].given_up) continue;
            double more = playout(w, view, seat, trial[i].move, own_seed, k) - own;
            trial[i].sum[half] += more;
            if (half == 0) trial[i].squares += more * more;
        }
        if (half || k + 1 < next) continue;
        next *= 4;
        for (int i = 1; i < n; i++)
            if (trial[i].sum[0] + clearly * sqrt(trial[i].squares) < 0) trial[i].given_up = true;
    }
}

/* Adds the regret of a decision, in games won, to *low and *high. */
static void examine(Work *w, const State *view, int seat, Move own, uint64_t seed, double *low, double *high) {
    Move legal[MOVES_MAX];
    RegretMove trial[MOVES_MAX + 1] = {{.move = own}};
    int n = 1, count = w->game->legal(view, seat, legal), found = 0, best = 0;
    for (int i = 0; i < count; i++)
        if (legal[i] != own) trial[n++] = (RegretMove){.move = legal[i]};
    for (int half = 0; half < 2; half++) play_half(w, view, seat, trial, n, half, seed);
    for (int i = 1; i < n; i++) {
        if (trial[i].given_up) continue;
        if (trial[i].sum[0] > trial[found].sum[0]) found = i;
        if (trial[i].sum[1] > trial[best].sum[1]) best = i;
    }
    *low += trial[found].sum[1] / w->playouts;
    *high += trial[best].sum[1] / w->playouts;
}

/* A few decisions are examined and stand for all of their game; the errors are taken over games, since decisions of one
 * game hang together. */
static void one_game(Work *w, uint64_t number) {
    const Game *g = w->game;
    AnyState s, view;
    Rng dice = rng_stream(w->seed, 2 * number), pick = rng_stream(w->seed, 2 * number + 1);
    double low = 0, high = 0;
    game_start(g, &s.head, SEATS);
    while (s.head.node != NODE_OVER) {
        if (s.head.node == NODE_CHANCE) {
            g->chance(&s.head, game_roll(g, &s.head, &dice));
            continue;
        }
        Move joint[SEATS_MAX] = {0};
        for (int i = 0; i < SEATS; i++) {
            if (!state_moves(&s.head, i)) continue;
            memcpy(&view, &s, g->size);
            game_hide(g, &view.head, i);
            joint[i] = mind_choose(&w->mind, &view.head, i, NULL);
            uint64_t seed = rng_next(&pick);
            w->tally.decisions++;
            if (seed % ONE_IN) continue;
            w->tally.examined++;
            examine(w, &view.head, i, joint[i], seed, &low, &high);
        }
        g->play(&s.head, joint);
    }
    low *= (double)ONE_IN / SEATS, high *= (double)ONE_IN / SEATS;
    w->tally.low += low, w->tally.low_squares += low * low;
    w->tally.high += high, w->tally.high_squares += high * high;
    w->tally.games++;
}

static void *part(void *work) {
    Work *w = work;
    for (int i = w->thread; i < w->games; i += w->threads) {
        one_game(w, (uint64_t)i);
        if (w->thread == 0) fprintf(stderr, "\rregret: %d of %d games", i + 1, w->games);
    }
    return NULL;
}

/* Half the width of a 95 % interval of the mean, in per cent. */
static double interval(double sum, double squares, long n) {
    double mean = sum / (double)n;
    return 196 * sqrt((squares / (double)n - mean * mean) / (double)n);
}

static void report(const Work *plan, const Tally *t) {
    double n = (double)t->games;
    fprintf(stderr, "\n");
    printf("%s: %ld games, %.1f decisions of a seat in each; %ld examined, 2 x %d playouts a move\n", plan->game->name,
           t->games, (double)t->decisions / n / SEATS, t->examined, plan->playouts);
    printf("who always found the best move would win %.2f (+- %.2f) to %.2f (+- %.2f) %% against expert\n",
           50 + 100 * t->low / n, interval(t->low, t->low_squares, t->games), 50 + 100 * t->high / n,
           interval(t->high, t->high_squares, t->games));
}

/* Two minds with the same weights: one plays as strongly as it can, the other plays trials and must be quick. */
static bool prepare(Work *w) {
    const char *why;
    if (!mind_start(&w->mind, w->game, w->bytes, w->size, &why) ||
        !mind_start(&w->light, w->game, w->bytes, w->size, &why)) {
        fprintf(stderr, "penna-train: %s\n", why);
        return false;
    }
    w->light.deep = w->light.foresees = false;
    w->light.replies_look = w->mind.foresees;
    w->light.samples = 0;
    return true;
}

/* Threads take every n-th game and sums are added in their order, so that the result does not depend on
 * who was faster. */
int regret_main(int argc, char **argv) {
    static Work work[THREADS_MAX];
    pthread_t thread[THREADS_MAX];
    Tally all = {0};
    Work plan = {.game = argc > 0 ? truth_game(argv[0]) : NULL,
                 .games = argc > 1 ? atoi(argv[1]) : 100,
                 .playouts = argc > 2 ? atoi(argv[2]) : 2000,
                 .threads = argc > 3 ? atoi(argv[3]) : 2,
                 .seed = argc > 4 ? strtoull(argv[4], NULL, 10) : 1};
    if (!plan.game || !plan.game->features || plan.games < 1 || plan.playouts < 1 || plan.threads < 1 ||
        plan.threads > THREADS_MAX) {
        fprintf(stderr, "penna-train: a game with features is needed, numbers of 1 and more, at most %d threads\n",
                THREADS_MAX);
        return 2;
    }
    const char *why;
    if (argc > 5 && !(plan.bytes = weights_file_take(argv[5], plan.game, &plan.size, &why))) {
        fprintf(stderr, "penna-train: %s: %s\n", argv[5], why);
        return 2;
    }
    for (int i = 0; i < plan.threads; i++) {
        work[i] = plan;
        work[i].thread = i;
        if (!prepare(&work[i]) || pthread_create(&thread[i], NULL, part, &work[i])) return 2;
    }
    for (int i = 0; i < plan.threads; i++) {
        const Tally *t = &work[i].tally;
        pthread_join(thread[i], NULL);
        all.games += t->games, all.decisions += t->decisions, all.examined += t->examined;
        all.low += t->low, all.low_squares += t->low_squares;
        all.high += t->high, all.high_squares += t->high_squares;
    }
    report(&plan, &all);
    weights_file_give(plan.bytes);
    return 0;
}
