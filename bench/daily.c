/* daily.c: how long it takes to check what is handed in: games of the daily, replayed, verified and counted.
 *
 * usage: daily [RECORDS [alone]]      of each game, random ones, alone and against the bot; and as many whose first
 * roll is another one, or in which another bot plays. The seconds are the processor's. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/roster.h"
#include "host/clock.h"
#include "match/dice.h"
#include "match/record.h"
#include "server/daily.h"

static const char date[] = "2026-11-18";

enum { KINDS = 2 };
static const char *const kinds[KINDS] = {"alone", "bot"};

/* A game with the dice of the date, as a record, by lots; `bot` has the second seat, if there is one. In `bad` the
 * first roll is another one, or the bot. */
static void play(const Game *g, Rng *rng, Bot *bot, bool bad, Buffer *out) {
    char words[100];
    uint8_t hash[64];
    int option[OPTIONS_MAX] = {0};
    int seats = bot ? 2 : 1, rolls = 0;
    Match *m = match_new(g, seats, option);
    int n = snprintf(words, sizeof words, "penna daily 1 open\n%s\n%s\n%s\n", date, g->name, kinds[seats - 1]);
    crypto_hash_sha512(hash, (const uint8_t *)words, (unsigned long long)n);
    if (!m || !match_seat(m, 0, "human", "Ann")) exit(1);
    while (match_state(m)->node != NODE_OVER) {
        const State *s = match_state(m);
        Move legal[MOVES_MAX];
        if (s->node == NODE_CHANCE) {
            uint32_t outcome = fair_outcome(g, s, hash, dice_ordinal(m));
            bool change = bad && !bot && ++rolls == 1;
            match_chance(m, match_node(m), change ? (outcome + 1) % g->outcomes(s) : outcome);
            continue;
        }
        int node = match_node(m), movers = s->movers;
        for (int seat = 0; seat < seats; seat++) {
            AnyState view;
            if (!(movers >> seat & 1)) continue;
            match_view(m, seat, &view);
            int count = g->legal(match_state(m), seat, legal);
            Move lot = legal[rng_below(rng, (uint32_t)count)];
            match_submit(m, seat, node, seat == 1 && !bad ? bot->kind->choose(bot, &view.head, seat, rng) : lot);
        }
    }
    record_write(m, RECORD_FULL, true, out);
    match_free(m);
}

/* Seconds for all of them; how many were as they should be. */
static double check_all(const Game *g, Bot *bot, const Buffer *record, int count, Wrong wanted, int *good) {
    const char *kind = kinds[bot != NULL];
    double begin = clock_worked();
    int points[SEATS_MAX];
    *good = 0;
    for (int i = 0; i < count; i++) {
        Buffer played = {0};
        Wrong wrong = daily_replay(date, g->name, kind, record[i].bytes, record[i].length - 1, points, &played);
        if (!wrong && bot) wrong = bots_check(bot, 1, played.bytes);
        buffer_free(&played);
        *good += wrong == wanted;
    }
    return clock_worked() - begin;
}

/* Plays as many records of a kind and checks them; false: some were not judged as they should be. */
static bool measure(const Game *g, int kind, bool bad, Buffer *record, int records) {
    Rng rng = rng_stream(15, (uint64_t)bad);
    size_t bytes = 0;
    int good;
    const char *why;
    Bot *bot = kind ? roster_bot("expert", g, (Budget){0}, &why) : NULL;
    for (int i = 0; i < records; i++) {
        play(g, &rng, bot, bad, &record[i]);
        bytes += record[i].length;
        buffer_add(&record[i], "", 1);
    }
    Wrong wanted = !bad ? WRONG_NOTHING : kind ? WRONG_BOT_MOVE : WRONG_DICE;
    double seconds = check_all(g, bot, record, records, wanted, &good);
    roster_free(bot);
    printf("%-14s %-6s %9d %12.3f %12.4f %10zu%s\n", g->name, kinds[kind], records, seconds, 1000 * seconds / records,
           bytes / (size_t)records, bad ? "  refused" : "");
    for (int i = 0; i < records; i++) buffer_free(&record[i]);
    return good == records;
}

int main(int count, char **words) {
    int records = count > 1 ? atoi(words[1]) : 10000, wrong = 0;
    Buffer *record = calloc((size_t)records, sizeof *record);
    if (!record || records < 1 || sodium_init() < 0) return 2;
    printf("%-14s %-6s %9s %12s %12s %10s\n", "game", "kind", "records", "s", "ms a record", "bytes");
    for (const Game *const *g = games; *g; g++)
        for (int kind = 0; kind < (count > 2 ? 1 : KINDS); kind++)
            for (int bad = 0; bad < 2; bad++) wrong += !measure(*g, kind, bad, record, records);
    free(record);
    if (wrong) fprintf(stderr, "FAIL: %d times a record was not judged as it should be\n", wrong);
    return wrong ? 1 : 0;
}
