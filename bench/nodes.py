#!/usr/bin/env python3
"""How much several servers on one PostgreSQL carry: `load` at one with SQLite, then at 1, 2 and 4 on a PostgreSQL with a synchronous
standby, sticky by table as behind such a balancer, and once more at 2 with the clients of a table at different servers.

Every server has as many clients whatever the number of servers, for that is the question: how many times the choices of one do
several carry, each with a machine of its own, if each may work as much as the one did? So often as they are, times what a choice costs at one,
through what it costs at each of several. That this machine carries all of them is seen in the latencies, not in the processor time.

usage: nodes.py PENNA LOAD [PLAYING [SECONDS [EVERY]]]       PLAYING clients at each server
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "tools"))
from cluster import Database, Node, children  # noqa: E402

FREE = ["--max-connections", "12000", "--max-tables", "0", "--tables-per-address", "0", "--connections-per-address", "0", "--messages-per-second", "0"]


def processor(pid):
    """Seconds that a process and all that it started have worked."""
    total = 0
    for one in children(pid):
        fields = pathlib.Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
        total += int(fields[11]) + int(fields[12]) + (int(fields[13]) + int(fields[14]) if one == pid else 0)
    return total / 100


def measure(load, nodes, playing, seconds, every, database=None, sticky=False):
    """Prints what `load` says. Returns the processor time, in µs, of all servers for a choice."""
    before = processor(database.primary.process.pid) if database else 0
    clients = str(playing * len(nodes))
    done = subprocess.run([load, ",".join(str(n.port) for n in nodes), ",".join(str(n.process.pid) for n in nodes), clients, seconds, every, clients, "qwixx"], capture_output=True, text=True, check=False,
                          env=os.environ | ({"LOAD_STICKY": "1"} if sticky else {}))
    print("  " + "\n  ".join((done.stdout + done.stderr).strip().splitlines()))
    if database:
        rate = re.search(r"([\d.]+) served", done.stdout)
        print(f"  PostgreSQL's primary worked {processor(database.primary.process.pid) - before:.1f} s in all, its setting up and {seconds} s of {rate[1] if rate else '?'} choices/s", flush=True)
    return float(re.search(r"(\d+) us a choice; the clients", done.stdout)[1])


def main():
    penna, load = sys.argv[1:3]
    playing, seconds, every = (sys.argv[3:] + ["600", "20", "2.5"][len(sys.argv) - 3:])[:3]
    with tempfile.TemporaryDirectory() as folder:
        print("one server with SQLite:", flush=True)
        node = Node(penna, f"{folder}/server.db", "file", folder, *FREE)
        file = measure(load, [node], int(playing), seconds, every)
        node.stop()
        one = None
        for count, sticky in ((1, True), (2, True), (2, False), (4, True)):
            with Database(standby=True, memory=False) as database:
                nodes = [Node(penna, database.url(), f"node{i}", folder, *FREE) for i in range(count)]
                print(f"{count} on PostgreSQL with a synchronous standby{', sticky by table' if sticky else ', the seats of a table at different ones'}:", flush=True)
                cost = measure(load, nodes, int(playing), seconds, every, database, sticky)
                one = one or cost
                print(f"  by processor time: {count * one / cost:.2f} times what one carries; a choice costs {cost / file:.2f} times what it does with SQLite", flush=True)
                for node in nodes:
                    node.stop()


if __name__ == "__main__":
    main()
