/* league_text.c: a league as text, JSON and CSV. See league.h. */
#include <inttypes.h>
#include <string.h>

#include "host/json.h"
#include "report/league.h"
#include "term/common.h"

static double ratio(double part, uint64_t whole) { return whole ? part / (double)whole : 0; }

/* Six digits: more than any number of games makes certain. */
static void json_real(Buffer *out, const char *key, double x) {
    char room[40];
    int n = snprintf(room, sizeof room, "%.6f", x);
    json_raw(out, key, room, (size_t)n);
}

/* ---- Text ------------------------------------------------------------------------------------------- */

static int label_width(const LeagueGroup *g) {
    int width = 8;
    for (int i = 0; i < g->entries; i++) {
        char label[LEAGUE_NAME + 8];
        league_label(&g->entry[i], label, sizeof label);
        if ((int)strlen(label) > width) width = (int)strlen(label);
    }
    return width;
}

/* Bots that have gone keep their lines: the ratings of the others rest on games against them. */
static void text_group(const LeagueGroup *g, Buffer *out) {
    int order[RATED_MAX], width = label_width(g);
    league_order(g, order);
    buffer_put(out, "%s: ", g->play.key);
    buffer_put(out, tr(N_("%llu games in %llu sets")), (unsigned long long)g->games, (unsigned long long)g->sets);
    if (g->luck_out) {
        buffer_str(out, "; ");
        buffer_put(out, tr(N_("less the luck of the dice results vary %.1f times less")), g->saving);
    }
    buffer_put(out, "\n%s  %s %7s %7s %s %s %s %s %s\n", tr_pad(N_("rank"), 4), tr_pad(N_("bot"), -width), "Elo",
               "+-95 %", tr_pad(N_("share"), 8), tr_pad(N_("games"), 9), tr_pad(N_("wins"), 9), tr_pad(N_("ties"), 9),
               tr_pad(N_("forfeits"), 9));
    for (int i = 0; i < g->entries; i++) {
        const LeagueEntry *e = &g->entry[order[i]];
        char label[LEAGUE_NAME + 8];
        league_label(e, label, sizeof label);
        buffer_put(out, "%4d  %-*s %+7.0f %7.0f %7.2f%% %9" PRIu64 " %9" PRIu64 " %9" PRIu64 " %9" PRIu64 "%s\n", i + 1,
                   width, label, e->elo, e->half, 100 * ratio(e->share, e->games), e->games, e->wins, e->ties,
                   e->forfeits, e->bot ? "" : tr(N_(" gone")));
    }
    if (g->left_out)
        buffer_put(out, tr(N_("%llu blocks are left out: too many bots\n")), (unsigned long long)g->left_out);
    buffer_str(out, "\n");
}

void league_put_text(const League *l, Buffer *out) {
    int running = 0;
    for (int i = 0; i < l->groups; i++) text_group(l->group[i], out);
    for (int i = 0; i < l->logs.count; i++) running += !l->logs.file[i].ended;
    buffer_put(out, tr(N_("Runners so far: %d; of these not ended, or cut off: %d")), l->logs.count, running);
    buffer_str(out, l->config.paused ? tr(N_("; paused\n")) : "\n");
}

/* ---- JSON ------------------------------------------------------------------------------------------- */

/* The identity is a text: readers that take numbers as doubles would lose its last digits. `share` is of games as
 * they came out, luck included, whatever `elo` is made of. */
static void json_entry(const LeagueEntry *e, Buffer *out) {
    char label[LEAGUE_NAME + 8], id[20];
    league_label(e, label, sizeof label);
    snprintf(id, sizeof id, "%016" PRIx64, e->identity);
    json_open(out, NULL, '{');
    json_text(out, "bot", label);
    json_text(out, "name", e->name);
    json_text(out, "identity", id);
    json_bool(out, "present", e->bot != NULL);
    json_real(out, "elo", e->elo);
    json_open(out, "interval", '[');
    json_real(out, NULL, e->elo - e->half);
    json_real(out, NULL, e->elo + e->half);
    json_close(out, ']');
    json_real(out, "share", ratio(e->share, e->games));
    json_int(out, "games", (int64_t)e->games);
    json_int(out, "wins", (int64_t)e->wins);
    json_int(out, "ties", (int64_t)e->ties);
    json_int(out, "forfeits", (int64_t)e->forfeits);
    if (e->finished)
        json_real(out, "points", (double)e->points / (double)e->finished);
    else
        json_null(out, "points");
    json_int(out, "last", e->last);
    json_close(out, '}');
}

/* `share` is what the ratings are made of: less the luck where that helps. */
static void json_table(const LeagueGroup *g, const LeagueTable *t, Buffer *out) {
    Meeting m = league_meeting(g, t);
    json_open(out, NULL, '{');
    json_open(out, "bots", '[');
    for (int i = 0; i < m.seats; i++) {
        char label[LEAGUE_NAME + 8];
        league_label(&g->entry[m.bot[i]], label, sizeof label);
        json_text(out, NULL, label);
    }
    json_close(out, ']');
    json_int(out, "sets", (int64_t)m.sets);
    json_open(out, "share", '[');
    for (int i = 0; i < m.seats; i++) json_real(out, NULL, m.sets > 0 ? m.share[i] / m.sets : 0);
    json_close(out, ']');
    json_open(out, "wins", '[');
    for (int i = 0; i < m.seats; i++) json_int(out, NULL, (int64_t)t->wins[i]);
    json_close(out, ']');
    json_close(out, '}');
}

/* A line for each play; its comma is put by hand, because json.h puts one after anything that is no bracket, a line
 * feed too. */
static void json_group(const LeagueGroup *g, Buffer *out) {
    int order[RATED_MAX];
    league_order(g, order);
    buffer_str(out, out->bytes[out->length - 1] == '[' ? "\n" : ",\n");
    buffer_put(out, "{\"play\":\"%s\",\"game\":\"%s\"", g->play.key, g->play.game->name);
    json_int(out, "seats", g->play.seats);
    json_bool(out, "present", g->present);
    json_int(out, "games", (int64_t)g->games);
    json_int(out, "sets", (int64_t)g->sets);
    json_bool(out, "luck_out", g->luck_out);
    json_real(out, "saving", g->saving);
    json_int(out, "left_out", (int64_t)g->left_out);
    json_open(out, "bots", '[');
    for (int i = 0; i < g->entries; i++) json_entry(&g->entry[order[i]], out);
    json_close(out, ']');
    json_open(out, "tables", '[');
    for (int i = 0; i < g->tables; i++) json_table(g, &g->table[i], out);
    json_close(out, ']');
    json_close(out, '}');
}

/* `damaged` is the first line that is; 0 is none, as lines are counted from 1. */
static void json_log(const LogFile *f, Buffer *out) {
    json_open(out, NULL, '{');
    json_int(out, "log", f->number);
    json_text(out, "host", f->host);
    json_int(out, "lines", f->lines);
    json_int(out, "last", f->time);
    json_bool(out, "ended", f->ended);
    json_bool(out, "torn", f->torn);
    json_int(out, "damaged", f->bad);
    json_close(out, '}');
}

/* `logs` is opened by hand for the same reason as in json_group(): a line feed stands before it. */
void league_put_json(const League *l, Buffer *out) {
    json_open(out, NULL, '{');
    json_text(out, "format", "penna league 1");
    json_int(out, "seed", (int64_t)l->config.seed);
    json_text(out, "budget", l->config.budget_text);
    json_text(out, "anchor", *l->config.anchor ? l->config.anchor : NULL);
    json_bool(out, "paused", l->config.paused);
    json_open(out, "plays", '[');
    for (int i = 0; i < l->groups; i++) json_group(l->group[i], out);
    json_close(out, ']');
    buffer_str(out, ",\n");
    buffer_str(out, "\"logs\":[");
    for (int i = 0; i < l->logs.count; i++) json_log(&l->logs.file[i], out);
    buffer_str(out, "]}\n");
}

/* ---- CSV -------------------------------------------------------------------------------------------- */

/* Names and plays need no quotes: they hold no comma but for options, which stand in quotes. */
void league_put_ratings(const League *l, Buffer *out) {
    buffer_str(out, "play,rank,bot,present,elo,low,high,share,games,wins,ties,forfeits,points\n");
    for (int i = 0; i < l->groups; i++) {
        const LeagueGroup *g = l->group[i];
        int order[RATED_MAX];
        league_order(g, order);
        for (int k = 0; k < g->entries; k++) {
            const LeagueEntry *e = &g->entry[order[k]];
            char label[LEAGUE_NAME + 8];
            league_label(e, label, sizeof label);
            buffer_put(out, "\"%s\",%d,%s,%d,%.3f,%.3f,%.3f,%.6f,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",",
                       g->play.key, k + 1, label, e->bot != NULL, e->elo, e->elo - e->half, e->elo + e->half,
                       ratio(e->share, e->games), e->games, e->wins, e->ties, e->forfeits);
            if (e->finished) buffer_put(out, "%.3f", (double)e->points / (double)e->finished);
            buffer_str(out, "\n");
        }
    }
}

/* A line for each bot of each table, so that tables of any size fit the same columns. */
void league_put_tables(const League *l, Buffer *out) {
    buffer_str(out, "play,table,bot,sets,share,share_variance,wins,ties\n");
    for (int i = 0; i < l->groups; i++)
        for (int k = 0; k < l->group[i]->tables; k++) {
            const LeagueGroup *g = l->group[i];
            Meeting m = league_meeting(g, &g->table[k]);
            for (int s = 0; s < m.seats && m.sets > 0; s++) {
                char label[LEAGUE_NAME + 8];
                Sample sample = {.count = m.sets, .sum = m.share[s], .squares = m.product[s][s]};
                league_label(&g->entry[m.bot[s]], label, sizeof label);
                buffer_put(out, "\"%s\",%d,%s,%.0f,%.9f,%.9f,%" PRIu64 ",%" PRIu64 "\n", g->play.key, k + 1, label,
                           m.sets, sample_mean(&sample), sample_variance(&sample), g->table[k].wins[s],
                           g->table[k].ties[s]);
            }
        }
}
