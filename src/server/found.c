/* found.c: founding tables: from a request, or again with the same people. See server.h. */
#include <ctype.h>
#include <sodium.h>
#include <string.h>

#include "server/server.h"

void token_new(char *out) {
    uint8_t bytes[TOKEN_LENGTH / 4 * 3]; /* 24 bytes: 192 bits */
    randombytes_buf(bytes, sizeof bytes);
    char text[TOKEN_LENGTH + 1];
    sodium_bin2base64(text, sizeof text, bytes, sizeof bytes, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    memcpy(out, text, sizeof text);
    sodium_memzero(bytes, sizeof bytes);
}

void token_hash(const char *token, uint8_t *hash) {
    crypto_generichash(hash, STORE_HASH, (const uint8_t *)token, strlen(token), NULL, 0);
}

/* A person sits down. */
static bool sit(Server *s, Table *t, int seat, const uint8_t *hash, const char *name) {
    char text[EVENT_MAX], hex[FAIR_HEX];
    fair_put_hex(hash, hex);
    snprintf(text, sizeof text, "sit %d %s %s", seat, hex, name);
    return hall_hold(s, t, seat, hash, text);
}

/* The first event of a table. */
static bool begin(Server *s, Table *t, const Game *g, int seats, const int *option, Dice dice, bool hide) {
    char room[EVENT_MAX];
    Text text = text_in(room, sizeof room);
    text_str(&text, "table ");
    text_str(&text, g->name);
    text_char(&text, ' ');
    text_int(&text, seats);
    text_char(&text, ' ');
    text_str(&text, dice_words[dice]);
    text_str(&text, hide ? " hide" : " show");
    for (int i = 0; i < game_option_count(g); i++) {
        if (option[i] == 0) continue;
        text_char(&text, ' ');
        game_put_option(g, i, option[i], seats, &text);
    }
    return !text.full && hall_event(s, t, "%s", room);
}

/* How many seats that are taken are called so. */
static int namesakes(const Table *t, const char *name) {
    int n = 0;
    for (int i = 0; i < t->seats; i++) n += t->chair[i].kind != SEAT_OPEN && strcmp(match_name(t->match, i), name) == 0;
    return n;
}

static bool seat_bot(Server *s, Table *t, int seat, const char *bot, const char *name) {
    char own[NAME_BYTES];
    snprintf(own, sizeof own, "%s", name);
    for (int n = 2; namesakes(t, own) > 0; n++) snprintf(own, sizeof own, "%.100s %d", name, n);
    return hall_event(s, t, "bot %d %s %s", seat, bot, own);
}

Wrong found_table(Server *s, const NewTable *n, const uint8_t *hash, Table **out) {
    if (s->config.max_tables && s->unfinished >= s->config.max_tables) return WRONG_RATE;
    Table *t = *out = hall_new_table(s);
    bool good = t && begin(s, t, n->game, n->seats, n->option, n->dice, n->hide_scores);
    for (int i = 0; i < n->seats && good; i++) {
        if (n->seat[i].kind == SEAT_HUMAN) good = sit(s, t, i, hash, n->seat[i].name);
        if (n->seat[i].kind == SEAT_BOT) good = seat_bot(s, t, i, n->seat[i].bot, n->seat[i].name);
    }
    if (!good) return WRONG_STORAGE;
    s->counts.tables++;
    dealer_play(s, t);
    return WRONG_NOTHING;
}

Wrong found_again(Server *s, Table *t) {
    if (t->again[0]) return WRONG_NOTHING;
    Table *fresh = hall_new_table(s);
    if (!fresh) return WRONG_STORAGE;
    bool good = begin(s, fresh, match_game(t->match), t->seats, match_options(t->match), t->dice, t->hide_scores);
    for (int i = 0; i < t->seats && good; i++) {
        const Chair *c = &t->chair[i];
        const char *name = match_name(t->match, i);
        good = c->kind == SEAT_BOT ? seat_bot(s, fresh, i, c->bot, name) : sit(s, fresh, i, c->holder, name);
    }
    good = good && hall_event(s, t, "again %s", fresh->code);
    if (!good) return WRONG_STORAGE;
    s->counts.tables++;
    dealer_play(s, fresh);
    return WRONG_NOTHING;
}

Wrong found_bots(Server *s, Table *t, const char *bot) {
    char name[BOT_NAME];
    snprintf(name, sizeof name, "%s", bot);
    name[0] = (char)toupper((unsigned char)name[0]);
    for (int i = 0; i < t->seats; i++)
        if (t->chair[i].kind == SEAT_OPEN && !seat_bot(s, t, i, bot, name)) return WRONG_STORAGE;
    dealer_play(s, t);
    return WRONG_NOTHING;
}
