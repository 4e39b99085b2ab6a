"""`make mutation`: which small mistakes in a right answer no check notices.

The solution of each blank, and with ``--right`` some right answers, are changed in one place at a
time (`benchmarks/mutants.py`), and each mutant is tried as `autograder try` does. One that gets
full points is equal to the solution, which `tests/course/mutants/equal.toml` then says, or it shows
that a probe is missing.
"""

from __future__ import annotations

import argparse
import json
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from tqdm import tqdm

from autograder import registry
from autograder.answers.known import Answer, answers, as_answer, checked_blanks, replaced
from autograder.answers.trial import Trial, try_answers
from autograder.course import Course
from autograder.engine.engine import Setting
from autograder.engine.pool import Executor
from autograder.runtime import RUNTIME
from benchmarks.mutants import Mutant, mutants
from benchmarks.options import known_assignment
from labkit import reference

ROOT = Path(__file__).resolve().parent.parent
EQUAL = ROOT / "tests" / "course" / "mutants" / "equal.toml"
FATES = IN_CLASS, IN_GRADING, SURVIVED = "in class", "only in grading", "survived"
# Ample, for a busy machine: few mutants loop for ever.
LIMITS = {"cell_seconds": 60, "total_seconds": 200}


def main() -> int:
    """Try, print and write; the exit status is 1 if a mutant survived, and no one knows why."""
    options = _options()
    course = registry.load(ROOT)
    course = replace(course, limits=replace(course.limits, **LIMITS))
    fates: dict[Mutant, str] = {}
    print(_row("blank", "mutants", *FATES, "known as equal"))
    print("| --- |" + " ---: |" * 5)
    with Executor(Setting("none", course.limits, RUNTIME), options.jobs) as executor:
        for assignment in options.assignments or [one.id for one in course.assignments]:
            made = list(made_from(course, assignment, options.blanks, options.right))
            equal = known_equal(course, assignment, made)
            unknown = [mutant for mutant in made if mutant not in equal]
            fared = fates_of(course, assignment, unknown, executor, options.trained)
            print(*_rows(made, fared), sep="\n", flush=True)
            fates |= fared
    options.results.mkdir(parents=True, exist_ok=True)
    for fate in (IN_GRADING, SURVIVED):
        path = options.results / f"{fate.replace(' ', '_')}.toml"
        path.write_text("\n".join(_entries(fates, fate)), "utf-8")
        print(f"{fate}: {path}")
    if SURVIVED not in fates.values():
        return 0
    print(f"move those that are right to {EQUAL.relative_to(ROOT)}; the others need a probe")
    return 1


def made_from(
    course: Course, assignment: str, blanks: Iterable[str] = (), right: int = 0
) -> Iterator[Mutant]:
    """Mutants of the solutions of an assignment.

    Args:
        course, assignment: whose.
        blanks: only of these, if any are named.
        right: how many right answers of each blank are mutated, too.
    """
    known = answers(course.assignment(assignment))
    for name, cell in checked_blanks(course.assignment(assignment)).items():
        if cell.is_code and (not blanks or name in blanks):
            of_blank = [answer for answer in known if answer.blank == name]
            rights = [(answer.name, answer.source) for answer in of_blank if answer.is_right]
            taken = [as_answer(cell), *(answer.source for answer in of_blank)]
            for base, source in [("", as_answer(cell)), *rights[:right]]:
                made = mutants(name, source, taken, cell.source, base)
                taken += [mutant.source for mutant in made]
                yield from made


def known_equal(course: Course, assignment: str, made: Iterable[Mutant]) -> set[Mutant]:
    """Those that `tests/course/mutants/equal.toml` names as right."""
    listed = listed_as_equal(course, assignment)
    return {mutant for mutant in made if (mutant.blank, mutant.source) in listed}


def listed_as_equal(course: Course, assignment: str) -> set[tuple[str, str]]:
    """Blank and source of each mutant that `tests/course/mutants/equal.toml` names as right."""
    bases = {
        (answer.blank, answer.name): answer.source
        for answer in answers(course.assignment(assignment))
        if answer.is_right
    }
    for name, cell in checked_blanks(course.assignment(assignment)).items():
        bases[name, ""] = as_answer(cell)
    return {
        (blank, replaced(bases[blank, entry.get("from", "")], entry["replace"]))
        for blank, entries in tomllib.loads(EQUAL.read_text("utf-8")).items()
        for entry in entries
        if (blank, "") in bases
    }


def fates_of(
    course: Course, assignment: str, tried: list[Mutant], executor: Executor, trained: int
) -> dict[Mutant, str]:
    """Where each mutant was rejected, if it was.

    Args:
        course, assignment, executor: as `try_answers` takes them.
        tried: the mutants.
        trained: how many survivors of checks with an accuracy are trained with. All are tried
            without training first, and then their accuracy does not count.
    """
    answered = {_as_answer(one, f"mutant_{place}"): one for place, one in enumerate(tried)}
    fates, unsure = {}, []
    first = try_answers(course.assignment(assignment), list(answered), executor, lambda _: False)
    for trial in tqdm(first, assignment, len(answered), leave=False) if answered else ():
        fates[answered[trial.answer]] = fate(trial, trained=False)
        if fates[answered[trial.answer]] == SURVIVED and not trial.verdict.passed:
            unsure.append(trial.answer)
    if unsure[:trained]:
        for trial in try_answers(course.assignment(assignment), unsure[:trained], executor):
            fates[answered[trial.answer]] = fate(trial)
    return fates


def fate(trial: Trial, trained: bool = True) -> str:
    """Where an answer was rejected: in class, if a record fails that class shows as well."""
    failed = {
        record.name
        for record in trial.verdict.records
        if not record.passed and (trained or record.reference.at_least is None)
    }
    if not failed:
        return SURVIVED
    shown = {record.name for record in reference.load(trial.answer.blank).evidence.records}
    return IN_CLASS if failed & shown else IN_GRADING


def _as_answer(mutant: Mutant, name: str) -> Answer:
    return Answer(blank=mutant.blank, name=name, is_right=False, source=mutant.source, place=name)


def _rows(made: list[Mutant], fates: dict[Mutant, str]) -> Iterator[str]:
    for blank in dict.fromkeys(mutant.blank for mutant in made):
        of_blank = [mutant for mutant in made if mutant.blank == blank]
        counted = Counter(fates.get(mutant, "equal") for mutant in of_blank)
        yield _row(blank, len(of_blank), *(counted[one] for one in (*FATES, "equal")))


def _row(*fields: object) -> str:
    return f"| {' | '.join(map(str, fields))} |"


def _entries(fates: dict[Mutant, str], wanted: str) -> Iterator[str]:
    """Mutants with one fate, as entries for `tests/course/mutants/equal.toml`."""
    for mutant in (one for one, fate in fates.items() if fate == wanted):
        yield f"[[{mutant.blank}]]"
        if mutant.base:
            yield f'from = "{mutant.base}"'
        # A list of JSON is one of TOML.
        yield f"replace = [{json.dumps([mutant.before, mutant.after], ensure_ascii=False)}]"
        yield 'why = ""\n'


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.mutation", description=__doc__)
    parser.add_argument(
        "assignments", type=known_assignment, nargs="*", help="such as 02_int8_binary (all)"
    )
    parser.add_argument("--blanks", nargs="*", default=(), help="only these, such as ternary (all)")
    parser.add_argument(
        "--right", type=int, default=0, help="right answers of each blank to mutate (%(default)s)"
    )
    parser.add_argument(
        "--trained", type=int, default=3, help="mutants of an assignment to train (%(default)s)"
    )
    parser.add_argument("--jobs", type=int, help="mutants at a time (one for each core)")
    parser.add_argument(
        "--results", type=Path, default=ROOT / "build" / "mutation", help="folder (%(default)s)"
    )
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
