/* report_sheet.c: sheets, dice and cards as SVG and HTML, from a game's layout, looks and pieces alone. See
 * report_html.h. */
#include <stdlib.h>
#include <string.h>

#include "report/report_html.h"
#include "term/common.h"
#include "term/draw.h"

/* A colour as paper, and as ink on it. */
static const char *const fills[COLOURS] = {
    [COLOUR_NONE] = "#eeeeee",   [COLOUR_WHITE] = "#ffffff",  [COLOUR_BLACK] = "#3a3a3a", [COLOUR_GREY] = "#c9c9c9",
    [COLOUR_RED] = "#f6b9b2",    [COLOUR_YELLOW] = "#fbe28a", [COLOUR_GREEN] = "#b5dfae", [COLOUR_BLUE] = "#b4d0f3",
    [COLOUR_PURPLE] = "#d9c0ea", [COLOUR_ORANGE] = "#fbcf9d",
};

const char *html_fill(Colour colour) { return fills[colour]; }

/* On every fill but black, dark ink can be read. */
const char *html_ink(Colour colour) { return colour == COLOUR_BLACK ? "#ffffff" : "#222222"; }

/* For text between tags and in attributes with double quotes. */
void html_text(Buffer *out, const char *s) {
    for (; *s; s++)
        if (*s == '<')
            buffer_str(out, "&lt;");
        else if (*s == '>')
            buffer_str(out, "&gt;");
        else if (*s == '&')
            buffer_str(out, "&amp;");
        else if (*s == '"')
            buffer_str(out, "&quot;");
        else
            buffer_add(out, s, 1);
}

void html_open_wide(Buffer *out, const char *name) {
    buffer_str(out, "<div class='wide' tabindex='0' role='group' aria-label=\"");
    html_text(out, tr(name));
    buffer_str(out, "\">");
}

/* ---- The printed sheet ------------------------------------------------------------------------------ */

/* A score box is almost square at its corners, round boxes and locks are circles. */
static void shape(Buffer *out, const Box *b) {
    double r = b->shape == SHAPE_ROUND || b->shape == SHAPE_LOCK ? b->h / 2.0 - 0.4 : 1.4;
    if (b->shape == SHAPE_SCORE) r = 0.5;
    buffer_put(out, "<rect x='%.1f' y='%.1f' width='%.1f' height='%.1f' rx='%.1f' fill='%s'", b->x + 0.4, b->y + 0.4,
               b->w - 0.8, b->h - 0.8, r, fills[b->colour]);
    buffer_str(out, b->shape == SHAPE_PENTAGON ? " stroke-width='1.1'/>" : "/>");
}

/* The row's letter, left of its first box. */
static void letters(Buffer *out, const Layout *l) {
    for (int row = 0; row < l->row_count; row++)
        for (int i = 0; i < l->box_count; i++) {
            const Box *b = &l->boxes[i];
            if (b->row != row) continue;
            buffer_put(out, "<text class='l' x='-5' y='%.1f'>%c</text>", b->y + b->h / 2.0, l->rows[row].letter);
            break;
        }
}

/* What is printed never changes, so it is drawn once and used by each sheet. */
void html_sheet_printed(Buffer *out, const Layout *l, int number) {
    buffer_put(out, "<symbol id='s%d' viewBox='-10 -1 %d %d'><g class='p'>", number, l->w + 12, l->h + 2);
    for (int i = 0; i < l->box_count; i++) {
        const Box *b = &l->boxes[i];
        shape(out, b);
        const char *label = b->shape == SHAPE_LOCK && !*b->label ? "&#9679;" : b->label;
        if (!*label) continue;
        buffer_put(out, "<text x='%.1f' y='%.1f' fill='%s'>%s</text>", b->x + b->w / 2.0, b->y + b->h / 2.0,
                   html_ink((Colour)b->colour), label);
    }
    letters(out, l);
    for (int i = 0; i < l->rule_count; i++)
        buffer_put(out, "<line x1='%d' y1='%d' x2='%d' y2='%d'/>", l->rules[i].x1, l->rules[i].y1, l->rules[i].x2,
                   l->rules[i].y2);
    buffer_str(out, "</g></symbol>");
}

/* ---- What is written on it -------------------------------------------------------------------------- */

/* A struck box has a slanted line and a crossed one a cross: told apart by form, not by colour. */
static void mark(Buffer *out, const Box *b, const Look *look) {
    double x = b->x + b->w / 2.0, y = b->y + b->h / 2.0;
    switch (look->mark) {
        case MARK_CROSS:
            buffer_put(out, "<path d='M%.1f %.1fl6 6m0-6l-6 6'/>", x - 3, y - 3);
            break;
        case MARK_STRUCK:
            buffer_put(out, "<path class='k' d='M%.1f %.1fl7-7'/>", x - 3.5, y + 3.5);
            break;
        case MARK_GONE:
            buffer_put(out, "<rect class='g' x='%d' y='%d' width='%d' height='%d'/>", b->x, b->y, b->w, b->h);
            break;
        case MARK_NUMBER:
        case MARK_HIT:
            buffer_put(out, "<rect class='w' x='%.1f' y='%.1f' width='%.1f' height='%.1f' rx='1'/>", b->x + 1.0,
                       b->y + 1.0, b->w - 2.0, b->h - 2.0);
            buffer_put(out, "<text class='n' x='%.1f' y='%.1f'>%d%s</text>", x, y, look->value,
                       look->mark == MARK_HIT ? "*" : "");
            break;
        default:
            break;
    }
}

/* A frame around the boxes of a move. */
static void frame(Buffer *out, const HtmlSheet *h, Move m, const char *class) {
    uint8_t touched[TOUCH_MAX];
    int n = h->game->touch(h->view, h->seat, m, touched);
    for (int i = 0; i < n; i++) {
        if (touched[i] >= TOUCH_PIECE) continue;
        const Box *b = &h->layout->boxes[touched[i]];
        buffer_put(out, "<rect class='%s' x='%d' y='%d' width='%d' height='%d' rx='1.5'/>", class, b->x, b->y, b->w,
                   b->h);
    }
}

/* The best move's frame is drawn first, the one played over it; where they are the same there is one frame. */
void html_sheet(Buffer *out, const HtmlSheet *h) {
    const Layout *l = h->layout;
    int points[SEATS_MAX];
    h->game->scores(h->view, points);
    buffer_str(out, "<figure><figcaption>");
    html_text(out, h->name);
    buffer_put(out, " <b>%d</b></figcaption><svg role='img' viewBox='-10 -1 %d %d' aria-label=\"", points[h->seat],
               l->w + 12, l->h + 2);
    html_text(out, h->name);
    buffer_put(out, "\"><use href='#s%d' x='-10' y='-1' width='%d' height='%d'/>", h->number, l->w + 12, l->h + 2);
    for (int i = 0; i < l->box_count; i++) {
        Look look;
        h->game->look(h->view, h->seat, i, &look);
        if (l->boxes[i].shape != SHAPE_SCORE || look.mark != MARK_GONE) mark(out, &l->boxes[i], &look);
    }
    if (h->decides) {
        frame(out, h, h->best, "fb");
        if (h->best != h->played) frame(out, h, h->played, "fp");
    }
    buffer_str(out, "</svg></figure>");
}

/* ---- Dice and cards --------------------------------------------------------------------------------- */

/* Dice of the table, cards of the grid and of the hand stand apart by a gap. */
void html_pieces(Buffer *out, const Game *g, const State *view, int seat) {
    Piece pieces[PIECES_MAX];
    int n = g->pieces(view, seat, pieces);
    buffer_str(out, "<p class='d'>");
    for (int i = 0; i < n; i++) {
        const Piece *p = &pieces[i];
        if (i && p->place != pieces[i - 1].place) buffer_str(out, "<span class='gap'></span>");
        buffer_put(out, "<span class='%s' style='background:%s;color:%s'>%c", p->kind == PIECE_DIE ? "die" : "die card",
                   fills[p->colour], html_ink((Colour)p->colour), draw_letter((Colour)p->colour));
        if (p->value == VALUE_NONE)
            buffer_str(out, "?</span>");
        else
            buffer_put(out, "%d</span>", p->value);
    }
    buffer_str(out, "</p>");
}
