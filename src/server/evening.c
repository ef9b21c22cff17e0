/* evening.c: see evening.h. */
#include "server/evening.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* ---- Asking ----------------------------------------------------------------------------------------- */

Stage evening_stage(const Evening *v) { return v->over ? STAGE_OVER : v->round == 0 ? STAGE_WAITING : STAGE_PLAYING; }

/* No early end: the time must not tell how much of a hash was right. */
int evening_player(const Evening *v, const uint8_t *hash) {
    int found = -1;
    for (int i = 0; i < v->players; i++)
        if (sodium_memcmp(v->player[i].holder, hash, STORE_HASH) == 0) found = i;
    return found;
}

/* A list that is shorter than the evening begins again. */
const Game *evening_game(const Evening *v, int round) { return v->game[(round - 1) % v->games]; }

int evening_tables(const Evening *v, int round, int *first) {
    int count = 0;
    for (*first = 0; *first < v->tables && v->table[*first].round < round;) ++*first;
    while (*first + count < v->tables && v->table[*first + count].round == round) count++;
    return count;
}

int evening_place(const Evening *v, int round, int player, int *seat) {
    int first, count = evening_tables(v, round, &first);
    for (int i = first; i < first + count; i++)
        for (*seat = 0; *seat < v->seats; ++*seat)
            if (v->table[i].player[*seat] == player) return i;
    *seat = -1;
    return -1;
}

/* Has he a seat, or had he one, at any table that was said, one of a round that has not begun too? */
static bool ever_seated(const Evening *v, int player) {
    for (int i = 0; i < v->tables; i++)
        for (int seat = 0; seat < v->seats; seat++)
            if (v->table[i].player[seat] == player) return true;
    return false;
}

int evening_room(const Evening *v) {
    if (v->players < PLAYERS_MAX) return v->players;
    for (int i = 0; i < v->players; i++)
        if (v->player[i].gone && !ever_seated(v, i)) return i;
    return -1;
}

/* Keyed, so that the key of one round tells nothing of the next. */
void evening_key(const uint8_t key[CIPHER_KEY], int round, uint8_t out[CIPHER_KEY]) {
    uint8_t text[] = {'r', 'o', 'u', 'n', 'd', (uint8_t)round};
    crypto_generichash(out, CIPHER_KEY, text, sizeof text, key, CIPHER_KEY);
}

/* ---- How everybody stands ---------------------------------------------------------------------------- */

/* Halves away from zero. */
static long rounded(long above, long below) {
    return above < 0 ? -((-2 * above + below) / (2 * below)) : (2 * above + below) / (2 * below);
}

/* Multiplied before it is divided, and rounded once: the sum over a seat's people is zero but for the
 * rounding of each. */
long evening_difference(const Evening *v, int table, int seat) {
    const EveningTable *own = &v->table[table];
    long sum = 0, people = 0;
    int first, count = evening_tables(v, own->round, &first);
    if (!own->done || own->player[seat] < 0 || v->dice == DICE_MANUAL) return 0;
    for (int i = first; i < first + count; i++) {
        if (!v->table[i].done || v->table[i].player[seat] < 0) continue;
        sum += v->table[i].points[seat];
        people++;
    }
    return rounded(THOUSAND * (own->points[seat] * people - sum), people);
}

/* Among people only: bots have their luck too, but nobody is compared with them. */
bool evening_adjusted(const Evening *v, int table, int seat, long *out) {
    const EveningTable *own = &v->table[table];
    long sum = 0, people = 0;
    int first, count = evening_tables(v, own->round, &first);
    if (!own->judged || own->player[seat] < 0 || v->dice == DICE_MANUAL) return false;
    for (int i = first; i < first + count; i++) {
        const EveningTable *t = &v->table[i];
        if (!t->done || t->player[seat] < 0) continue;
        if (!t->judged) return false;
        sum += (long)THOUSAND * t->points[seat] - t->luck[seat];
        people++;
    }
    *out = rounded((THOUSAND * own->points[seat] - own->luck[seat]) * people - sum, people);
    return true;
}

bool evening_unjudged(const Evening *v, int table) {
    const EveningTable *t = &v->table[table];
    bool over = t->round < v->round || (t->round == v->round && v->stage == ROUND_OVER);
    return over && t->done && !t->judged && v->dice != DICE_MANUAL;
}

/* By what was made of the same dice, then by points. */
static int best_first(const void *a, const void *b) {
    const Placing *x = a, *y = b;
    if (x->difference != y->difference) return x->difference < y->difference ? 1 : -1;
    if (x->points != y->points) return x->points < y->points ? 1 : -1;
    return x->player - y->player;
}

static bool equals(const Placing *a, const Placing *b) {
    return a->difference == b->difference && a->points == b->points;
}

/* From the tables, each time anew: a running sum would have to be corrected by every event, and replayed logs would
 * have to come to the same. */
int evening_standings(const Evening *v, Placing *out) {
    for (int i = 0; i < v->players; i++) out[i] = (Placing){.player = i, .judged = v->dice != DICE_MANUAL};
    for (int i = 0; i < v->tables; i++)
        for (int seat = 0; seat < v->seats && v->table[i].done; seat++) {
            int player = v->table[i].player[seat];
            if (player < 0) continue;
            out[player].rounds++;
            out[player].points += v->table[i].points[seat];
            out[player].difference += evening_difference(v, i, seat);
            long adjusted = 0;
            if (!evening_adjusted(v, i, seat, &adjusted)) out[player].judged = false;
            out[player].adjusted += adjusted;
        }
    qsort(out, (size_t)v->players, sizeof *out, best_first);
    for (int i = 0; i < v->players; i++) out[i].rank = i > 0 && equals(&out[i], &out[i - 1]) ? out[i - 1].rank : i + 1;
    return v->players;
}

/* ---- Events ------------------------------------------------------------------------------------------ */

/* Every game must be for so many, and with real cards nobody could play for who leaves. */
static bool possible(const TableEvent *e) {
    for (int i = 0; i < e->games; i++) {
        const Game *g = e->game_list[i];
        if (e->seats < g->min_seats || e->seats > g->max_seats) return false;
        if (e->dice == DICE_MANUAL && g->hide) return false;
    }
    return e->games > 0 && e->number >= 1 && e->number <= ROUNDS_MAX && e->seats >= 2 && e->dice != DICE_SHARED;
}

/* Asked here, where events of a log come too: what cannot be is refused before a table is laid for more seats than its
 * game has. */
Evening *evening_new(const TableEvent *e) {
    Evening *v = possible(e) ? calloc(1, sizeof *v) : NULL;
    if (!v) return NULL;
    memcpy(v->title, e->name, sizeof v->title);
    memcpy(v->organiser, e->bytes, STORE_HASH);
    memcpy(v->game, e->game_list, sizeof v->game);
    v->games = e->games;
    v->rounds = e->number;
    v->seats = e->seats;
    v->dice = e->dice;
    return v;
}

void evening_free(Evening *v) {
    if (!v) return;
    free(v->player);
    free(v->table);
    free(v->turn);
    free(v);
}

/* He plays from the next round on. */
static void settle(const Evening *v, EveningPlayer *p, const TableEvent *e) {
    *p = (EveningPlayer){.since = v->round};
    memcpy(p->name, e->name, sizeof p->name);
    memcpy(p->holder, e->bytes, STORE_HASH);
}

/* Each token takes part once. */
static EventResult event_come(Evening *v, const TableEvent *e) {
    if (e->number != v->players || v->players == PLAYERS_MAX) return EVENT_OUT_OF_PLACE;
    if (evening_player(v, e->bytes) >= 0) return EVENT_OUT_OF_PLACE;
    EveningPlayer *more = realloc(v->player, ((size_t)v->players + 1) * sizeof *more);
    if (!more) return EVENT_NO_MEMORY;
    v->player = more;
    settle(v, &v->player[v->players++], e);
    return EVENT_DONE;
}

/* Whoever had that place is nobody any more. */
static EventResult event_instead(Evening *v, const TableEvent *e) {
    if (v->players < PLAYERS_MAX || e->number != evening_room(v)) return EVENT_OUT_OF_PLACE;
    if (evening_player(v, e->bytes) >= 0) return EVENT_OUT_OF_PLACE;
    settle(v, &v->player[e->number], e);
    return EVENT_DONE;
}

static EventResult event_gone(Evening *v, int player, bool gone) {
    if (player >= v->players || v->player[player].gone == gone) return EVENT_OUT_OF_PLACE;
    v->player[player].gone = gone;
    v->player[player].went += gone;
    return EVENT_DONE;
}

/* The tables must have been laid before: an event that began a round without them would leave everybody
 * nowhere to sit. */
static EventResult event_round(Evening *v, int round) {
    int first;
    if (v->stage != ROUND_OVER || round != v->round + 1 || evening_tables(v, round, &first) == 0)
        return EVENT_OUT_OF_PLACE;
    v->round = round;
    v->stage = ROUND_SEATING;
    free(v->turn);
    v->turn = NULL;
    return EVENT_DONE;
}

/* Everybody sits in one place. */
static bool seated_right(const Evening *v, const TableEvent *e) {
    int seat;
    if (e->count != v->seats) return false;
    for (int i = 0; i < e->count; i++) {
        if (e->list[i] < -1 || e->list[i] >= v->players) return false;
        if (e->list[i] >= 0 && evening_place(v, v->round + 1, e->list[i], &seat) >= 0) return false;
        for (int k = 0; k < i; k++)
            if (e->list[i] >= 0 && e->list[i] == e->list[k]) return false;
    }
    return true;
}

/* A table of the round to come. What was said of it before and did not come to its end is forgotten. */
static EventResult event_lay(Evening *v, const TableEvent *e) {
    int first, count = evening_tables(v, v->round + 1, &first);
    if (v->stage != ROUND_OVER || v->round == v->rounds || count == EVENING_TABLES) return EVENT_OUT_OF_PLACE;
    if (e->number == 0) v->tables = first, count = 0;
    if (e->number != count || !seated_right(v, e)) return EVENT_OUT_OF_PLACE;
    EveningTable *more = realloc(v->table, ((size_t)v->tables + 1) * sizeof *more);
    if (!more) return EVENT_NO_MEMORY;
    v->table = more;
    EveningTable *t = &v->table[v->tables++];
    *t = (EveningTable){.round = v->round + 1};
    memcpy(t->code, e->code, sizeof t->code);
    memcpy(t->player, e->list, sizeof t->player);
    return EVENT_DONE;
}

/* The table of the present round that an event names; NULL: there is none. */
static EveningTable *named(Evening *v, int number) {
    int first, count = evening_tables(v, v->round, &first);
    return number < count ? &v->table[first + number] : NULL;
}

/* The code was somebody else's. */
static EventResult event_code(Evening *v, const TableEvent *e) {
    EveningTable *t = named(v, e->number);
    if (!t || v->stage != ROUND_SEATING) return EVENT_OUT_OF_PLACE;
    memcpy(t->code, e->code, sizeof t->code);
    return EVENT_DONE;
}

static EventResult event_result(Evening *v, const TableEvent *e) {
    EveningTable *t = named(v, e->number);
    if (!t || v->stage != ROUND_PLAYING || t->done || e->count != v->seats) return EVENT_OUT_OF_PLACE;
    t->done = true;
    t->left = (unsigned)e->bits;
    memcpy(t->points, e->list, sizeof t->points);
    return EVENT_DONE;
}

static EventResult step(Evening *v, int round, RoundStage from, RoundStage to) {
    if (round != v->round || v->stage != from) return EVENT_OUT_OF_PLACE;
    v->stage = to;
    return EVENT_DONE;
}

/* Between two rounds, or before the first. */
static EventResult event_finish(Evening *v) {
    if (v->stage != ROUND_OVER) return EVENT_OUT_OF_PLACE;
    v->over = true;
    return EVENT_DONE;
}

/* Once a table, whatever has happened since. */
static EventResult event_luck(Evening *v, const TableEvent *e) {
    int first, count = evening_tables(v, e->round, &first);
    if (e->number >= count || e->count != v->seats || !evening_unjudged(v, first + e->number))
        return EVENT_OUT_OF_PLACE;
    EveningTable *t = &v->table[first + e->number];
    t->judged = true;
    memcpy(t->luck, e->list, sizeof t->luck);
    return EVENT_DONE;
}

/* One line a word; what each means is above. */
EventResult evening_apply(Evening *v, const TableEvent *e) {
    if (v->over && e->word != EVENT_LUCK) return EVENT_OUT_OF_PLACE;
    switch (e->word) {
        case EVENT_LUCK:
            return event_luck(v, e);
        case EVENT_COME:
            return event_come(v, e);
        case EVENT_INSTEAD:
            return event_instead(v, e);
        case EVENT_GONE:
        case EVENT_BACK:
            return event_gone(v, e->number, e->word == EVENT_GONE);
        case EVENT_ROUND:
            return event_round(v, e->number);
        case EVENT_LAY:
            return event_lay(v, e);
        case EVENT_CODE:
            return event_code(v, e);
        case EVENT_PLAY:
            return step(v, e->number, ROUND_SEATING, ROUND_PLAYING);
        case EVENT_RESULT:
            return event_result(v, e);
        case EVENT_OVER:
            return step(v, e->number, ROUND_PLAYING, ROUND_OVER);
        case EVENT_FINISH:
            return event_finish(v);
        default:
            return EVENT_OUT_OF_PLACE;
    }
}
