/* cipher.h: the two functions that verifiable dice need, ChaCha20 and BLAKE2b, small and portable, so that the
 * browser and `penna verify` compute them without a library. tests/cipher.c compares them with libsodium. */
#ifndef PENNA_BASE_CIPHER_H
#define PENNA_BASE_CIPHER_H

#include <stddef.h>
#include <stdint.h>

enum { CIPHER_KEY = 32, CIPHER_BLOCK = 64, CIPHER_HASH = 32 };

/* Block `counter` of the ChaCha20 stream (Bernstein's: 64-bit nonce, 64-bit counter) under the key. */
void cipher_block(const uint8_t key[CIPHER_KEY], uint64_t nonce, uint64_t counter, uint8_t out[CIPHER_BLOCK]);

/* BLAKE2b without key, 32 bytes long. */
void cipher_hash(const void *bytes, size_t length, uint8_t out[CIPHER_HASH]);

#endif
