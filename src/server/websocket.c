/* websocket.c: see websocket.h. */
#include "server/websocket.h"

#include <stdlib.h>
#include <string.h>

#include "server/frame.h"
#include "server/request.h"

enum { FRAGMENTS_MAX = 64 }; /* frames of one message */

static void say_close(Conn *c, int code) {
    char reason[2] = {(char)(code >> 8), (char)code};
    if (c->ending) return;
    conn_queue_frame(c, FRAME_CLOSE, reason, sizeof reason);
    c->ending = c->leaves = true;
    c->net->leaving++;
}

void network_hang_up(Conn *c) {
    if (c->stream.fd >= 0 && c->socket) say_close(c, c->net->stopping ? CLOSE_AWAY : CLOSE_NORMAL);
}

Conn *network_silent(Network *net, bool (*may)(const void *context, const Conn *conn), const void *context) {
    static const enum ConnPhase order[] = {PHASE_STUCK, PHASE_PINGED, PHASE_OPEN};
    Conn *c;
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) TAILQ_FOREACH(c, &net->phase[order[i]], in_phase)
    if (!c->ending && may(context, c)) return c;
    return NULL;
}

/* A frame of which some is on its way cannot be taken back, so only one that is not begun is replaced. The limit is for
 * what waits: a single message longer than that can still be sent. */
void network_send(Conn *c, const char *text, size_t length, bool latest) {
    if (c->stream.fd < 0 || !c->socket || c->ending) return;
    if (latest && c->latest && !c->latest->begun) conn_drop(c, c->latest);
    if (!TAILQ_EMPTY(&c->out) && c->out_weight + length > NETWORK_QUEUE_MAX) { /* too slow: gone; it can come back */
        c->ending = c->broken = true;
        c->net->counts.late++;
        conn_to_writes(c);
        return;
    }
    Out *o = conn_queue_frame(c, FRAME_TEXT, text, length);
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

/* The limits come before anything is kept, so a message in many pieces costs no more than one in one. */
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

/* Of pings that came together only the last is answered: a thousand cost what one does. */
static void take_ping(Conn *c, const Frame *f) {
    if (c->pong && !c->pong->begun) conn_drop(c, c->pong);
    if (c->out_weight > NETWORK_QUEUE_MAX)
        c->broken = c->ending = true, conn_to_writes(c);
    else
        c->pong = conn_queue_frame(c, FRAME_PONG, f->data, f->length);
}

static void take_frame(Conn *c, const Frame *f) {
    if (f->opcode == FRAME_CLOSE)
        say_close(c, frame_close_code(f));
    else if (f->opcode == FRAME_PING)
        take_ping(c, f);
    else if (f->opcode != FRAME_PONG)
        take_data(c, f);
}

/* After the end all that still comes counts as used: it is read only so that the client gets our last words. */
size_t websocket_take(Conn *c, char *bytes, size_t length) {
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

void websocket_alive(Conn *c) {
    if (c->phase == PHASE_OPEN || c->phase == PHASE_PINGED) conn_enter(c, PHASE_OPEN);
}

/* Counted and answered before open(): what the caller sends there must come behind the answer. */
void websocket_begin(Conn *c, const Head *h, Request *r) {
    Network *net = c->net;
    char answer[256];
    size_t n = head_write_upgrade(h, answer); /* before the texts are ended */
    head_request(h, r);
    r->address = c->address;
    bool full = net->counts.sockets - net->leaving >= net->most_sockets;
    int status = net->stopping || n == 0 ? 503 : net->handlers.admit(net->context, r, full);
    if (status) {
        request_refuse(c, status);
        return;
    }
    c->socket = true;
    net->counts.sockets++;
    net->counts.over_all += full; /* another has gone for it */
    conn_enter(c, PHASE_OPEN);
    conn_queue(c, answer, n, NULL, 0);
    net->handlers.open(net->context, c, r);
}
