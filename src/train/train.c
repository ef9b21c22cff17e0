/* train.c: penna-train: learns a game's weights from nothing, by playing against itself, or a best response to a
 * bot, or what each sheet promises (Style.curves), or to make points and nothing else (the bot maximiser).
 *
 * Training goes in rounds. In a round many games are played with the same weights, split over threads by
 * game number; then one thread fits the nets to what happened. A position's target is a mixture of how the
 * game ended and what the net itself said of later positions of the game: TD(lambda). The result depends on
 * the seed and the numbers of rounds and games alone, not on the threads, and not on whether training was
 * broken off and resumed from its checkpoint.
 *
 * Part of the games is played against other styles of the same nets: what only ever met itself plays badly against
 * those who play for something else.
 *
 * The first rounds are played alone, for the net of a seat alone: some styles and some games' bots ask it when they
 * play with others. The rounds after them are played with two seats mostly, some with three and four, and teach the net
 * for a pair of seats. */
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "arena/exact.h"
#include "arena/roster.h"
#include "arena/solved.h"
#include "arena/weights_file.h"
#include "bots/mind.h"
#include "host/clock.h"
#include "host/draft.h"
#include "train/learn.h"
#include "train/levels.h"
#include "train/regret.h"
#include "train/truth.h"
#include "train/tune.h"

enum { BATCH = 128, NODES_KEPT = 400, THREADS_MAX = 64, LINE = 1024, CURVES_ROUNDS = 800 };

typedef struct Plan {
    const Game *game;
    const char *out, *checkpoint;
    const char *from;    /* weights to begin with; NULL: nothing */
    const char *against; /* the bot that sits on all seats but one; NULL: none */
    bool curves;         /* both seats' points and their variances are learned, and who wins is not */
    bool points;         /* games with others are played for the own points only, and the net alone learns from them */
    Training kind[2];    /* with others, then alone */
    const Solution *table; /* of the game alone, if its training asks for it (Training.exact) */
    int threads;
    uint64_t seed;
    float explore;
    double save; /* seconds between checkpoints */
} Plan;

static uint32_t all_rounds(const Plan *plan) { return (uint32_t)plan->kind[0].rounds + plan->kind[1].rounds; }

static bool is_solo(const Plan *plan, uint32_t round) { return round < plan->kind[1].rounds; }

static const Training *training(const Plan *plan, uint32_t round) { return &plan->kind[is_solo(plan, round)]; }

static uint32_t games_of(const Plan *plan, uint32_t round) { return training(plan, round)->games; }

/* How far the rounds of one kind have come, from 0 to 1. */
static float progress(const Plan *plan, uint32_t round) {
    bool solo = is_solo(plan, round);
    uint32_t before = solo ? 0 : plan->kind[1].rounds;
    return (float)(round - before) / (float)training(plan, round)->rounds;
}

/* What one game gave. */
typedef struct Harvest {
    Example *examples;
    uint32_t count, room;
    int points;         /* of the seats that learn */
    int seats;          /* that learn */
    double spread;      /* sum over decisions */
    uint32_t decisions; /* with more than one move */
} Harvest;

/* What the threads of a round share. */
typedef struct Round {
    const Plan *plan;
    uint32_t number;
    const uint8_t *weights; /* a sealed file */
    size_t size;
    Harvest *harvest;
    int thread; /* of this copy */
} Round;

/* ---- Playing ---------------------------------------------------------------------------------------- */

/* Who may sit on a seat: the one who learns, or another. */
typedef enum Partner { LEARNER, POINTS, RACER, MARGIN, GREEDY, A_BOT, PARTNERS } Partner;

/* One game being played, with the positions its targets are made for. */
typedef struct SelfPlay {
    const Game *game;
    Mind *mind;
    Rng dice, choice;
    float explore;              /* part of the moves drawn by lot */
    float curious;              /* part of the moves that noise of one spread may change */
    Partner partner[SEATS_MAX]; /* who sits where */
    Bot *fixed;                 /* the one of A_BOT; NULL: there is none */
    Style style[PARTNERS];      /* of those who have one */
    const Solution *table;      /* the exact values of the game alone; NULL: the game's end tells */
    AnyState kept[NODES_KEPT];
    uint8_t owners[NODES_KEPT]; /* the seats that look at it */
    int count;
    AnyState now;
} SelfPlay;

static void keep(SelfPlay *t, unsigned owners) {
    if (t->count == NODES_KEPT) return;
    memcpy(&t->kept[t->count], &t->now, t->game->size);
    t->owners[t->count++] = (uint8_t)owners;
}

/* How far apart the values lie: their standard deviation. */
static double spread_of(const float *values, int n) {
    double sum = 0, squares = 0;
    for (int i = 0; i < n; i++) sum += values[i], squares += (double)values[i] * values[i];
    double variance = squares / n - sum / n * (sum / n);
    return variance > 0 ? sqrt(variance) : 0;
}

/* A net that has only met itself knows little of positions that others get into; so in some games all seats but
 * one are others'. */
static void seat_partners(SelfPlay *t, const Plan *plan, const Training *training, int seats) {
    memset(t->partner, 0, sizeof t->partner);
    if (seats == 1 || (!t->fixed && rng_real(&t->choice) >= training->sparring)) return;
    int own = (int)rng_below(&t->choice, (uint32_t)seats);
    Partner who = t->fixed                       ? A_BOT
                  : plan->points || plan->curves ? GREEDY
                                                 : (Partner)(POINTS + rng_below(&t->choice, A_BOT - POINTS));
    for (int i = 0; i < seats; i++)
        if (i != own) t->partner[i] = who;
}

/* What the margin counts for beside the chance to win while a net learns, in hundreds of points. */
static const float learning_margin = 0.1f;

static void set_styles(SelfPlay *t, const Plan *plan, const Training *training) {
    Style learner = plan->points ? points_style : t->mind->style;
    if (!plan->points) learner.own = training->own, learner.alone = training->alone, learner.margin = learning_margin;
    learner.curves = plan->curves;
    for (int i = 0; i < PARTNERS; i++) t->style[i] = learner;
    t->style[POINTS] = points_style;
    t->style[RACER] = racer_style;
    t->style[MARGIN] = margin_style;
}

/* Moves that look nearly as good as the best are tried too: what nobody ever tries a net values wrongly for good. */
static void try_others(SelfPlay *t, float *values, int n, double spread) {
    if (t->curious <= 0 || n < 2 || rng_real(&t->choice) >= t->curious) return;
    for (int i = 0; i < n; i++) values[i] += (float)spread * rng_bell(&t->choice);
}

/* Lots are drawn in an order that is the same on every run, whoever sits there: the seed of a game is all that it
 * depends on. */
static Move decide(SelfPlay *t, int seat, Harvest *h) {
    Move moves[MOVES_MAX];
    float values[MOVES_MAX];
    AnyState view;
    memcpy(&view, &t->now, t->game->size);
    game_hide(t->game, &view.head, seat);
    Partner who = t->partner[seat];
    if (who == A_BOT) return t->fixed->kind->choose(t->fixed, &view.head, seat, &t->choice);
    if (who == GREEDY) {
        Bot greedy = {.kind = &greedy_bot, .game = t->game};
        return greedy_bot.choose(&greedy, &view.head, seat, &t->choice);
    }
    t->mind->style = t->style[who];
    if (who != LEARNER) return mind_choose(t->mind, &view.head, seat, NULL);
    bool explore = rng_real(&t->choice) < t->explore;
    if (explore) return moves[rng_below(&t->choice, (uint32_t)t->game->legal(&view.head, seat, moves))];
    int n = mind_rank(t->mind, &view.head, seat, moves, values);
    double spread = spread_of(values, n);
    if (n > 1) h->spread += spread, h->decisions++;
    try_others(t, values, n, spread);
    return moves[mind_best(values, n)];
}

/* Plays to the end, keeping the first node of each turn and the chance nodes that somebody looked at. */
static void play_game(SelfPlay *t, Harvest *h) {
    State *s = &t->now.head;
    int turn = -1;
    unsigned movers = 0;
    while (s->node != NODE_OVER) {
        if (s->turn != turn)
            keep(t, state_all(s));
        else if (s->node == NODE_CHANCE)
            keep(t, movers);
        turn = s->turn;
        if (s->node == NODE_CHANCE) {
            t->game->chance(s, game_roll(t->game, s, &t->dice));
            continue;
        }
        Move joint[SEATS_MAX] = {0};
        movers = s->movers;
        for (int i = 0; i < s->seats; i++)
            if (state_moves(s, i)) joint[i] = decide(t, i, h);
        t->game->play(s, joint);
    }
}

/* ---- Targets ---------------------------------------------------------------------------------------- */

static Example *add(Harvest *h) {
    if (h->count == h->room) {
        h->room = h->room ? 2 * h->room : 64;
        h->examples = realloc(h->examples, h->room * sizeof *h->examples);
        if (!h->examples) abort();
    }
    return &h->examples[h->count++];
}

static float square(float x) { return x * x; }

/* Walks back from the end with the view of one seat against another (or none). */
static void chain(SelfPlay *t, float lambda, int seat, int other, Harvest *h) {
    Mind *mind = t->mind;
    int by_seat[SEATS_MAX];
    t->game->scores(&t->now.head, by_seat);
    int rival = other < 0 ? seat : other;
    Example target = {.own = (float)by_seat[seat] * 0.01f, .other = (float)by_seat[rival] * 0.01f};
    target.win = by_seat[seat] > by_seat[rival] ? 1 : by_seat[seat] < by_seat[rival] ? 0 : 0.5f;
    float all = target.own, his = target.other, end = (float)t->now.head.turn;
    const Net *net = other < 0 ? &mind->weights.solo : &mind->weights.pair;
    NetSum sum = {.ready = false};
    for (int i = t->count - 1; i >= 0; i--) {
        if (!(t->owners[i] >> seat & 1)) continue;
        Example *s = add(h);
        AnyState view;
        memcpy(&view, &t->kept[i], t->game->size);
        game_hide(t->game, &view.head, seat);
        t->game->features->list(&view.head, seat, other, s->slot);
        s->win = target.win, s->own = target.own, s->other = target.other;
        s->turns = (end - (float)view.head.turn) * 0.01f;
        float out[NET_OUTS];
        sum.ready = false;
        net_look(net, &sum, s->slot, out);
        if (other < 0) s->other = square(all - out[OUT_OWN]) / VARIANCE_UNIT;
        if (t->table) s->own = (float)t->table->solver->value(t->table, &view.head, seat) * 0.01f;
        if (mind->style.curves) {
            s->win = square(all - out[OUT_OWN]) / VARIANCE_UNIT;
            s->turns = square(his - out[OUT_OTHER]) / VARIANCE_UNIT;
        }
        target.win = lambda * target.win + (1 - lambda) * net_chance(out[OUT_WIN]);
        target.own = lambda * target.own + (1 - lambda) * out[OUT_OWN];
        target.other = lambda * target.other + (1 - lambda) * out[OUT_OTHER];
    }
}

/* Each seat of the learner's is compared with one other, drawn by lot: with all of them at once the chances of a seat
 * would not be those of a duel, which is what the net is asked for. */
static void reap(SelfPlay *t, const Plan *plan, float lambda, Harvest *h) {
    int seats = t->now.head.seats, by_seat[SEATS_MAX];
    t->game->scores(&t->now.head, by_seat);
    for (int i = 0; i < seats; i++) {
        if (t->partner[i] != LEARNER) continue;
        h->points += by_seat[i];
        h->seats++;
        bool alone = seats == 1 || plan->points;
        int other = alone ? -1 : (i + 1 + (int)rng_below(&t->choice, (uint32_t)seats - 1)) % seats;
        chain(t, lambda, i, other, h);
    }
}

/* ---- A round ---------------------------------------------------------------------------------------- */

static int seats_for(const Plan *plan, uint32_t round, Rng *rng) {
    int most = plan->game->max_seats;
    if (is_solo(plan, round) && !plan->points) return 1;
    double x = rng_real(rng), crowd = training(plan, round)->crowd > 0 ? (double)training(plan, round)->crowd : 0.3;
    return x < 1 - crowd || most < 3 ? 2 : x < 1 - crowd / 2 || most < 4 ? 3 : 4;
}

/* Early rounds learn from the end of the game alone, the net knows nothing yet; later ones more and more from its own
 * word, which depends less on luck. */
static float lambda_of(const Plan *plan, uint32_t round) {
    const Training *t = training(plan, round);
    float done = progress(plan, round), early = plan->from ? 0 : 1 - 8 * done;
    float end = t->lambda_end > 0 ? t->lambda_end : t->lambda, late = t->lambda + (end - t->lambda) * done;
    return early > late ? early : late;
}

/* At first half of the moves are drawn by lot, or a net that knows nothing might never see more than the first
 * few boxes of a sheet. */
static float explore_of(const Plan *plan, uint32_t round) {
    float early = plan->from ? 0 : 0.5f - 5 * progress(plan, round);
    return early > plan->explore ? early : plan->explore;
}

/* Games are numbered over the whole training and dealt out to threads by number: how many threads there are changes
 * nothing. */
static void *play_part(void *round) {
    Round *r = round;
    const Plan *plan = r->plan;
    Mind *mind = malloc(sizeof *mind);
    SelfPlay *t = malloc(sizeof *t);
    const char *why;
    if (!mind || !t || !mind_start(mind, plan->game, r->weights, r->size, &why)) abort();
    Bot *fixed = plan->against ? roster_bot_or_file(plan->against, plan->game, (Budget){.playouts = 100}, &why) : NULL;
    if (plan->against && !fixed) abort(); /* main() made one */
    mind->deep = progress(plan, r->number) >= 1 - training(plan, r->number)->deep;
    if (!mind->deep) mind->samples = 0;
    mind->foresees = mind->deep && mind->features->foresees;
    Style own = mind->style;
    for (uint32_t i = (uint32_t)r->thread; i < games_of(plan, r->number); i += (uint32_t)plan->threads) {
        uint64_t number = (uint64_t)r->number * games_of(plan, r->number) + i;
        *t = (SelfPlay){.game = plan->game, .mind = mind, .explore = explore_of(plan, r->number)};
        t->curious = training(plan, r->number)->curious * (1 - progress(plan, r->number));
        t->dice = rng_stream(plan->seed, 2 * number);
        t->choice = rng_stream(plan->seed, 2 * number + 1);
        int seats = seats_for(plan, r->number, &t->choice);
        t->fixed = fixed;
        t->table = is_solo(plan, r->number) ? plan->table : NULL;
        mind->style = own;
        set_styles(t, plan, training(plan, r->number));
        seat_partners(t, plan, training(plan, r->number), seats);
        game_start(plan->game, &t->now.head, seats);
        play_game(t, &r->harvest[i]);
        mind->style = t->style[LEARNER];
        reap(t, plan, lambda_of(plan, r->number), &r->harvest[i]);
    }
    roster_free(fixed);
    free(t);
    free(mind);
    return NULL;
}

/* A thread has a copy of the round with its own number; harvests lie by game, so no two write to the same place. */
static void play_round(const Round *round) {
    pthread_t thread[THREADS_MAX];
    Round part[THREADS_MAX];
    for (int i = 0; i < round->plan->threads; i++) {
        part[i] = *round;
        part[i].thread = i;
        if (pthread_create(&thread[i], NULL, play_part, &part[i])) abort();
    }
    for (int i = 0; i < round->plan->threads; i++) pthread_join(thread[i], NULL);
}

/* All examples, in the order of the games. */
static Example *gather(const Round *r, uint32_t *count) {
    size_t n = 0;
    for (uint32_t i = 0; i < games_of(r->plan, r->number); i++) n += r->harvest[i].count;
    Example *all = malloc((n + 1) * sizeof *all);
    if (!all) abort();
    *count = (uint32_t)n;
    n = 0;
    for (uint32_t i = 0; i < games_of(r->plan, r->number); i++) {
        const Harvest *h = &r->harvest[i];
        if (h->count) memcpy(all + n, h->examples, h->count * sizeof *all);
        n += h->count;
    }
    return all;
}

/* Shuffled by a stream of its own: the examples of one game resemble each other, and a batch of them would pull one
 * way. */
static double fit(Learner *l, const Round *r, float rate) {
    uint32_t n;
    Example *all = gather(r, &n);
    uint32_t *order = malloc((n + 1) * sizeof *order);
    Rng rng = rng_stream(r->plan->seed + 1, r->number);
    double sum = 0;
    if (!order) abort();
    for (uint32_t i = 0; i < n; i++) {
        uint32_t j = rng_below(&rng, i + 1);
        order[i] = order[j];
        order[j] = i;
    }
    for (uint32_t i = 0; i < n; i += BATCH)
        sum += learner_batch(l, all, order + i, n - i < BATCH ? n - i : BATCH, rate);
    free(order);
    free(all);
    return n ? sum / n : 0;
}

/* ---- Files ------------------------------------------------------------------------------------------ */

/* Says why a file could not be written; false. */
static bool complain(const char *path) {
    fprintf(stderr, "penna-train: %s: %s\n", path, strerror(errno));
    return false;
}

static bool write_whole(const char *path, const void *bytes, size_t size) {
    Draft draft;
    return (draft_begin(&draft, path) && draft_add(&draft, bytes, size) && draft_end(&draft, true)) || complain(path);
}

static const float haze[WEIGHTS_LEVELS] = {0.45f, 1.15f, 2.6f};

/* The averages of both nets as a file of weights, in fresh memory. */
static uint8_t *seal(const Game *g, const Learner *pair, const Learner *solo, const float *spread) {
    uint8_t *bytes = aligned_alloc(64, (weights_size(g->features) + 63) / 64 * 64);
    if (!bytes) abort();
    learner_seal(pair, bytes + WEIGHTS_HEADER);
    learner_seal(solo, bytes + WEIGHTS_HEADER + net_bytes(pair->inputs));
    Scales scales = {.spread = spread[0], .solo_spread = spread[1], .own = g->features->own};
    scales.alone = g->features->alone;
    scales.margin = g->features->margin > 0 ? g->features->margin : MARGIN_USUAL;
    memcpy(scales.haze, haze, sizeof haze); /* until penna-train levels finds better ones */
    weights_seal(g, g->features, &scales, bytes);
    return bytes;
}

/* What a checkpoint belongs to: everything the result depends on. */
static void put_plan(const Plan *plan, uint32_t round, char line[LINE]) {
    int n = snprintf(line, LINE, "penna-train 7 %s %u of", plan->game->name, round);
    for (const Training *t = plan->kind; t < plan->kind + 2; t++)
        n += snprintf(line + n, LINE - (size_t)n, " %u %u %s%g %g %g %g %g %g %g %g %g %g %g +", t->rounds, t->games,
                      t->exact ? "exact " : "", (double)t->lambda, (double)t->lambda_end, (double)t->rate,
                      (double)t->own, (double)t->alone, (double)t->sparring, (double)t->curious, (double)t->deep,
                      (double)t->variance, (double)t->bound, (double)t->crowd);
    snprintf(line + n, LINE - (size_t)n, " %g %llu%s from %.200s against %.200s\n", (double)plan->explore,
             (unsigned long long)plan->seed,
             plan->points   ? " maximiser"
             : plan->curves ? " curves"
                            : "",
             plan->from ? plan->from : "nothing", plan->against ? plan->against : "itself");
}

/* A checkpoint: a line of text, then the learners' arrays. */
static bool save(const Plan *plan, uint32_t round, const Learner *l, const float *spread) {
    Draft draft;
    char line[LINE];
    put_plan(plan, round, line);
    bool good = draft_begin(&draft, plan->checkpoint) && draft_add(&draft, line, strlen(line)) &&
                draft_add(&draft, spread, 2 * sizeof(float));
    for (int i = 0; i < 2; i++) {
        const float *parts[] = {l[i].weights, l[i].mean, l[i].square, l[i].average};
        good = good && draft_add(&draft, &l[i].step, sizeof l[i].step);
        for (int k = 0; k < 4; k++) good = good && draft_add(&draft, parts[k], l[i].count * sizeof(float));
    }
    return (good && draft_end(&draft, true)) || complain(plan->checkpoint);
}

/* Returns the round to go on with; 0 where there is no checkpoint of this very plan. */
static uint32_t load(const Plan *plan, Learner *l, float *spread) {
    char line[LINE], want[LINE];
    uint32_t round = 0;
    FILE *f = fopen(plan->checkpoint, "rb");
    if (!f) return 0;
    bool good = fgets(line, sizeof line, f) && sscanf(line, "penna-train 7 %*s %u", &round) == 1;
    put_plan(plan, round, want);
    if (!good || strcmp(line, want) != 0) {
        fprintf(stderr, "penna-train: %s belongs to another training\n", plan->checkpoint);
        exit(2);
    }
    good = fread(spread, sizeof(float), 2, f) == 2;
    for (int i = 0; i < 2; i++) {
        float *parts[] = {l[i].weights, l[i].mean, l[i].square, l[i].average};
        good &= fread(&l[i].step, sizeof l[i].step, 1, f) == 1;
        for (int k = 0; k < 4; k++) good &= fread(parts[k], sizeof(float), l[i].count, f) == l[i].count;
    }
    fclose(f);
    if (good) return round;
    fprintf(stderr, "penna-train: %s is cut short\n", plan->checkpoint);
    exit(2);
}

/* ---- The whole -------------------------------------------------------------------------------------- */

/* What is told of a round. */
typedef struct Tale {
    double loss, points; /* points a seat */
    float spread;        /* how far apart the values of a decision lie */
} Tale;

/* By game, in order: sums of fractions depend on the order, and threads come in none. */
static void sum_up(const Round *r, Tale *tale) {
    double sum = 0, spreads = 0, decisions = 0, seats = 0;
    for (uint32_t i = 0; i < games_of(r->plan, r->number); i++) {
        const Harvest *h = &r->harvest[i];
        sum += h->points, seats += h->seats;
        spreads += h->spread, decisions += h->decisions;
    }
    tale->points = seats > 0 ? sum / seats : 0;
    tale->spread = (float)(decisions > 0 ? spreads / decisions : 0);
}

/* Plays one round and learns from it. */
static void go_round(const Plan *plan, uint32_t number, Learner *l, const float *spread, Tale *tale) {
    Round round = {.plan = plan, .number = number, .size = weights_size(plan->game->features)};
    uint8_t *bytes = seal(plan->game, &l[0], &l[1], spread);
    round.weights = bytes;
    round.harvest = calloc(games_of(plan, number), sizeof *round.harvest);
    if (!round.harvest) abort();
    play_round(&round);
    float done = progress(plan, number);
    Learner *learner = &l[is_solo(plan, number)];
    learner->variance = training(plan, number)->variance;
    learner->bound = training(plan, number)->bound;
    tale->loss = fit(learner, &round, training(plan, number)->rate * (1 - 0.98f * done));
    learner_average(learner, done < 0.1f ? 0.6f : 0.2f);
    sum_up(&round, tale);
    for (uint32_t i = 0; i < games_of(plan, number); i++) free(round.harvest[i].examples);
    free(round.harvest);
    free(bytes);
}

/* Writes the weights as they are now. */
static bool publish(const Plan *plan, const Learner *l, const float *spread) {
    uint8_t *bytes = seal(plan->game, &l[0], &l[1], spread);
    bool good = write_whole(plan->out, bytes, weights_size(plan->game->features));
    free(bytes);
    return good;
}

/* Takes the weights that the plan begins with, if it names any. */
static bool begin_with(const Plan *plan, Learner *l, float *spread) {
    size_t size;
    const char *why;
    Weights w;
    if (!plan->from) return true;
    const uint8_t *bytes = weights_file_take(plan->from, plan->game, &size, &why);
    bool good = bytes && weights_read(plan->game, bytes, size, &w, &why);
    if (good && w.features != plan->game->features) good = false, why = "weights for features of an earlier release";
    if (!good) {
        fprintf(stderr, "penna-train: %s: %s\n", plan->from, why);
        return false;
    }
    learner_take(&l[0], bytes + WEIGHTS_HEADER);
    learner_take(&l[1], bytes + WEIGHTS_HEADER + net_bytes(l[0].inputs));
    spread[0] = w.scales.spread;
    spread[1] = w.scales.solo_spread;
    weights_file_give(bytes);
    return true;
}

/* The table of the game alone, if its training asks for it: the one that is kept, or made now, in a minute. False: no
 * solver knows the game. */
static bool get_table(Plan *plan) {
    static Solved made;
    if (!plan->kind[1].exact) return true;
    plan->table = exact_table(plan->game, true);
    if (plan->table) return true;
    const Solver *solver = solve_find(plan->game);
    if (!solver || !solved_new(solver, 1, &made)) {
        fprintf(stderr, "penna-train: %s: nobody can solve it for one seat\n", plan->game->name);
        return false;
    }
    fprintf(stderr, "penna-train: solving %s for one seat; `penna solve` would keep the table\n", plan->game->name);
    solve_run(&made.it, 0);
    plan->table = &made.it;
    return true;
}

/* Two nets in turn, with others and alone. What is saved is enough to go on from as if nothing had happened; the
 * weights are published at the same time, so there is always a file to play with. */
static int train(Plan *plan) {
    const Features *f = plan->game->features;
    Learner l[2];
    float spread[2] = {0};
    if (!learner_start(&l[0], f->inputs, f->slots, plan->curves ? SUBJECT_CURVES : SUBJECT_PAIR, plan->seed) ||
        !learner_start(&l[1], f->solo_inputs, f->solo_slots, SUBJECT_ALONE, plan->seed))
        abort();
    if (plan->points) learner_clear(&l[0]); /* never asked: no noise in its file */
    if (plan->curves) learner_clear(&l[1]);
    if (!begin_with(plan, l, spread)) return 2; /* said why */
    double start = clock_now(), saved = start;
    uint32_t first = load(plan, l, spread), end = all_rounds(plan);
    if (first < plan->kind[1].rounds && !get_table(plan)) return 2; /* said why */
    for (uint32_t r = first; r < end; r++) {
        Tale tale;
        go_round(plan, r, l, spread, &tale);
        spread[is_solo(plan, r)] = tale.spread;
        double now = clock_now();
        if (r % 10 == 9 || r + 1 == end)
            printf("%s round %u of %u + %u  %.0f s, %.0f s to go  loss %.4f  points %.2f%s  spread %.4f\n",
                   plan->game->name, r + 1, plan->kind[0].rounds, plan->kind[1].rounds, now - start,
                   (now - start) / (r + 1 - first) * (end - r - 1), tale.loss, tale.points,
                   is_solo(plan, r) ? " alone" : "", (double)tale.spread);
        fflush(stdout);
        if (now - saved < plan->save && r + 1 < end) continue;
        if (!publish(plan, l, spread) || !save(plan, r + 1, l, spread)) return 1; /* said why */
        saved = now;
    }
    bool good = publish(plan, l, spread);
    learner_free(&l[0]);
    learner_free(&l[1]);
    return good ? 0 : 1;
}

static const char help[] =
    "penna-train GAME [OPTION VALUE]...\n"
    "penna-train curves GAME [OPTION VALUE]...\n"
    "penna-train maximiser GAME [OPTION VALUE]...\n"
    "penna-train exploit GAME --against BOT [OPTION VALUE]...\n"
    "penna-train levels GAME [FILE] [GAMES]\n"
    "penna-train tune GAME [ROUNDS]\n"
    "penna-train regret GAME [--bot BOT] [--against BOT] [OPTION VALUE]... [--light] [--play]\n"
    "penna-train truth SHEET [BOT]... [--games N] [--playouts N] [--between] [--gains]\n"
    "\n"
    "Learns a game's weights from nothing, by playing against itself; goes on where it was broken off. The result "
    "depends\n"
    "on the game, the seed and the numbers below alone, whose defaults are the game's own.\n"
    "\n"
    "With `curves` it learns what each sheet promises and how widely that is spread, for the bot curves; with "
    "`maximiser`\n"
    "the same in games played for the own points only, for the bot maximiser; the weights go to data/frozen/curves "
    "and\n"
    "data/frozen/maximiser. With `exploit` it learns to beat one bot, which does not learn (weights for expert; they "
    "go "
    "to\n"
    "GAME.exploiter): what the best response found wins is a lower bound of how far the bot can be exploited.\n"
    "\n"
    "`levels` finds for a file of weights (default: data/GAME.weights) how dimly the levels below expert must see to "
    "be "
    "200\n"
    "Elo apart, each judged by so many games (default: 600), and writes that into it.\n"
    "\n"
    "`regret` estimates, from below and from above, what anyone could win more than a bot (expert, with any weights)\n"
    "does against another: of --games N games one in --one-in N of its decisions is examined; --eye N short playouts\n"
    "choose a move, and two halves of --playouts N to the end value it, at a glance with --light. With --path\n"
    "BOT that one leads the games; --least PERCENT is the c of the bound (src/train/regret.h). With --play the moves\n"
    "that the short playouts choose are played; with --believed BOT the other is taken for that one in them.\n"
    "\n"
    "  --out FILE          the weights (default: data/GAME.weights)\n"
    "  --against BOT       all seats but one are this bot's\n"
    "  --from FILE         begin with these weights; no games alone then\n"
    "  --checkpoint FILE   where it was broken off (default: beside the weights)\n"
    "  --save SECONDS      how often both are written (default: 30)\n"
    "  --threads N         (default: 2)\n"
    "  --seed N            (default: 1)\n"
    "  --explore X         part of the moves drawn by lot (default: 0.01)\n"
    "  --rounds N          of games with others\n"
    "  --games N           in a round\n"
    "  --lambda X          how much the end of a game counts, not the net's own later word\n"
    "  --rate X            of learning, at first\n"
    "  --lambda-end X      the same in the last rounds (0: the same)\n"
    "  --own X             what a hundred points of its own count for in these games\n"
    "  --alone X           what a hundred points alone count for in these games\n"
    "  --sparring X        part of the games against other styles\n"
    "  --curious X         part of the moves, at first, that are chosen through noise\n"
    "  --deep X            part of the rounds, the last ones, played with all the thought of expert\n"
    "  --crowd X           part of the games with three seats or more (0: 0.3)\n"
    "  --bound X           sums of the first layer beyond it are drawn back (0: never)\n"
    "  --solo-rounds N, --solo-games N, --solo-lambda X, --solo-rate X, --solo-curious X, --solo-deep X\n"
    "                      the same for games alone\n"
    "  --solo-variance X   how much the variance of the points counts beside them (curves: --variance)\n"
    "  --solo-exact 1      the points are learned from the exact table of the game alone (penna solve), where there is "
    "one\n"
    "\n"
    "Examples:\n"
    "  penna-train qwixx\n"
    "  penna-train qwinto --rounds 50 --solo-rounds 50 --out try.weights\n"
    "  penna duel qwixx expert@try.weights expert --games 10000    which of two files plays better\n"
    "  penna-train regret qwixx --against expert@0.1 --light    what anyone could win more than expert does\n";

static int usage(void) {
    fputs("penna-train: wrong usage; `penna-train --help` tells more\n", stderr);
    return 2;
}

/* The number in a text, or the end of the program. */
static double number(const char *name, const char *text, double least, double most) {
    char *end;
    double x = strtod(text, &end);
    if (*text && !*end && x >= least && x <= most) return x;
    fprintf(stderr, "penna-train: %s: expected a number from %.12g to %.12g, not '%s'\n", name, least, most, text);
    exit(2);
}

/* An option of one kind of training, without its `--` or `--solo-`; false: there is none of that name. */
static bool get_training(Training *t, const char *name, const char *value) {
    if (!strcmp(name, "rounds"))
        t->rounds = (uint16_t)number(name, value, 0, UINT16_MAX);
    else if (!strcmp(name, "games"))
        t->games = (uint16_t)number(name, value, 1, UINT16_MAX);
    else if (!strcmp(name, "lambda"))
        t->lambda = (float)number(name, value, 0, 1);
    else if (!strcmp(name, "lambda-end"))
        t->lambda_end = (float)number(name, value, 0, 1);
    else if (!strcmp(name, "own"))
        t->own = (float)number(name, value, 0, 1000);
    else if (!strcmp(name, "alone"))
        t->alone = (float)number(name, value, 0, 1000);
    else if (!strcmp(name, "rate"))
        t->rate = (float)number(name, value, 0, 1);
    else if (!strcmp(name, "sparring"))
        t->sparring = (float)number(name, value, 0, 1);
    else if (!strcmp(name, "curious"))
        t->curious = (float)number(name, value, 0, 1);
    else if (!strcmp(name, "deep"))
        t->deep = (float)number(name, value, 0, 1);
    else if (!strcmp(name, "bound"))
        t->bound = (float)number(name, value, 0, 30);
    else if (!strcmp(name, "crowd"))
        t->crowd = (float)number(name, value, 0, 1);
    else if (!strcmp(name, "variance"))
        t->variance = (float)number(name, value, 0, 1);
    else
        return false;
    return true;
}

/* `--solo-X` is X of the training alone: whatever can be set for one kind can be set for the other. */
static bool get_option(Plan *p, const char *name, const char *value) {
    if (!strcmp(name, "--out"))
        p->out = value;
    else if (!strcmp(name, "--from"))
        p->from = value;
    else if (!strcmp(name, "--against"))
        p->against = value;
    else if (!strcmp(name, "--checkpoint"))
        p->checkpoint = value;
    else if (!strcmp(name, "--threads"))
        p->threads = (int)number(name, value, 1, THREADS_MAX);
    else if (!strcmp(name, "--seed"))
        p->seed = (uint64_t)number(name, value, 0, 1e15);
    else if (!strcmp(name, "--explore"))
        p->explore = (float)number(name, value, 0, 1);
    else if (!strcmp(name, "--save"))
        p->save = number(name, value, 0, 1e9);
    else if (!strcmp(name, "--solo-exact"))
        p->kind[1].exact = number(name, value, 0, 1) > 0;
    else if (!strncmp(name, "--solo-", 7))
        return get_training(&p->kind[1], name + 7, value);
    else
        return !strncmp(name, "--", 2) && get_training(&p->kind[0], name + 2, value);
    return true;
}

/* The opponent is made once here to see whether it can be: otherwise that would come out in a thread, where nobody can
 * be told. */
static bool get_options(Plan *plan, int count, char **words) {
    for (int i = 0; i < count; i += 2)
        if (i + 1 == count || !get_option(plan, words[i], words[i + 1])) {
            fprintf(stderr,
                    "penna-train: %s: no such option, or its value is missing; `penna-train --help` tells more\n",
                    words[i]);
            return false;
        }
    if (!plan->against) return true;
    const char *why;
    Bot *bot = roster_bot_or_file(plan->against, plan->game, (Budget){.playouts = 100}, &why);
    if (!bot) fprintf(stderr, "penna-train: bot `%s`: %s\n", plan->against, why);
    roster_free(bot);
    return bot != NULL;
}

/* More of it drowns the points that it is the variance of. */
static const float curves_variance = 0.1f;

/* A maximiser is the net that learns a seat's points alone, but all in games with others; curves are a net for a pair,
 * and need no other. */
static void take_curves(Plan *plan) {
    plan->kind[0].own = plan->kind[0].alone = 0;
    if (plan->curves) {
        if (plan->kind[0].variance <= 0) plan->kind[0].variance = curves_variance;
        plan->kind[1].rounds = 0;
        return;
    }
    plan->kind[1] = plan->kind[0];
    plan->kind[0].rounds = 0;
}

/* Everything that trains is one plan with other defaults; a subcommand of its own is what trains nothing. */
int main(int argc, char **argv) {
    if (argc < 2) return usage();
    if (!strcmp(argv[1], "--help")) return fputs(help, stdout) < 0;
    if (!strcmp(argv[1], "levels")) return levels_main(argc - 2, argv + 2);
    if (!strcmp(argv[1], "tune")) return tune_main(argc - 2, argv + 2);
    if (!strcmp(argv[1], "truth")) return truth_main(argc - 2, argv + 2);
    if (!strcmp(argv[1], "regret")) return regret_main(argc - 2, argv + 2);
    bool points = !strcmp(argv[1], "maximiser"), curves = !strcmp(argv[1], "curves");
    bool exploit = !strcmp(argv[1], "exploit"), other = points || curves || exploit;
    int at = other ? 2 : 1;
    if (at == argc) return usage();
    Plan plan = {.game = truth_game(argv[at]),
                 .threads = 2,
                 .seed = 1,
                 .explore = 0.01f,
                 .save = 30,
                 .curves = curves,
                 .points = points};
    const Features *f = plan.game ? plan.game->features : NULL;
    if (!f) {
        fprintf(stderr, "penna-train: %s: no such game, or it has no features\n", argv[at]);
        return 2;
    }
    plan.kind[0] = f->with_others;
    plan.kind[1] = f->alone_training;
    if (points || curves) plan.kind[0].rounds = CURVES_ROUNDS; /* points are learned faster than a chance to win */
    if (!get_options(&plan, argc - at - 1, argv + at + 1)) return 2; /* said why */
    if (points || curves) take_curves(&plan);
    if (plan.from) plan.kind[1].rounds = 0;
    if (exploit && !plan.against) return usage();
    char out[256], checkpoint[1024];
    snprintf(out, sizeof out,
             points    ? "data/frozen/maximiser/%s.weights"
             : curves  ? "data/frozen/curves/%s.weights"
             : exploit ? "%s.exploiter"
                       : "data/%s.weights",
             plan.game->name);
    if (!plan.out) plan.out = out;
    snprintf(checkpoint, sizeof checkpoint, "%s.checkpoint", plan.out);
    if (!plan.checkpoint) plan.checkpoint = checkpoint;
    return train(&plan);
}
