/* solve_qwixx.c: the exact value of every Qwixx position for one seat.
 *
 * What a row can still bring depends on two numbers only: how many boxes are passed (the place of the last
 * cross) and how many crosses there are. Points are counted when they are made: the n-th cross of a row
 * brings n points, the lock one cross more, a misthrow -5. A value is the points *still to come*, so a
 * locked row is one single state, and so is a row in which only the last number is left and it can no longer
 * be opened. That makes 54 *codes* of a row. (With one seat a row is closed exactly when the seat itself
 * locked it, and whether its die stays for the colour step, option lock=end-of-turn, changes nothing: there is
 * no box right of the last number.)
 *
 * Red and yellow are alike, so are green and blue, and turning every die over (f to 7 - f) turns the two
 * pairs into each other. A position is therefore an unordered pair of unordered pairs of codes, one eighth of all, and
 * the table is a triangle over pairs, with one value for each number of misthrows.
 *
 * A turn of one's own. All dice are seen before the white step, so the seat chooses best among
 *
 *     nothing                V(rows, misthrows + 1) - 5
 *     w                      gain + V(rows + w)                  w: the white sum, in one of four rows
 *     c                      gain + V(rows + c)                  c: a white die plus a coloured die, in its row
 *     w, then c              gain + V(rows + w + c)
 *
 * Given the white dice, the first two do not depend on the coloured dice: the best of them is the floor. For a
 * cross c let best(c) be the better of crossing only c and of any w first. The face of the coloured die of row r
 * decides which c of that row can be had, so the turn is worth
 *
 *     E max(floor, X_red, X_yellow, X_green, X_blue),    X_r = the largest best(c) that die r offers,
 *
 * and the X_r are independent. So go through all c from the largest best(c) down, and keep for each die how many
 * faces have offered nothing yet; the product of these is the number of rolls whose maximum is smaller still, and
 * its fall from one c to the next is the number of rolls whose maximum is this c. That is a sort of at most 44
 * numbers for each white sum, where a plain sum would go through 1,296 rolls for each pair of white dice.
 *
 * A turn of another seat, in the friendly game: E over the white sum of max(V(rows), gain + V(rows + w)).
 * Plane j of the table holds V for a seat that becomes active after j turns of others; a turn of one's own leads
 * to plane seats - 1, another's from plane j to plane j - 1.
 *
 * Every cross passes boxes, so positions with more boxes passed come first; a layer is one sum of boxes passed. */
#include "solve/solve_qwixx.h"

#include <string.h>

#include "games/qwixx.h"

enum {
    LANES = QWIXX_LANES,
    NUMBERS = QWIXX_NUMBERS,
    CROSSES = ROWS * NUMBERS, /* crosses a colour step can offer */
    NONE = QWIXX_NONE
};

/* Less than any value. */
#define NEVER (-1e9)

/* The values of a position with 0, 1, 2, 3 misthrows. */
typedef struct Lanes {
    double m[LANES];
} Lanes;

static const Lanes never = {{NEVER, NEVER, NEVER, NEVER}};

/* The four rows' codes: red, yellow, green, blue. */
typedef struct Codes {
    uint8_t row[ROWS];
} Codes;

/* ---- The map ---------------------------------------------------------------------------------------- */

/* Numbers the states of a row: empty first, then by boxes passed, a locked row last. With eleven numbers: code 0 is the
 * empty row, 1 is one box passed and crossed, 2 and 3 are two boxes passed with one and two crosses, and so on; ten
 * passed with one to four crosses is one code, since the last number is then out of reach; 53 is a locked row. */
static void map_codes(QwixxMap *map) {
    int last = map->numbers - 1, n = 0;
    memset(map->code, NONE, sizeof map->code);
    map->code[0][0] = (uint8_t)n++;
    for (int passed = 1; passed <= last; passed++)
        for (int crosses = 1; crosses <= passed; crosses++) {
            bool dead = passed == last && crosses < map->rules.need; /* all such rows are alike */
            if (dead && crosses > 1)
                map->code[passed][crosses] = map->code[passed][1];
            else
                map->code[passed][crosses] = (uint8_t)n++;
            map->passed[map->code[passed][crosses]] = (uint8_t)passed;
        }
    map->passed[0] = 0;
    map->passed[n] = (uint8_t)map->numbers;
    map->codes = n + 1;
}

static int locked_code(const QwixxMap *map) { return map->codes - 1; }

/* What each cross makes of a row, and its points. */
static void map_crosses(QwixxMap *map) {
    int last = map->numbers - 1;
    memset(map->next, NONE, sizeof map->next);
    memset(map->gain, 0, sizeof map->gain);
    for (int passed = 0; passed <= last; passed++)
        for (int crosses = passed > 0; crosses <= passed; crosses++) {
            int code = map->code[passed][crosses];
            for (int box = passed; box < last; box++) {
                map->next[code][box] = map->code[box + 1][crosses + 1];
                map->gain[code][box] = (uint8_t)(crosses + 1);
            }
            if (crosses < map->rules.need) continue;
            map->next[code][last] = (uint8_t)locked_code(map);
            map->gain[code][last] = (uint8_t)(crosses + 1 + crosses + 2);
        }
}

/* Numbers the unordered pairs of codes by their progress, the boxes passed in both: pair 0 is two empty rows, pair 1 an
 * empty one and one with its first box crossed. begin[p] is the first pair of progress p, so those of a layer lie
 * together. */
static void map_pairs(QwixxMap *map) {
    int n = 0;
    for (int progress = 0; progress <= 2 * map->numbers; progress++) {
        map->begin[progress] = (uint16_t)n;
        for (int a = 0; a < map->codes; a++)
            for (int b = a; b < map->codes; b++) {
                if (map->passed[a] + map->passed[b] != progress) continue;
                map->first[n] = (uint8_t)a;
                map->second[n] = (uint8_t)b;
                map->pair[a][b] = map->pair[b][a] = (uint16_t)n++;
            }
    }
    map->begin[2 * map->numbers + 1] = (uint16_t)n;
    map->pairs = n;
}

/* Two dice that differ fall twice as often as two that are alike. `faces` says which faces of a coloured die make a
 * number with either of them. */
static void map_whites(QwixxMap *map) {
    int faces = map->rules.faces, n = 0;
    for (int sum = 2; sum <= 2 * faces; sum++)
        for (int a = 1; a <= faces; a++) {
            int b = sum - a;
            if (b < a || b > faces) continue;
            QwixxWhites *w = &map->whites[n++];
            *w = (QwixxWhites){.sum = (uint8_t)sum, .ways = a == b ? 1 : 2};
            for (int f = 1; f <= faces; f++) {
                w->faces[a + f] |= (uint8_t)(1 << (f - 1));
                w->faces[b + f] |= (uint8_t)(1 << (f - 1));
            }
        }
    map->whites_count = n;
}

/* The rolls of two dice that two sets of faces, of six bits each, allow: of 0b000011'000111, three faces of one and two
 * of the other, 6; and the set of all faces of four dice. */
static void map_faces(QwixxMap *map) {
    for (unsigned set = 0; set < 1u << 12; set++)
        map->product[set] = (uint8_t)(__builtin_popcount(set & 63) * __builtin_popcount(set >> 6));
    uint32_t all = (1u << map->rules.faces) - 1;
    map->all_faces = all | all << 6 | all << 12 | all << 18;
}

/* In this order: pairs are made of codes and crosses. */
void qwixx_map(QwixxMap *map, const QwixxRules *rules) {
    memset(map, 0, sizeof *map);
    map->rules = *rules;
    map->numbers = 2 * rules->faces - 1;
    map_codes(map);
    map_crosses(map);
    map_pairs(map);
    map_whites(map);
    map_faces(map);
}

static void open(void *map) {
    qwixx_map(map, &(QwixxRules){.faces = 6, .need = 5, .misthrows = MISTHROWS, .cost = MISTHROW_COST});
}

/* ---- The table -------------------------------------------------------------------------------------- */

/* Positions in a plane: all pairs of pairs, those with two locked rows too; they stay 0. */
static size_t plane_size(const QwixxMap *map) { return (size_t)map->pairs * ((size_t)map->pairs + 1) / 2; }

static size_t count(const Solution *it) { return (size_t)it->seats * plane_size(it->map) * LANES; }

static Lanes *plane(const Solution *it, int wait) { return (Lanes *)it->value + (size_t)wait * plane_size(it->map); }

/* Where a position lies in a plane; the order of the two pairs does not matter. The triangle row by row: (0,0) is 0,
 * (1,0) 1, (1,1) 2, (2,0) 3. Of the two numbers the one made with the larger pair as the row is the larger, or they are
 * the same: no branch is needed to tell which that is. */
static inline uint32_t place(uint32_t a, uint32_t b) {
    uint32_t i = a * (a + 1) / 2 + b, j = b * (b + 1) / 2 + a;
    return i > j ? i : j;
}

static inline uint32_t place_of(const QwixxMap *map, const Codes *at) {
    return place(map->pair[at->row[RED]][at->row[YELLOW]], map->pair[at->row[GREEN]][at->row[BLUE]]);
}

/* Where a number stands in its row. */
static inline int box_in(const QwixxMap *map, int row, int number) {
    return row < GREEN ? number - 2 : map->numbers + 1 - number;
}

static int locked_rows(const QwixxMap *map, const Codes *at) {
    int n = 0;
    for (int r = RED; r <= BLUE; r++) n += at->row[r] == locked_code(map);
    return n;
}

/* ---- A turn of one's own ---------------------------------------------------------------------------- */

/* All that a turn offers, whoever is active, before the dice fall; values are points to come, for each number of
 * misthrows. */
typedef struct Turn {
    int count;                    /* colour crosses that are possible, some only after a white one */
    uint8_t row[CROSSES];         /* their row */
    uint8_t box[CROSSES];         /* their box */
    uint8_t number[CROSSES];      /* their number */
    Lanes only[CROSSES];          /* crossing only that */
    Lanes best[NUMBERS][CROSSES]; /* by white sum - 2: the better of that and of a white cross first */
    Lanes white[SEATS][NUMBERS];  /* by plane, white sum - 2: the best white cross alone */
} Turn;

static inline void raise(Lanes *best, const Lanes *value, double gain) {
    for (int m = 0; m < LANES; m++) {
        double v = value->m[m] + gain;
        best->m[m] = v > best->m[m] ? v : best->m[m];
    }
}

/* Lists the colour crosses: right of the last cross; the last number also where a white cross can open it. */
static void list_crosses(const QwixxMap *map, const Codes *at, Turn *t) {
    t->count = 0;
    for (int r = RED; r <= BLUE; r++)
        for (int box = map->passed[at->row[r]]; box < map->numbers; box++) {
            int n = t->count++;
            t->row[n] = (uint8_t)r;
            t->box[n] = (uint8_t)box;
            t->number[n] = (uint8_t)(r < GREEN ? box + 2 : map->numbers + 1 - box);
        }
}

/* Raises best[i] to the value of the turn's i-th cross made at these rows, `gain` points being made before. */
static void raise_crosses(const QwixxMap *map, const Lanes *after, const Codes *at, int gain, const Turn *t,
                          Lanes *best) {
    const uint8_t *row = at->row;
    uint32_t low = map->pair[row[RED]][row[YELLOW]], high = map->pair[row[GREEN]][row[BLUE]];
    for (int i = 0; i < t->count; i++) {
        int r = t->row[i], next = map->next[row[r]][t->box[i]];
        if (next == NONE) continue;
        uint32_t moved = map->pair[next][row[r ^ 1]];
        raise(&best[i], &after[place(moved, r < GREEN ? high : low)], gain + map->gain[row[r]][t->box[i]]);
    }
}

/* The rows after the white sum is crossed in one of them; false if it cannot be. */
static bool cross_white(const QwixxMap *map, const Codes *at, int row, int sum, Codes *then, int *gain) {
    int box = box_in(map, row, sum), next = map->next[at->row[row]][box];
    if (next == NONE) return false;
    *gain = map->gain[at->row[row]][box];
    *then = *at;
    then->row[row] = (uint8_t)next;
    return true;
}

/* All that a white sum offers. A second locked row ends the game: no colour step, and 0 to come. */
static void fill_sum(const Solution *it, const Codes *at, int sum, Turn *t) {
    const QwixxMap *map = it->map;
    int own = it->seats - 1; /* the plane that follows a turn of one's own */
    memcpy(t->best[sum - 2], t->only, (size_t)t->count * sizeof t->only[0]);
    for (int j = 0; j <= own; j++) t->white[j][sum - 2] = never;
    for (int r = RED; r <= BLUE; r++) {
        Codes then;
        int gain;
        if (!cross_white(map, at, r, sum, &then, &gain)) continue;
        uint32_t i = place_of(map, &then);
        for (int j = 0; j <= own; j++) raise(&t->white[j][sum - 2], &plane(it, j)[i], gain);
        if (locked_rows(map, &then) < 2) raise_crosses(map, plane(it, own), &then, gain, t, t->best[sum - 2]);
    }
}

static void fill_turn(const Solution *it, const Codes *at, Turn *t) {
    const QwixxMap *map = it->map;
    list_crosses(map, at, t);
    for (int i = 0; i < t->count; i++) t->only[i] = never;
    raise_crosses(map, plane(it, it->seats - 1), at, 0, t, t->only);
    for (int sum = 2; sum <= 2 * map->rules.faces; sum++) fill_sum(it, at, sum, t);
}

/* The colour crosses that beat the floor, from the best down. */
typedef struct Descent {
    int count;
    double value[CROSSES];
    uint8_t cross[CROSSES]; /* which of the turn's crosses */
} Descent;

/* Best first: whoever goes through them may stop at the first whose die has fallen. */
static void sort_crosses(const Turn *t, const Lanes *best, int m, double floor, Descent *out) {
    int n = 0;
    for (int i = 0; i < t->count; i++) {
        double v = best[i].m[m];
        if (v <= floor) continue;
        int at = n++;
        for (; at > 0 && out->value[at - 1] < v; at--) {
            out->value[at] = out->value[at - 1];
            out->cross[at] = out->cross[at - 1];
        }
        out->value[at] = v;
        out->cross[at] = (uint8_t)i;
    }
    out->count = n;
}

/* E max(floor, what the coloured dice offer), for one pair of white dice. The faces that have offered nothing
 * yet are a set of 4 * 6 bits; map->product counts the rolls that such a set allows, two dice at a time. */
static double expect(const QwixxMap *map, const Turn *t, const Descent *descent, const QwixxWhites *w, double floor) {
    uint32_t open = map->all_faces;
    int rolls = map->product[open & 0xFFF] * map->product[open >> 12], smaller = rolls;
    double sum = 0;
    for (int i = 0; i < descent->count && smaller; i++) {
        int cross = descent->cross[i];
        open &= ~((uint32_t)w->faces[t->number[cross]] << 6 * t->row[cross]);
        int now = map->product[open & 0xFFF] * map->product[open >> 12];
        sum += descent->value[i] * (smaller - now);
        smaller = now;
    }
    return (sum + floor * smaller) / rolls;
}

/* The value of one's own turn with m misthrows; `miss` is what a misthrow leads to, its cost included. */
static double own_turn(const QwixxMap *map, const Turn *t, const Lanes *white, int m, double miss) {
    double total = 0, floor = miss;
    Descent descent;
    descent.count = 0;
    int sum = 0;
    for (int i = 0; i < map->whites_count; i++) {
        const QwixxWhites *w = &map->whites[i];
        if (w->sum != sum) { /* a new sum: another floor, another order */
            sum = w->sum;
            floor = white[sum - 2].m[m] > miss ? white[sum - 2].m[m] : miss;
            sort_crosses(t, t->best[sum - 2], m, floor, &descent);
        }
        total += w->ways * expect(map, t, &descent, w, floor);
    }
    return total / (map->rules.faces * map->rules.faces);
}

/* The value of another seat's turn with m misthrows; `stay` is the value after it without a cross. */
static double other_turn(const QwixxMap *map, const Lanes *white, int m, double stay) {
    double total = 0;
    for (int i = 0; i < map->whites_count; i++) {
        double cross = white[map->whites[i].sum - 2].m[m];
        total += map->whites[i].ways * (cross > stay ? cross : stay);
    }
    return total / (map->rules.faces * map->rules.faces);
}

/* ---- The computation -------------------------------------------------------------------------------- */

static int progress_of(const QwixxMap *map, uint32_t pair) {
    return map->passed[map->first[pair]] + map->passed[map->second[pair]];
}

/* Values one position: from the most misthrows down, and for each from one's own turn back to the turn just
 * after one's last. */
static void solve_position(const Solution *it, uint32_t a, uint32_t b) {
    const QwixxMap *map = it->map;
    Codes at = {{map->first[a], map->second[a], map->first[b], map->second[b]}};
    if (locked_rows(map, &at) >= 2) return;
    Turn t;
    fill_turn(it, &at, &t);
    uint32_t i = place(a, b);
    double miss = 0;
    for (int m = map->rules.misthrows - 1; m >= 0; m--) {
        double v = own_turn(map, &t, t.white[it->seats - 1], m, miss - map->rules.cost);
        plane(it, 0)[i].m[m] = v;
        for (int j = 1; j < it->seats; j++) plane(it, j)[i].m[m] = v = other_turn(map, t.white[j - 1], m, v);
        miss = v;
    }
}

/* The layer of most progress has one row locked and the others before their last number. */
static int layers(const Solution *it) {
    const QwixxMap *map = it->map;
    return ROWS * (map->numbers - 1) + 1 + 1;
}

/* An item is the later pair of a position. */
static uint32_t items(const Solution *it, int layer) {
    (void)layer;
    return (uint32_t)((const QwixxMap *)it->map)->pairs;
}

/* The earlier pairs that make up a layer's positions with pair b: *from <= a < *to. */
static void partners(const Solution *it, int layer, uint32_t b, uint32_t *from, uint32_t *to) {
    const QwixxMap *map = it->map;
    int other = layers(it) - 1 - layer - progress_of(map, b);
    *from = *to = 0;
    if (other < 0 || other > 2 * map->numbers) return;
    *from = map->begin[other];
    *to = map->begin[other + 1];
    if (*to > b + 1) *to = b + 1;
}

static void run(const Solution *it, int layer, uint32_t from, uint32_t to) {
    for (uint32_t b = from; b < to; b++) {
        uint32_t a, end;
        for (partners(it, layer, b, &a, &end); a < end; a++) solve_position(it, a, b);
    }
}

static int locks_in(const QwixxMap *map, uint32_t pair) {
    return (map->first[pair] == locked_code(map)) + (map->second[pair] == locked_code(map));
}

static uint64_t states(const Solution *it, int layer) {
    const QwixxMap *map = it->map;
    uint64_t n = 0;
    for (uint32_t b = 0; b < (uint32_t)map->pairs; b++) {
        uint32_t a, end;
        for (partners(it, layer, b, &a, &end); a < end; a++) n += locks_in(map, a) + locks_in(map, b) < 2;
    }
    return n * (uint64_t)(map->rules.misthrows * it->seats);
}

double qwixx_to_come(const Solution *it, const uint8_t *code, int misthrows, int wait) {
    Codes at;
    memcpy(at.row, code, sizeof at.row);
    return plane(it, wait)[place_of(it->map, &at)].m[misthrows];
}

/* ---- States of the game ----------------------------------------------------------------------------- */

/* A row that is closed, by whomever, is a locked row. */
static Codes codes_of(const QwixxMap *map, const Qwixx *s, int seat) {
    Codes at;
    for (int r = RED; r <= BLUE; r++) {
        unsigned row = s->sheet[seat].row[r];
        int passed = crosses_of(row) ? 32 - __builtin_clz(crosses_of(row)) : 0;
        at.row[r] = s->closed >> r & 1 ? (uint8_t)locked_code(map) : map->code[passed][count_of(row)];
    }
    return at;
}

/* Turns of others before the seat is active; 0 if it is. */
static int wait_of(const Qwixx *s, int seat) { return (seat + s->head.seats - s->head.active) % s->head.seats; }

static bool over(const Qwixx *s, int seat) {
    return s->head.node == NODE_OVER || __builtin_popcount(s->closed) >= 2 || s->sheet[seat].misthrows >= MISTHROWS;
}

/* The value at a roll that comes `wait` turns before the seat's own. */
static double later(const Solution *it, const Qwixx *s, int seat, int wait) {
    int points[SEATS_MAX];
    qwixx_game.scores(&s->head, points);
    if (over(s, seat)) return points[seat];
    Codes at = codes_of(it->map, s, seat);
    return points[seat] + qwixx_to_come(it, at.row, s->sheet[seat].misthrows, wait);
}

/* The seat's cross, and no other's. */
static void cross(Qwixx *s, int seat, Move m) {
    unsigned closed = qwixx_cross(&s->sheet[seat], m);
    s->closed |= (uint8_t)closed;
    if (closed) s->die[row_of(m)] = 0;
}

/* The value after a move in one's own colour step. */
static double after_colour(const Solution *it, const Qwixx *s, int seat, Move m) {
    Qwixx then = *s;
    cross(&then, seat, m);
    if (m == MOVE_PASS && !then.crossed) then.sheet[seat].misthrows++;
    return later(it, &then, seat, it->seats - 1);
}

/* The value after a move in the white step: in one's own turn by the best colour step. */
static double after_white(const Solution *it, const Qwixx *s, int seat, Move m) {
    Qwixx then = *s;
    cross(&then, seat, m);
    if (seat != s->head.active) return later(it, &then, seat, wait_of(s, seat) - 1);
    if (over(&then, seat)) return later(it, &then, seat, 0);
    then.crossed = m != MOVE_PASS;
    then.head.phase = COLOUR;
    Move move[MOVES_MAX];
    double best = NEVER;
    int n = qwixx_game.legal(&then.head, seat, move);
    for (int i = 0; i < n; i++) {
        double v = after_colour(it, &then, seat, move[i]);
        if (v > best) best = v;
    }
    return best;
}

static int best(const Solution *it, const State *head, int seat, Move *move, double *value) {
    const Qwixx *s = (const Qwixx *)head;
    int n = qwixx_game.legal(head, seat, move);
    for (int i = 0; i < n; i++) value[i] = (head->phase == WHITE ? after_white : after_colour)(it, s, seat, move[i]);
    return n;
}

static double value(const Solution *it, const State *head, int seat) {
    const Qwixx *s = (const Qwixx *)head;
    if (head->node != NODE_MOVE) return later(it, s, seat, wait_of(s, seat));
    if (!state_moves(head, seat)) return later(it, s, seat, wait_of(s, seat) - 1); /* another's colour step */
    Move move[MOVES_MAX];
    double by_move[MOVES_MAX], top = NEVER;
    int n = best(it, head, seat, move, by_move);
    for (int i = 0; i < n; i++)
        if (by_move[i] > top) top = by_move[i];
    return top;
}

const Solver qwixx_solver = {
    .game = &qwixx_game,
    .version = 1,
    .max_seats = SEATS,
    .map_size = sizeof(QwixxMap),
    .open = open,
    .count = count,
    .layers = layers,
    .items = items,
    .states = states,
    .run = run,
    .value = value,
    .best = best,
};
