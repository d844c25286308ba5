# Everything runs in an environment of its own; nothing is reached over the network but the package registry, once.
PYTHON ?= python3.11
VENV   ?= .venv
BIN     = $(VENV)/bin
STAMP   = $(VENV)/.installed
EVAL    = $(BIN)/clew eval
TABLES  = --ablate --baselines --write docs/retrieval.md
# Half of a test's time is waiting, for a disk, a terminal or another process: so one more than the cores that are there.
# Each worker begins with a third of the modules, where it makes once what they share, and takes from others in the end.
PYTEST  = $(BIN)/pytest -n 3 --dist worksteal
DATA    = $(or $(CLEW_SHARED),../shared)/data

# Some images forbid Python to keep what it compiled. Each process of a test would then compile all of Clew again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test full check quick lint bench eval tck fuzz soak ladybug docs pictures clean

demo: $(STAMP)  ## import a real agent log and ask it five questions
	@$(BIN)/python examples/demo.py

test: $(STAMP)  ## the whole test suite
	@$(PYTEST)

# The types are checked on one core, in half a minute: the tests have the other.
check: $(STAMP)  ## what has to be green before a commit: all but what is slow
	@$(MAKE) --no-print-directory --jobs=2 lint quick

quick: $(STAMP)
	@$(PYTEST) -m "not slow"

full: $(STAMP)  ## the tests that take minutes each, of which `make test` runs short forms
	@$(PYTEST) -m full

lint: $(STAMP)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/pyright --pythonpath $(BIN)/python
	@$(BIN)/lint-imports

bench: $(STAMP)  ## one ratio a question, against a named baseline in the same run
	@for module in compile ingest recall pareto lag; do $(BIN)/python bench/$$module.py || exit 1; done

eval: $(STAMP)  ## the tables of docs/retrieval.md, from the data that is at hand (CLEW_SHARED)
	@$(EVAL) locomo $(DATA)/locomo/locomo_dev.json $(TABLES)
	@$(EVAL) provenance $(DATA)/tau_bench/airline_dev.json $(TABLES)
	@for suite in updates abstention names few; do $(EVAL) --suite bench/suites/$$suite.jsonl $(TABLES) || exit 1; done

tck: $(STAMP)  ## openCypher's own reading queries, where they are at hand (CLEW_SHARED); WRITE=1 writes the table
	@PYTHONPATH=tests/support $(BIN)/python -m tck $(if $(WRITE),--write)

fuzz: $(STAMP)  ## a million texts that are nearly right (COUNT, SEED)
	@PYTHONPATH=tests/support $(BIN)/python -m fuzz $(if $(COUNT),--count $(COUNT)) $(if $(SEED),--seed $(SEED))

soak: $(STAMP)  ## every drill in full: kills, full disks, damage; an hour or two (DRILL=kills, WRITE=1)
	@PYTHONPATH=tests/support $(BIN)/python -m drills $(DRILL) $(if $(WRITE),--write)

ladybug: $(STAMP)  ## the whole test suite on the other graph engine
	@$(BIN)/pip install --quiet --disable-pip-version-check -e ".[ladybug]"
	@CLEW_GRAPH=ladybug $(PYTEST)

$(STAMP): pyproject.toml
	@test -e $@ || echo "Setting up $(VENV), once; this takes a minute or two."
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/pip install --quiet --disable-pip-version-check -e ".[dev,tui,web]"
	@touch $@

docs: $(STAMP)  ## the grammar's diagrams and the answers of the language reference, made anew
	@PYTHONPATH=docs/tools $(BIN)/python -m grammar_diagrams
	@CLEW_UPDATE_GOLDEN=1 $(BIN)/pytest tests/docs/test_language.py

pictures: $(STAMP)  ## the README's picture and the terminal app's, drawn anew
	@$(BIN)/python examples/picture.py
	@$(BIN)/python examples/picture_tui.py

clean:
	rm -rf $(VENV) build *.egg-info .pytest_cache .ruff_cache .hypothesis .import_linter_cache
