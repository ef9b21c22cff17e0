/* league_config.c: see league_config.h. */
#include "arena/league_config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "arena/budget.h"

/* ---- What is played --------------------------------------------------------------------------------- */

/* The options of a play, cut up in place. */
static const char *read_options(char *list, LeaguePlay *out) {
    const char *why;
    char *rest = NULL;
    for (char *at = strtok_r(list, ",", &rest); at; at = strtok_r(NULL, ",", &rest)) {
        int index;
        if (!game_get_option(out->game, at, out->option, &index, &why)) return why;
        if (out->given >> index & 1) return N_("the option is given twice");
        out->given |= 1u << index;
    }
    return NULL;
}

const char *league_play_read(const char *key, LeaguePlay *out) {
    static const char *const form = N_("expected GAME:SEATS");
    char room[LEAGUE_KEY], *rest = NULL;
    const char *why;
    *out = (LeaguePlay){0};
    if (strlen(key) >= sizeof room || strpbrk(key, "#~ ")) return form;
    strcpy(room, key);
    strcpy(out->key, key);
    const char *game = strtok_r(room, ":", &rest), *seats = strtok_r(NULL, ":", &rest);
    if (!game || !seats || strlen(seats) != 1 || *seats < '1' || *seats > '9') return form;
    out->game = game_find(game);
    out->seats = *seats - '0';
    if (!out->game) return N_("there is no such game");
    if (out->seats < 2) return N_("a league is for two seats or more");
    if (out->seats < out->game->min_seats || out->seats > out->game->max_seats)
        return N_("the game is not played by so many");
    const char *bad = read_options(rest, out);
    if (bad) return bad;
    return game_options_fit(out->game, out->option, out->seats, &why) ? NULL : why;
}

/* ---- Bots ------------------------------------------------------------------------------------------- */

bool league_name_ok(const char *name) {
    static const char good[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._+@-";
    size_t length = strlen(name);
    return length > 0 && length < LEAGUE_NAME && strspn(name, good) == length;
}

static LeagueBot *find_bot(LeagueConfig *c, const char *name) {
    for (int i = 0; i < c->bots; i++)
        if (strcmp(c->bot[i].name, name) == 0) return &c->bot[i];
    return NULL;
}

bool league_bot_plays(const LeagueBot *bot, const LeaguePlay *play) {
    char room[LEAGUE_SPEC], *rest = NULL;
    if (!*bot->only) return true;
    strcpy(room, bot->only);
    for (char *at = strtok_r(room, " ", &rest); at; at = strtok_r(NULL, " ", &rest))
        if (strcmp(at, play->key) == 0 || strcmp(at, play->game->name) == 0) return true;
    return false;
}

/* ---- Lines ------------------------------------------------------------------------------------------ */

/* The first word of what is left, ended by a NUL; what follows it is left. */
static char *take_word(char **rest) {
    char *at = *rest + strspn(*rest, " \t");
    size_t length = strcspn(at, " \t");
    *rest = at + length;
    if (**rest) *(*rest)++ = '\0';
    *rest += strspn(*rest, " \t");
    return at;
}

static const char *read_bot(LeagueConfig *c, char *rest) {
    const char *name = take_word(&rest);
    if (!league_name_ok(name)) return N_("a bot's name is up to 31 letters, digits and . _ + @ -");
    if (find_bot(c, name)) return N_("there is a bot of that name already");
    if (c->bots == LEAGUE_BOTS) return N_("there are too many bots");
    if (!*rest || strlen(rest) >= LEAGUE_SPEC) return N_("expected a bot after its name, as in: bot ann expert");
    LeagueBot *bot = &c->bot[c->bots++];
    strcpy(bot->name, name);
    strcpy(bot->spec, rest);
    return NULL;
}

static const char *read_only(LeagueConfig *c, char *rest) {
    LeagueBot *bot = find_bot(c, take_word(&rest));
    if (!bot) return N_("it names no bot of a line above");
    if (!*rest || strlen(rest) + strlen(bot->only) + 2 > LEAGUE_SPEC) return N_("expected GAME:SEATS");
    strcat(bot->only, *bot->only ? " " : "");
    strcat(bot->only, rest);
    return NULL;
}

static const char *read_play(LeagueConfig *c, char *rest) {
    if (c->plays == LEAGUE_PLAYS) return N_("there are too many games");
    for (int i = 0; i < c->plays; i++)
        if (strcmp(c->play[i].key, rest) == 0) return N_("it is there already");
    return league_play_read(rest, &c->play[c->plays++]);
}

static const char *read_number(const char *text, double low, double high, double *out) {
    char *end;
    errno = 0;
    *out = strtod(text, &end);
    return *text && !*end && !errno && *out >= low && *out <= high ? NULL : N_("the number is missing or out of range");
}

static const char *read_adjust(LeagueConfig *c, const char *rest) {
    static const char *const word[] = {"auto", "yes", "no"};
    for (int i = 0; i < 3; i++)
        if (strcmp(rest, word[i]) == 0) {
            c->adjust = (LeagueAdjust)i;
            return NULL;
        }
    return N_("expected auto, yes or no");
}

static const char *read_line(LeagueConfig *c, char *line) {
    char *rest = line;
    double number = 0;
    const char *word = take_word(&rest), *bad;
    if (strcmp(word, "bot") == 0) return read_bot(c, rest);
    if (strcmp(word, "only") == 0) return read_only(c, rest);
    if (strcmp(word, "play") == 0) return read_play(c, rest);
    if (strcmp(word, "adjust") == 0) return read_adjust(c, rest);
    if (strcmp(word, "pause") == 0 && !*rest) {
        c->paused = true;
        return NULL;
    }
    if (strcmp(word, "anchor") == 0) {
        if (!league_name_ok(rest)) return N_("a bot's name is up to 31 letters, digits and . _ + @ -");
        strcpy(c->anchor, rest);
        return NULL;
    }
    if (strcmp(word, "budget") == 0) {
        if (strlen(rest) >= sizeof c->budget_text || !budget_read(rest, &c->budget))
            return N_("expected playouts (500) or a time (200ms, 1.5s)");
        strcpy(c->budget_text, rest);
        return NULL;
    }
    if (strcmp(word, "seed") == 0) {
        bad = read_number(rest, 0, 1e15, &number);
        c->seed = (uint64_t)number;
        return bad;
    }
    if (strcmp(word, "sets") == 0) {
        bad = read_number(rest, 1, 10000, &number);
        c->sets = (int)number;
        return bad;
    }
    if (strcmp(word, "seconds") == 0) return read_number(rest, 0.1, 86400, &c->seconds);
    return N_("expected play, bot, only, seed, budget, sets, seconds, adjust, anchor or pause");
}

/* The line without the spaces around it; false: it is too long. */
static bool copy_line(const char *from, size_t length, char *out, size_t size) {
    while (length && strchr(" \t\r", from[length - 1])) length--;
    while (length && strchr(" \t", *from)) from++, length--;
    if (length >= size) return false;
    memcpy(out, from, length);
    out[length] = '\0';
    return true;
}

const char *league_config_read(const char *text, LeagueConfig *out, long *line) {
    *out = (LeagueConfig){.seed = 1, .budget = {.playouts = 200}, .budget_text = "200", .sets = 500, .seconds = 5};
    *line = 0;
    while (*text) {
        char room[2 * LEAGUE_SPEC];
        size_t length = strcspn(text, "\n");
        ++*line;
        if (!copy_line(text, length, room, sizeof room)) return N_("the line is too long");
        const char *bad = *room && *room != '#' ? read_line(out, room) : NULL;
        if (bad) return bad;
        text += length + (text[length] == '\n');
    }
    return NULL;
}

/* All other lines stay as somebody wrote them, comments too. */
int league_config_without(const char *text, const char *word, const char *second, Buffer *out) {
    int found = 0;
    while (*text) {
        char room[2 * LEAGUE_SPEC], *rest = room;
        size_t length = strcspn(text, "\n"), whole = length + (text[length] == '\n');
        bool same = copy_line(text, length, room, sizeof room) && strcmp(take_word(&rest), word) == 0;
        if (same && second) same = strcmp(take_word(&rest), second) == 0;
        if (same)
            found++;
        else
            buffer_add(out, text, whole);
        text += whole;
    }
    return found;
}
