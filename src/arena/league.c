/* league.c: see league.h. */
#include "arena/league.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/duel.h"
#include "arena/identity.h"
#include "bots/net.h"
#include "host/clock.h"

enum { LOTS = 200, FEW_SETS = 20, SEAT_SECONDS = 5, SEAT_PART = 50 };
static const double prior = .5; /* sets won and lost by each bot against the mean, see rating.h */

/* ---- Beginning and end ------------------------------------------------------------------------------ */

void league_begin(League *l, const char *folder) { *l = (League){.folder = folder}; }

/* Leaves an empty league: one that could not be read is freed too. */
void league_free(League *l) {
    for (int i = 0; i < l->groups; i++) {
        free(l->group[i]->table);
        free(l->group[i]->index);
        free(l->group[i]);
    }
    free(l->group);
    free(l->text);
    league_logs_free(&l->logs);
    *l = (League){0};
}

/* ---- Groups and entries ----------------------------------------------------------------------------- */

/* Logs make groups as the configuration does: what was played stays known when it is played no more. Each has its own
 * memory, so that it stays where it is when there are more. */
static LeagueGroup *group_of(League *l, const char *key) {
    for (int i = 0; i < l->groups; i++)
        if (strcmp(l->group[i]->play.key, key) == 0) return l->group[i];
    LeagueGroup **more = realloc(l->group, ((size_t)l->groups + 1) * sizeof(void *));
    LeagueGroup *g = calloc(1, sizeof *g);
    if (more) l->group = more;
    if (!more || !g || league_play_read(key, &g->play)) {
        l->error = more && g ? N_("a log names a game that there is not") : N_("out of memory");
        free(g);
        return NULL;
    }
    g->next_point = 1;
    return l->group[l->groups++] = g;
}

/* The entry of that bot, or -1 where there are too many. */
static int entry_of(LeagueGroup *g, const char *name, uint64_t identity) {
    bool changed = false;
    for (int i = 0; i < g->entries; i++) {
        if (strcmp(g->entry[i].name, name) != 0) continue;
        if (g->entry[i].identity == identity) return i;
        changed = g->entry[i].changed = true;
    }
    if (g->entries == RATED_MAX) return -1;
    LeagueEntry *e = &g->entry[g->entries];
    *e = (LeagueEntry){.identity = identity, .changed = changed};
    snprintf(e->name, sizeof e->name, "%s", name);
    return g->entries++;
}

void league_label(const LeagueEntry *e, char *out, size_t size) {
    if (e->changed)
        snprintf(out, size, "%s#%04x", e->name, (unsigned)(e->identity >> 48));
    else
        snprintf(out, size, "%s", e->name);
}

/* ---- The configuration ------------------------------------------------------------------------------ */

static const char *read_file(const char *path, Buffer *out) {
    char room[4096];
    size_t n;
    FILE *f = fopen(path, "r");
    if (!f) return strerror(errno);
    while ((n = fread(room, 1, sizeof room, f)) > 0) buffer_add(out, room, n);
    bool good = !ferror(f);
    fclose(f);
    return out->failed ? N_("out of memory") : good ? NULL : N_("cannot read it");
}

/* Notes that a bot of the configuration takes part in a play, if it does. One that cannot play a game is left out of
 * it; why one plays nothing at all is kept. */
static void seat_bot(League *l, LeagueGroup *g, int k, bool *plays) {
    const LeagueBot *bot = &l->config.bot[k];
    const char *why = NULL;
    bool wanted = league_bot_plays(bot, &g->play);
    uint64_t id = wanted ? identity_of(bot->spec, g->play.game, l->config.budget_text, &why) : 0;
    int e = id ? entry_of(g, bot->name, id) : -1;
    if (e >= 0) g->entry[e].bot = bot;
    l->unseated += id && e < 0;
    *plays |= id != 0;
    if (wanted && !id) l->barred[k] = why;
    if (*plays) l->barred[k] = NULL;
}

/* Notes which entries take part. */
static const char *seat_bots(League *l) {
    double start = clock_now();
    bool plays[LEAGUE_BOTS] = {false};
    l->unseated = 0;
    for (int i = 0; i < l->groups; i++) {
        l->group[i]->present = false;
        for (int k = 0; k < l->group[i]->entries; k++) l->group[i]->entry[k].bot = NULL;
    }
    for (int k = 0; k < l->config.bots; k++)
        l->barred[k] = l->config.plays ? N_("it plays none of the games of this league") : NULL;
    for (int i = 0; i < l->config.plays; i++) {
        LeagueGroup *g = group_of(l, l->config.play[i].key);
        if (!g) return l->error;
        g->present = true;
        for (int k = 0; k < l->config.bots; k++) seat_bot(l, g, k, &plays[k]);
    }
    l->seat_again = clock_now() + SEAT_SECONDS + SEAT_PART * (clock_now() - start);
    return NULL;
}

/* What bots are is looked at when the file has changed, and now and then, because files of weights and programs may
 * have: it takes a while where there are many. */
static const char *take_config(League *l, const char *text, long *line) {
    LeagueConfig *fresh = malloc(sizeof *fresh);
    const char *why = N_("out of memory");
    bool same = l->text && strcmp(l->text, text) == 0;
    if (fresh && !same) why = league_config_read(text, fresh, line);
    if (same || (fresh && !why)) {
        why = NULL;
        if (!same) {
            free(l->text);
            l->text = strdup(text);
            l->config = *fresh;
        }
        if (!same || clock_now() >= l->seat_again) why = seat_bots(l);
    }
    free(fresh);
    return why;
}

const char *league_configure(League *l, long *line) {
    char path[4096];
    Buffer text = {0};
    snprintf(path, sizeof path, "%s/league.conf", l->folder);
    *line = 0;
    const char *why = read_file(path, &text);
    if (!why) why = take_config(l, text.bytes ? text.bytes : "", line);
    buffer_free(&text);
    return why;
}

/* ---- The logs --------------------------------------------------------------------------------------- */

/* Where the index names the table of these bots: the number of the table and 1, or 0 where it would be. At most half of
 * the index is full. */
static int *place_of(const LeagueGroup *g, int seats, const int *bot) {
    uint64_t sum = 0;
    for (int i = 0; i < seats; i++) sum = (sum + (uint64_t)bot[i] + 1) * 0x9e3779b97f4a7c15;
    for (uint32_t at = (uint32_t)(sum >> 32);; at++) {
        int *place = &g->index[at & (uint32_t)(2 * g->room - 1)];
        if (!*place || memcmp(g->table[*place - 1].plain.bot, bot, sizeof *bot * (size_t)seats) == 0) return place;
    }
}

/* There is room for a power of two of tables. False: no memory, and nothing has changed. */
static bool more_tables(LeagueGroup *g) {
    int room = g->room ? 2 * g->room : 16;
    int *index = calloc(2 * (size_t)room, sizeof *index);
    LeagueTable *more = index ? realloc(g->table, (size_t)room * sizeof *more) : NULL;
    if (!more) {
        free(index);
        return false;
    }
    free(g->index);
    g->index = index;
    g->table = more;
    g->room = room;
    for (int i = 0; i < g->tables; i++) *place_of(g, g->play.seats, g->table[i].plain.bot) = i + 1;
    return true;
}

/* The bots are in ascending order, so that a table is the same whoever was named first. */
static LeagueTable *known_table(const LeagueGroup *g, int seats, const int *bot) {
    int known = g->room ? *place_of(g, seats, bot) : 0;
    return known ? &g->table[known - 1] : NULL;
}

/* It is valid until the next call. */
static LeagueTable *table_of(League *l, LeagueGroup *g, int seats, const int *bot) {
    LeagueTable *t = known_table(g, seats, bot);
    if (t) return t;
    if (g->tables == g->room && !more_tables(g)) {
        l->error = N_("out of memory");
        return NULL;
    }
    *place_of(g, seats, bot) = g->tables + 1;
    t = &g->table[g->tables++];
    *t = (LeagueTable){.plain.seats = seats, .judged.seats = seats, .less.seats = seats};
    for (int i = 0; i < seats; i++) t->plain.bot[i] = t->judged.bot[i] = t->less.bot[i] = bot[i];
    return t;
}

/* Adds the sums of a block; its bots stand at the places `at` of the table. */
static void add_sums(Meeting *m, const LeagueBlock *b, const int *at, bool less) {
    double unit = (less ? ADJUST_UNIT : SHARE_UNIT) * (double)b->seats;
    m->sets += (double)b->sets;
    for (int i = 0; i < b->seats; i++) {
        m->share[at[i]] += (double)(less ? b->bot[i].less : b->bot[i].share) / unit;
        for (int j = 0; j < b->seats; j++) {
            int low = i < j ? i : j, high = i < j ? j : i;
            int64_t product = less ? b->less_product[low][high] : b->product[low][high];
            m->product[at[i]][at[j]] += (double)product / (unit * unit);
        }
    }
}

/* In a set everybody plays one game from each seat. */
static void count_entry(LeagueEntry *e, const LeagueBlock *b, int i) {
    e->games += b->sets * (uint64_t)b->seats;
    e->wins += b->bot[i].wins;
    e->ties += b->bot[i].ties;
    e->forfeits += b->bot[i].forfeits;
    e->finished += b->finished * (uint64_t)b->seats;
    e->points += b->bot[i].points;
    e->share += (double)b->bot[i].share / SHARE_UNIT;
    if (b->time > e->last) e->last = b->time;
}

/* Where the bots of a block stand at its table, whose bots are in ascending order. */
static void sort_bots(int seats, const int *bot, int *sorted, int *at) {
    for (int i = 0; i < seats; i++) {
        at[i] = 0;
        for (int j = 0; j < seats; j++) at[i] += bot[j] < bot[i];
        sorted[at[i]] = bot[i];
    }
}

static void rate(LeagueGroup *g, int anchor);
static int anchor_of(const League *l, const LeagueGroup *g);

/* Not a second one after the same games: league_rate() may come right after note_point(). */
static void add_point(LeagueGroup *g) {
    if (g->points == HISTORY_MAX || (g->points && g->history[g->points - 1].games == g->games)) return;
    LeaguePoint *p = &g->history[g->points++];
    p->games = g->games;
    for (int i = 0; i < RATED_MAX; i++) {
        bool played = i < g->entries && g->entry[i].games > 0;
        p->elo[i] = played ? (float)g->entry[i].elo : NAN;
        p->half[i] = played ? (float)g->entry[i].half : NAN;
    }
}

/* Points of the history lie closer together at the beginning; the last one is added by league_rate(). */
static void note_point(const League *l, LeagueGroup *g) {
    if (!l->history || g->games < g->next_point) return;
    rate(g, anchor_of(l, g));
    add_point(g);
    g->next_point = g->games + g->games / 2 + 1;
}

/* A block that has no place is counted as left out, and the others go on. False: no memory, or no such game. */
static bool add_block(League *l, const LeagueBlock *b) {
    LeagueGroup *g = group_of(l, b->play);
    int bot[SEATS_MAX], sorted[SEATS_MAX], at[SEATS_MAX];
    bool fits = true;
    if (!g) return false;
    for (int i = 0; i < b->seats; i++) fits &= (bot[i] = entry_of(g, b->bot[i].name, b->bot[i].identity)) >= 0;
    if (!fits || b->seats != g->play.seats) {
        g->left_out++;
        return true;
    }
    sort_bots(b->seats, bot, sorted, at);
    LeagueTable *t = table_of(l, g, b->seats, sorted);
    if (!t) return false;
    g->sets += b->sets;
    g->games += b->sets * (uint64_t)b->seats;
    for (int i = 0; i < b->seats; i++) {
        count_entry(&g->entry[bot[i]], b, i);
        t->wins[at[i]] += b->bot[i].wins;
        t->ties[at[i]] += b->bot[i].ties;
    }
    add_sums(b->adjusted ? &t->judged : &t->plain, b, at, false);
    if (b->adjusted) add_sums(&t->less, b, at, true);
    *(b->adjusted ? &t->judged_ms : &t->plain_ms) += b->milliseconds;
    note_point(l, g);
    return true;
}

/* Besides blocks a log has a head and an `end`; a line of any other kind is passed by and no fault. */
static bool take_line(void *context, LogFile *f, const char *text) {
    League *l = context;
    LeagueBlock b;
    if (block_get(text, &b)) {
        if (b.time > f->time) f->time = b.time;
        return add_block(l, &b);
    }
    if (strcmp(text, "end") == 0) f->ended = true;
    if (strncmp(text, "penna-league-log 1 ", 19) == 0) sscanf(text + 19, "%31s", f->host);
    return true;
}

const char *league_read(League *l) {
    l->error = NULL;
    if (league_logs_read(&l->logs, l->folder, take_line, l)) return NULL;
    return l->error ? l->error : strerror(errno);
}

/* ---- Ratings ---------------------------------------------------------------------------------------- */

/* The sum over sets and bots of the squared deviations from the mean. */
static double deviations(const Meeting *m) {
    double sum = 0;
    for (int i = 0; i < m->seats && m->sets > 0; i++) sum += m->product[i][i] - m->share[i] * m->share[i] / m->sets;
    return sum;
}

/* Whether taking the luck out helps in this game. Both have the same expectation (adjust.h), so either may be taken. */
static void look_at_luck(LeagueGroup *g) {
    double judged = 0, less = 0, sets = 0;
    for (int i = 0; i < g->tables; i++) {
        judged += deviations(&g->table[i].judged);
        less += deviations(&g->table[i].less);
        sets += g->table[i].judged.sets;
    }
    g->saving = sets >= FEW_SETS && less > 0 ? judged / less : 0;
    g->luck_out = g->saving > 1;
}

/* Results less luck and plain ones may be added: both have the same expectation. */
Meeting league_meeting(const LeagueGroup *g, const LeagueTable *t) {
    const Meeting *more = g->luck_out ? &t->less : &t->judged;
    Meeting m = t->plain;
    m.sets += more->sets;
    for (int i = 0; i < m.seats; i++) {
        m.share[i] += more->share[i];
        for (int j = 0; j < m.seats; j++) m.product[i][j] += more->product[i][j];
    }
    return m;
}

static int anchor_of(const League *l, const LeagueGroup *g) {
    for (int i = 0; i < g->entries && *l->config.anchor; i++)
        if (g->entry[i].bot && strcmp(g->entry[i].name, l->config.anchor) == 0) return i;
    return -1;
}

static void rate(LeagueGroup *g, int anchor) {
    Meeting *meeting = calloc((size_t)g->tables + 1, sizeof *meeting);
    look_at_luck(g);
    for (int i = 0; meeting && i < g->tables; i++) meeting[i] = league_meeting(g, &g->table[i]);
    if (meeting && g->entries) rating_tables(g->entries, g->tables, meeting, prior, &g->ratings);
    for (int i = 0; meeting && i < g->entries; i++)
        rating_of(&g->ratings, i, anchor, &g->entry[i].elo, &g->entry[i].half);
    free(meeting);
}

void league_rate(League *l) {
    for (int i = 0; i < l->groups; i++) {
        rate(l->group[i], anchor_of(l, l->group[i]));
        if (l->history && l->group[i]->games) add_point(l->group[i]);
    }
}

void league_order(const LeagueGroup *g, int order[RATED_MAX]) {
    for (int i = 0; i < g->entries; i++) {
        int at = i;
        for (; at > 0 && g->entry[order[at - 1]].elo < g->entry[i].elo; at--) order[at] = order[at - 1];
        order[at] = i;
    }
}

/* ---- What to play next ------------------------------------------------------------------------------ */

/* How long a set takes, in seconds, as far as is known. */
typedef struct Cost {
    double usual;            /* any set of the group */
    double entry[RATED_MAX]; /* a set in which that bot plays; 0: not known */
    double judge;            /* what the judge of luck adds; 0: not known */
} Cost;

static double cost_of(uint64_t ms, double sets) { return sets > 0 ? (double)ms / 1000 / sets : 0; }

/* From blocks without the judge, who takes his own time; what that is shows at tables that were played both ways. */
static Cost measure(const LeagueGroup *g) {
    Cost c = {.usual = 0};
    double ms = 0, sets = 0, judge = 0, of_entry[RATED_MAX] = {0};
    int both = 0;
    for (int i = 0; i < g->tables; i++) {
        const LeagueTable *t = &g->table[i];
        double plain = cost_of(t->plain_ms, t->plain.sets), judged = cost_of(t->judged_ms, t->judged.sets);
        ms += (double)t->plain_ms;
        sets += t->plain.sets;
        for (int k = 0; k < t->plain.seats; k++) {
            c.entry[t->plain.bot[k]] += (double)t->plain_ms / 1000;
            of_entry[t->plain.bot[k]] += t->plain.sets;
        }
        if (t->plain.sets < 1 || t->judged.sets < 1) continue;
        judge += fmax(0, judged - plain);
        both++;
    }
    for (int i = 0; i < g->entries; i++) c.entry[i] = of_entry[i] > 0 ? c.entry[i] / of_entry[i] : 0;
    c.usual = sets > 0 ? fmax(1e-6, ms / 1000 / sets) : .01;
    c.judge = both ? judge / both : 0;
    return c;
}

/* The slowest bot of a table decides how long it takes, where the table itself has not been timed. */
static double table_cost(const Cost *c, const LeagueTable *t, int seats, const int *bot) {
    double cost = t ? cost_of(t->plain_ms, t->plain.sets) : 0;
    for (int i = 0; i < seats && !(t && t->plain.sets > 0); i++)
        cost = fmax(cost, c->entry[bot[i]] > 0 ? c->entry[bot[i]] : c->usual);
    return fmax(cost, 1e-6);
}

/* One table that is thought of. */
typedef struct Search {
    League *league;
    LeagueGroup *group;         /* that is being weighed, */
    Cost cost;                  /* and its own */
    bool counted[RATED_MAX];    /* entries that take part */
    int free[RATED_MAX], count; /* those of them that do not rest */
    LeagueChoice best;          /* so far, over all groups */
    double most;                /* what a second at the best table takes from the errors */
    Rng *lot;
} Search;

/* With the judge of luck a set takes longer and tells more: whichever is better by the second. To know that, it is
 * tried once at a table that has been played without. */
static bool wants_judge(const Search *s, const LeagueTable *t, double cost) {
    const LeagueGroup *g = s->group;
    size_t size;
    if (s->league->config.adjust != LEAGUE_ADJUST_AUTO) return s->league->config.adjust == LEAGUE_ADJUST_YES;
    if (!weights_builtin(g->play.game, &size)) return false;
    if (s->cost.judge == 0 || g->saving == 0) return t && t->plain.sets >= 1;
    return g->saving > 1 + s->cost.judge / cost;
}

/* By the second, of a block as long as the configuration lets it be. The lot, a quarter more or less, parts runners
 * that know the same. */
static void weigh(Search *s, const int *bot) {
    LeagueGroup *g = s->group;
    int seats = g->play.seats;
    const LeagueTable *t = known_table(g, seats, bot);
    double cost = table_cost(&s->cost, t, seats, bot);
    bool judge = wants_judge(s, t, cost);
    double whole = cost + (judge ? s->cost.judge : 0);
    double sets = fmax(1, fmin(s->league->config.sets, s->league->config.seconds / whole));
    double tells = judge && g->saving > 1 ? g->saving : 1;
    double gain = rating_gain(&g->ratings, s->counted, seats, bot, sets * tells) / (sets * whole);
    gain *= .75 + .5 * rng_real(s->lot);
    if (gain <= s->most) return;
    s->most = gain;
    s->best = (LeagueChoice){.group = g, .adjust = judge};
    memcpy(s->best.bot, bot, sizeof *bot * (size_t)seats);
}

static int ascending(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

/* Some of the tables, by lot: of four bots there are too many to weigh all. */
static void weigh_some(Search *s) {
    int seats = s->group->play.seats;
    for (int k = 0; k < LOTS; k++) {
        int bot[SEATS_MAX];
        for (int i = 0; i < seats; i++) {
            int other = i + (int)rng_below(s->lot, (uint32_t)(s->count - i)), chosen = s->free[other];
            s->free[other] = s->free[i];
            bot[i] = s->free[i] = chosen;
        }
        qsort(bot, (size_t)seats, sizeof *bot, ascending);
        weigh(s, bot);
    }
}

static void weigh_pairs(Search *s) {
    for (int a = 0; a < s->count; a++)
        for (int b = a + 1; b < s->count; b++) weigh(s, (int[]){s->free[a], s->free[b]});
}

/* A bot that rests still counts among those whose errors are to fall; it only is not asked to play. */
LeagueChoice league_choose(League *l, bool (*rests)(void *context, const LeagueEntry *e), void *context, Rng *lot) {
    Search s = {.league = l, .most = -1, .lot = lot};
    for (int i = 0; i < l->groups; i++) {
        LeagueGroup *g = s.group = l->group[i];
        s.count = 0;
        for (int k = 0; k < g->entries; k++) {
            s.counted[k] = g->entry[k].bot != NULL;
            if (g->entry[k].bot && !rests(context, &g->entry[k])) s.free[s.count++] = k;
        }
        if (!g->present || s.count < g->play.seats) continue;
        s.cost = measure(g);
        (g->play.seats == 2 ? weigh_pairs : weigh_some)(&s);
    }
    return s.best;
}
