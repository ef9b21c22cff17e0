/* mind.c: see mind.h. */
#include "bots/mind.h"

#include <string.h>

#include "base/dice.h"

enum { SAMPLE_SEED = 21, BEHIND = 4 };

bool mind_exists(const Bot *bot) {
    size_t size;
    return bot->game->features && (bot->weights || weights_builtin(bot->game, &size));
}

/* Weights bring the list of features that they were trained with: older weights see what they saw then. */
bool mind_start(Mind *m, const Game *g, const uint8_t *bytes, size_t size, const char **why) {
    memset(m, 0, sizeof *m);
    m->game = g;
    m->deep = true;
    if (!bytes) bytes = weights_builtin(g, &size);
    if (!weights_read(g, bytes, size, &m->weights, why)) return false;
    m->features = m->weights.features;
    m->samples = m->features->samples;
    m->foresees = m->features->foresees;
    m->style = (Style){.chance = 1, .margin = m->weights.scales.margin};
    m->style.own = m->weights.scales.own;
    m->style.alone = m->weights.scales.alone;
    return true;
}

void mind_clear(Mind *m) { m->decision++; }

float mind_spread(const Mind *m, int seats) {
    const Scales *of = &m->weights.scales;
    const Style *style = &m->style;
    if (seats == 1) return of->solo_spread;
    return style->chance * of->spread + (style->margin + style->own + style->alone) * of->solo_spread;
}

/* ---- At a glance ------------------------------------------------------------------------------------ */

/* What a mind knows of a position with others: Style's words. */
typedef struct Outlook {
    float chance, margin, own, alone, turns;
} Outlook;

static float value_of(const Style *style, const Outlook *x) {
    float points = style->own * x->own + style->alone * x->alone;
    return style->chance * x->chance + style->margin * x->margin + points - style->hurry * x->turns;
}

/* In the same units as the net's, which the other moves of the same decision may be valued by. */
static float value_at_end(const Mind *m, const State *s, int seat) {
    int by_seat[SEATS_MAX];
    m->game->scores(s, by_seat);
    if (s->seats == 1) return (float)by_seat[0] * 0.01f;
    float chance = 1;
    int best = INT16_MIN, ties = 1;
    for (int i = 0; i < s->seats; i++) {
        if (i == seat) continue;
        if (by_seat[i] > by_seat[seat]) chance = 0;
        ties += by_seat[i] == by_seat[seat];
        if (by_seat[i] > best) best = by_seat[i];
    }
    Outlook end = {.chance = chance / (float)ties, .own = (float)by_seat[seat] * 0.01f};
    end.alone = end.own;
    end.margin = end.own - (float)best * 0.01f;
    return value_of(&m->style, &end);
}

/* The seat's outlook against the others, by the net for a pair. */
static void ask_pairs(Mind *m, const State *s, int seat, Outlook *x) {
    uint16_t slot[SLOTS_MAX];
    float out[NET_OUTS];
    *x = (Outlook){.chance = 1, .margin = 10};
    for (int i = 0; i < s->seats; i++) {
        if (i == seat) continue;
        m->features->list(s, seat, i, slot);
        net_look(&m->weights.pair, &m->pair[seat][i], slot, out);
        x->chance *= net_chance(out[OUT_WIN]);
        float ahead = out[OUT_OWN] - out[OUT_OTHER];
        if (ahead < x->margin) x->margin = ahead;
        x->own += out[OUT_OWN] / (float)(s->seats - 1);
        x->turns = out[OUT_TURNS];
    }
    if (m->style.alone <= 0) return;
    net_look(&m->weights.solo, &m->solo[seat], slot, out); /* the slots of a seat alone are the first of a pair's */
    x->alone = out[OUT_OWN];
}

/* What a seat's own sheet says of its points in the end. */
static void ask_alone(Mind *m, const State *s, int seat, float out[NET_OUTS]) {
    uint16_t slot[SLOTS_MAX];
    m->features->list(s, seat, -1, slot);
    net_look(&m->weights.solo, &m->solo[seat], slot, out);
}

/* The seat's outlook, every seat's points being spread about their mean like a bell, whatever the others' are. */
static void ask_curves(Mind *m, const State *s, int seat, Outlook *x) {
    uint16_t slot[SLOTS_MAX];
    float out[NET_OUTS];
    *x = (Outlook){.chance = 1, .margin = 10};
    for (int i = 0; i < s->seats; i++) {
        if (i == seat) continue;
        m->features->list(s, seat, i, slot);
        net_look(&m->weights.pair, &m->pair[seat][i], slot, out);
        float ahead = out[OUT_OWN] - out[OUT_OTHER], spread = out[OUT_OWN_VARIANCE] + out[OUT_OTHER_VARIANCE];
        x->chance *= net_bell(ahead, spread * VARIANCE_UNIT);
        if (ahead < x->margin) x->margin = ahead;
        x->own = x->alone = out[OUT_OWN];
    }
}

/* A style that wants nothing but its own points is not asked about others: that net is smaller, and one
 * look is enough. */
float mind_glance(Mind *m, const State *s, int seat) {
    if (s->node == NODE_OVER) return value_at_end(m, s, seat);
    const Style *style = &m->style;
    Outlook x;
    bool others = s->seats > 1 && (style->chance > 0 || style->margin > 0 || style->own > 0 || style->hurry > 0);
    if (!others) {
        float out[NET_OUTS];
        ask_alone(m, s, seat, out);
        return s->seats > 1 ? style->alone * out[OUT_OWN] : out[OUT_OWN];
    }
    (style->curves ? ask_curves : ask_pairs)(m, s, seat, &x);
    return value_of(style, &x);
}

/* ---- To the end of the turn ------------------------------------------------------------------------- */

static void after(const Game *g, const State *s, const Move *joint, AnyState *out) {
    memcpy(out, s, g->size);
    g->play(&out->head, joint);
}

/* The seat's best move at a glance, or by a look, the others doing the least they can. */
static Move reply(Mind *m, const State *s, int seat, const Move *least) {
    Move legal[MOVES_MAX], joint[SEATS_MAX];
    int n = m->game->legal(s, seat, legal), best = 0;
    float top = 0;
    if (n == 1) return legal[0];
    memcpy(joint, least, sizeof joint);
    for (int i = 0; i < n; i++) {
        AnyState next;
        joint[seat] = legal[i];
        after(m->game, s, joint, &next);
        float value = m->replies_look ? mind_look(m, &next.head, seat, s->turn) : mind_glance(m, &next.head, seat);
        if (i > 0 && value <= top) continue;
        top = value;
        best = i;
    }
    return legal[best];
}

/* Everyone does the least there is to do, which is a pass where one may pass. */
static void least_moves(const Game *g, const State *s, Move *joint) {
    Move legal[MOVES_MAX];
    for (int i = 0; i < s->seats; i++)
        if (state_moves(s, i)) {
            g->legal(s, i, legal);
            joint[i] = legal[0];
        }
}

static bool same_style(const Style *a, const Style *b) {
    return a->chance == b->chance && a->margin == b->margin && a->own == b->own && a->alone == b->alone &&
           a->hurry == b->hurry && a->curves == b->curves;
}

/* What is known of this node already; nothing where it is another one than last time. What a view hides is hidden in
 * its bytes, so two views are one node only where both seats see the same. */
static Expected *expected_at(Mind *m, const State *s) {
    Expected *e = &m->expected;
    AnyState at;
    memcpy(&at, s, m->game->size);
    at.head.viewer = VIEWER_ALL;
    if (memcmp(&at, &e->at, m->game->size) != 0 || !same_style(&m->style, &e->style)) {
        memcpy(&e->at, &at, m->game->size);
        e->style = m->style;
        e->replies = e->foreseen = 0;
    }
    return e;
}

/* The replies of those seats, as bits. */
static void reply_all(Mind *m, const State *s, unsigned seats, Move *joint) {
    Move least[SEATS_MAX] = {0};
    least_moves(m->game, s, least);
    for (unsigned rest = seats; rest; rest &= rest - 1) {
        int i = __builtin_ctz(rest);
        joint[i] = reply(m, s, i, least);
    }
}

static void take_moves(unsigned seats, const Move *from, Move *joint) {
    for (unsigned rest = seats; rest; rest &= rest - 1) joint[__builtin_ctz(rest)] = from[__builtin_ctz(rest)];
}

/* Two who choose ask each other nothing twice. */
static bool ask_twice(const State *s) { return __builtin_popcount(s->movers) > 2; }

/* With three or more who choose, the same replies would be looked for by each of them: what was found is kept. */
void mind_replies(Mind *m, const State *s, int seat, Move *joint) {
    unsigned wanted = s->movers & ~(1u << seat);
    if (!wanted) return;
    if (!ask_twice(s)) {
        reply_all(m, s, wanted, joint);
        return;
    }
    Expected found = *expected_at(m, s);
    reply_all(m, s, wanted & ~found.replies, found.reply);
    found.replies |= (uint8_t)wanted;
    m->expected = found; /* a reply that looks ahead has asked about other nodes meanwhile */
    take_moves(wanted, found.reply, joint);
}

/* A later decision of the same turn. Where the seat itself decides, the others do the least, unless the mind has time
 * to think of them: what the dice or the cards offer, they offer to all. */
static float look_at_moves(Mind *m, const State *s, int seat, unsigned turn) {
    Move legal[MOVES_MAX], joint[SEATS_MAX] = {0};
    AnyState next;
    if (!state_moves(s, seat)) {
        mind_replies(m, s, seat, joint);
        after(m->game, s, joint, &next);
        return mind_look(m, &next.head, seat, turn);
    }
    if (m->thinks_of_others)
        mind_replies(m, s, seat, joint);
    else if (s->movers != 1u << seat)
        least_moves(m->game, s, joint);
    int n = m->game->legal(s, seat, legal);
    float top = 0;
    for (int i = 0; i < n; i++) {
        joint[seat] = legal[i];
        after(m->game, s, joint, &next);
        float value = mind_look(m, &next.head, seat, turn);
        if (i == 0 || value > top) top = value;
    }
    return top;
}

/* Rolls that come to the same are one class with a weight; a game with too many of them has none, and is looked at
 * before the roll. */
static float look_through_roll(Mind *m, const State *s, int seat, unsigned turn) {
    uint32_t outcome[CLASSES_MAX], weight[CLASSES_MAX];
    int n = m->features->classes(s, outcome, weight);
    if (n == 0) return mind_glance(m, s, seat);
    float sum = 0, total = 0;
    for (int i = 0; i < n; i++) {
        AnyState next;
        memcpy(&next, s, m->game->size);
        m->game->chance(&next.head, outcome[i]);
        sum += (float)weight[i] * mind_look(m, &next.head, seat, turn);
        total += (float)weight[i];
    }
    return sum / total;
}

/* Two sums side by side, so that the machine need not wait for each multiplication. */
static uint64_t key_of(const Mind *m, const State *s, int seat) {
    const Game *g = m->game;
    /* Spread over all bits: a small number would cancel against the small differences between positions. */
    uint64_t key[2] = {((uint64_t)seat + 1) * 0xD1342543DE82EF95u, m->decision * 0xA0761D6478BD642Fu}, word[2];
    const uint8_t *bytes = (const uint8_t *)s;
    unsigned i = 0;
    for (; i + sizeof word <= g->size; i += sizeof word) {
        memcpy(word, bytes + i, sizeof word);
        for (int k = 0; k < 2; k++) {
            key[k] = (key[k] ^ word[k]) * 0x9E3779B97F4A7C15u;
            key[k] ^= key[k] >> 32;
        }
    }
    for (; i < g->size; i++) key[0] = (key[0] ^ bytes[i]) * 0x9E3779B97F4A7C15u;
    uint64_t sum = (key[0] ^ key[1] >> 7) * 0xD1342543DE82EF95u + key[1];
    sum ^= sum >> 29;
    return sum ? sum : 1;
}

/* Without the memo. */
static float look_afresh(Mind *m, const State *s, int seat, unsigned turn, bool through) {
    if (s->node == NODE_OVER || s->turn != turn) return mind_glance(m, s, seat);
    if (s->node == NODE_MOVE) return look_at_moves(m, s, seat, turn);
    return through ? look_through_roll(m, s, seat, turn) : mind_glance(m, s, seat);
}

/* Looking through rolls meets the same positions over and over. */
float mind_look(Mind *m, const State *s, int seat, unsigned turn) {
    if (!m->deep || !m->features->classes) return look_afresh(m, s, seat, turn, false);
    uint64_t key = key_of(m, s, seat);
    unsigned at = key % MEMO;
    if (m->memo_key[at] == key) return m->memo_value[at];
    float value = look_afresh(m, s, seat, turn, true);
    m->memo_key[at] = key;
    m->memo_value[at] = value;
    return value;
}

/* ---- The decision ----------------------------------------------------------------------------------- */

/* The value before a roll, from a few rolls that are the same for every move. */
static float sample_roll(Mind *m, const State *s, int seat, unsigned turn) {
    Rng rng = rng_stream(SAMPLE_SEED, turn);
    float sum = 0;
    int n = m->samples;
    for (int i = 0; i < n; i++) {
        AnyState next;
        memcpy(&next, s, m->game->size);
        m->game->chance(&next.head, game_roll(m->game, s, &rng));
        sum += mind_look(m, &next.head, seat, turn);
    }
    return sum / (float)n;
}

/* Of the moves that lead to a roll in this turn, the few that look best are tried; the others fall behind. */
static void sample_rolls(Mind *m, const State *s, int seat, const Move *moves, float *values, int n) {
    Move joint[SEATS_MAX] = {0};
    AnyState next;
    bool rolls[MOVES_MAX];
    for (int i = 0; i < n; i++) {
        joint[seat] = moves[i];
        after(m->game, s, joint, &next);
        rolls[i] = next.head.node == NODE_CHANCE && next.head.turn == s->turn;
    }
    for (int k = 0; k < m->features->sampled_moves; k++) {
        int best = -1;
        for (int i = 0; i < n; i++)
            if (rolls[i] && (best < 0 || values[i] > values[best])) best = i;
        if (best < 0) return;
        rolls[best] = false;
        joint[seat] = moves[best];
        after(m->game, s, joint, &next);
        values[best] = sample_roll(m, &next.head, seat, s->turn);
    }
    for (int i = 0; i < n; i++)
        if (rolls[i]) values[i] -= BEHIND;
}

/* The values of the seat's moves against what the others do. */
static int rank_against(Mind *m, const State *s, int seat, const Move *others, Move *moves, float *values) {
    Move joint[SEATS_MAX];
    int n = m->game->legal(s, seat, moves);
    memcpy(joint, others, sizeof joint);
    for (int i = 0; i < n; i++) {
        AnyState next;
        joint[seat] = moves[i];
        after(m->game, s, joint, &next);
        values[i] = mind_look(m, &next.head, seat, s->turn);
    }
    return n;
}

/* What the other movers do, each of whom looks to the end of the turn and believes that all others choose at a
 * glance. */
static void foresee(Mind *m, const State *s, int seat, Move *joint) {
    Move moves[MOVES_MAX];
    float values[MOVES_MAX];
    unsigned wanted = s->movers & ~(1u << seat);
    uint8_t known = ask_twice(s) ? expected_at(m, s)->foreseen : 0;
    take_moves(wanted & known, m->expected.foresight, joint);
    for (unsigned rest = wanted & ~known; rest; rest &= rest - 1) {
        int i = __builtin_ctz(rest);
        Move others[SEATS_MAX] = {0};
        mind_replies(m, s, i, others);
        joint[i] = moves[mind_best(values, rank_against(m, s, i, others, moves, values))];
    }
    if (!ask_twice(s)) return;
    Expected *e = expected_at(m, s);
    take_moves(wanted & ~known, joint, e->foresight);
    e->foreseen |= (uint8_t)wanted;
}

/* The others' choices are found once, before any move is tried: they are made at the same time and cannot
 * depend on it. */
int mind_rank(Mind *m, const State *s, int seat, Move *moves, float *values) {
    Move joint[SEATS_MAX] = {0};
    int n = m->game->legal(s, seat, moves);
    if (n == 1) {
        values[0] = 0;
        return n;
    }
    mind_clear(m);
    m->thinks_of_others = m->deep && !m->features->classes; /* through rolls there are too many positions for it */
    (m->foresees ? foresee : mind_replies)(m, s, seat, joint);
    rank_against(m, s, seat, joint, moves, values);
    bool alone = s->movers == 1u << seat;
    if (alone && m->samples) sample_rolls(m, s, seat, moves, values, n);
    return n;
}

int mind_best(const float *values, int n) {
    int best = 0;
    for (int i = 1; i < n; i++)
        if (values[i] > values[best]) best = i;
    return best;
}

Move mind_choose(Mind *m, const State *s, int seat, float *value) {
    Move moves[MOVES_MAX];
    float values[MOVES_MAX];
    int best = mind_best(values, mind_rank(m, s, seat, moves, values));
    if (value) *value = values[best];
    return moves[best];
}

/* ---- Playouts --------------------------------------------------------------------------------------- */

/* Hidden cards are guessed anew for each trial, by its seed: all moves that are tried with it meet the same ones. */
void mind_try(Mind *m, const State *view, int seat, Move move, uint64_t seed, AnyState *out) {
    const Game *g = m->game;
    Move joint[SEATS_MAX] = {0};
    Rng rng = rng_stream(seed, UINT64_MAX); /* no turn's, and so none of those that mind_roll() takes */
    memcpy(out, view, g->size);
    game_guess(g, &out->head, &rng);
    mind_replies(m, &out->head, seat, joint);
    joint[seat] = move;
    g->play(&out->head, joint);
}

/* The powers of a number x with x^9 = x + 1, as parts of 2^64: steps of these lengths, one for each of eight
 * turns, come near to no place of the eight-fold space twice (Roberts 2018). */
static const uint64_t step[] = {0xEBEDEED9D803C001, 0xD96EB1A810CAA801, 0xC862B36DAF790001, 0xB8ACD90C142FD001,
                                0xAA324F90DED85801, 0x9CDA5E693FE9F801, 0x908E3D2C82566001, 0x8538ECB5BD455801};

/* The steps begin at a place that is drawn by lot, so each playout by itself has dice as good as any. */
uint32_t mind_fall(const Game *g, const State *s, PlayoutDice *dice) {
    if (s->turn != dice->turn) dice->turn = s->turn, dice->rolls = 0;
    unsigned turns = s->turn - dice->first, roll = dice->rolls++;
    uint64_t lot = rng_mix(dice->seed ^ rng_mix((uint64_t)s->turn << 8 | roll));
    bool spread = roll == 0 && turns < sizeof step / sizeof *step;
    return dice_at(g, s, lot + (spread ? dice->number * step[turns] : rng_mix(lot ^ dice->number)));
}

void mind_roll(const Game *g, State *s, PlayoutDice *dice) { g->chance(s, mind_fall(g, s, dice)); }
