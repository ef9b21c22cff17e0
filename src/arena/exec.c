/* exec.c: see exec.h and docs/protocol.md. */
#include "arena/exec.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/arena.h"
#include "arena/command.h"
#include "host/box.h"
#include "host/child.h"
#include "host/clock.h"
#include "match/record.h"
#include "match/remark.h"

/* How long a process may take: to start, and to answer when no time was given; and what it may take beyond its time. */
static const double start_seconds = 10, usual_seconds = 10, grace_seconds = 1;

enum {
    AT_ONCE_MAX = 64,    /* games that a process may be given at once */
    DROPPED = 128,       /* questions that were dropped, and are remembered: more than can be on their way */
    SITTINGS = 128,      /* seats in games being played, of one bot */
    GREETING_LINES = 64, /* that a process may write before it is ready */
    ID_MAX = 96,
    KEYS_MAX = 512 /* bytes of the names of its options */
};

typedef struct Process {
    Child child;
    int version;                /* of the protocol it speaks */
    int games;                  /* it plays at once */
    bool state, record, single; /* it wants positions; records; questions with one answer */
    bool taken;                 /* protocol 1: a game has it */
    double since;               /* when the clock of what it thinks about began; 0: with the next line waited for */
    char keys[KEYS_MAX];        /* " depth speed ": the options it has */
    unsigned dropped[DROPPED];  /* games that were broken off, by others, with its answer on its way; 0: none */
    unsigned drops;             /* so far */
} Process;

/* A seat in a game that is being played. */
typedef struct Sitting {
    const Match *match; /* NULL: there is none */
    int seat;
    unsigned id;              /* the game's number in the protocol */
    uint32_t lot;             /* what a bot may draw lots from */
    Process *process;         /* that was told of the game; NULL: none yet */
    uint64_t asked;           /* the number of the question that is open; 0: none */
    AnyState view;            /* of that question */
    Move move;                /* its answer */
    Buffer log;               /* the Events that the process was told */
    AnyState state;           /* after them */
    double used;              /* seconds of its clock */
    bool failed;              /* it has lost this game, and is not asked in it any more */
    char trouble[REASON_MAX]; /* why */
    char remark[REMARK_MAX];  /* of its last answer; "": none */
} Sitting;

typedef struct Exec {
    char *command;              /* without options and alias */
    const char *set;            /* "KEY=VALUE KEY=VALUE", in the bot's detail; NULL: none */
    size_t set_length;          /* of them */
    const Match *match;         /* the game followed; NULL: none */
    Process process[SEATS_MAX]; /* one serves all games in protocol 2; in protocol 1 each serves one seat */
    Sitting sitting[SITTINGS];
    unsigned games;           /* sittings so far: the number of the last */
    uint64_t questions;       /* asked so far */
    int failures;             /* games failed in a row */
    char id[ID_MAX];          /* what the program calls itself */
    char trouble[REASON_MAX]; /* of a bot that never came to a game */
} Exec;

static size_t exec_memory(const Game *g) {
    (void)g;
    return sizeof(Exec);
}

static bool timed(const Bot *bot) { return bot->budget.seconds > 0; }
static double limit_of(const Bot *bot) { return timed(bot) ? bot->budget.seconds : usual_seconds; }

/* ---- Trouble ---------------------------------------------------------------------------------------- */

/* The sitting whose question is open for the longest. */
static Sitting *oldest(Exec *e, const Process *p) {
    Sitting *found = NULL;
    for (int i = 0; i < SITTINGS; i++) {
        Sitting *s = &e->sitting[i];
        if (s->match && s->process == p && s->asked && (!found || s->asked < found->asked)) found = s;
    }
    return found;
}

/* Its process, if there is one, is not the game's any more: the next will be told everything. */
static void forget_process(Sitting *s) {
    s->process = NULL;
    buffer_free(&s->log);
}

static void kill_process(Exec *e, Process *p) {
    for (int i = 0; i < SITTINGS; i++)
        if (e->sitting[i].process == p) forget_process(&e->sitting[i]);
    child_kill(&p->child);
    *p = (Process){.child = p->child};
}

/* The process is killed, and the sitting that is to blame loses its game; NULL: nobody plays yet. False. */
static bool fail(Bot *bot, Process *p, Sitting *to_blame, const char *what) {
    Exec *e = bot->memory;
    char *trouble = to_blame ? to_blame->trouble : e->trouble;
    snprintf(trouble, REASON_MAX, "%s", what);
    for (char *c = trouble; *c; c++) /* whatever it wrote, a message is one line of ASCII */
        if (*c < ' ' || *c > '~') *c = '?';
    bot->trouble = trouble;
    if (p) kill_process(e, p);
    if (!to_blame) return false;
    e->failures++;
    to_blame->failed = true;
    to_blame->asked = 0;
    return false;
}

static bool fail_clock(Bot *bot, Sitting *s) {
    char text[REASON_MAX];
    snprintf(text, sizeof text, "its %g s for the game were over at node %d", bot->budget.clock, match_node(s->match));
    return fail(bot, s->process, s, text);
}

/* That the output was closed says little: how the process ended says more. */
static bool fail_result(Bot *bot, Process *p, Sitting *to_blame, ChildResult result, double limit) {
    char text[REASON_MAX];
    switch (result) {
        case CHILD_SLOW:
            snprintf(text, sizeof text, "it did not answer within %g s", limit);
            break;
        case CHILD_CLOSED:
            child_fate(&p->child, text, sizeof text);
            break;
        case CHILD_LONG:
            snprintf(text, sizeof text, "it wrote %d bytes without the end of a line", CHILD_LINE_MAX);
            break;
        default:
            snprintf(text, sizeof text, "out of memory");
    }
    return fail(bot, p, to_blame, text);
}

/* ---- Starting --------------------------------------------------------------------------------------- */

/* What stands after the word and a space, or NULL if the line begins otherwise. */
static const char *after(const char *line, const char *word) {
    size_t n = strlen(word);
    return strncmp(line, word, n) == 0 && line[n] == ' ' ? line + n + 1 : NULL;
}

static void take_id(Bot *bot, const char *name) {
    Exec *e = bot->memory;
    snprintf(e->id, sizeof e->id, "%.*s", ID_MAX - 1, name);
    for (char *c = e->id; *c; c++)
        if (*c < ' ' || *c > '~') *c = '?';
    bot->id = e->id;
}

/* A line that a process writes before it is ready, which only one that speaks protocol 2 does; false: it is none. */
static bool take_wish(Bot *bot, Process *p, const char *line) {
    const char *rest;
    if ((rest = after(line, "id")) && *rest) {
        take_id(bot, rest);
        return true;
    }
    if ((rest = after(line, "option"))) {
        size_t key = strcspn(rest, "="), have = strlen(p->keys);
        if (key == 0 || rest[key] != '=' || have + key + 3 > sizeof p->keys || memchr(rest, ' ', key)) return false;
        snprintf(p->keys + have, sizeof p->keys - have, "%s%.*s ", have ? "" : " ", (int)key, rest);
        return true;
    }
    if ((rest = after(line, "want"))) {
        bool *wish = strcmp(rest, "state") == 0    ? &p->state
                     : strcmp(rest, "record") == 0 ? &p->record
                     : strcmp(rest, "single") == 0 ? &p->single
                                                   : NULL;
        if (wish) *wish = true;
        return wish != NULL;
    }
    Scan in = {.at = line};
    return scan_word(&in, "games ") && scan_int(&in, 1, 1000000, &p->games) && scan_end(&in);
}

/* Reads until it is ready, in any version. */
static bool hear_greeting(Bot *bot, Process *p, Sitting *s) {
    char text[REASON_MAX], line[CHILD_LINE_MAX];
    double end = clock_now() + start_seconds;
    for (int lines = 0; lines < GREETING_LINES; lines++) {
        ChildResult result = child_line(&p->child, end - clock_now(), line);
        if (result != CHILD_OK) return fail_result(bot, p, s, result, start_seconds);
        p->version = strcmp(line, "ready 2") == 0 ? 2 : strcmp(line, "ready") == 0 && lines == 0 ? 1 : 0;
        if (p->version == 1 && child_has_more(&p->child))
            return fail(bot, p, s, "it wrote more than one line for an answer");
        if (p->version) return true;
        if (!take_wish(bot, p, line)) break;
    }
    snprintf(text, sizeof text, "it said `%.60s` where `ready` was expected", line);
    return fail(bot, p, s, text);
}

/* Tells a process of protocol 2 the options that were set; false: it has no such option. */
static bool send_options(Bot *bot, Process *p, Sitting *s) {
    const Exec *e = bot->memory;
    const char *end = e->set ? e->set + e->set_length : NULL;
    for (const char *at = e->set; at && at < end; at++) {
        size_t word = strcspn(at, " "), key = strcspn(at, "=");
        char wanted[TOKEN_MAX], text[REASON_MAX];
        if (word > (size_t)(end - at)) word = (size_t)(end - at);
        snprintf(wanted, sizeof wanted, " %.*s ", (int)key, at);
        if (p->version < 2 || !strstr(p->keys, wanted)) {
            snprintf(text, sizeof text, "it has no option `%.*s`", (int)(key < 60 ? key : 60), at);
            return fail(bot, p, s, text);
        }
        buffer_put(&p->child.pending, "set %.*s\n", (int)word, at);
        at += word;
    }
    return true;
}

/* Every process is greeted as in protocol 1; one that speaks 2 says so in its answer. What only 2 knows is sent after
 * that. */
static bool start_process(Bot *bot, Process *p, Sitting *s) {
    Exec *e = bot->memory;
    const char *why;
    if (e->failures >= EXEC_GIVE_UP) return fail(bot, NULL, s, "it failed too often to be tried again");
    *p = (Process){.games = 1};
    if (!child_start(&p->child, e->command, &why)) return fail(bot, p, s, why);
    buffer_put(&p->child.pending, "penna-bot 1\nlimit %.0f\n", limit_of(bot) * 1000);
    if (!hear_greeting(bot, p, s) || !send_options(bot, p, s)) return false;
    if (p->version == 1) return true;
    if (p->games > AT_ONCE_MAX) p->games = AT_ONCE_MAX;
    if (bot->budget.playouts) buffer_put(&p->child.pending, "playouts %u\n", bot->budget.playouts);
    buffer_put(&p->child.pending, "games %d\n", p->games);
    return true;
}

/* A process for that sitting: one of protocol 2 serves all, one of protocol 1 has to be free. False: there is none. */
static bool find_process(Bot *bot, Sitting *s) {
    Exec *e = bot->memory;
    Process *best = NULL;
    for (int i = 0; i < SEATS_MAX; i++) {
        Process *p = &e->process[i];
        if (p->child.pid && p->taken) continue;
        if (!best || (p->child.pid && !best->child.pid)) best = p;
    }
    if (!best) return fail(bot, NULL, s, "it plays in too many games at once");
    if (!best->child.pid && !start_process(bot, best, s)) return false;
    best->taken = best->version == 1;
    s->process = best;
    return true;
}

/* ---- Telling ---------------------------------------------------------------------------------------- */

/* A line of the record: as it is in protocol 1, after its game in protocol 2. */
static void send_lines(Sitting *s, const Buffer *lines) {
    Buffer *out = &s->process->child.pending;
    out->failed |= lines->failed;
    if (s->process->version == 1) buffer_add(out, lines->bytes, lines->length);
    for (const char *at = lines->bytes, *end = at + lines->length; s->process->version > 1 && at < end;) {
        size_t n = strcspn(at, "\n");
        buffer_put(out, "record %u %.*s\n", s->id, (int)n, at);
        at += n + 1;
    }
}

/* How many nodes the process knows. */
static int known(const Sitting *s) { return (int)(s->log.length / sizeof(Event)); }

/* True if what the process was told is how the match began. */
static bool still_so(const Sitting *s) {
    if (known(s) > match_node(s->match)) return false;
    for (int i = 0; i < known(s); i++) {
        Event e;
        memcpy(&e, s->log.bytes + (size_t)i * sizeof e, sizeof e);
        if (!event_same(&e, match_event(s->match, i))) return false;
    }
    return true;
}

/* Sends the lines that are new since the last time. */
static void send_news(Sitting *s) {
    const Match *m = s->match;
    Buffer lines = {0};
    for (int node = known(s); node < match_node(m); node++) {
        const Event *e = match_event(m, node);
        record_write_event(m, &s->state.head, e, s->seat, &lines);
        match_apply(match_game(m), &s->state.head, e);
        buffer_add(&s->log, (const char *)e, sizeof *e);
    }
    if (match_state(m)->node == NODE_OVER) record_write_score(m, &lines);
    if (lines.length || lines.failed) send_lines(s, &lines);
    s->process->child.pending.failed |= s->log.failed;
    buffer_free(&lines);
}

/* Tells a process that the game begins, here or anew. The number is the seat's own: a bot that draws lots from it plays
 * the same whoever asks it. */
static void send_new(Sitting *s) {
    const Match *m = s->match;
    const Game *g = match_game(m);
    Buffer *out = &s->process->child.pending, head = {0};
    buffer_free(&s->log);
    match_state_at(m, 0, &s->state);
    if (s->process->version == 1) {
        buffer_put(out, "new %d %u\n", s->seat, (unsigned)s->lot);
    } else {
        int seats = match_state(m)->seats;
        buffer_put(out, "new %u %s %d %d %u", s->id, g->name, seats, s->seat, (unsigned)s->lot);
        for (int i = 0; i < game_option_count(g); i++) {
            char room[TOKEN_MAX];
            Text text = text_in(room, sizeof room);
            game_put_option(g, i, match_options(m)[i], seats, &text);
            buffer_put(out, " %s", room);
        }
        buffer_str(out, "\n");
        if (!s->process->record) return;
    }
    record_write_head(m, &head);
    send_lines(s, &head);
    buffer_free(&head);
}

/* Protocol 2 tells the points, or `-` where the game was broken off or taken back. */
static void send_end(Sitting *s) {
    Buffer *out = &s->process->child.pending;
    const State *now = match_state(s->match);
    int points[SEATS_MAX];
    if (s->process->version == 1) {
        buffer_str(out, "end\n");
        return;
    }
    buffer_put(out, "end %u", s->id);
    match_game(s->match)->scores(now, points);
    if (now->node != NODE_OVER) buffer_str(out, " -");
    for (int i = 0; now->node == NODE_OVER && i < now->seats; i++) buffer_put(out, " %d", points[i]);
    buffer_str(out, "\n");
}

/* What a process knows of the record; one that was taken back begins anew. */
static void send_record(Sitting *s) {
    if (s->process->version > 1 && !s->process->record) return;
    if (!still_so(s)) {
        send_end(s);
        send_new(s);
    }
    send_news(s);
}

/* Asks for a move: the legal ones follow, in ASCII order as they have in `penna moves`. */
static void send_legal(const Sitting *s) {
    const Game *g = match_game(s->match);
    Buffer *out = &s->process->child.pending;
    Move legal[MOVES_MAX];
    char token[MOVES_MAX][TOKEN_MAX];
    int n = g->legal(&s->view.head, s->seat, legal), order[MOVES_MAX];
    for (int i = 0; i < n; i++) {
        Text text = text_in(token[i], TOKEN_MAX);
        int at = i;
        g->put_move(&s->view.head, s->seat, legal[i], &text);
        for (; at > 0 && strcmp(token[order[at - 1]], token[i]) > 0; at--) order[at] = order[at - 1];
        order[at] = i;
    }
    if (s->process->version == 1)
        buffer_str(out, "choose");
    else
        buffer_put(out, "legal %u", s->id);
    for (int i = 0; i < n; i++) {
        buffer_add(out, " ", 1);
        buffer_str(out, token[order[i]]);
    }
    buffer_add(out, "\n", 1);
}

/* The legal moves come last: with them the question is complete. Only a process of protocol 2 can have asked for
 * states. */
static void send_question(const Bot *bot, Sitting *s) {
    Buffer *out = &s->process->child.pending;
    char room[POSITION_MAX];
    Text text = text_in(room, sizeof room);
    if (s->process->state) {
        game_put_state(bot->game, &s->view.head, &text);
        buffer_put(out, "state %u %s\n", s->id, room);
    }
    if (s->process->version > 1 && bot->budget.clock > 0)
        buffer_put(out, "clock %u %.0f\n", s->id, (bot->budget.clock - s->used) * 1000);
    send_legal(s);
}

/* ---- Asking ----------------------------------------------------------------------------------------- */

static Sitting *find_sitting(Exec *e, const Match *match, int seat) {
    for (int i = 0; i < SITTINGS; i++)
        if (e->sitting[i].match == match && e->sitting[i].seat == seat) return &e->sitting[i];
    return NULL;
}

/* The sitting of that seat in that match, new if need be; NULL: there are too many. */
static Sitting *sit(Exec *e, const Match *match, int seat, Rng *rng) {
    Sitting *s = find_sitting(e, match, seat);
    if (s) return s;
    for (s = e->sitting; s < e->sitting + SITTINGS; s++) {
        if (s->match) continue;
        *s = (Sitting){.match = match, .seat = seat, .id = ++e->games, .lot = (uint32_t)(rng_next(rng) >> 33)};
        return s;
    }
    return NULL;
}

/* Sees to it that a process knows of the game. False: the sitting has failed. */
static bool prepare(Bot *bot, Sitting *s) {
    if (s->process) return true;
    if (!find_process(bot, s)) return false;
    send_new(s);
    return true;
}

/* Puts the question to the process. False: the sitting has failed. */
static bool put_question(Bot *bot, Sitting *s) {
    Exec *e = bot->memory;
    if (!prepare(bot, s)) return false;
    Process *p = s->process;
    if (p->version == 1 && !child_silent(&p->child)) return fail(bot, p, s, "it wrote without being asked");
    send_record(s);
    send_question(bot, s);
    s->asked = 0;
    if (!oldest(e, p)) p->since = 0;
    s->asked = ++e->questions;
    return true;
}

/* Where only one move is legal the program is spared the question, unless it wants it; in protocol 1 it expects every
 * one. */
static void exec_ask(Bot *bot, const Match *match, const State *view, int seat, Rng *rng) {
    Move legal[MOVES_MAX];
    Sitting *s = sit(bot->memory, match, seat, rng);
    if (!s || s->failed) return;
    memcpy(&s->view, view, bot->game->size);
    s->remark[0] = '\0';
    s->asked = 0;
    if (!prepare(bot, s)) return;
    bool always = s->process->version == 1 || s->process->single;
    if (!always && bot->game->legal(view, seat, legal) == 1)
        s->move = legal[0];
    else
        put_question(bot, s);
}

/* ---- Answers ---------------------------------------------------------------------------------------- */

static bool is_legal(const void *context, const char *token) {
    const Sitting *s = context;
    Move move;
    return game_get_move(match_game(s->match), &s->view.head, s->seat, token, &move);
}

/* Kept as remark_put() writes it and not as it came: in records it has one form. */
static bool take_info(Bot *bot, Sitting *s, const char *words) {
    Remark remark;
    char text[REASON_MAX];
    const char *why = remark_read(words, is_legal, s, &remark);
    if (why) {
        snprintf(text, sizeof text, "`info` at node %d: %s", match_node(s->match), why);
        return fail(bot, s->process, s, text);
    }
    Text out = text_in(s->remark, sizeof s->remark);
    remark_put(&remark, &out);
    return true;
}

/* An answer stops the clock of its question, and starts that of the next. */
static bool take_move(Bot *bot, Sitting *s, const char *token) {
    double now = clock_now();
    char text[REASON_MAX];
    s->used += now - s->process->since;
    s->process->since = now;
    if (bot->budget.clock > 0 && s->used > bot->budget.clock) return fail_clock(bot, s);
    if (game_get_move(bot->game, &s->view.head, s->seat, token, &s->move)) {
        s->asked = 0;
        return true;
    }
    snprintf(text, sizeof text, "`%.60s` is no legal move at node %d", token, match_node(s->match));
    return fail(bot, s->process, s, text);
}

/* The sitting of that process that the number in `move 7 r9` names, if it owes an answer; *rest is what follows. */
static Sitting *named(Exec *e, const Process *p, const char *line, const char **rest) {
    Scan in = {.at = line};
    int id;
    if (!scan_int(&in, 1, INT32_MAX, &id) || !scan_char(&in, ' ')) return NULL;
    *rest = in.at;
    for (int i = 0; i < SITTINGS; i++) {
        Sitting *s = &e->sitting[i];
        if (s->match && s->process == p && s->asked && s->id == (unsigned)id) return s;
    }
    return NULL;
}

/* What it says about a game that was broken off while it thought is no fault of its own, and not heard; true if it is
 * that. After its move it has nothing more to say there. */
static bool is_dropped(Process *p, const char *line, bool last) {
    Scan in = {.at = line};
    int id;
    if (!scan_int(&in, 1, INT32_MAX, &id)) return false;
    for (int i = 0; i < DROPPED; i++) {
        if (p->dropped[i] != (unsigned)id) continue;
        if (last) {
            p->dropped[i] = 0;
            p->since = clock_now();
        }
        return true;
    }
    return false;
}

/* Takes a line that a process has written. */
static bool take_line(Bot *bot, Process *p, const char *line) {
    Exec *e = bot->memory;
    const char *rest, *token, *info = after(line, "info"), *move = after(line, "move");
    char text[REASON_MAX];
    Sitting *first = oldest(e, p), *s;
    if (p->version == 1) {
        if (child_has_more(&p->child)) return fail(bot, p, first, "it wrote more than one line for an answer");
        return take_move(bot, first, line);
    }
    if (info && (s = named(e, p, info, &rest))) return take_info(bot, s, rest);
    if (move && (s = named(e, p, move, &token))) return take_move(bot, s, token);
    if ((info && is_dropped(p, info, false)) || (move && is_dropped(p, move, true))) return true;
    snprintf(text, sizeof text, "it said `%.60s`, which answers nothing it was asked", line);
    return fail(bot, p, first, text);
}

/* How long may be waited for an answer. */
static double answer_seconds(const Bot *bot) { return limit_of(bot) + (timed(bot) ? grace_seconds : 0); }

/* The same, and only as long as any of the clocks of what it was asked still runs. */
static double patience(const Bot *bot, const Process *p) {
    const Exec *e = bot->memory;
    double clock = 0, wait = answer_seconds(bot);
    if (bot->budget.clock <= 0) return wait;
    for (int i = 0; i < SITTINGS; i++) {
        const Sitting *s = &e->sitting[i];
        if (!s->match || s->process != p || !s->asked) continue;
        if (bot->budget.clock - s->used > clock) clock = bot->budget.clock - s->used;
    }
    return clock < wait ? clock : wait;
}

/* Lines may answer other games of the same process: these keep their answers, and the loop ends with the one it is
 * for. */
static Move exec_answer(Bot *bot, const Match *match, int seat) {
    Exec *e = bot->memory;
    Sitting *s = find_sitting(e, match, seat);
    char line[CHILD_LINE_MAX];
    bot->remark = NULL;
    bot->trouble = "it plays in too many games at once";
    while (s && s->asked && !s->failed) {
        if (!s->process && !put_question(bot, s)) break; /* its process failed in another game */
        Process *p = s->process;
        if (p->since <= 0) p->since = clock_now();
        double wait = patience(bot, p);
        ChildResult result = child_line(&p->child, p->since + wait - clock_now(), line);
        if (result == CHILD_SLOW && wait < answer_seconds(bot))
            fail_clock(bot, oldest(e, p));
        else if (result != CHILD_OK)
            fail_result(bot, p, oldest(e, p), result, wait);
        else
            take_line(bot, p, line);
    }
    if (!s) return MOVE_NONE;
    bot->trouble = s->failed ? s->trouble : NULL;
    if (*s->remark) bot->remark = s->remark;
    return s->failed ? MOVE_NONE : s->move;
}

/* ---- The bot ---------------------------------------------------------------------------------------- */

/* A question whose answer nobody needs: the game is broken off because another bot failed. In protocol 1, where an
 * answer says nothing of its game, it is waited for; a process that does not give it is not to blame, but replaced. */
static void drop_question(Bot *bot, Sitting *s) {
    Process *p = s->process;
    char line[CHILD_LINE_MAX];
    if (p->version > 1)
        p->dropped[p->drops++ % DROPPED] = s->id;
    else if (child_line(&p->child, answer_seconds(bot), line) != CHILD_OK)
        kill_process(bot->memory, p);
}

/* The process is told how the game ended. It reads that before the next question, or now if there may be none. */
static void leave(Bot *bot, Sitting *s) {
    Exec *e = bot->memory;
    if (s->process && s->asked) drop_question(bot, s);
    Process *p = s->process;
    if (p) {
        if (p->version == 1 || p->record) send_record(s);
        send_end(s);
        p->taken = false;
        if (!s->failed) e->failures = 0;
    }
    buffer_free(&s->log);
    *s = (Sitting){0};
    for (int i = 0; p && i < SITTINGS; i++)
        if (e->sitting[i].process == p) return;
    if (p) child_flush(&p->child);
}

/* NULL: every match. */
static void exec_leave(Bot *bot, const Match *match) {
    Exec *e = bot->memory;
    for (int i = 0; i < SITTINGS; i++)
        if (e->sitting[i].match && (!match || e->sitting[i].match == match)) leave(bot, &e->sitting[i]);
}

static void exec_follow(Bot *bot, const Match *match) {
    Exec *e = bot->memory;
    if (!match || e->match != match) exec_leave(bot, NULL);
    e->match = match;
}

static Move exec_choose(Bot *bot, const State *view, int seat, Rng *rng) {
    Exec *e = bot->memory;
    bot->trouble = "it can play only in a match that it follows from the beginning";
    if (!e->match) return MOVE_NONE;
    exec_ask(bot, e->match, view, seat, rng);
    return exec_answer(bot, e->match, seat);
}

/* A process that cannot be started plays one at a time: its games say what is wrong. */
static int exec_games(Bot *bot) {
    Exec *e = bot->memory;
    Process *p = &e->process[0];
    if (!p->child.pid && !start_process(bot, p, NULL)) return 1;
    return p->version > 1 ? p->games : 1;
}

/* No process is started before one is needed: many bots are made only to see whether there is such a bot. */
static bool exec_start(Bot *bot, const char **why) {
    Exec *e = bot->memory;
    size_t length = bot->detail ? command_proper(bot->detail, &e->set) : 0;
    *why = N_("exec: needs a command, as in exec:./bot");
    if (length == 0) return false;
    if (e->set) e->set_length = command_named(bot->detail) - (size_t)(e->set - bot->detail);
    *why = N_("out of memory");
    e->command = strndup(bot->detail, length);
    return e->command != NULL;
}

/* The same, but the command is one that puts what was given into a box. */
static bool sandbox_start(Bot *bot, const char **why) {
    Exec *e = bot->memory;
    Buffer boxed = {0};
    if (!box_possible(why) || !exec_start(bot, why)) return false;
    if (!box_command(e->command, box_limits, &boxed, why)) {
        buffer_free(&boxed);
        return false;
    }
    free(e->command);
    e->command = boxed.bytes;
    return true;
}

static void exec_end(Bot *bot) {
    Exec *e = bot->memory;
    for (int i = 0; i < SITTINGS; i++) buffer_free(&e->sitting[i].log);
    for (int i = 0; i < SEATS_MAX; i++) child_end(&e->process[i].child);
    free(e->command);
}

static const Several several = {
    .games = exec_games,
    .ask = exec_ask,
    .answer = exec_answer,
    .leave = exec_leave,
};

const BotKind exec_bot = {
    .name = "exec",
    .summary = N_("a program of your own (docs/protocol.md)"),
    .memory = exec_memory,
    .start = exec_start,
    .end = exec_end,
    .foreign = true,
    .follow = exec_follow,
    .several = &several,
    .choose = exec_choose,
};

const BotKind sandbox_bot = {
    .name = "sandbox",
    .summary = N_("a program of somebody else, without network and files (docs/protocol.md)"),
    .memory = exec_memory,
    .start = sandbox_start,
    .end = exec_end,
    .foreign = true,
    .follow = exec_follow,
    .several = &several,
    .choose = exec_choose,
};
