"""The files of known mistakes: what labkit needs to name one in class, without a value in it."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from nbformat import NotebookNode

from autograder.answers.blanks import run_together, with_answer
from autograder.answers.known import Answer
from autograder.answers.mistakes import words_of, wrong_answers
from autograder.course import Assignment
from autograder.judging.references import Run
from autograder.judging.verdicts import Judge
from autograder.metadata import of_cell
from labkit.judge import Verdict
from labkit.mistakes import FORM, failing, fingerprints
from labkit.reference import PUBLIC_SEED


def mistake_files(
    assignment: Assignment, visible: NotebookNode, judge: Judge, run: Run
) -> dict[Path, str]:
    """Path and text of the file of each blank.

    Only the wrong answers of a blank are executed for which something has changed: the file names
    what it was made from.

    Args:
        assignment: without answers there is nothing to write, nor to mend.
        visible: the solution without hidden probes.
        judge: compares with what that recorded, with the public seed.
        run: executes a trusted notebook.
    """
    files = {}
    for blank, wrong in wrong_answers(assignment).items():
        path, made_from = assignment.mistakes / f"{blank}.json", _version(visible, wrong)
        if _made_from(path) == made_from:
            files[path] = path.read_text("utf-8")
        else:
            known = list(_known(visible, wrong, judge, run))
            files[path] = _text({"from": made_from, "mistakes": known})
    return files


def _known(
    visible: NotebookNode, wrong: list[Answer], judge: Judge, run: Run
) -> list[dict[str, Any]]:
    """What a check in class reads of each wrong answer that fails there."""
    entries = {}
    for answer, executed in run_together(visible, wrong, PUBLIC_SEED, run):
        verdict = judge.verdicts(executed)[answer.blank]
        if failing(verdict):
            words = words_of(wrong, answer.known_as_in_class)
            entry = {"words": words, "records": _records(verdict)}
            # Equal behaviours stand there once.
            entries[json.dumps(entry)] = entry
    return list(entries.values())


def _records(verdict: Verdict) -> dict[str, dict[str, Any]]:
    return {
        name: {"digest": one.digest, "shifted": list(one.shifted)}
        for name, one in fingerprints(verdict).items()
    }


def _version(visible: NotebookNode, wrong: list[Answer]) -> str:
    """A digest of everything that the file of a blank is made from, beside labkit itself."""
    needed = with_answer(visible, wrong[0], train=False).cells
    cells = (cell for cell in needed if cell.cell_type == "code" and not of_cell(cell).skip)
    # The first wrong answer stands in the blank: it does no harm, for all of them count.
    parts = [str(FORM), *(cell.source for cell in cells)]
    for one in wrong:
        parts += [one.source, json.dumps(words_of(wrong, one.known_as_in_class))]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:16]


def _made_from(path: Path) -> str | None:
    return json.loads(path.read_text("utf-8"))["from"] if path.is_file() else None


def _text(content: dict[str, Any]) -> str:
    # A line for each mistake: people look at what changed.
    mistakes = ",\n".join(json.dumps(entry, ensure_ascii=False) for entry in content["mistakes"])
    return f'{{"from": "{content["from"]}", "mistakes": [\n{mistakes}\n]}}\n'
