/* exec.c: see exec.h and docs/protocol.md. */
#include "arena/exec.h"

#include <stdio.h>
#include <string.h>

#include "arena/arena.h"
#include "host/child.h"
#include "match/record.h"

/* How long a process may take: to start, and to answer when no time was given; and what it may take beyond its time. */
static const double start_seconds = 10, usual_seconds = 10, grace_seconds = 1;

typedef struct Player {
    Child child;
    int seat;    /* in this game, or -1 */
    Buffer sent; /* the record as far as the process knows it */
} Player;

typedef struct Exec {
    const Match *match; /* the game being played; NULL: none */
    Player player[SEATS_MAX];
    int failures; /* games failed in a row */
    bool failed;  /* this game is one of them */
    char trouble[REASON_MAX];
} Exec;

static size_t exec_memory(const Game *g) {
    (void)g;
    return sizeof(Exec);
}

static double limit_of(const Bot *bot) { return bot->budget.seconds > 0 ? bot->budget.seconds : usual_seconds; }

/* ---- Trouble ---------------------------------------------------------------------------------------- */

/* Says what went wrong and kills the process. */
static bool fail(Bot *bot, Player *p, const char *what) {
    Exec *e = bot->memory;
    snprintf(e->trouble, sizeof e->trouble, "%s", what);
    for (char *c = e->trouble; *c; c++) /* whatever it wrote, a message is one line of ASCII */
        if (*c < ' ' || *c > '~') *c = '?';
    bot->trouble = e->trouble;
    child_kill(&p->child);
    e->failures += !e->failed;
    e->failed = true;
    return false;
}

static bool fail_result(Bot *bot, Player *p, ChildResult result, double limit) {
    char text[REASON_MAX];
    switch (result) {
        case CHILD_SLOW:
            snprintf(text, sizeof text, "it did not answer within %g s", limit);
            return fail(bot, p, text);
        case CHILD_CLOSED:
            child_fate(&p->child, text, sizeof text);
            return fail(bot, p, text);
        case CHILD_LONG:
            snprintf(text, sizeof text, "it wrote %d bytes without the end of a line", CHILD_LINE_MAX);
            return fail(bot, p, text);
        case CHILD_MORE:
            return fail(bot, p, "it wrote more than one line for an answer");
        case CHILD_EARLY:
            return fail(bot, p, "it wrote without being asked");
        default:
            return fail(bot, p, "out of memory");
    }
}

/* ---- Talking ---------------------------------------------------------------------------------------- */

/* Sends what is queued and waits for an answer. */
static bool answer(Bot *bot, Player *p, double limit, char *line) {
    ChildResult result = child_line(&p->child, limit, line);
    return result == CHILD_OK || fail_result(bot, p, result, limit);
}

static bool start_player(Bot *bot, Player *p) {
    char text[REASON_MAX], line[CHILD_LINE_MAX];
    const char *why;
    if (((Exec *)bot->memory)->failures >= EXEC_GIVE_UP) return fail(bot, p, "it failed too often to be tried again");
    if (!child_start(&p->child, bot->detail, &why)) return fail(bot, p, why);
    snprintf(text, sizeof text, "penna-bot 1\nlimit %.0f\n", limit_of(bot) * 1000);
    child_send(&p->child, text);
    if (!answer(bot, p, start_seconds, line)) return false;
    if (strcmp(line, "ready") == 0) return true;
    snprintf(text, sizeof text, "it said `%.60s` where `ready` was expected", line);
    return fail(bot, p, text);
}

/* Sends what the process does not know of the record yet; false: the record is not the one it knows. */
static bool send_news(const Exec *e, Player *p) {
    Buffer record = {0};
    size_t known = p->sent.length;
    record_write(e->match, p->seat, true, &record);
    bool same = known == 0 || (known <= record.length && memcmp(record.bytes, p->sent.bytes, known) == 0);
    if (!same) {
        buffer_free(&record);
        return false;
    }
    if (record.bytes) child_send(&p->child, record.bytes + known);
    p->child.pending.failed |= record.failed;
    buffer_free(&p->sent);
    p->sent = record;
    return true;
}

/* A game begins. The number is from the bot's stream: a bot that draws lots from it plays the same whoever asks it. */
static void send_new(Player *p, Rng *rng) {
    char text[64];
    snprintf(text, sizeof text, "new %d %u\n", p->seat, (unsigned)(rng_next(rng) >> 33));
    child_send(&p->child, text);
}

/* Sends the news; a record that was taken back begins anew. */
static void send_record(const Exec *e, Player *p, Rng *rng) {
    if (p->sent.length == 0) send_new(p, rng);
    if (send_news(e, p)) return;
    child_send(&p->child, "end\n");
    buffer_free(&p->sent);
    send_new(p, rng);
    send_news(e, p);
}

/* Asks for a move: the legal ones follow, in ASCII order as they have in `penna moves`. */
static void send_question(const Bot *bot, const State *view, int seat, Child *child) {
    const Game *g = bot->game;
    Move legal[MOVES_MAX];
    char token[MOVES_MAX][TOKEN_MAX];
    int n = g->legal(view, seat, legal);
    child_send(child, "choose");
    for (int i = 0; i < n; i++) {
        char own[TOKEN_MAX];
        Text text = text_in(own, sizeof own);
        int at = i;
        g->put_move(view, seat, legal[i], &text);
        for (; at > 0 && strcmp(token[at - 1], own) > 0; at--) memcpy(token[at], token[at - 1], TOKEN_MAX);
        memcpy(token[at], own, TOKEN_MAX);
    }
    for (int i = 0; i < n; i++) {
        child_send(child, " ");
        child_send(child, token[i]);
    }
    child_send(child, "\n");
}

/* ---- The bot ---------------------------------------------------------------------------------------- */

/* The player of that seat: the one that has it, else a free one, running ones first. */
static Player *player_of(Exec *e, int seat) {
    Player *best = NULL;
    for (int i = 0; i < SEATS_MAX; i++) {
        Player *p = &e->player[i];
        if (p->child.pid && p->seat == seat) return p;
        if (p->child.pid && p->seat >= 0) continue;
        if (!best || (p->child.pid && !best->child.pid)) best = p;
    }
    best->seat = seat;
    buffer_free(&best->sent);
    return best;
}

static Move exec_choose(Bot *bot, const State *view, int seat, Rng *rng) {
    Exec *e = bot->memory;
    Player *p = player_of(e, seat);
    char line[CHILD_LINE_MAX], text[REASON_MAX];
    Move move;
    bot->trouble = NULL;
    if (!e->match) {
        fail(bot, p, "it can play only in a match that it follows from the beginning");
        return MOVE_NONE;
    }
    if (!p->child.pid && !start_player(bot, p)) return MOVE_NONE;
    if (!child_silent(&p->child)) {
        fail_result(bot, p, CHILD_EARLY, 0);
        return MOVE_NONE;
    }
    send_record(e, p, rng);
    send_question(bot, view, seat, &p->child);
    double limit = limit_of(bot) + (bot->budget.seconds > 0 ? grace_seconds : 0);
    if (!answer(bot, p, limit, line)) return MOVE_NONE;
    if (game_get_move(bot->game, view, seat, line, &move)) return move;
    snprintf(text, sizeof text, "`%.60s` is no legal move at node %d", line, match_node(e->match));
    fail(bot, p, text);
    return MOVE_NONE;
}

/* The game that was followed so far has ended: the processes are told how. */
static void end_game(Exec *e) {
    for (int i = 0; i < SEATS_MAX; i++) {
        Player *p = &e->player[i];
        if (p->child.pid && p->sent.length) {
            if (e->match) send_news(e, p);
            child_send(&p->child, "end\n");
        }
        p->seat = -1;
        buffer_free(&p->sent);
    }
    if (e->match && !e->failed) e->failures = 0;
    e->failed = false;
    e->match = NULL;
}

static void exec_follow(Bot *bot, const Match *match) {
    Exec *e = bot->memory;
    if (!match || e->match != match) end_game(e);
    e->match = match;
}

static bool exec_start(Bot *bot, const char **why) {
    Exec *e = bot->memory;
    for (int i = 0; i < SEATS_MAX; i++) e->player[i].seat = -1;
    *why = N_("exec: needs a command, as in exec:./bot");
    return bot->detail && *bot->detail;
}

static void exec_end(Bot *bot) {
    Exec *e = bot->memory;
    for (int i = 0; e && i < SEATS_MAX; i++) {
        child_end(&e->player[i].child);
        buffer_free(&e->player[i].sent);
    }
}

const BotKind exec_bot = {
    .name = "exec",
    .summary = N_("a program of your own (docs/protocol.md)"),
    .memory = exec_memory,
    .start = exec_start,
    .end = exec_end,
    .follow = exec_follow,
    .choose = exec_choose,
};
