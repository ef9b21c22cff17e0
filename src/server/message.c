/* message.c: see message.h. */
#include "server/message.h"

#include <ctype.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "bots/bot.h"
#include "match/match.h"
#include "server/name.h"

const Refusal refusals[WRONGS] = {
    [WRONG_NOTHING] = {"", 200, ""},
    [WRONG_FORMAT] = {"format", 400, N_("the message is not as the protocol says")},
    [WRONG_VERSION] = {"version", 400, N_("another version of the protocol")},
    [WRONG_HELLO] = {"hello", 400, N_("say hello first")},
    [WRONG_NO_TABLE] = {"no-table", 404, N_("there is no such table")},
    [WRONG_TOKEN] = {"token", 403, N_("you hold no seat at this table")},
    [WRONG_SEAT] = {"seat", 403, N_("this seat cannot do that")},
    [WRONG_STALE] = {"stale", 409, N_("that is decided already")},
    [WRONG_EARLY] = {"early", 409, N_("that is not yet to be decided")},
    [WRONG_NOT_YOURS] = {"not-yours", 409, N_("there is nothing for you to decide")},
    [WRONG_ILLEGAL] = {"illegal", 422, N_("this is not possible here")},
    [WRONG_PHASE] = {"phase", 409, N_("not at this point of the game")},
    [WRONG_FULL] = {"full", 409, N_("there is no free seat")},
    [WRONG_GAME] = {"game", 422, N_("there is no such game")},
    [WRONG_OPTION] = {"option", 422, N_("the game has no such option")},
    [WRONG_BOT] = {"bot", 422, N_("there is no such bot")},
    [WRONG_NAME] = {"name", 422, N_("this cannot be a name")},
    [WRONG_SEATS] = {"seats", 422, N_("the game is not for so many, or nobody sits there")},
    [WRONG_BACK] = {"nothing", 409, N_("there is nothing to take back")},
    [WRONG_AWAY] = {"away", 409, N_("wait a little: this player may still come back")},
    [WRONG_ABSENT] = {"absent", 409, N_("somebody who is away has played since: he cannot be asked")},
    [WRONG_RATE] = {"rate", 429, N_("too much at once; try again later")},
    [WRONG_STORAGE] = {"storage", 503, N_("it could not be stored; try again later")},
    [WRONG_READ_ONLY] = {"read-only", 503, N_("the server takes no changes just now; try again later")},
    [WRONG_TAKEN] = {"taken", 409, N_("somebody at this table has such a name: take another")},
    [WRONG_HOST] = {"host", 403, N_("only the host may do that")},
    [WRONG_SHUT] = {"shut", 409, N_("the host has closed the table: nobody else may sit down")},
    [WRONG_CREATE] = {"create", 403, N_("only those who were given a link for it may open tables here")},
    [WRONG_CURTAIN] = {"curtain", 409,
                       N_("others still play with the same dice: nobody looks on until all of them are done")},
    [WRONG_SEALED] = {"sealed", 409, N_("others play with the same dice: nothing is taken back or played again here")},
    [WRONG_DAY] = {"day", 409, N_("that day is over, or has not come yet")},
    [WRONG_SIGNATURE] = {"signature", 403, N_("the signature is not this device's")},
    [WRONG_TWICE] = {"twice", 409, N_("this game was handed in before, or this device has handed in another")},
    [WRONG_RECORD] = {"record", 422, N_("this is not a record of that day's game")},
    [WRONG_NOT_OVER] = {"not-over", 422, N_("this game is not over")},
    [WRONG_DICE] = {"dice", 422, N_("these are not the dice of that day")},
    [WRONG_BOT_MOVE] = {"bot-move", 422,
                        N_("the bot of this server would have played otherwise: perhaps it is another version")},
    [WRONG_CLOSED] = {"closed", 409, N_("those who run the server have closed this table")},
    [WRONG_LONG] = {"long", 409, N_("too much has happened at this table: begin a new one")},
    [WRONG_ORIGIN] = {"origin", 403, N_("a page from elsewhere may not do that")},
    [WRONG_SIZE] = {"size", 413, N_("too long")},
    [WRONG_METHOD] = {"method", 405, N_("not in this way")},
    [WRONG_TYPE] = {"type", 415, N_("the body must be application/json")},
    [WRONG_NO_PARCEL] = {"no-parcel", 404,
                         N_("there is nothing here any more: it was taken, or has lain here for too long")},
    [WRONG_PARCELS] = {"parcels", 503, N_("too much lies here already; try again in a quarter of an hour")},
};

/* ---- Single values ---------------------------------------------------------------------------------- */

/* The letters of base64 for URLs, of which tokens are made. */
bool token_ok(const char *text, size_t length) {
    if (length != TOKEN_LENGTH) return false;
    for (size_t i = 0; i < length; i++)
        if (!isalnum((unsigned char)text[i]) && text[i] != '-' && text[i] != '_') return false;
    return true;
}

/* Codes are read aloud and typed on phones: small letters are as good. */
bool code_read(const char *text, size_t length, char *out) {
    if (length != CODE_LENGTH) return false;
    for (size_t i = 0; i < length; i++) {
        char c = text[i] >= 'a' && text[i] <= 'z' ? (char)(text[i] - 'a' + 'A') : text[i];
        if (c == '\0' || !strchr(CODE_LETTERS, c)) return false;
        out[i] = c;
    }
    out[length] = '\0';
    return true;
}

/* Characters are counted for people, bytes for memory: both have their limit. */
bool name_ok(const char *name, size_t length) {
    size_t characters = 0;
    for (size_t i = 0; i < length; i++) characters += ((unsigned char)name[i] & 0xC0) != 0x80;
    return characters <= NAME_CHARACTERS && length < NAME_BYTES && match_name_ok(name, length);
}

/* Copies a string; false: not one, or it does not fit, or it holds a NUL. */
static bool get_text(const json_t *value, char *out, size_t room) {
    if (!json_is_string(value)) return false;
    size_t n = json_string_length(value);
    if (n >= room || memchr(json_string_value(value), '\0', n)) return false;
    memcpy(out, json_string_value(value), n + 1);
    return true;
}

static bool get_int(const json_t *value, json_int_t low, json_int_t high, int *out) {
    if (!json_is_integer(value) || json_integer_value(value) < low || json_integer_value(value) > high) return false;
    *out = (int)json_integer_value(value);
    return true;
}

static bool get_bool(const json_t *value, bool *out) {
    *out = json_is_true(value);
    return json_is_boolean(value);
}

static bool get_token(const json_t *value, char *out) {
    return get_text(value, out, TOKEN_LENGTH + 1) && token_ok(out, strlen(out));
}

/* Kept as text, for it is passed on as text; that it is 32 bytes is checked all the same. */
static bool get_hex(const json_t *value, char *out) {
    uint8_t bytes[CIPHER_KEY];
    return get_text(value, out, FAIR_HEX) && fair_get_hex(out, bytes);
}

/* Whatever is sent is an object of JSON in which no member stands twice; `take` reads it into `out`. */
static Wrong parse(const char *text, size_t length, Wrong (*take)(json_t *root, void *out), void *out) {
    json_t *root = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
    Wrong wrong = json_is_object(root) ? take(root, out) : WRONG_FORMAT; /* NULL is none */
    json_decref(root);
    return wrong;
}

/* ---- WebSocket messages ----------------------------------------------------------------------------- */

enum {
    HAS_TABLE = 1,
    HAS_TOKEN = 2,
    HAS_SEAT = 4,
    HAS_NODE = 8,
    HAS_MOVE = 16,
    HAS_OUTCOME = 32,
    HAS_TO = 64,
    HAS_YES = 128,
    HAS_BOT = 256,
    HAS_MOVES = 512,
    HAS_SALT = 1024,
    HAS_TAKE = 2048,
    HAS_PICTURE = 4096,
    HAS_NAME = 8192,
    HAS_PLAYER = 16384,
    HAS_ROUND = 32768
};

static const struct {
    const char *name;
    unsigned needs, may;
} types[MESSAGES] = {
    [MESSAGE_HELLO] = {"hello", HAS_TABLE, HAS_TOKEN | HAS_MOVES},
    [MESSAGE_SUBMIT] = {"submit", HAS_SEAT | HAS_NODE | HAS_MOVE, HAS_TAKE},
    [MESSAGE_WITHDRAW] = {"withdraw", HAS_SEAT | HAS_NODE, HAS_TAKE},
    [MESSAGE_ROLL] = {"roll", HAS_NODE | HAS_OUTCOME, HAS_TAKE},
    [MESSAGE_SALT] = {"salt", HAS_SEAT | HAS_SALT, 0},
    [MESSAGE_UNDO] = {"undo", HAS_SEAT | HAS_NODE, HAS_TO | HAS_TAKE},
    [MESSAGE_AGREE] = {"agree", HAS_SEAT | HAS_NODE | HAS_YES, HAS_TAKE},
    [MESSAGE_LEAVE] = {"leave", HAS_SEAT, 0},
    [MESSAGE_RETURN] = {"return", HAS_SEAT, 0},
    [MESSAGE_REPLACE] = {"replace", HAS_SEAT, 0},
    [MESSAGE_START] = {"start", HAS_BOT, 0},
    [MESSAGE_AGAIN] = {"again", 0, 0},
    [MESSAGE_FREE] = {"free", HAS_SEAT, HAS_NAME},
    [MESSAGE_HOST] = {"host", HAS_SEAT, 0},
    [MESSAGE_SHUT] = {"shut", HAS_YES, 0},
    [MESSAGE_REACT] = {"react", HAS_SEAT | HAS_PICTURE, 0},
    [MESSAGE_PING] = {"ping", 0, 0},
    [MESSAGE_ROUND] = {"round", HAS_ROUND, 0},
    [MESSAGE_STOP] = {"stop", HAS_ROUND, 0},
    [MESSAGE_FINISH] = {"finish", 0, 0},
    [MESSAGE_GONE] = {"gone", HAS_PLAYER, HAS_NAME},
    [MESSAGE_BACK] = {"back", HAS_PLAYER, HAS_NAME},
};

const char *const reactions[REACTIONS] = {"bravo", "laugh", "wow", "sad", "hurry", "luck"};

static bool get_picture(const json_t *value, int *out) {
    char word[16];
    if (!get_text(value, word, sizeof word)) return false;
    for (*out = 0; *out < REACTIONS; ++*out)
        if (strcmp(word, reactions[*out]) == 0) return true;
    return false;
}

/* Takes one member that is not v, type or id; returns its HAS_ bit, or 0: unknown or wrong. */
static unsigned take_member(const char *key, const json_t *value, Message *m) {
    char code[CODE_LENGTH + 1];
    if (strcmp(key, "table") == 0)
        return get_text(value, code, sizeof code) && code_read(code, strlen(code), m->table) ? HAS_TABLE : 0;
    if (strcmp(key, "token") == 0) return get_token(value, m->token) ? HAS_TOKEN : 0;
    if (strcmp(key, "seat") == 0) return get_int(value, 0, SEATS_MAX - 1, &m->seat) ? HAS_SEAT : 0;
    if (strcmp(key, "node") == 0) return get_int(value, 0, NODES_MAX, &m->node) ? HAS_NODE : 0;
    if (strcmp(key, "take") == 0) return get_int(value, 0, NODES_MAX, &m->take) ? HAS_TAKE : 0;
    if (strcmp(key, "salt") == 0) return get_hex(value, m->salt) ? HAS_SALT : 0;
    if (strcmp(key, "to") == 0) return get_int(value, 0, NODES_MAX, &m->to) ? HAS_TO : 0;
    if (strcmp(key, "move") == 0) return get_text(value, m->move, sizeof m->move) ? HAS_MOVE : 0;
    if (strcmp(key, "outcome") == 0) return get_text(value, m->move, sizeof m->move) ? HAS_OUTCOME : 0;
    if (strcmp(key, "bot") == 0) return get_text(value, m->bot, sizeof m->bot) ? HAS_BOT : 0;
    if (strcmp(key, "moves") == 0) return get_bool(value, &m->moves) ? HAS_MOVES : 0;
    if (strcmp(key, "name") == 0) return get_text(value, m->name, sizeof m->name) && m->name[0] ? HAS_NAME : 0;
    if (strcmp(key, "picture") == 0) return get_picture(value, &m->picture) ? HAS_PICTURE : 0;
    if (strcmp(key, "player") == 0) return get_int(value, 0, NODES_MAX, &m->player) ? HAS_PLAYER : 0;
    if (strcmp(key, "round") == 0) return get_int(value, 1, EVENING_GAMES, &m->round) ? HAS_ROUND : 0;
    if (strcmp(key, "yes") == 0) return get_bool(value, &m->yes) ? HAS_YES : 0;
    return 0;
}

static bool is_common(const char *key) {
    return strcmp(key, "v") == 0 || strcmp(key, "type") == 0 || strcmp(key, "id") == 0;
}

/* Unknown members are refused: a client that misspells an optional one learns it at once. */
static bool take_members(json_t *root, Message *m) {
    const char *key;
    json_t *value;
    unsigned has = 0;
    json_object_foreach(root, key, value) {
        if (is_common(key)) continue;
        unsigned bit = take_member(key, value, m);
        if (!bit) return false;
        has |= bit;
    }
    unsigned needs = types[m->type].needs, may = types[m->type].may;
    return (has & needs) == needs && (has & ~(needs | may)) == 0;
}

/* The id is read before anything is refused, so that the refusal can name it. */
static Wrong take_message(json_t *root, void *out) {
    Message *m = out;
    const json_t *id = json_object_get(root, "id"), *v = json_object_get(root, "v");
    char type[16];
    if (json_is_integer(id) && json_integer_value(id) >= 0 && json_integer_value(id) < (json_int_t)1 << 53)
        m->id = json_integer_value(id);
    if (!json_is_integer(v)) return WRONG_FORMAT;
    if (json_integer_value(v) != 1) return WRONG_VERSION;
    if (m->id < 0 || !get_text(json_object_get(root, "type"), type, sizeof type)) return WRONG_FORMAT;
    int which = 0;
    while (which < MESSAGES && strcmp(types[which].name, type) != 0) which++;
    if (which == MESSAGES) return WRONG_FORMAT;
    m->type = (MessageType)which;
    return take_members(root, m) ? WRONG_NOTHING : WRONG_FORMAT;
}

/* What a message does not have is -1, so that nobody takes seat 0 for one that was named. */
Wrong message_parse_any(const char *text, size_t length, Message *out) {
    *out = (Message){.id = -1, .seat = -1, .node = -1, .to = -1, .take = -1, .player = -1, .round = -1};
    return parse(text, length, take_message, out);
}

/* ---- The one message that comes all the time -------------------------------------------------------- */

/* Goes past a sign that stands there, and the blanks before it; false: another one does. */
static bool skip(const char **at, char sign) {
    while (**at == ' ') ++*at;
    if (**at != sign) return false;
    ++*at;
    return true;
}

/* A number of at most nine digits; -1: not one, or written in another way. */
static int glance_number(const char **at) {
    const char *first = *at;
    int n = 0;
    while (**at >= '0' && **at <= '9' && *at - first < 9) n = n * 10 + (*(*at)++ - '0');
    return *at == first || (*first == '0' && *at - first > 1) ? -1 : n;
}

/* A text of signs that stand for themselves in JSON; false: not one, or it does not fit. */
static bool glance_text(const char **at, char *out, size_t room) {
    size_t n = 0;
    if (!skip(at, '"')) return false;
    for (; **at > ' ' && **at < 0x7F && **at != '"' && **at != '\\' && n + 1 < room; n++) out[n] = *(*at)++;
    out[n] = '\0';
    return *(*at)++ == '"';
}

enum { G_V, G_ID, G_SEAT, G_NODE, G_TAKE, G_TYPE, G_MOVE, GLANCED };

/* One member of a choice; its place, or -1: not one that is known here. Numbers go to number[place]. */
static int glance_member(const char **at, int *number, Message *m) {
    static const char *const words[GLANCED] = {"v", "id", "seat", "node", "take", "type", "move"};
    char key[8], type[8];
    int i = 0;
    if (!glance_text(at, key, sizeof key) || !skip(at, ':')) return -1;
    while (i < GLANCED && strcmp(words[i], key) != 0) i++;
    if (i == G_MOVE) return glance_text(at, m->move, sizeof m->move) ? i : -1;
    if (i == G_TYPE) return glance_text(at, type, sizeof type) && strcmp(type, "submit") == 0 ? i : -1;
    while (**at == ' ') ++*at;
    return i < GLANCED && (number[i] = glance_number(at)) >= 0 ? i : -1;
}

/* A good choice, as programs write it: each member once, in any order, and nothing in it that JSON could also say in
 * another way. False: it may still be one, and is read as any other message. */
static bool glance(const char *text, size_t length, Message *m) {
    const char *at = text;
    int number[GLANCED] = {[G_TAKE] = -1}, place;
    unsigned seen = 0;
    *m = (Message){.type = MESSAGE_SUBMIT, .to = -1, .player = -1, .round = -1};
    if (!skip(&at, '{')) return false;
    do {
        place = glance_member(&at, number, m);
        if (place < 0 || seen >> place & 1) return false;
        seen |= 1u << place;
    } while (skip(&at, ','));
    m->id = number[G_ID];
    m->seat = number[G_SEAT];
    m->node = number[G_NODE];
    m->take = number[G_TAKE];
    return skip(&at, '}') && at == text + length && (seen | 1u << G_TAKE) == (1u << GLANCED) - 1 && number[G_V] == 1 &&
           m->seat < SEATS_MAX && m->node <= NODES_MAX && m->take <= NODES_MAX;
}

Wrong message_parse(const char *text, size_t length, Message *out) {
    return glance(text, length, out) ? WRONG_NOTHING : message_parse_any(text, length, out);
}

/* ---- A new table ------------------------------------------------------------------------------------ */

/* Members of an object are among these words. */
static bool only(json_t *object, const char *const *words) {
    const char *key;
    json_t *value;
    json_object_foreach(object, key, value) {
        int i = 0;
        while (words[i] && strcmp(words[i], key) != 0) i++;
        if (!words[i]) return false;
    }
    return true;
}

/* An open seat has no name yet; a bot is called after its kind if nobody names it. */
static Wrong take_seat(json_t *object, NewTable *t, int seat) {
    static const char *const words[] = {"kind", "name", NULL};
    char kind[BOT_NAME + 4];
    const json_t *name = json_object_get(object, "name");
    char *to = t->seat[seat].name;
    if (!json_is_object(object) || !only(object, words)) return WRONG_FORMAT;
    if (!get_text(json_object_get(object, "kind"), kind, sizeof kind)) return WRONG_FORMAT;
    if (strcmp(kind, "open") == 0) return name ? WRONG_FORMAT : WRONG_NOTHING;
    bool bot = strncmp(kind, "bot:", 4) == 0;
    if (!bot && strcmp(kind, "human") != 0) return WRONG_FORMAT;
    if (bot && !bot_find(kind + 4)) return WRONG_BOT;
    t->seat[seat].kind = bot ? SEAT_BOT : SEAT_HUMAN;
    if (bot) memcpy(t->seat[seat].bot, kind + 4, strlen(kind + 4) + 1);
    if (!name && !bot) return WRONG_NAME;
    if (!name) {
        snprintf(to, NAME_BYTES, "%s", kind + 4);
        to[0] = (char)toupper((unsigned char)to[0]);
        return WRONG_NOTHING;
    }
    return get_text(name, to, NAME_BYTES) && name_clean(to, strlen(to)) ? WRONG_NOTHING : WRONG_NAME;
}

const char *const dice_words[DICES] = {"server", "shared", "manual"};

bool dice_find(const char *word, Dice *out) {
    for (int i = 0; i < DICES; i++) {
        *out = (Dice)i;
        if (strcmp(word, dice_words[i]) == 0) return true;
    }
    return false;
}

/* People at one device are told apart by their names too. Bots that are called the same are numbered later. */
static bool names_differ(const NewTable *t) {
    for (int i = 0; i < t->seats; i++)
        for (int k = 0; k < i; k++)
            if (t->seat[i].kind == SEAT_HUMAN && t->seat[k].kind == SEAT_HUMAN &&
                name_alike(t->seat[i].name, t->seat[k].name))
                return false;
    return true;
}

/* A table at which nobody sits would be nobody's. */
static Wrong take_seats(json_t *array, NewTable *t) {
    int human = 0;
    if (!json_is_array(array)) return WRONG_FORMAT;
    size_t n = json_array_size(array);
    if (n < t->game->min_seats || n > t->game->max_seats) return WRONG_SEATS;
    t->seats = (int)n;
    for (int i = 0; i < t->seats; i++) {
        Wrong wrong = take_seat(json_array_get(array, (size_t)i), t, i);
        if (wrong) return wrong;
        human += t->seat[i].kind == SEAT_HUMAN;
    }
    if (!human) return WRONG_SEATS;
    return names_differ(t) ? WRONG_NOTHING : WRONG_TAKEN;
}

/* Options are checked by the game, one by one and then together with the number of seats. */
static Wrong take_options(json_t *object, NewTable *t) {
    const char *key, *why;
    json_t *value;
    int index;
    if (object && !json_is_object(object)) return WRONG_FORMAT;
    json_object_foreach(object, key, value) {
        char word[TOKEN_MAX], text[2 * TOKEN_MAX];
        if (!get_text(value, word, sizeof word) || strlen(key) >= TOKEN_MAX || strchr(key, '=')) return WRONG_OPTION;
        snprintf(text, sizeof text, "%s=%s", key, word);
        if (!game_get_option(t->game, text, t->option, &index, &why)) return WRONG_OPTION;
    }
    return game_options_fit(t->game, t->option, t->seats, &why) ? WRONG_NOTHING : WRONG_OPTION;
}

/* What may be left out, and what it is then. */
static Wrong take_rest(json_t *root, NewTable *t) {
    const json_t *dice = json_object_get(root, "dice"), *hide = json_object_get(root, "hide_scores");
    const json_t *token = json_object_get(root, "token");
    char word[8] = "server";
    if (dice && !get_text(dice, word, sizeof word)) return WRONG_FORMAT;
    if (!dice_find(word, &t->dice)) return WRONG_FORMAT;
    if (hide && !get_bool(hide, &t->hide_scores)) return WRONG_FORMAT;
    if (token && !get_token(token, t->token)) return WRONG_TOKEN;
    const json_t *create = json_object_get(root, "create");
    if (create && !get_text(create, t->create, sizeof t->create)) return WRONG_CREATE;
    /* Bots cannot hold real cards. */
    for (int i = 0; i < t->seats; i++)
        if (t->dice == DICE_MANUAL && t->game->hide && t->seat[i].kind == SEAT_BOT) return WRONG_BOT;
    return WRONG_NOTHING;
}

/* In the order in which the parts need each other: seats need the game, options the seats. */
static Wrong take_table(json_t *root, void *out) {
    NewTable *t = out;
    static const char *const words[] = {"game", "options", "seats", "dice", "hide_scores", "token", "create", NULL};
    char name[TOKEN_MAX];
    if (!only(root, words) || !get_text(json_object_get(root, "game"), name, sizeof name)) return WRONG_FORMAT;
    t->game = game_find(name);
    if (!t->game) return WRONG_GAME;
    Wrong wrong = take_seats(json_object_get(root, "seats"), t);
    if (!wrong) wrong = take_options(json_object_get(root, "options"), t);
    return wrong ? wrong : take_rest(root, t);
}

Wrong new_table_parse(const char *text, size_t length, NewTable *out) {
    *out = (NewTable){0};
    return parse(text, length, take_table, out);
}

/* ---- The other requests ----------------------------------------------------------------------------- */

/* A token is that of a seat one has already: then nobody sits down a second time. */
static Wrong take_join(json_t *root, void *out) {
    Join *j = out;
    static const char *const words[] = {"name", "seat", "token", NULL};
    const json_t *name = json_object_get(root, "name"), *seat = json_object_get(root, "seat");
    const json_t *token = json_object_get(root, "token");
    if (!only(root, words) || !json_is_string(name)) return WRONG_FORMAT;
    if (!get_text(name, j->name, NAME_BYTES) || !name_clean(j->name, strlen(j->name))) return WRONG_NAME;
    if (seat && !get_int(seat, 0, SEATS_MAX - 1, &j->seat)) return WRONG_FORMAT;
    return !token || get_token(token, j->token) ? WRONG_NOTHING : WRONG_TOKEN;
}

Wrong join_parse(const char *text, size_t length, Join *out) {
    *out = (Join){.seat = -1};
    return parse(text, length, take_join, out);
}

/* The games by their names, in the order of the rounds; if they are fewer, they begin again. */
static Wrong take_games(json_t *array, NewEvening *n) {
    char name[TOKEN_MAX];
    if (!json_is_array(array) || json_array_size(array) < 1 || json_array_size(array) > EVENING_GAMES)
        return WRONG_FORMAT;
    n->games = (int)json_array_size(array);
    for (int i = 0; i < n->games; i++) {
        if (!get_text(json_array_get(array, (size_t)i), name, sizeof name)) return WRONG_FORMAT;
        n->game[i] = game_find(name);
        if (!n->game[i]) return WRONG_GAME;
    }
    return WRONG_NOTHING;
}

/* Every game must be for so many; and bots, who play for those who leave, cannot hold real cards. */
static Wrong fits(const NewEvening *n) {
    for (int i = 0; i < n->games; i++) {
        if (n->seats < n->game[i]->min_seats || n->seats > n->game[i]->max_seats) return WRONG_SEATS;
        if (n->dice == DICE_MANUAL && n->game[i]->hide) return WRONG_BOT;
    }
    return WRONG_NOTHING;
}

/* Shared dice are none: they would be other dice at every table. */
static Wrong take_new_evening(json_t *root, void *out) {
    NewEvening *n = out;
    static const char *const words[] = {"title", "games", "rounds", "seats", "dice", "token", "create", NULL};
    const json_t *dice = json_object_get(root, "dice"), *token = json_object_get(root, "token");
    const json_t *title = json_object_get(root, "title"), *create = json_object_get(root, "create");
    char word[8] = "server";
    if (!only(root, words) || !json_is_string(title)) return WRONG_FORMAT;
    if (!get_text(title, n->title, NAME_BYTES) || !name_clean(n->title, strlen(n->title))) return WRONG_NAME;
    if (!get_int(json_object_get(root, "rounds"), 1, EVENING_GAMES, &n->rounds)) return WRONG_FORMAT;
    if (!get_int(json_object_get(root, "seats"), 2, SEATS_MAX, &n->seats)) return WRONG_SEATS;
    if (dice && !get_text(dice, word, sizeof word)) return WRONG_FORMAT;
    if (!dice_find(word, &n->dice) || n->dice == DICE_SHARED) return WRONG_FORMAT;
    if (token && !get_token(token, n->token)) return WRONG_TOKEN;
    if (create && !get_text(create, n->create, sizeof n->create)) return WRONG_CREATE;
    Wrong wrong = take_games(json_object_get(root, "games"), n);
    return wrong ? wrong : fits(n);
}

Wrong new_evening_parse(const char *text, size_t length, NewEvening *out) {
    *out = (NewEvening){0};
    return parse(text, length, take_new_evening, out);
}

/* Which of these seats are still mine? A page that was away asks with all it remembers. */
static Wrong take_mine(json_t *root, void *out) {
    Mine *m = out;
    static const char *const words[] = {"tokens", NULL};
    json_t *tokens = json_object_get(root, "tokens");
    if (!only(root, words) || !json_is_array(tokens) || json_array_size(tokens) > MINE_MAX) return WRONG_FORMAT;
    m->count = (int)json_array_size(tokens);
    for (int i = 0; i < m->count; i++)
        if (!get_token(json_array_get(tokens, (size_t)i), m->token[i])) return WRONG_TOKEN;
    return WRONG_NOTHING;
}

Wrong mine_parse(const char *text, size_t length, Mine *out) {
    *out = (Mine){0};
    return parse(text, length, take_mine, out);
}

/* ---- The daily --------------------------------------------------------------------------------------- */

static bool get_signature(const json_t *value, uint8_t *out) {
    char hex[4 * SIGNATURE_SIZE], half[FAIR_HEX];
    if (!get_text(value, hex, sizeof hex) || strlen(hex) != 2 * SIGNATURE_SIZE) return false;
    for (int i = 0; i < 2; i++) {
        snprintf(half, sizeof half, "%.64s", hex + (ptrdiff_t)SIGNATURE_SIZE * i);
        if (!fair_get_hex(half, out + (ptrdiff_t)CIPHER_KEY * i)) return false;
    }
    return true;
}

/* A record is as long as it is: its memory is its own. */
static Wrong take_daily(json_t *root, bool record, DailyBody *b) {
    static const char *const try[] = {"date", "game", "kind", "name", "device", "signature", "token", NULL};
    static const char *const open[] = {"date", "game", "kind", "name", "device", "signature", "record", NULL};
    const json_t *name = json_object_get(root, "name"), *text = json_object_get(root, "record");
    if (!only(root, record ? open : try) || !get_text(json_object_get(root, "date"), b->date, sizeof b->date) ||
        !get_text(json_object_get(root, "game"), b->game, sizeof b->game) ||
        !get_text(json_object_get(root, "kind"), b->kind, sizeof b->kind) ||
        !get_hex(json_object_get(root, "device"), b->device) ||
        !get_signature(json_object_get(root, "signature"), b->signature))
        return WRONG_FORMAT;
    if (!get_text(name, b->name, NAME_BYTES) || !name_clean(b->name, strlen(b->name))) return WRONG_NAME;
    if (!record) return get_token(json_object_get(root, "token"), b->token) ? WRONG_NOTHING : WRONG_TOKEN;
    if (!json_is_string(text) || strlen(json_string_value(text)) != json_string_length(text)) return WRONG_FORMAT;
    b->record = strdup(json_string_value(text));
    return b->record ? WRONG_NOTHING : WRONG_STORAGE;
}

static Wrong take_try(json_t *root, void *out) { return take_daily(root, false, out); }

static Wrong take_handed_in(json_t *root, void *out) { return take_daily(root, true, out); }

Wrong daily_parse(const char *text, size_t length, bool record, DailyBody *out) {
    *out = (DailyBody){0};
    return parse(text, length, record ? take_handed_in : take_try, out);
}

void daily_body_free(DailyBody *b) {
    free(b->record);
    b->record = NULL;
}
