/* games.c: `penna games`: the games with seats and options. */
#include <string.h>

#include "cli/cli.h"

typedef struct GamesSettings {
    bool json;
} GamesSettings;

/* An option with few values lists them; one with many (which sheet each seat has) says what they look like. */
static void print_option(const Option *o) {
    printf("    %s=", o->name);
    if (!o->values) printf("%s", tr(o->form));
    for (int i = 0; o->values && o->values[i]; i++) printf("%s%s", i ? "|" : "", o->values[i]);
    printf("  %s\n", tr(o->summary));
}

/* Seats as the engine takes them; what the printed rules ask for is in --json. */
static void print_game(const Game *g) {
    char seats[16];
    snprintf(seats, sizeof seats, "%d-%d", g->min_seats, g->max_seats);
    printf("%-13s %-7s %s\n", g->name, seats, tr(g->summary));
    for (const Option *o = g->options; o && o->name; o++) print_option(o);
}

/* Summaries are for people and translated; names are what scripts compare. */
static void json_field(const char *name, const char *value) {
    printf("\"%s\": ", name);
    term_json(stdout, value);
}

/* An option whose values cannot be listed has an empty list: a script asks for its form in the summary. */
static void json_option(const Option *o) {
    putchar('{');
    json_field("name", o->name);
    printf(", ");
    json_field("summary", tr(o->summary));
    printf(", \"values\": [");
    for (int i = 0; o->values && o->values[i]; i++) {
        if (i) printf(", ");
        term_json(stdout, o->values[i]);
    }
    printf("]}");
}

/* Two ranges of seats, because the printed rules may ask for more seats than the engine needs: alone is practice. */
static void json_game(const Game *g) {
    printf("  {");
    json_field("name", g->name);
    printf(", ");
    json_field("title", g->title);
    printf(", ");
    json_field("summary", tr(g->summary));
    printf(", \"seats\": [%d, %d], \"printed_seats\": [%d, %d], \"options\": [", g->min_seats, g->max_seats,
           g->printed_min, g->max_seats);
    for (const Option *o = g->options; o && o->name; o++) {
        if (o != g->options) printf(", ");
        json_option(o);
    }
    printf("]}");
}

/* The whole list in one go: what can be played is what is compiled in, and nothing else needs to be told. */
static int run(const void *settings, int count, char **words_) {
    const GamesSettings *set = settings;
    (void)count, (void)words_;
    if (!set->json) printf("%s %s %s\n", tr_pad(N_("game"), -13), tr_pad(N_("players"), -7), tr(N_("what it is")));
    if (set->json) puts("[");
    for (const Game *const *g = games; *g; g++) {
        if (set->json) {
            json_game(*g);
            puts(g[1] ? "," : "");
        } else {
            print_game(*g);
        }
    }
    if (set->json) puts("]");
    return EXIT_GOOD;
}

static const Arg args[] = {
    {.name = "json", .help = N_("as JSON"), .kind = ARG_FLAG, .offset = offsetof(GamesSettings, json)},
    {.name = NULL},
};

const Command games_command = {
    .name = "games",
    .usage = "[--json]",
    .summary = N_("list the games with players and options"),
    .examples = "  penna games\n  penna games --json\n",
    .args = args,
    .settings = sizeof(GamesSettings),
    .words_max = 0,
    .run = run,
};
