#!/usr/bin/env python3
"""HTTPS with a given certificate: a game over it, `penna join`, certificates that are missing, broken or of another, and floods of records
without anything in them.

usage: tls.py PENNA UPDATES
"""
import http.client
import os
import pathlib
import random
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import time

from harness import Checks, Player, Server, play_out, request

check = Checks()
EC = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-days", "2"]


def openssl(folder, *words):
    subprocess.run(["openssl", *words], cwd=folder, check=True, capture_output=True)


def make_certificates(folder):
    """An authority, a certificate for 127.0.0.1 with its key, a stranger's key and one behind a password."""
    openssl(folder, "req", "-x509", *EC, "-nodes", "-subj", "/CN=Authority", "-keyout", "ca.key", "-out", "ca.pem")
    openssl(folder, "req", "-x509", "-CA", "ca.pem", "-CAkey", "ca.key", *EC, "-nodes", "-subj", "/CN=Penna", "-addext", "subjectAltName=IP:127.0.0.1",
            "-addext", "basicConstraints=CA:FALSE", "-keyout", "key.pem", "-out", "cert.pem")
    openssl(folder, "ec", "-in", "key.pem", "-aes256", "-passout", "pass:secret", "-out", "locked.pem")
    (folder / "nonsense.pem").write_text("nonsense\n")


def refusals(penna, folder):
    """What cannot be served is said in a line that names the option, with status 2, before any port is open."""
    for cert, key, option, words in (("none.pem", "key.pem", "--tls-cert", "cannot be read"), ("cert.pem", "none.pem", "--tls-key", "cannot be read"),
                                     ("nonsense.pem", "key.pem", "--tls-cert", "not a certificate"), ("cert.pem", "nonsense.pem", "--tls-key", "not a key"),
                                     ("cert.pem", "ca.key", "--tls-key", "not the key of"), ("cert.pem", "locked.pem", "--tls-key", "password"),
                                     ("cert.pem", None, "--tls-cert", "go together")):
        command = [penna, "serve", "--listen", "127.0.0.1", "--port", "0", "--db", str(folder / "refused.db"), "--tls-cert", str(folder / cert)]
        done = subprocess.run(command + (["--tls-key", str(folder / key)] if key else []), capture_output=True, text=True, check=False, timeout=20,
                              stdin=subprocess.DEVNULL)
        said = done.stderr.splitlines()
        check(done.returncode == 2 and len(said) == 1 and option in said[0] and words in said[0], cert, key, done.returncode, said)


def game(server):
    """Two clients over TLS, to the end."""
    code, tokens = server.people("qwixx", 2)
    players = [Player(server.url, code, t) for t in tokens]
    play_out(players, random.Random(3))
    check(server.check_record(server.record(code)) == "", "a whole game over TLS")
    check(server.request("/")[0] == 200, "the page")
    check(server.request("/api/info")[1]["url"].startswith("https://127.0.0.1:"), "the link is one of https")
    for origin, status in ((server.url, 200), (server.url.replace("https", "http"), 403)):
        check(server.request("/api/mine", {"tokens": []}, headers={"Origin": origin})[0] == status, "a page of", origin)


def join(server, folder):
    made = server.table("qwinto-cards", ["human", "open"])
    link = f"{server.url}/t/{made['table']}"
    env = {k: v for k, v in os.environ.items() if k != "SSL_CERT_FILE"} | {"LANGUAGE": "en"}
    run = lambda *words: subprocess.run([server.penna, "join", link, "--name", "R", "--bot", "greedy", *words], capture_output=True,  # noqa: E731
                                        text=True, check=False, env=env, timeout=60)
    done = run()
    check(done.returncode == 2 and "certificate is not trusted" in done.stderr, "an unknown authority", done.stderr)
    done = run("--ca", str(folder / "nonsense.pem"))
    check(done.returncode == 2 and "nonsense.pem" in done.stderr, "not an authority", done.stderr)
    link = link.replace("127.0.0.1", "localhost")
    done = run("--ca", str(folder / "ca.pem"))
    check(done.returncode == 2 and "mismatch" in done.stderr, "a certificate for another name", done.stderr)
    link = link.replace("localhost", "127.0.0.1")
    other = subprocess.Popen([server.penna, "join", link, "--token", made["token"], "--bot", "random", "--ca", str(folder / "ca.pem")],
                             stdout=subprocess.PIPE, text=True, env=env)
    done = run("--ca", str(folder / "ca.pem"))
    said = other.communicate(timeout=60)[0]
    check(done.returncode == 0 and other.returncode == 0 and "The game is over" in said, "two who trust it play", done.stderr, said[-200:])


def strangers(server):
    """Plain HTTP at the port, a client that trusts nobody, and a TLS of long ago get nothing, and do no harm."""
    try:
        status = request(server.url.replace("https", "http"), "/healthz")[0]
        check(status != 200, "plain HTTP", status)
    except (OSError, http.client.HTTPException):
        check(True)
    known = os.environ.pop("SSL_CERT_FILE")
    try:
        server.request("/healthz")
        check(False, "an unknown authority is trusted")
    except ssl.SSLError:
        check(True)
    os.environ["SSL_CERT_FILE"] = known
    old = subprocess.run(["openssl", "s_client", "-connect", f"127.0.0.1:{server.port}", "-tls1_1", "-cipher", "ALL:@SECLEVEL=0"], capture_output=True,
                         stdin=subprocess.DEVNULL, check=False, timeout=20)
    check(old.returncode != 0, "TLS 1.1")
    check(server.request("/healthz") == (200, {"v": 1, "ok": True}), "and still well")


def greeting():
    """The first record of a handshake."""
    context, out = ssl.create_default_context(), ssl.MemoryBIO()
    try:
        context.wrap_bio(ssl.MemoryBIO(), out, server_hostname="127.0.0.1").do_handshake()
    except ssl.SSLWantReadError:
        pass
    return out.read()


def floods(server, updates):
    """New keys cost the server more than their sender: some between two requests are fine, hundreds end the connection. So do pieces of a greeting."""
    def answered(count, times):
        return int(subprocess.run([updates, str(server.port), str(count), str(times)], capture_output=True, text=True, check=True, timeout=120).stdout)

    check(answered(20, 10) == 10, "new keys now and then")
    check(answered(0, 1) == 1 and answered(100, 1) == 0, "a hundred new keys and nothing else")
    check(answered(20000, 1) == 0, "a flood of them")
    hello = greeting()
    for size, first in ((200, b"\x16"), (1, b"")):
        pieces = [hello[i:i + size] for i in range(5, len(hello), size)]
        with socket.create_connection(("127.0.0.1", server.port), 60) as s:
            try:
                s.sendall(b"".join(hello[:3] + len(p).to_bytes(2, "big") + p for p in pieces))
                got = s.recv(1)
            except ConnectionError:
                got = b""
            check(got == first, "a greeting in pieces", len(pieces), got)
    check(server.request("/healthz") == (200, {"v": 1, "ok": True}), "and still well")


def hellos(server):
    """Handshakes that a stranger begins and leaves cost him nothing: from one address only so many are taken up, and nobody else waits."""
    hello, answered, begin = greeting(), 0, time.monotonic()
    for _ in range(1000):
        with socket.create_connection(("127.0.0.1", server.port), 10, ("127.0.0.5", 0)) as s:
            try:
                s.sendall(hello)
                answered += bool(s.recv(1))
            except ConnectionError:
                pass
    most = 144 + 36 * (time.monotonic() - begin) + 1
    check(100 <= answered <= most, "handshakes of one address:", answered, most)
    check(server.request("/healthz") == (200, {"v": 1, "ok": True}), "another is answered")


def main():
    penna = str(pathlib.Path(sys.argv[1]).resolve())
    os.environ["LANGUAGE"] = "en"
    if not shutil.which("openssl"):
        print("SKIP: there is no openssl to make certificates with")
        sys.exit(77)
    with tempfile.TemporaryDirectory(prefix="penna-tls-") as name:
        folder = pathlib.Path(name)
        make_certificates(folder)
        refusals(penna, folder)
        os.environ["SSL_CERT_FILE"] = str(folder / "ca.pem")
        with Server(penna, "--tls-cert", str(folder / "cert.pem"), "--tls-key", str(folder / "key.pem"), "--connections-per-address", "0") as server:
            game(server)
            join(server, folder)
            strangers(server)
            floods(server, str(pathlib.Path(sys.argv[2]).resolve()))
            check(server.stop() == 0, "ends well")
        for options in ((), ("--public-url", "https://play.example.org")):  # a name does not make it a server behind a proxy
            with Server(penna, "--tls-cert", str(folder / "cert.pem"), "--tls-key", str(folder / "key.pem"), *options) as server:
                hellos(server)
    check.end()


main()
