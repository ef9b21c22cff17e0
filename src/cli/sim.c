/* sim.c: `penna sim`: plays games between bots, writes their records and counts. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena/command.h"
#include "cli/ranks.h"
#include "cli/series.h"
#include "host/pool.h"

typedef struct SimSettings {
    Series series;
    long seats;       /* 0: one for each bot named, else 2 */
    const char *bots; /* a list with commas */
} SimSettings;

/* What is counted, for each seat. All whole numbers, so that the order of adding cannot matter. */
typedef struct SimTally {
    uint64_t games;    /* all of them */
    uint64_t finished; /* those that no bot forfeited: the sums are of these */
    struct {
        int64_t sum, squares; /* of the points */
        uint64_t wins, ties, forfeits;
        char why[REASON_MAX]; /* of the first forfeit */
    } seat[SEATS_MAX];
} SimTally;

/* A simulation from its first game to what is said of it. */
typedef struct Sim {
    const SimSettings *set;
    Lineup lineup;
    RecordFile record;
    bool wrote; /* false: writing failed */
    SimTally tally;
} Sim;

/* ---- Playing ---------------------------------------------------------------------------------------- */

/* Each thread makes the bots anew: a bot that thinks is changed by it. */
static void *begin_thread(void *context, const char **error) {
    const Sim *sim = context;
    return crew_new(&sim->lineup, error);
}

/* Points of a game that a bot forfeited are of a game that was not played to its end, so the sums leave them out;
 * wins do not: somebody won. */
static void count(SimTally *t, const Result *r, int seats) {
    int rank[SEATS_MAX], first = crew_ranks(r, seats, rank);
    bool finished = r->forfeit < 0;
    t->games++;
    t->finished += finished;
    for (int i = 0; i < seats; i++) {
        t->seat[i].sum += finished ? r->points[i] : 0;
        t->seat[i].squares += finished ? r->points[i] * r->points[i] : 0;
        t->seat[i].wins += rank[i] == 1 && first == 1 && i != r->forfeit;
        t->seat[i].ties += rank[i] == 1 && first > 1;
        t->seat[i].forfeits += i == r->forfeit;
        if (i == r->forfeit && !*t->seat[i].why) strcpy(t->seat[i].why, r->reason);
    }
}

/* Games are given to the crew some together: bots that play several at once have them so. A game's dice come from its
 * number alone, so it is the same game on any thread. */
static void work(void *context, void *own, Chunk *chunk) {
    enum { TOGETHER = 64 };
    const Sim *sim = context;
    CrewGame game[TOGETHER];
    for (uint64_t from = chunk->from; from < chunk->to && !chunk->error; from += TOGETHER) {
        int n = chunk->to - from < TOGETHER ? (int)(chunk->to - from) : TOGETHER;
        for (int i = 0; i < n; i++)
            game[i] = (CrewGame){.number = from + (uint64_t)i, .dice = from + (uint64_t)i, .result.forfeit = -1};
        if (!crew_play_several(own, game, n)) chunk->error = N_("out of memory");
        for (int i = 0; i < n; i++) {
            count(chunk->tally, &game[i].result, sim->lineup.arena.seats);
            if (game[i].record.length) buffer_add(&chunk->text, game[i].record.bytes, game[i].record.length);
            buffer_free(&game[i].record);
        }
    }
}

/* Tallies are added in the order of their chunks; that all are whole numbers makes the order matter to nothing but
 * the reason of the first forfeit. */
static void add(SimTally *to, const SimTally *t, int seats) {
    to->games += t->games;
    to->finished += t->finished;
    for (int i = 0; i < seats; i++) {
        to->seat[i].sum += t->seat[i].sum;
        to->seat[i].squares += t->seat[i].squares;
        to->seat[i].wins += t->seat[i].wins;
        to->seat[i].ties += t->seat[i].ties;
        to->seat[i].forfeits += t->seat[i].forfeits;
        if (!*to->seat[i].why) strcpy(to->seat[i].why, t->seat[i].why);
    }
}

/* Chunks come in order, so records stand in the file by the numbers of their games, however many threads played. */
static bool take(void *context, Chunk *chunk) {
    Sim *sim = context;
    add(&sim->tally, chunk->tally, sim->lineup.arena.seats);
    progress_show(sim->lineup.arena.game->name, chunk->to, (uint64_t)sim->set->series.games);
    sim->wrote = series_record_add(&sim->record, chunk->text.bytes, chunk->text.length);
    return sim->wrote && !series_interrupted();
}

/* ---- Telling ---------------------------------------------------------------------------------------- */

/* Of the games that were finished; without any it is 0, and the count tells why. */
static double mean_of(const SimTally *t, int seat) {
    return t->finished ? (double)t->seat[seat].sum / (double)t->finished : 0;
}

/* From whole numbers, of which the squares fit: a difference of large sums, so it is kept from falling below 0 by a
 * last bit. */
static double deviation_of(const SimTally *t, int seat) {
    double n = (double)t->finished, mean = mean_of(t, seat);
    return n > 1 ? sqrt(fmax(0, ((double)t->seat[seat].squares - n * mean * mean) / (n - 1))) : 0;
}

/* Wins and ties are parts of all games, means and deviations of those that were finished. */
static void print_table(const Sim *sim, FILE *out) {
    const SimTally *t = &sim->tally;
    double all = (double)t->games;
    int width = series_width(sim->lineup.name, sim->lineup.arena.seats, 12);
    fprintf(out, "%s %s %s %s %s %s\n", tr_pad(N_("seat"), -5), tr_pad(N_("bot"), -width), tr_pad(N_("mean"), 9),
            tr_pad(N_("deviation"), 9), tr_pad(N_("wins"), 17), tr_pad(N_("ties"), 17));
    for (int i = 0; i < sim->lineup.arena.seats; i++)
        fprintf(out, "%-5d %-*s %9.3f %9.3f %9llu %6.2f%% %9llu %6.2f%%\n", i, width,
                command_shown(sim->lineup.name[i]), mean_of(t, i), deviation_of(t, i),
                (unsigned long long)t->seat[i].wins, 100 * (double)t->seat[i].wins / all,
                (unsigned long long)t->seat[i].ties, 100 * (double)t->seat[i].ties / all);
    for (int i = 0; i < sim->lineup.arena.seats; i++)
        series_forfeits(sim->lineup.name[i], t->seat[i].forfeits, t->seat[i].why, out);
    series_cut(t->games, (uint64_t)sim->set->series.games, out);
}

/* By seat, not by bot: one bot may sit at several. */
static void print_json(const Sim *sim, FILE *out) {
    const SimTally *t = &sim->tally;
    fprintf(out,
            "{\"game\": \"%s\", \"seats\": %d, \"games\": %llu, \"seed\": %ld, \"interrupted\": %s, \"by_seat\": [",
            sim->lineup.arena.game->name, sim->lineup.arena.seats, (unsigned long long)t->games, sim->set->series.seed,
            series_interrupted() ? "true" : "false");
    for (int i = 0; i < sim->lineup.arena.seats; i++) {
        fprintf(out, "%s\n  {\"seat\": %d, \"bot\": ", i ? "," : "", i);
        term_json(out, command_shown(sim->lineup.name[i]));
        fprintf(out,
                ", \"mean\": %.6f, \"deviation\": %.6f, \"wins\": %llu, \"ties\": %llu, \"forfeits\": %llu, "
                "\"forfeit_reason\": ",
                mean_of(t, i), deviation_of(t, i), (unsigned long long)t->seat[i].wins,
                (unsigned long long)t->seat[i].ties, (unsigned long long)t->seat[i].forfeits);
        series_json_why(t->seat[i].why, out);
        fputc('}', out);
    }
    fprintf(out, "\n]}\n");
}

/* ---- The command ------------------------------------------------------------------------------------ */

/* What was counted is told also after an interrupt; after an error nothing is, because a part of the games may be
 * missing without a trace. */
static int simulate(Sim *sim) {
    const Series *set = &sim->set->series;
    Job job = {.count = (uint64_t)set->games,
               .chunk = pool_chunk((uint64_t)set->games, 1024),
               .threads = (int)set->threads,
               .peers = ranks_peers(),
               .tally = sizeof(SimTally),
               .context = sim,
               .begin = begin_thread,
               .work = work,
               .end = crew_end,
               .take = take};
    sim->wrote = true;
    if (!series_begin(set, &sim->record)) return EXIT_USAGE;
    const char *error = pool_run(&job);
    if (error) usage_error("%s", tr(error));
    if (!sim->wrote || !series_record_end(&sim->record, !error) || error) return EXIT_USAGE;
    if (sim->tally.games > 0 && ranks_first()) (set->json ? print_json : print_table)(sim, series_out(set));
    return series_status(sim->tally.games - sim->tally.finished);
}

/* The names point into the copy of the list, which therefore lives as long as the games. */
static int run(const void *settings, int count, char **names) {
    const SimSettings *set = settings;
    Sim sim = {.set = set};
    char *bots = strdup(set->bots);
    (void)count;
    if (!bots) return usage_error("out of memory");
    bool good = series_seats(&set->series, names[0], bots, set->seats, &sim.lineup);
    int status = good ? simulate(&sim) : EXIT_USAGE;
    free(bots);
    return status;
}

static const SimSettings defaults = {.series = SERIES_DEFAULTS, .bots = "random"};

static const Arg args[] = {
    {.name = "seats",
     .value = "N",
     .help = N_("how many seats (default: one per bot named, else 2)"),
     .kind = ARG_NUMBER,
     .offset = offsetof(SimSettings, seats),
     .low = 1,
     .high = SEATS_MAX},
    {.name = "bots",
     .value = "A,B",
     .help = N_("one bot per seat, or one for all (default: random)"),
     .kind = ARG_TEXT,
     .offset = offsetof(SimSettings, bots)},
    {.name = NULL},
};

const Command sim_command = {
    .name = "sim",
    .usage = "GAME [OPTION]...",
    .summary = N_("play games between bots, count, and write records"),
    .about = N_("The same command with the same seed writes the same bytes, whatever the number of threads. It "
                "does not depend on the number of processes under mpirun either, only on --budget if that is a "
                "time. `exec:COMMAND` is a bot in a process of its own (docs/protocol.md), `NAME@FILE` a bot with the "
                "weights of a file (docs/weights.md). Ctrl-C tells what was counted so far. A bot that gives no "
                "legal move loses the game; the means leave such games out."),
    .examples =
        "  penna sim qwixx --seats 2 --games 10000 --bots greedy,random\n"
        "  penna sim twentyone --seats 3 --games 5 --bots random --seed 7 --record games.penna\n",
    .args = args,
    .shared = series_args,
    .settings = sizeof(SimSettings),
    .defaults = &defaults,
    .words_min = 1,
    .words_max = 1,
    .ranks = true,
    .run = run,
};
