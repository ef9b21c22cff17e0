/* hall.c: see hall.h, house.h. */
#include "server/hall.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "host/clock.h"
#include "server/dealer.h"
#include "server/http.h"
#include "server/view.h"

enum {
    IDLE = 60,         /* seconds that a table stays in memory after somebody looked for it */
    SWEEP = 100,       /* expired tables looked at in one go */
    SWEEP_TICKS = 600, /* seconds from one look for them to the next, */
    UNLOAD_TICKS = 10, /* and from one look for idle ones */
    CODE_TRIES = 1000  /* codes drawn before a new table is given up: with half of all taken none is free in 10^301 */
};

double hall_now(const Server *s) { return network_now(s->net); }

/* ---- Tables by code ---------------------------------------------------------------------------------- */

/* Where the table is linked in, or where it would be: the end of its bucket. */
static Table **place_of(Server *s, const char *code) {
    unsigned n = 0;
    for (int i = 0; i < CODE_LENGTH; i++) n = n * 20 + (unsigned)(strchr(CODE_LETTERS, code[i]) - CODE_LETTERS);
    Table **at = &s->bucket[n % TABLE_BUCKETS];
    while (*at && strcmp((*at)->code, code) != 0) at = &(*at)->next;
    return at;
}

static void add_table(Server *s, Table *t) {
    Table **at = place_of(s, t->code);
    t->next = *at;
    t->used = hall_now(s);
    *at = t;
    s->loaded++;
}

/* A table that is forgotten waits for no views. */
static void remove_table(Server *s, Table *t) {
    Table **at = place_of(s, t->code);
    if (*at != t) return;
    *at = t->next;
    s->loaded--;
    for (Table **d = &s->dirty; *d; d = &(*d)->dirty)
        if (*d == t) {
            *d = t->dirty;
            break;
        }
}

/* Replays one line of a log. What cannot be replayed ends it: a table that misses an event is not the one people saw.
 */
static bool take_event(void *context, int number, int64_t at, const char *text) {
    Table *t = context;
    TableEvent e;
    if (number != t->number) return false;
    EventResult result = event_read(text, &e);
    if (result == EVENT_DONE) result = table_apply(t, &e);
    if (result != EVENT_DONE)
        fprintf(stderr, "penna: table %s, event %d: %s\n", t->code, number, event_results[result]);
    t->touched = at;
    return result == EVENT_DONE;
}

/* Reads a table from the log; NULL: there is none, or it is damaged.
 *
 * Who was away when it was last forgotten still is. It is forgotten only when everyone has been away for as long as
 * counts (unload()), so all its people have been away since the server began, or for long enough. */
static Table *load(Server *s, const char *code) {
    uint8_t key[STORE_KEY] = {0};
    Table *t = table_lay(code, key);
    if (!t) return NULL;
    if (store_load(s->store, code, t->key, take_event, t) && t->match) {
        for (int i = 0; i < t->seats; i++) t->chair[i].away_since = s->began;
        return t;
    }
    if (t->number > 0) fprintf(stderr, "penna: table %s cannot be read beyond event %d\n", code, t->number);
    table_clear(t);
    return NULL;
}

/* What was left to do when it was last forgotten is done now: a roll, a bot's choice. */
Table *hall_find(Server *s, const char *code) {
    Table *t = *place_of(s, code);
    if (!t && (t = load(s, code))) {
        add_table(s, t);
        dealer_play(s, t);
    }
    if (t) t->used = hall_now(s);
    return t && !t->deleted ? t : NULL;
}

/* Draws a code that no table has, in memory or in the store. It must not be guessed, so it is not simply the next. */
static bool draw_code(Server *s, char *code) {
    for (int tries = 0; tries < CODE_TRIES; tries++) {
        for (int i = 0; i < CODE_LENGTH; i++) code[i] = CODE_LETTERS[randombytes_uniform(sizeof CODE_LETTERS - 1)];
        int stored = *place_of(s, code) ? 1 : store_has(s->store, code);
        if (stored <= 0) return stored == 0;
    }
    return false;
}

/* It has no event yet, so the store does not know it: its first event makes it there too. */
Table *hall_new_table(Server *s) {
    Code code = "";
    uint8_t key[STORE_KEY];
    if (!draw_code(s, code)) return NULL;
    randombytes_buf(key, sizeof key);
    Table *t = table_lay(code, key);
    sodium_memzero(key, sizeof key);
    if (t) add_table(s, t);
    return t;
}

/* ---- Events ------------------------------------------------------------------------------------------ */

static void mark(Server *s, Table *t) {
    if (t->sequence <= s->stored) s->to_show = true;
    if (t->is_dirty) return;
    t->is_dirty = true;
    t->dirty = s->dirty;
    s->dirty = t;
}

void hall_touch(Server *s, Table *t) {
    t->tell_all = true;
    mark(s, t);
}

void hall_show(Server *s, Client *c) {
    c->wants_view = true;
    mark(s, c->table);
}

static Stage stage_of(const Table *t) { return t->closed ? STAGE_OVER : t->match ? table_stage(t) : STAGE_WAITING; }

/* What the store is to know besides the line: how far the table is now, and who holds its seats. */
static void fill_entry(Table *t, const TableEvent *what, Stage before, int number, Entry *e) {
    e->number = number;
    e->at = t->touched;
    e->stage = stage_of(t);
    e->touch = e->stage != before || t->touched >= t->told + 60;
    if (e->touch) t->told = t->touched;
    if (number == 0) memcpy(e->key, t->key, STORE_KEY);
    if (what->word != EVENT_SIT && what->word != EVENT_OPEN) return;
    e->holds = what->seat;
    e->held = what->word == EVENT_SIT;
    if (e->held) memcpy(e->hash, what->bytes, STORE_HASH);
}

/* The entry is made before the event happens, so that nothing can fail once it has. */
EventResult hall_event(Server *s, Table *t, const TableEvent *what) {
    char text[EVENT_MAX];
    Stage before = stage_of(t);
    int number = t->number;
    if (s->read_only) return EVENT_READ_ONLY;
    if (!event_write(what, text)) return EVENT_MALFORMED;
    Entry *e = entry_new(t->code, text);
    EventResult result = e ? table_apply(t, what) : EVENT_NO_MEMORY;
    if (result != EVENT_DONE) {
        free(e);
        return result;
    }
    t->touched = time(NULL);
    fill_entry(t, what, before, number, e);
    if (number == 0) s->unfinished++;
    if (e->stage == STAGE_OVER && before != STAGE_OVER) s->unfinished--;
    t->sequence = s->given = writer_add(s->writer, e);
    hall_touch(s, t);
    return EVENT_DONE;
}

Wrong hall_wrong(EventResult result) {
    if (result == EVENT_READ_ONLY) return WRONG_READ_ONLY;
    if (result == EVENT_CLOSED) return WRONG_CLOSED;
    return result == EVENT_DONE ? WRONG_NOTHING : result == EVENT_OUT_OF_PLACE ? WRONG_ILLEGAL : WRONG_STORAGE;
}

/* ---- Those who wait ---------------------------------------------------------------------------------- */

const double latency_bounds[LATENCIES - 1] = {0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1};

static void count_latency(Server *s, double seconds) {
    int i = 0;
    while (i < LATENCIES - 1 && seconds > latency_bounds[i]) i++;
    s->counts.latency[i]++;
    s->counts.waited += seconds;
}

/* The one answer that he gets, and the end of his waiting. */
static void tell(Server *s, Waiter *w, bool good) {
    if (!w->http && good) count_latency(s, clock_now() - w->since);
    if (!w->http && good) talk_ack(w->conn, w->id);
    if (!w->http && !good) talk_error(w->conn, w->id, WRONG_STORAGE);
    if (w->http && good) http_answer(w->conn, w->status, w->type, &w->body);
    if (w->http && !good) http_refuse(w->conn, WRONG_STORAGE);
    buffer_free(&w->body);
    network_release(w->conn);
    free(w);
}

/* Those whose table has nothing on the way to the store are told at once. */
static void wait_for(Server *s, const Table *t, Waiter with) {
    Waiter *w = malloc(sizeof *w);
    if (!w) {
        buffer_free(&with.body);
        return; /* no answer: the client will ask again */
    }
    *w = with;
    w->next = NULL;
    w->sequence = t->sequence;
    network_keep(w->conn);
    if (w->sequence <= s->stored) {
        tell(s, w, true);
        return;
    }
    *s->waiters_end = w;
    s->waiters_end = &w->next;
}

void hall_ack(Server *s, const Table *t, Conn *conn, int64_t id) {
    wait_for(s, t, (Waiter){.conn = conn, .id = id, .since = s->heard});
}

void hall_answer(Server *s, const Table *t, Conn *conn, int status, const char *type, Buffer *body) {
    wait_for(s, t, (Waiter){.conn = conn, .http = true, .status = status, .type = type, .body = *body});
    *body = (Buffer){0};
}

/* A table's own sequence number may be below that of one who waited before for another table; so all are looked at. */
static void release(Server *s) {
    Waiter **at = &s->waiters;
    while (*at) {
        Waiter *w = *at;
        if (w->sequence > s->stored) {
            at = &w->next;
            continue;
        }
        *at = w->next;
        tell(s, w, true);
    }
    s->waiters_end = at;
}

/* A view is written for each client, for each may see something else. */
static void send_views(Server *s, Table *t, ViewRoom *room) {
    if (t->clients) view_begin(t, s->config.stand_in, room);
    for (Client *c = t->clients; c; c = c->next) {
        if (!t->tell_all && !c->wants_view) continue;
        c->wants_view = false;
        const Buffer *view = view_write(t, c->seats, c->moves, room);
        if (view) network_send(c->conn, view->bytes, view->length, true);
    }
    t->tell_all = false;
}

/* A table with something on the way to the store keeps its place: its views would show what could still be lost. */
void hall_flush(Server *s) {
    ViewRoom room = {0};
    if (!s->to_show) return;
    s->to_show = false;
    for (Table **at = &s->dirty; *at;) {
        Table *t = *at;
        if (t->sequence > s->stored) {
            at = &t->dirty;
            continue;
        }
        *at = t->dirty;
        t->is_dirty = false;
        send_views(s, t, &room);
    }
    view_free(&room);
}

/* ---- When storing fails ------------------------------------------------------------------------------ */

/* Puts what the log holds in the place of a table of which something could not be stored. */
static void read_again(Server *s, Table *t) {
    Table *fresh = load(s, t->code);
    remove_table(s, t);
    if (fresh) {
        add_table(s, fresh);
        for (int i = 0; i < fresh->seats; i++) {
            fresh->chair[i].away_since = t->chair[i].away_since;
            fresh->chair[i].here = t->chair[i].here;
        }
        fresh->clients = t->clients;
        if (fresh->clients) fresh->clients->link = &fresh->clients;
        for (Client *c = fresh->clients; c; c = c->next) c->table = fresh;
        talk_seats(fresh);
        hall_touch(s, fresh);
    }
    while (!fresh && t->clients) {
        Conn *conn = t->clients->conn;
        talk_part(s, t->clients);
        talk_bye(conn, "shutdown", refusals[WRONG_STORAGE].text, 5);
    }
    table_clear(t);
}

/* Everything that is not stored is taken back, in memory too, and everyone who waits is told. Only tables that are
 * dirty can hold such a thing, for every event marks its table and the mark goes when it is stored. */
static void refuse_all(Server *s, const char *why) {
    if (!s->failing) fprintf(stderr, "penna: %s\n", why);
    s->failing = true;
    s->counts.failures++;
    s->stored = s->given = writer_reset(s->writer);
    s->to_show = true;
    Table *dirty = s->dirty;
    s->dirty = NULL;
    for (Table *t = dirty, *next; t; t = next) {
        next = t->dirty;
        read_again(s, t);
    }
    Waiter *all = s->waiters;
    s->waiters = NULL;
    s->waiters_end = &s->waiters;
    while (all) {
        Waiter *w = all;
        all = w->next;
        tell(s, w, false);
    }
    long count = store_count(s->store);
    if (count >= 0) s->unfinished = count;
}

/* What was stored before a failure is acknowledged first. */
void hall_stored(Server *s) {
    const char *why;
    uint64_t stored = writer_poll(s->writer, &why);
    if (stored > s->stored) {
        s->stored = stored;
        s->to_show = true;
        if (!why && s->failing) fprintf(stderr, "penna: storing works again\n");
        s->failing = why != NULL;
        release(s);
    }
    if (why) refuse_all(s, why);
}

/* ---- Time -------------------------------------------------------------------------------------------- */

/* Forgets tables at which nobody is; they are in the log. */
static void unload(Server *s) {
    double now = hall_now(s), idle = s->config.away > IDLE ? (double)s->config.away : IDLE;
    for (int i = 0; i < TABLE_BUCKETS; i++)
        for (Table *t = s->bucket[i], *next; t; t = next) {
            next = t->next;
            if (t->clients || t->is_dirty || t->sequence > s->stored || now - t->used < idle) continue;
            remove_table(s, t);
            table_clear(t);
        }
}

/* Seconds that the table is kept after its last event. */
static long kept_for(const Server *s, const Table *t) {
    return table_stage(t) == STAGE_WAITING ? s->config.keep_waiting : s->config.keep;
}

static bool give_deletion(Server *s, const char *code) {
    Entry *e = entry_new(code, "");
    if (!e) return false;
    e->kind = ENTRY_DELETE;
    s->given = writer_add(s->writer, e);
    return true;
}

/* The table leaves the store, and those at it are told. It stays here, where nobody finds it, until it is gone there:
 * so nothing can be added to it in between, and nobody gets its code. */
bool hall_delete(Server *s, Table *t, const char *text) {
    if (s->read_only || t->deleted || t->is_dirty || t->sequence > s->stored || !give_deletion(s, t->code))
        return false;
    if (table_stage(t) != STAGE_OVER && !t->closed) s->unfinished--;
    t->deleted = true;
    t->sequence = s->given;
    for (const Client *c = t->clients; c; c = c->next) talk_bye(c->conn, "deleted", text, -1);
    return true;
}

/* The store knows less exactly than the table when it was last touched. */
static void expire_table(Server *s, const char *code, int64_t now) {
    Table *t = *place_of(s, code);
    if (!t && (t = load(s, code))) add_table(s, t);
    if (t && now - t->touched <= kept_for(s, t)) return;
    if (t)
        hall_delete(s, t, N_("nothing has happened at this table for long: it is deleted"));
    else
        give_deletion(s, code); /* it is damaged */
}

/* Deletes tables at which nothing has happened for long (docs/protocol.md, limits). */
static void expire(Server *s) {
    Code code[SWEEP];
    int64_t now = time(NULL);
    int n = store_expired(s->store, now - s->config.keep_waiting, now - s->config.keep, code, SWEEP);
    for (int i = 0; i < n; i++) expire_table(s, code[i], now);
    s->more_expired = n == SWEEP;
    long count = n ? -1 : store_count(s->store);
    if (count >= 0) s->unfinished = count;
}

/* Ticks from one look for idle tables to the next: often enough for the shorter time. */
static int sweep_ticks(const Server *s) {
    long shorter = s->config.keep < s->config.keep_waiting ? s->config.keep : s->config.keep_waiting;
    return shorter / 4 < 2 ? 2 : shorter / 4 < SWEEP_TICKS ? (int)(shorter / 4) : SWEEP_TICKS;
}

/* While nothing can be stored, or the file is not where it was, something is stored to see whether it can be again. */
static void probe(Server *s) {
    if (s->given != s->stored || s->damaged || (!s->failing && store_there(s->store))) return;
    Entry *e = entry_new("", "");
    if (!e) return;
    e->kind = ENTRY_PROBE;
    s->given = writer_add(s->writer, e);
}

/* Tables are looked through for what time alone brings about; all else is done when it happens. */
void hall_tick(Server *s) {
    s->ticks++;
    probe(s);
    for (int i = 0; i < TABLE_BUCKETS;
         i++) /* storing failed, bots were busy, or nobody is waited for any more: what is there to do? */
        for (Table *t = s->bucket[i]; t; t = t->next)
            if (s->failing || t->unasked || (t->deal_at > 0 && !t->dealt)) dealer_play(s, t);
    if (s->ticks % UNLOAD_TICKS == 0) unload(s);
    if (s->read_only) return;
    if (s->more_expired || s->ticks % sweep_ticks(s) == 1) expire(s);
    if (s->ticks % SWEEP_TICKS == 2) limits_sweep(s->limits, hall_now(s));
}

/* The clients are the network's; those who wait hold a Conn that must be let go. */
void hall_free(Server *s) {
    while (s->waiters) {
        Waiter *w = s->waiters;
        s->waiters = w->next;
        buffer_free(&w->body);
        network_release(w->conn);
        free(w);
    }
    for (int i = 0; i < TABLE_BUCKETS; i++)
        while (s->bucket[i]) {
            Table *t = s->bucket[i];
            s->bucket[i] = t->next;
            table_clear(t);
        }
}
