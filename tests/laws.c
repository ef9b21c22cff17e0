/* laws.c: what must hold for every game, asked at every node of thousands of random games with every
 * number of seats. A new game is tested by being listed. The number of games for each game and seat count
 * is the first argument (default 300). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/game.h"

static int games_each = 300;

/* What a law is being asked about; printed when it does not hold. */
typedef struct Case {
    const Game *g;
    const AnyState *s;
    uint64_t number;
} Case;

__attribute__((noreturn)) static void broken(const Case *c, const char *law) {
    char text[POSITION_MAX];
    Text out = text_in(text, sizeof text);
    game_put_state(c->g, &c->s->head, &out);
    fail_msg("law broken: %s\n  game %s, random game %llu\n  at %s", law, c->g->name, (unsigned long long)c->number,
             text);
    abort();
}

static void must(const Case *c, bool holds, const char *law) {
    if (!holds) broken(c, law);
}

static bool same(const Game *g, const AnyState *a, const AnyState *b) { return memcmp(a, b, g->size) == 0; }

/* ---- Laws of the head, the moves and the outcomes --------------------------------------------------- */

static void law_head(const Case *c) {
    const State *h = &c->s->head;
    must(c, h->node <= NODE_OVER, "the node is of a known kind");
    must(c, (h->node == NODE_MOVE) == (h->movers != 0), "there are movers exactly at a decision");
    must(c, (h->movers & ~state_all(h)) == 0, "only seats at the table move");
    must(c, h->active < h->seats, "the active seat sits at the table");
    must(c, (h->phase == PHASE_OVER) == (h->node == NODE_OVER), "the phase is over exactly at the end");
    for (size_t i = c->g->size; i < STATE_MAX; i++) must(c, c->s->bytes[i] == 0, "nothing is written past the state");
}

static void law_legal(const Case *c) {
    Move legal[MOVES_MAX + 8];
    for (int seat = 0; seat < c->s->head.seats; seat++) {
        int n = c->g->legal(&c->s->head, seat, legal);
        must(c, (n > 0) == state_moves(&c->s->head, seat), "legal moves are non-empty exactly for movers");
        must(c, n <= MOVES_MAX, "there is room for all legal moves");
        for (int i = 1; i < n; i++) must(c, legal[i - 1] < legal[i], "legal moves ascend and are unique");
    }
}

static void put_move(const Case *c, int seat, Move m, char *room) {
    Text out = text_in(room, TOKEN_MAX);
    c->g->put_move(&c->s->head, seat, m, &out);
    must(c, !out.full && room[0] && !strchr(room, ' '), "a move's text is a token");
    must(c, m != MOVE_PASS || strcmp(room, "-") == 0, "0 is pass or keep, written -");
}

static void law_move_text(const Case *c) {
    Move legal[MOVES_MAX], back;
    char a[TOKEN_MAX], b[TOKEN_MAX];
    for (int seat = 0; seat < c->s->head.seats; seat++) {
        int n = c->g->legal(&c->s->head, seat, legal);
        for (int i = 0; i < n; i++) {
            put_move(c, seat, legal[i], a);
            must(c, game_get_move(c->g, &c->s->head, seat, a, &back) && back == legal[i], "a move's text comes back");
            if (i) put_move(c, seat, legal[i - 1], b);
            must(c, !i || strcmp(a, b) != 0, "different moves have different texts");
        }
    }
}

static void law_outcome(const Case *c, Rng *rng) {
    uint32_t n = c->g->outcomes(&c->s->head), back;
    char text[TOKEN_MAX];
    must(c, n > 0 && n < OUTCOME_HIDDEN, "something can happen at a chance node");
    for (int i = 0; i < 4; i++) {
        uint32_t outcome = i == 0 ? 0 : i == 1 ? n - 1 : rng_below(rng, n);
        Text out = text_in(text, sizeof text);
        if (c->g->weight) must(c, c->g->weight(&c->s->head, outcome) > 0, "weights are positive");
        c->g->put_outcome(&c->s->head, outcome, &out);
        must(c, !out.full && text[0] && !strchr(text, ' '), "an outcome's text is a token");
        must(c, c->g->get_outcome(&c->s->head, text, &back) && back == outcome, "an outcome's text comes back");
        strcat(text, "1");
        must(c, !c->g->get_outcome(&c->s->head, text, &back), "an outcome with something after it is refused");
        must(c, !c->g->get_outcome(&c->s->head, "?", &back), "nothing is hidden in a full state");
    }
}

/* ---- Laws of texts and points ----------------------------------------------------------------------- */

/* What lies on the table once that roll has fallen. */
static int pieces_of_roll(const Case *c, uint32_t roll, Piece *pieces) {
    AnyState after = *c->s;
    c->g->chance(&after.head, roll);
    return c->g->pieces(&after.head, c->s->head.active, pieces);
}

/* What each die shows follows from one digit of the roll's number, written in sixes, which is how the page asks for
 * real dice (wasm.c) without going through all rolls. */
static void law_dice(const Case *c, Rng *rng) {
    uint32_t n = c->g->outcomes(&c->s->head), roll = rng_below(rng, n);
    Piece fallen[PIECES_MAX], one[PIECES_MAX];
    bool known[PIECES_MAX] = {false};
    if (strcmp(c->g->chance_word, "roll") != 0) return;
    int count = pieces_of_roll(c, roll, fallen);
    for (uint32_t place = 1; place <= n; place *= 6) {
        must(c, pieces_of_roll(c, roll / place % 6 * place, one) == count, "every roll brings as many dice");
        for (int k = 0; k < count; k++)
            known[k] |=
                one[k].colour == fallen[k].colour && one[k].value == fallen[k].value && one[k].kind == fallen[k].kind;
    }
    for (int k = 0; k < count; k++) must(c, known[k], "a die shows the face of a digit of its roll");
}

static void law_state_text(const Case *c) {
    char text[POSITION_MAX];
    AnyState back;
    const char *why = "";
    Text out = text_in(text, sizeof text);
    game_put_state(c->g, &c->s->head, &out);
    must(c, !out.full, "there is room for a state's text");
    bool good = game_get_state_of(c->g, text, &back, &why);
    must(c, good, why);
    must(c, same(c->g, &back, c->s), "a state's text comes back to the same bytes");
}

static void law_scores(const Case *c) {
    int points[SEATS_MAX], part[PARTS_MAX];
    c->g->scores(&c->s->head, points);
    for (int seat = 0; seat < c->s->head.seats; seat++) {
        int sum = 0, n = 0;
        c->g->part_values(&c->s->head, seat, part);
        while (c->g->parts[n]) sum += part[n++];
        must(c, n <= PARTS_MAX && sum == points[seat], "the parts sum to the score");
        must(c, points[seat] >= c->g->score_min && points[seat] <= c->g->score_max, "scores stay within the limits");
    }
}

/* ---- Laws of views ---------------------------------------------------------------------------------- */

static AnyState view_of(const Case *c, int seat) {
    AnyState view = *c->s;
    game_hide(c->g, &view.head, seat);
    return view;
}

static void law_view(const Case *c, int seat, Rng *rng) {
    Move full[MOVES_MAX], seen[MOVES_MAX];
    AnyState view = view_of(c, seat), again = view;
    Case at_view = {.g = c->g, .s = &view, .number = c->number};
    law_state_text(&at_view);
    int n = c->g->legal(&c->s->head, seat, full);
    must(c, c->g->legal(&view.head, seat, seen) == n && memcmp(full, seen, sizeof(Move) * (size_t)n) == 0,
         "a view suffices for legal");
    for (int i = 0; i < 2; i++) {
        AnyState guess = view;
        game_guess(c->g, &guess.head, rng);
        must(c, guess.head.viewer == VIEWER_ALL, "a guess is a full state");
        Case at_guess = {.g = c->g, .s = &guess, .number = c->number};
        law_state_text(&at_guess);
        game_hide(c->g, &guess.head, seat);
        must(c, same(c->g, &guess, &view), "hide(guess(view)) is the view");
    }
    game_hide(c->g, &again.head, seat);
    must(c, same(c->g, &again, &view), "hiding twice is hiding once");
}

/* What a seat cannot know changes nothing it can see. Two states that look the same to a seat, one of them the full
 * one, must give it the same of everything that a front end may show: the sheets and the points of all seats, the
 * pieces as it sees them, what counts, and its moves, with their texts, what they touch, what is said of them and what
 * is warned of. */
typedef struct Sight {
    const Case *c;  /* for what is printed; c->s is the full state */
    const State *a; /* the full state */
    const State *b; /* what must look the same: the seat's view, or another full state that this view allows */
    int seat;       /* whose eyes; -1: a spectator's */
} Sight;

/* How many boxes a printed sheet has; found once, because a layout is long. */
static int boxes_of(const Game *g, int sheet) {
    static const Game *known;
    static int boxes[UINT8_MAX + 1];
    if (known != g)
        for (int i = 0; i < g->sheets; i++) {
            Layout l = {.box_count = 0};
            g->layout(i, &l);
            boxes[i] = l.box_count;
        }
    known = g;
    return boxes[sheet];
}

static void same_sheets(const Sight *w) {
    const Game *g = w->c->g;
    int points[2][SEATS_MAX] = {{0}}, part[2][PARTS_MAX] = {{0}};
    g->scores(w->a, points[0]);
    g->scores(w->b, points[1]);
    for (int seat = 0; seat < w->a->seats; seat++) {
        int sheet = g->sheet_of ? g->sheet_of(w->a, seat) : 0;
        must(w->c, points[0][seat] == points[1][seat], "points are no secret, and tell none");
        must(w->c, sheet == (g->sheet_of ? g->sheet_of(w->b, seat) : 0), "a secret changes no sheet");
        must(w->c, g->rows_done(w->a, seat) == g->rows_done(w->b, seat), "a secret completes no row");
        g->part_values(w->a, seat, part[0]);
        g->part_values(w->b, seat, part[1]);
        must(w->c, memcmp(part[0], part[1], sizeof part[0]) == 0, "a secret changes no part of a score");
        for (int i = 0; i < boxes_of(g, sheet); i++) {
            Look look[2] = {{0}};
            g->look(w->a, seat, i, &look[0]);
            g->look(w->b, seat, i, &look[1]);
            must(w->c, look[0].mark == look[1].mark && look[0].value == look[1].value, "a secret is written in no box");
        }
    }
}

static void same_pieces(const Sight *w) {
    Piece a[PIECES_MAX], b[PIECES_MAX];
    memset(a, 0, sizeof a);
    memset(b, 0, sizeof b);
    int n = w->c->g->pieces(w->a, w->seat, a);
    must(w->c, n == w->c->g->pieces(w->b, w->seat, b) && memcmp(a, b, sizeof a) == 0,
         "a seat sees the same pieces whatever it cannot know");
}

static void same_counts(const Sight *w) {
    Count a[COUNTS_MAX], b[COUNTS_MAX];
    if (!w->c->g->counts) return;
    memset(a, 0, sizeof a);
    memset(b, 0, sizeof b);
    int n = w->c->g->counts(w->a, w->seat, a);
    must(w->c, n == w->c->g->counts(w->b, w->seat, b) && memcmp(a, b, sizeof a) == 0, "what counts tells no secret");
}

static bool same_phrases(const Phrase *a, int n, const Phrase *b, int m) {
    for (int i = 0; i < n && i < m; i++)
        if (strcmp(a[i].id, b[i].id) != 0 || memcmp(a[i].arg, b[i].arg, sizeof a[i].arg) != 0) return false;
    return n == m;
}

/* The text and the words of a seat's move: they are shown to that seat before, and to everybody after it was made. */
static void same_words(const Sight *w, int seat, Move m) {
    const Game *g = w->c->g;
    char text[2][TOKEN_MAX];
    Phrase said[2][PHRASES_MAX];
    memset(said, 0, sizeof said);
    Text out[2] = {text_in(text[0], TOKEN_MAX), text_in(text[1], TOKEN_MAX)};
    g->put_move(w->a, seat, m, &out[0]);
    g->put_move(w->b, seat, m, &out[1]);
    must(w->c, strcmp(text[0], text[1]) == 0, "a move has the same text whatever a seat cannot know");
    int n = g->say(w->a, seat, m, said[0]);
    must(w->c, same_phrases(said[0], n, said[1], g->say(w->b, seat, m, said[1])),
         "what is said of a move tells no secret");
}

static void same_moves(const Sight *w) {
    const Game *g = w->c->g;
    Move legal[2][MOVES_MAX];
    int n = g->legal(w->a, w->seat, legal[0]);
    must(w->c, n == g->legal(w->b, w->seat, legal[1]) && memcmp(legal[0], legal[1], sizeof(Move) * (size_t)n) == 0,
         "what a seat cannot know neither forbids nor allows a move");
    for (int i = 0; i < n; i++) {
        uint8_t touched[2][TOUCH_MAX] = {{0}};
        Phrase warned[2][PHRASES_MAX];
        memset(warned, 0, sizeof warned);
        same_words(w, w->seat, legal[0][i]);
        must(w->c,
             g->touch(w->a, w->seat, legal[0][i], touched[0]) == g->touch(w->b, w->seat, legal[0][i], touched[1]) &&
                 memcmp(touched[0], touched[1], TOUCH_MAX) == 0,
             "what a move touches tells no secret");
        int count = g->warn(w->a, w->seat, legal[0][i], warned[0]);
        must(w->c, same_phrases(warned[0], count, warned[1], g->warn(w->b, w->seat, legal[0][i], warned[1])),
             "a warning tells no secret");
    }
}

/* Asked of the seat's view, by which a client draws, and of another full state that the view allows. Where the game
 * hides nothing there is no other, and the view differs in nothing but its `viewer`: one pair of eyes is enough for the
 * sheets. */
static void law_unknown(const Case *c, int seat, Rng *rng) {
    AnyState other[2] = {view_of(c, seat), view_of(c, seat)};
    game_guess(c->g, &other[1].head, rng);
    for (int i = 0; i < (c->g->hide ? 2 : 1); i++) {
        Sight w = {.c = c, .a = &c->s->head, .b = &other[i].head, .seat = seat};
        if (c->g->hide || seat < 0) same_sheets(&w);
        same_pieces(&w);
        if (seat < 0) continue;
        same_counts(&w);
        same_moves(&w);
    }
}

/* ---- Laws of the sheet ------------------------------------------------------------------------------ */

static void law_sheet(const Case *c, int seat) {
    const Game *g = c->g;
    const State *h = &c->s->head;
    Layout l;
    Piece piece[PIECES_MAX];
    Look look;
    memset(&l, 0, sizeof l);
    int sheet = g->sheet_of ? g->sheet_of(h, seat) : 0;
    must(c, sheet >= 0 && sheet < g->sheets, "every seat has a printed sheet");
    g->layout(sheet, &l);
    must(c, l.box_count <= BOXES_MAX && l.row_count <= ROWS_MAX, "there is room for the sheet");
    for (int i = 0; i < l.box_count; i++) {
        const Box *b = &l.boxes[i];
        must(c, b->x >= 0 && b->y >= 0 && b->x + b->w <= l.w && b->y + b->h <= l.h, "boxes lie on the sheet");
        g->look(h, seat, i, &look);
        must(c, look.mark <= MARK_STRUCK, "a box holds a known mark");
    }
    int pieces = g->pieces(h, seat, piece);
    must(c, pieces >= 0 && pieces <= PIECES_MAX, "there is room for the pieces");
    Move legal[MOVES_MAX];
    int n = g->legal(h, seat, legal);
    for (int i = 0; i < n; i++) {
        uint8_t touched[TOUCH_MAX];
        Phrase phrase[PHRASES_MAX];
        int t = g->touch(h, seat, legal[i], touched);
        must(c, t <= TOUCH_MAX, "there is room for what a move touches");
        for (int k = 0; k < t; k++)
            must(c, touched[k] < TOUCH_PIECE ? touched[k] < l.box_count : touched[k] - TOUCH_PIECE < pieces,
                 "a move touches boxes and pieces that are there");
        int said = g->say(h, seat, legal[i], phrase), warned = g->warn(h, seat, legal[i], phrase);
        must(c, said >= 1 && said <= PHRASES_MAX && warned >= 0 && warned <= PHRASES_MAX, "every move can be said");
    }
}

static bool counts_with(const Count *counts, int n, int colour, int value) {
    for (int i = 0; i < n; i++)
        if (counts[i].value == value && counts[i].colours >> colour & 1) return true;
    return false;
}

/* What a move brings to a box: the number written, or the one printed where it is crossed; false: neither. */
static bool written(const Game *g, const AnyState *after, int seat, int index, const Box *box, int *value) {
    Look look;
    g->look(&after->head, seat, index, &look);
    if (look.mark == MARK_NUMBER || look.mark == MARK_HIT) *value = look.value;
    if (look.mark == MARK_CROSS) *value = atoi(box->label);
    return look.mark == MARK_NUMBER || look.mark == MARK_HIT || (look.mark == MARK_CROSS && box->label[0]);
}

/* Whatever a seat writes or crosses was told by counts(), in the colour of its box. */
static void law_counted(const Case *c, const Layout *l, int seat, Move m, const Count *counts, int n) {
    uint8_t touched[TOUCH_MAX];
    AnyState after = *c->s;
    Move joint[SEATS_MAX] = {0}, legal[MOVES_MAX];
    int t = c->g->touch(&c->s->head, seat, m, touched), value;
    for (int i = 0; i < c->s->head.seats; i++)
        if (c->g->legal(&c->s->head, i, legal) > 0) joint[i] = legal[0];
    joint[seat] = m;
    c->g->play(&after.head, joint);
    for (int k = 0; k < t; k++) {
        if (touched[k] >= TOUCH_PIECE) continue;
        const Box *box = &l->boxes[touched[k]];
        int colour = box->colour || box->row == ROW_NONE ? box->colour : l->rows[box->row].colour;
        if (written(c->g, &after, seat, touched[k], box, &value))
            must(c, counts_with(counts, n, colour, value), "what is written counted");
    }
}

static void law_counts(const Case *c, int seat) {
    Count counts[COUNTS_MAX];
    Piece piece[PIECES_MAX];
    Move legal[MOVES_MAX];
    Layout l;
    if (!c->g->counts) return;
    const State *h = &c->s->head;
    int n = c->g->counts(h, seat, counts), pieces = c->g->pieces(h, seat, piece);
    must(c, n >= 0 && n <= COUNTS_MAX, "there is room for what counts");
    for (int i = 0; i < n; i++) {
        int sum = 0;
        must(c, counts[i].pieces != 0 && counts[i].pieces >> pieces == 0,
             "what counts comes from pieces that are there");
        for (int k = 0; k < pieces; k++)
            if (counts[i].pieces >> k & 1) sum += piece[k].value;
        must(c, sum == counts[i].value, "what counts is the sum of its pieces");
    }
    c->g->layout(c->g->sheet_of ? c->g->sheet_of(h, seat) : 0, &l);
    for (int i = 0, moves = c->g->legal(h, seat, legal); i < moves; i++) law_counted(c, &l, seat, legal[i], counts, n);
}

/* A printed table of points gives the points of the rows, which are the first parts of the score. */
static void law_scale(const Case *c, int seat) {
    const Game *g = c->g;
    const State *h = &c->s->head;
    Layout l;
    Look look;
    int part[PARTS_MAX];
    g->layout(g->sheet_of ? g->sheet_of(h, seat) : 0, &l);
    g->part_values(h, seat, part);
    for (int r = 0; r < l.row_count && l.scale.steps; r++) {
        int marked = 0, sum = 0;
        for (int i = 0; i < l.box_count; i++) {
            if (l.boxes[i].row != r || l.boxes[i].shape == SHAPE_SCORE) continue;
            g->look(h, seat, i, &look);
            marked += look.mark == l.scale.mark;
            if (look.mark == MARK_NUMBER || look.mark == MARK_HIT) sum += look.value;
        }
        must(c, marked <= l.scale.steps, "the table of points is long enough");
        int points = marked ? l.scale.points[marked - 1] : 0;
        must(c, part[r] == points + (l.scale.adds_numbers ? sum : 0), "a row scores what the table of points says");
    }
}

/* ---- Playing ---------------------------------------------------------------------------------------- */

/* The seat's view carried forward by what the seat sees must be the view of what came. */
static void law_forward(const Case *c, const AnyState *next, const Move *joint, uint32_t outcome) {
    const Game *g = c->g;
    for (int seat = -1; seat < c->s->head.seats; seat++) {
        AnyState view = view_of(c, seat), after = *next;
        if (c->s->head.node == NODE_CHANCE) {
            char text[TOKEN_MAX];
            uint32_t seen;
            Text out = text_in(text, sizeof text);
            g->put_outcome(&c->s->head, outcome, &out);
            if (g->get_outcome(&view.head, "?", &seen))
                must(c, seen == OUTCOME_HIDDEN, "a ? is a hidden outcome");
            else
                must(c, g->get_outcome(&view.head, text, &seen), "a view takes the outcome's text");
            g->chance(&view.head, seen);
        } else {
            Sight w = {.c = c, .a = &c->s->head, .b = &view.head, .seat = seat};
            for (int mover = 0; mover < c->s->head.seats; mover++)
                if (state_moves(&c->s->head, mover)) same_words(&w, mover, joint[mover]);
            g->play(&view.head, joint);
        }
        game_hide(g, &after.head, seat);
        must(c, same(g, &view, &after), "a view carried forward is the view of what came");
    }
}

static void step(const Case *c, AnyState *next, Rng *rng) {
    const Game *g = c->g;
    AnyState again;
    Move joint[SEATS_MAX] = {0}, legal[MOVES_MAX];
    uint32_t outcome = 0;
    *next = again = *c->s;
    if (c->s->head.node == NODE_CHANCE) {
        outcome = game_roll(g, &c->s->head, rng);
        g->chance(&next->head, outcome);
        g->chance(&again.head, outcome);
    } else {
        for (int seat = 0; seat < c->s->head.seats; seat++)
            if (state_moves(&c->s->head, seat))
                joint[seat] = legal[rng_below(rng, (uint32_t)g->legal(&c->s->head, seat, legal))];
        g->play(&next->head, joint);
        g->play(&again.head, joint);
    }
    must(c, same(g, next, &again), "playing is deterministic");
    must(c, next->head.seats == c->s->head.seats && next->head.viewer == VIEWER_ALL, "the table stays as it is");
    law_forward(c, next, joint, outcome);
}

static void laws_here(const Case *c, Rng *rng) {
    law_head(c);
    law_legal(c);
    law_state_text(c);
    law_scores(c);
    if (c->s->head.node == NODE_MOVE) law_move_text(c);
    if (c->s->head.node == NODE_CHANCE) law_outcome(c, rng), law_dice(c, rng);
    for (int seat = 0; seat < c->s->head.seats; seat++) {
        law_sheet(c, seat);
        law_counts(c, seat);
        law_scale(c, seat);
        law_view(c, seat, rng);
    }
    for (int seat = -1; seat < c->s->head.seats; seat++) law_unknown(c, seat, rng);
}

/* Every option is asked as a question, with words for each of its values or sheets to look at. */
static void law_options(const Case *c) {
    for (int i = 0; i < game_option_count(c->g); i++) {
        const Option *o = &c->g->options[i];
        int values = 0, words = 0;
        while (o->values && o->values[values]) values++;
        while (o->words && o->words[words]) words++;
        must(c, o->question && values == words, "an option has a question, and words for each value");
        must(c, values || (o->form && o->get && o->put), "an option has values or a form");
        must(c, !o->sheets || c->g->sheets > 1, "who chooses a sheet has several to choose from");
    }
}

/* The options of random game number `number`: the defaults, and every word of every list in turn. */
static void options_of_game(const Game *g, uint64_t number, int *option) {
    for (int i = 0; i < game_option_count(g); i++) {
        int values = 0;
        while (g->options[i].values && g->options[i].values[values]) values++;
        option[i] = values ? (int)(number % (uint64_t)values) : 0;
    }
}

static void random_game(const Game *g, int seats, uint64_t number) {
    Rng rng = rng_stream(20261116, number);
    AnyState s = {0}, next;
    int nodes = 0, option[OPTIONS_MAX] = {0}, back[OPTIONS_MAX] = {0};
    options_of_game(g, number, option);
    g->start(&s.head, seats, option);
    Case c = {.g = g, .s = &s, .number = number};
    law_options(&c);
    if (g->options_of) g->options_of(&s.head, back);
    must(&c, memcmp(option, back, sizeof option) == 0, "a state knows its options");
    for (;; nodes++) {
        laws_here(&c, &rng);
        if (s.head.node == NODE_OVER) return;
        must(&c, nodes < g->nodes_max, "games end within the bound");
        step(&c, &next, &rng);
        s = next;
    }
}

static void laws_of(const Game *g) {
    for (int seats = g->min_seats; seats <= g->max_seats; seats++)
        for (int i = 0; i < games_each; i++) random_game(g, seats, (uint64_t)(seats * 1000003 + i));
}

static void test_laws(void **state) { laws_of(*state); }

int main(int argc, char **argv) {
    if (argc > 1) games_each = atoi(argv[1]);
    struct CMUnitTest tests[32];
    size_t n = 0;
    tests[n++] = (struct CMUnitTest)cmocka_unit_test_prestate(test_laws, (void *)(uintptr_t)&null_game);
    for (const Game *const *g = games; *g; g++)
        tests[n++] =
            (struct CMUnitTest){.name = (*g)->name, .test_func = test_laws, .initial_state = (void *)(uintptr_t)*g};
    return _cmocka_run_group_tests("laws", tests, n, NULL, NULL);
}
