/* weights_file.h: weights that were not compiled in, read from a file (docs/weights.md) for the bots of a command. */
#ifndef PENNA_ARENA_WEIGHTS_FILE_H
#define PENNA_ARENA_WEIGHTS_FILE_H

#include "bots/net.h"

/* The bytes of a file of weights for that game, and how many; NULL: *why says why not. As long as somebody has them, a
 * file is not read again: all threads share one copy, and one run cannot play with two versions of a file that is
 * written anew in the meantime. */
const uint8_t *weights_file_take(const char *path, const Game *g, size_t *size, const char **why);

/* Gives them back; bytes that were not taken here, NULL too, are left alone. */
void weights_file_give(const uint8_t *bytes);

#endif
