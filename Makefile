# The door to everything; the building itself is meson's (meson.build).
#
#   make play     install what is missing, build, and serve the games to this machine and the phones in the room
#   make test     install what the tests need, and run everything
#   make soak     the same at length: hours
#   make coverage which lines the tests reach, by room, of the C and of the page: some ten minutes
#   make messages bring new texts of the sources into po/ for translation
#   make browser  play the page in a real Chromium, measure it by Lighthouse, and take pictures of every screen
#   make python   the Python package: an sdist and a wheel, in build/python/dist
#   make cluster  three servers on a private PostgreSQL with a standby, behind HAProxy, until Ctrl-C
#   make bench    speed: every game, against a loop written by hand, and on two cores; the server under load
#   make deb      a Debian package with a systemd unit, in build/
#   make image    an image for containers, in build/
#   make train GAME=...  learn a game's weights anew, from nothing; goes on where it was broken off
#   make dataset GAMES=1000  analysed games of every game with their values (docs/dataset.md); under an hour, and goes on where it was
#   make puzzles  the puzzles that ship (docs/puzzles.md), anew; goes on where it was broken off
#   make golden   write the golden plays and the signature anew, to be reviewed
#   make          build build/penna; installs nothing

PREFIX ?= /usr/local
BUILD := build

.PHONY: all puzzles play cluster deb image test coverage dataset train browser pictures messages bench python soak install clean golden

all: $(BUILD)/build.ninja
	ninja -C $(BUILD)

$(BUILD)/build.ninja:
	meson setup $(BUILD) --prefix $(abspath $(PREFIX))

play:
	@tools/need.sh build web
	@$(MAKE) --no-print-directory -s all >$(BUILD)-log 2>&1 || { cat $(BUILD)-log; exit 1; }
	@rm -f $(BUILD)-log
	@$(BUILD)/penna serve

cluster:
	@tools/need.sh build web test
	@$(MAKE) --no-print-directory -s all
	@python3 tools/cluster.py $(BUILD)/penna

deb: all
	tools/deb.sh $(BUILD)

image:
	@tools/need.sh build web image
	@$(MAKE) --no-print-directory all
	tools/image.sh $(BUILD)

test:
	@tools/need.sh build test web browser mpi python
	tests/run.sh

coverage:
	@tools/need.sh build test web browser mpi python coverage
	tests/coverage.sh

browser:
	@tools/need.sh build web browser
	@$(MAKE) --no-print-directory all
	PENNA_BROWSER=chromium tests/browser/run.sh $(BUILD)
	tests/browser/need.sh all
	PENNA_BROWSER=chromium node tests/browser/lighthouse.mjs $(BUILD)
	node tests/browser/gallery.mjs $(BUILD)

pictures:
	@tools/need.sh build web browser
	@$(MAKE) --no-print-directory all
	tests/browser/need.sh
	node tests/browser/gallery.mjs $(BUILD) table- -en-light
	cp $(BUILD)/browser/gallery/table-qwixx-en-light-390x844.png docs/pictures/phone.png
	cp $(BUILD)/browser/gallery/table-qwantum-en-light-1440x900.png docs/pictures/desktop.png

puzzles: all
	tools/puzzles.sh $(BUILD)/penna web/puzzles

messages:
	tools/messages.sh

soak:
	@tools/need.sh build test web browser mpi python
	tests/run.sh long

python:
	@tools/need.sh build python
	@$(MAKE) --no-print-directory all
	tools/python.sh $(BUILD)

bench: all
	@$(BUILD)/bench/bench $(BUILD)/penna 1 $(BUILD)/tests/starter
	@[ ! -x $(BUILD)/bench/load ] || bench/load.sh $(BUILD)/penna $(BUILD)/bench/load

train: all
	@test -n "$(GAME)" || { echo 'make train GAME=qwixx (or another game of penna games)' >&2; exit 2; }
	$(BUILD)/penna-train $(GAME) --threads $$(nproc)
	$(BUILD)/penna-train levels $(GAME)

GAMES ?= 1000
DATASET ?= dataset
dataset: all
	tools/dataset.py $(BUILD)/penna $(DATASET) --games $(GAMES)

golden: all
	@tests/golden.sh $(BUILD)/penna tests/golden write
	@$(BUILD)/tests/signature >tests/signature.txt
	@git --no-pager diff --stat -- tests/golden tests/signature.txt

install: $(BUILD)/build.ninja
	@meson configure $(BUILD) -Dprefix=$(abspath $(PREFIX))
	ninja -C $(BUILD)
	meson install -C $(BUILD) --no-rebuild $(if $(DESTDIR),--destdir $(abspath $(DESTDIR)))

clean:
	rm -rf build build-*
