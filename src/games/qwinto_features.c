/* qwinto_features.c: what a net is shown of Qwinto: the sheets (qwinto_eyes.c) and, before a roll, the dice
 * picked and how likely they are to fit. */
#include "games/qwinto.h"
#include "games/qwinto_eyes.h"

enum {
    LEVELS = 17,
    PICKS = 8 * 2,
    FITS = 1 + 2 * DICE * LEVELS,
    AT_PICK = EYES_OWN,
    AT_FIT = AT_PICK + PICKS,
    AT_PAIR = AT_FIT + FITS,
    INPUTS = AT_PAIR + EYES_PAIR,
    SOLO_SLOTS = EYES_OWN_SLOTS + 2,
    PAIR_SLOTS = SOLO_SLOTS + EYES_PAIR_SLOTS,
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

static void list(const State *head, int seat, int other, uint16_t *slot) {
    const Qwinto *s = (const Qwinto *)head;
    SheetEyes own;
    qwinto_see(qwinto_sheet(head, seat), &own);
    slot = qwinto_list_own(&own, 0, slot);
    *slot++ = (uint16_t)(AT_PICK + (s->head.phase == REROLL) * 8 + s->picked);
    *slot++ = (uint16_t)(AT_FIT + fit(s, &own));
    if (other >= 0) qwinto_list_pair(head, seat, other, &own, AT_PAIR, slot);
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

const Features qwinto_features = {
    .inputs = INPUTS,
    .slots = PAIR_SLOTS,
    .solo_inputs = AT_PAIR,
    .solo_slots = SOLO_SLOTS,
    .list = list,
    .classes = classes,
    .alone = 3,
    /* And no rounds after it: what was learned from there on, or from nothing, played worse (docs/experiments.md). */
    .begins = "0.1",
    .with_others = {.games = 100, .lambda = 0.8f, .lambda_end = 0.5f, .rate = 0.003f, .alone = 3, .sparring = 0.15f},
    .alone_training = {.rounds = 800, .games = 150, .lambda = 0.8f, .rate = 0.003f},
};
