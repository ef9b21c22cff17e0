/* judge.c: see judge.h. */
#include "server/judge.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "advise/review.h"
#include "server/thread.h"

enum {
    WAITING = 500, /* games that may wait */
    LOWEST = 19    /* how nice the thread is to the others */
};

struct Court {
    void (*wake)(void *context);
    void *context;
    pthread_t thread;
    pthread_mutex_t mutex; /* for what follows */
    pthread_cond_t work;
    Verdict *first; /* what waits, the oldest first */
    Verdict *done;
    int waiting;
    atomic_bool ending;
};

/* ---- One game ---------------------------------------------------------------------------------------- */

/* Item by item, so that the end of the server need not wait for that of a game. */
static bool judge_items(Review *r, const Judge *judge, void *memory, const atomic_bool *ending) {
    for (int i = 0; i < r->count; i++) {
        if (atomic_load(ending)) return false;
        review_judge(r, judge, memory, i, &r->item[i]);
        r->done = i + 1;
    }
    review_sum(r);
    return true;
}

static bool review(const Match *m, const Advisor *a, Verdict *v, const atomic_bool *ending) {
    Review r;
    Judge judge;
    const char *why;
    void *memory = malloc(race_memory(&a->effort, MOVES_MAX));
    bool good = false;
    if (memory && advisor_judge(a, &judge, &why)) {
        if (review_open(&r, m, a)) {
            good = judge_items(&r, &judge, memory, ending);
            v->accuracy = r.seat[0].accuracy;
            v->luck = r.seat[0].points_luck;
            review_free(&r);
        }
        advisor_judge_free(&judge);
    }
    free(memory);
    return good;
}

/* By the quick analysis, which is that of the page: everybody can compute the same figures for himself. */
static void judge_one(Verdict *v, const atomic_bool *ending) {
    Records in = {.bytes = v->record, .length = strlen(v->record)};
    Match *m = NULL;
    Fault fault;
    Advisor advisor;
    AnyState start;
    const char *why;
    if (record_read(&in, &m, NULL, &fault) != RECORD_OK) return;
    match_state_at(m, 0, &start);
    if (match_state(m)->node == NODE_OVER &&
        advisor_make(&advisor, match_game(m), &start.head, &(AdvisorWishes){.level = LEVEL_QUICK, .seed = 1}, &why)) {
        v->good = review(m, &advisor, v, ending);
        advisor_close(&advisor);
    }
    match_free(m);
}

/* ---- The thread -------------------------------------------------------------------------------------- */

/* A game that is being judged is still at the head of the line, so that it is not lined up twice. */
static void *work(void *given) {
    Court *c = given;
    setpriority(PRIO_PROCESS, 0, LOWEST); /* on Linux: of this thread */
    pthread_mutex_lock(&c->mutex);
    for (;;) {
        while (!atomic_load(&c->ending) && !c->first) pthread_cond_wait(&c->work, &c->mutex);
        if (atomic_load(&c->ending)) break;
        Verdict *v = c->first;
        pthread_mutex_unlock(&c->mutex);
        judge_one(v, &c->ending);
        pthread_mutex_lock(&c->mutex);
        c->first = v->next;
        c->waiting--;
        v->next = c->done;
        c->done = v;
        c->wake(c->context);
    }
    pthread_mutex_unlock(&c->mutex);
    return NULL;
}

Court *court_start(void (*wake)(void *context), void *context) {
    Court *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    c->wake = wake;
    c->context = context;
    pthread_mutex_init(&c->mutex, NULL);
    pthread_cond_init(&c->work, NULL);
    if (thread_start(&c->thread, "judge", work, c)) return c;
    free(c);
    return NULL;
}

static bool same_paper(const Paper *a, const Paper *b) {
    return strcmp(a->shelf, b->shelf) == 0 && strcmp(a->name, b->name) == 0;
}

void court_ask(Court *c, const Paper *paper, const char *record) {
    size_t n = strlen(record) + 1;
    Verdict *v = calloc(1, sizeof *v + n);
    if (!v) return;
    v->paper = *paper;
    memcpy(v->record, record, n);
    pthread_mutex_lock(&c->mutex);
    Verdict **at = &c->first;
    while (*at && !same_paper(&(*at)->paper, paper)) at = &(*at)->next;
    bool full = *at || c->waiting >= WAITING;
    if (!full) {
        *at = v;
        c->waiting++;
        pthread_cond_signal(&c->work);
    }
    pthread_mutex_unlock(&c->mutex);
    if (full) free(v);
}

Verdict *court_take(Court *c) {
    pthread_mutex_lock(&c->mutex);
    Verdict *done = c->done;
    c->done = NULL;
    pthread_mutex_unlock(&c->mutex);
    return done;
}

static void free_all(Verdict *v) {
    for (Verdict *next; v; v = next) {
        next = v->next;
        free(v);
    }
}

void court_stop(Court *c) {
    if (!c) return;
    pthread_mutex_lock(&c->mutex);
    atomic_store(&c->ending, true);
    pthread_cond_signal(&c->work);
    pthread_mutex_unlock(&c->mutex);
    pthread_join(c->thread, NULL);
    free_all(c->first);
    free_all(c->done);
    pthread_mutex_destroy(&c->mutex);
    pthread_cond_destroy(&c->work);
    free(c);
}
