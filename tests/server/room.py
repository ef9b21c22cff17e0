#!/usr/bin/env python3
"""A full hall: tables at which nobody has played make room for whoever has fewer of them, those who sit there are told, and what somebody has
played at stays, counts for nobody while nobody is there, and for no more than others have while a crowd is.

usage: room.py PENNA
"""
import functools
import http.client
import json
import random
import socket
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


def measured(server, name):
    return next(int(float(line.split()[1])) for line in server.request("/metrics")[1].splitlines() if line.startswith(f"penna_{name} "))


def counted(server):
    return measured(server, "tables_counted")


def fill(server):
    """Four addresses make tables until there is no room; which each has."""
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
        check(sum(map(len, crowd.values())) == 40, "who has most of a full hall has no more", crowd)
        check(counted(server) == 40, "all of them count")
        server.kill()
        server.start()
        fresh = [table(server, f"127.0.2.{i}") for i in range(1, 51)]
        check(len(set(fresh)) == 50 and "rate" not in fresh, "after a start the hall is empty", fresh)
        check(all(there(server, code) for codes in crowd.values() for code in codes), "and what was made before stays")
    with Server(penna, "--max-tables", "40", "--tables-per-address", "20") as server:
        crowd = fill(server)
        came = [table(server, f"127.0.2.{i}") for i in range(1, 25)]
        check(len(set(came)) == 24 and "rate" not in came, "twenty-four newcomers open a table each", came)
        check(until(lambda: counted(server) <= 40), "there are no more than there may be", counted(server))
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
        while len(seen) < 15:  # a crowd that sits at all of its tables
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
        check("rate" not in more and until(lambda: counted(server) <= 16), "and all of them can", more, counted(server))
        server.kill()
        server.start()
        check(all(there(server, code) for code in played), "also after a crash")


def sit(server, address, code, token):
    """A client that comes from that address."""
    plain = socket.create_connection
    socket.create_connection = functools.partial(plain, source_address=(address, 0))
    try:
        return Player(server.url, code, token)
    finally:
        socket.create_connection = plain


def move(player):
    player.wait(lambda v: v["views"][0]["moves"])
    check(player.call("submit", seat=0, node=player.view["node"], move=choose(player, 0, rng))["type"] == "ack", "a move")


def asleep(penna):
    """A crowd that makes one move at each of its tables and goes fills nothing; its tables are there when it comes back, however full the hall is."""
    with Server(penna, "--max-tables", "16", "--tables-per-address", "40") as server:
        played = {}
        for i in range(40):
            made = ask(server, f"127.0.11.{i % 4 + 1}", "/api/tables", BOT)
            if not check(made[0] == 201, "a table of the crowd's", i, made):
                return
            player = sit(server, f"127.0.11.{i % 4 + 1}", made[1]["table"], made[1]["token"])
            move(player)
            player.web.close()
            played[made[1]["table"]] = made[1]["token"]
        check(until(lambda: counted(server) == 0), "where nobody is nothing counts", counted(server))
        came = [table(server, f"127.0.12.{i}") for i in range(1, 17)]
        check("rate" not in came and counted(server) == 16, "others fill the hall", came)
        back = [sit(server, f"127.0.11.{i % 4 + 1}", code, token) for i, (code, token) in enumerate(played.items())]
        for player in back:
            check(player.wait(lambda v: v["phase"] == "playing")["node"] > 0, "who comes back to his game has it")
        check(counted(server) == 56 and all(there(server, code) for code in came), "and nobody has to go for him", counted(server))
        for player in back:
            player.web.close()
        check(until(lambda: counted(server) == 16), "until he leaves", counted(server))
        server.kill()
        server.start()
        check(counted(server) == 0 and all(there(server, code) for code in [*played, *came]), "also after a crash all are there, and nothing counts")


def looked_at(penna):
    """Who looks at more and more tables, be they all his own, does not fill the memory with them."""
    with Server(penna, "--max-tables", "16", "--tables-per-address", "0", "--connections-per-address", "0", file=True) as server:
        codes = []
        for _ in range(150):
            made = server.table("qwixx", ["human", "bot:greedy"])
            player = Player(server.url, made["table"], made["token"])
            move(player)
            player.web.close()
            codes.append(made["table"])
        server.kill()
        server.start()
        check(all(server.request(f"/api/tables/{code}")[0] == 200 for code in codes), "all are there")
        check(until(lambda: measured(server, "tables_loaded") <= 32), "but not in memory for long", measured(server, "tables_loaded"))
        check(all(server.request(f"/api/tables/{code}")[0] == 200 for code in codes), "where they need not be")


def staying(penna):
    """A crowd that plays at all of its tables and stays there keeps nobody out who has less; when as many have tables as there are places, it is full."""
    with Server(penna, "--max-tables", "16", "--tables-per-address", "40", "--connections-per-address", "40") as server:
        crowd = []

        def play(address):
            """A table at which somebody plays and stays; or why not."""
            status, made = ask(server, address, "/api/tables", BOT)
            if status != 201:
                return made["error"]["code"]
            crowd.append(sit(server, address, made["table"], made["token"]))
            move(crowd[-1])
            return made["table"]

        for i in range(16):
            play(f"127.0.13.{i % 2 + 1}")
        check(counted(server) == 16 and play("127.0.13.1") == "rate", "two fill the hall, and have no more", counted(server))
        check("rate" not in [play(f"127.0.14.{i}") for i in range(1, 5)], "who has none has one")
        check("rate" not in [play("127.0.14.1"), play("127.0.14.2")], "and a second one")
        check("rate" not in [play("127.0.14.1"), play("127.0.14.1")], "and a fourth, as the crowd could have no more with so many others")
        check(play("127.0.14.1") == "rate", "but no fifth", counted(server))
        rest = [play(f"127.0.15.{i}") for i in range(1, 14)]
        check(rest.count("rate") == 3 and "rate" not in rest[:10], "until as many have one as there are places", rest)
        for player in crowd:
            check(player.call("ping")["type"] == "ack", "all of them play on")
            player.web.close()


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
    asleep(sys.argv[1])
    looked_at(sys.argv[1])
    staying(sys.argv[1])


if __name__ == "__main__":
    run_with(check, main)
