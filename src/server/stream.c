/* stream.c: see stream.h. */
#include "server/stream.h"

#include <errno.h>
#include <openssl/err.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    RECORD = 16384, /* bytes of TLS's largest record */
    RECORDS = 32    /* that may come without anything to read: a greeting has eight at most, one new key is one */
};

/* ---- Records without an end ---------------------------------------------------------------------------- */

/* OpenSSL reads until there is something to read in a record: new keys, empty records or pieces of a greeting, each
 * costing it more than its sender, would keep it there, and the loop with it, as long as they come. So records are
 * counted as they begin, and after too many of them it finds the socket broken. */
static void count_record(int sent, int version, int type, const void *bytes, size_t length, SSL *tls, void *stream) {
    (void)version, (void)bytes, (void)length, (void)tls;
    if (!sent && type == SSL3_RT_HEADER) ((Stream *)stream)->records++;
}

/* Asked before and after whatever is done with the socket; what is not forbidden stays as it is. */
static long may_read(BIO *socket, int what, const char *bytes, size_t length, int number, long other, int result,
                     size_t *done) {
    const Stream *s = (const void *)BIO_get_callback_arg(socket);
    (void)bytes, (void)length, (void)number, (void)other, (void)done;
    if (what != BIO_CB_READ || s->records <= RECORDS) return result;
    BIO_clear_retry_flags(socket);
    return -1;
}

static void limit_records(Stream *s) {
    SSL_set_msg_callback(s->tls, count_record);
    SSL_set_msg_callback_arg(s->tls, s);
    BIO_set_callback_ex(SSL_get_rbio(s->tls), may_read);
    BIO_set_callback_arg(SSL_get_rbio(s->tls), (char *)s);
}

/* ---- Bytes --------------------------------------------------------------------------------------------- */

/* The handshake is not done here but by the first reads: it must not hold up the loop. */
bool stream_open(Stream *s, int fd, SSL_CTX *tls) {
    *s = (Stream){.fd = fd};
    if (!tls) return true;
    s->tls = SSL_new(tls);
    if (!s->tls || SSL_set_fd(s->tls, fd) != 1) {
        SSL_free(s->tls);
        ERR_clear_error();
        return false;
    }
    limit_records(s);
    SSL_set_accept_state(s->tls);
    return true;
}

/* What a call of OpenSSL's that did not succeed means. */
static ssize_t meaning(Stream *s, int result) {
    int error = SSL_get_error(s->tls, result);
    ERR_clear_error();
    if (error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE) return STREAM_LATER;
    return error == SSL_ERROR_ZERO_RETURN ? 0 : STREAM_BROKEN;
}

/* A signal between is no end: it is tried again. OpenSSL may want to write before it can read; both are "later". */
ssize_t stream_read(Stream *s, void *out, size_t room) {
    if (s->tls) {
        int n = SSL_read(s->tls, out, (int)room);
        if (n > 0) s->records = 0;
        return n > 0 ? n : meaning(s, n);
    }
    for (;;) {
        ssize_t n = recv(s->fd, out, room, 0);
        if (n >= 0) return n;
        if (errno == EAGAIN || errno == EWOULDBLOCK) return STREAM_LATER;
        if (errno != EINTR) return STREAM_BROKEN;
    }
}

/* One record for all pieces: a record of its own for each would cost each its frame and its seal. */
static ssize_t write_record(Stream *s, const struct iovec *piece, int count) {
    char record[RECORD];
    size_t length = 0;
    for (int i = 0; i < count && length < sizeof record; i++) {
        size_t n = piece[i].iov_len < sizeof record - length ? piece[i].iov_len : sizeof record - length;
        memcpy(record + length, piece[i].iov_base, n);
        length += n;
    }
    int n = SSL_write(s->tls, record, (int)length);
    if (n > 0) return n;
    ssize_t why = meaning(s, n);
    return why == 0 ? STREAM_BROKEN : why;
}

/* All pieces by one call: a head and its body leave in one packet, if they fit. */
ssize_t stream_write(Stream *s, const struct iovec *piece, int count) {
    if (s->tls) return write_record(s, piece, count);
    struct msghdr message = {.msg_iov = (struct iovec *)(uintptr_t)piece, .msg_iovlen = (size_t)count};
    for (;;) {
        ssize_t n = sendmsg(s->fd, &message, MSG_NOSIGNAL);
        if (n >= 0) return n;
        if (errno == EAGAIN || errno == EWOULDBLOCK) return STREAM_LATER;
        if (errno != EINTR) return STREAM_BROKEN;
    }
}

/* Says that nothing more comes, and leaves the other side time to read what did: closing at once would make the
 * kernel throw it away. */
void stream_end(Stream *s) {
    if (s->tls && SSL_is_init_finished(s->tls)) SSL_shutdown(s->tls);
    ERR_clear_error();
    shutdown(s->fd, SHUT_WR);
}

void stream_close(Stream *s) {
    SSL_free(s->tls);
    ERR_clear_error();
    if (s->fd >= 0) close(s->fd);
    *s = (Stream){.fd = -1};
}
