# make demo    install into .venv and play a day with git memory; with REPO=/path/to/a/clone, on that repository
# make test    the whole suite
# make lint    ruff, mypy, import-linter, the documentation's tests
# make test-husky  the tests beside the real husky 8 and 9, which npm gets first
# make clean   remove what the others made

PYTHON ?= python3
REPO ?=
BACK ?= 200
MEMORIES ?= 12
# Of three on two processors one mostly waits for a child.
JOBS ?= 3

BIN := .venv/bin
INSTALL := $(BIN)/python -m pip install --quiet --no-input --disable-pip-version-check
VERSION := $(shell $(PYTHON) -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null)
MADE := .venv/.made-with-$(VERSION)

# A virtual environment holds absolute paths, so one that was moved or copied is made anew.
ifneq ($(shell cat .venv/.made-in 2>/dev/null),$(shell pwd -P))
.PHONY: $(MADE)
endif

.PHONY: demo test lint test-husky clean

demo: .venv/.installed
	@$(BIN)/python -m fixtures.demo --repo '$(subst ','\'',$(REPO))' --back $(BACK) --memories $(MEMORIES)

test: .venv/.installed-test
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal

lint: .venv/.installed-lint
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict
	$(BIN)/lint-imports
	$(BIN)/python -m pytest -q tests/docs

test-husky: .venv/.installed-test
	npm install --silent --no-fund --no-audit --prefix .venv/husky/husky8 husky@8
	npm install --silent --no-fund --no-audit --prefix .venv/husky/husky9 husky@9
	LEGENDARY_HUSKY=$(CURDIR)/.venv/husky $(BIN)/python -m pytest -q tests/git/test_real_hook_managers.py

clean:
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache .grimp_cache

.venv/.installed: $(MADE) pyproject.toml
	@echo "Installing legendary-git into .venv"
	@$(INSTALL) --editable .
	@touch $@

.venv/.installed-test: $(MADE) pyproject.toml
	@echo "Installing legendary-git and what its tests need into .venv"
	@$(INSTALL) --editable '.[test]'
	@touch .venv/.installed $@

.venv/.installed-lint: $(MADE) pyproject.toml
	@echo "Installing legendary-git and what checks its source into .venv"
	@$(INSTALL) --editable '.[test,lint]'
	@touch .venv/.installed .venv/.installed-test $@

$(MADE):
	@command -v $(PYTHON) >/dev/null || { echo "There is no $(PYTHON); name a Python 3.11 or newer, as in: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "legendary-git needs Python 3.11 or newer, and $(PYTHON) is %d.%d; name another, as in: make PYTHON=python3.12 $(MAKECMDGOALS)" % sys.version_info[:2])'
	@echo "Making .venv with Python $(VERSION)"
	@$(PYTHON) -m venv --clear .venv || { echo "$(PYTHON) cannot make a virtual environment; on Debian and Ubuntu: apt install python3-venv" >&2; exit 1; }
	@pwd -P > .venv/.made-in
	@touch $@
