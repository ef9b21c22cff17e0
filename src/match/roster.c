/* roster.c: see roster.h. */
#include "match/roster.h"

#include <stdlib.h>

Bot *roster_bot(const char *name, const Game *g, Budget budget, const char **why) {
    const BotKind *kind = bot_find(name);
    *why = N_("there is no such bot");
    if (!kind) return NULL;
    *why = N_("out of memory");
    Bot *bot = calloc(1, sizeof *bot);
    if (!bot) return NULL;
    *bot = (Bot){.kind = kind, .game = g, .budget = budget};
    size_t size = kind->memory ? kind->memory(g) : 0;
    if (size > 0) bot->memory = calloc(1, size);
    if ((size > 0 && !bot->memory) || (kind->start && !kind->start(bot, why))) {
        roster_free(bot);
        return NULL;
    }
    return bot;
}

void roster_free(Bot *bot) {
    if (!bot) return;
    free(bot->memory);
    free(bot);
}

void roster_names(const char *before, Text *out) {
    for (const BotKind *const *k = bot_kinds; *k; k++) {
        text_str(out, before);
        text_str(out, (*k)->name);
    }
}
