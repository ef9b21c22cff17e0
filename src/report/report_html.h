/* report_html.h: the parts of the page that `penna analyse --html` writes. */
#ifndef PENNA_REPORT_REPORT_HTML_H
#define PENNA_REPORT_REPORT_HTML_H

#include "report/report.h"

/* One seat's sheet at one decision. */
typedef struct HtmlSheet {
    const Game *game;
    const State *view;
    const Layout *layout;
    const char *name;
    int seat, number; /* number: of the printed sheet */
    bool decides;     /* the boxes of the two moves are framed */
    Move best, played;
} HtmlSheet;

/* The printed sheet, once, as a symbol to be used. */
void html_sheet_printed(Buffer *out, const Layout *l, int number);

/* The sheet with what is written on it. */
void html_sheet(Buffer *out, const HtmlSheet *h);

/* The dice and cards that the seat sees. */
void html_pieces(Buffer *out, const Game *g, const State *view, int seat);

/* Text in which nothing is markup. */
void html_text(Buffer *out, const char *s);

const char *html_fill(Colour colour);
const char *html_ink(Colour colour);

/* The looks and the keys of the page (report_style.c). */
extern const char html_style[], html_script[];

#endif
