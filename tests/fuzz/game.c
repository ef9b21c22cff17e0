/* game.c: whole games, each outcome and each move chosen by bytes, with the laws of texts and views on the way. */
#include "fuzz.h"

static void round_trip(const Game *g, const AnyState *s) {
    char text[POSITION_MAX];
    Text out = text_in(text, sizeof text);
    const char *why = "";
    AnyState back;
    game_put_state(g, &s->head, &out);
    fuzz_must(!out.full && game_get_state_of(g, text, &back, &why), why, text);
    fuzz_must(memcmp(&back, s, g->size) == 0, "a state's text comes back to the same bytes", text);
}

static void views(const Game *g, const AnyState *s, Rng *rng) {
    for (int viewer = -1; viewer < s->head.seats; viewer++) {
        AnyState view = *s, guess;
        game_hide(g, &view.head, viewer);
        round_trip(g, &view);
        guess = view;
        game_guess(g, &guess.head, rng);
        round_trip(g, &guess);
        game_hide(g, &guess.head, viewer);
        fuzz_must(memcmp(&guess, &view, g->size) == 0, "hide(guess(view)) is the view", g->name);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Bytes b = {.at = data, .left = size};
    AnyState s;
    const Game *g = fuzz_start(&b, &s);
    Rng rng = rng_stream(size, 1);
    for (int nodes = 0; s.head.node != NODE_OVER; nodes++) {
        fuzz_must(nodes < g->nodes_max, "games end within the bound", g->name);
        if ((nodes + (int)size) % 5 == 0) round_trip(g, &s);
        if ((nodes + (int)size) % 35 == 0) views(g, &s, &rng);
        fuzz_step(g, &s, &b);
    }
    round_trip(g, &s);
    int points[SEATS_MAX];
    g->scores(&s.head, points);
    for (int seat = 0; seat < s.head.seats; seat++)
        fuzz_must(points[seat] >= g->score_min && points[seat] <= g->score_max, "scores stay within the limits",
                  g->name);
    return 0;
}
