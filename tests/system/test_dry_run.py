"""A correction in mid-term is tried first: --dry-run says what would change, and changes
nothing."""

import shutil

import pytest
from courses import SHORT, autograder, change_a_share, copy_course, exported_grades, hand_in
from submissions import BLANK, fill, perfect

from autograder import notebooks, registry
from autograder.dry_run import on_a_copy
from autograder.lock import only_grader


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    folder = copy_course(tmp_path_factory.mktemp("dry") / "course")
    (folder / "students.csv").write_text("student,name\nada,Ada\nben,Ben\ncho,Cho\n")
    hand_in(folder, "ada", perfect())
    hand_in(folder, "ben", fill(perfect(), {BLANK: "binary_sign = None"}))
    run(folder, "grade", "--sandbox", "none")
    return folder


@pytest.fixture
def course(graded, tmp_path):
    return shutil.copytree(graded, tmp_path / "course")


def run(folder, command, *words):
    done = autograder(command, SHORT, *words, cwd=folder)
    assert done.returncode == 0, done.stdout + done.stderr
    return done


def contents(folder):
    return {
        path.relative_to(folder): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def scores(folder):
    run(folder, "export")
    return {who: row["score"] for who, row in exported_grades(folder).items()}


def test_judge_says_whose_points_would_change_and_changes_nothing(course):
    change_a_share(course)
    before = contents(course)
    tried = run(course, "judge", "--dry-run")
    assert f"ada: {BLANK} 3 -> 4, in all 9 -> 10" in tried.stdout
    assert "points of 1 of 3 students would change; nothing was done" in tried.stdout
    assert contents(course) == before
    run(course, "judge")
    assert float(scores(course)["ada"]) == 10


def test_grade_says_what_a_new_hand_in_would_get(course):
    for student in ("ben", "cho"):
        shutil.rmtree(course / "submitted" / student, ignore_errors=True)
        hand_in(course, student, perfect())
    before = contents(course)
    tried = run(course, "grade", "--dry-run", "--sandbox", "none")
    assert f"ben: {BLANK} 0 -> 3, in all 6 -> 9" in tried.stdout
    assert (
        "cho: " in tried.stdout
        and "in all nothing -> 9" in tried.stdout
        and "ada" not in tried.stdout
    )
    assert contents(course) == before
    run(course, "grade", "--sandbox", "none")
    assert {float(score) for score in scores(course).values()} == {9}


def test_points_by_hand_and_late_ones_count_in_it_as_they_will(course):
    """It is the command itself, on a copy: not a second way to count."""
    run(course, "grade", "--sandbox", "none")
    path = course / "course.toml"
    late = 'due = "2026-04-20 12:00 UTC"\nlate = { per_day = 0.5 }\n'
    path.write_text(path.read_text().replace(f'id = "{SHORT}"\n', f'id = "{SHORT}"\n{late}'))
    time = course / "submitted" / "ada" / SHORT / "timestamp.txt"
    time.write_text("2026-04-21 11:00:00 UTC")
    tried = run(course, "grade", "--dry-run", "--sandbox", "none")
    assert "ada: in all 9 -> 4.5" in tried.stdout
    run(course, "grade", "--sandbox", "none")
    assert float(scores(course)["ada"]) == 4.5


def test_a_gradebook_on_a_server_is_refused_in_one_line(course):
    path = course / "course.toml"
    server = 'db_url = "postgresql+psycopg://me@localhost/course"\n'
    path.write_text(path.read_text().replace("[course]\n", f"[course]\n{server}", 1))
    done = autograder("judge", SHORT, "--dry-run", cwd=course)
    assert done.returncode == 1 and done.stderr.count("\n") == 1 and "on a server" in done.stderr
    assert notebooks.read(course / "solutions" / SHORT / f"{SHORT}.ipynb")


def test_the_copy_is_of_one_moment_and_without_what_others_have_in_work(course):
    """A concurrent collection makes and removes files at any time."""
    loaded = registry.load(course)
    (loaded.private / "intake-now").mkdir()
    with on_a_copy(loaded) as copy:
        assert copy.private.is_dir() and not (copy.private / "intake-now").exists()
        with only_grader(loaded, patience=0), only_grader(copy, patience=0):
            assert (copy.root / "autograded" / "ada").is_dir()
