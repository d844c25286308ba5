# Everything runs in an environment of its own; nothing is reached over the network but the package registry, once.
PYTHON ?= python3.11
VENV   ?= .venv
BIN     = $(VENV)/bin
STAMP   = $(VENV)/.installed

.PHONY: demo test check lint bench soak ladybug clean

demo: $(STAMP)  ## import a real agent log and ask it five questions
	@$(BIN)/python examples/demo.py

test: $(STAMP)  ## the whole test suite
	@$(BIN)/pytest -n 2

check: lint test  ## what has to be green before a commit

lint: $(STAMP)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/pyright --pythonpath $(BIN)/python
	@$(BIN)/lint-imports

bench: $(STAMP)  ## one ratio a question, against a named baseline in the same run
	@for module in compile ingest recall pareto provenance lag; do $(BIN)/python bench/$$module.py || exit 1; done

soak: $(STAMP)  ## every drill in full: kills, full disks, damage; an hour or two (DRILL=kills, WRITE=1)
	@PYTHONPATH=tests/support $(BIN)/python -m drills $(DRILL) $(if $(WRITE),--write)

ladybug: $(STAMP)  ## the whole test suite on the other graph engine
	@$(BIN)/pip install --quiet --disable-pip-version-check -e ".[ladybug]"
	@CLEW_GRAPH=ladybug $(BIN)/pytest -n 2

$(STAMP): pyproject.toml
	@test -e $@ || echo "Setting up $(VENV), once; this takes a minute or two."
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/pip install --quiet --disable-pip-version-check -e ".[dev,tui]"
	@touch $@

clean:
	rm -rf $(VENV) build *.egg-info .pytest_cache .ruff_cache .hypothesis .import_linter_cache
