/* race.c: which legal move is best, and by how much the others are worse. See analyse.h.
 *
 * Every move runs the same trials. A round doubles their number; after it a move that is worse than the leader by
 * more than three standard errors of their paired difference is dropped (racing: Maron and Moore 1994), and as
 * long as many are left, the worse half too (sequential halving: Karnin, Koren and Somekh 2013). The race is over
 * when the leader is alone, when what is left is as good as equal, or when the effort is spent, which is as if four
 * moves had run all their trials. The move that was played runs on until its label is settled. */
#include <math.h>
#include <string.h>

#include "analyse/analyse.h"

enum {
    RACE_FEW = 8,   /* so many moves run until one is clearly worse; of more, the worse half is dropped each round */
    RACE_LEAST = 4, /* trials of a move before it is dropped, however many there are */
    RACE_SHARE = 4  /* moves for whose trials there is time */
};

size_t race_memory(const Effort *effort, int moves) { return 2 * sizeof(float) * effort->most * (size_t)moves; }

/* A whole state is hidden first: a judge that saw the cards of others would recommend what nobody can know. Memory has
 * a row of results for each trial. */
void race_begin(Race *r, const Game *g, const State *view, int seat, uint64_t question, const Effort *effort,
                void *memory) {
    memset(r, 0, sizeof *r);
    r->game = g;
    r->seat = seat;
    r->question = question;
    r->effort = *effort;
    r->scale = 1;
    memcpy(&r->view, view, g->size);
    if (view->viewer == VIEWER_ALL) game_hide(g, &r->view.head, seat);
    r->count = r->live = g->legal(&r->view.head, seat, r->move);
    for (int i = 0; i < r->count; i++) r->order[i] = i;
    r->share = memory;
    r->points = r->share + (size_t)effort->most * (size_t)r->count;
}

static bool is_played(const Race *r, int i) { return r->has_played && r->move[i] == r->played; }

/* The move that was played stays in whatever the eye thinks of it: the analysis has to say what it cost. */
void race_narrow(Race *r, const Judge *j) {
    Move moves[MOVES_MAX];
    double value[MOVES_MAX], top = 0;
    if (r->count <= RACE_FEW || !j->prior) return;
    j->prior(j->policy, &r->view.head, r->seat, moves, value);
    for (int k = 0; k < r->count; k++) {
        int at = k;
        for (; at > 0 && value[r->order[at - 1]] < value[k]; at--) r->order[at] = r->order[at - 1];
        r->order[at] = k;
    }
    top = value[r->order[0]];
    for (int i = 0; i < r->count; i++) r->prior[i] = top - value[i];
    r->live = RACE_FEW;
    for (int k = RACE_FEW; k < r->count; k++) {
        if (!is_played(r, r->order[k])) continue;
        int i = r->order[k];
        r->order[k] = r->order[r->live];
        r->order[r->live++] = i;
        break;
    }
}

/* ---- Trials ----------------------------------------------------------------------------------------- */

/* All moves of a trial meet the same guess of hidden cards and the same choices of the others, so that they differ by
 * themselves alone. Trials are numbered: threads can have any part of them, and the sums are the same. */
void race_run(const Race *r, const Judge *j, uint32_t from, uint32_t to) {
    const Game *g = r->game;
    for (uint32_t n = from; n < to; n++) {
        AnyState full;
        Move joint[SEATS_MAX] = {0};
        uint64_t key = trial_key(r->question, n);
        Rng rng = rng_stream(key, UINT64_MAX);
        memcpy(&full, &r->view, g->size);
        game_guess(g, &full.head, &rng);
        trial_replies(j, &full.head, r->seat, key, joint);
        for (int k = 0; k < r->live; k++) {
            int i = r->order[k];
            AnyState s;
            Value v;
            memcpy(&s, &full, g->size);
            joint[r->seat] = r->move[i];
            g->play(&s.head, joint);
            trial_run(j, &s.head, r->question, n, false, &v);
            r->share[n * (uint32_t)r->count + (uint32_t)i] = (float)v.share[r->seat];
            r->points[n * (uint32_t)r->count + (uint32_t)i] = (float)v.points[r->seat];
        }
    }
}

/* ---- Judging ---------------------------------------------------------------------------------------- */

static const float *aim_of(const Race *r) { return aim_is_win(&r->view.head) ? r->share : r->points; }

static Mean mean_of(const Race *r, const float *what, int i) {
    Mean m = {0};
    for (uint32_t n = 0; n < r->trials[i]; n++) mean_add(&m, what[n * (uint32_t)r->count + (uint32_t)i]);
    return m;
}

/* How much worse i is than the leader, over the trials that both had. */
static Mean loss_of(const Race *r, int leader, int i) {
    const float *aim = aim_of(r);
    Mean m = {0};
    uint32_t both = r->trials[i] < r->trials[leader] ? r->trials[i] : r->trials[leader];
    for (uint32_t n = 0; n < both; n++) {
        const float *row = aim + (size_t)n * (size_t)r->count;
        mean_add(&m, row[leader] - row[i]);
    }
    return m;
}

/* True if move a is better than move b: in the aim, else in points, else it comes first. */
static bool is_better(const Mean *aim, const Mean *points, int a, int b) {
    if (aim[a].mean != aim[b].mean) return aim[a].mean > aim[b].mean;
    if (points[a].mean != points[b].mean) return points[a].mean > points[b].mean;
    return a < b;
}

/* Puts the first n of the order in order, the best first. */
static void sort(const Race *r, int *order, int n) {
    Mean aim[MOVES_MAX], points[MOVES_MAX];
    for (int k = 0; k < n; k++) {
        int i = order[k];
        aim[i] = mean_of(r, aim_of(r), i);
        points[i] = mean_of(r, r->points, i);
    }
    for (int k = 1; k < n; k++) {
        int x = order[k], at = k;
        for (; at > 0 && is_better(aim, points, x, order[at - 1]); at--) order[at] = order[at - 1];
        order[at] = x;
    }
}

static bool is_settled(const Race *r, const Mean *loss) {
    double error = mean_error(loss), scaled = loss->mean * r->scale, two = 2 * error * r->scale;
    return label_of(scaled - two, 0) == label_of(scaled + two, 0);
}

/* The order has the leader first. */
static bool stays(const Race *r, int place, int live) {
    int leader = r->order[0], i = r->order[place];
    Mean loss = loss_of(r, leader, i);
    if (place == 0) return true;
    if (is_played(r, i)) return !is_settled(r, &loss);
    bool half = live <= RACE_FEW || place < (live + 1) / 2;
    return half && loss.mean <= 3 * mean_error(&loss);
}

/* The best are in front, in order; who leaves stays behind them, the best of these first, so that the list is a ranking
 * at any time. */
void race_close(Race *r, uint32_t to) {
    int live = r->live;
    for (int k = 0; k < live; k++) r->trials[r->order[k]] = to;
    r->done = to;
    sort(r, r->order, live);
    int kept[MOVES_MAX], gone[MOVES_MAX], n = 0, m = 0;
    for (int k = 0; k < live; k++)
        if (stays(r, k, live))
            kept[n++] = r->order[k];
        else
            gone[m++] = r->order[k];
    memcpy(r->order, kept, sizeof kept[0] * (size_t)n);
    memcpy(r->order + n, gone, sizeof gone[0] * (size_t)m);
    r->live = n;
}

/* True if all that are left are as good as the leader, or it is alone. */
static bool is_clear(const Race *r) {
    for (int k = 1; k < r->live; k++) {
        Mean loss = loss_of(r, r->order[0], r->order[k]);
        if (loss.mean + 2 * mean_error(&loss) > r->near) return false;
    }
    return true;
}

/* Playouts so far. */
static uint64_t spent(const Race *r) {
    uint64_t sum = 0;
    for (int i = 0; i < r->count; i++) sum += r->trials[i];
    return sum;
}

/* Where there are many moves, each begins with fewer trials. */
static uint32_t first_trials(const Race *r) {
    uint32_t n = (uint32_t)r->live, first = r->effort.first;
    if (n <= RACE_FEW) return first;
    return first * RACE_FEW / n > RACE_LEAST ? first * RACE_FEW / n : RACE_LEAST;
}

bool race_round(const Race *r, uint32_t *from, uint32_t *to) {
    if (r->count <= 1 && r->done > 0) return false;
    if (r->done >= r->effort.most || spent(r) >= (uint64_t)RACE_SHARE * r->effort.most) return false;
    if (r->done > 0 && is_clear(r)) return false;
    *from = r->done;
    *to = r->done ? 2 * r->done : first_trials(r);
    if (*to > r->effort.most) *to = r->effort.most;
    return true;
}

/* ---- The result ------------------------------------------------------------------------------------- */

/* A move that was never tried: as much worse than the leader as the policy thinks. */
static Candidate untried(const Race *r, const Candidate *leader, int i) {
    Candidate c = {.move = r->move[i], .share = leader->share, .points = leader->points};
    c.loss = c.loss_error = r->prior[i] > 0 ? r->prior[i] : 0;
    if (aim_is_win(&r->view.head))
        c.share = c.share > c.loss ? c.share - c.loss : 0;
    else
        c.points -= c.loss;
    return c;
}

/* A loss below zero is noise about the leader, who is the leader by as little. */
static Candidate candidate(const Race *r, int leader, int i) {
    Mean share = mean_of(r, r->share, i), points = mean_of(r, r->points, i), loss = loss_of(r, leader, i);
    return (Candidate){.move = r->move[i],
                       .trials = r->trials[i],
                       .share = share.mean,
                       .points = points.mean,
                       .share_error = mean_error(&share),
                       .points_error = mean_error(&points),
                       .loss = loss.mean > 0 ? loss.mean : 0,
                       .loss_error = mean_error(&loss)};
}

static void mean_loss(Ranking *out) {
    out->random = 0;
    for (int i = 0; i < out->count; i++) out->random += out->at[i].loss / out->count;
}

/* In the order of the race, but for losses that later trials have turned round; the leader keeps the first place. */
void race_result(const Race *r, How how, Ranking *out) {
    memset(out, 0, sizeof *out);
    out->how = how;
    out->seat = r->seat;
    out->count = r->count;
    for (int k = 0; k < r->count; k++) {
        int i = r->order[k];
        Candidate c = r->trials[i] ? candidate(r, r->order[0], i) : untried(r, &out->at[0], i);
        int at = k;
        for (; at > 1 && out->at[at - 1].loss > c.loss; at--) out->at[at] = out->at[at - 1];
        out->at[at] = c;
        out->trials += c.trials;
    }
    mean_loss(out);
}

/* By points, for a table of one seat alone knows nothing else; and without an error, which a label
 * takes for certainty. */
void rank_exactly(const Judge *j, const State *view, int seat, Ranking *out) {
    Move move[MOVES_MAX];
    double value[MOVES_MAX];
    memset(out, 0, sizeof *out);
    out->how = HOW_EXACT;
    out->seat = seat;
    out->count = j->exact->solver->best(j->exact, view, seat, move, value);
    for (int i = 0; i < out->count; i++) {
        int at = i;
        for (; at > 0 && out->at[at - 1].points < value[i]; at--) out->at[at] = out->at[at - 1];
        out->at[at] = (Candidate){.move = move[i], .share = 1, .points = value[i]};
    }
    for (int i = 0; i < out->count; i++) out->at[i].loss = out->at[0].points - out->at[i].points;
    mean_loss(out);
}

int ranking_find(const Ranking *r, Move m) {
    for (int i = 0; i < r->count; i++)
        if (r->at[i].move == m) return i;
    return -1;
}
