#!/bin/sh
# fonts.sh: makes web/fonts anew: the two typefaces of the page, cut down to the signs it needs.
#
#   penna.woff2  Fredoka 600, for headings, names, buttons and printed numbers: the letters of English, Italian, Portuguese and
#                German. A name with other letters is shown in the system's face, letter by letter.
#   pen.woff2    Caveat Brush, for what the pen writes: digits and a few signs.
#
# Both are under the SIL Open Font Licence, whose texts lie beside them. What it needs: tools/need.sh draw.
set -eu
out=$(cd "$(dirname "$0")/.." && pwd)/web/fonts
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$out"
(cd "$work" && npm install --no-save --no-audit --no-fund --loglevel=error @fontsource/fredoka@5.3.0 @fontsource/caveat-brush@5.3.0)

# cut_down FROM TO SIGNS: only kerning is kept of the layout; no hints, which screens of today do not use.
cut_down() {
    pyftsubset "$work/node_modules/@fontsource/$1" --output-file="$out/$2" --flavor=woff2 --unicodes="$3" \
        --layout-features=kern,mark --no-hinting --name-IDs=0,1,2,13,14
}

# Space to tilde; the accents of the four languages; quotation marks, dashes, dots, times and minus.
latin=U+20-7E,U+A0,U+AB,U+B7,U+BB,U+BF,U+C0-C4,U+C7-CF,U+D2-D7,U+D9-DC,U+DF-E4,U+E7-EF,U+F2-F7,U+F9-FC,U+2013,U+2014,U+2018-201A,U+201C-201E,U+2022,U+2026,U+2212,U+20AC
cut_down fredoka/files/fredoka-latin-600-normal.woff2 penna.woff2 "$latin"
cut_down caveat-brush/files/caveat-brush-latin-400-normal.woff2 pen.woff2 U+20,U+2B,U+2D,U+30-39,U+58,U+78,U+D7,U+2212
cp "$work/node_modules/@fontsource/fredoka/LICENSE" "$out/Fredoka-OFL.txt"
cp "$work/node_modules/@fontsource/caveat-brush/LICENSE" "$out/CaveatBrush-OFL.txt"
wc -c "$out"/*.woff2
