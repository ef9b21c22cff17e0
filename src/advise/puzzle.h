/* puzzle.h: positions in which one move is clearly the best and an eye that is not trained misses it.
 *
 * A decision of a record becomes a puzzle in two stages. The screen is cheap: the policy's glance, then a short race;
 * nearly every decision ends there, because its moves are too close or because everybody finds the best one. The proof
 * is dear and lets a puzzle through only if several judges who see it differently agree: trials closed by a glance,
 * trials to the end of the game, and the search of `master`; or the exact table, which needs no second opinion. What is
 * computed depends on the position and the seed alone. The seat's view is all that is used and all that is kept.
 *
 * The method and the file: docs/puzzles.md. */
#ifndef PENNA_ADVISE_PUZZLE_H
#define PENNA_ADVISE_PUZZLE_H

#include "advise/review.h"

/* Those who look at a puzzle, weakest first; it is as hard as the best of them who miss it. */
enum {
    EYES = 4,
    EYE_DRAWS = 16,
    PUZZLE_REASONS = 2 /* moves behind the best against which its reasons are kept */
};
extern const char *const puzzle_eyes[EYES];

/* What two judges say of the lead of the best move over the next one. */
typedef struct Lead {
    double lead, error; /* in the aim; error: standard error of the paired difference */
    uint32_t trials;    /* of each move; 0: exact */
} Lead;

typedef struct Puzzle {
    const Game *game;
    AnyState view; /* of the seat */
    int seat, node;
    Move played;
    char by[64];                 /* who played it, cut off if need be */
    Ranking ranking;             /* all legal moves, the best first, those of the proof before the others */
    Lead search, end;            /* with a horizon, and to the end of the game */
    uint32_t playouts;           /* with which master agrees; 0: it was not asked */
    int missed[EYES];            /* of EYE_DRAWS looks, how many missed it */
    int grade;                   /* 1 to EYES + 1: one more than the eyes that miss it more often than not */
    int reasons[PUZZLE_REASONS]; /* how many there are against each of the moves that follow the best */
    Phrase why[PUZZLE_REASONS][REASONS_MAX];
} Puzzle;

/* What one thread makes puzzles with. Zero-initialise; puzzle_maker_free() frees what there is. */
typedef struct PuzzleMaker {
    const Advisor *advisor;
    double least;    /* what the best move is to lead by, in win chance */
    uint32_t trials; /* of a move in the proof, at most */
    Judge judge;
    Bot *eye[EYES], *greedy, *master;
    void *memory;
} PuzzleMaker;

/* With at most so many trials of a move in each part of the proof; 0: as the game suggests. False: *why says why not,
 * and there is nothing to free. */
bool puzzle_maker_new(PuzzleMaker *m, const Advisor *a, double least, uint32_t trials, const char **why);
void puzzle_maker_free(PuzzleMaker *m);

/* Looks for puzzles in a match of the advisor's game, seats and options: at most `most`, in the order found. */
int puzzle_find(PuzzleMaker *m, const Match *match, Puzzle *out, int most);

/* What tells puzzles apart: the game, the phase, the table and the seat's own sheet. */
typedef struct PuzzleKey {
    const Game *game;
    uint8_t phase, seats, pieces;
    Piece piece[PIECES_MAX];
    Look look[BOXES_MAX];
} PuzzleKey;

void puzzle_key(const Game *g, const State *view, int seat, PuzzleKey *out);

/* True if somebody who has solved one would know the other. */
bool puzzle_alike(const PuzzleKey *a, const PuzzleKey *b);

/* A puzzle as a line of its file, without the line's end; `source` is JSON that says where it is from. */
void puzzle_write(const Puzzle *p, const char *source, Buffer *out);

/* A line of such a file, read back: what is asked and what is the answer. NULL, or what is wrong with it. */
typedef struct PuzzleAsked {
    const Game *game;
    AnyState view;
    int seat;
    Move best;
} PuzzleAsked;

const char *puzzle_read(const char *line, PuzzleAsked *out);

#endif
