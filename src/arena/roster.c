/* roster.c: see roster.h. */
#include "arena/roster.h"

#include <stdlib.h>
#include <string.h>

#include "arena/exact.h"
#ifndef __wasm__
#include "arena/command.h"
#include "arena/exec.h"
#include "arena/frozen.h"
#include "arena/weights_file.h"
#endif

/* What a name says: a kind, and what it is to play with. */
typedef struct Wanted {
    const BotKind *kind; /* NULL: there is no such bot */
    const char *detail;  /* Bot.detail, copied by make(); NULL: none */
    const char *weights; /* a frozen version, or the path of a file of weights; NULL: the kind's own */
} Wanted;

/* A frozen version goes before a file of that name; with a folder before it, `./0.1`, a name is a file's. */
static bool take_weights(Bot *bot, const char *version, const char **why) {
    if (!version) version = bot->kind->frozen;
    if (!version) return true;
    *why = N_("this bot plays without weights");
#ifndef __wasm__ /* a page has no files */
    char path[FROZEN_PATH_MAX];
    if (!bot->kind->learns) return false;
    bool frozen = frozen_path(version, bot->game, path);
    bot->weights = weights_file_take(frozen ? path : version, bot->game, &bot->weights_size, why);
#endif
    return bot->weights != NULL;
}

/* start() comes last: it finds memory and weights in their places. */
static Bot *make(Wanted w, const Game *g, Budget budget, const char **why) {
    const BotKind *kind = w.kind;
    *why = N_("there is no such bot");
    if (!kind) return NULL;
    *why = N_("out of memory");
    size_t size = kind->memory ? kind->memory(g) : 0;
    Bot *bot = calloc(1, sizeof *bot);
    if (!bot) return NULL;
    *bot = (Bot){.kind = kind, .game = g, .budget = budget, .detail = w.detail ? strdup(w.detail) : NULL};
    if (kind->exact != EXACT_NONE && exact_table(g, kind->exact == EXACT_STORED)) bot->exact = exact_choose;
    if (size > 0) bot->memory = calloc(1, size);
    bool memory = (size == 0 || bot->memory) && (!w.detail || bot->detail);
    if (!memory || !take_weights(bot, w.weights, why) || (kind->start && !kind->start(bot, why))) {
        roster_free(bot);
        return NULL;
    }
    return bot;
}

Bot *roster_bot(const char *name, const Game *g, Budget budget, const char **why) {
    return make((Wanted){.kind = bot_find(name)}, g, budget, why);
}

Bot *roster_bot_or_file(const char *name, const Game *g, Budget budget, const char **why) {
    const char *at = strchr(name, '@');
    char kind[LABEL_MAX];
    size_t length = at ? (size_t)(at - name) : 0;
    if (!at || length >= sizeof kind) return roster_bot(name, g, budget, why);
    memcpy(kind, name, length);
    kind[length] = '\0';
    return make((Wanted){.kind = bot_find(kind), .weights = at + 1}, g, budget, why);
}

/* A bot of the program is looked up without ` as ALIAS`; a command keeps it in its detail, which exec.c reads. */
Bot *roster_bot_or_command(const char *name, const Game *g, Budget budget, const char **why) {
#ifndef __wasm__
    size_t named = command_named(name);
    if (strncmp(name, "exec:", 5) == 0) return make((Wanted){.kind = &exec_bot, .detail = name + 5}, g, budget, why);
    if (strncmp(name, "sandbox:", 8) == 0)
        return make((Wanted){.kind = &sandbox_bot, .detail = name + 8}, g, budget, why);
    if (named < strlen(name)) {
        char *proper = strndup(name, named);
        *why = N_("out of memory");
        Bot *bot = proper ? roster_bot_or_file(proper, g, budget, why) : NULL;
        free(proper);
        return bot;
    }
#endif
    return roster_bot_or_file(name, g, budget, why);
}

static size_t own_memory(const Game *g) {
    (void)g;
    return sizeof(OwnBot);
}

static Move own_choose(Bot *bot, const State *view, int seat, Rng *rng) {
    const OwnBot *own = bot->memory;
    return own->choose(own->context, bot->game, view, seat, rng);
}

static const BotKind own_bot = {
    .name = "own", .summary = "", .foreign = true, .memory = own_memory, .choose = own_choose};

Bot *roster_own(const OwnBot *own, const Game *g, const char **why) {
    Bot *bot = make((Wanted){.kind = &own_bot}, g, (Budget){0}, why);
    if (bot) memcpy(bot->memory, own, sizeof *own);
    return bot;
}

/* The kind's name ends where weights (`@`) or an alias (` as `) begin; a command has none. */
uint32_t roster_playouts(const char *name) {
    char kind[LABEL_MAX];
    size_t length = strcspn(name, "@ ");
    if (length >= sizeof kind) return BOT_PLAYOUTS;
    memcpy(kind, name, length);
    kind[length] = '\0';
    const BotKind *found = bot_find(kind);
    return found && found->playouts ? found->playouts : BOT_PLAYOUTS;
}

/* end() is called also where start() failed or was not reached: it has to bear memory that is all 0. */
void roster_free(Bot *bot) {
    if (!bot) return;
    if (bot->kind->end && bot->memory) bot->kind->end(bot);
#ifndef __wasm__
    weights_file_give(bot->weights);
#endif
    free((char *)(uintptr_t)bot->detail);
    free(bot->memory);
    free(bot);
}

void roster_follow(Bot *const *bot, int seats, const struct Match *match) {
    for (int i = 0; i < seats; i++)
        if (bot[i]->kind->follow) bot[i]->kind->follow(bot[i], match);
}

void roster_label(const char *name, char *out) {
    size_t n = 0;
#ifndef __wasm__
    name = command_shown(name);
#endif
    for (; n < LABEL_MAX - 1 && name[n]; n++) out[n] = name[n] > ' ' && name[n] <= '~' ? name[n] : '_';
    out[n] = '\0';
}

void roster_names(const char *before, Text *out) {
    for (const BotKind *const *k = bot_kinds; *k; k++) {
        text_str(out, before);
        text_str(out, (*k)->name);
    }
}
