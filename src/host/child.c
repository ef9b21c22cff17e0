/* child.c: see child.h. */
#include "host/child.h"
#include "base/text.h"
#include "host/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static const double leave_seconds = 0.5; /* for a child whose input was closed */

/* ---- Beginning and end ------------------------------------------------------------------------------ */

/* A group of its own, so that whatever the command starts can be killed with it. It begins with no signal blocked,
 * and SIGINT and SIGPIPE as usual, whatever we do about them. */
static int spawn(pid_t *pid, const char *command, int input, int output) {
    char *argv[] = {"sh", "-c", (char *)(uintptr_t)command, NULL};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, defaults;
    sigemptyset(&none);
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE);
    sigaddset(&defaults, SIGINT);
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setsigmask(&attributes, &none);
    int error = posix_spawn(pid, "/bin/sh", &actions, &attributes, argv, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

static void close_two(int *fd) {
    close(fd[0]);
    close(fd[1]);
}

/* The pipes are closed in other children that are started meanwhile: held open there, they would hide that this one
 * has ended. */
bool child_start(Child *c, const char *command, const char **why) {
    int input[2], output[2];
    *c = (Child){.to = -1, .from = -1};
    *why = N_("no more files can be opened");
    if (pipe2(input, O_CLOEXEC) != 0) return false;
    if (pipe2(output, O_CLOEXEC) != 0) {
        close_two(input);
        return false;
    }
    *why = N_("no more processes can be started");
    if (spawn(&c->pid, command, input[0], output[1]) != 0) {
        c->pid = 0;
        close_two(input);
        close_two(output);
        return false;
    }
    close(input[0]);
    close(output[1]);
    c->to = input[1];
    c->from = output[0];
    fcntl(c->to, F_SETFL, O_NONBLOCK);
    fcntl(c->from, F_SETFL, O_NONBLOCK);
    return true;
}

/* Waits for the process, at most so long, without taking its status: its number stays its own until then. */
static bool wait_for(pid_t pid, double seconds, siginfo_t *info) {
    for (double end = clock_now() + seconds;; nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL)) {
        info->si_pid = 0;
        if (waitid(P_PID, (id_t)pid, info, WEXITED | WNOHANG | WNOWAIT) != 0) return false;
        if (info->si_pid == pid) return true;
        if (clock_now() >= end) return false;
    }
}

/* The whole group: a command may have started more. A child that is not there is none to kill. */
void child_kill(Child *c) {
    if (c->pid > 0) {
        kill(-c->pid, SIGKILL); /* before its status is taken, so that the number cannot be another's */
        while (waitpid(c->pid, NULL, 0) < 0 && errno == EINTR) continue;
        if (c->to >= 0) close(c->to);
        close(c->from);
    }
    buffer_free(&c->pending);
    *c = (Child){.to = -1, .from = -1};
}

/* The end of its input tells it to leave; one that does not in time is killed. */
void child_end(Child *c) {
    siginfo_t info;
    if (c->pid > 0) {
        child_flush(c);
        close(c->to);
        c->to = -1;
        wait_for(c->pid, leave_seconds, &info);
    }
    child_kill(c);
}

/* It may close its output a moment before it ends: it is given that moment. */
void child_fate(Child *c, char *out, size_t size) {
    siginfo_t info;
    if (!wait_for(c->pid, leave_seconds, &info))
        snprintf(out, size, "it closed its output");
    else if (info.si_code == CLD_EXITED)
        snprintf(out, size, "it ended with status %d%s", info.si_status,
                 info.si_status == 127 ? " (no such command)" : "");
    else
        snprintf(out, size, "it was killed by signal %d", info.si_status);
}

/* ---- Talking ---------------------------------------------------------------------------------------- */

/* Writes without the signal that a closed pipe would raise, whatever the program around us does about it. */
static ssize_t write_quietly(int fd, const char *bytes, size_t length) {
    sigset_t pipe_signal, before, pending;
    sigemptyset(&pipe_signal);
    sigaddset(&pipe_signal, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
    ssize_t n = write(fd, bytes, length);
    int error = errno;
    if (n < 0 && error == EPIPE && sigpending(&pending) == 0 && sigismember(&pending, SIGPIPE))
        sigtimedwait(&pipe_signal, NULL, &(struct timespec){0});
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return n;
}

/* Sends what the pipe takes now. What cannot be sent to a closed pipe is dropped: reading will tell. */
void child_flush(Child *c) {
    while (c->pending.length > 0) {
        ssize_t n = write_quietly(c->to, c->pending.bytes, c->pending.length);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return;
        if (n < 0) n = (ssize_t)c->pending.length;
        c->pending.length -= (size_t)n;
        memmove(c->pending.bytes, c->pending.bytes + n, c->pending.length);
    }
}

void child_send(Child *c, const char *text) { buffer_str(&c->pending, text); }

/* Reads once what is there, as far as there is room; false at the end of the output. */
static bool fill(Child *c) {
    ssize_t n;
    if (c->from_here > 0) {
        c->to_here -= c->from_here;
        memmove(c->room, c->room + c->from_here, c->to_here);
        c->from_here = 0;
    }
    if (c->to_here == sizeof c->room) return true;
    do n = read(c->from, c->room + c->to_here, sizeof c->room - c->to_here);
    while (n < 0 && errno == EINTR);
    if (n < 0) return errno == EAGAIN || errno == EWOULDBLOCK;
    c->to_here += (size_t)n;
    return n > 0;
}

bool child_silent(Child *c) {
    if (!child_has_more(c)) fill(c);
    return !child_has_more(c);
}

/* Takes a whole line out of what was read; CHILD_SLOW: there is none yet. */
static ChildResult take_line(Child *c, char *out) {
    const char *begin = c->room + c->from_here;
    size_t have = c->to_here - c->from_here;
    const char *lf = memchr(begin, '\n', have < CHILD_LINE_MAX ? have : CHILD_LINE_MAX);
    if (!lf) return have >= CHILD_LINE_MAX ? CHILD_LONG : CHILD_SLOW;
    size_t n = (size_t)(lf - begin);
    memcpy(out, begin, n);
    out[n] = '\0';
    c->from_here += n + 1;
    if (c->from_here == c->to_here) c->from_here = c->to_here = 0;
    return CHILD_OK;
}

/* What was read already comes first; then a write, a wait and a read for each answer, and no more. */
ChildResult child_line(Child *c, double seconds, char *out) {
    double end = clock_now() + seconds;
    if (c->pending.failed) return CHILD_MEMORY;
    for (bool open = true;; open = fill(c)) {
        ChildResult result = take_line(c, out);
        if (result != CHILD_SLOW) return result;
        if (!open) return CHILD_CLOSED;
        child_flush(c);
        double left = end - clock_now();
        if (left <= 0) return CHILD_SLOW;
        struct pollfd fd[] = {{.fd = c->from, .events = POLLIN},
                              {.fd = c->pending.length ? c->to : -1, .events = POLLOUT}};
        poll(fd, 2, left < 3600 ? (int)(left * 1000) + 1 : 3600000);
    }
}
