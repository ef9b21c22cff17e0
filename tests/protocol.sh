#!/bin/bash
# protocol.sh PENNA SOURCE STARTER: protocol 2 of bots in processes (docs/protocol.md): the starter kits play every game, a
# bot is told what it asked for and nothing else, many games at once are the same games, a bad bot loses and hurts nothing
# else, foreign ones are shut in; and what is told of a series of games. STARTER is examples/starter.c, compiled.
set -eu
penna=$(realpath "$1") source=$(realpath "$2") starter=$(realpath "$3")
. "$(dirname "$0")/measure.bash"
games=$(listed)
bot() { echo "exec:exec python3 $source/tests/protocol.py $*"; }

# ---- The starter kits ---------------------------------------------------------------------------------------------

kits=("exec:$starter as C" "exec:python3 $source/examples/starter.py as Py")
if command -v node >/dev/null; then
    kits+=("exec:node $source/examples/starter.mjs as JS")
else
    [ -z "${PENNA_STRICT:-}" ] || fail "there is no node"
    kits+=("exec:$starter with pass=1 as JS")
fi
for game in $games; do
    "$penna" duel $game "${kits[@]}" --games 9 --threads 1 --json --record x >a
    json 'd["forfeits"] == [0, 0, 0] and d["games"] == 9 and d["bots"] == ["C", "Py", "JS"]' a
    "$penna" check x >/dev/null
    [ "$(grep -c '^seat bot:Py Py$' x)" = 9 ] && grep -q '^# seat 0 is Starter in C$' x || fail "names: $(head -9 x)"
done
"$penna" duel $game "${kits[@]}" --games 9 --threads 3 --json >b
cmp a b
checked
"$penna" sim qwixx --bots "exec:$starter as C,greedy as G" --games 200 --json --record x >j
json '[s["bot"] for s in d["by_seat"]] == ["C", "G"] and d["by_seat"][0]["forfeits"] == 0 and not d["interrupted"]' j
"$penna" check x >/dev/null

# The whole bot of the document is one, in every game.
sed -n '/^    while read -r word game moves/,/^    done$/s/^    //p' "$source/docs/protocol.md" >smallest.sh
for game in $games; do
    "$penna" duel $game "exec:sh smallest.sh as Last" random --games 4 --json >j
    json 'd["forfeits"] == [0, 0] and d["games"] == 4' j
done

# An option changes how it plays; one that it has not is refused before the first game.
"$penna" duel qwixx "exec:$starter as A" "exec:$starter with pass=1 as B" --games 100 --json >j
json 'd["points"][0] != d["points"][1] and d["bots"] == ["A", "B"]' j
refused 'it has no option `depth`' duel qwixx "exec:$starter with depth=2" random --games 4
refused 'it has no option `depth`' duel qwixx "exec:python3 $source/examples/bot.py with depth=2 as P" random --games 4

# ---- What a bot is told -------------------------------------------------------------------------------------------

for game in $games; do
    rm -f seen
    SPY=$tree/seen "$penna" duel $game "$(bot spy) with depth=5 as Spy" random --games 2 --threads 1 --record full \
        --clock 60s,- --budget 300,20 >out
    "$penna" check full >/dev/null
    for n in 1 2; do
        "$penna" moves --record $n --every full >moves$n
        grep -v '^#' full | awk -v n=$n '/^penna 1$/ { k++ } k == n' >full$n
    done
    python3 - $game <<'PY'
import re, subprocess, sys
game = sys.argv[1]
pieces = [piece.splitlines() for piece in open("seen").read().split("piece\n")[1:]]
# A question is one write, with all that belongs to it: what comes at once ends with a question, a game, or the greeting.
assert pieces and all(piece and piece[-1].split(" ")[0] in ("limit", "games", "legal", "end") for piece in pieces), pieces
seen = [line.split(" ") for piece in pieces for line in piece]
assert sum(w[0] == "penna-bot" for w in seen) == 2  # it was started once to see whether it has the option
seen = seen[[i for i, w in enumerate(seen) if w[0] == "penna-bot"][1]:]
assert [" ".join(w) for w in seen[:3]] == ["penna-bot 1", "limit 10000", "set depth=5"], seen[:4]
assert [" ".join(w) for w in seen[3:5]] == ["playouts 300", "games 1"], seen[3:5]
starts = [i for i, w in enumerate(seen) if w[0] == "new"]
assert len(starts) == 2 and starts[0] == 5
for n, (begin, end) in enumerate(zip(starts, starts[1:] + [len(seen)]), 1):
    told, full = seen[begin:end], open(f"full{n}").read().splitlines()
    seat = int(told[0][4])
    assert told[0][1:4] == [str(n), game, "2"] and seat == n - 1 and 0 <= int(told[0][5]) < 2**31, told[0]
    assert all(w[1] == str(n) for w in told) and told[-1][0] == "end"
    assert told[-1][2:] == full[-1].split(" ")[1:], (told[-1], full[-1])
    record = [" ".join(w[2:]) for w in told if w[0] == "record"]
    assert len(record) == len(full)
    assert all(a == b or (b == "draw ?" and a.startswith("draw ")) for a, b in zip(full, record)), (full, record)
    # the questions are those of the record, with the position before each, and the clock runs down
    wanted = [w.split(" ")[2:] for w in open(f"moves{n}").read().splitlines() if w.split(" ")[1] == str(seat)]
    asked = [w[2:] for w in told if w[0] == "legal"]
    assert asked == wanted, (asked[:3], wanted[:3])
    clock = [int(w[2]) for w in told if w[0] == "clock"]
    assert len(clock) == len(asked) and clock[0] == 60000 and clock == sorted(clock, reverse=True), clock
    for i, w in enumerate(told):
        if w[0] == "legal":
            assert [x[0] for x in told[i - 2:i]] == ["state", "clock"], told[i - 2:i]
            assert f"phase=" in " ".join(told[i - 2]) and told[i - 2][2] == game
    # what the bot said stands in the record before its moves, the last word of it, and nothing else does
    said = open("full").read()
assert said.count("# info ") == sum(w[0] == "legal" for w in seen)
assert re.search(r"^# info \d+ \d win 0\.2500 points 40\.00 nodes \d+ move \S+ 1\.5\nmove ", said, re.M), said[:900]
assert "win 0.1" not in said
PY
    checked
done
# A position is the one that `penna show` has at that node, through the seat's eyes.
node=$(awk '/^# info/ { print $3; exit }' full)
"$penna" show full --record 1 --node $node --json >j
grep -m1 '^state 1 ' seen | cut -d' ' -f3- >state
json 'd["state"] == open("state").read().strip().replace(" viewer=0", "") and " viewer=0 " in open("state").read()' j

# Without having asked for them it gets no decisions with one choice, no positions and no record.
cat >quiet <<'SH'
#!/bin/sh
while read -r word game rest; do
    echo "$word $game $rest" >>"$SPY"
    case $word in penna-bot) echo ready 2 ;; legal) echo "move $game ${rest##* }" ;; esac
done
SH
chmod +x quiet
rm seen
SPY=$tree/seen "$penna" duel qwixx exec:./quiet random --games 2 --threads 1 >out
! grep -q '^\(state\|record\|clock\)\|^legal [0-9]* [^ ]*$' seen && grep -q '^legal 2 - ' seen || fail "$(cat seen)"
checked

# Many games at once, answered in another order, are the same games one after another.
"$penna" duel qwixx "$(bot backwards) as X" random --games 60 --json --record a1 >a
"$penna" duel qwixx "$(bot one) as X" random --games 60 --json --record b1 >b
cmp a b
cmp a1 b1
checked

# ---- Bad bots ------------------------------------------------------------------------------------------------------

bad_bot() { # bad_bot WORDS BOT [ARGUMENT...]: forfeits all games for that reason
    local words=$1 name=$2 status=0
    shift 2
    "$penna" duel qwixx "$(bot "$name") as Bad" random --games 4 --json "$@" >j 2>err || status=$?
    [ $status = 3 ] || fail "$name: status $status, $(cat err)"
    json 'd["wins"] == [0, 4] and d["forfeits"] == [4, 0] and d["points"] == [None, None]' j
    json "__import__('re').search(r'''$words''', d['forfeit_reasons'][0]) and d['forfeit_reasons'][1] is None" j
}
bad_bot '`win` is not from 0 to 1' lies
bad_bot 'names a move that is not legal' lies-move
bad_bot 'not apart by single spaces' empty-info
bad_bot '`r99` is no legal move' illegal
bad_bot 'answers nothing it was asked' other-game
bad_bot 'answers nothing it was asked' old-words
bad_bot 'did not answer within 1.1 s' floods-info --budget 100ms
bad_bot 'answers nothing it was asked' floods
bad_bot 'where `ready` was expected' floods-greeting
bad_bot 'without the end of a line' long-line
bad_bot 'did not answer within 1.1 s' sleeps --budget 100ms
bad_bot 'ended with status 3' dies
bad_bot 'its 1 s for the game were over' slow --clock 1s,-

# One that ends now and then loses the game it was asked about; the others that it played go on in a new process.
status=0
"$penna" duel qwixx "$(bot frail) as Frail" random --games 32 --threads 1 --json --record x >j || status=$?
[ $status = 3 ] || fail "frail: status $status"
json '0 < d["forfeits"][0] < 32 and d["forfeit_reasons"][0] == "it ended with status 9"' j
[ "$(grep -c '^score' x)" = $((32 - $(grep -c 'forfeits' x))) ] && "$penna" check x >/dev/null || fail "frail: $(grep '^#' x)"

# Who was thinking when another bot failed is not to blame, whichever protocol it speaks, and its late answer is taken for nothing else.
for good in "$(bot one)" "$(bot backwards)" "exec:python3 $source/examples/bot.py"; do
    status=0
    "$penna" duel qwixx "$(bot frail) as Frail" "$good as Good" random --games 48 --threads 1 --json >j || status=$?
    [ $status = 3 ] || fail "$good beside frail: status $status"
    json '0 < d["forfeits"][0] < 48 and d["forfeits"][1:] == [0, 0] and d["forfeit_reasons"][1] is None' j
done

# ---- Budgets, clocks, names ------------------------------------------------------------------------------------------

refused 'one for all or one for each bot' duel qwixx random greedy --budget 10,20,30 --games 2
refused 'one for all or one for each bot' duel qwixx random greedy --clock 500 --games 2
refused 'one --budget and one --clock' ladder qwixx --bots random,greedy --budget 10,20 --games 2
refused 'trials begin in the middle of games' hint full --record 1 --node $node --bot exec:./quiet
"$penna" ladder qwixx --bots 'random as R,greedy as G' --games 4 --json >j
json 'sorted(b["bot"] for b in d["bots"]) == ["G", "R"] and all(b["points"] > -20 for b in d["bots"])' j
"$penna" duel qwixx random 'greedy as as' --games 2 --json >j
json 'd["bots"] == ["random", "as"]' j

# ---- Records, whole at any kill; runs that are interrupted; progress ---------------------------------------------------

for part in 1 2 3 4 5 6; do
    "$penna" sim qwixx --games 100000000 --record killed >out 2>&1 &
    pid=$!
    while [ ! -s killed ]; do sleep 0.05; done # the first records appear while it runs
    sleep 0.0$part
    kill -KILL $pid
    wait $pid 2>/dev/null || true
    flock killed true # until the last whole piece is written
    "$penna" check killed >out || fail "killed: $(tail -c 200 killed)"
    [ "$(echo *killed*)" = killed ] || fail "left behind: $(ls)"
    rm killed
    checked
done
rm -f cut
: >progress # or the wait below ends before there is one, and the signal comes before anybody listens
PENNA_PROGRESS=0.1 env --default-signal=INT "$penna" sim qwixx --games 100000000 --json --record cut >j 2>progress &
pid=$!
for ((i = 0; i < 600; i++)); do [ "$(wc -l <progress)" -lt 2 ] || break; sleep 0.1; done
kill -INT $pid
status=0
wait $pid || status=$?
[ $status = 130 ] && grep -q '^qwixx: [0-9]* of 100000000, 0 %$' progress || fail "interrupt: $status, $(cat progress)"
json 'd["interrupted"] and 0 < d["games"] < 100000000' j
[ "$("$penna" check cut)" = "cut: $(python3 -c 'import json; print(json.load(open("j"))["games"])') records ok" ] || fail "cut"

# ---- What bots say, in the analysis ------------------------------------------------------------------------------------

"$penna" analyse full --record 1 --quick --all --html page.html >text
grep -q 'it said: win 25.0%, points 40.0, [0-9]* positions; [^ ]* 1.5$' text || fail "$(cat text)"
grep -q "class='said'" page.html && grep -q '<p class=.dim.>it said: win 25.0%' page.html || fail "page.html"
refused 'there is no record 3 in it' show full --record 3
"$penna" hint full --record 2 --node 1 --quick >/dev/null 2>&1 || "$penna" hint full --record 2 --node $node --quick >/dev/null
refused 'the record.s nodes are 0 to' hint full --record 1 --node 100000
checked

# ---- Foreign bots ---------------------------------------------------------------------------------------------------------

echo secret >secret
python3 -c '
import socket
s = socket.create_server(("127.0.0.1", 0))
print(s.getsockname()[1], flush=True)
while True:
    s.accept()[0].close()' >port &
listener=$!
trap 'kill $listener; rm -rf "$tree"' EXIT
while [ ! -s port ]; do sleep 0.05; done
cp "$source/tests/protocol.py" .
reach() { # reach KIND WHAT: what a bot of that kind can reach; the `@` keeps the command from naming the file
    SECRET=1 "$penna" duel qwixx "$1:exec python3 ./protocol.py boxed @$tree/secret $(cat port) $$" random --games 2 --record x \
        >out 2>err || fail "$1: $(cat out err)"
    grep -q "^# seat 0 is $2\$" x || fail "$1: $(grep '^# seat' x)"
    checked
}
reach exec 'file=yes write=yes net=yes process=yes home=yes'
[ -e written ] && rm written
status=0
env PATH="$tree" "$penna" duel qwixx sandbox:./quiet random --games 2 >out 2>err || status=$?
[ $status = 2 ] && grep -q 'no sandbox without bubblewrap' err || fail "without bwrap: $status, $(cat err)"
checked
if bwrap --unshare-all --dev-bind / / true 2>/dev/null; then
    reach sandbox 'file=no write=yes net=no process=no home=no'
    [ ! -e written ] || fail "what a bot writes in a sandbox stays"
    "$penna" duel qwixx "sandbox:python3 $source/examples/starter.py as Boxed" "sandbox:python3 ./protocol.py greedy-memory as Fat" --games 4 --json >j \
        2>/dev/null || [ $? = 3 ] || fail "limits"
    json 'd["bots"] == ["Boxed", "Fat"] and d["forfeits"] == [0, 4] and "status" in d["forfeit_reasons"][1]' j
    for room in /tmp/x /dev/shm/x /dev/x ''; do # nowhere is there more room than is said
        "$penna" duel qwixx "sandbox:python3 ./protocol.py hoards '$room' as Hoards" random --games 2 --json >j 2>/dev/null || [ $? = 3 ] || fail "hoards in '$room'"
        json 'd["forfeits"] == [2, 0]' j
    done
    # The limits are those that docs/protocol.md names; that each holds, tests/box.c asks with smaller ones.
    "$penna" duel qwixx "sandbox:python3 ./protocol.py limits" random --games 2 --record x >out
    grep -q '^# seat 0 is 3600 s 1024 MB 64 MB$' x || fail "limits: $(grep '^# seat' x)"
    checked
    refused 'cannot name the root' duel qwixx 'sandbox:ls /' random --games 2
    # Where user namespaces are forbidden, which a sandbox can do to what is in it, there is no sandbox.
    status=0
    bwrap --unshare-user --disable-userns --dev-bind / / "$penna" duel qwixx sandbox:./quiet random --games 2 >out 2>err || status=$?
    [ $status = 2 ] && grep -q 'does not let bubblewrap' err || fail "forbidden: $status, $(cat err)"
    checked
else
    refused 'sandbox' duel qwixx sandbox:./quiet random --games 2
    echo "protocol.sh: no sandbox can be made here: only its refusal was asked"
fi
echo "$checks checks"
