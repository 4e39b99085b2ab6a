"""`make bench-marking`: what it takes to mark 200 written answers, beside nbgrader's formgrader.

A program acts as the teacher: it knows which rubric items apply to each answer, and marks with keys
alone, on the marking page in Debian's chromium. In each group it decides on the first answer, and
ticks the others to which the same items apply; the rest comes again. It measures decisions, keys,
and the seconds that the page needs; and for the formgrader, the seconds until a submission can be
graded, of which there are 200.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Page as Tab
from playwright.sync_api import sync_playwright

from autograder import notebooks, registry, release_steps
from autograder.answers import blanks
from autograder.course import Course
from autograder.gradebook import database
from benchmarks import formgrader, made_up_class
from benchmarks.made_up_class import REPOSITORY, best_sandbox
from benchmarks.measured import Page, Table, add_pages

ASSIGNMENT, QUESTION = "02_int8_binary", "find_the_cheat"
# Written for this; each line has the numbers of the rubric items that apply, and the answer.
ANSWERS = Path(__file__).parent / "written_answers.txt"
GOAL = 40  # decisions
PAGE = Page(
    "marking",
    "What it takes to mark written answers",
    "make bench-marking",
    """\
A teacher who is a program, and knows which rubric items hold of each answer, marks them by keys
alone. In each group it decides on the first answer, and ticks the others of which the same items
hold; the rest comes again. In the formgrader each answer is a decision, and a page to open. The
goal is 40 decisions for 200 answers.
""",
)


def main() -> int:
    """Measure and print; the exit status is 1 if the goal is missed, or an answer is misjudged."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--answers", type=int, default=200, help="how many, from the file's end")
    add_pages(parser)
    options = parser.parse_args()
    lines = ANSWERS.read_text("utf-8").splitlines()[-options.answers :]
    labels = {f"s{n:03}": tuple(map(int, line.split("|")[0])) for n, line in enumerate(lines)}
    with tempfile.TemporaryDirectory(prefix="labkit-bench-") as folder:
        course = _graded(Path(folder, "course"), [line.split("|", 1)[1] for line in lines])
        decisions, keys, seconds = _mark(course, lines)
        wrong = _misjudged(course, labels)
        marked = Table("answers", "decisions", "keys", "misjudged", "seconds that the page needed")
        marked.add(len(lines), decisions, keys, wrong, f"{seconds:.1f}")
        opened = Table(
            "formgrader's settings", "submission", "seconds", "core-seconds of the server"
        )
        formgrader.measured(course, ASSIGNMENT, opened)
    PAGE.write({f"{len(lines)} answers of {QUESTION}": f"{marked}\n\n{opened}"}, options.pages)
    return 0 if decisions <= GOAL and not wrong else 1


def _graded(folder: Path, texts: list[str]) -> Course:
    course = made_up_class.prepare(registry.load(REPOSITORY), folder)
    assignment = course.assignment(ASSIGNMENT)
    given = release_steps.released(assignment, course.languages[0])
    for number, text in enumerate(texts):
        path = assignment.submitted(f"s{number:03}") / f"{ASSIGNMENT}.ipynb"
        notebooks.write(path, notebooks.as_text(blanks.fill(given, {QUESTION: text})))
    grading = [sys.executable, "-m", "autograder", "grade", ASSIGNMENT]
    grading += ["--sandbox", best_sandbox()]
    subprocess.run(grading, cwd=course.root, check=True, stdout=subprocess.DEVNULL)
    return course


def _mark(course: Course, lines: list[str]) -> tuple[int, int, float]:
    """Decisions, keys, and seconds that the teacher waited for the page."""
    labels = {
        " ".join(text.split()): label for label, text in (line.split("|", 1) for line in lines)
    }
    command = [sys.executable, "-m", "autograder", "mark", ASSIGNMENT, "--no-browser"]
    server = subprocess.Popen(command, cwd=course.root, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout
        found = re.search(r"http://\S+", server.stdout.readline())
        assert found
        with sync_playwright() as playwright:
            program = shutil.which("chromium") or shutil.which("chromium-browser")
            browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
            tab = browser.new_page(viewport={"width": 1280, "height": 800})
            tab.goto(found[0])
            return _by_keys(tab, labels)
    finally:
        server.terminate()


def _by_keys(tab: Tab, labels: dict[str, str]) -> tuple[int, int, float]:
    decisions, keys, waited = 0, 0, 0.0
    while True:
        started = time.monotonic()
        tab.wait_for_selector(f"[data-decisions='{decisions}']")
        waited += time.monotonic() - started
        texts = [" ".join(text.split()) for text in tab.locator("#answers div").all_inner_texts()]
        shown = [
            labels[re.sub(r" \d+ students?$", "", text)] for text in texts if "student" in text
        ]
        if not shown:
            return decisions, keys, waited
        label = shown[0]
        ticked = [box.is_checked() for box in tab.locator("#answers input").all()]
        pressed, at = list(label) or ["0"], 0
        for number, said in enumerate(shown):
            if (said == label) != ticked[number]:
                pressed += ["j"] * (number - at) + ["x"]
                at = number
        for key in [*pressed, "Enter"]:
            tab.keyboard.press(key)
        keys += len(pressed) + 1
        while "not been on the screen" in tab.inner_text("#told"):
            tab.keyboard.press("Enter")
            keys += 1
        decisions += 1


def _misjudged(course: Course, labels: dict[str, tuple[int, ...]]) -> int:
    """Answers whose points are not what their rubric items give, a point each."""
    with database.opened(course) as opened:
        given = {
            submission.student_id: grade.manual_score
            for submission in opened.assignment_submissions(ASSIGNMENT)
            for grade in submission.notebooks[0].grades
            if grade.name == QUESTION
        }
    return sum(given[student] != len(items) for student, items in labels.items())


if __name__ == "__main__":
    sys.exit(main())
