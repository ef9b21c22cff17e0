/* signature.c [FILE]: one number for the behaviour of all rules: a hash of the bytes of every state in fixed random
 * games, for each game and seat count. Any change of any rule changes it, and every compiler must come to the same.
 * Without an argument it is printed (`make golden` keeps it in tests/signature.txt), with one compared to the file.
 *
 * The same games are then played by game_play_out(), which must come to the same end. Bytes of a state are those of
 * the machine, so the signature is that of little-endian machines. */
#include <stdio.h>
#include <string.h>

#include "base/game.h"

enum { GAMES = 200 };

static uint64_t add(uint64_t hash, const void *bytes, size_t length) {
    const unsigned char *at = bytes;
    for (size_t i = 0; i < length; i++) hash = (hash ^ at[i]) * 0x100000001B3u;
    return rng_mix(hash);
}

/* One step as game_play_out() takes it. */
static void step(const Game *g, State *s, Rng *rng) {
    Move joint[SEATS_MAX] = {0}, legal[MOVES_MAX];
    if (s->node == NODE_CHANCE) {
        g->chance(s, game_roll(g, s, rng));
        return;
    }
    for (int seat = 0; seat < s->seats; seat++)
        if (state_moves(s, seat)) joint[seat] = legal[rng_below(rng, (uint32_t)g->legal(s, seat, legal))];
    g->play(s, joint);
}

/* Adds a random game; false if game_play_out() plays it otherwise. */
static bool add_game(const Game *g, int seats, int number, uint64_t *hash) {
    AnyState s = {0}, played;
    int option[OPTIONS_MAX] = {0}, points[SEATS_MAX];
    Rng rng = rng_stream(777, (uint64_t)number), same = rng;
    for (int i = 0; i < game_option_count(g); i++) {
        int values = 0;
        while (g->options[i].values && g->options[i].values[values]) values++;
        option[i] = values ? number % values : 0;
    }
    g->start(&s.head, seats, option);
    played = s;
    while (s.head.node != NODE_OVER) {
        *hash = add(*hash, &s, g->size);
        step(g, &s.head, &rng);
    }
    *hash = add(*hash, &s, g->size);
    g->scores(&s.head, points);
    for (int i = 0; i < seats; i++) *hash = rng_mix(*hash + (uint64_t)(points[i] + 1000));
    game_play_out(g, &played.head, &same);
    return memcmp(&s, &played, g->size) == 0 && memcmp(&rng, &same, sizeof rng) == 0;
}

/* Writes all signatures into out; the number of games that went wrong. */
static int sign(FILE *out) {
    uint64_t all = 0;
    int wrong = 0;
    for (const Game *const *g = games; *g; g++)
        for (int seats = (*g)->min_seats; seats <= (*g)->max_seats; seats++) {
            uint64_t hash = 0xCBF29CE484222325u;
            for (int i = 0; i < GAMES; i++) {
                if (add_game(*g, seats, i, &hash)) continue;
                fprintf(stderr, "%s, %d seats, game %d: game_play_out() plays it otherwise\n", (*g)->name, seats, i);
                wrong++;
            }
            fprintf(out, "%s %d %016llx\n", (*g)->name, seats, (unsigned long long)hash);
            all = rng_mix(all ^ hash);
        }
    fprintf(out, "all %016llx\n", (unsigned long long)all);
    return wrong;
}

/* Compares line by line and says what differs. */
static int compare(FILE *kept, FILE *now) {
    char a[200], b[200];
    int differ = 0;
    for (;;) {
        bool more_a = fgets(a, sizeof a, kept), more_b = fgets(b, sizeof b, now);
        if (!more_a && !more_b) return differ;
        if (more_a && more_b && strcmp(a, b) == 0) continue;
        fprintf(stderr, "expected %sfound    %s", more_a ? a : "nothing\n", more_b ? b : "nothing\n");
        differ++;
    }
}

int main(int argc, char **argv) {
    if (argc < 2) return sign(stdout) > 0;
    FILE *kept = fopen(argv[1], "r"), *now = tmpfile();
    if (!kept || !now) {
        perror(argv[1]);
        return 2;
    }
    int wrong = sign(now);
    rewind(now);
    int differ = compare(kept, now);
    if (differ) fputs("The rules play otherwise. If that is meant, run `make golden` and say why.\n", stderr);
    fclose(kept);
    fclose(now);
    return wrong + differ > 0;
}
