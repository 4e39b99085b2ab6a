"""What changes while a course is running: solutions, blanks, answers, students, the disk."""

import json
import shutil
import sqlite3
import subprocess
import threading
import time
from contextlib import closing, contextmanager
from tempfile import TemporaryDirectory

import nbformat
import pytest
from courses import (
    PROGRAMS,
    autograder,
    copy_course,
    exported_grades,
    graded_notebook,
    hand_in,
    nbgrader,
    totals,
)
from nbgrader.api import Gradebook
from skips import skip_without
from submissions import ASSIGNMENT, full_points, perfect, perfect_source, with_blank

from autograder.judging.outcome import outcome_in
from autograder.notebooks import grade_id


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
    cells = {
        entry["metadata"].get("nbgrader", {}).get("grade_id"): entry for entry in notebook["cells"]
    }
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
    "one point more": replace("int8_backward_check", "127.00001]", "127.00001, 3]"),
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


def test_evidence_with_other_inputs_is_not_judged(folder):
    kept = [*(folder / ".autograder" / "references" / ASSIGNMENT).glob("*.ipynb")]
    (public,) = (path for path in kept if path.stem.endswith("-0"))
    for path in kept:  # as if the tools had drawn other points then
        path.write_bytes(public.read_bytes())
    edit(folder, worth_more)
    before = bytes_of(folder)
    one_line(autograder("judge", ASSIGNMENT, cwd=folder), "labkit", "int8_backward_check", "grade")
    assert bytes_of(folder) == before
    assert "2 graded" in grade(folder).stdout


@pytest.mark.parametrize("kind", SAME_PROBES)
def test_a_verdict_is_of_the_solution_that_it_was_judged_by(folder, kind):
    original = solution(folder).read_text()
    edit(folder, SAME_PROBES[kind])
    assert autograder("judge", ASSIGNMENT, cwd=folder).returncode == 0
    # Nothing has to run again for the solution with which it was judged,
    assert "0 graded, 2 unchanged" in grade(folder).stdout
    # and for another one it has to.
    solution(folder).write_text(original)
    assert "2 graded, 0 unchanged" in grade(folder).stdout
    assert totals(folder)["ada"] == full_points()


def test_a_changed_verdict_is_listed_and_one_of_a_changed_solution_alone_is_not(folder):
    edit(folder, worth_more)
    done = autograder("judge", ASSIGNMENT, cwd=folder)
    assert "ada:" in done.stdout and "1 verdict changed" not in done.stdout
    edit(folder, SAME_PROBES["model answer"])
    assert "0 verdicts changed" in autograder("judge", ASSIGNMENT, cwd=folder).stdout


def test_evidence_of_a_solution_that_is_not_kept_is_not_judged(folder):
    edit(folder, worth_more)
    shutil.rmtree(folder / ".autograder" / "references")
    done = autograder("judge", ASSIGNMENT, cwd=folder)
    assert done.returncode == 1 and "is not kept" in done.stderr
    assert "2 graded" in grade(folder).stdout


def test_of_the_solutions_that_were_run_those_are_kept_that_evidence_names(folder):
    edit(folder, worth_more)
    kept = folder / ".autograder" / "references" / ASSIGNMENT
    for _ in range(2):
        autograder("grade", ASSIGNMENT, "--sandbox", "none", "--force", cwd=folder)
    last = outcome_in(graded_notebook(folder, "ada").metadata)
    names = {f"{last.key.solution}-{seed}.ipynb" for seed in (0, last.seed)}
    assert {path.name for path in kept.iterdir()} == names


def longer_limit(folder):
    path = folder / "course.toml"
    path.write_text(path.read_text().replace("cell_seconds = 30", "cell_seconds = 31"))


OUTDATED = {
    "the solution": lambda folder: edit(folder, worth_more),
    "a limit": longer_limit,
    "a hand-in": lambda folder: hand_in_again(folder, written_anew),
}


@pytest.mark.parametrize("changed", OUTDATED)
def test_what_leaves_names_the_verdicts_that_are_not_current(folder, changed):
    assert "shown with their old points" not in autograder("export", ASSIGNMENT, cwd=folder).stderr
    OUTDATED[changed](folder)
    named = "ada." if changed == "a hand-in" else "ada, bob."
    for command in ("feedback", "report", "export"):
        done = autograder(command, ASSIGNMENT, cwd=folder)
        assert done.returncode == 0, done.stderr
        assert f"shown with their old points: {named}" in done.stderr
    grade(folder)
    assert "shown with their old points" not in autograder("export", ASSIGNMENT, cwd=folder).stderr


def test_a_verdict_of_an_earlier_version_is_graded_again(folder):
    path = folder / "autograded" / "ada" / ASSIGNMENT / f"{ASSIGNMENT}.ipynb"
    notebook = json.loads(path.read_text())
    notebook["metadata"]["labkit"]["key"] = "0123"
    path.write_text(json.dumps(notebook))
    assert "1 graded, 1 unchanged" in grade(folder).stdout
    assert outcome_in(graded_notebook(folder, "ada").metadata).key.submission


def one_line(done, *parts):
    assert done.returncode == 1, done.stdout
    lines = [line for line in done.stderr.splitlines() if line.strip()]
    assert [line for line in lines if not line.startswith("Grading")] == lines[-1:], done.stderr
    assert not [part for part in parts if part not in lines[-1]], done.stderr


@contextmanager
def held_gradebook(folder, mark, how):
    """Another program takes the gradebook when a file appears, and keeps it."""
    ended = threading.Event()

    def hold():
        while not (mark.exists() or ended.is_set()):
            time.sleep(0.01)
        with closing(sqlite3.connect(folder / "gradebook.db", timeout=60)) as other:
            other.execute(f"begin {how}")
            ended.wait()

    holder = threading.Thread(target=hold)
    holder.start()
    try:
        yield
    finally:
        ended.set()
        holder.join()


@pytest.mark.parametrize("how", ["immediate", "exclusive"])
def test_a_gradebook_that_is_held_meanwhile_is_no_ones_lost_points(tmp_path, how):
    folder, mark = copy_course(tmp_path / "course"), tmp_path / "running"
    running = with_blank(f"{perfect_source()}\nopen({str(mark)!r}, 'w').close()")
    for student, notebook in (("ada", running), ("bob", running)):
        hand_in(folder, student, notebook)
    with held_gradebook(folder, mark, how):
        one_line(grade(folder), "gradebook.db", "is locked", "run again")
    assert "2 graded, 0 unchanged" in grade(folder).stdout
    assert totals(folder) == {"ada": full_points(), "bob": full_points()}


# The course on a disk of its own, with so many KB left for the course and for temporary files.
ON_A_FULL_DISK = """
set -e
mount -t tmpfs -o size=60m tmpfs {disk}
cp -r {course} {disk}/course
mkdir -p {disk}/tmp {disk}/handed-in/eve
cp {disk}/course/submitted/ada/*/*.ipynb {disk}/handed-in/eve
printf 'student\neve\n' >{disk}/course/students.csv
export TMPDIR={disk}/tmp
cd {disk}/course
set +e
for left in {left}; do
    free=$(df --output=avail -k {disk} | tail -1)
    dd if=/dev/zero of={disk}/filler bs=1k count=$((free - left)) status=none
    {command} >{out}/full 2>{out}/full.$left
    echo status $? >>{out}/full.$left
    rm {disk}/filler
done
{command} >{out}/again 2>{out}/again.err
echo $? >{out}/again.rc
find {disk}/course -name '.*.ipynb.*' >{out}/pieces
"""


@pytest.mark.parametrize(
    ("command", "left"),
    [
        (f"grade {ASSIGNMENT} --sandbox none --force", (0, 30)),
        (f"collect {ASSIGNMENT} ../handed-in", (0,)),
        ("archive ../year.zip", (0,)),
    ],
)
def test_a_full_disk_ends_in_one_line_and_the_next_run_mends_it(graded, tmp_path, command, left):
    # A short path: sockets lie there.
    with TemporaryDirectory() as disk:
        names = {"course": graded, "disk": disk, "out": tmp_path, "left": " ".join(map(str, left))}
        script = ON_A_FULL_DISK.format(command=f"{PROGRAMS}/autograder {command}", **names)
        # As root of a namespace of its own, who may mount there.
        namespace = ["unshare", "-rm", "bash", "-c", script]
        done = subprocess.run(namespace, capture_output=True, text=True)
    if done.returncode:
        skip_without(f"the right to make a namespace ({done.stderr.strip()})")
    for said in ((tmp_path / f"full.{name}").read_text() for name in left):
        assert "Traceback" not in said and said.endswith("status 1\n"), said
        assert len([line for line in said.splitlines() if line.startswith("Error:")]) == 1
        assert "No space left" in said and "Free some space" in said
    assert (tmp_path / "again.rc").read_text() == "0\n", (tmp_path / "again.err").read_text()
    assert (tmp_path / "pieces").read_text() == ""


def without_binary_sign(folder):
    notebook = nbformat.read(solution(folder), as_version=4)
    gone = ("binary_sign", "binary_sign_check")
    notebook.cells = [cell for cell in notebook.cells if grade_id(cell) not in gone]
    nbformat.write(notebook, solution(folder))


def with_a_locked_cell_more(folder):
    def change(cells):
        cells[None]["metadata"]["nbgrader"] = {
            **cells["setup"]["metadata"]["nbgrader"],
            "grade_id": "one_more",
        }

    edit(folder, change)


@pytest.mark.parametrize("command", ["release", "grade", "judge"])
@pytest.mark.parametrize("change", [without_binary_sign, with_a_locked_cell_more])
def test_a_cell_taken_out_or_added_in_mid_term_is_refused_before_anything_is_written(
    folder, change, command
):
    change(folder)
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    done = grade(folder) if command == "grade" else autograder(command, ASSIGNMENT, cwd=folder)
    named = "binary_sign" if change is without_binary_sign else "one_more"
    one_line(done, named, *([] if command == "judge" else ["grades of 2 students", "0 points"]))
    kept = {path: data for path, data in before.items() if path.suffix in (".ipynb", ".json")}
    assert {path: path.read_bytes() for path in kept} == kept
    with Gradebook(f"sqlite:///{folder}/gradebook.db") as gradebook:
        assert len(gradebook.find_notebook(ASSIGNMENT, ASSIGNMENT).grade_cells) == 4


def test_a_blank_that_counts_for_nothing_is_the_way_out(folder):
    edit(folder, lambda cells: cells["binary_sign_check"]["metadata"]["nbgrader"].update(points=0))
    assert autograder("release", ASSIGNMENT, cwd=folder).returncode == 0
    assert "2 graded" in grade(folder).stdout
    assert totals(folder)["ada"] == totals(folder)["bob"] < full_points()


def test_the_other_way_out_begins_the_assignment_anew(folder):
    without_binary_sign(folder)
    done = nbgrader("db", "assignment", "remove", ASSIGNMENT, "--force", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert autograder("release", ASSIGNMENT, cwd=folder).returncode == 0
    assert "2 graded" in grade(folder).stdout


def test_a_student_who_left_is_named_and_all_others_go_on(folder):
    with Gradebook(f"sqlite:///{folder}/gradebook.db") as gradebook:
        gradebook.remove_student("bob")
    shutil.rmtree(folder / "submitted" / "bob")
    for command in ("feedback", "report", "export", "ask"):
        options = ("--sandbox", "none") if command == "ask" else ()
        done = autograder(command, ASSIGNMENT, *options, cwd=folder)
        assert done.returncode == 0, done.stderr
        assert "bob" in done.stderr and "autograded/" in done.stderr
    assert set(exported_grades(folder)) == {"ada"}
    assert (folder / "feedback" / "ada").is_dir() and not (folder / "feedback" / "bob").exists()
    edit(folder, worth_more)
    assert "1 verdict changed" in autograder("judge", ASSIGNMENT, cwd=folder).stdout
    assert set(totals(folder)) == {"ada"}


def give(folder, student, cell, points):
    """A grade by hand, as the formgrader enters it."""
    with Gradebook(f"sqlite:///{folder}/gradebook.db") as gradebook:
        grade = gradebook.find_grade(cell, ASSIGNMENT, ASSIGNMENT, student)
        grade.manual_score, grade.needs_manual_grade = points, False
        gradebook.db.commit()


def hand_in_again(folder, change):
    path = folder / "submitted" / "ada" / ASSIGNMENT / f"{ASSIGNMENT}.ipynb"
    notebook = nbformat.read(path, as_version=4)
    change({grade_id(cell): cell for cell in notebook.cells})
    nbformat.write(notebook, path)


def written_anew(cells):
    cells["find_the_cheat"].source = "Two convolutions share one activation."


def page_and_row(folder):
    for command in ("feedback", "export"):
        assert autograder(command, ASSIGNMENT, cwd=folder).returncode == 0
    page = folder / "feedback" / "ada" / ASSIGNMENT / f"{ASSIGNMENT}.html"
    return page.read_text(), exported_grades(folder)["ada"]


@pytest.mark.parametrize("changed", ["nothing", "another blank", "a given text", "the solution"])
def test_a_written_answer_is_graded_again_by_a_person_only_if_it_changed(folder, changed):
    hand_in_again(folder, written_anew)
    grade(folder)
    give(folder, "ada", "find_the_cheat", 4.5)
    if changed == "another blank":
        blank = perfect_source() + "\n"
        hand_in_again(folder, lambda cells: cells["binary_sign"].update(source=blank))
    if changed == "a given text":
        hand_in_again(folder, lambda cells: cells[None].update(source="mine"))
    if changed == "the solution":
        edit(folder, worth_more)
    assert (
        autograder("grade", ASSIGNMENT, "--sandbox", "none", "--force", cwd=folder).returncode == 0
    )
    page, row = page_and_row(folder)
    assert row["needs_manual_grade"] == "False" and "not graded yet" not in page
    assert "4.5 / 5" in page

    hand_in_again(folder, lambda cells: cells["find_the_cheat"].update(source="The batch norm."))
    grade(folder)
    page, row = page_and_row(folder)
    assert row["needs_manual_grade"] == "True" and "not graded yet" in page
    assert "4.5" not in page


def test_what_a_person_gave_for_a_check_stays_unless_the_check_says_something_else(folder):
    give(folder, "ada", "find_the_cheat", 0)
    give(folder, "ada", "binary_sign_check", 1)
    hand_in_again(folder, lambda cells: cells["setup"].update(source=cells["setup"].source + " "))
    grade(folder)
    assert page_and_row(folder)[1]["needs_manual_grade"] == "False"
    edit(folder, worth_more)
    grade(folder)
    assert page_and_row(folder)[1]["needs_manual_grade"] == "True"


def test_stock_feedback_reaches_all_who_can_have_it_and_names_the_others(folder, tmp_path):
    config = folder / "nbgrader_config.py"
    (tmp_path / "exchange").mkdir(mode=0o777)
    (tmp_path / "exchange").chmod(0o777)
    root = str(tmp_path / "exchange")
    config.write_text(f"{config.read_text()}\nget_config().Exchange.root = {root!r}\n")
    came = folder / "submitted" / "bob" / ASSIGNMENT
    (came / "timestamp.txt").write_text("2027-01-01 12:00:00.000000 UTC")
    (came / "submission_secret.txt").write_text("s3cret")
    assert autograder("feedback", ASSIGNMENT, cwd=folder).returncode == 0
    done = nbgrader("release_feedback", ASSIGNMENT, cwd=folder)
    assert done.returncode == 0 and "of ada have no submission_secret.txt" in done.stderr
    (released,) = (tmp_path / "exchange").rglob("*.html")
    assert "bob" in released.read_text()
