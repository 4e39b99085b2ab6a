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
from autograder.metadata import Role
from autograder.notebooks import Cell, as_text, cells
from autograder.release.mistakes import mistake_files
from autograder.release.steps import released
from autograder.submission.parts import plan_of
from autograder.submission.training import kept_by, without_training
from labkit.evidence import from_json, to_json
from labkit.judge import compare
from labkit.language import ENGLISH
from labkit.reference import PUBLIC_SEED
from labkit.source import bound_names, digest


def problems(solution: NotebookNode) -> Iterator[str]:
    """What is wrong with a solution notebook, a sentence each."""
    parsed = cells(solution)
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
                    f"{', '.join(sorted(unknown))}, which no check is named"
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
    marks = notebooks.blanks(released(assignment, assignment.course.languages[0]))
    files[assignment.blanks] = json.dumps(marks, indent=1) + "\n"
    files[assignment.given] = json.dumps(_given_names(assignment), indent=1) + "\n"
    return files


def stale(assignment: Assignment, engine: Engine) -> dict[Path, str]:
    """Of :func:`release`, the files that are missing or that differ from what stands there."""
    files = release(assignment, engine)
    return {path: text for path, text in files.items() if not _is_current(path, text)}


def _given_names(assignment: Assignment) -> dict[str, list[str]]:
    """What each given cell binds and no blank does: the names that a check was given."""
    solution = notebooks.read(assignment.solution)
    blanks = [cell for cell in cells(solution) if cell.role is Role.BLANK]
    of_blanks = {name for cell in blanks for name in bound_names(cell.source)}
    students = (released(assignment, language) for language in assignment.course.languages)
    given: dict[str, list[str]] = {}
    for cell in (cell for notebook in (solution, *students) for cell in cells(notebook)):
        if cell.is_code and not cell.is_blank and not cell.is_check:
            names = [name for name in bound_names(cell.source) if name not in of_blanks]
            given |= {digest(cell.source): names} if names else {}
    return given


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
    others, by_task, files = notebooks.checks(other), titles_by_language(public), {}
    for name, cell in notebooks.checks(public).items():
        evidence, another = (
            require_answers(name, evidence_of(one)) for one in (cell, others[name])
        )
        shown = to_json(drawn_marked(evidence, another))
        reference = {"title": by_task[name], "points": Cell.of(cell).points, "evidence": shown}
        text = json.dumps(reference, ensure_ascii=False, indent=1) + "\n"
        files[assignment.reference / f"{name}.json"] = text
    return files | mistake_files(assignment, visible, Judge(public, other), run)


def _is_current(path: Path, text: str) -> bool:
    if not path.is_file():
        return False
    stored = path.read_text("utf-8")
    if stored == text or path.parent.parent.name != "reference":
        return stored == text
    old, new = json.loads(stored), json.loads(text)
    before, after = (from_json(one["evidence"]).records for one in (old, new))
    # Another processor may round a value otherwise, which makes nothing stale. An accuracy has no
    # value in a reference: nothing is trained for it.
    return _without_values(old) == _without_values(new) and all(
        now.at_least is not None or compare(now, was.value) is None
        for was, now in zip(before, after, strict=False)
    )


def _without_values(data: dict[str, Any]) -> list[Any]:
    kept = ("name", "rule", "share", "rtol", "atol", "at_least", "source", "drawn", "company")
    records = data["evidence"]["records"]
    return [
        data.get("title"),
        data["points"],
        *({key: record.get(key) for key in kept} for record in records),
    ]
