#!/usr/bin/env python3
"""Servers of an earlier version and of this one side by side on one PostgreSQL: people play across them while one after the other is replaced,
and what the earlier ones cannot read is not written before the last of them has ended.

usage: upgrade.py PENNA EARLIER     (EARLIER: the program of an earlier version, built from its commit)
"""
import pathlib
import random
import subprocess
import sys
import tempfile
import time

from harness import Checks, Player, play_out, request
from cluster import Database, Node  # isort: skip

check = Checks()
FREE = ["--tables-per-address", "0", "--connections-per-address", "0", "--messages-per-second", "0", "--drain", "1s"]


def until(condition, seconds):
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.2)
    return condition()


def sit(url):
    status, made = request(url, "/api/tables", {"game": "qwixx", "seats": [{"kind": "human", "name": "A"}, {"kind": "open"}]})
    assert status == 201, made
    status, joined = request(url, f"/api/tables/{made['table']}/join", {"name": "B"})
    assert status == 200, joined
    return made["table"], made["token"], joined["token"]


def main():
    penna, earlier = (str(pathlib.Path(p).resolve()) for p in sys.argv[1:3])
    rng = random.Random(1)
    with Database() as database, tempfile.TemporaryDirectory(prefix="penna-upgrade-") as folder:
        url = database.url()

        def form():
            return database.primary.sql("SELECT format FROM penna.meta")

        def over(a, b, code, token_a, token_b, stop=None):
            players = [Player(a.url, code, token_a), Player(b.url, code, token_b)]
            play_out(players, rng, stop)
            for p in players:
                p.web.close()

        old = [Node(earlier, url, f"old{i}", folder, *FREE) for i in range(2)]
        before = form()
        begun, whole = sit(old[0].url), sit(old[1].url)
        over(old[0], old[1], *begun, lambda v: v["turn"] >= 2)
        new = [Node(penna, url, "new0", folder, *FREE)]
        check(form() == before, "the format stays while earlier versions run", before, form())
        over(old[0], new[0], *whole)
        over(new[0], old[1], *begun, lambda v: v["turn"] >= 4)
        made = sit(new[0].url)
        over(new[0], old[0], *made)
        check(old[0].stop() == 0 and form() == before, "one has ended, one still runs")
        new.append(Node(penna, url, "new1", folder, *FREE))
        over(new[1], old[1], *begun, lambda v: v["turn"] >= 6)
        words = database.primary.sql("SELECT DISTINCT split_part(text, ' ', 1) FROM penna.events").split()
        check(not {"sealed", "reveal", "belongs", "evening", "of"} & set(words), "no word that the earlier ones do not know", words)
        check("event" not in old[1].said(), "which could read everything", old[1].said()[-300:])
        check(old[1].stop() == 0, "the last one ends")
        latest = database.fresh("latest")
        Node(penna, latest, "alone", folder, *FREE).stop()
        want = database.primary.sql("SELECT format FROM penna.meta", "latest")
        check(until(lambda: form() == want, 60), "then the format is raised", form(), want)
        over(new[0], new[1], *begun)
        for code in (begun[0], whole[0], made[0]):
            path = pathlib.Path(folder) / "record.penna"
            path.write_text(request(new[1].url, f"/api/tables/{code}/record")[1], encoding="utf-8")
            for command in ("check", "verify"):
                done = subprocess.run([penna, command, str(path)], capture_output=True, text=True, check=False)
                check(done.returncode == 0, code, command, done.stderr)
        if want != before:
            try:
                Node(earlier, url, "late", folder, *FREE).kill()
                check(False, "an earlier version starts at a store that it does not know")
            except RuntimeError as why:
                check("later version" in str(why), why)
        for node in new:
            check(node.stop() == 0, "ends well")
    check.end()


main()
