"""`make bench-examination`: a class that hands in before a deadline, and all of it at once.

Made-up students hand in while ``autograder watch`` is at work: three of ten at any time, the others
ever more towards the deadline. Through a folder and through nbgrader's exchange, each undisturbed
and then with ``kill -9``: how long a hand-in waits for its page, the longest queue, memory,
processor time, and what was lost or graded twice. Then the same class is graded at once, on this
machine and by Dask clusters on it.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

import psutil

from autograder import notebooks, registry
from autograder.course import Course
from autograder.gradebook import gradebook
from autograder.submission.handed_in import NBGRADER_FILES
from benchmarks.grading import cells_core_seconds, run_ours
from benchmarks.made_up_class import best_sandbox, make_course
from benchmarks.measure import MEGABYTE
from benchmarks.measured import Page, Table, add_pages, markdown_table
from benchmarks.options import add_assignment

STEADY = 0.3  # of the hand-ins come at any time, the others in the rush
RUSH = 6  # the rush falls off, before the deadline, with this part of the time
PATIENCE = 5.0  # seconds for each hand-in, and two minutes, until the last page
RATE = 20.0  # seconds over which arrivals and pages are counted
WAITS = (
    *("through", "kills", "in the middle", "in time", "of how many", "95th percentile of all"),
    *("longest queue", "pages a second, at most", "lost", "graded twice"),
)
COSTS = (
    *("through", "kills", "hand-ins a second, at most", "core-seconds each"),
    *("of them the watcher's own", "its MB early", "late"),
)
PAGE = Page(
    "examination",
    "A class that hands in before a deadline",
    "make bench-examination",
    """\
Three of ten students hand in at any time, the others mostly shortly before the deadline. Meanwhile
`autograder watch` grades. `kill -9` ends it at random moments, and it is started again at once. The
tables show the seconds from a file to its page. *In time* is the 95th percentile of the hand-ins
that came before their rate was higher than the highest rate of pages; the goal is 10 seconds. After
that the queue grows, and `watch` reports its length and time. After a kill, hand-ins wait until the
new watcher has imported torch and run the solution; through the exchange it also collects again all
that is there. Core-seconds include the starts. If all hand in at once, more Dask workers than cores
gain nothing. A large class:
`make bench-examination BENCH="--hand-ins 2000 --minutes 15 --kills 20"`.
""",
)


def main() -> int:
    """Measure and print; the exit status is 1 if something was lost or graded twice."""
    options = _options()
    sandbox, number = best_sandbox(), options.hand_ins
    print(f"sandbox {sandbox}, load {os.getloadavg()[0]:.1f}")
    is_whole, shown, costs = True, Table(*WAITS), []
    with tempfile.TemporaryDirectory(prefix="labkit-bench-") as folder:
        course = make_course(Path(folder, "class"), options.assignment, number, options.different)
        for through in options.through:
            for kills in dict.fromkeys((0, options.kills)):
                rush = Rush(course, Path(folder, f"{through}{kills}"), options, sandbox, through)
                is_whole = rush.run(kills) and is_whole
                shown.add(through, kills, *rush.waits())
                costs.append((through, kills, *rush.costs()))
        sections = {
            f"{number} hand-ins of {options.assignment} in {options.minutes:g} minutes": (
                f"{shown}\n\n{markdown_table(COSTS, costs)}"
            ),
            f"{number} at once": str(_at_once(course, Path(folder), options, sandbox)),
        }
    PAGE.write(sections, options.pages)
    return 0 if is_whole else 1


def _at_once(course: Course, folder: Path, options: argparse.Namespace, sandbox: str) -> Table:
    """The same class graded by Dask workers, and by this machine alone."""
    number, shown = options.hand_ins, Table("by", "seconds", "seconds each", "core-seconds each")
    for workers in options.workers:
        seconds = _by_cluster(copied(course, folder / f"by{workers}"), options, sandbox, workers)
        shown.add(f"{workers} Dask workers", f"{seconds:.1f}", f"{seconds / number:.3f}", "")
    cost = run_ours(copied(course, folder / "alone"), options.assignment, sandbox)
    each = cost.seconds / number, cost.core_seconds / number
    shown.add("this machine", f"{cost.seconds:.1f}", *(f"{figure:.3f}" for figure in each))
    cells, _ = cells_core_seconds(course, options.assignment, sandbox)
    shown.add("the cells' own", "", "", f"{cells / number:.3f}")
    return shown


class Rush:
    """One class that hands in while a watcher works.

    Args:
        made: a course in which the class has handed in.
        folder: of the course to make; does not exist yet.
        options: of the command line.
        sandbox: the watcher's.
        through: "folder" or "exchange".
    """

    def __init__(
        self, made: Course, folder: Path, options: argparse.Namespace, sandbox: str, through: str
    ) -> None:
        self.course, self._made = copied(made, folder), made
        self.assignment, self._through = made.assignment(options.assignment), through
        self._seconds = 60 * options.minutes
        shutil.rmtree(self.course.root / "submitted")
        self._inbound = folder / "exchange" / made.id / "inbound"
        self._inbound.mkdir(parents=True)
        config = folder / "nbgrader_config.py"
        root = f'\nc = get_config()\nc.Exchange.root = "{folder / "exchange"}"\n'
        config.write_text(config.read_text("utf-8") + root, "utf-8")
        self._command = [sys.executable, "-m", "autograder", "watch", options.assignment]
        self._command += ["--sandbox", sandbox]
        self._log = folder / "watch.log"
        self._memory: list[float] = []
        # Core-seconds of each watcher with all that it has started, and of its own process.
        self._spent: dict[int, tuple[float, float]] = {}
        self._arrived: dict[str, float] = {}

    def run(self, kills: int) -> bool:
        """Hand in, kill, and wait for the last page; return whether everything is there, exactly
        once."""
        draw = random.Random(1)
        plan = [(moment, True) for moment in self._moments(draw)]
        plan += [(draw.uniform(0, self._seconds), False) for _ in range(kills)]
        students = iter(self._made.assignment(self.assignment.id).students())
        self._start()
        self._await_start()
        begin = time.monotonic()
        for moment, is_hand_in in sorted(plan):
            time.sleep(max(0.0, begin + moment - time.monotonic()))
            if is_hand_in:
                self._hand_in(next(students))
            else:
                self._watcher.kill()
                self._watcher.wait()
                self._start()
        self._await_pages()
        self._watcher.kill()
        self._watcher.wait()
        return self._is_whole()

    def _moments(self, draw: random.Random) -> list[float]:
        number = len(self._made.assignment(self.assignment.id).students())
        steady = round(STEADY * number)
        rush = (draw.expovariate(RUSH / self._seconds) for _ in range(number - steady))
        return [
            *(draw.uniform(0, self._seconds) for _ in range(steady)),
            *(max(0.0, self._seconds - before) for before in rush),
        ]

    def _start(self) -> None:
        with self._log.open("a") as log:
            self._watcher = subprocess.Popen(
                self._command, cwd=self.course.root, stdout=log, stderr=log
            )
        threading.Thread(target=self._sample, args=(self._watcher,), daemon=True).start()

    def _sample(self, watcher: subprocess.Popen[bytes]) -> None:
        """Sample once a second the memory of the watcher's own process, and the time of all."""
        process = psutil.Process(watcher.pid)
        while watcher.poll() is None:
            with suppress(psutil.Error):  # one of them has just ended
                self._memory.append(process.memory_info().rss / MEGABYTE)
                tree = [process, *process.children(recursive=True)]
                spent = sum(sum(worker.cpu_times()[:4]) for worker in tree)
                self._spent[watcher.pid] = spent, sum(process.cpu_times()[:2])
            time.sleep(1)

    def _await_start(self) -> None:
        while "Watching" not in self._log.read_text("utf-8"):
            time.sleep(0.1)
            if self._watcher.poll() is not None:
                raise SystemExit(f"the watcher did not start:\n{self._log.read_text('utf-8')}")

    def _hand_in(self, student: str) -> None:
        text = (self._made.assignment(self.assignment.id).submitted(student)).joinpath(
            f"{self.assignment.id}.ipynb"
        )
        target = self.course.assignment(self.assignment.id).submitted(student)
        now = f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S.%f} UTC"
        if self._through == "exchange":
            target = self._inbound / f"{student}+{self.assignment.id}+{now}+{student}"
        notebooks.write(target / text.name, text.read_text("utf-8"))
        if self._through == "exchange":  # in nbgrader's order
            for name, content in zip(NBGRADER_FILES, (now, student), strict=True):
                notebooks.write(target / name, content)
        self._arrived[student] = time.time()

    def _pages(self) -> dict[str, float]:
        """When each student's page was written."""
        pages = self.course.root.glob(f"feedback/*/{self.assignment.id}/{self.assignment.id}.html")
        return {page.parent.parent.name: page.stat().st_mtime for page in pages}

    def _await_pages(self) -> None:
        until = time.monotonic() + 120 + PATIENCE * len(self._arrived)
        while len(self._pages()) < len(self._arrived) and time.monotonic() < until:
            time.sleep(1)

    def waits(self) -> Iterator[str]:
        """How long hand-ins waited, as the page has it."""
        pages = self._pages()
        waits = sorted(
            pages[student] - arrived
            for student, arrived in self._arrived.items()
            if student in pages
        )
        calm = _before_overload(self._arrived, pages)
        yield f"{_share(waits, 0.5):.1f}"
        yield f"{_share(calm, 0.95):.1f}"
        yield f"{len(calm)}"
        yield f"{_share(waits, 0.95):.1f}"
        yield f"{_longest(self._arrived, pages)}"
        yield f"{_busiest(pages.values()):.1f}"
        yield from (f"{len(students)}" for students in self._amiss())

    def costs(self) -> Iterator[str]:
        """Hand-ins a second, processor time and memory, as the page has them."""
        number = len(self._arrived)
        # What is killed with a namespace is counted nowhere: hence by looking.
        spent, own = map(sum, zip(*self._spent.values(), strict=True))
        quarter = max(1, len(self._memory) // 4)
        early, late = self._memory[quarter : 2 * quarter], self._memory[-quarter:]
        yield f"{_busiest(self._arrived.values()):.1f}"
        yield from (f"{seconds / number:.2f}" for seconds in (spent, own))
        yield from (f"{statistics.median(part):.0f}" for part in (early, late))

    def _amiss(self) -> tuple[list[str], list[str]]:
        """Who was lost, and who was graded twice."""
        assignment = self.course.assignment(self.assignment.id)
        there = self._pages().keys() & gradebook.entered(assignment)
        lines = re.findall(rf" (\S+): {self.assignment.id} [\d.]+ / ", self._log.read_text("utf-8"))
        twice = [student for student, count in Counter(lines).items() if count > 1]
        return sorted(self._arrived.keys() - there), twice

    def _is_whole(self) -> bool:
        lost, twice = self._amiss()
        if lost or twice:
            print(f"LOST: {', '.join(lost)}; TWICE: {', '.join(twice)}", flush=True)
        return not lost and not twice


def _share(ordered: list[float], part: float) -> float:
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]


def _longest(arrived: dict[str, float], pages: dict[str, float]) -> int:
    """How many waited at once, at most."""
    changes = sorted([*((at, 1) for at in arrived.values()), *((at, -1) for at in pages.values())])
    longest = waiting = 0
    for _, change in changes:
        waiting += change
        longest = max(longest, waiting)
    return longest


def _before_overload(arrived: dict[str, float], pages: dict[str, float]) -> list[float]:
    """The waits of those who came before more arrived a second than pages were ever made."""
    most, ordered = _busiest(pages.values()), sorted(arrived.values())
    overload = next(
        (at for at in ordered if sum(at <= other < at + RATE for other in ordered) > most * RATE),
        math.inf,
    )
    return sorted(
        pages[student] - at
        for student, at in arrived.items()
        if student in pages and at <= overload
    )


def _busiest(times: Iterable[float]) -> float:
    """The most a second, over a stretch of :data:`RATE` seconds."""
    ordered = sorted(times)
    most = max(sum(at <= other < at + RATE for other in ordered) for at in ordered)
    return most / RATE


def copied(made: Course, folder: Path) -> Course:
    """A fresh copy of a course in which a class has handed in."""
    shutil.copytree(made.root, folder, symlinks=True)
    return registry.load(folder)


def _by_cluster(course: Course, options: argparse.Namespace, sandbox: str, workers: int) -> float:
    """Seconds to grade a class by Dask workers; their processor time is not counted."""
    gradebook.register(course.assignment(options.assignment))
    command = [sys.executable, "-m", "autograder", "grade", options.assignment]
    with _cluster(course.root / "dask", workers) as address:
        begin = time.monotonic()
        command += ["--sandbox", sandbox, "--scheduler", address]
        subprocess.run(command, cwd=course.root, check=True, stdout=subprocess.DEVNULL)
        return time.monotonic() - begin


@contextmanager
def _cluster(folder: Path, workers: int) -> Iterator[str]:
    """The address of a Dask scheduler with so many workers of one thread on this machine."""
    folder.mkdir()
    file = folder / "scheduler.json"  # says which port the scheduler was given
    options = ["--scheduler-file", str(file), "--no-dashboard"]
    commands = [["dask_scheduler", "--host", "127.0.0.1", "--port", "0", *options]]
    worker = ["dask_worker", "--nthreads", "1", "--nworkers", "1", "--no-nanny", *options]
    commands += [worker] * workers
    started = [
        subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.{program}", *arguments],
            cwd=folder,
            env=os.environ | {"OMP_NUM_THREADS": "1"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for program, *arguments in commands
    ]
    try:
        while not (file.exists() and file.read_text("utf-8").endswith("}")):
            time.sleep(0.1)
        yield json.loads(file.read_text("utf-8"))["address"]
    finally:
        for process in started:
            process.send_signal(signal.SIGTERM)
            process.wait()


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="A class that hands in before a deadline.")
    add_assignment(parser, "01_custom_function")
    parser.add_argument("--hand-ins", type=int, default=100)
    parser.add_argument("--different", type=int, help="how many different ones; default: all")
    parser.add_argument(
        "--minutes", type=float, help="until the deadline; default: one for 40 hand-ins"
    )
    parser.add_argument("--kills", type=int, default=3)
    parser.add_argument(
        "--through", nargs="*", choices=("folder", "exchange"), default=["folder", "exchange"]
    )
    parser.add_argument("--workers", type=int, nargs="*", default=[2, 4])
    add_pages(parser)
    options = parser.parse_args()
    options.minutes = options.minutes or options.hand_ins / 40
    return options


if __name__ == "__main__":
    sys.exit(main())
