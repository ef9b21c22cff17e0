#!/usr/bin/env python3
"""Turn terminal output with colour codes into an SVG picture, for the README.

usage: penna show game.penna --color=always | tools/picture.py > docs/terminal.svg
"""
import html
import re
import sys

WIDTH, HEIGHT, MARGIN = 8.4, 18, 14
PAPER, INK = "#1d1f21", "#e6e6e6"
BASIC = ["#1d1f21", "#cc6666", "#8abe63", "#e6b450", "#6f9fd8", "#b294bb", "#70c0b1", "#c5c8c6"]


def colour_256(n):
    """The colour number n of a terminal's 256."""
    if n < 16:
        return BASIC[n % 8]
    if n >= 232:
        return "#" + f"{8 + 10 * (n - 232):02x}" * 3
    n -= 16
    return "#" + "".join(f"{0 if c == 0 else 55 + 40 * c:02x}" for c in (n // 36, n // 6 % 6, n % 6))


class Pen:
    """How the next characters look."""

    def __init__(self):
        self.ink, self.paper, self.bold, self.dim, self.reverse = None, None, False, False, False

    def take(self, codes):
        """Changes as the numbers of one escape sequence say."""
        codes = [int(c or 0) for c in codes.split(";")]
        while codes:
            c = codes.pop(0)
            if c == 0:
                self.__init__()
            elif c == 1:
                self.bold = True
            elif c == 2:
                self.dim = True
            elif c == 7:
                self.reverse = True
            elif c == 22:
                self.bold = self.dim = False
            elif c in (38, 48) and codes[:1] == [5]:
                value = colour_256(codes[1])
                codes = codes[2:]
                if c == 38:
                    self.ink = value
                else:
                    self.paper = value
            elif 30 <= c <= 37 or 90 <= c <= 97:
                self.ink = BASIC[c % 10]
            elif 40 <= c <= 47:
                self.paper = BASIC[c % 10]
            elif c == 39:
                self.ink = None
            elif c == 49:
                self.paper = None

    def colours(self):
        ink, paper = self.ink or INK, self.paper
        return (paper or PAPER, ink) if self.reverse else (ink, paper)


def main():
    lines = sys.stdin.read().rstrip("\n").split("\n")
    columns = max(len(re.sub(r"\x1b\[[0-9;]*m", "", line)) for line in lines)
    w, h = columns * WIDTH + 2 * MARGIN, len(lines) * HEIGHT + 2 * MARGIN
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w:.0f} {h:.0f}" width="{w:.0f}" height="{h:.0f}" '
           'font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="14">',
           f'<rect width="100%" height="100%" rx="8" fill="{PAPER}"/>']
    for row, line in enumerate(lines):
        pen, column, y = Pen(), 0, MARGIN + row * HEIGHT
        for part in re.split(r"(\x1b\[[0-9;]*m)", line):
            if part.startswith("\x1b"):
                pen.take(part[2:-1])
                continue
            if not part:
                continue
            ink, paper = pen.colours()
            x, length = MARGIN + column * WIDTH, len(part) * WIDTH
            if paper:
                out.append(f'<rect x="{x:.1f}" y="{y}" width="{length:.1f}" height="{HEIGHT}" fill="{paper}"/>')
            if part.strip():
                style = (' font-weight="bold"' if pen.bold else "") + (' opacity="0.6"' if pen.dim else "")
                out.append(f'<text x="{x:.1f}" y="{y + 13}" textLength="{length:.1f}" lengthAdjust="spacingAndGlyphs" '
                           f'xml:space="preserve" fill="{ink}"{style}>{html.escape(part)}</text>')
            column += len(part)
    print("\n".join(out + ["</svg>"]))


main()
