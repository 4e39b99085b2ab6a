"""`make margins`: how far accuracy checks' thresholds lie from right and from wrong trainings.

The solution of each training check is trained with many seeds, numbers of torch threads and
instruction sets, and so is each of its known wrong answers. Every network is measured on several
drawings of the distorted digits. In every run, a right answer must be 8 points above the threshold,
and a wrong one that fails the accuracy must be below it. A process chooses its instruction set when
it starts, so each process gets a few runs that imitate the same processor.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from dataclasses import asdict, dataclass
from itertools import cycle, islice, product
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from matplotlib.figure import Figure
from nbformat import NotebookNode
from tqdm import tqdm

from autograder import metadata, notebooks, registry
from autograder.answers.known import KnownAnswer, known_answers
from autograder.submission.training import is_training, kept_by
from benchmarks.measured import Page, add_pages, markdown_table
from benchmarks.processors import INSTRUCTION_SETS, PATIENCE

ROOT = Path(__file__).resolve().parent.parent
ACCURACY = "accuracy"  # the record's name
ROOM = 0.08
COLORS = {"above": "#0072b2", "below": "#d55e00", "either": "0.5"}
THREADS = (1, 2, 4)
DRAWINGS = 3  # of the distorted digits, for each trained network
TOGETHER = 12  # trainings in one process, which saves the time of its imports
COLUMNS = ("answer", "trainings", "lowest", "highest", "threshold", "wanted", "margin")
PAGE = Page(
    "margins",
    "Margins of the accuracy thresholds",
    "make margins",
    """\
Accuracies in percent. It takes an hour and goes on where it was stopped; `MARGINS=fine_tune`
trains for one check. The result of a training depends on chance, the processor and the number of
threads: the solution is trained with 4 seeds on each of 9 imitated processors (1, 2 and 4 threads
of torch; the instructions of SSE4.1, AVX2, or all that the machine has), a wrong answer that says
it fails the accuracy 30 times, on all of these in turn. The other answers train as the solution
does, so they are trained once. Each network is measured on 3 random sets of 300 distorted digits. A
right answer must be 8 points above the threshold in every run, and a wrong one below it; "either"
marks a mistake whose training may end well by luck.
""",
)


@dataclass(frozen=True)
class Run:
    """One training: an answer (the solution's, if none) with a seed, on an imitated processor."""

    assignment: str
    check: str
    answer: str
    seed: int
    threads: int
    instructions: str


@dataclass(frozen=True)
class Result:
    """Accuracies of one training, one for each drawing of the digits, and the check's threshold."""

    run: Run
    accuracies: list[float]
    at_least: float


@dataclass(frozen=True)
class Cloud:
    """All runs of one answer: what they should reach, and what they reached."""

    check: str
    answer: str
    at_least: float
    wanted: str
    accuracies: list[float]

    @property
    def is_clear(self) -> bool:
        """Every run lies where it should, right answers with room."""
        low, high = min(self.accuracies), max(self.accuracies)
        return {
            "above": low >= self.at_least + ROOM,
            "below": high < self.at_least,
            "either": True,
        }[self.wanted]


def main() -> int:
    """Train, print, draw; the exit status is 1 if a run is on the wrong side, or too near."""
    options = _options()
    if options.runs:
        return _train_all(Run(**data) for data in json.loads(options.runs))
    options.results.mkdir(parents=True, exist_ok=True)
    runs = [
        run
        for assignment, check in training_checks(options.checks)
        for run in _runs(assignment, check, options.seeds, options.wrong_runs)
    ]
    results = _compute(runs, options.results / "runs.jsonl", options.jobs)
    clouds = _clouds(results)
    checks = dict.fromkeys(cloud.check for cloud in clouds)
    sections = {
        check: accuracies(cloud for cloud in clouds if cloud.check == check) for check in checks
    }
    print("", *sections.values(), sep="\n")
    PAGE.write(sections, options.pages)
    plot(clouds, options.results / "margins.svg")
    print(f"Plot: {options.results / 'margins.svg'}")
    return 0 if all(cloud.is_clear for cloud in clouds) else 1


def training_checks(only: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Assignment and check of each training cell in the solutions."""
    for assignment in registry.load(ROOT).assignments:
        for cell in notebooks.read(
            ROOT / "solutions" / assignment.id / f"{assignment.id}.ipynb"
        ).cells:
            yield from (
                (assignment.id, check) for check in _checks_of(cell) if not only or check in only
            )


def train(run: Run) -> Result:
    """Train and measure in this process, whose threads and instructions are the run's."""
    # Start-up time: the process that starts the others trains nothing.
    import torch
    from IPython.display import display

    torch.set_num_threads(run.threads)
    names: dict[str, Any] = {"__name__": "__main__", "display": display}
    solution = notebooks.read(ROOT / "solutions" / run.assignment / f"{run.assignment}.ipynb")
    for source in _sources(solution, run):
        with suppress(
            Exception
        ):  # as in a notebook, which goes on; a wrong answer may raise, and then keeps no weights
            exec(compile(source, run.assignment, "exec"), names)
    check = notebooks.checks(solution)[run.check].source
    measured = [_measured(check, names, drawing) for drawing in range(DRAWINGS)]
    return Result(run, [accuracy for accuracy, _ in measured], measured[0][1])


def accuracies(clouds: Iterable[Cloud]) -> str:
    """Markdown: a row for each answer to a check."""
    rows = []
    for cloud in clouds:
        figures = min(cloud.accuracies), max(cloud.accuracies), cloud.at_least
        runs = len(cloud.accuracies) // DRAWINGS
        verdict = "clear" if cloud.is_clear else "**too near**"
        percent = (f"{100 * value:.1f}" for value in figures)
        rows.append((cloud.answer, runs, *percent, cloud.wanted, verdict))
    return markdown_table(COLUMNS, rows)


def plot(clouds: list[Cloud], file: Path) -> None:
    """A row of dots for each answer, a dot for each accuracy, a line for each check's threshold."""
    figure = Figure(figsize=(8, 0.9 + 0.28 * len(clouds)), layout="constrained")
    axes = figure.subplots()
    for place, cloud in enumerate(reversed(clouds)):
        color = COLORS[cloud.wanted]
        jitter = random.Random(0)
        heights = [place + jitter.uniform(-0.25, 0.25) for _ in cloud.accuracies]
        axes.plot(
            [100 * value for value in cloud.accuracies], heights, ".", markersize=3, color=color
        )
        axes.vlines(100 * cloud.at_least, place - 0.5, place + 0.5, color="black", linewidth=1)
    labels = [f"{cloud.check}: {cloud.answer} ({cloud.wanted})" for cloud in reversed(clouds)]
    axes.set_yticks(range(len(clouds)), labels, fontsize=7)
    axes.set_xlabel("accuracy on 300 distorted digits (%); the line is what the check asks")
    axes.set(xlim=(0, 100), ylim=(-0.7, len(clouds) - 0.3))
    figure.savefig(file)


def _runs(assignment: str, check: str, seeds: int, wrong_runs: int) -> Iterator[Run]:
    """What is trained on which processor.

    The solution on all of them with every seed; answers that must fail on some; the others on one,
    because they train like the solution.
    """
    processors = list(product(THREADS, INSTRUCTION_SETS))
    for seed, (threads, instructions) in product(range(seeds), processors):
        yield Run(assignment, check, "solution", seed, threads, instructions)
    for answer in _answers(assignment, check):
        count = wrong_runs if _wanted(answer) == "below" else 1
        shuffled = random.Random(answer.name).sample(processors, len(processors))
        for seed, (threads, instructions) in enumerate(islice(cycle(shuffled), count)):
            yield Run(assignment, check, _name(answer), seed, threads, instructions)


def _compute(runs: list[Run], file: Path, jobs: int) -> list[Result]:
    """Results of runs, each saved at once. Results in the file are not computed again."""
    known = {result.run: result for result in _kept(file)}
    missing = [run for run in runs if run not in known]
    with (
        ThreadPoolExecutor(jobs) as pool,
        file.open("a", encoding="utf-8") as kept,
        tqdm(total=len(missing)) as bar,
    ):

        def keep(result: Result) -> None:
            known[result.run] = result
            kept.write(json.dumps(asdict(result)) + "\n")
            kept.flush()
            bar.update()

        for done in as_completed(
            [pool.submit(_in_a_process, part, keep) for part in _parts(missing)]
        ):
            done.result()
    return [known[run] for run in runs]


def _train_all(runs: Iterable[Run]) -> int:
    """Train each in a fork of this process: none sees another's weights or random state."""
    # Start-up time: an optimizer's first step would import it in each fork, for a second.
    import torch._dynamo  # noqa: F401

    forks = get_context("fork")
    for run in runs:
        child = forks.Process(target=_train_one, args=(run,))
        child.start()
        child.join()
        if child.exitcode:
            return 1
    return 0


def _train_one(run: Run) -> None:
    print(json.dumps(asdict(train(run))), flush=True)


def _parts(runs: list[Run]) -> Iterator[list[Run]]:
    """Runs of one check on one processor, a few at a time, in the order of the checks."""
    groups: dict[tuple[str, int, str], list[Run]] = {}
    for run in runs:
        groups.setdefault((run.check, run.threads, run.instructions), []).append(run)
    for group in groups.values():
        yield from (group[start : start + TOGETHER] for start in range(0, len(group), TOGETHER))


def _in_a_process(runs: list[Run], keep: Callable[[Result], None]) -> None:
    threads = {"OMP_NUM_THREADS": str(runs[0].threads), **PATIENCE, "MPLBACKEND": "agg"}
    environment = {**os.environ, **INSTRUCTION_SETS[runs[0].instructions], **threads}
    command = [
        sys.executable,
        "-m",
        "benchmarks.margins",
        "--runs",
        json.dumps([asdict(run) for run in runs]),
    ]
    with tempfile.TemporaryFile("w+") as errors:
        with subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=errors, text=True
        ) as process:
            for line in process.stdout or ():
                if line.startswith('{"run"'):
                    keep(_result(json.loads(line)))
        if process.returncode:
            errors.seek(0)
            where = f"{runs[0].threads} threads, {runs[0].instructions}"
            raise RuntimeError(f"trainings on {where}: {errors.read()[-2000:]}")


def _clouds(results: list[Result]) -> list[Cloud]:
    groups: dict[tuple[str, str, str], list[Result]] = {}
    for result in results:
        groups.setdefault((result.run.assignment, result.run.check, result.run.answer), []).append(
            result
        )
    wanted = {
        (check, _name(answer)): _wanted(answer)
        for assignment, check in training_checks(())
        for answer in _answers(assignment, check)
    }
    return [
        Cloud(
            check,
            answer,
            group[0].at_least,
            wanted.get((check, answer), "above"),
            _all_accuracies(group),
        )
        for (_, check, answer), group in groups.items()
    ]


def _all_accuracies(results: list[Result]) -> list[float]:
    return [value for result in results for value in result.accuracies]


def _wanted(answer: KnownAnswer) -> str:
    """Where an answer's accuracies should lie, by the records that it declares to fail."""
    if ACCURACY in answer.by_chance:
        return "either"
    return "below" if answer.fails and ACCURACY in answer.fails else "above"


def _answers(assignment: str, check: str) -> list[KnownAnswer]:
    return known_answers(registry.load(ROOT).assignment(assignment), blank=check)


def _name(answer: KnownAnswer) -> str:
    return f"{'right' if answer.is_right else 'wrong'}/{answer.name}"


def _sources(solution: NotebookNode, run: Run) -> Iterator[str]:
    """What a kernel would run up to the training, with the run's answer and seed in place."""
    answer = next(
        (
            answer.source
            for answer in _answers(run.assignment, run.check)
            if _name(answer) == run.answer
        ),
        None,
    )
    for cell in solution.cells:
        is_left_out = notebooks.is_check(cell) or metadata.of_cell(cell).skip
        if cell.cell_type == "code" and not is_left_out:
            source = answer if answer and notebooks.grade_id(cell) == run.check else cell.source
            yield re.sub(r"manual_seed\(0\)", f"manual_seed({run.seed})", source)
        if run.check in _checks_of(cell):
            return


def _measured(check: str, names: dict[str, Any], drawing: int) -> tuple[float, float]:
    """Accuracy (0 if none could be measured) and threshold, as the check cell records them."""
    os.environ["LABKIT_SEED"] = str(drawing)
    exec(compile(check, "check", "exec"), names)
    records = names["verdict"].evidence.records
    (record,) = [record for record in records if record.at_least is not None]
    return (record.value if isinstance(record.value, float) else 0.0), record.at_least


def _checks_of(cell: NotebookNode) -> set[str]:
    return kept_by(cell) if is_training(cell) else set()


def _kept(file: Path) -> list[Result]:
    return (
        [_result(json.loads(line)) for line in file.read_text("utf-8").splitlines()]
        if file.exists()
        else []
    )


def _result(data: dict[str, Any]) -> Result:
    return Result(Run(**data["run"]), data["accuracies"], data["at_least"])


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.margins", description=__doc__)
    parser.add_argument("checks", nargs="*", help="training checks, such as fine_tune (all)")
    parser.add_argument(
        "--seeds",
        type=int,
        default=4,
        help="of the solution, on each of 9 processors (%(default)s)",
    )
    parser.add_argument(
        "--wrong-runs", type=int, default=30, help="of each known answer (%(default)s)"
    )
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count(), help="trainings at a time (%(default)s)"
    )
    parser.add_argument(
        "--results",
        type=Path,
        default=ROOT / "build" / "margins",
        help="folder; goes on there (%(default)s)",
    )
    parser.add_argument("--runs", help=argparse.SUPPRESS)
    add_pages(parser)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
