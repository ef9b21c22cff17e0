"""QR codes as a phone would read them: by zbar, which knows nothing of how they were made."""
import ctypes
import re

SCALE = 4  # pixels a module


def zbar():
    """The library; None: there is none."""
    try:
        library = ctypes.CDLL("libzbar.so.0")
    except OSError:
        return None
    for name in ("zbar_image_scanner_create", "zbar_image_create", "zbar_image_first_symbol", "zbar_symbol_next"):
        getattr(library, name).restype = ctypes.c_void_p
    library.zbar_symbol_get_data.restype = ctypes.c_char_p
    return library


def read(rows):
    """The texts of the codes in a picture: rows of modules, dark ones true."""
    library, size = zbar(), len(rows[0]) * SCALE
    pixels = b"".join(bytes(0 if dark else 255 for dark in row for _ in range(SCALE)) * SCALE for row in rows)
    scanner, image, found = ctypes.c_void_p(library.zbar_image_scanner_create()), ctypes.c_void_p(library.zbar_image_create()), []
    library.zbar_image_set_format(image, ctypes.c_ulong(int.from_bytes(b"Y800", "little")))
    library.zbar_image_set_size(image, size, len(pixels) // size)
    library.zbar_image_set_data(image, pixels, ctypes.c_ulong(len(pixels)), None)
    library.zbar_scan_image(scanner, image)
    symbol = library.zbar_image_first_symbol(image)
    while symbol:
        found.append(library.zbar_symbol_get_data(ctypes.c_void_p(symbol)).decode())
        symbol = library.zbar_symbol_next(ctypes.c_void_p(symbol))
    library.zbar_image_destroy(image)
    library.zbar_image_scanner_destroy(scanner)
    return found


def svg(text):
    """The texts of the codes in a picture of the server's: a square for each dark module."""
    width, height = map(int, re.search(r'viewBox="0 0 (\d+) (\d+)"', text).groups())
    dark = {(int(x), int(y)) for x, y in re.findall(r"M(\d+) (\d+)h1v1h-1z", text)}
    return read([[(x, y) in dark for x in range(width)] for y in range(height)])


def terminal(lines):
    """The same of a code in half blocks, two rows to a line: light is drawn, dark is left."""
    halves = {"\u2588": (False, False), "\u2580": (False, True), "\u2584": (True, False), " ": (True, True)}
    return read([[halves[sign][half] for sign in line] for line in lines for half in (0, 1)])
