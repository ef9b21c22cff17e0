/* serve.c: `penna serve` and `penna backup`: settings from the command line, the environment and a file; the rest is
 * src/server. */
#include <ctype.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli.h"

#ifdef HAVE_SERVER
#include "server/qr.h"
#include "server/server.h"
#include "server/store.h"
#endif

/* As docs/server.md explains them, a field for each option of that name. Texts are NULL and numbers -1 as long as
 * nobody has set them; the three sources are asked in turn. */
typedef struct ServeSettings {
    const char *config, *listen, *public_url, *db, *tls_cert, *tls_key, *web, *metrics_token, *create_token, *log,
        *stand_in, *keep, *keep_waiting, *away, *ping, *node, *drain;
    long port, max_tables, tables_per_address, connections_per_address, max_connections, bot_threads,
        messages_per_second;
    bool trust_proxy, proxy_protocol, no_qr;
} ServeSettings;

/* `penna admin` finds the server by its file of tables: the socket lies beside it. */
typedef struct AdminSettings {
    const char *db;   /* of the server */
    const char *node; /* which of those that share it */
} AdminSettings;

/* Options are many here and all of three kinds, so they have a line each. */
#define TEXT(id, field, what, text) \
    { .name = id, .value = what, .help = text, .kind = ARG_TEXT, .offset = offsetof(ServeSettings, field) }
#define NUMBER(id, field, text, least, most)                                                                  \
    {                                                                                                         \
        .name = id, .value = "N", .help = text, .kind = ARG_NUMBER, .offset = offsetof(ServeSettings, field), \
        .low = least, .high = most                                                                            \
    }
#define FLAG(id, field, text) \
    { .name = id, .help = text, .kind = ARG_FLAG, .offset = offsetof(ServeSettings, field) }

static const Arg args[] = {
    TEXT("listen", listen, "ADDRESS", N_("where to listen: an address, 0.0.0.0 or :: (default: 0.0.0.0)")),
    NUMBER("port", port, N_("the port; 0 is any free one (default: 8080)"), 0, 65535),
    TEXT("public-url", public_url, "URL", N_("the address others find it by, behind a proxy (default: the machine's)")),
    TEXT("db", db, "FILE", N_("where the tables are kept (default: penna/server.db in the folder for state)")),
    TEXT("node", node, "NAME",
         N_("what it is called among the servers that share --db postgresql://... (default: the machine's name and the "
            "port)")),
    TEXT(
        "drain", drain, "TIME",
        N_("after SIGTERM: how long it says that it is not ready (/readyz) before it sends people away (default: 0s)")),
    TEXT("tls-cert", tls_cert, "FILE", N_("a certificate with its chain, as PEM text: serve HTTPS")),
    TEXT("tls-key", tls_key, "FILE", N_("its key")),
    TEXT("web", web, "DIR", N_("serve the page from a folder instead of the one built in")),
    NUMBER("max-tables", max_tables,
           N_("tables where people are, or at which nobody has played yet; 0: no limit (default: 10000)"), 0, 10000000),
    NUMBER("tables-per-address", tables_per_address,
           N_("tables made from one address in an hour; 0: no limit (default: 60)"), 0, 1000000),
    NUMBER("connections-per-address", connections_per_address,
           N_("connections from one address; 0: no limit of any rate (default: 64)"), 0, 1000000),
    NUMBER("messages-per-second", messages_per_second,
           N_("messages of one connection, three times as many at once; 0: no limit (default: 20)"), 0, 1000000),
    NUMBER("max-connections", max_connections, N_("connections in all (default: 10000)"), 16, 1000000),
    TEXT("keep", keep, "TIME",
         N_("how long a table is kept after the last thing that happened there: 30d, 12h, 10m, 5s (default: 30d)")),
    TEXT("keep-waiting", keep_waiting, "TIME", N_("the same for a table that never began (default: 1d)")),
    TEXT("away", away, "TIME", N_("how long one is away before others may let a bot play for him (default: 30s)")),
    TEXT("ping", ping, "TIME",
         N_("how long a connection may be silent before it is asked whether anybody is there (default: 60s)")),
    NUMBER("bot-threads", bot_threads, N_("threads on which bots think (default: 2)"), 1, 16),
    TEXT("stand-in", stand_in, "BOT", N_("the bot that plays for those who left (default: normal)")),
    FLAG("trust-proxy", trust_proxy, N_("take the client's address from X-Forwarded-For")),
    FLAG("proxy-protocol", proxy_protocol,
         N_("every connection begins with the PROXY protocol, which says the client's address")),
    TEXT("metrics-token", metrics_token, "TOKEN", N_("who has it may read /metrics, from anywhere")),
    TEXT("create-token", create_token, "TOKEN", N_("only who has it may open tables; everyone may join")),
    TEXT("log", log, "WHAT", N_("`requests`: a line on standard error for each request and connection")),
    FLAG("no-qr", no_qr, N_("print no QR code")),
    TEXT("config", config, "FILE", N_("read settings from FILE, lines NAME = VALUE")),
    {.name = NULL},
};

static const ServeSettings unset = {.port = -1,
                                    .max_tables = -1,
                                    .tables_per_address = -1,
                                    .connections_per_address = -1,
                                    .max_connections = -1,
                                    .bot_threads = -1,
                                    .messages_per_second = -1};

#ifdef HAVE_SERVER

/* ---- Settings ---------------------------------------------------------------------------------------- */

/* Numbers are set if they are not negative, which is what `unset` gives them. */
static bool is_set(const Arg *a, const ServeSettings *s) {
    const char *at = (const char *)s + a->offset;
    if (a->kind == ARG_FLAG) return *(const bool *)at;
    if (a->kind == ARG_NUMBER) return *(const long *)at >= 0;
    return *(const char *const *)at != NULL;
}

/* Sets what is not set yet; false after a message. */
static bool set_if_unset(const Arg *a, const char *value, ServeSettings *s) {
    bool no = strcmp(value, "") == 0 || strcmp(value, "0") == 0 || strcmp(value, "no") == 0;
    if (is_set(a, s) || (a->kind == ARG_FLAG && no)) return true;
    return arg_set(a, value, s);
}

/* PENNA_PUBLIC_URL for --public-url, and so on. */
static bool take_environment(ServeSettings *s) {
    for (const Arg *a = args; a->name; a++) {
        char name[64];
        snprintf(name, sizeof name, "PENNA_%s", a->name);
        for (char *p = name; *p; p++) *p = *p == '-' ? '_' : (char)toupper((unsigned char)*p);
        const char *value = getenv(name);
        if (value && !set_if_unset(a, value, s)) return false;
    }
    return true;
}

/* One line of the file, cut up in place. */
static bool take_line(char *line, const char *path, int number, ServeSettings *s) {
    char *name = line + strspn(line, " \t");
    if (*name == '\0' || *name == '#') return true;
    char *equals = strchr(name, '=');
    if (!equals) return usage_error("%s:%d: expected NAME = VALUE", path, number) == EXIT_GOOD;
    char *value = equals + 1 + strspn(equals + 1, " \t"), *end = value + strlen(value);
    while (end > value && (end[-1] == ' ' || end[-1] == '\t' || end[-1] == '\r')) *--end = '\0';
    while (equals > name && (equals[-1] == ' ' || equals[-1] == '\t')) equals--;
    *equals = '\0';
    for (const Arg *a = args; a->name; a++)
        if (strcmp(a->name, name) == 0) return set_if_unset(a, value, s);
    return usage_error("%s:%d: there is no setting `%s`", path, number, name) == EXIT_GOOD;
}

/* Reads the file; its text stays, for the settings point into it. */
static bool take_file(const char *path, Buffer *text, ServeSettings *s) {
    int number = 0;
    if (!file_read(path, text)) return false;
    for (char *line = text->bytes; line && *line;) {
        char *end = strchr(line, '\n');
        if (end) *end = '\0';
        if (!take_line(line, path, ++number, s)) return false;
        line = end ? end + 1 : NULL;
    }
    return true;
}

/* The usual place of the tables, its folder made; false after a message. */
static bool usual_db(char *out, size_t room) {
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    int n = state && *state ? snprintf(out, room, "%s/penna/server.db", state)
                            : snprintf(out, room, "%s/.local/state/penna/server.db", home ? home : ".");
    if (n <= 0 || (size_t)n >= room) return usage_error("say where the tables are kept: --db FILE") == EXIT_GOOD;
    for (char *p = out + 1; *p; p++) {
        if (*p != '/') continue;
        *p = '\0';
        int made = mkdir(out, 0700);
        *p = '/';
        if (made != 0 && errno != EEXIST && errno != EROFS) break;
    }
    return true;
}

/* Defaults come last (take_defaults()), so a number that is still unset takes its own. */
static void or_number(long *at, long value) {
    if (*at < 0) *at = value;
}

/* Last of all: what the command line, the environment and the file leave open. Why these: docs/server.md. */
static void take_defaults(ServeSettings *s) {
    if (!s->listen) s->listen = "0.0.0.0";
    if (!s->stand_in) s->stand_in = "normal";
    if (!s->keep) s->keep = "30d";
    if (!s->keep_waiting) s->keep_waiting = "1d";
    if (!s->away) s->away = "30s";
    if (!s->drain) s->drain = "0s";
    if (!s->ping) s->ping = "60s";
    or_number(&s->port, 8080);
    or_number(&s->max_tables, 10000);
    or_number(&s->tables_per_address, 60);
    or_number(&s->connections_per_address, 64);
    or_number(&s->max_connections, 10000);
    or_number(&s->bot_threads, 2);
    or_number(&s->messages_per_second, 20);
}

/* Seconds of a time such as 30d; false after a message. */
static bool take_time(const char *option, const char *text, long least, long *out) {
    static const struct {
        char unit;
        long seconds;
    } units[] = {{'s', 1}, {'m', 60}, {'h', 3600}, {'d', 86400}};
    char *end;
    long n = strtol(text, &end, 10);
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        if (*end != units[i].unit || end[1] != '\0' || n < least || n > 100000) continue;
        *out = n * units[i].seconds;
        return true;
    }
    return usage_error("--%s %s: expected a number from %ld to 100000 and s, m, h or d", option, text, least) ==
           EXIT_GOOD;
}

/* What a server is called if nobody said it: two on one machine have two ports. */
static const char *node_name(const char *given, long port, char *room, size_t size) {
    char host[48] = "penna";
    if (given) return given;
    gethostname(host, sizeof host - 1);
    if (port > 0)
        snprintf(room, size, "%s:%ld", host, port);
    else
        snprintf(room, size, "%s:%ld", host, (long)getpid());
    return room;
}

/* It is the name of a socket, too (penna admin). */
static bool node_ok(const char *name) {
    if (!name) return true;
    size_t n = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.:-");
    return n > 0 && n <= 60 && name[n] == '\0';
}

/* ---- Running ----------------------------------------------------------------------------------------- */

static bool show_qr; /* started() is called without a context */

/* Called once the port is open: what is printed here works from now on. */
static void started(const char *url, const char *listening) {
    printf(tr(N_("Penna is at %s (listening on %s)\n")), url, listening);
    if (show_qr) qr_terminal(url, stdout);
    puts(tr(N_("Ctrl-C ends it; the tables are kept.")));
    fflush(stdout);
}

/* Times are given in words a person writes (30d) and kept in seconds. */
static int serve(const ServeSettings *s) {
    ServerConfig config = {.listen = s->listen,
                           .public_url = s->public_url,
                           .db = s->db,
                           .tls_cert = s->tls_cert,
                           .tls_key = s->tls_key,
                           .web = s->web,
                           .metrics_token = s->metrics_token,
                           .create_token = s->create_token,
                           .log_requests = s->log && *s->log,
                           .stand_in = s->stand_in,
                           .port = s->port,
                           .max_tables = s->max_tables,
                           .tables_per_address = s->tables_per_address,
                           .connections_per_address = s->connections_per_address,
                           .max_connections = s->max_connections,
                           .bot_threads = s->bot_threads,
                           .messages_per_second = s->messages_per_second,
                           .trust_proxy = s->trust_proxy,
                           .proxy_protocol = s->proxy_protocol};
    char node[128];
    char why[SERVER_WHY];
    if (s->log && *s->log && strcmp(s->log, "requests") != 0)
        return usage_error("--log %s: there is only `requests`", s->log);
    if (s->create_token && strlen(s->create_token) > 128) return usage_error("--create-token: at most 128 characters");
    if (!take_time("keep", s->keep, 1, &config.keep) ||
        !take_time("keep-waiting", s->keep_waiting, 1, &config.keep_waiting) ||
        !take_time("away", s->away, 1, &config.away) || !take_time("ping", s->ping, 1, &config.ping) ||
        !take_time("drain", s->drain, 0, &config.drain))
        return EXIT_USAGE;
    if (!node_ok(s->node)) return usage_error("--node: letters, digits, dots, colons and dashes, at most 60");
    config.node = node_name(s->node, s->port, node, sizeof node);
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is a write that fails */
    show_qr = !s->no_qr && term_utf8();
    return server_run(&config, started, why) ? EXIT_GOOD : usage_error("%s", tr(why));
}

/* The command line counts more than the environment, and that more than the file: each sets only what
 * is still unset. */
static int run(const void *settings, int count, char **words) {
    (void)count, (void)words;
    ServeSettings s = *(const ServeSettings *)settings;
    Buffer file = {0};
    char db[4096];
    bool good = take_environment(&s) && (!s.config || take_file(s.config, &file, &s));
    if (good && !s.db) good = usual_db(db, sizeof db), s.db = db;
    take_defaults(&s);
    if (good && !s.tls_cert != !s.tls_key) good = usage_error("--tls-cert and --tls-key go together") == EXIT_GOOD;
    int status = good ? serve(&s) : EXIT_USAGE;
    buffer_free(&file);
    return status;
}

/* Of the usual place if nothing else is said, so that a timer needs one word. */
static int run_backup(const void *settings, int count, char **words) {
    (void)settings;
    char why[STORE_WHY], db[4096];
    const char *from = count > 1 ? words[0] : getenv("PENNA_DB");
    if (!from && usual_db(db, sizeof db)) from = db;
    if (!from || !store_backup(from, words[count - 1], why)) return from ? usage_error("%s", why) : EXIT_USAGE;
    printf(tr(N_("Saved: %s\n")), words[count - 1]);
    return EXIT_GOOD;
}

/* All of it or nothing, and what is there is compared. */
static int run_migrate(const void *settings, int count, char **words) {
    (void)settings, (void)count;
    char why[STORE_WHY];
    long tables, events;
    if (!store_is_shared(words[1])) return usage_error("%s: expected postgresql://...", words[1]);
    if (access(words[0], F_OK) != 0) return usage_error("%s: %s", words[0], strerror(errno));
    if (!store_migrate(words[0], words[1], &tables, &events, why)) return usage_error("%s", why);
    printf(tr(N_("%ld tables with %ld events are in the database now, and compared.\n")), tables, events);
    return EXIT_GOOD;
}

/* The words are one line to the server. */
static int run_admin(const void *settings, int count, char **words) {
    const char *db = ((const AdminSettings *)settings)->db, *node = ((const AdminSettings *)settings)->node;
    char usual[4096], line[SERVER_LINE];
    Text text = text_in(line, sizeof line);
    if (!db) db = getenv("PENNA_DB");
    if (!db && usual_db(usual, sizeof usual)) db = usual;
    for (int i = 0; i < count; i++) {
        if (i > 0) text_char(&text, ' ');
        text_str(&text, words[i]);
    }
    if (!db || text.full || strchr(line, '\n')) return usage_error("too long, or more than a line");
    if (!node) node = getenv("PENNA_NODE");
    if (store_is_shared(db) && !node_ok(node ? node : "")) return usage_error("say which server: --node NAME");
    int status = server_ask(db, node, line);
    if (status < 0 && store_is_shared(db)) return usage_error("%s: no such server here, or not one of yours", node);
    if (status < 0) return usage_error("%s: no server that runs with this file, or not one of yours", db);
    return status == 0 ? EXIT_GOOD : EXIT_USAGE;
}

#else

static int run(const void *settings, int count, char **words) {
    (void)settings, (void)count, (void)words;
    return usage_error(
        "this penna was built without its server; install libssl-dev libsqlite3-dev libjansson-dev libsodium-dev "
        "libqrencode-dev and build again");
}

static int run_backup(const void *settings, int count, char **words) { return run(settings, count, words); }
static int run_admin(const void *settings, int count, char **words) { return run(settings, count, words); }
static int run_migrate(const void *settings, int count, char **words) { return run(settings, count, words); }

#endif

const Command serve_command = {
    .name = "serve",
    .usage = "[OPTION]...",
    .summary = N_("serve games to browsers and other programs"),
    .about = N_("Serves the page and the protocol (docs/protocol.md) until it is ended; prints the address and, where\n"
                "the terminal can show it, a QR code for the phones in the room. Tables are kept in a file: they go\n"
                "on after a restart, also after a crash. Every option can also be set in the environment\n"
                "(--public-url is PENNA_PUBLIC_URL) and in the file of --config (public-url = ...); the command\n"
                "line counts before the environment, that before the file. With --db postgresql://... any number of\n"
                "servers share one PostgreSQL (docs/cluster.md)."),
    .examples =
        "  penna serve\n"
        "  penna serve --listen 127.0.0.1 --port 9000 --public-url https://play.example.org --trust-proxy\n"
        "  penna serve --port 443 --tls-cert fullchain.pem --tls-key privkey.pem\n"
        "  penna serve --db /var/lib/penna/server.db --config /etc/penna.conf\n"
        "  penna serve --db postgresql://penna@db1,db2/penna --node one --drain 10s --trust-proxy\n",
    .args = args,
    .settings = sizeof(ServeSettings),
    .defaults = &unset,
    .run = run,
};

const Command backup_command = {
    .name = "backup",
    .usage = "[DB] FILE",
    .summary = N_("copy the tables of a server, which may be running, to a file"),
    .about = N_("DB is the server's --db (default: the same as its default), a file or postgresql://... FILE must not\n"
                "exist; to go back to it, end the server and start it with --db FILE."),
    .examples =
        "  penna backup /var/lib/penna/server.db backup-monday.db\n"
        "  penna backup postgresql://penna@db1/penna backup-monday.db\n",
    .words_min = 1,
    .words_max = 2,
    .run = run_backup,
};

const Command migrate_command = {
    .name = "migrate",
    .usage = "FILE postgresql://...",
    .summary = N_("copy the tables of a file into PostgreSQL, for several servers"),
    .about =
        N_("FILE is the --db of a server that has been ended; the database must have no tables of Penna's. All is\n"
           "copied or nothing, and compared before it counts. `penna backup` is the way back."),
    .examples = "  penna migrate /var/lib/penna/server.db postgresql://penna@db1,db2/penna\n",
    .words_min = 2,
    .words_max = 2,
    .run = run_migrate,
};

static const Arg admin_args[] = {
    {.name = "node",
     .value = "NAME",
     .help = N_("which of the servers that share a database: its --node"),
     .kind = ARG_TEXT,
     .offset = offsetof(AdminSettings, node)},
    {.name = "db",
     .value = "FILE",
     .help = N_("the server's --db (default: the same as its default)"),
     .kind = ARG_TEXT,
     .offset = offsetof(AdminSettings, db)},
    {.name = NULL},
};

const Command admin_command = {
    .name = "admin",
    .usage = "[--db FILE] [--node NAME] COMMAND [WORD]...",
    .summary = N_("talk to a running server: tables, limits, a message to all"),
    .about = N_("Talks to the server that runs with this file, as its owner. The commands:\n"
                "  status            how it is\n"
                "  list              the tables, the last touched first\n"
                "  show CODE         who sits at a table\n"
                "  close CODE        nothing can happen there any more; its record stays\n"
                "  delete CODE       it goes for good, and its record\n"
                "  limits            addresses that may not do more just now\n"
                "  say TEXT          a message to everybody who is at a table\n"
                "  read-only on|off  take no changes, before maintenance"),
    .examples = "  penna admin status\n  penna admin --db /var/lib/penna/server.db say Back in ten minutes\n",
    .args = admin_args,
    .settings = sizeof(AdminSettings),
    .words_min = 1,
    .words_max = 100,
    .run = run_admin,
};
