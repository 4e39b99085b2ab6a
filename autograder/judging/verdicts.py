"""Evidence in executed notebooks: taking it out of check cells, and putting verdicts there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import nbformat
from nbformat import NotebookNode

from autograder import metadata, notebooks
from autograder.course import CourseError
from labkit import card
from labkit.evidence import (
    MIME,
    BadEvidence,
    Evidence,
    Failure,
    answers_from_json,
    from_json,
    to_json,
)
from labkit.judge import Verdict, compare, judge


def evidence_of(cell: NotebookNode) -> Evidence | None:
    """The evidence in the output of the solution's check cell; None if none can be read."""
    return _read(cell, from_json)


def answers_of(cell: NotebookNode) -> Evidence | None:
    """The same of a submission's, as far as it counts: names and values."""
    return _read(cell, answers_from_json)


def _read(cell: NotebookNode, read: Callable[[Any], Evidence]) -> Evidence | None:
    # Of several the last: it is what the check cell itself ends with.
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


def require_answers(name: str, evidence: Evidence | None) -> Evidence:
    """The solution's evidence for a check, complete, with an answer in every record.

    Raises:
        CourseError: something is missing.
    """
    if evidence is None or evidence.error:
        reason = evidence.error if evidence else "no evidence"
        raise CourseError(
            f"the solution's own check {name} does not run to its end: {reason}. "
            "Run the solution notebook."
        )
    for record in evidence.records:
        # A submission that fails in the same way would count as right. Only an accuracy needs no
        # value: nothing is trained for it.
        if isinstance(record.value, Failure) and record.at_least is None:
            raise CourseError(
                f"the solution fails its own record {name}.{record.name}: {record.value}. "
                "Correct the solution."
            )
    return evidence


def drawn_marked(evidence: Evidence, other: Evidence) -> Evidence:
    """The solution's evidence; each record tells whether another seed gave another value."""
    records = (
        replace(record, drawn=compare(record, other[record.name].value) is not None)
        if record.at_least is None
        else record
        for record in evidence.records
    )
    return replace(evidence, records=tuple(records))


def _marked(evidence: Evidence, other: NotebookNode | None) -> Evidence:
    known = evidence_of(other) if other else None
    return drawn_marked(evidence, known) if known else evidence


class Judge:
    """Gives the verdicts on submissions, each a pure function of two executed notebooks.

    Args:
        reference: the solution's notebook, executed with the same seed as the submissions.
        public: the same, executed with the public seed: what is equal in both earns nothing alone.
            Without it everything counts as drawn.
    """

    def __init__(self, reference: NotebookNode, public: NotebookNode | None = None) -> None:
        known = notebooks.checks(public) if public else {}
        self._expected = {
            name: (cell, _marked(require_answers(name, evidence_of(cell)), known.get(name)))
            for name, cell in notebooks.checks(reference).items()
        }

    def verdicts(self, executed: NotebookNode) -> dict[str, Verdict]:
        """A verdict for each check of the solution, also where the submission holds nothing."""
        # By the solution's checks: one that a student deleted or added changes no total.
        submitted = notebooks.checks(executed)
        return {
            name: _judge_cell(*expected, submitted.get(name))
            for name, expected in self._expected.items()
        }


def show_verdicts(
    executed: NotebookNode, verdicts: dict[str, Verdict], language: str | None
) -> None:
    """Replace what the check cells show by the card and the points; evidence stays."""
    for name, cell in notebooks.checks(executed).items():
        if name in verdicts:
            # nbgrader takes both from here: what a check is worth, and the points as its result.
            cell.metadata.nbgrader.points = verdicts[name].max_points
            cell.outputs = [_verdict_output(cell, verdicts[name], language), *_prints(cell)]


def _judge_cell(
    reference: NotebookNode,
    expected: Evidence,
    submitted: NotebookNode | None,
) -> Verdict:
    answers = answers_of(submitted) if submitted is not None else None
    verdict = judge(expected, answers, notebooks.points(reference))
    return replace(verdict, extra=metadata.of_cell(reference).extra)


def _verdict_output(cell: NotebookNode, verdict: Verdict, language: str | None) -> NotebookNode:
    data = {"text/plain": str(verdict.points), "text/html": card.html(verdict, language)}
    if outputs := _outputs_with_evidence(cell):
        data[MIME] = _what_counts(outputs[-1].data[MIME])
    return _output("execute_result", data=data, metadata={}, execution_count=cell.execution_count)


def _what_counts(evidence: Any) -> Any:
    """Names and values, as they were handed in.

    What a student made of the other fields, such as the text of a rule, nobody needs to keep.
    """
    if not isinstance(evidence, dict) or not isinstance(evidence.get("records"), list):
        return evidence
    records = [
        _only(record, "name", "value") if isinstance(record, dict) else record
        for record in evidence["records"]
    ]
    return {**_only(evidence, "check", "seed", "error"), "records": records}


def _only(fields: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: fields[name] for name in names if name in fields}


def _prints(cell: NotebookNode) -> list[NotebookNode]:
    """What the cell printed, and its errors as text."""
    # All of it on stdout: nbgrader gives 0 for anything on stderr and for any error.
    printed = [output.text for output in cell.outputs if output.output_type == "stream"]
    errors = [
        f"{output.ename}: {output.evalue}\n"
        for output in cell.outputs
        if output.output_type == "error"
    ]
    return [_output("stream", name="stdout", text=text) for text in printed + errors]


def _output(kind: str, **content: Any) -> NotebookNode:
    # nbformat's own function checks each output against a schema, longer than all the rest takes.
    return nbformat.from_dict({"output_type": kind, **content})
