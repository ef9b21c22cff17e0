/* why.c: what speaks for a move, in words. See analyse.h.
 *
 * Everything is read off the sheet, so that it holds for every game: the points counted at once, the boxes that
 * get written, those that are given up for ever, rows that are complete, misthrows; and, from short trials, the
 * chance of a misthrow in the seat's next turn. A word is said only where the two moves differ in it, and of one move
 * alone only what helps to see it: better nothing than something that is always so. */
#include <string.h>

#include "analyse/analyse.h"
#include "base/dice.h"

/* What a move does to the sheet. */
typedef struct Effect {
    int points;    /* gained at once */
    int free;      /* boxes that can still be used */
    int written;   /* boxes it writes in */
    int lost;      /* boxes given up for ever without being used */
    unsigned rows; /* rows it completes */
    int misthrows; /* it marks */
    bool over;     /* it ends the game */
} Effect;

enum { RISK_WORTH_TELLING = 5, RISKS_APART = 3 }; /* per cent */

/* ---- The sheet -------------------------------------------------------------------------------------- */

static bool is_for_play(const Box *b) { return b->shape != SHAPE_SCORE && b->shape != SHAPE_MISTHROW; }

/* Told by looks and not by rules, so it holds for every game that is ever added. */
static void count_boxes(const Game *g, const State *s, int seat, const Layout *l, int *free, int *used) {
    *free = *used = 0;
    for (int i = 0; i < l->box_count; i++) {
        Look look;
        if (!is_for_play(&l->boxes[i])) continue;
        g->look(s, seat, i, &look);
        *free += look.mark == MARK_FREE;
        *used += look.mark == MARK_CROSS || look.mark == MARK_NUMBER || look.mark == MARK_HIT;
    }
}

/* The state after the move, the other movers doing the least they can. */
static void play_alone(const Game *g, const State *view, int seat, Move m, AnyState *out) {
    Move joint[SEATS_MAX] = {0}, legal[MOVES_MAX];
    memcpy(out, view, g->size);
    for (int i = 0; i < view->seats; i++)
        if (i != seat && state_moves(view, i)) {
            g->legal(view, i, legal);
            joint[i] = legal[0];
        }
    joint[seat] = m;
    g->play(&out->head, joint);
}

/* Boxes that are neither free nor used any more are those that were given up. */
static Effect effect_of(const Game *g, const State *view, int seat, const Layout *l, Move m) {
    AnyState after;
    int was[SEATS_MAX], is[SEATS_MAX], free_was, free_is, used_was, used_is;
    play_alone(g, view, seat, m, &after);
    g->scores(view, was);
    g->scores(&after.head, is);
    count_boxes(g, view, seat, l, &free_was, &used_was);
    count_boxes(g, &after.head, seat, l, &free_is, &used_is);
    int lost = free_was - free_is - (used_is - used_was);
    return (Effect){.points = is[seat] - was[seat],
                    .free = free_is,
                    .written = used_is - used_was,
                    .lost = lost > 0 ? lost : 0,
                    .rows = g->rows_done(&after.head, seat) & ~g->rows_done(view, seat),
                    .misthrows = game_misthrows(g, &after.head, seat) - game_misthrows(g, view, seat),
                    .over = after.head.node == NODE_OVER};
}

/* ---- The next turn ---------------------------------------------------------------------------------- */

/* True if the trial has the seat mark a misthrow in its next turn, this one not counted. */
static bool misthrows_next(const Judge *j, State *s, int seat, uint64_t key, unsigned turn) {
    const Game *g = j->game;
    Move joint[SEATS_MAX] = {0};
    int before = -1, own = -1;
    for (int ordinal = 0; s->node != NODE_OVER;) {
        if (own < 0 && s->turn > turn && s->active == seat) {
            own = s->turn;
            before = game_misthrows(g, s, seat);
            ordinal = 0;
        }
        if (own >= 0 && s->turn != own) break;
        if (s->node == NODE_CHANCE) {
            g->chance(s, dice_outcome(g, s, key, ordinal++));
        } else {
            trial_replies(j, s, -1, key, joint);
            g->play(s, joint);
        }
    }
    return own >= 0 && game_misthrows(g, s, seat) > before;
}

/* The same trials for both moves that are compared, by their key: a difference of a few per cent is then one of the
 * moves. */
static int misthrow_percent(const Judge *j, const State *view, int seat, Move m, uint64_t question, uint32_t trials) {
    uint32_t count = 0;
    for (uint32_t n = 0; n < trials; n++) {
        AnyState s;
        Move joint[SEATS_MAX] = {0};
        uint64_t key = trial_key(question, n);
        Rng rng = rng_stream(key, UINT64_MAX);
        memcpy(&s, view, j->game->size);
        game_guess(j->game, &s.head, &rng);
        trial_replies(j, &s.head, seat, key, joint);
        joint[seat] = m;
        j->game->play(&s.head, joint);
        count += misthrows_next(j, &s.head, seat, key, view->turn);
    }
    return trials ? (int)((100 * count + trials / 2) / trials) : 0;
}

static bool has_misthrows(const Layout *l) {
    for (int i = 0; i < l->box_count; i++)
        if (l->boxes[i].shape == SHAPE_MISTHROW) return true;
    return false;
}

/* ---- Words ------------------------------------------------------------------------------------------ */

typedef struct Reasons {
    Phrase *out;
    int count;
} Reasons;

static void say(Reasons *r, const char *id, int a, int b) {
    if (r->count < REASONS_MAX) r->out[r->count++] = (Phrase){.id = id, .arg = {(int16_t)a, (int16_t)b}};
}

static void say_rows(Reasons *r, const Layout *l, unsigned rows) {
    for (int i = 0; i < l->row_count; i++)
        if (rows >> i & 1)
            say(r, l->rows[i].colour ? N_("it completes the {c0} row") : N_("it completes a row"), l->rows[i].colour,
                0);
}

static void say_points(Reasons *r, int best, int other) {
    int more = best - other;
    if (more == 1) say(r, N_("it brings one point more at once"), 0, 0);
    if (more > 1) say(r, N_("it brings {0} points more at once"), more, 0);
    if (more == -1) say(r, N_("it brings one point less at once, and more later"), 0, 0);
    if (more < -1) say(r, N_("it brings {0} points less at once, and more later"), -more, 0);
}

/* One and several are different sentences in every language, so each has an id of its own. */
static void say_boxes(Reasons *r, const Effect *best, const Effect *other) {
    int fewer = other->lost - best->lost;
    if (best->lost == 0 && fewer > 0)
        say(r,
            fewer == 1 ? N_("it gives up no box; the other move gives up one")
                       : N_("it gives up no box; the other move gives up {0}"),
            fewer, 0);
    else if (fewer > 0)
        say(r, N_("it gives up fewer boxes for good: {0} rather than {1}"), best->lost, other->lost);
    else if (fewer < 0)
        say(r,
            fewer == -1 ? N_("it gives up one box more, which is worth it here")
                        : N_("it gives up {0} boxes more, which is worth it here"),
            -fewer, 0);
    else if (best->free - other->free == 1)
        say(r, N_("it keeps one box more free"), 0, 0);
    else if (best->free > other->free)
        say(r, N_("it keeps {0} boxes more free"), best->free - other->free, 0);
}

/* Only what helps: of a move that writes nothing (a roll of some dice, a pass) the sheet has nothing to say. */
static void say_alone(Reasons *r, const Layout *l, const Effect *e) {
    say_rows(r, l, e->rows);
    if (e->points == 1) say(r, N_("it brings one point at once"), 0, 0);
    if (e->points > 1) say(r, N_("it brings {0} points at once"), e->points, 0);
    if (e->lost == 0 && e->written > 0) say(r, N_("it skips no box"), 0, 0);
    if (e->lost == 1) say(r, N_("it gives up one box for good"), 0, 0);
    if (e->lost > 1) say(r, N_("it gives up {0} boxes for good"), e->lost, 0);
    if (e->over) say(r, N_("it ends the game"), 0, 0);
}

static void say_against(Reasons *r, const Layout *l, const Effect *best, const Effect *other) {
    say_rows(r, l, best->rows & ~other->rows);
    say_points(r, best->points, other->points);
    if (other->misthrows > best->misthrows) say(r, N_("it avoids a misthrow now"), 0, 0);
    if (best->misthrows > other->misthrows) say(r, N_("it takes a misthrow now, for what it keeps open"), 0, 0);
    say_boxes(r, best, other);
    if (best->over && !other->over) say(r, N_("it ends the game while that is good for you"), 0, 0);
    if (!best->over && other->over) say(r, N_("it keeps the game going; the other move ends it"), 0, 0);
}

/* From what the seat sees, even if more is known: a reason that he could not have had is none. */
int why_better(const Judge *j, const State *view, int seat, Move best, Move other, uint64_t question, uint32_t trials,
               Phrase *out) {
    const Game *g = j->game;
    Layout l;
    Reasons r = {.out = out};
    AnyState own;
    memcpy(&own, view, g->size);
    if (view->viewer == VIEWER_ALL) game_hide(g, &own.head, seat);
    g->layout(g->sheet_of ? g->sheet_of(view, seat) : 0, &l);
    Effect e = effect_of(g, &own.head, seat, &l, best), f = effect_of(g, &own.head, seat, &l, other);
    bool alone = best == other;
    if (alone)
        say_alone(&r, &l, &e);
    else
        say_against(&r, &l, &e, &f);
    if (!has_misthrows(&l) || e.over || trials == 0) return r.count;
    int risk = misthrow_percent(j, &own.head, seat, best, question, trials);
    int risk_other = alone || f.over ? risk : misthrow_percent(j, &own.head, seat, other, question, trials);
    if (alone && risk >= RISK_WORTH_TELLING) say(&r, N_("the risk of a misthrow in your next turn is {0}%"), risk, 0);
    if (risk_other - risk >= RISKS_APART)
        say(&r, N_("the risk of a misthrow in your next turn is {0}% rather than {1}%"), risk, risk_other);
    if (risk - risk_other >= RISKS_APART)
        say(&r, N_("it takes a risk: a misthrow in your next turn is {0}% likely rather than {1}%"), risk, risk_other);
    return r.count;
}
