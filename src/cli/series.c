/* series.c: see series.h. */
#include "cli/series.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "arena/roster.h"
#include "cli/ranks.h"
#include "host/clock.h"

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
     .help = N_("for each decision: playouts (500) or time (200ms, 1.5s) (default: 200)"),
     .kind = ARG_TEXT,
     .offset = offsetof(Series, budget)},
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

/* A number that is followed by nothing is playouts, and has to be whole; with `ms` or `s` it is a time and may have a
 * part. */
bool series_budget(const char *text, Budget *out) {
    char *end;
    errno = 0;
    if (*text < '0' || *text > '9') return false;
    double n = strtod(text, &end);
    if (errno || n <= 0 || n > 1e9) return false;
    if (strcmp(end, "ms") == 0 || strcmp(end, "s") == 0) {
        *out = (Budget){.seconds = strcmp(end, "ms") == 0 ? n / 1000 : n, .now = clock_now};
        return true;
    }
    *out = (Budget){.playouts = (uint32_t)n};
    return *end == '\0' && strspn(text, "0123456789") == strlen(text);
}

/* Makes the bot and throws it away: whether it can play this game is known only when it has been started. */
bool series_bot(const Game *g, const char *name) {
    const char *why;
    Bot *bot = roster_bot_or_command(name, g, (Budget){0}, &why);
    roster_free(bot);
    if (bot) return true;
    char list[400];
    Text text = text_in(list, sizeof list);
    roster_names(" ", &text);
    usage_error("bot `%s`: %s; the bots are%s NAME@FILE exec:COMMAND", name, tr(why), list);
    return false;
}

/* Records state the options that were given, and only those, as a person would write them. */
bool series_lineup_of(const Series *set, const Game *g, const char *const *bots, int seats, Lineup *out) {
    *out = (Lineup){.record = set->record != NULL};
    out->arena = (Arena){.game = g, .seats = seats, .seed = (uint64_t)set->seed};
    for (int i = 0; i < seats; i++) out->name[i] = bots[i];
    if (!series_budget(set->budget, &out->budget)) {
        usage_error("--budget %s: expected playouts (500) or a time (200ms, 1.5s)", set->budget);
        return false;
    }
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

/* ---- Records ---------------------------------------------------------------------------------------- */

/* A file that failed is closed for the rest: one message is enough. */
bool series_record_add(RecordFile *f, const char *bytes, size_t length) {
    if (!f->open || length == 0) return true;
    return f->open = file_out_add(&f->file, bytes, length);
}

/* What is not kept leaves the file that was there before as it was (host/draft.h). */
bool series_record_end(RecordFile *f, bool keep) {
    if (!f->open) return true;
    f->open = false;
    return file_out_end(&f->file, keep);
}

FILE *series_out(const Series *set) { return set->record && strcmp(set->record, "-") == 0 ? stderr : stdout; }

/* Bytes are taken for columns: names of bots are ASCII. A path or a command in another alphabet stands a little off.
 * */
int series_width(const char *const *name, int count, int least) {
    for (int i = 0; i < count; i++)
        if ((int)strlen(name[i]) > least) least = (int)strlen(name[i]);
    return least;
}

void series_forfeits(const char *bot, uint64_t count, const char *why, FILE *out) {
    if (count == 0) return;
    fprintf(out, tr(N_("%s forfeited %llu games; the first because %s\n")), bot, (unsigned long long)count, why);
}

/* ---- Beginning, and interrupts ---------------------------------------------------------------------- */

static volatile sig_atomic_t interrupted; /* a handler has no other way to say so */

/* The loop asks between two sets; so what is counted is always whole. */
static void on_interrupt(int number) {
    (void)number;
    interrupted = 1;
}

/* The signal is caught only once all ranks have said that they can begin: before, an interrupt should end the program
 * at once. */
bool series_begin(const Series *set, RecordFile *f) {
    struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = (int)(SA_RESTART | SA_RESETHAND)};
    *f = (RecordFile){0};
    bool file = set->record && ranks_first();
    bool good = !file || (f->open = file_out_begin(&f->file, set->record));
    if (!ranks_agree(good)) {
        series_record_end(f, false);
        return false;
    }
    sigaction(SIGINT, &action, NULL);
    return true;
}

bool series_interrupted(void) { return interrupted; }
