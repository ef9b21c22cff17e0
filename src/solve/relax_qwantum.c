/* relax_qwantum.c: what no way of playing Qwantum alone can beat on average, by games in which the dice are known.
 *
 * A player who knows all dice to come does better than anybody can. So he is charged for luck: in every turn and for
 * every row that is not full, what the first roll is worth to that row in the easier game (bound_qwantum.c) less what
 * it is worth on average; and what the second roll made of it, less what it makes on average of the dice that were
 * rolled again. Who does not know the dice pays nothing on average, whatever he does, and plays a game that is open to
 * the one who knows. So the mean over the dice of the best that can be had after the charges is a bound of the game:
 * the mean of some such games estimates it, with an error.
 *
 * A row by itself would have, after its charges, just its value in the easier game, whatever the dice. But here the
 * rows share the dice: the same are rolled again for all, one or two rows write, or a misthrow is marked. That makes
 * this bound the lower one.
 *
 * The best for all rows together is not found but bounded from above. Each row plays alone, and so does a fifth player,
 * the table, who counts numbers and misthrows. Each of the five chooses in every turn which dice are rolled again and
 * which rows write, or that the game is over. For their choices the rows pay prices, which the table gets. Where all
 * choose alike the payments cancel, so for any prices the sum of the five is at least what can be had together. From
 * turn to turn, forwards and backwards, the prices are set anew so that each has a fifth of what can be had by agreeing
 * in that turn: then the sum is no more than that, and so it never grows. */
#include "solve/relax_qwantum.h"

#include <string.h>

enum { ROWS = QWANTUM_ROWS, LASTS = QWANTUM_LASTS, FULL = QWANTUM_FULL, SHARES = ROWS + 1 };

/* Less than any value, and where it begins; a price that nobody pays for what cannot be had. */
#define NEVER     (-1e6)
#define HARDLY    (-1e5)
#define FORBIDDEN 1e4

static double larger(double a, double b) { return a > b ? a : b; }

/* ---- The easier game -------------------------------------------------------------------------------- */

/* Before a turn no more boxes are written than turns were played; an empty row has no last number. */
static bool exists(const QwantumRelax *w, int turn, int place) {
    int written = place / LASTS;
    return written < w->map->rules.boxes && written <= turn && (written > 0) == (place % LASTS > 0);
}

static QwantumRow row_at(int row, int turn, int place) {
    return (QwantumRow){.row = row, .turn = turn, .written = place / LASTS, .last = place % LASTS};
}

/* Where a row stands that has written number `v`. */
static int place_after(const QwantumRelax *w, int place, int v) {
    int written = place / LASTS + 1;
    return written == w->map->rules.boxes ? FULL : written * LASTS + v;
}

/* A set is made of one with a die less, as in bound_qwantum.c. */
static void count_spread(QwantumRelax *w, int row) {
    const QwantumMap *map = w->map;
    w->spread[row][0][0] = 1;
    for (int set = 1; set < w->sets; set++) {
        int die = __builtin_ctz((unsigned)set);
        for (int i = 0; i < map->shown[row][die]; i++) {
            int shows = map->shows[row][die][i];
            for (int sum = shows; sum < LASTS; sum++)
                w->spread[row][set][sum] +=
                    w->spread[row][set & (set - 1)][sum - shows] * map->sides[row][die][i] / map->rules.sides;
        }
    }
}

void qwantum_relax_open(QwantumRelax *w, const QwantumMap *map) {
    memset(w, 0, sizeof *w);
    w->map = map;
    w->sets = 1 << map->rules.dice;
    for (int row = 0; row < ROWS; row++) {
        count_spread(w, row);
        for (int turn = map->turns - 1; turn >= 0; turn--)
            for (int place = 0; place < FULL; place++)
                if (exists(w, turn, place))
                    w->value[row][turn][place] = qwantum_turn(map, row_at(row, turn, place), w->value[row][turn + 1]);
    }
}

/* ---- Dice and charges ------------------------------------------------------------------------------- */

/* One turn's dice: the sides of the first roll, and those of a second. */
typedef struct QwantumFalls {
    int first[QWANTUM_DICE], again[QWANTUM_DICE];
} QwantumFalls;

static int adds(const QwantumRelax *w, int row, int die, int side) {
    return w->map->rules.face[die][side] >> 8 * row & 0xFF;
}

/* What the dice that lie add to the row, and all of them, by the set that is rolled again. */
static void add_up(QwantumRelax *w, int turn, int row, const QwantumFalls *dice, uint8_t *kept) {
    for (int set = 0; set < w->sets; set++) {
        int lie = 0, fall = 0;
        for (int die = 0; die < w->map->rules.dice; die++)
            if (set >> die & 1)
                fall += adds(w, row, die, dice->again[die]);
            else
                lie += adds(w, row, die, dice->first[die]);
        kept[set] = (uint8_t)lie;
        w->sum[turn][row][set] = (uint8_t)(lie + fall);
    }
}

/* The luck of both rolls, by the set that is rolled again. */
static void charge_place(QwantumRelax *w, int turn, int row, int place, const uint8_t *kept) {
    double best[LASTS], mean[QWANTUM_SETS], top = 0, *charge = w->charge[turn][row][place];
    qwantum_try(w->map, row_at(row, turn, place), w->value[row][turn + 1], best);
    for (int set = 0; set < w->sets; set++) {
        mean[set] = 0;
        for (int sum = 0; sum + kept[set] < LASTS; sum++) mean[set] += w->spread[row][set][sum] * best[sum + kept[set]];
        top = larger(top, mean[set]);
    }
    for (int set = 0; set < w->sets; set++)
        charge[set] = top - w->value[row][turn][place] + best[w->sum[turn][row][set]] - mean[set];
}

static void roll_game(QwantumRelax *w, Rng *rng) {
    for (int turn = 0; turn < w->map->turns; turn++) {
        QwantumFalls dice;
        for (int die = 0; die < w->map->rules.dice; die++) {
            dice.first[die] = (int)rng_below(rng, (uint32_t)w->map->rules.sides);
            dice.again[die] = (int)rng_below(rng, (uint32_t)w->map->rules.sides);
        }
        for (int row = 0; row < ROWS; row++) {
            uint8_t kept[QWANTUM_SETS];
            add_up(w, turn, row, &dice, kept);
            for (int place = 0; place < FULL; place++)
                if (exists(w, turn, place)) charge_place(w, turn, row, place, kept);
        }
    }
}

/* ---- A row ------------------------------------------------------------------------------------------ */

/* By number: what writing it brings the row, with all that can come after. */
static void count_writes(const QwantumRelax *w, int turn, int row, int place, double *brings) {
    for (int v = 0; v < LASTS; v++) {
        brings[v] = NEVER;
        if (v && qwantum_fits(&w->map->rules, place / LASTS, place % LASTS, v))
            brings[v] = qwantum_gain(w->map, place / LASTS, v) + w->after[row][turn + 1][place_after(w, place, v)];
    }
}

/* A full row passes, and is charged for nothing but the cheapest set. */
static double pass_full(const QwantumRelax *w, int turn, int row) {
    double least = w->price[turn][row][0][0];
    for (int set = 1; set < w->sets; set++)
        if (w->price[turn][row][set][0] < least) least = w->price[turn][row][set][0];
    return least;
}

static void row_back(QwantumRelax *w, int turn, int row) {
    const double(*price)[2] = (const double(*)[2])w->price[turn][row];
    const double *later = w->after[row][turn + 1];
    double *now = w->after[row][turn], over = -w->leave[turn][row], brings[LASTS];
    for (int place = 0; place < FULL; place++) {
        if (!exists(w, turn, place)) continue;
        double top = over;
        count_writes(w, turn, row, place, brings);
        for (int set = 0; set < w->sets; set++) {
            double pass = later[place] - price[set][0], write = brings[w->sum[turn][row][set]] - price[set][1];
            top = larger(top, larger(pass, write) - w->charge[turn][row][place][set]);
        }
        now[place] = top;
    }
    now[FULL] = larger(over, later[FULL] - pass_full(w, turn, row));
}

/* One position's ways on, to the positions a turn later. */
static void go_on(QwantumRelax *w, int turn, int row, int place) {
    double made = w->before[row][turn][place], *next = w->before[row][turn + 1], by[LASTS];
    for (int v = 0; v < LASTS; v++) by[v] = NEVER;
    for (int set = 0; set < w->sets; set++) {
        double left = made - w->charge[turn][row][place][set], *price = w->price[turn][row][set];
        int v = w->sum[turn][row][set];
        next[place] = larger(next[place], left - price[0]);
        by[v] = larger(by[v], left - price[1]);
    }
    for (int v = 1; v < LASTS; v++) {
        if (by[v] < HARDLY || !qwantum_fits(&w->map->rules, place / LASTS, place % LASTS, v)) continue;
        double *then = &next[place_after(w, place, v)];
        *then = larger(*then, by[v] + qwantum_gain(w->map, place / LASTS, v));
    }
}

static void row_on(QwantumRelax *w, int turn, int row) {
    double *next = w->before[row][turn + 1];
    for (int place = 0; place <= FULL; place++) next[place] = NEVER;
    for (int place = 0; place < FULL; place++)
        if (exists(w, turn, place) && w->before[row][turn][place] > HARDLY) go_on(w, turn, row, place);
    next[FULL] = larger(next[FULL], w->before[row][turn][FULL] - pass_full(w, turn, row));
}

/* ---- The table -------------------------------------------------------------------------------------- */

static bool ended(const QwantumRules *rules, int misthrows, int writes) {
    return misthrows == rules->misthrows || writes == ROWS * rules->boxes;
}

/* The most that the rows' prices bring in a turn in which none, one or two of them write. */
static void set_stage(QwantumRelax *w, int turn) {
    double *stage = w->stage[turn];
    stage[0] = stage[1] = stage[2] = NEVER;
    for (int set = 0; set < w->sets; set++) {
        double all = 0, most = NEVER, next = NEVER; /* all pass; the two who pay most for writing instead */
        for (int row = 0; row < ROWS; row++) {
            const double *price = w->price[turn][row][set];
            double more = price[1] - price[0];
            all += price[0];
            next = larger(next, more < most ? more : most);
            most = larger(most, more);
        }
        stage[0] = larger(stage[0], all);
        stage[1] = larger(stage[1], all + most);
        stage[2] = larger(stage[2], all + most + next);
    }
}

/* What the rows pay for a game that is over before the turn; after the last turn nothing. */
static double over_pays(const QwantumRelax *w, int turn) {
    double sum = 0;
    for (int row = 0; row < ROWS && turn < w->map->turns; row++) sum += w->leave[turn][row];
    return sum;
}

static void table_back(QwantumRelax *w, int turn) {
    const QwantumRules *rules = &w->map->rules;
    int full = ROWS * rules->boxes;
    for (int m = 0; m <= rules->misthrows; m++)
        for (int n = 0; n <= full; n++) {
            double *now = &w->table_after[turn][m][n];
            *now = ended(rules, m, n) ? over_pays(w, turn) : NEVER;
            if (turn == w->map->turns || ended(rules, m, n)) continue;
            *now = w->stage[turn][0] - (m + 1) + w->table_after[turn + 1][m + 1][n];
            for (int k = 1; k <= 2 && n + k <= full; k++)
                *now = larger(*now, w->stage[turn][k] + w->table_after[turn + 1][m][n + k]);
        }
}

static void table_on(QwantumRelax *w, int turn) {
    const QwantumRules *rules = &w->map->rules;
    int full = ROWS * rules->boxes;
    for (int m = 0; m <= rules->misthrows; m++)
        for (int n = 0; n <= full; n++) w->table_before[turn + 1][m][n] = NEVER;
    for (int m = 0; m < rules->misthrows; m++)
        for (int n = 0; n < full; n++) {
            double made = w->table_before[turn][m][n];
            for (int k = 0; k <= 2 && n + k <= full; k++) {
                double *then = &w->table_before[turn + 1][m + (k == 0)][n + k];
                *then = larger(*then, made + w->stage[turn][k] - (k ? 0 : m + 1));
            }
        }
}

/* ---- Prices ----------------------------------------------------------------------------------------- */

/* What each can have in the whole game if it chooses so in this turn, the turn's prices left out. */
typedef struct QwantumWishes {
    double row[ROWS][QWANTUM_SETS][2], leave[ROWS]; /* by set, and whether it writes */
    double table[3], over;                          /* by how many write */
} QwantumWishes;

static void wish_place(const QwantumRelax *w, int turn, int row, int place, QwantumWishes *out) {
    double made = w->before[row][turn][place], pass = made + w->after[row][turn + 1][place], brings[LASTS];
    const double *charge = w->charge[turn][row][place];
    const uint8_t *sum = w->sum[turn][row];
    count_writes(w, turn, row, place, brings);
    for (int set = 0; set < w->sets; set++) {
        double *wish = out->row[row][set];
        wish[0] = larger(wish[0], pass - charge[set]);
        wish[1] = larger(wish[1], made + brings[sum[set]] - charge[set]);
    }
    out->leave[row] = larger(out->leave[row], made);
}

static void wish_row(const QwantumRelax *w, int turn, int row, QwantumWishes *out) {
    double full = w->before[row][turn][FULL];
    out->leave[row] = full;
    for (int set = 0; set < w->sets; set++) {
        out->row[row][set][0] = full + w->after[row][turn + 1][FULL];
        out->row[row][set][1] = NEVER;
    }
    for (int place = 0; place < FULL; place++)
        if (exists(w, turn, place) && w->before[row][turn][place] > HARDLY) wish_place(w, turn, row, place, out);
}

static void wish_table(const QwantumRelax *w, int turn, QwantumWishes *out) {
    const QwantumRules *rules = &w->map->rules;
    int full = ROWS * rules->boxes;
    out->table[0] = out->table[1] = out->table[2] = out->over = NEVER;
    for (int m = 0; m <= rules->misthrows; m++)
        for (int n = 0; n <= full; n++) {
            double made = w->table_before[turn][m][n];
            if (ended(rules, m, n)) out->over = larger(out->over, made);
            if (ended(rules, m, n)) continue;
            for (int k = 0; k <= 2 && n + k <= full; k++) {
                double later = w->table_after[turn + 1][m + (k == 0)][n + k] - (k ? 0 : m + 1);
                out->table[k] = larger(out->table[k], made + later);
            }
        }
}

/* So that the row has a share of what can be had by agreeing; what it cannot do nobody should count on. */
static double price_of(double wish, double together) {
    if (wish < HARDLY) return -FORBIDDEN;
    return together < HARDLY ? FORBIDDEN : wish - together / SHARES;
}

/* The most that all can have by agreeing on a set, by row and whether it writes. */
static void agree(const QwantumWishes *wish, int set, double together[ROWS][2]) {
    for (int row = 0; row < ROWS; row++) together[row][0] = together[row][1] = ROWS * NEVER;
    for (int writing = 0; writing < 1 << ROWS; writing++) {
        int n = __builtin_popcount((unsigned)writing);
        if (n > 2) continue;
        double sum = wish->table[n];
        for (int row = 0; row < ROWS; row++) sum += wish->row[row][set][writing >> row & 1];
        for (int row = 0; row < ROWS; row++) {
            double *most = &together[row][writing >> row & 1];
            *most = larger(*most, sum);
        }
    }
}

static void set_prices(QwantumRelax *w, int turn) {
    QwantumWishes wish;
    double over;
    for (int row = 0; row < ROWS; row++) wish_row(w, turn, row, &wish);
    wish_table(w, turn, &wish);
    over = wish.over;
    for (int row = 0; row < ROWS; row++) over += wish.leave[row];
    for (int set = 0; set < w->sets; set++) {
        double together[ROWS][2];
        agree(&wish, set, together);
        for (int row = 0; row < ROWS; row++)
            for (int writes = 0; writes < 2; writes++)
                w->price[turn][row][set][writes] = price_of(wish.row[row][set][writes], together[row][writes]);
    }
    for (int row = 0; row < ROWS; row++) w->leave[turn][row] = price_of(wish.leave[row], over);
    set_stage(w, turn);
}

/* ---- A game ----------------------------------------------------------------------------------------- */

static void all_back(QwantumRelax *w, int turn) {
    for (int row = 0; row < ROWS; row++) row_back(w, turn, row);
    table_back(w, turn);
}

/* Without prices, and from the end: after the last turn nothing comes. */
static void begin(QwantumRelax *w) {
    int turns = w->map->turns;
    memset(w->price, 0, sizeof w->price);
    memset(w->leave, 0, sizeof w->leave);
    memset(w->after, 0, sizeof w->after);
    for (int row = 0; row < ROWS; row++)
        for (int place = 0; place <= FULL; place++) w->before[row][0][place] = place ? NEVER : 0;
    for (int m = 0; m < QWANTUM_PENALTIES; m++)
        for (int n = 0; n < QWANTUM_WRITES; n++) w->table_before[0][m][n] = m || n ? NEVER : 0;
    for (int turn = 0; turn < turns; turn++) set_stage(w, turn);
    table_back(w, turns);
    for (int turn = turns - 1; turn >= 0; turn--) all_back(w, turn);
}

static void sweep(QwantumRelax *w) {
    for (int turn = 0; turn < w->map->turns; turn++) {
        set_prices(w, turn);
        for (int row = 0; row < ROWS; row++) row_on(w, turn, row);
        table_on(w, turn);
    }
    for (int turn = w->map->turns - 1; turn >= 0; turn--) {
        set_prices(w, turn);
        all_back(w, turn);
    }
}

double qwantum_relax(QwantumRelax *w, Rng *rng, int sweeps) {
    roll_game(w, rng);
    begin(w);
    while (sweeps--) sweep(w);
    double sum = w->table_after[0][0][0];
    for (int row = 0; row < ROWS; row++) sum += w->after[row][0][0];
    return sum;
}
