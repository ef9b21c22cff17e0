/* league_replay.c: games of a league, turn by turn, with the sheets as they stand after each turn. See league.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/league.h"
#include "report/report_html.h"
#include "term/common.h"
#include "term/menu.h"

enum { REPLAYS = 2, WORDS = 512, PATH_ROOM = 4096, RECORD_MOST = 1 << 22 }; /* REPLAYS: of each play */

/* The printed sheets of all games have one numbering on the page. */
static int first_sheet(const Game *g) {
    int n = 0;
    for (const Game *const *each = games; *each && *each != g; each++) n += (*each)->sheets;
    return n;
}

/* Only those of the games that are played. */
void league_put_sheets(const League *l, Buffer *out) {
    buffer_str(out, "<svg width='0' height='0' style='position:absolute' aria-hidden='true'>");
    for (const Game *const *g = games; *g; g++) {
        bool played = false;
        for (int i = 0; i < l->groups; i++) played |= l->group[i]->play.game == *g;
        for (int k = 0; k < (*g)->sheets && played; k++) {
            Layout layout;
            memset(&layout, 0, sizeof layout);
            (*g)->layout(k, &layout);
            html_sheet_printed(out, &layout, first_sheet(*g) + k);
        }
    }
    buffer_str(out, "</svg>");
}

/* ---- A turn ----------------------------------------------------------------------------------------- */

/* The full state and not a view: only games that are over are shown, and then nothing is secret. */
static void put_sheets(const Match *m, const State *s, Buffer *out) {
    const Game *g = match_game(m);
    buffer_str(out, "<div class='sheets'>");
    for (int seat = 0; seat < s->seats; seat++) {
        int sheet = g->sheet_of ? g->sheet_of(s, seat) : 0;
        Layout layout;
        memset(&layout, 0, sizeof layout);
        g->layout(sheet, &layout);
        html_sheet(out, &(HtmlSheet){.game = g,
                                     .view = s,
                                     .layout = &layout,
                                     .name = match_name(m, seat),
                                     .seat = seat,
                                     .number = first_sheet(g) + sheet});
    }
    buffer_str(out, "</div>");
}

/* What happened at one node: the dice that fell, or what everybody chose. */
static void put_event(const Match *m, const State *before, const State *after, const Event *e, Buffer *out) {
    const Game *g = match_game(m);
    if (e->node == NODE_CHANCE) {
        html_pieces(out, g, after, after->active);
        return;
    }
    buffer_str(out, "<p>");
    for (int seat = 0; seat < before->seats; seat++) {
        char words[WORDS];
        Text text = text_in(words, sizeof words);
        if (!(e->movers >> seat & 1)) continue;
        menu_words(g, before, seat, e->move[seat], &text);
        buffer_str(out, "<span class='who'>");
        html_text(out, match_name(m, seat));
        buffer_str(out, ":</span> ");
        html_text(out, words);
        buffer_str(out, "<br>");
    }
    buffer_str(out, "</p>");
}

static void put_turn_head(const Match *m, const State *s, Buffer *out) {
    Phrase turn = {.id = N_("turn {0}"), .arg = {(int16_t)(s->turn + 1)}};
    buffer_str(out, "<section class='step'><h4>");
    html_text(out, tr_phrase(&turn));
    buffer_str(out, ", ");
    html_text(out, match_name(m, s->active));
    buffer_str(out, "</h4>");
}

/* That a turn is over shows only at the first node of the next, or at the end: there its sheets are put. */
static void put_turns(const Match *m, Buffer *out) {
    const Game *g = match_game(m);
    AnyState s, after;
    int turn = -1;
    match_state_at(m, 0, &s);
    for (int node = 0; node < match_node(m); node++) {
        const Event *e = match_event(m, node);
        if (s.head.turn != turn) {
            if (turn >= 0) {
                put_sheets(m, &s.head, out);
                buffer_str(out, "</section>");
            }
            put_turn_head(m, &s.head, out);
            turn = s.head.turn;
        }
        after = s;
        match_apply(g, &after.head, e);
        put_event(m, &s.head, &after.head, e, out);
        s = after;
    }
    if (turn >= 0) put_sheets(m, &s.head, out);
    if (turn >= 0) buffer_str(out, "</section>");
}

/* ---- A game ----------------------------------------------------------------------------------------- */

/* The buttons and the bar are hidden unless the script of the page runs, without which they would do nothing. */
static void put_replay(const Match *m, Buffer *out) {
    int points[SEATS_MAX];
    const State *s = match_state(m);
    match_game(m)->scores(s, points);
    buffer_str(out, "<details class='replay box'><summary>");
    for (int i = 0; i < s->seats; i++) {
        if (i) buffer_str(out, " &#8211; ");
        html_text(out, match_name(m, i));
        buffer_put(out, " <b>%d</b>", points[i]);
    }
    buffer_str(out, "</summary><div class='walk'><button data-by='-1' aria-label=\"");
    html_text(out, tr(N_("back")));
    buffer_str(out, "\">&#9664;</button><input type='range' min='0' value='0' aria-label=\"");
    html_text(out, tr(N_("turn")));
    buffer_str(out, "\"><button data-by='1' aria-label=\"");
    html_text(out, tr(N_("on")));
    buffer_str(out, "\">&#9654;</button></div>");
    put_turns(m, out);
    buffer_str(out, "</details>");
}

/* The first record of the file, if there is one that was played to its end. */
static bool replay_file(const char *path, Buffer *out) {
    Buffer bytes = {0};
    char room[65536];
    Fault fault;
    Match *m = NULL;
    FILE *f = fopen(path, "r");
    if (!f) return false;
    for (size_t n; bytes.length < RECORD_MOST && (n = fread(room, 1, sizeof room, f)) > 0;) buffer_add(&bytes, room, n);
    fclose(f);
    Records in = {.bytes = bytes.bytes, .length = bytes.length};
    bool whole = bytes.length && record_read(&in, &m, NULL, &fault) == RECORD_OK;
    bool good = whole && match_state(m)->node == NODE_OVER;
    if (good) put_replay(m, out);
    if (whole) match_free(m);
    buffer_free(&bytes);
    return good;
}

/* ---- The best tables -------------------------------------------------------------------------------- */

/* A table, by the ratings of those who sit there; bots that have gone come last. */
typedef struct Ranked {
    const LeagueTable *table;
    double worth;
} Ranked;

static int by_worth(const void *a, const void *b) {
    double x = ((const Ranked *)a)->worth, y = ((const Ranked *)b)->worth;
    return (x < y) - (x > y);
}

/* Not every table has a record of a finished game, so the heading is put before the first and taken back if that was
 * none. */
void league_put_replays(const League *l, const LeagueGroup *g, Buffer *out) {
    Ranked *ranked = calloc((size_t)g->tables + 1, sizeof *ranked);
    int shown = 0;
    for (int i = 0; ranked && i < g->tables; i++) {
        const Meeting *m = &g->table[i].plain;
        ranked[i].table = &g->table[i];
        for (int k = 0; k < m->seats; k++) {
            const LeagueEntry *e = &g->entry[m->bot[k]];
            ranked[i].worth += e->elo - (e->bot ? 0 : 1e6);
        }
    }
    if (ranked) qsort(ranked, (size_t)g->tables, sizeof *ranked, by_worth);
    for (int i = 0; ranked && i < g->tables && shown < REPLAYS; i++) {
        char path[PATH_ROOM];
        const Meeting *m = &ranked[i].table->plain;
        const char *name[SEATS_MAX];
        for (int k = 0; k < m->seats; k++) name[k] = g->entry[m->bot[k]].name;
        league_record_path(l, g->play.key, m->seats, name, path, sizeof path);
        size_t before = out->length;
        if (!shown) buffer_put(out, "<h3>%s</h3>", tr(N_("Games to replay")));
        bool good = replay_file(path, out);
        if (!good && !shown && !out->failed) out->bytes[out->length = before] = '\0';
        shown += good;
    }
    free(ranked);
}
