#!/usr/bin/env python3
"""The file of tables: who may read it, one server to a file whatever it is called, files that are deleted or full, a log
that stays small, and files of earlier and later versions.

usage: storage.py PENNA
"""
import json
import fcntl
import os
import pathlib
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time

from harness import MEMORY, Checks, Player, Server, choose, heads, play_out

check = Checks()
rng = random.Random(31)
FREE = ["--tables-per-address", "0", "--connections-per-address", "0", "--messages-per-second", "0"]
DATA = pathlib.Path(__file__).parent / "data"


def until(condition, seconds=20):
    """Waits for something to become true; whether it did."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.1)
    return False


def health(server):
    return server.request("/healthz")[0]


def start_fails(penna, db):
    """What a server says that does not start with that file."""
    done = subprocess.run([penna, "serve", "--listen", "127.0.0.1", "--port", "0", "--no-qr", "--db", str(db)], capture_output=True, text=True, timeout=30, check=False)
    return done.stderr if done.returncode == 2 else f"it ended with {done.returncode}"


def modes(penna):
    before = os.umask(0o022)
    try:
        with Server(penna) as server:
            server.people()
            copy = server.folder / "copy.db"
            subprocess.run([penna, "backup", str(server.db), str(copy)], check=True, capture_output=True)
            for path in (server.db, server.folder / "server.db-wal", server.folder / "server.db-shm", copy):
                check(path.stat().st_mode & 0o777 == 0o600, "for its owner alone", path.name, oct(path.stat().st_mode))
            check(server.stop() == 0 and server.said() == "", "and nothing to say", server.said())
            server.db.chmod(0o644)
            server.start()
            check("can be read by others" in server.said(), "one that others can read is warned of", server.said())
    finally:
        os.umask(before)


def one_server(penna):
    with Server(penna) as server:
        (server.folder / "link.db").symlink_to(server.db)
        os.link(server.db, server.folder / "hard.db")
        for name in ("server.db", "link.db", "hard.db"):
            said = start_fails(penna, server.folder / name)
            check("another server uses it" in said, "one server to a file, called", name, said)
        check(health(server) == 200, "the first goes on")
        db = str(server.db)
        server.stop()
        with open(db + ".lock", "w", encoding="utf-8") as old:  # a server of version 0.1 has this one
            fcntl.flock(old, fcntl.LOCK_EX)
            check("another server uses it" in start_fails(penna, server.db), "nor beside one of version 0.1")
        server.start()
        check(health(server) == 200, "which has ended")


def full_disk(penna):
    """Health is well again by itself once there is room."""
    with Server(penna, *FREE) as server:
        code, tokens = server.people()
        a = Player(server.url, code, tokens[0])
        a.wait(lambda v: v["phase"] == "playing")
        pid = str(server.process.pid)
        subprocess.run(["prlimit", "--pid", pid, "--fsize=8:unlimited"], check=True)
        check(a.call("submit", seat=0, node=a.view["node"], move=choose(a, 0, rng)).get("code") == "storage", "no room")
        check(health(server) == 503, "it says so")
        subprocess.run(["prlimit", "--pid", pid, "--fsize=unlimited:unlimited"], check=True)
        check(until(lambda: health(server) == 200), "and that there is room again, though nobody has written")


def deleted(penna):
    """What is written into a file that is gone is not acknowledged."""
    for name in ("server.db", "server.db-wal"):
        with Server(penna, *FREE) as server:
            code, tokens = server.people()
            a = Player(server.url, code, tokens[0])
            a.wait(lambda v: v["phase"] == "playing")
            path = server.folder / name
            path.rename(server.folder / "away")
            answer = a.call("submit", seat=0, node=a.view["node"], move=choose(a, 0, rng))
            check(answer.get("code") == "storage", name, "gone: not acknowledged", answer)
            check(health(server) == 503 and "deleted or replaced" in server.said(), name, "and said")
            shutil.copy(server.folder / "away", path)
            check(a.call("submit", seat=0, node=a.view["node"], move=choose(a, 0, rng)).get("code") == "storage", name, "a copy in its place is another file")
            path.unlink()
            (server.folder / "away").rename(path)
            check(until(lambda: health(server) == 200), name, "once it is back, all is well")
            check(a.call("submit", seat=0, node=a.view["node"], move=choose(a, 0, rng))["type"] == "ack", name, "and it goes on")
    with Server(penna, *FREE) as server:
        server.people()
        server.db.unlink()
        check(until(lambda: health(server) == 503), "noticed though nobody writes")


def small_log(penna):
    with Server(penna, *FREE) as server:
        code, tokens = server.people()
        a = Player(server.url, code, tokens[0])
        a.wait(lambda v: v["phase"] == "playing")
        node, move, most = a.view["node"], choose(a, 0, rng), 0
        for i in range(4000):
            a.call("submit", seat=0, node=node, move=move)
            a.call("withdraw", seat=0, node=node)
            most = max(most, (server.folder / "server.db-wal").stat().st_size) if i % 100 == 0 else most
        print(f"8,000 commits: the log had {most / 1e6:.1f} MB at most")
        check(most < 10e6, "the log stays small", most)


def chained(db):
    """Are all heads of a file what they should be? How many; 0: no."""
    count = 0
    with sqlite3.connect(db) as connection:
        for code, key in connection.execute("SELECT code, key FROM tables").fetchall():
            rows = connection.execute("SELECT text, head FROM events WHERE code = ? ORDER BY number", (code,)).fetchall()
            if [head for _, head in rows] != list(heads(key, [text for text, _ in rows])):
                return 0
            count += len(rows)
    connection.close()
    return count


def second_format(penna):
    """A file as 0.2 wrote it, without heads: they are computed when it is opened, and the game goes on."""
    with Server(penna, *FREE) as server:
        code, tokens = server.people()
        players = [Player(server.url, code, t) for t in tokens]
        play_out(players, rng, until=lambda v: v["turn"] >= 3)
        server.stop()
        check(chained(server.db) > 10, "every event is chained to the one before")
        with sqlite3.connect(server.db) as db:
            db.execute("DROP TABLE papers")
            db.execute("DROP TABLE boards")
            db.execute("ALTER TABLE events DROP COLUMN head")
            db.execute("PRAGMA user_version = 2")
        db.close()
        server.start()
        check(chained(server.db) > 10, "also after the migration")
        players = [Player(server.url, code, t) for t in tokens]
        check(play_out(players, rng), "and the game goes on")
        server.stop()
        check(chained(server.db) > 20, "with its chain")
        with sqlite3.connect(server.db) as db:
            db.execute("UPDATE events SET text = replace(text, 'move 0', 'move 1') WHERE code = ? AND number = 9", (code,))
            db.execute("UPDATE events SET text = text || ' ' WHERE code = ? AND number = 2", (code,))
        db.close()
        server.start()
        check(server.request(f"/api/tables/{code}")[0] == 404 and "cannot be read" in server.said(), "a line that was changed is noticed", server.said())


def versions(penna, name="v1"):
    """A file of version 0.1 is brought up to date, and everything is in it; one of a later version is refused."""
    facts = json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
        db = pathlib.Path(folder) / "server.db"
        shutil.copy(DATA / f"{name}.db", db)
        db.chmod(0o600)
        with Server(penna, *FREE, folder=folder) as server:
            check(server.said() == "", "nothing is wrong with it", server.said())
            for phase in ("over", "playing", "waiting"):
                fact = facts[phase]
                token = fact.get("token") or fact["tokens"][0]
                check(server.record(fact["table"], token) == fact["record"], name, phase, "the record is the same")
            mine = server.request("/api/mine", {"tokens": [facts["over"]["token"], facts["waiting"]["token"]]})[1]["tables"]
            check({t["table"] for t in mine} == {facts["over"]["table"], facts["waiting"]["table"]}, "tokens hold what they held")
            players = [Player(server.url, facts["playing"]["table"], t) for t in facts["playing"]["tokens"]]
            play_out(players, rng)
            record = server.record(facts["playing"]["table"])
            check(server.check_record(record) == "" and server.check_record(record, "verify") == "", "the game goes on to its end")
        with sqlite3.connect(db) as connection:
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            check(version > int(name[1:]), "the file says that it is newer now", version)
        connection.close()
        check(chained(db) > 100, "and every event has its head")
        with sqlite3.connect(db) as connection:
            connection.execute(f"PRAGMA user_version = {version + 1}")
        connection.close()
        before = db.read_bytes()
        said = start_fails(penna, db)
        check("later version" in said and db.read_bytes() == before, "a later version is refused and left alone", said)
        other = pathlib.Path(folder) / "other.db"
        with sqlite3.connect(other) as connection:
            connection.execute("CREATE TABLE letters (text)")
        check("not a store" in start_fails(penna, other), "so is what is somebody else's")


def third_format(penna):
    """A file as it was before there were papers."""
    versions(penna, "v3")


def fourth_format(penna):
    """A file as it was before papers were counted: the boards are the same, and a page of one that is long is not read from its beginning."""
    versions(penna, "v4")
    daily = json.loads((DATA / "v4.json").read_text(encoding="utf-8"))["daily"]
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
        db = pathlib.Path(folder) / "server.db"
        shutil.copy(DATA / "v4.db", db)
        db.chmod(0o600)
        with Server(penna, *FREE, folder=folder) as server:
            for name, before in daily["boards"].items():
                board = server.request(f"/api/daily/{daily['date']}/qwixx/alone/{name}/0")[1]
                check((board["begun"], board["done"]) == (before["begun"], before["done"]), name, "as many as before", board)
                check([(r["place"], r["name"], r["points"]) for r in board["rows"]] == [(r["place"], r["name"], r["points"]) for r in before["rows"]], name, "in the same order", board)
            own = server.request(f"/api/daily/{daily['date']}/qwixx/alone/open/1/{daily['device']}")[1]
            check(own["own"] and len(own["rows"]) == before["done"] - 1 and own["before"] + own["same"] <= own["done"], "and so is one's own place", own)


def big(penna):
    """A big file is checked while people play already."""
    with Server(penna, *FREE) as server:
        server.people()
        server.stop()
        with sqlite3.connect(server.db) as db:
            db.execute("INSERT INTO tables VALUES ('BBBBB', zeroblob(32), 2, 0, 4000000000)")
            db.executemany("INSERT INTO events VALUES ('BBBBB', ?, 0, ?, zeroblob(16))", ((i, "x" * 1000) for i in range(20000)))
        db.close()
        server.start()
        check(server.request("/api/info")[0] == 200, "it answers")
        check(until(lambda: "all is well" in server.said()), "and says that all is well", server.said())
        check("penna: checking" in server.said(), "having said what it does")
        server.stop()
        with open(server.db, "r+b") as file:
            file.seek(0, 2)
            file.seek(file.tell() // 2 // 4096 * 4096)
            file.write(bytes(range(256)) * 64)
        server.start()
        check(until(lambda: health(server) == 503), "a damaged one is not well")
        status, answer = server.request("/api/tables", {"game": "qwixx", "seats": [{"kind": "human", "name": "A"}]})
        check(status == 503 and answer["error"]["code"] == "read-only", "and nothing is written into it", status, answer)


def broken_off(penna):
    """A backup that is broken off leaves nothing that could be taken for one, or for an empty store."""
    with Server(penna, *FREE) as server:
        server.people()
        server.stop()
        with sqlite3.connect(server.db) as db:
            db.execute("INSERT INTO tables VALUES ('BBBBB', zeroblob(32), 2, 0, 4000000000)")
            db.executemany("INSERT INTO events VALUES ('BBBBB', ?, 0, ?, zeroblob(16))", ((i, "x" * 1000) for i in range(10000)))
        db.close()
        copy, before = server.folder / "copy.db", len(list(server.folder.iterdir()))
        run = subprocess.Popen([penna, "backup", str(server.db), str(copy)], stdout=subprocess.DEVNULL)
        while run.poll() is None and len(list(server.folder.iterdir())) == before:
            time.sleep(0.0005)
        run.kill()
        check(run.wait() == -9 and not copy.exists(), "a copy that is not whole has not its name", run.returncode, list(server.folder.iterdir()))
        made = subprocess.run([penna, "backup", str(server.db), str(copy)], capture_output=True, text=True, check=False)
        check(made.returncode == 0 and copy.stat().st_size > 10e6 and copy.stat().st_mode & 0o777 == 0o600, "the next is", made)
        made = subprocess.run([penna, "backup", str(server.db), str(copy)], capture_output=True, text=True, check=False)
        check(made.returncode == 2 and "exists already" in made.stderr, "and nothing takes its place", made)


def main():
    penna = sys.argv[1]
    for test in (modes, one_server, full_disk, deleted, small_log, broken_off, versions, second_format, third_format, fourth_format, big):
        test(penna)
    check.end()


main()
