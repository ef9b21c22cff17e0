#!/bin/bash
# train.sh PENNA_TRAIN PENNA: a small training gives the same bytes on any number of threads, and when it is killed again and
# again and goes on; `penna duel` plays with what was learned; nor do regrets depend on threads; a checkpoint of another training, wrong numbers and a folder that
# is not there are refused.
train=$(realpath "$1")
penna=$(realpath "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0 checks=0

fail() {
    echo "FAIL: $*"
    failed=1
}

# at GAME: the rounds that the checkpoint has.
at() { head -n 1 "$1.parts.checkpoint" 2>/dev/null | tr -d '\0' | awk '{ print $4 }' | grep . || echo 0; }

# One net first in Qwixx, the other in Qwinto, whose bots ask both; Twenty One's play with more thought in the end.
small="--rounds 6 --games 6 --crowd 0.5 --solo-rounds 4 --solo-games 6 --solo-exact 0"
for game in qwixx qwinto twentyone; do
    # shellcheck disable=SC2086
    {
        "$train" $game $small --deep 0.3 --threads 2 --out $game.whole >log || fail "$game: status $?"
        "$train" $game $small --deep 0.3 --threads 1 --out $game.one >log || fail "$game: status $?"
        cmp $game.whole $game.one || fail "$game: two threads learned otherwise than one"
        broken=0
        for _ in 1 2 3 4; do # each time it gets one round further, or a few
            before=$(at $game)
            "$train" $game $small --deep 0.3 --save 0 --out $game.parts >log &
            pid=$!
            until [ "$(at $game)" -gt "$before" ] || ! kill -0 $pid 2>/dev/null; do sleep 0.005; done
            kill -9 $pid 2>/dev/null
            wait $pid 2>/dev/null
            [ "$(at $game)" = 10 ] && break
            broken=$((broken + 1))
        done
        "$train" $game $small --deep 0.3 --save 0 --out $game.parts >log || fail "$game: status $? after kills"
        [ $broken -gt 0 ] || fail "$game: was never killed half-way"
        echo "$game: killed $broken times"
        cmp $game.whole $game.parts || fail "$game: killed $broken times it learned otherwise"
    }
    checks=$((checks + 3))
done

# The weights play: they differ from those compiled in, which a training of a few seconds cannot be even with, and
# from themselves in nothing.
"$penna" duel qwixx expert@qwixx.whole expert --games 60 --json >duel || fail "duel: status $?"
python3 -c 'import json; d = json.load(open("duel")); assert d["bots"][0] == "expert@qwixx.whole" and d["wins"][0] < 10, d' ||
    fail "duel: $(cat duel)"
"$penna" duel qwixx expert@qwixx.whole expert@qwixx.parts --games 60 --json >duel || fail "duel: status $?"
python3 -c 'import json; d = json.load(open("duel")); assert d["margin"] == 0 and d["margin_interval"] == [0, 0], d' ||
    fail "duel with itself: $(cat duel)"

# refused PATTERN ARGUMENT...
refused() {
    local pattern=$1 status
    shift
    "$train" "$@" >out 2>err
    status=$?
    [ $status = 2 ] || [ $status = 1 ] || fail "$*: status $status"
    grep -q -- "$pattern" err || fail "$*: said $(cat err)"
    checks=$((checks + 1))
}
# What the best moves would win: the same on any number of threads and in any order of options; against other nets too, and with another bot
# leading the games.
few="--games 6 --one-in 3 --playouts 40 --eye 20"
# shellcheck disable=SC2086
{
    "$train" regret twentyone $few --light --threads 1 >one 2>log || fail "regret: status $?"
    "$train" regret twentyone --threads 2 --light $few >two 2>log || fail "regret: status $?"
    "$train" regret qwixx $few --bot expert@qwixx.whole --against expert --path greedy >three 2>log || fail "regret: status $?"
}
cmp one two || fail "regret: two threads found something else than one"
cmp -s one three && fail "regret: it does not matter who plays"
# Judged by exact values: single moves win more in games that the best response leads than it wins itself, which is 69.8085 % less a half.
"$train" truth one --gains --games 2000 greedy >gains || fail "gains: status $?"
awk '{ exit !($(NF - 10) >= 19.8085) }' gains || fail "gains: $(cat gains)"
refused 'with --games' truth one --gains greedy
refused 'a game with features' regret chess
refused 'numbers of 1 and more' regret twentyone --games 0
refused 'numbers of 1 and more' regret twentyone --games
refused 'numbers of 1 and more' regret twentyone --least 0
refused 'no such bot' regret twentyone --against nobody
refused 'expert is needed' regret twentyone --bot greedy

# A best response and curves are trained alike: the same on any number of threads, from nothing or from weights.
for threads in 1 2; do
    # shellcheck disable=SC2086
    {
        "$train" exploit qwixx --against greedy $small --threads $threads --out greedy.$threads >log || fail "exploit: $?"
        "$train" exploit qwixx --against expert@greedy.1 --from greedy.1 $small --threads $threads --out own.$threads >log ||
            fail "exploit from weights: $?"
        "$train" curves twentyone $small --threads $threads --out curves.$threads >log || fail "curves: $?"
        "$train" maximiser qwinto $small --threads $threads --out maximiser.$threads >log || fail "maximiser: $?"
    }
done
for name in greedy own curves maximiser; do cmp $name.1 $name.2 || fail "$name: two threads learned otherwise than one"; done
"$penna" duel twentyone curves@curves.1 random --games 40 --json >log || fail "curves does not play"
grep -q '"games": 40' log || fail "curves: $(cat log)"
"$penna" duel qwinto maximiser@maximiser.1 random --games 40 --json >log || fail "maximiser does not play"
grep -q '"games": 40' log || fail "maximiser: $(cat log)"
cmp -s greedy.1 own.1 && fail "exploit: nothing was learned from the weights that it began with"
refused 'wrong usage' exploit qwixx
refused 'there is no such bot' exploit qwixx --against nobody
refused 'weights of another game' exploit qwixx --against greedy --from twentyone.whole
refused 'no such file' qwixx --from nowhere

# What a game is worth alone is learned from its exact table, where there is one: by so few games it is known far better than by
# how they end, on any number of threads; a game that nobody can solve is refused.
alone="--rounds 0 --solo-rounds 200 --solo-games 40 --solo-variance 0"
# shellcheck disable=SC2086
{
    "$train" twentyone $alone --solo-exact 0 --threads 2 --out ends.weights >log || fail "alone: status $?"
    "$train" twentyone $alone --solo-exact 1 --threads 2 --out exact.weights >log || fail "alone, exactly: status $?"
    "$train" twentyone $alone --solo-exact 1 --threads 1 --out exact.one >log || fail "alone, exactly: status $?"
    refused 'nobody can solve it' qwantum $alone --solo-exact 1 --out none.weights
    refused 'belongs to another training' twentyone $alone --solo-exact 0 --out exact.one
}
cmp exact.weights exact.one || fail "alone, exactly: two threads learned otherwise than one"
for name in ends exact; do # the style that plays for points alone; expert would play by the table
    "$penna" sim twentyone --seats 1 --games 400 --bots points@$name.weights --json >$name.json || fail "$name: status $?"
done
python3 -c 'import json
ends, exact = (json.load(open(name + ".json"))["by_seat"][0]["mean"] for name in ("ends", "exact"))
print(f"alone: {ends:.1f} points by how games end, {exact:.1f} by the table")
assert exact > ends + 10' || fail "alone: the table teaches no better"

# The levels below expert: the same haze for the same file, thicker where the level above shall win more; the nets stay.
"$train" exploit qwixx --against greedy --rounds 60 --games 60 --solo-rounds 60 --solo-games 60 --solo-exact 0 --out level.one >log
cp level.one level.two && cp level.one level.before
for name in one two; do "$train" levels qwixx level.$name 60 >levels.$name || fail "levels: status $?"; done
cmp levels.one levels.two && cmp level.one level.two || fail "levels: another haze for the same file"
"$penna" duel qwixx hard@level.one easy@level.one --games 60 >log || fail "levels: $(cat log)"
cmp <(tail -c +129 level.before) <(tail -c +129 level.one) || fail "levels changed a net"
cmp -s level.before level.one && fail "levels wrote nothing"
[ "$(grep -c 'haze' levels.one)" = 3 ] || fail "levels: $(cat levels.one)"
refused 'a game with features' levels chess
refused 'no such file' levels qwixx nowhere
refused 'two games' levels qwixx level.one 1

refused 'belongs to another training' qwixx --rounds 7 --out qwixx.parts
refused 'no such game' chess
refused 'expected a number from 0 to 65535' qwixx --rounds 70000
refused 'expected a number from 0 to 1,' qwixx --lambda x
refused 'no such option' qwixx --depth 3
refused 'value is missing' qwixx --rounds
refused 'No such file' qwixx --rounds 1 --games 1 --solo-rounds 1 --solo-games 1 --solo-exact 0 --out nowhere/x
head -c 1000 qwixx.parts.checkpoint >short
# shellcheck disable=SC2086
refused 'cut short' qwixx $small --deep 0.3 --out cut.weights --checkpoint short
"$train" --help | grep -q Examples || fail "--help"
echo "$checks checks"
exit $failed
