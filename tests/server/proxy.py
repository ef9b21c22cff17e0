#!/usr/bin/env python3
"""The server behind nginx, HAProxy and Caddy, set up by the very files of data/proxy with other addresses in them: whole games over TLS,
what a stranger may try through a proxy, and everything below a path.

usage: proxy.py PENNA [EXAMPLE_CLIENT]
"""
import base64
import os
import pathlib
import re
import runpy
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

import harness
import scan
from harness import ROOT, Checks, Closed, Server, Web, request
from cluster import free_port  # isort: skip

check = Checks()
FREE = ("--tables-per-address", "0", "--connections-per-address", "0", "--messages-per-second", "0")


def make_certificates(folder):
    """An authority, and a certificate for 127.0.0.1 with its chain and key."""
    ec = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
    run = lambda *words: subprocess.run(["openssl", "req", "-x509", *ec, *words], cwd=folder, check=True, capture_output=True)  # noqa: E731
    run("-subj", "/CN=Authority", "-keyout", "ca.key", "-out", "ca.pem")
    run("-CA", "ca.pem", "-CAkey", "ca.key", "-subj", "/CN=Penna", "-addext", "subjectAltName=IP:127.0.0.1", "-addext", "basicConstraints=CA:FALSE",
        "-keyout", "key.pem", "-out", "cert.pem")
    (folder / "both.pem").write_text((folder / "cert.pem").read_text() + (folder / "key.pem").read_text())


def replace(text, *pairs):
    """Every one must be there: a file that has changed is a test that has to."""
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new)
    return text


class Proxy:
    """nginx, HAProxy or Caddy before a port, from the file that people copy."""

    def __init__(self, kind, backend, certificates, tls=True, path="", port=0):
        self.folder = tempfile.TemporaryDirectory(prefix="penna-proxy-")
        self.port = port or free_port()
        where = pathlib.Path(self.folder.name)
        command = getattr(self, kind)(where, backend, certificates, tls, path)
        self.said = open(where / "said.txt", "w+", encoding="utf-8")
        self.process = subprocess.Popen(command, stdout=self.said, stderr=self.said)
        for _ in range(100):
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                time.sleep(0.1)
        self.said.seek(0)
        raise RuntimeError(f"{kind} does not start: {self.said.read()}")

    def nginx(self, where, backend, certificates, tls, path):
        text = (ROOT / "data/proxy/nginx.conf").read_text()
        text = replace(text, ("127.0.0.1:8080", f"127.0.0.1:{backend}"), ("listen 80;", f"listen 127.0.0.1:{free_port()};"),
                       ("listen 443 ssl http2;", f"listen 127.0.0.1:{self.port}{' ssl http2' if tls else ''};"), ("location / {", f"location {path}/ {{"),
                       ("/etc/letsencrypt/live/play.example.org/fullchain.pem", f"{certificates}/cert.pem"),
                       ("/etc/letsencrypt/live/play.example.org/privkey.pem", f"{certificates}/key.pem"))
        places = "".join(f"{name}_temp_path {where}/{name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        (where / "nginx.conf").write_text(f"pid {where}/pid;\nerror_log {where}/error.txt;\nevents {{}}\nhttp {{\naccess_log off;\n{places}{text}}}\n")
        return ["nginx", "-e", f"{where}/error.txt", "-c", f"{where}/nginx.conf", "-g", "daemon off; master_process off;"]

    def haproxy(self, where, backend, certificates, tls, path):
        text = (ROOT / "data/proxy/haproxy.cfg").read_text()
        secure = f"bind 127.0.0.1:{self.port}" + (f" ssl crt {certificates}/both.pem alpn h2,http/1.1" if tls else "")
        text = replace(text, ("127.0.0.1:8080", f"127.0.0.1:{backend}"), ("bind :80", f"bind 127.0.0.1:{free_port()}"),
                       ("bind :443 ssl crt /etc/haproxy/penna.pem alpn h2,http/1.1", secure), ("maxconn 20000", "maxconn 1000"))
        if path:
            text = replace(text, ("\n    default_backend penna", f"\n    use_backend penna if {{ path_beg {path} }}"))
        (where / "haproxy.cfg").write_text(text)
        return ["haproxy", "-db", "-f", str(where / "haproxy.cfg")]

    def caddy(self, where, backend, certificates, tls, path):
        text = (ROOT / "data/proxy/Caddyfile").read_text()
        site = f"https://127.0.0.1:{self.port} {{\n\ttls {certificates}/cert.pem {certificates}/key.pem" if tls else f"http://127.0.0.1:{self.port} {{"
        text = replace(text, ("\nplay.example.org {", "\n" + site), ("\treverse_proxy 127.0.0.1:8080 {", f"\treverse_proxy {path + '* ' if path else ''}127.0.0.1:{backend} {{"))
        (where / "Caddyfile").write_text(f"{{\n\tadmin off\n\tauto_https disable_redirects\n\tstorage file_system {where}\n}}\n{text}")
        return ["caddy", "run", "--config", str(where / "Caddyfile"), "--adapter", "caddyfile"]

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.said.close()
        self.folder.cleanup()


def proxied(kind, certificates, tls, *options):
    """A Server that the tests reach through a proxy."""

    class Proxied(Server):
        proxy, proxied = None, kind

        def __init__(self, penna, *more, **members):
            super().__init__(penna, *more, *options, **members)

        def start(self):
            super().start()
            if not self.proxy:
                self.proxy = Proxy(kind, self.port, certificates, tls)
            self.door = self.proxy.port
            self.url = f"{'https' if tls else 'http'}://127.0.0.1:{self.door}"

        def __exit__(self, *_):
            super().__exit__(*_)
            self.proxy.stop()

    return Proxied


def play(kind, certificates, tls):
    """The whole of play.py, through the proxy."""
    harness.Server = proxied(kind, certificates, tls)
    try:
        runpy.run_path(str(ROOT / "tests/server/play.py"))
        status = 1
    except SystemExit as end:
        status = end.code
    finally:
        harness.Server = Server
    check(not status, "play.py behind", kind, "with TLS" if tls else "plain")


def talk(port, data, seconds=1.0):
    with socket.create_connection(("127.0.0.1", port), 5) as s:
        s.sendall(data)
        s.settimeout(seconds)
        got = b""
        try:
            while more := s.recv(65536):
                got += more
        except (TimeoutError, ConnectionError):
            pass
    return got


def strangers(kind, penna, certificates):
    """Upgrades to something else, and pipelines, come through or not; the server stays well."""
    with Server(penna, *FREE, "--trust-proxy") as server:
        proxy = Proxy(kind, server.port, certificates, tls=False)
        url = f"http://127.0.0.1:{proxy.port}"
        host = f"Host: 127.0.0.1:{proxy.port}\r\n".encode()
        got = talk(proxy.port, b"GET /healthz HTTP/1.1\r\n" + host + b"Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n"
                   + b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0\0\0\5\0\0\0\0\0\1hello")
        check(got.startswith(b"HTTP/1.1 200") and b" 101 " not in got, kind, "h2c is not spoken", got[:80])
        body = b'{"tokens":[]}'
        post = b"POST /api/mine HTTP/1.1\r\n" + host + b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(body) + body
        got = talk(proxy.port, (b"GET /healthz HTTP/1.1\r\n" + host + b"\r\n" + post) * 5)
        check(len(re.findall(rb"HTTP/1.1 200 ", got)) == 10, kind, "a pipeline", len(re.findall(rb"HTTP/1.1 200 ", got)))
        got = talk(proxy.port, post.replace(b"Content-Length: 13", b"Transfer-Encoding: chunked").replace(body, b"d\r\n" + body + b"\r\n0\r\n\r\n"))
        check(got.startswith(b"HTTP/1.1 "), kind, "chunks are answered", got[:80])
        check(request(url, "/healthz") == (200, {"v": 1, "ok": True}) and server.request("/healthz")[0] == 200, kind, "and well")
        webs = [Web(url + "/ws", origin=url) for _ in range(5)]
        for w in webs:
            w.send({"v": 1, "type": "ping", "id": 1})
            check(w.receive() == {"v": 1, "type": "ack", "id": 1}, kind, "a WebSocket")
            w.close()
        try:
            Web(url + "/ws", origin="https://evil.example")
            check(False, kind, "a page from elsewhere")
        except Closed as why:
            check("403" in str(why), kind, "a page from elsewhere", why)
        proxy.stop()
        check(server.stop() == 0, kind, "ends well")


def below(kind, penna, certificates):
    """Everything is below the path: the page, its files, the API, the links, the WebSocket."""
    port = free_port()
    with Server(penna, *FREE, "--trust-proxy", "--public-url", f"https://127.0.0.1:{port}/penna/") as server:
        proxy = Proxy(kind, server.port, certificates, path="/penna", port=port)
        url = f"https://127.0.0.1:{proxy.port}"
        status, page = request(url, "/penna/")
        check(status == 200 and "<html" in page, kind, "the page", status)
        if kind != "nginx":
            check(request(url, "/penna")[0] == 308, kind, "without its slash it leads on")
        check(request(url, "/api/info")[0] in (404, 503) or request(url, "/api/info")[1] == "", kind, "nothing beside it")
        info = request(url, "/penna/api/info")[1]
        check(info["url"] == f"https://127.0.0.1:{port}/penna", kind, "the address to share", info["url"])
        status, made = request(url, "/penna/api/tables", {"game": "qwixx", "seats": [{"kind": "human", "name": "Ann"}, {"kind": "bot:random"}]}, headers={"Origin": url})
        check(status == 201 and made["url"] == f"{info['url']}/t/{made['table']}", kind, "a link", made)
        check(request(url, f"/penna/t/{made['table']}")[0] == 200, kind, "and what is there")
        check(scan.svg(request(url, f"/penna/api/tables/{made['table']}/qr.svg")[1]) == [made["url"]], kind, "a phone reads the same link")
        played = subprocess.run([penna, "join", made["url"], "--token", made["token"], "--bot", "random"], capture_output=True, text=True, check=False, timeout=60)
        check(played.returncode == 0 and "The game is over" in played.stdout, kind, "a whole game", played.stderr[-200:], played.stdout[-200:])
        played = subprocess.run([sys.executable, str(ROOT / "examples" / "client.py"), info["url"], "qwantum"], capture_output=True, text=True, check=False, timeout=60)
        check(played.returncode == 0 and "score" in played.stdout, kind, "the example plays", played.stderr[-200:])
        Web(url + "/penna/ws", origin=url).close()
        sealed = base64.b64encode(os.urandom(3 << 20))  # as large as a parcel may be
        parcel = "/penna/api/parcels/" + base64.urlsafe_b64encode(os.urandom(16)).decode().rstrip("=")
        status, said = request(url, parcel, sealed, headers={"Content-Type": "application/octet-stream", "Origin": url})
        check(status == 201, kind, "a parcel of 4 MB is laid down", status, said)
        check(request(url, parcel) == (200, sealed.decode()) and request(url, parcel)[0] == 404, kind, "and taken, once")
        check(server.request("/healthz")[0] == 200 and server.request("/penna/healthz")[0] == 200, kind, "a proxy may also take the path off")
        check(server.request("/penna")[0] == 308 and server.request("/pennant")[0] == 404, kind, "the path, and one that only begins so")
        proxy.stop()
        check(server.stop() == 0, kind, "ends well")


def main():
    penna = str(pathlib.Path(sys.argv[1]).resolve())
    missing = [x for x in ("nginx", "haproxy", "caddy", "openssl") if not shutil.which(x, path=os.environ["PATH"] + ":/usr/sbin")] + ([] if scan.zbar() else ["zbar"])
    if missing:
        print("SKIP: there is no", *missing)
        sys.exit(77)
    os.environ["PATH"] += ":/usr/sbin"
    os.environ["LANGUAGE"] = "en"
    with tempfile.TemporaryDirectory(prefix="penna-proxy-") as name:
        folder = pathlib.Path(name)
        make_certificates(folder)
        os.environ["SSL_CERT_FILE"] = str(folder / "ca.pem")
        for kind in ("nginx", "haproxy", "caddy"):
            strangers(kind, penna, folder)
            below(kind, penna, folder)
            play(kind, folder, True)
        if os.environ.get("PENNA_LONG"):
            for kind in ("nginx", "haproxy", "caddy"):
                play(kind, folder, False)
    check.end()


if __name__ == "__main__":
    main()
