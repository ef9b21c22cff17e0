/* setup.c: see setup.h. */
#include "term/setup.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "arena/roster.h"
#include "term/common.h"
#include "term/prompt.h"

/* Whom one meets who has said nothing: beatable, and at once. */
static const char usual_bot[] = "greedy";

/* ---- Chairs ----------------------------------------------------------------------------------------- */

/* A login name is what most people would type; where it cannot stand in a record, a word does. */
static const char *own_name(void) {
    const char *user = getenv("USER");
    return user && match_name_ok(user, strlen(user)) && strlen(user) < SETUP_NAME ? user : tr(N_("You"));
}

/* An empty bot is what makes it a person. */
static void seat_person(SetupSeat *c, const char *name) {
    *c = (SetupSeat){0};
    snprintf(c->name, sizeof c->name, "%s", name);
}

/* Shown with a capital, as a name, while the record has it as it is called. */
static void seat_bot(SetupSeat *c, const char *bot) {
    *c = (SetupSeat){0};
    snprintf(c->bot, sizeof c->bot, "%s", bot);
    snprintf(c->name, sizeof c->name, "%s", bot);
    c->name[0] = (char)toupper((unsigned char)c->name[0]);
}

/* True if the name can stand in a record and on the screen. */
static bool name_fits(const char *name) { return strlen(name) < SETUP_NAME && match_name_ok(name, strlen(name)); }

/* True if a record can hold the bot's name to the letter: the game goes on with the bots that its record names. */
static bool bot_fits(const char *bot) {
    char label[LABEL_MAX];
    roster_label(bot, label);
    return strcmp(label, bot) == 0;
}

/* True if there is a bot of that name; of NAME@FILE only the name is looked at, the file when the bot is made. */
static bool bot_named(const char *bot) {
    char kind[LABEL_MAX];
    snprintf(kind, sizeof kind, "%.*s", (int)strcspn(bot, "@"), bot);
    return bot_find(kind) != NULL;
}

static void list_bots(Text *out) { roster_names(" ", out); }

/* What is wrong is told with what would be right; the bots are listed wherever one is expected. */
bool setup_sitter(const char *text, SetupSeat *out) {
    char bots[200];
    Text list = text_in(bots, sizeof bots);
    list_bots(&list);
    if (strcmp(text, "human") == 0) {
        seat_person(out, own_name());
    } else if (strncmp(text, "human:", 6) == 0) {
        if (!name_fits(text + 6)) {
            usage_error("--seat: a name is UTF-8 without control characters or outer spaces, of less than %d bytes",
                        SETUP_NAME);
            return false;
        }
        seat_person(out, text + 6);
    } else if (strncmp(text, "bot:", 4) == 0) {
        if (!bot_fits(text + 4)) {
            usage_error("--seat %s: the name of a file of weights has no spaces and is not that long", text);
            return false;
        }
        if (!bot_named(text + 4)) {
            usage_error("--seat %s: there is no such bot; the bots are%s", text, bots);
            return false;
        }
        seat_bot(out, text + 4);
    } else {
        usage_error("--seat %s: expected human:NAME or bot:NAME; the bots are%s", text, bots);
        return false;
    }
    return true;
}

/* Oneself first, then bots: what most people want who say nothing. */
void setup_fill(Setup *setup, int from) {
    for (int i = from; i < setup->seats; i++)
        if (i == 0)
            seat_person(&setup->sitter[i], own_name());
        else
            seat_bot(&setup->sitter[i], usual_bot);
}

/* ---- Questions -------------------------------------------------------------------------------------- */

/* A number from low to high; 0: the person left. */
static int ask_number(const char *question, int low, int high, int otherwise) {
    char usual[16];
    snprintf(usual, sizeof usual, "%d", otherwise);
    for (;;) {
        const char *answer = prompt_ask(question, usual);
        if (!answer) return 0;
        char *end;
        long n = strtol(answer, &end, 10);
        if (end != answer && !*end && n >= low && n <= high) return (int)n;
        Phrase p = {.id = N_("A number from {0} to {1}, please."), .arg = {(int16_t)low, (int16_t)high}};
        puts(tr_phrase(&p));
    }
}

/* The game by its number or name; NULL: the person left. */
static const Game *ask_game(void) {
    int count = 0;
    for (; games[count]; count++) {
        printf("%3d  %s\n", count + 1, tr(games[count]->title));
        prompt_wrap(tr(games[count]->summary), 7);
    }
    for (;;) {
        const char *answer = prompt_ask(tr(N_("Which game?")), "1");
        if (!answer) return NULL;
        const Game *named = game_find(answer);
        if (named) return named;
        int n = atoi(answer);
        if (n >= 1 && n <= count) return games[n - 1];
        Phrase p = {.id = N_("A number from {0} to {1}, please."), .arg = {1, (int16_t)count}};
        puts(tr_phrase(&p));
    }
}

/* Who sits there; who was put there already is the default. */
static bool ask_sitter(Setup *setup, int seat) {
    char question[160], bots[200];
    SetupSeat *c = &setup->sitter[seat];
    Text list = text_in(bots, sizeof bots);
    list_bots(&list);
    Phrase p = {.id = N_("Player {0}:"), .arg = {(int16_t)(seat + 1)}};
    snprintf(question, sizeof question, "%.150s", tr_phrase(&p));
    if (seat == 0) {
        prompt_say(N_("Who plays? A name, or one of the bots:{0}"), bots, "");
        putchar('\n');
    }
    for (;;) {
        const char *usual = *c->bot ? c->bot : c->name, *answer = prompt_ask(question, usual);
        if (!answer) return false;
        if (answer == usual) return true;
        if (bot_find(answer)) {
            seat_bot(c, answer);
            return true;
        }
        if (name_fits(answer)) {
            seat_person(c, answer);
            return true;
        }
        puts(tr(N_("A name has no control characters and is not that long.")));
    }
}

/* Every question has an answer that Enter takes: four times Enter is a game against a bot. */
bool setup_ask(Setup *out) {
    *out = (Setup){.game = ask_game()};
    if (!out->game) return false;
    const Game *g = out->game;
    char question[100];
    Phrase p = {.id = N_("How many players ({0} to {1})?"), .arg = {g->min_seats, g->max_seats}};
    snprintf(question, sizeof question, "%.90s", tr_phrase(&p));
    out->seats = ask_number(question, g->min_seats, g->max_seats, g->max_seats < 2 ? g->min_seats : 2);
    if (!out->seats) return false;
    setup_fill(out, 0);
    for (int i = 0; i < out->seats; i++)
        if (!ask_sitter(out, i)) return false;
    return true;
}
