/* slots.h: what the features of several games share (Features.list of base/game.h): from what a game knows to the
 * number of an input. */
#ifndef PENNA_GAMES_SLOTS_H
#define PENNA_GAMES_SLOTS_H

#include "base/game.h"

/* The nearest of 0 to size - 1: what is further off shares the last input. */
static inline int slot_within(int x, int size) { return x < 0 ? 0 : x >= size ? size - 1 : x; }

/* How many turns until the seat is active. */
static inline int slot_distance(const State *head, int seat) {
    return (seat + head->seats - head->active) % head->seats;
}

/* Who of two is active sooner, for each number of seats from 2 to `most`: one of (most - 1) * most * most. With three
 * seats of at most four, active next and the one after: (3 - 2) * 16 + 1 * 4 + 2 = 22. */
static inline int slot_tempo(const State *head, int seat, int other, int most) {
    return ((head->seats - 2) * most + slot_distance(head, seat)) * most + slot_distance(head, other);
}

#endif
