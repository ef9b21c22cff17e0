"""What the tests of the server share: a server of their own on 127.0.0.1, players, and a count of checks."""
import atexit
import hashlib
import json
import os
import pathlib
import random
import re
import select
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "examples"), str(ROOT / "tests"), str(ROOT / "tools")]
from checks import Checks  # noqa: E402, F401
from client import Closed, Player, Web, request  # noqa: E402, F401

# A kill loses nothing that was written, wherever it is; in memory the tests do not wait for a disk.
MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
GAMES = [game["name"] for game in json.loads(subprocess.check_output([sys.argv[1], "games", "--json"]))]


FAKETIME = next(pathlib.Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"), None)  # sets a server's clock


# PENNA_STORE=postgres: every server keeps its tables in a database of its own, of one PostgreSQL for the whole test.
POSTGRES = os.environ.get("PENNA_STORE") == "postgres"
if POSTGRES:
    from cluster import Database
    DATABASE = Database()
    atexit.register(DATABASE.close)


HEX = "encode({}, 'hex')" if POSTGRES else "hex({})"  # bytes as hex digits, in SQL


def new_database():
    """An empty database; its address."""
    new_database.count = getattr(new_database, "count", 0) + 1
    return DATABASE.fresh(f"penna{new_database.count}")


def run_with(check, main):
    """Runs a test to its end; a connection that the server closed in between is a check that failed."""
    try:
        main()
    except Closed as why:
        check(False, "a connection was closed", why)
    check.end()


class Server:
    """`penna serve` on a free port, in a folder of its own. `door` is the port at which strangers knock: that of a proxy, if it has one
    before it, whose kind `proxied` says."""
    proxied = ""

    def __init__(self, penna, *options, folder=None, file=not POSTGRES):
        self.penna, self.options = str(pathlib.Path(penna).resolve()), options
        self.own = None if folder else tempfile.TemporaryDirectory(prefix="penna-server-", dir=MEMORY)
        self.folder = pathlib.Path(folder or self.own.name)
        self.file = file
        self.db = self.folder / "server.db" if file else new_database()
        self.process, self.port, self.url, self.env = None, 0, None, None
        self.start()

    def start(self):
        command = [self.penna, "serve", "--listen", "127.0.0.1", "--port", str(self.port), "--db", str(self.db), "--no-qr",
                   "--node", "test", *self.options]
        self.errors = open(self.folder / "errors.txt", "a+", encoding="utf-8")
        for _ in range(20):
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.errors, text=True, env=(self.env or os.environ) | {"XDG_RUNTIME_DIR": str(self.folder)})
            line = self.process.stdout.readline()
            found = re.search(r"port (\d+)", line)
            if found:
                break
            self.process.wait()
            time.sleep(0.1)
        else:
            raise RuntimeError(f"the server does not start: {self.said()}")
        self.port = self.door = int(found[1])
        self.url = f"{'https' if '--tls-cert' in self.options else 'http'}://127.0.0.1:{self.port}"

    def sql(self, text):
        """Asks or changes the store behind the server's back; the rows as texts. Written for both: {s} is where the tables are."""
        if not self.file:
            said = DATABASE.primary.sql(text.format(s="penna."), self.db.rpartition("/")[2])
            return [line.split("|") for line in said.splitlines()]
        with sqlite3.connect(self.db) as db:
            rows = [[str(value) for value in row] for row in db.execute(text.format(s="")).fetchall()]
        db.close()
        return rows

    def kept(self):
        """All bytes of the store."""
        if self.file:
            return self.db.read_bytes() + (self.folder / "server.db-wal").read_bytes()
        return "".join(str(self.sql(f"SELECT * FROM {{s}}{name}")) for name in ("tables", "events", "holders", "nodes")).encode()

    def change_last(self, code, number, text, head):
        """Puts another last event into a table's log."""
        byte = f"'\\x{head.hex()}'::bytea" if not self.file else f"x'{head.hex()}'"
        self.sql(f"UPDATE {{s}}events SET text = '{text}', head = {byte} WHERE code = '{code}' AND number = {number}")
        if not self.file:
            self.sql(f"UPDATE {{s}}tables SET head = {byte} WHERE code = '{code}'")

    def admin(self, *words):
        """`penna admin` at this server; (status, what it said)."""
        where = [] if self.file else ["--node", "test"]
        done = subprocess.run([self.penna, "admin", "--db", str(self.db), *where, *words], capture_output=True, text=True, timeout=30, check=False, env=os.environ | {"XDG_RUNTIME_DIR": str(self.folder)})
        return done.returncode, done.stdout + done.stderr

    def said(self):
        """What it wrote to standard error."""
        return (self.folder / "errors.txt").read_text(encoding="utf-8")

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()
        self.errors.close()

    def stop(self, patience=20):
        """Ends it cleanly; its exit status."""
        self.process.send_signal(signal.SIGTERM)
        try:
            status = self.process.wait(patience)
        except subprocess.TimeoutExpired:
            self.process.kill()
            status = self.process.wait()
        self.process.stdout.close()
        self.errors.close()
        return status

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.stop()
        if self.own:
            self.own.cleanup()

    def request(self, path, body=None, token=None, headers=None):
        return request(self.url, path, body, token, headers)

    def table(self, game="qwixx", seats=("human", "human"), **members):
        """Sets a table up: seats are kinds; the humans are the caller's. The answer's object."""
        names = ["Ann", "Bob", "Carla", "Dan", "Eve", "Fay"]
        body = {"game": game, "seats": [{"kind": k, "name": names[i]} if k == "human" else {"kind": k} for i, k in enumerate(seats)]}
        status, made = self.request("/api/tables", body | members)
        assert status == 201, (status, made)
        return made

    def people(self, game="qwixx", count=2, **members):
        """A table with so many people, each with a token of his own; (code, tokens)."""
        made = self.table(game, ["human"] + ["open"] * (count - 1), **members)
        tokens = [made["token"]]
        for i in range(1, count):
            status, joined = self.request(f"/api/tables/{made['table']}/join", {"name": f"P{i}"})
            assert status == 200, joined
            tokens.append(joined["token"])
        return made["table"], tokens

    def record(self, code, token=None):
        return self.request(f"/api/tables/{code}/record", token=token)[1]

    def check_record(self, text, command="check"):
        """`penna check` or `verify` on a record; what it said, "" if it is good."""
        path = self.folder / f"record-{os.getpid()}.penna"
        path.write_text(text, encoding="utf-8")
        done = subprocess.run([self.penna, command, str(path)], capture_output=True, text=True, check=False)
        return "" if done.returncode == 0 else done.stderr


class Clocked(Server):
    """A server whose clocks are ahead by what a file says; `day`: the time of day alone, as when somebody sets it."""
    day = False

    def start(self):
        self.clock = self.folder / "clock"
        self.ahead(0)
        self.env = os.environ | {"LD_PRELOAD": str(FAKETIME), "FAKETIME_TIMESTAMP_FILE": str(self.clock), "FAKETIME_NO_CACHE": "1"}
        if self.day:
            self.env["FAKETIME_DONT_FAKE_MONOTONIC"] = "1"
        super().start()

    def ahead(self, seconds):
        self.clock.write_text(f"{seconds:+d}", encoding="utf-8")


def heads(key, lines):
    """The heads of a table's events: a chain from the commitment of its key (docs/server.md)."""
    head = hashlib.blake2b(hashlib.blake2b(key, digest_size=32).digest(), digest_size=16).digest()
    for line in lines:
        head = hashlib.blake2b(head + line.encode(), digest_size=16).digest()
        yield head


def choose(player, seat, rng=random):
    """A random legal move of a seat at the player's view."""
    view = next(v for v in player.view["views"] if v["seat"] == seat)
    return rng.choice(view["moves"])


def drain(players, timeout):
    """Takes what has come for the players, waiting up to `timeout` if nothing has."""
    if not any(p.web.bytes for p in players):
        ready = select.select([p.web.socket for p in players], [], [], timeout)[0]
    else:
        ready = []
    for p in players:
        while p.web.bytes or p.web.socket in ready:
            p.take()
            ready = [s for s in ready if s is not p.web.socket]


def play_out(players, rng=random, until=None, timeout=60):
    """Plays with all players, each choosing whenever he owes a choice, until the game is over or until(view)."""
    end = time.monotonic() + timeout
    done = set()  # (seat, node, number of the view) chosen already
    for p in players:
        p.wait(lambda v: True)
    while time.monotonic() < end:
        acted = False
        for p in players:
            if until and until(p.view):
                continue
            for seat in p.owes():
                key = (seat, p.view["node"], p.view["number"])
                if key in done:
                    continue
                done.add(key)
                acted = True
                answer = p.call("submit", seat=seat, node=p.view["node"], move=choose(p, seat, rng))
                assert answer["type"] == "ack" or answer["code"] in ("stale", "early"), answer
                break
        if all(p.view["phase"] == "over" for p in players):
            return True
        if until and all(until(p.view) for p in players):
            return False
        drain(players, 0 if acted else 1)
    raise AssertionError("the game does not end")
