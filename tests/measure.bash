# measure.bash: what the tests of sim, duel, ladder, stats and bots in processes share; to be sourced with `penna` set.
# They work in a folder of their own.
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
cd "$tree"

fail() {
    echo "$(basename "$0"): $*" >&2
    exit 1
}
json() { # json EXPRESSION FILE: the expression, in which `d` is what the file holds, is true
    python3 -c 'import json,sys; d=json.load(open(sys.argv[2])); sys.exit(not eval(sys.argv[1]))' "$1" "$2" ||
        fail "not so: $1 in $(cat "$2")"
}
refused() { # refused WORDS ARGUMENT...: status 2, and the words in the message
    local words=$1 status=0
    shift
    "$penna" "$@" >out 2>err || status=$?
    [ $status = 2 ] && grep -q -- "$words" err || fail "penna $*: status $status, $(cat err)"
}
