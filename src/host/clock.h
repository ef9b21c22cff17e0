/* clock.h: the one clock that durations are measured by. */
#ifndef PENNA_HOST_CLOCK_H
#define PENNA_HOST_CLOCK_H

#include <time.h>

/* Seconds on a clock that is never set back; its zero means nothing. */
static inline double clock_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Seconds that this thread has had a processor: what work costs, whoever else works. */
static inline double clock_worked(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

#endif
