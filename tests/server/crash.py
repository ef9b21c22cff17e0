#!/usr/bin/env python3
"""People play while the server is killed again and again. Afterwards every acknowledged move is in its record, every record
passes `penna check` and `penna verify`, and no client ever saw a position that was later another.

usage: crash.py PENNA [SECONDS] [TABLES]
"""
import random
import sys
import threading
import time

from harness import GAMES, Checks, Closed, Player, Server, choose

check = Checks()
FAILED = (Closed, ConnectionError, TimeoutError, OSError)


class Person(threading.Thread):
    """Plays a seat to the end of its game, whatever happens to the server."""

    def __init__(self, server, code, token, seed):
        super().__init__(daemon=True)
        self.server, self.code, self.token = server, code, token
        self.rng = random.Random(seed)
        self.acknowledged = {}  # (seat, node): move
        self.seen = {}  # viewer: the longest record seen
        self.reconnects, self.problem, self.over = 0, None, False
        self.wanted = {}  # (seat, node): what was sent and may or may not have arrived

    def connect(self):
        while True:
            try:
                return Player(self.server.url, self.code, self.token)
            except FAILED:
                self.reconnects += 1
                time.sleep(0.02)

    def look(self, view):
        """A record only ever grows: what was shown is never taken back by a crash."""
        if view["phase"] == "over":
            return
        for v in view["views"]:
            before, now = self.seen.get(v["seat"], ""), v["record"]
            if not (now.startswith(before) or before.startswith(now)):
                self.problem = f"{self.code}: a record changed"
            elif len(now) < len(before) and view["phase"] != "over":
                self.problem = f"{self.code}: what was shown is gone"
            self.seen[v["seat"]] = now

    def play(self, player):
        while True:
            player.wait(lambda v: True)
            self.look(player.view)
            if player.view["phase"] == "over":
                return
            for seat in player.owes():
                node = player.view["node"]
                move = self.wanted.setdefault((seat, node), choose(player, seat, self.rng))
                answer = player.call("submit", seat=seat, node=node, move=move)
                if answer["type"] == "ack":
                    self.acknowledged[seat, node] = move
                elif answer["code"] != "stale":
                    self.problem = f"{self.code}: {answer}"
            time.sleep(self.rng.random() * 0.01)
            if not player.owes():
                player.take()

    def run(self):
        while not self.problem:
            player = self.connect()
            try:
                self.play(player)
                self.over = True
                return
            except FAILED:
                player.web.close()


def nodes_of(record):
    return [line.split() for line in record.splitlines() if line.split()[0] in ("roll", "draw", "move")]


def check_table(server, code, people, seats):
    record = server.record(code)
    check(server.check_record(record) == "", code, "check", server.check_record(record))
    check(server.check_record(record, "verify") == "", code, "verify")
    nodes = nodes_of(record)
    count = 0
    for person in people:
        for (seat, node), move in person.acknowledged.items():
            tokens = nodes[node][1:]
            found = tokens[seat] if len(tokens) == seats and seats > 1 else tokens[0]
            count += 1
            check(nodes[node][0] == "move" and found == move, code, "lost", seat, node, move, nodes[node])
    return count


def run(kind, penna, seconds, tables):
    """Plays at a server of that kind, kills it and starts it again for so long, and checks what is there at the end."""
    rng = random.Random(time.time_ns())
    with kind(penna, "--tables-per-address", "0", "--connections-per-address", "0", "--messages-per-second", "0") as server:
        groups, started, kills, acknowledged, games = [], time.monotonic(), 0, 0, 0

        def begin(i):
            game = GAMES[i % len(GAMES)]
            seats = 2 + i % 2
            if i % 3 == 2:
                made = server.table(game, ["human", "bot:greedy", "bot:random"][:seats])
                tokens, code = [made["token"]], made["table"]
            else:
                code, tokens = server.people(game, seats)
            people = [Person(server, code, t, i * 10 + k) for k, t in enumerate(tokens)]
            for p in people:
                p.start()
            return code, people, seats

        for i in range(tables):
            groups.append(begin(i))
        while time.monotonic() - started < seconds:
            time.sleep(rng.choice([0.02, 0.1, 0.3, 0.6]) * rng.random() + 0.01)
            server.kill()
            server.start()
            kills += 1
            for i, (code, people, seats) in enumerate(groups):  # games that are over make room for new ones
                if all(p.over for p in people):
                    acknowledged += check_table(server, code, people, seats)
                    games += 1
                    groups[i] = begin(i)
        for code, people, seats in groups:
            for p in people:
                p.join(60)
                check(p.over and not p.problem, code, "plays to the end", p.problem)
            acknowledged += check_table(server, code, people, seats)
            games += 1
        check(server.stop() == 0, "ends well")
        check("cannot be read" not in server.said(), "no damaged table", server.said()[:500])
        print(f"{kills} kills, {games} games, {acknowledged} acknowledged moves, all there")


def main():
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 6
    run(Server, sys.argv[1], seconds, int(sys.argv[3]) if len(sys.argv) > 3 else 8)
    check.end()


if __name__ == "__main__":
    main()
