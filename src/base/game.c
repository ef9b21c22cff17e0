/* game.c: what every game gets for nothing from its table of functions. See game.h. */
#include "base/game.h"

#include <string.h>

#include "base/play_out.h"

const Game *game_find(const char *name) {
    for (const Game *const *g = games; *g; g++)
        if (strcmp((*g)->name, name) == 0) return *g;
    return NULL;
}

void game_start(const Game *g, State *s, int seats) {
    static const int defaults[OPTIONS_MAX];
    g->start(s, seats, defaults);
}

/* ---- Options ---------------------------------------------------------------------------------------- */

int game_option_count(const Game *g) {
    int n = 0;
    if (g->options)
        while (g->options[n].name) n++;
    return n;
}

static bool get_value(const Option *o, const char *text, int *value) {
    if (!o->values) return o->get(text, value);
    for (int i = 0; o->values[i]; i++)
        if (strcmp(o->values[i], text) == 0) {
            *value = i;
            return true;
        }
    return false;
}

/* The name must end where the `=` is: otherwise an option whose name begins another's would take its value. */
bool game_get_option(const Game *g, const char *text, int *option, int *index, const char **why) {
    const char *equals = strchr(text, '=');
    size_t length = equals ? (size_t)(equals - text) : strlen(text);
    for (int i = 0; i < game_option_count(g); i++) {
        const Option *o = &g->options[i];
        if (strlen(o->name) != length || memcmp(o->name, text, length) != 0) continue;
        *why = N_("the option has no such value");
        if (!equals || !get_value(o, equals + 1, &option[i])) return false;
        *index = i;
        return true;
    }
    *why = N_("the game has no such option");
    return false;
}

void game_put_option(const Game *g, int index, int value, int seats, Text *out) {
    const Option *o = &g->options[index];
    text_str(out, o->name);
    text_char(out, '=');
    if (o->values)
        text_str(out, o->values[value]);
    else
        o->put(value, seats, out);
}

/* Asked apart from reading, because the number of seats may be known only later. */
bool game_options_fit(const Game *g, const int *option, int seats, const char **why) {
    for (int i = 0; i < game_option_count(g); i++) {
        const Option *o = &g->options[i];
        if (o->fits && !o->fits(option[i], seats)) {
            *why = N_("an option does not fit the number of seats");
            return false;
        }
    }
    return true;
}

/* ---- Views ------------------------------------------------------------------------------------------ */

void game_hide(const Game *g, State *s, int seat) {
    s->viewer = seat < 0 ? VIEWER_NONE : (uint8_t)(seat + 1);
    if (g->hide) g->hide(s);
}

void game_guess(const Game *g, State *s, Rng *rng) {
    int viewer = s->viewer;
    if (viewer == VIEWER_ALL) return;
    s->viewer = VIEWER_ALL;
    if (g->guess) g->guess(s, viewer, rng);
}

/* ---- Moves and outcomes ----------------------------------------------------------------------------- */

/* Compared with the writing of each legal move, see "Moves have no parser" in docs/architecture.md: there is nothing to
 * keep in step. */
bool game_get_move(const Game *g, const State *s, int seat, const char *token, Move *out) {
    Move legal[MOVES_MAX];
    char room[TOKEN_MAX];
    int n = g->legal(s, seat, legal);
    for (int i = 0; i < n; i++) {
        Text text = text_in(room, sizeof room);
        g->put_move(s, seat, legal[i], &text);
        if (strcmp(room, token) == 0) {
            *out = legal[i];
            return true;
        }
    }
    return false;
}

bool game_read_move(const Game *g, const State *s, int seat, const char *token, Move *out) {
    bool unseen = s->viewer != VIEWER_ALL && s->viewer != seat + 1;
    if (unseen && g->get_hidden_move) return g->get_hidden_move(s, seat, token, out);
    return game_get_move(g, s, seat, token, out);
}

bool game_is_legal(const Game *g, const State *s, int seat, Move move) {
    Move legal[MOVES_MAX];
    int n = g->legal(s, seat, legal);
    for (int i = 0; i < n; i++)
        if (legal[i] == move) return true;
    return false;
}

uint32_t game_roll(const Game *g, const State *s, Rng *rng) { return roll_with(g, s, rng); }

long game_play_out(const Game *g, State *s, Rng *rng) {
    return g->play_out ? g->play_out(s, rng) : play_out_with(g, s, rng);
}

/* ---- The state as a line of text -------------------------------------------------------------------- */

static void put_field(Text *out, const char *name, int value) {
    text_char(out, ' ');
    text_str(out, name);
    text_char(out, '=');
    text_int(out, value);
}

/* Defaults are left out, so that a text from before an option was invented is still the proper one. */
void game_put_state(const Game *g, const State *s, Text *out) {
    int option[OPTIONS_MAX] = {0};
    if (g->options_of) g->options_of(s, option);
    text_str(out, g->name);
    put_field(out, "seats", s->seats);
    for (int i = 0; i < game_option_count(g); i++)
        if (option[i]) {
            text_char(out, ' ');
            game_put_option(g, i, option[i], s->seats, out);
        }
    put_field(out, "turn", s->turn);
    put_field(out, "active", s->active);
    if (s->viewer == VIEWER_NONE)
        text_str(out, " viewer=none");
    else if (s->viewer != VIEWER_ALL)
        put_field(out, "viewer", s->viewer - 1);
    text_str(out, " phase=");
    text_str(out, g->phases[s->phase].name);
    text_char(out, ' ');
    g->put_body(s, out);
}

static bool get_field(Scan *in, const char *name, int low, int high, int *out) {
    Scan back = *in;
    if (scan_char(in, ' ') && scan_word(in, name) && scan_char(in, '=') && scan_int(in, low, high, out)) return true;
    *in = back;
    return false;
}

/* Takes " name=value" if it is one of the game's options. */
static bool get_option_field(const Game *g, Scan *in, int *option) {
    if (*in->at != ' ') return false;
    char word[TOKEN_MAX];
    size_t n = strcspn(in->at + 1, " ");
    int index, before[OPTIONS_MAX];
    const char *why;
    memcpy(before, option, sizeof before);
    if (n >= sizeof word) return false;
    memcpy(word, in->at + 1, n);
    word[n] = '\0';
    if (!game_get_option(g, word, option, &index, &why)) return false;
    if (before[index] || !option[index]) { /* given twice, or the default, which is never written */
        memcpy(option, before, sizeof before);
        return false;
    }
    in->at += n + 1;
    return true;
}

static bool get_viewer(Scan *in, int seats, int *viewer) {
    int seat;
    *viewer = VIEWER_ALL;
    if (scan_word(in, " viewer=none"))
        *viewer = VIEWER_NONE;
    else if (get_field(in, "viewer", 0, seats - 1, &seat))
        *viewer = seat + 1;
    return true;
}

static bool get_phase(const Game *g, Scan *in, int *phase) {
    if (!scan_word(in, " phase=")) return false;
    size_t n = strcspn(in->at, " ");
    for (*phase = 0; g->phases[*phase].name; ++*phase) {
        const char *name = g->phases[*phase].name;
        if (strlen(name) == n && memcmp(name, in->at, n) == 0) {
            in->at += n;
            return scan_char(in, ' ');
        }
    }
    return false;
}

/* The head is asked whether it makes sense before the game reads the rest: get_body() may take that for granted. */
bool game_get_state_of(const Game *g, const char *text, AnyState *s, const char **why) {
    Scan in = {.at = text};
    int seats, turn, active, viewer, phase, option[OPTIONS_MAX] = {0};
    *why = "expected: GAME seats=N [OPTION=VALUE] turn=N active=SEAT [viewer=SEAT] phase=WORD ...";
    if (strlen(text) >= POSITION_MAX || !scan_word(&in, g->name)) return false;
    if (!get_field(&in, "seats", g->min_seats, g->max_seats, &seats)) return false;
    while (get_option_field(g, &in, option)) {
    }
    if (!get_field(&in, "turn", 0, UINT16_MAX, &turn) || !get_field(&in, "active", 0, seats - 1, &active)) return false;
    if (!get_viewer(&in, seats, &viewer) || !get_phase(g, &in, &phase)) return false;
    if (!game_options_fit(g, option, seats, why)) return false;

    memset(s, 0, sizeof *s);
    g->start(&s->head, seats, option);
    s->head.turn = (uint16_t)turn;
    s->head.active = (uint8_t)active;
    s->head.viewer = (uint8_t)viewer;
    s->head.phase = (uint8_t)phase;
    *why = "not a position of this game";
    if (!g->get_body(&s->head, &in, why)) return false;
    *why = "something follows the position";
    if (!scan_end(&in)) return false;

    /* Only the one way of writing a position is accepted. */
    char again[POSITION_MAX];
    Text out = text_in(again, sizeof again);
    game_put_state(g, &s->head, &out);
    *why = "the position is not written in its one proper way";
    return strcmp(again, text) == 0;
}

const Game *game_get_state(const char *text, AnyState *s, const char **why) {
    char name[TOKEN_MAX];
    size_t n = strcspn(text, " ");
    *why = "the position does not begin with the name of a game";
    if (n >= sizeof name) return NULL;
    memcpy(name, text, n);
    name[n] = '\0';
    const Game *g = game_find(name);
    return g && game_get_state_of(g, text, s, why) ? g : NULL;
}

/* ---- The sheet -------------------------------------------------------------------------------------- */

Box *layout_box(Layout *l, int x, int y, int row, Shape shape) {
    Box *b = &l->boxes[l->box_count++];
    *b = (Box){.x = (int16_t)x, .y = (int16_t)y, .w = UNIT, .h = UNIT, .row = (uint8_t)row, .shape = (uint8_t)shape};
    if (row != ROW_NONE) b->colour = l->rows[row].colour;
    return b;
}

void box_label(Box *b, int number) {
    Text text = text_in(b->label, sizeof b->label);
    text_int(&text, number);
}

/* ---- Counting --------------------------------------------------------------------------------------- */

/* Counted off the sheet, as a person would: a game that has no such boxes has no misthrows, and needs no function for
 * it. */
int game_misthrows(const Game *g, const State *s, int seat) {
    Layout layout;
    int marked = 0;
    g->layout(g->sheet_of ? g->sheet_of(s, seat) : 0, &layout);
    for (int i = 0; i < layout.box_count; i++) {
        Look look;
        if (layout.boxes[i].shape != SHAPE_MISTHROW) continue;
        g->look(s, seat, i, &look);
        marked += look.mark == MARK_CROSS;
    }
    return marked;
}

int game_ranks(const int *points, int seats, int *rank) {
    int first = 0;
    for (int i = 0; i < seats; i++) {
        rank[i] = 1;
        for (int j = 0; j < seats; j++) rank[i] += points[j] > points[i];
        first += rank[i] == 1;
    }
    return first;
}
