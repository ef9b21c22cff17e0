/* list.c: the bots, weakest first. */
#include <string.h>

#include "bots/bot.h"

const BotKind *const bot_kinds[] = {
    &random_bot, &greedy_bot, &rollout_bot, &linear_bot, &easy_bot,
    &normal_bot, &hard_bot,   &expert_bot,  &master_bot, NULL,
};

const BotKind *const bot_styles[] = {
    &points_bot, &racer_bot, &margin_bot, &winner_bot, &curves_bot, &maximiser_bot, NULL,
};

static const BotKind *find_in(const BotKind *const *list, const char *name) {
    for (const BotKind *const *k = list; *k; k++)
        if (strcmp((*k)->name, name) == 0) return *k;
    return NULL;
}

const BotKind *bot_find(const char *name) {
    const BotKind *kind = find_in(bot_kinds, name);
    return kind ? kind : find_in(bot_styles, name);
}
