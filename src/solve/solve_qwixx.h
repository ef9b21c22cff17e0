/* solve_qwixx.h: the inside of Qwixx's solver, for its tests, which also solve smaller sheets. */
#ifndef PENNA_SOLVE_SOLVE_QWIXX_H
#define PENNA_SOLVE_SOLVE_QWIXX_H

#include <stdint.h>

#include "solve/solve.h"

/* The rules by number. */
typedef struct QwixxRules {
    int faces;     /* of every die, 2 to 6; a row has 2 * faces - 1 numbers, from 2 to 2 * faces */
    int need;      /* crosses that open the last number, >= 1 */
    int misthrows; /* that end the game, 1 to 4 */
    int cost;      /* points lost by each */
} QwixxRules;

enum {
    QWIXX_ROWS = 4,
    QWIXX_NUMBERS = 11,                                /* in a row */
    QWIXX_CODES = 57,                                  /* states of a row, see solve_qwixx.c; 54 by the printed rules */
    QWIXX_PAIRS = QWIXX_CODES * (QWIXX_CODES + 1) / 2, /* unordered pairs of them */
    QWIXX_NONE = 0xFF,                                 /* no code: the cross is not allowed */
    QWIXX_LANES = 4                                    /* values of a position: with 0 to 3 misthrows */
};

/* Two white dice, the lower first. */
typedef struct QwixxWhites {
    uint8_t sum;
    uint8_t ways;                     /* 1 for a double, else 2 */
    uint8_t faces[2 * QWIXX_NUMBERS]; /* by number: bit f-1: a coloured die's face f makes it with one of them */
} QwixxWhites;

/* What is worked out once from the rules. */
typedef struct QwixxMap {
    QwixxRules rules;
    int numbers; /* in a row */
    int codes;   /* of a row; the last is a locked row */
    int pairs;
    uint8_t code[12][12];                            /* by boxes passed, crosses: the row's code */
    uint8_t next[QWIXX_CODES][QWIXX_NUMBERS];        /* by code, box: the code after that cross, or QWIXX_NONE */
    uint8_t gain[QWIXX_CODES][QWIXX_NUMBERS];        /* the points of that cross, the lock's included */
    uint8_t passed[QWIXX_CODES];                     /* boxes up to the last cross */
    uint16_t pair[QWIXX_CODES][QWIXX_CODES];         /* the number of an unordered pair; grows with its progress */
    uint8_t first[QWIXX_PAIRS], second[QWIXX_PAIRS]; /* the codes of a pair */
    uint16_t begin[2 * QWIXX_NUMBERS + 2];           /* by progress: the first pair that has it or more */
    int whites_count;
    QwixxWhites whites[21]; /* ascending by sum */
    uint32_t all_faces;     /* of four dice, six bits each */
    uint8_t product[4096];  /* by sets of faces of two dice: how many rolls of both they allow */
} QwixxMap;

/* The map of a Qwixx by other rules. The solver's own open() takes the printed ones. */
void qwixx_map(QwixxMap *map, const QwixxRules *rules);

/* The value still to come at a roll: four row codes, `misthrows` marked, the seat active after `wait` other
 * turns. */
double qwixx_to_come(const Solution *it, const uint8_t *code, int misthrows, int wait);

#endif
