#!/usr/bin/env python3
"""What time does: idle tables expire by the rule and their clients are told; one who is away is replaced by a bot until
he comes back; one who is silent is asked whether he is there, and dropped. A clock that is set disturbs nobody.

usage: time.py PENNA
"""
import os
import random
import subprocess
import sys
import time

from harness import FAKETIME, Checks, Clocked, Player, Server, choose, play_out

check = Checks()
rng = random.Random(11)


def told(player, timeout=10):
    """The message with which the server ends the connection."""
    end = time.monotonic() + timeout
    while time.monotonic() < end:
        message = player.web.receive(timeout)
        if message["type"] == "bye":
            return message
    return None


def come_back(player):
    """Connects again; what was seen before is forgotten."""
    player.web.close()
    player.view = None
    player.connect()
    player.wait(lambda v: True)


def rows_of(server, code):
    return sum(int(server.sql(f"SELECT count(*) FROM {{s}}{name} WHERE code = '{code}'")[0][0]) for name in ("tables", "events", "holders"))


def expiry(penna):
    with Server(penna, "--keep", "5s", "--keep-waiting", "2s", "--connections-per-address", "0") as server:
        waiting = server.table("qwixx", ["human", "open"])
        abandoned = server.table("qwixx", ["human", "bot:greedy"])
        code, tokens = server.people("qwixx", 2)  # is played at all the time
        solo = server.table("qwixx", ["human"])
        finished = Player(server.url, solo["table"], solo["token"])
        play_out([finished], rng)
        over, record = time.monotonic(), server.record(solo["table"])
        finished.web.close()
        a, b = (Player(server.url, code, t) for t in tokens)
        idle = Player(server.url, waiting["table"], waiting["token"])
        looks_on = Player(server.url, abandoned["table"])
        a.wait(lambda v: v["phase"] == "playing")
        told_at = {}
        check(told(idle) == {"v": 1, "type": "bye", "code": "deleted", "text": "nothing has happened at this table for long: it is deleted", "after": None},
              "who waits at a table that never began is told")
        check(server.request(f"/api/tables/{waiting['table']}")[0] == 404, "and it is gone")
        check(server.request(f"/api/tables/{waiting['table']}/join", {"name": "B"})[0] == 404, "for joining too")
        check(server.request(f"/api/tables/{abandoned['table']}")[0] == 200, "one that began is kept longer")
        check(server.record(solo["table"]) == record, "so is the record of one that is over")
        for kept in ([], [solo["table"], abandoned["table"]]):  # first for as long as they are kept, then for longer
            while time.monotonic() - over < (4 if not kept else 9):
                node = a.view["node"]
                a.call("submit", seat=0, node=node, move=choose(a, 0, rng))
                a.call("withdraw", seat=0, node=node)
                time.sleep(0.5)
            for gone in kept:
                check(server.request(f"/api/tables/{gone}/record")[0] == 404 and rows_of(server, gone) == 0, "later it is gone", gone)
            told_at[len(kept)] = server.request("/api/mine", {"tokens": [solo["token"], tokens[0]]})[1]["tables"]
        check([t["table"] for t in told_at[2]] == [code] and len(told_at[0]) == 2, "own tables are those that are left", told_at)
        check(told(looks_on)["code"] == "deleted", "those who look on are told too")
        check(server.request(f"/api/tables/{code}")[0] == 200, "where something happens a table stays")
        check("penna_tables_unfinished 1\n" in server.request("/metrics")[1], "one table is left")
        server.kill()
        server.start()
        check(server.request(f"/api/tables/{solo['table']}")[0] == 404 and server.record(code, tokens[0]).startswith("# table"), "and so after a crash")
        check(rows_of(server, waiting["table"]) == 0, "nothing is left in the store")
        for p in (a, b):
            come_back(p)
        play_out([a, b], rng)
        check(server.stop() == 0 and server.said() == "", "ends well", server.said()[:500])


def refused_times(penna):
    for value in ("5", "0s", "-1d", "1w", "", "1dd", "9999999d"):
        done = subprocess.run([penna, "serve", "--port", "0", "--db", "/nonexistent/x", "--keep", value], capture_output=True, text=True, check=False)
        check(done.returncode == 2 and "--keep" in done.stderr, "no time", value, done.stderr)


def replaced(penna):
    """A seat whose player is away is played by a bot when another asks for it, until he is here again."""
    with Server(penna, "--away", "1s", "--stand-in", "greedy", "--connections-per-address", "0", "--messages-per-second", "0") as server:
        code, tokens = server.people("qwixx", 3)
        a, b, c = (Player(server.url, code, t) for t in tokens)
        play_out([a, b, c], rng, until=lambda v: v["turn"] >= 1)
        check(a.call("replace", seat=1)["code"] == "seat", "nobody who is here is replaced")
        b.web.close()
        a.wait(lambda v: not v["seats"][1]["here"])
        check(a.call("replace", seat=1)["code"] == "away", "nor one who went just now")
        time.sleep(1.2)
        check(Player(server.url, code).call("replace", seat=1)["code"] == "seat", "nor for somebody who only looks on")
        check(a.call("replace", seat=1)["type"] == "ack", "one who is away is replaced")
        check(c.call("replace", seat=1)["type"] == "ack", "and once more does no harm")
        a.wait(lambda v: v["seats"][1]["left"] and v["seats"][1]["bot"] == "greedy")
        c.wait(lambda v: v["seats"][1]["left"])
        turn = a.view["turn"]
        play_out([a, c], rng, until=lambda v: v["turn"] >= turn + 4)  # his own turn is among them
        check(a.view["turn"] >= turn + 4, "the game goes on without him")
        server.kill()
        server.start()
        for p in (a, c):
            come_back(p)
        check(a.view["seats"][1]["left"], "he is still replaced after a crash")
        come_back(b)
        b.wait(lambda v: not v["seats"][1]["left"])
        check(b.view["you"] == [1], "who says hello has his seat again")
        a.wait(lambda v: v["seats"][1]["here"] and not v["seats"][1]["left"])
        play_out([a, b, c], rng, until=lambda v: v["phase"] == "over" or v["turn"] >= turn + 8)
        if b.view["phase"] != "over":
            # One who left of his own will returns only of his own will.
            check(b.call("leave", seat=1)["type"] == "ack", "leaves")
            come_back(b)
            check(b.view["seats"][1]["left"], "hello alone does not bring him back")
            check(b.call("return", seat=1)["type"] == "ack", "return does")
        play_out([a, b, c], rng)
        record = server.record(code)
        check(server.check_record(record) == "" and server.check_record(record, "verify") == "", "the record is good")
        check(record.count("\nseat human ") == 3, "and names the people")
        check(a.call("replace", seat=1)["code"] in ("phase", "seat"), "nobody is replaced once over")


def silent(penna):
    """A client from which nothing comes is asked whether it is there: one that answers stays, one that does not is dropped."""
    with Server(penna, "--ping", "3s") as server:
        code, tokens = server.people("qwixx", 2)
        there, gone = (Player(server.url, code, t) for t in tokens)
        for p in (there, gone):
            p.wait(lambda v: v["phase"] == "playing" and v["seats"][0]["here"] and v["seats"][1]["here"])
        began = time.monotonic()
        there.wait(lambda v: not v["seats"][1]["here"], 20)  # answers pings while it waits; the other reads nothing
        took = time.monotonic() - began
        check(took > 4.5, "one that is silent is asked after three seconds and has two to answer", took)
        check(there.call("ping")["type"] == "ack", "one that answers pings stays")
        got, data = gone.web.bytes, b"x"
        while data:
            data = gone.web.socket.recv(65536)
            got += data
        check(got.count(b"\x89\0") == 1, "the other had been asked once, and was dropped", got)


class Set(Clocked):
    day = True


def clock_set(penna):
    """Somebody sets the clock, far ahead and far back, while people play: they notice nothing, and nothing is deleted that a wrong clock says is old."""
    with Set(penna, "--keep", "1h", "--keep-waiting", "8s") as server:  # so it looks every other second for what to delete
        over = server.table("qwixx", ["human"])
        play_out([Player(server.url, over["table"], over["token"])], rng)
        code, tokens = server.people("qwixx", 2)
        players = [Player(server.url, code, t) for t in tokens]
        for turn, seconds in enumerate((400 * 86400, -400 * 86400, 3600, 0)):
            server.ahead(seconds)
            play_out(players, rng, until=lambda v, n=turn: v["phase"] == "over" or v["turn"] >= 2 * n + 2)
            end = time.monotonic() + 5
            while time.monotonic() < end:
                check(server.request("/healthz")[0] == 200, "it is well", seconds)
                time.sleep(0.5)
            check(server.request(f"/api/tables/{over['table']}/record")[0] == 200, "what was over stays", seconds)
        check("the clock was set: nothing is deleted for an hour" in server.said(), "standard error hears of it")
        play_out(players, rng)
        check(players[0].view["phase"] == "over" and server.stop() == 0, "the game comes to its end")


def main():
    if os.environ.get("PENNA_TEST_GAMES"):
        pass  # under sanitizers, which faketime cannot stand before: tests/meson.build says so
    elif FAKETIME:
        clock_set(sys.argv[1])
    else:
        print("SKIP: faketime is missing")
    silent(sys.argv[1])
    expiry(sys.argv[1])
    refused_times(sys.argv[1])
    replaced(sys.argv[1])
    check.end()


main()
