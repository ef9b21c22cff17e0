/* rollout.c: the rollout bot: plays every legal move to the end many times with random moves and takes the
 * one that won most. It needs nothing but the interface.
 *
 * The playouts are dealt out by sequential halving (Karnin, Koren and Somekh 2013): the moves left share a
 * round equally, the worse half is dropped, and so on until one is left. The k-th playout of every move has
 * the same random stream, so all moves meet the same dice, the same hidden cards and much the same replies. */
#include "bots/rollout.h"

#include <string.h>

enum { PLAYOUTS = 1000, UNLIMITED = 1 << 20 };

/* One move under test. */
typedef struct RolloutMove {
    Move move;
    double sum; /* of its playouts' results */
} RolloutMove;

/* The share of the win, and a little for the margin; alone, the points. */
static double result(const Game *g, const State *s, int seat) {
    int by_seat[SEATS_MAX], best = INT16_MIN, ties = 1;
    g->scores(s, by_seat);
    if (s->seats == 1) return by_seat[0];
    for (int i = 0; i < s->seats; i++) {
        if (i == seat) continue;
        if (by_seat[i] > best) best = by_seat[i];
        ties += by_seat[i] == by_seat[seat];
    }
    double margin = by_seat[seat] - best;
    return (margin > 0 ? 1 : margin < 0 ? 0 : 1.0 / ties) + 0.002 * margin;
}

/* The k-th playout of a move. */
static double playout(const Game *g, const State *view, int seat, Move move, Rng rng) {
    AnyState s;
    Move legal[MOVES_MAX], joint[SEATS_MAX];
    memcpy(&s, view, g->size);
    game_guess(g, &s.head, &rng);
    for (int i = 0; i < view->seats; i++)
        if (i != seat && state_moves(view, i)) joint[i] = legal[rng_below(&rng, (uint32_t)g->legal(&s.head, i, legal))];
    joint[seat] = move;
    g->play(&s.head, joint);
    game_play_out(g, &s.head, &rng);
    return result(g, &s.head, seat);
}

/* The better half first; among equals the lower move. Few moves, so by insertion. */
static void sort(RolloutMove *t, int n) {
    for (int i = 1; i < n; i++) {
        RolloutMove x = t[i];
        int j = i;
        for (; j > 0 && t[j - 1].sum < x.sum; j--) t[j] = t[j - 1];
        t[j] = x;
    }
}

static bool out_of_time(const Budget *b, double start) {
    return b->seconds > 0 && b->now && b->now() - start > b->seconds;
}

/* Time is only looked at where no number of playouts was asked for: with a number the choice is the same on every
 * machine. */
Move rollout_choose(Bot *bot, const State *view, int seat, Rng *rng, uint32_t playouts) {
    const Game *g = bot->game;
    const Budget *b = &bot->budget;
    Move legal[MOVES_MAX];
    RolloutMove trial[MOVES_MAX];
    int n = g->legal(view, seat, legal), rounds = 0;
    uint64_t seed = rng_next(rng);
    if (n == 1) return legal[0];
    bool timed = !playouts && !b->playouts && b->seconds > 0 && b->now;
    uint32_t total = playouts ? playouts : b->playouts ? b->playouts : timed ? UNLIMITED : PLAYOUTS;
    double start = b->seconds > 0 && b->now ? b->now() : 0;
    for (int i = 0; i < n; i++) trial[i] = (RolloutMove){.move = legal[i]};
    for (int left = n; left > 1; left = (left + 1) / 2) rounds++;
    uint32_t k = 0;
    for (int left = n, round = 1; left > 1; left = (left + 1) / 2, round++) {
        Budget part = *b;
        part.seconds = b->seconds * round / rounds; /* each round has an equal part of the time */
        uint32_t each = total / (uint32_t)(rounds * left);
        for (uint32_t end = k + (each ? each : 1); k < end && !out_of_time(&part, start); k++)
            for (int i = 0; i < left; i++) trial[i].sum += playout(g, view, seat, trial[i].move, rng_stream(seed, k));
        sort(trial, left);
    }
    return trial[0].move;
}

static Move choose(Bot *bot, const State *view, int seat, Rng *rng) { return rollout_choose(bot, view, seat, rng, 0); }

const BotKind rollout_bot = {
    .name = "rollout",
    .summary = N_("plays every move to the end many times"),
    .choose = choose,
};
