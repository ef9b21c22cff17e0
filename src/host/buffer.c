/* buffer.c: see buffer.h. */
#include "host/buffer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Makes room for so many bytes more and the NUL; false: there is no memory. The room doubles, so that a long text
 * written in small pieces is not copied for each of them. */
static bool grow(Buffer *b, size_t more) {
    if (b->failed) return false;
    if (b->length + more + 1 <= b->room) return true;
    size_t room = b->room ? b->room : 256;
    while (room < b->length + more + 1) room *= 2;
    char *bytes = realloc(b->bytes, room);
    if (!bytes) {
        b->failed = true;
        return false;
    }
    b->bytes = bytes;
    b->room = room;
    return true;
}

char *buffer_room(Buffer *b, size_t more) { return grow(b, more) ? b->bytes + b->length : NULL; }

void buffer_wrote(Buffer *b, size_t length) {
    b->length += length;
    b->bytes[b->length] = '\0';
}

void buffer_add(Buffer *b, const char *bytes, size_t length) {
    if (!grow(b, length)) return;
    memcpy(b->bytes + b->length, bytes, length);
    buffer_wrote(b, length);
}

void buffer_str(Buffer *b, const char *s) { buffer_add(b, s, strlen(s)); }

/* Without memory the text before it stays, and the buffer has failed. */
void buffer_put(Buffer *b, const char *format, ...) {
    /* Into the room there is; while that is too little, again into more. The browser's vsnprintf() says only that a
     * text was cut, not how long it is (wasm/small.c): so the room doubles at least. */
    for (size_t more = 255; grow(b, more); more *= 2) {
        va_list args;
        size_t left = b->room - b->length;
        va_start(args, format);
        int n = vsnprintf(b->bytes + b->length, left, format, args);
        va_end(args);
        if (n >= 0 && (size_t)n < left) {
            b->length += (size_t)n;
            return;
        }
        if (more < left) more = left;
        if (n > 0 && more < (size_t)n / 2 + 1) more = (size_t)n / 2 + 1;
    }
    if (b->bytes) b->bytes[b->length] = '\0';
}

void buffer_free(Buffer *b) {
    free(b->bytes);
    *b = (Buffer){0};
}
