/* puzzles.c: `penna puzzles`: positions in which one move is clearly the best, from games that bots play for it or from
 * records; and such a file looked at again. Games are shared between threads one by one and taken in order, so the file
 * is the same bytes on any number of threads; it grows by whole lines, and the same command goes on with it. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "advise/puzzle.h"
#include "arena/budget.h"
#include "arena/roster.h"
#include "base/hash.h"
#include "cli/series.h"
#include "host/json.h"
#include "host/pool.h"
#include "term/advice.h"

enum { PER_GAME_MAX = 8, CHECK_LEAST = 98 };

typedef struct PuzzlesSettings {
    Series series;          /* of it games, seed, threads, budget and options */
    long seats, most, each; /* most 0: no limit; each: of a game */
    long trials;            /* of a move in each part of a proof; 0: as the game suggests */
    double lead;            /* in per cent of the win */
    const char *bots, *out, *bot;
    long sample; /* so many of each file are looked at */
    bool force, check;
} PuzzlesSettings;

/* ---- Where games come from -------------------------------------------------------------------------- */

/* One record of the files. */
typedef struct RecordPlace {
    Records at;       /* before it */
    const char *file; /* its name, for the puzzle's source */
    int number;       /* in its file, from 1 */
} RecordPlace;

/* Games that are judged alike: one advisor serves them. */
typedef struct Kind {
    const Game *game;
    int seats, option[OPTIONS_MAX]; /* which make it another game to its judge */
    Advisor advisor;                /* the judge of such games */
} Kind;

typedef struct Making {
    const PuzzlesSettings *set;
    bool plays;         /* bots play; else records are read: */
    Lineup lineup;      /* who plays, if games are played */
    RecordPlace *place; /* of each record, if records are read */
    uint64_t games;     /* that there are, or are to be played */
    Kind *kind;         /* game, seats and options that occur: each has a judge */
    int kinds;          /* how many */
    Buffer head;        /* the file's first line: what the puzzles depend on */
    uint64_t from;      /* games before are done */
    PuzzleKey *key;     /* of the puzzles that are kept */
    long count;         /* of them */
    bool wrote;         /* false: that failed */
    Scribe file;        /* what is being written */
} Making;

static bool out_of_memory(void) {
    usage_error("out of memory");
    return false;
}

/* The kind of games that this match is one of, or -1. */
static int find_kind(const Making *w, const Match *m) {
    const Game *g = match_game(m);
    size_t size = sizeof(int) * (size_t)game_option_count(g);
    for (int i = 0; i < w->kinds; i++) {
        const Kind *k = &w->kind[i];
        if (k->game == g && k->seats == match_state(m)->seats && !memcmp(k->option, match_options(m), size)) return i;
    }
    return -1;
}

/* Makes an advisor for games like this match, if there is none yet; false after a message. */
static bool know_kind(Making *w, const Match *m) {
    const Game *g = match_game(m);
    int seats = match_state(m)->seats;
    if (find_kind(w, m) >= 0) return true;
    Kind *more = realloc(w->kind, sizeof *more * (size_t)(w->kinds + 1));
    if (!more) return out_of_memory();
    w->kind = more;
    Kind *k = &w->kind[w->kinds];
    *k = (Kind){.game = g, .seats = seats};
    memcpy(k->option, match_options(m), sizeof(int) * (size_t)game_option_count(g));
    AnyState start;
    AdvisorWishes wishes = {.level = LEVEL_NORMAL, .seed = (uint64_t)w->set->series.seed};
    memset(&start, 0, sizeof start);
    g->start(&start.head, seats, k->option);
    bool good = advice_open(&k->advisor, g, &start.head, &wishes);
    w->kinds += good;
    return good;
}

/* Reads a file through and notes where its records are; false after a message, *status being the exit status. */
static bool list_records(Making *w, const char *path, Buffer *bytes, uint64_t *hash, int *status) {
    Fault fault;
    Match *m;
    *status = EXIT_USAGE;
    if (!file_read(path, bytes)) return false;
    *hash = hash_add(*hash, bytes->bytes, bytes->length);
    Records in = {.bytes = bytes->bytes, .length = bytes->length};
    const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    for (int number = 1;; number++) {
        RecordPlace here = {.at = in, .file = name, .number = number};
        RecordResult result = record_read(&in, &m, NULL, &fault);
        if (result == RECORD_END) return true;
        if (result == RECORD_MEMORY) return out_of_memory();
        if (result == RECORD_BAD) {
            fprintf(stderr, "%s:%ld: %s\n", path, fault.line, fault.reason);
            *status = EXIT_RECORD;
            return false;
        }
        bool good = know_kind(w, m);
        match_free(m);
        if (!good) return false;
        RecordPlace *more = realloc(w->place, sizeof *more * (size_t)(w->games + 1));
        if (!more) return out_of_memory();
        w->place = more;
        w->place[w->games++] = here;
    }
}

/* ---- Making ----------------------------------------------------------------------------------------- */

/* What one thread works with. */
typedef struct Maker {
    Making *work;
    Crew *crew;         /* NULL: records are read */
    PuzzleMaker *maker; /* one for each kind; made when it is first wanted */
    Puzzle found[PER_GAME_MAX];
} Maker;

/* What a game gave: the lines are in the chunk's text. */
typedef struct GamePuzzles {
    int count;
    size_t end[PER_GAME_MAX];    /* where each line ends */
    PuzzleKey key[PER_GAME_MAX]; /* by which those that are alike are found */
} GamePuzzles;

static void end_thread(void *argument) {
    Maker *own = argument;
    if (!own) return;
    for (int i = 0; own->maker && i < own->work->kinds; i++) puzzle_maker_free(&own->maker[i]);
    free(own->maker);
    crew_free(own->crew);
    free(own);
}

/* Made once a thread and not once a game: bots bring weights and tables with them. Records need no crew, for they are
 * played. */
static void *begin_thread(void *context, const char **error) {
    Making *w = context;
    const char *why = N_("out of memory");
    Maker *own = calloc(1, sizeof *own);
    if (own) own->work = w, own->maker = calloc((size_t)w->kinds, sizeof *own->maker);
    bool good = own && own->maker;
    if (good && w->plays) good = (own->crew = crew_new(&w->lineup, &why)) != NULL;
    if (good) return own;
    end_thread(own);
    *error = why;
    return NULL;
}

/* Game number n as a match; NULL: *why says why not. A bot that gave no legal move has ended its game early: what was
 * played until then counts. */
static Match *game_of(Maker *own, uint64_t n, const char **why) {
    const Making *w = own->work;
    Buffer text = {0};
    Result result;
    Fault fault;
    Match *m = NULL;
    Records in;
    bool good = true;
    if (w->plays) {
        good = crew_play(own->crew, (int)(n % (uint64_t)w->lineup.arena.seats), n, n, &text, &result) && !text.failed;
        in = (Records){.bytes = text.bytes, .length = text.length};
    } else {
        in = w->place[n].at;
    }
    if (!good || record_read(&in, &m, NULL, &fault) != RECORD_OK) *why = N_("out of memory");
    buffer_free(&text);
    return m;
}

/* Where a puzzle is from, as JSON. */
static void put_source(const Making *w, uint64_t n, int node, Buffer *out) {
    json_open(out, NULL, '{');
    json_int(out, "game", (int64_t)n);
    if (!w->plays) {
        json_text(out, "file", w->place[n].file);
        json_int(out, "record", w->place[n].number);
    }
    json_int(out, "node", node);
    json_close(out, '}');
}

/* Only the end of each line is noted beside its key: which of them are new is decided when chunks come in order, so
 * that the file is the same on any number of threads. */
static void look_through(Maker *own, uint64_t n, const Match *m, Chunk *chunk) {
    Making *w = own->work;
    GamePuzzles *found = chunk->tally;
    int kind = find_kind(w, m);
    PuzzleMaker *maker = &own->maker[kind];
    if (!maker->advisor &&
        !puzzle_maker_new(maker, &w->kind[kind].advisor, w->set->lead / 100, (uint32_t)w->set->trials, &chunk->error))
        return;
    found->count = puzzle_find(maker, m, own->found, (int)w->set->each);
    for (int i = 0; i < found->count; i++) {
        const Puzzle *p = &own->found[i];
        Buffer source = {0}, line = {0};
        put_source(w, n, p->node, &source);
        puzzle_write(p, source.bytes, &line);
        buffer_put(&chunk->text, "%s\n", line.bytes);
        chunk->text.failed |= source.failed || line.failed;
        buffer_free(&source);
        buffer_free(&line);
        puzzle_key(p->game, &p->view.head, p->seat, &found->key[i]);
        found->end[i] = chunk->text.length;
    }
    if (chunk->text.failed) chunk->error = N_("out of memory");
}

static void work(void *context, void *argument, Chunk *chunk) {
    Maker *own = argument;
    uint64_t n = own->work->from + chunk->from;
    (void)context;
    Match *m = game_of(own, n, &chunk->error);
    if (m) look_through(own, n, m, chunk);
    match_free(m);
}

/* True if it is not like one that is kept; it is kept then. */
static bool is_new(Making *w, const PuzzleKey *key) {
    for (long i = 0; i < w->count; i++)
        if (puzzle_alike(&w->key[i], key)) return false;
    PuzzleKey *more = realloc(w->key, sizeof *more * (size_t)(w->count + 1));
    if (!more) return false;
    w->key = more;
    w->key[w->count++] = *key;
    return true;
}

static bool enough(const Making *w) { return w->set->most && w->count >= w->set->most; }

/* Games come in their order, so which of two that are alike is kept does not depend on who was faster. */
static bool take(void *context, Chunk *chunk) {
    Making *w = context;
    const GamePuzzles *found = chunk->tally;
    size_t from = 0;
    for (int i = 0; i < found->count && !enough(w); from = found->end[i++]) {
        if (!is_new(w, &found->key[i])) continue;
        w->wrote = file_grow_add(&w->file, chunk->text.bytes + from, found->end[i] - from);
        if (!w->wrote) return false;
    }
    if (w->set->most)
        progress_show("puzzles", (uint64_t)w->count, (uint64_t)w->set->most);
    else
        progress_show("puzzles", w->from + chunk->to, w->games);
    return !enough(w) && !series_interrupted();
}

/* ---- The file --------------------------------------------------------------------------------------- */

/* The first line names all that the lines after it depend on, but for how many there are to be: so a file can be made
 * longer. */
static void put_head(Making *w, uint64_t hash) {
    const PuzzlesSettings *set = w->set;
    char number[40];
    Buffer *out = &w->head;
    json_open(out, NULL, '{');
    json_text(out, "format", "penna puzzles 1");
    json_text(out, "program", "penna " PENNA_VERSION);
    json_int(out, "seed", set->series.seed);
    snprintf(number, sizeof number, "%.2f", set->lead);
    json_raw(out, "lead", number, strlen(number));
    json_int(out, "each", set->each);
    if (set->trials) json_int(out, "trials", set->trials);
    if (w->plays) {
        json_text(out, "game", w->lineup.arena.game->name);
        json_int(out, "seats", w->lineup.arena.seats);
        json_text(out, "bots", set->bots);
        json_text(out, "budget", set->series.budget);
        json_open(out, "options", '[');
        for (int i = 0; i < set->series.option.count; i++) json_text(out, NULL, set->series.option.item[i]);
        json_close(out, ']');
    } else {
        snprintf(number, sizeof number, "%016llx", (unsigned long long)hash);
        json_text(out, "records", number);
    }
    json_close(out, '}');
    buffer_str(out, "\n");
}

/* Takes in a line of an earlier run; NULL, or what is wrong with it. */
static const char *take_line(Making *w, const char *line) {
    PuzzleAsked asked;
    PuzzleKey key;
    const char *why = puzzle_read(line, &asked), *source = strstr(line, "\"source\":{\"game\":");
    if (why) return why;
    if (!source) return N_("this is no puzzle: it does not say where it is from");
    w->from = strtoull(source + strlen("\"source\":{\"game\":"), NULL, 10) + 1;
    puzzle_key(asked.game, &asked.view.head, asked.seat, &key);
    is_new(w, &key);
    return NULL;
}

/* Takes up what an earlier run has left; false after a message. */
static bool take_up(Making *w, Buffer *old) {
    const char *path = w->set->out, *why = NULL;
    if (strcmp(path, "-") == 0 || access(path, F_OK) != 0 || w->set->force) return true;
    if (!file_read(path, old)) return false;
    if (old->length == 0) return true;
    long line = 1;
    if (strncmp(old->bytes, w->head.bytes, w->head.length) != 0)
        why = N_("it was made with other settings, or is no file of puzzles");
    for (const char *at = old->bytes + w->head.length; !why && *at; at = strchr(at, '\n') + 1) {
        line++;
        why = strchr(at, '\n') ? take_line(w, at) : N_("the line has no end");
        if (why) break;
    }
    if (!why) return true;
    usage_error("%s:%ld: %s; --force writes over it", path, line, tr(why));
    return false;
}

/* ---- The command ------------------------------------------------------------------------------------ */

/* One game a chunk: one that is full of close decisions takes a minute, and must not hold up others behind it. What an
 * earlier run has left counts, so there may be nothing to do. */
static int run_games(Making *w) {
    Job job = {.count = w->from < w->games && !enough(w) ? w->games - w->from : 0,
               .chunk = 1,
               .threads = (int)w->set->series.threads,
               .tally = sizeof(GamePuzzles),
               .context = w,
               .begin = begin_thread,
               .work = work,
               .end = end_thread,
               .take = take};
    RecordFile none;
    if (!series_begin(&w->set->series, &none)) return EXIT_USAGE;
    const char *error = job.count ? pool_run(&job) : NULL;
    if (error) usage_error("%s", tr(error));
    if (!w->wrote || !file_grow_end(&w->file, true) || error) return EXIT_USAGE;
    fprintf(stderr, tr(N_("%ld puzzles\n")), w->count);
    return series_interrupted() ? EXIT_INTERRUPTED : EXIT_GOOD;
}

/* What an earlier run has left goes back in first, as one piece: the old file is there until that piece is
 * (host/scribe.h), so nothing of it can be lost. */
static int make(Making *w, uint64_t hash) {
    Buffer old = {0};
    int status = EXIT_USAGE;
    put_head(w, hash);
    if (!w->head.failed && take_up(w, &old) && file_grow_begin(&w->file, w->set->out)) {
        const Buffer *first = old.length ? &old : &w->head;
        w->wrote = file_grow_add(&w->file, first->bytes, first->length);
        if (w->wrote) status = run_games(w);
    }
    buffer_free(&old);
    return status;
}

static void forget(Making *w) {
    for (int i = 0; i < w->kinds; i++) advisor_close(&w->kind[i].advisor);
    free(w->kind);
    free(w->place);
    free(w->key);
    buffer_free(&w->head);
}

/* Games that bots play. The judge of such games is made from an empty match, as it is for records. */
static int from_bots(const PuzzlesSettings *set, const char *game) {
    Making w = {.set = set, .plays = true, .games = (uint64_t)set->series.games};
    int status = EXIT_USAGE;
    char *bots = strdup(set->bots);
    if (!bots) return usage_error("out of memory");
    if (series_seats(&set->series, game, bots, set->seats, &w.lineup)) {
        const Arena *a = &w.lineup.arena;
        w.lineup.record = true;
        Match *m = match_new(a->game, a->seats, a->option);
        if (!m) usage_error("out of memory");
        if (m && know_kind(&w, m)) status = make(&w, 0);
        match_free(m);
    }
    forget(&w);
    free(bots);
    return status;
}

/* The bytes stay until all is done, since places in them are what threads read from; their hash goes into the head, so
 * that a file is taken up with the same records only. */
static int from_files(const PuzzlesSettings *set, int count, char **paths) {
    Making w = {.set = set};
    uint64_t hash = hash_none;
    int status = EXIT_USAGE;
    Buffer *bytes = calloc((size_t)count, sizeof *bytes);
    bool good = bytes != NULL;
    if (!good) usage_error("out of memory");
    for (int i = 0; good && i < count; i++) good = list_records(&w, paths[i], &bytes[i], &hash, &status);
    if (good) status = make(&w, hash);
    for (int i = 0; bytes && i < count; i++) buffer_free(&bytes[i]);
    free(bytes);
    forget(&w);
    return status;
}

/* ---- Looking at a file again ------------------------------------------------------------------------ */

typedef struct Checking {
    const PuzzlesSettings *set;
    Budget budget;
    const char **line;    /* of the puzzles that are looked at */
    uint64_t total, kept; /* puzzles looked at, and those that were answered rightly */
} Checking;

/* What one thread looks with: the bot for the game of the last puzzle. */
typedef struct PuzzleChecker {
    Bot *bot; /* NULL: none yet */
} PuzzleChecker;

static void end_checker(void *own) {
    roster_free(((PuzzleChecker *)own)->bot);
    free(own);
}

static void *begin_checker(void *context, const char **error) {
    PuzzleChecker *own = calloc(1, sizeof *own);
    (void)context;
    if (!own) *error = N_("out of memory");
    return own;
}

/* Puzzles of one game mostly follow each other, so the bot is kept until another game comes. */
static void look_again(void *context, void *argument, Chunk *chunk) {
    const Checking *w = context;
    PuzzleChecker *own = argument;
    PuzzleAsked asked;
    const char *why = puzzle_read(w->line[chunk->from], &asked);
    if (!why && (!own->bot || own->bot->game != asked.game)) {
        roster_free(own->bot);
        own->bot = roster_bot_or_file(w->set->bot, asked.game, w->budget, &why);
        if (own->bot) why = NULL;
    }
    chunk->error = why;
    if (why) return;
    Rng rng = rng_stream((uint64_t)w->set->series.seed, chunk->from);
    Move m = own->bot->kind->choose(own->bot, &asked.view.head, asked.seat, &rng);
    *(bool *)chunk->tally = m == asked.best;
    if (m != asked.best) buffer_put(&chunk->text, "%.24s\n", w->line[chunk->from]);
}

static bool count_kept(void *context, Chunk *chunk) {
    Checking *w = context;
    w->kept += *(bool *)chunk->tally;
    progress_show("puzzles", chunk->to, w->total);
    if (chunk->text.length) fwrite(chunk->text.bytes, 1, chunk->text.length, stdout);
    return !series_interrupted();
}

/* Finds the puzzles of a file, all of which must be good, and keeps so many of them, evenly spread. False after a
 * message. */
static bool spread_sample(Checking *w, const char *path, Buffer *bytes) {
    long number = 1, all = 0;
    for (const char *c = bytes->bytes; c && (c = strchr(c, '\n')); c++) all++;
    w->line = calloc((size_t)all + 1, sizeof *w->line);
    if (!w->line) return out_of_memory();
    for (const char *at = bytes->bytes ? strchr(bytes->bytes, '\n') : NULL; at && at[1]; at = strchr(at + 1, '\n')) {
        PuzzleAsked asked;
        const char *why = puzzle_read(at + 1, &asked);
        number++;
        if (why) {
            fprintf(stderr, "%s:%ld: %s\n", path, number, tr(why));
            return false;
        }
        w->line[w->total++] = at + 1;
    }
    uint64_t wanted = w->set->sample ? (uint64_t)w->set->sample : w->total;
    if (wanted > w->total) wanted = w->total;
    for (uint64_t i = 0; i < wanted; i++) w->line[i] = w->line[i * w->total / wanted];
    w->total = wanted;
    return true;
}

/* A file is good if nearly all of its puzzles keep their answer. */
static int check_file(const PuzzlesSettings *set, const char *path) {
    Checking w = {.set = set};
    Buffer bytes = {0};
    int status = EXIT_USAGE;
    if (!budget_read(set->series.budget, &w.budget))
        return usage_error("--budget %s: expected playouts (500) or a time (200ms, 1.5s)", set->series.budget);
    if (file_read(path, &bytes)) {
        status = EXIT_RECORD;
        if (spread_sample(&w, path, &bytes)) {
            Job job = {.count = w.total,
                       .chunk = 1,
                       .threads = (int)set->series.threads,
                       .tally = sizeof(bool),
                       .context = &w,
                       .begin = begin_checker,
                       .work = look_again,
                       .end = end_checker,
                       .take = count_kept};
            const char *error = w.total ? pool_run(&job) : N_("there is no puzzle in it");
            if (error)
                usage_error("%s: %s", path, tr(error));
            else {
                double part = 100 * (double)w.kept / (double)w.total;
                printf(tr(N_("%s: %llu of %llu puzzles keep their answer (%.1f%%)\n")), path,
                       (unsigned long long)w.kept, (unsigned long long)w.total, part);
                status = part >= CHECK_LEAST ? EXIT_GOOD : EXIT_RECORD;
            }
        }
    }
    free(w.line);
    buffer_free(&bytes);
    return status;
}

/* ---- The command ------------------------------------------------------------------------------------ */

/* Several files are looked at to the end, and the worst of them decides: a check that stopped at the first would hide
 * the others. */
static int run(const void *settings, int count, char **words) {
    const PuzzlesSettings *set = settings;
    int worst = EXIT_GOOD;
    if (!set->check) {
        if (count == 1 && game_find(words[0])) return from_bots(set, words[0]);
        return from_files(set, count, words);
    }
    for (int i = 0; i < count && !series_interrupted(); i++) {
        int status = check_file(set, words[i]);
        if (status > worst) worst = status;
    }
    return worst;
}

static const PuzzlesSettings defaults = {.series = {.games = 1000, .seed = 1, .budget = "200"},
                                         .each = 1,
                                         .lead = 4,
                                         .bots = "easy,normal",
                                         .out = "-",
                                         .bot = "master"};

static const Arg args[] = {
    {.name = "out",
     .value = "FILE",
     .help = N_("write the puzzles there (default: standard output); the same command goes on with it"),
     .kind = ARG_TEXT,
     .offset = offsetof(PuzzlesSettings, out)},
    {.name = "most",
     .value = "N",
     .help = N_("end when there are so many"),
     .kind = ARG_NUMBER,
     .offset = offsetof(PuzzlesSettings, most),
     .low = 1,
     .high = 1000000},
    {.name = "each",
     .value = "N",
     .help = N_("at most so many from one game (default: 1)"),
     .kind = ARG_NUMBER,
     .offset = offsetof(PuzzlesSettings, each),
     .low = 1,
     .high = PER_GAME_MAX},
    {.name = "lead",
     .value = "P",
     .help = N_("the best move is ahead by so many per cent of the win at least (default: 4)"),
     .kind = ARG_REAL,
     .offset = offsetof(PuzzlesSettings, lead),
     .low = 0,
     .high = 100},
    {.name = "trials",
     .value = "N",
     .help = N_("at most so many trials of a move in each part of the proof (default: by the game)"),
     .kind = ARG_NUMBER,
     .offset = offsetof(PuzzlesSettings, trials),
     .low = 64,
     .high = EFFORT_MOST},
    {.name = "games",
     .value = "M",
     .help = N_("how many games the bots play at most (default: 1000)"),
     .kind = ARG_NUMBER,
     .offset = offsetof(Series, games),
     .low = 1,
     .high = 1000000000},
    {.name = "seats",
     .value = "N",
     .help = N_("how many seats (default: one per bot named, else 2)"),
     .kind = ARG_NUMBER,
     .offset = offsetof(PuzzlesSettings, seats),
     .low = 1,
     .high = SEATS_MAX},
    {.name = "bots",
     .value = "A,B",
     .help = N_("one bot per seat, or one for all (default: easy,normal)"),
     .kind = ARG_TEXT,
     .offset = offsetof(PuzzlesSettings, bots)},
    {.name = "option",
     .value = "K=V",
     .help = N_("an option of the game; may be given several times"),
     .kind = ARG_LIST,
     .offset = offsetof(Series, option)},
    {.name = "seed",
     .value = "S",
     .help = N_("another seed gives other games and other trials (default: 1)"),
     .kind = ARG_NUMBER,
     .offset = offsetof(Series, seed),
     .low = 0,
     .high = INT64_MAX},
    {.name = "force",
     .help = N_("write over a file that was made with other settings"),
     .kind = ARG_FLAG,
     .offset = offsetof(PuzzlesSettings, force)},
    {.name = "check",
     .help = N_("look at the puzzles of files again: who keeps the answers?"),
     .kind = ARG_FLAG,
     .offset = offsetof(PuzzlesSettings, check)},
    {.name = "sample",
     .value = "N",
     .help = N_("only at so many of each file, evenly spread"),
     .kind = ARG_NUMBER,
     .offset = offsetof(PuzzlesSettings, sample),
     .low = 1,
     .high = 1000000},
    {.name = "bot",
     .value = "NAME",
     .help = N_("who looks again (default: master)"),
     .kind = ARG_TEXT,
     .offset = offsetof(PuzzlesSettings, bot)},
    {.name = "budget",
     .value = "B",
     .help = N_("what a bot may think about one decision: playouts (500) or time (200ms, 1.5s) (default: 200)"),
     .kind = ARG_TEXT,
     .offset = offsetof(Series, budget)},
    ARG_THREADS(Series),
    {.name = NULL},
};

const Command puzzles_command = {
    .name = "puzzles",
    .usage = "GAME|FILE... [OPTION]...",
    .summary = N_("make puzzles from games: positions with one clearly best move"),
    .about =
        N_("Bots play GAME, or the records of the files are gone through. A decision becomes a puzzle if one move is\n"
           "clearly the best and somebody missed it; several judges have to agree. The file has one puzzle in a\n"
           "line, as JSON, with the proof (docs/puzzles.md). It is the same bytes on any number of threads, and\n"
           "the same command goes on with a file that was broken off. --check lets a bot look at the puzzles of\n"
           "files again; the exit status is 1 if fewer than 98 in 100 keep their answer."),
    .examples =
        "  penna puzzles qwixx --most 200 --out qwixx.puzzles\n"
        "  penna puzzles games.penna --each 3 --out mine.puzzles\n"
        "  penna puzzles --check qwixx.puzzles --sample 100 --budget 4000\n",
    .args = args,
    .settings = sizeof(PuzzlesSettings),
    .defaults = &defaults,
    .words_min = 1,
    .words_max = -1,
    .run = run,
};
