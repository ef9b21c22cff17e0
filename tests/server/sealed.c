/* sealed.c: a table whose key others play with, too: whatever is told of it while it is sealed does not hold the key,
 * nothing is taken back there, and once the seal is over its record verifies. */
#include <setjmp.h>
#include <sodium.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "match/dice.h"
#include "server/view.h"

static const uint8_t key[STORE_KEY] = {7, 8, 9};

static EventResult apply(Table *t, const char *line) {
    TableEvent e;
    char again[EVENT_MAX];
    assert_int_equal(event_read(line, &e), EVENT_DONE);
    assert_true(event_write(&e, again));
    assert_string_equal(again, line);
    return table_apply(t, &e);
}

static EventResult applyf(Table *t, const char *form, long long number) {
    char line[EVENT_MAX];
    snprintf(line, sizeof line, form, number);
    return apply(t, line);
}

/* A table for one. */
static Table *lay(const char *dice) {
    char line[EVENT_MAX];
    Table *t = table_lay("BCDFG", key);
    assert_non_null(t);
    snprintf(line, sizeof line, "table qwixx 1 %s show", dice);
    assert_int_equal(apply(t, line), EVENT_DONE);
    return t;
}

static void sit(Table *t) {
    assert_int_equal(apply(t, "sit 0 00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff Ann"),
                     EVENT_DONE);
}

/* Plays some turns, or to the end. */
static void play(Table *t, int turns) {
    const Game *g = match_game(t->match);
    while (table_stage(t) == STAGE_PLAYING && match_state(t->match)->turn < turns) {
        const State *s = match_state(t->match);
        char token[TOKEN_MAX], line[EVENT_MAX];
        Text text = text_in(token, sizeof token);
        Move legal[MOVES_MAX];
        if (s->node == NODE_CHANCE)
            g->put_outcome(s, fair_outcome(g, s, key, dice_ordinal(t->match)), &text);
        else
            g->put_move(s, 0, legal[g->legal(s, 0, legal) - 1], &text);
        snprintf(line, sizeof line, s->node == NODE_CHANCE ? "roll %d %s" : "move 0 %d %s", match_node(t->match),
                 token);
        assert_int_equal(apply(t, line), EVENT_DONE);
    }
}

/* Is the key in anything that is told of the table? */
static bool told(Table *t) {
    char hex[FAIR_HEX];
    Buffer out = {0};
    ViewRoom room = {0};
    fair_put_hex(key, hex);
    for (int seat = -1; seat < 1; seat++) table_record(t, seat, &out);
    view_summary(t, "normal", &out);
    view_begin(t, "normal", &room);
    for (unsigned seats = 0; seats < 2; seats++) {
        const Buffer *view = view_write(t, seats, true, &room);
        buffer_add(&out, view->bytes, view->length);
    }
    buffer_add(&out, "", 1);
    bool found = strstr(out.bytes, hex) != NULL;
    buffer_free(&out);
    view_free(&room);
    assert_int_equal(found, table_tells_key(t));
    return found;
}

static void until_a_time(void **state) {
    (void)state;
    Table *t = lay("server");
    assert_int_equal(applyf(t, "sealed %lld", (long long)time(NULL) + 3600), EVENT_DONE);
    assert_int_equal(applyf(t, "sealed %lld", 0), EVENT_OUT_OF_PLACE);
    sit(t);
    assert_false(told(t));
    play(t, 3);
    assert_false(told(t));
    assert_int_equal(applyf(t, "ask 0 %lld 0", match_node(t->match)), EVENT_OUT_OF_PLACE);
    play(t, 1000);
    assert_int_equal(table_stage(t), STAGE_OVER);
    assert_false(told(t));
    t->until = time(NULL) - 1; /* as if the time had come */
    assert_true(told(t));
    assert_int_equal(fair_verify(t->match, key), -1);
    table_clear(t);
}

static void until_it_is_said(void **state) {
    (void)state;
    Table *t = lay("server");
    assert_int_equal(apply(t, "sealed 0"), EVENT_DONE);
    sit(t);
    play(t, 2);
    assert_int_equal(apply(t, "reveal"), EVENT_DONE);
    assert_false(told(t)); /* never before the end */
    t->revealed = false;
    play(t, 1000);
    assert_false(told(t));
    assert_int_equal(apply(t, "reveal"), EVENT_DONE);
    assert_true(told(t));
    table_clear(t);
}

/* Only the server's dice, only before the first of them, and only what was sealed is revealed. */
static void out_of_place(void **state) {
    (void)state;
    Table *t = lay("shared");
    assert_int_equal(apply(t, "sealed 0"), EVENT_OUT_OF_PLACE);
    table_clear(t);
    t = lay("manual");
    assert_int_equal(apply(t, "sealed 0"), EVENT_OUT_OF_PLACE);
    table_clear(t);
    t = lay("server");
    sit(t);
    assert_int_equal(apply(t, "reveal"), EVENT_OUT_OF_PLACE);
    play(t, 1);
    assert_int_equal(apply(t, "sealed 0"), EVENT_OUT_OF_PLACE);
    play(t, 1000);
    assert_true(told(t)); /* as at any other table */
    table_clear(t);
}

static void lines(void **state) {
    (void)state;
    TableEvent e;
    static const char *const bad[] = {"sealed",
                                      "sealed -1",
                                      "sealed 01",
                                      "sealed 12345678901",
                                      "sealed 1x",
                                      "belongs shelf",
                                      "belongs shelf name more",
                                      "reveal 1"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) assert_int_equal(event_read(bad[i], &e), EVENT_MALFORMED);
    Table *t = lay("server");
    assert_int_equal(apply(t, "belongs daily/2026-11-18/qwixx/alone 00ff"), EVENT_DONE);
    assert_string_equal(t->paper.name, "00ff");
    table_clear(t);
}

/* The same bot for everyone with the key, another with another key, seat or node; and not the dice. */
static void streams(void **state) {
    (void)state;
    uint8_t other[CIPHER_KEY] = {1};
    Rng a, b;
    fair_stream(key, 1, 5, &a);
    fair_stream(key, 1, 5, &b);
    assert_memory_equal(&a, &b, sizeof a);
    fair_stream(key, 0, 5, &b);
    assert_memory_not_equal(&a, &b, sizeof a);
    fair_stream(key, 1, 6, &b);
    assert_memory_not_equal(&a, &b, sizeof a);
    fair_stream(other, 1, 5, &b);
    assert_memory_not_equal(&a, &b, sizeof a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(until_a_time), cmocka_unit_test(until_it_is_said), cmocka_unit_test(out_of_place),
        cmocka_unit_test(lines),        cmocka_unit_test(streams),
    };
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
