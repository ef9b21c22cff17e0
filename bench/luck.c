/* luck.c: how far the luck that the judge finds in a game can be trusted (docs/club.md): games of bots at several
 * tables with the same dice, as at an evening, each judged twice with other trials.
 *
 * usage: luck GAME [ROUNDS [TABLES [SEATS [BOT]]]]      40 rounds at 6 tables of 2, by `normal`
 *
 * Prints in points: the mean of the luck, which should be nothing; the deviation of the points, and of what is left
 * when the luck is taken off, over all games and among those who had the same seat and the same dice; the error that
 * the judge claims for the luck of one game, and the one that two of his answers show; and how many seconds of the
 * processor one takes him. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "advise/review.h"
#include "arena/roster.h"
#include "base/dice.h"
#include "host/clock.h"
#include "match/dice.h"

enum { TWICE = 2, TABLES_MAX = 64 };

/* What is asked for. */
typedef struct LuckPlan {
    const Game *game;
    int rounds, tables, seats;
    const char *bot;
} LuckPlan;

/* One seat's game: points, and both answers of the judge. */
typedef struct Played {
    double points, luck[TWICE], error[TWICE];
} Played;

/* What all of it comes to. */
typedef struct LuckTotals {
    Mean luck, points, adjusted;         /* over all games */
    Mean points_within, adjusted_within; /* less the mean of the seat in the round */
    Mean claimed;                        /* the judge's error, as a square */
    Mean apart;                          /* his two answers' difference */
    double seconds;                      /* that he took */
    long games;                          /* that he was given, twice counted */
} LuckTotals;

/* A game whose dice are those of the round; the bots draw lots of their own at each table. */
static Match *play(const LuckPlan *p, int round, int table) {
    const char *why;
    Match *m = match_new(p->game, p->seats, NULL);
    Bot *bot = roster_bot(p->bot, p->game, (Budget){.playouts = 200}, &why);
    Rng rng = rng_stream((uint64_t)round, (uint64_t)table);
    if (!m || !bot) exit(2);
    while (match_state(m)->node != NODE_OVER) {
        const State *s = match_state(m);
        int node = match_node(m), movers = s->movers;
        if (s->node == NODE_CHANCE)
            match_chance(m, node, dice_outcome(p->game, s, rng_mix((uint64_t)round), dice_ordinal(m)));
        else
            for (int seat = 0; seat < p->seats; seat++) {
                AnyState view;
                if (!(movers >> seat & 1)) continue;
                match_view(m, seat, &view);
                match_submit(m, seat, node, bot->kind->choose(bot, &view.head, seat, &rng));
            }
    }
    roster_free(bot);
    return m;
}

/* The rolls of a game by the quick analysis, as the server judges an evening. */
static void judge_rolls(const Match *m, uint64_t seed, Review *r, LuckTotals *sums) {
    Advisor a;
    AnyState start;
    Judge judge;
    const char *why;
    double begin = clock_worked();
    match_state_at(m, 0, &start);
    if (!advisor_make(&a, match_game(m), &start.head, &(AdvisorWishes){.level = LEVEL_QUICK, .seed = seed}, &why) ||
        !advisor_judge(&a, &judge, &why) || !review_open(r, m, &a))
        exit(2);
    for (int i = 0; i < r->count; i++)
        if (r->item[i].seat < 0) review_judge(r, &judge, NULL, i, &r->item[i]);
    r->done = r->count;
    review_sum(r);
    review_free(r);
    advisor_judge_free(&judge);
    advisor_close(&a);
    sums->seconds += clock_worked() - begin;
    sums->games++;
}

static void take_game(const LuckPlan *p, int round, int table, Played *out, LuckTotals *sums) {
    Match *m = play(p, round, table);
    Review r;
    for (int k = 0; k < TWICE; k++) {
        judge_rolls(m, (uint64_t)k + 1, &r, sums);
        for (int i = 0; i < p->seats; i++) {
            out[i].points = r.seat[i].points;
            out[i].luck[k] = r.seat[i].points_luck;
            out[i].error[k] = r.seat[i].points_luck_error;
        }
    }
    match_free(m);
}

/* Everybody on a seat against the mean of that seat. The first answer is the one that counts, as at an evening. */
static void count_seat(const LuckPlan *p, Played (*at)[SEATS_MAX], int seat, LuckTotals *sums) {
    double points = 0, adjusted = 0, wide = sqrt((double)p->tables / (p->tables - 1)); /* for the mean has him in it */
    for (int i = 0; i < p->tables; i++) {
        points += at[i][seat].points / p->tables;
        adjusted += (at[i][seat].points - at[i][seat].luck[0]) / p->tables;
    }
    for (int i = 0; i < p->tables; i++) {
        const Played *x = &at[i][seat];
        mean_add(&sums->luck, x->luck[0]);
        mean_add(&sums->points, x->points);
        mean_add(&sums->adjusted, x->points - x->luck[0]);
        mean_add(&sums->points_within, wide * (x->points - points));
        mean_add(&sums->adjusted_within, wide * (x->points - x->luck[0] - adjusted));
        for (int k = 0; k < TWICE; k++) mean_add(&sums->claimed, x->error[k] * x->error[k]);
        mean_add(&sums->apart, x->luck[1] - x->luck[0]);
    }
}

static void print_sums(const LuckPlan *p, const LuckTotals *s, const Mean *by_round) {
    printf("%s, %d rounds at %d tables of %d, %s, in points\n", p->game->name, p->rounds, p->tables, p->seats, p->bot);
    printf("mean of the luck               %7.2f, error %.2f (by round: tables of one have the same dice)\n",
           by_round->mean, mean_error(by_round));
    printf("deviation, all games           %7.2f, without luck %.2f\n", mean_deviation(&s->points),
           mean_deviation(&s->adjusted));
    printf("deviation, same seat and dice  %7.2f, without luck %.2f\n", mean_deviation(&s->points_within),
           mean_deviation(&s->adjusted_within));
    printf("error of one game's luck       %7.2f as claimed, %.2f as found\n", sqrt(s->claimed.mean),
           mean_deviation(&s->apart) / sqrt(2));
    printf("one game takes the judge       %7.2f s\n", s->seconds / (double)s->games);
}

static int number(int count, char **words, int i, int usual) { return i < count ? atoi(words[i]) : usual; }

int main(int count, char **words) {
    LuckPlan p = {.game = count > 1 ? game_find(words[1]) : NULL, .bot = count > 5 ? words[5] : "normal"};
    Played at[TABLES_MAX][SEATS_MAX];
    LuckTotals sums = {0};
    Mean by_round = {0};
    p.rounds = number(count, words, 2, 40);
    p.tables = number(count, words, 3, 6);
    p.seats = number(count, words, 4, 2);
    bool good = p.game && p.rounds > 1 && p.tables > 1 && p.tables <= TABLES_MAX;
    if (!good || p.seats < p.game->min_seats || p.seats > p.game->max_seats) {
        fprintf(stderr, "usage: luck GAME [ROUNDS [TABLES [SEATS [BOT]]]]\n");
        return 2;
    }
    for (int round = 0; round < p.rounds; round++) {
        double luck = 0;
        for (int table = 0; table < p.tables; table++) take_game(&p, round, table, at[table], &sums);
        for (int seat = 0; seat < p.seats; seat++) count_seat(&p, at, seat, &sums);
        for (int i = 0; i < p.tables * p.seats; i++) luck += at[i / p.seats][i % p.seats].luck[0];
        mean_add(&by_round, luck / (p.tables * p.seats));
    }
    print_sums(&p, &sums, &by_round);
    return 0;
}
