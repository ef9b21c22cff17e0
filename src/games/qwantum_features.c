/* qwantum_features.c: what a net is shown of Qwantum.
 *
 * A row's future is how far it is written and its last number; a column's is how many of its boxes are
 * written and its two lowest numbers. Before a second roll each colour is also shown by how its kept faces
 * stand to the row's last number, and how many dice are about to fall. */
#include <stddef.h>
#include <string.h>

#include "games/qwantum.h"
#include "games/slots.h"

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

static int row_end(const QwantumSheet *sheet, int row) {
    int n = sheet->count[row];
    return n * (HIGHEST + 1) + (n ? sheet->row[row][n - 1] : 0);
}

/* All columns of a sheet at once, one in each byte. */
typedef int8_t BoxBytes __attribute__((vector_size(16)));
typedef struct Columns {
    BoxBytes written;       /* how many boxes */
    BoxBytes lowest, above; /* the lowest number, and the lowest above it or the same; 0 if none is written */
} Columns;

static inline BoxBytes lower(BoxBytes a, BoxBytes b) {
    BoxBytes less = a < b;
    return (a & less) | (b & ~less);
}

/* All six columns in one register. A free box counts as a number above all others, and the second lowest is the lowest
 * of those that are not the lowest; where all written ones are alike it is that same number. */
static inline Columns columns(const QwantumSheet *sheet) {
    const BoxBytes none = {0}, high = none + INT8_MAX;
    BoxBytes number[ROWS], written = none, lowest = high, above = high;
    for (int r = 0; r < ROWS; r++) {
        uint64_t row; /* with two bytes of what comes after it */
        memcpy(&row, (const uint8_t *)sheet + offsetof(QwantumSheet, row) + r * BOXES, sizeof row);
        number[r] = none;
        memcpy(&number[r], &row, sizeof row);
        BoxBytes is_free = number[r] == none;
        written += 1 + is_free;
        number[r] |= is_free & high;
        lowest = lower(lowest, number[r]);
    }
    for (int r = 0; r < ROWS; r++) above = lower(above, number[r] | ((number[r] == lowest) & high));
    BoxBytes alike = above == high;
    above = (above & ~alike) | (lowest & alike);
    return (Columns){.written = written, .lowest = lowest & (written > none), .above = above & (written > none)};
}

/* The colours before the second roll: their kept faces against the row's last number; dice about to fall. */
static void list_kept(const Qwantum *s, const QwantumSheet *sheet, uint16_t *slot) {
    uint32_t sums = 0;
    int rolled = 0;
    for (int d = 0; d < DICE; d++)
        if (s->die[d])
            sums += qwantum_face(d, s->die[d]);
        else
            rolled++;
    int few = rolled < 1 ? 0 : rolled < 5 ? rolled - 1 : rolled < 7 ? 3 : 4;
    for (int r = 0; r < ROWS; r++) {
        int n = sheet->count[r], last = n ? sheet->row[r][n - 1] : 0, stage = n < RISING ? 0 : n < BOXES ? 1 : 2;
        int gap = slot_within((int)(sums >> 8 * r & 0xFF) - last - KEPT_LOW, KEPT_SPAN);
        slot[r] = (uint16_t)(AT_KEPT + (stage * 5 + few) * KEPT_SPAN + gap);
    }
}

static int done(const QwantumSheet *sheet) {
    return sheet->count[0] + sheet->count[1] + sheet->count[2] + sheet->count[3];
}

/* A slot is where its kind begins, then the indices like digits. Of his third column with two boxes written, of which
 * the second lowest is 9: AT_OTHER_NEXT + (2 * 5 + 2) * HALVES + 4. */
static void list_pair(const Qwantum *s, int seat, int other, uint16_t *slot) {
    const QwantumSheet *his = &s->sheet[other];
    Columns his_columns = columns(his);
    int by_seat[SEATS_MAX];
    qwantum_game.scores(&s->head, by_seat);
    for (int r = 0; r < ROWS; r++) *slot++ = (uint16_t)(AT_OTHER_END + row_end(his, r));
    for (int c = 0; c < BOXES; c++)
        *slot++ = (uint16_t)(AT_OTHER_NEXT + (c * 5 + his_columns.written[c]) * HALVES + his_columns.above[c] / 2);
    int a = done(&s->sheet[seat]), b = done(his), stage = (a > b ? a : b) / 3;
    *slot++ = (uint16_t)(AT_OTHER_MISTHROWS + his->misthrows);
    *slot++ = (uint16_t)(AT_RACE + a * DONE + b);
    *slot++ =
        (uint16_t)(AT_MARGIN + stage * MARGINS + slot_within(by_seat[seat] - by_seat[other] + MARGINS / 2, MARGINS));
    *slot++ = (uint16_t)(AT_TEMPO + slot_tempo(&s->head, seat, other, SEATS));
}

/* Every position fills the same number of slots, so where nothing was kept there is a slot for that too. */
static void list(const State *head, int seat, int other, uint16_t *slot) {
    const Qwantum *s = (const Qwantum *)head;
    const QwantumSheet *sheet = &s->sheet[seat];
    Columns own = columns(sheet);
    for (int r = 0; r < ROWS; r++) *slot++ = (uint16_t)(AT_END + r * ENDS + row_end(sheet, r));
    for (int c = 0; c < BOXES; c++) {
        int at = (c * 5 + own.written[c]) * HALVES;
        *slot++ = (uint16_t)(AT_LOW + at + own.lowest[c] / 2);
        *slot++ = (uint16_t)(AT_NEXT + at + own.above[c] / 2);
    }
    *slot++ = (uint16_t)(AT_MISTHROWS + sheet->misthrows);
    *slot++ = (uint16_t)(AT_DONE + done(sheet));
    if (head->phase == REROLL)
        list_kept(s, sheet, slot);
    else
        for (int r = 0; r < ROWS; r++) slot[r] = AT_KEPT + KEPT - 1;
    if (other >= 0) list_pair(s, seat, other, slot + ROWS);
}

const Features qwantum_features = {
    .inputs = INPUTS,
    .slots = PAIR_SLOTS,
    .solo_inputs = AT_PAIR,
    .solo_slots = SOLO_SLOTS,
    .list = list,
    .samples = 10,
    .sampled_moves = 4,
    .margin = 0.02f,
    .with_others = {.rounds = 5000,
                    .games = 100,
                    .lambda = 0.9f,
                    .lambda_end = 0.5f,
                    .rate = 0.0035f,
                    .sparring = 0.15f,
                    .bound = 12},
    .alone_training =
        {.rounds = 600, .games = 100, .lambda = 0.9f, .lambda_end = 0.5f, .rate = 0.003f, .variance = 0.01f},
};
