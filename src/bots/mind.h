/* mind.h: how a bot with a net thinks about one decision.
 *
 * The value of a position to a seat is its chance to win, the product of its chances against each other
 * seat; a little of the margin is added, so that a game that is won or lost anyway is played well. Where seats hardly
 * meet, the points that the seat will make say more than the chance to win, which is learned from one bit a game;
 * they are added with a weight of their own (Scales.own), or those that it would make alone (Scales.alone). Alone, the
 * value is the points. At the end of the game the value is what happened.
 *
 * A move is worth what the position is worth once the turn has come to its next chance node or to its end:
 * the seat's own further decisions of the turn are taken as the best, those of other seats as the best for
 * them at a glance. Where a turn goes on after all have chosen at once (Features.foresees), a glance in its middle
 * misleads, and those who choose beside the seat are given the same thought. Where a game merges the outcomes of a roll
 * into few classes (Features.classes), the look goes through the roll, exactly; where a game asks for it, the best
 * moves that roll again are judged by a few rolls (Features.samples); otherwise the net itself judges the position
 * before the roll. */
#ifndef PENNA_BOTS_MIND_H
#define PENNA_BOTS_MIND_H

#include "bots/bot.h"
#include "bots/net.h"

enum { MEMO = 4096 };

/* What a mind plays for: how much each of these counts. */
typedef struct Style {
    float chance; /* to win */
    float margin; /* in hundreds of points */
    float own;    /* what the seat will make, in hundreds of points */
    float alone;  /* what it would make alone */
    float hurry;  /* turns that need not be played any more, in hundreds */
    bool curves;  /* the net for a pair tells each seat's distribution of points, from which the chance is read */
} Style;

/* What everybody is expected to do at one node. Who choose at once are asked one after the other, and each asks himself
 * what the others do: with four seats every answer would be found nine times. */
typedef struct Expected {
    AnyState at; /* whoever looks at it */
    Style style;
    uint8_t replies, foreseen; /* bit i: seat i's is known */
    Move reply[SEATS_MAX], foresight[SEATS_MAX];
} Expected;

typedef struct Mind {
    const Game *game;
    const Features *features; /* those its weights know */
    Weights weights;
    Style style;
    bool deep;             /* look through rolls with few classes */
    int samples;           /* rolls tried where Features.samples says so; 0: none */
    bool foresees;         /* who chooses at the same time chooses as this mind would; else at a glance */
    bool replies_look;     /* mind_replies() looks to the end of the turn */
    bool thinks_of_others; /* in later decisions of the turn; set by mind_rank() */
    NetSum pair[SEATS_MAX][SEATS_MAX], solo[SEATS_MAX];
    Expected expected;
    /* Values of positions within this decision, by their bytes and its number. */
    uint64_t decision;
    uint64_t memo_key[MEMO];
    float memo_value[MEMO];
} Mind;

/* True if the bot's game has features and there are weights for it, its own or compiled in. */
bool mind_exists(const Bot *bot);

/* A mind for this game, with these weights or those compiled in (bytes NULL); false: says why. */
bool mind_start(Mind *m, const Game *g, const uint8_t *bytes, size_t size, const char **why);

/* Other styles than expert's (styles.c). */
extern const Style points_style, racer_style, margin_style;

/* Forgets the memo of an earlier decision. Called by mind_rank() and mind_choose(). */
void mind_clear(Mind *m);

/* How far apart the values of a decision's moves usually lie with so many seats. */
float mind_spread(const Mind *m, int seats);

/* The value of a position to a seat, at a glance. */
float mind_glance(Mind *m, const State *s, int seat);

/* The value of a position to a seat after looking to the end of the turn `turn` or the next roll. */
float mind_look(Mind *m, const State *s, int seat, unsigned turn);

/* The moves that other movers than `seat` make at this node, at a glance or by a look (Mind.replies_look);
 * joint[seat] is untouched. */
void mind_replies(Mind *m, const State *s, int seat, Move *joint);

/* The seat's legal moves at this node and their values; returns how many. */
int mind_rank(Mind *m, const State *s, int seat, Move *moves, float *values);

/* The position that a playout begins with: what the view hides is dealt as it allows, the seat makes its move and the
 * others theirs at a glance. The same seed deals the same, whatever the move. */
void mind_try(Mind *m, const State *view, int seat, Move move, uint64_t seed, AnyState *out);

/* The dice of a playout. What falls depends on its seed and number, the turn and how many rolls there were in the turn,
 * so that the playouts of several moves have the same dice in the same places. Each playout has what falls as likely as
 * the rules say; but those of one seed, numbered from 0, are spread evenly over what can fall first in each of the next
 * turns, so that their mean is nearer to the truth than that of as many drawn by lot. */
typedef struct PlayoutDice {
    uint64_t seed, number;
    unsigned first;       /* the turn that the playout begins in */
    unsigned turn, rolls; /* the turn of the last roll, and how many that turn had; both begin as 0 */
} PlayoutDice;

/* What falls at the chance node `s`, and makes it fall. */
uint32_t mind_fall(const Game *g, const State *s, PlayoutDice *dice);
void mind_roll(const Game *g, State *s, PlayoutDice *dice);

/* Which of n values is the best, the first of those that are alike. */
int mind_best(const float *values, int n);

/* The move with the best value. */
Move mind_choose(Mind *m, const State *s, int seat, float *value);

/* The move of a level below expert (expert.c). */
Move mind_choose_dimly(Mind *m, Dim level, const State *view, int seat, Rng *rng);

#endif
