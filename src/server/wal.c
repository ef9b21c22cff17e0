/* wal.c: see wal.h. */
#include "server/wal.h"

#include <sqlite3.h>
#include <string.h>

enum { ROOM = 1 << 17 }; /* bytes that are kept: 31 pages with their heads */

/* A log: ours, and behind it the system's. */
typedef struct Wal {
    sqlite3_file file;   /* first: SQLite knows no more of it */
    sqlite3_int64 start; /* where in the log it belongs, */
    int length;          /* bytes that are kept: */
    char *kept;          /* ROOM of them; NULL: none yet */
    sqlite3_file real[]; /* what the system has */
} Wal;

static sqlite3_vfs files; /* ours; the system's but for opening */
static sqlite3_vfs *real; /* the system's */

static Wal *wal_of(sqlite3_file *f) { return (Wal *)(void *)f; }

/* Writes what is kept, which is forgotten even if it cannot be: SQLite hears of it and does without that commit. */
static int flush(Wal *w) {
    int length = w->length;
    w->length = 0;
    return length > 0 ? w->real->pMethods->xWrite(w->real, w->kept, length, w->start) : SQLITE_OK;
}

/* ---- What SQLite asks of a log ----------------------------------------------------------------------- */

/* Pieces that follow each other are kept until something else is asked of the file: one call for a whole commit. */
static int wal_write(sqlite3_file *f, const void *bytes, int length, sqlite3_int64 at) {
    Wal *w = wal_of(f);
    int result = SQLITE_OK;
    if (at != w->start + w->length || w->length + length > ROOM) result = flush(w);
    if (result != SQLITE_OK) return result;
    if (!w->kept) w->kept = sqlite3_malloc(ROOM);
    if (!w->kept || length > ROOM) return w->real->pMethods->xWrite(w->real, bytes, length, at);
    if (w->length == 0) w->start = at;
    memcpy(w->kept + w->length, bytes, (size_t)length);
    w->length += length;
    return SQLITE_OK;
}

static int wal_read(sqlite3_file *f, void *out, int length, sqlite3_int64 at) {
    int result = flush(wal_of(f));
    return result != SQLITE_OK ? result : wal_of(f)->real->pMethods->xRead(wal_of(f)->real, out, length, at);
}

static int wal_sync(sqlite3_file *f, int flags) {
    int result = flush(wal_of(f));
    return result != SQLITE_OK ? result : wal_of(f)->real->pMethods->xSync(wal_of(f)->real, flags);
}

static int wal_truncate(sqlite3_file *f, sqlite3_int64 size) {
    int result = flush(wal_of(f));
    return result != SQLITE_OK ? result : wal_of(f)->real->pMethods->xTruncate(wal_of(f)->real, size);
}

static int wal_size(sqlite3_file *f, sqlite3_int64 *out) {
    int result = flush(wal_of(f));
    return result != SQLITE_OK ? result : wal_of(f)->real->pMethods->xFileSize(wal_of(f)->real, out);
}

/* The log is closed when nobody uses it any more; what is still kept then belongs to no commit. */
static int wal_close(sqlite3_file *f) {
    Wal *w = wal_of(f);
    flush(w);
    sqlite3_free(w->kept);
    return w->real->pMethods->xClose(w->real);
}

static int wal_lock(sqlite3_file *f, int level) { return wal_of(f)->real->pMethods->xLock(wal_of(f)->real, level); }

static int wal_unlock(sqlite3_file *f, int level) { return wal_of(f)->real->pMethods->xUnlock(wal_of(f)->real, level); }

static int wal_reserved(sqlite3_file *f, int *out) {
    return wal_of(f)->real->pMethods->xCheckReservedLock(wal_of(f)->real, out);
}

/* Among these are hints of how long it will be and the like. */
static int wal_control(sqlite3_file *f, int what, void *with) {
    int result = flush(wal_of(f));
    return result != SQLITE_OK ? result : wal_of(f)->real->pMethods->xFileControl(wal_of(f)->real, what, with);
}

static int wal_sector(sqlite3_file *f) { return wal_of(f)->real->pMethods->xSectorSize(wal_of(f)->real); }

static int wal_traits(sqlite3_file *f) { return wal_of(f)->real->pMethods->xDeviceCharacteristics(wal_of(f)->real); }

/* Version 1: what later versions add, shared memory and mapped files, is for the store itself and never for a log. */
static const sqlite3_io_methods methods = {.iVersion = 1,
                                           .xClose = wal_close,
                                           .xRead = wal_read,
                                           .xWrite = wal_write,
                                           .xTruncate = wal_truncate,
                                           .xSync = wal_sync,
                                           .xFileSize = wal_size,
                                           .xLock = wal_lock,
                                           .xUnlock = wal_unlock,
                                           .xCheckReservedLock = wal_reserved,
                                           .xFileControl = wal_control,
                                           .xSectorSize = wal_sector,
                                           .xDeviceCharacteristics = wal_traits};

/* ---- Opening ----------------------------------------------------------------------------------------- */

/* Files other than logs are the system's alone. */
static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *f, int flags, int *flags_out) {
    (void)vfs;
    if (!(flags & SQLITE_OPEN_WAL)) return real->xOpen(real, name, f, flags, flags_out);
    Wal *w = wal_of(f);
    *w = (Wal){0};
    int result = real->xOpen(real, name, w->real, flags, flags_out);
    if (result == SQLITE_OK) w->file.pMethods = &methods;
    return result;
}

const char *wal_files(void) {
    if (real) return files.zName;
    real = sqlite3_vfs_find(NULL);
    if (!real) return NULL;
    files = *real;
    files.zName = "penna";
    files.szOsFile += (int)sizeof(Wal);
    files.xOpen = open_file;
    if (sqlite3_vfs_register(&files, 0) != SQLITE_OK) real = NULL;
    return real ? files.zName : NULL;
}
