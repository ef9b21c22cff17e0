#!/bin/sh
# deb.sh BUILD: makes a Debian package, BUILD/penna_VERSION_ARCH.deb, of what `meson install` installs to /usr, with the systemd
# unit and a config file. dpkg-deb and dpkg-shlibdeps are all it needs. Installing it starts nothing: `systemctl enable --now
# penna` does. Purging it deletes the tables.
set -eu
build=$1
root=$(cd "$(dirname "$0")/.." && pwd)
version=$("$build/penna" --version | cut -d ' ' -f 2)
arch=$(dpkg --print-architecture)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tree=$work/tree
doc=$tree/usr/share/doc/penna
meson setup "$work/build" "$root" --prefix /usr --libdir lib --libexecdir libexec -Dstrip=true >/dev/null
ninja -C "$work/build" --quiet
meson install -C "$work/build" --no-rebuild --quiet --destdir "$tree"
install -D -m 644 "$root/data/systemd/penna.service" "$tree/lib/systemd/system/penna.service"
install -D -m 644 "$root/data/systemd/penna.conf" "$tree/etc/penna.conf"
install -D -m 644 "$root/LICENSE" "$doc/copyright"
for name in server protocol notation; do install -D -m 644 "$root/docs/$name.md" "$doc/$name.md"; done
for name in nginx.conf haproxy.cfg Caddyfile; do install -D -m 644 "$root/data/proxy/$name" "$doc/examples/$name"; done
cat >"$doc/changelog" <<END
penna ($version) stable; urgency=low

  * See the commits of the source.

 -- Penna <penna@localhost>  $(date -R -d "@${SOURCE_DATE_EPOCH:-$(git -C "$root" log -1 --format=%ct 2>/dev/null || date +%s)}")
END
gzip -9n "$doc/changelog"
find "$tree/usr/share/man" -name '*.1' -exec gzip -9n {} + 2>/dev/null || true
find "$tree" -type d -exec chmod 755 {} +

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
Depends: $depends
Suggests: openmpi-bin
Installed-Size: $(du -sk "$tree" | cut -f 1)
Description: roll-and-write games in the terminal and for browsers
 Plays, serves, simulates, solves and analyses Qwixx, Qwantum, Twenty One and
 both games of Qwinto. \`penna serve\` lets people play in their browsers.
END
echo /etc/penna.conf >"$tree/DEBIAN/conffiles"
echo "activate-noawait ldconfig" >"$tree/DEBIAN/triggers"
(cd "$tree" && find usr lib -type f -exec md5sum {} + | sort -k 2) >"$tree/DEBIAN/md5sums"

# What the unit needs; nothing where systemd does not run.
cat >"$tree/DEBIAN/postinst" <<'END'
#!/bin/sh
set -e
if [ "$1" = configure ] && [ -d /run/systemd/system ]; then
    systemctl daemon-reload || true
    systemctl try-restart penna.service || true
fi
END
cat >"$tree/DEBIAN/prerm" <<'END'
#!/bin/sh
set -e
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then systemctl disable --now penna.service || true; fi
END
cat >"$tree/DEBIAN/postrm" <<'END'
#!/bin/sh
set -e
if [ -d /run/systemd/system ]; then systemctl daemon-reload || true; fi
if [ "$1" = purge ]; then rm -rf /var/lib/private/penna /var/lib/penna; fi
END
chmod 755 "$tree/DEBIAN/postinst" "$tree/DEBIAN/prerm" "$tree/DEBIAN/postrm"
dpkg-deb --build --root-owner-group "$tree" "$build/penna_${version}_$arch.deb"
