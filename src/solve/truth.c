/* truth.c: see truth.h. */
#include "solve/truth.h"

#include <assert.h>
#include <string.h>

#include "games/qwixx_short.h"

const Game *const truth_solved = &qwixx_short_game;

/* ---- Positions known -------------------------------------------------------------------------------- */

static uint64_t hash(const uint8_t *bytes) {
    uint64_t sum = 0x9E3779B97F4A7C15u, word;
    for (int i = 0; i < TRUTH_BYTES; i += 8) {
        memcpy(&word, bytes + i, 8);
        sum = rng_mix(sum ^ word);
    }
    return sum;
}

/* The entry of a position, or the free one where it belongs; NULL: all are taken. How many turns there were does not
 * matter to what comes. */
static TruthEntry *find(const Truth *t, const State *s) {
    uint8_t key[TRUTH_BYTES] = {0};
    State *head = (State *)(void *)key;
    memcpy(key, s, t->game->size);
    head->turn = 0;
    if (t->count >= t->room / 4 * 3) return NULL;
    uint32_t at = (uint32_t)hash(key) & (t->room - 1);
    while (t->entry[at].known && memcmp(t->entry[at].state, key, TRUTH_BYTES) != 0) at = (at + 1) & (t->room - 1);
    memcpy(t->entry[at].state, key, TRUTH_BYTES);
    return &t->entry[at];
}

/* ---- Decisions -------------------------------------------------------------------------------------- */

/* What a seat may choose, and how it does if its play is given. */
typedef struct Choice {
    int count;
    bool given;
    Move move[MATRIX_MAX];
    double chance[MATRIX_MAX];
} Choice;

/* A side that is given plays as it does; one that is free has all its moves. Whoever does not move has one choice,
 * which is none. */
static void choices(const Truth *t, const State *s, int seat, Choice *out) {
    Move legal[MOVES_MAX];
    *out = (Choice){.count = 1, .given = true, .chance = {1}};
    if (!state_moves(s, seat)) return;
    if (t->seat[seat].play) {
        out->count = t->seat[seat].play(t->seat[seat].context, s, seat, out->move, out->chance);
        return;
    }
    out->count = t->game->legal(s, seat, legal);
    assert(out->count <= MATRIX_MAX);
    memcpy(out->move, legal, (size_t)out->count * sizeof *legal);
    out->given = out->count == 1;
}

/* Every pair of choices, because both choose at once; one row or one column if only one of them does. */
static void fill(Truth *t, const State *s, const Choice by[2], Matrix *m) {
    AnyState next;
    m->rows = by[0].count, m->columns = by[1].count;
    for (int i = 0; i < m->rows; i++)
        for (int j = 0; j < m->columns; j++) {
            Move joint[SEATS_MAX] = {by[0].move[i], by[1].move[j]};
            memcpy(&next, s, t->game->size);
            t->game->play(&next.head, joint);
            m->at[i][j] = truth_value(t, &next.head);
        }
}

/* The mean over a row, or over a column, of a seat whose play is given. */
static double mean_of_row(const Matrix *m, int row, const Choice *by) {
    double sum = 0;
    for (int j = 0; j < m->columns; j++) sum += by->chance[j] * m->at[row][j];
    return sum;
}

static double mean_of_column(const Matrix *m, int column, const Choice *by) {
    double sum = 0;
    for (int i = 0; i < m->rows; i++) sum += by->chance[i] * m->at[i][column];
    return sum;
}

/* Both choose freely and at once. */
static double both(Truth *t, const Matrix *m) {
    Mixture mix;
    double value = matrix_solve(m, &mix);
    bool plain = false;
    for (int i = 0; i < m->rows; i++) plain |= mix.row[i] == 1;
    t->together++;
    t->mixed += !plain;
    if (mix.high - mix.low > t->gap) t->gap = mix.high - mix.low;
    return value;
}

/* Values are seat 0's: he chooses the largest, the other the smallest, and where both are free it is a game of its own
 * (matrix.h). */
static double decide(Truth *t, const State *s) {
    Choice by[2];
    Matrix m;
    for (int i = 0; i < 2; i++) choices(t, s, i, &by[i]);
    fill(t, s, by, &m);
    if (!by[0].given && !by[1].given) return both(t, &m);
    double best = 0;
    if (by[1].given) {
        for (int i = 0; i < m.rows; i++) {
            double value = mean_of_row(&m, i, &by[1]);
            if (by[0].given)
                best += by[0].chance[i] * value;
            else if (i == 0 || value > best)
                best = value;
        }
        return best;
    }
    for (int j = 0; j < m.columns; j++) {
        double value = mean_of_column(&m, j, &by[0]);
        if (j == 0 || value < best) best = value;
    }
    return best;
}

/* ---- Values ----------------------------------------------------------------------------------------- */

static double result(const Game *g, const State *s) {
    int points[SEATS_MAX];
    g->scores(s, points);
    return points[0] > points[1] ? 1 : points[0] == points[1] ? 0.5 : 0;
}

/* Outcomes are not put together by hand: the rules may change, and this is what they are measured by. */
static double roll(Truth *t, const State *s) {
    const Game *g = t->game;
    uint32_t count = g->outcomes(s);
    double sum = 0, all = 0;
    for (uint32_t k = 0; k < count; k++) {
        AnyState next;
        double weight = g->weight ? g->weight(s, k) : 1;
        memcpy(&next, s, g->size);
        g->chance(&next.head, k);
        sum += weight * truth_value(t, &next.head);
        all += weight;
    }
    return sum / all;
}

/* Only positions before a roll are kept: those after it are many more, and each is asked once. */
double truth_value(Truth *t, const State *s) {
    assert(s->seats == 2 && t->game->size <= TRUTH_BYTES);
    if (s->node == NODE_OVER) return result(t->game, s);
    if (s->node == NODE_MOVE) return decide(t, s);
    TruthEntry *e = find(t, s);
    if (e && e->known) return e->value;
    double value = t->full ? 0 : roll(t, s);
    e = find(t, s); /* others have come in the meantime */
    t->full |= !e;
    if (!e) return 0;
    e->value = value;
    e->known = true;
    t->count++;
    return value;
}

/* The matrix of a decision between two who play perfectly, and how they do. */
static void solve(Truth *t, const State *s, Choice by[2], Matrix *m, Mixture *mix) {
    for (int i = 0; i < 2; i++) choices(t, s, i, &by[i]);
    fill(t, s, by, m);
    matrix_solve(m, mix);
}

int truth_perfect(void *context, const State *s, int seat, Move *move, double *chance) {
    Choice by[2];
    Matrix m;
    Mixture mix;
    solve(context, s, by, &m, &mix);
    memcpy(move, by[seat].move, (size_t)by[seat].count * sizeof *move);
    memcpy(chance, seat ? mix.column : mix.row, (size_t)by[seat].count * sizeof *chance);
    return by[seat].count;
}

/* Against the other's perfect mixture, not against his answer: he has chosen already, without having seen this. */
double truth_after(Truth *t, const State *s, int seat, Move move) {
    Choice by[2];
    Matrix m;
    Mixture mix;
    solve(t, s, by, &m, &mix);
    memcpy(by[0].chance, mix.row, sizeof mix.row);
    memcpy(by[1].chance, mix.column, sizeof mix.column);
    int at = 0;
    while (by[seat].move[at] != move) at++;
    return seat ? 1 - mean_of_column(&m, at, &by[0]) : mean_of_row(&m, at, &by[1]);
}
