/* writer.c: see writer.h. */
#include "server/writer.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/clock.h"
#include "server/thread.h"

/* Seconds from the beginning of one commit to that of the next, where more than one table is played at: PACE up to FEW
 * entries a second, LONG_PACE from MANY on, and in a straight line between. A commit costs a few hundred microseconds
 * of processor however much is in it, and nobody notices that he waited for this long. */
static const double PACE = 0.002, LONG_PACE = 0.010, FEW = 1500, MANY = 2500;

/* Seconds over which the rate is taken. Each commit counts for as long as it was after the one before: counted alike,
 * those that came close together would make it seem twice what it is. */
static const double MEMORY = 0.25;

struct Writer {
    Store *store;
    void (*wake)(void *context);
    void *context;
    pthread_t thread;
    pthread_mutex_t mutex;            /* for all that follows */
    pthread_cond_t work;              /* there is some, or the end has come */
    bool idle;                        /* the thread waits for work: nobody need call it else */
    Entry *first, **end;              /* what waits */
    Entry *done, **done_end;          /* what has an outcome that was not taken yet */
    uint64_t given, commits, entries; /* counted since the start: taken in, commits, stored */
    bool ending;                      /* what waits is stored, and no more is taken */
    atomic_bool hurry;                /* at the end: what is not known by now is given up */
    double since;                     /* when the commit at hand began; 0: there is none */
    double began;                     /* when the last one did, */
    char last[CODE_LENGTH + 1];       /* and the table of the last entry in it */
    double rate;                      /* entries a second, of late */
    char why[STORE_WHY];              /* of the last commit that failed */
};

Entry *entry_new(const char *code, const char *text) {
    size_t n = strlen(text) + 1;
    Entry *e = calloc(1, sizeof *e + n);
    if (!e) return NULL;
    snprintf(e->code, sizeof e->code, "%s", code);
    memcpy(e->text, text, n);
    e->holds = -1;
    return e;
}

static void free_entries(Entry *e) {
    while (e) {
        Entry *next = e->next;
        free(e);
        e = next;
    }
}

/* So many entries have come in so many seconds. */
static void note_rate(Writer *w, double count, double seconds) {
    w->rate += seconds < MEMORY ? (count - w->rate * seconds) / MEMORY : count / seconds - w->rate;
}

/* Stores one batch. Called and returns with the mutex held. The other servers are told after our own people. */
static void store_batch(Writer *w) {
    Entry *batch = w->first, **last = w->end;
    uint64_t count = 0;
    double before = w->began;
    char why[STORE_WHY] = "";
    w->first = NULL;
    w->end = &w->first;
    w->since = w->began = clock_now();
    pthread_mutex_unlock(&w->mutex);
    for (const Entry *e = batch; e; e = e->next) {
        count++;
        if (!e->next) memcpy(w->last, e->code, sizeof w->last);
    }
    note_rate(w, (double)count, w->began - before);
    bool good = store_commit(w->store, batch, &w->hurry, why);
    pthread_mutex_lock(&w->mutex);
    w->since = 0;
    if (good)
        w->commits++, w->entries += count;
    else
        memcpy(w->why, why, sizeof why);
    *w->done_end = batch;
    w->done_end = last;
    w->wake(w->context);
    pthread_mutex_unlock(&w->mutex);
    store_tell(w->store);
    pthread_mutex_lock(&w->mutex);
}

/* Seconds between two commits, at the rate of late. */
static double pace(const Writer *w) {
    double along = (w->rate - FEW) / (MANY - FEW);
    return PACE + (LONG_PACE - PACE) * (along < 0 ? 0 : along > 1 ? 1 : along);
}

/* Waits for others who would have a commit of their own otherwise; not where one table alone is played at. Called and
 * returns with the mutex held. */
static void gather(Writer *w) {
    double due = w->began + pace(w);
    if (strcmp(w->first->code, w->last) == 0) return;
    while (!w->ending && thread_wait(&w->work, &w->mutex, due)) continue;
}

/* Those who waited have been told. Called and returns with the mutex held. */
static void tidy(Writer *w) {
    pthread_mutex_unlock(&w->mutex);
    store_tidy(w->store);
    pthread_mutex_lock(&w->mutex);
}

/* After a failure it simply goes on: what builds on something that was not stored does not fit the log (store.h). */
static void *work(void *given) {
    Writer *w = given;
    pthread_mutex_lock(&w->mutex);
    for (;;) {
        w->idle = true;
        while (!w->ending && !w->first) pthread_cond_wait(&w->work, &w->mutex);
        w->idle = false;
        if (!w->first) break;
        gather(w);
        store_batch(w);
        tidy(w);
    }
    pthread_mutex_unlock(&w->mutex);
    return NULL;
}

/* Two lists by their ends, what waits and what is done, so that taking a batch and handing it back are a few pointers
 * under the lock, however long they are. */
Writer *writer_start(Store *store, void (*wake)(void *context), void *context) {
    Writer *w = calloc(1, sizeof *w);
    if (!w) return NULL;
    w->store = store;
    w->wake = wake;
    w->context = context;
    w->end = &w->first;
    w->done_end = &w->done;
    pthread_mutex_init(&w->mutex, NULL);
    thread_condition(&w->work);
    if (thread_start(&w->thread, "writer", work, w)) return w;
    free(w);
    return NULL;
}

/* The thread is called only if it is idle: one that gathers would just wait on, one that commits looks by itself. */
uint64_t writer_add(Writer *w, Entry *e) {
    pthread_mutex_lock(&w->mutex);
    uint64_t sequence = e->sequence = ++w->given;
    e->next = NULL;
    *w->end = e;
    w->end = &e->next;
    if (w->idle) pthread_cond_signal(&w->work);
    pthread_mutex_unlock(&w->mutex);
    return sequence;
}

Entry *writer_take(Writer *w, char *why) {
    pthread_mutex_lock(&w->mutex);
    Entry *done = w->done;
    w->done = NULL;
    w->done_end = &w->done;
    memcpy(why, w->why, sizeof w->why);
    pthread_mutex_unlock(&w->mutex);
    return done;
}

double writer_busy(Writer *w) {
    pthread_mutex_lock(&w->mutex);
    double since = w->since;
    pthread_mutex_unlock(&w->mutex);
    return since > 0 ? clock_now() - since : 0;
}

void writer_counts(Writer *w, uint64_t *commits, uint64_t *entries) {
    pthread_mutex_lock(&w->mutex);
    *commits = w->commits;
    *entries = w->entries;
    pthread_mutex_unlock(&w->mutex);
}

/* What waits is stored first; what cannot be found out is not waited for. */
void writer_stop(Writer *w) {
    if (!w) return;
    pthread_mutex_lock(&w->mutex);
    w->ending = true;
    atomic_store(&w->hurry, true);
    pthread_cond_signal(&w->work);
    pthread_mutex_unlock(&w->mutex);
    pthread_join(w->thread, NULL);
    free_entries(w->first);
    free_entries(w->done);
    pthread_mutex_destroy(&w->mutex);
    pthread_cond_destroy(&w->work);
    free(w);
}
