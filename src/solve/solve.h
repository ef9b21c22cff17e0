/* solve.h: exact values of games, and the one interface behind which every solver stands.
 *
 * A solver computes, for every position that one seat can be in, the points that seat will have in the end
 * if it plays as well as possible. The answer is a flat array of doubles, its table. The table is computed
 * layer by layer: a layer needs only layers before it, and the items of one layer do not need one another,
 * so the caller may share a layer's items between as many threads as it likes. Whoever computes owns the
 * threads, the clock, the files and the memory; a solver is pure arithmetic:
 *
 *     Solution it = {.solver = &qwixx_solver, .seats = 1, .map = room_for_the_map};
 *     solve_open(&it);
 *     it.value = as many zeroed doubles as it.solver->count(&it) says;
 *     for (int layer = 0; layer < it.solver->layers(&it); layer++)
 *         it.solver->run(&it, layer, 0, it.solver->items(&it, layer));     -- or in parts, on threads
 *
 * A table whose first k layers are done can be put away and taken up again at layer k (arena/solved.h keeps
 * them in files). The same table always holds the same bits, however the work was shared.
 *
 * Where a game is too large for that, a solver may still prove what no way of playing can beat: it solves an easier
 * game, by the same layers, and instead of value() and best() it has upper(). What it computes is not kept in files.
 * A lower bound may be had by relax(), which is told all dice of a game: but only as the mean of as many games as one
 * rolls, so with an error bar, where upper() has none.
 *
 * With more than one seat a value is *friendly*: the other seats' turns supply what they offer to everyone
 * (in Qwixx the sum of the white dice), but the other seats never do anything. For one seat alone this is
 * the game itself, and the values are exact. */
#ifndef PENNA_SOLVE_SOLVE_H
#define PENNA_SOLVE_SOLVE_H

#include "base/game.h"
#include "base/rng.h"

typedef struct Solver Solver;

/* A table and what is needed to read it. */
typedef struct Solution {
    const Solver *solver;
    int seats;
    void *map;     /* solver->map_size bytes, filled by solve_open() */
    double *value; /* the table: solver->count(it) doubles, all 0 before the first layer */
} Solution;

struct Solver {
    const Game *game;
    uint32_t version; /* of the table: grows when the meaning of its numbers changes */
    int max_seats;
    size_t map_size;                     /* bytes of the map: what is worked out once from the rules */
    void (*open)(void *map);             /* works it out */
    size_t (*count)(const Solution *it); /* doubles in the table; asks only seats and map */
    int (*layers)(const Solution *it);
    uint32_t (*items)(const Solution *it, int layer);
    uint64_t (*states)(const Solution *it, int layer); /* positions valued in a layer */

    /* Computes the items from <= i < to of a layer, all layers before it being done. */
    void (*run)(const Solution *it, int layer, uint32_t from, uint32_t to);

    /* Below, the table is complete; s is a state of the game with it->seats seats, or a view. */

    /* The points the seat will have on average in the end. At a decision that is its own: by its best move. */
    double (*value)(const Solution *it, const State *s, int seat);

    /* Where the seat decides: its legal moves, ascending, and the value after each. Returns how many. */
    int (*best)(const Solution *it, const State *s, int seat, Move *move, double *value);

    int rows;                                         /* rows valued on their own; 0: the game has none such */
    double (*row_value)(const Solution *it, int row); /* from its start to its end */

    /* Of a bound, instead of all these: the mean of the seat's points in the end is not above this, however it plays.
     */
    double (*upper)(const Solution *it);
    const char *proof; /* message id: why, in a few words */

    /* Where games with known dice lower it; NULL: they do not, or were not tried. relax_open() fills relax_size bytes,
     * and relax() rolls a game in them: the mean over the dice of what that returns is a bound, too. */
    size_t relax_size;
    void (*relax_open)(const Solution *it, void *room);
    double (*relax)(void *room, Rng *rng);
};

extern const Solver qwixx_solver;
extern const Solver twentyone_solver;
extern const Solver qwinto_bound;
extern const Solver qwinto_cards_bound;
extern const Solver qwantum_bound;

/* The solvers that value every position, and those that only bound; NULL-terminated. */
extern const Solver *const solvers[];
extern const Solver *const bounds[];

/* The solver of that game that values every position, or the one that bounds it, or NULL. */
const Solver *solve_find(const Game *g);
const Solver *bound_find(const Game *g);

/* Fills the map. */
void solve_open(const Solution *it);

/* Positions valued in all layers, or in those before `layer`. */
uint64_t solve_states(const Solution *it);
uint64_t solve_states_before(const Solution *it, int layer);

/* Runs all layers, from `layer` on, in this thread. */
void solve_run(const Solution *it, int layer);

/* The value of each seat at the start of the game. */
void solve_values(const Solution *it, double *by_seat);

#endif
