/* dice.h: where a match stands among the dice of base/dice.h. */
#ifndef PENNA_MATCH_DICE_H
#define PENNA_MATCH_DICE_H

#include "base/dice.h"
#include "match/match.h"

/* The ordinal of the chance node at which the match stands: chance nodes so far in this turn. */
int dice_ordinal(const Match *m);

#endif
