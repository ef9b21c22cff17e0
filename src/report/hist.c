/* hist.c: see hist.h. */
#include "report/hist.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Makes room for the value. */
static bool reach(Hist *h, int value) {
    enum { STEP = 64 };
    if (h->room && value >= h->low && value < h->low + h->room) return true;
    int low = h->room && h->low <= value ? h->low : value - STEP;
    int end = h->room && h->low + h->room > value ? h->low + h->room : value + STEP;
    uint64_t *times = calloc((size_t)(end - low), sizeof *times);
    if (!times) return false;
    if (h->room) memcpy(times + (h->low - low), h->times, sizeof *times * (size_t)h->room);
    free(h->times);
    h->times = times;
    h->low = low;
    h->room = end - low;
    return true;
}

/* A number that has no room is dropped and noted; asking every caller at every number would be asking too much. */
void hist_add(Hist *h, int value) {
    if (!reach(h, value)) {
        h->failed = true;
        return;
    }
    h->min = h->count == 0 || value < h->min ? value : h->min;
    h->max = h->count == 0 || value > h->max ? value : h->max;
    h->times[value - h->low]++;
    h->count++;
}

void hist_free(Hist *h) {
    free(h->times);
    *h = (Hist){0};
}

/* What lies outside of the room never came up. */
uint64_t hist_between(const Hist *h, int from, int to) {
    uint64_t sum = 0;
    if (from < h->low) from = h->low;
    for (int v = from; v <= to && v < h->low + h->room; v++) sum += h->times[v - h->low];
    return sum;
}

/* From the counts: the numbers themselves are not kept. */
double hist_mean(const Hist *h) {
    double sum = 0;
    for (int i = 0; i < h->room; i++) sum += (double)h->times[i] * (h->low + i);
    return sum / (double)h->count;
}

/* In two passes over the counts: exact, and there are few different numbers. */
double hist_deviation(const Hist *h) {
    double mean = hist_mean(h), sum = 0;
    for (int i = 0; i < h->room; i++) sum += (double)h->times[i] * (h->low + i - mean) * (h->low + i - mean);
    return h->count > 1 ? sqrt(sum / (double)(h->count - 1)) : 0;
}

/* Some number that came up, never one between two of them. */
int hist_quantile(const Hist *h, double q) {
    double want = q * (double)h->count;
    uint64_t sum = 0;
    for (int v = h->min; v < h->max; v++) {
        sum += h->times[v - h->low];
        if ((double)sum >= want && sum > 0) return v;
    }
    return h->max;
}

/* The greatest multiple of width that is not above v. */
static int floor_to(int v, int width) { return v - ((v % width) + width) % width; }

/* 1, 2, 5, 10, 20, 50, ...: widths whose borders people can read. The first that gives few enough bins. */
int hist_bins(int min, int max, int most, int *first, int *width) {
    static const int factor[] = {1, 2, 5};
    int bins = 0;
    for (int i = 0, ten = 1; i == 0 || bins > most; ten *= i % 3 == 2 ? 10 : 1, i++) {
        *width = factor[i % 3] * ten;
        *first = floor_to(min, *width);
        bins = (max - *first) / *width + 1;
    }
    return bins;
}
