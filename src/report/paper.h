/* paper.h: blank score sheets for paper, drawn with cairo from the games' layouts.
 *
 * Everything is drawn in units of one box, whatever the surface: PDF, SVG or pixels. Nothing here knows a game:
 * what is printed comes from the Layout and the names of the score's parts. A row carries its letter and a box in
 * a colour of its own the letter of that colour, so that a sheet from a black-and-white printer can be played on. */
#ifndef PENNA_REPORT_PAPER_H
#define PENNA_REPORT_PAPER_H

#include <cairo.h>

#include "base/words.h"

/* One sheet to be drawn. */
typedef struct PaperSheet {
    const char *title;        /* the game's, as printed on its box */
    const char *const *parts; /* message ids of the score's parts, NULL-terminated */
    Layout layout;            /* where everything stands */
} PaperSheet;

/* How to draw it. */
typedef struct PaperStyle {
    Lang lang;  /* of the words on it */
    bool plain; /* no colour: patterns */
} PaperStyle;

/* A size of paper, in millimetres, upright. */
typedef struct PaperSize {
    const char *name; /* command name */
    const char *title;
    double w, h;
} PaperSize;

/* The known sizes; the last has name NULL. */
extern const PaperSize paper_sizes[];

/* How sheets of one size stand on a page. */
typedef struct PaperGrid {
    int columns, rows; /* places on the page */
    double w, h;       /* of the page, in millimetres, as it is turned */
    double box;        /* width of a box, in millimetres */
} PaperGrid;

/* Width and height of the drawn sheet, in boxes. */
void paper_measure(const PaperSheet *s, const PaperStyle *style, double *w, double *h);

/* The arrangement of n sheets of w by h boxes that leaves the largest boxes. */
PaperGrid paper_arrange(const PaperSize *size, double w, double h, int n);

/* The most sheets on a page whose boxes are still at least so many millimetres wide; at least 1. */
int paper_most(const PaperSize *size, double w, double h, double box);

/* Draws one page, in millimetres: sheet[i] in the i-th place, row by row; n is at most columns * rows. All sheets
 * have the size of the first. */
void paper_page(cairo_t *cr, const PaperGrid *grid, const PaperSheet *const *sheet, int n, const PaperStyle *style);

#endif
