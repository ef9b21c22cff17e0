/* qwinto_features.c: what a net is shown of Qwinto: the sheets (qwinto_eyes.c) and, before a roll, the dice
 * picked and how likely they are to fit. The nets of 0.1 did not see the sheets box by box, nor what fits where; they
 * have their own list below. */
#include "games/qwinto.h"
#include "games/qwinto_eyes.h"

enum {
    LEVELS = 17,
    PICKS = 8 * 2,
    FITS = 1 + 2 * DICE * LEVELS,
    AT_PICK = EYES_OWN,
    AT_FIT = AT_PICK + PICKS,
    ALONE = AT_FIT + FITS, /* the inputs of a seat alone in 0.1 */
    ALONE_SLOTS = EYES_OWN_SLOTS + 2,
    AT_BOXES = ALONE,
    AT_NUMBERS = AT_BOXES + EYES_BOX_INPUTS,
    AT_PAIR = AT_NUMBERS + EYES_FIT_INPUTS, /* = inputs of a seat alone */
    AT_HIS_BOXES = AT_PAIR + EYES_PAIR,
    INPUTS = AT_HIS_BOXES + EYES_BOX_INPUTS,
    SOLO_SLOTS = ALONE_SLOTS + EYES_SHEET_BOXES + EYES_FIT_SLOTS,
    PAIR_SLOTS = SOLO_SLOTS + EYES_PAIR_SLOTS + EYES_SHEET_BOXES,
};

/* In how many ways n dice show a sum. */
static const uint8_t ways[DICE + 1][19] = {
    {0},
    {0, 1, 1, 1, 1, 1, 1},
    {0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1},
    {0, 0, 0, 1, 3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3, 1},
};
static const uint8_t all_ways[DICE + 1] = {1, 6, 36, 216};

/* The chance that the picked dice show a sum that fits a row of theirs, in LEVELS steps. */
static int fit(const Qwinto *s, const SheetEyes *eyes) {
    bool before_roll = s->head.phase == ROLL || s->head.phase == REROLL;
    if (!before_roll) return 0;
    uint32_t fits = 0;
    int n = __builtin_popcount(s->picked), good = 0;
    for (int r = 0; r < DICE; r++)
        if (s->picked >> r & 1) fits |= eyes->row[r].fits;
    for (int sum = n; sum <= 6 * n; sum++)
        if (fits >> sum & 1) good += ways[n][sum];
    return 1 + ((s->head.phase == REROLL) * DICE + n - 1) * LEVELS + good * (LEVELS - 1) / all_ways[n];
}

static uint16_t *list_own(const State *head, const SheetEyes *own, uint16_t *slot) {
    const Qwinto *s = (const Qwinto *)head;
    slot = qwinto_list_own(own, 0, slot);
    *slot++ = (uint16_t)(AT_PICK + (s->head.phase == REROLL) * 8 + s->picked);
    *slot++ = (uint16_t)(AT_FIT + fit(s, own));
    return slot;
}

static void list(const State *head, int seat, int other, uint16_t *slot) {
    SheetEyes own, his;
    qwinto_see(qwinto_sheet(head, seat), &own);
    slot = list_own(head, &own, slot);
    slot = qwinto_list_boxes(&own, AT_BOXES, slot);
    slot = qwinto_list_fits(&own, AT_NUMBERS, slot);
    if (other < 0) return;
    qwinto_see(qwinto_sheet(head, other), &his);
    slot = qwinto_list_pair(head, seat, other, &own, &his, AT_PAIR, slot);
    qwinto_list_boxes(&his, AT_HIS_BOXES, slot);
}

/* As 0.1 did. */
static void list_early(const State *head, int seat, int other, uint16_t *slot) {
    SheetEyes own, his;
    qwinto_see(qwinto_sheet(head, seat), &own);
    slot = list_own(head, &own, slot);
    if (other < 0) return;
    qwinto_see(qwinto_sheet(head, other), &his);
    qwinto_list_pair(head, seat, other, &own, &his, ALONE, slot);
}

/* Only the sum matters: for each the roll that fills the dice from the first. */
static int classes(const State *head, uint32_t *outcome, uint32_t *weight) {
    int n = __builtin_popcount(((const Qwinto *)head)->picked), count = 0;
    for (int sum = n; sum <= 6 * n; sum++, count++) {
        int rest = sum - n;
        outcome[count] = 0;
        weight[count] = ways[n][sum];
        for (int d = 0; d < n; d++) {
            int face = rest < 5 ? rest : 5;
            outcome[count] = outcome[count] * 6 + (uint32_t)face;
            rest -= face;
        }
    }
    return count;
}

static const Features early = {
    .inputs = ALONE + EYES_PAIR,
    .slots = ALONE_SLOTS + EYES_PAIR_SLOTS,
    .solo_inputs = ALONE,
    .solo_slots = ALONE_SLOTS,
    .list = list_early,
    .classes = classes,
};

const Features qwinto_features = {
    .inputs = INPUTS,
    .slots = PAIR_SLOTS,
    .solo_inputs = AT_PAIR,
    .solo_slots = SOLO_SLOTS,
    .list = list,
    .classes = classes,
    .earlier = &early,
    .own = 2,
    .with_others = {.rounds = 700,
                    .games = 70,
                    .lambda = 0.9f,
                    .lambda_end = 0.5f,
                    .rate = 0.003f,
                    .own = 2,
                    .sparring = 0.15f,
                    .bound = 12},
    .alone_training = {.rounds = 1200, .games = 150, .lambda = 0.9f, .lambda_end = 0.5f, .rate = 0.003f, .bound = 12},
};
