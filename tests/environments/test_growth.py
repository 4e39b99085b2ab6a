"""A command's cost grows in proportion to the class: counted in calls, which do not depend on
load."""

import cProfile
import pstats
import shutil
from dataclasses import replace

import pytest
from courses import SHORT, autograder, copy_course, hand_in, sandbox_option
from submissions import perfect

from autograder import notebooks, registry
from autograder.gradebook import attempts, database, store

SIZES = (20, 100)
COMMANDS = {
    "grade": ("grade", SHORT, "--no-names"),  # which finds nothing to do
    "judge": ("judge", SHORT),
    "feedback": ("feedback", SHORT),
    "report": ("report", SHORT),
    "export": ("export",),
    "review": ("review", SHORT),
    "collect": ("collect", SHORT, "inbox"),
}


@pytest.fixture(scope="module")
def courses(tmp_path_factory):
    """Two courses, in which everybody has the hand-in of a student who was graded."""
    first = copy_course(tmp_path_factory.mktemp("grown") / "graded")
    hand_in(first, "s000", perfect(1))
    graded = autograder("grade", SHORT, "--no-names", *sandbox_option(), cwd=first)
    assert graded.returncode == 0, graded.stderr
    made = {}
    for size in SIZES:
        folder = first.parent / f"of{size}"
        shutil.copytree(first, folder)
        course = registry.load(folder)
        assignment = course.assignment(SHORT)
        executed = notebooks.read(assignment.autograded("s000"))
        outcome = attempts.outcome_of(assignment.autograded("s000"))
        with database.connected(course):
            for n in range(1, size):
                student = f"s{n:03}"
                shutil.copytree(assignment.submitted("s000"), assignment.submitted(student))
                store.save(assignment, executed, replace(outcome, student=student))
        (folder / "inbox").mkdir()
        for n in range(size):
            notebook = notebooks.as_short_text(perfect(1))
            (folder / "inbox" / f"s{n:03}.ipynb").write_text(notebook)
        (folder / "students.csv").write_text(
            "student\n" + "".join(f"s{n:03}\n" for n in range(size))
        )
        made[size] = folder
    return made


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_costs_what_its_class_is_large(courses, command):
    calls = {size: calls_of(COMMANDS[command], folder) for size, folder in courses.items()}
    small, large = (calls[size] for size in SIZES)
    # Reading settings and starting costs the same for any class.
    assert large < 1.2 * SIZES[1] / SIZES[0] * small, calls


def test_what_has_not_changed_is_not_parsed_again(courses, monkeypatch):
    """Nor is a line printed for each student for whom a run found nothing new."""
    parsed, printed, loads = {}, {}, notebooks.fast_json.loads
    for size, folder in courses.items():
        autograder(*COMMANDS["grade"], *sandbox_option(), cwd=folder)  # what other tests changed
        texts = []
        monkeypatch.setattr(
            notebooks.fast_json, "loads", lambda text, texts=texts: texts.append(1) or loads(text)
        )
        done = autograder(*COMMANDS["grade"], *sandbox_option(), cwd=folder)
        assert done.returncode == 0 and f"{size} unchanged" in done.stdout
        parsed[size], printed[size] = len(texts), len(done.stdout.splitlines())
    for counted in (parsed, printed):
        assert len(set(counted.values())) == 1, counted


def calls_of(command, folder):
    profile = cProfile.Profile()
    options = sandbox_option() if command[0] == "grade" else ()
    done = profile.runcall(autograder, *command, *options, cwd=folder)
    assert done.returncode in (0, 1), done.stderr
    return pstats.Stats(profile).total_calls
