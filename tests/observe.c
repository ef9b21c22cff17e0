/* observe.c: what a batch shows of its games, to a net and in plain numbers, against the games themselves.
 *
 * Beside every lane the same game is played by the rules, from its first decision to its end, with the batch's actions
 * and the dice and cards that the text of the lane's position names. So nothing that is compared has come through the
 * lane: of this game's state, seen through a seat's eyes, the features of the nets (Features.list) must be the `slots`
 * of the lane and Game.see() its `planes`. In Qwixx, of which a lane keeps less than the rules do, that is no matter of
 * course.
 *
 * What is hidden shows in neither: of any other state that the seat's view allows they are the same. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/batch.h"
#include "sparing.h"

static long checks;

static void check(bool good, const char *what, int line) {
    checks++;
    if (good) return;
    fprintf(stderr, "observe.c:%d: not so: %s\n", line, what);
    exit(1);
}

#define CHECK(what) check(what, #what, __LINE__)

/* A batch, and beside each of its lanes the same game by the rules. */
typedef struct Beside {
    const BatchSetup *set;
    Batch *batch;
    int pairs, planes, slots;
    size_t lanes;
    AnyState *own;
    bool *fresh; /* the lane's next game has not begun */
    uint8_t *movers, *masks, *actions, *done, *seen;
    uint16_t *shown;
    Rng rng;
    long games, hidden; /* that were played to their end; states with other cards that were compared */
} Beside;

static void *room(size_t count, size_t size) {
    void *memory = calloc(count, size);
    CHECK(memory);
    return memory;
}

static AnyState lane_state(const Beside *b, size_t l) {
    AnyState s = {0};
    batch_state(b->batch, (int)l, &s.head);
    return s;
}

/* ---- The same game by the rules ----------------------------------------------------------------------- */

/* Chance with few outcomes: the one after which the game stands where the lane does. Turns are not counted in lanes. */
static bool draw_as(const Game *g, AnyState *s, const AnyState *lane) {
    if (s->head.node != NODE_CHANCE) {
        AnyState same = *s;
        same.head.turn = lane->head.turn;
        return memcmp(&same, lane, g->size) == 0;
    }
    uint32_t n = g->outcomes(&s->head);
    for (uint32_t o = 0; o < n; o++) {
        AnyState next = *s;
        if (g->weight && !g->weight(&s->head, o)) continue;
        g->chance(&next.head, o);
        if (!draw_as(g, &next, lane)) continue;
        *s = next;
        return true;
    }
    return false;
}

/* The dice that lie on the lane's table, as its text has them: a roll has the same form. */
static void roll_as(const Game *g, AnyState *s, const AnyState *lane) {
    char text[POSITION_MAX], token[TOKEN_MAX];
    uint32_t outcome;
    Text out = text_in(text, sizeof text);
    game_put_state(g, &lane->head, &out);
    const char *dice = strstr(text, " dice=");
    CHECK(dice && sscanf(dice, " dice=%63s", token) == 1);
    const char *faces = strrchr(token, ':'); /* Qwinto says before it which dice were picked */
    bool good = g->get_outcome(&s->head, token, &outcome) || (faces && g->get_outcome(&s->head, faces + 1, &outcome));
    CHECK(good);
    g->chance(&s->head, outcome);
}

/* From a choice to the next one. */
static void go_on(Beside *b, size_t l) {
    const Game *g = b->set->game;
    AnyState lane = lane_state(b, l), *s = &b->own[l];
    if (!lane.head.movers) return; /* it waits */
    if (b->fresh[l]) *s = lane;
    b->fresh[l] = false;
    if (s->head.node != NODE_CHANCE) return;
    if (g->hide) CHECK(draw_as(g, s, &lane));
    for (int rolls = 0; s->head.node == NODE_CHANCE; rolls++) {
        CHECK(rolls < 4);
        roll_as(g, s, &lane);
    }
}

static void choose(Beside *b, size_t l) {
    const Game *g = b->set->game;
    State *s = &b->own[l].head;
    Move joint[SEATS_MAX] = {0};
    for (int i = 0; i < b->set->seats; i++)
        if (state_moves(s, i)) CHECK(batch_move(g, s, i, b->actions[(size_t)i * b->lanes + l], &joint[i]));
    g->play(s, joint);
}

/* ---- What is shown ------------------------------------------------------------------------------------ */

/* What the lane shows is what the view does. */
static void compare(const Beside *b, size_t l, const State *view, int seat) {
    const Game *g = b->set->game;
    int seats = b->set->seats;
    uint8_t seen[1024] = {0};
    uint16_t shown[SLOTS_MAX];
    batch_see(g, view, seat, seen);
    for (int p = 0; p < b->planes; p++) CHECK(b->seen[((size_t)(seat * b->planes + p)) * b->lanes + l] == seen[p]);
    for (int k = 0; k < b->pairs; k++) {
        int other = seats > 1 ? (seat + 1 + k) % seats : -1;
        const uint16_t *slots = b->shown + ((size_t)(seat * b->pairs + k) * b->lanes + l) * (size_t)b->slots;
        g->features->list(view, seat, other, shown);
        for (int i = 0; i < b->slots; i++) {
            CHECK(slots[i] == shown[i]);
            CHECK(slots[i] < (seats > 1 ? g->features->inputs : g->features->solo_inputs));
        }
    }
}

static void look(Beside *b, size_t l) {
    const Game *g = b->set->game;
    const AnyState *own = &b->own[l];
    for (int i = 0; i < b->set->seats; i++) {
        AnyState view = *own, other;
        CHECK(b->movers[(size_t)i * b->lanes + l] == state_moves(&own->head, i));
        game_hide(g, &view.head, i);
        compare(b, l, &view.head, i);
        if (!g->hide) continue;
        other = view;
        game_guess(g, &other.head, &b->rng);
        b->hidden += memcmp(&other, own, g->size) != 0;
        game_hide(g, &other.head, i);
        compare(b, l, &other.head, i);
    }
}

/* ---- Whole games -------------------------------------------------------------------------------------- */

static Beside open_beside(const BatchSetup *set) {
    const char *why = "";
    const Game *g = set->game;
    Beside b = {.set = set,
                .batch = batch_new(set, &why),
                .pairs = set->seats > 1 ? set->seats - 1 : 1,
                .planes = batch_planes(g, set->seats),
                .slots = batch_slots(g, set->seats),
                .lanes = (size_t)set->lanes,
                .rng = rng_stream(set->seed, 99)};
    size_t n = (size_t)set->seats * b.lanes;
    CHECK(b.batch && b.slots > 0 && b.slots <= SLOTS_MAX);
    b.own = room(b.lanes, sizeof *b.own);
    b.fresh = room(b.lanes, sizeof *b.fresh);
    b.movers = room(n, 1);
    b.masks = room(n * (size_t)batch_actions(g), 1);
    b.actions = room(n, 1);
    b.done = room(b.lanes, 1);
    b.seen = room(n * (size_t)b.planes, 1);
    b.shown = room(n * (size_t)(b.pairs * b.slots), sizeof *b.shown);
    memset(b.fresh, true, b.lanes);
    return b;
}

static void close_beside(Beside *b) {
    void *memory[] = {b->own, b->fresh, b->movers, b->masks, b->actions, b->done, b->seen, b->shown};
    for (size_t i = 0; i < sizeof memory / sizeof *memory; i++) free(memory[i]);
    batch_free(b->batch);
}

/* Actions by lot; `eager`: each takes the higher of two, so that few pass and sheets fill. */
static void draw(Beside *b, bool eager) {
    size_t n = (size_t)b->set->seats * b->lanes;
    uint8_t *other = room(n, 1);
    if (eager) batch_draw(b->batch, b->masks, other);
    batch_draw(b->batch, b->masks, b->actions);
    for (size_t i = 0; eager && i < n; i++)
        if (other[i] > b->actions[i]) b->actions[i] = other[i];
    free(other);
}

/* Until so many games have come to their end. */
static long play_beside(const BatchSetup *set, bool eager, long wanted) {
    Beside b = open_beside(set);
    BatchArrays out = {.movers = b.movers, .masks = b.masks, .planes = b.seen, .slots = b.shown, .done = b.done};
    batch_look(b.batch, &out);
    while (b.games < wanted) {
        for (size_t l = 0; l < b.lanes; l++) {
            go_on(&b, l);
            if (lane_state(&b, l).head.movers) look(&b, l);
        }
        draw(&b, eager);
        for (size_t l = 0; l < b.lanes; l++)
            if (lane_state(&b, l).head.movers) choose(&b, l);
        CHECK(batch_step(b.batch, b.actions, NULL, &out) == 0);
        for (size_t l = 0; l < b.lanes; l++) {
            if (!b.done[l]) continue;
            CHECK(set->game->hide || b.own[l].head.node == NODE_OVER);
            b.fresh[l] = true;
            b.games++;
        }
    }
    close_beside(&b);
    return b.hidden;
}

int main(void) {
    enum { LANES = 37 }; /* a group of lanes and a part of one */
    long wanted = at_length() ? 2000 : spare(LANES, 2), hidden = 0, played = 0;
    for (const Game *const *g = games; *g; g++)
        for (int seats = (*g)->min_seats; seats <= (*g)->max_seats; seats++)
            for (int kind = 0; kind < 4; kind++) {
                BatchSetup set = {.game = *g,
                                  .seats = seats,
                                  .lanes = LANES,
                                  .threads = 2,
                                  .seed = (uint64_t)(10 + kind),
                                  .fast = kind > 0,
                                  .portable = kind == 2};
                hidden += play_beside(&set, kind == 3, wanted);
                played += wanted;
            }
    printf("%ld games beside their lanes, %ld positions with other hidden cards\n", played, hidden);
    CHECK(hidden > wanted);
    printf("%ld checks\n", checks);
    return 0;
}
