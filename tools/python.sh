#!/bin/sh
# python.sh BUILD [sdist]: makes the Python package in BUILD/python/dist: a wheel with the library of BUILD in it, and an sdist that
# carries the sources. With `sdist` the wheel is made from the sdist alone, as a stranger would: slower, and the proof that it is whole.
set -eu
build=$(cd "$1" && pwd)
root=$(cd "$(dirname "$0")/.." && pwd)
work=$build/python
python=/usr/bin/python3
rm -rf "$work"
mkdir -p "$work/tree/native/include" "$work/tree/native/src" "$work/dist"
cp -r "$root"/python/. "$work/tree"
cp "$root/LICENSE" "$work/tree"
cp "$root/include/penna.h" "$work/tree/native/include"
for room in base games bots solve analyse host match arena advise lib; do
    mkdir -p "$work/tree/native/src/$room"
    for file in "$root/src/$room"/*.[ch] "$root/src/$room"/*.inc; do
        [ ! -e "$file" ] || cp "$file" "$work/tree/native/src/$room"
    done
done
cp "$build/catalogue.c" "$work/tree/native/src"
# The weights are taken in by the assembler, from where setuptools stands.
mkdir "$work/tree/native/data"
cp "$root"/data/*.weights "$work/tree/native/data"
sed 's#incbin \\"[^"]*/data/#incbin \\"native/data/#' "$build/weights.c" >"$work/tree/native/src/weights.c"
cd "$work/tree"
if [ "${2:-}" = sdist ]; then
    $python -m build --no-isolation --outdir "$work/dist" . >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
else
    $python -m build --no-isolation --sdist --outdir "$work/dist" . >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
    PENNA_STATIC=$build/libpenna.a $python -m build --no-isolation --wheel --outdir "$work/dist" . >>"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
fi
ls "$work/dist"
