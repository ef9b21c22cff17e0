#!/bin/sh
# deb.sh BUILD: makes a Debian package, BUILD/penna_VERSION_ARCH.deb, of what `meson install` installs to /usr, with the systemd
# unit and a config file. dpkg-deb and dpkg-shlibdeps are all it needs.
set -eu
build=$1
root=$(cd "$(dirname "$0")/.." && pwd)
version=$("$build/penna" --version | cut -d ' ' -f 2)
arch=$(dpkg --print-architecture)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tree=$work/tree
meson setup "$work/build" "$root" --prefix /usr --libdir lib --libexecdir libexec -Dstrip=true >/dev/null
ninja -C "$work/build" --quiet
meson install -C "$work/build" --no-rebuild --quiet --destdir "$tree"
install -D -m 644 "$root/data/systemd/penna.service" "$tree/lib/systemd/system/penna.service"
install -D -m 644 "$root/data/systemd/penna.conf" "$tree/etc/penna.conf"
install -D -m 644 "$root/LICENSE" "$tree/usr/share/doc/penna/copyright"
for name in protocol notation; do install -D -m 644 "$root/docs/$name.md" "$tree/usr/share/doc/penna/$name.md"; done
find "$tree/usr/share/man" -name '*.1' -exec gzip -9n {} + 2>/dev/null || true
mkdir "$work/debian" "$tree/DEBIAN"
echo "Source: penna" >"$work/debian/control"
depends=$(cd "$work" && dpkg-shlibdeps -O --ignore-missing-info "$tree/usr/bin/penna" 2>/dev/null | sed -n 's/^shlibs:Depends=//p')
cat >"$tree/DEBIAN/control" <<END
Package: penna
Version: $version
Architecture: $arch
Maintainer: Penna <penna@localhost>
Section: games
Priority: optional
Depends: $depends, libwebsockets-evlib-uv
Installed-Size: $(du -sk "$tree" | cut -f 1)
Description: roll-and-write games in the terminal and for browsers
 Plays, serves, simulates, solves and analyses Qwixx, Qwantum, Twenty One and
 both games of Qwinto. \`penna serve\` lets people play in their browsers.
END
echo /etc/penna.conf >"$tree/DEBIAN/conffiles"
dpkg-deb --build --root-owner-group "$tree" "$build/penna_${version}_$arch.deb"
