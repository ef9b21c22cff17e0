/* metrics.c: see metrics.h. */
#include "server/metrics.h"

#include <stdio.h>
#include <unistd.h>

#include "server/room.h"

/* A metric as Prometheus reads it: what it is, of which type, and its value. */
static void put(Buffer *out, const char *name, const char *type, const char *help, double value) {
    char line[400];
    snprintf(line, sizeof line, "# HELP penna_%s %s\n# TYPE penna_%s %s\npenna_%s %.0f\n", name, help, name, type, name,
             value);
    buffer_str(out, line);
}

/* Bytes of memory that are really there, as the kernel counts them; 0: it does not say. */
static double resident(void) {
    long pages = 0, all = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    if (!f) return 0;
    if (fscanf(f, "%ld %ld", &all, &pages) != 2) pages = 0;
    fclose(f);
    return (double)pages * (double)sysconf(_SC_PAGESIZE);
}

/* All reasons, those at 0 too: a series that first appears with its first refusal cannot be watched for it. */
static void put_refused(Buffer *out, const Counts *c) {
    char line[200];
    buffer_str(
        out,
        "# HELP penna_refused_total Messages and requests refused, by reason.\n# TYPE penna_refused_total counter\n");
    for (int i = WRONG_NOTHING + 1; i < WRONGS; i++) {
        snprintf(line, sizeof line, "penna_refused_total{code=\"%s\"} %.0f\n", refusals[i].code, (double)c->refused[i]);
        buffer_str(out, line);
    }
}

/* Prometheus's histograms count all up to a bound. */
static void put_latency(Buffer *out, const Counts *c) {
    char line[200];
    double sum = 0;
    buffer_str(out,
               "# HELP penna_latency_seconds From a message to its acknowledgement.\n# TYPE penna_latency_seconds "
               "histogram\n");
    for (int i = 0; i < LATENCIES; i++) {
        char bound[16] = "+Inf";
        sum += (double)c->latency[i];
        if (i < LATENCIES - 1) snprintf(bound, sizeof bound, "%g", latency_bounds[i]);
        snprintf(line, sizeof line, "penna_latency_seconds_bucket{le=\"%s\"} %.0f\n", bound, sum);
        buffer_str(out, line);
    }
    snprintf(line, sizeof line, "penna_latency_seconds_sum %.6f\npenna_latency_seconds_count %.0f\n", c->waited, sum);
    buffer_str(out, line);
}

/* Names are a promise (docs/server.md): dashboards are built on them. */
void metrics_write(Server *s, Buffer *out) {
    uint64_t commits, entries;
    const Counts *c = &s->counts;
    writer_counts(s->writer, &commits, &entries);
    put(out, "clients", "gauge", "WebSockets open.", s->clients);
    put(out, "tables_loaded", "gauge", "Tables in memory.", s->loaded);
    put(out, "tables_unfinished", "gauge", "Tables not over.", (double)s->unfinished);
    put(out, "tables_counted", "gauge", "Tables that count to --max-tables.", rooms_taken(s->rooms));
    put(out, "addresses", "gauge", "Addresses whose limits are remembered.", limits_count(s->limits));
    put(out, "bots_waiting", "gauge", "Questions to bots that wait.", bots_waiting(s->bots));
    put(out, "storing", "gauge", "1 while changes can be stored.", !s->failing);
    put(out, "connections_total", "counter", "WebSockets so far.", (double)c->connections);
    put(out, "requests_total", "counter", "HTTP requests so far.", (double)c->requests);
    put(out, "messages_total", "counter", "WebSocket messages so far.", (double)c->messages);
    put_refused(out, c);
    put_latency(out, c);
    put(out, "writer_waiting", "gauge", "Entries that wait for the store.", (double)s->pending);
    put(out, "log_bytes", "gauge", "Bytes of the write-ahead log.", (double)s->log_bytes);
    put(out, "tables_total", "counter", "Tables made.", (double)c->tables);
    put(out, "moves_total", "counter", "Choices made by people.", (double)c->moves);
    put(out, "bot_moves_total", "counter", "Choices made by bots.", (double)c->bot_moves);
    put(out, "commits_total", "counter", "Commits to the store.", (double)commits);
    put(out, "events_total", "counter", "Events stored.", (double)entries);
    put(out, "store_failures_total", "counter", "Events that could not be stored.", (double)c->failures);
    put(out, "reads_total", "counter", "Tables read from the store.", (double)c->reads);
    put(out, "reads_unwanted_total", "counter", "Reads that were left alone: who asked had gone.", (double)c->unwanted);
    StoreCounts store = store_counts(s->store);
    put(out, "conflicts_total", "counter", "Events that another server was faster with.", (double)store.conflicts);
    put(out, "run_again_total", "counter", "Messages and requests run again because of one.", (double)c->again);
    put(out, "store_retries_total", "counter", "Statements that were sent to the database again.",
        (double)store.retries);
    put(out, "store_unknown_total", "counter", "Commits whose outcome had to be found out.", (double)store.unknown);
    put(out, "store_connections_total", "counter", "Connections to the database.", (double)store.reconnections);
    put(out, "followed_total", "counter", "Events that other servers stored.", (double)c->followed);
    put(out, "follow_seconds_total", "counter", "Seconds from hearing of these to having them, summed up.", c->lag);
    put(out, "resident_bytes", "gauge", "Memory in use.", resident());
}
