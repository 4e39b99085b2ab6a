"""All files of a release: notebooks in each language, recorded references, known mistakes.

Also what is left of assignments and blanks that were removed from the course.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from functools import cache, partial
from itertools import product
from pathlib import Path
from typing import Any

from nbformat import NotebookNode
from nbgrader import preprocessors as stock

import labkit
from autograder import editions, notebooks, release_steps
from autograder.answers.blanks import run_together, with_answer, words_of, wrong_answers
from autograder.answers.known import KnownAnswer
from autograder.course import Assignment, Course, CourseError
from autograder.editions import in_edition, keeps_code
from autograder.engine.engine import Engine
from autograder.judging.references import Run, drawn_alike
from autograder.judging.verdicts import (
    evidence_of,
    require_complete,
    submitted_evidence,
    with_seeded,
)
from autograder.metadata import Role
from autograder.notebooks import Cell, as_text, titles_by_language
from autograder.submission.parts import plan_of
from autograder.submission.training import kept_by, without_training
from labkit.evidence import Evidence, from_json, to_json
from labkit.judge import Verdict, compare, judge
from labkit.language import ENGLISH, LANGUAGES
from labkit.mistakes import failing, fingerprints
from labkit.reference import PUBLIC_SEED
from labkit.source import bound_names, digest, without_tools

MAX_INPUTS = 6000  # letters of a record's inputs: about a thousand numbers


def problems(solution: NotebookNode) -> Iterator[str]:
    """What is wrong with a solution notebook, a sentence each."""
    parsed = notebooks.cells(solution)
    ids = [cell.id for cell in parsed if cell.id]
    # nbgrader gives up on such a notebook with a message about old metadata.
    for name in sorted(set(ids)):
        if ids.count(name) > 1:
            yield f"the id {name} is in more than one cell"
    if not any(notebooks.in_language(cell, ENGLISH) != cell for cell in solution.cells):
        yield (
            'no set-up cell has the line labkit.start("<assignment>"), '
            "where release names the language"
        )
    yield from _unchosen(cell for cell in parsed if cell.is_code)
    for cell in parsed:
        if cell.is_check:
            if cell.blank not in ids:
                yield f"the check {cell.id} has no blank {cell.blank}"
            # In class a check finds its reference by the name in its source, in grading by its id.
            if f'check("{cell.blank}")' not in cell.source:
                yield f'the cell {cell.id} must open check("{cell.blank}")'
        elif cell.role is Role.BLANK:
            if "### BEGIN SOLUTION" not in cell.source:
                yield f"the blank {cell.id} has no ### BEGIN SOLUTION"
            if f"{cell.id}{notebooks.CHECK}" not in ids:
                yield f"the blank {cell.id} has no check {cell.id}{notebooks.CHECK}"
        elif cell.role is Role.TRAINING:
            trained, checks = kept_by(cell.node), set(notebooks.checks(solution))
            if not (cell.id and trained):
                yield (
                    f"the training cell {cell.node.id} needs a grade_id, "
                    'and keep("<check>", network) in its last line'
                )
            if unknown := trained - checks:
                yield (
                    f"the training cell {cell.node.id} keeps weights for "
                    f"{', '.join(sorted(unknown))}, but no check has that name"
                )


def _unchosen(code: Iterable[Cell]) -> Iterator[str]:
    for cell, language in product(code, LANGUAGES):
        for call in editions.leftovers(in_edition(cell.source, language)):
            yield f"{call!r} in the cell {cell.node.id} must not be in a magic or a text"
        if not keeps_code(cell.source, language):
            yield (
                f"the cell {cell.node.id} would have different code in the edition {language}: "
                "write a comment's translation after it, as in `# a  # ja: b`"
            )


def release(assignment: Assignment, engine: Engine) -> dict[Path, str]:
    """Everything that a release writes: path and text of each file. Writes nothing itself.

    Raises:
        CourseError: the solution notebook is not in order, or its own checks do not run.
    """
    solution = notebooks.read(assignment.solution)
    if sentences := "; ".join(problems(solution)):
        raise CourseError(
            f"{assignment.solution}: {sentences}. Correct the notebook and release again."
        )
    files = notebook_files(assignment)
    # Students' checks hold no hidden tests, so neither does the reference that they are compared
    # with.
    visible, _ = stock.ClearHiddenTests().preprocess(solution, {})
    # Otherwise each kernel imports them, which takes seconds.
    engine.preload(assignment.preload)
    run = partial(engine.execute, limits=assignment.limits)
    untrained = without_training(visible)
    plan = plan_of(untrained)
    public, other = (
        run(untrained, {"LABKIT_SEED": str(seed)}, plan=plan).notebook
        for seed in (PUBLIC_SEED, PUBLIC_SEED + 1)
    )
    others, by_task = notebooks.checks(other), titles_by_language(public)
    in_class: dict[str, Evidence] = {}
    for name, cell in notebooks.checks(public).items():
        evidence, another = (
            require_complete(name, evidence_of(check)) for check in (cell, others[name])
        )
        shown = to_json(with_seeded(evidence, another))
        for record in shown["records"]:
            # A check in class draws them again: half of what a reference holds would be inputs.
            if len(json.dumps(record["given"])) > MAX_INPUTS:
                record["given"] = []
        reference = {"title": by_task[name], "points": Cell.of(cell).points, "evidence": shown}
        text = json.dumps(reference, ensure_ascii=False) + "\n"
        path = assignment.reference / f"{name}.json"
        files[path] = text
        # A reference from another processor stays, and is what a card compares with: to the last
        # digit, which may be zero on only one of them.
        kept = path.read_text("utf-8") if _is_current(path, text) else text
        in_class[name] = from_json(json.loads(kept)["evidence"])
    return files | mistake_files(assignment, visible, in_class, engine.execute)


def notebook_files(assignment: Assignment) -> dict[Path, str]:
    """The part of :func:`release` that needs no run of the solution."""
    # The files below do not depend on which language is first.
    languages = sorted(assignment.course.languages)
    students = [release_steps.released(assignment, language) for language in languages]
    files = {
        assignment.exercise(language): as_text(notebook)
        for language, notebook in zip(languages, students, strict=True)
    }
    marks = notebooks.blanks(*students)
    files[assignment.blanks] = json.dumps(marks, indent=1) + "\n"
    # The names that only given cells bind: a check may use these.
    solution = notebooks.read(assignment.solution)
    blanks = [cell for cell in notebooks.cells(solution) if cell.role is Role.BLANK]
    of_blanks = {name for cell in blanks for name in bound_names(cell.source)}
    given: dict[str, list[str]] = {}
    for cell in (cell for notebook in (solution, *students) for cell in notebooks.cells(notebook)):
        if cell.is_code and not cell.is_blank and not cell.is_check:
            bound = bound_names(without_tools(cell.source))
            names = [name for name in bound if name not in of_blanks]
            given |= {digest(without_tools(cell.source)): names} if names else {}
    files[assignment.given] = json.dumps(given, indent=1) + "\n"
    return files


def stale(assignment: Assignment, engine: Engine) -> dict[Path, str]:
    """The files of :func:`release` that are missing or differ from what is there."""
    files = release(assignment, engine)
    return {path: text for path, text in files.items() if not _is_current(path, text)}


def _is_current(path: Path, text: str) -> bool:
    if not path.is_file():
        return False
    stored = path.read_text("utf-8")
    if stored == text or path.parent.parent.name != "reference":
        return stored == text
    old, new = json.loads(stored), json.loads(text)
    before, after = (from_json(version["evidence"]).records for version in (old, new))
    # Another processor may round a value differently, which makes nothing stale. An accuracy has no
    # value in a reference: nothing is trained for it.
    return _without_numbers(old) == _without_numbers(new) and all(
        (now.at_least is not None or compare(now, was.value) is None)
        and drawn_alike([*now.given.values()], [*was.given.values()])
        for was, now in zip(before, after, strict=True)
    )


def _without_numbers(data: dict[str, Any]) -> dict[str, Any]:
    """A reference file without values and inputs, whose names stay."""
    records = data["evidence"]["records"]
    names = ([name for name, _ in record.get("given", ())] for record in records)
    shown = [
        record | {"value": None, "given": some} for record, some in zip(records, names, strict=True)
    ]
    return data | {"evidence": data["evidence"] | {"records": shown}}


def mistake_files(
    assignment: Assignment, visible: NotebookNode, in_class: Mapping[str, Evidence], run: Run
) -> dict[Path, str]:
    """Path and text of the file of each blank.

    Wrong answers run only for blanks where something has changed: each file names what it was made
    from.

    Args:
        assignment: without answers there is nothing to write, nor to mend.
        visible: the solution without hidden probes.
        in_class: what a check's card is compared with, by the check's name.
        run: executes a trusted notebook.

    Raises:
        CourseError: a wrong answer fails a record that it does not declare.
    """
    files = {}
    for blank, wrong in wrong_answers(assignment).items():
        path, made_from = assignment.mistakes / f"{blank}.json", _version(visible, wrong)
        stored = path.read_text("utf-8") if path.is_file() else ""
        if stored and json.loads(stored)["from"] == made_from:
            files[path] = stored
            continue
        # What a check in class needs about each wrong answer that fails there; equal behaviours
        # once.
        entries: dict[str, None] = {}
        tried = run_together(visible, wrong, PUBLIC_SEED, run, assignment.limits)
        for answer, executed in tried:
            evidence = submitted_evidence(notebooks.checks(executed)[answer.blank])
            verdict = judge(in_class[answer.blank], evidence, max_points=1)
            _require_declared(assignment, answer, verdict)
            if failing(verdict) and not answer.values_vary:
                found = fingerprints(verdict, answer.source)
                records = {name: asdict(fingerprint) for name, fingerprint in found.items()}
                entry = {"words": words_of(wrong, answer.known_as_in_class), "records": records}
                entries[json.dumps(entry, ensure_ascii=False)] = None
        # A line for each mistake, so that changes are readable.
        lines = ",\n".join(entries)
        files[path] = f'{{"from": "{made_from}", "mistakes": [\n{lines}\n]}}\n'
    return files


def _require_declared(assignment: Assignment, answer: KnownAnswer, verdict: Verdict) -> None:
    """Otherwise what a fault of this machine records, such as a broken tool, would get the name."""
    if answer.fails is None:
        return
    shown = [record for record in verdict.records if record.reference.at_least is None]
    failed = {record.name for record in shown if not record.passed}
    if beyond := failed - answer.fails - answer.by_chance:
        raise CourseError(
            f"{answer.place} fails {', '.join(sorted(beyond))} here, but its entry does not say "
            f"so. See: autograder try {assignment.id}/{answer.blank}"
        )


def _version(visible: NotebookNode, wrong: list[KnownAnswer]) -> str:
    """A digest of everything that the file of a blank is made from."""
    needed = notebooks.cells(with_answer(visible, wrong[0], train=False))
    # The first wrong answer is in the blank: it does no harm, since all of them count.
    parts = [digest_of_code(Path(labkit.__file__).parent)]
    parts += [cell.source for cell in needed if cell.is_code and not cell.skip]
    for answer in wrong:
        said = [words_of(wrong, answer.known_as_in_class), answer.values_vary]
        parts += [answer.source, json.dumps(said)]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:16]


@cache
def digest_of_code(folder: Path) -> str:
    """A digest of all code in a folder: what labkit records may depend on any of it."""
    found = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.suffix in (".py", ".c")):
        found.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return found.hexdigest()


# How notebooks refer to each other: "notebooks 02 and 05", "assignment 01", or in
# katakana.
_NAMED = re.compile(
    r"(?:assignments?|notebooks?|[\u30a0-\u30ff]{6}) (\d\d)\b"
    r"(?:(?:,| and|,? ?[\u3068\u3001\u3084]) (\d\d)\b)?",
    re.IGNORECASE,
)


def left_over(course: Course) -> dict[str, list[Path]]:
    """By assignment, the released files of what the course no longer has."""
    home, ids = course.home, {known.id for known in course.assignments}
    kinds = ("exercises/*/*", "resources/reference/*", "resources/mistakes/*")
    folders = [path for kind in kinds for path in home.glob(kind)]
    found: dict[str, list[Path]] = {}
    for path in folders:
        if path.is_dir() and path.name not in ids:
            found.setdefault(path.name, []).extend(sorted(path.rglob("*")))
    for path in [*home.glob("resources/given/*.json"), *home.glob("resources/blanks/*.json")]:
        if path.stem not in ids:
            found.setdefault(path.stem, []).append(path)
    for assignment in course.assignments:
        checks = notebooks.checks(notebooks.read(assignment.solution))
        files = [*assignment.reference.glob("*.json"), *assignment.mistakes.glob("*.json")]
        found[assignment.id] = [path for path in files if path.stem not in checks]
    return {
        name: files
        for name, paths in found.items()
        if (files := [path for path in paths if path.is_file()])
    }


def missing_notebook_references(course: Course) -> Iterator[tuple[str, str, list[str]]]:
    """Texts that name a notebook which is not in the registry.

    Returns:
        The assignment, the number that it names, and the ids of the cells.
    """
    numbers = {known.id[:2] for known in course.assignments}
    for assignment in course.assignments:
        cells: dict[str, list[str]] = {}
        for cell in notebooks.read(assignment.solution).cells:
            texts = _NAMED.findall(cell.source) if cell.cell_type == "markdown" else []
            for number in {number for pair in texts for number in pair} - {"", *numbers}:
                cells.setdefault(number, []).append(cell.id)
        yield from ((assignment.id, number, ids) for number, ids in sorted(cells.items()))
