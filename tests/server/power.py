#!/usr/bin/env python3
"""People play while the power fails again and again. What was written and not synced when it failed is lost, or some of it
is, down to single sectors: the server comes up on what is left. Afterwards every acknowledged move is in its record, as in crash.py.

usage: power.py PENNA DISK [SECONDS] [TABLES]

DISK is the library of disk.c, which writes down what the server asks of the disk.
"""
import os
import pathlib
import random
import struct
import sys
import time

import crash
from harness import Server

MARK = struct.Struct("<ccHIQ")
SECTOR = 512
FILES = {b"d": "server.db", b"l": "server.db-wal"}


class Image:
    """A file as it would be on the disk."""

    def __init__(self, data=b""):
        self.data = bytearray(data)

    def put(self, at, data):
        if len(self.data) < at:
            self.data += bytes(at - len(self.data))
        self.data[at:at + len(data)] = data

    def cut(self, length):
        del self.data[length:]
        self.data += bytes(length - len(self.data))


def marks(tape):
    """What is on the tape: (position, kind, file, at, bytes). The last may have been cut off with the process."""
    at = 0
    while at + MARK.size <= len(tape):
        kind, file, _, length, where = MARK.unpack_from(tape, at)
        data = tape[at + MARK.size:at + MARK.size + length]
        if len(data) < length:
            return
        yield at, kind, file, where, data
        at += MARK.size + length


def spare(image, where, data, how, rng):
    """A write that was not synced: all of it, none of it, or some of its sectors are on the disk. Returns what was lost."""
    if how == "nothing" or (how == "writes" and rng.random() < 0.5):
        return len(data)
    lost = 0
    at = 0
    while at < len(data):  # sectors of the file, not of the write
        n = min(SECTOR - (where + at) % SECTOR, len(data) - at)
        if how == "sectors" and rng.random() < 0.5:
            lost += n
        else:
            image.put(where + at, data[at:at + n])
        at += n
    return lost


class Powered(Server):
    """A server whose kill() is a power cut."""

    disk, rng = None, random.Random(time.time_ns())
    cuts, lost, ways = 0, 0, {}

    def start(self):
        self.tape = self.folder / "tape"
        self.before = {file: self.read(name) for file, name in FILES.items()}
        self.env = dict(os.environ, LD_PRELOAD=str(self.disk), PENNA_TAPE=str(self.tape))
        super().start()

    def read(self, name):
        path = self.folder / name
        return path.read_bytes() if path.exists() else b""

    def kill(self):
        super().kill()
        tape = list(marks(self.tape.read_bytes()))
        synced = {file: max((where for _, kind, of, where, _ in tape if kind == b"s" and of == file), default=0) for file in FILES}
        how = self.rng.choice(["nothing", "everything", "writes", "sectors", "sectors"])
        images = {file: Image(data) for file, data in self.before.items()}
        for at, kind, file, where, data in tape:
            image = images[file]
            if kind == b"w" and at < synced[file]:
                image.put(where, data)
            elif kind == b"w":
                Powered.lost += spare(image, where, data, how, self.rng)
            elif kind == b"t" and (at < synced[file] or how == "everything"):
                image.cut(where)
            elif kind == b"u":
                image.cut(0)
        for file, name in FILES.items():
            (self.folder / name).write_bytes(images[file].data)
        (self.folder / "server.db-shm").unlink(missing_ok=True)
        Powered.cuts += 1
        Powered.ways[how] = Powered.ways.get(how, 0) + 1


def main():
    Powered.disk = pathlib.Path(sys.argv[2]).resolve()
    seconds = float(sys.argv[3]) if len(sys.argv) > 3 else 6
    tables = int(sys.argv[4]) if len(sys.argv) > 4 else 8
    crash.run(Powered, sys.argv[1], seconds, tables)
    print(f"{Powered.cuts} power cuts ({', '.join(f'{n} left {how}' for how, n in sorted(Powered.ways.items()))} of what was not synced), {Powered.lost} bytes lost")
    crash.check(Powered.cuts > 0 and Powered.lost > 0, "something was lost with the power")
    crash.check.end()


if __name__ == "__main__":
    main()
