/* net.h: the small net that looks at a position, and the file its weights come in.
 *
 * A net has four layers: one row of NET_WIDE weights for each input, added up over the slots (Features in
 * game.h); NET_WIDE and NET_NARROW units that pass on what is positive; and the outputs. Because a move
 * changes few slots, the first sum is kept and only the changes are added to it. The first layer is in
 * whole numbers, parts of NET_ONE: smaller, faster and exact however the changes add up.
 *
 * After it additions and multiplications only, always in the same order and never fused, so that every
 * machine computes the same bytes.
 *
 * A file of weights holds two nets of one game, one for a pair of seats and one for a seat alone
 * (docs/weights.md). It is used where it lies in memory. */
#ifndef PENNA_BOTS_NET_H
#define PENNA_BOTS_NET_H

#include "base/game.h"

enum { NET_WIDE = 64, NET_NARROW = 32, NET_OUTS = 4, NET_ONE = 1024 };

/* What the outputs mean. */
enum {
    OUT_WIN,   /* log odds that the seat ends ahead of the other */
    OUT_OWN,   /* the seat's points in the end, in hundreds */
    OUT_OTHER, /* the other's points in the end, in hundreds */
    OUT_TURNS, /* the turns still to be played, in hundreds */
    /* Variances of points in the end, in parts of VARIANCE_UNIT; they take the places of other outputs. */
    OUT_VARIANCE = OUT_OTHER,      /* of a seat alone: that of its points */
    OUT_OWN_VARIANCE = OUT_WIN,    /* of a pair in curves (Style.curves): of the seat's own points, */
    OUT_OTHER_VARIANCE = OUT_TURNS /* and of the other's */
};

typedef struct Net {
    uint32_t inputs, slots;
    const int16_t *w1; /* [inputs][NET_WIDE], in parts of NET_ONE */
    const int16_t *b1; /* [NET_WIDE], likewise */
    const float *w2;   /* [NET_WIDE][NET_NARROW] */
    const float *b2;   /* [NET_NARROW] */
    const float *w3;   /* [NET_NARROW][NET_OUTS] */
    const float *b3;   /* [NET_OUTS] */
} Net;

/* The first layer's sum for the slots it was last asked about. */
typedef struct NetSum {
    int16_t sum[NET_WIDE] __attribute__((aligned(16)));
    uint16_t slot[SLOTS_MAX];
    bool ready; /* false: holds nothing yet */
} NetSum;

/* How many bytes a net of so many inputs has; and the net that lies in them. */
size_t net_bytes(uint32_t inputs);
Net net_at(const uint8_t *bytes, uint32_t inputs, uint32_t slots);

/* The outputs for these slots. */
void net_look(const Net *net, NetSum *sum, const uint16_t *slot, float out[NET_OUTS]);

/* The variance of points in the end is learned in this unit, of squared hundreds. */
#define VARIANCE_UNIT 0.1f

/* The chance that a number spread like a bell about `mean` with that variance is above 0; exact to about 2e-4. */
float net_bell(float mean, float variance);

/* 1 / (1 + e^-x), the same on every machine; exact to about 1e-6. */
float net_chance(float log_odds);

/* ---- The file -------------------------------------------------------------------------------------- */

/* What a hundred points ahead count for where a file, an early one, does not say. */
#define MARGIN_USUAL 0.1f

enum { WEIGHTS_VERSION = 2, WEIGHTS_HEADER = 128 };

/* The levels below expert, the strongest first. */
typedef enum Dim { DIM_HARD, DIM_NORMAL, DIM_EASY, WEIGHTS_LEVELS } Dim;

/* What a file says beside its nets. */
typedef struct Scales {
    float spread;               /* how far apart the values of a decision's moves lie, on average; pair */
    float solo_spread;          /* the same, alone */
    float own;                  /* what the bots that use them add for points (Features.own), */
    float alone;                /* and for points alone (Features.alone), */
    float margin;               /* and for a hundred points ahead (Features.margin) */
    float haze[WEIGHTS_LEVELS]; /* how dim each level's sight is, in spreads (expert.c) */
} Scales;

typedef struct Weights {
    Net pair, solo;
    const Features *features; /* what they were shown: the game's, or earlier ones */
    Scales scales;
} Weights;

/* Reads a file of weights that lies at `bytes`, aligned to 16, for this game; false: says why. It is not
 * copied. */
bool weights_read(const Game *g, const uint8_t *bytes, size_t size, Weights *out, const char **why);

/* How large a file for these features is; and its header, given the nets that follow it. */
size_t weights_size(const Features *f);
void weights_seal(const Game *g, const Features *f, const Scales *scales, uint8_t *bytes);

/* The file compiled into the program for this game, or NULL. */
const uint8_t *weights_builtin(const Game *g, size_t *size);

#endif
