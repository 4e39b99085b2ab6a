"""The suite is the course's, not the repository's: it passes where the course has gone on.

A clone has published under a name of its own, has another language first, and begins a tenth
assignment. Everything is collected there, and what reads the course's own files is run: of what
reads one assignment, that whose turn it is.
"""

import os
import re
import shutil
import subprocess
import sys

import pytest
import turns
from repository import ASSIGNMENTS, COURSE, REPOSITORY

HALF, BLANK = "10_half", "half_written"
READS_THE_COURSE = re.compile(
    r"^from repository import [^)]*?\b(?:COURSE|ASSIGNMENTS|READMES|DOCUMENTS|exercise)\b", re.M
)
# Those of them that run answers, or what is published of the course, for minutes.
SLOW = {
    *("test_answers.py", "test_mistakes.py", "test_backing_records.py", "test_c_grid.py"),
    *("test_gates.py", "test_number_formats.py", "test_held_back.py", "test_c_code.py"),
}


def run(folder, *arguments, exit_status=0):
    """Run a module of the clone, and return what it printed."""
    done = subprocess.run(
        [sys.executable, "-m", *map(str, arguments)],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == exit_status, done.stdout[-9000:] + done.stderr
    return done.stdout


def git(folder, *arguments):
    command = ["git", "-C", folder, "-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
    return subprocess.run([*command, *arguments], check=True, capture_output=True, text=True).stdout


@pytest.fixture(scope="module")
def clone(tmp_path_factory):
    folder = tmp_path_factory.mktemp("published") / "clone"
    git(REPOSITORY, "clone", "--quiet", REPOSITORY, folder)
    # As the files are now, also those that are not committed.
    git(folder, "rm", "-r", "--quiet", ".")
    names = git(REPOSITORY, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    for name in names.strip("\0").split("\0"):
        if (REPOSITORY / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(REPOSITORY / name, folder / name)
    path = folder / "course.toml"
    languages = ", ".join(f'"{language}"' for language in reversed(COURSE.languages))
    text = re.sub(r"^languages = .*", f"languages = [{languages}]", path.read_text(), flags=re.M)
    path.write_text(
        re.sub(r"^repository = .*", 'repository = "grace/her-course"', text, flags=re.M)
    )
    # That they are finished is asked elsewhere, and takes half a minute.
    finished = [word for name in ASSIGNMENTS for word in ("--unfinished", name)]
    run(folder, "autograder", "publish", "../public", *finished)
    run(folder, "autograder", "new", HALF, exit_status=1)
    run(folder, "autograder", "new", f"{HALF}/{BLANK}", exit_status=1)
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "Another course")
    return folder


def test_every_test_is_collected_and_none_is_of_what_is_half_written(clone):
    collect = ("pytest", "--collect-only", "-q", "-p", "no:cacheprovider")
    printed = run(clone, *collect) + run(clone, *collect, "tests/environments")
    tests = [line for line in printed.splitlines() if "::" in line]
    assert len(tests) > 3000 and not [line for line in tests if HALF in line]


def test_what_reads_the_courses_own_files_passes(clone):
    paths = [
        path.relative_to(REPOSITORY)
        for folder in ("unit", "course")
        for path in sorted((REPOSITORY / "tests" / folder).glob("test_*.py"))
        if READS_THE_COURSE.search(path.read_text()) and path.name not in SLOW
    ]
    # `make lab` would make an environment of the clone's own, of 6 GB.
    left_out = {"make_lab", *ASSIGNMENTS} - {*turns.assignments()}
    chosen = ("-k", " and ".join(f"not {name}" for name in sorted(left_out)))
    printed = run(clone, "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", *chosen, *paths)
    assert f"{HALF} was not tested, since it is half written" in printed
