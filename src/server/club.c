/* club.c: see club.h, docs/protocol.md, docs/club.md. */
#include "server/club.h"

#include <math.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/json.h"
#include "server/dealer.h"
#include "server/evening.h"
#include "server/found.h"
#include "server/hall.h"
#include "server/http.h"
#include "server/name.h"
#include "server/room.h"

enum {
    LOOK = 2,      /* seconds from one look after an evening to the next, for what nobody here was told */
    PATIENCE = 600 /* seconds after which the judge is asked again, in case he forgot */
};

static const char path[] = "/api/evenings", json[] = "application/json";

static EventResult happen(Server *s, Table *t, TableEvent e) { return hall_event(s, t, &e); }

static TableEvent numbered(EventWord word, int number) { return (TableEvent){.word = word, .number = number}; }

/* ---- Tending: making the tables ---------------------------------------------------------------------- */

/* The code was somebody else's: nobody has been told it yet, and it is another one. */
static void change_code(Server *s, Table *t, int number) {
    TableEvent e = numbered(EVENT_CODE, number);
    if (hall_draw_code(s, e.code)) hall_event(s, t, &e);
}

/* True if the table of the round is there, whole and stored. */
static bool make_table(Server *s, Table *t, int first, int number) {
    const EveningTable *place = &t->evening->table[first + number];
    uint8_t key[CIPHER_KEY];
    Table *x = hall_log(s, place->code);
    if (!x && hall_later(s)) return false;
    evening_key(t->key, t->evening->round, key);
    bool foreign = x && memcmp(x->key, key, sizeof key) != 0;
    if (foreign)
        change_code(s, t, number);
    else
        found_round(s, t, first + number, key, x);
    sodium_memzero(key, sizeof key);
    x = foreign ? NULL : hall_known(s, place->code);
    return x && x->match && x->pending == 0 && table_stage(x) != STAGE_WAITING;
}

static void tend_seating(Server *s, Table *t) {
    const Evening *v = t->evening;
    int first, count = evening_tables(v, v->round, &first);
    bool all = true;
    for (int i = 0; i < count; i++) all = make_table(s, t, first, i) && all;
    if (all) happen(s, t, numbered(EVENT_PLAY, v->round));
}

/* ---- Tending: results -------------------------------------------------------------------------------- */

/* A result is written down when it can no longer be lost. */
static void take_result(Server *s, Table *t, int number, const Table *x) {
    TableEvent e = {.word = EVENT_RESULT, .number = number, .count = t->evening->seats};
    if (x->pending > 0 || table_stage(x) != STAGE_OVER) return;
    match_game(x->match)->scores(match_state(x->match), e.list);
    for (int i = 0; i < x->seats; i++) e.bits |= x->chair[i].left << i;
    hall_event(s, t, &e);
}

/* A table that is not in memory has to be read first and is looked at when this is run again; the round ends only when
 * no result is missing, so the standings never have half a round in them. */
static void tend_playing(Server *s, Table *t) {
    const Evening *v = t->evening;
    int first, count = evening_tables(v, v->round, &first);
    bool all = true;
    for (int i = 0; i < count; i++) {
        Table *x = v->table[first + i].done ? NULL : hall_find(s, v->table[first + i].code);
        if (x && hall_fresh(s, x)) take_result(s, t, i, x);
        all = all && v->table[first + i].done;
    }
    if (all) happen(s, t, numbered(EVENT_OVER, v->round));
}

/* ---- Tending: what was secret ------------------------------------------------------------------------ */

/* True if nothing of the table is secret any more, and nothing happens there. What was not over when the round was is
 * closed: it is played with dice that others know. */
static bool lift(Server *s, const EveningTable *place) {
    Table *x = hall_find(s, place->code);
    if (!x) return !hall_later(s); /* deleted meanwhile, perhaps */
    if (!hall_fresh(s, x)) return false;
    if (table_stage(x) == STAGE_OVER && x->sealed && !x->revealed) happen(s, x, event_of(EVENT_REVEAL, 0, 0));
    if (table_stage(x) != STAGE_OVER && !x->closed) happen(s, x, event_of(EVENT_CLOSE, 0, 0));
    return x->pending == 0;
}

/* Only when it is stored that the round is over: a key that was told cannot be taken back. */
static void tend_over(Server *s, Table *t) {
    Evening *v = t->evening;
    int first, count = evening_tables(v, v->round, &first);
    bool all = true;
    if (t->pending > 0) return;
    for (int i = 0; i < count; i++) all = lift(s, &v->table[first + i]) && all;
    if (all) v->told = v->round;
    if (all && v->round == v->rounds) happen(s, t, numbered(EVENT_FINISH, 0));
}

/* ---- Tending: luck ----------------------------------------------------------------------------------- */

static const char court_shelf[] =
    "evening"; /* of the papers by which the judge's answers find back: they lie nowhere */

/* The next table whose luck is wanted; -1: none is. */
static int next_case(const Evening *v) {
    for (int i = v->court.table; i < v->tables; i++)
        if (evening_unjudged(v, i)) return i;
    return -1;
}

/* Writes down what the judge said. Where he could say nothing nobody asks again. */
static void take_ruling(Server *s, Table *t) {
    Evening *v = t->evening;
    EveningCase *c = &v->court;
    int first, table = c->table;
    evening_tables(v, v->table[table].round, &first);
    TableEvent e = {.word = EVENT_LUCK, .round = v->table[table].round, .number = table - first, .count = v->seats};
    memcpy(e.list, c->luck, sizeof e.list);
    c->asked = c->ruled = false;
    c->table += !c->good;
    if (c->good && evening_unjudged(v, table)) hall_event(s, t, &e);
}

/* One table after the other, each when what came of the last is stored; nobody waits for it. */
static void tend_luck(Server *s, Table *t) {
    Evening *v = t->evening;
    EveningCase *c = &v->court;
    Buffer record = {0};
    Paper paper = {0};
    if (t->pending > 0) return;
    if (c->ruled) take_ruling(s, t);
    int table = next_case(v);
    if (table < 0 || t->pending > 0 || (c->asked && hall_now(s) < c->at + PATIENCE)) return;
    Table *x = hall_find(s, v->table[table].code);
    if (x ? !x->match : !hall_later(s)) c->table = table + 1; /* deleted meanwhile, or damaged */
    if (!x || !hall_fresh(s, x) || !x->match) return;
    *c = (EveningCase){.table = table, .asked = true, .at = hall_now(s)};
    snprintf(paper.shelf, sizeof paper.shelf, "%s", court_shelf);
    snprintf(paper.name, sizeof paper.name, "%s %d", t->code, table);
    record_write(x->match, RECORD_FULL, true, &record);
    buffer_add(&record, "", 1);
    if (!record.failed) court_ask(s->court, t->payer, &paper, record.bytes, 0);
    buffer_free(&record);
}

/* ---- Tending ----------------------------------------------------------------------------------------- */

/* Is there anything to be seen to? */
static bool restless(const Table *t) {
    const Evening *v = t->evening;
    if (t->closed || v->round == 0) return false;
    return v->stage != ROUND_OVER || v->told < v->round || next_case(v) >= 0;
}

static void tend(Server *s, Table *t) {
    if (!restless(t)) return;
    if (t->evening->stage == ROUND_SEATING) tend_seating(s, t);
    if (t->evening->stage == ROUND_PLAYING) tend_playing(s, t);
    if (t->evening->stage == ROUND_OVER && t->evening->told < t->evening->round) tend_over(s, t);
    tend_luck(s, t);
}

/* What could not be read yet is waited for, and all is looked at again. */
void club_tend(Server *s, Task *k) {
    Table *t = hall_evening(s, k->text);
    if (t && hall_fresh(s, t)) tend(s, t);
    if (hall_later(s))
        task_park(s, k, k->place);
    else
        task_answer(s, k);
}

static void tend_soon(Server *s, const char *code) {
    task_run(s, &(Task){.kind = TASK_TEND, .text = code, .length = CODE_LENGTH, .serial = ++s->serial});
}

/* The table may have been read anew, or forgotten, since he was asked. */
bool club_verdict(Server *s, const Finding *f) {
    char code[CODE_LENGTH + 1];
    int table;
    if (strcmp(f->paper.shelf, court_shelf) != 0) return false;
    if (sscanf(f->paper.name, "%5s %d", code, &table) != 2) return true;
    Table *t = hall_known(s, code);
    EveningCase *c = t && t->evening ? &t->evening->court : NULL;
    if (!c || !c->asked || c->table != table) return true; /* read anew meanwhile, perhaps: he is asked again */
    c->ruled = true;
    c->good = f->good;
    for (int i = 0; i < SEATS_MAX; i++) c->luck[i] = (int)lround(THOUSAND * f->luck[i]);
    tend_soon(s, code);
    return true;
}

/* Of a table it matters that it is there, and that it is over. One that is asked for later, by who was there before a
 * crash, brings its evening to mind too. */
void club_heed(Server *s, Table *t) {
    const Table *of = t->of[0] ? hall_known(s, t->of) : NULL;
    bool seating = of && of->evening && of->evening->stage == ROUND_SEATING;
    if (t->evening && restless(t)) tend_soon(s, t->code);
    if (t->of[0] && (seating || (table_stage(t) == STAGE_OVER && !t->revealed))) tend_soon(s, t->of);
}

/* How far the tables of the round are, as far as is known here; true if it is news. */
static bool look_at_turns(Server *s, Evening *v) {
    int first, count = evening_tables(v, v->round, &first);
    bool news = false;
    if (!v->turn) v->turn = calloc((size_t)count, sizeof *v->turn);
    for (int i = 0; i < count && v->turn; i++) {
        const Table *x = hall_known(s, v->table[first + i].code);
        int turn = x && x->match ? match_state(x->match)->turn + 1 : 0;
        if (turn <= v->turn[i]) continue;
        v->turn[i] = turn;
        news = true;
    }
    return news;
}

void club_tick(Server *s, Table *t) {
    Evening *v = t->evening;
    if (t->clients && v->stage == ROUND_PLAYING && look_at_turns(s, v)) hall_touch(s, t);
    if (!restless(t) || hall_now(s) < v->look_at) return;
    v->look_at = hall_now(s) + LOOK;
    tend_soon(s, t->code);
}

/* ---- Clients ----------------------------------------------------------------------------------------- */

bool club_knows(const Table *t, const uint8_t *hash) {
    return sodium_memcmp(t->evening->organiser, hash, STORE_HASH) == 0 || evening_player(t->evening, hash) >= 0;
}

/* What is the same for all is written once. */
void club_views(Table *t) {
    Buffer out = {0};
    buffer_str(&out, "{\"v\":1,\"type\":\"evening\"");
    if (t->clients) club_put(t, false, &out);
    size_t common = out.length;
    for (Client *c = t->clients; c; c = c->next) {
        if (!t->tell_all && !c->wants_view) continue;
        c->wants_view = false;
        out.length = common;
        club_put_you(t, c, &out);
        json_close(&out, '}');
        if (!out.failed) network_send(c->conn, out.bytes, out.length, true);
    }
    t->tell_all = false;
    buffer_free(&out);
}

static bool organises(const Client *c) {
    return c->has_token && sodium_memcmp(c->hash, c->table->evening->organiser, STORE_HASH) == 0;
}

/* True if no table before it was given that code. */
static bool new_code(const Evening *v, const char *code) {
    for (int i = 0; i < v->tables; i++)
        if (strcmp(v->table[i].code, code) == 0) return false;
    return true;
}

/* Says who sits where, and then that the round begins: if it stops in between nothing has happened. */
static EventResult seat_all(Server *s, Table *t, int (*place)[SEATS_MAX], int tables) {
    const Evening *v = t->evening;
    for (int i = 0; i < tables; i++) {
        TableEvent e = {.word = EVENT_LAY, .number = i, .count = v->seats};
        do {
            if (!hall_draw_code(s, e.code)) return EVENT_NO_MEMORY;
        } while (!new_code(v, e.code));
        memcpy(e.list, place[i], sizeof e.list);
        EventResult result = hall_event(s, t, &e);
        if (result != EVENT_DONE) return result;
    }
    return happen(s, t, numbered(EVENT_ROUND, v->round + 1));
}

/* The tables are made at once, to be stored together with what was said here. */
static Wrong begin_round(Server *s, const Client *c, const Message *m) {
    Table *t = c->table;
    Evening *v = t->evening;
    int place[EVENING_TABLES][SEATS_MAX];
    if (m->round <= v->round) return WRONG_NOTHING; /* said before */
    if (m->round > v->round + 1) return WRONG_EARLY;
    if (v->stage != ROUND_OVER || v->over || v->round == v->rounds) return WRONG_PHASE;
    int tables = evening_seat(v, t->key, place);
    if (tables == 0) return WRONG_SEATS;
    if (!found_pay_round(s, c->address, tables) || !room_for(s, c->payer, tables)) return WRONG_RATE;
    memcpy(t->payer, c->payer, sizeof t->payer);
    Wrong wrong = hall_wrong(seat_all(s, t, place, tables));
    if (!wrong) tend_soon(s, t->code);
    return wrong;
}

static Wrong stop_round(Server *s, const Client *c, const Message *m) {
    const Evening *v = c->table->evening;
    if (m->round > v->round) return WRONG_EARLY;
    if (m->round < v->round || v->stage == ROUND_OVER) return WRONG_NOTHING; /* it is over */
    if (v->stage != ROUND_PLAYING) return WRONG_PHASE;
    return hall_wrong(happen(s, c->table, numbered(EVENT_OVER, m->round)));
}

static Wrong finish(Server *s, const Client *c) {
    const Evening *v = c->table->evening;
    if (v->over) return WRONG_NOTHING;
    if (v->stage != ROUND_OVER) return WRONG_PHASE;
    return hall_wrong(happen(s, c->table, numbered(EVENT_FINISH, 0)));
}

/* At his table, if he sits at one, a bot goes on for him; or he takes his seat up again. */
static void leave_table(Server *s, const Evening *v, int player, bool gone) {
    int seat, table = v->stage == ROUND_PLAYING ? evening_place(v, v->round, player, &seat) : -1;
    Table *x = table >= 0 && !v->table[table].done ? hall_find(s, v->table[table].code) : NULL;
    if (!x || table_stage(x) != STAGE_PLAYING || x->chair[seat].left == gone) return;
    if (happen(s, x, event_of(gone ? EVENT_LEAVE : EVENT_RETURN, seat, 0)) == EVENT_DONE) dealer_play(s, x);
}

/* By whoever goes himself, or by the organiser, who sees that he has gone. Who says whom he means sends no one else
 * away who has that place now, however late he is heard. */
static Wrong go(Server *s, const Client *c, const Message *m) {
    Table *t = c->table;
    const Evening *v = t->evening;
    bool gone = m->type == MESSAGE_GONE;
    if (m->player >= v->players) return WRONG_SEAT;
    if (!organises(c) && !(c->has_token && evening_player(v, c->hash) == m->player)) return WRONG_HOST;
    if (v->over) return WRONG_PHASE;
    const EveningPlayer *p = &v->player[m->player];
    if (m->name[0] && strcmp(m->name, p->name) != 0) return WRONG_NOTHING;
    if (gone && !p->gone && !organises(c) && p->went >= LEAVES_MOST) return WRONG_RATE;
    EventResult result = EVENT_DONE;
    if (p->gone != gone) result = happen(s, t, numbered(gone ? EVENT_GONE : EVENT_BACK, m->player));
    if (result == EVENT_DONE) leave_table(s, v, m->player, gone);
    return hall_later(s) ? WRONG_LATER : hall_wrong(result);
}

/* Tables have other words: a client that uses them here is mistaken about where it is. */
Wrong club_handle(Server *s, Client *c, const Message *m) {
    if (m->type == MESSAGE_GONE || m->type == MESSAGE_BACK) return go(s, c, m);
    if (m->type < MESSAGE_ROUND) return WRONG_PHASE;
    if (!organises(c)) return WRONG_HOST;
    if (m->type == MESSAGE_ROUND) return begin_round(s, c, m);
    return m->type == MESSAGE_STOP ? stop_round(s, c, m) : finish(s, c);
}

/* ---- Requests ---------------------------------------------------------------------------------------- */

bool club_path(const char *given) {
    size_t n = sizeof path - 1;
    return strncmp(given, path, n) == 0 && (given[n] == '\0' || given[n] == '/');
}

Wrong club_pointer(Server *s, Table *t) {
    Buffer out = {0};
    http_start(&out);
    json_text(&out, "evening", t->code);
    json_close(&out, '}');
    http_answer_of(s, t, 200, json, &out);
    return WRONG_NOTHING;
}

/* What whoever opened it or takes part is told, his token included; it is kept nowhere. */
static Wrong answer_with(Server *s, Table *t, int status, int player, char *token) {
    Buffer out = {0};
    http_start(&out);
    json_text(&out, "evening", t->code);
    json_text(&out, "token", token);
    if (player >= 0) json_int(&out, "player", player);
    http_put_link(&out, s, t);
    json_close(&out, '}');
    http_answer_of(s, t, status, json, &out);
    sodium_memzero(token, TOKEN_LENGTH + 1);
    return WRONG_NOTHING;
}

/* The limits are asked after the search for what the same request opened before: who asks again because the answer was
 * lost pays once. */
static Wrong post_evening(Server *s, const Request *r) {
    NewEvening n;
    Table *t;
    uint8_t hash[1][STORE_HASH];
    char room[NETWORK_ADDRESS];
    Wrong wrong = new_evening_parse(r->body, r->length, &n);
    if (!wrong) wrong = http_may_create(s, r, n.create);
    if (wrong) return wrong;
    bool own = token_take(n.token, *hash);
    t = own ? found_evening_before(s, &n, hash) : NULL;
    if (own && (!s->task->listed || hall_later(s))) return WRONG_LATER;
    if (!t && !found_pay(s, http_address(s, r, room))) return WRONG_RATE;
    if (!t) wrong = found_evening(s, &n, *hash, http_address(s, r, room), &t);
    return wrong ? wrong : answer_with(s, t, 201, -1, n.token);
}

static bool name_taken(const Evening *v, const char *name) {
    for (int i = 0; i < v->players; i++)
        if (name_alike(v->player[i].name, name)) return true;
    return false;
}

/* Somebody new. Where servers of an earlier version share the store nobody comes instead of another: they could not
 * read that. */
static Wrong come(Server *s, Table *t, const Request *r, TableEvent *e) {
    char room[NETWORK_ADDRESS];
    const Evening *v = t->evening;
    if (v->over || t->closed) return WRONG_PHASE;
    e->number = evening_room(v);
    if (e->number >= 0 && e->number < v->players) e->word = EVENT_INSTEAD;
    if (e->number < 0 || event_format(e->word) > store_format(s->store)) return WRONG_FULL;
    if (name_taken(v, e->name)) return WRONG_TAKEN;
    if (!found_pay_join(s, http_address(s, r, room))) return WRONG_RATE;
    return hall_wrong(hall_event(s, t, e));
}

/* Whoever has the code may take part: the code is the invitation. The same token again is the same person. */
static Wrong post_join(Server *s, Table *t, const Request *r) {
    Join n;
    TableEvent e = {.word = EVENT_COME};
    Wrong wrong = join_parse(r->body, r->length, &n);
    if (wrong) return wrong;
    if (n.seat >= 0) return WRONG_FORMAT;
    token_take(n.token, e.bytes);
    memcpy(e.name, n.name, sizeof e.name);
    e.number = evening_player(t->evening, e.bytes);
    if (e.number < 0) wrong = come(s, t, r, &e);
    return wrong ? wrong : answer_with(s, t, 200, e.number, n.token);
}

static Wrong get_whole(Server *s, Table *t) {
    Buffer out = {0};
    http_start(&out);
    club_put(t, true, &out);
    json_close(&out, '}');
    http_answer_of(s, t, 200, json, &out);
    return WRONG_NOTHING;
}

static Wrong get_csv(Server *s, Table *t) {
    Buffer out = {0};
    club_csv(t, &out);
    http_answer_of(s, t, 200, "text/csv; charset=utf-8", &out);
    return WRONG_NOTHING;
}

/* /api/evenings/CODE and what lies under it. There is no list of evenings: who has the link knows of one. */
static Wrong at_evening(Server *s, Conn *conn, const Request *r, const char *rest) {
    char code[CODE_LENGTH + 1];
    size_t n = strcspn(rest, "/");
    Table *t = code_read(rest, n, code) ? hall_evening(s, code) : NULL;
    const char *what = rest + n;
    if (hall_later(s)) return WRONG_LATER;
    if (!t) return http_guessed(s, r, HTTP_GUESS, WRONG_NO_TABLE);
    s->task->table = t;
    if (strcmp(what, "/join") == 0) return r->post ? post_join(s, t, r) : WRONG_METHOD;
    if (r->post) return WRONG_METHOD;
    if (strcmp(what, "/results.csv") == 0) return get_csv(s, t);
    if (strcmp(what, "/qr.svg") == 0) return http_qr(s, conn, t);
    return *what ? WRONG_NO_TABLE : get_whole(s, t);
}

Wrong club_request(Server *s, Conn *conn, const Request *r) {
    const char *rest = r->path + sizeof path - 1;
    if (*rest == '/') return at_evening(s, conn, r, rest + 1);
    return r->post ? post_evening(s, r) : WRONG_METHOD;
}
