/* fair.h: dice that strangers can trust.
 *
 * A table has a secret key. Its hash, the commitment, is published before the first roll; the key at the end. Between
 * the commitment and the first roll every seat may add a salt of its own, so that not even whoever made the key knows
 * the dice beforehand. The outcome of a chance node is a function of key and salts, the turn, and the place of the node
 * among the chance nodes of that turn (docs/protocol.md says which), so whoever has them can compute every roll again,
 * and a move taken back does not bring other dice. */
#ifndef PENNA_MATCH_FAIR_H
#define PENNA_MATCH_FAIR_H

#include "base/cipher.h"
#include "match/match.h"

enum { FAIR_HEX = 2 * CIPHER_KEY + 1 }; /* a key or a commitment as hex digits, with its NUL */

/* What seats added to the key. */
typedef struct FairSalts {
    unsigned given; /* bit i: by seat i */
    uint8_t salt[SEATS_MAX][CIPHER_KEY];
} FairSalts;

/* The key of the dice: the committed key itself where no seat added anything, else a hash of it and the salts. */
void fair_key(const uint8_t key[CIPHER_KEY], const FairSalts *salts, uint8_t out[CIPHER_KEY]);

/* The outcome of the chance node at which `s` stands: number `ordinal` of its turn (dice_ordinal()). */
uint32_t fair_outcome(const Game *g, const State *s, const uint8_t key[CIPHER_KEY], int ordinal);

/* The random numbers of a bot at a seat and a node, where all who play with a key are to meet the same bot. They tell
 * nothing of the dice. */
void fair_stream(const uint8_t key[CIPHER_KEY], int seat, int node, Rng *out);

/* The commitment to a key. */
void fair_commit(const uint8_t key[CIPHER_KEY], uint8_t out[CIPHER_HASH]);

/* 32 bytes as lower-case hex digits, and back; false: not 64 such digits followed by the end of the text. */
void fair_put_hex(const uint8_t bytes[CIPHER_KEY], char out[FAIR_HEX]);
bool fair_get_hex(const char *text, uint8_t bytes[CIPHER_KEY]);

/* The first node of the match whose outcome is not the key's; -1: all are as they should be. */
int fair_verify(const Match *m, const uint8_t key[CIPHER_KEY]);

#endif
