#!/usr/bin/env python3
"""Compile the page into a C table (src/server/assets.h), with its files gzipped where that makes them smaller.

usage: embed_web.py OUT.c [FILES.TXT]

FILES.TXT lists the files, which lie beside it, one a line: name and size. Without it there is a page that says how to get
the real one.
"""
import gzip
import hashlib
import pathlib
import sys

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".wasm": "application/wasm",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".webmanifest": "application/manifest+json",
    ".txt": "text/plain; charset=utf-8",
    ".woff2": "font/woff2",
}

NO_PAGE = b"""<!doctype html><meta charset=utf-8><title>Penna</title>
<p>This server was built without its page: the tools that make it were missing (clang-14 lld-14 wasi-libc
libclang-rt-14-dev-wasm32). <code>penna join</code> plays here from a terminal.
"""


def c_bytes(name, data):
    rows = (", ".join(map(str, data[i : i + 24])) for i in range(0, len(data), 24))
    return f"static const unsigned char {name}[] = {{\n    " + ",\n    ".join(rows) + "};"


def main():
    out, *listed = sys.argv[1:]
    if listed:
        folder = pathlib.Path(listed[0]).parent
        names = [line.rsplit(" ", 1)[0] for line in pathlib.Path(listed[0]).read_text(encoding="utf-8").splitlines()]
        files = [(name, (folder / name).read_bytes()) for name in names]
    else:
        files = [("index.html", NO_PAGE)]
    arrays, rows = [], []
    for i, (name, data) in enumerate(files):
        packed = gzip.compress(data, 9, mtime=0)
        smaller = len(packed) < len(data) * 0.95
        arrays.append(c_bytes(f"file_{i}", data or b"\0"))
        if smaller:
            arrays.append(c_bytes(f"gzip_{i}", packed))
        rows.append(f"""    {{.path = "{name}",
     .type = "{TYPES.get(pathlib.Path(name).suffix, 'application/octet-stream')}",
     .etag = "\\"{hashlib.sha256(data).hexdigest()[:24]}\\"",
     .bytes = file_{i},
     .length = {len(data)},
     .gzip = {f'gzip_{i}' if smaller else '0'},
     .gzip_length = {len(packed) if smaller else 0}}},""")
    text = ["/* Made by tools/embed_web.py. */", '#include "server/assets.h"', *arrays, "const Asset assets[] = {", *rows,
            "    {.path = 0},", "};", ""]
    pathlib.Path(out).write_text("\n".join(text), encoding="utf-8")


main()
