/* duel.c: `penna duel`: which of some bots is the better one. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena/command.h"
#include "arena/duel.h"
#include "arena/duel_file.h"
#include "cli/ranks.h"
#include "cli/series.h"
#include "host/clock.h"

typedef struct DuelSettings {
    Series series;                  /* first, as everywhere (series.h) */
    bool sprt;                      /* stop when the test has decided */
    double elo0, elo1, alpha, beta; /* of the sequential test (sample.h) */
    bool times, adjust;             /* tell what a decision costs; take the luck of the dice out */
    const char *resume;             /* a file to keep what was counted in; NULL: none */
} DuelSettings;

/* A duel from its first set to what is said of it. */
typedef struct Show {
    const DuelSettings *set;
    Duel duel;
    DuelTally tally; /* what came out */
    RecordFile record;
    bool wrote;       /* false: writing the records, or what was counted, failed */
    char title[2048]; /* of the file of --resume */
    DuelTally begun;  /* what was in it */
    double saved;     /* when it was last written */
} Show;

/* So much work is lost at most if the machine goes down. */
enum { SAVE_SECONDS = 10 };

/* Keeps what was counted in the file of --resume; false after a message. */
static bool save(Show *show, const DuelTally *t) {
    const char *path = show->set->resume;
    if (!path || !ranks_first()) return true;
    show->saved = clock_now();
    if (duel_file_write(path, show->title, show->duel.lineup.arena.seats, t)) return true;
    usage_error("%s: %s", path, strerror(errno));
    return false;
}

/* After every set, so a file of records ends with a whole set whenever it is interrupted. */
static bool taken(void *context, const DuelTally *so_far, const char *records, size_t length) {
    Show *show = context;
    progress_show(show->duel.lineup.arena.game->name, so_far->sets, show->duel.sets);
    show->wrote = series_record_add(&show->record, records, length);
    if (show->set->resume && clock_now() - show->saved > SAVE_SECONDS) show->wrote &= save(show, so_far);
    return show->wrote && !series_interrupted();
}

/* ---- Telling ---------------------------------------------------------------------------------------- */

/* A duel has a seat for each bot. */
static int bots_of(const Show *show) { return show->duel.lineup.arena.seats; }

static const char *shown(const Show *show, int bot) { return command_shown(show->duel.lineup.name[bot]); }

static uint64_t forfeits_of(const Show *show) {
    uint64_t all = 0;
    for (int i = 0; i < bots_of(show); i++) all += show->tally.bot[i].forfeits;
    return all;
}

static int name_width(const Show *show) { return series_width(show->duel.lineup.name, bots_of(show), 8); }

static double percent(uint64_t part, uint64_t whole) { return whole ? 100 * (double)part / (double)whole : 0; }

/* Rounded to so many digits, without the sign of a zero. */
static double rounded(double x, int digits) {
    double unit = pow(10, digits);
    return isfinite(x) ? round(x * unit) / unit + 0.0 : x;
}

/* "+8.5 [+7.3, +9.7]", in as many digits after the point; what was not measured is a dash. */
static const char *range_text(double x, Interval in, int digits, bool known, char *room, size_t size) {
    if (known)
        snprintf(room, size, "%+.*f [%+.*f, %+.*f]", digits, rounded(x, digits), digits, rounded(in.low, digits),
                 digits, rounded(in.high, digits));
    else
        snprintf(room, size, "-");
    return room;
}

/* What was not measured is a dash, as in range_text(). */
static const char *mean_text(double x, int digits, char *room, size_t size) {
    if (isfinite(x))
        snprintf(room, size, "%.*f", digits, rounded(x, digits));
    else
        snprintf(room, size, "-");
    return room;
}

/* The interval of the share decides that of Elo: its ends are turned into Elo one by one, because Elo is no linear
 * function of the share. */
static void print_bot(const Show *show, int bot, FILE *out) {
    const DuelTally *t = &show->tally;
    int bots = bots_of(show);
    Sample share = duel_share(t, bots, bot), margin = duel_margin(t, bots, bot);
    Interval in = share_interval(&share, bots);
    Interval elo = {elo_of_share(in.low, bots), elo_of_share(in.high, bots)};
    double mean = sample_mean(&share);
    uint64_t losses = t->games - t->bot[bot].wins - t->bot[bot].ties;
    char points[40], margin_text[80], elo_text[80], time[40];
    fprintf(
        out, "%-*s %9llu %9llu %9llu %9s  %6.2f%% [%6.2f, %6.2f]  %-24s  ", name_width(show), shown(show, bot),
        (unsigned long long)t->bot[bot].wins, (unsigned long long)losses, (unsigned long long)t->bot[bot].ties,
        mean_text(duel_points(t, bots, bot), 2, points, sizeof points), 100 * mean, 100 * in.low, 100 * in.high,
        range_text(sample_mean(&margin), mean_interval(&margin), 2, margin.count > 1, margin_text, sizeof margin_text));
    range_text(elo_of_share(mean, bots), elo, 0, true, elo_text, sizeof elo_text);
    if (show->set->times)
        fprintf(out, "%-22s  %10s\n", elo_text, mean_text(duel_time(t, bot), 2, time, sizeof time));
    else
        fprintf(out, "%s\n", elo_text);
}

/* In the order of Verdict. */
static const char *verdict_text(Verdict verdict) {
    static const char *const text[] = {N_("undecided"), N_("H0 accepted"), N_("H1 accepted")};
    return tr(text[verdict]);
}

/* With the ratio and its bounds, so that one who stops it by hand sees how far it was. */
static void print_sprt(const Show *show, FILE *out) {
    const Sprt *t = show->duel.sprt;
    if (!t) return;
    Sample share = duel_best_share(&show->duel, &show->tally, 0);
    Interval bounds = sprt_bounds(t);
    fprintf(out, tr(N_("SPRT: %s after %llu games (H0: %+g Elo, H1: %+g Elo; ratio %.2f, bounds %.2f and %.2f)\n")),
            verdict_text(sprt_verdict(t, &share, bots_of(show))), (unsigned long long)show->tally.games, t->elo0,
            t->elo1, sprt_ratio(t, &share, bots_of(show)), bounds.low, bounds.high);
}

/* How many times as many games would have been needed without it. */
static double saving(const Show *show, int bot) {
    Sample share = duel_share(&show->tally, bots_of(show), bot);
    Sample adjusted = duel_adjusted(&show->tally, bots_of(show), bot);
    double variance = sample_variance(&adjusted);
    return variance > 0 ? sample_variance(&share) / variance : INFINITY;
}

/* Below the table, not in it: what was counted and what was estimated must not be read in one line. */
static void print_adjusted(const Show *show, FILE *out) {
    int bots = bots_of(show);
    if (!show->set->adjust) return;
    for (int i = 0; i < bots; i++) {
        Sample s = duel_adjusted(&show->tally, bots, i);
        Interval in = mean_interval(&s), elo = {elo_of_share(in.low, bots), elo_of_share(in.high, bots)};
        char text[80];
        range_text(elo_of_share(sample_mean(&s), bots), elo, 0, true, text, sizeof text);
        fprintf(out, tr(N_("%s without luck: share %.2f%% [%.2f, %.2f], Elo %s, as exact as %.1f times the games\n")),
                shown(show, i), 100 * sample_mean(&s), 100 * in.low, 100 * in.high, text, saving(show, i));
    }
}

/* The times come last and only if they were asked for: without them the same command prints the same bytes. */
static void print_head(const Show *show, FILE *out) {
    fprintf(out, "%s %s %s %s %s  %s  %s  ", tr_pad(N_("bot"), -name_width(show)), tr_pad(N_("wins"), 9),
            tr_pad(N_("losses"), 9), tr_pad(N_("ties"), 9), tr_pad(N_("points"), 9), tr_pad(N_("share [95 %]"), -24),
            tr_pad(N_("margin [95 %]"), -24));
    if (show->set->times)
        fprintf(out, "%s  %s\n", tr_pad(N_("Elo [95 %]"), -22), tr_pad(N_("us/move"), 10));
    else
        fprintf(out, "%s\n", tr(N_("Elo [95 %]")));
}

/* The part of the decided games stands below because it is what docs and players speak of; the intervals do not
 * belong to it but to the share, in which a tie is a part of a win. */
static void print_table(const Show *show, FILE *out) {
    const DuelTally *t = &show->tally;
    fprintf(out, tr(N_("%s: %llu games in %llu sets, each with the same dice for all rotations of the seats\n")),
            show->duel.lineup.arena.game->name, (unsigned long long)t->games, (unsigned long long)t->sets);
    print_head(show, out);
    for (int i = 0; i < bots_of(show); i++) print_bot(show, i, out);
    fprintf(out, tr(N_("%s wins %.2f %% of the decided games\n")), shown(show, 0),
            percent(t->bot[0].wins, t->games - t->ties));
    for (int i = 0; i < bots_of(show); i++)
        series_forfeits(show->duel.lineup.name[i], t->bot[i].forfeits, t->bot[i].why, out);
    print_adjusted(show, out);
    print_sprt(show, out);
    series_cut(t->games, show->duel.sets * (uint64_t)bots_of(show), out);
}

/* ---- JSON ------------------------------------------------------------------------------------------- */

/* JSON has no infinity, and nothing for what was not measured: such a number is null. */
static void json_number(FILE *out, double x) {
    if (isfinite(x))
        fprintf(out, "%.6f", x);
    else
        fputs("null", out);
}

/* An end that is not known is null, and the other one still stands. */
static void json_interval(FILE *out, Interval x) {
    fputc('[', out);
    json_number(out, x.low);
    fputs(", ", out);
    json_number(out, x.high);
    fputc(']', out);
}

/* Each of the following puts one value of one bot: json_each() makes a field of them. */
static void json_share(const Show *show, int bot, FILE *out) {
    Sample s = duel_share(&show->tally, bots_of(show), bot);
    json_number(out, sample_mean(&s));
}

static void json_share_interval(const Show *show, int bot, FILE *out) {
    Sample s = duel_share(&show->tally, bots_of(show), bot);
    json_interval(out, share_interval(&s, bots_of(show)));
}

static void json_adjusted(const Show *show, int bot, FILE *out) {
    Sample s = duel_adjusted(&show->tally, bots_of(show), bot);
    json_number(out, sample_mean(&s));
}

static void json_adjusted_interval(const Show *show, int bot, FILE *out) {
    Sample s = duel_adjusted(&show->tally, bots_of(show), bot);
    json_interval(out, mean_interval(&s));
}

static void json_saving(const Show *show, int bot, FILE *out) { json_number(out, saving(show, bot)); }

/* Infinity stands for "not measured" here, because json_number() makes null of it. */
static void json_margin(const Show *show, int bot, FILE *out) {
    Sample s = duel_margin(&show->tally, bots_of(show), bot);
    json_number(out, s.count > 0 ? sample_mean(&s) : INFINITY);
}

static void json_margin_interval(const Show *show, int bot, FILE *out) {
    Sample s = duel_margin(&show->tally, bots_of(show), bot);
    json_interval(out, mean_interval(&s));
}

static void json_elo(const Show *show, int bot, FILE *out) {
    Sample s = duel_share(&show->tally, bots_of(show), bot);
    json_number(out, elo_of_share(sample_mean(&s), bots_of(show)));
}

/* As in the table: the ends of the interval of the share, each turned into Elo. */
static void json_elo_interval(const Show *show, int bot, FILE *out) {
    Sample s = duel_share(&show->tally, bots_of(show), bot);
    Interval in = share_interval(&s, bots_of(show));
    json_interval(out, (Interval){elo_of_share(in.low, bots_of(show)), elo_of_share(in.high, bots_of(show))});
}

static void json_name(const Show *show, int bot, FILE *out) { term_json(out, shown(show, bot)); }

static void json_wins(const Show *show, int bot, FILE *out) {
    fprintf(out, "%llu", (unsigned long long)show->tally.bot[bot].wins);
}

static void json_points(const Show *show, int bot, FILE *out) {
    json_number(out, duel_points(&show->tally, bots_of(show), bot));
}

static void json_time(const Show *show, int bot, FILE *out) { json_number(out, duel_time(&show->tally, bot)); }

static void json_forfeits(const Show *show, int bot, FILE *out) {
    fprintf(out, "%llu", (unsigned long long)show->tally.bot[bot].forfeits);
}

static void json_why(const Show *show, int bot, FILE *out) { series_json_why(show->tally.bot[bot].why, out); }

/* A field with a value for each bot; of two bots the second of most numbers follows from the first, so `first` gives
 * the first one's alone. */
static void json_each(const Show *show, const char *field, void (*put)(const Show *, int, FILE *), bool first,
                      FILE *out) {
    int bots = first && bots_of(show) == 2 ? 1 : bots_of(show);
    fprintf(out, ",\n  \"%s\": %s", field, bots == 1 ? "" : "[");
    for (int i = 0; i < bots; i++) {
        if (i) fputs(", ", out);
        put(show, i, out);
    }
    if (bots > 1) fputc(']', out);
}

/* The words for the verdict are not those of the table: scripts look for them, so they are never translated. */
static void json_sprt(const Show *show, FILE *out) {
    static const char *const word[] = {"open", "H0", "H1"};
    const Sprt *t = show->duel.sprt;
    if (!t) return;
    Sample share = duel_best_share(&show->duel, &show->tally, 0);
    fprintf(out, ",\n  \"sprt\": {\"verdict\": \"%s\", \"ratio\": %.6f, \"bounds\": ",
            word[sprt_verdict(t, &share, bots_of(show))], sprt_ratio(t, &share, bots_of(show)));
    json_interval(out, sprt_bounds(t));
    fprintf(out, ", \"elo0\": %g, \"elo1\": %g}", t->elo0, t->elo1);
}

/* Fields are only ever added, never renamed: scripts read them. */
static void print_json(const Show *show, FILE *out) {
    const DuelTally *t = &show->tally;
    fprintf(out, "{\"game\": \"%s\",\n  \"games\": %llu,\n  \"sets\": %llu,\n  \"seed\": %ld,\n  \"ties\": %llu",
            show->duel.lineup.arena.game->name, (unsigned long long)t->games, (unsigned long long)t->sets,
            show->set->series.seed, (unsigned long long)t->ties);
    json_each(show, "bots", json_name, false, out);
    json_each(show, "wins", json_wins, false, out);
    json_each(show, "points", json_points, false, out);
    json_each(show, "share", json_share, true, out);
    json_each(show, "interval", json_share_interval, true, out);
    json_each(show, "margin", json_margin, true, out);
    json_each(show, "margin_interval", json_margin_interval, true, out);
    json_each(show, "elo", json_elo, true, out);
    json_each(show, "elo_interval", json_elo_interval, true, out);
    json_each(show, "forfeits", json_forfeits, false, out);
    json_each(show, "forfeit_reasons", json_why, false, out);
    fprintf(out, ",\n  \"interrupted\": %s", series_interrupted() ? "true" : "false");
    if (show->set->adjust) {
        json_each(show, "adjusted", json_adjusted, true, out);
        json_each(show, "adjusted_interval", json_adjusted_interval, true, out);
        json_each(show, "adjusted_saving", json_saving, true, out);
    }
    if (show->set->times) json_each(show, "microseconds", json_time, false, out);
    json_sprt(show, out);
    fputs("}\n", out);
}

/* ---- The command ------------------------------------------------------------------------------------ */

/* Every rank plays; rank 0 alone has counted something and tells it. An interrupt is no failure: what was counted so
 * far is told, and the status says that it was not all. */
static int play(Show *show) {
    const Series *series = &show->set->series;
    if (!series_begin(series, &show->record)) return EXIT_USAGE;
    show->wrote = true;
    const char *error = duel_run(&show->duel, &show->tally);
    if (error) usage_error("%s", tr(error));
    show->wrote = show->wrote && (error || save(show, &show->tally));
    if (!show->wrote || !series_record_end(&show->record, !error) || error) return EXIT_USAGE;
    progress_show(show->duel.lineup.arena.game->name, show->duel.sets, show->duel.sets);
    if (show->tally.games > 0 && ranks_first()) (series->json ? print_json : print_table)(show, series_out(series));
    return series_status(forfeits_of(show));
}

/* Takes up what the file of --resume holds; false after a message. */
static bool resume(Show *show) {
    const char *path = show->set->resume;
    if (show->set->series.record || ranks_peers()) {
        usage_error("--resume goes neither with --record nor with mpirun");
        return false;
    }
    Text title = text_in(show->title, sizeof show->title);
    duel_file_title(&show->duel.lineup, &title);
    const char *why = duel_file_read(path, show->title, bots_of(show), &show->begun);
    if (why) usage_error("%s: %s", path, tr(why));
    show->duel.begun = &show->begun;
    show->saved = clock_now();
    return !why;
}

/* Bots and game are checked before the first game, on every rank in the same way, so that all of them
 * stop or none. */
static int run(const void *settings, int count, char **words) {
    const DuelSettings *set = settings;
    const char *bots[SEATS_MAX];
    int seats = count - 1;
    Sprt sprt = {.elo0 = set->elo0, .elo1 = set->elo1, .alpha = set->alpha, .beta = set->beta};
    Show show = {
        .set = set,
        .duel = {.threads = (int)set->series.threads, .peers = ranks_peers(), .taken = taken, .context = &show}};
    for (int i = 0; i < seats; i++) bots[i] = words[i + 1];
    if (!series_lineup(&set->series, words[0], bots, seats, &show.duel.lineup)) return EXIT_USAGE;
    if (set->sprt && (sprt.elo0 >= sprt.elo1 || sprt.alpha <= 0 || sprt.beta <= 0 || sprt.alpha + sprt.beta >= 1))
        return usage_error("--sprt needs --elo0 below --elo1, and --alpha and --beta above 0 with a sum below 1");
    if (set->sprt) show.duel.sprt = &sprt;
    show.duel.lineup.arena.timed = set->times;
    show.duel.lineup.adjust = set->adjust;
    show.duel.sets = duel_sets((uint64_t)set->series.games, seats);
    if (set->resume && !resume(&show)) return EXIT_USAGE;
    return play(&show);
}

static const DuelSettings defaults = {.series = SERIES_DEFAULTS, .elo1 = 10, .alpha = .05, .beta = .05};

static const Arg args[] = {
    {.name = "sprt",
     .help = N_("stop as soon as a sequential test has decided on the first bot"),
     .kind = ARG_FLAG,
     .offset = offsetof(DuelSettings, sprt)},
    {.name = "elo0",
     .value = "E",
     .help = N_("the difference in Elo of the hypothesis H0 (default: 0)"),
     .kind = ARG_REAL,
     .offset = offsetof(DuelSettings, elo0),
     .low = -2000,
     .high = 2000},
    {.name = "elo1",
     .value = "E",
     .help = N_("the difference in Elo of the hypothesis H1 (default: 10)"),
     .kind = ARG_REAL,
     .offset = offsetof(DuelSettings, elo1),
     .low = -2000,
     .high = 2000},
    {.name = "alpha",
     .value = "P",
     .help = N_("how often H1 may be accepted though H0 is true (default: 0.05)"),
     .kind = ARG_REAL,
     .offset = offsetof(DuelSettings, alpha),
     .low = 0,
     .high = 1},
    {.name = "beta",
     .value = "P",
     .help = N_("how often H0 may be accepted though H1 is true (default: 0.05)"),
     .kind = ARG_REAL,
     .offset = offsetof(DuelSettings, beta),
     .low = 0,
     .high = 1},
    {.name = "adjust",
     .help = N_("take the luck of the dice out, as far as a judge sees it: the same expectation, fewer games"),
     .kind = ARG_FLAG,
     .offset = offsetof(DuelSettings, adjust)},
    {.name = "resume",
     .value = "FILE",
     .help = N_("keep what was counted in that file, and go on from it if it is there"),
     .kind = ARG_TEXT,
     .offset = offsetof(DuelSettings, resume)},
    {.name = "times",
     .help = N_("tell how long a decision took each bot, in microseconds of processor time"),
     .kind = ARG_FLAG,
     .offset = offsetof(DuelSettings, times)},
    {.name = NULL},
};

const Command duel_command = {
    .name = "duel",
    .usage = "GAME BOT BOT... [OPTION]...",
    .summary = N_("play bots against each other and tell which is better"),
    .about = N_(
        "Games are played in sets: the same dice once for every rotation of the seats, so that neither luck "
        "nor the first turn favours a bot. --games is rounded up to whole sets. A bot may be listed twice.\n"
        "\n"
        "A bot's share of a game is 1 for a win, 1/k for a first place shared by k, 0 otherwise; its margin is "
        "its points minus the mean of the others'. The intervals of 95 % take a set, not a game, for one "
        "observation. Elo is computed from the share. A bot that gives no legal move loses the game; points and "
        "margins leave such sets out.\n"
        "\n"
        "The same command with the same seed gives the same result, whatever the number of threads. It "
        "does not depend on the number of processes under mpirun either, only on --budget if that is a "
        "time. `exec:COMMAND` is a bot in a process of its own (docs/protocol.md), `NAME@FILE` a bot with the "
        "weights of a file (docs/weights.md). Ctrl-C tells what was counted so far.\n"
        "\n"
        "--adjust also tells the share less what the dice gave: for every roll what expert's net thinks of the "
        "position after it, less the mean over the rolls that could have fallen. Whatever the net believes, that is 0 "
        "on average, so the expectation is the same and the interval narrower. --sprt goes by it then.\n"
        "\n"
        "In JSON, wins (games won alone) and points (their mean) are lists in the order of the bots, ties is the "
        "number of games whose "
        "first place was shared. interval is that of the share. Of two bots, share, margin, elo and their "
        "intervals are the first one's; of more they are lists. What is infinite is null."),
    .examples =
        "  penna duel qwixx greedy random --games 10000\n"
        "  penna duel qwinto greedy random random --seed 7 --json\n"
        "  penna duel twentyone greedy random --sprt --elo0 0 --elo1 20 --games 100000\n"
        "  penna duel qwixx master expert --games 400 --adjust\n"
        "  penna duel qwixx master expert --games 100000 --resume long.duel\n"
        "  penna duel qwixx expert@try.weights expert --games 10000 --times\n"
        "  penna duel qwixx \"exec:python3 examples/starter.py as Mine\" random --games 100\n"
        "  penna duel qwixx \"exec:./bot with depth=3 as Deep\" \"sandbox:./theirs\" --budget 1s --clock 60s\n"
        "  mpirun -n 4 penna duel qwixx greedy random --games 1000000\n",
    .args = args,
    .shared = series_args,
    .settings = sizeof(DuelSettings),
    .defaults = &defaults,
    .words_min = 3,
    .words_max = SEATS_MAX + 1,
    .ranks = true,
    .run = run,
};
