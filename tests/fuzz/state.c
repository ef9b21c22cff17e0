/* state.c: the parser of positions takes any text; what it accepts is written back as it stood, obeys the laws, and can
 * be played to its end. The text ends at the first LF; the bytes behind play the game. */
#include "fuzz.h"

static void same_text(const Game *g, const AnyState *s, const char *text) {
    char again[POSITION_MAX];
    Text out = text_in(again, sizeof again);
    game_put_state(g, &s->head, &out);
    fuzz_must(!out.full && strcmp(again, text) == 0, "an accepted position is written as it stood", text);
}

static void laws(const Game *g, const AnyState *s, const char *text) {
    const State *h = &s->head;
    int points[SEATS_MAX], part[PARTS_MAX];
    fuzz_must((h->node == NODE_MOVE) == (h->movers != 0), "there are movers exactly at a decision", text);
    fuzz_must((h->phase == PHASE_OVER) == (h->node == NODE_OVER), "the phase is over exactly at the end", text);
    for (size_t i = g->size; i < STATE_MAX; i++) fuzz_must(s->bytes[i] == 0, "nothing is written past the state", text);
    g->scores(h, points);
    for (int seat = 0; seat < h->seats; seat++) {
        int sum = 0;
        g->part_values(h, seat, part);
        for (int i = 0; g->parts[i]; i++) sum += part[i];
        fuzz_must(sum == points[seat], "the parts sum to the score", text);
        fuzz_must(sum >= g->score_min && sum <= g->score_max, "scores stay within the limits", text);
    }
}

/* What front ends ask of any position. */
static void ask_all(const Game *g, const AnyState *s, int seat) {
    const State *h = &s->head;
    Layout layout;
    Look look;
    Piece piece[PIECES_MAX];
    Move legal[MOVES_MAX];
    g->layout(g->sheet_of ? g->sheet_of(h, seat) : 0, &layout);
    for (int i = 0; i < layout.box_count; i++) g->look(h, seat, i, &look);
    g->pieces(h, seat, piece);
    if (h->viewer != VIEWER_ALL && h->viewer != seat + 1) return;
    int n = g->legal(h, seat, legal);
    for (int i = 0; i < n; i++) {
        uint8_t touched[TOUCH_MAX];
        Phrase phrase[PHRASES_MAX];
        g->touch(h, seat, legal[i], touched);
        g->say(h, seat, legal[i], phrase);
        g->warn(h, seat, legal[i], phrase);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char text[POSITION_MAX];
    const uint8_t *lf = size ? memchr(data, '\n', size) : NULL;
    size_t length = lf ? (size_t)(lf - data) : size;
    if (length >= sizeof text || (length && memchr(data, 0, length))) return 0;
    memcpy(text, data, length);
    text[length] = 0;
    Bytes b = {.at = data + length, .left = size - length};
    AnyState s, once;
    const char *why = NULL;
    const Game *g = game_get_state(text, &s, &why);
    if (!g) {
        fuzz_must(why && *why, "a refusal says why", text);
        return 0;
    }
    same_text(g, &s, text);
    laws(g, &s, text);
    for (int seat = 0; seat < s.head.seats; seat++) ask_all(g, &s, seat);
    int viewer = s.head.viewer == VIEWER_NONE ? -1 : s.head.viewer - 1;
    if (s.head.viewer != VIEWER_ALL) {
        Rng rng = rng_stream(size, 0);
        once = s;
        game_guess(g, &s.head, &rng);
        AnyState back = s;
        game_hide(g, &back.head, viewer);
        fuzz_must(memcmp(&back, &once, g->size) == 0, "hide(guess(view)) is the view", text);
    }
    for (int nodes = 0; s.head.node != NODE_OVER; nodes++) {
        fuzz_must(nodes <= g->nodes_max, "games end within the bound", text);
        fuzz_step(g, &s, &b);
    }
    laws(g, &s, text);
    return 0;
}
