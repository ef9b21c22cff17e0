/* pool.c: see pool.h. */
#include "host/pool.h"
#include "base/text.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { THREADS_MAX = 256, AHEAD = 4 }; /* chunks a thread may be ahead of the one that is taken next */

/* Each on cache lines of its own: two threads write to neighbours all the time. */
typedef struct Slot {
    _Alignas(128) Chunk chunk;
    bool done;
} Slot;

typedef struct Pool {
    const Job *job;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    uint64_t total;               /* chunks of all ranks */
    uint64_t rank, ranks;         /* our own are rank, rank + ranks, ... */
    uint64_t chunks, next, taken; /* of our own: how many, the next to work on, how many are taken */
    int slots, running;
    Slot *slot;   /* own chunk i is held in slot i % slots */
    Chunk remote; /* on rank 0: a chunk of another rank */
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

/* Chunks are dealt to the ranks in turn, so that rank 0, which takes them in order, waits for none of them long. */
static Slot *prepare(const Pool *p, uint64_t number) {
    Slot *slot = &p->slot[number % (uint64_t)p->slots];
    Chunk *c = &slot->chunk;
    c->from = (number * p->ranks + p->rank) * p->job->chunk;
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

/* begin(), work() and end() are called without the lock: threads wait for each other only to get a chunk and to give
 * it back. */
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

/* ---- Taking, on the calling thread ------------------------------------------------------------------ */

/* Waits for the next of our own chunks; NULL: something failed. */
static Slot *wait_own(Pool *p) {
    if (!p->slot) return NULL;
    Slot *slot = &p->slot[p->taken % (uint64_t)p->slots];
    pthread_mutex_lock(&p->lock);
    while (!slot->done && !p->stop) pthread_cond_wait(&p->changed, &p->lock);
    bool stop = p->stop;
    pthread_mutex_unlock(&p->lock);
    return stop ? NULL : slot;
}

/* Gives its place free; the threads stop unless more is wanted. */
static void release(Pool *p, Slot *slot, bool more) {
    pthread_mutex_lock(&p->lock);
    slot->done = false;
    p->taken++;
    if (!more) p->stop = true;
    pthread_cond_broadcast(&p->changed);
    pthread_mutex_unlock(&p->lock);
}

static bool take_own(Pool *p) {
    Slot *slot = wait_own(p);
    if (!slot) return false;
    bool more = p->job->take(p->job->context, &slot->chunk);
    release(p, slot, more);
    return more;
}

/* Every chunk is answered: its rank has to know whether more is wanted. */
static bool take_remote(Pool *p, int rank) {
    const Job *job = p->job;
    const char *error = job->peers->get(rank, job->tally, &p->remote);
    if (error) {
        pthread_mutex_lock(&p->lock);
        fail(p, error);
        pthread_mutex_unlock(&p->lock);
        return false;
    }
    bool more = job->take(job->context, &p->remote);
    job->peers->answer(rank, more);
    return more;
}

/* Rank 0 has stopped after chunk `last`: every other rank offers one more chunk, if it has one, and is told to stop. */
static void dismiss(Pool *p, uint64_t last) {
    uint64_t end = last + p->ranks < p->total ? last + p->ranks : p->total;
    for (uint64_t c = last + 1; c < end; c++) {
        int rank = (int)(c % p->ranks);
        if (rank != 0 && !p->job->peers->get(rank, p->job->tally, &p->remote)) p->job->peers->answer(rank, false);
    }
}

static void take_all(Pool *p) {
    for (uint64_t c = 0; c < p->total; c++) {
        int rank = (int)(c % p->ranks);
        if (rank == 0 ? take_own(p) : take_remote(p, rank)) continue;
        dismiss(p, c);
        return;
    }
}

/* On another rank than 0. */
static void give_all(Pool *p) {
    bool more = true;
    while (more && p->taken < p->chunks) {
        Slot *slot = wait_own(p);
        more = p->job->peers->give(slot ? &slot->chunk : NULL, p->job->tally, p->error) && slot;
        if (slot) release(p, slot, more);
    }
}

/* Ends the threads and waits for them. */
static void stop(Pool *p) {
    pthread_mutex_lock(&p->lock);
    p->stop = true;
    pthread_cond_broadcast(&p->changed);
    while (p->running > 0) pthread_cond_wait(&p->changed, &p->lock);
    pthread_mutex_unlock(&p->lock);
}

/* ---- The whole -------------------------------------------------------------------------------------- */

static bool make_tally(const Pool *p, Chunk *chunk) {
    return p->job->tally == 0 || (chunk->tally = calloc(1, p->job->tally)) != NULL;
}

static bool make_slots(Pool *p, int threads) {
    p->slots = threads * AHEAD;
    p->slot = aligned_alloc(_Alignof(Slot), (size_t)p->slots * sizeof *p->slot);
    if (p->slot) memset(p->slot, 0, (size_t)p->slots * sizeof *p->slot);
    bool good = p->slot && make_tally(p, &p->remote);
    for (int i = 0; good && i < p->slots; i++) good = make_tally(p, &p->slot[i].chunk);
    return good;
}

static void free_chunk(Chunk *chunk) {
    free(chunk->tally);
    buffer_free(&chunk->text);
}

static void free_slots(Pool *p) {
    for (int i = 0; p->slot && i < p->slots; i++) free_chunk(&p->slot[i].chunk);
    free_chunk(&p->remote);
    free(p->slot);
}

/* Starts the threads; returns how many. */
static int start(Pool *p, int threads, pthread_t *thread) {
    int started = 0;
    pthread_mutex_lock(&p->lock);
    while (!p->error && started < threads && pthread_create(&thread[started], NULL, worker, p) == 0) started++;
    p->running = started;
    if (started == 0 && !p->error) p->error = N_("cannot start a thread");
    if (p->error) p->stop = true;
    pthread_mutex_unlock(&p->lock);
    return started;
}

static Pool make_pool(const Job *job) {
    Pool p = {.job = job, .total = (job->count + job->chunk - 1) / job->chunk, .ranks = 1};
    if (job->peers) {
        p.rank = (uint64_t)job->peers->rank;
        p.ranks = (uint64_t)job->peers->count;
    }
    p.chunks = p.total > p.rank ? (p.total - p.rank + p.ranks - 1) / p.ranks : 0;
    return p;
}

const char *pool_run(const Job *job) {
    Pool p = make_pool(job);
    pthread_t thread[THREADS_MAX];
    int threads = pool_threads(job->threads);
    pthread_mutex_init(&p.lock, NULL);
    pthread_cond_init(&p.changed, NULL);
    if (!make_slots(&p, threads)) p.error = N_("out of memory");
    int started = start(&p, threads, thread);
    (p.rank == 0 ? take_all : give_all)(&p);
    stop(&p);
    for (int i = 0; i < started; i++) pthread_join(thread[i], NULL);
    free_slots(&p);
    pthread_cond_destroy(&p.changed);
    pthread_mutex_destroy(&p.lock);
    return p.error;
}
