"""Colab, imitated: Python 3.13, the oldest torch that labkit supports, Colab's own IPython, no labkit until the first cell.

What is imitated: the interpreter and package versions, the module ``google.colab`` and its way to hand out the open
notebook, pip installing labkit beside an installed torch. What is not: the network (the wheel is a local file), the
page, and the virtual machine.
"""

import json
import os
import subprocess
import textwrap

import pytest
from conftest import REPOSITORY
from test_packaging import COLAB, build, copy_of_the_repository

from autograder import course as registry
from autograder import notebooks

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not COLAB.exists(), reason="no .venv-colab: it needs Python 3.13")]
ASSIGNMENTS = [assignment.id for assignment in registry.load(REPOSITORY).assignments]

SESSION = textwrap.dedent(
    """
    import json, sys, types
    from IPython.core.interactiveshell import InteractiveShell

    notebook = json.load(open(sys.argv[1]))
    colab, message = types.ModuleType("google.colab"), types.ModuleType("google.colab._message")
    message.blocking_request = lambda name, **_: {"ipynb": notebook} if name == "get_ipynb" else None
    colab._message = message
    google = types.ModuleType("google")
    google.colab = colab
    sys.modules |= {"google": google, "google.colab": colab, "google.colab._message": message}

    shell, errors, shown = InteractiveShell.instance(), [], {}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            done = shell.run_cell("".join(cell["source"]), store_history=True)
            if done.error_before_exec or done.error_in_exec:
                errors.append(repr(done.error_before_exec or done.error_in_exec))
            if hasattr(done.result, "verdict"):
                shown[done.result.evidence.check] = [repr(done.result), done.result._repr_mimebundle_()["text/html"]]
    import labkit, torch
    where = {"labkit": labkit.__file__, "torch": torch.__version__, "python": sys.version_info[:2]}
    json.dump({"errors": errors, "shown": shown, **where}, open(sys.argv[2], "w"))
    """
)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    project = copy_of_the_repository(tmp_path_factory.mktemp("project"))
    return build(project, "wheel", tmp_path_factory.mktemp("wheel"))


@pytest.fixture
def machine(tmp_path):
    """An environment that has all of Colab's packages and no labkit."""
    folder = tmp_path / "machine"
    subprocess.run([COLAB, "-m", "venv", "--without-pip", folder], check=True)
    packages = next((COLAB.parent.parent / "lib").glob("python3.*/site-packages"))
    (next((folder / "lib").glob("python3.*")) / "site-packages" / "colab.pth").write_text(f"{packages}\n")
    python = folder / "bin" / "python"
    found = subprocess.run([python, "-c", "import labkit"], capture_output=True, text=True, check=False, cwd=folder)
    assert "No module named 'labkit'" in found.stderr
    return python


def run_all(machine, wheel, notebook, folder):
    """Run all cells as a student would, and give back what came out."""
    path, out = folder / "open.ipynb", folder / "out.json"
    path.write_text(notebooks.as_text(notebook))
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("LABKIT", "PYTHON"))}
    environment |= {"LABKIT_SOURCE": str(wheel), "MPLBACKEND": "agg", "PIP_NO_INDEX": "1", "HOME": str(folder)}
    done = subprocess.run(
        [machine, "-c", SESSION, path, out], env=environment, cwd=folder, capture_output=True, text=True, timeout=280, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(out.read_text()), done.stdout


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_the_japanese_notebook_runs_from_its_first_cell_to_its_last(assignment, machine, wheel, tmp_path):
    given = notebooks.read(REPOSITORY / "exercises" / "ja" / assignment / f"{assignment}.ipynb")
    found, printed = run_all(machine, wheel, given, tmp_path)
    assert found["errors"] == []
    assert str(machine.parent.parent) in found["labkit"] and found["torch"].startswith("2.10.0")
    assert found["python"] == [3, 13]
    assert "インストールしました" in printed and "準備ができました" in printed
    assert all(points == "0.0" and "きまり" in card for points, card in found["shown"].values())


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_the_filled_notebook_scores_full_against_the_shipped_reference(assignment, machine, wheel, tmp_path):
    given = notebooks.read(REPOSITORY / "exercises" / "en" / assignment / f"{assignment}.ipynb")
    solution = notebooks.read(REPOSITORY / "solutions" / assignment / f"{assignment}.ipynb")
    filled = {notebooks.grade_id(cell): cell.source for cell in solution.cells if notebooks.is_blank(cell)}
    for cell in given.cells:
        cell.source = filled.get(notebooks.grade_id(cell), cell.source)
    found, _ = run_all(machine, wheel, given, tmp_path)
    worth = {name: str(notebooks.points(cell)) for name, cell in notebooks.checks(given).items()}
    assert found["errors"] == []
    assert {name: points for name, (points, _) in found["shown"].items()} == worth
