/* evaluate.h: a standard test of one bot: fixed games against fixed opponents, so that figures of different people can
 * be compared. Everything that the result depends on is listed in a text, the inputs; their hash is the name of the
 * test, and two results with one hash are of the same games. */
#ifndef PENNA_ARENA_EVALUATE_H
#define PENNA_ARENA_EVALUATE_H

#include "arena/duel.h"
#include "arena/identity.h"

enum { EVALUATE_SETS = 500, EVALUATE_QUICK = 10, EVALUATE_SEED = 1601 };

/* One duel of the test. */
typedef struct EvalDuel {
    const Game *game;
    const char *baseline; /* who the bot plays against */
    uint64_t seed;        /* by the opponent, so that no two duels of a game have the same dice */
    DuelTally tally;
} EvalDuel;

typedef struct Evaluation {
    const char *bot; /* who is tested, as roster.h takes it */
    Budget budget;   /* of every decision; playouts only, so that the result is the same everywhere */
    uint64_t sets;   /* of every duel */
    EvalDuel *duel;
    int duels;
    Buffer inputs;        /* lines: everything that the result depends on */
    char hash[HASH_TEXT]; /* of the inputs */
} Evaluation;

/* Lists the duels of the bot in these games (count 0: in all), and the inputs. NULL, or why not; *who is the bot that
 * cannot play. */
const char *evaluate_plan(Evaluation *e, const char *bot, const Game *const *game, int count, const char **who);
void evaluate_free(Evaluation *e);

/* The duel of that number as it is played. */
Duel evaluate_duel(const Evaluation *e, int number);

/* The bot's mean share over some duels, which count alike however long they are, and its interval of 95 %. */
double evaluate_share(const Evaluation *e, int from, int to, Interval *in);

/* How many duels from that one on are of the same game. */
int evaluate_of_game(const Evaluation *e, int from);

#endif
