/* bench.c PENNA [SECONDS [BOT]]: how fast the engine is, all in one run, for `make bench`; PENNA is the program, BOT
 * one that speaks protocol 2.
 *
 *  1. Random games of every game with 1, 2 and 4 seats through the public library, on one core.
 *  2. Qwixx with two seats against a loop written by hand for nothing else (qwixx_loop.c).
 *  3. The playouts of `rollout`, from the first decision of a game on, against the random games.
 *  4. `penna sim` on two threads against one, and on one against the engine, with random and greedy.
 *  5. Batches stepped from outside by masks and actions, on one core, against the hand-written loop and against games
 *     one by one; and with masks and observations, on two cores.
 *  6. Duels between bots in processes of their own, by the processor time of all three.
 *
 * Ratios are medians over many short slices in turn, so that whatever else the machine does weighs on both sides.
 * Games are timed by the processor time of this thread; `penna sim` on two threads, whose point is to save time, by the
 * clock on the wall. Nothing here passes or fails. */
#include <penna.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "bench/qwixx_loop.h"
#include "host/clock.h"

enum { SLICE = 1000, PLAYOUTS = 2000, ROUNDS_MAX = 4000, SIM_ROUNDS = 7 };

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *value, int n) {
    qsort(value, (size_t)n, sizeof *value, by_value);
    return value[n / 2];
}

/* ---- Every game ---------------------------------------------------------------------------------------- */

/* Plays `games` random games; returns the decisions in them. */
static long play(const PennaGame *g, int seats, PennaRng *rng, int games) {
    int points[PENNA_SEATS_MAX];
    long decisions = 0;
    for (int i = 0; i < games; i++) decisions += penna_random_game(g, seats, rng, points);
    return decisions;
}

static void report(const PennaGame *g, int seats, double seconds) {
    PennaRng rng = penna_rng_stream(1, 0);
    long games = 0, decisions = 0;
    double begin = clock_worked(), spent;
    do {
        decisions += play(g, seats, &rng, 100);
        games += 100;
        spent = clock_worked() - begin;
    } while (spent < seconds);
    printf("%-13s %5d %12.0f %12.1f\n", penna_game_name(g), seats, (double)games / spent,
           spent * 1e9 / (double)decisions);
    fflush(stdout);
}

/* ---- The loop written by hand --------------------------------------------------------------------------- */

static void compare_loop(double seconds) {
    static double ratio[ROUNDS_MAX], engine[ROUNDS_MAX], loop[ROUNDS_MAX];
    const PennaGame *g = penna_game_find("qwixx");
    PennaRng rng = penna_rng_stream(1, 1);
    Rng own = rng_stream(1, 2);
    int n = 0, points[2];
    for (double end = clock_now() + seconds; n < 3 || (n < ROUNDS_MAX && clock_now() < end); n++) {
        double a = clock_worked();
        play(g, 2, &rng, SLICE);
        double b = clock_worked();
        for (int i = 0; i < SLICE; i++) qwixx_loop(&own, points);
        double c = clock_worked();
        engine[n] = SLICE / (b - a);
        loop[n] = SLICE / (c - b);
        ratio[n] = engine[n] / loop[n];
    }
    printf("\nqwixx, 2 seats: engine %.0f games/s, hand-written loop %.0f games/s, ratio %.2f\n", median(engine, n),
           median(loop, n), median(ratio, n));
}

/* ---- Playouts -------------------------------------------------------------------------------------------- */

/* How many playouts sequential halving makes of a budget with so many moves (rollout.c). */
static int playouts_made(int moves) {
    int rounds = 0, made = 0;
    for (int left = moves; left > 1; left = (left + 1) / 2) rounds++;
    for (int left = moves; left > 1; left = (left + 1) / 2) made += PLAYOUTS / (rounds * left) * left;
    return made;
}

/* The first node where a seat has a choice; returns that seat. */
static int first_choice(const PennaGame *g, PennaState *s, PennaRng *rng, int *moves) {
    PennaMove legal[PENNA_MOVES_MAX] = {0}, joint[PENNA_SEATS_MAX];
    const char *why;
    penna_start(g, s, 2, NULL, &why);
    for (;;) {
        if (penna_node(s) == PENNA_CHANCE) {
            penna_chance(g, s, penna_roll(g, s, rng));
            continue;
        }
        for (int seat = 0; seat < 2; seat++) {
            *moves = penna_legal(g, s, seat, legal);
            if (*moves > 1) return seat;
            joint[seat] = legal[0];
        }
        penna_play(g, s, joint);
    }
}

static void compare_playouts(const PennaGame *g, double seconds) {
    static double ratio[ROUNDS_MAX], games[ROUNDS_MAX], playouts[ROUNDS_MAX];
    const char *why;
    PennaBot *bot = penna_bot_new("rollout", g, PLAYOUTS, 0, &why);
    PennaRng rng = penna_rng_stream(1, 3);
    PennaState s;
    int n = 0, moves;
    for (double end = clock_now() + seconds; n < 3 || (n < ROUNDS_MAX && clock_now() < end); n++) {
        int seat = first_choice(g, &s, &rng, &moves);
        penna_hide(g, &s, seat);
        double a = clock_worked();
        play(g, 2, &rng, SLICE);
        double b = clock_worked();
        penna_bot_choose(bot, &s, seat, &rng);
        double c = clock_worked();
        games[n] = SLICE / (b - a);
        playouts[n] = playouts_made(moves) / (c - b);
        ratio[n] = playouts[n] / games[n];
    }
    printf("%s, 2 seats: rollout %.0f playouts/s, random %.0f games/s, ratio %.2f\n", penna_game_name(g),
           median(playouts, n), median(games, n), median(ratio, n));
    penna_bot_free(bot);
}

/* ---- Threads --------------------------------------------------------------------------------------------- */

static double time_sim(const char *penna, const char *bot, int threads, long games) {
    char command[4200];
    snprintf(command, sizeof command, "'%s' sim qwixx --bots %s,%s --games %ld --threads %d >/dev/null", penna, bot,
             bot, games, threads);
    double begin = clock_now();
    if (system(command) != 0) {
        fprintf(stderr, "bench: this failed: %s\n", command);
        exit(1);
    }
    return clock_now() - begin;
}

static void compare_threads(const char *penna, double seconds) {
    double ratio[SIM_ROUNDS], one[SIM_ROUNDS], two[SIM_ROUNDS];
    long games = 20000;
    games = (long)((double)games * seconds / SIM_ROUNDS / time_sim(penna, "random", 1, games)) + 1000;
    for (int i = 0; i < SIM_ROUNDS; i++) {
        one[i] = time_sim(penna, "random", 1, games);
        two[i] = time_sim(penna, "random", 2, games);
        ratio[i] = one[i] / two[i];
    }
    printf("penna sim, qwixx, 2 seats: 1 thread %.0f games/s, 2 threads %.0f games/s, ratio %.2f\n",
           (double)games / median(one, SIM_ROUNDS), (double)games / median(two, SIM_ROUNDS), median(ratio, SIM_ROUNDS));
}

/* Such games by nothing but the engine: random ones as it plays them itself, others by calls of a bot. */
static double time_engine(const PennaGame *g, const char *name, long games) {
    if (strcmp(name, "random") == 0) {
        PennaRng own = penna_rng_stream(1, 6);
        double start = clock_worked();
        play(g, 2, &own, (int)games);
        return clock_worked() - start;
    }
    PennaBot *bot = penna_bot_new(name, g, 0, 0, NULL);
    PennaRng rng = penna_rng_stream(1, 6);
    double begin = clock_worked();
    for (long n = 0; n < games; n++) {
        PennaState s;
        PennaMove move[PENNA_SEATS_MAX];
        penna_start(g, &s, 2, NULL, NULL);
        while (penna_node(&s) != PENNA_OVER) {
            if (penna_node(&s) == PENNA_CHANCE) {
                penna_chance(g, &s, penna_roll(g, &s, &rng));
                continue;
            }
            for (int i = 0; i < 2; i++)
                if (penna_movers(&s) >> i & 1) move[i] = penna_bot_choose(bot, &s, i, &rng);
            penna_play(g, &s, move);
        }
    }
    penna_bot_free(bot);
    return clock_worked() - begin;
}

/* Processor time of the programs that were run. */
static double children_worked(void) {
    struct rusage spent;
    getrusage(RUSAGE_CHILDREN, &spent);
    return (double)(spent.ru_utime.tv_sec + spent.ru_stime.tv_sec) +
           (double)(spent.ru_utime.tv_usec + spent.ru_stime.tv_usec) * 1e-6;
}

static void compare_sim(const char *penna, const char *bot, double seconds) {
    const PennaGame *g = penna_game_find("qwixx");
    double ratio[SIM_ROUNDS], sim[SIM_ROUNDS];
    long rate =
        strcmp(bot, "random") == 0 ? 1000000 : 150000; /* so that what a program takes to begin is a small part of it */
    long games = (long)((double)rate * seconds / SIM_ROUNDS) + 10000;
    for (int i = 0; i < SIM_ROUNDS; i++) {
        double before = children_worked();
        time_sim(penna, bot, 1, games);
        sim[i] = children_worked() - before;
        ratio[i] = time_engine(g, bot, games) / sim[i];
    }
    printf("penna sim, qwixx, 2 seats, %s: 1 thread %.0f games/s, %.2f times the engine\n", bot,
           (double)games / median(sim, SIM_ROUNDS), median(ratio, SIM_ROUNDS));
}

/* ---- Bots in other processes ------------------------------------------------------------------------------ */

/* Whoever asks and the two that answer share one core. */
static void report_exec(const char *penna, const char *bot, double seconds) {
    char command[4200];
    long games = (long)(5000 * seconds) + 100;
    snprintf(command, sizeof command,
             "'%s' duel qwixx 'exec:%s as A' 'exec:%s as B' --games %ld --threads 1 >/dev/null", penna, bot, bot,
             games);
    double begin = children_worked();
    if (system(command) != 0) {
        fprintf(stderr, "bench: this failed: %s\n", command);
        exit(1);
    }
    printf("penna duel, qwixx, 2 seats, both exec:%s: %.0f games/s a core\n", bot,
           (double)games / (children_worked() - begin));
}

/* ---- Batches --------------------------------------------------------------------------------------------- */

/* A batch with the arrays that a step fills. */
typedef struct Stepper {
    PennaBatch *batch;
    PennaArrays out;
    uint8_t *actions;
    size_t lanes, seats;
} Stepper;

/* Where the widest registers like to write. */
static void *room(size_t bytes) {
    size_t whole = (bytes + 63) / 64 * 64;
    void *memory = aligned_alloc(64, whole);
    if (!memory) exit(1);
    return memset(memory, 0, whole);
}

static Stepper stepper_new(const PennaGame *g, int lanes, int threads, int observe) {
    PennaBatchSetup set = {.game = g, .seats = 2, .lanes = lanes, .threads = threads, .seed = 1, .streams = PENNA_FAST};
    size_t n = 2 * (size_t)lanes;
    Stepper s = {.batch = penna_batch_new(&set, NULL), .lanes = (size_t)lanes, .seats = 2};
    if (!s.batch) exit(1);
    s.actions = room(n);
    s.out = (PennaArrays){.movers = room(n),
                          .masks = room(n * (size_t)penna_batch_actions(g)),
                          .planes = observe ? room(n * (size_t)penna_batch_planes(g, 2)) : NULL,
                          .done = room(n),
                          .points = room(2 * n)};
    penna_batch_look(s.batch, &s.out);
    return s;
}

static void stepper_free(Stepper *s) {
    penna_batch_free(s->batch);
    free(s->actions);
    free(s->out.movers);
    free(s->out.masks);
    free(s->out.planes);
    free(s->out.done);
    free(s->out.points);
}

static void step(Stepper *s, int steps) {
    for (int i = 0; i < steps; i++) {
        penna_batch_random(s->batch, s->out.masks, s->actions);
        penna_batch_step(s->batch, s->actions, NULL, &s->out);
    }
}

/* Decisions and games a step, counted apart from what is timed. */
static void count_step(Stepper *s, double *decisions, double *games) {
    enum { STEPS = 2000 };
    *decisions = *games = 0;
    for (int i = 0; i < STEPS; i++) {
        unsigned moves = 0, ends = 0;
        for (size_t l = 0; l < s->seats * s->lanes; l++) moves += s->out.movers[l];
        step(s, 1);
        for (size_t l = 0; l < s->lanes; l++) ends += s->out.done[l];
        *decisions += moves / (double)STEPS;
        *games += ends / (double)STEPS;
    }
}

/* Stepped from outside on one core, against what plays one game after the other: the engine, and for the game that has
 * one the hand-written loop. */
static void compare_batch(const PennaGame *g, bool loop, double seconds) {
    enum { LANES = 512 }; /* whose games and masks fit into the nearest memory */
    static double ratio[ROUNDS_MAX], batch[ROUNDS_MAX];
    PennaRng rng = penna_rng_stream(1, 4);
    Rng own = rng_stream(1, 5);
    Stepper s = stepper_new(g, LANES, 1, 0);
    double decisions, games;
    int n = 0, points[2], steps = loop ? 800 : 80;
    count_step(&s, &decisions, &games);
    PennaArrays all = s.out;
    s.out.movers = NULL; /* masks and ends of games are all that a caller who chooses needs */
    s.out.points = NULL;
    for (double end = clock_now() + seconds; n < 3 || (n < ROUNDS_MAX && clock_now() < end); n++) {
        double a = clock_worked();
        step(&s, steps);
        double b = clock_worked();
        if (loop)
            for (int i = 0; i < SLICE; i++) qwixx_loop(&own, points);
        else
            play(g, 2, &rng, SLICE);
        double c = clock_worked();
        batch[n] = games * steps / (b - a);
        ratio[n] = batch[n] / (SLICE / (c - b));
    }
    printf("%s, 2 seats: batch of %d %.0f games/s on one core, %.2f times %s\n", penna_game_name(g), LANES,
           median(batch, n), median(ratio, n), loop ? "the hand-written loop" : "one by one");
    s.out = all;
    stepper_free(&s);
}

static void report_observed(const PennaGame *g, double seconds) {
    Stepper s = stepper_new(g, 4096, 2, 1);
    double decisions, games, begin, spent;
    long steps = 0;
    count_step(&s, &decisions, &games);
    begin = clock_now();
    do {
        step(&s, 20);
        steps += 20;
        spent = clock_now() - begin;
    } while (spent < seconds);
    printf("%s, 2 seats: batch of 4096 with masks and observations, two threads: %.1f million decisions/s\n",
           penna_game_name(g), decisions * (double)steps / spent * 1e-6);
    stepper_free(&s);
}

int main(int argc, char **argv) {
    static const int usual[] = {1, 2, 4};
    double seconds = argc > 2 ? atof(argv[2]) : 1;
    if (argc < 2) {
        fprintf(stderr, "bench PENNA [SECONDS [BOT]]\n");
        return 2;
    }
    printf("%-13s %5s %12s %12s\n", "game", "seats", "games/s", "ns/decision");
    for (int i = 0; penna_game(i); i++)
        for (int k = 0; k < 3; k++)
            if (usual[k] <= penna_game_max_seats(penna_game(i))) report(penna_game(i), usual[k], seconds);
    compare_loop(5 * seconds);
    for (int i = 0; penna_game(i); i++) compare_playouts(penna_game(i), seconds);
    compare_threads(argv[1], 5 * seconds);
    compare_sim(argv[1], "random", 2 * seconds);
    compare_sim(argv[1], "greedy", 2 * seconds);
    compare_batch(penna_game_find("qwixx"), true, 5 * seconds);
    for (int i = 0; penna_game(i); i++) compare_batch(penna_game(i), false, seconds);
    for (int i = 0; penna_game(i); i++) report_observed(penna_game(i), seconds);
    if (argc > 3) report_exec(argv[1], argv[3], 2 * seconds);
    return 0;
}
