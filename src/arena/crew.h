/* crew.h: the bots of a series of games, as one thread works with them.
 *
 * A Lineup says what is played and by whom, and is shared by all threads; each thread has a Crew of its own made from
 * it. Simulations, duels and ladders all play through crews, so what a game is, how it is written down and what
 * happens when a bot fails is the same everywhere. */
#ifndef PENNA_ARENA_CREW_H
#define PENNA_ARENA_CREW_H

#include "arena/arena.h"
#include "match/record.h"

typedef struct Lineup {
    Arena arena;
    unsigned given;              /* bits of the options that the records state */
    const char *name[SEATS_MAX]; /* of the bots, one for each seat */
    Budget budget;               /* of every decision */
    bool each;                   /* each bot has a budget of its own, in place of that: */
    Budget own[SEATS_MAX];
    const struct OwnBot *mine; /* for each seat a function that plays (roster.h), or none; NULL: all are bots by name */
    bool record;               /* records are wanted */
    bool adjust;               /* the luck of the dice is measured (adjust.h) */
} Lineup;

typedef struct Crew Crew;

/* NULL: *why says why not; it is touched only then, as Job.begin (pool.h) has it. */
Crew *crew_new(const Lineup *lineup, const char **why);
void crew_free(Crew *crew);

/* The same as crew_free(), for Job.end. */
void crew_end(void *crew);

/* Plays the game of that number (arena.h), bot i sitting at seat (i + shift) % seats, and appends its record to
 * *record if the lineup wants records. Of a game that ended with a bot's failure the record has no score line, but a
 * comment. False: out of memory. */
bool crew_play(Crew *crew, int shift, uint64_t number, uint64_t dice, Buffer *record, Result *out);

/* How many games its bots can play at once: 1 unless all that are programs can play more. */
int crew_at_once(Crew *crew);

/* One of several games that are played at once; as the arguments of crew_play(). */
typedef struct CrewGame {
    int shift;
    uint64_t number, dice;
    Buffer record; /* its own; the caller frees it */
    Result result;
} CrewGame;

/* Plays so many games, at once if crew_at_once() allows it and one after another if not: the results are the same.
 * False: out of memory. */
bool crew_play_several(Crew *crew, CrewGame *game, int count);

/* What the program behind a bot of the lineup calls itself, or NULL. */
const char *crew_id(const Crew *crew, int bot);

/* The ranks of a result by seat, as game_ranks() gives them; a seat that forfeited is last whatever its points.
 * Returns how many share the first. */
int crew_ranks(const Result *r, int seats, int *rank);

#endif
