/* game.h: the one interface behind which every game stands.
 *
 * A game is a constant table of functions (struct Game) over a state of at most 256 plain bytes.
 * The bytes hold no pointer and no padding that is not zero: memcpy clones a state, memcmp compares
 * two, and the bytes serve as a key. Every state begins with the same eight bytes (struct State),
 * from which any front end can tell whose turn it is without knowing the game.
 *
 * A state stands at a node, of one of three kinds.
 *
 *   NODE_CHANCE  dice fall or a card is drawn. outcomes() says how many things can happen, weight()
 *                how likely each is, chance() makes one happen. The game holds no generator and a deck
 *                is a set of cards, never a secret order; so a replay needs no seed, a solver can sum
 *                over all outcomes, and real dice on a real table can be typed in.
 *   NODE_MOVE    the seats whose bit is set in `movers` each owe a decision. One mover and all movers
 *                are the same thing: play() takes the whole joint move, one Move per seat. A choice
 *                made by some and not yet by all is not part of a state; it lives in match.h.
 *   NODE_OVER    the game has ended; scores() are final.
 *
 * A Move is a number that encodes its meaning (row, box, value), not a place in a list. 0 is always
 * "pass" or "keep". legal() lists the moves of one seat in ascending order; for a mover the list is
 * never empty, for anyone else it is always empty. play() trusts legal(): whoever brings moves from
 * outside checks them first (match.h does).
 *
 * Hidden information has one door: hide() turns the full state into the view of one seat, in place,
 * and guess() turns a view back into some full state that the view allows, each equally likely. Bots,
 * clients and records see views only. A view is a state like any other: legal() works on it for its
 * own seat. `viewer` says whose eyes a state is for.
 *
 * Points are rules, the aim is not: scores() gives points at any node, as if the game ended there;
 * whether one plays for the win, the margin or the points is somebody else's choice.
 *
 * The sheet is data. layout() describes the printed sheet as boxes with place, colour, shape and
 * label; look() says what is written in a box; pieces() lists the dice and cards on the table;
 * touch() says which boxes and pieces belong to a move. Every front end draws and takes clicks from
 * these alone. Texts for people are Phrases, message ids with arguments, translated by the front end.
 *
 * Nothing in src/games calls malloc, stdio, a clock or a global, and nothing above it knows a rule.
 */
#ifndef PENNA_BASE_GAME_H
#define PENNA_BASE_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/lockstep.h"
#include "base/rng.h"
#include "base/text.h"

enum {
    SEATS_MAX = 6,       /* seats of any game */
    STATE_MAX = 256,     /* bytes of any state */
    MOVES_MAX = 128,     /* legal moves of a seat at any node */
    OPTIONS_MAX = 4,     /* options of any game */
    TOKEN_MAX = 64,      /* bytes of a move's or an outcome's text, the closing NUL included */
    POSITION_MAX = 2048, /* bytes of a state's text, the closing NUL included */
    BOXES_MAX = 64,      /* boxes of any sheet */
    ROWS_MAX = 8,        /* rows of any sheet */
    PIECES_MAX = 16,     /* dice and cards on any table */
    PARTS_MAX = 12,      /* parts a score is made of */
    TOUCH_MAX = 16,      /* boxes and pieces of one move */
    PHRASES_MAX = 8,     /* phrases that describe one move */
    COUNTS_MAX = 12,     /* values that count at one node */
    STEPS_MAX = 13       /* steps of a printed table of points */
};

typedef uint32_t Move;

enum { MOVE_PASS = 0, PHASE_OVER = 0 };

typedef enum Node { NODE_CHANCE, NODE_MOVE, NODE_OVER } Node;

/* The first member of every game's state. */
typedef struct State {
    uint8_t node;   /* a Node */
    uint8_t movers; /* bit i: seat i owes a decision here; 0 unless node is NODE_MOVE */
    uint8_t seats;  /* how many sit at the table */
    uint8_t active; /* the seat whose turn it is */
    uint8_t phase;  /* index into the game's phases; PHASE_OVER exactly at NODE_OVER */
    uint8_t viewer; /* VIEWER_ALL, VIEWER_NONE, or the seat whose view this is plus one */
    uint16_t turn;  /* turns completed before this one */
} State;

enum {
    VIEWER_ALL = 0,     /* the full state: nothing is hidden */
    VIEWER_NONE = 0xFF, /* a spectator: what no seat shows is hidden */
};

/* Room for the state of any game. */
typedef union AnyState {
    State head;
    uint8_t bytes[STATE_MAX];
    uint64_t align;
} AnyState;

/* Stands for an outcome that a view does not show (a card drawn into another seat's hand). */
#define OUTCOME_HIDDEN UINT32_MAX

/* ---- Texts for people ---------------------------------------------------------------------------- */

typedef enum Colour {
    COLOUR_NONE,
    COLOUR_WHITE,
    COLOUR_BLACK,
    COLOUR_GREY,
    COLOUR_RED,
    COLOUR_YELLOW,
    COLOUR_GREEN,
    COLOUR_BLUE,
    COLOUR_PURPLE,
    COLOUR_ORANGE,
    COLOURS
} Colour;

/* A message: an id as it stands in English, in which {0} {1} {2} stand for the numbers arg[0..2] and
 * {c0} {c1} {c2} for the names of the colours arg[0..2]. */
typedef struct Phrase {
    const char *id;
    int16_t arg[3];
    bool gain; /* of what warn() says: nothing to be careful of but something to be glad of */
} Phrase;

/* ---- The sheet and the table as data ------------------------------------------------------------- */

typedef enum Shape {
    SHAPE_SQUARE,
    SHAPE_ROUND,
    SHAPE_PENTAGON, /* Qwinto's bonus box */
    SHAPE_LOCK,     /* Qwixx's lock */
    SHAPE_MISTHROW, /* one misthrow */
    SHAPE_SCORE     /* filled in by counting, never by a move */
} Shape;

enum { UNIT = 10, ROW_NONE = 0xFF };

/* One box of the printed sheet. Places are in tenths of a box's width, from the top left. */
typedef struct Box {
    int16_t x, y, w, h;
    uint8_t row;    /* index into Layout.rows, or ROW_NONE */
    uint8_t colour; /* a Colour */
    uint8_t shape;  /* a Shape */
    char label[4];  /* what is printed in it: "12", "-5", "" */
} Box;

/* One coloured row. */
typedef struct Row {
    char letter;    /* as in the notation; shown so that colour is never the only sign */
    uint8_t colour; /* a Colour */
} Row;

/* A thick line printed on the sheet. */
typedef struct Rule {
    int16_t x1, y1, x2, y2;
} Rule;

typedef enum Mark {
    MARK_FREE,   /* nothing yet */
    MARK_GONE,   /* nothing yet, and nothing ever can be */
    MARK_CROSS,  /* crossed */
    MARK_NUMBER, /* a number is written */
    MARK_HIT,    /* a number is written and is a hit */
    MARK_STRUCK  /* crossed out: worth nothing */
} Mark;

/* A table of points printed on the sheet: a row with n boxes so marked scores points[n - 1]. The parts of the score
 * begin with the rows then. */
typedef struct Scale {
    uint8_t mark;              /* a Mark */
    uint8_t steps;             /* 0: no such table */
    bool adds_numbers;         /* the numbers written in the row count besides */
    uint8_t points[STEPS_MAX]; /* rising */
} Scale;

typedef struct Layout {
    char name[4]; /* which of a game's different sheets this is ("C"), or "" */
    int16_t w, h; /* size of the sheet, in the units of Box */
    uint8_t row_count, box_count, rule_count;
    Row rows[ROWS_MAX];
    Box boxes[BOXES_MAX];
    Rule rules[8];
    Phrase note; /* how it is counted, printed under the sheet; id NULL: none */
    Scale scale;
} Layout;

/* What a box of one seat's sheet holds now. */
typedef struct Look {
    uint8_t mark;  /* a Mark */
    int16_t value; /* the number, for MARK_NUMBER and MARK_HIT */
} Look;

typedef enum PieceKind { PIECE_DIE, PIECE_CARD } PieceKind;
typedef enum Place { PLACE_TABLE, PLACE_HAND, PLACE_GRID } Place;

enum { VALUE_NONE = INT8_MIN }; /* a die not rolled yet, a card seen from behind */

/* A die or a card, as one seat sees it. */
typedef struct Piece {
    uint8_t kind;   /* a PieceKind */
    uint8_t place;  /* a Place */
    uint8_t spot;   /* order within the place; in a grid: row by row, two a row */
    uint8_t colour; /* a Colour; COLOUR_NONE from behind */
    int8_t value;   /* or VALUE_NONE */
} Piece;

/* A value that the pieces on the table give a seat to write or cross: their sum, and the colours it may go to. */
typedef struct Count {
    int16_t value;
    uint16_t colours; /* bit c: Colour c; none: it may go nowhere */
    uint16_t pieces;  /* bit i: piece i of pieces() is part of it */
} Count;

/* In the lists that touch() gives, boxes are their index and pieces are this plus their index. */
enum { TOUCH_PIECE = 64 };

/* ---- Options and phases -------------------------------------------------------------------------- */

/* A choice made before the game. Its value is an int; 0 is always the default. */
typedef struct Option {
    const char *name;
    const char *summary;       /* message id: what it changes */
    const char *question;      /* message id: as a player is asked */
    const char *const *values; /* the words it can be, NULL-terminated; value i is values[i] */
    const char *const *words;  /* message ids: the same as a player is told, one for each */
    /* Or, where it is not a word of a list: */
    const char *form;                          /* message id: what it looks like */
    bool (*get)(const char *text, int *value); /* false: not of that form */
    bool (*fits)(int value, int seats);        /* false: not for that many seats */
    void (*put)(int value, int seats, Text *out);
    bool sheets; /* it is the names of printed sheets (Layout.name), one for each seat */
} Option;

/* A kind of node within a turn. */
typedef struct Phase {
    const char *name;   /* a word, for state texts and scripts */
    const char *prompt; /* message id: what is expected of a mover; NULL for chance */
} Phase;

/* ---- What a learned evaluation is shown ---------------------------------------------------------- */

enum { SLOTS_MAX = 136, CLASSES_MAX = 64, PLAIN_MAX = 8 };

/* How a net is trained (src/train/). */
typedef struct Training {
    uint16_t rounds, games; /* games of a round */
    float lambda;           /* how much a position's target is the end of the game, not the net's own later word; */
    float lambda_end;       /* and in the last rounds, when that word is worth more; 0: the same */
    float rate;             /* of learning, at first */
    float own;              /* what a hundred points that the seat will make count for in these games, */
    float alone;            /* and a hundred that it would make alone */
    float sparring;         /* part of the games in which the other seats play in other styles */
    float curious;          /* part of the moves, at first, that are chosen through noise; falls to none in the end */
    float deep;             /* part of the rounds, the last ones, that are played with all the thought of expert */
    float variance;         /* alone: how much the variance of the points counts beside the points */
    bool exact;             /* alone: the points are learned from the exact table of the game, not from how games end */
    float crowd;            /* part of the games that have three seats or more; 0: the usual */
    float bound; /* sums of the first layer beyond it are drawn back, long before they leave two bytes; 0: none */
} Training;

/* A net looks at a position through the eyes of one seat, against one other seat at a time. It is shown a
 * fixed number of slots, each holding one of the `inputs` numbers; several slots may share numbers (rows
 * that are alike). The slots that concern the seat alone come first and use the lowest numbers, so that
 * a smaller net can play alone. Any node is allowed; what a net learns from are the first node of a
 * turn and the chance nodes within one. */
typedef struct Features {
    uint16_t inputs, slots;                                           /* of a pair of seats */
    uint16_t solo_inputs, solo_slots;                                 /* of the seat alone: the first of them */
    void (*list)(const State *, int seat, int other, uint16_t *slot); /* other -1: the seat alone */

    /* Merges the outcomes of a chance node that lead to the same future: one outcome of each class, and
     * its weight. Returns how many, at most CLASSES_MAX; 0: too many. NULL: always too many. */
    int (*classes)(const State *, uint32_t *outcome, uint32_t *weight);

    /* Where there are too many: how many rolls within a seat's own turn are tried to judge a decision to roll,
     * and for how many of its moves; 0: the net judges them all. */
    uint8_t samples, sampled_moves;

    /* For how many turns of each seat the playouts of a search go on, all seats choosing at a glance. 0: until
     * it is the same seat's turn again, with more thought; for games where a glance is not quick or not enough. */
    uint8_t search_rounds;

    /* A turn goes on after seats have chosen at the same time (the white sum, then a colour), so that a glance at the
     * middle of the turn does not tell what the others will do: they are thought to look to its end. */
    bool foresees;

    /* What a hundred points that the seat will make count for beside the chance to win, and a hundred that it would
     * make alone. */
    float own, alone;

    /* And what a hundred points ahead count for, so that a game that is won or lost anyway is played well; 0: the
     * usual. */
    float margin;

    /* A few hand-made numbers of a seat's sheet, for a linear yardstick, and their tuned weights; NULL:
     * the game has no such yardstick. */
    int plain_count;
    void (*plain)(const State *, int seat, float *out);
    const float *plain_weights;

    Training with_others, alone_training; /* how the two nets are trained */

    /* What the nets of an earlier release were shown, for its frozen weights; NULL: the same, or nothing. */
    const struct Features *earlier;
} Features;

/* ---- The game ------------------------------------------------------------------------------------ */

typedef struct Game {
    const char *name;        /* command name: lower case, digits, '-' */
    const char *title;       /* message id: as printed on the box */
    const char *summary;     /* message id: the game in a line */
    const char *chance_word; /* "roll" or "draw": begins a chance line of a record */
    uint8_t min_seats, max_seats;
    uint8_t printed_min; /* the fewest seats printed on the box */
    uint16_t size;       /* bytes of its state, <= STATE_MAX */
    uint16_t nodes_max;  /* a bound on the nodes of a game, for any number of seats */
    int16_t score_min, score_max;
    const Option *options; /* the last has name NULL; or NULL */
    const Phase *phases;   /* phase 0 is "over"; the last has name NULL */

    /* The rules. */
    void (*start)(State *, int seats, const int *option); /* option: one value for each of options */
    int (*legal)(const State *, int seat, Move *out);     /* ascending; returns how many */
    void (*play)(State *, const Move *by_seat);           /* entries of seats that do not move are ignored */
    uint32_t (*outcomes)(const State *);
    uint32_t (*weight)(const State *, uint32_t outcome); /* NULL: all equal */
    void (*chance)(State *, uint32_t outcome);
    void (*scores)(const State *, int *by_seat);
    void (*options_of)(const State *, int *option); /* what it was started with; NULL: no options */
    long (*play_out)(State *, Rng *);               /* game_play_out() made faster, see play_out.h; NULL: as it is */

    /* Hidden information; both NULL where there is none. `viewer` is set before the call.
     * hide() leaves what `viewer` may see. guess() fills in the rest; viewer is VIEWER_ALL then. */
    void (*hide)(State *);
    void (*guess)(State *, int viewer, Rng *);

    /* Notation (docs/notation.md). put functions write a token; get functions take exactly what put
     * writes and nothing else. get_move is generic, see game_get_move(). */
    void (*put_move)(const State *, int seat, Move, Text *out);
    void (*put_outcome)(const State *, uint32_t outcome, Text *out);
    bool (*get_outcome)(const State *, const char *token, uint32_t *outcome);
    /* A move of a seat whose hand this view hides; NULL where nothing is hidden. */
    bool (*get_hidden_move)(const State *, int seat, const char *token, Move *out);

    /* The state after the common head, as words separated by single spaces. get_body() is given a
     * started state whose head's active, phase, viewer and turn are filled in; it sets the rest, node and
     * movers included, and refuses (false) what cannot be a position of the game, saying why. */
    void (*put_body)(const State *, Text *out);
    bool (*get_body)(State *, Scan *in, const char **why);

    /* The sheet and the table. */
    uint8_t sheets; /* how many different sheets are printed */
    void (*layout)(int sheet, Layout *out);
    int (*sheet_of)(const State *, int seat); /* which sheet a seat has; NULL: all have sheet 0 */
    void (*look)(const State *, int seat, int box, Look *out);
    int (*pieces)(const State *, int seat, Piece *out);        /* as that seat sees them */
    int (*touch)(const State *, int seat, Move, uint8_t *out); /* returns how many */
    int (*counts)(const State *, int seat, Count *out); /* what counts now: every value a move writes; NULL: nothing */
    const char *const *parts;                           /* message ids of the score's parts, NULL-terminated */
    void (*part_values)(const State *, int seat, int *out);  /* they sum to the score */
    unsigned (*rows_done)(const State *, int seat);          /* bit r: row r is complete */
    int (*say)(const State *, int seat, Move, Phrase *out);  /* the move in words */
    int (*warn)(const State *, int seat, Move, Phrase *out); /* what it costs or brings, or 0 */

    const Features *features; /* what a net is shown; NULL: bots that learn play by rollouts */

    /* Batches (arena/batch.h). A legal move's place among the game's `actions`: as few as will do to tell the legal
     * moves of any node apart, and the same place for what means the same. NULL: its place in the list that legal()
     * gives. */
    uint8_t actions;
    int (*action)(const State *, int seat, Move);

    /* A view in plain small numbers through the eyes of its seat: the sheets, the seat's own first, then the others in
     * turn, each the same way; what lies on the table; the phase and whose turn it is, 0 being the seat itself.
     * planes() says how many numbers. NULL: what look() and pieces() say. */
    int (*planes)(int seats);
    void (*see)(const State *view, int seat, uint8_t *out);

    /* The game in lockstep, with options at their defaults; `portable`: without special instructions, and with the same
     * games. NULL: there is no such thing. */
    const Lockstep *(*lockstep)(bool portable);
} Game;

/* What only batches ask of a game. The engine for the page leaves it out: there are no batches, and every byte is
 * loaded over a phone's network. */
#ifdef __wasm__
#define FOR_BATCHES(function) (0 ? (function) : NULL)
#else
#define FOR_BATCHES(function) (function)
#endif

/* ---- What every game gets for nothing (game.c) --------------------------------------------------- */

/* The listed games, NULL-terminated. */
extern const Game *const games[];

/* The template; never listed, always tested. */
extern const Game null_game;

/* The listed game of that name, or NULL. */
const Game *game_find(const char *name);

/* Starts a game with all options at their defaults. */
void game_start(const Game *g, State *s, int seats);

/* Reads "name=value" into option[]; on failure returns false and a reason in *why, option[] unchanged.
 * *index is set to the option's place. Whether it fits the number of seats is asked by
 * game_options_fit(). */
bool game_get_option(const Game *g, const char *text, int *option, int *index, const char **why);
void game_put_option(const Game *g, int index, int value, int seats, Text *out);
int game_option_count(const Game *g);
bool game_options_fit(const Game *g, const int *option, int seats, const char **why);

/* Turns a full state into the view of one seat (seat -1: of a spectator), in place. */
void game_hide(const Game *g, State *s, int seat);

/* Turns a view into a full state it allows, in place; a full state stays as it is. */
void game_guess(const Game *g, State *s, Rng *rng);

/* The seat's legal move whose text is `token`, byte for byte. False: there is none. */
bool game_get_move(const Game *g, const State *s, int seat, const char *token, Move *out);

/* The same, but on a view it also takes a move of a seat whose hand the view hides, if the view allows it. */
bool game_read_move(const Game *g, const State *s, int seat, const char *token, Move *out);

/* True if `move` is among the seat's legal moves. */
bool game_is_legal(const Game *g, const State *s, int seat, Move move);

/* A random outcome, by weight. */
uint32_t game_roll(const Game *g, const State *s, Rng *rng);

/* Plays on to the end, every seat choosing uniformly among its legal moves; returns how many decisions that
 * took. This is the inner loop of simulation and of playouts. */
long game_play_out(const Game *g, State *s, Rng *rng);

/* The whole state as one line of text (docs/notation.md), and back. get accepts exactly what put
 * writes; on failure it returns NULL and says why, otherwise the game, with *s filled. */
void game_put_state(const Game *g, const State *s, Text *out);
const Game *game_get_state(const char *text, AnyState *s, const char **why);
/* The same for a game that need not be listed. */
bool game_get_state_of(const Game *g, const char *text, AnyState *s, const char **why);

/* For layout(): adds a box of one unit at (x, y), in the colour of its row, and returns it; its index is
 * the number of boxes added before. box_label() prints a number in a box. */
Box *layout_box(Layout *l, int x, int y, int row, Shape shape);
void box_label(Box *b, int number);

/* How many of the seat's misthrow boxes are marked. */
int game_misthrows(const Game *g, const State *s, int seat);

/* Competition ranks of the points (1, 1, 3); returns how many share the first. */
int game_ranks(const int *points, int seats, int *rank);

static inline bool state_moves(const State *s, int seat) { return s->movers >> seat & 1; }

/* The seats' bits, all set. */
static inline uint8_t state_all(const State *s) { return (uint8_t)((1u << s->seats) - 1); }

/* For Game.see(): the phase, and whose turn it is, counted from the seat itself; 0 when the game is over. Two numbers.
 */
static inline void state_see(const State *s, int seat, uint8_t *out) {
    out[0] = s->phase;
    out[1] = (uint8_t)(s->node == NODE_OVER ? 0 : (s->active + s->seats - seat) % s->seats);
}

#endif
