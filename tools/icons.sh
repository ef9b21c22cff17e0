#!/bin/sh
# icons.sh: makes the page's icons as PNG files from web/icon.svg, which is the mark itself. What it needs: tools/need.sh draw.
#
# Systems cut a maskable icon to a form of their own, as small as a circle of four fifths of its width: its ground
# fills the square, and the mark stays well inside.
set -eu
web=$(cd "$(dirname "$0")/.." && pwd)/web

# draw SIZE TO: an SVG in, a PNG of few colours out.
draw() {
    rsvg-convert -w "$1" | pngquant --speed 1 --strip 32 - >"$2"
}

for size in 48 192 512; do draw "$size" "$web/icon-$size.png" <"$web/icon.svg"; done
sed 's/<rect width="64" height="64" rx="15"/<rect x="-9" y="-9" width="82" height="82"/; s/viewBox="0 0 64 64"/viewBox="-9 -9 82 82"/' "$web/icon.svg" |
    draw 512 "$web/icon-maskable.png"
