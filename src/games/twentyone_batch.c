/* twentyone_batch.c: Twenty One in lockstep (base/lockstep.h); what is done to all lanes at once is in
 * twentyone_lanes.inc, which is compiled here twice. */
#include "base/lanes.h"
#include "games/twentyone.h"

#ifdef __wasm__ /* no batches in a browser */
const Lockstep *twentyone_lockstep(bool portable) {
    (void)portable;
    return NULL;
}
#else

enum { ACTIONS = 1 << BOXES };

typedef struct TwentyOneLanes {
    LaneHead head;
    I8 box[SEATS][ROWS][BOXES]; /* 0: free; OUT: crossed out */
    I8 current[SEATS];          /* the row being filled; ROWS when all are full */
    I8 die[DICE];
    I8 ones; /* -1 where six ones fell: nobody can roll again, and the lane waits for the others to decide that */
} TwentyOneLanes;

#define Block TwentyOneLanes /* what base/lanes_twice.inc calls it */

/* A lane that waits because of six ones is shown as before its roll. */
static void lane_table(const Block *b, int lane, TwentyOne *s) {
    State *head = &s->head;
    if (!in_lane(&b->head.alive, lane)) {
        head->node = NODE_OVER;
        head->phase = OVER;
        return;
    }
    if (b->head.phase == KEEP && in_lane(&b->ones, lane)) return;
    head->node = NODE_MOVE;
    head->phase = b->head.phase;
    head->movers = b->head.phase == WRITE ? state_all(head) : (uint8_t)(1u << b->head.active);
    for (int d = 0; d < DICE; d++) s->die[d] = (uint8_t)in_lane(&b->die[d], lane);
}

/* Starts from a fresh state: sheets are dealt out by the defaults, which are the only options that lanes know. */
static void lane_state(const void *block, int lane, State *head) {
    static const int defaults[OPTIONS_MAX];
    const Block *b = block;
    TwentyOne *s = (TwentyOne *)head;
    twentyone_game.start(head, b->head.seats, defaults);
    head->active = b->head.active;
    for (int i = 0; i < b->head.seats; i++) {
        for (int r = 0; r < ROWS; r++)
            for (int k = 0; k < BOXES; k++) s->sheet[i].row[r] |= in_box(in_lane(&b->box[i][r][k], lane), k);
        s->sheet[i].current = (uint8_t)in_lane(&b->current[i], lane);
    }
    lane_table(b, lane, s);
}

#define LANES "games/twentyone_lanes.inc"
#include "base/lanes_twice.inc"

const Lockstep *twentyone_lockstep(bool portable) { return lanes_lockstep(portable); }

#endif
