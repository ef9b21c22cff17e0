/* series.h: what the commands that play many games between bots share: sim, duel, ladder. */
#ifndef PENNA_CLI_SERIES_H
#define PENNA_CLI_SERIES_H

#include "arena/crew.h"
#include "cli/cli.h"

/* Options that they all have: the first member of their settings. */
typedef struct Series {
    long games, seed, threads; /* threads 0: one per core */
    const char *budget;        /* one for all bots, or one for each with commas; NULL: what each has by itself */
    const char *clock;         /* in the same way; NULL: no limit */
    const char *record;        /* where records go; NULL: nowhere */
    ArgList option;            /* of the game, K=V */
    bool json;                 /* the result as JSON */
} Series;

extern const Arg series_args[];
#define SERIES_DEFAULTS \
    { .games = 1000, .seed = 1 }

enum { EXIT_FORFEIT = 3, EXIT_INTERRUPTED = 130 };

/* Fills the lineup from the options for these bots, one for each seat; false after a message. */
bool series_lineup(const Series *set, const char *game, const char *const *bots, int seats, Lineup *out);

/* The same for a list of bots with commas, which is cut up and has to stay: one name serves all seats, else there is
 * one for each. seats 0: one for each bot named, else 2. */
bool series_seats(const Series *set, const char *game, char *list, long seats, Lineup *out);

/* The same for a game found and a number of seats and bots already checked. */
bool series_lineup_of(const Series *set, const Game *g, const char *const *bots, int seats, Lineup *out);

/* True if there is such a bot and it plays that game, else false after a message that lists the bots. */
bool series_bot(const Game *g, const char *name);

/* The file of --record, in which whole records appear as they come. All three do nothing and are true if there is none;
 * false after a message. */
typedef struct RecordFile {
    bool open; /* false: no records are wanted, or writing failed */
    Scribe file;
} RecordFile;

/* Begins the games of a series: opens the file, catches interrupts (from now on one only sets a flag, so that what was
 * counted so far can be told; a second one ends the program as usual) and waits for the other ranks. */
bool series_begin(const Series *set, RecordFile *f);
bool series_record_add(RecordFile *f, const char *bytes, size_t length);
bool series_record_end(RecordFile *f, bool keep);

/* The width of a column that holds these names and is at least so wide. */
int series_width(const char *const *name, int count, int least);

/* Tells of a bot's forfeits, if there are any. */
void series_forfeits(const char *bot, uint64_t count, const char *why, FILE *out);

/* Where the result is told: standard output, unless that already takes the records. */
FILE *series_out(const Series *set);

bool series_interrupted(void);

/* The exit status of a series: interrupted, else whether a bot has forfeited a game, else good. */
int series_status(uint64_t forfeits);

/* Says below a table that it is not of all games, if it was interrupted. */
void series_cut(uint64_t done, uint64_t total, FILE *out);

/* A reason as JSON: null if there is none. */
void series_json_why(const char *why, FILE *out);

#endif
