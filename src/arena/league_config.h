/* league_config.h: what a league plays and who takes part: the file league.conf, a line for each thing
 * (docs/league.md).
 *
 *   play GAME:SEATS[:OPTION=VALUE,...]   bots play this
 *   bot NAME SPEC...                     a bot as `penna duel` takes it, under a name of its own
 *   only NAME PLAY...                    that bot plays only these: a game, or a play as above
 *   seed N, budget B, sets N, seconds T, adjust auto|yes|no, anchor NAME, pause
 *
 * Empty lines and what follows a # at the beginning of a line are for people. */
#ifndef PENNA_ARENA_LEAGUE_CONFIG_H
#define PENNA_ARENA_LEAGUE_CONFIG_H

#include "bots/bot.h"
#include "host/buffer.h"

enum { LEAGUE_PLAYS = 32, LEAGUE_BOTS = 64, LEAGUE_NAME = 32, LEAGUE_KEY = 96, LEAGUE_SPEC = 1024 };

typedef struct LeaguePlay {
    char key[LEAGUE_KEY]; /* GAME:SEATS[:OPTION=VALUE,...] */
    const Game *game;
    int seats;
    int option[OPTIONS_MAX];
    unsigned given; /* bits of the options that are stated */
} LeaguePlay;

typedef struct LeagueBot {
    char name[LEAGUE_NAME];
    char spec[LEAGUE_SPEC]; /* as roster.h takes it */
    char only[LEAGUE_SPEC]; /* what it plays, words; empty: everything */
} LeagueBot;

typedef enum LeagueAdjust { LEAGUE_ADJUST_AUTO, LEAGUE_ADJUST_YES, LEAGUE_ADJUST_NO } LeagueAdjust;

typedef struct LeagueConfig {
    uint64_t seed;
    Budget budget;            /* of every decision */
    char budget_text[32];     /* as it was written; part of the identity of every bot */
    int sets;                 /* of one block at most */
    double seconds;           /* of one block, about */
    LeagueAdjust adjust;      /* whether the luck of the dice is taken out (adjust.h) */
    char anchor[LEAGUE_NAME]; /* the bot whose rating is 0; empty: the mean is */
    bool paused;              /* runners wait */
    int plays, bots;
    LeaguePlay play[LEAGUE_PLAYS];
    LeagueBot bot[LEAGUE_BOTS];
} LeagueConfig;

/* Reads the text of the file. NULL, or why not, in English, and the number of the line. */
const char *league_config_read(const char *text, LeagueConfig *out, long *line);

/* Reads GAME:SEATS[:OPTION=VALUE,...]; NULL, or why not. */
const char *league_play_read(const char *key, LeaguePlay *out);

/* True if that bot plays that. */
bool league_bot_plays(const LeagueBot *bot, const LeaguePlay *play);

/* True if a bot may be called that. */
bool league_name_ok(const char *name);

/* Appends the text without the lines that begin with that word and, unless it is NULL, that second word. Returns how
 * many there were. */
int league_config_without(const char *text, const char *word, const char *second, Buffer *out);

#endif
