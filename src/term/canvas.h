/* canvas.h: a small rectangle of characters with colours, drawn in memory and printed line by line, so that
 * pictures can stand beside each other.
 *
 * Foreground and background are always set together, from the 256-colour palette, so that what is drawn can be
 * read on dark and on light terminals. Without colour the characters alone must say everything. */
#ifndef PENNA_TERM_CANVAS_H
#define PENNA_TERM_CANVAS_H

#include <stdio.h>

#include "base/game.h"

enum { CANVAS_W = 80, CANVAS_H = 24 };

/* How a character is shown, beside its Colour. */
typedef enum Tone {
    TONE_PLAIN,  /* as any text */
    TONE_BOLD,   /* as a heading */
    TONE_DIM,    /* as something past */
    TONE_PALE,   /* dark on a pale ground of its colour: paper */
    TONE_STRONG, /* bold on a strong ground of its colour: ink */
    TONE_OFFER   /* as pale, bold and underlined: can be chosen */
} Tone;

typedef struct Glyph {
    char bytes[15]; /* one character with its combining marks; "": the right half of a wide one */
    uint8_t colour; /* a Colour */
    uint8_t tone;   /* a Tone */
} Glyph;

typedef struct Canvas {
    int w, h; /* what is used so far */
    Glyph glyph[CANVAS_H][CANVAS_W];
} Canvas;

void canvas_clear(Canvas *c);

/* Writes text at (x, y) and returns the column after it. What does not fit is dropped; a control character
 * or one that the terminal cannot show becomes '?'. */
int canvas_put(Canvas *c, int x, int y, const char *text, Colour colour, Tone tone);

/* Prints canvases beside each other, `gap` columns between them, after `margin` columns. */
void canvas_print(const Canvas *c, int count, int margin, int gap, FILE *out);

/* The columns that a text takes. */
int canvas_width(const char *text);

#endif
