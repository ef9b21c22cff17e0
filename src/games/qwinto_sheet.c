/* qwinto_sheet.c: see qwinto_sheet.h. The sheet, o a box, * a bonus box, # the gap of the row:
 *
 *           c0 c1 c2 c3 c4 c5 c6 c7 c8 c9 c10 c11
 *   orange   .  .  o  *  o  #  o  *  o  o  o   o
 *   yellow   .  o  o  o  o  o  #  o  *  o  o   .
 *   purple   o  o  *  o  #  o  o  o  o  *  .   .
 *
 * Why no score is above 116. The game is over before a third row is full, so the rows make at most
 * 18 + 18 + 8. In a full row box i (1 to 9) holds at most 9 + i, so the bonus boxes c2 c3 c7 c8 c9 hold
 * at most 12 + 11 + 14 + 16 + 18 = 71: together 115. Only right of an empty box can be more room, so
 * only the bonus boxes left of one gain. In the row that is not full, an empty c4 or c6 (orange) or c5
 * or c6 (purple) lets one bonus box grow by one: 116. An empty c10 or c11 would let both of orange grow,
 * but then orange has 16 in c8 and yellow's bonus box there at most 15: 116 again. An empty c10 in
 * yellow would take the 18 from purple's c9, where it counts twice. Every further empty box costs in
 * its row the point that it gains. (A search over all sheets, column by column, agrees.)
 *
 * Places named in comments are headings of the rulebook of the card game. */
#include "games/qwinto_sheet.h"

#include <assert.h>
#include <limits.h>

enum { ROWS = QWINTO_ROWS, COLUMNS = 12, BOXES = 9, BONUSES = QWINTO_BONUSES };
enum { MISTHROWS = QWINTO_MISTHROWS, MISTHROW_COST = QWINTO_MISTHROW_COST };
enum { ORANGE = QWINTO_ORANGE, YELLOW = QWINTO_YELLOW, PURPLE = QWINTO_PURPLE };

const char qwinto_letters[] = "oyp";
const uint8_t qwinto_colours[ROWS] = {COLOUR_ORANGE, COLOUR_YELLOW, COLOUR_PURPLE};

const uint16_t qwinto_boxes[ROWS] = {0xFDC, 0x7BE, 0x3EF};
const uint8_t qwinto_bonus_column[BONUSES] = {2, 3, 7, 8, 9};
const uint8_t qwinto_bonus_row[BONUSES] = {PURPLE, ORANGE, ORANGE, YELLOW, PURPLE};

/* A write is row, column and number; the number is never 0, so that a pass is. */
static Move move_of(int row, int column, int number) { return (Move)(row << 9 | column << 5 | number); }
static int row_of(Move m) { return (int)(m >> 9); }
static int column_of(Move m) { return (int)(m >> 5 & 15); }
static int number_of(Move m) { return (int)(m & 31); }

/* Boxes are counted from 0 to 8 within their row, leaving out the gap. */
static int box_in(int row, int column) { return __builtin_popcount(qwinto_boxes[row] & ((1u << column) - 1)); }
static int column_in(int row, int box) {
    unsigned rest = qwinto_boxes[row];
    while (box--) rest &= rest - 1;
    return __builtin_ctz(rest);
}

static bool is_written(const QwintoSheet *sheet, int row, int column) { return sheet->columns[row] >> column & 1; }
static bool holds(const QwintoSheet *sheet, int row, int number) { return sheet->numbers[row] >> number & 1; }
static bool is_full(const QwintoSheet *sheet, int row) { return sheet->columns[row] == qwinto_boxes[row]; }

/* The number written in a box, 0 if it is free. */
static int number_at(const QwintoSheet *sheet, int row, int column) {
    if (!is_written(sheet, row, column)) return 0;
    uint32_t rest = sheet->numbers[row];
    for (unsigned left = sheet->columns[row] & ((1u << column) - 1); left; left &= left - 1) rest &= rest - 1;
    return __builtin_ctz(rest);
}

/* ---- Writing ("Inserire i numeri") ------------------------------------------------------------------ */

/* The written columns of a row in which stands `number` or a higher one: all but as many from the left
 * as there are lower numbers. */
static unsigned columns_from(const QwintoSheet *sheet, int row, int number) {
    unsigned from = sheet->columns[row];
    for (uint32_t lower = sheet->numbers[row] & ((1u << number) - 1); lower; lower &= lower - 1) from &= from - 1;
    return from;
}

/* The columns right of all of `left` and left of all of `right`. */
static unsigned between(unsigned left, unsigned right) {
    unsigned after = left ? UINT_MAX << (32 - __builtin_clz(left)) : UINT_MAX;
    return after & ((right & -right) - 1);
}

/* Numbers rise strictly in a row; no number stands twice in a column. */
int qwinto_legal(const QwintoSheet *sheet, unsigned rows, int number, Move *out) {
    int n = 0;
    out[n++] = MOVE_PASS;
    if (number < 1 || number > QWINTO_HIGHEST) return n;
    unsigned same = 0; /* the columns in which the number stands already */
    for (int r = ORANGE; r <= PURPLE; r++) {
        if (!holds(sheet, r, number)) continue;
        unsigned from = columns_from(sheet, r, number);
        same |= from & -from;
        rows &= ~(1u << r);
    }
    for (int r = ORANGE; r <= PURPLE; r++) {
        if (!(rows >> r & 1)) continue;
        unsigned from = columns_from(sheet, r, number);
        unsigned open = qwinto_boxes[r] & ~same & between(sheet->columns[r] ^ from, from);
        for (; open; open &= open - 1) out[n++] = move_of(r, __builtin_ctz(open), number);
    }
    return n;
}

static void write_number(QwintoSheet *sheet, Move m) {
    int row = row_of(m);
    assert(!is_written(sheet, row, column_of(m)) && !holds(sheet, row, number_of(m)));
    sheet->columns[row] |= (uint16_t)(1u << column_of(m));
    sheet->numbers[row] |= 1u << number_of(m);
}

static unsigned full_rows(const QwintoSheet *sheet) {
    unsigned full = 0;
    for (int r = ORANGE; r <= PURPLE; r++) full |= (unsigned)is_full(sheet, r) << r;
    return full;
}

/* "Fine del gioco e conta": two full rows, or a fourth misthrow. */
static bool ends_game(const QwintoSheet *sheet) {
    unsigned full = full_rows(sheet);
    return sheet->misthrows == MISTHROWS || full & (full - 1);
}

/* All write before anybody is asked whether it is over: choices are made at the same time. */
bool qwinto_write(State *head, const Move *by_seat) {
    QwintoSheet *sheet = qwinto_sheets(head);
    bool over = false;
    for (int i = 0; i < head->seats; i++, sheet++) {
        if (by_seat[i])
            write_number(sheet, by_seat[i]);
        else if (i == head->active) /* "Attenzione, lancio a vuoto" */
            sheet->misthrows++;
        over |= ends_game(sheet);
    }
    return over;
}

void qwinto_finish(State *head) {
    head->node = NODE_OVER;
    head->phase = PHASE_OVER;
    head->movers = 0;
}

void qwinto_next_turn(State *head, int phase) {
    head->turn++;
    head->active = (uint8_t)(head->active + 1 == head->seats ? 0 : head->active + 1);
    head->node = NODE_MOVE;
    head->phase = (uint8_t)phase;
    head->movers = (uint8_t)(1u << head->active);
}

/* ---- Scoring ("Fine del gioco e conta") ------------------------------------------------------------- */

/* A full row counts its rightmost number, any other a point for each number. */
static int row_points(const QwintoSheet *sheet, int row) {
    return is_full(sheet, row) ? 31 - __builtin_clz(sheet->numbers[row]) : __builtin_popcount(sheet->columns[row]);
}

/* A full column of three counts the number in its bonus box. */
static int bonus_points(const QwintoSheet *sheet, int bonus) {
    int column = qwinto_bonus_column[bonus];
    bool full = (sheet->columns[ORANGE] & sheet->columns[YELLOW] & sheet->columns[PURPLE]) >> column & 1;
    return full ? number_at(sheet, qwinto_bonus_row[bonus], column) : 0;
}

const char *const qwinto_parts[] = {N_("orange"), N_("yellow"), N_("purple"), N_("bonus"), N_("misthrows"), NULL};

void qwinto_part_values(const State *head, int seat, int *out) {
    const QwintoSheet *sheet = qwinto_sheet(head, seat);
    for (int r = ORANGE; r <= PURPLE; r++) out[r] = row_points(sheet, r);
    out[ROWS] = 0;
    for (int i = 0; i < BONUSES; i++) out[ROWS] += bonus_points(sheet, i);
    out[ROWS + 1] = -MISTHROW_COST * sheet->misthrows;
}

void qwinto_scores(const State *head, int *by_seat) {
    for (int i = 0; i < head->seats; i++) {
        int part[ROWS + 2];
        qwinto_part_values(head, i, part);
        by_seat[i] = part[ORANGE] + part[YELLOW] + part[PURPLE] + part[ROWS] + part[ROWS + 1];
    }
}

unsigned qwinto_rows_done(const State *head, int seat) { return full_rows(qwinto_sheet(head, seat)); }

/* ---- Notation --------------------------------------------------------------------------------------- */

static void put_box(int row, int column, int number, Text *out) {
    text_int(out, box_in(row, column) + 1);
    text_char(out, '=');
    text_int(out, number);
}

void qwinto_put_write(Move m, Text *out) {
    if (m == MOVE_PASS) {
        text_char(out, '-');
        return;
    }
    text_char(out, qwinto_letters[row_of(m)]);
    put_box(row_of(m), column_of(m), number_of(m), out);
}

static void put_sheet(const QwintoSheet *sheet, Text *out) {
    for (int r = ORANGE; r <= PURPLE; r++) {
        bool first = true;
        text_char(out, qwinto_letters[r]);
        for (int c = 0; c < COLUMNS; c++) {
            if (!is_written(sheet, r, c)) continue;
            if (!first) text_char(out, ',');
            put_box(r, c, number_at(sheet, r, c), out);
            first = false;
        }
        text_char(out, '/');
    }
    text_char(out, 'm');
    text_int(out, sheet->misthrows);
}

void qwinto_put_sheets(const State *head, Text *out) {
    for (int i = 0; i < head->seats; i++) {
        text_char(out, ' ');
        put_sheet(qwinto_sheet(head, i), out);
    }
}

static bool can_write(const QwintoSheet *sheet, Move m) {
    Move legal[MOVES_MAX];
    int n = qwinto_legal(sheet, 1u << row_of(m), number_of(m), legal);
    while (n && legal[n - 1] != m) n--;
    return n != 0;
}

/* In the order of the text, which need not be that of the game: whether a number fits depends on what stands beside it,
 * so any order leads to the same sheets. */
static bool get_sheet(Scan *in, QwintoSheet *sheet, const char **why) {
    int box, number, misthrows;
    *why = "expected a sheet like o2=5,9=18/y5=10/p/m1 for each seat";
    for (int r = ORANGE; r <= PURPLE; r++) {
        if (!scan_char(in, qwinto_letters[r])) return false;
        while (scan_int(in, 1, BOXES, &box)) {
            if (!scan_char(in, '=') || !scan_int(in, 1, QWINTO_HIGHEST, &number)) return false;
            Move m = move_of(r, column_in(r, box - 1), number);
            if (!can_write(sheet, m)) {
                *why = "a number may not be written in that box";
                return false;
            }
            write_number(sheet, m);
            scan_char(in, ',');
        }
        if (!scan_char(in, '/')) return false;
    }
    if (!scan_char(in, 'm') || !scan_int(in, 0, MISTHROWS, &misthrows)) return false;
    sheet->misthrows = (uint8_t)misthrows;
    return true;
}

/* In a turn a seat writes at most one number; in its own it writes one or marks a misthrow. */
static bool fits_turns(const QwintoSheet *sheet, int turns, int own) {
    int numbers = 0;
    for (int r = ORANGE; r <= PURPLE; r++) numbers += __builtin_popcount(sheet->columns[r]);
    return sheet->misthrows <= own && numbers + sheet->misthrows >= own && numbers + sheet->misthrows <= turns;
}

/* A seat was active in every seats-th turn, and in each of those wrote or had a misthrow; in the others it may have
 * written. */
bool qwinto_get_sheets(State *head, Scan *in, int turns, bool *over, const char **why) {
    QwintoSheet *sheet = qwinto_sheets(head);
    *over = false;
    for (int i = 0; i < head->seats; i++, sheet++) {
        *why = "expected a space and a sheet for each seat";
        if (!scan_char(in, ' ') || !get_sheet(in, sheet, why)) return false;
        *why = "a sheet does not fit the number of turns";
        if (!fits_turns(sheet, turns, (turns + head->seats - 1 - i) / head->seats)) return false;
        *why = "the game was over before";
        if (full_rows(sheet) == 7 || (sheet->misthrows == MISTHROWS && i != head->active)) return false;
        *over |= ends_game(sheet);
    }
    *why = "the active seat does not fit the number of turns";
    if (head->active != head->turn % head->seats) return false;
    *why = "two full rows or four misthrows end the game";
    return !*over || head->phase == PHASE_OVER;
}

/* ---- The sheet -------------------------------------------------------------------------------------- */

/* The boxes in the order of the layout: the rows, the misthrows, the rows' and the bonus scores. */
enum { MISTHROW_BOX = ROWS * BOXES, ROW_SCORE_BOX = MISTHROW_BOX + MISTHROWS, BONUS_SCORE_BOX = ROW_SCORE_BOX + ROWS };

static bool is_bonus(int row, int column) {
    for (int i = 0; i < BONUSES; i++)
        if (qwinto_bonus_column[i] == column) return qwinto_bonus_row[i] == row;
    return false;
}

void qwinto_layout(int sheet, Layout *out) {
    (void)sheet;
    *out = (Layout){.w = (COLUMNS + 1) * UNIT + UNIT / 2, .h = (ROWS + 2) * UNIT + UNIT, .row_count = ROWS};
    for (int r = ORANGE; r <= PURPLE; r++) {
        out->rows[r] = (Row){.letter = qwinto_letters[r], .colour = qwinto_colours[r]};
        for (int c = 0; c < COLUMNS; c++)
            if (qwinto_boxes[r] >> c & 1)
                layout_box(out, c * UNIT, r * UNIT, r, is_bonus(r, c) ? SHAPE_PENTAGON : SHAPE_ROUND);
    }
    for (int i = 0; i < MISTHROWS; i++)
        box_label(layout_box(out, (COLUMNS - MISTHROWS + i) * UNIT, (ROWS + 2) * UNIT, ROW_NONE, SHAPE_MISTHROW),
                  -MISTHROW_COST);
    for (int r = ORANGE; r <= PURPLE; r++)
        layout_box(out, COLUMNS * UNIT + UNIT / 2, r * UNIT, ROW_NONE, SHAPE_SCORE)->colour = qwinto_colours[r];
    for (int i = 0; i < BONUSES; i++)
        layout_box(out, qwinto_bonus_column[i] * UNIT, ROWS * UNIT + UNIT / 2, ROW_NONE, SHAPE_SCORE)->colour =
            qwinto_colours[qwinto_bonus_row[i]];
    out->note = (Phrase){.id = N_("a full row: its last number; any other row: a point a number; "
                                  "a full column of three: the number in its bonus box")};
}

/* Whether some number could still be written in a free box. */
static bool is_open(const QwintoSheet *sheet, int row, int column) {
    for (int number = 1; number <= QWINTO_HIGHEST; number++)
        if (can_write(sheet, move_of(row, column, number))) return true;
    return false;
}

/* Boxes are numbered row by row without the gap in the printed row: orange begins in column 2 and has none in column 5,
 * so its fourth box, index 3, is in column 6 (column_in). */
void qwinto_look(const State *head, int seat, int box, Look *out) {
    const QwintoSheet *sheet = qwinto_sheet(head, seat);
    int number = 0;
    *out = (Look){.mark = MARK_FREE};
    if (box < MISTHROW_BOX) {
        int row = box / BOXES, column = column_in(row, box % BOXES);
        number = number_at(sheet, row, column);
        if (!number && !is_open(sheet, row, column)) out->mark = MARK_GONE;
    } else if (box < ROW_SCORE_BOX) {
        if (box - MISTHROW_BOX < sheet->misthrows) out->mark = MARK_CROSS;
    } else if (box < BONUS_SCORE_BOX) {
        number = row_points(sheet, box - ROW_SCORE_BOX);
    } else {
        number = bonus_points(sheet, box - BONUS_SCORE_BOX);
    }
    if (number) *out = (Look){.mark = MARK_NUMBER, .value = (int16_t)number};
}

int qwinto_touch_write(Move m, uint8_t *out) {
    if (m == MOVE_PASS) return 0;
    out[0] = (uint8_t)(row_of(m) * BOXES + box_in(row_of(m), column_of(m)));
    return 1;
}

int qwinto_say_write(Move m, Phrase *out) {
    if (m == MOVE_PASS)
        out[0] = (Phrase){.id = N_("pass")};
    else
        out[0] = (Phrase){
            .id = N_("write {1} in {c0}, box {2}"),
            .arg = {qwinto_colours[row_of(m)], (int16_t)number_of(m), (int16_t)(box_in(row_of(m), column_of(m)) + 1)}};
    return 1;
}

int qwinto_warn_misthrow(const State *head, Phrase *out) {
    int n = 0;
    out[n++] = (Phrase){.id = N_("a misthrow: it costs you {0} points"), .arg = {MISTHROW_COST}};
    if (qwinto_sheet(head, head->active)->misthrows == MISTHROWS - 1)
        out[n++] = (Phrase){.id = N_("this ends the game")};
    return n;
}

int qwinto_warn_write(const State *head, int seat, Move m, Phrase *out) {
    if (m == MOVE_PASS) return seat == head->active ? qwinto_warn_misthrow(head, out) : 0;
    QwintoSheet written = *qwinto_sheet(head, seat);
    write_number(&written, m);
    if (!ends_game(&written)) return 0;
    out[0] = (Phrase){.id = N_("this ends the game")};
    return 1;
}

/* ---- Batches ---------------------------------------------------------------------------------------- */

int qwinto_write_action(Move m) { return m == MOVE_PASS ? 0 : 1 + row_of(m) * BOXES + box_in(row_of(m), column_of(m)); }

/* The k-th number stands in the k-th written column. */
void qwinto_see_sheet(const QwintoSheet *sheet, uint8_t *out) {
    for (int r = ORANGE; r <= PURPLE; r++) {
        uint32_t numbers = sheet->numbers[r];
        for (unsigned boxes = qwinto_boxes[r]; boxes; boxes &= boxes - 1) {
            bool written = sheet->columns[r] >> __builtin_ctz(boxes) & 1;
            *out++ = written ? (uint8_t)__builtin_ctz(numbers) : 0;
            if (written) numbers &= numbers - 1;
        }
    }
    *out = sheet->misthrows;
}
