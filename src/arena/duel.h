/* duel.h: which of some bots is the better one.
 *
 * A duel of K bots is played in sets of K games: the same dice and the same random streams by seat for every rotation
 * of the seats. So a bot against itself comes out exactly even, and what differs between the games of a set is who
 * sat where. What the counts mean is in sample.h. All counts are whole numbers and sets are added in their order, so
 * a duel with the same seed gives the same result on any number of threads and processes. */
#ifndef PENNA_ARENA_DUEL_H
#define PENNA_ARENA_DUEL_H

#include "arena/crew.h"
#include "arena/sample.h"
#include "host/pool.h"

enum { ADJUST_UNIT = 1000000 };
enum { SHARE_UNIT = 60 }; /* a won game, so that a first place shared by up to six is a whole number */

typedef struct DuelTally {
    uint64_t sets, games;
    uint64_t ties;          /* games whose first place was shared */
    uint64_t finished_sets; /* sets in which no bot forfeited: the margins are of these */
    double luck_squares;    /* over sets and bots, of means over the games of a set: the luck squared, */
    double luck_share;      /* and the luck times the share beyond an equal part */
    struct {
        uint64_t wins, ties;           /* games won alone, and games whose first place it shared */
        uint64_t forfeits;             /* games it lost by giving no legal move */
        uint64_t share, share_squares; /* over sets: SHARE_UNIT for a game won alone, a part of it for a tie */
        int64_t luck;                  /* over sets: what the dice gave it, in parts of ADJUST_UNIT */
        int64_t adjusted;              /* the same: its share of the games less so much of its luck as duel_trust() */
        double adjusted_squares;
        int64_t margin; /* over sets: its points times the bots, minus everyone's points */
        uint64_t margin_squares;
        int64_t points;     /* over finished sets */
        uint64_t decisions; /* of all its games, and the seconds it thought; both only if the arena is timed */
        double seconds;
        char why[REASON_MAX]; /* of its first forfeit */
    } bot[SEATS_MAX];
} DuelTally;

typedef struct Duel {
    Lineup lineup; /* one bot for each seat */
    uint64_t sets;
    const DuelTally *begun; /* what was counted before, of the first sets; NULL: nothing */
    int threads;            /* 0: one per core */
    const PoolPeers *peers; /* processes that share the work; NULL: none. Only rank 0 counts */
    const Sprt *sprt;       /* stops when it has decided on the share of bot 0; NULL: all sets are played */
    /* On the calling thread, after each set in order: what was counted so far, and the set's records. False: stop.
     * May be NULL. */
    bool (*taken)(void *context, const DuelTally *so_far, const char *records, size_t length);
    void *context;
} Duel;

/* Plays it. NULL: all sets were played, the test decided or taken() said stop; else what went wrong. */
const char *duel_run(const Duel *duel, DuelTally *out);

/* How many sets hold at least that many games. */
uint64_t duel_sets(uint64_t least, int bots);

/* A bot's share of a game less what the dice gave it (adjust.h), over sets as below: the same expectation, less
 * variance. Only of a lineup that adjusts. It may lie outside 0 and 1. */
Sample duel_adjusted(const DuelTally *t, int bots, int bot);

/* Adds a set; of its luck so much is taken off as duel_trust() says before it is added. */
void duel_add(DuelTally *to, const DuelTally *set, int bots);

/* How much of the luck is taken off in the next set: as much as would have left the least of the results before it, or
 * all where there were none. It is fixed before the set's dice fall, so that the expectation stays the same (adjust.h);
 * and where the judge is a bad one, little is taken off, and little is lost. */
double duel_trust(const DuelTally *t);

/* The one of the two that a test goes by and that tells more. */
Sample duel_best_share(const Duel *d, const DuelTally *t, int bot);

/* A bot's share of a game, and its margin (its points minus the mean of the others'), as samples over sets of the
 * mean over the games of a set. */
Sample duel_share(const DuelTally *t, int bots, int bot);
Sample duel_margin(const DuelTally *t, int bots, int bot);

/* A bot's mean of points over the games of finished sets; NAN: there are none. */
double duel_points(const DuelTally *t, int bots, int bot);

/* How long a decision of that bot took on average, in microseconds; NAN: nobody looked, or there was none. */
double duel_time(const DuelTally *t, int bot);

#endif
