/* match.c: see match.h. */
#include "match/match.h"

#include <stdlib.h>
#include <string.h>

/* Something said of a choice. */
typedef struct Said {
    int node, seat;
    char *text;
} Said;

typedef struct Sitter {
    char *kind, *name;
} Sitter;

struct Match {
    const Game *game;
    int seats, option[OPTIONS_MAX];
    unsigned given; /* options that a record states */
    int viewer;     /* State.viewer of a match seen by one seat, VIEWER_ALL otherwise */
    AnyState state;
    Event *log;
    int nodes, room; /* events in the log, and how many it has room for */
    unsigned chosen; /* movers of this node that have chosen */
    Move choice[SEATS_MAX];
    Sitter sitter[SEATS_MAX];
    Said *said; /* by node */
    int remarks, remark_room;
};

/* ---- Making ----------------------------------------------------------------------------------------- */

static void restart_state(const Match *m, AnyState *s) {
    memset(s, 0, sizeof *s);
    m->game->start(&s->head, m->seats, m->option);
    if (m->viewer == VIEWER_ALL) return;
    game_hide(m->game, &s->head, m->viewer == VIEWER_NONE ? -1 : m->viewer - 1);
}

/* Forgets what was said at that node and after it. */
static void forget_remarks(Match *m, int node) {
    while (m->remarks > 0 && m->said[m->remarks - 1].node >= node) free(m->said[--m->remarks].text);
}

void match_restart(Match *m) {
    forget_remarks(m, 0);
    restart_state(m, &m->state);
    m->nodes = 0;
    m->chosen = 0;
}

/* Options that are not the defaults are taken for stated, until match_give_options() says otherwise. */
Match *match_new(const Game *g, int seats, const int *option) {
    Match *m = calloc(1, sizeof *m);
    if (!m) return NULL;
    m->game = g;
    m->seats = seats;
    if (option) memcpy(m->option, option, sizeof(int) * (size_t)game_option_count(g));
    for (int i = 0; i < OPTIONS_MAX; i++) m->given |= (unsigned)(m->option[i] != 0) << i;
    match_restart(m);
    for (int i = 0; i < seats; i++)
        if (!match_seat(m, i, "human", "?")) {
            match_free(m);
            return NULL;
        }
    return m;
}

/* Also one that match_new() could not finish. */
void match_free(Match *m) {
    if (!m) return;
    for (int i = 0; i < m->seats; i++) {
        free(m->sitter[i].kind);
        free(m->sitter[i].name);
    }
    forget_remarks(m, 0);
    free(m->said);
    free(m->log);
    free(m);
}

void match_see_as(Match *m, int seat) {
    m->viewer = seat < 0 ? VIEWER_NONE : seat + 1;
    match_restart(m);
}

/* ---- Asking ----------------------------------------------------------------------------------------- */

const Game *match_game(const Match *m) { return m->game; }
void match_give_options(Match *m, unsigned given) { m->given = given; }
bool match_option_given(const Match *m, int index) { return m->given >> index & 1; }
const int *match_options(const Match *m) { return m->option; }
const State *match_state(const Match *m) { return &m->state.head; }
int match_node(const Match *m) { return m->nodes; }
const Event *match_event(const Match *m, int node) { return &m->log[node]; }
unsigned match_chosen(const Match *m) { return m->chosen; }
Move match_choice(const Match *m, int seat) { return m->choice[seat]; }

bool event_same(const Event *a, const Event *b) {
    return a->node == b->node && a->movers == b->movers && a->outcome == b->outcome &&
           memcmp(a->move, b->move, sizeof a->move) == 0;
}

void match_apply(const Game *g, State *s, const Event *e) {
    if (e->node == NODE_CHANCE)
        g->chance(s, e->outcome);
    else
        g->play(s, e->move);
}

void match_state_at(const Match *m, int node, AnyState *out) {
    restart_state(m, out);
    for (int i = 0; i < node; i++) match_apply(m->game, &out->head, &m->log[i]);
}

void match_view(const Match *m, int seat, AnyState *out) {
    *out = m->state;
    if (m->viewer == VIEWER_ALL) game_hide(m->game, &out->head, seat);
}

int match_last_decision(const Match *m, int seat) {
    for (int i = m->nodes - 1; i >= 0; i--)
        if (m->log[i].movers >> seat & 1) return i;
    return -1;
}

/* ---- Seats ------------------------------------------------------------------------------------------ */

/* The length of the UTF-8 sequence at p, of at most `left` bytes, or 0; *code is what it stands for. */
static size_t utf8_take(const unsigned char *p, size_t left, uint32_t *code) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t n = *p < 0x80 ? 1 : *p >> 5 == 6 ? 2 : *p >> 4 == 14 ? 3 : *p >> 3 == 30 ? 4 : 0;
    if (n == 0 || n > left) return 0;
    *code = n == 1 ? *p : *p & (0x7Fu >> n);
    for (size_t i = 1; i < n; i++) {
        if (p[i] >> 6 != 2) return 0;
        *code = *code << 6 | (p[i] & 0x3Fu);
    }
    if (*code < least[n] || *code > 0x10FFFF || (*code >= 0xD800 && *code <= 0xDFFF)) return 0;
    return n;
}

/* A name is the end of a line in records and is shown on terminals: a control character would break either. */
bool match_name_ok(const char *name, size_t length) {
    if (length == 0 || name[0] == ' ' || name[length - 1] == ' ') return false;
    for (size_t at = 0; at < length;) {
        uint32_t code = 0;
        size_t n = utf8_take((const unsigned char *)name + at, length - at, &code);
        if (n == 0 || code < 0x20 || (code >= 0x7F && code <= 0x9F)) return false;
        at += n;
    }
    return true;
}

bool match_kind_ok(const char *kind, size_t length) {
    if (length == 5 && memcmp(kind, "human", 5) == 0) return true;
    if (length <= 4 || memcmp(kind, "bot:", 4) != 0) return false;
    for (size_t i = 4; i < length; i++)
        if (kind[i] <= ' ' || kind[i] > '~') return false;
    return true;
}

/* Both copies are made before anything is freed: without memory the seat keeps who sat there. */
bool match_seat(Match *m, int seat, const char *kind, const char *name) {
    if (!match_kind_ok(kind, strlen(kind)) || !match_name_ok(name, strlen(name))) return false;
    Sitter sitter = {.kind = strdup(kind), .name = strdup(name)};
    if (!sitter.kind || !sitter.name) {
        free(sitter.kind);
        free(sitter.name);
        return false;
    }
    free(m->sitter[seat].kind);
    free(m->sitter[seat].name);
    m->sitter[seat] = sitter;
    return true;
}

const char *match_kind(const Match *m, int seat) { return m->sitter[seat].kind; }
const char *match_name(const Match *m, int seat) { return m->sitter[seat].name; }

/* ---- Playing ---------------------------------------------------------------------------------------- */

/* The log grows first: without memory the state is still the one that the log leads to. */
MatchResult match_append(Match *m, const Event *e) {
    if (m->nodes == m->room) {
        int room = m->room ? 2 * m->room : 64;
        Event *log = realloc(m->log, sizeof *log * (size_t)room);
        if (!log) return MATCH_MEMORY;
        m->log = log;
        m->room = room;
    }
    m->log[m->nodes++] = *e;
    match_apply(m->game, &m->state.head, e);
    m->chosen = 0;
    memset(m->choice, 0, sizeof m->choice);
    return MATCH_OK;
}

MatchResult match_chance(Match *m, int node, uint32_t outcome) {
    const State *s = &m->state.head;
    if (node != m->nodes) return node < m->nodes ? MATCH_STALE : MATCH_EARLY;
    if (s->node != NODE_CHANCE) return MATCH_NOT_YOURS;
    bool hidden = outcome == OUTCOME_HIDDEN && m->viewer != VIEWER_ALL;
    if (!hidden && outcome >= m->game->outcomes(s)) return MATCH_ILLEGAL;
    return match_append(m, &(Event){.node = NODE_CHANCE, .outcome = outcome});
}

/* A hidden record's moves were checked as far as a view can by their parser. */
static bool allowed(const Match *m, int seat, Move move) {
    const State *s = &m->state.head;
    bool own = m->viewer == VIEWER_ALL || m->viewer == seat + 1 || !m->game->get_hidden_move;
    return !own || game_is_legal(m->game, s, seat, move);
}

/* The last choice is noted only by being played: without memory all is as it was, and it can be made again. */
MatchResult match_submit(Match *m, int seat, int node, Move move) {
    const State *s = &m->state.head;
    if (node != m->nodes) return node < m->nodes ? MATCH_STALE : MATCH_EARLY;
    if (seat < 0 || seat >= m->seats || !state_moves(s, seat)) return MATCH_NOT_YOURS;
    if (!allowed(m, seat, move)) return MATCH_ILLEGAL;
    unsigned chosen = m->chosen | 1u << seat;
    if (chosen == s->movers) {
        Event e = {.node = NODE_MOVE, .movers = s->movers};
        memcpy(e.move, m->choice, sizeof e.move);
        e.move[seat] = move;
        return match_append(m, &e);
    }
    m->chosen = chosen;
    m->choice[seat] = move;
    return MATCH_OK;
}

void match_withdraw(Match *m, int seat) {
    m->chosen &= ~(1u << seat);
    m->choice[seat] = MOVE_PASS;
}

void match_undo(Match *m, int node) {
    if (node < 0 || node > m->nodes) return;
    match_state_at(m, node, &m->state);
    forget_remarks(m, node);
    m->nodes = node;
    m->chosen = 0;
    memset(m->choice, 0, sizeof m->choice);
}

/* ---- What is said ----------------------------------------------------------------------------------- */

/* Of the node that comes next; so remarks lie in the order of nodes, on which match_remark_of() relies. */
bool match_remark(Match *m, int seat, const char *text) {
    if (m->remarks == m->remark_room) {
        int room = m->remark_room ? 2 * m->remark_room : 16;
        Said *said = realloc(m->said, sizeof *said * (size_t)room);
        if (!said) return false;
        m->said = said;
        m->remark_room = room;
    }
    char *own = strdup(text);
    if (own) m->said[m->remarks++] = (Said){.node = m->nodes, .seat = seat, .text = own};
    return own != NULL;
}

const char *match_remark_of(const Match *m, int node, int seat) {
    for (int i = m->remarks - 1; i >= 0 && m->said[i].node >= node; i--)
        if (m->said[i].node == node && m->said[i].seat == seat) return m->said[i].text;
    return NULL;
}
