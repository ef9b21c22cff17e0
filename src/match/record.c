/* record.c: see record.h and docs/notation.md. */
#include "match/record.h"
#include "match/remark.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Writing ---------------------------------------------------------------------------------------- */

/* Only the options that were stated: a record that is read and written again is the same. */
void record_write_head(const Match *m, Buffer *out) {
    const Game *g = match_game(m);
    int seats = match_state(m)->seats;
    buffer_str(out, "penna 1\ngame ");
    buffer_str(out, g->name);
    buffer_str(out, "\n");
    for (int i = 0; i < game_option_count(g); i++) {
        char room[TOKEN_MAX];
        Text text = text_in(room, sizeof room);
        if (!match_option_given(m, i)) continue;
        game_put_option(g, i, match_options(m)[i], seats, &text);
        buffer_str(out, "option ");
        buffer_str(out, room);
        buffer_str(out, "\n");
    }
    for (int i = 0; i < seats; i++) {
        buffer_str(out, "seat ");
        buffer_str(out, match_kind(m, i));
        buffer_str(out, " ");
        buffer_str(out, match_name(m, i));
        buffer_str(out, "\n");
    }
}

bool record_hides(const Game *g, const State *s, int viewer) {
    uint32_t outcome;
    AnyState view;
    if (viewer == RECORD_FULL || !g->hide || s->viewer != VIEWER_ALL) return false;
    memcpy(&view, s, g->size);
    game_hide(g, &view.head, viewer);
    return g->get_outcome(&view.head, "?", &outcome);
}

/* `s` is the state before the event: what a move is called depends on where it is made. */
void record_write_event(const Match *m, const State *s, const Event *e, int viewer, Buffer *out) {
    const Game *g = match_game(m);
    char room[TOKEN_MAX];
    Text text = text_in(room, sizeof room);
    if (e->node == NODE_CHANCE) {
        if (record_hides(g, s, viewer))
            text_char(&text, '?');
        else
            g->put_outcome(s, e->outcome, &text);
        buffer_str(out, g->chance_word);
        buffer_str(out, " ");
        buffer_str(out, room);
    } else {
        buffer_str(out, "move");
        for (int i = 0; i < s->seats; i++) {
            if (!(e->movers >> i & 1)) continue;
            text = text_in(room, sizeof room);
            g->put_move(s, i, e->move[i], &text);
            buffer_str(out, " ");
            buffer_str(out, room);
        }
    }
    buffer_str(out, "\n");
}

static void write_remarks(const Match *m, int node, Buffer *out) {
    for (int seat = 0; seat < match_state(m)->seats; seat++) {
        const char *text = match_remark_of(m, node, seat);
        if (text) buffer_put(out, "# info %d %d %s\n", node, seat, text);
    }
}

/* The game is played again along the log, because events are written by the state before them. */
static void write_all(const Match *m, int viewer, bool counted, bool remarked, Buffer *out) {
    const Game *g = match_game(m);
    AnyState s;
    record_write_head(m, out);
    match_state_at(m, 0, &s);
    for (int node = 0; node < match_node(m); node++) {
        const Event *e = match_event(m, node);
        if (remarked) write_remarks(m, node, out);
        record_write_event(m, &s.head, e, viewer, out);
        match_apply(g, &s.head, e);
    }
    if (s.head.node == NODE_OVER && counted) record_write_score(m, out);
}

void record_write(const Match *m, int viewer, bool counted, Buffer *out) { write_all(m, viewer, counted, false, out); }

void record_write_remarked(const Match *m, Buffer *out) { write_all(m, RECORD_FULL, true, true, out); }

/* Apart from the rest, because a program that follows a game gets its lines one by one (exec.c). */
void record_write_score(const Match *m, Buffer *out) {
    const State *s = match_state(m);
    int points[SEATS_MAX];
    char room[TOKEN_MAX];
    match_game(m)->scores(s, points);
    buffer_str(out, "score");
    for (int i = 0; i < s->seats; i++) {
        Text text = text_in(room, sizeof room);
        text_int(&text, points[i]);
        buffer_str(out, " ");
        buffer_str(out, room);
    }
    buffer_str(out, "\n");
}

/* ---- Reading: lines and words ----------------------------------------------------------------------- */

/* One line, without its LF. */
typedef struct Line {
    const char *at;
    size_t length;
} Line;

/* The next line that is not ignored; false at the end. */
static bool next_line(Records *in, Line *line) {
    while (in->at < in->length) {
        const char *from = in->bytes + in->at;
        size_t left = in->length - in->at;
        const char *lf = memchr(from, '\n', left);
        line->at = from;
        line->length = lf ? (size_t)(lf - from) : left;
        in->at += line->length + (lf != NULL);
        in->line++;
        if (line->length > 0 && (from[0] != '#' || in->comments)) return true;
    }
    return false;
}

static bool line_is(const Line *line, const char *text) {
    return line->length == strlen(text) && memcmp(line->at, text, line->length) == 0;
}

/* If the line begins with `word` and a space, takes both off. */
static bool take_word(Line *line, const char *word) {
    size_t n = strlen(word);
    if (line->length <= n || memcmp(line->at, word, n) != 0 || line->at[n] != ' ') return false;
    line->at += n + 1;
    line->length -= n + 1;
    return true;
}

/* Takes the line's next word into token[TOKEN_MAX], and the one space after it if more follows. False if
 * there is none, it is too long, or the spaces are not single. */
static bool take_token(Line *line, char *token) {
    const char *space = memchr(line->at, ' ', line->length);
    size_t n = space ? (size_t)(space - line->at) : line->length;
    if (n == 0 || n >= TOKEN_MAX || memchr(line->at, '\0', n) || (space && n + 1 == line->length)) return false;
    memcpy(token, line->at, n);
    token[n] = '\0';
    line->at += n + (space != NULL);
    line->length -= n + (space != NULL);
    return true;
}

enum { QUOTE_MAX = 48 };

/* Copies a line for a message, cut where long. */
static void quote(const Line *line, char *out) {
    size_t n = line->length < QUOTE_MAX - 8 ? line->length : QUOTE_MAX - 8;
    for (size_t i = 0; i < n; i++) out[i] = line->at[i] ? line->at[i] : '?';
    strcpy(out + n, n < line->length ? "..." : "");
}

/* ---- Reading: remarks ------------------------------------------------------------------------------- */

#ifndef __wasm__ /* a page shows nothing of them */
/* Who says something in a comment. */
typedef struct Sayer {
    const Match *match;
    int seat;
} Sayer;

static bool is_legal(const void *context, const char *token) {
    const Sayer *sayer = context;
    Move move;
    return game_read_move(match_game(sayer->match), match_state(sayer->match), sayer->seat, token, &move);
}

/* Takes what a comment says of a move of the node that comes next. One that says anything else is a comment like any
 * other, and nothing is wrong with it. False: no memory. */
static bool take_remark(Match *m, const Line *line) {
    char text[REMARK_MAX];
    Remark remark;
    int node, seat;
    if (!m || line->length >= sizeof text || memchr(line->at, '\0', line->length)) return true;
    memcpy(text, line->at, line->length);
    text[line->length] = '\0';
    Scan in = {.at = text};
    if (!scan_word(&in, "# info ") || !scan_int(&in, 0, INT32_MAX, &node) || !scan_char(&in, ' ')) return true;
    if (!scan_int(&in, 0, SEATS_MAX - 1, &seat) || !scan_char(&in, ' ') || node != match_node(m)) return true;
    Sayer sayer = {.match = m, .seat = seat};
    if (!state_moves(match_state(m), seat) || remark_read(in.at, is_legal, &sayer, &remark)) return true;
    return match_remark(m, seat, in.at);
}
#else
static bool take_remark(const Match *m, const Line *line) { return m || line; }
#endif

/* ---- Reading: a record ------------------------------------------------------------------------------ */

typedef struct Reader {
    Records *in;
    Fault *fault;
    const Game *game;
    int option[OPTIONS_MAX];
    unsigned given;
    Line seat[SEATS_MAX]; /* what follows "seat " */
    int seats;
    Match *match;
    int viewer;      /* whose eyes a record with hidden draws is read with; RECORD_FULL: everyone's */
    bool met_hidden; /* the fault is a hidden draw */
    bool memory;     /* memory ran out */
    bool counted;
} Reader;

/* Notes what is wrong and in which line. Always false, for the caller to return. */
__attribute__((format(printf, 2, 3))) static bool fail(Reader *r, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(r->fault->reason, sizeof r->fault->reason, format, args);
    va_end(args);
    for (char *p = r->fault->reason; *p; p++) /* whatever the file holds, a message is one line of ASCII */
        if (*p < ' ' || *p > '~') *p = '?';
    r->fault->line = r->in->line > 0 ? r->in->line : 1;
    return false;
}

static bool fail_line(Reader *r, const Line *line, const char *expected) {
    char text[QUOTE_MAX];
    quote(line, text);
    return fail(r, "`%s`: expected %s", text, expected);
}

static bool read_game(Reader *r, Line *line) {
    char name[TOKEN_MAX];
    if (!line_is(line, "penna 1")) return fail_line(r, line, "`penna 1`, which begins a record");
    if (!next_line(r->in, line)) return fail(r, "the record ends before its `game` line");
    Line all = *line;
    if (!take_word(line, "game") || !take_token(line, name) || line->length) return fail_line(r, &all, "`game NAME`");
    r->game = game_find(name);
    return r->game || fail(r, "there is no game `%s`", name);
}

/* Tried on a copy: a value that is refused, or given twice, must leave what was read before as it was. */
static bool read_option(Reader *r, Line *line) {
    char text[TOKEN_MAX];
    const char *why;
    int index;
    Line all = *line;
    if (!take_token(line, text) || line->length) return fail_line(r, &all, "`option NAME=VALUE`");
    int option[OPTIONS_MAX];
    memcpy(option, r->option, sizeof option);
    if (!game_get_option(r->game, text, option, &index, &why)) return fail(r, "`%s`: %s", text, why);
    if (r->given >> index & 1) return fail(r, "`%s`: the option is given twice", text);
    memcpy(r->option, option, sizeof option);
    r->given |= 1u << index;
    return true;
}

/* Is there a number of seats, from those read so far on, that the options fit? */
static bool seats_can_fit(const Reader *r) {
    const char *why;
    for (int seats = r->seats; seats <= r->game->max_seats; seats++)
        if (game_options_fit(r->game, r->option, seats, &why)) return true;
    return false;
}

/* The line is kept where it lies: there is no match to seat anyone in before all seats are known. */
static bool read_seat(Reader *r, Line *line) {
    Line all = *line, rest = *line;
    const char *space = memchr(line->at, ' ', line->length);
    size_t kind = space ? (size_t)(space - line->at) : 0;
    if (r->seats == r->game->max_seats) return fail(r, "%s has at most %d seats", r->game->name, r->game->max_seats);
    rest.at += kind + 1;
    rest.length -= space ? kind + 1 : 0;
    if (!space || !match_kind_ok(line->at, kind)) return fail_line(r, &all, "`seat human NAME` or `seat bot:BOT NAME`");
    if (!match_name_ok(rest.at, rest.length))
        return fail_line(r, &rest, "a name: UTF-8 without control characters or outer spaces");
    r->seat[r->seats++] = all;
    return seats_can_fit(r) || fail(r, "the options are for fewer seats");
}

/* Makes the match once all seats are known. */
static bool make_match(Reader *r) {
    const char *why;
    if (r->seats < r->game->min_seats) return fail(r, "the record has no `seat` line");
    if (!game_options_fit(r->game, r->option, r->seats, &why)) return fail(r, "%s", why);
    r->match = match_new(r->game, r->seats, r->option);
    r->memory = !r->match;
    for (int i = 0; i < r->seats && !r->memory; i++) {
        const Line *line = &r->seat[i];
        char *kind = strndup(line->at, line->length);
        char *name = kind ? strchr(kind, ' ') : NULL;
        if (name) *name++ = '\0';
        r->memory = !name || !match_seat(r->match, i, kind, name);
        free(kind);
    }
    if (r->memory) return fail(r, "out of memory");
    match_give_options(r->match, r->given);
    if (r->viewer != RECORD_FULL) match_see_as(r->match, r->viewer);
    return true;
}

/* A hidden draw is noted, because record_read() may then try again with the eyes of a seat. */
static bool read_chance(Reader *r, Line *line) {
    const State *s = match_state(r->match);
    char token[TOKEN_MAX], text[QUOTE_MAX];
    uint32_t outcome;
    Line all = *line;
    bool good = take_token(line, token) && line->length == 0;
    if (good && strcmp(token, "?") == 0 && r->game->hide && r->viewer == RECORD_FULL) {
        r->met_hidden = true;
        return fail(r, "a hidden draw: this record was made for one seat's eyes");
    }
    if (good && r->game->get_outcome(s, token, &outcome)) {
        r->memory = match_chance(r->match, match_node(r->match), outcome) == MATCH_MEMORY;
        return !r->memory || fail(r, "out of memory");
    }
    quote(&all, text);
    Text example = text_in(token, sizeof token);
    r->game->put_outcome(s, 0, &example);
    return fail(r, "`%s` cannot be %s here; possible is, for example, `%s`", text,
                strcmp(r->game->chance_word, "draw") == 0 ? "drawn" : "rolled", token);
}

/* Where the record is read with the eyes of another seat nothing is listed: legal() would need what these do not
 * see. */
static bool fail_move(Reader *r, const State *s, int seat, const char *token) {
    char list[160] = "", word[TOKEN_MAX];
    Text text = text_in(list, sizeof list - 4);
    Move legal[MOVES_MAX];
    bool unseen = s->viewer != VIEWER_ALL && s->viewer != seat + 1;
    int n = unseen ? 0 : r->game->legal(s, seat, legal);
    for (int i = 0; i < n && !text.full; i++) {
        Text one = text_in(word, sizeof word);
        r->game->put_move(s, seat, legal[i], &one);
        text_char(&text, ' ');
        text_str(&text, word);
    }
    if (text.full) strcpy(strrchr(list, ' '), " ...");
    return fail(r, "seat %d cannot play `%s` here; it can play%s", seat, token, list);
}

/* All are read before one is submitted: the last to be submitted changes the state by which they are read. */
static bool read_move(Reader *r, Line *line) {
    const State *s = match_state(r->match);
    Move joint[SEATS_MAX] = {0};
    char token[TOKEN_MAX];
    int movers = __builtin_popcount(s->movers);
    Line all = *line;
    for (int i = 0; i < s->seats; i++) {
        if (!state_moves(s, i)) continue;
        if (!take_token(line, token)) {
            char text[QUOTE_MAX];
            quote(&all, text);
            return fail(r, "`move %s`: expected %d move%s, one space between them", text, movers,
                        movers == 1 ? "" : "s");
        }
        if (!game_read_move(r->game, s, i, token, &joint[i])) return fail_move(r, s, i, token);
    }
    if (line->length) return fail(r, "too many moves: expected %d", movers);
    unsigned all_movers = s->movers;
    int node = match_node(r->match);
    for (int i = 0; i < SEATS_MAX; i++)
        if (all_movers >> i & 1) r->memory |= match_submit(r->match, i, node, joint[i]) == MATCH_MEMORY;
    return !r->memory || fail(r, "out of memory");
}

/* The score is not believed but computed: a record with another one is refused. */
static bool read_score(Reader *r, Line *line) {
    const State *s = match_state(r->match);
    int points[SEATS_MAX];
    char right[80];
    Text text = text_in(right, sizeof right);
    r->game->scores(s, points);
    for (int i = 0; i < s->seats; i++) {
        if (i) text_char(&text, ' ');
        text_int(&text, points[i]);
    }
    r->counted = line_is(line, right);
    return r->counted || fail_line(r, line, right);
}

/* One line of the play. */
static bool read_play(Reader *r, Line *line) {
    Node node = (Node)match_state(r->match)->node;
    Line all = *line;
    if (node == NODE_CHANCE && take_word(line, r->game->chance_word)) return read_chance(r, line);
    if (node == NODE_MOVE && take_word(line, "move")) return read_move(r, line);
    if (node == NODE_OVER && take_word(line, "score")) return read_score(r, line);
    if (node == NODE_OVER) return fail_line(r, &all, "`score`: the game is over");
    return fail_line(r, &all, node == NODE_MOVE ? "`move`" : r->game->chance_word);
}

/* The next line that is no comment; what comments say of moves is taken. */
static bool next_of_rest(Reader *r, Line *line) {
    bool more;
    r->in->comments = true;
    while ((more = next_line(r->in, line)) && line->at[0] == '#' && !r->memory)
        r->memory = !take_remark(r->match, line);
    r->in->comments = false;
    return more;
}

/* Reads options, seats and play. The line after the one that began the record comes next. */
static bool read_rest(Reader *r) {
    for (;;) {
        Records before = *r->in;
        Line line = {0}, copy;
        bool more = next_of_rest(r, &line);
        if (r->memory) return fail(r, "out of memory");
        copy = line;
        bool ends = !more || take_word(&copy, "penna"); /* that line begins the next record */
        if (!ends && r->seats == 0 && take_word(&line, "option")) {
            if (!read_option(r, &line)) return false;
        } else if (!ends && !r->match && take_word(&line, "seat")) {
            if (!read_seat(r, &line)) return false;
        } else if (!ends && r->seats == 0) {
            return fail_line(r, &line, "`option` or `seat`");
        } else {
            if (!r->match && !make_match(r)) return false;
            if (ends) {
                if (more) *r->in = before;
                return true;
            }
            if (r->counted) return fail_line(r, &line, "the end of the record, or `penna 1`");
            if (!read_play(r, &line)) return false;
        }
    }
}

/* Reads one record with the eyes of `viewer`. */
static RecordResult read_as(Records *in, int viewer, Reader *r, Fault *fault) {
    Line line;
    bool first = in->line == 0;
    *r = (Reader){.in = in, .fault = fault, .viewer = viewer};
    if (!next_line(in, &line)) {
        if (!first) return RECORD_END;
        fail(r, "there is no record in it: expected `penna 1`");
        return RECORD_BAD;
    }
    if (read_game(r, &line) && read_rest(r)) return RECORD_OK;
    match_free(r->match);
    r->match = NULL;
    return r->memory ? RECORD_MEMORY : RECORD_BAD;
}

/* As a full record first, which most are. */
RecordResult record_read(Records *in, Match **out, bool *counted, Fault *fault) {
    Records begin = *in;
    Reader r;
    RecordResult result = read_as(in, RECORD_FULL, &r, fault);
    if (result == RECORD_BAD && r.met_hidden && in->hidden) {
        int seats = r.seats;
        /* Whose eyes it was made for is not written; only the right ones can read it. */
        for (int viewer = 0; viewer <= seats && result == RECORD_BAD; viewer++) {
            *in = begin;
            result = read_as(in, viewer == seats ? -1 : viewer, &r, fault);
        }
    }
    *out = r.match;
    if (counted) *counted = r.counted;
    return result;
}

bool record_more(const Records *in, long *line) {
    Records copy = *in;
    Line next;
    if (!next_line(&copy, &next)) return false;
    *line = copy.line;
    return true;
}
