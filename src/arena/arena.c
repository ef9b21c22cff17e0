/* arena.c: see arena.h. */
#include "arena/arena.h"

#include <stdio.h>
#include <string.h>

#include "arena/adjust.h"
#include "arena/roster.h"
#include "host/clock.h"
#include "match/dice.h"

/* A key of its own for everything that is drawn in a game. */
static uint64_t key_of(uint64_t seed, uint64_t number, uint64_t use) {
    Rng rng = rng_stream(seed, number);
    return rng_mix(rng_next(&rng) + use);
}

typedef struct Play {
    const Arena *arena;
    Bot *const *bot;
    Rng rng[SEATS_MAX];
    uint64_t dice, other_dice; /* what falls, and what could have fallen */
    int turn, ordinal;         /* chance nodes so far in this turn */
    AnyState s;
} Play;

static void roll(Play *p, Event *e, Result *out) {
    const State *s = &p->s.head;
    if (s->turn != p->turn) p->ordinal = 0;
    p->turn = s->turn;
    *e = (Event){.node = NODE_CHANCE, .outcome = dice_outcome(p->arena->game, s, p->dice, p->ordinal++)};
    if (!p->arena->adjuster) return;
    uint64_t key = rng_mix(p->other_dice + ((uint64_t)s->turn << 8 | (unsigned)p->ordinal));
    adjuster_roll(p->arena->adjuster, s, e->outcome, key, out->luck);
}

static Move choose(Play *p, const State *view, int seat, Result *out) {
    Bot *bot = p->bot[seat];
    if (!p->arena->timed) return bot->kind->choose(bot, view, seat, &p->rng[seat]);
    double start = clock_worked();
    Move move = bot->kind->choose(bot, view, seat, &p->rng[seat]);
    out->spent[seat].seconds += clock_worked() - start;
    out->spent[seat].decisions++;
    return move;
}

/* The move of a seat, or MOVE_NONE. Where nothing is hidden a view differs from the state by its mark alone. Bots of
 * this program are known to play legally (tests/bots.c); what follows a match is a process, and is not believed. */
static Move ask_seat(Play *p, int seat, Result *out) {
    const Game *g = p->arena->game;
    State *s = &p->s.head;
    Move move;
    if (g->hide) {
        AnyState view;
        memcpy(&view, s, g->size);
        game_hide(g, &view.head, seat);
        move = choose(p, &view.head, seat, out);
    } else {
        s->viewer = (uint8_t)(seat + 1);
        move = choose(p, s, seat, out);
        s->viewer = VIEWER_ALL;
    }
    bool believed = !p->bot[seat]->kind->follow && move != MOVE_NONE;
    return believed || game_is_legal(g, s, seat, move) ? move : MOVE_NONE;
}

/* Asks every mover; returns a seat whose answer is no legal move, or -1. */
static int ask(Play *p, Event *e, Result *out) {
    unsigned movers = p->s.head.movers;
    *e = (Event){.node = NODE_MOVE, .movers = (uint8_t)movers};
    for (; movers; movers &= movers - 1) {
        int seat = __builtin_ctz(movers);
        e->move[seat] = ask_seat(p, seat, out);
        if (e->move[seat] == MOVE_NONE) return seat;
    }
    return -1;
}

static bool play(Play *p, Match *log, Result *out) {
    const Game *g = p->arena->game;
    for (; p->s.head.node != NODE_OVER; out->nodes++) {
        Event e;
        if (p->s.head.node == NODE_CHANCE)
            roll(p, &e, out);
        else
            out->forfeit = ask(p, &e, out);
        if (out->forfeit >= 0) {
            const char *trouble = p->bot[out->forfeit]->trouble;
            snprintf(out->reason, sizeof out->reason, "%s", trouble ? trouble : "its move is not legal");
            return true;
        }
        if (log && match_append(log, &e) != MATCH_OK) return false;
        match_apply(g, &p->s.head, &e);
    }
    return true;
}

bool arena_play(const Arena *a, Bot *const *bot, uint64_t number, uint64_t dice, Match *log, Result *out) {
    Play p = {.arena = a, .bot = bot, .dice = key_of(a->seed, dice, 0), .other_dice = key_of(a->seed, number, 2)};
    for (int i = 0; i < a->seats; i++) p.rng[i] = rng_stream(key_of(a->seed, number, 1), (uint64_t)i);
    *out = (Result){.forfeit = -1};
    if (log) match_restart(log);
    a->game->start(&p.s.head, a->seats, a->option);
    if (log) roster_follow(bot, a->seats, log);
    bool good = play(&p, log, out);
    if (log) roster_follow(bot, a->seats, NULL);
    a->game->scores(&p.s.head, out->points);
    return good;
}
