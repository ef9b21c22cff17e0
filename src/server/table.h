/* table.h: a match at a table: who holds which seat, what was asked and agreed, who left.
 *
 * A table is its log: everything that happens to it is an event (event.h), and table_apply() is the only thing that
 * changes it, live and when the log is replayed after a restart. So the two cannot differ.
 *
 * Who may cause which event is decided elsewhere (talk.c, http.c); here is only what it does. */
#ifndef PENNA_SERVER_TABLE_H
#define PENNA_SERVER_TABLE_H

#include "match/fair.h"
#include "match/record.h"
#include "server/event.h"
#include "server/limits.h"
#include "server/task.h"

typedef struct Chair {
    SeatKind kind;
    char bot[BOT_NAME];         /* of SEAT_BOT */
    uint8_t holder[STORE_HASH]; /* of SEAT_HUMAN */
    bool left;                  /* a bot plays for the person */
    bool absent;                /* left because he was away: he returns by coming back */
    int here;                   /* clients of its holder that are connected */
    double away_since;          /* when the last of them went */
} Chair;

/* A going back that happened. */
typedef struct Undone {
    int seat;        /* who asked for it */
    int node, to;    /* from where to where */
    unsigned agreed; /* seats that agreed, the asker's included */
} Undone;

/* A record as one viewer may see it, escaped for JSON, continued as the match goes on. */
typedef struct Telling {
    Buffer text;
    int nodes;      /* of the match that are in it; -1: it must be begun anew */
    bool counted;   /* the points are in it */
    AnyState state; /* before the next node */
} Telling;

struct Client;

/* Who is connected to another server. */
enum { ELSEWHERE = 8 };
typedef struct Elsewhere {
    uint64_t node;  /* the number that it drew at its start (follow.c); 0: none */
    unsigned seats; /* as bits */
    double heard;   /* when it last said so */
} Elsewhere;

typedef struct Table {
    Code code;
    uint8_t key[STORE_KEY];   /* of its dice, secret until the end, or longer (`sealed`) */
    Match *match;             /* NULL: it has no event yet */
    int seats;                /* how many it has, */
    unsigned offered;         /* and which were open from the beginning, as bits; older logs do not say it (0) */
    Chair chair[SEATS_MAX];   /* who has them */
    Dice dice;                /* where chance comes from */
    FairSalts salts;          /* of shared dice */
    bool dealt;               /* there was a roll: the salts are what they are, whatever is taken back */
    bool hide_scores;         /* clients show no points before the end */
    int ask_seat, ask_to;     /* who asks to go back to where; seat -1: nobody */
    unsigned agreed;          /* seats that agreed to it, the asker's included */
    Undone *undone;           /* what was taken back so far, */
    int takes;                /* and how often. Nodes come again after it: a node is known by its number and the take */
    bool closed;              /* by those who run the server */
    int number;               /* events so far, */
    uint8_t head[STORE_HEAD]; /* and the head of their chain (store.h): the hall keeps it */
    int64_t touched;          /* when the last was, in seconds since 1970 */

    char commitment[FAIR_HEX]; /* to the key, as table_commitment() says it; "": nobody has asked yet */

    Code again;               /* where the same people play again; "": nowhere yet */
    int again_by;             /* the seat of whoever asked for it; -1: the log does not say */
    bool hosted;              /* it has a host: whoever first sat down, if nothing else was said since */
    uint8_t host[STORE_HASH]; /* the hash of his token */
    bool shut;                /* nobody but the host's own people may sit down */
    bool sealed;              /* others play with the same key, so it stays secret when the game is over, */
    int64_t until;            /* until then, in seconds since 1970; 0: for as long as nothing else is said, */
    bool revealed;            /* as it was */
    Paper paper;              /* where it is written what came of it; "": nowhere */
    Code of;                  /* the evening that it is a table of; "": none */
    struct Evening *evening;  /* or this is no table at all, but an evening (evening.h); NULL: it is one */

    /* The rest is the hall's and not in the log. */
    struct Table *next;             /* in its bucket */
    struct Client *clients;         /* connected to it */
    uint64_t sequence;              /* of its last event at the writer */
    int pending;                    /* events that are on their way to the store */
    uint64_t fresh;                 /* when it was last known to be what the store holds, on the server's count */
    bool reading;                   /* it is being read */
    bool broken;                    /* something of it was not stored: it must be read again before anything else */
    bool missing;                   /* the store had no such table then, */
    bool damaged;                   /* or one that cannot be read */
    TaskList waiting;               /* those whose answer waits until it is stored */
    TaskList parked;                /* those who are to be heard when it has been read */
    unsigned there;                 /* seats whose holders are connected to other servers, */
    Elsewhere elsewhere[ELSEWHERE]; /* and to which */
    unsigned shown_here;            /* seats that the other servers were told are here, */
    bool to_say;                    /* and whether they are to be told anew */
    int grown;                      /* events that it has, as another server says, */
    double hinted;                  /* and when it said so; 0: nothing new */
    double step_in;                 /* when to do what another server should have done by then; 0: nothing is left */
    int64_t told;                   /* when it was touched, as the store knows it; 0: not known */
    struct Table *dirty;            /* the next of the tables whose clients wait for a view */
    bool is_dirty;                  /* it is one of them */
    bool tell_all;                  /* to all of them, not only to those who ask for one */
    uint8_t payer[LIMIT_KEY];       /* the address of whoever last did something here: bots think on its account */
    bool unasked;                   /* a bot could not be asked: too many wait */
    unsigned asked;                 /* seats for which a bot was asked to choose in asked_epoch */
    uint32_t epoch, asked_epoch;    /* epoch grows when a node comes, also when it comes again */
    double deal_at;                 /* when shared dice wait no longer for salts; 0: they do not yet */
    bool played;                    /* somebody has played here since it was read (room.h) */
    bool unwanted;                  /* nobody will come to it: it is deleted as soon as nothing of it is on its way */
    bool deleted;                   /* it is on the way out of the store */
    bool key_told;                  /* the clients know that the key may be told */
    double used;                    /* when it was last looked for */
    Telling telling[SEATS_MAX + 1]; /* by viewer; the last is the spectator's, and everyone's where nothing is hidden */
} Table;

/* A table with no events; NULL: no memory. */
Table *table_lay(const char *code, const uint8_t *key);

/* Frees it and forgets its key. NULL is allowed. */
void table_clear(Table *t);

/* Puts the log of `fresh`, which is freed, in the place of the table's own. Who is here stays. */
void table_replace(Table *t, Table *fresh);

/* True if a client of the seat's holder is connected, to this server or another. */
bool table_here(const Table *t, int seat);

/* Does what the event says. Anything but EVENT_DONE: nothing changed. */
EventResult table_apply(Table *t, const TableEvent *e);

/* How far it is. */
Stage table_stage(const Table *t);

/* The seats that the hash holds, as bits. Takes the same time whatever they are. */
unsigned table_seats_of(const Table *t, const uint8_t *hash);

/* The first seat of the host, who always has one: if he gives up his last one before the game, the next person in the
 * order of the seats is the host. -1: nobody sits there. */
int table_host(const Table *t);

/* The bot that plays the seat now, `stand_in` for those who left; NULL: a person, or nobody. */
const char *table_bot(const Table *t, int seat, const char *stand_in);

/* True if people hold real cards that nobody else may see, the server included: hands are never entered, what is drawn
 * into one is "?", and a card is known when it is laid. No bot can play there. */
bool table_unseen(const Table *t);

/* True if a person plays the seat now. */
bool table_person(const Table *t, int seat);

/* True while people who sit there have not added to the key of shared dice. */
bool table_wants_salt(const Table *t);

/* What the table has shown of its key from the beginning: its hash, in hex. */
const char *table_commitment(Table *t);

/* The key of its dice; not the one that was committed to, if seats added to it. */
void table_key(const Table *t, uint8_t out[CIPHER_KEY]);

/* True if the key may be told: the game is over, and no seal keeps it. This question and the next go by the clock. */
bool table_tells_key(const Table *t);

/* True if nobody looks on: others play at tables of their own with the same dice, and who saw them here would know what
 * is to come there. */
bool table_curtained(const Table *t);

/* What a seat (-1: a spectator) may see of the record: RECORD_FULL once the game is over. */
int table_viewer(const Table *t, int seat);

/* The record as a seat may see it, with the comments that verify its dice. */
void table_record(Table *t, int seat, Buffer *out);

/* True if the node, as it was in that take, has been taken back since. */
bool table_reopened(const Table *t, int take, int node);

/* The first node to which `seat` may ask to go back: nobody goes back past a choice of somebody who cannot be asked,
 * made by him or by the bot that plays for him. */
int table_floor(const Table *t, int seat);

/* The node after the last one at which the seat chose, or the present one if it has chosen there; 0: it has not. */
int table_chosen_until(const Table *t, int seat);

/* Where `undo` without a node goes: the last node before this one at which the seat had a choice; -1: none. */
int table_back(const Table *t, int seat);

#endif
