/* solve.c: `penna solve`: the exact value of a game, and the table that hints and the analysis judge by; or, where that
 * is out of reach, a proven bound and what a bot achieves. */
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "arena/solved.h"
#include "cli/cli.h"
#include "cli/estimate.h"
#include "cli/series.h"
#include "host/clock.h"
#include "host/pool.h"

typedef struct SolveSettings {
    long seats;
    long games, seed;  /* of the bot, where there is only a bound */
    long threads;      /* 0: one per core */
    long relaxed;      /* games with known dice, where a bound has such; 0: none */
    const char *table; /* the file; NULL: the usual place */
    const char *bot;   /* where there is only a bound; NULL: the best of a short trial */
    bool fresh, json;  /* compute anew whatever is there; as JSON */
} SolveSettings;

/* One run of the command. */
typedef struct Solving {
    Solved table;
    Estimate achieved;      /* by a bot, where there is only a bound */
    Relaxed relaxed;        /* a second bound, where there is one; else no games */
    char path[SOLVED_PATH]; /* of the table's file; "": it is not kept */
    int layer;              /* being computed */
    uint64_t before;        /* positions valued in the layers before it */
    uint64_t here;          /* positions in it */
    uint64_t total;         /* positions in all */
} Solving;

/* Set by a signal: finish what is being computed, keep it and go. */
static volatile sig_atomic_t caught;

static void catch (int number) { caught = number; }

/* ---- Computing -------------------------------------------------------------------------------------- */

/* Positions of a layer depend on those of earlier layers alone, so threads need no lock. */
static void work_items(void *context, void *own, Chunk *chunk) {
    const Solving *w = context;
    (void)own;
    w->table.it.solver->run(&w->table.it, w->layer, (uint32_t)chunk->from, (uint32_t)chunk->to);
}

/* Between two chunks is where an interrupt is noticed; the layer in work is then computed again the next time,
 * because only whole layers are kept. */
static bool take_items(void *context, Chunk *chunk) {
    const Solving *w = context;
    const Solution *it = &w->table.it;
    uint64_t items = it->solver->items(it, w->layer);
    progress_show(it->solver->game->name, w->before + w->here * chunk->to / items, w->total);
    return !caught;
}

/* Computes the layers that are missing; false after a message. */
static bool compute(Solving *w, int threads) {
    Solved *t = &w->table;
    const Solver *solver = t->it.solver;
    double begin = clock_now() - t->seconds;
    w->before = solve_states_before(&t->it, t->done);
    while (!solved_complete(t) && !caught) {
        uint32_t items = solver->items(&t->it, t->done);
        w->layer = t->done;
        w->here = solver->states(&t->it, w->layer);
        Job job = {.count = items,
                   .chunk = items / 256 + 1,
                   .threads = threads,
                   .context = w,
                   .work = work_items,
                   .take = take_items};
        const char *error = pool_run(&job);
        if (error) {
            usage_error("%s", tr(error));
            return false;
        }
        w->before += w->here;
        if (!caught) t->done++;
        t->seconds = clock_now() - begin;
    }
    return true;
}

/* ---- The table's file ------------------------------------------------------------------------------- */

/* Without a home the table is computed all the same and shown, but not kept: an answer is worth more than none. */
static bool choose_path(Solving *w, const Solver *solver, int seats, const SolveSettings *set) {
    w->path[0] = 0;
    if (set->table) {
        if ((size_t)snprintf(w->path, sizeof w->path, "%s", set->table) < sizeof w->path) return true;
        usage_error("--table: the path is too long");
        return false;
    }
    if (!solved_path(solver, seats, true, w->path)) {
        w->path[0] = 0;
        fprintf(stderr, "penna: %s\n", tr(N_("there is no home to keep the table in; --table says where")));
    }
    return true;
}

/* Takes up the table that is there, or begins one; false after a message. A file that is there and is no good
 * is never replaced without --fresh. */
static bool open_table(Solving *w, const Solver *solver, int seats, bool fresh) {
    char why[SOLVED_WHY];
    FILE *there = *w->path && !fresh ? fopen(w->path, "rb") : NULL;
    if (!there) {
        if (solved_new(solver, seats, &w->table)) return true;
        usage_error("out of memory");
        return false;
    }
    fclose(there);
    if (solved_load(w->path, solver, seats, true, &w->table, why)) return true;
    usage_error("%s: %s; --fresh computes it anew", w->path, why);
    return false;
}

/* Keeps what was computed; false after a message. */
static bool keep_table(const Solving *w) {
    char why[SOLVED_WHY];
    if (!*w->path || solved_save(&w->table, w->path, why)) return true;
    usage_error("%s: %s", w->path, why);
    return false;
}

/* ---- Telling ---------------------------------------------------------------------------------------- */

/* Nine digits, because the values are exact to them: two programs that agree on nine agree on the rules. */
static void print_text(const Solving *w) {
    const Solution *it = &w->table.it;
    double value[SEATS_MAX];
    solve_values(it, value);
    for (int r = 0; r < it->solver->rows; r++)
        printf("%s %d %15.9f\n", tr_pad(N_("row"), -9), r + 1, it->solver->row_value(it, r));
    for (int i = 0; i < it->seats; i++) printf("%s %d %15.9f\n", tr_pad(N_("seat"), -9), i, value[i]);
    printf("%s %15llu\n", tr_pad(N_("positions"), -11), (unsigned long long)w->total);
    printf("%s %15.2f\n", tr_pad(N_("seconds"), -11), w->table.seconds);
    if (*w->path) printf("%s %s\n", tr_pad(N_("table"), -11), w->path);
}

/* Rows are there only where a game is solved row by row. */
static void print_json(const Solving *w) {
    const Solution *it = &w->table.it;
    double value[SEATS_MAX];
    solve_values(it, value);
    printf("{\"game\": \"%s\", \"seats\": %d, \"exact\": true, \"values\": [", it->solver->game->name, it->seats);
    for (int i = 0; i < it->seats; i++) printf("%s%.9f", i ? ", " : "", value[i]);
    printf("], ");
    for (int r = 0; r < it->solver->rows; r++) {
        printf("%s%.9f", r ? ", " : "\"rows\": [", it->solver->row_value(it, r));
        if (r == it->solver->rows - 1) printf("], ");
    }
    printf("\"states\": %llu, \"seconds\": %.3f", (unsigned long long)w->total, w->table.seconds);
    if (*w->path) {
        printf(", \"table\": ");
        term_json(stdout, w->path);
    }
    puts("}");
}

/* Each line says whether it is proven or estimated: the two must not be taken for each other. */
static void print_bound_text(const Solving *w) {
    const Solution *it = &w->table.it;
    const Estimate *a = &w->achieved;
    printf("%s %15.9f  %s: %s\n", tr_pad(N_("bound"), -11), it->solver->upper(it),
           tr(N_("proven: no way of playing has a higher mean")), tr(it->solver->proof));
    if (w->relaxed.games) {
        printf("%s %15.3f  %s\n", tr_pad(N_("relaxed"), -11), w->relaxed.mean,
               tr(N_("a bound with an error bar: the mean of games with known dice, charged for luck")));
        printf("%s %15.3f  %s\n", tr_pad(N_("at most"), -11), w->relaxed.high,
               tr(N_("with 95 % confidence: the high end of that bound's error bar")));
    }
    printf("%s %15.3f  %s\n", tr_pad(N_("achieved"), -11), a->mean, tr(N_("estimated: the mean of a bot's games")));
    printf("%s %15.3f  %s\n", tr_pad(N_("error"), -11), a->error, tr(N_("the standard error of that mean")));
    printf("%s %15s\n", tr_pad(N_("bot"), -11), a->bot);
    printf("%s %15llu\n", tr_pad(N_("games"), -11), (unsigned long long)a->games);
    printf("%s %15llu\n", tr_pad(N_("positions"), -11), (unsigned long long)w->total);
    printf("%s %15.2f\n", tr_pad(N_("seconds"), -11), w->table.seconds);
}

/* An estimate is no value, so there are none. */
static void print_bound_json(const Solving *w) {
    const Solution *it = &w->table.it;
    const Estimate *a = &w->achieved;
    printf("{\"game\": \"%s\", \"seats\": %d, \"exact\": false, \"values\": [], ", it->solver->game->name, it->seats);
    printf("\"bound\": {\"upper\": %.9f, \"proof\": ", it->solver->upper(it));
    term_json(stdout, it->solver->proof);
    if (w->relaxed.games)
        printf(", \"relaxed\": {\"mean\": %.6f, \"high\": %.6f, \"games\": %llu, \"seed\": %ld}", w->relaxed.mean,
               w->relaxed.high, (unsigned long long)w->relaxed.games, w->relaxed.seed);
    printf("}, \"achieved\": {\"mean\": %.6f, \"error\": %.6f, \"games\": %llu, \"bot\": ", a->mean, a->error,
           (unsigned long long)a->games);
    term_json(stdout, a->bot);
    printf(", \"seed\": %ld}, \"states\": %llu, \"seconds\": %.3f}\n", a->seed, (unsigned long long)w->total,
           w->table.seconds);
}

/* ---- The command ------------------------------------------------------------------------------------ */

/* Both kinds of solvers: which of them it is, `penna solve` says when it is asked. */
static void list_games(const Solver *const *list, Text *out) {
    for (; *list; list++) {
        text_char(out, ' ');
        text_str(out, (*list)->game->name);
    }
}

/* The solver, or NULL after a message. */
static const Solver *find_solver(const char *name, long seats) {
    const Game *g = term_game(name);
    if (!g) return NULL;
    const Solver *solver = solve_find(g) ? solve_find(g) : bound_find(g);
    if (!solver) {
        char list[200];
        Text text = text_in(list, sizeof list);
        list_games(solvers, &text);
        list_games(bounds, &text);
        usage_error("there is no solver for %s; there are solvers for%s", g->name, list);
        return NULL;
    }
    if (seats <= solver->max_seats) return solver;
    if (solver->upper)
        usage_error("%s is bounded for one seat, not %ld", g->name, seats);
    else if (solver->max_seats == 1)
        usage_error("%s is solved for one seat, not %ld", g->name, seats);
    else
        usage_error("%s is solved for 1 to %d seats, not %ld", g->name, solver->max_seats, seats);
    return NULL;
}

/* Ends as the signal that was caught would have. */
static int leave(const Solving *w, bool kept) {
    if (isatty(STDERR_FILENO)) fputc('\n', stderr); /* below the bar */
    if (kept)
        usage_error(tr(N_("interrupted after %d of %d layers; the same command goes on from there")), w->table.done,
                    w->table.it.solver->layers(&w->table.it));
    signal(caught, SIG_DFL);
    raise(caught);
    return EXIT_USAGE;
}

/* A table that could not be written is told all the same, since it has cost its time; the status says that it was not
 * kept. */
static int solve(Solving *w, const SolveSettings *set) {
    bool kept = true;
    w->total = solve_states(&w->table.it);
    if (!solved_complete(&w->table)) {
        struct sigaction action = {.sa_handler = catch};
        sigaction(SIGINT, &action, NULL);
        sigaction(SIGTERM, &action, NULL);
        if (!compute(w, (int)set->threads)) return EXIT_USAGE;
        kept = keep_table(w);
        if (caught) return leave(w, kept && *w->path);
    }
    if (!kept) w->path[0] = 0;
    (set->json ? print_json : print_text)(w);
    return kept ? EXIT_GOOD : EXIT_USAGE;
}

/* What is computed for a bound is of no other use, so it is not kept, and an interrupt ends it. */
static int bound(Solving *w, const Solver *solver, const SolveSettings *set) {
    const char *error;
    if (set->table || set->fresh) return usage_error("%s has no table: it is bounded, not solved", solver->game->name);
    if (set->relaxed == 1) return usage_error("--relaxed: a single game has no error bar");
    const char *bot = set->bot ? set->bot : estimate_bot(solver->game, (int)set->threads);
    if (!bot) return usage_error("no bot could play %s", solver->game->name); /* not even random: a thread, or memory */
    if (!series_bot(solver->game, bot)) return EXIT_USAGE;
    w->achieved = (Estimate){.bot = bot, .games = (uint64_t)set->games, .seed = set->seed};
    if (!solved_new(solver, 1, &w->table)) return usage_error("out of memory");
    w->total = solve_states(&w->table.it);
    bool good = compute(w, (int)set->threads);
    w->relaxed = (Relaxed){.games = solver->relax ? (uint64_t)set->relaxed : 0, .seed = set->seed};
    if (good && w->relaxed.games && !estimate_relaxed(&w->table.it, (int)set->threads, &w->relaxed, &error)) {
        usage_error("%s", tr(error));
        good = false;
    }
    if (good && !estimate_mean(solver->game, (int)set->threads, &w->achieved, &error)) {
        usage_error("%s", tr(error));
        good = false;
    }
    if (good) (set->json ? print_bound_json : print_bound_text)(w);
    solved_free(&w->table);
    return good ? EXIT_GOOD : EXIT_USAGE;
}

/* A bound has no file, so it never comes to choose_path(). */
static int run(const void *settings, int count, char **names) {
    static Solving w;
    const SolveSettings *set = settings;
    const Solver *solver = find_solver(names[0], set->seats);
    (void)count;
    if (solver && solver->upper) return bound(&w, solver, set);
    if (!solver || !choose_path(&w, solver, (int)set->seats, set)) return EXIT_USAGE;
    if (!open_table(&w, solver, (int)set->seats, set->fresh)) return EXIT_USAGE;
    int status = solve(&w, set);
    solved_free(&w.table);
    return status;
}

static const SolveSettings defaults = {.seats = 1, .games = 1000, .relaxed = 20, .seed = 1};

static const Arg args[] = {
    {.name = "seats",
     .value = "N",
     .help = N_("how many seats (default: 1); with more, the others only supply their rolls"),
     .kind = ARG_NUMBER,
     .offset = offsetof(SolveSettings, seats),
     .low = 1,
     .high = SEATS_MAX},
    {.name = "table",
     .value = "FILE",
     .help = N_("where the table is kept (default: GAME-N.table where hints and the analysis look for it)"),
     .kind = ARG_TEXT,
     .offset = offsetof(SolveSettings, table)},
    {.name = "fresh",
     .help = N_("compute anew, whatever is there"),
     .kind = ARG_FLAG,
     .offset = offsetof(SolveSettings, fresh)},
    {.name = "games",
     .value = "M",
     .help = N_("where there is only a bound: how many games the bot plays (default: 1000)"),
     .kind = ARG_NUMBER,
     .offset = offsetof(SolveSettings, games),
     .low = 2,
     .high = 1000000000},
    {.name = "relaxed",
     .value = "M",
     .help = N_("where a bound can be lowered by games with known dice: how many are rolled (default: 20; 0: none)"),
     .kind = ARG_NUMBER,
     .offset = offsetof(SolveSettings, relaxed),
     .low = 0,
     .high = 1000000000},
    {.name = "bot",
     .value = "NAME",
     .help = N_("where there is only a bound: the bot that plays (default: the best of a short trial)"),
     .kind = ARG_TEXT,
     .offset = offsetof(SolveSettings, bot)},
    {.name = "seed",
     .value = "S",
     .help = N_("where there is only a bound: another seed gives other games (default: 1)"),
     .kind = ARG_NUMBER,
     .offset = offsetof(SolveSettings, seed),
     .low = 0,
     .high = INT64_MAX},
    ARG_THREADS(SolveSettings),
    {.name = "json", .help = N_("as JSON"), .kind = ARG_FLAG, .offset = offsetof(SolveSettings, json)},
    {.name = NULL},
};

const Command solve_command = {
    .name = "solve",
    .usage = "GAME [OPTION]...",
    .summary = N_("compute the exact value of a game and the table that hints judge by, or a bound of it"),
    .about =
        N_("The value is what the seat that plays best will have on average in the end. One seat alone is the game\n"
           "itself. With more seats it is the friendly value: the turns of the others supply what they offer to\n"
           "everyone, but the others never close a row or end the game.\n\n"
           "The table is kept in a file: in $PENNA_TABLES, else in $XDG_DATA_HOME/penna, else in\n"
           "~/.local/share/penna. A table that is there is shown, with the seconds it took; one that was\n"
           "interrupted is taken up where it was left; a damaged one, or one of another version, is refused.\n\n"
           "Some games are too large for that. For one seat of them it tells a bound, which no\n"
           "way of playing can beat on average, proven by an easier game; and what a bot achieves, estimated by\n"
           "playing, with its standard error. But for that error, the value lies between the two."),
    .examples =
        "  penna solve qwixx\n"
        "  penna solve qwixx --seats 3 --json\n"
        "  penna solve twentyone\n"
        "  penna solve qwinto --games 10000 --bot expert\n",
    .args = args,
    .settings = sizeof(SolveSettings),
    .defaults = &defaults,
    .words_min = 1,
    .words_max = 1,
    .run = run,
};
