#!/bin/bash
# exec.sh PENNA SOURCE BOT: bots in processes (docs/protocol.md): the examples play every game, a seat is told what it may
# see, and a bad bot loses its games and hurts nothing else. BOT is examples/bot.c, compiled.
set -eu
penna=$(realpath "$1") source=$(realpath "$2") cbot=$(realpath "$3")
. "$(dirname "$0")/measure.bash"
games=$(listed)

# Bots in processes: the examples play every game, and the result does not depend on threads.
for game in $games; do
    "$penna" duel $game "exec:python3 $source/examples/bot.py" random "exec:$cbot" --games 3 --json --record x >j
    json 'd["forfeits"] == [0, 0, 0] and d["games"] == 3' j
    "$penna" check x >/dev/null
done
"$penna" duel qwinto-cards "exec:python3 $source/examples/bot.py" "exec:$cbot" --games 6 --json --threads 1 >a
"$penna" duel qwinto-cards "exec:python3 $source/examples/bot.py" "exec:$cbot" --games 6 --json --threads 3 >b
cmp a b
"$penna" sim qwixx --bots "exec:$cbot" --seats 3 --games 4 --json >j
json 'all(s["forfeits"] == 0 for s in d["by_seat"])' j

# A seat is told what it may see and no more: the lines of a game are the record for its eyes, with hidden draws.
cat >spy <<'SH'
#!/bin/sh
while read -r word rest; do
    case $word in
    penna-bot) echo ready ;;
    limit) ;;
    choose) echo "${rest%% *}" ;;
    new) echo "$word $rest" >>"$SPY" ;;
    *) echo "$word${rest:+ $rest}" >>"$SPY" ;;
    esac
done
SH
chmod +x spy
SPY=$tree/seen "$penna" duel qwinto-cards exec:./spy random --games 2 --threads 1 --record full >out
grep -q '^new 0 [0-9]*$' seen && grep -q '^new 1 [0-9]*$' seen && [ "$(grep -c '^end$' seen)" = 2 ] || fail "$(cat seen)"
python3 - full seen <<'PY'
import sys
def games(path):
    out = []
    for line in open(path).read().splitlines():
        if line == "penna 1":
            out.append([])
        if line[:3] not in ("new", "end"):
            out[-1].append(line)
    return out
full, seen = games(sys.argv[1]), games(sys.argv[2])
assert len(full) == len(seen) == 2
for a, b in zip(full, seen):
    assert len(a) == len(b) and "draw ?" in b
    assert all(x == y or (y == "draw ?" and x.startswith("draw ")) for x, y in zip(a, b)), (a, b)
    assert b[:8].count("draw ?") == 0 and a[-1].startswith("score")
    deal = b[4:14]  # four cards of the grid, three for each seat: only the own ones are seen
    assert deal.count("draw ?") == 3, deal
PY

# Bad bots lose their games, say why, and hurt nothing else.
bad_bot() { # bad_bot WORDS SCRIPT: forfeits all games for that reason
    printf '#!/bin/sh\n%s\n' "$2" >bad
    chmod +x bad
    status=0
    "$penna" duel qwixx "exec:exec ./bad" random --games 4 --budget 200ms --record x --json >j 2>/dev/null || status=$?
    [ $status = 3 ] || fail "$2: status $status"
    json 'd["wins"] == [0, 4] and d["forfeits"] == [4, 0] and d["forfeit_reasons"][0] and d["forfeit_reasons"][1] is None' j
    grep -q -- "forfeits: .*$1" x || fail "$2: $(grep '^#' x)"
    "$penna" check x >/dev/null
}
ask='read a; read b; echo ready; while read w r; do [ "$w" = choose ] &&'
bad_bot 'did not answer within 1.2 s' "$ask sleep 60; done"
bad_bot 'ended with status 3' 'read a; echo ready; exit 3'
bad_bot 'ended with status 127' 'exec no-such-program'
bad_bot 'was killed by signal 9' "$ask kill -9 \$\$; done"
bad_bot 'is no legal move' "$ask printf '\\001\\377 what?\\n'; done"
bad_bot '`r99` is no legal move' "$ask echo r99; done"
bad_bot 'where `ready` was expected' 'echo hello; cat'
bad_bot 'closed its output' 'read a; read b; echo ready; read c; exec 1>&-; sleep 60'
bad_bot 'without the end of a line' 'read a; echo ready; exec cat /dev/zero'
bad_bot 'more than one line\|without being asked' "$ask printf -- '-\\n-\\n'; done"
"$penna" sim qwixx --bots 'exec:exit 5,greedy' --games 6 --json >j || [ $? = 3 ] || fail "status of a forfeit"
json 'd["by_seat"][0]["forfeits"] == 6 and d["by_seat"][1]["wins"] == 6' j
json 'd["by_seat"][0]["forfeit_reason"] == "it ended with status 5" and d["by_seat"][1]["forfeit_reason"] is None' j
status=0
"$penna" ladder qwixx --bots 'exec:exit 5,greedy' --games 4 >out 2>&1 || status=$?
[ $status = 3 ] && grep -q 'forfeited 4 games; the first because it ended with status 5' out || fail "ladder: status $status, $(cat out)"

# Nothing is left of a bot that has children.
cat >parent <<'SH'
#!/bin/sh
sleep 4711 &
echo $! >>"$PIDS"
while read -r word rest; do case $word in penna-bot) echo ready ;; choose) echo "${rest%% *}" ;; esac; done
SH
chmod +x parent
PIDS=$tree/pids "$penna" duel qwixx exec:./parent random --games 4 >out
for pid in $(cat pids); do
    [ "$(sed -n 's/^State:.\(.\).*/\1/p' /proc/$pid/status 2>/dev/null || true)" != S ] || fail "child $pid is alive"
    checked
done
echo "$checks checks"
