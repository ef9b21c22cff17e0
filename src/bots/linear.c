/* linear.c: the yardstick: takes the move after which a weighted sum of a few plain numbers of its own sheet is
 * largest (Features.plain; for Qwixx: progress, lock chances, gaps, misthrows). It looks at nobody else.
 * Only games that offer such numbers have it. */
#include <string.h>

#include "bots/bot.h"

static bool start(Bot *bot, const char **why) {
    const Features *f = bot->game->features;
    if (f && f->plain) return true;
    *why = N_("this game has no linear yardstick");
    return false;
}

static float worth(const Game *g, const State *s, int seat) {
    float plain[PLAIN_MAX], sum = 0;
    g->features->plain(s, seat, plain);
    for (int i = 0; i < g->features->plain_count; i++) sum += g->features->plain_weights[i] * plain[i];
    return sum;
}

/* The best the seat can have at the end of this turn, the others doing the least they can. */
static float best_after(const Game *g, const State *s, int seat, Move *best) {
    Move legal[MOVES_MAX], least[MOVES_MAX], joint[SEATS_MAX] = {0};
    int n = g->legal(s, seat, legal);
    float top = 0;
    for (int i = 0; i < s->seats; i++)
        if (i != seat && state_moves(s, i)) {
            g->legal(s, i, least);
            joint[i] = least[0];
        }
    for (int i = 0; i < n; i++) {
        AnyState next;
        joint[seat] = legal[i];
        memcpy(&next, s, g->size);
        g->play(&next.head, joint);
        bool more = next.head.turn == s->turn && state_moves(&next.head, seat);
        float value = more ? best_after(g, &next.head, seat, NULL) : worth(g, &next.head, seat);
        if (i > 0 && value <= top) continue;
        top = value;
        if (best) *best = legal[i];
    }
    return top;
}

static Move choose(Bot *bot, const State *view, int seat, Rng *rng) {
    Move best = MOVE_PASS;
    (void)rng;
    best_after(bot->game, view, seat, &best);
    return best;
}

const BotKind linear_bot = {
    .name = "linear",
    .summary = N_("a tuned sum of a few numbers: the yardstick"),
    .start = start,
    .choose = choose,
};
