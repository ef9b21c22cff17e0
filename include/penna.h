/* penna.h: the public interface of libpenna, a library that plays roll-and-write games.
 *
 * A game is a PennaGame, found by name. A state of any game is a PennaState: 256 plain bytes that the caller owns,
 * copies with = and compares with memcmp. A state stands at a node of one of three kinds:
 *
 *   PENNA_CHANCE  dice fall or a card is drawn: penna_outcomes() things can happen, penna_chance() makes one happen.
 *   PENNA_MOVE    one or more seats decide, all at once: penna_legal() lists a seat's moves, penna_play() takes a
 *                 move of every seat that decides.
 *   PENNA_OVER    the game has ended; penna_scores() are final.
 *
 * A move is a number that encodes its meaning; 0 is always "pass" or "keep". Seats are numbered from 0.
 *
 * The functions on states are as fast as the engine, and trust what they are given: a move not in penna_legal(), an
 * outcome not below penna_outcomes() or a state at another kind of node is undefined behaviour. A PennaMatch is one
 * game with its history, and checks everything; use it for whatever comes from people or over a network.
 *
 * Functions that answer yes or no return 1 or 0. Functions that can refuse take `const char **why`: on refusal *why
 * is set to a reason in English, a constant string; why itself may be NULL. Texts are UTF-8 and NUL-terminated.
 * Functions that write a text into out[0..size-1] always terminate it, and return 0 if it did not fit.
 *
 * Nothing here keeps hidden state: different states, matches and bots can be used from different threads at once.
 *
 * Link with `pkg-config --cflags --libs penna` (static: add --static). A tour with examples: docs/library.md. */
#ifndef PENNA_H
#define PENNA_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__) || defined(__clang__)
#define PENNA_API __attribute__((visibility("default")))
#else
#define PENNA_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

enum {
    PENNA_SEATS_MAX = 6,       /* seats of any game */
    PENNA_MOVES_MAX = 128,     /* legal moves of a seat at any node */
    PENNA_TOKEN_MAX = 64,      /* bytes of a move's or an outcome's text, the closing NUL included */
    PENNA_POSITION_MAX = 2048, /* bytes of a state's text, the closing NUL included */
    PENNA_STATE_BYTES = 256    /* bytes of any state */
};

/* The version of the library, "MAJOR.MINOR.PATCH". */
PENNA_API const char *penna_version(void);

/* ---- Games -------------------------------------------------------------------------------------------- */

typedef struct PennaGame PennaGame;

/* The games in the order in which they are shown, index from 0; NULL after the last. */
PENNA_API const PennaGame *penna_game(int index);

/* The game of that name ("qwixx"), or NULL. */
PENNA_API const PennaGame *penna_game_find(const char *name);

PENNA_API const char *penna_game_name(const PennaGame *game);    /* lower case letters, digits and '-' */
PENNA_API const char *penna_game_title(const PennaGame *game);   /* as printed on its box */
PENNA_API const char *penna_game_summary(const PennaGame *game); /* the game in a line, in English */
PENNA_API int penna_game_min_seats(const PennaGame *game);
PENNA_API int penna_game_max_seats(const PennaGame *game);

/* Whether seats have something that the others do not see (penna_hide()). */
PENNA_API int penna_game_hides(const PennaGame *game);

/* The name of a game's option, index from 0; NULL after the last. */
PENNA_API const char *penna_option_name(const PennaGame *game, int index);

/* What an option changes, in English. */
PENNA_API const char *penna_option_summary(const PennaGame *game, int index);

/* The words an option can be, from 0, the first being the default; NULL after the last. An option that is not a word
 * of a list has none; penna_option_form() then says, in English, what it looks like, and is NULL otherwise. */
PENNA_API const char *penna_option_value(const PennaGame *game, int index, int value);
PENNA_API const char *penna_option_form(const PennaGame *game, int index);

/* ---- Random numbers ------------------------------------------------------------------------------------ */

/* A stream of random numbers (xoshiro256**): fast, the same on every machine, and not for dice that people must trust.
 */
typedef struct PennaRng {
    uint64_t s[4];
} PennaRng;

/* The stream of a pair of numbers. Different pairs give unrelated streams: game number n of an experiment takes
 * (seed, n), and its result does not depend on who plays it. */
PENNA_API PennaRng penna_rng_stream(uint64_t seed, uint64_t number);

PENNA_API uint64_t penna_rng_next(PennaRng *rng); /* 64 random bits */

/* A number from 0 to n - 1, each equally likely; n > 0. */
PENNA_API uint32_t penna_rng_below(PennaRng *rng, uint32_t n);

/* ---- States -------------------------------------------------------------------------------------------- */

typedef union PennaState {
    uint64_t align;
    unsigned char bytes[PENNA_STATE_BYTES];
} PennaState;

typedef uint32_t PennaMove;

typedef enum PennaNode { PENNA_CHANCE, PENNA_MOVE, PENNA_OVER } PennaNode;

/* Stands for an outcome that a view does not show (a card drawn into another seat's hand). */
#define PENNA_OUTCOME_HIDDEN UINT32_MAX

/* Starts a game. options: "name=value" texts ending with NULL; or NULL, all at their defaults. Refuses a number of
 * seats the game cannot have, an unknown option or value, an option given twice, and options that do not fit. */
PENNA_API int penna_start(const PennaGame *game, PennaState *state, int seats, const char *const *options,
                          const char **why);

PENNA_API PennaNode penna_node(const PennaState *state);
PENNA_API unsigned penna_movers(const PennaState *state); /* bit i: seat i decides here; 0 unless PENNA_MOVE */
PENNA_API int penna_seats(const PennaState *state);
PENNA_API int penna_active(const PennaState *state);                               /* the seat whose turn it is */
PENNA_API int penna_turn(const PennaState *state);                                 /* turns completed before this one */
PENNA_API const char *penna_phase(const PennaGame *game, const PennaState *state); /* a word: which kind of node */

/* Writes the seat's legal moves, ascending, into out[0..PENNA_MOVES_MAX-1] and returns how many: at least one for a
 * seat that decides here, none for any other. */
PENNA_API int penna_legal(const PennaGame *game, const PennaState *state, int seat, PennaMove *out);
PENNA_API int penna_is_legal(const PennaGame *game, const PennaState *state, int seat, PennaMove move);

/* Plays a move of every seat in penna_movers(), all at once; by_seat[] of the others is ignored. */
PENNA_API void penna_play(const PennaGame *game, PennaState *state, const PennaMove *by_seat);

/* At a PENNA_CHANCE node: how many outcomes there are, how likely one is among the weights of all, and making one
 * happen. penna_roll() draws an outcome by its weight. */
PENNA_API uint32_t penna_outcomes(const PennaGame *game, const PennaState *state);
PENNA_API uint32_t penna_weight(const PennaGame *game, const PennaState *state, uint32_t outcome);
PENNA_API uint32_t penna_roll(const PennaGame *game, const PennaState *state, PennaRng *rng);
PENNA_API void penna_chance(const PennaGame *game, PennaState *state, uint32_t outcome);

/* The points of every seat, at any node, as if the game ended there. */
PENNA_API void penna_scores(const PennaGame *game, const PennaState *state, int *by_seat);

/* Competition ranks of points (1, 1, 3); returns how many share the first. */
PENNA_API int penna_ranks(const int *points, int seats, int *rank);

/* Plays a state to its end at random, every legal move as likely as any other; returns the number of decisions. */
PENNA_API long penna_play_out(const PennaGame *game, PennaState *state, PennaRng *rng);

/* Plays a whole game at random, options at their defaults, and gives the points of every seat. Returns the number of
 * decisions; 0, and nothing else happens, if the game cannot have so many seats. */
PENNA_API long penna_random_game(const PennaGame *game, int seats, PennaRng *rng, int *scores);

/* ---- Hidden information -------------------------------------------------------------------------------- */

/* Turns a full state into the view of one seat (-1: of a spectator). A view is a state like any other, but only its
 * own seat's moves can be asked for. In a game where nothing is hidden only the mark of the viewer changes. */
PENNA_API void penna_hide(const PennaGame *game, PennaState *state, int seat);

/* Whose view a state is: a seat; -1: a spectator's; PENNA_FULL: it is the full state. */
enum { PENNA_FULL = -2 };
PENNA_API int penna_viewer(const PennaState *state);

/* Turns a view into a full state that it allows, each equally likely; a full state stays as it is. */
PENNA_API void penna_guess(const PennaGame *game, PennaState *state, PennaRng *rng);

/* ---- Texts --------------------------------------------------------------------------------------------- */

/* The notation is described in docs/notation.md. What a put function writes its get function takes, and nothing else.
 * PENNA_TOKEN_MAX bytes hold any move or outcome, PENNA_POSITION_MAX any state. */
PENNA_API int penna_put_move(const PennaGame *game, const PennaState *state, int seat, PennaMove move, char *out,
                             size_t size);
PENNA_API int penna_get_move(const PennaGame *game, const PennaState *state, int seat, const char *token,
                             PennaMove *out);
PENNA_API int penna_put_outcome(const PennaGame *game, const PennaState *state, uint32_t outcome, char *out,
                                size_t size);
PENNA_API int penna_get_outcome(const PennaGame *game, const PennaState *state, const char *token, uint32_t *out);
PENNA_API int penna_put_state(const PennaGame *game, const PennaState *state, char *out, size_t size);

/* The state of a text and its game; NULL: refused, and *state is undefined. */
PENNA_API const PennaGame *penna_get_state(const char *text, PennaState *state, const char **why);

/* ---- Matches ------------------------------------------------------------------------------------------- */

/* One game with its history: what happened at every node, and the choices made at this node by some seats while
 * others still think. */
typedef struct PennaMatch PennaMatch;

typedef enum PennaResult {
    PENNA_OK,
    PENNA_STALE,     /* the node is past */
    PENNA_EARLY,     /* the node has not come yet */
    PENNA_NOT_YOURS, /* the seat does not decide here */
    PENNA_ILLEGAL,   /* not a legal move, or an impossible outcome */
    PENNA_MEMORY     /* no memory; nothing changed */
} PennaResult;

/* A new match; options and refusals as for penna_start(). Free it with penna_match_free(), which takes NULL too. */
PENNA_API PennaMatch *penna_match_new(const PennaGame *game, int seats, const char *const *options, const char **why);
PENNA_API void penna_match_free(PennaMatch *match);

PENNA_API const PennaGame *penna_match_game(const PennaMatch *match);

/* The number of the node it stands at: how many nodes are behind it. */
PENNA_API int penna_match_node(const PennaMatch *match);

/* The full state; and what a seat may see of it (-1: a spectator). */
PENNA_API void penna_match_state(const PennaMatch *match, PennaState *out);
PENNA_API void penna_match_view(const PennaMatch *match, int seat, PennaState *out);

/* Who sits there, for the record: kind "human" or "bot:NAME", and a name. Returns 0 for what a record could
 * not hold, such as an empty name. At first all are human and called "?". */
PENNA_API int penna_match_seat(PennaMatch *match, int seat, const char *kind, const char *name);

/* An outcome happens at the chance node `node`. */
PENNA_API PennaResult penna_match_chance(PennaMatch *match, int node, uint32_t outcome);

/* A seat chooses at the decision node `node`. It may choose again until the last seat has chosen; then all choices
 * take effect at once. */
PENNA_API PennaResult penna_match_submit(PennaMatch *match, int seat, int node, PennaMove move);

/* Takes an unrevealed choice back; and which seats have chosen, as bits. */
PENNA_API void penna_match_withdraw(PennaMatch *match, int seat);
PENNA_API unsigned penna_match_chosen(const PennaMatch *match);

/* Takes nodes back until the match stands at `node`, from 0 to penna_match_node(); returns 0 for any other. */
PENNA_API int penna_match_undo(PennaMatch *match, int node);

/* ---- Records ------------------------------------------------------------------------------------------- */

enum { PENNA_RECORD_FULL = -2 };

/* The match as a record, as a seat may see it (-1: a spectator; PENNA_RECORD_FULL: everything). NULL: no memory. Free
 * it with penna_free(). */
PENNA_API char *penna_match_record(const PennaMatch *match, int viewer);
PENNA_API void penna_free(void *memory);

/* Where and why a record is bad. */
typedef struct PennaFault {
    long line;
    char reason[400];
} PennaFault;

/* Records being read from memory. Fill in bytes and length, all else 0. */
typedef struct PennaReader {
    const char *bytes;
    size_t length;
    size_t at; /* the next byte */
    long line; /* the number of the last line taken; 0 before the first */
} PennaReader;

typedef enum PennaRead {
    PENNA_READ_OK,  /* *out holds the next record, with all its moves; free it with penna_match_free() */
    PENNA_READ_END, /* there are no more */
    PENNA_READ_BAD, /* *fault says where and why */
    PENNA_READ_MEMORY
} PennaRead;

/* Reads the next record. After anything but PENNA_READ_OK there is nothing more to read. A text without any record is
 * bad, and so is a record made for one seat's eyes that hides something. */
PENNA_API PennaRead penna_read(PennaReader *reader, PennaMatch **out, PennaFault *fault);

/* ---- Bots ---------------------------------------------------------------------------------------------- */

typedef struct PennaBot PennaBot;

/* The names of the bots, weakest first, index from 0; NULL after the last. */
PENNA_API const char *penna_bot_name(int index);

/* A bot for a game; it may play any number of its seats and games, one thread at a time. A bot that searches thinks
 * until one of the limits is reached, playouts or seconds; 0 is no limit, both 0 the bot's own measure. With playouts
 * alone the same view and stream give the same move. Free it with penna_bot_free(), which takes NULL too. */
PENNA_API PennaBot *penna_bot_new(const char *name, const PennaGame *game, uint32_t playouts, double seconds,
                                  const char **why);
PENNA_API void penna_bot_free(PennaBot *bot);

/* A legal move for the seat, which decides in this view of its own (penna_hide(), penna_match_view()). */
PENNA_API PennaMove penna_bot_choose(PennaBot *bot, const PennaState *view, int seat, PennaRng *rng);

/* "NAME@FILE" is a bot with the weights of that file (docs/weights.md), and "exec:COMMAND" a process that speaks the
 * protocol of docs/protocol.md. Never take such a name from strangers: it opens the file, it runs the command. A
 * process needs to follow the match it plays in, from its beginning to the call with NULL at its end; for other bots
 * this does nothing. A process that fails gives PENNA_MOVE_NONE, and penna_bot_trouble() is the reason, valid until the
 * bot is used again; NULL: there was no trouble. */
#define PENNA_MOVE_NONE UINT32_MAX
PENNA_API void penna_bot_follow(PennaBot *bot, const PennaMatch *match);
PENNA_API const char *penna_bot_trouble(const PennaBot *bot);

/* ---- Duels --------------------------------------------------------------------------------------------- */

/* A function that plays: it returns a legal move for the seat, which decides in this view of its own. A move that is
 * not legal, or PENNA_MOVE_NONE, loses the game. A duel of several threads calls it on all of them at once. */
typedef PennaMove PennaChoose(void *context, const PennaState *view, int seat, PennaRng *rng);

/* Which of some bots is the better one, as `penna duel` finds out: games in sets with the same dice, one game for every
 * rotation of the seats. The result depends on nothing but these fields, with playouts whatever the threads. */
typedef struct PennaDuel {
    const PennaGame *game;
    const char *const *options; /* as for penna_start() */
    const char *const *bots;    /* their names */
    int count;                  /* how many bots, and so seats: at least 2 */
    uint64_t games;             /* rounded up to whole sets of `count` games */
    uint64_t seed;
    int threads;       /* 0: one per core */
    uint32_t playouts; /* for each decision of a bot that searches, as for penna_bot_new() */
    double seconds;
    PennaChoose *const *own;  /* for each bot a function that plays in its place, or NULL; NULL: none has one */
    void *const *context;     /* what each function is given; NULL: nothing */
    const volatile int *stop; /* the duel ends after the games being played once this is not 0, whoever set it, and
                                 tells of those that were played; NULL: it is played whole */
} PennaDuel;

/* A number and its interval of 95 %, which takes a set for one observation. */
typedef struct PennaEstimate {
    double mean, low, high; /* may be infinite */
} PennaEstimate;

typedef struct PennaDuelBot {
    uint64_t wins, ties;  /* games won alone, and games whose first place was shared with others */
    uint64_t forfeits;    /* games lost by giving no legal move */
    double points;        /* their mean, over the sets in which nobody forfeited; NaN: there are none */
    PennaEstimate share;  /* of a game: 1 for a win, 1/k for a first place shared by k, 0 otherwise */
    PennaEstimate margin; /* its points minus the mean of the others' */
    PennaEstimate elo;    /* the difference to the others that the share stands for */
} PennaDuelBot;

typedef struct PennaDuelResult {
    uint64_t games, ties; /* games played, and those whose first place was shared */
    PennaDuelBot bot[PENNA_SEATS_MAX];
} PennaDuelResult;

/* Plays a duel and returns 1; or refuses what cannot be played, and returns 0. */
PENNA_API int penna_duel(const PennaDuel *duel, PennaDuelResult *out, const char **why);

/* ---- Analysis ------------------------------------------------------------------------------------------ */

typedef enum PennaLevel { PENNA_QUICK, PENNA_NORMAL, PENNA_DEEP } PennaLevel;

/* How much work is done and who plays the trials, as `penna hint` and `penna analyse` have it. All 0 is good: quick, by
 * the best bot there is, on all cores. The result depends on nothing but these fields, whatever the threads. */
typedef struct PennaWork {
    PennaLevel level;
    uint64_t seed;
    const char *policy; /* the bot that plays the trials; NULL: the best there is. NAME@FILE opens a file. */
    long trials;        /* of a move, at most; 0: by the level */
    int threads;        /* 0: one per core */
} PennaWork;

/* A legal move and what is known of it. The aim is the share of the game, alone the points. */
typedef struct PennaCandidate {
    PennaMove move;
    uint32_t trials; /* 0: exact, or so much worse at a glance that it was not tried */
    double share, points;
    double share_error, points_error; /* standard errors */
    double loss, loss_error;          /* to the best move, in the aim */
} PennaCandidate;

/* The legal moves of a seat that decides, the best first, into out[0..PENNA_MOVES_MAX-1]; only the seat's view of the
 * state is used. Returns how many; 0: refused. *exact, unless NULL, says whether the values are. */
PENNA_API int penna_rank(const PennaGame *game, const PennaState *state, int seat, const PennaWork *work,
                         PennaCandidate *out, int *exact, const char **why);

/* A finished match gone through, every decision and every roll judged: the JSON document of `penna analyse`
 * (docs/analysis.md). NULL: refused. Free it with penna_free(). */
PENNA_API char *penna_analyse(const PennaMatch *match, const PennaWork *work, const char **why);

/* ---- Exact values -------------------------------------------------------------------------------------- */

/* The table of a solver (docs/tables.md): the points that a seat will have in the end, on average, if it plays as well
 * as possible; alone exactly, with more seats if the others do nothing but roll. */
typedef struct PennaTable PennaTable;

/* Computes the table for a game and number of seats, in this thread: seconds, for some games minutes; or, with a path,
 * reads it from that file. NULL: refused, where a game has no solver, or the file is not its table. Free it with
 * penna_table_free(), which takes NULL too. */
PENNA_API PennaTable *penna_table_new(const PennaGame *game, int seats, const char *path, const char **why);
PENNA_API void penna_table_free(PennaTable *table);

/* Writes it to a file, replacing an older one in one step; 0: refused. */
PENNA_API int penna_table_save(const PennaTable *table, const char *path, const char **why);

/* The value of a state of that game and number of seats for a seat; and the values after each legal move of a seat that
 * decides, into move[] and value[], PENNA_MOVES_MAX each. Returns how many; 0, or not a number: refused, a state of
 * another kind. */
PENNA_API double penna_table_value(const PennaTable *table, const PennaState *state, int seat);
PENNA_API int penna_table_best(const PennaTable *table, const PennaState *state, int seat, PennaMove *move,
                               double *value);

/* ---- Batches ------------------------------------------------------------------------------------------- */

/* Many games of one kind side by side, each in its lane, stepped by arrays that the caller owns.
 *
 * Every lane stands where one or more seats decide; or, if the caller rolls the dice himself, at a chance node. A step
 * takes an action of every seat that decides, in all lanes at once. Then dice fall, a game that has ended is reported,
 * and a new one begins in its lane. An action is a number below penna_batch_actions(): the place of a move among those
 * that a game has, the same for what means the same (docs/library.md lists them).
 *
 * Arrays are planes. [seat][lane] means that what belongs to seat s in lane l stands at [s * lanes + l].
 *
 * Random numbers come in two kinds.
 *   PENNA_EXACT  everything in a game comes from penna_rng_stream(seed, its number): it is the game that a loop over
 *                penna_roll() with this stream plays, and with penna_batch_random() that of penna_random_game(). Lane l
 *                begins with game `number` + l; its next game has a number that is higher by `lanes`.
 *   PENNA_FAST   streams that belong to the lanes, given by (seed, number of the batch, lane) and the moves. Games that
 *                can be are played in lockstep, by machine instructions for many at once where there are such, and by
 *                others with the same result where there are none. There a lane whose game is over may have to wait for
 *                its next one, and one in which a decision of the others does not come up for them: nobody decides in
 *                it, and its masks are 0.
 *
 * Results do not depend on the number of threads. Nothing is allocated after penna_batch_new(). A batch is used from
 * one thread at a time. */
typedef struct PennaBatch PennaBatch;

typedef enum PennaStreams { PENNA_EXACT, PENNA_FAST } PennaStreams;

typedef enum PennaReward {
    PENNA_REWARD_SHARE,  /* at the end of a game 1 for a win, 1/k for a first place shared by k, else 0 */
    PENNA_REWARD_MARGIN, /* at the end, points less the mean of the others'; alone: points */
    PENNA_REWARD_POINTS  /* at the end, points */
} PennaReward;

enum {
    PENNA_LANES_MAX = 1 << 20, /* lanes of a batch */
    PENNA_FAULT_CHANCE = 0x80, /* in PennaArrays.fault */
    PENNA_ACTION_NONE = 0xFF   /* never a legal action */
};

typedef struct PennaBatchSetup {
    const PennaGame *game;
    int seats;
    const char *const *options; /* as for penna_start() */
    int lanes;
    int threads; /* 0: one per core */
    uint64_t seed, number;
    PennaStreams streams;
    PennaReward reward;
    int given;    /* 1: lanes stop at chance nodes, and outcomes come from the caller */
    int portable; /* 1: without special machine instructions; for comparing */
} PennaBatchSetup;

/* Where the caller wants what; NULL: not wanted. */
typedef struct PennaArrays {
    /* How the games stand now: */
    uint8_t *movers;    /* [seat][lane] 1: the seat decides */
    uint8_t *masks;     /* [seat][action][lane] 1: the action is legal; all 0 for a seat that does not decide */
    PennaMove *moves;   /* [seat][lane][action] the legal moves, ascending; */
    uint8_t *counts;    /* [seat][lane] and how many they are */
    uint8_t *planes;    /* [seat][plane][lane] what the seat sees, in plain small numbers */
    uint16_t *slots;    /* [seat][other][lane][slot] what a net is shown (docs/weights.md), for each other seat in turn;
                           alone there is one pair, the seat with nobody */
    uint32_t *outcomes; /* [lane] at a chance node that is the caller's how many outcomes there are; else 0 */
    /* What the step did: */
    uint8_t *done;   /* [lane] 1: the game ended */
    uint8_t *fault;  /* [lane] bit i: seat i gave no legal action; PENNA_FAULT_CHANCE: an impossible outcome was given.
                        Such a game is broken off, the other lanes go on. */
    int16_t *points; /* [seat][lane] the points where done; elsewhere anything */
    float *rewards;  /* [seat][lane] as the setup says; 0 where not done. A seat with a fault has not won. */
} PennaArrays;

/* A batch at the beginning of its games; NULL: refused. Free it with penna_batch_free(), which takes NULL too. */
PENNA_API PennaBatch *penna_batch_new(const PennaBatchSetup *setup, const char **why);
PENNA_API void penna_batch_free(PennaBatch *batch);

/* Sizes for the arrays: actions of a mask, at least as many as there are legal moves; planes; slots, 0 where the game
 * has no features. */
PENNA_API int penna_batch_actions(const PennaGame *game);
PENNA_API int penna_batch_planes(const PennaGame *game, int seats);
PENNA_API int penna_batch_slots(const PennaGame *game, int seats);

/* Begins all games anew, with other random numbers. */
PENNA_API void penna_batch_restart(PennaBatch *batch, uint64_t seed, uint64_t number);

/* How the games stand, without a step. */
PENNA_API void penna_batch_look(PennaBatch *batch, const PennaArrays *out);

/* A step in every lane, by actions [seat][lane], those of seats that do not decide being ignored; and, where outcomes
 * are the caller's, by outcomes [lane] in the lanes at chance nodes. Then *out is filled. Returns how many games were
 * broken off by faults. */
PENNA_API long penna_batch_step(PennaBatch *batch, const uint8_t *actions, const uint32_t *outcomes,
                                const PennaArrays *out);

/* Moves [seat][lane] as actions; PENNA_ACTION_NONE where one is not legal. */
PENNA_API void penna_batch_convert(PennaBatch *batch, const PennaMove *moves, uint8_t *actions);

/* Legal actions [seat][lane] of all seats that decide, each exactly equally likely. `masks` are those of the last look
 * or step. */
PENNA_API void penna_batch_random(PennaBatch *batch, const uint8_t *masks, uint8_t *actions);

/* A lane's full state. Of games in lockstep it is one that goes on alike: how many turns were played is not kept there,
 * nor, in Qwixx, which boxes were crossed before the last one of a row. 0: there is no such lane. */
PENNA_API int penna_batch_state(const PennaBatch *batch, int lane, PennaState *out);

/* The number of a lane's game, for PENNA_EXACT; and whether the games are played in lockstep. */
PENNA_API uint64_t penna_batch_number(const PennaBatch *batch, int lane);
PENNA_API int penna_batch_lockstep(const PennaBatch *batch);

/* The action of a move in a state, PENNA_ACTION_NONE if it is not legal; the move of an action, 0 if it is not legal;
 * and what a seat sees of a view, penna_batch_planes() numbers. */
PENNA_API int penna_action(const PennaGame *game, const PennaState *state, int seat, PennaMove move);
PENNA_API int penna_action_move(const PennaGame *game, const PennaState *state, int seat, int action, PennaMove *out);
PENNA_API void penna_see(const PennaGame *game, const PennaState *view, int seat, uint8_t *out);

#ifdef __cplusplus
}
#endif

#endif
