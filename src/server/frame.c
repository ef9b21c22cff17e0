/* frame.c: see frame.h. */
#include "server/frame.h"

#include <string.h>

/* The first two bytes (RFC 6455, 5.2): FIN, three reserved bits and the opcode; the bit of the mask and a length.
 * Lengths above 125 follow in 2 or 8 bytes, then come 4 bytes of mask. */
enum { FINAL = 0x80, RESERVED = 0x70, OPCODE = 0x0F, MASKED = 0x80, SHORT = 125, MASK = 4 };

/* The highest byte first, as on every wire. */
static uint64_t number_of(const uint8_t *p, int bytes) {
    uint64_t n = 0;
    for (int i = 0; i < bytes; i++) n = n << 8 | p[i];
    return n;
}

/* A frame that no client may send, whatever its length turns out to be. */
static bool is_wrong(const uint8_t *p) {
    int opcode = p[0] & OPCODE;
    if (p[0] & RESERVED || !(p[1] & MASKED)) return true;
    if (opcode > FRAME_PONG || (opcode > FRAME_BINARY && opcode < FRAME_CLOSE)) return true;
    return opcode >= FRAME_CLOSE && (!(p[0] & FINAL) || (p[1] & ~MASKED) > SHORT);
}

/* In place: what was masked is not wanted any more. The mask protects proxies, not secrets. */
static void unmask(char *data, size_t length, const uint8_t *mask) {
    for (size_t i = 0; i < length; i++) data[i] = (char)((uint8_t)data[i] ^ mask[i % MASK]);
}

/* Judged as soon as two bytes are there, so that what is wrong is not waited for; the length is judged before the
 * data come, so that nobody makes us keep more than `most`. */
int frame_read(char *bytes, size_t length, size_t most, Frame *out) {
    const uint8_t *p = (const uint8_t *)bytes;
    if (length < 2) return FRAME_PART;
    if (is_wrong(p)) return CLOSE_PROTOCOL;
    int wide = (p[1] & ~MASKED) == 126 ? 2 : (p[1] & ~MASKED) == 127 ? 8 : 0;
    size_t head = 2 + (size_t)wide + MASK;
    if (length < 2 + (size_t)wide) return FRAME_PART;
    uint64_t n = wide ? number_of(p + 2, wide) : p[1] & (uint8_t)~MASKED;
    if ((wide == 2 && n <= SHORT) || (wide == 8 && n <= UINT16_MAX)) return CLOSE_PROTOCOL; /* not the shortest form */
    if (n > most) return CLOSE_SIZE;
    if (length < head + n) return FRAME_PART;
    *out = (Frame){.opcode = p[0] & OPCODE,
                   .final = (p[0] & FINAL) != 0,
                   .data = bytes + head,
                   .length = (size_t)n,
                   .size = head + (size_t)n};
    unmask(out->data, out->length, p + head - MASK);
    return FRAME_WHOLE;
}

/* A server masks nothing (RFC 6455, 5.1), so its heads have 2, 4 or 10 bytes. */
size_t frame_write(int opcode, size_t length, char *out) {
    int wide = length <= SHORT ? 0 : length <= UINT16_MAX ? 2 : 8;
    out[0] = (char)(FINAL | opcode);
    out[1] = (char)(wide == 0 ? (int)length : wide == 2 ? 126 : 127);
    for (int i = 0; i < wide; i++) out[2 + i] = (char)(length >> 8 * (wide - 1 - i));
    return 2 + (size_t)wide;
}

/* 1004 to 1006 and 1015 are never sent; 3000 to 4999 belong to applications. Without a code all is well. */
int frame_close_code(const Frame *f) {
    if (f->length == 0) return CLOSE_NORMAL;
    if (f->length == 1) return CLOSE_PROTOCOL;
    int code = (int)number_of((const uint8_t *)f->data, 2);
    bool known = (code >= 1000 && code <= 1014 && (code < 1004 || code > 1006)) || (code >= 3000 && code <= 4999);
    if (!known) return CLOSE_PROTOCOL;
    return frame_utf8(f->data + 2, f->length - 2) ? code : CLOSE_UTF8;
}

/* Bytes of the character that begins with `p`; 0: none does. `left`: how many bytes there are. */
static size_t character(const uint8_t *p, size_t left) {
    /* by its bytes, the lowest character that needs so many: a longer form than needed is none */
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    if (p[0] < 0x80) return 1;
    size_t n = p[0] >> 5 == 6 ? 2 : p[0] >> 4 == 14 ? 3 : p[0] >> 3 == 30 ? 4 : 0;
    if (n == 0 || n > left) return 0;
    uint32_t c = p[0] & (0x7Fu >> n);
    for (size_t i = 1; i < n; i++) {
        if (p[i] >> 6 != 2) return 0;
        c = c << 6 | (p[i] & 0x3F);
    }
    bool surrogate = c >= 0xD800 && c <= 0xDFFF;
    return c < least[n] || c > 0x10FFFF || surrogate ? 0 : n;
}

bool frame_utf8(const char *text, size_t length) {
    const uint8_t *p = (const uint8_t *)text;
    for (size_t i = 0, n; i < length; i += n)
        if ((n = character(p + i, length - i)) == 0) return false;
    return true;
}
