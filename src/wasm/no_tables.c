/* no_tables.c: bots without exact tables (arena/exact.h), for the module that a page loads first: it is to be small. */
#include <stddef.h>

#include "arena/exact.h"

const Solution *exact_table(const Game *g, bool stored) {
    (void)g, (void)stored;
    return NULL;
}

/* Never called: nobody was given a table. */
Move exact_choose(const Game *g, const State *view, int seat) {
    (void)g, (void)view, (void)seat;
    return 0;
}
