/* pool.c: see pool.h. */
#include "match/pool.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { THREADS_MAX = 256, AHEAD = 4 }; /* chunks a thread may be ahead of the one that is taken next */

typedef struct Slot {
    Chunk chunk;
    bool done;
} Slot;

typedef struct Pool {
    const Job *job;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    uint64_t chunks, next, taken; /* how many there are, the next to work on, how many are taken */
    int slots, running;
    Slot *slot; /* chunk i is held in slot i % slots */
    const char *error;
    bool stop;
} Pool;

int pool_threads(int threads) {
    if (threads <= 0) threads = (int)sysconf(_SC_NPROCESSORS_ONLN);
    return threads < 1 ? 1 : threads > THREADS_MAX ? THREADS_MAX : threads;
}

uint64_t pool_chunk(uint64_t count, uint64_t most) {
    uint64_t chunk = count / THREADS_MAX;
    return chunk < 1 ? 1 : chunk > most ? most : chunk;
}

/* Waits for a free slot and gives the next chunk's number; false: there is no more to do. */
static bool next_chunk(Pool *p, uint64_t *number) {
    while (!p->stop && p->next < p->chunks && p->next >= p->taken + (uint64_t)p->slots)
        pthread_cond_wait(&p->changed, &p->lock);
    if (p->stop || p->next >= p->chunks) return false;
    *number = p->next++;
    return true;
}

static Slot *prepare(const Pool *p, uint64_t number) {
    Slot *slot = &p->slot[number % (uint64_t)p->slots];
    Chunk *c = &slot->chunk;
    c->from = number * p->job->chunk;
    c->to = c->from + p->job->chunk < p->job->count ? c->from + p->job->chunk : p->job->count;
    c->text.length = 0;
    c->error = NULL;
    if (p->job->tally) memset(c->tally, 0, p->job->tally);
    return slot;
}

static void fail(Pool *p, const char *error) {
    if (!p->error) p->error = error;
    p->stop = true;
}

static void *worker(void *argument) {
    Pool *p = argument;
    const char *error = NULL;
    void *own = p->job->begin ? p->job->begin(p->job->context, &error) : NULL;
    uint64_t number;
    pthread_mutex_lock(&p->lock);
    if (error) fail(p, error);
    while (next_chunk(p, &number)) {
        Slot *slot = prepare(p, number);
        pthread_mutex_unlock(&p->lock);
        p->job->work(p->job->context, own, &slot->chunk);
        pthread_mutex_lock(&p->lock);
        slot->done = true;
        if (slot->chunk.error) fail(p, slot->chunk.error);
        if (slot->chunk.text.failed) fail(p, "out of memory");
        pthread_cond_broadcast(&p->changed);
    }
    p->running--;
    pthread_cond_broadcast(&p->changed);
    pthread_mutex_unlock(&p->lock);
    if (p->job->end && own) p->job->end(own);
    return NULL;
}

/* On the calling thread: takes the chunks in order as they are done. */
static void take_all(Pool *p) {
    pthread_mutex_lock(&p->lock);
    while (p->taken < p->chunks && !p->stop) {
        Slot *slot = &p->slot[p->taken % (uint64_t)p->slots];
        if (!slot->done) {
            pthread_cond_wait(&p->changed, &p->lock);
            continue;
        }
        pthread_mutex_unlock(&p->lock);
        bool more = p->job->take(p->job->context, &slot->chunk);
        pthread_mutex_lock(&p->lock);
        slot->done = false;
        p->taken++;
        if (!more) p->stop = true;
        pthread_cond_broadcast(&p->changed);
    }
    p->stop = true;
    pthread_cond_broadcast(&p->changed);
    while (p->running > 0) pthread_cond_wait(&p->changed, &p->lock);
    pthread_mutex_unlock(&p->lock);
}

static bool make_slots(Pool *p, int threads) {
    p->slots = threads * AHEAD;
    p->slot = calloc((size_t)p->slots, sizeof *p->slot);
    for (int i = 0; p->slot && i < p->slots; i++)
        if (p->job->tally && !(p->slot[i].chunk.tally = calloc(1, p->job->tally))) return false;
    return p->slot != NULL;
}

static void free_slots(Pool *p) {
    for (int i = 0; p->slot && i < p->slots; i++) {
        free(p->slot[i].chunk.tally);
        buffer_free(&p->slot[i].chunk.text);
    }
    free(p->slot);
}

const char *pool_run(const Job *job) {
    Pool p = {.job = job, .chunks = (job->count + job->chunk - 1) / job->chunk};
    int threads = pool_threads(job->threads), started = 0;
    pthread_t thread[THREADS_MAX];
    pthread_mutex_init(&p.lock, NULL);
    pthread_cond_init(&p.changed, NULL);
    if (!make_slots(&p, threads)) p.error = "out of memory";
    pthread_mutex_lock(&p.lock);
    while (!p.error && started < threads && pthread_create(&thread[started], NULL, worker, &p) == 0) started++;
    p.running = started;
    if (started == 0 && !p.error) p.error = "cannot start a thread";
    pthread_mutex_unlock(&p.lock);
    if (!p.error || started) take_all(&p);
    for (int i = 0; i < started; i++) pthread_join(thread[i], NULL);
    free_slots(&p);
    pthread_cond_destroy(&p.changed);
    pthread_mutex_destroy(&p.lock);
    return p.error;
}
