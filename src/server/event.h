/* event.h: what can happen to a table or an evening, as a line of its log: the one place where these lines are written
 * and read.
 *
 *     table GAME SEATS server|shared|manual show|hide [OPTION=VALUE]...    the first; all seats are open
 *     sit SEAT HASH NAME         a person holds the seat; the hash of his token, in hex
 *     bot SEAT BOT NAME          a bot has the seat
 *     open SEAT                  nobody has it any more; or, where nobody had, it was set up so (older logs do not say)
 *     salt SEAT HEX              what the seat adds to the key of shared dice, once, before the first roll
 *     roll NODE OUTCOME          chance, by the server's dice or typed in
 *     move SEAT NODE MOVE        a choice, by whoever plays the seat
 *     withdraw SEAT NODE
 *     ask SEAT NODE TO           to go back from NODE to TO; happens when all others who play have agreed
 *     agree SEAT NODE            refuse SEAT NODE
 *     leave SEAT                 a bot plays it until `return`
 *     absent SEAT                the same, until its holder is here again
 *     return SEAT
 *     again CODE                 the table where the same people play again
 *     close                      those who run the server have ended it: nothing happens there any more
 *     invite SEAT CODE           the same, by whoever has the seat
 *     host SEAT                  whoever has the seat is the host: until then it is who first sat down (table.h)
 *     shut                       nobody else may sit down, until `admit`
 *     admit
 *     sealed UNTIL               the key is one that was given, and stays secret when the game is over: until then, in
 *                                seconds since 1970; 0: until `reveal`. Before the first roll; nothing is taken back
 *     reveal                     it is secret no longer
 *     belongs SHELF NAME         what comes of it is written on that paper (store.h)
 *     of CODE                    it is a table of that evening (evening.h)
 *
 * and to an evening:
 *
 *     evening HASH ROUNDS SEATS server|manual GAME[,GAME]... TITLE         the first; the hash of the organiser's token
 *     come PLAYER HASH NAME      a person takes part from the next round on; players are numbered from 0
 *     gone PLAYER                he plays no further round until `back`
 *     back PLAYER
 *     lay TABLE CODE PLAYER...   a table of the round to come, from 0: by seat a player, or - for a bot. Number 0
 *                                begins anew: what was said last before `round` counts
 *     round ROUND                it begins, from 1, and its tables are to be made
 *     code TABLE CODE            the code was taken: it is this one
 *     play ROUND                 all tables are there
 *     result TABLE LEFT POINTS...  what came of it, by seat; LEFT: the bits of seats whose people had left
 *     over ROUND                 what has no result by now has none
 *     finish                     no further round will be
 *     luck ROUND TABLE LUCK...   of a round that is over: what luck its people had there, by seat, in thousandths of
 *                                a point; also after `finish`
 *     instead PLAYER HASH NAME   somebody comes, as by `come`, in the place of a player who has gone and never sat at
 *                                a table
 *
 * Logs are kept for as long as tables are, so a word once written is read for ever as it was meant then: `again` is no
 * longer written. A version that does not know a word cannot read the table, so new words come with a new format of
 * the store (sqlite.c), which such a version refuses as a whole: `invite`, `host`, `shut` and `admit` are of 2,
 * `sealed`, `reveal`, `belongs` and `of` of 4, and so are those of evenings; `instead` is of 6. */
#ifndef PENNA_SERVER_EVENT_H
#define PENNA_SERVER_EVENT_H

#include "server/message.h"

enum {
    EVENT_MAX = 512,            /* room for the text of an event */
    ROUNDS_MAX = EVENING_GAMES, /* of an evening */
    COUNT_MAX = 999             /* the largest number of a player, a table or a round */
};

typedef enum EventWord {
    EVENT_TABLE,
    EVENT_SIT,
    EVENT_BOT,
    EVENT_OPEN,
    EVENT_SALT,
    EVENT_ROLL,
    EVENT_MOVE,
    EVENT_WITHDRAW,
    EVENT_ASK,
    EVENT_AGREE,
    EVENT_REFUSE,
    EVENT_LEAVE,
    EVENT_ABSENT,
    EVENT_RETURN,
    EVENT_AGAIN,
    EVENT_CLOSE,
    EVENT_INVITE,
    EVENT_HOST,
    EVENT_SHUT,
    EVENT_ADMIT,
    EVENT_SEALED,
    EVENT_REVEAL,
    EVENT_BELONGS,
    EVENT_OF,
    EVENT_EVENING,
    EVENT_COME,
    EVENT_GONE,
    EVENT_BACK,
    EVENT_ROUND,
    EVENT_LAY,
    EVENT_CODE,
    EVENT_PLAY,
    EVENT_RESULT,
    EVENT_OVER,
    EVENT_FINISH,
    EVENT_LUCK,
    EVENT_INSTEAD,
    EVENT_WORDS
} EventWord;

/* An event; what its word does not say is zero. */
typedef struct TableEvent {
    EventWord word;
    int seat, node, to;        /* `to`: the node that is asked for */
    const Game *game;          /* of `table`, with what follows */
    int seats;                 /* how many */
    int option[OPTIONS_MAX];   /* by their place in the game's list */
    unsigned given;            /* options that are said, as bits */
    Dice dice;                 /* where chance comes from */
    bool hide_scores;          /* the table's wish */
    uint8_t bytes[STORE_HASH]; /* the hash of `sit`, the salt of `salt` */
    char bot[BOT_NAME];        /* of `bot` */
    char name[NAME_BYTES];     /* of `sit` and `bot` */
    char token[TOKEN_MAX];     /* the move or outcome, in the game's notation */
    Code code;                 /* of `again`, `invite`, `of`, `lay` and `code` */
    int64_t until;             /* of `sealed` */
    Paper paper;               /* of `belongs` */

    int number;                        /* of an evening: the player, table or round, or how many rounds there will be */
    int round;                         /* of `luck` */
    int bits;                          /* of `result` */
    int list[SEATS_MAX];               /* of `lay`: players, -1 for a bot; of `result`: points; of `luck`: that */
    int count;                         /* how many these are */
    const Game *game_list[ROUNDS_MAX]; /* of `evening`, */
    int games;                         /* and how many */
} TableEvent;

/* What became of an event. */
typedef enum EventResult {
    EVENT_DONE,
    EVENT_MALFORMED,    /* not a line of a log: a word, number or name that there is not */
    EVENT_OUT_OF_PLACE, /* a good line, but not possible at this table now: its node is past, its seat is taken ... */
    EVENT_NO_MEMORY,
    EVENT_CLOSED,    /* the table was closed */
    EVENT_READ_ONLY, /* nothing may change just now */
    EVENT_TOO_MANY   /* its log is as long as one may be */
} EventResult;

extern const char *const event_results[]; /* in words, for a log */

/* The first format of the stores in which there was such a word: servers that know less cannot read it. */
int event_format(EventWord word);

/* An event of that word at a seat and a node (0 where it has none); one that says a move or an outcome too. */
TableEvent event_of(EventWord word, int seat, int node);
TableEvent event_with(EventWord word, int seat, int node, const char *token);

/* Writes the event into out[EVENT_MAX]; false: it is too long. */
bool event_write(const TableEvent *e, char *out);

/* Reads a line; EVENT_DONE or EVENT_MALFORMED. Whether it is possible is for the table to say (table_apply). */
EventResult event_read(const char *line, TableEvent *out);

#endif
