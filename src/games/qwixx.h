/* qwixx.h: what Qwixx's state and moves look like inside, for the rules (qwixx.c), for what a net is
 * shown (qwixx_features.c) and for the solver (solve/solve_qwixx.c). Nobody else has business here.
 *
 * A row is sixteen bits. Bits 0 to 10 are its eleven numbers from left to right, whichever way the printed
 * numbers run, and bit 11 is the lock: so "right of the last cross" is a shift. Bits 12 to 15 count the
 * crosses, the lock's included. */
#ifndef PENNA_GAMES_QWIXX_H
#define PENNA_GAMES_QWIXX_H

#include "base/game.h"

enum { SEATS = 5, ROWS = 4, LAST = 10, LOCK = 11, BOXES = 12, MISTHROWS = 4, MISTHROW_COST = 5 };
enum { RED, YELLOW, GREEN, BLUE };
enum { OVER = PHASE_OVER, ROLL, WHITE, COLOUR };

typedef struct QwixxSheet {
    uint16_t row[ROWS];  /* the crosses, see above */
    uint16_t open[ROWS]; /* bit n: number n can be crossed; follows from the crosses and the closed rows, and is
                            kept because the rules ask for nothing more often */
    uint8_t misthrows;
    uint8_t zero; /* padding, always 0 */
} QwixxSheet;

typedef struct Qwixx {
    State head;
    uint8_t white[2];  /* the white dice, 0 before the roll */
    uint8_t die[ROWS]; /* the coloured dice, 0 before the roll or out of the game; a row can be crossed
                          in exactly while its die lies on the table */
    uint8_t late;      /* option lock=end-of-turn */
    uint8_t closed;    /* bit r: row r is closed; its die is not rolled again */
    uint8_t crossed;   /* the active seat crossed in this turn's white step */
    uint8_t zero;      /* padding, always 0 */
    QwixxSheet sheet[SEATS];
} Qwixx;

/* A move is row and number; number 0 does not occur, so that a pass is 0. */
static inline Move move_of(int row, int number) { return (Move)(row << 4 | number); }
static inline int row_of(Move m) { return (int)(m >> 4); }
static inline int number_of(Move m) { return (int)(m & 15); }

/* Where a number stands in its row: red and yellow run 2..12, green and blue 12..2. */
static inline int box_of(int row, int number) { return row < GREEN ? number - 2 : 12 - number; }
static inline int number_at(int row, int box) { return row < GREEN ? box + 2 : 12 - box; }

/* The crosses of a row as a bit set, and their number. */
static inline unsigned crosses_of(unsigned row) { return row & 0xFFF; }
static inline int count_of(unsigned row) { return (int)(row >> 12); }

/* Crosses a number on a sheet where it is open; a pass changes nothing. Returns the row's bit if that locks it. */
unsigned qwixx_cross(QwixxSheet *sheet, Move m);

/* For batches (qwixx_batch.c), see Game. A pass is action 0; in the white step 1 to 4 are the rows; in the colour step
 * a row has two, one for each white die, the lower first. Of a sheet are seen, for each row, how many boxes are gone
 * from the left (15: it is closed), then for each row its crosses, then the misthrows; of the table the white dice, the
 * lower first, the coloured ones, the phase, whose turn it is, and whether the active seat crossed in the white step.
 */
enum { QWIXX_ACTIONS = 1 + 2 * ROWS };
int qwixx_action(const State *s, int seat, Move m);
int qwixx_planes(int seats);
void qwixx_see(const State *s, int seat, uint8_t *out);
const Lockstep *qwixx_lockstep(bool portable);

extern const Game qwixx_game;
extern const Features qwixx_features; /* qwixx_features.c */

#endif
