/* json.c: see json.h. It uses no printf: the browser's engine does without. */
#include "host/json.h"

#include <string.h>

#include "base/text.h"

/* Begins a value: the comma after the one before, the key, and the first bytes of the value itself, all as one piece: a
 * server writes little else. */
static void begin(Buffer *b, const char *key, const char *bytes, size_t length) {
    char last = b->length ? b->bytes[b->length - 1] : '[';
    size_t n = key ? strlen(key) : 0;
    char *first = buffer_room(b, n + length + 4), *at = first;
    if (!first) return;
    if (last != '{' && last != '[' && last != ':') *at++ = ',';
    if (key) {
        *at++ = '"';
        memcpy(at, key, n); /* NOLINT(bugprone-not-null-terminated-result): what follows it does not end here */
        at += n;
        *at++ = '"';
        *at++ = ':';
    }
    memcpy(at, bytes, length);
    buffer_wrote(b, (size_t)(at + length - first));
}

void json_open(Buffer *b, const char *key, char bracket) { begin(b, key, &bracket, 1); }

void json_close(Buffer *b, char bracket) { buffer_add(b, &bracket, 1); }

void json_key(Buffer *b, const char *key) { begin(b, key, "", 0); }

/* A byte that may not stand in a string as it is. */
static void put_code(Buffer *b, unsigned char c) {
    static const char hex[] = "0123456789abcdef";
    char code[] = {'\\', 'u', '0', '0', hex[c >> 4], hex[c & 15]};
    char plain[] = {'\\', c == '\n' ? 'n' : (char)c};
    if (c >= 0x20 || c == '\n')
        buffer_add(b, plain, sizeof plain);
    else
        buffer_add(b, code, sizeof code);
}

/* How many of eight bytes at a time need no escape: those that a subtraction marks in their highest bit are controls
 * or, after the exclusive or, the sign itself. (A byte may be marked wrongly, above one that is marked rightly, or
 * because it is not ASCII: it is then looked at by itself.) */
static size_t plain(const char *s, size_t length) {
    const uint64_t ones = UINT64_C(0x0101010101010101), high = ones << 7;
    size_t n = 0;
    for (uint64_t w; n + sizeof w <= length; n += sizeof w) {
        memcpy(&w, s + n, sizeof w);
        uint64_t quote = w ^ ones * '"', slash = w ^ ones * '\\';
        if (((w - ones * 0x20) | (quote - ones) | (slash - ones)) & high) break;
    }
    return n;
}

/* UTF-8 goes through as it is: JSON asks for escapes only of quotes, backslashes and control characters. */
void json_escape(Buffer *b, const char *s, size_t length) {
    size_t from = 0; /* bytes before it are written: what needs no escape goes in one piece */
    for (size_t i = 0; i < length; i++) {
        i += plain(s + i, length - i);
        if (i == length) break;
        unsigned char c = (unsigned char)s[i];
        if (c >= 0x20 && c != '"' && c != '\\') continue;
        buffer_add(b, s + from, i - from);
        put_code(b, c);
        from = i + 1;
    }
    buffer_add(b, s + from, length - from);
}

void json_text(Buffer *b, const char *key, const char *value) {
    if (!value) {
        json_null(b, key);
        return;
    }
    begin(b, key, "\"", 1);
    json_escape(b, value, strlen(value));
    buffer_add(b, "\"", 1);
}

void json_raw(Buffer *b, const char *key, const char *bytes, size_t length) { begin(b, key, bytes, length); }

void json_int(Buffer *b, const char *key, int64_t value) {
    char room[24];
    Text text = text_in(room, sizeof room);
    text_int(&text, (long)value);
    json_raw(b, key, room, strlen(room));
}

void json_bool(Buffer *b, const char *key, bool value) { json_raw(b, key, value ? "true" : "false", value ? 4 : 5); }
void json_null(Buffer *b, const char *key) { json_raw(b, key, "null", 4); }
