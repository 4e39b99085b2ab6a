"""Of what lies in the exchange only folders and plain files are collected."""

import os

import pytest
from courses import SHORT, copy_course, nbgrader

from autograder.nbgrader_ext.collect import NoPlainFile, copy_plain_files

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


@pytest.mark.parametrize("prepare", REFUSED, ids=lambda one: one.__name__)
def test_what_is_no_plain_file_is_refused(prepare, tmp_path, secret):
    (tmp_path / "hand-in").mkdir()
    prepare(tmp_path / "hand-in", secret)
    with pytest.raises(NoPlainFile):
        copy_plain_files(tmp_path / "hand-in", tmp_path / "copy", most=1_000_000)


def test_a_link_in_the_place_of_the_folder_is_refused(tmp_path, secret):
    (tmp_path / "hand-in").symlink_to(secret.parent)
    with pytest.raises(NoPlainFile, match="not a folder"):
        copy_plain_files(tmp_path / "hand-in", tmp_path / "copy", most=1_000_000)


@pytest.mark.slow
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
