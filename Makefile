# make run   installs into .venv and starts the service; make test   runs every test; make bench   measures.
# The port is 8000, or what PORT (make run PORT=8001) or else the variable ATOUT_PORT says.
PYTHON ?= python3
VENV := .venv

.PHONY: run test bench clean

run: $(VENV)/.installed
	@exec $(VENV)/bin/atout serve $(if $(PORT),--port $(PORT))

test: $(VENV)/.tested
	$(VENV)/bin/ruff check .
	$(VENV)/bin/mypy
	$(VENV)/bin/python -m pytest -n 2

bench: $(VENV)/.installed
	@exec $(VENV)/bin/atout bench

# A marker file remembers what the environment was built from: sources change, it is built again.
SOURCES := pyproject.toml $(wildcard ext/*) $(wildcard solver/*.py solver/variants/* api/*.py api/*/* api/*/*/*)

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: $(VENV)/bin/python $(SOURCES)
	$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(VENV)/.tested: $(VENV)/.installed
	$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check -e '.[test]'
	@touch $@

clean:
	rm -rf $(VENV) build dist
