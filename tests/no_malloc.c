/* no_malloc.c: once a game has begun, playing it takes no memory from the heap: not a random game, nor a bot that
 * thinks about its moves, nor a batch of many. malloc and its kin are replaced here by ones that count (glibc lets a
 * program do that). */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "arena/arena.h"
#include "arena/batch.h"
#include "arena/roster.h"

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *memory);

static _Atomic long calls; /* threads call too */

void *malloc(size_t size) {
    calls++;
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    calls++;
    return __libc_calloc(count, size);
}

void *realloc(void *old, size_t size) {
    calls++;
    return __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    calls++;
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **out, size_t alignment, size_t size) {
    calls++;
    *out = __libc_memalign(alignment, size);
    return *out ? 0 : ENOMEM;
}

void free(void *memory) {
    calls++;
    __libc_free(memory);
}

static int failed, checks;

/* Says so if the heap was called since `before`. */
static void expect_none(long before, const char *what, const Game *g, int seats) {
    long n = calls - before;
    checks++;
    if (n == 0) return;
    printf("%s of %s with %d seats: %ld calls of malloc, realloc or free\n", what, g->name, seats, n);
    failed++;
}

static void random_games(const Game *g, int seats) {
    Rng rng = rng_stream(3, (uint64_t)seats);
    long before = calls;
    for (int i = 0; i < 200; i++) {
        AnyState s = {0};
        int points[SEATS_MAX];
        game_start(g, &s.head, seats);
        game_play_out(g, &s.head, &rng);
        g->scores(&s.head, points);
    }
    expect_none(before, "random games", g, seats);
}

/* The first decisions of a game, by one bot for all. */
static void bot_game(const Game *g, int seats, const char *name) {
    enum { DECISIONS = 6 };
    const char *why;
    Bot *bot = roster_bot(name, g, (Budget){.playouts = 20}, &why);
    if (!bot) return; /* it does not play this game */
    Rng rng = rng_stream(5, (uint64_t)seats);
    AnyState s = {0};
    long before = calls;
    game_start(g, &s.head, seats);
    for (int n = 0; n < DECISIONS && s.head.node != NODE_OVER;) {
        Move joint[SEATS_MAX] = {0};
        if (s.head.node == NODE_CHANCE) {
            g->chance(&s.head, game_roll(g, &s.head, &rng));
            continue;
        }
        for (int seat = 0; seat < seats; seat++) {
            if (!state_moves(&s.head, seat)) continue;
            AnyState view = s;
            game_hide(g, &view.head, seat);
            joint[seat] = bot->kind->choose(bot, &view.head, seat, &rng);
            n++;
        }
        g->play(&s.head, joint);
    }
    expect_none(before, name, g, seats);
    roster_free(bot);
}

/* All arrays, on two threads, over the ends of many games. */
static void batch_games(const Game *g, int seats, bool fast, bool portable) {
    enum { LANES = 70, STEPS = 120 };
    static uint8_t action[SEATS_MAX * LANES], movers[sizeof action], counts[sizeof action], done[LANES], fault[LANES];
    static int16_t points[sizeof action];
    static float rewards[sizeof action];
    const char *why;
    size_t n = (size_t)seats * LANES;
    BatchArrays out = {
        .movers = movers, .counts = counts, .done = done, .fault = fault, .points = points, .rewards = rewards};
    out.masks = calloc(n, (size_t)batch_actions(g));
    out.planes = calloc(n, (size_t)batch_planes(g, seats));
    out.moves = calloc(n, (size_t)batch_actions(g) * sizeof *out.moves);
    out.slots = calloc(n * SEATS_MAX, ((size_t)batch_slots(g, seats) + 1) * sizeof *out.slots);
    Batch *b = batch_new(
        &(BatchSetup){
            .game = g, .seats = seats, .lanes = LANES, .threads = 2, .seed = 1, .fast = fast, .portable = portable},
        &why);
    if (!b || !out.masks || !out.planes || !out.moves || !out.slots) exit(1);
    long before = calls, ended = 0;
    batch_look(b, &out);
    for (int i = 0; i < STEPS || (!ended && i < 100 * STEPS); i++) {
        batch_draw(b, out.masks, action);
        if (i == 3) action[5] = ACTION_NONE;
        batch_step(b, action, NULL, &out);
        for (int lane = 0; lane < LANES; lane++) ended += done[lane];
    }
    batch_restart(b, 2, 3);
    batch_look(b, &out);
    expect_none(before, fast ? "batches by fast streams" : "batches by exact streams", g, seats);
    batch_free(b);
    free(out.masks);
    free(out.planes);
    free(out.moves);
    free(out.slots);
}

int main(void) {
    free(malloc(1)); /* or the counting could fail to count */
    if (calls < 2) {
        puts("malloc is not counted here");
        return 1;
    }
    for (const Game *const *g = games; *g; g++)
        for (int seats = (*g)->min_seats; seats <= (*g)->max_seats; seats++) {
            random_games(*g, seats);
            for (int k = 0; k < 3; k++) batch_games(*g, seats, k > 0, k > 1);
            for (const BotKind *const *k = bot_kinds; *k; k++) bot_game(*g, seats, (*k)->name);
        }
    printf("%d checks, %d failed\n", checks, failed);
    return failed > 0;
}
