/* seating.c: who sits where in a round of an evening (evening.h).
 *
 * What is wanted, the most important first: nobody meets somebody again as long as there is somebody new, everybody
 * sits on each seat equally often, for the first to move has other games than the last, and whoever had a bot at the
 * table is spared it. Where people are too few for the last table, bots take seats: at most one more at one table than
 * at another, and on different seats, so that on each seat there are people to be compared with.
 *
 * It begins with a shuffle and swaps two people wherever that is no worse. The lots come from the evening's key and the
 * round, so nobody chooses them; the log says what came of it. */
#include <string.h>

#include "base/rng.h"
#include "server/evening.h"

enum {
    SWAPS = 6000, /* tries a table: a hundredth of a second for the largest evening */
    MET = 8,      /* what meeting again costs, by the square of how often; */
    SAME = 3,     /* the same seat again, */
    BOTTED = 1    /* and a bot again */
};

/* What is known of the rounds before, and what is tried for the next. */
typedef struct Seating {
    int seats, tables;                     /* of the round */
    uint8_t met[PLAYERS_MAX][PLAYERS_MAX]; /* how often two sat at one table */
    uint8_t sat[PLAYERS_MAX][SEATS_MAX];   /* how often somebody had that seat */
    uint8_t botted[PLAYERS_MAX];           /* and a bot at his table */
    int (*place)[SEATS_MAX];               /* the answer */
} Seating;

/* Whoever sat there counts, even if he left and a bot went on: he has met the others. */
static void remember(const Evening *v, Seating *x) {
    for (int i = 0; i < v->tables && v->table[i].round <= v->round; i++) {
        const int *p = v->table[i].player;
        for (int a = 0; a < v->seats; a++) {
            if (p[a] < 0) continue;
            x->sat[p[a]][a]++;
            for (int b = 0; b < v->seats; b++) {
                if (p[b] < 0) x->botted[p[a]]++;
                if (p[b] >= 0 && b != a) x->met[p[a]][p[b]]++;
            }
        }
    }
}

/* What one at a table costs, on that seat, with those who sit there. */
static int cost(const Seating *x, int table, int seat) {
    const int *p = x->place[table];
    int sum = 0, who = p[seat];
    if (who < 0) return 0;
    sum += SAME * x->sat[who][seat] * x->sat[who][seat];
    for (int i = 0; i < x->seats; i++) {
        if (p[i] < 0) sum += BOTTED * x->botted[who];
        if (p[i] >= 0 && i != seat) sum += MET * x->met[who][p[i]] * x->met[who][p[i]];
    }
    return sum;
}

static int cost_of(const Seating *x, int table) {
    int sum = 0;
    for (int i = 0; i < x->seats; i++) sum += cost(x, table, i);
    return sum;
}

/* Two people change places, unless that is worse. */
static void try_swap(Seating *x, Rng *rng) {
    uint32_t places = (uint32_t)(x->tables * x->seats), a = rng_below(rng, places), b = rng_below(rng, places);
    int ta = (int)a / x->seats, tb = (int)b / x->seats;
    int *one = &x->place[ta][(int)a % x->seats], *other = &x->place[tb][(int)b % x->seats], kept = *one;
    if (*one < 0 || *other < 0 || a == b) return; /* bots stay where they are */
    int before = cost_of(x, ta) + (ta == tb ? 0 : cost_of(x, tb));
    *one = *other;
    *other = kept;
    if (cost_of(x, ta) + (ta == tb ? 0 : cost_of(x, tb)) <= before) return;
    *other = *one;
    *one = kept;
}

/* Bots are dealt out round by round of the tables, each on the seat after the last one's. */
static void place_bots(Seating *x, int bots, int from) {
    for (int i = 0; i < bots; i++) {
        int *p = x->place[i % x->tables], seat = (from + i) % x->seats;
        while (p[seat] < 0) seat = (seat + 1) % x->seats;
        p[seat] = -1;
    }
}

static void shuffle(int *who, int count, Rng *rng) {
    for (int i = count - 1; i > 0; i--) {
        int k = (int)rng_below(rng, (uint32_t)i + 1), kept = who[i];
        who[i] = who[k];
        who[k] = kept;
    }
}

/* Bots first, on seats of their own, then people into the gaps: whatever the swaps do, they only move people. */
int evening_seat(const Evening *v, const uint8_t key[CIPHER_KEY], int (*out)[SEATS_MAX]) {
    int who[PLAYERS_MAX], count = 0, next = 0;
    uint8_t lots[CIPHER_KEY];
    Rng rng;
    for (int i = 0; i < v->players; i++)
        if (!v->player[i].gone) who[count++] = i;
    Seating x = {.seats = v->seats, .tables = (count + v->seats - 1) / v->seats, .place = out};
    if (count == 0) return 0;
    evening_key(key, ROUNDS_MAX + 1 + v->round, lots); /* a number that no round has */
    memcpy(&rng, lots, sizeof rng);
    shuffle(who, count, &rng);
    memset(out, 0, (size_t)x.tables * sizeof *out);
    place_bots(&x, x.tables * x.seats - count, (int)rng_below(&rng, (uint32_t)x.seats));
    for (int i = 0; i < x.tables; i++)
        for (int k = 0; k < x.seats; k++)
            if (out[i][k] == 0) out[i][k] = who[next++];
    remember(v, &x);
    for (int i = 0; i < SWAPS * x.tables; i++) try_swap(&x, &rng);
    return x.tables;
}
