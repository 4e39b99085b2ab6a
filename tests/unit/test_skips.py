"""A test is skipped for want of a program only where its own error says so, and it is so."""

import pytest
from programs import reason_to_skip, summary

from autograder.course import MissingProgram
from autograder.engine.sandbox import SandboxUnavailable

SAYS = MissingProgram("This needs yosys: `apt-get install -y iverilog yosys`")
REASON = "for want of iverilog, yosys"


def raised(error, context=None, cause=None):
    """An error as it is after ``raise``, while another one is handled, or from it."""
    error.__context__, error.__cause__ = context, cause
    return error


@pytest.fixture
def bare(monkeypatch):
    """A machine without programs."""
    monkeypatch.setenv("PATH", "")


@pytest.mark.usefixtures("bare")
def test_an_error_that_names_what_is_missing_is_the_reason():
    assert reason_to_skip(SAYS) == REASON
    assert reason_to_skip(raised(AssertionError("exit 1"), cause=SAYS)) == REASON
    assert reason_to_skip(raised(KeyError("saturate"), context=SAYS)) == REASON
    assert reason_to_skip(SandboxUnavailable("no bwrap")) == "for want of bubblewrap"


@pytest.mark.needs("yosys", "iverilog")
def test_where_it_is_there_nothing_is_skipped():
    assert reason_to_skip(SAYS) == ""


@pytest.mark.usefixtures("bare")
@pytest.mark.parametrize("failed", [AssertionError("no match"), pytest.fail.Exception("no match")])
def test_a_test_that_looked_for_the_error_in_vain_fails(failed):
    assert reason_to_skip(raised(failed, context=SAYS)) == ""
    assert reason_to_skip(raised(failed, context=SandboxUnavailable("no bwrap"))) == ""


def test_the_last_line_names_each_package_once():
    line = summary([f"Skipped: {REASON}", "Skipped: no GPU", "Skipped: for want of yosys"])
    assert line.startswith(
        "2 skipped for want of iverilog, yosys: `apt-get install iverilog yosys`"
    )
    assert summary(["Skipped: no GPU"]) == ""
