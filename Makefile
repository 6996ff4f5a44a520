# A fresh machine needs Python 3.11 or newer, make and a way to the package index; everything else goes into .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
RUNTIME := $(VENV)/runtime.stamp
DEV := $(VENV)/dev.stamp
FUZZ := $(VENV)/fuzz.stamp
BENCH := $(VENV)/bench.stamp

# Of make fuzz: how long each reader gets, how many of them at a time, and the seed of the changes, where 0 is another
# one each time.
SECONDS := 60
CORES := $(shell getconf _NPROCESSORS_ONLN)
SEED := 0
READERS := tenhou-xml tenhou-json majsoul riichi-city mjai paifu paifu-json service

# Tests of files and of the checkout, in which no game is audited: compiled they would only prove the same again.
NEVER_RUN_THE_ENGINE := tests/test_imports.py tests/test_dependencies.py tests/auditor/test_proto.py \
	tests/auditor/store/test_migrations.py tests/auditor/store/test_wheel.py

.DEFAULT_GOAL := help
.NOTPARALLEL:
.DELETE_ON_ERROR:
.PHONY: help demo test compiled test-compiled compare check lint types imports proto proto-check docs docs-check
.PHONY: start-time faults bench fuzz chaos batch-chaos night clean

help: ## what there is to make
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

demo: $(RUNTIME) ## play games with faults planted in them, and audit them
	@$(BIN)/python tools/demo.py

test: $(DEV) ## run the tests
	$(BIN)/python -m pytest --numprocesses=auto --dist=worksteal

compiled: $(DEV) ## compile the engine: a wheel in dist/, and build/compiled/bin/auditor, which runs it
	$(BIN)/python tools/compiled.py

test-compiled: compiled ## run the tests on the compiled engine, but those that never run it
	PYTHONSAFEPATH=1 build/compiled/bin/python -m pytest -o pythonpath= --numprocesses=auto --dist=worksteal \
		$(addprefix --ignore=,$(NEVER_RUN_THE_ENGINE))

compare: compiled ## compare what the plain and the compiled auditor find, byte for byte
	$(BIN)/python tools/compare_builds.py

check: lint types imports proto-check docs-check start-time ## everything a change must pass beside the tests

lint: $(DEV)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(DEV)
	$(BIN)/mypy

imports: $(DEV)
	$(BIN)/lint-imports --no-cache --no-logo

proto: $(DEV) ## generate auditor/v1 from proto/
	$(BIN)/python tools/generate_proto.py

proto-check: $(DEV)
	$(BIN)/buf lint
	$(BIN)/buf breaking --against proto/baseline.binpb
	$(BIN)/python tools/generate_proto.py --check

docs: $(DEV) ## renew what documents take from the code
	$(BIN)/python tools/generate_docs.py

docs-check: $(DEV)
	$(BIN)/python tools/generate_docs.py --check

start-time: $(DEV)
	$(BIN)/python tools/start_time.py

faults: $(RUNTIME) ## plant faults of every code, and count which are found; QUICK=1 for a few
	$(BIN)/python tools/faults.py $(if $(QUICK),--quick)

bench: $(BENCH) ## measure speed and memory, plain, compiled and beside the peers (LOGS="PATH …")
	$(BIN)/python tools/compiled.py || echo 'there is no compiled build to measure'
	$(BIN)/python -m bench $(LOGS)

fuzz: $(FUZZ) ## look for inputs that break a reader, SECONDS=60 each, as many at a time as there are cores
	@printf '%s\n' $(READERS) | xargs -P $(CORES) -I READER $(BIN)/python -m tools.fuzz READER --seconds $(SECONDS) --seed $(SEED)

chaos: $(DEV) ## kill servers while games stream in, and look for what is lost (N=200: so many kills)
	@$(BIN)/python -m tools.chaos $(if $(N),--kills $(N))

batch-chaos: $(DEV) ## kill batches and their workers, resume them, and compare what they come to (N=100: so many kills; GAMES=1500)
	@$(BIN)/python -m tools.batch_chaos $(if $(N),--kills $(N)) $(if $(GAMES),--games $(GAMES))

night: $(DEV) ## audit 2,000, 20,000 and 200,000 simulated games with faults in one batch each (GAMES="2000 20000")
	@$(BIN)/python -m tools.night $(if $(GAMES),--games $(GAMES))

clean: ## remove .venv and everything made by tools
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis *.egg-info

# Dependency groups need pip 25.1; the one that comes with Python 3.11 is older.
$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=python3.11")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install -qq --upgrade 'pip>=25.1'

$(RUNTIME): pyproject.toml | $(BIN)/python
	@echo 'installing into $(VENV): what running needs'
	$(BIN)/pip install -qq --editable .
	@touch $@

$(DEV): pyproject.toml | $(BIN)/python
	@echo 'installing into $(VENV): what developing needs'
	$(BIN)/pip install -qq --editable . --group dev
	@touch $@ $(RUNTIME)

$(BENCH): pyproject.toml | $(DEV)
	@echo 'installing into $(VENV): what measuring needs'
	$(BIN)/pip install -qq --group bench
	@touch $@

# Building the fuzzer takes a C++ compiler, so it is left out where there is no wheel of it; tools/fuzz.py says so then.
$(FUZZ): pyproject.toml | $(RUNTIME)
	@echo 'installing into $(VENV): what fuzzing needs'
	$(BIN)/pip install -qq --only-binary atheris --group fuzz
	@touch $@
