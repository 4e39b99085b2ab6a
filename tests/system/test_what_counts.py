"""Whatever command is the first after a change of groups, attempts or dates: the same work counts.

For each student the gradebook and the evidence belong to the hand-in that counts by the current
registry, after that command and after every other.
"""

import re
import shutil

import pytest
from courses import SHORT, autograder, change_a_share, copy_course, graded_notebook, hand_in
from submissions import BLANK, fill, perfect, with_blank

from autograder import notebooks, registry
from autograder.gradebook import database
from autograder.gradebook.attempts import digest
from autograder.judging.outcome import outcome_in

WORK = {
    "ada": with_blank("binary_sign = None"),
    "ben": perfect(),
    "cho": fill(perfect(), {"int8_float": "", "int8_backward": ""}),
    "earlier": perfect(1),
}
BEST, TEAM = 'attempts = "best"\n', 'groups = { team = ["ada", "ben"] }\n'
# ben's came a day late, and costs half, unless there is more time for whom it counts.
LATE = 'due = "2027-04-20 12:00 UTC"\nlate = { per_day = 0.5 }\n'
# What the registry says, and whose hand-in then counts for ada, for ben and for cho.
CHANGES = {
    "nothing": (BEST + TEAM, "ben ben earlier"),
    "the group is dissolved": (BEST, "ada ben earlier"),
    "another group": (BEST + 'groups = { team = ["ada", "cho"] }\n', "earlier ben earlier"),
    "two groups": (BEST + 'groups = { a = ["ada"], b = ["cho", "ben"] }\n', "ada ben ben"),
    "the last one counts": ('attempts = "last"\n' + TEAM, "ben ben cho"),
    "dissolved, and the last one counts": ('attempts = "last"\n', "ada ben cho"),
    "a due date": (BEST + TEAM + LATE, "ada ada earlier"),
    "more time for one": (
        BEST + TEAM + LATE + 'extensions = { ben = "2027-04-22 12:00 UTC" }\n',
        "ada ben earlier",
    ),
}
COMMANDS = {
    "grade": ("grade", SHORT, "--sandbox", "none"),
    "judge": ("judge", SHORT),
    "feedback": ("feedback", SHORT),
    "report": ("report", SHORT),
    "export": ("export", SHORT),
    "inquiry": ("inquiry", "1"),
    "ask": ("ask", SHORT, "--student", "ada", "--sandbox", "none"),
}


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    folder = copy_course(tmp_path_factory.mktemp("counts") / "course")
    (folder / "students.csv").write_text("student\nada\nben\ncho\n")
    write(folder, CHANGES["nothing"][0])
    for day, student in enumerate(("ada", "cho", "ben"), start=19):
        hand_in(folder, student, WORK[student])
        place = folder / "submitted" / student / SHORT
        (place / "timestamp.txt").write_text(f"2027-04-{day} 13:00:00 UTC")
    before = folder / "collected" / "earlier" / SHORT / "cho" / "2027-04-10"
    before.mkdir(parents=True)
    notebooks.write(before / f"{SHORT}.ipynb", notebooks.as_text(WORK["earlier"]))
    (before / "timestamp.txt").write_text("2027-04-10 12:00:00 UTC")
    for command in ("grade", "feedback"):
        run(folder, command)
    page = (folder / "feedback" / "ada" / SHORT / f"{SHORT}.html").read_text()
    (line,) = re.findall(rf"\[inquiry {SHORT} {BLANK} [A-Z2-7-]+\]", page)
    (folder / "question.txt").write_text(f"Why?\n{line}\n")
    assert autograder("inquiry", folder / "question.txt", cwd=folder).returncode == 0
    return folder


def write(folder, lines):
    path = folder / "course.toml"
    text = re.sub(r"(?m)^(?:groups|attempts|due|late|extensions) = .*\n", "", path.read_text())
    entry = f'id = "{SHORT}"\n'
    path.write_text(text.replace(entry, entry + lines))


def run(folder, name):
    done = autograder(*COMMANDS[name], cwd=folder)
    assert done.returncode == 0, done.stderr
    return done


def counting(folder):
    """Whose hand-in is entered for each student; and that the gradebook has its points."""
    assignment = registry.load(folder).assignment(SHORT)
    places = {who: folder / "submitted" / who / SHORT for who in ("ada", "ben", "cho")}
    places["earlier"] = folder / "collected" / "earlier" / SHORT / "cho" / "2027-04-10"
    by_digest = {digest(assignment, place): name for name, place in places.items()}
    found = []
    for student in ("ada", "ben", "cho"):
        outcome = outcome_in(graded_notebook(folder, student).metadata)
        found.append(by_digest[outcome.key.submission])
        with database.opened(registry.load(folder)) as book:
            row = book.find_submission(SHORT, student)
            assert sum(grade.auto_score or 0 for grade in row.notebooks[0].grades) == outcome.total
    return " ".join(found)


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("change", CHANGES)
def test_after_any_change_any_command_enters_what_counts(graded, tmp_path, change, command):
    lines, wanted = CHANGES[change]
    folder = shutil.copytree(graded, tmp_path / "course")
    write(folder, lines)
    if command == "judge":
        change_a_share(folder)
    run(folder, command)
    assert counting(folder) == wanted
    run(folder, "export")
    assert counting(folder) == wanted


def test_points_judged_again_after_a_group_was_dissolved_stay_with_their_own(graded, tmp_path):
    """An export had entered what counts; the kept evidence of the other member came back."""
    folder = shutil.copytree(graded, tmp_path / "course")
    write(folder, BEST)
    run(folder, "export")
    change_a_share(folder)
    run(folder, "judge")
    assert counting(folder) == "ada ben earlier"


@pytest.mark.parametrize("command", ["report", "export", "feedback", "judge"])
def test_no_command_reads_what_was_graded_twice(graded, tmp_path, monkeypatch, command):
    """A class of thousands has a file for each, of which only the outcome is wanted."""
    folder, read = shutil.copytree(graded, tmp_path / "course"), []
    real = notebooks.read_metadata
    monkeypatch.setattr(notebooks, "read_metadata", lambda path: read.append(path) or real(path))
    run(folder, command)
    assert len(read) == len({*read}) > 0


def test_pages_are_written_for_whom_a_hand_in_counts_now(graded, tmp_path):
    folder = shutil.copytree(graded, tmp_path / "course")
    with (folder / "students.csv").open("a") as file:
        file.write("dan\n")
    write(folder, BEST + 'groups = { team = ["ben", "dan"] }\n')
    run(folder, "feedback")
    assert (folder / "feedback" / "dan" / SHORT / f"{SHORT}.html").is_file()
    run(folder, "report")
    assert ">dan<" in (folder / "reports" / f"{SHORT}.html").read_text()
