/* qwinto_cards_features.c: what a net is shown of the Qwinto card game: the sheets (qwinto_eyes.c), the square, the
 * seat's own hand, and how many ways it has to lay a card that it could write. */
#include "games/qwinto_cards.h"
#include "games/qwinto_eyes.h"

enum {
    FITS = 13,
    PILES = 33,
    AT_GRID = EYES_OWN,
    AT_HAND = AT_GRID + CARDS + 1,
    AT_FIT = AT_HAND + CARDS + 1,
    AT_PILE = AT_FIT + FITS,
    AT_PAIR = AT_PILE + PILES,
    AT_OTHER_FIT = AT_PAIR + EYES_PAIR,
    INPUTS = AT_OTHER_FIT + FITS,
    SOLO_SLOTS = EYES_OWN_SLOTS + PLACES + HAND + 2,
    PAIR_SLOTS = SOLO_SLOTS + EYES_PAIR_SLOTS + 1,
};

static int slot_of_card(int card) { return card < CARDS ? card : CARDS; }

/* How many of the ways to lay `card` give a number that fits a row of its colours; EMPTY: any card of value 2 in no
 * colour, for a hand nobody sees. */
static int fits_with(const Cards *s, const SheetEyes *eyes, int card) {
    int n = 0;
    for (int p = 0; p < PLACES; p++) {
        int a = s->grid[p ^ 1], b = s->grid[p ^ 2];
        if (a >= CARDS || b >= CARDS) continue;
        unsigned rows = 1u << colour_of(a) | 1u << colour_of(b);
        int sum = value_of(a) + value_of(b) + (card < CARDS ? value_of(card) : 2);
        if (card < CARDS) rows |= 1u << colour_of(card);
        bool fits = false;
        for (int r = 0; r < QWINTO_ROWS; r++) fits |= sum > 0 && (rows >> r & 1) && (eyes->row[r].fits >> sum & 1);
        n += fits;
    }
    return n;
}

static int fits(const Cards *s, const SheetEyes *eyes, int seat) {
    int n = 0;
    for (int k = 0; k < HAND; k++)
        if (s->hand[seat][k] < CARDS) n += fits_with(s, eyes, s->hand[seat][k]);
    return n < FITS ? n : FITS - 1;
}

/* Hands are sorted, so a place in one means something: the lowest card, the middle one, the highest. */
static void list(const State *head, int seat, int other, uint16_t *slot) {
    const Cards *s = (const Cards *)head;
    SheetEyes own, his;
    qwinto_see(qwinto_sheet(head, seat), &own);
    slot = qwinto_list_own(&own, 0, slot);
    for (int p = 0; p < PLACES; p++) *slot++ = (uint16_t)(AT_GRID + slot_of_card(s->grid[p]));
    for (int k = 0; k < HAND; k++) *slot++ = (uint16_t)(AT_HAND + slot_of_card(s->hand[seat][k]));
    *slot++ = (uint16_t)(AT_FIT + fits(s, &own, seat));
    *slot++ = (uint16_t)(AT_PILE + __builtin_popcount(s->batch[0]));
    if (other < 0) return;
    qwinto_see(qwinto_sheet(head, other), &his);
    slot = qwinto_list_pair(head, seat, other, &own, &his, AT_PAIR, slot);
    *slot++ = (uint16_t)(AT_OTHER_FIT + fits_with(s, &his, EMPTY));
}

const Features qwinto_cards_features = {
    .inputs = INPUTS,
    .slots = PAIR_SLOTS,
    .solo_inputs = AT_PAIR,
    .solo_slots = SOLO_SLOTS,
    .list = list,
    .with_others = {.rounds = 700, .games = 100, .lambda = 0.9f, .lambda_end = 0.6f, .rate = 0.003f, .sparring = 0.15f},
    .alone_training = {.rounds = 150, .games = 100, .lambda = 0.9f, .rate = 0.004f, .variance = 1},
};
