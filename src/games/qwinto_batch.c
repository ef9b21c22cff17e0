/* qwinto_batch.c: Qwinto in lockstep (base/lockstep.h); what is done to all lanes at once is in qwinto_lanes.inc, which
 * is compiled here twice. */
#include "base/lanes.h"
#include "games/qwinto.h"

#ifdef __wasm__ /* no batches in a browser */
const Lockstep *qwinto_lockstep(bool portable) {
    (void)portable;
    return NULL;
}
#else

enum { ROWS = QWINTO_ROWS, BOXES = 9, SHEET = ROWS * BOXES, ACTIONS = QWINTO_WRITE_ACTIONS, TABLE_PLANES = DICE + 3 };

typedef struct QwintoLanes {
    LaneHead head;
    I8 number[SEATS][SHEET]; /* of each box, row by row; 0: free */
    I8 left[SEATS][ROWS];    /* free boxes of a row */
    I8 misthrows[SEATS];
    I8 picked;    /* bit r: the die of row r was picked */
    I8 die[DICE]; /* 0: not picked, or not rolled yet */
    I8 sum;       /* of the dice */
} QwintoLanes;

typedef QwintoLanes Block;

/* The boxes of the columns that have two or three, by their places in a sheet; -1: no box. */
enum { COLUMNS = 12, PER_COLUMN = 3 };
static const int8_t column_boxes[COLUMNS][PER_COLUMN] = {
    {-1, -1, 18}, {-1, 9, 19}, {0, 10, 20}, {1, 11, 21}, {2, 12, -1}, {-1, 13, 22},
    {3, -1, 23},  {4, 14, 24}, {5, 15, 25}, {6, 16, 26}, {7, 17, -1}, {8, -1, -1},
};

static void lane_sheet(const Block *b, int lane, int seat, QwintoSheet *out) {
    for (int r = 0; r < ROWS; r++) {
        unsigned boxes = qwinto_boxes[r];
        for (int box = 0; box < BOXES; box++, boxes &= boxes - 1) {
            int number = in_lane(&b->number[seat][r * BOXES + box], lane);
            if (!number) continue;
            out->numbers[r] |= 1u << number;
            out->columns[r] |= (uint16_t)(boxes & -boxes);
        }
    }
    out->misthrows = (uint8_t)in_lane(&b->misthrows[seat], lane);
}

static void lane_state(const void *block, int lane, State *head) {
    static const int defaults[OPTIONS_MAX];
    const Block *b = block;
    Qwinto *s = (Qwinto *)head;
    qwinto_game.start(head, b->head.seats, defaults);
    head->active = b->head.active;
    for (int i = 0; i < b->head.seats; i++) lane_sheet(b, lane, i, &s->sheet[i]);
    if (!in_lane(&b->head.alive, lane)) {
        qwinto_finish(head);
        return;
    }
    head->phase = b->head.phase;
    head->movers = b->head.phase == WRITE ? state_all(head) : (uint8_t)(1u << b->head.active);
    s->picked = (uint8_t)in_lane(&b->picked, lane);
    for (int d = 0; d < DICE; d++) s->die[d] = (uint8_t)in_lane(&b->die[d], lane);
}

#define LANES "games/qwinto_lanes.inc"
#include "base/lanes_twice.inc"

const Lockstep *qwinto_lockstep(bool portable) { return lanes_lockstep(portable); }

#endif
