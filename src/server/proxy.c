/* proxy.c: see proxy.h; the protocol is HAProxy's, doc/proxy-protocol.txt there. */
#include "server/proxy.h"

#include <arpa/inet.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { LINE_MAX_1 = 107, HEAD_2 = 16 }; /* bytes of version 1 with its end of line; of the head of version 2 */

static const char first[] = "PROXY ";
static const char second[] = "\r\n\r\n\0\r\nQUIT\n";

/* An address that is one, in the same words whoever wrote it. */
static int take_address(int family, const char *text, char *out, size_t room) {
    uint8_t bytes[16];
    return inet_pton(family, text, bytes) == 1 && inet_ntop(family, bytes, out, (socklen_t)room) ? 1 : 0;
}

/* PROXY TCP4 192.0.2.1 192.0.2.2 56324 443, or PROXY UNKNOWN and anything. */
static int read_line(const char *bytes, size_t length, char *address, size_t room) {
    char line[LINE_MAX_1 + 1], source[LINE_MAX_1], other[LINE_MAX_1], rest;
    unsigned from, to;
    int four;
    const char *end = memchr(bytes, '\n', length < LINE_MAX_1 ? length : LINE_MAX_1);
    if (!end) return length < LINE_MAX_1 ? PROXY_PART : PROXY_BAD;
    size_t n = (size_t)(end - bytes) + 1;
    if (n < 2 || end[-1] != '\r' || memchr(bytes, '\0', n)) return PROXY_BAD;
    snprintf(line, sizeof line, "%.*s", (int)n - 2, bytes);
    if (strncmp(line, "PROXY UNKNOWN", 13) == 0 && (line[13] == '\0' || line[13] == ' ')) return (int)n;
    if (sscanf(line, "PROXY TCP%1d %106s %106s %5u %5u%c", &four, source, other, &from, &to, &rest) != 5)
        return PROXY_BAD;
    if ((four != 4 && four != 6) || from > 65535 || to > 65535) return PROXY_BAD;
    return take_address(four == 4 ? AF_INET : AF_INET6, source, address, room) ? (int)n : PROXY_BAD;
}

/* A signature, version and command, family, and the length of what follows: addresses, and what else there may be. */
static int read_block(const char *bytes, size_t length, char *address, size_t room) {
    const uint8_t *b = (const uint8_t *)bytes;
    if (length < HEAD_2) return PROXY_PART;
    size_t n = HEAD_2 + ((size_t)b[14] << 8 | b[15]);
    if (b[12] >> 4 != 2 || (b[12] & 15) > 1 || n > PROXY_MAX) return PROXY_BAD;
    if (length < n) return PROXY_PART;
    if ((b[12] & 15) == 0 || b[13] == 0) return (int)n; /* the balancer itself, or it does not know */
    int family = b[13] >> 4 == 1 ? AF_INET : b[13] >> 4 == 2 ? AF_INET6 : -1;
    if (family < 0 || (b[13] & 15) != 1 || n < HEAD_2 + (family == AF_INET ? 12u : 36u)) return PROXY_BAD;
    return inet_ntop(family, b + HEAD_2, address, (socklen_t)room) ? (int)n : PROXY_BAD;
}

int proxy_read(const char *bytes, size_t length, char *address, size_t room) {
    size_t one = sizeof first - 1, two = sizeof second - 1;
    if (memcmp(bytes, first, length < one ? length : one) == 0)
        return length < one ? PROXY_PART : read_line(bytes, length, address, room);
    if (memcmp(bytes, second, length < two ? length : two) == 0)
        return length < two ? PROXY_PART : read_block(bytes, length, address, room);
    return PROXY_BAD;
}
