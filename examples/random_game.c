/* random_game.c: plays a random game through the public header of libpenna, and prints its record and the points.
 *
 *     cc random_game.c $(pkg-config --cflags --libs penna) -o random_game
 *     ./random_game qwixx 3 7        # game, seats, seed */
#include <penna.h>
#include <stdio.h>
#include <stdlib.h>

/* Lets every seat that decides choose at random, each from its own view. */
static PennaResult choose_all(PennaMatch *match, PennaRng *rng) {
    const PennaGame *game = penna_match_game(match);
    PennaState state, view;
    PennaMove legal[PENNA_MOVES_MAX];
    int seat, node = penna_match_node(match);
    penna_match_state(match, &state);
    for (seat = 0; seat < penna_seats(&state); seat++) {
        PennaResult result;
        int n;
        if (!(penna_movers(&state) >> seat & 1)) continue;
        penna_match_view(match, seat, &view);
        n = penna_legal(game, &view, seat, legal);
        result = penna_match_submit(match, seat, node, legal[penna_rng_below(rng, (uint32_t)n)]);
        if (result != PENNA_OK) return result;
    }
    return PENNA_OK;
}

static PennaResult play(PennaMatch *match, PennaRng *rng, PennaState *state) {
    PennaResult result = PENNA_OK;
    while (result == PENNA_OK) {
        penna_match_state(match, state);
        if (penna_node(state) == PENNA_OVER) break;
        if (penna_node(state) == PENNA_CHANCE)
            result =
                penna_match_chance(match, penna_match_node(match), penna_roll(penna_match_game(match), state, rng));
        else
            result = choose_all(match, rng);
    }
    return result;
}

static void print_scores(const PennaGame *game, const PennaState *state) {
    int points[PENNA_SEATS_MAX], rank[PENNA_SEATS_MAX], seat;
    penna_scores(game, state, points);
    penna_ranks(points, penna_seats(state), rank);
    for (seat = 0; seat < penna_seats(state); seat++)
        printf("# seat %d: %d points, rank %d\n", seat, points[seat], rank[seat]);
}

int main(int argc, char **argv) {
    const PennaGame *game = argc > 1 ? penna_game_find(argv[1]) : penna_game(0);
    int seats = argc > 2 ? atoi(argv[2]) : 2;
    PennaRng rng = penna_rng_stream(argc > 3 ? strtoull(argv[3], NULL, 10) : 1, 0);
    const char *why = "there is no such game";
    PennaMatch *match = game ? penna_match_new(game, seats, NULL, &why) : NULL;
    PennaState state;
    char *record;
    if (!match) {
        fprintf(stderr, "random_game: %s\n", why);
        return 2;
    }
    if (play(match, &rng, &state) != PENNA_OK || !(record = penna_match_record(match, PENNA_RECORD_FULL))) {
        fprintf(stderr, "random_game: out of memory\n");
        penna_match_free(match);
        return 1;
    }
    fputs(record, stdout);
    print_scores(game, &state);
    penna_free(record);
    penna_match_free(match);
    return 0;
}
