#!/usr/bin/env python3
"""Shared dice: every seat adds to the key after the server has committed to its own, and `penna verify` finds all of it
in the record; those who do not add are not waited for long.

usage: dice.py PENNA
"""
import hashlib
import os
import random
import re
import subprocess
import sys
import time

from harness import GAMES, ROOT, Checks, Player, Server, play_out
from verify import Wrong, verify as second_opinion  # examples/verify.py, written from the protocol alone

check = Checks()
rng = random.Random(13)


def salt_of(seat):
    return hashlib.sha256(b"seat %d" % seat).hexdigest()


def verify(server, record):
    path = server.folder / "verify.penna"
    path.write_text(record, encoding="utf-8")
    done = subprocess.run([server.penna, "verify", str(path)], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def second(record):
    """What the second verifier says; None if all is well."""
    try:
        second_opinion(record)
        return None
    except (Wrong, ValueError, KeyError, IndexError) as why:
        return str(why) or repr(why)


def agrees(record):
    return second(record) is None


def server_dice(server):
    """Dice of the server's alone, games with one seat and with bots: both verifiers agree."""
    for game in GAMES:
        for seats in (["human"], ["human", "human", "bot:random"]):
            made = server.table(game, seats)
            p = Player(server.url, made["table"], made["token"])
            play_out([p], rng)
            record = server.record(made["table"])
            check(verify(server, record)[0] == 0 and agrees(record), game, len(seats), "both verifiers agree", second(record))
            p.web.close()


def whole_game(server, game):
    code, tokens = server.people(game, 2, dice="shared")
    a, b = players = [Player(server.url, code, t) for t in tokens]
    a.wait(lambda v: v["phase"] == "playing")
    view = a.view
    check(view["node"] == 0 and view["kind"] == ("move" if game == "qwinto" else "chance") and view["salts"] == [None, None], game, "nothing is rolled yet", view["node"])
    check(re.fullmatch("[0-9a-f]{64}", view["commitment"]), game, "but the key is committed to")
    check(a.call("salt", seat=0, salt=salt_of(0))["type"] == "ack", game, "a seat adds to the key")
    check(a.call("salt", seat=0, salt=salt_of(0))["type"] == "ack", game, "the same twice does no harm")
    check(a.call("salt", seat=0, salt=salt_of(9))["code"] == "stale", game, "it cannot be changed")
    check(a.call("salt", seat=1, salt=salt_of(9))["code"] == "seat", game, "nor that of another")
    b.wait(lambda v: v["salts"] == [salt_of(0), None])
    check(b.view["node"] == 0, game, "the other is waited for")
    check(b.call("salt", seat=1, salt=salt_of(1))["type"] == "ack", game, "the other adds too")
    play_out(players, rng, until=lambda v: v["node"] > 1)
    check(a.view["commitment"] == view["commitment"] and a.view["salts"] == [salt_of(0), salt_of(1)], game, "commitment and salts stay")
    play_out(players, rng)
    record = server.record(code)
    status, said = verify(server, record)
    check(status == 0 and salt_of(0) in said and salt_of(1) in said, game, "the dice verify", said)
    # Who would have other dice must change something that is seen.
    for what, changed in (("another salt", record.replace(salt_of(1), salt_of(2))), ("a salt less", re.sub(r"# salt 1 .*\n", "", record)),
                          ("salts exchanged", record.replace("# salt 0", "# salt x").replace("# salt 1", "# salt 0").replace("# salt x", "# salt 1")),
                          ("a seat that is not there", record.replace("# salt 1", "# salt 2")), ("a seat twice", record.replace("# salt 1", "# salt 0")),
                          ("a broken salt", record.replace(salt_of(1), salt_of(1)[:-1])), ("another commitment", re.sub("(# commitment )......", r"\1abcdef", record))):
        check(verify(server, changed)[0] == 1, game, what, "does not verify")
    check(agrees(record), game, "a second verifier agrees", second(record))
    rolls = list(re.finditer(r"^(?:roll|draw) (.*)$", record, re.M))
    # Two that are written alike, and differ: of a short game the last may have no like.
    one, other = next((one, other) for one in reversed(rolls) for other in rolls if other[1] != one[1] and len(other[1]) == len(one[1]))
    changed = record[: one.start(1)] + other[1] + record[one.end(1):]
    check(not agrees(changed) and not agrees(record.replace(salt_of(1), salt_of(2))), game, "and finds what was changed")
    # Computed here from nothing but the protocol's words.
    key = bytes.fromhex(re.search(r"^# key (.*)$", record, re.M)[1])
    check(hashlib.blake2b(key, digest_size=32).hexdigest() == view["commitment"], game, "the key is the one committed to")
    check(server.check_record(record) == "", game, "the record is one")
    check(a.call("again")["type"] == "ack", game, "again")
    a.wait(lambda v: v["again"])
    check(server.request(f"/api/tables/{a.view['again']}")[1]["dice"] == "shared", game, "with the same kind of dice")


def stream(server):
    """The first roll of a game of Qwixx, from key and salts as docs/protocol.md says."""
    made = server.table("qwixx", ["human"], dice="shared")
    p = Player(server.url, made["table"], made["token"])
    p.call("salt", seat=0, salt=salt_of(0))
    play_out([p], rng)
    key = bytes.fromhex(p.view["key"])
    dice = hashlib.blake2b(key + b"\0" + bytes.fromhex(salt_of(0)), digest_size=32).digest()
    done = subprocess.run(["openssl", "enc", "-chacha20", "-K", dice.hex(), "-iv", "0" * 32], input=b"\0" * 64, capture_output=True, check=False)
    if done.returncode != 0:
        return check(False, "openssl computes the stream", done.stderr)
    number = int.from_bytes(done.stdout[:8], "little") % 6**6  # six dice; the words passed by are a 10^-15th
    wanted = sorted(number // 6**i % 6 + 1 for i in range(6))
    roll = re.search(r"^roll (..):(....)$", server.record(made["table"]), re.M)
    return check(sorted(int(x) for x in roll[1] + roll[2]) == wanted, "the first roll is what the stream gives", roll[0], wanted)


def vector(server):
    """The test vector of docs/protocol.md, each number by somebody else's code, and its record by both verifiers."""
    text = (ROOT / "docs/protocol.md").read_text(encoding="utf-8").split("A test vector:")[1]
    value = {name: re.search(rf"^    {name} +(\w+)$", text, re.M)[1] for name in ("commitment", "dice key", "stream", "word", "place")}
    block = "    # commitment" + text.split("    # commitment")[1].split("\n\n")[0]
    record = "".join(line[4:] + "\n" for line in block.splitlines())
    secret = bytes(range(32))
    key = hashlib.blake2b(secret + b"\1" + b"\x11" * 32, digest_size=32).hexdigest()
    check(value["commitment"] == hashlib.blake2b(secret, digest_size=32).hexdigest() and value["dice key"] == key, "the keys of the test vector", value)
    done = subprocess.run(["openssl", "enc", "-chacha20", "-K", key, "-iv", "0" * 32], input=b"\0" * 8, capture_output=True, check=True)
    check(value["stream"] == done.stdout.hex() and int(value["word"]) == int.from_bytes(done.stdout, "little"), "its stream", value)
    check(int(value["place"]) == int(value["word"]) % 6**6 == int("225534", 6), "its place", value)
    check(verify(server, record)[0] == 0 and agrees(record), "its record", verify(server, record), second(record))
    check(verify(server, record.replace("6645", "6644"))[0] == 1 and not agrees(record.replace("6645", "6644")), "and no other")


def late(server):
    """Who adds nothing is waited for some seconds; the record says who did; undo changes nothing of it."""
    code, tokens = server.people("qwixx", 2, dice="shared")
    a, b = players = [Player(server.url, code, t) for t in tokens]
    check(a.call("salt", seat=0, salt=salt_of(0))["type"] == "ack", "one adds")
    began = time.monotonic()
    a.wait(lambda v: v["node"] > 0, 15)
    check(2 < time.monotonic() - began < 12 and a.view["salts"] == [salt_of(0), None], "the other is not waited for long")
    check(b.call("salt", seat=1, salt=salt_of(1))["code"] == "stale", "then it is too late")
    roll = re.search("roll .*", a.view["views"][0]["record"])[0]
    node = a.view["node"]
    check(a.call("undo", seat=0, node=node, to=0)["type"] == "ack" and b.call("agree", seat=1, node=node, yes=True)["type"] == "ack", "back to the first roll")
    a.wait(lambda v: v["undo"] is None and v["kind"] == "move")
    check(b.call("salt", seat=1, salt=salt_of(1))["code"] == "stale", "it is still too late")
    check(roll in a.view["views"][0]["record"], "the same dice fall")
    server.kill()
    server.start()
    for p in players:
        p.view = None
        p.connect()
    play_out(players, rng)
    status, said = verify(server, server.record(code))
    check(status == 0 and salt_of(0) in said and said.count("added") == 1, "it verifies, also after a crash", said)


def others(server):
    code, tokens = server.people("qwixx", 2)
    a = Player(server.url, code, tokens[0])
    check(a.call("salt", seat=0, salt=salt_of(0))["code"] == "phase", "dice of the server's alone take nothing")
    a.wait(lambda v: True)
    check(a.view["salts"] is None and a.view["node"] > 0, "and wait for nobody")
    made = server.table("qwixx", ["human", "bot:greedy"], dice="shared")
    p = Player(server.url, made["table"], made["token"])
    for bad in (None, 1, "", "00", "G" * 64, "A" * 64, "0" * 63, "0" * 65):
        check(p.call("salt", seat=0, salt=bad)["code"] == "format", "no salt", bad)
    check(p.call("salt", seat=0, salt=salt_of(0))["type"] == "ack", "bots are not waited for")
    p.wait(lambda v: v["node"] > 0, 2)
    check(p.view["salts"] == [salt_of(0), None], "bots add nothing")
    # A seat that is given up while the table waits takes its salt along.
    made = server.table("qwixx", ["human", "open", "open"], dice="shared")
    token = server.request(f"/api/tables/{made['table']}/join", {"name": "B"})[1]["token"]
    b = Player(server.url, made["table"], token)
    check(b.call("salt", seat=1, salt=salt_of(1))["type"] == "ack", "one may add while others are still to come")
    check(b.call("leave", seat=1)["type"] == "ack", "and leave")
    b.wait(lambda v: v["seats"][1]["kind"] == "open" and v["salts"] == [None, None, None])


def joined(server):
    """`penna join` adds by itself."""
    made = server.table("qwinto", ["human", "open"], dice="shared")
    link = f"{server.url}/t/{made['table']}"
    run = lambda *words: subprocess.Popen([server.penna, "join", link, *words], stdout=subprocess.PIPE, text=True, env=os.environ | {"LANGUAGE": "en"})  # noqa: E731
    both = [run("--bot", "greedy", "--token", made["token"]), run("--bot", "random", "--name", "R")]
    check(all("The game is over" in p.communicate(timeout=60)[0] for p in both), "both play to the end")
    status, said = verify(server, server.record(made["table"]))
    check(status == 0 and said.count("added") == 2, "both added", said)


def main():
    os.environ["LANGUAGE"] = "en"
    with Server(sys.argv[1], "--tables-per-address", "0", "--connections-per-address", "0", "--messages-per-second", "0") as server:
        for game in GAMES:
            whole_game(server, game)
        stream(server)
        vector(server)
        server_dice(server)
        late(server)
        others(server)
        joined(server)
        check(server.stop() == 0 and server.said() == "", "ends well", server.said()[:500])
    check.end()


main()
