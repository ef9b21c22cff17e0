/* starter.c: where a bot of your own begins (docs/protocol.md, protocol 2), in plain C: it plays every game by the
 * `legal` line alone, and many games at once. Write your own choose().
 *
 *     cc -O2 starter.c -o starter
 *     penna duel qwixx "exec:./starter as Mine" random --games 1000
 *     penna duel qwixx "exec:./starter with pass=1 as Lazy" random --games 1000 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { GAMES = 64, MOVES = 128, ROOM = 1 << 16 };

/* A game in progress. */
typedef struct Ongoing {
    unsigned id; /* 0: none */
    char name[32];
    int seats, seat;
    uint64_t lots; /* the state of its random numbers: the same lot gives the same game */
} Ongoing;

static Ongoing games[GAMES];
static int pass_too; /* the option: `-` is a move like any other */

/* A random number below n. */
static unsigned draw(Ongoing *g, unsigned n) {
    g->lots = g->lots * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)((g->lots >> 33) % n);
}

/* The place of the move to play. There is at least one; `-`, to pass, is always the first if it is legal. */
static int choose(Ongoing *g, char **move, int count) {
    int first = !pass_too && count > 1 && strcmp(move[0], "-") == 0;
    return first + (int)draw(g, (unsigned)(count - first));
}

/* The game of that number, or with 0 one that is free; NULL: there is none. */
static Ongoing *find(unsigned id) {
    for (int i = 0; i < GAMES; i++)
        if (games[i].id == id) return &games[i];
    return NULL;
}

static void answer(unsigned id, char *words) {
    char *move[MOVES];
    int count = 0;
    Ongoing *g = find(id);
    for (char *at = strtok(words, " "); at && count < MOVES; at = strtok(NULL, " ")) move[count++] = at;
    if (g && count) printf("move %u %s\n", id, move[choose(g, move, count)]);
}

static void take_line(char *line) {
    unsigned id, lot;
    char name[32];
    int seats, seat, words;
    Ongoing *g;
    if (strncmp(line, "penna-bot ", 10) == 0) {
        printf("id Starter in C\noption pass=0 take `-` for a move like any other\ngames %d\nready 2\n", GAMES);
    } else if (strncmp(line, "set pass=", 9) == 0) {
        pass_too = atoi(line + 9);
    } else if (sscanf(line, "new %u %31s %d %d %u", &id, name, &seats, &seat, &lot) == 5) {
        if (!(g = find(0))) return;
        *g = (Ongoing){.id = id, .seats = seats, .seat = seat, .lots = lot};
        strcpy(g->name, name);
    } else if (sscanf(line, "legal %u %n", &id, &words) == 1) {
        answer(id, line + words);
    } else if (sscanf(line, "end %u", &id) == 1) {
        if ((g = find(id))) g->id = 0;
    } /* every other line is one that this bot does not need */
}

/* Everything that has come is answered before anything is sent: many games then cost one read and one write. */
int main(void) {
    static char room[ROOM];
    size_t have = 0;
    for (ssize_t n; (n = read(STDIN_FILENO, room + have, sizeof room - have)) > 0;) {
        char *at = room, *end;
        have += (size_t)n;
        while ((end = memchr(at, '\n', have - (size_t)(at - room)))) {
            *end = '\0';
            take_line(at);
            at = end + 1;
        }
        have -= (size_t)(at - room);
        memmove(room, at, have);
        fflush(stdout);
        if (have == sizeof room) return 1; /* no line of the protocol is so long */
    }
    return 0;
}
