#!/bin/bash
# solve.sh PENNA: `penna solve` as somebody at a terminal meets it: an exact table, computed, kept, shown again, broken off and taken
# up; a bound, and one with an error bar, with what a bot achieves; and what it refuses. What is in the tables is judged by solve.c and bounds.c.
set -eu
penna=$(realpath "$1")
. "$(dirname "$0")/measure.bash"
export LANGUAGE=en PENNA_TABLES=$PWD/tables

# Exact: the value of docs/results.md, which is the sum of its rows, and lies where hints look for it.
"$penna" solve twentyone --json >first
json 'd["exact"] and d["values"] == [132.108200804] and abs(sum(d["rows"]) - d["values"][0]) < 1e-8 and d["states"] == 1245' first
json 'd["table"].endswith("tables/twentyone-1.table")' first
"$penna" solve twentyone >text
grep -q '^seat  *0  *132.108200804$' text || fail "as text: $(cat text)"
# The same seconds: it was shown, not computed again; --fresh computes it, to the same bytes but for that time.
"$penna" solve twentyone --json --threads 1 >again
cmp first again || fail "the table that is there is not shown as it is"
"$penna" solve twentyone --json --fresh --threads 2 --table here.table >fresh
json 'd["values"] == [132.108200804] and d["table"] == "here.table"' fresh
checks=$((checks + 3))

# Broken off: it ends as the signal says, keeps what there is, and goes on from there.
# broken_off SIGNAL: computes until it is told to end; what it says, in ./err; its status is that of the signal.
broken_off() {
    local status=0 caught=0
    "$penna" solve qwixx --table part.table --threads 1 >out 2>err &
    # Not before it is penna, no longer the shell, and listens to SIGINT.
    while [ $((caught & 2)) = 0 ]; do
        kill -0 $! || fail "it ended by itself: $(cat out err)"
        sleep 0.1
        [ "$(readlink "/proc/$!/exe")" != "$penna" ] || caught=0x$(sed -n 's/^SigCgt:[[:space:]]*//p' "/proc/$!/status")
    done
    kill "-$1" $!
    wait $! || status=$?
    [ $status = $((128 + $(kill -l "$1"))) ] || fail "SIG$1: status $status: $(cat out err)"
    layers=$(sed -n 's/.*interrupted after \([0-9]*\) of 42 layers.*/\1/p' err)
    [ -n "$layers" ] || fail "SIG$1: $(cat err)"
    checks=$((checks + 2))
}
broken_off INT
first=$layers
broken_off TERM
[ "$layers" -ge "$first" ] || fail "it goes on from $first, not $layers"
checked

# A bound: what no way of playing beats, and what a bot has, which are the games that `penna sim` plays.
"$penna" solve qwinto-cards --games 40 --bot greedy --seed 7 --json >bound
"$penna" sim qwinto-cards --seats 1 --games 40 --bots greedy --seed 7 --json >sim
json 'not d["exact"] and d["values"] == [] and d["achieved"]["mean"] < d["bound"]["upper"] and d["achieved"]["games"] == 40' bound
json 'd["achieved"]["mean"] == json.load(open("sim"))["by_seat"][0]["mean"] and d["achieved"]["error"] > 0' bound
"$penna" solve qwinto-cards --games 40 >text # whose bot is chosen by a trial
grep -q '^bound .*proven' text && grep -q '^achieved .*estimated' text || fail "a bound as text: $(cat text)"
checks=$((checks + 1))

# A second bound, with an error bar: the same on any threads, and none where none is wanted or there is none.
"$penna" solve qwantum --games 20 --bot greedy --relaxed 2 --json --threads 2 >bound
json '0 < d["bound"]["relaxed"]["mean"] < d["bound"]["relaxed"]["high"] and d["bound"]["relaxed"]["games"] == 2' bound
"$penna" solve qwantum --games 20 --bot greedy --relaxed 2 --json --threads 1 >again
json 'd["bound"] == json.load(open("bound"))["bound"]' again
"$penna" solve qwinto-cards --games 20 --bot greedy --relaxed 2 --json >none
json '"relaxed" not in d["bound"]' none
refused 'a single game has no error bar' solve qwantum --relaxed 1

refused 'there is no game `null`' solve null
refused 'twentyone is solved for one seat, not 2' solve twentyone --seats 2
refused 'qwixx is solved for 1 to 5 seats, not 6' solve qwixx --seats 6
refused 'qwinto-cards is bounded for one seat, not 2' solve qwinto-cards --seats 2
refused 'has no table' solve qwinto-cards --table x
refused 'nobody' solve qwinto-cards --bot nobody
printf 'no table' >bad.table
refused 'bad.table: .*--fresh computes it anew' solve twentyone --table bad.table
[ "$(cat bad.table)" = 'no table' ] || fail "a file that is no table was written over"
head -c 2000 here.table >cut.table
refused 'cut.table: ' solve twentyone --table cut.table
# A table that cannot be kept is told all the same; the status says so.
status=0
"$penna" solve twentyone --table nowhere/x.table >out 2>err || status=$?
[ $status = 2 ] && grep -q '132.108200804' out && grep -q 'nowhere/x.table' err || fail "nowhere to keep it: status $status: $(cat out err)"
checks=$((checks + 2))
echo "$checks checks"
