"""Notebooks in class on a machine with a GPU, as Colab lends one. Skipped where there is none.

Grading has no GPU: what a check shows in class must not depend on one either.
"""

import os
import re
import shutil

import honest
import nbclient
import nbformat
import pytest
import torch
from kernels import outputs
from repository import ASSIGNMENTS, COURSE, REPOSITORY

from autograder import notebooks

pytestmark = pytest.mark.skipif(not torch.cuda.is_available(), reason="no GPU")

ODD = [row for row in honest.rows() if "cuda" in str(row) and "class" not in row]


def in_class(notebook, folder):
    """Run a notebook as JupyterLab does."""
    variables = {name: value for name, value in os.environ.items() if name[:6] != "PYTEST"}
    paths = [str(REPOSITORY), os.environ.get("PYTHONPATH", "")]
    variables["PYTHONPATH"] = os.pathsep.join(filter(None, paths))
    client = nbclient.NotebookClient(
        notebook,
        kernel_name="python3",
        allow_errors=True,
        timeout=280,
        resources={"metadata": {"path": str(folder)}},
    )
    return client.execute(env=variables)


def lost(executed):
    """The checks that do not show their full points, each with its card."""
    shown = {name: cell.outputs[-1:] for name, cell in notebooks.checks(executed).items()}
    checks = notebooks.checks(executed).items()
    worth = {name: str(notebooks.Cell.of(cell).points) for name, cell in checks}
    return {
        name: re.sub("<[^>]+>", " ", str(output.get("data", output)))[:3000]
        for name, (output,) in shown.items()
        if output.get("data", {}).get("text/plain") != worth[name]
    }


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_a_solved_notebook_runs_whole_next_to_a_gpu_and_scores_full(assignment, tmp_path):
    executed = in_class(honest.solved(COURSE, assignment, "en"), tmp_path)
    errors = [f"{output.ename}: {output.evalue}" for output in outputs(executed, "error")]
    assert errors == []
    if assignment.startswith("05") and shutil.which("nvcc"):
        assert "as the loop: True" in "".join(output.text for output in outputs(executed, "stream"))
    assert lost(executed) == {}


@pytest.mark.parametrize("row", ODD, ids=lambda row: f"{row['assignment']}: {row['name']}")
def test_an_honest_notebook_of_a_gpu_scores_full_on_a_gpu(row, tmp_path):
    (name,) = (name for name in ASSIGNMENTS if name.startswith(row["assignment"]))
    handed_in = honest.handed_in(row, COURSE, name)
    assert lost(in_class(nbformat.reads(handed_in, as_version=4), tmp_path)) == {}
