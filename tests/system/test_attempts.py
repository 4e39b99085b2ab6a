"""Several hand-ins of one student: which one counts, and what the page says about each."""

import re

import nbformat
import pytest
from courses import SHORT, autograder, copy_course, exported_grades
from submissions import fill, full_points, perfect, template

TEXTS = {
    "right": nbformat.writes(perfect()),
    "half": nbformat.writes(fill(template(), {})),
}


def put(folder, student, day, what):
    """Hand in through nbgrader's exchange, whose folders keep every hand-in."""
    time = f"2027-04-{day:02} 10:00:00.000000 UTC"
    place = folder / "exchange" / "custom-autograd" / "inbound" / f"{student}+{SHORT}+{time}+x"
    place.mkdir(parents=True)
    (place / f"{SHORT}.ipynb").write_text(TEXTS[what])
    (place / "timestamp.txt").write_text(time)
    (place / "submission_secret.txt").write_text(f"{student}{day}")


def write(folder, **policy):
    """Set what the registry says of all assignments, and when this one is due."""
    path = folder / "course.toml"
    text = re.sub(r"^(attempts|due|late) = .*\n", "", path.read_text(), flags=re.MULTILINE)
    lines = "".join(f'{key} = "{value}"\n' for key, value in policy.items())
    text = text.replace("[course]\n", f"[course]\n{lines}", 1)
    late = 'due = "2027-04-02 12:00 UTC"\nlate = { per_day = 0.1 }\n'
    path.write_text(text.replace(f'id = "{SHORT}"\n', f'id = "{SHORT}"\n{late}'))


@pytest.fixture
def folder(tmp_path):
    folder = copy_course(tmp_path / "course")
    config = folder / "nbgrader_config.py"
    root = str(folder / "exchange")
    config.write_text(f"{config.read_text()}\nget_config().Exchange.root = {root!r}\n")
    return folder


def run(folder, *command):
    done = autograder(*command, cwd=folder)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def collect_and_grade(folder):
    run(folder, "collect", SHORT, "exchange")
    return run(folder, "grade", SHORT, "--sandbox", "none")


def counted(folder):
    """Points and penalty of each student, as exported."""
    run(folder, "export", SHORT)
    rows = exported_grades(folder)
    return {who: (float(row["score"]), float(row["late_penalty"])) for who, row in rows.items()}


def tries(folder, student):
    """What a student's page says of the hand-ins: day, points, whether it counts."""
    run(folder, "feedback", SHORT)
    page = (folder / "feedback" / student / SHORT / f"{SHORT}.html").read_text()
    rows = re.findall(r"<tr><td>2027-04-(\d+) [^<]*</td><td[^>]*>([^<]*)</td><td>(.*?)</td>", page)
    return [(int(day), points, counts) for day, points, counts in rows]


def test_the_policy_says_which_hand_in_counts_and_every_other_place_follows(folder):
    full = full_points()
    for day, what in ((1, "right"), (3, "half"), (5, "right")):
        put(folder, "ada", day, what)
    for day, what in ((1, "half"), (3, "right"), (4, "half")):
        put(folder, "ben", day, what)
    put(folder, "cho", 1, "right")
    write(folder, attempts="best")
    assert "5 graded (2 of them" in collect_and_grade(folder)  # equal ones once
    # Each with the penalty of its own day: ada's first was in time, ben's best was a day late.
    best = {"ada": (full, 0), "ben": (round(0.9 * full, 2), round(0.1 * full, 2)), "cho": (full, 0)}
    assert counted(folder) == best
    assert tries(folder, "ada") == [
        (1, f"{full:g}", "counts"), (3, "0", ""), (5, f"{full:g} − {0.3 * full:g}", ""),
    ]  # fmt: skip
    assert tries(folder, "ben")[1] == (3, f"{full:g} − {0.1 * full:g}", "counts")
    assert tries(folder, "cho") == []

    # The policy changes: nothing runs again, and students whose points change are named.
    write(folder, attempts="last")
    told = autograder("export", SHORT, cwd=folder)
    assert "a different hand-in of ben counts now" in " ".join((told.stdout + told.stderr).split())
    last = {"ada": (round(0.7 * full, 2), round(0.3 * full, 2)), "ben": (0, 0), "cho": (full, 0)}
    assert counted(folder) == last
    assert [row[2] for row in tries(folder, "ben")] == ["", "", "counts"]
    assert "0 graded, 3 unchanged" in collect_and_grade(folder)  # and nothing is collected twice
    write(folder, attempts="best")
    assert counted(folder) == best and len(tries(folder, "ben")) == 3


def test_what_came_earlier_and_was_never_graded_is_named_and_graded_when_it_may_count(folder):
    for day, what in ((1, "right"), (2, "half")):
        put(folder, "ada", day, what)
    collect_and_grade(folder)
    assert counted(folder)["ada"] == (0, 0)
    assert [row[1] for row in tries(folder, "ada")] == ["not graded", "0"]
    write(folder, attempts="best")
    told = autograder("export", SHORT, cwd=folder)
    assert "Run: autograder grade" in " ".join((told.stdout + told.stderr).split())
    assert "1 graded" in collect_and_grade(folder)
    assert counted(folder)["ada"] == (full_points(), 0)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('attempts = "first"', "choose one of last, best"),
        ("hand_ins_per_hour = 0", "give a number such as 3"),
        ("hand_ins_per_hour = true", "give a number such as 3"),
    ],
)
def test_a_policy_that_cannot_be_is_one_line(folder, line, words):
    path = folder / "course.toml"
    path.write_text(path.read_text().replace("[course]\n", f"[course]\n{line}\n", 1))
    done = autograder("export", cwd=folder)
    assert done.returncode == 1 and words in " ".join(done.stderr.split())
