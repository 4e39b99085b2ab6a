# `make demo` shows the whole course at work; `make test` tests it here, `make test-abroad` in other
# environments. Each sets up what it needs; see `make help`.

PYTHON ?= python3
BIN    := .venv/bin
READY  := .venv/.ready
COLAB  := .venv-colab/.ready

# Torch threads: four pytest workers on two cores would otherwise fight over them.
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
# Six at a time on two cores: tests of limits and watchers wait more than they compute.
PYTEST := $(BIN)/python -m pytest --numprocesses 6 --dist loadscope --no-loadscope-reorder

ALONE := $(BIN)/python -m pytest --numprocesses 0

.PHONY: help setup colab versions ends demo test test-fast test-engine test-abroad load honest \
    attacks classes bench bench-peers bench-account bench-scale bench-large-class bench-watch \
    bench-examination bench-formgrader bench-gradescope bench-marking bench-neighbours bench-c \
    bench-integer bench-engine bench-notebooks bench-first-cell margins reliability mistakes \
    records reproduce house lint lock lock-colab clean mutation picture lab

### Every day

## list these commands
help:
	@awk '/^### / { print substr($$0, 5) ":" } /^## / { text = text " " substr($$0, 4) } \
	    /^[a-z-]+:/ && text { sub(":.*", ""); print "  make " $$0 "\t" substr(text, 2); text = "" }' \
	    Makefile | expand -t 26

## create .venv from requirements.lock (6 GB, once)
setup: $(READY)

## grade the notebooks and C files of a made-up class of 24, with feedback and a report: 40 s
demo: $(READY)
	@$(BIN)/python -m benchmarks.demo 02_int8_binary 05_c_quantizer --folder course

## open the solutions in JupyterLab
lab: $(READY)
	@$(BIN)/jupyter lab --LabApp.default_url=/lab/tree/solutions $(LAB)

## test functions and doctests, after every edit: under a minute
test-fast: $(READY)
	@$(PYTEST) tests/unit labkit autograder

## test the engine, functions, the course and the system in this environment; doctests, lint
test: $(READY)
	@$(MAKE) --no-print-directory lint & lint=$$!; $(PYTEST) && wait $$lint

## check style, types, and that each layer imports only those below it
lint: $(READY)
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy --no-error-summary
	@said="$$($(BIN)/lint-imports --no-logo --no-cache)" || { echo "$$said"; exit 1; }

LOCK := $(BIN)/uv pip compile pyproject.toml --extra grading --extra test --extra explore \
    --universal --python-version 3.11 --upgrade --quiet --custom-compile-command "make lock"

## write the newest versions that pyproject.toml allows to requirements.lock, the lowest to
## tests/environments/lowest.txt
lock: $(READY)
	@$(LOCK) --output-file requirements.lock
	@$(LOCK) --resolution lowest-direct --output-file tests/environments/lowest.txt

# The CUDA libraries are torch's from PyPI: Colab's CPU image has another build, and its nvidia
# packages belong to others.
## write a list of Colab's packages to tests/environments/colab.txt: make lock-colab
## LIST=colab-2026-08-19.txt; its name ends with its date
lock-colab: $(READY)
	@grep -v '^nvidia-' "$(LIST)" | $(BIN)/uv pip compile pyproject.toml tests/environments/colab.in \
	    --constraints /dev/stdin --upgrade --quiet \
	    --python-version 3.13 --python-platform x86_64-unknown-linux-gnu \
	    --no-python-downloads --no-annotate \
	    --exclude-newer "$$(basename "$(LIST)" .txt | sed 's/^[^0-9]*//')" \
	    --custom-compile-command "make lock-colab LIST=$(notdir $(LIST))" \
	    --output-file tests/environments/colab.txt

## draw the README's picture again: a card and a figure
picture: $(READY)
	@$(BIN)/python -m benchmarks.picture

## remove all environments and caches
clean:
	rm -rf .venv .venv-* .pytest_cache .ruff_cache .hypothesis build dist
	find . -name __pycache__ -prune -exec rm -rf {} +

### Prove

## test only the engine, without the course and the rest of the grader
test-engine: $(READY)
	@PYTHONPATH=tests/engine $(PYTEST) --confcutdir tests/engine -p skips tests/engine \
	    autograder/engine

## test in other environments: versions, Pythons, processors and languages, Colab's packages, stock
## nbgrader, JupyterHub, Slurm, PostgreSQL, a clone that has published; and maintainers' own tools
test-abroad: $(READY) colab ends
	@$(PYTEST) tests/environments --ignore tests/environments/test_load.py
	@$(ALONE) tests/environments/test_load.py

## expect the same points next to twelve busy loops, for every right training and twenty honest
## notebooks; an hour
load: $(READY)
	@LABKIT_LOAD=1 $(ALONE) tests/environments/test_load.py

## expect full points for every odd but honest notebook, in class and in grading
honest: $(READY)
	@LABKIT_HONEST=1 $(PYTEST) --dist load tests/system/test_honest.py

## run every attack on points and on the sandbox; prints a table by family
attacks: $(READY)
	@CHEATS=all $(BIN)/python -m pytest -q --no-header tests/system/test_cheats.py \
	    tests/engine/test_isolation.py tests/engine/test_users.py

## collect 1,000 made-up classes from every platform: no work may reach another person's row
classes: $(READY)
	@CLASSES=1000 $(BIN)/python -m pytest -q -n 0 --no-header --hypothesis-show-statistics \
	    tests/unit/test_classes.py

## expect the right name for every wrong answer, with 20 seeds; takes hours
mistakes: $(READY)
	@$(BIN)/python -m benchmarks.mistakes $(MISTAKES)

## find small mistakes in right answers that no check notices; takes hours, resumable (make
## mutation MUTATION="02_int8_binary")
mutation: $(READY)
	@$(BIN)/python -m benchmarks.mutation $(MUTATION)

## create .venv-lowest and .venv-3.12 to .venv-3.14 (links into uv's cache, once), if their Python
## is installed
versions: $(READY)
	@$(MAKE) --no-print-directory --jobs 2 $(VERSIONS)

## create .venv-lowest and the newest of the others: what test-abroad needs
ends: $(READY)
	@for newest in 3.14 3.13 3.12; do test -n "$(call find_python,$$newest)" && break; done; \
	    $(MAKE) --no-print-directory --jobs 2 .venv-lowest/.ready .venv-$$newest/.ready

## create .venv-colab (7 GB, once), if Python 3.13 is installed
colab: $(READY)
	@python="$(call find_python,3.13)"; test -z "$$python" && \
	    echo "No Python 3.13 here: the tests of Colab's environment will be skipped." || \
	    $(MAKE) --no-print-directory $(COLAB) PYTHON313="$$python"

### Measure

## 40 submissions with stock nbgrader and with ours: seconds, memory, and whether points agree
bench: $(READY)
	@$(BIN)/python -m benchmarks.grading $(BENCH)

## the cost of a hand-in with stock nbgrader, otter-grader and ours, in one run
bench-peers: .venv-otter/.ready
	@$(BIN)/python -m benchmarks.peers $(BENCH)

## where the core-seconds of one graded notebook go: cells, client, gradebook, start-up, the rest
bench-account: $(READY)
	@$(BIN)/python -m benchmarks.account $(BENCH)

## 100 and 1,000 submissions: cost of each, memory, and a plot in build/benchmarks
bench-scale: $(READY)
	@$(BIN)/python -m benchmarks.scale $(BENCH)

## a class of 10,000 that was graded before: what judge, report, export and an unchanged run cost
bench-large-class: $(READY)
	@$(BIN)/python -m benchmarks.large_class $(BENCH)

## 200 arrivals at `autograder watch`: seconds from a file to its page, 95th percentile
bench-watch: $(READY)
	@$(BIN)/python -m benchmarks.watch $(BENCH)

## a class that hands in before a deadline, with kills; then all at once, and on Dask clusters
bench-examination: $(READY)
	@$(BIN)/python -m benchmarks.examination $(BENCH)

## a close copy of Gradescope's container: size, equal points, and what a hand-in costs
bench-gradescope: $(READY)
	@eval "$$($(pip_says))"; $(BIN)/python -m benchmarks.gradescope $(BENCH)

## seconds until nbgrader's formgrader shows a submission, with our settings and its own
bench-formgrader: $(READY)
	@$(BIN)/python -m benchmarks.formgrader $(BENCH)

## decisions and keystrokes for 200 written answers, on the marking page and in the formgrader
bench-marking: $(READY)
	@$(BIN)/python -m benchmarks.marking $(BENCH)

## how many of a written answer's neighbours on the marking page belong with it
bench-neighbours: $(READY)
	@$(BIN)/python -m benchmarks.neighbours $(BENCH)

## the speed of the C homework's solution, memcpy and a naive loop
bench-c: $(READY)
	@$(BIN)/python -m benchmarks.c_loop

## 07's networks in C and in PyTorch, here and on the simulated microcontroller
bench-integer: $(READY)
	@$(BIN)/python -m benchmarks.integer_network

## the cost of a notebook in a fresh kernel and in the engine's, without the course
bench-engine: $(READY)
	@$(BIN)/python -m benchmarks.kernels $(BENCH)

## core-seconds to run each solved notebook on one thread
bench-notebooks: $(READY)
	@$(BIN)/python -m benchmarks.notebooks $(BENCH)

## seconds to the first check in Colab's environment, from the public zip, with a warm pip cache
bench-first-cell: colab
	@$(BIN)/python -m benchmarks.first_cell

## margins of the accuracy thresholds for right and wrong trainings; an hour, resumable
margins: $(READY)
	@$(BIN)/python -m benchmarks.margins $(MARGINS)
	@$(BIN)/python -m benchmarks.low_bits

## attacks, answers, lucky seeds, damaged files and kills, with ours and stock nbgrader; a night,
## resumable
reliability: $(READY)
	@$(BIN)/python -m benchmarks.reliability $(RELIABILITY)

## train 08's transformer; plot accuracy on CIFAR-10 against bit width, with a table; resumable
reproduce: $(READY)
	@$(BIN)/python -m reproduction.transformer
	@$(BIN)/python -m reproduction $(REPRODUCE); missed=$$?; \
	    $(BIN)/python -m benchmarks.cifar10 && exit $$missed

## a table of what protects each record of each check, in build/records.md
records: $(READY)
	@$(BIN)/python -m benchmarks.records

## the size of the code: lines, layers, modules, helpers, types, checks, answers (make house
## HOUSE=--folders: what each folder imports)
house: $(READY)
	@$(BIN)/python -m benchmarks.house $(HOUSE)

# uv installs in a sixth of pip's time, but does not read pip's own configuration: these commands
# set for uv what it says. Of several indexes it then chooses as pip does, among all of them.
pip_says = echo 'export UV_INDEX_STRATEGY=$${UV_INDEX_STRATEGY:-unsafe-best-match}'; \
    $(BIN)/pip config list | sed -n 's/\\n/ /g; $(foreach pair,cert=SSL_CERT_FILE \
    index-url=UV_DEFAULT_INDEX extra-index-url=UV_INDEX proxy=HTTPS_PROXY,$(call \
    one_says,$(firstword $(subst =, ,$(pair))),$(lastword $(subst =, ,$(pair)))))'
one_says = s|^[a-z]*\.$(1)=\(.*\)|test -n "$$$(2)" \|\| export $(2)=\1|p;

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
	@eval "$$($(pip_says))"; $(INSTALL) --quiet --python .venv --requirement requirements.lock & \
	uv=$$!; while [ -t 1 ] && sleep 2 && kill -0 $$uv 2>/dev/null; do \
	    printf '\r%s MB of packages' "$$(du -sm "$$($(BIN)/uv cache dir)" | cut -f1)"; done; \
	wait $$uv || { \
	    echo "uv could not install requirements.lock (see above): once more with pip" >&2; \
	    $(BIN)/pip install --quiet --disable-pip-version-check --requirement requirements.lock; }
	@$(BIN)/pip install -qq --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@
	@echo "Installed into .venv."

.venv-lowest/.ready: tests/environments/lowest.txt
.venv-3.12/.ready .venv-3.13/.ready .venv-3.14/.ready: requirements.lock

.venv-%/.ready: pyproject.toml | $(READY)
	@python="$(call find_python,$(subst lowest,3.11,$*))"; \
	test -n "$$python" || { echo "No Python $(subst lowest,3.11,$*) here:" \
	    "the tests in .venv-$* will be skipped."; exit 0; }; \
	$(BIN)/uv venv --quiet --seed --clear --python "$$python" .venv-$* && \
	$(INSTALL) --quiet --python .venv-$* --requirement $(filter-out pyproject.toml,$^) && \
	$(BIN)/uv pip install --quiet --python .venv-$* --no-deps --no-build-isolation --editable . && \
	touch $@

.venv-otter/.ready: requirements.lock | $(READY)
	@$(BIN)/uv venv --quiet --clear --python $(BIN)/python .venv-otter
	@$(INSTALL) --quiet --python .venv-otter --constraints requirements.lock \
	    --editable . otter-grader ipykernel
	@touch $@

# What a student meets in Colab before the first cell: Python 3.13 and the packages of its image,
# without labkit.
$(COLAB): tests/environments/colab.txt | $(READY)
	@$(BIN)/uv venv --quiet --seed --clear --python "$(PYTHON313)" .venv-colab
	@$(INSTALL) --python .venv-colab --requirement tests/environments/colab.txt
	@touch $@
