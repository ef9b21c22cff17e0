/* parcel.c: see parcel.h. There are few, so they are a list, the oldest first. */
#include "server/parcel.h"

#include <sodium.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "server/limits.h"

struct Parcel {
    Parcel *next;
    Parcels *among;             /* those that it counts with */
    double at;                  /* when it came */
    bool taken;                 /* it is on its way out */
    uint8_t address[LIMIT_KEY]; /* what its sender's address counts by */
    char name[PARCEL_NAME + 1]; /* no letters, once it is taken */
    size_t length;              /* of the bytes */
    char bytes[];
};

struct Parcels {
    Parcel *first; /* the oldest first: what has lain too long is at the front */
    size_t bytes;  /* of all */
    int count;     /* how many lie here */
};

Parcels *parcels_new(void) { return calloc(1, sizeof(Parcels)); }

/* Takes one out of the list; the caller frees it. */
static Parcel *unlink_one(Parcels *p, Parcel **place) {
    Parcel *one = *place;
    *place = one->next;
    p->bytes -= one->length;
    p->count--;
    return one;
}

void parcels_free(Parcels *p) {
    while (p && p->first) free(unlink_one(p, &p->first));
    free(p);
}

bool parcel_name_ok(const char *text) {
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    return strlen(text) == PARCEL_NAME && strspn(text, letters) == PARCEL_NAME;
}

/* The place of a parcel in the list, or of its end. Compared so that the time tells nothing of the other names. */
static Parcel **find(Parcels *p, const char *name) {
    Parcel **at = &p->first;
    while (*at && sodium_memcmp((*at)->name, name, PARCEL_NAME) != 0) at = &(*at)->next;
    return at;
}

static bool is_same(const Parcel *one, const uint8_t *address, const char *bytes, size_t length) {
    return memcmp(one->address, address, LIMIT_KEY) == 0 && one->length == length &&
           memcmp(one->bytes, bytes, length) == 0;
}

static int count_of(const Parcels *p, const uint8_t *address) {
    int n = 0;
    for (const Parcel *one = p->first; one; one = one->next) n += memcmp(one->address, address, LIMIT_KEY) == 0;
    return n;
}

/* The same again is no second parcel: a phone whose answer was lost sends it once more, and must not be told that its
 * name is taken. */
ParcelResult parcels_put(Parcels *p, const char *name, const char *address, const char *bytes, size_t length,
                         double now) {
    uint8_t key[LIMIT_KEY];
    limits_key(address, key);
    parcels_sweep(p, now);
    Parcel **at = find(p, name);
    if (*at) return is_same(*at, key, bytes, length) ? PARCEL_GOOD : PARCEL_OTHER;
    if (count_of(p, key) >= PARCELS_ADDRESS) return PARCEL_MANY;
    Parcel *one = p->bytes + length <= PARCELS_BYTES_MAX ? malloc(sizeof *one + length) : NULL;
    if (!one) return PARCEL_FULL;
    *one = (Parcel){.among = p, .at = now, .length = length};
    memcpy(one->address, key, LIMIT_KEY);
    memcpy(one->name, name, PARCEL_NAME + 1);
    memcpy(one->bytes, bytes, length);
    *at = one; /* the end of the list: it is the youngest */
    p->bytes += length;
    p->count++;
    return PARCEL_GOOD;
}

/* It stays in the list, for it is still in memory: whoever takes parcels and does not read them would otherwise have
 * room for any number of them. */
Parcel *parcels_take(Parcels *p, const char *name, double now) {
    parcels_sweep(p, now);
    Parcel *one = *find(p, name);
    if (!one) return NULL;
    one->taken = true;
    memset(one->name, 0, sizeof one->name);
    return one;
}

const char *parcel_bytes(const Parcel *one, size_t *length) {
    *length = one->length;
    return one->bytes;
}

void parcel_left(void *parcel) {
    Parcel **at = &((Parcel *)parcel)->among->first;
    while (*at != parcel) at = &(*at)->next;
    free(unlink_one((*at)->among, at));
}

void parcels_sweep(Parcels *p, double now) {
    for (Parcel **at = &p->first; *at && now - (*at)->at >= PARCEL_LASTS;) {
        if ((*at)->taken)
            at = &(*at)->next;
        else
            free(unlink_one(p, at));
    }
}

int parcels_count(const Parcels *p, size_t *bytes) {
    *bytes = p->bytes;
    return p->count;
}
