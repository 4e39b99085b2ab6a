"""Verdicts: what a judge reads of executed notebooks beside the evidence."""

import nbformat
import nbformat.v4 as nbf
import pytest

from autograder.judging.verdicts import Judge
from labkit.evidence import MIME, Evidence, Record, to_json

OVER_AUTOGRAD = """
class Pulled(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return 2 * x

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return torch.autograd.grad(2 * x, x, grad_out)
double = Pulled.apply
"""
BY_FORMULA = """
class Double(Function):
    @staticmethod
    def forward(ctx, x):
        return 2 * x

    @staticmethod
    def backward(ctx, grad_out):
        return 2 * grad_out
double = Double.apply
"""
OWN = Record("own", True, share=0.0, source="double")
EVIDENCE = to_json(Evidence("double", 1, (OWN, Record("y", 2.0))))


def code(source, *outputs):
    return nbf.new_code_cell(source, outputs=list(outputs))


def checked(*cells):
    """An executed notebook with a check at its end, all records of which hold the right values."""
    shown = nbf.new_output("execute_result", data={MIME: EVIDENCE}, execution_count=1)
    last = code("verdict", shown)
    last.metadata["nbgrader"] = {"grade_id": "double_check", "grade": True, "points": 2}
    last.metadata["nbgrader"] |= {"solution": False, "locked": True, "schema_version": 3}
    return nbformat.from_dict(nbf.new_notebook(cells=[*cells, last]))


@pytest.mark.parametrize(("is_ended", "points"), [(True, 0.0), (False, 2.0)])
def test_a_function_below_an_error_does_not_count(is_ended, points):
    """Below the line that ended its cell nothing was defined, whatever the source shows."""
    ended = nbf.new_output("error", ename="ZeroDivisionError", evalue="", traceback=[])
    outputs = [ended] if is_ended else []
    executed = checked(code(OVER_AUTOGRAD), code(f"1 / 0\n{BY_FORMULA}", *outputs))
    (verdict,) = Judge(checked()).verdicts(executed).values()
    assert verdict.points == points
    if is_ended:
        assert verdict.records[0].got.type == "AsksAutograd"
