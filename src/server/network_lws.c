/* network_lws.c: network.h over libwebsockets with libuv.
 *
 * libwebsockets owns the sockets and calls back; we own the loop, the waker, the timer and the signals. What has to be
 * known of it: headers can be read only until the body or the WebSocket begins, so they are copied; a thing is written
 * only when it says the socket is writable; its context goes away in the course of the loop, not at once. */
#include <libwebsockets.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <uv.h>

#include "base/game.h"
#include "server/certificate.h"
#include "server/network.h"

enum { CHUNK = 16384, HEADER_ROOM = 4096, TEXT_ROOM = 512, STOP_MS = 1000, LINGER = 1 };

/* A message that waits to be sent. */
typedef struct Out {
    struct Out *next;
    size_t length;
    bool latest;
    uint8_t bytes[]; /* LWS_PRE bytes of room, then the message */
} Out;

/* What of a request is kept. */
typedef struct Kept {
    char path[TEXT_ROOM], host[TEXT_ROOM], origin[TEXT_ROOM], authorization[TEXT_ROOM], content_type[TEXT_ROOM],
        etag[TEXT_ROOM], forwarded[TEXT_ROOM];
    bool get, head, post, gzip;
} Kept;

/* The answer to a request on its way out. */
typedef struct Reply {
    uint8_t *head; /* LWS_PRE bytes of room, then the header lines */
    size_t head_length;
    const char *body;
    char *owned; /* the body, if it was copied */
    size_t length, at;
    bool head_sent;
} Reply;

struct Conn {
    Network *net;
    struct lws *wsi; /* NULL: closed */
    int holders;
    bool socket;  /* a WebSocket */
    bool ending;  /* to be closed when the queue is empty */
    bool lingers; /* it is empty; what comes in is dropped until the client has read it all */
    void *user;
    Conn *next, **link; /* all WebSockets of the net */
    Kept *kept;         /* of a request */
    char address[NETWORK_ADDRESS];
    char *in; /* the body, or the message, so far */
    size_t in_length;
    Reply *reply;
    Out *out, **out_end;
    size_t out_bytes;
    double waits_since; /* when the queue last moved */
};

/* What libwebsockets keeps with each connection. */
typedef struct Client {
    Conn *conn;
} Client;

struct Network {
    NetHandlers handlers;
    void *context;
    uv_loop_t loop;
    uv_async_t waker;
    uv_timer_t timer, grace;
    uv_signal_t term, interrupt;
    struct lws_context *lws;
    struct lws_vhost *vhost;
    Conn *sockets;
    bool stopping;
};

/* ---- Connections ------------------------------------------------------------------------------------ */

Conn *network_keep(Conn *c) {
    c->holders++;
    return c;
}

static void free_queue(Conn *c) {
    while (c->out) {
        Out *o = c->out;
        c->out = o->next;
        free(o);
    }
    c->out_end = &c->out;
    c->out_bytes = 0;
}

static void free_reply(Conn *c) {
    if (!c->reply) return;
    free(c->reply->head);
    free(c->reply->owned);
    free(c->reply);
    c->reply = NULL;
}

void network_release(Conn *c) {
    if (--c->holders > 0) return;
    free_queue(c);
    free_reply(c);
    free(c->kept);
    free(c->in);
    free(c);
}

void network_set_user(Conn *c, void *user) { c->user = user; }
void *network_user(const Conn *c) { return c->user; }
double network_now(const Network *net) { return (double)uv_now(&net->loop) * 1e-3; }

/* An IPv4 address that came in through an IPv6 socket is written as IPv4. */
static void take_address(Conn *c) {
    char text[NETWORK_ADDRESS] = "";
    lws_get_peer_simple(c->wsi, text, sizeof text);
    const char *plain = strncmp(text, "::ffff:", 7) == 0 && strchr(text, '.') ? text + 7 : text;
    memcpy(c->address, plain, strlen(plain) + 1);
}

static Conn *new_conn(Network *net, struct lws *wsi, Client *session) {
    Conn *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    c->net = net;
    c->wsi = wsi;
    c->holders = 1;
    c->out_end = &c->out;
    session->conn = c;
    take_address(c);
    return c;
}

/* libwebsockets lets go of it. */
static void close_conn(Client *session) {
    Conn *c = session->conn;
    if (!c) return;
    session->conn = NULL;
    c->wsi = NULL;
    if (c->socket) {
        *c->link = c->next;
        if (c->next) c->next->link = c->link;
        c->net->handlers.close(c->net->context, c);
        if (c->net->stopping && !c->net->sockets) uv_stop(&c->net->loop);
    }
    free_queue(c);
    network_release(c);
}

/* ---- Requests --------------------------------------------------------------------------------------- */

static void copy_header(struct lws *wsi, enum lws_token_indexes token, char *out) {
    if (lws_hdr_copy(wsi, out, TEXT_ROOM, token) < 0) out[0] = '\0';
}

static void keep_headers(struct lws *wsi, Kept *k) {
    char encodings[TEXT_ROOM];
    k->post = lws_hdr_total_length(wsi, WSI_TOKEN_POST_URI) > 0;
    k->get = lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) > 0;
    k->head = lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) > 0;
    copy_header(wsi, k->post ? WSI_TOKEN_POST_URI : k->head ? WSI_TOKEN_HEAD_URI : WSI_TOKEN_GET_URI, k->path);
    copy_header(wsi, WSI_TOKEN_HOST, k->host);
    copy_header(wsi, WSI_TOKEN_ORIGIN, k->origin);
    copy_header(wsi, WSI_TOKEN_HTTP_AUTHORIZATION, k->authorization);
    copy_header(wsi, WSI_TOKEN_HTTP_CONTENT_TYPE, k->content_type);
    copy_header(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, k->etag);
    copy_header(wsi, WSI_TOKEN_X_FORWARDED_FOR, k->forwarded);
    copy_header(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, encodings);
    k->gzip = strstr(encodings, "gzip") != NULL;
}

static Request request_of(const Kept *k, const Conn *c) {
    return (Request){.get = k->get,
                     .head = k->head,
                     .post = k->post,
                     .path = k->path,
                     .host = k->host,
                     .origin = k->origin,
                     .authorization = k->authorization,
                     .content_type = k->content_type,
                     .etag = k->etag,
                     .forwarded = k->forwarded,
                     .address = c->address,
                     .gzip = k->gzip,
                     .body = c->in ? c->in : "",
                     .length = c->in_length};
}

static void answer_plain(Conn *c, int status, const char *text) {
    network_answer(c, &(Answer){.status = status, .type = "text/plain", .body = text, .length = strlen(text)});
}

static void hand_on(Conn *c) {
    Request r = request_of(c->kept, c);
    c->net->handlers.request(c->net->context, c, &r);
}

static int begin_request(Network *net, struct lws *wsi, Client *session) {
    close_conn(session); /* the request before this one on the same connection */
    Conn *c = new_conn(net, wsi, session);
    if (!c || !(c->kept = calloc(1, sizeof *c->kept))) return -1;
    keep_headers(wsi, c->kept);
    if (!c->kept->post) {
        hand_on(c);
        return 0;
    }
    char length[24];
    if (lws_hdr_copy(wsi, length, sizeof length, WSI_TOKEN_HTTP_CONTENT_LENGTH) <= 0 || strtol(length, NULL, 10) <= 0) {
        answer_plain(c, 411, "content-length is needed\n");
        return 0;
    }
    if (strtol(length, NULL, 10) > NETWORK_BODY_MAX) answer_plain(c, 413, "too long\n");
    return 0;
}

/* Appends to what came in so far; false: it would be more than `most`, or there is no memory. */
static bool take_in(Conn *c, const void *bytes, size_t length, size_t most) {
    if (c->in_length + length > most) return false;
    char *in = realloc(c->in, c->in_length + length + 1);
    if (!in) return false;
    memcpy(in + c->in_length, bytes, length);
    c->in = in;
    c->in_length += length;
    c->in[c->in_length] = '\0';
    return true;
}

static bool add_header(struct lws *wsi, const char *name, const char *value, uint8_t **at, uint8_t *end) {
    return lws_add_http_header_by_name(wsi, (const uint8_t *)name, (const uint8_t *)value, (int)strlen(value), at,
                                       end) == 0;
}

static bool write_head(Conn *c, const Answer *a, Reply *r) {
    r->head = malloc(LWS_PRE + HEADER_ROOM);
    if (!r->head) return false;
    uint8_t *at = r->head + LWS_PRE, *end = r->head + LWS_PRE + HEADER_ROOM - 1;
    if (lws_add_http_header_status(c->wsi, (unsigned)a->status, &at, end)) return false;
    if (a->type && !add_header(c->wsi, "content-type:", a->type, &at, end)) return false;
    for (int i = 0; i < NETWORK_HEADERS && a->header[i].name; i++)
        if (!add_header(c->wsi, a->header[i].name, a->header[i].value, &at, end)) return false;
    if (lws_add_http_header_content_length(c->wsi, a->length, &at, end)) return false;
    if (lws_finalize_http_header(c->wsi, &at, end)) return false;
    r->head_length = (size_t)(at - (r->head + LWS_PRE));
    return true;
}

void network_answer(Conn *c, const Answer *a) {
    if (!c->wsi || c->socket || c->reply) return;
    Reply *r = c->reply = calloc(1, sizeof *r);
    if (!r) return;
    bool body = !c->kept->head && a->length > 0;
    if (body && !a->stays) {
        r->owned = malloc(a->length);
        if (r->owned) memcpy(r->owned, a->body, a->length);
    }
    r->body = a->stays ? a->body : r->owned;
    r->length = body && r->body ? a->length : 0;
    if (!write_head(c, a, r)) free_reply(c);
    lws_callback_on_writable(c->wsi);
}

/* Writes the next piece of the answer; not 0: the connection is to be closed. */
static int write_reply(Conn *c) {
    Reply *r = c->reply;
    if (!r) return 0;
    if (!r->head_sent) {
        r->head_sent = true;
        enum lws_write_protocol how = LWS_WRITE_HTTP_HEADERS;
        if (r->length == 0) how |= LWS_WRITE_H2_STREAM_END;
        if (lws_write(c->wsi, r->head + LWS_PRE, r->head_length, how) < 0) return -1;
        if (r->length > 0) {
            lws_callback_on_writable(c->wsi);
            return 0;
        }
    } else {
        uint8_t room[LWS_PRE + CHUNK];
        size_t n = r->length - r->at < CHUNK ? r->length - r->at : CHUNK;
        memcpy(room + LWS_PRE, r->body + r->at, n);
        r->at += n;
        bool last = r->at == r->length;
        if (lws_write(c->wsi, room + LWS_PRE, n, last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < 0) return -1;
        if (!last) {
            lws_callback_on_writable(c->wsi);
            return 0;
        }
    }
    struct lws *wsi = c->wsi;
    free_reply(c);
    return lws_http_transaction_completed(wsi) ? -1 : 0;
}

static int take_body(Conn *c, const void *bytes, size_t length) {
    if (c->reply) return 0; /* refused already; the rest is read and dropped */
    if (!take_in(c, bytes, length, NETWORK_BODY_MAX)) answer_plain(c, 413, "too long\n");
    return 0;
}

/* ---- WebSockets ------------------------------------------------------------------------------------- */

static int admit(Network *net, struct lws *wsi) {
    Kept *k = calloc(1, sizeof *k);
    Conn fake = {.wsi = wsi};
    int status = 500;
    if (k) {
        keep_headers(wsi, k);
        take_address(&fake);
        Request r = request_of(k, &fake);
        status = net->stopping ? 503 : net->handlers.admit(net->context, &r);
    }
    free(k);
    if (status == 0) return 0;
    lws_return_http_status(wsi, (unsigned)status, NULL);
    return -1;
}

static int open_socket(Network *net, struct lws *wsi, Client *session) {
    Conn *c = new_conn(net, wsi, session);
    Kept *k = calloc(1, sizeof *k);
    if (!c || !k) {
        free(k);
        return -1;
    }
    keep_headers(wsi, k);
    c->socket = true;
    c->next = net->sockets;
    if (c->next) c->next->link = &c->next;
    c->link = &net->sockets;
    net->sockets = c;
    Request r = request_of(k, c);
    net->handlers.open(net->context, c, &r);
    free(k);
    return 0;
}

static int receive(Conn *c, struct lws *wsi, const void *bytes, size_t length) {
    if (c->ending) return 0;
    bool whole = lws_is_final_fragment(wsi) && lws_remaining_packet_payload(wsi) == 0;
    if (lws_frame_is_binary(wsi) || !take_in(c, bytes, length, NETWORK_MESSAGE_MAX)) {
        lws_close_reason(wsi, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, NULL, 0);
        return -1;
    }
    if (!whole) return 0;
    char *text = c->in;
    size_t n = c->in_length;
    c->in = NULL;
    c->in_length = 0;
    c->net->handlers.message(c->net->context, c, text, n);
    free(text);
    return 0;
}

static void drop_latest(Conn *c) {
    for (Out **at = &c->out; *at; at = &(*at)->next) {
        Out *o = *at;
        if (!o->latest) continue;
        *at = o->next;
        if (!*at) c->out_end = at;
        c->out_bytes -= o->length;
        free(o);
        return;
    }
}

void network_send(Conn *c, const char *text, size_t length, bool latest) {
    if (!c->wsi || !c->socket || c->ending) return;
    if (latest) drop_latest(c);
    Out *o = c->out_bytes + length > NETWORK_QUEUE_MAX && c->out ? NULL : malloc(sizeof *o + LWS_PRE + length);
    if (!o) { /* too slow, or no memory: gone; it can come back */
        lws_set_timeout(c->wsi, PENDING_TIMEOUT_KILLED_BY_PARENT, LWS_TO_KILL_ASYNC);
        c->ending = true;
        return;
    }
    *o = (Out){.length = length, .latest = latest};
    memcpy(o->bytes + LWS_PRE, text, length);
    if (!c->out) c->waits_since = network_now(c->net);
    *c->out_end = o;
    c->out_end = &o->next;
    c->out_bytes += length;
    lws_callback_on_writable(c->wsi);
}

void network_hang_up(Conn *c) {
    if (!c->wsi || !c->socket) return;
    c->ending = true;
    lws_callback_on_writable(c->wsi);
}

static int write_message(Conn *c) {
    Out *o = c->out;
    if (o) {
        int sent = lws_write(c->wsi, o->bytes + LWS_PRE, o->length, LWS_WRITE_TEXT);
        c->out = o->next;
        if (!c->out) c->out_end = &c->out;
        c->out_bytes -= o->length;
        free(o);
        if (sent < 0) return -1;
        c->waits_since = network_now(c->net);
    }
    if (c->out) {
        lws_callback_on_writable(c->wsi);
    } else if (c->ending && !c->lingers && !c->net->stopping) { /* closed with input unread, it would lose the last */
        c->lingers = true;
        lws_set_timeout(c->wsi, PENDING_TIMEOUT_USER_REASON_BASE, LINGER);
    } else if (c->ending && c->net->stopping) {
        lws_close_reason(c->wsi, LWS_CLOSE_STATUS_GOINGAWAY, NULL, 0);
        return -1;
    }
    return 0;
}

static void drop_slow(Network *net) {
    double now = network_now(net);
    for (Conn *c = net->sockets; c; c = c->next)
        if (c->out && now - c->waits_since > NETWORK_SLOW)
            lws_set_timeout(c->wsi, PENDING_TIMEOUT_KILLED_BY_PARENT, LWS_TO_KILL_ASYNC);
}

/* ---- What libwebsockets calls ----------------------------------------------------------------------- */

static int callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length) {
    Client *session = user;
    Network *net = lws_context_user(lws_get_context(wsi));
    switch ((int)reason) {
        case LWS_CALLBACK_HTTP:
            return begin_request(net, wsi, session);
        case LWS_CALLBACK_HTTP_BODY:
            return session->conn ? take_body(session->conn, in, length) : -1;
        case LWS_CALLBACK_HTTP_BODY_COMPLETION:
            if (session->conn && !session->conn->reply) hand_on(session->conn);
            return 0;
        case LWS_CALLBACK_HTTP_WRITEABLE:
            return session->conn ? write_reply(session->conn) : 0;
        case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
            return admit(net, wsi);
        case LWS_CALLBACK_ESTABLISHED:
            return open_socket(net, wsi, session);
        case LWS_CALLBACK_RECEIVE:
            return session->conn ? receive(session->conn, wsi, in, length) : -1;
        case LWS_CALLBACK_SERVER_WRITEABLE:
            return session->conn ? write_message(session->conn) : 0;
        case LWS_CALLBACK_CLOSED:
        case LWS_CALLBACK_CLOSED_HTTP:
        case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
            if (session) close_conn(session);
            return 0;
        default:
            return 0;
    }
}

static const struct lws_protocols protocols[] = {
    {.name = "http",
     .callback = callback,
     .per_session_data_size = sizeof(Client),
     .rx_buffer_size = NETWORK_MESSAGE_MAX},
    {.name = "penna-1",
     .callback = callback,
     .per_session_data_size = sizeof(Client),
     .rx_buffer_size = NETWORK_MESSAGE_MAX},
    {.name = NULL},
};

/* ---- The loop --------------------------------------------------------------------------------------- */

static void on_wake(uv_async_t *handle) {
    Network *net = handle->data;
    net->handlers.wake(net->context);
}

static void on_tick(uv_timer_t *handle) {
    Network *net = handle->data;
    drop_slow(net);
    net->handlers.tick(net->context);
}

static void on_signal(uv_signal_t *handle, int number) {
    Network *net = handle->data;
    (void)number;
    if (net->stopping)
        uv_stop(&net->loop); /* asked twice: at once */
    else
        net->handlers.stop(net->context);
}

static void on_grace(uv_timer_t *handle) { uv_stop(handle->loop); }

void network_wake(Network *net) { uv_async_send(&net->waker); }

void network_stop(Network *net) {
    net->stopping = true;
    for (Conn *c = net->sockets; c; c = c->next) network_hang_up(c);
    if (!net->sockets) uv_stop(&net->loop);
    uv_timer_start(&net->grace, on_grace, STOP_MS, 0);
}

void network_run(Network *net) { uv_run(&net->loop, UV_RUN_DEFAULT); }

int network_port(const Network *net) { return lws_get_vhost_listen_port(net->vhost); }

static void close_handle(uv_handle_t *handle, void *unused) {
    (void)unused;
    if (!uv_is_closing(handle)) uv_close(handle, NULL);
}

void network_free(Network *net) {
    if (!net) return;
    if (net->lws) {
        lws_context_destroy(net->lws); /* goes on in the loop, */
        for (int i = 0; i < 100 && net->lws; i++) uv_run(&net->loop, UV_RUN_NOWAIT);
        if (net->lws) lws_context_destroy(net->lws); /* and is finished by asking again, which sets net->lws to NULL */
    }
    uv_walk(&net->loop, close_handle, NULL);
    while (uv_run(&net->loop, UV_RUN_NOWAIT)) continue;
    uv_loop_close(&net->loop);
    free(net);
}

bool network_own_address(char *out, size_t room) {
    uv_interface_address_t *list;
    int count;
    bool found = false;
    if (uv_interface_addresses(&list, &count) != 0) return false;
    for (int i = 0; i < count && !found; i++)
        found = !list[i].is_internal && list[i].address.address4.sin_family == AF_INET &&
                uv_ip4_name(&list[i].address.address4, out, room) == 0;
    uv_free_interface_addresses(list, count);
    return found;
}

static void log_line(int level, const char *line) {
    (void)level;
    fprintf(stderr, "penna: network: %s", line);
}

/* As many files as the machine allows. */
static void raise_files(int connections) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    rlim_t want = (rlim_t)connections + 64;
    if (limit.rlim_cur >= want) return;
    limit.rlim_cur = limit.rlim_max < want ? limit.rlim_max : want;
    setrlimit(RLIMIT_NOFILE, &limit);
}

static bool start_loop(Network *net) {
    uv_loop_t *loop = &net->loop;
    if (uv_loop_init(loop) != 0) return false;
    net->waker.data = net->timer.data = net->grace.data = net->term.data = net->interrupt.data = net;
    return uv_async_init(loop, &net->waker, on_wake) == 0 && uv_timer_init(loop, &net->timer) == 0 &&
           uv_timer_init(loop, &net->grace) == 0 && uv_timer_start(&net->timer, on_tick, 1000, 1000) == 0 &&
           uv_signal_init(loop, &net->term) == 0 && uv_signal_start(&net->term, on_signal, SIGTERM) == 0 &&
           uv_signal_init(loop, &net->interrupt) == 0 && uv_signal_start(&net->interrupt, on_signal, SIGINT) == 0;
}

static struct lws_context_creation_info settings(Network *net, const NetConfig *config) {
    static const lws_retry_bo_t idle = {.secs_since_valid_ping = 60, .secs_since_valid_hangup = 100};
    bool both = strcmp(config->listen, "::") == 0;
    struct lws_context_creation_info info = {
        .port = config->port,
        .iface = both || strcmp(config->listen, "0.0.0.0") == 0 ? NULL : config->listen,
        .protocols = protocols,
        .user = net,
        .pcontext = &net->lws,
        .options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_EXPLICIT_VHOSTS | LWS_SERVER_OPTION_VALIDATE_UTF8,
        .fd_limit_per_thread = (unsigned)config->connections + 64,
        .timeout_secs = 10,
        .keepalive_timeout = 15,
        .max_http_header_data = 4096,
        .max_http_header_pool = 256,
        .retry_and_idle_policy = &idle,
        .alpn = "http/1.1",
        .server_string = "penna",
    };
    if (!strchr(config->listen, ':')) info.options |= LWS_SERVER_OPTION_DISABLE_IPV6;
    if (config->tls_cert) {
        info.options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
        info.ssl_cert_filepath = config->tls_cert;
        info.ssl_private_key_filepath = config->tls_key;
        info.ssl_options_set = SSL_OP_NO_TLSv1 | SSL_OP_NO_TLSv1_1;
    }
    return info;
}

Network *network_open(const NetConfig *config, const NetHandlers *handlers, void *context, const char **why) {
    *why = config->tls_cert ? certificate_fault(config->tls_cert, config->tls_key) : NULL;
    if (*why) return NULL;
    Network *net = calloc(1, sizeof *net);
    *why = N_("out of memory");
    if (!net) return NULL;
    net->handlers = *handlers;
    net->context = context;
    lws_set_log_level(LLL_ERR, log_line);
    raise_files(config->connections);
    if (!start_loop(net)) {
        free(net);
        return NULL;
    }
    struct lws_context_creation_info info = settings(net, config);
    void *loops[] = {&net->loop};
    info.foreign_loops = loops;
    *why = N_("libwebsockets cannot start with libuv (Debian: libwebsockets-evlib-uv)");
    net->lws = lws_create_context(&info);
    if (net->lws) {
        *why = N_("the port cannot be opened");
        net->vhost = lws_create_vhost(net->lws, &info);
    }
    if (net->vhost && network_port(net) > 0) return net;
    network_free(net);
    return NULL;
}
