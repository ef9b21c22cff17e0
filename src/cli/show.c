/* show.c: `penna show`: the sheets of a record at any node, drawn or as JSON. */
#include <limits.h>
#include <string.h>

#include "cli/cli.h"
#include "term/draw.h"

typedef struct ShowSettings {
    long node;   /* -1: the last */
    long record; /* its number in the file; 0: it is the only one */
    bool json;
} ShowSettings;

/* Words of the protocol (docs/protocol.md), never translated. */
static const char *const node_words[] = {[NODE_CHANCE] = "chance", [NODE_MOVE] = "move", [NODE_OVER] = "over"};

/* ---- Drawn ------------------------------------------------------------------------------------------ */

/* A full record shows all hands; one through a seat's eyes that seat's. */
static bool sees_hand(const State *s, int seat) { return s->viewer == VIEWER_ALL || s->viewer == seat + 1; }

/* The dice and the grid once, then the hand of each seat that is seen. */
static void draw_pieces(const Drawing *d) {
    const State *s = d->state;
    Piece pieces[PIECES_MAX];
    bool hands = false;
    for (int seat = 0; seat < s->seats; seat++) {
        int n = match_game(d->match)->pieces(s, seat, pieces), held = 0;
        for (int i = 0; i < n; i++) held += pieces[i].place == PLACE_HAND;
        if (!held || !sees_hand(s, seat)) continue;
        printf("  %s\n", match_name(d->match, seat));
        draw_table(d, seat, stdout);
        hands = true;
    }
    if (!hands) draw_table(d, -1, stdout);
}

/* The prompt of everyone who decides stands below, so that a picture of a game in progress says whose turn it is. */
static void draw(const Match *m, const State *s, int node) {
    const Game *g = match_game(m);
    int seats[SEATS_MAX];
    Drawing d = {.match = m, .state = s, .chooser = -1};
    Phrase place = {.id = N_("node {0} of {1}, turn {2}"),
                    .arg = {(int16_t)node, (int16_t)match_node(m), (int16_t)(s->turn + 1)}};
    printf("%s, %s%s%s\n", tr(g->title), tr_phrase(&place), s->node == NODE_OVER ? ", " : "",
           s->node == NODE_OVER ? tr(N_("over")) : "");
    for (int i = 0; i < s->seats; i++) seats[i] = i;
    draw_sheets(&d, seats, s->seats, stdout);
    draw_pieces(&d);
    for (int i = 0; i < s->seats; i++)
        if (state_moves(s, i)) printf("  %s: %s\n", match_name(m, i), tr(g->phases[s->phase].prompt));
}

/* ---- As JSON ---------------------------------------------------------------------------------------- */

/* For scripts, so in English whatever the language. */
static const char *const mark_words[] = {
    [MARK_FREE] = "free",     [MARK_GONE] = "gone", [MARK_CROSS] = "cross",
    [MARK_NUMBER] = "number", [MARK_HIT] = "hit",   [MARK_STRUCK] = "struck",
};

/* What a person sees in each box, not how the state holds it: a script needs to know nothing of the game. */
static void json_looks(const Game *g, const State *s, int seat) {
    Layout layout;
    g->layout(g->sheet_of ? g->sheet_of(s, seat) : 0, &layout);
    printf("\"sheet\": ");
    term_json(stdout, layout.name);
    printf(", \"boxes\": [");
    for (int i = 0; i < layout.box_count; i++) {
        Look look;
        g->look(s, seat, i, &look);
        printf("%s{\"mark\": \"%s\"", i ? ", " : "", mark_words[look.mark]);
        if (look.mark == MARK_NUMBER || look.mark == MARK_HIT) printf(", \"value\": %d", look.value);
        putchar('}');
    }
    putchar(']');
}

/* By the English names of the parts, whatever the language: they are keys. */
static void json_parts(const Game *g, const State *s, int seat) {
    int value[PARTS_MAX];
    g->part_values(s, seat, value);
    printf("\"parts\": {");
    for (int i = 0; g->parts[i]; i++) {
        if (i) printf(", ");
        term_json(stdout, g->parts[i]);
        printf(": %d", value[i]);
    }
    printf("}, ");
}

/* Points and rank are of this moment, as if the game ended here. */
static void json_seat(const Match *m, const State *s, int seat, const int *points, const int *rank) {
    printf("  {\"kind\": ");
    term_json(stdout, match_kind(m, seat));
    printf(", \"name\": ");
    term_json(stdout, match_name(m, seat));
    printf(", \"moves\": %s, \"score\": %d, \"rank\": %d,\n   ", state_moves(s, seat) ? "true" : "false", points[seat],
           rank[seat]);
    json_parts(match_game(m), s, seat);
    printf("\n   ");
    json_looks(match_game(m), s, seat);
    printf("}%s\n", seat + 1 < s->seats ? "," : "");
}

/* The position in notation is in it: it can be given to any command that takes one. */
static void json(const Match *m, const State *s, int node) {
    const Game *g = match_game(m);
    int points[SEATS_MAX], rank[SEATS_MAX];
    char room[POSITION_MAX];
    Text text = text_in(room, sizeof room);
    game_put_state(g, s, &text);
    g->scores(s, points);
    game_ranks(points, s->seats, rank);
    printf("{\"game\": \"%s\", \"node\": %d, \"nodes\": %d, \"kind\": \"%s\", \"turn\": %d, \"active\": %d,\n", g->name,
           node, match_node(m), node_words[s->node], s->turn, s->active);
    printf(" \"phase\": \"%s\", \"state\": ", g->phases[s->phase].name);
    term_json(stdout, room);
    printf(",\n \"seats\": [\n");
    for (int i = 0; i < s->seats; i++) json_seat(m, s, i, points, rank);
    printf(" ]}\n");
}

/* ---- The command ------------------------------------------------------------------------------------ */

/* A record through one seat's eyes is shown as that seat sees it. */
static int run(const void *settings, int count, char **words) {
    const ShowSettings *set = settings;
    int status;
    AnyState s;
    (void)count;
    Match *m = file_match_number(words[0], set->record, true, &status);
    if (!m) return status;
    int last = match_node(m);
    if (set->node > last) {
        status = usage_error("--node %ld: the record's nodes are 0 to %d", set->node, last);
    } else {
        int node = set->node < 0 ? last : (int)set->node;
        match_state_at(m, node, &s);
        (set->json ? json : draw)(m, &s.head, node);
    }
    match_free(m);
    return status;
}

static const Arg args[] = {
    {.name = "node",
     .value = "N",
     .help = N_("as it stood before node N; each roll, draw and move is a node, the first is 0 (default: the end)"),
     .kind = ARG_NUMBER,
     .offset = offsetof(ShowSettings, node),
     .low = 0,
     .high = INT_MAX},
    {.name = "record",
     .value = "N",
     .help = N_("record number N of a file that holds several, the first being 1"),
     .kind = ARG_NUMBER,
     .offset = offsetof(ShowSettings, record),
     .low = 1,
     .high = INT_MAX},
    {.name = "json", .help = N_("the position as JSON"), .kind = ARG_FLAG, .offset = offsetof(ShowSettings, json)},
    {.name = NULL},
};

static const ShowSettings defaults = {.node = -1};

const Command show_command = {
    .name = "show",
    .usage = "FILE [OPTION]...",
    .summary = N_("draw the sheets of a record at any node"),
    .about = N_("Replays a file with one record (`-`: standard input) and draws every sheet, the dice and the cards.\n"
                "A record made for one seat's eyes shows what that seat saw."),
    .examples =
        "  penna show game.penna\n  penna show --node 12 game.penna\n  penna show --json game.penna\n  penna show "
        "games.penna --record 3\n",
    .args = args,
    .settings = sizeof(ShowSettings),
    .defaults = &defaults,
    .words_min = 1,
    .words_max = 1,
    .run = run,
};
