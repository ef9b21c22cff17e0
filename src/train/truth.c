/* truth.c: see truth.h.
 *
 * A bot's share against the perfect player, against another bot and against its best response are computed exactly:
 * every position and every roll is visited, and the bot asked for its move. So a bot has to answer the same question in
 * the same way; one that draws lots gets them from the position.
 *
 * That is too much for a bot that searches on any but the smallest sheets. With --games it plays games against the
 * perfect player instead, and what it loses is added up: at each of its decisions the value of the position less that
 * of its move. The mean of these sums is what its share lacks, and dice have next to no part in it.
 *
 * With --gains it is the judge of `regret`: what the best move would win more than the bot's own, each exactly, in
 * games that are played. */
#include "train/truth.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/roster.h"
#include "solve/truth.h"

enum { ROOM = 1 << 20, BOTS_MAX = 16, LOTS = 51 };

typedef struct TruthPlan {
    int sheet, bots;
    const char *name[BOTS_MAX];
    Bot *bot[BOTS_MAX];
    uint32_t playouts;
    long games;   /* 0: exactly */
    bool between; /* the bots against each other, and no more */
    bool gains;   /* what single moves would win more, and no more */
} TruthPlan;

#define GAME truth_solved

const Game *truth_game(const char *name) { return strcmp(name, GAME->name) ? game_find(name) : GAME; }

/* ---- Play that is given ----------------------------------------------------------------------------- */

/* Lots that depend on the position alone. */
static Rng lots_of(const State *s) {
    uint64_t sum = LOTS;
    for (int i = 0; i < GAME->size; i++) sum = rng_mix(sum ^ ((const uint8_t *)s)[i]);
    return rng_stream(sum, 0);
}

/* Lots from a hash of the position: the truth asks of a position once and keeps the answer, so a bot must play the same
 * whenever it comes there. */
static int bot_play(void *context, const State *s, int seat, Move *move, double *chance) {
    Bot *bot = context;
    AnyState view;
    memcpy(&view, s, GAME->size);
    view.head.turn = 0; /* no part of the position */
    Rng lots = lots_of(&view.head);
    game_hide(GAME, &view.head, seat);
    move[0] = bot->kind->choose(bot, &view.head, seat, &lots);
    chance[0] = 1;
    return 1;
}

/* One side of a table; play NULL: as well as possible. */
typedef struct Side {
    TruthPlay *play;
    void *context;
} Side;

static void start(const TruthPlan *plan, AnyState *s) {
    const int option[OPTIONS_MAX] = {plan->sheet};
    GAME->start(&s->head, 2, option);
}

static bool open_truth(Truth *t, Side first, Side second) {
    *t = (Truth){.game = GAME, .room = ROOM, .entry = calloc(ROOM, sizeof(TruthEntry))};
    t->seat[0].play = first.play, t->seat[0].context = first.context;
    t->seat[1].play = second.play, t->seat[1].context = second.context;
    return t->entry != NULL;
}

/* What a has against b, the mean of both ways to sit; NAN: no memory. */
static double share(const TruthPlan *plan, Side a, Side b) {
    double sum = 0;
    for (int turned = 0; turned < 2; turned++) {
        Truth t;
        AnyState s;
        start(plan, &s);
        if (!open_truth(&t, turned ? b : a, turned ? a : b)) return NAN;
        double value = truth_value(&t, &s.head);
        sum += t.full ? NAN : turned ? 1 - value : value;
        free(t.entry);
    }
    return sum / 2;
}

/* ---- By playing ------------------------------------------------------------------------------------- */

static Move by_chance(const Move *move, const double *chance, int n, Rng *rng) {
    double x = rng_real(rng);
    int i = 0;
    while (i + 1 < n && x >= chance[i]) x -= chance[i++];
    return move[i];
}

/* What the bot on `seat` loses in one game against the perfect player. */
static double lost_in(const TruthPlan *plan, Truth *t, Bot *bot, int seat, uint64_t number) {
    AnyState s;
    Rng rng = rng_stream(LOTS, number);
    double lost = 0;
    start(plan, &s);
    while (s.head.node != NODE_OVER) {
        if (s.head.node == NODE_CHANCE) {
            GAME->chance(&s.head, game_roll(GAME, &s.head, &rng));
            continue;
        }
        Move joint[SEATS_MAX] = {0};
        for (int i = 0; i < 2; i++) {
            Move move[MATRIX_MAX];
            double chance[MATRIX_MAX];
            if (!state_moves(&s.head, i)) continue;
            if (i == seat) {
                joint[i] = bot->kind->choose(bot, &s.head, i, &rng);
                double value = truth_value(t, &s.head);
                lost += (i ? 1 - value : value) - truth_after(t, &s.head, i, joint[i]);
            } else {
                joint[i] = by_chance(move, chance, truth_perfect(t, &s.head, i, move, chance), &rng);
            }
        }
        GAME->play(&s.head, joint);
    }
    return lost;
}

/* The bot has each seat in turn, and what is counted is what it lost by its moves, not how it came out: the dice fall
 * out of it. */
static void play_games(const TruthPlan *plan, Truth *perfect, int which) {
    double sum = 0, squares = 0, n = (double)plan->games;
    for (long k = 0; k < plan->games; k++) {
        double lost = lost_in(plan, perfect, plan->bot[which], (int)(k & 1), (uint64_t)k);
        sum += lost, squares += lost * lost;
    }
    double mean = sum / n;
    printf("%s: %.3f %% +- %.3f against the perfect player (%ld games)\n", plan->name[which], 50 - 100 * mean,
           196 * sqrt((squares / n - mean * mean) / n), plan->games);
    fflush(stdout);
}

/* ---- Gains, one move at a time ---------------------------------------------------------------------- */

/* What is known for a bot against itself: the values of its own play, and of best responses of either seat. */
typedef struct GainTables {
    Bot *bot;
    Truth own, best[2];
} GainTables;

/* The value of a seat's move to that seat; the other makes the bot's. */
static double value_of(Truth *t, const State *s, const Move *others, int seat, Move move) {
    AnyState next;
    Move joint[SEATS_MAX];
    memcpy(joint, others, sizeof joint);
    joint[seat] = move;
    memcpy(&next, s, GAME->size);
    GAME->play(&next.head, joint);
    double value = truth_value(t, &next.head);
    return seat ? 1 - value : value;
}

/* What the best move at a decision wins more than the bot's own, which plays on in either case; *response is the best
 * response's move. */
static double gain_of(GainTables *x, const State *s, const Move *joint, int seat, Move *response) {
    Move legal[MOVES_MAX];
    double own = value_of(&x->own, s, joint, seat, joint[seat]), best = own, top = -1;
    int n = GAME->legal(s, seat, legal);
    for (int i = 0; i < n; i++) {
        double value = value_of(&x->own, s, joint, seat, legal[i]);
        double full = value_of(&x->best[seat], s, joint, seat, legal[i]);
        if (value > best) best = value;
        if (full > top) top = full, *response = legal[i];
    }
    return best - own;
}

/* Gains of a seat in one game, which the bot leads there, or its best response. */
static double gains_in(const TruthPlan *plan, GainTables *x, bool by_response, int seat, uint64_t number) {
    AnyState s;
    Rng rng = rng_stream(LOTS, number);
    double sum = 0, chance;
    start(plan, &s);
    while (s.head.node != NODE_OVER) {
        if (s.head.node == NODE_CHANCE) {
            GAME->chance(&s.head, game_roll(GAME, &s.head, &rng));
            continue;
        }
        Move joint[SEATS_MAX] = {0}, response = 0;
        for (int i = 0; i < 2; i++)
            if (state_moves(&s.head, i)) bot_play(x->bot, &s.head, i, &joint[i], &chance);
        if (state_moves(&s.head, seat)) {
            sum += gain_of(x, &s.head, joint, seat, &response);
            if (by_response) joint[seat] = response;
        }
        GAME->play(&s.head, joint);
    }
    return sum;
}

/* Games are drawn by lot, for there are too many positions to add them all up; so it has an error. */
static void tell_mean_of_gains(const TruthPlan *plan, GainTables *x, bool by_response) {
    double sum = 0, squares = 0, n = (double)plan->games;
    for (long k = 0; k < plan->games; k++) {
        double gain = gains_in(plan, x, by_response, (int)(k & 1), (uint64_t)k);
        sum += gain, squares += gain * gain;
    }
    printf(" %.3f %% +- %.3f in games that %s", 100 * sum / n, 196 * sqrt((squares / n - sum / n * sum / n) / n),
           by_response ? "its best response leads\n" : "it leads itself,");
    fflush(stdout);
}

/* Everything about a move is exact, and only the games are drawn by lot: what `regret` estimates, and how far that is
 * from what the best response wins. */
static void tell_gains(const TruthPlan *plan, int which) {
    GainTables x = {.bot = plan->bot[which]};
    Side bot = {bot_play, x.bot}, any = {NULL, NULL};
    if (open_truth(&x.own, bot, bot) && open_truth(&x.best[0], any, bot) && open_truth(&x.best[1], bot, any)) {
        printf("%s: against itself the best move, and then its own again, would win more:", plan->name[which]);
        tell_mean_of_gains(plan, &x, false);
        tell_mean_of_gains(plan, &x, true);
    }
    free(x.own.entry), free(x.best[0].entry), free(x.best[1].entry);
}

/* ---- The whole -------------------------------------------------------------------------------------- */

static void tell_sheet(const TruthPlan *plan, const Truth *t, double value) {
    printf("%s: value %.15f to who begins; %u positions\n", GAME->options->values[plan->sheet], value, t->count);
    printf("both choose at once in %llu decisions, and in %.2f %% of them by lot; proved to %.1e\n",
           (unsigned long long)t->together, 100 * (double)t->mixed / (double)t->together, t->gap);
    fflush(stdout);
}

/* What a bot has against those before it. */
static void tell_between(const TruthPlan *plan, int which) {
    Side bot = {bot_play, plan->bot[which]};
    for (int i = 0; i < which; i++)
        printf("%s: %.4f %% against %s\n", plan->name[which], 100 * share(plan, bot, (Side){bot_play, plan->bot[i]}),
               plan->name[i]);
    fflush(stdout);
}

static void tell_exactly(const TruthPlan *plan, Truth *perfect, int which) {
    Side bot = {bot_play, plan->bot[which]}, ideal = {truth_perfect, perfect}, any = {NULL, NULL};
    printf("%s: %.4f %% against the perfect player; its best response has %.4f %%\n", plan->name[which],
           100 * share(plan, bot, ideal), 100 * share(plan, any, bot));
    tell_between(plan, which);
}

/* A word that is neither a sheet nor an option is a bot; whether there is such a bot is seen when it is made. */
static bool get_words(TruthPlan *plan, int argc, char **argv) {
    const char *const *sheet = GAME->options->values;
    while (argc > 0 && *sheet && strcmp(argv[0], *sheet) != 0) sheet++;
    if (argc == 0 || !*sheet || !sheet[1]) return false; /* the last is the game as it is printed: far too large */
    plan->sheet = (int)(sheet - GAME->options->values);
    for (int i = 1; i < argc; i++) {
        bool gains = !strcmp(argv[i], "--gains");
        if (gains || !strcmp(argv[i], "--between")) {
            *(gains ? &plan->gains : &plan->between) = true;
            continue;
        }
        bool sample = !strcmp(argv[i], "--games"), playouts = !strcmp(argv[i], "--playouts");
        if (sample || playouts) {
            long n = i + 1 < argc ? strtol(argv[++i], NULL, 10) : 0;
            if (n < 1 || n > 100000000) return false;
            if (sample) plan->games = n;
            if (playouts) plan->playouts = (uint32_t)n;
        } else if (plan->bots < BOTS_MAX) {
            plan->name[plan->bots++] = argv[i];
        }
    }
    return true;
}

/* All before the first is asked: a name that is wrong is told at once, and not after an hour. */
static bool make_bots(TruthPlan *plan) {
    for (int i = 0; i < plan->bots; i++) {
        const char *why;
        plan->bot[i] = roster_bot_or_file(plan->name[i], GAME, (Budget){.playouts = plan->playouts}, &why);
        if (plan->bot[i]) continue;
        fprintf(stderr, "penna-train: bot `%s`: %s\n", plan->name[i], why);
        return false;
    }
    return true;
}

/* `--between` needs no table of perfect play, which is what takes the time and the memory. */
static int run(const TruthPlan *plan) {
    Truth perfect;
    AnyState s;
    for (int i = 0; plan->between && i < plan->bots; i++) tell_between(plan, i);
    for (int i = 0; plan->gains && i < plan->bots; i++) tell_gains(plan, i);
    if (plan->between || plan->gains) return 0;
    if (!open_truth(&perfect, (Side){NULL, NULL}, (Side){NULL, NULL})) return 2;
    start(plan, &s);
    double value = truth_value(&perfect, &s.head);
    if (perfect.full) {
        fprintf(stderr, "penna-train: this sheet has too many positions\n");
        free(perfect.entry);
        return 2;
    }
    tell_sheet(plan, &perfect, value);
    for (int i = 0; i < plan->bots; i++) (plan->games ? play_games : tell_exactly)(plan, &perfect, i);
    free(perfect.entry);
    return 0;
}

/* Bots that were made before one could not be are freed as well. */
int truth_main(int argc, char **argv) {
    TruthPlan plan = {.playouts = 200};
    if (!get_words(&plan, argc, argv) || (plan.gains && !plan.games)) {
        fprintf(stderr,
                "penna-train: truth: a sheet (one, tiny, two, three) is needed, then bots, --games N, "
                "--playouts N, --between, --gains (with --games)\n");
        return 2;
    }
    int status = make_bots(&plan) ? run(&plan) : 2;
    for (int i = 0; i < plan.bots; i++) roster_free(plan.bot[i]);
    return status;
}
