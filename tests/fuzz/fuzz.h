/* fuzz.h: what the fuzz targets share. A target is one function of bytes (LLVMFuzzerTestOneInput); with libFuzzer it is
 * driven by it, otherwise by replay.c, which plays files. Whatever must hold and does not ends the program. */
#ifndef PENNA_TESTS_FUZZ_FUZZ_H
#define PENNA_TESTS_FUZZ_FUZZ_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/game.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline void fuzz_must(bool holds, const char *what, const char *about) {
    if (holds) return;
    fprintf(stderr, "broken: %s\n  %s\n", what, about);
    abort();
}

/* Bytes taken one after the other; zeros once there are no more. */
typedef struct Bytes {
    const uint8_t *at;
    size_t left;
} Bytes;

static inline uint32_t fuzz_byte(Bytes *b) {
    if (b->left == 0) return 0;
    b->left--;
    return *b->at++;
}

/* A number below n from as many bytes as it needs. */
static inline uint32_t fuzz_below(Bytes *b, uint32_t n) {
    uint32_t value = fuzz_byte(b);
    for (uint32_t limit = 256; limit < n && limit; limit *= 256) value = value << 8 | fuzz_byte(b);
    return value % n;
}

/* A game, its number of seats and its options from bytes, started. */
static inline const Game *fuzz_start(Bytes *b, AnyState *s) {
    uint32_t count = 0;
    while (games[count]) count++;
    const Game *g = games[fuzz_below(b, count)];
    int seats = g->min_seats + (int)fuzz_below(b, g->max_seats - g->min_seats + 1u), option[OPTIONS_MAX] = {0};
    uint32_t choice = fuzz_byte(b);
    for (int i = 0; i < game_option_count(g); i++) {
        uint32_t values = 0;
        while (g->options[i].values && g->options[i].values[values]) values++;
        option[i] = values ? (int)(choice % values) : 0;
    }
    memset(s, 0, sizeof *s);
    g->start(&s->head, seats, option);
    return g;
}

/* One node forward, as the bytes say. */
static inline void fuzz_step(const Game *g, AnyState *s, Bytes *b) {
    Move joint[SEATS_MAX] = {0}, legal[MOVES_MAX];
    if (s->head.node == NODE_CHANCE) {
        g->chance(&s->head, fuzz_below(b, g->outcomes(&s->head)));
        return;
    }
    for (int seat = 0; seat < s->head.seats; seat++) {
        int n = g->legal(&s->head, seat, legal);
        fuzz_must((n > 0) == state_moves(&s->head, seat), "legal moves are non-empty exactly for movers", g->name);
        fuzz_must(n <= MOVES_MAX, "there is room for all legal moves", g->name);
        if (n > 0) joint[seat] = legal[fuzz_below(b, (uint32_t)n)];
    }
    g->play(&s->head, joint);
}

#endif
