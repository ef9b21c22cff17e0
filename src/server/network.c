/* network.c: network.h over epoll: one thread, one loop, and no part of it that waits.
 *
 * Events are edge-triggered: a connection (conn.h) is given to epoll once and never again. `work` lists those that have
 * input to go on with, `writes` those that have output; a turn of the loop takes events, then goes through both, one
 * step each, so that nobody's thousand requests keep others waiting.
 *
 * Handlers are called from the loop only, and what they ask for (send, answer, hang up) is noted down and done at the
 * end of the turn: nothing is closed or freed under their hands. */
#include "server/network.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/random.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "base/words.h"
#include "host/clock.h"
#include "server/certificate.h"
#include "server/conn.h"
#include "server/frame.h"
#include "server/head.h"
#include "server/port.h"
#include "server/proxy.h"
#include "server/request.h"
#include "server/websocket.h"

enum {
    EVENTS = 256,       /* taken from epoll at a time */
    CROWD = 1500,       /* events a second from which on a turn waits for several */
    LARGE_STEP = 65536, /* bytes of a large body that must have come before its time is over, and then as many again */
    LINGER_MAX = 262144 /* bytes that are thrown away of a client that goes on sending after its last answer */
};

/* Seconds from one turn to the next in a crowd: to wake up costs as much as to do what one message asks for, and its
 * change waits longer than this for the commit that it shares with others (writer.c). */
static const double GATHER = 0.002;

/* For how many seconds a connection may be in a phase; the two that are missing are the caller's. */
static const double lasts[PHASES] = {
    [PHASE_HEAD] = 6,  [PHASE_BODY] = 6,   [PHASE_ANSWER] = 60,          [PHASE_REPLY] = 30,
    [PHASE_IDLE] = 15, [PHASE_LINGER] = 2, [PHASE_STUCK] = NETWORK_SLOW,
};

double network_now(const Network *net) { return net->now; }
NetCounts network_counts(const Network *net) { return net->counts; }

/* ---- Input ------------------------------------------------------------------------------------------ */

/* Can it go on with input now? A request waits until the one before it is answered. */
static bool listens(const Conn *c) {
    return !c->ending && (c->socket || c->phase == PHASE_HEAD || c->phase == PHASE_BODY || c->phase == PHASE_IDLE);
}

/* Uses what it can of the bytes, which have one more of room behind them; how many were used. */
static size_t use(Conn *c, char *bytes, size_t length, size_t seen) {
    size_t used = 0;
    while (used < length && listens(c) && !c->socket) {
        size_t n = request_take(c, bytes + used, length - used, used == 0 ? seen : 0);
        if (n == 0) break;
        used += n;
    }
    if (c->socket) used += websocket_take(c, bytes + used, length - used);
    return used;
}

/* Keeps what is left of the bytes for the next turn, and nothing if nothing is. */
static void keep_rest(Conn *c, const char *rest, size_t length) {
    char *kept = length > 0 ? malloc(length + 1) : NULL;
    if (kept) memcpy(kept, rest, length);
    if (length > 0 && !kept) c->broken = true, conn_to_writes(c);
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
            conn_close(c);
            return;
        }
        c->in = all;
        memcpy(all + old, bytes, length);
    }
    size_t used = use(c, all, old + length, old);
    if (used == 0 && old > 0) {
        c->in_length = old + length;
        if (c->large && old / LARGE_STEP != c->in_length / LARGE_STEP) conn_moves(c);
    } else {
        keep_rest(c, all + used, old + length - used);
    }
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
    if (c->socket || c->phase == PHASE_LINGER || listens(c)) conn_close(c);
}

/* Throws away what comes after the last answer; not for ever. */
static void drop_input(Conn *c) {
    ssize_t n = stream_read(&c->stream, c->net->room, CHUNK);
    if (n > 0) c->dropped += (size_t)n;
    c->more = n > 0;
    if (n == 0 || n == STREAM_BROKEN || c->dropped > LINGER_MAX)
        conn_close(c);
    else if (c->more)
        conn_to_work(c);
}

/* Takes what the balancer says of the client, before anything else; false: it is not all there, or is none. It is
 * looked at before it is taken, for what follows may be TLS's. */
static bool greet(Conn *c) {
    char said[PROXY_MAX];
    ssize_t n = recv(c->stream.fd, said, sizeof said, MSG_PEEK);
    int size = n > 0 ? proxy_read(said, (size_t)n, c->address, sizeof c->address) : PROXY_PART;
    if (n == 0 || size == PROXY_BAD || (n > 0 && size > 0 && recv(c->stream.fd, said, (size_t)size, 0) != size)) {
        c->net->counts.malformed += n > 0;
        conn_close(c);
        return false;
    }
    c->greeted = size > 0;
    if (!c->greeted) c->more = false;
    return c->greeted;
}

/* One step of a connection that has input. */
static void step(Conn *c) {
    if (c->net->proxy && !c->greeted && !greet(c)) return;
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
        conn_close(c);
    } else if (n == STREAM_LATER) {
        c->more = false;
    } else {
        websocket_alive(c);
        c->more = n == CHUNK || c->ends || c->stream.tls; /* what comes after less than was asked for is an event */
        take_new(c, c->net->room, (size_t)n);
        if (c->stream.fd >= 0 && c->more && listens(c)) conn_to_work(c);
    }
}

/* ---- Time ------------------------------------------------------------------------------------------- */

/* A connection has been in its phase for too long. */
static void expire(Conn *c) {
    bool began = c->phase == PHASE_BODY || (c->phase == PHASE_HEAD && c->in_length > 0);
    if (c->phase == PHASE_OPEN) { /* it may only be thinking */
        conn_queue_frame(c, FRAME_PING, "", 0);
        conn_enter(c, PHASE_PINGED);
        return;
    }
    if (c->phase != PHASE_IDLE && c->phase != PHASE_LINGER) c->net->counts.late++;
    if (began)
        request_refuse(c, 408);
    else
        conn_close(c);
}

static void expire_all(Network *net) {
    for (int phase = 0; phase < PHASES; phase++) {
        Conn *c;
        while ((c = TAILQ_FIRST(&net->phase[phase])) && net->now - c->since >= net->lasts[phase]) expire(c);
    }
}

/* Once a second: who has been too long in a phase, whether it is crowded, and all that the server does by the clock. */
static void tick(Network *net) {
    if (net->now < net->next_tick) return;
    net->next_tick = net->now + 1;
    net->crowded = net->events >= CROWD;
    net->events = 0;
    expire_all(net);
    if (port_rate(net) > 0) peers_sweep(&net->peers, port_rate(net), net->per_address, net->now);
    port_open_again(net);
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
    port_pause(net);
    for (int phase = 0; phase < PHASES; phase++)
        for (Conn *c = TAILQ_FIRST(&net->phase[phase]); c; c = TAILQ_NEXT(c, in_phase)) network_hang_up(c);
}

/* Connections are edge-triggered (port.c): what is not read now is not announced again, so `more` remembers it. */
static void take_event(Network *net, const struct epoll_event *e) {
    if (e->data.ptr == &net->listener) {
        port_accept(net);
    } else if (e->data.ptr == &net->waker) {
        on_wake(net);
    } else if (e->data.ptr == &net->signals) {
        on_signal(net);
    } else {
        Conn *c = e->data.ptr;
        if (c->stream.fd < 0) return; /* closed earlier in this turn */
        if (e->events & ~(uint32_t)EPOLLOUT) c->more = true, conn_to_work(c);
        if (e->events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR)) c->ends = true;
        if (c->stream.tls) c->more = true, conn_to_work(c); /* its greeting may wait for room to write */
        if (!TAILQ_EMPTY(&c->out)) conn_to_writes(c);
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
        conn_flush(c);
    }
}

static int time_to_wait(const Network *net) {
    if (!TAILQ_EMPTY(&net->work)) return 0;
    double until = net->stopping && net->stop_at < net->next_tick ? net->stop_at : net->next_tick;
    double left = until - clock_now();
    return left <= 0 ? 0 : (int)(left * 1000) + 1;
}

/* In a crowd, waits for others who would have a turn of their own otherwise. What a thread of ours has to say, and a
 * signal, are not kept waiting: a commit that is done is what people wait for. */
static void gather(const Network *net) {
    struct pollfd urgent[] = {{.fd = net->waker, .events = POLLIN}, {.fd = net->signals, .events = POLLIN}};
    if (!net->crowded || net->stopping || !TAILQ_EMPTY(&net->work)) return;
    double left = net->now + GATHER - clock_now();
    if (left > 0) ppoll(urgent, 2, &(struct timespec){.tv_nsec = (long)(left * 1e9)}, NULL);
}

/* settle() comes after all input and before anything is written: so what a turn has to say to somebody leaves in one
 * write. Those who are gone are freed last, for events of this turn may name them. */
static void turn(Network *net) {
    struct epoll_event event[EVENTS];
    gather(net);
    int count = epoll_wait(net->epoll, event, EVENTS, time_to_wait(net));
    net->now = clock_now();
    net->events += count > 0 ? count : 0;
    for (int i = 0; i < count; i++) take_event(net, &event[i]);
    work(net);
    tick(net);
    do { /* writing may end connections, and others are told of that */
        net->unsettled = false;
        net->handlers.settle(net->context);
        write_all(net);
    } while (net->unsettled);
    conn_free_gone(net);
    if (net->stopping && (net->counts.sockets == 0 || net->now >= net->stop_at)) net->stopped = true;
}

void network_run(Network *net) {
    net->next_tick = clock_now() + 1;
    while (!net->stopped) turn(net);
}

/* ---- Opening ---------------------------------------------------------------------------------------- */

static bool watch(Network *net, int *fd) {
    struct epoll_event e = {.events = EPOLLIN, .data.ptr = fd};
    return *fd >= 0 && epoll_ctl(net->epoll, EPOLL_CTL_ADD, *fd, &e) == 0;
}

/* Blocked, the signals come through a descriptor, between two steps of the loop and never inside one. */
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

/* clear() marks everything as not opened, so network_free() can undo it from wherever it fails. */
Network *network_open(const NetConfig *config, const NetHandlers *handlers, void *context, const char **why) {
    Network *net = malloc(sizeof *net);
    *why = N_("out of memory");
    if (!net) return NULL;
    clear(net);
    net->handlers = *handlers;
    net->context = context;
    memcpy(net->lasts, lasts, sizeof lasts);
    net->lasts[PHASE_OPEN] = config->silence;
    net->lasts[PHASE_PINGED] = config->silence * 2 / 3;
    *why = head_begin() ? NULL : N_("out of memory");
    if (!*why && config->tls_cert) net->tls = certificate_load(config->tls_cert, config->tls_key, why);
    port_room(net, config);
    if (!*why) {
        net->listener = port_listen(config);
        *why = net->listener < 0 ? N_("the port cannot be opened") : start_loop(net) ? NULL : N_("out of memory");
    }
    if (!*why) return net;
    network_free(net);
    return NULL;
}

static void close_one(int fd) {
    if (fd >= 0) close(fd);
}

/* `stopping` first, or a connection that closes might open the port again. Handlers still hear of every WebSocket. */
void network_free(Network *net) {
    if (!net) return;
    net->stopping = true;
    for (int phase = 0; phase < PHASES; phase++)
        while (!TAILQ_EMPTY(&net->phase[phase])) conn_close(TAILQ_FIRST(&net->phase[phase]));
    conn_free_gone(net);
    peers_free(&net->peers);
    close_one(net->listener);
    close_one(net->waker);
    close_one(net->signals);
    close_one(net->epoll);
    SSL_CTX_free(net->tls);
    pthread_sigmask(SIG_SETMASK, &net->signals_before, NULL);
    free(net);
}
