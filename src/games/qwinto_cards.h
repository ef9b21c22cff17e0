/* qwinto_cards.h: what the state of the Qwinto card game looks like inside, for the rules (qwinto_cards.c) and for what
 * a net is shown (qwinto_cards_features.c). Nobody else has business here. */
#ifndef PENNA_GAMES_QWINTO_CARDS_H
#define PENNA_GAMES_QWINTO_CARDS_H

#include "games/qwinto_sheet.h"

enum { SEATS = 4, CARDS = 32, PLACES = 4, HAND = 3 };
enum { OVER = PHASE_OVER, DEAL, LAY, WRITE, DRAW };

/* Old batches are at most one for each seat that holds all of it, and others of at least two cards in
 * hands: with twelve cards in four hands, 4 + 4. */
enum { BATCHES = 1 + 8 };

/* A slot for a card holds a card (0 to 31), nothing, or in a view a hidden card: this plus its batch. */
enum { EMPTY = 0xFF, HIDDEN = CARDS };

typedef struct Cards {
    State head;
    QwintoSheet sheet[SEATS];
    uint32_t batch[BATCHES];   /* bit c: card c is of this batch, see above; a card in none lies open or covered */
    uint8_t grid[PLACES];      /* top left, top right, bottom left, bottom right */
    uint8_t hand[SEATS][HAND]; /* ascending: cards, then hidden ones by batch, then empty places */
    uint8_t last;              /* where the last card was laid, in phase WRITE; else 0 */
    uint8_t zero[3];           /* padding, always 0 */
} Cards;

/* A card is its colour times eight plus the place of its value in -2 0 1 2 3 4 5 6. The colours are the
 * rows of the sheet and grey. */
static inline int colour_of(int card) { return card >> 3; }
static inline int value_of(int card) { return card & 7 ? (card & 7) - 1 : -2; }

extern const Game qwinto_cards_game;
extern const Features qwinto_cards_features; /* qwinto_cards_features.c */

#endif
