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
    AT_ONCE = 8,  /* the part of its tables that an address loses at once: who comes next need not look again */
    PATIENCE = 10 /* seconds after which a table that could not go may be asked again */
};

/* A table that counts. */
typedef struct Lease {
    struct Lease *next;       /* in its list */
    TAILQ_ENTRY(Lease) spare; /* in its holder's, unless it stays */
    struct Holder *holder;
    Code code;
    uint64_t order; /* the older the smaller */
    bool stays;     /* somebody has played there, or it was made before the start: it does not go; */
    double asked;   /* or it was to make room then; 0: never */
} Lease;

typedef TAILQ_HEAD(LeaseList, Lease) LeaseList;

/* An address that has some. */
typedef struct Holder {
    struct Holder *next; /* in its list */
    uint8_t key[LIMIT_KEY];
    LeaseList spares; /* the oldest first */
    int spare, held;  /* how many these are, and with those that stay */
} Holder;

struct Rooms {
    Lease *lease[LISTS];
    Holder *holder[LISTS];
    int taken; /* leases */
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

int rooms_taken(const Rooms *r) { return r->taken; }

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

/* The table counts from now on; NULL: it does already, or there is no memory: then it stays, and counts for nobody. */
static Lease *lease(Server *s, const Table *t, const uint8_t *payer) {
    Lease **at = lease_of(s->rooms, t->code);
    if (!s->config.max_tables || *at) return NULL;
    Holder *h = make_holder(s->rooms, payer);
    if (!h || !(*at = calloc(1, sizeof **at))) return NULL;
    **at = (Lease){.holder = h, .order = ++s->rooms->order, .stays = true};
    memcpy((*at)->code, t->code, sizeof t->code);
    h->held++;
    s->rooms->taken++;
    return *at;
}

void room_made(Server *s, const Table *t) {
    Lease *p = lease(s, t, t->payer);
    if (!p) return;
    p->stays = false;
    TAILQ_INSERT_TAIL(&p->holder->spares, p, spare);
    p->holder->spare++;
}

/* Whether anybody had played there is not asked: it was made before the start, or by another server, or sleeps. */
void room_came(Server *s, const Table *t, const uint8_t *payer) {
    if (table_stage(t) != STAGE_OVER && !t->closed) lease(s, t, payer);
}

static bool attended(Server *s, const Lease *p) {
    const Table *t = hall_known(s, p->code);
    return t && t->clients;
}

/* It does not count any more. With its last table the address is forgotten. */
static void give_back(Server *s, Lease *p) {
    Holder *h = p->holder;
    if (!p->stays) TAILQ_REMOVE(&h->spares, p, spare);
    h->spare -= !p->stays;
    *lease_of(s->rooms, p->code) = p->next;
    free(p);
    s->rooms->taken--;
    if (--h->held > 0) return;
    *holder_of(s->rooms, h->key) = h->next;
    free(h);
}

/* It does not go to make room, but where nobody is it sleeps. */
static void played(Server *s, const char *code) {
    Lease *p = *lease_of(s->rooms, code);
    if (!p) return;
    if (!p->stays) TAILQ_REMOVE(&p->holder->spares, p, spare);
    p->holder->spare -= !p->stays;
    p->stays = true;
    if (!attended(s, p)) give_back(s, p);
}

/* Asked at every move, so the table knows by itself when there is nothing more to say. With a table its evening is one
 * that was played; rounds that somebody begins and nobody plays are none. */
void room_played(Server *s, Table *t) {
    if (t->played) return;
    t->played = true;
    played(s, t->code);
    if (t->of[0]) played(s, t->of);
}

void room_left(Server *s, const Table *t) {
    Lease *p = *lease_of(s->rooms, t->code);
    if (p && p->stays) give_back(s, p);
}

void room_over(Server *s, const char *code) {
    Lease *p = *lease_of(s->rooms, code);
    if (p) give_back(s, p);
}

/* ---- Making room ------------------------------------------------------------------------------------- */

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

/* Lets so many go that `tables` find room; false: there are not so many. With its last table an address is forgotten,
 * so it is looked for anew each time. */
static bool make_room(Server *s, int own, long tables) {
    while (tables > 0) {
        uint8_t key[LIMIT_KEY];
        Lease *p = first_to_go(s, own);
        if (!p) return false;
        int part = p->holder->spare / AT_ONCE;
        memcpy(key, p->holder->key, sizeof key);
        for (int i = 0; p && i <= part; i++, tables--) {
            let_go(s, p);
            const Holder *h = i < part ? *holder_of(s->rooms, key) : NULL;
            p = h ? oldest(s, h) : NULL;
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

/* Would there be room for all, if nobody counted with more tables than this address would have with these? */
static bool fair(const Server *s, const Holder *own, int tables) {
    long mine = (own ? own->held : 0) + (long)tables, all = mine;
    for (int i = 0; i < LISTS; i++)
        for (const Holder *h = s->rooms->holder[i]; h; h = h->next)
            if (h != own) all += h->held < mine ? h->held : mine;
    return all <= s->config.max_tables;
}

bool room_for(Server *s, const uint8_t *payer, int tables) {
    long over = s->rooms->taken + (long)tables - s->config.max_tables;
    if (!s->config.max_tables || over <= 0) return true;
    over -= going(s);
    const Holder *h = *holder_of(s->rooms, payer);
    return make_room(s, h ? h->spare : 0, over) || fair(s, *holder_of(s->rooms, payer), tables);
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
