/* analyse.c: `penna analyse`: goes through a finished record. What is judged is shared between threads item by
 * item; an item's trials come from the seed and its place alone, so the result is the same bytes on any number of
 * threads, and a run that was interrupted goes on where it was. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/trying.h"
#include "host/clock.h"
#include "host/pool.h"
#include "report/report.h"
#include "term/advice.h"

typedef struct AnalyseSettings {
    Trying trying;          /* what the judge does; first, for options are found by their place */
    const char *out, *html; /* files for the result and for the page; NULL: none, "-": standard output */
    bool json;              /* the result on standard output, in place of the text */
    bool all;               /* the text lists every decision, not only those that lost something */
    bool force;             /* what is in `out` is not taken up but written over */
} AnalyseSettings;

/* One run of the command. */
typedef struct Analysis {
    const AnalyseSettings *set;
    Review review;
    int from;     /* items that were there already */
    double saved; /* when the file was last written */
    bool wrote;   /* false: that failed */
} Analysis;

/* Set by a signal: keep what is done and go. */
static volatile sig_atomic_t caught;

static void catch (int number) { caught = number; }

/* ---- Judging ---------------------------------------------------------------------------------------- */

/* What one thread works with. */
typedef struct Reviewer {
    Judge judge;
    void *memory; /* of a race (analyse.h) */
} Reviewer;

static void end_thread(void *argument) {
    Reviewer *own = argument;
    advisor_judge_free(&own->judge);
    free(own->memory);
    free(own);
}

/* Each thread has a judge and the memory of its races: nothing is shared while it works, so nothing needs a lock. */
static void *begin_thread(void *context, const char **error) {
    const Advisor *a = ((Analysis *)context)->review.advisor;
    Reviewer *own = calloc(1, sizeof *own);
    *error = "out of memory";
    if (!own) return NULL;
    own->memory = malloc(race_memory(&a->effort, MOVES_MAX));
    if (own->memory && advisor_judge(a, &own->judge, error)) {
        *error = NULL;
        return own;
    }
    free(own->memory);
    free(own);
    return NULL;
}

/* A chunk is one item: judging one takes so long that handing it out costs nothing beside it. */
static void work(void *context, void *argument, Chunk *chunk) {
    const Analysis *w = context;
    const Reviewer *own = argument;
    review_judge(&w->review, &own->judge, own->memory, w->from + (int)chunk->from, chunk->tally);
}

/* Keeps what is done; false after a message. */
static bool keep(Analysis *w) {
    Buffer text = {0};
    if (!w->set->out) return true;
    review_write(&w->review, &text);
    w->wrote = !text.failed && file_write(w->set->out, text.bytes, text.length);
    buffer_free(&text);
    w->saved = clock_now();
    return w->wrote;
}

/* Items come in their order, so what is kept is always a beginning of the whole, which the next run can go on from.
 * Once a second is often enough: more would cost time, less would lose work. */
static bool take(void *context, Chunk *chunk) {
    Analysis *w = context;
    Review *r = &w->review;
    r->item[r->done++] = *(const Item *)chunk->tally;
    progress_show(match_game(r->match)->name, (uint64_t)r->done, (uint64_t)r->count);
    if (w->set->out && clock_now() - w->saved > 1 && !keep(w)) return false;
    return !caught;
}

/* Judges what is not judged yet; false after a message. */
static bool judge_all(Analysis *w) {
    Job job = {.count = (uint64_t)(w->review.count - w->review.done),
               .chunk = 1,
               .threads = w->review.advisor->threads,
               .tally = sizeof(Item),
               .context = w,
               .begin = begin_thread,
               .work = work,
               .end = end_thread,
               .take = take};
    w->from = w->review.done;
    w->saved = clock_now();
    w->wrote = true;
    const char *error = job.count ? pool_run(&job) : NULL;
    if (error) usage_error("%s", tr(error));
    review_sum(&w->review);
    return !error && w->wrote && keep(w);
}

/* ---- The file with the result ----------------------------------------------------------------------- */

/* Takes in what an earlier run has left; false after a message. */
static bool take_up(Analysis *w) {
    const char *path = w->set->out;
    Buffer bytes = {0};
    if (!path || strcmp(path, "-") == 0 || access(path, F_OK) != 0 || w->set->force) return true;
    if (!file_read(path, &bytes)) {
        buffer_free(&bytes);
        return false;
    }
    const char *why = bytes.length ? review_read(&w->review, bytes.bytes) : NULL;
    buffer_free(&bytes);
    if (why) usage_error("%s: %s; --force writes over it", path, tr(why));
    return !why;
}

/* ---- Telling ---------------------------------------------------------------------------------------- */

/* The page is made whole before the file is touched, so that a failure leaves the old file as it was. */
static bool write_html(const Analysis *w) {
    Buffer page = {0};
    report_html(&w->review, &page);
    bool good = !page.failed && file_write(w->set->html, page.bytes, page.length);
    buffer_free(&page);
    return good;
}

/* Whatever was asked to go to standard output has it for itself: text and JSON step back for a page or a file called
 * `-`. */
static bool tell(const Analysis *w) {
    const AnalyseSettings *set = w->set;
    if (set->html && !write_html(w)) return false;
    bool page_out = set->html && strcmp(set->html, "-") == 0, file_out = set->out && strcmp(set->out, "-") == 0;
    if (page_out || file_out) return true;
    if (!set->json) {
        report_text(&w->review, set->all, stdout);
        return true;
    }
    Buffer text = {0};
    review_write(&w->review, &text);
    fwrite(text.bytes, 1, text.length, stdout);
    buffer_free(&text);
    return true;
}

/* An interrupted run without --out has nothing to go on from, and says nothing of it. */
static int stopped(const Analysis *w) {
    if (w->set->out) {
        fprintf(stderr, "\n%s: ", w->set->out);
        fprintf(stderr, tr(N_("%d of %d are done and kept; the same command goes on")), w->review.done,
                w->review.count);
        fputc('\n', stderr);
    }
    return 128 + caught;
}

/* ---- The command ------------------------------------------------------------------------------------ */

/* The signals are caught only once there is something to keep; the run then ends between two items. */
static int analyse(const AnalyseSettings *set, const Match *m, const Advisor *a) {
    Analysis w = {.set = set};
    int status = EXIT_USAGE;
    struct sigaction action = {.sa_handler = catch, .sa_flags = (int)SA_RESETHAND}; /* a second one ends it at once */
    if (!review_open(&w.review, m, a)) return usage_error("out of memory");
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    if (take_up(&w) && judge_all(&w)) {
        if (caught && w.review.done < w.review.count)
            status = stopped(&w);
        else
            status = tell(&w) ? EXIT_GOOD : EXIT_USAGE;
    }
    review_free(&w.review);
    return status;
}

/* A game in progress is refused: it has no result to take the luck from, and `penna hint` answers what one wants to
 * know then. */
static int run(const void *settings, int count, char **words) {
    const AnalyseSettings *set = settings;
    Advisor advisor;
    int status;
    (void)count;
    Match *m = trying_match(&set->trying, words[0], false, &status);
    if (!m) return status;
    if (match_state(m)->node != NODE_OVER) {
        fprintf(stderr, "%s: %s\n", words[0],
                tr(N_("the game is not over; `penna hint` helps with a game in progress")));
        match_free(m);
        return EXIT_RECORD;
    }
    status = EXIT_USAGE;
    if (trying_advisor(&set->trying, m, &advisor)) {
        status = analyse(set, m, &advisor);
        advisor_close(&advisor);
    }
    match_free(m);
    return status;
}

static const AnalyseSettings defaults = {.trying = TRYING_DEFAULTS};

static const Arg args[] = {
    {.name = "quick", .help = N_("a second or two"), .kind = ARG_FLAG, .offset = offsetof(Trying, quick)},
    {.name = "deep",
     .help = N_("minutes: more trials, all played to the end"),
     .kind = ARG_FLAG,
     .offset = offsetof(Trying, deep)},
    {.name = "out",
     .value = "FILE",
     .help = N_("keep the result in FILE as it comes (JSON); the same command goes on with it"),
     .kind = ARG_TEXT,
     .offset = offsetof(AnalyseSettings, out)},
    {.name = "force",
     .help = N_("write over a result of another record or with other settings"),
     .kind = ARG_FLAG,
     .offset = offsetof(AnalyseSettings, force)},
    {.name = "html",
     .value = "FILE",
     .help = N_("write one page to look at: the curve, the sheets, the mistakes to click through"),
     .kind = ARG_TEXT,
     .offset = offsetof(AnalyseSettings, html)},
    {.name = "json", .help = N_("the result as JSON"), .kind = ARG_FLAG, .offset = offsetof(AnalyseSettings, json)},
    {.name = "all",
     .help = N_("list every decision, not only the mistakes"),
     .kind = ARG_FLAG,
     .offset = offsetof(AnalyseSettings, all)},
    {.name = NULL},
};

const Command analyse_command = {
    .name = "analyse",
    .usage = "FILE [OPTION]...",
    .summary = N_("go through a finished game: mistakes, luck, accuracy"),
    .about =
        N_("FILE holds one finished record (`-`: standard input). For every decision the best move and what the move\n"
           "played lost against it; for every roll its luck; for each seat an accuracy and the result less the\n"
           "luck. Alone at the table there is no chance to win: losses are points. docs/analysis.md explains how."),
    .examples =
        "  penna analyse game.penna --quick\n"
        "  penna analyse game.penna --out game.json --html game.html\n"
        "  penna analyse games.penna --record 3 --quick\n"
        "  penna analyse game.penna --deep --out deep.json\n",
    .args = args,
    .shared = trying_args,
    .settings = sizeof(AnalyseSettings),
    .defaults = &defaults,
    .words_min = 1,
    .words_max = 1,
    .run = run,
};
