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

void qwantum_map(QwantumMap *map, const QwantumRules *rules, const double *level);

#endif
