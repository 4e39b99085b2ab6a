"""Only folders and plain files are collected from the exchange."""

import os

import pytest
from courses import SHORT, copy_course, nbgrader

from autograder import registry
from autograder.nbgrader_plugins.exchange import NoPlainFile, copy_plain_files
from autograder.nbgrader_plugins.feedback import copy_files_next_to
from autograder.submission.handed_in import is_plain, read_plain

SECRET = "only the instructor knows this"


def link_to_a_file(folder, secret):
    (folder / f"{SHORT}.ipynb").symlink_to(secret)


def link_to_a_folder(folder, secret):
    (folder / "more").symlink_to(secret.parent)


def link_inside_a_folder(folder, secret):
    (folder / "more").mkdir()
    (folder / "more" / "notes.txt").symlink_to(secret)


def pipe(folder, secret):
    os.mkfifo(folder / "notes.txt")


def too_large(folder, secret):
    with (folder / "notes.txt").open("wb") as file:
        file.truncate(10_000_000)


REFUSED = [link_to_a_file, link_to_a_folder, link_inside_a_folder, pipe, too_large]


@pytest.fixture
def secret(tmp_path):
    path = tmp_path / "instructor" / "secret.txt"
    path.parent.mkdir()
    path.write_text(SECRET)
    return path


@pytest.mark.parametrize("prepare", REFUSED, ids=lambda function: function.__name__)
def test_what_is_no_plain_file_is_refused(prepare, tmp_path, secret):
    (tmp_path / "hand-in").mkdir()
    prepare(tmp_path / "hand-in", secret)
    with pytest.raises(NoPlainFile):
        copy_plain_files(tmp_path / "hand-in", tmp_path / "copy", most=1_000_000)


def test_a_link_in_the_place_of_the_folder_is_refused(tmp_path, secret):
    (tmp_path / "hand-in").symlink_to(secret.parent)
    with pytest.raises(NoPlainFile, match="not a folder"):
        copy_plain_files(tmp_path / "hand-in", tmp_path / "copy", most=1_000_000)


def test_nbgrader_collects_the_honest_and_names_the_others(tmp_path, secret):
    """With nbgrader's own command and exchange."""
    folder = copy_course(tmp_path / "course")
    inbound = tmp_path / "exchange" / "custom-autograd" / "inbound"
    for number, prepare in enumerate([*REFUSED[:4], None]):
        student = f"student{number}"
        handed_in = inbound / f"{student}+{SHORT}+2026-11-22 10:00:00 UTC+random"
        handed_in.mkdir(parents=True)
        (handed_in / "timestamp.txt").write_text("2026-11-22 10:00:00 UTC")
        if prepare:
            prepare(handed_in, secret)
        else:
            (handed_in / f"{SHORT}.ipynb").write_text("{}")
    collected = nbgrader("collect", SHORT, f"--Exchange.root={tmp_path / 'exchange'}", cwd=folder)
    submitted = [path.parent.name for path in (folder / "submitted").glob(f"*/{SHORT}")]
    assert submitted == ["student4"]
    assert collected.stderr.count("was not collected") == 4, collected.stderr
    assert SECRET not in "".join(
        path.read_text() for path in (folder / "submitted").rglob("*") if path.is_file()
    )


@pytest.mark.parametrize("prepare", [link_to_a_file, pipe], ids=lambda function: function.__name__)
def test_only_a_plain_file_of_a_plain_folder_is_read(prepare, tmp_path, secret):
    folder = tmp_path / "submitted" / "ada" / SHORT
    folder.mkdir(parents=True)
    prepare(folder, secret)
    (path,) = folder.iterdir()
    assert not is_plain(path) and read_plain(path) is None
    (folder / "a.txt").write_text("hers")
    assert read_plain(folder / "a.txt", most=3) == b"her"
    # A folder that is a link leads to somebody else's files as well.
    (tmp_path / "submitted" / "bob").mkdir()
    for linked in ("submitted/bob/" + SHORT, "submitted/eve"):
        target = folder if linked.endswith(SHORT) else folder.parent
        (tmp_path / linked).symlink_to(target, target_is_directory=True)
    assert read_plain(tmp_path / "submitted" / "bob" / SHORT / "a.txt") is None
    assert read_plain(tmp_path / "submitted" / "eve" / SHORT / "a.txt") is None


def test_feedback_takes_no_file_through_a_link(course_dir, secret):
    """It would lie next to the page, where the student finds it."""
    course = registry.load(course_dir)
    folder = course.assignment(SHORT).submitted("ada")
    folder.mkdir(parents=True)
    (folder / "submission_secret.txt").symlink_to(secret)
    (folder / "timestamp.txt").write_text("2026-01-01 12:00:00 UTC\n")
    target = course.assignment(SHORT).feedback("ada")
    copy_files_next_to(folder, target)
    assert [path.name for path in target.parent.iterdir()] == ["timestamp.txt"]
