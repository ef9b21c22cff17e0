#!/bin/sh
# need.sh [all]: fetches what the browser tests and the linter stand on (package.json), if it is not there; with `all` Lighthouse
# too, which is ten times as much and which only `make browser` wants.
set -eu
here=$(dirname "$0")
some="--omit=optional"
have="$here/node_modules/.from"
if [ "${1:-}" = all ]; then some="--include=optional" have="$here/node_modules/.all-from"; fi
if ! cmp -s "$here/package-lock.json" "$have" && ! cmp -s "$here/package-lock.json" "$here/node_modules/.all-from"; then
    (cd "$here" && npm ci $some --no-audit --no-fund --loglevel=error)
    cp "$here/package-lock.json" "$have"
fi
