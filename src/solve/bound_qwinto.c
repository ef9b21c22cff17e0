/* bound_qwinto.c: what no way of playing Qwinto alone can beat on average, proved by an easier game.
 *
 * In the game one number is written in a turn, in one row, or a misthrow is marked. The easier game lets each row play
 * for itself: in every turn it picks dice, rolls, rolls again if it likes, and writes or passes free of charge. So that
 * the rows do not all write in every turn, they pay for it: a price for the turn, and another for the number and how
 * many dice made it. What they pay, a treasurer gets back; he plays by the same dice, but must do what the game
 * demands: one number in every turn, or a misthrow for 5 points, of which the fourth ends the game.
 *
 * Why that is a bound. Take any way of playing the game. Its score is what its rows score, less what they pay, plus
 * what the treasurer gets, less 5 for every misthrow: the payments cancel, because the rows together write exactly the
 * numbers that the treasurer passes on. Seen by a row alone, that way of playing is one of the ways in which the row
 * can play the easier game (with more knowledge than it can use: dice to come do not depend on what was rolled before).
 * So a row has on average no more than the best it can do alone, and so has the treasurer. The sum of these four is the
 * bound, whatever the prices are; prices that leave rows and treasurer wanting the same numbers make it low.
 *
 * What the rows score is split so that it is never less in sum than in the game:
 *   - A row gets a point for each number and, when it is full, its last number less 9.
 *   - Two full rows end the game, so three are never full: a full row pays `full`, and twice that is added.
 *   - A bonus of v needs all three boxes of its column. The two others get a `share` each as soon as they are written,
 *     the bonus box v less both shares, but nothing less than 0: with all three written that is at least v.
 * That no number stands twice in a column is not asked for.
 *
 * Turns: a number is written in at most 26 of them (a full third row cannot be), so a turn after the 26th needs a
 * misthrow, one after the 27th two, and so on; with the fourth it is over. So the rows play 29 turns.
 *
 * A row's position is the set of written boxes and those of their numbers that still matter: beside a free box, and
 * in the last one. For a set of w boxes with k such numbers, a number less the boxes written left of it is any of
 * 19 - w, not falling from one to the next; that makes choose(18 - w + k, k) positions, counted in the usual way. There
 * are 1,084,579.
 *
 * The prices were found by going downhill from the differences between what the rows want and what the treasurer passes
 * on. Any others give a bound too, so there is nothing in them to trust. */
#include "solve/bound_qwinto.h"

#include <string.h>

#include "games/qwinto.h"

enum { ROWS = QWINTO_ROWS, HIGHEST = QWINTO_HIGHEST };

/* Less than any value. */
#define NEVER (-1e9)

/* By turn, by dice and number, for a full row, and the shares; see the top. */
static const QwintoPrices printed_prices = {
    .turn = {0.012,  0.006,  0.015,  0.047,  0.057,  0.076,  0.095,  0.094,  0.077,  0.061,
             0.038,  0.024,  0.01,   -0.015, -0.044, -0.064, -0.086, -0.112, -0.127, -0.145,
             -0.172, -0.175, -0.223, -0.25,  -0.266, -0.301, 4.005,  4.003,  4.002},
    .number = {{0, 0.559, 0.559, 0.558, 0.559, 0.558, 0.554},
               {0, 0, 0.55, 0.55, 0.55, 0.551, 0.552, 0.553, 0.552, 0.55, 0.55, 0.55, 0.55},
               {0, 0, 0, 0.014, 0.041, 0.041, 0.041, 0.034, 0.022, 0.022, 0.083, 0.164, 0.299, 0.435, 0.899, 1.514,
                2.16, 2.826, 3.011}},
    .full = 4.465,
    .share = {2.988, 3.003, 3.005, 3.15, 2.999},
};

/* ---- The map ---------------------------------------------------------------------------------------- */

static int written_in(unsigned set) { return __builtin_popcount(set); }

/* Pascal's triangle: choose[n][k] ways to take k of n. */
static void count_ways(QwintoMap *map) {
    for (int n = 0; n < 32; n++)
        for (int k = 0; k <= BOUND_BOXES + 1; k++)
            map->choose[n][k] = k == 0 ? 1 : n == 0 ? 0 : map->choose[n - 1][k - 1] + map->choose[n - 1][k];
}

/* The sums of one, two and three dice, each from those of a die less. */
static void count_chances(QwintoMap *map) {
    int faces = map->rules.faces;
    for (int f = 1; f <= faces; f++) map->chance[0][f] = 1.0 / faces;
    for (int dice = 1; dice < 3; dice++)
        for (int sum = 1; sum <= faces * dice; sum++)
            for (int f = 1; f <= faces; f++) map->chance[dice][sum + f] += map->chance[dice - 1][sum] / faces;
}

/* Boxes beside a free one, and the last box, whose number counts when the row is full. */
static unsigned kept_of(unsigned set, int boxes) {
    unsigned all = (1u << boxes) - 1, free = all & ~set;
    return set & (free << 1 | free >> 1 | 1u << (boxes - 1));
}

/* Sets of written boxes by how many they are, and within a set as many positions as its kept numbers have: with boxes 0
 * and 3 of nine written both numbers are kept, and there are choose(18 - 2 + 2, 2) = 153 of them. */
static void number_positions(QwintoMap *map) {
    int boxes = map->rules.boxes, sets = 0;
    uint32_t next = 0;
    for (int written = 0; written <= boxes; written++) {
        map->first_set[written] = (uint16_t)sets;
        map->first[written] = next;
        for (unsigned set = 0; set < 1u << boxes; set++) {
            if (written_in(set) != written) continue;
            map->set[sets++] = (uint16_t)set;
            map->kept[set] = (uint16_t)kept_of(set, boxes);
            map->begin[set] = next;
            int kept = written_in(map->kept[set]);
            if (map->highest >= written) next += map->choose[map->highest - written + kept][kept];
        }
    }
    map->first_set[boxes + 1] = (uint16_t)sets;
    map->first[boxes + 1] = next;
}

/* Which box of a row stands in a column: rows have gaps, so the boxes before it are counted. */
static int box_of(const QwintoRules *rules, int row, int column) {
    return __builtin_popcount(rules->columns[row] & ((1u << column) - 1));
}

/* A point for the number itself; in a bonus column also the share, or, in the bonus box, what the shares leave. */
static void count_gains(QwintoMap *map) {
    const QwintoRules *rules = &map->rules;
    for (int r = 0; r < ROWS; r++)
        for (int box = 0; box < rules->boxes; box++)
            for (int v = 1; v <= map->highest; v++) map->gain[r][box][v] = 1;
    for (int i = 0; i < rules->bonuses; i++)
        for (int r = 0; r < ROWS; r++) {
            double share = map->prices.share[i];
            double *gain = map->gain[r][box_of(rules, r, rules->bonus_column[i])];
            for (int v = 1; v <= map->highest; v++) {
                double own = v > 2 * share ? v - 2 * share : 0;
                gain[v] += r == rules->bonus_row[i] ? own : share;
            }
        }
}

void qwinto_map(QwintoMap *map, const QwintoRules *rules, const QwintoPrices *prices) {
    memset(map, 0, sizeof *map);
    map->rules = *rules;
    map->prices = *prices;
    map->highest = 3 * rules->faces;
    map->turns = ROWS * rules->boxes - 1 + rules->misthrows - 1;
    count_ways(map);
    count_chances(map);
    number_positions(map);
    count_gains(map);
}

/* ---- A row's positions ------------------------------------------------------------------------------ */

/* A position of a row, taken apart. */
typedef struct QwintoSpot {
    const QwintoMap *map;
    const double *value; /* of the row's positions, a turn later */
    int row;
    unsigned set;             /* bit b: box b is written */
    int number[BOUND_BOXES];  /* of the kept boxes */
    double best[HIGHEST + 1]; /* by number: the most it brings if it is written */
} QwintoSpot;

/* What a kept number adds to its position's place: `lower` boxes of the row are written left of it, `index` of
 * them kept. With 4 in box 0 and 9 in box 3: choose(4 - 0 - 1 + 0, 1) = 3 and choose(9 - 1 - 1 + 1, 2) = 28, so the
 * position is number 31 of its set. */
static uint32_t place_of(const QwintoMap *map, int number, int lower, int index) {
    return map->choose[number - lower - 1 + index][index + 1];
}

/* The way back, from the last kept number to the first: of place 31 the second number is 9, because 9 adds 28 and 10
 * would add 36; the 3 that are left make the first number 4. */
static void take_apart(QwintoSpot *at, uint32_t place) {
    const QwintoMap *map = at->map;
    unsigned kept = map->kept[at->set];
    for (int index = written_in(kept) - 1; index >= 0; index--) {
        int box = 31 - __builtin_clz(kept), lower = written_in(at->set & ((1u << box) - 1));
        int number = map->highest;
        while (place_of(map, number, lower, index) > place) number--;
        at->number[box] = number;
        place -= place_of(map, number, lower, index);
        kept &= ~(1u << box);
    }
}

/* The position after box `box` is written, but for its own number; *index: how many kept boxes are left of it. */
static uint32_t place_after(const QwintoSpot *at, int box, int *index) {
    const QwintoMap *map = at->map;
    unsigned set = at->set | 1u << box;
    uint32_t place = map->begin[set];
    int i = 0;
    for (unsigned kept = map->kept[set]; kept; kept &= kept - 1, i++) {
        int b = __builtin_ctz(kept);
        if (b == box)
            *index = i;
        else
            place += place_of(map, at->number[b], written_in(set & ((1u << b) - 1)), i);
    }
    return place;
}

/* All numbers that fit in a free box: above `low`, below `high`. */
static void try_box(QwintoSpot *at, int box, int low, int high) {
    const QwintoMap *map = at->map;
    int last = map->rules.boxes - 1, index = 0, lower = written_in(at->set & ((1u << box) - 1));
    unsigned set = at->set | 1u << box;
    const double *gain = map->gain[at->row][box];
    bool full = set == (2u << last) - 1, kept = map->kept[set] >> box & 1;
    uint32_t place = place_after(at, box, &index);
    for (int v = low + 1; v < high; v++) {
        double sum = gain[v];
        if (full)
            sum += (box == last ? v : at->number[last]) - map->rules.boxes - map->prices.full;
        else
            sum += at->value[place + (kept ? place_of(map, v, lower, index) : 0)];
        if (sum > at->best[v]) at->best[v] = sum;
    }
}

/* The free boxes between two written ones take the same numbers: above the one left of them, below the one right. */
static void try_boxes(QwintoSpot *at) {
    int boxes = at->map->rules.boxes, low = 0;
    for (int box = 0; box < boxes; box++) {
        if (at->set >> box & 1) {
            low = at->number[box]; /* of no use, and not known, unless the next box is free */
            continue;
        }
        int next = box + 1;
        while (next < boxes && !(at->set >> next & 1)) next++;
        int high = next < boxes ? at->number[next] : at->map->highest + 1;
        for (; box < next; box++) try_box(at, box, low, high);
        box--;
    }
}

/* One, two or three dice, rolled, and rolled again if that is better. */
static double best_roll(const QwintoMap *map, const QwintoRolls worth) {
    double top = NEVER;
    for (int dice = 0; dice < 3; dice++) {
        double once = 0, twice = 0;
        int most = map->rules.faces * (dice + 1);
        for (int v = dice + 1; v <= most; v++) once += map->chance[dice][v] * worth[dice][v];
        for (int v = dice + 1; v <= most; v++)
            twice += map->chance[dice][v] * (worth[dice][v] > once ? worth[dice][v] : once);
        if (twice > top) top = twice;
    }
    return top;
}

/* A row may always pass free of charge, so no roll is worth less than that. */
static double position_value(QwintoSpot *at, int turn, uint32_t place) {
    const QwintoMap *map = at->map;
    double pass = at->value[map->begin[at->set] + place];
    QwintoRolls worth;
    for (int v = 1; v <= map->highest; v++) at->best[v] = NEVER;
    take_apart(at, place);
    try_boxes(at);
    for (int dice = 0; dice < 3; dice++)
        for (int v = dice + 1; v <= map->rules.faces * (dice + 1); v++) {
            double paid = at->best[v] - map->prices.turn[turn] - map->prices.number[dice][v];
            worth[dice][v] = paid > pass ? paid : pass;
        }
    return best_roll(map, worth);
}

/* ---- The computation -------------------------------------------------------------------------------- */

static const QwintoMap *map_of(const Solution *it) { return it->map; }

static uint32_t positions(const QwintoMap *map) { return map->first[map->rules.boxes + 1]; }

static void open_map(void *map) {
    QwintoRules rules = {
        .boxes = 9, .faces = 6, .misthrows = QWINTO_MISTHROWS, .cost = QWINTO_MISTHROW_COST, .bonuses = QWINTO_BONUSES};
    memcpy(rules.columns, qwinto_boxes, sizeof rules.columns);
    memcpy(rules.bonus_column, qwinto_bonus_column, sizeof rules.bonus_column);
    memcpy(rules.bonus_row, qwinto_bonus_row, sizeof rules.bonus_row);
    qwinto_map(map, &rules, &printed_prices);
}

static size_t count(const Solution *it) { return (size_t)ROWS * positions(map_of(it)); }

/* A layer is a turn, the last first, and a number of written boxes, none first: so that a position's value can
 * take the place of its value a turn later, which only positions with fewer boxes written still want. */
static int layers(const Solution *it) { return map_of(it)->turns * map_of(it)->rules.boxes; }

static int turn_of(const Solution *it, int layer) { return map_of(it)->turns - 1 - layer / map_of(it)->rules.boxes; }
static int written_of(const Solution *it, int layer) { return layer % map_of(it)->rules.boxes; }

/* An item is a row and a set of boxes. Before turn t no more than t numbers are written. */
static uint32_t items(const Solution *it, int layer) {
    const QwintoMap *map = it->map;
    int written = written_of(it, layer);
    return written > turn_of(it, layer) ? 0 : ROWS * (uint32_t)(map->first_set[written + 1] - map->first_set[written]);
}

static uint64_t states(const Solution *it, int layer) {
    const QwintoMap *map = it->map;
    int written = written_of(it, layer);
    return items(it, layer) ? ROWS * (uint64_t)(map->first[written + 1] - map->first[written]) : 0;
}

/* An item is a set of written boxes and a row; the positions of a set are numbered by which numbers stand there, so
 * they are a run of the table. */
static void run(const Solution *it, int layer, uint32_t from, uint32_t to) {
    const QwintoMap *map = it->map;
    int written = written_of(it, layer), turn = turn_of(it, layer);
    for (uint32_t item = from; item < to; item++) {
        unsigned set = map->set[map->first_set[written] + item / ROWS];
        int row = (int)(item % ROWS), kept = written_in(map->kept[set]);
        double *value = it->value + (size_t)row * positions(map);
        QwintoSpot at = {.map = map, .value = value, .row = row, .set = set};
        uint32_t n = map->choose[map->highest - written + kept][kept];
        for (uint32_t place = 0; place < n; place++) value[map->begin[set] + place] = position_value(&at, turn, place);
    }
}

/* The treasurer's game: what comes back at most of what the rows pay. It is played turn by turn like the game,
 * with nothing but the misthrows to remember, and may be left at any time. */
static double treasure(const QwintoMap *map) {
    const QwintoRules *rules = &map->rules;
    double later[5] = {0}, now[5] = {0}; /* by misthrows marked */
    for (int turn = map->turns - 1; turn >= 0; turn--) {
        for (int m = 0; m < rules->misthrows; m++) {
            QwintoRolls worth;
            for (int dice = 0; dice < 3; dice++)
                for (int v = dice + 1; v <= rules->faces * (dice + 1); v++) {
                    double paid = map->prices.turn[turn] + map->prices.number[dice][v] + later[m];
                    double missed = later[m + 1] - rules->cost;
                    worth[dice][v] = paid > missed ? paid : missed;
                }
            double best = best_roll(map, worth);
            now[m] = best > 0 && turn < ROWS * rules->boxes - 1 + m ? best : 0;
        }
        memcpy(later, now, sizeof later);
    }
    return later[0];
}

static double upper(const Solution *it) {
    const QwintoMap *map = it->map;
    double sum = 2 * map->prices.full + treasure(map);
    for (int r = 0; r < ROWS; r++) sum += it->value[(size_t)r * positions(map)];
    return sum;
}

const Solver qwinto_bound = {
    .game = &qwinto_game,
    .version = 1,
    .max_seats = 1,
    .map_size = sizeof(QwintoMap),
    .open = open_map,
    .count = count,
    .layers = layers,
    .items = items,
    .states = states,
    .run = run,
    .upper = upper,
    .proof = N_("each row plays for itself and pays for turns and numbers"),
};
