/* exec.h: bots in any language: `exec:COMMAND` is a process that is asked for moves over its standard input and output
 * (docs/protocol.md). `sandbox:COMMAND` is the same for one that is not trusted: in a box (host/box.h), where there can
 * be one.
 *
 * The process starts at the first decision and plays one game after another, or several at once if it can. It may take
 * a while, die, write nonsense or never end: then the bot gives MOVE_NONE, its `trouble` says why, and the process is
 * killed; the games that it was not to blame for go on with a new one. A bot that failed EXEC_GIVE_UP games in a row is
 * not started again.
 *
 * Protocol 1 knows one game at a time, so there a bot that sits at several seats of a game has a process for each. */
#ifndef PENNA_ARENA_EXEC_H
#define PENNA_ARENA_EXEC_H

#include "bots/bot.h"

enum { EXEC_GIVE_UP = 3 };

/* Their `detail` is what follows the colon (command.h). */
extern const BotKind exec_bot, sandbox_bot;

#endif
