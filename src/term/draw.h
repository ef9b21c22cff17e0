/* draw.h: sheets, dice and cards in a terminal, drawn from a game's layout, looks and pieces alone.
 *
 * A row begins with its letter. A box is four columns wide:
 *      12    free, 12 is printed in it          [  ]   free, nothing is printed in it
 *     <12>   can be chosen now                   #3    can be chosen now: move 3 of the list
 *      X     crossed                            [14]   14 is written in it; {14} in a bonus box
 *      .     never to be used any more          [6*]   a hit              [/]  crossed out
 *     ( )    a lock                              y6    yellow, where a box has another colour than its row
 */
#ifndef PENNA_TERM_DRAW_H
#define PENNA_TERM_DRAW_H

#include <stdio.h>

#include "match/match.h"

/* What is drawn, and for whom. */
typedef struct Drawing {
    const Match *match; /* for the names */
    const State *state; /* the state or view that is shown */
    int chooser;        /* the seat whose legal moves are marked, or -1 */
    bool numbered;      /* the moves have numbers that can be typed */
    bool hide_score;    /* until the end */
} Drawing;

/* Draws the sheets of so many seats, beside each other where the terminal is wide enough. */
void draw_sheets(const Drawing *d, const int *seats, int count, FILE *out);

/* How many lines that takes. */
int draw_sheets_height(const Drawing *d, const int *seats, int count);

/* Draws the dice, the cards on the table and, unless `seat` is -1, the cards in the seat's hand. */
void draw_table(const Drawing *d, int seat, FILE *out);

/* Prints the dice on the table in one line, without a line end; false: there are none. */
bool draw_dice(const Game *g, const State *s, FILE *out);

/* The letter that stands for a colour. */
char draw_letter(Colour colour);

/* The size of the terminal: from the terminal itself, else COLUMNS and LINES, else 80 and 0 (not known). */
int draw_terminal_width(void);
int draw_terminal_height(void);

#endif
