/* fair.c: see fair.h. */
#include "match/fair.h"

#include <string.h>

/* A number from 0 to n - 1, each exactly equally likely, from the stream of that nonce. */
static uint32_t below(const uint8_t key[CIPHER_KEY], uint64_t nonce, uint64_t n) {
    uint64_t over = (UINT64_MAX % n + 1) % n; /* 2^64 modulo n: words at or above 2^64 - over are passed by */
    for (uint64_t counter = 0;; counter++) {
        uint8_t block[CIPHER_BLOCK];
        cipher_block(key, nonce, counter, block);
        for (int at = 0; at < CIPHER_BLOCK; at += 8) {
            uint64_t word = 0;
            for (int i = 0; i < 8; i++) word |= (uint64_t)block[at + i] << 8 * i;
            if (over == 0 || word < 0 - over) return (uint32_t)(word % n);
        }
    }
}

/* By turn and ordinal, not by node: how many decisions came before does not change what falls. */
uint32_t fair_outcome(const Game *g, const State *s, const uint8_t key[CIPHER_KEY], int ordinal) {
    uint64_t nonce = (uint64_t)(uint32_t)ordinal << 32 | s->turn;
    uint32_t n = g->outcomes(s);
    if (!g->weight) return below(key, nonce, n);
    uint64_t total = 0;
    for (uint32_t i = 0; i < n; i++) total += g->weight(s, i);
    if (total == 0) return 0; /* never: something can always happen */
    uint32_t at = below(key, nonce, total), i = 0;
    for (uint32_t w; at >= (w = g->weight(s, i)); i++) at -= w;
    return i;
}

/* A salt is hashed with its seat, so that it means something else from another one. */
void fair_key(const uint8_t key[CIPHER_KEY], const FairSalts *salts, uint8_t out[CIPHER_KEY]) {
    uint8_t bytes[CIPHER_KEY + SEATS_MAX * (1 + CIPHER_KEY)];
    size_t n = CIPHER_KEY;
    memcpy(bytes, key, CIPHER_KEY);
    for (int i = 0; i < SEATS_MAX; i++) {
        if (!(salts->given >> i & 1)) continue;
        bytes[n++] = (uint8_t)i;
        memcpy(bytes + n, salts->salt[i], CIPHER_KEY);
        n += CIPHER_KEY;
    }
    if (salts->given)
        cipher_hash(bytes, n, out);
    else
        memcpy(out, key, CIPHER_KEY);
}

/* A hash of the key and of what only bots are given: from the stream nobody finds the way back to the key. */
void fair_stream(const uint8_t key[CIPHER_KEY], int seat, int node, Rng *out) {
    uint8_t bytes[CIPHER_KEY + 8] = {0}, hash[CIPHER_HASH];
    memcpy(bytes, key, CIPHER_KEY);
    for (int i = 0; i < 3; i++) bytes[CIPHER_KEY + i] = (uint8_t) "bot"[i];
    bytes[CIPHER_KEY + 3] = (uint8_t)seat;
    for (int i = 0; i < 4; i++) bytes[CIPHER_KEY + 4 + i] = (uint8_t)(node >> 8 * i);
    cipher_hash(bytes, sizeof bytes, hash);
    for (int i = 0; i < 4; i++) {
        out->s[i] = 0;
        for (int k = 0; k < 8; k++) out->s[i] |= (uint64_t)hash[8 * i + k] << 8 * k;
    }
}

void fair_commit(const uint8_t key[CIPHER_KEY], uint8_t out[CIPHER_HASH]) { cipher_hash(key, CIPHER_KEY, out); }

void fair_put_hex(const uint8_t bytes[CIPHER_KEY], char out[FAIR_HEX]) {
    static const char digits[] = "0123456789abcdef";
    for (int i = 0; i < CIPHER_KEY; i++) {
        out[2 * i] = digits[bytes[i] >> 4];
        out[2 * i + 1] = digits[bytes[i] & 15];
    }
    out[2 * CIPHER_KEY] = '\0';
}

bool fair_get_hex(const char *text, uint8_t bytes[CIPHER_KEY]) {
    for (int i = 0; i < 2 * CIPHER_KEY; i++) {
        char c = text[i];
        int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
        if (digit < 0) return false;
        bytes[i / 2] = (uint8_t)(i % 2 ? bytes[i / 2] | digit : digit << 4);
    }
    return text[2 * CIPHER_KEY] == '\0';
}

/* Ordinals begin anew with every turn, as dice_ordinal() counts them. */
int fair_verify(const Match *m, const uint8_t key[CIPHER_KEY]) {
    const Game *g = match_game(m);
    AnyState s;
    int turn = -1, ordinal = 0;
    match_state_at(m, 0, &s);
    for (int node = 0; node < match_node(m); node++) {
        const Event *e = match_event(m, node);
        if (s.head.turn != turn) turn = s.head.turn, ordinal = 0;
        if (e->node == NODE_CHANCE && fair_outcome(g, &s.head, key, ordinal++) != e->outcome) return node;
        match_apply(g, &s.head, e);
    }
    return -1;
}
