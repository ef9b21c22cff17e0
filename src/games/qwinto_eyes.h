/* qwinto_eyes.h: what a net is shown of the sheet that both Qwinto games share; see qwinto_eyes.c. */
#ifndef PENNA_GAMES_QWINTO_EYES_H
#define PENNA_GAMES_QWINTO_EYES_H

#include "games/qwinto_sheet.h"

enum {
    EYES_BOXES = 9,
    EYES_GAPS = 5, /* of free boxes in a row, at most */
    EYES_BONUSES = 5,
};

/* A run of free boxes: how many, and the numbers written left and right of it (0 and 19 at the ends). */
typedef struct Gap {
    uint8_t boxes, low, high;
} Gap;

typedef struct RowEyes {
    Gap gap[EYES_GAPS];
    int gaps, written;
    int end;                   /* the rightmost box: its number, or 19 plus the highest number left of it */
    int lost;                  /* boxes that can never be written, for want of numbers */
    uint32_t fits;             /* bit n: the number n can be written */
    uint8_t low[12], high[12]; /* by bonus column, if its box is free: the numbers around it */
    uint8_t number[12];        /* by column: what is written, or 0 */
    uint8_t box[EYES_BOXES];   /* what is written, or will be, as a box code */
} RowEyes;

/* Everything about a sheet that the inputs are made of. */
typedef struct SheetEyes {
    RowEyes row[QWINTO_ROWS];
    int written, full, misthrows;
    int to_go; /* boxes to write until two rows are full */
} SheetEyes;

void qwinto_see(const QwintoSheet *sheet, SheetEyes *out);

/* Inputs of a seat's own sheet, and of the other's, counted from 0, and their slots. */
enum {
    EYES_GAP_CODES = EYES_BOXES * 190 + 1,
    EYES_ROW_CODES = 10 * 38,
    EYES_LOST_CODES = 10 * 10,
    EYES_COLUMN_CODES = 38 * 3 + 1,
    EYES_STATUS = 5 * 3,
    EYES_WRITTEN = 28,
    EYES_OWN = EYES_GAP_CODES + EYES_ROW_CODES + EYES_LOST_CODES + EYES_BONUSES * EYES_COLUMN_CODES + EYES_STATUS +
               EYES_WRITTEN,
    EYES_OWN_SLOTS = 3 * EYES_GAPS + 3 + 3 + EYES_BONUSES + 2,
    EYES_RACE = 14 * 14,
    EYES_MARGINS = 41,
    EYES_STAGES = 10,
    EYES_SEATS = 6,
    EYES_TEMPOS = (EYES_SEATS - 1) * EYES_SEATS * EYES_SEATS,
    EYES_PAIR = EYES_ROW_CODES + EYES_LOST_CODES + EYES_COLUMN_CODES + EYES_STATUS + EYES_RACE + 100 +
                EYES_STAGES * EYES_MARGINS + EYES_TEMPOS,
    EYES_PAIR_SLOTS = 3 + 3 + EYES_BONUSES + 1 + 1 + 1 + 1 + 1,
};

/* What the nets since 0.2 are shown besides: every box of a sheet, and for each number the rows that it fits. */
enum {
    EYES_BOX_CODES = 2 * QWINTO_HIGHEST + 2, /* what is written, 18 more than what will be, or that it is in doubt */
    EYES_SHEET_BOXES = QWINTO_ROWS * EYES_BOXES,
    EYES_BOX_INPUTS = EYES_SHEET_BOXES * EYES_BOX_CODES,
    EYES_FIT_SLOTS = QWINTO_HIGHEST,
    EYES_FIT_INPUTS = EYES_FIT_SLOTS << QWINTO_ROWS,
};

/* Lists the slots of the own sheet, or of the pair, whose inputs begin at `base`; returns the next slot. */
uint16_t *qwinto_list_own(const SheetEyes *eyes, int base, uint16_t *slot);
uint16_t *qwinto_list_pair(const State *head, int seat, int other, const SheetEyes *own, const SheetEyes *his, int base,
                           uint16_t *slot);
uint16_t *qwinto_list_boxes(const SheetEyes *eyes, int base, uint16_t *slot);
uint16_t *qwinto_list_fits(const SheetEyes *eyes, int base, uint16_t *slot);

#endif
