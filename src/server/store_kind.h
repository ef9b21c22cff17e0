/* store_kind.h: what stands behind store.h: a table of functions, one for each way of keeping tables. store.h says what
 * each of them does. */
#ifndef PENNA_SERVER_STORE_KIND_H
#define PENNA_SERVER_STORE_KIND_H

#include "server/store.h"

typedef struct StoreKind {
    bool shared; /* other servers may use it too */
    void (*close)(Store *s);
    bool (*unchecked)(const Store *s, int *megabytes);
    bool (*check)(const Store *s, const atomic_bool *stop, char *why);
    bool (*commit)(Store *s, Entry *first, const atomic_bool *stop, char *why);
    void (*tell)(Store *s);
    void (*tidy)(Store *s);
    StoreResult (*load)(Store *s, const char *code, int from, StoreEnd *end, StoreTake *take, void *context);
    int (*mine)(Store *s, const uint8_t *hash, Code *out, int most);
    int (*list)(Store *s, StoreRow *out, int most);
    int (*expired)(Store *s, int64_t waiting, int64_t others, Code *out, int most);
    long (*count)(Store *s);
    StoreResult (*paper)(Store *s, const Paper *paper, PaperRow *out);
    int (*shelf)(Store *s, const char *shelf, long from, int most, PaperRow *out);
    bool (*shelf_count)(Store *s, const char *shelf, int64_t rank, ShelfCount *out);
    bool (*ends)(Store *s, const Code *code, int count, int *next);
    bool (*nodes)(Store *s, char *out, size_t room);
    bool (*settle)(Store *s);
    bool (*there)(const Store *s);
    int (*format)(Store *s);
    long (*log_bytes)(const Store *s);
    bool (*hear)(Store *s, double seconds, StoreHear *hear, void *context);
    void (*say)(Store *s, const char *text);
    void (*nudge)(Store *s);
    StoreCounts (*counts)(Store *s);
} StoreKind;

/* In the counts that the stores keep beside the papers, for each shelf and rank, the rank of papers that have none. No
 * paper has it. */
#define UNRANKED "9223372036854775807"

/* Every store begins with this. */
struct Store {
    const StoreKind *kind; /* whose functions know what stands behind it */
};

Store *store_sqlite_open(const char *path, char *why);
Store *store_postgres_open(const char *url, const char *node, char *why);

/* One row of each thing that a store holds, for copies; the texts are valid during the call. */
typedef struct StoreCopy {
    void *context; /* given to each of them; one that returns false ends the copy */
    bool (*table)(void *context, const char *code, const uint8_t *key, int stage, int64_t created, int64_t touched,
                  int next, const uint8_t *head);
    bool (*event)(void *context, const char *code, int number, int64_t at, const char *text, const uint8_t *head);
    bool (*holder)(void *context, const char *code, int seat, const uint8_t *hash);
    bool (*paper)(void *context, const PaperRow *row);
} StoreCopy;

/* Gives all of a store to the copy: first tables, then events in order, then holders, then papers. False: why[] says
 * why. */
bool store_sqlite_copy(Store *s, const StoreCopy *copy, char *why);
bool store_postgres_copy(const char *url, const StoreCopy *copy, char *why);

/* Makes a file that must not exist and fills it with what fill() gives to the copy. */
bool store_sqlite_fill(const char *path, bool (*fill)(void *context, const StoreCopy *copy, char *why), void *context,
                       char *why);

bool store_sqlite_backup(const char *from, const char *to, char *why);
bool store_postgres_migrate(const char *from, const char *to, long *tables, long *events, char *why);

#endif
