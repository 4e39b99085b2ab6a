"""Odd but honest notebooks get full points, in class and in grading alike, and no suspicion.

The notebooks are rows of the files in honest/. `make test` runs those marked quick, `make honest`
all of them.
"""

import os
from dataclasses import replace

import honest
import pytest
from kernels import best_kind, lent_server
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell
from repository import ASSIGNMENTS, COURSE

from autograder import metadata
from autograder.engine.engine import Setting, Work
from autograder.engine.pool import Executor
from autograder.grading import Grader
from autograder.metadata import CellMetadata, Role
from autograder.runtime import RUNTIME
from autograder.states import State
from autograder.submission.cleaned import without_fetching
from autograder.submission.decode import parse
from autograder.submission.parts import plan_of
from benchmarks.made_up_class import prepare
from labkit.evidence import MIME
from labkit.source import digest

ROWS = honest.rows()
ALL = bool(os.environ.get("LABKIT_HONEST"))
QUICK = [row for row in ROWS if ALL or row.get("quick")]


def test_there_are_two_hundred_notebooks_and_each_says_what_is_odd():
    names = [row["name"] for row in ROWS]
    assert len(names) >= 200 and len(set(names)) == len(names)
    assert len({row["assignment"] for row in ROWS}) == len(ASSIGNMENTS)
    assert 30 <= len([row for row in ROWS if row.get("quick")]) <= 50


def test_every_change_of_a_notebook_is_used_by_a_row():
    used = {change for row in ROWS for change in row.get("do", ())}
    text = honest.__loader__.get_source("honest").partition("by the name that a row gives")[2]
    assert used == {line[4:].partition("(")[0] for line in text.splitlines() if line[:4] == "def "}


@pytest.fixture(scope="module")
def setting():
    return Setting(best_kind(RUNTIME), runtime=RUNTIME)


@pytest.fixture(scope="module")
def executor(setting):
    with Executor(setting, jobs=1, server=lent_server(setting.sandbox, RUNTIME)) as executor:
        yield executor


@pytest.fixture(scope="module")
def grader_of(executor, tmp_path_factory):
    """The grader of an assignment by the first two digits of its id, with one drawn seed."""
    made, own = {}, prepare(COURSE, tmp_path_factory.mktemp("honest") / "course")

    def grader_of(digits):
        if digits not in made:
            (name,) = (
                assignment.id for assignment in own.assignments if assignment.id.startswith(digits)
            )
            made[digits] = Grader(own.assignment(name), executor)
        return made[digits]

    return grader_of


@pytest.mark.parametrize("row", QUICK, ids=lambda row: f"{row['assignment']}: {row['name']}")
def test_an_honest_notebook_gets_all_points(row, grader_of):
    grader = grader_of(row["assignment"])
    limits = grader.assignment.limits
    grader.limits = replace(limits, cell_seconds=row.get("cell_seconds", limits.cell_seconds))
    text = honest.handed_in(row, COURSE, grader.assignment.id)
    outcome = graded(grader, text)
    assert lost(outcome.points, outcome.max_points) == {}, (outcome.state, outcome.reason_in("en"))
    expected = (row["state"],) if "state" in row else (State.GRADED, State.REPAIRED)
    reason = outcome.reason_in("en")
    assert outcome.state in expected and row.get("reason", "") in reason, reason
    if "class" not in row:
        shown = points_in_class(grader, text)
        assert shown and lost(shown, outcome.max_points) == {}


def graded(grader, text):
    """The outcome of one file that was handed in."""
    path = grader.assignment.submitted("student") / f"{grader.assignment.id}.ipynb"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text)
    (outcome,) = grader.grade(grader.jobs(["student"], force=True))
    return outcome


def lost(points, full):
    """Points and maximum where they differ."""
    return {name: (points[name], full[name]) for name in points if points[name] != full[name]}


def points_in_class(grader, text):
    """What the check cells show when the notebook is run as it is, from top to bottom."""
    notebook = as_opened(parse(text).notebook, grader.template)
    preload = grader.assignment.preload
    executor, plan = grader.executor, plan_of(notebook)
    work = Work(
        notebook,
        {},
        executor.setting,
        limits=grader.limits,
        modules=tuple(preload),
        plan=plan,
    )
    executed = work.execute(executor.engine).notebook
    outputs = (output for cell in executed.cells for output in cell.get("outputs", ()))
    datas = [output.data for output in outputs if MIME in output.get("data", {})]
    return {data[MIME]["check"]: float(data["text/plain"]) for data in datas}


def as_opened(data, template):
    """The code cells as they stand; explorations as they were given are left out, to save time."""
    given = {digest(cell.source): cell for cell in template.cells}
    codes = (cell for cell in data["cells"] if cell["cell_type"] == "code")
    notebook = NotebookNode(nbformat=4, nbformat_minor=5, metadata={}, cells=[])
    for cell in codes:
        # As Jupyter opens it, where the tools are there already.
        source = without_fetching("".join(cell["source"]).replace("\r\n", "\n"))
        opened, known = new_code_cell(source), given.get(digest(source))
        skip = known is not None and metadata.of_cell(known).skip
        metadata.write(opened, CellMetadata(None if known else Role.OWN, skip=skip))
        notebook.cells.append(opened)
    return notebook
