/* paper.c: see paper.h. From top to bottom a sheet is: the game's title, the sheet's letter and a line for the name;
 * the rows; how it is counted; a box for each part of the score and one for the total. */
#include "report/paper.h"

#include <math.h>
#include <string.h>

const PaperSize paper_sizes[] = {
    {.name = "a4", .title = "A4", .w = 210, .h = 297},
    {.name = "letter", .title = "Letter", .w = 215.9, .h = 279.4},
    {.name = NULL},
};

/* Millimetres. */
static const double margin = 6; /* around every sheet */
static const double box_largest = 15;
enum { SHEETS_ON_PAGE = 12 }; /* more than that is never chosen by itself */

/* Boxes. */
static const double pad = 0.35;       /* between the frame and what stands in it */
static const double tab = 0.72;       /* the row's letter, left of the row */
static const double head = 1.1;       /* title and name */
static const double line = 0.36;      /* a line of the note */
static const double note_size = 0.27; /* its letters */
static const double count = 1.15;     /* the boxes of the score */
static const double total_width = 2;  /* of the box for the total, at most */
static const double foot = 0.25;      /* the small print */
static const double hair = 0.03;      /* a thin line */

/* A colour as cairo wants it, each part from 0 to 1. */
typedef struct Ink {
    double r, g, b;
} Ink;

/* What is not a colour of a game. */
static const Ink paper_white = {1, 1, 1}, black = {0.1, 0.1, 0.12}, soft = {0.45, 0.45, 0.47};

static const Ink inks[COLOURS] = {
    [COLOUR_NONE] = {0.86, 0.86, 0.87},   [COLOUR_WHITE] = {1, 1, 1},        [COLOUR_BLACK] = {0.16, 0.16, 0.18},
    [COLOUR_GREY] = {0.6, 0.6, 0.61},     [COLOUR_RED] = {0.83, 0.22, 0.19}, [COLOUR_YELLOW] = {0.97, 0.78, 0.18},
    [COLOUR_GREEN] = {0.22, 0.6, 0.32},   [COLOUR_BLUE] = {0.17, 0.4, 0.72}, [COLOUR_PURPLE] = {0.48, 0.27, 0.62},
    [COLOUR_ORANGE] = {0.94, 0.52, 0.13},
};

/* The letter of a colour on a box that has one of its own. */
static const char colour_letters[COLOURS] = {
    [COLOUR_NONE] = ' ',   [COLOUR_WHITE] = 'w', [COLOUR_BLACK] = 'k', [COLOUR_GREY] = 'a',   [COLOUR_RED] = 'r',
    [COLOUR_YELLOW] = 'y', [COLOUR_GREEN] = 'g', [COLOUR_BLUE] = 'b',  [COLOUR_PURPLE] = 'p', [COLOUR_ORANGE] = 'o',
};

/* What everything is drawn with. Lengths are in widths of a box. */
typedef struct Pen {
    cairo_t *cr;
    const PaperSheet *sheet; /* that is being drawn */
    const Layout *l;         /* its */
    PaperStyle style;
    double w, h; /* of the whole sheet */
} Pen;

/* In the units that are being drawn in: boxes on a sheet, millimetres on a page. */
typedef struct Rect {
    double x, y, w, h;
} Rect;

/* ---- Ink and lines ---------------------------------------------------------------------------------- */

/* part 0: a, 1: b. */
static Ink mix(Ink a, Ink b, double part) {
    return (Ink){a.r + (b.r - a.r) * part, a.g + (b.g - a.g) * part, a.b + (b.b - a.b) * part};
}

/* As the eye weighs red, green and blue. */
static double brightness(Ink i) { return 0.3 * i.r + 0.59 * i.g + 0.11 * i.b; }

/* Black or white, whichever can be read on it. */
static Ink ink_on(Ink ground) { return brightness(ground) > 0.6 ? black : paper_white; }

static void use(const Pen *p, Ink i) { cairo_set_source_rgb(p->cr, i.r, i.g, i.b); }

static Rect inset(Rect r, double by) { return (Rect){r.x + by, r.y + by, r.w - 2 * by, r.h - 2 * by}; }

/* Four arcs, joined by cairo; the path is traced, and painted or clipped by the caller. */
static void trace_round(const Pen *p, Rect r, double radius) {
    cairo_t *cr = p->cr;
    cairo_new_sub_path(cr);
    cairo_arc(cr, r.x + r.w - radius, r.y + radius, radius, -M_PI / 2, 0);
    cairo_arc(cr, r.x + r.w - radius, r.y + r.h - radius, radius, 0, M_PI / 2);
    cairo_arc(cr, r.x + radius, r.y + r.h - radius, radius, M_PI / 2, M_PI);
    cairo_arc(cr, r.x + radius, r.y + radius, radius, M_PI, 3 * M_PI / 2);
    cairo_close_path(cr);
}

static void trace_line(const Pen *p, double x1, double y1, double x2, double y2) {
    cairo_move_to(p->cr, x1, y1);
    cairo_line_to(p->cr, x2, y2);
}

/* Paints the traced path and draws its edge. */
static void paint(const Pen *p, Ink fill, Ink edge, double width) {
    use(p, fill);
    cairo_fill_preserve(p->cr);
    use(p, edge);
    cairo_set_line_width(p->cr, width);
    cairo_stroke(p->cr);
}

static void stroke(const Pen *p, Ink ink, double width) {
    use(p, ink);
    cairo_set_line_width(p->cr, width);
    cairo_stroke(p->cr);
}

/* ---- Colours and their patterns --------------------------------------------------------------------- */

/* Ways a pattern is drawn; a colour may have several. */
enum { UP = 1, DOWN = 2, ACROSS = 4, UPRIGHT = 8, DOTS = 16 };

/* What stands for a colour where there is none, and how dark its ground is. */
typedef struct Pattern {
    unsigned lines; /* of the ways above */
    double ground;  /* grey, 0 black to 1 white */
} Pattern;

static const Pattern patterns[COLOURS] = {
    [COLOUR_NONE] = {0, 0.9},         [COLOUR_WHITE] = {0, 1},      [COLOUR_BLACK] = {0, 0.2},
    [COLOUR_GREY] = {0, 0.7},         [COLOUR_RED] = {UP, 0.88},    [COLOUR_YELLOW] = {DOTS, 0.97},
    [COLOUR_GREEN] = {ACROSS, 0.93},  [COLOUR_BLUE] = {DOWN, 0.75}, [COLOUR_PURPLE] = {UP | DOWN, 0.82},
    [COLOUR_ORANGE] = {UPRIGHT, 0.9},
};

/* On a black-and-white printer the grey that stands for it: two colours must never come out alike. */
static Ink ink_of(const Pen *p, int colour) {
    if (!p->style.plain) return inks[colour];
    double grey = patterns[colour].ground;
    return (Ink){grey, grey, grey};
}

/* Lines of no length: round caps make dots of them. */
static void trace_dots(const Pen *p, Rect r, double step) {
    for (double y = r.y + step / 2; y < r.y + r.h; y += step)
        for (double x = r.x + step / 2; x < r.x + r.w; x += step) trace_line(p, x, y, x, y);
}

/* Slanted lines begin left of the ground by its height, so that the corner is filled as well; what stands out is cut
 * off by the caller. */
static void trace_pattern(const Pen *p, Rect r, unsigned lines) {
    const double step = 0.17;
    if (lines & ACROSS)
        for (double y = r.y + step / 2; y < r.y + r.h; y += step) trace_line(p, r.x, y, r.x + r.w, y);
    if (lines & UPRIGHT)
        for (double x = r.x + step / 2; x < r.x + r.w; x += step) trace_line(p, x, r.y, x, r.y + r.h);
    for (double x = r.x - r.h; x < r.x + r.w; x += step * M_SQRT2) {
        if (lines & UP) trace_line(p, x, r.y + r.h, x + r.h, r.y);
        if (lines & DOWN) trace_line(p, x, r.y, x + r.h, r.y + r.h);
    }
}

/* A ground with round corners in a colour, or in the grey that stands for it. */
static void paint_ground(const Pen *p, Rect r, double radius, int colour) {
    Ink ink = ink_of(p, colour);
    trace_round(p, r, radius);
    paint(p, ink, mix(ink, black, 0.6), hair / 2);
}

/* Draws the lines that stand for a colour on its ground. */
static void draw_pattern(const Pen *p, Rect r, double radius, int colour) {
    unsigned lines = patterns[colour].lines;
    if (!p->style.plain || !lines) return;
    trace_round(p, r, radius);
    cairo_save(p->cr);
    cairo_clip(p->cr);
    if (lines & DOTS) trace_dots(p, r, 0.17);
    trace_pattern(p, r, lines);
    cairo_set_line_cap(p->cr, CAIRO_LINE_CAP_ROUND);
    stroke(p, (Ink){0.4, 0.4, 0.4}, lines & DOTS ? 0.06 : 0.035);
    cairo_restore(p->cr);
    trace_round(p, r, radius);
    stroke(p, soft, hair / 2);
}

/* ---- Letters ---------------------------------------------------------------------------------------- */

typedef enum Align { LEFT, CENTRE, RIGHT } Align;

/* How something is written. */
typedef struct Type {
    double size; /* height of the letters, in boxes */
    bool bold;
    Align align;
    Ink ink;
} Type;

/* DejaVu has every letter of our languages, and its widths do not depend on the machine. */
static void set_type(const Pen *p, bool bold, double size) {
    cairo_select_font_face(p->cr, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
                           bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(p->cr, size);
}

/* Leaves the type set, for whoever writes next. */
static double width_of(const Pen *p, const char *s, bool bold, double size) {
    cairo_text_extents_t e;
    set_type(p, bold, size);
    cairo_text_extents(p->cr, s, &e);
    return e.x_advance;
}

/* Writes in the middle of the height of r, in smaller letters where they would not fit its width; returns the width. */
static double put_text(const Pen *p, const char *s, Rect r, Type t) {
    double size = t.size, width = width_of(p, s, t.bold, size);
    if (width > r.w) {
        size *= r.w / width;
        set_type(p, t.bold, size);
        width = r.w;
    }
    double x = r.x + (t.align == LEFT ? 0 : t.align == CENTRE ? (r.w - width) / 2 : r.w - width);
    use(p, t.ink);
    cairo_move_to(p->cr, x, r.y + r.h / 2 + 0.365 * size);
    cairo_show_text(p->cr, s);
    cairo_new_path(p->cr);
    return width;
}

static void put_letter(const Pen *p, char letter, Rect r, Type t) {
    char s[] = {letter, '\0'};
    put_text(p, s, r, t);
}

/* A label with a true minus sign. */
static void put_label(const Pen *p, const char *label, Rect r, Type t) {
    char s[sizeof((Box *)0)->label + 4];
    Text text = text_in(s, sizeof s);
    text_str(&text, *label == '-' ? "\xe2\x88\x92" : "");
    text_str(&text, label + (*label == '-'));
    put_text(p, s, r, t);
}

/* In the language of the sheet, which need not be the terminal's. */
static const char *say(const Pen *p, const char *id) { return words(p->style.lang, id); }

/* ---- Boxes ------------------------------------------------------------------------------------------ */

/* Layouts count in UNITs of a box, in whole numbers. */
static Rect rect_of(const Box *b) {
    return (Rect){(double)b->x / UNIT, (double)b->y / UNIT, (double)b->w / UNIT, (double)b->h / UNIT};
}

/* Such a box wants a die of its own colour, whatever its row is. */
static bool own_colour(const Layout *l, const Box *b) {
    return b->row != ROW_NONE && b->colour != l->rows[b->row].colour;
}

/* A point up; a little below the middle, so that it looks centred. */
static void trace_pentagon(const Pen *p, Rect r) {
    double x = r.x + r.w / 2, y = r.y + r.h * 0.54, radius = r.w * 0.55;
    for (int i = 0; i < 5; i++) {
        double a = -M_PI / 2 + i * 2 * M_PI / 5;
        cairo_line_to(p->cr, x + radius * cos(a), y + radius * sin(a));
    }
    cairo_close_path(p->cr);
}

/* Drawn, not a letter: few fonts have a padlock, and none prints it alike. */
static void draw_lock(const Pen *p, Rect r, Ink ink) {
    double x = r.x + r.w / 2, y = r.y + r.h / 2, u = r.w;
    cairo_new_path(p->cr);
    trace_line(p, x - 0.13 * u, y, x - 0.13 * u, y - 0.1 * u);
    cairo_arc(p->cr, x, y - 0.1 * u, 0.13 * u, M_PI, 2 * M_PI);
    cairo_line_to(p->cr, x + 0.13 * u, y);
    stroke(p, ink, 0.065 * u);
    trace_round(p, (Rect){x - 0.21 * u, y - 0.03 * u, 0.42 * u, 0.29 * u}, 0.05 * u);
    use(p, ink);
    cairo_fill(p->cr);
}

/* A box that is filled with its colour's light shade. */
static void draw_plain_box(const Pen *p, const Box *b) {
    Rect r = inset(rect_of(b), 0.075);
    Ink ink = ink_of(p, b->colour), edge = mix(ink, black, 0.55);
    Ink fill = p->style.plain || b->colour == COLOUR_NONE ? paper_white : mix(ink, paper_white, 0.86);
    double width = hair;
    if (b->shape == SHAPE_ROUND || b->shape == SHAPE_LOCK) {
        cairo_new_sub_path(p->cr);
        cairo_arc(p->cr, r.x + r.w / 2, r.y + r.h / 2, fmin(r.w, r.h) / 2, 0, 2 * M_PI);
    } else if (b->shape == SHAPE_PENTAGON) {
        trace_pentagon(p, r);
        width = 0.07;
    } else {
        trace_round(p, r, 0.12);
    }
    paint(p, fill, edge, width);
    if (b->shape == SHAPE_LOCK) draw_lock(p, r, p->style.plain ? black : edge);
    put_label(p, b->label, r, (Type){0.48, true, CENTRE, p->style.plain ? black : mix(ink, black, 0.6)});
}

/* A box in a colour of its own: its number and the colour's letter above, room to write below. */
static void draw_coloured_box(const Pen *p, const Box *b) {
    Rect r = inset(rect_of(b), 0.05);
    Rect room = {r.x + 0.05, r.y + 0.31, r.w - 0.1, r.h - 0.36};
    Rect left = {r.x + 0.07, r.y + 0.02, 0.34, 0.3}, right = {r.x + r.w - 0.41, r.y + 0.02, 0.34, 0.3};
    Ink ink = ink_of(p, b->colour), on = ink_on(ink);
    paint_ground(p, r, 0.12, b->colour);
    trace_round(p, room, 0.08);
    paint(p, paper_white, mix(ink, black, 0.5), hair / 2);
    put_label(p, b->label, (Rect){left.x + 0.02, left.y, left.w, left.h}, (Type){0.3, true, LEFT, on});
    put_letter(p, colour_letters[b->colour], right, (Type){0.25, true, RIGHT, on});
}

static void draw_score_box(const Pen *p, const Box *b) {
    trace_round(p, inset(rect_of(b), 0.075), 0.06);
    paint(p, paper_white, black, 0.06);
    put_label(p, b->label, inset(rect_of(b), 0.15), (Type){0.3, false, CENTRE, soft});
}

static void draw_misthrow_box(const Pen *p, const Box *b) {
    Rect r = inset(rect_of(b), 0.12);
    trace_round(p, r, 0.06);
    paint(p, paper_white, black, 0.04);
    put_label(p, b->label, r, (Type){0.38, false, CENTRE, soft});
}

/* By what is written in it: a mark, a sum, a number in a colour of the box's own, or in that of its row. */
static void draw_box(const Pen *p, const Box *b) {
    if (b->shape == SHAPE_MISTHROW)
        draw_misthrow_box(p, b);
    else if (b->shape == SHAPE_SCORE)
        draw_score_box(p, b);
    else if (own_colour(p->l, b))
        draw_coloured_box(p, b);
    else
        draw_plain_box(p, b);
}

/* ---- Rows ------------------------------------------------------------------------------------------- */

/* What boxes for which `in` is true cover together; width 0: there are none. */
static Rect cover(const Layout *l, bool (*in)(const Box *, int), int which) {
    double x1 = 1e9, y1 = 1e9, x2 = -1e9, y2 = -1e9;
    for (int i = 0; i < l->box_count; i++) {
        if (!in(&l->boxes[i], which)) continue;
        Rect r = rect_of(&l->boxes[i]);
        x1 = fmin(x1, r.x), y1 = fmin(y1, r.y), x2 = fmax(x2, r.x + r.w), y2 = fmax(y2, r.y + r.h);
    }
    return x1 < x2 ? (Rect){x1, y1, x2 - x1, y2 - y1} : (Rect){0, 0, 0, 0};
}

/* Score boxes stand at the end of a row and are no part of its band. */
static bool in_row(const Box *b, int row) { return b->row == row && b->shape != SHAPE_SCORE; }
static bool of_shape(const Box *b, int shape) { return b->shape == shape; }

/* The coloured band of a row, with its letter at the left. */
static void draw_row(const Pen *p, int row) {
    const Row *r = &p->l->rows[row];
    Rect band = cover(p->l, in_row, row);
    if (band.w <= 0) return;
    band = (Rect){band.x - tab, band.y + 0.025, band.w + tab + 0.04, band.h - 0.05};
    paint_ground(p, band, 0.18, r->colour);
    draw_pattern(p, band, 0.18, r->colour);
    Ink on = ink_on(ink_of(p, r->colour));
    Rect letter = {band.x + 0.04, band.y, tab - 0.04, band.h};
    if (p->style.plain) {
        cairo_arc(p->cr, letter.x + letter.w / 2, letter.y + letter.h / 2, 0.26, 0, 2 * M_PI);
        paint(p, paper_white, soft, hair / 2);
        on = black;
    }
    put_letter(p, r->letter, letter, (Type){0.44, true, CENTRE, on});
}

/* True if no box stands there. */
static bool is_free(const Layout *l, Rect r) {
    for (int i = 0; i < l->box_count; i++) {
        Rect b = rect_of(&l->boxes[i]);
        if (b.x < r.x + r.w && r.x < b.x + b.w && b.y < r.y + r.h && r.y < b.y + b.h) return false;
    }
    return true;
}

/* The word for misthrows beside their boxes: left, right, or small above the first. */
static void draw_misthrow_word(const Pen *p) {
    const char *word = say(p, N_("misthrows"));
    Rect m = cover(p->l, of_shape, SHAPE_MISTHROW);
    double end = (double)p->l->w / UNIT, width = width_of(p, word, false, 0.34) + 0.15;
    Rect left = {m.x - width, m.y, width - 0.15, m.h}, right = {m.x + m.w + 0.1, m.y, width - 0.1, m.h};
    if (m.w <= 0) return;
    if (left.x >= -tab && is_free(p->l, left))
        put_text(p, word, left, (Type){0.34, false, RIGHT, black});
    else if (right.x + right.w <= end && is_free(p->l, right))
        put_text(p, word, right, (Type){0.34, false, LEFT, black});
    else if (left.x < -tab && m.x + tab > 0.8 && is_free(p->l, (Rect){-tab, m.y, m.x + tab, m.h}))
        put_text(p, word, (Rect){-tab, m.y, m.x + tab - 0.1, m.h}, (Type){0.34, false, RIGHT, black});
    else
        put_text(p, word, (Rect){m.x + 0.12, m.y - 0.2, m.w, 0.2}, (Type){0.22, false, LEFT, black});
}

/* Bands lie under boxes, and rules over both. A rule is drawn twice, first broad and white, so that it stands clear
 * of the coloured band it crosses. */
static void draw_body(const Pen *p) {
    const Layout *l = p->l;
    for (int i = 0; i < l->row_count; i++) draw_row(p, i);
    for (int i = 0; i < l->box_count; i++) draw_box(p, &l->boxes[i]);
    draw_misthrow_word(p);
    cairo_set_line_cap(p->cr, CAIRO_LINE_CAP_ROUND);
    for (int i = 0; i < l->rule_count; i++) {
        const Rule *r = &l->rules[i];
        trace_line(p, (double)r->x1 / UNIT, (double)r->y1 / UNIT, (double)r->x2 / UNIT, (double)r->y2 / UNIT);
    }
    stroke(p, paper_white, 0.16);
    for (int i = 0; i < l->rule_count; i++) {
        const Rule *r = &l->rules[i];
        trace_line(p, (double)r->x1 / UNIT, (double)r->y1 / UNIT, (double)r->x2 / UNIT, (double)r->y2 / UNIT);
    }
    stroke(p, black, 0.1);
    cairo_set_line_cap(p->cr, CAIRO_LINE_CAP_BUTT);
}

/* ---- The note: how it is counted -------------------------------------------------------------------- */

enum { NOTE_MAX = 400, NUMBERS_MAX = 16 };

/* Half of a note such as "crosses 1 2 3: points 1 3 6": a word and its numbers. */
typedef struct NoteRow {
    char word[NOTE_MAX];         /* "crosses" */
    char number[NUMBERS_MAX][8]; /* "1", "2", "3" as they are written */
    int count;                   /* of the numbers */
} NoteRow;

/* Digits, with a minus in front at most: what a table can be made of. */
static bool is_number(const char *s, size_t length) {
    if (!length || length >= sizeof((NoteRow *)0)->number[0]) return false;
    for (size_t i = 0; i < length; i++)
        if ((s[i] < '0' || s[i] > '9') && !(i == 0 && s[i] == '-' && length > 1)) return false;
    return true;
}

/* Takes words, then numbers up to the end of the text or a colon. */
static bool get_note_row(const char **at, NoteRow *out) {
    Text word = text_in(out->word, sizeof out->word);
    out->count = 0;
    for (const char *s = *at;; s += *s == ' ') {
        size_t n = strcspn(s, " :");
        if (is_number(s, n)) {
            if (out->count == NUMBERS_MAX) return false;
            memcpy(out->number[out->count], s, n);
            out->number[out->count++][n] = '\0';
        } else {
            if (out->count || !n) return false;
            if (*out->word) text_char(&word, ' ');
            for (size_t i = 0; i < n; i++) text_char(&word, s[i]);
        }
        s += n;
        if (*s == '\0' || *s == ':') {
            *at = *s ? s + 1 + strspn(s + 1, " ") : s;
            return out->count > 1;
        }
    }
}

/* True if the note is two series of as many numbers, which make a small table. */
static bool note_table(const char *note, NoteRow pair[2]) {
    return get_note_row(&note, &pair[0]) && *note && get_note_row(&note, &pair[1]) && !*note &&
           pair[0].count == pair[1].count;
}

/* False: the game has no note. */
static bool note_text(const PaperSheet *s, Lang lang, char *room) {
    Text text = text_in(room, NOTE_MAX);
    if (!s->layout.note.id) return false;
    words_phrase(lang, &s->layout.note, &text);
    return true;
}

/* The rows with the letters before them, without the frame's pad. */
static double inner_width(const PaperSheet *s) { return (double)s->layout.w / UNIT + tab; }

/* How many parts of the score want a box: none where the sheet itself has score boxes. */
static int part_count(const PaperSheet *s) {
    int n = 0;
    if (cover(&s->layout, of_shape, SHAPE_SCORE).w > 0) return 0;
    while (s->parts && s->parts[n]) n++;
    return n;
}

/* A narrow sheet has a narrower box for the total. */
static double total_of(const PaperSheet *s) { return fmin(total_width, inner_width(s) * 0.3); }

/* True if the note is a text that stands beside the total rather than above it. */
static bool note_beside(const PaperSheet *s, Lang lang) {
    char note[NOTE_MAX];
    NoteRow pair[2];
    return part_count(s) == 0 && note_text(s, lang, note) && !note_table(note, pair);
}

/* Beside the total it has what that leaves. */
static double note_width(const PaperSheet *s, Lang lang) {
    return inner_width(s) - (note_beside(s, lang) ? total_of(s) + 0.3 : 0);
}

/* How many lines the note takes. Letters are taken to be as wide as they are at most on average. */
static int note_lines(const PaperSheet *s, Lang lang) {
    char note[NOTE_MAX];
    NoteRow pair[2];
    if (!note_text(s, lang, note)) return 0;
    if (note_table(note, pair)) return 2;
    int lines = (int)ceil((double)strlen(note) * 0.6 * note_size / note_width(s, lang));
    return lines < 3 ? lines : 3;
}

/* The numbers of the two rows stand below each other; they move closer where the sheet is narrow. */
static void draw_table(const Pen *p, const NoteRow pair[2], Rect r) {
    double word = 0, most = r.w * 0.5;
    for (int i = 0; i < 2; i++) word = fmax(word, width_of(p, pair[i].word, false, note_size));
    word = fmin(word, most);
    double step = fmin((r.w - word - 0.15) / pair[0].count, 0.8);
    for (int i = 0; i < 2; i++) {
        double y = r.y + i * line;
        put_text(p, pair[i].word, (Rect){r.x, y, word, line}, (Type){note_size, false, LEFT, black});
        for (int k = 0; k < pair[i].count; k++)
            put_text(p, pair[i].number[k], (Rect){r.x + word + 0.15 + k * step, y, step, line},
                     (Type){note_size, i == 1, CENTRE, black});
    }
    trace_line(p, r.x, r.y + line, r.x + word + 0.15 + pair[0].count * step, r.y + line);
    stroke(p, soft, hair / 2);
}

/* The end of the words that fit the width; at least one word. */
static char *line_end(const Pen *p, char *s, double width) {
    char *end = s + strcspn(s, " ");
    while (*end) {
        char *next = end + 1 + strcspn(end + 1, " "), saved = *next;
        *next = '\0';
        bool fits = width_of(p, s, false, note_size) <= width;
        *next = saved;
        if (!fits) break;
        end = next;
    }
    return end;
}

/* The last line takes what is left, also if it is too long for it: put_text() then sets it smaller, and no word is
 * lost. */
static void draw_note(const Pen *p, Rect r) {
    char note[NOTE_MAX], *s = note;
    NoteRow pair[2];
    if (!note_text(p->sheet, p->style.lang, note)) return;
    if (note_table(note, pair)) {
        draw_table(p, pair, r);
        return;
    }
    for (int left = note_lines(p->sheet, p->style.lang); left > 0 && *s; left--) {
        char *end = left > 1 ? line_end(p, s, r.w) : s + strlen(s);
        bool more = *end;
        *end = '\0';
        put_text(p, s, (Rect){r.x, r.y, r.w, line}, (Type){note_size, false, LEFT, black});
        r.y += line;
        s = end + more;
    }
}

/* ---- Head and score --------------------------------------------------------------------------------- */

/* The line for the name fills what the title leaves, up to six boxes. */
static void draw_head(const Pen *p, Rect r) {
    double x =
        r.x + put_text(p, p->sheet->title, (Rect){r.x, r.y, r.w * 0.5, r.h}, (Type){0.6, true, LEFT, black}) + 0.25;
    double middle = r.y + r.h / 2;
    if (*p->l->name) {
        cairo_new_sub_path(p->cr);
        cairo_arc(p->cr, x + 0.33, middle, 0.33, 0, 2 * M_PI);
        paint(p, black, black, hair);
        put_text(p, p->l->name, (Rect){x + 0.06, r.y, 0.54, r.h}, (Type){0.42, true, CENTRE, paper_white});
        x += 0.9;
    }
    double from = fmax(x + 0.1, r.x + r.w - 6), base = middle + 0.22;
    from += put_text(p, say(p, N_("Name")), (Rect){from, r.y + 0.08, 1.5, r.h}, (Type){0.3, false, LEFT, soft}) + 0.12;
    trace_line(p, from, base, r.x + r.w, base);
    stroke(p, soft, hair);
}

/* Its word stands below: the box is for a pen. */
static void draw_total(const Pen *p, Rect r) {
    trace_round(p, r, 0.1);
    paint(p, paper_white, black, 0.08);
    put_text(p, say(p, N_("Total")), (Rect){r.x, r.y + r.h + 0.03, r.w, 0.3}, (Type){0.27, true, CENTRE, black});
}

/* The colour of the row whose boxes count for the part: where the part is called as a colour. */
static int part_colour(const char *id) {
    for (int c = COLOUR_NONE + 1; c < COLOURS; c++)
        if (strcmp(words_colour(LANG_EN, (Colour)c), id) == 0) return c;
    return COLOUR_NONE;
}

/* In the colour of the row that it counts, where it is called so. */
static void draw_part(const Pen *p, const char *id, Rect r) {
    int colour = part_colour(id);
    Ink edge = colour && !p->style.plain ? mix(inks[colour], black, 0.15) : black;
    trace_round(p, r, 0.08);
    paint(p, paper_white, edge, colour ? 0.06 : 0.04);
    put_text(p, say(p, id), (Rect){r.x - 0.05, r.y + r.h + 0.03, r.w + 0.1, 0.3}, (Type){0.24, false, CENTRE, black});
}

/* Parts from the left, the total at the right edge, and a sign between them that says what to do. */
static void draw_count(const Pen *p, Rect r) {
    int n = part_count(p->sheet);
    double total = total_of(p->sheet), step = n ? fmin((r.w - total - 0.6) / n, 1.75) : 0, h = 0.74;
    for (int i = 0; i < n; i++) draw_part(p, p->sheet->parts[i], (Rect){r.x + i * step, r.y, step - 0.2, h});
    if (n)
        put_text(p, "=", (Rect){r.x + n * step - 0.2, r.y, r.w - total - n * step + 0.2, h},
                 (Type){0.4, true, CENTRE, black});
    draw_total(p, (Rect){r.x + r.w - total, r.y, total, h});
}

/* ---- The sheet -------------------------------------------------------------------------------------- */

/* What the note adds above the boxes of the score. */
static double note_height(const PaperSheet *s, Lang lang) {
    int lines = note_lines(s, lang);
    return lines && !note_beside(s, lang) ? lines * line + 0.15 : 0;
}

/* The same sums as draw_sheet() makes; what is changed there is changed here. */
void paper_measure(const PaperSheet *s, const PaperStyle *style, double *w, double *h) {
    *w = inner_width(s) + 2 * pad;
    *h = head + (double)s->layout.h / UNIT + 0.2 + note_height(s, style->lang) + count + foot + 0.15;
}

/* From the top down, in boxes as the unit; the body is moved right by the letters of its rows. */
static void draw_sheet(cairo_t *cr, const PaperSheet *s, const PaperStyle *style) {
    Pen p = {.cr = cr, .sheet = s, .l = &s->layout, .style = *style};
    double inside = inner_width(s);
    paper_measure(s, style, &p.w, &p.h);
    trace_round(&p, (Rect){0, 0, p.w, p.h}, 0.3);
    paint(&p, paper_white, soft, hair);
    draw_head(&p, (Rect){pad, 0.05, inside, head});
    cairo_save(cr);
    cairo_translate(cr, pad + tab, head);
    draw_body(&p);
    cairo_restore(cr);
    double y = head + (double)p.l->h / UNIT + 0.2;
    draw_note(&p, (Rect){pad, y, note_width(s, style->lang), 0});
    draw_count(&p, (Rect){pad, y + note_height(s, style->lang), inside, count});
    char small[80];
    Text text = text_in(small, sizeof small);
    text_str(&text, s->title);
    text_str(&text, " \xc2\xb7 Penna");
    put_text(&p, small, (Rect){pad, p.h - foot - 0.15, inside, foot}, (Type){0.18, false, LEFT, soft});
}

/* ---- The page --------------------------------------------------------------------------------------- */

/* The narrower way decides; a box is never larger than is comfortable to write in. */
static double box_width(double page_w, double page_h, int columns, int rows, double w, double h) {
    double across = (page_w / columns - 2 * margin) / w, down = (page_h / rows - 2 * margin) / h;
    return fmin(fmin(across, down), box_largest);
}

/* Tries every number of columns, upright and turned: there are few, and no rule is as short as trying. */
PaperGrid paper_arrange(const PaperSize *size, double w, double h, int n) {
    PaperGrid best = {0};
    for (int turned = 0; turned < 2; turned++)
        for (int columns = 1; columns <= n; columns++) {
            PaperGrid g = {.columns = columns, .rows = (n + columns - 1) / columns};
            g.w = turned ? size->h : size->w;
            g.h = turned ? size->w : size->h;
            g.box = box_width(g.w, g.h, g.columns, g.rows, w, h);
            if (g.box > best.box + 1e-9) best = g;
        }
    return best;
}

/* Only numbers that fill their grid: half a row of sheets would waste paper. */
int paper_most(const PaperSize *size, double w, double h, double box) {
    int most = 1;
    for (int n = 2; n <= SHEETS_ON_PAGE; n++) {
        PaperGrid g = paper_arrange(size, w, h, n);
        if (g.box >= box && g.columns * g.rows == n) most = n;
    }
    return most;
}

/* Thin lines to cut along, between the places. */
static void draw_cuts(const Pen *p, const PaperGrid *g) {
    const double dash[] = {1.5, 2};
    for (int i = 1; i < g->columns; i++) trace_line(p, g->w * i / g->columns, 3, g->w * i / g->columns, g->h - 3);
    for (int i = 1; i < g->rows; i++) trace_line(p, 3, g->h * i / g->rows, g->w - 3, g->h * i / g->rows);
    cairo_set_dash(p->cr, dash, 2, 0);
    stroke(p, (Ink){0.75, 0.75, 0.75}, 0.15);
    cairo_set_dash(p->cr, NULL, 0, 0);
}

/* Hints that fit letters to pixels are switched off: on paper they would only make widths depend on the size. All
 * sheets of a page are as large as the first, since a game's sheets are alike in size. */
void paper_page(cairo_t *cr, const PaperGrid *grid, const PaperSheet *const *sheet, int n, const PaperStyle *style) {
    double w, h;
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_set_font_options(cr, options);
    cairo_font_options_destroy(options);
    cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
    draw_cuts(&(Pen){.cr = cr}, grid);
    paper_measure(sheet[0], style, &w, &h);
    for (int i = 0; i < n; i++) {
        double place_w = grid->w / grid->columns, place_h = grid->h / grid->rows;
        cairo_save(cr);
        cairo_translate(cr, place_w * (i % grid->columns) + (place_w - w * grid->box) / 2,
                        place_h * (i / grid->columns) + (place_h - h * grid->box) / 2);
        cairo_scale(cr, grid->box, grid->box);
        draw_sheet(cr, sheet[i], style);
        cairo_restore(cr);
    }
}
