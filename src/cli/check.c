/* check.c: `penna check`: replays records and says whether they are good. */
#include "cli/cli.h"

/* Checks one file and returns its exit status. */
static int check_file(const char *path) {
    Buffer bytes = {0};
    long count = 0;
    if (!file_read(path, &bytes)) {
        buffer_free(&bytes);
        return EXIT_USAGE;
    }
    Records in = {.bytes = bytes.bytes, .length = bytes.length};
    Match *match;
    Fault fault;
    RecordResult result;
    while ((result = record_read(&in, &match, NULL, &fault)) == RECORD_OK) {
        match_free(match);
        count++;
    }
    buffer_free(&bytes);
    if (result == RECORD_END) {
        printf("%s: %ld records ok\n", path, count);
        return EXIT_GOOD;
    }
    if (result == RECORD_MEMORY) return usage_error("%s: out of memory", path);
    fflush(stdout);
    fprintf(stderr, "%s:%ld: %s\n", path, fault.line, fault.reason);
    return EXIT_RECORD;
}

/* All files are checked, and the worst of them is the status. */
static int run(const void *settings, int count, char **words) {
    int worst = EXIT_GOOD;
    (void)settings;
    for (int i = 0; i < count; i++) {
        int status = check_file(words[i]);
        if (status > worst) worst = status;
    }
    return worst;
}

const Command check_command = {
    .name = "check",
    .usage = "FILE...",
    .summary = N_("replay records and say whether they are good"),
    .about = N_("Prints `FILE: N records ok` for a good file and, on standard error, `FILE:LINE: reason` for the\n"
                "first fault of a bad one. `-` reads standard input."),
    .examples = "  penna check game.penna\n  penna sim qwixx --seats 2 --games 100 --record - | penna check -\n",
    .words_min = 1,
    .words_max = -1,
    .run = run,
};
