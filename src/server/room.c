/* room.c: see room.h. */
#include "server/room.h"

#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>

#include "base/hash.h"
#include "server/evening.h"
#include "server/hall.h"

enum {
    LISTS = 4096, /* of tables by code, and of addresses */
    CROWD = 8,    /* tables of one address at which nobody has played: from so many on also those where people are */
    RESERVE = 8,  /* the part of all tables that is kept for addresses that have none, and so many at least */
    AT_ONCE = 8,  /* the part of its tables that an address loses at once: who comes next need not look again */
    PATIENCE = 10 /* seconds after which a table that could not go may be asked again */
};

/* A table that is not over. */
typedef struct Lease {
    struct Lease *next;       /* in its list */
    TAILQ_ENTRY(Lease) spare; /* in its holder's, while nobody has played there */
    struct Holder *holder;
    Code code;
    uint64_t order; /* the older the smaller */
    bool played;    /* somebody has played there, */
    double asked;   /* or it was to make room then; 0: never */
} Lease;

typedef TAILQ_HEAD(LeaseList, Lease) LeaseList;

/* An address that has some. */
typedef struct Holder {
    struct Holder *next; /* in its list */
    uint8_t key[LIMIT_KEY];
    LeaseList spares; /* the oldest first */
    int spare, held;  /* how many these are, and with those that were played at */
} Holder;

struct Rooms {
    Lease *lease[LISTS];
    Holder *holder[LISTS];
    uint64_t order;
};

Rooms *rooms_new(void) { return calloc(1, sizeof(Rooms)); }

/* Each list owns what hangs in it: a holder's spares are leases, and freed with those. */
void rooms_free(Rooms *r) {
    for (int i = 0; r && i < LISTS; i++) {
        for (Lease *p = r->lease[i], *next; p; p = next) {
            next = p->next;
            free(p);
        }
        for (Holder *h = r->holder[i], *next; h; h = next) {
            next = h->next;
            free(h);
        }
    }
    free(r);
}

/* ---- Who has what ------------------------------------------------------------------------------------ */

/* Codes are drawn by lot; addresses are strangers' choice, but there are never more than there are tables. */
static unsigned list_of(const void *bytes, size_t length) {
    return (unsigned)((hash_add(hash_none, bytes, length) >> 32) % LISTS);
}

static Lease **lease_of(Rooms *r, const char *code) {
    Lease **at = &r->lease[list_of(code, CODE_LENGTH)];
    while (*at && strcmp((*at)->code, code) != 0) at = &(*at)->next;
    return at;
}

static Holder **holder_of(Rooms *r, const uint8_t *key) {
    Holder **at = &r->holder[list_of(key, LIMIT_KEY)];
    while (*at && memcmp((*at)->key, key, LIMIT_KEY) != 0) at = &(*at)->next;
    return at;
}

static Holder *make_holder(Rooms *r, const uint8_t *key) {
    Holder **at = holder_of(r, key);
    if (*at || !(*at = calloc(1, sizeof **at))) return *at;
    memcpy((*at)->key, key, LIMIT_KEY);
    TAILQ_INIT(&(*at)->spares);
    return *at;
}

/* Without memory it is not remembered: it stays, and counts for nobody. */
void room_made(Server *s, const Table *t) {
    Lease **at = lease_of(s->rooms, t->code);
    if (!s->config.max_tables || *at) return;
    Holder *h = make_holder(s->rooms, t->payer);
    if (!h || !(*at = calloc(1, sizeof **at))) return;
    **at = (Lease){.holder = h, .order = ++s->rooms->order};
    memcpy((*at)->code, t->code, sizeof t->code);
    TAILQ_INSERT_TAIL(&h->spares, *at, spare);
    h->spare++;
    h->held++;
}

static void no_spare(Lease *p) {
    if (p->played) return;
    p->played = true;
    TAILQ_REMOVE(&p->holder->spares, p, spare);
    p->holder->spare--;
}

/* Asked at every move, so the table knows by itself when there is nothing more to say. With a table its evening is one
 * that was played; rounds that somebody begins and nobody plays are none. */
void room_played(Server *s, Table *t) {
    if (t->played) return;
    t->played = true;
    Lease *p = *lease_of(s->rooms, t->code), *of = t->of[0] ? *lease_of(s->rooms, t->of) : NULL;
    if (p) no_spare(p);
    if (of) no_spare(of);
}

void room_over(Server *s, const char *code) {
    Lease **at = lease_of(s->rooms, code), *p = *at;
    if (!p) return;
    Holder *h = p->holder;
    no_spare(p);
    *at = p->next;
    free(p);
    if (--h->held > 0) return;
    Holder **in_list = holder_of(s->rooms, h->key);
    *in_list = h->next;
    free(h);
}

/* ---- Making room ------------------------------------------------------------------------------------- */

static bool attended(Server *s, const Lease *p) {
    const Table *t = hall_known(s, p->code);
    return t && t->clients;
}

/* The oldest of an address that may go; NULL: none may. */
static Lease *oldest(Server *s, const Holder *h) {
    Lease *with_people = NULL;
    for (Lease *p = TAILQ_FIRST(&h->spares); p; p = TAILQ_NEXT(p, spare)) {
        if (p->asked > 0 && hall_now(s) < p->asked + PATIENCE) continue;
        if (!attended(s, p)) return p;
        if (!with_people) with_people = p;
    }
    return h->spare >= CROWD ? with_people : NULL;
}

/* The first to go of the address that has most, more than `own`; of two with as many, of the one whose is older. */
static Lease *first_to_go(Server *s, int own) {
    Lease *best = NULL;
    for (int i = 0; i < LISTS; i++)
        for (const Holder *h = s->rooms->holder[i]; h; h = h->next) {
            if (h->spare <= own || (best && h->spare < best->holder->spare)) continue;
            Lease *p = oldest(s, h);
            if (p && (!best || h->spare > best->holder->spare || p->order < best->order)) best = p;
        }
    return best;
}

/* The table may have to be read first, so it goes in a task of its own. */
static void let_go(Server *s, Lease *p) {
    Code code;
    memcpy(code, p->code, sizeof code);
    p->asked = hall_now(s);
    task_run(s, &(Task){.kind = TASK_ROOM, .text = code, .length = CODE_LENGTH, .serial = ++s->serial});
}

/* Lets so many go that `tables` find room; false: there are not so many. */
static bool make_room(Server *s, int own, long tables) {
    while (tables > 0) {
        Lease *p = first_to_go(s, own);
        if (!p) return false;
        Holder *h = p->holder;
        int part = h->spare / AT_ONCE;
        for (int i = 0; p && i <= part; i++, tables--) {
            bool last = i == part || h->held == 1; /* with its last table the address is forgotten */
            let_go(s, p);
            p = last ? NULL : oldest(s, h);
        }
    }
    return true;
}

/* So many were let go and are still counted: another server may have to be asked about them first. Without these, each
 * of several who come together would have tables go for the others, too. */
static long going(const Server *s) {
    long n = 0;
    for (int i = 0; i < LISTS; i++)
        for (const Holder *h = s->rooms->holder[i]; h; h = h->next) {
            const Lease *p;
            TAILQ_FOREACH(p, &h->spares, spare) n += p->asked > 0 && hall_now(s) < p->asked + PATIENCE;
        }
    return n;
}

bool room_for(Server *s, const uint8_t *payer, int tables) {
    long most = s->config.max_tables, reserve = most / RESERVE + RESERVE, over = s->unfinished + tables - most;
    if (!most || over <= 0) return true;
    over -= going(s);
    const Holder *h = *holder_of(s->rooms, payer);
    bool none = !h || h->held == 0;
    bool made = make_room(s, h ? h->spare : 0, over);
    return (made || none) && s->unfinished + tables <= most + reserve;
}

/* ---- One table --------------------------------------------------------------------------------------- */

/* Also at another server. Of an evening the tables are not looked at, but what came of them: where other servers may
 * have some of these, it is enough that a round has begun. Whose dice are real has told the first of them. */
static bool was_played(const Server *s, const Table *t) {
    unsigned people = 0;
    for (int i = 0; t->evening && i < t->evening->tables; i++)
        if (t->evening->table[i].done) return true;
    if (t->evening) return store_shared(s->store) && t->evening->round > 0;
    if (t->takes > 0 || (t->dice == DICE_MANUAL && !table_unseen(t) && match_node(t->match) > 0)) return true;
    for (int i = 0; i < t->seats; i++) people |= (unsigned)(t->chair[i].kind == SEAT_HUMAN) << i;
    for (int node = 0; node < match_node(t->match); node++)
        if (match_event(t->match, node)->movers & people) return true;
    return (match_chosen(t->match) & people) != 0;
}

/* What cannot go now is asked another time; what was played at elsewhere is known now. */
void room_clear(Server *s, Task *k) {
    Table *t = hall_log(s, k->text);
    if ((!t && hall_later(s)) || (t && !hall_fresh(s, t))) {
        task_park(s, k, k->place);
        return;
    }
    if (!t)
        room_over(s, k->text);
    else if (was_played(s, t))
        room_played(s, t);
    else
        hall_delete(s, t, N_("there is no room for more tables, and nobody has played at this one: it is deleted"));
    task_answer(s, k);
}
