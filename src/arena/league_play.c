/* league_play.c: a block of a league being played. See league.h. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "arena/command.h"
#include "arena/duel.h"
#include "arena/league.h"
#include "host/clock.h"
#include "host/draft.h"

enum { RECORD_AGE = 600, FORFEITS_MOST = 3, PATH_ROOM = 4096 }; /* sets in a row that one bot may forfeit */

/* A block being played. */
typedef struct Playing {
    LeagueRunner *runner;
    LeagueBlock block;
    DuelTally last;                                        /* what was counted up to the set before */
    double start;                                          /* by clock_now() */
    int in_row[SEATS_MAX];                                 /* sets that each bot has forfeited without a break */
    Buffer record;                                         /* of the first set */
    char called[SEATS_MAX][LEAGUE_SPEC + LEAGUE_NAME + 4]; /* the bots, each under its name in the league */
} Playing;

/* What a set added, from the counts before and after it. */
static void add_set(Playing *p, const DuelTally *t) {
    LeagueBlock *b = &p->block;
    for (int i = 0; i < b->seats; i++)
        for (int j = i; j < b->seats; j++) {
            b->product[i][j] +=
                (int64_t)(t->bot[i].share - p->last.bot[i].share) * (int64_t)(t->bot[j].share - p->last.bot[j].share);
            b->less_product[i][j] +=
                (t->bot[i].adjusted - p->last.bot[i].adjusted) * (t->bot[j].adjusted - p->last.bot[j].adjusted);
        }
    for (int i = 0; i < b->seats; i++) {
        bool forfeited = t->bot[i].forfeits > p->last.bot[i].forfeits;
        p->in_row[i] = forfeited ? p->in_row[i] + 1 : 0;
    }
    p->last = *t;
}

/* A bot that forfeits everything is not asked a thousand times more: the block ends. Whether a block ends depends only
 * on what has been counted, so its counts stay what they are worth. */
static bool taken(void *context, const DuelTally *so_far, const char *records, size_t length) {
    Playing *p = context;
    bool hopeless = false;
    if (so_far->sets == 1) buffer_add(&p->record, records, length);
    add_set(p, so_far);
    for (int i = 0; i < p->block.seats; i++) hopeless |= p->in_row[i] >= FORFEITS_MOST;
    bool late = clock_now() - p->start >= p->runner->league->config.seconds;
    return !late && !hopeless && !(p->runner->stop && p->runner->stop());
}

/* A millisecond is added, so that no block seems to have cost nothing. */
static void fill_block(Playing *p, const DuelTally *t) {
    LeagueBlock *b = &p->block;
    b->time = (int64_t)time(NULL);
    b->sets = t->sets;
    b->finished = t->finished_sets;
    b->milliseconds = (uint64_t)(1000 * (clock_now() - p->start) + 1);
    *p->runner->forfeit = '\0';
    for (int i = 0; i < b->seats; i++) {
        b->bot[i].wins = t->bot[i].wins;
        b->bot[i].ties = t->bot[i].ties;
        b->bot[i].forfeits = t->bot[i].forfeits;
        b->bot[i].points = t->bot[i].points;
        b->bot[i].share = (int64_t)t->bot[i].share;
        b->bot[i].less = b->adjusted ? t->bot[i].adjusted : 0;
        if (t->bot[i].forfeits)
            snprintf(p->runner->forfeit, sizeof p->runner->forfeit, "%s: %s", b->bot[i].name, t->bot[i].why);
    }
}

/* ---- Records ---------------------------------------------------------------------------------------- */

/* By name, because the order of entries is not the same in every process that reads the league. */
void league_record_path(const League *l, const char *play, int seats, const char *const *name, char *out, size_t size) {
    bool put[SEATS_MAX] = {false};
    int n = snprintf(out, size, "%s/records/%s/", l->folder, play);
    for (int i = 0; i < seats && n > 0 && (size_t)n < size; i++) {
        int least = 0;
        while (put[least]) least++; /* i of them are put, so one is left */
        for (int k = least + 1; k < seats; k++)
            if (!put[k] && strcmp(name[k], name[least]) < 0) least = k;
        put[least] = true;
        n += snprintf(out + n, size - (size_t)n, "%s%s", i ? "," : "", name[least]);
    }
    if (n > 0 && (size_t)n < size) snprintf(out + n, size - (size_t)n, ".penna");
}

static bool is_fresh(const char *path) {
    struct stat about;
    return stat(path, &about) == 0 && time(NULL) - about.st_mtime < RECORD_AGE;
}

/* False: errno says why. */
static bool keep_record(const League *l, const char *path, const Playing *p) {
    char folder[PATH_ROOM];
    Draft draft;
    if (p->record.failed || !p->record.length) return true;
    snprintf(folder, sizeof folder, "%s/records", l->folder);
    if (mkdir(folder, 0777) != 0 && errno != EEXIST) return false;
    snprintf(folder, sizeof folder, "%s/records/%s", l->folder, p->block.play);
    if (mkdir(folder, 0777) != 0 && errno != EEXIST) return false;
    return draft_begin(&draft, path) && draft_add(&draft, p->record.bytes, p->record.length) && draft_end(&draft, true);
}

/* ---- The block -------------------------------------------------------------------------------------- */

static const char *add_to_log(LeagueRunner *r, const LeagueBlock *b) {
    Buffer line = {0};
    block_put(b, &line);
    const char *error = line.failed                           ? N_("out of memory")
                        : league_log_add(&r->log, line.bytes) ? NULL
                                                              : strerror(errno);
    buffer_free(&line);
    return error;
}

/* The seed of a block is that of the league, the log and the place in it: no two blocks share their dice, whoever plays
 * them. */
static void set_up(LeagueRunner *r, const LeagueChoice *c, Playing *p, Lineup *lineup) {
    const League *l = r->league;
    const LeaguePlay *play = &c->group->play;
    Rng rng = rng_stream(l->config.seed, (uint64_t)r->log.number << 40 | r->blocks);
    *p = (Playing){.runner = r,
                   .block = {.seats = play->seats, .seed = rng_next(&rng) >> 1, .adjusted = c->adjust},
                   .start = clock_now()};
    *lineup = (Lineup){.arena = {.game = play->game, .seats = play->seats, .seed = p->block.seed},
                       .given = play->given,
                       .budget = l->config.budget,
                       .adjust = c->adjust};
    memcpy(lineup->arena.option, play->option, sizeof play->option);
    strcpy(p->block.play, play->key);
    for (int i = 0; i < play->seats; i++) {
        const LeagueEntry *e = &c->group->entry[c->bot[i]];
        snprintf(p->called[i], sizeof p->called[i], "%.*s as %s", (int)command_named(e->bot->spec), e->bot->spec,
                 e->name);
        lineup->name[i] = p->called[i];
        strcpy(p->block.bot[i].name, e->name);
        p->block.bot[i].identity = e->identity;
    }
}

const char *league_play(LeagueRunner *r, const LeagueChoice *choice) {
    Playing p;
    DuelTally tally;
    const char *name[SEATS_MAX];
    char path[PATH_ROOM];
    Duel duel = {.sets = (uint64_t)r->league->config.sets, .threads = r->threads, .taken = taken, .context = &p};
    set_up(r, choice, &p, &duel.lineup);
    for (int i = 0; i < p.block.seats; i++) name[i] = p.block.bot[i].name;
    league_record_path(r->league, p.block.play, p.block.seats, name, path, sizeof path);
    duel.lineup.record = !is_fresh(path);
    if (!league_log_reserve(&r->log)) return strerror(errno);
    const char *error = duel_run(&duel, &tally);
    if (!error && tally.sets > 0) {
        fill_block(&p, &tally);
        error = add_to_log(r, &p.block);
        r->blocks++;
        if (!error && !keep_record(r->league, path, &p)) error = strerror(errno);
    }
    buffer_free(&p.record);
    return error;
}
