#!/bin/bash
# hosts.sh PENNA [KILLS]: a league on four hosts that share its folder and nothing else: name spaces of the kernel with a
# name, a network and processes of their own, where every runner has the same process number. One after another loses its
# power and comes back. Then a league by mpirun over two of the hosts, by their names. Whatever is killed, nothing is lost
# and nothing counts twice: the logs are read again in Python, and blocks are played again from their lines.
set -eu
# All of it is in name spaces of its own: what is mounted, linked and named here ends with this test.
if [ -z "${PENNA_HOSTS:-}" ]; then
    new=(unshare --net --mount)
    [ "$(id -u)" = 0 ] || new+=(--map-root-user)
    "${new[@]}" ip link add cable type bridge 2>/dev/null || { echo "SKIP: this kernel gives us no networks of our own"; exit 77; }
    PENNA_HOSTS=1 exec "${new[@]}" bash "$0" "$@"
fi
penna=$(realpath "$1") kills=${2:-4}
# shellcheck disable=SC2154  # tree is of measure.bash
. "$(dirname "$0")/measure.bash"
export LANGUAGE=en TMPDIR=$tree
hosts=(north east south west)
declare -A runner
trap 'kill -9 "${runner[@]}" 2>/dev/null || true; cd /; rm -rf "$tree"' EXIT

# ---- Four hosts on one cable -----------------------------------------------------------------------------------------

mount -t tmpfs none /run # where `ip netns` keeps its names
ip link set lo up
ip link add cable type bridge
ip addr add 10.77.0.9/24 dev cable
ip link set cable up
echo '127.0.0.1 localhost' >names
for i in "${!hosts[@]}"; do
    ip netns add "${hosts[i]}"
    ip link add "plug$i" type veth peer name eth0 netns "${hosts[i]}"
    ip link set "plug$i" master cable up
    ip -n "${hosts[i]}" addr add "10.77.0.$((i + 1))/24" dev eth0
    ip -n "${hosts[i]}" link set eth0 up
    ip -n "${hosts[i]}" link set lo up
    echo "10.77.0.$((i + 1)) ${hosts[i]}" >>names
done
mount --bind names /etc/hosts

# `./on HOST COMMAND...` is what ssh would be: a shell over there. If it is killed all that it began there dies with it, as if the power had failed.
cat >on <<'SH'
#!/bin/bash
host=$1
shift
exec ip netns exec "$host" unshare --uts --ipc --pid --fork --kill-child --mount-proc bash -c "hostname $host; $*"
SH
chmod +x on
for host in "${hosts[@]}"; do
    [ "$(./on "$host" hostname)" = "$host" ] && ./on "$host" '! ip -o link | grep -q cable' || fail "$host is no host of its own"
    checked
done

# ---- What is in a league's logs --------------------------------------------------------------------------------------

start() { # start HOST: a runner there
    ./on "$1" exec "$penna" league club --threads 1 2>>"$1.err" &
    runner[$1]=$!
}
blocks() { cat club/log/*.log 2>/dev/null | grep -c '^block ' || true; }
wait_for() { # wait_for COMMAND...: until it is true; what never comes is a failure, a slow machine is not
    for ((i = 0; i < 3000; i++)); do
        if "$@"; then return 0; fi
        sleep 0.1
    done
    fail "never: $*; $(cat ./*.err)"
}
has_blocks() { [ "$(blocks)" -ge "$1" ]; }
played_by() { cat club/log/*.log 2>/dev/null | awk -v host="$1" '/^penna-league-log / { mine = $3 == host } mine && /^block / { n++ } END { print n + 0 }'; }
plays_more() { [ "$(played_by "$1")" -gt "$2" ]; }

# counted: the status is what the lines say, each log is its runner's alone, no two blocks have the same dice, no line that was
# there at a kill has gone, and of a runner that ended there are as many blocks as it said.
counted() {
    "$penna" league club status --json >j 2>status.err
    python3 - <<'PY' || fail "what is counted is not what was played: $(cat j)"
import collections, glob, hashlib, json, re
told, seeds, games, wins, ended = json.load(open("j")), [], 0, collections.Counter(), {}
logs = sorted(glob.glob("club/log/*.log"))
assert [log["log"] for log in told["logs"]] == [int(path[-8:-4]) for path in logs] == list(range(1, len(logs) + 1))
for path, log in zip(logs, told["logs"]):
    lines = open(path, "rb").read().split(b"\n")
    assert log["torn"] == (lines.pop() != b"") and not log["damaged"] and not (log["torn"] and log["ended"]), log
    here = 0
    for number, line in enumerate(lines):
        body, _, mark = line.decode().rpartition(" ~")
        assert hashlib.blake2b(body.encode(), digest_size=32).hexdigest()[:8] == mark, (path, line)
        word = body.split(" ")
        assert (number == 0) == (word[0] == "penna-league-log") and (word[0] != "end" or number == len(lines) - 1), (path, line)
        if word[0] == "block":
            here, games = here + 1, games + int(word[3]) * int(word[5])
            seeds.append(word[4])
            for i in range(int(word[3])):
                wins[word[9 + 8 * i]] += int(word[11 + 8 * i])
    if log["ended"]:
        ended[log["log"]] = here
assert len(set(seeds)) == len(seeds) > 0
[play] = told["plays"]
assert play["games"] == games, (play["games"], games)
assert {bot["name"]: bot["wins"] for bot in play["bots"]} == dict(wins), wins
said = [line for path in glob.glob("*.err") for line in re.findall(r"(\d+) blocks were played; all are kept in club/log/(\d+)\.log", open(path).read())]
assert {int(log): int(count) for count, log in said} == ended, (said, ended)
for path in glob.glob("seen/*/*.log"):
    before = open(path, "rb").read()
    assert open("club/log/" + path[-8:], "rb").read().startswith(before[:before.rfind(b"\n") + 1]), path
PY
    checked
}
again() { # again HOST: the last block that it played, played once more here from its line
    local line play seed sets
    line=$(grep -l "^penna-league-log 1 $1 " club/log/*.log | xargs cat | grep '^block ' | tail -n 1)
    read -r _ _ play _ seed sets _ <<<"$line"
    # shellcheck disable=SC2046  # the two bots are two words
    "$penna" duel "${play%%:*}" $(cut -d' ' -f10,18 <<<"$line") --seed "$seed" --games $((2 * sets)) --json >duel
    json "d['wins'] == [$(cut -d' ' -f12 <<<"$line"), $(cut -d' ' -f20 <<<"$line")] and d['sets'] == $sets" duel
}

# ---- One after another loses its power -------------------------------------------------------------------------------

mkdir club seen
printf 'seed 5\nsets 100\nseconds 600\nadjust no\n' >club/league.conf # small blocks that do not depend on the clock
"$penna" league club play qwixx:2
for bot in random greedy easy; do "$penna" league club add $bot; done
for host in "${hosts[@]}"; do start "$host"; done
for host in "${hosts[@]}"; do wait_for plays_more "$host" 0; done
for ((n = 0; n < kills; n++)); do
    host=${hosts[n % 4]}
    cp -r club/log "seen/$n"
    kill -9 "${runner[$host]}"
    wait "${runner[$host]}" 2>/dev/null || true
    now=$(blocks)
    wait_for has_blocks $((now + 4)) # the others go on
    before=$(played_by "$host")
    start "$host"
    wait_for plays_more "$host" "$before"
done
for host in "${hosts[@]}"; do
    kill -INT "$(pgrep -P "${runner[$host]}")" # what `unshare` started is the runner itself
    status=0
    wait "${runner[$host]}" || status=$?
    [ $status = 130 ] || fail "$host: Ctrl-C: status $status, $(cat "$host.err")"
done
counted
json "len(d['logs']) == 4 + $kills and [log['ended'] for log in d['logs']].count(True) == 4" j
for host in "${hosts[@]}"; do again "$host"; done

# ---- mpirun over two hosts -------------------------------------------------------------------------------------------

over=(mpirun --allow-run-as-root --bind-to none --host "north:2,east:2" --mca plm_rsh_agent "$tree/on" --mca btl_tcp_if_include 10.77.0.0/24 -np 4)
"${over[@]}" hostname | sort | uniq -c | tr -s ' ' >where
[ "$(cat where)" = "$(printf ' 2 east\n 2 north')" ] || fail "mpirun: $(cat where)"
logs=$(ls club/log | wc -l)
"${over[@]}" "$penna" league club --blocks 3 --threads 1 2>mpi.err || fail "a league by mpirun: $(cat mpi.err)"
counted
json "sorted(log['host'] for log in d['logs'][$logs:]) == ['east'] * 2 + ['north'] * 2 and all(log['ended'] and log['lines'] == 5 for log in d['logs'][$logs:])" j
for host in north east; do again $host; done

# One of the two loses its power: mpirun says so and ends, what was played stays, and the league goes on.
before=$(played_by east)
"${over[@]}" "$penna" league club --threads 1 2>cut.err &
runner[mpirun]=$!
wait_for plays_more east $((before + 4))
cp -r club/log "seen/mpi"
kill -9 "$(pgrep -P "${runner[mpirun]}" -f 'unshare.*hostname east')"
status=0
wait "${runner[mpirun]}" || status=$?
[ $status != 0 ] || fail "a host has gone, and mpirun has not noticed: $(cat cut.err)"
counted
"${over[@]}" "$penna" league club --blocks 1 --threads 1 2>more.err || fail "it does not go on: $(cat more.err)"
counted
echo "$checks checks"
