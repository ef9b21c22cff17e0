/* duel_file.c: see duel_file.h. */
#include "arena/duel_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/draft.h"

enum { LINE_MAX_BYTES = 4096 };

/* A line feed in a command would end the title too early. Threads are not in it: no result depends on them. */
void duel_file_title(const Lineup *lineup, Text *out) {
    const Arena *a = &lineup->arena;
    char numbers[160];
    text_str(out, a->game->name);
    for (int i = 0; i < a->seats; i++) {
        text_char(out, ' ');
        for (const char *c = lineup->name[i]; *c; c++) text_char(out, *c == '\n' ? ' ' : *c);
    }
    snprintf(numbers, sizeof numbers, " seed %llu playouts %u seconds %g%s options", (unsigned long long)a->seed,
             lineup->budget.playouts, lineup->budget.seconds, lineup->adjust ? " adjust" : "");
    text_str(out, numbers);
    for (int i = 0; lineup->each && i < a->seats; i++) {
        const Budget *b = &lineup->own[i];
        snprintf(numbers, sizeof numbers, " own %u %g %g", b->playouts, b->seconds, b->clock);
        text_str(out, numbers);
    }
    for (int i = 0; i < OPTIONS_MAX; i++) {
        text_char(out, ' ');
        text_int(out, a->option[i]);
    }
}

static const char *const heading = "penna duel 2";

/* Doubles in hexadecimal, which holds them exactly. */
static void put_bot(const DuelTally *t, int i, Text *out) {
    char line[400];
    snprintf(line, sizeof line, "%llu %llu %llu %llu %llu %lld %lld %a %lld %llu %lld %llu %a\n",
             (unsigned long long)t->bot[i].wins, (unsigned long long)t->bot[i].ties,
             (unsigned long long)t->bot[i].forfeits, (unsigned long long)t->bot[i].share,
             (unsigned long long)t->bot[i].share_squares, (long long)t->bot[i].luck, (long long)t->bot[i].adjusted,
             t->bot[i].adjusted_squares, (long long)t->bot[i].margin, (unsigned long long)t->bot[i].margin_squares,
             (long long)t->bot[i].points, (unsigned long long)t->bot[i].decisions, t->bot[i].seconds);
    text_str(out, line);
    text_str(out, t->bot[i].why);
    text_char(out, '\n');
}

/* `end` tells the reader that nothing is missing. */
bool duel_file_write(const char *path, const char *title, int bots, const DuelTally *t) {
    char room[2 * LINE_MAX_BYTES], line[160];
    Text out = text_in(room, sizeof room);
    snprintf(line, sizeof line, "\n%llu %llu %llu %llu %a %a\n", (unsigned long long)t->sets,
             (unsigned long long)t->games, (unsigned long long)t->ties, (unsigned long long)t->finished_sets,
             t->luck_squares, t->luck_share);
    text_str(&out, heading);
    text_char(&out, '\n');
    text_str(&out, title);
    text_str(&out, line);
    for (int i = 0; i < bots; i++) put_bot(t, i, &out);
    text_str(&out, "end\n");
    Draft draft;
    return draft_begin(&draft, path) && draft_add(&draft, room, strlen(room)) && draft_end(&draft, true);
}

/* The next line without its end; false: there is none, or it is too long. */
static bool next_line(FILE *f, char line[LINE_MAX_BYTES]) {
    if (!fgets(line, LINE_MAX_BYTES, f)) return false;
    size_t n = strlen(line);
    if (n == 0 || line[n - 1] != '\n') return false;
    line[n - 1] = '\0';
    return true;
}

/* In the order of put_bot(). The reason has a line of its own, which may be empty: it may hold any words. */
static bool get_bot(FILE *f, DuelTally *t, int i) {
    char line[LINE_MAX_BYTES];
    unsigned long long n[7];
    long long m[4];
    double squares, seconds;
    int end = -1;
    if (!next_line(f, line)) return false;
    sscanf(line, "%llu %llu %llu %llu %llu %lld %lld %la %lld %llu %lld %llu %la%n", &n[0], &n[1], &n[2], &n[3], &n[4],
           &m[3], &m[0], &squares, &m[1], &n[5], &m[2], &n[6], &seconds, &end);
    if (end < 0 || line[end]) return false;
    t->bot[i].wins = n[0], t->bot[i].ties = n[1], t->bot[i].forfeits = n[2];
    t->bot[i].share = n[3], t->bot[i].share_squares = n[4];
    t->bot[i].luck = m[3], t->bot[i].adjusted = m[0], t->bot[i].adjusted_squares = squares;
    t->bot[i].margin = m[1], t->bot[i].margin_squares = n[5];
    t->bot[i].points = m[2], t->bot[i].decisions = n[6], t->bot[i].seconds = seconds;
    if (!next_line(f, line) || strlen(line) >= REASON_MAX) return false;
    strcpy(t->bot[i].why, line);
    return true;
}

/* The counts after the title; false: the file is damaged. */
static bool get_counts(FILE *f, int bots, DuelTally *t) {
    char line[LINE_MAX_BYTES];
    unsigned long long n[4];
    int end = -1;
    if (!next_line(f, line)) return false;
    sscanf(line, "%llu %llu %llu %llu %la %la%n", &n[0], &n[1], &n[2], &n[3], &t->luck_squares, &t->luck_share, &end);
    if (end < 0 || line[end] || n[1] != n[0] * (unsigned)bots || n[2] > n[1] || n[3] > n[0]) return false;
    t->sets = n[0], t->games = n[1], t->ties = n[2], t->finished_sets = n[3];
    for (int i = 0; i < bots; i++)
        if (!get_bot(f, t, i)) return false;
    return next_line(f, line) && strcmp(line, "end") == 0;
}

static const char *read_open(FILE *f, const char *title, int bots, DuelTally *out) {
    char line[LINE_MAX_BYTES];
    if (!next_line(f, line) || strcmp(line, heading) != 0) return N_("it is no file of a duel");
    if (!next_line(f, line)) return N_("the file is damaged");
    if (strcmp(line, title) != 0) return N_("it belongs to another duel");
    return get_counts(f, bots, out) ? NULL : N_("the file is damaged");
}

const char *duel_file_read(const char *path, const char *title, int bots, DuelTally *out) {
    *out = (DuelTally){0};
    FILE *f = fopen(path, "r");
    if (!f) return errno == ENOENT ? NULL : strerror(errno);
    const char *why = read_open(f, title, bots, out);
    fclose(f);
    return why;
}
