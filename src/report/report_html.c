/* report_html.c: the analysis as one page that loads nothing else: the summary, the curve of the win chance, the
 * mistakes to click through, and the sheets at each decision. See review.h. */
#include "report/report_html.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "term/advice.h"
#include "term/common.h"
#include "term/menu.h"

/* Bytes of texts; the curve's picture and the room for its labels, in its own units. */
enum { WORDS = 512, WHY = 1500, CURVE_W = 640, CURVE_H = 220, CURVE_LEFT = 40, CURVE_TOP = 10 };

/* By seat. Dots and legend have them too; that a line is whose it is also stands below in words. */
static const char *const lines[SEATS_MAX] = {"#2f7ed8", "#d9622b", "#2ca25f", "#8e5bbf", "#c2a300", "#c23b73"};

/* As in report_text.c: alone, everything is points. */
static bool is_win(const Review *r) { return r->advisor->seats > 1; }

/* Per cent of the chance to win, or points where one is alone. */
static void put_aim(Buffer *out, const Review *r, double x, bool sign) {
    if (is_win(r))
        buffer_put(out, sign ? "%+.1f%%" : "%.1f%%", 100 * x);
    else
        buffer_put(out, sign ? "%+.2f" : "%.2f", x);
}

/* ---- The summary ------------------------------------------------------------------------------------ */

/* Names come from people: they are always escaped. */
static void name_row(Buffer *out, const Review *r) {
    buffer_str(out, "<tr><td></td>");
    for (int i = 0; i < r->advisor->seats; i++) {
        buffer_str(out, "<th scope='col'>");
        html_text(out, match_name(r->match, i));
        buffer_str(out, "</th>");
    }
    buffer_str(out, "</tr>");
}

static void row_begin(Buffer *out, const char *word) {
    buffer_str(out, "<tr><th scope='row'>");
    html_text(out, tr(word));
    buffer_str(out, "</th>");
}

/* What stands in a row of the summary for one seat. */
typedef void (*PutCell)(Buffer *out, const Review *r, const SeatSum *s);

static void put_points(Buffer *out, const Review *r, const SeatSum *s) {
    (void)r;
    buffer_put(out, "%.0f", s->points);
}

static void put_accuracy(Buffer *out, const Review *r, const SeatSum *s) {
    (void)r;
    buffer_put(out, "%.1f%%", s->accuracy);
}

static void put_lost(Buffer *out, const Review *r, const SeatSum *s) { put_aim(out, r, s->loss, false); }

/* With its error: luck is estimated, unlike points. */
static void put_luck(Buffer *out, const Review *r, const SeatSum *s) {
    put_aim(out, r, is_win(r) ? s->luck : s->points_luck, true);
    buffer_str(out, " <span class='dim'>&#177;");
    put_aim(out, r, is_win(r) ? s->luck_error : s->points_luck_error, false);
    buffer_str(out, "</span>");
}

/* What would be expected of this play with average luck. */
static void put_adjusted(Buffer *out, const Review *r, const SeatSum *s) {
    if (is_win(r))
        buffer_put(out, "%.1f%%", 100 * s->share_adjusted);
    else
        buffer_put(out, "%.1f", s->points_adjusted);
}

/* Rows and columns are exchanged against the text report: seats side by side are what a wide screen has room for. */
static void summary(Buffer *out, const Review *r) {
    static const struct {
        const char *word;
        PutCell put;
    } rows[] = {{N_("points"), put_points},
                {N_("accuracy"), put_accuracy},
                {N_("lost by moves"), put_lost},
                {N_("luck"), put_luck},
                {N_("result less luck"), put_adjusted}};
    buffer_str(out, "<div class='box'>");
    html_open_wide(out, N_("accuracy"));
    buffer_str(out, "<table>");
    name_row(out, r);
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        row_begin(out, rows[k].word);
        for (int i = 0; i < r->advisor->seats; i++) {
            buffer_str(out, "<td>");
            rows[k].put(out, r, &r->seat[i]);
            buffer_str(out, "</td>");
        }
        buffer_str(out, "</tr>");
    }
    for (int label = 0; label < LABELS; label++) {
        row_begin(out, label_words[label]);
        for (int i = 0; i < r->advisor->seats; i++) buffer_put(out, "<td>%d</td>", r->seat[i].by_label[label]);
        buffer_str(out, "</tr>");
    }
    buffer_str(out, "</table></div></div>");
}

/* The style sheet stands in the page itself, which loads nothing: it can be sent as one file and opened without a
 * network. */
static void head(Buffer *out, const Review *r) {
    const Advisor *a = r->advisor;
    const char *title = tr(match_game(r->match)->title);
    buffer_put(out, "<!doctype html><html lang='%s'><head><meta charset='utf-8'>", lang_code(term_lang()));
    buffer_str(out, "<meta name='viewport' content='width=device-width,initial-scale=1'><title>");
    html_text(out, title);
    buffer_str(out, "</title><style>");
    buffer_str(out, html_style);
    buffer_str(out, "</style></head><body><main><h1>");
    html_text(out, title);
    buffer_str(out, "</h1><p class='dim'>");
    Phrase by = {.id = N_("judged by trials over {0} turns and a glance"), .arg = {(int16_t)a->horizon}};
    if (a->horizon == 0) by.id = N_("judged by trials to the end");
    if (a->exact) by.id = N_("judged exactly, from the solved table");
    html_text(out, tr_phrase(&by));
    buffer_str(out, " (");
    html_text(out, a->policy); /* the name of a file may be in it */
    buffer_put(out, ", %s, %s %llu)", level_words[a->level], tr(N_("seed")), (unsigned long long)a->seed);
    if (!is_win(r)) {
        buffer_str(out, ". ");
        html_text(out, tr(N_("Alone at the table there is no chance to win: losses and luck are points.")));
    }
    buffer_str(out, "</p>");
}

/* ---- The curve -------------------------------------------------------------------------------------- */

/* The scale of the curve. */
typedef struct Curve {
    const Review *review; /* that is drawn */
    int steps;            /* places from left to right: two for each roll, and the end */
    double low, high;     /* the values at the lower and the upper edge */
} Curve;

static double value_at(const Review *r, const Value *v, int seat) {
    return is_win(r) ? v->share[seat] : v->points[seat];
}

/* Alone, the scale is made of what was expected at any time; with others it is the whole chance, from 0 to 1, so that
 * curves of different games can be compared. */
static Curve measure(const Review *r) {
    Value end;
    Curve c = {.review = r, .steps = 1, .low = 0, .high = 1};
    value_of_scores(match_game(r->match), match_state(r->match), &end);
    if (!is_win(r)) c.low = c.high = end.points[0];
    for (int i = 0; i < r->done; i++) {
        if (r->item[i].seat >= 0) continue;
        c.steps += 2;
        if (is_win(r)) continue;
        c.low = fmin(c.low, fmin(r->item[i].before.points[0], r->item[i].after.points[0]));
        c.high = fmax(c.high, fmax(r->item[i].before.points[0], r->item[i].after.points[0]));
    }
    if (c.high - c.low < 1e-9) c.high = c.low + 1;
    return c;
}

/* By the number of the roll, not by the turn: turns differ in how many they have. */
static double x_of(const Curve *c, int step) {
    return CURVE_LEFT + (double)step / (c->steps > 1 ? c->steps - 1 : 1) * (CURVE_W - CURVE_LEFT - 10);
}

/* SVG counts from the top: the highest value has the smallest y. */
static double y_of(const Curve *c, double value) {
    double part = (value - c->low) / (c->high - c->low);
    return CURVE_TOP + (1 - part) * (CURVE_H - 2 * CURVE_TOP);
}

/* Two places for each roll, before and after it: the steep pieces between them are luck, the level ones and those
 * that fall between rolls are moves. */
static void curve_line(Buffer *out, const Curve *c, int seat) {
    const Review *r = c->review;
    Value end;
    int step = 0;
    value_of_scores(match_game(r->match), match_state(r->match), &end);
    buffer_put(out, "<polyline stroke='%s' points='", lines[seat]);
    for (int i = 0; i < r->done; i++) {
        const Item *item = &r->item[i];
        if (item->seat >= 0) continue;
        buffer_put(out, "%.1f,%.1f ", x_of(c, step), y_of(c, value_at(r, &item->before, seat)));
        buffer_put(out, "%.1f,%.1f ", x_of(c, step + 1), y_of(c, value_at(r, &item->after, seat)));
        step += 2;
    }
    buffer_put(out, "%.1f,%.1f'/>", x_of(c, step), y_of(c, value_at(r, &end, seat)));
}

/* What a seat said of its chances, broken, in the colour of its line; false: it said nothing. */
static bool curve_said(Buffer *out, const Curve *c, int seat) {
    const Review *r = c->review;
    int step = 0, said = 0;
    for (int i = 0; i < r->done; i++) {
        const Item *item = &r->item[i];
        Remark remark;
        if (item->seat < 0) step += 2;
        if (item->seat != seat || step == 0 || !report_remark(r, item, &remark)) continue;
        if (!(is_win(r) ? remark.has_win : remark.has_points)) continue;
        double value = is_win(r) ? remark.win : fmax(c->low, fmin(c->high, remark.points));
        if (said++ == 0) buffer_put(out, "<polyline class='said' stroke='%s' points='", lines[seat]);
        buffer_put(out, "%.1f,%.1f ", x_of(c, step - 1), y_of(c, value));
    }
    if (said) buffer_str(out, "'/>");
    return said > 0;
}

/* A dot for each mistake, on the line of the seat that made it. */
static void curve_dots(Buffer *out, const Curve *c) {
    const Review *r = c->review;
    int step = 0;
    double last[SEATS_MAX] = {0};
    for (int i = 0; i < r->done; i++) {
        const Item *item = &r->item[i];
        if (item->seat < 0) {
            for (int k = 0; k < r->advisor->seats; k++) last[k] = value_at(r, &item->after, k);
            step += 2;
        } else if (item->label >= LABEL_INACCURACY && step > 0) {
            buffer_put(out, "<a href='#d%d' aria-label='%s'><circle cx='%.1f' cy='%.1f' r='%d' fill='%s'/></a>", i,
                       tr(label_words[item->label]), x_of(c, step - 1), y_of(c, last[item->seat]),
                       3 + (int)(item->label - LABEL_INACCURACY), lines[item->seat]);
        }
    }
}

/* Drawn as SVG with its labels as text, which a screen reader and a search can find. */
static void curve(Buffer *out, const Review *r) {
    Curve c = measure(r);
    buffer_put(out, "<div class='box'><h2 style='margin-top:0'>%s</h2>",
               is_win(r) ? tr(N_("Chance to win")) : tr(N_("Points expected")));
    buffer_put(out, "<svg class='curve' role='group' viewBox='0 0 %d %d' aria-label='%s'>", CURVE_W, CURVE_H,
               is_win(r) ? tr(N_("Chance to win")) : tr(N_("Points expected")));
    for (int i = 0; i <= 4; i++) {
        double value = c.low + (c.high - c.low) * i / 4;
        buffer_put(out, "<line class='grid' x1='%d' x2='%d' y1='%.1f' y2='%.1f'/>", CURVE_LEFT, CURVE_W - 10,
                   y_of(&c, value), y_of(&c, value));
        buffer_put(out, is_win(r) ? "<text x='20' y='%.1f'>%.0f%%</text>" : "<text x='20' y='%.1f'>%.0f</text>",
                   y_of(&c, value), is_win(r) ? 100 * value : value);
    }
    bool said = false;
    for (int seat = 0; seat < r->advisor->seats; seat++) {
        curve_line(out, &c, seat);
        said |= curve_said(out, &c, seat);
    }
    curve_dots(out, &c);
    buffer_str(out, "</svg><p>");
    if (said) buffer_put(out, "<span class='dim'>%s</span> ", tr(N_("Broken lines: what a bot said of itself.")));
    for (int seat = 0; seat < r->advisor->seats; seat++) {
        buffer_put(out, "<span class='key' style='background:%s'></span>", lines[seat]);
        html_text(out, match_name(r->match, seat));
    }
    buffer_str(out, "</p></div>");
}

/* ---- The decisions ---------------------------------------------------------------------------------- */

static void put_move(Buffer *out, const Review *r, const State *view, int seat, Move m) {
    char words[WORDS];
    Text t = text_in(words, sizeof words);
    menu_words(match_game(r->match), view, seat, m, &t);
    html_text(out, words);
}

/* A word, not only a colour. */
static void put_tag(Buffer *out, Label label) {
    buffer_put(out, "<span class='tag t%d'>%s</span>", label, tr(label_words[label]));
}

/* Turns count from 1 for people, seats have names. */
static void put_place(Buffer *out, const Review *r, const Item *item, const State *view) {
    Phrase turn = {.id = N_("turn {0}"), .arg = {(int16_t)(view->turn + 1)}};
    html_text(out, tr_phrase(&turn));
    buffer_str(out, ", ");
    html_text(out, match_name(r->match, item->seat));
}

/* What was played where: the line that names a decision in the list and above its text. */
static void put_played(Buffer *out, const Review *r, const Item *item, const State *view) {
    put_place(out, r, item, view);
    buffer_str(out, ": ");
    put_move(out, r, view, item->seat, item->played);
}

/* In the order of the game; each leads to its decision below. */
static void mistakes(Buffer *out, const Review *r) {
    int listed = 0;
    buffer_put(out, "<div class='box'><h2 style='margin-top:0'>%s</h2><ol>",
               tr(N_("Inaccuracies, mistakes and blunders")));
    for (int i = 0; i < r->done; i++) {
        const Item *item = &r->item[i];
        AnyState view;
        if (item->seat < 0 || item->label < LABEL_INACCURACY) continue;
        review_state(r, item, &view);
        buffer_put(out, "<li><a href='#d%d'>", i);
        put_played(out, r, item, &view.head);
        buffer_str(out, "</a> ");
        put_tag(out, item->label);
        buffer_str(out, " &#8722;");
        put_aim(out, r, item->loss, false);
        buffer_str(out, "</li>");
        listed++;
    }
    buffer_put(out, "</ol>%s</div>", listed ? "" : tr(N_("none")));
}

/* The move that was played is bold and has an arrow, so that it is found without colour. */
static void candidates(Buffer *out, const Review *r, const Item *item, const State *view) {
    html_open_wide(out, N_("move"));
    buffer_put(out, "<table><tr><th scope='col'>%s</th>", tr(N_("move")));
    if (is_win(r)) buffer_put(out, "<th scope='col'>%s</th>", tr(N_("win")));
    buffer_put(out, "<th scope='col'>%s</th><th scope='col'>%s</th></tr>", tr(N_("points")), tr(N_("less")));
    for (int i = 0; i < item->count; i++) {
        const Candidate *c = &item->at[i];
        buffer_put(out, "<tr><td>%s", c->move == item->played ? "<b>" : "");
        put_move(out, r, view, item->seat, c->move);
        buffer_put(out, "%s</td>", c->move == item->played ? "</b> &#9668;" : "");
        if (is_win(r)) buffer_put(out, "<td>%.1f%%</td>", 100 * c->share);
        buffer_put(out, "<td>%.1f</td><td>", c->points);
        put_aim(out, r, c->loss, false);
        buffer_str(out, " <span class='dim'>&#177;");
        put_aim(out, r, c->loss_error, false);
        buffer_str(out, "</span></td></tr>");
    }
    buffer_str(out, "</table></div>");
}

/* What a program said is foreign text: it has to go through html_text(). */
static void said(Buffer *out, const Review *r, const Item *item) {
    Remark remark;
    char room[REMARK_MAX];
    Text text = text_in(room, sizeof room);
    if (!report_remark(r, item, &remark)) return;
    report_put_remark(&remark, &text);
    buffer_put(out, "<p class='dim'>%s: ", tr(N_("it said")));
    html_text(out, room);
    buffer_str(out, "</p>");
}

/* The deciding seat comes first, the others in their order: where it stands is the same in every decision. */
static void sheets(Buffer *out, const Review *r, const Item *item, const State *view, const Layout *layout) {
    const Game *g = match_game(r->match);
    buffer_str(out, "<div class='sheets'>");
    for (int k = 0; k < view->seats; k++) {
        int seat = (item->seat + k) % view->seats, sheet = g->sheet_of ? g->sheet_of(view, seat) : 0;
        HtmlSheet h = {.game = g,
                       .view = view,
                       .layout = &layout[sheet],
                       .name = match_name(r->match, seat),
                       .seat = seat,
                       .number = sheet,
                       .decides = k == 0,
                       .best = item->at[0].move,
                       .played = item->played};
        html_sheet(out, &h);
    }
    buffer_str(out, "</div>");
}

/* Why another move would have been better is told only from an inaccuracy on: below it the difference is within the
 * error. */
static void decision(Buffer *out, const Review *r, int i, const Layout *layout) {
    const Item *item = &r->item[i];
    const Game *g = match_game(r->match);
    AnyState view;
    char why[WHY];
    review_state(r, item, &view);
    buffer_put(out, "<article id='d%d' data-label='%d'><h3 tabindex='-1'>", i, item->label);
    put_played(out, r, item, &view.head);
    buffer_str(out, " ");
    put_tag(out, item->label);
    buffer_str(out, "</h3><p class='dim'>");
    html_text(out, tr(g->phases[view.head.phase].prompt));
    buffer_str(out, "</p>");
    html_pieces(out, g, &view.head, item->seat);
    sheets(out, r, item, &view.head, layout);
    if (item->label >= LABEL_INACCURACY && advice_put_why(r->advisor, &view.head, item->seat, item->at[0].move,
                                                          item->played, review_question(r, item), why, sizeof why)) {
        buffer_put(out, "<p><b>%s: ", tr(N_("better")));
        put_move(out, r, &view.head, item->seat, item->at[0].move);
        buffer_str(out, "</b>; ");
        html_text(out, why);
        buffer_str(out, ".</p>");
    }
    said(out, r, item);
    candidates(out, r, item, &view.head);
    buffer_str(out, "</article>");
}

/* Buttons and keys do the same; without the script there are no buttons, and the page reads from top to bottom. */
static void controls(Buffer *out) {
    static const struct {
        const char *act, *word;
    } buttons[] = {
        {"first", N_("previous mistake")}, {"prev", N_("back")}, {"next", N_("on")}, {"last", N_("next mistake")}};
    buffer_str(out, "<nav>");
    for (int i = 0; i < 4; i++) {
        buffer_put(out, "<button data-do='%s'>", buttons[i].act);
        html_text(out, tr(buttons[i].word));
        buffer_str(out, "</button>");
    }
    buffer_put(
        out, "</nav><p class='dim'>%s</p>",
        tr(N_("Keys: left and right go through the decisions, j and k through the mistakes. On the sheets the best "
              "move has a green frame, the move played a broken red one.")));
}

/* Printed sheets are written once, as symbols, and every decision only adds what is written on them: a page of
 * hundreds of sheets stays small. */
void report_html(const Review *r, Buffer *out) {
    const Game *g = match_game(r->match);
    Layout *layout = calloc(g->sheets, sizeof *layout);
    out->failed |= !layout;
    if (!layout) return;
    head(out, r);
    buffer_str(out, "<svg width='0' height='0' style='position:absolute' aria-hidden='true'>");
    for (int i = 0; i < g->sheets; i++) {
        g->layout(i, &layout[i]);
        html_sheet_printed(out, &layout[i], i);
    }
    buffer_str(out, "</svg><div class='two'><div>");
    summary(out, r);
    curve(out, r);
    mistakes(out, r);
    buffer_str(out, "</div><div>");
    controls(out);
    for (int i = 0; i < r->done; i++)
        if (r->item[i].seat >= 0) decision(out, r, i, layout);
    buffer_str(out, "</div></div></main><script>\n");
    buffer_str(out, html_script);
    buffer_str(out, "</script></body></html>\n");
    free(layout);
}
