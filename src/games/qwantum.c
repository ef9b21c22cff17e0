/* qwantum.c: Qwantum. One white die and six dice with faces in four colours; write a colour's sum in
 * the next box of its row, four numbers rising and two falling; each column scores its second-lowest
 * number.
 *
 * The sums of the four colours are four bytes of one word, purple lowest. A face is such a word too: its
 * number in its colour's byte, and a face of the white die has its number in all four. So the sums of a
 * roll are seven additions, and a colour that did not fall has the white die's value by itself.
 *
 * Places named in comments are headings of the rulebook. */
#include <assert.h>
#include <string.h>

#include "base/play_out.h"
#include "games/qwantum.h"
#include "games/reroll.h"

#define FACES(...) {__VA_ARGS__},
static const uint32_t faces[DICE][6] = {{1 * W, 2 * W, 3 * W, 4 * W, 5 * W, 6 * W}, /* the white die */
                                        QWANTUM_DICE(FACES)};

uint32_t qwantum_face(int die, int face) { return faces[die][face - 1]; }

static const char letters[] = "pbry";
static const uint8_t colours[ROWS] = {COLOUR_PURPLE, COLOUR_BLUE, COLOUR_RED, COLOUR_YELLOW};

/* The row and the number of a coloured die's face. */
static int face_row(uint32_t face) { return __builtin_ctz(face) / 8; }
static int face_number(uint32_t face) { return (int)(face >> 8 * face_row(face)); }

/* A move of B and C is row and value; the value is never 0, so that a pass is 0. A move of A is the set
 * of dice to roll again, bit 0 the white one. */
static Move move_of(int row, int value) { return (Move)(row << 6 | value); }
static int row_of(Move m) { return (int)(m >> 6); }
static int value_of(Move m) { return (int)(m & 63); }

/* ---- Set-up ----------------------------------------------------------------------------------------- */

static void start(State *head, int seats, const int *option) {
    Qwantum *s = (Qwantum *)head;
    (void)option;
    memset(s, 0, sizeof *s);
    s->head = (State){.node = NODE_CHANCE, .seats = (uint8_t)seats, .phase = ROLL};
}

/* ---- Action A: the dice ("Svolgimento del gioco") --------------------------------------------------- */

/* The white die first. */
static uint32_t outcomes(const State *head) { return reroll_outcomes(((const Qwantum *)head)->die, DICE); }

/* Goes to B; the dice have been rolled for the last time. */
static void start_b(Qwantum *s) {
    s->sums = 0;
    for (int d = 0; d < DICE; d++) s->sums += faces[d][s->die[d] - 1];
    s->head.phase = STEP_B;
}

/* Before the second roll the dice that lie are not zero, so reroll_apply() lets them lie: one function serves both
 * rolls. */
static void chance(State *head, uint32_t outcome) {
    Qwantum *s = (Qwantum *)head;
    assert(outcome < outcomes(head));
    reroll_apply(s->die, DICE, outcome);
    s->head.node = NODE_MOVE;
    s->head.movers = (uint8_t)(1u << s->head.active);
    if (s->head.phase == ROLL)
        s->head.phase = KEEP;
    else
        start_b(s);
}

/* A die that is to fall is zero from now on, and is nobody's number until it has. */
static void roll_again(Qwantum *s, Move dice) {
    if (dice == MOVE_PASS) {
        start_b(s);
        return;
    }
    for (int d = 0; d < DICE; d++)
        if (dice >> d & 1) s->die[d] = 0;
    s->head.node = NODE_CHANCE;
    s->head.phase = REROLL;
    s->head.movers = 0;
}

/* ---- Actions B and C: writing ----------------------------------------------------------------------- */

/* "Inserire i numeri": the next free box; rising up to the thick line, falling behind it. */
static bool can_write(const QwantumSheet *sheet, int row, int value) {
    int n = sheet->count[row];
    if (n == 0) return true;
    int last = sheet->row[row][n - 1];
    return n < RISING ? value > last : n < BOXES && value < last;
}

/* In the KEEP phase a move is the set of dice to roll again, so all numbers below 128 are legal. Later the moves are
 * written without a branch: each is put at the end of the list and counted only if it may be. */
static int legal(const State *head, int seat, Move *out) {
    const Qwantum *s = (const Qwantum *)head;
    if (!state_moves(head, seat)) return 0;
    int n = 0;
    if (s->head.phase == KEEP) {
        for (; n < 1 << DICE; n++) out[n] = (Move)n;
        return n;
    }
    out[n++] = MOVE_PASS;
    for (int r = PURPLE; r <= YELLOW; r++) {
        int value = s->sums >> 8 * r & 0xFF;
        out[n] = move_of(r, value);
        n += r + 1 != s->used && can_write(&s->sheet[seat], r, value);
    }
    return n;
}

static void write(QwantumSheet *sheet, Move m) {
    int row = row_of(m);
    sheet->row[row][sheet->count[row]++] = (uint8_t)value_of(m);
}

static int written(const QwantumSheet *sheet) {
    return sheet->count[PURPLE] + sheet->count[BLUE] + sheet->count[RED] + sheet->count[YELLOW];
}

static bool is_full(const QwantumSheet *sheet) { return written(sheet) == ROWS * BOXES; }

/* Dice that lie on the table are no part of a position in which all are rolled afresh. */
static void clear_table(Qwantum *s) {
    memset(s->die, 0, sizeof s->die);
    s->sums = 0;
    s->used = 0;
    s->head.movers = 0;
}

/* "Fine del gioco e classifica". */
static void finish(Qwantum *s) {
    clear_table(s);
    s->head.node = NODE_OVER;
    s->head.phase = OVER;
}

/* A seat that writes its last number in B ends the game at once, without C. */
static void step_b(Qwantum *s, Move m) {
    QwantumSheet *sheet = &s->sheet[s->head.active];
    if (m) {
        write(sheet, m);
        s->used = (uint8_t)(row_of(m) + 1);
        if (is_full(sheet)) {
            finish(s);
            return;
        }
    }
    s->head.phase = STEP_C;
    s->head.movers = state_all(&s->head);
}

/* "Attenzione, tiro mancato": the active seat wrote in neither step. It is marked even when another
 * seat has just ended the game, because the turn was played. */
static void step_c(Qwantum *s, const Move *by_seat) {
    QwantumSheet *active = &s->sheet[s->head.active];
    bool over = false;
    for (int i = 0; i < s->head.seats; i++) {
        if (!by_seat[i]) continue;
        write(&s->sheet[i], by_seat[i]);
        over |= is_full(&s->sheet[i]);
    }
    if (!s->used && !by_seat[s->head.active]) active->misthrows++;
    if (over || active->misthrows == MISTHROWS) {
        finish(s);
        return;
    }
    clear_table(s);
    s->head.node = NODE_CHANCE;
    s->head.phase = ROLL;
    s->head.turn++;
    s->head.active = (uint8_t)(s->head.active + 1 == s->head.seats ? 0 : s->head.active + 1);
}

static void play(State *head, const Move *by_seat) {
    Qwantum *s = (Qwantum *)head;
    if (s->head.phase == KEEP)
        roll_again(s, by_seat[s->head.active]);
    else if (s->head.phase == STEP_B)
        step_b(s, by_seat[s->head.active]);
    else
        step_c(s, by_seat);
}

/* ---- Scoring ("Inserire i numeri", "Fine del gioco e classifica") ----------------------------------- */

static bool column_full(const QwantumSheet *sheet, int column) {
    for (int r = PURPLE; r <= YELLOW; r++)
        if (sheet->count[r] <= column) return false;
    return true;
}

/* The lowest number above the minimum; the minimum itself if all four are equal. */
static int column_points(const QwantumSheet *sheet, int column) {
    if (!column_full(sheet, column)) return 0;
    int low = HIGHEST, next = HIGHEST + 1;
    for (int r = PURPLE; r <= YELLOW; r++)
        if (sheet->row[r][column] < low) low = sheet->row[r][column];
    for (int r = PURPLE; r <= YELLOW; r++)
        if (sheet->row[r][column] > low && sheet->row[r][column] < next) next = sheet->row[r][column];
    return next > HIGHEST ? low : next;
}

/* The first misthrow costs 1, the second 2, and so on. */
static int misthrow_points(const QwantumSheet *sheet) { return -sheet->misthrows * (sheet->misthrows + 1) / 2; }

static void part_values(const State *head, int seat, int *out) {
    const QwantumSheet *sheet = &((const Qwantum *)head)->sheet[seat];
    for (int c = 0; c < BOXES; c++) out[c] = column_points(sheet, c);
    out[BOXES] = misthrow_points(sheet);
}

static void scores(const State *head, int *by_seat) {
    for (int i = 0; i < head->seats; i++) {
        const QwantumSheet *sheet = &((const Qwantum *)head)->sheet[i];
        by_seat[i] = misthrow_points(sheet);
        for (int c = 0; c < BOXES; c++) by_seat[i] += column_points(sheet, c);
    }
}

static unsigned rows_done(const State *head, int seat) {
    const QwantumSheet *sheet = &((const Qwantum *)head)->sheet[seat];
    unsigned done = 0;
    for (int r = PURPLE; r <= YELLOW; r++) done |= (unsigned)(sheet->count[r] == BOXES) << r;
    return done;
}

/* ---- Notation --------------------------------------------------------------------------------------- */

static void put_move(const State *head, int seat, Move m, Text *out) {
    (void)seat;
    if (m == MOVE_PASS) {
        text_char(out, '-');
    } else if (head->phase == KEEP) {
        for (int d = 0; d < DICE; d++)
            if (m >> d & 1) text_char(out, "w123456"[d]);
    } else {
        text_char(out, letters[row_of(m)]);
        text_int(out, value_of(m));
    }
}

/* "3:r1,y3,b4,p1,y4,r6"; a die still to be rolled is "-". */
static void put_dice(const uint8_t *die, Text *out) {
    for (int d = 0; d < DICE; d++) {
        if (d) text_char(out, d == 1 ? ':' : ',');
        if (!die[d]) {
            text_char(out, '-');
        } else if (d == 0) {
            text_int(out, die[d]);
        } else {
            uint32_t face = faces[d][die[d] - 1];
            text_char(out, letters[face_row(face)]);
            text_int(out, face_number(face));
        }
    }
}

static void put_outcome(const State *head, uint32_t outcome, Text *out) {
    Qwantum rolled = *(const Qwantum *)head;
    chance(&rolled.head, outcome);
    put_dice(rolled.die, out);
}

/* Reads one die as put_dice() writes it; fails where it has no such face. */
static bool get_die(Scan *in, int d, uint8_t *die) {
    int row, number;
    *die = 0;
    if (scan_char(in, '-')) return true;
    if (d == 0) {
        if (scan_int(in, 1, 6, &number)) *die = (uint8_t)number;
    } else if (scan_among(in, letters, &row) && scan_int(in, 1, 6, &number)) {
        for (int f = 0; f < 6; f++)
            if (faces[d][f] == (uint32_t)number << 8 * row) *die = (uint8_t)(f + 1);
    }
    return *die != 0;
}

static bool get_dice(Scan *in, uint8_t *die) {
    for (int d = 0; d < DICE; d++) {
        if (d && !scan_char(in, d == 1 ? ':' : ',')) return false;
        if (!get_die(in, d, &die[d])) return false;
    }
    return true;
}

/* The dice that were kept must lie as they lay. */
static bool get_outcome(const State *head, const char *token, uint32_t *outcome) {
    const Qwantum *s = (const Qwantum *)head;
    Scan in = {.at = token};
    uint8_t die[DICE];
    return get_dice(&in, die) && scan_end(&in) && reroll_between(s->die, die, DICE, outcome);
}

/* One sheet: "p3,6/b/r5/y1/m1", the numbers of each row from the left, then the misthrows. */
static void put_sheet(const QwantumSheet *sheet, Text *out) {
    for (int r = PURPLE; r <= YELLOW; r++) {
        text_char(out, letters[r]);
        for (int box = 0; box < sheet->count[r]; box++) {
            if (box) text_char(out, ',');
            text_int(out, sheet->row[r][box]);
        }
        text_char(out, '/');
    }
    text_char(out, 'm');
    text_int(out, sheet->misthrows);
}

/* By writing numbers as a game would: what can be written in this order is just what a sheet can hold. */
static bool get_sheet(Scan *in, QwantumSheet *sheet) {
    int value, misthrows;
    for (int r = PURPLE; r <= YELLOW; r++) {
        if (!scan_char(in, letters[r])) return false;
        while (scan_int(in, 1, HIGHEST, &value)) {
            if (!can_write(sheet, r, value)) return false;
            write(sheet, move_of(r, value));
            scan_char(in, ',');
        }
        if (!scan_char(in, '/')) return false;
    }
    if (!scan_char(in, 'm') || !scan_int(in, 0, MISTHROWS, &misthrows)) return false;
    sheet->misthrows = (uint8_t)misthrows;
    return true;
}

/* "dice=3:r1,y3,b4,p1,y4,r6 used=p SHEET SHEET"; "-" where no die lies or no row was used in B. */
static void put_body(const State *head, Text *out) {
    const Qwantum *s = (const Qwantum *)head;
    text_str(out, "dice=");
    if (reroll_lying(s->die, DICE))
        put_dice(s->die, out);
    else
        text_char(out, '-');
    text_str(out, " used=");
    text_char(out, s->used ? letters[s->used - 1] : '-');
    for (int i = 0; i < s->head.seats; i++) {
        text_char(out, ' ');
        put_sheet(&s->sheet[i], out);
    }
}

static bool dice_fit(const Qwantum *s) {
    int rolled = reroll_lying(s->die, DICE);
    if (s->head.phase == OVER || s->head.phase == ROLL) return rolled == 0;
    return s->head.phase == REROLL ? rolled < DICE : rolled == DICE;
}

/* What the active seat wrote in B is the last number of that row. */
static bool used_fits(const Qwantum *s) {
    if (!s->used) return true;
    const QwantumSheet *sheet = &s->sheet[s->head.active];
    int row = s->used - 1, n = sheet->count[row];
    return s->head.phase == STEP_C && n && sheet->row[row][n - 1] == (s->sums >> 8 * row & 0xFF);
}

/* In each turn played a seat wrote at most once, or twice if it was active; and an active seat wrote or
 * marked a misthrow. What was written in B of the turn in progress is left out. */
static bool turns_fit(const Qwantum *s, int seat) {
    const QwantumSheet *sheet = &s->sheet[seat];
    int turns = s->head.turn + (s->head.phase == OVER);
    int active = (turns + s->head.seats - 1 - seat) / s->head.seats; /* in how many of them it was */
    int numbers = written(sheet) - (s->used && seat == s->head.active), misthrows = sheet->misthrows;
    return numbers + misthrows >= active && misthrows <= active && numbers <= turns + active - 2 * misthrows;
}

/* What the rules leave possible, given sheets that are well formed one by one. */
static bool possible(const Qwantum *s, const char **why) {
    bool over = false;
    *why = "seat 0 begins and the seats take turns";
    if (s->head.active != s->head.turn % s->head.seats) return false;
    *why = "used=ROW belongs to C, and is the row in which the active seat wrote last";
    if (!used_fits(s)) return false;
    for (int i = 0; i < s->head.seats; i++) {
        const QwantumSheet *sheet = &s->sheet[i];
        *why = "a sheet does not fit the number of turns";
        if (!turns_fit(s, i)) return false;
        *why = "only the active seat can have marked its fifth misthrow";
        if (sheet->misthrows == MISTHROWS && i != s->head.active) return false;
        over |= is_full(sheet) || sheet->misthrows == MISTHROWS;
    }
    *why = "the game is over exactly when a sheet is full or a seat has five misthrows";
    return over == (s->head.phase == OVER);
}

static bool get_used(Scan *in, uint8_t *used) {
    int row;
    *used = 0;
    if (scan_char(in, '-')) return true;
    if (!scan_among(in, letters, &row)) return false;
    *used = (uint8_t)(row + 1);
    return true;
}

/* The sums are not in the text; start_b() counts them from the dice, and the phase that it sets is put right after. */
static bool get_body(State *head, Scan *in, const char **why) {
    static const uint8_t node[] = {NODE_OVER, NODE_CHANCE, NODE_MOVE, NODE_CHANCE, NODE_MOVE, NODE_MOVE};
    Qwantum *s = (Qwantum *)head;
    int phase = s->head.phase;
    *why = "expected: dice=W:F,F,F,F,F,F used=ROW, then a sheet like p3,6/b/r5/y1/m1 for each seat";
    if (!scan_word(in, "dice=") || !reroll_get(in, s->die, DICE, get_dice)) return false;
    if (!scan_word(in, " used=") || !get_used(in, &s->used)) return false;
    for (int i = 0; i < s->head.seats; i++)
        if (!scan_char(in, ' ') || !get_sheet(in, &s->sheet[i])) return false;
    *why = "the dice do not fit the phase";
    if (!dice_fit(s)) return false;
    if (phase == STEP_B || phase == STEP_C) start_b(s);
    s->head.phase = (uint8_t)phase;
    s->head.node = node[phase];
    if (s->head.node == NODE_MOVE) s->head.movers = phase == STEP_C ? state_all(head) : (uint8_t)(1u << s->head.active);
    return possible(s, why);
}

/* ---- The sheet and the table ------------------------------------------------------------------------ */

enum { SCORE_BOX = ROWS * BOXES, MISTHROW_BOX = SCORE_BOX + BOXES };

static int box_index(int row, int box) { return row * BOXES + box; }

/* The line after the fourth box is where numbers turn from rising to falling; the scores of the columns stand right
 * below them. */
static void layout(int sheet, Layout *out) {
    const int below = ROWS * UNIT + UNIT / 2;
    (void)sheet;
    *out = (Layout){.w = BOXES * UNIT, .h = (int16_t)(below + 2 * UNIT + UNIT / 2), .row_count = ROWS, .rule_count = 1};
    for (int r = PURPLE; r <= YELLOW; r++) {
        out->rows[r] = (Row){.letter = letters[r], .colour = colours[r]};
        for (int box = 0; box < BOXES; box++) layout_box(out, box * UNIT, r * UNIT, r, SHAPE_SQUARE);
    }
    for (int c = 0; c < BOXES; c++) layout_box(out, c * UNIT, below, ROW_NONE, SHAPE_SCORE);
    for (int i = 0; i < MISTHROWS; i++)
        box_label(layout_box(out, (BOXES - MISTHROWS + i) * UNIT, below + UNIT + UNIT / 2, ROW_NONE, SHAPE_MISTHROW),
                  -1 - i);
    out->rules[0] = (Rule){.x1 = RISING * UNIT, .y1 = 0, .x2 = RISING * UNIT, .y2 = ROWS * UNIT};
    out->note = (Phrase){.id = N_("a full column scores its second-lowest number")};
}

/* No number is left for this free box: one more step up would pass 33, or down fall below 1. */
static bool is_gone(const QwantumSheet *sheet, int row, int box) {
    int n = sheet->count[row], last = n ? sheet->row[row][n - 1] : 0;
    if (n >= RISING) return last - (box - n + 1) < 1;
    int top = box < RISING ? box : RISING - 1;
    return last + (top - n + 1) > HIGHEST;
}

static void look_at_column(const QwantumSheet *sheet, int column, Look *out) {
    if (column_full(sheet, column)) {
        *out = (Look){.mark = MARK_NUMBER, .value = (int16_t)column_points(sheet, column)};
        return;
    }
    for (int r = PURPLE; r <= YELLOW; r++)
        if (sheet->count[r] <= column && is_gone(sheet, r, column)) out->mark = MARK_GONE;
}

/* Boxes are numbered row by row, then the scores, then the misthrows: red's second box is 2 * 6 + 1
 * = 13 (box_index). */
static void look(const State *head, int seat, int index, Look *out) {
    const QwantumSheet *sheet = &((const Qwantum *)head)->sheet[seat];
    *out = (Look){.mark = MARK_FREE};
    if (index >= MISTHROW_BOX) {
        if (index - MISTHROW_BOX < sheet->misthrows) out->mark = MARK_CROSS;
    } else if (index >= SCORE_BOX) {
        look_at_column(sheet, index - SCORE_BOX, out);
    } else {
        int row = index / BOXES, box = index % BOXES;
        if (box < sheet->count[row])
            *out = (Look){.mark = MARK_NUMBER, .value = sheet->row[row][box]};
        else if (is_gone(sheet, row, box))
            out->mark = MARK_GONE;
    }
}

/* The white die first; a die in the hand has no colour yet. */
static int pieces(const State *head, int seat, Piece *out) {
    const Qwantum *s = (const Qwantum *)head;
    (void)seat;
    if (s->head.phase == OVER || s->head.phase == ROLL) return 0;
    for (int d = 0; d < DICE; d++) {
        out[d] = (Piece){.kind = PIECE_DIE, .spot = (uint8_t)d, .value = VALUE_NONE};
        if (d == 0) out[d].colour = COLOUR_WHITE;
        if (!s->die[d]) continue;
        uint32_t face = faces[d][s->die[d] - 1];
        if (d) out[d].colour = colours[face_row(face)];
        out[d].value = (int8_t)(d ? face_number(face) : s->die[d]);
    }
    return DICE;
}

static int touch(const State *head, int seat, Move m, uint8_t *out) {
    const QwantumSheet *sheet = &((const Qwantum *)head)->sheet[seat];
    int n = 0;
    if (head->phase == KEEP) {
        for (int d = 0; d < DICE; d++)
            if (m >> d & 1) out[n++] = (uint8_t)(TOUCH_PIECE + d);
    } else if (m) {
        out[n++] = (uint8_t)box_index(row_of(m), sheet->count[row_of(m)]);
    }
    return n;
}

/* The value of each colour: the white die and all dice that show it; in C without the colour written in B. */
static int counts(const State *head, int seat, Count *out) {
    const Qwantum *s = (const Qwantum *)head;
    Piece piece[PIECES_MAX];
    int n = 0;
    if (s->head.node != NODE_MOVE) return 0;
    pieces(head, seat, piece);
    for (int r = PURPLE; r <= YELLOW; r++) {
        if (s->used == r + 1) continue;
        out[n] = (Count){.value = piece[0].value, .colours = (uint16_t)(1u << colours[r]), .pieces = 1};
        for (int d = 1; d < DICE; d++) {
            if (piece[d].colour != colours[r]) continue;
            out[n].value = (int16_t)(out[n].value + piece[d].value);
            out[n].pieces |= (uint16_t)(1u << d);
        }
        n++;
    }
    return n;
}

/* Another coloured die shows the same. */
static bool has_twin(const Qwantum *s, int die) {
    for (int d = 1; d < DICE; d++)
        if (d != die && faces[d][s->die[d] - 1] == faces[die][s->die[die] - 1]) return true;
    return false;
}

/* Which dice are rolled again: each with what it shows; of those that look the same, which one. */
static int say_dice(const Qwantum *s, Move dice, Phrase *out) {
    int n = 0;
    if (dice == (1u << DICE) - 1) {
        out[0] = (Phrase){.id = N_("roll all dice again")};
        return 1;
    }
    if (dice & 1) out[n++] = (Phrase){.id = N_("roll again: {c0} {1}"), .arg = {COLOUR_WHITE, s->die[0]}};
    for (int d = 1; d < DICE; d++) {
        if (!(dice >> d & 1)) continue;
        uint32_t face = faces[d][s->die[d] - 1];
        const char *alone = n ? N_("{c0} {1}") : N_("roll again: {c0} {1}");
        const char *twin = n ? N_("{c0} {1} (coloured die {2})") : N_("roll again: {c0} {1} (coloured die {2})");
        out[n++] = (Phrase){.id = has_twin(s, d) ? twin : alone,
                            .arg = {colours[face_row(face)], (int16_t)face_number(face), (int16_t)d}};
    }
    return n;
}

static int say(const State *head, int seat, Move m, Phrase *out) {
    (void)seat;
    if (head->phase == KEEP && m) return say_dice((const Qwantum *)head, m, out);
    if (head->phase == KEEP)
        out[0] = (Phrase){.id = N_("keep the dice")};
    else if (m == MOVE_PASS)
        out[0] = (Phrase){.id = N_("pass")};
    else
        out[0] = (Phrase){.id = N_("write {c0} {1}"), .arg = {colours[row_of(m)], (int16_t)value_of(m)}};
    return 1;
}

/* A pass in step B is no misthrow yet: the active seat may still write in step C. */
static int warn(const State *head, int seat, Move m, Phrase *out) {
    const Qwantum *s = (const Qwantum *)head;
    const QwantumSheet *sheet = &s->sheet[seat];
    bool ends = false;
    int n = 0;
    if (head->phase == KEEP) return 0;
    if (m) {
        ends = written(sheet) + 1 == ROWS * BOXES;
    } else if (head->phase == STEP_C && seat == head->active && !s->used) {
        int16_t cost = (int16_t)(1 + sheet->misthrows);
        const char *id =
            cost == 1 ? N_("a misthrow: it costs you one point") : N_("a misthrow: it costs you {0} points");
        out[n++] = (Phrase){.id = id, .arg = {cost}};
        ends = sheet->misthrows + 1 == MISTHROWS;
    }
    if (ends) out[n++] = (Phrase){.id = N_("this ends the game")};
    return n;
}

/* ---- The table of functions ------------------------------------------------------------------------- */

static const Phase phases[] = {
    [OVER] = {.name = "over"},
    [ROLL] = {.name = "roll"},
    [KEEP] = {.name = "keep", .prompt = N_("Choose the dice to roll again, or keep them all.")},
    [REROLL] = {.name = "reroll"},
    [STEP_B] = {.name = "b", .prompt = N_("Write one colour's value, or pass.")},
    [STEP_C] = {.name = "c", .prompt = N_("Write the value of a colour that is left, or pass.")},
    {.name = NULL},
};

static const char *const parts[] = {
    N_("column 1"), N_("column 2"), N_("column 3"),  N_("column 4"),
    N_("column 5"), N_("column 6"), N_("misthrows"), NULL,
};

/* ---- Batches (arena/batch.h) ------------------------------------------------------------------------ */

/* In the step of keeping a set of dice is its own place; else 0 is a pass and 1 to 4 are the rows. */
static int action(const State *head, int seat, Move m) {
    (void)seat;
    return head->phase == KEEP ? (int)m : m == MOVE_PASS ? 0 : 1 + row_of(m);
}

/* Of a sheet its numbers, row by row, and the misthrows; of the table the faces that show (0: to be rolled), the
 * values of the colours where they count, and the row already used. */
enum { SHEET_PLANES = ROWS * BOXES + 1, TABLE_PLANES = DICE + ROWS + 3 };

static int planes(int seats) { return seats * SHEET_PLANES + TABLE_PLANES; }

/* From the seat's place on, so that a learner need not know which number it has: its own sheet is always the first. */
static void see(const State *head, int seat, uint8_t *out) {
    const Qwantum *s = (const Qwantum *)head;
    for (int j = 0; j < head->seats; j++, out += SHEET_PLANES) {
        const QwantumSheet *sheet = &s->sheet[(seat + j) % head->seats];
        memcpy(out, sheet->row, sizeof sheet->row);
        out[ROWS * BOXES] = sheet->misthrows;
    }
    for (int d = 0; d < DICE; d++) *out++ = s->die[d];
    for (int r = PURPLE; r <= YELLOW; r++) *out++ = (uint8_t)(s->sums >> 8 * r);
    *out++ = s->used;
    state_see(head, seat, out);
}

__attribute__((flatten)) static long play_out(State *head, Rng *rng) { return play_out_with(&qwantum_game, head, rng); }

const Game qwantum_game = {
    .name = "qwantum",
    .title = "Qwantum",
    .summary = N_("Write sums that rise and then fall, with one white and six many-coloured dice."),
    .chance_word = "roll",
    .min_seats = 1,
    .max_seats = SEATS,
    .printed_min = 2,
    .size = sizeof(Qwantum),
    .nodes_max = 5 * SEATS * (ROWS * BOXES + MISTHROWS), /* an active seat writes or marks a misthrow */
    .score_min = -(1 + 2 + 3 + 4 + 5),
    .score_max = 30 + 31 + 32 + 33 + 32 + 31, /* all rows alike and at their highest, with 33 in the fourth box */
    .phases = phases,
    .start = start,
    .legal = legal,
    .play = play,
    .outcomes = outcomes,
    .chance = chance,
    .scores = scores,
    .play_out = play_out,
    .put_move = put_move,
    .put_outcome = put_outcome,
    .get_outcome = get_outcome,
    .put_body = put_body,
    .get_body = get_body,
    .sheets = 1,
    .layout = layout,
    .look = look,
    .pieces = pieces,
    .touch = touch,
    .counts = counts,
    .parts = parts,
    .part_values = part_values,
    .rows_done = rows_done,
    .say = say,
    .warn = warn,
    .features = &qwantum_features,
    .actions = 1 << DICE,
    .action = FOR_BATCHES(action),
    .planes = FOR_BATCHES(planes),
    .see = FOR_BATCHES(see),
    .lockstep = FOR_BATCHES(qwantum_lockstep),
};
