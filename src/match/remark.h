/* remark.h: what a bot says about a move of its own: its chance to win, the points it expects, how much it looked at,
 * and what it thinks of the moves it could choose. It is kept in the record as a comment, which every reader may
 * ignore:
 *
 *     # info NODE SEAT win 0.55 points 61.5 nodes 1200 move r9 0.55 move - 0.41
 *
 * Each part may be missing, but not all; `move` may come several times, the best first. */
#ifndef PENNA_MATCH_REMARK_H
#define PENNA_MATCH_REMARK_H

#include <stdint.h>

#include "base/game.h"

enum {
    REMARK_MOVES = 8, /* moves that are kept; what is said of others is checked and dropped */
    REMARK_MAX = 1024 /* bytes of its text, the closing NUL included */
};

typedef struct Remark {
    bool has_win, has_points, has_nodes;
    double win;     /* its chance to win, 0 to 1 */
    double points;  /* the points it expects */
    uint64_t nodes; /* positions, playouts, or whatever it counts */
    int count;
    struct {
        char token[TOKEN_MAX];
        double value; /* on a scale of its own: more is better */
    } move[REMARK_MOVES];
} Remark;

/* Reads `win 0.55 nodes 12`. NULL: it is read; else why it is none, in English. What a move of it says is asked of
 * `legal`, unless that is NULL: false refuses it. */
const char *remark_read(const char *text, bool (*legal)(const void *context, const char *token), const void *context,
                        Remark *out);

/* The same text again, numbers in one form. */
void remark_put(const Remark *r, Text *out);

#endif
