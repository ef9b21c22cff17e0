/* expert.c: the bots that decide by their mind alone: expert, and the honest weakenings of it.
 *
 * A weaker bot sees the same values through a haze: to each is added noise that grows with how far apart
 * the values of a decision usually lie in this game (the spread in the file of weights). So it errs where the
 * moves are close and sees what is obvious, as a person does.
 *
 * Alone, expert plays exactly where the game is small enough for a table of its values.
 *
 * Where a game has no net, these bots play by rollouts. */
#include "bots/exact.h"
#include "bots/mind.h"
#include "bots/rollout.h"

static size_t memory(const Game *g) { return g->features ? sizeof(Mind) : 0; }

static bool start(Bot *bot, const char **why) {
    if (!mind_exists(bot)) return true;
    return mind_start(bot->memory, bot->game, bot->weights, bot->weights_size, why);
}

/* The best of the values with noise of `haze` spreads. */
static Move choose_in_haze(Bot *bot, const State *view, int seat, Rng *rng, float haze) {
    if (!mind_exists(bot)) return rollout_choose(bot, view, seat, rng, haze > 0 ? 30 : 100);
    Mind *m = bot->memory;
    Move moves[MOVES_MAX];
    float values[MOVES_MAX];
    int n = mind_rank(m, view, seat, moves, values);
    float scale = haze * mind_spread(m, view->seats);
    if (scale > 0)
        for (int i = 0; i < n; i++) values[i] += scale * rng_bell(rng);
    return moves[mind_best(values, n)];
}

static Move expert_choose(Bot *bot, const State *view, int seat, Rng *rng) {
    Move move;
    return exact_choose(bot, view, seat, &move) ? move : choose_in_haze(bot, view, seat, rng, 0);
}

static Move hard_choose(Bot *bot, const State *view, int seat, Rng *rng) {
    return choose_in_haze(bot, view, seat, rng, 0.45f);
}

static Move normal_choose(Bot *bot, const State *view, int seat, Rng *rng) {
    return choose_in_haze(bot, view, seat, rng, 1.15f);
}

static Move easy_choose(Bot *bot, const State *view, int seat, Rng *rng) {
    return choose_in_haze(bot, view, seat, rng, 2.6f);
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
