/* exec.h: bots in any language: `exec:COMMAND` is a process that is told the record, as its seat may see it, and
 * answers every decision with a token (docs/protocol.md).
 *
 * The process starts at the first decision and plays one game after another; a bot that sits at several seats of one
 * game has a process for each. It may take a while, die, write nonsense or never end: then the bot gives MOVE_NONE, its
 * `trouble` says why, and the process is killed; the next game begins with a new one. A bot that failed
 * EXEC_GIVE_UP games in a row is not started again. */
#ifndef PENNA_ARENA_EXEC_H
#define PENNA_ARENA_EXEC_H

#include "bots/bot.h"

enum { EXEC_GIVE_UP = 3 };

/* Its `detail` is the command. */
extern const BotKind exec_bot;

#endif
