"""A grader that is killed at random moments, and the course that it grades."""

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

from courses import copy_course, hand_in
from submissions import ASSIGNMENT, HANDED_IN, perfect_source, with_blank

STUDENTS = ["perfect", "other-words", "blank", "raises"]
WAITS = "import os, time\nwhile not os.path.exists({!r}): time.sleep(0.02)\n"


def grade(folder: Path, *options: str) -> subprocess.Popen[bytes]:
    command = [
        sys.executable,
        "-m",
        "autograder",
        "grade",
        ASSIGNMENT,
        "--sandbox",
        "none",
        *options,
    ]
    return subprocess.Popen(
        command,
        cwd=folder,
        start_new_session=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def evidence(folder: Path, since: int = 0) -> list[Path]:
    return [
        path for path in folder.glob("autograded/*/*/*.ipynb") if path.stat().st_mtime_ns > since
    ]


def course_with(folder: Path, go_on: Path) -> Path:
    """A course with the work of four students, and of a fifth, whose cell waits for a file."""
    copy_course(folder)
    registry = folder / "course.toml"
    registry.write_text(registry.read_text().replace("cell_seconds = 30", "cell_seconds = 300"))
    for student in STUDENTS:
        hand_in(folder, student, HANDED_IN[student]())
    hand_in(folder, "waits", with_blank(WAITS.format(str(go_on)) + perfect_source()))
    return folder


def killed_at_random(folder: Path, moments: random.Random, *options: str) -> int:
    """Kill a grader soon after it has saved some work. It cannot finish, for one student waits."""
    begin = time.time_ns()
    to_come = len(STUDENTS) if options else len(STUDENTS) - len(evidence(folder))
    saved = moments.randint(min(1, to_come), to_come)
    grading = grade(folder, *options)
    while len(evidence(folder, since=begin)) < saved and grading.poll() is None:
        time.sleep(0.01)
    time.sleep(moments.uniform(0, 0.5))
    grading.send_signal(signal.SIGKILL)
    return grading.wait()
