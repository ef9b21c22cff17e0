/* http.c: see http.h, docs/protocol.md. */
#include "server/http.h"

#include <arpa/inet.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "bots/bot.h"
#include "host/json.h"
#include "server/assets.h"
#include "server/club.h"
#include "server/daily.h"
#include "server/dealer.h"
#include "server/found.h"
#include "server/hall.h"
#include "server/metrics.h"
#include "server/qr.h"
#include "server/view.h"

enum { UNREADY = 8 }; /* seconds that the store may be gone before others are better */

/* ---- Answers ----------------------------------------------------------------------------------------- */

static const char json[] = "application/json";
static const char parcels[] = "/api/parcels/";

/* Answers of the API are never kept by a cache: each tells how something stands now. */
static Answer answer_of(int status, const char *type) {
    return (Answer){.status = status,
                    .type = type,
                    .header = {{"cache-control:", "no-store"}, {"x-content-type-options:", "nosniff"}}};
}

void http_answer(Conn *conn, int status, const char *type, const Buffer *body) {
    Answer a = answer_of(status, type);
    a.body = body->bytes;
    a.length = body->length;
    network_answer(conn, &a);
}

/* The text is a message id: the client translates it. */
void http_refuse(Conn *conn, Wrong wrong) {
    Buffer out = {0};
    http_start(&out);
    json_open(&out, "error", '{');
    json_text(&out, "code", refusals[wrong].code);
    json_text(&out, "text", refusals[wrong].text);
    json_close(&out, '}');
    json_close(&out, '}');
    http_answer(conn, refusals[wrong].status, json, &out);
    buffer_free(&out);
}

static bool begins(const char *text, const char *with) { return strncmp(text, with, strlen(with)) == 0; }

/* ---- Who asks ---------------------------------------------------------------------------------------- */

/* The last address is the one that our own proxy added; those before it are what the client claims. Some proxies add a
 * port, and put an IPv6 address in brackets. */
const char *http_address(const Server *s, const Request *r, char *room) {
    if (!s->config.trust_proxy || !r->forwarded[0]) return r->address;
    const char *last = strrchr(r->forwarded, ',');
    last = last ? last + 1 : r->forwarded;
    last += strspn(last, " \t");
    bool bracket = *last == '[';
    last += bracket;
    bool one_colon = strchr(last, ':') && strchr(last, ':') == strrchr(last, ':'); /* an IPv4 address and its port */
    snprintf(room, NETWORK_ADDRESS, "%.*s", (int)strcspn(last, bracket ? "]" : one_colon ? ": \t" : " \t"), last);
    return room;
}

/* Is the host, perhaps with a port, that of the address that whoever runs the server has given it? */
static bool is_public(const Server *s, const char *host) {
    const char *ours = s->config.public_url ? strstr(s->url, "://") : NULL;
    size_t n = strcspn(host, "/"); /* an origin has no path: with one it is none */
    return ours && !host[n] && strncmp(ours + 3, host, n) == 0 && (ours[3 + n] == '/' || !ours[3 + n]);
}

/* True if the page that asks is our own, or if nobody says that it is a page. Where it is known that ours is one of
 * https, one of http is somebody else's, who stands between. A proxy may speak TLS of which we know nothing. */
static bool own_origin(const Server *s, const Request *r) {
    if (!r->origin[0]) return true;
    bool secure = begins(r->origin, "https://");
    if (!secure && !begins(r->origin, "http://")) return false;
    const char *host = r->origin + strlen(secure ? "https://" : "http://");
    if (is_public(s, host)) return secure == begins(s->url, "https://");
    return r->host[0] && strcmp(host, r->host) == 0 && (secure || !s->config.tls_cert);
}

/* A page of somebody else must not speak for a person. Nobody is sent away for whoever would be refused. */
int http_admit(Server *s, const Request *r, bool full) {
    char room[NETWORK_ADDRESS];
    const char *address = http_address(s, r, room);
    if (strcmp(r->path, "/ws") != 0) return 404;
    if (!own_origin(s, r)) return 403;
    if (!limits_connect(s->limits, address, hall_now(s))) return 429;
    if (!full || talk_make_room(s, address)) return 0;
    limits_disconnect(s->limits, address, hall_now(s));
    return 503;
}

/* The token of `Authorization: Bearer`; "": none that could be one. */
static const char *bearer(const Request *r) {
    const char *token = strncmp(r->authorization, "Bearer ", 7) == 0 ? r->authorization + 7 : "";
    return token_ok(token, strlen(token)) ? token : "";
}

/* What the task at hand is to be told when the store has all that it tells of. The body is taken over. */
void http_answer_of(Server *s, Table *t, int status, const char *type, Buffer *body) {
    Task *k = s->task;
    k->table = t;
    k->status = status;
    k->type = type;
    k->body = *body;
    *body = (Buffer){0};
}

void http_later(Server *s, int status, Buffer *body) { http_answer_of(s, s->task->table, status, json, body); }

/* ---- The API ----------------------------------------------------------------------------------------- */

void http_start(Buffer *out) { buffer_str(out, "{\"v\":1"); }

Wrong http_guessed(Server *s, const Request *r, double cost, Wrong wrong) {
    char room[NETWORK_ADDRESS];
    return limits_request(s->limits, http_address(s, r, room), cost, hall_now(s)) ? wrong : WRONG_RATE;
}

/* What a client must know before it sets a table up. */
static void get_info(Server *s, Conn *conn) {
    Buffer out = {0};
    http_start(&out);
    json_text(&out, "version", PENNA_VERSION);
    json_text(&out, "url", s->url);
    json_open(&out, "games", '[');
    for (const Game *const *g = games; *g; g++) json_text(&out, NULL, (*g)->name);
    json_close(&out, ']');
    json_open(&out, "bots", '[');
    for (const BotKind *const *k = bot_kinds; *k; k++) json_text(&out, NULL, (*k)->name);
    json_close(&out, ']');
    json_text(&out, "stand_in", s->config.stand_in);
    json_int(&out, "name_max", NAME_CHARACTERS);
    json_bool(&out, "create_token", s->config.create_token && s->config.create_token[0]);
    json_close(&out, '}');
    http_answer(conn, 200, json, &out);
    buffer_free(&out);
}

enum { LINK = 280 }; /* room for a link */

static void link_of(const Server *s, const Table *t, char *out) {
    snprintf(out, LINK, "%s/%c/%s", s->url, t->evening ? 'e' : 't', t->code);
}

void http_put_link(Buffer *out, const Server *s, const Table *t) {
    char link[LINK];
    link_of(s, t, link);
    json_text(out, "url", link);
}

/* Compared as hashes, so that the time tells nothing. */
static bool same_secret(const char *a, const char *b) {
    uint8_t one[STORE_HASH], other[STORE_HASH];
    token_hash(a, one);
    token_hash(b, other);
    return sodium_memcmp(one, other, sizeof one) == 0;
}

/* What follows `Authorization: Bearer`. */
static const char *authorized(const Request *r) {
    return strncmp(r->authorization, "Bearer ", 7) == 0 ? r->authorization + 7 : "";
}

/* The token may be in the body, which a page can fill, or in the head, where programs put it. */
Wrong http_may_create(Server *s, const Request *r, const char *given) {
    const char *set = s->config.create_token;
    bool may = !set || !*set || same_secret(given, set) || same_secret(authorized(r), set);
    return may ? WRONG_NOTHING : http_guessed(s, r, HTTP_GUESS, WRONG_CREATE);
}

/* The token goes to its owner in the answer and is kept nowhere. */
static Wrong post_table(Server *s, const Request *r) {
    NewTable n;
    Table *t;
    uint8_t hash[1][STORE_HASH];
    char room[NETWORK_ADDRESS];
    Wrong wrong = new_table_parse(r->body, r->length, &n);
    if (!wrong) wrong = http_may_create(s, r, n.create);
    if (wrong) return wrong;
    const char *address = http_address(s, r, room);
    bool own = token_take(n.token, *hash);
    t = own ? found_before(s, &n, hash) : NULL;
    if (own && (!s->task->listed || hall_later(s))) return WRONG_LATER;
    if (!t && !found_pay(s, address)) return WRONG_RATE;
    if (!t) wrong = found_table(s, &n, NULL, *hash, address, &t);
    if (wrong) return wrong;
    Buffer out = {0};
    http_start(&out);
    json_text(&out, "table", t->code);
    json_text(&out, "token", n.token);
    json_open(&out, "seats", '[');
    for (int i = 0; i < n.seats; i++)
        if (n.seat[i].kind == SEAT_HUMAN) json_int(&out, NULL, i);
    json_close(&out, ']');
    http_put_link(&out, s, t);
    json_close(&out, '}');
    http_answer_of(s, t, 201, json, &out);
    sodium_memzero(n.token, sizeof n.token);
    return WRONG_NOTHING;
}

/* The seat wished for, or the first, if it is open; -1: none. */
static int open_seat(const Table *t, int wish) {
    for (int i = 0; i < t->seats; i++)
        if (t->chair[i].kind == SEAT_OPEN && (wish < 0 || wish == i)) return i;
    return -1;
}

/* The seat that the same request took before: under that name, for that token; -1: none. Names are what tells the seats
 * of one token apart. */
static int sits(const Table *t, const uint8_t *hash, const Join *n) {
    unsigned held = table_seats_of(t, hash);
    for (int i = 0; i < t->seats; i++)
        if (held >> i & 1 && (n->seat < 0 || n->seat == i) && strcmp(match_name(t->match, i), n->name) == 0) return i;
    return -1;
}

/* Whoever has the code may sit down: the code is the invitation. */
static Wrong post_join(Server *s, Table *t, const Request *r) {
    Join n;
    uint8_t hash[STORE_HASH];
    Wrong wrong = join_parse(r->body, r->length, &n);
    if (wrong) return wrong;
    token_take(n.token, hash);
    int seat = sits(t, hash, &n);
    if (seat < 0) {
        seat = open_seat(t, n.seat);
        if (seat < 0) return WRONG_FULL;
        if (t->shut && memcmp(t->host, hash, STORE_HASH) != 0) return WRONG_SHUT;
        wrong = found_sit(s, t, seat, hash, n.name);
        if (wrong) return wrong;
        talk_seats(t);
    }
    Buffer out = {0};
    http_start(&out);
    json_text(&out, "table", t->code);
    json_text(&out, "token", n.token);
    json_int(&out, "seat", seat);
    json_close(&out, '}');
    http_answer_of(s, t, 200, json, &out);
    sodium_memzero(n.token, sizeof n.token);
    dealer_play(s, t);
    return WRONG_NOTHING;
}

/* True if one of the seats owes a choice. */
static bool waits(const Table *t, unsigned seats) {
    if (table_stage(t) != STAGE_PLAYING) return false;
    return (match_state(t->match)->movers & ~match_chosen(t->match) & seats) != 0;
}

/* One line of a person's list of tables. */
static void put_own(Buffer *out, const Table *t, int token, unsigned seats) {
    json_open(out, NULL, '{');
    json_text(out, "table", t->code);
    json_int(out, "token", token);
    json_text(out, "game", match_game(t->match)->name);
    json_text(out, "phase", stage_words[table_stage(t)]);
    json_open(out, "seats", '[');
    for (int i = 0; i < t->seats; i++)
        if (seats >> i & 1) json_int(out, NULL, i);
    json_close(out, ']');
    json_open(out, "names", '[');
    for (int i = 0; i < t->seats; i++)
        json_text(out, NULL, t->chair[i].kind == SEAT_OPEN ? NULL : match_name(t->match, i));
    json_close(out, ']');
    json_bool(out, "waits", waits(t, seats));
    json_int(out, "touched", t->touched);
    json_close(out, '}');
}

/* A table that a token of the request holds seats at. */
typedef struct Own {
    Table *table;
    int token;      /* which of those that were asked for */
    unsigned seats; /* that it holds there, as bits */
} Own;

/* What was played last is what one comes back for. */
static int newest_first(const void *a, const void *b) {
    const Own *x = a, *y = b;
    return (x->table->touched < y->table->touched) - (x->table->touched > y->table->touched);
}

/* Takes the tables of the tokens from what the store has said; how many. */
static int take_own(Server *s, uint8_t (*hash)[STORE_HASH], int tokens, Own *own) {
    int count = 0;
    const Task *k = s->task;
    for (int i = 0; i < tokens; i++)
        for (int n = 0; n < k->per[i] && count < OWN_TABLES; n++) {
            Table *t = hall_find(s, k->code[i * OWN_TABLES + n]);
            unsigned seats = t && hall_fresh(s, t) ? table_seats_of(t, hash[i]) : 0;
            if (seats) own[count++] = (Own){.table = t, .token = i, .seats = seats};
        }
    return count;
}

/* The store knows which tables a token's hash holds; the seats themselves are asked of the table, which may be newer.
 */
static Wrong post_mine(Server *s, Conn *conn, const Request *r) {
    Mine m;
    Own own[OWN_TABLES];
    uint8_t hash[MINE_MAX][STORE_HASH];
    Wrong wrong = mine_parse(r->body, r->length, &m);
    if (wrong) return wrong;
    for (int i = 0; i < m.count; i++) token_hash(m.token[i], hash[i]);
    if (!hall_mine(s, (const uint8_t(*)[STORE_HASH])hash, m.count)) return WRONG_LATER;
    int count = take_own(s, hash, m.count, own);
    if (hall_later(s)) return WRONG_LATER;
    qsort(own, (size_t)count, sizeof *own, newest_first);
    Buffer out = {0};
    http_start(&out);
    json_open(&out, "tables", '[');
    for (int i = 0; i < count; i++) put_own(&out, own[i].table, own[i].token, own[i].seats);
    json_close(&out, ']');
    json_close(&out, '}');
    http_answer(conn, 200, json, &out);
    buffer_free(&out);
    return WRONG_NOTHING;
}

/* ---- A table ----------------------------------------------------------------------------------------- */

/* With a token that holds no seat it is refused: what a spectator sees is not what its owner expects. */
static Wrong get_record(Server *s, Table *t, const Request *r) {
    uint8_t hash[STORE_HASH];
    const char *token = bearer(r);
    unsigned seats = 0;
    if (token[0]) {
        token_hash(token, hash);
        seats = table_seats_of(t, hash);
    }
    if (r->authorization[0] && !seats) return WRONG_TOKEN;
    if (!seats && table_curtained(t)) return WRONG_CURTAIN;
    Buffer out = {0};
    table_record(t, seats ? __builtin_ctz(seats) : -1, &out);
    http_answer_of(s, t, 200, "text/plain; charset=utf-8", &out);
    return WRONG_NOTHING;
}

/* Of the same link that is shared as text, so that a phone in the room comes to the same table. */
Wrong http_qr(const Server *s, Conn *conn, const Table *t) {
    char link[LINK];
    Buffer out = {0};
    link_of(s, t, link);
    if (qr_svg(link, &out)) http_answer(conn, 200, "image/svg+xml", &out);
    s->task->table = NULL; /* it tells nothing of it */
    buffer_free(&out);
    return WRONG_NOTHING;
}

static void get_summary(Server *s, Table *t) {
    Buffer out = {0};
    view_summary(t, s->config.stand_in, &out);
    http_answer_of(s, t, 200, json, &out);
}

/* /api/tables/CODE and what lies under it. What is told of a table leaves when it is stored. */
static Wrong at_table(Server *s, Conn *conn, const Request *r, const char *rest) {
    char code[CODE_LENGTH + 1];
    size_t n = strcspn(rest, "/");
    Table *t = code_read(rest, n, code) ? hall_log(s, code) : NULL;
    const char *what = rest + n;
    if (hall_later(s)) return WRONG_LATER;
    if (!t) return http_guessed(s, r, HTTP_GUESS, WRONG_NO_TABLE);
    s->task->table = t;
    if (t->evening) return *what || r->post ? WRONG_NO_TABLE : club_pointer(s, t);
    if (strcmp(what, "/join") == 0) return r->post ? post_join(s, t, r) : WRONG_METHOD;
    if (r->post) return WRONG_METHOD;
    if (strcmp(what, "/record") == 0) return get_record(s, t, r);
    if (strcmp(what, "/qr.svg") == 0) return http_qr(s, conn, t);
    if (*what) return WRONG_NO_TABLE;
    get_summary(s, t);
    return WRONG_NOTHING;
}

/* ---- Everything -------------------------------------------------------------------------------------- */

/* A process that shares its store is well if it turns: starting it anew would not mend the database. */
static bool is_ill(const Server *s) { return s->damaged || (s->failing && !store_shared(s->store)); }

/* Is it a server to send people to? Those who are here stay, whatever it says. */
static bool is_ready(const Server *s) { return s->drain_at == 0 && !is_ill(s) && hall_now(s) - s->well < UNREADY; }

/* For a load balancer or a timer. */
static void get_health(Conn *conn, bool ill) {
    Buffer out = {0};
    buffer_str(&out, ill ? "{\"v\":1,\"ok\":false}" : "{\"v\":1,\"ok\":true}");
    http_answer(conn, ill ? 503 : 200, json, &out);
    buffer_free(&out);
}

/* Asked by the machine itself? Everything that comes through a proxy on it looks so. One that does not say that it is
 * one (X-Forwarded-For) is known by a Host from outside, which a whole URL as the target would hide; or, if it changes
 * that too, by --public-url, without which the page does not work behind it. */
static bool from_here(const Server *s, const Request *r) {
    char host[64];
    struct in_addr four;
    if (s->config.trust_proxy || s->config.proxy_protocol || s->config.public_url) return false;
    if (r->forwarded[0] || r->whole) return false;
    if (!begins(r->address, "127.") && strcmp(r->address, "::1") != 0) return false;
    size_t n = r->host[0] == '[' ? strcspn(r->host, "]") + 1 : strcspn(r->host, ":");
    if (n >= sizeof host || (r->host[n] && r->host[n] != ':')) return false;
    snprintf(host, sizeof host, "%.*s", (int)n, r->host);
    if (strcmp(host, "localhost") == 0 || strcmp(host, "[::1]") == 0) return true;
    return begins(host, "127.") && inet_pton(AF_INET, host, &four) == 1; /* not 127.0.0.1.example.org */
}

/* For the machine itself; or, once a token is set or a proxy stands before it, only with the token. */
static bool may_measure(const Server *s, const Request *r) {
    const char *set = s->config.metrics_token;
    return set && *set ? same_secret(authorized(r), set) : from_here(s, r);
}

/* In the text format of Prometheus, version 0.0.4. */
static Wrong get_metrics(Server *s, Conn *conn, const Request *r) {
    if (!may_measure(s, r)) return http_guessed(s, r, HTTP_GUESS, WRONG_TOKEN);
    Buffer out = {0};
    metrics_write(s, &out);
    http_answer(conn, 200, "text/plain; version=0.0.4", &out);
    buffer_free(&out);
    return WRONG_NOTHING;
}

/* The type, with or without parameters; not another one that begins like it. */
static bool is_json(const char *type) {
    size_t n = sizeof json - 1;
    return strncasecmp(type, json, n) == 0 && strchr(" \t;", type[n]); /* or its end */
}

/* ---- Parcels ----------------------------------------------------------------------------------------- */

enum { PARCEL_COST = 20, PARCEL_GUESS = 10 }; /* requests that laying one down, and asking in vain, count for */

/* It is paid for before the name is looked for: trying names until one is taken costs as much as laying
 * a parcel down. */
static Wrong post_parcel(Server *s, Conn *conn, const Request *r, const char *name) {
    char room[NETWORK_ADDRESS];
    const char *address = http_address(s, r, room);
    if (strcasecmp(r->content_type, "application/octet-stream") != 0) return WRONG_TYPE;
    if (r->length == 0) return WRONG_FORMAT;
    if (!limits_request(s->limits, address, PARCEL_COST, hall_now(s))) return WRONG_RATE;
    switch (parcels_put(s->parcels, name, address, r->body, r->length, hall_now(s))) {
        case PARCEL_MANY:
            return WRONG_RATE;
        case PARCEL_OTHER: /* nobody draws a name that another has drawn */
            return WRONG_FORMAT;
        case PARCEL_FULL:
            return WRONG_PARCELS;
        default:
            break;
    }
    Buffer out = {0};
    http_start(&out);
    json_text(&out, "parcel", name);
    json_int(&out, "seconds", PARCEL_LASTS);
    json_close(&out, '}');
    http_answer(conn, 201, json, &out);
    buffer_free(&out);
    return WRONG_NOTHING;
}

/* Whoever asks first has it: nobody finds it any more while it leaves. */
static Wrong get_parcel(Server *s, Conn *conn, const Request *r, const char *name) {
    Parcel *one = parcels_take(s->parcels, name, hall_now(s));
    if (!one) return http_guessed(s, r, PARCEL_GUESS, WRONG_NO_PARCEL);
    Answer a = answer_of(200, "application/octet-stream");
    a.body = parcel_bytes(one, &a.length);
    a.stays = true;
    a.left = parcel_left;
    a.owner = one;
    network_answer(conn, &a);
    return WRONG_NOTHING;
}

bool http_large(const char *path, size_t length) {
    return length == sizeof parcels - 1 + PARCEL_NAME && strncmp(path, parcels, sizeof parcels - 1) == 0;
}

/* /api/parcels/NAME: laid down by POST, taken by GET; HEAD would take it and give nothing. */
static Wrong at_parcel(Server *s, Conn *conn, const Request *r, const char *name) {
    if (!parcel_name_ok(name)) return WRONG_NO_PARCEL;
    if (r->post) return post_parcel(s, conn, r, name);
    return r->get ? get_parcel(s, conn, r, name) : WRONG_METHOD;
}

/* ---- The ways ---------------------------------------------------------------------------------------- */

/* Limits come first, so that being refused is cheap; then what a browser on another page must not do. */
static Wrong api(Server *s, Conn *conn, const Request *r) {
    char room[NETWORK_ADDRESS];
    static const char tables[] = "/api/tables";
    if (!s->task->paid && !limits_request(s->limits, http_address(s, r, room), 1, hall_now(s))) return WRONG_RATE;
    s->task->paid = true;
    if (r->post && !own_origin(s, r)) return WRONG_ORIGIN;
    if (begins(r->path, parcels)) return at_parcel(s, conn, r, r->path + sizeof parcels - 1);
    if (r->post && !is_json(r->content_type)) return WRONG_TYPE;
    if (strncmp(r->path, tables, sizeof tables - 1) == 0 && r->path[sizeof tables - 1] == '/')
        return at_table(s, conn, r, r->path + sizeof tables);
    if (strcmp(r->path, tables) == 0) return r->post ? post_table(s, r) : WRONG_METHOD;
    if (begins(r->path, "/api/daily") && strchr("/", r->path[10])) return daily_request(s, r, r->path + 10);
    if (club_path(r->path)) return club_request(s, conn, r);
    if (strcmp(r->path, "/api/mine") == 0) return r->post ? post_mine(s, conn, r) : WRONG_METHOD;
    if (strcmp(r->path, "/api/info") != 0) return WRONG_NO_TABLE;
    if (r->post) return WRONG_METHOD;
    get_info(s, conn);
    return WRONG_NOTHING;
}

/* A line without tokens: they are in bodies and headers, never in paths; but a parcel is whoever's that knows its name,
 * which is left out. What came from outside is made printable. */
static void log_request(const Server *s, const Request *r, Wrong wrong) {
    char room[NETWORK_ADDRESS], path[200];
    size_t n = 0, most = begins(r->path, parcels) ? sizeof parcels - 1 : sizeof path - 1;
    for (const char *p = r->path; *p && n < most; p++) path[n++] = *p > ' ' && *p < 127 ? *p : '?';
    path[n] = '\0';
    fprintf(stderr, "penna: %s %s %s %s\n", http_address(s, r, room),
            r->post   ? "POST"
            : r->head ? "HEAD"
            : r->get  ? "GET"
                      : "?",
            path, wrong ? refusals[wrong].code : "ok");
}

void http_request(Server *s, Conn *conn, const Request *r) {
    s->counts.requests++;
    task_run(s, &(Task){.kind = TASK_REQUEST, .conn = conn, .request = *r, .serial = ++s->serial});
}

/* Health and metrics are outside the API and its limits: who watches a server under load must still see it. */
void http_run(Server *s, Task *k) {
    const Request *r = &k->request;
    Wrong wrong = WRONG_NOTHING;
    bool in_api = strncmp(r->path, "/api/", 5) == 0;
    k->status = 0;
    if (!r->get && !r->head && !(r->post && in_api))
        wrong = WRONG_METHOD;
    else if (in_api)
        wrong = api(s, k->conn, r);
    else if (strcmp(r->path, "/healthz") == 0)
        get_health(k->conn, is_ill(s));
    else if (strcmp(r->path, "/readyz") == 0)
        get_health(k->conn, !is_ready(s));
    else if (strcmp(r->path, "/metrics") == 0)
        wrong = get_metrics(s, k->conn, r);
    else if (!assets_find(s, r, k->conn))
        wrong = WRONG_NO_TABLE;
    k = s->task; /* it may have been kept */
    if (wrong == WRONG_LATER) {
        if (k->place) task_park(s, k, k->place); /* else it waits for a list, or a paper */
        return;
    }
    if (s->config.log_requests && !k->logged) log_request(s, &k->request, wrong);
    k->logged = true;
    k->wrong = wrong;
    task_finish(s, k, k->table);
}

/* Who has gone is told nothing, and counts nowhere as refused. */
void http_finish(Server *s, Task *k) {
    if (network_gone(k->conn)) return;
    if (k->wrong) {
        s->counts.refused[k->wrong]++;
        http_refuse(k->conn, k->wrong);
    } else if (k->status) {
        http_answer(k->conn, k->status, k->type, &k->body);
    }
}
