#!/usr/bin/env python3
"""Fuzzes the server's real port: requests, pipelines, upgrades and frames, good ones and mutated ones, cut anywhere, sent in any
pieces, followed by silence, a half-close or a reset, from many connections at once. Nothing may die, sanitizers may find
nothing, and a bystander is answered all the while.

usage: fuzz.py PENNA [SECONDS [SEED]]

It says how many connections it made and how long the bystander waited: over a second is counted, over five fails.
"""
import base64
import json
import multiprocessing
import os
import random
import select
import socket
import struct
import sys
import time

from harness import GAMES, Checks, Server

check = Checks()
WORKERS = 2
HELD = 40  # connections that a worker leaves open, half done
LATE, TOO_LATE = 1, 5  # seconds
OPTIONS = ("--tables-per-address", "0", "--connections-per-address", "0", "--messages-per-second", "0", "--max-tables", "2000")

PATHS = ["/", "/healthz", "/metrics", "/api/info", "/api/mine", "/api/tables", "/api/tables/KMPXR", "/ws", "/index.html", "/assets.mjs", "/%2e%2e/x", "/t/KMPXR",
         "*", "//", "http://x/healthz", "/" + "x" * 2000, "/a?b=c&d", "/%00", "/%", "/readyz", "/e/KMPXR", "/api/evenings", "/api/evenings/KMPXR", "/api/daily", "/api/daily/open",
         "/api/daily/2026-11-18/qwixx/alone/tries/0", "/api/daily/9999-99-99/x/bot/open/-1/" + "0" * 64, "/api/parcels/" + "A" * 22, "/api/parcels/", "/api/parcels/" + "B" * 22]
BELOW = {"tables": ["", "/join", "/record", "/qr.svg", "/x"], "evenings": ["", "/join", "/results.csv", "/qr.svg", "/x"]}
METHODS = ["GET", "GET", "GET", "POST", "POST", "HEAD", "PUT", "OPTIONS", "CONNECT", "PRI", "get", "X" * 300]
LINES = ["Connection: close", "Connection: keep-alive", "Connection: Upgrade", "Upgrade: h2c", "Upgrade: websocket", "HTTP2-Settings: AAMAAABkAAQAAP__", "Transfer-Encoding: chunked",
         "Content-Length: 0", "Content-Length: 5", "Content-Length: 13abc", "Content-Length: 99999999999999999999", "Expect: 100-continue", "Expect: x", "Host: y", "X: " + "y" * 9000,
         " folded", "no colon", ": no name", "X-Forwarded-For: 1.2.3.4", "Authorization: Bearer x", "Origin: http://x", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Version: 8",
         "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Key: x", "Sec-WebSocket-Protocol: penna-1, x", "If-None-Match: \"x\"", "Accept-Encoding: gzip", "Range: bytes=0-1"]
VERSIONS = ["HTTP/1.1"] * 8 + ["HTTP/1.0", "HTTP/2.0", "HTTP/1.9", "HTTP/1", ""]
HANDSHAKE = b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: %s\r\nSec-WebSocket-Version: 13\r\n\r\n"
TYPES = ["hello", "submit", "withdraw", "roll", "salt", "undo", "agree", "leave", "return", "replace", "start", "again", "ping", "nonsense", "free", "host", "shut",
         "react", "round", "stop", "finish", "gone", "back"]


class Fuzzer:
    def __init__(self, port, tables, seed):
        self.port, self.tables = port, tables
        self.rng = random.Random(seed)
        self.held = []

    # ---- What is sent ----

    def mutate(self, data):
        """Some bytes changed, lost, doubled or moved."""
        data = bytearray(data)
        for _ in range(self.rng.choice([1, 1, 1, 2, 5, 20])):
            if not data:
                break
            at = self.rng.randrange(len(data))
            kind = self.rng.randrange(6)
            if kind == 0:
                data[at] = self.rng.randrange(256)
            elif kind == 1:
                data[at] ^= 1 << self.rng.randrange(8)
            elif kind == 2:
                del data[at:at + self.rng.choice([1, 2, 10, 1000])]
            elif kind == 3:
                data[at:at] = data[at:at + self.rng.choice([1, 4, 50, 500])]
            elif kind == 4:
                data[at:at] = self.rng.choice([b"\r\n", b"\n", b"\r", b"\0", b" ", b"\xff", b":", b"\r\n\r\n"])
            else:
                data = data[:at]
        return bytes(data)

    def body(self):
        kind = self.rng.randrange(7)
        if kind == 0:
            return json.dumps({"tokens": [self.rng.choice(self.tables)[1]]}).encode()
        if kind == 1:
            return json.dumps({"game": self.rng.choice(GAMES), "seats": [{"kind": "human", "name": "Ann"}, {"kind": "bot:greedy"}]}).encode()
        if kind == 2:
            return b'{"name":"Bob"}'
        if kind == 3:
            return json.dumps({"title": "Thursday", "games": [self.rng.choice(GAMES)], "rounds": self.rng.randrange(22), "seats": 2}).encode()
        if kind == 4:
            return json.dumps({"date": "2026-11-18", "game": self.rng.choice(GAMES), "kind": "alone", "name": "Ann", "token": "t" * 32, "device": "0" * 64,
                               "signature": "1" * 128} | self.rng.choice([{}, {"record": "penna 1\ngame qwixx\n"}])).encode()
        return self.rng.randbytes(self.rng.choice([0, 1, 100, 8192, 9000]))

    def request(self):
        r = self.rng
        method = r.choice(METHODS)
        below = r.choice(list(BELOW))
        path = r.choice(PATHS) if r.random() < 0.7 else f"/api/{below}/{r.choice(self.tables)[0]}" + r.choice(BELOW[below])
        lines = ["Host: x"] if r.random() < 0.95 else []
        lines += [r.choice(LINES) for _ in range(r.choice([0, 0, 0, 1, 2, 3, 70]))]
        body = b""
        if method == "POST" or r.random() < 0.1:
            body = self.body()
            lines += ["Content-Type: application/" + ("octet-stream" if "/parcels/" in path else "json")] + ([f"Content-Length: {len(body)}"] if r.random() < 0.95 else [])
        head = " ".join([method, path, r.choice(VERSIONS)]) + "\r\n" + "".join(x + "\r\n" for x in lines) + "\r\n"
        data = head.encode() + body
        return self.mutate(data) if r.random() < 0.3 else data

    def message(self):
        r = self.rng
        code, token = r.choice(self.tables)
        kind = r.choice(TYPES)
        m = {"v": 1, "type": kind, "id": r.randrange(100)}
        for name, value in (("table", code), ("token", token), ("seat", r.randrange(3)), ("node", r.randrange(30)), ("move", r.choice(["-", "r2", "x"])), ("outcome", "36:1452"),
                            ("salt", "0" * 64), ("yes", True), ("bot", "random"), ("to", 0), ("moves", True), ("picture", "bravo"), ("player", r.randrange(4)), ("round", r.randrange(4))):
            wanted = {"hello": ("table", "token", "moves"), "submit": ("seat", "node", "move"), "withdraw": ("seat", "node"), "roll": ("node", "outcome"), "salt": ("seat", "salt"),
                      "undo": ("seat", "node"), "agree": ("seat", "node", "yes"), "start": ("bot",), "shut": ("yes",),
                      "react": ("seat", "picture"), "round": ("round",), "stop": ("round",), "gone": ("player",), "back": ("player",)}.get(kind, ("seat",) if kind in ("leave", "return", "replace", "free", "host") else ())
            if (name in wanted) != (r.random() < 0.02):
                m[name] = value
        return json.dumps(m).encode()

    def frame(self):
        r = self.rng
        kind = r.randrange(12)
        opcode, data, final = 1, self.message(), True
        if kind == 0:
            opcode, data = r.choice([8, 9, 10]), r.randbytes(r.choice([0, 1, 2, 125, 126]))
        elif kind == 1:
            opcode, data = r.randrange(16), r.randbytes(r.choice([0, 5, 300]))
        elif kind == 2:
            data = r.randbytes(r.choice([1, 4096, 4097, 70000]))
        elif kind == 3:
            cut = r.randrange(len(data) + 1)
            return self.pack(1, data[:cut], False) + (self.pack(9, b"x", True) if r.random() < 0.5 else b"") + self.pack(0, data[cut:], True)
        elif kind == 4:
            return self.pack(1, b"", False) + self.pack(0, b"", False) * r.choice([1, 70])
        elif kind == 5:
            data = self.mutate(data)
        return self.pack(opcode, data, final)

    def pack(self, opcode, data, final):
        r = self.rng
        mask = r.randbytes(4) if r.random() < 0.98 else None
        n = len(data) if r.random() < 0.98 else r.choice([0, 125, 126, 65535, 65536, 2**32, 2**63])
        first = (0x80 if final else 0) | opcode | (r.choice([0x10, 0x40]) if r.random() < 0.01 else 0)
        head = bytes([first, (0x80 if mask else 0) | (n if n < 126 else 126 if n < 65536 else 127)])
        head += b"" if n < 126 else struct.pack(">H" if n < 65536 else ">Q", n)
        if not mask:
            return head + data
        key = (mask * (len(data) // 4 + 1))[:len(data)]
        return head + mask + (int.from_bytes(data, "big") ^ int.from_bytes(key, "big")).to_bytes(len(data), "big")

    def talk(self):
        """What one connection sends."""
        r = self.rng
        kind = r.randrange(10)
        if kind == 0:
            return r.randbytes(r.choice([1, 10, 1000, 30000]))
        if kind <= 4:
            return b"".join(self.request() for _ in range(r.choice([1, 1, 2, 3, 10, 100])))
        before = self.request() if r.random() < 0.1 else b""
        shake = HANDSHAKE % base64.b64encode(r.randbytes(16))
        if r.random() < 0.1:
            shake = self.mutate(shake)
        data = before + shake + b"".join(self.frame() for _ in range(r.choice([0, 1, 3, 10, 50])))
        return self.mutate(data) if r.random() < 0.1 else data

    # ---- How it is sent ----

    def read(self, s, seconds):
        """Takes what has come; True: it has ended."""
        try:
            while select.select([s], [], [], seconds)[0]:
                if not s.recv(65536):
                    return True
                if self.rng.random() < 0.1:
                    return False
        except OSError:
            return True
        return False

    def send(self, s, data):
        """Sends it, whole or in pieces, without waiting for ever for one who does not read."""
        r = self.rng
        piece = r.choice([len(data) or 1, len(data) or 1, 1, 7, 100, 1400, 20000])
        data = data[:piece * 300]
        pause = r.randrange(0, len(data) + 1, piece) if r.random() < 0.2 else -1
        for at in range(0, len(data), piece):
            s.sendall(data[at:at + piece])
            if at == pause:
                time.sleep(r.random() * 0.01)
            if r.random() < 0.1:
                self.read(s, 0)

    def end(self, s):
        r = self.rng
        how = r.randrange(6)
        try:
            if how == 0:
                s.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # a reset
            elif how == 1:
                s.shutdown(socket.SHUT_WR)
                self.read(s, 0.02)
            elif how == 2:
                self.held.append(s)
                if len(self.held) > HELD:
                    self.held.pop(r.randrange(len(self.held))).close()
                return
            elif how == 3:
                self.read(s, 0.02)
        except OSError:
            pass
        s.close()

    def one(self):
        r = self.rng
        if self.held and r.random() < 0.2:  # goes on where one was left
            s = self.held.pop(r.randrange(len(self.held)))
            fresh = 0
        else:
            s = socket.socket()
            s.bind((f"127.9.{r.randrange(256)}.{r.randrange(1, 255)}", 0))
            if r.random() < 0.05:
                s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            s.settimeout(0.5)
            s.connect(("127.0.0.1", self.port))
            fresh = 1
        try:
            self.send(s, self.talk())
        except OSError:
            pass
        self.end(s)
        return fresh


def work(port, tables, seed, end, count, failures):
    fuzzer = Fuzzer(port, tables, seed)
    while time.monotonic() < end:
        try:
            fresh = fuzzer.one()
        except OSError:
            failures.value += 1
            if failures.value > 1000:
                return
            continue
        with count.get_lock():
            count.value += fresh


def bystander(server):
    """Asks once; how long it took, None: it was not answered."""
    start = time.monotonic()
    try:
        with socket.create_connection(("127.0.0.1", server.port), TOO_LATE, ("127.0.0.1", 0)) as s:
            s.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            got = b""
            while more := s.recv(4096):
                got += more
    except OSError:
        return None
    return time.monotonic() - start if got.startswith(b"HTTP/1.1 200 ") else None


def scheduled(pid):
    """Seconds of a processor that the first thread of a process has had, and for which it has waited for one."""
    with open(f"/proc/{pid}/task/{pid}/schedstat", encoding="ascii") as file:
        return [int(word) / 1e9 for word in file.read().split()[:2]]


def watched(server):
    """A bystander, and if he was late, why: what the server's loop did meanwhile, and whether it or the bystander waited for a processor."""
    pids = [server.process.pid, os.getpid()]
    try:
        before = [scheduled(pid) for pid in pids]
        took = bystander(server)
        loop, own = ([now - then for now, then in zip(scheduled(pid), was)] for pid, was in zip(pids, before))
    except OSError:  # it has ended, which others say
        return None
    if took is None or took > LATE:
        print(f"late: {took and round(took, 2)} s; the loop worked for {loop[0]:.2f} and waited {loop[1]:.2f} for a processor, the bystander {own[0]:.2f} and {own[1]:.2f}", flush=True)
    return took


def spent(server):
    """Seconds of a processor that the server has had so far."""
    with open(f"/proc/{server.process.pid}/stat", encoding="ascii") as file:
        words = file.read().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def ends(server):
    """It ends when it is told to, soon by what it has of a processor. By the clock, at the lowest priority on a busy machine, it was seen to take 29 s for some hundredths of a second of
    work, with all threads but the first ended (likely it was the sanitizer looking for leaks): so there is time for that."""
    asked, before, others = time.monotonic(), spent(server), os.times()
    status = server.stop(patience=120)
    now = os.times()
    had = now.children_user + now.children_system - others.children_user - others.children_system - before
    check(status == 0, "ends well", status, f"after {time.monotonic() - asked:.1f} s, {had:.2f} s of them on a processor")
    check(had < 10, "ends without much ado", had)


def main():
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 30
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    os.environ.setdefault("ASAN_OPTIONS", "detect_leaks=1")
    with Server(sys.argv[1], *OPTIONS) as server:
        tables = []
        for game in GAMES:
            code, tokens = server.people(game, 2)
            tables += [(code, t) for t in tokens]
        opened = server.request("/api/evenings", {"title": "Club", "games": GAMES[:2], "rounds": 4, "seats": 2})[1]
        joined = [server.request(f"/api/evenings/{opened['evening']}/join", {"name": f"P{i}"})[1] for i in range(3)]
        tables += [(opened["evening"], one["token"]) for one in [opened, *joined]]
        end = time.monotonic() + seconds
        count, failures = multiprocessing.Value("l", 0), multiprocessing.Value("l", 0)
        workers = [multiprocessing.Process(target=work, args=(server.port, tables, seed * 1000 + i, end, count, failures)) for i in range(WORKERS)]
        for w in workers:
            w.start()
        waits, unanswered = [], 0
        while time.monotonic() < end and server.process.poll() is None and unanswered < 3:
            took = watched(server)
            unanswered += took is None
            waits.append(took if took is not None else TOO_LATE)
            time.sleep(0.05)
        for w in workers:
            w.join() if server.process.poll() is None else w.terminate()
        late = sum(t > LATE for t in waits)
        print(f"{count.value} connections ({failures.value} not made), seed {seed}; {len(waits)} bystanders, the slowest {max(waits):.2f} s, {late} over {LATE} s")
        check(unanswered == 0 and max(waits) < TOO_LATE, "every bystander is answered", unanswered)
        check(count.value > seconds, "there were connections", count.value)
        alive = check(server.process.poll() is None, "it is running", server.process.poll())
        if alive:
            health = server.request("/healthz")
            check(health == (200, {"v": 1, "ok": True}), "and well", health)
            ends(server)
        said = server.said()
        check("ERROR" not in said and "runtime error" not in said, "sanitizers found", said[-4000:])
    check.end()


main()
