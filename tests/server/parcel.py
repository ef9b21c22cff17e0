#!/usr/bin/env python3
"""Parcels: what one device hands to another. They are taken once and by name alone, large bodies are taken nowhere else, and a flood of them
hurts nobody else.

usage: parcel.py PENNA
"""
import base64
import http.client
import os
import random
import socket
import sys
import time

from harness import FAKETIME, Checks, Clocked, Server

check = Checks()
rng = random.Random(3)
FREE = ["--connections-per-address", "0", "--tables-per-address", "0", "--messages-per-second", "0"]
LARGE, USUAL, LASTS, EACH, ALL = 4 << 20, 8192, 900, 4, 64 << 20
SEALED = "application/octet-stream"


def name():
    return base64.urlsafe_b64encode(bytes(rng.randrange(256) for _ in range(16))).decode().rstrip("=")


def ask(server, method, path, body=None, **headers):
    """(status, bytes of the answer)"""
    conn = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    try:
        conn.request(method, path, body, {"Content-Type": SEALED, **{k.replace("_", "-"): v for k, v in headers.items()}} if body is not None else headers)
        answer = conn.getresponse()
        return answer.status, answer.read()
    finally:
        conn.close()


def announce(server, path, length):
    """The status of a request that says how long its body will be: what is refused is refused before it is sent."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as s:
        s.sendall(f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: {SEALED}\r\nContent-Length: {length}\r\n\r\n".encode())
        return int(s.recv(100).split()[1])


def taken_once(server):
    for size in (1, 100, USUAL, USUAL + 1, 70000, 1 << 20, LARGE):
        own, body = name(), os.urandom(size)
        status, said = ask(server, "POST", f"/api/parcels/{own}", body)
        check(status == 201 and f'"parcel":"{own}","seconds":{LASTS}' in said.decode(), "laid down", size, status, said[:200])
        check(ask(server, "POST", f"/api/parcels/{own}", body)[0] == 201, "the same once more is the same", size)
        check(ask(server, "POST", f"/api/parcels/{own}", b"another")[0] == 400, "nothing takes its place", size)
        check(ask(server, "HEAD", f"/api/parcels/{own}")[0] == 405, "HEAD takes nothing", size)
        status, back = ask(server, "GET", f"/api/parcels/{own}")
        check(status == 200 and back == body, "what was laid down is what comes", size, status, len(back))
        status, said = ask(server, "GET", f"/api/parcels/{own}")
        check(status == 404 and b'"no-parcel"' in said, "and only once", size, status, said[:100])


def refused(server):
    for wrong in ("", "x", "x" * 21, "x" * 23, "x" * 21 + ".", "../" + "x" * 19, "%41" * 7 + "a"):
        check(ask(server, "POST", f"/api/parcels/{wrong}", b"x")[0] == 404, "no name", wrong)
        check(ask(server, "GET", f"/api/parcels/{wrong}")[0] == 404, "no name", wrong)
    check(ask(server, "POST", f"/api/parcels/{name()}", b"")[0] == 400, "nothing is no parcel")
    for length in (LARGE + 1, 1 << 31, 10 ** 18, 10 ** 30):
        check(announce(server, f"/api/parcels/{name()}", length) == 413, "too large", length)
    check(ask(server, "POST", f"/api/parcels/{name()}", b"x", Content_Type="application/json")[0] == 415, "another type")
    check(ask(server, "POST", f"/api/parcels/{name()}", b"x", Origin="https://evil.example")[0] == 403, "another page")
    for path in ("/api/tables", "/api/mine", "/api/parcel", "/api/info", "/", f"/x/api/parcels/{name()}", f"/api/parcels/{name()}/x", "/api/parcels/"):
        check(announce(server, path, USUAL + 1) == 413, "large bodies are taken nowhere else", path)
    check(ask(server, "PUT", f"/api/parcels/{name()}", b"x")[0] in (405, 413), "not by PUT")


def limited(server):
    names = [name() for _ in range(EACH + 1)]
    said = [ask(server, "POST", f"/api/parcels/{own}", b"sealed")[0] for own in names]
    check(said == [201] * EACH + [429], "so many from one address", said)
    check(ask(server, "GET", f"/api/parcels/{names[0]}")[0] == 200 and ask(server, "POST", f"/api/parcels/{names[-1]}", b"sealed")[0] == 201, "one taken, one more")
    for own in names[1:]:
        check(ask(server, "GET", f"/api/parcels/{own}")[0] == 200, "none was lost")


def slow(server):
    """A body that comes slowly but comes is waited for; those that do not come are too few to fill the server, and others are served meanwhile."""
    held = []
    for _ in range(20):
        s = socket.create_connection(("127.0.0.1", server.port))
        s.sendall(f"POST /api/parcels/{name()} HTTP/1.1\r\nHost: x\r\nContent-Type: {SEALED}\r\nContent-Length: {LARGE}\r\n\r\n".encode() + b"x" * 20000)
        held.append(s)
    time.sleep(0.5)
    own = name()
    check(ask(server, "POST", f"/api/parcels/{own}", os.urandom(100000))[0] == 503, "no more large ones at once")
    check(ask(server, "POST", f"/api/parcels/{own}", b"small")[0] == 201 and ask(server, "GET", f"/api/parcels/{own}")[1] == b"small", "small ones are taken all the same")
    check(ask(server, "GET", "/api/info")[0] == 200, "and everybody else is served")
    for s in held:
        s.close()
    body, own = os.urandom(400000), name()
    s = socket.create_connection(("127.0.0.1", server.port))
    s.sendall(f"POST /api/parcels/{own} HTTP/1.1\r\nHost: x\r\nContent-Type: {SEALED}\r\nContent-Length: {len(body)}\r\n\r\n".encode())
    for at in range(0, len(body), 100000): # longer in all than a usual body may take, each part in time
        time.sleep(2)
        s.sendall(body[at:at + 100000])
    check(b" 201 " in s.recv(100), "a slow sender is waited for")
    s.close()
    check(ask(server, "GET", f"/api/parcels/{own}")[1] == body, "and loses nothing")


def shared(server):
    """One address that sends slowly does not keep all others from sending anything."""
    held = []
    for _ in range(20):
        s = socket.create_connection(("127.0.0.1", server.port), 5, ("127.0.0.9", 0))
        s.sendall(f"POST /api/parcels/{name()} HTTP/1.1\r\nHost: x\r\nContent-Type: {SEALED}\r\nContent-Length: {LARGE}\r\n\r\n".encode() + b"x" * 20000)
        held.append(s)
    time.sleep(0.5)
    check(ask(server, "POST", f"/api/parcels/{name()}", os.urandom(100000))[0] == 201, "a large one from somebody else")
    for s in held:
        s.close()


def held(server):
    """Who takes parcels and does not read them fills no more room than those that lie there, and leaves it when he goes."""
    def dial(source):
        s = socket.socket()
        s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        s.bind((source, 0))
        s.settimeout(60)
        s.connect(("127.0.0.1", server.port))
        return s

    def lay(source, own):
        with dial(source) as s:
            s.sendall(f"POST /api/parcels/{own} HTTP/1.1\r\nHost: x\r\nContent-Type: {SEALED}\r\nContent-Length: {LARGE}\r\n\r\n".encode() + body)
            return int(s.recv(100).split()[1])

    body, takers, said = os.urandom(LARGE), [], []
    for i in range(ALL // LARGE + EACH):
        own, source = name(), f"127.0.3.{i // EACH + 1}"
        said.append(lay(source, own))
        takers.append(dial(source))
        takers[-1].sendall(f"GET /api/parcels/{own} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        check(takers[-1].recv(12) == (b"HTTP/1.1 200" if said[-1] == 201 else b"HTTP/1.1 404"), "it is taken", i, said[-1])
    check(said == [201] * (ALL // LARGE) + [503] * EACH, "what is taken counts until it is sent", said)
    for s in takers:
        s.close()
    end = time.monotonic() + 60
    while (status := lay("127.0.4.1", name())) != 201 and time.monotonic() < end:
        time.sleep(0.1)
    check(status == 201, "when they are gone there is room", status)


def begin(server, source):
    """A large body that has begun to come."""
    s = socket.create_connection(("127.0.0.1", server.port), 60, (source, 0))
    s.sendall(f"POST /api/parcels/{name()} HTTP/1.1\r\nHost: x\r\nContent-Type: {SEALED}\r\nContent-Length: {LARGE}\r\n\r\n".encode())
    return s


def go_on(server, senders, seconds):
    """Each sends as much as it must to be waited for, and then it is later."""
    for s in senders:
        try:
            s.sendall(b"x" * 66000)
        except ConnectionError:
            pass
    time.sleep(0.2)
    check(ask(server, "GET", "/healthz")[0] == 200, "others are served")
    server.ahead(seconds)


def crowded(server):
    """However many addresses send slowly, somebody else has room: the slowest makes it. And whoever is slow all the time has two minutes."""
    senders = [begin(server, f"127.0.7.{i // EACH + 1}") for i in range(16)]
    for seconds in (4, 8, 12):
        go_on(server, senders, seconds)
    check(ask(server, "POST", f"/api/parcels/{name()}", os.urandom(100000))[0] == 201, "a large one from somebody else")
    for s in senders:
        s.close()
    last = begin(server, "127.0.9.1")
    for seconds in range(16, 176, 4):
        go_on(server, [last], seconds)
    last.setblocking(False)  # what was said while it went on sending: whoever stops is sent away for that
    try:
        said = last.recv(100)
    except ConnectionError:
        said = b""
    except BlockingIOError:
        said = b"it still comes"
    check(said == b"" or said[8:13] == b" 408 ", "a body has an end", said)
    last.close()


def honest(server):
    """Of several that are slow it is one of a crowd's that makes room, not the slowest of all, whose address sends no other."""
    alone = begin(server, "127.0.8.1")
    crowd = [begin(server, f"127.0.8.{i // EACH + 2}") for i in range(15)]
    for seconds in (4, 8, 12):
        for s in crowd:
            s.sendall(b"x" * 100000)
        go_on(server, [alone], seconds)
    check(ask(server, "POST", f"/api/parcels/{name()}", os.urandom(100000))[0] == 201, "a large one from somebody else")
    alone.setblocking(False)
    try:
        said = alone.recv(100)
    except BlockingIOError:
        said = b"it still comes"
    check(said == b"it still comes", "the one that an address sends alone is waited for", said)
    for s in [alone, *crowd]:
        s.close()


def whole_answer(server):
    """Whoever reads an answer ever so slowly is sent away. (How long it may take in all is seen in lines.c.)"""
    own = name()
    check(ask(server, "POST", f"/api/parcels/{own}", os.urandom(LARGE))[0] == 201, "laid down")
    s = socket.socket()
    s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    s.bind(("127.0.10.1", 0))
    s.settimeout(10)
    s.connect(("127.0.0.1", server.port))
    s.sendall(f"GET /api/parcels/{own} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
    got, seconds, alive = 0, 0, 0
    try:
        while seconds < 200:
            for _ in range(60):  # a part of it, so that the answer moves
                more = s.recv(2000)
                got += len(more)
                if not more:
                    raise ConnectionError
            alive, seconds = seconds, seconds + 5
            server.ahead(seconds)
            time.sleep(0.1)
            check(ask(server, "GET", "/healthz")[0] == 200, "others are served")
        while more := s.recv(65536):
            got += len(more)
    except ConnectionError:
        pass
    print(f"an answer that was read slowly: {got:,} bytes of {LARGE:,}, the last {alive} s after the first")
    check(got < LARGE and 90 <= alive <= 170, "an answer has an end", got, alive)
    s.close()


def guessed(server):
    """Asking in vain is dear: with the usual limits an address is soon sent away."""
    said = [ask(server, "GET", f"/api/parcels/{name()}")[0] for _ in range(60)]
    check(said[0] == 404 and 429 in said, "guessing is slowed down", said[:30])


def expires(server):
    """A parcel that nobody takes is forgotten after a quarter of an hour, and not before; then there is room for others."""
    first, late = [name() for _ in range(EACH)], name()
    check(all(ask(server, "POST", f"/api/parcels/{own}", b"sealed")[0] == 201 for own in first), "laid down")
    server.ahead(13 * 60)
    check(ask(server, "GET", f"/api/parcels/{first[0]}") == (200, b"sealed"), "it lies there for a quarter of an hour")
    check(ask(server, "POST", f"/api/parcels/{late}", b"later")[0] == 201 and ask(server, "POST", f"/api/parcels/{name()}", b"x")[0] == 429, "the others still count")
    server.ahead(17 * 60)
    check(all(ask(server, "GET", f"/api/parcels/{own}")[0] == 404 for own in first[1:]), "then it is forgotten")
    check(ask(server, "GET", f"/api/parcels/{late}") == (200, b"later"), "what came later is there")
    check(all(ask(server, "POST", f"/api/parcels/{name()}", b"x")[0] == 201 for _ in range(EACH)), "and there is room again")
    check(server.stop() == 0, "and it ends well")


server = Server(sys.argv[1], *FREE)
taken_once(server)
refused(server)
limited(server)
slow(server)
server.process.terminate()
server.process.wait()
check("error" not in (server.folder / "errors.txt").read_text().lower(), "nothing to complain of")
shared(Server(sys.argv[1]))
guessed(Server(sys.argv[1]))
held(Server(sys.argv[1], *FREE))
if os.environ.get("PENNA_TEST_GAMES"):
    pass  # under sanitizers, which faketime cannot stand before: tests/meson.build says so
elif FAKETIME:
    expires(Clocked(sys.argv[1], *FREE))
    crowded(Clocked(sys.argv[1]))
    honest(Clocked(sys.argv[1]))
    whole_answer(Clocked(sys.argv[1], *FREE))
else:
    print("SKIP: faketime is missing: nobody has seen a parcel expire")
check.end()
