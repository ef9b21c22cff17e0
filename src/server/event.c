/* event.c: see event.h. */
#include "server/event.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    POINTS_MAX = 9999,            /* more than any game gives, or takes */
    LUCK_MAX = 1000 * POINTS_MAX, /* in thousandths */
};

const char *const event_results[] = {
    [EVENT_DONE] = "done",
    [EVENT_MALFORMED] = "not an event",
    [EVENT_OUT_OF_PLACE] = "not possible there",
    [EVENT_NO_MEMORY] = "out of memory",
    [EVENT_CLOSED] = "the table was closed",
    [EVENT_READ_ONLY] = "nothing may change just now",
    [EVENT_TOO_MANY] = "the log is as long as one may be",
};

/* What follows a word, in the order of its letters: s seat, n node, t the node asked for, h 32 bytes in hex, b a bot,
 * m a move or outcome, c a code, u a time, p a paper, N a name (to the end of the line), T what `table` says (to the
 * end of the line); and of evenings # a number, r a round, x bits, C a code with something after it, L players, points
 * or luck (to the end of the line), E what `evening` says (to the end of the line). */
static const struct {
    const char *word, *rest;
} forms[EVENT_WORDS] = {
    [EVENT_TABLE] = {"table", "T"},       [EVENT_SIT] = {"sit", "shN"},          [EVENT_BOT] = {"bot", "sbN"},
    [EVENT_OPEN] = {"open", "s"},         [EVENT_SALT] = {"salt", "sh"},         [EVENT_ROLL] = {"roll", "nm"},
    [EVENT_MOVE] = {"move", "snm"},       [EVENT_WITHDRAW] = {"withdraw", "sn"}, [EVENT_ASK] = {"ask", "snt"},
    [EVENT_AGREE] = {"agree", "sn"},      [EVENT_REFUSE] = {"refuse", "sn"},     [EVENT_LEAVE] = {"leave", "s"},
    [EVENT_ABSENT] = {"absent", "s"},     [EVENT_RETURN] = {"return", "s"},      [EVENT_AGAIN] = {"again", "c"},
    [EVENT_INVITE] = {"invite", "sc"},    [EVENT_HOST] = {"host", "s"},          [EVENT_SHUT] = {"shut", ""},
    [EVENT_ADMIT] = {"admit", ""},        [EVENT_CLOSE] = {"close", ""},         [EVENT_SEALED] = {"sealed", "u"},
    [EVENT_REVEAL] = {"reveal", ""},      [EVENT_BELONGS] = {"belongs", "p"},    [EVENT_OF] = {"of", "c"},
    [EVENT_EVENING] = {"evening", "hE"},  [EVENT_COME] = {"come", "#hN"},        [EVENT_GONE] = {"gone", "#"},
    [EVENT_BACK] = {"back", "#"},         [EVENT_ROUND] = {"round", "#"},        [EVENT_LAY] = {"lay", "#CL"},
    [EVENT_CODE] = {"code", "#c"},        [EVENT_PLAY] = {"play", "#"},          [EVENT_RESULT] = {"result", "#xL"},
    [EVENT_OVER] = {"over", "#"},         [EVENT_FINISH] = {"finish", ""},       [EVENT_LUCK] = {"luck", "r#L"},
    [EVENT_INSTEAD] = {"instead", "#hN"},
};

/* In the order in which they came (event.h). */
int event_format(EventWord word) { return word >= EVENT_INSTEAD ? 6 : word >= EVENT_SEALED ? 4 : 3; }

TableEvent event_of(EventWord word, int seat, int node) {
    return (TableEvent){.word = word, .seat = seat, .node = node};
}

/* A move or an outcome is kept as its text, which the game reads when the event is applied: a log outlives the
 * numbers of moves. */
TableEvent event_with(EventWord word, int seat, int node, const char *token) {
    TableEvent e = event_of(word, seat, node);
    snprintf(e.token, sizeof e.token, "%s", token);
    return e;
}

/* ---- Writing ---------------------------------------------------------------------------------------- */

/* Options that are not said have their default, now and when it is read. */
static void put_table(const TableEvent *e, Text *out) {
    text_str(out, e->game->name);
    text_char(out, ' ');
    text_int(out, e->seats);
    text_char(out, ' ');
    text_str(out, dice_words[e->dice]);
    text_str(out, e->hide_scores ? " hide" : " show");
    for (int i = 0; i < game_option_count(e->game); i++) {
        if (!(e->given >> i & 1)) continue;
        text_char(out, ' ');
        game_put_option(e->game, i, e->option[i], e->seats, out);
    }
}

/* What an evening plays, and its title to the end of the line. */
static void put_evening(const TableEvent *e, Text *out) {
    text_int(out, e->number);
    text_char(out, ' ');
    text_int(out, e->seats);
    text_char(out, ' ');
    text_str(out, dice_words[e->dice]);
    for (int i = 0; i < e->games; i++) {
        text_char(out, i == 0 ? ' ' : ',');
        text_str(out, e->game_list[i]->name);
    }
    text_char(out, ' ');
    text_str(out, e->name);
}

/* Players, of whom a bot is none, or points or luck, which may be below 0. */
static void put_list(const TableEvent *e, Text *out) {
    for (int i = 0; i < e->count; i++) {
        if (i > 0) text_char(out, ' ');
        if (e->word == EVENT_LAY && e->list[i] < 0)
            text_char(out, '-');
        else
            text_int(out, e->list[i]);
    }
}

static void put_paper(const TableEvent *e, Text *out) {
    text_str(out, e->paper.shelf);
    text_char(out, ' ');
    text_str(out, e->paper.name);
}

/* Letters that the form does not have are not asked for, so a field that an event does not use need not be set. */
static void put_part(const TableEvent *e, char part, Text *out) {
    char hex[FAIR_HEX];
    if (part == 's') text_int(out, e->seat);
    if (part == 'n') text_int(out, e->node);
    if (part == 't') text_int(out, e->to);
    if (part == 'b') text_str(out, e->bot);
    if (part == 'm') text_str(out, e->token);
    if (part == 'c' || part == 'C') text_str(out, e->code);
    if (part == '#') text_int(out, e->number);
    if (part == 'r') text_int(out, e->round);
    if (part == 'x') text_int(out, e->bits);
    if (part == 'L') put_list(e, out);
    if (part == 'E') put_evening(e, out);
    if (part == 'u') text_int(out, e->until);
    if (part == 'p') put_paper(e, out);
    if (part == 'N') text_str(out, e->name);
    if (part == 'T') put_table(e, out);
    if (part != 'h') return;
    fair_put_hex(e->bytes, hex);
    text_str(out, hex);
}

/* The form of the word says what follows: so writing and reading cannot differ in their order. */
bool event_write(const TableEvent *e, char *out) {
    Text text = text_in(out, EVENT_MAX);
    text_str(&text, forms[e->word].word);
    for (const char *part = forms[e->word].rest; *part; part++) {
        text_char(&text, ' ');
        put_part(e, *part, &text);
    }
    return !text.full;
}

/* ---- Reading ---------------------------------------------------------------------------------------- */

/* Takes the next word of a line into word[size]; false: there is none, or it is too long. */
static bool take_word(const char **at, char *word, size_t size) {
    size_t n = strcspn(*at, " ");
    if (n == 0 || n >= size) return false;
    memcpy(word, *at, n);
    word[n] = '\0';
    *at += n + ((*at)[n] == ' ');
    return true;
}

/* Nothing but digits to the end of the word, so that a line has one way to be written. */
static bool take_number(const char **at, int high, int *out) {
    char word[12];
    if (!take_word(at, word, sizeof word)) return false;
    Scan in = {word};
    return scan_int(&in, 0, high, out) && scan_end(&in);
}

/* The same for a time, which an int does not hold for ever: ten digits, so that it fits a long everywhere. */
static bool take_time(const char **at, int64_t *out) {
    char word[12];
    if (!take_word(at, word, sizeof word)) return false;
    size_t n = strspn(word, "0123456789");
    if (word[n] || n > 10 || (n > 1 && word[0] == '0')) return false;
    *out = strtoll(word, NULL, 10);
    return true;
}

static bool take_paper(const char **at, Paper *out) {
    return take_word(at, out->shelf, sizeof out->shelf) && take_word(at, out->name, sizeof out->name);
}

/* The last part of a line, whatever it holds: so names may have spaces. */
static bool take_rest(const char **at, char *out, size_t size) {
    size_t n = strlen(*at);
    if (n >= size) return false;
    memcpy(out, *at, n + 1);
    *at += n;
    return true;
}

/* Options are checked here, for a log is also read by versions of a game that never offered them. */
static bool take_table(const char **at, TableEvent *e) {
    char name[TOKEN_MAX], dice[8], scores[8], word[TOKEN_MAX];
    const char *why;
    int index;
    if (!take_word(at, name, sizeof name)) return false;
    e->game = game_find(name);
    if (!e->game || !take_number(at, e->game->max_seats, &e->seats) || e->seats < e->game->min_seats) return false;
    if (!take_word(at, dice, sizeof dice) || !dice_find(dice, &e->dice)) return false;
    if (!take_word(at, scores, sizeof scores)) return false;
    e->hide_scores = strcmp(scores, "hide") == 0;
    while (**at) {
        if (!take_word(at, word, sizeof word) || !game_get_option(e->game, word, e->option, &index, &why)) return false;
        e->given |= 1u << index;
    }
    return game_options_fit(e->game, e->option, e->seats, &why);
}

/* Games by their names, with commas between. */
static bool take_games(const char **at, TableEvent *e) {
    char all[ROUNDS_MAX * TOKEN_MAX], *rest = all;
    if (!take_word(at, all, sizeof all)) return false;
    while (e->games < ROUNDS_MAX) {
        size_t n = strcspn(rest, ",");
        bool last = rest[n] == '\0';
        rest[n] = '\0';
        if (!(e->game_list[e->games++] = game_find(rest))) return false;
        if (last) return true;
        rest += n + 1;
    }
    return false;
}

/* Whether these games are for so many is asked when it happens (evening_new). */
static bool take_evening(const char **at, TableEvent *e) {
    char dice[8];
    if (!take_number(at, ROUNDS_MAX, &e->number) || !take_number(at, SEATS_MAX, &e->seats)) return false;
    if (!take_word(at, dice, sizeof dice) || !dice_find(dice, &e->dice) || !take_games(at, e)) return false;
    return take_rest(at, e->name, sizeof e->name) && name_ok(e->name, strlen(e->name));
}

/* The two events that end in a list: players, of whom none is `-`, and points, which may be below zero. */
static bool take_list(const char **at, TableEvent *e) {
    char word[12];
    int high = e->word == EVENT_LUCK ? LUCK_MAX : POINTS_MAX, low = e->word == EVENT_LAY ? 0 : -high;
    while (**at) {
        if (e->count == SEATS_MAX || !take_word(at, word, sizeof word)) return false;
        Scan in = {word};
        int *to = &e->list[e->count++];
        if (e->word == EVENT_LAY && strcmp(word, "-") == 0)
            *to = -1;
        else if (!scan_int(&in, low, high, to) || !scan_end(&in))
            return false;
    }
    return e->count > 0;
}

static bool take_code(const char **at, TableEvent *e) {
    char word[CODE_LENGTH + 1];
    return take_word(at, word, sizeof word) && code_read(word, strlen(word), e->code);
}

/* Every part is bounded here by what its field can hold; whether it makes sense at that table is for table.c. */
static bool take_part(const char **at, char part, TableEvent *e) {
    char hex[FAIR_HEX];
    switch (part) {
        case 's':
            return take_number(at, SEATS_MAX - 1, &e->seat);
        case 'n':
            return take_number(at, NODES_MAX, &e->node);
        case 't':
            return take_number(at, NODES_MAX, &e->to);
        case 'h':
            return take_word(at, hex, sizeof hex) && fair_get_hex(hex, e->bytes);
        case 'b':
            return take_word(at, e->bot, sizeof e->bot);
        case 'm':
            return take_rest(at, e->token, sizeof e->token);
        case 'c':
            return take_rest(at, hex, sizeof hex) && code_read(hex, strlen(hex), e->code);
        case 'C':
            return take_code(at, e);
        case '#':
            return take_number(at, COUNT_MAX, &e->number);
        case 'r':
            return take_number(at, ROUNDS_MAX, &e->round);
        case 'x':
            return take_number(at, (1 << SEATS_MAX) - 1, &e->bits);
        case 'L':
            return take_list(at, e);
        case 'E':
            return take_evening(at, e);
        case 'u':
            return take_time(at, &e->until);
        case 'p':
            return take_paper(at, &e->paper);
        case 'N':
            return take_rest(at, e->name, sizeof e->name) && name_ok(e->name, strlen(e->name));
        default:
            return take_table(at, e);
    }
}

/* Whatever is left over at the end of the line makes it another line than event_write() would write, and is refused. */
EventResult event_read(const char *line, TableEvent *out) {
    char word[12];
    const char *at = line;
    *out = (TableEvent){0};
    if (!take_word(&at, word, sizeof word)) return EVENT_MALFORMED;
    while (out->word < EVENT_WORDS && strcmp(forms[out->word].word, word) != 0) out->word++;
    if (out->word == EVENT_WORDS) return EVENT_MALFORMED;
    for (const char *part = forms[out->word].rest; *part; part++)
        if (!take_part(&at, *part, out)) return EVENT_MALFORMED;
    return *at ? EVENT_MALFORMED : EVENT_DONE;
}
