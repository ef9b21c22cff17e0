/* tell.c: see tell.h. */
#include "term/tell.h"

#include <string.h>

#include "term/canvas.h"
#include "term/common.h"
#include "term/draw.h"
#include "term/menu.h"
#include "term/prompt.h"

/* ---- News ------------------------------------------------------------------------------------------- */

/* True if the viewer does not see the outcome of this chance node. */
static bool is_hidden(const Game *g, const State *before, int viewer) {
    AnyState view;
    uint32_t outcome;
    if (viewer < 0 || !g->hide) return false;
    memcpy(&view, before, g->size);
    game_hide(g, &view.head, viewer);
    return g->get_outcome(&view.head, "?", &outcome);
}

/* Dice are drawn as they lie; cards and whatever cannot be drawn are told as a record writes them. */
static void tell_chance(const Session *s, const State *before, const State *after, const Event *e, int viewer) {
    const Game *g = match_game(s->match);
    const char *name = match_name(s->match, before->active);
    bool draw = strcmp(g->chance_word, "draw") == 0;
    char room[TOKEN_MAX];
    Text text = text_in(room, sizeof room);
    fputs("  ", stdout);
    if (is_hidden(g, before, viewer)) {
        prompt_say(N_("{0}: drew a card"), name, "");
        putchar('\n');
        return;
    }
    prompt_say(draw ? N_("{0}: drew") : N_("{0}: rolled"), name, "");
    putchar(' ');
    if (!draw && draw_dice(g, after, stdout)) return;
    g->put_outcome(before, e->outcome, &text);
    puts(room);
}

/* A misthrow is nobody's move: it is seen by comparing, and told of whom it befell. */
static void tell_moves(const Session *s, const State *before, const State *after, const Event *e) {
    const Game *g = match_game(s->match);
    for (int seat = 0; seat < before->seats; seat++) {
        char line[1024];
        Text text = text_in(line, sizeof line);
        if (e->movers >> seat & 1) {
            text_str(&text, match_name(s->match, seat));
            text_str(&text, ": ");
            menu_words(g, before, seat, e->move[seat], &text);
            prompt_wrap(line, 2);
        }
        if (game_misthrows(g, after, seat) > game_misthrows(g, before, seat)) {
            fputs("  ", stdout);
            prompt_say(N_("{0}: a misthrow"), match_name(s->match, seat), "");
            putchar('\n');
        }
    }
}

/* Of cards drawn before anyone decides (the deal) nothing is told: they are seen on the table. The last roll is
 * not told to someone who decides on it: the dice are drawn for him. */
static bool is_worth_telling(const Match *m, int node, bool decided, bool asked) {
    if (match_event(m, node)->node != NODE_CHANCE) return true;
    if (strcmp(match_game(m)->chance_word, "draw") == 0) return decided;
    return !asked || node + 1 < match_node(m);
}

/* Walks through the whole game, because the words of a move need the state it was made in. Where nothing is hidden
 * all people read the same screen, so what one was told all were. */
void tell_news(Session *s, int seat) {
    const Game *g = match_game(s->match);
    int *told = &s->told[session_private(s) && seat >= 0 ? seat : 0];
    bool decided = false, asked = seat >= 0 && match_state(s->match)->node == NODE_MOVE;
    AnyState state, after;
    match_state_at(s->match, 0, &state);
    for (int node = 0; node < match_node(s->match); node++) {
        const Event *e = match_event(s->match, node);
        after = state;
        match_apply(g, &after.head, e);
        if (node >= *told && is_worth_telling(s->match, node, decided, asked)) {
            if (e->node == NODE_CHANCE)
                tell_chance(s, &state.head, &after.head, e, seat);
            else
                tell_moves(s, &state.head, &after.head, e);
        }
        decided |= e->node == NODE_MOVE;
        state = after;
    }
    *told = match_node(s->match);
}

/* ---- The position ----------------------------------------------------------------------------------- */

/* No wider than a page of text, however wide the terminal. */
static void rule_off(void) {
    int width = draw_terminal_width();
    if (width > 80) width = 80;
    for (int i = 1; i < width; i++) fputs(term_utf8() ? "─" : "-", stdout);
    putchar('\n');
}

/* Turns count from 1 for people. */
static void tell_turn(const Session *s, const State *view) {
    Phrase turn = {.id = N_("turn {0}"), .arg = {(int16_t)(view->turn + 1)}};
    rule_off();
    printf("%s, %s, ", tr(match_game(s->match)->title), tr_phrase(&turn));
    prompt_say(N_("active: {0}"), match_name(s->match, view->active), "");
    putchar('\n');
}

/* The other seats in a line, where there is no room for their sheets. */
static void tell_others(const Session *s, const State *view, int seat) {
    int points[SEATS_MAX];
    const char *sep = "  ";
    match_game(s->match)->scores(view, points);
    for (int i = 0; i < view->seats; i++) {
        if (i == seat) continue;
        printf("%s%s", sep, match_name(s->match, i));
        if (!s->hide_score) printf(" %d", points[i]);
        sep = ", ";
    }
    printf("  %s\n", tr(N_("(`sheets` shows all sheets)")));
}

/* All sheets if they leave ten lines for the rest, the own one last and so nearest to the prompt; else the own one
 * alone. */
void tell_position(Session *s, const State *view, int seat, bool numbered) {
    Drawing d = {.match = s->match, .state = view, .chooser = seat, .numbered = numbered, .hide_score = s->hide_score};
    int order[SEATS_MAX], n = 0, height = draw_terminal_height();
    for (int i = 1; i <= view->seats; i++) order[n++] = (seat + i) % view->seats; /* the seat itself comes last */
    tell_turn(s, view);
    bool room = height == 0 || draw_sheets_height(&d, order, n) + 10 <= height;
    if (!room) tell_others(s, view, seat);
    if (room)
        draw_sheets(&d, order, n, stdout);
    else
        draw_sheets(&d, &seat, 1, stdout);
    draw_table(&d, seat, stdout);
}

/* With nobody's offers: they are looked at, not chosen from. */
void tell_sheets(const Session *s, const State *view) {
    Drawing d = {.match = s->match, .state = view, .chooser = -1, .hide_score = s->hide_score};
    int order[SEATS_MAX];
    for (int i = 0; i < view->seats; i++) order[i] = i;
    draw_sheets(&d, order, view->seats, stdout);
}

/* ---- The end ---------------------------------------------------------------------------------------- */

/* Alone at the table nobody wins. */
static void tell_winners(const Session *s, const int *rank, int winners) {
    char names[512];
    Text text = text_in(names, sizeof names);
    int seats = match_state(s->match)->seats;
    if (seats == 1) return;
    for (int i = 0, n = 0; i < seats; i++) {
        if (rank[i] != 1) continue;
        if (n++) text_str(&text, ", ");
        text_str(&text, match_name(s->match, i));
    }
    prompt_say(winners > 1 ? N_("A shared win: {0}.") : N_("The winner: {0}."), names, "");
    putchar('\n');
}

/* So that a loser sees where the points went. */
static void tell_parts(const Session *s, int seat) {
    const Game *g = match_game(s->match);
    int value[PARTS_MAX];
    g->part_values(match_state(s->match), seat, value);
    for (int i = 0; g->parts[i]; i++) printf("%s%s: %d", i ? ", " : "", tr(g->parts[i]), value[i]);
}

/* With the points, also where they were hidden during the game. */
void tell_result(const Session *s) {
    const State *state = match_state(s->match);
    int points[SEATS_MAX], rank[SEATS_MAX], widest = 0;
    match_game(s->match)->scores(state, points);
    int winners = game_ranks(points, state->seats, rank);
    rule_off();
    Session open = *s;
    open.hide_score = false;
    tell_sheets(&open, state);
    putchar('\n');
    puts(tr(N_("The game is over.")));
    tell_winners(s, rank, winners);
    for (int i = 0; i < state->seats; i++)
        if (canvas_width(match_name(s->match, i)) > widest) widest = canvas_width(match_name(s->match, i));
    for (int place = 1; place <= state->seats; place++)
        for (int i = 0; i < state->seats; i++) {
            if (rank[i] != place) continue;
            const char *name = match_name(s->match, i);
            printf("%3d. %s%*s %4d  ", place, name, widest - canvas_width(name), "", points[i]);
            tell_parts(s, i);
            putchar('\n');
        }
}
