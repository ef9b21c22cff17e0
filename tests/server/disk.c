/* disk.c: a library to be loaded before the C library, which writes down what a server asks of the disk under its
 * store, for power.py to say what a power cut would have left of it.
 *
 * Names of files that end with server.db or server.db-wal are watched. Each write, change of length and end of a sync
 * is a mark on the tape, the file named by PENNA_TAPE, in the order in which they happened. A sync covers what was on
 * the tape when it began, not what was written meanwhile. */
#undef _FILE_OFFSET_BITS /* open() and open64() are two names, and both are ours */
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

enum {
    FILES_MAX = 4096, /* descriptors that can be watched */
    SYNC = 4000       /* microseconds that a sync takes at least */
};

/* As power.py reads it; the bytes of a write follow. */
typedef struct Stamp {
    char kind;       /* 'w'rite, 't'runcate, 's'ynced, 'u'nlinked */
    char file;       /* 'd' the database, 'l' its log */
    uint16_t unused; /* 0 */
    uint32_t length; /* bytes that follow */
    uint64_t at;     /* where they were written; the new length; how much of the tape was there when the sync began */
} Stamp;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char watched[FILES_MAX]; /* by descriptor: Stamp.file, or 0 */
static int tape = -1;
static uint64_t position; /* bytes on the tape */

static void *real(const char *name) { return dlsym(RTLD_NEXT, name); }

__attribute__((constructor)) static void begin(void) {
    int (*open_it)(const char *, int, ...) = (int (*)(const char *, int, ...))real("open");
    const char *path = getenv("PENNA_TAPE");
    if (path) tape = open_it(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
}

static void mark(char kind, char file, uint64_t at, const void *bytes, size_t length) {
    Stamp m = {.kind = kind, .file = file, .length = (uint32_t)length, .at = at};
    struct iovec piece[2] = {{.iov_base = &m, .iov_len = sizeof m},
                             {.iov_base = (void *)(uintptr_t)bytes, .iov_len = length}};
    if (tape < 0 || writev(tape, piece, length ? 2 : 1) != (ssize_t)(sizeof m + length)) abort();
    position += sizeof m + length;
}

static char which(const char *path) {
    size_t n = strlen(path);
    if (n >= 9 && strcmp(path + n - 9, "server.db") == 0) return 'd';
    return n >= 13 && strcmp(path + n - 13, "server.db-wal") == 0 ? 'l' : 0;
}

static int note_open(const char *path, int fd) {
    if (fd >= 0 && fd < FILES_MAX) watched[fd] = which(path);
    return fd;
}

static char file_of(int fd) { return fd >= 0 && fd < FILES_MAX ? watched[fd] : 0; }

#pragma GCC visibility push(default)

#define OPEN(name)                                                                        \
    int name(const char *path, int flags, ...) {                                          \
        va_list rest;                                                                     \
        va_start(rest, flags);                                                            \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;           \
        va_end(rest);                                                                     \
        int (*it)(const char *, int, ...) = (int (*)(const char *, int, ...))real(#name); \
        return note_open(path, it(path, flags, mode));                                    \
    }
OPEN(open)
OPEN(open64)

int close(int fd) {
    int (*it)(int) = (int (*)(int))real("close");
    if (file_of(fd)) watched[fd] = 0;
    return it(fd);
}

/* The mark and the write are one step for all threads: the tape has them in the order of the disk. */
static ssize_t write_at(const char *name, int fd, const void *bytes, size_t length, off64_t at) {
    ssize_t (*it)(int, const void *, size_t, off64_t) = (ssize_t(*)(int, const void *, size_t, off64_t))real(name);
    if (!file_of(fd)) return it(fd, bytes, length, at);
    pthread_mutex_lock(&mutex);
    ssize_t n = it(fd, bytes, length, at);
    if (n > 0) mark('w', file_of(fd), (uint64_t)at, bytes, (size_t)n);
    pthread_mutex_unlock(&mutex);
    return n;
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t at) { return write_at("pwrite", fd, bytes, length, at); }
ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t at) {
    return write_at("pwrite64", fd, bytes, length, at);
}

/* A database that is written in another way than the one watched would make the test blind. */
ssize_t write(int fd, const void *bytes, size_t length) {
    ssize_t (*it)(int, const void *, size_t) = (ssize_t(*)(int, const void *, size_t))real("write");
    if (file_of(fd)) abort();
    return it(fd, bytes, length);
}

static int cut(const char *name, int fd, off64_t length) {
    int (*it)(int, off64_t) = (int (*)(int, off64_t))real(name);
    if (!file_of(fd)) return it(fd, length);
    pthread_mutex_lock(&mutex);
    int result = it(fd, length);
    if (result == 0) mark('t', file_of(fd), (uint64_t)length, NULL, 0);
    pthread_mutex_unlock(&mutex);
    return result;
}

int ftruncate(int fd, off_t length) { return cut("ftruncate", fd, length); }
int ftruncate64(int fd, off64_t length) { return cut("ftruncate64", fd, length); }

/* Nothing is held while the disk works, which takes as long as on a real one: others write meanwhile, and the power can
 * fail. */
static int sync_it(const char *name, int fd) {
    int (*it)(int) = (int (*)(int))real(name);
    char file = file_of(fd);
    if (!file) return it(fd);
    pthread_mutex_lock(&mutex);
    uint64_t covered = position;
    pthread_mutex_unlock(&mutex);
    usleep(SYNC);
    int result = it(fd);
    pthread_mutex_lock(&mutex);
    if (result == 0) mark('s', file, covered, NULL, 0);
    pthread_mutex_unlock(&mutex);
    return result;
}

int fsync(int fd) { return sync_it("fsync", fd); }
int fdatasync(int fd) { return sync_it("fdatasync", fd); }

int unlink(const char *path) {
    int (*it)(const char *) = (int (*)(const char *))real("unlink");
    char file = which(path);
    pthread_mutex_lock(&mutex);
    int result = it(path);
    if (result == 0 && file) mark('u', file, 0, NULL, 0);
    pthread_mutex_unlock(&mutex);
    return result;
}

#pragma GCC visibility pop
