/* identity.h: what a bot is, as lines of text and as a hash of them: two bots with one identity play alike.
 *
 * A bot of the program is its kind, the release and the bytes of its weights, wherever they lie. A bot in a process of
 * its own is its command and the bytes of the files that the command names; what these read in their turn is not known
 * here. */
#ifndef PENNA_ARENA_IDENTITY_H
#define PENNA_ARENA_IDENTITY_H

#include <stdint.h>

#include "base/cipher.h"
#include "base/game.h"
#include "host/buffer.h"

enum { HASH_TEXT = 2 * CIPHER_HASH + 1 }; /* a hash in hexadecimal, the closing NUL included */

/* The BLAKE2b hash of some bytes, in hexadecimal. */
void identity_hash(const void *bytes, size_t length, char out[HASH_TEXT]);

/* Appends the lines that say what the bot of that name is in that game. False: there is no such bot, *why says why. */
bool identity_put(const char *name, const Game *g, Buffer *out, const char **why);

/* A number made of the hash of these lines and of `more`; 0: there is no such bot, *why says why. */
uint64_t identity_of(const char *name, const Game *g, const char *more, const char **why);

#endif
