# The entry point for all development tasks. `make help` lists them.

SHELL := /bin/bash
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

# The build folder; `make test SCRATCH=/somewhere/else` uses a separate one.
SCRATCH ?= .build
# lint and test compile with the same flags, so that neither recompiles the other's output.
# `make test STRICT=` permits warnings, for newer compilers.
STRICT ?= -Xswiftc -warnings-as-errors
# CI builds everything once: modules compiled as a whole and without debug information take a quarter less processor
# time, but every change would compile whole modules again. The flags of the script are determined when a recipe runs,
# because the bootstrap installs Swift first.
TESTING := $(if $(CI),-debug-info-format none -Xswiftc -whole-module-optimization -Xswiftc -num-threads -Xswiftc 2) \
  $$(Scripts/testing-flags)
# The program links Swift's library statically: it starts faster, and runs without an installed Swift.
RELEASE := -c release --static-swift-stdlib
MEDIA := $(or $(PLAYHEAD_FIXTURES),$(CURDIR)/Fixtures)
SOURCES := Package.swift $(wildcard Sources Tests Benchmarks Examples Fuzz)

.PHONY: play build test lint fix bench docs zero-copy soak fuzz sanitize distributions fixtures desktop gobject deb translations screenshots clean help

play: ## build the player and play a clip, or make play FILE=… for any other
	@Scripts/bootstrap build run
	@swift build --scratch-path $(SCRATCH) $(RELEASE) --product playhead-window
	@swift build --scratch-path $(SCRATCH) $(RELEASE) --product playhead
	@$(if $(FILE),,Scripts/fixtures demo.mp4)
	@"$$(swift build --scratch-path $(SCRATCH) $(RELEASE) --show-bin-path)/playhead" \
	  "$(or $(FILE),$(or $(PLAYHEAD_FIXTURES),Fixtures)/demo.mp4)"

build: ## compile everything for development
	@Scripts/bootstrap build
	@swift build --scratch-path $(SCRATCH) --build-tests $(STRICT) $(TESTING)

test: ## generate the media and run all tests; FILTER=… for some, LIMIT=… seconds for the run (2400)
	@Scripts/bootstrap
	@Scripts/fixtures
	@$(if $(FILTER),,Scripts/ray-test --prepare)
	@swift build --scratch-path $(SCRATCH) --build-tests $(STRICT) $(TESTING)
	@Scripts/failures-last $(or $(LIMIT),2400) Scripts/test-environment \
	  swift test --skip-build --disable-xctest --scratch-path $(abspath $(SCRATCH)) $(STRICT) $(if $(FILTER),--filter "$(FILTER)")

distributions: ## build, test, package and install on Debian 12, 13 and testing, and write Docs/Platforms.md; RELEASES=… for some
	@Scripts/distributions $(RELEASES)

lint: ## check the format and compile with warnings as errors
	@Scripts/bootstrap build
	@swift format lint --strict --parallel --recursive $(SOURCES)
	@swift build --scratch-path $(SCRATCH) --build-tests $(STRICT) $(TESTING)

fix: ## format the sources
	@swift format --in-place --parallel --recursive $(SOURCES)

bench: ## measure, and compare with other players that are installed
	@Scripts/bootstrap
	@Benchmarks/run

docs: ## write the documentation of all modules to .build/docs
	@Scripts/bootstrap build
	@Scripts/docs

zero-copy: ## test in an emulated machine that windows show frames of hardware decoders without a copy; needs root
	@Scripts/zero-copy

soak: ## run the long tests that `make test` leaves out; SECONDS=… for the window, SERVER_SECONDS=… for a misbehaving server
	@Scripts/bootstrap build run test gobject soak
	@Scripts/fixtures
	@swift build --scratch-path $(SCRATCH)/address --sanitize=address --product playhead-window
	@PLAYHEAD_ACTIONS=7200 ASAN_OPTIONS=detect_leaks=0:quarantine_size_mb=16 Scripts/on-a-screen Scripts/window-soak \
	  "$$(swift build --scratch-path $(SCRATCH)/address --show-bin-path)/playhead-window" $(or $(SECONDS),1200) \
	  $(addprefix $(MEDIA)/,demo.mp4 h264-bframes.mp4 vp9.webm anamorphic.mp4 audio.mp3 truncated.mp4)
	@swift build --scratch-path $(SCRATCH)/address --sanitize=address --product playhead
	@Scripts/many-files "$$(swift build --scratch-path $(SCRATCH)/address --show-bin-path)/playhead"
	@Scripts/server-soak "$$(swift build --scratch-path $(SCRATCH)/address --show-bin-path)/playhead" $(or $(SERVER_SECONDS),3600) \
	  $(addprefix $(MEDIA)/,demo.mp4 fragmented.mp4 start-offset.ts vp9.webm audio.mp3 vfr.mkv audio.ogg sample-aes.ts)
	@PLAYHEAD_SOAK=1 swift test --disable-xctest --scratch-path $(SCRATCH) $(STRICT) $(TESTING) --filter "[Ss]oak"

fuzz: ## run libFuzzer on every parser of untrusted input, a million executions each; PLAYHEAD_FUZZ_RUNS=… for fewer
	@Scripts/bootstrap
	@Scripts/fixtures
	@SCRATCH=$(SCRATCH) Scripts/fuzz
	@PLAYHEAD_FUZZ=$(or $(PLAYHEAD_FUZZ_RUNS),1000000) swift test --disable-xctest --scratch-path $(SCRATCH) $(STRICT) $(TESTING) --filter FuzzTests

sanitize: ## run the engine's tests under the thread and address sanitizers
	@Scripts/bootstrap
	@Scripts/fixtures
	@Scripts/sanitize thread
	@Scripts/sanitize address

desktop: ## test the window through accessibility, media keys, terminal and touch, and without desktop services
	@Scripts/bootstrap
	@Scripts/fixtures
	@swift build --scratch-path $(SCRATCH) $(STRICT) $(TESTING) --product playhead-window
	@swift build --scratch-path $(SCRATCH) $(STRICT) $(TESTING) --product playhead
	@bin="$$(swift build --scratch-path $(SCRATCH) --show-bin-path)"; \
	  Scripts/on-a-screen Scripts/accessibility "$$bin/playhead-window" "$(MEDIA)/demo.mp4" && \
	  Scripts/on-a-screen Scripts/panels "$$bin/playhead-window" "$(MEDIA)/demo.mp4" "$(MEDIA)/h264-bframes.mp4" && \
	  Scripts/on-a-screen Scripts/media-keys "$$bin/playhead-window" "$(MEDIA)/demo.mp4" "$(MEDIA)/h264-bframes.mp4" && \
	  Scripts/on-a-screen Scripts/terminal-keys "$$bin" "$(MEDIA)/demo.mp4" && \
	  PLAYHEAD_TOUCH=yes Scripts/on-a-screen Scripts/touch "$$bin/playhead-window" "$(MEDIA)/demo.mp4" && \
	  Scripts/on-a-screen Scripts/external-playback "$$bin/playhead-window" "$(MEDIA)/demo.mp4" && \
	  Scripts/on-a-screen Scripts/desktop-faults "$$bin" "$(MEDIA)/demo.mp4" && \
	  Scripts/on-a-screen Scripts/stalls "$$bin/playhead-window" "$(MEDIA)/demo.mp4" "$(MEDIA)/h264-bframes.mp4"

gobject: ## build the library for C, Python and others into .build/gobject; PREFIX=/usr/local installs it, below DESTDIR
	@Scripts/bootstrap build gobject
	@swift build --scratch-path $(SCRATCH) $(RELEASE) --product playhead-gtk-1
	@Scripts/gobject "$$(swift build --scratch-path $(SCRATCH) $(RELEASE) --show-bin-path)" \
	  $(if $(PREFIX),"$(or $(DESTDIR),/)" lib "$(PREFIX)",$(SCRATCH)/gobject)

deb: ## build Debian packages of player and library into .build/deb; Scripts/clean-install tries the player's on a Debian of its own
	@Scripts/bootstrap build gobject deb
	@swift build --scratch-path $(SCRATCH) $(RELEASE) --product playhead-window
	@swift build --scratch-path $(SCRATCH) $(RELEASE) --product playhead
	@swift build --scratch-path $(SCRATCH) $(RELEASE) --product playhead-gtk-1
	@Packaging/deb "$$(swift build --scratch-path $(SCRATCH) $(RELEASE) --show-bin-path)" $(SCRATCH)/deb

translations: ## collect the window's texts and report missing translations
	@Scripts/translations

screenshots: ## take screenshots of every state of the window for Docs/Images
	@Scripts/bootstrap
	@Scripts/fixtures
	@swift build --scratch-path $(SCRATCH) $(STRICT) $(TESTING) --product playhead-window
	@Scripts/screenshots "$$(swift build --scratch-path $(SCRATCH) --show-bin-path)/playhead-window"

fixtures: ## generate the media for tests
	@Scripts/bootstrap run
	@Scripts/fixtures

clean: ## remove what was compiled and the generated media
	@rm -rf $(SCRATCH) Fixtures

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 17
