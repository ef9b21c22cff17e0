/* tune.c: see tune.h. */
#include "train/tune.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"
#include "train/bout.h"

enum { PAIRS = 1500, KEY = 31 };

/* A linear bot with weights of its own: the game's table is copied so that it points to them. */
typedef struct Tuned {
    float weights[PLAIN_MAX];
    Features features;
    Game game;
    Bot bot;
} Tuned;

static void prepare(Tuned *t, const Game *g, const float *weights) {
    memcpy(t->weights, weights, (size_t)g->features->plain_count * sizeof *weights);
    t->features = *g->features;
    t->features.plain_weights = t->weights;
    t->game = *g;
    t->game.features = &t->features;
    t->bot = (Bot){.kind = &linear_bot, .game = &t->game};
}

/* The context is the two at the table, by seat. */
static Move choose(void *context, const State *view, int seat, Rng *rng) {
    Tuned *const *by_seat = context;
    return linear_bot.choose(&by_seat[seat]->bot, view, seat, rng);
}

/* The challenger's rate of wins, seats exchanged, same dice. */
static double rate(const Game *g, Tuned *challenger, Tuned *champion, uint64_t first) {
    Tuned *seats[2][2] = {{challenger, champion}, {champion, challenger}};
    double sum = 0;
    for (uint64_t i = first; i < first + PAIRS; i++)
        sum += bout_play(g, choose, seats[0], KEY, i) + 1 - bout_play(g, choose, seats[1], KEY, i);
    return sum / (2.0 * PAIRS);
}

/* A random walk that only goes up, with steps that become smaller: the weights are few, and nothing is known of a
 * slope. The margin keeps it from following noise. */
int tune_main(int argc, char **argv) {
    const Game *g = argc > 0 ? game_find(argv[0]) : NULL;
    int rounds = argc > 1 ? atoi(argv[1]) : 200;
    if (!g || !g->features || !g->features->plain) {
        fprintf(stderr, "penna-train: a game with a linear yardstick is needed\n");
        return 2;
    }
    static Tuned champion, challenger;
    Rng rng = rng_stream(33, 0);
    prepare(&champion, g, g->features->plain_weights);
    for (int r = 0; r < rounds; r++) {
        float trial[PLAIN_MAX];
        double width = 0.6 * (1 - 0.8 * r / rounds);
        trial[0] = 1; /* only proportions matter */
        for (int i = 1; i < g->features->plain_count; i++)
            trial[i] = champion.weights[i] * (float)exp(width * (2 * rng_real(&rng) - 1));
        prepare(&challenger, g, trial);
        double won = rate(g, &challenger, &champion, (uint64_t)r * PAIRS);
        if (won < 0.51) continue;
        prepare(&champion, g, trial);
        printf("round %d: %.2f %%:", r, 100 * won);
        for (int i = 0; i < g->features->plain_count; i++) printf(" %.4f", (double)champion.weights[i]);
        printf("\n");
        fflush(stdout);
    }
    return 0;
}
