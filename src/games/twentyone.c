/* twentyone.c: Twenty One. Six coloured dice; five rows of six boxes, each box with a colour and a number;
 * write dice in boxes of their colour that are not lower, and exactly equal is a hit.
 *
 * Places named in comments are headings of the rulebook. */
#include <assert.h>
#include <string.h>

#include "base/play_out.h"
#include "games/reroll.h"
#include "games/twentyone.h"

static const char letters[] = "wkrbyg";
static const uint8_t colours[DICE] = {COLOUR_WHITE, COLOUR_BLACK, COLOUR_RED, COLOUR_BLUE, COLOUR_YELLOW, COLOUR_GREEN};

static const int bonus[] = {0, 1, 3, 6, 10, 15, 21};

/* Bit 3b is set for every box b whose digit is not 0. */
static uint32_t filled(uint32_t row) { return (row | row >> 1 | row >> 2) & 0111111; }

static int leftmost_free(uint32_t row) { return __builtin_ctz(~filled(row) & 0111111) / 3; }

/* The row a seat is in, and the dice of its boxes. */
static uint32_t current_row(const TwentyOneSheet *sheet) { return sheet->row[sheet->current]; }

static const uint8_t *current_dice(const TwentyOne *s, int seat) {
    return dice_of[s->printed[seat]][s->sheet[seat].current];
}

/* ---- The option `sheets` ---------------------------------------------------------------------------- */

/* Its value has three bits a seat, the letter's place in A to F plus one; 0: the letters in seat order. */
static bool get_sheets(const char *text, int *value) {
    Scan in = {.at = text};
    unsigned seen = 0;
    int n = 0, packed = 0, letter;
    for (; n < SEATS && scan_among(&in, "ABCDEF", &letter); n++) {
        if (seen >> letter & 1) return false;
        seen |= 1u << letter;
        packed |= (letter + 1) << 3 * n;
    }
    if (n == 0 || !scan_end(&in)) return false;
    *value = packed;
    return true;
}

static bool sheets_fit(int value, int seats) {
    return value == 0 || (value >> 3 * (seats - 1) && !(value >> 3 * seats));
}

static int sheet_in(int value, int seat) { return value ? digit((uint32_t)value, seat) - 1 : seat; }

static void put_sheets(int value, int seats, Text *out) {
    for (int i = 0; i < seats; i++) text_char(out, (char)('A' + sheet_in(value, i)));
}

/* ---- Set-up ("Idea del gioco e preparazione") ------------------------------------------------------- */

static void start(State *head, int seats, const int *option) {
    TwentyOne *s = (TwentyOne *)head;
    memset(s, 0, sizeof *s);
    s->head = (State){.node = NODE_CHANCE, .seats = (uint8_t)seats, .phase = ROLL};
    for (int i = 0; i < seats; i++) s->printed[i] = (uint8_t)sheet_in(option[0], i);
}

/* Three bits a seat, one more than its sheet, so that none is 0: sheets B and A are 2 + 1 * 8 = 10. The order in which
 * they are printed is 0, the default. */
static void options_of(const State *head, int *option) {
    const TwentyOne *s = (const TwentyOne *)head;
    bool in_order = true;
    option[0] = 0;
    for (int i = 0; i < s->head.seats; i++) {
        in_order &= s->printed[i] == i;
        option[0] |= (s->printed[i] + 1) << 3 * i;
    }
    if (in_order) option[0] = 0;
}

/* ---- The dice ("Svolgimento del gioco") ------------------------------------------------------------- */

/* The white die first. */
static uint32_t outcomes(const State *head) { return reroll_outcomes(((const TwentyOne *)head)->die, DICE); }

static bool all_ones(const TwentyOne *s) {
    for (int d = 0; d < DICE; d++)
        if (s->die[d] != 1) return false;
    return true;
}

static void start_write(TwentyOne *s) {
    s->head.phase = WRITE;
    s->head.movers = state_all(&s->head);
}

/* The active seat may roll once more, unless six ones leave it no die. */
static void chance(State *head, uint32_t outcome) {
    TwentyOne *s = (TwentyOne *)head;
    assert(outcome < outcomes(head));
    reroll_apply(s->die, DICE, outcome);
    s->head.node = NODE_MOVE;
    if (s->head.phase == ROLL && !all_ones(s)) {
        s->head.phase = KEEP;
        s->head.movers = (uint8_t)(1u << s->head.active);
    } else {
        start_write(s);
    }
}

/* A second roll takes every die but the ones. */
static void keep_or_roll(TwentyOne *s, Move m) {
    if (m != AGAIN) {
        start_write(s);
        return;
    }
    for (int d = 0; d < DICE; d++)
        if (s->die[d] != 1) s->die[d] = 0;
    s->head.node = NODE_CHANCE;
    s->head.phase = REROLL;
    s->head.movers = 0;
}

/* ---- Writing and crossing out ----------------------------------------------------------------------- */

/* The dice a seat can write in its row, as a move that writes them all: those whose box is free and not
 * lower. 0: there is none. */
static Move writable(const TwentyOne *s, int seat) {
    const TwentyOneSheet *sheet = &s->sheet[seat];
    const uint8_t *dice = current_dice(s, seat);
    uint32_t row = current_row(sheet), number = numbers[sheet->current];
    Move m = 0;
    for (int box = 0; box < BOXES; box++) {
        int die = s->die[dice[box]];
        if (!digit(row, box) && die <= digit(number, box)) m |= in_box(die, box);
    }
    return m;
}

/* Every set of writable dice but the empty one, in ascending order because each box doubles the list
 * with higher moves; crossing out last ("Cancellare una casella"). */
static int legal(const State *head, int seat, Move *out) {
    const TwentyOne *s = (const TwentyOne *)head;
    if (!state_moves(head, seat)) return 0;
    if (s->head.phase == KEEP) {
        out[0] = MOVE_PASS;
        out[1] = AGAIN;
        return 2;
    }
    Move all = writable(s, seat);
    int n = 0;
    for (int box = 0; box < BOXES; box++) {
        Move die = all & in_box(7, box);
        if (!die) continue;
        out[n] = die;
        for (int i = 0; i < n; i++) out[n + 1 + i] = out[i] | die;
        n += n + 1;
    }
    out[n++] = CROSS_OUT;
    return n;
}

/* What the move puts into the row. */
static uint32_t ink(uint32_t row, Move m) { return m == CROSS_OUT ? in_box(OUT, leftmost_free(row)) : m; }

/* The next row starts in the next turn ("Riga piena (Conta)"). Returns true if this was the last row. */
static bool fill(TwentyOneSheet *sheet, Move m) {
    uint32_t *row = &sheet->row[sheet->current];
    *row |= ink(*row, m);
    if (filled(*row) == 0111111) sheet->current++;
    return sheet->current == ROWS;
}

/* "Fine del gioco": a seat has filled its fifth row. */
static void write_step(TwentyOne *s, const Move *by_seat) {
    bool over = false;
    for (int i = 0; i < s->head.seats; i++) over |= fill(&s->sheet[i], by_seat[i]);
    memset(s->die, 0, sizeof s->die); /* they are no part of a position in which the next ones fall */
    s->head.movers = 0;
    s->head.node = over ? NODE_OVER : NODE_CHANCE;
    s->head.phase = over ? OVER : ROLL;
    if (over) return;
    s->head.turn++;
    s->head.active = (uint8_t)(s->head.active + 1 == s->head.seats ? 0 : s->head.active + 1);
}

static void play(State *head, const Move *by_seat) {
    TwentyOne *s = (TwentyOne *)head;
    if (s->head.phase == KEEP)
        keep_or_roll(s, by_seat[s->head.active]);
    else
        write_step(s, by_seat);
}

/* ---- Scoring ("Riga piena (Conta)", "Fine del gioco") ----------------------------------------------- */

/* The numbers written and the bonus for the hits; a row that is not full counts in the same way. */
static int row_points(const TwentyOneSheet *sheet, int r) {
    uint32_t row = sheet->row[r];
    int hits = BOXES - __builtin_popcount(filled(row ^ numbers[r]));
    int sum = 0;
    for (int box = 0; box < BOXES; box++) {
        int value = digit(row, box);
        sum += value == OUT ? 0 : value;
    }
    return sum + bonus[hits];
}

static void part_values(const State *head, int seat, int *out) {
    const TwentyOneSheet *sheet = &((const TwentyOne *)head)->sheet[seat];
    for (int r = 0; r < ROWS; r++) out[r] = row_points(sheet, r);
}

static void scores(const State *head, int *by_seat) {
    for (int i = 0; i < head->seats; i++) {
        const TwentyOneSheet *sheet = &((const TwentyOne *)head)->sheet[i];
        by_seat[i] = 0;
        for (int r = 0; r < ROWS && r <= sheet->current; r++) by_seat[i] += row_points(sheet, r);
    }
}

static unsigned rows_done(const State *head, int seat) {
    return (1u << ((const TwentyOne *)head)->sheet[seat].current) - 1;
}

/* ---- Notation --------------------------------------------------------------------------------------- */

/* In the order of the row, which is another one on every sheet: so the colours are written, and the same token means
 * the same boxes to a reader. */
static void put_move(const State *head, int seat, Move m, Text *out) {
    const TwentyOne *s = (const TwentyOne *)head;
    if (s->head.phase == KEEP || m == CROSS_OUT) {
        text_str(out, m == CROSS_OUT ? "x" : m == AGAIN ? "again" : "-");
        return;
    }
    const uint8_t *dice = current_dice(s, seat);
    bool first = true;
    for (int box = 0; box < BOXES; box++) {
        if (!digit(m, box)) continue;
        if (!first) text_char(out, ',');
        text_char(out, letters[dice[box]]);
        text_int(out, digit(m, box));
        first = false;
    }
}

/* "641331"; a die still to be rolled is "-". */
static void put_dice(const uint8_t *die, Text *out) {
    for (int d = 0; d < DICE; d++) text_char(out, "-123456"[die[d]]);
}

static bool get_dice(Scan *in, uint8_t *die) {
    int face;
    for (int d = 0; d < DICE; d++) {
        if (!scan_among(in, "-123456", &face)) return false;
        die[d] = (uint8_t)face;
    }
    return true;
}

static void put_outcome(const State *head, uint32_t outcome, Text *out) {
    TwentyOne rolled = *(const TwentyOne *)head;
    chance(&rolled.head, outcome);
    put_dice(rolled.die, out);
}

/* The ones of the first roll must lie as they lay. */
static bool get_outcome(const State *head, const char *token, uint32_t *outcome) {
    const TwentyOne *s = (const TwentyOne *)head;
    Scan in = {.at = token};
    uint8_t die[DICE];
    return get_dice(&in, die) && scan_end(&in) && reroll_between(s->die, die, DICE, outcome);
}

/* One sheet: "64131x/54..../....../....../......", the five rows, "." a free box, "x" one crossed out. */
static void put_sheet(const TwentyOneSheet *sheet, Text *out) {
    for (int r = 0; r < ROWS; r++) {
        if (r) text_char(out, '/');
        for (int box = 0; box < BOXES; box++) text_char(out, ".123456x"[digit(sheet->row[r], box)]);
    }
}

/* A number is not higher than its box's; left of a box crossed out there is no free one. */
static bool get_row(Scan *in, int r, uint32_t *row) {
    int value;
    for (int box = 0; box < BOXES; box++) {
        if (!scan_among(in, ".123456x", &value)) return false;
        if (value == OUT ? leftmost_free(*row) != box : value > digit(numbers[r], box)) return false;
        *row |= in_box(value, box);
    }
    return true;
}

/* Rows are filled from the top; those below the current one are empty. */
static bool get_sheet(Scan *in, TwentyOneSheet *sheet) {
    for (int r = 0; r < ROWS; r++) {
        if (r && !scan_char(in, '/')) return false;
        if (!get_row(in, r, &sheet->row[r])) return false;
        if (sheet->current < r && sheet->row[r]) return false;
        if (filled(sheet->row[r]) == 0111111) sheet->current++;
    }
    return true;
}

/* "dice=641331 SHEET SHEET"; dice are "-" where none lie. */
static void put_body(const State *head, Text *out) {
    const TwentyOne *s = (const TwentyOne *)head;
    text_str(out, "dice=");
    if (reroll_lying(s->die, DICE))
        put_dice(s->die, out);
    else
        text_char(out, '-');
    for (int i = 0; i < s->head.seats; i++) {
        text_char(out, ' ');
        put_sheet(&s->sheet[i], out);
    }
}

static bool dice_fit(const TwentyOne *s) {
    int rolled = reroll_lying(s->die, DICE);
    if (s->head.phase == OVER || s->head.phase == ROLL) return rolled == 0;
    if (s->head.phase == KEEP) return rolled == DICE && !all_ones(s);
    if (s->head.phase == WRITE) return rolled == DICE;
    for (int d = 0; d < DICE; d++) /* a second roll: only ones were kept */
        if (s->die[d] > 1) return false;
    return rolled < DICE;
}

/* A turn crosses out one box, or writes in one row as many as one likes. */
static bool turns_fit(const TwentyOne *s, int seat) {
    int turns = s->head.turn + (s->head.phase == OVER), fewest = 0, most = 0;
    for (int r = 0; r < ROWS; r++) {
        uint32_t row = s->sheet[seat].row[r];
        int boxes = __builtin_popcount(filled(row)), out = __builtin_popcount(row & row >> 1 & row >> 2 & 0111111);
        fewest += out + (boxes > out);
        most += boxes;
    }
    return fewest <= turns && turns <= most;
}

/* What the rules leave possible, given sheets that are well formed one by one. */
static bool possible(const TwentyOne *s, const char **why) {
    bool over = false;
    *why = "seat 0 begins and the seats take turns";
    if (s->head.active != s->head.turn % s->head.seats) return false;
    *why = "a sheet does not fit the number of turns";
    for (int i = 0; i < s->head.seats; i++) {
        if (!turns_fit(s, i)) return false;
        over |= s->sheet[i].current == ROWS;
    }
    *why = "the game is over exactly when a seat has filled its fifth row";
    if (over != (s->head.phase == OVER)) return false;
    *why = "the dice do not fit the phase";
    return dice_fit(s);
}

static bool get_body(State *head, Scan *in, const char **why) {
    static const uint8_t node[] = {NODE_OVER, NODE_CHANCE, NODE_MOVE, NODE_CHANCE, NODE_MOVE};
    TwentyOne *s = (TwentyOne *)head;
    *why = "expected: dice=WKRBYG, then a sheet like 64131x/54..../....../....../...... for each seat";
    if (!scan_word(in, "dice=") || !reroll_get(in, s->die, DICE, get_dice)) return false;
    for (int i = 0; i < s->head.seats; i++)
        if (!scan_char(in, ' ') || !get_sheet(in, &s->sheet[i])) return false;
    if (!possible(s, why)) return false;
    s->head.node = node[s->head.phase];
    s->head.movers = s->head.phase == WRITE  ? state_all(head)
                     : s->head.phase == KEEP ? (uint8_t)(1u << s->head.active)
                                             : 0;
    return true;
}

/* ---- The sheet and the table ------------------------------------------------------------------------ */

/* Each row's seventh box holds its points. */
static int box_index(int row, int box) { return row * ROW_BOXES + box; }

static void layout(int sheet, Layout *out) {
    *out = (Layout){.w = ROW_BOXES * UNIT + UNIT / 2, .h = ROWS * UNIT, .row_count = ROWS};
    out->name[0] = (char)('A' + sheet);
    for (int r = 0; r < ROWS; r++) {
        out->rows[r] = (Row){.letter = (char)('1' + r), .colour = COLOUR_NONE};
        for (int box = 0; box < BOXES; box++) {
            Box *b = layout_box(out, box * UNIT, r * UNIT, r, SHAPE_SQUARE);
            b->colour = colours[dice_of[sheet][r][box]];
            box_label(b, digit(numbers[r], box));
        }
        layout_box(out, BOXES * UNIT + UNIT / 2, r * UNIT, r, SHAPE_SCORE);
    }
    out->scale = (Scale){.mark = MARK_HIT, .steps = BOXES, .adds_numbers = true};
    for (int i = 0; i < BOXES; i++) out->scale.points[i] = (uint8_t)bonus[i + 1];
    out->note = (Phrase){.id = N_("the sum of a row, and for hits 1 2 3 4 5 6: points 1 3 6 10 15 21")};
}

static int sheet_of(const State *head, int seat) { return ((const TwentyOne *)head)->printed[seat]; }

/* The points of a row are shown when it is left, or at the end: before that they would count what can still change. */
static void look(const State *head, int seat, int index, Look *out) {
    const TwentyOneSheet *sheet = &((const TwentyOne *)head)->sheet[seat];
    int row = index / ROW_BOXES, box = index % ROW_BOXES;
    *out = (Look){.mark = MARK_FREE};
    if (box == BOXES) {
        bool counted = row < sheet->current || (row == sheet->current && head->node == NODE_OVER);
        if (counted) *out = (Look){.mark = MARK_NUMBER, .value = (int16_t)row_points(sheet, row)};
        return;
    }
    int value = digit(sheet->row[row], box);
    if (value == OUT)
        out->mark = MARK_STRUCK;
    else if (value)
        *out = (Look){.mark = value == digit(numbers[row], box) ? MARK_HIT : MARK_NUMBER, .value = (int16_t)value};
}

static int pieces(const State *head, int seat, Piece *out) {
    const TwentyOne *s = (const TwentyOne *)head;
    (void)seat;
    if (s->head.phase == OVER || s->head.phase == ROLL) return 0;
    for (int d = 0; d < DICE; d++)
        out[d] = (Piece){.kind = PIECE_DIE,
                         .spot = (uint8_t)d,
                         .colour = colours[d],
                         .value = (int8_t)(s->die[d] ? s->die[d] : VALUE_NONE)};
    return DICE;
}

/* Ones may not be rolled again, so `again` touches all other dice. */
static int touch(const State *head, int seat, Move m, uint8_t *out) {
    const TwentyOne *s = (const TwentyOne *)head;
    const TwentyOneSheet *sheet = &s->sheet[seat];
    int n = 0;
    if (s->head.phase == KEEP) {
        for (int d = 0; d < DICE; d++)
            if (m == AGAIN && s->die[d] != 1) out[n++] = (uint8_t)(TOUCH_PIECE + d);
        return n;
    }
    uint32_t new_ink = ink(current_row(sheet), m);
    for (int box = 0; box < BOXES; box++)
        if (digit(new_ink, box)) out[n++] = (uint8_t)box_index(sheet->current, box);
    return n;
}

/* Each die, in its colour. */
static int counts(const State *head, int seat, Count *out) {
    const TwentyOne *s = (const TwentyOne *)head;
    (void)seat;
    if (s->head.phase != WRITE) return 0;
    for (int d = 0; d < DICE; d++)
        out[d] = (Count){.value = s->die[d], .colours = (uint16_t)(1u << colours[d]), .pieces = (uint16_t)(1u << d)};
    return DICE;
}

/* Told by what changes on the sheet: a move may write in several boxes, and crossing out has to say which
 * box it takes. */
static int say(const State *head, int seat, Move m, Phrase *out) {
    const TwentyOne *s = (const TwentyOne *)head;
    if (s->head.phase == KEEP) {
        out[0] = m == AGAIN ? (Phrase){.id = N_("roll again")} : (Phrase){.id = N_("keep the dice")};
        return 1;
    }
    const TwentyOneSheet *sheet = &s->sheet[seat];
    const uint8_t *dice = current_dice(s, seat);
    uint32_t new_ink = ink(current_row(sheet), m);
    int n = 0;
    for (int box = 0; box < BOXES; box++) {
        int value = digit(new_ink, box), number = digit(numbers[sheet->current], box);
        if (!value) continue;
        const char *id = value == OUT      ? N_("cross out {c0} {1}")
                         : value == number ? N_("write {c0} {1}: a hit")
                                           : N_("write {c0} {1}");
        out[n++] = (Phrase){.id = id, .arg = {colours[dice[box]], (int16_t)(value == OUT ? number : value)}};
    }
    return n;
}

/* A hit is always worth writing ("Attenzione, colpo vincente"). */
static int warn(const State *head, int seat, Move m, Phrase *out) {
    const TwentyOne *s = (const TwentyOne *)head;
    if (s->head.phase == KEEP) return 0;
    const TwentyOneSheet *sheet = &s->sheet[seat];
    const uint8_t *dice = current_dice(s, seat);
    Move all = writable(s, seat);
    int n = 0;
    if (m == CROSS_OUT && all) out[n++] = (Phrase){.id = N_("a number could be written instead")};
    for (int box = 0; box < BOXES; box++) {
        int number = digit(numbers[sheet->current], box);
        if (digit(all, box) == number && digit(m, box) != number)
            out[n++] =
                (Phrase){.id = N_("a hit is not written: {c0} {1}"), .arg = {colours[dice[box]], (int16_t)number}};
    }
    TwentyOneSheet after = *sheet;
    if (fill(&after, m)) out[n++] = (Phrase){.id = N_("this ends the game")};
    return n;
}

/* ---- The table of functions ------------------------------------------------------------------------- */

static const Option options[] = {
    {.name = "sheets",
     .summary = N_("which of the six sheets each player has"),
     .question = N_("Which sheet is yours?"),
     .form = N_("a letter A to F for each player, all different"),
     .get = get_sheets,
     .fits = sheets_fit,
     .put = put_sheets,
     .sheets = true},
    {.name = NULL},
};

static const Phase phases[] = {
    [OVER] = {.name = "over"},
    [ROLL] = {.name = "roll"},
    [KEEP] = {.name = "keep", .prompt = N_("Roll all dice but the ones again, or keep them.")},
    [REROLL] = {.name = "reroll"},
    [WRITE] = {.name = "write", .prompt = N_("Write one or more dice in your row, or cross out its first free box.")},
    {.name = NULL},
};

static const char *const parts[] = {N_("row 1"), N_("row 2"), N_("row 3"), N_("row 4"), N_("row 5"), NULL};

/* ---- Batches (arena/batch.h) ------------------------------------------------------------------------ */

/* 0 keeps the dice and 1 rolls again; else an action is the set of boxes that are written, none being the crossing out.
 */
static int action(const State *head, int seat, Move m) {
    int boxes = 0;
    (void)seat;
    if (head->phase == KEEP) return (int)m;
    for (int box = 0; box < BOXES && m != CROSS_OUT; box++) boxes |= (digit(m, box) != 0) << box;
    return boxes;
}

/* Of a sheet its boxes, row by row (0: free, 7: crossed out), the row being filled and which of the printed sheets it
 * is; of the table the dice (0: to be rolled). */
enum { SHEET_PLANES = ROWS * BOXES + 2, TABLE_PLANES = DICE + 2 };

static int planes(int seats) { return seats * SHEET_PLANES + TABLE_PLANES; }

static void see(const State *head, int seat, uint8_t *out) {
    const TwentyOne *s = (const TwentyOne *)head;
    for (int j = 0; j < head->seats; j++) {
        int i = (seat + j) % head->seats;
        for (int r = 0; r < ROWS; r++)
            for (int box = 0; box < BOXES; box++) *out++ = (uint8_t)digit(s->sheet[i].row[r], box);
        *out++ = s->sheet[i].current;
        *out++ = s->printed[i];
    }
    for (int d = 0; d < DICE; d++) *out++ = s->die[d];
    state_see(head, seat, out);
}

__attribute__((flatten)) static long play_out(State *head, Rng *rng) {
    return play_out_with(&twentyone_game, head, rng);
}

const Game twentyone_game = {
    .name = "twentyone",
    .title = "Twenty One",
    .summary = N_("Fill five rows of coloured boxes with six coloured dice; exact hits are worth most."),
    .chance_word = "roll",
    .min_seats = 1,
    .max_seats = SEATS,
    .printed_min = 2,
    .size = sizeof(TwentyOne),
    .nodes_max = 4 * ROWS * BOXES, /* every turn fills a box of every seat */
    .score_min = 0,
    .score_max = 21 + 20 + 19 + 18 + 17 + ROWS * 21, /* all numbers, all of them hits */
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
    .sheets = SHEETS,
    .layout = layout,
    .sheet_of = sheet_of,
    .look = look,
    .pieces = pieces,
    .touch = touch,
    .counts = counts,
    .parts = parts,
    .part_values = part_values,
    .rows_done = rows_done,
    .say = say,
    .warn = warn,
    .features = &twentyone_features,
    .actions = 1 << BOXES,
    .action = FOR_BATCHES(action),
    .planes = FOR_BATCHES(planes),
    .see = FOR_BATCHES(see),
    .lockstep = FOR_BATCHES(twentyone_lockstep),
};
