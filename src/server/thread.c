/* thread.c: see thread.h. */
#include "server/thread.h"

#include <signal.h>

#include "host/clock.h"

/* A new thread has the mask of the one that makes it. */
bool thread_start(pthread_t *out, const char *name, void *(*work)(void *context), void *context) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool good = pthread_create(out, NULL, work, context) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (good) pthread_setname_np(*out, name);
    return good;
}

void thread_condition(pthread_cond_t *out) {
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC); /* which is clock_now()'s */
    pthread_cond_init(out, &monotonic);
    pthread_condattr_destroy(&monotonic);
}

bool thread_wait(pthread_cond_t *signal, pthread_mutex_t *mutex, double until) {
    struct timespec at = {.tv_sec = (time_t)until, .tv_nsec = (long)((until - (double)(time_t)until) * 1e9)};
    if (clock_now() >= until) return false;
    pthread_cond_timedwait(signal, mutex, &at);
    return true;
}
