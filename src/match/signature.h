/* signature.h: one number for the behaviour of all rules: a hash of the bytes of every state in fixed random games. Any
 * change of any rule changes it, and every compiler must come to the same, the one for the browser too. Bytes of a
 * state are those of the machine, so the signature is that of little-endian machines. */
#ifndef PENNA_MATCH_SIGNATURE_H
#define PENNA_MATCH_SIGNATURE_H

#include "base/game.h"

enum { SIGNATURE_GAMES = 200 }; /* that the kept signature is made of */

/* The signature of one game with so many seats. The same games are also played by game_play_out(), which must come to
 * the same end; *wrong is the number of the first game that it plays otherwise, or -1. */
uint64_t signature_of(const Game *g, int seats, int *wrong);

/* The signature of all games so far, with one more added; begins with 0. */
uint64_t signature_add(uint64_t all, uint64_t one);

#endif
