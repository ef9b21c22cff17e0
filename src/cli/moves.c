/* moves.c: `penna moves`: what can come next in a record. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

typedef struct MovesSettings {
    bool every; /* at every node at which somebody decides, not only the last */
    bool json;
    long record; /* its number in the file; 0: it is the only one */
} MovesSettings;

/* An order that no language and no version of a game changes: scripts compare the lines. */
static int by_bytes(const void *a, const void *b) { return strcmp(a, b); }

/* The legal tokens of a seat, in ASCII order. */
static int tokens_of(const Game *g, const State *s, int seat, char (*token)[TOKEN_MAX]) {
    Move legal[MOVES_MAX];
    int n = g->legal(s, seat, legal);
    for (int i = 0; i < n; i++) {
        Text text = text_in(token[i], TOKEN_MAX);
        g->put_move(s, seat, legal[i], &text);
    }
    qsort(token, (size_t)n, sizeof *token, by_bytes);
    return n;
}

/* One line per deciding seat, each after `prefix`. */
static void print_text(const Game *g, const State *s, const char *prefix) {
    char token[MOVES_MAX][TOKEN_MAX];
    for (int seat = 0; seat < s->seats; seat++) {
        if (!state_moves(s, seat)) continue;
        printf("%s%d", prefix, seat);
        int n = tokens_of(g, s, seat, token);
        for (int i = 0; i < n; i++) printf(" %s", token[i]);
        putchar('\n');
    }
}

/* Of the protocol and of `show --json` too. */
static const char *const node_words[] = {[NODE_CHANCE] = "chance", [NODE_MOVE] = "move", [NODE_OVER] = "over"};

/* Tokens hold no character that JSON would want escaped, so they are printed as they are. */
static void print_json(const Game *g, const State *s, int node) {
    char token[MOVES_MAX][TOKEN_MAX];
    bool first = true;
    printf("{\"node\": %d, \"kind\": \"%s\", \"moves\": {", node, node_words[s->node]);
    for (int seat = 0; seat < s->seats; seat++) {
        if (!state_moves(s, seat)) continue;
        printf("%s\"%d\": [", first ? "" : ", ", seat);
        int n = tokens_of(g, s, seat, token);
        for (int i = 0; i < n; i++) printf("%s\"%s\"", i ? ", " : "", token[i]);
        putchar(']');
        first = false;
    }
    puts("}}");
}

/* Walks through the game once, instead of asking for each node from the beginning. */
static void print_every(const Match *m, bool json) {
    const Game *g = match_game(m);
    AnyState s;
    char prefix[16];
    match_state_at(m, 0, &s);
    for (int node = 0;; node++) {
        if (s.head.node == NODE_MOVE) {
            snprintf(prefix, sizeof prefix, "%d ", node);
            if (json)
                print_json(g, &s.head, node);
            else
                print_text(g, &s.head, prefix);
        }
        if (node == match_node(m)) return;
        match_apply(g, &s.head, match_event(m, node));
    }
}

/* At the last node by default: what can come next is what a player or a program asks about a game in progress. */
static int run(const void *settings, int count, char **words) {
    const MovesSettings *set = settings;
    int status;
    (void)count;
    Match *m = file_match_number(words[0], set->record, false, &status);
    if (!m) return status;
    const State *s = match_state(m);
    if (set->every)
        print_every(m, set->json);
    else if (set->json)
        print_json(match_game(m), s, match_node(m));
    else if (s->node == NODE_MOVE)
        print_text(match_game(m), s, "");
    else
        puts(node_words[s->node]);
    match_free(m);
    return EXIT_GOOD;
}

static const Arg args[] = {
    {.name = "every",
     .help = N_("for every decision of the record, each line after the node's number"),
     .kind = ARG_FLAG,
     .offset = offsetof(MovesSettings, every)},
    {.name = "record",
     .value = "N",
     .help = N_("record number N of a file that holds several, the first being 1"),
     .kind = ARG_NUMBER,
     .offset = offsetof(MovesSettings, record),
     .low = 1,
     .high = INT_MAX},
    {.name = "json", .help = N_("one JSON object a node"), .kind = ARG_FLAG, .offset = offsetof(MovesSettings, json)},
    {.name = NULL},
};

const Command moves_command = {
    .name = "moves",
    .usage = "FILE [OPTION]...",
    .summary = N_("list the legal moves at the end of a record"),
    .about =
        N_("Replays a file with one record (`-`: standard input) and prints what can come next: one line for each\n"
           "seat that decides, its number and its legal moves; or `chance`; or `over`."),
    .examples = "  penna moves game.penna\n  penna moves --every game.penna\n",
    .args = args,
    .settings = sizeof(MovesSettings),
    .words_min = 1,
    .words_max = 1,
    .run = run,
};
