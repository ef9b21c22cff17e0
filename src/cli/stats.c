/* stats.c: `penna stats`: distributions of points, lengths, misthrows and completed rows from records. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "report/chart.h"
#include "term/canvas.h"

typedef struct StatsSettings {
    bool json;
    const char *svg; /* a file for the charts; NULL: none */
} StatsSettings;

/* The games of one kind played by so many seats. */
typedef struct Group {
    const Game *game; /* NULL: not used yet */
    int seats;
    uint64_t count, unfinished; /* games counted, and games left out because they were not played to their end */
    Hist score[SEATS_MAX], misthrows[SEATS_MAX], rows[SEATS_MAX]; /* by seat; rows: those completed */
    Hist turns, winner;                                           /* the points of the winner */
} Group;

/* More kinds than there are: each is a game with a number of seats. */
enum { GROUPS_MAX = 64 };

typedef struct Stats {
    Group group[GROUPS_MAX];
    int groups;
} Stats;

/* ---- Counting --------------------------------------------------------------------------------------- */

/* The kinds of games in a file are few and come in runs, so looking through them all is quick. */
static Group *group_of(Stats *t, const Game *g, int seats) {
    for (int i = 0; i < t->groups; i++)
        if (t->group[i].game == g && t->group[i].seats == seats) return &t->group[i];
    if (t->groups == GROUPS_MAX) return NULL;
    Group *group = &t->group[t->groups++];
    group->game = g;
    group->seats = seats;
    return group;
}

/* A turn that the end of the game cut short is a turn all the same. */
static void count_game(Group *group, const Match *m) {
    const Game *g = group->game;
    const State *s = match_state(m);
    int points[SEATS_MAX], best = INT16_MIN;
    AnyState last;
    if (s->node != NODE_OVER) {
        group->unfinished++;
        return;
    }
    group->count++;
    g->scores(s, points);
    match_state_at(m, match_node(m) - 1, &last);
    hist_add(&group->turns, last.head.turn + 1);
    for (int i = 0; i < s->seats; i++) {
        hist_add(&group->score[i], points[i]);
        hist_add(&group->misthrows[i], game_misthrows(g, s, i));
        hist_add(&group->rows[i], __builtin_popcount(g->rows_done(s, i)));
        if (points[i] > best) best = points[i];
    }
    hist_add(&group->winner, best);
}

/* Asked once at the end: a histogram notes that memory ran out and drops the rest. */
static bool group_failed(const Group *group) {
    bool failed = group->turns.failed || group->winner.failed;
    for (int i = 0; i < group->seats; i++)
        failed |= group->score[i].failed || group->misthrows[i].failed || group->rows[i].failed;
    return failed;
}

/* Counts the records of a file; returns the exit status. */
static int count_file(Stats *t, const char *path) {
    Buffer bytes = {0};
    Fault fault;
    RecordResult result = RECORD_MEMORY;
    if (!file_read(path, &bytes)) {
        buffer_free(&bytes);
        return EXIT_USAGE;
    }
    Records in = {.bytes = bytes.bytes, .length = bytes.length};
    for (Match *match; (result = record_read(&in, &match, NULL, &fault)) == RECORD_OK;) {
        Group *group = group_of(t, match_game(match), match_state(match)->seats);
        if (group) count_game(group, match);
        match_free(match);
        if (group) continue;
        buffer_free(&bytes);
        return usage_error("%s: more than %d kinds of games", path, GROUPS_MAX);
    }
    buffer_free(&bytes);
    if (result == RECORD_END) return EXIT_GOOD;
    if (result == RECORD_MEMORY) return usage_error("%s: out of memory", path);
    fprintf(stderr, "%s:%ld: %s\n", path, fault.line, fault.reason);
    return EXIT_RECORD;
}

/* ---- The lines of a group ---------------------------------------------------------------------------- */

/* One line of what is told: something that was counted, of a seat or of the game. */
typedef struct Figure {
    const char *what; /* message id; the JSON key is the same without translation */
    int seat;         /* or -1 */
    const Hist *hist; /* what was counted */
} Figure;

enum { LINES_MAX = 3 * SEATS_MAX + 2 };

/* In the order in which people ask: who had how much, what wins, how long, what went wrong. */
static int lines_of(const Group *group, Figure *line) {
    int n = 0;
    for (int i = 0; i < group->seats; i++) line[n++] = (Figure){N_("points"), i, &group->score[i]};
    line[n++] = (Figure){N_("winner"), -1, &group->winner};
    line[n++] = (Figure){N_("turns"), -1, &group->turns};
    for (int i = 0; i < group->seats; i++) line[n++] = (Figure){N_("misthrows"), i, &group->misthrows[i]};
    for (int i = 0; i < group->seats; i++) line[n++] = (Figure){N_("rows"), i, &group->rows[i]};
    return n;
}

/* A small histogram in one line of text. */
static void print_spark(const Hist *h) {
    static const char *const block[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    static const char ascii[] = " .:-=+*%#";
    int first, width, bins = hist_bins(h->min, h->max, 24, &first, &width);
    uint64_t times[24], top = 1;
    for (int i = 0; i < bins; i++) {
        times[i] = hist_between(h, first + i * width, first + (i + 1) * width - 1);
        if (times[i] > top) top = times[i];
    }
    putchar('|');
    for (int i = 0; i < bins; i++) {
        int level = (int)((times[i] * 8 + top - 1) / top); /* what came up at all is seen */
        if (term_utf8())
            fputs(block[level], stdout);
        else
            putchar(ascii[level]);
    }
    puts("|");
}

/* Seats count from 0, as everywhere in records. */
static void put_name(const Figure *line, char *room, size_t size) {
    if (line->seat >= 0)
        snprintf(room, size, tr(N_("%s, seat %d")), tr(line->what), line->seat);
    else
        snprintf(room, size, "%s", tr(line->what));
}

/* Quantiles beside the mean: points are seldom spread evenly about it. */
static void print_line(const Figure *line, int width) {
    const Hist *h = line->hist;
    char name[80];
    put_name(line, name, sizeof name);
    printf("%s%*s %9.3f %9.3f %5d %5d %5d %5d %5d %5d %5d  ", name, width - canvas_width(name), "", hist_mean(h),
           hist_deviation(h), h->min, hist_quantile(h, .05), hist_quantile(h, .25), hist_quantile(h, .5),
           hist_quantile(h, .75), hist_quantile(h, .95), h->max);
    print_spark(h);
}

/* The widest name decides the first column: words are longer in some languages than in English. */
static void print_group(const Group *group) {
    Figure line[LINES_MAX];
    int n = group->count ? lines_of(group, line) : 0, width = 18;
    for (int i = 0; i < n; i++) {
        char name[80];
        put_name(&line[i], name, sizeof name);
        if (canvas_width(name) > width) width = canvas_width(name);
    }
    printf(tr(N_("%s, %d seats: %llu games")), group->game->name, group->seats, (unsigned long long)group->count);
    if (group->unfinished) printf(tr(N_(" (%llu unfinished, left out)")), (unsigned long long)group->unfinished);
    putchar('\n');
    if (n)
        printf("%*s %s %s %s %5s %5s %5s %5s %5s %s\n", width, "", tr_pad(N_("mean"), 9), tr_pad(N_("deviation"), 9),
               tr_pad(N_("min"), 5), "5%", "25%", "50%", "75%", "95%", tr_pad(N_("max"), 5));
    for (int i = 0; i < n; i++) print_line(&line[i], width);
}

/* ---- JSON ------------------------------------------------------------------------------------------- */

/* With the whole distribution, number by number: whoever wants another quantile or chart can make it. */
static void json_hist(const Hist *h) {
    static const double part[] = {.05, .25, .5, .75, .95};
    printf("{\"mean\": %.6f, \"deviation\": %.6f, \"min\": %d, \"max\": %d, \"quantiles\": {", hist_mean(h),
           hist_deviation(h), h->min, h->max);
    for (int i = 0; i < 5; i++) printf("%s\"%g\": %d", i ? ", " : "", part[i], hist_quantile(h, part[i]));
    fputs("}, \"times\": {", stdout);
    for (int v = h->min, some = 0; v <= h->max; v++)
        if (h->times[v - h->low])
            printf("%s\"%d\": %llu", some++ ? ", " : "", v, (unsigned long long)h->times[v - h->low]);
    fputs("}}", stdout);
}

/* A list by seat, also of one: scripts need not ask how many there were. */
static void json_seats(const char *key, const Hist *hist, int seats) {
    printf(",\n  \"%s\": [", key);
    for (int i = 0; i < seats; i++) {
        if (i) fputs(",\n    ", stdout);
        json_hist(&hist[i]);
    }
    putchar(']');
}

/* A group in which no game was finished has counts and nothing else: there is no mean of nothing. */
static void json_group(const Group *group) {
    printf("{\"game\": \"%s\", \"seats\": %d, \"games\": %llu, \"unfinished\": %llu", group->game->name, group->seats,
           (unsigned long long)group->count, (unsigned long long)group->unfinished);
    if (group->count) {
        json_seats("points", group->score, group->seats);
        fputs(",\n  \"winner\": ", stdout);
        json_hist(&group->winner);
        fputs(",\n  \"turns\": ", stdout);
        json_hist(&group->turns);
        json_seats("misthrows", group->misthrows, group->seats);
        json_seats("rows", group->rows, group->seats);
    }
    putchar('}');
}

/* ---- The chart -------------------------------------------------------------------------------------- */

/* One colour for each seat; a single series is called as what it shows, because a legend of one
 * seat would mislead. */
static Chart chart_of(const Group *group, const char *what, const Hist *hist, int count) {
    Chart c = {.count = count};
    snprintf(c.title, sizeof c.title, tr(N_("%s, %d seats, %llu games: %s")), tr(group->game->title), group->seats,
             (unsigned long long)group->count, tr(what));
    snprintf(c.axis, sizeof c.axis, "%s", tr(what));
    for (int i = 0; i < count; i++) {
        c.series[i].hist = &hist[i];
        if (count > 1)
            snprintf(c.series[i].label, sizeof c.series[i].label, tr(N_("seat %d")), i);
        else
            snprintf(c.series[i].label, sizeof c.series[i].label, "%s", tr(what));
    }
    return c;
}

/* Four pictures a group; the points of the winner are told as numbers only. */
static bool write_chart(const Stats *t, const char *path) {
    Buffer out = {0};
    Chart *chart = calloc(4 * (size_t)t->groups, sizeof *chart);
    int n = 0;
    for (int i = 0; chart && i < t->groups; i++) {
        const Group *group = &t->group[i];
        if (!group->count) continue;
        chart[n++] = chart_of(group, N_("points"), group->score, group->seats);
        chart[n++] = chart_of(group, N_("turns"), &group->turns, 1);
        chart[n++] = chart_of(group, N_("misthrows"), group->misthrows, group->seats);
        chart[n++] = chart_of(group, N_("completed rows"), group->rows, group->seats);
    }
    if (chart && n > 0) chart_write(chart, n, tr(N_("games, %")), &out);
    bool made = chart && n > 0 && !out.failed;
    if (!made)
        usage_error(n > 0 || !chart ? N_("out of memory")
                                    : N_("no game was played to its end: there is nothing to draw"));
    bool good = made && file_write(path, out.bytes, out.length);
    buffer_free(&out);
    free(chart);
    return good;
}

/* ---- The command ------------------------------------------------------------------------------------ */

/* One group after the other, in the order in which the files had them. */
static void tell(const Stats *t, bool json) {
    if (json) putchar('[');
    for (int i = 0; i < t->groups; i++) {
        if (i) fputs(json ? ",\n" : "\n", stdout);
        (json ? json_group : print_group)(&t->group[i]);
    }
    if (json) puts("]");
}

/* All seats, also those that the group does not have: an unused histogram is zero and free. */
static void free_stats(Stats *t) {
    for (int i = 0; i < t->groups; i++) {
        Group *group = &t->group[i];
        hist_free(&group->turns);
        hist_free(&group->winner);
        for (int seat = 0; seat < SEATS_MAX; seat++) {
            hist_free(&group->score[seat]);
            hist_free(&group->misthrows[seat]);
            hist_free(&group->rows[seat]);
        }
    }
    free(t);
}

/* The first bad record ends it: numbers from a part of the files would be taken for all of them. A chart to standard
 * output has that for itself. */
static int run(const void *settings, int count, char **paths) {
    const StatsSettings *set = settings;
    Stats *t = calloc(1, sizeof *t);
    int status = EXIT_GOOD;
    if (!t) return usage_error("out of memory");
    for (int i = 0; i < count && status == EXIT_GOOD; i++) status = count_file(t, paths[i]);
    for (int i = 0; i < t->groups && status == EXIT_GOOD; i++)
        if (group_failed(&t->group[i])) status = usage_error("out of memory");
    if (status == EXIT_GOOD && set->svg && !write_chart(t, set->svg)) status = EXIT_USAGE;
    if (status == EXIT_GOOD && !(set->svg && strcmp(set->svg, "-") == 0)) tell(t, set->json);
    free_stats(t);
    return status;
}

static const Arg args[] = {
    {.name = "json",
     .help = N_("as JSON, with the full distributions"),
     .kind = ARG_FLAG,
     .offset = offsetof(StatsSettings, json)},
    {.name = "svg",
     .value = "FILE",
     .help = N_("also draw charts there (-: standard output, and nothing else)"),
     .kind = ARG_TEXT,
     .offset = offsetof(StatsSettings, svg)},
    {.name = NULL},
};

const Command stats_command = {
    .name = "stats",
    .usage = "FILE... [--json] [--svg CHART]",
    .summary = N_("show distributions of points, lengths, misthrows and rows from records"),
    .about = N_("Games are grouped by kind and number of seats; only those played to their end are counted. For every "
                "number there are mean, deviation, least, quantiles and greatest, and a small histogram. `-` reads "
                "standard input."),
    .examples =
        "  penna sim qwixx --bots greedy,random --record games.penna\n"
        "  penna stats games.penna --svg games.svg\n"
        "  penna stats *.penna --json\n",
    .args = args,
    .settings = sizeof(StatsSettings),
    .words_min = 1,
    .words_max = -1,
    .run = run,
};
