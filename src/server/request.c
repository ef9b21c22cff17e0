/* request.c: see request.h. */
#include "server/request.h"

#include <string.h>

#include "server/head.h"
#include "server/websocket.h"

enum {
    ANSWER_ROOM = 4096, /* bytes of an answer's head */
    LARGE_GRACE = 5     /* seconds that a large body has before it may have to make room for another */
};

/* Queues it; what is queued of a body that stays, NULL: nothing. HEAD gets the length, but no body. */
static Out *queue_answer(Conn *c, const Answer *a) {
    char head[ANSWER_ROOM];
    size_t n = head_write(a, !c->keep, head, sizeof head);
    size_t length = c->bodiless || a->status == 304 ? 0 : a->length;
    if (n == 0) c->broken = true; /* more headers than there is room for: a mistake of the caller's */
    conn_queue(c, head, n, a->body, a->stays ? 0 : length);
    return a->stays && length > 0 ? conn_queue_constant(c, a->body, length) : NULL;
}

/* An answer that comes when the client is gone, or has one, is nothing. */
void network_answer(Conn *c, const Answer *a) {
    bool goes = c->stream.fd >= 0 && c->phase == PHASE_ANSWER;
    Out *body = goes ? queue_answer(c, a) : NULL;
    if (body)
        body->left = a->left, body->owner = a->owner;
    else if (a->left)
        a->left(a->owner);
    if (!goes) return;
    c->began = c->net->now;
    conn_enter(c, PHASE_REPLY);
}

static const char *words_of(int status) {
    switch (status) {
        case 408:
            return "the request took too long\n";
        case 411:
            return "content-length is needed\n";
        case 413:
        case 414:
        case 431:
            return "too long\n";
        case 503:
            return "no room\n";
        default:
            return "refused\n";
    }
}

/* The last one, for where the next request would begin may not be known. network_answer() takes no phase but
 * PHASE_ANSWER, so that is entered whatever it was in. */
void request_refuse(Conn *c, int status) {
    const char *text = words_of(status);
    Answer a = {.status = status, .type = "text/plain", .body = text, .length = strlen(text)};
    if (status == 426)
        a.header[0] = (Header){"upgrade:", "websocket"}, a.header[1] = (Header){"sec-websocket-version:", "13"};
    c->keep = false;
    c->bodiless = false;
    conn_large(c, false); /* what is still to come of it is not waited for */
    c->net->counts.malformed += status == 400;
    conn_enter(c, PHASE_ANSWER);
    network_answer(c, &a);
}

/* The request is all there: `size` bytes of head, then the body, with a byte of room behind it. */
static void hand_on(Conn *c, Head *h, char *bytes, size_t size) {
    Request r;
    if (h->websocket) {
        websocket_begin(c, h, &r);
        return;
    }
    head_request(h, &r);
    char *end = bytes + size + h->body, kept = *end;
    *end = '\0';
    conn_large(c, false);
    r.address = c->address;
    r.body = bytes + size;
    r.length = h->body;
    c->keep = h->keep;
    c->bodiless = r.head;
    conn_enter(c, PHASE_ANSWER);
    c->net->handlers.request(c->net->context, c, &r);
    *end = kept;
}

/* The body is still coming. */
static void await_body(Conn *c, const Head *h, size_t size) {
    static const char go_on[] = "HTTP/1.1 100 Continue\r\n\r\n";
    c->need = size + h->body;
    c->began = c->net->now;
    conn_enter(c, PHASE_BODY);
    if (h->expects) conn_queue(c, go_on, sizeof go_on - 1, NULL, 0);
}

/* What is large is refused everywhere but where it is meant to be. */
static bool may_be_so_long(const Network *net, const Head *h) {
    return h->body <= NETWORK_BODY_MAX || net->handlers.large(net->context, h->path.at, h->path.length);
}

/* Those who send slowly, and be it from many addresses, must not keep all others out: there is room for another large
 * body if one of them is given up, of the address that sends most at once the slowest. Who sends but one is slow for
 * other reasons. A proxy's are everybody's. False: none has had the time to show how slow it is. */
static bool make_room(Network *net) {
    Conn *slowest = NULL, *c;
    double least = 0;
    int most = 0;
    TAILQ_FOREACH(c, &net->phase[PHASE_BODY], in_phase) {
        double age = net->now - c->began;
        if (!c->large || age < LARGE_GRACE) continue;
        int beside = c->peer->most > 0 ? c->peer->large : 1;
        double rate = (double)c->in_length / age;
        if (slowest && (beside < most || (beside == most && rate >= least))) continue;
        slowest = c;
        least = rate;
        most = beside;
    }
    if (!slowest) return false;
    net->counts.late++;
    request_refuse(slowest, 408);
    return true;
}

/* Who has enough of them himself is given nobody else's room. */
static bool admit_large(Conn *c) {
    return conn_large(c, true) || (!conn_many_large(c) && make_room(c->net) && conn_large(c, true));
}

/* While a body is coming only `need` is kept: the head is still there, and is read again when all has come. */
size_t request_take(Conn *c, char *bytes, size_t length, size_t seen) {
    size_t skip = 0;
    while (c->need == 0 && length - skip >= 2 && memcmp(bytes + skip, "\r\n", 2) == 0) skip += 2; /* RFC 9112, 2.2 */
    if (skip > 0) return skip;
    if (c->phase == PHASE_IDLE && length > 0) conn_enter(c, PHASE_HEAD);
    if (length < c->need) return 0;
    size_t size = head_size(bytes, length, c->need ? 0 : seen);
    if (size > HEAD_MAX || (size == 0 && length > HEAD_MAX)) {
        request_refuse(c, 431);
        return length;
    }
    if (size == 0) {
        if (length > 0 && bytes[0] != '\r' && (bytes[0] < 'A' || bytes[0] > 'Z')) { /* no method begins so */
            request_refuse(c, 400);
            return length;
        }
        return 0;
    }
    Head h;
    int status = head_read(bytes, size, &h);
    if (!status && !may_be_so_long(c->net, &h)) status = 413;
    if (status) {
        request_refuse(c, status);
        return length;
    }
    if (length < size + h.body) {
        if (h.body > NETWORK_BODY_MAX && !admit_large(c)) {
            request_refuse(c, 503);
            return length;
        }
        await_body(c, &h, size);
        return 0;
    }
    hand_on(c, &h, bytes, size);
    return size + h.body;
}
