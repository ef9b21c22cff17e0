/* bound_qwantum.c: what no way of playing Qwantum alone can beat on average, proved by an easier game.
 *
 * The easier game lets each row play for itself: in every turn it rolls all dice, rolls again whichever it likes, and
 * writes its colour's value or passes free of charge. What the rows score is split so that it is never less in sum
 * than in the game:
 *
 *   - A full column scores one of its numbers, so at most the highest, whatever the lower ones are. (Not the second-
 *     lowest: three equal numbers below a fourth make the fourth score.) With any `level` L for the column, a written
 *     box gets L/4, and what its number is above L. In a full column that is L in sum, or at least the highest number;
 *     in another it is at least 0.
 *   - A turn has at most two writes, and without a misthrow at least one. Before turn 24 + j, when k misthrows are
 *     marked, at least 23 + j - k numbers are written; of the 24 at most 1 + k - j are free. So none can be written
 *     in it with k < j, one with k = j, two otherwise: at most [k >= j] + [k >= j + 1] of them. The k-th misthrow
 *     costs k; if every number written in turn 24 + j costs its row p(j), with p = 1 1 2 2, then the rows pay together
 *     at most sum of p(j) ([k >= j] + [k >= j + 1]) = sum of j [k >= j], which is what the misthrows cost. (The fifth
 *     ends the game, so no number is written after turn 28.)
 *
 * Why that is a bound. Take any way of playing the game. Seen by a row alone, it is one of the ways in which the row
 * can play the easier game, so the row has on average no more than the best it can do alone; and the score is not above
 * the sum of what the rows have. The levels were found by going downhill; any others give a bound too.
 *
 * A row's position is how many boxes are written and the last number. The value of a position at a turn takes the best
 * of all 128 sets of dice to roll again for every first roll, in which faces of other colours are all one. */
#include "solve/bound_qwantum.h"

#include <string.h>

#include "games/qwantum.h"
#include "solve/relax_qwantum.h"

enum { LASTS = HIGHEST + 1 };

/* What is granted to each column. */
static const double levels[BOXES] = {13.05, 16, 18.89, 24.04, 20.45, 17.37};

/* ---- The map ---------------------------------------------------------------------------------------- */

/* What the sides of a die show for a row, each number once with how many sides have it; 0 for a side of another colour.
 * A face is a word with the number in its colour's byte, the white die's in all four (qwantum_face()). */
static void count_faces(QwantumMap *map, int row, int die) {
    const QwantumRules *rules = &map->rules;
    for (int side = 0; side < rules->sides; side++) {
        int points = rules->face[die][side] >> 8 * row & 0xFF, i = 0;
        uint8_t *shows = map->shows[row][die];
        while (i < map->shown[row][die] && shows[i] != points) i++;
        if (i == map->shown[row][die]) map->shown[row][die]++;
        shows[i] = (uint8_t)points;
        map->sides[row][die][i]++;
    }
}

/* The price by turn is p of the proof above: 1 1 2 2 from turn 24 + 1 on, nothing before. */
void qwantum_map(QwantumMap *map, const QwantumRules *rules, const double *level) {
    int writes = ROWS * rules->boxes;
    memset(map, 0, sizeof *map);
    map->rules = *rules;
    map->turns = writes + rules->misthrows - 1;
    memcpy(map->level, level, (size_t)rules->boxes * sizeof *level);
    for (int j = 1; j < rules->misthrows; j++) map->price[writes + j - 1] = (j + 1) / 2;
    for (int row = 0; row < ROWS; row++)
        for (int die = 0; die < rules->dice; die++) count_faces(map, row, die);
}

/* ---- A row's positions ------------------------------------------------------------------------------ */

/* A roll being considered for one row in one position. */
typedef struct QwantumSpot {
    const QwantumMap *map;
    int row;
    double best[LASTS];             /* by number: the most it brings, written or not */
    double again[1 << DICE][LASTS]; /* by dice rolled again and the sum of the others: what that brings */
} QwantumSpot;

/* A written box gets a quarter of its column's level, and all that its number is above the level. */
double qwantum_gain(const QwantumMap *map, int column, int number) {
    double level = map->level[column];
    return level / ROWS + (number > level ? number - level : 0);
}

bool qwantum_fits(const QwantumRules *rules, int written, int last, int number) {
    return written == 0 || (written < rules->rising ? number > last : number < last);
}

void qwantum_try(const QwantumMap *map, QwantumRow at, const double *later, double *best) {
    double pass = later[at.written * LASTS + at.last];
    for (int v = 0; v <= HIGHEST; v++) {
        best[v] = pass;
        if (v == 0 || !qwantum_fits(&map->rules, at.written, at.last, v)) continue;
        double sum = qwantum_gain(map, at.written, v) - map->price[at.turn];
        if (at.written + 1 < map->rules.boxes) sum += later[(at.written + 1) * LASTS + v];
        if (sum > pass) best[v] = sum;
    }
}

/* What each set of dice rolled again brings on average, by the sum of those that lie. A set is made of one with a die
 * less: the lowest die of it is rolled, and the rest looked up; 0b1010 rolls die 1 and looks at 0b1000. A sum above the
 * highest number cannot occur. */
static void roll_again(QwantumSpot *at) {
    const QwantumMap *map = at->map;
    memcpy(at->again[0], at->best, sizeof at->best);
    for (unsigned set = 1; set < 1u << map->rules.dice; set++) {
        int die = __builtin_ctz(set);
        const double *rest = at->again[set & (set - 1)];
        const uint8_t *shows = map->shows[at->row][die], *sides = map->sides[at->row][die];
        for (int sum = 0; sum <= HIGHEST; sum++) {
            double mean = 0;
            for (int i = 0; i < map->shown[at->row][die]; i++)
                if (sum + shows[i] <= HIGHEST) mean += sides[i] * rest[sum + shows[i]];
            at->again[set][sum] = mean / map->rules.sides;
        }
    }
}

/* What a first roll leaves to choose from: some dice show something for the row, and lie or are rolled again. */
typedef struct QwantumChoice {
    const QwantumSpot *at;
    int die[DICE], count; /* the dice that show something, descending */
    const double (
        *best)[LASTS]; /* by the set of them rolled again (bit count - 1 - i: die[i]) and the sum of the others */
} QwantumChoice;

/* The mean over what the dice of the choice from the i-th on show, those before having sums kept[s] without the sets s
 * of them; of the best set to roll again. */
static double show_from(const QwantumChoice *c, int i, const uint8_t *kept) {
    const QwantumMap *map = c->at->map;
    double top = 0, mean = 0;
    if (i == c->count) {
        for (unsigned set = 0; set < 1u << c->count; set++)
            if (set == 0 || c->best[set][kept[set]] > top) top = c->best[set][kept[set]];
        return top;
    }
    const uint8_t *shows = map->shows[c->at->row][c->die[i]], *sides = map->sides[c->at->row][c->die[i]];
    for (int k = 0; k < map->shown[c->at->row][c->die[i]]; k++) {
        uint8_t more[1 << DICE];
        if (!shows[k]) continue;
        for (unsigned set = 0; set < 1u << i; set++) { /* one die more: sets without it are even, with it odd */
            more[2 * set] = (uint8_t)(kept[set] + shows[k]);
            more[2 * set + 1] = kept[set];
        }
        mean += sides[k] * show_from(c, i + 1, more);
    }
    return mean / map->rules.sides;
}

/* How many sides of a die show nothing for the row. */
static int blank_sides(const QwantumSpot *at, int die) {
    for (int k = 0; k < at->map->shown[at->row][die]; k++)
        if (!at->map->shows[at->row][die][k]) return at->map->sides[at->row][die][k];
    return 0;
}

/* The mean over the first roll of the dice from `die` down, those above being blank or in the choice. Whether a blank
 * die is rolled again does not depend on what the others show, but for their sum: the better is taken at once. */
static double roll_from(const QwantumChoice *c, int die) {
    static const uint8_t nothing[1] = {0};
    if (die < 0) return show_from(c, 0, nothing);
    double mean = 0;
    int blank = blank_sides(c->at, die), sides = c->at->map->rules.sides;
    QwantumChoice then = *c;
    then.die[then.count++] = die;
    if (blank < sides) mean += roll_from(&then, die - 1);
    if (blank) {
        double best[1 << (DICE - 1)][LASTS];
        unsigned low = (1u << die) - 1, sets = 1u << (c->count + die);
        /* Takes the blank die's bit out of the sets: its place is bit `die`, so a set without it, 0b110 with die 1,
         * stood before at 0b1100 if the die lies and at 0b1110 if it is rolled again; here at 0b110. */
        for (unsigned set = 0; set < sets; set++) {
            const double *lies = c->best[(set & ~low) << 1 | (set & low)];
            const double *again = c->best[(set & ~low) << 1 | (low + 1) | (set & low)];
            for (int sum = 0; sum <= HIGHEST; sum++) best[set][sum] = lies[sum] > again[sum] ? lies[sum] : again[sum];
        }
        then = *c;
        then.best = (const double(*)[LASTS])best;
        mean += blank * roll_from(&then, die - 1) / sides;
    }
    return mean;
}

double qwantum_turn(const QwantumMap *map, QwantumRow at, const double *later) {
    QwantumSpot spot = {.map = map, .row = at.row};
    qwantum_try(map, at, later, spot.best);
    roll_again(&spot);
    QwantumChoice choice = {.at = &spot, .best = (const double(*)[LASTS])spot.again};
    return roll_from(&choice, map->rules.dice - 1);
}

/* ---- The computation -------------------------------------------------------------------------------- */

static const QwantumMap *map_of(const Solution *it) { return it->map; }

static void open_map(void *map) {
    QwantumRules rules = {.boxes = BOXES, .rising = RISING, .misthrows = MISTHROWS, .dice = DICE, .sides = 6};
    for (int die = 0; die < DICE; die++)
        for (int side = 0; side < 6; side++) rules.face[die][side] = qwantum_face(die, side + 1);
    qwantum_map(map, &rules, levels);
}

/* By row, boxes written and the last number. Row 2 with three boxes written, the last of them a 17, stands at
 * (2 * 6 + 3) * LASTS + 17; with no box written the last number is 0. */
static size_t count(const Solution *it) { return (size_t)ROWS * LASTS * (size_t)map_of(it)->rules.boxes; }

/* A layer is a turn, the last first, and a number of written boxes, none first: so that a position's value can
 * take the place of its value a turn later, which only positions with fewer boxes written still want. */
static int layers(const Solution *it) { return map_of(it)->turns * map_of(it)->rules.boxes; }

/* An item is a row and its last number: item 70 is row 70 % 4 = 2 with the last number 70 / 4 + 1 = 18. Before turn t
 * no more than t numbers of a row are written. Layers: with 28 turns and six boxes the first six are turn 27 with 0 to
 * 5 boxes written, the next six turn 26, and so on. */
static uint32_t items(const Solution *it, int layer) {
    int boxes = map_of(it)->rules.boxes, turn = map_of(it)->turns - 1 - layer / boxes, written = layer % boxes;
    return written > turn ? 0 : written ? ROWS * HIGHEST : ROWS;
}

static uint64_t states(const Solution *it, int layer) { return items(it, layer); }

/* All that an item looks up is a turn later or has a box more written, so the items of a layer can be shared out in any
 * way. */
static void run(const Solution *it, int layer, uint32_t from, uint32_t to) {
    const QwantumMap *map = it->map;
    int boxes = map->rules.boxes, turn = map->turns - 1 - layer / boxes, written = layer % boxes;
    for (uint32_t item = from; item < to; item++) {
        int row = (int)(item % ROWS), last = written ? (int)(item / ROWS) + 1 : 0;
        double *value = it->value + row * boxes * LASTS;
        value[written * LASTS + last] = qwantum_turn(map, (QwantumRow){row, turn, written, last}, value);
    }
}

static double upper(const Solution *it) {
    const QwantumMap *map = it->map;
    double sum = 0;
    for (int r = 0; r < ROWS; r++) sum += it->value[r * map->rules.boxes * LASTS];
    return sum;
}

/* So many sweeps bring a game to within a tenth of a point of what twice as many do. */
enum { SWEEPS = 80 };

static void relax_open(const Solution *it, void *room) { qwantum_relax_open(room, it->map); }
static double relax(void *room, Rng *rng) { return qwantum_relax(room, rng, SWEEPS); }

const Solver qwantum_bound = {
    .game = &qwantum_game,
    .version = 1,
    .max_seats = 1,
    .map_size = sizeof(QwantumMap),
    .open = open_map,
    .count = count,
    .layers = layers,
    .items = items,
    .states = states,
    .run = run,
    .upper = upper,
    .proof = N_("each row plays for itself; a column scores at most its highest number"),
    .relax_size = sizeof(QwantumRelax),
    .relax_open = relax_open,
    .relax = relax,
};
