/* move.c: the parsers of moves and outcomes take any text at any node; what they accept is legal and is written so. The
 * bytes up to the first 0xFF play a game, the rest is the token. */
#include "fuzz.h"

static void try_move(const Game *g, const AnyState *s, int seat, const char *token) {
    char text[TOKEN_MAX];
    Text out = text_in(text, sizeof text);
    Move m;
    if (!game_get_move(g, &s->head, seat, token, &m)) return;
    g->put_move(&s->head, seat, m, &out);
    fuzz_must(strcmp(text, token) == 0 && game_is_legal(g, &s->head, seat, m), "an accepted move is legal", token);
}

static void try_outcome(const Game *g, const AnyState *s, const char *token) {
    char text[TOKEN_MAX];
    Text out = text_in(text, sizeof text);
    uint32_t outcome;
    if (s->head.node != NODE_CHANCE || !g->get_outcome(&s->head, token, &outcome)) return;
    if (outcome == OUTCOME_HIDDEN) {
        fuzz_must(s->head.viewer != VIEWER_ALL && strcmp(token, "?") == 0, "only a view hides an outcome", token);
    } else {
        fuzz_must(outcome < g->outcomes(&s->head), "an accepted outcome can happen", token);
        g->put_outcome(&s->head, outcome, &out);
        fuzz_must(strcmp(text, token) == 0, "an accepted outcome is written so", token);
    }
    AnyState after = *s;
    g->chance(&after.head, outcome);
}

/* Every seat's move, read on the view of every other. */
static void try_view(const Game *g, const AnyState *s, int viewer, const char *token) {
    AnyState view = *s;
    Move m;
    game_hide(g, &view.head, viewer);
    try_outcome(g, &view, token);
    for (int seat = 0; seat < s->head.seats; seat++) {
        if (!state_moves(&s->head, seat) || !game_read_move(g, &view.head, seat, token, &m)) continue;
        AnyState after = view;
        Move joint[SEATS_MAX] = {0}, legal[MOVES_MAX];
        for (int other = 0; other < s->head.seats; other++) {
            if (other == seat || !state_moves(&s->head, other)) continue;
            g->legal(&s->head, other, legal);
            joint[other] = legal[0];
        }
        joint[seat] = m;
        g->play(&after.head, joint);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const uint8_t *end = size ? memchr(data, 0xFF, size) : NULL;
    if (!end) return 0;
    Bytes b = {.at = data, .left = (size_t)(end - data)};
    char token[TOKEN_MAX];
    size_t length = (size_t)(data + size - end) - 1;
    if (length >= sizeof token || memchr(end + 1, 0, length)) return 0;
    memcpy(token, end + 1, length);
    token[length] = 0;
    AnyState s;
    const Game *g = fuzz_start(&b, &s);
    while (b.left > 0 && s.head.node != NODE_OVER) fuzz_step(g, &s, &b);
    for (int seat = 0; seat < s.head.seats; seat++) try_move(g, &s, seat, token);
    try_outcome(g, &s, token);
    for (int viewer = -1; viewer < s.head.seats; viewer++) try_view(g, &s, viewer, token);
    return 0;
}
