#!/usr/bin/env python3
"""Whole games through the server: all games, several clients, hidden cards, undo, leaving, playing again.

usage: play.py PENNA [EXAMPLE CLIENT]
"""
import os
import random
import re
import subprocess
import sys
import time

from harness import GAMES, ROOT, Checks, Closed, Player, Server, choose, play_out

check = Checks()
rng = random.Random(5)


def hidden_holds(server, game, players, code):
    """No client sees a draw that its record hides, and a spectator sees no hand."""
    spectator = Player(server.url, code)
    spectator.wait(lambda v: True)
    for p in players + [spectator]:
        record, state = p.view["views"][0]["record"], p.view["views"][0]["state"]
        if game == "qwinto-cards" and p.view["phase"] == "playing":
            check("draw ?" in record, game, "hides draws of others")
            check(record.count("draw ?") >= 3 * (len(p.view["seats"]) - (1 if p.view["you"] else 0)), game, "all of them")
            check(server.record(code, p.token) .split("\n", 2)[2] == record, game, "the record over HTTP is the same")
        check("viewer=" in state or game != "qwinto-cards", game, "states are views")
        check(p.view["key"] is None or p.view["phase"] == "over", game, "no key before the end")
    if game == "qwinto-cards":
        seen = {p.view["views"][0]["record"] for p in players}
        check(len(seen) == len(players), game, "each sees his own cards only")
    spectator.web.close()


def whole_games(server):
    for game in GAMES:
        for people in (2, 3):
            code, tokens = server.people(game, people)
            players = [Player(server.url, code, token) for token in tokens]
            play_out(players, rng, until=lambda v: v["turn"] >= 1)
            hidden_holds(server, game, players, code)
            # A late client sees the same position.
            late = Player(server.url, code, tokens[0])
            late.wait(lambda v: v["number"] == players[0].view["number"])
            check(late.view["views"] == players[0].view["views"], game, "a second client of a token sees the same")
            late.web.close()
            play_out(players, rng)
            record = server.record(code)
            check(server.check_record(record) == "", game, people, "record is good")
            check(server.check_record(record, "verify") == "", game, people, "dice verify")
            check(re.search(r"^score ", record, re.M), game, "record is counted")
            check("?" not in record.split("\n", 6)[6], game, "record is whole once over")
            check(players[0].view["key"] in record and players[0].view["commitment"] in record, game, "key and commitment")
            changed = re.sub(r"^(# key )(.)", lambda m: m[1] + ("0" if m[2] != "0" else "1"), record, flags=re.M)
            check("key" in server.check_record(changed, "verify"), game, "another key does not verify")
            for p in players:
                p.web.close()


def mixed(server):
    """Hot seat, bots, leaving, coming back, undo, again."""
    made = server.table("qwixx", ["human", "human", "bot:greedy", "bot:random"])
    p = Player(server.url, made["table"], made["token"])
    p.wait(lambda v: v["phase"] == "playing")
    check(p.view["you"] == [0, 1] and len(p.view["views"]) == 2, "one token holds two seats")
    play_out([p], rng, until=lambda v: v["turn"] >= 3)
    # Undo: one holder, so it happens at once, and the same dice fall again.
    p.wait(lambda v: p.owes())  # so that the game waits for us
    before = p.view
    check(p.call("undo", seat=0, node=before["node"])["type"] == "ack", "undo")
    p.wait(lambda v: v["node"] < before["node"])
    lines = p.view["views"][0]["record"].splitlines()
    check(before["views"][0]["record"].splitlines()[: len(lines)] == lines, "to the same beginning")
    rolls = [x for x in before["views"][0]["record"].splitlines() if x.startswith("roll")]
    play_out([p], rng, until=lambda v: v["turn"] >= 4)
    again = [x for x in p.view["views"][0]["record"].splitlines() if x.startswith("roll")]
    check(again[: len(rolls)] == rolls or rolls[: len(again)] == again, "the same dice again")
    play_out([p], rng)
    check(p.call("undo", seat=0, node=p.view["node"])["code"] == "phase", "no undo once over")
    check(p.call("again")["type"] == "ack", "again")
    p.wait(lambda v: v["again"])
    q = Player(server.url, p.view["again"], made["token"])
    q.wait(lambda v: v["phase"] == "playing")
    check(q.view["you"] == [0, 1] and [s["name"] for s in q.view["seats"]] == [s["name"] for s in p.view["seats"]], "same people")
    check(p.call("again")["type"] == "ack" and p.view["again"] == q.table, "again is the same table for all")
    status, mine = server.request("/api/mine", {"tokens": [made["token"]]})
    check(status == 200 and {t["table"] for t in mine["tables"]} == {p.table, q.table}, "own tables")
    check(mine["tables"][0]["table"] == q.table or mine["tables"][0]["touched"] == mine["tables"][1]["touched"], "newest first")
    p.web.close()
    q.web.close()


def agreement(server):
    code, tokens = server.people("qwixx", 3)
    a, b, c = players = [Player(server.url, code, t) for t in tokens]
    play_out(players, rng, until=lambda v: v["turn"] >= 2)
    a.wait(lambda v: v["kind"] == "move")
    node = a.view["node"]
    check(a.call("undo", seat=0, node=node)["type"] == "ack", "asks to go back")
    b.wait(lambda v: v["undo"])
    check(b.view["undo"]["seat"] == 0 and b.view["undo"]["agreed"] == [0], "the question is shown")
    check(b.call("agree", seat=1, node=node, yes=True)["type"] == "ack", "one agrees")
    c.wait(lambda v: v["undo"] and v["undo"]["agreed"] == [0, 1])
    check(c.view["node"] == node, "not yet")
    check(c.call("agree", seat=2, node=node, yes=False)["type"] == "ack", "one refuses")
    a.wait(lambda v: not v["undo"])
    check(a.view["node"] == node, "nothing happened")
    to = a.view["node"] - 2
    check(a.call("undo", seat=0, node=node, to=to)["type"] == "ack", "asks again")
    check(b.call("agree", seat=1, node=node, yes=True)["type"] == "ack", "one agrees")
    check(c.call("leave", seat=2)["type"] == "ack", "the other leaves")
    a.wait(lambda v: v["undo"] is None)
    check(a.call("return", seat=2)["code"] == "seat", "nobody returns for another")
    check(c.call("return", seat=2)["type"] == "ack", "and comes back")
    c.wait(lambda v: not v["seats"][2]["left"])
    play_out(players, rng)
    check(server.check_record(server.record(code)) == "", "record after undo is good")
    check(server.check_record(server.record(code), "verify") == "", "dice verify after undo")
    for p in players:
        p.web.close()


def leaving(server):
    code, tokens = server.people("qwantum", 2)
    a, b = (Player(server.url, code, t) for t in tokens)
    b.wait(lambda v: v["phase"] == "playing")
    check(b.call("leave", seat=1)["type"] == "ack", "leave")
    a.wait(lambda v: v["seats"][1]["left"] and v["seats"][1]["bot"])
    b.web.close()
    a.wait(lambda v: not v["seats"][1]["here"])
    check(a.call("replace", seat=0)["code"] == "seat", "nobody here is replaced")
    play_out([a], rng)
    check(server.check_record(server.record(code)) == "", "record with a stand-in is good")
    a.web.close()
    # Everyone leaves: nothing happens until somebody returns.
    made = server.table("qwixx", ["human", "bot:random"])
    p = Player(server.url, made["table"], made["token"])
    p.wait(lambda v: v["phase"] == "playing")
    check(p.call("leave", seat=0)["type"] == "ack", "all leave")
    time.sleep(0.2)
    before = server.request(f"/api/tables/{made['table']}")[1]
    check(before["phase"] == "playing", "bots do not play alone")
    check(p.call("return", seat=0)["type"] == "ack", "return")
    play_out([p], rng)
    p.web.close()
    # Waiting: who leaves opens his seat; start gives open seats to bots.
    made = server.table("qwixx", ["human", "open", "open"])
    status, joined = server.request(f"/api/tables/{made['table']}/join", {"name": "Zoe", "seat": 2})
    check(status == 200 and joined["seat"] == 2, "joins the seat asked for")
    check(server.request(f"/api/tables/{made['table']}/join", {"name": "Yan", "seat": 2})[0] == 409, "not a taken one")
    z = Player(server.url, made["table"], joined["token"])
    check(z.call("submit", seat=2, node=0, move="-")["code"] == "phase", "no move while waiting")
    check(z.call("leave", seat=2)["type"] == "ack", "leaves while waiting")
    z.wait(lambda v: v["seats"][2]["kind"] == "open")
    check(z.view["you"] == [], "and holds nothing")
    a = Player(server.url, made["table"], made["token"])
    check(a.call("start", bot="nobody")["code"] == "bot", "no such bot")
    check(a.call("start", bot="greedy")["type"] == "ack", "start with bots")
    a.wait(lambda v: v["phase"] == "playing")
    check([s["name"] for s in a.view["seats"]] == ["Ann", "Greedy", "Greedy 2"], "bots have names of their own")
    play_out([a], rng)


def manual_dice(server):
    code, tokens = server.people("qwixx", 2, dice="manual")
    a, b = (Player(server.url, code, t) for t in tokens)
    a.wait(lambda v: v["phase"] == "playing" and v["kind"] == "chance")
    check(a.view["commitment"] is None, "nothing to commit to")
    check(b.call("roll", node=0, outcome="99:1111")["code"] == "illegal", "impossible dice")
    check(b.call("roll", node=0, outcome="36:1452")["type"] == "ack", "anyone types the dice in")
    check(a.call("roll", node=0, outcome="36:1452")["type"] == "ack", "twice does no harm")
    check(a.call("roll", node=0, outcome="11:1452")["code"] == "stale", "but not something else")
    spectator = Player(server.url, code)
    check(spectator.call("roll", node=0, outcome="36:1452")["code"] == "seat", "spectators do not roll")
    a.wait(lambda v: v["kind"] == "move")
    check("roll 36:1452" in a.view["views"][0]["record"], "the roll is in the record")


def real_cards(server):
    """Real hands stay in real hands: only what lies on the table is ever told, also after a crash."""
    bots = {"game": "qwinto-cards", "dice": "manual", "seats": [{"kind": "human", "name": "A"}, {"kind": "bot:greedy", "name": "B"}]}
    check(server.request("/api/tables", bots)[1]["error"]["code"] == "bot", "bots hold no real cards")
    code, tokens = server.people("qwinto-cards", 3, dice="manual")
    a, b, _ = players = [Player(server.url, code, t) for t in tokens]
    a.wait(lambda v: v["phase"] == "playing" and v["kind"] == "chance")
    check(a.call("roll", node=0, outcome="?")["code"] == "illegal", "a hidden card is no outcome here")
    for node, card in enumerate(["o4", "y3", "g0", "p-2"]):
        check(players[node % 3].call("roll", node=node, outcome=card)["type"] == "ack", "cards are laid out by anyone")
    a.wait(lambda v: v["kind"] == "move")
    node = a.view["node"]
    check(node == 13 and a.view["views"][0]["record"].count("draw ?") == 9, "three hands were dealt, and nobody knows them")
    check(a.call("submit", seat=0, node=node, move="o4@tl")["code"] == "illegal", "what lies on the table is in no hand")
    check(b.call("submit", seat=1, node=node, move="o5@tl")["code"] == "not-yours", "the active seat lays")
    check(a.call("submit", seat=0, node=node, move="o5@tl")["type"] == "ack", "any other card may be")
    for p in (a, b):
        p.wait(lambda v: v["node"] == node + 1)
    check(all(p.view["views"] and "move o5@tl" in p.view["views"][0]["record"] for p in (a, b)), "then all know it")
    check(a.call("leave", seat=0)["type"] == "ack", "one may leave")
    b.wait(lambda v: v["seats"][0]["left"])
    check(b.view["seats"][0]["bot"] is None, "but no bot plays for him")
    said = subprocess.run([server.penna, "join", f"{server.url}/t/{code}", "--token", tokens[2]], capture_output=True, text=True, env=os.environ | {"LANGUAGE": "en"}, timeout=30)
    check(said.returncode == 2 and "real cards" in said.stderr, "a terminal cannot show them", said.stderr)
    check("draw ?" in server.record(code, tokens[1]) and "draw g5" not in server.record(code), "not in any record")
    server.kill()
    server.start()
    again = Player(server.url, code, tokens[1])
    again.wait(lambda v: v["node"] == node + 1)
    check("move o5@tl" in again.view["views"][0]["record"], "the table goes on")


def joining(server):
    """`penna join`: a bot, a bot in a process, and a person at a keyboard play together."""
    made = server.table("qwinto-cards", ["human", "open", "open"])
    link = f"{server.url}/t/{made['table']}"
    bot = f"exec:{sys.executable} {ROOT / 'examples' / 'bot.py'}"
    run = lambda *words, **more: subprocess.Popen([server.penna, "join", link, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,  # noqa: E731
                                                  text=True, env=os.environ | {"LANGUAGE": "en"}, **more)
    robots = [run("--bot", "greedy", "--name", "Robot"), run("--bot", bot, "--name", "100 % Exec")]
    person = run("--token", made["token"], stdin=subprocess.PIPE)
    said = person.communicate("".join(rng.choice(["1", "2", "y", "-", "1", "3", "nonsense"]) + "\n" for _ in range(3000)), timeout=60)[0]
    check(person.returncode == 0 and "The game is over" in said, "a person joins", said[-300:])
    for r in robots:
        said = r.communicate(timeout=30)[0]
        check(r.returncode == 0 and "The game is over" in said, "a bot joins", said[-300:])
    check(server.check_record(server.record(made["table"])) == "", "record is good")
    full = subprocess.run([server.penna, "join", link, "--name", "Late"], capture_output=True, text=True, check=False)
    check(full.returncode == 2 and full.stderr, "no seat for a late one")
    example = subprocess.run([sys.executable, str(ROOT / "examples" / "client.py"), server.url, "qwantum"], capture_output=True, text=True, check=False)
    check(example.returncode == 0 and "score" in example.stdout, "the example in Python plays", example.stderr[-300:])
    if len(sys.argv) > 2:
        example = subprocess.run([sys.argv[2], "127.0.0.1", str(server.port), "twentyone"], capture_output=True, text=True, check=False)
        check(example.returncode == 0 and "score" in example.stdout, "the example in C plays", example.stdout[-300:], example.stderr[-300:])


def restart(server):
    """A clean shutdown says so; everything is there afterwards."""
    code, tokens = server.people("qwinto-cards", 2, hide_scores=True)
    players = [Player(server.url, code, t) for t in tokens]
    play_out(players, rng, until=lambda v: v["turn"] >= 2)
    a = players[0]
    a.wait(lambda v: v["kind"] == "move")
    if a.owes():
        number = a.view["number"]
        a.call("submit", seat=0, node=a.view["node"], move=choose(a, 0, rng))
        a.wait(lambda v: v["number"] > number)
    before = a.view
    check(before["scores"] is None, "scores are hidden")
    check(server.stop() == 0, "ends with status 0")
    try:
        while True:
            a.take(5)
    except Closed as why:
        check(str(why) == "shutdown", "says goodbye", why)
    server.start()
    for p in players:
        p.connect()
        p.wait(lambda v: True)
    check(players[0].view["views"] == before["views"] and players[0].view["node"] == before["node"], "the same view after a restart")
    play_out(players, rng)
    check(players[0].view["scores"] is not None, "scores at the end")
    # Backup while running, and served again.
    copy = server.folder / "copy.db"
    done = subprocess.run([server.penna, "backup", str(server.db), str(copy)], capture_output=True, text=True, check=False)
    check(done.returncode == 0 and copy.exists(), "backup", done.stderr)
    check(subprocess.run([server.penna, "backup", str(server.db), str(copy)], capture_output=True, check=False).returncode == 2,
          "a backup does not write over")
    folder = server.folder / "copied"
    folder.mkdir()
    copy.rename(folder / "server.db")
    with Server(server.penna, folder=folder, file=True) as other:
        check(other.record(code) == server.record(code), "the backup has the table")
    if not server.file:
        return
    second = subprocess.run([server.penna, "serve", "--db", str(server.db), "--listen", "127.0.0.1", "--port", "0"],
                            capture_output=True, text=True, check=False)
    check(second.returncode == 2 and "another server" in second.stderr, "one server to a store")


def main():
    with Server(sys.argv[1], "--tables-per-address", "0", "--connections-per-address", "0", "--messages-per-second", "0") as server:
        whole_games(server)
        mixed(server)
        agreement(server)
        leaving(server)
        manual_dice(server)
        real_cards(server)
        joining(server)
        restart(server)
        check(server.stop() == 0, "ends well")
        check(server.said() == "", "nothing on standard error:", server.said()[:2000])
    check.end()


main()
