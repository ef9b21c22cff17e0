#!/usr/bin/env python3
"""A client of `penna serve` (docs/protocol.md), with nothing but Python's standard library.

usage: client.py URL [GAME]

sets a table up at the server and plays a game against one of its bots, choosing at random among the legal moves. As a
module it gives Web (a WebSocket), request() and Player.
"""
import base64
import http.client
import json
import os
import random
import socket
import ssl
import struct
import sys
import time
import urllib.parse


class Closed(Exception):
    """The connection is gone."""


class Web:
    """One WebSocket: text messages, as RFC 6455 has them."""

    def __init__(self, url, origin=None, timeout=10):
        parts = urllib.parse.urlsplit(url)
        secure = parts.scheme in ("https", "wss")
        port = parts.port or (443 if secure else 80)
        self.socket = socket.create_connection((parts.hostname, port), timeout)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if secure:
            self.socket = ssl.create_default_context().wrap_socket(self.socket, server_hostname=parts.hostname)
        key = base64.b64encode(os.urandom(16)).decode()
        head = [f"GET {parts.path or '/ws'} HTTP/1.1", f"Host: {parts.hostname}:{port}", "Upgrade: websocket",
                "Connection: Upgrade", f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13"]
        if origin:
            head.append(f"Origin: {origin}")
        self.socket.sendall(("\r\n".join(head) + "\r\n\r\n").encode())
        self.bytes = b""
        while b"\r\n\r\n" not in self.bytes:
            self._more()
        answer, self.bytes = self.bytes.split(b"\r\n\r\n", 1)
        self.status = int(answer.split()[1])
        if self.status != 101:
            self.socket.close()
            raise Closed(f"status {self.status}")

    def _more(self):
        try:
            data = self.socket.recv(65536)
        except ConnectionError as error:
            raise Closed(str(error)) from error
        if not data:
            raise Closed("the server closed the connection")
        self.bytes += data

    def _take(self, n):
        while len(self.bytes) < n:
            self._more()
        data, self.bytes = self.bytes[:n], self.bytes[n:]
        return data

    def send_frame(self, opcode, data, final=True):
        mask = os.urandom(4)
        head = bytes([(0x80 if final else 0) | opcode])
        n = len(data)
        head += bytes([0x80 | n]) if n < 126 else b"\xfe" + struct.pack(">H", n) if n < 65536 else b"\xff" + struct.pack(">Q", n)
        masked = bytes(b ^ mask[i % 4] for i, b in enumerate(data))
        try:
            self.socket.sendall(head + mask + masked)
        except ConnectionError as error:
            raise Closed(str(error)) from error

    def send(self, message):
        """Sends an object, or a text as it is."""
        text = message if isinstance(message, str) else json.dumps(message)
        self.send_frame(1, text.encode())

    def receive(self, timeout=10):
        """The next message; TimeoutError if none comes."""
        self.socket.settimeout(timeout)
        message = b""
        while True:
            first, second = self._take(2)
            n = second & 0x7F
            if n > 125:
                n = struct.unpack(">H" if n == 126 else ">Q", self._take(2 if n == 126 else 8))[0]
            data = self._take(n)
            opcode = first & 15
            if opcode == 8:
                raise Closed("closed")
            if opcode == 9:
                self.send_frame(10, data)
            elif opcode in (0, 1):
                message += data
                if first & 0x80:
                    return json.loads(message)

    def close(self):
        self.socket.close()


def request(url, path, body=None, token=None, headers=None):
    """An HTTP request; (status, object or text)."""
    parts = urllib.parse.urlsplit(url)
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    connection = kind(parts.hostname, parts.port, timeout=10)
    all_headers = dict(headers or {})
    if token:
        all_headers["Authorization"] = f"Bearer {token}"
    if body is not None:
        all_headers.setdefault("Content-Type", "application/json")
        body = body if isinstance(body, (str, bytes)) else json.dumps(body)
    connection.request("POST" if body is not None else "GET", parts.path.rstrip("/") + path, body, all_headers)
    answer = connection.getresponse()
    text = answer.read()
    connection.close()
    is_json = answer.getheader("Content-Type", "").startswith("application/json")
    return answer.status, json.loads(text) if is_json else text.decode()


class Player:
    """A client at a table. `view` is the last view; call() sends and waits for the answer."""

    def __init__(self, url, table, token=None):
        self.url, self.table, self.token = url, table, token
        self.next_id, self.view, self.web = 0, None, None
        self.connect()

    def connect(self):
        self.web = Web(self.url.rstrip("/") + "/ws")
        answer = self.call("hello", table=self.table, moves=True, **({"token": self.token} if self.token else {}))
        if answer["type"] != "ack":
            raise Closed(answer["code"])

    def send(self, kind, **members):
        self.next_id += 1
        self.web.send({"v": 1, "type": kind, "id": self.next_id, **members})
        return self.next_id

    def take(self, timeout=10):
        """The next message; views are kept."""
        message = self.web.receive(timeout)
        if message["type"] == "view":
            self.view = message
        elif message["type"] == "bye":
            raise Closed(message["code"])
        return message

    def call(self, kind, timeout=10, **members):
        number = self.send(kind, **members)
        while True:
            message = self.take(timeout)
            if message["type"] in ("ack", "error") and message["id"] in (number, None):
                return message

    def wait(self, condition, timeout=10):
        """Takes messages until condition(view)."""
        until = time.monotonic() + timeout
        while not (self.view and condition(self.view)):
            self.take(max(0.01, until - time.monotonic()))
        return self.view

    def owes(self):
        """The seats of ours that owe a choice."""
        if not self.view or self.view["phase"] != "playing":
            return []
        seats = self.view["seats"]
        return [s for s in self.view["you"] if seats[s]["mover"] and not seats[s]["chosen"] and not seats[s]["left"]]


def main():
    url, game = sys.argv[1].rstrip("/"), sys.argv[2] if len(sys.argv) > 2 else "qwixx"
    status, made = request(url, "/api/tables", {"game": game, "seats": [{"kind": "human", "name": "Python"}, {"kind": "bot:greedy"}]})
    if status != 201:
        sys.exit(f"{status}: {made}")
    print(f"at {made['url']}")
    player = Player(url, made["table"], made["token"])
    player.wait(lambda view: True)
    while player.view["phase"] != "over":
        if not player.owes():
            player.take()
            continue
        view = player.view
        player.call("submit", seat=0, node=view["node"], move=random.choice(view["views"][0]["moves"]))
        player.wait(lambda v: v["number"] > view["number"])
    print("score", *player.view["scores"])


if __name__ == "__main__":
    main()
