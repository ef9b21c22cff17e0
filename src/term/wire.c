/* wire.c: see wire.h. */
#include "term/wire.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

#include "term/common.h"

enum { HOST_MAX = 256, MESSAGE_MAX = 1 << 24, WAIT = 20 };

struct Wire {
    int fd;           /* -1: not connected */
    Buffer in;        /* what came and is not taken yet */
    SSL_CTX *context; /* NULL: plain */
    SSL *tls;         /* NULL: plain */
};

/* Where a URL points. */
typedef struct Target {
    bool secure;         /* by TLS */
    char host[HOST_MAX]; /* as it stands there */
    char name[HOST_MAX]; /* without the brackets of an IPv6 address */
    char port[8];
    char path[HOST_MAX]; /* below which the server is; no slash at its end */
} Target;

/* Always false, to be returned. */
static bool fail(char *why, const char *what, const char *reason) {
    snprintf(why, WIRE_WHY, "%.90s: %.90s", what, tr(reason));
    return false;
}

/* An IPv6 address stands in brackets, in which a colon is no port. */
static bool read_url(const char *url, Target *p, char *why) {
    const char *at = strstr(url, "://");
    p->secure = strncmp(url, "https://", 8) == 0;
    if (!at || (!p->secure && strncmp(url, "http://", 7) != 0))
        return fail(why, url, N_("expected http://HOST[:PORT] or https://HOST[:PORT]"));
    at += 3;
    size_t n = strcspn(at, ":/");
    bool brackets = *at == '[' && strchr(at, ']');
    if (brackets) n = strcspn(at, "]") + 1;
    if (n == 0 || n >= HOST_MAX) return fail(why, url, N_("no host"));
    snprintf(p->host, sizeof p->host, "%.*s", (int)n, at);
    snprintf(p->name, sizeof p->name, "%.*s", (int)n - 2 * brackets, at + brackets);
    at += n;
    if (*at == ':')
        snprintf(p->port, sizeof p->port, "%.*s", (int)strcspn(at + 1, "/"), at + 1);
    else
        strcpy(p->port, p->secure ? "443" : "80");
    at += strcspn(at, "/");
    n = strlen(at);
    while (n > 0 && at[n - 1] == '/') n--;
    if (n >= sizeof p->path) return fail(why, url, N_("no host"));
    snprintf(p->path, sizeof p->path, "%.*s", (int)n, at);
    return true;
}

/* ---- Bytes ------------------------------------------------------------------------------------------- */

/* All addresses of a name are tried in turn: a host may answer on one of its two families only. The errno of the last
 * is the reason. */
static bool dial(Wire *w, const Target *p, char *why) {
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *list;
    int result = getaddrinfo(p->name, p->port, &hints, &list);
    if (result != 0) return fail(why, p->host, gai_strerror(result));
    for (const struct addrinfo *a = list; a && w->fd < 0; a = a->ai_next) {
        w->fd = socket(a->ai_family, a->ai_socktype | SOCK_CLOEXEC, a->ai_protocol);
        if (w->fd >= 0 && connect(w->fd, a->ai_addr, a->ai_addrlen) != 0) {
            int error = errno;
            close(w->fd);
            w->fd = -1;
            errno = error;
        }
    }
    freeaddrinfo(list);
    return w->fd >= 0 || fail(why, p->host, strerror(errno));
}

/* What the other's certificate must be for: a name, or an address. */
static bool expect(SSL *tls, const char *name) {
    uint8_t address[16];
    bool number = inet_pton(AF_INET, name, address) == 1 || inet_pton(AF_INET6, name, address) == 1;
    return SSL_set1_host(tls, name) && (number || SSL_set_tlsext_host_name(tls, name));
}

/* A certificate that is not trusted is told apart from a server that speaks no TLS: the one is mended with --ca, the
 * other with http. */
static bool secure(Wire *w, const Target *p, const char *ca, char *why) {
    w->context = SSL_CTX_new(TLS_client_method());
    if (!w->context) return fail(why, p->host, N_("TLS cannot start"));
    SSL_CTX_set_default_verify_paths(w->context);
    SSL_CTX_set_verify(w->context, SSL_VERIFY_PEER, NULL);
    SSL_CTX_clear_mode(w->context, SSL_MODE_AUTO_RETRY); /* more() waits, not SSL_read() */
    if (ca && SSL_CTX_load_verify_locations(w->context, ca, NULL) != 1)
        return fail(why, ca, N_("no certificates as PEM text"));
    w->tls = SSL_new(w->context);
    bool good = w->tls && expect(w->tls, p->name) && SSL_set_fd(w->tls, w->fd) && SSL_connect(w->tls) == 1;
    if (good) return true;
    long fault = w->tls ? SSL_get_verify_result(w->tls) : X509_V_OK;
    if (fault == X509_V_OK) return fail(why, p->host, N_("it does not speak TLS as we do"));
    fail(why, p->host, N_("its certificate is not trusted"));
    size_t n = strlen(why);
    snprintf(why + n, WIRE_WHY - n, " (%.80s)", X509_verify_cert_error_string(fault));
    return false;
}

/* One read for both kinds, so that nothing above knows of TLS. */
static ssize_t read_some(Wire *w, char *room, size_t size) {
    return w->tls ? SSL_read(w->tls, room, (int)size) : recv(w->fd, room, size, 0);
}

/* MSG_NOSIGNAL: a server that has gone is an error to be told, not a signal that ends the program. */
static bool write_all(Wire *w, const char *bytes, size_t length) {
    while (length > 0) {
        ssize_t n = w->tls ? SSL_write(w->tls, bytes, (int)length) : send(w->fd, bytes, length, MSG_NOSIGNAL);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        bytes += n;
        length -= (size_t)n;
    }
    return true;
}

/* Takes more in: 1, or 0: nothing came in time, -1: the connection is gone. */
static int more(Wire *w, double seconds) {
    char room[16384];
    struct pollfd p = {.fd = w->fd, .events = POLLIN};
    if (!w->tls || SSL_pending(w->tls) == 0) {
        int ready = poll(&p, 1, (int)(seconds * 1000));
        if (ready <= 0) return ready < 0 && errno != EINTR ? -1 : 0;
    }
    ssize_t n = read_some(w, room, sizeof room);
    if (n < 0 && w->tls && SSL_get_error(w->tls, (int)n) == SSL_ERROR_WANT_READ) return 1; /* TLS's own talk */
    if (n <= 0 || w->in.length > MESSAGE_MAX) return -1;
    buffer_add(&w->in, room, (size_t)n);
    return w->in.failed ? -1 : 1;
}

/* Drops what was taken. */
static void took(Wire *w, size_t n) {
    memmove(w->in.bytes, w->in.bytes + n, w->in.length - n + 1);
    w->in.length -= n;
}

/* Also of one that was never connected. */
void wire_close(Wire *w) {
    if (!w) return;
    SSL_free(w->tls);
    SSL_CTX_free(w->context);
    if (w->fd >= 0) close(w->fd);
    buffer_free(&w->in);
    free(w);
}

/* Connects, sends a request and takes the head of the answer; its length, or 0. */
static size_t ask(Wire *w, const char *url, const char *ca, const char *method, const char *path, const char *rest,
                  char *why) {
    Target place;
    if (!read_url(url, &place, why) || !dial(w, &place, why) || (place.secure && !secure(w, &place, ca, why))) return 0;
    char text[8192];
    int n = snprintf(text, sizeof text, "%s %s%s HTTP/1.1\r\nHost: %s:%s\r\n%s", method, place.path, path, place.host,
                     place.port, rest);
    fail(why, place.host, N_("no answer"));
    if (n <= 0 || (size_t)n >= sizeof text || !write_all(w, text, (size_t)n)) return 0;
    for (;;) {
        const char *end = w->in.bytes ? strstr(w->in.bytes, "\r\n\r\n") : NULL;
        if (end) return (size_t)(end + 4 - w->in.bytes);
        if (more(w, WAIT) <= 0) return 0;
    }
}

/* "HTTP/1.1 101": the number begins at the tenth byte. */
static int status_of(const Wire *w) { return w->in.length > 12 ? atoi(w->in.bytes + 9) : 0; }

/* ---- HTTP -------------------------------------------------------------------------------------------- */

/* One request on a connection of its own; the server is asked to close it, so nothing has to be kept apart from what
 * follows. */
int wire_post(const char *url, const char *ca, const char *path, const char *body, Buffer *out, char *why) {
    char rest[4096];
    Wire *w = calloc(1, sizeof *w);
    int status = -1;
    if (!w) return -1;
    w->fd = -1;
    snprintf(rest, sizeof rest, "Content-Type: application/json\r\nContent-Length: %zu\r\nConnection: close\r\n\r\n%s",
             strlen(body), body);
    size_t head = ask(w, url, ca, "POST", path, rest, why);
    if (head) {
        const char *field = strcasestr(w->in.bytes, "\ncontent-length:");
        size_t length = field ? (size_t)atol(field + 16) : 0;
        while (w->in.length < head + length && more(w, WAIT) > 0) continue;
        status = status_of(w);
        out->length = 0;
        if (w->in.length >= head + length) buffer_add(out, w->in.bytes + head, length);
    }
    wire_close(w);
    return status;
}

/* ---- WebSocket --------------------------------------------------------------------------------------- */

/* The key of the handshake is fixed: it protects against caches in between, not against anyone, and nothing here is
 * cached. */
Wire *wire_open(const char *url, const char *ca, const char *table, char *why) {
    static const char rest[] =
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: cGVubmEgam9pbiBrZXkgMQ==\r\n"
        "Sec-WebSocket-Version: 13\r\n\r\n";
    char path[40];
    Wire *w = calloc(1, sizeof *w);
    if (!w) fail(why, url, N_("out of memory"));
    if (!w) return NULL;
    w->fd = -1;
    snprintf(path, sizeof path, "/ws?table=%.10s", table);
    size_t head = ask(w, url, ca, "GET", path, rest, why);
    if (head && status_of(w) == 101) {
        took(w, head);
        return w;
    }
    if (head) fail(why, url, N_("it does not let us in"));
    wire_close(w);
    return NULL;
}

/* RFC 6455, 5.2: what a client sends is masked. Longer than two bytes can count is never sent here: a move has some
 * hundred bytes. */
static bool send_frame(Wire *w, int opcode, const char *bytes, size_t length) {
    uint8_t mask[4] = {0}, head[8];
    size_t at = 0;
    Buffer frame = {0};
    if (getrandom(mask, sizeof mask, 0) != sizeof mask || length > 65535) return false;
    head[at++] = (uint8_t)(0x80 | opcode);
    if (length < 126)
        head[at++] = (uint8_t)(0x80 | length);
    else
        head[at++] = 0xFE, head[at++] = (uint8_t)(length >> 8), head[at++] = (uint8_t)length;
    memcpy(head + at, mask, 4);
    buffer_add(&frame, (const char *)head, at + 4);
    for (size_t i = 0; i < length; i++) {
        char c = (char)(bytes[i] ^ mask[i % 4]);
        buffer_add(&frame, &c, 1);
    }
    bool good = !frame.failed && write_all(w, frame.bytes, frame.length);
    buffer_free(&frame);
    return good;
}

/* Opcode 1: a text. */
bool wire_send(Wire *w, const char *text) { return send_frame(w, 1, text, strlen(text)); }

/* The frame at the beginning of what came: its head's length and its own; false: not all of it is there. */
static bool whole_frame(const Wire *w, size_t *head, size_t *length) {
    const uint8_t *p = (const uint8_t *)w->in.bytes;
    if (w->in.length < 2) return false;
    *length = p[1] & 127;
    *head = *length == 126 ? 4 : *length == 127 ? 10 : 2;
    if (w->in.length < *head) return false;
    if (*head > 2) *length = 0;
    for (size_t i = 2; i < *head; i++) *length = *length << 8 | p[i];
    return *length <= MESSAGE_MAX && w->in.length >= *head + *length;
}

/* Pings are answered on the way, pieces of a message are put together, and a close frame is the end. Whatever else
 * comes is passed over. */
int wire_receive(Wire *w, double seconds, Buffer *out) {
    size_t head, length;
    out->length = 0;
    for (;;) {
        while (!whole_frame(w, &head, &length)) {
            int got = more(w, seconds);
            if (got <= 0) return got;
        }
        int first = (uint8_t)w->in.bytes[0], opcode = first & 15;
        const char *bytes = w->in.bytes + head;
        if (opcode == 8) return -1;
        if (opcode == 9 && !send_frame(w, 10, bytes, length)) return -1;
        if (opcode < 2) buffer_add(out, bytes, length);
        took(w, head + length);
        if (opcode < 2 && first & 0x80) return out->failed ? -1 : 1;
    }
}
