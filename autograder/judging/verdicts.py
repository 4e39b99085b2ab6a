"""Evidence in executed notebooks: reading it from check cells, and putting verdicts there.

Hidden probes stay out of what a student sees. The source of a check cell is in the student's
process while it runs, so a cell can print it. No points depend on its staying hidden (the points at
which it probes are seeded), but the next class gets the same probes. An output that shows one is
replaced by a sentence, and reported to a person. This finds it as text; if a cell encodes the text
first, it is not found.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any

from nbformat import NotebookNode

from autograder import metadata, notebooks, states
from autograder.course import CourseError, MissingProgram
from autograder.messages import message
from autograder.notebooks import Cell, new_output
from autograder.states import Reason, Why
from labkit import card
from labkit.c.compiler import ProgramMissing
from labkit.evidence import (
    MIME,
    BadEvidence,
    Evidence,
    Failure,
    from_json,
    submission_from_json,
    to_json,
)
from labkit.judge import Verdict, compare, judge
from labkit.weights import MIME as WEIGHTS


def evidence_of(cell: NotebookNode) -> Evidence | None:
    """The evidence in the output of the solution's check cell; None if none can be read."""
    return _read(cell, from_json)


def submitted_evidence(cell: NotebookNode) -> Evidence | None:
    """The evidence in a submission's check cell, as far as it counts: names and values."""
    return _read(cell, submission_from_json)


def _read(cell: NotebookNode, read: Callable[[Any], Evidence]) -> Evidence | None:
    # The last of several: it is what the check cell itself ends with.
    outputs = _outputs_with_evidence(cell)
    try:
        return read(outputs[-1].data[MIME]) if outputs else None
    except BadEvidence:  # a student's process may put anything there
        return None


def replace_evidence(cell: NotebookNode, evidence: Evidence) -> None:
    """Replace the evidence that a check cell's output carries."""
    _outputs_with_evidence(cell)[-1].data[MIME] = to_json(evidence)


def _outputs_with_evidence(cell: NotebookNode) -> list[NotebookNode]:
    return [output for output in cell.get("outputs", []) if MIME in output.get("data", {})]


def require_complete(name: str, evidence: Evidence | None) -> Evidence:
    """The solution's evidence for a check, complete, with a value in every record.

    Raises:
        MissingProgram: the check needs a compiler or a simulator that is not here.
        CourseError: something is missing.
    """
    failures = (evidence.error, *(record.value for record in evidence.records)) if evidence else ()
    for failure in failures:
        if isinstance(failure, Failure) and failure.type == ProgramMissing.__name__:
            raise MissingProgram(f"the check {name} cannot run here. {failure.message}")
    if evidence is None or evidence.error:
        reason = _said(evidence.error) if evidence and evidence.error else "no evidence"
        raise CourseError(
            f"the solution's own check {name} does not finish: {reason}. Run the solution notebook."
        )
    for record in evidence.records:
        # A submission that fails in the same way would count as right. Only an accuracy needs no
        # value: nothing is trained for it.
        if isinstance(record.value, Failure) and record.at_least is None:
            raise CourseError(
                f"the solution fails its own record {name}.{record.name}: {_said(record.value)}. "
                "Correct the solution."
            )
    return evidence


def _said(failure: Failure) -> str:
    return f"{failure.type}: {failure.message}"


def with_seeded(evidence: Evidence, other: Evidence) -> Evidence:
    """The solution's evidence; each record tells whether another seed gave another value."""
    records = (
        replace(record, seeded=compare(record, other[record.name].value) is not None)
        if record.at_least is None
        else record
        for record in evidence.records
    )
    return replace(evidence, records=tuple(records))


class Judge:
    """Gives the verdicts on submissions, each a pure function of two executed notebooks.

    Args:
        reference: the solution's notebook, executed with the same seed as the submissions.
        public: the same, executed with the public seed: what is equal in both earns nothing alone.
            Without it everything counts as seeded.
    """

    def __init__(self, reference: NotebookNode, public: NotebookNode | None = None) -> None:
        known = notebooks.checks(public) if public else {}
        self._expected: dict[str, tuple[NotebookNode, Evidence]] = {}
        for name, cell in notebooks.checks(reference).items():
            evidence = require_complete(name, evidence_of(cell))
            if name in known and (other := evidence_of(known[name])):
                evidence = with_seeded(evidence, other)
            self._expected[name] = cell, evidence

    def verdicts(self, executed: NotebookNode) -> dict[str, Verdict]:
        """A verdict for each check of the solution, also where the submission holds nothing."""
        # By the solution's checks: one that a student deleted or added changes no total.
        submitted, given = notebooks.checks(executed), {}
        for name, (cell, expected) in self._expected.items():
            evidence = submitted_evidence(submitted[name]) if name in submitted else None
            check = Cell.of(cell)
            given[name] = replace(judge(expected, evidence, check.points), extra=check.extra)
        return given


def show_verdicts(
    executed: NotebookNode, verdicts: dict[str, Verdict], language: str | None
) -> None:
    """Replace what the check cells show by the card and the points; evidence stays."""
    for name, cell in notebooks.checks(executed).items():
        if name in verdicts:
            # nbgrader takes both from here: what a check is worth, and the points as its result.
            verdict, count = verdicts[name], cell.execution_count
            cell.metadata.nbgrader.points = verdict.max_points
            data = {"text/plain": str(verdict.points), "text/html": card.html(verdict, language)}
            if outputs := _outputs_with_evidence(cell):
                data[MIME] = _what_counts(outputs[-1].data[MIME])
            shown = new_output("execute_result", data=data, metadata={}, execution_count=count)
            cell.outputs = [shown, *_prints(cell)]


def _what_counts(evidence: Any) -> Any:
    """Names and values, as they were handed in.

    What a student made of the other fields, such as the text of a rule, no one needs to keep.
    """
    if not isinstance(evidence, dict) or not isinstance(evidence.get("records"), list):
        return evidence
    records = [
        notebooks.only(record, ("name", "value")) if isinstance(record, dict) else record
        for record in evidence["records"]
    ]
    return {**notebooks.only(evidence, ("check", "seed", "error")), "records": records}


def _prints(cell: NotebookNode) -> list[NotebookNode]:
    """What the cell printed, and its errors as text."""
    # All of it on stdout: nbgrader gives 0 for anything on stderr and for any error.
    printed = [output.text for output in cell.outputs if output.output_type == "stream"]
    errors = [
        f"{output.ename}: {output.evalue}\n"
        for output in cell.outputs
        if output.output_type == "error"
    ]
    return [new_output("stream", name="stdout", text=text) for text in printed + errors]


_HIDDEN = re.compile(r"### BEGIN HIDDEN TESTS\n(.*?)### END HIDDEN TESTS", re.DOTALL)
_ESCAPES = re.compile(r"(?:\x1b|\\u001b)\[[0-9;]*m")
# An array in base64. No line of a probe has 100 letters in a row, so the array's ends are enough.
_ARRAY = re.compile(r"[A-Za-z0-9+/]{300,}")
TAG = re.compile(r"<[^<>]*>")
# A shorter line may be in any program, and one without these signs is only words, which the card
# shows.
_LEAST, _SIGNS = 20, re.compile(r"\s*[^\s'\"].*[=(]")


def hide_probes(executed: NotebookNode, solution: NotebookNode) -> list[Reason]:
    """Replace outputs that show a line of a hidden probe.

    Args:
        executed: is changed.
        solution: its checks hold the hidden probes.

    Returns:
        A reason for each cell that had one, for a person to read.
    """
    lines = _hidden_lines(tuple(cell.source for cell in solution.cells))
    sentence = message("grading.taken_out", metadata.of_notebook(executed).language)
    # First all outputs at once, which is enough for an honest notebook.
    all_outputs = [output for cell in executed.cells for output in cell.get("outputs", [])]
    shown = [
        {
            **output,
            "data": {
                kind: text for kind, text in output.get("data", {}).items() if kind != WEIGHTS
            },
        }
        for output in all_outputs
    ]
    # No separator between the texts of a list: a line may be split between them, too.
    as_json = json.dumps(shown, ensure_ascii=False, separators=("\n", ":"))
    if not _shows(f"{as_json}\n{_printed(all_outputs)}", lines):
        return []
    reasons = []
    for position, cell in enumerate(executed.cells, start=1):
        outputs = cell.get("outputs", [])
        clean = [_without(output, lines, sentence) for output in outputs]
        if _shows(_printed(clean), lines):
            others = (output for output in clean if output.output_type != "stream")
            clean = [*others, new_output("stream", name="stdout", text=f"{sentence}\n")]
        if clean != outputs:
            cell.outputs = clean
            reasons.append(states.because(Why.SHOWS_PROBE, cell=position))
    return reasons


def _printed(outputs: list[NotebookNode]) -> str:
    """What is printed in pieces, as a whole."""
    return "".join(output.text for output in outputs if output.output_type == "stream")


def _without(value: Any, lines: tuple[str, ...], sentence: str) -> Any:
    """A part of an output with the sentence in the place of each text that shows a probe."""
    if isinstance(value, str):
        return sentence if _shows(value, lines) else value
    if isinstance(value, dict):
        return NotebookNode(
            {
                name: inner if name == WEIGHTS else _without(inner, lines, sentence)
                for name, inner in value.items()
            }
        )
    if isinstance(value, list):
        # The lines of one text, such as those of a traceback.
        if _shows("\n".join(inner for inner in value if isinstance(inner, str)), lines):
            return [sentence]
        return [_without(inner, lines, sentence) for inner in value]
    return value


def _shows(text: str, lines: tuple[str, ...]) -> bool:
    # With its tags, too: what is between `<` and `>` need not be a tag.
    shown = normalized(_ARRAY.sub(lambda array: f"{array[0][:100]}\n…{array[0][-100:]}", text))
    without_tags = TAG.sub("", shown)
    return any(line in shown or line in without_tags for line in lines)


@lru_cache(maxsize=8)
def _hidden_lines(sources: tuple[str, ...]) -> tuple[str, ...]:
    """The lines that occur only in hidden probes, normalized."""
    parts = [part for source in sources for part in _HIDDEN.findall(source)]
    lines = {normalized(line) for part in parts for line in part.splitlines() if _SIGNS.match(line)}
    seen = normalized("\n".join(_HIDDEN.sub("", source) for source in sources))
    return tuple(sorted(line for line in lines if len(line) >= _LEAST and line not in seen))


def normalized(text: str) -> str:
    """Text in one form, however it is shown: escaped, coloured, quoted or indented."""
    shown = "".join(html.unescape(_ESCAPES.sub("", text)).replace(r"\n", "").split())
    return shown.replace("\\", "").replace("'", "").replace('"', "")
