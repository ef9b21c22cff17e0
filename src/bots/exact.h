/* exact.h: playing alone by a table of exact values (solve/solve.h), where there is one. */
#ifndef PENNA_BOTS_EXACT_H
#define PENNA_BOTS_EXACT_H

#include "bots/bot.h"

/* The best move of a seat alone; false: it is not alone, or there is no table. */
bool exact_choose(const Bot *bot, const State *view, int seat, Move *out);

#endif
