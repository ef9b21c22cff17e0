/* rollout.h: searching by playouts of random moves, for any game; see rollout.c. */
#ifndef PENNA_BOTS_ROLLOUT_H
#define PENNA_BOTS_ROLLOUT_H

#include "bots/bot.h"

/* The move chosen with about so many playouts in all (0: as the bot's budget says, or a default). */
Move rollout_choose(Bot *bot, const State *view, int seat, Rng *rng, uint32_t playouts);

#endif
