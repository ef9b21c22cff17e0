/* dice.c: see dice.h. */
#include "base/dice.h"

static uint64_t hash_of(uint64_t key, int turn, int ordinal) {
    uint64_t place = (uint64_t)turn << 32 | (uint32_t)ordinal;
    return rng_mix(rng_mix(key + 0x9E3779B97F4A7C15u) ^ rng_mix(place * 0xD1342543DE82EF95u + 1));
}

/* The whole part of n times hash / 2^64: from 0 to n - 1, each equally likely up to 2^-32. */
static uint32_t scale(uint64_t hash, uint32_t n) {
    uint64_t low = (hash & UINT32_MAX) * n >> 32;
    return (uint32_t)(((hash >> 32) * n + low) >> 32);
}

uint32_t dice_total(const Game *g, const State *s) {
    uint32_t n = g->outcomes(s), total = 0;
    if (!g->weight) return n;
    for (uint32_t i = 0; i < n; i++) total += g->weight(s, i);
    return total;
}

uint32_t dice_at(const Game *g, const State *s, uint64_t hash) {
    uint32_t at = scale(hash, dice_total(g, s)), i = 0;
    if (!g->weight) return at;
    for (uint32_t w; at >= (w = g->weight(s, i)); i++) at -= w;
    return i;
}

uint32_t dice_outcome(const Game *g, const State *s, uint64_t key, int ordinal) {
    return dice_at(g, s, hash_of(key, s->turn, ordinal));
}
