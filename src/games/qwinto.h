/* qwinto.h: what Qwinto's state looks like inside, for the rules (qwinto.c) and for what a net is shown
 * (qwinto_features.c). Nobody else has business here. */
#ifndef PENNA_GAMES_QWINTO_H
#define PENNA_GAMES_QWINTO_H

#include "games/qwinto_sheet.h"

enum { SEATS = 6, DICE = QWINTO_ROWS, ALL_DICE = 7, MOVE_AGAIN = 1 };
enum { OVER = PHASE_OVER, PICK, ROLL, AGAIN, REROLL, WRITE };

typedef struct Qwinto {
    State head;
    QwintoSheet sheet[SEATS];
    uint8_t picked;    /* bit r: the die of row r was picked; 0 before the pick */
    uint8_t die[DICE]; /* the faces of the picked dice, 0 before a roll */
} Qwinto;

const Lockstep *qwinto_lockstep(bool portable); /* qwinto_batch.c */

extern const Game qwinto_game;
extern const Features qwinto_features; /* qwinto_features.c */

#endif
