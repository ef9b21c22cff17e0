/* qwinto_sheet.h: the sheet that Qwinto and its card game share: three rows of nine boxes on a grid of
 * twelve columns, and the writing, the end and the score that go with it.
 *
 * The two games differ only in where the number comes from. Both states begin with the common head,
 * and the sheets follow it at once (qwinto_sheets()), so that most of the functions here stand in both
 * games' tables as they are. */
#ifndef PENNA_GAMES_QWINTO_SHEET_H
#define PENNA_GAMES_QWINTO_SHEET_H

#include "base/game.h"

enum {
    QWINTO_ORANGE,
    QWINTO_YELLOW,
    QWINTO_PURPLE,
    QWINTO_ROWS,
};

enum {
    QWINTO_HIGHEST = 18,          /* numbers written are 1 to 18 */
    QWINTO_MISTHROWS = 4,         /* the fourth ends the game */
    QWINTO_TURNS = 9 + 9 + 8 + 4, /* turns of a seat, at most: in each it writes or marks a misthrow */
    QWINTO_SCORE_MIN = -20,
    QWINTO_SCORE_MAX = 116, /* see qwinto_sheet.c */
    QWINTO_MISTHROW_COST = 5,
    QWINTO_BONUSES = 5,
};

/* A row rises from left to right, so the set of its numbers and the set of its columns say together
 * which number stands where: the k-th number in the k-th written column. */
typedef struct QwintoSheet {
    uint32_t numbers[QWINTO_ROWS]; /* bit n: the number n is written in this row */
    uint16_t columns[QWINTO_ROWS]; /* bit c: the box in column c (0 to 11) is written */
    uint8_t misthrows;
    uint8_t zero; /* padding, always 0 */
} QwintoSheet;

extern const char qwinto_letters[QWINTO_ROWS + 1];
extern const uint8_t qwinto_colours[QWINTO_ROWS];
extern const char *const qwinto_parts[];

/* By row, as bits: the columns in which it has a box. */
extern const uint16_t qwinto_boxes[QWINTO_ROWS];

/* The columns with three boxes, and the row whose box there is the bonus box. */
extern const uint8_t qwinto_bonus_column[QWINTO_BONUSES], qwinto_bonus_row[QWINTO_BONUSES];

/* The sheets of a state of either game, seat 0 first. */
static inline QwintoSheet *qwinto_sheets(State *head) { return (QwintoSheet *)(head + 1); }
static inline const QwintoSheet *qwinto_sheet(const State *head, int seat) {
    return (const QwintoSheet *)(head + 1) + seat;
}

/* ---- A turn ----------------------------------------------------------------------------------------- */

/* Lists a pass and every way to write `number` in one of `rows` (a bit set), ascending; returns how
 * many. A number that is not 1 to 18 cannot be written. */
int qwinto_legal(const QwintoSheet *sheet, unsigned rows, int number, Move *out);

/* Every seat writes what it chose, and the active seat marks a misthrow if it passed. Returns true if
 * that ends the game. */
bool qwinto_write(State *head, const Move *by_seat);

/* To the end of the game; to the next seat's turn, in which it decides at once, in `phase`. */
void qwinto_finish(State *head);
void qwinto_next_turn(State *head, int phase);

/* ---- Scoring, for the games' tables ----------------------------------------------------------------- */

void qwinto_part_values(const State *head, int seat, int *out);
void qwinto_scores(const State *head, int *by_seat);
unsigned qwinto_rows_done(const State *head, int seat);

/* ---- Notation --------------------------------------------------------------------------------------- */

/* A pass or a write. */
void qwinto_put_write(Move m, Text *out);

/* All the sheets, each with a space before it: " o2=5,9=18/y5=10/p/m1", box and number as in a write. */
void qwinto_put_sheets(const State *head, Text *out);

/* Reads them back. They are refused if they break the writing rule, if they do not fit the `turns` that
 * were played to the end, or if they end the game and the phase is not PHASE_OVER. *over says whether
 * they end it. */
bool qwinto_get_sheets(State *head, Scan *in, int turns, bool *over, const char **why);

/* ---- Batches ---------------------------------------------------------------------------------------- */

/* A pass is action 0; writing in a box is 1 plus its number, the rows being counted through. */
enum { QWINTO_WRITE_ACTIONS = 1 + 27 };
int qwinto_write_action(Move m);

/* The numbers of a sheet's boxes, row by row (0: free), and its misthrows. */
enum { QWINTO_SHEET_PLANES = 27 + 1 };
void qwinto_see_sheet(const QwintoSheet *sheet, uint8_t *out);

/* ---- The sheet, for the games' tables --------------------------------------------------------------- */

void qwinto_layout(int sheet, Layout *out);
void qwinto_look(const State *head, int seat, int box, Look *out);

/* A pass or a write: what it touches, says and costs. */
int qwinto_touch_write(Move m, uint8_t *out);
int qwinto_say_write(Move m, Phrase *out);
int qwinto_warn_write(const State *head, int seat, Move m, Phrase *out);

/* That the active seat marks a misthrow, and whether this ends the game. */
int qwinto_warn_misthrow(const State *head, Phrase *out);

#endif
