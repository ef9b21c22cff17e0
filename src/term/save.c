/* save.c: see save.h. */
#include "term/save.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "term/common.h"

/* Of the comment that keeps the dice to come: "# seed 1234". */
static const char seed_word[] = "# seed ";

/* ---- Paths ------------------------------------------------------------------------------------------ */

__attribute__((format(printf, 1, 2))) static char *path_of(const char *format, ...) {
    char *path = NULL;
    va_list args;
    va_start(args, format);
    if (vasprintf(&path, format, args) < 0) path = NULL;
    va_end(args);
    return path;
}

/* Makes a folder and those it lies in; false: it cannot be. */
static bool make_folder(char *path) {
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0700);
        *slash = '/';
    }
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

/* The folder in which games are kept, malloc'd, or NULL. */
static char *folder(void) {
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    char *path = NULL;
    if (state && state[0] == '/')
        path = path_of("%s/penna", state);
    else if (home && home[0] == '/')
        path = path_of("%s/.local/state/penna", home);
    if (path && make_folder(path)) return path;
    free(path);
    return NULL;
}

/* One game of each kind is kept: a second one would have to be named. */
char *save_path(const Game *g) {
    char *in = folder();
    char *path = in ? path_of("%s/%s.penna", in, g->name) : NULL;
    free(in);
    return path;
}

/* By the time of the last write, which is that of the last move. */
char *save_latest(void) {
    char *latest = NULL;
    struct timespec when = {0};
    for (const Game *const *g = games; *g; g++) {
        char *path = save_path(*g);
        struct stat st;
        bool newer = path && stat(path, &st) == 0 &&
                     (st.st_mtim.tv_sec > when.tv_sec ||
                      (st.st_mtim.tv_sec == when.tv_sec && st.st_mtim.tv_nsec > when.tv_nsec));
        if (newer) {
            char *old = latest;
            latest = path;
            path = old;
            when = st.st_mtim;
        }
        free(path);
    }
    return latest;
}

/* ---- Looking at what is there ----------------------------------------------------------------------- */

/* The whole of a plain file, without a message if there is none. */
static bool read_quietly(const char *path, Buffer *out) {
    char room[4096];
    size_t n;
    FILE *in = fopen(path, "rbe");
    if (!in) return false;
    while ((n = fread(room, 1, sizeof room, in)) > 0) buffer_add(out, room, n);
    bool good = !ferror(in) && out->bytes && !out->failed;
    fclose(in);
    return good;
}

/* A game in which nothing has happened is not worth asking about; a file that is no record counts as none, and is not
 * touched. */
bool save_unfinished(const char *path, const Game **game) {
    Buffer bytes = {0};
    Match *m = NULL;
    Fault fault;
    bool open = false;
    if (read_quietly(path, &bytes)) {
        Records in = {.bytes = bytes.bytes, .length = bytes.length};
        if (record_read(&in, &m, NULL, &fault) == RECORD_OK) {
            open = match_state(m)->node != NODE_OVER && match_node(m) > 0;
            *game = match_game(m);
            match_free(m);
        }
    }
    buffer_free(&bytes);
    return open;
}

/* One old game is kept; one that was put aside before it is replaced. */
void save_put_aside(const char *path) {
    char *aside = path_of("%s.old", path);
    if (aside) rename(path, aside);
    free(aside);
}

/* True if the text begins as a record, after lines that are ignored. */
static bool begins_as_record(const char *text) {
    while (*text == '#' || *text == '\n') {
        const char *lf = strchr(text, '\n');
        if (!lf) return false;
        text = lf + 1;
    }
    return strncmp(text, "penna 1\n", 8) == 0;
}

/* A file that is no record is never written over, whatever was asked for: it may be the only copy
 * of something else. */
bool save_allowed(const char *path, bool *exists) {
    struct stat st;
    Buffer bytes = {0};
    *exists = false;
    if (stat(path, &st) != 0 || !S_ISREG(st.st_mode) || st.st_size == 0) return true;
    *exists = true;
    bool record = read_quietly(path, &bytes) && begins_as_record(bytes.bytes);
    buffer_free(&bytes);
    return record;
}

/* ---- Writing ---------------------------------------------------------------------------------------- */

/* The seed stands behind the record as a comment, so that a game taken up has the same dice to come, and every reader
 * of records can still read it. */
bool save_match(const Match *m, uint64_t seed, const char *path) {
    Buffer out = {0};
    char line[40];
    record_write(m, RECORD_FULL, true, &out);
    snprintf(line, sizeof line, "%s%" PRIu64 "\n", seed_word, seed);
    buffer_str(&out, line);
    bool good = !out.failed && file_write(path, out.bytes, out.length);
    if (out.failed) usage_error("%s: %s", path, tr(N_("out of memory")));
    buffer_free(&out);
    return good;
}

/* The first such line counts. A file of another making has none: then the game goes on with fresh dice. */
bool save_seed(const char *path, uint64_t *seed) {
    Buffer bytes = {0};
    bool found = false;
    if (read_quietly(path, &bytes))
        for (const char *at = bytes.bytes; at && !found; at = strchr(at, '\n')) {
            at += *at == '\n';
            if (strncmp(at, seed_word, strlen(seed_word)) != 0) continue;
            char *end;
            errno = 0;
            *seed = strtoull(at + strlen(seed_word), &end, 10);
            found = !errno && *end == '\n';
        }
    buffer_free(&bytes);
    return found;
}
