/* qwinto_cards_batch.c: the Qwinto card game in lockstep (base/lockstep.h). Sheets are lanes, like Qwinto's; cards are
 * few and each is somewhere else, so hands, grid and pile are a state of the rules for each lane, without its sheets.
 */
#include "games/qwinto_cards.h"
#include "games/qwinto_lanes.h"

#ifdef __wasm__ /* no batches in a browser */
const Lockstep *qwinto_cards_lockstep(bool portable) {
    (void)portable;
    return NULL;
}
#else

enum { ACTIONS = CARDS_ACTIONS, PAIRS = 3 };

/* The cards of a pile, in no order. */
typedef struct Pile {
    uint8_t count, card[CARDS];
} Pile;

typedef struct CardsLanes {
    LaneHead head;
    LaneSheet sheet[SEATS];
    I8 size;        /* of the hand of the active seat, */
    I8 pair[PAIRS]; /* and which of its cards have equal values: the first two, the outer two, the last two */
    I8 sum, rows;   /* the result of the cards that were laid, and the rows as bits; no row where it is no number */
    I8 held[SEATS]; /* cards in each hand */
    Cards cards[BLOCK_LANES]; /* the sheets are empty, and whether a game is over is not always known */
    Rng rng[BLOCK_LANES];     /* for drawing from */
    Pile pile[BLOCK_LANES];
} CardsLanes;

#define Block CardsLanes /* what base/lanes_twice.inc calls it */

/* Which of `pair` the cards i and j of a hand are. */
static int pair_of(int i, int j) { return i + j - 1; }

static void lane_state(const void *block, int lane, State *head) {
    const Block *b = block;
    Cards *s = (Cards *)head;
    *s = b->cards[lane];
    for (int i = 0; i < b->head.seats; i++) lane_sheet(&b->sheet[i], lane, &s->sheet[i]);
    if (in_lane(&b->head.alive, lane)) return;
    s->last = 0;
    qwinto_finish(head);
}

/* What the lanes know of the cards of one of them: of hands in which something has changed, and of that of the seat
 * that lays now. */
static void show_cards(Block *b, int lane, unsigned changed) {
    const Cards *s = &b->cards[lane];
    const uint8_t *hand = s->hand[s->head.active];
    int size = qwinto_cards_held(hand);
    for (; changed; changed &= changed - 1) {
        int seat = __builtin_ctz(changed);
        *lane_of(&b->held[seat], lane) = (int8_t)qwinto_cards_held(s->hand[seat]);
    }
    *lane_of(&b->size, lane) = (int8_t)size;
    for (int i = 0; i < HAND; i++)
        for (int j = i + 1; j < HAND; j++)
            *lane_of(&b->pair[pair_of(i, j)], lane) = (int8_t) - ((j < size) & !((hand[i] ^ hand[j]) & 7));
}

static void fill_pile(Pile *pile, uint32_t cards) {
    for (pile->count = 0; cards; cards &= cards - 1) pile->card[pile->count++] = (uint8_t)__builtin_ctz(cards);
}

static uint8_t draw_card(Pile *pile, Rng *rng) {
    uint32_t k = rng_below(rng, pile->count);
    uint8_t card = pile->card[k];
    pile->card[k] = pile->card[--pile->count];
    return card;
}

/* Draws until somebody decides; a pile that ran out has been made anew by then (qwinto_cards_written()). */
static void draw_cards(Block *b, int lane) {
    Cards *s = &b->cards[lane];
    Pile *pile = &b->pile[lane];
    unsigned changed = 1u << s->head.active;
    while (s->head.node == NODE_CHANCE) {
        if (!pile->count) fill_pile(pile, qwinto_cards_pile(s));
        int card = draw_card(pile, &b->rng[lane]);
        qwinto_cards_take(s, card, pile->count == 0);
    }
    show_cards(b, lane, changed);
}

static void deal_cards(Block *b, uint32_t lanes) {
    static const int defaults[OPTIONS_MAX];
    Pile all;
    uint8_t dealt[PLACES + SEATS * HAND];
    int count = PLACES + b->head.seats * HAND;
    fill_pile(&all, UINT32_MAX);
    for (; lanes; lanes &= lanes - 1) {
        int lane = __builtin_ctz(lanes);
        Cards *s = &b->cards[lane];
        qwinto_cards_game.start(&s->head, b->head.seats, defaults);
        b->pile[lane] = all;
        for (int i = 0; i < count; i++) dealt[i] = draw_card(&b->pile[lane], &b->rng[lane]);
        qwinto_cards_deal(s, dealt);
        show_cards(b, lane, state_all(&s->head));
    }
}

/* The active seat lays in the given lanes; returns those in which it cannot. */
static uint32_t lay_cards(Block *b, uint32_t lanes, const uint8_t *actions) {
    uint32_t bad = 0;
    for (; lanes; lanes &= lanes - 1) {
        int lane = __builtin_ctz(lanes), number;
        Cards *s = &b->cards[lane];
        unsigned rows;
        if (!qwinto_cards_lay(s, actions[lane])) {
            bad |= 1u << lane;
            continue;
        }
        number = qwinto_cards_result(s, &rows);
        *lane_of(&b->sum, lane) = (int8_t)number;
        *lane_of(&b->rows, lane) = (int8_t)(number > 0 ? rows : 0);
        int laid = actions[lane] < CARDS_SINGLES ? 1 : 2;
        *lane_of(&b->held[s->head.active], lane) = (int8_t)(in_lane(&b->size, lane) - laid);
    }
    return bad;
}

/* All have written; the active seat draws. Returns the lanes in which there was nothing left to lay. */
static uint32_t end_turns(Block *b, uint32_t lanes) {
    uint32_t over = 0;
    for (; lanes; lanes &= lanes - 1) {
        int lane = __builtin_ctz(lanes);
        Cards *s = &b->cards[lane];
        qwinto_cards_written(s, false);
        if (s->head.node == NODE_OVER)
            over |= 1u << lane;
        else
            draw_cards(b, lane);
    }
    return over;
}

/* What is seen of the cards of a lane by all seats: planes of BLOCK_LANES, CARDS_TABLE_PLANES for each seat. */
static void see_cards(const Block *b, int lane, uint8_t *tile) {
    uint8_t seen[CARDS_TABLE_PLANES];
    Cards over;
    const Cards *s = &b->cards[lane];
    if (!in_lane(&b->head.alive, lane)) { /* it has no turn */
        over = *s;
        over.last = 0;
        qwinto_finish(&over.head);
        s = &over;
    }
    for (int i = 0; i < b->head.seats; i++) {
        qwinto_cards_see_table(s, i, seen);
        for (int p = 0; p < CARDS_TABLE_PLANES; p++, tile += BLOCK_LANES) tile[lane] = seen[p];
    }
}

#define LANES "games/qwinto_cards_lanes.inc"
#include "base/lanes_twice.inc"

const Lockstep *qwinto_cards_lockstep(bool portable) { return lanes_lockstep(portable); }

#endif
