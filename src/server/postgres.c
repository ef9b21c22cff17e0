/* postgres.c: see postgres.h. */
#include "server/postgres.h"

#include <errno.h>
#include <poll.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/clock.h"

/* A commit returns when the synchronous standby has it. Locks are waited for only a little: whoever holds one may be a
 * connection of our own that waits for a standby. */
const char link_careful[] =
    "SET synchronous_commit = on; SET default_transaction_isolation = 'read committed'; SET lock_timeout = '2s'; "
    "SET statement_timeout = '5s'; SET idle_in_transaction_session_timeout = '5s'; SET search_path = pg_catalog; "
    "SET client_min_messages = warning; SET bytea_output = hex; SET jit = off;";

static bool note(Link *l, const char *why) {
    snprintf(l->why, sizeof l->why, "%.*s", (int)strcspn(why, "\n"), why);
    return false;
}

void link_close(Link *l) {
    PQfinish(l->conn);
    l->conn = NULL;
}

void link_fail(Link *l, const char *why) {
    note(l, why);
    link_close(l);
    atomic_fetch_add(&l->family->generation, 1);
}

/* ---- Waiting ----------------------------------------------------------------------------------------- */

static int milliseconds(double until) {
    double left = until - clock_now();
    return left <= 0 ? 0 : left > 60 ? 60000 : (int)(left * 1000) + 1;
}

/* It sends first: the server does not answer a statement of which a part is still here. A signal is no failure, only
 * the end of this wait. */
bool link_wait(Link *l, int also, double until) {
    int unsent = PQflush(l->conn);
    struct pollfd p[2] = {{.fd = PQsocket(l->conn), .events = (short)(POLLIN | (unsent > 0 ? POLLOUT : 0))},
                          {.fd = also, .events = POLLIN}};
    if (unsent < 0 || (poll(p, 2, milliseconds(until)) < 0 && errno != EINTR) || PQconsumeInput(l->conn) != 1) {
        link_fail(l, PQerrorMessage(l->conn));
        return false;
    }
    return true;
}

/* ---- Connecting -------------------------------------------------------------------------------------- */

/* Any warning may be the one that a commit did not wait for its standby: its words are in the server's language. */
static void on_notice(void *link, const PGresult *r) {
    const char *severity = PQresultErrorField(r, PG_DIAG_SEVERITY_NONLOCALIZED);
    if (severity && strcmp(severity, "WARNING") == 0) ((Link *)link)->warned = true;
}

/* The part of a list a,b,c with that number; a list of one stands for all. */
static void part_of(const char *list, int number, char *out, size_t room) {
    const char *at = list ? list : "";
    if (!strchr(at, ',')) number = 0;
    for (; number > 0; number--) at = strchr(at, ',') ? strchr(at, ',') + 1 : "";
    snprintf(out, room, "%.*s", (int)strcspn(at, ","), at);
}

static const char *option(const PQconninfoOption *o, const char *keyword) {
    for (; o->keyword; o++)
        if (strcmp(o->keyword, keyword) == 0) return o->val;
    return NULL;
}

enum { WORDS_MAX = 80 };

/* Waits for a connection that was begun; false: it did not come about. */
static bool shake_hands(Link *l) {
    double until = clock_now() + LINK_CONNECT;
    PostgresPollingStatusType what = PGRES_POLLING_WRITING;
    while (what != PGRES_POLLING_OK && what != PGRES_POLLING_FAILED && clock_now() < until) {
        struct pollfd p = {.fd = PQsocket(l->conn), .events = what == PGRES_POLLING_READING ? POLLIN : POLLOUT};
        if (poll(&p, 1, milliseconds(until)) > 0) what = PQconnectPoll(l->conn);
    }
    if (what == PGRES_POLLING_OK) return true;
    return note(l, what == PGRES_POLLING_FAILED ? PQerrorMessage(l->conn) : "the database does not answer");
}

/* One of the hosts of the address. libpq would try them in turn, but waits as long as it likes for each. */
static bool connect_to(Link *l, const PQconninfoOption *all, int number) {
    static const char *const ours[][2] = {{"keepalives_idle", "5"},    {"keepalives_interval", "2"},
                                          {"keepalives_count", "3"},   {"tcp_user_timeout", "10000"},
                                          {"client_encoding", "UTF8"}, {"target_session_attrs", "read-write"}};
    const char *word[WORDS_MAX] = {0}, *value[WORDS_MAX] = {0};
    char host[256], address[128], port[16];
    int n = 0;
    part_of(option(all, "host"), number, host, sizeof host);
    part_of(option(all, "hostaddr"), number, address, sizeof address);
    part_of(option(all, "port"), number, port, sizeof port);
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++) word[n] = ours[i][0], value[n++] = ours[i][1];
    for (const PQconninfoOption *o = all; o->keyword && n < WORDS_MAX - 1; o++) {
        const char *text = strcmp(o->keyword, "host") == 0       ? host
                           : strcmp(o->keyword, "hostaddr") == 0 ? address
                           : strcmp(o->keyword, "port") == 0     ? port
                                                                 : o->val;
        if (!text || !*text || strcmp(o->keyword, "target_session_attrs") == 0) continue;
        word[n] = o->keyword;
        value[n++] = text; /* what the address says counts before ours: the last of a word does */
    }
    l->conn = PQconnectStartParams(word, value, 0);
    if (!l->conn) return note(l, "out of memory");
    if (PQstatus(l->conn) == CONNECTION_BAD) return note(l, PQerrorMessage(l->conn));
    if (!shake_hands(l)) return false;
    PQsetnonblocking(l->conn, 1);
    PQsetNoticeReceiver(l->conn, on_notice, l);
    return true;
}

/* After a refusal the rest of the answer is taken away, so that something else can be asked. One that is late is not
 * closed here: both who call it close what failed. */
bool link_run(Link *l, const char *sql) {
    double until = clock_now() + LINK_ANSWER;
    bool good = PQsendQuery(l->conn, sql) == 1;
    while (good) {
        while (PQisBusy(l->conn) && clock_now() < until)
            if (!link_wait(l, -1, until)) return false;
        if (PQisBusy(l->conn)) return note(l, "the database does not answer");
        PGresult *r = PQgetResult(l->conn);
        if (!r) return true;
        ExecStatusType status = PQresultStatus(r);
        good = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
        const char *why = PQresultErrorField(r, PG_DIAG_MESSAGE_PRIMARY);
        if (!good) note(l, why ? why : PQresultErrorMessage(r));
        PQclear(r);
    }
    while (l->conn && !PQisBusy(l->conn)) { /* what is left of the answer */
        PGresult *r = PQgetResult(l->conn);
        if (!r) break;
        PQclear(r);
    }
    return false;
}

bool link_is_open(const Link *l) {
    return l->conn && l->generation == atomic_load(&l->family->generation) && PQstatus(l->conn) == CONNECTION_OK;
}

/* A host at random first: they do not all fall upon one. */
bool link_open(Link *l) {
    unsigned generation = atomic_load(&l->family->generation);
    if (link_is_open(l)) return true;
    link_close(l);
    char *wrong = NULL;
    PQconninfoOption *all = PQconninfoParse(l->family->url, &wrong);
    if (!all) note(l, wrong ? wrong : "out of memory");
    PQfreemem(wrong);
    if (!all) return false;
    int hosts = 1;
    const char *list = option(all, "host") ? option(all, "host") : option(all, "hostaddr");
    for (const char *p = list; p && *p; p++) hosts += *p == ',';
    if (hosts > LINK_HOSTS) hosts = LINK_HOSTS;
    int first = (int)randombytes_uniform((uint32_t)hosts);
    bool good = false;
    for (int i = 0; i < hosts && !good; i++) {
        good = connect_to(l, all, (first + i) % hosts) && link_run(l, l->settings);
        if (!good) link_close(l);
    }
    PQconninfoFree(all);
    l->generation = generation;
    l->warned = false;
    atomic_fetch_add(&l->family->connections, good);
    return good;
}

/* ---- Asking ------------------------------------------------------------------------------------------ */

static bool begins(const char *text, const char *with) { return strncmp(text, with, strlen(with)) == 0; }

/* What a refusal means, by its SQLSTATE (PostgreSQL's manual, appendix A). */
static LinkReply refused(Link *l, const PGresult *r) {
    const char *state = PQresultErrorField(r, PG_DIAG_SQLSTATE);
    snprintf(l->state, sizeof l->state, "%s", state ? state : "");
    note(l, PQresultErrorField(r, PG_DIAG_MESSAGE_PRIMARY) ? PQresultErrorField(r, PG_DIAG_MESSAGE_PRIMARY)
                                                           : PQresultErrorMessage(r));
    if (!*l->state || begins(l->state, "08") || begins(l->state, "57")) return ASKED_UNKNOWN;
    if (strcmp(l->state, "25006") == 0) { /* it has become a standby */
        link_fail(l, "the database cannot be written to");
        return ASKED_AGAIN;
    }
    if (strcmp(l->state, "40001") == 0 || strcmp(l->state, "40P01") == 0 || strcmp(l->state, "55P03") == 0)
        return ASKED_AGAIN;
    return ASKED_NOT;
}

static LinkReply lost(Link *l, const char *why) {
    if (l->conn) link_fail(l, why);
    return ASKED_UNKNOWN;
}

/* All results are taken, or the next statement could not be sent. A good answer with a warning is ASKED_UNKNOWN: the
 * commit may not have waited for its standby (on_notice). */
LinkReply link_ask(Link *l, const char *sql, int count, const char *const *text, PGresult **out) {
    double until = clock_now() + LINK_ANSWER;
    LinkReply asked = ASKED_GOOD;
    PGresult *r;
    *out = NULL;
    l->warned = false;
    l->state[0] = '\0';
    if (PQsendQueryParams(l->conn, sql, count, NULL, text, NULL, NULL, 0) != 1) return lost(l, PQerrorMessage(l->conn));
    for (;;) {
        while (PQisBusy(l->conn) && clock_now() < until)
            if (!link_wait(l, -1, until)) return ASKED_UNKNOWN;
        if (PQisBusy(l->conn)) return lost(l, "the database does not answer");
        r = PQgetResult(l->conn);
        if (!r) break;
        ExecStatusType status = PQresultStatus(r);
        if (status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK) {
            if (asked == ASKED_GOOD) asked = refused(l, r);
            PQclear(r);
            if (!l->conn) break;
        } else {
            PQclear(*out);
            *out = r;
        }
    }
    if (l->conn && PQstatus(l->conn) != CONNECTION_OK) asked = lost(l, *l->why ? l->why : "the connection is lost");
    if (asked == ASKED_GOOD && l->warned) asked = ASKED_UNKNOWN;
    if (asked != ASKED_GOOD) {
        PQclear(*out);
        *out = NULL;
    }
    return asked;
}

bool link_bytes(const char *text, uint8_t *out, size_t count) {
    size_t n = 0;
    if (!text || text[0] != '\\' || text[1] != 'x' || strlen(text) != 2 + 2 * count) return false;
    return sodium_hex2bin(out, count, text + 2, 2 * count, NULL, &n, NULL) == 0 && n == count;
}
