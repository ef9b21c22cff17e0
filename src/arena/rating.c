/* rating.c: see rating.h. */
#include "arena/rating.h"

#include <math.h>
#include <string.h>

enum { ROUNDS_MAX = 100 };

static const double elo_unit = 173.71779276130073; /* 400 / ln 10 */
static const double z95 = 1.9599639845400545;

typedef double Matrix[RATED_MAX][RATED_MAX];

/* Inverts a positive definite matrix in place (Gauss and Jordan; no pivoting is needed). */
static void invert(int n, Matrix m) {
    for (int k = 0; k < n; k++) {
        double pivot = 1 / m[k][k];
        m[k][k] = 1;
        for (int j = 0; j < n; j++) m[k][j] *= pivot;
        for (int i = 0; i < n; i++) {
            double factor = m[i][k];
            if (i == k) continue;
            m[i][k] = 0;
            for (int j = 0; j < n; j++) m[i][j] -= factor * m[k][j];
        }
    }
}

/* Adds w (e_a - e_b)(e_a - e_b)'. */
static void add_pair(Matrix m, int a, int b, double w) {
    m[a][a] += w;
    m[b][b] += w;
    m[a][b] -= w;
    m[b][a] -= w;
}

/* The slope of the log likelihood, and the inverse of minus its curvature, to which 11' is added: that fixes the mean
 * of the ratings, of which the likelihood says nothing, and changes no difference. */
static void slope_and_curve(int bots, int pairings, const Pairing *pairing, const double *x, double *slope,
                            Matrix inverse) {
    memset(slope, 0, sizeof *slope * (size_t)bots);
    for (int i = 0; i < bots; i++)
        for (int j = 0; j < bots; j++) inverse[i][j] = 1;
    for (const Pairing *p = pairing; p < pairing + pairings; p++) {
        Sample s = share_padded(&p->share, 2);
        double expected = 1 / (1 + exp(x[p->b] - x[p->a])), error = s.sum - s.count * expected;
        slope[p->a] += error;
        slope[p->b] -= error;
        add_pair(inverse, p->a, p->b, s.count * expected * (1 - expected));
    }
    invert(bots, inverse);
}

/* Newton's method. A step is cut to a few hundred Elo, so that it cannot run away. */
static void climb(int bots, int pairings, const Pairing *pairing, double *x, Matrix inverse) {
    double slope[RATED_MAX], largest = 1;
    for (int round = 0; round < ROUNDS_MAX && largest > 1e-12; round++) {
        largest = 0;
        slope_and_curve(bots, pairings, pairing, x, slope, inverse);
        for (int i = 0; i < bots; i++) {
            double step = 0;
            for (int j = 0; j < bots; j++) step += inverse[i][j] * slope[j];
            x[i] += fmax(-2, fmin(2, step));
            largest = fmax(largest, fabs(step));
        }
    }
}

/* The variance of rating i: the inverse on both sides of the variance of the slope. */
static double variance_of(int bots, int i, Matrix inverse, Matrix noise) {
    double sum = 0;
    for (int j = 0; j < bots; j++)
        for (int k = 0; k < bots; k++) sum += inverse[i][j] * noise[j][k] * inverse[i][k];
    return fmax(0, sum);
}

void rating_fit(int bots, int pairings, const Pairing *pairing, double *rating, double *half) {
    Matrix inverse, noise = {{0}};
    double x[RATED_MAX] = {0}, mean = 0;
    climb(bots, pairings, pairing, x, inverse);
    for (const Pairing *p = pairing; p < pairing + pairings; p++) {
        Sample s = share_padded(&p->share, 2);
        add_pair(noise, p->a, p->b, s.count * sample_variance(&s));
    }
    for (int i = 0; i < bots; i++) mean += x[i] / bots;
    for (int i = 0; i < bots; i++) {
        rating[i] = elo_unit * (x[i] - mean);
        half[i] = z95 * elo_unit * sqrt(variance_of(bots, i, inverse, noise));
    }
}
