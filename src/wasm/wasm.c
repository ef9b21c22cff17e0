/* wasm.c: the engine for a browser. What goes in is numbers and one text in a shared room (wasm_room); what
 * comes out is JSON or plain text in another (wasm_out, wasm_length), valid until the next call. A match is
 * known by its handle, a number that is not 0.
 *
 * Texts for people leave as message ids with their arguments, ["cross {c0} {1}",4,7,0]; the page translates
 * them with the same catalogues as the rest. Nothing here knows a game. */
#include <stdlib.h>
#include <string.h>

#include "arena/roster.h"
#include "bots/mind.h"
#include "host/json.h"
#include "match/dice.h"
#include "match/fair.h"
#include "match/record.h"
#include "wasm/layout.h"
#include "wasm/wasm.h"
#include "wasm/weights.h"

/* The clock of whoever runs this, in seconds. */
__attribute__((import_module("env"), import_name("now"))) double env_now(void);

enum { ROOM = 1 << 18, LISTED_MAX = 64, PLAYOUTS_MAX = 4000 };
enum { GUESSES = 3000, UNSEEN_PIECES = 64, UNSEEN_MOVES = 1023, UNSEEN_SLOTS = 4096 };

static char room[ROOM]; /* the text that comes in, NUL-terminated by the caller */
static Buffer out;      /* the text that goes out */

static void begin(void) {
    out.length = 0;
    out.failed = false;
    if (out.bytes) out.bytes[0] = '\0';
}

EXPORT(room_size) int wasm_room_size(void);
EXPORT(out) const char *wasm_out(void);
EXPORT(length) int wasm_length(void);
EXPORT(games) void wasm_games(void);
EXPORT(layout) void wasm_layout(int game, int sheet);
EXPORT(start) Match *wasm_start(int game, int seats);
EXPORT(see_as) void wasm_see_as(Match *m, int viewer);
EXPORT(open) Match *wasm_open(int hidden);
EXPORT(close) void wasm_close(Match *m);
EXPORT(seat) int wasm_seat(Match *m, int seat);
EXPORT(head) void wasm_head(const Match *m);
EXPORT(node) int wasm_node(const Match *m);
EXPORT(record) void wasm_record(const Match *m, int viewer);
EXPORT(position) void wasm_position(const Match *m, int node, int viewer, int mover);
EXPORT(position_of) int wasm_position_of(int viewer, int mover);
EXPORT(preview) void wasm_preview(const Match *m, int seat);
EXPORT(preview_of) void wasm_preview_of(int seat);
EXPORT(log) void wasm_log(const Match *m, int from, int viewer);
EXPORT(submit) int wasm_submit(Match *m, int seat, int node);
EXPORT(withdraw) void wasm_withdraw(Match *m, int seat);
EXPORT(chosen) int wasm_chosen(const Match *m);
EXPORT(undo) void wasm_undo(Match *m, int node);
EXPORT(last_decision) int wasm_last_decision(const Match *m, int seat);
EXPORT(roll) int wasm_roll(Match *m, uint32_t high, uint32_t low);
EXPORT(fall) int wasm_fall(Match *m);
EXPORT(happen) int wasm_happen(Match *m);
EXPORT(outcomes) void wasm_outcomes(const Match *m);
EXPORT(fell) int wasm_fell(Match *m);
EXPORT(view) void wasm_view(const Match *m, int seat);
EXPORT(choose) int wasm_choose(int seat, uint32_t high, uint32_t low, double seconds, uint32_t playouts);
EXPORT(weights) uint8_t *wasm_weights(int game, int size);
EXPORT(can_play) int wasm_can_play(int game);
EXPORT(verify) int wasm_verify(const Match *m);

char *wasm_room(void) { return room; }

Buffer *wasm_begin(void) {
    begin();
    return &out;
}

int wasm_room_size(void) { return ROOM; }
const char *wasm_out(void) { return out.bytes ? out.bytes : ""; }
int wasm_length(void) { return (int)out.length; }

/* Takes the next line of the room: its end becomes a NUL. */
static char *next_line(char **at) {
    char *line = *at, *lf = strchr(line, '\n');
    *at = lf ? lf + 1 : line + strlen(line);
    if (lf) *lf = '\0';
    return line;
}

/* ---- What there is ---------------------------------------------------------------------------------- */

/* Ids with their arguments go out, not sentences: the page has the words. */
void wasm_phrases(const char *key, const Phrase *p, int n) {
    json_open(&out, key, '[');
    for (int i = 0; i < n; i++) {
        json_open(&out, NULL, '[');
        json_text(&out, NULL, p[i].id);
        for (int k = 0; k < 3; k++) json_int(&out, NULL, p[i].arg[k]);
        if (p[i].gain) json_bool(&out, NULL, true);
        json_close(&out, ']');
    }
    json_close(&out, ']');
}

static void put_words(const char *name, const char *const *words) {
    json_open(&out, name, '[');
    for (int i = 0; words && words[i]; i++) json_text(&out, NULL, words[i]);
    json_close(&out, ']');
}

/* Values are what records say, words what people read; the page shows the one and sends the other. */
static void put_option(const Option *o) {
    json_open(&out, NULL, '{');
    json_text(&out, "name", o->name);
    json_text(&out, "summary", o->summary);
    json_text(&out, "question", o->question);
    if (o->form) json_text(&out, "form", o->form);
    put_words("values", o->values);
    put_words("words", o->words);
    json_int(&out, "sheets", o->sheets);
    json_close(&out, '}');
}

/* All that the page ever knows of a game: what is not here it cannot depend on. */
static void put_game(const Game *g) {
    json_open(&out, NULL, '{');
    json_text(&out, "name", g->name);
    json_text(&out, "title", g->title);
    json_text(&out, "summary", g->summary);
    json_text(&out, "chance", g->chance_word);
    json_int(&out, "min", g->min_seats);
    json_int(&out, "max", g->max_seats);
    json_int(&out, "printed", g->printed_min);
    json_int(&out, "sheets", g->sheets);
    json_bool(&out, "hidden", g->hide != NULL);
    json_open(&out, "options", '[');
    for (int i = 0; i < game_option_count(g); i++) put_option(&g->options[i]);
    json_close(&out, ']');
    json_open(&out, "parts", '[');
    for (int i = 0; g->parts[i]; i++) json_text(&out, NULL, g->parts[i]);
    json_close(&out, ']');
    json_open(&out, "prompts", '[');
    for (int i = 0; g->phases[i].name; i++)
        if (g->phases[i].prompt) json_text(&out, NULL, g->phases[i].prompt);
    json_close(&out, ']');
    json_close(&out, '}');
}

/* {games:[…], bots:[{name, summary}]}; a game is known by its place in the list. */
void wasm_games(void) {
    begin();
    json_open(&out, NULL, '{');
    json_open(&out, "games", '[');
    for (int i = 0; games[i]; i++) put_game(games[i]);
    json_close(&out, ']');
    json_open(&out, "bots", '[');
    for (const BotKind *const *k = bot_kinds; *k; k++) {
        json_open(&out, NULL, '{');
        json_text(&out, "name", (*k)->name);
        json_text(&out, "summary", (*k)->summary);
        json_close(&out, '}');
    }
    json_close(&out, ']');
    json_close(&out, '}');
}

/* A printed table of points, if there is one: {mark, points:[…]}. */
static void put_scale(const Scale *scale) {
    if (!scale->steps) return;
    json_open(&out, "scale", '{');
    json_int(&out, "mark", scale->mark);
    json_open(&out, "points", '[');
    for (int i = 0; i < scale->steps; i++) json_int(&out, NULL, scale->points[i]);
    json_close(&out, ']');
    json_close(&out, '}');
}

/* One printed sheet. */
void wasm_layout(int game, int sheet) {
    Layout l;
    games[game]->layout(sheet, &l);
    begin();
    json_open(&out, NULL, '{');
    json_layout(&out, &l);
    wasm_phrases("note", &l.note, l.note.id ? 1 : 0);
    put_scale(&l.scale);
    json_close(&out, '}');
}

/* ---- Matches ---------------------------------------------------------------------------------------- */

/* A new match; the room holds its options, one "name=value" a line. 0: an option is wrong, or no memory. */
Match *wasm_start(int game, int seats) {
    const Game *g = games[game];
    int option[OPTIONS_MAX] = {0}, index;
    const char *why;
    for (char *at = room; *at;)
        if (!game_get_option(g, next_line(&at), option, &index, &why)) return NULL;
    if (seats < g->min_seats || seats > g->max_seats || !game_options_fit(g, option, seats, &why)) return NULL;
    return match_new(g, seats, option);
}

/* The match of the record in the room, with hidden draws if asked. 0: {line, reason} comes out. */
Match *wasm_open(int hidden) {
    Records in = {.bytes = room, .length = strlen(room), .hidden = hidden != 0};
    Fault fault = {0};
    Match *m = NULL;
    if (record_read(&in, &m, NULL, &fault) == RECORD_OK) return m;
    begin();
    json_open(&out, NULL, '{');
    json_int(&out, "line", fault.line);
    json_text(&out, "reason", fault.reason);
    json_close(&out, '}');
    return NULL;
}

void wasm_close(Match *m) { match_free(m); }

/* A new match is seen with a seat's eyes (-1: a spectator's): what these cannot see happens as "?", and is never
 * told. So real cards stay in real hands. */
void wasm_see_as(Match *m, int viewer) { match_see_as(m, viewer); }

/* Who sits there: the room holds a line with the kind and a line with the name. 0: refused. */
int wasm_seat(Match *m, int seat) {
    char *at = room, *kind = next_line(&at), *name = next_line(&at);
    return match_seat(m, seat, kind, name);
}

/* What a record says before the play: {game, options:["name=value"…], people:[{kind, name}…]}. */
void wasm_head(const Match *m) {
    const Game *g = match_game(m);
    int seats = match_state(m)->seats;
    begin();
    json_open(&out, NULL, '{');
    json_text(&out, "game", g->name);
    json_open(&out, "options", '[');
    for (int i = 0; i < game_option_count(g); i++) {
        char option[TOKEN_MAX];
        Text text = text_in(option, sizeof option);
        if (!match_option_given(m, i)) continue;
        game_put_option(g, i, match_options(m)[i], seats, &text);
        json_text(&out, NULL, option);
    }
    json_close(&out, ']');
    json_open(&out, "people", '[');
    for (int i = 0; i < seats; i++) {
        json_open(&out, NULL, '{');
        json_text(&out, "kind", match_kind(m, i));
        json_text(&out, "name", match_name(m, i));
        json_close(&out, '}');
    }
    json_close(&out, ']');
    json_close(&out, '}');
}

int wasm_node(const Match *m) { return match_node(m); }

/* The match as text, as a seat may see it (-1 a spectator, -2 everything). */
void wasm_record(const Match *m, int viewer) {
    begin();
    record_write(m, viewer, true, &out);
}

/* ---- A position ------------------------------------------------------------------------------------- */

/* The state after a seat's move, while the others do the least they can. */
static void after_move(const Game *g, const State *now, int seat, Move move, AnyState *after) {
    Move joint[SEATS_MAX] = {0}, legal[MOVES_MAX];
    for (int i = 0; i < now->seats; i++)
        if (state_moves(now, i) && g->legal(now, i, legal) > 0) joint[i] = legal[0];
    joint[seat] = move;
    memcpy(after, now, g->size);
    g->play(&after->head, joint);
}

/* The numbers that a move writes in the boxes it touches: [box, value, …]. */
static void put_writes(const Game *g, const State *s, int seat, Move move, const uint8_t *touched, int count) {
    AnyState after;
    Look look;
    int boxes = 0;
    for (int k = 0; k < count; k++) boxes += touched[k] < TOUCH_PIECE;
    json_open(&out, "writes", '[');
    if (boxes) after_move(g, s, seat, move, &after);
    for (int k = 0; k < count && boxes; k++) {
        if (touched[k] >= TOUCH_PIECE) continue;
        g->look(&after.head, seat, touched[k], &look);
        if (look.mark != MARK_NUMBER && look.mark != MARK_HIT) continue;
        json_int(&out, NULL, touched[k]);
        json_int(&out, NULL, look.value);
    }
    json_close(&out, ']');
}

/* Everything that can be asked about a move comes with it: a tap must not wait for another question to the engine. */
static void put_moves(const Game *g, const State *s, int seat) {
    Move legal[MOVES_MAX];
    Phrase phrases[PHRASES_MAX];
    uint8_t touched[TOUCH_MAX];
    int n = seat < 0 || seat >= s->seats ? 0 : g->legal(s, seat, legal);
    json_open(&out, "moves", '[');
    for (int i = 0; i < n; i++) {
        char token[TOKEN_MAX];
        Text text = text_in(token, sizeof token);
        g->put_move(s, seat, legal[i], &text);
        json_open(&out, NULL, '{');
        json_text(&out, "token", token);
        json_open(&out, "touch", '[');
        int count = g->touch(s, seat, legal[i], touched);
        for (int k = 0; k < count; k++) json_int(&out, NULL, touched[k]);
        json_close(&out, ']');
        put_writes(g, s, seat, legal[i], touched, count);
        wasm_phrases("say", phrases, g->say(s, seat, legal[i], phrases));
        wasm_phrases("warn", phrases, g->warn(s, seat, legal[i], phrases));
        json_close(&out, '}');
    }
    json_close(&out, ']');
}

/* ---- Moves from a hand that is not seen -------------------------------------------------------------- */

/* What a seat may do whose hand this view hides: the moves of very many guesses of the hand, and the pieces that it
 * may hold, which the moves touch. */
typedef struct Unseen {
    Piece piece[UNSEEN_PIECES];
    int shown, pieces; /* those on the table, which everyone sees, come first */
    struct {
        char token[TOKEN_MAX];
        uint8_t touch[TOUCH_MAX];
        int touches;
        AnyState guess; /* in which it is legal */
        Move move;
    } at[UNSEEN_MOVES];
    int moves;
    uint8_t slot[UNSEEN_SLOTS]; /* where a token is, by its hash; 0: nowhere, else its place and 1, in two bytes */
    uint8_t high[UNSEEN_SLOTS];
} Unseen;

static Unseen unseen;

/* True if the seat has to choose and its hand is not seen. */
static bool is_unseen(const Game *g, const State *s, int seat) {
    Move legal[MOVES_MAX];
    return g->get_hidden_move && seat >= 0 && seat < s->seats && state_moves(s, seat) && s->viewer != VIEWER_ALL &&
           s->viewer != seat + 1 && g->legal(s, seat, legal) == 0;
}

/* The place of a piece of the guess among the pieces told, adding it if it is new. */
static int unseen_piece(const Piece *p) {
    int i = 0;
    while (i < unseen.pieces && !(unseen.piece[i].place == p->place && unseen.piece[i].colour == p->colour &&
                                  unseen.piece[i].value == p->value))
        i++;
    if (i == unseen.pieces && i < UNSEEN_PIECES) unseen.piece[unseen.pieces++] = *p;
    return i;
}

/* The place for a token, new or found. */
static int unseen_slot(const char *token, bool *found) {
    uint32_t hash = 2166136261u;
    for (const char *p = token; *p; p++) hash = (hash ^ (uint8_t)*p) * 16777619u;
    for (;; hash++) {
        int i = (int)(hash % UNSEEN_SLOTS), at = unseen.slot[i] | unseen.high[i] << 8;
        *found = at && strcmp(unseen.at[at - 1].token, token) == 0;
        if (!at || *found) return i;
    }
}

/* The first hand that allows a move stands for all that do: what is said of a move does not depend on the cards that
 * are not played. */
static void unseen_add(const Game *g, const AnyState *guess, int seat, Move m, const Piece *pieces) {
    char token[TOKEN_MAX];
    uint8_t touched[TOUCH_MAX];
    bool found;
    Text text = text_in(token, sizeof token);
    g->put_move(&guess->head, seat, m, &text);
    int slot = unseen_slot(token, &found);
    if (found || unseen.moves == UNSEEN_MOVES) return;
    int at = unseen.moves++;
    unseen.slot[slot] = (uint8_t)unseen.moves;
    unseen.high[slot] = (uint8_t)(unseen.moves >> 8);
    memcpy(unseen.at[at].token, token, sizeof token);
    unseen.at[at].guess = *guess;
    unseen.at[at].move = m;
    unseen.at[at].touches = g->touch(&guess->head, seat, m, touched);
    for (int k = 0; k < unseen.at[at].touches; k++)
        unseen.at[at].touch[k] = touched[k] < TOUCH_PIECE
                                     ? touched[k]
                                     : (uint8_t)(TOUCH_PIECE + unseen_piece(&pieces[touched[k] - TOUCH_PIECE]));
}

/* Fills `unseen` for a seat. */
static void find_unseen(const Game *g, const State *s, int seat) {
    Piece pieces[PIECES_MAX];
    Move legal[MOVES_MAX];
    memset(&unseen, 0, sizeof unseen);
    unseen.shown = unseen.pieces = g->pieces(s, -1, unseen.piece);
    for (uint32_t i = 0; i < GUESSES; i++) {
        AnyState guess;
        Rng rng = rng_stream(i, (uint64_t)seat);
        memcpy(&guess, s, g->size);
        game_guess(g, &guess.head, &rng);
        g->pieces(&guess.head, seat, pieces);
        for (int k = 0, n = g->legal(&guess.head, seat, legal); k < n; k++)
            unseen_add(g, &guess, seat, legal[k], pieces);
    }
}

/* As put_moves() has them, so that the page offers moves of cards it does not see in the same way. */
static void put_unseen_moves(const Game *g, int seat) {
    Phrase phrases[PHRASES_MAX];
    json_open(&out, "moves", '[');
    for (int i = 0; i < unseen.moves; i++) {
        const State *s = &unseen.at[i].guess.head;
        json_open(&out, NULL, '{');
        json_text(&out, "token", unseen.at[i].token);
        json_open(&out, "touch", '[');
        for (int k = 0; k < unseen.at[i].touches; k++) json_int(&out, NULL, unseen.at[i].touch[k]);
        json_close(&out, ']');
        wasm_phrases("say", phrases, g->say(s, seat, unseen.at[i].move, phrases));
        wasm_phrases("warn", phrases, g->warn(s, seat, unseen.at[i].move, phrases));
        json_close(&out, '}');
    }
    json_close(&out, ']');
}

/* ---- The rest of a position ------------------------------------------------------------------------- */

/* Looks as two numbers a box in one flat list: forty objects a sheet would be most of what is sent. */
static void put_sheet(const Game *g, const State *s, int seat, int points, int rank) {
    Layout l;
    int part[PARTS_MAX], sheet = g->sheet_of ? g->sheet_of(s, seat) : 0;
    g->layout(sheet, &l);
    g->part_values(s, seat, part);
    json_open(&out, NULL, '{');
    json_int(&out, "sheet", sheet);
    json_int(&out, "points", points);
    json_int(&out, "rank", rank);
    json_int(&out, "misthrows", game_misthrows(g, s, seat));
    json_int(&out, "done", (long)g->rows_done(s, seat));
    json_open(&out, "parts", '[');
    for (int i = 0; g->parts[i]; i++) json_int(&out, NULL, part[i]);
    json_close(&out, ']');
    json_open(&out, "looks", '['); /* mark and value of each box, in turn */
    for (int i = 0; i < l.box_count; i++) {
        Look look;
        g->look(s, seat, i, &look);
        json_int(&out, NULL, look.mark);
        json_int(&out, NULL, look.value);
    }
    json_close(&out, ']');
    json_close(&out, '}');
}

static void put_sheets(const Game *g, const State *s) {
    int points[SEATS_MAX], rank[SEATS_MAX];
    g->scores(s, points);
    game_ranks(points, s->seats, rank);
    json_open(&out, "sheets", '[');
    for (int i = 0; i < s->seats; i++) put_sheet(g, s, i, points[i], rank[i]);
    json_close(&out, ']');
}

static void put_piece(const char *key, const Piece *p) {
    json_open(&out, key, '{');
    json_int(&out, "kind", p->kind);
    json_int(&out, "place", p->place);
    json_int(&out, "spot", p->spot);
    json_int(&out, "colour", p->colour);
    json_int(&out, "value", p->value);
    json_close(&out, '}');
}

/* What counts now for a seat: [{value, colours:[…], pieces:[index …]}]. */
static void put_counts(const Game *g, const State *s, int seat) {
    Count counts[COUNTS_MAX];
    int n = g->counts ? g->counts(s, seat, counts) : 0;
    json_open(&out, "counts", '[');
    for (int i = 0; i < n; i++) {
        json_open(&out, NULL, '{');
        json_int(&out, "value", counts[i].value);
        json_open(&out, "colours", '[');
        for (int c = 0; c < COLOURS; c++)
            if (counts[i].colours >> c & 1) json_int(&out, NULL, c);
        json_close(&out, ']');
        json_open(&out, "pieces", '[');
        for (int k = 0; k < PIECES_MAX; k++)
            if (counts[i].pieces >> k & 1) json_int(&out, NULL, k);
        json_close(&out, ']');
        json_close(&out, '}');
    }
    json_close(&out, ']');
}

/* The whole position: head, sheets, pieces as `viewer` sees them, and the moves of `mover` (-1: none). If the mover's
 * hand is not seen ("unseen"), the moves are all it may have, and the pieces all it may hold. */
static void put_position(const Game *g, const State *s, int node, int viewer, int mover) {
    static const char *const kinds[] = {"chance", "move", "over"};
    char text[POSITION_MAX];
    Text state = text_in(text, sizeof text);
    Piece pieces[PIECES_MAX];
    const Phase *phase = &g->phases[s->phase];
    game_put_state(g, s, &state);
    json_open(&out, NULL, '{');
    json_text(&out, "game", g->name);
    json_int(&out, "node", node);
    json_text(&out, "kind", kinds[s->node]);
    json_int(&out, "movers", s->movers);
    json_int(&out, "seats", s->seats);
    json_int(&out, "active", s->active);
    json_int(&out, "turn", s->turn);
    json_text(&out, "phase", phase->name);
    json_text(&out, "prompt", phase->prompt ? phase->prompt : "");
    json_text(&out, "state", text);
    put_sheets(g, s);
    bool guessed = is_unseen(g, s, mover);
    if (guessed) find_unseen(g, s, mover);
    json_bool(&out, "unseen", guessed);
    json_open(&out, "pieces", '[');
    int count = guessed ? unseen.pieces : g->pieces(s, viewer < 0 ? -1 : viewer, pieces);
    for (int i = 0; i < count; i++) put_piece(NULL, guessed ? &unseen.piece[i] : &pieces[i]);
    json_close(&out, ']');
    put_counts(g, s, mover >= 0 ? mover : viewer >= 0 ? viewer : s->active);
    if (guessed)
        put_unseen_moves(g, mover);
    else
        put_moves(g, s, mover);
    json_close(&out, '}');
}

/* The position before node `node` (-1: now), as a seat sees it. */
void wasm_position(const Match *m, int node, int viewer, int mover) {
    const Game *g = match_game(m);
    AnyState s;
    match_state_at(m, node < 0 ? match_node(m) : node, &s);
    if (viewer != FULL && s.head.viewer == VIEWER_ALL) game_hide(g, &s.head, viewer);
    begin();
    put_position(g, &s.head, node < 0 ? match_node(m) : node, viewer, mover);
}

/* The position whose text is in the room; 0: it is none, the reason comes out. */
int wasm_position_of(int viewer, int mover) {
    AnyState s;
    const char *why;
    const Game *g = game_get_state(room, &s, &why);
    begin();
    if (!g) {
        buffer_str(&out, why);
        return 0;
    }
    put_position(g, &s.head, 0, viewer, mover);
    return 1;
}

/* What the seat's sheet becomes by a move, while the others do the least they can: [box,mark,value, …] of the boxes
 * that change. Empty if the move is not legal. */
static void put_preview(const Game *g, const State *now, int seat, const char *token) {
    AnyState after;
    Move move;
    Layout l;
    begin();
    json_open(&out, NULL, '[');
    if (game_get_move(g, now, seat, token, &move)) {
        after_move(g, now, seat, move, &after);
        g->layout(g->sheet_of ? g->sheet_of(now, seat) : 0, &l);
        for (int i = 0; i < l.box_count; i++) {
            Look old, new;
            g->look(now, seat, i, &old);
            g->look(&after.head, seat, i, &new);
            if (old.mark == new.mark && old.value == new.value) continue;
            json_int(&out, NULL, i);
            json_int(&out, NULL, new.mark);
            json_int(&out, NULL, new.value);
        }
    }
    json_close(&out, ']');
}

/* Of the match, by the move in the room. */
void wasm_preview(const Match *m, int seat) { put_preview(match_game(m), match_state(m), seat, room); }

/* Of a position: the room holds a line with its text and a line with the move. */
void wasm_preview_of(int seat) {
    char *at = room, *text = next_line(&at), *token = next_line(&at);
    AnyState s;
    const char *why;
    const Game *g = game_get_state(text, &s, &why);
    if (g)
        put_preview(g, &s.head, seat, token);
    else
        begin(), buffer_str(&out, "[]");
}

/* ---- The log ---------------------------------------------------------------------------------------- */

/* Asked of the game rather than known: an outcome is secret to whoever may write `?` for it. */
static bool is_hidden(const Game *g, const State *s, int viewer) {
    AnyState view;
    uint32_t outcome;
    if (viewer == FULL || !g->hide || (s->viewer != VIEWER_ALL && viewer != SPECTATOR)) return false;
    memcpy(&view, s, g->size);
    if (s->viewer == VIEWER_ALL)
        game_hide(g, &view.head, viewer);
    else
        view.head.viewer = VIEWER_NONE; /* what one seat sees, others may look at too */
    return g->get_outcome(&view.head, "?", &outcome);
}

/* The pieces of a state as `viewer` sees them. */
static int pieces_seen(const Game *g, const State *s, int viewer, Piece *pieces) {
    AnyState view;
    memcpy(&view, s, g->size);
    if (viewer != FULL && s->viewer == VIEWER_ALL) game_hide(g, &view.head, viewer);
    return g->pieces(&view.head, viewer < 0 ? -1 : viewer, pieces);
}

static bool is_among(const Piece *p, const Piece *pieces, int count) {
    for (int i = 0; i < count; i++)
        if (pieces[i].kind == p->kind && pieces[i].colour == p->colour && pieces[i].value == p->value) return true;
    return false;
}

/* What an outcome brought: the dice that lie on the table now, the cards that were not seen before. */
static void put_event_pieces(const Game *g, const State *before, const State *after, int viewer) {
    Piece old[PIECES_MAX], new[PIECES_MAX];
    int had = pieces_seen(g, before, viewer, old), have = pieces_seen(g, after, viewer, new);
    json_open(&out, "pieces", '[');
    for (int i = 0; i < have; i++) {
        bool fell = new[i].kind == PIECE_DIE ? new[i].place == PLACE_TABLE : !is_among(&new[i], old, had);
        if (fell && new[i].value != VALUE_NONE) put_piece(NULL, &new[i]);
    }
    json_close(&out, ']');
}

/* What was hidden from the viewer then stays a question mark in the log, even when the cards have been shown since: the
 * log says what happened. */
static void put_event_chance(const Game *g, const State *s, const Event *e, const State *after, int viewer) {
    char token[TOKEN_MAX] = "?";
    Text text = text_in(token, sizeof token);
    if (e->outcome == OUTCOME_HIDDEN || is_hidden(g, s, viewer))
        text_char(&text, '?');
    else
        g->put_outcome(s, e->outcome, &text);
    json_text(&out, "outcome", token);
    put_event_pieces(g, s, after, viewer);
}

/* The count that a box now holds: which pieces it came from, as bits. */
static unsigned count_of(const Game *g, const State *s, const State *after, int seat, int index) {
    Count counts[COUNTS_MAX];
    Layout l;
    Look look;
    g->layout(g->sheet_of ? g->sheet_of(s, seat) : 0, &l);
    g->look(after, seat, index, &look);
    const Box *box = &l.boxes[index];
    int value = look.mark == MARK_CROSS ? atoi(box->label) : look.value;
    int colour = box->colour || box->row == ROW_NONE ? box->colour : l.rows[box->row].colour;
    for (int i = 0, n = g->counts ? g->counts(s, seat, counts) : 0; i < n; i++)
        if (look.mark != MARK_STRUCK && counts[i].value == value && counts[i].colours >> colour & 1)
            return counts[i].pieces;
    return 0;
}

/* The dice and cards that a move was made with: those it touches, and those whose sum it wrote or crossed. */
static void put_used(const Game *g, const State *s, const State *after, int seat, Move move) {
    Piece pieces[PIECES_MAX];
    uint8_t touched[TOUCH_MAX];
    unsigned used = 0;
    int count = g->touch(s, seat, move, touched), have = g->pieces(s, seat, pieces);
    for (int k = 0; k < count; k++)
        used |= touched[k] < TOUCH_PIECE ? count_of(g, s, after, seat, touched[k]) : 1u << (touched[k] - TOUCH_PIECE);
    json_open(&out, "pieces", '[');
    for (int i = 0; i < have; i++)
        if (used >> i & 1 && pieces[i].value != VALUE_NONE) put_piece(NULL, &pieces[i]);
    json_close(&out, ']');
}

/* Whether a move was the only one goes along: nobody wants to read that somebody passed who could do nothing else. */
static void put_event_moves(const Game *g, const State *s, const Event *e, const State *after) {
    Move legal[MOVES_MAX];
    json_open(&out, "moves", '[');
    for (int seat = 0; seat < s->seats; seat++) {
        char token[TOKEN_MAX];
        Text text = text_in(token, sizeof token);
        Phrase phrases[PHRASES_MAX];
        if (!(e->movers >> seat & 1)) continue;
        g->put_move(s, seat, e->move[seat], &text);
        json_open(&out, NULL, '{');
        json_int(&out, "seat", seat);
        json_text(&out, "token", token);
        wasm_phrases("say", phrases, g->say(s, seat, e->move[seat], phrases));
        json_bool(&out, "only", g->legal(s, seat, legal) == 1);
        put_used(g, s, after, seat, e->move[seat]);
        json_close(&out, '}');
    }
    json_close(&out, ']');
}

/* What happened from node `from` on: [{node, kind, turn, active, outcome and pieces or moves, misthrows:[seat…]}]. A
 * move says whether it was the only one, and with which pieces it was made. */
void wasm_log(const Match *m, int from, int viewer) {
    const Game *g = match_game(m);
    AnyState s;
    begin();
    match_state_at(m, from, &s);
    json_open(&out, NULL, '[');
    for (int node = from; node < match_node(m); node++) {
        const Event *e = match_event(m, node);
        AnyState before = s;
        match_apply(g, &s.head, e);
        json_open(&out, NULL, '{');
        json_int(&out, "node", node);
        json_text(&out, "kind", e->node == NODE_CHANCE ? "chance" : "move");
        json_int(&out, "turn", before.head.turn);
        json_int(&out, "active", before.head.active);
        if (e->node == NODE_CHANCE)
            put_event_chance(g, &before.head, e, &s.head, viewer);
        else
            put_event_moves(g, &before.head, e, &s.head);
        json_open(&out, "misthrows", '[');
        for (int seat = 0; seat < s.head.seats; seat++)
            if (game_misthrows(g, &s.head, seat) > game_misthrows(g, &before.head, seat)) json_int(&out, NULL, seat);
        json_close(&out, ']');
        json_close(&out, '}');
    }
    json_close(&out, ']');
}

/* ---- Play ------------------------------------------------------------------------------------------- */

/* The seat chooses the move in the room at that node: a MatchResult. */
int wasm_submit(Match *m, int seat, int node) {
    Move move;
    if (node != match_node(m)) return node < match_node(m) ? MATCH_STALE : MATCH_EARLY;
    if (!game_read_move(match_game(m), match_state(m), seat, room, &move)) return MATCH_ILLEGAL;
    return (int)match_submit(m, seat, node, move);
}

void wasm_withdraw(Match *m, int seat) { match_withdraw(m, seat); }
int wasm_chosen(const Match *m) { return (int)match_chosen(m); }
void wasm_undo(Match *m, int node) { match_undo(m, node); }
int wasm_last_decision(const Match *m, int seat) { return match_last_decision(m, seat); }

/* The dice of this key fall (match/dice.h). */
int wasm_roll(Match *m, uint32_t high, uint32_t low) {
    uint64_t key = (uint64_t)high << 32 | low;
    const State *s = match_state(m);
    if (s->node != NODE_CHANCE) return MATCH_ILLEGAL;
    return (int)match_chance(m, match_node(m), dice_outcome(match_game(m), s, key, dice_ordinal(m)));
}

/* The dice of a key that several play with fall (match/fair.h): it is in the room, in hex digits. */
int wasm_fall(Match *m) {
    uint8_t key[CIPHER_KEY];
    const State *s = match_state(m);
    if (s->node != NODE_CHANCE || !fair_get_hex(room, key)) return MATCH_ILLEGAL;
    return (int)match_chance(m, match_node(m), fair_outcome(match_game(m), s, key, dice_ordinal(m)));
}

/* The outcome whose token is in the room happens. */
int wasm_happen(Match *m) {
    uint32_t outcome;
    const State *s = match_state(m);
    if (s->node != NODE_CHANCE || !match_game(m)->get_outcome(s, room, &outcome)) return MATCH_ILLEGAL;
    return (int)match_chance(m, match_node(m), outcome);
}

/* ---- Real dice and cards ---------------------------------------------------------------------------- */

/* The pieces once that outcome has happened, as the active seat sees them. */
static int pieces_after(const Game *g, const State *s, uint32_t outcome, Piece *pieces) {
    AnyState after;
    memcpy(&after, s, g->size);
    g->chance(&after.head, outcome);
    return g->pieces(&after.head, s->active, pieces);
}

/* What a die shows follows from one digit of the roll's number, written in sixes (a law, tests/laws.c): so a few dozen
 * rolls show every face of the tens of thousands that seven dice have, and a roll is found die by die. */
enum { FACES = 6 };

/* The faces each die on the table can show: [[piece, [colour, value, …]], …]. */
static void put_faces(const Game *g, const State *s) {
    static bool seen[PIECES_MAX][COLOURS][256];
    Piece pieces[PIECES_MAX];
    uint32_t n = g->outcomes(s);
    int count = 0;
    memset(seen, 0, sizeof seen);
    for (uint32_t place = 1; place <= n; place *= FACES)
        for (uint32_t roll = 0; roll < n && roll < FACES * place; roll += place) {
            count = pieces_after(g, s, roll, pieces);
            for (int k = 0; k < count; k++) seen[k][pieces[k].colour][(uint8_t)pieces[k].value] = true;
        }
    json_open(&out, "dice", '[');
    for (int k = 0; k < count; k++) {
        json_open(&out, NULL, '[');
        for (int colour = 0; colour < COLOURS; colour++)
            for (int value = 0; value < 256; value++)
                if (seen[k][colour][value]) {
                    Piece p = {.kind = pieces[k].kind, .colour = (uint8_t)colour, .value = (int8_t)value};
                    put_piece(NULL, &p);
                }
        json_close(&out, ']');
    }
    json_close(&out, ']');
}

/* An outcome that brings one piece to the table: its token, and the piece as everyone sees it. */
static void put_drawn(const Game *g, const State *s, uint32_t outcome) {
    char token[TOKEN_MAX];
    Text text = text_in(token, sizeof token);
    AnyState after;
    Piece old[PIECES_MAX], new[PIECES_MAX];
    memcpy(&after, s, g->size);
    g->chance(&after.head, outcome);
    int before = g->pieces(s, -1, old), now = g->pieces(&after.head, -1, new);
    g->put_outcome(s, outcome, &text);
    json_open(&out, NULL, '{');
    json_text(&out, "token", token);
    for (int i = 0; i < now; i++)
        if (i == before || memcmp(&old[i], &new[i], sizeof old[i]) != 0) {
            put_piece("piece", &new[i]);
            break;
        }
    json_close(&out, '}');
}

/* What can happen at a chance node: {dice:[[face…]…]}, from which fell() finds the outcome; or, where pieces come one
 * by one, {list:[{token, piece}…]}, or {hidden:true} if nobody here sees it. */
void wasm_outcomes(const Match *m) {
    const Game *g = match_game(m);
    const State *s = match_state(m);
    begin();
    json_open(&out, NULL, '{');
    if (s->node == NODE_CHANCE && strcmp(g->chance_word, "roll") == 0) {
        put_faces(g, s);
    } else if (s->node == NODE_CHANCE) {
        uint32_t n = g->outcomes(s), hidden;
        bool is_hidden_here = s->viewer != VIEWER_ALL && g->get_outcome(s, "?", &hidden);
        json_bool(&out, "hidden", is_hidden_here);
        json_open(&out, "list", '[');
        for (uint32_t i = 0; i < n && i < LISTED_MAX && !is_hidden_here; i++)
            if (!g->weight || g->weight(s, i) > 0) put_drawn(g, s, i);
        json_close(&out, ']');
    }
    json_close(&out, '}');
}

/* How many pieces lie on the table as wanted once that outcome has happened; -1: there are more of them, or fewer. */
static int pieces_alike(const Game *g, const State *s, uint32_t outcome, const Piece *want, int count) {
    Piece pieces[PIECES_MAX];
    int alike = 0;
    if (pieces_after(g, s, outcome, pieces) != count) return -1;
    for (int k = 0; k < count; k++) alike += pieces[k].colour == want[k].colour && pieces[k].value == want[k].value;
    return alike;
}

/* The dice fell as in the room, a line "colour value" for each piece. */
int wasm_fell(Match *m) {
    const Game *g = match_game(m);
    const State *s = match_state(m);
    Piece want[PIECES_MAX] = {0};
    int count = 0;
    if (s->node != NODE_CHANCE) return MATCH_ILLEGAL;
    for (char *at = room; *at && count < PIECES_MAX; count++) {
        Scan in = {.at = next_line(&at)};
        int colour, value;
        if (!scan_int(&in, 0, COLOURS - 1, &colour) || !scan_char(&in, ' ') || !scan_int(&in, -128, 127, &value))
            return MATCH_ILLEGAL;
        want[count] = (Piece){.colour = (uint8_t)colour, .value = (int8_t)value};
    }
    uint32_t n = g->outcomes(s), fell = 0;
    int alike = pieces_alike(g, s, fell, want, count);
    for (uint32_t place = 1; place < n; place *= FACES)
        for (uint32_t face = 1, rest = fell; face < FACES && rest + face * place < n; face++) {
            int now = pieces_alike(g, s, rest + face * place, want, count);
            if (now > alike) alike = now, fell = rest + face * place;
        }
    if (alike == count) return (int)match_chance(m, match_node(m), fell);
    return MATCH_ILLEGAL;
}

/* ---- Bots ------------------------------------------------------------------------------------------- */

/* What a seat may see now, as the text of a state: what a bot is given. */
void wasm_view(const Match *m, int seat) {
    char text[POSITION_MAX];
    Text state = text_in(text, sizeof text);
    AnyState view;
    match_view(m, seat, &view);
    game_put_state(match_game(m), &view.head, &state);
    begin();
    buffer_str(&out, text);
}

/* The move of a bot, which may think so long (0: as long as it takes) and in so many playouts (0: any number): the room
 * holds a line with its name and a line with the view. 1: the token comes out; 0: the reason why not. */
int wasm_choose(int seat, uint32_t high, uint32_t low, double seconds, uint32_t playouts) {
    char *at = room, *name = next_line(&at), *text = next_line(&at), token[TOKEN_MAX];
    AnyState view;
    const char *why;
    Text put = text_in(token, sizeof token);
    Rng rng = rng_stream(high, low);
    Budget budget = {.playouts = playouts ? playouts : PLAYOUTS_MAX, .seconds = seconds, .now = env_now};
    const Game *g = game_get_state(text, &view, &why);
    Bot *bot = g ? roster_bot(name, g, budget, &why) : NULL;
    begin();
    if (!bot) {
        buffer_str(&out, why);
        return 0;
    }
    Move move = bot->kind->choose(bot, &view.head, seat, &rng);
    bool legal = game_is_legal(g, &view.head, seat, move);
    if (legal) g->put_move(&view.head, seat, move, &put);
    roster_free(bot);
    buffer_str(&out, legal ? token : "the bot gave no legal move");
    return legal;
}

/* Room for the weights of a game's bots; 0: no memory. */
uint8_t *wasm_weights(int game, int size) { return weights_room(games[game], (size_t)size); }

/* 1 if the bot whose name is in the room can play the game as things are, and as itself: not one that has learned the
 * game and lacks what it learned. */
int wasm_can_play(int game) {
    const char *why;
    Bot *bot = roster_bot(room, games[game], (Budget){.playouts = 1}, &why);
    bool can = bot && (!bot->kind->learns || !games[game]->features || mind_exists(bot));
    roster_free(bot);
    return can;
}

/* ---- Checks ----------------------------------------------------------------------------------------- */

/* Were the dice of the match those of a key that was committed to (match/fair.h)? The room holds a line with the key,
 * one with the commitment, and one for each seat with its salt, or empty. 1: yes. */
int wasm_verify(const Match *m) {
    char *at = room, *key_text = next_line(&at), *commitment_text = next_line(&at);
    uint8_t key[CIPHER_KEY], commitment[CIPHER_HASH], real[CIPHER_HASH], dice[CIPHER_KEY];
    FairSalts salts = {0};
    if (!fair_get_hex(key_text, key) || !fair_get_hex(commitment_text, commitment)) return 0;
    for (int i = 0; i < match_state(m)->seats; i++) {
        const char *salt = next_line(&at);
        if (*salt == '\0') continue;
        if (!fair_get_hex(salt, salts.salt[i])) return 0;
        salts.given |= 1u << i;
    }
    fair_commit(key, real);
    fair_key(key, &salts, dice);
    return memcmp(real, commitment, sizeof real) == 0 && fair_verify(m, dice) < 0;
}
