/* stream.h: the bytes of a connection, plain or under TLS, without ever waiting for them. */
#ifndef PENNA_SERVER_STREAM_H
#define PENNA_SERVER_STREAM_H

#include <openssl/ssl.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include <sys/uio.h>

enum { STREAM_LATER = -1, STREAM_BROKEN = -2 };

typedef struct Stream {
    int fd;      /* -1: closed */
    SSL *tls;    /* NULL: plain */
    int records; /* of TLS's that came since the last one with anything to read in it */
} Stream;

/* Takes over a socket that does not block; tls NULL: plain. False: no memory, the socket is still the caller's. The
 * Stream stays where it is until it is closed: OpenSSL knows it. */
bool stream_open(Stream *s, int fd, SSL_CTX *tls);

/* Reads up to `room` bytes, of one record at most. 0: the other side has ended; STREAM_LATER: nothing has come;
 * STREAM_BROKEN, also if record after record comes and nothing is in them. */
ssize_t stream_read(Stream *s, void *out, size_t room);

/* Writes as much of the pieces as it can. STREAM_LATER: nothing; under TLS the first bytes are then on their way
 * already, and must come again, the same ones, when it is tried again. STREAM_BROKEN. */
ssize_t stream_write(Stream *s, const struct iovec *piece, int count);

/* Says that nothing more will be sent. */
void stream_end(Stream *s);

void stream_close(Stream *s);

#endif
