/* rating.c: see rating.h. */
#include "arena/rating.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS_MAX = 200, STEP_MOST = 2 };

static const double elo_unit = 173.71779276130073; /* 400 / ln 10 */
static const double z95 = 1.9599639845400545;

/* What a fit works with. */
typedef struct Fit {
    int bots, meetings;
    const Meeting *meeting;
    double prior;
    double slope[RATED_MAX];
    Ratings *out;
} Fit;

/* Inverts a positive definite matrix in place (Gauss and Jordan; no pivoting is needed). */
static void invert(int n, RatingMatrix m) {
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

/* The shares that the strengths let these bots expect at one table; returns the logarithm of the sum of strengths. */
static double expect(const double *strength, int seats, const int *bot, double *share) {
    double top = -INFINITY, sum = 0;
    for (int i = 0; i < seats; i++) top = fmax(top, strength[bot[i]]);
    for (int i = 0; i < seats; i++) sum += share[i] = exp(strength[bot[i]] - top);
    for (int i = 0; i < seats; i++) share[i] /= sum;
    return seats > 0 ? top + log(sum) : 0;
}

/* The covariance of the shares of one game of which these are expected. */
static double model_covariance(const double *share, int i, int j) {
    return (i == j ? share[i] : 0) - share[i] * share[j];
}

static double even_share(double strength) { return 1 / (1 + exp(-strength)); }

/* The logarithm of the chance of a win and a loss against a bot of strength 0. */
static double even_value(double strength) { return -fabs(strength) - 2 * log1p(exp(-fabs(strength))); }

/* ---- The strengths ---------------------------------------------------------------------------------- */

/* What each had at a table. Less luck it may be less than nothing, which no strength is low enough to make one expect:
 * then it counts as nothing, and the others' as so much less. Together they have had all sets: the luck of three sums
 * to nothing on average only, and what is left over would push a whole crowd away from one that it never met. */
static void possible_shares(const Meeting *m, double *share) {
    double sum = 0;
    for (int i = 0; i < m->seats; i++) sum += share[i] = fmax(0, m->share[i]);
    for (int i = 0; i < m->seats && sum > 0; i++) share[i] *= m->sets / sum;
}

/* The log likelihood; its slope, and the inverse of minus its curvature in out->model. Without a prior 11' is added
 * to it: that fixes the mean of the strengths, of which the likelihood says nothing, and changes no difference. */
static double look_around(Fit *f) {
    RatingMatrix *curve = &f->out->model;
    double value = 0;
    for (int i = 0; i < f->bots; i++) {
        double even = even_share(f->out->strength[i]);
        value += f->prior * even_value(f->out->strength[i]);
        f->slope[i] = f->prior * (1 - 2 * even);
        for (int j = 0; j < f->bots; j++) (*curve)[i][j] = f->prior > 0 ? 0 : 1;
        (*curve)[i][i] += 2 * f->prior * even * (1 - even);
    }
    for (const Meeting *m = f->meeting; m < f->meeting + f->meetings; m++) {
        double share[SEATS_MAX], had[SEATS_MAX];
        value -= m->sets * expect(f->out->strength, m->seats, m->bot, share);
        possible_shares(m, had);
        for (int i = 0; i < m->seats; i++) {
            value += had[i] * f->out->strength[m->bot[i]];
            f->slope[m->bot[i]] += had[i] - m->sets * share[i];
            for (int j = 0; j < m->seats; j++)
                (*curve)[m->bot[i]][m->bot[j]] += m->sets * model_covariance(share, i, j);
        }
    }
    invert(f->bots, *curve);
    return value;
}

/* Newton's step, of which no part is longer than a few hundred Elo; returns how long it would have been. */
static double choose_step(const Fit *f, double *step) {
    double largest = 0;
    for (int i = 0; i < f->bots; i++) {
        step[i] = 0;
        for (int j = 0; j < f->bots; j++) step[i] += f->out->model[i][j] * f->slope[j];
        largest = fmax(largest, fabs(step[i]));
    }
    for (int i = 0; i < f->bots && largest > STEP_MOST; i++) step[i] *= STEP_MOST / largest;
    return largest;
}

/* Newton's method. The likelihood has one top, and a part of the step, if not all of it, leads upwards: where it went
 * down, half of the step is taken back. What is lost by rounding is no way down. */
static void climb(Fit *f) {
    double largest = 1, best = -INFINITY, step[RATED_MAX] = {0};
    for (int round = 0; round < ROUNDS_MAX && largest > 1e-12; round++) {
        double value = look_around(f);
        if (value < best - 1e-12 * fabs(best)) {
            for (int i = 0; i < f->bots; i++) f->out->strength[i] -= step[i] /= 2;
            continue;
        }
        best = value;
        largest = choose_step(f, step);
        for (int i = 0; i < f->bots; i++) f->out->strength[i] += step[i];
    }
}

/* ---- Their errors ----------------------------------------------------------------------------------- */

/* The sum over sets of what two bots' shares were off their means together. */
static double off_together(const Meeting *m, int i, int j) {
    return m->sets > 0 ? m->product[i][j] - m->share[i] * m->share[j] / m->sets : 0;
}

/* How much sets vary beside single games, over all tables; 1 as long as nothing is known. */
static double spread_of(const Fit *f) {
    double seen = 1, model = 1;
    for (const Meeting *m = f->meeting; m < f->meeting + f->meetings; m++) {
        double share[SEATS_MAX];
        expect(f->out->strength, m->seats, m->bot, share);
        for (int i = 0; i < m->seats && m->sets > 1; i++) {
            seen += off_together(m, i, i);
            model += (m->sets - 1) * model_covariance(share, i, i);
        }
    }
    return fmax(1e-6, seen / model);
}

/* What the slope varies by. A table with few sets says little of its own variance: it is taken together with as many
 * sets as it has seats that vary as those of all tables do. */
static void add_noise(const Fit *f, RatingMatrix noise) {
    for (const Meeting *m = f->meeting; m < f->meeting + f->meetings; m++) {
        double share[SEATS_MAX], more = f->prior > 0 ? m->seats : 0;
        if (m->sets - 1 + more <= 0) continue;
        expect(f->out->strength, m->seats, m->bot, share);
        for (int i = 0; i < m->seats; i++)
            for (int j = 0; j < m->seats; j++) {
                double off = off_together(m, i, j) + more * f->out->spread * model_covariance(share, i, j);
                noise[m->bot[i]][m->bot[j]] += m->sets * off / (m->sets - 1 + more);
            }
    }
    for (int i = 0; i < f->bots; i++) {
        double even = even_share(f->out->strength[i]);
        noise[i][i] += 2 * f->prior * even * (1 - even);
    }
}

/* The model's covariance on both sides of the noise: what the errors are whether or not the model's variance is right.
 */
static void sandwich(int n, RatingMatrix model, RatingMatrix noise, RatingMatrix out) {
    for (int i = 0; i < n; i++) {
        double row[RATED_MAX] = {0};
        for (int k = 0; k < n; k++)
            for (int j = 0; j < n; j++) row[j] += model[i][k] * noise[k][j];
        for (int j = 0; j < n; j++) {
            out[i][j] = 0;
            for (int k = 0; k < n; k++) out[i][j] += row[k] * model[k][j];
        }
    }
}

/* The spread comes before the noise, which takes it for what a table cannot say of itself. */
static void fit(Fit *f) {
    RatingMatrix noise;
    memset(noise, 0, sizeof noise);
    memset(f->out, 0, sizeof *f->out);
    f->out->bots = f->bots;
    climb(f);
    f->out->spread = spread_of(f);
    add_noise(f, noise);
    sandwich(f->bots, f->out->model, noise, f->out->variance);
}

void rating_tables(int bots, int meetings, const Meeting *meeting, double prior, Ratings *out) {
    fit(&(Fit){.bots = bots, .meetings = meetings, .meeting = meeting, .prior = prior, .out = out});
}

/* A difference, so its error needs the covariances; an anchor itself has 0, and no error. */
void rating_of(const Ratings *r, int bot, int anchor, double *elo, double *half) {
    double weight[RATED_MAX] = {0}, variance = 0;
    for (int i = 0; i < r->bots; i++) weight[i] = anchor < 0 ? -1.0 / r->bots : 0;
    if (anchor >= 0) weight[anchor] -= 1;
    weight[bot] += 1;
    *elo = 0;
    for (int i = 0; i < r->bots; i++) {
        *elo += elo_unit * weight[i] * r->strength[i];
        for (int j = 0; j < r->bots; j++) variance += weight[i] * weight[j] * r->variance[i][j];
    }
    *half = z95 * elo_unit * sqrt(fmax(0, variance));
}

/* ---- Duels of two ----------------------------------------------------------------------------------- */

/* What the second bot did follows from the first one's shares: together they have 1 of every set. */
static Meeting meeting_of(const Pairing *p) {
    Sample s = share_padded(&p->share, 2);
    double both = s.sum - s.squares;
    return (Meeting){.seats = 2,
                     .bot = {p->a, p->b},
                     .sets = s.count,
                     .share = {s.sum, s.count - s.sum},
                     .product = {{s.squares, both}, {both, s.count - 2 * s.sum + s.squares}}};
}

/* Without a prior: the sets that meeting_of() adds see to it that every bot has a rating. */
void rating_fit(int bots, int pairings, const Pairing *pairing, double *rating, double *half) {
    Meeting *meeting = calloc((size_t)pairings + 1, sizeof *meeting);
    Ratings ratings;
    memset(rating, 0, sizeof *rating * (size_t)bots);
    memset(half, 0, sizeof *half * (size_t)bots);
    if (!meeting) return;
    for (int i = 0; i < pairings; i++) meeting[i] = meeting_of(&pairing[i]);
    fit(&(Fit){.bots = bots, .meetings = pairings, .meeting = meeting, .out = &ratings});
    for (int i = 0; i < bots; i++) rating_of(&ratings, i, -1, &rating[i], &half[i]);
    free(meeting);
}

/* ---- What more games would tell --------------------------------------------------------------------- */

typedef double TableMatrix[SEATS_MAX][SEATS_MAX];

/* Replaces b by the solution x of a x = b; the largest pivot of each column, because a is not symmetric. */
static void solve(int n, TableMatrix a, TableMatrix b) {
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(a[i][k]) > fabs(a[best][k])) best = i;
        for (int j = 0; j < n; j++) {
            double x = a[k][j], y = b[k][j];
            a[k][j] = a[best][j], a[best][j] = x;
            b[k][j] = b[best][j], b[best][j] = y;
        }
        for (int i = 0; i < n; i++) {
            double factor = a[i][k] / a[k][k];
            for (int j = 0; j < n && i != k; j++) {
                a[i][j] -= factor * a[k][j];
                b[i][j] -= factor * b[k][j];
            }
        }
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) b[i][j] /= a[i][i];
}

/* How the bots of the table vary together with all that count: the sum over these of the products. */
static void shared_variance(const Ratings *r, const bool *counted, int seats, const int *bot, TableMatrix out) {
    double mean[SEATS_MAX] = {0};
    int count = 0;
    for (int k = 0; k < r->bots; k++) {
        if (!counted[k]) continue;
        count++;
        for (int i = 0; i < seats; i++) mean[i] += r->model[bot[i]][k];
    }
    memset(out, 0, sizeof(TableMatrix));
    for (int k = 0; k < r->bots; k++)
        for (int i = 0; i < seats && counted[k]; i++)
            for (int j = 0; j < seats; j++)
                out[i][j] += (r->model[bot[i]][k] - mean[i] / count) * (r->model[bot[j]][k] - mean[j] / count);
}

/* With C the covariance and M what the sets add to its inverse, both of the bots of the table, the covariance falls by
 * C M (1 + C M)^-1 C (Woodbury); here the trace of that. Sets that vary less than single games tell more of what there
 * is to tell, and there is less of it: `spread` stands for both. */
double rating_gain(const Ratings *r, const bool *counted, int seats, const int *bot, double sets) {
    double share[SEATS_MAX], gain = 0;
    TableMatrix left = {{0}}, shared;
    expect(r->strength, seats, bot, share);
    shared_variance(r, counted, seats, bot, shared);
    for (int i = 0; i < seats; i++)
        for (int j = 0; j < seats; j++) {
            left[i][j] = i == j;
            for (int k = 0; k < seats; k++)
                left[i][j] += r->model[bot[i]][bot[k]] * sets * model_covariance(share, k, j);
        }
    solve(seats, left, shared);
    for (int i = 0; i < seats; i++)
        for (int j = 0; j < seats; j++) gain += sets * model_covariance(share, i, j) * shared[j][i];
    return gain * r->spread * elo_unit * elo_unit;
}
