/* qwixx_batch.c: Qwixx in lockstep, with options at their defaults; how is told in qwixx_lanes.inc, which is compiled
 * here twice. What a seat is shown of a game in a batch stands here too, lane by lane and block by block. */
#include <string.h>

#include "base/lanes.h"
#include "games/qwixx.h"

enum { ACTIONS = QWIXX_ACTIONS, SHEET_PLANES = 2 * ROWS + 1, TABLE_PLANES = 2 + ROWS + 3 };
enum { FRESH = 12 - 128, SHUT = 111 };      /* a row with no cross; a closed one */
enum { LAST_KEY = 120, NO_KEY = INT8_MIN }; /* of the last box; of none */
enum { SHUT_REACH = 15 };                   /* how far a closed row is shown to be gone */

/* ---- One game at a time: places of moves, and what is seen ---------------------------------------------- */

int qwixx_action(const State *head, int seat, Move m) {
    const Qwixx *s = (const Qwixx *)head;
    (void)seat;
    if (m == MOVE_PASS) return 0;
    if (s->head.phase == WHITE) return 1 + row_of(m);
    int low = s->white[0] < s->white[1] ? s->white[0] : s->white[1];
    return 1 + 2 * row_of(m) + (number_of(m) != low + s->die[row_of(m)]);
}

int qwixx_planes(int seats) { return seats * SHEET_PLANES + TABLE_PLANES; }

/* How far and how often, which is all that matters of a row: which boxes were skipped changes nothing that can still
 * happen. */
static uint8_t *see_sheet(const Qwixx *s, int seat, uint8_t *out) {
    for (int r = 0; r < ROWS; r++) {
        unsigned row = s->sheet[seat].row[r], crosses = crosses_of(row);
        int reach = crosses ? 32 - __builtin_clz(crosses) : 0;
        out[r] = (uint8_t)(s->closed >> r & 1 ? SHUT_REACH : reach);
        out[ROWS + r] = (uint8_t)count_of(row);
    }
    out[2 * ROWS] = s->sheet[seat].misthrows;
    return out + SHEET_PLANES;
}

/* The white dice are told by size, for they are the same dice: a learner has half as much to learn. */
void qwixx_see(const State *head, int seat, uint8_t *out) {
    const Qwixx *s = (const Qwixx *)head;
    int seats = head->seats;
    for (int j = 0; j < seats; j++) out = see_sheet(s, (seat + j) % seats, out);
    bool swap = s->white[0] > s->white[1];
    *out++ = s->white[swap];
    *out++ = s->white[!swap];
    for (int r = 0; r < ROWS; r++) *out++ = s->closed >> r & 1 ? 0 : s->die[r];
    *out++ = head->phase;
    *out++ = (uint8_t)(head->phase == OVER ? 0 : (head->active + seats - seat) % seats);
    *out = s->crossed;
}

#ifdef __wasm__ /* no batches in a browser */
const Lockstep *qwixx_lockstep(bool portable) {
    (void)portable;
    return NULL;
}
#else

/* ---- Blocks -------------------------------------------------------------------------------------------- */

typedef struct QwixxLanes {
    LaneHead head;
    I8 row[SEATS][ROWS];  /* see qwixx_lanes.inc */
    I8 last[SEATS][ROWS]; /* the crosses in a closed row; 0 while it is open */
    I8 locks[SEATS];      /* bit r: the seat has locked row r */
    I8 fixed[SEATS];      /* points in closed rows; at most 3 * 78, so as unsigned bytes */
    I8 misthrows[SEATS];
    I8 closed;               /* bit r: row r is closed */
    I8 passed;               /* -1: the active seat crossed nothing in this turn's white step */
    I8 low, high;            /* the white dice, 0 to 5; the coloured ones are told by the keys of their sums */
    I8 white_up, white_down; /* keys of the sum of the white dice, in rows that rise and that fall */
    I8 plain_up, plain_down; /* the same, but none for the last box */
    I8 colour[2 * ROWS];     /* keys of each row's die with the lower and the higher white one */
} QwixxLanes;

#define Block       QwixxLanes /* what base/lanes_twice.inc calls it */

/* By number less 2, the key of its box. */
#define KEY(box)    ((int8_t)(16 * (box) + 15 - 128))
#define UP_TO(last) KEY(0), KEY(1), KEY(2), KEY(3), KEY(4), KEY(5), KEY(6), KEY(7), KEY(8), KEY(9), last, 0, 0, 0, 0, 0
#define DOWN_TO(last) \
    last, KEY(9), KEY(8), KEY(7), KEY(6), KEY(5), KEY(4), KEY(3), KEY(2), KEY(1), KEY(0), 0, 0, 0, 0, 0
static const int8_t key_up[BLOCK_LANES] __attribute__((aligned(BLOCK_LANES))) = {LANE_TABLE(UP_TO(LAST_KEY))};
static const int8_t key_down[BLOCK_LANES] __attribute__((aligned(BLOCK_LANES))) = {LANE_TABLE(DOWN_TO(LAST_KEY))};
static const int8_t plain_key_up[BLOCK_LANES] __attribute__((aligned(BLOCK_LANES))) = {LANE_TABLE(UP_TO(NO_KEY))};
static const int8_t plain_key_down[BLOCK_LANES] __attribute__((aligned(BLOCK_LANES))) = {LANE_TABLE(DOWN_TO(NO_KEY))};

/* The points of a row by its low nibble, 12 less the crosses; 15 is a closed row, whose points are kept apart. */
#define POINTS 78, 66, 55, 45, 36, 28, 21, 15, 10, 6, 3, 1, 0, 0, 0, 0
static const int8_t points_of_low[BLOCK_LANES] __attribute__((aligned(BLOCK_LANES))) = {LANE_TABLE(POINTS)};

/* ---- A lane as a state --------------------------------------------------------------------------------- */

/* Of an open row it is known how far it is gone and how many crosses it has, not which: the last one is where it is,
 * the others are put as far left as they go. Nothing in the rules asks for more. */
static void lane_row(const Block *b, int lane, int seat, int r, QwixxSheet *out) {
    int row = in_lane(&b->row[seat][r], lane), reach = (row + 128) >> 4, count = 12 - (row & 15);
    bool shut = row == SHUT, lock = in_lane(&b->locks[seat], lane) >> r & 1;
    if (shut) {
        count = in_lane(&b->last[seat][r], lane);
        reach = count;
    }
    unsigned crosses = count ? ((1u << (count - 1)) - 1) | 1u << (reach - 1) : 0;
    if (lock) crosses = ((1u << (count - 2)) - 1) | 1u << LAST | 1u << LOCK;
    out->row[r] = (uint16_t)(crosses | (unsigned)count << 12);
    for (int n = 2; n <= 12 && !shut; n++)
        if (box_of(r, n) >= reach && (box_of(r, n) < LAST || count >= 5)) out->open[r] |= (uint16_t)(1u << n);
}

/* The coloured die of a row, 0 to 5. */
static int lane_die(const Block *b, int lane, int r) {
    int key = in_lane(&b->colour[2 * r], lane), box = key == LAST_KEY ? LAST : (key + 128) >> 4;
    return (r < GREEN ? box : LAST - box) - in_lane(&b->low, lane);
}

/* A lane knows how far a row is and how often it was crossed; the state it becomes has the crosses of lane_row(), which
 * are as good as those that fell. */
static void lane_state(const void *block, int lane, struct State *head) {
    static const int defaults[OPTIONS_MAX];
    const Block *b = block;
    Qwixx *s = (Qwixx *)head;
    bool alive = in_lane(&b->head.alive, lane);
    qwixx_game.start(head, b->head.seats, defaults);
    s->head.active = b->head.active;
    s->closed = (uint8_t)in_lane(&b->closed, lane);
    s->head.node = alive ? NODE_MOVE : NODE_OVER;
    s->head.phase = alive ? b->head.phase : OVER;
    s->head.movers = !alive ? 0 : b->head.phase == WHITE ? state_all(head) : (uint8_t)(1u << b->head.active);
    for (int i = 0; i < b->head.seats; i++) {
        memset(s->sheet[i].open, 0, sizeof s->sheet[i].open);
        for (int r = 0; r < ROWS; r++) lane_row(b, lane, i, r, &s->sheet[i]);
        s->sheet[i].misthrows = (uint8_t)in_lane(&b->misthrows[i], lane);
    }
    if (!alive) return;
    s->crossed = b->head.phase == COLOUR && !in_lane(&b->passed, lane);
    s->white[0] = (uint8_t)(in_lane(&b->low, lane) + 1);
    s->white[1] = (uint8_t)(in_lane(&b->high, lane) + 1);
    for (int r = 0; r < ROWS; r++) s->die[r] = (uint8_t)(s->closed >> r & 1 ? 0 : lane_die(b, lane, r) + 1);
}

/* ---- Compiled twice ------------------------------------------------------------------------------------ */

#define USUAL_TURNS(KNOW, ...)   \
    KNOW(WHITE, 0, __VA_ARGS__)  \
    KNOW(WHITE, 1, __VA_ARGS__)  \
    KNOW(COLOUR, 0, __VA_ARGS__) \
    KNOW(COLOUR, 1, __VA_ARGS__)
#define LANES "games/qwixx_lanes.inc"
#include "base/lanes_twice.inc"

const Lockstep *qwixx_lockstep(bool portable) { return lanes_lockstep(portable); }

#endif
