/* roster.c: see roster.h. */
#include "arena/roster.h"

#include <stdlib.h>
#include <string.h>

#ifndef __wasm__
#include "arena/exec.h"
#endif

static Bot *make(const BotKind *kind, const char *detail, const Game *g, Budget budget, const char **why) {
    *why = N_("there is no such bot");
    if (!kind) return NULL;
    *why = N_("out of memory");
    size_t size = kind->memory ? kind->memory(g) : 0;
    Bot *bot = calloc(1, sizeof *bot);
    if (!bot) return NULL;
    *bot = (Bot){.kind = kind, .game = g, .budget = budget, .detail = detail ? strdup(detail) : NULL};
    if (size > 0) bot->memory = calloc(1, size);
    bool memory = (size == 0 || bot->memory) && (!detail || bot->detail);
    if (!memory || (kind->start && !kind->start(bot, why))) {
        roster_free(bot);
        return NULL;
    }
    return bot;
}

Bot *roster_bot(const char *name, const Game *g, Budget budget, const char **why) {
    return make(bot_find(name), NULL, g, budget, why);
}

Bot *roster_bot_or_command(const char *name, const Game *g, Budget budget, const char **why) {
#ifndef __wasm__
    if (strncmp(name, "exec:", 5) == 0) return make(&exec_bot, name + 5, g, budget, why);
#endif
    return roster_bot(name, g, budget, why);
}

void roster_free(Bot *bot) {
    if (!bot) return;
    if (bot->kind->end && bot->memory) bot->kind->end(bot);
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
    for (; n < LABEL_MAX - 1 && name[n]; n++) out[n] = name[n] > ' ' && name[n] <= '~' ? name[n] : '_';
    out[n] = '\0';
}

void roster_names(const char *before, Text *out) {
    for (const BotKind *const *k = bot_kinds; *k; k++) {
        text_str(out, before);
        text_str(out, (*k)->name);
    }
}
