#!/bin/sh
# run.sh: everything that must hold before a change lands; `make test` runs it after installing what it
# needs. The suite runs three times: built with gcc for speed, with clang, and with clang under
# AddressSanitizer and UndefinedBehaviorSanitizer.
set -eu
cd "$(dirname "$0")/.."

build() { # build FOLDER CC OPTION...
    folder=$1 cc=$2
    shift 2
    [ -f "$folder/build.ninja" ] || CC=$cc meson setup "$folder" "$@" >/dev/null
    ninja -C "$folder" --quiet
}

# What is not translated yet is only reported while one works, but must not land.
export PENNA_STRICT_WORDS=1

suite() { # suite FOLDER: its tests, two at a time
    meson test -C "$1" --no-rebuild --print-errorlogs --num-processes 2
}

echo "== gcc"
build build gcc
suite build
echo "== clang with sanitizers"
build build-asan clang -Dbuildtype=debugoptimized -Db_sanitize=address,undefined -Db_lundef=false -Dlaws=20
suite build-asan
