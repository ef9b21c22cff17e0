/* advisor.h: the judge behind hints, the tutor and the analysis: who plays its trials, and how much work it does. It
 * uses no threads, so a browser has it too; rank.c shares its work between them. */
#ifndef PENNA_ADVISE_ADVISOR_H
#define PENNA_ADVISE_ADVISOR_H

#include "analyse/analyse.h"
#include "arena/solved.h"

typedef enum Level { LEVEL_QUICK, LEVEL_NORMAL, LEVEL_DEEP, LEVEL_TUTOR } Level;

/* All that a result depends on beside the position: stored once, with the result. */
typedef struct Advisor {
    const Game *game;
    int seats;
    Level level;
    uint64_t seed;
    const char *policy; /* the name of the bot that plays the trials */
    Effort effort;
    int horizon;   /* turns of a trial; 0: to the end */
    bool exact;    /* values come from the table */
    double spread; /* deviation of the points of whole games; 0 where the aim is the win */
    double scale;  /* of losses, see label_scale() */
    double near;   /* losses below are nothing */
    int threads;   /* 0: one per core */
    Solved table;
} Advisor;

extern const char *const level_words[];

/* What the command line says: the bot for the trials (NULL: the best there is; NAME@FILE opens a file, so it is not to
 * be a stranger's word), at most so many trials of a move (0: by the level). */
typedef struct AdvisorWishes {
    Level level;
    uint64_t seed;
    const char *policy;
    long trials;
    int threads;
} AdvisorWishes;

/* Makes an advisor for a game whose beginning is `start`; false: *why says why the policy cannot play. */
bool advisor_make(Advisor *a, const Game *g, const State *start, const AdvisorWishes *wishes, const char **why);
void advisor_close(Advisor *a);

/* A judge for one thread; false: *why says why not. */
bool advisor_judge(const Advisor *a, Judge *out, const char **why);
void advisor_judge_free(Judge *j);

/* Begins a race between a seat's moves; memory as below. */
void advisor_race(const Advisor *a, const Judge *j, Race *r, const State *view, int seat, uint64_t question,
                  const Move *played, void *memory);

/* Ranks a seat's moves with the help of one judge, in this thread; memory as race_memory() says, for
 * MOVES_MAX moves. `played`, unless NULL, is measured until its label is settled. */
void advisor_rank_alone(const Advisor *a, const Judge *j, const State *view, int seat, uint64_t question,
                        const Move *played, void *memory, Ranking *out);

/* The same on all threads; NULL, or why not (rank.c). */
const char *advisor_rank(const Advisor *a, const State *view, int seat, uint64_t question, Ranking *out);

/* The question's key: the same position in the same place gives the same trials. */
uint64_t advisor_question(const Advisor *a, int node, int seat);

#endif
