#!/usr/bin/env python3
"""Writes a C file that holds data files byte for byte, through the assembler's .incbin.

usage: embed_weights.py OUTPUT FILE...

weights_builtin() then finds the bytes of data/NAME.weights by the game's name."""
import os
import sys

out, files = sys.argv[1], sys.argv[2:]
names = [os.path.basename(f).rsplit(".", 1)[0] for f in files]
with open(out, "w") as c:
    c.write('/* Made by tools/embed_weights.py. */\n#include <string.h>\n\n#include "bots/net.h"\n\n')
    for i, f in enumerate(files):
        c.write(f'__asm__(".section .rodata\\n.balign 64\\nweights_{i}:\\n.incbin \\"{os.path.abspath(f)}\\"\\n'
                f'.globl weights_{i}\\n.hidden weights_{i}\\n.previous\\n");\n')
        c.write(f"extern const uint8_t weights_{i}[] __attribute__((visibility(\"hidden\")));"
                f" /* {os.path.getsize(f)} bytes */\n")
    c.write("\nconst uint8_t *weights_builtin(const Game *g, size_t *size) {\n    (void)g;\n")
    for i, (f, n) in enumerate(zip(files, names)):
        c.write(f'    if (strcmp(g->name, "{n}") == 0) {{\n        *size = {os.path.getsize(f)};\n'
                f"        return weights_{i};\n    }}\n")
    c.write("    *size = 0;\n    return NULL;\n}\n")
