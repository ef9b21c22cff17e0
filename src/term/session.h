/* session.h: one game at one keyboard: people, bots, dice, and the way back. */
#ifndef PENNA_TERM_SESSION_H
#define PENNA_TERM_SESSION_H

#include "bots/bot.h"
#include "match/match.h"

typedef struct Session {
    Match *match;
    Bot *bot[SEATS_MAX]; /* NULL: a person */
    uint64_t seed;       /* of the dice and the bots */
    bool manual;         /* the dice are typed in */
    bool hide_score;     /* until the end */
    struct Tutor *tutor; /* NULL: nobody helps */
    bool tutor_warns;    /* before a mistake */
    bool tutor_hints;    /* shows the best moves */
    char *path;          /* where the game is kept, malloc'd; NULL: nowhere */
    char *resume;        /* what to type after `penna play --resume` to go on, malloc'd */
    bool kept;           /* the file already holds the match as it stands at the beginning */
    bool save_failed;    /* it could not be kept; somebody was told */
    char *saved_to;      /* the file that `save` wrote last, malloc'd */
    int told[SEATS_MAX]; /* nodes of which the seat was told (all people share told[0] if nothing is hidden) */
    int last_person;     /* the seat that was asked last, or -1 */
} Session;

/* Plays to the end, or until somebody leaves. Returns the exit status. */
int session_play(Session *s);

void session_free(Session *s);

/* True if two people at the keyboard must not see the same. */
bool session_private(const Session *s);

#endif
