"""What all tests share: the repository as a course, and copies of it that a test may change."""

import os
import shutil
from pathlib import Path

import nbformat
import pytest

from autograder.notebooks import grade_id
from benchmarks import processors

# They run first. If one of them came last, one worker would run it while the other had no work.
LONGEST = (
    "test_answers",
    "test_processors",
    "test_versions",
    "test_release",
    "test_colab",
    "test_resume",
    "test_stock_nbgrader",
    "test_weights",
)
REPOSITORY = Path(__file__).parent.parent
SHORT = "02_int8_binary"


def pytest_configure():
    """Before anything imports torch, which reads these variables once."""
    try:
        processors.imitate(processors.chosen(), os.environ)
    except processors.UnknownProcessor as error:
        raise pytest.UsageError(str(error)) from None


def pytest_collection_modifyitems(items):
    places = {name: place for place, name in enumerate(LONGEST)}
    items.sort(key=lambda item: places.get(item.path.stem, len(LONGEST)))


@pytest.fixture(scope="session")
def course():
    """The repository itself, to read from."""
    from autograder import course as registry

    return registry.load(REPOSITORY)


@pytest.fixture
def course_dir(tmp_path):
    """A fresh course directory with the course's solutions and nothing handed in."""
    return copy_course(tmp_path / "course")


def copy_course(folder, whole=False):
    """Copy the course's folder, with 02 shortened: three blanks show all that grading does."""
    folder.mkdir()
    for name in ("solutions", "resources", "exercises"):
        shutil.copytree(REPOSITORY / name, folder / name)
    for name in ("course.toml", "nbgrader_config.py"):
        shutil.copy(REPOSITORY / name, folder / name)
    for path in () if whole else folder.rglob(f"{SHORT}.ipynb"):
        nbformat.write(shortened(nbformat.read(path, as_version=4)), path)
    return folder


def shortened(notebook):
    """The first three blanks of 02 and its answer in words, which is graded by hand."""
    names = [grade_id(cell) for cell in notebook.cells]
    end, written = names.index("binary_sign_check") + 1, names.index("find_the_cheat")
    notebook.cells = [*notebook.cells[:end], notebook.cells[written]]
    return notebook


@pytest.fixture
def autograder(monkeypatch):
    """Run the command as a user would, in a new process: ``autograder("grade", "02", cwd=...)``."""
    import subprocess
    import sys

    def run(*arguments, cwd=REPOSITORY, **options):
        command = [str(Path(sys.executable).with_name("autograder")), *map(str, arguments)]
        environment = os.environ | {"COLUMNS": "200"}
        return subprocess.run(
            command,
            cwd=cwd,
            env=environment,
            capture_output=True,
            text=True,
            timeout=280,
            **options,
        )

    return run
