/* list.c: the bots, weakest first. */
#include <string.h>

#include "bots/bot.h"

const BotKind *const bot_kinds[] = {
    &random_bot, &greedy_bot, &rollout_bot, &linear_bot, &easy_bot,
    &normal_bot, &hard_bot,   &expert_bot,  &master_bot, NULL,
};

const BotKind *bot_find(const char *name) {
    for (const BotKind *const *k = bot_kinds; *k; k++)
        if (strcmp((*k)->name, name) == 0) return *k;
    return NULL;
}
