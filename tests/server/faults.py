#!/usr/bin/env python3
"""People play at three servers on one PostgreSQL with a synchronous standby, while servers and databases are stopped, killed,
replaced and cut off from each other. Afterwards everything that anybody saw is judged against the log (history.py).

usage: faults.py PENNA [SECONDS [SEED]]

Every server is in a network namespace of its own, so that cables can be cut: between it and the databases, and between it and its
clients. That takes root; elsewhere, and where namespaces cannot be made, cutting is left out and said so.
"""
import collections
import contextlib
import hashlib
import itertools
import json
import os
import pathlib
import random
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

import history
from harness import GAMES, Checks, Closed, Player, Server, choose, request
from cluster import Database, Node, Postgres  # isort: skip

check = Checks()
FAILED = (Closed, ConnectionError, TimeoutError, OSError, ValueError)
FREE = ["--tables-per-address", "0", "--connections-per-address", "0", "--messages-per-second", "0", "--max-tables", "0"]
NODES = 3


def run(*words, **options):
    return subprocess.run(list(map(str, words)), check=True, capture_output=True, text=True, **options)


class Cables:
    """A namespace for each server, and two cables that can be cut: `db` and `clients`."""

    def __init__(self, count):
        self.names, self.count = [], count
        self.block = random.randrange(16, 240)
        try:
            for i in range(count):
                self.lay(i)
        except (subprocess.CalledProcessError, FileNotFoundError, PermissionError) as why:
            print("no network namespaces:", getattr(why, "stderr", why))
            self.close()
            raise

    def lay(self, i):
        name, ours, theirs = f"penna{os.getpid()}-{i}", f"pna{os.getpid() % 100000}.{i}", f"pnb{os.getpid() % 100000}.{i}"
        run("ip", "netns", "add", name)
        self.names.append(name)
        run("ip", "link", "add", ours, "type", "veth", "peer", "name", theirs)
        run("ip", "link", "set", theirs, "netns", name)
        run("ip", "addr", "add", f"{self.host(i)}/24", "dev", ours)
        run("ip", "link", "set", ours, "up")
        self.inside(i, "ip", "addr", "add", f"{self.node(i)}/24", "dev", theirs)
        self.inside(i, "ip", "link", "set", theirs, "up")
        self.inside(i, "ip", "link", "set", "lo", "up")
        self.inside(i, "nft", "add table inet cut; add chain inet cut in { type filter hook input priority 0; }; add chain inet cut out { type filter hook output priority 0; }")

    def host(self, i):
        return f"10.{self.block}.{i}.1"

    def node(self, i):
        return f"10.{self.block}.{i}.2"

    def inside(self, i, *words):
        return run("ip", "netns", "exec", self.names[i], *words)

    def wrap(self, i):
        return ["ip", "netns", "exec", self.names[i]]

    def cut(self, i, ports, clients):
        """From now on nothing passes to or from these ports: of the databases, or the server's own."""
        what = ",".join(map(str, ports))
        here, there = ("dport", "sport") if clients else ("sport", "dport")
        self.inside(i, "nft", f"add rule inet cut in tcp {here} {{ {what} }} drop; add rule inet cut out tcp {there} {{ {what} }} drop")

    def mend(self, i):
        self.inside(i, "nft", "flush table inet cut")

    def close(self):
        for name in self.names:
            subprocess.run(["ip", "netns", "del", name], check=False, capture_output=True)


class Slow:
    """A relay to an address, over which everything takes longer."""

    def __init__(self, host, there):
        self.there, self.delay, self.closed = there, 0.0, False
        self.listener = socket.create_server((host, 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while not self.closed:
            near = None
            try:
                near, _ = self.listener.accept()
                far = socket.create_connection(self.there, 2)
            except OSError:
                if near:
                    near.close()
                continue
            for a, b in ((near, far), (far, near)):
                a.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                threading.Thread(target=self.pass_on, args=(a, b), daemon=True).start()

    def pass_on(self, a, b):
        with contextlib.suppress(OSError):
            a.settimeout(None)
            while data := a.recv(65536):
                time.sleep(self.delay)
                b.sendall(data)
        for s in (a, b):
            with contextlib.suppress(OSError):
                s.shutdown(socket.SHUT_RDWR)

    def close(self):
        self.closed = True
        self.listener.close()


class World:
    """The servers, the databases and the cables, and what can be done to them."""

    def __init__(self, penna, rng, long):
        self.penna, self.rng, self.long = penna, rng, long
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="penna-faults-"))
        self.faults, self.together = collections.Counter(), collections.Counter()  # by name; how many others were at work
        self.busy = set()  # what has a fault already
        self.database = Database(standby=True)
        self.cables, self.slow, self.nodes, self.doors = None, [], [], []
        try:
            if os.geteuid() == 0:
                with contextlib.suppress(subprocess.CalledProcessError, FileNotFoundError):
                    self.cables = Cables(NODES)
            for i in range(NODES):
                self.nodes.append(self.node(i))
                self.doors.append(Slow("127.0.0.1", (self.nodes[i].host, self.nodes[i].port)))
        except BaseException:
            self.close()
            raise

    def node(self, i):
        near = self.cables.host(i) if self.cables else "127.0.0.1"
        ports = [self.database.primary.port, self.database.standby.port]
        if i == NODES - 1:  # the last one's databases are far away
            self.slow = [Slow(near, ("127.0.0.1", port)) for port in ports]
            ports = [one.port for one in self.slow]
        db = f"postgresql://penna@{','.join(f'{near}:{port}' for port in ports)}/penna"
        host = self.cables.node(i) if self.cables else "127.0.0.1"
        wrap = self.cables.wrap(i) if self.cables else ()
        return Node(self.penna, db, f"node{i}", self.folder, "--drain", "1s", *FREE, port=8080 if self.cables else 0, host=host, wrap=wrap)

    def way_in(self, rng):
        """An address at which people may ask: a server's own, or that of the relay before it."""
        i = rng.randrange(NODES)
        return rng.choice([self.nodes[i].url, f"http://127.0.0.1:{self.doors[i].port}"])

    # ---- What can happen: each takes its time and mends what it broke. Now and then that is longer than anybody waits: 3 s for an
    # answer of the database, 8 s until a server calls itself not ready, 30 s until the others take its people for gone ----

    def pause(self, *seconds):
        time.sleep(self.rng.choice(seconds) if self.rng.random() < 0.9 else 35 if self.long else 10)

    def stop_node(self, i):
        self.nodes[i].signal(signal.SIGSTOP)
        self.pause(0.5, 2, 7)
        self.nodes[i].signal(signal.SIGCONT)

    def kill_node(self, i):
        self.nodes[i].kill()
        time.sleep(self.rng.random())
        self.nodes[i].start()

    def drain_node(self, i):
        check(self.nodes[i].stop(40) == 0, "a server that is drained ends well", self.nodes[i].said()[-300:])
        self.nodes[i].start()

    def cut_database(self, i):
        ports = [one.port for one in (self.slow if i == NODES - 1 else (self.database.primary, self.database.standby))]
        self.cables.cut(i, ports, False)
        self.pause(1, 3, 7)
        self.cables.mend(i)

    def cut_clients(self, i):
        self.cables.cut(i, [self.nodes[i].port], True)
        self.pause(1, 3, 7)
        self.cables.mend(i)

    def slow_clients(self, i):
        self.drag([self.doors[i]])

    def slow_link(self, _):
        self.drag(self.slow)

    def drag(self, links):
        for one in links:
            one.delay = self.rng.choice([0.02, 0.1, 0.3])
        time.sleep(3)
        for one in links:
            one.delay = 0.0

    def stop_primary(self, _):
        self.database.primary.signal(signal.SIGSTOP)
        self.pause(0.5, 2, 6)
        self.database.primary.signal(signal.SIGCONT)

    def stop_standby(self, _):
        self.database.standby.signal(signal.SIGSTOP)
        self.pause(0.5, 2, 4)
        self.database.standby.signal(signal.SIGCONT)

    def kill_primary(self, _):
        self.database.primary.kill()
        self.database.primary.start()

    def replace_primary(self, _):
        """The standby takes over; the old one is killed, or frozen and thawed again while the new one works already."""
        d = self.database
        frozen = self.rng.random() < 0.6
        if frozen:
            d.primary.signal(signal.SIGSTOP)
        else:
            d.primary.kill()
        time.sleep(0.3)
        d.standby.promote()
        self.faults["promotions"] += 1
        if frozen:
            time.sleep(self.rng.choice([0.5, 2]))
            d.primary.signal(signal.SIGCONT)
            self.faults["old primaries thawed"] += 1
            time.sleep(3)
            d.primary.kill()
        shutil.rmtree(d.primary.data)
        fresh = Postgres(d.folder, d.primary.name, d.primary.port)
        fresh.follow(d.standby)
        d.primary, d.standby = d.standby, fresh
        d.guard(d.primary, d.standby)

    def strike(self):
        """One more fault, at something that has none."""
        on_node = ["stop_node", "kill_node", "drain_node", "slow_clients"] + (["cut_database", "cut_clients"] if self.cables else [])
        on_base = ["stop_primary", "stop_standby", "kill_primary", "replace_primary", "slow_link"]
        name = self.rng.choice(on_node * 2 + on_base)
        target = self.rng.randrange(NODES) if name in on_node else "database"
        if target in self.busy or len(self.busy) > 2:
            return None
        return self.begin(name, target)

    def begin(self, name, target):
        self.busy.add(target)
        self.faults[name.replace("_", " ")] += 1
        self.together[len(self.busy)] += 1

        def work():
            try:
                getattr(self, name)(target)
            except Exception as why:  # pylint: disable=broad-except
                check(False, "the test itself failed:", name, repr(why))
            self.busy.discard(target)

        thread = threading.Thread(target=work)
        thread.start()
        return thread

    def close(self):
        for node in self.nodes:
            with contextlib.suppress(ProcessLookupError):
                node.kill()
        self.database.close()
        for one in self.slow + self.doors:
            one.close()
        if self.cables:
            self.cables.close()
        shutil.rmtree(self.folder, ignore_errors=True)


class Person(threading.Thread):
    """Plays a seat to the end of its game, at whatever server answers, and writes down what it saw."""

    connections = itertools.count(1)

    def __init__(self, world, code, token, seed, ending):
        super().__init__(daemon=True)
        self.world, self.code, self.token, self.ending = world, code, token, ending
        self.rng = random.Random(seed)
        self.sent, self.views, self.raw = [], [], {}
        self.wanted, self.refused = {}, collections.defaultdict(set)
        self.problem, self.over, self.waits = None, False, []

    def connect(self):
        began = time.monotonic()
        while not self.ending.is_set():
            try:
                player = Watched(self, self.world.way_in(self.rng), self.code, self.token)
                self.waits.append(time.monotonic() - began)
                return player
            except FAILED:
                time.sleep(0.05)
        return None

    def submit(self, player, seat):
        """The same choice until it is answered; another one after it was refused."""
        node = player.view["node"]
        move = self.wanted.get((seat, node))
        if move is None:
            view = next(v for v in player.view["views"] if v["seat"] == seat)
            legal = [m for m in view["moves"] if m not in self.refused[seat, node]] or view["moves"]
            move = self.wanted[seat, node] = self.rng.choice(legal)
        one = {"table": self.code, "seat": seat, "node": node, "move": move, "sent": time.monotonic(), "answered": None, "answer": None}
        self.sent.append(one)
        answer = player.call("submit", 4, seat=seat, node=node, move=move)
        one["answered"] = time.monotonic()
        one["answer"] = "ack" if answer["type"] == "ack" else answer["code"]
        if one["answer"] == "storage":
            self.refused[seat, node].add(self.wanted.pop((seat, node)))
            time.sleep(0.2)
        elif one["answer"] not in ("ack", "stale"):
            self.problem = f"{self.code}: {answer}"

    def play(self, player):
        while player.view["phase"] != "over":
            for seat in player.owes():
                self.submit(player, seat)
            time.sleep(self.rng.random() * 0.05)
            if not player.owes():
                player.take(8)
        self.over = True

    def run(self):
        while not self.over and not self.problem and not self.ending.is_set():
            player = self.connect()
            if not player:
                return
            try:
                player.wait(lambda v: True, 6)
                self.play(player)
            except FAILED:
                pass
            finally:
                player.web.close()


class Watched(Player):
    """A client that writes every view down. What all people may see alike must be the same for a number of events, wherever it is
    shown; who is connected is not of the log."""

    def __init__(self, person, url, code, token):
        self.person = person
        self.connection = next(Person.connections)
        super().__init__(url, code, token)

    def connect(self):
        from client import Web
        self.web = Web(self.url + "/ws", timeout=3)
        answer = self.call("hello", 6, table=self.table, moves=True, token=self.token)
        if answer["type"] != "ack":
            raise Closed(answer["code"])

    def take(self, timeout=10):
        message = super().take(timeout)
        if message["type"] == "view":
            key = common(message)
            self.person.views.append({"table": self.table, "connection": self.connection, "order": len(self.person.views), "number": message["number"],
                                      "key": hashlib.blake2b(key.encode(), digest_size=12).hexdigest()})
            self.person.raw[message["number"]] = key
        return message


def common(view):
    """What a view says that is in the log and the same for everybody: all but who is here, and what is one seat's own."""
    seats = [{k: v for k, v in seat.items() if k != "here"} for seat in view["seats"]]
    keep = {k: v for k, v in view.items() if k in ("number", "node", "turn", "take", "phase", "scores", "dice", "options", "game", "again", "closed", "host", "shut")}
    records = [line for v in view["views"] for line in v["record"].splitlines() if line.startswith(("roll", "move"))] if view["game"] != "qwinto-cards" else []
    return json.dumps([keep, seats, records[:max(1, len(records) // max(1, len(view["views"])))] if records else []], sort_keys=True)


def read_log(database):
    """{table: (key, [(number, text, head)])}, from the database itself."""
    log = {}
    for line in database.primary.sql("SELECT code, encode(key, 'hex') FROM penna.tables").splitlines():
        code, key = line.split("|")
        log[code] = (bytes.fromhex(key), [])
    for line in database.primary.sql("SELECT code || '|' || number || '|' || encode(head, 'hex') || '|' || text FROM penna.events ORDER BY code, number", seconds=60).splitlines():
        code, number, head, text = line.split("|", 3)
        log[code][1].append((int(number), text, bytes.fromhex(head)))
    return log


class Again(Player):
    """One connection that looks at many tables, one after the other."""

    def look(self, code, token):
        self.table, self.token, self.view = code, token, None
        answer = self.call("hello", 20, table=code, moves=True, token=token)
        if answer["type"] != "ack":
            raise Closed(answer["code"])
        return self.wait(lambda v: v["table"] == code, 20)


def replay_views(penna, log, people):
    """Every view equals the replay of the log up to its number: a file is made that holds the log cut off there, once for each, under
    a code of its own, and a server that may change nothing shows it. What all see alike was compared among them already (history.py), so
    one of each number is asked. How many were compared."""
    wanted = list({(p.code, n): (p, n) for p in people for n in p.raw if n > 0}.values())
    for begin in range(0, len(wanted), 2000):
        replay_some(penna, log, wanted[begin:begin + 2000])
    return len(wanted)


def replay_some(penna, log, wanted):
    letters = "BCDFGHJKLMNPQRSTVWXZ"
    with Server(penna, *FREE, file=True) as server:
        server.people()
        server.stop()
        codes = {}
        with sqlite3.connect(server.db) as db:
            for i, (person, number) in enumerate(wanted):
                code = "".join(letters[i // 20**k % 20] for k in range(5))
                codes[person, number] = code
                key, events = log[person.code]
                db.execute("INSERT OR REPLACE INTO tables (code, key, phase, created, touched) VALUES (?, ?, 1, 0, 4000000000)", (code, key))
                db.execute("DELETE FROM events WHERE code = ?", (code,))
                db.executemany("INSERT INTO events (code, number, at, text, head) VALUES (?, ?, 4000000000, ?, ?)", [(code, n, text, head) for n, text, head in events[:number]])
        db.close()
        server.start()
        check(server.admin("read-only", "on")[0] == 0, "it may change nothing")
        player = None
        for (person, number), code in codes.items():
            try:
                player = player or Again(server.url, code, person.token)
                seen = common(player.look(code, person.token))
                check(seen == person.raw[number], person.code, number, "a view is not the replay:\n", person.raw[number], "\n", seen)
            except FAILED as why:
                check(False, person.code, number, "cannot be replayed", repr(why))
                player = None


def new_table(world, i, rng):
    """A table with its people, whatever server makes it; None if none does just now."""
    game, seats = GAMES[i % len(GAMES)], 2 + i % 2
    bots = i % 3 == 2
    kinds = [{"kind": "human", "name": "A"}] + [{"kind": "bot:greedy"} if bots else {"kind": "open"}] * (seats - 1)
    try:
        status, made = request(world.way_in(rng), "/api/tables", {"game": game, "seats": kinds})
        if status != 201:
            return None
        tokens = [made["token"]]
        for k in range(0 if bots else seats - 1):
            token = hashlib.sha256(f"{made['table']} {k} {i}".encode()).hexdigest()[:32]
            for _ in range(100):
                with contextlib.suppress(*FAILED):
                    status, joined = request(world.way_in(rng), f"/api/tables/{made['table']}/join", {"name": f"P{k}", "token": token})
                    if status == 200:
                        break
                time.sleep(0.1)
            else:
                return None
            tokens.append(token)
        return made["table"], tokens
    except FAILED:
        return None


def play(world, seconds, tables, rng):
    """Games and faults, for so long; then everybody plays on in peace for a while. All people."""
    ending, everybody, groups, threads, made = threading.Event(), [], [None] * tables, [], 0
    end = time.monotonic() + seconds
    forced = ["replace_primary", "cut_database", "stop_node", "kill_primary", "kill_node", "stop_standby", "drain_node", "cut_clients", "slow_link", "slow_clients"]
    next_fault = time.monotonic() + 1
    while time.monotonic() < end:
        for i in range(tables):
            if groups[i] is None or all(p.over or p.problem for p in groups[i]):
                found = new_table(world, made, rng)
                made += 1
                if found:
                    groups[i] = [Person(world, found[0], token, made * 10 + k, ending) for k, token in enumerate(found[1])]
                    everybody += groups[i]
                    for p in groups[i]:
                        p.start()
        if time.monotonic() > next_fault:
            if forced and (world.cables or not forced[0].startswith("cut")):
                target = "database" if forced[0] in ("replace_primary", "kill_primary", "stop_standby", "slow_link") else rng.randrange(NODES)
                if target not in world.busy:
                    threads.append(world.begin(forced.pop(0), target))
            elif forced:
                forced.pop(0)
            else:
                threads.append(world.strike())
            next_fault = time.monotonic() + rng.choice([0.5, 1, 2])
        time.sleep(0.1)
    for thread in threads:
        if thread:
            thread.join()
    calm = time.monotonic() + 30
    for p in everybody:
        p.join(max(0.1, calm - time.monotonic()))
    ending.set()
    for p in everybody:
        p.join(15)
    return everybody


def main():
    penna, seconds = sys.argv[1], float(sys.argv[2]) if len(sys.argv) > 2 else 25
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else time.time_ns() % 1000000
    rng = random.Random(seed)
    history.self_test(check)
    world = World(penna, rng, seconds > 600)
    try:
        everybody = play(world, seconds, 6, rng)
        log = read_log(world.database)
        sent, views = [one for p in everybody for one in p.sent], [one for p in everybody for one in p.views]
        for fault in history.judge(sent, views, log):
            check(False, fault)
        for p in everybody:
            check(not p.problem, p.problem)
        check(sum(p.over for p in everybody) > 0, "games come to their end")
        acknowledged = sum(one["answer"] == "ack" for one in sent)
        check(acknowledged > 50, "choices were acknowledged", acknowledged)
        games = check_records(world, sorted({p.code for p in everybody if p.over}))
        replayed = replay_views(penna, log, everybody)
        longest = max((wait for p in everybody for wait in p.waits), default=0)
        answers = collections.Counter(one["answer"] or "none" for one in sent)
        print(f"seed {seed}: {sum(world.faults.values())} faults ({', '.join(f'{n} {name}' for name, n in sorted(world.faults.items()))}; {sum(n for k, n in world.together.items() if k > 1)} while another was at work);"
              f" {acknowledged} choices acknowledged, {len(views)} views of {replayed} numbers, all replayed, {games} games to their end, answers {dict(answers)}; longest way back to a server {longest:.1f} s")
        if not world.cables:
            print("SKIP: no network namespaces: no cable was cut")
    finally:
        world.close()
    check.end()


def check_records(world, codes):
    """The records of games that are over pass `penna check` and `penna verify`. How many."""
    count = 0
    for code in codes:
        record = request(world.nodes[0].url, f"/api/tables/{code}/record")[1]
        if not isinstance(record, str) or "# key" not in record:
            continue
        path = world.folder / "record.penna"
        path.write_text(record, encoding="utf-8")
        for command in ("check", "verify"):
            done = subprocess.run([world.penna, command, str(path)], capture_output=True, text=True, check=False)
            check(done.returncode == 0, code, command, done.stderr)
        count += 1
    return count


if __name__ == "__main__":
    main()
