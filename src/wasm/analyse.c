/* analyse.c: hints and the analysis for a browser, in a module of its own that is loaded when it is first wanted: all
 * that wasm.c has, and these. The numbers are those of `penna hint` and `penna analyse`, to the last digit: the same
 * code with the same seed. What goes in and comes out does so as in wasm.c. */
#include <stdlib.h>
#include <string.h>

#include "advise/review.h"
#include "host/json.h"
#include "wasm/wasm.h"

enum { WHY_TRIALS = 200 };

EXPORT(analyse_open) int analyse_open(int level, int seed);
EXPORT(analyse_step) int analyse_step(void);
EXPORT(analyse_write) void analyse_write(void);
EXPORT(analyse_why) int analyse_why(int i);
EXPORT(analyse_close) void analyse_close(void);
EXPORT(hint) int hint(int seat, int seed);
EXPORT(hint_why) int hint_why(void);

/* What is under way: one analysis, or one hint. */
static struct {
    Match *match; /* NULL: nothing */
    bool advises, judges, reviews;
    Advisor advisor;
    Judge judge;
    void *memory;
    Review review;
    int seat; /* of a hint */
    AnyState view;
    Ranking ranking;
} it;

/* In the reverse of the order in which they were opened, since each points into what was opened before; what never was
 * is left alone, so it may be called at any time. */
void analyse_close(void) {
    if (it.reviews) review_free(&it.review);
    if (it.judges) advisor_judge_free(&it.judge);
    if (it.advises) advisor_close(&it.advisor);
    free(it.memory);
    match_free(it.match);
    it.match = NULL;
    it.memory = NULL;
    it.advises = it.judges = it.reviews = false;
}

static int refuse(const char *why) {
    analyse_close();
    buffer_str(wasm_begin(), why);
    return 0;
}

/* Takes the record in the room and makes an advisor for it; NULL, or why not. */
static const char *prepare(bool hidden, Level level, uint64_t seed) {
    static Fault fault;
    AdvisorWishes wishes = {.level = level, .seed = seed};
    Records in = {.bytes = wasm_room(), .length = strlen(wasm_room()), .hidden = hidden};
    AnyState start;
    const char *why;
    analyse_close();
    if (record_read(&in, &it.match, NULL, &fault) != RECORD_OK) return fault.reason;
    const Game *g = match_game(it.match);
    g->start(&start.head, match_state(it.match)->seats, match_options(it.match));
    if (!advisor_make(&it.advisor, g, &start.head, &wishes, &why)) return why;
    it.advises = true;
    if (!advisor_judge(&it.advisor, &it.judge, &why)) return why;
    it.judges = true;
    it.memory = malloc(race_memory(&it.advisor.effort, MOVES_MAX));
    return it.memory ? NULL : "out of memory";
}

/* ---- A finished game -------------------------------------------------------------------------------- */

/* Begins with the record in the room, on a Level: how many items there are to judge. 0: the reason comes out. */
int analyse_open(int level, int seed) {
    const char *why = prepare(false, (Level)level, (uint64_t)seed);
    if (why) return refuse(why);
    if (match_state(it.match)->node != NODE_OVER) return refuse("the game is not over");
    it.reviews = review_open(&it.review, it.match, &it.advisor);
    return it.reviews ? it.review.count : refuse("out of memory");
}

/* Judges the next item, whose line comes out; how many are done. */
int analyse_step(void) {
    Review *r = &it.review;
    Buffer *out = wasm_begin();
    if (r->done == r->count) return r->done;
    Item item;
    review_judge(r, &it.judge, it.memory, r->done, &item);
    r->item[r->done] = item;
    review_put_item(r, &r->item[r->done], out);
    return ++r->done;
}

/* The whole document, as `penna analyse --json` prints it. */
void analyse_write(void) {
    review_sum(&it.review);
    review_write(&it.review, wasm_begin());
}

/* What speaks for the best move of item number i rather than for the one played: phrases come out. 0: nothing. */
int analyse_why(int i) {
    const Item *item = &it.review.item[i];
    Phrase phrase[REASONS_MAX];
    AnyState view;
    if (item->seat < 0) return 0;
    review_state(&it.review, item, &view);
    int n = why_better(&it.judge, &view.head, item->seat, item->at[0].move, item->played,
                       review_question(&it.review, item), WHY_TRIALS, phrase);
    wasm_begin();
    wasm_phrases(NULL, phrase, n);
    return n;
}

/* ---- A hint ----------------------------------------------------------------------------------------- */

/* The label is decided here, by the same function as in the program: the page compares no figures, so both call a move
 * the same. */
static void put_candidate(Buffer *out, const Candidate *c) {
    char token[TOKEN_MAX];
    Text text = text_in(token, sizeof token);
    double scale = it.advisor.scale;
    it.advisor.game->put_move(&it.view.head, it.seat, c->move, &text);
    json_open(out, NULL, '{');
    json_text(out, "move", token);
    json_text(out, "label", label_words[label_of(c->loss * scale, c->loss_error * scale)]);
    buffer_put(out, ",\"win\":%.6f,\"win_error\":%.6f,\"points\":%.6f,\"points_error\":%.6f", c->share, c->share_error,
               c->points, c->points_error);
    buffer_put(out, ",\"loss\":%.6f,\"loss_error\":%.6f,\"trials\":%u}", c->loss, c->loss_error, c->trials);
}

static uint64_t hint_question(void) { return advisor_question(&it.advisor, match_node(it.match), it.seat); }

static void put_reasons(const char *key, Move best, Move other) {
    Phrase phrase[REASONS_MAX];
    int n = why_better(&it.judge, &it.view.head, it.seat, best, other, hint_question(), WHY_TRIALS, phrase);
    wasm_phrases(key, phrase, n);
}

/* Ranks the moves of a seat at the end of the record in the room, which may be that seat's own view: {aim, moves: the
 * best first, by_itself, rather: what speaks for the best, by itself and against the next}. 0: the reason comes out. */
int hint(int seat, int seed) {
    const char *why = prepare(true, LEVEL_QUICK, (uint64_t)seed);
    if (why) return refuse(why);
    match_view(it.match, seat, &it.view);
    it.seat = seat;
    if (!state_moves(&it.view.head, seat)) return refuse("that seat does not decide here");
    Ranking *r = &it.ranking;
    advisor_rank_alone(&it.advisor, &it.judge, &it.view.head, seat, hint_question(), NULL, it.memory, r);
    Buffer *out = wasm_begin();
    json_open(out, NULL, '{');
    json_text(out, "aim", it.advisor.seats > 1 ? "win" : "points");
    json_text(out, "policy", it.advisor.policy);
    json_open(out, "moves", '[');
    for (int i = 0; i < r->count; i++) put_candidate(out, &r->at[i]);
    json_close(out, ']');
    put_reasons("by_itself", r->at[0].move, r->at[0].move);
    if (r->count > 1) put_reasons("rather", r->at[0].move, r->at[1].move);
    json_close(out, '}');
    return 1;
}

/* After a hint: what speaks for the best move rather than for the one in the room; phrases come out. 0: nothing. */
int hint_why(void) {
    Move other;
    if (!it.match || !game_get_move(it.advisor.game, &it.view.head, it.seat, wasm_room(), &other)) return 0;
    wasm_begin();
    put_reasons(NULL, it.ranking.at[0].move, other);
    return 1;
}
