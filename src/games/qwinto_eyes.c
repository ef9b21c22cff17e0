/* qwinto_eyes.c: what a net is shown of the sheet that both Qwinto games share.
 *
 * A row is cut by its written numbers into runs of free boxes, each with the numbers left and right of it. What a row
 * can still become depends on these runs alone, and runs are alike in all rows. Beside them stand how far
 * each row is, how it ends, what is lost in it, and the five bonus columns. */
#include "games/qwinto_eyes.h"

#include <string.h>

#include "games/slots.h"

enum { ROWS = QWINTO_ROWS, COLUMNS = 12, TOP = QWINTO_HIGHEST + 1, BONUS_COLUMNS = 0x38C };

static const unsigned boxes[ROWS] = {0xFDC, 0x7BE, 0x3EF};
static const uint8_t last_column[ROWS] = {11, 10, 9}, missing_column[ROWS] = {5, 6, 4};
static const uint8_t bonus_column[EYES_BONUSES] = {2, 3, 7, 8, 9};
static const uint8_t bonus_row[EYES_BONUSES] = {QWINTO_PURPLE, QWINTO_ORANGE, QWINTO_ORANGE, QWINTO_YELLOW,
                                                QWINTO_PURPLE};

/* ---- Seeing ----------------------------------------------------------------------------------------- */

/* The boxes of a row right of one of its columns. */
static int right_of(int r, int c) { return last_column[r] - c - (c < missing_column[r]); }

/* What will likely stand in n free boxes from the i-th on: numbers spaced evenly, if there is room for them. */
static inline void guess_boxes(RowEyes *row, int i, int n, int low, int high) {
    static const uint16_t part[EYES_BOXES + 2] = {0, 0, 32768, 21845, 16384, 13107, 10923, 9362, 8192, 7282, 6554};
    if (high - low <= n) {
        memset(row->box + i, EYES_BOX_CODES - 1, (size_t)n);
        return;
    }
    unsigned step = (unsigned)(high - low) * part[n + 1], at = ((unsigned)(low + QWINTO_HIGHEST) << 16) + 32768;
    for (int end = i + n; i < end; i++) row->box[i] = (uint8_t)((at += step) >> 16);
}

/* A run of n free boxes ends. */
static inline void close_gap(RowEyes *row, unsigned columns, int i, int n, int low, int high) {
    int room = high - low - 1;
    guess_boxes(row, i, n, low, high);
    row->gap[row->gaps++] = (Gap){.boxes = (uint8_t)n, .low = (uint8_t)low, .high = (uint8_t)high};
    if (room < n) row->lost += n - room;
    row->fits |= ((1u << high) - 1) & ~((2u << low) - 1);
    for (columns &= BONUS_COLUMNS; columns; columns &= columns - 1) {
        int c = __builtin_ctz(columns);
        row->low[c] = (uint8_t)low;
        row->high[c] = (uint8_t)high;
    }
}

/* From one written box to the next. */
static void see_row(const QwintoSheet *sheet, int r, RowEyes *row) {
    uint32_t numbers = sheet->numbers[r];
    unsigned open = boxes[r]; /* that are right of the last written one */
    int low = 0, boxes_left = EYES_BOXES;
    row->gaps = row->written = row->lost = 0;
    row->fits = 0;
    memset(row->number, 0, sizeof row->number);
    for (unsigned rest = sheet->columns[r]; rest; rest &= rest - 1) {
        int c = __builtin_ctz(rest), number = __builtin_ctz(numbers);
        int n = boxes_left - right_of(r, c) - 1;
        unsigned left = (1u << c) - 1;
        if (n) close_gap(row, open & left, EYES_BOXES - boxes_left, n, low, number);
        row->number[c] = (uint8_t)number;
        row->written++;
        numbers &= numbers - 1;
        open &= ~(left << 1 | 1);
        boxes_left -= n + 1;
        row->box[EYES_BOXES - boxes_left - 1] = (uint8_t)number;
        low = number;
    }
    if (boxes_left) close_gap(row, open, EYES_BOXES - boxes_left, boxes_left, low, TOP);
    row->end = boxes_left ? TOP + low : low;
}

/* Two full rows end the game, so what is left to go is in the two rows that are fullest; the emptiest one does not
 * count. */
void qwinto_see(const QwintoSheet *sheet, SheetEyes *out) {
    int left[ROWS], most = 0;
    out->misthrows = sheet->misthrows;
    out->written = out->full = 0;
    for (int r = 0; r < ROWS; r++) {
        see_row(sheet, r, &out->row[r]);
        out->written += out->row[r].written;
        left[r] = EYES_BOXES - out->row[r].written;
        out->full += left[r] == 0;
        if (left[r] > left[most]) most = r;
    }
    out->to_go = left[0] + left[1] + left[2] - left[most];
}

/* ---- Listing ---------------------------------------------------------------------------------------- */

static int gap_code(const Gap *g) { return 1 + (g->boxes - 1) * 190 + g->high * (g->high - 1) / 2 + g->low; }

static int row_code(const RowEyes *row) { return row->written * 38 + (row->end < 38 ? row->end : 37); }

static int lost_code(const RowEyes *row) { return row->written * 10 + row->lost; }

/* A column that can never be full is one code: nothing else of it matters. Where the bonus box is still free, the
 * middle of what fits there stands for it, TOP higher, so that it is not taken for a written number. */
static int column_code(const SheetEyes *eyes, int k) {
    int c = bonus_column[k], others = 0;
    for (int r = 0; r < ROWS; r++) {
        const RowEyes *row = &eyes->row[r];
        if (!row->number[c] && row->high[c] - row->low[c] == 1) return EYES_COLUMN_CODES - 1; /* never full */
        others += r != bonus_row[k] && row->number[c];
    }
    const RowEyes *row = &eyes->row[bonus_row[k]];
    int bonus = row->number[c] ? row->number[c] : TOP + (row->low[c] + row->high[c]) / 2;
    return others * 38 + (bonus < 38 ? bonus : 37);
}

static int status(const SheetEyes *eyes) { return eyes->misthrows * 3 + (eyes->full < 3 ? eyes->full : 2); }

/* Gaps of all rows share their inputs, bonus columns do not: a gap is worth the same wherever it is, a
 * column is not. */
uint16_t *qwinto_list_own(const SheetEyes *eyes, int base, uint16_t *slot) {
    for (int r = 0; r < ROWS; r++)
        for (int i = 0; i < EYES_GAPS; i++)
            *slot++ = (uint16_t)(base + (i < eyes->row[r].gaps ? gap_code(&eyes->row[r].gap[i]) : 0));
    base += EYES_GAP_CODES;
    for (int r = 0; r < ROWS; r++) *slot++ = (uint16_t)(base + row_code(&eyes->row[r]));
    base += EYES_ROW_CODES;
    for (int r = 0; r < ROWS; r++) *slot++ = (uint16_t)(base + lost_code(&eyes->row[r]));
    base += EYES_LOST_CODES;
    for (int k = 0; k < EYES_BONUSES; k++, base += EYES_COLUMN_CODES) *slot++ = (uint16_t)(base + column_code(eyes, k));
    *slot++ = (uint16_t)(base + status(eyes));
    base += EYES_STATUS;
    *slot++ = (uint16_t)(base + eyes->written);
    return slot;
}

uint16_t *qwinto_list_boxes(const SheetEyes *eyes, int base, uint16_t *slot) {
    for (int r = 0; r < ROWS; r++)
        for (int i = 0; i < EYES_BOXES; i++, base += EYES_BOX_CODES) *slot++ = (uint16_t)(base + eyes->row[r].box[i]);
    return slot;
}

uint16_t *qwinto_list_fits(const SheetEyes *eyes, int base, uint16_t *slot) {
    for (int n = 1; n <= QWINTO_HIGHEST; n++, base += 1 << ROWS) {
        unsigned rows = 0;
        for (int r = 0; r < ROWS; r++) rows |= (eyes->row[r].fits >> n & 1) << r;
        *slot++ = (uint16_t)(base + (int)rows);
    }
    return slot;
}

/* Of him how far his rows are and how they end, not his gaps: what a pair is asked is who is ahead, and who ends the
 * game. */
uint16_t *qwinto_list_pair(const State *head, int seat, int other, const SheetEyes *own, const SheetEyes *his, int base,
                           uint16_t *slot) {
    int by_seat[SEATS_MAX];
    qwinto_scores(head, by_seat);
    for (int r = 0; r < ROWS; r++) *slot++ = (uint16_t)(base + row_code(&his->row[r]));
    base += EYES_ROW_CODES;
    for (int r = 0; r < ROWS; r++) *slot++ = (uint16_t)(base + lost_code(&his->row[r]));
    base += EYES_LOST_CODES;
    for (int k = 0; k < EYES_BONUSES; k++) *slot++ = (uint16_t)(base + column_code(his, k));
    base += EYES_COLUMN_CODES;
    *slot++ = (uint16_t)(base + status(his));
    base += EYES_STATUS;
    *slot++ = (uint16_t)(base + own->written / 2 * 14 + his->written / 2);
    base += EYES_RACE;
    *slot++ = (uint16_t)(base + slot_within(own->to_go, 10) * 10 + slot_within(his->to_go, 10));
    base += 100;
    int first = own->to_go < his->to_go ? own->to_go : his->to_go, stage = slot_within(first, EYES_STAGES);
    int margin = slot_within((by_seat[seat] - by_seat[other]) / 2 + EYES_MARGINS / 2, EYES_MARGINS);
    *slot++ = (uint16_t)(base + stage * EYES_MARGINS + margin);
    base += EYES_STAGES * EYES_MARGINS;
    *slot++ = (uint16_t)(base + slot_tempo(head, seat, other, EYES_SEATS));
    return slot;
}
