/* ranks.h: one job on several processes, under MPI.
 *
 * `mpirun -n 4 penna duel ...` starts four processes. `penna` itself knows nothing of MPI: started by mpirun it becomes
 * `penna-mpi`, which is the same program with MPI. There each process (rank) works on its part of the games, and rank 0
 * alone writes files and tells the result, which is the same bytes as that of one process (host/pool.h). */
#ifndef PENNA_CLI_RANKS_H
#define PENNA_CLI_RANKS_H

#include "cli/cli.h"
#include "host/pool.h"

/* Runs a command that can share its work, argv[0] being the program's name; together with the other ranks if there are
 * any. Returns the exit status. */
int ranks_run(const Command *c, int argc, char **argv);

/* How the ranks of this run pass their work; NULL: this process is alone. */
const PoolPeers *ranks_peers(void);

/* True for the process that writes files and tells the result. */
bool ranks_first(void);

/* To be called once by every rank before shared work begins: true if it is true for all; else false after a message. */
bool ranks_agree(bool good);

#endif
