/* simple.c: the two bots that every other is measured against: random and greedy. */
#include <string.h>

#include "bots/bot.h"

static Move random_choose(Bot *bot, const State *view, int seat, Rng *rng) {
    Move legal[MOVES_MAX];
    return legal[rng_below(rng, (uint32_t)bot->game->legal(view, seat, legal))];
}

/* The seat's points once it has played `m` here and everyone else the least they can. */
static int points_after(const Game *g, const State *s, int seat, Move m) {
    AnyState after;
    Move joint[SEATS_MAX] = {0}, legal[MOVES_MAX];
    int by_seat[SEATS_MAX];
    memcpy(&after, s, g->size);
    for (int i = 0; i < s->seats; i++)
        if (i != seat && state_moves(s, i)) {
            g->legal(s, i, legal);
            joint[i] = legal[0];
        }
    joint[seat] = m;
    g->play(&after.head, joint);
    g->scores(&after.head, by_seat);
    return by_seat[seat];
}

/* Of those that are equally good one by lot, without a list: the n-th replaces the choice with a chance of one in n. */
static Move greedy_choose(Bot *bot, const State *view, int seat, Rng *rng) {
    const Game *g = bot->game;
    Move legal[MOVES_MAX], best = MOVE_PASS;
    int n = g->legal(view, seat, legal), top = INT16_MIN;
    uint32_t ties = 0;
    for (int i = 0; i < n; i++) {
        int points = points_after(g, view, seat, legal[i]);
        if (points < top) continue;
        bool better = points > top || best == MOVE_PASS; /* anything as good replaces a pass */
        ties = better ? 1 : ties + 1;
        if (better || rng_below(rng, ties) == 0) best = legal[i];
        top = points;
    }
    return best;
}

const BotKind random_bot = {
    .name = "random",
    .summary = N_("any legal move"),
    .choose = random_choose,
};

const BotKind greedy_bot = {
    .name = "greedy",
    .summary = N_("the most points now"),
    .choose = greedy_choose,
};
