/* table.c: see table.h. */
#include "server/table.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "server/evening.h"

/* The epoch begins anywhere, so that a bot's answer to the same table read earlier is not taken for one to this. */
Table *table_lay(const char *code, const uint8_t *key) {
    Table *t = calloc(1, sizeof *t);
    if (!t) return NULL;
    memcpy(t->code, code, CODE_LENGTH);
    memcpy(t->key, key, STORE_KEY);
    t->ask_seat = t->again_by = -1;
    t->epoch = randombytes_random();
    for (int i = 0; i <= SEATS_MAX; i++) t->telling[i].nodes = -1;
    return t;
}

/* The key is wiped, not only freed: with it the dice to come could be told. */
void table_clear(Table *t) {
    if (!t) return;
    for (int i = 0; i <= SEATS_MAX; i++) buffer_free(&t->telling[i].text);
    match_free(t->match);
    evening_free(t->evening);
    free(t->undone);
    sodium_memzero(t->key, sizeof t->key);
    free(t);
}

/* The head of the record, or what viewers see of it, changed. */
static void tell_anew(Table *t) {
    for (int i = 0; i <= SEATS_MAX; i++) t->telling[i].nodes = -1;
}

/* Whatever stands before `next` is the log's. */
void table_replace(Table *t, Table *fresh) {
    Chair old[SEATS_MAX];
    memcpy(old, t->chair, sizeof old);
    match_free(t->match);
    evening_free(t->evening);
    free(t->undone);
    memcpy(t, fresh, offsetof(Table, next));
    fresh->match = NULL;
    fresh->evening = NULL;
    fresh->undone = NULL;
    table_clear(fresh);
    for (int i = 0; i < SEATS_MAX; i++) {
        t->chair[i].here = old[i].here;
        t->chair[i].away_since = old[i].away_since;
    }
    tell_anew(t);
    t->epoch++;
}

/* ---- Asking ----------------------------------------------------------------------------------------- */

Stage table_stage(const Table *t) {
    if (t->evening) return evening_stage(t->evening);
    for (int i = 0; i < t->seats; i++)
        if (t->chair[i].kind == SEAT_OPEN) return STAGE_WAITING;
    return match_state(t->match)->node == NODE_OVER ? STAGE_OVER : STAGE_PLAYING;
}

/* No early end: the time must not tell how much of a hash was right. */
unsigned table_seats_of(const Table *t, const uint8_t *hash) {
    unsigned seats = 0;
    for (int i = 0; i < t->seats; i++) {
        bool same = sodium_memcmp(t->chair[i].holder, hash, STORE_HASH) == 0;
        seats |= (unsigned)(same && t->chair[i].kind == SEAT_HUMAN) << i;
    }
    return seats;
}

/* The first of the host's seats stands for him. Asked for every view: no stranger's token is compared here, so nobody
 * learns anything from how long it takes. */
int table_host(const Table *t) {
    for (int i = 0; i < t->seats && t->hosted; i++)
        if (t->chair[i].kind == SEAT_HUMAN && memcmp(t->chair[i].holder, t->host, STORE_HASH) == 0) return i;
    return -1;
}

bool table_here(const Table *t, int seat) { return t->chair[seat].here > 0 || t->there >> seat & 1; }

bool table_person(const Table *t, int seat) { return t->chair[seat].kind == SEAT_HUMAN && !t->chair[seat].left; }

bool table_unseen(const Table *t) { return t->dice == DICE_MANUAL && match_game(t->match)->hide; }

/* At a table with real cards nobody plays for who has left: a bot cannot see them. */
const char *table_bot(const Table *t, int seat, const char *stand_in) {
    const Chair *c = &t->chair[seat];
    if (table_unseen(t)) return NULL;
    return c->kind == SEAT_BOT ? c->bot : c->kind == SEAT_HUMAN && c->left ? stand_in : NULL;
}

/* When the game is over there is nothing left to hide. */
int table_viewer(const Table *t, int seat) { return table_stage(t) == STAGE_OVER ? RECORD_FULL : seat; }

/* Bots add nothing: the server that runs them would add it for itself. */
bool table_wants_salt(const Table *t) {
    if (t->dice != DICE_SHARED || t->dealt) return false;
    for (int i = 0; i < t->seats; i++)
        if (t->chair[i].kind == SEAT_HUMAN && !(t->salts.given >> i & 1)) return true;
    return false;
}

/* Every view has it, so it is computed once. */
const char *table_commitment(Table *t) {
    uint8_t hash[CIPHER_HASH];
    if (!t->commitment[0]) {
        fair_commit(t->key, hash);
        fair_put_hex(hash, t->commitment);
    }
    return t->commitment;
}

void table_key(const Table *t, uint8_t out[CIPHER_KEY]) { fair_key(t->key, &t->salts, out); }

bool table_tells_key(const Table *t) {
    if (t->dice == DICE_MANUAL || table_stage(t) != STAGE_OVER) return false;
    return !t->sealed || t->revealed || (t->until > 0 && time(NULL) >= t->until);
}

/* A seal with a time is lifted by it alone; one without when its round is over, which closes what is not. */
bool table_curtained(const Table *t) {
    if (t->until > 0) return time(NULL) < t->until;
    return t->sealed && !t->revealed && !t->closed;
}

/* What the seats added, as comments that `penna verify` reads. */
static void record_salts(const Table *t, Buffer *out) {
    char hex[FAIR_HEX], line[FAIR_HEX + 20];
    for (int i = 0; i < t->seats; i++) {
        if (!(t->salts.given >> i & 1)) continue;
        fair_put_hex(t->salts.salt[i], hex);
        snprintf(line, sizeof line, "# salt %d %s\n", i, hex);
        buffer_str(out, line);
    }
}

/* The comments make the record one that proves its own dice once the game is over. */
void table_record(Table *t, int seat, Buffer *out) {
    char hex[FAIR_HEX];
    buffer_str(out, "# table ");
    buffer_str(out, t->code);
    if (t->dice != DICE_MANUAL) {
        buffer_str(out, "\n# commitment ");
        buffer_str(out, table_commitment(t));
    }
    buffer_str(out, "\n");
    record_salts(t, out);
    record_write(t->match, table_viewer(t, seat), true, out);
    if (!table_tells_key(t)) return;
    fair_put_hex(t->key, hex);
    buffer_str(out, "# key ");
    buffer_str(out, hex);
    buffer_str(out, "\n");
}

/* Replays the match once from its beginning: for a choice that was forced needs the state to be known. */
int table_back(const Table *t, int seat) {
    const Game *g = match_game(t->match);
    Move legal[MOVES_MAX];
    AnyState s;
    int found = -1;
    match_state_at(t->match, 0, &s);
    for (int node = 0; node < match_node(t->match); node++) {
        if (state_moves(&s.head, seat) && g->legal(&s.head, seat, legal) != 1) found = node; /* 0: unseen */
        match_apply(g, &s.head, match_event(t->match, node));
    }
    return found;
}

/* Was the node taken back since the client's take? Then its number is another node now. */
bool table_reopened(const Table *t, int take, int node) {
    for (int i = take; i < t->takes; i++)
        if (t->undone[i].to <= node) return true;
    return false;
}

/* The node behind the seat's last choice: nothing of its own is lost by going back no further. At the present node one
 * that nobody else knows yet counts too: whoever goes back takes it along. */
int table_chosen_until(const Table *t, int seat) {
    int node = match_node(t->match);
    if (match_chosen(t->match) >> seat & 1) return node;
    while (node > 0 && !(match_event(t->match, node - 1)->movers >> seat & 1)) node--;
    return node;
}

/* Nobody goes back past what somebody has played who is away and cannot be asked; the holder's own seats are asked
 * with him. */
int table_floor(const Table *t, int seat) {
    unsigned own = table_seats_of(t, t->chair[seat].holder);
    int floor = 0;
    for (int i = 0; i < t->seats; i++) {
        if (t->chair[i].kind != SEAT_HUMAN || !t->chair[i].left || own >> i & 1) continue;
        int until = table_chosen_until(t, i);
        if (until > floor) floor = until;
    }
    return floor;
}

/* ---- Events: who sits where -------------------------------------------------------------------------- */

/* In a match with real cards nobody sees everything: it is one seen by a spectator. */
static EventResult event_table(Table *t, const TableEvent *e) {
    if (t->match || t->evening) return EVENT_OUT_OF_PLACE;
    t->match = match_new(e->game, e->seats, e->option);
    if (!t->match) return EVENT_NO_MEMORY;
    t->seats = e->seats;
    t->dice = e->dice;
    t->hide_scores = e->hide_scores;
    match_give_options(t->match, e->given);
    if (table_unseen(t)) match_see_as(t->match, -1);
    return EVENT_DONE;
}

/* Its key is not of dice, but of the keys of dice. */
static EventResult event_evening(Table *t, const TableEvent *e) {
    if (t->match || t->evening) return EVENT_OUT_OF_PLACE;
    t->evening = evening_new(e);
    return t->evening ? EVENT_DONE : EVENT_OUT_OF_PLACE;
}

/* Whoever has the seat is the host from now on. */
static EventResult event_host(Table *t, int seat) {
    if (t->chair[seat].kind != SEAT_HUMAN) return EVENT_OUT_OF_PLACE;
    memcpy(t->host, t->chair[seat].holder, STORE_HASH);
    t->hosted = true;
    return EVENT_DONE;
}

/* After somebody sat down or stood up: a table at which people sit has a host among them. One at which nobody does
 * is open to all, for nobody could open it again. */
static void find_host(Table *t) {
    if (table_host(t) >= 0) return;
    t->hosted = false;
    for (int i = 0; i < t->seats && !t->hosted; i++) event_host(t, i);
    t->shut = t->shut && t->hosted;
}

/* A person or a bot takes an open seat. */
static EventResult take_seat(Table *t, int seat, const char *kind, const char *name, const Chair *chair) {
    if (t->chair[seat].kind != SEAT_OPEN) return EVENT_OUT_OF_PLACE;
    if (!match_kind_ok(kind, strlen(kind))) return EVENT_MALFORMED;
    if (!match_seat(t->match, seat, kind, name)) return EVENT_NO_MEMORY;
    t->chair[seat] = *chair;
    return EVENT_DONE;
}

/* The first who sits down becomes the host. */
static EventResult event_sit(Table *t, const TableEvent *e) {
    Chair c = {.kind = SEAT_HUMAN};
    memcpy(c.holder, e->bytes, STORE_HASH);
    EventResult result = take_seat(t, e->seat, "human", e->name, &c);
    find_host(t);
    return result;
}

/* The record names it "bot:KIND", as records everywhere do. */
static EventResult event_bot(Table *t, const TableEvent *e) {
    Chair c = {.kind = SEAT_BOT};
    char kind[BOT_NAME + 4] = "bot:";
    strcat(kind, e->bot);
    memcpy(c.bot, e->bot, sizeof c.bot);
    return take_seat(t, e->seat, kind, e->name, &c);
}

/* Only before play: later the seat's choices are in the record under its name. That one is open which nobody had is
 * what the table was set up with. */
static EventResult event_open(Table *t, int seat) {
    if (table_stage(t) != STAGE_WAITING) return EVENT_OUT_OF_PLACE;
    if (t->chair[seat].kind == SEAT_OPEN) t->offered |= 1u << seat;
    if (!match_seat(t->match, seat, "human", "?")) return EVENT_NO_MEMORY;
    t->chair[seat] = (Chair){.kind = SEAT_OPEN};
    t->salts.given &= ~(1u << seat);
    find_host(t);
    return EVENT_DONE;
}

/* Once a seat, and only as long as nothing has fallen: who knows a roll could choose his salt for the next. */
static EventResult event_salt(Table *t, const TableEvent *e) {
    if (t->dice != DICE_SHARED || t->dealt) return EVENT_OUT_OF_PLACE;
    if (t->chair[e->seat].kind != SEAT_HUMAN || t->salts.given >> e->seat & 1) return EVENT_OUT_OF_PLACE;
    memcpy(t->salts.salt[e->seat], e->bytes, CIPHER_KEY);
    t->salts.given |= 1u << e->seat;
    return EVENT_DONE;
}

/* Only of dice that the server alone makes, and before any has fallen: what was to be seen stays to be seen. */
static EventResult event_sealed(Table *t, int64_t until) {
    if (t->dice != DICE_SERVER || t->dealt || t->sealed) return EVENT_OUT_OF_PLACE;
    t->sealed = true;
    t->until = until;
    return EVENT_DONE;
}

/* ---- Events: going back ------------------------------------------------------------------------------ */

/* All seats whose holder is the seat's: who asks for one agrees for the others. */
static unsigned same_holder(const Table *t, int seat) { return table_seats_of(t, t->chair[seat].holder); }

/* Room for one more going back is made when it is asked for, so that it cannot fail when it happens. */
static bool make_room(Table *t) {
    Undone *more = realloc(t->undone, ((size_t)t->takes + 1) * sizeof *more);
    if (more) t->undone = more;
    return more != NULL;
}

/* What waited is kept with who agreed: a message sent again can then be answered as if for the first time. */
static void go_back(Table *t) {
    t->undone[t->takes++] =
        (Undone){.seat = t->ask_seat, .node = match_node(t->match), .to = t->ask_to, .agreed = t->agreed};
    match_undo(t->match, t->ask_to);
    t->ask_seat = -1;
    t->epoch++;
    tell_anew(t);
}

static void go_back_if_agreed(Table *t) {
    for (int i = 0; i < t->seats; i++)
        if (table_person(t, i) && !(t->agreed >> i & 1)) return;
    go_back(t);
}

/* The asker's other seats agree with him; if nobody else plays, it happens at once. Where others play with the same
 * dice nobody has a second try. */
static EventResult event_ask(Table *t, const TableEvent *e) {
    if (t->sealed) return EVENT_OUT_OF_PLACE;
    if (e->to >= e->node || t->chair[e->seat].kind != SEAT_HUMAN || t->ask_seat >= 0) return EVENT_OUT_OF_PLACE;
    if (!make_room(t)) return EVENT_NO_MEMORY;
    t->ask_seat = e->seat;
    t->ask_to = e->to;
    t->agreed = same_holder(t, e->seat);
    go_back_if_agreed(t);
    return EVENT_DONE;
}

/* One "no" ends the question, whoever says it. */
static EventResult event_agree(Table *t, int seat, bool yes) {
    if (t->ask_seat < 0 || t->chair[seat].kind != SEAT_HUMAN) return EVENT_OUT_OF_PLACE;
    if (!yes) {
        t->ask_seat = -1;
        return EVENT_DONE;
    }
    t->agreed |= same_holder(t, seat);
    go_back_if_agreed(t);
    return EVENT_DONE;
}

/* ---- Events: play ------------------------------------------------------------------------------------ */

/* The match went on: what was asked before is no longer the question. */
static void went_on(Table *t, int before) {
    if (match_node(t->match) == before) return;
    t->ask_seat = -1;
    t->epoch++;
}

static EventResult result_of(MatchResult result) {
    return result == MATCH_OK ? EVENT_DONE : result == MATCH_MEMORY ? EVENT_NO_MEMORY : EVENT_OUT_OF_PLACE;
}

/* Once something has fallen the salts are fixed, also if it is taken back. */
static EventResult event_roll(Table *t, const TableEvent *e) {
    const State *s = match_state(t->match);
    uint32_t outcome;
    if (s->node != NODE_CHANCE || !match_game(t->match)->get_outcome(s, e->token, &outcome)) return EVENT_OUT_OF_PLACE;
    EventResult result = result_of(match_chance(t->match, e->node, outcome));
    if (result != EVENT_DONE) return result;
    t->dealt = true;
    went_on(t, e->node);
    return EVENT_DONE;
}

/* The token is matched against the legal moves of now, which an event from a log was too when it was written. */
static EventResult event_move(Table *t, const TableEvent *e) {
    Move move;
    if (!game_read_move(match_game(t->match), match_state(t->match), e->seat, e->token, &move))
        return EVENT_OUT_OF_PLACE;
    EventResult result = result_of(match_submit(t->match, e->seat, e->node, move));
    if (result == EVENT_DONE) went_on(t, e->node);
    return result;
}

/* Who leaves is no longer asked: the others may be agreed without him. */
static EventResult event_leave(Table *t, int seat, bool left, bool absent) {
    Chair *c = &t->chair[seat];
    if (c->kind != SEAT_HUMAN) return EVENT_OUT_OF_PLACE;
    c->left = left;
    c->absent = absent;
    if (left && t->ask_seat >= 0) go_back_if_agreed(t);
    return EVENT_DONE;
}

/* An older log has `again` without a seat: nobody is then said to invite. */
static EventResult event_again(Table *t, const TableEvent *e) {
    memcpy(t->again, e->code, sizeof t->again);
    t->again_by = e->word == EVENT_INVITE ? e->seat : -1;
    return EVENT_DONE;
}

/* ---- All events -------------------------------------------------------------------------------------- */

/* True if the event names a node, which must then be the present one. */
static bool is_play(EventWord word) { return word >= EVENT_ROLL && word <= EVENT_REFUSE; }

/* One line a word; what each means is above. A table that is closed, or a node that is past, never comes here. */
static EventResult apply(Table *t, const TableEvent *e) {
    switch (e->word) {
        case EVENT_SIT:
            return event_sit(t, e);
        case EVENT_BOT:
            return event_bot(t, e);
        case EVENT_OPEN:
            return event_open(t, e->seat);
        case EVENT_SALT:
            return event_salt(t, e);
        case EVENT_ROLL:
            return event_roll(t, e);
        case EVENT_MOVE:
            return event_move(t, e);
        case EVENT_WITHDRAW:
            match_withdraw(t->match, e->seat);
            return EVENT_DONE;
        case EVENT_ASK:
            return event_ask(t, e);
        case EVENT_AGREE:
        case EVENT_REFUSE:
            return event_agree(t, e->seat, e->word == EVENT_AGREE);
        case EVENT_LEAVE:
        case EVENT_ABSENT:
            return event_leave(t, e->seat, true, e->word == EVENT_ABSENT);
        case EVENT_RETURN:
            return event_leave(t, e->seat, false, false);
        case EVENT_CLOSE:
            t->closed = true;
            return EVENT_DONE;
        case EVENT_AGAIN:
        case EVENT_INVITE:
            return event_again(t, e);
        case EVENT_HOST:
            return event_host(t, e->seat);
        case EVENT_SHUT:
        case EVENT_ADMIT:
            t->shut = e->word == EVENT_SHUT;
            return EVENT_DONE;
        case EVENT_SEALED:
            return event_sealed(t, e->until);
        case EVENT_REVEAL:
            t->revealed = t->sealed;
            return t->sealed ? EVENT_DONE : EVENT_OUT_OF_PLACE;
        case EVENT_OF:
            memcpy(t->of, e->code, sizeof t->of);
            return EVENT_DONE;
        case EVENT_BELONGS:
            t->paper = e->paper;
            return EVENT_DONE;
        default:
            return EVENT_MALFORMED;
    }
}

/* The checks that many events share come first: is there a match, such a seat, and is it this node's turn? */
EventResult table_apply(Table *t, const TableEvent *e) {
    EventResult result;
    if (e->word == EVENT_TABLE) {
        result = event_table(t, e);
    } else if (e->word == EVENT_EVENING) {
        result = event_evening(t, e);
    } else if (t->evening && e->word == EVENT_CLOSE) {
        t->closed = true;
        result = EVENT_DONE;
    } else if (t->evening) {
        result = t->closed ? EVENT_CLOSED : evening_apply(t->evening, e);
    } else {
        if (!t->match || e->seat >= t->seats) return EVENT_OUT_OF_PLACE;
        if (t->closed) return EVENT_CLOSED;
        if (is_play(e->word) && (table_stage(t) != STAGE_PLAYING || e->node != match_node(t->match)))
            return EVENT_OUT_OF_PLACE;
        result = apply(t, e);
    }
    if (result != EVENT_DONE) return result;
    bool head = e->word == EVENT_SIT || e->word == EVENT_BOT || e->word == EVENT_OPEN;
    if (head) tell_anew(t);
    t->number++;
    return EVENT_DONE;
}
