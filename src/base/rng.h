/* rng.h: random numbers for simulation: xoshiro256** (Blackman and Vigna, public domain), seeded by
 * splitmix64 from any number of keys. Everything that plays many games gives each its own stream from
 * (seed, game number), so results do not depend on who played which game.
 *
 * Integer arithmetic only: the same on every machine. Not for dice that people must trust. */
#ifndef PENNA_BASE_RNG_H
#define PENNA_BASE_RNG_H

#include <stdint.h>

typedef struct Rng {
    uint64_t s[4];
} Rng;

/* A well-mixed function of x (the finaliser of splitmix64). */
static inline uint64_t rng_mix(uint64_t x) {
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
    x = (x ^ x >> 27) * 0x94D049BB133111EBu;
    return x ^ x >> 31;
}

/* The stream of the pair (seed, number). Different pairs give unrelated streams. */
static inline Rng rng_stream(uint64_t seed, uint64_t number) {
    uint64_t x = rng_mix(seed + 0x9E3779B97F4A7C15u) ^ rng_mix(number * 0xD1342543DE82EF95u + 1);
    Rng r;
    for (int i = 0; i < 4; i++) r.s[i] = rng_mix(x += 0x9E3779B97F4A7C15u);
    return r;
}

static inline uint64_t rng_rotate(uint64_t x, int k) { return x << k | x >> (64 - k); }

/* 64 random bits. */
static inline uint64_t rng_next(Rng *r) {
    uint64_t *s = r->s, out = rng_rotate(s[1] * 5, 7) * 9, t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rng_rotate(s[3], 45);
    return out;
}

/* A number from 0 to n - 1, each exactly equally likely (Lemire's method). n > 0. */
static inline uint32_t rng_below(Rng *r, uint32_t n) {
    uint64_t m = (rng_next(r) >> 32) * n;
    if ((uint32_t)m < n) {
        uint32_t limit = -n % n;
        while ((uint32_t)m < limit) m = (rng_next(r) >> 32) * n;
    }
    return (uint32_t)(m >> 32);
}

/* A number in [0, 1) with 53 random bits. */
static inline double rng_real(Rng *r) { return (double)(rng_next(r) >> 11) * 0x1p-53; }

/* A number around 0 with standard deviation 1: the sum of four uniform ones, which needs no library and looks like a
 * bell. */
static inline float rng_bell(Rng *r) {
    double sum = 0;
    for (int i = 0; i < 4; i++) sum += rng_real(r);
    return (float)((sum - 2) * 1.7320508);
}

#endif
