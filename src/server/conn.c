/* conn.c: see conn.h. */
#include "server/conn.h"

#include <stdlib.h>
#include <string.h>

#include "server/frame.h"
#include "server/port.h"

enum { PIECES = 16 }; /* messages written at a time */

Conn *network_keep(Conn *c) {
    c->holders++;
    return c;
}

void conn_drop(Conn *c, Out *o) {
    TAILQ_REMOVE(&c->out, o, entry);
    c->out_weight -= o->weight;
    if (c->latest == o) c->latest = NULL;
    if (c->pong == o) c->pong = NULL;
    if (o->left) o->left(o->owner);
    free(o);
}

static void free_buffers(Conn *c) {
    while (!TAILQ_EMPTY(&c->out)) conn_drop(c, TAILQ_FIRST(&c->out));
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

bool network_gone(const Conn *c) { return atomic_load_explicit(&c->gone, memory_order_relaxed); }

void network_set_user(Conn *c, void *user) { c->user = user; }
void *network_user(const Conn *c) { return c->user; }

void conn_enter(Conn *c, enum ConnPhase phase) {
    TAILQ_REMOVE(&c->net->phase[c->phase], c, in_phase);
    c->phase = phase;
    c->since = c->net->now;
    TAILQ_INSERT_TAIL(&c->net->phase[phase], c, in_phase);
}

void conn_moves(Conn *c) {
    if (c->net->now - c->began + c->net->lasts[c->phase] <= CONN_WHOLE) conn_enter(c, c->phase);
}

void conn_to_work(Conn *c) {
    if (c->works) return;
    c->works = true;
    TAILQ_INSERT_TAIL(&c->net->work, c, in_work);
}

void conn_to_writes(Conn *c) {
    if (c->writes) return;
    c->writes = true;
    TAILQ_INSERT_TAIL(&c->net->writes, c, in_writes);
}

/* A proxy's are everybody's. */
bool conn_many_large(const Conn *c) { return c->peer->most > 0 && c->peer->large >= NETWORK_LARGE_EACH; }

bool conn_large(Conn *c, bool comes) {
    if (comes == c->large) return true;
    if (comes && (conn_many_large(c) || c->net->large >= NETWORK_LARGE_ONCE)) return false;
    c->large = comes;
    c->net->large += comes ? 1 : -1;
    c->peer->large += comes ? 1 : -1;
    return true;
}

/* What it holds goes at once, for whoever keeps the Conn (a task that waits) may do so for long. The caller hears of it
 * last, when it is in no list any more that says it is open. */
void conn_close(Conn *c) {
    Network *net = c->net;
    conn_large(c, false);
    atomic_store_explicit(&c->gone, true, memory_order_relaxed);
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
        net->leaving -= c->leaves;
        net->unsettled = true;
        net->handlers.close(net->context, c);
    }
    port_open_again(net);
}

void conn_free_gone(Network *net) {
    while (!TAILQ_EMPTY(&net->gone)) {
        Conn *c = TAILQ_FIRST(&net->gone);
        TAILQ_REMOVE(&net->gone, c, in_work);
        network_release(c);
    }
}

/* ---- Sending ---------------------------------------------------------------------------------------- */

/* The weight counts the Out too, or any number of tiny messages would be within the limit. Without memory it is only
 * marked: we may be inside a handler, where nothing is closed (conn.h). */
Out *conn_queue(Conn *c, const char *head, size_t head_length, const char *bytes, size_t length) {
    Out *o = malloc(sizeof *o + head_length + length);
    if (!o) {
        c->broken = true;
        conn_to_writes(c);
        return NULL;
    }
    *o = (Out){.bytes = o->own, .length = head_length + length, .weight = sizeof *o + head_length + length};
    memcpy(o->own, head, head_length);
    if (length > 0) memcpy(o->own + head_length, bytes, length);
    TAILQ_INSERT_TAIL(&c->out, o, entry);
    c->out_weight += o->weight;
    conn_to_writes(c);
    return o;
}

Out *conn_queue_constant(Conn *c, const char *bytes, size_t length) {
    Out *o = conn_queue(c, "", 0, NULL, 0);
    if (o) o->bytes = bytes, o->length = length;
    return o;
}

Out *conn_queue_frame(Conn *c, int opcode, const char *data, size_t length) {
    char head[FRAME_HEAD];
    return conn_queue(c, head, frame_write(opcode, length, head), data, length);
}

/* Something was written, or could not be: STUCK and REPLY count the time since it last moved. */
static void note_progress(Conn *c, bool moved) {
    if (c->phase == PHASE_REPLY && moved) conn_moves(c);
    bool stuck = !TAILQ_EMPTY(&c->out);
    if (!c->socket || c->phase == PHASE_LINGER) return;
    if (stuck && (moved || c->phase != PHASE_STUCK)) conn_enter(c, PHASE_STUCK);
    if (!stuck && c->phase == PHASE_STUCK) conn_enter(c, PHASE_OPEN);
}

static void take_written(Conn *c, size_t n) {
    while (n > 0) {
        Out *o = TAILQ_FIRST(&c->out);
        size_t part = n < o->length - o->sent ? n : o->length - o->sent;
        o->sent += part;
        n -= part;
        if (o->sent == o->length) conn_drop(c, o);
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
    conn_enter(c, PHASE_LINGER);
    if (c->more) conn_to_work(c);
}

/* All of an answer is out. */
static void next_request(Conn *c) {
    c->need = 0;
    if (!c->keep || c->net->stopping) {
        linger(c);
        return;
    }
    conn_enter(c, c->in_length > 0 ? PHASE_HEAD : PHASE_IDLE);
    c->resumes = c->in_length > 0;
    if (c->resumes || c->more) conn_to_work(c);
}

void conn_flush(Conn *c) {
    if (c->broken || !write_out(c)) {
        conn_close(c);
        return;
    }
    if (!TAILQ_EMPTY(&c->out) || c->phase == PHASE_LINGER) return;
    if (c->socket && c->ending) linger(c);
    if (c->phase == PHASE_REPLY) next_request(c);
}
