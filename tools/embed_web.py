#!/usr/bin/env python3
"""Compile the page into a C table (src/server/assets.h), with its files gzipped where that makes them smaller. The bots'
weights are in the program already, and are only named.

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


def c_bytes(name, path):
    """A file's bytes under a name, through the assembler's .incbin: large ones compile slowly as a C literal."""
    return (f'__asm__(".section .rodata\\n.balign 16\\n{name}:\\n.incbin \\"{path.resolve()}\\"\\n.byte 0\\n'
            f'.globl {name}\\n.hidden {name}\\n.previous\\n");\n'
            f'extern const unsigned char {name}[] __attribute__((visibility("hidden")));')


def main():
    out, *listed = sys.argv[1:]
    packs = pathlib.Path(out + ".d")
    packs.mkdir(exist_ok=True)
    if listed:
        folder = pathlib.Path(listed[0]).parent
        names = [line.rsplit(" ", 1)[0] for line in pathlib.Path(listed[0]).read_text(encoding="utf-8").splitlines()]
        files = [(name, folder / name) for name in names]
    else:
        files = [(name, packs / "none.html") for name in ("index.html", "link.html")]
        files[0][1].write_bytes(NO_PAGE)
    arrays, rows = [], []
    for i, (name, path) in enumerate(files):
        data = path.read_bytes()
        etag = hashlib.sha256(data).hexdigest()[:24]
        if name.startswith("weights/"):
            rows.append(f"""    {{.path = "{name}",
     .type = "application/octet-stream",
     .etag = "\\"{etag}\\"",
     .weights = "{path.stem}",
     .length = {len(data)}}},""")
            continue
        packed = gzip.compress(data, 9, mtime=0)
        smaller = len(packed) < len(data) * 0.95
        arrays.append(c_bytes(f"web_file_{i}", path))
        if smaller:
            (packs / f"{i}.gz").write_bytes(packed)
            arrays.append(c_bytes(f"web_gzip_{i}", packs / f"{i}.gz"))
        rows.append(f"""    {{.path = "{name}",
     .type = "{TYPES.get(pathlib.Path(name).suffix, 'application/octet-stream')}",
     .etag = "\\"{etag}\\"",
     .bytes = web_file_{i},
     .length = {len(data)},
     .gzip = {f'web_gzip_{i}' if smaller else '0'},
     .gzip_length = {len(packed) if smaller else 0}}},""")
    text = ["/* Made by tools/embed_web.py. */", '#include "server/assets.h"', *arrays, "const Asset assets[] = {", *rows,
            "    {.path = 0},", "};", ""]
    pathlib.Path(out).write_text("\n".join(text), encoding="utf-8")


main()
