#!/bin/sh
# print.sh PENNA: score sheets are written, the same bytes each time; what cannot be printed is refused with status 2.
set -eu
penna=$(realpath "$1")
langs="en $(cd "$(dirname "$0")/../po" && echo [a-z][a-z].po | sed 's/\.po//g')"
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
export LANGUAGE=en

# Under a sanitizer: what fontconfig keeps for ever is no leak of ours, and looking for leaks takes long.
export ASAN_OPTIONS="${ASAN_OPTIONS:-}:detect_leaks=0"

refused() {
    status=0
    "$penna" print "$@" >out 2>err || status=$?
    [ $status -eq 2 ] && [ -s err ] && [ ! -s out ] || { echo "not refused: penna print $*"; exit 1; }
    checks=$((checks + 1))
}

"$penna" games --json | sed -n 's/.*{"name": "\([^"]*\)", "title".*/\1/p' >games
[ -s games ]
checks=0
while read -r game; do
    for lang in $langs; do "$penna" print "$game" --lang $lang --output $lang.pdf >/dev/null; done
    "$penna" print "$game" | grep -q "$game.pdf"
    cmp "$game.pdf" en.pdf
    head -c 5 "$game.pdf" | grep -q %PDF-
    "$penna" print "$game" --output - | cmp - en.pdf
    "$penna" print "$game" --per-page 1 --paper letter --no-color --copies 2 --output two.pdf >/dev/null
    ! cmp -s two.pdf en.pdf
    rm ./*.pdf
    checks=$((checks + 5))
done <games
game=$(head -n 1 games)
"$penna" print "$game" --per-page 1 --output a.svg >/dev/null
"$penna" print "$game" --per-page 1 --format svg --output - | cmp - a.svg
grep -q '<svg' a.svg

refused nonsense
refused "$game" --paper a7
refused "$game" --output a.png
refused "$game" --format png
refused "$game" --output no/such/folder/a.pdf
refused "$game" --per-page 24
refused "$game" --sheet nonsense
refused "$game" --copies 2 --output a.svg
refused "$game" --copies 0
echo "$checks checks"
