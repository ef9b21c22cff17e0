/* arena.c: see arena.h. */
#include "arena/arena.h"

#include <stdio.h>
#include <stdlib.h>
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
    unsigned asked;            /* seats whose bots have this node's question already */
    AnyState s;
} Play;

/* The outcome of the chance node at which the game stands. */
static uint32_t fall(Play *p) {
    const State *s = &p->s.head;
    if (s->turn != p->turn) p->ordinal = 0;
    p->turn = s->turn;
    return dice_outcome(p->arena->game, s, p->dice, p->ordinal++);
}

static void roll(Play *p, Event *e, Result *out) {
    const State *s = &p->s.head;
    *e = (Event){.node = NODE_CHANCE, .outcome = fall(p)};
    if (!p->arena->adjuster) return;
    uint64_t key = rng_mix(p->other_dice + ((uint64_t)s->turn << 8 | (unsigned)p->ordinal));
    adjuster_roll(p->arena->adjuster, s, e->outcome, key, out->luck);
}

/* A bot that was asked before answers; the others choose. */
static Move choose_now(Play *p, const Match *log, const State *view, int seat) {
    Bot *bot = p->bot[seat];
    if (p->asked >> seat & 1) return bot->kind->several->answer(bot, log, seat);
    return bot->kind->choose(bot, view, seat, &p->rng[seat]);
}

static Move choose(Play *p, const Match *log, const State *view, int seat, Result *out) {
    if (!p->arena->timed) return choose_now(p, log, view, seat);
    double start = clock_worked();
    Move move = choose_now(p, log, view, seat);
    out->spent[seat].seconds += clock_worked() - start;
    out->spent[seat].decisions++;
    return move;
}

/* The move of a seat, or MOVE_NONE. Where nothing is hidden a view differs from the state by its mark alone. Bots of
 * this program are known to play legally (tests/bots.c); others are not believed. */
static Move ask_seat(Play *p, const Match *log, int seat, Result *out) {
    const Game *g = p->arena->game;
    State *s = &p->s.head;
    Move move;
    if (g->hide) {
        AnyState view;
        memcpy(&view, s, g->size);
        game_hide(g, &view.head, seat);
        move = choose(p, log, &view.head, seat, out);
    } else {
        s->viewer = (uint8_t)(seat + 1);
        move = choose(p, log, s, seat, out);
        s->viewer = VIEWER_ALL;
    }
    bool believed = !p->bot[seat]->kind->foreign && move != MOVE_NONE;
    return believed || game_is_legal(g, s, seat, move) ? move : MOVE_NONE;
}

/* Asks every mover; returns a seat whose answer is no legal move, or -1. What a bot says of its move is kept in the
 * log. */
static int ask(Play *p, Match *log, Event *e, Result *out) {
    unsigned movers = p->s.head.movers;
    *e = (Event){.node = NODE_MOVE, .movers = (uint8_t)movers};
    for (; movers; movers &= movers - 1) {
        int seat = __builtin_ctz(movers);
        e->move[seat] = ask_seat(p, log, seat, out);
        if (e->move[seat] == MOVE_NONE) return seat;
        if (log && p->bot[seat]->remark) match_remark(log, seat, p->bot[seat]->remark);
    }
    return -1;
}

/* Goes on by one node; false: the game has ended, or *memory is false. */
static bool step(Play *p, Match *log, Result *out, bool *memory) {
    Event e;
    if (p->s.head.node == NODE_OVER) return false;
    if (p->s.head.node == NODE_CHANCE)
        roll(p, &e, out);
    else
        out->forfeit = ask(p, log, &e, out);
    if (out->forfeit >= 0) {
        const char *trouble = p->bot[out->forfeit]->trouble;
        snprintf(out->reason, sizeof out->reason, "%s", trouble ? trouble : "its move is not legal");
        return false;
    }
    if (log && match_append(log, &e) != MATCH_OK) return *memory = false;
    match_apply(p->arena->game, &p->s.head, &e);
    out->nodes++;
    return true;
}

static void begin(Play *p, const Arena *a, Bot *const *bot, uint64_t number, uint64_t dice) {
    *p = (Play){.arena = a, .bot = bot, .dice = key_of(a->seed, dice, 0), .other_dice = key_of(a->seed, number, 2)};
    for (int i = 0; i < a->seats; i++) p->rng[i] = rng_stream(key_of(a->seed, number, 1), (uint64_t)i);
    a->game->start(&p->s.head, a->seats, a->option);
}

/* True if nobody wants to know more of the game than how it ends, nothing in it is hidden and all bots are quick ones
 * of this program, whose moves are known to be legal. */
static bool is_plain(const Arena *a, Bot *const *bot, const Match *log) {
    bool plain = !log && !a->timed && !a->adjuster && !a->game->hide;
    for (int i = 0; i < a->seats; i++)
        plain &= !bot[i]->kind->follow && !bot[i]->kind->several && !bot[i]->kind->foreign;
    return plain;
}

/* What step() does, over and over, for such a game: simulations with quick bots spend as much on the way from node to
 * node as on choosing. */
static void play_plain(Play *p, Result *out) {
    const Game *g = p->arena->game;
    State *s = &p->s.head;
    for (; s->node != NODE_OVER; out->nodes++) {
        if (s->node == NODE_CHANCE) {
            g->chance(s, fall(p));
            continue;
        }
        Move move[SEATS_MAX] = {0};
        for (unsigned movers = s->movers; movers; movers &= movers - 1) {
            int seat = __builtin_ctz(movers);
            s->viewer = (uint8_t)(seat + 1);
            move[seat] = p->bot[seat]->kind->choose(p->bot[seat], s, seat, &p->rng[seat]);
        }
        s->viewer = VIEWER_ALL;
        g->play(s, move);
    }
}

/* The bots let go of the log before it is given back: the caller uses it for the next game. */
bool arena_play(const Arena *a, Bot *const *bot, uint64_t number, uint64_t dice, Match *log, Result *out) {
    Play p;
    bool memory = true;
    begin(&p, a, bot, number, dice);
    *out = (Result){.forfeit = -1};
    if (log) match_restart(log);
    if (log) roster_follow(bot, a->seats, log);
    if (is_plain(a, bot, log))
        play_plain(&p, out);
    else
        while (step(&p, log, out, &memory)) continue;
    if (log) roster_follow(bot, a->seats, NULL);
    a->game->scores(&p.s.head, out->points);
    return memory;
}

/* ---- Several at once -------------------------------------------------------------------------------- */

/* Puts the questions of the node to the bots that take them before they have to answer. */
static void ask_before(Play *p, const Match *log) {
    const Game *g = p->arena->game;
    const State *s = &p->s.head;
    p->asked = 0;
    for (int seat = 0; seat < s->seats; seat++) {
        AnyState view;
        Bot *bot = p->bot[seat];
        if (!state_moves(s, seat) || !bot->kind->several) continue;
        memcpy(&view, s, g->size);
        game_hide(g, &view.head, seat);
        bot->kind->several->ask(bot, log, &view.head, seat, &p->rng[seat]);
        p->asked |= 1u << seat;
    }
}

static void finish(Play *p, ArenaGame *game) {
    for (int i = 0; i < p->arena->seats; i++)
        if (game->bot[i]->kind->several) game->bot[i]->kind->several->leave(game->bot[i], game->log);
    p->arena->game->scores(&p->s.head, game->result.points);
}

/* In rounds: every game goes on to its next decision and asks; then every game takes its answers. */
bool arena_play_several(const Arena *a, ArenaGame *game, int count) {
    Play *play = malloc((size_t)count * sizeof *play);
    bool *over = calloc((size_t)count, sizeof *over), memory = play && over;
    int live = memory ? count : 0;
    for (int i = 0; i < live; i++) {
        begin(&play[i], a, game[i].bot, game[i].number, game[i].dice);
        game[i].result = (Result){.forfeit = -1};
        match_restart(game[i].log);
    }
    while (live > 0) {
        for (int i = 0; i < count; i++) {
            while (!over[i] && play[i].s.head.node == NODE_CHANCE)
                if (!step(&play[i], game[i].log, &game[i].result, &memory)) break;
            if (!over[i] && play[i].s.head.node == NODE_MOVE) ask_before(&play[i], game[i].log);
        }
        for (int i = 0; i < count; i++) {
            if (over[i]) continue;
            if (memory && step(&play[i], game[i].log, &game[i].result, &memory)) continue;
            finish(&play[i], &game[i]);
            over[i] = true;
            live--;
        }
    }
    free(play);
    free(over);
    return memory;
}
