/* play.c: `penna play`: a game in the terminal: begun, or taken up again. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "arena/roster.h"
#include "cli/cli.h"
#include "host/clock.h"
#include "term/prompt.h"
#include "term/save.h"
#include "term/session.h"
#include "term/setup.h"
#include "term/tutor.h"

typedef struct PlaySettings {
    ArgList seat, option;    /* who sits where; options of the game */
    long seats, seed;        /* -1: not given */
    const char *dice;        /* "auto" or "manual" */
    const char *save;        /* a file to keep the game in; NULL: the usual place */
    bool resume, hide_score; /* go on with a game; show no points before the end */
    bool tutor, hints;       /* a word before a mistake; the best moves with every question */
} PlaySettings;

/* Enough for a good answer, not so much that a person waits. */
static Budget budget(void) { return (Budget){.playouts = 4000, .seconds = 1.5, .now = clock_now}; }

/* From the system where it has randomness; the clock is the last resort, and dice from it are no worse for a game at
 * home. */
static uint64_t new_seed(const PlaySettings *set) {
    uint64_t seed;
    if (set->seed >= 0) return (uint64_t)set->seed;
    if (getrandom(&seed, sizeof seed, 0) != (ssize_t)sizeof seed) seed = (uint64_t)time(NULL);
    return seed & LONG_MAX; /* so that it can be given again as --seed */
}

/* ---- Making a session ------------------------------------------------------------------------------- */

/* Makes the bots that the match names; false after a message. A game that is taken up may name a file of weights, which
 * is opened and checked, and no more; but never a command, since a record may come from anybody. */
static bool seat_bots(Session *s) {
    for (int i = 0; i < match_state(s->match)->seats; i++) {
        const char *kind = match_kind(s->match, i), *why;
        if (strncmp(kind, "bot:", 4) != 0) continue;
        s->bot[i] = roster_bot_or_file(kind + 4, match_game(s->match), budget(), &why);
        if (s->bot[i]) continue;
        char bots[200];
        Text list = text_in(bots, sizeof bots);
        roster_names(" ", &list);
        usage_error("%s: %s; the bots are%s", kind, tr(why), bots);
        return false;
    }
    return true;
}

/* A name for each sitter of its own, so that two bots can be told apart. */
static void tell_apart(Setup *setup) {
    for (int i = 0; i < setup->seats; i++) {
        int same = 0, before = 0;
        for (int j = 0; j < setup->seats; j++) {
            bool alike = *setup->sitter[j].bot && strcmp(setup->sitter[j].bot, setup->sitter[i].bot) == 0;
            same += alike;
            before += alike && j <= i;
        }
        char *name = setup->sitter[i].name;
        size_t n = strlen(name);
        if (*setup->sitter[i].bot && same > 1) snprintf(name + n, SETUP_NAME - n, " %d", before);
    }
}

/* Sitters are told apart before they are written into the match, because its names are what the record keeps. */
static bool make_match(Session *s, Setup *setup, const PlaySettings *set) {
    int option[OPTIONS_MAX] = {0};
    unsigned given;
    if (!cli_options(setup->game, &set->option, setup->seats, option, &given)) return false;
    s->match = match_new(setup->game, setup->seats, option);
    if (!s->match) return usage_error("out of memory") == EXIT_GOOD;
    match_give_options(s->match, given);
    tell_apart(setup);
    for (int i = 0; i < setup->seats; i++) {
        const SetupSeat *c = &setup->sitter[i];
        char kind[LABEL_MAX + 8];
        snprintf(kind, sizeof kind, *c->bot ? "bot:%s" : "human", c->bot);
        if (!match_seat(s->match, i, kind, c->name)) return usage_error("out of memory") == EXIT_GOOD;
    }
    return seat_bots(s);
}

/* Game, seats and sitters from the command line. */
static bool setup_from(const PlaySettings *set, const Game *g, Setup *out) {
    *out = (Setup){.game = g};
    if (set->seat.count > g->max_seats || (set->seats >= 0 && set->seat.count > set->seats)) {
        long seats = set->seats >= 0 ? set->seats : g->max_seats;
        usage_error("--seat is given %d times, but there are at most %ld seats", set->seat.count, seats);
        return false;
    }
    for (int i = 0; i < set->seat.count; i++)
        if (!setup_sitter(set->seat.item[i], &out->sitter[i])) return false;
    long usual = set->seat.count ? set->seat.count : g->max_seats < 2 ? 1 : 2;
    long seats = set->seats >= 0 ? set->seats : usual;
    if (!term_seats(g, seats)) return false;
    out->seats = (int)seats;
    setup_fill(out, set->seat.count);
    return true;
}

/* ---- Files ------------------------------------------------------------------------------------------ */

/* The path as a word for a shell, malloc'd. */
static char *quoted(const char *path) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._/+,:@%-";
    Buffer out = {0};
    if (path[strspn(path, plain)] == '\0') return strdup(path);
    buffer_str(&out, "'");
    for (; *path; path++)
        if (*path == '\'')
            buffer_str(&out, "'\\''");
        else
            buffer_add(&out, path, 1);
    buffer_str(&out, "'");
    if (out.failed) buffer_free(&out);
    return out.bytes;
}

/* Keeps the game in the file that was asked for; false after a message. */
static bool keep_in(Session *s, const char *path, bool resumed) {
    bool exists;
    if (!save_allowed(path, &exists)) {
        usage_error("%s: the file exists and is no record; it is not written over", path);
        return false;
    }
    if (exists && !resumed) {
        usage_error("%s: the file holds a record; go on with it by --resume, or choose another name", path);
        return false;
    }
    s->path = strdup(path);
    s->resume = quoted(path);
    return s->path && s->resume;
}

/* Keeps a new game in its usual place; what is there is put aside. */
static void keep_as_usual(Session *s) {
    const Game *g = match_game(s->match);
    s->path = save_path(g);
    s->resume = strdup(g->name);
    if (!s->path) return;
    bool unfinished = save_unfinished(s->path, &g);
    save_put_aside(s->path);
    if (!unfinished) return;
    prompt_say(N_("The unfinished game was put aside: {0}.old"), s->path, "");
    putchar('\n');
}

/* ---- Beginning and going on ------------------------------------------------------------------------- */

/* The tutor judges losses by the scale of the whole game, so it is made for the state at node 0 also where a game is
 * taken up. */
static int start_session(Session *s, const PlaySettings *set) {
    s->manual = strcmp(set->dice, "manual") == 0;
    s->hide_score = set->hide_score;
    s->last_person = -1;
    s->tutor_warns = set->tutor;
    s->tutor_hints = set->hints;
    if (set->tutor || set->hints) {
        AnyState start;
        match_state_at(s->match, 0, &start);
        s->tutor = tutor_new(match_game(s->match), &start.head);
        if (!s->tutor) return EXIT_USAGE;
    }
    return session_play(s);
}

/* Goes on with the game in a file. `word`: what the person would type to go on, or NULL. */
static int go_on(const PlaySettings *set, const char *path, const char *word) {
    Session s = {0};
    int status;
    s.match = file_match(path, false, NULL, &status);
    if (!s.match) return status;
    status = EXIT_USAGE;
    bool kept = set->save ? keep_in(&s, set->save, strcmp(set->save, path) == 0) : keep_in(&s, path, true);
    if (kept && word) {
        free(s.resume);
        s.resume = strdup(word);
    }
    s.kept = !set->save;
    if (set->seed >= 0 || !save_seed(path, &s.seed)) s.seed = new_seed(set);
    if (kept && seat_bots(&s)) {
        for (int i = 0; i < SEATS_MAX; i++) s.told[i] = match_node(s.match);
        status = start_session(&s, set);
    }
    session_free(&s);
    return status;
}

/* The file is claimed before the first roll: a game that cannot be kept where it was asked for does not begin. */
static int begin(const PlaySettings *set, Setup *setup) {
    Session s = {.seed = new_seed(set)};
    int status = EXIT_USAGE;
    if (make_match(&s, setup, set) && (!set->save || keep_in(&s, set->save, false))) {
        if (!set->save) keep_as_usual(&s);
        status = start_session(&s, set);
    }
    session_free(&s);
    return status;
}

/* If an unfinished game is kept there, asks a person at a terminal whether to go on with it. */
static bool wants_to_go_on(const char *path) {
    const Game *g = NULL;
    if (!path || !isatty(STDIN_FILENO) || !save_unfinished(path, &g)) return false;
    prompt_say(N_("There is an unfinished game of {0}."), tr(g->title), "");
    putchar('\n');
    return prompt_yes(tr(N_("Go on with it?")), true);
}

/* Asks before it begins, not after: an unfinished game of the same kind would be put aside. */
static int begin_game(const PlaySettings *set, const Game *g) {
    Setup setup;
    if (!setup_from(set, g, &setup)) return EXIT_USAGE;
    char *path = set->save ? NULL : save_path(g);
    bool go = wants_to_go_on(path);
    int status = prompt_signal() ? 128 + prompt_signal() : go ? go_on(set, path, g->name) : begin(set, &setup);
    free(path);
    return status;
}

/* `penna play` alone: asks. */
static int begin_asking(const PlaySettings *set) {
    Setup setup;
    char *path = save_latest();
    const Game *g = NULL;
    int status;
    if (wants_to_go_on(path) && save_unfinished(path, &g))
        status = go_on(set, path, g->name);
    else if (!prompt_signal() && setup_ask(&setup))
        status = begin(set, &setup);
    else
        status = prompt_signal() ? 128 + prompt_signal() : EXIT_GOOD;
    free(path);
    return status;
}

/* A word that is a game means the game that is kept for it; any other word is a file. */
static int resume(const PlaySettings *set, const char *word) {
    const Game *g = word ? game_find(word) : NULL;
    if (word && !g) return go_on(set, word, NULL);
    char *path = g ? save_path(g) : save_latest();
    const Game *kept = g;
    int status;
    if (!path || access(path, F_OK) != 0)
        status = usage_error("%s", tr(N_("there is no game to go on with")));
    else
        status = go_on(set, path, g || save_unfinished(path, &kept) ? kept->name : NULL);
    free(path);
    return status;
}

/* A word that is no game but looks like a file (a slash, a dot, or it is there) is one, so that `penna play my.penna`
 * goes on with it. Whatever would change seats or options of a game that is under way is refused, not ignored. */
static int run(const void *settings, int count, char **words) {
    const PlaySettings *set = settings;
    const char *word = count ? words[0] : NULL;
    if (strcmp(set->dice, "auto") != 0 && strcmp(set->dice, "manual") != 0)
        return usage_error("--dice %s: expected auto or manual", set->dice);
    if (word && strcmp(word, "-") == 0) return usage_error("a game cannot be taken up from standard input");
    bool file = word && !game_find(word) && (strchr(word, '/') || strchr(word, '.') || access(word, F_OK) == 0);
    if ((set->resume || file) && (set->seat.count || set->seats >= 0 || set->option.count))
        return usage_error("a game that is taken up has its seats and options already");
    prompt_start();
    if (set->resume || file) return resume(set, word);
    if (!word && (set->seat.count || set->seats >= 0 || set->option.count))
        return usage_error("say which game: penna play GAME");
    if (!word) return begin_asking(set);
    const Game *g = term_game(word);
    return g ? begin_game(set, g) : EXIT_USAGE;
}

static const Arg args[] = {
    {.name = "seat",
     .value = "WHO",
     .help = N_("human:NAME or bot:NAME, once for each seat in order (default: you, then bot:greedy)"),
     .kind = ARG_LIST,
     .offset = offsetof(PlaySettings, seat)},
    {.name = "seats",
     .value = "N",
     .help = N_("how many seats; those not named by --seat are bots (default: 2)"),
     .kind = ARG_NUMBER,
     .offset = offsetof(PlaySettings, seats),
     .low = 1,
     .high = SEATS_MAX},
    {.name = "option",
     .value = "K=V",
     .help = N_("an option of the game, see `penna games`"),
     .kind = ARG_LIST,
     .offset = offsetof(PlaySettings, option)},
    {.name = "dice",
     .value = "HOW",
     .help = N_("auto: rolled here; manual: type what fell on your table (default: auto)"),
     .kind = ARG_TEXT,
     .offset = offsetof(PlaySettings, dice)},
    {.name = "seed",
     .value = "S",
     .help = N_("a number from which the dice come; the same number gives the same dice"),
     .kind = ARG_NUMBER,
     .offset = offsetof(PlaySettings, seed),
     .low = 0,
     .high = LONG_MAX},
    {.name = "save",
     .value = "FILE",
     .help = N_("keep the game in FILE instead of the usual place"),
     .kind = ARG_TEXT,
     .offset = offsetof(PlaySettings, save)},
    {.name = "resume",
     .help = N_("go on with a game: the last one, the last of GAME, or the one in FILE"),
     .kind = ARG_FLAG,
     .offset = offsetof(PlaySettings, resume)},
    {.name = "hide-score",
     .help = N_("do not count before the end"),
     .kind = ARG_FLAG,
     .offset = offsetof(PlaySettings, hide_score)},
    {.name = "tutor",
     .help = N_("warn before a mistake, and say why"),
     .kind = ARG_FLAG,
     .offset = offsetof(PlaySettings, tutor)},
    {.name = "hints",
     .help = N_("show the three best moves"),
     .kind = ARG_FLAG,
     .offset = offsetof(PlaySettings, hints)},
    {.name = NULL},
};

static const PlaySettings defaults = {.seats = -1, .seed = -1, .dice = "auto"};

const Command play_command = {
    .name = "play",
    .usage = "[GAME | --resume [GAME | FILE]] [OPTION]...",
    .summary = N_("play a game in the terminal"),
    .about = N_("People at one keyboard and bots play in any mix; without GAME a few questions are asked.\n"
                "Moves are chosen by number or typed as they stand in the list; `help` explains the rest.\n"
                "The game is kept after every move in $XDG_STATE_HOME/penna (or ~/.local/state/penna), so it\n"
                "can be left at any time, also with Ctrl-C, and taken up again with --resume."),
    .examples =
        "  penna play\n"
        "  penna play qwixx --seat human:Ann --seat human:Bob --seat bot:greedy\n"
        "  penna play qwixx --dice manual\n"
        "  penna play --resume\n",
    .args = args,
    .settings = sizeof(PlaySettings),
    .defaults = &defaults,
    .words_max = 1,
    .run = run,
};
