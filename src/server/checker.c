/* checker.c: see checker.h. */
#include "server/checker.h"

#include <pthread.h>
#include <stdlib.h>

#include "server/thread.h"

struct Checker {
    Store *store; /* the caller's, which must outlive the thread */
    void (*wake)(void *context);
    void *context;
    pthread_t thread;
    atomic_bool stop;    /* told to end */
    atomic_bool done;    /* `good` and `why` are set */
    bool told;           /* checker_done() has said so */
    bool good;           /* nothing is wrong */
    char why[STORE_WHY]; /* what is */
};

/* A check that was told to end has found nothing out, and says nothing. */
static void *work(void *given) {
    Checker *c = given;
    c->good = store_check(c->store, &c->stop, c->why);
    if (atomic_load(&c->stop)) return NULL;
    atomic_store(&c->done, true);
    c->wake(c->context);
    return NULL;
}

/* All is set before the thread starts: it reads these without a lock, and they never change. */
Checker *checker_start(Store *store, void (*wake)(void *context), void *context) {
    Checker *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    c->store = store;
    c->wake = wake;
    c->context = context;
    if (thread_start(&c->thread, "checker", work, c)) return c;
    free(c);
    return NULL;
}

bool checker_done(Checker *c, const char **why) {
    if (!c || c->told || !atomic_load(&c->done)) return false;
    *why = c->good ? NULL : c->why;
    return c->told = true;
}

void checker_stop(Checker *c) {
    if (!c) return;
    atomic_store(&c->stop, true);
    pthread_join(c->thread, NULL);
    free(c);
}
