/* list.c: the games, one line each, in the order in which they are shown. */
#include "base/game.h"

#define GAMES(X)         \
    X(qwixx_game)        \
    X(qwantum_game)      \
    X(twentyone_game)    \
    X(qwinto_cards_game) \
    X(qwinto_game)       \
    /* end */

#define DECLARE(game) extern const Game game;
#define ADDRESS(game) &game,

GAMES(DECLARE)

const Game *const games[] = {GAMES(ADDRESS) NULL};
