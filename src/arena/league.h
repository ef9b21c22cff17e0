/* league.h: a league: what its logs say, what its bots are worth, and which of them should play next.
 *
 * A league is a folder with league.conf (league_config.h) and logs (league_log.h). All that is known is the sum of the
 * blocks in the logs, whoever played them, so any number of runners can work on it, be killed, and come back; none of
 * them keeps anything of its own. A bot is its name together with its identity (identity.h): one that was changed is
 * another bot, and what it did before stays with what it was. */
#ifndef PENNA_ARENA_LEAGUE_H
#define PENNA_ARENA_LEAGUE_H

#include "arena/league_log.h"
#include "arena/rating.h"

/* What a bot did in one play. */
typedef struct LeagueEntry {
    char name[LEAGUE_NAME];
    uint64_t identity;    /* identity.h */
    const LeagueBot *bot; /* its line in the configuration; NULL: it has gone */
    bool changed;         /* another bot has had the same name */
    uint64_t games, wins, ties, forfeits;
    uint64_t finished; /* games of sets that nobody forfeited, */
    int64_t points;    /* and its points in these */
    double share;      /* sum over games */
    int64_t last;      /* when it last played */
    double elo, half;  /* its rating and half the width of the interval */
} LeagueEntry;

/* What the same bots did at one table. */
typedef struct LeagueTable {
    Meeting plain;                             /* blocks without a judge of luck */
    Meeting judged, less;                      /* blocks with one: as they came out, and less the luck */
    uint64_t plain_ms, judged_ms;              /* milliseconds that these took */
    uint64_t ties[SEATS_MAX], wins[SEATS_MAX]; /* of all blocks, by place at the table */
} LeagueTable;

enum { HISTORY_MAX = 48 };

/* The ratings when so many games had been counted. */
typedef struct LeaguePoint {
    uint64_t games;
    float elo[RATED_MAX], half[RATED_MAX]; /* NAN: had not played yet */
} LeaguePoint;

/* One play of the league: a game with so many seats. */
typedef struct LeagueGroup {
    LeaguePlay play;
    bool present;                 /* it is in the configuration */
    int entries, tables, room;    /* room: tables that there is memory for */
    LeagueEntry entry[RATED_MAX]; /* never moved or taken out: tables name bots by their places here */
    LeagueTable *table;
    int *index;           /* tables by their bots, two places for each that there is room for */
    uint64_t games, sets; /* of all blocks that were counted */
    uint64_t left_out;    /* blocks with more bots than can be rated */
    bool luck_out;        /* the ratings are made of results less luck, because these vary less */
    double saving;        /* how many times less they vary; 0: not known */
    Ratings ratings;
    int points; /* of the history */
    LeaguePoint history[HISTORY_MAX];
    uint64_t next_point; /* games at which the next point of the history is due */
} LeagueGroup;

typedef struct League {
    const char *folder;
    LeagueConfig config;
    LogFiles logs;
    LeagueGroup **group; /* in the order in which they were first heard of */
    int groups;
    bool history;                    /* the history is wanted */
    int unseated;                    /* bots of the configuration that are too many to be rated, over all plays */
    const char *barred[LEAGUE_BOTS]; /* why a bot of the configuration plays nothing, in English; NULL: it plays */
    char *text;                      /* of the configuration; NULL: it was not read yet */
    double seat_again;               /* when to look again at what the bots are */
    const char *error;               /* why reading stopped */
} League;

/* Nothing is known yet. */
void league_begin(League *l, const char *folder);
void league_free(League *l);

/* Reads the configuration anew. NULL, or why not, and in *line where (0: the file cannot be read). What was known
 * before is kept then. */
const char *league_configure(League *l, long *line);

/* Takes in what the logs have had added. NULL, or why not. */
const char *league_read(League *l);

/* Computes the ratings of every group. */
void league_rate(League *l);

/* What should be played next: the bots at whose table a second of play takes most from the errors of the ratings. */
typedef struct LeagueChoice {
    LeagueGroup *group; /* NULL: there is nothing to play */
    int bot[SEATS_MAX]; /* entries of the group */
    bool adjust;        /* with the judge of luck */
} LeagueChoice;

/* `rests` says of an entry whether it is to be left in peace for now. The lot keeps runners that know the same from
 * choosing the same. */
LeagueChoice league_choose(League *l, bool (*rests)(void *context, const LeagueEntry *e), void *context, Rng *lot);

/* The entries by rating, best first. */
void league_order(const LeagueGroup *g, int order[RATED_MAX]);

/* The sums that the rating of a table is made of. */
Meeting league_meeting(const LeagueGroup *g, const LeagueTable *t);

/* The name of an entry, with a part of its identity if another bot has had the name. */
void league_label(const LeagueEntry *e, char *out, size_t size);

/* ---- Playing (league_play.c) ------------------------------------------------------------------------ */

typedef struct LeagueRunner {
    League *league;
    LeagueLog log;
    int threads;
    uint64_t blocks;           /* played so far */
    bool (*stop)(void);        /* asked after every set; true: end the block here */
    char forfeit[LEAGUE_SPEC]; /* of the last block: who gave no legal move, and why; empty: nobody */
} LeagueRunner;

/* Plays a block and adds it to the log; NULL, or what went wrong. A record of its first set is kept in the folder
 * records, if the last one of that table is older than some minutes. */
const char *league_play(LeagueRunner *r, const LeagueChoice *choice);

/* The file in which the record of these bots is kept: records/PLAY/NAME,NAME.penna, the names in their order. */
void league_record_path(const League *l, const char *play, int seats, const char *const *name, char *out, size_t size);

#endif
