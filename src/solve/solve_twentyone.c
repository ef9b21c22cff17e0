/* solve_twentyone.c: the exact value of every Twenty One position for one seat.
 *
 * Alone at the table there is no hurry, so the rows do not touch one another: the game is worth the sum of its
 * rows. What a row can still bring depends on which boxes are free and how many hits there are; points are
 * counted when they are made, the n-th hit of a row bringing n points beside its number.
 *
 * For a row, a set of free boxes and a number of hits, let
 *
 *     W(roll)    the best that can be written with the dice as they lie, or crossed out,
 *     K(ones)    the mean of W over a second roll of all dice but those of the boxes in `ones`, which show 1,
 *     V          the mean over the first roll of max(W(roll), K(the ones of that roll)).
 *
 * Only the dice of free boxes matter, and all faces higher than a box's number are one. A roll is as likely as
 * the same roll with its ones given, times 6 for each of them; so with S(Z) the sum of chance times W over the rolls
 * whose ones are exactly Z,
 *
 *     K(ones) = 6^|ones| * sum of S(Z) over all Z that contain `ones`.
 *
 * A turn fills at least one box, so positions with fewer free boxes come first; a layer is one number of them.
 * The table holds V, then K for every set of ones, which answers for the second roll without rolling it. */
#include <string.h>

#include "games/twentyone.h"
#include "solve/solve.h"

enum { SETS = 1 << BOXES, HITS = BOXES + 1, ENTRY = 1 + SETS, SIDES = 6 };

/* Less than any value. */
#define NEVER (-1e9)

/* Where the values of a position begin: V, then K by set of ones. */
static double *entry(const Solution *it, int row, unsigned open, int hits) {
    return it->value + (((size_t)row * SETS + open) * HITS + (size_t)hits) * ENTRY;
}

static size_t count(const Solution *it) {
    (void)it;
    return (size_t)ROWS * SETS * HITS * ENTRY;
}

/* ---- One position ----------------------------------------------------------------------------------- */

/* A position and the roll being considered. */
typedef struct TwentyOneSpot {
    const Solution *it;
    int row;
    unsigned open; /* bit b: box b is free */
    int hits;
    int die[BOXES];      /* the die of each box, 0 if it is too high */
    double sum[SETS];    /* S above */
    const double *again; /* K above; NULL while S is summed up */
    double value;        /* V above */
} TwentyOneSpot;

/* Points of the dice in the boxes of `set`, and what comes after. */
static double written(const TwentyOneSpot *at, unsigned set) {
    int hits = at->hits, points = 0;
    for (int box = 0; box < BOXES; box++) {
        if (!(set >> box & 1)) continue;
        points += at->die[box];
        if (at->die[box] == digit(numbers[at->row], box)) points += ++hits;
    }
    return points + *entry(at->it, at->row, at->open & ~set, hits);
}

/* W above: the best of crossing out the leftmost free box and of writing any dice. */
static double best_written(const TwentyOneSpot *at) {
    double best = *entry(at->it, at->row, at->open & (at->open - 1), at->hits);
    unsigned fits = 0;
    for (int box = 0; box < BOXES; box++) fits |= (unsigned)((at->open >> box & 1) && at->die[box]) << box;
    for (unsigned set = fits; set; set = (set - 1) & fits) {
        double v = written(at, set);
        if (v > best) best = v;
    }
    return best;
}

/* Rolls the dice of the free boxes from `box` on, the others lying, and counts what the roll is worth. */
static void roll_from(TwentyOneSpot *at, int box, unsigned ones, double chance) {
    while (box < BOXES && !(at->open >> box & 1)) box++;
    if (box == BOXES) {
        double w = best_written(at);
        if (at->again && at->again[ones] > w) w = at->again[ones];
        at->sum[ones] += chance * w;
        at->value += chance * w;
        return;
    }
    int number = digit(numbers[at->row], box);
    for (int face = 0; face <= number; face++) {
        int sides = face ? 1 : SIDES - number; /* of the die that show it; face 0: too high */
        at->die[box] = face;
        if (sides) roll_from(at, box + 1, ones | (unsigned)(face == 1) << box, chance * sides / SIDES);
    }
}

/* K above from S. */
static void means_of_ones(const TwentyOneSpot *at, double *again) {
    for (unsigned ones = 0; ones < SETS; ones++) {
        again[ones] = 0;
        if (ones & ~at->open) continue;
        for (unsigned z = 0; z < SETS; z++)
            if ((z & ones) == ones) again[ones] += at->sum[z];
        for (int n = __builtin_popcount(ones); n > 0; n--) again[ones] *= SIDES;
    }
}

/* Twice: first what a roll is worth that must be kept, from which the value of rolling again with each set of ones
 * follows, then with that choice. */
static void solve_position(const Solution *it, int row, unsigned open, int hits) {
    double *to = entry(it, row, open, hits);
    TwentyOneSpot at = {.it = it, .row = row, .open = open, .hits = hits};
    roll_from(&at, 0, 0, 1);
    means_of_ones(&at, to + 1);
    at.again = to + 1;
    at.value = 0;
    roll_from(&at, 0, 0, 1);
    to[0] = at.value;
}

/* ---- The computation -------------------------------------------------------------------------------- */

static void open_map(void *map) { (void)map; }

static int layers(const Solution *it) {
    (void)it;
    return BOXES;
}

/* An item is a row and a set of free boxes; most sets belong to other layers. */
static uint32_t items(const Solution *it, int layer) {
    (void)it, (void)layer;
    return ROWS * SETS;
}

static bool in_layer(uint32_t item, int layer) { return __builtin_popcount(item % SETS) == layer + 1; }

/* A box that is free holds no hit. */
static int hits_max(int layer) { return BOXES - (layer + 1); }

static void run(const Solution *it, int layer, uint32_t from, uint32_t to) {
    for (uint32_t item = from; item < to; item++) {
        if (!in_layer(item, layer)) continue;
        for (int hits = 0; hits <= hits_max(layer); hits++) solve_position(it, (int)(item / SETS), item % SETS, hits);
    }
}

static uint64_t states(const Solution *it, int layer) {
    uint64_t n = 0;
    for (uint32_t item = 0; item < items(it, layer); item++)
        if (in_layer(item, layer)) n += (uint64_t)hits_max(layer) + 1;
    return n;
}

static double row_value(const Solution *it, int row) { return *entry(it, row, SETS - 1, 0); }

/* ---- States of the game ----------------------------------------------------------------------------- */

/* What is still to come at a roll: in the current row, and in those after it. */
static double to_come(const Solution *it, const TwentyOne *s, int seat) {
    const TwentyOneSheet *sheet = &s->sheet[seat];
    int row = sheet->current, hits = 0;
    unsigned open = 0, ones = 0;
    double sum = 0;
    for (int r = row + 1; r < ROWS; r++) sum += row_value(it, r);
    for (int box = 0; box < BOXES; box++) {
        int value = digit(sheet->row[row], box);
        hits += value == digit(numbers[row], box);
        if (value) continue;
        open |= 1u << box;
        ones |= (unsigned)(s->die[dice_of[s->printed[seat]][row][box]] == 1) << box;
    }
    const double *at = entry(it, row, open, hits);
    return sum + (s->head.phase == REROLL ? at[1 + ones] : at[0]);
}

static int best(const Solution *it, const State *s, int seat, Move *move, double *value);

/* Points so far and points to come: the table has only these, and so serves every sheet that was filled in another way
 * before. */
static double value(const Solution *it, const State *s, int seat) {
    if (s->node == NODE_MOVE) {
        Move move[MOVES_MAX];
        double by_move[MOVES_MAX], top = NEVER;
        int n = best(it, s, seat, move, by_move);
        for (int i = 0; i < n; i++)
            if (by_move[i] > top) top = by_move[i];
        return top;
    }
    int points[SEATS_MAX];
    twentyone_game.scores(s, points);
    return points[seat] + (s->node == NODE_OVER ? 0 : to_come(it, (const TwentyOne *)s, seat));
}

static int best(const Solution *it, const State *s, int seat, Move *move, double *by_move) {
    int n = twentyone_game.legal(s, seat, move);
    for (int i = 0; i < n; i++) {
        TwentyOne then = *(const TwentyOne *)s;
        Move joint[SEATS_MAX] = {0};
        joint[seat] = move[i];
        twentyone_game.play(&then.head, joint);
        by_move[i] = value(it, &then.head, seat);
    }
    return n;
}

const Solver twentyone_solver = {
    .game = &twentyone_game,
    .version = 1,
    .max_seats = 1,
    .map_size = 1,
    .open = open_map,
    .count = count,
    .layers = layers,
    .items = items,
    .states = states,
    .run = run,
    .value = value,
    .best = best,
    .rows = ROWS,
    .row_value = row_value,
};
