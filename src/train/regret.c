/* regret.c: see regret.h. */
#include "train/regret.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/adjust.h"
#include "arena/roster.h"
#include "bots/mind.h"
#include "train/truth.h"

enum {
    SEATS = 2,
    THREADS_MAX = 16,
    PLAIN_ONE_IN = 2, /* decisions in which the bot has its move far ahead, of those that would be examined, */
    KEPT_ONE_IN = 6,  /* and of those in which the eye keeps the bot's move, for what others could still win */
    SCREENING = 32,   /* playouts, then twice as many and so on, after which moves clearly behind are given up; */
    SCREENED = 4,     /* for each of them either half has so many */
    EYE_FROM = 3,     /* turns at whose beginning the eye is asked, counted from that of the decision, */
    EYE_TO = 8,       /* to this one */
};

static const double clearly = 4; /* standard errors */

typedef struct RegretPlan {
    const Game *game;
    const char *bot, *against;
    const char *path;     /* who leads the games in place of the bot; NULL: nobody */
    const char *believed; /* what the other is taken for in playouts at a glance; NULL: what it is */
    int games, playouts, eye, one_in, threads;
    double least; /* c, at least */
    bool light;   /* playouts at a glance */
    bool play;    /* the eye's moves are played, and nothing is examined */
    uint64_t seed;
} RegretPlan;

/* One who plays, and the mind by which it does in playouts at a glance. */
typedef struct RegretSide {
    Bot *bot;
    Mind *light;
} RegretSide;

/* A move under test. All figures are what it has more than another, in the same playouts: the eye's than the first
 * move, which is the bot's own; those to the end than the move chosen. */
typedef struct RegretMove {
    Move move;
    bool given_up;
    double eye, sum[2]; /* by half */
} RegretMove;

/* The figures of games, added up: the regret of a game, and its square. */
typedef struct Tally {
    long games, decisions, examined, changed, playouts;
    double low, high, low_squares, high_squares;
    double share, share_squares; /* of the bot, or of the eye where that plays; luck taken out */
} Tally;

typedef struct Work {
    const RegretPlan *plan;
    int thread;
    RegretSide side[2]; /* the bot, and whom it plays against */
    Bot *path, *believed;
    Mind *judge;
    Adjuster *adjuster; /* NULL: there is no net for the game, and luck stays in */
    int seat;           /* the bot's in this game */
    Tally tally;
} Work;

/* A decision under examination. */
typedef struct Decision {
    const State *view;
    int seat, count;
    Move others[SEATS_MAX]; /* what the other does, by all its thought, where nothing is hidden */
    RegretMove trial[MOVES_MAX];
    uint64_t seed;
} Decision;

/* 1 for a win, 1/2 for a tie. */
static double result(const Game *g, const State *s, int seat) {
    int points[SEATS_MAX];
    g->scores(s, points);
    int own = points[seat], other = points[1 - seat];
    return own > other ? 1 : own == other ? 0.5 : 0;
}

/* ---- Playouts --------------------------------------------------------------------------------------- */

/* The move that a side makes with all its thought. */
static Move think(const Work *w, const State *s, int seat, Rng *lots) {
    Bot *bot = seat == w->seat ? w->side[0].bot : w->believed ? w->believed : w->side[1].bot;
    AnyState view;
    memcpy(&view, s, w->plan->game->size);
    game_hide(w->plan->game, &view.head, seat);
    return bot->kind->choose(bot, &view.head, seat, lots);
}

/* The move that it makes in a playout. */
static Move play_by(const Work *w, const State *s, int seat, Rng *lots) {
    const RegretSide *side = &w->side[seat != w->seat];
    Move joint[SEATS_MAX] = {0};
    if (!side->light) return think(w, s, seat, lots);
    mind_replies(side->light, s, 1 - seat, joint);
    return joint[seat];
}

static void choose_all(const Work *w, const State *s, Rng *lots, Move *joint) {
    for (int i = 0; i < SEATS; i++)
        if (state_moves(s, i)) joint[i] = play_by(w, s, i, lots);
}

static void play_on(const Work *w, State *s, unsigned end, PlayoutDice *dice, Rng *lots) {
    while (s->node != NODE_OVER && s->turn < end) {
        Move joint[SEATS_MAX] = {0};
        if (s->node == NODE_CHANCE) {
            mind_roll(w->plan->game, s, dice);
            continue;
        }
        choose_all(w, s, lots, joint);
        w->plan->game->play(s, joint);
    }
}

/* The position after a move; what the view hides is dealt by the seed and number alone, for all moves alike. */
static void begin(const Work *w, const Decision *d, Move move, uint64_t seed, int number, Rng *lots, AnyState *s) {
    const Game *g = w->plan->game;
    Rng deal = rng_stream(seed + (uint64_t)number, UINT64_MAX);
    Move joint[SEATS_MAX];
    memcpy(s, d->view, g->size);
    game_guess(g, &s->head, &deal);
    memcpy(joint, d->others, sizeof joint);
    if (g->guess && state_moves(&s->head, 1 - d->seat)) joint[1 - d->seat] = play_by(w, &s->head, 1 - d->seat, lots);
    joint[d->seat] = move;
    g->play(&s->head, joint);
}

static double playout(Work *w, const Decision *d, Move move, uint64_t seed, int number) {
    AnyState s;
    Rng lots = rng_stream(seed, (uint64_t)number);
    PlayoutDice dice = {.seed = seed, .number = (uint64_t)number, .first = d->view->turn};
    begin(w, d, move, seed, number, &lots, &s);
    play_on(w, &s.head, UINT32_MAX, &dice, &lots);
    w->tally.playouts++;
    return result(w->plan->game, &s.head, d->seat);
}

/* The chance to win as the net has it some turns later, from both seats and over several turns. */
static double look(Work *w, const Decision *d, Move move, uint64_t seed, int number) {
    AnyState s;
    Rng lots = rng_stream(seed, (uint64_t)number);
    PlayoutDice dice = {.seed = seed, .number = (uint64_t)number, .first = d->view->turn};
    double sum = 0;
    begin(w, d, move, seed, number, &lots, &s);
    for (unsigned turns = EYE_FROM; turns <= EYE_TO; turns++) {
        play_on(w, &s.head, d->view->turn + turns, &dice, &lots);
        sum += (double)mind_glance(w->judge, &s.head, d->seat) - (double)mind_glance(w->judge, &s.head, 1 - d->seat);
    }
    return sum / 2 / (EYE_TO - EYE_FROM + 1);
}

/* ---- A decision ------------------------------------------------------------------------------------- */

/* Returns the move that the eye has in front; the bot's own if none is ahead of it. */
static int choose_by_eye(Work *w, Decision *d) {
    int best = 0;
    for (int k = 0; k < w->plan->eye; k++) {
        double own = look(w, d, d->trial[0].move, d->seed, k);
        for (int i = 1; i < d->count; i++) d->trial[i].eye += look(w, d, d->trial[i].move, d->seed, k) - own;
    }
    for (int i = 1; i < d->count; i++) {
        d->trial[i].eye /= w->plan->eye;
        if (d->trial[i].eye > d->trial[best].eye) best = i;
    }
    return best;
}

/* Moves that are clearly behind the chosen one are not looked at any more. These playouts are counted nowhere else. */
static void screen(Work *w, Decision *d, int best) {
    double sum[MOVES_MAX] = {0}, squares[MOVES_MAX] = {0};
    uint64_t seed = rng_mix(d->seed + 1);
    int next = SCREENING;
    for (int k = 0; k < w->plan->playouts / SCREENED; k++) {
        double base = playout(w, d, d->trial[best].move, seed, k);
        for (int i = 0; i < d->count; i++) {
            if (i == best || d->trial[i].given_up) continue;
            double more = playout(w, d, d->trial[i].move, seed, k) - base;
            sum[i] += more, squares[i] += more * more;
        }
        if (k + 1 < next) continue;
        next *= 2;
        for (int i = 0; i < d->count; i++)
            if (sum[i] + clearly * sqrt(squares[i]) < 0) d->trial[i].given_up = true;
    }
}

/* Means of the playouts of a half, of those that are left and of the bot's own move. */
static void play_half(Work *w, Decision *d, int best, int half) {
    uint64_t seed = rng_mix(d->seed + 2 + (uint64_t)half);
    for (int k = 0; k < w->plan->playouts; k++) {
        double base = playout(w, d, d->trial[best].move, seed, k);
        for (int i = 0; i < d->count; i++)
            if (i != best && (i == 0 || !d->trial[i].given_up))
                d->trial[i].sum[half] += playout(w, d, d->trial[i].move, seed, k) - base;
    }
    for (int i = 0; i < d->count; i++) d->trial[i].sum[half] /= w->plan->playouts;
}

/* What the moves that are left could win more than the chosen one, at most. */
static double left_to_win(const Work *w, const Decision *d, int best) {
    double sum = 0;
    for (int i = 0; i < d->count; i++) {
        const RegretMove *t = &d->trial[i];
        if (i == best || t->given_up) continue;
        double behind = d->trial[best].eye - t->eye, c = behind > w->plan->least ? behind : w->plan->least;
        sum += (t->sum[0] + c) * (t->sum[1] + c) / (4 * c);
    }
    return sum;
}

/* The regret of a decision from below and from above. Where the eye keeps the bot's move the figure from below is 0
 * without any playout to the end, and that from above is found for some that stand for all. */
static void examine(Work *w, Decision *d, Rng *pick, double *low, double *high) {
    int best = choose_by_eye(w, d), left = best > 0, times = best > 0 ? 1 : KEPT_ONE_IN;
    *low = *high = 0;
    w->tally.changed += best > 0;
    if (rng_real(pick) * times >= 1) return;
    screen(w, d, best);
    for (int i = 0; i < d->count; i++) left += i != best && !d->trial[i].given_up;
    if (!left) return;
    for (int half = 0; half < 2; half++) play_half(w, d, best, half);
    if (best > 0) *low = -(d->trial[0].sum[0] + d->trial[0].sum[1]) / 2;
    *high = *low + left_to_win(w, d, best) * times;
}

/* ---- Games ------------------------------------------------------------------------------------------ */

/* How many decisions like this one an examined one stands for. */
static int stands_for(const Work *w, const State *view) {
    Move moves[MOVES_MAX];
    float values[MOVES_MAX], second = -INFINITY;
    int n = mind_rank(w->judge, view, w->seat, moves, values), best = mind_best(values, n);
    for (int i = 0; i < n; i++)
        if (i != best && values[i] > second) second = values[i];
    bool plain = values[best] - second > mind_spread(w->judge, SEATS);
    return w->plan->one_in * (plain ? PLAIN_ONE_IN : 1);
}

/* The bot's own move is the first. */
static void open_decision(const Work *w, Decision *d) {
    const Game *g = w->plan->game;
    Move legal[MOVES_MAX];
    Rng lots = rng_stream(d->seed, 0);
    int count = g->legal(d->view, d->seat, legal), other = 1 - d->seat;
    d->count = 1;
    for (int i = 0; i < count; i++)
        if (legal[i] != d->trial[0].move) d->trial[d->count++] = (RegretMove){.move = legal[i]};
    if (!g->guess && state_moves(d->view, other)) d->others[other] = think(w, d->view, other, &lots);
}

/* Examines one decision of some. Returns the move that is played: the bot's own, or the eye's if it is to play. */
static Move try_decision(Work *w, const State *view, Move own, Rng *pick, double *low, double *high) {
    Decision d = {.view = view, .seat = w->seat, .trial = {{.move = own}}, .seed = rng_next(pick)};
    Move legal[MOVES_MAX];
    double lot = rng_real(pick), below, above;
    w->tally.decisions++;
    if (w->plan->game->legal(view, w->seat, legal) == 1) return own;
    int times = stands_for(w, view);
    bool plain = times > w->plan->one_in;
    if (w->plan->play ? plain : lot * times >= 1) return own;
    w->tally.examined++;
    open_decision(w, &d);
    if (w->plan->play) {
        int best = choose_by_eye(w, &d);
        w->tally.changed += best > 0;
        return d.trial[best].move;
    }
    examine(w, &d, pick, &below, &above);
    *low += below * times, *high += above * times;
    return own;
}

/* Luck is added to what each seat had of it. */
static void roll(Work *w, State *s, Rng *dice, double *luck) {
    const Game *g = w->plan->game;
    uint64_t key = rng_next(dice);
    uint32_t outcome = game_roll(g, s, dice);
    if (w->adjuster) adjuster_roll(w->adjuster, s, outcome, key, luck);
    g->chance(s, outcome);
}

/* A few decisions are examined and stand for all of their game; the errors are taken over games, since decisions of one
 * game hang together. */
static void one_game(Work *w, int number) {
    const Game *g = w->plan->game;
    AnyState s, view;
    Rng dice = rng_stream(w->plan->seed, 3 * (uint64_t)number),
        pick = rng_stream(w->plan->seed, 3 * (uint64_t)number + 1),
        lots = rng_stream(w->plan->seed, 3 * (uint64_t)number + 2);
    double low = 0, high = 0, luck[SEATS_MAX] = {0};
    w->seat = number & 1;
    game_start(g, &s.head, SEATS);
    while (s.head.node != NODE_OVER) {
        if (s.head.node == NODE_CHANCE) {
            roll(w, &s.head, &dice, luck);
            continue;
        }
        Move joint[SEATS_MAX] = {0};
        for (int i = 0; i < SEATS; i++) {
            if (!state_moves(&s.head, i)) continue;
            Bot *bot = w->side[i != w->seat].bot;
            memcpy(&view, &s, g->size);
            game_hide(g, &view.head, i);
            joint[i] = bot->kind->choose(bot, &view.head, i, &lots);
            if (i != w->seat) continue;
            joint[i] = try_decision(w, &view.head, joint[i], &pick, &low, &high);
            if (w->path) joint[i] = w->path->kind->choose(w->path, &view.head, i, &lots);
        }
        g->play(&s.head, joint);
    }
    double share = result(g, &s.head, w->seat) - luck[w->seat];
    w->tally.share += share, w->tally.share_squares += share * share;
    w->tally.low += low, w->tally.low_squares += low * low;
    w->tally.high += high, w->tally.high_squares += high * high;
    w->tally.games++;
}

/* Half the width of a 95 % interval of the mean, in per cent. */
static double interval(double sum, double squares, long n) {
    double mean = sum / (double)n;
    return 196 * sqrt((squares / (double)n - mean * mean) / (double)n);
}

/* Which games a thread plays does not depend on how quick each is; the first one tells how far it has come. */
static void *part(void *work) {
    Work *w = work;
    const Tally *t = &w->tally;
    for (int i = w->thread; i < w->plan->games; i += w->plan->threads) {
        one_game(w, i);
        if (w->thread == 0)
            fprintf(stderr, "\rregret: %d of %d games, share %.2f +- %.2f, %ld examined, %.2f +- %.2f to %.2f +- %.2f ",
                    i + 1, w->plan->games, 100 * t->share / (double)t->games,
                    interval(t->share, t->share_squares, t->games), t->examined, 100 * t->low / (double)t->games,
                    interval(t->low, t->low_squares, t->games), 100 * t->high / (double)t->games,
                    interval(t->high, t->high_squares, t->games));
    }
    return NULL;
}

static void report(const RegretPlan *plan, const Tally *t, bool adjusted) {
    double n = (double)t->games, low = interval(t->low, t->low_squares, t->games),
           high = interval(t->high, t->high_squares, t->games);
    fprintf(stderr, "\n");
    printf("%s: %s against %s, %ld games, %.1f decisions in each; %ld examined, the eye changed %ld; %ld playouts\n",
           plan->game->name, plan->bot, plan->against, t->games, (double)t->decisions / n, t->examined, t->changed,
           t->playouts);
    printf("%s has %.2f (+- %.2f) %% of these games%s\n", plan->play ? "the eye" : "who led", 100 * t->share / n,
           interval(t->share, t->share_squares, t->games), adjusted ? ", luck taken out" : "");
    if (plan->play) return;
    printf("who always found the best move would win %.2f (+- %.2f) to %.2f (+- %.2f) %% of the games more\n",
           100 * t->low / n, low, 100 * t->high / n, high);
}

/* ---- The command ------------------------------------------------------------------------------------ */

static Bot *make_bot(const RegretPlan *plan, const char *name) {
    const char *why;
    Bot *bot = roster_bot_or_file(name, plan->game, (Budget){.playouts = roster_playouts(name)}, &why);
    if (!bot) fprintf(stderr, "penna-train: bot `%s`: %s\n", name, why);
    return bot;
}

/* A copy of a bot's mind that is quick, for playouts; NULL: no memory. Where a turn goes on after all have chosen, a
 * glance in its middle would be too weak. */
static Mind *light_of(const Bot *bot) {
    Mind *light = malloc(sizeof *light);
    if (!light) return NULL;
    *light = *(const Mind *)bot->memory;
    light->replies_look = bot->game->features->foresees;
    light->deep = light->foresees = false;
    light->samples = 0;
    return light;
}

static bool has_mind(const Bot *bot) { return bot->kind == &expert_bot && mind_exists(bot); }

/* The judge thinks as the bot does, but plays for nothing but the win. */
static bool prepare(Work *w) {
    const RegretPlan *plan = w->plan;
    for (int i = 0; i < SEATS; i++) {
        Bot *bot = w->side[i].bot = make_bot(plan, i ? plan->against : plan->bot);
        if (!bot) return false;
        if ((i == 0 || plan->light) && !has_mind(bot)) {
            fprintf(stderr, "penna-train: bot `%s`: expert is needed here, with any weights\n", bot->kind->name);
            return false;
        }
        if (i > 0 && plan->believed) bot = w->believed = make_bot(plan, plan->believed);
        if (!bot || (plan->light && !(w->side[i].light = light_of(bot)))) return false;
    }
    if (plan->path && !(w->path = make_bot(plan, plan->path))) return false;
    w->judge = light_of(w->side[0].bot);
    if (w->judge) w->judge->style = (Style){.chance = 1};
    const char *why;
    w->adjuster = adjuster_new(plan->game, &why);
    return w->judge != NULL;
}

static void clean_up(Work *w) {
    for (int i = 0; i < SEATS; i++) {
        free(w->side[i].light);
        roster_free(w->side[i].bot);
    }
    roster_free(w->path);
    roster_free(w->believed);
    free(w->judge);
    adjuster_free(w->adjuster);
}

/* A whole number, 1 or more; 0: it is none. */
static int whole(const char *text) {
    char *end;
    long n = strtol(text, &end, 10);
    return *text && !*end && n > 0 && n < 1000000000 ? (int)n : 0;
}

static bool get_option(RegretPlan *plan, const char *name, const char *value) {
    static const char *const names[] = {"--games", "--playouts", "--eye", "--one-in", "--threads"};
    int *const numbers[] = {&plan->games, &plan->playouts, &plan->eye, &plan->one_in, &plan->threads};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(name, names[i])) return (*numbers[i] = whole(value)) > 0;
    if (!strcmp(name, "--bot"))
        plan->bot = value;
    else if (!strcmp(name, "--against"))
        plan->against = value;
    else if (!strcmp(name, "--path"))
        plan->path = value;
    else if (!strcmp(name, "--believed"))
        plan->believed = value;
    else if (!strcmp(name, "--seed"))
        plan->seed = strtoull(value, NULL, 10);
    else if (!strcmp(name, "--least"))
        return (plan->least = atof(value) / 100) > 0;
    else
        return false;
    return true;
}

static bool get_plan(RegretPlan *plan, int argc, char **argv) {
    plan->game = argc > 0 ? truth_game(argv[0]) : NULL;
    bool good = plan->game && plan->game->features;
    for (int i = 1; i < argc && good; i++) {
        if (!strcmp(argv[i], "--light"))
            plan->light = true;
        else if (!strcmp(argv[i], "--play"))
            plan->play = true;
        else
            good = i + 1 < argc && get_option(plan, argv[i], argv[i + 1]), i++;
    }
    if (good && plan->threads <= THREADS_MAX) return true;
    fprintf(stderr,
            "penna-train: regret: a game with features is needed, then its options with numbers of 1 and more, at "
            "most %d threads; `penna-train --help` tells more\n",
            THREADS_MAX);
    return false;
}

/* Threads take every n-th game and sums are added in their order, so that the result does not depend on
 * who was faster. */
int regret_main(int argc, char **argv) {
    static Work work[THREADS_MAX];
    pthread_t thread[THREADS_MAX];
    Tally all = {0};
    bool adjusted = true;
    RegretPlan plan = {.bot = "expert",
                       .against = "expert",
                       .games = 100,
                       .playouts = 2000,
                       .eye = 400,
                       .one_in = 20,
                       .threads = 2,
                       .least = 0.005,
                       .seed = 1};
    if (!get_plan(&plan, argc, argv)) return 2;
    for (int i = 0; i < plan.threads; i++) {
        work[i] = (Work){.plan = &plan, .thread = i};
        if (!prepare(&work[i])) return 2; /* said why */
    }
    for (int i = 0; i < plan.threads; i++)
        if (pthread_create(&thread[i], NULL, part, &work[i])) return 2;
    for (int i = 0; i < plan.threads; i++) {
        const Tally *t = &work[i].tally;
        pthread_join(thread[i], NULL);
        all.games += t->games, all.decisions += t->decisions, all.examined += t->examined;
        all.changed += t->changed, all.playouts += t->playouts;
        all.share += t->share, all.share_squares += t->share_squares;
        all.low += t->low, all.low_squares += t->low_squares;
        all.high += t->high, all.high_squares += t->high_squares;
        adjusted = work[i].adjuster;
        clean_up(&work[i]);
    }
    report(&plan, &all, adjusted);
    return 0;
}
