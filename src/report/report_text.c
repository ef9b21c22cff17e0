/* report_text.c: the analysis of a game as a text to read. See review.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/report.h"
#include "term/advice.h"
#include "term/canvas.h"
#include "term/common.h"
#include "term/menu.h"

/* Bytes: of a move in words, of a whole reason; how many rolls of each kind are told. */
enum { WORDS = 512, WHY = 1500, ROLLS_SHOWN = 3 };

/* Alone there is nobody to win against: all that is told is in points. */
static bool is_win(const Review *r) { return r->advisor->seats > 1; }

/* A number of the aim with its sign: per cent of win chance, or points. */
static void put_aim(const Review *r, double x, bool sign, char *room, size_t size) {
    if (is_win(r))
        snprintf(room, size, sign ? "%+.1f%%" : "%.1f%%", 100 * x);
    else
        snprintf(room, size, sign ? "%+.2f" : "%.2f", x);
}

/* ---- The head and the seats ------------------------------------------------------------------------- */

/* Says how it was judged, since numbers without their source are worth nothing; where the table is exact nobody
 * played trials, so no bot is named. */
static void print_head(const Review *r, FILE *out) {
    const Advisor *a = r->advisor;
    fprintf(out, "%s, ", tr(match_game(r->match)->title));
    Phrase size = {.id = N_("{0} seats, {1} decisions and rolls"), .arg = {(int16_t)a->seats, (int16_t)r->count}};
    Phrase by = {.id = N_("judged by trials over {0} turns and a glance"), .arg = {(int16_t)a->horizon}};
    if (a->horizon == 0) by.id = N_("judged by trials to the end");
    if (a->exact) by.id = N_("judged exactly, from the solved table");
    fprintf(out, "%s, %s (%s, %s, %s %llu)\n", tr_phrase(&size), tr_phrase(&by), a->exact ? "-" : a->policy,
            level_words[a->level], tr(N_("seed")), (unsigned long long)a->seed);
    if (is_win(r)) return;
    fprintf(
        out,
        tr(N_("Alone at the table there is no chance to win: losses and luck are points. A loss is labelled by the\n"
              "chance it would cost against an equal opponent; the spread of the points here is %.1f.\n")),
        a->spread);
}

/* By the columns that are seen: printf() would count the bytes of a letter with an accent. */
static void print_padded(const char *text, int width, FILE *out) {
    fprintf(out, "%s%*s", text, width > canvas_width(text) ? width - canvas_width(text) : 0, "");
}

/* A heading or a number, to the right. */
static void print_cell(const char *text, int width, FILE *out) {
    fprintf(out, "  %*s%s", width > canvas_width(text) ? width - canvas_width(text) : 0, "", text);
}

/* At least as wide as the heading above it in English. */
static int name_width(const Review *r) {
    int widest = 5;
    for (int i = 0; i < r->advisor->seats; i++) {
        int w = canvas_width(match_name(r->match, i));
        if (w > widest) widest = w;
    }
    return widest;
}

/* A column is as wide as its heading, and holds four digits. */
static int label_width(int label) {
    int w = canvas_width(tr(label_words[label]));
    return w > 4 ? w : 4;
}

/* Points and accuracy first, which everybody understands; then what was lost by moves, what luck gave, and the result
 * without it. */
static void print_seat(const Review *r, int seat, FILE *out) {
    const SeatSum *s = &r->seat[seat];
    char room[64];
    print_padded(match_name(r->match, seat), name_width(r), out);
    snprintf(room, sizeof room, "%.0f", s->points);
    print_cell(room, 7, out);
    snprintf(room, sizeof room, "%.1f%%", s->accuracy);
    print_cell(room, 11, out);
    put_aim(r, s->loss, false, room, sizeof room);
    print_cell(room, 8, out);
    put_aim(r, is_win(r) ? s->luck : s->points_luck, true, room, sizeof room);
    print_cell(room, 8, out);
    if (is_win(r))
        snprintf(room, sizeof room, "%.0f%% > %.1f%%", 100 * s->share, 100 * s->share_adjusted);
    else
        snprintf(room, sizeof room, "%.0f > %.1f", s->points, s->points_adjusted);
    print_cell(room, 15, out);
    for (int i = 0; i < LABELS; i++) {
        snprintf(room, sizeof room, "%d", s->by_label[i]);
        print_cell(room, label_width(i), out);
    }
    fputc('\n', out);
}

/* The words for labels are as long as a language makes them; their columns follow. */
static void print_seats(const Review *r, FILE *out) {
    print_padded(tr(N_("seat")), name_width(r), out);
    print_cell(tr(N_("points")), 7, out);
    print_cell(tr(N_("accuracy")), 11, out);
    print_cell(tr(N_("lost")), 8, out);
    print_cell(tr(N_("luck")), 8, out);
    print_cell(tr(N_("less luck")), 15, out);
    for (int i = 0; i < LABELS; i++) print_cell(tr(label_words[i]), label_width(i), out);
    fputc('\n', out);
    for (int i = 0; i < r->advisor->seats; i++) print_seat(r, i, out);
}

/* ---- Decisions -------------------------------------------------------------------------------------- */

/* From the view of who decided: words must not tell what he could not see. */
static void put_words(const Review *r, const State *view, int seat, Move m, char *room, size_t size) {
    Text t = text_in(room, size);
    menu_words(match_game(r->match), view, seat, m, &t);
}

bool report_remark(const Review *r, const Item *item, Remark *out) {
    const char *text = item->seat >= 0 ? match_remark_of(r->match, item->node, item->seat) : NULL;
    return text && !remark_read(text, NULL, NULL, out);
}

/* A semicolon parts the moves from what is said of the position; there is none where nothing is. */
void report_put_remark(const Remark *said, Text *out) {
    char room[TOKEN_MAX + 80];
    const char *comma = "";
    if (said->has_win) {
        snprintf(room, sizeof room, "%s %.1f%%", tr(N_("win")), 100 * said->win);
        text_str(out, room);
        comma = ", ";
    }
    if (said->has_points) {
        snprintf(room, sizeof room, "%s%s %.1f", comma, tr(N_("points")), said->points);
        text_str(out, room);
        comma = ", ";
    }
    if (said->has_nodes) {
        snprintf(room, sizeof room, "%s%llu %s", comma, (unsigned long long)said->nodes, tr(N_("positions")));
        text_str(out, room);
        comma = "; ";
    }
    for (int i = 0; i < said->count; i++) {
        snprintf(room, sizeof room, "%s%s %.4g",
                 i        ? ", "
                 : *comma ? "; "
                          : "",
                 said->move[i].token, said->move[i].value);
        text_str(out, room);
    }
}

static void print_remark(const Review *r, const Item *item, FILE *out) {
    Remark said;
    char room[REMARK_MAX];
    Text text = text_in(room, sizeof room);
    if (!report_remark(r, item, &said)) return;
    report_put_remark(&said, &text);
    fprintf(out, "    %s: %s\n", tr(N_("it said")), room);
}

/* What was played, what it cost with its error, what would have been better, and why if anything can be said. */
static void print_decision(const Review *r, const Item *item, FILE *out) {
    AnyState view;
    char played[WORDS], best[WORDS], why[WHY], loss[64], error[64];
    review_state(r, item, &view);
    Phrase place = {.id = N_("turn {0}, node {1}"), .arg = {(int16_t)(view.head.turn + 1), (int16_t)item->node}};
    put_words(r, &view.head, item->seat, item->played, played, sizeof played);
    put_words(r, &view.head, item->seat, item->at[0].move, best, sizeof best);
    put_aim(r, item->loss, false, loss, sizeof loss);
    put_aim(r, item->error, false, error, sizeof error);
    fprintf(out, "%s, %s: %s", tr_phrase(&place), match_name(r->match, item->seat), played);
    if (item->label == LABEL_BEST) {
        fprintf(out, ": %s\n", tr(label_words[LABEL_BEST]));
        print_remark(r, item, out);
        return;
    }
    fprintf(out, ": %s, -%s (+-%s)\n", tr(label_words[item->label]), loss, error);
    fprintf(out, "    %s: %s", tr(N_("better")), best);
    if (advice_put_why(r->advisor, &view.head, item->seat, item->at[0].move, item->played, review_question(r, item),
                       why, sizeof why))
        fprintf(out, "; %s", why);
    fputc('\n', out);
    print_remark(r, item, out);
}

/* Without --all only what lost something worth a word. */
static void print_decisions(const Review *r, bool all, FILE *out) {
    int listed = 0;
    fprintf(out, "\n%s\n", all ? tr(N_("Decisions")) : tr(N_("Inaccuracies, mistakes and blunders")));
    for (int i = 0; i < r->done; i++) {
        const Item *item = &r->item[i];
        if (item->seat < 0 || (!all && item->label < LABEL_INACCURACY)) continue;
        print_decision(r, item, out);
        listed++;
    }
    if (!listed) fprintf(out, "%s\n", tr(N_("none")));
}

/* ---- Rolls ------------------------------------------------------------------------------------------ */

/* A roll is luck for every seat, for some good and for others bad. */
static double luck_of_item(const Review *r, const Item *item, int seat) {
    return is_win(r) ? item->luck.share[seat] : item->luck.points[seat];
}

/* The roll with the most luck for the seat (or the least), not among those `taken`; or -1. */
static int find_roll(const Review *r, int seat, double sign, const int *taken, int count) {
    int found = -1;
    for (int i = 0; i < r->done; i++) {
        bool used = r->item[i].seat >= 0;
        for (int k = 0; k < count; k++) used |= taken[k] == i;
        double luck = sign * luck_of_item(r, &r->item[i], seat);
        if (!used && luck > 0 && (found < 0 || luck > sign * luck_of_item(r, &r->item[found], seat))) found = i;
    }
    return found;
}

/* The luckiest first (sign 1) or the unluckiest (-1), at most three, and none that was neither. */
static void print_rolls_of(const Review *r, int seat, double sign, FILE *out) {
    int taken[ROLLS_SHOWN], count = 0, i;
    while (count < ROLLS_SHOWN && (i = find_roll(r, seat, sign, taken, count)) >= 0) {
        const Item *item = &r->item[i];
        AnyState s;
        char token[TOKEN_MAX], luck[64];
        Text t = text_in(token, sizeof token);
        review_state(r, item, &s);
        match_game(r->match)->put_outcome(&s.head, match_event(r->match, item->node)->outcome, &t);
        put_aim(r, luck_of_item(r, item, seat), true, luck, sizeof luck);
        Phrase turn = {.id = N_("turn {0}"), .arg = {(int16_t)(s.head.turn + 1)}};
        fprintf(out, "%s%s %s (%s)", count ? ", " : "  ", luck, token, tr_phrase(&turn));
        taken[count++] = i;
    }
    if (count) fputc('\n', out);
}

/* Both ends for every seat: what people remember of a game. */
static void print_rolls(const Review *r, FILE *out) {
    fprintf(out, "\n%s\n", tr(N_("The luckiest and unluckiest rolls and draws")));
    for (int seat = 0; seat < r->advisor->seats; seat++) {
        fprintf(out, "%s\n", match_name(r->match, seat));
        print_rolls_of(r, seat, 1, out);
        print_rolls_of(r, seat, -1, out);
    }
}

/* From the whole to the parts; nobody has to read to the end. */
void report_text(const Review *r, bool all, FILE *out) {
    print_head(r, out);
    fputc('\n', out);
    print_seats(r, out);
    print_decisions(r, all, out);
    print_rolls(r, out);
}
