/* styles.c: bots with expert's nets that play for something else than expert does: the pool of styles that strength is
 * measured against beside the bots of list.c. They are no levels for people; most are weaker than expert, but whoever
 * is beaten by one of them has a hole in its play. Two have nets of their own, learned otherwise: curves and maximiser
 * never learned who wins, only what a sheet will make. They are found by name, and are not in the list. */
#include "bots/mind.h"
#include "bots/rollout.h"

const Style points_style = {.alone = 1};
const Style racer_style = {.chance = 1, .margin = 0.1f, .hurry = 3};
const Style margin_style = {.margin = 1};
static const Style winner_style = {.chance = 1};
static const Style curves_style = {.chance = 1, .margin = 0.1f, .curves = true};

static size_t memory(const Game *g) { return g->features ? sizeof(Mind) : 0; }

static bool start_as(Bot *bot, const Style *style, const char **why) {
    if (!mind_exists(bot)) return true;
    Mind *m = bot->memory;
    if (!mind_start(m, bot->game, bot->weights, bot->weights_size, why)) return false;
    m->style = *style;
    if (bot->kind->frozen) m->foresees = false; /* a yardstick plays as it always did */
    return true;
}

static bool points_start(Bot *bot, const char **why) { return start_as(bot, &points_style, why); }
static bool racer_start(Bot *bot, const char **why) { return start_as(bot, &racer_style, why); }
static bool margin_start(Bot *bot, const char **why) { return start_as(bot, &margin_style, why); }
static bool winner_start(Bot *bot, const char **why) { return start_as(bot, &winner_style, why); }

static bool curves_start(Bot *bot, const char **why) { return start_as(bot, &curves_style, why); }

static Move choose(Bot *bot, const State *view, int seat, Rng *rng) {
    if (!mind_exists(bot)) return rollout_choose(bot, view, seat, rng, 0);
    return mind_choose(bot->memory, view, seat, NULL);
}

const BotKind points_bot = {
    .name = "points",
    .summary = N_("plays for its own points, blind to the others"),
    .learns = true,
    .memory = memory,
    .start = points_start,
    .choose = choose,
};

const BotKind racer_bot = {
    .name = "racer",
    .summary = N_("ends the game as soon as it can"),
    .learns = true,
    .memory = memory,
    .start = racer_start,
    .choose = choose,
};

const BotKind margin_bot = {
    .name = "margin",
    .summary = N_("plays for the margin"),
    .learns = true,
    .memory = memory,
    .start = margin_start,
    .choose = choose,
};

const BotKind winner_bot = {
    .name = "winner",
    .summary = N_("plays for the win and nothing else"),
    .learns = true,
    .memory = memory,
    .start = winner_start,
    .choose = choose,
};

const BotKind curves_bot = {
    .name = "curves",
    .summary = N_("reads the chance to win from each sheet's likely points"),
    .learns = true,
    .frozen = "curves", /* nets of its own */
    .memory = memory,
    .start = curves_start,
    .choose = choose,
};

const BotKind maximiser_bot = {
    .name = "maximiser",
    .summary = N_("plays for its own points, as it learned among others who do"),
    .learns = true,
    .frozen = "maximiser",
    .memory = memory,
    .start = points_start,
    .choose = choose,
};
