/* sync.c: how long the disk takes to keep something: what no server that keeps everything can be faster than.
 *
 * usage: sync FILE
 *
 * Writes two pages into FILE and waits until they are kept, five hundred times, four milliseconds from one to the next,
 * as the writer of a busy server does (src/server/writer.c): once into a file that has its length, once into one that
 * grows. Prints the times and what they cost of the processor; the file is gone afterwards. */
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/clock.h"

enum { TIMES = 500, BYTES = 8192, PAUSE = 4000 /* microseconds */ };

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* False: it cannot be written. */
static bool measure(int fd, const char *what) {
    static double took[TIMES];
    char bytes[BYTES];
    memset(bytes, 1, sizeof bytes);
    double worked = clock_worked();
    for (int i = 0; i < TIMES; i++) {
        double from = clock_now();
        if (pwrite(fd, bytes, sizeof bytes, (off_t)i * BYTES) != BYTES || fdatasync(fd) != 0) return false;
        took[i] = clock_now() - from;
        if (took[i] * 1e6 < PAUSE) usleep(PAUSE - (unsigned)(took[i] * 1e6));
    }
    worked = clock_worked() - worked;
    qsort(took, TIMES, sizeof *took, by_size);
    printf("the disk keeps 8 kB (%s) in p50 %.1f ms, p99 %.1f ms, max %.1f ms, for %.0f us of processor\n", what,
           took[TIMES / 2] * 1e3, took[TIMES * 99 / 100] * 1e3, took[TIMES - 1] * 1e3, worked / TIMES * 1e6);
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
