/* checker.c: see checker.h. */
#include "server/checker.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

struct Checker {
    Store *store;
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

/* Signals are for the loop. */
Checker *checker_start(Store *store, void (*wake)(void *context), void *context) {
    Checker *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    c->store = store;
    c->wake = wake;
    c->context = context;
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool good = pthread_create(&c->thread, NULL, work, c) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (good) return c;
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
