"""Jupyter's own tools execute in the engine through its kernel."""

import subprocess
import sys
from dataclasses import replace
from importlib.metadata import entry_points
from pathlib import Path

import nbclient
import nbformat
import pytest
from kernels import BARE, notebook, text
from skips import skip_without

from autograder.engine import provisioner, sandbox

# Only a forked kernel has a module before its first import; only a sandbox hides this folder.
LOOK = "import os, sys; print(open('data.txt').read(), 'wave' in sys.modules, os.listdir())"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with a file, for tools that know the kernel."""
    if not entry_points(group="jupyter_client.kernel_provisioners", name=provisioner.PROVISIONER):
        skip_without("the installed package, whose provisioner Jupyter finds (`make`)")
    runtime = replace(BARE, modules=("wave",))
    kind = "full" if all(line.available for line in sandbox.list_protections()) else "none"
    provisioner.write_kernelspec(tmp_path / "jupyter", kind, runtime=runtime)
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path / "jupyter"))
    work = tmp_path / "work"
    work.mkdir()
    (work / "data.txt").write_text("beside")
    monkeypatch.chdir(work)
    return work


def test_nbclient_executes_in_it(folder):
    given = notebook(LOOK, "1 / 0")
    client = nbclient.NotebookClient(given, kernel_name=provisioner.KERNEL, allow_errors=True)
    first, second = client.execute().cells
    assert text(first) == "beside True ['data.txt']\n"
    assert second.outputs[0].ename == "ZeroDivisionError"


def test_nbconvert_executes_in_it(folder):
    nbformat.write(notebook(LOOK), folder / "a.ipynb")
    command = [sys.executable, "-m", "nbconvert", "--to", "notebook", "--execute", "--stdout"]
    kernel = f"--ExecutePreprocessor.kernel_name={provisioner.KERNEL}"
    done = subprocess.run([*command, kernel, "a.ipynb"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    (cell,) = nbformat.reads(done.stdout, as_version=4).cells
    assert text(cell) == "beside True ['data.txt']\n"


def test_large_files_next_to_a_notebook_are_refused_before_they_are_read(tmp_path, monkeypatch):
    with (tmp_path / "large.bin").open("wb") as file:
        file.truncate(provisioner.LARGEST_FOLDER + 1)
    monkeypatch.setattr(Path, "read_bytes", lambda path: pytest.fail(f"{path} was read"))
    with pytest.raises(ValueError, match="larger than 100 MiB"):
        provisioner.read_folder(tmp_path)
