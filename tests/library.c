/* library.c: the public library, through its header only: what it says of every game is consistent, whatever comes
 * from outside is checked, and texts go both ways. */
#include <math.h>
#include <penna.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long checks;

static void check(int good, const char *what, int line) {
    checks++;
    if (good) return;
    fprintf(stderr, "library.c:%d: not so: %s\n", line, what);
    exit(1);
}

#define CHECK(what) check((what) != 0, #what, __LINE__)

/* Every legal move can be written and read back, and its text is its own. */
static void check_moves(const PennaGame *game, const PennaState *state) {
    PennaMove legal[PENNA_MOVES_MAX], move;
    char token[PENNA_TOKEN_MAX];
    for (int seat = 0; seat < penna_seats(state); seat++) {
        int n = penna_legal(game, state, seat, legal);
        CHECK((n > 0) == (int)(penna_movers(state) >> seat & 1));
        for (int i = 0; i < n; i++) {
            CHECK(penna_is_legal(game, state, seat, legal[i]));
            CHECK(penna_put_move(game, state, seat, legal[i], token, sizeof token));
            CHECK(penna_get_move(game, state, seat, token, &move) && move == legal[i]);
        }
        CHECK(!penna_get_move(game, state, seat, "no such move", &move));
    }
}

static void check_outcome(const PennaGame *game, const PennaState *state, uint32_t outcome) {
    char token[PENNA_TOKEN_MAX];
    uint32_t again;
    CHECK(outcome < penna_outcomes(game, state) && penna_weight(game, state, outcome) > 0);
    CHECK(penna_put_outcome(game, state, outcome, token, sizeof token));
    CHECK(penna_get_outcome(game, state, token, &again) && again == outcome);
    CHECK(!penna_put_outcome(game, state, outcome, token, 1) && !*token);
}

static void check_state_text(const PennaGame *game, const PennaState *state) {
    char text[PENNA_POSITION_MAX];
    const char *why = NULL;
    PennaState again;
    CHECK(penna_put_state(game, state, text, sizeof text));
    CHECK(penna_get_state(text, &again, NULL) == game && memcmp(state, &again, sizeof again) == 0);
    strcat(text, " more");
    CHECK(!penna_get_state(text, &again, &why) && why);
}

/* The next node of a match, at random; every seat's move comes from its view. */
static void step(PennaMatch *match, PennaRng *rng) {
    const PennaGame *game = penna_match_game(match);
    PennaState state, view;
    PennaMove legal[PENNA_MOVES_MAX];
    int node = penna_match_node(match);
    penna_match_state(match, &state);
    check_state_text(game, &state);
    if (penna_node(&state) == PENNA_CHANCE) {
        uint32_t outcome = penna_roll(game, &state, rng);
        check_outcome(game, &state, outcome);
        CHECK(penna_match_submit(match, 0, node, 0) == PENNA_NOT_YOURS);
        CHECK(penna_match_chance(match, node, penna_outcomes(game, &state)) == PENNA_ILLEGAL);
        CHECK(penna_match_chance(match, node, outcome) == PENNA_OK);
        return;
    }
    check_moves(game, &state);
    CHECK(penna_match_submit(match, 0, node + 1, 0) == PENNA_EARLY);
    for (int seat = 0; seat < penna_seats(&state); seat++) {
        if (!(penna_movers(&state) >> seat & 1)) continue;
        penna_match_view(match, seat, &view);
        int n = penna_legal(game, &view, seat, legal);
        CHECK(penna_match_submit(match, seat, node, UINT32_MAX) == PENNA_ILLEGAL);
        CHECK(penna_match_submit(match, seat, node, legal[penna_rng_below(rng, (uint32_t)n)]) == PENNA_OK);
    }
    CHECK(penna_match_node(match) == node + 1 && penna_match_chosen(match) == 0);
}

/* The record of a match, read back, is the same record. */
static void check_record(const PennaMatch *match) {
    char *record = penna_match_record(match, PENNA_RECORD_FULL), *again;
    PennaReader reader = {.bytes = record, .length = strlen(record)};
    PennaMatch *copy;
    PennaFault fault;
    CHECK(penna_read(&reader, &copy, &fault) == PENNA_READ_OK);
    again = penna_match_record(copy, PENNA_RECORD_FULL);
    CHECK(strcmp(record, again) == 0);
    penna_match_free(copy);
    CHECK(penna_read(&reader, &copy, &fault) == PENNA_READ_END && !copy);
    penna_free(again);
    reader = (PennaReader){.bytes = record, .length = strlen(record)};
    record[reader.length / 2] = '?';
    CHECK(penna_read(&reader, &copy, &fault) == PENNA_READ_BAD && fault.line > 1 && *fault.reason);
    penna_free(record);
}

static void check_match(const PennaGame *game, int seats, PennaRng *rng) {
    PennaMatch *match = penna_match_new(game, seats, NULL, NULL);
    PennaState first, state;
    char *record = penna_match_record(match, PENNA_RECORD_FULL);
    CHECK(strstr(record, "\nseat human ?\n")); /* a record holds no empty name, so nobody has one */
    penna_free(record);
    penna_match_state(match, &first);
    char *unnamed = penna_match_record(match, PENNA_RECORD_FULL);
    CHECK(unnamed && strstr(unnamed, "\nseat human ?\n")); /* a record has no place for an empty name */
    CHECK(!penna_match_seat(match, 0, "human", ""));
    penna_free(unnamed);
    CHECK(penna_match_seat(match, 0, "human", "Ada") && !penna_match_seat(match, seats, "human", "Bob"));
    do {
        step(match, rng);
        penna_match_state(match, &state);
    } while (penna_node(&state) != PENNA_OVER);
    check_record(match);
    CHECK(!penna_match_undo(match, -1) && !penna_match_undo(match, penna_match_node(match) + 1));
    CHECK(penna_match_undo(match, 0));
    penna_match_state(match, &state);
    CHECK(memcmp(&first, &state, sizeof state) == 0);
    penna_match_free(match);
}

/* A bot plays a game from its views. */
static void check_bot(const PennaGame *game, const char *name, PennaRng *rng) {
    const char *why = NULL;
    PennaBot *bot = penna_bot_new(name, game, 10, 0, &why);
    PennaState state, view;
    PennaMove move[PENNA_SEATS_MAX] = {0};
    if (!bot) {
        CHECK(why); /* not every bot plays every game */
        return;
    }
    CHECK(penna_start(game, &state, 1, NULL, NULL));
    for (int node = 0; node < 40 && penna_node(&state) != PENNA_OVER; node++) {
        if (penna_node(&state) == PENNA_CHANCE) {
            penna_chance(game, &state, penna_roll(game, &state, rng));
            continue;
        }
        view = state;
        CHECK(penna_viewer(&view) == PENNA_FULL);
        penna_hide(game, &view, 0);
        CHECK(penna_viewer(&view) == 0);
        move[0] = penna_bot_choose(bot, &view, 0, rng);
        CHECK(penna_is_legal(game, &state, 0, move[0]));
        penna_guess(game, &view, rng);
        CHECK(penna_is_legal(game, &view, 0, move[0]));
        penna_play(game, &state, move);
    }
    penna_bot_free(bot);
}

/* Every value of every option is taken; others are refused. */
static void check_options(const PennaGame *game) {
    PennaState state;
    char text[200];
    const char *why = NULL, *options[] = {text, NULL, NULL};
    for (int i = 0; penna_option_name(game, i); i++) {
        CHECK((penna_option_value(game, i, 0) != NULL) == (penna_option_form(game, i) == NULL));
        for (int v = 0; penna_option_value(game, i, v); v++) {
            snprintf(text, sizeof text, "%s=%s", penna_option_name(game, i), penna_option_value(game, i, v));
            options[1] = NULL;
            CHECK(penna_start(game, &state, 1, options, NULL));
            options[1] = text;
            CHECK(!penna_start(game, &state, 1, options, &why) && why);
        }
    }
    strcpy(text, "nonsense=1");
    options[1] = NULL;
    CHECK(!penna_start(game, &state, 1, options, &why) && why);
    CHECK(!penna_match_new(game, penna_game_max_seats(game) + 1, NULL, &why));
}

static void check_game(const PennaGame *game, PennaRng *rng) {
    int scores[PENNA_SEATS_MAX], rank[PENNA_SEATS_MAX];
    CHECK(penna_game_find(penna_game_name(game)) == game && *penna_game_title(game) && *penna_game_summary(game));
    check_options(game);
    for (int seats = penna_game_min_seats(game); seats <= penna_game_max_seats(game); seats++) {
        check_match(game, seats, rng);
        CHECK(penna_random_game(game, seats, rng, scores) > 0);
        CHECK(penna_ranks(scores, seats, rank) >= 1);
    }
    CHECK(penna_random_game(game, 0, rng, scores) == 0);
    for (int i = 0; penna_bot_name(i); i++) check_bot(game, penna_bot_name(i), rng);
}

/* A duel is the same on any number of threads, a bot is as good as itself, and what cannot be played is refused. */
static void check_duel(const PennaGame *game) {
    const char *bots[] = {"greedy", "random", "random"}, *why = NULL;
    PennaDuel duel = {.game = game, .bots = bots, .count = 3, .games = 31, .seed = 5, .threads = 1, .playouts = 10};
    PennaDuelResult one, two;
    CHECK(penna_duel(&duel, &one, NULL) && one.games == 33);
    for (int i = 0; i < 3; i++) {
        double others = one.bot[(i + 1) % 3].points + one.bot[(i + 2) % 3].points;
        CHECK(fabs(one.bot[i].points - others / 2 - one.bot[i].margin.mean) < 1e-9);
    }
    CHECK(one.bot[0].wins + one.bot[1].wins + one.bot[2].wins + one.ties == one.games);
    CHECK(one.bot[0].share.low <= one.bot[0].share.mean && one.bot[0].share.mean <= one.bot[0].share.high);
    duel.threads = 3;
    CHECK(penna_duel(&duel, &two, NULL) && memcmp(&one, &two, sizeof one) == 0);
    duel.count = 2;
    duel.bots = bots + 1;
    CHECK(penna_duel(&duel, &two, NULL) && two.bot[0].wins == two.bot[1].wins && two.bot[0].margin.mean == 0);
    duel.count = 1;
    CHECK(!penna_duel(&duel, &two, &why) && why);
    bots[1] = "nonsense";
    duel.count = 2;
    why = NULL;
    CHECK(!penna_duel(&duel, &two, &why) && why);
}

/* What a function that plays was given. */
typedef struct Seen {
    const PennaGame *game;
    long views;
} Seen;

/* As random_bot does it: the same stream gives the same move. */
static PennaMove choose_any(void *context, const PennaState *view, int seat, PennaRng *rng) {
    Seen *seen = context;
    PennaMove legal[PENNA_MOVES_MAX];
    int n = penna_legal(seen->game, view, seat, legal);
    seen->views += penna_viewer(view) == seat && n > 0;
    return legal[penna_rng_below(rng, (uint32_t)n)];
}

static PennaMove give_up(void *context, const PennaState *view, int seat, PennaRng *rng) {
    (void)context, (void)view, (void)seat, (void)rng;
    return PENNA_MOVE_NONE;
}

static PennaMove cheat(void *context, const PennaState *view, int seat, PennaRng *rng) {
    (void)context, (void)view, (void)seat, (void)rng;
    return PENNA_MOVE_NONE - 1;
}

/* A function plays as the bot of that name that does the same, sees views, and loses by a move that is none. */
static void check_own(const PennaGame *game) {
    const char *bots[] = {"greedy", "random"};
    Seen seen = {.game = game};
    PennaChoose *own[] = {NULL, choose_any};
    void *context[] = {NULL, &seen};
    PennaDuel duel = {.game = game, .bots = bots, .count = 2, .games = 20, .seed = 5, .threads = 1};
    PennaDuelResult one, two;
    CHECK(penna_duel(&duel, &one, NULL));
    duel.own = own;
    duel.context = context;
    CHECK(penna_duel(&duel, &two, NULL) && memcmp(&one, &two, sizeof one) == 0 && seen.views > 100);
    for (int i = 0; i < 2; i++) {
        own[1] = i ? cheat : give_up;
        duel.context = NULL;
        CHECK(penna_duel(&duel, &two, NULL) && two.bot[1].forfeits == 20 && two.bot[0].wins == 20);
        CHECK(isnan(two.bot[0].points) && isnan(two.bot[1].points));
    }
}

/* Plays until it has been asked often enough, and sets a number. */
typedef struct Enough {
    const PennaGame *game;
    int asked, stop;
} Enough;

static PennaMove choose_until(void *context, const PennaState *view, int seat, PennaRng *rng) {
    Enough *enough = context;
    PennaMove legal[PENNA_MOVES_MAX];
    (void)rng;
    penna_legal(enough->game, view, seat, legal);
    enough->stop = ++enough->asked >= 1000;
    return legal[0];
}

/* A duel that would take years ends when it is told to, and counts whole sets until then. */
static void check_stop(const PennaGame *game) {
    const char *bots[] = {"random", "mine"};
    Enough enough = {.game = game};
    PennaChoose *own[] = {NULL, choose_until};
    void *context[] = {NULL, &enough};
    PennaDuel duel = {.game = game,
                      .bots = bots,
                      .count = 2,
                      .games = 1000000000000,
                      .seed = 5,
                      .threads = 1,
                      .own = own,
                      .context = context,
                      .stop = &enough.stop};
    PennaDuelResult result;
    CHECK(penna_duel(&duel, &result, NULL) && enough.asked >= 1000);
    CHECK(result.games > 0 && result.games % 2 == 0 && result.games <= 1000);
    CHECK(result.bot[0].wins + result.bot[1].wins + result.ties == result.games);
}

/* A bot in a process plays through the library; one that fails says why. */
static void check_process(const PennaGame *game) {
    static const char good[] =
        "exec:while read -r w r; do case $w in penna-bot) echo ready;; choose) echo \"${r%% *}\";; esac; done";
    PennaRng rng = penna_rng_stream(3, 4);
    PennaMatch *match = penna_match_new(game, 1, NULL, NULL);
    PennaState view;
    for (int fails = 0; fails < 2; fails++) {
        PennaBot *bot = penna_bot_new(fails ? "exec:exit 7" : good, game, 0, 0, NULL);
        penna_match_undo(match, 0);
        penna_bot_follow(bot, match);
        for (penna_match_state(match, &view); penna_node(&view) == PENNA_CHANCE; penna_match_state(match, &view))
            CHECK(penna_match_chance(match, penna_match_node(match), penna_roll(game, &view, &rng)) == PENNA_OK);
        penna_match_view(match, 0, &view);
        PennaMove move = penna_bot_choose(bot, &view, 0, &rng);
        CHECK(fails ? move == PENNA_MOVE_NONE : penna_is_legal(game, &view, 0, move));
        CHECK((penna_bot_trouble(bot) != NULL) == fails);
        if (fails) CHECK(strstr(penna_bot_trouble(bot), "status 7"));
        penna_bot_follow(bot, NULL);
        penna_bot_free(bot);
    }
    penna_match_free(match);
}

/* Ranking, analysing, and the tables of solvers: what is refused, and that they agree with one another. */
static void check_analysis(const PennaGame *game, PennaRng *rng) {
    PennaWork work = {.trials = 8, .threads = 1, .seed = 3}, bad = {.level = (PennaLevel)9};
    PennaCandidate best[PENNA_MOVES_MAX];
    PennaMove legal[PENNA_MOVES_MAX];
    PennaState s;
    const char *why = NULL;
    penna_start(game, &s, 2, NULL, NULL);
    if (penna_node(&s) == PENNA_CHANCE) CHECK(!penna_rank(game, &s, 0, &work, best, NULL, &why) && why);
    while (penna_node(&s) == PENNA_CHANCE) penna_chance(game, &s, penna_roll(game, &s, rng));
    int seat = penna_movers(&s) & 1 ? 0 : 1, n = penna_legal(game, &s, seat, legal), exact = 1;
    CHECK(!penna_rank(game, &s, seat, &bad, best, NULL, &why));
    CHECK(penna_rank(game, &s, seat, &work, best, &exact, &why) == n && !exact && best[0].loss == 0);
    for (int i = 1; i < n; i++) CHECK(best[i].loss >= 0 && penna_is_legal(game, &s, seat, best[i].move));
    PennaMatch *match = penna_match_new(game, 2, NULL, NULL);
    CHECK(!penna_analyse(match, &work, &why));
    penna_match_free(match);
    CHECK(!penna_table_new(game, 99, NULL, &why) && !penna_table_new(game, 1, "/no/such/table", &why));
    penna_table_free(NULL);
}

int main(void) {
    PennaRng rng = penna_rng_stream(1, 2);
    CHECK(*penna_version() && !penna_game(-1) && !penna_game_find("nonsense"));
    CHECK(!penna_bot_new("nonsense", penna_game(0), 0, 0, NULL));
    for (int i = 0; penna_game(i); i++) check_game(penna_game(i), &rng);
    for (int i = 0; penna_game(i); i++) check_duel(penna_game(i));
    for (int i = 0; penna_game(i); i++) {
        check_own(penna_game(i));
        check_stop(penna_game(i));
    }
    for (int i = 0; penna_game(i); i++) check_process(penna_game(i));
    for (int i = 0; penna_game(i); i++) check_analysis(penna_game(i), &rng);
    printf("%ld checks\n", checks);
    return 0;
}
