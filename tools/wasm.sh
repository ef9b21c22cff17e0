#!/bin/sh
# wasm.sh FOLDER ROOT VERSION SOURCE... -- SOURCE... -- SOURCE...: compiles the engine to WebAssembly: penna.wasm of the first and second
# sources, analyse.wasm of the first and third. The games and the solvers are compiled to be fast, all else to be small, since it
# is most of the first load and gains nothing by more: what talks to the page smaller than what plays. The linker is called directly: where binaryen is installed the
# clang driver would run wasm-opt, which fails.
set -eu
folder=$1 root=$2 version=$3
shift 3
libs=/usr/lib/wasm32-wasi
clang=${WASM_CC:-clang-14}
runtime=$($clang --target=wasm32-wasi --print-libgcc-file-name)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for part in both penna analyse; do
    while [ $# -gt 0 ] && [ "$1" != -- ]; do
        case $1 in
        src/games/* | src/solve/*) level=-O2 ;;
        src/base/* | src/bots/*) level=-Os ;;
        *) level=-Oz ;;
        esac
        object=$work/$(echo "$1" | tr / _).o
        echo "$object" >>"$work/$part"
        echo "$level -c $root/$1 -o $object" >>"$work/jobs"
        shift
    done
    [ $# = 0 ] || shift
done
# shellcheck disable=SC2046
xargs -L 1 -P "$(nproc)" "$clang" --target=wasm32-wasi -std=gnu11 -mbulk-memory -msimd128 -fvisibility=hidden -ffunction-sections -fdata-sections \
    -DNDEBUG -D_GNU_SOURCE -DPENNA_VERSION="\"$version\"" -I"$root/src" -Wall -Wextra -Wshadow -Wconversion -Werror <"$work/jobs"
for part in penna analyse; do
    # shellcheck disable=SC2046
    "${WASM_LD:-wasm-ld-14}" --strip-all --compress-relocations --gc-sections --entry=_initialize -z stack-size=1048576 --stack-first \
        $libs/crt1-reactor.o $(cat "$work/both" "$work/$part") -L$libs -lc -lm "$runtime" -o "$folder/$part.wasm"
done
