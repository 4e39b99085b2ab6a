"""``python -m autograder.gradescope ASSIGNMENT``: what ``run_autograder`` does in the container."""

from __future__ import annotations

import sys
import traceback
from pathlib import Path

from autograder import grade_one, registry
from autograder.engine.engine import Setting
from autograder.engine.pool import Executor
from autograder.gradescope.results import results, write_results
from autograder.runtime import RUNTIME

FOLDER = Path("/autograder")
SANDBOX = "users"


def main(assignment: str, folder: Path = FOLDER, sandbox: str = SANDBOX) -> None:
    """Grade what was handed in, and write the results in the place of those that stand there."""
    course = registry.load(folder / "source" / "course")
    with Executor(Setting(sandbox, course.limits, RUNTIME), 1) as executor:
        checked = grade_one.check(course, folder / "submission", executor, assignment)
    write_results(folder / "results" / "results.json", results(checked))


if __name__ == "__main__":
    try:
        main(sys.argv[1])
    except BaseException:
        traceback.print_exc()  # for the instructor, to whom Gradescope shows it
        sys.exit(1)
