/* head.h: the head of an HTTP/1.1 request, read strictly, and that of an answer, written.
 *
 * A head is read when it is whole, in one pass, where it lies: no memory, no state between two packets, nothing to get
 * out of step with. What two readers could understand in two ways (two lengths, a length and chunks, folded lines, a
 * bare CR or LF, a space before a colon) is refused, because a proxy in front may be the other reader. */
#ifndef PENNA_SERVER_HEAD_H
#define PENNA_SERVER_HEAD_H

#include "server/network.h"

enum {
    HEAD_MAX = 8192,    /* bytes of a request's head */
    HEAD_LINES = 64,    /* header lines of it */
    HEAD_TARGET = 1024, /* bytes of its target: path and query */
    HEAD_KEY = 24       /* characters of a Sec-WebSocket-Key: 16 bytes in base64 */
};

/* A piece of the head. */
typedef struct Span {
    char *at;
    size_t length;
} Span;

typedef struct Head {
    Span method, path, host, origin, authorization, content_type, etag, forwarded, encodings, connection, upgrade, key,
        version, protocol, expect, length, transfer;
    size_t body;    /* bytes of the body that follows the head */
    bool whole;     /* the target was a whole URL */
    bool keep;      /* the connection may stay open after the answer */
    bool expects;   /* the client waits for "100 Continue" before it sends the body */
    bool websocket; /* a WebSocket is to begin, */
    bool penna;     /* with our sub-protocol */
} Head;

/* Bytes of the head, its empty line included, that the bytes begin with; 0: it is not whole yet. The first `seen` bytes
 * were looked at before. */
size_t head_size(const char *bytes, size_t length, size_t seen);

/* Reads a whole head of `size` bytes and changes nothing in it. 0, or the status of the refusal. */
int head_read(char *bytes, size_t size, Head *out);

/* The request of a head that was read, its texts ended by NUL where they lie: the head cannot be read again. Address
 * and body are the caller's to fill in. */
void head_request(const Head *h, Request *out);

/* The head of an answer; bytes written, 0: there is not enough room. `close`: it is the connection's last. */
size_t head_write(const Answer *a, bool close, char *out, size_t room);

/* To be called once, before the first WebSocket begins: OpenSSL sets up its hash when it is first used, and falls where
 * there is no memory for that. False: there is none. */
bool head_begin(void);

/* The answer that begins a WebSocket; bytes written, 0: no memory. `out` has room for 256. */
size_t head_write_upgrade(const Head *h, char *out);

#endif
