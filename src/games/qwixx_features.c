/* qwixx_features.c: what a net is shown of Qwixx.
 *
 * The four rows are alike: counted from the left, each has the same chances, whichever way its numbers run.
 * So they share inputs. Of a row only two things matter for the future, how far it is crossed and how often;
 * that is its code. What a row is worth to a seat depends on how near the other is to locking it, so the
 * code is also shown together with a coarse code of the other's row, both ways round. */
#include <string.h>

#include "games/qwixx.h"

enum {
    OPEN_CODES = 56,                /* 0 or (last, crosses) with 1 <= crosses <= last <= 10 */
    CODES = OPEN_CODES + BOXES + 1, /* closed rows: their number of crosses */
    COARSE = 16,                    /* coarse codes of an open row */
    PAIRED = OPEN_CODES * COARSE + BOXES + 1,
    MARGINS = 41,
    TEMPOS = (SEATS - 1) * SEATS * SEATS,
};

/* Where the inputs of each kind begin. */
enum {
    AT_ROW = 0,
    AT_MISTHROWS = AT_ROW + CODES,
    AT_PAIR = AT_MISTHROWS + 5 * 3, /* = inputs of a seat alone */
    AT_OWN = AT_PAIR,
    AT_OTHER = AT_OWN + PAIRED,
    AT_TEMPO = AT_OTHER + PAIRED,
    AT_MARGIN = AT_TEMPO + TEMPOS,
    AT_ENDS = AT_MARGIN + 3 * MARGINS,
    INPUTS = AT_ENDS + 5 * 5 * 3,
};

enum { SOLO_SLOTS = ROWS + 1, PAIR_SLOTS = SOLO_SLOTS + 2 * ROWS + 3 };

/* How many boxes from the left are gone: 0 for an empty row. */
static int reach(unsigned row) { return row ? 32 - __builtin_clz(crosses_of(row)) : 0; }

static int open_code(unsigned row) {
    int last = reach(row);
    return last ? 1 + last * (last - 1) / 2 + count_of(row) - 1 : 0;
}

static int code(const Qwixx *s, int seat, int row) {
    unsigned r = s->sheet[seat].row[row];
    return s->closed >> row & 1 ? OPEN_CODES + count_of(r) : open_code(r);
}

static int coarse(unsigned row) {
    static const uint8_t of_reach[] = {0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 3, 3};
    int n = count_of(row);
    return of_reach[reach(row)] * 4 + (n < 3 ? 0 : n > 5 ? 3 : n - 2);
}

static int paired(const Qwixx *s, int seat, int other, int row) {
    if (s->closed >> row & 1) return OPEN_CODES * COARSE + count_of(s->sheet[seat].row[row]);
    return open_code(s->sheet[seat].row[row]) * COARSE + coarse(s->sheet[other].row[row]);
}

static int closed_rows(const Qwixx *s) {
    int n = __builtin_popcount(s->closed);
    return n < 2 ? n : 2;
}

static int margin_code(int margin) {
    int m = (margin + 2 * (MARGINS / 2) + 1) / 2;
    return m < 0 ? 0 : m >= MARGINS ? MARGINS - 1 : m;
}

static int distance(const State *head, int seat) { return (seat + head->seats - head->active) % head->seats; }

static void list_pair(const Qwixx *s, int seat, int other, uint16_t *slot) {
    int by_seat[SEATS_MAX];
    int closed = closed_rows(s);
    for (int r = 0; r < ROWS; r++) *slot++ = (uint16_t)(AT_OWN + paired(s, seat, other, r));
    for (int r = 0; r < ROWS; r++) *slot++ = (uint16_t)(AT_OTHER + paired(s, other, seat, r));
    int tempo = distance(&s->head, seat) * SEATS + distance(&s->head, other);
    *slot++ = (uint16_t)(AT_TEMPO + (s->head.seats - 2) * SEATS * SEATS + tempo);
    qwixx_game.scores(&s->head, by_seat);
    *slot++ = (uint16_t)(AT_MARGIN + closed * MARGINS + margin_code(by_seat[seat] - by_seat[other]));
    *slot++ = (uint16_t)(AT_ENDS + (closed * 5 + s->sheet[seat].misthrows) * 5 + s->sheet[other].misthrows);
}

static void list(const State *head, int seat, int other, uint16_t *slot) {
    const Qwixx *s = (const Qwixx *)head;
    for (int r = 0; r < ROWS; r++) *slot++ = (uint16_t)(AT_ROW + code(s, seat, r));
    *slot++ = (uint16_t)(AT_MISTHROWS + closed_rows(s) * 5 + s->sheet[seat].misthrows);
    if (other >= 0) list_pair(s, seat, other, slot);
}

/* The yardstick: points, the chance of locks, boxes skipped for ever, misthrows. */
static void plain(const State *head, int seat, float *out) {
    const Qwixx *s = (const Qwixx *)head;
    int by_seat[SEATS_MAX];
    qwixx_game.scores(head, by_seat);
    memset(out, 0, 4 * sizeof *out);
    out[0] = (float)(by_seat[seat] + MISTHROW_COST * s->sheet[seat].misthrows);
    out[3] = (float)s->sheet[seat].misthrows;
    for (int r = 0; r < ROWS; r++) {
        unsigned row = s->sheet[seat].row[r];
        if (s->closed >> r & 1) continue;
        int n = count_of(row), left = LAST - reach(row);  /* numbers before the last that are still free */
        float near = ((float)n + 0.4f * (float)left) / 6; /* about the crosses it will have before the last */
        if (n + left >= 5) out[1] += near < 1 ? near * near : 1;
        out[2] += (float)(reach(row) - n);
    }
}

static const float plain_weights[] = {1.0f, 11.0f, -1.3f, -11.0f};

const Features qwixx_features = {
    .inputs = INPUTS,
    .slots = PAIR_SLOTS,
    .solo_inputs = AT_PAIR,
    .solo_slots = SOLO_SLOTS,
    .list = list,
    .search_rounds = 4,
    .plain_count = 4,
    .plain = plain,
    .plain_weights = plain_weights,
    .with_others = {.rounds = 4000, .games = 120, .lambda = 0.9f, .lambda_end = 0.5f, .rate = 0.004f, .sparring = 0.1f},
    .alone_training = {.rounds = 600, .games = 120, .lambda = 0.9f, .rate = 0.004f, .variance = 1},
};
