/* bound_cards.c: what no way of playing Qwinto cards alone can beat. A simple bound: no sheet scores more
 * (qwinto_sheet.c shows why), whatever is laid. There is no easier game to solve, and so no layer.
 *
 * Nothing better is claimed, because a seat has far more say than with dice: it chooses among three cards and four
 * places, and two sixes that lie side by side with a free corner serve turn after turn. */
#include "games/qwinto_cards.h"
#include "solve/solve.h"

static void open_map(void *map) { (void)map; }

static size_t count(const Solution *it) {
    (void)it;
    return 1;
}

static int layers(const Solution *it) {
    (void)it;
    return 0;
}

static uint32_t items(const Solution *it, int layer) {
    (void)it, (void)layer;
    return 0;
}

static uint64_t states(const Solution *it, int layer) {
    (void)it, (void)layer;
    return 0;
}

static void run(const Solution *it, int layer, uint32_t from, uint32_t to) {
    (void)it, (void)layer, (void)from, (void)to;
}

static double upper(const Solution *it) { return it->solver->game->score_max; }

const Solver qwinto_cards_bound = {
    .game = &qwinto_cards_game,
    .version = 1,
    .max_seats = 1,
    .map_size = 1,
    .open = open_map,
    .count = count,
    .layers = layers,
    .items = items,
    .states = states,
    .run = run,
    .upper = upper,
    .proof = N_("no sheet scores more"),
};
