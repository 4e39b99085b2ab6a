"""`make bench-watch`: how long after a file's arrival its page and points are there.

Made-up students hand in one after the other while ``autograder watch`` is at work, each at a random
moment, for an assignment without training. The time is measured from the file in its place to the
page, which is written last: the median, the 95th percentile and the greatest, with the machine's
load before and after.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from autograder import notebooks
from autograder.course import Course
from benchmarks.made_up_class import best_sandbox, make_course
from benchmarks.measured import Page, Table, add_pages
from benchmarks.options import add_assignment

GOAL = 1.0  # seconds, for the 95th percentile of an assignment without training
PATIENCE = 60.0  # seconds for one arrival
PAGE = Page(
    "watch",
    "How long a hand-in waits for its page",
    "make bench-watch",
    """\
Made-up students hand in one after the other while `autograder watch` is at work. Seconds from the
file in its place to the page, which is written last; the goal is one second at the 95th percentile,
for an assignment without training. [Examination](examination.md) has the same in a rush.
""",
)


def main() -> int:
    """Measure and print; the exit status is 1 if the goal is missed."""
    options = _options()
    sandbox = best_sandbox()
    with tempfile.TemporaryDirectory(prefix="labkit-bench-") as folder:
        course = make_course(Path(folder, "course"), options.assignment, options.arrivals)
        texts = _taken_back(course, options.assignment)
        before = _load()
        ordered = sorted(_measured(course, options, sandbox, texts))
    p95 = statistics.quantiles([*ordered, ordered[-1]], n=20, method="inclusive")[-1]
    shown = Table("arrivals", "median", "95th percentile", "greatest", "load before", "load after")
    seconds = (f"{value:.2f}" for value in (statistics.median(ordered), p95, ordered[-1]))
    shown.add(len(ordered), *seconds, before, _load())
    print(f"sandbox {sandbox}; goal: {GOAL:g} s at the 95th percentile")
    PAGE.write({options.assignment: str(shown)}, options.pages)
    return 0 if p95 <= GOAL else 1


def _measured(
    course: Course, options: argparse.Namespace, sandbox: str, texts: list[str]
) -> list[float]:
    command = [sys.executable, "-m", "autograder", "watch", options.assignment]
    with subprocess.Popen(
        [*command, "--sandbox", sandbox, "--jobs", "2"],
        cwd=course.root,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as watcher:
        try:
            if not any("Watching" in line for line in watcher.stdout or ()):
                raise SystemExit("the watcher did not start")
            return [
                _one(course, options.assignment, f"arrival{number:03}", texts[number % len(texts)])
                for number in range(options.arrivals)
            ]
        finally:
            watcher.kill()


def _one(course: Course, assignment: str, student: str, text: str) -> float:
    """Seconds from a student's file to the page, after a pause in which the watcher is idle."""
    page = course.assignment(assignment).feedback(student)
    time.sleep(random.uniform(0.0, 0.5))
    notebooks.write(course.assignment(assignment).submitted(student) / f"{assignment}.ipynb", text)
    arrived = time.monotonic()
    while not page.is_file():
        time.sleep(0.005)
        if time.monotonic() - arrived > PATIENCE:
            raise SystemExit(f"no page for {student} after {PATIENCE:g} s")
    return time.monotonic() - arrived


def _taken_back(course: Course, assignment: str) -> list[str]:
    """Take back what the made-up class handed in, right and wrong; its folder is empty then."""
    paths = course.root.glob(f"submitted/*/{assignment}/{assignment}.ipynb")
    texts = [path.read_text("utf-8") for path in sorted(paths)]
    shutil.rmtree(course.root / "submitted")
    return texts


def _load() -> str:
    return f"{os.getloadavg()[0]:.1f}"


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    add_assignment(parser, "01_custom_function")
    parser.add_argument("--arrivals", type=int, default=200)
    add_pages(parser)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
