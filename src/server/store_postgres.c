/* store_postgres.c: store.h in a database of PostgreSQL's, shared by any number of servers.
 *
 * Any server may append; the database decides. A table's row holds where its log ends, and one statement compares that
 * with what the events were made for, moves it on and adds them: so no two servers can both append to the same end, and
 * it does not matter how long one of them was asleep in between. It is one statement because a server that is stopped
 * between BEGIN and COMMIT would hold its locks, and it locks in the order of the codes because two that do not may
 * wait for each other.
 *
 * If the connection is lost while it is waited for, nobody knows whether the commit has happened: it may even happen
 * later, for one that waits for its standby is not seen by anybody. So the same statement is sent again until it is
 * answered: it waits for the locks of the first, and either it is done now, or the log holds the very heads that were
 * to be added, or it was overtaken.
 *
 * A primary that was replaced by its standby while it was frozen still answers who reads from it. What it cannot do is
 * commit, for its standby no longer listens: so, where there is a synchronous standby, what was read counts only after
 * a commit of no importance (settle). */
#include <poll.h>
#include <pthread.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "host/buffer.h"
#include "host/clock.h"
#include "server/postgres.h"
#include "server/schema.h"
#include "server/store_kind.h"

enum {
    APPEND_TEXTS = 16, /* parameters of the statement that appends */
    PATIENCE = 3,      /* seconds until what was never sent is given up */
    PAUSE_MS = 50      /* before it is tried again */
};

typedef struct Postgres {
    Store store;                              /* first, so that one is the other (store_kind.h) */
    LinkFamily family;                        /* what the three below share */
    Link writer, reader, follower;            /* each for one thread */
    char node[STORE_NODE];                    /* this server's name, under which it beats */
    bool standby;                             /* commits wait for one: the reader's */
    bool settled;                             /* there was a commit since the start: the reader's */
    bool read;                                /* something was read since the last settling: the reader's */
    bool saying;                              /* the follower's: something was said and not answered yet, */
    double said_at;                           /* since then */
    int nudge;                                /* an eventfd that ends the follower's waiting */
    atomic_ulong conflicts, retries, unknown; /* see StoreCounts; any thread reads them */
    atomic_int format;                        /* what the database has: of the reader's thread, but any may look */
    pthread_mutex_t mutex;                    /* for what follows */
    Buffer grown;                             /* " CODE NUMBER" of the logs that have grown */
    Buffer said;                              /* texts to say, each with its NUL */
    Buffer telling;                           /* the writer's: as `grown`, of the last commit */
} Postgres;

static Postgres *postgres_of(Store *s) { return (Postgres *)(void *)s; }

static void pause_a_little(void) { nanosleep(&(struct timespec){.tv_nsec = PAUSE_MS * 1000000L}, NULL); }

static const StoreKind postgres_kind;

/* Also of one that was opened half-way. The threads that use it must have ended: nothing is locked here. */
static void close_store(Store *store) {
    Postgres *s = postgres_of(store);
    link_close(&s->writer);
    link_close(&s->reader);
    link_close(&s->follower);
    if (s->nudge >= 0) close(s->nudge);
    pthread_mutex_destroy(&s->mutex);
    buffer_free(&s->grown);
    buffer_free(&s->said);
    buffer_free(&s->telling);
    free(s->family.url);
    free(s);
}

static bool settle(Store *store);

/* Notifications need not survive a crash. */
static const char listen_sql[] =
    "SET synchronous_commit = off; SET search_path = pg_catalog; SET client_min_messages = warning; LISTEN penna;";

/* Everything is looked at through the reader's connection; the others are opened by their threads when first needed.
 * `read` is set so that settle() tries a commit even now, when nobody has read anything. */
Store *store_postgres_open(const char *url, const char *node, char *why) {
    Postgres *s = calloc(1, sizeof *s);
    if (!s || !(s->family.url = strdup(url))) {
        free(s);
        schema_fail(why, "out of memory");
        return NULL;
    }
    s->store.kind = &postgres_kind;
    s->nudge = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    pthread_mutex_init(&s->mutex, NULL);
    snprintf(s->node, sizeof s->node, "%s", node);
    s->writer = s->reader = s->follower = (Link){.family = &s->family, .settings = link_careful};
    s->follower.settings = listen_sql;
    s->read = true;
    bool good = link_open(&s->reader) || schema_fail(why, s->reader.why);
    good = good && schema_server(&s->reader, why) && schema_make(&s->reader, s->node, &s->format, why) &&
           schema_rights(&s->reader, why) && (settle(&s->store) || schema_fail(why, s->reader.why));
    if (good) return &s->store;
    close_store(&s->store);
    return NULL;
}

/* ---- Arrays as parameters ---------------------------------------------------------------------------- */

/* As PostgreSQL wants an element of an array in text: always quoted, or a comma, a brace or the word NULL in a text
 * would be taken for the array's own. */
static void put_element(Buffer *b, const char *text) {
    buffer_str(b, b->length == 0 ? "{" : ",");
    if (!text) {
        buffer_str(b, "NULL");
        return;
    }
    buffer_str(b, "\"");
    for (const char *p = text; *p; p++) {
        if (*p == '"' || *p == '\\') buffer_str(b, "\\");
        buffer_add(b, p, 1);
    }
    buffer_str(b, "\"");
}

static void put_number(Buffer *b, int64_t number) {
    char text[24];
    snprintf(text, sizeof text, "%lld", (long long)number);
    put_element(b, text);
}

static void put_bytes(Buffer *b, const uint8_t *bytes, size_t count) {
    char text[2 + 2 * 64 + 1] = "\\x";
    sodium_bin2hex(text + 2, sizeof text - 2, bytes, count);
    put_element(b, text);
}

static const char *array(Buffer *b) {
    buffer_str(b, b->length == 0 ? "{}" : "}");
    return b->failed ? NULL : b->bytes;
}

/* ---- Appending --------------------------------------------------------------------------------------- */

/* The parameters: of each table its end as it was and as it will be; of each event; of each seat that changes hands. */
enum {
    T_CODE,
    T_FIRST,
    T_BEFORE,
    T_NEXT,
    T_HEAD,
    T_PHASE,
    T_AT,
    T_KEY,
    E_CODE,
    E_NUMBER,
    E_AT,
    E_TEXT,
    E_HEAD,
    H_CODE,
    H_SEAT,
    H_HASH
};

static const char append_sql[] =
    "WITH given AS MATERIALIZED (SELECT * FROM unnest($1::text[], $2::int[], $3::bytea[], $4::int[], $5::bytea[], "
    " $6::int[], $7::bigint[], $8::bytea[]) AS g (code, first, before, next, head, phase, at, key)),"
    "locked AS MATERIALIZED (SELECT t.code FROM penna.tables t JOIN given g ON g.code = t.code"
    "  WHERE g.key IS NULL AND t.next = g.first AND t.head = g.before ORDER BY t.code FOR NO KEY UPDATE OF t),"
    "changed AS (UPDATE penna.tables t SET next = g.next, head = g.head, phase = g.phase, touched = g.at"
    "  FROM given g JOIN locked l ON l.code = g.code"
    "  WHERE t.code = g.code AND t.next = g.first AND t.head = g.before RETURNING t.code),"
    "made AS (INSERT INTO penna.tables (code, key, phase, next, head, created, touched)"
    "  SELECT code, key, phase, next, head, at, at FROM given WHERE key IS NOT NULL ORDER BY code"
    "  ON CONFLICT DO NOTHING RETURNING code),"
    "good AS (SELECT code FROM changed UNION ALL SELECT code FROM made),"
    "logged AS (INSERT INTO penna.events (code, number, at, text, head) SELECT e.code, e.number, e.at, e.text, e.head"
    "  FROM unnest($9::text[], $10::int[], $11::bigint[], $12::text[], $13::bytea[])"
    "  AS e (code, number, at, text, head) JOIN good ON good.code = e.code),"
    "seats AS (SELECT h.* FROM unnest($14::text[], $15::int[], $16::bytea[]) AS h (code, seat, hash)"
    "  JOIN good ON good.code = h.code),"
    "freed AS (DELETE FROM penna.holders h USING seats s WHERE s.hash IS NULL AND h.code = s.code AND h.seat = s.seat),"
    "held AS (INSERT INTO penna.holders SELECT code, seat, hash FROM seats WHERE hash IS NOT NULL"
    "  ON CONFLICT (code, seat) DO UPDATE SET hash = excluded.hash)"
    "SELECT code FROM good";

/* Is what was to be added there? For what was sent before with no answer. */
static const char found_sql[] =
    "SELECT e.code FROM penna.events e JOIN unnest($1::text[], $2::int[], $3::bytea[]) AS g (code, next, head)"
    "  ON e.code = g.code AND e.number = g.next - 1 AND e.head = g.head";

static const char delete_sql[] =
    "WITH gone AS (DELETE FROM penna.tables WHERE code = $1 AND ($2::int < 0 OR (next = $2::int AND head = $3::bytea))"
    "  RETURNING code),"
    "events AS (DELETE FROM penna.events e USING gone WHERE e.code = gone.code),"
    "holders AS (DELETE FROM penna.holders h USING gone WHERE h.code = gone.code) SELECT code FROM gone";

static const char beat_sql[] =
    "INSERT INTO penna.nodes (id, beat, version) VALUES ($1, now(), $2)"
    "  ON CONFLICT (id) DO UPDATE SET beat = excluded.beat, version = excluded.version";

/* A commit of no importance. Each thread has a row of its own, so that they do not wait for each other. */
static LinkReply beat(const Postgres *s, Link *l, const char *mark) {
    char id[STORE_NODE + 4];
    PGresult *r;
    snprintf(id, sizeof id, "%s%s", s->node, mark);
    char version[40]; /* with the format that it knows: who knows less must not be left behind (schema_bring_up) */
    snprintf(version, sizeof version, "%s format %d", PENNA_VERSION, STORE_FORMAT);
    LinkReply asked = link_ask(l, beat_sql, 2, (const char *const[]){id, version}, &r);
    PQclear(r);
    return asked;
}

/* The events of a commit, those of a table beside each other and in order. */
typedef struct Append {
    Entry **entry; /* sorted by code, then by sequence */
    int count;
    const char *text[APPEND_TEXTS]; /* the parameters, T_CODE and so on */
} Append;

static int by_table(const void *a, const void *b) {
    const Entry *x = *(Entry *const *)a, *y = *(Entry *const *)b;
    int order = strcmp(x->code, y->code);
    return order ? order : (x->sequence > y->sequence) - (x->sequence < y->sequence);
}

/* The last change of hands of a seat counts. */
static void put_holder(Buffer *b, const Append *a, int at) {
    const Entry *e = a->entry[at];
    for (int i = at + 1; i < a->count && strcmp(a->entry[i]->code, e->code) == 0; i++)
        if (a->entry[i]->holds == e->holds) return;
    put_element(&b[H_CODE], e->code);
    put_number(&b[H_SEAT], e->holds);
    if (e->held)
        put_bytes(&b[H_HASH], e->hash, STORE_HASH);
    else
        put_element(&b[H_HASH], NULL);
}

static bool follows(const Entry *before, const Entry *e) {
    return strcmp(before->code, e->code) == 0 && e->number == before->number + 1 &&
           memcmp(e->before, before->head, STORE_HEAD) == 0;
}

/* The events of one table that belong together: each begins where the one before ends. One that does not was made for
 * something that was refused, and is in conflict. Where the next table begins. */
static int put_table(Buffer *b, Append *a, int at) {
    const Entry *first = a->entry[at], *last = first;
    for (; at < a->count && strcmp(a->entry[at]->code, first->code) == 0; at++) {
        Entry *e = a->entry[at];
        if (e != first && !follows(last, e)) {
            e->outcome = OUTCOME_CONFLICT;
            continue;
        }
        put_element(&b[E_CODE], e->code);
        put_number(&b[E_NUMBER], e->number);
        put_number(&b[E_AT], e->at);
        put_element(&b[E_TEXT], e->text);
        put_bytes(&b[E_HEAD], e->head, STORE_HEAD);
        if (e->holds >= 0) put_holder(b, a, at);
        last = e;
    }
    put_element(&b[T_CODE], first->code);
    put_number(&b[T_FIRST], first->number);
    put_bytes(&b[T_BEFORE], first->before, STORE_HEAD);
    put_number(&b[T_NEXT], last->number + 1);
    put_bytes(&b[T_HEAD], last->head, STORE_HEAD);
    put_number(&b[T_PHASE], (int)last->stage);
    put_number(&b[T_AT], last->at);
    if (first->number == 0)
        put_bytes(&b[T_KEY], first->key, STORE_KEY);
    else
        put_element(&b[T_KEY], NULL);
    return at;
}

/* The first event of a table; the end if there is none. */
static int place_of(const Append *a, const char *code) {
    int low = 0, high = a->count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (strcmp(a->entry[middle]->code, code) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The tables of the rows are stored. */
static void mark_stored(Postgres *s, Append *a, const PGresult *r) {
    for (int i = 0; i < PQntuples(r); i++) {
        const char *code = PQgetvalue(r, i, 0);
        int next = -1;
        char part[24];
        for (int k = place_of(a, code); k < a->count && strcmp(a->entry[k]->code, code) == 0; k++) {
            if (a->entry[k]->outcome == OUTCOME_CONFLICT) continue;
            a->entry[k]->outcome = OUTCOME_STORED;
            next = a->entry[k]->number + 1;
        }
        snprintf(part, sizeof part, " %.5s %d", code, next);
        buffer_str(&s->telling, part);
    }
}

/* Who is not stored now was overtaken. */
static void mark_rest(Postgres *s, Append *a) {
    for (int i = 0; i < a->count; i++) {
        if (a->entry[i]->outcome == OUTCOME_STORED) continue;
        a->entry[i]->outcome = OUTCOME_CONFLICT;
        atomic_fetch_add(&s->conflicts, 1);
    }
}

/* Sends it once. `doubt`: it was sent before, and nobody knows what became of that. */
static LinkReply try_append(Postgres *s, void *what, bool doubt) {
    Append *a = what;
    PGresult *r, *found = NULL;
    LinkReply asked = link_ask(&s->writer, append_sql, APPEND_TEXTS, a->text, &r);
    if (asked == ASKED_GOOD && doubt) {
        const char *const which[] = {a->text[T_CODE], a->text[T_NEXT], a->text[T_HEAD]};
        asked = link_ask(&s->writer, found_sql, 3, which, &found);
        if (asked == ASKED_GOOD) asked = beat(s, &s->writer, "/w"); /* what was found is there for good */
        if (asked != ASKED_GOOD) asked = ASKED_UNKNOWN;
    }
    if (asked == ASKED_GOOD) {
        mark_stored(s, a, r);
        if (found) mark_stored(s, a, found);
        mark_rest(s, a);
    }
    PQclear(r);
    PQclear(found);
    return asked;
}

/* Tries until it is known what became of it: done, or certainly not. What was never sent is given up after a while. */
static bool insist(Postgres *s, const atomic_bool *stop, LinkReply (*try)(Postgres *s, void *what, bool doubt),
                   void *what, char *why) {
    double until = clock_now() + PATIENCE;
    bool doubt = false;
    for (int tries = 0;; tries++) {
        if (tries > 0) atomic_fetch_add(&s->retries, 1);
        if (link_open(&s->writer)) {
            LinkReply asked = try(s, what, doubt);
            if (asked == ASKED_GOOD) return true;
            if (asked == ASKED_UNKNOWN && !doubt) atomic_fetch_add(&s->unknown, 1);
            doubt = doubt || asked == ASKED_UNKNOWN;
            if (asked == ASKED_NOT && !doubt) break;
        }
        if (atomic_load(stop) && clock_now() > until) break; /* at the end nobody waits any more */
        if (!doubt && clock_now() > until) break;
        pause_a_little();
    }
    return schema_fail(why, s->writer.why);
}

/* Sorted, for put_table() and place_of() want the events of a table beside each other. The parameters are made once and
 * sent as often as it takes: in doubt it must be the very same statement. */
static bool append(Postgres *s, Entry *first, const atomic_bool *stop, char *why) {
    Buffer b[APPEND_TEXTS] = {0};
    Append a = {0};
    int most = 0;
    for (const Entry *e = first; e; e = e->next) most += e->kind == ENTRY_EVENT;
    if (most == 0) return true;
    a.entry = calloc((size_t)most, sizeof(Entry *));
    if (!a.entry) return schema_fail(why, "out of memory");
    for (Entry *e = first; e; e = e->next)
        if (e->kind == ENTRY_EVENT) a.entry[a.count++] = e;
    qsort(a.entry, (size_t)a.count, sizeof(Entry *), by_table);
    for (int at = 0; at < a.count;) at = put_table(b, &a, at);
    bool good = true;
    for (int i = 0; i < APPEND_TEXTS; i++) good = (a.text[i] = array(&b[i])) && good;
    good = good ? insist(s, stop, try_append, &a, why) : schema_fail(why, "out of memory");
    for (int i = 0; i < APPEND_TEXTS; i++) buffer_free(&b[i]);
    free(a.entry);
    return good;
}

/* In doubt: if the table is gone it was we who deleted it, or somebody else; it comes to the same. */
static LinkReply try_delete(Postgres *s, void *what, bool doubt) {
    Entry *e = what;
    char number[16], head[2 + 2 * STORE_HEAD + 1] = "\\x";
    PGresult *r;
    snprintf(number, sizeof number, "%d", e->number);
    sodium_bin2hex(head + 2, sizeof head - 2, e->before, STORE_HEAD);
    LinkReply asked = link_ask(&s->writer, delete_sql, 3, (const char *const[]){e->code, number, head}, &r);
    if (asked == ASKED_GOOD) e->outcome = PQntuples(r) > 0 || doubt ? OUTCOME_STORED : OUTCOME_CONFLICT;
    PQclear(r);
    if (asked == ASKED_GOOD && e->outcome == OUTCOME_STORED) {
        char part[24];
        snprintf(part, sizeof part, " %s -1", e->code);
        buffer_str(&s->telling, part);
    }
    return asked;
}

/* ---- Papers: writing --------------------------------------------------------------------------------- */

static const char add_paper_sql[] =
    "INSERT INTO penna.papers (shelf, name, version, rank, at, until, text) SELECT $1, $2, 1, $4::bigint, $5::bigint, "
    "$6::bigint, $7 WHERE $3::int = 0 ON CONFLICT DO NOTHING RETURNING name";
static const char change_paper_sql[] =
    "UPDATE penna.papers SET version = version + 1, rank = $4::bigint, at = $5::bigint, until = $6::bigint, text = $7 "
    "WHERE shelf = $1 AND name = $2 AND version = $3::int RETURNING name";
static const char drop_paper_sql[] =
    "DELETE FROM penna.papers WHERE shelf = $1 AND name = $2 AND version = $3::int RETURNING name";
static const char same_paper_sql[] =
    "SELECT name FROM penna.papers WHERE shelf = $1 AND name = $2 AND version = $3::int + 1 AND text = $4";
static const char clear_papers_sql[] =
    "DELETE FROM penna.papers WHERE (shelf, name) IN (SELECT shelf, name FROM penna.papers WHERE until > 0 AND until < "
    "extract(epoch FROM now()) LIMIT $1::int)";

/* In doubt: if it has the version and the text that it was to have, it was we who wrote it; and one that is gone is. */
static LinkReply try_paper(Postgres *s, void *what, bool doubt) {
    Entry *e = what;
    char version[16], rank[24], at[24], until[24];
    PGresult *r, *found = NULL;
    snprintf(version, sizeof version, "%d", e->version);
    snprintf(rank, sizeof rank, "%lld", (long long)e->rank);
    snprintf(at, sizeof at, "%lld", (long long)e->at);
    snprintf(until, sizeof until, "%lld", (long long)e->until);
    const char *const text[] = {e->paper.shelf, e->paper.name, version, e->ranked ? rank : NULL, at, until, e->text};
    const char *const same[] = {e->paper.shelf, e->paper.name, version, e->text};
    const char *sql = e->drop ? drop_paper_sql : e->version > 0 ? change_paper_sql : add_paper_sql;
    LinkReply asked = link_ask(&s->writer, sql, e->drop ? 3 : 7, text, &r);
    bool done = asked == ASKED_GOOD && (PQntuples(r) > 0 || (doubt && e->drop));
    if (asked == ASKED_GOOD && !done && doubt) {
        asked = link_ask(&s->writer, same_paper_sql, 4, same, &found);
        done = asked == ASKED_GOOD && PQntuples(found) > 0;
        if (asked == ASKED_GOOD) asked = beat(s, &s->writer, "/w"); /* what was found is there for good */
        if (asked != ASKED_GOOD) asked = ASKED_UNKNOWN;
    }
    if (asked == ASKED_GOOD) e->outcome = done ? OUTCOME_STORED : OUTCOME_CONFLICT;
    PQclear(r);
    PQclear(found);
    return asked;
}

/* By the database's clock, which is one for all servers. */
static LinkReply try_clear(Postgres *s, void *what, bool doubt) {
    Entry *e = what;
    PGresult *r;
    char limit[16];
    (void)doubt;
    snprintf(limit, sizeof limit, "%d", CLEARED_AT_ONCE);
    LinkReply asked = link_ask(&s->writer, clear_papers_sql, 1, (const char *const[]){limit}, &r);
    if (asked == ASKED_GOOD) e->outcome = OUTCOME_STORED;
    PQclear(r);
    return asked;
}

static LinkReply try_beat(Postgres *s, void *what, bool doubt) {
    (void)what, (void)doubt;
    return beat(s, &s->writer, "/w");
}

/* All have failed until something says otherwise, so that no way out leaves one without an outcome. */
static bool commit(Store *store, Entry *first, const atomic_bool *stop, char *why) {
    Postgres *s = postgres_of(store);
    for (Entry *e = first; e; e = e->next) e->outcome = OUTCOME_FAILED;
    bool good = append(s, first, stop, why);
    for (Entry *e = first; e; e = e->next) {
        if (e->kind == ENTRY_DELETE) good = insist(s, stop, try_delete, e, why) && good;
        if (e->kind == ENTRY_PAPER) good = insist(s, stop, try_paper, e, why) && good;
        if (e->kind == ENTRY_CLEAR) good = insist(s, stop, try_clear, e, why) && good;
        if (e->kind != ENTRY_PROBE) continue;
        bool beats = insist(s, stop, try_beat, NULL, why);
        e->outcome = beats ? OUTCOME_STORED : OUTCOME_FAILED;
        good = good && beats;
    }
    return good;
}

/* ---- Reading ----------------------------------------------------------------------------------------- */

/* Asks the reader's connection; NULL: it cannot be read just now. */
static PGresult *read_rows(Postgres *s, const char *sql, int count, const char *const *text) {
    PGresult *r = NULL;
    s->read = true;
    if (!link_open(&s->reader)) return NULL;
    link_ask(&s->reader, sql, count, text, &r);
    return r;
}

/* A row that was read from a damaged log ends it like the end of a file that was cut. */
static StoreResult load(Store *store, const char *code, int from, StoreEnd *end, StoreTake *take, void *context) {
    char number[16];
    snprintf(number, sizeof number, "%d", from);
    PGresult *r = read_rows(postgres_of(store),
                            "SELECT t.key, t.next, t.head, e.number, e.at, e.text FROM penna.tables t LEFT JOIN "
                            "penna.events e ON e.code = t.code AND e.number >= $2::int WHERE t.code = $1 ORDER BY "
                            "e.number",
                            2, (const char *const[]){code, number});
    if (!r) return STORE_FAILED;
    StoreResult result = PQntuples(r) > 0 ? STORE_GOOD : STORE_NONE;
    if (result == STORE_GOOD) {
        end->next = atoi(PQgetvalue(r, 0, 1));
        if (!link_bytes(PQgetvalue(r, 0, 0), end->key, STORE_KEY) ||
            !link_bytes(PQgetvalue(r, 0, 2), end->head, STORE_HEAD))
            result = STORE_DAMAGED;
    }
    for (int i = 0; i < PQntuples(r) && result == STORE_GOOD; i++)
        if (!PQgetisnull(r, i, 3) &&
            !take(context, atoi(PQgetvalue(r, i, 3)), atoll(PQgetvalue(r, i, 4)), PQgetvalue(r, i, 5)))
            result = STORE_DAMAGED;
    PQclear(r);
    return result;
}

static int take_codes(PGresult *r, Code *out, int most) {
    int n = 0;
    if (!r) return -1;
    for (int i = 0; i < PQntuples(r) && n < most; i++)
        if (PQgetlength(r, i, 0) == CODE_LENGTH) memcpy(out[n++], PQgetvalue(r, i, 0), CODE_LENGTH + 1);
    PQclear(r);
    return n;
}

/* To the minute, as store.h says, for a file knows no more. */
static int mine(Store *store, const uint8_t *hash, Code *out, int most) {
    char hex[2 + 2 * STORE_HASH + 1] = "\\x", limit[16];
    sodium_bin2hex(hex + 2, sizeof hex - 2, hash, STORE_HASH);
    snprintf(limit, sizeof limit, "%d", most);
    return take_codes(read_rows(postgres_of(store),
                                "SELECT t.code FROM penna.tables t WHERE t.code IN (SELECT code FROM penna.holders "
                                "WHERE hash = $1::bytea) ORDER BY t.touched / 60 DESC, t.code LIMIT $2::int",
                                2, (const char *const[]){hex, limit}),
                      out, most);
}

/* A row that makes no sense is passed over: one damaged table must not hide the others. */
static int list(Store *store, StoreRow *out, int most) {
    char limit[16];
    int n = 0;
    snprintf(limit, sizeof limit, "%d", most);
    PGresult *r = read_rows(postgres_of(store),
                            "SELECT code, phase, touched FROM penna.tables ORDER BY touched DESC LIMIT $1::int", 1,
                            (const char *const[]){limit});
    if (!r) return -1;
    for (int i = 0; i < PQntuples(r) && n < most; i++) {
        int stage = atoi(PQgetvalue(r, i, 1));
        if (PQgetlength(r, i, 0) != CODE_LENGTH || stage < STAGE_WAITING || stage > STAGE_OVER) continue;
        memcpy(out[n].code, PQgetvalue(r, i, 0), CODE_LENGTH + 1);
        out[n].stage = (Stage)stage;
        out[n++].touched = atoll(PQgetvalue(r, i, 2));
    }
    PQclear(r);
    return n;
}

/* By the database's clock, which is one for all servers. */
static int expired(Store *store, int64_t waiting, int64_t others, Code *out, int most) {
    char age[2][24], limit[16];
    int64_t now = time(NULL);
    snprintf(age[0], sizeof age[0], "%lld", (long long)(now - waiting));
    snprintf(age[1], sizeof age[1], "%lld", (long long)(now - others));
    snprintf(limit, sizeof limit, "%d", most);
    return take_codes(read_rows(postgres_of(store),
                                "SELECT code FROM penna.tables WHERE touched < extract(epoch FROM now()) - CASE phase "
                                "WHEN 0 THEN $1::bigint ELSE $2::bigint END LIMIT $3::int",
                                3, (const char *const[]){age[0], age[1], limit}),
                      out, most);
}

/* The columns shelf, name, rank, at, until, version, text; false: no memory, or names that are too long. */
static bool take_paper(const PGresult *r, int row, PaperRow *out) {
    if (PQgetlength(r, row, 0) >= PAPER_NAME || PQgetlength(r, row, 1) >= PAPER_NAME) return false;
    snprintf(out->paper.shelf, PAPER_NAME, "%s", PQgetvalue(r, row, 0));
    snprintf(out->paper.name, PAPER_NAME, "%s", PQgetvalue(r, row, 1));
    out->ranked = !PQgetisnull(r, row, 2);
    out->rank = atoll(PQgetvalue(r, row, 2));
    out->at = atoll(PQgetvalue(r, row, 3));
    out->until = atoll(PQgetvalue(r, row, 4));
    out->version = atoi(PQgetvalue(r, row, 5));
    out->text = strdup(PQgetvalue(r, row, 6));
    return out->text != NULL;
}

/* That there is none and that nobody can say are two things: a try would be given away twice if the second were taken
 * for the first. */
static StoreResult paper(Store *store, const Paper *which, PaperRow *out) {
    PGresult *r = read_rows(postgres_of(store),
                            "SELECT shelf, name, rank, at, until, version, text FROM penna.papers WHERE shelf = $1 AND "
                            "name = $2",
                            2, (const char *const[]){which->shelf, which->name});
    if (!r) return STORE_FAILED;
    bool some = PQntuples(r) > 0, good = some && take_paper(r, 0, out);
    PQclear(r);
    return good ? STORE_GOOD : some ? STORE_FAILED : STORE_NONE;
}

/* Asks of the counts of a shelf, the first parameter: `before` and `after` them in the statement. While servers share
 * the database that do not know them they are counted anew each time. */
static PGresult *read_counts(Postgres *s, const char *before, const char *after, int count, const char *const *text) {
    char sql[1000];
    bool kept = atomic_load(&s->format) >= 5;
    snprintf(sql, sizeof sql, "%s %s WHERE shelf = $1 %s", before,
             kept ? "penna.boards"
                  : "(SELECT shelf, coalesce(rank, " UNRANKED
                    ") AS rank, count(*) AS papers FROM penna.papers WHERE "
                    "shelf = $1 GROUP BY 1, 2) AS b",
             after);
    return read_rows(s, sql, count, text);
}

/* The rank of the paper with that number, and how many come before that rank, as texts. 0: there are not so many; -1:
 * it cannot be read. */
static int find_rank(Postgres *s, const char *name, const char *number, char rank[24], long *before) {
    PGresult *r = read_counts(s,
                              "SELECT rank, upto - papers FROM (SELECT rank, papers, sum(papers) OVER (ORDER BY rank) "
                              "AS upto FROM",
                              "AND rank < " UNRANKED ") AS c WHERE upto > $2::bigint ORDER BY rank LIMIT 1", 2,
                              (const char *const[]){name, number});
    if (!r) return -1;
    bool some = PQntuples(r) > 0;
    if (some) snprintf(rank, 24, "%s", PQgetvalue(r, 0, 0));
    if (some) *before = atol(PQgetvalue(r, 0, 1));
    PQclear(r);
    return some;
}

/* Equal ranks by time, then by name, so that pages of a board neither repeat nor leave out anybody. What is passed over
 * is passed over in the index. */
static int shelf(Store *store, const char *name, long from, int most, PaperRow *out) {
    char offset[24], limit[16], rank[24];
    long before;
    int n = 0;
    snprintf(offset, sizeof offset, "%ld", from);
    snprintf(limit, sizeof limit, "%d", most);
    int found = find_rank(postgres_of(store), name, offset, rank, &before);
    if (found <= 0) return found;
    snprintf(offset, sizeof offset, "%ld", from - before);
    PGresult *r = read_rows(postgres_of(store),
                            "SELECT p.shelf, p.name, p.rank, p.at, p.until, p.version, p.text FROM (SELECT rank, at, "
                            "name FROM penna.papers WHERE shelf = $1 AND rank IS NOT NULL AND rank >= $4::bigint "
                            "ORDER BY rank, at, name LIMIT $3::int OFFSET $2::bigint) AS x JOIN penna.papers p ON "
                            "p.shelf = $1 AND p.name = x.name ORDER BY x.rank, x.at, x.name",
                            4, (const char *const[]){name, offset, limit, rank});
    if (!r) return -1;
    for (int i = 0; i < PQntuples(r) && n < most; i++) n += take_paper(r, i, &out[n]);
    PQclear(r);
    return n;
}

/* A board of a hundred thousand is asked for its place, not read. */
static bool shelf_count(Store *store, const char *name, int64_t rank, ShelfCount *out) {
    char text[24];
    snprintf(text, sizeof text, "%lld", (long long)rank);
    PGresult *r = read_counts(postgres_of(store),
                              "SELECT sum(papers), sum(papers) FILTER (WHERE rank < " UNRANKED
                              "), sum(papers) FILTER (WHERE rank < $2::bigint), sum(papers) FILTER (WHERE rank = "
                              "$2::bigint AND rank < " UNRANKED ") FROM",
                              "", 2, (const char *const[]){name, text});
    if (!r) return false;
    *out = (ShelfCount){.all = atol(PQgetvalue(r, 0, 0)),
                        .ranked = atol(PQgetvalue(r, 0, 1)),
                        .before = atol(PQgetvalue(r, 0, 2)),
                        .same = atol(PQgetvalue(r, 0, 3))};
    PQclear(r);
    return true;
}

static long count(Store *store) {
    PGresult *r = read_rows(postgres_of(store), "SELECT count(*) FROM penna.tables WHERE phase < 2", 0, NULL);
    long n = r && PQntuples(r) > 0 ? atol(PQgetvalue(r, 0, 0)) : -1;
    PQclear(r);
    return n;
}

/* The rows come in any order, so each names its place; a table that is gone has none and stays -1. */
static bool ends(Store *store, const Code *code, int n, int *next) {
    Buffer codes = {0};
    for (int i = 0; i < n; i++) put_element(&codes, code[i]);
    const char *text = array(&codes);
    PGresult *r = text ? read_rows(postgres_of(store),
                                   "SELECT g.place - 1, t.next FROM unnest($1::text[]) WITH ORDINALITY AS g (code, "
                                   "place) JOIN penna.tables t ON t.code = g.code",
                                   1, &text)
                       : NULL;
    buffer_free(&codes);
    if (!r) return false;
    for (int i = 0; i < n; i++) next[i] = -1;
    for (int i = 0; i < PQntuples(r); i++) {
        int place = atoi(PQgetvalue(r, i, 0));
        if (place >= 0 && place < n) next[place] = atoi(PQgetvalue(r, i, 1));
    }
    PQclear(r);
    return true;
}

/* Asked every second, it is also what shows the others that this one is there. */
static bool nodes(Store *store, char *out, size_t room) {
    Postgres *s = postgres_of(store);
    char why[STORE_WHY];
    size_t n = 0;
    out[0] = '\0';
    if (!link_open(&s->reader) || beat(s, &s->reader, "") != ASKED_GOOD) return false;
    if (atomic_load(&s->format) < STORE_FORMAT && !schema_bring_up(&s->reader, s->node, &s->format, why)) return false;
    PGresult *r = read_rows(s,
                            "SELECT id, version, round(extract(epoch FROM now() - beat)) FROM penna.nodes WHERE id NOT "
                            "LIKE '%/w' AND beat > now() - interval '30 seconds' ORDER BY id",
                            0, NULL);
    if (!r) return false;
    for (int i = 0; i < PQntuples(r) && n < room - 120; i++)
        n += (size_t)snprintf(out + n, room - n, "%.70s %.20s %.10s s ago\n", PQgetvalue(r, i, 0), PQgetvalue(r, i, 1),
                              PQgetvalue(r, i, 2));
    PQclear(r);
    return true;
}

/* Whether there is a standby to wait for may change at any time. */
static bool settle(Store *store) {
    Postgres *s = postgres_of(store);
    PGresult *r;
    if (!s->read) return true;
    if (!s->reader.conn) return false;
    if (link_ask(&s->reader, "SELECT current_setting('synchronous_standby_names') <> ''", 0, NULL, &r) != ASKED_GOOD)
        return false;
    bool first = !s->settled; /* at the start a commit is tried in any case */
    s->standby = PQgetvalue(r, 0, 0)[0] == 't';
    PQclear(r);
    s->settled = true;
    if ((s->standby || first) && beat(s, &s->reader, "") != ASKED_GOOD) {
        if (s->reader.conn) link_fail(&s->reader, "the database does not answer");
        return false;
    }
    s->read = false;
    return true;
}

/* ---- Hearing and saying ------------------------------------------------------------------------------ */

static void nudge(Store *store) {
    uint64_t one = 1;
    ssize_t n = write(postgres_of(store)->nudge, &one, sizeof one);
    (void)n; /* full: it is awake */
}

static void tell(Store *store) {
    Postgres *s = postgres_of(store);
    if (s->telling.length == 0) return;
    pthread_mutex_lock(&s->mutex);
    buffer_add(&s->grown, s->telling.bytes, s->telling.length);
    pthread_mutex_unlock(&s->mutex);
    s->telling.length = 0;
    nudge(store);
}

static void say(Store *store, const char *text) {
    Postgres *s = postgres_of(store);
    pthread_mutex_lock(&s->mutex);
    if (s->said.length < 1 << 20) buffer_add(&s->said, text, strlen(text) + 1);
    pthread_mutex_unlock(&s->mutex);
}

static void drop_front(Buffer *b, size_t n) {
    memmove(b->bytes, b->bytes + n, b->length - n);
    b->length -= n;
}

/* The next thing to say into out[STORE_SAID]; false: nothing. As many logs as fit are one text. */
static bool next_said(Postgres *s, char *out) {
    bool some = true;
    pthread_mutex_lock(&s->mutex);
    if (s->grown.length > 0) {
        size_t n = s->grown.length;
        if (n > STORE_SAID - 4) {
            n = STORE_SAID - 4;
            while (n > 0 && !(s->grown.bytes[n] == ' ' && s->grown.bytes[n + 1] >= 'A')) n--;
        }
        snprintf(out, STORE_SAID, "e%.*s", (int)n, s->grown.bytes);
        drop_front(&s->grown, n);
    } else if (s->said.length > 0) {
        snprintf(out, STORE_SAID, "%s", s->said.bytes);
        drop_front(&s->said, strlen(s->said.bytes) + 1);
    } else {
        some = false;
    }
    pthread_mutex_unlock(&s->mutex);
    return some;
}

/* One notification at a time; its answer is only taken away. False: the connection is lost. */
static bool send_next(Postgres *s) {
    char text[STORE_SAID];
    const char *const given[] = {text};
    Link *l = &s->follower;
    while (s->saying && !PQisBusy(l->conn)) {
        PGresult *r = PQgetResult(l->conn);
        if (!r) s->saying = false;
        PQclear(r);
    }
    if (s->saying && clock_now() - s->said_at > LINK_ANSWER) {
        link_fail(l, "the database does not answer");
        return false;
    }
    if (s->saying || !next_said(s, text)) return true;
    if (PQsendQueryParams(l->conn, "SELECT pg_notify('penna', $1)", 1, NULL, given, NULL, NULL, 0) != 1) {
        link_fail(l, PQerrorMessage(l->conn));
        return false;
    }
    s->saying = true;
    s->said_at = clock_now();
    return true;
}

static bool nudged(const Postgres *s) {
    uint64_t n;
    return read(s->nudge, &n, sizeof n) == sizeof n;
}

/* A new connection has missed what was said before it listened, which "" tells, and will never bring the answer that
 * the old one owed (`saying`). */
static bool hear(Store *store, double seconds, StoreHear *to, void *context) {
    Postgres *s = postgres_of(store);
    Link *l = &s->follower;
    double until = clock_now() + seconds;
    bool same = link_is_open(l);
    if (!link_open(l)) {
        nudged(s);
        return false;
    }
    if (!same) {
        s->saying = false;
        to(context, "");
    }
    for (bool ended = false; !ended;) {
        if (!send_next(s) || !link_wait(l, s->nudge, until)) return false;
        for (PGnotify *n; (n = PQnotifies(l->conn)); PQfreemem(n)) to(context, n->extra);
        ended = nudged(s) || clock_now() >= until;
    }
    return send_next(s);
}

/* ---- The rest ---------------------------------------------------------------------------------------- */

static bool unchecked(const Store *s, int *megabytes) {
    (void)s;
    *megabytes = 0;
    return false;
}

static bool check(const Store *s, const atomic_bool *stop, char *why) {
    (void)s, (void)stop, (void)why;
    return true;
}

static void tidy(Store *s) { (void)s; }
static bool there(const Store *s) { return s != NULL; }
static int format(Store *store) { return atomic_load(&postgres_of(store)->format); }

static long log_bytes(const Store *s) {
    (void)s;
    return 0;
}

static StoreCounts counts(Store *store) {
    Postgres *s = postgres_of(store);
    return (StoreCounts){.conflicts = atomic_load(&s->conflicts),
                         .retries = atomic_load(&s->retries),
                         .unknown = atomic_load(&s->unknown),
                         .reconnections = atomic_load(&s->family.connections)};
}

static const StoreKind postgres_kind = {.shared = true,
                                        .close = close_store,
                                        .unchecked = unchecked,
                                        .check = check,
                                        .commit = commit,
                                        .tell = tell,
                                        .tidy = tidy,
                                        .load = load,
                                        .mine = mine,
                                        .list = list,
                                        .expired = expired,
                                        .count = count,
                                        .paper = paper,
                                        .shelf = shelf,
                                        .shelf_count = shelf_count,
                                        .ends = ends,
                                        .nodes = nodes,
                                        .settle = settle,
                                        .there = there,
                                        .format = format,
                                        .log_bytes = log_bytes,
                                        .hear = hear,
                                        .say = say,
                                        .nudge = nudge,
                                        .counts = counts};
