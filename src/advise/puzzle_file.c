/* puzzle_file.c: puzzles as lines of text and back (docs/puzzles.md). See puzzle.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "advise/puzzle.h"
#include "base/hash.h"
#include "host/json.h"

/* ---- Writing ---------------------------------------------------------------------------------------- */

/* Four digits are more than any error leaves; they are the same bytes on every machine. */
static void put_number(Buffer *out, const char *key, double x) {
    char room[40];
    int n = snprintf(room, sizeof room, "%.4f", x + 0.0);
    json_raw(out, key, room, (size_t)n);
}

static void put_token(const Puzzle *p, Move m, char *room) {
    Text t = text_in(room, TOKEN_MAX);
    p->game->put_move(&p->view.head, p->seat, m, &t);
}

static void put_move(const Puzzle *p, const char *key, Move m, Buffer *out) {
    char token[TOKEN_MAX];
    put_token(p, m, token);
    json_text(out, key, token);
}

static void put_lead(const char *key, const Lead *lead, Buffer *out) {
    json_open(out, key, '{');
    put_number(out, "lead", lead->lead);
    put_number(out, "error", lead->error);
    json_int(out, "trials", lead->trials);
    json_close(out, '}');
}

/* [move, value, loss, error, trials] each: the values are many, and their names would be most of the file. */
static void put_moves(const Puzzle *p, Buffer *out) {
    const Ranking *r = &p->ranking;
    json_open(out, "moves", '[');
    for (int i = 0; i < r->count; i++) {
        const Candidate *c = &r->at[i];
        json_open(out, NULL, '[');
        put_move(p, NULL, c->move, out);
        put_number(out, NULL, aim_is_win(&p->view.head) ? c->share : c->points);
        put_number(out, NULL, c->loss);
        put_number(out, NULL, c->loss_error);
        json_int(out, NULL, c->trials);
        json_close(out, ']');
    }
    json_close(out, ']');
}

/* Message ids and not sentences: the page says them in its reader's language. */
static void put_why(const Puzzle *p, Buffer *out) {
    char token[TOKEN_MAX];
    json_open(out, "why", '{');
    for (int i = 0; i < PUZZLE_REASONS; i++) {
        if (!p->reasons[i]) continue;
        put_token(p, p->ranking.at[i + 1].move, token);
        json_open(out, token, '[');
        for (int k = 0; k < p->reasons[i]; k++) {
            json_open(out, NULL, '[');
            json_text(out, NULL, p->why[i][k].id);
            for (int n = 0; n < 3; n++) json_int(out, NULL, p->why[i][k].arg[n]);
            json_close(out, ']');
        }
        json_close(out, ']');
    }
    json_close(out, '}');
}

/* Of the state and the seat: whoever has met a puzzle knows it again in another file. */
static void put_id(const char *state, int seat, Buffer *out) {
    char room[20];
    uint64_t hash = hash_add(hash_none ^ (uint64_t)seat, state, strlen(state));
    snprintf(room, sizeof room, "%016llx", (unsigned long long)hash);
    json_text(out, "id", room);
}

/* All that was measured goes along, not only the answer: who doubts a puzzle can look at it again without playing the
 * game that it came from. */
void puzzle_write(const Puzzle *p, const char *source, Buffer *out) {
    char state[POSITION_MAX];
    Text t = text_in(state, sizeof state);
    game_put_state(p->game, &p->view.head, &t);
    json_open(out, NULL, '{');
    put_id(state, p->seat, out);
    json_text(out, "game", p->game->name);
    json_text(out, "state", state);
    json_int(out, "seat", p->seat);
    put_move(p, "best", p->ranking.at[0].move, out);
    json_int(out, "grade", p->grade);
    json_text(out, "aim", aim_is_win(&p->view.head) ? "win" : "points");
    json_text(out, "how", how_words[p->ranking.how]);
    put_lead("search", &p->search, out);
    put_lead("end", &p->end, out);
    json_int(out, "master", p->playouts);
    json_open(out, "missed", '{');
    for (int i = 0; i < EYES; i++) put_number(out, puzzle_eyes[i], (double)p->missed[i] / EYE_DRAWS);
    json_close(out, '}');
    put_move(p, "played", p->played, out);
    json_text(out, "by", p->by);
    json_raw(out, "source", source, strlen(source));
    put_moves(p, out);
    put_why(p, out);
    json_close(out, '}');
}

/* ---- Reading ---------------------------------------------------------------------------------------- */

/* Copies the text behind `"key":"`; false: there is none, or it is longer than any such text is. */
static bool text_of(const char *line, const char *key, char *out, size_t size) {
    char pattern[40];
    snprintf(pattern, sizeof pattern, "\"%s\":\"", key);
    const char *at = strstr(line, pattern);
    if (!at) return false;
    at += strlen(pattern);
    size_t n = strcspn(at, "\"\n");
    if (n >= size || at[n] != '"') return false;
    memcpy(out, at, n);
    out[n] = '\0';
    return true;
}

const char *puzzle_read(const char *line, PuzzleAsked *out) {
    char state[POSITION_MAX], token[TOKEN_MAX];
    const char *why = NULL, *seat = strstr(line, "\"seat\":");
    char *end;
    if (!text_of(line, "state", state, sizeof state)) return N_("this is no puzzle: it has no position");
    if (!text_of(line, "best", token, sizeof token) || !seat) return N_("this is no puzzle: it has no answer");
    out->game = game_get_state(state, &out->view, &why);
    if (!out->game) return why;
    long number = strtol(seat + strlen("\"seat\":"), &end, 10);
    if (number < 0 || number >= out->view.head.seats || !state_moves(&out->view.head, (int)number))
        return N_("that seat does not decide here");
    out->seat = (int)number;
    if (!game_get_move(out->game, &out->view.head, out->seat, token, &out->best))
        return N_("its answer is no legal move");
    return NULL;
}
