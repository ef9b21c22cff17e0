#!/bin/sh
# install.sh BUILD SOURCE: an installed tree is complete: a program that knows only pkg-config builds against it, shared
# and static; the header is C89 and C++; the shared library shows nothing but its own names.
set -eu
build=$1 source=$2
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
meson install -C "$build" --no-rebuild --quiet --destdir "$tree/root" >/dev/null
export PKG_CONFIG_SYSROOT_DIR="$tree/root"
PKG_CONFIG_LIBDIR=$(dirname "$(find "$tree/root" -name penna.pc)")
export PKG_CONFIG_LIBDIR
lib=$(dirname "$PKG_CONFIG_LIBDIR")
example=$source/examples/random_game.c
cc=${CC:-cc}

# shellcheck disable=SC2046
$cc -Wall -Wextra -Werror "$example" $(pkg-config --cflags --libs penna) -o "$tree/shared"
LD_LIBRARY_PATH=$lib "$tree/shared" >"$tree/shared.out"
rm "$lib"/libpenna.so*
# shellcheck disable=SC2046
$cc "$example" $(pkg-config --static --cflags --libs penna) -o "$tree/static"
"$tree/static" >"$tree/static.out"
cmp "$tree/shared.out" "$tree/static.out"
penna=$(find "$tree/root" -name penna -type f -perm -u+x)
"$penna" check "$tree/static.out"

header=$(find "$tree/root" -name penna.h)
$cc -std=c89 -pedantic -Wall -Wextra -Werror -fsyntax-only -x c "$header"
if command -v g++ >/dev/null; then
    g++ -std=c++11 -pedantic -Wall -Wextra -Werror -fsyntax-only -x c++ "$header"
else
    echo "SKIP: there is no g++ to read the header with"
fi

others=$(nm -D --defined-only "$build/libpenna.so" | awk '$3 !~ /^penna_/ {print $3}')
[ -z "$others" ] || { echo "also visible: $others"; exit 1; }
checks=5 # shared, static, the same output, its record, the header
for name in $(sed -n 's/^PENNA_API.*[ *]\(penna_[a-z_]*\)(.*/\1/p' "$header"); do
    nm -D --defined-only "$build/libpenna.so" | grep -q " $name\$" || { echo "missing: $name"; exit 1; }
    checks=$((checks + 1))
done
[ $checks -gt 5 ] || { echo "the header declares nothing"; exit 1; }
echo "$checks checks"
