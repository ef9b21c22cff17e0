/* weights.h: room for weights that come from outside. */
#ifndef PENNA_WASM_WEIGHTS_H
#define PENNA_WASM_WEIGHTS_H

#include "base/game.h"

/* Room for the weights of a game, replacing those it had; NULL: no memory. The bots of the game use what is
 * written there. */
uint8_t *weights_room(const Game *g, size_t size);

#endif
