/* master.c: the strongest bot: expert's mind, and search on top of it.
 *
 * Expert ranks the moves; the few that could be best are then tried in playouts. A playout deals the hidden cards
 * as the seat's view allows, lets every seat play on for some turns and asks the net what the position is worth then,
 * or counts the points if the game has ended. That needs far fewer playouts than playing to the end, because the net
 * does not depend on luck that is still to come.
 *
 * Where choosing at a glance is quick and good enough, playouts go further (Features.search_rounds), and the net is
 * asked at the beginning of every later turn: its errors, other ones in each turn, cancel out in the mean. Where a turn
 * goes on after all have chosen at once, that glance is a look to its end (Features.foresees).
 *
 * The k-th playout of every move has the same hidden cards and the same dice in the same places, and the dice of all of
 * them are spread evenly over what can fall (PlayoutDice). The playouts are dealt out by sequential halving, and what
 * expert thought counts as a number of playouts (`prior`), so that few playouts can hardly do harm. A move that is
 * clearly behind leaves at once; so a budget is what a hard decision takes, and most take a part of it.
 *
 * Alone there is nothing to search where a table of exact values is at hand. */
#include <string.h>

#include "bots/mind.h"
#include "bots/rollout.h"

enum {
    PLAYOUTS = 4000,     /* without a budget: at most so many, in all */
    UNLIMITED = 1 << 20, /* with a budget of time alone */
    CANDIDATES = 6,      /* moves tried */
    TURNS_ALONE = 3,     /* how far a playout goes; with others until it is the same seat's turn again */
    LIGHTER = 6,         /* of so many rolls that expert tries, playouts try one */
    SAMPLES_MIN = 4,     /* or none, if they were fewer */
    PRIOR = 10,          /* what expert's value counts for, in playouts, */
    PART = 4,            /* and for one more in so many */
    LOOK = 32,           /* after so many playouts moves that are clearly behind leave, */
    SURE = 3,            /* by so many standard errors, */
    SLIGHT = 16,         /* and such parts of a spread, which make no difference */
    NOBODY = SEATS_MAX   /* no seat */
};

/* How far behind expert's best a move may be to be tried, in spreads (Scales.spread). */
static const float gap = 1.0f;

typedef struct Master {
    Mind mind;  /* as expert's */
    Mind light; /* the same weights, at a glance: for playouts */
} Master;

/* A move under test. */
typedef struct MasterMove {
    Move move;
    int name;   /* its place on the shortlist */
    float rank; /* expert's value */
    double sum; /* of its playouts */
    uint32_t n;
    double mean; /* with the prior */
} MasterMove;

/* How far playouts go: they are valued at the beginning of these turns, counted from that of the decision. */
typedef struct Reach {
    unsigned from, to;
    bool quick; /* after that turn all seats choose at a glance */
} Reach;

/* A decision being searched. */
typedef struct MasterSearch {
    Master *master;
    const State *view;
    int seat;
    uint64_t seed;
    Reach reach;
    Move others[SEATS_MAX]; /* what the other movers will do, where nothing is hidden */
    MasterMove trial[CANDIDATES];
    int left;                             /* of them are still tried, */
    uint32_t played;                      /* in so many playouts each */
    double apart[CANDIDATES][CANDIDATES]; /* squares of what the playouts of two moves differ by, added up, by name */
} MasterSearch;

static size_t memory(const Game *g) { return g->features ? sizeof(Master) : 0; }

/* Two minds with the same weights: one ranks the moves, the lighter one plays the trials, of which
 * there are hundreds. */
static bool start(Bot *bot, const char **why) {
    if (!mind_exists(bot)) return true;
    Master *m = bot->memory;
    if (!mind_start(&m->mind, bot->game, bot->weights, bot->weights_size, why)) return false;
    if (!mind_start(&m->light, bot->game, bot->weights, bot->weights_size, why)) return false;
    m->light.deep = m->light.foresees = false;
    m->light.replies_look = m->mind.foresees;
    m->light.samples /= LIGHTER;
    if (m->light.samples < SAMPLES_MIN) m->light.samples = 0;
    return true;
}

/* ---- Playouts --------------------------------------------------------------------------------------- */

/* All choose by the light mind, but for `seat`, which has time to think. */
static void think(Master *m, const State *s, int seat, Move *joint) {
    for (int i = 0; i < s->seats; i++)
        if (state_moves(s, i)) joint[i] = mind_choose(i == seat ? &m->mind : &m->light, s, i, NULL);
}

/* Every seat plays on until turn `end` begins. */
static void play_on(Master *m, State *s, int seat, unsigned end, bool quick, PlayoutDice dice) {
    const Game *g = m->light.game;
    while (s->node != NODE_OVER && s->turn < end) {
        if (s->node == NODE_CHANCE) {
            mind_roll(g, s, &dice);
            continue;
        }
        Move joint[SEATS_MAX] = {0};
        if (quick && s->turn != dice.first)
            mind_replies(&m->light, s, NOBODY, joint);
        else
            think(m, s, s->turn == dice.first ? seat : NOBODY, joint);
        g->play(s, joint);
    }
}

/* Where nothing is hidden the others do what they are expected to; else they choose at a glance, by the cards that they
 * are dealt. */
static void begin(const MasterSearch *x, Move move, uint64_t number, AnyState *s) {
    const Game *g = x->master->mind.game;
    if (g->guess) {
        mind_try(&x->master->light, x->view, x->seat, move, x->seed + number, s);
        return;
    }
    Move joint[SEATS_MAX];
    memcpy(joint, x->others, sizeof joint);
    joint[x->seat] = move;
    memcpy(s, x->view, g->size);
    g->play(&s->head, joint);
}

/* Looked at after several turns and averaged: the eye sees some phases of a turn better than others, and so that evens
 * out. */
static float playout(const MasterSearch *x, Move move, uint64_t number) {
    AnyState s;
    Reach reach = x->reach;
    unsigned first = x->view->turn;
    begin(x, move, number, &s);
    float sum = 0;
    for (unsigned turns = reach.from; turns <= reach.to; turns++) {
        PlayoutDice dice = {.seed = x->seed, .number = number, .first = first};
        play_on(x->master, &s.head, x->seat, first + turns, reach.quick, dice);
        sum += mind_glance(&x->master->light, &s.head, x->seat);
    }
    return sum / (float)(reach.to - reach.from + 1);
}

/* How far playouts go. Where expert could only try a few rolls, trying many is what helps, to the end of this turn. */
static Reach reach_of(const Mind *m, const State *view, int seat, const MasterMove *trial, int n) {
    const Game *g = m->game;
    const Features *f = m->features;
    unsigned seats = view->seats, turns = seats == 1 ? TURNS_ALONE : seats;
    Reach far = {.from = turns, .to = turns};
    if (f->search_rounds && seats > 1) far = (Reach){.from = seats + 1, .to = seats * f->search_rounds, .quick = true};
    if (!f->samples || view->movers != 1u << seat) return far;
    for (int i = 0; i < n; i++) {
        AnyState next;
        Move joint[SEATS_MAX] = {0};
        joint[seat] = trial[i].move;
        memcpy(&next, view, g->size);
        g->play(&next.head, joint);
        if (next.head.node == NODE_CHANCE && next.head.turn == view->turn) return (Reach){.from = 1, .to = 1};
    }
    return far;
}

/* ---- Search ----------------------------------------------------------------------------------------- */

/* The best first; few, so by insertion. */
static void sort(MasterMove *t, int n) {
    for (int i = 1; i < n; i++) {
        MasterMove x = t[i];
        int j = i;
        for (; j > 0 && t[j - 1].mean < x.mean; j--) t[j] = t[j - 1];
        t[j] = x;
    }
}

/* Expert's best moves, as long as they are not far behind the first. */
static int shortlist(Mind *m, const State *view, int seat, MasterMove *out) {
    Move moves[MOVES_MAX];
    float values[MOVES_MAX];
    MasterMove all[MOVES_MAX];
    int n = mind_rank(m, view, seat, moves, values);
    for (int i = 0; i < n; i++) all[i] = (MasterMove){.move = moves[i], .rank = values[i], .mean = values[i]};
    sort(all, n);
    float spread = mind_spread(m, view->seats);
    int kept = 0;
    while (kept < n && kept < CANDIDATES && all[kept].rank >= all[0].rank - gap * spread) {
        out[kept] = all[kept];
        out[kept].name = kept;
        kept++;
    }
    return kept;
}

/* The mean of a move's playouts, with expert's value as some more of them. Expert's values are compared with each
 * other, not with playouts: the best one stands for the mean of all playouts of the best. */
static void judge(MasterMove *t, int n) {
    double shift = 0;
    uint32_t count = 0;
    for (int i = 0; i < n; i++) shift += t[i].sum - (double)t[i].rank * t[i].n, count += t[i].n;
    shift = count ? shift / count : 0;
    for (int i = 0; i < n; i++) {
        double prior = PRIOR + (double)t[i].n / PART;
        t[i].mean = (t[i].sum + prior * (t[i].rank + shift)) / (t[i].n + prior);
    }
}

/* One more playout of every move that is left. */
static void play_one(MasterSearch *x) {
    double value[CANDIDATES];
    for (int i = 0; i < x->left; i++) {
        MasterMove *t = &x->trial[i];
        value[i] = (double)playout(x, t->move, x->played);
        t->sum += value[i];
        t->n++;
        for (int j = 0; j < i; j++) {
            double apart = (value[i] - value[j]) * (value[i] - value[j]);
            x->apart[t->name][x->trial[j].name] += apart;
            x->apart[x->trial[j].name][t->name] += apart;
        }
    }
    x->played++;
}

static void rank(MasterSearch *x) {
    judge(x->trial, x->left);
    sort(x->trial, x->left);
}

/* Moves leave that more playouts would hardly bring to the front, or that would win next to nothing there. The dice are
 * spread evenly, so the errors are smaller than reckoned here. */
static void drop(MasterSearch *x) {
    double n = x->played, slight = (double)(mind_spread(&x->master->mind, x->view->seats) / SLIGHT);
    int kept = 1;
    for (int i = 1; i < x->left; i++) {
        const MasterMove *best = &x->trial[0], *t = &x->trial[i];
        double mean = (best->sum - t->sum) / n, square = (x->apart[best->name][t->name] / n - mean * mean) / n;
        double ahead = best->mean - t->mean + slight;
        if (ahead * ahead < SURE * SURE * square) x->trial[kept++] = *t;
    }
    x->left = kept;
}

static bool out_of_time(const Budget *b, double start_at, double part) {
    return b->seconds > 0 && b->now && b->now() - start_at > b->seconds * part;
}

/* Half of the moves leave after each round, and each round has the same share of the work: the better two moves are,
 * the more trials tell them apart. */
static Move search(MasterSearch *x, const Budget *b) {
    bool timed = b->seconds > 0 && b->now;
    uint32_t total = b->playouts ? b->playouts : timed ? UNLIMITED : PLAYOUTS;
    double start_at = timed ? b->now() : 0;
    int rounds = 0;
    for (int left = x->left; left > 1; left = (left + 1) / 2) rounds++;
    for (int round = 1; x->left > 1; round++) {
        uint32_t each = total / (uint32_t)(rounds * x->left), end = x->played + (each ? each : 1);
        int next = (x->left + 1) / 2;
        while (x->left > next && x->played < end && !out_of_time(b, start_at, (double)round / rounds)) {
            play_one(x);
            if (x->played % LOOK) continue;
            rank(x);
            drop(x);
        }
        rank(x);
        if (x->left > next) x->left = next;
    }
    return x->trial[0].move;
}

/* What the others do is found once, with all the thought of expert: they choose at the same time, whatever is tried
 * here. */
static void expect(MasterSearch *x) {
    Mind *m = &x->master->mind;
    for (int i = 0; i < x->view->seats; i++)
        if (i != x->seat && state_moves(x->view, i) && !m->game->guess) x->others[i] = mind_choose(m, x->view, i, NULL);
}

static Move choose(Bot *bot, const State *view, int seat, Rng *rng) {
    if (bot->exact && view->seats == 1) return bot->exact(bot->game, view, seat);
    if (!mind_exists(bot)) return rollout_choose(bot, view, seat, rng, 0);
    Master *m = bot->memory;
    MasterSearch x = {.master = m, .view = view, .seat = seat, .seed = rng_next(rng)};
    x.left = shortlist(&m->mind, view, seat, x.trial);
    if (x.left == 1) return x.trial[0].move;
    x.reach = reach_of(&m->mind, view, seat, x.trial, x.left);
    expect(&x);
    return search(&x, &bot->budget);
}

const BotKind master_bot = {
    .name = "master",
    .summary = N_("expert, and search on top of it"),
    .learns = true,
    .playouts = PLAYOUTS,
    .exact = EXACT_STORED,
    .memory = memory,
    .start = start,
    .choose = choose,
};
