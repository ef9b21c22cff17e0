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

/* ---- Batches (qwinto_cards_batch.c) ------------------------------------------------------------------ */

/* Actions of a seat that lays: the places of the hand, each on the four of the grid; then pairs, by the first card's
 * place in the hand and in the grid, which of the other two it goes with, and on which of its neighbours that is laid.
 */
enum { CARDS_SINGLES = HAND * PLACES, CARDS_ACTIONS = CARDS_SINGLES + HAND * PLACES * 2 * 2 };

/* The number to write and, as bits, the rows, in phase WRITE: the card laid last and its two neighbours. Grey is no
 * colour, and bit 3 no row. */
static inline int qwinto_cards_result(const Cards *s, unsigned *rows) {
    int a = s->grid[s->last], b = s->grid[s->last ^ 1], c = s->grid[s->last ^ 2];
    *rows = (1u << colour_of(a) | 1u << colour_of(b) | 1u << colour_of(c)) & 7;
    return value_of(a) + value_of(b) + value_of(c);
}

/* Brings the old batches into their one form, see qwinto_cards.c. If the pile is empty, batch 0 is among them. Of the
 * state, seats, hands and batches matter. */
void qwinto_cards_tidy(Cards *s, bool pile_empty);

const Lockstep *qwinto_cards_lockstep(bool portable);

extern const Game qwinto_cards_game;
extern const Features qwinto_cards_features; /* qwinto_cards_features.c */

#endif
