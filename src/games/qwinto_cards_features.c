/* qwinto_cards_features.c: what a net is shown of the Qwinto card game: the sheets (qwinto_eyes.c), box by box and
 * number by number, the square, the seat's own hand, and what the two diagonals of the square make of the cards in it
 * and of those that nobody has seen. A card is laid beside the two cards of a diagonal, whichever of the other two it
 * covers, so a diagonal is all that the next number depends on. The nets of 0.1 did not see the sheets box by box, nor
 * the diagonals; they have their own list below. */
#include "games/qwinto_cards.h"
#include "games/qwinto_eyes.h"
#include "games/slots.h"

enum {
    FITS = 13,
    PILES = 33,
    AT_GRID = EYES_OWN,
    AT_HAND = AT_GRID + CARDS + 1,
    AT_FIT = AT_HAND + CARDS + 1,
    AT_PILE = AT_FIT + FITS,
    ALONE = AT_PILE + PILES, /* the inputs of a seat alone in 0.1 */
    ALONE_SLOTS = EYES_OWN_SLOTS + PLACES + HAND + 2,
    EARLY_PAIR_SLOTS = ALONE_SLOTS + EYES_PAIR_SLOTS + 1,
};

/* The two diagonals, each by its sum and colours, and how much fits a sheet that is laid beside it. */
enum {
    DIAGONALS = 2,
    SUMS = 17, /* of two cards, from -4 to 12 */
    LAID = SUMS << QWINTO_ROWS,
    HELD = HAND + 1, /* cards of the hand that fit */
    PARTS = 11,      /* tenths of the cards not seen that fit */
    DIAGONAL = LAID + HELD + PARTS,
    AT_BOXES = ALONE,
    AT_NUMBERS = AT_BOXES + EYES_BOX_INPUTS,
    AT_DIAGONALS = AT_NUMBERS + EYES_FIT_INPUTS,
    AT_PAIR = AT_DIAGONALS + DIAGONALS * DIAGONAL, /* = inputs of a seat alone */
    SOLO_SLOTS = ALONE_SLOTS + EYES_SHEET_BOXES + EYES_FIT_SLOTS + DIAGONALS * 3,
};

/* A pair: him whom the net is asked about, and of the others how near the end and how far ahead the best is. */
enum {
    ENDS = 11, /* boxes that the fullest of the others has to go, or that there are no others */
    LEADS = EYES_MARGINS + 1,
    AT_HIS_BOXES = AT_PAIR + EYES_PAIR,
    AT_HIS_DIAGONALS = AT_HIS_BOXES + EYES_BOX_INPUTS,
    AT_OTHERS_END = AT_HIS_DIAGONALS + DIAGONALS * PARTS,
    AT_OTHERS_LEAD = AT_OTHERS_END + ENDS,
    INPUTS = AT_OTHERS_LEAD + LEADS,
    PAIR_SLOTS = SOLO_SLOTS + EYES_PAIR_SLOTS + EYES_SHEET_BOXES + DIAGONALS + 2,
};

static int slot_of_card(int card) { return card < CARDS ? card : CARDS; }

/* True if a number may be written in one of these rows. */
static bool fits_in(const SheetEyes *eyes, unsigned rows, int number) {
    bool fits = false;
    for (int r = 0; r < QWINTO_ROWS; r++) fits |= number > 0 && (rows >> r & 1) && (eyes->row[r].fits >> number & 1);
    return fits;
}

/* ---- As 0.1 saw it ---------------------------------------------------------------------------------- */

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
        n += fits_in(eyes, rows, sum);
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
static uint16_t *list_own(const Cards *s, int seat, const SheetEyes *own, uint16_t *slot) {
    slot = qwinto_list_own(own, 0, slot);
    for (int p = 0; p < PLACES; p++) *slot++ = (uint16_t)(AT_GRID + slot_of_card(s->grid[p]));
    for (int k = 0; k < HAND; k++) *slot++ = (uint16_t)(AT_HAND + slot_of_card(s->hand[seat][k]));
    *slot++ = (uint16_t)(AT_FIT + fits(s, own, seat));
    *slot++ = (uint16_t)(AT_PILE + __builtin_popcount(s->batch[0]));
    return slot;
}

static void list_early(const State *head, int seat, int other, uint16_t *slot) {
    const Cards *s = (const Cards *)head;
    SheetEyes own, his;
    qwinto_see(qwinto_sheet(head, seat), &own);
    slot = list_own(s, seat, &own, slot);
    if (other < 0) return;
    qwinto_see(qwinto_sheet(head, other), &his);
    slot = qwinto_list_pair(head, seat, other, &own, &his, ALONE, slot);
    *slot++ = (uint16_t)(ALONE + EYES_PAIR + fits_with(s, &his, EMPTY));
}

static const Features early = {
    .inputs = ALONE + EYES_PAIR + FITS,
    .slots = EARLY_PAIR_SLOTS,
    .solo_inputs = ALONE,
    .solo_slots = ALONE_SLOTS,
    .list = list_early,
};

/* ---- The diagonals ---------------------------------------------------------------------------------- */

typedef struct Diagonal {
    bool whole; /* two cards lie there */
    int sum;
    unsigned rows; /* of their colours */
} Diagonal;

/* Diagonal 0 is top right and bottom left, 1 the other. */
static Diagonal diagonal_of(const Cards *s, int d) {
    int a = s->grid[d == 0 ? 1 : 0], b = s->grid[d == 0 ? 2 : 3];
    if (a >= CARDS || b >= CARDS) return (Diagonal){.whole = false};
    unsigned all = (1u << QWINTO_ROWS) - 1;
    return (Diagonal){true, value_of(a) + value_of(b), (1u << colour_of(a) | 1u << colour_of(b)) & all};
}

/* How many of these cards, laid beside the diagonal, give a number that fits. */
static int count_fits(const Diagonal *d, const SheetEyes *eyes, uint32_t cards) {
    int n = 0;
    for (; d->whole && cards; cards &= cards - 1) {
        int card = __builtin_ctz(cards);
        n += fits_in(eyes, d->rows | 1u << colour_of(card), d->sum + value_of(card));
    }
    return n;
}

/* The cards that the seat has not seen: in the pile and in the others' hands, whatever else a state shows. */
static uint32_t unseen(const Cards *s, uint32_t hand) {
    uint32_t set = 0;
    for (int b = 0; b < BATCHES; b++) set |= s->batch[b];
    return set & ~hand;
}

static uint32_t hand_of(const Cards *s, int seat) {
    uint32_t set = 0;
    for (int k = 0; k < HAND; k++)
        if (s->hand[seat][k] < CARDS) set |= 1u << s->hand[seat][k];
    return set;
}

static int tenths(int part, int whole) { return whole ? (part * (PARTS - 1) + whole / 2) / whole : 0; }

static uint16_t *list_diagonals(const Cards *s, int seat, const SheetEyes *own, int base, uint16_t *slot) {
    uint32_t hand = hand_of(s, seat), hidden = unseen(s, hand);
    for (int i = 0; i < DIAGONALS; i++, base += DIAGONAL) {
        Diagonal d = diagonal_of(s, i);
        int laid = d.whole ? (int)((unsigned)(d.sum + 4) << QWINTO_ROWS | d.rows) : 0;
        *slot++ = (uint16_t)(base + laid);
        *slot++ = (uint16_t)(base + LAID + count_fits(&d, own, hand));
        *slot++ = (uint16_t)(base + LAID + HELD + tenths(count_fits(&d, own, hidden), __builtin_popcount(hidden)));
    }
    return slot;
}

/* ---- The pair --------------------------------------------------------------------------------------- */

/* The others beside the two: how near the end the fullest is, and by how much the best leads the seat. */
static uint16_t *list_others(const State *head, int seat, int other, uint16_t *slot) {
    int by_seat[SEATS_MAX], end = ENDS - 1, lead = 0;
    qwinto_scores(head, by_seat);
    for (int i = 0; i < head->seats; i++) {
        if (i == seat || i == other) continue;
        SheetEyes eyes;
        qwinto_see(qwinto_sheet(head, i), &eyes);
        int to_go = slot_within(eyes.to_go, ENDS - 1);
        int ahead = 1 + slot_within((by_seat[i] - by_seat[seat]) / 3 + EYES_MARGINS / 2, EYES_MARGINS);
        if (to_go < end) end = to_go;
        if (ahead > lead) lead = ahead;
    }
    *slot++ = (uint16_t)(AT_OTHERS_END + end);
    *slot++ = (uint16_t)(AT_OTHERS_LEAD + lead);
    return slot;
}

static void list(const State *head, int seat, int other, uint16_t *slot) {
    const Cards *s = (const Cards *)head;
    SheetEyes own, his;
    qwinto_see(qwinto_sheet(head, seat), &own);
    slot = list_own(s, seat, &own, slot);
    slot = qwinto_list_boxes(&own, AT_BOXES, slot);
    slot = qwinto_list_fits(&own, AT_NUMBERS, slot);
    slot = list_diagonals(s, seat, &own, AT_DIAGONALS, slot);
    if (other < 0) return;
    qwinto_see(qwinto_sheet(head, other), &his);
    slot = qwinto_list_pair(head, seat, other, &own, &his, AT_PAIR, slot);
    slot = qwinto_list_boxes(&his, AT_HIS_BOXES, slot);
    uint32_t hidden = unseen(s, hand_of(s, seat));
    for (int i = 0; i < DIAGONALS; i++) {
        Diagonal d = diagonal_of(s, i);
        *slot++ =
            (uint16_t)(AT_HIS_DIAGONALS + i * PARTS + tenths(count_fits(&d, &his, hidden), __builtin_popcount(hidden)));
    }
    list_others(head, seat, other, slot);
}

const Features qwinto_cards_features = {
    .inputs = INPUTS,
    .slots = PAIR_SLOTS,
    .solo_inputs = AT_PAIR,
    .solo_slots = SOLO_SLOTS,
    .list = list,
    .earlier = &early,
    .own = 0.5f,
    .with_others = {.rounds = 6000,
                    .games = 120,
                    .lambda = 0.9f,
                    .lambda_end = 0.5f,
                    .rate = 0.003f,
                    .own = 0.5f,
                    .sparring = 0.2f,
                    .bound = 12,
                    .crowd = 0.4f},
    .alone_training = {.rounds = 300, .games = 100, .lambda = 0.9f, .lambda_end = 0.5f, .rate = 0.003f, .bound = 12},
};
