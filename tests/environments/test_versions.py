"""What depends on versions passes with the lowest in pyproject.toml, and under newer Pythons.

Each set of versions has an environment of its own, made by `make versions`.
"""

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import turns
from locks import pinned
from packaging.utils import canonicalize_name
from repository import REPOSITORY

from benchmarks import processors

# The name of an environment: what is installed there, and its Python.
LOCKS = {
    "lowest": ("tests/environments/lowest.txt", "3.11"),
    "3.12": ("requirements.lock", "3.12"),
    "3.13": ("requirements.lock", "3.13"),
    "3.14": ("requirements.lock", "3.14"),
}
# What may depend on versions: functions, facts of torch that texts name, and the whole way of a
# notebook.
TESTS = (
    *("tests/unit", "labkit", "autograder"),
    *("tests/course/test_facts_in_the_text.py", "tests/course/test_integers.py"),
    *("tests/course/test_number_formats.py", "tests/engine/test_engine.py"),
    "tests/system/test_in_a_notebook.py",
)
# One more minute, only for the oldest and the newest environment.
AT_EITHER_END = "tests/environments/test_stock_nbgrader.py"
# Files of tests/unit that would reveal nothing new: what they test is the same in every
# environment.
LEFT_OUT = {
    "test_docs.py": "texts",
    "test_environment.py": "declarations, and the environment of `make setup`",
    "test_repository.py": "the Makefile, documents and CI",
    "test_titles.py": "texts",
    "test_packaging.py": "what is packed, by programs of their own",
    "test_data.py": "files of data",
}
INSTALLED = """
import importlib.metadata, json, platform
versions = {package.name: package.version for package in importlib.metadata.distributions()}
print(json.dumps([platform.python_version(), versions]))
"""


def folder_of(name: str) -> Path:
    """The folder of an environment, as `make versions` names it."""
    return REPOSITORY / f".venv-{name}"


@pytest.fixture(params=LOCKS)
def environment(request: pytest.FixtureRequest) -> str:
    """The name of an environment that `make versions` has made."""
    name = request.param
    if not (folder_of(name) / ".ready").exists():
        pytest.skip(
            f"no .venv-{name}: `make versions` makes it where there is a Python {LOCKS[name][1]}"
        )
    return name


def start(name: str, *arguments: str, **options: Any) -> subprocess.Popen[str]:
    """Start an environment's Python in the repository, as from a shell and not from a test."""
    variables = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST")}
    command = [folder_of(name) / "bin" / "python", *arguments]
    return subprocess.Popen(command, cwd=REPOSITORY, env=variables, text=True, **options)


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Any]]:
    """The running tests in the commit's environment, or in all at once with LABKIT_TURN=all."""
    left_out = [f"--ignore=tests/unit/{name}" for name in LEFT_OUT]
    options = ["-p", "no:cacheprovider", "--quiet", "-W", "default", *left_out]
    output = tmp_path_factory.mktemp("versions")
    started, made = {}, [name for name in LOCKS if (folder_of(name) / ".ready").exists()]
    is_all = os.environ.get(turns.VARIABLE) == "all"
    for name in made if is_all else made and [processors.drawn_by_commit(made)]:
        tests = (*TESTS, AT_EITHER_END) if name in (made[0], made[-1]) else TESTS
        with (output / name).open("w") as file:
            run = start(name, "-m", "pytest", *options, *tests, stdout=file, stderr=file)
        started[name] = run, output / name
    yield started
    for run, _ in started.values():
        run.kill()


def test_an_environment_holds_what_its_lock_says(environment: str) -> None:
    lock, minor = LOCKS[environment]
    printed, _ = start(environment, "-c", INSTALLED, stdout=subprocess.PIPE).communicate()
    python, packages = json.loads(printed)
    assert python.startswith(f"{minor}.")
    installed = {canonicalize_name(name): text.split("+")[0] for name, text in packages.items()}
    wanted = pinned(lock, python)
    assert {name: installed.get(name) for name in wanted} == wanted


def test_what_depends_on_versions_passes(environment: str, runs: dict[str, Any]) -> None:
    if environment not in runs:
        pytest.skip(f"its turn has not come: {turns.VARIABLE}=all tries all")
    run, output = runs[environment]
    assert run.wait() == 0, output.read_text()[-5000:]


def test_only_files_that_exist_are_left_out() -> None:
    assert [name for name in LEFT_OUT if not (REPOSITORY / "tests/unit" / name).exists()] == []
