/* duel.c: see duel.h. */
#include "arena/duel.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* What a chunk holds of one set. */
typedef struct SetTally {
    DuelTally tally;
    size_t text; /* where its records end in the chunk's text */
} SetTally;

enum { CHUNK_SETS = 16 };

typedef struct DuelRun {
    const Duel *duel;
    DuelTally *out;
    uint64_t first; /* the number of the first set that is played now */
} DuelRun;

uint64_t duel_sets(uint64_t least, int bots) { return (least + (uint64_t)bots - 1) / (uint64_t)bots; }

/* ---- A set ------------------------------------------------------------------------------------------ */

/* Counts one game; bot i sat at seat (i + shift) % seats. */
static void count_game(DuelTally *t, const Result *r, int seats, int shift) {
    int rank[SEATS_MAX], first = crew_ranks(r, seats, rank), total = 0;
    for (int seat = 0; seat < seats; seat++) total += r->points[seat];
    t->games++;
    t->ties += first > 1;
    for (int i = 0; i < seats; i++) {
        int seat = (i + shift) % seats;
        t->bot[i].margin += r->points[seat] * seats - total;
        t->bot[i].points += r->points[seat];
        t->bot[i].decisions += r->spent[seat].decisions;
        t->bot[i].seconds += r->spent[seat].seconds;
        if (seat == r->forfeit) {
            t->bot[i].forfeits++;
            if (!*t->bot[i].why) strcpy(t->bot[i].why, r->reason);
        }
        t->bot[i].luck += llround(r->luck[seat] * ADJUST_UNIT);
        if (rank[seat] != 1) continue;
        t->bot[i].wins += first == 1;
        t->bot[i].ties += first > 1;
        t->bot[i].share += (uint64_t)(SHARE_UNIT / first);
    }
}

/* Counts a set of games, one for each rotation. */
static void count_set(DuelTally *t, const CrewGame *game, int seats) {
    bool finished = true;
    for (int shift = 0; shift < seats; shift++) {
        count_game(t, &game[shift].result, seats, shift);
        finished &= game[shift].result.forfeit < 0;
    }
    t->sets = 1;
    t->finished_sets = finished;
    for (int i = 0; i < seats; i++) {
        if (!finished) t->bot[i].margin = t->bot[i].points = 0;
        t->bot[i].share_squares = t->bot[i].share * t->bot[i].share;
        t->bot[i].margin_squares = (uint64_t)(t->bot[i].margin * t->bot[i].margin);
    }
}

/* The trust in a judge of whom nothing is known yet, as so many sets in which its word was all that mattered. */
static const double trusted_sets = 4, trusted_square = 0.05;

double duel_trust(const DuelTally *t) {
    double before = trusted_sets * trusted_square, trust = (t->luck_share + before) / (t->luck_squares + before);
    return fmin(1, fmax(0, trust));
}

/* The set's results less luck, by the trust there is before it; then what it says of the luck. */
static void take_luck_off(DuelTally *to, const DuelTally *set, int bots) {
    double trust = duel_trust(to);
    for (int i = 0; i < bots; i++) {
        double luck = (double)set->bot[i].luck / ADJUST_UNIT, share = (double)set->bot[i].share / SHARE_UNIT;
        int64_t adjusted = llround((share - trust * luck) * ADJUST_UNIT);
        to->bot[i].luck += set->bot[i].luck;
        to->bot[i].adjusted += adjusted;
        to->bot[i].adjusted_squares += (double)adjusted * (double)adjusted;
        to->luck_squares += luck * luck / (bots * bots);
        to->luck_share += luck * (share - 1) / (bots * bots); /* a bot's equal part of a set's games is one */
    }
}

/* Sums only, so that a duel which is taken up again goes on as if it had never stopped. Of reasons the first is
 * kept. */
void duel_add(DuelTally *to, const DuelTally *t, int bots) {
    to->sets += t->sets;
    to->games += t->games;
    to->ties += t->ties;
    to->finished_sets += t->finished_sets;
    take_luck_off(to, t, bots);
    for (int i = 0; i < bots; i++) {
        to->bot[i].wins += t->bot[i].wins;
        to->bot[i].ties += t->bot[i].ties;
        to->bot[i].forfeits += t->bot[i].forfeits;
        to->bot[i].share += t->bot[i].share;
        to->bot[i].share_squares += t->bot[i].share_squares;
        to->bot[i].margin += t->bot[i].margin;
        to->bot[i].margin_squares += t->bot[i].margin_squares;
        to->bot[i].points += t->bot[i].points;
        to->bot[i].decisions += t->bot[i].decisions;
        to->bot[i].seconds += t->bot[i].seconds;
        if (!*to->bot[i].why) strcpy(to->bot[i].why, t->bot[i].why);
    }
}

/* ---- All sets --------------------------------------------------------------------------------------- */

static void *begin_thread(void *context, const char **error) {
    const DuelRun *run = context;
    return crew_new(&run->duel->lineup, error);
}

/* All games of a chunk are given to the crew together: bots that play several at once have them so. */
static void work(void *context, void *own, Chunk *chunk) {
    const DuelRun *run = context;
    SetTally *set = chunk->tally;
    CrewGame game[CHUNK_SETS * SEATS_MAX];
    int seats = run->duel->lineup.arena.seats, sets = (int)(chunk->to - chunk->from);
    for (int i = 0; i < sets * seats; i++) {
        uint64_t number = run->first + chunk->from + (uint64_t)(i / seats);
        game[i] = (CrewGame){.shift = i % seats, .number = number, .dice = number};
    }
    if (!crew_play_several(own, game, sets * seats)) chunk->error = "out of memory";
    for (int i = 0; i < sets; i++) {
        if (!chunk->error) count_set(&set[i].tally, &game[i * seats], seats);
        for (int k = 0; k < seats; k++) {
            Buffer *record = &game[i * seats + k].record;
            if (record->length) buffer_add(&chunk->text, record->bytes, record->length);
            if (record->failed) chunk->error = "out of memory";
            buffer_free(record);
        }
        set[i].text = chunk->text.length;
    }
}

/* True if there is a test and it has come to its end. */
static bool decided(const Duel *d, const DuelTally *t) {
    if (!d->sprt || t->sets == 0) return false;
    Sample share = duel_best_share(d, t, 0);
    return sprt_verdict(d->sprt, &share, d->lineup.arena.seats) != VERDICT_OPEN;
}

/* Sets are taken one by one, so that a test stops at the same set however they are cut into chunks. */
static bool take(void *context, Chunk *chunk) {
    const DuelRun *run = context;
    const Duel *d = run->duel;
    const SetTally *set = chunk->tally;
    int bots = d->lineup.arena.seats;
    size_t text = 0;
    for (uint64_t n = chunk->from; n < chunk->to; n++, set++) {
        duel_add(run->out, &set->tally, bots);
        const char *records = chunk->text.bytes ? chunk->text.bytes + text : "";
        if (d->taken && !d->taken(d->context, run->out, records, set->text - text)) return false;
        text = set->text;
        if (decided(d, run->out)) return false;
    }
    return true;
}

const char *duel_run(const Duel *duel, DuelTally *out) {
    DuelRun run = {.duel = duel, .out = out};
    *out = duel->begun ? *duel->begun : (DuelTally){0};
    run.first = out->sets;
    uint64_t rest = duel->sets > run.first ? duel->sets - run.first : 0;
    if (rest == 0 || decided(duel, out)) return NULL;
    return pool_run(&(Job){.count = rest,
                           .chunk = pool_chunk(rest, CHUNK_SETS),
                           .threads = duel->threads,
                           .peers = duel->peers,
                           .tally = sizeof(SetTally) * CHUNK_SETS,
                           .context = &run,
                           .begin = begin_thread,
                           .work = work,
                           .end = crew_end,
                           .take = take});
}

/* ---- Samples ---------------------------------------------------------------------------------------- */

Sample duel_share(const DuelTally *t, int bots, int bot) {
    double unit = SHARE_UNIT * bots;
    return (Sample){.count = (double)t->sets,
                    .sum = (double)t->bot[bot].share / unit,
                    .squares = (double)t->bot[bot].share_squares / (unit * unit)};
}

Sample duel_adjusted(const DuelTally *t, int bots, int bot) {
    double unit = (double)ADJUST_UNIT * bots;
    return (Sample){.count = (double)t->sets,
                    .sum = (double)t->bot[bot].adjusted / unit,
                    .squares = t->bot[bot].adjusted_squares / (unit * unit)};
}

Sample duel_best_share(const Duel *d, const DuelTally *t, int bot) {
    return (d->lineup.adjust ? duel_adjusted : duel_share)(t, d->lineup.arena.seats, bot);
}

Sample duel_margin(const DuelTally *t, int bots, int bot) {
    double unit = bots * (bots - 1);
    return (Sample){.count = (double)t->finished_sets,
                    .sum = (double)t->bot[bot].margin / unit,
                    .squares = (double)t->bot[bot].margin_squares / (unit * unit)};
}

double duel_points(const DuelTally *t, int bots, int bot) {
    return t->finished_sets ? (double)t->bot[bot].points / ((double)t->finished_sets * bots) : NAN;
}

double duel_time(const DuelTally *t, int bot) {
    return t->bot[bot].decisions ? 1e6 * t->bot[bot].seconds / (double)t->bot[bot].decisions : NAN;
}
