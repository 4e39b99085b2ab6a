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

from playwright.sync_api import Locator, sync_playwright
from playwright.sync_api import Page as Tab
from psutil import Process

from autograder.course import Course
from benchmarks.made_up_class import best_sandbox, make_course
from benchmarks.measured import Page, Table, add_pages
from benchmarks.options import add_assignment

GOAL = 2.0  # seconds for the first submission
PATIENCE = 60_000  # ms
PAGE = Page(
    "formgrader",
    "How long the formgrader needs to open a submission",
    "make bench-formgrader",
    """\
Seconds from the click in Debian's chromium until the points are in their fields, with the settings
of this course and with those that nbgrader has by itself. Two seconds are the goal for the first
submission.
""",
)
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
    options = _options()
    assignment = options.assignment
    with tempfile.TemporaryDirectory(prefix="labkit-bench-") as folder:
        course = make_course(Path(folder, "course"), assignment, 2)
        grading = [sys.executable, "-m", "autograder", "grade", assignment, "--no-names"]
        subprocess.run([*grading, "--sandbox", best_sandbox()], cwd=course.root, check=True)
        shown = Table("settings", "submission", "seconds", "core-seconds of the server")
        ours = measured(course, assignment, shown)
        with (course.root / "nbgrader_config.py").open("a") as config:
            config.write("c = get_config()\n" + STOCK)
        measured(course, assignment, shown, "nbgrader's own")
    PAGE.write({assignment: str(shown)}, options.pages)
    return 0 if ours <= GOAL else 1


def measured(
    course: Course, assignment: str, shown: Table, settings: str = "this course's"
) -> float:
    """Add a row for the first submission and for the next one, and return the first's seconds."""
    with served(course) as (address, server), sync_playwright() as playwright:
        program = shutil.which("chromium") or shutil.which("chromium-browser")
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        tab = browser.new_page()
        tab.set_default_timeout(PATIENCE)
        tab.goto(f"{address}/formgrader/gradebook/{assignment}/{assignment}")
        first = opened(tab, tab.locator("td a:visible").first, server)
        following = opened(tab, tab.get_by_role("link", name="Next"), server)
        browser.close()
    for name, (seconds, worked) in {"first": first, "next": following}.items():
        shown.add(settings, name, f"{seconds:.2f}", f"{worked:.2f}")
    return first[0]


def opened(tab: Tab, link: Locator, server: Process) -> tuple[float, float]:
    """Seconds from the click on a link until a submission can be graded, and the server's work."""
    link.wait_for()
    before, worked, started = tab.url, core_seconds(server), time.monotonic()
    link.click()
    tab.wait_for_url(lambda url: url != before and "/submissions/" in url)
    tab.wait_for_function(LOADED)
    seconds = time.monotonic() - started
    return seconds, core_seconds(server) - worked


def core_seconds(server: Process) -> float:
    """Processor time so far. Other work on the machine hardly matters to it."""
    return float(sum(server.cpu_times()[:2]))


@contextmanager
def served(course: Course) -> Iterator[tuple[str, Process]]:
    """A Jupyter server in the course directory, with the formgrader, and its address."""
    program = Path(sys.executable).parent / "jupyter"
    options = ["--no-browser", "--allow-root", "--ServerApp.token="]
    with subprocess.Popen(
        [str(program), "server", *options], cwd=course.root, stderr=subprocess.PIPE, text=True
    ) as server:
        try:
            addresses = (ADDRESS.search(line) for line in server.stderr or ())
            yield next(filter(None, addresses))[0], Process(server.pid)
        finally:
            server.kill()


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add_assignment(parser, "02_int8_binary")
    add_pages(parser)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
