# `make demo` shows the whole course at work, `make test` proves it. Each sets up what it needs; see
# `make help`.

PYTHON ?= python3
BIN    := .venv/bin
READY  := .venv/.ready
COLAB  := .venv-colab/.ready

# Torch threads: three pytest workers on two cores would otherwise fight over them.
export OMP_NUM_THREADS ?= 1
# A kernel in the sandbox cannot write bytecode, so it is written when packages are installed:
# without it, importing torch takes 7 s, not 3. pip does so by itself.
INSTALL := $(BIN)/uv pip install --compile-bytecode
unexport PYTHONDONTWRITEBYTECODE

# Where tests run once more: with the lowest versions that pyproject.toml allows, and with the lock
# under newer Pythons.
VERSIONS := .venv-lowest/.ready .venv-3.12/.ready .venv-3.13/.ready .venv-3.14/.ready

# The first Python of a version that can make an environment: .venv's own, one on the path, or one
# of pyenv's.
find_python = $$(for python in $(BIN)/python$(1) python$(1) \
    "$${PYENV_ROOT:-$$HOME/.pyenv}"/versions/$(1).*/bin/python$(1); do \
    "$$python" -c 'import venv' 2>/dev/null && echo "$$python" && break; done)

# In the groups and the order of tests/conftest.py; xdist's own order has few but long tests last.
# Three at a time on two cores: tests of limits and watchers wait more than they compute.
PYTEST := $(BIN)/python -m pytest --numprocesses 3 --dist loadscope --no-loadscope-reorder

.PHONY: help setup colab versions demo test test-fast test-engine test-abroad honest attacks \
    classes bench bench-scale bench-watch bench-examination bench-formgrader bench-marking bench-c \
    bench-integer bench-engine bench-notebooks bench-first-cell margins reliability mistakes \
    records reproduce house lint lock lock-colab clean mutation picture lab

## this list
help:
	@awk '/^## / { text = text " " substr($$0, 4) } \
	    /^[a-z-]+:/ && text { sub(":.*", ""); print "  make " $$0 "\t" substr(text, 2); text = "" }' \
	    Makefile | expand -t 20

## make .venv from requirements.lock (6 GB, once)
setup: $(READY)

## a made-up class of 24 hands in notebooks, and C files; grade, feedback, report: in 40 s
demo: $(READY)
	@$(BIN)/python -m benchmarks.demo 02_int8_binary 05_c_quantizer --folder course

## every test of the engine, of functions, of the course and of the system, and every doctest
test: $(READY)
	@$(MAKE) --no-print-directory lint & lint=$$!; $(PYTEST) && wait $$lint

## the tests for every edit: functions and doctests, under a minute
test-fast: $(READY)
	@$(PYTEST) tests/unit labkit autograder

## the engine's own tests, which need nothing of the course or the rest of the grader
test-engine: $(READY)
	@PYTHONPATH=tests/engine $(PYTEST) --confcutdir tests/engine -p skips tests/engine \
	    autograder/engine

## tests elsewhere: other versions, Pythons and processors, Colab's packages, stock nbgrader,
## JupyterHub, Slurm, PostgreSQL; and what only maintainers run
test-abroad: $(READY) colab versions
	@$(PYTEST) tests/abroad

## every odd but honest notebook of tests/system/honest: full points, in class and in grading
honest: $(READY)
	@LABKIT_HONEST=1 $(PYTEST) --dist load tests/system/test_honest.py

## every attack on points and on the sandbox, and a table of them by family
attacks: $(READY)
	@CHEATS=all $(BIN)/python -m pytest -q --no-header tests/system/test_cheats.py \
	    tests/engine/test_isolation.py

## 1,000 made-up classes collected from every platform: no work in another person's row
classes: $(READY)
	@CLASSES=1000 $(BIN)/python -m pytest -q -n 0 --no-header --hypothesis-show-statistics \
	    tests/unit/test_classes.py

## 40 submissions through stock nbgrader and through ours: seconds, memory, and equal points
bench: $(READY)
	@$(BIN)/python -m benchmarks.grading $(BENCH)

## 100 and 1,000 submissions: cost of each, and memory, as a plot in build/benchmarks
bench-scale: $(READY)
	@$(BIN)/python -m benchmarks.scale $(BENCH)

## 200 arrivals while `autograder watch` is running: seconds from a file to its page, 95th
## percentile
bench-watch: $(READY)
	@$(BIN)/python -m benchmarks.watch $(BENCH)

## a class that hands in before a deadline, with kills; then all of it at once, and by Dask clusters
bench-examination: $(READY)
	@$(BIN)/python -m benchmarks.examination $(BENCH)

## seconds until nbgrader's formgrader shows a submission, with our settings and with its own
bench-formgrader: $(READY)
	@$(BIN)/python -m benchmarks.formgrader $(BENCH)

## decisions and keys for 200 written answers on the marking page, beside the formgrader
bench-marking: $(READY)
	@$(BIN)/python -m benchmarks.marking $(BENCH)

## margins of the accuracy thresholds for right and wrong trainings; resumable, about an hour
margins: $(READY)
	@$(BIN)/python -m benchmarks.margins $(MARGINS)
	@$(BIN)/python -m benchmarks.low_bits

## attacks, answers, damaged files and kills, ours and stock nbgrader, into docs/measured;
## resumable
reliability: $(READY)
	@$(BIN)/python -m benchmarks.reliability $(RELIABILITY)

## whether every wrong answer gets the name of its own mistake, with 20 seeds; hours
mistakes: $(READY)
	@$(BIN)/python -m benchmarks.mistakes $(MISTAKES)

## which small mistakes in a right answer no check notices; half an hour (make mutation
## MUTATION="02_int8_binary")
mutation: $(READY)
	@$(BIN)/python -m benchmarks.mutation $(MUTATION)

## the C homework's solution compared with memcpy and a naive loop
bench-c: $(READY)
	@$(BIN)/python -m benchmarks.c_loop

## assignment 07's networks in C and in PyTorch, here and on the simulated microcontroller
bench-integer: $(READY)
	@$(BIN)/python -m benchmarks.integer_network

## a notebook in a fresh kernel and in the engine's, without the course: seconds and core-seconds
bench-engine: $(READY)
	@$(BIN)/python -m benchmarks.kernels $(BENCH)

## core-seconds to run each notebook, filled, on one thread
bench-notebooks: $(READY)
	@$(BIN)/python -m benchmarks.notebooks $(BENCH)

## seconds to the first check in Colab's environment, from the public zip, with pip's cache filled
bench-first-cell: colab
	@$(BIN)/python -m benchmarks.first_cell

## the transformer of 08; accuracy on CIFAR-10 against bit width, as a table and a plot; resumable
reproduce: $(READY)
	@$(BIN)/python -m reproduction.transformer
	@$(BIN)/python -m reproduction $(REPRODUCE); missed=$$?; \
	    $(BIN)/python -m benchmarks.cifar10 && exit $$missed

## the size of the code, as a table: lines, floors, modules, helpers, types, checks, answers
## (make house HOUSE=--rooms: what each room imports of)
house: $(READY)
	@$(BIN)/python -m benchmarks.house $(HOUSE)

## what protects each record of each check, as a table in build/records.md
records: $(READY)
	@$(BIN)/python -m benchmarks.records

## draw the picture of README again: a card and a figure
picture: $(READY)
	@$(BIN)/python -m benchmarks.picture

## open the solutions in JupyterLab
lab: $(READY)
	@$(BIN)/jupyter lab --LabApp.default_url=/lab/tree/solutions $(LAB)

## style, types, and that each layer imports only those below it
lint: $(READY)
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy --no-error-summary
	@said="$$($(BIN)/lint-imports --no-logo --no-cache)" || { echo "$$said"; exit 1; }

LOCK := $(BIN)/uv pip compile pyproject.toml --extra grading --extra test --extra explore \
    --universal --python-version 3.11 --upgrade --quiet --custom-compile-command "make lock"

## newest versions that fit pyproject.toml into requirements.lock, the lowest into
## tests/abroad/lowest.txt
lock: $(READY)
	@$(LOCK) --output-file requirements.lock
	@$(LOCK) --resolution lowest-direct --output-file tests/abroad/lowest.txt

# The CUDA libraries are torch's from PyPI: Colab's CPU image has another build, and its nvidia
# packages belong to others.
## tests/abroad/colab.txt from a list of Colab's packages: make lock-colab
## LIST=../shared/data/colab-2026-08-19.txt
lock-colab: $(READY)
	@grep -v '^nvidia-' "$(LIST)" | $(BIN)/uv pip compile pyproject.toml tests/abroad/colab.in \
	    --constraints /dev/stdin --upgrade --quiet \
	    --python-version 3.13 --python-platform x86_64-unknown-linux-gnu \
	    --no-python-downloads --no-annotate \
	    --exclude-newer "$$(basename "$(LIST)" .txt | sed 's/^[^0-9]*//')" \
	    --custom-compile-command "make lock-colab LIST=../shared/data/$(notdir $(LIST))" \
	    --output-file tests/abroad/colab.txt

## remove all environments and caches
clean:
	rm -rf .venv .venv-* .pytest_cache .ruff_cache .hypothesis build dist
	find . -name __pycache__ -prune -exec rm -rf {} +

# uv installs in a sixth of pip's time, but knows nothing of an index set in pip's own
# configuration: then pip does it.
$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; v = sys.version_info; v >= (3, 11) or sys.exit( \
	    f"{sys.executable} is Python {v[0]}.{v[1]}, and the course needs 3.11 or newer: " \
	    "make PYTHON=python3.11 setup")'
	@test -x $(BIN)/pip || $(PYTHON) -m venv .venv || { rm -rf .venv; echo \
	    "$(PYTHON) cannot make a virtual environment: apt-get install python3-venv" >&2; exit 1; }
	@echo "Installing into .venv: 6 GB, some minutes. Behind a proxy set HTTPS_PROXY; for an index" \
	    "of your own PIP_INDEX_URL and UV_DEFAULT_INDEX, for certificates PIP_CERT and SSL_CERT_FILE."
	@$(BIN)/pip install --quiet --disable-pip-version-check \
	    "$$(sed -n 's/^\(uv==[^ ]*\).*/\1/p' requirements.lock)"
	@$(INSTALL) --python .venv --requirement requirements.lock || { \
	    echo "uv could not install requirements.lock (see above): once more with pip" >&2; \
	    $(BIN)/pip install --quiet --disable-pip-version-check --requirement requirements.lock; }
	@$(BIN)/pip install -qq --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

## make .venv-lowest and .venv-3.12 to .venv-3.14 (links into uv's cache, once), each where there is
## its Python
versions: $(READY)
	@$(MAKE) --no-print-directory --jobs 2 $(VERSIONS)

.venv-lowest/.ready: tests/abroad/lowest.txt
.venv-3.12/.ready .venv-3.13/.ready .venv-3.14/.ready: requirements.lock

.venv-%/.ready: pyproject.toml | $(READY)
	@python="$(call find_python,$(subst lowest,3.11,$*))"; \
	test -n "$$python" || { echo "No Python $(subst lowest,3.11,$*) here:" \
	    "the tests in .venv-$* will be skipped."; exit 0; }; \
	$(BIN)/uv venv --quiet --seed --clear --python "$$python" .venv-$* && \
	$(INSTALL) --quiet --python .venv-$* --requirement $(filter-out pyproject.toml,$^) && \
	$(BIN)/uv pip install --quiet --python .venv-$* --no-deps --no-build-isolation --editable . && \
	touch $@

# What a student meets in Colab before the first cell: Python 3.13 and the packages of its image,
# without labkit.
## make .venv-colab (7 GB, once) where there is a Python 3.13
colab: $(READY)
	@python="$(call find_python,3.13)"; test -z "$$python" && \
	    echo "No Python 3.13 here: the tests of Colab's environment will be skipped." || \
	    $(MAKE) --no-print-directory $(COLAB) PYTHON313="$$python"

$(COLAB): tests/abroad/colab.txt | $(READY)
	@$(BIN)/uv venv --quiet --seed --clear --python "$(PYTHON313)" .venv-colab
	@$(INSTALL) --python .venv-colab --requirement tests/abroad/colab.txt
	@touch $@
