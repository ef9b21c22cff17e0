/* talk.c: see talk.h, docs/protocol.md.
 *
 * The order of the checks matters: whether a seat is the client's own comes before anything whose answer could tell
 * something about the seat. */
#include "server/talk.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"
#include "host/clock.h"
#include "host/json.h"
#include "server/club.h"
#include "server/dealer.h"
#include "server/follow.h"
#include "server/found.h"
#include "server/hall.h"
#include "server/room.h"

enum {
    BURST = 3,  /* seconds' worth of messages, and of reactions, at once */
    QUEUED = 64 /* messages of one client that may wait behind one that waits for a table */
};

/* ---- Messages to clients ----------------------------------------------------------------------------- */

/* A message that memory did not suffice for is not sent: half of one would be worse. */
static void send_message(Conn *conn, const Buffer *out) {
    if (!out->failed) network_send(conn, out->bytes, out->length, false);
}

static void put_id(Buffer *out, int64_t id) {
    json_key(out, "id");
    if (id < 0)
        json_null(out, NULL);
    else
        json_int(out, NULL, id);
}

static void talk_ack(Conn *conn, int64_t id) {
    Buffer out = {0};
    buffer_str(&out, "{\"v\":1,\"type\":\"ack\"");
    put_id(&out, id);
    json_close(&out, '}');
    send_message(conn, &out);
    buffer_free(&out);
}

/* The text is a message id in English, which the client translates. */
static void talk_error(Conn *conn, int64_t id, Wrong wrong) {
    Buffer out = {0};
    buffer_str(&out, "{\"v\":1,\"type\":\"error\"");
    put_id(&out, id);
    json_text(&out, "code", refusals[wrong].code);
    json_text(&out, "text", refusals[wrong].text);
    json_close(&out, '}');
    send_message(conn, &out);
    buffer_free(&out);
}

/* The last message of a connection; `after` says when to come again, in seconds, or that it makes no sense. */
void talk_bye(Conn *conn, const char *code, const char *text, int after) {
    Buffer out = {0};
    buffer_str(&out, "{\"v\":1,\"type\":\"bye\"");
    json_text(&out, "code", code);
    json_text(&out, "text", text);
    json_key(&out, "after");
    if (after < 0)
        json_null(&out, NULL);
    else
        json_int(&out, NULL, after);
    json_close(&out, '}');
    send_message(conn, &out);
    buffer_free(&out);
    network_hang_up(conn);
}

/* To tables in memory: whoever has said hello is at one of them. */
int talk_notice(Server *s, const char *text) {
    Buffer out = {0};
    int told = 0;
    buffer_str(&out, "{\"v\":1,\"type\":\"notice\"");
    json_text(&out, "text", text);
    json_close(&out, '}');
    for (int i = 0; i < TABLE_BUCKETS; i++)
        for (const Table *t = s->bucket[i]; t; t = t->next)
            for (const Client *c = t->clients; c; c = c->next, told++) send_message(c->conn, &out);
    buffer_free(&out);
    return told;
}

/* ---- Coming and going -------------------------------------------------------------------------------- */

/* More or fewer clients of these seats' holders are connected; the clock of absence begins anew. */
static void count_here(Table *t, unsigned seats, int change, double now) {
    for (int i = 0; i < t->seats; i++) {
        if (!(seats >> i & 1)) continue;
        t->chair[i].here += change;
        t->chair[i].away_since = now;
    }
}

/* A seat's holder shows as here to everyone; a spectator changes nothing for the others. */
static void join(Server *s, Client *c, Table *t) {
    c->table = t;
    c->seats = c->has_token ? table_seats_of(t, c->hash) : 0;
    c->next = t->clients;
    if (c->next) c->next->link = &c->next;
    c->link = &t->clients;
    t->clients = c;
    count_here(t, c->seats, 1, hall_now(s));
    t->to_say = true;
    hall_show(s, c);
    if (c->seats || (t->evening && c->has_token)) room_came(s, t, c->payer);
    if (c->seats) hall_touch(s, t); /* who is here has changed */
}

/* The table stays in memory for a while: he may be back in a moment. */
void talk_part(Server *s, Client *c) {
    Table *t = c->table;
    if (!t) return;
    *c->link = c->next;
    if (c->next) c->next->link = c->link;
    count_here(t, c->seats, -1, hall_now(s));
    t->to_say = true;
    if (c->seats) hall_touch(s, t);
    c->table = NULL;
    c->seats = 0;
    t->used = hall_now(s);
    if (!t->clients) room_left(s, t);
}

/* After somebody sat down or stood up: which seats a client holds follows from its token, so it is found again. */
void talk_seats(Table *t) {
    for (int i = 0; i < t->seats; i++) t->chair[i].here = 0;
    t->to_say = true;
    for (Client *c = t->clients; c; c = c->next) {
        c->seats = c->has_token ? table_seats_of(t, c->hash) : 0;
        for (int i = 0; i < t->seats; i++) t->chair[i].here += (int)(c->seats >> i & 1);
    }
}

/* http_admit() has counted the connection already; talk_close() counts it out. */
void talk_open(Server *s, Conn *conn, const char *address) {
    Client *c = calloc(1, sizeof *c);
    if (!c) {
        limits_disconnect(s->limits, address, hall_now(s));
        network_hang_up(conn);
        return;
    }
    c->conn = conn;
    snprintf(c->address, sizeof c->address, "%s", address);
    limits_key(c->address, c->payer);
    network_set_user(conn, c);
    s->clients++;
    s->counts.connections++;
    if (s->config.log_requests) fprintf(stderr, "penna: %s connects\n", c->address);
}

/* Whatever ended the connection, its client is counted out everywhere it was counted in. */
void talk_close(Server *s, Conn *conn) {
    Client *c = network_user(conn);
    if (!c) return;
    talk_part(s, c);
    for (Task *k; (k = task_pop(&c->queue));) task_free(k);
    if (!c->let_go) limits_disconnect(s->limits, c->address, hall_now(s));
    if (s->config.log_requests) fprintf(stderr, "penna: %s leaves after %u messages\n", c->address, c->messages);
    network_set_user(conn, NULL);
    s->clients--;
    free(c);
}

/* Whom it may be. */
typedef struct Leaver {
    uint8_t payer[LIMIT_KEY];
    bool seated; /* also those who have a seat */
} Leaver;

static bool may_go(const void *context, const Conn *conn) {
    const Leaver *which = context;
    const Client *c = network_user(conn);
    return c && memcmp(c->payer, which->payer, LIMIT_KEY) == 0 && (which->seated || !c->seats);
}

/* Those who have a seat go last, but a seat is easy to have. That he counts no more is said at once, for his connection
 * may take a while to end. */
bool talk_make_room(Server *s, const char *address) {
    Leaver which = {.seated = false};
    if (!limits_crowd(s->limits, address, which.payer)) return false;
    Conn *conn = network_silent(s->net, may_go, &which);
    which.seated = true;
    if (!conn) conn = network_silent(s->net, may_go, &which);
    if (!conn) return false;
    Client *c = network_user(conn);
    c->let_go = true;
    limits_disconnect(s->limits, c->address, hall_now(s));
    talk_bye(conn, "flood", refusals[WRONG_RATE].text, 10);
    return true;
}

/* Makes an event happen that was found to be allowed, and what follows from it by itself. */
static Wrong happen(Server *s, Table *t, TableEvent e) {
    EventResult result = hall_event(s, t, &e);
    if (result == EVENT_DONE) dealer_play(s, t);
    return hall_wrong(result);
}

/* Those who were away come back by saying hello. If it cannot be stored they still are here, and say it again. */
static void come_back(Server *s, Client *c) {
    Table *t = c->table;
    for (int i = 0; i < t->seats; i++)
        if (c->seats >> i & 1 && t->chair[i].absent) happen(s, t, event_of(EVENT_RETURN, i, 0));
}

void talk_returned(Server *s, Table *t) {
    for (int i = 0; i < t->seats; i++)
        if (t->chair[i].absent && t->chair[i].here > 0) happen(s, t, event_of(EVENT_RETURN, i, 0));
}

/* A wrong token is told apart from none: its owner must learn that his seat is gone, not look on unknowing. */
static Wrong say_hello(Server *s, Client *c, const Message *m) {
    uint8_t hash[STORE_HASH] = {0};
    Table *t = hall_log(s, m->table);
    if (hall_later(s) || (t && !hall_fresh(s, t))) return WRONG_LATER;
    if (!t && !limits_request(s->limits, c->address, 5, hall_now(s))) return WRONG_RATE; /* guessing codes */
    if (!t) return WRONG_NO_TABLE;
    if (m->token[0]) token_hash(m->token, hash);
    if (m->token[0] && !(t->evening ? club_knows(t, hash) : table_seats_of(t, hash) != 0)) return WRONG_TOKEN;
    if (!m->token[0] && table_curtained(t)) return WRONG_CURTAIN;
    talk_part(s, c);
    c->has_token = m->token[0] != '\0';
    c->moves = m->moves;
    memcpy(c->hash, hash, sizeof hash);
    join(s, c, t);
    come_back(s, c);
    return WRONG_NOTHING;
}

/* ---- Choosing ---------------------------------------------------------------------------------------- */

/* Numbers of nodes come again after something was taken back. A client that says which take it saw is not
 * misunderstood: what it meant for a node that was taken back since is stale, though a node of that number may be open.
 */
static Wrong right_take(const Table *t, const Message *m) {
    if (m->take > t->takes) return WRONG_EARLY;
    return m->take >= 0 && table_reopened(t, m->take, m->node) ? WRONG_STALE : WRONG_NOTHING;
}

/* Is the node the one that the table stands at? */
static Wrong right_node(const Table *t, const Message *m) {
    int now = match_node(t->match);
    Wrong wrong = right_take(t, m);
    return wrong ? wrong : m->node < now ? WRONG_STALE : m->node > now ? WRONG_EARLY : WRONG_NOTHING;
}

/* The going back that ended the take which the message speaks of; NULL: none has. */
static const Undone *ended(const Table *t, const Message *m) {
    return m->take >= 0 && m->take < t->takes && t->undone[m->take].node == m->node ? &t->undone[m->take] : NULL;
}

/* True if the seat's move at the node, past or waiting, is this one. Only for the seat's own holder. */
static bool chose(const Table *t, int seat, int node, const char *token) {
    char room[TOKEN_MAX];
    Text text = text_in(room, sizeof room);
    AnyState s;
    Move move;
    if (node > match_node(t->match)) return false;
    bool now = node == match_node(t->match);
    if (now && !(match_chosen(t->match) >> seat & 1)) return false;
    if (!now && !(match_event(t->match, node)->movers >> seat & 1)) return false;
    move = now ? match_choice(t->match, seat) : match_event(t->match, node)->move[seat];
    match_state_at(t->match, node, &s);
    match_game(t->match)->put_move(&s.head, seat, move, &text);
    return strcmp(room, token) == 0;
}

/* What was said before comes first: a choice sent again is acknowledged again, whatever has happened since. */
static Wrong submit(Server *s, Client *c, const Message *m) {
    Table *t = c->table;
    Move move;
    if (table_stage(t) == STAGE_WAITING) return WRONG_PHASE;
    Wrong wrong = right_take(t, m);
    if (!wrong && chose(t, m->seat, m->node, m->move)) return WRONG_NOTHING; /* said before */
    if (!wrong) wrong = right_node(t, m);
    if (wrong) return wrong;
    if (t->chair[m->seat].left) return WRONG_SEAT;
    const State *state = match_state(t->match);
    if (!state_moves(state, m->seat)) return WRONG_NOT_YOURS;
    if (!game_read_move(match_game(t->match), state, m->seat, m->move, &move)) return WRONG_ILLEGAL;
    wrong = happen(s, t, event_with(EVENT_MOVE, m->seat, m->node, m->move));
    s->counts.moves += !wrong;
    if (!wrong) room_played(s, t);
    return wrong;
}

/* Taking back nothing does no harm, so it may be sent again. */
static Wrong withdraw(Server *s, Client *c, const Message *m) {
    Table *t = c->table;
    if (table_stage(t) != STAGE_PLAYING) return WRONG_PHASE;
    Wrong wrong = right_node(t, m);
    if (wrong) return wrong;
    if (t->chair[m->seat].left) return WRONG_SEAT;
    if (!(match_chosen(t->match) >> m->seat & 1)) return WRONG_NOTHING;
    return happen(s, t, event_of(EVENT_WITHDRAW, m->seat, m->node));
}

/* True if one of the client's seats sees what comes at the chance node; nobody else may say or guess it. */
static bool sees(const Client *c, const State *state) {
    for (int i = 0; i < c->table->seats; i++)
        if (c->seats >> i & 1 && !record_hides(match_game(c->table->match), state, i)) return true;
    return false;
}

/* Real dice: like a choice, but anybody at the table who may see what fell says it. */
static Wrong roll(Server *s, Client *c, const Message *m) {
    Table *t = c->table;
    const Game *g = match_game(t->match);
    uint32_t outcome;
    AnyState at;
    if (!c->seats) return WRONG_SEAT;
    if (t->dice != DICE_MANUAL || table_stage(t) == STAGE_WAITING) return WRONG_PHASE;
    Wrong wrong = right_take(t, m);
    if (wrong || m->node > match_node(t->match)) return wrong ? wrong : WRONG_EARLY;
    match_state_at(t->match, m->node, &at);
    if (at.head.node != NODE_CHANCE) return m->node < match_node(t->match) ? WRONG_STALE : WRONG_NOT_YOURS;
    if (!sees(c, &at.head)) return WRONG_SEAT;
    bool good = strcmp(m->move, "?") != 0 && g->get_outcome(&at.head, m->move, &outcome);
    if (m->node < match_node(t->match))
        return good && match_event(t->match, m->node)->outcome == outcome ? WRONG_NOTHING : WRONG_STALE;
    if (!good) return WRONG_ILLEGAL;
    wrong = happen(s, t, event_with(EVENT_ROLL, 0, m->node, m->move));
    if (!wrong) room_played(s, t);
    return wrong;
}

/* A seat adds to the key of shared dice: once, and only as long as nobody can have seen a roll. */
static Wrong salt(Server *s, Client *c, const Message *m) {
    Table *t = c->table;
    TableEvent e = event_of(EVENT_SALT, m->seat, 0);
    if (t->dice != DICE_SHARED) return WRONG_PHASE;
    fair_get_hex(m->salt, e.bytes);
    if (t->salts.given >> m->seat & 1)
        return memcmp(e.bytes, t->salts.salt[m->seat], sizeof e.bytes) == 0 ? WRONG_NOTHING : WRONG_STALE;
    return t->dealt ? WRONG_STALE : happen(s, t, e);
}

/* ---- Going back -------------------------------------------------------------------------------------- */

/* One question at a time; who asks the same again has asked it already. */
static Wrong undo(Server *s, Client *c, const Message *m) {
    Table *t = c->table;
    const Undone *done = ended(t, m);
    if (done && done->seat == m->seat && (m->to < 0 || m->to == done->to)) return WRONG_NOTHING; /* it has happened */
    if (table_stage(t) != STAGE_PLAYING) return WRONG_PHASE;
    if (t->sealed) return WRONG_SEALED;
    Wrong wrong = right_node(t, m);
    if (wrong) return wrong;
    if (t->chair[m->seat].left) return WRONG_SEAT;
    int to = m->to >= 0 ? m->to : table_back(t, m->seat);
    if (to < 0 || to >= m->node) return WRONG_BACK;
    if (to < table_floor(t, m->seat)) return WRONG_ABSENT;
    if (t->ask_seat >= 0) return t->ask_seat == m->seat && t->ask_to == to ? WRONG_NOTHING : WRONG_PHASE;
    TableEvent e = event_of(EVENT_ASK, m->seat, m->node);
    e.to = to;
    return happen(s, t, e);
}

/* A "no" to nothing does no harm; a "yes" to nothing is late, for somebody has said no or played on. */
static Wrong agree(Server *s, Client *c, const Message *m) {
    Table *t = c->table;
    const Undone *done = ended(t, m);
    if (done && m->yes && done->agreed >> m->seat & 1) return WRONG_NOTHING; /* it has happened */
    if (table_stage(t) != STAGE_PLAYING) return WRONG_PHASE;
    Wrong wrong = right_node(t, m);
    if (wrong) return wrong;
    if (t->ask_seat < 0) return m->yes ? WRONG_STALE : WRONG_NOTHING;
    if (m->yes && t->agreed >> m->seat & 1) return WRONG_NOTHING;
    return happen(s, t, event_of(m->yes ? EVENT_AGREE : EVENT_REFUSE, m->seat, m->node));
}

/* ---- Leaving and returning --------------------------------------------------------------------------- */

/* A bot is to play the seat. Nobody asks it whether to go back, so a question that waits for its holder is answered
 * with no if his own choices would be lost. */
static Wrong give_up(Server *s, Table *t, EventWord word, int seat) {
    bool asked = t->ask_seat >= 0 && !(t->agreed >> seat & 1) && t->ask_to < table_chosen_until(t, seat);
    Wrong wrong = asked ? happen(s, t, event_of(EVENT_REFUSE, seat, match_node(t->match))) : WRONG_NOTHING;
    return wrong ? wrong : happen(s, t, event_of(word, seat, 0));
}

/* Before the game: the seat is free for others. */
static Wrong stand_up(Server *s, Table *t, int seat) {
    Wrong wrong = happen(s, t, event_of(EVENT_OPEN, seat, 0));
    talk_seats(t);
    return wrong;
}

/* Before the game the seat is free for others; later it stays its holder's, and a bot plays it. */
static Wrong leave(Server *s, Client *c, const Message *m) {
    Table *t = c->table;
    Stage stage = table_stage(t);
    if (stage == STAGE_OVER) return WRONG_PHASE;
    if (stage == STAGE_WAITING) return stand_up(s, t, m->seat);
    if (t->chair[m->seat].left && !t->chair[m->seat].absent) return WRONG_NOTHING;
    return give_up(s, t, EVENT_LEAVE, m->seat);
}

/* From his next choice on he plays himself; what a bot has chosen for him stays. */
static Wrong come_again(Server *s, Client *c, const Message *m) {
    Table *t = c->table;
    if (table_stage(t) != STAGE_PLAYING) return WRONG_PHASE;
    if (!t->chair[m->seat].left) return WRONG_NOTHING;
    return happen(s, t, event_of(EVENT_RETURN, m->seat, 0));
}

/* Only for somebody whose clients have all been gone for a while, so that nobody is pushed off his seat. */
static Wrong replace(Server *s, Client *c, const Message *m) {
    Table *t = c->table;
    if (!c->seats || m->seat >= t->seats) return WRONG_SEAT;
    if (table_stage(t) != STAGE_PLAYING) return WRONG_PHASE;
    const Chair *chair = &t->chair[m->seat];
    if (chair->left) return WRONG_NOTHING;
    if (chair->kind != SEAT_HUMAN || table_here(t, m->seat)) return WRONG_SEAT;
    if (hall_now(s) - chair->away_since < (double)s->config.away) return WRONG_AWAY;
    return give_up(s, t, EVENT_ABSENT, m->seat);
}

/* ---- The host ---------------------------------------------------------------------------------------- */

/* A host with several seats has one part, whichever of them he speaks for. */
static bool hosts(const Client *c) {
    int seat = table_host(c->table);
    return seat >= 0 && c->seats >> seat & 1;
}

/* May the client do what else only the host does, because he has been away for long? */
static Wrong stands_in(const Server *s, const Client *c) {
    int seat = table_host(c->table);
    if (!c->seats) return WRONG_SEAT;
    if (seat < 0 || hosts(c)) return WRONG_NOTHING;
    const Chair *host = &c->table->chair[seat];
    if (table_here(c->table, seat)) return WRONG_HOST;
    return hall_now(s) - host->away_since < (double)s->config.away ? WRONG_AWAY : WRONG_NOTHING;
}

/* Before the game anybody's seat, a bot's too; later only that of somebody who is not here: a bot plays it until he is.
 * A host who says whose seat it is frees no one else's, however late he is heard. */
static Wrong free_seat(Server *s, Client *c, const Message *m) {
    Table *t = c->table;
    if (!c->seats || m->seat >= t->seats) return WRONG_SEAT;
    if (!hosts(c)) return WRONG_HOST;
    const Chair *chair = &t->chair[m->seat];
    Stage stage = table_stage(t);
    if (stage == STAGE_OVER) return WRONG_PHASE;
    if (chair->kind == SEAT_OPEN || chair->left) return WRONG_NOTHING;
    if (m->name[0] && strcmp(m->name, match_name(t->match, m->seat)) != 0) return WRONG_NOTHING; /* he is gone */
    if (stage == STAGE_WAITING) return stand_up(s, t, m->seat);
    if (chair->kind != SEAT_HUMAN || table_here(t, m->seat)) return WRONG_SEAT;
    return give_up(s, t, EVENT_ABSENT, m->seat);
}

/* The host hands his part to another; or somebody takes it, when the host has been away for long. */
static Wrong hand_over(Server *s, Client *c, const Message *m) {
    Table *t = c->table;
    if (!c->seats || m->seat >= t->seats || t->chair[m->seat].kind != SEAT_HUMAN) return WRONG_SEAT;
    if (table_host(t) >= 0 && table_seats_of(t, t->host) >> m->seat & 1) return WRONG_NOTHING; /* he is the host */
    bool own = c->seats >> m->seat & 1;
    Wrong wrong = hosts(c) ? WRONG_NOTHING : own ? stands_in(s, c) : WRONG_HOST;
    return wrong ? wrong : happen(s, t, event_of(EVENT_HOST, m->seat, 0));
}

/* Said again it does nothing, so it may be sent again. */
static Wrong shut(Server *s, Client *c, const Message *m) {
    Table *t = c->table;
    if (!c->seats) return WRONG_SEAT;
    if (!hosts(c)) return WRONG_HOST;
    if (t->shut == m->yes) return WRONG_NOTHING;
    return happen(s, t, event_of(m->yes ? EVENT_SHUT : EVENT_ADMIT, 0, 0));
}

/* Open seats become bots', and the game begins. If it has begun, somebody was faster, and has what he wanted. */
static Wrong start(Server *s, Client *c, const Message *m) {
    Table *t = c->table;
    if (!c->seats) return WRONG_SEAT;
    if (table_stage(t) != STAGE_WAITING) return bot_find(m->bot) ? WRONG_NOTHING : WRONG_BOT;
    Wrong wrong = stands_in(s, c);
    if (wrong) return wrong;
    if (!bot_find(m->bot) || table_unseen(t)) return WRONG_BOT;
    return found_bots(s, t, m->bot);
}

/* A new table is paid for by who invites; those who follow him take seats that are there. */
static Wrong again(Server *s, Client *c) {
    if (!c->seats) return WRONG_SEAT;
    if (table_stage(c->table) != STAGE_OVER) return WRONG_PHASE;
    if (c->table->sealed) return WRONG_SEALED;
    if (!c->table->again[0] && !found_pay(s, c->address)) return WRONG_RATE;
    int seat = 0;
    while (!(c->seats >> seat & 1)) seat++;
    return found_again(s, c->table, seat);
}

void talk_react(const Table *t, int seat, int picture) {
    Buffer out = {0};
    buffer_str(&out, "{\"v\":1,\"type\":\"react\"");
    json_int(&out, "seat", seat);
    json_text(&out, "picture", reactions[picture]);
    json_close(&out, '}');
    for (const Client *to = t->clients; to; to = to->next) send_message(to->conn, &out);
    buffer_free(&out);
}

/* A picture for everybody who is at the table now. It is a gesture: nobody stores it, and who was away missed it. */
static Wrong react(Server *s, Client *c, const Message *m) {
    if (!bucket_take(&c->reactions, 1, BURST, 1, hall_now(s))) return WRONG_RATE;
    talk_react(c->table, m->seat, m->picture);
    follow_react(s, c->table, m->seat, m->picture);
    return WRONG_NOTHING;
}

/* ---- All messages ------------------------------------------------------------------------------------ */

/* Is it one too many of those that may have to be stored? One that is heard again has been counted. */
static bool too_much(Server *s, const Client *c, const Message *m) {
    if (m->type == MESSAGE_REACT || s->task->paid) return false;
    s->task->paid = limits_act(s->limits, c->address, hall_now(s));
    return !s->task->paid;
}

/* Messages that name a seat of the client's own come last, behind the check that it is. */
static Wrong handle(Server *s, Client *c, const Message *m) {
    if (m->type == MESSAGE_PING) return WRONG_NOTHING;
    if (m->type == MESSAGE_HELLO) return say_hello(s, c, m);
    if (!c->table) return WRONG_HELLO;
    if (too_much(s, c, m)) return WRONG_RATE;
    if (!hall_log(s, c->table->code)) return hall_later(s) ? WRONG_LATER : WRONG_NO_TABLE;
    if (c->table->evening) return club_handle(s, c, m);
    if (m->type > MESSAGE_PING) return WRONG_PHASE;
    if (m->type == MESSAGE_ROLL) return roll(s, c, m);
    if (m->type == MESSAGE_REPLACE) return replace(s, c, m);
    if (m->type == MESSAGE_START) return start(s, c, m);
    if (m->type == MESSAGE_AGAIN) return again(s, c);
    if (m->type == MESSAGE_FREE) return free_seat(s, c, m);
    if (m->type == MESSAGE_HOST) return hand_over(s, c, m);
    if (m->type == MESSAGE_SHUT) return shut(s, c, m);
    if (m->seat >= c->table->seats || !(c->seats >> m->seat & 1)) return WRONG_SEAT;
    switch (m->type) {
        case MESSAGE_SUBMIT:
            return submit(s, c, m);
        case MESSAGE_WITHDRAW:
            return withdraw(s, c, m);
        case MESSAGE_SALT:
            return salt(s, c, m);
        case MESSAGE_UNDO:
            return undo(s, c, m);
        case MESSAGE_AGREE:
            return agree(s, c, m);
        case MESSAGE_LEAVE:
            return leave(s, c, m);
        case MESSAGE_RETURN:
            return come_again(s, c, m);
        case MESSAGE_REACT:
            return react(s, c, m);
        default:
            return WRONG_FORMAT;
    }
}

/* True if the client says more than it may. */
static bool floods(const Server *s, Client *c) {
    double rate = (double)s->config.messages_per_second;
    return (rate > 0 && !bucket_take(&c->bucket, rate, BURST * rate, 1, hall_now(s))) || c->queued >= QUEUED;
}

/* Every message is answered exactly once: a refusal now, an acknowledgement when what it did is stored. */
void talk_message(Server *s, Conn *conn, const char *text, size_t length) {
    Client *c = network_user(conn);
    Task k = {.kind = TASK_MESSAGE, .conn = conn, .text = text, .length = length, .since = clock_now()};
    if (!c) return;
    s->counts.messages++;
    c->messages++;
    k.serial = ++s->serial;
    if (floods(s, c)) {
        talk_bye(conn, "flood", refusals[WRONG_RATE].text, 10);
        return;
    }
    if (c->held == 0) {
        task_run(s, &k);
        return;
    }
    Task *own = task_keep(&k);
    if (!own) return;
    task_add(&c->queue, own);
    c->queued++;
}

void talk_hold(Conn *conn, int change) {
    Client *c = network_user(conn);
    if (c) c->held += change;
}

/* The client may be gone after any of them. */
void talk_go_on(Server *s, Conn *conn) {
    for (Client *c; (c = network_user(conn)) && c->held == 0 && c->queue.first;) {
        c->queued--;
        task_run(s, task_pop(&c->queue));
    }
}

/* Pings and gestures ask nothing of the table. */
void talk_run(Server *s, Task *k) {
    Client *c = network_user(k->conn);
    Message m;
    if (!c) {
        task_free(k);
        return;
    }
    k->wrong = message_parse(k->text, k->length, &m);
    k->id = m.id;
    if (c->table && c->seats) memcpy(c->table->payer, c->payer, sizeof c->payer);
    bool good = !k->wrong, light = good && (m.type == MESSAGE_PING || m.type == MESSAGE_REACT);
    if (good) k->wrong = handle(s, c, &m);
    sodium_memzero(m.token, sizeof m.token);
    if (k->wrong == WRONG_LATER)
        task_park(s, k, k->place);
    else
        task_finish(s, k, good && !light ? c->table : NULL);
}

const double latency_bounds[LATENCIES - 1] = {0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1};

static void count_latency(Server *s, double seconds) {
    int i = 0;
    while (i < LATENCIES - 1 && seconds > latency_bounds[i]) i++;
    s->counts.latency[i]++;
    s->counts.waited += seconds;
}

/* Who was refused for what he saw, which is no longer so, gets the view with it: he would ask the same again. */
void talk_answer(Server *s, Task *k) {
    Client *c = network_user(k->conn);
    if (!k->wrong) {
        count_latency(s, clock_now() - k->since);
        talk_ack(k->conn, k->id);
        return;
    }
    s->counts.refused[k->wrong]++;
    if (k->wrong == WRONG_STORAGE && c && !c->table) { /* his table cannot be read just now: he may come again */
        talk_bye(k->conn, "shutdown", refusals[WRONG_STORAGE].text, 2);
        return;
    }
    talk_error(k->conn, k->id, k->wrong);
    if (k->wrong == WRONG_STALE && c && c->table) hall_show(s, c);
}
