#!/usr/bin/env python3
"""A board of the daily with a hundred thousand games: no page of it is read from its beginning, for everybody waits for the same reader; and
what is counted is what lies there, however papers come, change and go.

usage: board.py PENNA
"""
import bisect
import pathlib
import random
import sys
import time

from harness import Checks, Server, run_with

check = Checks()
rng = random.Random(5)
MANY = 100000
PLACES = (0, 1, 999, 4950, 50000, 55555, 98940, 98999, 99000, 1000000)


def series(server, count):
    return f"generate_series(1, {count}) AS s (i)" if not server.file else f"(WITH RECURSIVE s (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < {count}) SELECT i FROM s) AS s"


def lay(server, shelf, rank, count=MANY):
    """So many papers on a shelf, behind the server's back, with half a kilobyte each."""
    name, half = ("lpad(i::text, 64, '0')", "repeat('x', 500)") if not server.file else ("printf('%064d', i)", "hex(zeroblob(250))")
    line = '{{"name":"Ann","points":1,"other":null,"accuracy":1.0,"luck":0.0}}'
    server.sql(f"INSERT INTO {{s}}papers (shelf, name, rank, at, until, version, text) SELECT '{shelf}', {name}, {rank}, i, 0, 1, 'x' || {'chr' if not server.file else 'char'}(10) || '{line}' || "
               f"{'chr' if not server.file else 'char'}(10) || {half} FROM {series(server, count)}")


def readers(server):
    """Where the processor time of reading is counted: of the server's reader, or of the connections that it has to its database."""
    tasks = pathlib.Path(f"/proc/{server.process.pid}/task").iterdir() if server.file else [
        pathlib.Path(f"/proc/{pid}") for pid, in server.sql("SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'")]
    return [task / "schedstat" for task in tasks if not server.file or (task / "comm").read_text().strip() == "reader"]


def spent(counted):
    """Nanoseconds of it so far."""
    return sum(int(path.read_text().split()[0]) for path in counted)


def pages(server, date, kind):
    shelf = f"open/{date}/qwixx/{kind}"
    order = [(int(rank), int(name), name) for rank, name in server.sql(f"SELECT rank, name FROM {{s}}papers WHERE shelf = '{shelf}' AND rank IS NOT NULL ORDER BY rank, at, name")]
    everything = int(server.sql(f"SELECT count(*) FROM {{s}}papers WHERE shelf = '{shelf}'")[0][0])
    ranks, clock, work, counted_in = [rank for rank, _, _ in order], 0, 0, readers(server)
    for first in PLACES:
        rank, _, own = rng.choice(order)
        before, began = spent(counted_in), time.monotonic()
        board = server.request(f"/api/daily/{date}/qwixx/{kind}/open/{first}/{own}")[1]
        clock, work = max(clock, time.monotonic() - began), max(work, spent(counted_in) - before)
        want = [everything, len(order), bisect.bisect_left(ranks, rank), bisect.bisect_right(ranks, rank) - bisect.bisect_left(ranks, rank)]
        check([board[name] for name in ("begun", "done", "before", "same")] == want, kind, first, "the counts are those of what lies there", want, board["begun"], board["done"])
        page = order[first:first + 50]
        check([(row["place"], row["at"]) for row in board["rows"]] == [(bisect.bisect_left(ranks, rank) + 1, at) for rank, at, _ in page], kind, first, "the page is the one that comes there", board["rows"][:2])
    print(f"{kind}: a page of {len(order):,} games costs {1000 * clock:.1f} ms at most by the clock, {work / 1e6:.1f} ms of reading")
    return work


def large(penna):
    with Server(penna, "--connections-per-address", "0") as server:
        date = time.strftime("%Y-%m-%d", time.gmtime())
        lay(server, f"open/{date}/qwixx/alone", "CASE WHEN i <= 1000 THEN NULL ELSE -(i % 130) END")
        lay(server, f"open/{date}/qwixx/bot", "-70000", MANY // 4)  # all of them as good
        check(pages(server, date, "alone") < 20e6, "it is not read from its beginning")
        check(pages(server, date, "bot") < 100e6, "nor where all have the same rank: they are passed over in the index")


def counted(penna):
    with Server(penna) as server:
        lay(server, "a", "CASE WHEN i % 7 = 0 THEN NULL ELSE i % 10 - 5 END", 500)
        lay(server, "b", "NULL", 50)
        for change in ("UPDATE {s}papers SET rank = 3 WHERE shelf = 'a' AND at % 3 = 0", "UPDATE {s}papers SET rank = NULL, at = at + 1 WHERE at % 11 = 0", "DELETE FROM {s}papers WHERE at % 5 = 0",
                       "UPDATE {s}papers SET text = 'y', version = version + 1 WHERE at % 4 = 0", "UPDATE {s}papers SET rank = at WHERE shelf = 'b'", "DELETE FROM {s}papers WHERE shelf = 'b'"):
            server.sql(change)
            there = server.sql("SELECT shelf, coalesce(rank, 9223372036854775807), count(*) FROM {s}papers GROUP BY 1, 2 ORDER BY 1, 2")
            check(server.sql("SELECT shelf, rank, papers FROM {s}boards ORDER BY 1, 2") == there, "what is counted lies there", change)
        lay(server, "b", "1", 50)
        check(["b", "1", "50"] in server.sql("SELECT shelf, rank, papers FROM {s}boards"), "and what comes anew")


def main():
    large(sys.argv[1])
    counted(sys.argv[1])


run_with(check, main)
