/* cipher.c: the portable ChaCha20 and BLAKE2b give what libsodium gives, and fair dice are fair. */
#include <setjmp.h>
#include <sodium.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "match/fair.h"

static void hash_as_libsodium(void **state) {
    (void)state;
    uint8_t bytes[600], ours[CIPHER_HASH], theirs[CIPHER_HASH];
    randombytes_buf(bytes, sizeof bytes);
    for (size_t n = 0; n <= sizeof bytes; n++) {
        cipher_hash(bytes, n, ours);
        crypto_generichash(theirs, sizeof theirs, bytes, n, NULL, 0);
        assert_memory_equal(ours, theirs, sizeof ours);
    }
}

static void stream_as_libsodium(void **state) {
    (void)state;
    for (int round = 0; round < 200; round++) {
        uint8_t key[CIPHER_KEY], nonce[8], ours[CIPHER_BLOCK], theirs[4 * CIPHER_BLOCK];
        uint64_t number = 0;
        randombytes_buf(key, sizeof key);
        randombytes_buf(nonce, sizeof nonce);
        for (int i = 0; i < 8; i++) number |= (uint64_t)nonce[i] << 8 * i;
        crypto_stream_chacha20(theirs, sizeof theirs, nonce, key);
        for (uint64_t block = 0; block < 4; block++) {
            cipher_block(key, number, block, ours);
            assert_memory_equal(ours, theirs + CIPHER_BLOCK * block, sizeof ours);
        }
    }
}

/* Every face of every die of a two-dice roll about equally often: Qwinto's first roll with all dice. */
static void dice_are_even(void **state) {
    (void)state;
    const Game *g = game_find("qwixx");
    enum { ROLLS = 60000 };
    AnyState s;
    int count[6] = {0};
    memset(&s, 0, sizeof s);
    game_start(g, &s.head, 2);
    uint32_t n = g->outcomes(&s.head);
    for (int i = 0; i < ROLLS; i++) {
        uint8_t key[CIPHER_KEY] = {(uint8_t)i, (uint8_t)(i >> 8), (uint8_t)(i >> 16)};
        uint32_t outcome = fair_outcome(g, &s.head, key, 0);
        assert_true(outcome < n);
        count[outcome / (n / 6)]++;
    }
    for (int i = 0; i < 6; i++) assert_in_range(count[i], ROLLS / 6 - 500, ROLLS / 6 + 500);
}

static void hex_is_strict(void **state) {
    (void)state;
    uint8_t key[CIPHER_KEY], back[CIPHER_KEY];
    char hex[FAIR_HEX];
    randombytes_buf(key, sizeof key);
    fair_put_hex(key, hex);
    assert_true(fair_get_hex(hex, back));
    assert_memory_equal(key, back, sizeof key);
    hex[10] = 'G';
    assert_false(fair_get_hex(hex, back));
    hex[10] = '\0';
    assert_false(fair_get_hex(hex, back));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hash_as_libsodium),
        cmocka_unit_test(stream_as_libsodium),
        cmocka_unit_test(dice_are_even),
        cmocka_unit_test(hex_is_strict),
    };
    if (sodium_init() < 0) return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
