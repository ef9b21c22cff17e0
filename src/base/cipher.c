/* cipher.c: see cipher.h. ChaCha20 as Bernstein gave it, BLAKE2b as in RFC 7693. */
#include "base/cipher.h"

#include <string.h>

static uint64_t load(const uint8_t *p, int bytes) {
    uint64_t x = 0;
    for (int i = 0; i < bytes; i++) x |= (uint64_t)p[i] << 8 * i;
    return x;
}

static void store(uint8_t *p, uint64_t x, int bytes) {
    for (int i = 0; i < bytes; i++) p[i] = (uint8_t)(x >> 8 * i);
}

/* ---- ChaCha20 --------------------------------------------------------------------------------------- */

static uint32_t left(uint32_t x, int k) { return x << k | x >> (32 - k); }

static void quarter(uint32_t *x, int a, int b, int c, int d) {
    x[a] += x[b], x[d] = left(x[d] ^ x[a], 16);
    x[c] += x[d], x[b] = left(x[b] ^ x[c], 12);
    x[a] += x[b], x[d] = left(x[d] ^ x[a], 8);
    x[c] += x[d], x[b] = left(x[b] ^ x[c], 7);
}

/* RFC 8439 has a nonce of 96 bits; this is the original, with 64 of each, as libsodium's plain ChaCha20 is. */
void cipher_block(const uint8_t key[CIPHER_KEY], uint64_t nonce, uint64_t counter, uint8_t out[CIPHER_BLOCK]) {
    uint32_t in[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574}, x[16]; /* "expand 32-byte k" */
    for (int i = 0; i < 8; i++) in[4 + i] = (uint32_t)load(key + 4 * i, 4);
    in[12] = (uint32_t)counter, in[13] = (uint32_t)(counter >> 32);
    in[14] = (uint32_t)nonce, in[15] = (uint32_t)(nonce >> 32);
    memcpy(x, in, sizeof x);
    for (int i = 0; i < 10; i++) {
        for (int j = 0; j < 4; j++) quarter(x, j, 4 + j, 8 + j, 12 + j);
        for (int j = 0; j < 4; j++) quarter(x, j, 4 + (j + 1) % 4, 8 + (j + 2) % 4, 12 + (j + 3) % 4);
    }
    for (int i = 0; i < 16; i++) store(out + 4 * i, x[i] + in[i], 4);
}

/* ---- BLAKE2b ---------------------------------------------------------------------------------------- */

enum { BLAKE_BLOCK = 128 };

static const uint64_t blake_start[8] = {
    0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
    0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
};

static const uint8_t blake_order[10][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4}, {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13}, {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11}, {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5}, {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
};

static uint64_t right(uint64_t x, int k) { return x >> k | x << (64 - k); }

static void mix(uint64_t *v, int a, int b, int c, int d, uint64_t x, uint64_t y) {
    v[a] += v[b] + x, v[d] = right(v[d] ^ v[a], 32);
    v[c] += v[d], v[b] = right(v[b] ^ v[c], 24);
    v[a] += v[b] + y, v[d] = right(v[d] ^ v[a], 16);
    v[c] += v[d], v[b] = right(v[b] ^ v[c], 63);
}

/* Takes a block into the hash; `total` bytes were taken, this block included. */
static void blake_take(uint64_t *h, const uint8_t *block, uint64_t total, int last) {
    uint64_t v[16], m[16];
    memcpy(v, h, sizeof blake_start);
    memcpy(v + 8, blake_start, sizeof blake_start);
    v[12] ^= total;
    if (last) v[14] = ~v[14];
    for (int i = 0; i < 16; i++) m[i] = load(block + 8 * i, 8);
    for (int round = 0; round < 12; round++) {
        const uint8_t *s = blake_order[round % 10];
        for (int j = 0; j < 4; j++) mix(v, j, 4 + j, 8 + j, 12 + j, m[s[2 * j]], m[s[2 * j + 1]]);
        for (int j = 0; j < 4; j++)
            mix(v, j, 4 + (j + 1) % 4, 8 + (j + 2) % 4, 12 + (j + 3) % 4, m[s[8 + 2 * j]], m[s[9 + 2 * j]]);
    }
    for (int i = 0; i < 8; i++) h[i] ^= v[i] ^ v[8 + i];
}

/* The last block is always taken apart from the others, even if it is full: it alone is marked as the last. */
void cipher_hash(const void *bytes, size_t length, uint8_t out[CIPHER_HASH]) {
    const uint8_t *p = bytes;
    uint8_t block[BLAKE_BLOCK] = {0};
    uint64_t h[8], total = 0;
    memcpy(h, blake_start, sizeof h);
    h[0] ^= 0x01010000u ^ CIPHER_HASH;
    for (; length > BLAKE_BLOCK; length -= BLAKE_BLOCK, p += BLAKE_BLOCK) blake_take(h, p, total += BLAKE_BLOCK, 0);
    if (length > 0) memcpy(block, p, length);
    blake_take(h, block, total + length, 1);
    for (int i = 0; i < CIPHER_HASH / 8; i++) store(out + 8 * i, h[i], 8);
}
