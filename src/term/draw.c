/* draw.c: see draw.h. */
#include "term/draw.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "term/canvas.h"
#include "term/common.h"

enum { CELL = 4, MARGIN = 5, GAP = 2 }; /* columns of a box, left of the first box, between two sheets */

/* So that a colour is told without colour. Grey and green share one: no game has both. */
char draw_letter(Colour colour) {
    static const char letters[COLOURS + 1] = {
        [COLOUR_NONE] = '?',   [COLOUR_WHITE] = 'w', [COLOUR_BLACK] = 'k', [COLOUR_GREY] = 'g',   [COLOUR_RED] = 'r',
        [COLOUR_YELLOW] = 'y', [COLOUR_GREEN] = 'g', [COLOUR_BLUE] = 'b',  [COLOUR_PURPLE] = 'p', [COLOUR_ORANGE] = 'o',
    };
    return letters[colour];
}

/* ---- The terminal ----------------------------------------------------------------------------------- */

/* What is no number, or an absurd one, is as good as not set. */
static int from_environment(const char *name, int otherwise) {
    const char *value = getenv(name);
    int n = value ? atoi(value) : 0;
    return n > 0 && n < 10000 ? n : otherwise;
}

/* Asked every time: windows change while one plays. 80 where nobody knows, as in a pipe. */
int draw_terminal_width(void) {
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
    return from_environment("COLUMNS", 80);
}

/* 0: not known, and then everything is shown. */
int draw_terminal_height(void) {
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0) return size.ws_row;
    return from_environment("LINES", 0);
}

/* ---- One box ---------------------------------------------------------------------------------------- */

/* What can be chosen: for each box 0, or the number in the list of the only move that touches it, or -1. */
typedef struct Offers {
    int of[BOXES_MAX];
} Offers;

/* Counts from 1, as the list shows them: 0 is no offer, and a box that several moves touch has no number (-1). */
static void find_offers(const Game *g, const State *s, int seat, Offers *out) {
    Move legal[MOVES_MAX];
    uint8_t touched[TOUCH_MAX];
    memset(out, 0, sizeof *out);
    int n = seat < 0 ? 0 : g->legal(s, seat, legal);
    for (int i = 0; i < n; i++) {
        int count = g->touch(s, seat, legal[i], touched);
        for (int k = 0; k < count; k++)
            if (touched[k] < TOUCH_PIECE) out->of[touched[k]] = out->of[touched[k]] ? -1 : i + 1;
    }
}

/* A box being drawn. */
typedef struct Cell {
    const Box *box;
    Look look;     /* what stands in it */
    int offer;     /* as in Offers */
    bool lettered; /* its colour is not its row's */
    bool numbered; /* the list of moves has numbers */
} Cell;

/* A bonus box keeps its own brackets when it is written in; a hit has a star. Four columns in every case. */
static void put_value(const Cell *c, Text *t) {
    bool bonus = c->box->shape == SHAPE_PENTAGON;
    text_char(t, bonus ? '{' : '[');
    if (c->look.value >= 0 && c->look.value < 10 && c->look.mark == MARK_NUMBER) text_char(t, ' ');
    text_int(t, c->look.value);
    if (c->look.mark == MARK_HIT) text_char(t, '*');
    text_char(t, bonus ? '}' : ']');
}

/* What can be chosen stands in angle brackets, also where there is no colour. */
static void put_label(const Cell *c, Text *t) {
    bool wide = strlen(c->box->label) + c->lettered > 1, offer = c->offer != 0;
    if (!wide) text_char(t, ' ');
    text_char(t, offer ? '<' : ' ');
    if (c->lettered) text_char(t, draw_letter((Colour)c->box->colour));
    text_str(t, c->box->label);
    text_char(t, offer ? '>' : ' ');
}

/* The number of the move that the box belongs to is written into it, where there is one and the list is numbered;
 * always four columns. */
static void put_free(const Cell *c, Text *t) {
    Shape shape = (Shape)c->box->shape;
    if (c->box->label[0]) {
        put_label(c, t);
    } else if (shape == SHAPE_LOCK) {
        text_str(t, " ( )");
    } else if (shape == SHAPE_SCORE) {
        text_str(t, "  _ ");
    } else if (c->offer > 0 && c->numbered) {
        bool bonus = shape == SHAPE_PENTAGON;
        if (c->offer < 10) text_char(t, bonus ? '{' : ' ');
        text_char(t, '#');
        text_int(t, c->offer);
        if (c->offer < 100) text_char(t, bonus ? '}' : ' ');
    } else if (c->offer) {
        text_str(t, " <> ");
    } else {
        text_str(t, shape == SHAPE_PENTAGON ? "{  }" : "[  ]");
    }
}

/* The four columns of a box. */
static void cell_text(const Cell *c, char *room, size_t size) {
    Text t = text_in(room, size);
    switch ((Mark)c->look.mark) {
        case MARK_FREE:
            put_free(c, &t);
            break;
        case MARK_GONE:
            text_str(&t, term_utf8() ? "  · " : "  . ");
            break;
        case MARK_CROSS:
            text_str(&t, c->box->shape == SHAPE_LOCK ? " (X)" : "  X ");
            break;
        case MARK_STRUCK:
            text_str(&t, " [/]");
            break;
        case MARK_NUMBER:
        case MARK_HIT:
            put_value(c, &t);
            break;
    }
}

/* Written is strong, free is pale, gone is dim: three tones that greys can tell apart too. */
static Tone cell_tone(const Cell *c) {
    if (c->look.mark == MARK_GONE) return TONE_DIM;
    if (c->box->shape == SHAPE_SCORE) return c->look.mark == MARK_FREE ? TONE_DIM : TONE_BOLD;
    if (c->look.mark != MARK_FREE) return TONE_STRONG;
    return c->offer ? TONE_OFFER : TONE_PALE;
}

/* ---- One sheet -------------------------------------------------------------------------------------- */

/* The line of a box: boxes of one height stand in one line, whatever lies between the lines. */
static int line_of(const Layout *l, int y) {
    int line = 0;
    for (int other = 0; other < y; other++)
        for (int i = 0; i < l->box_count; i++)
            if (l->boxes[i].y == other) {
                line++;
                break;
            }
    return line;
}

/* Sheets are printed with upright and level rules only. */
static bool is_upright(const Rule *r) { return r->x1 == r->x2; }

/* The column of a place; every upright rule left of it takes one more. */
static int column_of(const Layout *l, int x) {
    int column = MARGIN + x * CELL / UNIT;
    for (int i = 0; i < l->rule_count; i++) column += is_upright(&l->rules[i]) && l->rules[i].x1 <= x;
    return column;
}

/* Only upright rules: between two lines of text there is no room for a level one. */
static void draw_rules(Canvas *c, const Layout *l, int top) {
    for (int i = 0; i < l->rule_count; i++) {
        const Rule *r = &l->rules[i];
        if (!is_upright(r)) continue;
        int from = line_of(l, r->y1), to = line_of(l, r->y2);
        for (int y = from; y < to; y++)
            canvas_put(c, column_of(l, r->x1) - 1, top + y, term_utf8() ? "┃" : "|", COLOUR_NONE, TONE_BOLD);
    }
}

/* One letter for each row, at its first box: a row may go on in a second line. */
static void draw_letters(Canvas *c, const Layout *l, int top) {
    bool done[ROWS_MAX] = {false};
    for (int i = 0; i < l->box_count; i++) {
        int row = l->boxes[i].row;
        if (row == ROW_NONE || done[row]) continue;
        char text[] = " ? ";
        text[1] = l->rows[row].letter;
        Colour colour = (Colour)l->rows[row].colour;
        canvas_put(c, MARGIN - 3, top + line_of(l, l->boxes[i].y), text, colour, colour ? TONE_STRONG : TONE_BOLD);
        done[row] = true;
    }
}

/* Misthrows come after their word, which needs room that the printed sheet may not have. */
static void draw_boxes(Canvas *c, const Drawing *d, const Layout *l, int seat, int top) {
    Offers offers;
    int next = 0;
    find_offers(match_game(d->match), d->state, d->chooser == seat ? seat : -1, &offers);
    for (int i = 0; i < l->box_count; i++) {
        const Box *b = &l->boxes[i];
        Cell cell = {.box = b, .offer = offers.of[i], .numbered = d->numbered};
        char text[16];
        int x = column_of(l, b->x), y = top + line_of(l, b->y);
        cell.lettered = b->row != ROW_NONE && b->colour != l->rows[b->row].colour && b->colour != COLOUR_NONE;
        if (!d->hide_score || b->shape != SHAPE_SCORE) match_game(d->match)->look(d->state, seat, i, &cell.look);
        if (b->shape == SHAPE_MISTHROW && !next)
            next = canvas_put(c, MARGIN - 3, y, tr(N_("misthrows")), COLOUR_NONE, TONE_PLAIN) + 1;
        if (b->shape == SHAPE_MISTHROW) {
            if (x < next) x = next;
            next = x + CELL;
        }
        cell_text(&cell, text, sizeof text);
        canvas_put(c, x, y, text, (Colour)b->colour, cell_tone(&cell));
    }
}

/* The arrow stands for the active seat also without colour. */
static void draw_title(Canvas *c, const Drawing *d, const Layout *l, int seat) {
    int points[SEATS_MAX], x = 0;
    bool active = d->state->node != NODE_OVER && d->state->active == seat;
    match_game(d->match)->scores(d->state, points);
    x = canvas_put(c, x, 0, active ? "> " : "  ", COLOUR_NONE, TONE_BOLD);
    x = canvas_put(c, x, 0, match_name(d->match, seat), COLOUR_NONE, TONE_BOLD);
    if (l->name[0]) {
        x = canvas_put(c, x + 2, 0, tr(N_("sheet")), COLOUR_NONE, TONE_PLAIN);
        x = canvas_put(c, x + 1, 0, l->name, COLOUR_NONE, TONE_PLAIN);
    }
    if (d->hide_score) return;
    Phrase p = {.id = N_("points: {0}"), .arg = {(int16_t)points[seat]}};
    canvas_put(c, x + 2, 0, tr_phrase(&p), COLOUR_NONE, TONE_PLAIN);
}

/* Then the points stand in boxes of the sheet, and are not told a second time. */
static bool counts_itself(const Layout *l) {
    for (int i = 0; i < l->box_count; i++)
        if (l->boxes[i].shape == SHAPE_SCORE) return true;
    return false;
}

/* The parts of the score that are not 0, where the sheet has no boxes for them. */
static void draw_parts(Canvas *c, const Drawing *d, int seat) {
    const Game *g = match_game(d->match);
    int value[PARTS_MAX], x = MARGIN - 3, y = c->h, right = c->w;
    g->part_values(d->state, seat, value);
    for (int i = 0; g->parts[i]; i++) {
        char number[16], sep = x > MARGIN - 3;
        if (!value[i]) continue;
        snprintf(number, sizeof number, ": %d", value[i]);
        int width = canvas_width(tr(g->parts[i])) + (int)strlen(number) + (sep ? 2 : 0);
        if (sep && x + width > right) {
            x = MARGIN - 3;
            y++;
            sep = 0;
        }
        if (sep) x = canvas_put(c, x, y, ", ", COLOUR_NONE, TONE_DIM);
        x = canvas_put(c, x, y, tr(g->parts[i]), COLOUR_NONE, TONE_DIM);
        x = canvas_put(c, x, y, number, COLOUR_NONE, TONE_DIM);
    }
}

/* Rules are drawn over boxes, not under them: a thick line between two boxes must be seen. */
static void draw_sheet(Canvas *c, const Drawing *d, int seat) {
    const Game *g = match_game(d->match);
    Layout layout;
    g->layout(g->sheet_of ? g->sheet_of(d->state, seat) : 0, &layout);
    canvas_clear(c);
    draw_title(c, d, &layout, seat);
    draw_letters(c, &layout, 1);
    draw_boxes(c, d, &layout, seat, 1);
    draw_rules(c, &layout, 1);
    if (!d->hide_score && !counts_itself(&layout)) draw_parts(c, d, seat);
}

/* ---- Several sheets --------------------------------------------------------------------------------- */

/* How many of the canvases fit beside each other, at least one. */
static int fit_beside(const Canvas *c, int count) {
    int width = draw_terminal_width(), used = c[0].w, n = 1;
    while (n < count && used + GAP + c[n].w <= width) used += GAP + c[n++].w;
    return n;
}

/* Draws into fresh memory; NULL: there is none. */
static Canvas *draw_all(const Drawing *d, const int *seats, int count) {
    Canvas *c = malloc(sizeof *c * (size_t)count);
    for (int i = 0; c && i < count; i++) draw_sheet(&c[i], d, seats[i]);
    return c;
}

/* As many beside each other as fit; the rest below. */
void draw_sheets(const Drawing *d, const int *seats, int count, FILE *out) {
    Canvas *c = draw_all(d, seats, count);
    for (int at = 0, n; c && at < count; at += n) {
        n = fit_beside(c + at, count - at);
        canvas_print(c + at, n, 0, GAP, out);
    }
    free(c);
}

/* Draws everything to know its height, because how many sheets fit beside each other depends on their widths. */
int draw_sheets_height(const Drawing *d, const int *seats, int count) {
    Canvas *c = draw_all(d, seats, count);
    int height = 0;
    for (int at = 0, n; c && at < count; at += n) {
        n = fit_beside(c + at, count - at);
        int tallest = 0;
        for (int i = at; i < at + n; i++)
            if (c[i].h > tallest) tallest = c[i].h;
        height += tallest;
    }
    free(c);
    return height;
}

/* ---- Dice and cards --------------------------------------------------------------------------------- */

/* With its letter, so that it can be told without colour; `?` where this seat does not see the value. */
static int draw_piece(Canvas *c, int x, int y, const Piece *p) {
    char room[16];
    Text t = text_in(room, sizeof room);
    text_char(&t, '[');
    text_char(&t, draw_letter((Colour)p->colour));
    if (p->value == VALUE_NONE)
        text_char(&t, '?');
    else
        text_int(&t, p->value);
    text_char(&t, ']');
    return canvas_put(c, x, y, room, (Colour)p->colour, TONE_STRONG) + 1;
}

/* Draws the pieces of one place after its word, and returns the column after them. */
static int draw_place(Canvas *c, int x, const Piece *pieces, int count, Place place, const char *word) {
    bool any = false;
    int from = 0, end = x;
    for (int i = 0; i < count; i++) {
        const Piece *p = &pieces[i];
        if (p->place != place) continue;
        if (!any) from = end = canvas_put(c, x, 0, word, COLOUR_NONE, TONE_PLAIN) + 1;
        any = true;
        int y = place == PLACE_GRID ? p->spot / 2 : 0;
        int left = place == PLACE_GRID ? from + p->spot % 2 * 6 : end;
        int after = draw_piece(c, left, y, p);
        if (after > end) end = after;
    }
    return any ? end + 2 : x;
}

/* Without a seat the hand of nobody is drawn, whatever the state knows. */
void draw_table(const Drawing *d, int seat, FILE *out) {
    const Game *g = match_game(d->match);
    Piece pieces[PIECES_MAX];
    Canvas c;
    int n = g->pieces(d->state, seat < 0 ? 0 : seat, pieces), x = 2;
    bool dice = n > 0 && pieces[0].kind == PIECE_DIE;
    canvas_clear(&c);
    x = draw_place(&c, x, pieces, n, PLACE_TABLE, dice ? tr(N_("Dice:")) : tr(N_("Cards:")));
    x = draw_place(&c, x, pieces, n, PLACE_GRID, tr(N_("Grid:")));
    if (seat >= 0) x = draw_place(&c, x, pieces, n, PLACE_HAND, tr(N_("Hand:")));
    canvas_print(&c, 1, 0, 0, out);
}

/* For one line of news: the dice as they lie, without a word. False: nothing lies on the table, and the outcome has
 * to be told in notation. */
bool draw_dice(const Game *g, const State *s, FILE *out) {
    Piece pieces[PIECES_MAX];
    Canvas c;
    int n = g->pieces(s, 0, pieces), x = 0;
    canvas_clear(&c);
    for (int i = 0; i < n; i++)
        if (pieces[i].place == PLACE_TABLE) x = draw_piece(&c, x, 0, &pieces[i]);
    if (x > 0) canvas_print(&c, 1, 0, 0, out);
    return x > 0;
}
