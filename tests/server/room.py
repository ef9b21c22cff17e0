#!/usr/bin/env python3
"""A full hall: tables at which nobody has played make room for whoever has fewer of them, those who sit there are told, and what somebody has
played at stays.

usage: room.py PENNA
"""
import json
import http.client
import random
import sys
import time

from harness import Checks, Closed, Player, Server, choose, run_with

check = Checks()
rng = random.Random(6)
ALONE = {"game": "qwixx", "seats": [{"kind": "human", "name": "Ann"}, {"kind": "open"}]}
BOT = {"game": "qwixx", "seats": [{"kind": "human", "name": "Ann"}, {"kind": "bot:greedy"}]}


def ask(server, address, path, body=None):
    """A request from an address of this machine; (status, answer)."""
    conn = http.client.HTTPConnection("127.0.0.1", server.port, source_address=(address, 0), timeout=20)
    conn.request("POST" if body else "GET", path, json.dumps(body) if body else None, {"Content-Type": "application/json"} if body else {})
    answer = conn.getresponse()
    said = json.loads(answer.read())
    conn.close()
    return answer.status, said


def table(server, address, body=ALONE):
    status, said = ask(server, address, "/api/tables", body)
    return said["table"] if status == 201 else said["error"]["code"]


def there(server, code):
    """Is the table there? Asked from an address of its own, so that what is asked in vain costs the others nothing."""
    there.count = getattr(there, "count", 0) + 1
    return ask(server, f"127.77.{there.count // 250}.{there.count % 250 + 1}", f"/api/tables/{code}")[0] == 200


def until(condition, seconds=10):
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.05)
    return condition()


def unfinished(server):
    return next(int(float(line.split()[1])) for line in server.request("/metrics")[1].splitlines() if line.startswith("penna_tables_unfinished "))


def fill(server):
    """Four addresses make tables until there is no room; which each has. (A store that servers share is counted now and then, so one may be forgotten for a moment.)"""
    crowd = {f"127.0.1.{i}": [] for i in range(1, 5)}
    for n in range(50):
        address = f"127.0.1.{n % 4 + 1}"
        code = table(server, address, BOT if n % 8 > 3 else ALONE)
        if code == "rate":
            break
        crowd[address].append(code)
    return crowd


def newcomers(penna):
    """Four addresses have filled the hall; whoever comes opens his table all the same, and they lose their oldest."""
    with Server(penna, "--max-tables", "40", "--tables-per-address", "20") as server:
        crowd = fill(server)
        check(sum(map(len, crowd.values())) >= 40, "who has most of a full hall has no more", crowd)
        server.kill()
        server.start()
        fresh = [table(server, f"127.0.2.{i}") for i in range(1, 9)]
        check(len(set(fresh)) == 8 and "rate" not in fresh, "after a start nobody knows whose they are: there is some room for those who have none", fresh)
    with Server(penna, "--max-tables", "40", "--tables-per-address", "20") as server:
        crowd = fill(server)
        came = [table(server, f"127.0.2.{i}") for i in range(1, 25)]
        check(len(set(came)) == 24 and "rate" not in came, "twenty-four newcomers open a table each", came)
        check(until(lambda: unfinished(server) <= 40), "there are no more than there may be", unfinished(server))
        check(all(there(server, code) for code in came), "and they keep them")
        left = {address: [code for code in codes if there(server, code)] for address, codes in crowd.items()}
        check(max(map(len, left.values())) - min(map(len, left.values())) <= 2, "all of the crowd have lost alike", {a: len(c) for a, c in left.items()})
        check(all(codes[-len(left[a]):] == left[a] for a, codes in crowd.items() if left[a]), "the oldest first")


def games(penna):
    """What somebody has played at, and those who sit at a table of their own, stay; a table with people that must go says why."""
    with Server(penna, "--max-tables", "16", "--tables-per-address", "40") as server:
        played, seen = [], []
        for i in range(4):  # games that have begun, with nobody there
            made = ask(server, f"127.0.3.{i + 1}", "/api/tables", BOT)[1]
            player = Player(server.url, made["table"], made["token"])
            player.wait(lambda v: v["views"][0]["moves"])
            check(player.call("submit", seat=0, node=player.view["node"], move=choose(player, 0, rng))["type"] == "ack", "a move")
            player.web.close()
            played.append(made["table"])
        made = ask(server, "127.0.4.1", "/api/tables", ALONE)[1]
        host = Player(server.url, made["table"], made["token"])  # somebody waits for a friend
        while len(seen) < 11:  # a crowd that sits at all of its tables
            made = ask(server, "127.0.5.1", "/api/tables", ALONE)[1]
            seen.append(Player(server.url, made["table"], made["token"]))
        came = [table(server, f"127.0.6.{i}") for i in range(1, 5)]
        check(len(set(came)) == 4 and "rate" not in came, "newcomers open their tables", came)
        gone = []
        for player in seen:
            try:
                while True:
                    message = player.web.receive(1)
                    if message["type"] == "bye":
                        gone.append(message)
            except (Closed, TimeoutError, OSError):
                pass
        check(abs(len(gone) - 4) <= (not server.file) and all(m["code"] == "deleted" and "no room" in m["text"] and m["after"] is None for m in gone), "of a crowd also tables with people go, and say why", gone)
        check(host.call("ping")["type"] == "ack" and there(server, host.view["table"]), "who waits for a friend keeps his table")
        check(all(there(server, code) for code in played), "and what was played at stays")
        more = [table(server, f"127.0.7.{i}") for i in range(1, 40)]
        check(all(there(server, code) for code in played) and there(server, host.view["table"]), "however many come", more)
        check("rate" not in more and until(lambda: unfinished(server) <= 16), "and all of them can", more, unfinished(server))
        server.kill()
        server.start()
        check(all(there(server, code) for code in played), "also after a crash")


def evenings(penna):
    """Rounds that somebody begins and nobody plays keep nobody out; an evening at which somebody has played stays."""
    with Server(penna, "--max-tables", "12", "--tables-per-address", "40", file=True) as server:
        def evening(address):
            made = ask(server, address, "/api/evenings", {"title": "X", "games": ["qwixx"], "rounds": 2, "seats": 2})[1]
            guests = [ask(server, address, f"/api/evenings/{made['evening']}/join", {"name": f"P{i}"})[1] for i in range(2)]
            host = Player(server.url, made["evening"], made["token"])
            check(host.call("round", round=1)["type"] == "ack", "a round begins")
            tables = until(lambda: [t["table"] for t in ask(server, address, f"/api/evenings/{made['evening']}")[1]["tables"] if t.get("table")])
            host.web.close()
            return made["evening"], guests, tables

        real, guests, tables = evening("127.0.8.1")
        player = Player(server.url, tables[0], guests[0]["token"])
        player.wait(lambda v: v["phase"] == "playing")
        seat = player.view["you"][0]
        check(player.call("submit", seat=seat, node=player.view["node"], move=choose(player, seat, rng))["type"] == "ack", "a move at the evening")
        player.web.close()
        for _ in range(5):
            evening("127.0.9.1")
        came = [table(server, f"127.0.10.{i}") for i in range(1, 30)]
        check("rate" not in came, "newcomers open their tables", came)
        check(ask(server, "127.0.8.2", f"/api/evenings/{real}")[0] == 200 and there(server, tables[0]), "what was played at stays, and its evening")


def main():
    evenings(sys.argv[1])
    newcomers(sys.argv[1])
    games(sys.argv[1])


if __name__ == "__main__":
    run_with(check, main)
