/* bot.c: a bot for Penna over standard input and output (docs/protocol.md), without a library: of the legal moves it
 * plays the last in ASCII order that is not `-`.
 *
 *     cc bot.c -o bot
 *     penna duel qwixx exec:./bot random --games 100 */
#include <stdio.h>
#include <string.h>

/* The answer to "choose - b9 r9": the last word. `-` comes first in ASCII order, so it is chosen only if alone. */
static const char *choose(char *line) {
    char *last = strrchr(line, ' ');
    return last ? last + 1 : "-";
}

int main(void) {
    static char line[8192]; /* the protocol's lines are shorter */
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, "penna-bot ", 10) == 0)
            puts("ready");
        else if (strncmp(line, "choose ", 7) == 0)
            puts(choose(line));
        else
            continue; /* a line of the record, or of no interest to this bot */
        fflush(stdout);
    }
    return 0;
}
