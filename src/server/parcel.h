/* parcel.h: what one device hands to another through the server: bytes that were sealed on the device and mean nothing
 * here. A parcel has a name that its sender drew, lies here for a quarter of an hour, and goes to the first who asks
 * for it by that name.
 *
 * Parcels are in memory alone. They are nobody's only copy: the sender has all of it, and makes another parcel if this
 * one is lost with the server. So nothing of them is in the store, in its log or in a backup, where what was to be
 * forgotten would stay. Where several servers share a store, the name, which stands in the path, is what a balancer
 * sends both devices to the same server by (docs/server.md). */
#ifndef PENNA_SERVER_PARCEL_H
#define PENNA_SERVER_PARCEL_H

#include <stdbool.h>
#include <stddef.h>

enum {
    PARCEL_NAME = 22,             /* characters of a name: 16 random bytes */
    PARCEL_LASTS = 15 * 60,       /* seconds that one lies here */
    PARCELS_ADDRESS = 4,          /* that one address may have here at once */
    PARCELS_BYTES_MAX = 64 << 20, /* of all that lie here, or are on their way out */
};

typedef struct Parcels Parcels;
typedef struct Parcel Parcel;

typedef enum ParcelResult {
    PARCEL_GOOD,
    PARCEL_OTHER, /* another one has that name */
    PARCEL_MANY,  /* the address has enough here, */
    PARCEL_FULL   /* or all have; or there is no memory */
} ParcelResult;

Parcels *parcels_new(void);
void parcels_free(Parcels *p);

/* Is it a name? */
bool parcel_name_ok(const char *text);

/* Lays a copy of the bytes down. The same bytes under the same name from the same address again are the same parcel. */
ParcelResult parcels_put(Parcels *p, const char *name, const char *address, const char *bytes, size_t length,
                         double now);

/* Takes a parcel, which nobody finds any more then; NULL: there is none of that name. It counts as one until
 * parcel_left(). */
Parcel *parcels_take(Parcels *p, const char *name, double now);
const char *parcel_bytes(const Parcel *one, size_t *length);

/* A parcel that was taken is needed no more: all of it is sent, or will never be. */
void parcel_left(void *parcel);

/* Forgets what has lain here for too long. */
void parcels_sweep(Parcels *p, double now);

/* How many lie here or are on their way out, and how many bytes they are. */
int parcels_count(const Parcels *p, size_t *bytes);

#endif
