#!/usr/bin/env python3
"""What is sent again, late or after a crash does what it did the first time, and nothing else; and nobody goes back past
what somebody who is away has played.

usage: resend.py PENNA
"""
import random
import secrets
import sys
import time

from harness import Checks, Player, Server, choose, play_out, run_with

check = Checks()
rng = random.Random(29)
FREE = ["--tables-per-address", "0", "--connections-per-address", "0", "--messages-per-second", "0"]


def two(server, game="qwixx", **members):
    code, tokens = server.people(game, 2, **members)
    a, b = (Player(server.url, code, t) for t in tokens)
    for p in (a, b):
        p.wait(lambda v: v["phase"] == "playing")
    return code, tokens, a, b


def making(penna):
    """The client makes its token first: the same request gets the same answer, also after a crash."""
    with Server(penna, "--connections-per-address", "0", "--tables-per-address", "4") as server:
        body = {"game": "qwixx", "seats": [{"kind": "human", "name": "Ann"}, {"kind": "open"}, {"kind": "bot:greedy"}], "token": secrets.token_urlsafe(24)}
        first = server.request("/api/tables", body)
        check(first[0] == 201, "a table", first)
        check(server.request("/api/tables", body) == first, "the same request, the same answer")
        server.kill()
        server.start()
        again = server.request("/api/tables", body)
        check(again[1]["table"] == first[1]["table"], "also after a crash", again)
        code = first[1]["table"]
        join = {"name": "Bob", "token": secrets.token_urlsafe(24)}
        taken = server.request(f"/api/tables/{code}/join", join)
        check(taken[0] == 200 and taken[1]["seat"] == 1, "a seat", taken)
        check(server.request(f"/api/tables/{code}/join", join) == taken, "the same seat again")
        server.kill()
        server.start()
        check(server.request(f"/api/tables/{code}/join", join) == taken, "also after a crash")
        check(server.request(f"/api/tables/{code}/join", join | {"seat": 1}) == taken, "and if it is named")
        check(server.request(f"/api/tables/{code}/join", join | {"token": secrets.token_urlsafe(24)})[0] == 409, "not for another token")
        check(server.request(f"/api/tables/{code}/join", {"name": "Cy", "token": join["token"]})[0] == 409, "nor under another name")
        check(server.request("/api/tables", body)[1]["table"] == code, "a table where the open seat is taken by now is the same")
        check(server.request("/api/tables", body | {"hide_scores": True})[1]["table"] != code, "another set-up is another table")
        plain = {k: v for k, v in body.items() if k != "token"}
        one, two_ = server.request("/api/tables", plain), server.request("/api/tables", plain)
        check(one[0] == two_[0] == 201 and one[1]["table"] != two_[1]["table"], "without a token every request makes a table")
        hot = {"game": "qwixx", "seats": [{"kind": "open"}, {"kind": "human", "name": "A"}, {"kind": "open"}]}
        made = server.request("/api/tables", hot)[1]
        token = made["token"]
        seats = [server.request(f"/api/tables/{made['table']}/join", {"name": n, "token": token})[1]["seat"] for n in ("B", "C", "B", "C")]
        check(seats == [0, 2, 0, 2], "one token, several seats, told apart by their names", seats)


def offered(server):
    """An open seat that a bot has taken since is still an open one, and a bot that was asked for is none."""
    ann, token = {"kind": "human", "name": "Ann"}, secrets.token_urlsafe(24)
    invited, alone = ({"game": "qwixx", "seats": [ann, seat], "token": token} for seat in ({"kind": "open"}, {"kind": "bot:greedy"}))
    first = server.request("/api/tables", invited)[1]["table"]
    p = Player(server.url, first, token)
    check(p.call("start", bot="greedy")["type"] == "ack", "a bot takes the open seat")
    p.web.close()
    second = server.request("/api/tables", alone)[1]["table"]
    check(second != first, "who asks for a bot then has another table")
    for name in ("said again", "also after a crash"):
        check(server.request("/api/tables", invited)[1]["table"] == first, "the one with the open seat,", name)
        check(server.request("/api/tables", alone)[1]["table"] == second, "and the one with the bot,", name)
        server.kill()
        server.start()
    other = secrets.token_urlsafe(24)
    first = server.request("/api/tables", alone | {"token": other})[1]["table"]
    check(server.request("/api/tables", invited | {"token": other})[1]["table"] != first, "an open seat is no bot's")
    made = server.request("/api/tables", {"game": "qwixx", "seats": [{"kind": "open"}, ann, {"kind": "open"}], "token": other})[1]["table"]
    p = Player(server.url, made, other)
    check(server.request(f"/api/tables/{made}/join", {"name": "Ben", "seat": 2, "token": other})[0] == 200 and p.call("leave", seat=2)["type"] == "ack", "a seat is taken and left")
    check(p.call("start", bot="greedy")["type"] == "ack" and server.request("/api/tables", {"game": "qwixx", "seats": [{"kind": "open"}, ann, {"kind": "open"}], "token": other})[1]["table"] == made, "and is as open as it was")
    p.web.close()


def followed(server):
    """A request means the table that it made, however often that was played again."""
    for _ in range(8):  # which codes are drawn, and so their order, is chance
        body = {"game": "qwinto", "seats": [{"kind": "human", "name": "Ann"}], "token": secrets.token_urlsafe(24)}
        first = server.request("/api/tables", body)[1]["table"]
        p = Player(server.url, first, body["token"])
        play_out([p], rng)
        check(p.call("again")["type"] == "ack", "played again")
        p.wait(lambda v: v["again"])
        check(server.request("/api/tables", body)[1]["table"] == first != p.view["again"], "the same request, the same answer")
        p.web.close()
    both = {"game": "qwinto", "seats": [{"kind": "human", "name": "Ann"}, {"kind": "human", "name": "Ben"}], "token": secrets.token_urlsafe(24)}
    held, invited = (server.request("/api/tables", b)[1] for b in (both, both | {"seats": [both["seats"][0], {"kind": "open"}]}))
    check(held["table"] != invited["table"] and invited["seats"] == [0], "a seat of one's own is not one for a friend", held, invited)


def round_an_undo(server):
    """Node numbers come again after an undo: the take tells them apart."""
    code, _, a, b = two(server)
    check(a.view["take"] == 0 and a.view["node"] == 1, "the first take")
    moves = [m for m in a.view["views"][0]["moves"] if m != "-"]
    said = {"seat": 0, "node": 1, "move": moves[0], "take": 0}
    check(a.call("submit", **said)["type"] == "ack" and b.call("submit", seat=1, node=1, move="-", take=0)["type"] == "ack", "both choose")
    a.wait(lambda v: v["node"] > 1)
    node = a.view["node"]
    question = {"seat": 0, "node": node, "to": 1, "take": 0}
    check(a.call("undo", **question)["type"] == "ack" and a.call("undo", **question)["type"] == "ack", "asks, twice")
    check(b.call("agree", seat=1, node=node, yes=True, take=0)["type"] == "ack", "the other agrees")
    a.wait(lambda v: v["take"] == 1 and v["node"] == 1)
    check(a.call("undo", **question)["type"] == "ack", "a resent undo gets the same answer")
    check(a.call("undo", **{k: v for k, v in question.items() if k != "to"})["type"] == "ack", "also one that names no node")
    check(b.call("agree", seat=1, node=node, yes=True, take=0)["type"] == "ack", "so does the agreement")
    check(a.view["node"] == 1 and a.view["take"] == 1, "and nothing more is taken back")
    answer = a.call("submit", **said)
    check(answer.get("code") == "stale", "a late duplicate is not a new choice", answer)
    check(a.call("withdraw", seat=0, node=1, take=0).get("code") == "stale", "nor does it withdraw one")
    a.call("ping")
    check(not a.view["seats"][0]["chosen"], "nothing was chosen by it")
    check(a.call("submit", **said | {"take": 2})["code"] == "early", "a take that has not come")
    check(a.call("submit", **said | {"take": 1})["type"] == "ack", "the choice in the new take")
    check(a.call("submit", seat=0, node=1, move=moves[0])["type"] == "ack", "a client that knows no takes goes on as before")
    check(b.call("submit", seat=1, node=1, move="-", take=1)["type"] == "ack", "the other too")
    a.wait(lambda v: v["node"] > 1)
    # What was not taken back is still acknowledged, whatever was taken back after it.
    play_out([a, b], rng, until=lambda v: v["turn"] >= 2)
    a.wait(lambda v: v["kind"] == "move")
    node = a.view["node"]
    check(a.call("undo", seat=0, node=node, to=node - 1, take=1)["type"] == "ack" and b.call("agree", seat=1, node=node, yes=True, take=1)["type"] == "ack", "a node back")
    a.wait(lambda v: v["take"] == 2)
    check(a.call("submit", **said | {"take": 1})["type"] == "ack", "a choice that stands is acknowledged again")
    server.kill()
    server.start()
    for p in (a, b):
        p.view = None
        p.connect()
        p.wait(lambda v: True)
    check(a.view["take"] == 2 and a.call("undo", **question)["type"] == "ack", "all of it after a crash too", a.view["take"])
    play_out([a, b], rng)
    check(server.check_record(server.record(code)) == "" and server.check_record(server.record(code), "verify") == "", "the record is good")


def absent(penna):
    """Nobody goes back past what somebody who is away has played, or a bot for him."""
    with Server(penna, *FREE, "--away", "1s", "--stand-in", "random") as server:
        code, tokens, a, b = two(server)
        play_out([a, b], rng, until=lambda v: v["turn"] >= 2)
        a.wait(lambda v: v["kind"] == "move")
        b.web.close()
        a.wait(lambda v: not v["seats"][1]["here"])
        time.sleep(1.2)
        node = a.view["node"]
        check(a.call("undo", seat=0, node=node, to=1)["type"] == "ack", "while he plays he is asked")
        a.wait(lambda v: v["undo"])
        check(a.call("replace", seat=1)["type"] == "ack", "a bot plays for him")
        a.wait(lambda v: v["seats"][1]["left"])
        check(a.view["undo"] is None and a.view["node"] >= node, "which does not agree in his place", a.view["node"], node)
        answer = a.call("undo", seat=0, node=a.view["node"], to=1)
        while answer.get("code") in ("stale", "early"):  # the bot plays meanwhile
            a.take()
            answer = a.call("undo", seat=0, node=a.view["node"], to=1)
        check(answer.get("code") == "absent", "nobody goes back past his choices", answer)
        play_out([a], rng, until=lambda v: v["turn"] >= 4)
        a.wait(lambda v: a.owes())
        check(a.call("undo", seat=0, node=a.view["node"], to=1).get("code") == "absent", "nor past those of the bot")
        b.connect()
        b.wait(lambda v: not v["seats"][1]["left"])
        a.wait(lambda v: not v["seats"][1]["left"])
        node = a.view["node"]
        check(a.call("undo", seat=0, node=node, to=1)["type"] == "ack", "once he is here he is asked again")
        check(b.call("agree", seat=1, node=node, yes=True)["type"] == "ack", "and may agree")
        a.wait(lambda v: v["take"] == 1)
        # One who leaves of his own will has not agreed either.
        play_out([a, b], rng, until=lambda v: v["turn"] >= 1)
        a.wait(lambda v: v["kind"] == "move")
        node = a.view["node"]
        check(a.call("undo", seat=0, node=node, to=1)["type"] == "ack" and b.call("leave", seat=1)["type"] == "ack", "asked, he leaves")
        a.wait(lambda v: v["seats"][1]["left"])
        check(a.view["take"] == 1, "which is no agreement")
        # Nor is what he chose and nobody has seen yet taken from him.
        code, tokens, a, b = two(server)
        check(b.call("submit", seat=1, node=b.view["node"], move=choose(b, 1, rng))["type"] == "ack" and b.call("leave", seat=1)["type"] == "ack", "he chooses, and leaves")
        a.wait(lambda v: v["seats"][1]["left"])
        check(a.call("undo", seat=0, node=a.view["node"], to=0).get("code") == "absent", "his choice stays")
        code, tokens, a, b = two(server)
        check(b.call("submit", seat=1, node=b.view["node"], move=choose(b, 1, rng))["type"] == "ack", "he chooses")
        b.web.close()
        a.wait(lambda v: not v["seats"][1]["here"])
        check(a.call("undo", seat=0, node=a.view["node"], to=0)["type"] == "ack", "and is asked")
        a.wait(lambda v: v["undo"])
        check(a.call("free", seat=1)["type"] == "ack", "the host lets a bot play for him")
        a.wait(lambda v: v["seats"][1]["left"])
        check(a.view["undo"] is None and a.view["take"] == 0, "which does not agree, either", a.view["undo"], a.view["take"])
        # With bots alone one goes back as one likes.
        made = server.table("qwixx", ["human", "bot:random"])
        p = Player(server.url, made["table"], made["token"])
        play_out([p], rng, until=lambda v: v["turn"] >= 2)
        p.wait(lambda v: p.owes())
        check(p.call("undo", seat=0, node=p.view["node"], to=1)["type"] == "ack", "past bots one may")


def long_away(penna):
    """Who has not come since the server began is away, though his table was read only now."""
    with Server(penna, *FREE, "--away", "2s") as server:
        code, tokens, a, b = two(server)
        server.kill()
        server.start()
        time.sleep(2.5)
        a.view = None
        a.connect()
        answer = a.call("replace", seat=1)
        check(answer["type"] == "ack", "a bot may play for him at once", answer)
        server.kill()
        server.start()
        a.view = None
        a.connect()
        check(a.call("return", seat=0)["type"] == "ack", "the table is there")
        server.kill()
        server.options = (*FREE, "--away", "600s")  # on a busy machine two seconds are over before anybody has asked
        server.start()
        _, _, c, d = two(server)
        d.web.close()
        c.wait(lambda v: not v["seats"][1]["here"])
        check(c.call("replace", seat=1)["code"] == "away", "one who went just now is waited for")


def main():
    penna = sys.argv[1]
    making(penna)
    with Server(penna, *FREE) as server:
        offered(server)
        followed(server)
        round_an_undo(server)
        check(server.stop() == 0 and server.said() == "", "ends well", server.said()[:500])
    absent(penna)
    long_away(penna)


if __name__ == "__main__":
    run_with(check, main)
