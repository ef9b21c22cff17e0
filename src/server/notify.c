/* notify.c: see notify.h. */
#include "server/notify.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/* WATCHDOG_PID names the process that is meant; another one has inherited the environment by accident. */
static double watchdog_of(void) {
    const char *usec = getenv("WATCHDOG_USEC"), *pid = getenv("WATCHDOG_PID");
    if (!usec || (pid && strtol(pid, NULL, 10) != (long)getpid())) return 0;
    double seconds = strtod(usec, NULL) / 1e6;
    return seconds > 0 ? seconds : 0;
}

/* A name that begins with @ is not in the file system: its first byte is a NUL. */
Notify notify_open(void) {
    Notify n = {.socket = -1};
    const char *name = getenv("NOTIFY_SOCKET");
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    if (!name || (name[0] != '/' && name[0] != '@') || strlen(name) >= sizeof to.sun_path) return n;
    memcpy(to.sun_path, name, strlen(name));
    if (name[0] == '@') to.sun_path[0] = '\0';
    n.socket = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    socklen_t length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(name));
    if (n.socket >= 0 && connect(n.socket, (const struct sockaddr *)&to, length) != 0) notify_close(&n);
    if (n.socket >= 0) n.watchdog = watchdog_of();
    return n;
}

void notify_close(Notify *n) {
    if (n->socket >= 0) close(n->socket);
    n->socket = -1;
}

/* What systemd does not hear is its loss: the server must not wait for it. */
void notify_say(const Notify *n, const char *what) {
    if (n->socket >= 0) (void)!send(n->socket, what, strlen(what), MSG_NOSIGNAL);
}
