/* league.c: what a league plays next, and what weeks of it cost.
 *
 * The bots are made up, how good they are and how long they take too; the folder, its league.conf and its logs are
 * real ones, in the working directory.
 *
 *  - The table that is chosen is one at which a second of play takes most from the errors of the ratings, as a whole
 *    new fit has it; who rests or has gone is not asked.
 *  - A newcomer gets the next blocks, and then leaves some to the others.
 *  - The judge of luck is asked where he is worth his time.
 *  - With hundreds of thousands of blocks in the logs the next one costs what it cost in the beginning. That is counted
 *    (the build lets calls of some functions come here first) and not timed. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/duel.h"
#include "arena/league.h"
#include "base/cipher.h"
#include "sparing.h"

enum { BOTS = 6, SETS = 500, SECONDS = 5 };
static const double elo_unit = 173.717792761; /* 400 / ln 10 */

static long checks;

static void check(bool good, const char *what, int line) {
    checks++;
    if (good) return;
    fprintf(stderr, "league.c:%d: not so: %s\n", line, what);
    exit(1);
}

#define CHECK(what) check(what, #what, __LINE__)

/* ---- A league that is made up ------------------------------------------------------------------------- */

typedef struct World {
    const char *folder;
    FILE *log;
    League league;
    Rng rng;
    double elo[BOTS], ms[BOTS]; /* of bot number i, which is called b0, b1, ...: its strength, and milliseconds a set */
    bool resting[BOTS];
} World;

/* The bots whose bits are set take part. */
static void configure(World *w, unsigned present, const char *plays, const char *more) {
    char path[100];
    long line;
    snprintf(path, sizeof path, "%s/league.conf", w->folder);
    FILE *f = fopen(path, "w");
    CHECK(f);
    fprintf(f, "sets %d\nseconds %d\n%s%s", SETS, SECONDS, plays, more);
    for (int i = 0; i < BOTS; i++)
        if (present >> i & 1) fprintf(f, "bot b%d random\n", i);
    CHECK(fclose(f) == 0);
    CHECK(!league_configure(&w->league, &line));
}

/* With the checksum that docs/league.md says. */
static void add_line(World *w, const char *text) {
    uint8_t hash[CIPHER_HASH];
    cipher_hash(text, strlen(text), hash);
    fprintf(w->log, "%s ~%02x%02x%02x%02x\n", text, hash[0], hash[1], hash[2], hash[3]);
}

static World *new_world(const char *folder, uint64_t seed) {
    char path[100];
    World *w = calloc(1, sizeof *w);
    CHECK(w);
    *w = (World){.folder = folder, .rng = rng_stream(seed, 1)};
    snprintf(path, sizeof path, "%s/log", folder);
    CHECK(mkdir(folder, 0777) == 0 && mkdir(path, 0777) == 0);
    snprintf(path, sizeof path, "%s/log/0001.log", folder);
    CHECK((w->log = fopen(path, "w")));
    add_line(w, "penna-league-log 1 here 1");
    for (int i = 0; i < BOTS; i++) w->ms[i] = 1;
    league_begin(&w->league, folder);
    return w;
}

static void free_world(World *w) {
    char path[100];
    fclose(w->log);
    league_free(&w->league);
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s%s", w->folder, (const char *[]){"/log/0001.log", "/league.conf", "/log"}[i]);
        CHECK(remove(path) == 0);
    }
    CHECK(rmdir(w->folder) == 0);
    free(w);
}

static int number_of(const LeagueGroup *g, int entry) { return g->entry[entry].name[1] - '0'; }

/* What each is expected to have of a game. */
static void expected(const World *w, const LeagueGroup *g, const int *bot, double *share) {
    double sum = 0;
    for (int i = 0; i < g->play.seats; i++) sum += share[i] = exp(w->elo[number_of(g, bot[i])] / elo_unit);
    for (int i = 0; i < g->play.seats; i++) share[i] /= sum;
}

static int winner_of(World *w, int seats, const double *share) {
    double lot = rng_real(&w->rng);
    int winner = 0;
    while (winner < seats - 1 && (lot -= share[winner]) >= 0) winner++;
    return winner;
}

/* Adds a set to a block. Less luck it varies `steady` times less far from what was to be expected. */
static void add_set(World *w, const LeagueGroup *g, const double *share, double steady, LeagueBlock *b) {
    int64_t won[SEATS_MAX] = {0}, less[SEATS_MAX];
    for (int game = 0; game < b->seats; game++) won[winner_of(w, b->seats, share)] += SHARE_UNIT;
    for (int i = 0; i < b->seats; i++) {
        double mean = share[i] * b->seats, far = (double)won[i] / SHARE_UNIT - mean;
        less[i] = b->adjusted ? llround(ADJUST_UNIT * (mean + far / steady)) : 0;
        b->bot[i].share += won[i];
        b->bot[i].less += less[i];
    }
    for (int i = 0; i < b->seats; i++)
        for (int j = i; j < b->seats; j++) {
            b->product[i][j] += won[i] * won[j];
            b->less_product[i][j] += less[i] * less[j];
        }
    (void)g;
}

/* The slowest at the table is waited for. */
static double set_ms(const World *w, const LeagueGroup *g, const int *bot) {
    double ms = 0;
    for (int i = 0; i < g->play.seats; i++) ms = fmax(ms, w->ms[number_of(g, bot[i])]);
    return ms;
}

/* Plays so many sets; `judge_ms`: what the judge of luck takes for one, 0: he is not there. */
static void play(World *w, const LeagueGroup *g, const int *bot, int sets, double judge_ms, double steady) {
    double share[SEATS_MAX];
    LeagueBlock b = {.time = 1000, .seats = g->play.seats, .seed = rng_next(&w->rng) >> 1, .adjusted = judge_ms > 0};
    Buffer line = {0};
    strcpy(b.play, g->play.key);
    b.sets = b.finished = (uint64_t)sets;
    b.milliseconds = (uint64_t)(sets * (set_ms(w, g, bot) + judge_ms));
    for (int i = 0; i < b.seats; i++) {
        strcpy(b.bot[i].name, g->entry[bot[i]].name);
        b.bot[i].identity = g->entry[bot[i]].identity;
    }
    expected(w, g, bot, share);
    for (int i = 0; i < sets; i++) add_set(w, g, share, steady, &b);
    block_put(&b, &line);
    add_line(w, line.bytes);
    buffer_free(&line);
}

static void read_all(World *w) {
    CHECK(fflush(w->log) == 0 && !league_read(&w->league));
    league_rate(&w->league);
}

static bool rests(void *context, const LeagueEntry *e) { return ((const World *)context)->resting[e->name[1] - '0']; }

static LeagueChoice choose(World *w) { return league_choose(&w->league, rests, w, &w->rng); }

/* ---- Where it tells most ------------------------------------------------------------------------------ */

/* By how much the squared errors of those who take part fall by so many more sets at that table, all as expected: from
 * a whole new fit, where the league has a formula for the difference. */
static double fall(const LeagueGroup *g, const int *bot, double sets) {
    static Ratings after;
    Meeting *meeting = calloc((size_t)g->tables + 1, sizeof *meeting), *more = meeting + g->tables;
    double sum = 0, fall = 0;
    int present = 0;
    CHECK(meeting);
    for (int i = 0; i < g->tables; i++) meeting[i] = league_meeting(g, &g->table[i]);
    *more = (Meeting){.seats = g->play.seats, .sets = sets};
    for (int i = 0; i < more->seats; i++) sum += exp(g->ratings.strength[more->bot[i] = bot[i]]);
    for (int i = 0; i < more->seats; i++) more->share[i] = sets * exp(g->ratings.strength[bot[i]]) / sum;
    rating_tables(g->entries, g->tables + 1, meeting, .5, &after);
    free(meeting);
    for (int i = 0; i < g->entries; i++) present += g->entry[i].bot != NULL;
    for (int i = 0; i < g->entries; i++)
        for (int j = 0; j < g->entries; j++)
            if (g->entry[i].bot && g->entry[j].bot)
                fall += ((i == j) - 1.0 / present) * (g->ratings.model[i][j] - after.model[i][j]);
    return fall * g->ratings.spread * elo_unit * elo_unit;
}

/* By the second, of a whole block. */
static double by_second(const World *w, const LeagueGroup *g, const int *bot) {
    double seconds = set_ms(w, g, bot) / 1000, sets = fmin(SETS, SECONDS / seconds);
    return fall(g, bot, sets) / (sets * seconds);
}

/* The bots of that set of bits; false: they are no table of the group that may be played now. */
static bool table_of(const World *w, const LeagueGroup *g, unsigned set, int *bot) {
    int n = 0;
    if (__builtin_popcount(set) != g->play.seats || set >> g->entries) return false;
    for (int i = 0; i < g->entries; i++)
        if (set >> i & 1) {
            if (!g->entry[i].bot || w->resting[number_of(g, i)]) return false;
            bot[n++] = i;
        }
    return true;
}

/* The most that any table tells by the second. */
static double most_of(const World *w) {
    double most = 0;
    for (int i = 0; i < w->league.groups; i++)
        for (unsigned set = 1; set < 1u << BOTS; set++) {
            const LeagueGroup *g = w->league.group[i];
            int bot[SEATS_MAX];
            if (g->present && table_of(w, g, set, bot)) most = fmax(most, by_second(w, g, bot));
        }
    return most;
}

/* Every table has been played, some much, some little; those of one of the groups sixteen times as much. */
static void play_all(World *w, int much) {
    for (int i = 0; i < w->league.groups; i++)
        for (unsigned set = 1; set < 1u << BOTS; set++) {
            const LeagueGroup *g = w->league.group[i];
            int bot[SEATS_MAX], sets = (i == much ? 16 : 1) << rng_below(&w->rng, 8);
            if (table_of(w, g, set, bot)) play(w, g, bot, sets, 0, 1);
        }
    read_all(w);
}

/* The lot that parts runners makes a table look a quarter better or worse: so what is chosen is worth three fifths of
 * the best at the least. One bot rests in every second league, one has gone in every third. */
static void tells_most(void) {
    enum { LEAGUES = 24, TIMES = 40 };
    double worth = 0;
    int chosen[2] = {0};
    for (int n = 0; n < LEAGUES; n++) {
        World *w = new_world("club", (uint64_t)n);
        for (int i = 0; i < BOTS; i++) {
            w->elo[i] = 600 * rng_real(&w->rng);
            w->ms[i] = pow(10, 2.5 * rng_real(&w->rng));
        }
        configure(w, 63, "play qwixx:2\nplay qwinto:3\n", "adjust no\n");
        play_all(w, n % 2);
        if (n % 3 == 0) configure(w, 63 & ~(1u << n % BOTS), "play qwixx:2\nplay qwinto:3\n", "adjust no\n");
        w->resting[(n + 1) % BOTS] = n % 2 == 0;
        double most = most_of(w);
        for (int k = 0; k < TIMES; k++) {
            LeagueChoice c = choose(w);
            CHECK(c.group && !c.adjust);
            for (int i = 0; i < c.group->play.seats; i++) {
                CHECK(c.group->entry[c.bot[i]].bot && !w->resting[number_of(c.group, c.bot[i])]);
                CHECK(i == 0 || c.bot[i] > c.bot[i - 1]);
            }
            double part = by_second(w, c.group, c.bot) / most;
            CHECK(part > .599 && part < 1.001);
            chosen[c.group == w->league.group[1]]++;
            worth += part / LEAGUES / TIMES;
        }
        free_world(w);
    }
    CHECK(chosen[0] > TIMES && chosen[1] > TIMES); /* more than one league wanted each play */
    printf("tables that were chosen: on average %.0f %% of what the best would tell by the second\n", 100 * worth);
}

/* Three bots that are known alike, and three that were tied to the first by thousands of games and have gone:
 * those do not make the first one's errors count four times. */
static void gone(void) {
    World *w = new_world("club", 1);
    unsigned seen = 0;
    configure(w, 63, "play qwixx:2\n", "adjust no\n");
    const LeagueGroup *g = w->league.group[0];
    for (int i = 0; i < 3; i++) play(w, g, (int[]){i / 2, (i + 3) / 2}, 50, 0, 1);
    for (int i = 3; i < BOTS; i++) play(w, g, (int[]){0, i}, 5000, 0, 1);
    configure(w, 7, "play qwixx:2\n", "adjust no\n");
    read_all(w);
    for (int k = 0; k < 100; k++) {
        LeagueChoice c = choose(w);
        seen |= 1u << (c.bot[0] + c.bot[1]);
    }
    CHECK(seen == (1u << 1 | 1u << 2 | 1u << 3)); /* all three pairs */
    free_world(w);
}

/* Two bots have met one other each, so little is known of both; one of them thinks for a second. Nobody has to be told
 * so twice: at the tables where neither has played it is the quick one that plays. */
static void slow(void) {
    enum { SLOW = BOTS - 2, QUICK = BOTS - 1 };
    World *w = new_world("club", 1);
    w->ms[SLOW] = 1000;
    configure(w, 63, "play qwixx:2\n", "adjust no\n");
    const LeagueGroup *g = w->league.group[0];
    for (int i = 0; i < SLOW; i++)
        for (int j = 0; j < i; j++) play(w, g, (int[]){j, i}, 5000, 0, 1);
    play(w, g, (int[]){0, SLOW}, 20, 0, 1);
    play(w, g, (int[]){0, QUICK}, 20, 0, 1);
    read_all(w);
    for (int k = 0; k < 100; k++) {
        LeagueChoice c = choose(w);
        CHECK(c.bot[0] < SLOW && c.bot[1] == QUICK);
    }
    free_world(w);
}

/* Of bots that nothing parts no two runners choose the same for long; where all rest nothing is played. */
static void parted(void) {
    World *w = new_world("club", 1);
    unsigned seen = 0;
    configure(w, 63, "play qwixx:2\n", "adjust no\n");
    read_all(w); /* nobody has played yet */
    for (int k = 0; k < 100; k++) {
        LeagueChoice c = choose(w);
        seen |= 1u << c.bot[0] | 1u << c.bot[1];
    }
    CHECK(seen == 63);
    for (int i = 1; i < BOTS; i++) w->resting[i] = true;
    CHECK(!choose(w).group);
    free_world(w);
}

/* ---- A newcomer --------------------------------------------------------------------------------------- */

static bool has(const LeagueChoice *c, int number) {
    for (int i = 0; i < c->group->play.seats; i++)
        if (number_of(c->group, c->bot[i]) == number) return true;
    return false;
}

/* Whoever comes when the others have played for hours gets the next six blocks, each of them a small part of these
 * hours, whatever the lots; when he is known as well as they are he gets his part like everybody. */
static void newcomer(const char *plays, uint64_t seed) {
    enum { LATE = BOTS - 1, NEXT = 6, MORE = 200, FEW = 20 };
    static const char *const more = "adjust no\nsets 20\n";
    World *w = new_world("club", seed);
    for (int i = 0; i < BOTS; i++) {
        w->elo[i] = 60 * i;
        w->ms[i] = 10;
    }
    configure(w, 63 & ~(1u << LATE), plays, more);
    for (int k = 0; k < 20; k++) play_all(w, -1);
    configure(w, 63, plays, more);
    read_all(w);
    int his = 0;
    for (int k = 0; k < NEXT + MORE; k++) {
        LeagueChoice c = choose(w);
        CHECK(k >= NEXT || has(&c, LATE));
        his += has(&c, LATE);
        play(w, c.group, c.bot, FEW, 0, 1);
        read_all(w);
    }
    CHECK(his < NEXT + MORE);
    const LeagueGroup *g = w->league.group[0];
    double worst = 0;
    for (int i = 0; i < LATE; i++) worst = fmax(worst, g->entry[i].half);
    CHECK(g->entry[LATE].half < 1.5 * worst);
    free_world(w);
}

/* ---- The judge of luck -------------------------------------------------------------------------------- */

/* What is chosen after the two have played without a judge, and, unless `judge_ms` is 0, with him. */
static bool wants_judge(const char *adjust, int sets, double judge_ms, double steady) {
    World *w = new_world("club", 3);
    w->ms[0] = w->ms[1] = 10;
    configure(w, 3, "play qwixx:2\n", adjust);
    const LeagueGroup *g = w->league.group[0];
    if (sets) play(w, g, (int[]){0, 1}, sets, 0, 1);
    if (judge_ms > 0) play(w, g, (int[]){0, 1}, sets, judge_ms, steady);
    read_all(w);
    bool wants = choose(w).adjust;
    CHECK(judge_ms <= 0 || steady < 1 || (g->saving > 1 && g->luck_out));
    CHECK(judge_ms <= 0 || steady > 1 || (g->saving < 1 && !g->luck_out));
    free_world(w);
    return wants;
}

static void judge(void) {
    CHECK(!wants_judge("", 0, 0, 1));    /* not before it is known what a game without him takes, */
    CHECK(wants_judge("", 100, 0, 1));   /* then once; */
    CHECK(wants_judge("", 100, 5, 2));   /* he takes half as long again, and four times as many games would be needed */
    CHECK(!wants_judge("", 100, 50, 2)); /* he takes five times as long as the bots */
    CHECK(!wants_judge("", 100, 5, .5)); /* what is left varies more */
    CHECK(wants_judge("adjust yes\n", 0, 0, 1) && wants_judge("adjust yes\n", 100, 50, .5));
    CHECK(!wants_judge("adjust no\n", 100, 0, 1) && !wants_judge("adjust no\n", 100, 5, 2));
}

/* ---- Weeks -------------------------------------------------------------------------------------------- */

/* What the league asks for: the build sends these calls here. */
static long hashed, fitted, weighed;

void __real_cipher_hash(const void *bytes, size_t length, uint8_t *out);
void __wrap_cipher_hash(const void *bytes, size_t length, uint8_t *out);
void __real_rating_tables(int bots, int meetings, const Meeting *meeting, double prior, Ratings *out);
void __wrap_rating_tables(int bots, int meetings, const Meeting *meeting, double prior, Ratings *out);
double __real_rating_gain(const Ratings *r, const bool *counted, int seats, const int *bot, double sets);
double __wrap_rating_gain(const Ratings *r, const bool *counted, int seats, const int *bot, double sets);

void __wrap_cipher_hash(const void *bytes, size_t length, uint8_t *out) {
    hashed++;
    __real_cipher_hash(bytes, length, out);
}

/* The work of a fit goes by its tables. */
void __wrap_rating_tables(int bots, int meetings, const Meeting *meeting, double prior, Ratings *out) {
    fitted += meetings;
    __real_rating_tables(bots, meetings, meeting, prior, out);
}

double __wrap_rating_gain(const Ratings *r, const bool *counted, int seats, const int *bot, double sets) {
    weighed++;
    return __real_rating_gain(r, counted, seats, bot, sets);
}

typedef struct BlockCost {
    long hashed, fitted, weighed;
} BlockCost;

static BlockCost cost_so_far(void) { return (BlockCost){hashed, fitted, weighed}; }

/* What one more block costs a runner that knows all the others: a line is read, the ratings are fitted, a table chosen.
 */
static BlockCost cost_of_next(World *w) {
    play(w, w->league.group[0], (int[]){0, 1}, 1, 0, 1); /* writing it takes one sum */
    BlockCost before = cost_so_far(), after;
    read_all(w);
    CHECK(choose(w).group);
    after = cost_so_far();
    return (BlockCost){after.hashed - before.hashed, after.fitted - before.fitted, after.weighed - before.weighed};
}

/* All tables of both plays, again and again, until there are so many blocks. */
static long fill(World *w, long blocks) {
    long n = 0;
    while (n < blocks)
        for (int i = 0; i < w->league.groups; i++)
            for (unsigned set = 1; set < 1u << BOTS && n < blocks; set++) {
                int bot[SEATS_MAX];
                if (!table_of(w, w->league.group[i], set, bot)) continue;
                play(w, w->league.group[i], bot, 1, 0, 1);
                n++;
            }
    return n;
}

/* A history of that many blocks is read once, its ratings through time come from a few fits, and then the next block
 * costs the same as in a league that has just begun. */
static void weeks(long blocks) {
    enum { PAIRS = BOTS * (BOTS - 1) / 2, TRIPLES = PAIRS * (BOTS - 2) / 3, TABLES = PAIRS + TRIPLES };
    BlockCost next[2];
    for (int old = 0; old < 2; old++) {
        World *w = new_world("club", 5);
        configure(w, 63, "play qwixx:2\nplay qwinto:3\n", "adjust no\n");
        w->league.history = true;
        long written = fill(w, old ? blocks : 4 * TABLES);
        BlockCost before = cost_so_far();
        read_all(w);
        CHECK(hashed - before.hashed == written + 1); /* each line once, the head of the log too */
        CHECK(fitted - before.fitted <= (HISTORY_MAX + 1) * TABLES);
        CHECK(w->league.group[0]->tables == PAIRS && w->league.group[1]->tables == TRIPLES);
        CHECK((long)(w->league.group[0]->sets + w->league.group[1]->sets) == written);
        CHECK(w->league.group[0]->points > 8 && w->league.group[0]->points <= HISTORY_MAX);
        w->league.history = false; /* of a runner, which draws no charts */
        next[old] = cost_of_next(w);
        printf("after %ld blocks the next one reads %ld lines, fits %ld tables and weighs %ld\n", written,
               next[old].hashed, next[old].fitted, next[old].weighed);
        free_world(w);
    }
    CHECK(next[1].hashed == 1 && next[1].fitted == TABLES);
    CHECK(memcmp(&next[0], &next[1], sizeof *next) == 0);
}

int main(void) {
    tells_most();
    gone();
    slow();
    parted();
    newcomer("play qwixx:2\n", 1);
    newcomer("play qwixx:3\n", 2);
    judge();
    weeks(at_length() ? 500000 : spare(200000, 20));
    printf("%ld checks\n", checks);
    return 0;
}
