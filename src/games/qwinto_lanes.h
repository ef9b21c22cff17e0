/* qwinto_lanes.h: the sheet of both Qwinto games as lanes (base/lanes.h), for their batches alone. */
#ifndef PENNA_GAMES_QWINTO_LANES_H
#define PENNA_GAMES_QWINTO_LANES_H

#include "base/lanes.h"
#include "games/qwinto_sheet.h"

enum { ROWS = QWINTO_ROWS, BOXES = 9, SHEET = ROWS * BOXES, COLUMNS = 12, PER_COLUMN = 3 };

typedef struct LaneSheet {
    I8 number[SHEET]; /* of each box, row by row; 0: free */
    I8 left[ROWS];    /* free boxes of a row */
    I8 misthrows;
} LaneSheet;

/* By column the places of its boxes in a sheet; -1: no box. */
static const int8_t column_boxes[COLUMNS][PER_COLUMN] = {
    {-1, -1, 18}, {-1, 9, 19}, {0, 10, 20}, {1, 11, 21}, {2, 12, -1}, {-1, 13, 22},
    {3, -1, 23},  {4, 14, 24}, {5, 15, 25}, {6, 16, 26}, {7, 17, -1}, {8, -1, -1},
};

/* One lane as a sheet of the rules. */
static inline void lane_sheet(const LaneSheet *from, int lane, QwintoSheet *out) {
    *out = (QwintoSheet){.misthrows = (uint8_t)in_lane(&from->misthrows, lane)};
    for (int r = 0; r < ROWS; r++) {
        unsigned boxes = qwinto_boxes[r];
        for (int box = 0; box < BOXES; box++, boxes &= boxes - 1) {
            int number = in_lane(&from->number[r * BOXES + box], lane);
            if (!number) continue;
            out->numbers[r] |= 1u << number;
            out->columns[r] |= (uint16_t)(boxes & -boxes);
        }
    }
}

#endif
