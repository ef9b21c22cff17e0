/* net.c: see net.h. */
#include "bots/net.h"

#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* Vectors wider than the machine's are taken in parts; the sums come out the same to the bit. */
typedef float V4 __attribute__((vector_size(16)));
typedef float V8 __attribute__((vector_size(32), aligned(16)));
typedef int16_t I16 __attribute__((vector_size(32), aligned(16)));

enum { WIDE16 = NET_WIDE / 16, NARROW8 = NET_NARROW / 8 };

/* On a PC, compiled twice: for every one, and for those with wide vectors. */
#if defined(__x86_64__) && defined(__linux__) && !defined(__SANITIZE_ADDRESS__) && !defined(__clang__)
#define WIDE_TOO __attribute__((target_clones("avx2", "default")))
#else
#define WIDE_TOO
#endif
#define INLINE static inline __attribute__((always_inline))

static size_t first_bytes(uint32_t inputs) { return ((size_t)inputs + 1) * NET_WIDE * sizeof(int16_t); }

size_t net_bytes(uint32_t inputs) {
    return first_bytes(inputs) +
           sizeof(float) * (NET_WIDE * NET_NARROW + NET_NARROW + NET_NARROW * NET_OUTS + NET_OUTS);
}

Net net_at(const uint8_t *bytes, uint32_t inputs, uint32_t slots) {
    Net net = {.inputs = inputs, .slots = slots, .w1 = (const int16_t *)(const void *)bytes};
    net.b1 = net.w1 + (size_t)inputs * NET_WIDE;
    net.w2 = (const float *)(const void *)(bytes + first_bytes(inputs));
    net.b2 = net.w2 + NET_WIDE * NET_NARROW;
    net.w3 = net.b2 + NET_NARROW;
    net.b3 = net.w3 + NET_NARROW * NET_OUTS;
    return net;
}

INLINE const I16 *input_row(const Net *net, unsigned input) {
    return (const I16 *)(net->w1 + (size_t)input * NET_WIDE);
}

/* Keeps the slots that it was made of: the next position mostly shares all but a few, and sum_changes() adds only
 * those. */
INLINE void sum_afresh(const Net *net, NetSum *sum, const uint16_t *slot) {
    I16 *s = (I16 *)sum->sum;
    memcpy(sum->sum, net->b1, sizeof sum->sum);
    for (uint32_t k = 0; k < net->slots; k++) {
        const I16 *row = input_row(net, slot[k]);
        for (int i = 0; i < WIDE16; i++) s[i] += row[i];
        sum->slot[k] = slot[k];
    }
    sum->ready = true;
}

INLINE void sum_change(const Net *net, NetSum *sum, const uint16_t *slot, uint32_t k) {
    I16 *s = (I16 *)sum->sum;
    if (slot[k] == sum->slot[k]) return;
    const I16 *out = input_row(net, sum->slot[k]), *in = input_row(net, slot[k]);
    for (int i = 0; i < WIDE16; i++) s[i] += in[i] - out[i];
    sum->slot[k] = slot[k];
}

/* Most slots stay as they are, so four are compared at once. */
INLINE void sum_changes(const Net *net, NetSum *sum, const uint16_t *slot) {
    uint32_t k = 0;
    for (; k + 4 <= net->slots; k += 4) {
        uint64_t now, then;
        memcpy(&now, slot + k, sizeof now);
        memcpy(&then, sum->slot + k, sizeof then);
        if (now == then) continue;
        for (uint32_t i = k; i < k + 4; i++) sum_change(net, sum, slot, i);
    }
    for (; k < net->slots; k++) sum_change(net, sum, slot, k);
}

/* Which of 64 sums are positive, as bits. */
INLINE uint64_t positive(const int16_t *sum) {
    uint64_t bits = 0;
#ifdef __SSE2__
    const __m128i *s = (const __m128i *)sum, zero = _mm_setzero_si128();
    for (int i = 0; i < 4; i++) {
        __m128i a = _mm_cmpgt_epi16(s[2 * i], zero), b = _mm_cmpgt_epi16(s[2 * i + 1], zero);
        bits |= (uint64_t)(uint32_t)_mm_movemask_epi8(_mm_packs_epi16(a, b)) << 16 * i;
    }
#else
    for (int i = 0; i < 64; i++) bits |= (uint64_t)(sum[i] > 0) << i;
#endif
    return bits;
}

/* Goes through the units that are positive without a branch for each, because nobody can predict which are. */
INLINE void second_layer(const Net *net, const int16_t *sum, float *hidden) {
    const V8 *w = (const V8 *)net->w2, *b = (const V8 *)net->b2;
    V8 h0 = b[0], h1 = b[1], h2 = b[2], h3 = b[3];
    for (int from = 0; from < NET_WIDE; from += 64)
        for (uint64_t bits = positive(sum + from); bits; bits &= bits - 1) {
            int i = from + __builtin_ctzll(bits);
            float x = (float)sum[i] * (1.0f / NET_ONE);
            const V8 *row = w + i * NARROW8;
            h0 += row[0] * x, h1 += row[1] * x, h2 += row[2] * x, h3 += row[3] * x;
        }
    V8 *h = (V8 *)hidden;
    h[0] = h0, h[1] = h1, h[2] = h2, h[3] = h3;
}

/* Compiled twice, for every machine and for those with wider registers; neither fuses nor reorders, so both come to the
 * same bits. */
WIDE_TOO static void look(const Net *net, NetSum *sum, const uint16_t *slot, float out[NET_OUTS]) {
    if (sum->ready)
        sum_changes(net, sum, slot);
    else
        sum_afresh(net, sum, slot);
    float hidden[NET_NARROW] __attribute__((aligned(32)));
    second_layer(net, sum->sum, hidden);
    V4 o;
    memcpy(&o, net->b3, sizeof o);
    for (int j = 0; j < NET_NARROW; j++) {
        float x = hidden[j] > 0 ? hidden[j] : 0;
        o += ((const V4 *)net->w3)[j] * x;
    }
    memcpy(out, &o, sizeof o);
}

/* Not compiled twice itself, or its two copies would be seen outside the library. */
void net_look(const Net *net, NetSum *sum, const uint16_t *slot, float out[NET_OUTS]) { look(net, sum, slot, out); }

/* e^x = 2^n * 2^f with f in [-1/2, 1/2]; the second factor by its Taylor series. */
static float power_of_e(float x) {
    float t = x * 1.44269504f;
    int n = (int)(t < 0 ? t - 0.5f : t + 0.5f);
    float f = (t - (float)n) * 0.69314718f;
    float p = 1 + f * (1 + f * (0.5f + f * (0.16666667f + f * (0.041666667f + f * 0.0083333333f))));
    union {
        uint32_t bits;
        float value;
    } scale = {.bits = (uint32_t)(n + 127) << 23};
    return p * scale.value;
}

/* The square root by Newton's steps, from a first guess that halves the exponent. */
static float root(float x) {
    union {
        uint32_t bits;
        float value;
    } y = {.value = x};
    y.bits = 0x1FBD1DF5u + (y.bits >> 1);
    for (int i = 0; i < 3; i++) y.value = 0.5f * (y.value + x / y.value);
    return y.value;
}

float net_chance(float log_odds) {
    float x = log_odds < -30 ? -30 : log_odds > 30 ? 30 : log_odds;
    return 1 / (1 + power_of_e(-x));
}

/* The logistic curve that lies within 2e-4 of the bell's (Page 1977). */
float net_bell(float mean, float variance) {
    float least = 1e-4f, x = mean / root(variance < least ? least : variance);
    return net_chance(1.5957691f * x + 0.0713548f * x * x * x);
}

/* ---- The file -------------------------------------------------------------------------------------- */

static const char magic[8] = {'P', 'E', 'N', 'N', 'A', 'N', 'E', 'T'};

/* The header; all numbers little-endian. */
typedef struct WeightsHeader {
    char magic[8];
    uint32_t version, wide, narrow, outs;
    uint32_t inputs, slots, solo_inputs, solo_slots;
    float spread, solo_spread;
    char game[16];
    uint64_t checksum; /* of the whole file with this field 0 */
    float alone, haze[WEIGHTS_LEVELS];
    float margin; /* 0: MARGIN_USUAL */
    float own;
    uint8_t zero[WEIGHTS_HEADER - 96];
} WeightsHeader;

_Static_assert(sizeof(WeightsHeader) == WEIGHTS_HEADER, "the header has no padding");

/* Words of eight bytes, each mixed in like a digit; the size is a multiple of eight. */
static uint64_t checksum(const uint8_t *bytes, size_t size) {
    uint64_t sum = 0xCBF29CE484222325u, word;
    for (size_t i = 0; i + 8 <= size; i += 8) {
        memcpy(&word, bytes + i, 8);
        if (i == offsetof(WeightsHeader, checksum)) word = 0;
        sum = (sum ^ word) * 0x100000001B3u;
        sum ^= sum >> 29;
    }
    return sum;
}

size_t weights_size(const Features *f) { return WEIGHTS_HEADER + net_bytes(f->inputs) + net_bytes(f->solo_inputs); }

static void fill_header(const Game *g, const Features *f, WeightsHeader *h) {
    *h = (WeightsHeader){.version = WEIGHTS_VERSION,
                         .wide = NET_WIDE,
                         .narrow = NET_NARROW,
                         .outs = NET_OUTS,
                         .inputs = f->inputs,
                         .slots = f->slots,
                         .solo_inputs = f->solo_inputs,
                         .solo_slots = f->solo_slots};
    memcpy(h->magic, magic, sizeof magic);
    strncpy(h->game, g->name, sizeof h->game - 1);
}

/* The checksum is over the file with a zero in its place, so it is written last. The usual margin is written as zero,
 * as files from before there was a choice have it. */
void weights_seal(const Game *g, const Features *f, const Scales *scales, uint8_t *bytes) {
    WeightsHeader h;
    fill_header(g, f, &h);
    h.spread = scales->spread;
    h.solo_spread = scales->solo_spread;
    h.own = scales->own;
    h.alone = scales->alone;
    h.margin = scales->margin == MARGIN_USUAL ? 0 : scales->margin;
    memcpy(h.haze, scales->haze, sizeof h.haze);
    memcpy(bytes, &h, sizeof h);
    h.checksum = checksum(bytes, weights_size(f));
    memcpy(bytes, &h, sizeof h);
}

/* The features of the game, now or earlier, that nets of this shape were shown; NULL: none. */
static const Features *features_of(const Game *g, const WeightsHeader *have) {
    const size_t from = offsetof(WeightsHeader, wide), to = offsetof(WeightsHeader, spread);
    for (const Features *f = g->features; f; f = f->earlier) {
        WeightsHeader want;
        fill_header(g, f, &want);
        if (memcmp(&have->wide, &want.wide, to - from) == 0) return f;
    }
    return NULL;
}

/* A file may be refused for its form, its version, its game or a damaged byte. */
static const char *fault(const Game *g, const uint8_t *bytes, size_t size, const Features **shown) {
    WeightsHeader want, have;
    if (!g->features) return N_("this game has no features for a net");
    if (size < WEIGHTS_HEADER || memcmp(bytes, magic, sizeof magic) != 0) return N_("not a file of weights");
    memcpy(&have, bytes, sizeof have);
    fill_header(g, g->features, &want);
    if (have.version != want.version) return N_("weights of another version");
    if (memcmp(have.game, want.game, sizeof want.game) != 0) return N_("weights of another game");
    *shown = features_of(g, &have);
    if (!*shown) return N_("weights for other features");
    if (size != weights_size(*shown)) return N_("weights cut short or too long");
    if (have.checksum != checksum(bytes, size)) return N_("damaged weights");
    if ((uintptr_t)bytes % 16) return N_("weights not aligned to 16 bytes");
    return NULL;
}

/* Nothing is copied: the nets are read where they lie. */
bool weights_read(const Game *g, const uint8_t *bytes, size_t size, Weights *out, const char **why) {
    const Features *f = NULL;
    *why = bytes ? fault(g, bytes, size, &f) : N_("no weights");
    if (*why) return false;
    const uint8_t *nets = bytes + WEIGHTS_HEADER;
    WeightsHeader h;
    memcpy(&h, bytes, sizeof h);
    *out = (Weights){.pair = net_at(nets, f->inputs, f->slots),
                     .solo = net_at(nets + net_bytes(f->inputs), f->solo_inputs, f->solo_slots),
                     .features = f,
                     .scales = {.spread = h.spread, .solo_spread = h.solo_spread, .own = h.own, .alone = h.alone}};
    out->scales.margin = h.margin > 0 ? h.margin : MARGIN_USUAL;
    memcpy(out->scales.haze, h.haze, sizeof h.haze);
    return true;
}
