"""A year's course directory: no one is in it, and it refers to the one repository."""

import os
import re
import shutil
import subprocess

import nbformat
import pytest
from courses import (
    PROGRAMS,
    SHORT,
    autograder,
    copy_course,
    exported_grades,
    graded_notebook,
    hand_in,
    nbgrader,
)
from repository import ANSWERS, answers_of
from submissions import with_blank

from autograder import notebooks, registry
from autograder.judging.outcome import outcome_in


@pytest.fixture
def repository(tmp_path):
    """A repository with a class of last year in it, and an exchange that holds their hand-ins."""
    folder = copy_course(tmp_path / "main")
    shutil.copytree(ANSWERS / SHORT / "binary_sign", folder / "answers" / SHORT / "binary_sign")
    hand_in(folder, "ada", with_blank("x = 1"))
    (folder / "students.csv").write_text("student,name\nada,Ada Lovelace\n")
    path = folder / "course.toml"
    entry = f'id = "{SHORT}"\n'
    path.write_text(path.read_text().replace(entry, f'{entry}due = "2027-04-20 12:00 UTC"\n'))
    with (folder / "nbgrader_config.py").open("a") as config:
        config.write(f'\nget_config().Exchange.root = "{tmp_path / "exchange"}"\n')
    inbound = tmp_path / "exchange" / "custom-autograd" / "inbound"
    inbound /= f"ada+{SHORT}+2027-04-20 11:00:00.000000 UTC"
    shutil.copytree(folder / "submitted" / "ada" / SHORT, inbound)
    (inbound / "timestamp.txt").write_text("2027-04-20 11:00:00.000000 UTC")
    return folder


@pytest.fixture
def year(repository):
    done = autograder("new-year", "../course-2028", cwd=repository)
    assert done.returncode == 0, done.stderr
    folder = repository.parent / "course-2028"
    with (folder / "nbgrader_config.py").open("a") as config:
        config.write(f'\nget_config().Exchange.root = "{repository.parent / "exchange"}"\n')
    return folder


def test_a_new_year_has_its_own_id_and_no_one_and_nothing_of_the_repository(year, repository):
    assert {path.name for path in year.iterdir()} == {"course.toml", "nbgrader_config.py"}
    course, last = registry.load(year), registry.load(repository)
    assert course.id == "custom-autograd-2028" and course.home == repository
    assert [assignment.id for assignment in course.assignments] == [
        assignment.id for assignment in last.assignments
    ]
    assert course.assignment(SHORT).due is None and course.db_url != last.db_url
    assert course.limits == last.limits and course.title == last.title


def test_who_may_only_read_the_repository_begins_a_year_of_it(repository, tmp_path):
    for path in (repository, *repository.rglob("*")):
        path.chmod(path.stat().st_mode & ~0o222)
    # Without this, root writes anywhere.
    command = ["setpriv", "--bounding-set=-dac_override"] if os.getuid() == 0 else []
    (tmp_path / "mine").mkdir()
    (tmp_path / "theirs").mkdir(mode=0o500)
    for place, word in (("mine", ""), ("theirs", "cannot be written")):
        done = subprocess.run(
            [*command, PROGRAMS / "autograder", "new-year", tmp_path / place / "course-2028"],
            cwd=repository,
            capture_output=True,
            text=True,
        )
        assert done.returncode == bool(word) and done.stderr.count("\n") <= 1, done.stderr
        assert word in done.stderr
    assert registry.load(tmp_path / "mine" / "course-2028").home == repository


def test_hand_ins_of_last_year_in_the_same_exchange_are_not_collected(year, repository):
    taken = autograder("collect", SHORT, "exchange", cwd=repository)
    assert "1 unchanged" in taken.stdout
    done = autograder("collect", SHORT, "exchange", cwd=year)
    assert done.returncode == 1 and "custom-autograd-2028" in done.stderr
    assert not (year / "submitted").exists()
    again = autograder("new-year", "../other", "--id", "custom-autograd", cwd=repository)
    assert again.returncode == 1 and "in use" in again.stderr
    assert not (repository.parent / "other").exists()


def test_commands_work_in_the_year_and_mistakes_have_their_names(year, repository):
    def released():
        return {path: path.read_bytes() for path in repository.rglob("*.ipynb")}

    before = released()
    wrong = (answer for answer in answers_of(SHORT) if answer.name == "always_plus_one")
    hand_in(year, "bob", with_blank(next(wrong).source))
    text = (year / "course.toml").read_text().replace("# due", "due").replace(':59"', ':59 UTC"')
    (year / "course.toml").write_text(text)
    done = autograder("grade", SHORT, "--sandbox", "none", cwd=year)
    assert done.returncode == 0 and "2028-04-20" in done.stdout, done.stderr
    outcome = outcome_in(graded_notebook(year, "bob").metadata)
    assert outcome.mistakes.keys() == {"binary_sign"} and outcome.points["int8_backward"] > 0
    for command in (["feedback"], ["report"], ["export"], ["judge", SHORT], ["doctor"]):
        done = autograder(*command, cwd=year)
        assert "Traceback" not in done.stderr and "Error" not in done.stderr, done.stderr
    assert (year / "grades.csv").is_file() and released() == before
    assert not (year / "solutions").exists() and not (repository / "gradebook.db").exists()


def test_nbgrader_releases_the_repositorys_notebooks_from_the_year(year):
    done = nbgrader("release_assignment", SHORT, cwd=year)
    assert done.returncode == 0, done.stderr
    out = year.parent / "exchange" / "custom-autograd-2028" / "outbound" / SHORT / f"{SHORT}.ipynb"
    assert "BEGIN SOLUTION" not in out.read_text()


def test_what_the_year_says_counts(year):
    path = year / "course.toml"
    path.write_text(path.read_text() + "\n[limits]\ncell_seconds = 77\n")
    course = registry.load(year)
    assert course.limits.cell_seconds == 77 and course.limits.memory_mb == 4096


@pytest.mark.parametrize(
    "arguments, words",
    [
        (["../main"], "holds something already"),
        (["inside-2028"], "lies in the repository"),
        (["../next"], "--id"),
    ],
)
def test_a_year_that_cannot_be_made_ends_in_one_line(repository, arguments, words):
    before = {*repository.parent.rglob("*")}
    done = autograder("new-year", *arguments, cwd=repository)
    assert done.returncode == 1 and words in done.stderr and len(done.stderr.splitlines()) == 1
    new = {*repository.parent.rglob("*")} - before
    assert [path for path in new if ".autograder" not in path.parts] == []


@pytest.mark.parametrize(
    "old, new, words",
    [
        ('home = "../main"', 'home = "../gone"', ("is not the course's repository", "gone")),
        ('home = "../main"', "home = 3", ("course-2028",)),
        (f'id = "{SHORT}"', 'id = "02_int8"', ("no assignment '02_int8'",)),
        ("[course]", "[course]\nidd = 1", ("did you mean id",)),
        ("[[assignments]]", "[[assigments]]", ("did you mean assignments",)),
    ],
)
def test_a_slip_in_the_registry_of_a_year_is_one_line(year, old, new, words):
    path = year / "course.toml"
    path.write_text(path.read_text().replace(old, new))
    done = autograder("grade", SHORT, cwd=year)
    assert done.returncode == 1 and len(done.stderr.splitlines()) == 1
    assert all(word in done.stderr for word in words), done.stderr


def test_a_year_follows_the_repository(year, repository):
    """When the repository changes, no year keeps an older copy."""
    path = registry.load(year).assignment(SHORT).solution
    assert path.is_relative_to(repository)
    solution = notebooks.read(path)
    solution.cells[0].source += "\n\nNew."
    nbformat.write(solution, path)
    assert autograder("release", SHORT, "--check", cwd=year).returncode == 1


def without(text, assignment):
    """A registry without an assignment's entry."""
    return re.sub(rf'\[\[assignments\]\]\nid = "{assignment}"\n(?:[^\[].*\n|\n)*', "", text)


def test_an_assignment_is_dropped_as_the_docs_say(year, repository, tmp_path):
    """The recipe once made every command of the year end in an error without a next step."""
    hand_in(year, "bob", with_blank("x = 1"))
    assert autograder("grade", SHORT, "--sandbox", "none", cwd=year).returncode == 0
    assert autograder("export", cwd=year).returncode == 0
    before = exported_grades(year)
    shutil.copytree(repository, tmp_path / "as-it-was")
    path = repository / "course.toml"
    path.write_text(without(path.read_text(), SHORT))
    refused = autograder("export", cwd=year)
    assert refused.returncode == 1 and refused.stderr.count("\n") == 1
    assert "take its entry out of this file, too" in refused.stderr
    own = year / "course.toml"
    whole = own.read_text()
    own.write_text(without(whole, SHORT))
    # It continues, and says whose points the gradebook keeps.
    done = autograder("report", cwd=year)
    assert "has the points of 1 student for 02_int8_binary" in done.stderr
    # A year that is over refers to the repository as it was then.
    own.write_text(whole.replace("../main", str(tmp_path / "as-it-was")))
    assert autograder("export", cwd=year).returncode == 0
    assert exported_grades(year) == before


def test_publish_says_at_once_that_a_copy_has_no_part_for_students(year):
    done = autograder("publish", "../public", "--repository", "ada/course", cwd=year)
    assert done.returncode == 1 and len(done.stderr.splitlines()) == 1
    assert "Run publish in the course's repository" in done.stderr and not done.stdout
