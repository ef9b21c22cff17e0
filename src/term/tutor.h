/* tutor.h: a patient friend at the table: shows the best moves, warns before a mistake, and says why. It sees what
 * the person sees, never more. */
#ifndef PENNA_TERM_TUTOR_H
#define PENNA_TERM_TUTOR_H

#include "base/game.h"

typedef struct Tutor Tutor;

/* A tutor for a game that begins as `start`. NULL after a message. */
Tutor *tutor_new(const Game *g, const State *start);
void tutor_free(Tutor *t);

/* Prints the three best moves of the seat. */
void tutor_hint(Tutor *t, const State *view, int seat, int node);

/* If the move is a mistake, prints so, a better one and why, and returns true. */
bool tutor_warns(Tutor *t, const State *view, int seat, int node, Move m);

#endif
