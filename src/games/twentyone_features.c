/* twentyone_features.c: what a net is shown of Twenty One.
 *
 * The dice are alike, so colours do not matter before a roll: a row's future is which of its boxes are free and
 * how many hits it has. Before a second roll the ones that stay lie there: which free boxes they belong to
 * is shown too. */
#include <string.h>

#include "games/slots.h"
#include "games/twentyone.h"

enum {
    MASKS = 1 << BOXES,
    PLACES = ROWS * MASKS + 1,  /* row and free boxes; or all rows full */
    TALLIES = ROWS * 7 * 7 + 1, /* row, hits, boxes filled */
    SUMS = 80,                  /* points, two by two */
    ONES = ROWS * MASKS + 1,    /* ones that stay, before a second roll; or none is due */
    PROGRESS = ROWS * BOXES + 1,
    MARGINS = 61,
    STAGES = 11,
    TEMPOS = (SEATS - 1) * SEATS * SEATS,
};

/* The free boxes of a row together with its hits: a row with k boxes filled has 0 to k hits. */
enum { HELD_OF_ROW = 256, HELD = ROWS * HELD_OF_ROW + 1 };

/* Where the inputs of each kind begin. */
enum {
    AT_HELD = 0,
    AT_PLACE = AT_HELD + HELD,
    AT_TALLY = AT_PLACE + PLACES,
    AT_SUM = AT_TALLY + TALLIES,
    AT_ONES = AT_SUM + SUMS,
    AT_PAIR = AT_ONES + ONES, /* = inputs of a seat alone */
    AT_OTHER_PLACE = AT_PAIR,
    AT_OTHER_TALLY = AT_OTHER_PLACE + PLACES,
    AT_OTHER_ONES = AT_OTHER_TALLY + TALLIES,
    AT_RACE = AT_OTHER_ONES + ONES,
    AT_MARGIN = AT_RACE + PROGRESS * PROGRESS,
    AT_TEMPO = AT_MARGIN + STAGES * MARGINS,
    INPUTS = AT_TEMPO + TEMPOS,
};

enum { SOLO_SLOTS = 5, PAIR_SLOTS = SOLO_SLOTS + 6 };

static int free_boxes(uint32_t row) {
    int mask = 0;
    for (int box = 0; box < BOXES; box++) mask |= (digit(row, box) == 0) << box;
    return mask;
}

static int place(const TwentyOneSheet *sheet) {
    if (sheet->current == ROWS) return PLACES - 1;
    return sheet->current * MASKS + free_boxes(sheet->row[sheet->current]);
}

static int filled_boxes(const TwentyOneSheet *sheet) {
    if (sheet->current == ROWS) return ROWS * BOXES;
    return sheet->current * BOXES + BOXES - __builtin_popcount((unsigned)free_boxes(sheet->row[sheet->current]));
}

static int hits(const TwentyOneSheet *sheet) {
    int row = sheet->current, n = 0;
    for (int box = 0; box < BOXES; box++) n += digit(sheet->row[row], box) == digit(numbers[row], box);
    return n;
}

static int tally(const TwentyOneSheet *sheet) {
    int row = sheet->current;
    if (row == ROWS) return TALLIES - 1;
    return (row * 7 + hits(sheet)) * 7 + filled_boxes(sheet) - row * BOXES;
}

/* How many codes the sets of filled boxes below this one take: one more than each has boxes. */
static int codes_before(unsigned set) {
    int n = 0;
    unsigned above = 0;
    for (int box = BOXES - 1; box >= 0; box--) {
        if (!(set >> box & 1)) continue;
        int lower = 1 << box; /* sets of the boxes below */
        n += lower * (1 + (int)above) + box * lower / 2;
        above++;
    }
    return n;
}

static int held(const TwentyOneSheet *sheet) {
    if (sheet->current == ROWS) return HELD - 1;
    unsigned set = (unsigned)free_boxes(sheet->row[sheet->current]) ^ (MASKS - 1u);
    return sheet->current * HELD_OF_ROW + codes_before(set) + hits(sheet);
}

static int ones(const TwentyOne *s, int seat) {
    const TwentyOneSheet *sheet = &s->sheet[seat];
    if (s->head.phase != REROLL || sheet->current == ROWS) return ONES - 1;
    int mask = free_boxes(sheet->row[sheet->current]);
    for (int box = 0; box < BOXES; box++)
        if (s->die[twentyone_die(s, seat, sheet->current, box)] != 1) mask &= ~(1 << box);
    return sheet->current * MASKS + mask;
}

/* Points are shown within their stage of the game: ten ahead means little at the start and almost everything at the
 * end. */
static void list_pair(const TwentyOne *s, int seat, int other, const int *by_seat, uint16_t *slot) {
    const TwentyOneSheet *own = &s->sheet[seat], *his = &s->sheet[other];
    int a = filled_boxes(own), b = filled_boxes(his), stage = (a > b ? a : b) / 3;
    *slot++ = (uint16_t)(AT_OTHER_PLACE + place(his));
    *slot++ = (uint16_t)(AT_OTHER_TALLY + tally(his));
    *slot++ = (uint16_t)(AT_OTHER_ONES + ones(s, other));
    *slot++ = (uint16_t)(AT_RACE + a * PROGRESS + b);
    *slot++ =
        (uint16_t)(AT_MARGIN + stage * MARGINS + slot_within(by_seat[seat] - by_seat[other] + MARGINS / 2, MARGINS));
    *slot++ = (uint16_t)(AT_TEMPO + slot_tempo(&s->head, seat, other, SEATS));
}

/* `held` is a code for each set of filled boxes with each number of hits it can have (codes_before): boxes 0 and 2
 * filled, 5 as a set, come behind the 1 + 2 + 2 + 3 + 2 = 10 codes of the sets below. */
static void list(const State *head, int seat, int other, uint16_t *slot) {
    const TwentyOne *s = (const TwentyOne *)head;
    int by_seat[SEATS_MAX];
    twentyone_game.scores(head, by_seat);
    *slot++ = (uint16_t)(AT_HELD + held(&s->sheet[seat]));
    *slot++ = (uint16_t)(AT_PLACE + place(&s->sheet[seat]));
    *slot++ = (uint16_t)(AT_TALLY + tally(&s->sheet[seat]));
    *slot++ = (uint16_t)(AT_SUM + slot_within(by_seat[seat] / 2, SUMS));
    *slot++ = (uint16_t)(AT_ONES + ones(s, seat));
    if (other >= 0) list_pair(s, seat, other, by_seat, slot);
}

const Features twentyone_features = {
    .inputs = INPUTS,
    .slots = PAIR_SLOTS,
    .solo_inputs = AT_PAIR,
    .solo_slots = SOLO_SLOTS,
    .list = list,
    .samples = 40,
    .sampled_moves = 1,
    .with_others = {.rounds = 2000, .games = 120, .lambda = 0.5f, .rate = 0.002f, .sparring = 0.2f, .curious = 1},
    .alone_training = {.rounds = 600, .games = 100, .lambda = 0.3f, .rate = 0.004f, .curious = 1, .variance = 1},
};
