/* scribe.c: see scribe.h. */
#include "host/scribe.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* Writes all of it; false: errno says why not. */
static bool write_all(int fd, const void *bytes, size_t length) {
    for (const char *at = bytes; length > 0;) {
        ssize_t n = write(fd, at, length);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return false;
        at += n;
        length -= (size_t)n;
    }
    return true;
}

/* Reads so many bytes; false: there are not so many. */
static bool read_all(int fd, void *bytes, size_t length) {
    for (char *at = bytes; length > 0;) {
        ssize_t n = read(fd, at, length);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        at += n;
        length -= (size_t)n;
    }
    return true;
}

/* A piece for which there is no room is taken off again. Ends with the errno of what failed. */
static _Noreturn void give_up(Draft *file, off_t good) {
    int error = errno;
    if (file->shown && ftruncate(file->fd, good) != 0) error = errno;
    if (!file->shown) draft_end(file, false);
    _exit(error ? error : EIO);
}

/* The writer: a piece is its length and its bytes; one without any says that all was sent. Its status is 0 or an errno.
 */
static _Noreturn void write_pieces(int from, Draft *file) {
    char *room = NULL;
    size_t size = 0, length;
    off_t good = 0;
    while (read_all(from, &length, sizeof length)) {
        if (length == 0) {
            if (!draft_show(file)) give_up(file, good);
            break;
        }
        if (length > size) {
            free(room);
            room = malloc(size = length);
            if (!room) give_up(file, good);
        }
        if (!read_all(from, room, length)) break; /* whoever sends it is gone */
        if (!write_all(file->fd, room, length)) give_up(file, good);
        good += (off_t)length;
        if (!draft_show(file)) give_up(file, good);
    }
    if (!draft_end(file, false)) give_up(file, good);
    _exit(0);
}

/* Closes all files but these two: whoever waits until we have let go of a stream or a socket does not wait for the
 * writer too. */
static void keep_two(int a, int b) {
    unsigned low = (unsigned)(a < b ? a : b), high = (unsigned)(a < b ? b : a);
    if (low > 0) close_range(0, low - 1, 0);
    if (low + 1 < high) close_range(low + 1, high - 1, 0);
    close_range(high + 1, ~0U, 0);
}

/* The writer has a name of its own in lists of processes: it is not what was started, and nobody should end it. */
static bool start_writer(Scribe *s) {
    int fd[2];
    if (pipe2(fd, O_CLOEXEC) != 0) return false;
    s->pid = fork();
    if (s->pid == 0) {
        setsid();
        prctl(PR_SET_NAME, "penna-scribe");
        keep_two(fd[0], s->draft.fd);
        write_pieces(fd[0], &s->draft);
    }
    int error = errno;
    close(fd[0]);
    s->to = fd[1];
    if (s->pid < 0) close(fd[1]);
    errno = error;
    return s->pid > 0;
}

/* The draft is the writer's from then on: here it is only closed. A file that had a name meanwhile is the writer's to
 * drop, also if we are ended. */
static void let_go(Draft *d) {
    close(d->fd);
    free(d->part);
    draft_forget();
    *d = (Draft){.path = d->path, .fd = -1};
}

/* The lock is that of the open file, which the writer shares: it stays when ours is closed. */
bool scribe_begin(Scribe *s, const char *path) {
    *s = (Scribe){.to = -1};
    if (!draft_begin(&s->draft, path)) return false;
    if (s->draft.direct) return true;
    flock(s->draft.fd, LOCK_EX | LOCK_NB); /* nobody else can have it yet */
    if (!start_writer(s)) {
        int error = errno;
        draft_end(&s->draft, false);
        errno = error;
        return false;
    }
    let_go(&s->draft);
    return true;
}

/* Waits for the writer; false: errno is why it failed. */
static bool end_writer(Scribe *s) {
    int status;
    close(s->to);
    s->to = -1;
    while (waitpid(s->pid, &status, 0) < 0)
        if (errno != EINTR) return false;
    errno = WIFEXITED(status) ? WEXITSTATUS(status) : EIO;
    return errno == 0;
}

/* Sends a piece; a writer that is gone has a reason of its own. */
static bool send_piece(Scribe *s, const void *piece, size_t length) {
    if (write_all(s->to, &length, sizeof length) && write_all(s->to, piece, length)) return true;
    int error = errno;
    if (end_writer(s)) errno = error;
    return false;
}

bool scribe_add(Scribe *s, const void *piece, size_t length) {
    if (length == 0) return true;
    return s->draft.direct ? draft_add(&s->draft, piece, length) : send_piece(s, piece, length);
}

bool scribe_end(Scribe *s, bool keep) {
    if (s->draft.direct) return draft_end(&s->draft, keep);
    if (s->to < 0) return true; /* why it failed was said */
    return (!keep || send_piece(s, "", 0)) && end_writer(s);
}
