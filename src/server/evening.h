/* evening.h: a club evening: who takes part, who sat where in which round, and how everybody stands.
 *
 * An evening is a log like a table's, in the same store and with a code of the same kind; its first event is `evening`
 * instead of `table` (event.h). So it is chained, survives crashes, is followed by other servers, backed up and deleted
 * as tables are. evening_apply() is the only thing that changes it, live and when the log is replayed.
 *
 * Its key is secret until it is over. The key of each round follows from it (evening_key), and all tables of a round
 * are laid with that one: so they have the same dice, and nobody knows any of them before it falls. The people sit at
 * these tables with the token by which they take part.
 *
 * How results are compared: somebody's points at a table, less the mean of the points that people had in the same round
 * on the same seat. The same seat has had the same turns and the same dice, so what is left is what was made of them.
 * In thousandths of a point, halves away from zero; the sum over the rounds is the standing. Who did not play a round,
 * or was the only person on that seat, has 0 for it, which is the mean. Bots are compared with nobody. With real dice
 * there is nothing to compare, and points count.
 *
 * Beside it stands the same with the luck taken out: points less the luck that the analysis finds in the rolls
 * (advise/review.h), less the mean of that. It comes when the judge has come to it, and decides nothing.
 *
 * What the talk about it is like is in club.h. */
#ifndef PENNA_SERVER_EVENING_H
#define PENNA_SERVER_EVENING_H

#include "server/event.h"

enum {
    PLAYERS_MAX = 128,                /* people at an evening */
    EVENING_TABLES = PLAYERS_MAX / 2, /* tables of a round, at most */
    LEAVES_MOST = 16,                 /* how often one may go by himself: the log must not end by it */
    THOUSAND = 1000                   /* of a point: what differences are counted in */
};

typedef struct EveningPlayer {
    char name[NAME_BYTES];
    uint8_t holder[STORE_HASH]; /* the hash of his token */
    bool gone;                  /* he plays no further round until he is back */
    int since;                  /* rounds that had begun when he came */
    int went;                   /* how often he has gone */
} EveningPlayer;

/* A table of a round. */
typedef struct EveningTable {
    int round;             /* from 1 */
    Code code;             /* where it is played */
    int player[SEATS_MAX]; /* by seat; -1: a bot */
    bool done;             /* it is over, and: */
    unsigned left;         /* seats whose people had left, as bits: a bot played on for them */
    int points[SEATS_MAX]; /* by seat */
    bool judged;           /* it is known, too: */
    int luck[SEATS_MAX];   /* by seat, in thousandths of a point */
} EveningTable;

/* What is asked of the judge for an evening: one table after the other. */
typedef struct EveningCase {
    int table;           /* which one; those before it are done with */
    bool asked;          /* the judge has it */
    double at;           /* since then */
    bool ruled;          /* he has come to it, and: */
    bool good;           /* he could say */
    int luck[SEATS_MAX]; /* as in EveningTable */
} EveningCase;

typedef enum RoundStage {
    ROUND_OVER,    /* or none has begun */
    ROUND_SEATING, /* it is said who sits where, and the tables are being laid */
    ROUND_PLAYING
} RoundStage;

typedef struct Evening {
    char title[NAME_BYTES];
    uint8_t organiser[STORE_HASH]; /* the hash of his token */
    int rounds;                    /* that are planned */
    int seats;                     /* at a table */
    Dice dice;                     /* DICE_SERVER, or DICE_MANUAL: nothing is compared then */
    const Game *game[ROUNDS_MAX];  /* in turn, */
    int games;                     /* so many */
    EveningPlayer *player;         /* in the order in which they came, */
    int players;                   /* so many */
    EveningTable *table;           /* of all rounds, in order, perhaps of one that has not begun too, */
    int tables;                    /* so many */
    int round;                     /* the one that began last; 0: none */
    RoundStage stage;              /* how far that is */
    bool over;                     /* no further round will be */

    /* The rest is the club's and not in the log. */
    int told;       /* the round whose keys are known to be told */
    double look_at; /* when to look after it again */
    int *turn;      /* how far the tables of the round are, as far as is known here; NULL: nobody has looked */
    EveningCase court;
} Evening;

/* What somebody has done in one round, and in all. */
typedef struct Placing {
    int player;      /* his place in Evening.player */
    int rank;        /* from 1; those who are equal share it */
    int rounds;      /* that he played to the end */
    int points;      /* summed up */
    long difference; /* the same, in thousandths */
    long adjusted;   /* the same, with the luck taken out, */
    bool judged;     /* if that is known of all his rounds */
} Placing;

/* The place of who comes next: behind all others; if these are as many as may be, that of somebody who has gone and
 * never sat at a table, for nothing else speaks of him. -1: there is none. */
int evening_room(const Evening *v);

/* Makes the evening that the event says; NULL: no memory, or there cannot be such an evening. */
Evening *evening_new(const TableEvent *e);
void evening_free(Evening *v);

/* Does what the event says. Anything but EVENT_DONE: nothing changed. */
EventResult evening_apply(Evening *v, const TableEvent *e);

/* Before the first round it waits, until it is over it is played. */
Stage evening_stage(const Evening *v);

/* Whoever has the token with that hash: his place among the players; -1: he is none. Takes the same time for all. */
int evening_player(const Evening *v, const uint8_t *hash);

/* The game of a round, from 1. */
const Game *evening_game(const Evening *v, int round);

/* The tables of a round are those from *first on; how many. */
int evening_tables(const Evening *v, int round, int *first);

/* The table of a round at which the player sits, and on which seat; -1: at none. */
int evening_place(const Evening *v, int round, int player, int *seat);

/* The key of a round: BLAKE2b-256 of "round" and one byte with its number, under the key of the evening. */
void evening_key(const uint8_t key[CIPHER_KEY], int round, uint8_t out[CIPHER_KEY]);

/* What the seat's points at a table that is over are above the mean of people on that seat in that round, in
 * thousandths. 0 where there is nobody to compare with. */
long evening_difference(const Evening *v, int table, int seat);

/* The same of his points less his luck; false: that is not known of all on that seat yet, or nothing is compared. */
bool evening_adjusted(const Evening *v, int table, int seat, long *out);

/* True if the table's luck is still to be found out: its round is over, and it has a result that is compared. */
bool evening_unjudged(const Evening *v, int table);

/* Everybody who ever took part, the best first, in out[PLAYERS_MAX]; how many. */
int evening_standings(const Evening *v, Placing *out);

/* Says who sits where in the next round: by table and seat a player, or -1 for a bot (seating.c says how); how many
 * tables, 0 while nobody plays. */
int evening_seat(const Evening *v, const uint8_t key[CIPHER_KEY], int (*out)[SEATS_MAX]);

#endif
