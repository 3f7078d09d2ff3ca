# From a fresh clone these need only make and Python 3.11 or newer (PYTHON=… names another one).
# Everything they make stays in the checkout: .venv, .cache (downloads, the model), .local (store).

PY := .venv/bin/python

GEMOT_CACHE ?= $(CURDIR)/.cache
PIP_CACHE_DIR ?= $(CURDIR)/.cache/pip
export GEMOT_CACHE PIP_CACHE_DIR
unexport PYTHONPATH PYTHONHOME

.PHONY: help decide test check bench

help:
	@echo "make decide   the example decision, with the embedded model: a rehearsal, no counsel"
	@echo "make test     the test suite (ARGS='-k word' goes to pytest)"
	@echo "make check    format, lint, types, import contracts, generated pages, hygiene"
	@echo "make bench    the benchmarks"

decide:
	@sh scripts/setup core local
	@$(PY) scripts/fetch_model.py
	@mkdir -p .local && rm -rf .local/example.db*
	GEMOT_CONFIG=examples/engine/gemot.toml GEMOT_STORE=sqlite:.local/example.db \
	    .venv/bin/gemot decide examples/engine/decision.md --mode standard
	@echo
	@echo "To go on with this example, in this folder:"
	@echo '  export PATH="$$PWD/.venv/bin:$$PATH" GEMOT_CONFIG=examples/engine/gemot.toml GEMOT_STORE=sqlite:.local/example.db'

test:
	@sh scripts/setup core test --optional local
	@$(PY) scripts/fetch_model.py --optional
	$(PY) -m pytest -n 2 -rs $(ARGS)

check:
	@sh scripts/setup core test check --optional local
	@$(PY) scripts/check.py

bench:
	@sh scripts/setup core test --optional local
	$(PY) benchmarks/run.py $(ARGS)
