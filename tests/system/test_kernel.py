"""`autograder doctor --install-kernel`: Jupyter's tools execute in the grader's sandbox."""

import json

import nbclient
import pytest
from courses import autograder, sandbox_variables
from kernels import notebook, text
from repository import REPOSITORY

from autograder.cli import doctor
from autograder.engine import provisioner

LOOK = "import labkit.checks, os; print(os.environ['LABKIT_SEED'], os.environ.get('OWN_TOKEN'))"


@pytest.fixture
def jupyter(tmp_path, monkeypatch):
    """Where the kernel is installed, and found."""
    monkeypatch.setattr(doctor, "JUPYTER", tmp_path / "jupyter")
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path / "jupyter"))
    return tmp_path / "jupyter"


def test_the_doctor_installs_a_kernel_and_says_where_and_how_to_remove_it(
    jupyter, tmp_path, monkeypatch
):
    kind = sandbox_variables().get("LABKIT_SANDBOX", "full")
    done = autograder("doctor", "--install-kernel", "--sandbox", kind, cwd=REPOSITORY)
    path = jupyter / "kernels" / provisioner.KERNEL / "kernel.json"
    assert f"Wrote: {path}" in done.stdout
    assert f"jupyter kernelspec remove {provisioner.KERNEL}" in done.stdout
    monkeypatch.setenv("LABKIT_SEED", "7")
    monkeypatch.setenv("OWN_TOKEN", "secret")
    monkeypatch.chdir(tmp_path)
    executed = nbclient.NotebookClient(notebook(LOOK), kernel_name=provisioner.KERNEL).execute()
    assert text(executed.cells[0]) == "7 None\n"
    assert json.loads(path.read_text())["display_name"] == f"Python 3 (forked, sandbox: {kind})"


def test_no_kernel_is_installed_that_could_not_start(jupyter, monkeypatch):
    monkeypatch.setenv("PATH", "")
    refused(autograder("doctor", "--install-kernel", cwd=REPOSITORY), "--sandbox none")
    assert not jupyter.exists()


def test_a_folder_that_cannot_be_written_is_one_line(jupyter):
    jupyter.write_text("a file in its place")
    arguments = ("doctor", "--install-kernel", "--sandbox", "none")
    refused(autograder(*arguments, cwd=REPOSITORY), "cannot be written")


def refused(done, words):
    assert done.returncode == 1 and words in done.stderr and done.stderr.count("\n") == 1
