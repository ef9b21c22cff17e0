/* signature.c: see signature.h. */
#include "match/signature.h"

#include <string.h>

#include "base/hash.h"

static uint64_t add(uint64_t hash, const void *bytes, size_t length) { return rng_mix(hash_add(hash, bytes, length)); }

/* One step as game_play_out() takes it. */
static void step(const Game *g, State *s, Rng *rng) {
    Move joint[SEATS_MAX] = {0}, legal[MOVES_MAX];
    if (s->node == NODE_CHANCE) {
        g->chance(s, game_roll(g, s, rng));
        return;
    }
    for (int seat = 0; seat < s->seats; seat++)
        if (state_moves(s, seat)) joint[seat] = legal[rng_below(rng, (uint32_t)g->legal(s, seat, legal))];
    g->play(s, joint);
}

/* Adds a random game; false if game_play_out() plays it otherwise. */
static bool add_game(const Game *g, int seats, int number, uint64_t *hash) {
    AnyState s = {0}, played;
    int option[OPTIONS_MAX] = {0}, points[SEATS_MAX];
    Rng rng = rng_stream(777, (uint64_t)number), same = rng;
    for (int i = 0; i < game_option_count(g); i++) {
        int values = 0;
        while (g->options[i].values && g->options[i].values[values]) values++;
        option[i] = values ? number % values : 0;
    }
    g->start(&s.head, seats, option);
    played = s;
    while (s.head.node != NODE_OVER) {
        *hash = add(*hash, &s, g->size);
        step(g, &s.head, &rng);
    }
    *hash = add(*hash, &s, g->size);
    g->scores(&s.head, points);
    for (int i = 0; i < seats; i++) *hash = rng_mix(*hash + (uint64_t)(points[i] + 1000));
    game_play_out(g, &played.head, &same);
    return memcmp(&s, &played, g->size) == 0 && memcmp(&rng, &same, sizeof rng) == 0;
}

uint64_t signature_of(const Game *g, int seats, int *wrong) {
    uint64_t hash = hash_none;
    *wrong = -1;
    for (int i = 0; i < SIGNATURE_GAMES; i++)
        if (!add_game(g, seats, i, &hash) && *wrong < 0) *wrong = i;
    return hash;
}

uint64_t signature_add(uint64_t all, uint64_t one) { return rng_mix(all ^ one); }
