/* learn.h: fitting a net to examples, by Adam (Kingma and Ba 2015) on batches.
 *
 * Of the first layer only the rows that a batch touched are changed, which is what makes it fast. One
 * thread, fixed order: the same examples give the same weights. */
#ifndef PENNA_TRAIN_LEARN_H
#define PENNA_TRAIN_LEARN_H

#include "bots/net.h"

/* What a net should have said of a position. */
typedef struct Example {
    uint16_t slot[SLOTS_MAX];
    float win, own; /* a chance, or OUT_OWN_VARIANCE; points in hundreds */
    float other;    /* the other's points in hundreds; alone: the variance (OUT_VARIANCE) */
    float turns;    /* OUT_TURNS, or OUT_OTHER_VARIANCE */
} Example;

/* What a net learns. */
typedef enum Subject {
    SUBJECT_PAIR,  /* who wins, the points of both and the turns to come */
    SUBJECT_ALONE, /* a seat's own points and their variance */
    SUBJECT_CURVES /* the points of both and the variance of each */
} Subject;

/* A net being fitted: its weights and, for each, the running means Adam needs. `average` is the weights'
 * running average, which plays better than the weights themselves. */
typedef struct Learner {
    uint32_t inputs, slots;
    Subject subject;
    float variance; /* how much a variance counts beside its points */
    float bound;    /* Training.bound */
    uint64_t step;
    size_t count; /* floats of the net */
    float *weights, *mean, *square, *average, *gradient;
    uint8_t *touched; /* by input: in this batch */
    uint32_t *list;   /* the inputs touched */
    uint32_t list_size;
} Learner;

/* A learner with small random weights; false: no memory. */
bool learner_start(Learner *l, uint32_t inputs, uint32_t slots, Subject subject, uint64_t seed);
void learner_free(Learner *l);

/* One step with the examples order[0..n-1], all of equal weight. Returns the sum of their losses. */
double learner_batch(Learner *l, const Example *examples, const uint32_t *order, uint32_t n, float rate);

/* Writes the average as a net lies in a file (net_bytes(l->inputs) of them). */
void learner_seal(const Learner *l, uint8_t *bytes);

/* Makes all weights 0: a net that says nothing. */
void learner_clear(Learner *l);

/* Begins with the net that lies there, as learner_seal() writes it. */
void learner_take(Learner *l, const uint8_t *bytes);

/* Moves the average a part of the way to the weights. */
void learner_average(Learner *l, float part);

#endif
