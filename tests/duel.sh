#!/bin/bash
# duel.sh PENNA: bots measured against each other: sim, duel, ladder, stats.
set -eu
penna=$(realpath "$1") source=$(realpath "$(dirname "$0")/..")
. "$(dirname "$0")/measure.bash"
export LANGUAGE=en
games=$(listed)

# The same bytes on any number of threads; another seed gives others.
for threads in 1 2 5; do
    "$penna" duel qwinto-cards greedy random greedy --games 100 --threads $threads --json --record d$threads >j$threads
    "$penna" sim qwixx --bots greedy,random --games 150 --threads $threads --record s$threads >t$threads
    "$penna" ladder qwixx --bots random,greedy,random --games 20 --threads $threads >l$threads
done
for kind in d j s t l; do cmp ${kind}1 ${kind}2 && cmp ${kind}1 ${kind}5; done
"$penna" check d1 s1 >checked
grep -q 'd1: 102 records ok' checked || fail "whole sets: $(cat checked)"
"$penna" duel qwinto-cards greedy random greedy --games 100 --json --seed 2 >other
! cmp -s j1 other || fail "another seed gives the same games"

# What is in the JSON, and that the numbers agree with each other.
"$penna" duel qwixx greedy random --games 201 --json >j
json 'd["game"] == "qwixx" and d["bots"] == ["greedy", "random"] and d["games"] == 202 and d["sets"] == 101' j
json 'sum(d["wins"]) + d["ties"] == d["games"] and d["wins"][0] > d["wins"][1]' j
json 'd["interval"][0] < d["share"] < d["interval"][1]' j
json 'abs(d["share"] - (d["wins"][0] + d["ties"] / 2) / d["games"]) < 1e-6' j
json 'd["margin_interval"][0] < d["margin"] < d["margin_interval"][1] and d["elo_interval"][0] < d["elo"]' j
json 'len(d["interval"]) == len(d["margin"]) == len(d["elo"]) == 3 and abs(sum(d["margin"])) < 1e-5' j1
json 'abs(sum(d["share"]) - 1) < 1e-5 and all(len(i) == 2 for i in d["interval"])' j1

# The counts are those of the records: the points at the end of each game, the seats rotating.
"$penna" duel qwixx greedy random --games 40 --json --record r >j
python3 - r j <<'PY'
import json, sys
seats, wins, ties, margin = [], {"greedy": 0, "random": 0}, 0, 0
for line in open(sys.argv[1]):
    word = line.split()
    if word[0] == "game":
        seats = []
    if word[0] == "seat":
        seats.append(word[2])
    if word[0] == "score":
        points = dict(zip(seats, map(int, word[1:])))
        margin += points["greedy"] - points["random"]
        if points["greedy"] == points["random"]:
            ties += 1
        else:
            wins[max(points, key=points.get)] += 1
d = json.load(open(sys.argv[2]))
assert d["wins"] == [wins["greedy"], wins["random"]] and d["ties"] == ties, (d, wins, ties)
assert abs(d["margin"] - margin / 40) < 1e-6, (d, margin)
PY

# A bot against itself comes out exactly even.
for game in $games; do
    "$penna" duel $game greedy greedy --games 60 --json >j
    json 'd["wins"][0] == d["wins"][1] and d["margin"] == 0 and d["share"] == 0.5 and abs(d["elo"]) < 1e-6' j
done

# The sequential test stops early, and for a bot against itself it accepts H0.
"$penna" duel qwixx greedy random --sprt --games 5000 --json >j
json 'd["sprt"]["verdict"] == "H1" and d["games"] < 2000 and d["sprt"]["ratio"] >= d["sprt"]["bounds"][1]' j
"$penna" duel qwixx random greedy --sprt --games 5000 --threads 1 --record a >one
"$penna" duel qwixx random greedy --sprt --games 5000 --threads 4 --record b >four
cmp one four && cmp a b
grep -q 'H0' one || fail "$(cat one)"
"$penna" check a | grep -q ": $(sed -n 's/^qwixx: \([0-9]*\) games.*/\1/p' one) records" || fail "records of an SPRT"
"$penna" duel qwixx random random --sprt --elo1 40 --games 5000 --json >j
json 'd["sprt"]["verdict"] == "H0" and d["games"] < 1000' j

# The ladder names all bots, the stronger one first.
"$penna" ladder qwixx --bots random,greedy --games 200 >out
grep -q '1  greedy' out && grep -q '2  random' out || fail "$(cat out)"
"$penna" ladder qwinto --games 2 --budget 2 --json >j 2>err
for bot in $("$penna" duel qwixx nonsense random 2>&1 | sed 's/.*the bots are//; s/NAME@FILE exec:COMMAND.*//'); do
    grep -q "\"$bot\"" j || grep -q "$bot does not take part" err || fail "$bot is not in the ladder"
done

# Means of points are those of the records; times are told only if asked for, and change nothing else.
"$penna" duel qwinto-cards greedy random --games 20 --json --record r >j
python3 - r j <<'PY'
import json, sys
games = [list(map(int, line.split()[1:])) for line in open(sys.argv[1]) if line.startswith("score")]
d = json.load(open(sys.argv[2]))
assert len(games) == d["games"] == 20 and "microseconds" not in d
for bot in (0, 1):  # games of a set: the bots in their order, then the seats exchanged
    mine = [game[bot ^ k & 1] for k, game in enumerate(games)]
    assert abs(d["points"][bot] - sum(mine) / len(mine)) < 1e-5, (d, mine)
PY
"$penna" duel qwinto-cards greedy random --games 20 --json --times >timed
python3 - j timed <<'PY'
import json, sys
plain, timed = (json.load(open(path)) for path in sys.argv[1:])
times = timed.pop("microseconds")
assert plain == timed and len(times) == 2 and all(t > 0 for t in times), times
PY
"$penna" duel qwixx greedy random --games 2 --times >out
head -2 out | grep -q 'us/move$' || fail "$(cat out)"

# Luck taken out: the same games, the same expectation within the errors of both, and at least three times as exact; the
# same on any number of threads; the second bot's share is the rest of the first one's; no net, no judge.
"$penna" duel qwixx linear greedy --games 200 --adjust --json --threads 2 >j
"$penna" duel qwixx linear greedy --games 200 --adjust --json --threads 3 >other
cmp j other
"$penna" duel qwixx expert linear --games 500 --adjust --json >j
"$penna" duel qwixx expert linear --games 500 --json >plain
python3 - j plain <<'PY'
import json, sys
d, plain = (json.load(open(path)) for path in sys.argv[1:])
assert all(d[k] == plain[k] for k in plain), (d, plain)
low, high = d["adjusted_interval"]
error = (d["interval"][1] - d["interval"][0] + high - low) / 4
assert abs(d["adjusted"] - d["share"]) < 4 * error and low < d["adjusted"] < high, d
assert d["adjusted_saving"] > 3, d
PY
# Where the judge is a bad one, little of what it says is taken off: results are hardly less exact, and no other on average.
"$penna" duel qwinto normal easy --games 80 --adjust --json >j
python3 - j <<'PY'
import json, sys
d = json.load(open(sys.argv[1]))
error = (d["interval"][1] - d["interval"][0]) / 4
assert d["adjusted_saving"] > 0.75 and abs(d["adjusted"] - d["share"]) < 5 * error, d
PY
"$penna" duel qwixx expert linear --games 4000 --adjust --sprt --elo1 100 >out
grep -q 'without luck' out && grep -q 'H1 accepted' out || fail "$(cat out)"

# Broken off and taken up again, a duel counts the same as in one go; more games go on from there; what is done is done.
"$penna" duel qwixx expert greedy --games 60 --adjust --json >whole
"$penna" duel qwixx expert greedy --games 22 --adjust --json --resume kept.duel >part
"$penna" duel qwixx expert greedy --games 60 --adjust --json --resume kept.duel --threads 3 >rest
cmp whole rest || fail "a duel that was taken up counts otherwise"
cp kept.duel before && "$penna" duel qwixx expert greedy --games 60 --adjust --json --resume kept.duel >rest
cmp whole rest && cmp before kept.duel || fail "a duel that was done was played again"
"$penna" duel qwixx expert greedy --games 1000000 --json --resume long.duel >rest & pid=$!
sleep 1; kill -INT $pid; wait $pid || [ $? = 130 ] || fail "an interrupt"
n=$(sed -n 3p long.duel | cut -d' ' -f1) && [ "$n" -gt 0 ] || fail "an interrupt lost what was counted"
"$penna" duel qwixx expert greedy --games $((2 * n)) --json --resume long.duel >rest
"$penna" duel qwixx expert greedy --games $((2 * n)) --json >whole
cmp whole rest || fail "after an interrupt: $(cat rest)"
refused 'belongs to another duel' duel qwixx expert greedy --seed 2 --adjust --resume kept.duel
refused 'belongs to another duel' duel qwixx expert greedy --resume kept.duel
head -n 4 kept.duel >cut.duel
refused 'damaged' duel qwixx expert greedy --adjust --resume cut.duel
sed '4s/ /x/' kept.duel >bad.duel
refused 'damaged' duel qwixx expert greedy --adjust --resume bad.duel
refused 'no file of a duel' duel qwixx expert greedy --resume whole
refused 'Is a directory\|no file of a duel' duel qwixx expert greedy --resume .
refused 'neither with --record' duel qwixx expert greedy --resume kept.duel --record r
refused 'No such file' duel qwixx expert greedy --games 2 --resume nowhere/x

# Weights from a file; a name that is no bot's, a file that is none or another game's, a bot that has none.
weights=$source/data/qwixx.weights
"$penna" duel qwixx "expert@$weights" expert --games 40 --json --threads 3 --record r >j
json 'd["margin"] == 0 and d["margin_interval"] == [0, 0] and d["wins"][0] == d["wins"][1]' j
label=$(printf '%s' "expert@$weights" | tr -c '!-~' _ | cut -c1-63)
grep -q "^seat bot:$label " r || fail "the record names $(sed -n 3p r)"
cp "$weights" own.weights
"$penna" sim qwixx --bots hard@own.weights,master@own.weights --games 2 --budget 4 --record r >out
grep -q '^seat bot:master@own.weights ' r && "$penna" check r >/dev/null || fail "sim with weights"
"$penna" ladder qwixx --bots easy@own.weights,normal@own.weights --games 20 | grep -q '1  normal@own' || fail "ladder"
refused 'there is no such file of weights' duel qwixx expert@nowhere greedy
refused 'there is no such file of weights' play qwixx --seat human:Ann --seat bot:expert@nowhere
refused 'there is no such bot' duel qwixx expertise@own.weights greedy
refused 'plays without weights' duel qwixx greedy@own.weights greedy
refused 'weights of another game' duel qwinto expert@own.weights greedy
refused 'cannot be read' duel qwixx expert@. greedy
refused 'cannot be read' duel qwixx expert@/dev/zero greedy
mkfifo pipe
refused 'cannot be read' duel qwixx expert@pipe greedy # nobody writes: it must not wait
head -c 5000 own.weights >short
refused 'cut short' duel qwixx expert@short greedy
refused 'not a file of weights' sim qwixx --bots expert@j
cat "$weights" >wrong && printf x | dd of=wrong bs=1 seek=4000 conv=notrunc status=none
refused 'damaged' ladder qwixx --bots expert@wrong,greedy

# The weights of a release by its number: unharmed, in every game; a file of that name needs a folder before it.
for kept in "$source"/data/frozen/*/; do
    (cd "$kept" && sha256sum --quiet -c SHA256SUMS) || fail "frozen weights are not what they were: $kept"
done
"$penna" duel qwinto expert maximiser --games 2 >out || fail "maximiser in qwinto: $(cat out)"
for game in $games; do "$penna" duel $game expert@0.1 greedy --games 2 >out || fail "expert@0.1 in $game: $(cat out)"; done
mkdir -p kept/0.1 && cp own.weights kept/0.1/qwixx.weights
PENNA_FROZEN=kept "$penna" duel qwixx expert@0.1 "expert@$weights" --games 4 --json >j
json 'd["margin"] == 0' j
PENNA_FROZEN=kept refused 'no such file' duel qwinto expert@0.1 greedy
cp short 0.1 && refused 'cut short' duel qwixx expert@./0.1 greedy
refused 'no such file' duel qwixx expert@0.0 greedy

# The pool: everyone's worst share is the lowest of its shares, against the one who is named. Nobody in it but expert and
# hard plays by nets that may still change; twins do.
"$penna" ladder twentyone --twins --games 2 --json >j 2>err
json 'sorted(b["bot"] for b in d["bots"]) == ["expert", "margin", "points", "racer", "winner"]' j
"$penna" ladder twentyone --pool --games 2 --budget 2 --json >j 2>err
json 'set(("greedy", "rollout", "hard", "expert")) <= set(b["bot"] for b in d["bots"])' j
json 'set(f"{s}@0.1" for s in ("expert", "points", "racer", "margin", "winner")) <= set(b["bot"] for b in d["bots"])' j
json 'not set(("points", "racer", "margin", "winner")) & set(b["bot"] for b in d["bots"])' j
python3 - j <<'PY'
import json, sys
d = json.load(open(sys.argv[1]))
for b in d["bots"]:
    mine = {}
    for p in d["pairs"]:
        one, other = p["bots"]
        if one == b["bot"]: mine[other] = p["share"]
        if other == b["bot"]: mine[one] = 1 - p["share"]
    assert abs(b["worst"] - min(mine.values())) < 1e-5 and abs(mine[b["worst_against"]] - b["worst"]) < 1e-5, (b, mine)
PY
"$penna" ladder twentyone --bots greedy,random --games 2 | head -1 | grep -q 'worst  against' || fail "no worst share"

refused 'no spaces' play qwixx --seat 'bot:expert@own weights'

# What is wrong is said.
refused 'there is no such bot' duel qwixx greedy nonsense
refused 'usage: penna duel' duel qwixx greedy
refused 'played by' duel qwinto-cards greedy greedy greedy greedy greedy
refused '--budget' duel qwixx greedy random --budget soon
refused '--budget' sim qwixx --budget 0
refused '--sprt needs' duel qwixx greedy random --sprt --elo0 20 --elo1 10
refused 'exec: needs a command' duel qwixx exec: random
refused 'at least two' ladder qwixx --bots greedy

# Statistics of a record counted by hand: two seats, one turn each way, and an unfinished game left out.
cat >hand <<'REC'
penna 1
game qwixx
seat human Ann
seat human Bob
REC
# Ann passes always, Bob always crosses nothing: each of Ann's turns and Bob's turns is a misthrow; after seven turns
# Ann has four misthrows, Bob three.
for _ in 1 2 3 4 5 6 7; do printf 'roll 36:1452\nmove - -\nmove -\n' >>hand; done
echo 'score -20 -15' >>hand
printf 'penna 1\ngame qwixx\nseat human Ann\nseat human Bob\nroll 36:1452\n' >>hand
"$penna" check hand >/dev/null
"$penna" stats hand --json --svg hand.svg >j
json 'd[0]["game"] == "qwixx" and d[0]["seats"] == 2 and d[0]["games"] == 1 and d[0]["unfinished"] == 1' j
json '[p["mean"] for p in d[0]["points"]] == [-20, -15] and d[0]["winner"]["max"] == -15' j
json 'd[0]["turns"]["times"] == {"7": 1} and [m["min"] for m in d[0]["misthrows"]] == [4, 3]' j
json '[r["max"] for r in d[0]["rows"]] == [0, 0]' j
"$penna" stats s1 --svg s1.svg --lang it >/dev/null
grep -q '<title>posto 0, [0-9-]* – [0-9-]*: ' s1.svg || fail "a bar of several numbers, and no word of English in it"
"$penna" stats s1 --json >j
python3 - s1 j <<'PY'
import json, statistics, sys
points = [[], []]
for line in open(sys.argv[1]):
    if line.startswith("score"):
        for seat, p in enumerate(line.split()[1:]):
            points[seat].append(int(p))
d = json.load(open(sys.argv[2]))[0]
for seat in (0, 1):
    mine, own = points[seat], d["points"][seat]
    assert abs(own["mean"] - statistics.mean(mine)) < 1e-5 and abs(own["deviation"] - statistics.stdev(mine)) < 1e-5
    assert own["quantiles"]["0.5"] == sorted(mine)[(len(mine) + 1) // 2 - 1] and own["max"] == max(mine)
    assert sum(own["times"].values()) == len(mine)
PY
python3 -c 'import sys, xml.dom.minidom as x; x.parse("hand.svg")'
"$penna" stats s1 d1 | grep -q 'qwinto-cards, 3 seats: 102 games' || fail "groups of stats"
echo nonsense >bad
status=0
"$penna" stats bad 2>err || status=$?
[ $status = 1 ] && grep -q '^bad:1: ' err || fail "a bad record: status $status"

# An interrupt tells what was counted so far.
"$penna" sim qwixx --games 100000000 --record cut >out &
pid=$!
sleep 0.5
kill -INT $pid
status=0
wait $pid || status=$?
[ $status = 130 ] && grep -q random out || fail "interrupted: status $status"
tail -1 cut | grep -q '^score' || fail "interrupted: the records are cut"

# So does a scheduler's SIGTERM, in JSON too.
for words in 'duel qwixx greedy random' 'sim qwixx' 'ladder qwixx --bots greedy,random'; do
    : >progress
    # shellcheck disable=SC2086
    PENNA_PROGRESS=0.1 env --default-signal=TERM "$penna" $words --games 10000000 --json >j 2>progress &
    pid=$!
    for ((i = 0; i < 600; i++)); do [ "$(wc -l <progress)" -lt 2 ] || break; sleep 0.1; done
    kill -TERM $pid
    status=0
    wait $pid || status=$?
    [ $status = 130 ] || fail "SIGTERM, $words: status $status"
    json 'd["interrupted"]' j
done
echo "$checks checks"
