/* trying.c: see trying.h. */
#include "cli/trying.h"

const Arg trying_args[] = {
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
    {.name = "threads",
     .value = "T",
     .help = N_("how many threads (default: one per core)"),
     .kind = ARG_NUMBER,
     .offset = offsetof(Trying, threads),
     .low = 1,
     .high = 256},
    {.name = NULL},
};

bool trying_ok(const Trying *set) {
    if (set->quick && set->deep) usage_error("--quick and --deep exclude each other");
    return !(set->quick && set->deep);
}

AdvisorWishes trying_wishes(const Trying *set) {
    return (AdvisorWishes){.level = set->quick  ? LEVEL_QUICK
                                    : set->deep ? LEVEL_DEEP
                                                : LEVEL_NORMAL,
                           .seed = (uint64_t)set->seed,
                           .policy = set->bot,
                           .trials = set->trials,
                           .threads = (int)set->threads};
}
