"""`make bench-formgrader`: seconds until a submission in nbgrader's formgrader can be graded.

A Jupyter server of this machine shows graded submissions in Debian's chromium, first with the
settings of this course, then with those that nbgrader has by itself. Measured is the time from the
click until the points are in their fields, for the submission that is opened first, and for the
next one.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Locator, Page, sync_playwright
from psutil import Process

from autograder.course import Course
from benchmarks.made_up_class import best_sandbox, make_course
from benchmarks.options import known_assignment

GOAL = 2.0  # seconds for the first submission
PATIENCE = 60_000  # ms
ADDRESS = re.compile(r"http://127[^/]*(?=/)")
# Where MathJax cannot be fetched, nbgrader's script ends early; points and comments come before.
LOADED = "window.formgrader?.grades?.loaded && formgrader.comments.loaded"
STOCK = """
exporter = c.HTMLExporter
for name in ("extra_template_basedirs", "filters", "preprocessors", "sanitize_html"):
    exporter.pop(name, None)
"""


def main() -> int:
    """Measure and print; the exit status is 1 if the goal is missed."""
    assignment = _options().assignment
    with tempfile.TemporaryDirectory(prefix="labkit-bench-") as folder:
        course = make_course(Path(folder, "course"), assignment, 2)
        grading = [sys.executable, "-m", "autograder", "grade", assignment, "--no-names"]
        subprocess.run([*grading, "--sandbox", best_sandbox()], cwd=course.root, check=True)
        ours = measured(course, assignment)
        with (course.root / "nbgrader_config.py").open("a") as config:
            config.write("c = get_config()\n" + STOCK)
        measured(course, assignment, "nbgrader's own settings")
    return 0 if ours <= GOAL else 1


def measured(course: Course, assignment: str, settings: str = "this course's settings") -> float:
    """Print the seconds for the first submission and the next one, and return the first's."""
    with served(course) as (address, server), sync_playwright() as playwright:
        program = shutil.which("chromium") or shutil.which("chromium-browser")
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        tab = browser.new_page()
        tab.set_default_timeout(PATIENCE)
        tab.goto(f"{address}/formgrader/gradebook/{assignment}/{assignment}")
        print(f"{assignment}, {settings}:")
        first = opened(tab, tab.locator("td a:visible").first, server, "first")
        opened(tab, tab.get_by_role("link", name="Next"), server, "next")
        browser.close()
    return first


def opened(tab: Page, link: Locator, server: Process, name: str) -> float:
    """Seconds from the click on a link until a submission can be graded; prints them."""
    link.wait_for()
    before, worked, started = tab.url, core_seconds(server), time.monotonic()
    link.click()
    tab.wait_for_url(lambda url: url != before and "/submissions/" in url)
    tab.wait_for_function(LOADED)
    seconds = time.monotonic() - started
    worked = core_seconds(server) - worked
    print(f"  {name} submission: {seconds:.2f} s, of the server {worked:.2f} core-s", flush=True)
    return seconds


def core_seconds(server: Process) -> float:
    """Processor time so far. Other work on the machine hardly matters to it."""
    return sum(server.cpu_times()[:2])


@contextmanager
def served(course: Course) -> Iterator[tuple[str, Process]]:
    """A Jupyter server in the course directory, with the formgrader, and its address."""
    program = Path(sys.executable).parent / "jupyter"
    options = ["--no-browser", "--allow-root", "--ServerApp.token="]
    with subprocess.Popen(
        [str(program), "server", *options], cwd=course.root, stderr=subprocess.PIPE, text=True
    ) as server:
        try:
            addresses = (ADDRESS.search(line) for line in server.stderr)
            yield next(filter(None, addresses))[0], Process(server.pid)
        finally:
            server.kill()


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--assignment", type=known_assignment, default="02_int8_binary")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
