"""The gradebook stays nbgrader's: due dates, late penalties and grades by hand are honoured."""

import shutil
import sqlite3
from copy import deepcopy

import pytest
from courses import autograder, copy_course, exported_grades, graded_notebook, hand_in, nbgrader
from nbgrader.api import Gradebook
from sqlalchemy import event, inspect
from submissions import ASSIGNMENT, full_points, perfect

from autograder import registry
from autograder.course import CourseError
from autograder.gradebook import database, gradebook, rows
from autograder.gradebook.marks import Marks
from autograder.gradebook.tables import Inquiry
from autograder.inquiries import table
from autograder.nbgrader_plugins.settings import OverwriteOtherCells, Repair
from autograder.notebooks import is_check
from autograder.release_steps import released, resources_of

PENALTY = '\nc = get_config()\nc.LateSubmissionPlugin.penalty_method = "zero"\n'


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """A course with a perfect notebook that was handed in after the due date, and graded."""
    folder = copy_course(tmp_path_factory.mktemp("graded") / "course")
    registry = folder / "course.toml"
    registry.write_text(
        registry.read_text().replace("minutes =", 'due = "2026-01-01 12:00:00 UTC"\nminutes =')
    )
    hand_in(folder, "late", perfect())
    (folder / "submitted" / "late" / ASSIGNMENT / "timestamp.txt").write_text(
        "2026-01-02 12:00:00 UTC"
    )
    grade(folder)
    return folder


@pytest.fixture
def late(graded, tmp_path):
    """A copy to change."""
    return shutil.copytree(graded, tmp_path / "course")


def grade(folder):
    assert (
        autograder("grade", ASSIGNMENT, "--sandbox", "none", "--force", cwd=folder).returncode == 0
    )


def row(folder):
    assert autograder("export", ASSIGNMENT, cwd=folder).returncode == 0
    return exported_grades(folder)["late"]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_nbgraders_own_step_leaves_code_in_the_student_s_language(language, course_dir):
    """The gradebook has it in all languages, with calls that set-up cells need not import."""
    assignment = registry.load(course_dir).assignment("08_low_bit_transformer")
    gradebook.register(assignment)
    given = released(assignment, language)
    resources = resources_of(assignment, student="ada")
    repaired, _ = Repair(root=str(course_dir)).preprocess(deepcopy(given), resources)
    before = [cell.source for cell in repaired.cells]
    written, _ = OverwriteOtherCells().preprocess(deepcopy(repaired), resources)
    assert [cell.source for cell in written.cells] == before
    code = {cell.id: cell.source for cell in given.cells if not is_check(cell)}
    assert all(code.get(cell.id, cell.source) == cell.source for cell in written.cells)


def test_the_course_decides_what_a_late_hand_in_costs(late):
    before = row(late)
    assert float(before["score"]) == full_points()
    with (late / "nbgrader_config.py").open("a") as config:
        config.write(PENALTY)
    grade(late)
    after = row(late)
    assert float(after["score"]) == 0 and float(after["late_penalty"]) == full_points()


def test_a_gradebook_of_an_older_nbgrader_is_not_touched_and_its_way_is_told(late):
    """Like that of 0.5.5, which had no courses and no platform ids."""
    path = late / "gradebook.db"
    with sqlite3.connect(path) as opened:
        opened.execute("alter table student drop column lms_user_id")
        opened.execute("update alembic_version set version_num = '167914646830'")
    before = path.read_bytes()
    for command in ("grade", "export"):
        done = autograder(command, ASSIGNMENT, cwd=late)
        assert done.returncode == 1 and done.stderr.count("\n") == 1
        assert "student has no lms_user_id" in done.stderr
        assert done.stderr.endswith("nbgrader db upgrade\n") and path.read_bytes() == before
    assert nbgrader("db", "upgrade", cwd=late).returncode == 0
    assert autograder("export", ASSIGNMENT, cwd=late).returncode == 0


def test_points_of_an_assignment_that_was_renamed_do_not_vanish_in_silence(late):
    path = late / "course.toml"
    path.write_text(path.read_text().replace(f'"{ASSIGNMENT}"', f'"{ASSIGNMENT}_new"'))
    for name in ("solutions", "exercises/en", "exercises/ja"):
        folder = (late / name / ASSIGNMENT).rename(late / name / f"{ASSIGNMENT}_new")
        (folder / f"{ASSIGNMENT}.ipynb").rename(folder / f"{ASSIGNMENT}_new.ipynb")
    done = autograder("export", cwd=late)
    said = f"the points of 1 student for {ASSIGNMENT}, which"
    assert said in done.stderr and f"Is it {ASSIGNMENT}_new now?" in done.stderr


def test_a_grade_given_by_hand_survives_grading_again(late):
    with Gradebook(f"sqlite:///{late}/gradebook.db") as gradebook:
        given = gradebook.find_grade("int8_backward_check", ASSIGNMENT, ASSIGNMENT, "late")
        given.manual_score = 1.5
        gradebook.db.commit()
    grade(late)
    after = row(late)
    assert float(after["score"]) == full_points() - 3 + 1.5
    assert after["needs_manual_grade"] == "False"  # nothing has changed since


def test_a_grade_given_by_hand_costs_its_share_where_it_is_late(late):
    path = late / "course.toml"
    path.write_text(path.read_text().replace("due =", "late = { per_day = 0.5 }\ndue ="))
    grade(late)
    with Gradebook(f"sqlite:///{late}/gradebook.db") as gradebook:
        given = gradebook.find_grade("find_the_cheat", ASSIGNMENT, ASSIGNMENT, "late")
        given.manual_score = 5
        gradebook.db.commit()
    assert float(row(late)["score"]) == (full_points() + 5) / 2


def test_a_submission_is_entered_whole_or_not_at_all(late, monkeypatch):
    course, judged = registry.load(late), graded_notebook(late, "late")
    whole = rows._change

    def fail_at_comments(connection, statement, values):
        if statement is rows._TEXT:
            raise RuntimeError("the power is cut")
        whole(connection, statement, values)

    monkeypatch.setattr(rows, "_change", fail_at_comments)
    with pytest.raises(RuntimeError, match="power"):
        gradebook.save("another", course.assignment(ASSIGNMENT), judged)
    with database.opened(course) as book:
        assert [student.id for student in book.students] == ["late"]


def test_a_gradebook_that_is_lost_meanwhile_is_made_anew(late):
    course = registry.load(late)
    assert gradebook.entered(course.assignment(ASSIGNMENT)) == {"late"}
    (late / "gradebook.db").unlink()
    with pytest.raises(CourseError, match="no such table"):
        gradebook.entered(course.assignment(ASSIGNMENT))
    assert gradebook.entered(course.assignment(ASSIGNMENT)) == set()


def test_the_connection_stays_from_one_submission_to_the_next_and_ends_with_the_run(late):
    course, judged = registry.load(late), graded_notebook(late, "late")
    connections = []
    with database.opened(course) as book:
        event.listen(book.engine, "connect", lambda connection, _: connections.append(connection))
    with database.connected(course):
        for student in ("one", "two"):
            gradebook.save(student, course.assignment(ASSIGNMENT), judged)
    assert len(connections) == 1
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        connections[0].execute("select 1")


def test_our_own_tables_are_looked_for_once(late):
    course, asked = registry.load(late), []
    with database.opened(course) as book:
        assert inspect(book.engine).has_table(Inquiry.__tablename__)
        event.listen(book.engine, "before_cursor_execute", lambda *about: asked.append(about[2]))
    assert Marks(course.assignment(ASSIGNMENT), "find_the_cheat", 3.0).items() == []
    assert table.known(course) == []
    assert len(asked) == 2 and all(statement.startswith("SELECT") for statement in asked)
