/* hist.h: how often each whole number came up: everything that is told of a distribution comes from that. */
#ifndef PENNA_REPORT_HIST_H
#define PENNA_REPORT_HIST_H

#include <stdbool.h>
#include <stdint.h>

/* Zero-initialise it; free it with hist_free(). */
typedef struct Hist {
    uint64_t *times; /* times[v - low] for low <= v < low + room */
    int low, room;   /* the first number that has a place, and how many have */
    int min, max;    /* of what was added */
    uint64_t count;  /* how many numbers were added */
    bool failed;     /* memory ran out */
} Hist;

void hist_add(Hist *h, int value);
void hist_free(Hist *h);

/* How often a number from `from` to `to` came up. */
uint64_t hist_between(const Hist *h, int from, int to);

/* Of a histogram that is not empty. The deviation is that of a sample (n - 1; 0 for a single number). The quantile q is
 * the least number that at least the part q of all numbers do not exceed. */
double hist_mean(const Hist *h);
double hist_deviation(const Hist *h);
int hist_quantile(const Hist *h, double q);

/* Bins of equal whole width, of 1, 2, 5, 10, ... numbers, at most `most` of them, that cover from `min` to `max`;
 * the first begins at *first, a multiple of the width. Returns how many. */
int hist_bins(int min, int max, int most, int *first, int *width);

#endif
