/* daily.c: how long it takes to check what is handed in: games of the daily, replayed, verified and counted.
 *
 * usage: daily [RECORDS]      of each game, random ones; and as many whose first roll is another one */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/clock.h"
#include "match/dice.h"
#include "match/record.h"
#include "server/daily.h"

static const char date[] = "2026-11-18";

/* A random game with the dice of the date, as a record; in `bad` its first roll is another one. */
static void play(const Game *g, Rng *rng, bool bad, Buffer *out) {
    char words[100];
    uint8_t hash[64];
    int option[OPTIONS_MAX] = {0};
    Match *m = match_new(g, 1, option);
    int n = snprintf(words, sizeof words, "penna daily 1 open\n%s\n%s\nalone\n", date, g->name), rolls = 0;
    crypto_hash_sha512(hash, (const uint8_t *)words, (unsigned long long)n);
    if (!m || !match_seat(m, 0, "human", "Ann")) exit(1);
    while (match_state(m)->node != NODE_OVER) {
        const State *s = match_state(m);
        Move legal[MOVES_MAX];
        if (s->node == NODE_CHANCE) {
            uint32_t outcome = fair_outcome(g, s, hash, dice_ordinal(m));
            bool change = bad && ++rolls == 1;
            match_chance(m, match_node(m), change ? (outcome + 1) % g->outcomes(s) : outcome);
        } else {
            int count = g->legal(s, 0, legal);
            match_submit(m, 0, match_node(m), legal[rng_below(rng, (uint32_t)count)]);
        }
    }
    record_write(m, RECORD_FULL, true, out);
    match_free(m);
}

/* Seconds for all of them; how many were as they should be. */
static double check_all(const Game *g, const Buffer *record, int count, Wrong wanted, int *good) {
    double begin = clock_now();
    int points;
    *good = 0;
    for (int i = 0; i < count; i++)
        *good += daily_replay(date, g->name, record[i].bytes, record[i].length, &points) == wanted;
    return clock_now() - begin;
}

int main(int count, char **words) {
    int records = count > 1 ? atoi(words[1]) : 10000, wrong = 0;
    Buffer *record = calloc((size_t)records, sizeof *record);
    if (!record || records < 1 || sodium_init() < 0) return 2;
    printf("%-14s %9s %12s %12s %10s\n", "game", "records", "s", "ms a record", "bytes");
    for (const Game *const *g = games; *g; g++)
        for (int bad = 0; bad < 2; bad++) {
            Rng rng = rng_stream(15, (uint64_t)bad);
            size_t bytes = 0;
            int good;
            for (int i = 0; i < records; i++) {
                play(*g, &rng, bad, &record[i]);
                bytes += record[i].length;
            }
            double seconds = check_all(*g, record, records, bad ? WRONG_DICE : WRONG_NOTHING, &good);
            printf("%-14s %9d %12.3f %12.4f %10zu%s\n", (*g)->name, records, seconds, 1000 * seconds / records,
                   bytes / (size_t)records, bad ? "  refused" : "");
            wrong += good != records;
            for (int i = 0; i < records; i++) buffer_free(&record[i]);
        }
    free(record);
    if (wrong) fprintf(stderr, "FAIL: %d times a record was not judged as it should be\n", wrong);
    return wrong ? 1 : 0;
}
