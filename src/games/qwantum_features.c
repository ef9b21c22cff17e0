/* qwantum_features.c: what a net is shown of Qwantum.
 *
 * A row's future is how far it is written and its last number; a column's is how many of its boxes are
 * written and its two lowest numbers. Before a second roll each colour is also shown by how its kept faces
 * stand to the row's last number, and how many dice are about to fall. */
#include <string.h>

#include "games/qwantum.h"

enum {
    ENDS = (BOXES + 1) * (HIGHEST + 1), /* how far a row is written, and its last number */
    HALVES = HIGHEST / 2 + 1,           /* numbers, two by two */
    LOWS = 5 * HALVES,                  /* boxes written in a column, and one of its numbers */
    DONE = ROWS * BOXES + 1,
    KEPT_SPAN = 33,
    KEPT_LOW = -14,
    KEPT = KEPT_SPAN * 3 * 5 + 1,
    MARGINS = 61,
    STAGES = 9,
    TEMPOS = (SEATS - 1) * SEATS * SEATS,
};

/* Where the inputs of each kind begin. */
enum {
    AT_END = 0,
    AT_LOW = AT_END + ROWS * ENDS,
    AT_NEXT = AT_LOW + BOXES * LOWS,
    AT_MISTHROWS = AT_NEXT + BOXES * LOWS,
    AT_DONE = AT_MISTHROWS + MISTHROWS + 1,
    AT_KEPT = AT_DONE + DONE,
    AT_PAIR = AT_KEPT + KEPT, /* = inputs of a seat alone */
    AT_OTHER_END = AT_PAIR,
    AT_OTHER_NEXT = AT_OTHER_END + ENDS,
    AT_OTHER_MISTHROWS = AT_OTHER_NEXT + BOXES * LOWS,
    AT_RACE = AT_OTHER_MISTHROWS + MISTHROWS + 1,
    AT_MARGIN = AT_RACE + DONE * DONE,
    AT_TEMPO = AT_MARGIN + STAGES * MARGINS,
    INPUTS = AT_TEMPO + TEMPOS,
};

enum { SOLO_SLOTS = ROWS + 2 * BOXES + 2 + ROWS, PAIR_SLOTS = SOLO_SLOTS + ROWS + BOXES + 4 };

static int row_end(const Sheet *sheet, int row) {
    int n = sheet->count[row];
    return n * (HIGHEST + 1) + (n ? sheet->row[row][n - 1] : 0);
}

/* The boxes written in a column, the lowest number and the lowest above it. */
static void column(const Sheet *sheet, int c, int *low, int *next) {
    int n = 0, first = HIGHEST + 1, second = HIGHEST + 1;
    for (int r = 0; r < ROWS; r++) {
        int x = sheet->row[r][c];
        if (!x) continue;
        n++;
        if (x < first)
            second = first, first = x;
        else if (x > first && x < second)
            second = x;
    }
    *low = n * HALVES + (n ? first / 2 : 0);
    *next = n * HALVES + (second <= HIGHEST ? second / 2 : n ? first / 2 : 0);
}

/* A colour before the second roll: its kept faces against the row's last number; dice about to fall. */
static int kept(const Qwantum *s, int seat, int row) {
    if (s->head.phase != REROLL) return KEPT - 1;
    const Sheet *sheet = &s->sheet[seat];
    int n = sheet->count[row], last = n ? sheet->row[row][n - 1] : 0, sum = 0, rolled = 0;
    for (int d = 0; d < DICE; d++)
        if (s->die[d])
            sum += (int)(qwantum_face(d, s->die[d]) >> 8 * row & 0xFF);
        else
            rolled++;
    int stage = n < RISING ? 0 : n < BOXES ? 1 : 2, few = rolled < 5 ? rolled - 1 : rolled < 7 ? 3 : 4;
    int gap = sum - last - KEPT_LOW;
    if (gap < 0) gap = 0;
    if (gap >= KEPT_SPAN) gap = KEPT_SPAN - 1;
    return (stage * 5 + (few < 0 ? 0 : few)) * KEPT_SPAN + gap;
}

static int done(const Sheet *sheet) { return sheet->count[0] + sheet->count[1] + sheet->count[2] + sheet->count[3]; }

static int within(int x, int size) { return x < 0 ? 0 : x >= size ? size - 1 : x; }

static int distance(const State *head, int seat) { return (seat + head->seats - head->active) % head->seats; }

static void list_pair(const Qwantum *s, int seat, int other, uint16_t *slot) {
    const Sheet *his = &s->sheet[other];
    int by_seat[SEATS_MAX], low, next;
    qwantum_game.scores(&s->head, by_seat);
    for (int r = 0; r < ROWS; r++) *slot++ = (uint16_t)(AT_OTHER_END + row_end(his, r));
    for (int c = 0; c < BOXES; c++) {
        column(his, c, &low, &next);
        *slot++ = (uint16_t)(AT_OTHER_NEXT + c * LOWS + next);
    }
    int a = done(&s->sheet[seat]), b = done(his), stage = (a > b ? a : b) / 3;
    int tempo = distance(&s->head, seat) * SEATS + distance(&s->head, other);
    *slot++ = (uint16_t)(AT_OTHER_MISTHROWS + his->misthrows);
    *slot++ = (uint16_t)(AT_RACE + a * DONE + b);
    *slot++ = (uint16_t)(AT_MARGIN + stage * MARGINS + within(by_seat[seat] - by_seat[other] + MARGINS / 2, MARGINS));
    *slot++ = (uint16_t)(AT_TEMPO + (s->head.seats - 2) * SEATS * SEATS + tempo);
}

static void list(const State *head, int seat, int other, uint16_t *slot) {
    const Qwantum *s = (const Qwantum *)head;
    const Sheet *sheet = &s->sheet[seat];
    for (int r = 0; r < ROWS; r++) *slot++ = (uint16_t)(AT_END + r * ENDS + row_end(sheet, r));
    for (int c = 0; c < BOXES; c++) {
        int low, next;
        column(sheet, c, &low, &next);
        *slot++ = (uint16_t)(AT_LOW + c * LOWS + low);
        *slot++ = (uint16_t)(AT_NEXT + c * LOWS + next);
    }
    *slot++ = (uint16_t)(AT_MISTHROWS + sheet->misthrows);
    *slot++ = (uint16_t)(AT_DONE + done(sheet));
    for (int r = 0; r < ROWS; r++) *slot++ = (uint16_t)(AT_KEPT + kept(s, seat, r));
    if (other >= 0) list_pair(s, seat, other, slot);
}

const Features qwantum_features = {
    .inputs = INPUTS,
    .slots = PAIR_SLOTS,
    .solo_inputs = AT_PAIR,
    .solo_slots = SOLO_SLOTS,
    .list = list,
    .samples = 10,
    .sampled_moves = 4,
    .with_others = {.rounds = 350, .games = 100, .lambda = 0.9f, .rate = 0.004f, .sparring = 0.2f},
    .alone_training = {.rounds = 120, .games = 100, .lambda = 0.9f, .rate = 0.004f},
};
