/* qwinto_batch.c: Qwinto in lockstep (base/lockstep.h); what is done to all lanes at once is in qwinto_lanes.inc, which
 * is compiled here twice. */
#include "games/qwinto.h"
#include "games/qwinto_lanes.h"

#ifdef __wasm__ /* no batches in a browser */
const Lockstep *qwinto_lockstep(bool portable) {
    (void)portable;
    return NULL;
}
#else

enum { ACTIONS = QWINTO_WRITE_ACTIONS };

typedef struct QwintoLanes {
    LaneHead head;
    LaneSheet sheet[SEATS];
    I8 picked;    /* bit r: the die of row r was picked */
    I8 die[DICE]; /* 0: not picked, or not rolled yet */
    I8 sum;       /* of the dice */
} QwintoLanes;

#define Block QwintoLanes /* what base/lanes_twice.inc calls it */

/* Starts from a fresh state, so that every byte that lanes do not have is what the rules would have made it. */
static void lane_state(const void *block, int lane, State *head) {
    static const int defaults[OPTIONS_MAX];
    const Block *b = block;
    Qwinto *s = (Qwinto *)head;
    qwinto_game.start(head, b->head.seats, defaults);
    head->active = b->head.active;
    for (int i = 0; i < b->head.seats; i++) lane_sheet(&b->sheet[i], lane, &s->sheet[i]);
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
