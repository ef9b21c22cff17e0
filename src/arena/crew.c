/* crew.c: see crew.h. */
#include "arena/crew.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/adjust.h"
#include "arena/roster.h"

struct Crew {
    const Lineup *lineup;
    Bot *bot[SEATS_MAX]; /* in the order of the lineup */
    Match *log;          /* NULL if nobody asks for it */
    Match **more;        /* the logs of games that are played at once */
    int logs;            /* of them */
    Adjuster *adjuster;  /* NULL if luck is not measured */
};

/* The bot of a place in the lineup: a function, or one by its name. */
static Bot *bot_of(const Lineup *l, int i, const char **why) {
    if (l->mine && l->mine[i].choose) return roster_own(&l->mine[i], l->arena.game, why);
    return roster_bot_or_command(l->name[i], l->arena.game, l->each ? l->own[i] : l->budget, why);
}

/* There is a log if records are wanted, or if a bot is to follow the game in it. */
Crew *crew_new(const Lineup *lineup, const char **why) {
    const Arena *a = &lineup->arena;
    const char *reason = N_("out of memory");
    Crew *crew = calloc(1, sizeof *crew);
    bool good = crew != NULL, log = lineup->record;
    if (crew) crew->lineup = lineup;
    for (int i = 0; good && i < a->seats; i++) {
        crew->bot[i] = bot_of(lineup, i, &reason);
        good = crew->bot[i] != NULL;
        log |= good && crew->bot[i]->kind->follow;
    }
    if (good && lineup->adjust) good = (crew->adjuster = adjuster_new(a->game, &reason)) != NULL;
    if (good && log) {
        reason = N_("out of memory");
        good = (crew->log = match_new(a->game, a->seats, a->option)) != NULL;
    }
    if (!good) {
        crew_free(crew);
        *why = reason;
        return NULL;
    }
    if (crew->log) match_give_options(crew->log, lineup->given);
    return crew;
}

void crew_end(void *crew) { crew_free(crew); }

void crew_free(Crew *crew) {
    if (!crew) return;
    for (int i = 0; i < SEATS_MAX; i++) roster_free(crew->bot[i]);
    match_free(crew->log);
    for (int i = 0; i < crew->logs; i++) match_free(crew->more[i]);
    free(crew->more);
    adjuster_free(crew->adjuster);
    free(crew);
}

/* Writes into the log who sits where. */
static bool sit_down(const Crew *crew, Match *log, int shift) {
    int seats = crew->lineup->arena.seats;
    for (int i = 0; log && i < seats; i++) {
        char kind[LABEL_MAX + 4] = "bot:";
        roster_label(crew->lineup->name[i], kind + 4);
        if (!match_seat(log, (i + shift) % seats, kind, kind + 4)) return false;
    }
    return true;
}

/* With what programs call themselves, and why one of them forfeited, as comments. */
static void write_record(const Match *log, Bot *const *bot, const Result *r, Buffer *record) {
    char note[REASON_MAX + 40];
    record_write_remarked(log, record);
    for (int i = 0; i < match_state(log)->seats; i++)
        if (bot[i]->id) buffer_put(record, "# seat %d is %s\n", i, bot[i]->id);
    if (r->forfeit < 0) return;
    snprintf(note, sizeof note, "# seat %d forfeits: %s\n", r->forfeit, r->reason);
    buffer_str(record, note);
}

/* The lineup is shared by all threads, the judge of luck is this crew's own: so it goes into a copy of the arena. */
bool crew_play(Crew *crew, int shift, uint64_t number, uint64_t dice, Buffer *record, Result *out) {
    Arena a = crew->lineup->arena;
    Bot *seated[SEATS_MAX];
    a.adjuster = crew->adjuster;
    for (int i = 0; i < a.seats; i++) seated[(i + shift) % a.seats] = crew->bot[i];
    *out = (Result){.forfeit = -1};
    if (!sit_down(crew, crew->log, shift) || !arena_play(&a, seated, number, dice, crew->log, out)) return false;
    if (crew->lineup->record) write_record(crew->log, seated, out, record);
    return true;
}

int crew_at_once(Crew *crew) {
    int least = 0;
    for (int i = 0; i < crew->lineup->arena.seats; i++) {
        Bot *bot = crew->bot[i];
        int most = bot->kind->several ? bot->kind->several->games(bot) : 0;
        if (bot->kind->several && (least == 0 || most < least)) least = most;
    }
    return least > 1 ? least : 1;
}

/* Makes logs until there are so many. */
static bool more_logs(Crew *crew, int count) {
    const Arena *a = &crew->lineup->arena;
    if (count <= crew->logs) return true;
    Match **more = realloc(crew->more, (size_t)count * sizeof(Match *));
    if (!more) return false;
    crew->more = more;
    for (; crew->logs < count; crew->logs++) {
        more[crew->logs] = match_new(a->game, a->seats, a->option);
        if (!more[crew->logs]) return false;
        match_give_options(more[crew->logs], crew->lineup->given);
    }
    return true;
}

/* So many as the bots can play at once. */
static bool play_at_once(Crew *crew, CrewGame *game, int count) {
    Arena a = crew->lineup->arena;
    ArenaGame *play = calloc((size_t)count, sizeof *play);
    bool good = play && more_logs(crew, count);
    a.adjuster = crew->adjuster;
    for (int i = 0; good && i < count; i++) {
        play[i] = (ArenaGame){.number = game[i].number, .dice = game[i].dice, .log = crew->more[i]};
        for (int k = 0; k < a.seats; k++) play[i].bot[(k + game[i].shift) % a.seats] = crew->bot[k];
        good = sit_down(crew, play[i].log, game[i].shift);
    }
    good = good && arena_play_several(&a, play, count);
    for (int i = 0; good && i < count; i++) {
        game[i].result = play[i].result;
        if (crew->lineup->record) write_record(play[i].log, play[i].bot, &game[i].result, &game[i].record);
    }
    free(play);
    return good;
}

/* In bunches of as many as the bots take; one that is left over is played as any single game. */
bool crew_play_several(Crew *crew, CrewGame *game, int count) {
    int at_once = crew_at_once(crew);
    bool good = true;
    for (int i = 0, n; good && i < count; i += n) {
        CrewGame *g = &game[i];
        n = at_once < count - i ? at_once : count - i;
        good = n > 1 ? play_at_once(crew, g, n) : crew_play(crew, g->shift, g->number, g->dice, &g->record, &g->result);
    }
    return good;
}

const char *crew_id(const Crew *crew, int bot) { return crew->bot[bot]->id; }

int crew_ranks(const Result *r, int seats, int *rank) {
    int points[SEATS_MAX];
    memcpy(points, r->points, sizeof points);
    if (r->forfeit >= 0) points[r->forfeit] = INT32_MIN;
    return game_ranks(points, seats, rank);
}
