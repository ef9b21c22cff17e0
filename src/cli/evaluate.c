/* evaluate.c: `penna evaluate`: the standard test of a bot, as one table that can be cited. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "arena/duel_file.h"
#include "arena/evaluate.h"
#include "cli/series.h"
#include "host/clock.h"
#include "host/json.h"

typedef struct EvaluateSettings {
    bool quick, json, inputs;
    long threads, playouts; /* threads 0: one per core */
    ArgList game;           /* none: all */
    const char *resume;     /* the folder of what was counted; NULL: it is not kept */
} EvaluateSettings;

enum { PATH_ROOM = 4096, SAVE_SECONDS = 10, NAME_WIDTH = 12 };

typedef struct Test {
    const EvaluateSettings *set;
    Evaluation e;
    int at;       /* the duel that is being played */
    double saved; /* when it was last written */
    bool wrote;   /* false: that failed */
} Test;

/* ---- What was counted, in files --------------------------------------------------------------------- */

static void path_of(const Test *t, char *out) {
    const EvalDuel *d = &t->e.duel[t->at];
    snprintf(out, PATH_ROOM, "%s/%s-%s.duel", t->set->resume, d->game->name, d->baseline);
}

/* The hash of the inputs is in it: files of another test are not taken up. */
static void title_of(const Test *t, char *out, size_t size) {
    const EvalDuel *d = &t->e.duel[t->at];
    snprintf(out, size, "evaluate %s %s %s", t->e.hash, d->game->name, d->baseline);
}

/* What cannot be kept ends the test: hours of play would be lost without a word. */
static bool save(Test *t, const DuelTally *tally) {
    char path[PATH_ROOM], title[200];
    if (!t->set->resume) return true;
    path_of(t, path);
    title_of(t, title, sizeof title);
    t->saved = clock_now();
    if (duel_file_write(path, title, 2, tally)) return true;
    usage_error("%s: %s", path, strerror(errno));
    return false;
}

/* A file of another test is refused and not written over: somebody may still want what it holds. */
static bool take_up(Test *t, DuelTally *tally) {
    char path[PATH_ROOM], title[200];
    *tally = (DuelTally){0};
    if (!t->set->resume) return true;
    path_of(t, path);
    title_of(t, title, sizeof title);
    const char *why = duel_file_read(path, title, 2, tally);
    if (why) usage_error("%s: %s", path, tr(why));
    return !why;
}

/* ---- Playing ---------------------------------------------------------------------------------------- */

static bool taken(void *context, const DuelTally *so_far, const char *records, size_t length) {
    Test *t = context;
    (void)records, (void)length;
    uint64_t done = (uint64_t)t->at * t->e.sets + so_far->sets, total = (uint64_t)t->e.duels * t->e.sets;
    progress_show(t->e.duel[t->at].game->name, done, total);
    if (t->set->resume && clock_now() - t->saved > SAVE_SECONDS) t->wrote = save(t, so_far);
    return t->wrote && !series_interrupted();
}

/* All duels; false after a message, or when it was interrupted. */
static bool play(Test *t) {
    t->wrote = true;
    t->saved = clock_now();
    for (t->at = 0; t->at < t->e.duels; t->at++) {
        EvalDuel *d = &t->e.duel[t->at];
        Duel duel = evaluate_duel(&t->e, t->at);
        DuelTally begun;
        if (!take_up(t, &begun)) return false;
        duel.begun = &begun;
        duel.threads = (int)t->set->threads;
        duel.taken = taken;
        duel.context = t;
        const char *error = duel_run(&duel, &d->tally);
        if (error) usage_error("%s", tr(error));
        if (error || !t->wrote || !save(t, &d->tally) || series_interrupted()) return false;
    }
    return true;
}

/* ---- Telling ---------------------------------------------------------------------------------------- */

/* Margins are of sets that nobody forfeited; of fewer than two of them there is no interval. */
static void print_duel(const EvalDuel *d) {
    Sample share = duel_share(&d->tally, 2, 0), margin = duel_margin(&d->tally, 2, 0);
    Interval in = share_interval(&share, 2), off = mean_interval(&margin);
    uint64_t losses = d->tally.games - d->tally.bot[0].wins - d->tally.ties;
    printf("%-*s %7llu %7llu %7llu %7llu  %6.2f%% [%6.2f, %6.2f]  ", NAME_WIDTH, d->baseline,
           (unsigned long long)d->tally.games, (unsigned long long)d->tally.bot[0].wins, (unsigned long long)losses,
           (unsigned long long)d->tally.ties, 100 * sample_mean(&share), 100 * in.low, 100 * in.high);
    if (margin.count > 1)
        printf("%+7.2f [%+7.2f, %+7.2f]\n", sample_mean(&margin), off.low, off.high);
    else
        puts("-");
}

static void print_mean(const Test *t, const char *name, int from, int to) {
    Interval in;
    double share = evaluate_share(&t->e, from, to, &in);
    printf("%s %31s  %6.2f%% [%6.2f, %6.2f]\n", tr_pad(name, -NAME_WIDTH), "", 100 * share, 100 * in.low,
           100 * in.high);
}

static void print_forfeits(const Test *t) {
    for (int i = 0; i < t->e.duels; i++) {
        const DuelTally *tally = &t->e.duel[i].tally;
        series_forfeits(t->e.bot, tally->bot[0].forfeits, tally->bot[0].why, stdout);
    }
}

/* The first and the last line are the same in every language: a table is cited by them. */
static void print_table(const Test *t) {
    printf("penna evaluate 1, penna " PENNA_VERSION ": %s\n", t->e.bot);
    for (int i = 0; i < t->e.duels;) {
        int count = evaluate_of_game(&t->e, i);
        char name[40];
        snprintf(name, sizeof name, "%-*s", NAME_WIDTH, t->e.duel[i].game->name);
        printf("\n%s %s %s %s %s  %s  %s\n", name, tr_pad(N_("games"), 7), tr_pad(N_("wins"), 7),
               tr_pad(N_("losses"), 7), tr_pad(N_("ties"), 7), tr_pad(N_("share [95 %]"), -24),
               tr(N_("margin [95 %]")));
        for (int k = i; k < i + count; k++) print_duel(&t->e.duel[k]);
        print_mean(t, N_("mean"), i, i + count);
        i += count;
    }
    putchar('\n');
    print_forfeits(t);
    print_mean(t, N_("all games"), 0, t->e.duels);
    printf("BLAKE2b %s\n", t->e.hash);
}

static void put_real(Buffer *out, const char *key, double x) {
    char room[40];
    if (isfinite(x))
        json_raw(out, key, room, (size_t)snprintf(room, sizeof room, "%.6f", x));
    else
        json_null(out, key);
}

static void put_interval(Buffer *out, const char *key, Interval in) {
    json_open(out, key, '[');
    put_real(out, NULL, in.low);
    put_real(out, NULL, in.high);
    json_close(out, ']');
}

/* INFINITY is how put_real() is told that there is no margin, no set having been finished: JSON gets null. */
static void put_duel(const EvalDuel *d, Buffer *out) {
    Sample share = duel_share(&d->tally, 2, 0), margin = duel_margin(&d->tally, 2, 0);
    json_open(out, NULL, '{');
    json_text(out, "against", d->baseline);
    json_int(out, "seed", (int64_t)d->seed);
    json_int(out, "games", (int64_t)d->tally.games);
    json_int(out, "sets", (int64_t)d->tally.sets);
    json_int(out, "wins", (int64_t)d->tally.bot[0].wins);
    json_int(out, "ties", (int64_t)d->tally.ties);
    json_int(out, "forfeits", (int64_t)d->tally.bot[0].forfeits);
    json_text(out, "why", d->tally.bot[0].forfeits ? d->tally.bot[0].why : NULL);
    put_real(out, "share", sample_mean(&share));
    put_interval(out, "interval", share_interval(&share, 2));
    put_real(out, "margin", margin.count > 0 ? sample_mean(&margin) : INFINITY);
    put_interval(out, "margin_interval", mean_interval(&margin));
    put_real(out, "points", duel_points(&d->tally, 2, 0));
    json_close(out, '}');
}

static void put_mean(const Test *t, int from, int to, Buffer *out) {
    Interval in;
    put_real(out, "share", evaluate_share(&t->e, from, to, &in));
    put_interval(out, "interval", in);
}

/* The inputs line by line: joined with line feeds they have the hash. */
static void put_inputs(const Test *t, Buffer *out) {
    char line[4096];
    json_open(out, "inputs", '[');
    for (const char *at = t->e.inputs.bytes; *at;) {
        size_t length = strcspn(at, "\n");
        snprintf(line, sizeof line, "%.*s", (int)length, at);
        json_text(out, NULL, line);
        at += length + (at[length] == '\n');
    }
    json_close(out, ']');
}

/* Made whole before any of it is written: without memory there is a message, and not half of a document. */
static bool print_json(const Test *t) {
    Buffer out = {0};
    json_open(&out, NULL, '{');
    json_text(&out, "format", "penna evaluate 1");
    json_text(&out, "bot", t->e.bot);
    json_text(&out, "hash", t->e.hash);
    put_mean(t, 0, t->e.duels, &out);
    json_open(&out, "games", '[');
    for (int i = 0; i < t->e.duels;) {
        int count = evaluate_of_game(&t->e, i);
        json_open(&out, NULL, '{');
        json_text(&out, "game", t->e.duel[i].game->name);
        put_mean(t, i, i + count, &out);
        json_open(&out, "duels", '[');
        for (int k = i; k < i + count; k++) put_duel(&t->e.duel[k], &out);
        json_close(&out, ']');
        json_close(&out, '}');
        i += count;
    }
    json_close(&out, ']');
    put_inputs(t, &out);
    json_close(&out, '}');
    buffer_str(&out, "\n");
    bool good = !out.failed;
    if (good) fwrite(out.bytes, 1, out.length, stdout);
    buffer_free(&out);
    return good || usage_error("out of memory") == EXIT_GOOD;
}

/* Of a part of the test no figures are told: they could not be compared with any. */
static int tell_interrupted(const Test *t) {
    if (t->set->resume)
        usage_error("interrupted; the same command goes on where it was");
    else
        usage_error("interrupted: there is no result; with --resume FOLDER a test can be broken off");
    if (t->set->json) {
        Buffer out = {0};
        json_open(&out, NULL, '{');
        json_text(&out, "format", "penna evaluate 1");
        json_text(&out, "bot", t->e.bot);
        json_text(&out, "hash", t->e.hash);
        json_bool(&out, "interrupted", true);
        json_close(&out, '}');
        if (!out.failed) puts(out.bytes);
        buffer_free(&out);
    }
    return EXIT_INTERRUPTED;
}

static uint64_t forfeits(const Test *t) {
    uint64_t sum = 0;
    for (int i = 0; i < t->e.duels; i++) sum += t->e.duel[i].tally.bot[0].forfeits;
    return sum;
}

/* ---- The command ------------------------------------------------------------------------------------ */

/* The inputs come before everything else: who only asks for them has no folder made. Series is borrowed for its
 * handling of interruptions; it keeps no records. */
static int test(Test *t) {
    RecordFile none;
    Series series = {0};
    if (t->set->inputs) {
        fwrite(t->e.inputs.bytes, 1, t->e.inputs.length, stdout);
        return EXIT_GOOD;
    }
    if (t->set->resume && mkdir(t->set->resume, 0777) != 0 && errno != EEXIST)
        return usage_error("%s: %s", t->set->resume, strerror(errno));
    if (!series_begin(&series, &none)) return EXIT_USAGE;
    if (!play(t)) return series_interrupted() ? tell_interrupted(t) : EXIT_USAGE;
    if (!t->set->json) print_table(t);
    return t->set->json && !print_json(t) ? EXIT_USAGE : series_status(forfeits(t));
}

/* `who` may be an opponent: without its frozen weights there is no test, since figures of fewer opponents could not
 * be compared. */
static int run(const void *settings, int count, char **words) {
    const EvaluateSettings *set = settings;
    const Game *game[ARG_LIST_MAX];
    const char *who;
    Test *t = calloc(1, sizeof *t);
    int status = EXIT_USAGE;
    (void)count;
    if (!t) return usage_error("out of memory");
    t->set = set;
    t->e.sets = set->quick ? EVALUATE_QUICK : EVALUATE_SETS;
    t->e.budget = (Budget){.playouts = (uint32_t)set->playouts};
    bool good = true;
    for (int i = 0; good && i < set->game.count; i++) good = (game[i] = term_game(set->game.item[i])) != NULL;
    if (good) {
        const char *why = evaluate_plan(&t->e, words[0], game, set->game.count, &who);
        status = why ? usage_error("bot `%s`: %s", who, tr(why)) : test(t);
    }
    evaluate_free(&t->e);
    free(t);
    return status;
}

static const EvaluateSettings defaults = {.playouts = 200};

static const Arg args[] = {
    {.name = "quick",
     .help = N_("20 games in place of 1000 against each opponent: to see that it works"),
     .kind = ARG_FLAG,
     .offset = offsetof(EvaluateSettings, quick)},
    {.name = "game",
     .value = "GAME",
     .help = N_("only this game; may be given several times (default: all)"),
     .kind = ARG_LIST,
     .offset = offsetof(EvaluateSettings, game)},
    {.name = "playouts",
     .value = "N",
     .help = N_("what a bot that searches may spend on a decision (default: 200)"),
     .kind = ARG_NUMBER,
     .offset = offsetof(EvaluateSettings, playouts),
     .low = 1,
     .high = 1000000000},
    {.name = "resume",
     .value = "DIR",
     .help = N_("keep what was counted in that folder, and go on from it if it is there"),
     .kind = ARG_TEXT,
     .offset = offsetof(EvaluateSettings, resume)},
    {.name = "inputs",
     .help = N_("play nothing; print what the hash is of"),
     .kind = ARG_FLAG,
     .offset = offsetof(EvaluateSettings, inputs)},
    ARG_THREADS(EvaluateSettings),
    {.name = "json", .help = N_("the table as JSON"), .kind = ARG_FLAG, .offset = offsetof(EvaluateSettings, json)},
    {.name = NULL},
};

const Command evaluate_command = {
    .name = "evaluate",
    .usage = "BOT [OPTION]...",
    .summary = N_("test a bot against fixed opponents with fixed dice, for a table that can be cited"),
    .about =
        N_("In every game the bot plays 1000 games of two against each of some opponents that never change: greedy, "
           "linear where there is one, and expert and the styles with the weights of release 0.1. Dice and seeds are "
           "fixed, seats are exchanged, so the same bot has the same table anywhere, on any number of threads. The "
           "mean of a game is that over its opponents, that of all games over all duels; intervals are of 95 %.\n"
           "\n"
           "The last line is the BLAKE2b hash of everything that went in: the release, the rules, the weights, the "
           "seeds, the bot. --inputs prints what it is of. Two tables with one hash are of the same test and bot; of a "
           "bot in a process of its own only the command and the files that it names are known."),
    .examples =
        "  penna evaluate expert\n"
        "  penna evaluate expert@mine.weights --game qwixx --resume mine\n"
        "  penna evaluate \"exec:python3 examples/bot.py\" --quick --json\n"
        "  penna evaluate expert --inputs | b2sum -l 256\n",
    .args = args,
    .settings = sizeof(EvaluateSettings),
    .defaults = &defaults,
    .words_min = 1,
    .words_max = 1,
    .run = run,
};
