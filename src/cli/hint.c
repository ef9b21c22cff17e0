/* hint.c: `penna hint`: ranks the legal moves of the seat to move, and says why the best is best.
 *
 * Only the seat's view is used: the moves are judged with guesses of what it cannot see. */
#include <limits.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/trying.h"
#include "term/advice.h"
#include "term/canvas.h"
#include "term/draw.h"
#include "term/menu.h"

typedef struct HintSettings {
    Trying trying;
    long seat; /* -1: all that move */
    long node; /* -1: the last */
    bool json;
} HintSettings;

/* Bytes: of a move in words, of a whole reason. */
enum { WORDS = 512, WHY = 1500 };

/* One seat's question. */
typedef struct Asked {
    const Match *match;     /* where the game stands */
    const Advisor *advisor; /* who judges */
    const State *view;      /* the seat's */
    int seat;               /* that asks */
    uint64_t question;      /* the key of its trials (advisor_question()) */
    Ranking ranking;        /* the answer */
} Asked;

/* As it would be typed in `penna play`. */
static void put_token(const Asked *q, Move m, char *room) {
    Text t = text_in(room, TOKEN_MAX);
    match_game(q->match)->put_move(q->view, q->seat, m, &t);
}

/* The move that the best is explained against: the next one that is really worse, or itself. */
static Move rival(const Ranking *r) { return r->count > 1 ? r->at[1].move : r->at[0].move; }

/* ---- As text ---------------------------------------------------------------------------------------- */

/* Columns for the widest token and the widest words. */
static void measure(const Asked *q, int *token, int *words) {
    *token = *words = 4;
    for (int i = 0; i < q->ranking.count; i++) {
        char room[WORDS], said[WORDS];
        Text t = text_in(said, sizeof said);
        put_token(q, q->ranking.at[i].move, room);
        menu_words(q->advisor->game, q->view, q->seat, q->ranking.at[i].move, &t);
        if ((int)strlen(room) > *token) *token = (int)strlen(room);
        if (canvas_width(said) > *words) *words = canvas_width(said);
    }
    if (*words > 40) *words = 40;
}

/* printf() counts bytes, people see columns. */
static void print_padded(const char *text, int width) {
    printf("%s%*s", text, width > canvas_width(text) ? width - canvas_width(text) : 0, "");
}

/* Errors stand beside their numbers in columns of their own, so that a difference that is smaller than its error is
 * seen for what it is. */
static void print_candidate(const Asked *q, int i, int token, int words) {
    const Candidate *c = &q->ranking.at[i];
    char room[WORDS], said[WORDS];
    Text t = text_in(said, sizeof said);
    bool win = q->advisor->seats > 1;
    put_token(q, c->move, room);
    menu_words(q->advisor->game, q->view, q->seat, c->move, &t);
    printf("%3d  %-*s  ", i + 1, token, room);
    print_padded(said, words);
    if (win) printf("  %5.1f%% %5.1f", 100 * c->share, 100 * c->share_error);
    printf("  %7.2f %5.2f", c->points, c->points_error);
    printf(win ? "  %6.1f %5.1f\n" : "  %6.2f %5.2f\n", c->loss * (win ? 100 : 1), c->loss_error * (win ? 100 : 1));
}

/* What speaks for the best move, by itself or against another. */
static void print_why(const Asked *q, Move best, Move other) {
    char said[WORDS], instead[WORDS], why[WHY];
    Text a = text_in(said, sizeof said), b = text_in(instead, sizeof instead);
    menu_words(q->advisor->game, q->view, q->seat, best, &a);
    menu_words(q->advisor->game, q->view, q->seat, other, &b);
    bool any = advice_put_why(q->advisor, q->view, q->seat, best, other, q->question, why, sizeof why);
    if (!any) return; /* what says nothing is not said */
    if (best == other)
        printf("%s: %s.\n", said, why);
    else
        printf(tr(N_("%s, rather than %s: %s.\n")), said, instead, why);
}

/* First what may be done and what it is worth, then how that was found, then why: who only wants the move has it in
 * the first line of the list. */
static void print_ranking(const Asked *q) {
    int token, words;
    char how[WORDS];
    const Ranking *r = &q->ranking;
    measure(q, &token, &words);
    printf("%s: %s\n", match_name(q->match, q->seat), tr(match_game(q->match)->phases[q->view->phase].prompt));
    printf("%3s  ", "");
    print_padded(tr(N_("move")), token + 2);
    print_padded("", words);
    if (q->advisor->seats > 1) printf("  %s %5s", tr_pad(N_("win"), 6), "+-");
    printf("  %s %5s  %s %5s\n", tr_pad(N_("points"), 7), "+-", tr_pad(N_("less"), 6), "+-");
    for (int i = 0; i < r->count; i++) print_candidate(q, i, token, words);
    advice_put_how(q->advisor, r, how, sizeof how);
    printf("%s\n", how);
    print_why(q, r->at[0].move, r->at[0].move);
    if (r->count > 1) print_why(q, r->at[0].move, r->at[1].move);
}

/* ---- As JSON ---------------------------------------------------------------------------------------- */

/* Losses are shares of a win, or points if one sits alone, as `win` being there or not tells. */
static void json_candidate(const Asked *q, const Candidate *c) {
    char token[TOKEN_MAX];
    put_token(q, c->move, token);
    printf("    {\"move\": \"%s\", ", token);
    if (q->advisor->seats > 1) printf("\"win\": %.6f, \"win_error\": %.6f, ", c->share, c->share_error);
    printf("\"points\": %.6f, \"points_error\": %.6f, \"loss\": %.6f, \"loss_error\": %.6f, \"trials\": %u}", c->points,
           c->points_error, c->loss, c->loss_error, c->trials);
}

/* One explanation only, that of the best move against the next: a script that wants another asks again. */
static void print_json(const Asked *q) {
    static const char *const how[] = {[HOW_EXACT] = "exact", [HOW_SEARCH] = "search", [HOW_TRIALS] = "trials"};
    const Ranking *r = &q->ranking;
    char why[WHY];
    printf("  {\"seat\": %d, \"how\": \"%s\", \"trials\": %u, \"why\": ", q->seat, how[r->how], r->trials);
    bool said = advice_put_why(q->advisor, q->view, q->seat, r->at[0].move, rival(r), q->question, why, sizeof why);
    term_json(stdout, said ? why : "");
    printf(", \"moves\": [\n");
    for (int i = 0; i < r->count; i++) {
        json_candidate(q, &r->at[i]);
        printf("%s\n", i + 1 < r->count ? "," : "");
    }
    printf("  ]}");
}

/* ---- The command ------------------------------------------------------------------------------------ */

/* A record through one seat's eyes can help that seat alone. */
static bool asks(const Match *m, const HintSettings *set, int seat) {
    const State *s = match_state(m);
    bool sees = s->viewer == VIEWER_ALL || s->viewer == seat + 1;
    return state_moves(s, seat) && sees && (set->seat < 0 || set->seat == seat);
}

/* The record may be a full one: then each seat that decides is helped, each with its own view and with nothing of
 * what the others hold. Static: a Ranking is large for a stack. */
static int hint(const Match *m, const HintSettings *set, const Advisor *a) {
    static Asked q;
    bool any = false;
    for (int seat = 0; seat < match_state(m)->seats; seat++) {
        AnyState view;
        if (!asks(m, set, seat)) continue;
        memcpy(&view, match_state(m), sizeof view.head > match_game(m)->size ? sizeof view.head : match_game(m)->size);
        if (view.head.viewer == VIEWER_ALL) game_hide(match_game(m), &view.head, seat);
        q = (Asked){.match = m, .advisor = a, .view = &view.head, .seat = seat};
        q.question = advisor_question(a, match_node(m), seat);
        if (!advice_rank(a, q.view, seat, q.question, &q.ranking)) return EXIT_USAGE;
        if (any) printf(set->json ? ",\n" : "\n");
        (set->json ? print_json : print_ranking)(&q);
        any = true;
    }
    return EXIT_GOOD;
}

/* Refuses a record in which nobody is to move whom it may help. */
static int nobody(const Match *m, const HintSettings *set, const char *path) {
    const State *s = match_state(m);
    const char *why = s->node == NODE_OVER     ? N_("the game is over; `penna analyse` goes through it")
                      : s->node == NODE_CHANCE ? N_("nobody decides here: the next thing is a roll or a draw")
                      : set->seat >= 0         ? N_("that seat does not decide here")
                                       : N_("the seat that decides here is not the one whose eyes this record is for");
    fprintf(stderr, "%s: %s\n", path, tr(why));
    return EXIT_RECORD;
}

/* Refused before the advisor is made, which takes a moment: a record that is over or waits for dice has nothing to
 * rank. */
static int run(const void *settings, int count, char **words) {
    const HintSettings *set = settings;
    Advisor advisor;
    int status;
    bool any = false;
    (void)count;
    Match *m = trying_match(&set->trying, words[0], true, &status);
    if (!m) return status;
    if (set->node > match_node(m)) {
        status = usage_error("--node %ld: the record's nodes are 0 to %d", set->node, match_node(m));
        match_free(m);
        return status;
    }
    if (set->node >= 0) match_undo(m, (int)set->node);
    for (int i = 0; i < match_state(m)->seats; i++) any |= asks(m, set, i);
    status = any ? EXIT_USAGE : nobody(m, set, words[0]);
    if (any && trying_advisor(&set->trying, m, &advisor)) {
        if (set->json) printf("{\"game\": \"%s\", \"node\": %d, \"hints\": [\n", match_game(m)->name, match_node(m));
        status = hint(m, set, &advisor);
        if (set->json) printf("\n]}\n");
        advisor_close(&advisor);
    }
    match_free(m);
    return status;
}

static const HintSettings defaults = {.trying = TRYING_DEFAULTS, .seat = -1, .node = -1};

static const Arg args[] = {
    {.name = "seat",
     .value = "N",
     .help = N_("only for this seat (default: for every seat that decides here)"),
     .kind = ARG_NUMBER,
     .offset = offsetof(HintSettings, seat),
     .low = 0,
     .high = SEATS_MAX - 1},
    {.name = "node",
     .value = "N",
     .help = N_("as it stood before node N; each roll, draw and move is a node, the first is 0 (default: the end)"),
     .kind = ARG_NUMBER,
     .offset = offsetof(HintSettings, node),
     .low = 0,
     .high = INT_MAX},
    {.name = "quick", .help = N_("fewer trials"), .kind = ARG_FLAG, .offset = offsetof(Trying, quick)},
    {.name = "deep", .help = N_("many trials, played to the end"), .kind = ARG_FLAG, .offset = offsetof(Trying, deep)},
    {.name = "json", .help = N_("the ranking as JSON"), .kind = ARG_FLAG, .offset = offsetof(HintSettings, json)},
    {.name = NULL},
};

const Command hint_command = {
    .name = "hint",
    .usage = "FILE [OPTION]...",
    .summary = N_("rank the legal moves and say why the best is best"),
    .about = N_(
        "FILE holds one game in progress (`-`: standard input), whole or as one seat sees it. For every legal move:\n"
        "the chance to win, the points expected, and how much less than the best that is, each with its\n"
        "standard error; alone at the table there is no win, and the points decide. What the seat cannot see\n"
        "is never used. docs/analysis.md explains how it is done."),
    .examples =
        "  penna hint game.penna\n  penna hint games.penna --record 3 --node 12\n  penna hint game.penna --seat 1 "
        "--deep\n  penna hint game.penna --json\n",
    .args = args,
    .shared = trying_args,
    .settings = sizeof(HintSettings),
    .defaults = &defaults,
    .words_min = 1,
    .words_max = 1,
    .run = run,
};
