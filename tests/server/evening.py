#!/usr/bin/env python3
"""A club evening: 24 people at six tables over four rounds, each with a phone that goes where the server sends it, while people come late and
leave and the server is killed. The dice of a round are the same at all its tables and known to nobody before; seating, standings and CSV are
computed again here, from docs/club.md alone.

usage: evening.py PENNA
"""
import contextlib
import csv
import hashlib
import io
import itertools
import json
import os
import pathlib
import random
import re
import select
import subprocess
import sys
import tempfile
import time

from harness import Checks, Closed, Player, Server, run_with  # isort: skip
import verify
from cluster import Database, Node

check = Checks()
rng = random.Random(7)
FREE = ["--tables-per-address", "0", "--connections-per-address", "0", "--messages-per-second", "0", "--stand-in", "greedy"]
FAILED = (Closed, ConnectionError, TimeoutError, OSError)
HEX = re.compile(r"[0-9a-f]{64}")
GAMES = ["qwixx", "twentyone", "qwinto", "qwixx"]


class Guest(Player):
    """Somebody at an evening, or at a table of it. `evening` is the last that was said of the evening; `secrets` are all long hex numbers that
    anybody was ever told, by which a key is known."""
    secrets = set()
    listening = []  # guests who do nothing else

    def __init__(self, url, table, token=None):
        self.evening = None
        super().__init__(url, table, token)

    def take(self, timeout=10):
        message = super().take(timeout)
        self.secrets.update(HEX.findall(json.dumps(message)))
        if message["type"] == "evening":
            self.evening = message
        return message

    def see(self, condition, timeout=20):
        """Takes messages until condition(evening)."""
        until = time.monotonic() + timeout
        while not (self.evening and condition(self.evening)):
            self.take(max(0.01, until - time.monotonic()))
        return self.evening


class Phone:
    """A person's phone: at the evening until it is told of a table, at that until it is over, then back."""

    def __init__(self, server, code, name):
        status, joined = server.request(f"/api/evenings/{code}/join", {"name": name})
        assert status == 200, joined
        self.server, self.code, self.name, self.token, self.player = server, code, name, joined["token"], joined["player"]
        self.where, self.guest, self.sent, self.off = code, None, None, False
        self.tables = []  # where it was sent

    def connect(self):
        while not self.guest:
            try:
                self.guest = Guest(self.server.url, self.where, self.token)
            except FAILED:
                time.sleep(0.02)

    def drop(self):
        if self.guest:
            self.guest.web.close()
        self.guest, self.sent = None, None

    def go(self, where):
        """Says hello somewhere else on the same connection."""
        self.where, self.sent, self.guest.view, self.guest.evening = where, None, None, None
        self.guest.send("hello", table=where, token=self.token, moves=True)

    def heard(self, message):
        """Does what the page does with what came; `hold` are tables at which nobody plays on."""
        if message["type"] == "evening" and message["evening"] == self.where:
            table = message["you"]["table"]
            if table and table not in self.tables[-1:]:
                self.tables.append(table)
                self.go(table)
        elif message["type"] == "view" and message["phase"] == "over":
            if self.where != self.code:
                self.go(self.code)

    def play(self, hold):
        """Chooses if it owes a choice, unless it is at a table that is held back."""
        view = self.guest.view
        if not view or view["table"] in hold or view["table"] != self.where:
            return
        for seat in self.guest.owes():
            if self.sent != (seat, view["node"]):
                self.sent = seat, view["node"]
                moves = next(v for v in view["views"] if v["seat"] == seat)["moves"]
                self.guest.send("submit", seat=seat, node=view["node"], move=rng.choice(moves))
                return


def listen():
    """Those who only listen take what has come: a server drops who does not."""
    for guest in Guest.listening:
        try:
            while guest.web.bytes or select.select([guest.web.socket], [], [], 0)[0]:
                guest.take()
        except FAILED:
            guest.connect()


def turn(phones, hold=(), timeout=0.1):
    """One turn of the loop over all phones: what has come is taken, who owes a choice makes it. False: nothing came."""
    here = [p for p in phones if not p.off]
    for p in here:
        p.connect()
    listen()
    ready = select.select([p.guest.web.socket for p in here], [], [], 0 if any(p.guest.web.bytes for p in here) else timeout)[0]
    for p in [p for p in here if p.guest.web.bytes or p.guest.web.socket in ready]:
        try:
            p.heard(p.guest.take())
            while p.guest and p.guest.web.bytes:
                p.heard(p.guest.take())
            p.play(hold)
        except FAILED:
            p.drop()
    return any(p.guest is None or p.guest.web.bytes for p in here) or bool(ready)


def crash(server, phones):
    """The server is killed and started again; everybody comes back by himself."""
    server.kill()
    server.start()
    for p in phones:
        p.drop()
    for guest in Guest.listening:
        guest.web.close()
        guest.connect()


def go_on(server, phones, condition, hold=(), seconds=200):
    """Plays until something is so, which is asked now and then. Who was held back before goes on by himself: nothing new comes to him."""
    end = time.monotonic() + seconds
    for p in phones:
        try:
            if p.guest and not p.off:
                p.play(hold)
        except FAILED:
            p.drop()
    while not condition():
        while turn(phones, hold):
            pass
        assert time.monotonic() < end, "it does not go on: " + json.dumps(status_of(server, phones[0].code))[:2000]


def status_of(server, code):
    status, whole = server.request(f"/api/evenings/{code}")
    assert status == 200, whole
    Guest.secrets.update(HEX.findall(json.dumps(whole)))
    return whole


# ---- What a stranger computes -------------------------------------------------------------------------------

class Traced(verify.Dice):
    """Dice that note what was asked of them."""

    def __init__(self, key):
        super().__init__(key)
        self.asked = []

    def place(self, turn_, ordinal, ways):
        self.asked.append((turn_, ordinal, ways))
        return super().place(turn_, ordinal, ways)


def outcomes(record):
    """Every roll of a record by turn, place, how many ways it can fall and which dice are rolled (a closed row's is not): with what the other dice show, for those
    that are kept."""
    lines = [line for line in record.split("\n") if line and not line.startswith("#")]
    name, seats = lines[1].split(" ")[1], sum(line.startswith("seat ") for line in lines)
    dice = Traced(bytes.fromhex(re.search("# key (.*)", record)[1]))
    game = verify.GAMES[name](dice, seats)
    next(game)
    out, before = {}, ""
    for line in lines:
        if line.startswith(("roll ", "draw ")):
            turn_, ordinal, ways = dice.asked[len(out)]
            out[turn_, ordinal, ways, re.sub("[0-9]", "?", line), before if ordinal else ""] = line
            before = line
            next(game)
        elif line.startswith("move "):
            game.send(line.split(" ")[1:])
            before += line if len(line.split(" ")) == 2 else ""
    return out


def away(total, count, unit=1000):
    """total / count in so many parts of one, halves away from zero."""
    sign = -1 if total < 0 else 1
    return sign * ((2 * unit * abs(total) + count) // (2 * count))


def standings(names, rounds, compared=True):
    """From the results of the tables, {seat: (player, points)} each, bots being no player: (rank, name, rounds, points, difference) by rank; and
    what everybody had in each round."""
    sums, each = {n: [0, 0, 0] for n in names}, {}
    for number, tables in enumerate(rounds, 1):
        for table, seats in enumerate(tables, 1):
            for seat, (player, points) in seats.items():
                if player is None:
                    continue
                others = [t[seat][1] for t in tables if t[seat][0] is not None]
                difference = away(points * len(others) - sum(others), len(others)) if compared else 0
                each[player, number] = table, seat + 1, points, difference
                for i, value in enumerate((1, points, difference)):
                    sums[player][i] += value
    order = sorted(names, key=lambda n: (-sums[n][2], -sums[n][1], names.index(n)))
    rank = lambda n: 1 + sum((sums[o][2], sums[o][1]) > (sums[n][2], sums[n][1]) for o in names)
    return [(rank(n), n, *sums[n]) for n in order], each


def thousandths(text):
    return round(float(text) * 1000)


# ---- The evening --------------------------------------------------------------------------------------------

def opening(server):
    """Opening one, and taking part; what is asked twice is done once."""
    token = "".join(rng.choice("abcdefghijk") for _ in range(32))
    body = {"title": "Friday", "games": GAMES, "rounds": 4, "seats": 4, "token": token}
    status, made = server.request("/api/evenings", body)
    check(status == 201 and made["url"].endswith(f"/e/{made['evening']}"), "an evening is opened", status, made)
    check(server.request("/api/evenings", body)[1] == made, "asked again it is the same")
    for wrong, code in [({"seats": 1}, "seats"), ({"seats": 9}, "seats"), ({"games": []}, "format"), ({"games": ["chess"]}, "game"), ({"rounds": 0}, "format"), ({"rounds": 21}, "format"),
                        ({"title": " "}, "name"), ({"title": "a\nb"}, "name"), ({"dice": "shared"}, "format"), ({"more": 1}, "format"), ({"games": ["qwinto-cards"], "dice": "manual"}, "bot"),
                        ({"token": "x"}, "token")]:
        status, said = server.request("/api/evenings", body | wrong)
        check(status >= 400 and said["error"]["code"] == code, "refused", wrong, said)
    code = made["evening"]
    check(server.request("/api/evenings")[0] == 405, "there is no list of evenings")
    check(server.request(f"/api/tables/{code}")[1].get("evening") == code, "who takes it for a table is told")
    check(server.request(f"/api/tables/{code}/record")[0] == 404, "which it is not")
    check("<svg" in server.request(f"/api/evenings/{code}/qr.svg")[1], "it has a QR code")
    check(server.request(f"/e/{code}")[0] == 200, "and a link")
    status, joined = server.request(f"/api/evenings/{code}/join", {"name": "Twin", "token": "T" * 32})
    check(server.request(f"/api/evenings/{code}/join", {"name": "Twin", "token": "T" * 32})[1] == joined and status == 200, "joining twice is joining once")
    check(server.request(f"/api/evenings/{code}/join", {"name": "tWIN"})[1].get("error", {}).get("code") == "taken", "names differ")
    host = Guest(server.url, code, token)
    Guest.listening = [host]
    check(host.call("gone", player=joined["player"])["type"] == "ack", "the organiser sends somebody away who will not come")
    check(server.table()["table"] != code, "tables are made as ever")
    return host, code


def seated(server, code, number, phones, bots):
    """The seating of a round: everybody once, as few at one table as at another, bots on different seats."""
    tables = status_of(server, code)["history"][number - 1]["tables"]
    people = [p for t in tables for p in t["players"] if p is not None]
    check(sorted(people) == sorted(p.player for p in phones), "everybody has one seat", number, people)
    free = [(i, seat) for i, t in enumerate(tables) for seat, p in enumerate(t["players"]) if p is None]
    check(len(free) == bots and len({i for i, _ in free}) == bots and len({seat for _, seat in free}) == bots, "bots are spread", free)
    return tables


def probes(server, code, host, phones, tables, done):
    """While one table of the round still plays, nobody learns the dice of it: not by looking on, by a record, by undo, by an error or a metric."""
    here = {t["table"]: t["players"] for t in tables}
    for table in here:
        status, said = server.request(f"/api/tables/{table}/record")
        check(status == 409 and said["error"]["code"] == "curtain", "nobody reads the record of a table", said)
        try:
            Guest(server.url, table)
            check(False, "nobody looks on")
        except Closed as why:
            check(str(why) == "curtain", "nobody looks on", why)
    mine = phones[0].tables[-1]
    other = next(t for t in here if t != mine)
    check(server.request(f"/api/tables/{other}/record", token=phones[0].token)[1]["error"]["code"] == "token", "not even who plays elsewhere")
    try:
        Guest(server.url, other, phones[0].token)
        check(False, "a seat is for one table")
    except Closed as why:
        check(str(why) == "token", "a seat is for one table", why)
    for p in phones[:8]:
        record = server.record(p.tables[-1], p.token)
        check("# commitment" in record and "# key" not in record, "one's own record has no key")
        Guest.secrets.update(HEX.findall(record))
        guest = Guest(server.url, p.tables[-1], p.token)
        view = guest.wait(lambda v: True)
        check(view["key"] is None and view["evening"] == code and view["sealed"] == 0, "nor has the view")
        answer = guest.call("undo", seat=view["you"][0], node=view["node"])
        check(answer["code"] == ("phase" if view["phase"] == "over" else "sealed"), "nothing is taken back", answer)
        for kind, members in [("again", {}), ("round", {"round": 2}), ("stop", {"round": 1}), ("salt", {"seat": view["you"][0], "salt": "0" * 64}), ("roll", {"node": view["node"], "outcome": "11:1111"})]:
            answer = guest.call(kind, **members)
            check(answer["type"] == "error", kind, "is refused", answer)
            Guest.secrets.update(HEX.findall(json.dumps(answer)))
        guest.web.close()
    for path in ["/metrics", f"/api/evenings/{code}", f"/api/evenings/{code}/results.csv", *[f"/api/tables/{t}" for t in here]]:
        Guest.secrets.update(HEX.findall(json.dumps(server.request(path)[1])))
    check(status_of(server, code)["key"] is None and host.evening["key"] is None, "nor the evening")
    check(sum(t["over"] for t in status_of(server, code)["history"][-1]["tables"]) == done, "results come as tables end")


def one_round(server, code, host, number, phones, bots, middle=None):
    """Plays a round; one table is held back to the end. `middle` happens when all the others are over."""
    check(host.call("round", round=number + 1)["type"] == "error", "no round is skipped")
    check(host.call("round", round=number)["type"] == "ack" and host.call("round", round=number)["type"] == "ack", "a round begins, once", number)
    if number == 1:
        crash(server, phones)
    host.see(lambda e: e["round"] == number and e["stage"] == "playing")
    tables = seated(server, code, number, phones, bots)
    hold = {tables[number % len(tables)]["table"]}
    if number == 2:
        go_on(server, phones, lambda: all(p.tables for p in phones), hold)
        crash(server, phones)
    over = lambda: sum(t["over"] for t in status_of(server, code)["tables"]) == len(tables) - 1
    go_on(server, phones, over, hold)
    if middle:
        middle(tables)
    probes(server, code, host, [p for p in phones if not p.off], tables, len(tables) - 1)
    before = set(Guest.secrets)
    if number == 3:
        crash(server, phones)
    go_on(server, phones, lambda: status_of(server, code)["stage"] == "between")
    return tables, before


def compare(server, tables, before):
    """The records of a round, node by node. Their key, and what came of them by seat."""
    records = [server.record(t["table"]) for t in tables]
    end = time.monotonic() + 20
    while any("# key" not in r for r in records) and time.monotonic() < end:
        time.sleep(0.1)
        records = [server.record(t["table"]) for t in tables]
    keys, commitments = ({re.search(f"# {what} (.*)", r)[1] for r in records} for what in ("key", "commitment"))
    check(len(keys) == len(commitments) == 1, "one key for all tables", keys)
    key = keys.pop()
    check(key not in before and commitments.pop() in before, "the key was told to nobody before, the commitment to everybody")
    for record in records:
        check(server.check_record(record) == "" and server.check_record(record, "verify") == "" and verify.verify(record) > 0, "a good record", record[:80])
    rolls, same = [outcomes(r) for r in records], 0
    for a, b in itertools.combinations(rolls, 2):
        shared = a.keys() & b.keys()
        same += len(shared)
        check(all(a[k] == b[k] for k in shared), "the same dice fall in the same place")
    check(same > 10 * len(rolls), "there is much that is the same", same)
    out = []
    for table, record in zip(tables, records):
        names = re.findall("^seat (human|bot:[^ ]*) (.*)$", record, re.M)
        points = [int(word) for word in re.search("^score (.*)$", record, re.M)[1].split()]
        out.append({seat: (name if kind == "human" else None, points[seat]) for seat, (kind, name) in enumerate(names)})
        check([p is None for p in table["players"]] == [kind != "human" for kind, _ in names], "who sits there is who was sent")
    return key, out


def whole_evening(penna):
    with Server(penna, *FREE) as server:
        host, code = opening(server)
        phones = [Phone(server, code, f"Guest {i:02}") for i in range(22)]
        watcher = Guest(server.url, code)
        Guest.listening.append(watcher)
        for kind, members in [("round", {"round": 1}), ("finish", {}), ("gone", {"player": 3})]:
            check(watcher.call(kind, **members).get("code") == "host", "who looks on says nothing", kind)
        phones[0].connect()
        check(phones[0].guest.call("round", round=1).get("code") == "host" and phones[0].guest.call("gone", player=5).get("code") == "host", "nor who only takes part")
        check(phones[0].guest.call("submit", seat=0, node=0, move="-").get("code") == "phase", "an evening is no table")

        keys, rounds = [], []

        def play(number, people, bots, middle=None):
            tables, before = one_round(server, code, host, number, people, bots, middle)
            key, results = compare(server, tables, before)
            keys.append(key)
            rounds.append(results)

        late = []
        play(1, phones, 2, lambda _: late.extend(Phone(server, code, f"Late {i}") for i in range(2)))
        check(all(not p.tables for p in late), "who comes late waits for the next round")
        everybody = phones + late

        def leave(tables):
            """One at the last table goes himself, another is sent away; bots play on."""
            slow = [p for p in everybody if p.tables[-1] == tables[2 % len(tables)]["table"]]
            guest = Guest(server.url, code, slow[0].token)
            check(guest.call("gone", player=slow[0].player)["type"] == "ack", "somebody leaves")
            check(host.call("gone", player=slow[1].player)["type"] == "ack", "somebody is sent away")
            guest.web.close()
            for p in slow[:2]:
                p.off = True
                p.drop()

        play(2, everybody, 0, leave)
        gone = [p for p in everybody if p.off]
        check(len(gone) == 2, "two have gone")
        left = [t["left"] for t in status_of(server, code)["history"][1]["tables"]]
        check(sum(map(len, left)) == 2, "it is written down for whom a bot played on", left)
        play(3, [p for p in everybody if not p.off], 2)
        for p in gone:
            p.off = False
            check(host.call("back", player=p.player)["type"] == "ack", "they come back")
        play(4, everybody, 0)
        host.see(lambda e: e["phase"] == "over")
        whole = status_of(server, code)
        secret = bytes.fromhex(whole["key"])
        check(hashlib.blake2b(secret, digest_size=32).hexdigest() == whole["commitment"], "the key of the evening is the one that was committed to")
        check(keys == [hashlib.blake2b(b"round" + bytes([n]), key=secret, digest_size=32).hexdigest() for n in range(1, 5)], "the keys of the rounds follow from it")
        results(server, code, whole, ["Twin"] + [p.name for p in everybody], rounds)
        fair_seats(rounds)
        check(host.call("round", round=5).get("code") == "phase" and host.call("finish")["type"] == "ack", "it is over")
        check(server.request(f"/api/evenings/{code}/join", {"name": "Nobody"})[1]["error"]["code"] == "phase", "nobody joins what is over")
        check(server.said().count("cannot be read") == 0, "every log is read", server.said()[-500:])


def results(server, code, whole, names, rounds, compared=True):
    """The standings and the CSV, against what is computed here."""
    order, each = standings(names, rounds, compared)
    of = [p["name"] for p in whole["players"]]
    told = [(s["rank"], of[s["player"]], s["rounds"], s["points"], thousandths(s["difference"] or 0)) for s in whole["standings"]]
    check(told == order, "the standings are what comes of the results", told[:4], order[:4])
    check((whole["standings"][0]["difference"] is None) != compared, "with real dice nothing is compared")
    text = server.request(f"/api/evenings/{code}/results.csv")[1]
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    check([(int(r["rank"]), r["name"], int(r["rounds"]), int(r["points"]), thousandths(r["difference"] or 0)) for r in rows] == order, "so is the CSV")
    for row in rows:
        for number in range(1, len(rounds) + 1):
            have = each.get((row["name"], number))
            fields = [row[f"{what} {number}"] for what in ("table", "seat", "points", "difference")]
            check(fields == ([str(have[0]), str(have[1]), str(have[2]), f"{have[3] / 1000:.3f}" if compared else ""] if have else [""] * 4), "and each round in it", row["name"], number, fields, have)
    for number, tables in enumerate(rounds, 1):
        check(not compared or abs(sum(each[n, number][3] for n in names if (n, number) in each)) <= 2 * len(names), "what some gain others lose")
    check(text.endswith("\r\n") and "\n\n" not in text.replace("\r", ""), "lines end as RFC 4180 has it")


def fair_seats(rounds):
    """In four rounds with 24 people nobody need meet anybody twice, and few do; seats change."""
    met, seats = {}, {}
    for tables in rounds:
        for table in tables:
            people = sorted(n for n, _ in table.values() if n)
            for pair in itertools.combinations(people, 2):
                met[pair] = met.get(pair, 0) + 1
            for seat, (name, _) in table.items():
                seats.setdefault(name, []).append(seat)
    again = sum(n - 1 for n in met.values())
    check(again <= 6 and max(met.values()) == 2 if again else True, "hardly anybody meets again", again)
    twice = sum(len(s) - len(set(s)) for n, s in seats.items() if n)
    check(twice <= 12, "hardly anybody has a seat twice", twice)


def real_dice(penna):
    """A plain table of points: dice are typed in, a name that looks like a formula is none, one table is no secret."""
    with Server(penna, *FREE) as server:
        _, made = server.request("/api/evenings", {"title": "Real", "games": ["qwixx"], "rounds": 1, "seats": 2, "dice": "manual"})
        code = made["evening"]
        phones = [Phone(server, code, name) for name in ("=1+1", 'A "B", C')]
        host = Guest(server.url, code, made["token"])
        Guest.listening = [host]
        check(host.call("round", round=1)["type"] == "ack", "it begins")
        host.see(lambda e: e["stage"] == "playing")
        looker = None
        end = time.monotonic() + 100
        while status_of(server, code)["phase"] != "over" and time.monotonic() < end:
            for _ in range(20):
                turn(phones, (), 0.02)
                view = phones[0].guest.view
                if view and view["kind"] == "chance" and view["phase"] == "playing" and view["table"] == phones[0].where:
                    looker = looker or Guest(server.url, view["table"])
                    phones[0].guest.call("roll", node=view["node"], outcome=roll_of(view["views"][0]["record"]))
        whole = status_of(server, code)
        record = server.record(whole["tables"][0]["table"])
        points = [int(word) for word in re.search("^score (.*)$", record, re.M)[1].split()]
        players = whole["tables"][0]["players"]
        names = ["=1+1", 'A "B", C']
        text = server.request(f"/api/evenings/{code}/results.csv")[1]
        check('"\'=1+1"' in text and '"A ""B"", C"' in text, "names are quoted, and no formula", text)
        told = {whole["players"][s["player"]]["name"]: s["points"] for s in whole["standings"]}
        check(told == {names[p]: points[i] for i, p in enumerate(players)} and whole["standings"][0]["difference"] is None, "points count", told)
        check(looker.wait(lambda v: v["phase"] == "over"), "one table may be looked at")


def roll_of(record):
    """Dice for the next roll of Qwixx, closed rows left out."""
    last = {"r": "r12", "y": "y12", "g": "g2", "b": "b2"}
    played = set(word for line in record.split("\n") if line.startswith("move ") for word in line.split(" "))
    die = lambda: str(rng.randint(1, 6))
    return die() + die() + ":" + "".join("-" if last[row] in played else die() for row in "rygb")


def small_evening(game, people, *servers):
    """Two rounds of a game at tables of two: its code, the organiser and the phones of the people, who are spread over the servers."""
    _, made = servers[0].request("/api/evenings", {"title": "Small", "games": [game], "rounds": 2, "seats": 2})
    code = made["evening"]
    host = Guest(servers[0].url, code, made["token"])
    Guest.listening = [host]
    return code, host, [Phone(servers[i % len(servers)], code, f"P{i}") for i in range(people)]


def stopped(penna):
    """The organiser ends a round at which a table is not over: it does not count, and is closed."""
    with Server(penna, *FREE) as server:
        code, host, phones = small_evening("twentyone", 4, server)
        check(host.call("stop", round=1).get("code") == "early", "what has not begun is not stopped")
        host.call("round", round=1)
        tables = host.see(lambda e: e["stage"] == "playing")["tables"]
        hold = {tables[0]["table"]}
        go_on(server, phones, lambda: any(t["over"] for t in status_of(server, code)["tables"]), hold)
        check(host.call("finish").get("code") == "phase", "not in the middle of a round")
        check(host.call("stop", round=1)["type"] == "ack" and host.call("stop", round=1)["type"] == "ack", "it is stopped")
        end = time.monotonic() + 20
        while "# key" not in server.record(tables[1]["table"]) and time.monotonic() < end:
            time.sleep(0.1)
        slow = Guest(server.url, tables[0]["table"])
        check(slow.wait(lambda v: v["closed"])["key"] is None, "what was not over is closed")
        whole = status_of(server, code)
        check([s["rounds"] for s in whole["standings"]].count(1) == 2 and not whole["tables"][0]["over"], "and does not count", whole["standings"])
        check(host.call("finish")["type"] == "ack" and host.see(lambda e: e["phase"] == "over")["key"], "it may end before its last round")


def own_allowance(penna):
    """The tables of an evening do not count as tables that its organiser opens, but ten times as many, and a round that is refused costs nothing."""
    with Server(penna, "--tables-per-address", "3", "--stand-in", "greedy") as server:
        made = server.request("/api/evenings", {"title": "Many", "games": ["qwixx"], "rounds": 9, "seats": 2})[1]
        for i in range(15):
            server.request(f"/api/evenings/{made['evening']}/join", {"name": f"P{i}"})
        host = Guest(server.url, made["evening"], made["token"])
        answers = []
        for number in range(1, 5):
            answers.append(host.call("round", round=number))
            if answers[-1]["type"] == "ack":
                host.see(lambda e, n=number: e["round"] == n and e["stage"] == "playing")
                host.call("stop", round=number)
                host.see(lambda e: e["stage"] == "between")
        check([a["type"] for a in answers] == ["ack"] * 3 + ["error"] and answers[3].get("code") == "rate", "thirty tables of rounds, of which eight each make three rounds", answers)
        seats = {"game": "qwixx", "seats": [{"kind": "human", "name": "A"}]}
        check([server.request("/api/tables", seats)[0] for _ in range(3)] == [201, 201, 429], "and beside it as many tables as ever")


def uninvited(penna):
    """Somebody who has the code takes all places: each that the organiser frees is the next one's who comes, unless its player ever sat at a table;
    and one address cannot take them again and again."""
    with Server(penna, "--trust-proxy", "--tables-per-address", "30", "--connections-per-address", "0", "--messages-per-second", "0", "--stand-in", "greedy") as server:
        made = server.request("/api/evenings", {"title": "Found out", "games": ["qwixx"], "rounds": 3, "seats": 2})[1]
        path, serial = f"/api/evenings/{made['evening']}", itertools.count()

        def join(address, name=None, token=None):
            whom = {"name": name or f"N{next(serial)}"} | ({"token": token} if token else {})
            return server.request(f"{path}/join", whom, headers={"X-Forwarded-For": address})

        def free(player, name):
            return host.call("gone", player=player, name=name)["type"] == "ack"

        friends = [join("192.0.2.1", f"Friend {i}")[1] for i in range(2)]
        host = Guest(server.url, made["evening"], made["token"])
        check(host.call("round", round=1)["type"] == "ack" and host.see(lambda e: e["stage"] == "playing") and host.call("stop", round=1)["type"] == "ack", "two have sat at a table")
        host.see(lambda e: e["stage"] == "between")
        crowd = []
        while (answer := join("198.51.100.7"))[0] == 200:
            crowd.append(answer[1])
        names = [one["name"] for one in host.see(lambda e: len(e["players"]) == len(crowd) + 2)["players"]]
        check(answer[1]["error"]["code"] == "full" and [one["player"] for one in crowd] == list(range(2, len(names))), "a crowd takes all places", answer)
        check(free(0, "Friend 0") and join("192.0.2.9")[1]["error"]["code"] == "full", "the place of one who has sat at a table is his")
        chosen = crowd[9]["player"]
        check(free(chosen, "somebody else") and join("192.0.2.9")[1]["error"]["code"] == "full", "nobody is sent away who is not meant")
        check(free(chosen, names[chosen]), "the organiser frees a place")
        token = "T" * 32
        status, guest = join("192.0.2.9", "Guest", token)
        check(status == 200 and guest["player"] == chosen and join("192.0.2.9", "Guest", token)[1] == guest, "it is the next one's who comes, who may ask again", status, guest)
        check(free(chosen, names[chosen]) and not status_of(server, made["evening"])["players"][chosen]["gone"], "what was said of the one before is not said of him")
        back = []
        while len(back) < len(crowd) and (not back or back[-1][0] == 200):
            player = crowd[len(back) + 10]["player"]
            free(player, names[player])
            back.append(join("198.51.100.7"))
        check(len(back) > 1 and back[-1][1]["error"]["code"] == "rate", "an address has had enough of it", len(back), back[-1])
        check(join("192.0.2.10")[0] == 200, "and others have the place")
        server.kill()
        server.start()
        one = status_of(server, made["evening"])["players"][chosen]
        check(one == {"name": "Guest", "gone": False, "since": 1} and Guest(server.url, made["evening"], token).see(lambda e: True)["you"]["player"] == chosen, "also after a crash", one)
        stranger = Guest(server.url, made["evening"])
        check(stranger.call("hello", table=made["evening"], token=crowd[9]["token"]).get("code") == "token", "whoever had it takes part no more")
        check(Guest(server.url, made["evening"], friends[1]["token"]).see(lambda e: True)["you"]["player"] == 1, "everybody else does")


def restless(penna):
    """Who leaves and comes back for ever does not end the log of the evening, in which everybody's results must have room."""
    with Server(penna, *FREE) as server:
        made = server.request("/api/evenings", {"title": "Doors", "games": ["qwixx"], "rounds": 2, "seats": 2})[1]
        joined = [server.request(f"/api/evenings/{made['evening']}/join", {"name": name})[1] for name in ("Ann", "Ben")]
        ann, ben, host = [Guest(server.url, made["evening"], one["token"]) for one in (*joined, made)]
        answers = []
        for i in range(200):
            answers.append(ann.call("back" if i % 2 else "gone", player=0))
            if answers[-1]["type"] == "error":
                break
        check(len(answers) > 8 and answers[-1].get("code") == "rate", "somebody comes and goes, but not for ever", len(answers), answers[-1])
        server.kill()
        server.start()
        ann, ben, host = [Guest(server.url, made["evening"], one["token"]) for one in (*joined, made)]
        check(ann.call("gone", player=0).get("code") == "rate" and ann.call("back", player=0)["type"] == "ack", "nor after a crash, and he stays")
        check(ben.call("gone", player=1)["type"] == "ack" and ben.call("back", player=1)["type"] == "ack", "another may")
        check(host.call("gone", player=0)["type"] == "ack" and host.see(lambda e: e["players"][0]["gone"]), "and the organiser may send him away")


def luck_of(server, record):
    """What luck everybody had, in thousandths of a point, as anybody can have it computed."""
    path = server.folder / "luck.penna"
    path.write_text(record, encoding="utf-8")
    said = subprocess.run([server.penna, "analyse", "--quick", "--json", str(path)], capture_output=True, text=True, check=True).stdout
    return [round(1000 * seat["points_luck"]) for seat in json.loads(said)["seats"]]


def both_rounds(server, code, host, phones, meanwhile=lambda: None):
    for number in (1, 2):
        check(host.call("round", round=number)["type"] == "ack", "it begins")
        host.see(lambda e, n=number: e["round"] == n and e["stage"] == "playing")
        meanwhile()
        go_on(server, phones, lambda: status_of(server, code)["stage"] == "between")


def judged(server, code):
    """The whole evening, when the judge has come to all of it: he comes after everybody else on the machine."""
    end = time.monotonic() + 200
    while any(s["adjusted"] is None for s in status_of(server, code)["standings"]) and time.monotonic() < end:
        time.sleep(0.2)
    return status_of(server, code)


def check_luck(server, code, whole):
    """The second column: points less luck, against the mean of the same, the luck being what `penna analyse` finds."""
    points = [{seat: {} for seat in range(2)} for _ in range(2)]  # by round and seat: points less luck of people, by table
    for number, one in enumerate(whole["history"]):
        for table in one["tables"]:
            luck = luck_of(server, server.record(table["table"]))
            for seat, player in enumerate(table["players"]):
                if player is not None:
                    points[number][seat][player] = 1000 * table["points"][seat] - luck[seat]
    above = lambda number, seat, player: (all_of := points[number][seat]) and away(all_of[player] * len(all_of) - sum(all_of.values()), len(all_of), 1)
    sums = {}
    for number, one in enumerate(whole["history"]):
        for table in one["tables"]:
            mine = [None if player is None else above(number, seat, player) for seat, player in enumerate(table["players"])]
            told = [None if value is None else thousandths(value) for value in table["adjusted"]]
            check(told == mine, "what is left when luck is taken out", number, told, mine)
            for player, value in zip(table["players"], mine):
                sums[player] = sums.get(player, 0) + (value or 0)
    told = {s["player"]: thousandths(s["adjusted"]) for s in whole["standings"]}
    check(told == {player: sums[player] for player in told} and any(told.values()), "and its sum", told, sums)
    order = [(-thousandths(s["difference"]), -s["points"]) for s in whole["standings"]]
    check(order == sorted(order), "the order is by the difference all the same")
    rows = list(csv.DictReader(io.StringIO(server.request(f"/api/evenings/{code}/results.csv")[1], newline="")))
    check([thousandths(row["adjusted"]) for row in rows] == [told[s["player"]] for s in whole["standings"]], "so it is in the CSV")
    check(all(sum(thousandths(row[f"adjusted {n}"]) for n in (1, 2)) == thousandths(row["adjusted"]) for row in rows), "round by round")


def how_far(*guests):
    """Waits until everybody was told how far the tables are: what a server has seen itself, and one that comes later has not."""
    for guest in guests:
        guest.see(lambda e: e["stage"] == "playing" and any("turn" in t for t in e["tables"]))


def without_luck(penna):
    """The judge comes to it by himself, and neither an end in between nor a crash loses anything."""
    with Server(penna, *FREE) as server:
        code, host, phones = small_evening("qwixx", 3, server)
        both_rounds(server, code, host, phones, lambda: how_far(host))
        check(all("turn" not in t for t in status_of(server, code)["tables"]), "how far a table is ends with it")
        check(server.stop() == 0, "the server ends well in the middle of it")
        server.start()
        crash(server, phones)
        check_luck(server, code, judged(server, code))


class Member(Node):
    """One of several servers on a database, spoken to as one alone."""
    request, record = Server.request, Server.record


def same(told, whole, words):
    """Everything that two servers say of an evening, but what differs is shown."""
    check(told == whole, words, {key: (told.get(key), whole[key]) for key in whole if told.get(key) != whole[key]})


def several_servers(penna):
    """Two servers on one PostgreSQL, people at both: everybody sees the same standings as they come, luck taken off too, and a server that is killed while the judge is
    at work leaves it to the other. One server alone has the same of a copy."""
    with contextlib.closing(Database()) as database, tempfile.TemporaryDirectory() as folder:
        url = database.fresh("evening")
        nodes = [Member(penna, url, name, folder, *FREE) for name in ("one", "two")]
        try:
            code, host, phones = small_evening("qwixx", 4, *nodes)
            there = Guest(nodes[1].url, code)
            Guest.listening.append(there)
            both_rounds(nodes[0], code, host, phones, lambda: how_far(host, there))
            for guest in (host, there):
                guest.see(lambda e: e["phase"] == "over", 60)
            plain = lambda e: [(s["rank"], s["player"], s["points"], s["difference"]) for s in e["standings"]]
            check(plain(host.evening) == plain(there.evening) and host.evening["standings"][0]["rounds"] == 2, "the standings are live at both servers")
            nodes[0].kill()
            Guest.listening = [there]
            there.see(lambda e: all(s["adjusted"] is not None for s in e["standings"]), 200)
            whole = judged(nodes[1], code)
            check(there.evening["standings"] == whole["standings"], "luck is taken off live, too")
            check_luck(nodes[1], code, whole)
            nodes[0].start()
            same(status_of(nodes[0], code), whole, "who comes back says the same of it, all of it")
            copy = pathlib.Path(folder) / "alone" / "server.db"
            copy.parent.mkdir()
            subprocess.run([penna, "backup", url, str(copy)], check=True, capture_output=True)
            with Server(penna, *FREE, folder=copy.parent, file=True) as alone:
                same(status_of(alone, code), whole, "and so does one server with a copy")
        finally:
            for node in nodes:
                if node.process.poll() is None:
                    node.kill()


def beside_an_older_one(penna):
    """While a server of an earlier version shares the store nobody comes instead of another, which that one could not read; as soon as it has ended somebody does."""
    with contextlib.closing(Database()) as database, tempfile.TemporaryDirectory() as folder:
        url = database.fresh("older")
        sql = lambda text: database.primary.sql(text, "older")
        Member(penna, url, "one", folder, *FREE).stop()
        latest = sql("SELECT format FROM penna.meta")
        sql("UPDATE penna.meta SET format = 5; INSERT INTO penna.nodes (id, beat, version) VALUES ('older', now() + interval '1 day', '0.2 format 5')")
        node = Member(penna, url, "one", folder, *FREE)
        try:
            made = node.request("/api/evenings", {"title": "Shared", "games": ["qwixx"], "rounds": 2, "seats": 2})[1]
            join = lambda name: node.request(f"/api/evenings/{made['evening']}/join", {"name": name})
            names = []
            while join(f"N{len(names)}")[0] == 200:
                names.append(f"N{len(names)}")
            host = Guest(node.url, made["evening"], made["token"])
            check(host.call("gone", player=7, name="N7")["type"] == "ack" and join("Guest")[1]["error"]["code"] == "full", "a full evening stays full beside an older server")
            sql("DELETE FROM penna.nodes WHERE id = 'older'")
            end = time.monotonic() + 30
            while sql("SELECT format FROM penna.meta") != latest and time.monotonic() < end:
                time.sleep(0.1)
            guest = join("Guest")[1]
            check(guest.get("player") == 7, "and has room when that has ended", guest)
            check("instead" in sql("SELECT DISTINCT split_part(text, ' ', 1) FROM penna.events").split(), "by a word that only the new ones know")
            check(node.stop() == 0, "it ends well")
        finally:
            if node.process.poll() is None:
                node.kill()


def main():
    whole_evening(sys.argv[1])
    if "PENNA_TEST_GAMES" not in os.environ or "PENNA_LONG" in os.environ:
        without_luck(sys.argv[1])
    if "PENNA_TEST_GAMES" not in os.environ:  # under sanitizers: tests/meson.build says why
        several_servers(sys.argv[1])
        beside_an_older_one(sys.argv[1])
    real_dice(sys.argv[1])
    stopped(sys.argv[1])
    own_allowance(sys.argv[1])
    uninvited(sys.argv[1])
    restless(sys.argv[1])


if __name__ == "__main__":
    run_with(check, main)
