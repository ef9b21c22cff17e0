/* solved.c: tables of solvers in memory and in files. See solved.h. */
#include "arena/solved.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/draft.h"

static const char magic[8] = "penna T\n";

/* Numbers stand as the machine that wrote them holds them; `order` tells which way round. */
typedef struct SolvedHeader {
    char magic[8];
    uint32_t order;   /* ORDER */
    uint32_t format;  /* SOLVED_FORMAT */
    uint32_t version; /* of the solver */
    uint32_t seats;
    char game[16];   /* filled up with NUL */
    uint32_t done;   /* layers that are computed */
    uint32_t layers; /* of all */
    uint64_t count;  /* doubles that follow */
    double seconds;  /* spent on computing them */
    uint64_t values; /* checksum of the doubles */
    uint64_t header; /* checksum of all before */
} SolvedHeader;

enum { ORDER = 0x01020304 };
_Static_assert(sizeof(SolvedHeader) == SOLVED_HEADER, "the header has no padding");

/* Every step is a one-to-one function of both the word and the sum so far, so that damage to a single word is
 * always seen. length is a multiple of 8. */
static uint64_t checksum(const void *bytes, size_t length) {
    uint64_t sum = 0x9E3779B97F4A7C15u ^ length;
    for (size_t i = 0; i < length; i += 8) {
        uint64_t word;
        memcpy(&word, (const char *)bytes + i, 8);
        sum = rng_rotate((sum ^ word) * 0xD1342543DE82EF95u, 29);
    }
    return rng_mix(sum);
}

static bool refuse(char *why, const char *reason) {
    snprintf(why, SOLVED_WHY, "%s", reason);
    return false;
}

static bool refuse_errno(char *why, const char *what) {
    snprintf(why, SOLVED_WHY, "%s: %s", what, strerror(errno));
    return false;
}

/* ---- In memory -------------------------------------------------------------------------------------- */

/* A table without its values. */
static bool open_map(const Solver *solver, int seats, Solved *out) {
    *out = (Solved){.it = {.solver = solver, .seats = seats, .map = calloc(1, solver->map_size)}};
    if (!out->it.map) return false;
    solve_open(&out->it);
    return true;
}

bool solved_new(const Solver *solver, int seats, Solved *out) {
    if (!open_map(solver, seats, out)) return false;
    out->it.value = calloc(solver->count(&out->it), sizeof(double));
    if (out->it.value) return true;
    solved_free(out);
    return false;
}

bool solved_complete(const Solved *t) { return t->done == t->it.solver->layers(&t->it); }

void solved_free(Solved *t) {
    free(t->it.map);
    if (t->file)
        munmap(t->file, t->bytes);
    else
        free(t->it.value);
    *t = (Solved){.done = 0};
}

/* ---- Reading ---------------------------------------------------------------------------------------- */

/* Asks whether this is the header of the table that is wanted. */
static bool check_header(const SolvedHeader *h, const Solved *want, bool unfinished, char *why) {
    const Solution *it = &want->it;
    if (memcmp(h->magic, magic, sizeof magic) != 0) return refuse(why, "this is not a table");
    if (h->order != ORDER) return refuse(why, "made on a machine of the other byte order");
    if (h->format != SOLVED_FORMAT) {
        snprintf(why, SOLVED_WHY, "a table of format %u; this program reads format %d", h->format, SOLVED_FORMAT);
        return false;
    }
    if (h->header != checksum(h, offsetof(SolvedHeader, header)))
        return refuse(why, "damaged: its header does not add up");
    if (strncmp(h->game, it->solver->game->name, sizeof h->game) != 0 || h->seats != (uint32_t)it->seats) {
        snprintf(why, SOLVED_WHY, "a table of %.16s for %u seats, not of %s for %d", h->game, h->seats,
                 it->solver->game->name, it->seats);
        return false;
    }
    if (h->version != it->solver->version) {
        snprintf(why, SOLVED_WHY, "version %u of this table; this program reads version %u", h->version,
                 it->solver->version);
        return false;
    }
    if (h->count != it->solver->count(it) || h->layers != (uint32_t)it->solver->layers(it) || h->done > h->layers)
        return refuse(why, "damaged: its header contradicts itself");
    if (unfinished || h->done == h->layers) return true;
    snprintf(why, SOLVED_WHY, "unfinished: %u of %u layers are done", h->done, h->layers);
    return false;
}

/* Maps the values of an open file; they can be written to, in memory only, while layers are missing. */
static bool map_values(int fd, const SolvedHeader *h, Solved *t, char *why) {
    struct stat st;
    size_t values = (size_t)h->count * sizeof(double), all = sizeof *h + values;
    if (fstat(fd, &st) != 0) return refuse_errno(why, "cannot read it");
    if ((uint64_t)st.st_size != all) {
        snprintf(why, SOLVED_WHY, "damaged: %lld bytes instead of %zu", (long long)st.st_size, all);
        return false;
    }
    int may = h->done < h->layers ? PROT_READ | PROT_WRITE : PROT_READ;
    void *file = mmap(NULL, all, may, MAP_PRIVATE, fd, 0);
    if (file == MAP_FAILED) return refuse_errno(why, "cannot map it");
    t->file = file;
    t->bytes = all;
    t->done = (int)h->done;
    t->seconds = h->seconds;
    t->it.value = (double *)((char *)file + sizeof *h);
    if (h->values == checksum(t->it.value, values)) return true;
    return refuse(why, "damaged: its values do not add up");
}

static bool load(int fd, bool unfinished, Solved *out, char *why) {
    SolvedHeader h;
    ssize_t n = pread(fd, &h, sizeof h, 0);
    if (n < 0) return refuse_errno(why, "cannot read it");
    if ((size_t)n < sizeof h) return refuse(why, "this is not a table: it is too short");
    return check_header(&h, out, unfinished, why) && map_values(fd, &h, out, why);
}

bool solved_load(const char *path, const Solver *solver, int seats, bool unfinished, Solved *out, char *why) {
    if (!open_map(solver, seats, out)) return refuse(why, "out of memory");
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    bool good = fd < 0 ? refuse_errno(why, "cannot open it") : load(fd, unfinished, out, why);
    if (fd >= 0) close(fd);
    if (!good) solved_free(out);
    return good;
}

/* ---- Writing ---------------------------------------------------------------------------------------- */

/* The header's checksum is made last, since that of the values is a part of the header. */
static SolvedHeader header_of(const Solved *t) {
    const Solver *solver = t->it.solver;
    SolvedHeader h = {
        .order = ORDER,
        .format = SOLVED_FORMAT,
        .version = solver->version,
        .seats = (uint32_t)t->it.seats,
        .done = (uint32_t)t->done,
        .layers = (uint32_t)solver->layers(&t->it),
        .count = solver->count(&t->it),
        .seconds = t->seconds,
    };
    memcpy(h.magic, magic, sizeof magic);
    memcpy(h.game, solver->game->name, strnlen(solver->game->name, sizeof h.game));
    h.values = checksum(t->it.value, (size_t)h.count * sizeof(double));
    h.header = checksum(&h, offsetof(SolvedHeader, header));
    return h;
}

bool solved_save(const Solved *t, const char *path, char *why) {
    Draft draft;
    SolvedHeader h = header_of(t);
    bool good = draft_begin(&draft, path) && draft_add(&draft, &h, sizeof h) &&
                draft_add(&draft, t->it.value, (size_t)h.count * sizeof(double)) && draft_end(&draft, true);
    return good || refuse_errno(why, "cannot write it");
}

/* ---- The usual place -------------------------------------------------------------------------------- */

/* Makes a directory and those above it, as far as it can. */
static void make_directories(char *path) {
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        mkdir(path, 0755);
        *slash = '/';
    }
}

/* A folder that cannot be made is no fault here: whoever writes the file will meet it. */
bool solved_path(const Solver *solver, int seats, bool make, char *path) {
    const char *tables = getenv("PENNA_TABLES"), *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    char where[SOLVED_PATH];
    int n;
    if (tables && *tables)
        n = snprintf(where, sizeof where, "%s", tables);
    else if (data && *data)
        n = snprintf(where, sizeof where, "%s/penna", data);
    else if (home && *home)
        n = snprintf(where, sizeof where, "%s/.local/share/penna", home);
    else
        return false;
    if (n < 0 || (size_t)n >= sizeof where) return false;
    n = snprintf(path, SOLVED_PATH, "%s/%s-%d.table", where, solver->game->name, seats);
    if (n < 0 || n >= SOLVED_PATH) return false;
    if (make) make_directories(path);
    return true;
}
