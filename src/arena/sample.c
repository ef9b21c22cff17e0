/* sample.c: see sample.h. */
#include "arena/sample.h"

#include <math.h>

static const double z95 = 1.9599639845400545;

double sample_mean(const Sample *s) { return s->count > 0 ? s->sum / s->count : 0; }

double sample_variance(const Sample *s) {
    if (s->count < 2) return 0;
    double mean = sample_mean(s);
    return fmax(0, (s->squares - s->count * mean * mean) / (s->count - 1));
}

/* The quantile 0.975 of Student's t: exact for 1 and 2 degrees of freedom, else Fisher's expansion (better than a
 * hundredth from 3 on). */
static double t95(double freedom) {
    double z = z95, z2 = z * z, n = freedom;
    if (n < 1.5) return 12.706204736;
    if (n < 2.5) return 4.302652730;
    double a = z * (z2 + 1) / 4, b = z * ((5 * z2 + 16) * z2 + 3) / 96;
    double c = z * (((3 * z2 + 19) * z2 + 17) * z2 - 15) / 384;
    double d = z * ((((79 * z2 + 776) * z2 + 1482) * z2 - 1920) * z2 - 945) / 92160;
    return z + a / n + b / (n * n) + c / (n * n * n) + d / (n * n * n * n);
}

Interval mean_interval(const Sample *s) {
    if (s->count < 2) return (Interval){-INFINITY, INFINITY};
    double mean = sample_mean(s), half = t95(s->count - 1) * sqrt(sample_variance(s) / s->count);
    return (Interval){mean - half, mean + half};
}

Sample share_padded(const Sample *share, int bots) {
    return (Sample){.count = share->count + bots, .sum = share->sum + 1, .squares = share->squares + 1};
}

Interval share_interval(const Sample *share, int bots) {
    Sample s = share_padded(share, bots);
    double mean = sample_mean(&s), half = z95 * sqrt(sample_variance(&s) / s.count);
    return (Interval){fmax(0, mean - half), fmin(1, mean + half)};
}

double elo_of_share(double share, int bots) {
    if (share <= 0) return -INFINITY;
    if (share >= 1) return INFINITY;
    return 400 * log10(share * (bots - 1) / (1 - share));
}

double share_of_elo(double elo, int bots) { return 1 / (1 + (bots - 1) * pow(10, -elo / 400)); }

double sprt_ratio(const Sprt *t, const Sample *share, int bots) {
    Sample padded = share_padded(share, bots);
    double s0 = share_of_elo(t->elo0, bots), s1 = share_of_elo(t->elo1, bots);
    if (share->count < 1) return 0;
    return (s1 - s0) * (2 * share->sum - share->count * (s0 + s1)) / (2 * sample_variance(&padded));
}

Interval sprt_bounds(const Sprt *t) { return (Interval){log(t->beta / (1 - t->alpha)), log((1 - t->beta) / t->alpha)}; }

Verdict sprt_verdict(const Sprt *t, const Sample *share, int bots) {
    Interval bounds = sprt_bounds(t);
    double ratio = sprt_ratio(t, share, bots);
    return ratio >= bounds.high ? VERDICT_H1 : ratio <= bounds.low ? VERDICT_H0 : VERDICT_OPEN;
}
