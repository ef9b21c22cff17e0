#!/usr/bin/env python3
"""Bots for strangers: one table cannot have all the thought of a server, nor can one address.

usage: bots.py PENNA
"""
import contextlib
import random
import re
import socket
import sys
import time

from harness import Checks, Player, Server, choose

check = Checks()
rng = random.Random(23)
FREE = ["--tables-per-address", "0", "--connections-per-address", "0", "--messages-per-second", "0"]


@contextlib.contextmanager
def coming_from(address):
    """Connections made here come from another address of this machine."""
    connect = socket.create_connection
    socket.create_connection = lambda to, timeout=10, *_: connect(to, timeout, (address, 0))
    try:
        yield
    finally:
        socket.create_connection = connect


def waiting(server):
    return int(re.search(r"^penna_bots_waiting (\d+)$", server.request("/metrics")[1], re.M)[1])


def stranger(server, moves, patience):
    """How long the slowest of some answers of a `normal` takes to somebody else."""
    slowest = 0
    with coming_from("127.0.0.2"):
        made = server.table("qwixx", ["human", "bot:normal"])
        p = Player(server.url, made["table"], made["token"])
    p.wait(lambda v: v["phase"] == "playing")
    for _ in range(moves):
        p.wait(lambda v: p.owes(), patience)
        number, node, start = p.view["number"], p.view["node"], time.monotonic()
        p.call("submit", seat=0, node=node, move=choose(p, 0, rng))
        p.wait(lambda v: v["number"] > number and (v["node"] > node or v["phase"] == "over") and p.owes(), patience)
        slowest = max(slowest, time.monotonic() - start)
    p.web.close()
    return slowest


def undone(server):
    """Three masters who are asked 344 times owe three answers."""
    alone = stranger(server, 3, 60)
    made = server.table("qwixx", ["human", "bot:master", "bot:master", "bot:master"])
    p = Player(server.url, made["table"], made["token"])
    p.wait(lambda v: v["phase"] == "playing")
    for _ in range(344):
        p.send("undo", seat=0, node=1, to=0)
    p.call("ping")
    asked = waiting(server)
    check(asked <= 3, "a seat has one question", asked)
    try:
        beside = stranger(server, 3, 20)
        check(True, "a stranger's bot answers")
        print(f"the slowest answer: {alone:.2f} s alone, {beside:.2f} s beside 344 undos")
    except TimeoutError:
        check(False, "a stranger's bot does not answer within 20 s")
    p.web.close()


def many(server):
    """Forty tables of one address wait for each other before a stranger waits for them."""
    for _ in range(40):
        server.table("qwixx", ["human", "bot:master", "bot:master", "bot:master", "bot:master"])
    before = waiting(server)
    check(before > 50, "they wait", before)
    stranger(server, 1, 60)
    check(waiting(server) > 0, "the stranger is answered before them all")


def main():
    with Server(sys.argv[1], *FREE) as server:
        undone(server)
        many(server)
        check(server.stop() == 0 and server.said() == "", "ends well", server.said()[:500])
    check.end()


main()
