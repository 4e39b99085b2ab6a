"""The demonstration runs from release to report, through a real exchange, twice."""

import pytest
from courses import autograder, exported_grades
from repository import REPOSITORY, exercise

from autograder import notebooks

pytestmark = pytest.mark.slow
ASSIGNMENT = "02_int8_binary"


def snapshot(folder):
    """When each file was changed. Hidden folders do not count: other tests may work there."""
    paths = (path for path in folder.rglob("*") if not _is_by_the_way(path.relative_to(folder)))
    return {path: path.stat().st_mtime_ns for path in paths if path.is_file()}


def _is_by_the_way(path):
    return path.parts[0].startswith(".") or "__pycache__" in path.parts


def test_the_demo_runs_twice_and_leaves_the_repository_alone(tmp_path):
    before = snapshot(REPOSITORY)
    for each in ("1", "2"):
        done = autograder("demo", ASSIGNMENT, "--folder", tmp_path / "course", "--each", each)
        assert done.returncode == 0, done.stderr
    assert snapshot(REPOSITORY) == before
    rows = exported_grades(tmp_path / "course")
    assert len(rows) >= 12
    checks = notebooks.checks(exercise(ASSIGNMENT)).values()
    most = sum(notebooks.points(check) for check in checks)
    full = {student for student, row in rows.items() if float(row["score"]) == most}
    others = {student for student in rows if student.startswith("in-other-words-")}
    assert full == {"perfect", "colab-damaged", *others}
    assert float(rows["blank"]["score"]) == 0
    assert (
        rows["kernel-dies"]["state"] == "kernel died"
        and rows["colab-damaged"]["state"] == "repaired"
    )
    for path in (
        "reports/02_int8_binary.html",
        "feedback/blank/02_int8_binary/02_int8_binary.html",
        "grades.csv",
    ):
        assert (tmp_path / "course" / path).stat().st_size > 500
        assert path.split("/")[0] in done.stdout
    assert list((tmp_path / "course" / "exchange").rglob("inbound/*"))
