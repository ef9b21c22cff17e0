#!/usr/bin/env python3
"""The server and those who run it: what systemd hears, how it ends, `penna admin`, a token for opening tables, metrics, a log of requests.

usage: operate.py PENNA
"""
import contextlib
import ctypes
import os
import pathlib
import random
import re
import select
import signal
import socket
import sqlite3
import stat
import subprocess
import sys
import tempfile
import threading
import time

from harness import POSTGRES, Checks, Closed, Player, Server, choose

check = Checks()
rng = random.Random(17)
SEIZE, INTERRUPT, DETACH, ALL_KINDS = 0x4206, 0x4207, 17, 0x40000000  # of ptrace(2) and wait(2)


class Listener:
    """The socket that systemd would listen at: what came, and when."""

    def __init__(self, name):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(name)
        self.heard = []

    def listen(self, seconds, until=None):
        """Takes what comes for so long, or until something is heard; whether it was."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if select.select([self.socket], [], [], max(0, end - time.monotonic()))[0]:
                self.heard.append((time.monotonic(), self.socket.recv(4096).decode()))
                if until and self.heard[-1][1] == until:
                    return True
        return False


def watchdog(penna):
    """READY once people can come, WATCHDOG while the loop turns and the disk answers, STOPPING at the end."""
    with tempfile.TemporaryDirectory() as folder:
        for name, abstract in ((f"{folder}/notify", False), (f"@penna-test-{os.getpid()}", True)):
            listener = Listener("\0" + name[1:] if abstract else name)
            os.environ |= {"NOTIFY_SOCKET": name, "WATCHDOG_USEC": "2000000"}
            with Server(penna, "--messages-per-second", "0") as server:
                check(listener.listen(20, "READY=1"), "says that it is ready", listener.heard)
                check(listener.listen(20, "WATCHDOG=1") and listener.listen(20, "WATCHDOG=1"), "and that it is alive")
                if not abstract:
                    stuck(server, listener)
                check(server.stop() == 0, "ends well")
                check(listener.listen(5, "STOPPING=1"), "says that it ends")
            listener.socket.close()
        os.environ["WATCHDOG_PID"] = "1"
        listener = Listener(f"{folder}/other")
        os.environ["NOTIFY_SOCKET"] = f"{folder}/other"
        with Server(penna):
            listener.listen(20, "READY=1")
            check(not listener.listen(2.5, "WATCHDOG=1"), "another process's watchdog is not fed")
        for name in ("NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"):
            del os.environ[name]


def stuck(server, listener):
    """A writer that waits for its disk is not alive, though the loop is."""
    if POSTGRES:  # a server that is started anew does not mend the database
        return
    code, tokens = server.people("qwixx", 2)
    a = Player(server.url, code, tokens[0])
    a.wait(lambda v: v["phase"] == "playing")
    db = sqlite3.connect(server.db, isolation_level=None)
    db.execute("BEGIN IMMEDIATE")
    listener.heard.clear()
    start = time.monotonic()
    a.send("submit", seat=0, node=a.view["node"], move=choose(a, 0, rng))
    listener.listen(4.8)  # as long as the store waits for a lock, nearly
    db.execute("ROLLBACK")
    db.close()
    times = [start] + [at for at, what in listener.heard if what == "WATCHDOG=1"] + [time.monotonic()]
    check(max(b - a for a, b in zip(times, times[1:])) > 2.5, "a stuck writer is not fed for", [round(t - start, 1) for t in times])
    check(listener.listen(30, "WATCHDOG=1"), "once it goes on it is")


def admin(penna):
    with Server(penna, "--tables-per-address", "3") as server:
        def ask(*words):
            status, said = server.admin(*words)
            return said if status == 0 else f"no: {said}"

        name = server.folder / ("penna-test-admin" if POSTGRES else "server.db-admin")
        for junk in (b"\0\n", b"\0status\n", b"\n", b"\xff\xfe\n", b"x" * 100000, b""):  # nobody after it is kept waiting for ever
            with socket.socket(socket.AF_UNIX) as s, contextlib.suppress(OSError):
                s.connect(str(name))
                s.sendall(junk)
        check("all is well" in ask("status"), "whatever was said before, the next is answered")
        check(stat.S_IMODE(name.stat().st_mode) == 0o600, "a socket for its owner alone")
        code, tokens = server.people()
        other = server.table("qwinto", ["human", "bot:greedy"])
        a = Player(server.url, code, tokens[0])
        a.wait(lambda v: v["phase"] == "playing")
        check("all is well" in ask("status"), "status", ask("status"))
        check(re.search(rf"^\d{{4}}-\d\d-\d\d \d\d:\d\d {code} playing$", ask("list"), re.M) and other["table"] in ask("list"), "list", ask("list"))
        shown = ask("show", code.lower())
        check("seat 0 human Ann, here" in shown and "seat 1 human P1\n" in shown and code in shown, "show", shown)
        check(not any(t in shown + ask("list") for t in tokens), "no tokens")
        check(ask("show", "BBBBB").startswith("no:") and ask("nonsense").startswith("no:") and ask("read-only", "perhaps").startswith("no:"), "what there is not")
        check(ask("say", "Back in", "ten minutes") == "told 1\n", "a message to all")
        while True:
            message = a.take()
            if message["type"] == "notice":
                break
        check(message == {"v": 1, "type": "notice", "text": "Back in ten minutes"}, "and they get it", message)
        check(ask("say", "a\nb").startswith("no:") or ask("say", "").startswith("no:"), "one line, and not none")
        check(ask("limits") == "", "nobody is limited")
        human = {"game": "qwixx", "seats": [{"kind": "human", "name": "A"}]}
        check([server.request("/api/tables", human)[0] for _ in range(2)] == [201, 429] and ask("limits") == "127.0.0.1 tables\n", "who is", ask("limits"))
        check(ask("read-only", "on") == "", "read-only")
        node, move = a.view["node"], choose(a, 0, rng)
        check(a.call("submit", seat=0, node=node, move=move)["code"] == "read-only" and server.request("/healthz")[0] == 200, "nothing may change")
        check(server.request(f"/api/tables/{code}/join", {"name": "Z"})[0] in (409, 503) and "read-only" in ask("status"), "for nobody")
        check(ask("read-only", "off") == "" and a.call("submit", seat=0, node=node, move=move)["type"] == "ack", "and then it may again")
        check(ask("close", code) == "", "close a table")
        a.wait(lambda v: v["closed"])
        check(a.call("withdraw", seat=0, node=node)["code"] == "closed" and server.record(code, tokens[0]).startswith("# table"), "nothing happens there, its record stays")
        server.kill()
        server.start()
        a.view = None
        a.connect()
        check(a.call("withdraw", seat=0, node=node)["code"] == "closed", "also after a crash")
        check(ask("delete", code) == "", "delete it", ask("status"))
        try:
            while True:
                a.take(5)
        except Closed as why:
            check(str(why) == "deleted", "who is there is told", why)
        check(server.request(f"/api/tables/{code}")[0] == 404, "it is gone")
        check(ask("show", other["table"]).startswith(other["table"]), "the other is not")
        db = str(server.db)
        check(server.stop() == 0 and server.said() == "", "ends well", server.said()[:500])
        status, said = server.admin("status")
        check(status == 2 and ("no server" in said or "no such server" in said), "nobody is there", db, said)


def closed_early(penna):
    """Nothing can happen at a table that was closed before its game began, and that is what one hears."""
    with Server(penna) as server:
        made = server.table("qwixx", ["human", "open"])
        a = Player(server.url, made["table"], made["token"])
        a.wait(lambda v: v["phase"] == "waiting")
        check(server.admin("close", made["table"])[0] == 0, "it is closed")
        a.wait(lambda v: v["closed"])
        answers = [a.call("start", bot="random"), a.call("shut", yes=True), a.call("leave", seat=0)]
        check([one.get("code") for one in answers] == ["closed"] * 3, "which is said", answers)


def create_token(penna):
    with Server(penna, "--create-token", "open sesame") as server:
        human = {"game": "qwixx", "seats": [{"kind": "human", "name": "A"}, {"kind": "open"}]}
        check(server.request("/api/info")[1]["create_token"], "it says that it wants one")
        for body, token in ((human, None), (human | {"create": "open"}, None), (human | {"create": ""}, None), (human, "open"), (human | {"create": "x" * 200}, None)):
            status, answer = server.request("/api/tables", body, token=token)
            check(status == 403 and answer["error"]["code"] == "create", "no table without the token", body, status)
        status, made = server.request("/api/tables", human | {"create": "open sesame"})
        check(status == 201 and server.request("/api/tables", human, token="open sesame")[0] == 201, "with it there is one")
        check(server.request(f"/api/tables/{made['table']}/join", {"name": "B"})[0] == 200, "everyone may join")
        check("sesame" not in server.said(), "and nobody reads it")
    with Server(penna) as server:
        check(not server.request("/api/info")[1]["create_token"] and server.request("/api/tables", human | {"create": "anything"})[0] == 201, "who wants none takes any")


def measured(penna):
    """Metrics count what happened; the log of requests has a line for each and no token."""
    with Server(penna, "--log", "requests") as server:
        code, tokens = server.people()
        a = Player(server.url, code, tokens[0])
        a.wait(lambda v: v["phase"] == "playing")
        for _ in range(20):
            a.call("ping")
        a.call("submit", seat=0, node=99, move="-")
        server.request("/api/tables/ZZZZZ", token="t" * 32)
        server.request("/api/parcels/" + "p" * 22)
        text = server.request("/metrics")[1]
        number = lambda name: float(re.search(rf"^{re.escape('penna_' + name)} (.*)$", text, re.M)[1])  # noqa: E731
        check(number("latency_seconds_count") == 21 == number('latency_seconds_bucket{le="+Inf"}'), "hello and twenty pings", number("latency_seconds_count"))
        bounds = [float(x) for x in re.findall(r"^penna_latency_seconds_bucket.* (\d+)$", text, re.M)]
        check(bounds == sorted(bounds) and len(bounds) == 11 and number("latency_seconds_sum") > 0, "a histogram", bounds)
        check(number('refused_total{code="early"}') == 1 and number('refused_total{code="no-table"}') == 1, "refusals by reason")
        check((number("log_bytes") > 0 or POSTGRES) and number("writer_waiting") == 0 and number("bots_waiting") == 0, "queues and the log")
        a.web.close()
        check(server.stop() == 0, "ends well")
        said = server.said()
        for line in ("127.0.0.1 POST /api/tables ok", f"127.0.0.1 POST /api/tables/{code}/join ok", "127.0.0.1 GET /api/tables/ZZZZZ no-table", "127.0.0.1 GET /api/parcels/ no-parcel", "127.0.0.1 GET /metrics ok", "127.0.0.1 connects",
                     "127.0.0.1 leaves after 22 messages"):
            check(f"penna: {line}\n" in said, "in the log", line, said)
        check(not any(t in said for t in [*tokens, "t" * 32, "p" * 22]), "without tokens")
    done = subprocess.run([penna, "serve", "--log", "everything", "--db", "/nonexistent/x"], capture_output=True, text=True, check=False)
    check(done.returncode == 2 and "--log" in done.stderr, "there is only one log", done.stderr)


def thread_of(process, name):
    """The number of the process's thread of that name."""
    for task in pathlib.Path(f"/proc/{process.pid}/task").iterdir():
        if (task / "comm").read_text().strip() == name:
            return int(task.name)
    raise AssertionError(f"no thread {name}")


def trace(what, thread):
    """ptrace(2) of a thread."""
    libc = ctypes.CDLL(None, use_errno=True)
    libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
    assert libc.ptrace(what, thread, None, None) == 0, os.strerror(ctypes.get_errno())


def freeze(process, name):
    """Stops one thread of the process alone, once it waits for work; its number. One that still begins may hold a lock of the heap,
    and all others would wait for it."""
    thread = thread_of(process, name)
    asleep = pathlib.Path(f"/proc/{process.pid}/task/{thread}/stat")
    while asleep.read_text().rpartition(")")[2].split()[0] != "S":
        time.sleep(0.01)
    trace(SEIZE, thread)
    trace(INTERRUPT, thread)
    os.waitpid(thread, ALL_KINDS)
    return thread


def frozen_writer(penna):
    """What waits for the store is counted, and told when it no longer waits."""
    with Server(penna) as server:
        waiting = lambda: float(re.search(r"^penna_writer_waiting (.*)$", server.request("/metrics")[1], re.M)[1])  # noqa: E731
        code, tokens = server.people()
        a, b = (Player(server.url, code, token) for token in tokens)
        for p in (a, b):
            p.wait(lambda v: v["phase"] == "playing")
        check(waiting() == 0, "nothing waits", waiting())
        writer, number = freeze(server.process, "writer"), a.view["number"]
        for seat, p in enumerate((a, b)):
            p.send("submit", seat=seat, node=p.view["node"], move=choose(p, seat, rng))
        for _ in range(200):
            if (most := waiting()) >= 2:
                break
            time.sleep(0.05)
        check(most >= 2, "both choices wait for the store, and what follows from them", most)
        trace(DETACH, writer)
        for p in (a, b):
            p.wait(lambda v: v["number"] > number and v["node"] > 1)
        check(waiting() == 0, "once it goes on nothing waits any more", waiting())
        check(server.stop() == 0 and server.said() == "", "ends well", server.said()[:300])


def frozen_judge(penna):
    """All others come before the judge, so where the machine is busy it may not be at its end for long: here never. The server ends all the same."""
    before = os.environ.get("ASAN_OPTIONS", "")
    os.environ["ASAN_OPTIONS"] = f"{before}:detect_leaks=0"  # the search for leaks stops all threads itself
    with Server(penna) as server:
        os.environ["ASAN_OPTIONS"] = before
        judge = freeze(server.process, "judge")
        server.process.send_signal(signal.SIGTERM)
        reaper = threading.Thread(target=lambda: os.waitpid(judge, ALL_KINDS))  # who stops a thread hears of its end first
        reaper.start()
        reaper.join(20)
        check(not reaper.is_alive(), "it ends though the judge does not")
        if reaper.is_alive():
            server.process.kill()
        check(server.process.wait(20) == 0, "and ends well", server.said())


def main():
    for test in (watchdog, frozen_judge, frozen_writer, admin, closed_early, create_token, measured):
        test(sys.argv[1])
    check.end()


main()
