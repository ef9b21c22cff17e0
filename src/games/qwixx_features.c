/* qwixx_features.c: what a net is shown of Qwixx.
 *
 * The four rows are alike: counted from the left, each has the same chances, whichever way its numbers run.
 * So they share inputs. Of a row only two things matter for the future, how far it is crossed and how often;
 * that is its code. What a row is worth to a seat depends on how near the other is to locking it, so the
 * code is also shown together with a coarse code of the other's row, both ways round.
 *
 * Rows are alike one by one, but not together: two that run the same way want the same sums, two that run against
 * each other share them out. So each two rows of a sheet are shown by how far they are, and for each sum of two dice
 * how many boxes the best row for it would skip. The nets of 0.1 did not see that; they have their own list below. */
#include <string.h>

#include "games/qwixx.h"
#include "games/slots.h"

enum {
    OPEN_CODES = 56,                /* 0 or (last, crosses) with 1 <= crosses <= last <= 10 */
    CODES = OPEN_CODES + BOXES + 1, /* closed rows: their number of crosses */
    COARSE = 16,                    /* coarse codes of an open row */
    PAIRED = OPEN_CODES * COARSE + BOXES + 1,
    MARGINS = 41,
    TEMPOS = (SEATS - 1) * SEATS * SEATS,
};

enum {
    SUMS = 11,
    SKIPS = 6,         /* boxes that the best row for a sum skips, up to 4; or no row has it */
    FAR = BOXES + 1,   /* how far a row is, or that it is closed */
    ALONG = FAR * FAR, /* two rows that run the same way */
    AGAINST = FAR * FAR,
    SHEET = SUMS * SKIPS + ALONG + AGAINST, /* inputs of a sheet's rows together */
    SHEET_SLOTS = SUMS + 2 + 4,
};

/* Where the inputs of each kind begin. */
enum {
    AT_ROW = 0,
    AT_MISTHROWS = AT_ROW + CODES,
    ALONE = AT_MISTHROWS + 5 * 3, /* the inputs of a seat alone in 0.1 */
    AT_SHEET = ALONE,
    AT_PAIR = AT_SHEET + SHEET, /* = inputs of a seat alone */
};

/* And those of a pair, from where they begin. */
enum {
    AT_OWN = 0,
    AT_OTHER = AT_OWN + PAIRED,
    AT_TEMPO = AT_OTHER + PAIRED,
    AT_MARGIN = AT_TEMPO + TEMPOS,
    AT_ENDS = AT_MARGIN + 3 * MARGINS,
    PAIR = AT_ENDS + 5 * 5 * 3,
    AT_HIS_SHEET = AT_PAIR + PAIR,
    INPUTS = AT_HIS_SHEET + SHEET,
};

enum {
    ALONE_SLOTS = ROWS + 1,
    WITH_SLOTS = 2 * ROWS + 3,
    SOLO_SLOTS = ALONE_SLOTS + SHEET_SLOTS,
    PAIR_SLOTS = SOLO_SLOTS + WITH_SLOTS + SHEET_SLOTS,
};

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

/* The code of a row counts (last, crosses) like the boxes of a triangle: last 5 with 3 crosses is 1 + 5 * 4 / 2 + 3 - 1
 * = 13 (open_code), and PAIRED sets his coarse code behind it as a digit. */
static uint16_t *list_pair(const Qwixx *s, int seat, int other, int base, uint16_t *slot) {
    int by_seat[SEATS_MAX];
    int closed = closed_rows(s);
    for (int r = 0; r < ROWS; r++) *slot++ = (uint16_t)(base + AT_OWN + paired(s, seat, other, r));
    for (int r = 0; r < ROWS; r++) *slot++ = (uint16_t)(base + AT_OTHER + paired(s, other, seat, r));
    *slot++ = (uint16_t)(base + AT_TEMPO + slot_tempo(&s->head, seat, other, SEATS));
    qwixx_game.scores(&s->head, by_seat);
    *slot++ = (uint16_t)(base + AT_MARGIN + closed * MARGINS + margin_code(by_seat[seat] - by_seat[other]));
    *slot++ = (uint16_t)(base + AT_ENDS + (closed * 5 + s->sheet[seat].misthrows) * 5 + s->sheet[other].misthrows);
    return slot;
}

/* Two rows' inputs are the same whichever comes first. */
static int two_rows(int a, int b) { return a < b ? a * FAR + b : b * FAR + a; }

/* What a seat's rows are together. */
static uint16_t *list_sheet(const Qwixx *s, int seat, int base, uint16_t *slot) {
    const QwixxSheet *sheet = &s->sheet[seat];
    int far[ROWS];
    uint8_t skips[SUMS];
    memset(skips, SKIPS - 1, sizeof skips);
    for (int r = 0; r < ROWS; r++) {
        int gone = reach(sheet->row[r]);
        far[r] = s->closed >> r & 1 ? FAR - 1 : gone;
        for (unsigned open = sheet->open[r]; open; open &= open - 1) {
            int number = __builtin_ctz(open), skip = box_of(r, number) - gone;
            if (skip > SKIPS - 2) skip = SKIPS - 2;
            if (skip < skips[number - 2]) skips[number - 2] = (uint8_t)skip;
        }
    }
    for (int i = 0; i < SUMS; i++, base += SKIPS) *slot++ = (uint16_t)(base + skips[i]);
    *slot++ = (uint16_t)(base + two_rows(far[RED], far[YELLOW]));
    *slot++ = (uint16_t)(base + two_rows(far[GREEN], far[BLUE]));
    base += ALONG;
    for (int up = RED; up <= YELLOW; up++)
        for (int down = GREEN; down <= BLUE; down++) *slot++ = (uint16_t)(base + two_rows(far[up], far[down]));
    return slot;
}

static uint16_t *list_own(const Qwixx *s, int seat, uint16_t *slot) {
    for (int r = 0; r < ROWS; r++) *slot++ = (uint16_t)(AT_ROW + code(s, seat, r));
    *slot++ = (uint16_t)(AT_MISTHROWS + closed_rows(s) * 5 + s->sheet[seat].misthrows);
    return slot;
}

static void list(const State *head, int seat, int other, uint16_t *slot) {
    const Qwixx *s = (const Qwixx *)head;
    slot = list_own(s, seat, slot);
    slot = list_sheet(s, seat, AT_SHEET, slot);
    if (other < 0) return;
    slot = list_pair(s, seat, other, AT_PAIR, slot);
    list_sheet(s, other, AT_HIS_SHEET, slot);
}

/* As 0.1 did. */
static void list_early(const State *head, int seat, int other, uint16_t *slot) {
    const Qwixx *s = (const Qwixx *)head;
    slot = list_own(s, seat, slot);
    if (other >= 0) list_pair(s, seat, other, ALONE, slot);
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

static const Features early = {
    .inputs = ALONE + PAIR,
    .slots = ALONE_SLOTS + WITH_SLOTS,
    .solo_inputs = ALONE,
    .solo_slots = ALONE_SLOTS,
    .list = list_early,
    .search_rounds = 4,
};

const Features qwixx_features = {
    .inputs = INPUTS,
    .slots = PAIR_SLOTS,
    .solo_inputs = AT_PAIR,
    .solo_slots = SOLO_SLOTS,
    .list = list,
    .search_rounds = 4,
    .foresees = true,
    .earlier = &early,
    .plain_count = 4,
    .plain = plain,
    .plain_weights = plain_weights,
    .with_others = {.rounds = 14000,
                    .games = 120,
                    .lambda = 0.9f,
                    .lambda_end = 0.4f,
                    .rate = 0.0025f,
                    .sparring = 0.1f,
                    .deep = 1,
                    .bound = 12},
    .alone_training = {.rounds = 3000,
                       .games = 100,
                       .lambda = 0.9f,
                       .lambda_end = 0.5f,
                       .rate = 0.004f,
                       .variance = 0.01f,
                       .exact = true},
};
