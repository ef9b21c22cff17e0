/* metrics.c: see metrics.h. */
#include "server/metrics.h"

#include <stdio.h>
#include <unistd.h>

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

void metrics_write(Server *s, Buffer *out) {
    uint64_t commits, entries;
    const Counts *c = &s->counts;
    writer_counts(s->writer, &commits, &entries);
    put(out, "clients", "gauge", "WebSockets open.", s->clients);
    put(out, "tables_loaded", "gauge", "Tables in memory.", s->loaded);
    put(out, "tables_unfinished", "gauge", "Tables not over.", (double)s->unfinished);
    put(out, "bots_waiting", "gauge", "Questions to bots that wait.", bots_waiting(s->bots));
    put(out, "storing", "gauge", "1 while changes can be stored.", !s->failing);
    put(out, "connections_total", "counter", "WebSockets so far.", (double)c->connections);
    put(out, "requests_total", "counter", "HTTP requests so far.", (double)c->requests);
    put(out, "messages_total", "counter", "WebSocket messages so far.", (double)c->messages);
    put(out, "refused_total", "counter", "Messages and requests refused.", (double)c->refused);
    put(out, "tables_total", "counter", "Tables made.", (double)c->tables);
    put(out, "moves_total", "counter", "Choices made by people.", (double)c->moves);
    put(out, "bot_moves_total", "counter", "Choices made by bots.", (double)c->bot_moves);
    put(out, "commits_total", "counter", "Commits to the store.", (double)commits);
    put(out, "events_total", "counter", "Events stored.", (double)entries);
    put(out, "store_failures_total", "counter", "Commits that failed.", (double)c->failures);
    put(out, "resident_bytes", "gauge", "Memory in use.", resident());
}
