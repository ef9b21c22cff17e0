/* arena.h: games between bots, alone or by the million.
 *
 * A game is known by its number. Its dice come from (seed, dice number) and each seat's bot from a stream of
 * (seed, game number, seat), so the result of a game does not depend on which thread or machine plays it, and
 * games with one dice number have the same dice in the same places (dice.h). */
#ifndef PENNA_ARENA_ARENA_H
#define PENNA_ARENA_ARENA_H

#include "bots/bot.h"
#include "match/match.h"

typedef struct Arena {
    const Game *game;
    int seats;
    int option[OPTIONS_MAX];
    uint64_t seed;
    struct Adjuster *adjuster; /* measures the luck of every roll (adjust.h), for one thread; NULL: nobody does */
    bool timed;                /* decisions are counted and timed, which results with the same bytes cannot be */
} Arena;

enum { REASON_MAX = 200 }; /* bytes of a reason for people, the closing NUL included */

typedef struct Result {
    int points[SEATS_MAX];
    double luck[SEATS_MAX]; /* what the dice gave each seat, as a share of the game; 0 without an adjuster */
    int nodes;
    int forfeit;             /* the seat whose bot gave no legal move, which ended the game; or -1 */
    char reason[REASON_MAX]; /* why it did not, in English */
    struct {
        uint64_t decisions;
        double seconds; /* of processor time of this thread, which a process of its own is no part of */
    } spent[SEATS_MAX]; /* only if the arena is timed */
} Result;

/* Plays game number `number` with the dice of `dice`, one bot per seat (one bot may serve several). If log is
 * not NULL the play is written to it from its beginning; bots that follow a match follow it, and need it. False: no
 * memory for the log. */
bool arena_play(const Arena *a, Bot *const *bot, uint64_t number, uint64_t dice, Match *log, Result *out);

/* One of several games that are played at once. */
typedef struct ArenaGame {
    uint64_t number, dice;
    Bot *bot[SEATS_MAX]; /* by seat */
    Match *log;
    Result result;
} ArenaGame;

/* Plays games at once, with the same results as one after another: bots that answer several questions together
 * (Several in bot.h) get those of all games. Each game needs a log of its own. False: no memory. */
bool arena_play_several(const Arena *a, ArenaGame *game, int count);

#endif
