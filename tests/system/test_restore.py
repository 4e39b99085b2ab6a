"""A backup is one command, and so is its return: the same points, pages, decisions and keys."""

import zipfile

import pytest
from courses import SHORT, autograder, copy_course, exported_grades, hand_in
from submissions import BLANK, fill, perfect


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """A year under way: points by hand, a decision, a group, an earlier hand-in, a question."""
    folder = copy_course(tmp_path_factory.mktemp("restore") / "course")
    (folder / "students.csv").write_text("student,name\nada,Ada\nben,Ben\ncho,山田\n")
    path = folder / "course.toml"
    lines = 'groups = { team = ["ada", "cho"] }\nattempts = "best"\n'
    path.write_text(path.read_text().replace(f'id = "{SHORT}"\n', f'id = "{SHORT}"\n{lines}'))
    hand_in(folder, "ada", perfect())
    hand_in(folder, "ben", fill(perfect(), {BLANK: "binary_sign = None"}))
    hand_in(folder, "eve", "%PDF-1.7")
    autograder("grade", SHORT, "--sandbox", "none", cwd=folder)
    run(folder, "review", SHORT, "eve", "--zero", "--sentence", "A PDF cannot be graded.")
    run(folder, "feedback", SHORT)
    return folder


def run(folder, *words):
    done = autograder(*words, cwd=folder)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def pages(folder):
    return {
        path.relative_to(folder): path.read_bytes()
        for path in (folder / "feedback").rglob("*.html")
    }


def test_a_year_comes_back_as_it_was(course, tmp_path):
    run(course, "archive", tmp_path / "backup.zip")
    shown = run(tmp_path, "restore", "backup.zip", "course")
    assert "Wrote" in shown
    again = tmp_path / "course"
    for name in ("solutions", "resources", "exercises"):  # of the repository, which is this folder
        if not (again / name).exists():
            (again / name).symlink_to(course / name)
    run(course, "export", SHORT)
    run(again, "export", SHORT)
    assert exported_grades(again) == exported_grades(course)
    assert pages(again) == pages(course) and pages(course)
    run(again, "feedback", SHORT)
    assert pages(again) == pages(course)
    assert run(again, "review", SHORT) == run(course, "review", SHORT)
    assert "0 graded" in run(again, "grade", SHORT, "--sandbox", "none")


def damaged(folder):
    """A zip with one wrong byte."""
    path = of(folder, "d.zip", **{"course.toml": "abcdefgh" * 9})
    data = path.read_bytes()
    path.write_bytes(data.replace(b"abcdefgh", b"abcdefgX", 1))
    return path


def of(folder, name, **files):
    path = folder / name
    with zipfile.ZipFile(path, "w") as archive:
        for inner, text in files.items():
            archive.writestr(inner, text)
    return path


BAD = {
    "no archive": lambda folder: (folder / "a.zip", (folder / "a.zip").write_text("PK"))[0],
    "nothing there": lambda folder: folder / "none.zip",
    "a damaged one": damaged,
    "another zip": lambda folder: of(folder, "b.zip", **{"lab.ipynb": "{}"}),
    "a path outside": lambda folder: of(
        folder, "c.zip", **{"course.toml": "", "../../escaped.txt": "x"}
    ),
}


@pytest.mark.parametrize("case", BAD)
def test_what_is_no_archive_is_refused_in_one_line_and_nothing_is_written(case, tmp_path):
    source = BAD[case](tmp_path)
    before = sorted(tmp_path.rglob("*"))
    done = autograder("restore", source, tmp_path / "new", cwd=tmp_path)
    assert done.returncode == 1 and done.stderr.count("\n") == 1
    assert sorted(tmp_path.rglob("*")) == before


def test_a_folder_that_holds_something_is_left_as_it_is(course, tmp_path):
    run(course, "archive", tmp_path / "backup.zip")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine.txt").write_text("mine")
    done = autograder("restore", tmp_path / "backup.zip", tmp_path / "full", cwd=tmp_path)
    assert done.returncode == 1 and "Name a new folder" in done.stderr
    assert [path.name for path in (tmp_path / "full").iterdir()] == ["mine.txt"]
