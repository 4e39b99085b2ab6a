"""All files of a release: students' notebooks in each language, and the recorded references."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from nbformat import NotebookNode
from nbgrader import preprocessors as stock

from autograder import notebooks
from autograder.course import Assignment, CourseError
from autograder.engine.engine import Engine
from autograder.headings import titles_by_language
from autograder.judging.verdicts import Judge, drawn_marked, evidence_of, require_answers
from autograder.notebooks import as_text, check_name, grade_id, is_blank, is_check, points
from autograder.release.mistakes import mistake_files
from autograder.release.steps import released
from autograder.submission.parts import plan_of
from autograder.submission.training import is_training, kept_by, without_training
from labkit.evidence import Evidence, Record, from_json, to_json
from labkit.judge import compare
from labkit.language import ENGLISH
from labkit.reference import PUBLIC_SEED
from labkit.source import bound_names, digest


def problems(solution: NotebookNode) -> Iterator[str]:
    """What is wrong with a solution notebook, a sentence each."""
    ids = [name for cell in solution.cells if (name := grade_id(cell))]
    # nbgrader gives up on such a notebook with a message about old metadata.
    for name in sorted(set(ids)):
        if ids.count(name) > 1:
            yield f"the id {name} is in more than one cell"
    if not any(notebooks.in_language(cell, ENGLISH) != cell for cell in solution.cells):
        yield (
            'no set-up cell has the line labkit.start("<assignment>"), '
            "where release names the language"
        )
    for cell in solution.cells:
        if is_check(cell):
            yield from _problems_of_check(cell, ids)
        if is_blank(cell) and cell.cell_type == "code":
            yield from _problems_of_blank(cell, ids)
        if is_training(cell):
            yield from _problems_of_training(cell, set(notebooks.checks(solution)))


def _problems_of_check(cell: NotebookNode, ids: list[str]) -> Iterator[str]:
    name = check_name(cell)
    if name not in ids:
        yield f"the check {grade_id(cell)} has no blank {name}"
    # In class a check finds its reference by the name in its source, in grading by its id.
    if f'check("{name}")' not in cell.source:
        yield f'the cell {grade_id(cell)} must open check("{name}")'


def _problems_of_blank(cell: NotebookNode, ids: list[str]) -> Iterator[str]:
    name = grade_id(cell)
    if "### BEGIN SOLUTION" not in cell.source:
        yield f"the blank {name} has no ### BEGIN SOLUTION"
    if f"{name}{notebooks.CHECK}" not in ids:
        yield f"the blank {name} has no check {name}{notebooks.CHECK}"


def _problems_of_training(cell: NotebookNode, checks: set[str]) -> Iterator[str]:
    if not (grade_id(cell) and kept_by(cell)):
        yield (
            f"the training cell {cell.id} needs a grade_id, "
            'and keep("<check>", network) in its last line'
        )
    if unknown := kept_by(cell) - checks:
        yield (
            f"the training cell {cell.id} keeps weights for {', '.join(sorted(unknown))}, "
            "which no check is named"
        )


def release(assignment: Assignment, engine: Engine) -> dict[Path, str]:
    """Everything that a release writes: path and text of each file. Nothing is written here.

    Raises:
        CourseError: the solution notebook is not in order, or its own checks do not run.
    """
    solution = notebooks.read(assignment.solution)
    if sentences := "; ".join(problems(solution)):
        raise CourseError(
            f"{assignment.solution}: {sentences}. Correct the notebook and release again."
        )
    return notebook_files(assignment) | _executed_files(assignment, engine)


def notebook_files(assignment: Assignment) -> dict[Path, str]:
    """Of :func:`release`, what is made without running the solution."""
    files = {
        assignment.exercise(language): as_text(released(assignment, language))
        for language in assignment.course.languages
    }
    return files | _given_names(assignment) | _blanks(assignment)


def stale(assignment: Assignment, engine: Engine) -> dict[Path, str]:
    """Of :func:`release`, the files that are missing or that differ from what stands there."""
    files = release(assignment, engine)
    return {path: text for path, text in files.items() if not _is_current(path, text)}


def _given_names(assignment: Assignment) -> dict[Path, str]:
    """What each given cell binds and no blank does: the names that a check was given."""
    solution, given = notebooks.read(assignment.solution), {}
    code = [cell for cell in solution.cells if cell.cell_type == "code"]
    of_blanks = {name for cell in code if is_blank(cell) for name in bound_names(cell.source)}
    students = (released(assignment, language) for language in assignment.course.languages)
    for notebook in (solution, *students):
        for cell in notebook.cells:
            if cell.cell_type == "code" and not is_blank(cell) and not is_check(cell):
                names = [name for name in bound_names(cell.source) if name not in of_blanks]
                given |= {digest(cell.source): names} if names else {}
    return {assignment.given: json.dumps(given, indent=1) + "\n"}


def _blanks(assignment: Assignment) -> dict[Path, str]:
    marks = notebooks.blanks(released(assignment, assignment.course.languages[0]))
    return {assignment.blanks: json.dumps(marks, indent=1) + "\n"}


def _executed_files(assignment: Assignment, engine: Engine) -> dict[Path, str]:
    """The files that tell what the solution, and the known wrong answers, record in class."""
    solution = notebooks.read(assignment.solution)
    # Students' checks hold no hidden tests, so what they are compared with holds none.
    visible, _ = stock.ClearHiddenTests().preprocess(solution, {})
    # Else each kernel imports them, for seconds.
    engine.preload(assignment.preload)
    run = partial(engine.execute, limits=assignment.limits)
    untrained = without_training(visible)
    plan = plan_of(untrained)
    public, other = (
        run(untrained, {"LABKIT_SEED": str(seed)}, plan=plan).notebook
        for seed in (PUBLIC_SEED, PUBLIC_SEED + 1)
    )
    references = _reference_files(assignment.reference, public, other)
    return references | mistake_files(assignment, visible, Judge(public, other), run)


def _reference_files(folder: Path, public: NotebookNode, other: NotebookNode) -> dict[Path, str]:
    others, by_task, files = notebooks.checks(other), titles_by_language(public), {}
    for name, cell in notebooks.checks(public).items():
        evidence, another = (
            require_answers(name, evidence_of(one)) for one in (cell, others[name])
        )
        text = _reference_text(by_task[name], drawn_marked(evidence, another), points(cell))
        files[folder / f"{name}.json"] = text
    return files


def _reference_text(title: dict[str, str], evidence: Evidence, worth: float) -> str:
    reference = {"title": title, "points": worth, "evidence": to_json(evidence)}
    return json.dumps(reference, ensure_ascii=False, indent=1) + "\n"


def _is_current(path: Path, text: str) -> bool:
    if not path.is_file():
        return False
    stored = path.read_text("utf-8")
    if stored == text or path.parent.parent.name != "reference":
        return stored == text
    # Another processor may round a value otherwise, which makes nothing stale.
    return _same_reference(json.loads(stored), json.loads(text))


def _same_reference(stored: dict[str, Any], fresh: dict[str, Any]) -> bool:
    old, new = from_json(stored["evidence"]), from_json(fresh["evidence"])
    same_rules = _without_values(stored) == _without_values(fresh)
    return same_rules and all(map(_is_same_value, old.records, new.records))


def _is_same_value(old: Record, new: Record) -> bool:
    # An accuracy has no value in a reference: nothing is trained for it.
    return new.at_least is not None or compare(new, old.value) is None


def _without_values(data: dict[str, Any]) -> list[Any]:
    kept = ("name", "rule", "share", "rtol", "atol", "at_least", "source", "drawn", "company")
    records = data["evidence"]["records"]
    return [
        data.get("title"),
        data["points"],
        *({key: record.get(key) for key in kept} for record in records),
    ]
