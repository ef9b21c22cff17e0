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
#include "train/bout.h"

enum { EXPERT = -1, GAMES = 600, STEPS = 7, ROUGH = 4, ROUGHLY = 6, KEY = 41 };

static const double apart = 200;                    /* Elo */
static const double thinnest = 0.01, thickest = 20; /* haze, in spreads */

/* Two levels at a table, who think with one mind. */
typedef struct LevelPair {
    Mind *mind;
    int level[2]; /* by seat */
} LevelPair;

static Move choose(void *context, const State *view, int seat, Rng *rng) {
    const LevelPair *pair = context;
    int level = pair->level[seat];
    return level == EXPERT ? mind_choose(pair->mind, view, seat, NULL)
                           : mind_choose_dimly(pair->mind, (Dim)level, view, seat, rng);
}

/* The share of the level above, the seats exchanged in every other game. */
static double share_above(Mind *m, int level, int played) {
    double sum = 0;
    for (int i = 0; i < played; i++) {
        LevelPair pair = {.mind = m, .level = {level - 1, level}};
        bool exchanged = i & 1;
        if (exchanged) pair = (LevelPair){.mind = m, .level = {level, level - 1}};
        double share = bout_play(m->game, choose, &pair, KEY, (uint64_t)i / 2);
        sum += exchanged ? 1 - share : share;
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

/* Writes into the file that it read: the haze of the levels belongs to these very weights. */
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
