#!/usr/bin/env python3
"""What a choice costs, without a clock: the system calls of the loop, as strace sees them, and its instructions, as valgrind counts them. Neither
grows with connections that say nothing or with tables where nothing happens, and what is to be told to somebody leaves in one write.

usage: cost.py PENNA
"""
import http.client
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile

from harness import FAKETIME, MEMORY, Checks, Player, Server, Web, choose

check = Checks()
FREE = ("--tables-per-address", "0", "--connections-per-address", "0", "--messages-per-second", "0", "--ping", "1d")
IDLE, TABLES = 1000, 400  # connections at no table; tables at which somebody plays alone, and says nothing just now
ROUNDS = 5                # of which the cheapest counts
LOOK = 2                  # instructions: to go from one to the next in a list and ask it something takes more; what else differs from choice to choice, less


def person(server, code, token):
    player = Player(server.url, code, token)
    player.wait(lambda v: v["phase"] == "playing")
    return player


def choice_of(player):
    """The seat, node and move of a choice that the player could make."""
    seat = player.owes()[0]
    return {"seat": seat, "node": player.view["node"], "move": choose(player, seat)}


class Choice:
    """Ann makes the same choice again and again, and takes it back; both at the table see it each time."""

    def __init__(self, server):
        code, tokens = server.people()
        self.pair = [person(server, code, token) for token in tokens]
        self.ann, self.what = self.pair[0], choice_of(self.pair[0])

    def say(self, kind, **what):
        number = self.ann.view["number"]
        answer = self.ann.call(kind, **what)
        assert answer["type"] == "ack", answer
        for player in self.pair:
            player.wait(lambda v: v["number"] > number)

    def make(self):
        self.say("submit", **self.what)

    def undo(self):
        self.say("withdraw", seat=self.what["seat"], node=self.what["node"])


def idlers(server):
    return [Web(server.url + "/ws") for _ in range(IDLE)]


def loners(server):
    """Their tables are asked for all at once: what is stored one after the other waits for the clock."""
    asked = [http.client.HTTPConnection("127.0.0.1", server.port, timeout=60) for _ in range(TABLES)]
    for one in asked:
        one.request("POST", "/api/tables", json.dumps({"game": "qwixx", "seats": [{"kind": "human", "name": "Eve"}]}), {"Content-Type": "application/json"})
    made = [json.load(one.getresponse()) for one in asked]
    for one in asked:
        one.close()
    return [person(server, one["table"], one["token"]) for one in made]


# ---- System calls ----


class Strace:
    """The system calls of a server's loop while it is being looked at."""

    def __init__(self, server):
        self.path = server.folder / "calls"
        self.process = subprocess.Popen(["strace", "-s", "65536", "-o", str(self.path), "-p", str(server.process.pid)], stderr=subprocess.PIPE, text=True)
        said = self.process.stderr.readline()
        assert "attached" in said, said

    def lines(self):
        self.process.send_signal(signal.SIGINT)
        self.process.communicate()
        return [line for line in self.path.read_text().splitlines() if re.match(r"\w+\(", line)]


def sockets_of(process):
    """Its descriptors that are connections."""
    folder = pathlib.Path(f"/proc/{process.pid}/fd")
    return {int(fd) for fd in os.listdir(folder) if os.readlink(folder / fd).startswith("socket:")}


def touched(line, sockets):
    """The sockets that a call is about: by its first argument, or by the list of one that asks about many."""
    named = {int(fd) for fd in re.findall(r"^\w+\((\d+)", line)} | {int(fd) for fd in re.findall(r"\{fd=(\d+)", line)}
    return named & sockets


def call_of(line):
    return line[:line.index("(")]


def look(server, choice, what):
    """Ann chooses and takes back, ROUNDS times: what the loop asks of the kernel meanwhile."""
    sockets = sockets_of(server.process)
    trace = Strace(server)
    for _ in range(ROUNDS):
        choice.make()
        choice.undo()
    lines = trace.lines()
    about = [line for line in lines if touched(line, sockets)]
    written = [line for line in about if '"type\\":\\"' in line]
    anns = [line for line in written if '\\"ack\\"' in line]
    check(len(anns) == 2 * ROUNDS and all('\\"view\\"' in line for line in anns), what, "one write has the acknowledgement and the view", len(anns))
    check(len(written) == 4 * ROUNDS and all('\\"view\\"' in line for line in written), what, "and one is what the other one gets", len(written))
    check(len(about) == 6 * ROUNDS, what, "beside it one call takes the message, and nothing is asked of either connection", [call_of(line) for line in about])
    of = set().union(*(touched(line, sockets) for line in about))
    check(len(of) == 2, what, "nor is the kernel asked anything of anybody else", of)
    strange = {call_of(line) for line in lines if line not in about} - {"epoll_wait", "ppoll", "futex", "read", "restart_syscall"}
    check(not strange, what, "and the loop does nothing but wait, wake and be woken", strange)


def at_once(server, players):
    """Everybody chooses in the same moment: still one write for each, however many turns of the loop and commits it takes."""
    sockets = sockets_of(server.process)
    trace = Strace(server)
    for player in players:
        player.send("submit", **choice_of(player))
    for player in players:
        number = player.view["number"]
        player.wait(lambda v: v["number"] > number)  # noqa: B023
    lines = [line for line in trace.lines() if touched(line, sockets) and '\\"type\\":\\"' in line]
    check(len(lines) == len(players) and all('\\"ack\\"' in line and '\\"view\\"' in line for line in lines), "as many writes as people", len(lines))


def system_calls(penna):
    with Server(penna, *FREE) as server:
        choice = Choice(server)
        look(server, choice, "two alone")
        idle, lonely = idlers(server), loners(server)
        look(server, choice, f"beside {len(idle)} who say nothing and {len(lonely)} tables")
        at_once(server, lonely)


# ---- Instructions ----


class Counted(Server):
    """A server whose instructions valgrind counts, by threads. Its clock hardly goes on, so that nothing is counted of what it does once a second:
    a look at every table, and whether it is crowded."""

    def __init__(self, penna, *options):
        self.counts = tempfile.TemporaryDirectory(prefix="penna-cost-", dir=MEMORY)
        self.out = pathlib.Path(self.counts.name) / "out"
        script = pathlib.Path(self.counts.name) / "penna"
        script.write_text(f"#!/bin/sh\nLD_PRELOAD='{FAKETIME}' FAKETIME='+0 x0.002' exec valgrind --quiet --tool=callgrind --separate-threads=yes "
                          f"--callgrind-out-file='{self.out}' '{pathlib.Path(penna).resolve()}' \"$@\"\n")
        script.chmod(0o755)
        super().__init__(str(script), *options)

    def taken(self):
        """Instructions of the loop since this was last asked."""
        done = subprocess.run(["vgdb", f"--pid={self.process.pid}", "dump"], capture_output=True, text=True, check=False, timeout=60)
        assert done.returncode == 0, done.stderr
        (loop,) = self.out.parent.glob("out.*-01")
        count = int(re.search(r"^totals: (\d+)", loop.read_text(), re.M)[1])
        for path in self.out.parent.glob("out.*"):
            path.unlink()
        return count


def cheapest(server, act, undo=lambda: None):
    """Instructions of the cheapest of some."""
    costs = []
    for _ in range(ROUNDS):
        server.taken()
        act()
        costs.append(server.taken())
        undo()
    return min(costs)


def waiting(server):
    return int(re.search(r"^penna_writer_waiting (\d+)", server.request("/metrics")[1], re.M)[1])


def beside_unstored(server, choice, players):
    """The cost of a ping while all these have chosen, and the store cannot store it; None: it did not wait so long."""
    db = sqlite3.connect(server.db, isolation_level=None)
    db.execute("BEGIN IMMEDIATE")
    for player in players:
        player.send("submit", **choice_of(player))
    for _ in range(100):
        if (before := waiting(server)) == len(players):
            break
    cost = cheapest(server, lambda: choice.ann.call("ping"))
    after = waiting(server)
    db.close()
    return cost if before == after == len(players) else None


def instructions(penna):
    with Counted(penna, *FREE) as server:
        choice = Choice(server)
        ping = lambda: choice.ann.call("ping")  # noqa: E731
        costs = lambda: (cheapest(server, choice.make, choice.undo), cheapest(server, ping))  # noqa: E731
        first = costs()
        lonely = loners(server)
        second = costs()
        idle = idlers(server)
        third = costs()
        for what, before, now, more in (("tables with somebody at each", first, second, TABLES), ("connections", second, third, len(idle))):
            for name, a, b in zip(("a choice", "a ping"), before, now):
                print(f"{name}: {a} instructions, {b} beside {more} more {what}")
                check(b - a < LOOK * more, name, "does not look at", more, what, a, b)
        cost = beside_unstored(server, choice, lonely)
        print(f"a ping beside {TABLES} tables with something to be stored: {cost}")
        check(cost is not None and cost - third[1] < LOOK * TABLES, "a ping does not look at each table that has something to be stored", third[1], cost)
        server.kill()  # it has no time to end well


def main():
    missing = [x for x in ("strace", "valgrind", "vgdb") if not shutil.which(x)] + ([] if FAKETIME else ["faketime"])
    if missing:
        print("SKIP: there is no", *missing)
        sys.exit(77)
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8192) if hard > 0 else 8192, hard))
    for test in (system_calls, instructions):
        test(sys.argv[1])
    check.end()


main()
