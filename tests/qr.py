#!/usr/bin/env python3
"""qr.py NODE QR.MJS: the QR codes that the page makes (web/qr.mjs) are those of libqrencode, module by module, at every version that the page
has and for every mask that libqrencode happens to take: its own choice of the mask is read off its code and asked of ours."""
import ctypes
import ctypes.util
import json
import random
import subprocess
import sys

from checks import Checks

NODE, MODULE = sys.argv[1:3]
LEVEL_M, VERSIONS = 1, 15
check = Checks()


class Code(ctypes.Structure):
    _fields_ = [("version", ctypes.c_int), ("width", ctypes.c_int), ("data", ctypes.POINTER(ctypes.c_ubyte))]


library = ctypes.CDLL(ctypes.util.find_library("qrencode") or "libqrencode.so.4")
library.QRcode_encodeString8bit.restype = ctypes.POINTER(Code)
library.QRcode_encodeString8bit.argtypes = [ctypes.c_char_p, ctypes.c_int, ctypes.c_int]


def theirs(text):
    """The code as rows of 0 and 1, and its version."""
    code = library.QRcode_encodeString8bit(text.encode(), 0, LEVEL_M).contents
    return [[code.data[y * code.width + x] & 1 for x in range(code.width)] for y in range(code.width)], code.version


def mask_of(rows):
    """The three bits of the format that name the mask, without what they are hidden by."""
    bits = [rows[8][x] for x in (2, 3, 4)]
    return (bits[0] << 2 | bits[1] << 1 | bits[2]) ^ 0b101


def ours(jobs):
    script = (f"import {{ qr }} from {json.dumps('file://' + MODULE)}; import {{ readFileSync }} from 'node:fs'; const out = JSON.parse(readFileSync(0, 'utf8')).map(([text, mask]) => "
              "[qr(text, mask), qr(text)].map((rows) => rows.map((row) => row.map(Number)))); console.log(JSON.stringify(out))")
    return json.loads(subprocess.run([NODE, "--input-type=module", "-e", script], input=json.dumps(jobs), capture_output=True, text=True, check=True).stdout)


dice = random.Random(5)
signs = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:#"
texts = ["a", "https://penna.example/#/take/", "è" * 20] + ["".join(dice.choice(signs) for _ in range(n)) for n in range(1, 412, 3)]
known = [(text, *theirs(text)) for text in texts]
check(max(version for _, _, version in known) == VERSIONS and len({version for _, _, version in known}) == VERSIONS, "every version is tried")
made = ours([[text, mask_of(rows)] for text, rows, _ in known])
check(len({mask_of(rows) for _, rows, _ in known}) == 8, "every mask is tried")
for (text, rows, version), (asked, free) in zip(known, made):
    check(asked == rows, f"version {version}, {len(text.encode())} bytes: not the same code")
    check(theirs(text)[1] == (len(free) - 17) // 4, f"version {version}: another size by itself")
try:
    ours([["x" * 413, -1]])
    check(False, "what is too long is refused")
except subprocess.CalledProcessError as error:
    check("too long" in error.stderr, "what is too long is refused in words")
check.end()
