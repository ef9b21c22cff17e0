/* message.c: fuzzes what strangers send to the server: WebSocket messages and the bodies of requests. Whatever is
 * accepted must be in range, and a choice read at a glance must be what the reader of any JSON finds in it. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "server/message.h"
#include "server/table.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(int condition) {
    if (!condition) abort();
}

static bool same(const Message *a, const Message *b) {
    return a->type == b->type && a->id == b->id && a->seat == b->seat && a->node == b->node && a->to == b->to &&
           a->take == b->take && a->player == b->player && a->round == b->round && strcmp(a->move, b->move) == 0 &&
           strcmp(a->token, b->token) == 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *text = (const char *)data;
    Message m, any;
    NewTable t;
    Join j;
    Mine own;
    NewEvening evening;
    DailyBody daily;
    char *copy = malloc(size + 1); /* messages end with a NUL (network.h) */
    must(copy != NULL);
    memcpy(copy, text, size);
    copy[size] = '\0';
    text = copy;
    Wrong wrong = message_parse(text, size, &m);
    must(wrong == message_parse_any(text, size, &any) && same(&m, &any));
    if (wrong == WRONG_NOTHING) {
        must(m.id >= 0 && m.type < MESSAGES && m.seat < SEATS_MAX && m.node <= NODES_MAX && m.to <= NODES_MAX);
        must(strlen(m.move) < TOKEN_MAX && (m.token[0] == '\0' || token_ok(m.token, strlen(m.token))));
    }
    if (new_table_parse(text, size, &t) == WRONG_NOTHING) {
        must(t.game != NULL && t.seats >= t.game->min_seats && t.seats <= t.game->max_seats);
        for (int i = 0; i < t.seats; i++)
            must(t.seat[i].kind == SEAT_OPEN || name_ok(t.seat[i].name, strlen(t.seat[i].name)));
    }
    if (join_parse(text, size, &j) == WRONG_NOTHING) must(name_ok(j.name, strlen(j.name)) && j.seat < SEATS_MAX);
    if (mine_parse(text, size, &own) == WRONG_NOTHING) must(own.count <= MINE_MAX);
    if (new_evening_parse(text, size, &evening) == WRONG_NOTHING)
        must(evening.games > 0 && evening.games <= EVENING_GAMES && evening.rounds > 0 && evening.seats <= SEATS_MAX &&
             name_ok(evening.title, strlen(evening.title)));
    for (int record = 0; record < 2; record++) {
        bool good = daily_parse(text, size, record, &daily) == WRONG_NOTHING;
        if (good) must(name_ok(daily.name, strlen(daily.name)) && (daily.record != NULL) == record);
        daily_body_free(&daily);
    }
    free(copy);
    return 0;
}
