#!/bin/sh
# python.sh SOURCES BUILD: the Python package as somebody uses it: its wheel is made, installed into an empty environment by pip without a
# network, and there everything is tried: what C can, batches, environments, the walk of docs/python.md, and learning from nothing. With
# PENNA_LONG=1 the wheel is made from the sdist alone, and the example learns all that it can.
set -eu
sources=$1 build=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$sources/tools/python.sh" "$build" ${PENNA_LONG:+sdist}
/usr/bin/python3 -m venv --system-site-packages "$work/venv"
"$work/venv/bin/pip" install --no-index --quiet --disable-pip-version-check "$build"/python/dist/penna-*.whl
cd "$work"
export OPENBLAS_NUM_THREADS=1 MPLCONFIGDIR="$work/matplotlib" PENNA_TABLES="$work/tables"
games=${PENNA_LONG:+60000}
checks=0
for part in "tests/python/package.py" "tests/python/hostile.py" "tests/python/environments.py" "tests/python/walk.py $sources/docs/python.md"; do
    # shellcheck disable=SC2086 # a part is a file and its argument
    "$work/venv/bin/python" -X dev $sources/$part >"$work/out" || { cat "$work/out"; echo "FAIL: $part"; exit 1; }
    tail -n 1 "$work/out"
    checks=$((checks + $(sed -n '$s/^\([0-9]*\) checks.*/\1/p' "$work/out")))
done
"$work/venv/bin/python" "$sources/examples/learn.py" "${games:-4000}"
[ -s "$work/points.png" ] || { echo "FAIL: the walk has drawn no picture"; exit 1; }
echo "$((checks + 2)) checks"
