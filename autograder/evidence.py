"""Evidence in executed notebooks: taking it out of check cells, and putting verdicts in its place."""

from __future__ import annotations

from nbformat import NotebookNode
from nbformat.v4 import new_output

from autograder import notebooks
from labkit import card
from labkit.evidence import MIME, BadEvidence, Evidence, from_json, to_json
from labkit.judge import Verdict, judge


def evidence_of(cell: NotebookNode) -> Evidence | None:
    """The evidence that a check cell's output carries; None if there is none, or none that can be read."""
    carried = [output.data[MIME] for output in cell.get("outputs", []) if MIME in output.get("data", {})]
    try:
        return from_json(carried[-1]) if carried else None
    except BadEvidence:
        return None


def judge_notebook(executed: NotebookNode, reference: NotebookNode) -> dict[str, Verdict]:
    """The verdicts on a submission, a pure function of two executed notebooks.

    Args:
        executed: the submission's executed notebook.
        reference: the solution's, executed with the same seed.

    Returns:
        A verdict for each check of the solution, also for those of which the submission holds nothing.
    """
    submitted = notebooks.checks(executed)
    return {name: _judge_cell(cell, submitted.get(name)) for name, cell in notebooks.checks(reference).items()}


def show_verdicts(executed: NotebookNode, verdicts: dict[str, Verdict], language: str | None) -> None:
    """Replace what the check cells show by the card and the points, which is what nbgrader reads; evidence stays."""
    for name, cell in notebooks.checks(executed).items():
        if name in verdicts:
            cell.metadata.nbgrader.points = verdicts[name].max_points
            cell.outputs = [_verdict_output(cell, verdicts[name], language), *_prints(cell)]


def _judge_cell(reference: NotebookNode, submitted: NotebookNode | None) -> Verdict:
    expected = evidence_of(reference)
    found = evidence_of(submitted) if submitted is not None else None
    return judge(expected, found, notebooks.points(reference))


def _verdict_output(cell: NotebookNode, verdict: Verdict, language: str | None) -> NotebookNode:
    data = {"text/plain": str(verdict.points), "text/html": card.html(verdict, language)}
    found = evidence_of(cell)
    if found is not None:
        data[MIME] = to_json(found)
    return new_output("execute_result", data, execution_count=cell.execution_count)


def _prints(cell: NotebookNode) -> list[NotebookNode]:
    """What the cell printed, and its errors as text: nbgrader gives 0 for anything on stderr and for any error."""
    streams = [new_output("stream", name="stdout", text=output.text) for output in cell.outputs if output.output_type == "stream"]
    errors = [f"{output.ename}: {output.evalue}\n" for output in cell.outputs if output.output_type == "error"]
    return streams + [new_output("stream", name="stdout", text=text) for text in errors]
