/* qwixx_loop.c: see qwixx_loop.h. No state but two sheets, no function that is not inlined, no text, no views, no
 * options, and no way to stop in the middle. The moves are equally likely, as in game_play_out().
 *
 * A choice is a row and a box, and row NONE is a pass: it takes the cross that nobody made, so that the dice, which
 * nobody can predict, decide no branch. */
#include "bench/qwixx_loop.h"

#include <stdbool.h>
#include <string.h>

enum { SEATS = 2, ROWS = 4, NONE = ROWS, LAST = 10 };

typedef struct LoopSheet {
    uint8_t next[ROWS + 1];  /* the leftmost box that can be crossed */
    uint8_t count[ROWS + 1]; /* crosses, the lock included */
    uint8_t misthrows;
} LoopSheet;

typedef struct LoopChoice {
    uint8_t row, box;
} LoopChoice;

static inline int box_of(int row, int number) { return row < 2 ? number - 2 : 12 - number; }

static inline bool can_cross(const LoopSheet *sheet, int row, int box) {
    return (box >= sheet->next[row]) & ((box != LAST) | (sheet->count[row] >= 5));
}

/* Makes a choice of the list, whose first entry is the pass; returns the row's bit if that closes it. */
static inline unsigned cross(LoopSheet *sheet, LoopChoice c) {
    bool lock = c.box == LAST;
    sheet->next[c.row] = (uint8_t)(c.box + 1);
    sheet->count[c.row] = (uint8_t)(sheet->count[c.row] + 1 + lock);
    return (unsigned)lock << c.row;
}

static inline LoopChoice choose_white(const LoopSheet *sheet, const int *die, int sum, Rng *rng) {
    LoopChoice list[ROWS + 1] = {{.row = NONE}};
    uint32_t n = 1;
    for (int r = 0; r < ROWS; r++) {
        list[n] = (LoopChoice){(uint8_t)r, (uint8_t)box_of(r, sum)};
        n += (die[r] != 0) & can_cross(sheet, r, box_of(r, sum));
    }
    return list[rng_below(rng, n)];
}

static inline LoopChoice choose_colour(const LoopSheet *sheet, const int *die, int a, int b, Rng *rng) {
    LoopChoice list[2 * ROWS + 1] = {{.row = NONE}};
    uint32_t n = 1;
    for (int r = 0; r < ROWS; r++) {
        bool open = die[r] != 0;
        list[n] = (LoopChoice){(uint8_t)r, (uint8_t)box_of(r, a + die[r])};
        n += open & can_cross(sheet, r, box_of(r, a + die[r]));
        list[n] = (LoopChoice){(uint8_t)r, (uint8_t)box_of(r, b + die[r])};
        n += open & (a != b) & can_cross(sheet, r, box_of(r, b + die[r]));
    }
    return list[rng_below(rng, n)];
}

static inline bool two_closed(unsigned closed) { return (closed & (closed - 1)) != 0; }

static int score(const LoopSheet *sheet) {
    static const int points[] = {0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78};
    int sum = -5 * sheet->misthrows;
    for (int r = 0; r < ROWS; r++) sum += points[sheet->count[r]];
    return sum;
}

long qwixx_loop(Rng *rng, int *points) {
    LoopSheet sheet[SEATS];
    unsigned closed = 0;
    long decisions = 0;
    memset(sheet, 0, sizeof sheet);
    for (int active = 0;; active ^= 1) {
        uint32_t roll = rng_below(rng, 36 * 1296);
        int die[ROWS], white = (int)(roll / 1296), a = white / 6 + 1, b = white % 6 + 1;
        for (int r = 0; r < ROWS; r++, roll /= 6) die[r] = closed >> r & 1 ? 0 : (int)(roll % 6 + 1);

        LoopChoice first = choose_white(&sheet[0], die, a + b, rng), second = choose_white(&sheet[1], die, a + b, rng);
        bool passed = (active ? second : first).row == NONE;
        closed |= (cross(&sheet[0], first) | cross(&sheet[1], second)) & 15;
        decisions += 2;
        if (two_closed(closed)) break;
        for (int r = 0; r < ROWS; r++) die[r] = closed >> r & 1 ? 0 : die[r];

        LoopChoice third = choose_colour(&sheet[active], die, a, b, rng);
        closed |= cross(&sheet[active], third) & 15;
        sheet[active].misthrows = (uint8_t)(sheet[active].misthrows + (passed & (third.row == NONE)));
        decisions++;
        if (two_closed(closed) || sheet[active].misthrows == 4) break;
    }
    for (int i = 0; i < SEATS; i++) points[i] = score(&sheet[i]);
    return decisions;
}
