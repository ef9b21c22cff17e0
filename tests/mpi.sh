#!/bin/bash
# mpi.sh PENNA: four processes under mpirun give the same bytes as one; a rank that dies is reported.
set -eu
penna=$(realpath "$1")
. "$(dirname "$0")/measure.bash"
export OMPI_MCA_rmaps_base_oversubscribe=1
run=(mpirun --oversubscribe --bind-to none -np 4)
[ "$(id -u)" != 0 ] || run+=(--allow-run-as-root)

same() { # same ARGUMENT...: result and records are those of one process
    "$penna" "$@" --record one.rec >one
    "${run[@]}" "$penna" "$@" --threads 2 --record four.rec >four
    cmp one four && cmp one.rec four.rec || fail "not the same bytes: penna $*"
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
done

# A rank that dies ends the run with a message, and nothing is left of it.
"${run[@]}" "$penna" duel qwixx greedy random --games 1000000000 --threads 1 --record long.rec >out 2>err &
mpirun=$!
victim=
for try in $(seq 100); do
    sleep 0.1
    for pid in $(pgrep -P $mpirun); do
        if [ "$(tr '\0' '\n' <"/proc/$pid/environ" 2>/dev/null | sed -n 's/^OMPI_COMM_WORLD_RANK=//p')" = 2 ]; then victim=$pid; fi
    done
    if [ -n "$victim" ] && ls long.rec.part-* >/dev/null 2>&1; then break; fi
done
[ -n "$victim" ] || fail "rank 2 did not start in $try tries"
kill -9 "$victim"
status=0
wait $mpirun || status=$?
[ $status != 0 ] || fail "a rank died and the status is 0"
grep -q 'penna: stopped: another process of this run has died' err || fail "a rank died: $(cat err)"
grep -q 'rank 2' err || fail "which rank died is not said: $(cat err)"
! ls long.rec* >/dev/null 2>&1 || fail "records of a run that failed: $(ls)"
