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

/* The active seat lays by such an action, in a full state; false: its hand does not allow it, and nothing is done. */
bool qwinto_cards_lay(Cards *s, int action);

/* How many cards a hand has: they stand before its empty places. Counted without branches, which nobody could predict.
 */
static inline int qwinto_cards_held(const uint8_t *hand) {
    return (hand[0] != EMPTY) + (hand[1] != EMPTY) + (hand[2] != EMPTY);
}

/* The number to write and, as bits, the rows, in phase WRITE: the card laid last and its two neighbours. Grey is no
 * colour, and bit 3 no row. */
static inline int qwinto_cards_result(const Cards *s, unsigned *rows) {
    int a = s->grid[s->last], b = s->grid[s->last ^ 1], c = s->grid[s->last ^ 2];
    *rows = (1u << colour_of(a) | 1u << colour_of(b) | 1u << colour_of(c)) & 7;
    return value_of(a) + value_of(b) + value_of(c);
}

/* What comes after the writing, which is somebody else's: the end, or the draw, or the next turn. */
void qwinto_cards_written(Cards *s, bool over);

/* A draw by somebody who keeps the pile himself: the cards in it; and what drawing one does, `empty` if it was the
 * last. */
uint32_t qwinto_cards_pile(const Cards *s);
void qwinto_cards_take(Cards *s, int card, bool empty);

/* What drawing the first PLACES + seats * HAND cards of a game does, in the order they are drawn; the pile outlasts
 * them. */
void qwinto_cards_deal(Cards *s, const uint8_t *cards);

/* What a seat sees beside the sheets. Where its view has a hidden card the state may have the card: nothing else of the
 * other hands is shown. */
enum { CARDS_TABLE_PLANES = 2 * (PLACES + HAND) + 1 + CARDS + 2 };
void qwinto_cards_see_table(const Cards *s, int seat, uint8_t *out);

const Lockstep *qwinto_cards_lockstep(bool portable);

extern const Game qwinto_cards_game;
extern const Features qwinto_cards_features; /* qwinto_cards_features.c */

#endif
