/* penna.c: the public library: every function of include/penna.h, each a thin wrapper. The public types are those of
 * the engine under other names; what must agree is checked when this file is compiled. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "arena/duel.h"
#include "arena/roster.h"
#include "host/clock.h"
#include "lib/lib.h"
#include "match/record.h"

SAME(PENNA_SEATS_MAX, SEATS_MAX);
SAME(PENNA_MOVES_MAX, MOVES_MAX);
SAME(PENNA_TOKEN_MAX, TOKEN_MAX);
SAME(PENNA_POSITION_MAX, POSITION_MAX);
SAME(PENNA_RECORD_FULL, RECORD_FULL);
SAME(PENNA_CHANCE, NODE_CHANCE);
SAME(PENNA_MOVE, NODE_MOVE);
SAME(PENNA_OVER, NODE_OVER);
SAME(PENNA_OK, MATCH_OK);
SAME(PENNA_STALE, MATCH_STALE);
SAME(PENNA_EARLY, MATCH_EARLY);
SAME(PENNA_NOT_YOURS, MATCH_NOT_YOURS);
SAME(PENNA_ILLEGAL, MATCH_ILLEGAL);
SAME(PENNA_MEMORY, MATCH_MEMORY);
SAME(PENNA_READ_OK, RECORD_OK);
SAME(PENNA_READ_END, RECORD_END);
SAME(PENNA_READ_BAD, RECORD_BAD);
SAME(PENNA_READ_MEMORY, RECORD_MEMORY);
SAME(sizeof(PennaState), sizeof(AnyState));
SAME(_Alignof(PennaState), _Alignof(AnyState));
SAME(sizeof(PennaRng), sizeof(Rng));
SAME(sizeof(PennaFault), sizeof(Fault));

static Match *match_of(PennaMatch *m) { return (Match *)m; }
static const Match *const_match(const PennaMatch *m) { return (const Match *)m; }

const char *penna_version(void) { return PENNA_VERSION; }

/* ---- Games ------------------------------------------------------------------------------------------ */

const PennaGame *penna_game(int index) {
    for (int i = 0; index >= 0 && games[i]; i++)
        if (i == index) return public_game(games[i]);
    return NULL;
}

const PennaGame *penna_game_find(const char *name) { return public_game(game_find(name)); }
const char *penna_game_name(const PennaGame *game) { return game_of(game)->name; }
const char *penna_game_title(const PennaGame *game) { return game_of(game)->title; }
const char *penna_game_summary(const PennaGame *game) { return game_of(game)->summary; }
int penna_game_min_seats(const PennaGame *game) { return game_of(game)->min_seats; }
int penna_game_max_seats(const PennaGame *game) { return game_of(game)->max_seats; }
int penna_game_hides(const PennaGame *game) { return game_of(game)->hide != NULL; }

static const Option *option_at(const PennaGame *game, int index) {
    bool has = index >= 0 && index < game_option_count(game_of(game));
    return has ? &game_of(game)->options[index] : NULL;
}

const char *penna_option_name(const PennaGame *game, int index) {
    const Option *o = option_at(game, index);
    return o ? o->name : NULL;
}

const char *penna_option_summary(const PennaGame *game, int index) {
    const Option *o = option_at(game, index);
    return o ? o->summary : NULL;
}

const char *penna_option_value(const PennaGame *game, int index, int value) {
    const Option *o = option_at(game, index);
    if (!o || !o->values) return NULL;
    for (int i = 0; o->values[i]; i++)
        if (i == value) return o->values[i];
    return NULL;
}

const char *penna_option_form(const PennaGame *game, int index) {
    const Option *o = option_at(game, index);
    return o && !o->values ? o->form : NULL;
}

/* option[] comes with the defaults in it. The seats are checked first: nothing after this need fear more than
 * SEATS_MAX. */
int lib_options(const Game *g, int seats, const char *const *options, int *option, unsigned *given, const char **why) {
    const char *reason;
    int index;
    *given = 0;
    if (seats < g->min_seats || seats > g->max_seats) return refuse(why, "the game cannot have so many seats");
    for (; options && *options; options++) {
        if (!game_get_option(g, *options, option, &index, &reason)) return refuse(why, reason);
        if (*given >> index & 1) return refuse(why, "an option is given twice");
        *given |= 1u << index;
    }
    return game_options_fit(g, option, seats, &reason) ? 1 : refuse(why, reason);
}

/* ---- Random numbers --------------------------------------------------------------------------------- */

PennaRng penna_rng_stream(uint64_t seed, uint64_t number) {
    Rng r = rng_stream(seed, number);
    PennaRng out;
    memcpy(&out, &r, sizeof out);
    return out;
}

uint64_t penna_rng_next(PennaRng *rng) { return rng_next(rng_of(rng)); }
uint32_t penna_rng_below(PennaRng *rng, uint32_t n) { return rng_below(rng_of(rng), n); }

/* ---- States ----------------------------------------------------------------------------------------- */

int penna_start(const PennaGame *game, PennaState *state, int seats, const char *const *options, const char **why) {
    int option[OPTIONS_MAX] = {0};
    unsigned given;
    if (!lib_options(game_of(game), seats, options, option, &given, why)) return 0;
    memset(state, 0, sizeof *state);
    game_of(game)->start(state_of(state), seats, option);
    return 1;
}

PennaNode penna_node(const PennaState *state) { return (PennaNode)head_of(state)->node; }
unsigned penna_movers(const PennaState *state) { return head_of(state)->movers; }
int penna_seats(const PennaState *state) { return head_of(state)->seats; }
int penna_active(const PennaState *state) { return head_of(state)->active; }
int penna_turn(const PennaState *state) { return head_of(state)->turn; }

const char *penna_phase(const PennaGame *game, const PennaState *state) {
    return game_of(game)->phases[head_of(state)->phase].name;
}

int penna_legal(const PennaGame *game, const PennaState *state, int seat, PennaMove *out) {
    return game_of(game)->legal(head_of(state), seat, out);
}

int penna_is_legal(const PennaGame *game, const PennaState *state, int seat, PennaMove move) {
    return game_is_legal(game_of(game), head_of(state), seat, move);
}

void penna_play(const PennaGame *game, PennaState *state, const PennaMove *by_seat) {
    game_of(game)->play(state_of(state), by_seat);
}

uint32_t penna_outcomes(const PennaGame *game, const PennaState *state) {
    return game_of(game)->outcomes(head_of(state));
}

uint32_t penna_weight(const PennaGame *game, const PennaState *state, uint32_t outcome) {
    const Game *g = game_of(game);
    return g->weight ? g->weight(head_of(state), outcome) : 1;
}

uint32_t penna_roll(const PennaGame *game, const PennaState *state, PennaRng *rng) {
    return game_roll(game_of(game), head_of(state), rng_of(rng));
}

void penna_chance(const PennaGame *game, PennaState *state, uint32_t outcome) {
    game_of(game)->chance(state_of(state), outcome);
}

void penna_scores(const PennaGame *game, const PennaState *state, int *by_seat) {
    game_of(game)->scores(head_of(state), by_seat);
}

int penna_ranks(const int *points, int seats, int *rank) { return game_ranks(points, seats, rank); }

long penna_play_out(const PennaGame *game, PennaState *state, PennaRng *rng) {
    return (long)game_play_out(game_of(game), state_of(state), rng_of(rng));
}

long penna_random_game(const PennaGame *game, int seats, PennaRng *rng, int *scores) {
    PennaState state;
    if (!penna_start(game, &state, seats, NULL, NULL)) return 0;
    long decisions = penna_play_out(game, &state, rng);
    penna_scores(game, &state, scores);
    return decisions;
}

void penna_hide(const PennaGame *game, PennaState *state, int seat) { game_hide(game_of(game), state_of(state), seat); }

int penna_viewer(const PennaState *state) {
    int viewer = head_of(state)->viewer;
    return viewer == VIEWER_ALL ? PENNA_FULL : viewer == VIEWER_NONE ? -1 : viewer - 1;
}

void penna_guess(const PennaGame *game, PennaState *state, PennaRng *rng) {
    game_guess(game_of(game), state_of(state), rng_of(rng));
}

/* ---- Texts ------------------------------------------------------------------------------------------ */

int penna_put_move(const PennaGame *game, const PennaState *state, int seat, PennaMove move, char *out, size_t size) {
    if (size == 0) return 0;
    Text text = text_in(out, size);
    game_of(game)->put_move(head_of(state), seat, move, &text);
    return !text.full;
}

int penna_get_move(const PennaGame *game, const PennaState *state, int seat, const char *token, PennaMove *out) {
    return game_get_move(game_of(game), head_of(state), seat, token, out);
}

int penna_put_outcome(const PennaGame *game, const PennaState *state, uint32_t outcome, char *out, size_t size) {
    if (size == 0) return 0;
    Text text = text_in(out, size);
    game_of(game)->put_outcome(head_of(state), outcome, &text);
    return !text.full;
}

int penna_get_outcome(const PennaGame *game, const PennaState *state, const char *token, uint32_t *out) {
    return game_of(game)->get_outcome(head_of(state), token, out);
}

int penna_put_state(const PennaGame *game, const PennaState *state, char *out, size_t size) {
    if (size == 0) return 0;
    Text text = text_in(out, size);
    game_put_state(game_of(game), head_of(state), &text);
    return !text.full;
}

const PennaGame *penna_get_state(const char *text, PennaState *state, const char **why) {
    const char *reason;
    const Game *g = game_get_state(text, (AnyState *)(void *)state, &reason);
    if (!g) refuse(why, reason);
    return public_game(g);
}

/* ---- Matches ---------------------------------------------------------------------------------------- */

/* The options that were given are noted, because a record states these and no others. */
PennaMatch *penna_match_new(const PennaGame *game, int seats, const char *const *options, const char **why) {
    int option[OPTIONS_MAX] = {0};
    unsigned given;
    if (!lib_options(game_of(game), seats, options, option, &given, why)) return NULL;
    Match *m = match_new(game_of(game), seats, option);
    if (m)
        match_give_options(m, given);
    else
        refuse(why, "out of memory");
    return (PennaMatch *)m;
}

void penna_match_free(PennaMatch *match) {
    if (match) match_free(match_of(match));
}

const PennaGame *penna_match_game(const PennaMatch *match) { return public_game(match_game(const_match(match))); }
int penna_match_node(const PennaMatch *match) { return match_node(const_match(match)); }

void penna_match_state(const PennaMatch *match, PennaState *out) {
    const Match *m = const_match(match);
    memset(out, 0, sizeof *out);
    memcpy(out, match_state(m), match_game(m)->size);
}

void penna_match_view(const PennaMatch *match, int seat, PennaState *out) {
    match_view(const_match(match), seat, (AnyState *)(void *)out);
}

int penna_match_seat(PennaMatch *match, int seat, const char *kind, const char *name) {
    if (seat < 0 || seat >= match_state(match_of(match))->seats) return 0;
    return match_seat(match_of(match), seat, kind, name);
}

PennaResult penna_match_chance(PennaMatch *match, int node, uint32_t outcome) {
    return (PennaResult)match_chance(match_of(match), node, outcome);
}

PennaResult penna_match_submit(PennaMatch *match, int seat, int node, PennaMove move) {
    return (PennaResult)match_submit(match_of(match), seat, node, move);
}

void penna_match_withdraw(PennaMatch *match, int seat) { match_withdraw(match_of(match), seat); }
unsigned penna_match_chosen(const PennaMatch *match) { return match_chosen(const_match(match)); }

int penna_match_undo(PennaMatch *match, int node) {
    if (node < 0 || node > match_node(match_of(match))) return 0;
    match_undo(match_of(match), node);
    return 1;
}

/* ---- Records ---------------------------------------------------------------------------------------- */

char *penna_match_record(const PennaMatch *match, int viewer) {
    Buffer out = {0};
    record_write(const_match(match), viewer, true, &out);
    if (!out.failed) return out.bytes;
    buffer_free(&out);
    return NULL;
}

void penna_free(void *memory) { free(memory); }

/* The public reader is plain data: the engine's is made from it, and where it stopped is noted in it again. */
PennaRead penna_read(PennaReader *reader, PennaMatch **out, PennaFault *fault) {
    Records in = {.bytes = reader->bytes, .length = reader->length, .at = reader->at, .line = reader->line};
    Match *match = NULL;
    Fault where = {0};
    RecordResult result = record_read(&in, &match, NULL, &where);
    reader->at = in.at;
    reader->line = in.line;
    *out = result == RECORD_OK ? (PennaMatch *)match : NULL;
    if (result == RECORD_BAD && fault) memcpy(fault, &where, sizeof *fault);
    return (PennaRead)result;
}

/* ---- Bots ------------------------------------------------------------------------------------------- */

const char *penna_bot_name(int index) {
    for (int i = 0; index >= 0 && bot_kinds[i]; i++)
        if (i == index) return bot_kinds[i]->name;
    return NULL;
}

PennaBot *penna_bot_new(const char *name, const PennaGame *game, uint32_t playouts, double seconds, const char **why) {
    const char *reason;
    Budget budget = {.playouts = playouts, .seconds = seconds, .now = clock_now};
    Bot *bot = roster_bot_or_command(name, game_of(game), budget, &reason);
    if (!bot) refuse(why, reason);
    return (PennaBot *)bot;
}

void penna_bot_free(PennaBot *bot) { roster_free((Bot *)bot); }

PennaMove penna_bot_choose(PennaBot *bot, const PennaState *view, int seat, PennaRng *rng) {
    Bot *b = (Bot *)bot;
    return b->kind->choose(b, head_of(view), seat, rng_of(rng));
}

void penna_bot_follow(PennaBot *bot, const PennaMatch *match) {
    Bot *b = (Bot *)bot;
    roster_follow(&b, 1, match ? const_match(match) : NULL);
}

const char *penna_bot_trouble(const PennaBot *bot) { return ((const Bot *)bot)->trouble; }

/* ---- Duels ------------------------------------------------------------------------------------------ */

static PennaEstimate estimate(double mean, Interval in) {
    return (PennaEstimate){.mean = mean, .low = in.low, .high = in.high};
}

/* The interval in Elo is that of the share carried over, so its middle is not the estimate. */
static PennaDuelBot duel_bot(const DuelTally *t, int bots, int i) {
    Sample share = duel_share(t, bots, i), margin = duel_margin(t, bots, i);
    Interval in = share_interval(&share, bots);
    Interval elo = {elo_of_share(in.low, bots), elo_of_share(in.high, bots)};
    return (PennaDuelBot){.wins = t->bot[i].wins,
                          .ties = t->bot[i].ties,
                          .forfeits = t->bot[i].forfeits,
                          .points = duel_points(t, bots, i),
                          .share = estimate(sample_mean(&share), in),
                          .margin = estimate(sample_mean(&margin), mean_interval(&margin)),
                          .elo = estimate(elo_of_share(sample_mean(&share), bots), elo)};
}

typedef struct OwnCall {
    PennaChoose *choose;
    void *context;
} OwnCall;

/* A public state has room for any game's, and a caller may copy all of it. */
static Move call_own(void *context, const Game *g, const State *view, int seat, Rng *rng) {
    const OwnCall *call = context;
    PennaState whole = {0};
    memcpy(&whole, view, g->size);
    return call->choose(call->context, &whole, seat, (PennaRng *)(void *)rng);
}

/* Asked after every set. */
static bool goes_on(void *stop, const DuelTally *so_far, const char *records, size_t length) {
    (void)so_far, (void)records, (void)length;
    return !*(const volatile int *)stop;
}

/* Options come before names: they refuse more bots than the game has seats, and with that more than there is room
 * for. */
int penna_duel(const PennaDuel *duel, PennaDuelResult *out, const char **why) {
    const Game *g = game_of(duel->game);
    Duel d = {.threads = duel->threads};
    Lineup *l = &d.lineup;
    DuelTally tally;
    OwnCall call[SEATS_MAX];
    OwnBot mine[SEATS_MAX] = {0};
    if (duel->count < 2) return refuse(why, "a duel needs two bots");
    if (duel->games == 0) return refuse(why, "a duel needs a game");
    if (!lib_options(g, duel->count, duel->options, l->arena.option, &l->given, why)) return 0;
    l->arena.game = g;
    l->arena.seats = duel->count;
    l->arena.seed = duel->seed;
    l->budget = (Budget){.playouts = duel->playouts, .seconds = duel->seconds, .now = clock_now};
    for (int i = 0; i < duel->count; i++) {
        l->name[i] = duel->bots[i];
        if (!duel->own || !duel->own[i]) continue;
        call[i] = (OwnCall){.choose = duel->own[i], .context = duel->context ? duel->context[i] : NULL};
        mine[i] = (OwnBot){.choose = call_own, .context = &call[i]};
    }
    l->mine = mine;
    d.sets = duel_sets(duel->games, duel->count);
    if (duel->stop) {
        d.taken = goes_on;
        d.context = (void *)(uintptr_t)duel->stop; /* goes_on() does not write there */
    }
    const char *error = duel_run(&d, &tally);
    if (error) return refuse(why, error);
    *out = (PennaDuelResult){.games = tally.games, .ties = tally.ties};
    for (int i = 0; i < duel->count; i++) out->bot[i] = duel_bot(&tally, duel->count, i);
    return 1;
}
