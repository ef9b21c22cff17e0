/* network.c: network.h over epoll: one thread, one loop, and no part of it that waits.
 *
 * A connection is always in exactly one phase. Each phase has a list of its connections, the one that is in it the
 * longest first, and a time after which it ends: so deadlines cost nothing until they are due. Events are
 * edge-triggered: a connection is given to epoll once and never again. `work` lists those that have input to go on
 * with, `writes` those that have output; a turn of the loop takes events, then goes through both, one step each, so
 * that nobody's thousand requests keep others waiting.
 *
 * Handlers are called from the loop only, and what they ask for (send, answer, hang up) is noted down and done at the
 * end of the turn: nothing is closed or freed under their hands. */
#include "server/network.h"

#include <arpa/inet.h>
#include <errno.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/queue.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "base/words.h"
#include "host/clock.h"
#include "server/certificate.h"
#include "server/frame.h"
#include "server/head.h"
#include "server/peers.h"
#include "server/stream.h"

enum {
    EVENTS = 256,        /* taken from epoll at a time */
    ACCEPTS = 64,        /* connections taken in one turn */
    CHUNK = 16384,       /* bytes read from a connection in one turn */
    PIECES = 16,         /* messages written at a time */
    ANSWER_ROOM = 4096,  /* bytes of an answer's head */
    FRAGMENTS_MAX = 64,  /* frames of one message */
    LINGER_MAX = 262144, /* bytes that are thrown away of a client that goes on sending after its last answer */
    SPARE_FILES = 64     /* descriptors for other things than connections */
};

/* What a connection does, and for how many seconds it may. */
enum ConnPhase {
    PHASE_HEAD,   /* a request, or TLS's greeting, is coming */
    PHASE_BODY,   /* its body is coming */
    PHASE_ANSWER, /* the caller has it */
    PHASE_REPLY,  /* the answer is going out; since it last moved */
    PHASE_IDLE,   /* between two requests */
    PHASE_OPEN,   /* a WebSocket; since it last said anything */
    PHASE_PINGED, /* one that was asked whether it is there */
    PHASE_STUCK,  /* one that does not read what waits for it; since that last moved */
    PHASE_LINGER, /* all is said; until the client has read it */
    PHASES
};

static const double lasts[PHASES] = {
    [PHASE_HEAD] = 6,  [PHASE_BODY] = 6,    [PHASE_ANSWER] = 60,          [PHASE_REPLY] = 30, [PHASE_IDLE] = 15,
    [PHASE_OPEN] = 60, [PHASE_PINGED] = 40, [PHASE_STUCK] = NETWORK_SLOW, [PHASE_LINGER] = 2,
};

/* Who goes first when there is no room: those whom it costs least. */
static const enum ConnPhase spendable[] = {PHASE_LINGER, PHASE_IDLE, PHASE_HEAD, PHASE_BODY};

/* Something that waits to be written. */
typedef struct Out {
    TAILQ_ENTRY(Out) entry;
    const char *bytes; /* its own, or somewhere else where they stay */
    size_t length, sent;
    size_t weight; /* what it counts for in the queue */
    bool latest;   /* a newer one takes its place */
    bool begun;    /* some of it may be on its way already */
    char own[];
} Out;

typedef TAILQ_HEAD(OutQueue, Out) OutQueue;
typedef TAILQ_HEAD(ConnList, Conn) ConnList;

struct Conn {
    Network *net;
    Stream stream; /* fd -1: closed */
    int holders;
    enum ConnPhase phase;
    double since;                                   /* when the phase began */
    TAILQ_ENTRY(Conn) in_phase, in_work, in_writes; /* the lists it is in */
    bool works, writes;                             /* is it in these lists? */
    bool more;                                      /* there may be input that was not read */
    bool ends;                                      /* the last of it is, or will be, the end */
    bool socket;                                    /* a WebSocket */
    bool ending;                                    /* nothing more is taken from it or sent to it */
    bool broken;                                    /* to be closed without another word */
    bool keep;                                      /* after this answer comes another request */
    bool bodiless;                                  /* the answer is one to HEAD */
    bool resumes;   /* what was kept of the input has not been looked at since the last answer */
    uint8_t pieces; /* frames of the message so far */
    void *user;
    Peer *peer;
    char *in; /* what came in and is not used yet; NULL: nothing */
    size_t in_length;
    size_t need;   /* bytes that the request has in all; 0: not known yet */
    char *message; /* the frames of a message so far */
    size_t message_length;
    OutQueue out;
    Out *latest; /* the message in it that a newer one replaces */
    size_t out_weight, dropped;
    char address[NETWORK_ADDRESS];
};

struct Network {
    NetHandlers handlers;
    void *context;
    int epoll, listener, waker, signals;
    sigset_t signals_before;
    SSL_CTX *tls;
    double now, next_tick, stop_at;
    bool stopping, stopped, paused; /* paused: no room, nobody is taken */
    bool unsettled;                 /* a WebSocket was closed, which others may have to be told */
    int most, most_sockets, per_address;
    NetCounts counts;
    ConnList phase[PHASES], work, writes, gone;
    Peers peers;
    char room[CHUNK + 1];
};

/* ---- Connections ------------------------------------------------------------------------------------ */

Conn *network_keep(Conn *c) {
    c->holders++;
    return c;
}

static void free_out(Conn *c, Out *o) {
    TAILQ_REMOVE(&c->out, o, entry);
    c->out_weight -= o->weight;
    if (c->latest == o) c->latest = NULL;
    free(o);
}

static void free_buffers(Conn *c) {
    while (!TAILQ_EMPTY(&c->out)) free_out(c, TAILQ_FIRST(&c->out));
    free(c->in);
    free(c->message);
    c->in = c->message = NULL;
    c->in_length = c->message_length = 0;
}

void network_release(Conn *c) {
    if (--c->holders > 0) return;
    free_buffers(c);
    free(c);
}

void network_set_user(Conn *c, void *user) { c->user = user; }
void *network_user(const Conn *c) { return c->user; }
double network_now(const Network *net) { return net->now; }
NetCounts network_counts(const Network *net) { return net->counts; }

/* Begins a phase, or begins it anew. */
static void enter(Conn *c, enum ConnPhase phase) {
    TAILQ_REMOVE(&c->net->phase[c->phase], c, in_phase);
    c->phase = phase;
    c->since = c->net->now;
    TAILQ_INSERT_TAIL(&c->net->phase[phase], c, in_phase);
}

static void to_work(Conn *c) {
    if (c->works) return;
    c->works = true;
    TAILQ_INSERT_TAIL(&c->net->work, c, in_work);
}

static void to_writes(Conn *c) {
    if (c->writes) return;
    c->writes = true;
    TAILQ_INSERT_TAIL(&c->net->writes, c, in_writes);
}

static void listen_again(Network *net) {
    struct epoll_event e = {.events = EPOLLIN, .data.ptr = &net->listener};
    if (net->paused && !net->stopping && epoll_ctl(net->epoll, EPOLL_CTL_ADD, net->listener, &e) == 0)
        net->paused = false;
}

static void listen_no_more(Network *net) {
    if (!net->paused) epoll_ctl(net->epoll, EPOLL_CTL_DEL, net->listener, NULL);
    net->paused = true;
}

/* Never called from inside a handler. It is freed at the end of the turn: events of this turn may still name it. */
static void close_conn(Conn *c) {
    Network *net = c->net;
    stream_close(&c->stream);
    TAILQ_REMOVE(&net->phase[c->phase], c, in_phase);
    if (c->works) TAILQ_REMOVE(&net->work, c, in_work);
    if (c->writes) TAILQ_REMOVE(&net->writes, c, in_writes);
    c->works = c->writes = false;
    peers_remove(&net->peers, c->peer);
    net->counts.connections--;
    free_buffers(c);
    TAILQ_INSERT_TAIL(&net->gone, c, in_work);
    if (c->socket) {
        net->counts.sockets--;
        net->unsettled = true;
        net->handlers.close(net->context, c);
    }
    listen_again(net);
}

static void free_gone(Network *net) {
    while (!TAILQ_EMPTY(&net->gone)) {
        Conn *c = TAILQ_FIRST(&net->gone);
        TAILQ_REMOVE(&net->gone, c, in_work);
        network_release(c);
    }
}

/* ---- Sending ---------------------------------------------------------------------------------------- */

/* Queues bytes, with room before them for a head; NULL: no memory, and the connection will end. */
static Out *queue(Conn *c, const char *head, size_t head_length, const char *bytes, size_t length) {
    Out *o = malloc(sizeof *o + head_length + length);
    if (!o) {
        c->broken = true;
        to_writes(c);
        return NULL;
    }
    *o = (Out){.bytes = o->own, .length = head_length + length, .weight = sizeof *o + head_length + length};
    memcpy(o->own, head, head_length);
    if (length > 0) memcpy(o->own + head_length, bytes, length);
    TAILQ_INSERT_TAIL(&c->out, o, entry);
    c->out_weight += o->weight;
    to_writes(c);
    return o;
}

/* Queues bytes that stay where they are. */
static void queue_constant(Conn *c, const char *bytes, size_t length) {
    Out *o = queue(c, "", 0, NULL, 0);
    if (o) o->bytes = bytes, o->length = length;
}

static Out *queue_frame(Conn *c, int opcode, const char *data, size_t length) {
    char head[FRAME_HEAD];
    return queue(c, head, frame_write(opcode, length, head), data, length);
}

/* Something was written, or could not be: STUCK and REPLY count the time since it last moved. */
static void note_progress(Conn *c, bool moved) {
    if (c->phase == PHASE_REPLY && moved) enter(c, PHASE_REPLY);
    bool stuck = !TAILQ_EMPTY(&c->out);
    if (!c->socket || c->phase == PHASE_LINGER) return;
    if (stuck && (moved || c->phase != PHASE_STUCK)) enter(c, PHASE_STUCK);
    if (!stuck && c->phase == PHASE_STUCK) enter(c, PHASE_OPEN);
}

static void take_written(Conn *c, size_t n) {
    while (n > 0) {
        Out *o = TAILQ_FIRST(&c->out);
        size_t part = n < o->length - o->sent ? n : o->length - o->sent;
        o->sent += part;
        n -= part;
        if (o->sent == o->length) free_out(c, o);
    }
}

/* Writes what it can. False: the connection is broken. */
static bool write_out(Conn *c) {
    bool moved = false;
    while (!TAILQ_EMPTY(&c->out)) {
        struct iovec piece[PIECES];
        int count = 0;
        for (Out *o = TAILQ_FIRST(&c->out); o && count < PIECES; o = TAILQ_NEXT(o, entry)) {
            o->begun = true;
            piece[count++] =
                (struct iovec){.iov_base = (char *)(uintptr_t)o->bytes + o->sent, .iov_len = o->length - o->sent};
        }
        ssize_t n = stream_write(&c->stream, piece, count);
        if (n == STREAM_BROKEN) return false;
        if (n == STREAM_LATER) break;
        take_written(c, (size_t)n);
        moved = true;
    }
    if (!c->stream.tls) { /* what was not taken may still be replaced */
        int i = 0;
        for (Out *o = TAILQ_FIRST(&c->out); o && i < PIECES; o = TAILQ_NEXT(o, entry), i++) o->begun = o->sent > 0;
    }
    note_progress(c, moved);
    return true;
}

/* Ends our side, and waits a little for the client's: closed with input unread, it would lose what it has not read. */
static void linger(Conn *c) {
    stream_end(&c->stream);
    free(c->in);
    c->in = NULL;
    c->in_length = 0;
    c->ending = true;
    enter(c, PHASE_LINGER);
    if (c->more) to_work(c);
}

/* All of an answer is out. */
static void next_request(Conn *c) {
    c->need = 0;
    if (!c->keep || c->net->stopping) {
        linger(c);
        return;
    }
    enter(c, c->in_length > 0 ? PHASE_HEAD : PHASE_IDLE);
    c->resumes = c->in_length > 0;
    if (c->resumes || c->more) to_work(c);
}

static void flush(Conn *c) {
    if (c->broken || !write_out(c)) {
        close_conn(c);
        return;
    }
    if (!TAILQ_EMPTY(&c->out) || c->phase == PHASE_LINGER) return;
    if (c->socket && c->ending) linger(c);
    if (c->phase == PHASE_REPLY) next_request(c);
}

/* ---- Answers ---------------------------------------------------------------------------------------- */

void network_answer(Conn *c, const Answer *a) {
    char head[ANSWER_ROOM];
    if (c->stream.fd < 0 || c->phase != PHASE_ANSWER) return;
    size_t n = head_write(a, !c->keep, head, sizeof head);
    size_t length = c->bodiless || a->status == 304 ? 0 : a->length;
    if (n == 0) c->broken = true; /* more headers than there is room for: a mistake of the caller's */
    queue(c, head, n, a->body, a->stays ? 0 : length);
    if (a->stays && length > 0) queue_constant(c, a->body, length);
    enter(c, PHASE_REPLY);
}

/* Refuses a request that nobody else needs to see; it is the connection's last. */
static void refuse(Conn *c, int status, const char *text) {
    Answer a = {.status = status, .type = "text/plain", .body = text, .length = strlen(text)};
    if (status == 426)
        a.header[0] = (Header){"upgrade:", "websocket"}, a.header[1] = (Header){"sec-websocket-version:", "13"};
    c->keep = false;
    c->bodiless = false;
    c->net->counts.malformed += status == 400;
    enter(c, PHASE_ANSWER);
    network_answer(c, &a);
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

/* ---- WebSockets ------------------------------------------------------------------------------------- */

static void say_close(Conn *c, int code) {
    char reason[2] = {(char)(code >> 8), (char)code};
    if (c->ending) return;
    queue_frame(c, FRAME_CLOSE, reason, sizeof reason);
    c->ending = true;
}

void network_hang_up(Conn *c) {
    if (c->stream.fd >= 0 && c->socket) say_close(c, c->net->stopping ? CLOSE_AWAY : CLOSE_NORMAL);
}

void network_send(Conn *c, const char *text, size_t length, bool latest) {
    if (c->stream.fd < 0 || !c->socket || c->ending) return;
    if (latest && c->latest && !c->latest->begun) free_out(c, c->latest);
    if (!TAILQ_EMPTY(&c->out) && c->out_weight + length > NETWORK_QUEUE_MAX) { /* too slow: gone; it can come back */
        c->ending = c->broken = true;
        c->net->counts.late++;
        to_writes(c);
        return;
    }
    Out *o = queue_frame(c, FRAME_TEXT, text, length);
    if (!o || !latest) return;
    o->latest = true;
    c->latest = o;
}

/* A message is whole. */
static void hand_over(Conn *c, char *text, size_t length) {
    if (!frame_utf8(text, length)) {
        say_close(c, CLOSE_UTF8);
        return;
    }
    char kept = text[length];
    text[length] = '\0';
    c->net->handlers.message(c->net->context, c, text, length);
    text[length] = kept;
}

/* One frame of several: kept until the last. */
static void take_piece(Conn *c, const Frame *f) {
    char *all = realloc(c->message, c->message_length + f->length + 1);
    if (!all) {
        say_close(c, CLOSE_SIZE);
        return;
    }
    memcpy(all + c->message_length, f->data, f->length);
    c->message = all;
    c->message_length += f->length;
    c->pieces++;
    if (!f->final) return;
    size_t length = c->message_length;
    c->message = NULL;
    c->message_length = 0;
    c->pieces = 0;
    hand_over(c, all, length);
    free(all);
}

static void take_data(Conn *c, const Frame *f) {
    if ((f->opcode == FRAME_MORE) != (c->pieces > 0))
        say_close(c, CLOSE_PROTOCOL);
    else if (f->opcode == FRAME_BINARY)
        say_close(c, CLOSE_KIND);
    else if (c->message_length + f->length > NETWORK_MESSAGE_MAX)
        say_close(c, CLOSE_SIZE);
    else if (c->pieces == FRAGMENTS_MAX)
        say_close(c, CLOSE_POLICY);
    else if (f->final && c->pieces == 0)
        hand_over(c, f->data, f->length);
    else
        take_piece(c, f);
}

static void take_frame(Conn *c, const Frame *f) {
    if (f->opcode == FRAME_CLOSE)
        say_close(c, frame_close_code(f));
    else if (f->opcode == FRAME_PING && c->out_weight > NETWORK_QUEUE_MAX)
        c->broken = c->ending = true, to_writes(c);
    else if (f->opcode == FRAME_PING)
        queue_frame(c, FRAME_PONG, f->data, f->length);
    else if (f->opcode != FRAME_PONG)
        take_data(c, f);
}

/* Takes the whole frames out of the bytes, which have one more of room behind them; how many bytes were used. */
static size_t take_frames(Conn *c, char *bytes, size_t length) {
    size_t at = 0;
    while (!c->ending) {
        Frame f;
        int what = frame_read(bytes + at, length - at, NETWORK_MESSAGE_MAX, &f);
        if (what == FRAME_PART) break;
        if (what != FRAME_WHOLE) {
            c->net->counts.malformed++;
            say_close(c, what);
            break;
        }
        at += f.size;
        take_frame(c, &f);
    }
    return c->ending ? length : at;
}

/* A client that has not read a frame is one that is there. */
static void note_alive(Conn *c) {
    if (c->phase == PHASE_OPEN || c->phase == PHASE_PINGED) enter(c, PHASE_OPEN);
}

/* ---- Requests --------------------------------------------------------------------------------------- */

static void begin_socket(Conn *c, const Head *h, Request *r) {
    Network *net = c->net;
    char answer[256];
    size_t n = head_write_upgrade(h, answer); /* before the texts are ended */
    head_request(h, r);
    r->address = c->address;
    bool room = !net->stopping && net->counts.sockets < net->most_sockets;
    int status = room ? net->handlers.admit(net->context, r) : 503;
    if (status) {
        refuse(c, status, words_of(status));
        return;
    }
    c->socket = true;
    net->counts.sockets++;
    enter(c, PHASE_OPEN);
    queue(c, answer, n, NULL, 0);
    net->handlers.open(net->context, c, r);
}

/* The request is all there: `size` bytes of head, then the body, with a byte of room behind it. */
static void hand_on(Conn *c, Head *h, char *bytes, size_t size) {
    Request r;
    if (h->websocket) {
        begin_socket(c, h, &r);
        return;
    }
    head_request(h, &r);
    char *end = bytes + size + h->body, kept = *end;
    *end = '\0';
    r.address = c->address;
    r.body = bytes + size;
    r.length = h->body;
    c->keep = h->keep;
    c->bodiless = r.head;
    enter(c, PHASE_ANSWER);
    c->net->handlers.request(c->net->context, c, &r);
    *end = kept;
}

/* The body is still coming. */
static void await_body(Conn *c, const Head *h, size_t size) {
    static const char go_on[] = "HTTP/1.1 100 Continue\r\n\r\n";
    c->need = size + h->body;
    enter(c, PHASE_BODY);
    if (h->expects) queue(c, go_on, sizeof go_on - 1, NULL, 0);
}

/* Takes one request out of the bytes; how many were used. `seen` of them had been looked at before. */
static size_t take_request(Conn *c, char *bytes, size_t length, size_t seen) {
    size_t skip = 0;
    while (c->need == 0 && length - skip >= 2 && memcmp(bytes + skip, "\r\n", 2) == 0) skip += 2; /* RFC 9112, 2.2 */
    if (skip > 0) return skip;
    if (c->phase == PHASE_IDLE && length > 0) enter(c, PHASE_HEAD);
    if (length < c->need) return 0;
    size_t size = head_size(bytes, length, c->need ? 0 : seen);
    if (size > HEAD_MAX || (size == 0 && length > HEAD_MAX)) {
        refuse(c, 431, words_of(431));
        return length;
    }
    if (size == 0) {
        if (length > 0 && bytes[0] != '\r' && (bytes[0] < 'A' || bytes[0] > 'Z')) { /* no method begins so */
            refuse(c, 400, words_of(400));
            return length;
        }
        return 0;
    }
    Head h;
    int status = head_read(bytes, size, &h);
    if (status) {
        refuse(c, status, words_of(status));
        return length;
    }
    if (length < size + h.body) {
        await_body(c, &h, size);
        return 0;
    }
    hand_on(c, &h, bytes, size);
    return size + h.body;
}

/* ---- Input ------------------------------------------------------------------------------------------ */

/* Can it go on with input now? A request waits until the one before it is answered. */
static bool listens(const Conn *c) {
    return !c->ending && (c->socket || c->phase == PHASE_HEAD || c->phase == PHASE_BODY || c->phase == PHASE_IDLE);
}

/* Uses what it can of the bytes, which have one more of room behind them; how many were used. */
static size_t use(Conn *c, char *bytes, size_t length, size_t seen) {
    size_t used = 0;
    while (used < length && listens(c) && !c->socket) {
        size_t n = take_request(c, bytes + used, length - used, used == 0 ? seen : 0);
        if (n == 0) break;
        used += n;
    }
    if (c->socket) used += take_frames(c, bytes + used, length - used);
    return used;
}

/* Keeps what is left of the bytes for the next turn, and nothing if nothing is. */
static void keep_rest(Conn *c, const char *rest, size_t length) {
    char *kept = length > 0 ? malloc(length + 1) : NULL;
    if (kept) memcpy(kept, rest, length);
    if (length > 0 && !kept) c->broken = true, to_writes(c);
    free(c->in);
    c->in = kept;
    c->in_length = kept ? length : 0;
}

/* New bytes have come, in the room that all share. */
static void take_new(Conn *c, char *bytes, size_t length) {
    char *all = bytes;
    size_t old = c->in_length;
    if (old > 0) {
        all = realloc(c->in, old + length + 1);
        if (!all) {
            close_conn(c);
            return;
        }
        c->in = all;
        memcpy(all + old, bytes, length);
    }
    size_t used = use(c, all, old + length, old);
    if (used == 0 && old > 0)
        c->in_length = old + length;
    else
        keep_rest(c, all + used, old + length - used);
}

/* Goes on with what was kept. */
static void take_kept(Conn *c) {
    c->resumes = false;
    size_t used = use(c, c->in, c->in_length, 0);
    if (used > 0) keep_rest(c, c->in + used, c->in_length - used);
}

/* The other side has ended. What it asked before is still answered. */
static void take_end(Conn *c) {
    c->more = false;
    if (c->socket || c->phase == PHASE_LINGER || listens(c)) close_conn(c);
}

/* Throws away what comes after the last answer; not for ever. */
static void drop_input(Conn *c) {
    ssize_t n = stream_read(&c->stream, c->net->room, CHUNK);
    if (n > 0) c->dropped += (size_t)n;
    c->more = n > 0;
    if (n == 0 || n == STREAM_BROKEN || c->dropped > LINGER_MAX)
        close_conn(c);
    else if (c->more)
        to_work(c);
}

/* One step of a connection that has input. */
static void step(Conn *c) {
    if (c->phase == PHASE_LINGER) {
        drop_input(c);
        return;
    }
    if (c->resumes) take_kept(c);
    if (!listens(c) || !c->more || c->broken) return; /* what is not read now will be when the answer is out */
    ssize_t n = stream_read(&c->stream, c->net->room, CHUNK);
    if (n == 0) {
        take_end(c);
    } else if (n == STREAM_BROKEN) {
        close_conn(c);
    } else if (n == STREAM_LATER) {
        c->more = false;
    } else {
        note_alive(c);
        c->more = n == CHUNK || c->ends || c->stream.tls; /* what comes after less than was asked for is an event */
        take_new(c, c->net->room, (size_t)n);
        if (c->stream.fd >= 0 && c->more && listens(c)) to_work(c);
    }
}

/* ---- New connections -------------------------------------------------------------------------------- */

/* Gives up the connection that it costs least to give up; false: all are needed. */
static bool make_room(Network *net) {
    for (size_t i = 0; i < sizeof spendable / sizeof *spendable; i++) {
        Conn *c = TAILQ_FIRST(&net->phase[spendable[i]]);
        if (!c) continue;
        net->counts.over_all++;
        close_conn(c);
        return true;
    }
    return false;
}

/* A connection for the socket; false: it was closed. */
static bool take_socket(Network *net, int fd, const struct sockaddr_storage *address) {
    Conn *c = calloc(1, sizeof *c);
    Peer *peer = c ? peers_add(&net->peers, address, net->per_address) : NULL;
    if (!peer || !stream_open(&c->stream, fd, net->tls)) {
        if (c && !peer) net->counts.over_address++;
        if (peer) peers_remove(&net->peers, peer);
        free(c);
        close(fd);
        return false;
    }
    c->net = net;
    c->holders = 1;
    c->peer = peer;
    c->phase = PHASE_HEAD;
    c->since = net->now;
    TAILQ_INIT(&c->out);
    peers_text(address, c->address, sizeof c->address);
    TAILQ_INSERT_TAIL(&net->phase[PHASE_HEAD], c, in_phase);
    net->counts.connections++;
    struct epoll_event e = {.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET, .data.ptr = c};
    if (epoll_ctl(net->epoll, EPOLL_CTL_ADD, fd, &e) == 0) return true;
    close_conn(c);
    return false;
}

/* Does anybody wait to be taken? Without a descriptor left accept4() does not say. */
static bool somebody_waits(const Network *net) {
    struct pollfd p = {.fd = net->listener, .events = POLLIN};
    return poll(&p, 1, 0) > 0;
}

/* There is no room for another: true if there is now, and somebody for it. */
static bool find_room(Network *net) {
    if (!somebody_waits(net)) return false;
    if (make_room(net)) return true;
    listen_no_more(net); /* until somebody goes, or the next tick */
    return false;
}

static void accept_some(Network *net) {
    for (int i = 0; i < ACCEPTS; i++) {
        struct sockaddr_storage address = {0};
        socklen_t size = sizeof address;
        if (net->counts.connections >= net->most && !find_room(net)) return;
        int fd = accept4(net->listener, (struct sockaddr *)&address, &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd >= 0) {
            net->counts.accepted++;
            take_socket(net, fd, &address);
        } else if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
            if (!find_room(net)) return;
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            return;
        }
    }
}

/* ---- Time ------------------------------------------------------------------------------------------- */

/* A connection has been in its phase for too long. */
static void expire(Conn *c) {
    bool began = c->phase == PHASE_BODY || (c->phase == PHASE_HEAD && c->in_length > 0);
    if (c->phase == PHASE_OPEN) { /* it may only be thinking */
        queue_frame(c, FRAME_PING, "", 0);
        enter(c, PHASE_PINGED);
        return;
    }
    if (c->phase != PHASE_IDLE && c->phase != PHASE_LINGER) c->net->counts.late++;
    if (began)
        refuse(c, 408, words_of(408));
    else
        close_conn(c);
}

static void expire_all(Network *net) {
    for (int phase = 0; phase < PHASES; phase++) {
        Conn *c;
        while ((c = TAILQ_FIRST(&net->phase[phase])) && net->now - c->since >= lasts[phase]) expire(c);
    }
}

static void tick(Network *net) {
    if (net->now < net->next_tick) return;
    net->next_tick = net->now + 1;
    expire_all(net);
    listen_again(net);
    net->handlers.tick(net->context);
}

/* ---- The loop --------------------------------------------------------------------------------------- */

void network_wake(Network *net) {
    uint64_t one = 1;
    ssize_t n = write(net->waker, &one, sizeof one);
    (void)n; /* full: it is awake */
}

static void on_wake(Network *net) {
    uint64_t count;
    if (read(net->waker, &count, sizeof count) == sizeof count) net->handlers.wake(net->context);
}

static void on_signal(Network *net) {
    struct signalfd_siginfo info;
    if (read(net->signals, &info, sizeof info) != sizeof info) return;
    if (net->stopping)
        net->stopped = true; /* asked twice: at once */
    else
        net->handlers.stop(net->context);
}

void network_stop(Network *net) {
    net->stopping = true;
    net->stop_at = net->now + 1;
    listen_no_more(net);
    for (int phase = 0; phase < PHASES; phase++)
        for (Conn *c = TAILQ_FIRST(&net->phase[phase]); c; c = TAILQ_NEXT(c, in_phase)) network_hang_up(c);
}

static void take_event(Network *net, const struct epoll_event *e) {
    if (e->data.ptr == &net->listener) {
        accept_some(net);
    } else if (e->data.ptr == &net->waker) {
        on_wake(net);
    } else if (e->data.ptr == &net->signals) {
        on_signal(net);
    } else {
        Conn *c = e->data.ptr;
        if (c->stream.fd < 0) return; /* closed earlier in this turn */
        if (e->events & ~(uint32_t)EPOLLOUT) c->more = true, to_work(c);
        if (e->events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR)) c->ends = true;
        if (c->stream.tls) c->more = true, to_work(c); /* its greeting may wait for room to write */
        if (!TAILQ_EMPTY(&c->out)) to_writes(c);
    }
}

/* One step of each that has input; those that have more are at the end of the list again, for the next turn. */
static void work(Network *net) {
    Conn *last = TAILQ_LAST(&net->work, ConnList), *c;
    while (last && (c = TAILQ_FIRST(&net->work))) {
        TAILQ_REMOVE(&net->work, c, in_work);
        c->works = false;
        bool end = c == last;
        step(c);
        if (end) return;
    }
}

static void write_all(Network *net) {
    Conn *c;
    while ((c = TAILQ_FIRST(&net->writes))) {
        TAILQ_REMOVE(&net->writes, c, in_writes);
        c->writes = false;
        flush(c);
    }
}

static int time_to_wait(const Network *net) {
    if (!TAILQ_EMPTY(&net->work)) return 0;
    double until = net->stopping && net->stop_at < net->next_tick ? net->stop_at : net->next_tick;
    double left = until - clock_now();
    return left <= 0 ? 0 : (int)(left * 1000) + 1;
}

static void turn(Network *net) {
    struct epoll_event event[EVENTS];
    int count = epoll_wait(net->epoll, event, EVENTS, time_to_wait(net));
    net->now = clock_now();
    for (int i = 0; i < count; i++) take_event(net, &event[i]);
    work(net);
    tick(net);
    do { /* writing may end connections, and others are told of that */
        net->unsettled = false;
        net->handlers.settle(net->context);
        write_all(net);
    } while (net->unsettled);
    free_gone(net);
    if (net->stopping && (net->counts.sockets == 0 || net->now >= net->stop_at)) net->stopped = true;
}

void network_run(Network *net) {
    net->next_tick = clock_now() + 1;
    while (!net->stopped) turn(net);
}

/* ---- Opening ---------------------------------------------------------------------------------------- */

int network_port(const Network *net) {
    struct sockaddr_storage address = {0};
    socklen_t size = sizeof address;
    if (getsockname(net->listener, (struct sockaddr *)&address, &size) != 0) return 0;
    bool six = address.ss_family == AF_INET6;
    return ntohs(six ? ((struct sockaddr_in6 *)(void *)&address)->sin6_port
                     : ((struct sockaddr_in *)(void *)&address)->sin_port);
}

/* A socket that listens; -1: none can be had. */
static int open_listener(const NetConfig *config) {
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE}, *found;
    char port[16];
    int on = 1, off = 0;
    snprintf(port, sizeof port, "%d", config->port);
    if (getaddrinfo(config->listen, port, &hints, &found) != 0) return -1;
    int fd = socket(found->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd >= 0) {
        setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on); /* those it accepts have it too */
        if (found->ai_family == AF_INET6) setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
        if (bind(fd, found->ai_addr, found->ai_addrlen) != 0 || listen(fd, SOMAXCONN) != 0) {
            close(fd);
            fd = -1;
        }
    }
    freeaddrinfo(found);
    return fd;
}

/* As many descriptors as the machine allows; an eighth more than WebSockets is for requests. */
static void take_room(Network *net, const NetConfig *config) {
    struct rlimit limit = {.rlim_cur = 1024, .rlim_max = 1024};
    int spare = config->connections / 8 + 64;
    rlim_t want = (rlim_t)config->connections + (rlim_t)spare + SPARE_FILES;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < want) {
        limit.rlim_cur = limit.rlim_max < want ? limit.rlim_max : want;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
    if (limit.rlim_cur < want) want = limit.rlim_cur;
    net->most = want > 2 * SPARE_FILES ? (int)want - SPARE_FILES : SPARE_FILES;
    if (spare > net->most / 4) spare = net->most / 4;
    net->most_sockets = net->most - spare < config->connections ? net->most - spare : config->connections;
    net->per_address = config->per_address;
}

static bool watch(Network *net, int *fd) {
    struct epoll_event e = {.events = EPOLLIN, .data.ptr = fd};
    return *fd >= 0 && epoll_ctl(net->epoll, EPOLL_CTL_ADD, *fd, &e) == 0;
}

static bool start_loop(Network *net) {
    sigset_t ours;
    sigemptyset(&ours);
    sigaddset(&ours, SIGTERM);
    sigaddset(&ours, SIGINT);
    signal(SIGPIPE, SIG_IGN); /* OpenSSL writes without asking that it not be sent */
    pthread_sigmask(SIG_BLOCK, &ours, &net->signals_before);
    net->epoll = epoll_create1(EPOLL_CLOEXEC);
    net->waker = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    net->signals = signalfd(-1, &ours, SFD_NONBLOCK | SFD_CLOEXEC);
    return net->epoll >= 0 && watch(net, &net->waker) && watch(net, &net->signals) && watch(net, &net->listener);
}

static void clear(Network *net) {
    *net = (Network){.epoll = -1, .listener = -1, .waker = -1, .signals = -1, .now = clock_now()};
    for (int i = 0; i < PHASES; i++) TAILQ_INIT(&net->phase[i]);
    TAILQ_INIT(&net->work);
    TAILQ_INIT(&net->writes);
    TAILQ_INIT(&net->gone);
    pthread_sigmask(SIG_BLOCK, NULL, &net->signals_before);
    if (getrandom(&net->peers.secret, sizeof net->peers.secret, 0) < 0) net->peers.secret = (uint64_t)(uintptr_t)net;
}

Network *network_open(const NetConfig *config, const NetHandlers *handlers, void *context, const char **why) {
    Network *net = malloc(sizeof *net);
    *why = N_("out of memory");
    if (!net) return NULL;
    clear(net);
    net->handlers = *handlers;
    net->context = context;
    *why = NULL;
    if (config->tls_cert) net->tls = certificate_load(config->tls_cert, config->tls_key, why);
    take_room(net, config);
    if (!*why) {
        net->listener = open_listener(config);
        *why = net->listener < 0 ? N_("the port cannot be opened") : start_loop(net) ? NULL : N_("out of memory");
    }
    if (!*why) return net;
    network_free(net);
    return NULL;
}

static void close_one(int fd) {
    if (fd >= 0) close(fd);
}

void network_free(Network *net) {
    if (!net) return;
    net->stopping = true;
    for (int phase = 0; phase < PHASES; phase++)
        while (!TAILQ_EMPTY(&net->phase[phase])) close_conn(TAILQ_FIRST(&net->phase[phase]));
    free_gone(net);
    close_one(net->listener);
    close_one(net->waker);
    close_one(net->signals);
    close_one(net->epoll);
    SSL_CTX_free(net->tls);
    pthread_sigmask(SIG_SETMASK, &net->signals_before, NULL);
    free(net);
}

bool network_own_address(char *out, size_t room) {
    struct ifaddrs *list;
    bool found = false;
    if (getifaddrs(&list) != 0) return false;
    for (const struct ifaddrs *i = list; i && !found; i = i->ifa_next) {
        if (!i->ifa_addr || i->ifa_addr->sa_family != AF_INET || i->ifa_flags & IFF_LOOPBACK ||
            !(i->ifa_flags & IFF_UP))
            continue;
        const struct sockaddr_in *four = (const void *)i->ifa_addr;
        found = inet_ntop(AF_INET, &four->sin_addr, out, (socklen_t)room) != NULL;
    }
    freeifaddrs(list);
    return found;
}
