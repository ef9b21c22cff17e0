/* canvas.c: see canvas.h. */
#include "term/canvas.h"

#include <string.h>
#include <wchar.h>
#include <wctype.h>

#include "term/common.h"

/* Spaces, not NULs: a line is printed glyph by glyph. */
void canvas_clear(Canvas *c) {
    c->w = c->h = 0;
    for (int y = 0; y < CANVAS_H; y++)
        for (int x = 0; x < CANVAS_W; x++) c->glyph[y][x] = (Glyph){.bytes = " "};
}

/* Takes one character: its bytes in *out, its columns as the result (0 for a combining mark). */
static int take(const char **text, char out[15]) {
    wchar_t wide = 0;
    mbstate_t state = {0};
    size_t n = mbrtowc(&wide, *text, strlen(*text), &state);
    bool bad = n == (size_t)-1 || n == (size_t)-2 || n == 0;
    int columns = bad ? -1 : wcwidth(wide);
    if (bad) { /* skip the whole sequence, so that one character becomes one '?' */
        n = 1;
        while (((*text)[n] & 0xC0) == 0x80) n++;
    }
    if (columns < 0 || n > 8) {
        strcpy(out, "?");
        columns = 1;
    } else {
        memcpy(out, *text, n);
        out[n] = '\0';
    }
    *text += n;
    return columns;
}

/* As the terminal will show it, accents and wide letters included. */
int canvas_width(const char *text) {
    char bytes[15];
    int width = 0;
    while (*text) width += take(&text, bytes);
    return width;
}

/* A combining mark joins the character before it; of a wide character the second column stays empty, so that columns
 * and glyphs still count alike. */
int canvas_put(Canvas *c, int x, int y, const char *text, Colour colour, Tone tone) {
    if (y < 0 || y >= CANVAS_H) return x;
    if (y >= c->h) c->h = y + 1;
    while (*text) {
        char bytes[15];
        int columns = take(&text, bytes);
        if (columns == 0) {
            Glyph *before = x > 0 && x <= CANVAS_W ? &c->glyph[y][x - 1] : NULL;
            if (before && strlen(before->bytes) + strlen(bytes) < sizeof before->bytes) strcat(before->bytes, bytes);
            continue;
        }
        if (x < 0 || x + columns > CANVAS_W) break;
        for (int i = 0; i < columns; i++) {
            Glyph *g = &c->glyph[y][x + i];
            *g = (Glyph){.colour = (uint8_t)colour, .tone = (uint8_t)tone};
            if (i == 0) strcpy(g->bytes, bytes);
        }
        x += columns;
    }
    if (x > c->w) c->w = x;
    return x;
}

/* ---- Printing --------------------------------------------------------------------------------------- */

/* A colour of paper and ink: background and foreground, numbers of the 256-colour palette. */
typedef struct TermColour {
    uint8_t pale_back, pale_fore, strong_back, strong_fore;
} TermColour;

static const TermColour term_colours[COLOURS] = {
    [COLOUR_NONE] = {254, 16, 240, 231},  [COLOUR_WHITE] = {231, 16, 255, 16}, [COLOUR_BLACK] = {238, 231, 16, 231},
    [COLOUR_GREY] = {250, 16, 244, 16},   [COLOUR_RED] = {217, 16, 160, 231},  [COLOUR_YELLOW] = {229, 16, 178, 16},
    [COLOUR_GREEN] = {157, 16, 28, 231},  [COLOUR_BLUE] = {153, 16, 26, 231},  [COLOUR_PURPLE] = {183, 16, 91, 231},
    [COLOUR_ORANGE] = {223, 16, 208, 16},
};

/* Dim is a grey of its own, not the attribute, which some terminals do not know and others make unreadable. */
static void begin(const Glyph *g, FILE *out) {
    const TermColour *colour = &term_colours[g->colour];
    switch ((Tone)g->tone) {
        case TONE_PLAIN:
            break;
        case TONE_BOLD:
            fputs("\033[1m", out);
            break;
        case TONE_DIM:
            fputs("\033[38;5;245m", out);
            break;
        case TONE_PALE:
            fprintf(out, "\033[38;5;%d;48;5;%dm", colour->pale_fore, colour->pale_back);
            break;
        case TONE_STRONG:
            fprintf(out, "\033[1;38;5;%d;48;5;%dm", colour->strong_fore, colour->strong_back);
            break;
        case TONE_OFFER:
            fprintf(out, "\033[1;4;38;5;%d;48;5;%dm", colour->pale_fore, colour->pale_back);
            break;
    }
}

/* One line of a canvas, filled up to its width if more follows. */
static void print_line(const Canvas *c, int y, bool fill, bool colour, FILE *out) {
    const Glyph *line = c->glyph[y], *last = NULL;
    int end = c->w;
    while (!fill && end > 0 && line[end - 1].tone < TONE_PALE && strcmp(line[end - 1].bytes, " ") == 0) end--;
    if (!fill && !colour)
        while (end > 0 && strcmp(line[end - 1].bytes, " ") == 0) end--;
    for (int x = 0; x < end; x++) {
        bool same = last && last->colour == line[x].colour && last->tone == line[x].tone;
        if (colour && !same) {
            if (last && last->tone != TONE_PLAIN) fputs("\033[0m", out);
            begin(&line[x], out);
        }
        fputs(line[x].bytes, out);
        last = &line[x];
    }
    if (colour && last && last->tone != TONE_PLAIN) fputs("\033[0m", out);
}

/* Line by line across all canvases; the last one of a line is not filled up, so that no spaces trail. */
void canvas_print(const Canvas *c, int count, int margin, int gap, FILE *out) {
    bool colour = term_colour(out);
    int h = 0;
    for (int i = 0; i < count; i++)
        if (c[i].h > h) h = c[i].h;
    for (int y = 0; y < h; y++) {
        if (margin) fprintf(out, "%*s", margin, "");
        for (int i = 0; i < count; i++) {
            if (i) fprintf(out, "%*s", gap, "");
            print_line(&c[i], y, i + 1 < count, colour, out);
        }
        fputc('\n', out);
    }
}
