/* host.c: the texts that everything is written with: a Buffer takes what it is given whatever the length, and the JSON
 * writer's commas, escapes and nesting are those that another reader of JSON (jansson) understands. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "host/json.h"

char *reader_text(const char *bytes, size_t length, size_t index); /* host_reader.c */

/* A text of so many bytes in which every place can be told from its neighbours; to be freed. */
static char *long_text(size_t length) {
    char *text = malloc(length + 1);
    assert_non_null(text);
    for (size_t i = 0; i < length; i++) text[i] = (char)('a' + i % 23);
    text[length] = '\0';
    return text;
}

/* ---- Buffers ---------------------------------------------------------------------------------------- */

static void a_buffer_takes_everything(void **unused) {
    (void)unused;
    Buffer b = {0};
    char *text = long_text(10007);
    buffer_str(&b, "");
    assert_string_equal(b.bytes, "");
    for (size_t i = 0; i < 10007; i++) buffer_add(&b, text + i, 1);
    assert_int_equal(b.length, 10007);
    assert_string_equal(b.bytes, text);
    buffer_add(&b, "a\0b", 3); /* bytes, not only texts */
    assert_int_equal(b.length, 10010);
    assert_memory_equal(b.bytes + 10007, "a\0b", 4);
    assert_false(b.failed);
    buffer_free(&b);
    assert_true(!b.bytes && !b.length && !b.room && !b.failed);
    free(text);
}

/* Lengths around every size at which a printer once cut, or at which the room doubles. */
static void printing_is_never_cut(void **unused) {
    (void)unused;
    static const size_t around[] = {0, 1, 254, 255, 256, 511, 512, 513, 1023, 1024, 1025, 4096, 65536, 300000};
    for (size_t i = 0; i < sizeof around / sizeof *around; i++)
        for (size_t before = 0; before < 600; before += 199) { /* into a buffer that holds something already */
            Buffer b = {0};
            char *text = long_text(around[i]), *first = long_text(before);
            buffer_str(&b, first);
            buffer_put(&b, "<%s|%d>", text, 42);
            assert_int_equal(b.length, before + around[i] + 5);
            assert_memory_equal(b.bytes, first, before);
            assert_int_equal(b.bytes[before], '<');
            assert_memory_equal(b.bytes + before + 1, text, around[i]);
            assert_string_equal(b.bytes + before + 1 + around[i], "|42>");
            buffer_free(&b);
            free(text);
            free(first);
        }
}

static void a_buffer_without_memory_says_so(void **unused) {
    (void)unused;
    Buffer b = {.failed = true}; /* as it is after a failed realloc() */
    buffer_str(&b, "more");
    buffer_put(&b, "%d", 1);
    json_text(&b, NULL, "x");
    assert_true(b.failed && b.length == 0);
    buffer_free(&b);
}

/* ---- JSON ------------------------------------------------------------------------------------------- */

static void commas_and_nesting(void **unused) {
    (void)unused;
    Buffer b = {0};
    json_open(&b, NULL, '{');
    json_open(&b, "empty", '{');
    json_close(&b, '}');
    json_open(&b, "list", '[');
    json_int(&b, NULL, -1);
    json_int(&b, NULL, INT64_MAX);
    json_open(&b, NULL, '[');
    json_close(&b, ']');
    json_open(&b, NULL, '{');
    json_bool(&b, "yes", true);
    json_bool(&b, "no", false);
    json_close(&b, '}');
    json_close(&b, ']');
    json_text(&b, "ends like a list", "[");
    json_text(&b, "ends like an object", "{");
    json_text(&b, "ends like a key", ":");
    json_text(&b, "nobody", NULL);
    json_key(&b, "later");
    json_raw(&b, NULL, "[1]", 3);
    json_null(&b, "nothing");
    json_close(&b, '}');
    assert_string_equal(b.bytes,
                        "{\"empty\":{},\"list\":[-1,9223372036854775807,[],{\"yes\":true,\"no\":false}],"
                        "\"ends like a list\":\"[\",\"ends like an object\":\"{\",\"ends like a key\":\":\","
                        "\"nobody\":null,\"later\":[1],\"nothing\":null}");
    buffer_free(&b);
}

/* What goes in as a text comes out of another reader as the same text. */
static void must_survive(const char *text) {
    Buffer b = {0};
    json_open(&b, NULL, '[');
    json_text(&b, NULL, text);
    json_text(&b, NULL, "after");
    json_close(&b, ']');
    char *first = reader_text(b.bytes, b.length, 0), *second = reader_text(b.bytes, b.length, 1);
    if (!first || !second) fail_msg("not JSON: %s", b.bytes);
    assert_string_equal(first, text);
    assert_string_equal(second, "after");
    free(first);
    free(second);
    buffer_free(&b);
}

static void every_text_survives(void **unused) {
    (void)unused;
    char all[256] = {0}, *text = long_text(70000);
    for (int c = 1; c < 128; c++) { /* every byte of ASCII, alone and between others */
        char one[] = {(char)c, '\0'}, three[] = {'x', (char)c, 'y', '\0'};
        must_survive(one);
        must_survive(three);
        all[c - 1] = (char)c;
    }
    must_survive(all);
    must_survive("");
    must_survive("\"\"\\\\\n\n\x01\x1f");
    must_survive("Zo\xc3\xab \xe2\x80\xa8 \xf0\x9f\x8e\xb2"); /* two, three and four bytes */
    text[69999] = '"';
    must_survive(text);
    free(text);
}

static void escapes_are_short(void **unused) {
    (void)unused;
    Buffer b = {0};
    json_escape(&b, "a\"b\\c\nd\te\x7f", 10);
    assert_string_equal(b.bytes, "a\\\"b\\\\c\\nd\\u0009e\x7f");
    buffer_free(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_buffer_takes_everything),
        cmocka_unit_test(printing_is_never_cut),
        cmocka_unit_test(a_buffer_without_memory_says_so),
        cmocka_unit_test(commas_and_nesting),
        cmocka_unit_test(every_text_survives),
        cmocka_unit_test(escapes_are_short),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
