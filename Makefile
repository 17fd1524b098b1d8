# The one front door. `make` alone lists what there is.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.PHONY: help run test check bench fuzz mutants audit
MAKEFLAGS += --no-print-directory

SECONDS_EACH ?= 60

help: ## List what there is
	@echo "Fourfall: four in a row for the whole internet"
	@sed -nE 's/^([a-z]+):.*## (.*)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 18

test: ## Install what the tests need, then run all of them
	@tools/need cargo nextest
	@echo "== rules: tables, laws, perft"
	cargo nextest run --workspace
	@echo "== examples in the documentation"
	cargo test --doc --workspace --quiet

check: ## Formatting, lints, documentation, licences
	@tools/need cargo deny
	@echo "== formatting"
	cargo fmt --all --check
	@echo "== lints"
	cargo clippy --workspace --all-targets -- -D warnings
	@echo "== documentation"
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --quiet
	@echo "== licences and sources of dependencies"
	cargo deny --log-level error check licenses bans sources

fuzz: ## Throw random input at every parser, SECONDS_EACH=60 a target
	@tools/need cargo fuzz
	@for target in $$(cargo +nightly fuzz list); do \
	  echo "== fuzzing $$target for $(SECONDS_EACH) s"; \
	  mkdir -p fuzz/corpus/$$target; \
	  cargo +nightly fuzz run $$target fuzz/corpus/$$target fuzz/seeds/$$target -- -max_total_time=$(SECONDS_EACH) -timeout=5; \
	done

mutants: ## Break the rules one line at a time, and see whether a test notices
	@tools/need cargo nextest mutants
	cargo mutants --package fourfall-rules --test-tool nextest

audit: ## Known vulnerabilities of dependencies (needs a network)
	@tools/need cargo deny
	cargo deny check advisories
