/* report_html.h: the parts of the page that `penna analyse --html` writes. */
#ifndef PENNA_REPORT_REPORT_HTML_H
#define PENNA_REPORT_REPORT_HTML_H

#include "report/report.h"

/* One seat's sheet at one decision. */
typedef struct HtmlSheet {
    const Game *game;     /* whose sheet it is */
    const State *view;    /* of the seat that decides */
    const Layout *layout; /* of that sheet */
    const char *name;     /* of whoever sits there */
    int seat, number;     /* number: of the printed sheet */
    bool decides;         /* the boxes of the two moves are framed */
    Move best, played;    /* of the seat that decides */
} HtmlSheet;

/* The printed sheet, once, as a symbol to be used. */
void html_sheet_printed(Buffer *out, const Layout *l, int number);

/* The sheet with what is written on it. */
void html_sheet(Buffer *out, const HtmlSheet *h);

/* The dice and cards that the seat sees. */
void html_pieces(Buffer *out, const Game *g, const State *view, int seat);

/* Text in which nothing is markup. */
void html_text(Buffer *out, const char *s);

/* Opens a div for a table that may be wider than its place and is moved by keys then, for which it has a name (a
 * message id). */
void html_open_wide(Buffer *out, const char *name);

/* A colour as paper, and the ink that can be read on it. */
const char *html_fill(Colour colour);
const char *html_ink(Colour colour);

/* The looks and the keys of the page (report_style.c). */
extern const char html_style[], html_script[];

#endif
