/* trying.c: see trying.h. */
#include "cli/trying.h"

#include <limits.h>
#include <string.h>

#include "term/advice.h"

const Arg trying_args[] = {
    {.name = "record",
     .value = "N",
     .help = N_("record number N of a file that holds several, the first being 1"),
     .kind = ARG_NUMBER,
     .offset = offsetof(Trying, record),
     .low = 1,
     .high = INT_MAX},
    {.name = "trials",
     .value = "N",
     .help = N_("at most so many trials of a move"),
     .kind = ARG_NUMBER,
     .offset = offsetof(Trying, trials),
     .low = 2,
     .high = EFFORT_MOST},
    {.name = "bot",
     .value = "NAME",
     .help = N_("who plays the trials (default: the strongest that is fast)"),
     .kind = ARG_TEXT,
     .offset = offsetof(Trying, bot)},
    {.name = "seed",
     .value = "S",
     .help = N_("another seed gives other trials (default: 1)"),
     .kind = ARG_NUMBER,
     .offset = offsetof(Trying, seed),
     .low = 0,
     .high = INT64_MAX},
    ARG_THREADS(Trying),
    {.name = NULL},
};

/* True if the bot is a program of somebody's own. */
static bool is_program(const char *name) {
    return name && (strncmp(name, "exec:", 5) == 0 || strncmp(name, "sandbox:", 8) == 0);
}

/* A program is refused in words that say what can be done with it instead. */
Match *trying_match(const Trying *set, const char *path, bool hidden, int *status) {
    if (set->quick && set->deep)
        *status = usage_error("--quick and --deep exclude each other");
    else if (is_program(set->bot))
        *status = usage_error(
            "--bot %s: trials begin in the middle of games and are played by the thousand, which a program of your own "
            "cannot do; let it play (`penna duel --record`) and go through its games, with what it says of its moves",
            set->bot);
    else
        return file_match_number(path, set->record, hidden, status);
    return NULL;
}

/* It is made for the beginning of the game: how far losses reach (its scale) is a matter of the whole game, not of one
 * position; and for the beginning as the rules have it, since a record through a seat's eyes hides some of it. */
bool trying_advisor(const Trying *set, const Match *m, Advisor *out) {
    AnyState start;
    AdvisorWishes wishes = {.level = set->quick  ? LEVEL_QUICK
                                     : set->deep ? LEVEL_DEEP
                                                 : LEVEL_NORMAL,
                            .seed = (uint64_t)set->seed,
                            .policy = set->bot,
                            .trials = set->trials,
                            .threads = (int)set->threads};
    memset(&start, 0, sizeof start);
    match_game(m)->start(&start.head, match_state(m)->seats, match_options(m));
    return advice_open(out, match_game(m), &start.head, &wishes);
}
