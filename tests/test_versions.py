"""The quick tests pass with the lowest versions in pyproject.toml, and under newer Pythons.

Each set of versions has an environment of its own, made by `make versions`.
"""

import json
import os
import subprocess
from pathlib import Path

import pytest
from packaging.utils import canonicalize_name
from repository import REPOSITORY
from test_environment import pinned

pytestmark = pytest.mark.slow

# The name of an environment: what is installed there, and its Python.
LOCKS = {
    "lowest": ("tests/lowest.txt", "3.11"),
    "3.12": ("requirements.lock", "3.12"),
    "3.13": ("requirements.lock", "3.13"),
}
# Files whose quick tests would tell nothing new: what they test is the same in every environment.
LEFT_OUT = {
    "test_c_exercise.py": "C programs",
    "test_docs.py": "texts",
    "test_environment.py": "declarations, and the environment of `make setup`",
    "test_repository.py": "the Makefile, documents and CI",
    "test_isolation.py": "walls that Linux builds, and attacks on them, which take longest of all",
    "test_listings.py": "texts",
}
INSTALLED = """
import importlib.metadata, json, platform
versions = {package.name: package.version for package in importlib.metadata.distributions()}
print(json.dumps([platform.python_version(), versions]))
"""


@pytest.fixture(params=LOCKS)
def environment(request: pytest.FixtureRequest) -> Path:
    """The folder of an environment that `make versions` has made."""
    name = request.param
    folder = REPOSITORY / f".venv-{name}"
    if not (folder / ".ready").exists():
        pytest.skip(
            f"no {folder.name}: `make versions` makes it where there is a Python {LOCKS[name][1]}"
        )
    return folder


def run(environment: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run an environment's Python in the repository, as from a shell and not from a test."""
    variables = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    command = [environment / "bin" / "python", *arguments]
    return subprocess.run(
        command, cwd=REPOSITORY, env=variables, capture_output=True, text=True, check=False
    )


def test_an_environment_holds_what_its_lock_says(environment: Path) -> None:
    lock, minor = LOCKS[environment.name.removeprefix(".venv-")]
    python, packages = json.loads(run(environment, "-c", INSTALLED).stdout)
    assert python.startswith(f"{minor}.")
    installed = {canonicalize_name(name): text.split("+")[0] for name, text in packages.items()}
    wanted = pinned(lock, python)
    assert {name: installed.get(name) for name in wanted} == wanted


@pytest.mark.timeout(900)
def test_the_quick_tests_pass(environment: Path) -> None:
    left_out = [f"--ignore=tests/{name}" for name in LEFT_OUT]
    select = ["-m", "versions or not slow", "-p", "no:cacheprovider", "--quiet"]
    tests = run(environment, "-m", "pytest", *select, *left_out)
    assert tests.returncode == 0, tests.stdout[-5000:]


def test_only_files_that_exist_are_left_out() -> None:
    assert [name for name in LEFT_OUT if not (REPOSITORY / "tests" / name).exists()] == []
