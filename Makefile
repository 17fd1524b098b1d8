# The one front door. `make` alone lists what there is.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.PHONY: help run test check bench load page python dist fuzz soak chaos cluster mutants audit
MAKEFLAGS += --no-print-directory

SECONDS_EACH ?= 60
SCHEDULES ?= 10000
SEED ?= 1
KILLS ?= 1000
SOAK_MINUTES ?= 30
FAULTS ?= 200
GAMES ?= 20000

help: ## List what there is
	@echo "Fourfall: four in a row for the whole internet"
	@sed -nE 's/^([a-z]+):.*## (.*)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 18

run: ## Build everything and serve on http://127.0.0.1:4444 (ARGS="--listen …")
	@tools/build
	@exec target/release/fourfall serve $(ARGS)

test: page ## Install what the tests need, then run all of them
	@tools/need nextest chromium postgres python nats faketime prometheus packaging
	@echo "== crates: tables, laws, rooms under paused time, stores, the terminal"
	cargo nextest run --workspace
	@echo "== examples in the documentation"
	cargo test --doc --workspace --quiet
	@echo "== the page's units"
	cd web && npm test --silent
	@echo "== the binary, online: Socket.IO clients in three languages, crashes, hostile input"
	cargo build --workspace --quiet
	FOURFALL_BINARY=target/debug/fourfall tests/online/run
	@echo "== many servers: every fault once"
	target/debug/fourfall-chaos --seed $(SEED) --games 1000 --rest 2
	@echo "== the page, in a browser"
	cd web && npm run --silent e2e

check: web/node_modules ## Formatting, lints, documentation, licences; the page's own
	@tools/need cargo deny
	@echo "== formatting"
	cargo fmt --all --check
	@echo "== lints"
	cargo clippy --workspace --all-targets -- -D warnings
	cargo clippy -p fourfall-engine --all-targets --features learn -- -D warnings
	@echo "== documentation"
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --quiet
	@echo "== the Python package: formatting, lints"
	@tools/need python
	cd python && cargo fmt --check && cargo clippy --target-dir ../target/python --quiet -- -D warnings
	@echo "== the crates for other people, as they would be published"
	cargo package --quiet --allow-dirty --package fourfall-rules --package fourfall-engine
	@echo "== licences and sources of dependencies"
	cargo deny --log-level error check licenses bans sources
	@echo "== the page: formatting, lints, types"
	cd web && npm run --silent check

python: ## Build the Python package, and test its wheel beside other people's programs
	@tools/need cargo python
	python/test

bench: ## Speed, side by side with others
	@tools/need cargo
	bench/run

load: ## The server under load, beside others; 25 minutes, or 5 with QUICK=1
	@tools/need cargo node python postgres
	bench/load/run

dist: page ## A tarball and a Debian package in target/dist
	@tools/need packaging
	cargo build --release --package fourfall
	dist/build target/release/fourfall target/dist

page: web/node_modules
	@tools/need cargo
	@echo "== the engine for the browser, and the page"
	cd web && npm run --silent build

web/node_modules: web/package-lock.json
	@tools/need node
	@echo "== what the page is made with (npm)"
	cd web && npm ci --silent --no-audit --no-fund
	@touch $@

fuzz: ## Throw random input at every parser, SECONDS_EACH=60 per target
	@tools/need cargo fuzz
	@for target in $$(cargo +nightly fuzz list); do \
	  echo "== fuzzing $$target for $(SECONDS_EACH) s"; \
	  mkdir -p fuzz/corpus/$$target; \
	  cargo +nightly fuzz run $$target fuzz/corpus/$$target fuzz/seeds/$$target -- -max_total_time=$(SECONDS_EACH) -timeout=5; \
	done

soak: ## SCHEDULES=10000 seeded schedules of people, faults and restarts from SEED=1 on, KILLS=1000 × kill -9, SOAK_MINUTES=30 of everything
	@tools/need nextest node python
	@echo "== schedules"
	SIMULATION_SCHEDULES=$(SCHEDULES) SIMULATION_SEED=$(SEED) \
	  cargo nextest run --package fourfall-server --lib -- lobby::tests::simulation
	@echo "== kill -9 under load"
	cargo build --release --package fourfall --quiet
	FOURFALL_BINARY=target/release/fourfall FOURFALL_TEST_KILLS=$(KILLS) FOURFALL_TEST_FILE_MS=7200000 tests/online/run crash
	@echo "== everything at once"
	FOURFALL_BINARY=$(abspath target/release/fourfall) SOAK_MINUTES=$(SOAK_MINUTES) node tests/online/soak.mjs

chaos: ## Many servers under FAULTS=200 faults and GAMES=20000 games, from SEED=1, with and without NATS
	@tools/need cargo postgres nats faketime
	cargo build --release --package fourfall --package fourfall-chaos
	target/release/fourfall-chaos --binary target/release/fourfall --seed $(SEED) --faults $(FAULTS) --games $(GAMES)
	target/release/fourfall-chaos --binary target/release/fourfall --seed $(SEED) --faults $(FAULTS) --games $(GAMES) --no-bus
	@echo "== the checker must find the bugs built in on purpose"
	cargo build --workspace --quiet
	tools/chaos-proof

cluster: page ## Three servers, PostgreSQL, NATS and HAProxy on this machine, to play and to kill
	@tools/need cargo postgres nats haproxy
	cargo build --release --package fourfall
	@tools/cluster target/release/fourfall

mutants: ## Break the rules one line at a time, and see whether a test notices
	@tools/need cargo nextest mutants
	cargo mutants --package fourfall-rules --test-tool nextest

audit: ## Known vulnerabilities of dependencies (needs a network)
	@tools/need cargo deny
	cargo deny check advisories
