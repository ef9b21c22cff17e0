/* league_log.h: what the runners of a league have played, in files to which whole lines are only ever added.
 *
 * Every runner writes a file of its own, log/0001.log and so on, which it creates and nobody else touches: runners on
 * several machines share a folder without a lock. A line ends with a checksum; one that was cut off by whatever ended
 * its runner is recognised and not counted. Room for the next lines is reserved before a block is played, so that a
 * full disk is met when there is nothing to lose yet. */
#ifndef PENNA_ARENA_LEAGUE_LOG_H
#define PENNA_ARENA_LEAGUE_LOG_H

#include "arena/league_config.h"

/* Some sets that the same bots played: sums over sets, of what duel.h counts. */
typedef struct LeagueBlock {
    int64_t time;          /* when it ended: seconds since 1970 */
    char play[LEAGUE_KEY]; /* as in the configuration */
    int seats;
    uint64_t seed;           /* of the arena; its sets are number 0 to sets - 1 */
    uint64_t sets, finished; /* finished: those in which nobody forfeited */
    uint64_t milliseconds;   /* that it took */
    bool adjusted;           /* luck was measured */
    struct {
        char name[LEAGUE_NAME];
        uint64_t identity; /* identity.h */
        uint64_t wins, ties, forfeits;
        int64_t points; /* of finished sets */
        int64_t share;  /* in SHARE_UNIT */
        int64_t less;   /* its share less its luck, in ADJUST_UNIT; 0 unless adjusted */
    } bot[SEATS_MAX];
    int64_t product[SEATS_MAX][SEATS_MAX];      /* of the shares of two bots; [i][j] with i <= j */
    int64_t less_product[SEATS_MAX][SEATS_MAX]; /* the same without luck */
} LeagueBlock;

/* A line without its checksum, and back; false: it is none. */
void block_put(const LeagueBlock *b, Buffer *out);
bool block_get(const char *line, LeagueBlock *out);

/* ---- Writing ---------------------------------------------------------------------------------------- */

typedef struct LeagueLog {
    int fd;
    int number;     /* of the file, which no other runner has */
    int64_t length; /* bytes in whole lines */
} LeagueLog;

/* Creates the next log of the league in `folder`; false: errno says why. */
bool league_log_open(LeagueLog *log, const char *folder);

/* Makes sure that there is room for a block; false: errno says why. */
bool league_log_reserve(LeagueLog *log);

/* Adds a line, with its checksum, and waits until it is on the disk; false: errno says why, and nothing was added. */
bool league_log_add(LeagueLog *log, const char *line);

void league_log_close(LeagueLog *log);

/* ---- Reading ---------------------------------------------------------------------------------------- */

/* A log as far as it has been read. */
typedef struct LogFile {
    int number;
    int64_t offset;         /* of the first byte that was not taken */
    long lines;             /* taken */
    long bad;               /* the first line whose checksum is wrong; 0: none */
    bool torn;              /* bytes without an end of the line follow */
    bool ended;             /* its runner has said goodbye */
    int64_t time;           /* of its last block; 0: none */
    char host[LEAGUE_NAME]; /* the machine of its runner */
} LogFile;

typedef struct LogFiles {
    LogFile *file;
    int count;
} LogFiles;

/* Reads what has been added to the logs of `folder` since the last time, in the order of their numbers, and calls
 * `line` for each whole line, without its checksum. False: errno says why, or `line` said stop. A folder without logs
 * is an empty one. */
bool league_logs_read(LogFiles *files, const char *folder, bool (*line)(void *context, LogFile *file, const char *text),
                      void *context);
void league_logs_free(LogFiles *files);

#endif
