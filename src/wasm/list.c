/* list.c: prints the games as the page's first screen shows them: [{name, title, summary, min, max, layout, demo}]. The
 * build runs it (tools/web.py), so that a browser has the list before it has the engine.
 *
 * The demo is a game that was really played, by the same dice in every build, seen from one seat: the pictures of the
 * first screen live by it. [{pieces: [[kind, colour, value] …], marks: [[box, mark, value] …]} …]: what lay on the
 * table, and what was written then. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"
#include "wasm/layout.h"

enum {
    NODES_MAX = 12, /* of a demo: enough to fill a picture, few enough to load */
    SEATS = 2,
    SEED = 179 /* any: by this one a mark comes to stand in every row, and hardly anybody misthrows */
};

typedef struct SheetLooks {
    Look box[BOXES_MAX];
} SheetLooks;

static void look_at(const Game *g, const State *s, int boxes, SheetLooks *out) {
    for (int i = 0; i < boxes; i++) g->look(s, 0, i, &out->box[i]);
}

static bool is_written(const Look *look) { return look->mark != MARK_FREE && look->mark != MARK_GONE; }

static void put_three(Buffer *out, int a, int b, int c) {
    json_open(out, NULL, '[');
    json_int(out, NULL, a);
    json_int(out, NULL, b);
    json_int(out, NULL, c);
    json_close(out, ']');
}

/* What lies before all; hands are nobody else's. */
static void put_pieces(Buffer *out, const Game *g, const State *view) {
    Piece pieces[PIECES_MAX];
    int n = g->pieces(view, 0, pieces);
    json_open(out, "pieces", '[');
    for (int i = 0; i < n; i++)
        if (pieces[i].place != PLACE_HAND && pieces[i].value != VALUE_NONE)
            put_three(out, pieces[i].kind, pieces[i].colour, pieces[i].value);
    json_close(out, ']');
}

/* One step of the demo, if something was written; true if it was. */
static bool put_step(Buffer *out, const Game *g, const State *view, const SheetLooks *before, const SheetLooks *after,
                     int boxes) {
    bool any = false;
    for (int i = 0; i < boxes; i++) any |= is_written(&after->box[i]) && !is_written(&before->box[i]);
    if (!any) return false;
    json_open(out, NULL, '{');
    put_pieces(out, g, view);
    json_open(out, "marks", '[');
    for (int i = 0; i < boxes; i++)
        if (is_written(&after->box[i]) && !is_written(&before->box[i]))
            put_three(out, i, after->box[i].mark, after->box[i].value);
    json_close(out, ']');
    json_close(out, '}');
    return true;
}

/* Greedy's choice in a seat, which sees what the seat sees. */
static Move choose(const Game *g, const State *s, int seat, Rng *rng) {
    Bot bot = {.kind = &greedy_bot, .game = g};
    AnyState view;
    memcpy(&view, s, g->size);
    game_hide(g, &view.head, seat);
    return greedy_bot.choose(&bot, &view.head, seat, rng);
}

/* Seeded and from one seat's view, so that the build comes to the same bytes on every machine, and the demonstration
 * shows nothing that a player could not see. */
static void put_demo(Buffer *out, const Game *g, int boxes) {
    AnyState s, view;
    SheetLooks before, after;
    Rng rng = rng_stream(SEED, 0);
    game_start(g, &s.head, SEATS);
    json_open(out, "demo", '[');
    for (int steps = 0; s.head.node != NODE_OVER && steps < NODES_MAX;) {
        if (s.head.node == NODE_CHANCE) {
            g->chance(&s.head, game_roll(g, &s.head, &rng));
            continue;
        }
        Move joint[SEATS_MAX] = {0};
        for (int seat = 0; seat < SEATS; seat++)
            if (state_moves(&s.head, seat)) joint[seat] = choose(g, &s.head, seat, &rng);
        memcpy(&view, &s, g->size);
        game_hide(g, &view.head, 0);
        look_at(g, &s.head, boxes, &before);
        g->play(&s.head, joint);
        look_at(g, &s.head, boxes, &after);
        steps += put_step(out, g, &view.head, &before, &after, boxes);
    }
    json_close(out, ']');
}

/* What a first screen shows and no more: it is in everybody's first load. */
static void put_game(Buffer *out, const Game *g) {
    Layout layout;
    g->layout(0, &layout);
    json_open(out, NULL, '{');
    json_text(out, "name", g->name);
    json_text(out, "title", g->title);
    json_text(out, "summary", g->summary);
    json_int(out, "min", g->min_seats);
    json_int(out, "max", g->max_seats);
    json_open(out, "layout", '{');
    json_layout(out, &layout);
    json_close(out, '}');
    put_demo(out, g, layout.box_count);
    json_close(out, '}');
}

int main(void) {
    Buffer out = {0};
    json_open(&out, NULL, '[');
    for (int i = 0; games[i]; i++) put_game(&out, games[i]);
    json_close(&out, ']');
    bool good = !out.failed && puts(out.bytes) >= 0;
    buffer_free(&out);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
