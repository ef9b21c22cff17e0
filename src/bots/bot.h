/* bot.h: what a bot is.
 *
 * A bot is given a view, never more, and answers with one of the seat's legal moves. It owns nothing:
 * memory, weights and the clock come from whoever made it (arena/roster.h), so that bots run in a
 * simulation, on a server's worker thread and in a browser alike. A bot that is given the same view, the
 * same random stream and a budget of playouts gives the same move. */
#ifndef PENNA_BOTS_BOT_H
#define PENNA_BOTS_BOT_H

#include "base/game.h"

/* How much a searching bot may think about one decision. The first limit reached counts. */
typedef struct Budget {
    uint32_t playouts;   /* 0: no limit */
    double seconds;      /* 0: no limit; needs `now` */
    double (*now)(void); /* a clock in seconds, or NULL */
    double clock;        /* seconds for all its decisions of a game, for a program of its own; 0: no limit */
} Budget;

typedef struct Bot Bot;
struct Match;

/* Chooses by a table of exact values for a seat that is alone. */
typedef Move ExactChoice(const Game *g, const State *view, int seat);

/* Never a legal move: what a bot that cannot choose gives, its `trouble` saying why. */
#define MOVE_NONE UINT32_MAX

/* Which exact tables a bot plays by when it is alone. */
typedef enum Exact {
    EXACT_NONE,
    EXACT_AT_ONCE, /* those that take no time to compute */
    EXACT_STORED   /* and those that somebody computed before */
} Exact;

/* For a bot that answers the questions of several games together sooner than one after another. A game begins with its
 * first question; it is known by its match, which stays where it is until leave(). */
typedef struct Several {
    int (*games)(Bot *bot); /* how many it plays at once; 1 or less: only choose() and follow() are for it */
    void (*ask)(Bot *bot, const struct Match *match, const State *view, int seat, Rng *rng);
    Move (*answer)(Bot *bot, const struct Match *match, int seat); /* to the question asked, as choose() would */
    void (*leave)(Bot *bot, const struct Match *match);
} Several;

enum { BOT_PLAYOUTS = 200 };

typedef struct BotKind {
    const char *name;
    const char *summary; /* message id */
    bool learns;         /* plays by a net (mind.h) where there are weights for the game */
    const char *frozen;  /* the frozen weights it plays with unless told; NULL: those compiled in */
    uint32_t playouts;   /* that a decision is worth by itself, in series of games; 0: BOT_PLAYOUTS */
    Exact exact;
    bool foreign; /* somebody else's: each of its moves is looked at, those of the others are known to be legal */
    size_t (*memory)(const Game *g);           /* bytes it works in; NULL: none */
    bool (*start)(Bot *bot, const char **why); /* prepares the memory; NULL: nothing to do */
    Move (*choose)(Bot *bot, const State *view, int seat, Rng *rng);
    /* For a bot that wants to know more of the game than its view: the match it plays in from now on, which stays
     * where it is until the call with NULL at its end. NULL: views are all it needs. */
    void (*follow)(Bot *bot, const struct Match *match);
    const Several *several; /* NULL: it chooses, and has no use for more */
    void (*end)(Bot *bot);  /* undoes start(); NULL: nothing to do */
} BotKind;

struct Bot {
    const BotKind *kind;
    const Game *game;
    Budget budget;
    const char *detail;     /* what follows `KIND:` in its name; NULL: nothing */
    const char *trouble;    /* why the last move was MOVE_NONE, in English; NULL: no trouble */
    const char *remark;     /* what it said of its last move (match/remark.h); NULL: nothing */
    const char *id;         /* what a program calls itself; NULL: it has not said so */
    void *memory;           /* kind->memory(game) bytes, aligned for anything; NULL if none */
    const uint8_t *weights; /* a file of weights (net.h), aligned to 16; NULL: the one compiled in */
    size_t weights_size;
    ExactChoice *exact; /* for a seat alone; NULL: no table is at hand */
};

/* The bots, weakest first, NULL-terminated. Each plays every game with any number of seats, but for linear. */
extern const BotKind *const bot_kinds[];

/* Bots that play for something else, for measuring the others (styles.c); not in bot_kinds. */
extern const BotKind *const bot_styles[];

/* The kind of that name, a style too, or NULL. */
const BotKind *bot_find(const char *name);

/* Uniform over the legal moves. */
extern const BotKind random_bot;

/* The move after which the seat has the most points, the other movers passing; ties are drawn by lot, but
 * a pass is never chosen where another move is as good. */
extern const BotKind greedy_bot;

/* The most wins in random playouts (rollout.c). */
extern const BotKind rollout_bot;

/* A tuned sum of a few numbers, where the game offers them (linear.c); refuses to start elsewhere. */
extern const BotKind linear_bot;

/* A trained net, and weakenings of it (expert.c). */
extern const BotKind easy_bot, normal_bot, hard_bot, expert_bot;

extern const BotKind points_bot, racer_bot, margin_bot, winner_bot, curves_bot, maximiser_bot;

/* Search on top of expert (master.c). */
extern const BotKind master_bot;

#endif
