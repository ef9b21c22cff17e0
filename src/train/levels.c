/* levels.c: see levels.h. From expert downwards, each level's haze is found by halving: the thicker it is, the more
 * often the level above wins. The first steps, which are far from the aim, need few games. Always the same games, so
 * the same file gives the same levels. */
#include "train/levels.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/weights_file.h"
#include "bots/mind.h"
#include "host/draft.h"

enum { EXPERT = -1, GAMES = 600, STEPS = 7, ROUGH = 4, ROUGHLY = 6 };

static const double apart = 200;                    /* Elo */
static const double thinnest = 0.01, thickest = 20; /* haze, in spreads */

static Move choose(Mind *m, int level, const State *view, int seat, Rng *rng) {
    return level == EXPERT ? mind_choose(m, view, seat, NULL) : mind_choose_dimly(m, (Dim)level, view, seat, rng);
}

/* What the seat has of a game: 1, 1/2 or 0. */
static double one_game(Mind *m, const int *level, int seat, uint64_t number) {
    const Game *g = m->game;
    AnyState s, view;
    int points[SEATS_MAX];
    Rng dice = rng_stream(41, number), rng = rng_stream(42, number);
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
            joint[i] = choose(m, level[i], &view.head, i, &rng);
        }
        g->play(&s.head, joint);
    }
    g->scores(&s.head, points);
    int ahead = points[seat] - points[1 - seat];
    return ahead > 0 ? 1 : ahead == 0 ? 0.5 : 0;
}

/* The share of the level above, the seats exchanged in every other game. */
static double share_above(Mind *m, int level, int played) {
    double sum = 0;
    for (int i = 0; i < played; i++) {
        int place = i & 1, by_seat[2];
        by_seat[place] = level - 1;
        by_seat[1 - place] = level;
        sum += one_game(m, by_seat, place, (uint64_t)i / 2);
    }
    return sum / played;
}

/* Sets the haze with which this level is as far below the next as it should be. */
static void find_haze(Mind *m, int level, int played) {
    double low = log(thinnest), high = log(thickest), want = 1 / (1 + pow(10, -apart / 400)), share = 0;
    for (int step = 0; step < STEPS; step++) {
        double middle = (low + high) / 2;
        m->weights.scales.haze[level] = (float)exp(middle);
        share = share_above(m, level, step < ROUGH ? (played + ROUGHLY - 1) / ROUGHLY : played);
        *(share < want ? &low : &high) = middle;
    }
    static const char *const name[] = {"hard", "normal", "easy"};
    printf("%s %s: haze %.3f, the level above has %.1f %% of %d games\n", m->game->name, name[level],
           (double)m->weights.scales.haze[level], 100 * share, played);
    fflush(stdout);
}

static int complain(const char *path, const char *why) {
    fprintf(stderr, "penna-train: %s: %s\n", path, why);
    return 2;
}

/* Writes the file anew with these scales; the nets stay. */
static bool write_scales(const char *path, const Mind *m, const uint8_t *bytes, size_t size) {
    Draft draft;
    uint8_t *copy = malloc(size);
    if (!copy) return false;
    memcpy(copy, bytes, size);
    weights_seal(m->game, m->features, &m->weights.scales, copy);
    bool good = draft_begin(&draft, path) && draft_add(&draft, copy, size) && draft_end(&draft, true);
    free(copy);
    return good;
}

int levels_main(int argc, char **argv) {
    static Mind mind;
    char own[256];
    const Game *g = argc > 0 ? game_find(argv[0]) : NULL;
    int played = argc > 2 ? atoi(argv[2]) : GAMES;
    const char *why;
    size_t size;
    if (!g || !g->features || played < 2) {
        fprintf(stderr, "penna-train: a game with features is needed, and two games or more\n");
        return 2;
    }
    snprintf(own, sizeof own, "data/%s.weights", g->name);
    const char *path = argc > 1 ? argv[1] : own;
    const uint8_t *bytes = weights_file_take(path, g, &size, &why);
    if (!bytes || !mind_start(&mind, g, bytes, size, &why)) return complain(path, why);
    for (int level = 0; level < WEIGHTS_LEVELS; level++) find_haze(&mind, level, played);
    bool good = write_scales(path, &mind, bytes, size);
    int error = errno;
    weights_file_give(bytes);
    return good ? 0 : complain(path, strerror(error));
}
