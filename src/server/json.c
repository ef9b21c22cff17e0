/* json.c: see json.h. */
#include "server/json.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void before(Json *j) {
    if (j->comma) buffer_add(j->out, ",", 1);
    j->comma = true;
}

void js_open(Json *j, char bracket) {
    before(j);
    buffer_add(j->out, &bracket, 1);
    j->comma = false;
}

void js_close(Json *j, char bracket) {
    buffer_add(j->out, &bracket, 1);
    j->comma = true;
}

void js_escape(Buffer *out, const char *s, size_t length) {
    size_t from = 0;
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)s[i];
        char code[8];
        if (c >= 0x20 && c != '"' && c != '\\') continue;
        if (c == '\n')
            strcpy(code, "\\n");
        else if (c >= 0x20)
            snprintf(code, sizeof code, "\\%c", c);
        else
            snprintf(code, sizeof code, "\\u%04x", c);
        buffer_add(out, s + from, i - from);
        buffer_str(out, code);
        from = i + 1;
    }
    buffer_add(out, s + from, length - from);
}

void js_text(Json *j, const char *s) {
    before(j);
    if (!s) {
        buffer_str(j->out, "null");
        return;
    }
    buffer_add(j->out, "\"", 1);
    js_escape(j->out, s, strlen(s));
    buffer_add(j->out, "\"", 1);
}

void js_key(Json *j, const char *key) {
    js_text(j, key);
    buffer_add(j->out, ":", 1);
    j->comma = false;
}

void js_raw(Json *j, const char *bytes, size_t length) {
    before(j);
    buffer_add(j->out, bytes, length);
}

void js_int(Json *j, int64_t n) {
    char room[24];
    snprintf(room, sizeof room, "%" PRId64, n);
    js_raw(j, room, strlen(room));
}

void js_bool(Json *j, bool b) { js_raw(j, b ? "true" : "false", b ? 4 : 5); }
void js_null(Json *j) { js_raw(j, "null", 4); }
