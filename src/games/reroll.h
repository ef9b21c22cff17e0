/* reroll.h: dice of which some lie and the others are still to be rolled: what the games share in which one may keep
 * dice and roll the rest again.
 *
 * A die is 1 to 6, or 0 as long as it is to be rolled. An outcome is the dice that are rolled read as the digits of one
 * number, the first die the highest, a face less one being its digit: with 4 0 2 0 on the table there are 36 outcomes,
 * and outcome 13 = 2 * 6 + 1 makes it 4 3 2 2. */
#ifndef PENNA_GAMES_REROLL_H
#define PENNA_GAMES_REROLL_H

#include <string.h>

#include "base/game.h"

/* How many dice lie. */
static inline int reroll_lying(const uint8_t *die, int dice) {
    int n = 0;
    for (int d = 0; d < dice; d++) n += die[d] != 0;
    return n;
}

/* How many outcomes the others have. */
static inline uint32_t reroll_outcomes(const uint8_t *die, int dice) {
    uint32_t n = 1;
    for (int d = 0; d < dice; d++)
        if (!die[d]) n *= 6;
    return n;
}

/* Rolls them. */
static inline void reroll_apply(uint8_t *die, int dice, uint32_t outcome) {
    for (int d = dice - 1; d >= 0; d--) {
        if (die[d]) continue;
        die[d] = (uint8_t)(outcome % 6 + 1);
        outcome /= 6;
    }
}

/* The outcome that makes of `die` what is in `then`; false: there is none, because one of those that lie would have
 * turned or one of the others is missing. */
static inline bool reroll_between(const uint8_t *die, const uint8_t *then, int dice, uint32_t *outcome) {
    *outcome = 0;
    for (int d = 0; d < dice; d++) {
        if (!then[d] || (die[d] && then[d] != die[d])) return false;
        if (!die[d]) *outcome = *outcome * 6 + then[d] - 1u;
    }
    return true;
}

/* The dice of a position, as `get` reads them in the game's own writing; or `-`: all are to be rolled. */
static inline bool reroll_get(Scan *in, uint8_t *die, int dice, bool (*get)(Scan *in, uint8_t *die)) {
    Scan dash = *in; /* which may be how the dice begin */
    if (get(in, die)) return true;
    *in = dash;
    memset(die, 0, (size_t)dice);
    return scan_char(in, '-');
}

#endif
