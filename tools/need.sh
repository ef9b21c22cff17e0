#!/bin/sh
# need.sh GROUP...: installs the Debian packages of the groups that are missing, asking for root through
# sudo only if something is. Groups: build (to build and play), test (to run the tests), web (to build the page),
# browser (to test it), draw (its typefaces and icons), mpi, python (the package, and its tests), image (to make an image for containers), coverage (to measure what the tests reach).
set -eu

packages() {
    case $1 in
        build) echo gcc libc6-dev make meson ninja-build pkgconf python3 libcairo2-dev libedit-dev fonts-dejavu-core scdoc \
            libssl-dev zlib1g-dev libsqlite3-dev libjansson-dev libsodium-dev libqrencode-dev libpq-dev ;;
        test) echo clang llvm libclang-rt-14-dev clang-tidy clang-format cppcheck shellcheck libcmocka-dev gettext g++ valgrind strace libzbar0 libhttp-parser-dev libwslay-dev \
            nginx-light haproxy caddy postgresql-15 nftables iproute2 poppler-utils man-db groff git openssl systemd util-linux bubblewrap faketime ;;
        web) echo clang-14 lld-14 wasi-libc libclang-rt-14-dev-wasm32 ;;
        browser) echo chromium chromium-headless-shell; command -v npm >/dev/null 2>&1 || echo nodejs npm ;;
        image) echo buildah curl ;;
        coverage) echo gcovr ;;
        python) echo python3 python3-cffi python3-numpy python3-build python3-setuptools python3-wheel python3-venv python3-matplotlib ;;
        mpi) echo libopenmpi-dev openmpi-bin ;;
        draw) echo fonttools python3-brotli librsvg2-bin pngquant; command -v npm >/dev/null 2>&1 || echo nodejs npm ;;
        *) echo "need.sh: unknown group $1" >&2; exit 2 ;;
    esac
}

if ! command -v dpkg-query >/dev/null 2>&1; then
    echo "need.sh: this is not Debian; install by hand what plays the part of:" >&2
    for group in "$@"; do packages "$group" >&2; done
    exit 0
fi

missing=
for group in "$@"; do
    for package in $(packages "$group"); do
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
    done
done
[ -n "$missing" ] || exit 0

as_root=
if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null 2>&1 || { echo "need.sh: run as root: apt-get install$missing" >&2; exit 1; }
    as_root=sudo
fi
echo "Installing:$missing"
$as_root apt-get -qq update
# shellcheck disable=SC2086
$as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends $missing >/dev/null
