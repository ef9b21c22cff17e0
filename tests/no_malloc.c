/* no_malloc.c: once a game has begun, playing it takes no memory from the heap: not a random game, nor a bot that
 * thinks about its moves. malloc and its kin are replaced here by ones that count (glibc lets a program do that). */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "arena/arena.h"
#include "arena/roster.h"

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *memory);

static long calls;

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

int main(void) {
    free(malloc(1)); /* or the counting could fail to count */
    if (calls < 2) {
        puts("malloc is not counted here");
        return 1;
    }
    for (const Game *const *g = games; *g; g++)
        for (int seats = (*g)->min_seats; seats <= (*g)->max_seats; seats++) {
            random_games(*g, seats);
            for (const BotKind *const *k = bot_kinds; *k; k++) bot_game(*g, seats, (*k)->name);
        }
    printf("%d checks, %d failed\n", checks, failed);
    return failed > 0;
}
