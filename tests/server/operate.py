#!/usr/bin/env python3
"""The server and those who run it: what systemd hears.

usage: operate.py PENNA
"""
import os
import random
import select
import socket
import sqlite3
import sys
import tempfile
import time

from harness import Checks, Player, Server, choose

check = Checks()
rng = random.Random(17)


class Listener:
    """The socket that systemd would listen at: what came, and when."""

    def __init__(self, name):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(name)
        self.heard = []

    def listen(self, seconds, until=None):
        """Takes what comes for so long, or until something is heard; whether it was."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if select.select([self.socket], [], [], max(0, end - time.monotonic()))[0]:
                self.heard.append((time.monotonic(), self.socket.recv(4096).decode()))
                if until and self.heard[-1][1] == until:
                    return True
        return False


def watchdog(penna):
    """READY once people can come, WATCHDOG while the loop turns and the disk answers, STOPPING at the end."""
    with tempfile.TemporaryDirectory() as folder:
        for name, abstract in ((f"{folder}/notify", False), (f"@penna-test-{os.getpid()}", True)):
            listener = Listener("\0" + name[1:] if abstract else name)
            os.environ |= {"NOTIFY_SOCKET": name, "WATCHDOG_USEC": "2000000"}
            with Server(penna, "--messages-per-second", "0") as server:
                check(listener.listen(20, "READY=1"), "says that it is ready", listener.heard)
                check(listener.listen(20, "WATCHDOG=1") and listener.listen(20, "WATCHDOG=1"), "and that it is alive")
                if not abstract:
                    stuck(server, listener)
                check(server.stop() == 0, "ends well")
                check(listener.listen(5, "STOPPING=1"), "says that it ends")
            listener.socket.close()
        os.environ["WATCHDOG_PID"] = "1"
        listener = Listener(f"{folder}/other")
        os.environ["NOTIFY_SOCKET"] = f"{folder}/other"
        with Server(penna):
            listener.listen(20, "READY=1")
            check(not listener.listen(2.5, "WATCHDOG=1"), "another process's watchdog is not fed")
        for name in ("NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"):
            del os.environ[name]


def stuck(server, listener):
    """A writer that waits for its disk is not alive, though the loop is."""
    code, tokens = server.people("qwixx", 2)
    a = Player(server.url, code, tokens[0])
    a.wait(lambda v: v["phase"] == "playing")
    db = sqlite3.connect(server.db, isolation_level=None)
    db.execute("BEGIN IMMEDIATE")
    listener.heard.clear()
    start = time.monotonic()
    a.send("submit", seat=0, node=a.view["node"], move=choose(a, 0, rng))
    listener.listen(4.8)  # as long as the store waits for a lock, nearly
    db.execute("ROLLBACK")
    db.close()
    times = [start] + [at for at, what in listener.heard if what == "WATCHDOG=1"] + [time.monotonic()]
    check(max(b - a for a, b in zip(times, times[1:])) > 2.5, "a stuck writer is not fed for", [round(t - start, 1) for t in times])
    check(listener.listen(30, "WATCHDOG=1"), "once it goes on it is")


def main():
    watchdog(sys.argv[1])
    check.end()


main()
