"""A hand-in alone: `autograder check`, and the zip and the results that Gradescope gets."""

import json
import os
import re
import subprocess
import zipfile
from pathlib import Path

import nbformat
import pytest
from courses import SHORT, autograder, copy_course, hand_in
from downloads import archive
from repository import COURSE, REPOSITORY, answers_of, exercise
from submissions import template, with_blank

from autograder import registry
from autograder.answers.blanks import fill
from autograder.engine.engine import Setting
from autograder.engine.pool import Executor
from autograder.grade_one import check
from autograder.gradescope.__main__ import main
from autograder.gradescope.results import not_graded, results, write_results
from autograder.grading import Grader
from autograder.runtime import RUNTIME
from benchmarks.made_up_class import damaged_by_colab
from labkit import reference

# The first known answers of each blank; GRADESCOPE=100 takes all.
MOST = int(os.environ.get("GRADESCOPE", "2"))
MISTAKE = with_blank("def binary_sign(x):\n    return x")


@pytest.fixture(scope="module")
def executor():
    with Executor(Setting("none", COURSE.limits, RUNTIME), 2) as executor:
        yield executor


@pytest.fixture(scope="module")
def shown(executor, tmp_path_factory):
    """What Gradescope shows of a hand-in with a mistake: in a zip, under any name, by Colab."""
    text = damaged_by_colab(nbformat.writes(MISTAKE))
    source = archive(tmp_path_factory.mktemp("in") / "work.zip", {"x/My work (1).ipynb": text})
    return results(check(COURSE, Path(source), executor))


@pytest.mark.parametrize("assignment", ["01_custom_function", "06_number_formats"])
def test_a_hand_in_has_the_points_that_it_has_in_a_class(assignment, executor, tmp_path):
    """The known answers, side by side: in each notebook one of each blank."""
    by_blank = {}
    for answer in answers_of(assignment):
        by_blank.setdefault(answer.blank, []).append(answer.source)
    count = min(MOST, max(map(len, by_blank.values())))
    folder = copy_course(tmp_path / "course", whole=True)
    here = registry.load(folder).assignment(assignment)
    for number in range(count):
        sources = {blank: some[number % len(some)] for blank, some in by_blank.items()}
        hand_in(folder, f"s{number:03}", fill(exercise(assignment), sources), assignment)
    grader = Grader(here, executor, names=False)
    graded = {
        result.student: result for result in grader.grade(grader.jobs(here.students(), force=True))
    }
    assert len(graded) == count
    for student, outcome in graded.items():
        alone = check(COURSE, here.submitted(student), executor, assignment, names=False)
        assert alone.outcome.points == outcome.points, student
        said = results(alone)
        assert said["score"] == outcome.total
        assert (
            round(sum(shown_test.get("score", 0) for shown_test in said["tests"]), 2)
            == outcome.total
        )


def test_students_see_each_card_and_of_hidden_records_the_names_alone(shown):
    sign = next(shown_test for shown_test in shown["tests"] if "binary_sign" in shown_test["name"])
    assert sign["status"] == "failed" and sign["score"] < sign["max_score"] == 3
    assert sign["output_format"] == "html" and "labkit-card" in sign["output"]
    seen, _, hidden = sign["output"].partition("only their names are shown")
    assert "expected" in seen and "float64" in hidden and "expected" not in hidden
    assert not re.search(r"tensor\(|\d\.\d{3}", hidden)
    known = {record.name for record in reference.load("binary_sign").evidence.records}
    assert "float64" not in known
    assert shown["score"] == sum(shown_test.get("score", 0) for shown_test in shown["tests"])
    assert shown["stdout_visibility"] == "hidden"


def test_the_cards_are_in_the_language_of_the_notebook(executor, tmp_path):
    (tmp_path / "x.ipynb").write_text(nbformat.writes(template("ja")))
    said = results(check(COURSE, tmp_path / "x.ipynb", executor))
    assert any("\u3053" <= letter <= "\u30ff" for letter in said["tests"][0]["output"])
    assert said["score"] == 0


TROUBLE = {
    "no notebook": {"notes.txt": "I did it"},
    "a PDF": {"work.pdf": "%PDF-1.7 ..."},
    "cut off": {"work.ipynb": nbformat.writes(MISTAKE)[:3000]},
    "two": {"a.ipynb": nbformat.writes(MISTAKE), "b.ipynb": nbformat.writes(template())},
    "nothing": {},
}


@pytest.mark.parametrize("case", TROUBLE)
def test_what_cannot_be_graded_has_results_that_say_why(case, executor, tmp_path):
    for name, text in TROUBLE[case].items():
        (tmp_path / name).write_text(text)
    said = results(check(COURSE, tmp_path, executor, SHORT))
    assert said["score"] == 0 and not any(shown_test.get("score") for shown_test in said["tests"])
    assert len(said["output"]) > 40


CRASHES = {
    "exit": "import os; os._exit(0)",
    "memory": "held = []\nwhile True: held.append(bytearray(10_000_000))",
    "forged": "import json; print(json.dumps({'score': 100}))\nopen('results.json', 'w')",
}


@pytest.mark.parametrize("case", CRASHES)
def test_whatever_a_notebook_does_it_gets_no_more_than_was_judged(case, executor, tmp_path):
    source = f"def binary_sign(x):\n    return x\n{CRASHES[case]}"
    (tmp_path / "x.ipynb").write_text(nbformat.writes(with_blank(source)))
    said = results(check(COURSE, tmp_path / "x.ipynb", executor))
    sign = next(shown_test for shown_test in said["tests"] if "binary_sign" in shown_test["name"])
    assert sign["score"] < 3 and said["score"] <= 9


def test_on_a_full_disk_the_results_that_stand_there_stay(tmp_path):
    path = tmp_path / "results.json"
    path.write_text("what is shown until then")
    path.with_suffix(".new").symlink_to("/dev/full")
    with pytest.raises(OSError, match="No space left"):
        write_results(path, {"score": 3})
    assert path.read_text() == "what is shown until then"


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """The zip, made in a year whose course.toml has something of single students."""
    root = tmp_path_factory.mktemp("zip")
    year = root / "year-2027"
    assert autograder("new-year", year).returncode == 0
    path = year / "course.toml"
    mine = 'due = "2027-04-20 12:00 UTC"\nextensions = { ada = "2027-04-21 12:00 UTC" }\n'
    entry = f'id = "{SHORT}"\n'
    path.write_text(path.read_text().replace(entry, entry + mine))
    done = autograder("gradescope", SHORT, "--to", root / "02.zip", cwd=year)
    assert done.returncode == 0 and "show it to no one" in done.stderr
    return root / "02.zip"


def test_the_zip_is_for_its_owner_and_holds_one_assignment(made):
    assert made.stat().st_mode & 0o777 == 0o600
    with zipfile.ZipFile(made) as opened:
        names = opened.namelist()
        texts = {name: opened.read(name) for name in names}
        runs = {name for name in names if opened.getinfo(name).external_attr >> 16 & 0o111}
    assert runs == {"setup.sh", "run_autograder"} <= {*names}
    (wheel,) = (name for name in names if name.endswith(".whl"))
    others = {*names} - {wheel}
    assert not any("answers/" in name and SHORT not in name for name in others)
    assert [name for name in names if "solutions/" in name] == [
        f"course/solutions/{SHORT}/{SHORT}.ipynb"
    ]
    assert b"ada" not in texts["course/course.toml"]
    lock = texts["requirements.txt"].decode()
    assert "\ntorch==" in lock and "\nnbgrader==" in f"\n{lock}"
    assert not re.search(r"^(nvidia|cuda|triton|jupyterlab=|distributed|scipy)", lock, re.MULTILINE)
    said = json.loads(texts["not_graded.json"])
    assert said["score"] == 0 and said["tests"] == [] and said == not_graded(COURSE.languages)


def test_the_wheel_holds_nothing_secret(made, tmp_path):
    with zipfile.ZipFile(made) as opened:
        (name,) = (name for name in opened.namelist() if name.endswith(".whl"))
        opened.extract(name, tmp_path)
    with zipfile.ZipFile(tmp_path / name) as wheel:
        tops = {member.split("/")[0] for member in wheel.namelist()}
        assert {"autograder", "labkit"} < tops and len(tops) == 3
        assert not any("__pycache__" in member for member in wheel.namelist())


def test_its_scripts_are_bash_and_fail_loudly():
    for name in ("setup.sh", "run_autograder"):
        path = REPOSITORY / "autograder" / "gradescope" / name
        assert subprocess.run(["bash", "-n", path], check=False).returncode == 0
    setup = (REPOSITORY / "autograder" / "gradescope" / "setup.sh").read_text()
    assert "set -euo pipefail" in setup and "ERR" in setup


PLACES = {
    "in the repository": (REPOSITORY / "build" / "02.zip", "holds solutions and answers"),
    "where publish wrote": ("public/02.zip", "is published or pushed"),
    "in a clone": ("clone/sub/02.zip", "is published or pushed"),
    "it is there": ("there.zip", "File exists"),
    "no folder": ("none/02.zip", "No such file"),
}


@pytest.mark.parametrize("place", PLACES)
def test_the_zip_never_lies_where_it_could_be_published(place, tmp_path):
    to, why = PLACES[place]
    (tmp_path / "public").mkdir()
    (tmp_path / "public" / ".published").touch()
    (tmp_path / "clone" / ".git").mkdir(parents=True)
    (tmp_path / "clone" / "sub").mkdir()
    (tmp_path / "there.zip").write_text("mine")
    done = autograder("gradescope", SHORT, "--to", tmp_path / to)
    assert done.returncode == 1 and why in " ".join(done.stderr.split())
    assert not (tmp_path / to).is_file() or (tmp_path / to).read_text() == "mine"


def test_the_container_grades_what_was_handed_in(made, tmp_path):
    with zipfile.ZipFile(made) as opened:
        opened.extractall(tmp_path / "source")
    for name in ("submission", "results"):
        (tmp_path / name).mkdir()
    (tmp_path / "submission" / "My work.ipynb").write_text(nbformat.writes(MISTAKE))
    main(SHORT, tmp_path, "none")
    said = json.loads((tmp_path / "results" / "results.json").read_text())
    assert 6 <= said["score"] < 9 and len(said["tests"]) > 3


def test_check_prints_the_cards_of_one_file(tmp_path):
    path = tmp_path / "any name.ipynb"
    path.write_text(nbformat.writes(MISTAKE))
    done = autograder("check", path, "--sandbox", "none")
    assert done.returncode == 0 and "binary_sign" in done.stdout and SHORT in done.stdout
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


NOTHING = {
    "none": ("none.ipynb", None, "there is no"),
    "of no assignment": ("x.ipynb", '{"cells": []}', "id with --assignment"),
}


@pytest.mark.parametrize("case", NOTHING)
def test_check_says_in_one_line_what_it_cannot_grade(case, tmp_path):
    name, text, why = NOTHING[case]
    if text:
        (tmp_path / name).write_text(text)
    done = autograder("check", tmp_path / name, "--sandbox", "none")
    assert done.returncode == 1 and why in done.stderr and "Traceback" not in done.stderr
