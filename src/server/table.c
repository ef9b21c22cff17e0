/* table.c: see table.h. */
#include "server/table.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

Table *table_lay(const char *code, const uint8_t *key) {
    Table *t = calloc(1, sizeof *t);
    if (!t) return NULL;
    memcpy(t->code, code, CODE_LENGTH);
    memcpy(t->key, key, STORE_KEY);
    t->ask_seat = -1;
    t->epoch = randombytes_random();
    for (int i = 0; i <= SEATS_MAX; i++) t->telling[i].nodes = -1;
    return t;
}

void table_clear(Table *t) {
    if (!t) return;
    for (int i = 0; i <= SEATS_MAX; i++) buffer_free(&t->telling[i].text);
    match_free(t->match);
    sodium_memzero(t->key, sizeof t->key);
    free(t);
}

/* ---- Asking ----------------------------------------------------------------------------------------- */

Stage table_stage(const Table *t) {
    for (int i = 0; i < t->seats; i++)
        if (t->chair[i].kind == SEAT_OPEN) return STAGE_WAITING;
    return match_state(t->match)->node == NODE_OVER ? STAGE_OVER : STAGE_PLAYING;
}

unsigned table_seats_of(const Table *t, const uint8_t *hash) {
    unsigned seats = 0;
    for (int i = 0; i < t->seats; i++) {
        bool same = sodium_memcmp(t->chair[i].holder, hash, STORE_HASH) == 0;
        seats |= (unsigned)(same && t->chair[i].kind == SEAT_HUMAN) << i;
    }
    return seats;
}

bool table_person(const Table *t, int seat) { return t->chair[seat].kind == SEAT_HUMAN && !t->chair[seat].left; }

bool table_unseen(const Table *t) { return t->dice == DICE_MANUAL && match_game(t->match)->hide; }

const char *table_bot(const Table *t, int seat, const char *stand_in) {
    const Chair *c = &t->chair[seat];
    if (table_unseen(t)) return NULL;
    return c->kind == SEAT_BOT ? c->bot : c->kind == SEAT_HUMAN && c->left ? stand_in : NULL;
}

int table_viewer(const Table *t, int seat) { return table_stage(t) == STAGE_OVER ? RECORD_FULL : seat; }

bool table_wants_salt(const Table *t) {
    if (t->dice != DICE_SHARED || t->dealt) return false;
    for (int i = 0; i < t->seats; i++)
        if (t->chair[i].kind == SEAT_HUMAN && !(t->salts.given >> i & 1)) return true;
    return false;
}

void table_key(const Table *t, uint8_t out[CIPHER_KEY]) { fair_key(t->key, &t->salts, out); }

static void record_salts(const Table *t, Buffer *out) {
    char hex[FAIR_HEX], line[FAIR_HEX + 20];
    for (int i = 0; i < t->seats; i++) {
        if (!(t->salts.given >> i & 1)) continue;
        fair_put_hex(t->salts.salt[i], hex);
        snprintf(line, sizeof line, "# salt %d %s\n", i, hex);
        buffer_str(out, line);
    }
}

void table_record(const Table *t, int seat, Buffer *out) {
    char hex[FAIR_HEX];
    uint8_t commitment[CIPHER_HASH];
    buffer_str(out, "# table ");
    buffer_str(out, t->code);
    if (t->dice != DICE_MANUAL) {
        fair_commit(t->key, commitment);
        fair_put_hex(commitment, hex);
        buffer_str(out, "\n# commitment ");
        buffer_str(out, hex);
    }
    buffer_str(out, "\n");
    record_salts(t, out);
    record_write(t->match, table_viewer(t, seat), true, out);
    if (t->dice == DICE_MANUAL || table_stage(t) != STAGE_OVER) return;
    fair_put_hex(t->key, hex);
    buffer_str(out, "# key ");
    buffer_str(out, hex);
    buffer_str(out, "\n");
}

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

/* ---- Events: who sits where -------------------------------------------------------------------------- */

/* Takes the next word of an event into word[size]; false: there is none, or it is too long. */
static bool take_word(const char **at, char *word, size_t size) {
    size_t n = strcspn(*at, " ");
    if (n == 0 || n >= size) return false;
    memcpy(word, *at, n);
    word[n] = '\0';
    *at += n + ((*at)[n] == ' ');
    return true;
}

static bool take_number(const char **at, int high, int *out) {
    char word[12];
    if (!take_word(at, word, sizeof word)) return false;
    Scan in = {word};
    return scan_int(&in, 0, high, out) && scan_end(&in);
}

static bool take_seat(const Table *t, const char **at, int *seat) { return take_number(at, t->seats - 1, seat); }

/* The head of the record, or what viewers see of it, changed. */
static void tell_anew(Table *t) {
    for (int i = 0; i <= SEATS_MAX; i++) t->telling[i].nodes = -1;
}

static bool event_table(Table *t, const char *at) {
    char name[TOKEN_MAX], dice[8], scores[8], word[TOKEN_MAX];
    const char *why;
    int option[OPTIONS_MAX] = {0}, index;
    unsigned given = 0;
    if (t->match || !take_word(&at, name, sizeof name)) return false;
    const Game *g = game_find(name);
    if (!g || !take_number(&at, g->max_seats, &t->seats) || t->seats < g->min_seats) return false;
    if (!take_word(&at, dice, sizeof dice) || !take_word(&at, scores, sizeof scores)) return false;
    while (*at) {
        if (!take_word(&at, word, sizeof word) || !game_get_option(g, word, option, &index, &why)) return false;
        given |= 1u << index;
    }
    if (!game_options_fit(g, option, t->seats, &why) || !dice_find(dice, &t->dice)) return false;
    t->hide_scores = strcmp(scores, "hide") == 0;
    t->match = match_new(g, t->seats, option);
    if (!t->match) return false;
    match_give_options(t->match, given);
    if (table_unseen(t)) match_see_as(t->match, -1);
    return true;
}

static bool event_sit(Table *t, int seat, const char *at) {
    char hex[2 * STORE_HASH + 1];
    uint8_t hash[STORE_HASH];
    if (!take_word(&at, hex, sizeof hex) || !fair_get_hex(hex, hash) || !name_ok(at, strlen(at))) return false;
    if (t->chair[seat].kind != SEAT_OPEN || !match_seat(t->match, seat, "human", at)) return false;
    t->chair[seat] = (Chair){.kind = SEAT_HUMAN};
    memcpy(t->chair[seat].holder, hash, STORE_HASH);
    return true;
}

static bool event_bot(Table *t, int seat, const char *at) {
    Chair c = {.kind = SEAT_BOT};
    char kind[BOT_NAME + 4];
    if (!take_word(&at, c.bot, sizeof c.bot) || !name_ok(at, strlen(at))) return false;
    strcpy(kind, "bot:");
    strcat(kind, c.bot);
    if (t->chair[seat].kind != SEAT_OPEN || !match_seat(t->match, seat, kind, at)) return false;
    t->chair[seat] = c;
    return true;
}

static bool event_open(Table *t, int seat) {
    if (table_stage(t) != STAGE_WAITING || !match_seat(t->match, seat, "human", "?")) return false;
    t->chair[seat] = (Chair){.kind = SEAT_OPEN};
    t->salts.given &= ~(1u << seat);
    return true;
}

static bool event_salt(Table *t, int seat, const char *hex) {
    if (t->dice != DICE_SHARED || t->dealt || t->chair[seat].kind != SEAT_HUMAN || t->salts.given >> seat & 1)
        return false;
    if (!fair_get_hex(hex, t->salts.salt[seat])) return false;
    t->salts.given |= 1u << seat;
    return true;
}

/* ---- Events: going back ------------------------------------------------------------------------------ */

/* All seats whose holder is the seat's. */
static unsigned same_holder(const Table *t, int seat) { return table_seats_of(t, t->chair[seat].holder); }

static void go_back(Table *t) {
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

static bool event_ask(Table *t, int seat, int node, const char *at) {
    int to;
    if (!take_number(&at, node - 1, &to) || t->chair[seat].kind != SEAT_HUMAN || t->ask_seat >= 0) return false;
    t->ask_seat = seat;
    t->ask_to = to;
    t->agreed = same_holder(t, seat);
    go_back_if_agreed(t);
    return true;
}

static bool event_agree(Table *t, int seat, bool yes) {
    if (t->ask_seat < 0 || t->chair[seat].kind != SEAT_HUMAN) return false;
    if (!yes) {
        t->ask_seat = -1;
        return true;
    }
    t->agreed |= same_holder(t, seat);
    go_back_if_agreed(t);
    return true;
}

/* ---- Events: play ------------------------------------------------------------------------------------ */

/* The match went on: what was asked before is no longer the question. */
static void went_on(Table *t, int before) {
    if (match_node(t->match) == before) return;
    t->ask_seat = -1;
    t->epoch++;
}

static bool event_roll(Table *t, int node, const char *token) {
    const State *s = match_state(t->match);
    uint32_t outcome;
    if (s->node != NODE_CHANCE || !match_game(t->match)->get_outcome(s, token, &outcome)) return false;
    if (match_chance(t->match, node, outcome) != MATCH_OK) return false;
    t->dealt = true;
    went_on(t, node);
    return true;
}

static bool event_move(Table *t, int seat, int node, const char *token) {
    Move move;
    if (!game_read_move(match_game(t->match), match_state(t->match), seat, token, &move)) return false;
    if (match_submit(t->match, seat, node, move) != MATCH_OK) return false;
    went_on(t, node);
    return true;
}

static bool event_leave(Table *t, int seat, bool left, bool absent) {
    Chair *c = &t->chair[seat];
    if (c->kind != SEAT_HUMAN) return false;
    c->left = left;
    c->absent = absent;
    if (left && t->ask_seat >= 0) go_back_if_agreed(t);
    return true;
}

/* Events that name a seat, a node, or both; `at` is what follows. */
static bool at_node(Table *t, const char *word, int seat, int node, const char *at) {
    if (table_stage(t) != STAGE_PLAYING || node != match_node(t->match)) return false;
    if (strcmp(word, "move") == 0) return event_move(t, seat, node, at);
    if (strcmp(word, "ask") == 0) return event_ask(t, seat, node, at);
    if (strcmp(word, "agree") == 0) return event_agree(t, seat, true);
    if (strcmp(word, "refuse") == 0) return event_agree(t, seat, false);
    if (strcmp(word, "withdraw") != 0) return false;
    match_withdraw(t->match, seat);
    return true;
}

static bool apply(Table *t, const char *word, const char *at) {
    int seat, node;
    if (strcmp(word, "table") == 0) return event_table(t, at);
    if (!t->match) return false;
    if (strcmp(word, "roll") == 0)
        return take_number(&at, NODES_MAX, &node) && table_stage(t) == STAGE_PLAYING && event_roll(t, node, at);
    if (strcmp(word, "again") == 0) return strlen(at) == CODE_LENGTH && code_read(at, CODE_LENGTH, t->again);
    if (!take_seat(t, &at, &seat)) return false;
    if (strcmp(word, "sit") == 0) return event_sit(t, seat, at);
    if (strcmp(word, "bot") == 0) return event_bot(t, seat, at);
    if (strcmp(word, "open") == 0) return event_open(t, seat);
    if (strcmp(word, "salt") == 0) return event_salt(t, seat, at);
    if (strcmp(word, "leave") == 0) return event_leave(t, seat, true, false);
    if (strcmp(word, "absent") == 0) return event_leave(t, seat, true, true);
    if (strcmp(word, "return") == 0) return event_leave(t, seat, false, false);
    return take_number(&at, NODES_MAX, &node) && at_node(t, word, seat, node, at);
}

bool table_apply(Table *t, const char *event) {
    char word[12];
    const char *at = event;
    if (!take_word(&at, word, sizeof word) || !apply(t, word, at)) return false;
    bool head = strcmp(word, "sit") == 0 || strcmp(word, "bot") == 0 || strcmp(word, "open") == 0;
    if (head) tell_anew(t);
    t->number++;
    return true;
}
