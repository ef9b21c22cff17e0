/* rules.c: runs the rule tests, tests/rules/NAME.t (their form: tests/rules/README.md). Arguments: the files. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/game.h"

enum { WORDS_MAX = 160 };

typedef struct Run {
    const char *path;
    int line;
    char title[200];
    bool placed;  /* the case has its `at` line */
    bool broken;  /* the case has failed already */
    bool checked; /* the case has expected something */
    const Game *g;
    AnyState s;
    int passed, failed;
} Run;

__attribute__((format(printf, 2, 3))) static void complain(Run *r, const char *format, ...) {
    va_list args;
    va_start(args, format);
    fprintf(stderr, "%s:%d: %s: ", r->path, r->line, r->title);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    r->broken = true;
}

static void end_case(Run *r) {
    if (!r->title[0]) return;
    if (!r->placed) complain(r, "the case does not say where its rule comes from (at ...)");
    if (!r->checked) complain(r, "the case expects nothing");
    *(r->broken ? &r->failed : &r->passed) += 1;
}

static void begin_case(Run *r, const char *title) {
    end_case(r);
    snprintf(r->title, sizeof r->title, "%s", title);
    r->placed = r->broken = r->checked = false;
    r->g = NULL;
}

/* ---- Doing ------------------------------------------------------------------------------------------ */

static void start_game(Run *r, int n, char **word) {
    int option[OPTIONS_MAX] = {0}, index, seats = n > 2 ? atoi(word[2]) : 0;
    const char *why;
    r->g = n > 1 ? game_find(word[1]) : NULL;
    if (!r->g || seats < r->g->min_seats || seats > r->g->max_seats) {
        complain(r, "no such game or number of seats");
        r->g = NULL;
        return;
    }
    for (int i = 3; i < n; i++)
        if (!game_get_option(r->g, word[i], option, &index, &why)) complain(r, "%s: %s", word[i], why);
    if (!game_options_fit(r->g, option, seats, &why)) complain(r, "%s", why);
    memset(&r->s, 0, sizeof r->s);
    r->g->start(&r->s.head, seats, option);
}

static void take_position(Run *r, const char *text) {
    const char *why;
    r->g = game_get_state(text, &r->s, &why);
    if (!r->g) complain(r, "not a position: %s", why);
}

static void take_chance(Run *r, const char *token) {
    uint32_t outcome;
    if (r->s.head.node != NODE_CHANCE || !r->g->get_outcome(&r->s.head, token, &outcome))
        complain(r, "%s cannot happen here", token);
    else
        r->g->chance(&r->s.head, outcome);
}

static void take_moves(Run *r, int n, char **word) {
    Move joint[SEATS_MAX] = {0};
    int at = 1;
    for (int seat = 0; seat < r->s.head.seats; seat++) {
        if (!state_moves(&r->s.head, seat)) continue;
        if (at >= n || !game_read_move(r->g, &r->s.head, seat, word[at], &joint[seat])) {
            complain(r, "seat %d cannot play %s", seat, at < n ? word[at] : "(nothing)");
            return;
        }
        at++;
    }
    if (at != n || at == 1)
        complain(r, "expected %d moves", at - 1);
    else
        r->g->play(&r->s.head, joint);
}

/* ---- Expecting -------------------------------------------------------------------------------------- */

static int by_bytes(const void *a, const void *b) { return strcmp(a, b); }

static void expect_text(Run *r, const char *what, const char *expected, const char *found) {
    if (strcmp(expected, found) != 0) complain(r, "%s\n  expected %s\n  found    %s", what, expected, found);
}

static void expect_moves(Run *r, const char *expected, int seat) {
    char token[MOVES_MAX][TOKEN_MAX], found[MOVES_MAX * 24] = "";
    Move legal[MOVES_MAX];
    int n = r->g->legal(&r->s.head, seat, legal);
    for (int i = 0; i < n; i++) {
        Text text = text_in(token[i], TOKEN_MAX);
        r->g->put_move(&r->s.head, seat, legal[i], &text);
    }
    qsort(token, (size_t)n, sizeof *token, by_bytes);
    Text text = text_in(found, sizeof found);
    text_int(&text, seat);
    for (int i = 0; i < n; i++) {
        text_char(&text, ' ');
        text_str(&text, token[i]);
    }
    expect_text(r, "legal moves", expected, found);
}

static void expect_numbers(Run *r, const char *what, const char *expected, const int *value, int n, int first) {
    char found[200];
    Text text = text_in(found, sizeof found);
    if (first >= 0) text_int(&text, first);
    for (int i = 0; i < n; i++) {
        if (i || first >= 0) text_char(&text, ' ');
        text_int(&text, value[i]);
    }
    expect_text(r, what, expected, found);
}

static void expect_score(Run *r, const char *expected) {
    int points[SEATS_MAX];
    r->g->scores(&r->s.head, points);
    expect_numbers(r, "score", expected, points, r->s.head.seats, -1);
}

static void expect_parts(Run *r, const char *expected, int seat) {
    int part[PARTS_MAX], n = 0;
    while (r->g->parts[n]) n++;
    r->g->part_values(&r->s.head, seat, part);
    expect_numbers(r, "parts", expected, part, n, seat);
}

static void expect_movers(Run *r, const char *expected) {
    int seats[SEATS_MAX], n = 0;
    for (int seat = 0; seat < r->s.head.seats; seat++)
        if (state_moves(&r->s.head, seat)) seats[n++] = seat;
    expect_numbers(r, "movers", expected, seats, n, -1);
}

static void expect_state(Run *r, const char *expected) {
    char found[POSITION_MAX];
    Text text = text_in(found, sizeof found);
    game_put_state(r->g, &r->s.head, &text);
    expect_text(r, "state", expected, found);
}

static void expect_refusal(Run *r, const char *what, const char *text) {
    uint32_t outcome;
    Move move;
    AnyState s;
    const char *why;
    if (strcmp(what, "position") == 0) {
        if (game_get_state(text, &s, &why)) complain(r, "the position was taken");
    } else if (strcmp(what, "roll") == 0 || strcmp(what, "draw") == 0) {
        if (r->s.head.node == NODE_CHANCE && r->g->get_outcome(&r->s.head, text, &outcome))
            complain(r, "%s was taken", text);
    } else if (game_get_move(r->g, &r->s.head, atoi(what), text, &move)) {
        complain(r, "seat %s may play %s", what, text);
    }
}

static void expect_node(Run *r, Node node, const char *word) {
    if (r->s.head.node != node) complain(r, "expected: %s", word);
}

static void expect(Run *r, char *rest, int n, char **word) {
    const char *what = word[0];
    r->checked = true;
    if (strcmp(what, "refuse") == 0 && n >= 3)
        expect_refusal(r, word[1], rest + strlen(word[1]) + 1);
    else if (!r->g)
        complain(r, "no game has begun");
    else if (strcmp(what, "moves") == 0 && n >= 2)
        expect_moves(r, rest, atoi(word[1]));
    else if (strcmp(what, "score") == 0)
        expect_score(r, rest);
    else if (strcmp(what, "parts") == 0 && n >= 2)
        expect_parts(r, rest, atoi(word[1]));
    else if (strcmp(what, "movers") == 0)
        expect_movers(r, rest);
    else if (strcmp(what, "state") == 0)
        expect_state(r, rest);
    else if (strcmp(what, "over") == 0)
        expect_node(r, NODE_OVER, "over");
    else if (strcmp(what, "chance") == 0)
        expect_node(r, NODE_CHANCE, "chance");
    else if (strcmp(what, "phase") == 0)
        expect_text(r, "phase", rest, r->g->phases[r->s.head.phase].name);
    else if (strcmp(what, "active") == 0)
        expect_numbers(r, "active", rest, &(int){r->s.head.active}, 1, -1);
    else if (strcmp(what, "turn") == 0)
        expect_numbers(r, "turn", rest, &(int){r->s.head.turn}, 1, -1);
    else
        complain(r, "no such line: %s", what);
}

/* ---- Files ------------------------------------------------------------------------------------------ */

static void run_line(Run *r, char *line) {
    char copy[8192], *word[WORDS_MAX];
    int n = 0;
    snprintf(copy, sizeof copy, "%s", line);
    for (char *w = strtok(copy, " "); w && n < WORDS_MAX; w = strtok(NULL, " ")) word[n++] = w;
    if (n == 0 || line[0] == '#') return;
    char *rest = line + strlen(word[0]);
    if (*rest) rest++;
    if (strcmp(word[0], "==") == 0)
        begin_case(r, rest);
    else if (r->broken)
        return;
    else if (strcmp(word[0], "at") == 0)
        r->placed = n > 1;
    else if (strcmp(word[0], "game") == 0)
        start_game(r, n, word);
    else if (strcmp(word[0], "position") == 0)
        take_position(r, rest);
    else if (r->g && n == 2 && (strcmp(word[0], "roll") == 0 || strcmp(word[0], "draw") == 0))
        take_chance(r, word[1]);
    else if (r->g && strcmp(word[0], "move") == 0)
        take_moves(r, n, word);
    else
        expect(r, rest, n, word);
}

static bool run_file(Run *r, const char *path) {
    char line[8192];
    FILE *in = fopen(path, "r");
    if (!in) {
        perror(path);
        return false;
    }
    r->path = path;
    r->line = 0;
    r->title[0] = '\0';
    while (fgets(line, sizeof line, in)) {
        r->line++;
        line[strcspn(line, "\n")] = '\0';
        run_line(r, line);
    }
    end_case(r);
    fclose(in);
    return true;
}

int main(int argc, char **argv) {
    Run r = {0};
    for (int i = 1; i < argc; i++)
        if (!run_file(&r, argv[i])) return 2;
    printf("%d passed, %d failed\n", r.passed, r.failed);
    return r.failed > 0 || r.passed == 0;
}
