#!/usr/bin/env python3
"""What strangers try: names that cannot be seen or are somebody else's, addresses in other clothes, types that only begin
right, a limit of tables passed by playing again, a disk to be filled.

usage: strangers.py PENNA
"""
import functools
import random
import socket
import sys
import time

from harness import Checks, Player, Server, choose, play_out

check = Checks()
rng = random.Random(37)
FREE = ["--tables-per-address", "0", "--connections-per-address", "0", "--messages-per-second", "0"]
HUMAN = {"game": "qwixx", "seats": [{"kind": "human", "name": "A"}]}

UNSEEN = ["\u200b", "A\u200bnn", "\u202eevE", "A\u2066nn", "\u2060", "\ufeffAnn", "A\u00a0B", "A\u3000B", "\u2800", "\u3164", "\u115f", "A\u00adnn", "A  B", "\u0301", "A\u200d", "A\u200dB",
          "Z\u0300\u0301\u0302\u0303\u0304", "\U000e0041", "\u061cAnn", "\ue000", "A\ufffdB", "\u034f", "\u180e", "A\U0001bca0nn", "\U00013437", "\U00016fe4",
          "ก" + "\u0e47" * 8, "א" + "\u05b0" * 8, "ب" + "\u064e" * 8, "А" + "\u0489" * 8, "\u05b0", "\u0e49\u0e49", "A\u0085B"]
SEEN = ["Ann", "José", "Jose\u0301", "Zoë", "李", "Анна", "محمد", "می\u200cخواهم", "👨\u200d👩\u200d👧", "❤\ufe0f", "O'Neil-Ní 2", "Ngữ", "क्\u200dष", "שָׁלוֹם", "บุญเลี้ยง", "ที่รัก", "مُحَمَّدٌ", "བཀྲ་ཤིས", "ドﾞラえもん", "ベ\u3099"]
ALIKE = [("Ann", "ann"), ("Ann", "ANN"), ("Ann", "А" + "nn"), ("José", "Jose\u0301"), ("José", "Jose"), ("Ian", "lan"), ("Bob", "B0b"), ("Ann", "Ａｎｎ"), ("A B", "AB"), ("Łukasz", "Lukasz"),
         ("Мама", "МАМА"), ("Greedy", "greedy"), ("ΑΝΝΑ", "ANNA"), ("می\u200cخواهم", "میخواهم")]
APART = [("Ann", "Anna"), ("Ali", "All"), ("李", "王"), ("P1", "P2"), ("Анна", "Инна"), ("👨\u200d👩\u200d👧", "❤\ufe0f"), ("Ann", "Ann 2"), ("กา", "กี")]


def names(server):
    make = lambda *names: server.request("/api/tables", {"game": "qwixx", "seats": [{"kind": "human", "name": n} for n in names] + [{"kind": "open"}]})  # noqa: E731
    for name in UNSEEN:
        status, answer = make(name)
        check(status == 422 and answer["error"]["code"] == "name", "not a name", ascii(name), status)
    for name in SEEN:
        check(make(name)[0] == 201, "a name", ascii(name))
    for one, other in ALIKE:
        made = make(one)[1]
        status, answer = server.request(f"/api/tables/{made['table']}/join", {"name": other})
        check(status == 409 and answer["error"]["code"] == "taken", "too like another", ascii((one, other)), status, answer)
        check(make(one, other)[1].get("error", {}).get("code") == "taken", "at one device too", ascii((one, other)))
    for one, other in APART:
        made = make(one)[1]
        check(server.request(f"/api/tables/{made['table']}/join", {"name": other})[0] == 200, "apart enough", ascii((one, other)))
    made = server.table("qwixx", ["human", "bot:greedy", "open"])
    check(server.request(f"/api/tables/{made['table']}/join", {"name": "GREEDY"})[1]["error"]["code"] == "taken", "nobody is taken for a bot")
    made = server.table("qwixx", ["human", "bot:greedy", "bot:greedy"])
    seats = server.request(f"/api/tables/{made['table']}")[1]["seats"]
    check([s["name"] for s in seats] == ["Ann", "Greedy", "Greedy 2"], "bots are numbered", seats)


def types(server):
    for kind, status in (("application/json", 201), ("Application/JSON; charset=utf-8", 201), ("application/json ;x", 201), ("application/jsonx", 415), ("application/json-seq", 415),
                         ("application/jso", 415), ("text/plain; application/json", 415)):
        check(server.request("/api/tables", HUMAN, headers={"Content-Type": kind})[0] == status, "content type", kind)


def addresses(penna):
    """Each address has its own limit, however a proxy writes it."""
    with Server(penna, "--trust-proxy", "--tables-per-address", "1") as server:
        ask = lambda forwarded: server.request("/api/tables", HUMAN, headers={"X-Forwarded-For": forwarded})[0]  # noqa: E731
        for first, same, other in (("1.2.3.4:1000", "1.2.3.4:2000", "1.2.3.5:1000"), ("[2001:db8:1::1]:443", "2001:db8:1::2", "[2001:db8:2::1]:443"), ("9.9.9.9, 5.6.7.8", "5.6.7.8 ", "9.9.9.9"),
                                   ("[2001:db8:3::1]", "2001:db8:3::9", "[2001:db8:4::1]"), ("7.7.7.7", "::ffff:7.7.7.7", "::ffff:7.7.7.8")):
            check([ask(first), ask(same), ask(other)] == [201, 429, 201], "addresses", first, same, other)


def sites(penna):
    """Who is given a whole site of IPv6, 65,536 households, has not as much as so many: as sixteen. IPv4 addresses in IPv6's clothes are no site."""
    with Server(penna, "--trust-proxy", "--tables-per-address", "1") as server:
        ask = lambda forwarded: server.request("/api/tables", HUMAN, headers={"X-Forwarded-For": forwarded})[0]  # noqa: E731
        got = [ask(f"2001:db8:7:{house:x}::1") for house in range(24)]
        check(got == [201] * 16 + [429] * 8, "sixteen households of a site", got)
        check(ask("2001:db8:8:1::1") == 201 and ask("2001:db8:8:2::1") == 201, "and its neighbour is another")
        got = [ask(f"::ffff:198.51.100.{i}") for i in range(24)]
        check(got == [201] * 24 and ask("198.51.100.3") == 429, "each IPv4 address is its own", got)
        named = server.admin("limits")[1]
        check("2001:db8:7::/48 tables\n" in named and "2001:db8:7:3:: tables\n" in named and "2001:db8:8::/48" not in named, "who is limited is named", named)


def metrics(penna):
    with Server(penna) as server:
        for host, status in (("127.0.0.1", 200), ("127.0.0.1:8080", 200), ("localhost", 200), ("[::1]:80", 200), ("127.0.0.1.example.org", 403), ("127.evil.example", 403),
                             ("localhost.example.org", 403), ("[::1].example.org", 403), ("127.0.0.1example.org:80", 403)):
            check(server.request("/metrics", headers={"Host": host})[0] == status, "metrics for", host)
        for whole in ("http://localhost", "http://127.0.0.1", "https://[::1]:80"):  # behind a proxy that hands it on, its host is whatever a stranger says
            with socket.create_connection(("127.0.0.1", server.port), 5) as s:
                s.sendall(f"GET {whole}/metrics HTTP/1.1\r\nHost: play.example.org\r\nConnection: close\r\n\r\n".encode())
                check(s.makefile("rb").readline() == b"HTTP/1.1 403 Forbidden\r\n", "metrics for", whole)


def again(penna):
    with Server(penna, *FREE, "--max-tables", "1") as server:
        made = server.table("qwixx", ["human"])
        p = Player(server.url, made["table"], made["token"])
        play_out([p], rng)
        check(server.request("/api/tables", HUMAN)[0] == 201, "there is room for one table")
        check(p.call("again").get("code") == "rate", "and not for another, though it is again")


def acts(penna):
    """Who chooses and takes back for ever does not fill the disk: for each table that an address may make there is what the longest game needs."""
    with Server(penna, "--tables-per-address", "2", "--messages-per-second", "0", file=True) as server:
        made = server.table("qwixx", ["human", "human"])
        p = Player(server.url, made["table"], made["token"])
        p.wait(lambda v: v["phase"] == "playing")
        node, move, codes, start = p.view["node"], choose(p, 0, rng), [], time.monotonic()
        while not codes and p.next_id < 10000:
            sent = [p.send(kind, seat=0, node=node, **more) for _ in range(50) for kind, more in (("submit", {"move": move}), ("withdraw", {}))]
            while sent:
                said = p.take()
                if said["type"] in ("ack", "error"):
                    sent.remove(said["id"])
                    codes += [said["code"]] if said["type"] == "error" else []
        check(4000 <= p.next_id < 4200 + 2 * (time.monotonic() - start) and set(codes) == {"rate"}, "there is an end", p.next_id, codes[:3])
        check(p.call("ping")["type"] == "ack" and p.call("react", seat=0, picture="wow")["type"] == "ack", "who has reached it may stay")
        named = ""
        for _ in range(50):  # one more is allowed in every second
            while p.call("withdraw", seat=0, node=node)["type"] == "ack":
                pass
            named = server.admin("limits")[1]
            if "127.0.0.1 moves\n" in named:
                break
        check("127.0.0.1 moves\n" in named, "and is named", named)
        check(server.request("/api/tables", HUMAN)[0] == 201, "and have the other tables that are his")
        plain = socket.create_connection
        socket.create_connection = functools.partial(plain, source_address=("127.0.0.2", 0))
        other = Player(server.url, made["table"], made["token"])
        socket.create_connection = plain
        check(other.call("submit", seat=0, node=node, move=move)["type"] == "ack", "from elsewhere the game goes on")


def main():
    penna = sys.argv[1]
    with Server(penna, *FREE) as server:
        names(server)
        types(server)
        check(server.stop() == 0 and server.said() == "", "ends well", server.said()[:500])
    addresses(penna)
    sites(penna)
    metrics(penna)
    again(penna)
    acts(penna)
    check.end()


if __name__ == "__main__":
    main()
