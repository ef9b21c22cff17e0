#include "host/draft.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MORE = 32, TRIES = 100 }; /* bytes that a name meanwhile is longer; names tried */

static const char *volatile to_drop; /* the name that a draft has meanwhile */

void draft_drop(void) {
    const char *name = to_drop;
    if (name) unlink(name);
}

void draft_forget(void) { to_drop = NULL; }

/* Ends with the draft; if it was no good nothing is left of it. Returns good, with errno as it was. */
static bool finish(Draft *d, bool good) {
    int error = errno;
    if (d->fd >= 0) close(d->fd);
    if (!good && d->named) unlink(d->part);
    if (d->part && to_drop == d->part) to_drop = NULL;
    free(d->part);
    *d = (Draft){.path = d->path, .fd = -1};
    errno = error;
    return good;
}

/* A file without a name, in the folder of the path; -1: there are none here. */
static int open_nameless(Draft *d) {
    const char *slash = strrchr(d->path, '/');
    if (access("/proc/self/fd", X_OK) != 0) return -1; /* by which it would get its name */
    if (!slash) return open(".", O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
    snprintf(d->part, (size_t)(slash - d->path) + 2, "%s", d->path);
    return open(d->part, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
}

/* It gets the permissions of the file whose place it takes. */
bool draft_begin(Draft *d, const char *path) {
    struct stat st;
    *d = (Draft){.path = path, .fd = STDOUT_FILENO, .direct = true};
    if (strcmp(path, "-") == 0) return true;
    bool exists = stat(path, &st) == 0;
    if (exists && !S_ISREG(st.st_mode)) { /* devices and pipes cannot be replaced */
        d->fd = open(path, O_WRONLY | O_CLOEXEC);
        return d->fd >= 0;
    }
    *d = (Draft){.path = path, .fd = -1, .part = malloc(strlen(path) + MORE)};
    if (!d->part) return false;
    d->fd = open_nameless(d);
    if (d->fd < 0) {
        snprintf(d->part, strlen(path) + MORE, "%s.part-XXXXXX", path);
        d->fd = mkostemp(d->part, O_CLOEXEC);
        d->named = d->fd >= 0;
        if (d->named) to_drop = d->part;
    }
    return (d->fd >= 0 && fchmod(d->fd, exists ? st.st_mode & 0777 : 0644) == 0) || finish(d, false);
}

/* Standard output is not ours to close. */
bool draft_add(Draft *d, const void *bytes, size_t length) {
    for (const char *at = bytes; length > 0;) {
        ssize_t n = write(d->fd, at, length);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return d->fd == STDOUT_FILENO ? false : finish(d, false);
        at += n;
        length -= (size_t)n;
    }
    return true;
}

/* Gives a nameless file a name of its own beside the path. */
static bool give_name(Draft *d) {
    char own[64];
    snprintf(own, sizeof own, "/proc/self/fd/%d", d->fd);
    for (int i = 0; i < TRIES; i++) {
        snprintf(d->part, strlen(d->path) + MORE, "%s.part-%ld%02d", d->path, (long)getpid(), i);
        if (linkat(AT_FDCWD, own, AT_FDCWD, d->part, AT_SYMLINK_FOLLOW) == 0) {
            d->named = true;
            to_drop = d->part;
            return true;
        }
        if (errno != EEXIST) break;
    }
    return false;
}

bool draft_show(Draft *d) {
    if (d->direct || d->shown) return true;
    if ((!d->named && !give_name(d)) || rename(d->part, d->path) != 0) return finish(d, false);
    if (to_drop == d->part) to_drop = NULL;
    d->named = false;
    return d->shown = true;
}

/* On the disk before it gets its name: after a crash the name might stand for half a file. */
bool draft_end(Draft *d, bool keep) {
    if (d->fd < 0 || d->fd == STDOUT_FILENO) return true;
    if (d->shown) return finish(d, fsync(d->fd) == 0);
    bool good = keep || d->direct;
    if (good && !d->direct) good = fsync(d->fd) == 0 && (d->named || give_name(d));
    if (!good) return finish(d, false) || !keep;
    good = close(d->fd) == 0;
    d->fd = -1;
    return finish(d, good && (d->direct || rename(d->part, d->path) == 0));
}
