/* thread.h: the threads beside the loop. */
#ifndef PENNA_SERVER_THREAD_H
#define PENNA_SERVER_THREAD_H

#include <pthread.h>
#include <stdbool.h>

/* Starts a thread that no signal disturbs, for the loop handles them, under a name of at most 15 letters, which is what
 * top -H and bench/load call it. False: it cannot be started. */
bool thread_start(pthread_t *out, const char *name, void *(*work)(void *context), void *context);

#endif
