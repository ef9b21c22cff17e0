/* ladder.c: `penna ladder`: a round robin of bots and their ratings on one scale. */
#include <stdlib.h>
#include <string.h>

#include "arena/command.h"
#include "arena/duel.h"
#include "arena/rating.h"
#include "arena/roster.h"
#include "cli/ranks.h"
#include "cli/series.h"

enum { PAIRS_MAX = RATED_MAX * (RATED_MAX - 1) / 2 };

typedef struct LadderSettings {
    Series series;
    const char *bots; /* a list with commas; NULL: all that play the game */
    bool pool;        /* the pool of minds that stay as they are instead, */
    bool twins;       /* or, or besides, the styles that play with today's nets */
} LadderSettings;

/* What one bot did in all its duels. */
typedef struct Standing {
    uint64_t games, wins, ties, forfeits;
    double points, finished; /* the sum of its points, and games, over sets that nobody forfeited */
    double share, sets;      /* the sum of its shares over sets, and how many sets */
    double rating, half;     /* in Elo; half the width of its interval */
    double worst;            /* its lowest share against any of the others, */
    int worst_bot;           /* and against whom */
    char why[REASON_MAX];    /* of its first forfeit */
} Standing;

typedef struct Ladder {
    const LadderSettings *set;
    const Game *game;
    const char *name[RATED_MAX]; /* of those that take part */
    int bots, pairs;             /* that take part; that have been played */
    Pairing pairing[PAIRS_MAX];  /* how each pair came out */
    Standing standing[RATED_MAX];
    RecordFile record;    /* of all duels, one after the other */
    bool wrote;           /* false: writing the records failed */
    uint64_t done, total; /* sets of the pairs that are over, and of all */
    uint64_t played;      /* sets that were played */
    uint64_t forfeits;    /* games that a bot forfeited */
} Ladder;

/* ---- Who takes part --------------------------------------------------------------------------------- */

/* Takes part if it plays the game; if not, it is named. */
static void add_bot(Ladder *l, const char *name) {
    const char *why;
    if (l->bots == RATED_MAX) return;
    Bot *bot = roster_bot_or_file(name, l->game, (Budget){0}, &why);
    if (bot)
        l->name[l->bots++] = name;
    else if (ranks_first())
        fprintf(stderr, tr(N_("penna: %s does not take part: %s\n")), name, tr(why));
    roster_free(bot);
}

/* From weak to strong, as they are listed; who does not play the game steps back by himself. */
static void all_bots(Ladder *l) {
    for (const BotKind *const *k = bot_kinds; *k; k++) add_bot(l, (*k)->name);
}

/* The pool: those who are to be measured, and minds that stay as they are while others learn; all that are quick. */
static void pool_bots(Ladder *l) {
    static const char *const pool[] = {"hard",       "expert",    "greedy",     "linear",     "rollout", "expert@0.1",
                                       "points@0.1", "racer@0.1", "margin@0.1", "winner@0.1", "curves",  "maximiser"};
    for (unsigned i = 0; i < sizeof pool / sizeof *pool; i++) add_bot(l, pool[i]);
}

/* Expert's own nets, playing for other things: who wins half against such a twin has no hole in its style, and more
 * than a little over half is not to be had. */
static void twins(Ladder *l) {
    if (!l->set->pool) add_bot(l, "expert");
    for (const BotKind *const *k = bot_styles; *k; k++)
        if (!(*k)->frozen) add_bot(l, (*k)->name);
}

static void styles(Ladder *l) {
    if (l->set->pool) pool_bots(l);
    if (l->set->twins) twins(l);
}

/* The names point into `list`, which is cut up in place and has to stay. */
static bool named_bots(Ladder *l, char *list) {
    for (char *at = strtok(list, ","); at; at = strtok(NULL, ",")) {
        if (l->bots == RATED_MAX) {
            usage_error("--bots names more than %d bots", RATED_MAX);
            return false;
        }
        if (!series_bot(l->game, at)) return false;
        l->name[l->bots++] = at;
    }
    if (l->bots >= 2) return true;
    usage_error("--bots needs at least two bots");
    return false;
}

/* ---- Playing ---------------------------------------------------------------------------------------- */

/* As in duel.c; the bar counts the sets of all pairs. */
static bool taken(void *context, const DuelTally *so_far, const char *records, size_t length) {
    Ladder *l = context;
    progress_show(l->game->name, l->done + so_far->sets, l->total);
    l->wrote = series_record_add(&l->record, records, length);
    return l->wrote && !series_interrupted();
}

/* `at`: the bot's place in the lineup. Every pair is counted twice, once for each of its bots. */
static void count(Ladder *l, int bot, const DuelTally *t, int at) {
    Standing *s = &l->standing[bot];
    Sample share = duel_share(t, 2, at);
    s->games += t->games;
    s->wins += t->bot[at].wins;
    s->ties += t->bot[at].ties;
    s->forfeits += t->bot[at].forfeits;
    if (!*s->why) strcpy(s->why, t->bot[at].why);
    s->points += (double)t->bot[at].points;
    s->finished += 2 * (double)t->finished_sets;
    s->share += share.sum;
    s->sets += share.count;
}

/* Each duel has dice of its own: one pair's luck shall not be every pair's. */
static const char *play_pair(Ladder *l, int a, int b) {
    const Series *set = &l->set->series;
    const char *bots[] = {l->name[a], l->name[b]};
    Duel duel = {.sets = duel_sets((uint64_t)set->games, 2),
                 .threads = (int)set->threads,
                 .peers = ranks_peers(),
                 .taken = taken,
                 .context = l};
    DuelTally tally;
    if (!series_lineup_of(set, l->game, bots, 2, &duel.lineup)) return "";
    Rng rng = rng_stream((uint64_t)set->seed, (uint64_t)l->pairs);
    duel.lineup.arena.seed = rng_next(&rng);
    const char *error = duel_run(&duel, &tally);
    count(l, a, &tally, 0);
    count(l, b, &tally, 1);
    l->pairing[l->pairs++] = (Pairing){.a = a, .b = b, .share = duel_share(&tally, 2, 0)};
    l->done += duel.sets;
    l->played += tally.sets;
    l->forfeits += tally.bot[0].forfeits + tally.bot[1].forfeits;
    return error;
}

/* Every pair once: a duel has each bot at each seat already. */
static const char *play_all(Ladder *l) {
    const char *error = NULL;
    uint64_t pairs = (uint64_t)l->bots * (uint64_t)(l->bots - 1) / 2;
    l->total = pairs * duel_sets((uint64_t)l->set->series.games, 2);
    for (int a = 0; a < l->bots; a++)
        for (int b = a + 1; b < l->bots && !error && l->wrote && !series_interrupted(); b++) error = play_pair(l, a, b);
    return error;
}

/* ---- Telling ---------------------------------------------------------------------------------------- */

/* The bots' places, the best rating first. */
static void order_of(const Ladder *l, int *order) {
    for (int i = 0; i < l->bots; i++) {
        int at = i;
        for (; at > 0 && l->standing[order[at - 1]].rating < l->standing[i].rating; at--) order[at] = order[at - 1];
        order[at] = i;
    }
}

/* The lowest share of each bot against any other. */
static void find_worst(Ladder *l) {
    for (int i = 0; i < l->bots; i++) l->standing[i].worst = 2;
    for (int i = 0; i < l->pairs; i++) {
        const Pairing *p = &l->pairing[i];
        double share = sample_mean(&p->share);
        Standing *a = &l->standing[p->a], *b = &l->standing[p->b];
        if (share < a->worst) a->worst = share, a->worst_bot = p->b;
        if (1 - share < b->worst) b->worst = 1 - share, b->worst_bot = p->a;
    }
}

/* Over sets, not over games: the games of a set are not independent. */
static double share_of(const Standing *s) { return s->sets > 0 ? s->share / s->sets : 0; }

/* By rating, not by name or by order of the command: who reads a ladder looks for the top. */
static void print_table(const Ladder *l, FILE *out) {
    int order[RATED_MAX], width = series_width(l->name, l->bots, 8);
    order_of(l, order);
    fprintf(out, "%s  %s %7s %7s %s %s %s %s %s  %s\n", tr_pad(N_("rank"), 4), tr_pad(N_("bot"), -width), "Elo",
            "+-95 %", tr_pad(N_("share"), 8), tr_pad(N_("games"), 9), tr_pad(N_("wins"), 9), tr_pad(N_("ties"), 9),
            tr_pad(N_("worst"), 8), tr_pad(N_("against"), -width));
    for (int i = 0; i < l->bots; i++) {
        const Standing *s = &l->standing[order[i]];
        fprintf(out, "%4d  %-*s %+7.0f %7.0f %7.2f%% %9llu %9llu %9llu %7.2f%%  %s\n", i + 1, width,
                command_shown(l->name[order[i]]), s->rating, s->half, 100 * share_of(s), (unsigned long long)s->games,
                (unsigned long long)s->wins, (unsigned long long)s->ties, 100 * s->worst,
                command_shown(l->name[s->worst_bot]));
    }
    for (int i = 0; i < l->bots; i++) series_forfeits(l->name[i], l->standing[i].forfeits, l->standing[i].why, out);
    series_cut(2 * l->played, 2 * l->total, out);
}

/* The pairs are given too, so that another way of rating can be tried on the same games. */
static void print_json(const Ladder *l, FILE *out) {
    int order[RATED_MAX];
    order_of(l, order);
    fprintf(out, "{\"game\": \"%s\", \"seed\": %ld, \"interrupted\": %s, \"bots\": [", l->game->name,
            l->set->series.seed, series_interrupted() ? "true" : "false");
    for (int i = 0; i < l->bots; i++) {
        const Standing *s = &l->standing[order[i]];
        fprintf(out, "%s\n  {\"bot\": ", i ? "," : "");
        term_json(out, command_shown(l->name[order[i]]));
        fprintf(out,
                ", \"elo\": %.3f, \"interval\": [%.3f, %.3f], \"share\": %.6f, \"games\": %llu, \"wins\": %llu, "
                "\"ties\": %llu, \"forfeits\": %llu, \"worst\": %.6f, \"worst_against\": ",
                s->rating, s->rating - s->half, s->rating + s->half, share_of(s), (unsigned long long)s->games,
                (unsigned long long)s->wins, (unsigned long long)s->ties, (unsigned long long)s->forfeits, s->worst);
        term_json(out, command_shown(l->name[s->worst_bot]));
        fputs(", \"forfeit_reason\": ", out);
        series_json_why(s->why, out);
        if (s->finished > 0) fprintf(out, ", \"points\": %.6f", s->points / s->finished);
        fputs("}", out);
    }
    fprintf(out, "\n], \"pairs\": [");
    for (int i = 0; i < l->pairs; i++) {
        const Pairing *p = &l->pairing[i];
        fprintf(out, "%s\n  {\"bots\": [", i ? "," : "");
        term_json(out, command_shown(l->name[p->a]));
        fputs(", ", out);
        term_json(out, command_shown(l->name[p->b]));
        fprintf(out, "], \"sets\": %.0f, \"share\": %.6f}", p->share.count, sample_mean(&p->share));
    }
    fputs("\n]}\n", out);
}

/* ---- The command ------------------------------------------------------------------------------------ */

/* Nothing is told after an error or without the file of records: a rating from a part of the pairs would look like
 * one from all. After an interrupt it is told, and the status says so. */
static int play(Ladder *l) {
    const Series *set = &l->set->series;
    double rating[RATED_MAX], half[RATED_MAX];
    if (!series_begin(set, &l->record)) return EXIT_USAGE;
    l->wrote = true;
    const char *error = play_all(l);
    if (error && *error) usage_error("%s", tr(error));
    if (!l->wrote || !series_record_end(&l->record, !error) || error) return EXIT_USAGE;
    if (!ranks_first()) return EXIT_GOOD;
    progress_show(l->game->name, l->total, l->total);
    rating_fit(l->bots, l->pairs, l->pairing, rating, half);
    for (int i = 0; i < l->bots; i++) {
        l->standing[i].rating = rating[i];
        l->standing[i].half = half[i];
    }
    find_worst(l);
    (set->json ? print_json : print_table)(l, series_out(set));
    return series_status(l->forfeits);
}

/* On the heap, because a ladder of many bots is larger than a stack should hold; named bots point into the list, so
 * that is freed after it. */
static int run(const void *settings, int count_of_words, char **words) {
    const LadderSettings *set = settings;
    Ladder *l = calloc(1, sizeof *l);
    char *list = set->bots ? strdup(set->bots) : NULL;
    int status = EXIT_USAGE;
    (void)count_of_words;
    if (!l || (set->bots && !list)) {
        status = usage_error("out of memory");
    } else {
        l->set = set;
        l->game = term_game(words[0]);
        bool good = l->game && term_seats(l->game, 2);
        if (good && (strchr(set->series.budget, ',') || (set->series.clock && strchr(set->series.clock, ','))))
            good = usage_error("a ladder has one --budget and one --clock for all bots") == EXIT_GOOD;
        if (good && list) good = named_bots(l, list);
        if (good && !list) (set->pool || set->twins ? styles : all_bots)(l);
        if (good) status = play(l);
    }
    free(list);
    free(l);
    return status;
}

static const LadderSettings defaults = {.series = {.games = 200, .seed = 1, .budget = "200"}};

static const Arg args[] = {
    {.name = "bots",
     .value = "A,B,C",
     .help = N_("only these bots (default: all that play the game)"),
     .kind = ARG_TEXT,
     .offset = offsetof(LadderSettings, bots)},
    {.name = "pool",
     .help = N_("the pool: expert and hard among bots of many styles that do not change from release to release"),
     .kind = ARG_FLAG,
     .offset = offsetof(LadderSettings, pool)},
    {.name = "twins",
     .help = N_("expert among bots that have its own nets and play for other things; with --pool: those too"),
     .kind = ARG_FLAG,
     .offset = offsetof(LadderSettings, twins)},
    {.name = "games",
     .value = "M",
     .help = N_("how many games for each pair of bots (default: 200)"),
     .kind = ARG_NUMBER,
     .offset = offsetof(LadderSettings, series.games),
     .low = 1,
     .high = 1000000000},
    {.name = NULL},
};

const Command ladder_command = {
    .name = "ladder",
    .usage = "GAME [OPTION]...",
    .summary = N_("let all bots play each other and rate them"),
    .about =
        N_("Every bot plays every other for two, in sets as in `penna duel`. The ratings in Elo are those that make "
           "the results most likely; their mean is 0. The intervals of 95 % respect the pairing of the games and "
           "are relative to that mean. The last two columns name the bot against which each did worst, and its share "
           "of those games: who is strong against most and weak against one has a hole in its play."),
    .examples =
        "  penna ladder qwixx\n"
        "  penna ladder qwixx --pool --games 2000\n"
        "  penna ladder qwinto --bots random,greedy,rollout --games 1000 --budget 100\n",
    .args = args,
    .shared = series_args,
    .settings = sizeof(LadderSettings),
    .defaults = &defaults,
    .words_min = 1,
    .words_max = 1,
    .ranks = true,
    .run = run,
};
