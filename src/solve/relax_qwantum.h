/* relax_qwantum.h: Qwantum alone by a player who knows all dice to come, and is charged for their luck: a bound with an
 * error bar. */
#ifndef PENNA_SOLVE_RELAX_QWANTUM_H
#define PENNA_SOLVE_RELAX_QWANTUM_H

#include "base/rng.h"
#include "solve/bound_qwantum.h"

enum {
    QWANTUM_SETS = 1 << QWANTUM_DICE,                   /* of dice rolled again */
    QWANTUM_FULL = QWANTUM_BOXES * QWANTUM_LASTS,       /* the position of a full row */
    QWANTUM_PLACES = QWANTUM_BOXES * QWANTUM_LASTS + 1, /* positions of a row; see bound_qwantum.c */
    QWANTUM_PENALTIES = 6,                              /* misthrows that can be marked, and none */
    QWANTUM_WRITES = QWANTUM_ROWS * QWANTUM_BOXES + 1,  /* numbers that can be written, and none */
};

/* A number for each position of a row before each turn, and after the last. */
typedef double QwantumPath[QWANTUM_TURNS + 1][QWANTUM_PLACES];
/* And for the sheet as the table sees it: by misthrows and numbers written. */
typedef double QwantumTable[QWANTUM_TURNS + 1][QWANTUM_PENALTIES][QWANTUM_WRITES];

/* All that one game needs; some 25 MB. */
typedef struct QwantumRelax {
    const QwantumMap *map;
    int sets;
    QwantumPath value[QWANTUM_ROWS];                          /* of the easier game */
    double spread[QWANTUM_ROWS][QWANTUM_SETS][QWANTUM_LASTS]; /* chances of what dice rolled again add to a row */
    uint8_t sum[QWANTUM_TURNS][QWANTUM_ROWS][QWANTUM_SETS];   /* of a row, if that set is rolled again */
    double charge[QWANTUM_TURNS][QWANTUM_ROWS][QWANTUM_PLACES][QWANTUM_SETS]; /* for luck */
    double price[QWANTUM_TURNS][QWANTUM_ROWS][QWANTUM_SETS][2]; /* for a set and writing or not: what a row pays */
    double leave[QWANTUM_TURNS][QWANTUM_ROWS];                  /* and for the game's being over before the turn */
    QwantumPath before[QWANTUM_ROWS], after[QWANTUM_ROWS];      /* the best a row has made, and can still make */
    QwantumTable table_before, table_after;                     /* and the table */
    double stage[QWANTUM_TURNS][3];                             /* most that the table gets, by numbers written */
} QwantumRelax;

/* Works out the easier game. The map must outlive it. */
void qwantum_relax_open(QwantumRelax *relax, const QwantumMap *map);

/* Rolls the dice of a game, and returns what nobody can beat who knows them all and pays for their luck. The mean of
 * this over the dice is not below the mean of any way of playing. More sweeps: closer to the best for such a player,
 * always from above. */
double qwantum_relax(QwantumRelax *relax, Rng *rng, int sweeps);

#endif
