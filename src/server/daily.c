/* daily.c: see daily.h, docs/daily.md. */
#include "server/daily.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "host/json.h"
#include "match/record.h"
#include "server/dealer.h"
#include "server/found.h"
#include "server/hall.h"
#include "server/http.h"
#include "server/shelf.h"

enum {
    DAY = 86400,        /* seconds */
    GRACE = 3600,       /* after the end of a day, in which tries that were begun may be finished */
    HANDED_IN = 30,     /* days for which what was played without the server may be handed in */
    WAITS = 34,         /* runs of a task that waits for a table to be made, of the 50 that it has, */
    QUICK = 30,         /* and as many of these follow each other at once */
    PAGE = 50,          /* rows of a board in one answer */
    TRIES_MAX = 100000, /* papers on one shelf: what a flood can cost a day */
    FIRST_MAX = 1000000 /* the highest number of a row that can be asked for */
};

/* Alone, or against a bot that is the same for all. */
static const char *const kinds[] = {"alone", "bot", NULL};
#define BOT "expert"
enum { BOT_SEAT = 1, OWN = 1 << 0 }; /* OWN: whose decisions are judged, as bits of seats */

/* A day's deal. */
typedef struct Deal {
    char date[11]; /* 2026-11-18 */
    int64_t day;   /* the same as a number of days since 1970 */
    const Game *game;
    bool bot; /* against one; else alone */
} Deal;

/* ---- Days and keys ----------------------------------------------------------------------------------- */

static int64_t today(void) { return time(NULL) / DAY; }

static void put_date(int64_t day, char date[11]) {
    time_t at = (time_t)day * DAY;
    struct tm civil;
    gmtime_r(&at, &civil);
    strftime(date, 11, "%Y-%m-%d", &civil);
}

/* Only as it is written; so a day has one name. */
static bool get_date(const char *text, int64_t *day) {
    struct tm civil = {0};
    char again[11];
    if (sscanf(text, "%4d-%2d-%2d", &civil.tm_year, &civil.tm_mon, &civil.tm_mday) != 3) return false;
    civil.tm_year -= 1900;
    civil.tm_mon -= 1;
    *day = timegm(&civil) / DAY;
    put_date(*day, again);
    return strcmp(again, text) == 0;
}

/* When everybody may know the key. */
static int64_t opens(int64_t day) { return (day + 1) * DAY + GRACE; }

static bool find_deal(const char *date, const char *game, const char *kind, Deal *out) {
    if (!get_date(date, &out->day)) return false;
    snprintf(out->date, sizeof out->date, "%.10s", date);
    out->game = game_find(game);
    out->bot = strcmp(kind, "bot") == 0;
    return out->game && (out->bot ? out->game->max_seats > 1 : strcmp(kind, "alone") == 0 && out->game->min_seats == 1);
}

/* What a key is made of: the same words for the server's and for the one that everybody can compute. */
static int put_words(const char *first, const Deal *d, char *out, size_t room) {
    return snprintf(out, room, "%s\n%s\n%s\n%s\n", first, d->date, d->game->name, kinds[d->bot]);
}

static void official_key(const Server *s, const Deal *d, uint8_t key[CIPHER_KEY]) {
    char words[160];
    int n = put_words("penna daily 1", d, words, sizeof words);
    crypto_generichash(key, CIPHER_KEY, (const uint8_t *)words, (unsigned long long)n, s->secret, sizeof s->secret);
}

/* For those who play without a server: SHA-512, which every language has. */
static void open_key(const Deal *d, uint8_t key[CIPHER_KEY]) {
    char words[160];
    uint8_t hash[crypto_hash_sha512_BYTES];
    int n = put_words("penna daily 1 open", d, words, sizeof words);
    crypto_hash_sha512(hash, (const uint8_t *)words, (unsigned long long)n);
    memcpy(key, hash, CIPHER_KEY);
}

static void put_commitment(const Server *s, const Deal *d, char hex[FAIR_HEX]) {
    uint8_t key[CIPHER_KEY], hash[CIPHER_HASH];
    official_key(s, d, key);
    fair_commit(key, hash);
    fair_put_hex(hash, hex);
    sodium_memzero(key, sizeof key);
}

/* The shelf of a day's deal: of the official tries, or of what was handed in. */
static void put_shelf(const Deal *d, const char *board, char *out) {
    snprintf(out, PAPER_NAME, "%s/%s/%s/%s", board, d->date, d->game->name, kinds[d->bot]);
}

/* While servers of an earlier version share the store it has no papers yet. */
static bool has_papers(Server *s) { return event_format(EVENT_BELONGS) <= store_format(s->store); }

/* Where there were no papers at the start: the secret is looked for, or made, when it is first needed. */
static Wrong find_secret(Server *s) {
    Paper paper = {"secret", "daily"};
    char hex[FAIR_HEX];
    if (s->has_secret) return WRONG_NOTHING;
    if (!has_papers(s)) return WRONG_STORAGE;
    const Read *a = shelf_ask(s, &paper, 0, 0);
    if (!a) return WRONG_LATER;
    if (a->own.version == 0) {
        uint8_t fresh[STORE_KEY];
        randombytes_buf(fresh, sizeof fresh);
        fair_put_hex(fresh, hex);
        return shelf_write(s, &(PaperRow){.paper = paper, .at = time(NULL), .text = hex}) ? WRONG_LATER : WRONG_STORAGE;
    }
    s->has_secret = fair_get_hex(a->own.text, s->secret);
    shelf_forget(s);
    return s->has_secret ? WRONG_NOTHING : WRONG_STORAGE;
}

/* Two servers may both find none: whose is stored first is everybody's. */
bool daily_start(Server *s, char *why) {
    if (!has_papers(s)) return true; /* find_secret() does it later */
    Paper paper = {"secret", "daily"};
    atomic_bool stop = false;
    PaperRow row = {0};
    StoreResult found = store_paper(s->store, &paper, &row);
    if (found == STORE_NONE) {
        char hex[FAIR_HEX];
        randombytes_buf(s->secret, sizeof s->secret);
        fair_put_hex(s->secret, hex);
        Entry *e = entry_new("", hex);
        if (e) e->kind = ENTRY_PAPER;
        if (e) e->paper = paper;
        if (e) e->at = time(NULL);
        bool stored = e && store_commit(s->store, e, &stop, why);
        free(e);
        sodium_memzero(hex, sizeof hex);
        if (!stored) return false;
        found = store_paper(s->store, &paper, &row);
    }
    bool good = s->has_secret = found == STORE_GOOD && fair_get_hex(row.text, s->secret);
    if (!good) snprintf(why, STORE_WHY, "the secret of the daily dice cannot be read");
    free(row.text);
    return good;
}

/* ---- What is told without a question to the store ---------------------------------------------------- */

/* Commitments of tomorrow, keys of yesterday: what is told of a day is the same whoever asks, and the key is there only
 * when nobody can play with it any more. */
static void put_deals(const Server *s, Buffer *out, int64_t day) {
    char hex[FAIR_HEX];
    bool open = time(NULL) >= opens(day);
    char date[11];
    Deal d;
    put_date(day, date);
    json_open(out, NULL, '{');
    json_text(out, "date", date);
    json_int(out, "opens", opens(day));
    json_open(out, "deals", '[');
    for (const Game *const *g = games; *g; g++)
        for (int kind = 0; kinds[kind]; kind++) {
            uint8_t key[CIPHER_KEY];
            if (!find_deal(date, (*g)->name, kinds[kind], &d)) continue;
            json_open(out, NULL, '{');
            json_text(out, "game", d.game->name);
            json_text(out, "kind", kinds[kind]);
            put_commitment(s, &d, hex);
            json_text(out, "commitment", hex);
            official_key(s, &d, key);
            if (open) fair_put_hex(key, hex);
            json_text(out, "key", open ? hex : NULL);
            sodium_memzero(key, sizeof key);
            json_close(out, '}');
        }
    json_close(out, ']');
    json_close(out, '}');
}

/* Yesterday, today and tomorrow. */
static Wrong get_days(Server *s) {
    Buffer out = {0};
    char date[11];
    int64_t now = today();
    put_date(now, date);
    http_start(&out);
    json_text(&out, "today", date);
    json_int(&out, "now", time(NULL));
    json_text(&out, "bot", BOT);
    json_open(&out, "days", '[');
    for (int64_t day = now - 1; day <= now + 1; day++) put_deals(s, &out, day);
    json_close(&out, ']');
    json_close(&out, '}');
    http_later(s, 200, &out);
    return WRONG_NOTHING;
}

/* ---- Boards ------------------------------------------------------------------------------------------ */

/* A paper's text: a line for the server alone, a line of JSON for everybody, and perhaps a record. */
static const char *told_of(const PaperRow *row) {
    const char *line = row->text ? strchr(row->text, '\n') : NULL;
    return line ? line + 1 : "";
}

/* What everybody is told was written as JSON when it was kept, and is put in as it is: what a later version adds to it
 * need not be known here. */
static void put_row(Buffer *out, const PaperRow *row, long place) {
    const char *told = told_of(row);
    size_t n = strcspn(told, "\n");
    json_open(out, NULL, '{');
    json_int(out, "place", place);
    json_int(out, "at", row->at);
    if (n > 2) {
        buffer_add(out, ",", 1);
        buffer_add(out, told + 1, n - 2); /* without its braces */
    }
    json_close(out, '}');
}

static bool judged(const PaperRow *row) { return strstr(told_of(row), "\"accuracy\":null") == NULL; }

/* A table, or a verdict, is looked after when nothing else is. */
static void run_result(Server *s, const char *text) {
    task_run(s, &(Task){.kind = TASK_RESULT, .text = text, .length = strlen(text), .serial = ++s->serial});
}

/* The address on whose account the request at hand is. */
static const uint8_t *payer_of(const Server *s, uint8_t key[LIMIT_KEY]) {
    char room[NETWORK_ADDRESS];
    limits_key(http_address(s, &s->task->request, room), key);
    return key;
}

/* What a crash left without figures is judged when somebody looks at it. One a request: a page must not cost more. */
static void look_after(Server *s, const PaperRow *row) {
    char code[CODE_LENGTH + 1];
    uint8_t payer[LIMIT_KEY];
    if (!row->text || judged(row)) return;
    if (strncmp(row->paper.shelf, "open/", 5) == 0) {
        const char *record = strchr(told_of(row), '\n');
        if (record) court_ask(s->court, payer_of(s, payer), &row->paper, record + 1, OWN);
    } else if (code_read(row->text, CODE_LENGTH, code)) {
        run_result(s, code);
    }
}

/* Rows with the same rank have the same place (1, 1, 3). */
static void put_rows(Server *s, Buffer *out, const Read *a) {
    long place = a->ahead.before + 1;
    const PaperRow *unjudged = NULL;
    json_open(out, "rows", '[');
    for (int i = 0; i < a->count; i++) {
        if (i > 0 && a->papers[i].rank != a->papers[i - 1].rank) place = a->first + i + 1;
        put_row(out, &a->papers[i], place);
        if (!judged(&a->papers[i])) unjudged = &a->papers[i];
    }
    json_close(out, ']');
    json_key(out, "own");
    if (a->own.ranked)
        put_row(out, &a->own, a->shelf.before + 1);
    else
        json_null(out, NULL);
    if (a->own.ranked && !judged(&a->own)) unjudged = &a->own;
    if (unjudged) look_after(s, unjudged);
}

static const Best *find_best(const Server *s, const char *shelf) {
    for (int i = 0; i < BESTS; i++)
        if (strcmp(s->best[i].shelf, shelf) == 0) return &s->best[i];
    return NULL;
}

/* What the strongest play makes of the same dice, for those who have had their try. Its points only: how it came to
 * them tells the dice. */
static void put_best(Server *s, Buffer *out, const Deal *d, const Read *a) {
    bool open = strncmp(a->paper.shelf, "open/", 5) == 0;
    const Best *best = a->own.ranked ? find_best(s, a->paper.shelf) : NULL;
    json_key(out, "best");
    if (best) {
        json_open(out, NULL, '{');
        json_text(out, "bot", court_bot);
        json_bool(out, "exact", best->exact);
        json_int(out, "points", best->points[0]);
        json_key(out, "other");
        if (d->bot)
            json_int(out, NULL, best->points[1]);
        else
            json_null(out, NULL);
        json_close(out, '}');
        return;
    }
    json_null(out, NULL);
    if (!a->own.ranked) return;
    uint8_t key[CIPHER_KEY], payer[LIMIT_KEY];
    Paper paper = {.name = "best"};
    snprintf(paper.shelf, sizeof paper.shelf, "%s", a->paper.shelf);
    if (open)
        open_key(d, key);
    else
        official_key(s, d, key);
    court_play(s->court, payer_of(s, payer), &paper, d->game, d->bot ? 2 : 1, key);
    sodium_memzero(key, sizeof key);
}

/* /DATE/GAME/KIND/tries|open/FROM[/DEVICE] */
static Wrong get_board(Server *s, const char *rest) {
    char date[12], game[33], kind[9], board[9], device[FAIR_HEX + 1] = "";
    uint8_t bytes[CIPHER_KEY];
    long first;
    int end = 0;
    Deal d;
    Paper paper;
    int n = sscanf(rest, "/%11[^/]/%32[^/]/%8[^/]/%8[^/]/%7ld%n/%65[^/]%n", date, game, kind, board, &first, &end,
                   device, &end);
    if (n < 5 || rest[end] || !find_deal(date, game, kind, &d)) return WRONG_NO_TABLE;
    if (strcmp(board, "tries") != 0 && strcmp(board, "open") != 0) return WRONG_NO_TABLE;
    if (first < 0 || first > FIRST_MAX || (n == 6 && !fair_get_hex(device, bytes))) return WRONG_FORMAT;
    put_shelf(&d, board, paper.shelf);
    snprintf(paper.name, sizeof paper.name, "%s", device);
    const Read *a = shelf_ask(s, &paper, first, PAGE);
    if (!a) return WRONG_LATER;
    Buffer out = {0};
    http_start(&out);
    json_text(&out, "date", d.date);
    json_text(&out, "game", d.game->name);
    json_text(&out, "kind", kinds[d.bot]);
    json_text(&out, "board", board);
    json_int(&out, "first", first);
    json_int(&out, "begun", a->shelf.all);
    json_int(&out, "done", a->shelf.ranked);
    json_int(&out, "before", a->shelf.before);
    json_int(&out, "same", a->shelf.same);
    put_best(s, &out, &d, a);
    put_rows(s, &out, a);
    json_close(&out, '}');
    http_later(s, 200, &out);
    return WRONG_NOTHING;
}

/* ---- Who asks ---------------------------------------------------------------------------------------- */

/* The device has signed these words and nothing else: so nobody spends its try, here or at another server. */
static bool signed_by(const DailyBody *b, const char *what, const Deal *d, const char *first, const char *second,
                      const char *third) {
    uint8_t device[CIPHER_KEY];
    Buffer words = {0};
    char head[160];
    put_words(what, d, head, sizeof head);
    buffer_str(&words, head);
    buffer_str(&words, first);
    buffer_str(&words, "\n");
    buffer_str(&words, second);
    buffer_str(&words, "\n");
    buffer_str(&words, third);
    bool good = !words.failed && fair_get_hex(b->device, device) &&
                crypto_sign_verify_detached(b->signature, (const uint8_t *)words.bytes, words.length, device) == 0;
    buffer_free(&words);
    return good;
}

static int64_t kept_until(const Server *s, const Deal *d) { return opens(d->day) + s->config.keep; }

/* ---- The official try -------------------------------------------------------------------------------- */

/* One person, or one and the bot, whose turn is the second. */
static NewTable table_of(const Deal *d, const DailyBody *b) {
    NewTable n = {.game = d->game, .seats = d->bot ? 2 : 1, .dice = DICE_SERVER};
    n.seat[0].kind = SEAT_HUMAN;
    snprintf(n.seat[0].name, sizeof n.seat[0].name, "%s", b->name);
    if (!d->bot) return n;
    n.seat[1].kind = SEAT_BOT;
    snprintf(n.seat[1].bot, sizeof n.seat[1].bot, BOT);
    snprintf(n.seat[1].name, sizeof n.seat[1].name, "Expert");
    return n;
}

/* The paper comes first: it is what there is one of. Its table follows, under the code that it names; if a crash came
 * between, the same request makes it later. */
static Wrong reserve(Server *s, const Deal *d, const Read *a, const Paper *paper) {
    char text[CODE_LENGTH + 2] = "";
    PaperRow row = {
        .paper = *paper, .version = a->own.version, .at = time(NULL), .until = kept_until(s, d), .text = text};
    if (s->read_only) return WRONG_READ_ONLY;
    if (!hall_draw_code(s, text)) return WRONG_STORAGE;
    text[CODE_LENGTH] = '\n';
    return shelf_write(s, &row) ? WRONG_LATER : WRONG_STORAGE;
}

/* Makes the table that the paper names. */
static Wrong begin_try(Server *s, const Deal *d, const DailyBody *b, const Paper *paper, const char *code,
                       const char *address, Table **out) {
    NewTable n = table_of(d, b);
    uint8_t hash[STORE_HASH];
    Seal seal = {.code = code, .until = opens(d->day), .paper = paper};
    official_key(s, d, seal.key);
    token_hash(b->token, hash);
    Wrong wrong = found_table(s, &n, &seal, hash, address, out);
    sodium_memzero(seal.key, sizeof seal.key);
    return wrong;
}

static bool is_paper(const Table *t, const Paper *paper) {
    return strcmp(t->paper.shelf, paper->shelf) == 0 && strcmp(t->paper.name, paper->name) == 0;
}

/* Another server is making the table, and its events have not all been read yet: then it is waited for, first by
 * reading on and on, then until that server says something or a tick has gone, for what is read quickly is soon read
 * too often. One whose making a crash broke off stays so, and is given up. */
static bool is_being_made(Server *s, const Deal *d, Table *t) {
    uint8_t key[CIPHER_KEY];
    official_key(s, d, key);
    bool same = sodium_memcmp(key, t->key, sizeof key) == 0;
    sodium_memzero(key, sizeof key);
    if (!same || t->chair[0].kind != SEAT_OPEN || s->task->runs > WAITS) return false;
    if (s->task->runs <= QUICK) hall_read(s, t);
    s->task->place = t;
    return true;
}

/* As the answer to a new table, so that a client goes on from here as it does from there. */
static Wrong answer_try(Server *s, Table *t, const char *token) {
    Buffer out = {0};
    http_start(&out);
    json_text(&out, "table", t->code);
    json_text(&out, "token", token);
    json_int(&out, "seat", 0);
    http_put_link(&out, s, t);
    json_close(&out, '}');
    s->task->table = t;
    http_later(s, 201, &out);
    return WRONG_NOTHING;
}

/* A try that was begun may be looked at for as long as its table is there; a new one is begun on its day only. */
static Wrong post_try(Server *s, const Request *r) {
    DailyBody b;
    Deal d;
    Paper paper;
    Table *t = NULL;
    char commitment[FAIR_HEX], room[NETWORK_ADDRESS];
    uint8_t hash[STORE_HASH];
    Wrong wrong = daily_parse(r->body, r->length, false, &b);
    if (wrong) return wrong;
    if (!find_deal(b.date, b.game, b.kind, &d)) return WRONG_GAME;
    put_commitment(s, &d, commitment);
    if (!signed_by(&b, "penna daily 1 try", &d, commitment, b.token, b.name))
        return http_guessed(s, r, HTTP_GUESS, WRONG_SIGNATURE);
    put_shelf(&d, "tries", paper.shelf);
    snprintf(paper.name, sizeof paper.name, "%s", b.device);
    const Read *a = shelf_ask(s, &paper, 0, 0);
    if (!a) return WRONG_LATER;
    const char *address = http_address(s, r, room);
    if (a->own.version == 0) {
        if (d.day != today()) return WRONG_DAY;
        if (a->shelf.all >= TRIES_MAX) return WRONG_RATE;
        if (!found_pay(s, address)) return WRONG_RATE;
        return reserve(s, &d, a, &paper);
    }
    char code[CODE_LENGTH + 1];
    if (!code_read(a->own.text, CODE_LENGTH, code)) return WRONG_STORAGE;
    t = hall_find(s, code);
    if (hall_later(s)) return WRONG_LATER;
    if (t && is_being_made(s, &d, t)) return WRONG_LATER;
    if (t && !is_paper(t, &paper)) return d.day == today() ? reserve(s, &d, a, &paper) : WRONG_DAY;
    if (!t && (a->own.ranked || d.day != today())) return WRONG_NO_TABLE;
    if (!t) wrong = begin_try(s, &d, &b, &paper, code, address, &t);
    if (wrong) return wrong;
    token_hash(b.token, hash);
    if (!table_seats_of(t, hash)) return WRONG_TOKEN;
    if (table_stage(t) == STAGE_OVER && !a->own.ranked) run_result(s, t->code);
    return answer_try(s, t, b.token);
}

/* ---- What was played without the server -------------------------------------------------------------- */

/* The record is that day's game, from its beginning to its end, by as many as play it, with the dice of the date. */
static Wrong check_record(const Match *m, const Deal *d) {
    uint8_t key[CIPHER_KEY];
    if (match_game(m) != d->game || match_state(m)->seats != (d->bot ? 2 : 1)) return WRONG_RECORD;
    for (int i = 0; i < game_option_count(d->game); i++)
        if (match_options(m)[i] != 0) return WRONG_RECORD;
    if (match_state(m)->node != NODE_OVER) return WRONG_NOT_OVER;
    open_key(d, key);
    return fair_verify(m, key) < 0 ? WRONG_NOTHING : WRONG_DICE;
}

/* No comments, no names, no options that go without saying: so a game has one text, which is what is kept of it. */
static bool put_played(const Match *m, bool bot, Buffer *out) {
    const Game *g = match_game(m);
    Match *bare = match_new(g, match_state(m)->seats, NULL);
    AnyState s;
    bool good = bare && (!bot || match_seat(bare, BOT_SEAT, "bot:" BOT, "Expert"));
    if (good) record_write_head(bare, out);
    match_state_at(m, 0, &s);
    for (int node = 0; good && node < match_node(m); node++) {
        record_write_event(m, &s.head, match_event(m, node), RECORD_FULL, out);
        match_apply(g, &s.head, match_event(m, node));
    }
    buffer_add(out, "", 1);
    match_free(bare);
    return good && !out->failed;
}

/* One record and nothing behind it: a second game in the same text would be kept, and shown, without ever having been
 * checked. */
Wrong daily_replay(const char *date, const char *game, const char *kind, const char *record, size_t length, int *points,
                   Buffer *played) {
    Records in = {.bytes = record, .length = length};
    Match *m = NULL;
    Fault fault;
    Deal d;
    long line;
    if (!find_deal(date, game, kind, &d)) return WRONG_GAME;
    RecordResult read = record_read(&in, &m, NULL, &fault);
    if (read != RECORD_OK) return read == RECORD_MEMORY ? WRONG_STORAGE : WRONG_RECORD;
    Wrong wrong = record_more(&in, &line) ? WRONG_RECORD : check_record(m, &d);
    if (!wrong) d.game->scores(match_state(m), points);
    if (!wrong && !put_played(m, d.bot, played)) wrong = WRONG_STORAGE;
    match_free(m);
    return wrong;
}

/* Margins are ranked first, and own points where they are the same. */
static int64_t rank_of(const int *points, bool bot) {
    return bot ? -((int64_t)(points[0] - points[1]) * 1000 + points[0]) : -points[0];
}

/* The line that everybody is told. `other`: the bot's points; NULL: there is none. */
static void put_told(Buffer *out, const char *name, int points, const int *other) {
    json_open(out, NULL, '{');
    json_text(out, "name", name);
    json_int(out, "points", points);
    json_key(out, "other");
    if (other)
        json_int(out, NULL, *other);
    else
        json_null(out, NULL);
    json_null(out, "accuracy");
    json_null(out, "luck");
    json_close(out, '}');
}

static Wrong answer_open(Server *s, int points) {
    Buffer out = {0};
    http_start(&out);
    json_int(&out, "points", points);
    json_close(&out, '}');
    http_later(s, 200, &out);
    return WRONG_NOTHING;
}

/* A game that is handed in. It is read, its signature verified and its dice replayed once, however often the task is
 * run. */
typedef struct HandIn {
    Deal deal;
    char name[NAME_BYTES];
    char device[FAIR_HEX]; /* whose it is, */
    int points[SEATS_MAX]; /* what it came to, */
    char hash[FAIR_HEX];   /* the hash of what was played, */
    char record[];         /* and that itself (put_played) */
} HandIn;

/* Writes the paper of what was handed in: the hash of what was played, what is told of it, and the game itself. */
static bool write_open(Server *s, const HandIn *h, const Paper *paper) {
    Buffer told = {0}, text = {0};
    uint8_t payer[LIMIT_KEY];
    put_told(&told, h->name, h->points[0], h->deal.bot ? &h->points[BOT_SEAT] : NULL);
    buffer_str(&text, h->hash);
    buffer_str(&text, "\n");
    buffer_add(&text, told.bytes, told.length);
    buffer_str(&text, "\n");
    buffer_str(&text, h->record);
    buffer_add(&text, "", 1);
    PaperRow row = {.paper = *paper, .ranked = true, .at = time(NULL), .until = kept_until(s, &h->deal)};
    row.rank = rank_of(h->points, h->deal.bot);
    row.text = text.bytes;
    bool good = !told.failed && !text.failed && shelf_write(s, &row);
    if (good) court_ask(s->court, payer_of(s, payer), paper, h->record, OWN);
    buffer_free(&told);
    buffer_free(&text);
    return good;
}

/* Steps of handing in: a device has one paper, and a game is there once. */
enum { HAND_ASK, HAND_RECORD, HAND_WHOSE, HAND_PAPER };

/* The game has a paper of its own, which says whose it is. */
static Wrong claim(Server *s, const HandIn *h) {
    PaperRow row = {.at = time(NULL), .until = kept_until(s, &h->deal), .text = (char *)(uintptr_t)h->device};
    put_shelf(&h->deal, "records", row.paper.shelf);
    snprintf(row.paper.name, sizeof row.paper.name, "%s", h->hash);
    if (s->read_only) return WRONG_READ_ONLY;
    if (!shelf_write(s, &row)) return WRONG_STORAGE;
    s->task->step = HAND_RECORD;
    return WRONG_LATER;
}

/* The bot thinks for some milliseconds, so it does so on its own threads, on the account of the address: the loop
 * turns, and whoever else hands something in, or plays against a bot, has his turn (bots.h). */
static Wrong check_bot(Server *s, const HandIn *h) {
    size_t n = strlen(h->record) + 1;
    if (s->task->checked) return s->task->check;
    BotJob *job = calloc(1, sizeof *job + n);
    if (!job || !task_put_aside(s)) {
        free(job);
        return WRONG_STORAGE;
    }
    payer_of(s, job->payer);
    job->seat = BOT_SEAT;
    job->game = h->deal.game;
    snprintf(job->bot, sizeof job->bot, BOT);
    job->asker = s->task;
    memcpy(job->record, h->record, n);
    if (bots_ask(s->bots, job)) return WRONG_LATER;
    task_take_back(s->task);
    return WRONG_RATE;
}

void daily_checked(Server *s, const BotJob *job) {
    Task *k = task_take_back(job->asker);
    if (!k) return;
    k->checked = true;
    k->check = job->wrong;
    task_run(s, k);
}

/* After the replay: goes on with what was found out so far. What is new counts as a table made, or strangers could fill
 * a board in an afternoon. The bot thinks only if nothing else is wrong, and once. */
static Wrong hand_in(Server *s, const HandIn *h) {
    Paper own = {0}, record = {0};
    char room[NETWORK_ADDRESS];
    put_shelf(&h->deal, "open", own.shelf);
    put_shelf(&h->deal, "records", record.shelf);
    snprintf(own.name, sizeof own.name, "%s", h->device);
    snprintf(record.name, sizeof record.name, "%s", h->hash);
    if (s->task->step == HAND_RECORD) s->task->step = s->task->written == OUTCOME_STORED ? HAND_PAPER : HAND_WHOSE;
    if (s->task->step == HAND_WHOSE) { /* somebody's already: this device's own, if a crash came between */
        const Read *a = shelf_ask(s, &record, 0, 0);
        if (!a) return WRONG_LATER;
        if (!a->own.text || strcmp(a->own.text, h->device) != 0) return WRONG_TWICE;
        shelf_forget(s);
        s->task->step = HAND_PAPER;
    }
    bool paper_next = s->task->step == HAND_PAPER;
    s->task->step = HAND_ASK;
    if (paper_next) return write_open(s, h, &own) ? WRONG_LATER : WRONG_STORAGE;
    const Read *a = shelf_ask(s, &own, 0, 0);
    if (!a) return WRONG_LATER;
    if (a->own.version > 0)
        return strncmp(a->own.text, h->hash, strlen(h->hash)) == 0 ? answer_open(s, h->points[0]) : WRONG_TWICE;
    if (a->shelf.all >= TRIES_MAX) return WRONG_RATE;
    if (!found_pay(s, http_address(s, &s->task->request, room))) return WRONG_RATE;
    Wrong wrong = h->deal.bot ? check_bot(s, h) : WRONG_NOTHING;
    return wrong ? wrong : claim(s, h);
}

/* What is wrong with it, if it is not that somebody has handed in before; else the game, for the task at hand. */
static Wrong look_at(Server *s, const DailyBody *b, const Deal *d) {
    Buffer played = {0};
    int points[SEATS_MAX] = {0};
    uint8_t hash[CIPHER_HASH];
    Wrong wrong = daily_replay(b->date, b->game, b->kind, b->record, strlen(b->record), points, &played);
    HandIn *h = wrong ? NULL : malloc(sizeof *h + played.length);
    if (h) {
        *h = (HandIn){.deal = *d};
        snprintf(h->name, sizeof h->name, "%s", b->name);
        snprintf(h->device, sizeof h->device, "%s", b->device);
        memcpy(h->points, points, sizeof points);
        memcpy(h->record, played.bytes, played.length);
        cipher_hash(played.bytes, played.length - 1, hash);
        fair_put_hex(hash, h->hash);
        s->task->hand = h;
    }
    buffer_free(&played);
    return wrong || h ? wrong : WRONG_STORAGE;
}

/* Replaying is a fraction of a millisecond, so it is done here; but it is paid for like five requests, or, where the
 * bot is asked too, ten. */
static Wrong post_open(Server *s, const Request *r) {
    DailyBody b;
    Deal d;
    char room[NETWORK_ADDRESS];
    if (s->task->hand) return hand_in(s, s->task->hand);
    Wrong wrong = daily_parse(r->body, r->length, true, &b);
    if (!wrong && !find_deal(b.date, b.game, b.kind, &d)) wrong = WRONG_GAME;
    if (!wrong && (d.day > today() || d.day < today() - HANDED_IN)) wrong = WRONG_DAY;
    if (!wrong && !limits_request(s->limits, http_address(s, r, room), d.bot ? 9 : 4, hall_now(s))) wrong = WRONG_RATE;
    if (!wrong && !signed_by(&b, "penna daily 1 hand in", &d, b.name, "", b.record))
        wrong = http_guessed(s, r, HTTP_GUESS, WRONG_SIGNATURE);
    if (!wrong) wrong = look_at(s, &b, &d);
    daily_body_free(&b);
    return wrong ? wrong : hand_in(s, s->task->hand);
}

/* ---- Results ----------------------------------------------------------------------------------------- */

void daily_over(Server *s, const Table *t) {
    if (strncmp(t->paper.shelf, "tries/", 6) == 0) run_result(s, t->code);
}

/* The figures take the places of the two nulls. */
static char *with_figures(const char *text, const char *accuracy, const char *luck) {
    static const char nulls[] = "\"accuracy\":null,\"luck\":null";
    const char *at = strstr(text, nulls);
    Buffer out = {0};
    if (!at) return NULL;
    buffer_add(&out, text, (size_t)(at - text));
    buffer_str(&out, "\"accuracy\":");
    buffer_str(&out, accuracy);
    buffer_str(&out, ",\"luck\":");
    buffer_str(&out, luck);
    buffer_str(&out, at + sizeof nulls - 1);
    buffer_add(&out, "", 1);
    return out.failed ? NULL : out.bytes;
}

/* What a finished table comes to, on its paper; what was finished when the key was known does not count. */
static bool write_result(Server *s, const Table *t, const PaperRow *old) {
    int points[SEATS_MAX];
    bool bot = t->seats > 1;
    Buffer text = {0}, told = {0};
    if (t->touched >= t->until) return false;
    match_game(t->match)->scores(match_state(t->match), points);
    put_told(&told, match_name(t->match, 0), points[0], bot ? &points[1] : NULL);
    buffer_str(&text, t->code);
    buffer_str(&text, "\n");
    buffer_add(&text, told.bytes, told.length);
    buffer_add(&text, "", 1);
    PaperRow row = {.paper = t->paper, .version = old->version, .ranked = true, .at = t->touched, .until = old->until};
    row.rank = rank_of(points, bot);
    row.text = text.bytes;
    bool good = !text.failed && !told.failed && shelf_write(s, &row);
    buffer_free(&text);
    buffer_free(&told);
    return good;
}

static void ask_judge(Server *s, const Table *t) {
    Buffer record = {0};
    record_write(t->match, RECORD_FULL, true, &record);
    buffer_add(&record, "", 1);
    if (!record.failed) court_ask(s->court, t->payer, &t->paper, record.bytes, OWN);
    buffer_free(&record);
}

/* Of a table: its result, and when that is written, a judge for it. WRONG_LATER: it waits. */
static Wrong table_result(Server *s, const char *code) {
    Table *t = hall_find(s, code);
    if (hall_later(s)) return WRONG_LATER;
    if (!t || !t->match || !t->paper.shelf[0] || table_stage(t) != STAGE_OVER) return WRONG_NOTHING;
    const Read *a = shelf_ask(s, &t->paper, 0, 0);
    if (!a) return WRONG_LATER;
    if (a->own.version == 0 || strncmp(a->own.text, t->code, CODE_LENGTH) != 0) return WRONG_NOTHING;
    if (!a->own.ranked) return write_result(s, t, &a->own) ? WRONG_LATER : WRONG_NOTHING;
    if (!judged(&a->own)) ask_judge(s, t);
    return WRONG_NOTHING;
}

/* Of a verdict, whose text is "SHELF NAME ACCURACY LUCK". */
static Wrong verdict_result(Server *s, const char *text) {
    Paper paper;
    char accuracy[16], luck[16];
    if (sscanf(text, "%71s %71s %15s %15s", paper.shelf, paper.name, accuracy, luck) != 4) return WRONG_NOTHING;
    const Read *a = shelf_ask(s, &paper, 0, 0);
    if (!a) return WRONG_LATER;
    PaperRow row = a->own;
    row.text = a->own.version > 0 ? with_figures(a->own.text, accuracy, luck) : NULL;
    bool waits = row.text && shelf_write(s, &row);
    free(row.text);
    return waits ? WRONG_LATER : WRONG_NOTHING;
}

/* Nobody waits for it, so nobody is told. */
void daily_result(Server *s, Task *k) {
    Wrong wrong = strchr(k->text, ' ') ? verdict_result(s, k->text) : table_result(s, k->text);
    k = s->task; /* it may have been kept */
    if (wrong == WRONG_LATER && k->place)
        task_park(s, k, k->place);
    else if (wrong != WRONG_LATER)
        task_answer(s, k);
}

static void keep_best(Server *s, const Finding *v) {
    Best *best = &s->best[s->bests++ % BESTS];
    snprintf(best->shelf, sizeof best->shelf, "%s", v->paper.shelf);
    best->points[0] = v->points[0];
    best->points[1] = v->points[1];
    best->exact = v->exact;
}

/* Written down by a task as a result is, for the paper may have to be read first, and another server may have written
 * on it meanwhile. What the bot had is kept in memory alone: the judge can play it again. */
void daily_verdict(Server *s, const Finding *v) {
    char text[2 * PAPER_NAME + 40];
    snprintf(text, sizeof text, "%s %s %.1f %.1f", v->paper.shelf, v->paper.name, v->accuracy, v->luck[0]);
    if (v->good && v->game)
        keep_best(s, v);
    else if (v->good)
        run_result(s, text);
}

/* ---- All requests ------------------------------------------------------------------------------------ */

Wrong daily_request(Server *s, const Request *r, const char *rest) {
    Wrong wrong = find_secret(s);
    if (wrong) return wrong;
    r = &s->task->request; /* the task may have been kept */
    if (r->post) return *rest == '\0' ? post_try(s, r) : strcmp(rest, "/open") == 0 ? post_open(s, r) : WRONG_METHOD;
    return *rest == '\0' ? get_days(s) : get_board(s, rest);
}
