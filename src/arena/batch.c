/* batch.c: see batch.h. Lanes are worked on in groups of BLOCK_LANES, so that what is written of one group lies in the
 * nearest memory while it is written; a group is what threads share out. A last group that is not full is played whole
 * in lockstep, and its lanes copied from a room of its own. */
#include "arena/batch.h"

#include <stdlib.h>
#include <string.h>

#include "host/team.h"

/* A lane that is played by the rules. */
typedef struct Lane {
    AnyState s;
    Rng rng;
    uint64_t number; /* of its game */
} Lane;

struct Batch {
    BatchSetup setup;
    const Lockstep *lockstep;           /* NULL: by the rules */
    Team *team;                         /* the threads, which stay from call to call */
    int groups, actions, planes, slots; /* groups of BLOCK_LANES, the last maybe not full; sizes as in batch.h */
    size_t lanes;                       /* that are the caller's */
    Lane *lane;                         /* by the rules */
    uint8_t *block;                     /* in lockstep */
    size_t block_size;                  /* in bytes */
    uint8_t *done, *fault;              /* for callers who do not want them, and where a last group goes */
    int16_t *points;                    /* for rewards, which are made of them, where the caller wants no points */
    uint8_t *tail;                      /* [seat][plane or action][BLOCK_LANES] of a last group that is not full */
    int16_t *tail_points;               /* [seat][BLOCK_LANES] */
};

/* One call, as the threads see it. */
typedef struct Call {
    Batch *batch;
    const uint8_t *actions;   /* what is given, each NULL where the call has none */
    const uint32_t *outcomes; /* by lane */
    const Move *moves;        /* to be made actions */
    const uint8_t *masks;     /* to draw from */
    uint8_t *drawn;           /* [seat][lane] where actions go that were drawn or made of moves */
    const BatchArrays *out;
    Stepped told;                      /* where what a step does is written: to the caller, or to the batch */
    uint8_t *masks_tile, *planes_tile; /* of a group that is being looked at: [seat][plane][BLOCK_LANES] */
    _Atomic long faults;               /* games broken off */
} Call;

/* ---- Sizes --------------------------------------------------------------------------------------------- */

enum { TABLE_PLANES = 2 * PIECES_MAX + 2 };

int batch_actions(const Game *g) { return g->action ? g->actions : MOVES_MAX; }

static int most_boxes(const Game *g) {
    int most = 0;
    for (int i = 0; i < g->sheets; i++) {
        Layout layout;
        g->layout(i, &layout);
        most = layout.box_count > most ? layout.box_count : most;
    }
    return most;
}

int batch_planes(const Game *g, int seats) { return g->see ? g->planes(seats) : seats * most_boxes(g) + TABLE_PLANES; }

int batch_slots(const Game *g, int seats) {
    return !g->features ? 0 : seats > 1 ? g->features->slots : g->features->solo_slots;
}

int batch_action(const Game *g, const State *s, int seat, Move m) {
    Move legal[MOVES_MAX];
    int n = g->legal(s, seat, legal);
    for (int i = 0; i < n; i++)
        if (legal[i] == m) return g->action ? g->action(s, seat, m) : i;
    return ACTION_NONE;
}

/* Games know only the way from a move to its action; going through the legal moves also refuses what is none here. */
bool batch_move(const Game *g, const State *s, int seat, int action, Move *out) {
    Move legal[MOVES_MAX];
    int n = g->legal(s, seat, legal);
    for (int i = 0; i < n; i++)
        if ((g->action ? g->action(s, seat, legal[i]) : i) == action) {
            *out = legal[i];
            return true;
        }
    return false;
}

/* What any game shows: a box is its number, or 1 where it is crossed, else 0; a piece its colour and its value plus
 * one. */
static void see_plain(const Game *g, const State *view, int seat, uint8_t *out) {
    Piece piece[PIECES_MAX];
    int boxes = most_boxes(g), count = g->pieces(view, seat, piece);
    memset(out, 0, (size_t)batch_planes(g, view->seats));
    for (int j = 0; j < view->seats; j++, out += boxes) {
        int i = (seat + j) % view->seats;
        Layout layout;
        g->layout(g->sheet_of ? g->sheet_of(view, i) : 0, &layout);
        for (int b = 0; b < layout.box_count; b++) {
            Look look;
            g->look(view, i, b, &look);
            bool number = look.mark == MARK_NUMBER || look.mark == MARK_HIT;
            out[b] = (uint8_t)(number ? look.value : look.mark == MARK_CROSS);
        }
    }
    for (int i = 0; i < count; i++) {
        out[2 * i] = piece[i].colour;
        out[2 * i + 1] = (uint8_t)(piece[i].value == VALUE_NONE ? 0 : piece[i].value + 1);
    }
    state_see(view, seat, out + TABLE_PLANES - 2);
}

void batch_see(const Game *g, const State *view, int seat, uint8_t *out) {
    if (g->see)
        g->see(view, seat, out);
    else
        see_plain(g, view, seat, out);
}

/* ---- A lane, by the rules ------------------------------------------------------------------------------ */

/* Dice fall until somebody decides or the game is over. */
static void settle(const BatchSetup *set, Lane *lane) {
    const Game *g = set->game;
    State *s = &lane->s.head;
    while (s->node == NODE_CHANCE && !set->given) g->chance(s, game_roll(g, s, &lane->rng));
}

static void begin(const BatchSetup *set, Lane *lane) {
    if (!set->fast) lane->rng = rng_stream(set->seed, lane->number);
    set->game->start(&lane->s.head, set->seats, set->option);
    settle(set, lane);
}

/* A key of its own for each lane or block of each batch. */
static uint64_t stream_key(const BatchSetup *set, uint64_t of) {
    Rng rng = rng_stream(set->seed, set->number);
    return rng_mix(rng_next(&rng) + rng_mix(of + 1));
}

/* Applies what was chosen; returns the faults. */
static unsigned act(const Call *c, Lane *lane, size_t l) {
    const BatchSetup *set = &c->batch->setup;
    const Game *g = set->game;
    State *s = &lane->s.head;
    Move joint[SEATS_MAX] = {0};
    unsigned fault = 0;
    if (s->node == NODE_CHANCE) {
        uint32_t outcome = c->outcomes ? c->outcomes[l] : UINT32_MAX;
        if (outcome >= g->outcomes(s) || (g->weight && !g->weight(s, outcome))) return FAULT_CHANCE;
        g->chance(s, outcome);
        return 0;
    }
    for (int i = 0; i < set->seats; i++)
        if (state_moves(s, i) && !batch_move(g, s, i, c->actions[(size_t)i * c->batch->lanes + l], &joint[i]))
            fault |= 1u << i;
    if (!fault) g->play(s, joint);
    return fault;
}

/* The next game's number is higher by as many as there are lanes: no two lanes ever play the same game. */
static void step_lane(const Call *c, size_t l) {
    Batch *b = c->batch;
    const BatchSetup *set = &b->setup;
    Lane *lane = &b->lane[l];
    unsigned fault = act(c, lane, l);
    if (!fault) settle(set, lane);
    bool done = fault || lane->s.head.node == NODE_OVER;
    c->told.fault[l] = (uint8_t)fault;
    c->told.done[l] = done;
    if (!done) return;
    int points[SEATS_MAX];
    set->game->scores(&lane->s.head, points);
    for (int i = 0; i < set->seats && c->told.points; i++)
        c->told.points[(size_t)i * b->lanes + l] = (int16_t)points[i];
    lane->number += b->lanes;
    begin(set, lane);
}

/* From the numbers of the lane's game, seat by seat: the dice that follow depend on how many were drawn. */
static void draw_lane(const Call *c, size_t l) {
    const Batch *b = c->batch;
    const Game *g = b->setup.game;
    Lane *lane = &b->lane[l];
    Move legal[MOVES_MAX];
    const State *s = &lane->s.head;
    for (unsigned rest = s->movers; rest; rest &= rest - 1) {
        int seat = __builtin_ctz(rest), n = g->legal(s, seat, legal);
        int i = (int)rng_below(&lane->rng, (uint32_t)n);
        c->drawn[(size_t)seat * b->lanes + l] = (uint8_t)(g->action ? g->action(s, seat, legal[i]) : i);
    }
}

/* ---- How a lane stands --------------------------------------------------------------------------------- */

/* Masks go into the tile, which look_group() has cleared; behind the last legal move `moves` is left as it was. */
static void list_moves(const Call *c, const State *s, size_t l) {
    const Batch *b = c->batch;
    const Game *g = b->setup.game;
    for (int i = 0; i < b->setup.seats; i++) {
        Move legal[MOVES_MAX];
        size_t at = (size_t)i * b->lanes + l;
        int n = g->legal(s, i, legal);
        if (c->out->moves) memcpy(c->out->moves + at * (size_t)b->actions, legal, (size_t)n * sizeof *legal);
        if (c->out->counts) c->out->counts[at] = (uint8_t)n;
        if (c->out->movers) c->out->movers[at] = state_moves(s, i);
        for (int k = 0; c->out->masks && k < n; k++) {
            int action = g->action ? g->action(s, i, legal[k]) : k;
            c->masks_tile[(i * b->actions + action) * BLOCK_LANES + (int)(l % BLOCK_LANES)] = 1;
        }
    }
}

/* What a seat sees, from its view: there is no other door. */
static void see_lane(const Call *c, const State *s, size_t l, bool planes) {
    const Batch *b = c->batch;
    const Game *g = b->setup.game;
    int seats = b->setup.seats;
    AnyState room;
    uint8_t seen[SEATS_MAX * BOXES_MAX + TABLE_PLANES];
    for (int i = 0; i < seats; i++) {
        const State *view = s;
        if (g->hide) {
            memcpy(&room, s, g->size);
            game_hide(g, &room.head, i);
            view = &room.head;
        }
        if (planes && c->out->planes) {
            uint8_t *to = c->planes_tile + (size_t)(i * b->planes) * BLOCK_LANES + l % BLOCK_LANES;
            batch_see(g, view, i, seen);
            for (int p = 0; p < b->planes; p++, to += BLOCK_LANES) *to = seen[p];
        }
        for (int k = 0; c->out->slots && k < (seats > 1 ? seats - 1 : 1); k++) {
            size_t pair = (size_t)i * (size_t)(seats > 1 ? seats - 1 : 1) + (size_t)k;
            uint16_t *to = c->out->slots + (pair * b->lanes + l) * (size_t)b->slots;
            g->features->list(view, i, seats > 1 ? (i + 1 + k) % seats : -1, to);
        }
    }
}

static void look_lane(const Call *c, size_t l) {
    const Batch *b = c->batch;
    const State *s = &b->lane[l].s.head;
    if (c->out->moves || c->out->counts || c->out->masks || c->out->movers) list_moves(c, s, l);
    if (c->out->planes || c->out->slots) see_lane(c, s, l, true);
    if (c->out->outcomes) c->out->outcomes[l] = s->node == NODE_CHANCE ? b->setup.game->outcomes(s) : 0;
}

/* Planes of one group are filled in a small room of their own and then copied, plane by plane: lane by lane their
 * places in the caller's array may all fall into the same few lines of the nearest memory. */
static void look_group(const Call *c, size_t from, size_t to) {
    enum { MASKS = SEATS_MAX * MOVES_MAX, PLANES = SEATS_MAX * (SEATS_MAX * BOXES_MAX + TABLE_PLANES) };
    const Batch *b = c->batch;
    uint8_t masks[MASKS * BLOCK_LANES], planes[PLANES * BLOCK_LANES];
    size_t n = to - from, mask_planes = (size_t)b->setup.seats * (size_t)b->actions,
           see_planes = (size_t)b->setup.seats * (size_t)b->planes;
    Call own = *c;
    own.masks_tile = masks;
    own.planes_tile = planes;
    if (c->out->masks) memset(masks, 0, mask_planes * BLOCK_LANES);
    for (size_t l = from; l < to; l++) look_lane(&own, l);
    for (size_t p = 0; c->out->masks && p < mask_planes; p++)
        memcpy(c->out->masks + p * b->lanes + from, masks + p * BLOCK_LANES, n);
    for (size_t p = 0; c->out->planes && p < see_planes; p++)
        memcpy(c->out->planes + p * b->lanes + from, planes + p * BLOCK_LANES, n);
}

/* ---- Groups in lockstep -------------------------------------------------------------------------------- */

static void *block_at(const Batch *b, int group) { return b->block + (size_t)group * b->block_size; }

/* How many lanes of a group are the caller's. */
static size_t lanes_of(const Batch *b, int group) {
    size_t left = b->lanes - (size_t)group * BLOCK_LANES;
    return left < BLOCK_LANES ? left : BLOCK_LANES;
}

/* Copies planes between the caller's array and the room of the last group. */
static void from_tail(const Batch *b, const uint8_t *tail, uint8_t *to, int planes, size_t n) {
    for (int p = 0; p < planes; p++) memcpy(to + (size_t)p * b->lanes, tail + (size_t)p * BLOCK_LANES, n);
}

static void to_tail(const Batch *b, const uint8_t *from, uint8_t *tail, int planes, size_t n) {
    memset(tail, 0, (size_t)planes * BLOCK_LANES);
    for (int p = 0; p < planes; p++) memcpy(tail + (size_t)p * BLOCK_LANES, from + (size_t)p * b->lanes, n);
}

typedef void PlanesOf(const void *blocks, int count, uint8_t *out, size_t lanes);

/* Fills the planes of the groups from <= g < to, of which the last may not be full. */
static void fill_planes(const Batch *b, PlanesOf *fill, int planes, int from, int to, uint8_t *out) {
    size_t n = lanes_of(b, to - 1), at = (size_t)from * BLOCK_LANES;
    int full = n == BLOCK_LANES ? to - from : to - from - 1;
    if (full) fill(block_at(b, from), full, out + at, b->lanes);
    if (full == to - from) return;
    fill(block_at(b, to - 1), 1, b->tail, BLOCK_LANES);
    from_tail(b, b->tail, out + (size_t)(to - 1) * BLOCK_LANES, planes, n);
}

/* Blocks have no lists and slots: for these every lane is made a state, which takes longer. There is no chance node
 * of the caller's in lockstep, so there are never outcomes. */
static void look_blocks(const Call *c, int from, int to, bool masks) {
    const Batch *b = c->batch;
    const Lockstep *k = b->lockstep;
    int seats = b->setup.seats;
    if (c->out->movers) fill_planes(b, k->movers, seats, from, to, c->out->movers);
    if (masks && c->out->masks) fill_planes(b, k->masks, seats * b->actions, from, to, c->out->masks);
    if (c->out->planes) fill_planes(b, k->see, seats * b->planes, from, to, c->out->planes);
    if (!c->out->moves && !c->out->counts && !c->out->slots && !c->out->outcomes) return;
    BatchArrays lists = {.moves = c->out->moves, .counts = c->out->counts};
    Call rest = {.batch = c->batch, .out = &lists};
    for (int g = from; g < to; g++)
        for (size_t i = 0; i < lanes_of(b, g); i++) {
            AnyState s = {0};
            size_t l = (size_t)g * BLOCK_LANES + i;
            k->state(block_at(b, g), (int)i, &s.head);
            if (c->out->moves || c->out->counts) list_moves(&rest, &s.head, l);
            if (c->out->slots) see_lane(c, &s.head, l, false);
            if (c->out->outcomes) c->out->outcomes[l] = 0;
        }
}

/* A step, and the masks after it. The lanes of a last group that are nobody's are given action 0; what becomes of them
 * is told to nobody. Returns whether there may have been faults. */
static bool step_blocks(const Call *c, int from, int to) {
    Batch *b = c->batch;
    int seats = b->setup.seats;
    size_t n = lanes_of(b, to - 1), at = (size_t)from * BLOCK_LANES;
    int full = n == BLOCK_LANES ? to - from : to - from - 1;
    Stepped out = {c->told.done + at, c->told.fault + at, c->told.points ? c->told.points + at : NULL,
                   c->out->masks ? c->out->masks + at : NULL};
    bool faults = full && b->lockstep->step(block_at(b, from), full, c->actions + at, b->lanes, out);
    if (full == to - from) return faults;
    uint8_t told[2][BLOCK_LANES];
    size_t last = (size_t)(to - 1) * BLOCK_LANES;
    to_tail(b, c->actions + last, b->tail, seats, n);
    faults |= b->lockstep->step(block_at(b, to - 1), 1, b->tail, BLOCK_LANES,
                                (Stepped){told[0], told[1], b->tail_points, NULL});
    if (c->out->masks) fill_planes(b, b->lockstep->masks, seats * b->actions, to - 1, to, c->out->masks);
    memcpy(c->told.done + last, told[0], n);
    memcpy(c->told.fault + last, told[1], n);
    for (int i = 0; i < seats && c->told.points; i++)
        memcpy(c->told.points + (size_t)i * b->lanes + last, b->tail_points + i * BLOCK_LANES, n * sizeof *b->points);
    return faults;
}

/* The actions of the last group are copied there too: draw() need not write those of seats that do not decide. */
static void draw_blocks(const Call *c, int from, int to) {
    Batch *b = c->batch;
    int seats = b->setup.seats, planes = seats * b->actions;
    size_t n = lanes_of(b, to - 1), at = (size_t)from * BLOCK_LANES;
    int full = n == BLOCK_LANES ? to - from : to - from - 1;
    if (full) b->lockstep->draw(block_at(b, from), full, c->masks + at, c->drawn + at, b->lanes);
    if (full == to - from) return;
    uint8_t drawn[SEATS_MAX * BLOCK_LANES];
    size_t last = (size_t)(to - 1) * BLOCK_LANES;
    to_tail(b, c->masks + last, b->tail, planes, n);
    to_tail(b, c->drawn + last, drawn, seats, n);
    b->lockstep->draw(block_at(b, to - 1), 1, b->tail, drawn, BLOCK_LANES);
    from_tail(b, drawn, c->drawn + last, seats, n);
}

/* ---- What the threads do ------------------------------------------------------------------------------- */

/* What ended in these lanes, in the caller's measure. A seat that gave no legal action is last, whatever its points. */
static void reward_lane(const Call *c, size_t l) {
    const Batch *b = c->batch;
    int seats = b->setup.seats, points[SEATS_MAX], rank[SEATS_MAX], sum = 0;
    for (int i = 0; i < seats; i++) {
        points[i] = c->told.points[(size_t)i * b->lanes + l];
        sum += points[i];
    }
    int shown[SEATS_MAX];
    memcpy(shown, points, sizeof shown);
    for (int i = 0; i < seats; i++)
        if (c->told.fault[l] >> i & 1) points[i] = INT32_MIN;
    int first = game_ranks(points, seats, rank);
    for (int i = 0; i < seats; i++) {
        float *to = &c->out->rewards[(size_t)i * b->lanes + l];
        bool faulty = c->told.fault[l] >> i & 1;
        if (b->setup.reward == REWARD_SHARE)
            *to = rank[i] == 1 && !faulty ? 1.0f / (float)first : 0;
        else if (b->setup.reward == REWARD_POINTS || seats == 1)
            *to = (float)shown[i];
        else
            *to = (float)shown[i] - (float)(sum - shown[i]) / (float)(seats - 1);
    }
}

static void reward_lanes(const Call *c, size_t from, size_t to) {
    const Batch *b = c->batch;
    for (int i = 0; i < b->setup.seats; i++)
        memset(c->out->rewards + (size_t)i * b->lanes + from, 0, (to - from) * sizeof(float));
    for (size_t l = from; l < to; l++)
        if (c->told.done[l]) reward_lane(c, l);
}

static long count_faults(const Call *c, size_t from, size_t to) {
    long faults = 0;
    for (size_t l = from; l < to; l++) faults += c->told.fault[l] != 0;
    return faults;
}

/* Shares the groups between the threads, unless that would take longer than the work. */
static void run(Call *c, void (*work)(void *, int, int)) {
    enum { FEW_BLOCKS = 16, FEW = 2 };
    Batch *b = c->batch;
    if (b->groups < (b->lockstep ? FEW_BLOCKS : FEW))
        work(c, 0, b->groups);
    else
        team_run(b->team, b->groups, work, c);
}

/* Groups that are worked on at a time: what they write stays near. */
enum { NEAR = 16 };

static void for_near(Call *c, int from, int to, void (*work)(Call *, int from, int to)) {
    for (int g = from; g < to; g += NEAR) work(c, g, g + NEAR < to ? g + NEAR : to);
}

static size_t end_of(const Batch *b, int to) {
    size_t end = (size_t)to * BLOCK_LANES;
    return end < b->lanes ? end : b->lanes;
}

static void look_near(Call *c, int from, int to) {
    const Batch *b = c->batch;
    if (b->lockstep)
        look_blocks(c, from, to, true);
    else
        for (int g = from; g < to; g++) look_group(c, (size_t)g * BLOCK_LANES, end_of(b, g + 1));
}

/* What is made of a step follows it at once, group by group: its lanes are still in the nearest memory. */
static void step_near(Call *c, int from, int to) {
    const Batch *b = c->batch;
    size_t begin_at = (size_t)from * BLOCK_LANES, end = end_of(b, to);
    bool faults = true;
    if (b->lockstep)
        faults = step_blocks(c, from, to);
    else
        for (size_t l = begin_at; l < end; l++) step_lane(c, l);
    if (faults) c->faults += count_faults(c, begin_at, end);
    if (c->out->rewards) reward_lanes(c, begin_at, end);
    if (b->lockstep)
        look_blocks(c, from, to, false);
    else
        look_near(c, from, to);
}

static void draw_near(Call *c, int from, int to) {
    const Batch *b = c->batch;
    if (b->lockstep)
        draw_blocks(c, from, to);
    else
        for (size_t l = (size_t)from * BLOCK_LANES; l < end_of(b, to); l++) draw_lane(c, l);
}

/* By way of states also in lockstep: what a move means depends on where it is made. */
static void convert_near(Call *c, int from, int to) {
    const Batch *b = c->batch;
    for (size_t l = (size_t)from * BLOCK_LANES; l < end_of(b, to); l++) {
        AnyState s = {0};
        batch_state(b, (int)l, &s.head);
        for (int i = 0; i < b->setup.seats; i++) {
            size_t at = (size_t)i * b->lanes + l;
            c->drawn[at] = (uint8_t)batch_action(b->setup.game, &s.head, i, c->moves[at]);
        }
    }
}

static void look_part(void *call, int from, int to) { for_near(call, from, to, look_near); }
static void step_part(void *call, int from, int to) { for_near(call, from, to, step_near); }
static void draw_part(void *call, int from, int to) { for_near(call, from, to, draw_near); }
static void convert_part(void *call, int from, int to) { for_near(call, from, to, convert_near); }

/* ---- From outside -------------------------------------------------------------------------------------- */

static bool default_options(const BatchSetup *set) {
    for (int i = 0; i < OPTIONS_MAX; i++)
        if (set->option[i]) return false;
    return true;
}

/* All that any call will need. False: something is missing; batch_free() frees the rest. */
static bool allocate(Batch *b) {
    size_t seats = (size_t)b->setup.seats, tail = (size_t)(b->planes > b->actions ? b->planes : b->actions);
    b->team = team_new(b->setup.threads);
    b->done = calloc(b->lanes, 1);
    b->fault = calloc(b->lanes, 1);
    b->points = calloc(b->lanes * seats, sizeof *b->points);
    b->tail = calloc(seats * tail, BLOCK_LANES);
    b->tail_points = calloc(seats * BLOCK_LANES, sizeof *b->tail_points);
    if (b->lockstep) {
        b->block_size = b->lockstep->size(b->setup.seats);
        b->block = aligned_alloc(BLOCK_LANES, (size_t)b->groups * b->block_size);
    } else {
        b->lane = calloc(b->lanes, sizeof *b->lane);
    }
    return b->team && b->done && b->fault && b->points && b->tail && b->tail_points && (b->lane || b->block);
}

/* Lockstep has streams and dice of its own and knows only the options' defaults; all else is played by the rules. */
Batch *batch_new(const BatchSetup *set, const char **why) {
    *why = "a batch has 1 to 1048576 lanes";
    if (set->lanes < 1 || set->lanes > BATCH_LANES_MAX) return NULL;
    *why = "out of memory";
    Batch *b = calloc(1, sizeof *b);
    if (!b) return NULL;
    b->setup = *set;
    b->lanes = (size_t)set->lanes;
    b->groups = (set->lanes + BLOCK_LANES - 1) / BLOCK_LANES;
    b->actions = batch_actions(set->game);
    b->planes = batch_planes(set->game, set->seats);
    b->slots = batch_slots(set->game, set->seats);
    if (set->fast && !set->given && set->game->lockstep && default_options(set))
        b->lockstep = set->game->lockstep(set->portable);
    if (!allocate(b)) {
        batch_free(b);
        return NULL;
    }
    batch_restart(b, set->seed, set->number);
    return b;
}

/* Also one of which allocate() could make only a part. */
void batch_free(Batch *b) {
    if (!b) return;
    team_free(b->team);
    free(b->lane);
    free(b->block);
    free(b->done);
    free(b->fault);
    free(b->points);
    free(b->tail);
    free(b->tail_points);
    free(b);
}

const BatchSetup *batch_setup(const Batch *b) { return &b->setup; }
bool batch_in_lockstep(const Batch *b) { return b->lockstep != NULL; }

/* A fast lane keeps its stream from game to game; an exact one gets that of its game from begin(). */
void batch_restart(Batch *b, uint64_t seed, uint64_t number) {
    b->setup.seed = seed;
    b->setup.number = number;
    for (int g = 0; b->lockstep && g < b->groups; g++)
        b->lockstep->start(block_at(b, g), b->setup.seats, stream_key(&b->setup, (uint64_t)g));
    for (size_t l = 0; !b->lockstep && l < b->lanes; l++) {
        Lane *lane = &b->lane[l];
        *lane = (Lane){.number = number + l};
        if (b->setup.fast) lane->rng = rng_stream(stream_key(&b->setup, l), 0);
        begin(&b->setup, lane);
    }
}

void batch_look(Batch *b, const BatchArrays *out) {
    Call c = {.batch = b, .out = out};
    run(&c, look_part);
}

long batch_step(Batch *b, const uint8_t *actions, const uint32_t *outcomes, const BatchArrays *out) {
    Call c = {.batch = b, .actions = actions, .outcomes = outcomes, .out = out};
    c.told = (Stepped){.done = out->done ? out->done : b->done,
                       .fault = out->fault ? out->fault : b->fault,
                       .points = out->points || !out->rewards ? out->points : b->points};
    run(&c, step_part);
    return c.faults;
}

void batch_actions_of(Batch *b, const Move *moves, uint8_t *actions) {
    Call c = {.batch = b, .moves = moves, .drawn = actions};
    run(&c, convert_part);
}

void batch_draw(Batch *b, const uint8_t *masks, uint8_t *actions) {
    Call c = {.batch = b, .masks = masks, .drawn = actions};
    run(&c, draw_part);
}

void batch_state(const Batch *b, int lane, State *out) {
    if (b->lockstep)
        b->lockstep->state(block_at(b, lane / BLOCK_LANES), lane % BLOCK_LANES, out);
    else
        memcpy(out, &b->lane[lane].s, b->setup.game->size);
}

uint64_t batch_number(const Batch *b, int lane) { return b->lane ? b->lane[lane].number : 0; }
