/* weights_file.c: see weights_file.h. */
#include "arena/weights_file.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ALIGNED = 64, FILE_MAX = 1 << 26 }; /* far more than the features of any game can ask for */

typedef struct WeightsFile {
    struct WeightsFile *next;
    char *path; /* as it was named */
    uint8_t *bytes;
    size_t size;
    int users; /* bots that have it; at 0 it is forgotten */
} WeightsFile;

/* The files in use. Bots are made by every thread for itself and by a name alone, so there is nothing but the process
 * that could own what they share. */
static WeightsFile *files;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* ---- Reading ---------------------------------------------------------------------------------------- */

static const char *const unreadable = N_("the file of weights cannot be read");

/* A read may be interrupted, or give less than was asked for. */
static bool read_all(int fd, uint8_t *out, size_t size) {
    while (size > 0) {
        ssize_t n = read(fd, out, size);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        out += n;
        size -= (size_t)n;
    }
    return true;
}

/* Only a plain file: a pipe or a terminal would be waited for. */
static const char *read_open(int fd, WeightsFile *f) {
    struct stat about;
    if (fstat(fd, &about) || !S_ISREG(about.st_mode)) return unreadable;
    if (about.st_size == 0 || about.st_size > FILE_MAX) return N_("not a file of weights");
    f->size = (size_t)about.st_size;
    f->bytes = aligned_alloc(ALIGNED, (f->size + ALIGNED - 1) / ALIGNED * ALIGNED);
    if (!f->bytes) return N_("out of memory");
    return read_all(fd, f->bytes, f->size) ? NULL : unreadable;
}

static void forget(WeightsFile *f) {
    if (!f) return;
    free(f->path);
    free(f->bytes);
    free(f);
}

/* The file, with nobody who uses it yet; NULL: *why. */
static WeightsFile *read_file(const char *path, const char **why) {
    WeightsFile *f = calloc(1, sizeof *f);
    *why = N_("out of memory");
    if (!f || !(f->path = strdup(path))) {
        forget(f);
        return NULL;
    }
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    *why = fd < 0 ? (errno == ENOENT ? N_("there is no such file of weights") : unreadable) : read_open(fd, f);
    if (fd >= 0) close(fd);
    if (!*why) return f;
    forget(f);
    return NULL;
}

/* ---- Sharing ---------------------------------------------------------------------------------------- */

static WeightsFile *find(const char *path) {
    WeightsFile *f = files;
    while (f && strcmp(f->path, path) != 0) f = f->next;
    return f;
}

/* One user less; the last one takes the file with it. */
static void give_locked(const uint8_t *bytes) {
    WeightsFile **link = &files;
    while (*link && (*link)->bytes != bytes) link = &(*link)->next;
    WeightsFile *f = *link;
    if (!f || --f->users > 0) return;
    *link = f->next;
    forget(f);
}

/* The lock is held while the file is read, so that threads that begin together wait for one reading. */
static const uint8_t *take_locked(const char *path, const Game *g, size_t *size, const char **why) {
    WeightsFile *f = find(path);
    Weights unused;
    if (!f) {
        if (!(f = read_file(path, why))) return NULL;
        f->next = files;
        files = f;
    }
    f->users++;
    *size = f->size;
    if (weights_read(g, f->bytes, f->size, &unused, why)) return f->bytes;
    give_locked(f->bytes);
    return NULL;
}

const uint8_t *weights_file_take(const char *path, const Game *g, size_t *size, const char **why) {
    pthread_mutex_lock(&lock);
    const uint8_t *bytes = take_locked(path, g, size, why);
    pthread_mutex_unlock(&lock);
    return bytes;
}

void weights_file_give(const uint8_t *bytes) {
    if (!bytes) return;
    pthread_mutex_lock(&lock);
    give_locked(bytes);
    pthread_mutex_unlock(&lock);
}
