/* twentyone.h: what Twenty One's state and moves look like inside, for the rules (twentyone.c), for what
 * a net is shown (twentyone_features.c) and for the solver (solve/solve_twentyone.c). Nobody else has business
 * here.
 *
 * A row is eighteen bits, three to a box from the left: 0 is free, 1 to 6 the number written, 7 crossed
 * out. In octal its digits are the boxes, the first box rightmost. The move that writes dice is a word of
 * the same form, so that to write is to OR, and counting hits is comparing the row with the printed numbers. */
#ifndef PENNA_GAMES_TWENTYONE_H
#define PENNA_GAMES_TWENTYONE_H

#include "base/game.h"

enum { SEATS = 6, SHEETS = 6, ROWS = 5, BOXES = 6, DICE = 6, OUT = 7, ROW_BOXES = BOXES + 1 };
enum { OVER = PHASE_OVER, ROLL, KEEP, REROLL, WRITE };
enum { AGAIN = 1, CROSS_OUT = 1 << 18 }; /* the moves that are neither a pass nor a row */
enum { W, K, R, B, Y, G };               /* the dice, in the order of the notation */

typedef struct TwentyOneSheet {
    uint32_t row[ROWS]; /* see above */
    uint8_t current;    /* the row being filled; ROWS when all are full */
    uint8_t zero[3];    /* padding, always 0 */
} TwentyOneSheet;

typedef struct TwentyOne {
    State head;
    uint8_t die[DICE];      /* 0 if still to be rolled */
    uint8_t printed[SEATS]; /* which sheet each seat has, 0 for A */
    TwentyOneSheet sheet[SEATS];
} TwentyOne;

/* The printed numbers, as a row filled with hits, and the colours of the boxes on the sheets A to F. */
static const uint32_t numbers[ROWS] = {0123456, 0133445, 0122356, 0122445, 0123344};
static const uint8_t dice_of[SHEETS][ROWS][BOXES] = {
    {{Y, W, B, K, G, R}, {W, K, B, R, Y, G}, {G, Y, R, B, K, W}, {W, K, R, B, G, Y}, {R, G, Y, K, B, W}},
    {{B, K, W, Y, R, G}, {K, B, R, Y, G, W}, {W, G, Y, R, B, K}, {G, R, W, K, Y, B}, {K, R, B, G, W, Y}},
    {{W, B, R, G, K, Y}, {B, W, Y, G, K, R}, {R, K, G, Y, W, B}, {Y, G, B, R, K, W}, {W, B, R, Y, G, K}},
    {{G, R, K, W, Y, B}, {R, Y, G, B, W, K}, {K, W, B, G, Y, R}, {K, B, Y, W, R, G}, {Y, K, G, W, R, B}},
    {{R, Y, G, B, W, K}, {Y, G, W, K, R, B}, {B, R, K, W, G, Y}, {B, Y, K, G, W, R}, {B, Y, W, R, K, G}},
    {{K, G, Y, R, B, W}, {G, R, K, W, B, Y}, {Y, B, W, K, R, G}, {R, W, G, Y, B, K}, {G, W, K, B, Y, R}},
};

/* The three bits of one box in a row, a move or the printed numbers. */
static inline int digit(uint32_t row, int box) { return (int)(row >> 3 * box & 7); }
static inline uint32_t in_box(int value, int box) { return (uint32_t)value << 3 * box; }

/* The die of a box on a seat's sheet. */
static inline int twentyone_die(const TwentyOne *s, int seat, int row, int box) {
    return dice_of[s->printed[seat]][row][box];
}

const Lockstep *twentyone_lockstep(bool portable); /* twentyone_batch.c */

extern const Game twentyone_game;
extern const Features twentyone_features; /* twentyone_features.c */

#endif
