"""`make mutation`: which small mistakes in a right answer no check notices.

The solution of each blank and two of its right answers are changed in one place at a time
(`benchmarks/mutants.py`), and each mutant is tried as `autograder try` does. One that gets full
points is equal to the solution, which `tests/course/mutants/equal.toml` then says, or it shows that
a probe is missing. A stopped run continues where it was: results are kept as they come.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain, groupby, islice
from pathlib import Path
from typing import Any

from tqdm import tqdm

from autograder import notebooks, registry
from autograder.answers.known import (
    KnownAnswer,
    apply_replacements,
    as_answer,
    checked_blanks,
    known_answers,
)
from autograder.answers.trial import Trial, TrialRun
from autograder.course import Assignment, Course
from autograder.engine.engine import Setting
from autograder.engine.pool import Executor
from autograder.judging.references import draw_seed
from autograder.judging.verdicts import Judge
from autograder.runtime import RUNTIME
from benchmarks.measured import FOLDER, Page, Table, add_pages, markdown_table
from benchmarks.mutants import Mutant, mutants
from benchmarks.options import known_assignment
from benchmarks.wordless import without_words
from labkit import reference

ROOT = Path(__file__).resolve().parent.parent
EQUAL = ROOT / "tests" / "course" / "mutants" / "equal.toml"
RESULTS = ROOT / "build" / "mutation"
IN_CLASS, IN_GRADING, EXPLAINED, SURVIVED = "in class", "only in grading", "explained", "survived"
COLUMNS = "made", IN_CLASS, IN_GRADING, EXPLAINED, SURVIVED
RIGHT = 2  # right answers of each blank that are changed, next to the solution
# Without training a cell takes a second, and many mutants loop forever; both hold on a busy
# machine.
LIMITS: dict[str, Any] = {"cell_seconds": 20}
OF_TRAININGS: dict[str, Any] = {"cell_seconds": 200, "total_seconds": 600}
PAGE = Page(
    "mutation",
    "Mutants of right answers, and where checks reject them",
    "make mutation",
    """\
The solution of each blank and two of its right answers, changed in one place at a time
([how to read it](../maintainers/checks.md#mutation)). *In class*: a record that students see fails.
*Explained*: it does what the solution does, and `tests/course/mutants/equal.toml` says why.
*Survived*: full points, and no one knows why. `make test-abroad` tries the mutants of blanks that
have changed since then, or that one survived.
""",
)
FIGURES = "mutation.json"  # next to the page: what it shows, and of which blanks
_UNTRAINED = "untrained"  # survived, as far as is known without the accuracy

Figures = dict[str, dict[str, dict[str, Any]]]  # by assignment, blank and column


class Kept(dict[str, str]):
    """How mutants fared, by key, in a file that grows as they are tried.

    Args:
        folder: of the file.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._file = folder / "fates.jsonl"
        lines = self._file.read_text("utf-8").splitlines() if self._file.exists() else ()
        # A run that was killed may leave half a line.
        super().__init__(json.loads(line) for line in lines if line.endswith("]"))

    def keep(self, key: str, fate: str) -> None:
        """Write down how a mutant fared."""
        self[key] = fate
        with self._file.open("a", encoding="utf-8") as file:
            file.write(f"\n{json.dumps([key, fate])}")


def main() -> int:
    """Try, print and write; the exit status is 1 if a mutant survived, and no one knows why."""
    options = _options()
    course = registry.load(ROOT)
    kept, fates = Kept(options.results), dict[Mutant, str]()
    rows = Table("blank", *COLUMNS)
    with Executor(Setting("none", course.limits, RUNTIME), options.jobs) as executor:
        for assignment in options.assignments or [known.id for known in course.assignments]:
            fared = fates_of(course, assignment, options.blanks, executor, kept)
            counts = counted(fared)
            for blank, count in counts.items():
                rows.add(blank, *map(count.get, COLUMNS))
            _write(course, assignment, counts, options.pages)
            fates |= fared
    for part in (IN_GRADING, SURVIVED):
        path = options.results / f"{part.replace(' ', '_')}.toml"
        path.write_text("\n".join(_entries(fates, part)), "utf-8")
        print(f"{part}: {path}")
    if SURVIVED not in fates.values():
        return 0
    print(f"move those that are right to {EQUAL.relative_to(ROOT)}; the others need a probe")
    return 1


def made_from(course: Course, assignment: str, blanks: Iterable[str] = ()) -> Iterator[Mutant]:
    """Mutants of the solutions of an assignment and of some right answers.

    Args:
        course, assignment: whose.
        blanks: only of these, if any are named.
    """
    known = known_answers(course.assignment(assignment))
    for name, cell in checked_blanks(course.assignment(assignment)).items():
        if cell.is_code and (not blanks or name in blanks):
            of_blank = [answer for answer in known if answer.blank == name]
            taken = [as_answer(cell), *(answer.source for answer in of_blank)]
            bases = {"": as_answer(cell)} | rights_of(name, of_blank)
            for base, source in bases.items():
                made = mutants(name, source, taken, cell.source, base)
                taken += [mutant.source for mutant in made]
                yield from made


def listed_as_equal(course: Course, assignment: str) -> set[tuple[str, str]]:
    """Blank and source of each mutant that `tests/course/mutants/equal.toml` names as right."""
    bases = {
        (answer.blank, answer.name): answer.source
        for answer in known_answers(course.assignment(assignment))
        if answer.is_right
    }
    for name, cell in checked_blanks(course.assignment(assignment)).items():
        bases[name, ""] = as_answer(cell)
    return {
        (blank, apply_replacements(bases[blank, entry.get("from", "")], entry["replace"]))
        for blank, entries in tomllib.loads(EQUAL.read_text("utf-8")).items()
        for entry in entries
        if (blank, "") in bases
    }


def fates_of(
    course: Course, assignment: str, blanks: Iterable[str], executor: Executor, kept: Kept
) -> dict[Mutant, str]:
    """Where each mutant was rejected, if it was.

    Args:
        course, assignment, blanks: whose mutants, as `made_from` takes them.
        executor: executes them.
        kept: what is known already, and is not tried again.
    """
    made = list(made_from(course, assignment, blanks))
    equal = listed_as_equal(course, assignment)
    tried = [mutant for mutant in made if (mutant.blank, mutant.source) not in equal]
    return dict.fromkeys(made, EXPLAINED) | try_mutants(course, assignment, tried, executor, kept)


def try_mutants(
    course: Course, assignment: str, tried: list[Mutant], executor: Executor, kept: Kept
) -> dict[Mutant, str]:
    """Where each of some mutants was rejected, if it was; the other arguments as `fates_of`'s."""
    digests = digests_of(course.assignment(assignment))
    keys = {mutant: _digest(digests[mutant.blank], mutant.source) for mutant in tried}
    seed = draw_seed()
    # First all without training, when accuracies do not count: few pass everything else.
    for trained in (False, True):
        wanted = _UNTRAINED if trained else None
        left = [mutant for mutant, key in keys.items() if kept.get(key) == wanted]
        if not left:
            continue
        limits = replace(course.limits, **(OF_TRAININGS if trained else LIMITS))
        limited = replace(course, limits=limits).assignment(assignment)
        run = TrialRun(limited, executor, seed, Judge)
        answered = {
            _as_answer(mutant, f"mutant_{place}"): mutant for place, mutant in enumerate(left)
        }

        def trains(_: KnownAnswer, trained: bool = trained) -> bool:
            return trained

        # Blank by blank: survivors are tried once more, alone, when all others are known.
        by_blank = groupby(answered, key=lambda answer: answer.blank)
        trials = (run.trials(list(some), trains) for _, some in by_blank)
        for trial in tqdm(chain.from_iterable(trials), assignment, len(left), leave=False):
            kept.keep(keys[answered[trial.answer]], fate(trial, trained))
    return {mutant: kept[key] for mutant, key in keys.items()}


def digests_of(assignment: Assignment) -> dict[str, str]:
    """By blank, a digest of its solution, its check and what the check records in class."""
    checks = notebooks.checks(notebooks.read(assignment.solution))
    return {
        name: _digest(
            cell.source, without_words(checks[name].source), *_recorded(assignment.id, name)
        )
        for name, cell in checked_blanks(assignment).items()
        if cell.is_code
    }


def _recorded(assignment: str, blank: str) -> Iterator[str]:
    """The records in class, without their rules: no mutant's fate hangs on words."""
    path = reference.resources() / "reference" / assignment / f"{blank}.json"
    for record in json.loads(path.read_text("utf-8"))["evidence"]["records"]:
        yield json.dumps({key: value for key, value in record.items() if key != "rule"})


def unproven(course: Course, assignment: str, folder: Path = FOLDER) -> list[str]:
    """The blanks that the figures no longer cover: their solution, check or mutated answers have
    changed, or a mutant survived.
    """
    figures = _figures(folder).get(assignment, {})
    return [
        blank
        for blank, digest in measured_digests(course.assignment(assignment)).items()
        if not (row := figures.get(blank)) or row["digest"] != digest or row[SURVIVED]
    ]


def measured_digests(assignment: Assignment) -> dict[str, str]:
    """By blank, a digest of what the figures were measured with, mutated right answers included."""
    known = known_answers(assignment)
    return {
        name: _digest(digest, *rights_of(name, known).values())
        for name, digest in digests_of(assignment).items()
    }


def rights_of(blank: str, known: Iterable[KnownAnswer]) -> dict[str, str]:
    """The right answers of a blank that are mutated: their sources, by name."""
    rights = (right for right in known if right.is_right and right.blank == blank)
    return {right.name: right.source for right in islice(rights, RIGHT)}


def _digest(*texts: str) -> str:
    return hashlib.sha256(json.dumps(texts).encode()).hexdigest()[:16]


def fate(trial: Trial, trained: bool = True) -> str:
    """Where an answer was rejected: in class, if a record fails that students see.

    A mistake that the card names without points counts as found.
    """
    failed = {
        record.name
        for record in trial.verdict.records
        if not record.passed and (trained or record.reference.at_least is None)
    }
    if not failed:
        # Hardware that may simulate differently than it is built costs no points, but is named.
        if trial.verdict.notes:
            return IN_CLASS
        return SURVIVED if trained or trial.verdict.passed else _UNTRAINED
    released = reference.load(trial.answer.blank)
    assert released is not None, "the digest of its check was made of it"
    shown = {record.name for record in released.evidence.records}
    return IN_CLASS if failed & shown else IN_GRADING


def counted(fates: Mapping[Mutant, str]) -> dict[str, dict[str, int]]:
    """By blank, how many mutants were made, and how they fared."""
    counts = {mutant.blank: dict.fromkeys(COLUMNS, 0) for mutant in fates}
    for mutant, fared in fates.items():
        counts[mutant.blank]["made"] += 1
        counts[mutant.blank][fared] += 1
    return counts


def _figures(folder: Path) -> Figures:
    path = folder / FIGURES
    return json.loads(path.read_text("utf-8")) if path.exists() else {}


def _write(
    course: Course, assignment: str, counts: Mapping[str, Mapping[str, int]], folder: Path
) -> None:
    """Put figures of an assignment's blanks into the page, which keeps the others'."""
    digests, figures = measured_digests(course.assignment(assignment)), _figures(folder)
    new = {blank: {"digest": digests[blank], **count} for blank, count in counts.items()}
    known = figures.get(assignment, {}) | new
    figures[assignment] = {blank: known[blank] for blank in digests if blank in known}
    folder.mkdir(parents=True, exist_ok=True)
    (folder / FIGURES).write_text(f"{json.dumps(figures, indent=1)}\n", "utf-8")
    rows = {name: [*blanks.values()] for name, blanks in sorted(figures.items())}
    sums = {name: _sums(blanks) for name, blanks in rows.items()}
    total = ("together", *_sums(chain.from_iterable(rows.values())))
    sections = {
        "By assignment": markdown_table(
            ("assignment", *COLUMNS), [*((name, *row) for name, row in sums.items()), total]
        ),
        assignment: markdown_table(
            ("blank", *COLUMNS),
            [(blank, *_sums([figure])) for blank, figure in figures[assignment].items()],
        ),
    }
    PAGE.write(sections, folder)


def _sums(rows: Iterable[Mapping[str, Any]]) -> list[int]:
    rows = list(rows)
    return [sum(row[column] for row in rows) for column in COLUMNS]


def _as_answer(mutant: Mutant, name: str) -> KnownAnswer:
    return KnownAnswer(
        blank=mutant.blank, name=name, is_right=False, source=mutant.source, place=name
    )


def _entries(fates: dict[Mutant, str], wanted: str) -> Iterator[str]:
    """Mutants with one fate, as entries for `tests/course/mutants/equal.toml`."""
    for mutant in (candidate for candidate, fate in fates.items() if fate == wanted):
        yield f"[[{mutant.blank}]]"
        if mutant.base:
            yield f'from = "{mutant.base}"'
        # A JSON list is a TOML list.
        yield f"replace = [{json.dumps([mutant.before, mutant.after], ensure_ascii=False)}]"
        yield 'why = ""\n'


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.mutation", description=__doc__)
    parser.add_argument(
        "assignments", type=known_assignment, nargs="*", help="such as 02_int8_binary (all)"
    )
    parser.add_argument("--blanks", nargs="*", default=(), help="only these, such as ternary (all)")
    parser.add_argument("--jobs", type=int, help="mutants at a time (one for each core)")
    parser.add_argument(
        "--results", type=Path, default=RESULTS, help="of mutants that were tried (%(default)s)"
    )
    add_pages(parser)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
