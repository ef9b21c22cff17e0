/* court.c: the game that the strongest bot plays with the dice of a key, as the server's judge plays it for the daily
 * (server/judge.h), as a record: for who has the same game played elsewhere and compares (tests/browser/daily.mjs).
 *
 * usage: server-court GAME SEATS KEY */
#include <stdio.h>
#include <stdlib.h>

#include "match/fair.h"
#include "match/record.h"
#include "server/judge.h"

int main(int count, char **words) {
    const Game *g = count == 4 ? game_find(words[1]) : NULL;
    int seats = count == 4 ? atoi(words[2]) : 0;
    uint8_t key[CIPHER_KEY];
    atomic_bool never = false;
    bool exact;
    Buffer out = {0};
    if (!g || seats < g->min_seats || seats > g->max_seats || !fair_get_hex(words[3], key)) {
        fprintf(stderr, "usage: server-court GAME SEATS KEY\n");
        return 2;
    }
    Match *m = court_game(g, seats, key, &never, &exact);
    if (!m) return 1;
    record_write(m, RECORD_FULL, true, &out);
    fwrite(out.bytes, 1, out.length, stdout);
    if (exact) puts("# exact");
    buffer_free(&out);
    match_free(m);
    return 0;
}
