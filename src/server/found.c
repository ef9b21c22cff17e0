/* found.c: see found.h. */
#include "server/found.h"

#include <ctype.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "server/dealer.h"
#include "server/evening.h"
#include "server/hall.h"
#include "server/name.h"
#include "server/room.h"

/* 192 random bits as URL-safe text; nobody guesses it, and a link can carry it. */
static void token_new(char *out) {
    uint8_t bytes[TOKEN_LENGTH / 4 * 3];
    randombytes_buf(bytes, sizeof bytes);
    char text[TOKEN_LENGTH + 1];
    sodium_bin2base64(text, sizeof text, bytes, sizeof bytes, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    memcpy(out, text, sizeof text);
    sodium_memzero(bytes, sizeof bytes);
}

void token_hash(const char *token, uint8_t *hash) {
    crypto_generichash(hash, STORE_HASH, (const uint8_t *)token, strlen(token), NULL, 0);
}

bool token_take(char *token, uint8_t *hash) {
    bool chosen = token[0];
    if (!chosen) token_new(token);
    token_hash(token, hash);
    return chosen;
}

bool found_pay(Server *s, const char *address) {
    Task *k = s->task;
    return k->paid_table = k->paid_table || limits_table(s->limits, address, hall_now(s));
}

bool found_pay_round(Server *s, const char *address, int tables) {
    Task *k = s->task;
    return k->paid_table = k->paid_table || limits_round(s->limits, address, tables, hall_now(s));
}

bool found_pay_join(Server *s, const char *address) {
    Task *k = s->task;
    return k->paid_table = k->paid_table || limits_join(s->limits, address, hall_now(s));
}

/* Only the hash of the token is kept: who reads the store cannot sit down as somebody else. */
static EventResult sit(Server *s, Table *t, int seat, const uint8_t *hash, const char *name) {
    TableEvent e = event_of(EVENT_SIT, seat, 0);
    memcpy(e.bytes, hash, STORE_HASH);
    snprintf(e.name, sizeof e.name, "%s", name);
    EventResult result = hall_event(s, t, &e);
    if (result == EVENT_DONE)
        t->chair[seat].away_since = hall_now(s); /* he has as long to come as others to come back */
    return result;
}

/* How many seats that are taken are called so, or look as if. */
static int namesakes(const Table *t, const char *name) {
    int n = 0;
    for (int i = 0; i < t->seats; i++) n += t->chair[i].kind != SEAT_OPEN && name_alike(match_name(t->match, i), name);
    return n;
}

/* Names that look alike are refused too: people would address the wrong one. */
Wrong found_sit(Server *s, Table *t, int seat, const uint8_t *hash, const char *name) {
    if (namesakes(t, name)) return WRONG_TAKEN;
    return hall_wrong(sit(s, t, seat, hash, name));
}

/* The first event of a table. Options at their default are not said, as in a record. */
static bool begin(Server *s, Table *t, const Game *g, int seats, const int *option, Dice dice, bool hide) {
    TableEvent e = {.word = EVENT_TABLE, .game = g, .seats = seats, .dice = dice, .hide_scores = hide};
    for (int i = 0; i < game_option_count(g); i++) {
        e.option[i] = option[i];
        e.given |= (unsigned)(option[i] != 0) << i;
    }
    return hall_event(s, t, &e) == EVENT_DONE;
}

/* Bots of one kind at a table are numbered: a record names its seats. */
static EventResult seat_bot(Server *s, Table *t, int seat, const char *bot, const char *name) {
    TableEvent e = event_of(EVENT_BOT, seat, 0);
    snprintf(e.bot, sizeof e.bot, "%s", bot);
    snprintf(e.name, sizeof e.name, "%s", name);
    for (int n = 2; namesakes(t, e.name) > 0; n++) snprintf(e.name, sizeof e.name, "%.100s %d", name, n);
    return hall_event(s, t, &e);
}

/* Nobody has it, which changes nothing; but it is said, for a bot that is put there later is none that was asked for.
 */
static bool leave_open(Server *s, Table *t, int seat) {
    TableEvent e = event_of(EVENT_OPEN, seat, 0);
    return hall_event(s, t, &e) == EVENT_DONE;
}

/* Is the seat as the request says, whatever came since of one that it left open? The log says which these were; an
 * older one does not, and then a bot's is taken for one that was set up. */
static bool seat_as_asked(const Table *t, int seat, const NewTable *n, unsigned held) {
    const Chair *c = &t->chair[seat];
    bool mine = held >> seat & 1, offered = t->offered >> seat & 1;
    switch (n->seat[seat].kind) {
        case SEAT_HUMAN:
            return mine && strcmp(match_name(t->match, seat), n->seat[seat].name) == 0;
        case SEAT_BOT:
            return !offered && c->kind == SEAT_BOT && strcmp(c->bot, n->seat[seat].bot) == 0;
        default:
            return !mine && (t->offered ? offered : c->kind != SEAT_BOT);
    }
}

/* Is it set up as the request says, and held by whoever asks? */
static bool as_asked(const Table *t, const NewTable *n, const uint8_t *hash) {
    if (!t->match || match_game(t->match) != n->game || t->seats != n->seats || t->dice != n->dice ||
        t->hide_scores != n->hide_scores)
        return false;
    for (int i = 0; i < game_option_count(n->game); i++)
        if (match_options(t->match)[i] != n->option[i]) return false;
    unsigned held = table_seats_of(t, hash);
    for (int i = 0; i < n->seats; i++)
        if (!seat_as_asked(t, i, n, held)) return false;
    return true;
}

/* Is it another table of the caller's played again? Then that one was asked for, not this. */
static bool follows(Server *s, const Table *t) {
    for (int i = 0; i < s->task->per[0]; i++) {
        const Table *before = hall_known(s, s->task->code[i]);
        if (before && strcmp(before->again, t->code) == 0) return true;
    }
    return false;
}

/* The store does not know yet what is on its way there: those tables are dirty. */
Table *found_before(Server *s, const NewTable *n, const uint8_t (*hash)[STORE_HASH]) {
    if (!hall_mine(s, hash, 1)) return NULL;
    for (int i = 0; i < s->task->per[0]; i++) hall_find(s, s->task->code[i]); /* all of them are read at once */
    if (hall_later(s)) return NULL;
    for (int i = 0; i < s->task->per[0]; i++) {
        Table *t = hall_find(s, s->task->code[i]);
        if (t && as_asked(t, n, *hash) && !follows(s, t)) return t;
    }
    for (Table *t = s->dirty; t; t = t->dirty)
        if (!t->deleted && as_asked(t, n, *hash) && !follows(s, t)) return t;
    return NULL;
}

/* Before anybody sits down, so before any roll. */
static bool put_seal(Server *s, Table *t, const Seal *seal) {
    TableEvent e = {.word = EVENT_SEALED, .until = seal->until};
    if (hall_event(s, t, &e) != EVENT_DONE) return false;
    if (!seal->paper) return true;
    e = (TableEvent){.word = EVENT_BELONGS, .paper = *seal->paper};
    return hall_event(s, t, &e) == EVENT_DONE;
}

/* The caller waits until all of its events are stored; one whose making is broken off by a crash is nobody's, and goes
 * with those that never began. */
Wrong found_table(Server *s, const NewTable *n, const Seal *seal, const uint8_t *hash, const char *address,
                  Table **out) {
    if (s->read_only) return WRONG_READ_ONLY;
    uint8_t payer[LIMIT_KEY];
    limits_key(address, payer);
    if (!room_for(s, payer, 1)) return WRONG_RATE;
    Table *t = *out = hall_new_table(s, seal ? seal->code : NULL, seal ? seal->key : NULL);
    if (t) memcpy(t->payer, payer, sizeof payer);
    bool good = t && begin(s, t, n->game, n->seats, n->option, n->dice, n->hide_scores);
    if (good && seal) good = put_seal(s, t, seal);
    for (int i = 0; i < n->seats && good; i++) {
        if (n->seat[i].kind == SEAT_HUMAN) good = sit(s, t, i, hash, n->seat[i].name) == EVENT_DONE;
        if (n->seat[i].kind == SEAT_BOT) good = seat_bot(s, t, i, n->seat[i].bot, n->seat[i].name) == EVENT_DONE;
        if (n->seat[i].kind == SEAT_OPEN) good = leave_open(s, t, i);
    }
    if (!good) return WRONG_STORAGE;
    s->counts.tables++;
    dealer_play(s, t);
    return WRONG_NOTHING;
}

/* ---- Evenings ---------------------------------------------------------------------------------------- */

/* An evening counts as a table where tables are limited: it stays in memory as one does, and brings more of them. */
Wrong found_evening(Server *s, const NewEvening *n, const uint8_t *hash, const char *address, Table **out) {
    uint8_t payer[LIMIT_KEY];
    TableEvent e = {.word = EVENT_EVENING, .number = n->rounds, .seats = n->seats, .dice = n->dice, .games = n->games};
    if (s->read_only) return WRONG_READ_ONLY;
    limits_key(address, payer);
    if (!room_for(s, payer, 1)) return WRONG_RATE;
    memcpy(e.bytes, hash, STORE_HASH);
    memcpy(e.game_list, n->game, sizeof e.game_list);
    memcpy(e.name, n->title, sizeof e.name);
    *out = hall_new_table(s, NULL, NULL);
    if (*out) memcpy((*out)->payer, payer, sizeof payer);
    return *out && hall_event(s, *out, &e) == EVENT_DONE ? WRONG_NOTHING : WRONG_STORAGE;
}

static bool same_evening(const Table *t, const NewEvening *n, const uint8_t *hash) {
    const Evening *v = t->evening;
    return v && memcmp(v->organiser, hash, STORE_HASH) == 0 && strcmp(v->title, n->title) == 0 &&
           v->rounds == n->rounds && v->seats == n->seats && v->dice == n->dice && v->games == n->games &&
           memcmp(v->game, n->game, sizeof v->game) == 0;
}

/* Those that are not stored yet are looked through too: the answer to the first request may have been lost on its way
 * from there. */
Table *found_evening_before(Server *s, const NewEvening *n, const uint8_t (*hash)[STORE_HASH]) {
    if (!hall_mine(s, hash, 1)) return NULL;
    for (int i = 0; i < s->task->per[0]; i++) {
        Table *t = hall_evening(s, s->task->code[i]);
        if (hall_later(s)) return NULL;
        if (t && same_evening(t, n, *hash)) return t;
    }
    for (Table *t = s->dirty; t; t = t->dirty)
        if (!t->deleted && same_evening(t, n, *hash)) return t;
    return NULL;
}

/* People before bots, whose names are numbered if somebody has them. */
static bool seat_round(Server *s, const Evening *v, Table *t, const EveningTable *place) {
    char bot[BOT_NAME];
    bool good = true;
    snprintf(bot, sizeof bot, "%s", s->config.stand_in);
    bot[0] = (char)toupper((unsigned char)bot[0]);
    for (int i = 0; i < t->seats && good; i++) {
        const EveningPlayer *p = place->player[i] < 0 ? NULL : &v->player[place->player[i]];
        if (p && t->chair[i].kind == SEAT_OPEN) good = sit(s, t, i, p->holder, p->name) == EVENT_DONE;
    }
    for (int i = 0; i < t->seats && good; i++)
        if (t->chair[i].kind == SEAT_OPEN) good = seat_bot(s, t, i, s->config.stand_in, bot) == EVENT_DONE;
    return good;
}

/* Each step is taken if it was not taken before. The key of dice that only this table has is told at the end, as it is
 * everywhere. */
void found_round(Server *s, const Table *evening, int place, const uint8_t *key, Table *t) {
    const Evening *v = evening->evening;
    const EveningTable *e = &v->table[place];
    int first, none[OPTIONS_MAX] = {0};
    bool alone = evening_tables(v, v->round, &first) == 1, whole = t && t->match && table_stage(t) != STAGE_WAITING;
    if (whole || s->read_only) return;
    if (!t) t = hall_new_table(s, e->code, key);
    if (!t) return;
    TableEvent of = {.word = EVENT_OF}, seal = {.word = EVENT_SEALED};
    memcpy(of.code, evening->code, sizeof of.code);
    memcpy(t->payer, evening->payer, sizeof t->payer);
    bool good = t->match || begin(s, t, evening_game(v, v->round), v->seats, none, v->dice, false);
    if (good && !t->of[0]) good = hall_event(s, t, &of) == EVENT_DONE;
    if (good && !alone && v->dice == DICE_SERVER && !t->sealed) good = hall_event(s, t, &seal) == EVENT_DONE;
    if (!good || !seat_round(s, v, t, e)) return;
    s->counts.tables++;
    dealer_play(s, t);
}

/* ---- Again ------------------------------------------------------------------------------------------- */

/* Two servers may each have made one: whose was named first stays. Something of the other, its first roll, may still be
 * on its way to the store. */
static void drop_orphan(Server *s, const Table *t) {
    Task *k = s->task;
    Table *lost = k->orphan[0] && strcmp(k->orphan, t->again) != 0 ? hall_known(s, k->orphan) : NULL;
    if (lost) hall_drop(s, lost);
    k->orphan[0] = '\0';
}

/* The new table is there before the old one names it: who reads the name can go there. */
Wrong found_again(Server *s, Table *t, int seat) {
    drop_orphan(s, t);
    if (t->again[0]) return WRONG_NOTHING;
    if (s->read_only) return WRONG_READ_ONLY;
    if (!room_for(s, t->payer, 1)) return WRONG_RATE;
    Table *fresh = hall_new_table(s, NULL, NULL);
    if (!fresh) return WRONG_STORAGE;
    memcpy(s->task->orphan, fresh->code, sizeof fresh->code);
    memcpy(fresh->payer, t->payer, sizeof t->payer);
    bool good = begin(s, fresh, match_game(t->match), t->seats, match_options(t->match), t->dice, t->hide_scores);
    for (int i = 0; i < t->seats && good; i++) {
        const Chair *c = &t->chair[i];
        const char *name = match_name(t->match, i);
        EventResult result =
            c->kind == SEAT_BOT ? seat_bot(s, fresh, i, c->bot, name) : sit(s, fresh, i, c->holder, name);
        good = result == EVENT_DONE;
    }
    TableEvent host = event_of(EVENT_HOST, table_host(t), 0);
    if (good && host.seat != table_host(fresh)) good = hall_event(s, fresh, &host) == EVENT_DONE;
    TableEvent next = event_of(EVENT_INVITE, seat, 0);
    memcpy(next.code, fresh->code, sizeof next.code);
    if (!good || hall_event(s, t, &next) != EVENT_DONE) return WRONG_STORAGE;
    s->counts.tables++;
    dealer_play(s, fresh);
    return WRONG_NOTHING;
}

/* They are called after their kind, with a capital letter. */
Wrong found_bots(Server *s, Table *t, const char *bot) {
    char name[BOT_NAME];
    snprintf(name, sizeof name, "%s", bot);
    name[0] = (char)toupper((unsigned char)name[0]);
    for (int i = 0; i < t->seats; i++) {
        EventResult result = t->chair[i].kind == SEAT_OPEN ? seat_bot(s, t, i, bot, name) : EVENT_DONE;
        if (result != EVENT_DONE) return hall_wrong(result);
    }
    dealer_play(s, t);
    return WRONG_NOTHING;
}
