#!/bin/sh
# image.sh BUILD: makes an image for containers, BUILD/penna-image.tar (an OCI archive), and tries it.
#
# There is no base image and nothing is fetched: the image is the program, the shared libraries that it loads on this
# machine, a user and an empty folder /data, so nothing else in it can need an update or be misused. Its one volume is
# /data, its one port 8080; every option of `penna serve` is an environment variable (PENNA_PUBLIC_URL, …). buildah puts
# it together; what is tried is the very tree that is in it, by chroot, where one may.
#
#   podman load -i build/penna-image.tar
#   podman run -d -p 8080:8080 -v penna:/data -e PENNA_PUBLIC_URL=https://play.example.org penna
set -eu
build=$1
version=$("$build/penna" --version | cut -d ' ' -f 2)
command -v buildah >/dev/null || { echo "image.sh: buildah is missing; apt-get install buildah" >&2; exit 1; }
work=$(mktemp -d)
server=
container=
end() {
    [ -z "$server" ] || kill "$server" 2>/dev/null || true
    [ -z "$container" ] || buildah rm "$container" >/dev/null 2>&1 || true
    rm -rf "$work"
}
trap end EXIT
tree=$work/tree

mkdir -p "$tree/usr/bin" "$tree/etc" "$tree/data" "$tree/tmp"
install -s -m 755 "$build/penna" "$tree/usr/bin/penna"
# The loader is named by its path, the others after an arrow.
ldd "$build/penna" | sed -n 's/.* => \(\/[^ ]*\) .*/\1/p; s/^[[:space:]]*\(\/[^ ]*\) .*/\1/p' | sort -u | while read -r library; do
    install -D -m 755 "$(readlink -f "$library")" "$tree$library"
done
echo 'penna:x:10001:10001::/data:/usr/bin/penna' >"$tree/etc/passwd"
echo 'penna:x:10001:' >"$tree/etc/group"
chmod 700 "$tree/data"
chmod 1777 "$tree/tmp"

container=$(buildah from scratch)
buildah copy --quiet "$container" "$tree" / >/dev/null
mounted=$(buildah mount "$container") # without root: buildah unshare tools/image.sh BUILD
chown 10001:10001 "$mounted/data"
buildah umount "$container" >/dev/null
buildah config --user 10001:10001 --workingdir /data --volume /data --port 8080 \
    --env PENNA_DB=/data/server.db --env PENNA_PORT=8080 --env PENNA_NO_QR=1 --env LANG=C.UTF-8 \
    --entrypoint '["/usr/bin/penna"]' --cmd serve --stop-signal SIGTERM \
    --label org.opencontainers.image.title=penna --label "org.opencontainers.image.version=$version" \
    --label org.opencontainers.image.licenses=MIT "$container"
rm -f "$build/penna-image.tar"
buildah commit --quiet "$container" "oci-archive:$(cd "$build" && pwd)/penna-image.tar:penna:$version" >/dev/null
echo "$build/penna-image.tar: $(du -h "$build/penna-image.tar" | cut -f 1), penna $version"

# Try what is in it: as its user, with nothing of this machine in sight.
if [ "$(id -u)" != 0 ]; then
    echo "not tried: chroot needs root"
    exit 0
fi
mkdir "$work/oci" "$work/root"
tar -C "$work/oci" -xf "$build/penna-image.tar"
for blob in "$work"/oci/blobs/sha256/*; do
    if tar -tf "$blob" >/dev/null 2>&1; then tar -C "$work/root" -xf "$blob"; fi # the others are descriptions
done
env -i PATH="$PATH" PENNA_DB=/data/server.db PENNA_LISTEN=127.0.0.1 PENNA_PORT=0 PENNA_NO_QR=1 \
    chroot --userspec=10001:10001 "$work/root" /usr/bin/penna serve >"$work/log" 2>&1 &
server=$!
i=0
until grep -q 'port [0-9]' "$work/log" || [ $i = 100 ]; do sleep 0.1 && i=$((i + 1)); done
port=$(sed -n 's/.*port \([0-9]*\).*/\1/p' "$work/log" | head -n 1)
answer=$(curl -s "http://127.0.0.1:${port:-1}/healthz" || true)
kill "$server" 2>/dev/null || true
wait "$server" || true
server=
if [ -z "$answer" ] || [ ! -s "$work/root/data/server.db" ]; then
    echo "image.sh: the server in the image does not answer:" >&2
    cat "$work/log" >&2
    exit 1
fi
echo "tried: it serves as user 10001 and keeps its tables in /data"
