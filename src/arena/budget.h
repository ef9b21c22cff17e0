/* budget.h: what a bot may think about one decision, as people write it. */
#ifndef PENNA_ARENA_BUDGET_H
#define PENNA_ARENA_BUDGET_H

#include "bots/bot.h"

/* From "500" (playouts), "200ms" or "1.5s"; false: none of them. */
bool budget_read(const char *text, Budget *out);

#endif
