#!/bin/bash
# new_game.sh SOURCES BUILD: a new game is one file and one line. The tree and its build are copied, the template becomes a game of
# another name by one file and one line of list.c, and nothing else is touched; then the laws, the command line, the server
# and the page must have it. Only what depends on the two files is built again.
set -eu
source=$(realpath "$1") build=$(realpath "$2") game=nova
work=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null || true; rm -rf "$work"' EXIT
checks=0

fail() {
    echo "FAIL: $*"
    exit 1
}
# run COMMAND...: what must end well; its output in $work/out.
run() {
    "$@" >"$work/out" 2>&1 || fail "$*: status $?: $(tail -n 20 "$work/out")"
    checks=$((checks + 1))
}
# says PATTERN: the last command said so.
says() {
    grep -q -e "$1" "$work/out" || fail "no word of '$1': $(head -n 20 "$work/out")"
    checks=$((checks + 1))
}

# ---- One file and one line --------------------------------------------------------------------------------------

tree=$work/tree
mkdir "$tree"
(cd "$source" && git ls-files -z -co --exclude-standard | while IFS= read -r -d '' file; do [ ! -f "$file" ] || printf '%s\0' "$file"; done |
    xargs -0 cp -p --parents -t "$tree")
cp -a "$build" "$tree/build"
cd "$tree"
sed "s/null_game/${game}_game/g; s/\"null\"/\"$game\"/; s/\"Null\"/\"Nova\"/; s/\\bNull/Nova/g" src/games/null.c >src/games/$game.c
sed -i "s|^    /\\* end \\*/|    X(${game}_game) \\\\\\n&|" src/games/list.c
[ "$(diff "$source/src/games/list.c" src/games/list.c | grep -c '^[<>]')" = 1 ] || fail "list.c differs by more than a line"
run meson setup --reconfigure build # the folder has moved, and there is a file more
run ninja -C build penna web/files.txt tests/laws example_client
[ "$(grep -c '^\[.*Compiling' "$work/out")" -lt 12 ] || fail "more was compiled than a new game should cost"

# ---- Laws and the command line ----------------------------------------------------------------------------------

penna=$tree/build/penna
export LANGUAGE=en NO_COLOR=1 XDG_STATE_HOME=$work/state XDG_DATA_HOME=$work/data PENNA_TABLES=$work/tables
run build/tests/laws 20
says "OK \] $game"
run python3 tests/layers.py "$tree"
run "$penna" games
says "^$game "
run "$penna" sim $game --games 20 --seats 3 --bots greedy,random,expert --record sim.penna
run "$penna" check sim.penna
says '20 records ok'
run "$penna" play $game --seat bot:greedy --seat bot:random --save game.penna
says 'The game is over'
run "$penna" check game.penna
run "$penna" show game.penna
head -n 5 game.penna >part.penna
run "$penna" moves part.penna
run "$penna" hint part.penna --trials 8
run "$penna" analyse game.penna --trials 8
says accuracy
run "$penna" duel $game greedy random --games 20
run "$penna" ladder $game --bots greedy,random --games 4
run "$penna" stats sim.penna
run "$penna" bench $game --seconds 0.1
run "$penna" print $game --output sheet.pdf
# What there is not yet is said, by name, with the status of a wrong request.
for command in rules solve; do
    status=0
    "$penna" $command $game >"$work/out" 2>&1 || status=$?
    [ $status = 2 ] || fail "penna $command: status $status"
    says $game
done

# ---- The server and the page ------------------------------------------------------------------------------------

: >"$work/serve"
"$penna" serve --listen 127.0.0.1 --port 0 --db "$work/server.db" --no-qr >"$work/serve" 2>&1 &
server=$!
for _ in $(seq 100); do
    port=$(sed -n 's/.* port \([0-9]*\).*/\1/p' "$work/serve")
    [ -z "$port" ] || break
    sleep 0.1
done
[ -n "$port" ] || fail "the server does not start: $(cat "$work/serve")"
run python3 examples/client.py "http://127.0.0.1:$port" $game
cat "$work/out"
run build/example_client 127.0.0.1 "$port" $game
kill $server
wait $server || fail "the server ended with status $?"
server=
run "$source/tests/browser/need.sh"
run node "$source/tests/new_game.mjs" build $game
cat "$work/out"
echo "$checks checks"
