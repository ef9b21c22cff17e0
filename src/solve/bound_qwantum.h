/* bound_qwantum.h: the inside of Qwantum's bound, for its tests, which also bound smaller sheets. */
#ifndef PENNA_SOLVE_BOUND_QWANTUM_H
#define PENNA_SOLVE_BOUND_QWANTUM_H

#include "solve/solve.h"

enum {
    QWANTUM_ROWS = 4,
    QWANTUM_BOXES = 6,
    QWANTUM_DICE = 7,
    QWANTUM_SIDES = 6,
    QWANTUM_TURNS = 28,
    QWANTUM_HIGHEST = 33
};

/* The rules by number. */
typedef struct QwantumRules {
    int boxes, rising;                          /* in a row: all, and those before the thick line */
    int misthrows;                              /* that end the game, 1 to 5; the k-th costs k */
    int dice, sides;                            /* how many, and of each; at most 7 and 6 */
    uint32_t face[QWANTUM_DICE][QWANTUM_SIDES]; /* four bytes, one a row: what it adds to the row's value */
} QwantumRules;

/* What is worked out once from the rules. */
typedef struct QwantumMap {
    QwantumRules rules;
    double level[QWANTUM_BOXES]; /* by column: what is granted to it, >= 0; see bound_qwantum.c */
    double price[QWANTUM_TURNS]; /* by turn: what a row pays for writing in it */
    int turns;                   /* in which a number may be written */
    /* By row and die: how many different things it can add to the row's value, which, and on how many sides. */
    uint8_t shown[QWANTUM_ROWS][QWANTUM_DICE];
    uint8_t shows[QWANTUM_ROWS][QWANTUM_DICE][QWANTUM_SIDES];
    uint8_t sides[QWANTUM_ROWS][QWANTUM_DICE][QWANTUM_SIDES];
} QwantumMap;

/* A row before a turn: how many of its boxes are written, and the last number, 0 if none. */
typedef struct QwantumRow {
    int row, turn, written, last;
} QwantumRow;

enum { QWANTUM_LASTS = QWANTUM_HIGHEST + 1 };

/* What a number brings its row in a column; see bound_qwantum.c. */
double qwantum_gain(const QwantumMap *map, int column, int number);

/* Whether a number may follow `last` where that many are written. */
bool qwantum_fits(const QwantumRules *rules, int written, int last, int number);

/* By number: the most it brings the row in this turn, written or not; `later`: the values of the row's positions a turn
 * later, at written * QWANTUM_LASTS + last. */
void qwantum_try(const QwantumMap *map, QwantumRow at, const double *later, double *best);

/* The mean of that over the dice, rolled again as is best for the row. */
double qwantum_turn(const QwantumMap *map, QwantumRow at, const double *later);

void qwantum_map(QwantumMap *map, const QwantumRules *rules, const double *level);

#endif
