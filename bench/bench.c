/* bench.c PENNA [SECONDS]: how fast the engine is, all in one run, for `make bench`; PENNA is the program.
 *
 *  1. Random games of every game with 1, 2 and 4 seats through the public library, on one core.
 *  2. Qwixx with two seats against a loop written by hand for nothing else (qwixx_loop.c).
 *  3. `penna sim` on two threads against one.
 *
 * Ratios are medians over many short slices in turn, so that whatever else the machine does weighs on both sides.
 * Games are timed by the processor time of this thread; `penna sim`, whose point is to save time, by the clock on
 * the wall. Nothing here passes or fails. */
#include <penna.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench/qwixx_loop.h"

enum { SLICE = 1000, ROUNDS_MAX = 4000, SIM_ROUNDS = 7 };

static double now(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

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
    double begin = now(CLOCK_THREAD_CPUTIME_ID), spent;
    do {
        decisions += play(g, seats, &rng, 100);
        games += 100;
        spent = now(CLOCK_THREAD_CPUTIME_ID) - begin;
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
    for (double end = now(CLOCK_MONOTONIC) + seconds; n < 3 || (n < ROUNDS_MAX && now(CLOCK_MONOTONIC) < end); n++) {
        double a = now(CLOCK_THREAD_CPUTIME_ID);
        play(g, 2, &rng, SLICE);
        double b = now(CLOCK_THREAD_CPUTIME_ID);
        for (int i = 0; i < SLICE; i++) qwixx_loop(&own, points);
        double c = now(CLOCK_THREAD_CPUTIME_ID);
        engine[n] = SLICE / (b - a);
        loop[n] = SLICE / (c - b);
        ratio[n] = engine[n] / loop[n];
    }
    printf("\nqwixx, 2 seats: engine %.0f games/s, hand-written loop %.0f games/s, ratio %.2f\n", median(engine, n),
           median(loop, n), median(ratio, n));
}

/* ---- Threads --------------------------------------------------------------------------------------------- */

static double time_sim(const char *penna, int threads, long games) {
    char command[4200];
    snprintf(command, sizeof command, "'%s' sim qwixx --seats 2 --games %ld --threads %d >/dev/null", penna, games,
             threads);
    double begin = now(CLOCK_MONOTONIC);
    if (system(command) != 0) {
        fprintf(stderr, "bench: this failed: %s\n", command);
        exit(1);
    }
    return now(CLOCK_MONOTONIC) - begin;
}

static void compare_threads(const char *penna, double seconds) {
    double ratio[SIM_ROUNDS], one[SIM_ROUNDS], two[SIM_ROUNDS];
    long games = 20000;
    games = (long)((double)games * seconds / SIM_ROUNDS / time_sim(penna, 1, games)) + 1000;
    for (int i = 0; i < SIM_ROUNDS; i++) {
        one[i] = time_sim(penna, 1, games);
        two[i] = time_sim(penna, 2, games);
        ratio[i] = one[i] / two[i];
    }
    printf("penna sim, qwixx, 2 seats: 1 thread %.0f games/s, 2 threads %.0f games/s, ratio %.2f\n",
           (double)games / median(one, SIM_ROUNDS), (double)games / median(two, SIM_ROUNDS), median(ratio, SIM_ROUNDS));
}

int main(int argc, char **argv) {
    static const int usual[] = {1, 2, 4};
    double seconds = argc > 2 ? atof(argv[2]) : 1;
    if (argc < 2) {
        fprintf(stderr, "bench PENNA [SECONDS]\n");
        return 2;
    }
    printf("%-13s %5s %12s %12s\n", "game", "seats", "games/s", "ns/decision");
    for (int i = 0; penna_game(i); i++)
        for (int k = 0; k < 3; k++)
            if (usual[k] <= penna_game_max_seats(penna_game(i))) report(penna_game(i), usual[k], seconds);
    compare_loop(5 * seconds);
    compare_threads(argv[1], 5 * seconds);
    return 0;
}
