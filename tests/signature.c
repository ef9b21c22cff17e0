/* signature.c [FILE]: the signature of the rules (match/signature.h), for each game and seat count.
 * Without an argument it is printed (`make golden` keeps it in tests/signature.txt), with one compared to the file. */
#include <stdio.h>
#include <string.h>

#include "match/signature.h"

/* Writes all signatures into out; how many went wrong. */
static int sign(FILE *out) {
    uint64_t all = 0;
    int wrong = 0;
    for (const Game *const *g = games; *g; g++)
        for (int seats = (*g)->min_seats; seats <= (*g)->max_seats; seats++) {
            int first;
            uint64_t hash = signature_of(*g, seats, &first);
            if (first >= 0) {
                fprintf(stderr, "%s, %d seats, game %d: game_play_out() plays it otherwise\n", (*g)->name, seats,
                        first);
                wrong++;
            }
            fprintf(out, "%s %d %016llx\n", (*g)->name, seats, (unsigned long long)hash);
            all = signature_add(all, hash);
        }
    fprintf(out, "all %016llx\n", (unsigned long long)all);
    return wrong;
}

/* Compares line by line, says what differs, and how much was compared. */
static int compare(FILE *kept, FILE *now) {
    char a[200], b[200];
    int differ = 0;
    for (int lines = 0;; lines++) {
        bool more_a = fgets(a, sizeof a, kept), more_b = fgets(b, sizeof b, now);
        if (!more_a && !more_b) {
            printf("%d checks\n", lines);
            return differ;
        }
        if (more_a && more_b && strcmp(a, b) == 0) continue;
        fprintf(stderr, "expected %sfound    %s", more_a ? a : "nothing\n", more_b ? b : "nothing\n");
        differ++;
    }
}

int main(int argc, char **argv) {
    if (argc < 2) return sign(stdout) > 0;
    FILE *kept = fopen(argv[1], "r"), *now = tmpfile();
    if (!kept || !now) {
        perror(argv[1]);
        return 2;
    }
    int wrong = sign(now);
    rewind(now);
    int differ = compare(kept, now);
    if (differ) fputs("The rules play otherwise. If that is meant, run `make golden` and say why.\n", stderr);
    fclose(kept);
    fclose(now);
    return wrong + differ > 0;
}
