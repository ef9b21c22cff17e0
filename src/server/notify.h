/* notify.h: what systemd wants to hear from a service (sd_notify(3)): that it is ready, alive, about to end.
 *
 * It is one datagram to a socket whose name is in the environment, so no library is needed. Without systemd all of this
 * does nothing. */
#ifndef PENNA_SERVER_NOTIFY_H
#define PENNA_SERVER_NOTIFY_H

#include <stdbool.h>

typedef struct Notify {
    int socket;      /* -1: nobody listens */
    double watchdog; /* seconds within which it must say that it is alive; 0: nobody asks */
} Notify;

/* Looks into the environment who listens. */
Notify notify_open(void);
void notify_close(Notify *n);

/* Says something: READY=1, WATCHDOG=1, STOPPING=1. Never waits. */
void notify_say(const Notify *n, const char *what);

#endif
