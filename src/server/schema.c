/* schema.c: see schema.h. */
#include "server/schema.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/store_kind.h"

bool schema_fail(char *why, const char *reason) {
    snprintf(why, STORE_WHY, "PostgreSQL: %.250s", reason);
    return false;
}

/* Everything is in a schema of its own. Whoever comes second waits for the lock and finds it made. */
static const char make_sql[] =
    "SELECT pg_advisory_xact_lock(1348824686);"
    "CREATE SCHEMA IF NOT EXISTS penna;"
    "CREATE TABLE IF NOT EXISTS penna.meta (format int NOT NULL);"
    "CREATE TABLE IF NOT EXISTS penna.tables (code text COLLATE \"C\" PRIMARY KEY, key bytea NOT NULL,"
    "  phase int NOT NULL, next int NOT NULL, head bytea NOT NULL, created bigint NOT NULL, touched bigint NOT NULL)"
    "  WITH (fillfactor = 70);"
    "CREATE TABLE IF NOT EXISTS penna.events (code text COLLATE \"C\", number int, at bigint NOT NULL,"
    "  text text NOT NULL, head bytea NOT NULL, PRIMARY KEY (code, number));"
    "CREATE TABLE IF NOT EXISTS penna.holders (code text COLLATE \"C\", seat int, hash bytea NOT NULL,"
    "  PRIMARY KEY (code, seat));"
    "CREATE INDEX IF NOT EXISTS holders_hash ON penna.holders (hash);"
    "CREATE TABLE IF NOT EXISTS penna.nodes (id text COLLATE \"C\" PRIMARY KEY, beat timestamptz NOT NULL,"
    "  version text NOT NULL) WITH (fillfactor = 50);"
    "INSERT INTO penna.meta SELECT 3 WHERE NOT EXISTS (SELECT FROM penna.meta);";

/* What brings each format to the next, from 3 on. A new store is made by the same steps, so that it cannot differ from
 * one that has come a long way. Never change a step: add one. Whoever comes second finds it done. */
static const char *const steps[] = {
    "CREATE TABLE IF NOT EXISTS penna.papers (shelf text COLLATE \"C\", name text COLLATE \"C\", rank bigint,"
    "  at bigint NOT NULL, until bigint NOT NULL, version int NOT NULL, text text NOT NULL, PRIMARY KEY (shelf, name));"
    "CREATE INDEX IF NOT EXISTS papers_rank ON penna.papers (shelf, rank, at, name) WHERE rank IS NOT NULL;"
    "CREATE INDEX IF NOT EXISTS papers_until ON penna.papers (until) WHERE until > 0;"
    "UPDATE penna.meta SET format = 4 WHERE format = 3;",
    /* How many papers of each rank lie on each shelf, counted by the database itself as they come and go, once a
     * statement: row by row a copy of many would take hours. The triggers come first: they lock the papers until what
     * lies there already is counted. */
    "CREATE TABLE IF NOT EXISTS penna.boards (shelf text COLLATE \"C\", rank bigint, papers bigint NOT NULL,"
    "  PRIMARY KEY (shelf, rank)) WITH (fillfactor = 50);"
    "CREATE OR REPLACE FUNCTION penna.count_papers() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
    "  IF TG_OP = 'INSERT' THEN"
    "    INSERT INTO penna.boards AS b SELECT shelf, coalesce(rank, " UNRANKED
    "), count(*) FROM added GROUP BY 1, 2"
    "      ORDER BY 1, 2 ON CONFLICT (shelf, rank) DO UPDATE SET papers = b.papers + excluded.papers;"
    "    RETURN NULL;"
    "  END IF;"
    "  IF TG_OP = 'DELETE' THEN"
    "    UPDATE penna.boards AS b SET papers = b.papers - g.n FROM (SELECT shelf, coalesce(rank, " UNRANKED
    ") AS"
    "      rank, count(*) AS n FROM gone GROUP BY 1, 2) AS g WHERE b.shelf = g.shelf AND b.rank = g.rank;"
    "  ELSE"
    "    INSERT INTO penna.boards AS b SELECT shelf, rank, sum(n) FROM (SELECT shelf, coalesce(rank, " UNRANKED
    ") AS"
    "      rank, 1 AS n FROM added UNION ALL SELECT shelf, coalesce(rank, " UNRANKED
    "), -1 FROM gone) AS c"
    "      GROUP BY 1, 2 HAVING sum(n) <> 0 ORDER BY 1, 2"
    "      ON CONFLICT (shelf, rank) DO UPDATE SET papers = b.papers + excluded.papers;"
    "  END IF;"
    "  DELETE FROM penna.boards AS b USING gone AS g WHERE b.papers = 0 AND b.shelf = g.shelf AND b.rank ="
    "    coalesce(g.rank, " UNRANKED
    ");"
    "  RETURN NULL; END $$;"
    "DROP TRIGGER IF EXISTS papers_come ON penna.papers;"
    "DROP TRIGGER IF EXISTS papers_go ON penna.papers;"
    "DROP TRIGGER IF EXISTS papers_move ON penna.papers;"
    "CREATE TRIGGER papers_come AFTER INSERT ON penna.papers REFERENCING NEW TABLE AS added"
    "  FOR EACH STATEMENT EXECUTE FUNCTION penna.count_papers();"
    "CREATE TRIGGER papers_go AFTER DELETE ON penna.papers REFERENCING OLD TABLE AS gone"
    "  FOR EACH STATEMENT EXECUTE FUNCTION penna.count_papers();"
    "CREATE TRIGGER papers_move AFTER UPDATE ON penna.papers REFERENCING OLD TABLE AS gone NEW TABLE AS added"
    "  FOR EACH STATEMENT EXECUTE FUNCTION penna.count_papers();"
    "INSERT INTO penna.boards SELECT shelf, coalesce(rank, " UNRANKED
    "), count(*) FROM penna.papers GROUP BY 1, 2"
    "  ON CONFLICT DO NOTHING;"
    "UPDATE penna.meta SET format = 5 WHERE format = 4;",
    "UPDATE penna.meta SET format = 6 WHERE format = 5;", /* for a word of events (event.h) */
};

_Static_assert(STORE_FORMAT == 3 + sizeof steps / sizeof *steps, "a new format needs its step here");

/* One value of one row; NULL: it could not be asked. The caller frees it. */
static char *ask_one(Link *l, const char *sql) {
    PGresult *r;
    if (link_ask(l, sql, 0, NULL, &r) != ASKED_GOOD) return NULL;
    char *value = strdup(PQntuples(r) > 0 && !PQgetisnull(r, 0, 0) ? PQgetvalue(r, 0, 0) : "");
    PQclear(r);
    return value;
}

static bool ask_is(Link *l, const char *sql, const char *what) {
    char *value = ask_one(l, sql);
    bool same = value && strcmp(value, what) == 0;
    free(value);
    return same;
}

/* What Penna cannot work with is refused; what only makes it less safe is left to those who run the database. */
bool schema_server(Link *l, char *why) {
    char text[100];
    int version = PQserverVersion(l->conn) / 10000;
    if (version < LINK_VERSION) {
        snprintf(text, sizeof text, "version %d is too old: it needs %d or later", version, LINK_VERSION);
        return schema_fail(why, text);
    }
    if (!ask_is(l, "SELECT current_setting('server_encoding')", "UTF8"))
        return schema_fail(why, "the database must be in UTF8");
    if (!ask_is(l, "SELECT current_setting('fsync') || current_setting('full_page_writes')", "onon"))
        fprintf(stderr, "penna: PostgreSQL: fsync or full_page_writes is off: a crash loses what was acknowledged\n");
    return true;
}

/* Servers that run now and do not know our format; -1: it could not be asked. One that we are taking the place of, by
 * its name, is none. */
static int count_older(const char *node, Link *l) {
    static const char sql[] =
        "SELECT count(*) FROM penna.nodes WHERE beat > now() - interval '30 seconds' AND id NOT IN ($1, $1 || '/w') "
        "AND "
        "coalesce(substring(version FROM 'format ([0-9]+)')::int, 3) < $2::int";
    char ours[16];
    PGresult *r;
    snprintf(ours, sizeof ours, "%d", STORE_FORMAT);
    if (link_ask(l, sql, 2, (const char *const[]){node, ours}, &r) != ASKED_GOOD) return -1;
    int count = atoi(PQgetvalue(r, 0, 0));
    PQclear(r);
    return count;
}

/* Brings the database to our format, unless servers run that do not know it: they go on with what they know, and so do
 * we (store_format) until the last of them has ended. False: it is none that we know, or cannot be asked. */
bool schema_bring_up(Link *l, const char *node, atomic_int *format, char *why) {
    char *now = ask_one(l, "SELECT format FROM penna.meta");
    if (!now) return schema_fail(why, l->why);
    int version = atoi(now);
    free(now);
    if (version > STORE_FORMAT) return schema_fail(why, "a store of a later version of Penna: it needs that version");
    if (version < 3) return schema_fail(why, "not a store of Penna's");
    if (version < STORE_FORMAT && count_older(node, l) == 0)
        for (; version < STORE_FORMAT; version++) {
            char sql[4000];
            snprintf(sql, sizeof sql, "SELECT pg_advisory_xact_lock(1348824686);%s", steps[version - 3]);
            if (!link_run(l, sql)) return schema_fail(why, l->why);
        }
    if (version < STORE_FORMAT && atomic_load(format) == 0)
        fprintf(stderr, "penna: PostgreSQL: earlier versions run beside this one: what is new waits for their end\n");
    atomic_store(format, version);
    return true;
}

/* Only an empty database becomes a store: a mistyped name must not turn somebody's data into one. */
bool schema_make(Link *l, const char *node, atomic_int *format, char *why) {
    char *found = ask_one(l, "SELECT to_regclass('penna.meta') IS NOT NULL");
    bool there = found && strcmp(found, "t") == 0;
    free(found);
    if (!there && !ask_is(l,
                          "SELECT count(*) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE "
                          "c.relkind IN ('r', 'v', 'm', 'f', 'p') AND n.nspname NOT IN ('pg_catalog', "
                          "'information_schema') AND n.nspname NOT LIKE 'pg\\_%'",
                          "0"))
        return schema_fail(why,
                           l->state[0] ? l->why : "not a store of Penna's: there is something else in this database");
    if (!there && !link_run(l, make_sql)) return schema_fail(why, l->why);
    return schema_bring_up(l, node, format, why);
}

/* At the start, so that a right that is missing does not first show when somebody plays. `meta` is only read. */
bool schema_rights(Link *l, char *why) {
    static const char sql[] =
        "SELECT coalesce(string_agg(t || ' ' || p, ', '), '') FROM unnest(ARRAY['meta', 'tables', 'events', 'holders', "
        "'nodes'] || CASE WHEN to_regclass('penna.papers') IS NULL THEN '{}' ELSE ARRAY['papers'] END || CASE WHEN "
        "to_regclass('penna.boards') IS NULL THEN '{}' ELSE ARRAY['boards'] END) t, "
        "unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) p WHERE (t <> 'meta' OR p = "
        "'SELECT') AND "
        "NOT has_table_privilege('penna.' || t, p)";
    char *missing = ask_one(l, sql), text[200];
    if (!missing) return schema_fail(why, l->why);
    bool good = !*missing;
    if (!good) {
        snprintf(text, sizeof text, "missing rights: %.150s", missing);
        schema_fail(why, text);
    }
    free(missing);
    return good;
}
