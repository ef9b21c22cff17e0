#!/usr/bin/env python3
"""What strangers may send to the port, and what is sent again, through a proxy: the very tests of wire.py, strangers.py and resend.py, with nginx or
HAProxy before the server, set up by the files of data/proxy. tests/README.md says which of them cannot pass a proxy, and why.

usage: behind.py PENNA nginx|haproxy
"""
import os
import pathlib
import shutil
import sys
import tempfile

import resend
import strangers
import wire
from harness import Checks
from proxy import make_certificates, proxied

check = Checks()


def half_said(server):
    """Who says half of something holds nobody up, be it the proxy that waits for the rest or the server."""
    for data in (wire.HEALTH[:-10], wire.MINE[:-5], b""):
        many = wire.crowd(server, 100, data, lambda i: "127.0.0.2")
        wire.well(server, f"beside a hundred who say {data[:20]}")
        for one in many:
            one.close()
        wire.well(server, "when they have gone")


def main():
    penna, kind = str(pathlib.Path(sys.argv[1]).resolve()), sys.argv[2]
    os.environ["PATH"] += ":/usr/sbin"
    missing = [x for x in (kind, "openssl") if not shutil.which(x)]
    if missing:
        print("SKIP: there is no", *missing)
        sys.exit(77)
    with tempfile.TemporaryDirectory(prefix="penna-behind-") as name:
        make_certificates(pathlib.Path(name))
        behind = proxied(kind, name, False, "--trust-proxy")
        for module in (wire, strangers, resend):
            module.Server, module.check = behind, check
        for test in (wire.pipelines, wire.upgrades, wire.handshakes, wire.malformed, wire.frames, wire.encodings, half_said):
            wire.fresh(penna, test)
        for test in (strangers.names, strangers.types, resend.offered, resend.followed, resend.round_an_undo):
            wire.fresh(penna, test)
        wire.fresh(penna, wire.not_forever, "--connections-per-address", "64")
        for test in (wire.fair, strangers.again, strangers.acts, resend.making, resend.absent, resend.long_away):
            test(penna)
    check.end()


main()
