/* command.h: what the name of a bot says that is given on a command line:
 *
 *     NAME as ALIAS
 *     exec:COMMAND with KEY=VALUE KEY=VALUE as ALIAS
 *
 * The alias is how it is called in tables and records; the keys are options of the program itself (docs/protocol.md).
 * Both may be missing. A command that really ends so takes `;` after it. */
#ifndef PENNA_ARENA_COMMAND_H
#define PENNA_ARENA_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

#include "host/buffer.h"

/* How the bot is called: the alias, which is a part of the name, or the whole name. */
const char *command_shown(const char *name);

/* How many bytes of the name come before ` as ALIAS`; and before ` with KEY=VALUE` too, *options being where the first
 * key begins, or NULL. */
size_t command_named(const char *name);
size_t command_proper(const char *name, const char **options);

/* Writes the name so that it means the same wherever it is read: words of a command that name files of this folder, and
 * a file of weights, get the whole path. True if that changed anything. `cd` ends it, for what follows is seen from
 * elsewhere; the first word without a folder is looked for by the shell. */
bool command_whole(const char *name, const char *folder, Buffer *out);

#endif
