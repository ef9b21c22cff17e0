/* rules.h: the rules of a game in the project's own words, from docs/rules. */
#ifndef PENNA_TERM_RULES_H
#define PENNA_TERM_RULES_H

#include "base/game.h"

/* Shows them in the person's language, else in English, a screen at a time where there is one. Returns the exit
 * status. */
int rules_show(const Game *g);

#endif
