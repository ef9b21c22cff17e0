#!/bin/sh
# python.sh SOURCES BUILD: the Python package as somebody uses it: its wheel is made, installed into an empty environment by pip without a
# network, and there everything is tried: what C can, batches and what they show, environments, the walk of docs/python.md, and learning from nothing. With
# PENNA_LONG=1 the wheel is made from the sdist alone, and the example learns all that it can.
set -eu
sources=$(realpath "$1") build=$(realpath "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$sources/tools/python.sh" "$build" ${PENNA_LONG:+sdist}
cd "$work"
ln -s "$build" build
sed -n '/^    make python$/,/^$/s/^    //p' "$sources/docs/python.md" | sed 1d >commands # as the page says
[ "$(wc -l <commands)" = 2 ]
PIP_QUIET=1 PIP_DISABLE_PIP_VERSION_CHECK=1 sh -eu commands
export OPENBLAS_NUM_THREADS=1 MPLCONFIGDIR="$work/matplotlib" PENNA_TABLES="$work/tables"
games=${PENNA_LONG:+60000}
checks=0
for part in "tests/python/package.py" "tests/python/hostile.py" "tests/python/environments.py" "tests/python/seen.py $sources/docs" "tests/python/walk.py $sources/docs/python.md"; do
    # shellcheck disable=SC2086 # a part is a file and its argument
    "$work/mine/bin/python" -X dev $sources/$part >"$work/out" || { cat "$work/out"; echo "FAIL: $part"; exit 1; }
    tail -n 1 "$work/out"
    checks=$((checks + $(sed -n '$s/^\([0-9]*\) checks.*/\1/p' "$work/out")))
done
"$work/mine/bin/python" "$sources/examples/learn.py" "${games:-4000}"
[ -s "$work/points.png" ] || { echo "FAIL: the walk has drawn no picture"; exit 1; }
echo "$((checks + 2)) checks"
