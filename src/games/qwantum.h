/* qwantum.h: what Qwantum's state looks like inside, for the rules (qwantum.c) and for what a net is shown
 * (qwantum_features.c); the dice also for the bound (solve/bound_qwantum.c). Nobody else has business here. */
#ifndef PENNA_GAMES_QWANTUM_H
#define PENNA_GAMES_QWANTUM_H

#include "base/game.h"

enum { SEATS = 4, ROWS = 4, BOXES = 6, RISING = 4, MISTHROWS = 5, DICE = 7, HIGHEST = 33 };
enum { PURPLE, BLUE, RED, YELLOW };
enum { OVER = PHASE_OVER, ROLL, KEEP, REROLL, STEP_B, STEP_C };

/* "I dadi": a face as a word, its number in its colour's byte, the white die's in all four; and the faces of the six
 * coloured dice, X() being told those of one after the other. */
enum { P = 1, B = 1 << 8, R = 1 << 16, Y = 1 << 24, W = P + B + R + Y };
#define QWANTUM_DICE(X)                         \
    X(1 * R, 4 * R, 5 * Y, 1 * B, 5 * B, 6 * P) \
    X(2 * R, 6 * R, 1 * Y, 3 * Y, 5 * B, 4 * P) \
    X(1 * R, 3 * R, 2 * Y, 4 * Y, 4 * B, 3 * P) \
    X(5 * R, 6 * Y, 2 * B, 4 * B, 1 * P, 3 * P) \
    X(3 * R, 4 * Y, 2 * B, 6 * B, 2 * P, 5 * P) \
    X(6 * R, 1 * Y, 5 * Y, 3 * B, 2 * P, 6 * P)

typedef struct QwantumSheet {
    uint8_t row[ROWS][BOXES]; /* the numbers, 0 where free */
    uint8_t count[ROWS];      /* how many are written in each row, from the left without gaps */
    uint8_t misthrows;
    uint8_t zero[3]; /* padding, always 0 */
} QwantumSheet;

typedef struct Qwantum {
    State head;
    uint32_t sums;     /* the values of the colours in B and C, see above; else 0 */
    uint8_t die[DICE]; /* the face that shows, 1 to 6, the white die first; 0 if still to be rolled */
    uint8_t used;      /* in C: the row written in B plus one, 0 for none; else 0 */
    QwantumSheet sheet[SEATS];
} Qwantum;

/* A face (1 to 6) of a die as a word. */
uint32_t qwantum_face(int die, int face);

const Lockstep *qwantum_lockstep(bool portable); /* qwantum_batch.c */

extern const Game qwantum_game;
extern const Features qwantum_features; /* qwantum_features.c */

#endif
