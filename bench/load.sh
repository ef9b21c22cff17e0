#!/bin/sh
# load.sh PENNA LOAD [PLAYING [SECONDS [EVERY [CONNECTED]]]]: starts a server on 127.0.0.1 and lets LOAD play at it. What
# the disk takes to keep something, before and after, is said by `sync`, which lies beside LOAD.
set -eu
penna=$1 load=$2
work=$(mktemp -d)
trap 'kill $pid 2>/dev/null; wait $pid 2>/dev/null; rm -rf "$work"' EXIT
echo "load average: $(cut -d ' ' -f 1-3 /proc/loadavg), $(nproc) processors for the server and its clients"
"$(dirname "$load")/sync" "$work/sync"
: >"$work/out"
"$penna" serve --listen 127.0.0.1 --port 0 --db "$work/server.db" --no-qr --max-connections 12000 --max-tables 0 \
    --tables-per-address 0 --connections-per-address 0 --messages-per-second 0 >"$work/out" &
pid=$!
for _ in $(seq 50); do
    port=$(sed -n 's/.* port \([0-9]*\).*/\1/p' "$work/out")
    [ -n "$port" ] && break
    sleep 0.1
done
# shellcheck disable=SC2046 # a name is a word
"$load" "$port" "$pid" "${3:-2000}" "${4:-10}" "${5:-2.5}" "${6:-8000}" \
    $("$penna" games --json | sed -n 's/.*{"name": "\([^"]*\)", "title".*/\1/p')
"$(dirname "$load")/sync" "$work/sync"
