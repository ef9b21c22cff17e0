/* thread.c: see thread.h. */
#include "server/thread.h"

#include <signal.h>

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
