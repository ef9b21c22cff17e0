/* reader.c: see reader.h. */
#include "server/reader.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "host/clock.h"
#include "server/thread.h"

enum { PATIENCE = 6 }; /* seconds that a shared store is asked again */

struct StoreReader {
    Store *store;                /* the caller's, which must outlive the thread */
    void (*wake)(void *context); /* called on the thread when there are answers */
    void *context;
    pthread_t thread;
    pthread_mutex_t mutex;  /* for all that follows */
    pthread_cond_t work;    /* there is a question, or the end has come */
    Read *first, **end;     /* questions */
    Read *done, **done_end; /* answers */
    bool ending;            /* questions that wait are left alone */
};

/* ---- Questions --------------------------------------------------------------------------------------- */

Read *read_new(ReadKind kind, uint64_t serial) {
    Read *r = calloc(1, sizeof *r);
    if (!r) return NULL;
    r->kind = kind;
    r->serial = serial;
    return r;
}

/* What an answer holds. */
static void forget(Read *r) {
    table_clear(r->table);
    while (r->tail) {
        ReadEvent *e = r->tail;
        r->tail = e->next;
        free(e);
    }
    for (int i = 0; r->papers && i < r->count; i++) free(r->papers[i].text);
    free(r->papers);
    free(r->own.text);
    free(r->row);
    free(r->next_number);
    r->papers = NULL;
    r->own = (PaperRow){0};
    if (r->kind != READ_ENDS) free(r->code_list);
    if (r->kind != READ_ENDS) r->code_list = NULL;
    r->table = NULL;
    r->row = NULL;
    r->next_number = NULL;
}

void read_free(Read *r) {
    forget(r);
    free(r->code_list);
    if (r->conn) network_release(r->conn);
    free(r);
}

void read_for(Read *r, Conn *conn) { r->conn = conn ? network_keep(conn) : NULL; }

/* ---- Answers ----------------------------------------------------------------------------------------- */

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

/* The chain is computed anew, so a log that is not the one its end speaks of is a damaged one. */
static bool take_chained(void *context, int number, int64_t at, const char *text) {
    Read *r = context;
    if (number == 0) { /* the key is known by now */
        memcpy(r->table->key, r->end.key, STORE_KEY);
        store_first_head(r->end.key, r->table->head);
    }
    if (!take_event(r->table, number, at, text)) return false;
    store_next_head(r->table->head, text);
    return true;
}

/* Replayed to the end, it must come to the number and the head that the store says: else an event is missing, or
 * another. The key is not known until the first event comes (take_chained). */
static void read_whole(Store *store, Read *r) {
    uint8_t none[STORE_KEY] = {0};
    r->table = table_lay(r->code, none);
    if (!r->table) {
        r->result = STORE_FAILED;
        return;
    }
    r->result = store_load(store, r->code, 0, &r->end, take_chained, r);
    const Table *t = r->table;
    bool same = (t->match || t->evening) && t->number == r->end.next && memcmp(t->head, r->end.head, STORE_HEAD) == 0;
    if (r->result == STORE_GOOD && !same) r->result = STORE_DAMAGED;
    if (r->result == STORE_DAMAGED)
        fprintf(stderr, "penna: table %s cannot be read beyond event %d\n", r->code, t->number);
}

/* Only kept here: the table that they belong to is the loop's, which applies them (hall.c). */
static bool take_tail(void *context, int number, int64_t at, const char *text) {
    Read *r = context;
    ReadEvent **place = &r->tail, *e = malloc(sizeof *e + strlen(text) + 1);
    (void)number; /* the heads tell whether all are there */
    if (!e) return false;
    while (*place) place = &(*place)->next;
    e->next = NULL;
    e->at = at;
    strcpy(e->text, text);
    *place = e;
    return true;
}

static void read_mine(Store *store, Read *r) {
    r->code_list = calloc((size_t)r->tokens * (size_t)r->most, sizeof *r->code_list);
    r->result = r->code_list ? STORE_GOOD : STORE_FAILED;
    for (int i = 0; i < r->tokens && r->code_list; i++) {
        r->per[i] = store_mine(store, r->hash[i], r->code_list + (size_t)i * (size_t)r->most, r->most);
        if (r->per[i] < 0) r->result = STORE_FAILED;
    }
}

/* One paper, a part of its shelf, and where in it the one lies: what a board shows somebody. */
static bool read_papers(Store *store, Read *r) {
    StoreResult own = r->paper.name[0] ? store_paper(store, &r->paper, &r->own) : STORE_NONE;
    r->papers = calloc((size_t)r->most + 1, sizeof *r->papers);
    r->count = r->papers && r->most > 0 ? store_shelf(store, r->paper.shelf, r->first, r->most, r->papers) : 0;
    if (!r->papers || own == STORE_FAILED || r->count < 0) return false;
    return store_shelf_count(store, r->paper.shelf, r->own.ranked ? r->own.rank : INT64_MAX, &r->shelf) &&
           (r->count == 0 || store_shelf_count(store, r->paper.shelf, r->papers[0].rank, &r->ahead));
}

/* May be run several times for one question (answer_all): forget() must free all that it makes. */
static void read_one(Store *store, Read *r) {
    bool good = false;
    switch (r->kind) {
        case READ_TABLE:
            if (r->from == 0)
                read_whole(store, r);
            else
                r->result = store_load(store, r->code, r->from, &r->end, take_tail, r);
            return;
        case READ_MINE:
            read_mine(store, r);
            return;
        case READ_EXPIRED:
            r->code_list = calloc((size_t)r->most, sizeof *r->code_list);
            r->count = r->code_list ? store_expired(store, r->waiting, r->others, r->code_list, r->most) : -1;
            good = r->count >= 0;
            break;
        case READ_LIST:
            r->row = calloc((size_t)r->most, sizeof *r->row);
            r->count = r->row ? store_list(store, r->row, r->most) : -1;
            good = r->count >= 0;
            break;
        case READ_PAPERS:
            good = read_papers(store, r);
            break;
        case READ_COUNT:
            r->number = store_count(store);
            good = r->number >= 0;
            break;
        case READ_ENDS:
            r->next_number = calloc((size_t)r->count, sizeof *r->next_number);
            good = r->next_number && store_ends(store, (const Code *)r->code_list, r->count, r->next_number);
            break;
        default:
            r->there = store_there(store);
            r->number = store_log_bytes(store);
            good = store_nodes(store, r->nodes, sizeof r->nodes);
    }
    r->result = good ? STORE_GOOD : STORE_FAILED;
}

/* True if all are answered, by a store that may be believed. */
static bool try_all(StoreReader *d, Read *batch) {
    bool good = true;
    for (Read *r = batch; r; r = r->next) {
        r->unwanted = r->conn && network_gone(r->conn);
        r->result = STORE_FAILED;
        if (r->unwanted) continue;
        read_one(d->store, r);
        good = good && r->result != STORE_FAILED;
    }
    return store_settle(d->store) && good;
}

static bool is_ending(StoreReader *d) {
    pthread_mutex_lock(&d->mutex);
    bool ending = d->ending;
    pthread_mutex_unlock(&d->mutex);
    return ending;
}

/* A file that cannot be read is not asked again: it says why at once. */
static void answer_all(StoreReader *d, Read *batch) {
    double until = clock_now() + PATIENCE;
    while (!try_all(d, batch)) {
        bool last = !store_shared(d->store) || clock_now() > until || is_ending(d);
        for (Read *r = batch; r; r = r->next) {
            if (store_shared(d->store)) r->result = STORE_FAILED;
            if (!last) forget(r);
        }
        if (last) return;
        nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    }
}

/* ---- The thread -------------------------------------------------------------------------------------- */

/* All that waits is one batch: a shared store has to settle only once for it, and the loop to be woken once. */
static void *work(void *given) {
    StoreReader *d = given;
    pthread_mutex_lock(&d->mutex);
    for (;;) {
        while (!d->ending && !d->first) pthread_cond_wait(&d->work, &d->mutex);
        if (d->ending) break;
        Read *batch = d->first, **last = d->end;
        d->first = NULL;
        d->end = &d->first;
        pthread_mutex_unlock(&d->mutex);
        answer_all(d, batch);
        pthread_mutex_lock(&d->mutex);
        *d->done_end = batch;
        d->done_end = last;
        d->wake(d->context);
    }
    pthread_mutex_unlock(&d->mutex);
    return NULL;
}

/* All is set before the thread starts: what stands before the mutex is read without it, and never changes. */
StoreReader *reader_start(Store *store, void (*wake)(void *context), void *context) {
    StoreReader *d = calloc(1, sizeof *d);
    if (!d) return NULL;
    d->store = store;
    d->wake = wake;
    d->context = context;
    d->end = &d->first;
    d->done_end = &d->done;
    pthread_mutex_init(&d->mutex, NULL);
    pthread_cond_init(&d->work, NULL);
    if (thread_start(&d->thread, "reader", work, d)) return d;
    free(d);
    return NULL;
}

void reader_ask(StoreReader *d, Read *r) {
    pthread_mutex_lock(&d->mutex);
    r->next = NULL;
    *d->end = r;
    d->end = &r->next;
    pthread_cond_signal(&d->work);
    pthread_mutex_unlock(&d->mutex);
}

Read *reader_take(StoreReader *d) {
    pthread_mutex_lock(&d->mutex);
    Read *done = d->done;
    d->done = NULL;
    d->done_end = &d->done;
    pthread_mutex_unlock(&d->mutex);
    return done;
}

static void free_all(Read *r) {
    while (r) {
        Read *next = r->next;
        read_free(r);
        r = next;
    }
}

/* A store that does not answer is not asked again by now (answer_all): only the try at hand is waited for. The loop has
 * ended, so answers that it did not take are freed here. */
void reader_stop(StoreReader *d) {
    if (!d) return;
    pthread_mutex_lock(&d->mutex);
    d->ending = true;
    pthread_cond_signal(&d->work);
    pthread_mutex_unlock(&d->mutex);
    pthread_join(d->thread, NULL);
    free_all(d->first);
    free_all(d->done);
    pthread_mutex_destroy(&d->mutex);
    pthread_cond_destroy(&d->work);
    free(d);
}
