/* frozen.h: where the weights of earlier releases and of the pool of styles lie.
 *
 * They are not compiled in, but stand in a folder beside the program: share/penna/frozen where it is installed,
 * data/frozen in the source tree for a program that runs from its build. In it is a folder for each release or style,
 * and in that GAME.weights. PENNA_FROZEN names another folder. */
#ifndef PENNA_ARENA_FROZEN_H
#define PENNA_ARENA_FROZEN_H

#include "base/game.h"

enum { FROZEN_PATH_MAX = 4096 };

/* Writes the path of that version's weights for that game, if there is such a file; false: there is none, or the
 * version is not a single plain word. */
bool frozen_path(const char *version, const Game *g, char out[FROZEN_PATH_MAX]);

#endif
