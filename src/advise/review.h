/* review.h: a finished record gone through: every decision and every roll judged.
 *
 * What comes of it is one JSON document (docs/analysis.md); "complete" says whether all is there. One item stands on a
 * line of its own; numbers are rounded before they are used, so what is read back is what was computed. Pure
 * computation: the command line keeps it in a file, a browser shows it. */
#ifndef PENNA_ADVISE_REVIEW_H
#define PENNA_ADVISE_REVIEW_H

#include "advise/advisor.h"
#include "match/record.h"

enum { SHOWN = 6 }; /* moves of a decision that are kept: the best ones and the one played */

/* One decision of one seat, or one roll. */
typedef struct Item {
    int node;
    int seat; /* -1: a roll */
    How how;
    uint32_t trials;
    /* A decision: */
    Move played;
    int legal; /* how many moves there were */
    Label label;
    double loss, error; /* of the move played, in the aim */
    double random;      /* what a move drawn by lot loses */
    int count;
    Candidate at[SHOWN]; /* the best first */
    /* A roll: */
    Value before, after, luck, luck_error;
} Item;

/* What it comes to for one seat. Shares and points; losses in the aim. */
typedef struct SeatSum {
    int decisions, by_label[LABELS];
    double loss, random, accuracy;
    double luck, luck_error, points_luck, points_luck_error;
    double share, points;                   /* the result */
    double share_adjusted, points_adjusted; /* less the luck */
} SeatSum;

typedef struct Review {
    const Match *match;
    const Advisor *advisor;
    Item *item;
    uint64_t hash;   /* of the record */
    int count, done; /* items in all, and judged */
    SeatSum seat[SEATS_MAX];
} Review;

/* Lists what is to be judged in a match that is over; false: no memory. */
bool review_open(Review *r, const Match *m, const Advisor *a);
void review_free(Review *r);

/* Judges item number i; memory as for advisor_rank_alone(). */
void review_judge(const Review *r, const Judge *j, void *memory, int i, Item *out);

/* Sums the items up by seat. */
void review_sum(Review *r);

/* The document, with what is done so far. */
void review_write(const Review *r, Buffer *out);

/* The key of an item's trials: of the seed, the record and the place, so that games do not share their noise. */
uint64_t review_question(const Review *r, const Item *item);

/* The state before an item's node: what the deciding seat sees, or for a roll the full state. */
void review_state(const Review *r, const Item *item, AnyState *out);

/* The place of the move played among an item's candidates. */
const Candidate *item_played(const Item *item);

/* Takes in the items of a document that was written before, so that the rest can be judged. NULL: they are taken; else
 * why they do not belong to this review. */
const char *review_read(Review *r, const char *bytes);

/* ---- For review_read.c -------------------------------------------------------------------------------- */

extern const char *const how_words[];

/* The label of an item's loss. */
void review_label(const Review *r, Item *item);

/* The document up to its items; one item, in one line without its end. */
void review_put_head(const Review *r, Buffer *out);
void review_put_item(const Review *r, const Item *item, Buffer *out);

#endif
