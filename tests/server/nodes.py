#!/usr/bin/env python3
"""Several servers on one PostgreSQL: everything that one server does, they do together. And what a server says to a database that it
cannot use.

usage: nodes.py PENNA [ROUNDS]
"""
import base64
import contextlib
import os
import pathlib
import random
import re
import signal
import socket
import sqlite3
import struct
import subprocess
import sys
import tempfile
import threading
import time

from harness import GAMES, Checks, Closed, Player, choose, drain, play_out, request
import daily  # isort: skip
import evening  # isort: skip
from cluster import ROOT, Cluster, Database, Node, Postgres, free_port  # isort: skip


check = Checks()
rng = random.Random(41)
FREE = ["--tables-per-address", "0", "--connections-per-address", "0", "--messages-per-second", "0"]


def until(condition, seconds=20):
    """Waits for something to become true; whether it did."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.05)
    return False


def sit_at(nodes, game="qwixx", count=2, **members):
    """A table whose people sat down at one server each; (code, tokens)."""
    seats = [{"kind": "human", "name": "P0"}] + [{"kind": "open"}] * (count - 1)
    status, made = request(nodes[0].url, "/api/tables", {"game": game, "seats": seats} | members)
    assert status == 201, made
    tokens = [made["token"]]
    for i in range(1, count):
        status, joined = request(nodes[i % len(nodes)].url, f"/api/tables/{made['table']}/join", {"name": f"P{i}"})
        assert status == 200, joined
        tokens.append(joined["token"])
    return made["table"], tokens


def players_at(nodes, code, tokens):
    players = [Player(nodes[i % len(nodes)].url, code, token) for i, token in enumerate(tokens)]
    for p in players:
        p.wait(lambda v: v["phase"] != "waiting")
    return players


def admin(cluster, node, *words):
    done = subprocess.run([node.penna, "admin", "--db", node.db, "--node", node.name, *words], capture_output=True, text=True, timeout=30, check=False,
                          env=os.environ | {"XDG_RUNTIME_DIR": str(cluster.folder)})
    return done.stdout if done.returncode == 0 else f"no: {done.stderr}"


def metric(node, name):
    text = request(node.url, "/metrics", headers={"Authorization": "Bearer m"})[1]
    return float(re.search(rf"^penna_{name} (.*)$", text, re.M)[1])


def games(nodes):
    """A whole game of every kind, each seat at another server."""
    for i, game in enumerate(GAMES):
        code, tokens = sit_at(nodes, game, 2 + i % 2)
        players = players_at(nodes, code, tokens)
        check(play_out(players, rng), game, "is played to its end")
        records = {request(node.url, f"/api/tables/{code}/record")[1] for node in nodes}
        check(len(records) == 1 and "# key" in records.pop(), game, "every server has the same record")
        for p in players:
            p.web.close()


def together(nodes, rounds):
    """Two seats at different servers choose in the same millisecond: both are acknowledged, again and again."""
    before = sum(metric(node, "conflicts_total") for node in nodes)
    done = 0
    while done < rounds:
        code, tokens = sit_at(nodes, "qwixx", 2)
        players = players_at(nodes, code, tokens)
        while done < rounds and all(p.view["phase"] == "playing" for p in players):
            node = max(p.view["node"] for p in players)
            for p in players:
                p.wait(lambda v, n=node: v["node"] >= n)
            owing = [(p, i) for i, p in enumerate(players) if i in p.owes()]
            if not owing:
                drain(players, 1)
                continue
            ids = [(p, p.send("submit", seat=i, node=p.view["node"], move=choose(p, i, rng))) for p, i in owing]
            for p, number in ids:
                while True:
                    message = p.take()
                    if message["type"] in ("ack", "error") and message["id"] == number:
                        break
                check(message["type"] == "ack", "both succeed", message)
            done += len(owing) == 2
            for p in players:
                p.wait(lambda v, n=node: v["phase"] == "over" or v["node"] > n)
        for p in players:
            p.web.close()
    conflicts = sum(metric(node, "conflicts_total") for node in nodes) - before
    print(f"{done} times two seats at two servers chose together: {conflicts:.0f} events were overtaken, and nobody heard of it")
    check(conflicts > 0, "there were conflicts to be hidden", conflicts)


def presence(nodes):
    """Who is at another server is here; who goes from there is gone."""
    code, tokens = sit_at(nodes)
    a, b = players_at(nodes, code, tokens)
    a.wait(lambda v: v["seats"][1]["here"])
    b.wait(lambda v: v["seats"][0]["here"])
    check(True, "they see each other")
    check(a.call("react", seat=0, picture="bravo")["type"] == "ack", "a gesture")
    said = None
    with contextlib.suppress(TimeoutError):
        while said is None:
            message = b.take(5)
            said = message if message["type"] == "react" else None
    check(said and said["seat"] == 0, "is seen at the other server", said)
    b.web.close()
    a.wait(lambda v: not v["seats"][1]["here"])
    check(a.call("replace", seat=1)["code"] == "away", "he is not away for long enough")
    b = Player(nodes[1].url, code, tokens[1])
    a.wait(lambda v: v["seats"][1]["here"])
    check(a.call("replace", seat=1)["code"] == "seat", "and is back")
    a.web.close()
    b.web.close()


def absent(penna, database, folder):
    """Let a bot play for somebody, and back: across servers that wait for nobody."""
    nodes = [Node(penna, database.fresh("absent"), f"x{i}", folder, "--away", "1s", *FREE) for i in range(1)]
    nodes.append(Node(penna, nodes[0].db, "x1", folder, "--away", "1s", *FREE))
    try:
        code, tokens = sit_at(nodes)
        a, b = players_at(nodes, code, tokens)
        a.wait(lambda v: v["seats"][1]["here"])
        b.web.close()
        a.wait(lambda v: not v["seats"][1]["here"])
        check(until(lambda: a.call("replace", seat=1)["type"] == "ack"), "somebody who went from another server is replaced")
        a.wait(lambda v: v["seats"][1]["left"])
        b = Player(nodes[1].url, code, tokens[1])
        a.wait(lambda v: not v["seats"][1]["left"])
        b.wait(lambda v: not v["seats"][1]["left"])
        check(True, "and has his seat again by coming back")
        node = a.view["node"]
        for p, i in ((a, 0), (b, 1)):
            p.wait(lambda v, n=node: v["node"] >= n)
            if i in p.owes():
                p.call("submit", seat=i, node=p.view["node"], move=choose(p, i, rng))
        a.wait(lambda v: v["node"] > node)
        b.wait(lambda v: v["node"] > node)
        check(a.call("undo", seat=0, node=a.view["node"])["type"] == "ack", "one asks to go back")
        b.wait(lambda v: v["undo"])
        check(b.call("agree", seat=1, node=b.view["node"], yes=True)["type"] == "ack", "the other agrees at his server")
        a.wait(lambda v: v["take"] == 1)
        b.wait(lambda v: v["take"] == 1)
        check(a.view["node"] == b.view["node"], "and both are where they were")
    finally:
        for node in nodes:
            node.stop()


def bots(nodes):
    """A server that is to ask a bot is killed: another one with people there does it."""
    status, made = request(nodes[0].url, "/api/tables", {"game": "qwixx", "seats": [{"kind": "human", "name": "A"}, {"kind": "bot:greedy"}]})
    assert status == 201
    looks_on = Player(nodes[1].url, made["table"])
    looks_on.wait(lambda v: True)
    a = Player(nodes[0].url, made["table"], made["token"])
    a.wait(lambda v: v["phase"] == "playing")
    for _ in range(4):
        if 0 in a.owes():
            a.call("submit", seat=0, node=a.view["node"], move=choose(a, 0, rng))
        drain([a], 1)
    a.wait(lambda v: 0 in a.owes(), 20)
    a.send("submit", seat=0, node=a.view["node"], move=choose(a, 0, rng))
    nodes[0].kill()
    number = looks_on.view["number"]
    b = Player(nodes[1].url, made["table"], made["token"])
    end = time.monotonic() + 30
    while b.view is None or (0 not in b.owes() and b.view["phase"] == "playing" and time.monotonic() < end):
        with contextlib.suppress(TimeoutError):
            b.take(1)
    check(0 in b.owes() or b.view["phase"] == "over", "the bot plays on at another server", b.view["number"], number)
    check(play_out([b], rng), "to the end")
    nodes[0].start()


def again(nodes):
    """Play again, asked for at two servers in the same moment: one table."""
    for _ in range(6):
        code, tokens = sit_at(nodes)
        a, b = players_at(nodes, code, tokens)
        play_out([a, b], rng)
        ids = [(p, p.send("again")) for p in (a, b)]
        for p, number in ids:
            while True:
                message = p.take()
                if message["type"] in ("ack", "error") and message["id"] == number:
                    break
            check(message["type"] == "ack", "both may ask", message)
        for p in (a, b):
            p.wait(lambda v: v["again"])
        check(a.view["again"] == b.view["again"], "and come to the same table", a.view["again"], b.view["again"])
        fresh = [Player(node.url, a.view["again"], token) for node, token in zip(nodes, tokens)]
        for p in fresh:
            p.wait(lambda v: v["phase"] == "playing")
        mine = request(nodes[0].url, "/api/mine", {"tokens": tokens})[1]["tables"]
        check(until(lambda: {t["table"] for t in request(nodes[0].url, "/api/mine", {"tokens": tokens})[1]["tables"]} == {code, a.view["again"]}), "no third table is left", mine)
        for p in (a, b, *fresh):
            p.web.close()


def read_only(cluster):
    """Whether the servers say that nothing may change: what all of them say."""
    return {"read-only" in admin(cluster, node, "status") for node in cluster.nodes}


def told_at_once(cluster):
    """Two servers are told different things in the same moment: all come to the same end, whoever it was that came last."""
    for _ in range(8):
        told = [threading.Thread(target=admin, args=(cluster, node, "read-only", word)) for node, word in zip(cluster.nodes, ("on", "off"))]
        for one in told:
            one.start()
        for one in told:
            one.join()
        check(until(lambda: len(read_only(cluster)) == 1, 3), "the servers agree")
    admin(cluster, cluster.nodes[0], "read-only", "off")
    check(until(lambda: read_only(cluster) == {False}), "and all may change again")


def operate(cluster):
    """Those who run it talk to one server, and all of them know."""
    nodes = cluster.nodes
    check(until(lambda: all(node.name in admin(cluster, nodes[0], "status") for node in nodes)), "status names all servers", admin(cluster, nodes[0], "status"))
    code, tokens = sit_at(nodes)
    a, b = players_at(nodes, code, tokens)
    check(code in admin(cluster, nodes[1], "list"), "a table is listed at another server")
    admin(cluster, nodes[0], "say", "Back", "soon")
    said = None
    with contextlib.suppress(TimeoutError):
        while said is None:
            message = b.take(5)
            said = message if message["type"] == "notice" else None
    check(said and said["text"] == "Back soon", "a word to everybody is heard at the other server", said)
    admin(cluster, nodes[0], "read-only", "on")
    check(until(lambda: read_only(cluster) == {True}), "all know that nothing may change")  # or who owes a choice has made it
    move = lambda p, i: p.call("submit", seat=i, node=p.view["node"], move=choose(p, i, rng))  # noqa: E731
    p, i = next((p, i) for i, p in enumerate((a, b)) if i in p.owes())
    check(move(p, i).get("code") == "read-only", "nothing may change at any of them")
    admin(cluster, nodes[1], "read-only", "off")
    check(until(lambda: move(p, i)["type"] == "ack"), "and then it may again")
    told_at_once(cluster)
    check(admin(cluster, nodes[1], "close", code) == "", "closed at one")
    a.wait(lambda v: v["closed"])
    check(until(lambda: admin(cluster, nodes[1], "delete", code) == ""), "deleted at one")
    try:
        while True:
            a.take(10)
    except Closed as why:
        check(str(why) == "deleted", "who is at another is told", why)
    check(all(request(node.url, f"/api/tables/{code}")[0] == 404 for node in nodes), "and it is gone everywhere")


def health(node, path="/readyz"):
    try:
        return request(node.url, path)[0]
    except OSError:
        return 0


def drained(cluster):
    """A server is drained: first nobody else comes, then its people go, and lose nothing."""
    nodes = cluster.nodes
    code, tokens = sit_at(nodes)
    a, b = players_at(nodes, code, tokens)
    nodes[0].process.send_signal(signal.SIGTERM)
    check(until(lambda: health(nodes[0]) == 503, 5) and health(nodes[0], "/healthz") == 200, "not ready, but well")
    if 0 in a.owes():
        check(a.call("submit", seat=0, node=a.view["node"], move=choose(a, 0, rng))["type"] == "ack", "who is there plays on")
    try:
        while True:
            a.take(15)
    except Closed as why:
        check(str(why) == "shutdown", "until he is sent away", why)
    began = time.monotonic()
    a = Player(cluster.url, code, tokens[0])
    a.wait(lambda v: True)
    check(time.monotonic() - began < 5, "and is at another server at once", time.monotonic() - began)
    check(nodes[0].process.wait(20) == 0, "it ends well")
    nodes[0].close()
    check(play_out([a, b], rng), "and the game goes on")
    nodes[0].start()
    check(until(lambda: health(nodes[0]) == 200), "ready again")


def joins(cluster, penna):
    """`penna join` plays a whole game through the balancer while servers are killed one after the other."""
    status, made = request(cluster.url, "/api/tables", {"game": "qwixx", "seats": [{"kind": "human", "name": "Ann"}, {"kind": "open"}]})
    assert status == 201, made
    both = [subprocess.Popen([penna, "join", f"{cluster.url}/t/{made['table']}", *who, "--bot", "random"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, text=True)
            for who in (["--token", made["token"]], ["--name", "Bob"])]
    for node in cluster.nodes:
        time.sleep(0.1)
        node.kill()
        node.start()
        until(lambda n=node: health(n) == 200, 10)
    for one in both:
        try:
            said, _ = one.communicate(timeout=90)
        except subprocess.TimeoutExpired:
            one.kill()
            said, _ = one.communicate()
            said += "TOO LATE"
        check(one.returncode == 0, "penna join comes back by itself", said[-300:])
    check("# key" in request(cluster.url, f"/api/tables/{made['table']}/record")[1], "to the end of the game")


def papers(server):
    """What lies on shelves: the secret of the day's dice, and a try of somebody's that is over and judged; and an evening. (what he sent, the evening)"""
    device = daily.Device("Ann")
    sent = device.body(daily.Asked(server.url))
    status, made = server.request("/api/daily", sent)
    assert status == 201, made
    play_out([Player(server.url, made["table"], device.token)], rng)
    at = f"/api/daily/{sent['date']}/qwixx/alone/tries/0/{device.hex}"
    check(until(lambda: (own := server.request(at)[1]["own"]) and own["accuracy"] is not None, 120), "a try is on the board, and judged")
    club_made = server.request("/api/evenings", {"title": "Kept", "games": ["qwixx"], "rounds": 1, "seats": 2})[1]
    server.request(f"/api/evenings/{club_made['evening']}/join", {"name": "Ann"})
    return sent, club_made


def without(said, *members):
    return {key: value for key, value in said.items() if key not in members} if isinstance(said, dict) else said


def copies(penna, database, folder):
    """A file into the database and back: all that was in it, or nothing."""
    run = lambda *words: subprocess.run([penna, *words], capture_output=True, text=True, check=False)  # noqa: E731
    from harness import Server
    with Server(penna, *FREE, file=True) as server:
        code, tokens = server.people("qwinto", 3)
        play_out([Player(server.url, code, t) for t in tokens], rng)
        server.people()
        before = server.record(code)
        ann, made = papers(server)
        asked = ["/api/daily", f"/api/daily/{ann['date']}/qwixx/alone/tries/0/{ann['device']}", f"/api/evenings/{made['evening']}", f"/api/evenings/{made['evening']}/results.csv"]
        told = [server.request(path) for path in asked]
        url = database.fresh("moved")
        check("another server uses it" in run("migrate", str(server.db), url).stderr, "not while a server has the file")
        server.stop()
        done = run("migrate", str(server.db), url)
        check(done.returncode == 0 and done.stdout.startswith("4 tables with "), "migrate", done.stdout + done.stderr)
        check("tables in it already" in run("migrate", str(server.db), url).stderr, "not twice")
        check(run("migrate", "/nowhere.db", url).returncode == 2, "no such file")
        node = Node(penna, url, "moved", folder, *FREE)
        check(request(node.url, f"/api/tables/{code}/record")[1] == before, "the record is the same")
        for path, (status, said) in zip(asked, told):
            now = request(node.url, path)
            check(status == 200 and without(now[1], "now", "best") == without(said, "now", "best"), "so are the day's dice, its board and the evening", path, now, said)
        back = pathlib.Path(folder) / "back.db"
        done = run("backup", url, str(back))
        check(done.returncode == 0 and back.stat().st_mode & 0o777 == 0o600, "backup", done.stderr)
        check(run("backup", url, str(back)).returncode == 2, "not over something")
        node.stop()
        dump = []
        for path in (server.db, back):
            with sqlite3.connect(path) as db:
                dump.append([db.execute(f"SELECT * FROM {name} ORDER BY 1, 2").fetchall() for name in ("tables", "events", "holders", "papers")])
            db.close()
        check(dump[0] == dump[1] and len(dump[0][1]) > 50 and len(dump[0][3]) == 2, "and it comes back as it was")
        with sqlite3.connect(server.db) as db:
            db.execute("UPDATE events SET head = NULL WHERE number = 3")
        db.close()
        url = database.fresh("damaged")
        check(run("migrate", str(server.db), url).returncode == 2, "a damaged file is refused")
        check(database.primary.sql("SELECT count(*) FROM penna.tables", "damaged") == "0", "and nothing of it is there")


def refusals(penna, database):
    """What a server says to a database that it cannot use."""
    def says(url, **environment):
        done = subprocess.run([penna, "serve", "--listen", "127.0.0.1", "--port", "0", "--no-qr", "--db", url], capture_output=True, text=True, timeout=60, check=False, env=os.environ | environment)
        return done.stderr if done.returncode == 2 else f"it ended with {done.returncode}"

    sql, port = database.primary.sql, database.primary.port
    at = f"127.0.0.1:{port}"
    check("does not exist" in says(database.url("nothing")), "no such database", says(database.url("nothing")))
    check("refused" in says(f"postgresql://penna@127.0.0.1:{free_port()}/penna"), "nobody there")
    check("invalid" in says("postgresql://penna@127.0.0.1:none/penna"), "not an address", says("postgresql://penna@127.0.0.1:none/penna"))
    sql("CREATE ROLE guest LOGIN PASSWORD 'secret'", "postgres")
    hba = database.primary.data / "pg_hba.conf"
    hba.write_text("host all guest 127.0.0.1/32 scram-sha-256\n" + hba.read_text(encoding="utf-8"), encoding="utf-8")
    sql("SELECT pg_reload_conf()", "postgres")
    time.sleep(0.5)
    wrong = says(f"postgresql://guest:wrong@{at}/penna")
    check("password authentication failed" in wrong and "wrong" not in wrong, "a wrong password, which is not repeated", wrong)
    database.fresh("locked")
    sql("REVOKE CREATE ON DATABASE locked FROM PUBLIC", "locked")
    check("permission denied" in says(f"postgresql://guest@{at}/locked", PGPASSWORD="secret"), "may make nothing", says(f"postgresql://guest@{at}/locked", PGPASSWORD="secret"))
    url = database.fresh("partly")
    with tempfile.TemporaryDirectory() as folder:
        Node(penna, url, "one", folder).stop()
    sql("GRANT USAGE ON SCHEMA penna TO guest; GRANT SELECT ON ALL TABLES IN SCHEMA penna TO guest", "partly")
    said = says(f"postgresql://guest@{at}/partly", PGPASSWORD="secret")
    check("missing rights" in said and "tables INSERT" in said, "may read only", said)
    url = database.fresh("foreign")
    sql("CREATE TABLE letters (text text)", "foreign")
    check("not a store" in says(url) and sql("SELECT count(*) FROM pg_namespace WHERE nspname = 'penna'", "foreign") == "0", "somebody else's, and it stays so", says(url))
    sql("UPDATE penna.meta SET format = format + 1", "partly")
    check("later version" in says(database.url("partly")), "of a later version")
    sql("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0", "postgres")
    check("UTF8" in says(database.url("latin")), "in another alphabet", says(database.url("latin")))
    sql("UPDATE penna.meta SET format = format - 1", "partly")
    now = sql("SELECT format FROM penna.meta", "partly")
    sql("DROP TABLE penna.papers; UPDATE penna.meta SET format = 3", "partly")  # as it was before there were papers
    with tempfile.TemporaryDirectory() as folder:
        Node(penna, database.url("partly"), "one", folder).stop()
    check(sql("SELECT format FROM penna.meta", "partly") == now and sql("SELECT count(*) FROM penna.papers", "partly") != "", "of an earlier version: it is brought up to date")


def full(penna, folder):
    """The database's disk is full: choices are refused, and go on when there is room."""
    room = pathlib.Path(folder) / "room"
    room.mkdir()
    if os.geteuid() != 0 or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=120m,mode=777", "none", str(room)], check=False, capture_output=True).returncode:
        print("SKIP: a small disk takes root")
        return
    database = None
    try:
        database = Database.__new__(Database)
        database.folder, database.standby = pathlib.Path(folder), None
        os.chmod(folder, 0o755)
        database.primary = Postgres(room, "full")
        database.primary.make(min_wal_size="32MB", max_wal_size="32MB", wal_recycle="off", checkpoint_timeout="30s")
        node = Node(penna, database.url(), "full", folder, *FREE)
        code, tokens = sit_at([node])
        a, b = players_at([node], code, tokens)
        with open(room / "ballast", "wb", buffering=0) as ballast, contextlib.suppress(OSError):
            while True:
                ballast.write(b"x" * 65536)
        refused = 0
        for i in range(3000):
            p, seat = next(((p, i) for i, p in enumerate((a, b)) if i in p.owes()), (None, None))
            if p is None:
                drain([a, b], 1)
                continue
            try:
                answer = p.call("submit", 20, seat=seat, node=p.view["node"], move=choose(p, seat, rng))
            except (TimeoutError, Closed):
                refused += 1
                break
            refused += answer.get("code") == "storage"
            if refused or p.view["phase"] == "over":
                break
        (room / "ballast").unlink()
        if database.primary.process.poll() is not None:
            database.primary.start()
        check(until(lambda: health(node) == 200, 60), "it goes on when there is room", node.said()[-300:])
        a, b = players_at([node], code, tokens)
        check(play_out([a, b], rng), "and the game comes to its end", refused)
        node.stop()
    finally:
        if database:
            database.primary.stop()
        subprocess.run(["umount", str(room)], check=False)


def proxied(penna, database, folder):
    """The PROXY protocol, both versions; and nothing else gets in."""
    node = Node(penna, database.url(), "proxied", folder, "--proxy-protocol", "--log", "requests")

    def ask(head, tail=b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", pieces=1):
        with contextlib.closing(socket.create_connection((node.host, node.port), 5)) as s:
            whole = head + tail
            for i in range(pieces):
                with contextlib.suppress(OSError):
                    s.sendall(whole[len(whole) * i // pieces:len(whole) * (i + 1) // pieces])
                time.sleep(0.01 if pieces > 1 else 0)
            answer = b""
            with contextlib.suppress(OSError):
                while data := s.recv(4096):
                    answer += data
            return answer
    sign = b"\r\n\r\n\0\r\nQUIT\n"
    four = sign + b"\x21\x11" + struct.pack(">H", 12) + socket.inet_aton("192.0.2.7") + socket.inet_aton("192.0.2.8") + struct.pack(">HH", 1000, 80)
    six = sign + b"\x21\x21" + struct.pack(">H", 36 + 5) + socket.inet_pton(socket.AF_INET6, "2001:db8::7") * 2 + struct.pack(">HH", 1000, 80) + b"\x04\x00\x02xx"
    good = {"192.0.2.5": b"PROXY TCP4 192.0.2.5 192.0.2.6 56324 443\r\n", "2001:db8::5": b"PROXY TCP6 2001:db8::5 2001:db8::6 4 5\r\n", "192.0.2.7": four, "2001:db8::7": six,
            "127.0.0.1": b"PROXY UNKNOWN\r\n"}
    for address, head in good.items():
        for pieces in (1, 7):
            check(ask(head, pieces=pieces).startswith(b"HTTP/1.1 200"), address, "is let in, in pieces:", pieces)
        check(f"penna: {address} GET /healthz ok" in node.said(), address, "is who it is", node.said()[-200:])
    check(ask(sign + b"\x20\x00\0\0").startswith(b"HTTP/1.1 200"), "the balancer itself")
    for bad in (b"", b"PROXY TCP4 192.0.2.5\r\n", b"PROXY TCP4 2001:db8::5 192.0.2.6 1 2\r\n", b"PROXY TCP4 192.0.2.5 192.0.2.6 70000 443\r\n", b"PROXY TCP4 192.0.2.5 192.0.2.6 1 2 3\r\n",
                b"PROXY " + b"x" * 200 + b"\r\n", sign + b"\x11\x11\0\x0c" + bytes(12), sign + b"\x21\x11\0\x04" + bytes(4), sign + b"\x21\x11\xff\xff", b"proxy TCP4 1.2.3.4 1.2.3.4 1 2\r\n"):
        check(ask(bad) == b"", "not let in:", bad[:40])
    node.stop()


def parcels_through(url):
    """A parcel is in the memory of one server: whoever asks for it by its name is sent there."""
    connections = [(base64.urlsafe_b64encode(os.urandom(16)).decode().rstrip("="), base64.b64encode(os.urandom(3000))) for _ in range(4)]
    for name, sealed in connections:
        status, said = request(url, f"/api/parcels/{name}", sealed, headers={"Content-Type": "application/octet-stream"})
        check(status == 201, "a parcel is laid down", status, said)
    for name, sealed in reversed(connections):
        check(request(url, f"/api/parcels/{name}") == (200, sealed.decode()) and request(url, f"/api/parcels/{name}")[0] == 404, "and taken from where it lies, once")


def behind_haproxy(cluster):
    """The same behind HAProxy."""
    text, port = (ROOT / "data/proxy/haproxy-cluster.cfg").read_text(encoding="utf-8"), free_port()
    for number, node in zip((11, 12, 13), cluster.nodes):
        assert f"10.0.0.{number}:8080" in text
        text = text.replace(f"10.0.0.{number}:8080", f"{node.host}:{node.port}")
    path = cluster.folder / "haproxy.cfg"
    path.write_text(text.replace("    bind :80\n", f"    bind 127.0.0.1:{port}\n"), encoding="utf-8")
    haproxy = subprocess.Popen(["/usr/sbin/haproxy", "-db", "-f", str(path)], stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    url = f"http://127.0.0.1:{port}"
    try:
        check(until(lambda: health_of(url) == 200), "HAProxy answers")
        for _ in range(4):
            parcels_through(url)
    finally:
        haproxy.terminate()
        haproxy.wait()


def behind_nginx(cluster):
    """Two servers behind nginx, with the file that is there to be copied."""
    text = (ROOT / "data/proxy/nginx-cluster.conf").read_text(encoding="utf-8")
    port = free_port()
    for number, node in zip((11, 12), cluster.nodes):
        text = text.replace(f"server 10.0.0.{number}:8080", f"server {node.host}:{node.port}")
    text = re.sub(r"server \{\n    listen 80;.*?\n\}\n", "", text, flags=re.S)
    text = re.sub(r"    listen 443 ssl http2;", f"    listen 127.0.0.1:{port};", text)
    text = re.sub(r"    ssl_certificate.*\n", "", text)
    folder = cluster.folder / "nginx"
    folder.mkdir()
    (folder / "nginx.conf").write_text(
        f"daemon off;\npid {folder}/pid;\nerror_log {folder}/error.log;\nevents {{}}\nhttp {{\naccess_log off;\nclient_body_temp_path {folder}/a;\nproxy_temp_path {folder}/b;\n"
        f"fastcgi_temp_path {folder}/c;\nuwsgi_temp_path {folder}/d;\nscgi_temp_path {folder}/e;\n{text}}}\n", encoding="utf-8")
    nginx = subprocess.Popen(["/usr/sbin/nginx", "-p", str(folder), "-c", str(folder / "nginx.conf")], stderr=subprocess.DEVNULL)
    url = f"http://127.0.0.1:{port}"
    try:
        check(until(lambda: health_of(url) == 200), "nginx answers", (folder / "error.log").read_text() if (folder / "error.log").exists() else "")
        status, made = request(url, "/api/tables", {"game": "qwixx", "seats": [{"kind": "human", "name": "A"}, {"kind": "open"}]})
        check(status == 201, "a table through nginx", made)
        joined = request(url, f"/api/tables/{made['table']}/join", {"name": "B"})[1]
        check(play_out([Player(url, made["table"], t) for t in (made["token"], joined["token"])], rng), "a game through nginx")
        for _ in range(4):
            parcels_through(url)
        cluster.nodes[0].kill()
        check(all(request(url, "/api/info")[0] == 200 for _ in range(6)), "one of the two is gone, and nobody notices")
        cluster.nodes[0].start()
    finally:
        nginx.terminate()
        nginx.wait()


def health_of(url):
    try:
        return request(url, "/healthz")[0]
    except OSError:
        return 0


class At:
    """A server of several, as a phone that belongs to it knows it."""

    def __init__(self, node):
        self.node = node

    @property
    def url(self):
        return self.node.url

    def request(self, path, body=None, token=None):
        return request(self.url, path, body, token)


def club(nodes):
    """An evening whose people, of one table too, are at different servers; one server is killed while its people play. Everybody sees the same
    standings, and all tables of a round had the same dice."""
    status, made = request(nodes[0].url, "/api/evenings", {"title": "Shared", "games": ["twentyone"], "rounds": 2, "seats": 2, "token": "E" * 32})
    check(status == 201 and request(nodes[1].url, "/api/evenings", {"title": "Shared", "games": ["twentyone"], "rounds": 2, "seats": 2, "token": "E" * 32})[1]["evening"] == made["evening"],
          "an evening is opened once, whoever is asked", made)
    code = made["evening"]
    phones = [evening.Phone(At(nodes[i % len(nodes)]), code, f"P{i}") for i in range(6)]
    host = evening.Guest(nodes[0].url, code, made["token"])
    other = evening.Guest(nodes[1].url, code, made["token"])
    for number in (1, 2):
        evening.Guest.listening = [host, other]
        ids = [(one, one.send("round", round=number)) for one in (host, other)]  # at once, at two servers
        for one, wanted in ids:
            while True:
                message = one.take()
                if message["type"] in ("ack", "error") and message["id"] == wanted:
                    break
            check(message["type"] == "ack", "both begin the round, which is one", message)
        host.see(lambda e, n=number: e["round"] == n and e["stage"] != "seating")
        check(len(host.evening["tables"]) == 3, "it has three tables", host.evening["tables"])
        if number == 2:
            evening.go_on(phones[0].server, phones, lambda: all(len(p.tables) == 2 for p in phones))
            nodes[2].kill()
            nodes[2].start()
        evening.go_on(phones[0].server, phones, lambda n=number: request(nodes[1].url, f"/api/evenings/{code}")[1]["round"] == n
                      and request(nodes[1].url, f"/api/evenings/{code}")[1]["stage"] == "between")
    told = lambda: [request(node.url, f"/api/evenings/{code}")[1] for node in nodes]
    check(until(lambda: all(one["phase"] == "over" for one in told())), "it is over everywhere")
    whole = told()
    plain = lambda one: [{key: value for key, value in s.items() if key not in ("adjusted", "each")} for s in one["standings"]]  # the judge may be at work
    check(all(plain(one) == plain(whole[0]) and one["history"][0]["tables"][0]["points"] for one in whole), "all servers have the same standings")
    for played in whole[0]["history"]:
        codes = [one["table"] for one in played["tables"]]
        check(until(lambda c=codes: all("# key" in request(nodes[2].url, f"/api/tables/{one}/record")[1] for one in c)), "the keys are told")
        records = [request(nodes[i].url, f"/api/tables/{one}/record")[1] for i, one in enumerate(codes)]
        check(len({re.search("# key (.*)", record)[1] for record in records}) == 1, "one key for all tables of a round")
    for one in (host, other, *[p.guest for p in phones if p.guest]):
        one.web.close()


def main():
    penna, rounds = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 600
    penna = str(pathlib.Path(penna).resolve())
    with Cluster(penna, 3, True, ["--metrics-token", "m", *FREE]) as cluster:
        nodes = cluster.nodes
        games(nodes)
        together(nodes, rounds)
        presence(nodes)
        again(nodes)
        club(nodes)
        operate(cluster)
        bots(nodes)
        drained(cluster)
        joins(cluster, penna)
        behind_haproxy(cluster)
        behind_nginx(cluster)
        refusals(penna, cluster.database)
        with tempfile.TemporaryDirectory(prefix="penna-nodes-") as folder:
            absent(penna, cluster.database, folder)
            copies(penna, cluster.database, folder)
            proxied(penna, cluster.database, folder)
            full(penna, folder)
        check(all("cannot be read" not in node.said() for node in nodes), "no log is damaged", nodes[0].said()[-500:])
    check.end()


if __name__ == "__main__":
    main()
