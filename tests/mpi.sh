#!/bin/bash
# mpi.sh PENNA: four processes under mpirun give the same bytes as one; a rank that dies is reported.
set -eu
penna=$(realpath "$1")
. "$(dirname "$0")/measure.bash"
export PENNA_TEST=$tree # by which the processes of this test are known
run=(mpirun --oversubscribe --bind-to none -np 4)
[ "$(id -u)" != 0 ] || run+=(--allow-run-as-root)

same() { # same ARGUMENT...: result and records are those of one process
    "$penna" "$@" --record one.rec >one
    "${run[@]}" "$penna" "$@" --threads 2 --record four.rec >four
    cmp one four && cmp one.rec four.rec || fail "not the same bytes: penna $*"
    checked
}
same duel qwinto-cards greedy random greedy --games 100 --json
same duel qwixx greedy random --sprt
same sim qwixx --bots greedy,random --games 300
same ladder qwixx --bots greedy,random --games 20
same duel qwixx greedy random --games 2 # more ranks than work

# What is wrong is said once, and the status is not 0.
for words in 'duel qwixx greedy nonsense' 'duel qwixx greedy random --record /nonsense/x'; do
    status=0
    # shellcheck disable=SC2086
    "${run[@]}" "$penna" $words >out 2>err || status=$?
    [ $status = 2 ] && [ "$(grep -c '^penna: ' err)" = 1 ] || fail "penna $words: status $status, $(cat err)"
    checked
done

# A league: every process is a runner with a log of its own, and all end in order. At Ctrl-C, after which mpirun leaves no time, what is
# in the logs is whole, and it goes on.
"$penna" league club play qwixx:2
for bot in random greedy; do "$penna" league club add $bot; done
"${run[@]}" "$penna" league club --blocks 2 --threads 1 2>err || fail "a league: $(cat err)"
"$penna" league club status --json >j
json 'len(d["logs"]) == 4 and all(log["ended"] and log["lines"] == 4 for log in d["logs"])' j
[ "$(grep -c '^penna: 2 blocks' err)" = 4 ] || fail "not all have told what they played: $(cat err)"
"${run[@]}" "$penna" league club --threads 1 2>err &
mpirun=$!
for ((i = 0; i < 600; i++)); do
    [ "$(cat club/log/*.log | grep -c '^block')" -lt 14 ] || break
    sleep 0.1
done
kill -INT $mpirun
if wait $mpirun; then fail "interrupted with status 0"; fi
"$penna" league club status --json >j 2>err
json 'len(d["logs"]) == 8 and d["plays"][0]["games"] >= 14 and not any(log["torn"] or log["damaged"] for log in d["logs"])' j
"$penna" league club --blocks 1 --threads 1 2>err || fail "it does not go on: $(cat err)"

# A rank that dies ends the run with a message, and nothing is left of it.
"${run[@]}" "$penna" duel qwixx greedy random --games 1000000000 --threads 1 --record long.rec >out 2>err &
mpirun=$!
process() { # process RANK: prints the process of this test that is that rank
    local environ pid
    for environ in /proc/[0-9]*/environ; do
        pid=${environ#/proc/}
        pid=${pid%/environ}
        [ "$(cat "/proc/$pid/comm" 2>/dev/null)" = penna-mpi ] || continue
        tr '\0' '\n' <"$environ" 2>/dev/null >environ || continue
        if grep -qx "PENNA_TEST=$tree" environ && grep -qx "OMPI_COMM_WORLD_RANK=$1" environ; then echo "$pid"; fi
    done
}
for try in $(seq 100); do
    sleep 0.1
    victim=$(process 2)
    if [ -n "$victim" ] && [ -s long.rec ]; then break; fi
done
[ -n "$victim" ] || fail "rank 2 did not start in $try tries"
kill -CONT "$(process 0)" # as a shell's fg does: nobody is missing, and it goes on
sleep 0.2
! grep -q stopped err && [ -n "$(process 0)" ] || fail "SIGCONT ended it: $(cat err)"
kill -9 "$victim"
status=0
wait $mpirun || status=$?
[ $status != 0 ] || fail "a rank died and the status is 0"
grep -q 'penna: stopped: another process of this run has died' err || fail "a rank died: $(cat err)"
grep -q 'rank 2' err || fail "which rank died is not said: $(cat err)"
for try in $(seq 100); do flock -n long.rec true && break || sleep 0.1; done # what came whole is still being written
[ "$(ls long.rec*)" = long.rec ] || fail "left behind: $(ls)"
"$penna" check long.rec >/dev/null || fail "records that are not whole"
echo "$checks checks"
