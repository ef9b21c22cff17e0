/* truth.h: exact values of a small game for two seats who both want to win.
 *
 * The value of a position is what seat 0 has of the game on average: 1 for a win, 1/2 for a tie. Where both choose at
 * once that is a game of its own, in which the best way to choose may be by lot (matrix.h); where one chooses, the best
 * move; where dice fall, the mean over all that can fall. So it needs nothing but the game's interface, a game in which
 * no position comes back, and room for the positions in which a turn begins.
 *
 * Either seat's play may be given instead. Then the value is what the other has who knows that play and answers as well
 * as possible: with one seat given, how far it can be exploited; with both, what they have against each other. */
#ifndef PENNA_SOLVE_TRUTH_H
#define PENNA_SOLVE_TRUTH_H

#include "base/game.h"
#include "solve/matrix.h"

/* The game that is small enough for it, on some of its sheets (its option); it is not listed. */
extern const Game *const truth_solved;

enum { TRUTH_BYTES = 40 }; /* of a state, at most */

/* How a seat chooses: moves and their chances, which sum to 1. Returns how many, at most MATRIX_MAX. The same state
 * must always get the same answer. */
typedef int TruthPlay(void *context, const State *s, int seat, Move *move, double *chance);

/* A position in which a turn begins. */
typedef struct TruthEntry {
    uint8_t state[TRUTH_BYTES]; /* the rest of the bytes 0 */
    double value;
    bool known;
} TruthEntry;

typedef struct Truth {
    const Game *game;
    struct {
        TruthPlay *play; /* NULL: as well as possible */
        void *context;
    } seat[2];
    TruthEntry *entry; /* `room` of them, all bytes 0 at first */
    uint32_t room;     /* a power of 2; larger than the positions there are */
    uint32_t count;    /* positions known */
    bool full;         /* there was not room enough: values mean nothing */
    uint64_t together; /* decisions in which both had a choice, */
    uint64_t mixed;    /* and those in which no pair of moves would do */
    double gap;        /* the most that a mixture was not proved by (Mixture) */
} Truth;

/* The value of a position of that game with two seats. */
double truth_value(Truth *t, const State *s);

/* The perfect player, as play that is given: the context is a Truth in which neither seat is. */
TruthPlay truth_perfect;

/* What a seat's move at a decision is worth to that seat while the other plays perfectly; neither seat is given. */
double truth_after(Truth *t, const State *s, int seat, Move move);

#endif
