/* menu.c: see menu.h. */
#include "term/menu.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "term/canvas.h"
#include "term/common.h"
#include "term/draw.h"
#include "term/prompt.h"

enum {
    LINES = 12,
    MOST = 24,
    WORDS_MAX = 512
}; /* lines of a list that is not cut; moves of one that is; bytes of words */

/* ---- Words ------------------------------------------------------------------------------------------ */

/* Phrases of one move, as a person would list them. */
static void join(const Phrase *phrase, int count, Text *out) {
    for (int i = 0; i < count; i++) {
        if (i) text_str(out, ", ");
        text_str(out, tr_phrase(&phrase[i]));
    }
}

void menu_words(const Game *g, const State *s, int seat, Move m, Text *out) {
    Phrase phrase[PHRASES_MAX];
    join(phrase, g->say(s, seat, m, phrase), out);
}

/* What a careful friend would ask about before one does it; nobody is asked whether to be glad. */
bool menu_warning(const Game *g, const State *s, int seat, Move m, Text *out) {
    Phrase phrase[PHRASES_MAX];
    int n = g->warn ? g->warn(s, seat, m, phrase) : 0, costs = 0;
    for (int i = 0; i < n; i++)
        if (!phrase[i].gain) phrase[costs++] = phrase[i];
    join(phrase, costs, out);
    return costs > 0;
}

/* ---- Making and finding ----------------------------------------------------------------------------- */

/* Digits alone: what could be a place in the list. */
static bool is_number(const char *text) {
    if (!*text) return false;
    for (; *text; text++)
        if (!isdigit((unsigned char)*text)) return false;
    return true;
}

/* Only a list in which no move is itself a number is numbered. */
void menu_make(Menu *menu, const Game *g, const State *s, int seat) {
    *menu = (Menu){.game = g, .state = s, .seat = seat, .numbered = true};
    menu->count = g->legal(s, seat, menu->move);
    for (int i = 0; i < menu->count; i++) {
        Text text = text_in(menu->token[i], TOKEN_MAX);
        g->put_move(s, seat, menu->move[i], &text);
        if (is_number(menu->token[i])) menu->numbered = false;
    }
}

/* Capitals are forgiven, but not where two moves differ by them alone: exact comes first. */
static bool by_token(const Menu *menu, const char *text, bool exact, Move *out) {
    for (int i = 0; i < menu->count; i++)
        if ((exact ? strcmp : strcasecmp)(menu->token[i], text) == 0) {
            *out = menu->move[i];
            return true;
        }
    return false;
}

/* So that a line of the list can be typed, or pasted, as it stands there. */
static bool by_words(const Menu *menu, const char *text, Move *out) {
    for (int i = 0; i < menu->count; i++) {
        char words[WORDS_MAX];
        Text t = text_in(words, sizeof words);
        menu_words(menu->game, menu->state, menu->seat, menu->move[i], &t);
        if (strcasecmp(words, text) == 0) {
            *out = menu->move[i];
            return true;
        }
    }
    return false;
}

/* A token that is a number (in games whose moves are numbers) means the move, never a place in the list: then menus
 * are not numbered. */
bool menu_find(const Menu *menu, const char *text, Move *out) {
    if (by_token(menu, text, true, out) || by_token(menu, text, false, out)) return true;
    if (!menu->numbered || !is_number(text)) return by_words(menu, text, out);
    int number = strlen(text) > 4 ? 0 : atoi(text);
    if (number < 1 || number > menu->count) return false;
    *out = menu->move[number - 1];
    return true;
}

/* ---- Printing --------------------------------------------------------------------------------------- */

/* How many boxes and dice a move changes. */
static int touches(const Menu *menu, int i) {
    uint8_t touched[TOUCH_MAX];
    return menu->game->touch(menu->state, menu->seat, menu->move[i], touched);
}

/* The moves of a list that is cut: those that touch the least, and one that touches the most. */
static int pick(const Menu *menu, int *shown) {
    int least = TOUCH_MAX, most = 0, most_at = -1, n = 0;
    for (int i = 0; i < menu->count; i++) {
        int t = touches(menu, i);
        if (t > 0 && t < least) least = t;
        if (t > most) {
            most = t;
            most_at = i;
        }
    }
    for (int i = 0; i < menu->count; i++)
        if ((touches(menu, i) <= least && n < MOST) || i == most_at) shown[n++] = i;
    return n;
}

/* A list being printed. */
typedef struct Page {
    int shown[MOVES_MAX], count; /* places in the menu */
    int token_width, width;      /* the widest token and the widest item */
    int lines;                   /* of the screen that it takes */
} Page;

/* Tokens are ASCII, so their bytes are their columns; words are not, and come last. */
static void item_text(const Menu *menu, int i, int token_width, Text *out) {
    char number[16];
    snprintf(number, sizeof number, "%3d  ", i + 1);
    text_str(out, menu->numbered ? number : "  ");
    text_str(out, menu->token[i]);
    for (int n = (int)strlen(menu->token[i]); n < token_width + 2; n++) text_char(out, ' ');
    menu_words(menu->game, menu->state, menu->seat, menu->move[i], out);
}

/* Up to six moves stand in one column, which is read faster; more are set in as many columns as the terminal has room
 * for, all as wide as the widest. */
static void measure(const Menu *menu, Page *p) {
    p->token_width = p->width = 0;
    for (int i = 0; i < p->count; i++) {
        int n = (int)strlen(menu->token[p->shown[i]]);
        if (n > p->token_width) p->token_width = n;
    }
    for (int i = 0; i < p->count; i++) {
        char text[WORDS_MAX];
        Text t = text_in(text, sizeof text);
        item_text(menu, p->shown[i], p->token_width, &t);
        if (canvas_width(text) > p->width) p->width = canvas_width(text);
    }
    int columns = p->count <= 6 ? 1 : draw_terminal_width() / (p->width + 2);
    if (columns < 1) columns = 1;
    p->lines = (p->count + columns - 1) / columns;
}

/* Down the columns, not across: the list is in an order, and that is how people read one. */
static void print_page(const Menu *menu, const Page *p) {
    for (int line = 0; line < p->lines; line++) {
        for (int i = line; i < p->count; i += p->lines) {
            char text[WORDS_MAX];
            Text t = text_in(text, sizeof text);
            item_text(menu, p->shown[i], p->token_width, &t);
            printf("  %s%*s", text, i + p->lines < p->count ? p->width - canvas_width(text) : 0, "");
        }
        putchar('\n');
    }
}

/* A list that would fill the screen is cut to moves that show how all of them are written; `moves` gives the rest. */
void menu_print(const Menu *menu, bool all) {
    Page p = {.count = menu->count};
    for (int i = 0; i < menu->count; i++) p.shown[i] = i;
    measure(menu, &p);
    if (!all && p.lines > LINES) {
        p.count = pick(menu, p.shown);
        measure(menu, &p);
    }
    print_page(menu, &p);
    if (p.count == menu->count) return;
    char more[16];
    snprintf(more, sizeof more, "%d", menu->count - p.count);
    prompt_tell(N_("and {0} more, written like {1}; `moves` lists them all"), more, menu->token[menu->count / 3 * 2],
                2);
}
