#!/usr/bin/env python3
"""Friends at a table: the host and what only he may do, names, gestures, the invitation to play again.

usage: friends.py PENNA
"""
import random
import sys
import time

from harness import HEX, Checks, Player, Server, heads, play_out, run_with

check = Checks()
rng = random.Random(31)
FREE = ["--tables-per-address", "0", "--connections-per-address", "0", "--messages-per-second", "0"]
PICTURES = ["bravo", "laugh", "wow", "sad", "hurry", "luck"]


def good(answer, *what):
    return check(answer["type"] == "ack", *what, answer)


def refused(answer, code, *what):
    return check(answer.get("code") == code, *what, answer)


def sit(server, code, name, **members):
    return server.request(f"/api/tables/{code}/join", {"name": name, **members})


def reach(players, until):
    for p in players:
        p.wait(until)


def log(server, code):
    """The lines of the table's log, as they are stored."""
    return [line for (line,) in server.sql(f"SELECT text FROM {{s}}events WHERE code = '{code}' ORDER BY number")]


def back(server, *players):
    """The server is killed and starts again; everybody comes back."""
    server.kill()
    server.start()
    for p in players:
        p.view = None
        p.connect()
        p.wait(lambda v: True)


def waiting(server):
    """Before the game: who is host, whose seat he frees, to whom he hands over, whom he lets in."""
    made = server.table("qwixx", ["human", "open", "open", "bot:greedy"])
    code = made["table"]
    a = Player(server.url, code, made["token"])
    status, joined = sit(server, code, "Bob")
    b, watcher = Player(server.url, code, joined["token"]), Player(server.url, code)
    reach([a, b, watcher], lambda v: v["seats"][1]["here"])
    check((a.view["host"], a.view["hosting"], a.view["shut"]) == (0, True, False), "whoever made the table is host", a.view)
    check((b.view["host"], b.view["hosting"]) == (0, False) and not watcher.view["hosting"], "the others are not")
    check(server.request(f"/api/tables/{code}")[1]["host"] == 0, "the summary says it too")

    for kind, members in {"free": {"seat": 0}, "host": {"seat": 1}, "shut": {"yes": True}, "start": {"bot": "greedy"}}.items():
        refused(b.call(kind, **members), "host", kind, "is not for guests")
        refused(watcher.call(kind, **members), "seat", kind, "is not for spectators")
    refused(a.call("free", seat=4), "seat", "there is no such seat")
    refused(a.call("host", seat=2), "seat", "nobody sits there")
    refused(a.call("host", seat=3), "seat", "a bot is no host")
    check(a.view["phase"] == "waiting" and log(server, code)[-1].startswith("sit 1 "), "none of it is in the log")

    good(a.call("shut", yes=True), "the host closes the table")
    good(a.call("shut", yes=True), "twice is once")
    reach([a, b, watcher], lambda v: v["shut"])
    status, answer = sit(server, code, "Carla")
    check(status == 409 and answer["error"]["code"] == "shut", "nobody else sits down", status, answer)
    check(sit(server, code, "Bob", token=b.token)[0] == 200, "who sits there may ask for his seat again")
    check(server.request(f"/api/tables/{code}")[1]["shut"] is True, "the summary says it")
    status, own = sit(server, code, "Amy", token=a.token)
    check(status == 200 and own["seat"] == 2, "the host lets his own people sit down", status, own)
    reach([a, b], lambda v: v["phase"] == "playing")

    # Another, with two open seats, so that it still waits.
    made = server.table("qwixx", ["human", "open", "open", "bot:greedy"])
    code = made["table"]
    a = Player(server.url, code, made["token"])
    b = Player(server.url, code, sit(server, code, "Bob")[1]["token"])
    reach([a, b], lambda v: v["seats"][1]["here"])
    good(a.call("shut", yes=True), "closed")
    good(a.call("free", seat=1, name="Carla"), "a message that means somebody else")
    a.call("ping")
    check(a.view["seats"][1]["name"] == "Bob", "frees nobody's seat")
    good(a.call("free", seat=1, name="Bob"), "the host frees a seat")
    good(a.call("free", seat=1, name="Bob"), "twice is once")
    good(a.call("free", seat=3), "a bot's too")
    reach([a, b], lambda v: v["seats"][1]["kind"] == v["seats"][3]["kind"] == "open")
    check(b.view["you"] == [] and b.view["views"][0]["seat"] == -1, "who sat there looks on now", b.view["you"])
    refused(b.call("leave", seat=1), "seat", "and does nothing any more")
    check(sit(server, code, "Bob", token=b.token)[0] == 409, "nor may he sit down, for it is closed")
    back(server, a)
    check((a.view["shut"], a.view["hosting"], a.view["seats"][1]["kind"]) == (True, True, "open"), "all of it after a crash", a.view)
    good(a.call("shut", yes=False), "the host opens it again")
    check(sit(server, code, "Bob", token=b.token)[1]["seat"] == 1, "now he may")
    b.connect()
    reach([a, b], lambda v: v["seats"][1]["here"] and not v["shut"])

    good(a.call("host", seat=0), "who is host stays it")
    good(a.call("host", seat=1), "the host hands over")
    reach([a, b], lambda v: v["host"] == 1)
    check(b.view["hosting"] and not a.view["hosting"], "and is a guest now")
    good(a.call("host", seat=1), "the same message again does nothing")
    refused(a.call("host", seat=0), "host", "he cannot take it back")
    refused(a.call("start", bot="greedy"), "host", "nor start")
    check(log(server, code)[-1] == "host 1", "the log says it", log(server, code)[-1])
    back(server, a, b)
    check(b.view["host"] == 1 and b.view["hosting"], "after a crash too")
    good(b.call("leave", seat=1), "a host who leaves before the game")
    a.wait(lambda v: v["host"] == 0)
    check(a.view["hosting"], "passes his part to the first who sits there")
    good(a.call("start", bot="greedy"), "the host starts")
    good(a.call("start", bot="greedy"), "twice is once")
    a.wait(lambda v: v["phase"] == "playing")
    good(a.call("leave", seat=0), "he leaves, and the game is among bots")

    # A table that everybody left is anybody's.
    made = server.table("qwixx", ["human", "open"])
    a = Player(server.url, made["table"], made["token"])
    good(a.call("shut", yes=True), "closed")
    good(a.call("leave", seat=0), "and left")
    a.wait(lambda v: v["host"] is None)
    check(not a.view["shut"], "nobody could open it, so it is open")
    status, joined = sit(server, made["table"], "Zoe")
    check(status == 200, "whoever comes next sits down", joined)
    z = Player(server.url, made["table"], joined["token"])
    z.wait(lambda v: v["hosting"])


def playing(server):
    """In the game the host lets a bot play for who is not here, at once; and for nobody else."""
    code, tokens = server.people("qwixx", 3)
    a, b, c = (Player(server.url, code, t) for t in tokens)
    reach([a, b, c], lambda v: v["phase"] == "playing" and all(one["here"] for one in v["seats"]))
    refused(a.call("free", seat=1), "seat", "nobody who is here is pushed off his seat")
    c.web.close()
    a.wait(lambda v: not v["seats"][2]["here"])
    b.wait(lambda v: not v["seats"][2]["here"])
    refused(b.call("free", seat=2), "host", "a guest waits")
    refused(b.call("replace", seat=2), "away", "as before")
    good(a.call("free", seat=2), "the host does not")
    good(a.call("free", seat=2), "twice is once")
    reach([a, b], lambda v: v["seats"][2]["left"])
    check(a.view["seats"][2]["name"] == "P2" and a.view["seats"][2]["bot"], "the seat stays his, a bot plays it")
    back(server, a, b)
    check(a.view["seats"][2]["left"] and a.view["hosting"], "after a crash too")
    c.connect()
    reach([a, b, c], lambda v: not v["seats"][2]["left"])
    good(a.call("host", seat=2), "the host's part changes hands in the game")
    c.wait(lambda v: v["hosting"])

    # Play again: an invitation with a name, and the host stays host.
    play_out([a, b, c], rng)
    refused(c.call("free", seat=0), "phase", "once it is over there is nothing to free")
    check(a.view["again"] is None and a.view["again_by"] is None, "nobody has asked yet")
    good(b.call("again"), "one asks")
    good(a.call("again"), "another accepts")
    reach([a, b, c], lambda v: v["again"])
    check(a.view["again_by"] == b.view["again_by"] == c.view["again_by"] == 1, "everybody learns who invites", a.view["again_by"])
    fresh = [Player(server.url, a.view["again"], t) for t in tokens]
    reach(fresh, lambda v: v["phase"] == "playing")
    check([p.view["you"] for p in fresh] == [[0], [1], [2]], "the same people on the same seats")
    check([p.view["host"] for p in fresh] == [2] * 3 and fresh[2].view["hosting"], "the same host")
    old = a.view["again"]
    back(server, a)
    check((a.view["again"], a.view["again_by"]) == (old, 1), "after a crash too")
    check(server.check_record(server.record(code)) == "" and server.check_record(server.record(code), "verify") == "", "the record is good")


def old_log(penna):
    """A log of before: `again` names nobody, and no line says who is host."""
    with Server(penna, *FREE) as server:
        code, tokens = server.people("qwixx", 2)
        a, b = (Player(server.url, code, t) for t in tokens)
        play_out([a, b], rng)
        good(a.call("again"), "again")
        a.wait(lambda v: v["again"])
        fresh = a.view["again"]
        server.stop()
        lines = log(server, code)
        check(lines[-1] == f"invite 0 {fresh}" and not any(line.split()[0] in ("host", "shut", "admit") for line in lines), "who made it is host without a line", lines[-1])
        key = bytes.fromhex(server.sql(f"SELECT {HEX.format('key')} FROM {{s}}tables WHERE code = '{code}'")[0][0])
        lines[-1] = f"again {fresh}"
        server.change_last(code, len(lines) - 1, lines[-1], list(heads(key, lines))[-1])
        server.start()
        p = Player(server.url, code, tokens[0])
        p.wait(lambda v: True)
        check((p.view["again"], p.view["again_by"], p.view["host"]) == (fresh, None, 0), "the old line is read", p.view["again"])


def away(penna):
    """A host who has been away for long holds nobody up."""
    with Server(penna, *FREE, "--away", "10m") as server:
        made = server.table("qwixx", ["human", "open", "open"])
        code = made["table"]
        b = Player(server.url, code, sit(server, code, "Bob")[1]["token"])
        refused(b.call("start", bot="greedy"), "away", "a host who has not come yet may still come")
        refused(b.call("host", seat=1), "away", "so nobody takes his part")
    with Server(penna, *FREE, "--away", "1s") as server:
        made = server.table("qwixx", ["human", "open", "open"])
        code = made["table"]
        b = Player(server.url, code, sit(server, code, "Bob")[1]["token"])
        time.sleep(1.2)
        refused(b.call("free", seat=0), "host", "whoever is not host frees nobody")
        good(b.call("host", seat=1), "after a while somebody takes his part")
        b.wait(lambda v: v["hosting"])
        good(b.call("free", seat=0), "and frees his seat, for he never came")
        b.wait(lambda v: v["seats"][0]["kind"] == "open")
        good(b.call("start", bot="random"), "and starts")
        b.wait(lambda v: v["phase"] == "playing")

        made = server.table("qwixx", ["human", "open", "open"])
        code = made["table"]
        a = Player(server.url, code, made["token"])
        b = Player(server.url, code, sit(server, code, "Bob")[1]["token"])
        a.wait(lambda v: v["seats"][1]["here"])
        a.web.close()
        b.wait(lambda v: not v["seats"][0]["here"])
        time.sleep(1.2)
        good(b.call("start", bot="random"), "or the others start without him")
        b.wait(lambda v: v["phase"] == "playing" and v["host"] == 0)
        good(b.call("replace", seat=0), "and let a bot play for him")


def names(server):
    """Two people cannot have one name."""
    made = server.table("qwixx", ["human", "open", "open"])
    for name in ("Ann", "ann", "ANN"):
        status, answer = sit(server, made["table"], name)
        check(status == 409 and answer["error"]["code"] == "taken", name, "is taken", status, answer)
    check(sit(server, made["table"], "Anna")[0] == 200, "another name is not")


def reactions(server):
    """A gesture reaches everybody who is there, and nobody who is not; it is stored nowhere."""
    code, tokens = server.people("qwixx", 2)
    a, b, watcher = Player(server.url, code, tokens[0]), Player(server.url, code, tokens[1]), Player(server.url, code)
    elsewhere = Player(server.url, *(lambda made: (made["table"], made["token"]))(server.table()))
    reach([a, b, watcher], lambda v: v["phase"] == "playing" and all(one["here"] for one in v["seats"]))
    before, number = log(server, code), a.view["number"]

    def next_picture(player):
        while True:
            message = player.take(5)
            if message["type"] == "react":
                return message

    for picture in PICTURES:
        who, seat = (a, 0) if PICTURES.index(picture) % 2 else (b, 1)
        who.web.send({"v": 1, "type": "react", "id": 9, "seat": seat, "picture": picture})
        for p in (a, b, watcher):
            check(next_picture(p) == {"v": 1, "type": "react", "seat": seat, "picture": picture}, picture)
    answers = []
    for _ in range(5):
        answers.append(a.call("react", seat=0, picture="wow"))
    check(answers[-1].get("code") == "rate", "not a hail of them", answers)
    check(b.call("ping")["type"] == "ack", "which costs the others nothing")
    refused(b.call("react", seat=0, picture="wow"), "seat", "nobody gestures for another")
    refused(watcher.call("react", seat=0, picture="wow"), "seat", "who looks on keeps still")
    refused(b.call("react", seat=1, picture="rude"), "format", "only these pictures")
    check(log(server, code) == before and a.view["number"] == number, "nothing of it is stored")
    elsewhere.call("ping")
    late = Player(server.url, code)
    late.wait(lambda v: True)
    late.web.send({"v": 1, "type": "ping", "id": 77})
    kinds = []
    while not kinds or kinds[-1] != "ack":
        kinds.append(late.take(5)["type"])
    check("react" not in kinds, "who comes later has missed it", kinds)


def main():
    penna = sys.argv[1]
    with Server(penna, *FREE) as server:
        waiting(server)
        playing(server)
        names(server)
        reactions(server)
        check(server.stop() == 0 and server.said() == "", "ends well", server.said()[:500])
    old_log(penna)
    away(penna)


run_with(check, main)
