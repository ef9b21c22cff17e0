/* signature.h: one number for the behaviour of all rules: a hash of the bytes of every state in fixed random games.
 * Any change of any rule changes it, and every compiler, the browser's too, must come to the same. Bytes of a state
 * are those of the machine, so it is the signature of little-endian machines. */
#ifndef PENNA_SIGNATURE_H
#define PENNA_SIGNATURE_H

#include "base/game.h"

/* The signature of the first `count` random games of a game with so many seats. The same games are also played by
 * game_play_out(); *wrong is raised by those that come to another end. */
uint64_t signature_of(const Game *g, int seats, int count, int *wrong);

/* The signatures of all listed games with every number of seats, in one. */
uint64_t signature_all(int count, int *wrong);

/* Adds one signature to those before it, from 0. */
static inline uint64_t signature_add(uint64_t all, uint64_t one) { return rng_mix(all ^ one); }

#endif
