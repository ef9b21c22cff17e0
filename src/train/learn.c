/* learn.c: see learn.h. */
#include "train/learn.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Compiled twice on a PC, as in net.c; the same sums in the same order. */
#if defined(__x86_64__) && defined(__linux__) && !defined(__SANITIZE_ADDRESS__) && !defined(__clang__)
#define WIDE_TOO __attribute__((target_clones("avx2", "default"), flatten))
#else
#define WIDE_TOO
#endif

enum { W = NET_WIDE, N = NET_NARROW, O = NET_OUTS };

/* Where the layers lie in the weights, the running means and the gradient; the same order as in a file. */
typedef struct Parts {
    float *w1, *b1, *w2, *b2, *w3, *b3;
} Parts;

static size_t floats(uint32_t inputs) { return ((size_t)inputs + 1) * W + W * N + N + N * O + O; }

static Parts parts_at(float *at, uint32_t inputs) {
    Parts l = {.w1 = at};
    l.b1 = l.w1 + (size_t)inputs * W;
    l.w2 = l.b1 + W;
    l.b2 = l.w2 + W * N;
    l.w3 = l.b2 + N;
    l.b3 = l.w3 + N * O;
    return l;
}

static float *fresh(size_t n) {
    float *f = aligned_alloc(64, (n * sizeof(float) + 63) / 64 * 64);
    if (f) memset(f, 0, (n * sizeof(float) + 63) / 64 * 64);
    return f;
}

static void spread_out(float *w, size_t n, double width, Rng *rng) {
    for (size_t i = 0; i < n; i++) w[i] = (float)((rng_real(rng) * 2 - 1) * width);
}

/* Widths that keep the sums of each layer at about one: wider, half the units would be off from the start and never
 * learn; the last layer begins almost at zero, so that the first games are decided by little. */
bool learner_start(Learner *l, uint32_t inputs, uint32_t slots, Subject subject, uint64_t seed) {
    Rng rng = rng_stream(seed, inputs);
    *l = (Learner){.inputs = inputs, .slots = slots, .subject = subject, .count = floats(inputs)};
    float **parts[] = {&l->weights, &l->mean, &l->square, &l->average, &l->gradient};
    for (unsigned i = 0; i < sizeof parts / sizeof *parts; i++)
        if (!(*parts[i] = fresh(l->count))) return false;
    l->touched = calloc(inputs, 1);
    l->list = calloc(inputs, sizeof *l->list);
    if (!l->touched || !l->list) return false;
    Parts net = parts_at(l->weights, inputs);
    spread_out(net.w1, (size_t)inputs * W, 1 / sqrt(slots), &rng);
    spread_out(net.w2, W * N, sqrt(3.0 / W), &rng);
    spread_out(net.w3, N * O, 0.1 * sqrt(3.0 / N), &rng);
    memcpy(l->average, l->weights, l->count * sizeof(float));
    return true;
}

void learner_free(Learner *l) {
    free(l->weights), free(l->mean), free(l->square), free(l->average), free(l->gradient);
    free(l->touched), free(l->list);
    memset(l, 0, sizeof *l);
}

/* What the layers hold for one example. */
typedef struct Layers {
    float wide[W], narrow[N], out[O];
} Layers;

/* The inputs are ones and zeros, so a layer of thousands is a sum of a few rows; and units that are off are skipped
 * before their row is touched. */
static void forward(const Parts *net, uint32_t slots, const Example *s, Layers *x) {
    memcpy(x->wide, net->b1, sizeof x->wide);
    for (uint32_t k = 0; k < slots; k++) {
        const float *row = net->w1 + (size_t)s->slot[k] * W;
        for (int i = 0; i < W; i++) x->wide[i] += row[i];
    }
    memcpy(x->narrow, net->b2, sizeof x->narrow);
    for (int i = 0; i < W; i++) {
        if (x->wide[i] <= 0) continue;
        const float *row = net->w2 + i * N;
        for (int j = 0; j < N; j++) x->narrow[j] += row[j] * x->wide[i];
    }
    memcpy(x->out, net->b3, sizeof x->out);
    for (int j = 0; j < N; j++) {
        if (x->narrow[j] <= 0) continue;
        for (int o = 0; o < O; o++) x->out[o] += net->w3[j * O + o] * x->narrow[j];
    }
}

/* The loss, and how it changes with the outputs: cross entropy for the win, squares for all else. */
static double loss(const Learner *l, const Example *s, const float *out, float *change) {
    float p = net_chance(out[OUT_WIN]), own = out[OUT_OWN] - s->own, other = out[OUT_OTHER] - s->other;
    memset(change, 0, O * sizeof *change);
    change[OUT_OWN] = own;
    change[OUT_OTHER] = l->subject == SUBJECT_ALONE ? l->variance * other : other; /* the variance has the same place */
    if (l->subject == SUBJECT_ALONE) return own * own;
    change[OUT_TURNS] = out[OUT_TURNS] - s->turns;
    if (l->subject == SUBJECT_CURVES) {
        change[OUT_OWN_VARIANCE] = l->variance * (out[OUT_OWN_VARIANCE] - s->win);
        change[OUT_OTHER_VARIANCE] *= l->variance;
        return own * own + other * other;
    }
    change[OUT_WIN] = p - s->win;
    double q = p < 1e-6f ? 1e-6 : p > 1 - 1e-6f ? 1 - 1e-6 : p;
    return -(s->win * log(q) + (1 - s->win) * log(1 - q));
}

static void touch(Learner *l, uint32_t input) {
    if (l->touched[input]) return;
    l->touched[input] = 1;
    l->list[l->list_size++] = input;
}

/* A sum that has grown beyond the bound is drawn back to it, or whoever plays, with whole numbers of two bytes, would
 * see it wrap around. */
static float draw_back(float sum, float bound) {
    if (bound <= 0 || (sum <= bound && sum >= -bound)) return 0;
    return 0.05f * (sum > 0 ? sum - bound : sum + bound);
}

/* Eight sums side by side and then added: one running sum would be a chain that no processor can widen, and the order
 * is fixed, so that a training can be repeated to the bit. */
static void backward(Learner *l, const Parts *net, const Parts *grad, const Example *s, const Layers *x,
                     const float *d_out) {
    float d_narrow[N], d_wide[W];
    float *g3 = grad->w3, *gb3 = grad->b3, *g2 = grad->w2, *gb2 = grad->b2, *gb1 = grad->b1;
    for (int o = 0; o < O; o++) gb3[o] += d_out[o];
    for (int j = 0; j < N; j++) {
        float d = 0;
        if (x->narrow[j] > 0)
            for (int o = 0; o < O; o++) {
                d += net->w3[j * O + o] * d_out[o];
                g3[j * O + o] += x->narrow[j] * d_out[o];
            }
        d_narrow[j] = d;
        gb2[j] += d;
    }
    for (int i = 0; i < W; i++) {
        float d = 0;
        if (x->wide[i] > 0) {
            float v[8] = {0};
            for (int j = 0; j < N; j++) v[j & 7] += net->w2[i * N + j] * d_narrow[j];
            for (int j = 0; j < N; j++) g2[i * N + j] += x->wide[i] * d_narrow[j];
            d = (v[0] + v[1]) + (v[2] + v[3]) + (v[4] + v[5]) + (v[6] + v[7]);
        }
        d_wide[i] = d + draw_back(x->wide[i], l->bound);
        gb1[i] += d;
    }
    for (uint32_t k = 0; k < l->slots; k++) {
        float *row = grad->w1 + (size_t)s->slot[k] * W;
        touch(l, s->slot[k]);
        for (int i = 0; i < W; i++) row[i] += d_wide[i];
    }
}

/* Adam on n weights from `at` on; the gradient is used up. */
static void adam(Learner *l, size_t at, size_t n, float scale, float rate) {
    float *w = l->weights + at, *m = l->mean + at, *v = l->square + at, *g = l->gradient + at;
    for (size_t i = 0; i < n; i++) {
        float d = g[i] * scale;
        m[i] += 0.1f * (d - m[i]);
        v[i] += 0.002f * (d * d - v[i]);
        w[i] -= rate * m[i] / (sqrtf(v[i]) + 1e-6f);
        g[i] = 0;
    }
}

/* Of the first layer only the rows that the batch has touched are moved: a step through all of it would cost more than
 * the batch itself. */
WIDE_TOO double learner_batch(Learner *l, const Example *examples, const uint32_t *order, uint32_t n, float rate) {
    Parts net = parts_at(l->weights, l->inputs), grad = parts_at(l->gradient, l->inputs);
    double sum = 0;
    for (uint32_t i = 0; i < n; i++) {
        const Example *s = &examples[order[i]];
        Layers x;
        float change[O];
        forward(&net, l->slots, s, &x);
        sum += loss(l, s, x.out, change);
        backward(l, &net, &grad, s, &x, change);
    }
    l->step++;
    /* The running mean of squares starts at zero; for the first steps it is too small. */
    float warm = sqrtf(1 - powf(0.998f, (float)l->step));
    float scale = 1 / (float)n, r = rate * warm;
    for (uint32_t i = 0; i < l->list_size; i++) {
        adam(l, (size_t)l->list[i] * W, W, scale, r);
        l->touched[l->list[i]] = 0;
    }
    l->list_size = 0;
    size_t rest = (size_t)l->inputs * W;
    adam(l, rest, l->count - rest, scale, r);
    return sum;
}

void learner_average(Learner *l, float part) {
    for (size_t i = 0; i < l->count; i++) l->average[i] += part * (l->weights[i] - l->average[i]);
}

static int16_t whole(float x) {
    float y = x * NET_ONE;
    return (int16_t)(y < -32000 ? -32000 : y > 32000 ? 32000 : lrintf(y));
}

void learner_clear(Learner *l) {
    memset(l->weights, 0, l->count * sizeof(float));
    memset(l->average, 0, l->count * sizeof(float));
}

void learner_take(Learner *l, const uint8_t *bytes) {
    size_t first = ((size_t)l->inputs + 1) * W;
    const int16_t *in = (const int16_t *)(const void *)bytes;
    for (size_t i = 0; i < first; i++) l->weights[i] = (float)in[i] / NET_ONE;
    memcpy(l->weights + first, in + first, (l->count - first) * sizeof(float));
    memcpy(l->average, l->weights, l->count * sizeof(float));
}

void learner_seal(const Learner *l, uint8_t *bytes) {
    size_t first = ((size_t)l->inputs + 1) * W;
    int16_t *out = (int16_t *)(void *)bytes;
    for (size_t i = 0; i < first; i++) out[i] = whole(l->average[i]);
    memcpy(out + first, l->average + first, (l->count - first) * sizeof(float));
}
