/* view.c: see view.h. Hidden cards stay behind two doors: match_view() for states, record_write_event() with a viewer
 * for records. Nothing else here looks at the full state except for what every seat may know: node, movers, turn,
 * points. */
#include "server/view.h"

#include <string.h>

const char *const stage_words[] = {"waiting", "playing", "over"};

/* ---- Records, continued ------------------------------------------------------------------------------ */

/* The record is kept as it will stand in JSON, so that a view copies it and does not escape it anew. */
static void add_escaped(Telling *r, Buffer *line) {
    json_escape(&r->text, line->bytes ? line->bytes : "", line->length);
    line->length = 0;
}

/* The head holds the names, so it is told anew whenever somebody sits down. */
static void begin_telling(const Table *t, Telling *r, Buffer *line) {
    r->text.length = 0;
    r->text.failed = false;
    r->nodes = 0;
    r->counted = false;
    match_state_at(t->match, 0, &r->state);
    record_write_head(t->match, line);
    add_escaped(r, line);
}

/* The record as the seat may see it, escaped. */
static const Buffer *telling(Table *t, int seat) {
    const Game *g = match_game(t->match);
    int viewer = table_viewer(t, seat);
    bool shared = !g->hide || viewer == RECORD_FULL || seat < 0;
    Telling *r = &t->telling[shared ? SEATS_MAX : seat];
    Buffer line = {0};
    bool over = table_stage(t) == STAGE_OVER;
    if (over && g->hide && !r->counted) r->nodes = -1; /* what was hidden is shown now */
    if (r->nodes < 0 || r->nodes > match_node(t->match)) begin_telling(t, r, &line);
    for (; r->nodes < match_node(t->match); r->nodes++) {
        const Event *e = match_event(t->match, r->nodes);
        record_write_event(t->match, &r->state.head, e, viewer, &line);
        match_apply(g, &r->state.head, e);
        add_escaped(r, &line);
    }
    if (over && !r->counted) {
        record_write_score(t->match, &line);
        add_escaped(r, &line);
        r->counted = true;
    }
    buffer_free(&line);
    return &r->text;
}

/* ---- Parts of a view --------------------------------------------------------------------------------- */

/* All options, also those at their default: a client need not know the defaults. */
static void put_options(Buffer *out, const Table *t) {
    const Game *g = match_game(t->match);
    json_open(out, "options", '{');
    for (int i = 0; i < game_option_count(g); i++) {
        char room[TOKEN_MAX];
        Text text = text_in(room, sizeof room);
        game_put_option(g, i, match_options(t->match)[i], t->seats, &text);
        char *equals = strchr(room, '=');
        if (!equals) continue;
        *equals = '\0';
        json_text(out, room, equals + 1);
    }
    json_close(out, '}');
}

/* Nothing of a token or its hash: `here` is all that others learn of who holds the seat. */
static void put_seat(Buffer *out, const Table *t, int seat, const char *stand_in) {
    const Chair *c = &t->chair[seat];
    json_text(out, "kind", c->kind == SEAT_OPEN ? "open" : match_kind(t->match, seat));
    json_text(out, "name", c->kind == SEAT_OPEN ? NULL : match_name(t->match, seat));
    json_bool(out, "here", table_here(t, seat));
    json_bool(out, "left", c->left);
    json_text(out, "bot", c->left && !table_unseen(t) ? stand_in : NULL);
}

static void put_seat_or_null(Buffer *out, const char *key, int seat) {
    json_key(out, key);
    if (seat < 0)
        json_null(out, NULL);
    else
        json_int(out, NULL, seat);
}

/* What both the view and the summary begin with. */
static void put_head(Buffer *out, const Table *t) {
    json_text(out, "game", match_game(t->match)->name);
    put_options(out, t);
    json_text(out, "dice", dice_words[t->dice]);
    json_bool(out, "hide_scores", t->hide_scores);
    json_text(out, "phase", stage_words[table_stage(t)]);
    put_seat_or_null(out, "host", table_host(t));
    json_bool(out, "shut", t->shut);
    json_text(out, "evening", t->of[0] ? t->of : NULL);
    json_key(out, "sealed");
    if (t->sealed)
        json_int(out, NULL, t->until);
    else
        json_null(out, NULL);
}

/* Who owes a choice and who has made one is for all to see; which, is not. */
static void put_seats(Buffer *out, const Table *t, const char *stand_in, bool whole) {
    bool playing = table_stage(t) == STAGE_PLAYING;
    json_open(out, "seats", '[');
    for (int i = 0; i < t->seats; i++) {
        json_open(out, NULL, '{');
        put_seat(out, t, i, stand_in);
        if (whole) {
            json_bool(out, "mover", playing && state_moves(match_state(t->match), i));
            json_bool(out, "chosen", playing && match_chosen(t->match) >> i & 1);
        }
        json_close(out, '}');
    }
    json_close(out, ']');
}

/* The seat's own choice, as its holder sent it; shown to nobody else before all have chosen. */
static void put_choice(Buffer *out, const Table *t, int seat) {
    char room[TOKEN_MAX];
    Text text = text_in(room, sizeof room);
    json_key(out, "choice");
    if (seat < 0 || !(match_chosen(t->match) >> seat & 1)) {
        json_null(out, NULL);
        return;
    }
    AnyState view;
    match_view(t->match, seat, &view);
    match_game(t->match)->put_move(&view.head, seat, match_choice(t->match, seat), &text);
    json_text(out, NULL, room);
}

/* From the seat's view: what it cannot know changes no legal move. */
static void put_moves(Buffer *out, const Table *t, const State *view, int seat) {
    const Game *g = match_game(t->match);
    Move legal[MOVES_MAX];
    bool moves = seat >= 0 && table_stage(t) == STAGE_PLAYING;
    int n = moves ? g->legal(view, seat, legal) : 0;
    json_open(out, "moves", '[');
    for (int i = 0; i < n; i++) {
        char room[TOKEN_MAX];
        Text text = text_in(room, sizeof room);
        g->put_move(view, seat, legal[i], &text);
        json_text(out, NULL, room);
    }
    json_close(out, ']');
}

/* The record is escaped already and copied as it is. */
static void put_one_view(Buffer *out, Table *t, int seat, bool moves) {
    char room[POSITION_MAX];
    Text text = text_in(room, sizeof room);
    AnyState view;
    match_view(t->match, seat, &view);
    game_put_state(match_game(t->match), &view.head, &text);
    json_open(out, NULL, '{');
    json_int(out, "seat", seat);
    json_text(out, "state", room);
    json_key(out, "record");
    const Buffer *record = telling(t, seat);
    buffer_add(out, "\"", 1);
    buffer_add(out, record->bytes ? record->bytes : "", record->length);
    buffer_add(out, "\"", 1);
    put_choice(out, t, seat);
    if (moves) put_moves(out, t, &view.head, seat);
    json_close(out, '}');
}

/* Sets of seats are lists in the protocol: what a person reads in a log. */
static void put_bits(Buffer *out, unsigned bits) {
    json_open(out, NULL, '[');
    for (int i = 0; i < SEATS_MAX; i++)
        if (bits >> i & 1) json_int(out, NULL, i);
    json_close(out, ']');
}

/* `take` counts the goings back, so that a client can say which node of that number it means. */
static void put_node(Buffer *out, const Table *t) {
    static const char *const kinds[] = {[NODE_CHANCE] = "chance", [NODE_MOVE] = "move", [NODE_OVER] = "over"};
    const State *s = match_state(t->match);
    json_int(out, "node", match_node(t->match));
    json_int(out, "take", t->takes);
    json_text(out, "kind", kinds[s->node]);
    json_int(out, "turn", s->turn);
    json_int(out, "active", s->active);
}

/* The asker comes first: his own agreement goes without saying. */
static void put_undo(Buffer *out, const Table *t) {
    json_key(out, "undo");
    if (t->ask_seat < 0) {
        json_null(out, NULL);
        return;
    }
    json_open(out, NULL, '{');
    json_int(out, "seat", t->ask_seat);
    json_int(out, "to", t->ask_to);
    json_open(out, "agreed", '[');
    json_int(out, NULL, t->ask_seat);
    for (int i = 0; i < t->seats; i++)
        if (i != t->ask_seat && t->agreed >> i & 1) json_int(out, NULL, i);
    json_close(out, ']');
    json_close(out, '}');
}

/* From a spectator's view: points must not tell what is hidden. */
static void put_scores(Buffer *out, const Table *t) {
    int points[SEATS_MAX];
    AnyState view;
    json_key(out, "scores");
    if (t->hide_scores && table_stage(t) != STAGE_OVER) {
        json_null(out, NULL);
        return;
    }
    match_view(t->match, -1, &view);
    match_game(t->match)->scores(&view.head, points);
    json_open(out, NULL, '[');
    for (int i = 0; i < t->seats; i++) json_int(out, NULL, points[i]);
    json_close(out, ']');
}

/* Everybody sees them as they come: that is what makes the dice shared. */
static void put_salts(Buffer *out, const Table *t) {
    char hex[FAIR_HEX];
    json_key(out, "salts");
    if (t->dice != DICE_SHARED) {
        json_null(out, NULL);
        return;
    }
    json_open(out, NULL, '[');
    for (int i = 0; i < t->seats; i++) {
        fair_put_hex(t->salts.salt[i], hex);
        json_text(out, NULL, t->salts.given >> i & 1 ? hex : NULL);
    }
    json_close(out, ']');
}

/* The commitment is shown from the first moment, the key only when nothing can be rolled any more, here or at another
 * table with the same one. */
static void put_fair(Buffer *out, Table *t) {
    char key[FAIR_HEX];
    bool shown = table_tells_key(t);
    if (shown) fair_put_hex(t->key, key);
    json_text(out, "commitment", t->dice == DICE_MANUAL ? NULL : table_commitment(t));
    json_text(out, "key", shown ? key : NULL);
    put_salts(out, t);
}

/* ---- Whole messages ---------------------------------------------------------------------------------- */

/* In two pieces, for what only one client may see stands between them (view_write). */
void view_begin(Table *t, const char *stand_in, ViewRoom *room) {
    Buffer *before = &room->before, *after = &room->after;
    before->length = after->length = 0;
    buffer_str(before, "{\"v\":1,\"type\":\"view\"");
    json_text(before, "table", t->code);
    json_int(before, "number", t->number);
    put_head(before, t);
    put_seats(before, t, stand_in, true);
    put_node(before, t);
    put_undo(after, t);
    put_scores(after, t);
    put_fair(after, t);
    json_bool(after, "closed", t->closed);
    json_text(after, "again", t->again[0] ? t->again : NULL);
    put_seat_or_null(after, "again_by", t->again_by);
    json_close(after, '}');
}

/* Everything a client shows is in it, so one that missed any number of views needs only the last. */
const Buffer *view_write(Table *t, unsigned seats, bool moves, ViewRoom *room) {
    Buffer *out = &room->whole;
    out->length = 0;
    if (room->before.failed || room->after.failed) return NULL;
    buffer_add(out, room->before.bytes, room->before.length);
    json_key(out, "you");
    put_bits(out, seats);
    json_bool(out, "hosting", table_host(t) >= 0 && seats >> table_host(t) & 1);
    json_open(out, "views", '[');
    if (!seats) put_one_view(out, t, -1, moves);
    for (int i = 0; i < t->seats; i++)
        if (seats >> i & 1) put_one_view(out, t, i, moves);
    json_close(out, ']');
    buffer_add(out, ",", 1);
    buffer_add(out, room->after.bytes, room->after.length);
    return out->failed ? NULL : out;
}

void view_free(ViewRoom *room) {
    buffer_free(&room->before);
    buffer_free(&room->after);
    buffer_free(&room->whole);
}

/* For who has only the code: who sits there and whether a seat is free, and nothing of the game itself. */
void view_summary(const Table *t, const char *stand_in, Buffer *out) {
    buffer_str(out, "{\"v\":1");
    json_text(out, "table", t->code);
    put_head(out, t);
    put_seats(out, t, stand_in, false);
    json_text(out, "again", t->again[0] ? t->again : NULL);
    json_close(out, '}');
}
