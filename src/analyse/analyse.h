/* analyse.h: how good a position, a move and a roll are. Pure computation: memory comes from the caller.
 *
 * A *value* is what each seat can expect: its share of the win (1, a half for a tie of two, 0) and its points.
 * With two seats or more the aim is the win; alone at the table there is no one to win against, and the aim is
 * the points. What stands behind a value is a Judge:
 *
 *   exact     a complete table of the solver (solve/solve.h), for one seat alone
 *   search    trials over some turns, closed by a glance of the policy's trained eye
 *   trials    games played to the end by the policy
 *
 * A *trial* is known by its key. From it come the hidden cards (a guess that the view allows), every roll (keyed by
 * turn and place, base/dice.h) and the policy's own chances. All candidates of a decision get the same keys, so
 * they meet the same cards and the same dice and what is left in their difference is the move itself; errors
 * are those of the paired differences. The first roll after a decision goes through its outcomes evenly (a
 * golden-ratio sequence) rather than by chance.
 *
 * The trials of a decision are shared out by a *race* (race.c), the luck of a roll is measured in luck.c, a
 * loss gets its label in label.c, and why.c says in words what speaks for a move. The method, its sources and
 * its limits: docs/analysis.md. */
#ifndef PENNA_ANALYSE_ANALYSE_H
#define PENNA_ANALYSE_ANALYSE_H

#include "base/game.h"
#include "bots/bot.h"
#include "solve/solve.h"

/* What each seat can expect. */
typedef struct Value {
    double share[SEATS_MAX];  /* of the win; they sum to 1 */
    double points[SEATS_MAX]; /* in the end */
} Value;

typedef enum How { HOW_EXACT, HOW_SEARCH, HOW_TRIALS } How;

/* What a position at the beginning of a turn is worth at a glance. */
typedef void (*Glance)(Bot *policy, const State *s, Value *out);

/* The policy's own values of a seat's legal moves, in the aim; returns how many. */
typedef int (*Prior)(Bot *policy, const State *view, int seat, Move *moves, double *values);

/* What stands behind a value. One thread at a time, because of the policy's memory. */
typedef struct Judge {
    const Game *game;
    Bot *policy;           /* plays every seat in trials, from that seat's view */
    const Solution *exact; /* a complete table for the game alone, or NULL; used only with one seat */
    int horizon;           /* trials end after so many turns, at a glance; 0: at the end of the game */
    Prior prior;           /* narrows a choice of many moves; NULL: the policy has no values */
    Glance glance;         /* ends a trial at the horizon; NULL: the policy has no eye for it */
} Judge;

/* The glance and the values of a bot that has them, else NULL (glance.c). */
Glance glance_of(const Bot *policy);
Prior prior_of(const Bot *policy);

/* Makes a bot that has a glance play by it alone, without looking through rolls: much faster, hardly weaker. */
void glance_only(Bot *policy);

/* How values of this state's game are found by this judge. */
How judge_how(const Judge *j, const State *s);

/* True if the aim is the win, false if it is the points. */
static inline bool aim_is_win(const State *s) { return s->seats > 1; }

/* ---- Trials (trial.c) -------------------------------------------------------------------------------- */

/* The points as they are, and the shares that they make. */
void value_of_scores(const Game *g, const State *s, Value *out);

/* The key of trial number `n` of a question. */
uint64_t trial_key(uint64_t question, uint32_t n);

/* Plays trial number n on from the full state `s` and gives what came of it. `rolled`: the first roll of the trial
 * has happened already; all others come from the key. */
void trial_run(const Judge *j, State *s, uint64_t question, uint32_t n, bool rolled, Value *out);

/* The moves of all movers but `seat` (-1: of all), by the policy. */
void trial_replies(const Judge *j, const State *s, int seat, uint64_t key, Move *joint);

/* Means and standard errors of numbers that come one by one (Welford). */
typedef struct Mean {
    double mean, squares;
    uint32_t n;
} Mean;

void mean_add(Mean *m, double x);
double mean_error(const Mean *m);     /* of the mean; 0 with fewer than two numbers */
double mean_deviation(const Mean *m); /* of the numbers */

/* How many legal moves are looked at in a game of the policy, on average: what its trials cost. */
double trial_cost(const Judge *j, const State *start, uint64_t question, uint32_t trials);

/* The deviation of a seat's points over whole games of the policy: the game's spread. */
double trial_spread(const Judge *j, const State *start, uint64_t question, uint32_t trials);

/* ---- A decision (race.c) ----------------------------------------------------------------------------- */

/* One legal move and what is known of it. */
typedef struct Candidate {
    Move move;
    uint32_t trials; /* 0: exact, or so much worse in the policy's own eyes that it was not tried */
    double share, points;
    double share_error, points_error; /* standard errors of those means */
    double loss, loss_error;          /* to the best move, in the aim; its error is that of the paired difference */
} Candidate;

/* All legal moves of a seat, the best first. */
typedef struct Ranking {
    How how;
    int seat, count;
    uint32_t trials; /* playouts in all */
    double random;   /* what a move drawn by lot loses, in the aim */
    Candidate at[MOVES_MAX];
} Ranking;

/* How much work a decision is worth. */
typedef struct Effort {
    uint32_t first; /* trials of every move before one is dropped; fewer where there are many moves */
    uint32_t most;  /* trials of a move; of all moves together four times that */
    uint32_t rolls; /* trials for the luck of a roll */
} Effort;

enum { EFFORT_MOST = 1 << 16 };

/* A decision under way. The caller may share the trials of a round between threads, each with a judge of its
 * own; the result is the same. */
typedef struct Race {
    const Game *game;
    AnyState view;
    int seat;
    uint64_t question; /* key of its trials */
    Effort effort;
    bool has_played; /* `played` is to be measured to the end */
    Move played;
    double near;  /* moves that lose less are as good; ends the race */
    double scale; /* what a loss is multiplied by to be a loss of win chance, for labels */
    int count, live;
    uint32_t done; /* trials that all live moves have had */
    Move move[MOVES_MAX];
    int order[MOVES_MAX];       /* the live moves first */
    uint32_t trials[MOVES_MAX]; /* that each had */
    double prior[MOVES_MAX];    /* what each loses in the policy's eyes, if the race was narrowed */
    float *share, *points;      /* [trial][place of the move] */
} Race;

/* Bytes of memory for a race with that effort over so many moves. */
size_t race_memory(const Effort *effort, int moves);

/* Begins; view is the seat's view (or a full state, of which only the view is used). */
void race_begin(Race *r, const Game *g, const State *view, int seat, uint64_t question, const Effort *effort,
                void *memory);

/* Where there are many moves, lets only those run that are best in the policy's own eyes, and the one played. */
void race_narrow(Race *r, const Judge *j);

/* The trials of the next round; false: all is clear, or the effort is spent. */
bool race_round(const Race *r, uint32_t *from, uint32_t *to);

/* Runs trials from <= n < to of the round. */
void race_run(const Race *r, const Judge *j, uint32_t from, uint32_t to);

/* Takes the round in: drops moves that are clearly worse. */
void race_close(Race *r, uint32_t to);

void race_result(const Race *r, How how, Ranking *out);

/* Exact values of the legal moves, from the judge's table. */
void rank_exactly(const Judge *j, const State *view, int seat, Ranking *out);

/* The place of a move in a ranking, or -1. */
int ranking_find(const Ranking *r, Move m);

/* ---- A roll (luck.c) --------------------------------------------------------------------------------- */

/* The luck of an outcome: what is expected after it less what was expected before it. */
typedef struct Luck {
    How how;
    uint32_t trials;
    Value before, after;
    Value luck, error; /* error: standard errors */
} Luck;

/* The luck of `outcome` at the chance node at which the full state s stands. */
void luck_of(const Judge *j, const State *s, uint32_t outcome, uint64_t question, uint32_t trials, Luck *out);

/* ---- Labels (label.c) -------------------------------------------------------------------------------- */

typedef enum Label { LABEL_BEST, LABEL_GOOD, LABEL_INACCURACY, LABEL_MISTAKE, LABEL_BLUNDER, LABELS } Label;

/* Their words (message ids), and the loss of win chance from which each begins. */
extern const char *const label_words[LABELS];
extern const double label_from[LABELS];

/* What a loss in the aim is multiplied by to be a loss of win chance: 1, or for points what they would cost
 * against an equal opponent in a game of that spread. */
double label_scale(bool win, double spread);

/* The label of a loss (already scaled). A loss within two standard errors of nothing is the best move. */
Label label_of(double loss, double error);

/* A loss that counts: 0 where label_of() sees noise. */
double label_loss(double loss, double error);

/* ---- Words (why.c) ----------------------------------------------------------------------------------- */

enum { REASONS_MAX = 12 };

/* What speaks for the move `best` rather than `other` (of which best has no need: other == best gives what it
 * does by itself). The view alone is used. Chances in the near future come from `trials` short trials. Returns how
 * many phrases. */
int why_better(const Judge *j, const State *view, int seat, Move best, Move other, uint64_t question, uint32_t trials,
               Phrase *out);

#endif
