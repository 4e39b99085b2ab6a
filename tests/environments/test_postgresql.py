"""The gradebook on a real PostgreSQL server, started for the test: the same points as in SQLite."""

import os
import pwd
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest
from courses import SHORT, autograder, copy_course, exported_grades, graded_notebook, hand_in
from skips import skip_without
from stock_rows import enter_both_ways
from submissions import ASSIGNMENT, BLANK, HANDED_IN, fill, perfect

from autograder import registry
from autograder.gradebook import database
from autograder.inquiries.table import key
from autograder.judging.inquiry_line import Line
from autograder.judging.outcome import outcome_in

WRITTEN = "find_the_cheat"
CLASS = ["perfect", "other-words", "blank", "raises", "colab"]
DATABASE = "gradebook"
URL = "postgresql+psycopg://grader@/{database}?host={folder}"


def programs():
    """The folder of the newest server that is installed; Debian keeps it off the path."""
    packaged = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3])
    )
    on_path = shutil.which("initdb")
    return packaged[-1].parent if packaged else Path(on_path).parent if on_path else None


def as_its_user():
    """A server refuses to run as root."""
    return (
        ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"]
        if os.getuid() == 0
        else []
    )


@pytest.fixture(scope="module")
def server():
    """A server of its own in a temporary folder, reached by a Unix socket only."""
    if not programs():
        skip_without("postgresql")
    with tempfile.TemporaryDirectory(prefix="labkit-pg-") as folder:
        if os.getuid() == 0:
            os.chown(folder, pwd.getpwnam("postgres").pw_uid, -1)

        def call(program, *arguments):
            command = [*as_its_user(), str(programs() / program), *arguments]
            done = subprocess.run(
                command,
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
            )
            assert done.returncode == 0, done.stdout.decode()

        data = f"{folder}/data"
        call(
            "initdb",
            "--pgdata",
            data,
            "--username=grader",
            "--auth=trust",
            "--no-sync",
            "--encoding=UTF8",
            "--locale=C",
        )
        options = f"-c listen_addresses='' -c unix_socket_directories={folder}"
        call(
            "pg_ctl",
            "start",
            "--wait",
            "--pgdata",
            data,
            "--log",
            f"{folder}/log",
            "--options",
            options,
        )
        try:
            call("createdb", "--host", folder, "--username=grader", DATABASE)
            yield folder
        finally:
            call("pg_ctl", "stop", "--pgdata", data, "--mode=fast")


def create_database(server, name, *options):
    command = [str(programs() / "createdb"), "--host", server, "--username=grader", *options, name]
    subprocess.run([*as_its_user(), *command], check=True, cwd=server)


def at(folder, db_url):
    path = folder / "course.toml"
    path.write_text(path.read_text().replace("[course]\n", f'[course]\ndb_url = "{db_url}"\n', 1))


def course_with(folder, db_url=None):
    copy_course(folder)
    if db_url:
        at(folder, db_url)
    for student in CLASS:
        hand_in(folder, student, HANDED_IN[student]())
    return folder


def points(folder):
    course = registry.load(folder)
    with database.opened(course) as book:
        submissions = book.assignment_submissions(ASSIGNMENT)
        return {
            (submission.student_id, grade.name): (grade.auto_score, grade.max_score)
            for submission in submissions
            for grade in submission.notebooks[0].grades
        }


def test_a_gradebook_on_postgresql_holds_the_same_points(server, tmp_path):
    there = course_with(tmp_path / "postgresql", URL.format(database=DATABASE, folder=server))
    here = course_with(tmp_path / "sqlite")
    for folder in (there, here):
        (folder / "students.csv").write_text("student\nmate\n")
        shutil.rmtree(folder / "submitted" / "perfect")
        hand_in(folder, "perfect", fill(perfect(), {WRITTEN: "The scale of batch norm."}))
        path, entry = folder / "course.toml", f'id = "{ASSIGNMENT}"\n'
        groups = 'groups = { team = ["perfect", "mate"] }\n'
        path.write_text(path.read_text().replace(entry, entry + groups))
        done = autograder("grade", ASSIGNMENT, "--sandbox", "none", cwd=folder)
        assert done.returncode == 0, done.stdout + done.stderr
    assert not (there / "gradebook.db").exists()
    assert points(there) == points(here)
    assert {student for student, _ in points(here)} == {*CLASS, "mate"}
    for folder in (there, here):
        # What a person gives one of a group, and answers to one, is the other's, too.
        with database.opened(registry.load(folder)) as book:
            grade = book.find_grade(WRITTEN, ASSIGNMENT, ASSIGNMENT, "mate")
            grade.manual_score, grade.needs_manual_grade = 1, False
            book.db.commit()
        graded = outcome_in(graded_notebook(folder, "perfect", ASSIGNMENT).metadata)
        line = Line.about(graded, BLANK, key=key(registry.load(folder)))
        (folder / "mail.txt").write_text(f"Why? {line}")
        answer = ["inquiry", folder / "mail.txt", "--points", 0.5, "--yes", "--sentence", "Half."]
        done = autograder(*answer, cwd=folder)
        assert done.returncode == 0, done.stdout + done.stderr
        assert autograder("export", cwd=folder).returncode == 0
    assert scores(there) == scores(here)
    assert scores(here)["mate"] == scores(here)["perfect"] != scores(here)["other-words"]


def test_all_rows_are_those_of_nbgraders_own_steps(server, tmp_path):
    folders = [copy_course(tmp_path / name) for name in ("ours", "stock")]
    for folder in folders:
        create_database(server, folder.name)
        at(folder, URL.format(database=folder.name, folder=server))
    ours, stock = enter_both_ways(*folders, SHORT, "late = { per_day = 0.25 }\n")
    assert ours == stock and any(dict(row)["extension"] for row in ours["submitted_assignment"])


def scores(folder):
    return {
        student: (row["score"], row["max_score"], row["state"])
        for student, row in exported_grades(folder).items()
    }


def test_a_forgotten_student_is_in_no_file_of_the_server(server, tmp_path):
    there = course_with(tmp_path / "postgresql", URL.format(database=DATABASE, folder=server))
    hand_in(there, "zqm01x", HANDED_IN["perfect"]())
    done = autograder("grade", ASSIGNMENT, "--sandbox", "none", cwd=there)
    assert done.returncode == 0, done.stderr

    def files_that_name_the_student(*statements):
        with database.opened(registry.load(there)) as book:
            own = book.engine.connect().execution_options(isolation_level="AUTOCOMMIT")
            for statement in (*statements, "CHECKPOINT"):
                own.exec_driver_sql(statement)
        files = [path for path in Path(server, "data", "base").rglob("*") if path.is_file()]
        return [path.name for path in files if b"zqm01x" in path.read_bytes()]

    assert files_that_name_the_student("ANALYZE")
    done = autograder("forget", "zqm01x", "--yes", cwd=there)
    assert done.returncode == 0 and "postgresql" in done.stdout, done.stderr
    assert files_that_name_the_student() == []
    archived = autograder("archive", tmp_path / "year.zip", cwd=there)
    assert archived.returncode == 0 and "Not included: the gradebook postgresql" in archived.stderr


def test_a_database_that_is_not_in_utf8_is_refused_before_anything_is_in_it(server, tmp_path):
    create_database(server, "western", "--encoding=LATIN1", "--template=template0")
    folder = course_with(tmp_path / "western", URL.format(database="western", folder=server))
    done = autograder("grade", ASSIGNMENT, "--sandbox", "none", cwd=folder)
    assert done.returncode == 1 and len(done.stderr.splitlines()) == 1, done.stderr
    assert "LATIN1" in done.stderr and "--encoding=UTF8" in done.stderr
