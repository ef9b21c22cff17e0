/* league_page.c: a league as one page that loads nothing else. See league.h. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "report/league.h"
#include "report/report_html.h"
#include "term/common.h"

enum {
    CHART_W = 640,
    ROW_H = 30,
    NAME_W = 190,  /* room for the names left of the dots, */
    FIGURE_W = 70, /* and for the figures right of them */
    HISTORY_H = 260,
    HISTORY_LEFT = 56,
    HISTORY_RIGHT = 150,
    LINES = 6,  /* bots that have a line in the history */
    MATRIX = 16 /* bots of the table of who beats whom */
};

/* As in report_html.c: light enough for both backgrounds. */
static const char *const colours[LINES] = {"#2f7ed8", "#d9622b", "#2ca25f", "#8e5bbf", "#c2a300", "#c23b73"};

static const char style[] =
    ".plays{display:flex;flex-wrap:wrap;gap:.5rem;padding:0;list-style:none}.plays a{display:block;padding:.35rem "
    ".8rem;"
    "border:1px solid var(--line);border-radius:1rem;background:var(--card);text-decoration:none}\n"
    ".plays span{color:var(--dim)}.rank{font-size:.9rem}.rank td,.rank th{white-space:nowrap;padding:.25rem .3rem}"
    ".rank th:nth-child(2){text-align:left}.gone{color:var(--dim)}\n"
    ".bars{width:100%;height:auto;display:block}.bars text{font-size:13px;fill:var(--fg);text-anchor:start}\n"
    ".bars .r{text-anchor:end;fill:var(--dim)}.bars .m{text-anchor:middle;fill:var(--dim)}\n"
    ".bars .grid{stroke:var(--line);stroke-width:1}.bars .zero{stroke:var(--dim);stroke-width:1}\n"
    ".bars .iv{stroke:var(--link);stroke-width:3;stroke-linecap:round}.bars circle{fill:var(--link)}\n"
    ".bars .off .iv{stroke:var(--dim)}.bars .off circle,.bars .off text{fill:var(--dim)}\n"
    ".bars polyline{fill:none;stroke-width:2}.bars polygon{opacity:.14}\n"
    ".cols{display:grid;gap:1rem}@media(min-width:60rem){.cols{grid-template-columns:5fr 6fr}}.cols>*{min-width:0}\n"
    ".mx td{text-align:center;color:#1f2328;border:1px solid var(--card);min-width:3.1rem}.mx "
    "td.none{color:var(--dim)}\n"
    ".mx th{font-weight:600;white-space:nowrap;font-size:.85rem}.mx th[scope=col]{text-align:center}\n"
    "summary{cursor:pointer;padding:.3rem 0;min-height:2.2rem}.walk{display:none;gap:.5rem;align-items:center;"
    "position:sticky;top:0;background:var(--card);padding:.4rem 0}.walk input{flex:1;min-width:0;min-height:2.6rem}\n"
    ".js .walk{display:flex}.js .step{display:none}.js .step.on{display:block}h4{margin:.4rem "
    "0}.who{color:var(--dim)}\n"
    ".step{margin-bottom:1rem}@media(max-width:40rem){.bars text{font-size:20px}.bars .odd{display:none}}\n";

static const char script[] =
    "document.body.classList.add('js');\n"
    "for(const d of document.querySelectorAll('.replay')){const "
    "steps=[...d.querySelectorAll('.step')],bar=d.querySelector('input');bar.max=steps.length-1;\n"
    "const show=i=>{bar.value=i;steps.forEach((s,k)=>s.classList.toggle('on',k===+bar.value))};\n"
    "bar.oninput=()=>show(bar.value);d.querySelectorAll('[data-by]').forEach(b=>b.onclick=()=>show(+bar.value+ "
    "+b.dataset.by));show(0)}\n";

/* ---- Ratings ---------------------------------------------------------------------------------------- */

/* The scale of a chart in Elo. */
typedef struct Axis {
    double low, high, step;
} Axis;

/* About five round steps that hold everything, however wide it is. */
static Axis axis_of(double low, double high) {
    static const double round[] = {1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000};
    Axis a = {.step = 2000};
    while ((high - low) / a.step > 6) a.step *= 2;
    for (int i = 11; i >= 0; i--)
        if ((high - low) / round[i] <= 6) a.step = round[i];
    a.low = floor(low / a.step) * a.step;
    a.high = ceil(high / a.step) * a.step;
    if (a.high <= a.low) a.high = a.low + a.step;
    return a;
}

/* How many marks stand on it. */
static int marks_of(const Axis *a) { return 1 + (int)lround((a->high - a->low) / a->step); }

static double place(const Axis *a, double x, double from, double width) {
    return from + width * (fmin(fmax(x, a->low), a->high) - a->low) / (a->high - a->low);
}

/* Zero has no sign. */
static const char *plus(double x) { return x > 0 ? "+" : ""; }

static void put_label(const LeagueEntry *e, Buffer *out) {
    char label[LEAGUE_NAME + 8];
    league_label(e, label, sizeof label);
    html_text(out, label);
}

/* A dot for each bot with its interval, the best above. */
static void rating_chart(const LeagueGroup *g, const int *order, Buffer *out) {
    double low = 0, high = 0, width = CHART_W - NAME_W - FIGURE_W;
    int height = ROW_H * (g->entries + 1);
    for (int i = 0; i < g->entries; i++) {
        low = fmin(low, g->entry[i].elo - g->entry[i].half);
        high = fmax(high, g->entry[i].elo + g->entry[i].half);
    }
    Axis a = axis_of(low, high);
    buffer_put(out, "<svg class='bars' viewBox='0 0 %d %d' role='img' aria-label=\"%s\">", CHART_W, height,
               tr(N_("Ratings in Elo, with intervals of 95 %")));
    for (int i = 0; i < marks_of(&a); i++) {
        double x = a.low + i * a.step, at = place(&a, x, NAME_W, width);
        buffer_put(out, "<line class='%s' x1='%.1f' x2='%.1f' y1='4' y2='%d'/>", fabs(x) < 1e-9 ? "zero" : "grid", at,
                   at, height - ROW_H + 4);
        bool odd = a.high - a.low > 4.5 * a.step && lround(x / a.step) % 2 != 0; /* no room for it on a telephone */
        buffer_put(out, "<text class='m%s' x='%.1f' y='%d'>%s%.0f</text>", odd ? " odd" : "", at,
                   height - ROW_H / 2 + 2, plus(x), x + 0.0);
    }
    for (int i = 0; i < g->entries; i++) {
        const LeagueEntry *e = &g->entry[order[i]];
        double y = ROW_H * (i + .5);
        buffer_put(out, "<g%s><text x='2' y='%.1f'>", e->bot ? "" : " class='off'", y);
        put_label(e, out);
        buffer_put(out, "</text><line class='iv' x1='%.1f' x2='%.1f' y1='%.1f' y2='%.1f' opacity='.45'/>",
                   place(&a, e->elo - e->half, NAME_W, width), place(&a, e->elo + e->half, NAME_W, width), y, y);
        buffer_put(out, "<circle cx='%.1f' cy='%.1f' r='5'/><text class='r' x='%d' y='%.1f'>%+.0f</text></g>",
                   place(&a, e->elo, NAME_W, width), y, CHART_W - 2, y, e->elo);
    }
    buffer_str(out, "</svg>");
}

static void head_cell(const char *word, Buffer *out) {
    buffer_str(out, "<th scope='col'>");
    html_text(out, tr(word));
    buffer_str(out, "</th>");
}

/* Points are the mean over sets that nobody forfeited: a game broken off would count as a poor one. */
static void rating_table(const LeagueGroup *g, const int *order, Buffer *out) {
    static const char *const heads[] = {N_("share"), N_("points"), N_("games"), N_("wins"), N_("ties"), N_("forfeits")};
    html_open_wide(out, N_("Ratings in Elo, with intervals of 95 %"));
    buffer_str(out, "<table class='rank'><tr><th scope='col'>#</th>");
    head_cell(N_("bot"), out);
    buffer_str(out, "<th scope='col'>Elo</th>");
    for (unsigned i = 0; i < sizeof heads / sizeof *heads; i++) head_cell(heads[i], out);
    buffer_str(out, "</tr>");
    for (int i = 0; i < g->entries; i++) {
        const LeagueEntry *e = &g->entry[order[i]];
        buffer_put(out, "<tr%s><td>%d</td><th scope='row'>", e->bot ? "" : " class='gone'", i + 1);
        put_label(e, out);
        if (!e->bot) html_text(out, tr(N_(" gone")));
        buffer_put(out, "</th><td>%+.0f <span class='dim'>&#177;%.0f</span></td>", e->elo, e->half);
        buffer_put(out, "<td>%.1f%%</td>", e->games ? 100 * e->share / (double)e->games : 0);
        if (e->finished)
            buffer_put(out, "<td>%.1f</td>", (double)e->points / (double)e->finished);
        else
            buffer_str(out, "<td>&#8211;</td>");
        buffer_put(out, "<td>%" PRIu64 "</td><td>%" PRIu64 "</td><td>%" PRIu64 "</td><td>%" PRIu64 "</td></tr>",
                   e->games, e->wins, e->ties, e->forfeits);
    }
    buffer_str(out, "</table></div>");
}

/* ---- Who beats whom --------------------------------------------------------------------------------- */

/* The share of one bot against another, or -1. */
static double share_against(const LeagueGroup *g, int a, int b, double *sets) {
    for (int i = 0; i < g->tables; i++) {
        Meeting m = league_meeting(g, &g->table[i]);
        if (m.sets < 1 || (m.bot[0] != a && m.bot[1] != a) || (m.bot[0] != b && m.bot[1] != b)) continue;
        *sets = m.sets;
        return m.share[m.bot[0] == a ? 0 : 1] / m.sets;
    }
    return -1;
}

/* From orange over white to blue: also told apart by those who see no red or green, and the number stands there. */
static void share_cell(double share, double sets, Buffer *out) {
    if (share < 0) {
        buffer_str(out, "<td class='none'>&#183;</td>");
        return;
    }
    double off = fmax(-1, fmin(1, 2 * share - 1)), part = sqrt(fabs(off));
    int r = off < 0 ? 244 : 244 - (int)(98 * part), gr = 244 - (int)((off < 0 ? 62 : 46) * part),
        b = off < 0 ? 244 - (int)(124 * part) : 244;
    buffer_put(out, "<td style='background:#%02x%02x%02x' title='%.0f'>%.0f</td>", (unsigned)r, (unsigned)gr,
               (unsigned)b, sets, 100 * share);
}

/* Only of games of two: at larger tables a share is not one bot's against another. The best are shown; more columns
 * would not be read. */
static void matrix(const LeagueGroup *g, const int *order, Buffer *out) {
    int shown[MATRIX], count = 0;
    for (int i = 0; i < g->entries && count < MATRIX; i++)
        if (g->entry[order[i]].games) shown[count++] = order[i];
    if (g->play.seats != 2 || count < 2) return;
    const char *title = N_("Share of the games, row against column, in per cent");
    buffer_put(out, "<div class='box'><h3>%s</h3>", tr(title));
    html_open_wide(out, title);
    buffer_str(out, "<table class='mx'><tr><td></td>");
    for (int i = 0; i < count; i++) {
        buffer_str(out, "<th scope='col'>");
        put_label(&g->entry[shown[i]], out);
        buffer_str(out, "</th>");
    }
    buffer_str(out, "</tr>");
    for (int i = 0; i < count; i++) {
        buffer_str(out, "<tr><th scope='row'>");
        put_label(&g->entry[shown[i]], out);
        buffer_str(out, "</th>");
        for (int k = 0; k < count; k++) {
            double sets = 0, share = i == k ? -1 : share_against(g, shown[i], shown[k], &sets);
            share_cell(share, sets, out);
        }
        buffer_str(out, "</tr>");
    }
    buffer_str(out, "</table></div></div>");
}

/* ---- How the ratings came ---------------------------------------------------------------------------- */

/* The games on a logarithmic scale: the first hundred tell as much as the next ten thousand. */
static double games_at(const LeagueGroup *g, uint64_t counted) {
    double first = log((double)g->history[0].games), last = log((double)g->history[g->points - 1].games);
    double width = CHART_W - HISTORY_LEFT - HISTORY_RIGHT;
    return HISTORY_LEFT + (last > first ? width * (log((double)counted) - first) / (last - first) : width);
}

static double height_at(const Axis *a, double elo) { return HISTORY_H - place(a, elo, 30, HISTORY_H - 40); }

/* NAN, which is not equal to itself, stands where a bot had not played yet: its line begins after that. */
static void history_line(const LeagueGroup *g, const Axis *a, int entry, const char *colour, double name_y,
                         Buffer *out) {
    int first = 0, last = g->points - 1;
    while (first < last && !(g->history[first].elo[entry] == g->history[first].elo[entry])) first++;
    buffer_put(out, "<polygon fill='%s' points='", colour);
    for (int i = first; i <= last; i++)
        buffer_put(out, "%.1f,%.1f ", games_at(g, g->history[i].games),
                   height_at(a, (double)(g->history[i].elo[entry] + g->history[i].half[entry])));
    for (int i = last; i >= first; i--)
        buffer_put(out, "%.1f,%.1f ", games_at(g, g->history[i].games),
                   height_at(a, (double)(g->history[i].elo[entry] - g->history[i].half[entry])));
    buffer_put(out, "'/><polyline stroke='%s' points='", colour);
    for (int i = first; i <= last; i++)
        buffer_put(out, "%.1f,%.1f ", games_at(g, g->history[i].games), height_at(a, (double)g->history[i].elo[entry]));
    buffer_put(out, "'/><text style='fill:%s' x='%d' y='%.1f'>", colour, CHART_W - HISTORY_RIGHT + 8, name_y);
    put_label(&g->entry[entry], out);
    buffer_str(out, "</text>");
}

/* Powers of ten, evenly apart on a logarithmic scale; it begins with the first point, so smaller ones have no place. */
static void history_axes(const LeagueGroup *g, const Axis *a, Buffer *out) {
    for (int i = 0; i < marks_of(a); i++) {
        double x = a->low + i * a->step, y = height_at(a, x);
        buffer_put(out, "<line class='grid' x1='%d' x2='%d' y1='%.1f' y2='%.1f'/>", HISTORY_LEFT,
                   CHART_W - HISTORY_RIGHT, y, y);
        buffer_put(out, "<text class='r' x='%d' y='%.1f'>%s%.0f</text>", HISTORY_LEFT - 6, y, plus(x), x + 0.0);
    }
    for (double n = 1; n <= (double)g->games; n *= 10)
        if (n >= (double)g->history[0].games)
            buffer_put(out, "<text class='m' x='%.1f' y='%d'>%.0f</text>", games_at(g, (uint64_t)n), HISTORY_H - 12, n);
}

/* The six best; the names stand in the order of the lines' ends, far enough from each other to be read. */
static void history(const LeagueGroup *g, const int *order, Buffer *out) {
    double low = INFINITY, high = -INFINITY, above = -INFINITY;
    int chosen[LINES], count = 0;
    for (int i = 0; i < g->entries && count < LINES; i++)
        if (g->points && isfinite(g->history[g->points - 1].elo[order[i]])) chosen[count++] = order[i];
    if (g->points < 3 || count < 2) return;
    for (int i = 0; i < count; i++)
        for (int k = g->points / 4; k < g->points; k++) {
            double elo = (double)g->history[k].elo[chosen[i]];
            if (!isfinite(elo)) continue;
            low = fmin(low, elo);
            high = fmax(high, elo);
        }
    Axis a = axis_of(low, high);
    buffer_put(out, "<div class='box'><h3>%s</h3><svg class='bars' viewBox='0 0 %d %d' role='img' aria-label=\"%s\">",
               tr(N_("How the ratings came: Elo by games counted")), CHART_W, HISTORY_H,
               tr(N_("How the ratings came: Elo by games counted")));
    history_axes(g, &a, out);
    for (int i = 0; i < count; i++) {
        double y = fmax(height_at(&a, (double)g->history[g->points - 1].elo[chosen[i]]), above + 21);
        above = y;
        history_line(g, &a, chosen[i], colours[i], y, out);
    }
    buffer_str(out, "</svg></div>");
}

/* ---- The page --------------------------------------------------------------------------------------- */

static void title_of(const LeagueGroup *g, Buffer *out) {
    Phrase seats = {.id = N_("{0} seats"), .arg = {(int16_t)g->play.seats}};
    html_text(out, tr(g->play.game->title));
    buffer_str(out, ", ");
    html_text(out, tr_phrase(&seats));
}

/* Its number is what put_contents() links to. */
static void put_group(const League *l, int number, Buffer *out) {
    const LeagueGroup *g = l->group[number];
    int order[RATED_MAX];
    league_order(g, order);
    buffer_put(out, "<section id='p%d'><h2>", number);
    title_of(g, out);
    buffer_str(out, "</h2><p class='dim'>");
    buffer_put(out, tr(N_("%llu games in %llu sets")), (unsigned long long)g->games, (unsigned long long)g->sets);
    if (g->luck_out) {
        buffer_str(out, "; ");
        buffer_put(out, tr(N_("less the luck of the dice results vary %.1f times less")), g->saving);
    }
    buffer_str(out, "</p><div class='cols'><div class='box'><h3>");
    html_text(out, tr(N_("Ratings in Elo, with intervals of 95 %")));
    buffer_str(out, "</h3>");
    rating_chart(g, order, out);
    buffer_str(out, "</div><div class='box'>");
    rating_table(g, order, out);
    buffer_str(out, "</div>");
    matrix(g, order, out);
    history(g, order, out);
    buffer_str(out, "</div>");
    league_put_replays(l, g, out);
    buffer_str(out, "</section>");
}

static void put_contents(const League *l, Buffer *out) {
    buffer_str(out, "<ul class='plays'>");
    for (int i = 0; i < l->groups; i++) {
        buffer_put(out, "<li><a href='#p%d'>", i);
        title_of(l->group[i], out);
        buffer_put(out, " <span>%" PRIu64 "</span></a></li>", l->group[i]->games);
    }
    buffer_str(out, "</ul>");
}

/* The name of the folder is the name of the league. */
static const char *name_of(const League *l) {
    const char *slash = strrchr(l->folder, '/');
    return slash && slash[1] ? slash + 1 : l->folder;
}

/* Where scripts do not run, every turn of the games is shown: only the class `js`, which the script sets, hides
 * them. */
void league_put_page(const League *l, Buffer *out) {
    buffer_put(out, "<!doctype html><html lang='%s'><head><meta charset='utf-8'>", lang_code(term_lang()));
    buffer_str(out, "<meta name='viewport' content='width=device-width,initial-scale=1'>");
    buffer_str(out, "<meta name='color-scheme' content='light dark'><title>");
    html_text(out, name_of(l));
    buffer_put(out, "</title><style>%s%s</style></head><body><main><h1>", html_style, style);
    html_text(out, name_of(l));
    buffer_str(out, "</h1><p class='dim'>");
    html_text(out, tr(N_("A league of bots by Penna. A difference of 100 Elo is a share of 64 % of the games of two. "
                         "Intervals are of 95 %.")));
    buffer_str(out,
               " <a href='results.json'>results.json</a>, <a href='ratings.csv'>ratings.csv</a>, <a "
               "href='tables.csv'>tables.csv</a>"
               "</p>");
    put_contents(l, out);
    league_put_sheets(l, out);
    for (int i = 0; i < l->groups; i++) put_group(l, i, out);
    buffer_put(out, "</main><script>\n%s</script></body></html>\n", script);
}
