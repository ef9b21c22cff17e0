/* team.h: threads that wait for short work, shared out in equal parts.
 *
 * A pool (pool.h) is made for each job; a team stays, so that work of some microseconds is worth sharing. */
#ifndef PENNA_HOST_TEAM_H
#define PENNA_HOST_TEAM_H

typedef struct Team Team;

/* A team of so many threads, the calling one among them (0: one per core); NULL: no memory or no thread. */
Team *team_new(int threads);
void team_free(Team *team);

int team_size(const Team *team);

/* Calls work(context, from, to) so that 0 <= i < count are all covered once, at most one call a thread, and returns
 * when all are done. From one thread at a time. */
void team_run(Team *team, int count, void (*work)(void *context, int from, int to), void *context);

#endif
