#!/usr/bin/env python3
"""Where a server's settings come from: the command line, the environment, a file, in that order; a page from a folder; and
QR codes that are read.

usage: settings.py PENNA
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request

import scan
from harness import MEMORY, Checks, Server

check = Checks()


def refused(penna, folder, text, *words):
    """A file of settings that is no good is an error before anything is opened; the words are in the message."""
    path = pathlib.Path(folder) / "bad.conf"
    path.write_bytes(text)
    done = subprocess.run([penna, "serve", "--port", "0", "--db", f"{folder}/none.db", "--config", str(path)], capture_output=True,
                          text=True, timeout=60, check=False)
    check(done.returncode == 2 and all(word in done.stderr for word in words), "refused:", text, done.returncode, done.stderr)
    check(not pathlib.Path(f"{folder}/none.db").exists(), "and nothing was made", text)


def answer(url, path, **headers):
    """(status, headers, body) of a GET, whatever the status."""
    try:
        with urllib.request.urlopen(urllib.request.Request(url + path, headers=headers), timeout=20) as got:
            return got.status, got.headers, got.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read()


def sources(penna, folder):
    """Three places, each saying something else of three settings: the nearest wins. What it is, the metrics' token tells."""
    config = pathlib.Path(folder) / "penna.conf"
    config.write_text("# what this server is\n\n  metrics-token = from-the-file  \t\r\ncreate-token=of the file\nlog =requests\n"
                      "public-url = https://penna.example\nno-qr = no\nmax-tables = 1\n", encoding="utf-8")
    for line, environment, expected in (((), None, "from-the-file"), ((), "from-outside", "from-outside"),
                                        (("--metrics-token", "from-the-line"), "from-outside", "from-the-line")):
        os.environ.pop("PENNA_METRICS_TOKEN", None)
        if environment:
            os.environ["PENNA_METRICS_TOKEN"] = environment
        with Server(penna, "--config", str(config), *line) as server:
            for token in ("from-the-file", "from-outside", "from-the-line"):
                status, _, _ = answer(server.url, "/metrics", Authorization=f"Bearer {token}")
                check((status == 200) == (token == expected), "the token", token, "where it is", expected, status)
            body = {"game": "qwixx", "seats": [{"kind": "human", "name": "Ann"}]}
            status, refusal = server.request("/api/tables", body)
            check(status in (401, 403), "a setting with a space in it holds", status, refusal)
            status, made = server.request("/api/tables", body | {"create": "of the file"})
            if check(status == 201, "who knows it may open a table", status, made):
                check(server.request("/api/tables", body | {"create": "of the file"})[0] in (429, 503), "max-tables = 1")
            check(server.stop() == 0, "ends well")
            check("GET /metrics" in server.said(), "log = requests", server.said()[:300])
    os.environ.pop("PENNA_METRICS_TOKEN", None)


def files(penna, folder):
    for text, *words in ((b"port\n", "bad.conf:1", "NAME = VALUE"), (b"# fine\n\nports = 1\n", "bad.conf:3", "`ports`"), (b"max-tables = many\n", "max-tables"),
                         (b"bot-threads = 70000\n", "bot-threads"), (b"keep = soon\n", "keep"), (b"keep = 0d\n", "keep"), (b"log = everything\n", "log"),
                         (b"tls-cert = x\n", "tls-key"), (b"create-token = " + b"x" * 200 + b"\n", "create-token")):
        refused(penna, folder, text, *words)
    done = subprocess.run([penna, "serve", "--config", f"{folder}/there-is-none"], capture_output=True, text=True, timeout=60, check=False)
    check(done.returncode == 2 and "there-is-none" in done.stderr, "a file that is not there", done)


def page(penna, folder):
    """--web: the page from a folder, for those who work on it: what lies there now, nothing outside, and no folder as a file."""
    web = pathlib.Path(folder) / "web"
    (web / "rules").mkdir(parents=True)
    (web / "index.html").write_text("<p>mine", encoding="utf-8")
    (web / "rules" / "x.html").write_text("<p>rule", encoding="utf-8")
    (pathlib.Path(folder) / "secret.html").write_text("secret", encoding="utf-8")
    os.mkfifo(web / "pipe.html")
    with Server(penna, "--web", str(web)) as server:
        status, headers, body = answer(server.url, "/")
        check(status == 200 and body == b"<p>mine" and headers["Content-Type"].startswith("text/html"), "the folder's page", status, body)
        check(headers["Content-Security-Policy"], "with the headers of the built-in one", headers.items())
        check(answer(server.url, "/", **{"If-None-Match": headers["ETag"]})[0] == 304, "known by its tag")
        (web / "index.html").write_text("<p>changed", encoding="utf-8")
        check(answer(server.url, "/", **{"If-None-Match": headers["ETag"]})[2] == b"<p>changed", "and seen when it changes")
        check(answer(server.url, "/rules/x.html")[2] == b"<p>rule", "a file in a folder")
        for path in ("/rules", "/rules/", "/none.html", "/../secret.html", "/rules/../../secret.html", "/%2e%2e/secret.html", "/penna.wasm", "/pipe.html"):
            status, _, body = answer(server.url, path)
            check(status in (400, 404) and b"secret" not in body, "nothing there:", path, status, body[:80])
        check(answer(server.url, "/healthz")[0] == 200, "and the server lives")
        check(server.stop() == 0 and server.said() == "", "ends well", server.said()[:300])


def codes(penna, folder):
    """A QR code is read as the link that is shared, below a path too: a table's, an evening's, and the one in the terminal."""
    for public in ("https://club.example/penna", "https://penna.example"):
        with Server(penna, "--public-url", public) as server:
            made = server.table("qwixx", ["human", "open"])
            _, evening = server.request("/api/evenings", {"title": "Friday", "games": ["qwixx"], "rounds": 2, "seats": 4, "token": "t" * 32})
            for kind, short, code in (("tables", "t", made["table"]), ("evenings", "e", evening["evening"])):
                link = f"{public}/{short}/{code}"
                got = server.request(f"/api/{kind}/{code}/qr.svg")[1]
                check(scan.svg(got) == [link], "a phone reads the link of", kind, link, scan.svg(got))
            check(made["url"] == f"{public}/t/{made['table']}" and evening["url"] == f"{public}/e/{evening['evening']}", "which is the one that is shared", made, evening)
        command = [penna, "serve", "--listen", "127.0.0.1", "--port", "0", "--db", f"{folder}/codes.db", "--public-url", public]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ | {"LANGUAGE": "en"}) as process:
            said = []
            for line in process.stdout:
                said.append(line.rstrip("\n"))
                if line.startswith("Ctrl-C"):
                    break
            process.terminate()
        drawn = [line[2:] for line in said if line.startswith("  ")]
        check(drawn and scan.terminal(drawn) == [public], "and the one in the terminal", said)


def main():
    if not scan.zbar():
        print("SKIP: there is no zbar")
        sys.exit(77)
    penna = str(pathlib.Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory(prefix="penna-settings-", dir=MEMORY) as folder:
        sources(penna, folder)
        files(penna, folder)
        page(penna, folder)
        codes(penna, folder)
    check.end()


main()
