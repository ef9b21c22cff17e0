/* league.c: `penna league`: bots that play each other for weeks, in a folder. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "arena/command.h"
#include "arena/league.h"
#include "arena/roster.h"
#include "cli/cli.h"
#include "host/clock.h"
#include "report/league.h"

typedef struct LeagueSettings {
    long threads, blocks; /* threads 0: one per core; blocks 0: no end */
    double seconds;       /* 0: no end */
    ArgList only;         /* with add: what the bot plays; none: everything */
    bool json;
} LeagueSettings;

enum { PATH_ROOM = 4096, STOPPED = 130, REST_FIRST = 60, REST_MOST = 3600, REPORT_SECONDS = 30, REPORT_PART = 20 };

/* ---- The file of the configuration ------------------------------------------------------------------ */

static int file_fault(const char *folder, long line, const char *why) {
    char place[PATH_ROOM];
    snprintf(place, sizeof place, line ? "%s/league.conf:%ld" : "%s/league.conf", folder, line);
    return usage_error("%s: %s", place, tr(why));
}

/* Reads league.conf as it is; a missing one is an empty one. */
static bool read_text(const char *path, Buffer *out) {
    if (access(path, F_OK) != 0 && errno == ENOENT) return true;
    return file_read(path, out);
}

/* Writes the changed text if it is good. */
static int write_text(const char *folder, const char *path, const Buffer *text) {
    LeagueConfig *c = malloc(sizeof *c);
    long line = 0;
    const char *why =
        c && !text->failed ? league_config_read(text->bytes ? text->bytes : "", c, &line) : "out of memory";
    free(c);
    if (why) return file_fault(folder, line, why);
    return file_write(path, text->bytes ? text->bytes : "", text->length) ? EXIT_GOOD : EXIT_USAGE;
}

/* The text of a change, from the one before; false after a message. */
typedef bool Change(const LeagueSettings *set, const char *before, int count, char **words, Buffer *out);

/* One change at a time, whoever makes it: the folder itself is the lock. */
static int change(const LeagueSettings *set, const char *folder, Change *how, int count, char **words) {
    char path[PATH_ROOM];
    Buffer before = {0}, after = {0};
    int status = EXIT_USAGE;
    if (mkdir(folder, 0777) != 0 && errno != EEXIST) return usage_error("%s: %s", folder, strerror(errno));
    int lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (lock < 0) return usage_error("%s: %s", folder, strerror(errno));
    if (flock(lock, LOCK_EX) != 0 && errno != ENOLCK && errno != EOPNOTSUPP) {
        close(lock);
        return usage_error("%s: %s", folder, strerror(errno));
    }
    snprintf(path, sizeof path, "%s/league.conf", folder);
    if (read_text(path, &before) && how(set, before.bytes ? before.bytes : "", count, words, &after))
        status = write_text(folder, path, &after);
    close(lock);
    buffer_free(&before);
    buffer_free(&after);
    return status;
}

/* The text, with an end after its last line. */
static void put_before(const char *before, Buffer *out) {
    size_t length = strlen(before);
    buffer_add(out, before, length);
    if (length && before[length - 1] != '\n') buffer_str(out, "\n");
}

/* The bot as it is written down: its files by their whole paths, because a runner may be started anywhere. */
static void put_spec(int count, char **words, Buffer *out) {
    Buffer given = {0};
    char here[PATH_ROOM / 4];
    for (int i = count > 1 ? 1 : 0; i < count; i++) buffer_put(&given, "%s%s", i > 1 ? " " : "", words[i]);
    const char *text = given.bytes ? given.bytes : "";
    if (!getcwd(here, sizeof here) || strpbrk(here, " \t\n'\"\\$`;&|<>()*?[#~"))
        buffer_str(out, text); /* a folder whose name the shell would take apart */
    else if (command_whole(text, here, out))
        fprintf(stderr, tr(N_("penna: %s is written down as %s\n")), words[0], out->bytes ? out->bytes : "");
    out->failed |= given.failed;
    buffer_free(&given);
}

/* add NAME [SPEC...]: a bot of the program may do without a spec. That there is such a bot is asked of any game. */
static bool change_add(const LeagueSettings *set, const char *before, int count, char **words, Buffer *out) {
    Buffer spec = {0};
    const char *why = N_("there is no such bot");
    bool found = false;
    if (!league_name_ok(words[0])) {
        usage_error("%s: %s", words[0], tr(N_("a bot's name is up to 31 letters, digits and . _ + @ -")));
        return false;
    }
    put_spec(count, words, &spec);
    for (const Game *const *g = games; *g && !found && !spec.failed; g++) {
        Bot *bot = roster_bot_or_command(spec.bytes, *g, (Budget){0}, &why);
        found = bot != NULL;
        roster_free(bot);
    }
    if (found) {
        put_before(before, out);
        buffer_put(out, "bot %s %s\n", words[0], spec.bytes);
        for (int i = 0; i < set->only.count; i++) buffer_put(out, "only %s %s\n", words[0], set->only.item[i]);
    } else {
        usage_error("bot `%s`: %s", spec.bytes ? spec.bytes : "", tr(why));
    }
    buffer_free(&spec);
    return found;
}

static bool change_remove(const LeagueSettings *set, const char *before, int count, char **words, Buffer *out) {
    Buffer rest = {0};
    (void)set, (void)count;
    int found = league_config_without(before, "bot", words[0], &rest);
    league_config_without(rest.bytes ? rest.bytes : "", "only", words[0], out);
    buffer_free(&rest);
    if (!found) usage_error("there is no bot called `%s` in this league", words[0]);
    return found;
}

/* Each is read here although write_text() reads everything: so the message names the word and not a line of a file. */
static bool change_play(const LeagueSettings *set, const char *before, int count, char **words, Buffer *out) {
    (void)set;
    put_before(before, out);
    for (int i = 0; i < count; i++) {
        LeaguePlay play;
        const char *why = league_play_read(words[i], &play);
        if (why) {
            usage_error("%s: %s", words[i], tr(why));
            return false;
        }
        buffer_put(out, "play %s\n", words[i]);
    }
    return true;
}

static bool change_drop(const LeagueSettings *set, const char *before, int count, char **words, Buffer *out) {
    (void)set, (void)count;
    if (league_config_without(before, "play", words[0], out)) return true;
    usage_error("this league does not play `%s`", words[0]);
    return false;
}

static bool change_pause(const LeagueSettings *set, const char *before, int count, char **words, Buffer *out) {
    (void)set, (void)count, (void)words;
    league_config_without(before, "pause", NULL, out);
    if (out->length && out->bytes[out->length - 1] != '\n') buffer_str(out, "\n");
    buffer_str(out, "pause\n");
    return true;
}

static bool change_resume(const LeagueSettings *set, const char *before, int count, char **words, Buffer *out) {
    (void)set, (void)count, (void)words;
    league_config_without(before, "pause", NULL, out);
    return true;
}

/* ---- Results ---------------------------------------------------------------------------------------- */

/* Reads all of a league; false after a message. Whatever is wrong with the logs is said, and the rest is counted. */
static bool load(League *l, const char *folder, bool history) {
    long line;
    league_begin(l, folder);
    l->history = history;
    const char *why = league_configure(l, &line);
    if (why) {
        file_fault(folder, line, why);
        return false;
    }
    if ((why = league_read(l))) {
        usage_error("%s: %s", folder, tr(why));
        return false;
    }
    league_rate(l);
    return true;
}

/* Which bots play nothing though they are there, and why: a file of weights has gone, or they are to play what is not
 * played. Each once as long as it is so: *said is what was so the last time. */
static void tell_barred(const League *l, Buffer *said) {
    Buffer now = {0};
    for (int i = 0; i < l->config.bots; i++) {
        size_t begin = now.length;
        if (!l->barred[i]) continue;
        buffer_put(&now, "penna: %s: %s: %s\n", l->folder, l->config.bot[i].name, tr(l->barred[i]));
        if (!now.failed && !(said->bytes && strstr(said->bytes, now.bytes + begin))) fputs(now.bytes + begin, stderr);
    }
    buffer_free(said);
    *said = now;
}

/* None of these stops a league: a line of a log stands for itself, and all that are whole are counted. */
static void tell_faults(const League *l) {
    for (int i = 0; i < l->logs.count; i++) {
        const LogFile *f = &l->logs.file[i];
        if (f->bad)
            usage_error("%s/log/%04d.log:%ld: this line is damaged and not counted", l->folder, f->number, f->bad);
        if (f->torn)
            usage_error("%s/log/%04d.log:%ld: the last line is cut off and not counted", l->folder, f->number,
                        f->lines + 1);
    }
    if (l->unseated) usage_error("%s: no more than %d bots can be rated in one game", l->folder, RATED_MAX);
}

/* Writes the four files of the results, each whole or not at all; false after a message. */
static bool write_report(const char *folder) {
    static const struct {
        const char *name;
        void (*put)(const League *l, Buffer *out);
    } files[] = {{"results.json", league_put_json},
                 {"ratings.csv", league_put_ratings},
                 {"tables.csv", league_put_tables},
                 {"index.html", league_put_page}};
    League l;
    bool good = load(&l, folder, true);
    for (unsigned i = 0; good && i < sizeof files / sizeof *files; i++) {
        char path[PATH_ROOM];
        Buffer text = {0};
        files[i].put(&l, &text);
        snprintf(path, sizeof path, "%s/%s", folder, files[i].name);
        good = !text.failed && file_write(path, text.bytes, text.length);
        buffer_free(&text);
    }
    league_free(&l);
    return good;
}

/* From the logs as they are now: results.json may be half a minute old, or more. */
static int status(const LeagueSettings *set, const char *folder) {
    League l;
    int result = EXIT_USAGE;
    if (load(&l, folder, false)) {
        Buffer text = {0}, said = {0};
        tell_faults(&l);
        tell_barred(&l, &said);
        if (set->json)
            league_put_json(&l, &text);
        else
            league_put_text(&l, &text);
        if (!text.failed) fwrite(text.bytes, 1, text.length, stdout);
        result = text.failed ? usage_error("out of memory") : EXIT_GOOD;
        buffer_free(&text);
        buffer_free(&said);
    }
    league_free(&l);
    return result;
}

/* ---- Running ---------------------------------------------------------------------------------------- */

static volatile sig_atomic_t stopped; /* a handler has no other way to say so */

static void on_stop(int number) {
    (void)number;
    stopped = 1;
}

static bool is_stopped(void) { return stopped; }

/* A bot that gave no legal move, and until when it is left in peace. */
typedef struct Rest {
    char name[LEAGUE_NAME];
    double until, length; /* by clock_now(), in seconds; the length doubles with every failure */
} Rest;

typedef struct Running {
    const LeagueSettings *set;
    League league;
    LeagueRunner runner;
    Rest rest[LEAGUE_BOTS]; /* kept when it is over: a bot that fails again rests longer */
    int rests;
    double begun, reported, report_took; /* when the run and the last report were; seconds that the report took */
    bool said_paused, said_idle;         /* so that each is said once, not every second */
    Buffer barred;                       /* what was said last of bots that play nothing */
    char said[200];                      /* the last complaint about the configuration, which is said once */
} Running;

static bool rests(void *context, const LeagueEntry *e) {
    const Running *run = context;
    for (int i = 0; i < run->rests; i++)
        if (strcmp(run->rest[i].name, e->name) == 0) return clock_now() < run->rest[i].until;
    return false;
}

/* The one that failed rests a minute, and twice as long each time. */
static void let_rest(Running *run) {
    char name[LEAGUE_NAME] = "";
    sscanf(run->runner.forfeit, "%31[^:]", name);
    if (!*name) return;
    Rest *r = NULL;
    for (int i = 0; i < run->rests; i++)
        if (strcmp(run->rest[i].name, name) == 0) r = &run->rest[i];
    if (!r && run->rests < LEAGUE_BOTS) r = &run->rest[run->rests++];
    if (!r) return;
    strcpy(r->name, name);
    r->length = r->length > 0 && 2 * r->length < REST_MOST ? 2 * r->length : r->length > 0 ? REST_MOST : REST_FIRST;
    r->until = clock_now() + r->length;
    usage_error("%s; it rests for %.0f s", run->runner.forfeit, r->length);
}

static void nap(void) { nanosleep(&(struct timespec){.tv_nsec = 200000000}, NULL); }

/* Reads the configuration again; one that is bad is said once, and the one before goes on. False: there was none. */
static bool look_again(Running *run) {
    long line;
    char text[sizeof run->said];
    const char *why = league_configure(&run->league, &line);
    snprintf(text, sizeof text, "%ld %s", line, why ? why : "");
    if (why && strcmp(text, run->said) != 0) file_fault(run->league.folder, line, why);
    snprintf(run->said, sizeof run->said, "%s", why ? text : "");
    tell_barred(&run->league, &run->barred);
    return run->league.text != NULL;
}

/* Says a thing once, until it is over. */
static void say_once(bool now, bool *said, const char *folder, const char *text) {
    if (now && !*said) fprintf(stderr, "penna: %s: %s\n", folder, tr(text));
    *said = now;
}

/* One block, or a nap. NULL, or what went wrong. */
static const char *step(Running *run, Rng *lot) {
    League *l = &run->league;
    const char *why = league_read(l);
    if (why) return why;
    league_rate(l);
    LeagueChoice choice = league_choose(l, rests, run, lot);
    bool idle = !l->config.paused && !choice.group;
    say_once(l->config.paused, &run->said_paused, l->folder, N_("paused; `penna league DIR resume` goes on"));
    say_once(idle && !run->rests, &run->said_idle, l->folder,
             N_("there is nothing to play: it needs games, and bots for them"));
    if (l->config.paused || !choice.group) {
        nap();
        return NULL;
    }
    why = league_play(&run->runner, &choice);
    if (!why && *run->runner.forfeit) let_rest(run);
    return why;
}

static bool is_over(const Running *run) {
    bool blocks = run->set->blocks && run->runner.blocks >= (uint64_t)run->set->blocks;
    bool time_out = run->set->seconds > 0 && clock_now() - run->begun >= run->set->seconds;
    return stopped || blocks || time_out;
}

/* Now and then, so that it takes a small part of the time however large the league has become. */
static bool report_if_due(Running *run, bool now) {
    double wait = REPORT_SECONDS > REPORT_PART * run->report_took ? REPORT_SECONDS : REPORT_PART * run->report_took;
    if (!now && clock_now() - run->reported < wait) return true;
    double start = clock_now();
    bool good = write_report(run->league.folder);
    run->reported = clock_now();
    run->report_took = run->reported - start;
    return good;
}

/* The number of the log makes the lot this runner's own. `end` is the last line of a runner that left in order: a log
 * without it is of one that plays, or was killed. */
static int play(Running *run) {
    League *l = &run->league;
    Rng lot = rng_stream(l->config.seed, (uint64_t)run->runner.log.number);
    const char *why = NULL;
    bool good = true;
    while (!why && good && !is_over(run)) {
        good = look_again(run);
        if (good) why = step(run, &lot);
        good = good && (why || report_if_due(run, false));
    }
    if (why) usage_error("%s: %s", l->folder, tr(why));
    good = good && !why && league_log_add(&run->runner.log, "end");
    league_log_close(&run->runner.log);
    fprintf(stderr, tr(N_("penna: %llu blocks were played; all are kept in %s/log/%04d.log\n")),
            (unsigned long long)run->runner.blocks, l->folder, run->runner.log.number);
    if (!good || !report_if_due(run, true)) return EXIT_USAGE;
    return stopped ? STOPPED : EXIT_GOOD;
}

/* The first signal ends the block after the set being played; its handler is gone then (SA_RESETHAND), so that a
 * second one kills. */
static int run_league(const LeagueSettings *set, const char *folder) {
    Running *run = calloc(1, sizeof *run);
    struct sigaction action = {.sa_handler = on_stop, .sa_flags = (int)(SA_RESTART | SA_RESETHAND)};
    int result = EXIT_USAGE;
    if (!run) return usage_error("out of memory");
    run->set = set;
    if (load(&run->league, folder, false)) {
        tell_faults(&run->league);
        run->runner = (LeagueRunner){.league = &run->league, .threads = (int)set->threads, .stop = is_stopped};
        run->begun = run->reported = clock_now();
        if (!league_log_open(&run->runner.log, folder)) {
            usage_error("%s: %s", folder, strerror(errno));
        } else {
            sigaction(SIGINT, &action, NULL);
            sigaction(SIGTERM, &action, NULL);
            result = play(run);
        }
    }
    league_free(&run->league);
    buffer_free(&run->barred);
    free(run);
    return result;
}

/* ---- The command ------------------------------------------------------------------------------------ */

static int report(const LeagueSettings *set, const char *folder) {
    League l;
    (void)set;
    bool good = load(&l, folder, false);
    if (good) tell_faults(&l);
    league_free(&l);
    return good && write_report(folder) ? EXIT_GOOD : EXIT_USAGE;
}

/* A folder may take a quarter of the room for paths: whatever is put behind it fits. */
static int run(const void *settings, int count, char **words) {
    static const struct {
        const char *word;
        int least, most;                                           /* words that follow it */
        Change *change;                                            /* of the configuration, or */
        int (*act)(const LeagueSettings *set, const char *folder); /* what else it does */
    } acts[] = {{"run", 0, 0, NULL, run_league},       {"status", 0, 0, NULL, status},
                {"report", 0, 0, NULL, report},        {"add", 1, 64, change_add, NULL},
                {"remove", 1, 1, change_remove, NULL}, {"play", 1, LEAGUE_PLAYS, change_play, NULL},
                {"drop", 1, 1, change_drop, NULL},     {"pause", 0, 0, change_pause, NULL},
                {"resume", 0, 0, change_resume, NULL}};
    const LeagueSettings *set = settings;
    const char *folder = words[0], *word = count > 1 ? words[1] : "run";
    int more = count > 2 ? count - 2 : 0;
    if (strlen(folder) > PATH_ROOM / 4) return usage_error("%s: %s", folder, strerror(ENAMETOOLONG));
    for (unsigned i = 0; i < sizeof acts / sizeof *acts; i++) {
        if (strcmp(acts[i].word, word) != 0) continue;
        if (more < acts[i].least || more > acts[i].most)
            return usage_error("league: `%s` does not go with %d words", word, more);
        return acts[i].change ? change(set, folder, acts[i].change, more, words + 2) : acts[i].act(set, folder);
    }
    return usage_error("league: `%s` is not one of run, status, report, add, remove, play, drop, pause and resume",
                       word);
}

static const Arg args[] = {
    ARG_THREADS(LeagueSettings),
    {.name = "blocks",
     .value = "N",
     .help = N_("stop after so many blocks (default: never)"),
     .kind = ARG_NUMBER,
     .offset = offsetof(LeagueSettings, blocks),
     .low = 1,
     .high = 1000000000},
    {.name = "seconds",
     .value = "T",
     .help = N_("stop after so many seconds (default: never)"),
     .kind = ARG_REAL,
     .offset = offsetof(LeagueSettings, seconds),
     .low = 0,
     .high = 100000000},
    {.name = "only",
     .value = "PLAY",
     .help = N_("with add: the bot plays only this, a game or GAME:SEATS; may be given several times"),
     .kind = ARG_LIST,
     .offset = offsetof(LeagueSettings, only)},
    {.name = "json", .help = N_("with status: as JSON"), .kind = ARG_FLAG, .offset = offsetof(LeagueSettings, json)},
    {.name = NULL},
};

const Command league_command = {
    .name = "league",
    .usage = "DIR [run|status|report|add|remove|play|drop|pause|resume] [WORD]... [OPTION]...",
    .summary = N_("let bots play each other for weeks, and rate them as they come and go"),
    .about =
        N_("A league is a folder. `play` says what is played (GAME:SEATS), `add` and `remove` who plays (a name, and a "
           "bot as `penna duel` takes it), at any time, also while it runs. `penna league DIR` plays until it is told "
           "to stop: always the bots whose next games take most from the errors of the ratings. Any number of runners, "
           "on machines that share the folder, may work on one league.\n"
           "\n"
           "Every block of games is a line in a log; a runner that is killed loses at most the block it was playing. "
           "Ratings by game and number of seats are in results.json, ratings.csv, tables.csv and index.html, written "
           "every half minute and by `report`; `status` prints them. docs/league.md explains everything."),
    .examples =
        "  penna league club play qwixx:2 qwinto:3\n"
        "  penna league club add expert\n"
        "  penna league club add ann \"exec:python3 examples/bot.py\" --only qwixx\n"
        "  penna league club\n"
        "  penna league club status\n"
        "  penna league club pause\n",
    .args = args,
    .settings = sizeof(LeagueSettings),
    .words_min = 1,
    .words_max = 66,
    .run = run,
};
