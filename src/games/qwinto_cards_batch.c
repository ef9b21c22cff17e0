/* qwinto_cards_batch.c: the Qwinto card game in lockstep (base/lockstep.h). Sheets are lanes, like Qwinto's, and so are
 * hands, grid and what is known of every card. Only a draw goes lane by lane, for each pile has another card at a
 * place; and what happens once in a while in a game, the end of a pile, is done as the rules do it.
 */
#include "games/qwinto_cards.h"
#include "games/qwinto_lanes.h"

#ifdef __wasm__ /* no batches in a browser */
const Lockstep *qwinto_cards_lockstep(bool portable) {
    (void)portable;
    return NULL;
}
#else

enum { ACTIONS = CARDS_ACTIONS };

/* What is known of a card: it lies open or covered, or is of batch 0, which the pile is from; or, from FRESH + 1 on, of
 * an older batch (qwinto_cards.c). */
enum { LAID, FRESH };

typedef struct CardsLanes {
    LaneHead head;
    LaneSheet sheet[SEATS];
    I8 hand[SEATS][HAND], grid[PLACES], last; /* as the rules have them (Cards); nothing is NO_CARD */
    I8 sum, rows;    /* the result of the cards that were laid, and the rows as bits; no row where it is no number */
    I8 known[CARDS]; /* see above */
    I8 pile[CARDS];  /* the first `count` of these, in no order */
    I8 count;
} CardsLanes;

enum { NO_CARD = (int8_t)EMPTY };

#define Block CardsLanes /* what base/lanes_twice.inc calls it */

/* ---- One lane as a state ------------------------------------------------------------------------------- */

/* Hands and batches alone, in an empty state. */
static void lane_cards(const Block *b, int lane, Cards *s) {
    static const int defaults[OPTIONS_MAX];
    qwinto_cards_game.start(&s->head, b->head.seats, defaults);
    s->batch[0] = 0;
    for (int c = 0; c < CARDS; c++) {
        int known = in_lane(&b->known[c], lane);
        if (known != LAID) s->batch[known - FRESH] |= 1u << c;
    }
    for (int i = 0; i < b->head.seats; i++)
        for (int k = 0; k < HAND; k++) s->hand[i][k] = (uint8_t)in_lane(&b->hand[i][k], lane);
}

static void lane_state(const void *block, int lane, State *head) {
    const Block *b = block;
    Cards *s = (Cards *)head;
    lane_cards(b, lane, s);
    for (int i = 0; i < b->head.seats; i++) lane_sheet(&b->sheet[i], lane, &s->sheet[i]);
    for (int p = 0; p < PLACES; p++) s->grid[p] = (uint8_t)in_lane(&b->grid[p], lane);
    head->active = b->head.active;
    if (!in_lane(&b->head.alive, lane)) {
        qwinto_finish(head);
        return;
    }
    head->node = NODE_MOVE;
    head->phase = b->head.phase;
    head->movers = b->head.phase == WRITE ? state_all(head) : (uint8_t)(1u << b->head.active);
    s->last = (uint8_t)in_lane(&b->last, lane);
}

/* ---- Piles --------------------------------------------------------------------------------------------- */

/* A card was laid of an old batch, or a pile has run out: what is known in these lanes gets its one form. */
static void tidy_batches(Block *b, uint32_t lanes, bool pile_empty) {
    for (; lanes; lanes &= lanes - 1) {
        int lane = __builtin_ctz(lanes);
        Cards s;
        lane_cards(b, lane, &s);
        qwinto_cards_tidy(&s, pile_empty);
        for (int n = 0; n < BATCHES; n++)
            for (uint32_t rest = s.batch[n]; rest; rest &= rest - 1)
                *lane_of(&b->known[__builtin_ctz(rest)], lane) = (int8_t)(FRESH + n);
    }
}

/* The covered cards make a new pile in these lanes. */
static void turn_over(Block *b, uint32_t lanes) {
    for (; lanes; lanes &= lanes - 1) {
        int lane = __builtin_ctz(lanes);
        uint32_t open = 0;
        for (int p = 0; p < PLACES; p++) open |= 1u << in_lane(&b->grid[p], lane);
        for (int c = 0; c < CARDS; c++) {
            if (in_lane(&b->known[c], lane) != LAID || open >> c & 1) continue;
            *lane_of(&b->known[c], lane) = FRESH;
            *lane_of(&b->pile[(*lane_of(&b->count, lane))++], lane) = (int8_t)c;
        }
    }
}

/* The k-th card of its pile in each of these lanes; the last one takes its place. */
static void take_cards(Block *b, uint32_t lanes, const I8 *k, I8 *out) {
    for (; lanes; lanes &= lanes - 1) {
        int lane = __builtin_ctz(lanes);
        int8_t *pile = lane_of(b->pile, lane), *at = pile + in_lane(k, lane) * BLOCK_LANES;
        *lane_of(out, lane) = *at;
        *at = pile[(in_lane(&b->count, lane) - 1) * BLOCK_LANES];
    }
}

#define LANES "games/qwinto_cards_lanes.inc"
#include "base/lanes_twice.inc"

const Lockstep *qwinto_cards_lockstep(bool portable) { return lanes_lockstep(portable); }

#endif
