"""`make bench`: stock `nbgrader autograde` and `autograder grade` on the same submissions.

After grading, both write their feedback pages. Stock nbgrader starts a plain Python kernel for each
submission; our repair, seed and judge are in its steps, so that the points can be compared. Its
pages come from its own template. Memory is measured in a smaller class, since sampling it takes
time.

Overhead is the processor time of all processes, from start to end, less that of the cells, those
included that measure handed-in weights. The time of the cells comes from another run, which is not
timed: it is counted inside the kernels, between IPython's `pre_run_cell` and `post_run_cell`.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from nbformat import NotebookNode
from nbformat.v4 import new_code_cell

from autograder import notebooks, release_steps
from autograder.course import Course
from autograder.engine.engine import Engine
from autograder.engine.execution import Execution
from autograder.gradebook import gradebook
from autograder.judging.accuracy import Measurer
from autograder.judging.references import execute_solution
from autograder.runtime import RUNTIME
from autograder.submission import decode
from autograder.submission.parts import plan_of
from autograder.submission.repair import repair
from benchmarks import made_up_class
from benchmarks.made_up_class import best_sandbox, make_course
from benchmarks.measure import Cost, measure
from benchmarks.measured import Page, Table, add_pages
from benchmarks.options import add_assignment, add_submissions

PLAIN = """
from nbconvert.exporters import HTMLExporter
from nbconvert.preprocessors import CSSHTMLHeaderPreprocessor
from nbgrader.preprocessors import GetGrades

get_config().pop("HTMLExporter")  # as our formgrader shows a submission
get_config().ExecuteForked.kernel_name = "python3"
get_config().GenerateFeedback.exporter_class = HTMLExporter
get_config().GenerateFeedback.preprocessors = [GetGrades, CSSHTMLHeaderPreprocessor]
"""
# Classes whose memory is measured: stock nbgrader executes one at a time, and we one for each core.
SMALL = 8
COUNT_CELLS = """\
import time
begin, spent = [time.process_time()], [0.0]
def start(info, clock=time.process_time, begin=begin):
    begin[0] = clock()
def stop(result, clock=time.process_time, begin=begin, spent=spent):
    spent[0] += clock() - begin[0]
get_ipython().events.register("pre_run_cell", start)
get_ipython().events.register("post_run_cell", stop)
get_ipython().user_ns["_labkit_spent"] = spent
"""
SEED = 1
TITLES = ("nbgrader autograde", "autograder grade")
PAGE = Page(
    "grading",
    "Speed: stock nbgrader and ours on the same submissions",
    "make bench",
    """\
Stock nbgrader is `nbgrader autograde` with a plain Python kernel for each submission; our repair,
seed and judge are among its steps, and the points of all cells must be equal, or the command fails.
`make bench BENCH="--submissions 200"` takes a larger class. It has more hand-ins that train while
they are graded, which no grader can save: `--different 39` gives it those of a class of 40. About
two seconds of ours pass before the first kernel runs, most of them in the fork server's imports of
torch, matplotlib and sympy. Memory is that of all processes together, shared pages once (PSS).
""",
)
GOAL_RATIO, GOAL_OVERHEAD = 20, 0.3


def main() -> int:
    """Measure, print, and return the exit status: 1 if any points differ."""
    options = _options()
    sandbox = best_sandbox()
    stock, ours, pages, same = [], [], [], True
    with tempfile.TemporaryDirectory(prefix="labkit-bench-") as folder:
        courses = _two_courses(Path(folder, "small"), options.assignment, SMALL)
        peaks = (
            run_stock(courses[0], options.assignment, with_memory=True).peak_mb,
            run_ours(courses[1], options.assignment, sandbox, with_memory=True).peak_mb,
        )
        for turn in range(options.repeat):
            courses = _two_courses(
                Path(folder, str(turn)), options.assignment, options.submissions, options.different
            )
            stock.append(run_stock(courses[0], options.assignment))
            ours.append(run_ours(courses[1], options.assignment, sandbox))
            same = (
                compare(*(made_up_class.points(course, options.assignment) for course in courses))
                and same
            )
            pages.append(run_feedback(*courses, options.assignment))
        spent = cells_core_seconds(courses[1], options.assignment, sandbox)
    print(f"{options.repeat} time(s), median; ours with sandbox {sandbox}")
    heading = f"{options.submissions} submissions of {options.assignment}"
    if options.different:
        heading += f", {options.different} different ones"
    tables = speed(options, stock, ours, *spent), memory_and_pages(peaks, pages)
    PAGE.write({heading: "\n\n".join(map(str, tables))}, options.pages)
    return 0 if same else 1


def _two_courses(
    folder: Path, assignment: str, number: int, different: int | None = None
) -> tuple[Course, Course]:
    stock, ours = (
        make_course(folder / kind, assignment, number, different) for kind in ("stock", "ours")
    )
    return stock, ours


def run_stock(course: Course, assignment: str, with_memory: bool = False) -> Cost:
    """Grade with stock nbgrader and plain kernels; entering the assignment is not counted."""
    config = course.root / "nbgrader_config.py"
    config.write_text(config.read_text("utf-8") + PLAIN, "utf-8")
    _measure_nbgrader(course, "generate_assignment", assignment, "--force")
    return _measure_nbgrader(course, "autograde", assignment, with_memory=with_memory)


def run_ours(course: Course, assignment: str, sandbox: str, with_memory: bool = False) -> Cost:
    """Grade with ``autograder grade``; entering the assignment is not counted here either."""
    gradebook.register(course.assignment(assignment))
    command = [sys.executable, "-m", "autograder", "grade", assignment, "--sandbox", sandbox]
    return measure(command, course.root, with_memory=with_memory)


def run_feedback(stock: Course, ours: Course, assignment: str) -> tuple[Cost, Cost]:
    """Write the feedback pages of what was graded, with each grader's own command."""
    return (
        _measure_nbgrader(stock, "generate_feedback", assignment),
        measure([sys.executable, "-m", "autograder", "feedback", assignment], ours.root),
    )


def compare(stock: dict[tuple[str, str], float], ours: dict[tuple[str, str], float]) -> bool:
    """Whether all points are equal; those that are not are printed."""
    different = sorted(key for key in stock.keys() | ours.keys() if stock.get(key) != ours.get(key))
    for key in different:
        print(f"DIFFERENT: {' '.join(key)}: stock {stock.get(key)}, ours {ours.get(key)}")
    verdict = f"{len(different)} DIFFERENT" if different else "all equal"
    print(f"points of {len(ours)} cells: {verdict}")
    return not different and bool(ours)


def cells_core_seconds(course: Course, assignment: str, sandbox: str) -> tuple[float, float]:
    """Processor time of all submissions' cells, and of those that measure handed-in weights."""
    solution, given = (
        notebooks.read(course.assignment(assignment).solution),
        release_steps.released(course.assignment(assignment), course.languages[0]),
    )
    students, measuring = list[float](), list[float]()
    with Engine(sandbox, course.limits, RUNTIME) as engine:

        def counted(
            spent: list[float],
            notebook: NotebookNode,
            environment: dict[str, str],
            files: Mapping[str, bytes] | None = None,
            **_: Any,
        ) -> Execution:
            notebook.cells = [
                new_code_cell(COUNT_CELLS),
                *notebook.cells,
                new_code_cell("print(_labkit_spent[0])"),
            ]
            execution = engine.execute(notebook, environment, files, plan=plan_of(notebook))
            spent.append(float(execution.notebook.cells[-1].outputs[0].text))
            return execution

        executed = execute_solution(solution, SEED, engine.execute)
        engine.preload(course.assignment(assignment).preload)
        measurer = Measurer(lambda: executed, solution, SEED, partial(counted, measuring))
        for student in course.assignment(assignment).students():
            submitted = (
                course.assignment(assignment).submitted(student) / f"{assignment}.ipynb"
            ).read_bytes()
            notebook = repair(decode.parse(submitted).notebook, solution, given).notebook
            measurer.add(student, notebook)
            counted(students, notebook, {"LABKIT_SEED": str(SEED)})
        measurer.measure_all()
    return sum(students), sum(measuring)


def speed(
    options: argparse.Namespace, stock: list[Cost], ours: list[Cost], cells: float, measuring: float
) -> Table:
    """Print the medians of grading, and whether the goals were reached."""
    number = options.submissions
    seconds = [_median(costs, "seconds") for costs in (stock, ours)]
    core = [_median(costs, "core_seconds") for costs in (stock, ours)]
    shown = Table("grader", "seconds", "seconds each", "core-seconds each", "of which cells")
    for title, taken, spent in zip(TITLES, seconds, core, strict=True):
        each = f"{taken / number:.2f}", f"{spent / number:.2f}", f"{cells / number:.2f}"
        shown.add(title, f"{taken:.1f}", *each)
    ratio, overhead = seconds[0] / seconds[1], (core[1] - cells - measuring) / number
    print(
        f"ratio {ratio:.1f} (goal: at least {GOAL_RATIO} on two cores)\n"
        f"measuring handed-in weights {measuring / number:.2f} core-s each; "
        f"overhead {overhead:.2f} (goal: at most {GOAL_OVERHEAD})"
    )
    return shown


def memory_and_pages(peaks: tuple[float, float], pages: list[tuple[Cost, Cost]]) -> Table:
    """Print the peaks of memory, and the medians of writing the feedback pages."""
    shown = Table("grader", f"MB at most, for {SMALL} submissions", "seconds for all pages")
    for title, peak, costs in zip(TITLES, peaks, zip(*pages, strict=True), strict=True):
        shown.add(title, f"{peak:.0f}", f"{_median(costs, 'seconds'):.1f}")
    return shown


def _median(costs: Sequence[Cost], name: str) -> float:
    return float(statistics.median(getattr(cost, name) for cost in costs))


def _measure_nbgrader(course: Course, *arguments: str, with_memory: bool = False) -> Cost:
    """nbgrader calls programs next to its own, as if the environment were activated."""
    programs = Path(sys.executable).parent
    path = os.pathsep.join((str(programs), os.environ["PATH"]))
    command = [str(programs / "nbgrader"), *arguments]
    return measure(command, course.root, {"PATH": path}, with_memory)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description="Compare stock nbgrader autograde with autograder grade."
    )
    add_assignment(parser, "02_int8_binary")
    add_submissions(parser, 40)
    parser.add_argument(
        "--different",
        type=int,
        help="how many different ones; the more, the more of them train (default: all there are)",
    )
    parser.add_argument(
        "--repeat", type=int, default=1, help="how often, in fresh folders (default: %(default)s)"
    )
    add_pages(parser)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
