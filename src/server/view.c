/* view.c: see view.h. Hidden cards stay behind two doors: match_view() for states, record_write_event() with a viewer
 * for records. Nothing else here looks at the full state except for what every seat may know: node, movers, turn,
 * points. */
#include "server/view.h"

#include <string.h>

const char *const stage_words[] = {"waiting", "playing", "over"};

/* ---- Records, continued ------------------------------------------------------------------------------ */

static void add_escaped(Telling *r, Buffer *line) {
    js_escape(&r->text, line->bytes ? line->bytes : "", line->length);
    line->length = 0;
}

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

static void put_options(Json *j, const Table *t) {
    const Game *g = match_game(t->match);
    js_key(j, "options");
    js_open(j, '{');
    for (int i = 0; i < game_option_count(g); i++) {
        char room[TOKEN_MAX];
        Text text = text_in(room, sizeof room);
        game_put_option(g, i, match_options(t->match)[i], t->seats, &text);
        char *equals = strchr(room, '=');
        if (!equals) continue;
        *equals = '\0';
        js_key(j, room);
        js_text(j, equals + 1);
    }
    js_close(j, '}');
}

static void put_seat(Json *j, const Table *t, int seat, const char *stand_in) {
    const Chair *c = &t->chair[seat];
    js_key(j, "kind");
    js_text(j, c->kind == SEAT_OPEN ? "open" : match_kind(t->match, seat));
    js_key(j, "name");
    js_text(j, c->kind == SEAT_OPEN ? NULL : match_name(t->match, seat));
    js_key(j, "here");
    js_bool(j, c->here > 0);
    js_key(j, "left");
    js_bool(j, c->left);
    js_key(j, "bot");
    js_text(j, c->left && !table_unseen(t) ? stand_in : NULL);
}

/* What both the view and the summary begin with. */
static void put_head(Json *j, const Table *t) {
    js_key(j, "game");
    js_text(j, match_game(t->match)->name);
    put_options(j, t);
    js_key(j, "dice");
    js_text(j, dice_words[t->dice]);
    js_key(j, "hide_scores");
    js_bool(j, t->hide_scores);
    js_key(j, "phase");
    js_text(j, stage_words[table_stage(t)]);
}

static void put_seats(Json *j, const Table *t, const char *stand_in, bool whole) {
    bool playing = table_stage(t) == STAGE_PLAYING;
    js_key(j, "seats");
    js_open(j, '[');
    for (int i = 0; i < t->seats; i++) {
        js_open(j, '{');
        put_seat(j, t, i, stand_in);
        if (whole) {
            js_key(j, "mover");
            js_bool(j, playing && state_moves(match_state(t->match), i));
            js_key(j, "chosen");
            js_bool(j, playing && match_chosen(t->match) >> i & 1);
        }
        js_close(j, '}');
    }
    js_close(j, ']');
}

static void put_choice(Json *j, const Table *t, int seat) {
    char room[TOKEN_MAX];
    Text text = text_in(room, sizeof room);
    js_key(j, "choice");
    if (seat < 0 || !(match_chosen(t->match) >> seat & 1)) {
        js_null(j);
        return;
    }
    AnyState view;
    match_view(t->match, seat, &view);
    match_game(t->match)->put_move(&view.head, seat, match_choice(t->match, seat), &text);
    js_text(j, room);
}

static void put_moves(Json *j, const Table *t, const State *view, int seat) {
    const Game *g = match_game(t->match);
    Move legal[MOVES_MAX];
    bool moves = seat >= 0 && table_stage(t) == STAGE_PLAYING;
    int n = moves ? g->legal(view, seat, legal) : 0;
    js_key(j, "moves");
    js_open(j, '[');
    for (int i = 0; i < n; i++) {
        char room[TOKEN_MAX];
        Text text = text_in(room, sizeof room);
        g->put_move(view, seat, legal[i], &text);
        js_text(j, room);
    }
    js_close(j, ']');
}

static void put_one_view(Json *j, Table *t, int seat, bool moves) {
    char room[POSITION_MAX];
    Text text = text_in(room, sizeof room);
    AnyState view;
    match_view(t->match, seat, &view);
    game_put_state(match_game(t->match), &view.head, &text);
    js_open(j, '{');
    js_key(j, "seat");
    js_int(j, seat);
    js_key(j, "state");
    js_text(j, room);
    js_key(j, "record");
    const Buffer *record = telling(t, seat);
    buffer_add(j->out, "\"", 1);
    buffer_add(j->out, record->bytes ? record->bytes : "", record->length);
    buffer_add(j->out, "\"", 1);
    j->comma = true;
    put_choice(j, t, seat);
    if (moves) put_moves(j, t, &view.head, seat);
    js_close(j, '}');
}

static void put_bits(Json *j, unsigned bits) {
    js_open(j, '[');
    for (int i = 0; i < SEATS_MAX; i++)
        if (bits >> i & 1) js_int(j, i);
    js_close(j, ']');
}

static void put_node(Json *j, const Table *t) {
    static const char *const kinds[] = {[NODE_CHANCE] = "chance", [NODE_MOVE] = "move", [NODE_OVER] = "over"};
    const State *s = match_state(t->match);
    js_key(j, "node");
    js_int(j, match_node(t->match));
    js_key(j, "kind");
    js_text(j, kinds[s->node]);
    js_key(j, "turn");
    js_int(j, s->turn);
    js_key(j, "active");
    js_int(j, s->active);
}

static void put_undo(Json *j, const Table *t) {
    js_key(j, "undo");
    if (t->ask_seat < 0) {
        js_null(j);
        return;
    }
    js_open(j, '{');
    js_key(j, "seat");
    js_int(j, t->ask_seat);
    js_key(j, "to");
    js_int(j, t->ask_to);
    js_key(j, "agreed");
    js_open(j, '[');
    js_int(j, t->ask_seat);
    for (int i = 0; i < t->seats; i++)
        if (i != t->ask_seat && t->agreed >> i & 1) js_int(j, i);
    js_close(j, ']');
    js_close(j, '}');
}

static void put_scores(Json *j, const Table *t) {
    int points[SEATS_MAX];
    AnyState view;
    js_key(j, "scores");
    if (t->hide_scores && table_stage(t) != STAGE_OVER) {
        js_null(j);
        return;
    }
    match_view(t->match, -1, &view);
    match_game(t->match)->scores(&view.head, points);
    js_open(j, '[');
    for (int i = 0; i < t->seats; i++) js_int(j, points[i]);
    js_close(j, ']');
}

static void put_salts(Json *j, const Table *t) {
    char hex[FAIR_HEX];
    js_key(j, "salts");
    if (t->dice != DICE_SHARED) {
        js_null(j);
        return;
    }
    js_open(j, '[');
    for (int i = 0; i < t->seats; i++) {
        fair_put_hex(t->salts.salt[i], hex);
        js_text(j, t->salts.given >> i & 1 ? hex : NULL);
    }
    js_close(j, ']');
}

static void put_fair(Json *j, const Table *t) {
    char commitment[FAIR_HEX], key[FAIR_HEX];
    uint8_t hash[CIPHER_HASH];
    bool shown = t->dice != DICE_MANUAL && table_stage(t) == STAGE_OVER;
    fair_commit(t->key, hash);
    fair_put_hex(hash, commitment);
    if (shown) fair_put_hex(t->key, key);
    js_key(j, "commitment");
    js_text(j, t->dice == DICE_MANUAL ? NULL : commitment);
    js_key(j, "key");
    js_text(j, shown ? key : NULL);
    put_salts(j, t);
}

/* ---- Whole messages ---------------------------------------------------------------------------------- */

void view_write(Table *t, unsigned seats, bool moves, const char *stand_in, Buffer *out) {
    Json j = {.out = out};
    buffer_str(out, "{\"v\":1,\"type\":\"view\"");
    j.comma = true;
    js_key(&j, "table");
    js_text(&j, t->code);
    js_key(&j, "number");
    js_int(&j, t->number);
    put_head(&j, t);
    put_seats(&j, t, stand_in, true);
    js_key(&j, "you");
    put_bits(&j, seats);
    put_node(&j, t);
    js_key(&j, "views");
    js_open(&j, '[');
    if (!seats) put_one_view(&j, t, -1, moves);
    for (int i = 0; i < t->seats; i++)
        if (seats >> i & 1) put_one_view(&j, t, i, moves);
    js_close(&j, ']');
    put_undo(&j, t);
    put_scores(&j, t);
    put_fair(&j, t);
    js_key(&j, "again");
    js_text(&j, t->again[0] ? t->again : NULL);
    js_close(&j, '}');
}

void view_summary(const Table *t, const char *stand_in, Buffer *out) {
    Json j = {.out = out};
    buffer_str(out, "{\"v\":1");
    j.comma = true;
    js_key(&j, "table");
    js_text(&j, t->code);
    put_head(&j, t);
    put_seats(&j, t, stand_in, false);
    js_key(&j, "again");
    js_text(&j, t->again[0] ? t->again : NULL);
    js_close(&j, '}');
}
