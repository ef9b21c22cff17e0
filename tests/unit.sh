#!/bin/sh
# unit.sh PENNA SOURCES: the systemd unit is one that systemd understands and that gives little away; the settings file beside
# it names settings that there are. Quiet if all is well.
set -eu
penna=$(realpath "$1") data=$2/data/systemd
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bad=0 checks=0

fail() {
    echo "FAIL: $*"
    bad=1
}

"$penna" serve --help >"$work/help"
for name in $(sed -n 's/^#* *\([a-z-]*\) = .*/\1/p' "$data/penna.conf"); do
    checks=$((checks + 1))
    grep -q -e "--$name " "$work/help" || fail "penna.conf: there is no setting $name"
done
[ $checks -gt 0 ] || fail "penna.conf names no setting"

if command -v systemd-analyze >/dev/null; then
    checks=$((checks + 2))
    sed "s|/usr/bin/penna|$penna|" "$data/penna.service" >"$work/penna.service"
    # The man page is not installed yet.
    systemd-analyze verify "$work/penna.service" 2>&1 | grep -v "man penna-serve" >"$work/said" || true
    [ ! -s "$work/said" ] || fail "systemd-analyze verify: $(cat "$work/said")"
    systemd-analyze security --offline=true --threshold=20 "$work/penna.service" >"$work/said" 2>&1 || fail "$(tail -n 1 "$work/said")"
else
    echo "SKIP: there is no systemd-analyze"
fi
echo "$checks checks"
exit $bad
