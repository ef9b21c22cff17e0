/* qwixx_short.h: Qwixx on a shorter sheet: fewer rows, smaller dice and so fewer numbers, fewer misthrows. It is never
 * listed and nobody plays it: it is small enough to be solved for two seats who choose at once (solve/truth.h), and so
 * tells how far from the truth are nets, searches and estimates that cannot be checked in the game itself.
 *
 * All that Qwixx's future depends on is kept, and nothing else: of a row how many of its boxes are gone from the left
 * and how many crosses it has. So equal positions are equal bytes. */
#ifndef PENNA_GAMES_QWIXX_SHORT_H
#define PENNA_GAMES_QWIXX_SHORT_H

#include "base/game.h"

enum { SHORT_SEATS = 2, SHORT_ROWS = 4 };
enum { SHORT_OVER = PHASE_OVER, SHORT_ROLL, SHORT_WHITE, SHORT_COLOUR };

/* A printed sheet. A die of f faces makes rows of the numbers 2 to 2f; the first half of the rows run up, the others
 * down. */
typedef struct ShortSheet {
    const char *name;
    uint8_t rows, faces;
    uint8_t need;      /* crosses in a row that open its last number */
    uint8_t closed;    /* rows that end the game when they are closed */
    uint8_t misthrows; /* and so many of one seat */
    uint8_t cost;      /* of a misthrow */
} ShortSheet;

/* The sheets, as the option `sheet` counts them; the last is Qwixx's own. */
extern const ShortSheet short_sheets[];
enum { SHORT_SHEETS = 5 };

typedef struct ShortSeat {
    uint8_t gone[SHORT_ROWS];  /* boxes from the left that cannot be crossed any more; all of them in a closed row */
    uint8_t count[SHORT_ROWS]; /* crosses, a lock's included */
    uint8_t misthrows;
} ShortSeat;

typedef struct QwixxShort {
    State head;
    uint8_t sheet;           /* in short_sheets */
    uint8_t white[2];        /* the white dice, 0 before the roll */
    uint8_t die[SHORT_ROWS]; /* the coloured dice, 0 before the roll or out of the game */
    uint8_t closed;          /* bit r: row r is closed */
    uint8_t crossed;         /* the active seat crossed in this turn's white step */
    ShortSeat seat[SHORT_SEATS];
    uint8_t zero[5]; /* padding, always 0 */
} QwixxShort;

extern const Game qwixx_short_game;
extern const Features qwixx_short_features; /* qwixx_short_features.c */

/* The numbers of a row, and the points of so many crosses. */
static inline int short_boxes(const ShortSheet *sheet) { return 2 * sheet->faces - 1; }
static inline int short_points(int crosses) { return crosses * (crosses + 1) / 2; }

/* Where a number stands in its row. */
static inline int short_box(const ShortSheet *sheet, int row, int number) {
    return row < (sheet->rows + 1) / 2 ? number - 2 : 2 * sheet->faces - number;
}

#endif
