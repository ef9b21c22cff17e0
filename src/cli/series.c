/* series.c: see series.h. */
#include "cli/series.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "arena/budget.h"
#include "arena/command.h"
#include "arena/roster.h"
#include "cli/ranks.h"

const Arg series_args[] = {
    {.name = "games",
     .value = "M",
     .help = N_("how many games (default: 1000)"),
     .kind = ARG_NUMBER,
     .offset = offsetof(Series, games),
     .low = 1,
     .high = 1000000000000},
    {.name = "seed",
     .value = "S",
     .help = N_("another seed gives other games (default: 1)"),
     .kind = ARG_NUMBER,
     .offset = offsetof(Series, seed),
     .low = 0,
     .high = INT64_MAX},
    {.name = "budget",
     .value = "B",
     .help =
         N_("for each decision: playouts (500) or time (200ms, 1.5s); with commas one for each bot (default: 200, but "
            "4000 for master in sim and duel)"),
     .kind = ARG_TEXT,
     .offset = offsetof(Series, budget)},
    {.name = "clock",
     .value = "T",
     .help = N_("time (90s) that a program may think in a whole game; with commas one for each bot (-: no limit)"),
     .kind = ARG_TEXT,
     .offset = offsetof(Series, clock)},
    {.name = "option",
     .value = "K=V",
     .help = N_("an option of the game; may be given several times"),
     .kind = ARG_LIST,
     .offset = offsetof(Series, option)},
    {.name = "record",
     .value = "FILE",
     .help = N_("write the records there (-: standard output)"),
     .kind = ARG_TEXT,
     .offset = offsetof(Series, record)},
    ARG_THREADS(Series),
    {.name = "json", .help = N_("the counts as JSON"), .kind = ARG_FLAG, .offset = offsetof(Series, json)},
    {.name = NULL},
};

/* ---- Who plays what --------------------------------------------------------------------------------- */

/* Makes the bot and throws it away: whether it can play this game is known only when it has been started. The program
 * behind one that was given options is started too. */
bool series_bot(const Game *g, const char *name) {
    const char *why;
    const char *options;
    Bot *bot = roster_bot_or_command(name, g, (Budget){0}, &why);
    command_proper(name, &options);
    if (bot && options && bot->kind->several) {
        bot->kind->several->games(bot); /* only the program knows whether it has these options */
        if (bot->trouble) {
            usage_error("bot `%s`: %s", name, bot->trouble);
            roster_free(bot);
            return false;
        }
    }
    roster_free(bot);
    if (bot) return true;
    char list[400];
    Text text = text_in(list, sizeof list);
    roster_names(" ", &text);
    usage_error("bot `%s`: %s; the bots are%s NAME@FILE exec:COMMAND sandbox:COMMAND", name, tr(why), list);
    return false;
}

/* The part of a list with commas that is bot number i's, into out[size]; a list of one is for all. False: it is too
 * long, or the list has not that many. */
static bool list_part(const char *list, int i, int bots, char *out, size_t size) {
    int count = 1;
    for (const char *c = list; *c; c++) count += *c == ',';
    if (count != 1 && count != bots) return false;
    for (int k = 0; count > 1 && k < i; k++) list = strchr(list, ',') + 1;
    size_t n = strcspn(list, ",");
    snprintf(out, size, "%.*s", (int)n, list);
    return n < size;
}

/* A list has a place for every bot, so a bot without a clock needs a word of its own: `-`. */
static bool bot_budget(const Series *set, const char *name, int i, int bots, Budget *out) {
    char part[32];
    Budget clock = {0};
    if (!set->budget) {
        *out = (Budget){.playouts = roster_playouts(name)};
    } else if (!list_part(set->budget, i, bots, part, sizeof part) || !budget_read(part, out)) {
        usage_error("--budget %s: expected playouts (500) or a time (200ms, 1.5s), one for all or one for each bot",
                    set->budget);
        return false;
    }
    if (!set->clock) return true;
    bool good = list_part(set->clock, i, bots, part, sizeof part);
    if (good && strcmp(part, "-") == 0) return true;
    if (good && budget_read(part, &clock) && clock.seconds > 0) {
        out->clock = clock.seconds;
        return true;
    }
    usage_error("--clock %s: expected a time (90s) or `-`, one for all or one for each bot", set->clock);
    return false;
}

/* Records state the options that were given, and only those, as a person would write them. */
bool series_lineup_of(const Series *set, const Game *g, const char *const *bots, int seats, Lineup *out) {
    *out = (Lineup){.record = set->record != NULL};
    out->arena = (Arena){.game = g, .seats = seats, .seed = (uint64_t)set->seed};
    for (int i = 0; i < seats; i++) {
        out->name[i] = bots[i];
        if (!bot_budget(set, bots[i], i, seats, &out->own[i])) return false;
        if (out->own[i].playouts != out->own[0].playouts) out->each = true;
    }
    out->budget = out->own[0];
    if (set->clock || (set->budget && strchr(set->budget, ','))) out->each = true;
    return cli_options(g, &set->option, seats, out->arena.option, &out->given);
}

/* Everything that can be wrong is asked before the first game, not after an hour of them. */
bool series_lineup(const Series *set, const char *game, const char *const *bots, int seats, Lineup *out) {
    const Game *g = term_game(game);
    if (!g || !term_seats(g, seats)) return false;
    for (int i = 0; i < seats; i++)
        if (!series_bot(g, bots[i])) return false;
    return series_lineup_of(set, g, bots, seats, out);
}

/* Cuts a list at its commas into name[SEATS_MAX]; returns how many there are, or 0 after a message. */
static int bot_names(char *list, const char **name) {
    int count = 0;
    for (char *at = strtok(list, ","); at; at = strtok(NULL, ",")) {
        if (count == SEATS_MAX) {
            usage_error("--bots names more bots than there can be seats");
            return 0;
        }
        name[count++] = at;
    }
    if (count == 0) usage_error("--bots needs the name of a bot");
    return count;
}

/* One name stands for every seat, and without `--seats` it is for two; any other number of names than seats is more
 * likely a slip than a wish. */
bool series_seats(const Series *set, const char *game, char *list, long wanted, Lineup *out) {
    const char *name[SEATS_MAX];
    int count = bot_names(list, name);
    const Game *g = count ? term_game(game) : NULL;
    if (!g) return false;
    long seats = wanted ? wanted : count > 1 ? count : 2;
    if (!term_seats(g, seats)) return false;
    if (count != 1 && count != seats) {
        usage_error("--bots names %d bots for %ld seats; give one for each, or one for all", count, seats);
        return false;
    }
    for (int i = count; i < seats; i++) name[i] = name[0];
    return series_lineup(set, game, name, (int)seats, out);
}

/* ---- Records ---------------------------------------------------------------------------------------- */

/* A file that failed is closed for the rest: one message is enough. */
bool series_record_add(RecordFile *f, const char *bytes, size_t length) {
    if (!f->open || length == 0) return true;
    return f->open = file_grow_add(&f->file, bytes, length);
}

/* What is not kept leaves the file that was there before as it was (host/draft.h). */
bool series_record_end(RecordFile *f, bool keep) {
    if (!f->open) return true;
    f->open = false;
    return file_grow_end(&f->file, keep);
}

FILE *series_out(const Series *set) { return set->record && strcmp(set->record, "-") == 0 ? stderr : stdout; }

/* Bytes are taken for columns: names of bots are ASCII. A path or a command in another alphabet stands a little off. */
int series_width(const char *const *name, int count, int least) {
    for (int i = 0; i < count; i++)
        if ((int)strlen(command_shown(name[i])) > least) least = (int)strlen(command_shown(name[i]));
    return least;
}

void series_forfeits(const char *bot, uint64_t count, const char *why, FILE *out) {
    if (count == 0) return;
    fprintf(out, tr(N_("%s forfeited %llu games; the first because %s\n")), command_shown(bot),
            (unsigned long long)count, why);
}

void series_json_why(const char *why, FILE *out) {
    if (*why)
        term_json(out, why);
    else
        fputs("null", out);
}

void series_cut(uint64_t done, uint64_t total, FILE *out) {
    if (series_interrupted() && done < total)
        fprintf(out, tr(N_("interrupted: %llu of %llu games\n")), (unsigned long long)done, (unsigned long long)total);
}

int series_status(uint64_t forfeits) {
    if (series_interrupted()) return EXIT_INTERRUPTED;
    return forfeits ? EXIT_FORFEIT : EXIT_GOOD;
}

/* ---- Beginning, and interrupts ---------------------------------------------------------------------- */

static volatile sig_atomic_t interrupted; /* a handler has no other way to say so */

/* The loop asks between two sets; so what is counted is always whole. */
static void on_interrupt(int number) {
    (void)number;
    interrupted = 1;
}

/* The signals are caught only once all ranks have said that they can begin: before, an interrupt should end the program
 * at once. Schedulers send SIGTERM; that of mpirun means another thing (ranks.c). */
bool series_begin(const Series *set, RecordFile *f) {
    struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = (int)(SA_RESTART | SA_RESETHAND)};
    *f = (RecordFile){0};
    bool file = set->record && ranks_first();
    bool good = !file || (f->open = file_grow_begin(&f->file, set->record));
    if (!ranks_agree(good)) {
        series_record_end(f, false);
        return false;
    }
    sigaction(SIGINT, &action, NULL);
    if (!ranks_peers()) sigaction(SIGTERM, &action, NULL);
    return true;
}

bool series_interrupted(void) { return interrupted; }
