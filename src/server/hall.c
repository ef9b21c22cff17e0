/* hall.c: see hall.h, house.h. */
#include "server/hall.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "host/clock.h"
#include "server/admin.h"
#include "server/club.h"
#include "server/daily.h"
#include "server/dealer.h"
#include "server/follow.h"
#include "server/room.h"
#include "server/shelf.h"

enum {
    IDLE = 60,         /* seconds that a table stays in memory after somebody looked for it */
    SWEEP = 100,       /* expired tables looked at in one go */
    SWEEP_TICKS = 600, /* seconds from one look for them to the next, */
    UNLOAD_TICKS = 10, /* and from one look for idle ones, and for addresses that need not be remembered */
    COUNT_TICKS = 60,  /* and from one count of the tables to the next */
    STUCK = 3,         /* seconds after which a commit that does not end lets nobody wait any more */
    SET = 60,          /* seconds by which the time of day is set and does not merely run better, */
    DOUBT = 3600,      /* and seconds for which it is not believed then */
    STEP_IN = 3,       /* seconds after which another server's bots are asked here, too */
    CODE_TRIES = 1000  /* codes drawn before a new table is given up: with half of all taken none is free in 10^301 */
};

/* Events of a table: ten times what the longest game needs, so that nobody fills a disk with one. */
enum { EVENTS_MOST = 20000 };

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
    table_clear(t);
}

/* A place for a table that is to be read; NULL: no memory. */
static Table *lay_empty(Server *s, const char *code) {
    uint8_t none[STORE_KEY] = {0};
    Table *t = table_lay(code, none);
    if (t) add_table(s, t);
    return t;
}

/* Is it what the log holds, as far as is known here? */
static bool usable(const Table *t) { return (t->match || t->evening) && !t->broken && !t->missing && !t->deleted; }

Table *hall_known(Server *s, const char *code) {
    Table *t = *place_of(s, code);
    return t && usable(t) ? t : NULL;
}

/* The task at hand waits with the table. */
static Table *wait_with(Server *s, Table *t) {
    if (s->task) s->task->place = t;
    return NULL;
}

bool hall_later(const Server *s) { return s->task && s->task->place; }

/* One that is not in memory is laid empty, as a place to wait at. That it is missing is believed only if it was looked
 * for after the task came: another server may have made it since. */
Table *hall_log(Server *s, const char *code) {
    Table *t = *place_of(s, code);
    if (!t) t = lay_empty(s, code);
    if (!t || t->deleted) return NULL;
    t->used = hall_now(s);
    if (usable(t)) return t;
    if (t->missing && s->task && t->fresh >= s->task->serial) return NULL;
    hall_read(s, t);
    return wait_with(s, t);
}

Table *hall_find(Server *s, const char *code) {
    Table *t = hall_log(s, code);
    return t && t->match ? t : NULL;
}

Table *hall_evening(Server *s, const char *code) {
    Table *t = hall_log(s, code);
    return t && t->evening ? t : NULL;
}

bool hall_fresh(Server *s, Table *t) {
    if (!store_shared(s->store) || !s->task || t->fresh >= s->task->serial) return true;
    hall_read(s, t);
    wait_with(s, t);
    return false;
}

/* While something of it is on its way nothing is read: when it has come to an end, those who wait ask again. */
void hall_read(Server *s, Table *t) {
    if (t->reading || t->pending > 0) return;
    Read *r = read_new(READ_TABLE, ++s->serial);
    if (!r) return; /* those who wait are looked after at the next tick */
    memcpy(r->code, t->code, sizeof r->code);
    if (usable(t)) {
        r->from = t->number;
        memcpy(r->head, t->head, sizeof r->head);
    } else if (s->task && !t->clients && !t->parked.first) {
        read_for(r, s->task->conn);
    }
    t->reading = true;
    reader_ask(s->reader, r);
}

/* Asked once a task: when the answer has come the task is run again, and finds it here. */
bool hall_mine(Server *s, const uint8_t (*hash)[STORE_HASH], int tokens) {
    if (s->task->listed) return true;
    Read *r = read_new(READ_MINE, ++s->serial);
    if (!r || !task_put_aside(s)) {
        free(r);
        return false;
    }
    r->tokens = tokens;
    r->most = OWN_TABLES;
    memcpy(r->hash, hash, (size_t)tokens * STORE_HASH);
    r->asker = s->task;
    read_for(r, s->task->conn);
    reader_ask(s->reader, r);
    return false;
}

/* Draws a code that no table here has. It must not be guessed, so it is not simply the next. Whether the store knows it
 * shows when its first event is stored: if so, another one is drawn (OUTCOME_CONFLICT). */
bool hall_draw_code(Server *s, char *code) {
    for (int tries = 0; tries < CODE_TRIES; tries++) {
        for (int i = 0; i < CODE_LENGTH; i++) code[i] = CODE_LETTERS[randombytes_uniform(sizeof CODE_LETTERS - 1)];
        if (!*place_of(s, code)) return true;
    }
    return false;
}

/* It has no event yet, so the store does not know it: its first event makes it there too. Where somebody looked for one
 * in vain there is an empty place already. */
Table *hall_new_table(Server *s, const char *code, const uint8_t *key) {
    Code drawn = "";
    uint8_t own[STORE_KEY];
    if (!code && !hall_draw_code(s, drawn)) return NULL;
    Table *t = *place_of(s, code ? code : drawn), *empty = t;
    if (empty && (!empty->missing || empty->match || empty->evening || empty->reading || empty->deleted)) return NULL;
    randombytes_buf(own, sizeof own);
    if (!empty) t = table_lay(code ? code : drawn, key ? key : own);
    if (empty) memcpy(t->key, key ? key : own, STORE_KEY);
    sodium_memzero(own, sizeof own);
    if (!t) return NULL;
    t->missing = t->damaged = false;
    store_first_head(t->key, t->head);
    if (!empty) add_table(s, t);
    return t;
}

/* ---- Events ------------------------------------------------------------------------------------------ */

static void mark(Server *s, Table *t) {
    if (t->pending == 0) s->to_show = true;
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

static Stage stage_of(const Table *t) {
    return t->closed ? STAGE_OVER : t->match || t->evening ? table_stage(t) : STAGE_WAITING;
}

/* What the store is to know besides the line: where in the log it stands, how far the table is now, and who holds its
 * seats. */
static void fill_entry(Table *t, const TableEvent *what, Stage before, int number, Entry *e) {
    e->number = number;
    memcpy(e->before, t->head, STORE_HEAD);
    store_next_head(t->head, e->text);
    memcpy(e->head, t->head, STORE_HEAD);
    e->at = t->touched;
    e->stage = stage_of(t);
    e->touch = e->stage != before || t->touched >= t->told + 60;
    if (e->touch) t->told = t->touched;
    if (number == 0) memcpy(e->key, t->key, STORE_KEY);
    bool player = what->word == EVENT_COME || what->word == EVENT_INSTEAD;
    bool evening = what->word == EVENT_EVENING || player;
    if (what->word != EVENT_SIT && what->word != EVENT_OPEN && !evening) return;
    e->holds = !evening ? what->seat : player ? what->number + 1 : 0; /* the organiser's is 0 */
    e->held = what->word != EVENT_OPEN;
    if (e->held) memcpy(e->hash, what->bytes, STORE_HASH);
}

static void give(Server *s, Table *t, Entry *e) {
    e->serial = ++s->serial;
    t->pending++;
    s->pending++;
    if (s->task) s->task->gave = true;
    t->sequence = writer_add(s->writer, e);
}

/* The entry is made before the event happens, so that nothing can fail once it has. */
EventResult hall_event(Server *s, Table *t, const TableEvent *what) {
    char text[EVENT_MAX];
    Stage before = stage_of(t);
    int number = t->number;
    if (s->read_only) return EVENT_READ_ONLY;
    /* "It could not be stored": for who reads it elsewhere would not know the word, either. */
    if (s->stuck || event_format(what->word) > store_format(s->store)) return EVENT_NO_MEMORY;
    if (t->broken || t->deleted) return EVENT_OUT_OF_PLACE;
    if (number >= EVENTS_MOST && what->word != EVENT_CLOSE) return EVENT_TOO_MANY;
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
    if (number == 0) room_made(s, t);
    if (e->stage == STAGE_OVER && before != STAGE_OVER) s->unfinished--;
    if (e->stage == STAGE_OVER) room_over(s, t->code);
    give(s, t, e);
    hall_touch(s, t);
    return EVENT_DONE;
}

Wrong hall_wrong(EventResult result) {
    if (result == EVENT_READ_ONLY) return WRONG_READ_ONLY;
    if (result == EVENT_CLOSED) return WRONG_CLOSED;
    if (result == EVENT_TOO_MANY) return WRONG_LONG;
    return result == EVENT_DONE ? WRONG_NOTHING : result == EVENT_OUT_OF_PLACE ? WRONG_ILLEGAL : WRONG_STORAGE;
}

/* ---- Views ------------------------------------------------------------------------------------------- */

/* A view is written for each client, for each may see something else. */
static void send_views(Server *s, Table *t) {
    if (t->evening) {
        club_views(t);
        return;
    }
    if (t->clients) view_begin(t, s->config.stand_in, &s->room);
    for (Client *c = t->clients; c; c = c->next) {
        if (!t->tell_all && !c->wants_view) continue;
        c->wants_view = false;
        const Buffer *view = view_write(t, c->seats, c->moves, &s->room);
        if (view) network_send(c->conn, view->bytes, view->length, true);
    }
    t->tell_all = false;
}

/* A table with something on the way to the store keeps its place: its views would show what could still be lost. */
void hall_flush(Server *s) {
    if (!s->to_show) return;
    s->to_show = false;
    for (Table **at = &s->dirty; *at;) {
        Table *t = *at;
        if (t->pending > 0 || !usable(t)) {
            at = &t->dirty;
            continue;
        }
        *at = t->dirty;
        t->is_dirty = false;
        send_views(s, t);
    }
}

/* ---- What the writer says ---------------------------------------------------------------------------- */

/* Those who were to be heard when the table is read. Each may have to wait again. */
static void run_parked(Server *s, Table *t) {
    TaskList all = t->parked;
    t->parked = (TaskList){0};
    for (Task *k; (k = task_pop(&all));) {
        Conn *conn = k->kind == TASK_MESSAGE ? network_keep(k->conn) : NULL;
        task_run(s, k);
        if (!conn) continue;
        talk_go_on(s, conn);
        network_release(conn);
    }
}

/* All of them are told the same. */
static void refuse_parked(Server *s, Table *t, Wrong wrong) {
    TaskList all = t->parked;
    t->parked = (TaskList){0};
    for (Task *k; (k = task_pop(&all));) {
        Conn *conn = k->kind == TASK_MESSAGE ? network_keep(k->conn) : NULL;
        k->wrong = wrong;
        task_answer(s, k);
        if (!conn) continue;
        talk_go_on(s, conn);
        network_release(conn);
    }
}

/* Those who waited for an entry up to this one hear what became of it. Who only wanted to know something that another
 * server may have changed meanwhile asks again. */
static void release(Server *s, Table *t, const Entry *e) {
    while (t->waiting.first && t->waiting.first->sequence <= e->sequence) {
        Task *k = task_pop(&t->waiting);
        bool old = store_shared(s->store) && !k->gave && t->fresh < k->serial;
        if (e->outcome == OUTCOME_FAILED) k->wrong = WRONG_STORAGE;
        if (e->outcome == OUTCOME_CONFLICT || (e->outcome == OUTCOME_STORED && old)) {
            s->counts.again++;
            task_park(s, k, t);
        } else {
            task_answer(s, k);
        }
    }
}

/* A table that is not what the log holds, as far as is known, is read; what was heard of it while it could not be is
 * not forgotten. */
static void catch_up(Server *s, Table *t) {
    if (t->broken || (t->clients && t->grown > t->number)) hall_read(s, t);
}

/* Nothing of the table is on its way any more. */
static void at_rest(Server *s, Table *t) {
    s->to_show = true;
    if (!t->broken) run_parked(s, t);
    if (!t->broken) club_heed(s, t);
    catch_up(s, t);
}

/* How fresh the table is, and whether it is broken, is known before those who wait are answered: release() and what
 * they run next go by it. Probes, and deletions of what cannot be read, belong to no table. */
static void take_entry(Server *s, const Entry *e) {
    Table *t = *place_of(s, e->code);
    s->pending--;
    s->failing = e->outcome == OUTCOME_FAILED;
    s->counts.failures += s->failing;
    if (e->kind == ENTRY_PAPER) shelf_written(s, e);
    if (e->kind == ENTRY_PROBE || !t || t->pending == 0) return;
    t->pending--;
    if (e->outcome == OUTCOME_STORED && t->fresh < e->serial) t->fresh = e->serial;
    if (e->outcome != OUTCOME_STORED) t->broken = true;
    if (e->kind == ENTRY_DELETE && e->outcome != OUTCOME_STORED) t->deleted = false;
    release(s, t, e);
    if (t->pending == 0 && !t->deleted) at_rest(s, t);
    bool over = e->kind == ENTRY_EVENT && e->outcome == OUTCOME_STORED && e->stage == STAGE_OVER;
    if (over && t->paper.shelf[0] && hall_known(s, e->code) == t) daily_over(s, t);
}

/* Standard error hears when failing begins and when it ends, not of every commit between. The tables are counted anew
 * then: what was not stored has been counted too. */
void hall_stored(Server *s) {
    char why[STORE_WHY];
    bool failed = s->failing;
    Entry *e = writer_take(s->writer, why);
    if (!e) return;
    while (e) {
        Entry *next = e->next;
        take_entry(s, e);
        free(e);
        e = next;
    }
    if (s->failing && !failed) fprintf(stderr, "penna: %s\n", why);
    if (!s->failing && failed) fprintf(stderr, "penna: storing works again\n");
    if (s->failing != failed) hall_count(s);
}

/* ---- What the reader says ---------------------------------------------------------------------------- */

/* Asks the store something that has no more to it than its kind. */
static void ask(Server *s, ReadKind kind, int most) {
    Read *r = read_new(kind, ++s->serial);
    if (!r) return;
    r->most = most;
    r->waiting = time(NULL) - s->config.keep_waiting;
    r->others = time(NULL) - s->config.keep;
    reader_ask(s->reader, r);
}

void hall_count(Server *s) { ask(s, READ_COUNT, 0); }
void hall_list(Server *s, int most) { ask(s, READ_LIST, most); }

/* The log has another end than the table here, and those at it are to see it. */
static void came_on(Server *s, Table *t) {
    talk_seats(t);
    hall_touch(s, t);
    talk_returned(s, t);
    t->step_in = hall_now(s) + STEP_IN;
    club_heed(s, t);
}

/* A table that was read whole. What was left to do when it was last forgotten is done now: a roll, a bot's choice;
 * but not if another server may be at it.
 *
 * Who was away when it was last forgotten still is. It is forgotten only when everyone has been away for as long as
 * counts (unload()), so all its people have been away since the server began, or for long enough. */
static void take_table(Server *s, Table *t, Table *whole) {
    bool first = !t->match && !t->evening;
    table_replace(t, whole);
    t->broken = t->missing = t->damaged = t->unwanted = false;
    t->told = 0;
    if (first)
        for (int i = 0; i < t->seats; i++) t->chair[i].away_since = s->began;
    came_on(s, t);
    if (first) follow_ask(s, t);
    if (!store_shared(s->store) || time(NULL) - t->touched > STEP_IN) dealer_play(s, t);
}

/* Events that another server has stored; false: they do not fit. */
static bool take_tail(Server *s, Table *t, const Read *r) {
    if (r->end.next < t->number) return false;
    for (const ReadEvent *e = r->tail; e; e = e->next) {
        TableEvent what;
        if (event_read(e->text, &what) != EVENT_DONE || table_apply(t, &what) != EVENT_DONE) return false;
        store_next_head(t->head, e->text);
        t->touched = e->at;
        s->counts.followed++;
    }
    if (t->number != r->end.next || memcmp(t->head, r->end.head, STORE_HEAD) != 0) return false;
    if (r->tail) came_on(s, t);
    if (t->hinted > 0) s->counts.lag += clock_now() - t->hinted;
    t->hinted = 0;
    return true;
}

/* The log as it was before anything here was added to it: is it so still? */
static bool unchanged(const Read *r) { return r->end.next == r->from && memcmp(r->end.head, r->head, STORE_HEAD) == 0; }

/* Seconds that the table is kept after its last event. */
static long kept_for(const Server *s, const Table *t) {
    if (!t->match && !t->evening) return s->config.keep;
    return table_stage(t) == STAGE_WAITING ? s->config.keep_waiting : s->config.keep;
}

/* It is no longer in the store: deleted by another server, or never there. That is remembered for a moment. */
static void take_nothing(Server *s, Table *t, bool damaged) {
    t->missing = true;
    t->damaged = damaged;
    if (t->clients) {
        t->deleted = true;
        const char *text = time(NULL) - t->touched > kept_for(s, t)
                               ? N_("nothing has happened at this table for long: it is deleted")
                               : N_("those who run the server have deleted this table");
        for (const Client *c = t->clients; c; c = c->next) talk_bye(c->conn, "deleted", text, -1);
    }
    run_parked(s, t);
}

/* He for whom alone the table was to be read has gone; others may have come since. */
static void take_unwanted(Server *s, Table *t) {
    for (const Task *k = t->parked.first; k; k = k->next)
        if (!k->conn || !network_gone(k->conn)) {
            hall_read(s, t);
            return;
        }
    refuse_parked(s, t, WRONG_STORAGE);
}

/* What was asked for one end of the log does not fit another: if the table has moved on meanwhile and the log too, the
 * answer is dropped, and whoever still needs it asks again. */
static void take_read(Server *s, Read *r) {
    Table *t = *place_of(s, r->code);
    if (!t || !t->reading) return;
    t->reading = false;
    s->counts.reads += !r->unwanted;
    if (r->unwanted) take_unwanted(s, t);
    if (r->result == STORE_FAILED) {
        if (!r->unwanted) refuse_parked(s, t, WRONG_STORAGE);
        if (!t->match && !t->evening && !t->clients && !t->parked.first && !t->reading) remove_table(s, t);
        return;
    }
    if (t->deleted) return;
    if (r->result != STORE_GOOD) {
        t->fresh = r->serial;
        take_nothing(s, t, r->result == STORE_DAMAGED);
        return;
    }
    if (r->table) {
        take_table(s, t, r->table);
        r->table = NULL;
        t->fresh = r->serial;
    } else if (unchanged(r)) {
        t->fresh = r->serial;
    } else if (t->number == r->from && memcmp(t->head, r->head, STORE_HEAD) == 0) {
        t->broken = !take_tail(s, t, r);
        if (!t->broken) t->fresh = r->serial;
    }
    if (t->pending == 0 && !t->broken) run_parked(s, t);
    catch_up(s, t);
}

/* Whoever asked for it is run again. */
static void take_mine(Server *s, Read *r) {
    Task *k = task_take_back(r->asker);
    if (!k) return;
    k->listed = true;
    k->code = r->code_list;
    memcpy(k->per, r->per, sizeof k->per);
    r->code_list = NULL;
    k->wrong = WRONG_STORAGE;
    if (r->result == STORE_GOOD)
        task_run(s, k);
    else
        task_answer(s, k);
}

static void take_expired(Server *s, const Read *r) {
    s->more_expired = r->count == SWEEP;
    for (int i = 0; i < r->count && !s->read_only; i++)
        task_run(s,
                 &(Task){.kind = TASK_EXPIRE, .text = r->code_list[i], .length = CODE_LENGTH, .serial = ++s->serial});
    if (r->count == 0) hall_count(s);
}

static void take_state(Server *s, const Read *r) {
    s->asked_state = false;
    s->unreadable = r->result != STORE_GOOD;
    s->lost = !s->unreadable && !r->there;
    s->log_bytes = r->number;
    free(s->nodes);
    s->nodes = strdup(r->nodes);
}

/* The caller frees the answer with all that is still in it: who keeps a part takes it out. */
static void take_answer(Server *s, Read *r) {
    s->counts.unwanted += r->unwanted;
    switch (r->kind) {
        case READ_TABLE:
            take_read(s, r);
            return;
        case READ_MINE:
            take_mine(s, r);
            return;
        case READ_PAPERS:
            shelf_answer(s, r);
            return;
        case READ_LIST:
            admin_listed(s, r->row, r->count);
            return;
        case READ_EXPIRED:
            take_expired(s, r);
            return;
        case READ_COUNT:
            if (r->result == STORE_GOOD) s->unfinished = r->number;
            return;
        case READ_ENDS:
            follow_compare(s, r);
            return;
        default:
            take_state(s, r);
    }
}

void hall_answers(Server *s) {
    Read *r = reader_take(s->reader);
    while (r) {
        Read *next = r->next;
        take_answer(s, r);
        read_free(r);
        r = next;
    }
}

/* ---- Time -------------------------------------------------------------------------------------------- */

/* For how many seconds it is kept in mind that nobody is there. As long as counts for who is away, for that is known
 * only here; but who looks at a great many tables, be they his own, must not fill the memory with them. From twice as
 * many on as may count (room.h) those are forgotten at once at which nobody has been since they were read, from four
 * times as many on all. */
static double idle_for(const Server *s, const Table *t, bool many, bool too_many) {
    double been = 0;
    for (int i = 0; i < t->seats; i++)
        if (t->chair[i].away_since > been) been = t->chair[i].away_since;
    if (too_many || (many && been <= s->began)) return 1;
    return s->config.away > IDLE ? (double)s->config.away : IDLE;
}

/* Forgets tables at which nobody is; they are in the log. */
static void unload(Server *s) {
    double now = hall_now(s);
    long most = s->config.max_tables;
    bool many = most && s->loaded > 2 * most, too_many = most && s->loaded > 4 * most;
    if (!many && s->ticks % UNLOAD_TICKS != 0) return;
    for (int i = 0; i < TABLE_BUCKETS; i++)
        for (Table *t = s->bucket[i], *next; t; t = next) {
            next = t->next;
            bool busy = t->clients || t->is_dirty || t->pending > 0 || t->reading || t->parked.first;
            if (busy || (now - t->used < idle_for(s, t, many, too_many) && !t->missing)) continue;
            remove_table(s, t);
        }
}

/* The table leaves the store, and those at it are told. It stays here, where nobody finds it, until it is gone there:
 * so nothing can be added to it in between, and nobody gets its code. */
bool hall_delete(Server *s, Table *t, const char *text) {
    Entry *e = s->read_only || !usable(t) || t->is_dirty || t->pending > 0 ? NULL : entry_new(t->code, "");
    if (!e) return false;
    e->kind = ENTRY_DELETE;
    e->number = t->number;
    memcpy(e->before, t->head, STORE_HEAD);
    if (table_stage(t) != STAGE_OVER && !t->closed) s->unfinished--;
    room_over(s, t->code);
    give(s, t, e);
    t->deleted = true;
    for (const Client *c = t->clients; c; c = c->next) talk_bye(c->conn, "deleted", text, -1);
    return true;
}

void hall_drop(Server *s, Table *t) {
    t->unwanted = !hall_delete(s, t, N_("those who run the server have deleted this table"));
}

/* One that cannot be read goes whatever it holds. */
static void delete_damaged(Server *s, const char *code) {
    Entry *e = entry_new(code, "");
    if (!e) return;
    e->kind = ENTRY_DELETE;
    e->number = -1;
    s->pending++;
    writer_add(s->writer, e);
}

/* The store knows less exactly than the table when it was last touched. */
void hall_expire(Server *s, Task *k) {
    Table *t = hall_log(s, k->text);
    if (!t && hall_later(s)) {
        task_park(s, k, k->place);
        return;
    }
    const Table *empty = *place_of(s, k->text);
    if (t && !hall_fresh(s, t)) {
        task_park(s, k, k->place);
        return;
    }
    if (t && time(NULL) - t->touched > kept_for(s, t))
        hall_delete(s, t, N_("nothing has happened at this table for long: it is deleted"));
    if (!t && empty && empty->damaged) delete_damaged(s, k->text);
    task_answer(s, k);
}

/* Ticks from one look for idle tables to the next: often enough for the shorter time. */
static int sweep_ticks(const Server *s) {
    long shorter = s->config.keep < s->config.keep_waiting ? s->config.keep : s->config.keep_waiting;
    return shorter / 4 < 2 ? 2 : shorter / 4 < SWEEP_TICKS ? (int)(shorter / 4) : SWEEP_TICKS;
}

/* May something be deleted because its time is over? Not soon after the clock was set: it may be wrong and be set back,
 * and nobody could bring the tables back. */
static bool believes_clock(Server *s) {
    double ahead = (double)time(NULL) - hall_now(s);
    bool set = ahead > s->ahead + SET || ahead < s->ahead - SET;
    s->ahead = ahead;
    if (set) {
        s->doubted = hall_now(s) + DOUBT;
        fprintf(stderr, "penna: the clock was set: nothing is deleted for an hour\n");
    }
    return hall_now(s) >= s->doubted;
}

/* While nothing can be stored, or the file is not where it was, something is stored to see whether it can be again. */
static void probe(Server *s) {
    if (s->pending > 0 || s->damaged || (!s->failing && !s->lost)) return;
    Entry *e = entry_new("", "");
    if (!e) return;
    e->kind = ENTRY_PROBE;
    s->pending++;
    writer_add(s->writer, e);
}

/* What time alone brings about at a table: storing failed, bots were busy, nobody is waited for any more, a seal is
 * over, or another server did not do what it should have. */
static void tick_table(Server *s, Table *t, bool again) {
    if (t->broken || t->parked.first) hall_read(s, t);
    if (!usable(t)) return;
    if (t->unwanted) hall_drop(s, t);
    if (t->deleted) return;
    if (t->sealed && !t->key_told && table_tells_key(t)) {
        t->key_told = true;
        hall_touch(s, t);
    }
    if (t->evening) club_tick(s, t);
    bool late = t->step_in > 0 && hall_now(s) >= t->step_in;
    if (late) t->step_in = 0;
    if (again || t->unasked || late || (t->deal_at > 0 && !t->dealt)) dealer_play(s, t);
}

/* Tables are looked through for what time alone brings about; all else is done when it happens. */
void hall_tick(Server *s) {
    bool again = s->failing || s->stuck;
    s->ticks++;
    s->stuck = writer_busy(s->writer) > STUCK;
    probe(s);
    if (!s->failing && !s->unreadable && !s->lost && writer_busy(s->writer) < 2) s->well = hall_now(s);
    if (!s->asked_state) ask(s, READ_STATE, 0);
    s->asked_state = true;
    for (int i = 0; i < TABLE_BUCKETS; i++)
        for (Table *t = s->bucket[i]; t; t = t->next) tick_table(s, t, again);
    unload(s);
    if (s->ticks % COUNT_TICKS == 0 && store_shared(s->store)) hall_count(s);
    if (s->ticks % UNLOAD_TICKS == 2) limits_sweep(s->limits, hall_now(s));
    parcels_sweep(s->parcels, hall_now(s));
    if (!believes_clock(s) || s->read_only) return;
    if (s->more_expired || s->ticks % sweep_ticks(s) == 1) ask(s, READ_EXPIRED, SWEEP);
    if (s->ticks % UNLOAD_TICKS == 3 && event_format(EVENT_BELONGS) <= store_format(s->store)) shelf_clear(s);
    s->more_expired = false;
}

static void free_tasks(TaskList *l) {
    for (Task *k; (k = task_pop(l));) task_free(k);
}

/* The clients are the network's; those who wait hold a Conn that must be let go. */
void hall_free(Server *s) {
    while (s->aside) task_free(task_take_back(s->aside));
    for (int i = 0; i < TABLE_BUCKETS; i++)
        while (s->bucket[i]) {
            Table *t = s->bucket[i];
            s->bucket[i] = t->next;
            free_tasks(&t->waiting);
            free_tasks(&t->parked);
            table_clear(t);
        }
    free(s->nodes);
    view_free(&s->room);
}
