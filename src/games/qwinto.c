/* qwinto.c: Qwinto with dice. The active seat picks one, two or three dice, rolls them, may roll the same
 * ones once more; then every seat may write the sum in a row whose die was rolled.
 *
 * The sheet, the writing, the end and the score are in qwinto_sheet.c. */
#include <assert.h>
#include <string.h>

#include "base/play_out.h"
#include "games/qwinto.h"

/* ---- Set-up ----------------------------------------------------------------------------------------- */

static void start(State *head, int seats, const int *option) {
    Qwinto *s = (Qwinto *)head;
    (void)option;
    memset(s, 0, sizeof *s);
    s->head = (State){.node = NODE_MOVE, .movers = 1, .seats = (uint8_t)seats, .phase = PICK};
}

/* ---- A turn ----------------------------------------------------------------------------------------- */

static bool is_picked(const Qwinto *s, int die) { return s->picked >> die & 1; }

/* Outcomes count through the picked dice like digits, orange first. */
static uint32_t outcomes(const State *head) {
    static const uint32_t power[] = {1, 6, 36, 216};
    return power[__builtin_popcount(((const Qwinto *)head)->picked)];
}

/* Digits in base six, the last die the lowest: of orange and yellow picked, 4 and 6 are 3 * 6 + 5 = 23 (get_outcome).
 * Dice that were not picked have no digit. */
static void chance(State *head, uint32_t outcome) {
    Qwinto *s = (Qwinto *)head;
    assert(outcome < outcomes(head));
    for (int d = DICE - 1; d >= 0; d--) {
        if (!is_picked(s, d)) continue;
        s->die[d] = (uint8_t)(outcome % 6 + 1);
        outcome /= 6;
    }
    bool again = s->head.phase == ROLL;
    s->head.node = NODE_MOVE;
    s->head.phase = again ? AGAIN : WRITE;
    s->head.movers = again ? (uint8_t)(1u << s->head.active) : state_all(head);
}

/* A pick is the bit set of its dice; to roll again is 1, to keep 0. */
static int legal(const State *head, int seat, Move *out) {
    const Qwinto *s = (const Qwinto *)head;
    if (!state_moves(head, seat)) return 0;
    if (s->head.phase == WRITE) return qwinto_legal(&s->sheet[seat], s->picked, s->die[0] + s->die[1] + s->die[2], out);
    bool pick = s->head.phase == PICK;
    Move low = pick ? 1 : MOVE_PASS, high = pick ? ALL_DICE : MOVE_AGAIN;
    for (Move m = low; m <= high; m++) out[m - low] = m;
    return (int)(high - low + 1);
}

static void roll(Qwinto *s, int phase) {
    memset(s->die, 0, sizeof s->die);
    s->head.node = NODE_CHANCE;
    s->head.phase = (uint8_t)phase;
    s->head.movers = 0;
}

static void write_step(Qwinto *s, const Move *by_seat) {
    bool over = qwinto_write(&s->head, by_seat);
    s->picked = 0;
    memset(s->die, 0, sizeof s->die);
    if (over)
        qwinto_finish(&s->head);
    else
        qwinto_next_turn(&s->head, PICK);
}

static void play(State *head, const Move *by_seat) {
    Qwinto *s = (Qwinto *)head;
    Move m = by_seat[s->head.active];
    if (s->head.phase == PICK) {
        s->picked = (uint8_t)m;
        roll(s, ROLL);
    } else if (s->head.phase == WRITE) {
        write_step(s, by_seat);
    } else if (m == MOVE_AGAIN) {
        roll(s, REROLL);
    } else {
        s->head.phase = WRITE;
        s->head.movers = state_all(head);
    }
}

/* ---- Notation --------------------------------------------------------------------------------------- */

static void put_letters(unsigned dice, Text *out) {
    for (int d = 0; d < DICE; d++)
        if (dice >> d & 1) text_char(out, qwinto_letters[d]);
}

static void put_faces(const Qwinto *s, Text *out) {
    for (int d = 0; d < DICE; d++)
        if (is_picked(s, d)) text_int(out, s->die[d]);
}

/* Reads as many faces as there are picked dice. */
static bool get_faces(Scan *in, unsigned picked, uint8_t *die) {
    for (int d = 0; d < DICE; d++) {
        int face;
        if (!(picked >> d & 1)) continue;
        if (!scan_among(in, "123456", &face)) return false;
        die[d] = (uint8_t)(face + 1);
    }
    return true;
}

static void put_move(const State *head, int seat, Move m, Text *out) {
    (void)seat;
    if (head->phase == PICK)
        put_letters(m, out);
    else if (head->phase == AGAIN)
        text_str(out, m == MOVE_AGAIN ? "again" : "-");
    else
        qwinto_put_write(m, out);
}

static void put_outcome(const State *head, uint32_t outcome, Text *out) {
    Qwinto rolled = *(const Qwinto *)head;
    chance(&rolled.head, outcome);
    put_faces(&rolled, out);
}

static bool get_outcome(const State *head, const char *token, uint32_t *outcome) {
    const Qwinto *s = (const Qwinto *)head;
    Scan in = {.at = token};
    uint8_t die[DICE] = {0};
    if (!get_faces(&in, s->picked, die) || !scan_end(&in)) return false;
    *outcome = 0;
    for (int d = 0; d < DICE; d++)
        if (die[d]) *outcome = *outcome * 6 + die[d] - 1u;
    return true;
}

/* "dice=oy:46 SHEET SHEET"; "dice=oy" before the roll, "dice=-" before the pick. */
static void put_body(const State *head, Text *out) {
    const Qwinto *s = (const Qwinto *)head;
    text_str(out, s->picked ? "dice=" : "dice=-");
    put_letters(s->picked, out);
    if (s->head.phase == AGAIN || s->head.phase == WRITE) {
        text_char(out, ':');
        put_faces(s, out);
    }
    qwinto_put_sheets(head, out);
}

/* Each part of the text is there if the phase has come to it, and must not be there otherwise: so a position has one
 * text. */
static bool get_body(State *head, Scan *in, const char **why) {
    static const uint8_t node[] = {NODE_OVER, NODE_MOVE, NODE_CHANCE, NODE_MOVE, NODE_CHANCE, NODE_MOVE};
    Qwinto *s = (Qwinto *)head;
    int phase = s->head.phase, d;
    bool over;
    *why = "expected dice=oy:46 as far as the phase has picked and rolled them, or dice=-";
    if (!scan_word(in, "dice=")) return false;
    while (scan_among(in, qwinto_letters, &d)) s->picked |= (uint8_t)(1u << d);
    if (!s->picked && !scan_char(in, '-')) return false;
    if ((s->picked == 0) != (phase == OVER || phase == PICK)) return false;
    if ((phase == AGAIN || phase == WRITE) && (!scan_char(in, ':') || !get_faces(in, s->picked, s->die))) return false;
    if (!qwinto_get_sheets(head, in, s->head.turn + (phase == OVER), &over, why)) return false;
    *why = "nothing has ended the game";
    if (phase == OVER && !over) return false;
    s->head.node = node[phase];
    s->head.movers = phase == WRITE ? state_all(head) : s->head.node == NODE_MOVE ? (uint8_t)(1u << s->head.active) : 0;
    return true;
}

/* ---- The table -------------------------------------------------------------------------------------- */

/* All the dice before the pick, then the picked ones. */
static int pieces(const State *head, int seat, Piece *out) {
    const Qwinto *s = (const Qwinto *)head;
    int n = 0;
    (void)seat;
    for (int d = 0; d < DICE; d++)
        if (s->head.phase == PICK || is_picked(s, d)) {
            out[n] = (Piece){.kind = PIECE_DIE,
                             .spot = (uint8_t)n,
                             .colour = qwinto_colours[d],
                             .value = (int8_t)(s->die[d] ? s->die[d] : VALUE_NONE)};
            n++;
        }
    return n;
}

/* A pick touches its dice, and so does rolling them again. */
static int touch(const State *head, int seat, Move m, uint8_t *out) {
    const Qwinto *s = (const Qwinto *)head;
    (void)seat;
    if (s->head.phase == WRITE) return qwinto_touch_write(m, out);
    unsigned dice = s->head.phase == PICK ? m : m == MOVE_AGAIN ? ALL_DICE : 0;
    unsigned lying = s->head.phase == PICK ? ALL_DICE : s->picked;
    int n = 0, piece = 0;
    for (int d = 0; d < DICE; d++) {
        if (!(lying >> d & 1)) continue;
        if (dice >> d & 1) out[n++] = (uint8_t)(TOUCH_PIECE + piece);
        piece++;
    }
    return n;
}

/* The sum of the dice that were rolled, in the rows of their colours. */
static int counts(const State *head, int seat, Count *out) {
    const Qwinto *s = (const Qwinto *)head;
    int piece = 0;
    (void)seat;
    if (s->head.phase != AGAIN && s->head.phase != WRITE) return 0;
    out[0] = (Count){.value = 0};
    for (int d = 0; d < DICE; d++) {
        if (!is_picked(s, d)) continue;
        out[0].value = (int16_t)(out[0].value + s->die[d]);
        out[0].colours |= (uint16_t)(1u << qwinto_colours[d]);
        out[0].pieces |= (uint16_t)(1u << piece++);
    }
    return 1;
}

static Phrase say_pick(Move m) {
    static const char *const ids[] = {N_("roll {c0}"), N_("roll {c0} and {c1}"), N_("roll {c0}, {c1} and {c2}")};
    Phrase phrase = {0};
    int n = 0;
    for (int d = 0; d < DICE; d++)
        if (m >> d & 1) phrase.arg[n++] = qwinto_colours[d];
    phrase.id = ids[n - 1];
    return phrase;
}

static int say(const State *head, int seat, Move m, Phrase *out) {
    (void)seat;
    if (head->phase == WRITE) return qwinto_say_write(m, out);
    if (head->phase == PICK)
        out[0] = say_pick(m);
    else
        out[0] = (Phrase){.id = m == MOVE_AGAIN ? N_("roll again") : N_("keep the roll")};
    return 1;
}

static int warn(const State *head, int seat, Move m, Phrase *out) {
    return head->phase == WRITE ? qwinto_warn_write(head, seat, m, out) : 0;
}

/* ---- The table of functions ------------------------------------------------------------------------- */

static const Phase phases[] = {
    [OVER] = {.name = "over"},
    [PICK] = {.name = "pick", .prompt = N_("Pick the dice to roll.")},
    [ROLL] = {.name = "roll"},
    [AGAIN] = {.name = "again", .prompt = N_("Roll the same dice again, or keep the roll.")},
    [REROLL] = {.name = "reroll"},
    [WRITE] = {.name = "write", .prompt = N_("Write the sum in a row whose die was rolled, or pass.")},
    {.name = NULL},
};

/* ---- Batches (arena/batch.h) ------------------------------------------------------------------------ */

/* Picking, a set of dice is its own place; 0 keeps and 1 rolls again; or a box to write in. */
static int action(const State *head, int seat, Move m) {
    (void)seat;
    return head->phase == WRITE ? qwinto_write_action(m) : (int)m;
}

/* Of the table the dice (0: not picked or not rolled) and the set of those that were picked. */
enum { TABLE_PLANES = DICE + 3 };

static int planes(int seats) { return seats * QWINTO_SHEET_PLANES + TABLE_PLANES; }

static void see(const State *head, int seat, uint8_t *out) {
    const Qwinto *s = (const Qwinto *)head;
    for (int j = 0; j < head->seats; j++, out += QWINTO_SHEET_PLANES)
        qwinto_see_sheet(&s->sheet[(seat + j) % head->seats], out);
    for (int d = 0; d < DICE; d++) *out++ = s->die[d];
    *out++ = s->picked;
    state_see(head, seat, out);
}

__attribute__((flatten)) static long play_out(State *head, Rng *rng) { return play_out_with(&qwinto_game, head, rng); }

const Game qwinto_game = {
    .name = "qwinto",
    .title = "Qwinto",
    .summary = N_("Write sums of one, two or three dice, rising in every row."),
    .chance_word = "roll",
    .min_seats = 1,
    .max_seats = SEATS,
    .printed_min = 2,
    .size = sizeof(Qwinto),
    .nodes_max = 5 * SEATS * QWINTO_TURNS, /* pick, roll, again, reroll, write */
    .score_min = QWINTO_SCORE_MIN,
    .score_max = QWINTO_SCORE_MAX,
    .phases = phases,
    .start = start,
    .legal = legal,
    .play = play,
    .outcomes = outcomes,
    .chance = chance,
    .scores = qwinto_scores,
    .play_out = play_out,
    .put_move = put_move,
    .put_outcome = put_outcome,
    .get_outcome = get_outcome,
    .put_body = put_body,
    .get_body = get_body,
    .sheets = 1,
    .layout = qwinto_layout,
    .look = qwinto_look,
    .pieces = pieces,
    .touch = touch,
    .counts = counts,
    .parts = qwinto_parts,
    .part_values = qwinto_part_values,
    .rows_done = qwinto_rows_done,
    .say = say,
    .warn = warn,
    .features = &qwinto_features,
    .actions = QWINTO_WRITE_ACTIONS,
    .action = FOR_BATCHES(action),
    .planes = FOR_BATCHES(planes),
    .see = FOR_BATCHES(see),
    .lockstep = FOR_BATCHES(qwinto_lockstep),
};
