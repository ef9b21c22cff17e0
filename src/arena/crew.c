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
    Adjuster *adjuster;  /* NULL if luck is not measured */
};

Crew *crew_new(const Lineup *lineup, const char **why) {
    const Arena *a = &lineup->arena;
    const char *reason = N_("out of memory");
    Crew *crew = calloc(1, sizeof *crew);
    bool good = crew != NULL, log = lineup->record;
    if (crew) crew->lineup = lineup;
    for (int i = 0; good && i < a->seats; i++) {
        crew->bot[i] = roster_bot_or_command(lineup->name[i], a->game, lineup->budget, &reason);
        good = crew->bot[i] != NULL;
        log |= good && crew->bot[i]->kind->follow;
    }
    if (good && lineup->adjust) good = (crew->adjuster = adjuster_new(a->game, why)) != NULL;
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
    adjuster_free(crew->adjuster);
    free(crew);
}

/* Writes into the log who sits where. */
static bool sit_down(Crew *crew, int shift) {
    int seats = crew->lineup->arena.seats;
    for (int i = 0; crew->log && i < seats; i++) {
        char kind[LABEL_MAX + 4] = "bot:";
        roster_label(crew->lineup->label[i] ? crew->lineup->label[i] : crew->lineup->name[i], kind + 4);
        if (!match_seat(crew->log, (i + shift) % seats, kind, kind + 4)) return false;
    }
    return true;
}

static void write_record(const Crew *crew, const Result *r, Buffer *record) {
    char note[REASON_MAX + 40];
    record_write(crew->log, RECORD_FULL, true, record);
    if (r->forfeit < 0) return;
    snprintf(note, sizeof note, "# seat %d forfeits: %s\n", r->forfeit, r->reason);
    buffer_str(record, note);
}

bool crew_play(Crew *crew, int shift, uint64_t number, uint64_t dice, Buffer *record, Result *out) {
    Arena a = crew->lineup->arena;
    Bot *seated[SEATS_MAX];
    a.adjuster = crew->adjuster;
    for (int i = 0; i < a.seats; i++) seated[(i + shift) % a.seats] = crew->bot[i];
    *out = (Result){.forfeit = -1};
    if (!sit_down(crew, shift) || !arena_play(&a, seated, number, dice, crew->log, out)) return false;
    if (crew->lineup->record) write_record(crew, out, record);
    return true;
}

int crew_ranks(const Result *r, int seats, int *rank) {
    int points[SEATS_MAX];
    memcpy(points, r->points, sizeof points);
    if (r->forfeit >= 0) points[r->forfeit] = INT32_MIN;
    return game_ranks(points, seats, rank);
}
