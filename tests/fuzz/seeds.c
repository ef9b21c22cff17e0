/* seeds.c FOLDER: writes what the fuzz targets begin with, into FOLDER/record, state, move, game, message, events, head
 * and frame: records of random games, full, cut and as one seat sees them; positions and views on the way; and bytes
 * that play games. */
#include <sys/stat.h>

#include "fuzz.h"
#include "match/record.h"

static const char *folder;
static int written;

static void save(const char *target, const void *bytes, size_t length) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, target);
    mkdir(path, 0777);
    snprintf(path, sizeof path, "%s/%s/%d", folder, target, written++);
    FILE *out = fopen(path, "wb");
    if (!out || fwrite(bytes, 1, length, out) != length || fclose(out) != 0) {
        perror(path);
        exit(2);
    }
}

static void save_record(const Match *m, int viewer, bool counted) {
    Buffer text = {0};
    record_write(m, viewer, counted, &text);
    save("record", text.bytes, text.length);
    buffer_free(&text);
}

static void save_state(const Game *g, const State *s) {
    char text[POSITION_MAX];
    Text out = text_in(text, sizeof text);
    game_put_state(g, s, &out);
    save("state", text, strlen(text));
}

static void save_views(const Match *m) {
    const Game *g = match_game(m);
    save_state(g, match_state(m));
    for (int viewer = -1; g->hide && viewer < 1; viewer++) {
        AnyState view;
        match_view(m, viewer, &view);
        save_state(g, &view.head);
    }
}

/* Bytes that lead into the game, and the text of a legal move or outcome there. */
static void save_move(int game, int seats, Rng *rng) {
    uint8_t bytes[64 + TOKEN_MAX];
    size_t n = 2 + rng_below(rng, 40);
    bytes[0] = (uint8_t)game;
    bytes[1] = (uint8_t)(seats - games[game]->min_seats);
    for (size_t i = 2; i < n; i++) bytes[i] = (uint8_t)rng_below(rng, 255);
    Bytes b = {.at = bytes, .left = n};
    AnyState s;
    const Game *g = fuzz_start(&b, &s);
    while (b.left > 0 && s.head.node != NODE_OVER) fuzz_step(g, &s, &b);
    char token[TOKEN_MAX] = "-";
    Text out = text_in(token, sizeof token);
    Move legal[MOVES_MAX];
    int seat = s.head.movers ? __builtin_ctz(s.head.movers) : 0, count = g->legal(&s.head, seat, legal);
    if (s.head.node == NODE_CHANCE) g->put_outcome(&s.head, game_roll(g, &s.head, rng), &out);
    if (count) g->put_move(&s.head, seat, legal[rng_below(rng, (uint32_t)count)], &out);
    bytes[n] = 0xFF;
    memcpy(bytes + n + 1, token, strlen(token));
    save("move", bytes, n + 1 + strlen(token));
}

static void save_game(int game, int seats, Rng *rng) {
    uint8_t bytes[600];
    bytes[0] = (uint8_t)game;
    bytes[1] = (uint8_t)(seats - games[game]->min_seats);
    for (size_t i = 2; i < sizeof bytes; i++) bytes[i] = (uint8_t)rng_below(rng, 256);
    save("game", bytes, sizeof bytes);
}

static void add_words(Buffer *out, const char *head, int seat, int node, const char *token) {
    char line[200];
    if (seat < 0)
        snprintf(line, sizeof line, "%s %d %s\n", head, node, token);
    else
        snprintf(line, sizeof line, "%s %d %d %s\n", head, seat, node, token);
    buffer_str(out, line);
}

/* The log of a table at which this match was played (server/table.h): one where things are taken back, or a `sealed`
 * one, of a day's dice or of an evening. */
static void save_events(const Match *m, bool sealed) {
    const Game *g = match_game(m);
    Buffer out = {0};
    AnyState s;
    char line[200];
    snprintf(line, sizeof line, "table %s %d server show\n", g->name, match_state(m)->seats);
    buffer_str(&out, line);
    for (int i = 0; i < match_state(m)->seats; i++) {
        snprintf(line, sizeof line, i ? "bot %d greedy Greedy %d\n" : "sit %d %064d Ann\n", i, i);
        buffer_str(&out, line);
    }
    if (sealed) buffer_str(&out, "sealed 1790000000\nbelongs tries/2026-11-18/qwixx/alone 0a1b\nof KMPXR\n");
    match_state_at(m, 0, &s);
    for (int node = 0; node < match_node(m) && out.length < 4000; node++) {
        const Event *e = match_event(m, node);
        char token[TOKEN_MAX];
        Text text = text_in(token, sizeof token);
        if (e->node == NODE_CHANCE) {
            g->put_outcome(&s.head, e->outcome, &text);
            add_words(&out, "roll", -1, node, token);
        }
        for (int seat = 0; seat < s.head.seats; seat++) {
            if (!(e->movers >> seat & 1)) continue;
            text = text_in(token, sizeof token);
            g->put_move(&s.head, seat, e->move[seat], &text);
            add_words(&out, "move", seat, node, token);
        }
        match_apply(g, &s.head, e);
        if (node == 9 && !sealed) buffer_str(&out, "ask 0 10 4\nleave 0\nreturn 0\nagain BBBBB\n");
    }
    if (sealed) buffer_str(&out, "reveal\n");
    save("events", out.bytes, out.length);
    buffer_free(&out);
}

/* The log of an evening (server/evening.h): people who come late and leave, a code that was taken, a round that is
 * stopped. */
static void save_evening(const Game *g, int seats) {
    Buffer out = {0};
    buffer_put(&out, "evening %064d 3 %d %s %s,%s Friday\n", 7, seats, seats % 2 || g->hide ? "server" : "manual",
               g->name, g->name);
    for (int i = 0; i < 2 * seats; i++) buffer_put(&out, "come %d %064d P%d\n", i, i, i);
    for (int round = 1; round <= 2; round++) {
        for (int table = 0; table < 2; table++) {
            buffer_put(&out, "lay %d BBBB%c", table, "BCDF"[2 * round + table - 2]);
            for (int i = 0; i < seats - 1; i++) buffer_put(&out, " %d", table * seats + i);
            buffer_str(&out, " -\n");
        }
        buffer_put(&out, "round %d\ncode 1 KMPX%c\nplay %d\ngone 0\nresult 0 1", round, "_BC"[round], round);
        for (int i = 0; i < seats; i++) buffer_put(&out, " %d", 40 - 23 * i);
        buffer_put(&out, "\nover %d\nback 0\n", round);
    }
    buffer_str(&out, "finish\nluck 1 0");
    for (int i = 0; i < seats; i++) buffer_put(&out, " %d", 1250 - 2300 * i);
    buffer_str(&out, "\n");
    save("events", out.bytes, out.length);
    buffer_free(&out);
}

#define HEX_32 "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef" /* 32 bytes */

static void save_messages(void) {
    static const char *const texts[] = {
        "{\"v\":1,\"type\":\"hello\",\"id\":1,\"table\":\"KMPXR\",\"token\":\"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\","
        "\"moves\":true}",
        "{\"v\":1,\"type\":\"submit\",\"id\":2,\"seat\":0,\"node\":12,\"move\":\"r9\"}",
        "{\"v\": 1, \"type\": \"submit\", \"seat\": 1, \"node\": 2, \"move\": \"-\", \"take\": 0, \"id\": 7}",
        "{\"v\":1,\"type\":\"undo\",\"id\":5,\"seat\":0,\"node\":14,\"to\":10}",
        "{\"v\":1,\"type\":\"agree\",\"id\":6,\"seat\":1,\"node\":14,\"yes\":true}",
        "{\"v\":1,\"type\":\"roll\",\"id\":4,\"node\":14,\"outcome\":\"36:1452\"}",
        "{\"v\":1,\"type\":\"start\",\"id\":10,\"bot\":\"greedy\"}",
        "{\"game\":\"qwixx\",\"options\":{\"lock\":\"at-once\"},\"seats\":[{\"kind\":\"human\",\"name\":\"Ann\"},{"
        "\"kind\":\"open\"},"
        "{\"kind\":\"bot:greedy\"}],\"dice\":\"server\",\"hide_scores\":false}",
        "{\"name\":\"Carla\",\"seat\":1,\"token\":\"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\"}",
        "{\"tokens\":[\"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\"]}",
        "{\"v\":1,\"type\":\"round\",\"id\":3,\"round\":1}",
        "{\"v\":1,\"type\":\"stop\",\"id\":3,\"round\":1}",
        "{\"v\":1,\"type\":\"finish\",\"id\":3}",
        "{\"v\":1,\"type\":\"gone\",\"id\":3,\"player\":4}",
        "{\"v\":1,\"type\":\"back\",\"id\":3,\"player\":4}",
        "{\"title\":\"Friday\",\"games\":[\"qwixx\",\"qwinto\"],\"rounds\":4,\"seats\":4,\"dice\":\"server\"}",
        "{\"date\":\"2026-11-18\",\"game\":\"qwixx\",\"kind\":\"alone\",\"name\":\"Ann\","
        "\"token\":\"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\",\"device\":\"" HEX_32 "\",\"signature\":\"" HEX_32 HEX_32 "\"}",
        "{\"date\":\"2026-11-18\",\"game\":\"qwixx\",\"kind\":\"alone\",\"name\":\"Ann\",\"device\":\"" HEX_32
        "\",\"signature\":\"" HEX_32 HEX_32 "\",\"record\":\"penna 1\\ngame qwixx\\nseat human Ann\\n\"}",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) save("message", texts[i], strlen(texts[i]));
}

static void play(const Game *g, int seats, Rng *rng) {
    Match *m = match_new(g, seats, NULL);
    if (!m) exit(2);
    while (match_state(m)->node != NODE_OVER) {
        const State *s = match_state(m);
        Move legal[MOVES_MAX];
        int node = match_node(m), movers = s->movers;
        if (node % 11 == 0) save_views(m);
        if (node == 20) save_record(m, RECORD_FULL, true);
        if (s->node == NODE_CHANCE) match_chance(m, node, game_roll(g, s, rng));
        for (int seat = 0; seat < seats; seat++)
            if (movers >> seat & 1)
                match_submit(m, seat, node, legal[rng_below(rng, (uint32_t)g->legal(s, seat, legal))]);
    }
    save_views(m);
    save_events(m, false);
    save_events(m, true);
    for (int viewer = g->hide ? RECORD_FULL : 0; viewer < 1; viewer++) save_record(m, viewer, true);
    match_free(m);
}

/* Heads of requests, and frames, with a byte string's own length: they hold NULs. */
static void save_wire(void) {
    static const char *const heads[] = {
        "GET / HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET http://x/a%20b?c HTTP/1.1\r\nHost: y\r\nConnection: a, close\r\n\r\n",
        "POST /api/mine HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: "
        "13\r\n\r\n{\"tokens\":[]}",
        "POST / HTTP/1.0\r\nContent-Length: 0\r\nExpect: 100-continue\r\nTransfer-Encoding: chunked\r\n\r\n",
        "GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n",
    };
    static const struct {
        const char *bytes;
        size_t length;
    } frames[] = {
        {"\x81\x85\1\2\3\4ignmn", 11}, {"\x01\x80\0\0\0\0", 6},       {"\x88\x82\0\0\0\0\x03\xe8", 8},
        {"\x89\x80\0\0\0\0", 6},       {"\x81\xfe\x01\0\0\0\0\0", 8}, {"\x81\xff\0\0\0\0\0\1\0\0\0\0\0\0", 14},
    };
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) save("head", heads[i], strlen(heads[i]));
    for (size_t i = 0; i < sizeof frames / sizeof *frames; i++) save("frame", frames[i].bytes, frames[i].length);
}

int main(int argc, char **argv) {
    Rng rng = rng_stream(11, 0);
    if (argc != 2) return 2;
    folder = argv[1];
    save_messages();
    save_wire();
    for (int i = 0; games[i]; i++)
        for (int seats = games[i]->min_seats; seats <= games[i]->max_seats; seats++) {
            play(games[i], seats, &rng);
            if (seats > 1) save_evening(games[i], seats);
            for (int k = 0; k < 4; k++) save_move(i, seats, &rng);
            save_game(i, seats, &rng);
        }
    return 0;
}
