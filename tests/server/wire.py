#!/usr/bin/env python3
"""What strangers may send to the port, byte by byte: pipelines, upgrades to anything, lengths that are none, frames that
are none, half requests and silence by the thousand. Nobody else may notice.

usage: wire.py PENNA
"""
import functools
import json
import re
import resource
import select
import socket
import struct
import subprocess
import sys
import time

from harness import Checks, Closed, Server, Web

check = Checks()
FREE = ("--tables-per-address", "0", "--connections-per-address", "0", "--messages-per-second", "0")
HEALTH = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
BODY = json.dumps({"tokens": []}).encode()
MINE = b"POST /api/mine HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(BODY) + BODY
KEY = b"dGhlIHNhbXBsZSBub25jZQ=="
HELLO = b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: " + KEY + b"\r\nSec-WebSocket-Version: 13\r\n\r\n"
BUSY = 5  # seconds: longer than any machine is busy, shorter than what waits for a deadline

# What a proxy answers in a way of its own (behind.py), which may be right, too.
OWN_WAYS = {"": (), "nginx": ("who says no more is still answered", "HTTP/2 without asking", "an upgrade that is not in Connection is none", "HTTP/1.0", "nothing to choose from"),
            "haproxy": ("HTTP/2 without asking", "a whole URL is a target")}


def dial(server, source="127.0.0.1", wait=BUSY):
    return socket.create_connection(("127.0.0.1", server.door), wait, (source, 0))


def read_all(s, wait, until=None):
    """What comes until the end, a silence of `wait` seconds, or until(bytes)."""
    s.settimeout(wait)
    data = b""
    try:
        while not (until and until(data)):
            more = s.recv(65536)
            if not more:
                return data, True
            data += more
    except TimeoutError:
        return data, False
    except ConnectionError:
        return data, True
    return data, False


def answers(data):
    """The statuses of the answers that the bytes are, one after another; None: they are not."""
    found = []
    while data:
        head, end, rest = data.partition(b"\r\n\r\n")
        line = re.match(rb"HTTP/1\.1 (\d{3}) ", head)
        length = re.search(rb"\r\ncontent-length: (\d+)", head, re.I)
        if not end or not line:
            return None
        n = int(length[1]) if length else 0
        if len(rest) < n:
            return None
        found.append(int(line[1]))
        data = rest[n:]
    return found


def ask(server, data, wait=1.0):
    """Sends bytes; (statuses, was it closed, bytes). A proxy closes nothing, so there the first whole answer is the end."""
    with dial(server) as s:
        s.sendall(data)
        got, closed = read_all(s, wait, answers if server.proxied else None)
    return answers(got), closed, got


def is_own(server, what):
    return what in OWN_WAYS[server.proxied]


def well(server, what, source="127.0.0.1", limit=BUSY):
    """A bystander is answered."""
    start = time.monotonic()
    try:
        with dial(server, source, limit) as s:
            s.sendall(HEALTH)
            got = read_all(s, limit, lambda d: answers(d) == [200])[0]
        took = time.monotonic() - start
        good = answers(got) == [200] and took < limit
        if good and took > 1:
            print(f"a bystander waited {took:.1f} s: {what}")
        return check(good, "a bystander is answered", what, f"{took:.1f} s", got[:80])
    except OSError as error:
        return check(False, "a bystander is answered", what, error)


def fresh(penna, test, *options):
    """A server for one test: what ends it does not take the others along."""
    with Server(penna, *(options or FREE)) as server:
        try:
            test(server)
        except (OSError, Closed) as error:
            check(False, test.__name__, "broke off:", repr(error))
        if check(server.process.poll() is None, test.__name__, "it is running"):
            check(server.stop() == 0, test.__name__, "SIGTERM ends it")


# ---- Requests ----


def pipelines(server):
    """Answered in order."""
    with dial(server) as s:
        s.sendall(HEALTH + MINE)
        got = read_all(s, BUSY, lambda d: answers(d) == [200, 200])[0]
        check(answers(got) == [200, 200] and got.endswith(b'"tables":[]}'), "GET and POST in a packet", got[-80:])
    if not well(server, "GET and POST in a packet"):
        return
    for what, data, expected in (("POST and POST", MINE + MINE, [200] * 2), ("a hundred GETs", HEALTH * 100, [200] * 100),
                                 ("a hundred POSTs", MINE * 100, [200] * 100), ("GET, POST, GET", HEALTH + MINE + HEALTH, [200] * 3)):
        with dial(server) as s:
            s.sendall(data)
            got = read_all(s, BUSY, lambda d: (answers(d) or []) == expected)[0]
        check(answers(got) == expected, what, (answers(got) or got)[-3:])
        well(server, what)
    with dial(server) as s:
        s.sendall(HEALTH + MINE[:-5])
        got = read_all(s, BUSY, lambda d: answers(d) == [200])[0]
        check(answers(got) == [200], "GET and half a POST", got)
        well(server, "half a POST")
        s.sendall(MINE[-5:] + HEALTH)
        got = read_all(s, BUSY, lambda d: answers(d) == [200, 200])[0]
        check(answers(got) == [200, 200], "and its other half", got)
    with dial(server) as s:
        s.sendall(HEALTH + HELLO)
        got = read_all(s, BUSY, lambda d: b" 101 " in d and d.endswith(b"\r\n\r\n"))[0]
        check(b" 200 " in got and b" 101 " in got, "a WebSocket after a GET", got)
    with dial(server) as s:
        for i in range(len(MINE)):
            s.sendall(MINE[i:i + 1])
        got = read_all(s, BUSY, lambda d: answers(d) == [200])[0]
        check(answers(got) == [200], "byte by byte", got)
    for close in (b"Connection: close\r\n", b"Connection: foo, Close\r\n"):
        with dial(server) as s:
            s.sendall(HEALTH[:-2] + close + b"\r\n" + HEALTH)
            got, closed = read_all(s, BUSY)
        check(answers(got) == [200] and closed and b"connection: close" in got.lower(), "the last request is the last", got)
    with dial(server) as s:
        s.sendall(HEALTH)
        s.shutdown(socket.SHUT_WR)
        got, closed = read_all(s, BUSY)
        what = "who says no more is still answered"
        check(is_own(server, what) or (answers(got) == [200] and closed), what, got)


def upgrades(server):
    """Only WebSocket is another protocol here."""
    for name in (b"h2c", b"h2", b"TLS/1.0", b"websocket2", b"foo, bar"):
        data = b"GET /healthz HTTP/1.1\r\nHost: x\r\nUpgrade: " + name + b"\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n"
        with dial(server) as s:
            s.sendall(data)
            got = read_all(s, BUSY, lambda d: answers(d) is not None and d)[0]
            check(got.startswith(b"HTTP/1.1 200 ") and b" 101 " not in got, "not", name, got[:60])
            s.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\0\0\0\4\0\0\0\0\0" + b"\0\0\5\0\0\0\0\0\1hello")
            read_all(s, 0.2)
        well(server, "after an upgrade to " + name.decode())
    found, closed, got = ask(server, b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0")
    what = "HTTP/2 without asking"
    check(is_own(server, what) or (found and found[0] in (400, 505) and closed), what, got[:60])
    what = "an upgrade that is not in Connection is none"
    check(is_own(server, what) or ask(server, HEALTH[:-2] + b"Upgrade: websocket\r\n\r\n")[0] == [200], what)
    well(server, "after HTTP/2")


def handshakes(server):
    """A WebSocket begins as RFC 6455 says, or not at all."""
    for what, old, new, status in (
            ("no key", b"Sec-WebSocket-Key: " + KEY + b"\r\n", b"", 400), ("an empty key", KEY, b"", 400), ("a short key", KEY, b"AAAA", 400),
            ("a long key", KEY, KEY * 20, 400), ("a key of other characters", KEY, b"!" * 22 + b"==", 400), ("two keys", b"Upgrade: w", b"Sec-WebSocket-Key: " + KEY + b"\r\nUpgrade: w", 400),
            ("version 8", b"Version: 13", b"Version: 8", 426), ("no version", b"Sec-WebSocket-Version: 13\r\n", b"", 400),
            ("POST", b"GET", b"POST", (400, 411)), ("HTTP/1.0", b"HTTP/1.1", b"HTTP/1.0", 400), ("another path", b"/ws", b"/wss", 404),
            ("a page from elsewhere", b"Host: x", b"Host: x\r\nOrigin: https://evil.example", 403)):
        found, closed, got = ask(server, HELLO.replace(old, new, 1))
        expected = status if isinstance(status, tuple) else (status,)
        check(is_own(server, what) or (found and found[0] in expected and (closed or server.proxied)), what, found, closed, got[:60])
    with dial(server) as s:
        s.sendall(HELLO)
        got = read_all(s, BUSY, lambda d: d.endswith(b"\r\n\r\n"))[0]
        check(b"s3pPLMBiTxaQ9kYGzzhZRbK+xOo=" in got and got.startswith(b"HTTP/1.1 101 "), "the RFC's own example", got)


def not_forever(server):
    """Handshakes that fail count as nothing. (64 connections an address is the usual limit.)"""
    for i in range(100):
        ask(server, HELLO.replace(KEY, [b"", KEY * 20, b"x"][i % 3]), 0.02)
    try:
        Web(server.url + "/ws").close()
        check(True)
    except Closed as why:
        check(False, "a good one after a hundred bad ones", why)


def malformed(server):
    """Refused with an answer, and the connection ends: what follows could be anything."""
    post = b"POST /api/mine HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    for what, data in (
            ("13abc", post + b"Content-Length: 13abc\r\n\r\n" + BODY), ("+13", post + b"Content-Length: +13\r\n\r\n" + BODY), ("0x0d", post + b"Content-Length: 0x0d\r\n\r\n" + BODY),
            ("13, 13", post + b"Content-Length: 13, 13\r\n\r\n" + BODY), ("an empty length", post + b"Content-Length: \r\n\r\n" + BODY),
            ("a tab after it", post + b"Content-Length: 13\t\r\n\r\n" + BODY), ("two lengths", post + b"Content-Length: 13\r\nContent-Length: 13\r\n\r\n" + BODY), ("2^64 + 13", post + b"Content-Length: 18446744073709551629\r\n\r\n" + BODY),
            ("length and chunked", post + b"Content-Length: 13\r\nTransfer-Encoding: chunked\r\n\r\nd\r\n" + BODY + b"\r\n0\r\n\r\n"),
            ("chunked and length", post + b"Transfer-Encoding: chunked\r\nContent-Length: 13\r\n\r\nd\r\n" + BODY + b"\r\n0\r\n\r\n"),
            ("chunked", post + b"Transfer-Encoding: chunked\r\n\r\nd\r\n" + BODY + b"\r\n0\r\n\r\n"), ("xchunked", post + b"Transfer-Encoding: xchunked\r\n\r\n"),
            ("a folded line", HEALTH[:-2] + b"X: a\r\n b\r\n\r\n"), ("a space before the colon", HEALTH[:-2] + b"Content-Length : 5\r\n\r\nhello"),
            ("no colon", HEALTH[:-2] + b"nonsense\r\n\r\n"), ("no name", HEALTH[:-2] + b": x\r\n\r\n"), ("a NUL", HEALTH[:-2] + b"X: a\0b\r\n\r\n"),
            ("a bare LF", HEALTH[:-2] + b"X: a\nContent-Length: 5\r\n\r\n"), ("a bare CR", HEALTH[:-2] + b"X: a\rb\r\n\r\n"),
            ("two hosts", HEALTH[:-2] + b"Host: y\r\n\r\n"), ("no host", b"GET /healthz HTTP/1.1\r\n\r\n"), ("no version", b"GET /healthz\r\nHost: x\r\n\r\n"),
            ("another version", b"GET /healthz HTTP/1.10\r\nHost: x\r\n\r\n"), ("HTTP/3", b"GET /healthz HTTP/3.0\r\nHost: x\r\n\r\n"), ("two spaces", b"GET  /healthz HTTP/1.1\r\nHost: x\r\n\r\n"),
            ("a bad escape", b"GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n"), ("an escaped NUL", b"GET /healthz%00 HTTP/1.1\r\nHost: x\r\n\r\n"), ("half an escape", b"GET /% HTTP/1.1\r\nHost: x\r\n\r\n"),
            ("no path", b"GET x HTTP/1.1\r\nHost: x\r\n\r\n"), ("a tunnel", b"CONNECT x:80 HTTP/1.1\r\nHost: x\r\n\r\n"), ("a long target", b"GET /" + b"x" * 3000 + b" HTTP/1.1\r\nHost: x\r\n\r\n"),
            ("a long line", HEALTH[:-2] + b"X: " + b"x" * 20000 + b"\r\n\r\n"), ("many lines", HEALTH[:-2] + b"X: x\r\n" * 200 + b"\r\n"),
            ("a long body", post + b"Content-Length: 100000\r\n\r\n"), ("an expectation", post + b"Expect: a miracle\r\nContent-Length: 13\r\n\r\n" + BODY),
            ("TLS", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"x" * 300), ("nonsense", b"\0\1\2\3\r\n\r\n")):
        if server.proxied:  # which may mend, refuse or hang up; what comes of two requests are never three answers
            with dial(server) as s:
                s.sendall(data + HEALTH)
                got = read_all(s, 0.2)[0]
            check(got.count(b"HTTP/1.1 ") <= 2 + (b"HTTP/1.1 100" in got), what, got[:200])
            continue
        found, closed, got = ask(server, data + HEALTH, 2)
        check(found and len(found) == 1 and 400 <= found[0] < 510 and closed and b"connection: close" in got, what, found, closed, got[:60])
    check(ask(server, post + b"\r\n")[0] == [411], "a POST without a length")
    check(ask(server, post + b"Expect: 100-continue\r\nContent-Length: 13\r\n\r\n", 0.3)[2].lower() == b"http/1.1 100 continue\r\n\r\n", "go on")
    check(ask(server, b"\r\n\r\n" + HEALTH)[0] == [200], "empty lines before a request are skipped")
    for what, data, status in (("a whole URL is a target", b"GET http://x/healthz", 200), ("nothing to choose from", b"OPTIONS *", 405)):
        check(is_own(server, what) or ask(server, data + b" HTTP/1.1\r\nHost: y\r\n\r\n")[0] == [status], what)
    found, closed, got = ask(server, b"HEAD / HTTP/1.1\r\nHost: x\r\n\r\n" + HEALTH)
    check(got.count(b"HTTP/1.1 200 OK") == 2 and b"<html" not in got, "HEAD has no body", got[-200:])
    well(server, "after all that")


# ---- Frames ----


def frame(first, data, mask=b"\1\2\3\4", length=None):
    n = len(data) if length is None else length
    head = bytes([first, (0x80 if mask else 0) | (n if n < 126 else 126 if n < 65536 else 127)])
    head += b"" if n < 126 else struct.pack(">H" if n < 65536 else ">Q", n)
    return head + (mask or b"") + bytes(b ^ mask[i % 4] if mask else b for i, b in enumerate(data))


def closing(server, data):
    """The code that the server closes with after these bytes; 0: it does not, -1: without a code."""
    w = Web(server.url + "/ws")
    with w.socket as s:
        s.sendall(data)
        got, closed = read_all(s, 2, lambda d: b"\x88\x02" in d[-4:])
    at = got.rfind(b"\x88\x02")
    return struct.unpack(">H", got[at + 2:at + 4])[0] if at >= 0 and len(got) >= at + 4 else -1 if closed else 0


def frames(server):
    ping = b'{"v":1,"type":"ping","id":1}'
    for what, data, code in (
            ("unmasked", frame(0x81, ping, None), 1002), ("a reserved bit", frame(0xC1, ping), 1002), ("opcode 3", frame(0x83, ping), 1002), ("opcode 11", frame(0x8B, b""), 1002),
            ("a ping in pieces", frame(0x09, b""), 1002), ("a long ping", frame(0x89, b"x" * 126), 1002), ("a continuation of nothing", frame(0x80, ping), 1002),
            ("a new message inside one", frame(0x01, b"{") + frame(0x81, ping), 1002), ("a length longer than need be", b"\x81\xfe\0\x05\0\0\0\0hello", 1002),
            ("2^63 bytes", b"\x81\xff\x80\0\0\0\0\0\0\0\0\0\0\0", 1009), ("5000 bytes", frame(0x81, b"x" * 5000), 1009), ("4097 bytes in pieces", frame(0x01, b"x" * 4096) + frame(0x80, b"x"), 1009),
            ("binary", frame(0x82, ping), 1003), ("not UTF-8", frame(0x81, b"\xff\xfe"), 1007), ("half a character", frame(0x81, b"\xc3"), 1007), ("a surrogate", frame(0x81, b"\xed\xa0\x80"), 1007),
            ("an overlong slash", frame(0x81, b"\xc0\xaf"), 1007), ("a thousand empty pieces", frame(0x01, b"") + frame(0x00, b"") * 1000, 1008),
            ("close", frame(0x88, b"\x03\xe8"), 1000), ("close with 3000", frame(0x88, b"\x0b\xb8bye"), 3000), ("close without a code", frame(0x88, b""), 1000), ("close with half a code", frame(0x88, b"\3"), 1002),
            ("close with 1005", frame(0x88, b"\x03\xed"), 1002), ("close with a bad text", frame(0x88, b"\x03\xe8\xff"), 1007)):
        got = closing(server, data)
        check(got == code, what, got, code)
    w = Web(server.url + "/ws")
    with w.socket as s:
        character = "ü".encode()
        text = b'{"v":1,"type":"ping","id":1,"' + character
        whole = frame(0x89, b"hi") + frame(0x01, text[:-1]) + frame(0x89, b"x" * 125) + frame(0x80, text[-1:] + b'":1}')
        for i in range(len(whole)):
            s.sendall(whole[i:i + 1])
        got = read_all(s, BUSY, lambda d: b'"format"' in d)[0]
        # Each ping that came alone has its pong, in order; two that happened to be read together have the last one's.
        check(got[got.index(b"\x8a\x7d"):].startswith(b"\x8a\x7d" + b"x" * 125 + b"\x81") and b'"format"' in got, "byte by byte, a ping between the pieces, a character cut in two", got)
    w = Web(server.url + "/ws")
    with w.socket as s:
        s.sendall(frame(0x89, b"first") + frame(0x89, b"x" * 20) * 2000 + frame(0x89, b"last"))
        got = read_all(s, BUSY, lambda d: b"\x8a\x04last" in d)[0]
        check(b"\x8a\x04last" in got and got.count(b"\x8a") < 200, "of 2,002 pings at once the last is answered, not all", len(got))
    well(server, "after frames")


# ---- Many, and slow ones ----


def crowd(server, count, data, address):
    """So many connections that send these bytes and nothing more."""
    all_of_them = []
    for i in range(count):
        s = socket.socket()
        s.setblocking(False)
        s.bind((address(i), 0))
        try:
            s.connect(("127.0.0.1", server.door))
        except BlockingIOError:
            pass
        all_of_them.append(s)
    for s in all_of_them:
        try:
            s.setblocking(True)
            s.settimeout(1)
            if data:
                s.sendall(data)
        except OSError:
            pass  # refused: that is one way
    return all_of_them


def slow(server):
    for what, count, data, address in (("600 half heads from one address", 600, HEALTH[:-10], lambda i: "127.0.0.2"),
                                       ("600 half bodies from one address", 600, MINE[:-5], lambda i: "127.0.0.2"),
                                       ("3000 silent ones", 3000, b"", lambda i: f"127.1.{i // 250}.{i % 250 + 1}"),
                                       ("3000 half heads", 3000, HEALTH[:-10], lambda i: f"127.2.{i // 250}.{i % 250 + 1}")):
        many = crowd(server, count, data, address)
        for i in range(3):
            well(server, what, f"127.0.0.{3 + i}")
        if data == HEALTH[:-10] and count == 600:
            start = time.monotonic()
            got, closed = read_all(many[0], 15)
            check(closed and answers(got) in ([408], []), "half a head ends", got[:80], f"{time.monotonic() - start:.0f} s")
        for s in many:
            s.close()
    with dial(server) as s:  # a byte now and then is no head
        start = time.monotonic()
        try:
            for i in range(40):
                s.sendall(HEALTH[i % 10:i % 10 + 1] if i else b"G")
                time.sleep(0.5)
        except OSError:
            pass
        check(time.monotonic() - start < 18, "a head that comes byte by byte for ever ends")


def few_files(server):
    """At the limit of descriptors it neither spins nor keeps new ones waiting behind idle ones."""
    subprocess.run(["prlimit", "--pid", str(server.process.pid), "--nofile=120:120"], check=True)
    idle = []
    for i in range(200):
        s = dial(server, f"127.3.0.{i + 1}")
        s.sendall(HEALTH)
        idle.append(s)
        if i < 50:
            read_all(s, BUSY, lambda d: answers(d) == [200])
    for i in range(5):
        well(server, "beside 200 idle ones where 120 have room", f"127.0.0.{10 + i}")
    for s in idle:
        s.close()
    webs = []
    try:
        for i in range(200):
            webs.append(Web(server.url + "/ws", timeout=2))
    except (OSError, Closed):
        pass
    check(len(webs) > 50, "WebSockets take the room", len(webs))
    before = cpu(server)
    time.sleep(1)
    spent = cpu(server) - before
    check(spent < 0.5, "full, it waits and does not spin", f"{spent:.2f} s of processor in a second")
    webs[0].send({"v": 1, "type": "ping", "id": 1})
    check(webs[0].receive()["type"] == "ack", "those who are in go on")
    for w in webs:
        w.close()
    well(server, "when there is room again")


def slow_readers(server):
    """Who asks for much and reads none of it makes room, too."""
    subprocess.run(["prlimit", "--pid", str(server.process.pid), "--nofile=60:60"], check=True)
    many = []
    for i in range(80):
        s = socket.socket()
        s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        s.bind((f"127.4.0.{i + 1}", 0))
        s.settimeout(BUSY)
        try:
            s.connect(("127.0.0.1", server.port))
            s.sendall(b"GET /penna.wasm HTTP/1.1\r\nHost: x\r\n\r\n" * 100)
        except OSError:
            pass  # it had to make room before it had asked for all
        many.append(s)
    spent, until = -1, time.monotonic() + 20
    while cpu(server) > spent + 0.02 and time.monotonic() < until:  # the system still takes some of their answers
        spent = cpu(server)
        time.sleep(0.5)
    for i in range(5):
        well(server, "beside 80 who do not read where 60 have room", f"127.0.0.{20 + i}")
    for s in many:
        s.close()


def encodings(server):
    """Who says that he does not take gzip does not get it (RFC 9110, 12.5.3)."""
    for accepts, packed in ((b"gzip", True), (b"GZIP", True), (b"br, gzip;q=0.5", True), (b"*", True), (b"gzip;q=0", False), (b"identity, gzip; q=0.0", False), (b"*;q=0", False), (b"notgzip", False), (b"br", False)):
        got = ask(server, b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAccept-Encoding: " + accepts + b"\r\n\r\n")[2]
        check((b"content-encoding: gzip" in got.lower()) == packed, accepts, got[:300])


def forgotten(server):
    """A server remembers an address no longer than it must: whoever has many cannot fill its memory."""
    def remembered():
        got = ask(server, b"GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")[2]
        return int(re.search(rb"penna_addresses (\d+)", got)[1])
    for i in range(1000):
        with dial(server, f"127.7.{i // 250}.{i % 250 + 1}") as s:
            s.sendall(HEALTH.replace(b"/healthz", b"/api/info"))
            s.recv(1000)
    check(remembered() > 100, "addresses are remembered for a while", remembered())
    end = time.monotonic() + 60
    while remembered() > 10 and time.monotonic() < end:
        time.sleep(0.5)
    check(remembered() <= 10, "and forgotten when it makes no difference", remembered())


def counted(penna):
    """An address has so many connections, 2 x 8 + 16; not one through which everybody comes: a trusted proxy, or one near by that only the public address tells of."""
    for options, most in (((), 32), (("--public-url", "http://play.example.org"), 60), (("--trust-proxy",), 60)):
        with Server(penna, "--connections-per-address", "8", *options) as server:
            held, answered = [], 0
            for _ in range(60):
                held.append(dial(server))
                try:
                    held[-1].sendall(HEALTH)
                    answered += bool(held[-1].recv(100))
                except ConnectionError:
                    pass
            check(answered == most, "connections of one address", options, answered)
            for s in held:
                s.close()


def fair(penna):
    """Where all WebSockets are taken, whoever comes has one of the address that has most; of that first one without a seat, those told why."""
    def web(address):
        plain = socket.create_connection
        socket.create_connection = functools.partial(plain, source_address=(address, 0))
        try:
            return Web(server.url + "/ws", timeout=BUSY)
        except Closed as why:
            return str(why)
        finally:
            socket.create_connection = plain

    def left(webs):
        return [w for w in webs if not select.select([w.socket], [], [], 0)[0]]

    with Server(penna, "--max-connections", "40", "--connections-per-address", "10") as server:
        crowd = {f"127.8.0.{i}": [web(f"127.8.0.{i}") for _ in range(10)] for i in range(1, 5)}
        made = server.table("qwixx", ["human", "open"])
        seated = [webs[0] for webs in crowd.values()]
        for w in seated:
            w.send({"v": 1, "type": "hello", "id": 1, "table": made["table"], "token": made["token"]})
            while w.receive()["type"] != "ack":
                pass
        start = time.monotonic()
        came = [web(f"127.8.1.{i}") for i in range(1, 26)]
        check(all(isinstance(w, Web) for w in came), "where forty crowd in from four addresses, twenty-five others have a WebSocket each", came)
        check(time.monotonic() - start < BUSY, "at once", time.monotonic() - start)
        while any(select.select([w.socket], [], [], 0)[0] for w in seated):  # who else is at the table has gone: a view
            for w in seated:
                if select.select([w.socket], [], [], 0)[0]:
                    w.receive()
        counts = [len(left(webs)) for webs in crowd.values()]
        check(sum(counts) == 15 and max(counts) - min(counts) <= 1, "which all of the crowd have lost alike", counts)
        check(len(left(seated)) == 4 and len(left(came)) == 25, "but not who has a seat, and nobody who came")
        gone = next(w for webs in crowd.values() for w in webs if w not in left(webs))
        said = gone.receive()
        check(said["type"] == "bye" and said["code"] == "flood" and said["after"] == 10, "they are told when to come again", said)
        check(web("127.8.0.1") == "status 503", "who has most has no more")
        more = [web(f"127.8.2.{i}") for i in range(1, 14)]
        check([isinstance(w, Web) for w in more] == [True] * 11 + [False] * 2, "when as many addresses have one as may be, it is full", more)
        check(len(left(came)) == 25, "and nobody has to go who has but one")
        well(server, "a full house")


def cpu(server):
    """Seconds of processor that the server has had."""
    with open(f"/proc/{server.process.pid}/stat", encoding="utf-8") as f:
        fields = f.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / 100


def main():
    penna = sys.argv[1]
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8192) if hard > 0 else 8192, hard))
    for test in (pipelines, upgrades, handshakes, malformed, frames, encodings, few_files, slow_readers):
        fresh(penna, test)
    fresh(penna, not_forever, "--connections-per-address", "64")
    fresh(penna, forgotten, "--connections-per-address", "64")
    counted(penna)
    fair(penna)
    fresh(penna, slow, "--tables-per-address", "0")
    check.end()


if __name__ == "__main__":
    main()
