/* server.c: see server.h. Puts the parts together and runs them. */
#include "server/server.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bots/bot.h"
#include "server/admin.h"
#include "server/assets.h"
#include "server/club.h"
#include "server/daily.h"
#include "server/dealer.h"
#include "server/follow.h"
#include "server/hall.h"
#include "server/http.h"
#include "server/room.h"
#include "server/talk.h"

_Static_assert((int)SERVER_WHY >= (int)STORE_WHY, "the store's reason is handed on");

/* ---- What the loop calls ----------------------------------------------------------------------------- */

/* The path of the public address, "/penna" of https://club.example/penna; "" if it has none. */
static const char *own_path(const Server *s) {
    const char *host = strstr(s->url, "://"), *path = host ? strchr(host + 3, '/') : NULL;
    return path ? path : "";
}

/* Bytes of that path which a path of so many bytes begins with: a proxy may take it off or leave it. */
static size_t above(const Server *s, const char *path, size_t length) {
    const char *own = own_path(s);
    size_t n = strlen(own);
    return length > n && strncmp(path, own, n) == 0 && path[n] == '/' ? n : 0;
}

/* The request as it is without it. */
static Request below_path(const Server *s, const Request *r) {
    Request below = *r;
    below.path += above(s, r->path, strlen(r->path));
    return below;
}

/* The page's own addresses are relative: without the slash it would look for its files one step too high. */
static void send_below(const Server *s, Conn *conn) {
    char to[sizeof s->url + 1];
    snprintf(to, sizeof to, "%s/", own_path(s));
    network_answer(conn, &(Answer){.status = 308, .header = {{"location:", to}}});
}

/* The path by which the world knows the server is taken off here, so that nothing behind it knows of proxies. */
static void on_request(void *context, Conn *conn, const Request *r) {
    const Server *s = context;
    Request below = below_path(s, r);
    if (own_path(s)[0] && strcmp(r->path, own_path(s)) == 0)
        send_below(s, conn);
    else
        http_request(context, conn, &below);
}

static int on_admit(void *context, const Request *r, bool full) {
    Request below = below_path(context, r);
    return http_admit(context, &below, full);
}

static bool on_large(void *context, const char *path, size_t length) {
    size_t n = above(context, path, length);
    return http_large(path + n, length - n);
}

static void on_open(void *context, Conn *conn, const Request *r) {
    char room[NETWORK_ADDRESS];
    talk_open(context, conn, http_address(context, r, room));
}

static void on_message(void *context, Conn *conn, const char *text, size_t length) {
    talk_message(context, conn, text, length);
}

static void on_close(void *context, Conn *conn) { talk_close(context, conn); }

/* Into a damaged store nothing is written: what is still whole in it stays so until a backup takes its place. */
static void hear_checker(Server *s) {
    const char *why;
    if (!checker_done(s->checker, &why)) return;
    fprintf(stderr, "penna: the store is checked: %s\n", why ? why : "all is well");
    s->damaged = s->read_only = why != NULL;
}

/* What the judge has found goes to whoever asked him. */
static void take_findings(Server *s) {
    Finding *v = court_take(s->court);
    for (Finding *next; v; v = next) {
        next = v->next;
        if (!club_verdict(s, v)) daily_verdict(s, v);
        sodium_memzero(v->key, sizeof v->key);
        free(v);
    }
}

/* A thread may have called for the loop just before it ended, and the loop turns once more to close what is open. */
static void on_wake(void *context) {
    if (((const Server *)context)->ended) return;
    hall_stored(context);
    hall_answers(context);
    follow_heard(context);
    hear_checker(context);
    admin_serve(context);
    dealer_bots(context);
    take_findings(context);
}

/* Alive is a loop that turns and a writer that is not stuck: what neither stores nor answers is to be started anew. A
 * disk that says it is full is no reason, for that is told to everyone and ends by itself; nor is a database that is
 * gone. */
static void feed_watchdog(const Server *s) {
    bool alive = store_shared(s->store) || writer_busy(s->writer) < s->notify.watchdog / 2;
    if (s->notify.watchdog > 0 && alive) notify_say(&s->notify, "WATCHDOG=1");
}

static void drain(Server *s);

static void on_tick(void *context) {
    if (((const Server *)context)->ended) return;
    feed_watchdog(context);
    hall_tick(context);
    follow_tick(context);
    drain(context);
}

/* What happened in a turn is shown once, at its end. */
static void on_settle(void *context) { hall_flush(context); }

/* Sends away the clients of every `parts`-th table, those whose turn it is; all of them if there is one part. Where
 * others share the store they can come back at once. */
static void send_away(Server *s, int part, int parts) {
    for (int i = part; i < TABLE_BUCKETS; i += parts)
        for (Table *t = s->bucket[i]; t; t = t->next)
            for (Client *c = t->clients; c; c = c->next)
                talk_bye(c->conn, "shutdown", N_("the server is restarting"), store_shared(s->store) ? 0 : 2);
}

/* Clients are told when to come back; what they have sent so far is still stored (writer_stop). */
static void stop_now(Server *s) {
    send_away(s, 0, 1);
    network_stop(s->net);
}

/* With --drain a balancer first has time to see that nobody else is to come (/readyz), and people go one after another,
 * so that they do not all fall upon the other servers in the same moment. */
static void on_stop(void *context) {
    Server *s = context;
    notify_say(&s->notify, "STOPPING=1");
    if (s->config.drain == 0 || s->drain_at > 0)
        stop_now(s);
    else
        s->drain_at = hall_now(s) + (double)s->config.drain;
}

enum { SENDING_AWAY = 3 }; /* seconds over which people are sent away */

static void drain(Server *s) {
    if (s->drain_at == 0 || hall_now(s) < s->drain_at) return;
    if (s->drained < SENDING_AWAY)
        send_away(s, s->drained, SENDING_AWAY);
    else
        stop_now(s);
    s->drained++;
}

static const NetHandlers handlers = {.request = on_request,
                                     .admit = on_admit,
                                     .large = on_large,
                                     .open = on_open,
                                     .message = on_message,
                                     .close = on_close,
                                     .wake = on_wake,
                                     .settle = on_settle,
                                     .tick = on_tick,
                                     .stop = on_stop};

/* For the writer's and the bots' threads. */
static void wake(void *context) { network_wake(((Server *)context)->net); }

/* ---- Starting and ending ----------------------------------------------------------------------------- */

static bool fail(char *why, const char *reason) {
    snprintf(why, SERVER_WHY, "%s", reason);
    return false;
}

/* Connections of any kind from one address: its WebSockets, and as many again with which pages are fetched. Behind a
 * proxy all come from one address. */
static int connections_of_address(const ServerConfig *c) {
    bool proxy = c->trust_proxy || c->proxy_protocol;
    return proxy || c->connections_per_address == 0 ? 0 : (int)c->connections_per_address * 2 + 16;
}

/* The store comes before the port: nobody is let in who could not be served. */
static bool start(Server *s, char *why) {
    const ServerConfig *c = &s->config;
    const char *reason;
    NetConfig net = {
        .listen = c->listen,
        .port = (int)c->port,
        .tls_cert = c->tls_cert,
        .tls_key = c->tls_key,
        .proxy = c->proxy_protocol,
        .connections = (int)c->max_connections,
        .silence = (double)c->ping,
        .per_address = connections_of_address(c),
        .near_free = c->public_url && !c->tls_cert}; /* known by a name, and not by its own TLS: behind one */
    if (sodium_init() < 0) return fail(why, N_("libsodium cannot start"));
    if (!bot_find(c->stand_in)) return fail(why, N_("--stand-in: there is no such bot"));
    s->store = store_open(c->db, c->node, why);
    if (!s->store) return false;
    if (!daily_start(s, why)) return false;
    s->unfinished = store_count(s->store);
    s->log_bytes = store_log_bytes(s->store);
    s->limits = limits_new((LimitRates){.connections = (int)c->connections_per_address,
                                        .tables = (int)c->tables_per_address,
                                        .requests = c->connections_per_address ? 40 : 0});
    s->parcels = parcels_new();
    s->rooms = rooms_new();
    if (!s->limits || !s->parcels || !s->rooms) return fail(why, N_("out of memory"));
    s->net = network_open(&net, &handlers, s, &reason);
    if (!s->net) return fail(why, reason);
    s->writer = writer_start(s->store, wake, s);
    s->reader = reader_start(s->store, wake, s);
    s->follower = store_shared(s->store) ? follow_start(s->store, wake, s) : NULL;
    int megabytes;
    if (store_unchecked(s->store, &megabytes)) {
        fprintf(stderr, "penna: checking %d MB of tables; people may play meanwhile\n", megabytes);
        s->checker = checker_start(s->store, wake, s);
    }
    s->admin = admin_start(c->db, c->node, wake, s, &reason);
    if (!s->admin) fprintf(stderr, "penna: no socket for penna admin: %s\n", reason);
    s->bots = bots_start((int)c->bot_threads, wake, s);
    s->court = court_start(wake, s);
    return (s->writer && s->reader && s->bots && s->court && (s->follower || !store_shared(s->store))) ||
           fail(why, N_("threads cannot be started"));
}

/* Threads first: they wake the loop and use the store. */
static void end(Server *s) {
    admin_stop(s->admin);
    bots_stop(s->bots);
    court_stop(s->court);
    checker_stop(s->checker);
    follow_stop(s->follower);
    writer_stop(s->writer);
    reader_stop(s->reader);
    s->ended = true;
    if (s->net) network_free(s->net);
    hall_free(s);
    assets_free(s);
    limits_free(s->limits);
    parcels_free(s->parcels);
    rooms_free(s->rooms);
    store_close(s->store);
    sodium_memzero(s->secret, sizeof s->secret);
    notify_close(&s->notify);
    free(s);
}

/* Where others find it: what was said, or where it listens. */
static void find_url(Server *s) {
    const ServerConfig *c = &s->config;
    if (c->public_url) {
        snprintf(s->url, sizeof s->url, "%s", c->public_url);
        size_t n = strlen(s->url);
        while (n > 0 && s->url[n - 1] == '/') s->url[--n] = '\0';
        return;
    }
    char address[64];
    bool any = strcmp(c->listen, "0.0.0.0") == 0 || strcmp(c->listen, "::") == 0;
    if (!any || !network_own_address(address, sizeof address))
        snprintf(address, sizeof address, strchr(c->listen, ':') ? "[%s]" : "%s", any ? "127.0.0.1" : c->listen);
    snprintf(s->url, sizeof s->url, "%s://%s:%d", c->tls_cert ? "https" : "http", address, network_port(s->net));
}

/* start() may fail half-way: end() ends what there is. */
bool server_run(const ServerConfig *config, void (*started)(const char *url, const char *listening), char *why) {
    char listening[128];
    Server *s = calloc(1, sizeof *s);
    if (!s) return fail(why, N_("out of memory"));
    s->config = *config;
    s->notify = notify_open();
    bool good = start(s, why);
    if (good) {
        find_url(s);
        s->began = s->well = hall_now(s);
        s->ahead = (double)time(NULL) - hall_now(s);
        snprintf(listening, sizeof listening, "%s port %d", config->listen, network_port(s->net));
        started(s->url, listening);
        notify_say(&s->notify, "READY=1");
        network_run(s->net);
    }
    end(s);
    return good;
}
