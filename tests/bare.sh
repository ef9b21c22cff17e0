#!/bin/sh
# bare.sh SOURCE: the tree can be configured where only what `make play` installs is there: no library that the tests alone use.
# It configures three times, each time without some more of them, and looks for the program among what would be built.
set -eu
source=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
checks=0
echo "cmake = 'false'" | sed '1i [binaries]' >"$work/native" # which would find them by ways of its own

# without NAME...: with all that pkg-config knows but these
without() {
    rm -rf "$work/pc" "$work/build"
    mkdir "$work/pc"
    pkg-config --variable pc_path pkg-config | tr ':' '\n' | while read -r folder; do
        [ ! -d "$folder" ] || find "$folder" -name '*.pc' -exec ln -sf {} "$work/pc" \;
    done
    for name; do rm -f "$work/pc/$name".pc; done
    env -u PENNA_STRICT PKG_CONFIG_LIBDIR="$work/pc" meson setup --native-file "$work/native" "$work/build" "$source" >"$work/log" 2>&1 || {
        tail -n 20 "$work/log"
        echo "FAIL: without $* it cannot be configured"
        exit 1
    }
    grep -q '^build penna: ' "$work/build/build.ninja" || { echo "FAIL: without $* there is no program"; exit 1; }
    checks=$((checks + 1))
}

without cmocka
without cmocka libpq libedit cairo 'ompi*'
without cmocka libsodium jansson sqlite3
echo "$checks checks"
