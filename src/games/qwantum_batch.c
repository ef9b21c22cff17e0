/* qwantum_batch.c: Qwantum in lockstep (base/lockstep.h); what is done to all lanes at once is in qwantum_lanes.inc,
 * which is compiled here twice. */
#include "base/lanes.h"
#include "games/qwantum.h"

#ifdef __wasm__ /* no batches in a browser */
const Lockstep *qwantum_lockstep(bool portable) {
    (void)portable;
    return NULL;
}
#else

enum { ACTIONS = 1 << DICE, SHEET_PLANES = ROWS * BOXES + 1, TABLE_PLANES = DICE + ROWS + 3 };

typedef struct QwantumLanes {
    LaneHead head;
    I8 number[SEATS][ROWS][BOXES]; /* 0: free */
    I8 count[SEATS][ROWS];         /* how many are written in a row */
    I8 last[SEATS][ROWS];          /* the number written last; 0 in a row that is empty or full */
    I8 misthrows[SEATS];
    I8 die[DICE];   /* the faces that show, 1 to 6, the white die first */
    I8 value[ROWS]; /* of the colours; 0 before the dice have been rolled for the last time */
    I8 used;        /* the row written in B plus one; 0: none */
} QwantumLanes;

#define Block QwantumLanes /* what base/lanes_twice.inc calls it */

/* What a face adds to a colour, by the face, for each coloured die and each colour. */
#define ADDS(by, a, b, c, d, e, f)                                                                                    \
    {                                                                                                                 \
        LANE_TABLE(0, (a) >> (by)&15, (b) >> (by)&15, (c) >> (by)&15, (d) >> (by)&15, (e) >> (by)&15, (f) >> (by)&15, \
                   0, 0, 0, 0, 0, 0, 0, 0, 0)                                                                         \
    }
#define ADDS_OF(...) {ADDS(0, __VA_ARGS__), ADDS(8, __VA_ARGS__), ADDS(16, __VA_ARGS__), ADDS(24, __VA_ARGS__)},
static const int8_t adds[DICE - 1][ROWS][BLOCK_LANES] __attribute__((aligned(BLOCK_LANES))) = {QWANTUM_DICE(ADDS_OF)};

/* Starts from a fresh state, so that every byte that lanes do not have is what the rules would have made it: states are
 * compared as bytes. */
static void lane_state(const void *block, int lane, State *head) {
    static const int defaults[OPTIONS_MAX];
    const Block *b = block;
    Qwantum *s = (Qwantum *)head;
    bool alive = in_lane(&b->head.alive, lane);
    qwantum_game.start(head, b->head.seats, defaults);
    head->active = b->head.active;
    head->node = alive ? NODE_MOVE : NODE_OVER;
    head->phase = alive ? b->head.phase : OVER;
    head->movers = !alive ? 0 : b->head.phase == STEP_C ? state_all(head) : (uint8_t)(1u << b->head.active);
    for (int i = 0; i < b->head.seats; i++) {
        for (int r = 0; r < ROWS; r++) {
            s->sheet[i].count[r] = (uint8_t)in_lane(&b->count[i][r], lane);
            for (int k = 0; k < BOXES; k++) s->sheet[i].row[r][k] = (uint8_t)in_lane(&b->number[i][r][k], lane);
        }
        s->sheet[i].misthrows = (uint8_t)in_lane(&b->misthrows[i], lane);
    }
    if (!alive) return;
    s->used = (uint8_t)in_lane(&b->used, lane);
    for (int d = 0; d < DICE; d++) s->die[d] = (uint8_t)in_lane(&b->die[d], lane);
    for (int r = 0; r < ROWS; r++) s->sums |= (uint32_t)in_lane(&b->value[r], lane) << 8 * r;
}

#define LANES "games/qwantum_lanes.inc"
#include "base/lanes_twice.inc"

const Lockstep *qwantum_lockstep(bool portable) { return lanes_lockstep(portable); }

#endif
