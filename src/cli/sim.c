/* sim.c: `penna sim`: plays games between bots, writes their records and counts. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "match/arena.h"
#include "match/pool.h"
#include "match/roster.h"

typedef struct Settings {
    long seats, games, seed, threads;
    const char *bots, *record;
    ArgList option;
    bool json;
} Settings;

/* What is counted, for each seat. All whole numbers, so that the order of adding cannot matter. */
typedef struct Tally {
    uint64_t games;
    struct {
        int64_t sum, squares;
        uint64_t wins, ties;
    } seat[SEATS_MAX];
} Tally;

typedef struct Sim {
    const Settings *set;
    Arena arena;
    unsigned given; /* options stated on the command line */
    char *name[SEATS_MAX];
    FileOut file;
    bool wrote; /* false: writing failed */
    Tally tally;
} Sim;

/* ---- Playing ---------------------------------------------------------------------------------------- */

/* What one thread works with. */
typedef struct Own {
    Bot *bot[SEATS_MAX];
    Match *log; /* NULL if no records are written */
    int seats;
} Own;

static void end_thread(void *argument) {
    Own *own = argument;
    for (int i = 0; i < own->seats; i++) roster_free(own->bot[i]);
    match_free(own->log);
    free(own);
}

static Match *make_log(const Sim *sim) {
    Match *log = match_new(sim->arena.game, sim->arena.seats, sim->arena.option);
    for (int i = 0; log && i < sim->arena.seats; i++) {
        char kind[TOKEN_MAX + 8];
        snprintf(kind, sizeof kind, "bot:%s", sim->name[i]);
        if (!match_seat(log, i, kind, sim->name[i])) {
            match_free(log);
            return NULL;
        }
    }
    if (log) match_give_options(log, sim->given);
    return log;
}

static void *begin_thread(void *context, const char **error) {
    const Sim *sim = context;
    Own *own = calloc(1, sizeof *own);
    *error = "out of memory";
    if (!own) return NULL;
    own->seats = sim->arena.seats;
    bool good = !sim->set->record || (own->log = make_log(sim));
    for (int i = 0; good && i < own->seats; i++)
        good = (own->bot[i] = roster_bot(sim->name[i], sim->arena.game, (Budget){.playouts = 200}, error)) != NULL;
    if (good) {
        *error = NULL;
        return own;
    }
    end_thread(own);
    return NULL;
}

static void count(Tally *t, const Result *r, int seats) {
    int rank[SEATS_MAX], first = game_ranks(r->points, seats, rank);
    t->games++;
    for (int i = 0; i < seats; i++) {
        t->seat[i].sum += r->points[i];
        t->seat[i].squares += r->points[i] * r->points[i];
        t->seat[i].wins += rank[i] == 1 && first == 1;
        t->seat[i].ties += rank[i] == 1 && first > 1;
    }
}

static void work(void *context, void *argument, Chunk *chunk) {
    const Sim *sim = context;
    Own *own = argument;
    for (uint64_t n = chunk->from; n < chunk->to && !chunk->error; n++) {
        Result result;
        if (!arena_play(&sim->arena, own->bot, n, n, own->log, &result)) chunk->error = "out of memory";
        if (result.forfeit >= 0) chunk->error = "a bot gave no legal move";
        count(chunk->tally, &result, sim->arena.seats);
        if (own->log) record_write(own->log, RECORD_FULL, true, &chunk->text);
    }
}

static bool take(void *context, Chunk *chunk) {
    Sim *sim = context;
    const Tally *t = chunk->tally;
    sim->tally.games += t->games;
    for (int i = 0; i < sim->arena.seats; i++) {
        sim->tally.seat[i].sum += t->seat[i].sum;
        sim->tally.seat[i].squares += t->seat[i].squares;
        sim->tally.seat[i].wins += t->seat[i].wins;
        sim->tally.seat[i].ties += t->seat[i].ties;
    }
    progress_show(sim->arena.game->name, chunk->to, (uint64_t)sim->set->games);
    if (sim->set->record && chunk->text.length)
        sim->wrote = file_out_add(&sim->file, chunk->text.bytes, chunk->text.length);
    return sim->wrote;
}

/* ---- Telling ---------------------------------------------------------------------------------------- */

static double mean_of(const Tally *t, int seat) { return (double)t->seat[seat].sum / (double)t->games; }

static double deviation_of(const Tally *t, int seat) {
    double n = (double)t->games, mean = mean_of(t, seat);
    return n > 1 ? sqrt(fmax(0, ((double)t->seat[seat].squares - n * mean * mean) / (n - 1))) : 0;
}

static void print_table(const Sim *sim, FILE *out) {
    const Tally *t = &sim->tally;
    double all = (double)t->games;
    fprintf(out, "%-5s %-12s %9s %9s %17s %17s\n", tr(N_("seat")), tr(N_("bot")), tr(N_("mean")), tr(N_("deviation")),
            tr(N_("wins")), tr(N_("ties")));
    for (int i = 0; i < sim->arena.seats; i++)
        fprintf(out, "%-5d %-12s %9.3f %9.3f %9llu %6.2f%% %9llu %6.2f%%\n", i, sim->name[i], mean_of(t, i),
                deviation_of(t, i), (unsigned long long)t->seat[i].wins, 100 * (double)t->seat[i].wins / all,
                (unsigned long long)t->seat[i].ties, 100 * (double)t->seat[i].ties / all);
}

static void print_json(const Sim *sim, FILE *out) {
    const Tally *t = &sim->tally;
    fprintf(out, "{\"game\": \"%s\", \"seats\": %d, \"games\": %llu, \"seed\": %ld, \"by_seat\": [",
            sim->arena.game->name, sim->arena.seats, (unsigned long long)t->games, sim->set->seed);
    for (int i = 0; i < sim->arena.seats; i++) {
        fprintf(out, "%s\n  {\"seat\": %d, \"bot\": ", i ? "," : "", i);
        json_string(out, sim->name[i]);
        fprintf(out, ", \"mean\": %.6f, \"deviation\": %.6f, \"wins\": %llu, \"ties\": %llu}", mean_of(t, i),
                deviation_of(t, i), (unsigned long long)t->seat[i].wins, (unsigned long long)t->seat[i].ties);
    }
    fprintf(out, "\n]}\n");
}

/* ---- The command ------------------------------------------------------------------------------------ */

/* Gives every seat its bot: one name serves all, else one name per seat. */
static bool seat_bots(Sim *sim, char *names, int *count) {
    *count = 0;
    for (char *name = strtok(names, ","); name; name = strtok(NULL, ","), ++*count) {
        if (*count == SEATS_MAX) break;
        sim->name[*count] = name;
    }
    if (*count > 0) return true;
    usage_error("--bots needs the name of a bot");
    return false;
}

static bool prepare(Sim *sim, const Settings *set, const char *game, char *names) {
    const char *why;
    int count;
    sim->arena.game = cli_game(game);
    if (!sim->arena.game || !seat_bots(sim, names, &count)) return false;
    long seats = set->seats ? set->seats : count > 1 ? count : 2;
    if (!cli_seats(sim->arena.game, seats)) return false;
    if (count != 1 && count != seats) {
        usage_error("--bots names %d bots for %ld seats; give one for each, or one for all", count, seats);
        return false;
    }
    for (int i = count; i < seats; i++) sim->name[i] = sim->name[0];
    for (int i = 0; i < seats; i++) {
        Bot *bot = roster_bot(sim->name[i], sim->arena.game, (Budget){0}, &why);
        if (!bot) {
            char list[400];
            Text text = text_in(list, sizeof list);
            roster_names(" ", &text);
            usage_error("bot `%s`: %s; the bots are%s", sim->name[i], why, list);
            return false;
        }
        roster_free(bot);
    }
    sim->arena.seats = (int)seats;
    sim->arena.seed = (uint64_t)set->seed;
    return cli_options(sim->arena.game, &set->option, (int)seats, sim->arena.option, &sim->given);
}

static int simulate(Sim *sim) {
    const Settings *set = sim->set;
    Job job = {.count = (uint64_t)set->games,
               .chunk = 64,
               .threads = (int)set->threads,
               .tally = sizeof(Tally),
               .context = sim,
               .begin = begin_thread,
               .work = work,
               .end = end_thread,
               .take = take};
    sim->wrote = true;
    if (set->record && !file_out_begin(&sim->file, set->record)) return EXIT_USAGE;
    const char *error = pool_run(&job);
    if (error) usage_error("%s", error);
    if (!sim->wrote) return EXIT_USAGE;
    if (set->record && !file_out_end(&sim->file, !error)) return EXIT_USAGE;
    if (error) return EXIT_USAGE;
    bool taken = set->record && strcmp(set->record, "-") == 0; /* records go to standard output already */
    (set->json ? print_json : print_table)(sim, taken ? stderr : stdout);
    return EXIT_GOOD;
}

static int run(const void *settings, int count, char **names) {
    const Settings *set = settings;
    Sim sim = {.set = set};
    char *bots = strdup(set->bots);
    (void)count;
    int status = bots && prepare(&sim, set, names[0], bots) ? simulate(&sim) : EXIT_USAGE;
    free(bots);
    return status;
}

static const Settings defaults = {.games = 1000, .seed = 1, .bots = "random"};

static const Arg args[] = {
    {.name = "seats",
     .value = "N",
     .help = N_("how many seats (default: one per bot named, else 2)"),
     .kind = ARG_NUMBER,
     .offset = offsetof(Settings, seats),
     .low = 1,
     .high = SEATS_MAX},
    {.name = "games",
     .value = "M",
     .help = N_("how many games (default: 1000)"),
     .kind = ARG_NUMBER,
     .offset = offsetof(Settings, games),
     .low = 1,
     .high = 1000000000000},
    {.name = "bots",
     .value = "A,B",
     .help = N_("one bot per seat, or one for all (default: random)"),
     .kind = ARG_TEXT,
     .offset = offsetof(Settings, bots)},
    {.name = "seed",
     .value = "S",
     .help = N_("another seed gives other games (default: 1)"),
     .kind = ARG_NUMBER,
     .offset = offsetof(Settings, seed),
     .low = 0,
     .high = INT64_MAX},
    {.name = "option",
     .value = "K=V",
     .help = N_("an option of the game; may be given several times"),
     .kind = ARG_LIST,
     .offset = offsetof(Settings, option)},
    {.name = "record",
     .value = "FILE",
     .help = N_("write the records there (-: standard output)"),
     .kind = ARG_TEXT,
     .offset = offsetof(Settings, record)},
    {.name = "threads",
     .value = "T",
     .help = N_("how many threads (default: one per core)"),
     .kind = ARG_NUMBER,
     .offset = offsetof(Settings, threads),
     .low = 1,
     .high = 256},
    {.name = "json", .help = N_("the counts as JSON"), .kind = ARG_FLAG, .offset = offsetof(Settings, json)},
    {.name = NULL},
};

const Command sim_command = {
    .name = "sim",
    .usage = "GAME [OPTION]...",
    .summary = N_("play games between bots, count, and write records"),
    .about = N_("The same command with the same seed writes the same bytes, whatever the number of threads."),
    .examples =
        "  penna sim qwixx --seats 2 --games 10000 --bots greedy,random\n"
        "  penna sim twentyone --seats 3 --games 5 --bots random --seed 7 --record games.penna\n",
    .args = args,
    .settings = sizeof(Settings),
    .defaults = &defaults,
    .words_min = 1,
    .words_max = 1,
    .run = run,
};
