"""`make bench-watch`: how long after a file arrives its page and its points are there.

Made-up students hand in one after the other while ``autograder watch`` is at work, each at a random
moment, for an assignment without training. The time is measured from the file in its place to the
page, which is written last. Prints the median, the 95th percentile and the greatest, with the
machine's load before and after.
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
from benchmarks.options import known_assignment

GOAL = 1.0  # seconds, for the 95th percentile of an assignment without training
PATIENCE = 60.0  # seconds for one arrival


def main() -> int:
    """Measure and print; the exit status is 1 if the goal is missed."""
    options = _options()
    sandbox = best_sandbox()
    with tempfile.TemporaryDirectory(prefix="labkit-bench-") as folder:
        course = make_course(Path(folder, "course"), options.assignment, options.arrivals)
        texts = _taken_back(course, options.assignment)
        print(f"load before: {_load()}", flush=True)
        seconds = _measured(course, options, sandbox, texts)
    print(f"load after: {_load()}")
    ordered = sorted(seconds)
    p95 = ordered[int(0.95 * len(ordered)) - 1] if len(ordered) > 1 else ordered[0]
    print(
        f"{len(seconds)} arrivals of {options.assignment}, sandbox {sandbox}, "
        f"{len(os.sched_getaffinity(0))} cores: median {statistics.median(seconds):.2f} s, "
        f"95th percentile {p95:.2f} s, greatest {ordered[-1]:.2f} s (goal: {GOAL:g} s)"
    )
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
            while "Watching" not in (line := watcher.stdout.readline()):
                if not line:
                    raise SystemExit("the watcher did not start")
            return [
                _one(course, options.assignment, f"arrival{number:03}", texts[number % len(texts)])
                for number in range(options.arrivals)
            ]
        finally:
            watcher.kill()


def _one(course: Course, assignment: str, student: str, text: str) -> float:
    """Seconds from a student's file to the page, after a pause in which the watcher rests."""
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
    """What the made-up class handed in, right and wrong; its folder is empty then."""
    paths = course.root.glob(f"submitted/*/{assignment}/{assignment}.ipynb")
    texts = [path.read_text("utf-8") for path in sorted(paths)]
    shutil.rmtree(course.root / "submitted")
    return texts


def _load() -> str:
    return " ".join(f"{one:.1f}" for one in os.getloadavg())


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--assignment", type=known_assignment, default="01_custom_function")
    parser.add_argument("--arrivals", type=int, default=200)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
