/* exact.h: the exact tables of games alone (solve/solve.h), for the bots of a process.
 *
 * A table is found once, when a bot first asks for it, and shared by all of them until the process ends. */
#ifndef PENNA_ARENA_EXACT_H
#define PENNA_ARENA_EXACT_H

#include "bots/bot.h"
#include "solve/solve.h"

/* The finished table of that game for one seat: computed, where that takes no time; else, if `stored`, from the file in
 * which tables are kept (solved.h). NULL: there is none. */
const Solution *exact_table(const Game *g, bool stored);

/* The best move by a table that was found before, for Bot.exact. */
ExactChoice exact_choose;

#endif
