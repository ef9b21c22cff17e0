/* batch.h: many games of one kind side by side, each in its lane, stepped by arrays.
 *
 * Every lane stands where somebody decides, or, where the caller rolls the dice himself, at a chance node. A step takes
 * an action of every seat that decides, in all lanes; dice fall, and a game that ends is reported and a new one begun
 * in its lane. An action is a move's place among those that a game has (Game.action).
 *
 * There are two kinds of random numbers. Exact ones: a lane's game has a number, and everything drawn in it comes from
 * the stream of (seed, number), so that it is the game that a loop over game_roll() would play. Lane l begins with game
 * number first + l, and its next game has a number that is higher by as many as there are lanes. Fast ones: one stream
 * for a lane, or for a block of lanes, from (seed, batch, lane); only these games can be played in lockstep
 * (base/lockstep.h), where a lane may have to wait for its next game, with nobody deciding in it.
 *
 * Arrays belong to the caller. They are planes: [seat][lane] or [seat][plane][lane]. What is seen is made from views.
 * Lanes are shared between threads, and no result depends on how many there are. Nothing is allocated after
 * batch_new(). */
#ifndef PENNA_ARENA_BATCH_H
#define PENNA_ARENA_BATCH_H

#include "base/game.h"

typedef enum Reward {
    REWARD_SHARE,  /* at the end: 1 for a win, 1/k for a first place shared by k, else 0 */
    REWARD_MARGIN, /* at the end: points less the mean of the others'; alone: points */
    REWARD_POINTS  /* at the end: points */
} Reward;

enum { BATCH_LANES_MAX = 1 << 20, FAULT_CHANCE = 0x80, ACTION_NONE = 0xFF };

typedef struct BatchSetup {
    const Game *game;
    int seats;
    int option[OPTIONS_MAX]; /* 0: the default */
    int lanes;               /* 1 to BATCH_LANES_MAX */
    int threads;             /* 0: one per core */
    uint64_t seed;
    uint64_t number; /* exact: of the first lane's first game; fast: of the batch */
    bool fast;       /* fast random numbers, else exact ones */
    bool given;      /* outcomes come from the caller */
    bool portable;   /* without special instructions, for comparing */
    Reward reward;
} BatchSetup;

/* The caller's arrays; NULL: not wanted. */
typedef struct BatchArrays {
    /* How it stands, after a step. */
    uint8_t *movers; /* [seat][lane] 1: the seat decides */
    uint8_t *masks;  /* [seat][action][lane] 1: the action is legal */
    uint32_t *moves; /* [seat][lane][action] the legal moves, ascending; */
    uint8_t *counts; /* [seat][lane] and how many they are */
    uint8_t *planes; /* [seat][plane][lane] what the seat sees (Game.see) */
    uint16_t *slots; /* [seat][other][lane][slot] what a net is shown, of the pair of the seat and each other in turn */
    uint32_t *outcomes; /* [lane] at a chance node how many outcomes there are; else 0 */
    /* What the step did. */
    uint8_t *done;   /* [lane] 1: the game ended */
    uint8_t *fault;  /* [lane] bit i: seat i gave no legal action; FAULT_CHANCE: no possible outcome was given. That
                        ended the game. */
    int16_t *points; /* [seat][lane] where done: the points; elsewhere anything */
    float *rewards;  /* [seat][lane] 0 where not done */
} BatchArrays;

typedef struct Batch Batch;

/* NULL: *why says why not. */
Batch *batch_new(const BatchSetup *setup, const char **why);
void batch_free(Batch *b);

const BatchSetup *batch_setup(const Batch *b);

/* True if it plays in lockstep. */
bool batch_in_lockstep(const Batch *b);

/* Sizes: actions of a mask, planes of what a seat sees, slots of what a net is shown (0: the game has none). */
int batch_actions(const Game *g);
int batch_planes(const Game *g, int seats);
int batch_slots(const Game *g, int seats);

/* A move's action, and back: ACTION_NONE, and false, where it is not legal. */
int batch_action(const Game *g, const State *s, int seat, Move m);
bool batch_move(const Game *g, const State *s, int seat, int action, Move *out);

/* A view through the eyes of its seat, batch_planes() numbers. */
void batch_see(const Game *g, const State *view, int seat, uint8_t *out);

/* Begins all games anew, with the numbers or the streams of `seed` and `number`. */
void batch_restart(Batch *b, uint64_t seed, uint64_t number);

/* How it stands; done, fault, points and rewards are not touched. */
void batch_look(Batch *b, const BatchArrays *out);

/* [seat][lane] actions and, at chance nodes that are the caller's, [lane] outcomes; then how it stands. Returns the
 * games that were broken off by faults. */
long batch_step(Batch *b, const uint8_t *actions, const uint32_t *outcomes, const BatchArrays *out);

/* [seat][lane] moves, or MOVE_NONE, as actions; what is not legal is ACTION_NONE. */
void batch_actions_of(Batch *b, const Move *moves, uint8_t *actions);

/* [seat][lane] legal actions, each equally likely; from the numbers of the games, as game_play_out() takes them, or of
 * the batch. `masks` are those of batch_look(). */
void batch_draw(Batch *b, const uint8_t *masks, uint8_t *actions);

/* A lane as a state: the full one. In lockstep it is one that goes on alike, turns not being counted. */
void batch_state(const Batch *b, int lane, State *out);

/* The number of a lane's game, where random numbers are exact. */
uint64_t batch_number(const Batch *b, int lane);

#endif
