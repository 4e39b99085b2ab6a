"""`make reliability`: attacks, answers, damaged files and kills, through ours and stock nbgrader.

Each part measures rows of data that tests use too: tests/cheats, tests/attacks, answers/,
tests/damages.py, and the kills of tests/test_resume.py. What is measured is kept in a file, a line
for each row, and not measured again as long as its data stay the same. From the file comes
docs/reliability.md; figures of a smaller run go elsewhere with --page.
"""

from __future__ import annotations

import argparse
import copy
import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from itertools import cycle
from pathlib import Path
from typing import Any

from nbformat import NotebookNode
from tqdm import tqdm

from autograder import course as registry
from autograder import notebooks
from autograder.course import Course
from autograder.evaluate.answers import Answer, answers, fill
from autograder.evaluate.executor import Executor, Setting
from autograder.evaluate.training import is_training, kept_by
from autograder.tools.trial import Trial, try_answers
from benchmarks import reliability_page
from benchmarks.made_up_class import best_sandbox, points
from benchmarks.mistakes import FALSE, NO_NAME, OWN, outcome
from benchmarks.processors import VARIANTS
from benchmarks.two_graders import GRADE_SECONDS, grade_ours, grade_stock, start_stock, stock_course

ROOT = Path(__file__).resolve().parent.parent
# The tests' data are read by the tests' own modules.
sys.path.insert(0, str(ROOT / "tests"))

from cheating import Cheat, cheats  # noqa: E402
from damages import BLANK, DAMAGES, UNREADABLE  # noqa: E402
from test_resume import STUDENTS, course_with, evidence, killed_at_random  # noqa: E402

DAMAGED = "02_int8_binary"
# A busy machine is no reason to stop an answer.
AMPLE = {"cell_seconds": 250, "total_seconds": 500, "cpu_seconds": 500}


@dataclass(frozen=True)
class Row:
    """One measured row.

    Args:
        part: answers, attacks, sandbox, damages or kills.
        grader: ours or stock.
        name: of the row, unique in its part.
        digest: of the data that it was measured with.
        found: what came of it.
    """

    part: str
    grader: str
    name: str
    digest: str
    found: dict[str, Any]


class Results:
    """The rows measured so far, in a file of JSON lines."""

    def __init__(self, file: Path) -> None:
        file.parent.mkdir(parents=True, exist_ok=True)
        self._file = file
        lines = file.read_text("utf-8").splitlines() if file.exists() else []
        self.rows = [Row(**json.loads(line)) for line in lines]

    def missing(self, part: str, grader: str, wanted: dict[str, str]) -> list[str]:
        """The names of those wanted rows that no line holds with the same digest."""
        known = {
            (row.name, row.digest) for row in self.rows if (row.part, row.grader) == (part, grader)
        }
        return [name for name, digest in wanted.items() if (name, digest) not in known]

    def keep(self, row: Row) -> None:
        """Write a row at once; it takes the place of an older one with its name."""
        same = (row.part, row.grader, row.name)
        self.rows = [one for one in self.rows if (one.part, one.grader, one.name) != same] + [row]
        with self._file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(row)) + "\n")


def main() -> int:
    """Measure what is missing, and write the page."""
    options = _options()
    if options.tried:
        return _try_in_this_process(*options.tried)
    results, sandbox = Results(options.results), best_sandbox()
    for part in options.parts:
        PARTS[part](results, options, sandbox)
    reliability_page.write(options.page, [asdict(row) for row in results.rows])
    print(f"written: {options.page}")
    return 0


def measure_answers(results: Results, options: argparse.Namespace, sandbox: str) -> None:
    """Right and wrong answers, with seeds and imitated processors; trainings are left out."""
    for assignment in _assignments():
        digest = _digest(_solution(assignment), *(one.path for one in untrained(assignment)))
        # Each seed on one processor, in turn: a class meets many seeds, and one kind of machine.
        turns = zip(range(1, options.seeds + 1), cycle(options.processors), strict=False)
        wanted = {f"{assignment} seed {seed} {processor}": digest for seed, processor in turns}
        for name in tqdm(results.missing("answers", "ours", wanted), desc=assignment):
            _, _, seed, processor = name.split()
            found = _try_in_a_process(assignment, int(seed), processor)
            results.keep(Row("answers", "ours", name, digest, found))
        _measure_stock_answers(results, assignment, digest)


def untrained(assignment: str) -> list[Answer]:
    """The answers whose check measures no training."""
    trained = {
        check
        for cell in notebooks.read(_solution(assignment)).cells
        if is_training(cell)
        for check in kept_by(cell)
    }
    tried = answers(ROOT / "answers" / assignment)
    return [answer for answer in tried if answer.blank not in trained]


def _try_in_a_process(assignment: str, seed: int, processor: str) -> dict[str, Any]:
    """torch reads the variables that imitate a processor once, when it starts."""
    command = [sys.executable, "-m", "benchmarks.reliability", "--tried", assignment, str(seed)]
    environment = {**os.environ, **VARIANTS[processor]}
    done = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout.splitlines()[-1])


def _try_in_this_process(assignment: str, seed: str) -> int:
    tried, course = untrained(assignment), registry.load(ROOT)
    course = replace(course, limits=replace(course.limits, **AMPLE))
    with Executor(Setting("none", course.limits), jobs=1) as executor:
        trials = list(try_answers(course, assignment, tried, executor, lambda _: False, int(seed)))
    found: dict[str, Any] = {"right": _count(tried, True), "wrong": _count(tried, False)}
    found["no"] = [_path(one) for one in trials if not one.is_as_it_should_be]
    named = {_path(one): outcome(one.answer, one.verdict, one.verdict.mistake) for one in trials}
    found["own name"] = sum(name == OWN for name in named.values())
    for kind, start in (("no name", NO_NAME), ("false name", FALSE)):
        found[kind] = [path for path, name in named.items() if name.startswith(start)]
    print(json.dumps(found))
    return 0


def _path(trial: Trial) -> str:
    return str(trial.answer.path.relative_to(ROOT))


def _count(tried: Iterable[Answer], is_right: bool) -> int:
    return sum(answer.is_right == is_right for answer in tried)


def _measure_stock_answers(results: Results, assignment: str, digest: str) -> None:
    """Two students, one with a right answer in each blank, the other with a wrong one."""
    if not results.missing("answers", "stock", {assignment: digest}):
        return
    given = _exercise(assignment)
    first = {(one.blank, one.is_right): one for one in reversed(untrained(assignment))}
    students = {
        f"all-{is_right}": fill(
            given, {blank: one.source for (blank, right), one in first.items() if right == is_right}
        )
        for is_right in (True, False)
    }
    graded = grade_stock(assignment, students)
    full = {cell: check.metadata.nbgrader.points for cell, check in _checks(given).items()}
    found: dict[str, Any] = {"right": 0, "wrong": 0, "no": []}
    for (blank, is_right), answer in first.items():
        name = f"{blank}_check"
        reached = graded[f"all-{is_right}"].get(name, 0) >= full[name]
        found["right" if is_right else "wrong"] += 1
        found["no"] += [str(answer.path.relative_to(ROOT))] * (reached != is_right)
    results.keep(Row("answers", "stock", assignment, digest, found))


def measure_attacks(results: Results, options: argparse.Namespace, sandbox: str) -> None:
    """The attacks on points: what they deserve, what they got, and whether a person is told."""
    known = {cheat.name: cheat for cheat in cheats()}
    digests = {
        name: _digest(cheat.path, _solution(cheat.assignment)) for name, cheat in known.items()
    }
    drawn = random.Random(0).sample(sorted(known), min(options.stock_attacks, len(known)))
    for grader, wanted in (("ours", digests), ("stock", {name: digests[name] for name in drawn})):
        missing = results.missing("attacks", grader, wanted)
        for assignment in _assignments():
            tried = [known[name] for name in missing if known[name].assignment == assignment]
            for part in tqdm(list(_parts(tried, 40)), desc=f"attacks on {assignment}, {grader}"):
                for name, found in _attacked(part, grader, sandbox):
                    results.keep(Row("attacks", grader, name, wanted[name], found))


def _attacked(tried: list[Cheat], grader: str, sandbox: str) -> Iterator[tuple[str, Any]]:
    assignment = tried[0].assignment
    handed_in = {cheat.name: cheat.notebook() for cheat in tried}
    if grader == "ours":
        graded, flagged = grade_ours(assignment, handed_in, sandbox)
    else:
        graded, flagged = grade_stock(assignment, handed_in), {}
    for cheat in tried:
        total = sum(graded.get(cheat.name, {}).values())
        yield (
            cheat.name,
            {
                "family": cheat.header["family"],
                "deserved": cheat.deserved,
                "points": round(total, 2),
                "flagged": flagged.get(cheat.name, "") == "needs review",
            },
        )


def measure_sandbox(results: Results, options: argparse.Namespace, sandbox: str) -> None:
    """The attacks on the machine, by their own test: each must end as its row says."""
    digest = _digest(*sorted((ROOT / "tests" / "attacks").glob("*.toml")))
    if not results.missing("sandbox", "ours", {"all": digest}):
        return
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "report.xml")
        command = [sys.executable, "-m", "pytest", "-q", "--no-header", f"--junitxml={file}"]
        command += ["-k", "an_attack_ends_in_time", "tests/test_isolation.py"]
        subprocess.run(command, cwd=ROOT, check=False)
        cases = list(ET.parse(file).iter("testcase"))
    held = [not list(case) for case in cases]
    results.keep(Row("sandbox", "ours", "all", digest, {"tried": len(held), "held": sum(held)}))


def measure_damages(results: Results, options: argparse.Namespace, sandbox: str) -> None:
    """A solved notebook, damaged: the points of what is still there, and what is told."""
    digest = _digest(ROOT / "tests" / "damages.py", _solution(DAMAGED))
    wanted = dict.fromkeys([*DAMAGES, *(f"a file: {name}" for name in UNREADABLE)], digest)
    for grader in ("ours", "stock"):
        missing = results.missing("damages", grader, wanted)
        handed_in, deserved = _damaged(missing)
        if grader == "ours":
            graded, states = grade_ours(DAMAGED, handed_in, sandbox)
        else:
            graded, states = grade_stock(DAMAGED, handed_in), {}
        for name in missing:
            student = _student(name)
            total = round(sum(graded[student].values()), 2) if graded.get(student) else None
            found = {"deserved": deserved[student], "points": total, "state": states.get(student)}
            results.keep(Row("damages", grader, name, digest, found))


def _damaged(names: Iterable[str]) -> tuple[dict[str, NotebookNode | bytes], dict[str, float]]:
    """What is handed in, by student, and the points of the answers that it still holds."""
    right = {one.blank: one.source for one in reversed(untrained(DAMAGED)) if one.is_right}
    perfect = fill(_exercise(DAMAGED), right)
    worth = {
        name: check.metadata.nbgrader.points
        for name, check in _checks(perfect).items()
        if name.removesuffix("_check") in right
    }
    handed_in: dict[str, NotebookNode | bytes] = {}
    deserved = {}
    for name in names:
        student = _student(name)
        if name in DAMAGES:
            handed_in[student] = notebook = copy.deepcopy(perfect)
            DAMAGES[name][0](notebook)
            is_there = any(right[BLANK] in cell.source for cell in notebook.cells)
            deserved[student] = sum(worth.values()) - (0 if is_there else worth[f"{BLANK}_check"])
        else:
            handed_in[student] = UNREADABLE[name.removeprefix("a file: ")]
            deserved[student] = 0.0
    return handed_in, deserved


def measure_kills(results: Results, options: argparse.Namespace, sandbox: str) -> None:
    """Graders killed at drawn moments and run again, and whether points differ from undisturbed."""
    digest = _digest(ROOT / "tests" / "test_resume.py")
    wanted = {f"seed {seed}": digest for seed in range(1, options.kill_seeds + 1)}
    for grader, survive in (("ours", _survive), ("stock", _survive_stock)):
        for name in tqdm(results.missing("kills", grader, wanted), desc=f"kills of {grader}"):
            with tempfile.TemporaryDirectory() as folder:
                found = survive(Path(folder), random.Random(name), options.kills)
            results.keep(Row("kills", grader, name, digest, found))


def _survive(folder: Path, moments: random.Random, kills: int) -> dict[str, Any]:
    go_on = folder / "go on"
    undisturbed, disturbed = (course_with(folder / name, go_on) for name in ("whole", "killed"))
    for kill in range(kills):
        killed_at_random(disturbed, moments, *(["--force"] if kill % 2 else []))
    go_on.touch()
    for course in (undisturbed, disturbed):
        command = [sys.executable, "-m", "autograder", "grade", DAMAGED, "--sandbox", "none"]
        subprocess.run(command, cwd=course, check=True, capture_output=True)
    return _compared(registry.load(undisturbed), registry.load(disturbed), kills)


def _survive_stock(folder: Path, moments: random.Random, kills: int) -> dict[str, Any]:
    """As for ours; a grader that is killed soon after the start has saved nothing yet."""
    whole, killed = (
        stock_course(course_with(folder / name, folder / "go on"), DAMAGED)
        for name in ("whole", "killed")
    )
    (folder / "go on").touch()
    for _ in range(kills):
        already = len(evidence(killed))
        grading = start_stock(killed, DAMAGED)
        to_come = moments.randint(already, len(STUDENTS))
        while len(evidence(killed)) < to_come and grading.poll() is None:
            time.sleep(0.05)
        time.sleep(moments.uniform(0, 3))
        os.killpg(grading.pid, signal.SIGKILL)
        grading.wait()
    for course in (whole, killed):
        start_stock(course, DAMAGED).wait(GRADE_SECONDS)
    return _compared(registry.load(whole), registry.load(killed), kills)


def _compared(whole: Course, killed: Course, kills: int) -> dict[str, Any]:
    first, second = (points(course, DAMAGED) for course in (whole, killed))
    different = {
        student for student, cell in first if first[student, cell] != second.get((student, cell))
    }
    return {
        "kills": kills,
        "students": len({student for student, _ in first}),
        "lost": len(different),
    }


def _assignments() -> list[str]:
    return [assignment.id for assignment in registry.load(ROOT).assignments]


def _solution(assignment: str) -> Path:
    return registry.load(ROOT).solution(assignment)


def _exercise(assignment: str) -> NotebookNode:
    return notebooks.read(registry.load(ROOT).exercise("en", assignment))


def _checks(notebook: NotebookNode) -> dict[str, NotebookNode]:
    return {f"{name}_check": cell for name, cell in notebooks.checks(notebook).items()}


def _student(name: str) -> str:
    return name.replace(" ", "-").replace(":", "")


def _parts(tried: list[Cheat], size: int) -> Iterator[list[Cheat]]:
    yield from (tried[start : start + size] for start in range(0, len(tried), size))


def _digest(*paths: Path) -> str:
    contents = (path.read_bytes() for path in paths)
    return hashlib.sha256(b"".join(contents)).hexdigest()[:12]


PARTS: dict[str, Callable[[Results, argparse.Namespace, str], None]] = {
    "answers": measure_answers,
    "attacks": measure_attacks,
    "sandbox": measure_sandbox,
    "damages": measure_damages,
    "kills": measure_kills,
}


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    add = parser.add_argument
    add("--parts", nargs="+", choices=list(PARTS), default=list(PARTS), help="default: all")
    add("--seeds", type=int, default=1, help="for the answers (default: %(default)s)")
    add(
        "--processors",
        nargs="+",
        choices=list(VARIANTS),
        default=["all-1", "sse41-2"],
        help="imitated for the answers (default: %(default)s)",
    )
    add("--stock-attacks", type=int, default=10, help="drawn for stock (default: %(default)s)")
    add("--kills", type=int, default=3, help="in each run (default: %(default)s)")
    add("--kill-seeds", type=int, default=1, help="runs that are killed (default: %(default)s)")
    results = ROOT / "build" / "reliability" / "results.jsonl"
    add("--results", type=Path, default=results, help="default: %(default)s")
    add("--page", type=Path, default=reliability_page.PAGE, help="default: %(default)s")
    add("--tried", nargs=2, help=argparse.SUPPRESS)  # what a process of its own measures
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
