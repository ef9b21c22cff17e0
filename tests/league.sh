#!/bin/bash
# league.sh PENNA: a league: nothing is lost whatever ends it, any number of runners share a folder, bots come and go, and
# the ratings are those that another program computes.
set -eu
# A full disk needs a mount, which anybody may make in a name space of his own.
if [ "$(id -u)" != 0 ] && unshare -rm true 2>/dev/null; then exec unshare -rm bash "$0" "$@"; fi
penna=$(realpath "$1") source=$(realpath "$(dirname "$0")/..")
# shellcheck disable=SC2154  # tree is of measure.bash
. "$(dirname "$0")/measure.bash"
export LANGUAGE=en
mounted='' runners=()
trap 'kill -9 "${runners[@]}" 2>/dev/null || true; [ -z "$mounted" ] || umount "$tree/disk"; rm -rf "$tree"' EXIT

make_league() { # make_league DIR PLAY... : small blocks that do not depend on the clock
    mkdir -p "$1"
    printf 'seed 5\nsets 10\nseconds 600\nadjust no\n' >"$1/league.conf"
    "$penna" league "$1" play "${@:2}"
}
start() { # start DIR ARGUMENT...: a runner in the background; its number is in $runner
    "$penna" league "$@" --threads 1 2>>"$1.err" &
    runner=$!
    runners+=("$runner")
}
blocks() { cat "$1"/log/*.log 2>/dev/null | grep -c '^block ' || true; }
wait_for() { # wait_for COMMAND...: until it is true; what never comes is a failure, a slow machine is not
    for ((i = 0; i < 1200; i++)); do
        if "$@"; then return 0; fi
        sleep 0.1
    done
    fail "never: $*"
}
has_blocks() { [ "$(blocks "$1")" -ge "$2" ]; }
counted() { # counted DIR: the games that the status counts are those of the whole lines
    "$penna" league "$1" status --json >j 2>status.err
    python3 - "$1" <<'PY' || fail "what is counted is not what the logs say"
import glob, hashlib, json, sys
games = {}
for path in glob.glob(sys.argv[1] + "/log/*.log"):
    for line in open(path, "rb").read().split(b"\n")[:-1]:
        body, _, mark = line.rpartition(b" ~")
        if hashlib.blake2b(body, digest_size=32).hexdigest()[:8] != mark.decode(errors="replace"):
            continue
        word = body.decode().split()
        if word[0] == "block":
            games[word[2]] = games.get(word[2], 0) + int(word[3]) * int(word[5])
told = {p["play"]: p["games"] for p in json.load(open("j"))["plays"] if p["games"]}
assert told == games, (told, games)
PY
    checked
}

# ---- A league from nothing -------------------------------------------------------------------------------------------

make_league club qwixx:2 qwixx:3 qwinto-cards:2
for bot in random greedy easy; do "$penna" league club add $bot; done
"$penna" league club add old expert@0.1 --only qwixx:2 --only qwinto-cards
start club --blocks 12
wait $runner || fail "$(cat club.err)"
[ "$(blocks club)" = 12 ] && grep -q '^end ~' club/log/0001.log || fail "12 blocks: $(cat club/log/0001.log)"
counted club
json 'len(d["plays"]) == 3 and d["logs"][0]["ended"] and all(p["games"] for p in d["plays"])' j
json '{b["name"] for b in d["plays"][1]["bots"]} == {"random", "greedy", "easy"}' j
cmp j club/results.json && checked
"$penna" league club status | grep -q 'qwixx:3: .* games' || fail "status: $("$penna" league club status)"
for bot in random greedy easy old; do grep -q ">$bot<" club/index.html || fail "$bot is not on the page"; done
if grep -Eq '(src|href)=.?(https?:)?//' club/index.html; then fail "the page loads something"; fi
grep -q "class='replay" club/index.html || fail "no replay"
"$penna" check club/records/*/*.penna >/dev/null || fail "bad records"
head -1 club/ratings.csv | grep -q '^play,rank,bot' && [ "$(tail -n +2 club/ratings.csv | wc -l)" = 11 ] || fail "$(cat club/ratings.csv)"
checked

# A block can be played again from its line.
read -r _ _ play seats seed sets _ _ _ first _ wins _ <<<"$(grep -m 1 ' qwixx:2 ' club/log/0001.log)"
second=$(grep -m 1 ' qwixx:2 ' club/log/0001.log | cut -d' ' -f18)
spec() { sed -n "s/^bot $1 //p" club/league.conf; }
"$penna" duel "${play%%:*}" "$(spec "$first")" "$(spec "$second")" --seed "$seed" --games $((sets * seats)) --json >again
json "d['wins'][0] == $wins and d['sets'] == $sets" again

# The ratings are those that another program computes from the same shares, by another way of climbing; and more play makes
# the intervals narrower.
python3 - club <<'PY' || fail "the ratings are not those of the judge"
import csv, math, sys
tables, ratings = {}, {}
for row in csv.DictReader(open(sys.argv[1] + "/tables.csv")):
    tables.setdefault(row["play"], {}).setdefault(row["table"], []).append((row["bot"], float(row["sets"]), float(row["share"])))
for row in csv.DictReader(open(sys.argv[1] + "/ratings.csv")):
    ratings.setdefault(row["play"], {})[row["bot"]] = float(row["elo"])
assert len(ratings) == 3
for play, given in ratings.items():
    x = dict.fromkeys(given, 0.0)
    for _ in range(20000):
        slope = {bot: 0.5 * (1 - 2 / (1 + math.exp(-x[bot]))) for bot in x}
        weight = {bot: 0.25 for bot in x}
        for seats in tables[play].values():
            sum_of = sum(math.exp(x[bot]) for bot, _, _ in seats)
            for bot, sets, share in seats:
                slope[bot] += sets * (share - math.exp(x[bot]) / sum_of)
                weight[bot] += sets / 2
        for bot in x:
            x[bot] += slope[bot] / weight[bot]
    mean = sum(x.values()) / len(x)
    for bot in x:
        elo = (x[bot] - mean) * 400 / math.log(10)
        assert abs(elo - given[bot]) < 0.01, (play, bot, elo, given[bot])
PY
checked

# ---- Killed, cut off, damaged ----------------------------------------------------------------------------------------

make_league killed qwixx:2
for bot in random greedy normal; do "$penna" league killed add $bot; done
start killed
wait_for has_blocks killed 4
kill -9 $runner
wait $runner 2>/dev/null || true
counted killed
json 'd["plays"][0]["games"] >= 80 and not d["logs"][0]["ended"]' j
before=$(blocks killed)
printf 'block 17 qwixx:2 2 99 1' >>killed/log/0001.log
counted killed
grep -q 'cut off' status.err || fail "a line that is cut off is not told of: $(cat status.err)"
json 'd["logs"][0]["torn"]' j
start killed --blocks 3
wait $runner || fail "it does not go on: $(cat killed.err)"
[ "$(blocks killed)" = $((before + 4)) ] && grep -q '^block' killed/log/0002.log || fail "going on: $(ls killed/log)"
counted killed
cp -r killed damaged
sed -i '3s/ 10 10 / 11 10 /' damaged/log/0001.log
cmp -s killed/log/0001.log damaged/log/0001.log && fail "nothing was damaged"
counted damaged
grep -q '0001.log:3: this line is damaged' status.err || fail "$(cat status.err)"
json "d['plays'][0]['games'] == 20 * ($before + 2)" j

# ---- Two runners, and bots that come and go --------------------------------------------------------------------------

make_league shared qwixx:2
"$penna" league shared add random
"$penna" league shared add greedy
start shared && one=$runner
start shared --blocks 8 && two=$runner
wait_for has_blocks shared 4
"$penna" league shared add late normal
late_plays() { cat shared/log/*.log | grep -q ' late '; }
wait_for late_plays
"$penna" league shared remove random
gone() { ! tail -qn 1 shared/log/0001.log shared/log/0002.log | grep -q ' random '; }
wait_for gone
kill -0 $one || fail "it ended: $(cat shared.err)"
wait $two || fail "$(cat shared.err)"
now=$(blocks shared)
wait_for has_blocks shared $((now + 3))
live=$(grep -L '^end ' shared/log/*.log)
! tail -n 2 "$live" | grep -q ' random ' || fail "a bot that was removed plays"
"$penna" league shared pause
wait_for grep -q 'paused' shared.err
now=$(blocks shared)
sleep 0.5
[ "$(blocks shared)" = "$now" ] || fail "it plays though it is paused"
"$penna" league shared resume
wait_for has_blocks shared $((now + 2))
echo 'nonsense here' >>shared/league.conf
wait_for grep -q 'league.conf:[0-9]*: expected play, bot' shared.err
sed -i '/nonsense/d' shared/league.conf
kill -INT $one
status=0
wait $one || status=$?
[ $status = 130 ] || fail "Ctrl-C: status $status, $(cat shared.err)"
counted shared
json '{b["name"]: b["present"] for b in d["plays"][0]["bots"]} == {"greedy": True, "late": True, "random": False}' j
json 'len(d["logs"]) == 2 and all(log["ended"] for log in d["logs"])' j
[ "$(cat shared/log/*.log | grep '^block' | cut -d' ' -f5 | sort | uniq -d | wc -l)" = 0 ] || fail "two blocks have one seed"
checked

# ---- A bot that dies, and one that changes ---------------------------------------------------------------------------

make_league odd qwixx:2
"$penna" league odd add random
"$penna" league odd add dead 'exec:exit 3'
start odd --blocks 1
wait $runner || fail "$(cat odd.err)"
grep -q 'dead: it ended with status 3; it rests' odd.err || fail "$(cat odd.err)"
counted odd
json '[b["forfeits"] for b in d["plays"][0]["bots"] if b["name"] == "dead"] == [d["plays"][0]["games"]] == [6]' j
"$penna" league odd remove dead
echo 'exit 4 # first' >bot.sh
"$penna" league odd add mine exec:'sh bot.sh'
start odd --blocks 1
wait $runner
echo 'exit 4 # second' >bot.sh
start odd --blocks 1
wait $runner
"$penna" league odd status --json >j
json 'sorted(b["name"] for b in d["plays"][0]["bots"]) == ["dead", "mine", "mine", "random"]' j
json 'len({b["bot"] for b in d["plays"][0]["bots"]}) == 4' j

# From wherever it is asked or played, it is the same bot: its files are written down with their whole paths.
(cd / && "$penna" league "$tree/odd" status --json) | cmp - j || fail "another folder, another league"
grep -qx "bot mine exec:sh $tree/bot.sh" odd/league.conf || fail "$(cat odd/league.conf)"
mkdir theirs && touch bot theirs/bot
whole() { # whole SPEC WRITTEN: the bot as it is added and as it is written down
    "$penna" league whole add one "$1" 2>err || fail "$1: $(cat err)"
    grep -qxF "bot one $2" whole/league.conf || fail "$1 became $(cat whole/league.conf)"
    if [ "$1" = "$2" ]; then [ ! -s err ]; else grep -qF "$2" err; fi || fail "$1: told as $(cat err)"
    rm whole/league.conf
    checked
}
whole "exec:./bot -v as B" "exec:$tree/bot -v as B"
whole "exec:python3 'bot' with book=bot" "exec:python3 '$tree/bot' with book=bot"
whole "exec:cd theirs && ./bot" "exec:cd $tree/theirs && ./bot"
whole "exec:bot --bot" "exec:bot --bot"
whole "exec:sh /dev/null theirs" "exec:sh /dev/null theirs"
whole expert@0.1 expert@0.1
cp "$source/data/qwixx.weights" mine.weights
whole expert@mine.weights "expert@$tree/mine.weights"

# ---- Who waits, and who is left out ----------------------------------------------------------------------------------

# A league that has no bots, or none that can play, says what it waits for, wherever it says it; and goes on when they come.
make_league waits qwixx:2
: >waits.err
start waits --blocks 1
wait_for grep -q 'nothing to play: it needs games, and bots for them' waits.err
"$penna" league waits add gone "expert@mine.weights"
"$penna" league waits add odd random --only qwinto
mv mine.weights away.weights
echo '# look again' >>waits/league.conf
wait_for grep -q '^penna: waits: gone: there is no such file of weights' waits.err
wait_for grep -q '^penna: waits: odd: it plays none of the games' waits.err
"$penna" league waits status >out 2>err
grep -q '^penna: waits: gone: ' err && ! grep -q 'gone' out || fail "status: $(cat out err)"
[ "$(blocks waits)" = 0 ] || fail "played by whom?"
mv away.weights mine.weights
"$penna" league waits add second random
wait $runner || fail "$(cat waits.err)"
[ "$(grep -c '^penna: waits: odd: ' waits.err)" = 1 ] || fail "said twice: $(cat waits.err)"
[ "$(grep -c 'nothing to play' waits.err)" = 1 ] && [ "$(blocks waits)" = 1 ] || fail "$(cat waits.err)"
checked

# ---- A long log ------------------------------------------------------------------------------------------------------

# Each of thousands of tables has its own sets and shares, however often and in whatever order its bots have met.
mkdir -p long/log
: >long/league.conf
python3 - <<'PY'
import hashlib, random
lots = random.Random(1)
def line(body):
    return f"{body} ~{hashlib.blake2b(body.encode(), digest_size=32).hexdigest()[:8]}\n"
with open("long/log/0001.log", "w") as log, open("wanted", "w") as wanted:
    log.write(line("penna-league-log 1 here 1"))
    tables = {}
    for number in range(8000):
        bots, winner = lots.sample(range(18), 4), lots.randrange(4)
        body = f"block {1000 + number} qwixx:4 4 {number} 1 1 10 0"
        table = tables.setdefault(frozenset(bots), {bot: [0, 0] for bot in bots})
        for i, bot in enumerate(bots):
            body += f" b{bot} {bot + 1:016x} {4 * (i == winner)} 0 0 10 {240 * (i == winner)} 0"
            table[bot][0] += 1
        table[bots[winner]][1] += 1
        for i in range(4):
            body += "".join(f" {57600 * (i == j == winner)}" for j in range(i, 4))
        log.write(line(body))
    for table in tables.values():
        wanted.writelines(f"b{bot} {sets} {won / sets:.6f}\n" for bot, (sets, won) in table.items())
PY
"$penna" league long report
awk -F, 'NR > 1 { printf "%s %d %.6f\n", $3, $4, $5 }' long/tables.csv | LC_ALL=C sort >found
LC_ALL=C sort wanted | cmp - found || fail "tables of a long log"
[ "$(tail -n +2 long/tables.csv | cut -d, -f2 | sort -u | wc -l)" = $(($(wc -l <wanted) / 4)) ] || fail "a table is there twice"
checked

# ---- Luck taken out --------------------------------------------------------------------------------------------------

make_league luck twentyone:2
sed -i 's/adjust no/adjust yes/' luck/league.conf
"$penna" league luck add normal
"$penna" league luck add greedy
start luck --blocks 4
wait $runner || fail "$(cat luck.err)"
counted luck
json 'd["plays"][0]["saving"] > 0 and d["plays"][0]["luck_out"] == (d["plays"][0]["saving"] > 1)' j

# ---- A full disk -----------------------------------------------------------------------------------------------------

mkdir disk
if mount -t tmpfs -o size=400k none disk 2>/dev/null; then
    mounted=yes
    make_league disk/full qwixx:2
    "$penna" league disk/full add random
    "$penna" league disk/full add greedy
    "$penna" league disk/full --blocks 2 --threads 1 2>err || fail "$(cat err)"
    head -c 1000000 /dev/zero >disk/filler 2>/dev/null || true
    status=0
    "$penna" league disk/full --blocks 50 --threads 1 2>err || status=$?
    [ $status = 2 ] && grep -q 'No space left' err || fail "full disk: status $status, $(cat err)"
    counted disk/full
    json 'd["plays"][0]["games"] == 40' j
    rm disk/filler
    "$penna" league disk/full --blocks 1 --threads 1 2>err || fail "$(cat err)"
    counted disk/full
    umount disk && mounted=''
else
    echo "SKIP: full disk: no leave to mount one"
fi

# ---- Bad input -------------------------------------------------------------------------------------------------------

refused 'No such file' league nowhere
refused 'No such file' league nowhere status
refused 'there is no such bot' league club add bob nobody
refused 'already' league club add greedy random
refused 'a bot.s name' league club add 'a b' random
refused 'no bot called' league club remove bob
refused 'no such game' league club play chess:2
refused 'so many' league club play qwixx:9
refused 'two seats' league club play qwixx:1
refused 'already' league club play qwixx:2
refused 'does not play' league club drop qwinto:2
refused 'is not one of' league club dance
refused 'does not go with' league club pause now
cp -r club broken
echo 'sets many' >>broken/league.conf
refused 'league.conf:[0-9]*: the number' league broken
[ "$(ls broken/log)" = 0001.log ] || fail "a league that cannot begin has begun a log"
echo "$checks checks"
