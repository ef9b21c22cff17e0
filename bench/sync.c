/* sync.c: how long the disk takes to keep something, and how late a thread that sleeps is woken: what no server that
 * keeps everything can be faster than.
 *
 * usage: sync FILE
 *
 * Writes two pages into FILE and waits until they are kept, a thousand times, two milliseconds from one to the next, as
 * the writer of a busy server does (src/server/writer.c): once into a file that grows, once into one that has its
 * length. Prints the times and what they cost of the processor; how long somebody would have waited who came at any
 * moment and whose move went with the next (so that a slow one counts for all who come meanwhile); and by how much the
 * pauses were too long. The file is gone afterwards. */
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/clock.h"

enum { TIMES = 1000, BYTES = 8192 };
static const double PAUSE = 0.002; /* seconds from the beginning of one to that of the next */

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Sorts them; milliseconds. */
static double quantile(double *times, double q) {
    qsort(times, TIMES, sizeof *times, by_size);
    return times[(int)((TIMES - 1) * q)] * 1e3;
}

/* What those would have waited who came one after another, at even times, from the first to the last. */
static void wait_for(const double *from, const double *took, double *out) {
    double step = (from[TIMES - 1] - from[0]) / TIMES;
    for (int i = 0, next = 0; i < TIMES; i++) {
        double came = from[0] + i * step;
        while (next < TIMES - 1 && from[next] < came) next++;
        out[i] = from[next] + took[next] - came;
    }
}

/* Sleeps until then; returns by how many seconds it was too long, or that it is late already. */
static double sleep_until(double until) {
    struct timespec t = {.tv_sec = (time_t)until, .tv_nsec = (long)((until - (double)(time_t)until) * 1e9)};
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL);
    return clock_now() - until;
}

/* False: it cannot be written. */
static bool measure(int fd, const char *what) {
    static double from[TIMES], took[TIMES], late[TIMES], waited[TIMES];
    char bytes[BYTES];
    memset(bytes, 1, sizeof bytes);
    double worked = clock_worked();
    for (int i = 0; i < TIMES; i++) {
        from[i] = clock_now();
        if (pwrite(fd, bytes, sizeof bytes, (off_t)i * BYTES) != BYTES || fdatasync(fd) != 0) return false;
        took[i] = clock_now() - from[i];
        late[i] = sleep_until(took[i] < PAUSE ? from[i] + PAUSE : clock_now());
    }
    worked = clock_worked() - worked;
    wait_for(from, took, waited);
    printf("the disk keeps 8 kB (%s) in p50 %.1f ms, p99 %.1f ms, for %.0f us of processor\n", what,
           quantile(took, 0.5), quantile(took, 0.99), worked / TIMES * 1e6);
    printf(
        "  who comes at any moment waits for it p50 %.1f ms, p99 %.1f ms; a sleeper wakes up p50 %.1f ms, p99 %.1f "
        "ms late\n",
        quantile(waited, 0.5), quantile(waited, 0.99), quantile(late, 0.5), quantile(late, 0.99));
    return true;
}

int main(int argc, char **argv) {
    if (argc != 2) return fprintf(stderr, "usage: sync FILE\n"), 2;
    int fd = open(argv[1], O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0) return perror(argv[1]), 2;
    bool good = measure(fd, "a file that grows") && measure(fd, "over what was there");
    if (!good) perror(argv[1]);
    unlink(argv[1]);
    return good ? 0 : 1;
}
