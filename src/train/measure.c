/* measure.c: see measure.h. Games come in pairs with the same dice and the seats exchanged; with more than
 * two seats the first bot sits on one seat and the second on all others. */
#include "train/measure.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bots/bot.h"
#include "host/clock.h"

enum { THREADS_MAX = 16 };

typedef struct Duel {
    const Game *game;
    const BotKind *kind[2];
    Budget budget;
    int games, seats, threads, thread;
    const uint8_t *weights;
    size_t weights_size;
    bool share; /* both bots have these weights */
    /* What came out. */
    double wins, losses, ties, points[2], squares, sum; /* of pairs: the first bot's wins less its losses */
    double seconds[2];
    long decisions[2];
} Duel;

static Bot make(const Duel *d, int which) {
    Bot bot = {.kind = d->kind[which], .game = d->game, .budget = d->budget};
    const char *why = "no memory";
    if (which == 0 || d->share) bot.weights = d->weights, bot.weights_size = d->weights_size;
    size_t size = bot.kind->memory ? bot.kind->memory(d->game) : 0;
    if (size) bot.memory = aligned_alloc(64, (size + 63) / 64 * 64);
    if ((size && !bot.memory) || (bot.kind->start && !bot.kind->start(&bot, &why))) {
        fprintf(stderr, "penna-train: %s: %s\n", bot.kind->name, why);
        exit(2);
    }
    return bot;
}

/* One game, the first bot on `place`; returns 1, 0 or -1 for it. */
static int one_game(Duel *d, Bot *bots, uint64_t number, int place) {
    AnyState s, view;
    int by_seat[SEATS_MAX], best = INT16_MIN;
    Rng dice = rng_stream(7, number), choice[SEATS_MAX];
    for (int i = 0; i < d->seats; i++) choice[i] = rng_stream(8, number * SEATS_MAX + (uint64_t)i);
    game_start(d->game, &s.head, d->seats);
    while (s.head.node != NODE_OVER) {
        if (s.head.node == NODE_CHANCE) {
            d->game->chance(&s.head, game_roll(d->game, &s.head, &dice));
            continue;
        }
        Move joint[SEATS_MAX] = {0};
        for (int i = 0; i < d->seats; i++) {
            if (!state_moves(&s.head, i)) continue;
            int who = i != place;
            memcpy(&view, &s, d->game->size);
            game_hide(d->game, &view.head, i);
            double start = clock_worked();
            joint[i] = bots[who].kind->choose(&bots[who], &view.head, i, &choice[i]);
            d->seconds[who] += clock_worked() - start;
            d->decisions[who]++;
        }
        d->game->play(&s.head, joint);
    }
    d->game->scores(&s.head, by_seat);
    for (int i = 0; i < d->seats; i++) {
        d->points[i != place] += by_seat[i];
        if (i != place && by_seat[i] > best) best = by_seat[i];
    }
    if (d->seats == 1) return 0;
    return by_seat[place] > best ? 1 : by_seat[place] < best ? -1 : 0;
}

static void *part(void *duel) {
    Duel *d = duel;
    Bot bots[2] = {make(d, 0), make(d, d->seats > 1)};
    for (int i = d->thread; i < d->games / d->seats; i += d->threads) {
        double sum = 0;
        for (int place = 0; place < d->seats; place++) {
            int result = one_game(d, bots, (uint64_t)i, place);
            d->wins += result > 0, d->losses += result < 0, d->ties += result == 0;
            sum += result > 0 ? 1 : result == 0 ? 0.5 : 0;
        }
        sum /= d->seats;
        d->sum += sum, d->squares += sum * sum;
    }
    for (int i = 0; i < 2; i++) free(bots[i].memory);
    return NULL;
}

static void add(Duel *all, const Duel *d) {
    all->wins += d->wins, all->losses += d->losses, all->ties += d->ties;
    all->sum += d->sum, all->squares += d->squares;
    for (int i = 0; i < 2; i++) {
        all->points[i] += d->points[i], all->seconds[i] += d->seconds[i], all->decisions[i] += d->decisions[i];
    }
}

static void report(const Duel *d) {
    double sets = floor((double)d->games / d->seats), mean = d->sum / sets;
    double error = sqrt((d->squares / sets - mean * mean) / sets), played = sets * d->seats;
    printf(
        "%s %s - %s, %d seats: %.0f games, %.0f wins %.0f ties %.0f losses; of decided %.2f %% +- %.2f; points %.2f - "
        "%.2f; "
        "us a decision %.1f - %.1f\n",
        d->game->name, d->kind[0]->name, d->kind[1]->name, d->seats, played, d->wins, d->ties, d->losses,
        100 * d->wins / (d->wins + d->losses), 196 * error, d->points[0] / played,
        d->seats > 1 ? d->points[1] / played / (d->seats - 1) : 0, 1e6 * d->seconds[0] / (double)d->decisions[0],
        1e6 * d->seconds[1] / (double)(d->decisions[1] ? d->decisions[1] : 1));
}

static uint8_t *read_weights(const char *path, size_t *size) {
    FILE *f = fopen(path, "rb");
    uint8_t *bytes = aligned_alloc(64, 1 << 21);
    if (!f || !bytes) {
        fprintf(stderr, "penna-train: cannot read %s\n", path);
        exit(2);
    }
    *size = fread(bytes, 1, 1 << 21, f);
    fclose(f);
    return bytes;
}

int measure_main(int argc, char **argv) {
    if (argc < 3) return 2;
    Duel d = {.game = game_find(argv[0]), .kind = {bot_find(argv[1]), bot_find(argv[2])}};
    if (!d.game || !d.kind[0] || !d.kind[1]) {
        fprintf(stderr, "penna-train: no such game or bot\n");
        return 2;
    }
    d.games = argc > 3 ? atoi(argv[3]) : 1000;
    d.budget = (Budget){.playouts = argc > 4 ? (uint32_t)atoi(argv[4]) : 0, .now = clock_now};
    d.seats = argc > 5 ? atoi(argv[5]) : 2;
    d.threads = argc > 6 ? atoi(argv[6]) : 1;
    if (argc > 7) d.weights = read_weights(argv[7], &d.weights_size);
    d.share = argc == 8;
    if (d.threads > THREADS_MAX) d.threads = THREADS_MAX;
    pthread_t thread[THREADS_MAX];
    Duel parts[THREADS_MAX];
    for (int i = 0; i < d.threads; i++) {
        parts[i] = d;
        parts[i].thread = i;
        if (pthread_create(&thread[i], NULL, part, &parts[i])) return 2;
    }
    for (int i = 0; i < d.threads; i++) {
        pthread_join(thread[i], NULL);
        add(&d, &parts[i]);
    }
    report(&d);
    return 0;
}
