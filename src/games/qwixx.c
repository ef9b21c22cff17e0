/* qwixx.c: Qwixx. Two white dice and one die for each of four rows; cross numbers from left to right;
 * five crosses open the last number, which locks the row for everyone.
 *
 * Places named in comments are headings of the rulebook. */
#include <assert.h>
#include <string.h>

#include "base/play_out.h"
#include "games/qwixx.h"

static const char letters[] = "rygb";
static const uint8_t colours[ROWS] = {COLOUR_RED, COLOUR_YELLOW, COLOUR_GREEN, COLOUR_BLUE};
static const int points[] = {0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78};

/* ---- Set-up ----------------------------------------------------------------------------------------- */

static void start(State *head, int seats, const int *option) {
    Qwixx *s = (Qwixx *)head;
    memset(s, 0, sizeof *s);
    s->head = (State){.node = NODE_CHANCE, .seats = (uint8_t)seats, .phase = ROLL};
    s->late = (uint8_t)option[0];
    for (int i = 0; i < seats; i++)
        for (int r = RED; r <= BLUE; r++) s->sheet[i].open[r] = r < GREEN ? 0x0FFC : 0x1FF8; /* all but the last */
}

static void options_of(const State *head, int *option) { option[0] = ((const Qwixx *)head)->late; }

/* ---- A turn ("Svolgimento della partita") ----------------------------------------------------------- */

/* The dice that are rolled: both white ones and those of the open rows, of which at most one is closed while the
 * game goes on. Outcomes count through them like digits, the white dice first, so that fewer coloured dice do not
 * change the white ones much. */
static uint32_t outcomes(const State *head) { return ((const Qwixx *)head)->closed ? 36 * 216 : 36 * 1296; }

static void chance(State *head, uint32_t outcome) {
    Qwixx *s = (Qwixx *)head;
    assert(outcome < outcomes(head));
    uint32_t white = s->closed ? outcome / 216 : outcome / 1296;
    s->white[0] = (uint8_t)(white / 6 + 1);
    s->white[1] = (uint8_t)(white % 6 + 1);
    for (int r = BLUE; r >= RED; r--) {
        if (s->closed >> r & 1) continue;
        s->die[r] = (uint8_t)(outcome % 6 + 1);
        outcome /= 6;
    }
    s->head.node = NODE_MOVE;
    s->head.phase = WHITE;
    s->head.movers = state_all(head);
}

/* The white step: the sum of the white dice, in any row. (No branch here or below: dice make branches that nobody
 * can predict.) */
static int legal_white(const Qwixx *s, const QwixxSheet *sheet, Move *out) {
    int n = 1, sum = s->white[0] + s->white[1];
    for (int r = RED; r <= BLUE; r++) {
        out[n] = move_of(r, sum);
        n += sheet->open[r] >> sum & 1;
    }
    return n;
}

/* The colour step: a row's die plus either white die. */
static int legal_colour(const Qwixx *s, const QwixxSheet *sheet, Move *out) {
    int n = 1, a = s->white[0], b = s->white[1], low = a < b ? a : b, high = a < b ? b : a;
    for (int r = RED; r <= BLUE; r++) {
        int die = s->die[r], open = sheet->open[r];
        out[n] = move_of(r, low + die);
        n += open >> (low + die) & 1;
        out[n] = move_of(r, high + die);
        n += open >> (high + die) & (high != low);
    }
    return n;
}

static int legal(const State *head, int seat, Move *out) {
    const Qwixx *s = (const Qwixx *)head;
    if (!state_moves(head, seat)) return 0;
    out[0] = MOVE_PASS;
    return s->head.phase == WHITE ? legal_white(s, &s->sheet[seat], out) : legal_colour(s, &s->sheet[seat], out);
}

/* What a move adds to its row: a cross and its count; the last number's lock and its count too; a pass nothing. */
static const uint16_t ink[ROWS * 16] = {
    0, 0, 0x1001, 0x1002, 0x1004, 0x1008, 0x1010, 0x1020, 0x1040, 0x1080, 0x1100, 0x1200, 0x2C00, 0, 0, 0, /* red */
    0, 0, 0x1001, 0x1002, 0x1004, 0x1008, 0x1010, 0x1020, 0x1040, 0x1080, 0x1100, 0x1200, 0x2C00, 0, 0, 0, /* yellow */
    0, 0, 0x2C00, 0x1200, 0x1100, 0x1080, 0x1040, 0x1020, 0x1010, 0x1008, 0x1004, 0x1002, 0x1001, 0, 0, 0, /* green */
    0, 0, 0x2C00, 0x1200, 0x1100, 0x1080, 0x1040, 0x1020, 0x1010, 0x1008, 0x1004, 0x1002, 0x1001, 0, 0, 0, /* blue */
};

/* What a move leaves open: the numbers right of it ("Segnare i numeri"). */
static const uint16_t right_of[ROWS * 16] = {
    0x1FFF, 0,      0x1FF8, 0x1FF0, 0x1FE0, 0x1FC0, 0x1F80, 0x1F00,
    0x1E00, 0x1C00, 0x1800, 0x1000, 0,      0,      0,      0, /* red */
    0x1FFF, 0,      0x1FF8, 0x1FF0, 0x1FE0, 0x1FC0, 0x1F80, 0x1F00,
    0x1E00, 0x1C00, 0x1800, 0x1000, 0,      0,      0,      0, /* yellow */
    0x1FFF, 0,      0,      0x0004, 0x000C, 0x001C, 0x003C, 0x007C,
    0x00FC, 0x01FC, 0x03FC, 0x07FC, 0x0FFC, 0,      0,      0, /* green */
    0x1FFF, 0,      0,      0x0004, 0x000C, 0x001C, 0x003C, 0x007C,
    0x00FC, 0x01FC, 0x03FC, 0x07FC, 0x0FFC, 0,      0,      0, /* blue */
};

/* "Completare una riga di numeri": the fifth cross opens the last number. */
unsigned qwixx_cross(QwixxSheet *sheet, Move m) {
    static const uint8_t last[ROWS] = {12, 12, 2, 2};
    int r = row_of(m);
    unsigned row = sheet->row[r] + (unsigned)ink[m], fifth = (count_of(row) == 5) & (m != MOVE_PASS);
    sheet->row[r] = (uint16_t)row;
    sheet->open[r] = (uint16_t)((sheet->open[r] | fifth << last[r]) & right_of[m]);
    return (ink[m] >> LOCK & 1u) << r;
}

/* "Completare una riga di numeri": the dice of closed rows leave the game, and nobody crosses there any more. */
static void remove_dice(Qwixx *s, unsigned rows) {
    for (; rows; rows &= rows - 1) {
        int r = __builtin_ctz(rows);
        s->die[r] = 0;
        for (int i = 0; i < s->head.seats; i++) s->sheet[i].open[r] = 0;
    }
}

/* Dice that lie on the table are no part of a position in which the next ones fall. */
static void clear_table(Qwixx *s) {
    memset(s->white, 0, sizeof s->white);
    memset(s->die, 0, sizeof s->die);
    s->crossed = 0;
    remove_dice(s, s->closed);
}

/* "Fine della partita": two rows are closed, whoever closed them, or a fourth misthrow. */
static void finish(Qwixx *s) {
    clear_table(s);
    s->head.node = NODE_OVER;
    s->head.phase = OVER;
    s->head.movers = 0;
}

static bool two_closed(const Qwixx *s) { return (s->closed & (s->closed - 1)) != 0; }

/* All cross at the same time, so several may close the same row, and each has its lock; only then do dice go and is the
 * end looked at. */
static void white_step(Qwixx *s, const Move *by_seat) {
    unsigned closed = 0;
    for (int i = 0; i < s->head.seats; i++) closed |= qwixx_cross(&s->sheet[i], by_seat[i]);
    s->crossed = by_seat[s->head.active] != MOVE_PASS;
    s->closed |= (uint8_t)closed;
    if (two_closed(s)) {
        finish(s);
        return;
    }
    if (!s->late) remove_dice(s, closed);
    s->head.phase = COLOUR;
    s->head.movers = (uint8_t)(1u << s->head.active);
}

/* The misthrow is added without a branch: this is the inner loop of every simulation. */
static void colour_step(Qwixx *s, Move m) {
    QwixxSheet *sheet = &s->sheet[s->head.active];
    s->closed |= (uint8_t)qwixx_cross(sheet, m);
    sheet->misthrows = (uint8_t)(sheet->misthrows + ((m == MOVE_PASS) & !s->crossed));
    if (two_closed(s) || sheet->misthrows == MISTHROWS) {
        finish(s);
        return;
    }
    clear_table(s);
    s->head.node = NODE_CHANCE;
    s->head.phase = ROLL;
    s->head.movers = 0;
    s->head.turn++;
    s->head.active = (uint8_t)(s->head.active + 1 == s->head.seats ? 0 : s->head.active + 1);
}

static void play(State *head, const Move *by_seat) {
    Qwixx *s = (Qwixx *)head;
    if (s->head.phase == WHITE)
        white_step(s, by_seat);
    else
        colour_step(s, by_seat[s->head.active]);
}

/* ---- Scoring ("Punteggio") -------------------------------------------------------------------------- */

static int row_points(const QwixxSheet *sheet, int row) { return points[count_of(sheet->row[row])]; }

static void part_values(const State *head, int seat, int *out) {
    const QwixxSheet *sheet = &((const Qwixx *)head)->sheet[seat];
    for (int r = RED; r <= BLUE; r++) out[r] = row_points(sheet, r);
    out[ROWS] = -MISTHROW_COST * sheet->misthrows;
}

static void scores(const State *head, int *by_seat) {
    for (int i = 0; i < head->seats; i++) {
        int part[ROWS + 1];
        part_values(head, i, part);
        by_seat[i] = part[RED] + part[YELLOW] + part[GREEN] + part[BLUE] + part[ROWS];
    }
}

static unsigned rows_done(const State *head, int seat) {
    const QwixxSheet *sheet = &((const Qwixx *)head)->sheet[seat];
    unsigned done = 0;
    for (int r = RED; r <= BLUE; r++) done |= (unsigned)(sheet->row[r] >> LOCK & 1) << r;
    return done;
}

/* ---- Notation --------------------------------------------------------------------------------------- */

static void put_move(const State *head, int seat, Move m, Text *out) {
    (void)head, (void)seat;
    if (m == MOVE_PASS) {
        text_char(out, '-');
        return;
    }
    text_char(out, letters[row_of(m)]);
    text_int(out, number_of(m));
}

static void put_dice(const Qwixx *s, Text *out) {
    text_int(out, s->white[0]);
    text_int(out, s->white[1]);
    text_char(out, ':');
    for (int r = RED; r <= BLUE; r++)
        if (s->die[r])
            text_int(out, s->die[r]);
        else
            text_char(out, '-');
}

static void put_outcome(const State *head, uint32_t outcome, Text *out) {
    Qwixx rolled = *(const Qwixx *)head;
    chance(&rolled.head, outcome);
    put_dice(&rolled, out);
}

/* Reads dice as put_dice() writes them. */
static bool get_dice(Scan *in, uint8_t *white, uint8_t *die) {
    int face;
    for (int i = 0; i < 2; i++) {
        if (!scan_among(in, "123456", &face)) return false;
        white[i] = (uint8_t)(face + 1);
    }
    if (!scan_char(in, ':')) return false;
    for (int r = RED; r <= BLUE; r++) {
        if (!scan_among(in, "-123456", &face)) return false;
        die[r] = (uint8_t)face;
    }
    return true;
}

/* Digits in base six, white dice first; a closed row has no digit. 25:3-16 with yellow closed: ((1 * 6 + 4) * 6 + 2) *
 * 36 + 0 * 6 + 5. */
static bool get_outcome(const State *head, const char *token, uint32_t *outcome) {
    const Qwixx *s = (const Qwixx *)head;
    Scan in = {.at = token};
    uint8_t white[2], die[ROWS];
    if (!get_dice(&in, white, die) || !scan_end(&in)) return false;
    *outcome = (uint32_t)((white[0] - 1) * 6 + white[1] - 1);
    for (int r = RED; r <= BLUE; r++) {
        if ((die[r] == 0) != (s->closed >> r & 1)) return false;
        if (die[r]) *outcome = *outcome * 6 + die[r] - 1u;
    }
    return true;
}

/* A set of rows by their letters; "-" for none. */
static void put_rows(unsigned rows, Text *out) {
    if (!rows) text_char(out, '-');
    for (int r = RED; r <= BLUE; r++)
        if (rows >> r & 1) text_char(out, letters[r]);
}

static bool get_rows(Scan *in, uint8_t *rows) {
    int r;
    *rows = 0;
    if (scan_char(in, '-')) return true;
    while (scan_among(in, letters, &r)) *rows |= (uint8_t)(1u << r);
    return *rows != 0;
}

/* One sheet: "r5,7/y/g/b12/m1", the numbers crossed in each row, then the misthrows. */
static void put_sheet(const QwixxSheet *sheet, Text *out) {
    for (int r = RED; r <= BLUE; r++) {
        bool first = true;
        text_char(out, letters[r]);
        for (int box = 0; box <= LAST; box++) {
            if (!(sheet->row[r] >> box & 1)) continue;
            if (!first) text_char(out, ',');
            text_int(out, number_at(r, box));
            first = false;
        }
        text_char(out, '/');
    }
    text_char(out, 'm');
    text_int(out, sheet->misthrows);
}

/* By crossing from the left, as `open` allows it: locks and what they need are the rules' to decide,
 * not the reader's. */
static bool get_sheet(Scan *in, QwixxSheet *sheet) {
    int number, misthrows;
    for (int r = RED; r <= BLUE; r++) {
        if (!scan_char(in, letters[r])) return false;
        while (scan_int(in, 2, 12, &number)) {
            if (!(sheet->open[r] >> number & 1)) return false;
            qwixx_cross(sheet, move_of(r, number));
            scan_char(in, ',');
        }
        if (!scan_char(in, '/')) return false;
    }
    if (!scan_char(in, 'm') || !scan_int(in, 0, MISTHROWS, &misthrows)) return false;
    sheet->misthrows = (uint8_t)misthrows;
    return true;
}

/* "closed=r dice=36:-452 crossed=0 SHEET SHEET"; dice are "-" where none lie. */
static void put_body(const State *head, Text *out) {
    const Qwixx *s = (const Qwixx *)head;
    text_str(out, "closed=");
    put_rows(s->closed, out);
    text_str(out, " dice=");
    if (s->white[0])
        put_dice(s, out);
    else
        text_char(out, '-');
    text_str(out, " crossed=");
    text_int(out, s->crossed);
    for (int i = 0; i < s->head.seats; i++) {
        text_char(out, ' ');
        put_sheet(&s->sheet[i], out);
    }
}

static bool dice_fit(const Qwixx *s) {
    bool rolled = s->head.phase == WHITE || s->head.phase == COLOUR;
    if ((s->white[0] != 0) != rolled) return false;
    bool late = s->late && s->head.phase == COLOUR; /* the die of a row just closed may lie there still */
    for (int r = RED; r <= BLUE; r++) {
        bool closed = s->closed >> r & 1;
        if (rolled && (s->die[r] == 0) != closed && !(late && closed)) return false;
    }
    return true;
}

/* What the rules leave possible, given sheets that are well formed one by one. */
static bool possible(const Qwixx *s, const char **why) {
    unsigned locked = 0;
    int fourth = 0;
    for (int i = 0; i < s->head.seats; i++) {
        locked |= rows_done(&s->head, i);
        fourth += s->sheet[i].misthrows == MISTHROWS;
    }
    *why = "a row is closed exactly when a seat has locked it";
    if (locked != s->closed || __builtin_popcount(locked) > 3) return false;
    *why = "the game is over exactly when two rows are closed or one seat has four misthrows";
    if (fourth > 1 || (s->head.phase == OVER) != (two_closed(s) || fourth)) return false;
    *why = "the dice do not fit the position";
    if (!dice_fit(s)) return false;
    *why = "crossed=1 belongs to the colour step";
    return s->head.phase == COLOUR || !s->crossed;
}

/* The dice of closed rows are removed once more after reading: that also takes these rows' numbers out
 * of every `open`. */
static bool get_body(State *head, Scan *in, const char **why) {
    static const uint8_t node[] = {NODE_OVER, NODE_CHANCE, NODE_MOVE, NODE_MOVE};
    Qwixx *s = (Qwixx *)head;
    int crossed;
    *why = "expected: closed=ROWS dice=WW:RYGB crossed=0, then a sheet like r5,7/y/g/b12/m1 for each seat";
    if (!scan_word(in, "closed=") || !get_rows(in, &s->closed)) return false;
    if (!scan_word(in, " dice=") || (!scan_char(in, '-') && !get_dice(in, s->white, s->die))) return false;
    if (!scan_word(in, " crossed=") || !scan_int(in, 0, 1, &crossed)) return false;
    s->crossed = (uint8_t)crossed;
    for (int i = 0; i < s->head.seats; i++)
        if (!scan_char(in, ' ') || !get_sheet(in, &s->sheet[i])) return false;
    if (!possible(s, why)) return false;
    for (int r = RED; r <= BLUE; r++)
        if (s->closed >> r & 1 && !s->die[r]) remove_dice(s, 1u << r);
    s->head.node = node[s->head.phase];
    s->head.movers = s->head.phase == WHITE    ? state_all(head)
                     : s->head.phase == COLOUR ? (uint8_t)(1u << s->head.active)
                                               : 0;
    return true;
}

/* ---- The sheet and the table ------------------------------------------------------------------------ */

static int box_index(int row, int box) { return row * BOXES + box; }

static void layout(int sheet, Layout *out) {
    (void)sheet;
    *out = (Layout){.w = BOXES * UNIT, .h = ROWS * UNIT + UNIT + UNIT / 2, .row_count = ROWS};
    for (int r = RED; r <= BLUE; r++) {
        out->rows[r] = (Row){.letter = letters[r], .colour = colours[r]};
        for (int box = 0; box <= LAST; box++)
            box_label(layout_box(out, box * UNIT, r * UNIT, r, SHAPE_SQUARE), number_at(r, box));
        layout_box(out, LOCK * UNIT, r * UNIT, r, SHAPE_LOCK);
    }
    for (int i = 0; i < MISTHROWS; i++)
        box_label(layout_box(out, (BOXES - MISTHROWS + i) * UNIT, ROWS * UNIT + UNIT / 2, ROW_NONE, SHAPE_MISTHROW),
                  -MISTHROW_COST);
    out->scale = (Scale){.mark = MARK_CROSS, .steps = BOXES};
    for (int i = 0; i < BOXES; i++) out->scale.points[i] = (uint8_t)points[i + 1];
    out->note = (Phrase){.id = N_("crosses 1 2 3 4 5 6 7 8 9 10 11 12: points 1 3 6 10 15 21 28 36 45 55 66 78")};
}

/* A row that was closed in this turn is still open to the colour step while its die lies there. */
static void look(const State *head, int seat, int index, Look *out) {
    const Qwixx *s = (const Qwixx *)head;
    const QwixxSheet *sheet = &s->sheet[seat];
    int row = index / BOXES, box = index % BOXES;
    *out = (Look){.mark = MARK_FREE};
    if (row == ROWS) {
        if (box < sheet->misthrows) out->mark = MARK_CROSS;
        return;
    }
    bool open = !(s->closed >> row & 1) || s->die[row];
    if (sheet->row[row] >> box & 1)
        out->mark = MARK_CROSS;
    else if (!open || crosses_of(sheet->row[row]) >> box)
        out->mark = MARK_GONE;
}

static int pieces(const State *head, int seat, Piece *out) {
    const Qwixx *s = (const Qwixx *)head;
    int n = 0;
    (void)seat;
    if (!s->white[0]) return 0;
    for (int i = 0; i < 2; i++, n++)
        out[n] = (Piece){.kind = PIECE_DIE, .spot = (uint8_t)n, .colour = COLOUR_WHITE, .value = (int8_t)s->white[i]};
    for (int r = RED; r <= BLUE; r++)
        if (s->die[r]) {
            out[n] = (Piece){.kind = PIECE_DIE, .spot = (uint8_t)n, .colour = colours[r], .value = (int8_t)s->die[r]};
            n++;
        }
    return n;
}

static int touch(const State *head, int seat, Move m, uint8_t *out) {
    (void)head, (void)seat;
    if (m == MOVE_PASS) return 0;
    int row = row_of(m), box = box_of(row, number_of(m)), n = 0;
    out[n++] = (uint8_t)box_index(row, box);
    if (box == LAST) out[n++] = (uint8_t)box_index(row, LOCK);
    return n;
}

/* The sum of the white dice in any row that is open; then either white die plus the die of a row. */
static int counts(const State *head, int seat, Count *out) {
    const Qwixx *s = (const Qwixx *)head;
    int n = 0, piece = 2;
    (void)seat;
    if (s->head.phase == WHITE) out[n++] = (Count){.value = (int16_t)(s->white[0] + s->white[1]), .pieces = 3};
    for (int r = RED; r <= BLUE && s->head.node == NODE_MOVE; r++) {
        if (!s->die[r]) continue;
        uint16_t colour = (uint16_t)(1u << colours[r]);
        if (s->head.phase == WHITE) out[0].colours |= colour;
        for (int i = 0; i < 2 && s->head.phase == COLOUR && !(i && s->white[0] == s->white[1]); i++)
            out[n++] = (Count){.value = (int16_t)(s->white[i] + s->die[r]),
                               .colours = colour,
                               .pieces = (uint16_t)(1u << i | 1u << piece)};
        piece++;
    }
    return n;
}

static int say(const State *head, int seat, Move m, Phrase *out) {
    (void)head, (void)seat;
    if (m == MOVE_PASS)
        out[0] = (Phrase){.id = N_("pass")};
    else
        out[0] = (Phrase){.id = N_("cross {c0} {1}"), .arg = {colours[row_of(m)], (int16_t)number_of(m)}};
    return 1;
}

static int warn(const State *head, int seat, Move m, Phrase *out) {
    const Qwixx *s = (const Qwixx *)head;
    int n = 0;
    if (m == MOVE_PASS) {
        if (s->head.phase == COLOUR && !s->crossed) {
            out[n++] = (Phrase){.id = N_("a misthrow: it costs you {0} points"), .arg = {MISTHROW_COST}};
            if (s->sheet[seat].misthrows == MISTHROWS - 1) out[n++] = (Phrase){.id = N_("this ends the game")};
        }
        return n;
    }
    int row = row_of(m);
    if (box_of(row, number_of(m)) != LAST) return n;
    out[n++] = (Phrase){.id = N_("this locks the {c0} row"), .arg = {colours[row]}, .gain = true};
    if (__builtin_popcount(s->closed | 1u << row) >= 2) out[n++] = (Phrase){.id = N_("this ends the game")};
    return n;
}

/* ---- The table of functions ------------------------------------------------------------------------- */

static const char *const lock_values[] = {"at-once", "end-of-turn", NULL};
static const char *const lock_words[] = {N_("at once"), N_("at the end of the turn"), NULL};

static const Option options[] = {
    {.name = "lock",
     .summary = N_("when the die of a row closed in the white step leaves the game"),
     .question = N_("When does the die of a closed row leave the game?"),
     .values = lock_values,
     .words = lock_words},
    {.name = NULL},
};

static const Phase phases[] = {
    [OVER] = {.name = "over"},
    [ROLL] = {.name = "roll"},
    [WHITE] = {.name = "white", .prompt = N_("Cross the sum of the white dice, or pass.")},
    [COLOUR] = {.name = "colour", .prompt = N_("Cross a white die plus a coloured die, or pass.")},
    {.name = NULL},
};

static const char *const parts[] = {N_("red"), N_("yellow"), N_("green"), N_("blue"), N_("misthrows"), NULL};

__attribute__((flatten)) static long play_out(State *head, Rng *rng) { return play_out_with(&qwixx_game, head, rng); }

const Game qwixx_game = {
    .name = "qwixx",
    .title = "Qwixx",
    .summary = N_("Cross off numbers from left to right with two white and four coloured dice."),
    .chance_word = "roll",
    .min_seats = 1,
    .max_seats = SEATS,
    .printed_min = 2,
    .size = sizeof(Qwixx),
    .nodes_max = 3 * (SEATS * (11 * ROWS + MISTHROWS)),
    .score_min = -MISTHROW_COST * MISTHROWS,
    .score_max = 2 * 78 + 2 * 55, /* one seat can lock two rows */
    .options = options,
    .phases = phases,
    .start = start,
    .legal = legal,
    .play = play,
    .outcomes = outcomes,
    .chance = chance,
    .scores = scores,
    .options_of = options_of,
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
    .features = &qwixx_features,
    .actions = QWIXX_ACTIONS,
    .action = FOR_BATCHES(qwixx_action),
    .planes = FOR_BATCHES(qwixx_planes),
    .see = FOR_BATCHES(qwixx_see),
    .lockstep = FOR_BATCHES(qwixx_lockstep),
};
