/* qwixx_short_features.c: what a net is shown of shortened Qwixx: the same kinds of things as of Qwixx
 * (qwixx_features.c), as far as a small sheet has them. The rows share inputs; a row is shown alone, with the other
 * seat's same row, and with the row beside it; then the misthrows, the margin and whose turn it is. */
#include "games/qwixx_short.h"

enum {
    GONE = 8,    /* boxes of a row that may be gone: up to seven numbers */
    CROSSES = 9, /* and their crosses, with the lock */
    CODES = GONE * CROSSES,
    MISTHROWS = 5,
    CLOSED = 3,
    MARGINS = 41,
    STATUS = MISTHROWS * CLOSED,
    BESIDE = GONE * GONE,
    BESIDES = SHORT_ROWS - 1,
};

enum {
    AT_ROW,
    AT_STATUS = AT_ROW + CODES,
    AT_BESIDE = AT_STATUS + STATUS,
    AT_PAIR = AT_BESIDE + BESIDES * BESIDE, /* = inputs of a seat alone */
    AT_TEMPO = AT_PAIR + CODES * CODES,
    AT_MARGIN = AT_TEMPO + 2,
    AT_ENDS = AT_MARGIN + CLOSED * MARGINS,
    AT_HIS_BESIDE = AT_ENDS + STATUS * MISTHROWS,
    INPUTS = AT_HIS_BESIDE + BESIDES * BESIDE,
    SOLO_SLOTS = SHORT_ROWS + 1 + BESIDES,
    PAIR_SLOTS = SOLO_SLOTS + SHORT_ROWS + 3 + BESIDES,
};

static int at_most(int x, int most) { return x < most ? x : most; }

static int gone(const ShortSeat *seat, int row) { return at_most(seat->gone[row], GONE - 1); }

static int code(const ShortSeat *seat, int row) {
    return gone(seat, row) * CROSSES + at_most(seat->count[row], CROSSES - 1);
}

static uint16_t *list_beside(const ShortSeat *seat, int base, uint16_t *slot) {
    for (int r = 0; r < BESIDES; r++, base += BESIDE)
        *slot++ = (uint16_t)(base + gone(seat, r) * GONE + gone(seat, r + 1));
    return slot;
}

static void list(const State *head, int seat, int other, uint16_t *slot) {
    const QwixxShort *s = (const QwixxShort *)head;
    const ShortSeat *own = &s->seat[seat];
    int closed = at_most(__builtin_popcount(s->closed), CLOSED - 1), points[SEATS_MAX];
    int status = closed * MISTHROWS + own->misthrows;
    for (int r = 0; r < SHORT_ROWS; r++) *slot++ = (uint16_t)(AT_ROW + code(own, r));
    *slot++ = (uint16_t)(AT_STATUS + status);
    slot = list_beside(own, AT_BESIDE, slot);
    if (other < 0) return;
    const ShortSeat *his = &s->seat[other];
    for (int r = 0; r < SHORT_ROWS; r++) *slot++ = (uint16_t)(AT_PAIR + code(own, r) * CODES + code(his, r));
    *slot++ = (uint16_t)(AT_TEMPO + (head->active == seat));
    qwixx_short_game.scores(head, points);
    int margin = points[seat] - points[other] + MARGINS / 2;
    margin = margin < 0 ? 0 : at_most(margin, MARGINS - 1);
    *slot++ = (uint16_t)(AT_MARGIN + closed * MARGINS + margin);
    *slot++ = (uint16_t)(AT_ENDS + status * MISTHROWS + his->misthrows);
    list_beside(his, AT_HIS_BESIDE, slot);
}

const Features qwixx_short_features = {
    .inputs = INPUTS,
    .slots = PAIR_SLOTS,
    .solo_inputs = AT_PAIR,
    .solo_slots = SOLO_SLOTS,
    .list = list,
    .search_rounds = 4,
    .foresees = true,
    /* As in Qwixx, in fewer rounds. */
    .with_others = {.rounds = 1000,
                    .games = 120,
                    .lambda = 0.9f,
                    .lambda_end = 0.5f,
                    .rate = 0.0025f,
                    .sparring = 0.1f,
                    .bound = 12},
    .alone_training = {.rounds = 200, .games = 100, .lambda = 0.9f, .lambda_end = 0.5f, .rate = 0.004f, .variance = 1},
};
