/* qwixx_short.c: see qwixx_short.h. Moves and outcomes are numbered as in qwixx.c, so that on the printed sheet the two
 * can be compared move by move. */
#include "games/qwixx_short.h"

#include <string.h>

const ShortSheet short_sheets[] = {
    {.name = "two", .rows = 2, .faces = 3, .need = 2, .closed = 2, .misthrows = 2, .cost = 3},
    {.name = "one", .rows = 1, .faces = 3, .need = 2, .closed = 1, .misthrows = 2, .cost = 3},
    {.name = "tiny", .rows = 2, .faces = 2, .need = 1, .closed = 2, .misthrows = 2, .cost = 2},
    {.name = "three", .rows = 3, .faces = 2, .need = 1, .closed = 2, .misthrows = 2, .cost = 2},
    {.name = "printed", .rows = 4, .faces = 6, .need = 5, .closed = 2, .misthrows = 4, .cost = 5},
};

static const ShortSheet *sheet_of(const QwixxShort *s) { return &short_sheets[s->sheet]; }

static void start(State *head, int seats, const int *option) {
    QwixxShort *s = (QwixxShort *)head;
    memset(s, 0, sizeof *s);
    s->head = (State){.node = NODE_CHANCE, .seats = (uint8_t)seats, .phase = SHORT_ROLL};
    s->sheet = (uint8_t)option[0];
}

static void options_of(const State *head, int *option) { option[0] = ((const QwixxShort *)head)->sheet; }

/* ---- A turn ----------------------------------------------------------------------------------------- */

static uint32_t outcomes(const State *head) {
    const QwixxShort *s = (const QwixxShort *)head;
    const ShortSheet *sheet = sheet_of(s);
    uint32_t n = (uint32_t)sheet->faces * sheet->faces;
    for (int r = 0; r < sheet->rows; r++)
        if (!(s->closed >> r & 1)) n *= sheet->faces;
    return n;
}

/* As in Qwixx, with the faces of the sheet for six. */
static void chance(State *head, uint32_t outcome) {
    QwixxShort *s = (QwixxShort *)head;
    const ShortSheet *sheet = sheet_of(s);
    for (int r = sheet->rows - 1; r >= 0; r--) {
        if (s->closed >> r & 1) continue;
        s->die[r] = (uint8_t)(outcome % sheet->faces + 1);
        outcome /= sheet->faces;
    }
    s->white[0] = (uint8_t)(outcome / sheet->faces + 1);
    s->white[1] = (uint8_t)(outcome % sheet->faces + 1);
    s->head.node = NODE_MOVE;
    s->head.phase = SHORT_WHITE;
    s->head.movers = state_all(head);
}

/* A number can be crossed right of the last cross, the last one only when the row has enough of them. */
static bool is_open(const QwixxShort *s, int seat, int row, int number) {
    const ShortSheet *sheet = sheet_of(s);
    const ShortSeat *own = &s->seat[seat];
    int box = short_box(sheet, row, number), last = short_boxes(sheet) - 1;
    return s->die[row] && box >= own->gone[row] && (box < last || own->count[row] >= sheet->need);
}

static int add_move(const QwixxShort *s, int seat, int row, int number, Move *out, int n) {
    if (is_open(s, seat, row, number)) out[n++] = (Move)(row << 4 | number);
    return n;
}

/* Two white dice that are alike would give the same move twice. */
static int legal(const State *head, int seat, Move *out) {
    const QwixxShort *s = (const QwixxShort *)head;
    int n = 1, a = s->white[0], b = s->white[1], low = a < b ? a : b, high = a < b ? b : a;
    if (!state_moves(head, seat)) return 0;
    out[0] = MOVE_PASS;
    for (int r = 0; r < sheet_of(s)->rows; r++)
        if (head->phase == SHORT_WHITE) {
            n = add_move(s, seat, r, a + b, out, n);
        } else {
            n = add_move(s, seat, r, low + s->die[r], out, n);
            if (high != low) n = add_move(s, seat, r, high + s->die[r], out, n);
        }
    return n;
}

/* Returns the row's bit if that locks it. */
static unsigned cross(QwixxShort *s, int seat, Move m) {
    const ShortSheet *sheet = sheet_of(s);
    if (m == MOVE_PASS) return 0;
    int row = (int)(m >> 4) & (SHORT_ROWS - 1), box = short_box(sheet, row, (int)(m & 15));
    bool locks = box == short_boxes(sheet) - 1;
    s->seat[seat].gone[row] = (uint8_t)(box + 1);
    s->seat[seat].count[row] = (uint8_t)(s->seat[seat].count[row] + 1 + locks);
    return (unsigned)locks << row;
}

static void remove_dice(QwixxShort *s) {
    for (int r = 0; r < SHORT_ROWS; r++) {
        if (!(s->closed >> r & 1)) continue;
        s->die[r] = 0;
        for (int i = 0; i < SHORT_SEATS; i++) s->seat[i].gone[r] = (uint8_t)short_boxes(sheet_of(s));
    }
}

/* The next turn, or the end. */
static void go_on(QwixxShort *s, bool over) {
    memset(s->white, 0, sizeof s->white);
    memset(s->die, 0, sizeof s->die);
    s->crossed = 0;
    remove_dice(s);
    s->head.node = over ? NODE_OVER : NODE_CHANCE;
    s->head.phase = over ? SHORT_OVER : SHORT_ROLL;
    s->head.movers = 0;
    if (over) return;
    s->head.turn++;
    s->head.active = (uint8_t)((s->head.active + 1) % s->head.seats);
}

static bool enough_closed(const QwixxShort *s) { return __builtin_popcount(s->closed) >= sheet_of(s)->closed; }

static void play(State *head, const Move *by_seat) {
    QwixxShort *s = (QwixxShort *)head;
    ShortSeat *active = &s->seat[head->active];
    if (head->phase == SHORT_WHITE) {
        s->closed |= (uint8_t)cross(s, 0, by_seat[0]);
        if (head->seats == 2) s->closed |= (uint8_t)cross(s, 1, by_seat[1]);
        s->crossed = by_seat[head->active] != MOVE_PASS;
        if (enough_closed(s)) {
            go_on(s, true);
            return;
        }
        remove_dice(s);
        head->phase = SHORT_COLOUR;
        head->movers = (uint8_t)(1u << head->active);
        return;
    }
    Move m = by_seat[head->active];
    s->closed |= (uint8_t)cross(s, head->active, m);
    active->misthrows = (uint8_t)(active->misthrows + (m == MOVE_PASS && !s->crossed));
    go_on(s, enough_closed(s) || active->misthrows == sheet_of(s)->misthrows);
}

static void scores(const State *head, int *by_seat) {
    const QwixxShort *s = (const QwixxShort *)head;
    const ShortSheet *sheet = sheet_of(s);
    for (int i = 0; i < head->seats; i++) {
        by_seat[i] = -sheet->cost * s->seat[i].misthrows;
        for (int r = 0; r < sheet->rows; r++) by_seat[i] += short_points(s->seat[i].count[r]);
    }
}

static const char *const sheet_names[] = {"two", "one", "tiny", "three", "printed", NULL};
static const Option options[] = {{.name = "sheet", .values = sheet_names}, {.name = NULL}};
static const Phase phases[] = {[SHORT_OVER] = {.name = "over"},
                               [SHORT_ROLL] = {.name = "roll"},
                               [SHORT_WHITE] = {.name = "white"},
                               [SHORT_COLOUR] = {.name = "colour"},
                               [SHORT_COLOUR + 1] = {.name = NULL}};

const Game qwixx_short_game = {
    .name = "qwixx-short",
    .title = "Qwixx, shortened",
    .chance_word = "roll",
    .min_seats = 1,
    .max_seats = SHORT_SEATS,
    .printed_min = 2,
    .size = sizeof(QwixxShort),
    .nodes_max = 3 * SHORT_SEATS * (11 * SHORT_ROWS + 4),
    .score_min = -20,
    .score_max = 266,
    .options = options,
    .phases = phases,
    .start = start,
    .legal = legal,
    .play = play,
    .outcomes = outcomes,
    .chance = chance,
    .scores = scores,
    .options_of = options_of,
    .features = &qwixx_short_features,
};
