/* league_log.c: see league_log.h. */
#include "arena/league_log.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cipher.h"

enum { RESERVE = 1 << 16, NUMBERS = 9999, SUM = 10, PATH_ROOM = 4096 }; /* SUM: bytes of " ~" and the checksum */

/* ---- Blocks as lines -------------------------------------------------------------------------------- */

static const char *const block_head = "block %" PRId64 " %95s %d %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %d%n";

/* Whole numbers only, so that none changes on its way through text. */
void block_put(const LeagueBlock *b, Buffer *out) {
    buffer_put(out, "block %" PRId64 " %s %d %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %d", b->time, b->play,
               b->seats, b->seed, b->sets, b->finished, b->milliseconds, b->adjusted);
    for (int i = 0; i < b->seats; i++)
        buffer_put(out, " %s %016" PRIx64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRId64 " %" PRId64 " %" PRId64,
                   b->bot[i].name, b->bot[i].identity, b->bot[i].wins, b->bot[i].ties, b->bot[i].forfeits,
                   b->bot[i].points, b->bot[i].share, b->bot[i].less);
    for (int i = 0; i < b->seats; i++)
        for (int j = i; j < b->seats; j++) {
            buffer_put(out, " %" PRId64, b->product[i][j]);
            if (b->adjusted) buffer_put(out, " %" PRId64, b->less_product[i][j]);
        }
}

/* In the order of block_put(), and to the end of the line: one with more or less was written by another release. */
static bool get_products(const char *line, LeagueBlock *b) {
    for (int i = 0; i < b->seats; i++)
        for (int j = i; j < b->seats; j++) {
            int end = -1;
            sscanf(line, " %" SCNd64 "%n", &b->product[i][j], &end);
            if (end < 0) return false;
            line += end;
            if (!b->adjusted) continue;
            end = -1;
            sscanf(line, " %" SCNd64 "%n", &b->less_product[i][j], &end);
            if (end < 0) return false;
            line += end;
        }
    return *line == '\0';
}

/* Only what a runner wrote has the right checksum; so this guards against a line of another release, not an enemy. */
bool block_get(const char *line, LeagueBlock *out) {
    int end = -1, adjusted = 0;
    *out = (LeagueBlock){0};
    sscanf(line, block_head, &out->time, out->play, &out->seats, &out->seed, &out->sets, &out->finished,
           &out->milliseconds, &adjusted, &end);
    if (end < 0 || out->seats < 2 || out->seats > SEATS_MAX || out->sets < 1) return false;
    out->adjusted = adjusted;
    line += end;
    for (int i = 0; i < out->seats; i++) {
        end = -1;
        sscanf(line, " %31s %" SCNx64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNd64 " %" SCNd64 " %" SCNd64 "%n",
               out->bot[i].name, &out->bot[i].identity, &out->bot[i].wins, &out->bot[i].ties, &out->bot[i].forfeits,
               &out->bot[i].points, &out->bot[i].share, &out->bot[i].less, &end);
        if (end < 0) return false;
        line += end;
    }
    return get_products(line, out);
}

/* ---- Writing ---------------------------------------------------------------------------------------- */

static void put_sum(const char *line, size_t length, char out[SUM + 1]) {
    uint8_t hash[CIPHER_HASH];
    cipher_hash(line, length, hash);
    snprintf(out, SUM + 1, " ~%02x%02x%02x%02x", hash[0], hash[1], hash[2], hash[3]);
}

/* O_EXCL decides between runners that try the same number at once. Whatever the machine is called, its name is one
 * word. */
bool league_log_open(LeagueLog *log, const char *folder) {
    char path[PATH_ROOM], host[LEAGUE_NAME] = "", line[100];
    *log = (LeagueLog){.fd = -1};
    snprintf(path, sizeof path, "%s/log", folder);
    if (mkdir(path, 0777) != 0 && errno != EEXIST) return false;
    for (int n = 1; n <= NUMBERS && log->fd < 0; n++) {
        snprintf(path, sizeof path, "%s/log/%04d.log", folder, n);
        log->number = n;
        log->fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666);
        if (log->fd < 0 && errno != EEXIST) return false;
    }
    if (log->fd < 0) return false;
    gethostname(host, sizeof host - 1);
    for (char *c = host; *c; c++)
        if (*c <= ' ' || *c > '~') *c = '_';
    snprintf(line, sizeof line, "penna-league-log 1 %s %ld", *host ? host : "-", (long)getpid());
    if (league_log_reserve(log) && league_log_add(log, line)) return true;
    int error = errno;
    close(log->fd);
    unlink(path); /* nothing is in it, and nobody knows of it yet */
    errno = error;
    return false;
}

/* Where the file system cannot reserve, the line that does not fit is noticed when it is written. */
bool league_log_reserve(LeagueLog *log) {
    if (fallocate(log->fd, FALLOC_FL_KEEP_SIZE, log->length, RESERVE) == 0) return true;
    return errno == EOPNOTSUPP || errno == ENOSYS;
}

/* A part that was written is cut off again: the next line would go on in it. */
bool league_log_add(LeagueLog *log, const char *line) {
    Buffer text = {0};
    char sum[SUM + 1];
    put_sum(line, strlen(line), sum);
    buffer_str(&text, line);
    buffer_str(&text, sum);
    buffer_str(&text, "\n");
    errno = ENOMEM;
    bool good = !text.failed;
    for (size_t at = 0; good && at < text.length;) {
        ssize_t n = write(log->fd, text.bytes + at, text.length - at);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) good = false;
        if (n > 0) at += (size_t)n;
    }
    if (good) good = fdatasync(log->fd) == 0;
    int error = errno;
    if (good)
        log->length += (int64_t)text.length;
    else if (ftruncate(log->fd, log->length) != 0) /* else a torn line stays, which readers know */
        error = error ? error : errno;
    buffer_free(&text);
    errno = error;
    return good;
}

void league_log_close(LeagueLog *log) {
    if (log->fd < 0) return;
    if (ftruncate(log->fd, log->length) != 0) errno = 0; /* gives back what was reserved; if not, it costs some bytes */
    close(log->fd);
    log->fd = -1;
}

/* ---- Reading ---------------------------------------------------------------------------------------- */

static int by_number(const void *a, const void *b) {
    return ((const LogFile *)a)->number - ((const LogFile *)b)->number;
}

static LogFile *find_file(LogFiles *files, int number) {
    for (int i = 0; i < files->count; i++)
        if (files->file[i].number == number) return &files->file[i];
    return NULL;
}

/* Adds the logs that were not there before. */
static bool list_files(LogFiles *files, const char *folder) {
    char path[PATH_ROOM];
    snprintf(path, sizeof path, "%s/log", folder);
    DIR *dir = opendir(path);
    if (!dir) return errno == ENOENT;
    for (const struct dirent *e; (e = readdir(dir));) {
        int number = 0, end = -1;
        sscanf(e->d_name, "%4d.log%n", &number, &end);
        if (end < 0 || e->d_name[end] || find_file(files, number)) continue;
        LogFile *more = realloc(files->file, ((size_t)files->count + 1) * sizeof *more);
        if (!more) {
            closedir(dir);
            errno = ENOMEM;
            return false;
        }
        files->file = more;
        files->file[files->count++] = (LogFile){.number = number};
    }
    closedir(dir);
    if (files->count) qsort(files->file, (size_t)files->count, sizeof *files->file, by_number);
    return true;
}

/* Takes one line, whose end has become a NUL. */
static bool take_line(LogFile *f, char *text, size_t length, bool (*line)(void *, LogFile *, const char *),
                      void *context) {
    char sum[SUM + 1];
    f->lines++;
    bool good = length > SUM;
    if (good) {
        put_sum(text, length - SUM, sum);
        good = strcmp(sum, text + length - SUM) == 0;
    }
    if (!good) {
        if (!f->bad) f->bad = f->lines;
        return true;
    }
    text[length - SUM] = '\0';
    return line(context, f, text);
}

/* The offset stays before a line without an end: it may be being written, and is found whole the next time. */
static bool read_rest(LogFile *f, int fd, bool (*line)(void *, LogFile *, const char *), void *context) {
    Buffer bytes = {0};
    char room[65536];
    bool good = true;
    ssize_t n;
    while ((n = pread(fd, room, sizeof room, f->offset + (int64_t)bytes.length)) > 0 || (n < 0 && errno == EINTR))
        if (n > 0) buffer_add(&bytes, room, (size_t)n);
    if (bytes.failed) errno = ENOMEM;
    good = n == 0 && !bytes.failed;
    char *at = bytes.bytes, *end = at + bytes.length, *stop;
    while (good && at < end && (stop = memchr(at, '\n', (size_t)(end - at)))) {
        *stop = '\0';
        good = take_line(f, at, (size_t)(stop - at), line, context);
        f->offset += stop + 1 - at;
        at = stop + 1;
    }
    f->torn = at < end;
    buffer_free(&bytes);
    return good;
}

/* Opened anew each time: there may be more logs than files that a process may have open. */
bool league_logs_read(LogFiles *files, const char *folder, bool (*line)(void *context, LogFile *file, const char *text),
                      void *context) {
    if (!list_files(files, folder)) return false;
    for (int i = 0; i < files->count; i++) {
        char path[PATH_ROOM];
        snprintf(path, sizeof path, "%s/log/%04d.log", folder, files->file[i].number);
        int fd = open(path, O_RDONLY | O_CLOEXEC);
        if (fd < 0) return false;
        bool good = read_rest(&files->file[i], fd, line, context);
        int error = errno;
        close(fd);
        errno = error;
        if (!good) return false;
    }
    return true;
}

void league_logs_free(LogFiles *files) {
    free(files->file);
    *files = (LogFiles){0};
}
