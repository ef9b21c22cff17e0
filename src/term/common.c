/* common.c: messages, language, colour, names of games, files. See common.h. */
#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "term/common.h"

#include "host/clock.h"
#include "host/json.h"
#include "term/canvas.h"

/* What the command line says about the whole run: the only state of the process that commands share. */
static struct {
    bool lang_given; /* by an option or found in the environment */
    Lang lang;
    int colour; /* 0 auto, 1 always, -1 never */
    bool quiet; /* no messages and no bar: another process says it */
} term;

/* ---- Messages --------------------------------------------------------------------------------------- */

/* For ranks other than the first, which says it for all. */
void term_be_quiet(void) { term.quiet = true; }

/* The format is the message id, so that every message can be translated without anything more than being written.
 * Ranks other than the first say nothing: the first says it for all. */
int usage_error(const char *format, ...) {
    va_list args;
    if (term.quiet) return EXIT_USAGE;
    va_start(args, format);
    fputs("penna: ", stderr);
    vfprintf(stderr, tr(format), args);
    fputc('\n', stderr);
    va_end(args);
    return EXIT_USAGE;
}

bool term_set_lang(const char *code) { return term.lang_given = lang_find(code, &term.lang); }

/* The first of these variables that is set decides, even if it names a language that there is not; --lang comes
 * before all. */
Lang term_lang(void) {
    static const char *const variables[] = {"LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"};
    for (int i = 0; i < 4 && !term.lang_given; i++) {
        const char *value = getenv(variables[i]);
        if (value && *value) {
            lang_find(value, &term.lang);
            break;
        }
    }
    term.lang_given = true;
    return term.lang;
}

const char *tr(const char *id) { return words(term_lang(), id); }

/* Four results are kept at a time: a sentence has that many at most. */
const char *tr_phrase(const Phrase *p) {
    static char room[4][256];
    static unsigned next;
    char *at = room[next++ % 4];
    Text text = text_in(at, sizeof room[0]);
    words_phrase(term_lang(), p, &text);
    return at;
}

/* By columns, not by bytes as printf() would. Eight results are kept at a time: enough for the headings of one table
 * in one call. */
const char *tr_pad(const char *id, int width) {
    static char room[8][128];
    static unsigned next;
    char *at = room[next++ % 8];
    const char *text = tr(id);
    int gap = abs(width) - canvas_width(text);
    if (gap < 0) gap = 0;
    snprintf(at, sizeof room[0], "%*s%s%*s", width > 0 ? gap : 0, "", text, width < 0 ? gap : 0, "");
    return at;
}

bool term_set_colour(const char *when) {
    static const char *const words_of[] = {"never", "auto", "always"};
    for (int i = 0; i < 3; i++)
        if (strcmp(words_of[i], when) == 0) {
            term.colour = i - 1;
            return true;
        }
    return false;
}

/* --color counts most, then NO_COLOR and a dumb terminal, then whether it is a terminal at all. */
bool term_colour(FILE *out) {
    const char *no = getenv("NO_COLOR"), *kind = getenv("TERM");
    if (term.colour) return term.colour > 0;
    if ((no && *no) || (kind && strcmp(kind, "dumb") == 0)) return false;
    return isatty(fileno(out));
}

/* As the locale says, since the terminal cannot be asked. */
bool term_utf8(void) { return strcmp(nl_langinfo(CODESET), "UTF-8") == 0; }

/* ---- Games by name ---------------------------------------------------------------------------------- */

/* With the list of games: who mistyped one sees what it should have been. */
const Game *term_game(const char *name) {
    const Game *g = game_find(name);
    if (g) return g;
    char list[200];
    Text text = text_in(list, sizeof list);
    for (const Game *const *each = games; *each; each++) {
        text_char(&text, ' ');
        text_str(&text, (*each)->name);
    }
    usage_error("there is no game `%s`; the games are%s", name, list);
    return NULL;
}

/* Refused before anything is made, with the numbers that would do. */
bool term_seats(const Game *g, long seats) {
    if (seats >= g->min_seats && seats <= g->max_seats) return true;
    usage_error("%s is played by %d to %d players, not %ld", g->name, g->min_seats, g->max_seats, seats);
    return false;
}

/* ---- Files ------------------------------------------------------------------------------------------ */

/* Always false, to be returned. */
static bool file_error(const char *path, const char *what) {
    usage_error("%s: %s: %s", path, tr(what), strerror(errno));
    return false;
}

/* Reads standard input and pipes too, whose length nobody knows beforehand. errno is kept past close(), which may
 * change it. */
bool file_read(const char *path, Buffer *out) {
    bool standard = strcmp(path, "-") == 0;
    int fd = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    char room[65536];
    ssize_t n;
    if (fd < 0) return file_error(path, N_("cannot open it"));
    while ((n = read(fd, room, sizeof room)) > 0 || (n < 0 && errno == EINTR))
        if (n > 0) buffer_add(out, room, (size_t)n);
    int error = errno;
    if (!standard) close(fd);
    errno = n < 0 ? error : ENOMEM;
    if (n < 0 || out->failed) return file_error(path, N_("cannot read it"));
    return true;
}

bool file_out_begin(Draft *d, const char *path) {
    return draft_begin(d, path) || file_error(path, N_("cannot write it"));
}

bool file_out_add(Draft *d, const char *bytes, size_t length) {
    return draft_add(d, bytes, length) || file_error(d->path, N_("cannot write it"));
}

/* Only now does the file take the place of an older one. */
bool file_out_end(Draft *d, bool keep) { return draft_end(d, keep) || file_error(d->path, N_("cannot write it")); }

/* The old file or the new one, never half of one (host/draft.h). */
bool file_write(const char *path, const char *bytes, size_t length) {
    Draft f;
    return file_out_begin(&f, path) && file_out_add(&f, bytes, length) && file_out_end(&f, true);
}

bool file_grow_begin(Scribe *s, const char *path) {
    return scribe_begin(s, path) || file_error(path, N_("cannot write it"));
}

bool file_grow_add(Scribe *s, const char *bytes, size_t length) {
    return scribe_add(s, bytes, length) || file_error(s->draft.path, N_("cannot write it"));
}

bool file_grow_end(Scribe *s, bool keep) {
    return scribe_end(s, keep) || file_error(s->draft.path, N_("cannot write it"));
}

enum { ONLY = -1 }; /* in place of a number of a record: the only one, and no other can be asked for */

/* Reads to the record of that number; 0 or ONLY: to the first, after which there must be none. One record and no
 * second: a command for one game that silently took the first of several would mislead. */
static RecordResult find_record(Records *in, long number, Match **match, bool *counted, Fault *fault) {
    for (long n = 1;; n++) {
        RecordResult result = record_read(in, match, counted, fault);
        if (result != RECORD_OK || n >= number) {
            if (result != RECORD_OK || number > 0 || !record_more(in, &fault->line)) return result;
            match_free(*match);
            *match = NULL;
            strcpy(fault->reason, number == ONLY ? "a second record: expected a file with one"
                                                 : "a second record: say by --record N which one is meant");
            return RECORD_BAD;
        }
        match_free(*match);
        *match = NULL;
    }
}

/* Why there is no match; returns the exit status. */
static int no_match(const char *path, long number, RecordResult result, const Fault *fault) {
    if (result == RECORD_MEMORY) return usage_error("%s: out of memory", path);
    if (result == RECORD_END) return usage_error("%s: there is no record %ld in it", path, number > 0 ? number : 1);
    fprintf(stderr, "%s:%ld: %s\n", path, fault->line, fault->reason);
    return EXIT_RECORD;
}

/* The match has what it needs of the file in itself, so the bytes go with the reading of them. */
static Match *read_match(const char *path, long number, bool hidden, bool *counted, int *status) {
    Buffer bytes = {0};
    Match *match = NULL;
    Fault fault;
    *status = EXIT_USAGE;
    if (file_read(path, &bytes)) {
        Records in = {.bytes = bytes.bytes, .length = bytes.length, .hidden = hidden};
        RecordResult result = find_record(&in, number, &match, counted, &fault);
        *status = result == RECORD_OK ? EXIT_GOOD : no_match(path, number, result, &fault);
    }
    buffer_free(&bytes);
    return match;
}

Match *file_match(const char *path, bool hidden, bool *counted, int *status) {
    return read_match(path, ONLY, hidden, counted, status);
}

Match *file_match_number(const char *path, long number, bool hidden, int *status) {
    return read_match(path, number, hidden, NULL, status);
}

/* Output that was lost is lost even if the command did everything right: a full disk must not look like success. */
int term_close(int status) {
    bool lost = fflush(stdout) != 0 || ferror(stdout);
    if (!lost) return status;
    usage_error("standard output: %s", errno ? strerror(errno) : tr(N_("could not be written")));
    return EXIT_USAGE;
}

/* ---- Long work -------------------------------------------------------------------------------------- */

/* Seconds between the lines in a file. */
static double progress_pause(void) {
    const char *wish = getenv("PENNA_PROGRESS");
    double seconds = wish ? strtod(wish, NULL) : 0;
    return seconds > 0 ? seconds : 60;
}

/* The first line comes after the first pause: what is done sooner says nothing. */
static void progress_line(const char *what, uint64_t done, uint64_t total) {
    static double last, pause;
    double now = clock_now();
    if (pause <= 0) pause = progress_pause(), last = now;
    if (now - last < pause || done >= total) return;
    last = now;
    fprintf(stderr, tr(N_("%s: %llu of %llu, %d %%\n")), what, (unsigned long long)done, (unsigned long long)total,
            (int)(100 * done / total));
}

/* Ten times a second at most, and only to a terminal: a file of messages should not hold the bar. At the end it wipes
 * itself out. */
void progress_show(const char *what, uint64_t done, uint64_t total) {
    enum { WIDTH = 40 };
    static double last;
    if (term.quiet || total == 0) return;
    if (!isatty(STDERR_FILENO)) {
        progress_line(what, done, total);
        return;
    }
    double now = clock_now();
    if (done < total && now - last < 0.1) return;
    last = now;
    int filled = (int)(WIDTH * done / total);
    fprintf(stderr, "\r%s [%.*s%*s] %3d%%", what, filled, "########################################", WIDTH - filled,
            "", (int)(100 * done / total));
    if (done == total) fprintf(stderr, "\r%*s\r", (int)strlen(what) + WIDTH + 10, "");
}

/* ---- JSON ------------------------------------------------------------------------------------------- */

/* By the one JSON writer, for commands that print as they go. */
void term_json(FILE *out, const char *s) {
    Buffer text = {0};
    json_text(&text, NULL, s);
    if (!text.failed) fwrite(text.bytes, 1, text.length, out);
    buffer_free(&text);
}
