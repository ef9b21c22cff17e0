/* ranks.c: see ranks.h. The first part is for penna-mpi, the second for penna. */
#include "cli/ranks.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#ifdef HAVE_MPI

#include <mpi.h>

/* Kinds of messages: work to rank 0, and its answer. */
enum { TAG_CHUNK = 1, TAG_ANSWER = 2 };

/* What a message with a chunk begins with; then come the tally, and the text or the error. */
typedef struct ChunkHead {
    uint64_t from, to, text; /* the games of the chunk; bytes of its text */
    uint64_t error;          /* 1: there is no chunk, the text is an error */
} ChunkHead;

static struct {
    PoolPeers peers; /* what host/pool.h is given */
    bool asked;      /* the ranks have said whether each can begin */
    bool begun;      /* and all could: some may be waiting for others */
    char error[200]; /* that another rank reported */
} ranks;

static volatile sig_atomic_t ended; /* mpirun has told us to end: it does so when a rank has died */
static pid_t *neighbours;           /* the processes of this run on this machine, */
static int neighbour_count;

/* A handler of a signal: nothing but write() and what is as simple. */
static void on_end(int number) {
    static const char text[] = "penna: stopped: another process of this run has died, or mpirun was told to end\n";
    (void)number;
    draft_drop();
    if (!ended && write(STDERR_FILENO, text, sizeof text - 1) < 0) _exit(EXIT_USAGE);
    ended = 1;
}

/* When a rank has died mpirun first sends SIGCONT to the others, and SIGTERM with SIGKILL at its heels a second later:
 * only now is there time. A shell's fg sends it too; then nobody is missing. */
static void on_continue(int number) {
    int error = errno;
    for (int i = 0; i < neighbour_count; i++)
        if (kill(neighbours[i], 0) != 0 && errno == ESRCH) {
            on_end(number);
            break;
        }
    errno = error;
}

/* Only the processes of this machine: kill() cannot ask about others. */
static void meet_neighbours(void) {
    MPI_Comm here;
    long own = getpid();
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
    MPI_Comm_size(here, &neighbour_count);
    long *all = malloc((size_t)neighbour_count * sizeof *all);
    neighbours = malloc((size_t)neighbour_count * sizeof *neighbours);
    if (!all || !neighbours) MPI_Abort(MPI_COMM_WORLD, EXIT_USAGE);
    MPI_Allgather(&own, 1, MPI_LONG, all, 1, MPI_LONG, here);
    for (int i = 0; i < neighbour_count; i++) neighbours[i] = (pid_t)all[i];
    free(all);
    MPI_Comm_free(&here);
}

const PoolPeers *ranks_peers(void) { return ranks.peers.count > 1 ? &ranks.peers : NULL; }
bool ranks_first(void) { return ranks.peers.rank == 0; }

/* Waits for a message without burning the core that a worker could use; false: the run is being ended. */
static bool wait_message(int from, int tag, MPI_Status *status) {
    long nap = 20000;
    for (int here = 0; !ended; nap = nap < 2000000 ? 2 * nap : nap) {
        MPI_Iprobe(from, tag, MPI_COMM_WORLD, &here, status);
        if (here) return true;
        nanosleep(&(struct timespec){.tv_nsec = nap}, NULL);
    }
    return false;
}

/* Waits for an answer to each chunk: so no rank runs ahead of what rank 0 takes, and one that is not wanted any more
 * ends at once. A message that MPI cannot carry ends the run; it is never cut. */
static bool give(const Chunk *chunk, size_t tally, const char *error) {
    Buffer message = {0};
    MPI_Status status;
    unsigned char more = 0;
    ChunkHead head = {.error = !chunk, .text = chunk ? chunk->text.length : strlen(error)};
    if (chunk) {
        head.from = chunk->from;
        head.to = chunk->to;
    }
    buffer_add(&message, (const char *)&head, sizeof head);
    if (chunk) buffer_add(&message, chunk->tally, tally);
    if (head.text) buffer_add(&message, chunk ? chunk->text.bytes : error, head.text);
    if (message.failed || message.length > INT32_MAX) MPI_Abort(MPI_COMM_WORLD, EXIT_USAGE);
    MPI_Send(message.bytes, (int)message.length, MPI_BYTE, 0, TAG_CHUNK, MPI_COMM_WORLD);
    buffer_free(&message);
    if (!chunk || !wait_message(0, TAG_ANSWER, &status)) return false;
    MPI_Recv(&more, 1, MPI_BYTE, 0, TAG_ANSWER, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return more;
}

/* Takes a received message apart. */
static const char *open_message(int rank, const char *bytes, size_t tally, Chunk *out) {
    ChunkHead head;
    memcpy(&head, bytes, sizeof head);
    bytes += sizeof head;
    if (head.error) {
        snprintf(ranks.error, sizeof ranks.error, "rank %d: %.*s", rank, (int)head.text, bytes);
        return ranks.error;
    }
    out->from = head.from;
    out->to = head.to;
    memcpy(out->tally, bytes, tally);
    out->text.length = 0;
    buffer_add(&out->text, bytes + tally, head.text);
    return out->text.failed ? "out of memory" : NULL;
}

/* The chunk is asked for from one rank, whose turn it is: chunks are taken in their order, whoever is faster. */
static const char *get(int rank, size_t tally, Chunk *out) {
    MPI_Status status;
    int length;
    if (!wait_message(rank, TAG_CHUNK, &status)) return "there is no result";
    MPI_Get_count(&status, MPI_BYTE, &length);
    char *bytes = malloc((size_t)length);
    if (!bytes) MPI_Abort(MPI_COMM_WORLD, EXIT_USAGE);
    MPI_Recv(bytes, length, MPI_BYTE, rank, TAG_CHUNK, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    const char *error = open_message(rank, bytes, tally, out);
    free(bytes);
    return error;
}

/* One byte: rank 0 has taken the chunk, and wants more or not. */
static void answer(int rank, bool more) {
    unsigned char byte = more;
    MPI_Send(&byte, 1, MPI_BYTE, rank, TAG_ANSWER, MPI_COMM_WORLD);
}

/* The least of all answers, and whose it is: the others can say where to look. Every rank has to come here once, also
 * one that failed before, or the rest would wait for ever. */
bool ranks_agree(bool good) {
    struct {
        int good, rank;
    } own = {.good = good, .rank = ranks.peers.rank}, least;
    MPI_Allreduce(&own, &least, 1, MPI_2INT, MPI_MINLOC, MPI_COMM_WORLD);
    ranks.asked = true;
    ranks.begun = least.good;
    if (!least.good && good) usage_error("rank %d could not begin; try the command there without mpirun", least.rank);
    return least.good;
}

/* The other ranks say nothing and have no standard output: what they would print, rank 0 prints. If rank 0 fails
 * after all have begun it ends the others, some of which wait for a message from it. */
int ranks_run(const Command *c, int argc, char **argv) {
    int provided;
    /* Open MPI would read a large message out of the sender's memory, and end the reader if the sender dies meanwhile.
     */
    setenv("OMPI_MCA_btl_vader_single_copy_mechanism", "none", 0);
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    ranks.peers = (PoolPeers){.give = give, .get = get, .answer = answer};
    MPI_Comm_rank(MPI_COMM_WORLD, &ranks.peers.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks.peers.count);
    meet_neighbours();
    if (ranks_first()) {
        sigaction(SIGTERM, &(struct sigaction){.sa_handler = on_end}, NULL);
        sigaction(SIGCONT, &(struct sigaction){.sa_handler = on_continue, .sa_flags = SA_RESTART}, NULL);
    } else {
        term_be_quiet();
    }
    if (!ranks_first() && !freopen("/dev/null", "w", stdout)) MPI_Abort(MPI_COMM_WORLD, EXIT_USAGE);
    int status = command_run(c, argc - 1, argv + 1);
    if (ended) _exit(EXIT_USAGE);
    if (ranks.begun && ranks_first() && status != EXIT_GOOD) MPI_Abort(MPI_COMM_WORLD, status);
    if (!ranks.asked) ranks_agree(status == EXIT_GOOD);
    signal(SIGTERM, SIG_IGN); /* once a rank has ended with an error mpirun ends the others */
    MPI_Finalize();
    return ranks_first() ? status : EXIT_GOOD; /* rank 0 has been told of whatever went wrong elsewhere */
}

#else

const PoolPeers *ranks_peers(void) { return NULL; }
bool ranks_first(void) { return true; }
bool ranks_agree(bool good) { return good; }

/* How many processes mpirun has started; 1: it has not. */
static int started(void) {
    const char *size = getenv("OMPI_COMM_WORLD_SIZE");
    int n = size ? atoi(size) : 1;
    return n > 1 ? n : 1;
}

/* Becomes the penna-mpi of that folder, or of one seen from there; returns if there is none. */
static void become(const char *folder, const char *from_there, char **argv) {
    char path[4096];
    if (snprintf(path, sizeof path, "%s%s/penna-mpi", folder, from_there) < (int)sizeof path) execv(path, argv);
}

/* Looks beside itself first, so that a program that was built and not installed finds its own penna-mpi and no older
 * one. */
int ranks_run(const Command *c, int argc, char **argv) {
    char own[4096];
    if (started() == 1) return command_run(c, argc - 1, argv + 1);
    ssize_t n = readlink("/proc/self/exe", own, sizeof own - 1);
    if (n > 0) {
        own[n] = '\0';
        char *slash = strrchr(own, '/');
        if (slash) *slash = '\0';
        become(own, "", argv);
        become(own, "/../libexec/penna", argv); /* a tree that was moved after it was installed */
    }
    become(PENNA_LIBEXEC, "", argv);
    return usage_error(
        "mpirun started %d processes, but there is no penna-mpi beside penna or in %s; install "
        "libopenmpi-dev, build again, and install that",
        started(), PENNA_LIBEXEC);
}

#endif
