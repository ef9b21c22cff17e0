#!/usr/bin/env python3
"""The daily (docs/daily.md): the same dice for everybody, one try a device, a key that nobody has before its day is over by anything
that can be asked, boards, and what was played without the server.

usage: daily.py PENNA
"""
import contextlib
import hashlib
import http.client
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time

from harness import FAKETIME, Checks, Closed, Player, Server, play_out, request, run_with  # first: it knows where the others are
import ed25519
import verify
from cluster import Database, Node

check = Checks()
rng = random.Random(15)
FREE = ["--tables-per-address", "0", "--connections-per-address", "0", "--messages-per-second", "0"]
NOON = 1789992000 // 86400 * 86400 + 43200  # of some day


class Day(Server):
    """A server whose clock is set: `at` is in seconds since 1970, and runs on from there."""

    def __init__(self, penna, at=NOON, more=()):
        self.at = at
        super().__init__(penna, *FREE, *more)

    def start(self):
        self.env = os.environ | {"LD_PRELOAD": str(FAKETIME), "FAKETIME": f"@{time.strftime('%Y-%m-%d %H:%M:%S', time.gmtime(self.at))}",
                                 "TZ": "UTC", "FAKETIME_DONT_FAKE_MONOTONIC": "1"}
        super().start()

    def move_to(self, at):
        """The same store, at another time."""
        self.stop()
        self.at = at
        self.start()

    def date(self, days=0):
        return time.strftime("%Y-%m-%d", time.gmtime(self.at + 86400 * days))

    def days(self):
        return self.request("/api/daily")[1]

    def deal(self, game, kind, days=0):
        day = next(day for day in self.days()["days"] if day["date"] == self.date(days))
        return next(deal for deal in day["deals"] if (deal["game"], deal["kind"]) == (game, kind))

    def board(self, game, kind, board="tries", first=0, device=None, date=None):
        own = f"/{device.hex}" if device else ""
        return self.request(f"/api/daily/{date or self.date()}/{game}/{kind}/{board}/{first}{own}")[1]


class Device:
    """A device with a key of its own."""

    def __init__(self, name="Ann"):
        self.seed, self.name = rng.randbytes(32), name
        self.hex = ed25519.public(self.seed).hex()
        self.token = "".join(rng.choice("abcdefghijklmnopqrstuvwxyzABCDEF-_") for _ in range(32))

    def sign(self, *words):
        return ed25519.sign(self.seed, "\n".join(words).encode()).hex()

    def body(self, server, game="qwixx", kind="alone", date=None, **more):
        date = date or server.date()
        day = [deal for day in server.days()["days"] if day["date"] == date for deal in day["deals"]]
        commitment = next((deal["commitment"] for deal in day if (deal["game"], deal["kind"]) == (game, kind)), "")
        signature = self.sign("penna daily 1 try", date, game, kind, commitment, self.token, self.name)
        return {"date": date, "game": game, "kind": kind, "name": self.name, "token": self.token, "device": self.hex, "signature": signature} | more

    def begin(self, server, *what, **more):
        return server.request("/api/daily", self.body(server, *what, **more))

    def player(self, server, code):
        return Player(server.url, code, self.token)

    def record_body(self, record, game, date, kind="alone", **more):
        signature = self.sign("penna daily 1 hand in", date, game, kind, self.name, "", record)
        return {"date": date, "game": game, "kind": kind, "name": self.name, "device": self.hex, "signature": signature, "record": record} | more

    def hand_in(self, server, record, game, date=None, **more):
        return server.request("/api/daily/open", self.record_body(record, game, date or server.date(), **more))


class ByList:
    """Chooses the same of the same moves, however often it is asked."""

    def choice(self, moves):
        return moves[sum(map(ord, "".join(moves))) % len(moves)]


def until(condition, seconds=60):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(0.2)
    return None


def nodes_of(record):
    return [line for line in record.splitlines() if line.split(" ")[0] in ("roll", "draw", "move")]


def refused(answer, code):
    return answer[1].get("error", {}).get("code") == code if isinstance(answer[1], dict) else False


def tries(penna):
    """Two devices, the same dice; one try each; leave, kill -9, resume; the board."""
    with Day(penna) as server:
        games = [game for game in server.request("/api/info")[1]["games"]]
        deals = {(deal["game"], deal["kind"]) for deal in server.days()["days"][1]["deals"]}
        check(deals == {(game, kind) for game in games for kind in ("alone", "bot")}, "a deal for each game, alone and against a bot", deals)
        for game, kind in sorted(deals):
            records = []
            for name in ("Ann", "Bob"):
                device = Device(name)
                status, made = device.begin(server, game, kind)
                check(status == 201, game, kind, "a try", status, made)
                player = device.player(server, made["table"])
                play_out([player], ByList())
                records.append(server.record(made["table"], device.token))
                check(device.begin(server, game, kind)[1] == made, game, kind, "asked again it is the same table")
            check(nodes_of(records[0]) == nodes_of(records[1]), game, kind, "the same moves meet the same dice, and the same bot, node by node")
            board = until(lambda g=game, k=kind: (b := server.board(g, k)) and b["done"] == 2 and b)
            check(board and [row["place"] for row in board["rows"]] == [1, 1], game, kind, "both are on the board, at the same place", board)


def one_try(penna):
    with Day(penna) as server:
        ann = Device()
        status, made = ann.begin(server)
        player = ann.player(server, made["table"])
        play_out([player], rng, until=lambda v: v["turn"] >= 3)
        seen = nodes_of(server.record(made["table"], ann.token))
        server.kill()
        server.start()
        again = ann.begin(server)[1]
        check(again["table"] == made["table"], "after kill -9 the same table", again)
        player = ann.player(server, made["table"])
        player.wait(lambda v: True)
        now = nodes_of(server.record(made["table"], ann.token))
        check(now[:len(seen)] == seen, "and the same game")
        check(refused((0, {"error": {"code": player.call("undo", seat=0, node=player.view["node"], take=0)["code"]}}), "sealed"), "nothing is taken back")
        player.call("leave", seat=0)
        player.call("return", seat=0)
        play_out([player], rng)
        check(player.call("again")["code"] == "sealed", "or played again")
        board = until(lambda: (b := server.board("qwixx", "alone", device=ann)) and b["own"] and b["own"]["accuracy"] is not None and b, 400)  # the judge comes after everybody else on the machine
        check(board and board["own"]["points"] == player.view["scores"][0] and 0 <= board["own"]["accuracy"] <= 100, "points, accuracy and luck", board)
        other = Device("Eve")
        body = ann.body(server)
        check(refused(server.request("/api/daily", body | {"token": other.token}), "signature"), "nobody speaks for another's key")
        check(refused(server.request("/api/daily", body | {"name": "Eve"}), "signature"), "nor changes what he said")
        check(refused(server.request("/api/daily", other.body(server, date=server.date(1))), "day"), "tomorrow has not come")
        check(refused(server.request("/api/daily", other.body(server, date=server.date(-1))), "day"), "yesterday is over")
        check(refused(server.request("/api/daily", other.body(server, kind="both")), "game"), "there is no such kind")
        check(server.request("/api/daily", other.body(server) | {"more": 1})[0] == 400, "nothing unknown")
        lost = Device("Lea")
        first = lost.begin(server)[1]
        lost.token = lost.token[::-1]
        check(refused(lost.begin(server), "token"), "a second token is no second try", first)


def hunt(server, needles, device, code):
    """Everything that can be asked; the answers that hold a key."""
    found = []

    def look(what, text):
        if any(needle in text for needle in needles):
            found.append(what)

    def get(path, body=None, token=None, headers=None):
        look(path, json.dumps(request(server.url, path, body, token, headers)[1]))

    for path in ("/api/info", "/api/daily", "/metrics", "/healthz", "/readyz", f"/api/tables/{code}", f"/api/tables/{code}/record", f"/r/{code}", f"/t/{code}",
                 f"/api/tables/{code}/key", "/api/daily/key", "/api/daily/secret", f"/api/tables/{code}/qr.svg", "/api/daily/../daily",
                 *(f"/api/daily/{server.date(day)}/qwixx/{kind}/{board}/0{own}" for day in (-1, 0, 1) for kind in ("alone", "bot") for board in ("tries", "open", "records", "secret") for own in ("", f"/{device.hex}"))):
        for token in (None, device.token, "x" * 32):
            get(path, token=token)
    for body in (device.body(server), device.body(server) | {"date": server.date(1)}, {"date": "secret", "game": "daily"}, {}, [], "key"):
        get("/api/daily", body)
        get("/api/daily/open", body)
        get("/api/mine", body)
    get("/api/mine", {"tokens": [device.token]})
    player = device.player(server, code)
    player.wait(lambda v: True)
    node = player.view["node"]
    for message in ({"type": "undo", "seat": 0, "node": node, "to": 0}, {"type": "agree", "seat": 0, "node": node, "yes": True}, {"type": "again"},
                    {"type": "replace", "seat": 0}, {"type": "free", "seat": 0}, {"type": "salt", "seat": 0, "salt": "00" * 32}, {"type": "roll", "node": node, "outcome": "11:1111"},
                    {"type": "submit", "seat": 0, "node": node + 1, "move": "-"}, {"type": "submit", "seat": 0, "node": node, "move": "key"}, {"type": "start", "bot": "greedy"},
                    {"type": "withdraw", "seat": 0, "node": node}, {"type": "reveal"}, {"type": "sealed", "until": 0}, {"type": "host", "seat": 0}, {"type": "shut", "yes": True},
                    {"type": "key"}, {"type": "hello", "table": code}, {"type": "hello", "table": code, "token": device.token, "moves": True}):
        message = dict(message)
        look(message["type"], json.dumps(player.call(message.pop("type"), **message)))
        look("view", json.dumps(player.view))
    for words in (("status",), ("tables",), ("table", code), ("show", code), ("who",), ("limits",), ("record", code), ("help",), ("backup",)):
        look(" ".join(words), server.admin(*words)[1])
    look("standard error", server.said())
    return found


def secret(penna):
    """Until its day is over a key cannot be had; then everybody has it, and every record verifies."""
    with Day(penna) as server:
        ann = Device()
        code = ann.begin(server)[1]["table"]
        secret_text = server.sql("SELECT text FROM {s}papers WHERE shelf = 'secret'")[0][0]
        words = "\n".join(("penna daily 1", server.date(), "qwixx", "alone", ""))
        key = hashlib.blake2b(words.encode(), digest_size=32, key=bytes.fromhex(secret_text)).hexdigest()
        check(hashlib.blake2b(bytes.fromhex(key), digest_size=32).hexdigest() == server.deal("qwixx", "alone")["commitment"], "the key is what docs/daily.md says")
        needles = [key, key.upper(), secret_text]
        player = ann.player(server, code)
        check(hunt(server, needles, ann, code) == [], "before the first move", hunt(server, needles, ann, code))
        play_out([player], rng, until=lambda v: v["turn"] >= 4)
        check(hunt(server, needles, ann, code) == [], "in the middle")
        play_out([player], rng)
        check(player.view["phase"] == "over" and player.view["key"] is None and player.view["sealed"], "over, and sealed")
        check(hunt(server, needles, ann, code) == [], "after the end")
        tomorrow = server.deal("qwixx", "alone", 1)
        check(all(deal["key"] is None for day in server.days()["days"][1:] for deal in day["deals"]), "no key of today or tomorrow")
        midnight = NOON // 86400 * 86400 + 86400
        server.move_to(midnight + 3500)
        check(hunt(server, needles, ann, code) == [], "nor while others may still finish")
        check(server.deal("qwixx", "alone")["commitment"] == tomorrow["commitment"], "tomorrow's commitment is today's")
        server.move_to(midnight + 3601)
        check(server.deal("qwixx", "alone", -1)["key"] == key, "when the day is over everybody is told")
        record = server.record(code)
        check(f"# key {key}" in record and server.check_record(record, "verify") == "", "and the record verifies")
        path = server.folder / "verify.penna"
        path.write_text(record, encoding="utf-8")
        done = subprocess.run([sys.executable, verify.__file__, str(path)], capture_output=True, text=True, check=False)
        check(done.returncode == 0, "by the verifier in Python, too", done.stdout, done.stderr)
        player = ann.player(server, code)
        player.wait(lambda v: True)
        check(player.view["key"] == key, "the view shows it")


def unseen(penna):
    """Nobody looks on at a try, or reads its record, before the day is over: not even when it is; for who saw it would know the dice of his own. Then everybody may."""
    with Day(penna) as server:
        ann, eve = Device(), Device("Eve")
        code, own = ann.begin(server)[1]["table"], eve.begin(server)[1]["table"]
        player = ann.player(server, code)

        def look(when):
            for token in (None, eve.token):
                answer = server.request(f"/api/tables/{code}/record", token=token)
                check(refused(answer, "token" if token else "curtain"), when, "nobody reads its record", answer)
                try:
                    Player(server.url, code, token)
                    check(False, when, "somebody looks on")
                except Closed as why:
                    check(str(why) == ("token" if token else "curtain"), when, "nobody looks on", why)
            rolls = [line.split(" ")[1] for line in nodes_of(server.record(code, ann.token)) if line.startswith("roll")]
            said = json.dumps([server.request(path)[1] for path in (f"/api/tables/{code}", f"/r/{code}", f"/t/{code}", f"/api/tables/{own}", "/metrics")])
            check(rolls and not any(roll in said for roll in rolls), when, "a roll is told nowhere else", rolls)

        play_out([player], ByList(), until=lambda v: v["turn"] >= 4)
        look("in the middle")
        server.admin("close", code)
        look("closed by who runs the server")
        play_out([eve.player(server, own)], ByList())
        code, ann = own, eve
        eve = Device("Mia")
        eve.begin(server)
        look("after the end")
        server.kill()
        server.start()
        look("after a crash")
        server.move_to(NOON // 86400 * 86400 + 86400 + 3601)
        check(nodes_of(server.record(code)) and Player(server.url, code).wait(lambda v: True)["phase"] == "over", "when the day is over everybody may look")


def late(penna):
    """A try that is finished when everybody has the key does not count."""
    with Day(penna) as server:
        ann = Device()
        code = ann.begin(server)[1]["table"]
        play_out([ann.player(server, code)], rng, until=lambda v: v["turn"] >= 2)
        date = server.date()
        server.move_to(NOON // 86400 * 86400 + 86400 + 4000)
        play_out([ann.player(server, code)], rng)
        time.sleep(1)
        board = server.board("qwixx", "alone", date=date)
        check(board["begun"] == 1 and board["done"] == 0, "begun, not done", board)


def play_open(penna, game, date, folder, seed, name="Ann"):
    """A game for one with the dice that follow from the date, as docs/daily.md and docs/protocol.md say, by Python alone; what is legal `penna moves` says."""
    chance = verify.GAMES[game](open_dice(date, game, "alone"), 1)
    path, lots = pathlib.Path(folder) / "open.penna", random.Random(seed)
    record, due = f"penna 1\ngame {game}\nseat human {name}\n", next(chance)
    while True:
        path.write_text(record, encoding="utf-8")
        said = subprocess.run([penna, "moves", str(path)], capture_output=True, text=True, check=True).stdout.split()
        if said[0] == "over":
            return record
        if said[0] == "chance":
            record, due = record + due + "\n", next(chance)
            continue
        move = lots.choice(said[1:])
        record, due = record + f"move {move}\n", chance.send([move])


def open_dice(date, game, kind):
    words = "\n".join(("penna daily 1 open", date, game, kind, ""))
    return verify.Dice(hashlib.sha512(words.encode()).digest()[:32])


def play_bot(server, game, date, lots, bot="expert"):
    """A game against the bot with the dice that follow from the date: at a table where they are typed in, so that the bot there is asked as at any other table."""
    made = server.table(game, ("human", f"bot:{bot}"), dice="manual")
    player = Player(server.url, made["table"], made["token"])
    while player.wait(lambda v: v["phase"] == "over" or v["kind"] == "chance" or player.owes())["phase"] != "over":
        view = player.view
        if view["kind"] != "chance":
            answer = player.call("submit", seat=0, node=view["node"], move=lots.choice(view["views"][0]["moves"]))
        else:
            chance = verify.GAMES[game](open_dice(date, game, "bot"), 2)
            due = next(chance)
            for line in nodes_of(view["views"][0]["record"]):
                due = chance.send(line.split(" ")[1:]) if line.startswith("move ") else next(chance)
            answer = player.call("roll", node=view["node"], outcome=due.split(" ")[1])
        assert answer["type"] == "ack", answer
        player.wait(lambda v, at=view["node"]: v["phase"] == "over" or v["node"] > at or v["kind"] != "chance" and v["seats"][0]["chosen"])  # not a view from before
    return "".join(line + "\n" for line in server.record(made["table"]).splitlines() if not line.startswith("#"))


def handed_in_bot(penna):
    """The same against the bot: whose moves must be the ones that it makes."""
    with Day(penna) as server:
        for game in server.request("/api/info")[1]["games"]:
            if game == "qwinto-cards":
                continue  # hidden cards are not typed in, so play_bot() cannot play it; nobody hands such a game in here
            ann, record = Device(), play_bot(server, game, server.date(), rng)
            began = time.monotonic()
            status, said = ann.hand_in(server, record, game, kind="bot")
            print(f"{game}: handed in in {1000 * (time.monotonic() - began):.1f} ms")
            check(status == 200, game, "against the bot is taken", status, said)
            check(ann.hand_in(server, record, game, kind="bot") == (status, said), game, "sent again, the same answer")
            board = server.board(game, "bot", "open", device=ann)
            score = [int(word) for word in next(line for line in record.splitlines() if line.startswith("score")).split()[1:]]
            check(board["done"] == 1 and [board["own"]["points"], board["own"]["other"]] == score, game, "both points are on the board", board)
            check(refused(Device("Bob").hand_in(server, record, game, kind="bot"), "twice"), game, "nobody hands in another's")
            weak = play_bot(server, game, server.date(), rng, "random")
            check(refused(Device("Eve").hand_in(server, weak, game, kind="bot"), "bot-move"), game, "another bot is not this one")
            check(refused(Device("Eve").hand_in(server, weak.replace("bot:random", "bot:expert"), game, kind="bot"), "bot-move"), game, "whatever it is called")
        check(refused(Device().hand_in(server, record, game, kind="alone"), "record"), "for two is not alone")
        check(refused(Device().hand_in(server, record, game, date=server.date(-1), kind="bot"), "dice"), "with dice of another day")


def sent_by(address, server, bodies):
    """Hand-ins of one address, on a connection each; nobody waits for an answer yet."""
    asked = []
    for body in bodies:
        conn = http.client.HTTPConnection("127.0.0.1", server.port, source_address=(address, 0))
        conn.request("POST", "/api/daily/open", json.dumps(body), {"Content-Type": "application/json"})
        asked.append(conn)
    return asked


def worked(server, bots):
    """Nanoseconds of processor that the server's loop has had, or its bots."""
    tasks = pathlib.Path(f"/proc/{server.process.pid}/task").iterdir()
    mine = [task for task in tasks if ((task / "comm").read_text().strip() == "bot" if bots else task.name == str(server.process.pid))]
    return sum(int((task / "schedstat").read_text().split()[0]) for task in mine)


def in_turn(penna):
    """Many games against the bot at once: the loop does not think about them itself, and an address that hands in one does not wait for another's thirty."""
    with Day(penna, more=["--bot-threads", "1", "--log", "requests"]) as server:
        record, many = play_bot(server, "qwantum", server.date(), rng), 30
        bodies = [Device(f"P{i}").record_body(record, "qwantum", server.date(), "bot") for i in range(many + 1)]
        before = [worked(server, bots) for bots in (False, True)]
        server.process.send_signal(signal.SIGSTOP)  # so all are there when it turns again
        asked = sent_by("127.0.0.2", server, bodies[:-1]) + sent_by("127.0.0.3", server, bodies[-1:])
        server.process.send_signal(signal.SIGCONT)
        answers = [json.loads(conn.getresponse().read()) for conn in asked]
        loop, bots = (worked(server, bots) - before[bots] for bots in (False, True))
        print(f"{many + 1} games against the bot: {loop / 1e6:.0f} ms of the loop, {bots / 1e6:.0f} ms of the bots")
        taken = [answer for answer in answers if "points" in answer]
        check(len(taken) == 1 and all(answer in taken or answer["error"]["code"] == "twice" for answer in answers), "one is taken, and once", answers)
        check(4 * bots > loop, "the loop thinks about none of them itself", loop, bots)
        order = [line.split()[1] for line in server.said().splitlines() if " POST /api/daily/open " in line]
        check(len(order) == many + 1 and order.index("127.0.0.3") < many // 2, "who hands in one does not wait for those of another address", order)


def handed_in(penna):
    """What was played without the server: taken if it follows the dice of its day to the end, once; else refused with the reason."""
    with Day(penna) as server:
        for game in server.request("/api/info")[1]["games"]:
            ann, record = Device(), play_open(server.penna, game, server.date(), server.folder, 1)
            status, said = ann.hand_in(server, record, game)
            check(status == 200, game, "is taken", status, said)
            check(ann.hand_in(server, record, game) == (status, said), game, "sent again, the same answer")
            board = server.board(game, "alone", "open", device=ann)
            check(board["done"] == 1 and board["own"]["points"] == said["points"] and server.board(game, "alone")["begun"] == 0, game, "it is on a board of its own", board)
            check(refused(Device("Bob").hand_in(server, record, game), "twice"), game, "nobody hands in another's")
        record = play_open(server.penna, "qwixx", server.date(), server.folder, 2)
        check(refused(ann.hand_in(server, play_open(server.penna, game, server.date(), server.folder, 3), game), "twice"), "one a device")
        bob, lines = Device("Bob"), record.splitlines()
        roll = next(i for i, line in enumerate(lines) if line.startswith("roll"))
        other = lines[:roll] + [lines[roll].replace(lines[roll][5], "6" if lines[roll][5] != "6" else "1", 1)] + lines[roll + 1:]
        check(refused(bob.hand_in(server, "\n".join(lines[:-3]) + "\n", "qwixx"), "not-over"), "not over")
        check(refused(bob.hand_in(server, "\n".join(lines[:roll + 1] + ["move key"]), "qwixx"), "record"), "not a move")
        check(refused(bob.hand_in(server, "\n".join(other[:roll + 1]) + "\n", "qwixx"), "not-over"), "of other dice, and not over")
        yesterday = play_open(server.penna, "qwixx", server.date(-1), server.folder, 2)
        check(refused(bob.hand_in(server, yesterday, "qwixx"), "dice"), "with yesterday's dice")
        check(refused(bob.hand_in(server, record, "qwinto"), "record"), "another game")
        check(refused(bob.hand_in(server, record * 2, "qwixx"), "record"), "two in one")
        check(refused(bob.hand_in(server, record.replace("seat human Ann", "seat human Ann\nseat human Bob"), "qwixx"), "record"), "for two")
        check(refused(bob.hand_in(server, record.replace("\nseat", "\noption lock=at-end\nseat", 1), "qwixx"), "record"), "with other rules")
        check(refused(bob.hand_in(server, record, "qwixx", kind="bot"), "record"), "not against the bot")
        check(refused(bob.hand_in(server, record, "qwixx", date=server.date(1)), "day"), "of a day to come")
        check(refused(bob.hand_in(server, record, "qwixx", date=server.date(-31)), "day"), "of a day long gone")
        check(refused(server.request("/api/daily/open", bob.record_body(record, "qwixx", server.date()) | {"record": record + "# more\n"}), "signature"), "changed on the way")
        check(bob.hand_in(server, yesterday, "qwixx", date=server.date(-1))[0] == 200, "yesterday's, handed in today")
        check(bob.hand_in(server, record, "qwixx")[0] == 200, "and today's")
        board = until(lambda: (b := server.board("qwixx", "alone", "open")) and all(row["accuracy"] is not None for row in b["rows"]) and b, 400)  # the judge comes after everybody else on the machine
        check(board and board["done"] == 2, "all are judged", board)
        server.kill()
        server.start()
        check(server.board("qwixx", "alone", "open") == board, "and stay so")


def allowance(penna):
    """An address hands in as many games as it may make tables; a game that is there is another's whatever is said of it, and is kept without that."""
    with Day(penna, more=["--tables-per-address", "4"]) as server:
        record = play_open(server.penna, "qwixx", server.date(), server.folder, 1)
        ann = Device()
        status, said = ann.hand_in(server, record + "# " + "x" * 5000 + "\n", "qwixx")
        check(status == 200, "taken", said)
        check("xxx" not in str(server.sql("SELECT text FROM {s}papers")), "its comment is not kept")
        check(ann.hand_in(server, record, "qwixx") == (status, said), "without its comment it is the same")
        for change in (record + "# mine\n", record.replace("human Ann", "human Bob"), record.replace("\nseat", "\noption lock=at-once\nseat", 1)):
            answer = Device("Bob").hand_in(server, change, "qwixx")
            check(change != record and refused(answer, "twice"), "another's with a comment, a name or an option that goes without saying is still another's", answer)
        other = play_open(server.penna, "qwixx", server.date(), server.folder, 2)
        check(refused(Device("Eve").hand_in(server, other, "qwixx"), "rate"), "the address has had its four")
        check(ann.hand_in(server, record, "qwixx") == (status, said), "what is there costs nothing to send again")


def flood(penna):
    """Bad records by the thousand: all are refused, and somebody at a table has his answers. How long he waits is printed, not judged."""
    with Day(penna) as server:
        code, tokens = server.people()
        player, eve = Player(server.url, code, tokens[0]), Device("Eve")
        player.wait(lambda v: True)
        body = eve.record_body(play_open(server.penna, "qwantum", server.date(-1), server.folder, 1), "qwantum", server.date())

        def waits(seconds):
            times, end = [], time.monotonic() + seconds
            while time.monotonic() < end:
                began = time.monotonic()
                assert player.call("ping")["type"] == "ack"
                times.append(time.monotonic() - began)
                time.sleep(0.01)
            times.sort()
            return f"{1000 * times[len(times) // 2]:.1f} ms, 1 in 100 {1000 * times[len(times) * 99 // 100]:.1f} ms"

        alone, answers, over = waits(4), [], threading.Event()

        def send():
            while not over.is_set():
                answers.append(server.request("/api/daily/open", body))

        threads = [threading.Thread(target=send) for _ in range(3)]
        for thread in threads:
            thread.start()
        beside = waits(6)
        over.set()
        for thread in threads:
            thread.join()
        print(f"a ping takes {alone}; beside a flood of {len(answers)} bad records in 6 s {beside}")
        check(len(answers) > 20 and all(refused(answer, "dice") for answer in answers), "every one of them is refused")
        check(server.board("qwantum", "alone", "open")["begun"] == 0, "and nothing is kept of them")


def racing(penna):
    """Two servers on one PostgreSQL: the same secret, and whoever asks both at once has one try."""
    with contextlib.closing(Database()) as database, tempfile.TemporaryDirectory() as folder:
        url = database.fresh("daily")
        nodes = [Node(penna, url, name, folder, *FREE) for name in ("one", "two")]
        try:
            days = [request(node.url, "/api/daily")[1]["days"] for node in nodes]
            check(days[0] == days[1], "the same dice at both")
            rounds = 30
            for i in range(rounds):
                device, made = Device(f"P{i}"), {}
                body = device.body(Asked(nodes[0].url))
                threads = [threading.Thread(target=lambda k, b=body, m=made: m.update({k: request(nodes[k % 2].url, "/api/daily", b)}), args=(k,)) for k in range(4)]
                for thread in threads:
                    thread.start()
                for thread in threads:
                    thread.join()
                check(len({json.dumps(answer[1]["table"]) if answer[0] == 201 else str(answer) for answer in made.values()}) == 1, "four at once, one table", made)
            sql = database.primary.sql
            check(sql("SELECT count(*) FROM penna.papers WHERE shelf LIKE 'tries/%'", "daily") == str(rounds), "a paper each")
            check(sql("SELECT count(*) FROM penna.tables", "daily") == str(rounds), "and a table each", sql("SELECT count(*) FROM penna.tables", "daily"))
            player = Player(nodes[1].url, made[0][1]["table"], device.token)
            play_out([player], rng)
            at = f"/api/daily/{body['date']}/qwixx/alone/tries/0/{device.hex}"
            check(until(lambda: request(nodes[0].url, at)[1]["own"]), "what ends at one is on the board of the other")
            copy = pathlib.Path(folder) / "copy.db"
            subprocess.run([penna, "backup", url, str(copy)], check=True, capture_output=True)
            for node in nodes:
                node.stop()
            with Server(penna, *FREE, folder=folder_with(copy), file=True) as alone:
                check(alone.request("/api/daily")[1]["days"] == days[0] and alone.request(at)[1]["own"], "a copy has the same secret, and the board")
        finally:
            for node in nodes:
                if node.process.poll() is None:
                    node.kill()


class Asked:
    """What Device.body() wants to know of a server at the true time."""

    def __init__(self, url):
        self.url = url

    def date(self, days=0):
        return time.strftime("%Y-%m-%d", time.gmtime(time.time() + 86400 * days))

    def days(self):
        return request(self.url, "/api/daily")[1]


def folder_with(copy):
    folder = copy.parent / "copied"
    folder.mkdir()
    copy.rename(folder / "server.db")
    return str(folder)


def main():
    penna = sys.argv[1]
    if not FAKETIME:
        print("SKIP: faketime is missing")
        sys.exit(77)
    for test in (tries, one_try, secret, unseen, late, handed_in, handed_in_bot, in_turn, allowance, flood, racing):
        test(penna)


if __name__ == "__main__":
    run_with(check, main)
