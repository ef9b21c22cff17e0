/* match.h: the midend: one game being played, from any front end.
 *
 * A match is the full state, the log of everything that happened (from which any earlier state is
 * replayed), and the choices made at this node by some seats while others still think. It checks whatever
 * comes from outside; the games below it trust what they are given.
 *
 * A choice is keyed by seat and node, never by a version of the whole: two people who choose at once are
 * never in each other's way, and sending the same choice twice does no harm. */
#ifndef PENNA_MATCH_MATCH_H
#define PENNA_MATCH_MATCH_H

#include "base/game.h"

/* One node of the log. */
typedef struct Event {
    uint8_t node;         /* NODE_CHANCE or NODE_MOVE */
    uint8_t movers;       /* the seats that moved */
    uint32_t outcome;     /* of a chance node; OUTCOME_HIDDEN in a match seen by one seat */
    Move move[SEATS_MAX]; /* of a decision node, by seat; 0 for seats that did not move */
} Event;

/* True if the same happened in both. */
bool event_same(const Event *a, const Event *b);

typedef struct Match Match;

typedef enum MatchResult {
    MATCH_OK,
    MATCH_STALE,     /* the node is past; the choice was or was not what is in the log */
    MATCH_EARLY,     /* the node has not come yet */
    MATCH_NOT_YOURS, /* the seat does not decide here */
    MATCH_ILLEGAL,   /* not a legal move, or an impossible outcome */
    MATCH_MEMORY     /* no memory; nothing changed */
} MatchResult;

/* A new match at its first node; NULL: no memory. The seats get kind "human" and the
 * name "?", because a record has no place for an empty one. The options must fit (game_options_fit); option NULL means
 * all defaults. */
Match *match_new(const Game *g, int seats, const int *option);
void match_free(Match *m);

/* Goes back to the first node and forgets the log, keeping seats and options. */
void match_restart(Match *m);

const Game *match_game(const Match *m);
const int *match_options(const Match *m);
/* Which options a record of this match states, as bits. At first those that differ from the default. */
void match_give_options(Match *m, unsigned given);
bool match_option_given(const Match *m, int index);

const State *match_state(const Match *m); /* the full state (or, of a hidden record, the view) */
int match_node(const Match *m);           /* the number of the node it stands at: nodes so far */
const Event *match_event(const Match *m, int node);

/* Makes the event happen in a state that stands at its node. */
void match_apply(const Game *g, State *s, const Event *e);

/* The state before node `node` (0 to match_node()), replayed. */
void match_state_at(const Match *m, int node, AnyState *out);

/* What a seat may see now (seat -1: a spectator). */
void match_view(const Match *m, int seat, AnyState *out);

/* Who sits there: "human" or "bot:NAME", and the name shown. match_seat() copies; false: no memory, or a
 * name or kind that a record could not hold. */
bool match_seat(Match *m, int seat, const char *kind, const char *name);
const char *match_kind(const Match *m, int seat);
const char *match_name(const Match *m, int seat);
bool match_kind_ok(const char *kind, size_t length); /* "human", or "bot:" and printable ASCII without spaces */
bool match_name_ok(const char *name, size_t length); /* UTF-8, no controls, no outer spaces */

/* An outcome happens at the chance node `node`. */
MatchResult match_chance(Match *m, int node, uint32_t outcome);

/* A seat chooses at the decision node `node`. It may choose again until the last mover has chosen; then
 * all choices take effect at once. */
MatchResult match_submit(Match *m, int seat, int node, Move move);

/* Takes an unrevealed choice back. */
void match_withdraw(Match *m, int seat);

/* Which movers have chosen, as bits; and the choice of one of them. */
unsigned match_chosen(const Match *m);
Move match_choice(const Match *m, int seat);

/* Takes nodes back until match_node() is `node`. What was chosen at the present node is forgotten. */
void match_undo(Match *m, int node);

/* The last decision node before the present one in which `seat` had a say, or -1. */
int match_last_decision(const Match *m, int seat);

/* Appends an event that is known to be legal here. */
MatchResult match_append(Match *m, const Event *e);

/* What a seat says of its choice at the present node, in the words of remark.h: kept beside the log, and never part of
 * what a seat sees. False: no memory. */
bool match_remark(Match *m, int seat, const char *text);
/* What was said at that node by that seat, the last if several things were; or NULL. */
const char *match_remark_of(const Match *m, int node, int seat);

/* For the reader of records only: makes an empty match one that is seen by `seat` (-1: a spectator), whose
 * log may hold OUTCOME_HIDDEN. */
void match_see_as(Match *m, int seat);

#endif
