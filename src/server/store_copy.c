/* store_copy.c: copies between PostgreSQL and a file: `penna migrate` and `penna backup`. Nobody waits for these but
 * who asked, so libpq may wait as it likes. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/buffer.h"
#include "server/postgres.h"
#include "server/store_kind.h"

static bool fail(char *why, const char *reason) {
    if (!*why) snprintf(why, STORE_WHY, "PostgreSQL: %.*s", (int)strcspn(reason, "\n"), reason);
    return false;
}

/* Runs statements that give no rows. */
static bool run(PGconn *conn, const char *sql, char *why) {
    PGresult *r = PQexec(conn, sql);
    ExecStatusType status = PQresultStatus(r);
    bool good = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK || status == PGRES_COPY_IN;
    if (!good) fail(why, PQerrorMessage(conn));
    PQclear(r);
    return good;
}

/* ---- Out of PostgreSQL ------------------------------------------------------------------------------- */

/* A rank that is not there is not the rank 0, which would be the best of all. */
static bool give_paper(const PGresult *r, const StoreCopy *c) {
    PaperRow row = {.ranked = !PQgetisnull(r, 0, 2),
                    .rank = atoll(PQgetvalue(r, 0, 2)),
                    .at = atoll(PQgetvalue(r, 0, 3)),
                    .until = atoll(PQgetvalue(r, 0, 4)),
                    .version = atoi(PQgetvalue(r, 0, 5)),
                    .text = PQgetvalue(r, 0, 6)};
    snprintf(row.paper.shelf, PAPER_NAME, "%s", PQgetvalue(r, 0, 0));
    snprintf(row.paper.name, PAPER_NAME, "%s", PQgetvalue(r, 0, 1));
    return c->paper(c->context, &row);
}

/* The columns are those of give_all(). Bytes of another length than they should have end the copy: cut, they would be
 * another key. */
static bool give_row(const PGresult *r, const StoreCopy *c, int which) {
    uint8_t one[STORE_KEY], head[STORE_HEAD];
    const char *code = PQgetvalue(r, 0, 0);
    if (which == 3) return give_paper(r, c);
    if (which == 0)
        return link_bytes(PQgetvalue(r, 0, 1), one, STORE_KEY) && link_bytes(PQgetvalue(r, 0, 6), head, STORE_HEAD) &&
               c->table(c->context, code, one, atoi(PQgetvalue(r, 0, 2)), atoll(PQgetvalue(r, 0, 3)),
                        atoll(PQgetvalue(r, 0, 4)), atoi(PQgetvalue(r, 0, 5)), head);
    if (which == 1)
        return link_bytes(PQgetvalue(r, 0, 4), head, STORE_HEAD) &&
               c->event(c->context, code, atoi(PQgetvalue(r, 0, 1)), atoll(PQgetvalue(r, 0, 2)), PQgetvalue(r, 0, 3),
                        head);
    return link_bytes(PQgetvalue(r, 0, 2), one, STORE_HASH) &&
           c->holder(c->context, code, atoi(PQgetvalue(r, 0, 1)), one);
}

/* Row by row, as it may be more than fits into memory. */
static bool give_rows(PGconn *conn, const char *sql, const StoreCopy *copy, int which, char *why) {
    bool good = PQsendQuery(conn, sql) == 1 && PQsetSingleRowMode(conn) == 1;
    if (!good) return fail(why, PQerrorMessage(conn));
    for (PGresult *r; (r = PQgetResult(conn)); PQclear(r)) {
        ExecStatusType status = PQresultStatus(r);
        if (status == PGRES_SINGLE_TUPLE) {
            good = good && give_row(r, copy, which);
        } else if (status != PGRES_TUPLES_OK) {
            good = fail(why, PQresultErrorMessage(r));
        }
    }
    return good;
}

static bool give_all(PGconn *conn, const StoreCopy *copy, char *why) {
    return give_rows(conn, "SELECT code, key, phase, created, touched, next, head FROM penna.tables ORDER BY code",
                     copy, 0, why) &&
           give_rows(conn, "SELECT code, number, at, text, head FROM penna.events ORDER BY code, number", copy, 1,
                     why) &&
           give_rows(conn, "SELECT code, seat, hash FROM penna.holders ORDER BY code, seat", copy, 2, why) &&
           give_rows(conn, "SELECT shelf, name, rank, at, until, version, text FROM penna.papers ORDER BY shelf, name",
                     copy, 3, why);
}

/* The address is checked as the server checks it; then a connection of one's own, which has no time by which to end. */
static PGconn *open_conn(const char *url, char *why) {
    Store *s = store_postgres_open(url, "copy", why);
    if (!s) return NULL;
    store_close(s);
    PGconn *conn = PQconnectdb(url);
    why[0] = '\0';
    if (PQstatus(conn) == CONNECTION_OK && run(conn, "SET search_path = pg_catalog; SET bytea_output = hex", why))
        return conn;
    fail(why, PQerrorMessage(conn));
    PQfinish(conn);
    return NULL;
}

/* Everything is of one moment, whoever plays meanwhile. */
bool store_postgres_copy(const char *url, const StoreCopy *copy, char *why) {
    PGconn *conn = open_conn(url, why);
    if (!conn) return false;
    bool good = run(conn, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", why) && give_all(conn, copy, why);
    good = good && run(conn, "COMMIT", why);
    PQfinish(conn);
    return good;
}

/* ---- Into PostgreSQL --------------------------------------------------------------------------------- */

/* Rows on their way into COPY. */
typedef struct Filling {
    PGconn *conn;        /* in the transaction that is compared before it counts */
    int which;           /* which table is being copied; -1: none yet */
    long tables, events; /* rows sent so far */
    char *why;           /* the caller's; the first reason stays */
} Filling;

static bool end_copy(Filling *f) {
    if (f->which < 0) return true;
    if (PQputCopyEnd(f->conn, NULL) != 1) return fail(f->why, PQerrorMessage(f->conn));
    bool good = true;
    for (PGresult *r; (r = PQgetResult(f->conn)); PQclear(r))
        if (PQresultStatus(r) != PGRES_COMMAND_OK) good = fail(f->why, PQresultErrorMessage(r));
    return good;
}

/* A connection has one COPY at a time, so the next thing ends that of the one before: each must come in one piece, as
 * StoreCopy has it (store_kind.h). */
static bool begin_copy(Filling *f, int which) {
    static const char *const sql[] = {
        "COPY penna.tables (code, key, phase, created, touched, next, head) FROM STDIN",
        "COPY penna.events (code, number, at, text, head) FROM STDIN",
        "COPY penna.holders (code, seat, hash) FROM STDIN",
        "COPY penna.papers (shelf, name, rank, at, until, version, text) FROM STDIN",
    };
    if (f->which == which) return true;
    if (!end_copy(f)) return false;
    f->which = which;
    return run(f->conn, sql[which], f->why);
}

/* As COPY wants a text: no bare backslash, and no end of a column or a line. */
static void put_text(Buffer *b, const char *text) {
    for (; *text; text++) {
        if (*text == '\\' || *text == '\t' || *text == '\n' || *text == '\r') buffer_str(b, "\\");
        buffer_add(b, text, 1);
    }
}

static void put_bytes(Buffer *b, const uint8_t *bytes, size_t count) {
    char hex[2 * 64 + 1];
    buffer_str(b, "\\\\x");
    buffer_str(b, sodium_bin2hex(hex, sizeof hex, bytes, count));
}

static void put_number(Buffer *b, int64_t number) {
    char text[24];
    snprintf(text, sizeof text, "%lld", (long long)number);
    buffer_str(b, text);
}

static bool send_row(Filling *f, Buffer *b) {
    buffer_str(b, "\n");
    bool good = !b->failed && PQputCopyData(f->conn, b->bytes, (int)b->length) == 1;
    buffer_free(b);
    return good || fail(f->why, PQerrorMessage(f->conn));
}

/* The columns of this and the three below are in the order of begin_copy(). */
static bool put_table(void *context, const char *code, const uint8_t *key, int stage, int64_t created, int64_t touched,
                      int next, const uint8_t *head) {
    Filling *f = context;
    Buffer b = {0};
    if (!begin_copy(f, 0)) return false;
    put_text(&b, code);
    buffer_str(&b, "\t");
    put_bytes(&b, key, STORE_KEY);
    const int64_t numbers[] = {stage, created, touched, next};
    for (int i = 0; i < 4; i++) {
        buffer_str(&b, "\t");
        put_number(&b, numbers[i]);
    }
    buffer_str(&b, "\t");
    put_bytes(&b, head, STORE_HEAD);
    f->tables++;
    return send_row(f, &b);
}

/* The head of the chain goes along as it is: the copy must pass the same check as the original, not be chained anew. */
static bool put_event(void *context, const char *code, int number, int64_t at, const char *text, const uint8_t *head) {
    Filling *f = context;
    Buffer b = {0};
    if (!begin_copy(f, 1)) return false;
    put_text(&b, code);
    buffer_str(&b, "\t");
    put_number(&b, number);
    buffer_str(&b, "\t");
    put_number(&b, at);
    buffer_str(&b, "\t");
    put_text(&b, text);
    buffer_str(&b, "\t");
    put_bytes(&b, head, STORE_HEAD);
    f->events++;
    return send_row(f, &b);
}

/* Only its hash is there to be copied: no store knows a token. */
static bool put_holder(void *context, const char *code, int seat, const uint8_t *hash) {
    Filling *f = context;
    Buffer b = {0};
    if (!begin_copy(f, 2)) return false;
    put_text(&b, code);
    buffer_str(&b, "\t");
    put_number(&b, seat);
    buffer_str(&b, "\t");
    put_bytes(&b, hash, STORE_HASH);
    return send_row(f, &b);
}

/* No rank is COPY's word for NULL, which put_text() could not write: it would escape it. */
static bool put_paper(void *context, const PaperRow *row) {
    Filling *f = context;
    Buffer b = {0};
    if (!begin_copy(f, 3)) return false;
    put_text(&b, row->paper.shelf);
    buffer_str(&b, "\t");
    put_text(&b, row->paper.name);
    buffer_str(&b, "\t");
    if (row->ranked)
        put_number(&b, row->rank);
    else
        buffer_str(&b, "\\N");
    const int64_t numbers[] = {row->at, row->until, row->version};
    for (int i = 0; i < 3; i++) {
        buffer_str(&b, "\t");
        put_number(&b, numbers[i]);
    }
    buffer_str(&b, "\t");
    put_text(&b, row->text);
    return send_row(f, &b);
}

/* ---- Comparing --------------------------------------------------------------------------------------- */

/* A sum over all rows: two stores that have the same hold the same. */
typedef struct Sum {
    long tables, events;            /* how many rows there were */
    crypto_generichash_state state; /* of all rows in their order */
} Sum;

static void add_bytes(Sum *s, const void *bytes, size_t count) { crypto_generichash_update(&s->state, bytes, count); }

static void add_row(Sum *s, const char *code, const int64_t *number, size_t numbers) {
    add_bytes(s, code, strlen(code) + 1);
    add_bytes(s, number, numbers * sizeof *number);
}

static bool sum_table(void *context, const char *code, const uint8_t *key, int stage, int64_t created, int64_t touched,
                      int next, const uint8_t *head) {
    Sum *s = context;
    add_row(s, code, (const int64_t[]){stage, created, touched, next}, 4);
    add_bytes(s, key, STORE_KEY);
    add_bytes(s, head, STORE_HEAD);
    s->tables++;
    return true;
}

static bool sum_event(void *context, const char *code, int number, int64_t at, const char *text, const uint8_t *head) {
    Sum *s = context;
    add_row(s, code, (const int64_t[]){number, at}, 2);
    add_bytes(s, text, strlen(text) + 1);
    add_bytes(s, head, STORE_HEAD);
    s->events++;
    return true;
}

static bool sum_holder(void *context, const char *code, int seat, const uint8_t *hash) {
    add_row(context, code, (const int64_t[]){seat}, 1);
    add_bytes(context, hash, STORE_HASH);
    return true;
}

static bool sum_paper(void *context, const PaperRow *row) {
    add_row(context, row->paper.shelf, (const int64_t[]){row->ranked, row->rank, row->at, row->until, row->version}, 5);
    add_bytes(context, row->paper.name, strlen(row->paper.name) + 1);
    add_bytes(context, row->text, strlen(row->text) + 1);
    return true;
}

/* Both are read anew, in the same order: PostgreSQL's codes have COLLATE "C", which is SQLite's order of bytes. */
static bool same(Store *file, PGconn *conn, char *why) {
    Sum a = {0}, b = {0};
    StoreCopy from = {.context = &a, .table = sum_table, .event = sum_event, .holder = sum_holder, .paper = sum_paper},
              to = from;
    uint8_t one[32], other[32];
    to.context = &b;
    crypto_generichash_init(&a.state, NULL, 0, sizeof one);
    crypto_generichash_init(&b.state, NULL, 0, sizeof other);
    if (!store_sqlite_copy(file, &from, why) || !give_all(conn, &to, why)) return false;
    crypto_generichash_final(&a.state, one, sizeof one);
    crypto_generichash_final(&b.state, other, sizeof other);
    bool good = a.tables == b.tables && a.events == b.events && memcmp(one, other, sizeof one) == 0;
    return good || fail(why, "what was copied is not what was read");
}

/* ---- Migrating --------------------------------------------------------------------------------------- */

static bool is_empty(PGconn *conn, char *why) {
    PGresult *r = PQexec(conn, "SELECT count(*) FROM penna.tables");
    bool good = PQresultStatus(r) == PGRES_TUPLES_OK || fail(why, PQerrorMessage(conn));
    if (good && strcmp(PQgetvalue(r, 0, 0), "0") != 0) good = fail(why, "there are tables in it already");
    PQclear(r);
    return good;
}

/* In one transaction, compared before it counts. The lock keeps servers out until then. */
bool store_postgres_migrate(const char *from, const char *to, long *tables, long *events, char *why) {
    if (sodium_init() < 0) return fail(why, "libsodium cannot start");
    Store *file = store_sqlite_open(from, why);
    PGconn *conn = file ? open_conn(to, why) : NULL;
    if (file && conn) why[0] = '\0';
    Filling f = {.conn = conn, .which = -1, .why = why};
    StoreCopy copy = {.context = &f, .table = put_table, .event = put_event, .holder = put_holder, .paper = put_paper};
    bool good = conn && run(conn, "BEGIN; LOCK TABLE penna.tables IN ACCESS EXCLUSIVE MODE", why) &&
                is_empty(conn, why) && store_sqlite_copy(file, &copy, why) && end_copy(&f) && same(file, conn, why) &&
                run(conn, "COMMIT", why);
    *tables = f.tables;
    *events = f.events;
    PQfinish(conn);
    store_close(file);
    return good;
}
