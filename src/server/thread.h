/* thread.h: the threads beside the loop. */
#ifndef PENNA_SERVER_THREAD_H
#define PENNA_SERVER_THREAD_H

#include <pthread.h>
#include <stdbool.h>

/* Starts a thread that no signal disturbs, for the loop handles them, under a name of at most 15 letters, which is what
 * top -H and bench/load call it. False: it cannot be started. */
bool thread_start(pthread_t *out, const char *name, void *(*work)(void *context), void *context);

/* A condition for thread_wait(). */
void thread_condition(pthread_cond_t *out);

/* Waits for a signal, or until clock_now() says `until`; false: it says so already. The mutex is held before and after.
 */
bool thread_wait(pthread_cond_t *signal, pthread_mutex_t *mutex, double until);

#endif
