"""The engine is worth having without the course: its folder alone executes a notebook."""

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from kernels import notebook, text

from autograder.engine import sandbox

ROOT = Path(__file__).parents[2]
# Nothing else of this repository is in a kernel, nor can it be.
LOOK = """
import sys
ours = [name for name in sys.modules if name.partition(".")[0] in ("labkit", "autograder")]
print(*[name for name in ours if not name.startswith("autograder.engine")])
"""
# Whoever imports it ends with this error; a kernel's fork server would leave it out.
POISON = "raise ImportError('the engine has reached for labkit')\n"


@pytest.fixture
def alone(tmp_path):
    """The engine's folder in a package of its own, and a labkit that cannot be imported."""
    package = tmp_path / "autograder"
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "autograder" / "engine", package / "engine", ignore=ignored)
    (package / "__init__.py").touch()
    (tmp_path / "labkit").mkdir()
    (tmp_path / "labkit" / "__init__.py").write_text(POISON)
    return tmp_path


@pytest.mark.parametrize("kind", ["full", "none"])
def test_the_folder_alone_executes_a_notebook(kind, alone):
    if kind == "full":
        sandbox.require_bubblewrap()
    nbformat.write(notebook("print('alone')", LOOK, "import autograder.course"), alone / "a.ipynb")
    command = [sys.executable, "-m", "autograder.engine", "a.ipynb", "--sandbox", kind]
    variables = os.environ | {"PYTHONPATH": str(alone), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, cwd=alone, env=variables, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (1, ""), done.stdout
    first, look, other = nbformat.read(alone / "a.executed.ipynb", as_version=4).cells
    assert text(first) == "alone\n"
    assert text(look).split() == ["autograder"]
    assert other.outputs[0].ename == "ModuleNotFoundError"


def imported(path):
    """The modules that a file imports, also within functions and for types alone."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{name.name}" for name in node.names)


@pytest.mark.parametrize("folder", ["autograder/engine", "tests/engine"])
def test_neither_the_engine_nor_its_tests_import_anything_else_of_this_repository(folder):
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")}
    helpers = {path.stem for path in (ROOT / "tests").glob("*.py")}
    names = {name for path in (ROOT / folder).rglob("*.py") for name in imported(path)}
    assert "autograder" in packages and "repository" in helpers and len(names) > 50
    ours = {name for name in names if name.partition(".")[0] in packages | helpers}
    assert [name for name in sorted(ours) if not name.startswith("autograder.engine.")] == []
