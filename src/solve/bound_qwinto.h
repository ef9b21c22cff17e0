/* bound_qwinto.h: the inside of Qwinto's bound, for its tests, which also bound smaller sheets. */
#ifndef PENNA_SOLVE_BOUND_QWINTO_H
#define PENNA_SOLVE_BOUND_QWINTO_H

#include "games/qwinto_sheet.h"
#include "solve/solve.h"

enum {
    BOUND_BOXES = 9,  /* in a row, at most */
    BOUND_TURNS = 29, /* in which a number may be written, at most */
};

/* The rules by number. */
typedef struct QwintoRules {
    int boxes;                     /* in each of the three rows, 1 to 9 */
    int faces;                     /* of each of the three dice, 1 to 6 */
    int misthrows;                 /* that end the game, 1 to 4 */
    int cost;                      /* points lost by each */
    uint16_t columns[QWINTO_ROWS]; /* by row: bit c: it has a box in column c */
    int bonuses;
    uint8_t bonus_column[5], bonus_row[5];
} QwintoRules;

/* A number for each number of dice less one, and each sum they can make. */
typedef double QwintoRolls[3][QWINTO_HIGHEST + 1];

/* What a row pays in the game where every row plays for itself; see bound_qwinto.c. */
typedef struct QwintoPrices {
    double turn[BOUND_TURNS]; /* by turn: for writing in it */
    QwintoRolls number;       /* beside that, by dice and number */
    double full;              /* for being full, >= 0 */
    double share[5];          /* by bonus: what each of the other two boxes of its column gets of it, >= 0 */
} QwintoPrices;

/* What is worked out once from rules and prices. */
typedef struct QwintoMap {
    QwintoRules rules;
    QwintoPrices prices;
    int highest; /* number */
    int turns;   /* in which a number may be written */
    QwintoRolls chance;
    double gain[QWINTO_ROWS][BOUND_BOXES]
               [QWINTO_HIGHEST + 1];      /* points of a number in a box, the share in a bonus too */
    uint32_t choose[32][BOUND_BOXES + 2]; /* ways to choose so many of so many */
    uint16_t kept[1 << BOUND_BOXES];      /* by set of written boxes: those whose numbers still matter */
    uint32_t begin[1 << BOUND_BOXES];     /* by set of written boxes: its first position */
    uint16_t set[1 << BOUND_BOXES];       /* the sets by how many are written */
    uint16_t first_set[BOUND_BOXES + 2];  /* by boxes written: the first of them */
    uint32_t first[BOUND_BOXES + 2];      /* by boxes written: the first position; the last: how many there are */
} QwintoMap;

void qwinto_map(QwintoMap *map, const QwintoRules *rules, const QwintoPrices *prices);

#endif
