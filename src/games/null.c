/* null.c: the smallest possible game, and the template for the next one. Copy it, rename it, add its
 * line to list.c, and let the laws (tests/laws.c) tell you what is missing. It is compiled and tested
 * in every build but never listed.
 *
 * The rules: three turns. In each a die is rolled, and every seat may write it in its one row of three
 * boxes or pass; the active seat marks a misthrow (-1) if it passes. */
#include <assert.h>
#include <string.h>

#include "base/game.h"

enum { SEATS = 6, BOXES = 3, TURNS = 3 };
enum { OVER = PHASE_OVER, ROLL, WRITE };

typedef struct NullSheet {
    uint8_t box[BOXES]; /* the number written, 0 if free; filled from the left */
    uint8_t misthrows;
} NullSheet;

typedef struct Null {
    State head;
    NullSheet sheet[SEATS];
    uint8_t die;     /* 0 before the roll */
    uint8_t zero[7]; /* padding, always 0 */
} Null;

/* ---- Set-up ----------------------------------------------------------------------------------------- */

static void start(State *head, int seats, const int *option) {
    Null *s = (Null *)head;
    (void)option;
    memset(s, 0, sizeof *s);
    s->head = (State){.node = NODE_CHANCE, .seats = (uint8_t)seats, .phase = ROLL};
}

/* ---- A turn ----------------------------------------------------------------------------------------- */

static uint32_t outcomes(const State *head) {
    (void)head;
    return 6;
}

static void chance(State *head, uint32_t outcome) {
    Null *s = (Null *)head;
    assert(outcome < 6);
    s->die = (uint8_t)(outcome + 1);
    s->head.node = NODE_MOVE;
    s->head.phase = WRITE;
    s->head.movers = state_all(head);
}

static int legal(const State *head, int seat, Move *out) {
    const Null *s = (const Null *)head;
    if (!state_moves(head, seat)) return 0;
    out[0] = MOVE_PASS;
    out[1] = s->die;
    return 2;
}

/* Boxes fill from the left, so where a number goes is no choice; only who rolled has a misthrow when
 * he writes nothing. */
static void play(State *head, const Move *by_seat) {
    Null *s = (Null *)head;
    for (int i = 0; i < s->head.seats; i++) {
        NullSheet *sheet = &s->sheet[i];
        int box = 0;
        while (box < BOXES - 1 && sheet->box[box]) box++;
        if (by_seat[i])
            sheet->box[box] = (uint8_t)by_seat[i];
        else if (i == s->head.active)
            sheet->misthrows++;
    }
    s->die = 0;
    s->head.movers = 0;
    bool over = s->head.turn == TURNS - 1;
    s->head.node = over ? NODE_OVER : NODE_CHANCE;
    s->head.phase = over ? OVER : ROLL;
    if (over) return;
    s->head.turn++;
    s->head.active = (uint8_t)((s->head.active + 1) % s->head.seats);
}

/* ---- Scoring ---------------------------------------------------------------------------------------- */

static void part_values(const State *head, int seat, int *out) {
    const NullSheet *sheet = &((const Null *)head)->sheet[seat];
    out[0] = sheet->box[0] + sheet->box[1] + sheet->box[2];
    out[1] = -sheet->misthrows;
}

static void scores(const State *head, int *by_seat) {
    for (int i = 0; i < head->seats; i++) {
        int part[2];
        part_values(head, i, part);
        by_seat[i] = part[0] + part[1];
    }
}

static unsigned rows_done(const State *head, int seat) { return ((const Null *)head)->sheet[seat].box[BOXES - 1] != 0; }

/* ---- Notation --------------------------------------------------------------------------------------- */

static void put_move(const State *head, int seat, Move m, Text *out) {
    (void)head, (void)seat;
    if (m == MOVE_PASS)
        text_char(out, '-');
    else
        text_int(out, (long)m);
}

static void put_outcome(const State *head, uint32_t outcome, Text *out) {
    (void)head;
    text_int(out, (long)outcome + 1);
}

static bool get_outcome(const State *head, const char *token, uint32_t *outcome) {
    Scan in = {.at = token};
    int face;
    (void)head;
    if (!scan_int(&in, 1, 6, &face) || !scan_end(&in)) return false;
    *outcome = (uint32_t)face - 1;
    return true;
}

/* "die=0 304/m1 000/m0" */
static void put_body(const State *head, Text *out) {
    const Null *s = (const Null *)head;
    text_str(out, "die=");
    text_int(out, s->die);
    for (int i = 0; i < s->head.seats; i++) {
        text_char(out, ' ');
        for (int b = 0; b < BOXES; b++) text_int(out, s->sheet[i].box[b]);
        text_str(out, "/m");
        text_int(out, s->sheet[i].misthrows);
    }
}

/* Only what can be played into is read: a text that no game leads to would be a state without a meaning. */
static bool get_sheet(Scan *in, NullSheet *sheet) {
    int n;
    for (int b = 0; b < BOXES; b++) {
        if (!scan_among(in, "0123456", &n)) return false;
        if (n && b && !sheet->box[b - 1]) return false; /* from the left, no gaps */
        sheet->box[b] = (uint8_t)n;
    }
    if (!scan_word(in, "/m") || !scan_int(in, 0, TURNS, &n)) return false;
    sheet->misthrows = (uint8_t)n;
    return true;
}

/* node and movers follow from the phase and are never written: a text cannot contradict itself in them. */
static bool get_body(State *head, Scan *in, const char **why) {
    static const uint8_t node[] = {NODE_OVER, NODE_CHANCE, NODE_MOVE};
    Null *s = (Null *)head;
    int die;
    *why = "expected: die=N, then a sheet like 304/m1 for each seat";
    if (!scan_word(in, "die=") || !scan_int(in, 0, 6, &die)) return false;
    s->die = (uint8_t)die;
    int turns = s->head.turn + (s->head.phase == OVER);
    for (int i = 0; i < s->head.seats; i++) {
        NullSheet *sheet = &s->sheet[i];
        if (!scan_char(in, ' ') || !get_sheet(in, sheet)) return false;
        *why = "more is written than there were turns";
        int written = (sheet->box[0] != 0) + (sheet->box[1] != 0) + (sheet->box[2] != 0);
        if (written + sheet->misthrows > turns) return false;
    }
    *why = "the die, the turn and the phase do not fit together";
    if (s->head.turn >= TURNS || s->head.active != s->head.turn % s->head.seats) return false;
    if ((s->die != 0) != (s->head.phase == WRITE) || (s->head.phase == OVER && s->head.turn != TURNS - 1)) return false;
    s->head.node = node[s->head.phase];
    s->head.movers = s->head.phase == WRITE ? state_all(head) : 0;
    return true;
}

/* ---- The sheet and the table ------------------------------------------------------------------------ */

static void layout(int sheet, Layout *out) {
    (void)sheet;
    *out = (Layout){.w = BOXES * UNIT, .h = 2 * UNIT, .row_count = 1, .rows = {{.letter = 'r', .colour = COLOUR_RED}}};
    for (int b = 0; b < BOXES; b++) layout_box(out, b * UNIT, 0, 0, SHAPE_SQUARE);
    for (int b = 0; b < TURNS; b++) box_label(layout_box(out, b * UNIT, UNIT, ROW_NONE, SHAPE_MISTHROW), -1);
}

static void look(const State *head, int seat, int index, Look *out) {
    const NullSheet *sheet = &((const Null *)head)->sheet[seat];
    *out = (Look){.mark = MARK_FREE};
    if (index >= BOXES) {
        if (index - BOXES < sheet->misthrows) out->mark = MARK_CROSS;
    } else if (sheet->box[index]) {
        *out = (Look){.mark = MARK_NUMBER, .value = sheet->box[index]};
    }
}

static int pieces(const State *head, int seat, Piece *out) {
    const Null *s = (const Null *)head;
    (void)seat;
    if (!s->die) return 0;
    out[0] = (Piece){.kind = PIECE_DIE, .colour = COLOUR_WHITE, .value = (int8_t)s->die};
    return 1;
}

static int touch(const State *head, int seat, Move m, uint8_t *out) {
    const NullSheet *sheet = &((const Null *)head)->sheet[seat];
    if (m == MOVE_PASS) return 0;
    out[0] = (uint8_t)(sheet->box[0] ? sheet->box[1] ? 2 : 1 : 0);
    return 1;
}

/* What counts now: the die, which goes to the one row. */
static int counts(const State *head, int seat, Count *out) {
    const Null *s = (const Null *)head;
    (void)seat;
    if (!s->die) return 0;
    out[0] = (Count){.value = s->die, .colours = 1u << COLOUR_RED, .pieces = 1};
    return 1;
}

static int say(const State *head, int seat, Move m, Phrase *out) {
    (void)head, (void)seat;
    out[0] = m ? (Phrase){.id = N_("write {0}"), .arg = {(int16_t)m}} : (Phrase){.id = N_("pass")};
    return 1;
}

static int warn(const State *head, int seat, Move m, Phrase *out) {
    if (m || seat != head->active) return 0;
    out[0] = (Phrase){.id = N_("a misthrow: it costs you one point")};
    return 1;
}

/* ---- The table of functions ------------------------------------------------------------------------- */

static const Phase phases[] = {
    [OVER] = {.name = "over"},
    [ROLL] = {.name = "roll"},
    [WRITE] = {.name = "write", .prompt = N_("Write the number, or pass.")},
    {.name = NULL},
};

static const char *const parts[] = {N_("numbers"), N_("misthrows"), NULL};

const Game null_game = {
    .name = "null",
    .title = "Null",
    .summary = N_("Write what falls."),
    .chance_word = "roll",
    .min_seats = 1,
    .max_seats = SEATS,
    .printed_min = 1,
    .size = sizeof(Null),
    .nodes_max = 2 * TURNS,
    .score_min = -TURNS,
    .score_max = 6 * BOXES,
    .phases = phases,
    .start = start,
    .legal = legal,
    .play = play,
    .outcomes = outcomes,
    .chance = chance,
    .scores = scores,
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
};
