#!/bin/sh
# wasm.sh OUT.wasm ROOT VERSION SOURCE...: compiles the engine to WebAssembly: the games and the solvers to be fast, all else to be
# small, since it is most of the first load and gains nothing by more. The linker is called directly: where binaryen is
# installed the clang driver would run wasm-opt, which fails.
set -eu
out=$1 root=$2 version=$3
shift 3
clang=${WASM_CC:-clang-14}
libs=/usr/lib/wasm32-wasi
runtime=$($clang --target=wasm32-wasi --print-libgcc-file-name)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
objects=
for source in "$@"; do
    object=$work/$(echo "$source" | tr '/' '_').o
    case $source in
    */games/* | */solve/*) level=-O2 ;;
    *) level=-Os ;;
    esac
    $clang --target=wasm32-wasi -std=gnu11 $level -mbulk-memory -msimd128 -fvisibility=hidden -ffunction-sections -fdata-sections \
        -DNDEBUG -D_GNU_SOURCE -DPENNA_VERSION="\"$version\"" -I"$root/src" -Wall -Wextra -Wshadow -Wconversion -Werror -c "$source" -o "$object"
    objects="$objects $object"
done
# shellcheck disable=SC2086
"${WASM_LD:-wasm-ld-14}" --strip-all --gc-sections --entry=_initialize -z stack-size=1048576 --stack-first \
    $libs/crt1-reactor.o $objects -L$libs -lc -lm "$runtime" -o "$out"
