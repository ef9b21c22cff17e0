#!/usr/bin/env python3
"""The server against those who do not keep to the protocol: every message malformed in every way, replays, stale and
double submissions, foreign tokens, floods, slow readers, a full disk.

usage: protocol.py PENNA
"""
import gzip
import http.client
import json
import pathlib
import random
import re
import socket
import subprocess
import sys
import threading
import time

from harness import ROOT, Checks, Closed, Player, Server, Web, choose, play_out, request

check = Checks()
rng = random.Random(7)

# One good message of each type; what each member may not be.
GOOD = {
    "hello": {"table": "KMPXR", "token": "x" * 32},
    "submit": {"seat": 0, "node": 1, "move": "-"},
    "withdraw": {"seat": 0, "node": 1},
    "roll": {"node": 0, "outcome": "36:1452"},
    "salt": {"seat": 0, "salt": "0" * 64},
    "undo": {"seat": 0, "node": 1, "to": 0},
    "agree": {"seat": 0, "node": 1, "yes": True},
    "leave": {"seat": 0},
    "return": {"seat": 0},
    "replace": {"seat": 0},
    "start": {"bot": "greedy"},
    "again": {},
    "free": {"seat": 1, "name": "Bob"},
    "host": {"seat": 1},
    "shut": {"yes": True},
    "react": {"seat": 0, "picture": "bravo"},
    "ping": {},
}
OPTIONAL = {("hello", "token"), ("undo", "to"), ("free", "name")}
WRONG = [None, True, False, -1, 1.5, 1e300, 2**31, 2**63, "", "x" * 70, "\u0000", "ü", [], {}, [1], {"a": 1}, "-1", " "]
FINE = {"seat": [0, 1, 2, 3, 4, 5], "yes": [True, False], "move": None, "outcome": None, "bot": None}


def bad_values(member):
    for value in WRONG:
        if member in ("move", "outcome", "bot") and isinstance(value, str) and len(value) < 32 and "\0" not in value:
            continue  # of the right form
        if member == "name" and isinstance(value, str) and value and "\0" not in value:
            continue  # nobody is called so, but somebody might
        if member == "yes" and isinstance(value, bool):
            continue
        yield value


def malformed(server):
    made = server.table("qwixx", ["human", "human"])
    p = Player(server.url, made["table"], made["token"])
    p.wait(lambda v: v["phase"] == "playing")
    before = server.record(made["table"], made["token"])

    def refused(text, code, what):
        p.web.send(text)
        while True:
            answer = p.take()
            if answer["type"] in ("error", "ack"):
                break
        check(answer["type"] == "error" and answer["code"] == code, what, text[:80] if isinstance(text, str) else text, answer)

    for kind, members in GOOD.items():
        whole = {"v": 1, "type": kind, "id": 1, **members}
        for member in members:
            if (kind, member) not in OPTIONAL:
                refused({k: v for k, v in whole.items() if k != member}, "format", f"{kind} without {member}")
            for value in bad_values(member):
                refused(whole | {member: value}, "format", f"{kind} with {member} {value!r}")
        refused(whole | {"extra": 1}, "format", f"{kind} with something more")
        for value in WRONG:
            if value != 2**31:
                refused(whole | {"id": value}, "format", f"{kind} with id {value!r}")
            refused(whole | {"v": value}, "version" if isinstance(value, int) and not isinstance(value, bool) and value < 2**63 else "format",
                    f"{kind} with v {value!r}")
        text = json.dumps(whole)
        refused(text[:-1] + ',"id":1}', "format", f"{kind} with a member twice")
        refused(text + " x", "format", f"{kind} and something after it")
        for cut in sorted({0, 1, len(text) // 2, len(text) - 1}):
            refused(text[:cut], "format", f"{kind} cut")
    for text in ["[]", "null", "1", '"hello"', "{", "{}", "[" * 2000, '{"v":1}', "\ufeff{}", "{'v':1}", "NaN", '{"v":1,"type":"nonsense","id":1}']:
        refused(text, "format", "not a message")
    p.web.send_frame(1, b'{"v":1,"ty', final=False)
    p.web.send_frame(0, b'pe":"ping","id":77}')
    check(p.take()["type"] == "ack", "a message in pieces")
    check(server.record(made["table"], made["token"]) == before, "nothing of this did anything")

    # What ends the connection.
    for opcode, data in ((2, b'{"v":1,"type":"ping","id":1}'), (1, b"x" * 5000), (1, b"\xff\xfe"), (3, b"x")):
        w = Web(server.url + "/ws")
        w.send_frame(opcode, data)
        try:
            w.receive(5)
            check(False, "the connection should end", opcode)
        except (Closed, ConnectionError):
            check(True)
    w = Web(server.url + "/ws")
    w.send({"v": 1, "type": "submit", "id": 5, "seat": 0, "node": 0, "move": "-"})
    check(w.receive()["code"] == "hello", "hello comes first")
    w.send({"v": 1, "type": "hello", "id": 5, "table": "ZZZZZ"})
    check(w.receive()["code"] == "no-table", "no such table")
    w.close()
    p.web.close()


def foreign(server):
    """Nobody acts for a seat that is not his, nor learns anything by trying."""
    code, tokens = server.people("qwinto-cards", 2)
    other, other_tokens = server.people("qwixx", 2)
    a, b = (Player(server.url, code, t) for t in tokens)
    a.wait(lambda v: v["phase"] == "playing")
    b.wait(lambda v: v["phase"] == "playing")
    for token in (other_tokens[0], "A" * 32, tokens[0][:-1] + ("A" if tokens[0][-1] != "A" else "B")):
        w = Web(server.url + "/ws")
        w.send({"v": 1, "type": "hello", "id": 1, "table": code, "token": token})
        check(w.receive()["code"] == "token", "a foreign token")
        status, answer = server.request(f"/api/tables/{code}/record", token=token)
        check(status == 403, "no record for a foreign token", status, answer)
        w.close()
    check(server.request(f"/api/tables/{code}/record", headers={"Authorization": "Bearer x"})[0] == 403, "nor for nonsense")
    check(server.record(code).count("draw ?") == 6, "a spectator's record hides all hands")
    check(server.record(code, tokens[0]).count("draw ?") == 3, "a seat's record the others'")
    node = a.view["node"]
    spectator = Player(server.url, code)
    for who in (b, spectator):
        for kind in ("submit", "withdraw", "undo", "agree", "leave", "return"):
            members = {"seat": 0} | ({"node": node} if kind in ("submit", "withdraw", "undo", "agree") else {})
            members |= {"submit": {"move": choose(a, 0)}, "agree": {"yes": True}}.get(kind, {})
            check(who.call(kind, **members)["code"] == "seat", kind, "for another's seat")
        # The answer is the same whatever the other holds.
        answers = {json.dumps({k: v for k, v in who.call("submit", seat=0, node=node, move=m).items() if k != "id"})
                   for m in ("o4@br", "y1@tl", "p0@bl", "nonsense", "-")}
        check(len(answers) == 1, "no answer depends on another's cards")
        check(who.call("roll", node=5, outcome="o4")["code"] in ("seat", "phase"), "cannot guess a hidden draw")
    check(spectator.call("start", bot="greedy")["code"] == "seat", "a spectator starts nothing")
    check(spectator.call("again")["code"] == "seat", "nor again")
    check(b.call("replace", seat=0)["code"] == "seat", "nobody who is here is replaced")
    check(b.call("submit", seat=5, node=node, move="-")["code"] == "seat", "no such seat")
    summary = server.request(f"/api/tables/{code}")[1]
    check(set(summary) == {"v", "table", "game", "options", "dice", "hide_scores", "phase", "host", "shut", "evening", "sealed", "seats", "again"}, "the summary says nothing more")
    db = server.kept()
    check(not any(t.encode() in db for t in tokens), "tokens are not stored")
    metrics = server.request("/metrics")[1]
    check(code not in metrics and "Ann" not in metrics, "metrics name nobody")


def stale(server):
    code, tokens = server.people("qwixx", 2)
    a, b = (Player(server.url, code, t) for t in tokens)
    a.wait(lambda v: v["phase"] == "playing")
    node = a.view["node"]
    moves = a.view["views"][0]["moves"]
    check(len(moves) > 1, "there is a choice")
    check(a.call("submit", seat=0, node=node + 1, move="-")["code"] == "early", "too early")
    check(a.call("submit", seat=0, node=0, move="-")["code"] == "stale", "a chance node is past")
    check(a.call("submit", seat=0, node=node, move="r1")["code"] == "illegal", "not legal")
    for move in (moves[0], moves[0], moves[1], moves[1]):
        check(a.call("submit", seat=0, node=node, move=move)["type"] == "ack", "choose, twice, and change")
    a.wait(lambda v: v["views"][0]["choice"] == moves[1])
    b.wait(lambda v: v["seats"][0]["chosen"])
    check("choice" in b.view["views"][0] and b.view["views"][0]["choice"] is None, "nobody sees another's choice")
    check(moves[1] == "-" or moves[1] not in json.dumps(b.view["views"][0]["record"]), "nor in the record")
    check(a.call("withdraw", seat=0, node=node)["type"] == "ack", "withdraw")
    check(a.call("withdraw", seat=0, node=node)["type"] == "ack", "twice")
    b.wait(lambda v: not v["seats"][0]["chosen"])
    check(a.call("submit", seat=0, node=node, move=moves[1])["type"] == "ack", "choose again")
    check(b.call("submit", seat=1, node=node, move="-")["type"] == "ack", "the other chooses")
    a.wait(lambda v: v["node"] > node)
    check(a.call("submit", seat=0, node=node, move=moves[1])["type"] == "ack", "what was done is acknowledged again")
    check(a.call("submit", seat=0, node=node, move=moves[0])["code"] == "stale", "something else is stale")
    check(a.call("withdraw", seat=0, node=node)["code"] == "stale", "no withdrawing any more")
    check(b.call("submit", seat=1, node=a.view["node"], move="-")["code"] == "not-yours", "not a mover")
    # Replay of everything said so far changes nothing.
    before = server.record(code)
    for _ in range(3):
        a.call("submit", seat=0, node=node, move=moves[1])
        b.call("submit", seat=1, node=node, move="-")
    check(server.record(code) == before, "replays change nothing")


def same_millisecond(server):
    """Seats that choose at once never refuse each other."""
    code, tokens = server.people("qwixx", 5)
    players = [Player(server.url, code, t) for t in tokens]
    failures = []
    for p in players:
        p.wait(lambda v: v["phase"] == "playing")
    for _ in range(15):
        node = max(p.view["node"] for p in players)
        for p in players:
            p.wait(lambda v: v["node"] >= node)
        owing = [p for p in players if p.owes()]
        barrier = threading.Barrier(len(owing))

        def one(p):
            seat = p.owes()[0]
            move = choose(p, seat, rng)
            barrier.wait()
            answer = p.call("submit", seat=seat, node=node, move=move)
            if answer["type"] != "ack":
                failures.append(answer)

        threads = [threading.Thread(target=one, args=(p,)) for p in owing]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        players[0].wait(lambda v: v["node"] > node or v["phase"] == "over")
        if players[0].view["phase"] == "over":
            break
    check(not failures, "all succeed", failures)


def raw(server, data, wait=2):
    """Sends bytes to the port; the status that comes back, 0 if none does."""
    with socket.create_connection(("127.0.0.1", server.port), 5) as s:
        s.settimeout(wait)
        s.sendall(data)
        answer = b""
        try:
            while b"\r\n" not in answer:
                more = s.recv(4096)
                if not more:
                    break
                answer += more
        except (TimeoutError, ConnectionError):
            pass
    match = re.match(rb"HTTP/1.[01] (\d+)", answer)
    return int(match[1]) if match else 0


def http_side(server):
    post = lambda path, body, **k: server.request(path, body, **k)  # noqa: E731
    ann = {"kind": "human", "name": "Ann"}
    good = {"game": "qwixx", "seats": [ann, {"kind": "open"}]}
    for body, code in (
        ({}, "format"), ("x", "format"), ([], "format"), ("", None), (good | {"extra": 1}, "format"), (good | {"game": 1}, "format"),
        (good | {"game": "chess"}, "game"), (good | {"seats": []}, "seats"), (good | {"seats": [ann] * 6}, "seats"), (good | {"seats": {}}, "format"),
        (good | {"seats": [{"kind": "open"}]}, "seats"), (good | {"seats": [{"kind": "bot:greedy"}]}, "seats"),
        (good | {"seats": [ann, {"kind": "bot:exec"}]}, "bot"), (good | {"seats": [ann, {"kind": "bot:../x"}]}, "bot"), (good | {"seats": [ann, {"kind": "exec:ls"}]}, "format"),
        (good | {"seats": [{"kind": "human"}]}, "name"), (good | {"seats": [{"kind": "human", "name": ""}]}, "name"),
        (good | {"seats": [{"kind": "human", "name": " a"}]}, "name"), (good | {"seats": [{"kind": "human", "name": "a\nseat bot:x y"}]}, "name"),
        (good | {"seats": [{"kind": "human", "name": "x" * 41}]}, "name"), (good | {"seats": [{"kind": "human", "name": "\u0085"}]}, "name"),
        (good | {"seats": [{"kind": "human", "name": 7}]}, "name"), (good | {"seats": [ann, {"kind": "open", "name": "B"}]}, "format"),
        (good | {"options": {"lock": "never"}}, "option"), (good | {"options": {"x": "y"}}, "option"), (good | {"options": {"lock": 1}}, "option"), (good | {"options": []}, "format"),
        (good | {"dice": "loaded"}, "format"), (good | {"dice": 1}, "format"), (good | {"hide_scores": 1}, "format"), (good | {"token": "short"}, "token"),
    ):
        status, answer = post("/api/tables", body)
        check(status >= 400 and (code is None or answer["error"]["code"] == code), "POST /api/tables", body, status, answer)
    status, made = post("/api/tables", good | {"seats": [{"kind": "human", "name": "Ü" * 40}, {"kind": "open"}], "options": {"lock": "end-of-turn"}})
    check(status == 201, "forty characters of any length are a name", made)
    code = made["table"]
    for body, expected in (({}, "format"), ({"name": ""}, "name"), ({"name": "B", "seat": 9}, "format"), ({"name": "B", "seat": 0}, "full"), ({"name": "B", "x": 1}, "format"),
                           ({"name": "B", "token": 5}, "token"), ({"name": "B", "seat": "1"}, "format")):
        status, answer = post(f"/api/tables/{code}/join", body)
        check(status >= 400 and answer["error"]["code"] == expected, "join", body, answer)
    check(post(f"/api/tables/{code.lower()}/join", {"name": "Bob"})[0] == 200, "a code in lower case")
    check(post(f"/api/tables/{code}/join", {"name": "Bob"})[0] == 409, "full")
    for body in ({"tokens": 1}, {"tokens": ["x"]}, {"tokens": ["A" * 32] * 21}, {}, {"tokens": [], "x": 1}):
        check(post("/api/mine", body)[0] in (400, 403), "mine", body)
    check(post("/api/mine", {"tokens": ["A" * 32]})[1]["tables"] == [], "nobody's tables")
    check(post("/api/tables", good, headers={"Content-Type": "text/plain"})[0] == 415, "only JSON")
    check(post("/api/tables", good, headers={"Origin": "https://evil.example"})[0] == 403, "a page from elsewhere")
    check(post("/api/tables", good, headers={"Origin": server.url})[0] == 201, "our own page")
    host = server.url.partition("://")[2]
    for origin in (f"://{host}", f"ftp://{host}", f"x://{host}", host, f"http://{host}/", f"http://{host}.example", "null"):
        check(post("/api/tables", good, headers={"Origin": origin})[0] == 403, "a page of no address of ours", origin)
    check(post("/api/tables", "x" * 9000)[0] == 413, "too long a body")
    for path in ("/api/tables/AAAAA", "/api/tables/BBBBB", "/api/tables/KMP", f"/api/tables/{code}/nothing", "/api/nothing", "/nothing.html", "/%2e%2e/%2e%2e/etc/passwd",
                 "/../../../etc/passwd", "/.git/config", "//etc/passwd", "/t/AAAAA", "/t/../x", "/index.html%00.png", "/..%5c..%5cx"):
        status = raw(server, f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        check(status in (0, 400, 403, 404), "GET", path, status)
    check(server.request("/t/KMPXR")[0] == 200 and server.request("/r/kmpxr")[0] == 200, "links of tables serve the page")
    check(server.request("/api/tables")[0] == 405 and post("/", "{}")[0] == 405, "the wrong method")
    status, svg = server.request(f"/api/tables/{code}/qr.svg")
    check(status == 200 and svg.startswith("<svg"), "QR code")
    try:
        Web(server.url + "/ws", origin="https://evil.example")
        check(False, "a WebSocket from another page")
    except Closed as why:
        check("403" in str(why) or "closed" in str(why), "a WebSocket from another page", why)
    Web(server.url + "/ws", origin=server.url).close()
    for data in (b"\x00\x01\x02\r\n\r\n", b"GET / HTTP/1.1\r\nHost: " + b"x" * 20000 + b"\r\n\r\n", b"GET " + b"/x" * 6000 + b" HTTP/1.1\r\n\r\n",
                 b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: -5\r\n\r\n",
                 b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99999999999\r\n\r\n",
                 b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"):
        check(raw(server, data, 1) not in (200, 201), "nonsense on the port", data[:40])
    check(server.request("/healthz") == (200, {"v": 1, "ok": True}), "and still well")
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=5)
    connection.request("GET", "/")
    answer = connection.getresponse()
    answer.read()
    policy = answer.getheader("Content-Security-Policy", "")
    check("default-src 'self'" in policy and "unsafe-inline" not in policy, "strict policy", policy)
    check(answer.getheader("X-Content-Type-Options") == "nosniff", "nosniff")
    connection.request("GET", "/", headers={"If-None-Match": answer.getheader("ETag")})
    answer = connection.getresponse()
    answer.read()
    check(answer.status == 304, "unchanged")
    if server.request("/assets.mjs")[0] == 200:
        for worker in "/worker.mjs", "/analyse-worker.mjs", "/sw.js":
            connection.request("GET", worker)
            answer = connection.getresponse()
            answer.read()
            check(answer.getheader("Content-Security-Policy") == policy, "a worker has a policy of its own", worker)
        connection.request("GET", "/assets.mjs")
        answer = connection.getresponse()
        check(answer.getheader("X-Content-Type-Options") == "nosniff", "nosniff for scripts")
        check(answer.getheader("Cross-Origin-Resource-Policy") == "same-origin", "scripts are for this page alone")


def weights(server):
    """The page's weights are those that the bots have: once in the program, the same bytes plain and packed."""
    program = pathlib.Path(server.penna).read_bytes()
    page = server.request("/assets.mjs")[0] == 200
    for path in sorted((ROOT / "data").glob("*.weights")):
        data = path.read_bytes()
        check(program.count(data[-65536:]) == 1, "once in the program", path.name)
        for encoding in ("identity", "gzip", "gzip"):
            connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
            connection.request("GET", f"/weights/{path.name}", headers={"Accept-Encoding": encoding})
            answer = connection.getresponse()
            got = answer.read()
            if not page:
                continue
            packed = answer.getheader("Content-Encoding") == "gzip"
            check(packed == (encoding == "gzip") and (gzip.decompress(got) if packed else got) == data, "weights", path.name, encoding, answer.status, len(got))
            check(answer.getheader("ETag") and not packed or len(got) < len(data), "packed is smaller")


def limits(penna):
    with Server(penna, "--tables-per-address", "5", "--connections-per-address", "8", "--max-tables", "4") as server:
        seats = [{"kind": "human", "name": "A"}, {"kind": "open"}]
        answers = [server.request("/api/tables", {"game": "qwixx", "seats": seats})[0] for _ in range(8)]
        check(answers == [201] * 4 + [429] * 4, "as many tables as allowed", answers)
        webs, refused = [], 0
        for _ in range(12):
            try:
                webs.append(Web(server.url + "/ws"))
            except Closed:
                refused += 1
        check(len(webs) == 8 and refused == 4, "as many connections as allowed", len(webs), refused)
        webs[0].close()
        time.sleep(0.2)
        webs[0] = Web(server.url + "/ws")
        check(True, "a place is free again")
        for i in range(200):
            try:
                webs[1].send({"v": 1, "type": "ping", "id": i})
            except Closed:
                break
        kinds = set()
        try:
            while True:
                message = webs[1].receive(5)
                kinds.add(message["type"] + message.get("code", ""))
        except Closed:
            check("byeflood" in kinds, "a flood ends the connection, with a word", kinds)
        check(webs[2].send({"v": 1, "type": "ping", "id": 1}) is None and webs[2].receive()["type"] == "ack", "the others go on")
        answers = [server.request("/api/tables/ZZZZZ")[0] for _ in range(100)]
        check(answers[0] == 404 and answers[-1] == 429, "guessing codes is slowed down")
        check(server.request("/healthz")[0] == 200, "health is always told")


def own_address():
    """An address of this machine that is not 127.0.0.1; None if it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:
        try:
            s.connect(("192.0.2.1", 9))  # sends nothing
            address = s.getsockname()[0]
        except OSError:
            return None
    return None if address.startswith("127.") else address


def metrics(penna):
    """Sums only, and only for those who run the server, also behind a proxy."""
    ask = lambda server, url=None, **headers: request(url or server.url, "/metrics", headers={k.replace("_", "-"): v for k, v in headers.items()})[0]  # noqa: E731
    with Server(penna, "--listen", "0.0.0.0") as server:
        check(ask(server) == 200 and ask(server, Host="localhost:80") == 200, "the machine itself")
        check(ask(server, X_Forwarded_For="1.2.3.4") == 403, "a proxy that says so")
        check(ask(server, Host="play.example.org") == 403, "a proxy that does not, or a page that points its own name here")
        address = own_address()
        if address:
            url = f"http://{address}:{server.port}"
            check(request(url, "/healthz")[0] == 200 and ask(server, url) == 403, "another address")
            check(ask(server, url, Host="localhost") == 403 and ask(server, url, X_Forwarded_For="127.0.0.1") == 403, "whatever it says")
        lines = [x for x in server.request("/metrics")[1].splitlines() if not x.startswith("#")]
        check(lines and all(re.fullmatch(r'penna_[a-z_]+({(code="[a-z-]+"|le="[0-9.+Inf]+")})? [0-9.]+', x) for x in lines), "sums, by reason and time at most", lines)
    for options in (["--public-url", "https://play.example.org"], ["--trust-proxy"]):
        with Server(penna, *options) as server:
            check(ask(server) == 403 and ask(server, X_Forwarded_For="127.0.0.1") == 403, "nobody behind a proxy", options)
    with Server(penna, "--public-url", "https://play.example.org", "--metrics-token", "secret") as server:
        check(ask(server, Authorization="Bearer secret", X_Forwarded_For="1.2.3.4") == 200, "who has the token")
        check(ask(server, Authorization="Bearer secre") == 403 and ask(server, Authorization="secret") == 403 and ask(server) == 403, "who has not")
        check(429 in [ask(server, Authorization=f"Bearer {i}") for i in range(60)], "guessing is slowed down")


def slow_reader(penna):
    """One who does not read is not waited for, and the others notice nothing."""
    with Server(penna, "--tables-per-address", "0", "--connections-per-address", "0", "--messages-per-second", "0") as server:
        code, tokens = server.people("qwixx", 2)
        a, b = (Player(server.url, code, t) for t in tokens)
        slow = Web(server.url + "/ws")
        slow.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow.send({"v": 1, "type": "hello", "id": 1, "table": code})
        a.wait(lambda v: v["phase"] == "playing")
        ping = json.dumps({"v": 1, "type": "ping", "id": 1}).encode()
        flood = (b"\x81" + bytes([0x80 | len(ping)]) + b"\0\0\0\0" + ping) * 1000
        slow.socket.settimeout(5)
        dropped = False
        try:
            for _ in range(600):
                slow.socket.sendall(flood)
        except (ConnectionError, TimeoutError, OSError):
            dropped = True
        start = time.monotonic()
        check(a.call("ping")["type"] == "ack" and time.monotonic() - start < 2, "others are served")
        play_out([a, b], rng)
        check(dropped, "a whole game beside a slow reader, who was dropped")


def full_disk(penna):
    """No room: moves are refused with a message, nothing is lost, it recovers by itself."""
    with Server(penna, "--tables-per-address", "0", "--connections-per-address", "0", "--messages-per-second", "0", file=True) as server:
        code, tokens = server.people("qwixx", 2)
        a, b = (Player(server.url, code, t) for t in tokens)
        play_out([a, b], rng, until=lambda v: v["turn"] >= 1)
        a.wait(lambda v: v["kind"] == "move")
        pid = str(server.process.pid)
        subprocess.run(["prlimit", "--pid", pid, "--fsize=8:unlimited"], check=True)
        p = a if a.owes() else b
        seat = p.view["you"][0]
        p.wait(lambda v: p.owes())
        number, record = p.view["number"], server.record(code)
        answer = p.call("submit", seat=seat, node=p.view["node"], move=choose(p, seat, rng))
        check(answer.get("code") == "storage", "refused", answer)
        check(server.record(code) == record, "nothing changed")
        status, answer = server.request("/api/tables", {"game": "qwixx", "seats": [{"kind": "human", "name": "A"}]})
        check(status == 503 and answer["error"]["code"] == "storage", "no new table either", answer)
        check(server.request("/healthz")[0] == 503, "and it says so")
        subprocess.run(["prlimit", "--pid", pid, "--fsize=unlimited:unlimited"], check=True)
        answer = p.call("submit", seat=seat, node=p.view["node"], move=choose(p, seat, rng))
        check(answer["type"] == "ack", "recovers", answer)
        check(server.request("/healthz")[0] == 200, "and says so")
        p.wait(lambda v: v["number"] > number)
        play_out([a, b], rng)
        check(server.check_record(server.record(code)) == "", "the record is good")
        server.kill()
        server.start()
        check(server.check_record(server.record(code)) == "" and "score" in server.record(code), "also after a crash")


def long_log(server):
    """Nobody fills a disk with one table: its log has an end, and what is in it stays."""
    made = server.table("qwixx", ["human", "human"])
    player = Player(server.url, made["table"], made["token"])
    view = player.wait(lambda v: True)
    moves = view["views"][0]["moves"]
    check(len(moves) > 1, "there is a choice", moves)
    codes, number = set(), 0
    for i in range(0, 24000, 400):
        for k in range(400):
            player.web.send({"v": 1, "type": "submit", "id": i + k, "seat": 0, "node": view["node"], "move": moves[k % 2]})
        while True:
            answer = player.web.receive(60)
            codes |= {answer["code"]} if answer["type"] == "error" else set()
            number = max(number, answer.get("number", 0))
            if answer.get("id") == i + 399:
                break
        if codes:
            break
    check(codes == {"long"} and number <= 20000, "a log that is too long", codes, number)
    check(server.record(made["table"]).startswith("# table"), "its record can be read")


def main():
    penna = sys.argv[1]
    with Server(penna, "--tables-per-address", "0", "--connections-per-address", "0", "--messages-per-second", "0") as server:
        malformed(server)
        foreign(server)
        stale(server)
        same_millisecond(server)
        http_side(server)
        weights(server)
        long_log(server)
        check(server.process.poll() is None, "it is still running")
        check(server.stop() == 0, "ends well")
        said = [x for x in server.said().splitlines() if "network:" not in x]
        check(not said, "nothing on standard error", said[:5])
    limits(penna)
    metrics(penna)
    slow_reader(penna)
    full_disk(penna)
    check.end()


main()
