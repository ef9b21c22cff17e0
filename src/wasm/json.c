/* json.c: see json.h. */
#include "wasm/json.h"

/* Begins a value: the comma after the one before, and the key. */
static void begin(Buffer *b, const char *key) {
    char last = b->length ? b->bytes[b->length - 1] : '[';
    if (last != '{' && last != '[') buffer_str(b, ",");
    if (!key) return;
    buffer_str(b, "\"");
    buffer_str(b, key);
    buffer_str(b, "\":");
}

void json_open(Buffer *b, const char *key, char bracket) {
    begin(b, key);
    buffer_add(b, &bracket, 1);
}

void json_close(Buffer *b, char bracket) { buffer_add(b, &bracket, 1); }

void json_str(Buffer *b, const char *key, const char *value) {
    static const char hex[] = "0123456789abcdef";
    begin(b, key);
    buffer_str(b, "\"");
    for (const char *p = value; *p; p++) {
        unsigned char c = (unsigned char)*p;
        char escape[] = {'\\', 'u', '0', '0', hex[c >> 4], hex[c & 15]};
        if (c == '"' || c == '\\') {
            buffer_str(b, "\\");
            buffer_add(b, p, 1);
        } else if (c < ' ') {
            buffer_add(b, escape, sizeof escape);
        } else {
            buffer_add(b, p, 1);
        }
    }
    buffer_str(b, "\"");
}

void json_int(Buffer *b, const char *key, long value) {
    char room[24];
    Text text = text_in(room, sizeof room);
    text_int(&text, value);
    begin(b, key);
    buffer_str(b, room);
}

void json_bool(Buffer *b, const char *key, bool value) {
    begin(b, key);
    buffer_str(b, value ? "true" : "false");
}
