/* loop.c: the loop that the engine is measured against (bench/qwixx_loop.c) plays the same game: points, lengths and
 * wins of many games have the same means as the engine's, up to chance. */
#include <math.h>
#include <stdio.h>

#include "base/game.h"
#include "bench/qwixx_loop.h"

enum { GAMES = 200000, MEASURES = 6 };

/* What is measured in a game: means, spreads, length, and who wins. */
static void measure(const int *points, long decisions, double *out) {
    out[0] = points[0];
    out[1] = points[1];
    out[2] = (double)points[0] * points[0];
    out[3] = (double)points[0] * points[1];
    out[4] = (double)decisions;
    out[5] = points[0] > points[1];
}

int main(void) {
    static const char *const what[MEASURES] = {"seat 0", "seat 1", "seat 0 squared", "product", "decisions", "wins"};
    const Game *g = game_find("qwixx");
    Rng engine = rng_stream(7, 0), loop = rng_stream(7, 1);
    double sum[2][MEASURES] = {{0}}, squares[2][MEASURES] = {{0}}, value[MEASURES];
    int failed = 0;
    for (int i = 0; i < 2 * GAMES; i++) {
        int side = i & 1, points[SEATS_MAX];
        long decisions;
        if (side) {
            decisions = qwixx_loop(&loop, points);
        } else {
            AnyState s = {0};
            game_start(g, &s.head, 2);
            decisions = game_play_out(g, &s.head, &engine);
            g->scores(&s.head, points);
        }
        measure(points, decisions, value);
        for (int k = 0; k < MEASURES; k++) {
            sum[side][k] += value[k];
            squares[side][k] += value[k] * value[k];
        }
    }
    for (int k = 0; k < MEASURES; k++) {
        double mean[2], variance = 0;
        for (int side = 0; side < 2; side++) {
            mean[side] = sum[side][k] / GAMES;
            variance += (squares[side][k] / GAMES - mean[side] * mean[side]) / GAMES;
        }
        double sigmas = fabs(mean[0] - mean[1]) / sqrt(variance);
        printf("%-15s engine %9.4f, loop %9.4f: %.2f standard errors apart\n", what[k], mean[0], mean[1], sigmas);
        failed += sigmas > 4;
    }
    printf("%d checks\n", MEASURES);
    return failed > 0;
}
