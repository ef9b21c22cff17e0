/* bout.c: see bout.h. */
#include "train/bout.h"

#include <string.h>

/* Dice and lots from streams of their own: a bot that draws lots must not change what falls, or two bots would not be
 * compared on the same dice. */
double bout_play(const Game *g, BoutChoice *choose, void *context, uint64_t key, uint64_t number) {
    AnyState s, view;
    int points[SEATS_MAX];
    Rng dice = rng_stream(key, number), lots = rng_stream(key + 1, number);
    game_start(g, &s.head, 2);
    while (s.head.node != NODE_OVER) {
        if (s.head.node == NODE_CHANCE) {
            g->chance(&s.head, game_roll(g, &s.head, &dice));
            continue;
        }
        Move joint[SEATS_MAX] = {0};
        for (int i = 0; i < 2; i++) {
            if (!state_moves(&s.head, i)) continue;
            memcpy(&view, &s, g->size);
            game_hide(g, &view.head, i);
            joint[i] = choose(context, &view.head, i, &lots);
        }
        g->play(&s.head, joint);
    }
    g->scores(&s.head, points);
    return points[0] > points[1] ? 1 : points[0] == points[1] ? 0.5 : 0;
}
