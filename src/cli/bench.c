/* bench.c: `penna bench`: random games on one core. */
#include <string.h>
#include <time.h>

#include "cli/cli.h"
#include "host/clock.h"

typedef struct BenchSettings {
    long seats;     /* 0: the usual numbers of them */
    double seconds; /* for each game and number of seats */
    bool json;      /* one object, or a list of them */
} BenchSettings;

/* What was played in the time. */
typedef struct Speed {
    long games, decisions; /* whole games; a forced choice is a decision too */
    double seconds;        /* of processor time, some more than were asked for */
} Speed;

/* Time is asked for once in a hundred games, because asking takes as long as some decisions do; and it is processor
 * time, so that other work on the machine counts as little as it can. */
static Speed measure(const Game *g, int seats, double seconds) {
    AnyState first = {0}, s;
    Speed speed = {0};
    Rng rng = rng_stream(1, 0);
    game_start(g, &first.head, seats);
    double begin = clock_worked();
    do {
        for (int i = 0; i < 100; i++) {
            memcpy(&s, &first, g->size);
            speed.decisions += game_play_out(g, &s.head, &rng);
        }
        speed.games += 100;
        speed.seconds = clock_worked() - begin;
    } while (speed.seconds < seconds);
    return speed;
}

/* Every line is flushed: the next one is a second away, and who watches wants to see it grow. */
static void report(const Game *g, int seats, const BenchSettings *set, bool *first) {
    Speed speed = measure(g, seats, set->seconds);
    double rate = (double)speed.games / speed.seconds, ns = speed.seconds * 1e9 / (double)speed.decisions;
    if (set->json)
        printf("%s{\"game\": \"%s\", \"seats\": %d, \"games_per_second\": %.1f, \"ns_per_decision\": %.2f}",
               *first ? "" : ",\n ", g->name, seats, rate, ns);
    else
        printf("%-13s %7d %14.0f %15.1f\n", g->name, seats, rate, ns);
    *first = false;
    fflush(stdout);
}

/* Alone, by two and by four, as far as the game has seats: what is mostly played. */
static void report_game(const Game *g, const BenchSettings *set, bool *first) {
    static const int usual[] = {1, 2, 4};
    if (set->seats) {
        report(g, (int)set->seats, set, first);
        return;
    }
    for (int i = 0; i < 3; i++)
        if (usual[i] <= g->max_seats) report(g, usual[i], set, first);
}

/* A wrong number of seats is refused before anything is measured, not after the first games have taken their seconds.
 * One game with one number of seats is one object in JSON; anything else is a list, even if it happens
 * to hold one. */
static int run(const void *settings, int count, char **names) {
    const BenchSettings *set = settings;
    const Game *only = NULL;
    bool first = true, list = count == 0 || !set->seats;
    if (count > 0 && !(only = term_game(names[0]))) return EXIT_USAGE;
    for (const Game *const *g = games; *g && set->seats; g++)
        if ((!only || *g == only) && !term_seats(*g, set->seats)) return EXIT_USAGE;
    if (set->json && list) putchar('[');
    if (!set->json)
        printf("%s %s %s %s\n", tr_pad(N_("game"), -13), tr_pad(N_("seats"), 7), tr_pad(N_("games/s"), 14),
               tr_pad(N_("ns/decision"), 15));
    for (const Game *const *g = games; *g; g++)
        if (!only || *g == only) report_game(*g, set, &first);
    if (set->json) puts(list ? "]" : "");
    return EXIT_GOOD;
}

static const BenchSettings defaults = {.seconds = 1};

static const Arg args[] = {
    {.name = "seats",
     .value = "N",
     .help = N_("only with N seats (default: 1, 2 and 4)"),
     .kind = ARG_NUMBER,
     .offset = offsetof(BenchSettings, seats),
     .low = 1,
     .high = SEATS_MAX},
    {.name = "seconds",
     .value = "S",
     .help = N_("how long to play each (default: 1)"),
     .kind = ARG_REAL,
     .offset = offsetof(BenchSettings, seconds),
     .low = 0,
     .high = 3600},
    {.name = "json",
     .help = N_("as JSON: one object for a game and --seats, else a list"),
     .kind = ARG_FLAG,
     .offset = offsetof(BenchSettings, json)},
    {.name = NULL},
};

const Command bench_command = {
    .name = "bench",
    .usage = "[GAME] [--seats N] [--seconds S] [--json]",
    .summary = N_("measure random games per second on one core"),
    .examples = "  penna bench\n  penna bench qwixx --seats 2 --seconds 5 --json\n",
    .args = args,
    .settings = sizeof(BenchSettings),
    .defaults = &defaults,
    .words_max = 1,
    .run = run,
};
