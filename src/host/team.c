/* team.c: see team.h. */
#include "host/team.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#include "host/pool.h"

/* How often a thread looks whether there is work before it goes to sleep: about as long as waking it would take. */
enum { LOOKS = 4000 };

typedef struct Member {
    Team *team;
    int place; /* 0 is the calling thread, which is no Member */
    pthread_t thread;
} Member;

struct Team {
    int size;       /* threads, the calling one among them */
    Member *member; /* [1] to [size - 1] */
    pthread_mutex_t lock;
    pthread_cond_t called;
    _Atomic unsigned call; /* counts the calls; whoever sees it change works */
    _Atomic int working;   /* members that are not done with this call */
    int asleep;            /* members that wait at `called` */
    bool end;              /* members are to leave at the next call */
    int count;             /* this and what follows are of the call, written before it is counted */
    void (*work)(void *context, int from, int to);
    void *context;
};

static void relax(void) {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
}

static void do_part(const Team *t, int place) {
    int from = (int)((long)t->count * place / t->size), to = (int)((long)t->count * (place + 1) / t->size);
    if (from < to) t->work(t->context, from, to);
}

/* Waits until the count of calls is no longer `seen`. */
static unsigned await(Team *t, unsigned seen) {
    for (int i = 0; i < LOOKS; i++) {
        unsigned now = atomic_load_explicit(&t->call, memory_order_acquire);
        if (now != seen) return now;
        relax();
    }
    pthread_mutex_lock(&t->lock);
    t->asleep++;
    while (atomic_load(&t->call) == seen) pthread_cond_wait(&t->called, &t->lock);
    t->asleep--;
    pthread_mutex_unlock(&t->lock);
    return atomic_load(&t->call);
}

/* Calls are counted from 0, so that a member that comes up late still sees the first. */
static void *member_run(void *argument) {
    const Member *m = argument;
    Team *t = m->team;
    for (unsigned seen = 0;;) {
        seen = await(t, seen);
        if (t->end) return NULL;
        do_part(t, m->place);
        atomic_fetch_sub_explicit(&t->working, 1, memory_order_release);
    }
}

static void call(Team *t) {
    pthread_mutex_lock(&t->lock);
    atomic_fetch_add_explicit(&t->call, 1, memory_order_release);
    if (t->asleep) pthread_cond_broadcast(&t->called);
    pthread_mutex_unlock(&t->lock);
}

/* All threads or none: whoever asked for so many would not notice that there are fewer. */
Team *team_new(int threads) {
    Team *t = calloc(1, sizeof *t);
    if (!t) return NULL;
    int wanted = pool_threads(threads);
    t->member = calloc((size_t)wanted, sizeof *t->member);
    pthread_mutex_init(&t->lock, NULL);
    pthread_cond_init(&t->called, NULL);
    t->size = 1;
    while (t->member && t->size < wanted) {
        Member *m = &t->member[t->size];
        *m = (Member){.team = t, .place = t->size};
        if (pthread_create(&m->thread, NULL, member_run, m) != 0) break;
        t->size++;
    }
    if (t->size == wanted) return t;
    team_free(t);
    return NULL;
}

/* `end` is set before the call is counted: who sees the one sees the other. Also of a team that lacks threads. */
void team_free(Team *t) {
    if (!t) return;
    t->end = true;
    call(t);
    for (int i = 1; i < t->size; i++) pthread_join(t->member[i].thread, NULL);
    pthread_cond_destroy(&t->called);
    pthread_mutex_destroy(&t->lock);
    free(t->member);
    free(t);
}

int team_size(const Team *t) { return t->size; }

/* The caller waits for the last of them without sleeping: they began when it did. */
void team_run(Team *t, int count, void (*work)(void *context, int from, int to), void *context) {
    if (t->size == 1 || count < 2) {
        if (count > 0) work(context, 0, count);
        return;
    }
    t->count = count;
    t->work = work;
    t->context = context;
    atomic_store(&t->working, t->size - 1);
    call(t);
    do_part(t, 0);
    for (int i = 0; atomic_load_explicit(&t->working, memory_order_acquire) != 0; i++)
        if (i < LOOKS)
            relax();
        else
            sched_yield();
}
