/* expert.c: the bots that decide by their mind alone: expert, and the honest weakenings of it.
 *
 * A weaker bot sees its values through a haze: to each is added noise that grows with how far apart the values of a
 * decision usually lie in this game. So it errs where the moves are close and sees what is obvious, as a person does.
 * The levels differ in temper too: hard wants to win, as expert does; normal wants many points more than the others,
 * whoever wins; easy looks at its own sheet alone. How thick each one's haze is stands in the file of weights, found by
 * penna-train so that each level is as far below the next one as the others are.
 *
 * Alone, expert plays exactly where the game is small enough for a table of its values.
 *
 * Where a game has no net, these bots play by rollouts. */
#include "bots/mind.h"
#include "bots/rollout.h"

enum { DIM_PLAYOUTS = 30, CLEAR_PLAYOUTS = 100 };

static size_t memory(const Game *g) { return g->features ? sizeof(Mind) : 0; }

static bool start(Bot *bot, const char **why) {
    if (!mind_exists(bot)) return true;
    return mind_start(bot->memory, bot->game, bot->weights, bot->weights_size, why);
}

/* The haze is measured in the spread of values that the weights were trained with, so a level is equally strong
 * whatever the game. */
Move mind_choose_dimly(Mind *m, Dim level, const State *view, int seat, Rng *rng) {
    Move moves[MOVES_MAX];
    float values[MOVES_MAX];
    Style own = m->style;
    if (level == DIM_NORMAL) m->style = margin_style;
    if (level == DIM_EASY) m->style = points_style;
    int n = mind_rank(m, view, seat, moves, values);
    float scale = m->weights.scales.haze[level] * mind_spread(m, view->seats);
    for (int i = 0; i < n; i++) values[i] += scale * rng_bell(rng);
    m->style = own;
    return moves[mind_best(values, n)];
}

static Move choose_at(Bot *bot, Dim level, const State *view, int seat, Rng *rng) {
    if (!mind_exists(bot)) return rollout_choose(bot, view, seat, rng, DIM_PLAYOUTS);
    return mind_choose_dimly(bot->memory, level, view, seat, rng);
}

static Move expert_choose(Bot *bot, const State *view, int seat, Rng *rng) {
    if (bot->exact && view->seats == 1) return bot->exact(bot->game, view, seat);
    if (!mind_exists(bot)) return rollout_choose(bot, view, seat, rng, CLEAR_PLAYOUTS);
    return mind_choose(bot->memory, view, seat, NULL);
}

static Move hard_choose(Bot *bot, const State *view, int seat, Rng *rng) {
    return choose_at(bot, DIM_HARD, view, seat, rng);
}

static Move normal_choose(Bot *bot, const State *view, int seat, Rng *rng) {
    return choose_at(bot, DIM_NORMAL, view, seat, rng);
}

static Move easy_choose(Bot *bot, const State *view, int seat, Rng *rng) {
    return choose_at(bot, DIM_EASY, view, seat, rng);
}

const BotKind expert_bot = {
    .name = "expert",
    .summary = N_("a trained net, at once"),
    .learns = true,
    .exact = EXACT_AT_ONCE,
    .memory = memory,
    .start = start,
    .choose = expert_choose,
};

const BotKind hard_bot = {
    .name = "hard",
    .summary = N_("sees well"),
    .learns = true,
    .memory = memory,
    .start = start,
    .choose = hard_choose,
};

const BotKind normal_bot = {
    .name = "normal",
    .summary = N_("sees most things"),
    .learns = true,
    .memory = memory,
    .start = start,
    .choose = normal_choose,
};

const BotKind easy_bot = {
    .name = "easy",
    .summary = N_("sees what is plain"),
    .learns = true,
    .memory = memory,
    .start = start,
    .choose = easy_choose,
};
