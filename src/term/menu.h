/* menu.h: the legal moves of a seat as a list to choose from. */
#ifndef PENNA_TERM_MENU_H
#define PENNA_TERM_MENU_H

#include "base/game.h"

typedef struct Menu {
    const Game *game;
    const State *state; /* must outlive the menu */
    int seat, count;
    bool numbered; /* moves can be chosen by number: no move's own text is a number */
    Move move[MOVES_MAX];
    char token[MOVES_MAX][TOKEN_MAX]; /* of each move, as it may be typed */
} Menu;

void menu_make(Menu *menu, const Game *g, const State *s, int seat);

/* Prints the moves in columns. A long list is cut to the moves that touch least and most, with a word on how
 * the others are written, unless `all`. */
void menu_print(const Menu *menu, bool all);

/* The move that a person means: by notation, by number, or by its words. False: none. */
bool menu_find(const Menu *menu, const char *text, Move *out);

/* A move in words, in the person's language. */
void menu_words(const Game *g, const State *s, int seat, Move m, Text *out);

/* What a move costs, in words; false: nothing. */
bool menu_warning(const Game *g, const State *s, int seat, Move m, Text *out);

#endif
