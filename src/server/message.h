/* message.h: what clients send, parsed and checked as far as that can be done without knowing the table.
 *
 * The parsers take exactly what docs/protocol.md allows: every member of the right type and in range, none unknown,
 * none twice, nothing after the object. */
#ifndef PENNA_SERVER_MESSAGE_H
#define PENNA_SERVER_MESSAGE_H

#include "match/fair.h"
#include "server/store.h"

enum {
    TOKEN_LENGTH = 32,    /* characters of a token */
    NAME_CHARACTERS = 40, /* of a name */
    NAME_BYTES = 4 * NAME_CHARACTERS + 1,
    BOT_NAME = 32,    /* room for a bot's name */
    MINE_MAX = 20,    /* tokens in one question for own tables, */
    CREATE_MAX = 129, /* room for --create-token */
    OWN_TABLES = 50,  /* and tables in its answer */
    NODES_MAX = 1 << 20,
    SIGNATURE_SIZE = 64 /* bytes of Ed25519's */
};

/* What is wrong; refusals[] says it in the protocol's words. */
typedef enum Wrong {
    WRONG_NOTHING,
    WRONG_FORMAT, /* not as docs/protocol.md has it */
    WRONG_VERSION,
    WRONG_HELLO, /* no table was named yet */
    WRONG_NO_TABLE,
    WRONG_TOKEN,     /* holds no seat here */
    WRONG_SEAT,      /* not a seat of the client's own */
    WRONG_STALE,     /* the node is past */
    WRONG_EARLY,     /* the node is still to come */
    WRONG_NOT_YOURS, /* the seat does not move at this node */
    WRONG_ILLEGAL,
    WRONG_PHASE, /* the game has not begun, or is over */
    WRONG_FULL,
    WRONG_GAME,
    WRONG_OPTION,
    WRONG_BOT,
    WRONG_NAME,
    WRONG_SEATS,
    WRONG_BACK,    /* there is nothing to take back */
    WRONG_AWAY,    /* he has not been away for long enough */
    WRONG_ABSENT,  /* somebody who is away has played since */
    WRONG_RATE,    /* too much of it from there */
    WRONG_STORAGE, /* it could not be stored */
    WRONG_READ_ONLY,
    WRONG_TAKEN, /* somebody is called like that */
    WRONG_HOST,  /* only the host may */
    WRONG_SHUT,
    WRONG_CREATE,  /* opening tables needs the server's token */
    WRONG_CURTAIN, /* nobody looks on */
    WRONG_LONG,    /* its log is as long as one may be */
    WRONG_SEALED,  /* others play with the same dice */
    WRONG_DAY,     /* it is not that day */
    WRONG_SIGNATURE,
    WRONG_TWICE,    /* this record, or one of this device, is there */
    WRONG_RECORD,   /* not a record of that day's game */
    WRONG_NOT_OVER, /* its game is not over */
    WRONG_DICE,     /* its dice are others */
    WRONG_BOT_MOVE, /* the bot would have played otherwise */
    WRONG_CLOSED,
    WRONG_ORIGIN, /* a page of somebody else asks */
    WRONG_SIZE,
    WRONG_METHOD,
    WRONG_TYPE,
    WRONG_NO_PARCEL, /* nothing lies there for whoever asks (any more) */
    WRONG_PARCELS,   /* no more parcels are taken just now */
    WRONGS,
    WRONG_LATER = WRONGS /* nothing is wrong: it waits (task.h) */
} Wrong;

typedef struct Refusal {
    const char *code; /* the protocol's word */
    int status;       /* of HTTP */
    const char *text; /* message id */
} Refusal;

extern const Refusal refusals[WRONGS];

typedef enum MessageType {
    MESSAGE_HELLO,
    MESSAGE_SUBMIT,
    MESSAGE_WITHDRAW,
    MESSAGE_ROLL,
    MESSAGE_SALT,
    MESSAGE_UNDO,
    MESSAGE_AGREE,
    MESSAGE_LEAVE,
    MESSAGE_RETURN,
    MESSAGE_REPLACE,
    MESSAGE_START,
    MESSAGE_AGAIN,
    MESSAGE_FREE,
    MESSAGE_HOST,
    MESSAGE_SHUT,
    MESSAGE_REACT,
    MESSAGE_PING,
    MESSAGE_ROUND, /* this and what follows is said to evenings */
    MESSAGE_STOP,
    MESSAGE_FINISH,
    MESSAGE_GONE,
    MESSAGE_BACK,
    MESSAGES
} MessageType;

/* A WebSocket message; members that its type does not have are empty, -1 or false. */
typedef struct Message {
    MessageType type;
    int64_t id; /* -1: it has none that can be read */
    Code table;
    char token[TOKEN_LENGTH + 1]; /* "": none */
    int seat, node, to;           /* -1: not named */
    int player, round;            /* -1: not named */
    int take;                     /* the take that the client saw; -1: it does not say */
    char move[TOKEN_MAX];         /* or outcome */
    char salt[FAIR_HEX];          /* hex digits */
    char bot[BOT_NAME];
    char name[NAME_BYTES]; /* of whoever is meant; "": whoever it is */
    bool yes;              /* what was asked is wanted, or agreed to */
    bool moves;            /* views are to list the legal moves */
    int picture;           /* its place in reactions[] */
} Message;

/* The pictures that people show each other, by their names in the protocol. */
enum { REACTIONS = 6 };
extern const char *const reactions[REACTIONS];

/* Reads a message, which ends with a NUL behind its last byte. What is refused may have an id all the same. The second
 * does it without the short way that choices are read by: so the tests can compare. */
Wrong message_parse(const char *text, size_t length, Message *out);
Wrong message_parse_any(const char *text, size_t length, Message *out);

typedef enum SeatKind { SEAT_OPEN, SEAT_HUMAN, SEAT_BOT } SeatKind;

/* Where the dice come from; dice_words[] are the protocol's words. */
typedef enum Dice {
    DICE_SERVER, /* from the server's key */
    DICE_SHARED, /* from the server's key and what the seats add to it */
    DICE_MANUAL, /* from a real table */
    DICES
} Dice;

extern const char *const dice_words[DICES];

/* The word's dice; false: it is none. */
bool dice_find(const char *word, Dice *out);

/* The body of POST /api/tables. Names, game, options and bots are checked. */
typedef struct NewTable {
    const Game *game;
    int seats;
    struct {
        SeatKind kind;
        char bot[BOT_NAME];
        char name[NAME_BYTES];
    } seat[SEATS_MAX];
    int option[OPTIONS_MAX]; /* by the game's table of options; 0 is the default */
    Dice dice;
    bool hide_scores; /* points are told at the end only */
    char token[TOKEN_LENGTH + 1];
    char create[CREATE_MAX]; /* the server's token for opening tables; "": none */
} NewTable;

Wrong new_table_parse(const char *text, size_t length, NewTable *out);

/* The body of POST /api/tables/CODE/join. */
typedef struct Join {
    char name[NAME_BYTES];
    int seat; /* -1: any */
    char token[TOKEN_LENGTH + 1];
} Join;

Wrong join_parse(const char *text, size_t length, Join *out);

enum { EVENING_GAMES = 20 }; /* of one evening */

/* The body of POST /api/evenings. The title is like a name. */
typedef struct NewEvening {
    char title[NAME_BYTES];
    const Game *game[EVENING_GAMES];
    int games, rounds, seats;
    Dice dice;
    char token[TOKEN_LENGTH + 1];
    char create[CREATE_MAX];
} NewEvening;

Wrong new_evening_parse(const char *text, size_t length, NewEvening *out);

/* The body of POST /api/mine. */
typedef struct Mine {
    int count;
    char token[MINE_MAX][TOKEN_LENGTH + 1];
} Mine;

Wrong mine_parse(const char *text, size_t length, Mine *out);

/* The body of POST /api/daily, or with a record of POST /api/daily/open. */
typedef struct DailyBody {
    char date[11], game[TOKEN_MAX], kind[8]; /* as they were said: what there is, daily.c knows */
    char name[NAME_BYTES];
    char token[TOKEN_LENGTH + 1];      /* of a try */
    char device[FAIR_HEX];             /* its public key, as hex digits */
    uint8_t signature[SIGNATURE_SIZE]; /* Ed25519 */
    char *record;                      /* what is handed in; NULL: nothing */
} DailyBody;

/* Whatever it returns, daily_body_free() may follow, and must if there is a record. */
Wrong daily_parse(const char *text, size_t length, bool record, DailyBody *out);
void daily_body_free(DailyBody *b);

/* True if it can be a token. */
bool token_ok(const char *text, size_t length);

/* Reads a table's code in any case; false: it is none. */
bool code_read(const char *text, size_t length, char *out);

/* The letters of codes: no vowels, so no words, and nothing that is mistaken for something else. */
#define CODE_LETTERS "BCDFGHJKLMNPQRSTVWXZ"

/* A name that a log may hold: what a record can, not too long. What people may call themselves is name_clean(). */
bool name_ok(const char *name, size_t length);

#endif
