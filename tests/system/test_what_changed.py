"""A verdict is of one solution, one submission and one set of limits, and says so."""

import json
import shutil

import pytest
from courses import autograder, copy_course, graded_notebook, hand_in, totals
from submissions import ASSIGNMENT, full_points, perfect, with_blank

from autograder.judging.outcome import outcome_in


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """A right submission and one with a wrong blank, graded."""
    folder = copy_course(tmp_path_factory.mktemp("graded") / "course")
    hand_in(folder, "ada", perfect())
    hand_in(folder, "bob", with_blank("binary_sign = torch.sign"))
    assert "2 graded" in grade(folder).stdout
    return folder


@pytest.fixture
def folder(graded, tmp_path):
    """A copy to change; the private folder has what the run kept."""
    return shutil.copytree(graded, tmp_path / "course")


def grade(folder):
    return autograder("grade", ASSIGNMENT, "--sandbox", "none", cwd=folder)


def solution(folder):
    return folder / "solutions" / ASSIGNMENT / f"{ASSIGNMENT}.ipynb"


def edit(folder, change):
    """Change the solution's cells, by their ids in nbgrader's metadata."""
    notebook = json.loads(solution(folder).read_text())
    cells = {one["metadata"].get("nbgrader", {}).get("grade_id"): one for one in notebook["cells"]}
    for cell in cells.values():
        cell["source"] = "".join(cell["source"])
    change(cells)
    solution(folder).write_text(json.dumps(notebook))


def replace(id, old, new):
    def change(cells):
        assert old in cells[id]["source"]
        cells[id]["source"] = cells[id]["source"].replace(old, new)

    return change


def worth_more(cells):
    cells["binary_sign_check"]["metadata"]["nbgrader"]["points"] += 1


def bytes_of(folder):
    paths = [folder / "gradebook.db", *(folder / "autograded").rglob("*.ipynb")]
    return {path: path.read_bytes() for path in paths}


OTHER_PROBES = {
    "points elsewhere": replace("int8_backward_check", "step=1", "step=2"),
    "one point more": replace("int8_backward_check", "0, -130, 130]", "0, -130, 130, 3]"),
    "a hidden case more": replace("int8_backward_check", '"infinite", "nan"', '"infinite"'),
    "other code was given": replace("setup", "import torch\n", "import torch\n\ntorch.ones(1)\n"),
}
SAME_PROBES = {
    "points": worth_more,
    "tolerance": replace("int8_backward_check", "share=3,", "share=3, rtol=1e-3,"),
    "sentence and weight": replace("int8_backward_check", 'share=3, en="the', 'share=2, en="The'),
    "model answer": replace("int8_backward", "(input,) = ctx", "input, = ctx"),
}


@pytest.mark.parametrize("kind", OTHER_PROBES)
def test_evidence_of_other_probes_is_not_judged(folder, kind):
    before = bytes_of(folder)
    edit(folder, OTHER_PROBES[kind])
    done = autograder("judge", ASSIGNMENT, cwd=folder)
    assert done.returncode == 1 and len(done.stderr.strip().splitlines()) == 1, done.stderr
    changed = "setup" if "given" in kind else "int8_backward_check"
    assert f"changed since: {changed}." in done.stderr and "autograder grade" in done.stderr
    assert bytes_of(folder) == before


@pytest.mark.parametrize("kind", SAME_PROBES)
def test_a_verdict_is_of_the_solution_that_it_was_judged_by(folder, kind):
    original = solution(folder).read_text()
    edit(folder, SAME_PROBES[kind])
    assert autograder("judge", ASSIGNMENT, cwd=folder).returncode == 0
    # Nothing has to run again for the solution by which it was judged,
    assert "0 graded, 2 unchanged" in grade(folder).stdout
    # and for another one it has to.
    solution(folder).write_text(original)
    assert "2 graded, 0 unchanged" in grade(folder).stdout
    assert totals(folder)["ada"] == full_points()


def test_a_changed_verdict_is_listed_and_one_of_a_changed_solution_alone_is_not(folder):
    edit(folder, worth_more)
    done = autograder("judge", ASSIGNMENT, cwd=folder)
    assert "ada:" in done.stdout and "1 verdicts changed" not in done.stdout
    edit(folder, SAME_PROBES["model answer"])
    assert "0 verdicts changed" in autograder("judge", ASSIGNMENT, cwd=folder).stdout


def test_evidence_of_a_solution_that_is_not_kept_is_not_judged(folder):
    edit(folder, worth_more)
    shutil.rmtree(folder / ".autograder" / "references")
    done = autograder("judge", ASSIGNMENT, cwd=folder)
    assert done.returncode == 1 and "is not kept" in done.stderr
    assert "2 graded" in grade(folder).stdout


def test_a_verdict_of_an_earlier_version_is_graded_again(folder):
    path = folder / "autograded" / "ada" / ASSIGNMENT / f"{ASSIGNMENT}.ipynb"
    notebook = json.loads(path.read_text())
    notebook["metadata"]["labkit"]["key"] = "0123"
    path.write_text(json.dumps(notebook))
    assert "1 graded, 1 unchanged" in grade(folder).stdout
    assert outcome_in(graded_notebook(folder, "ada").metadata).key.submission
