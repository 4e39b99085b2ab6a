"""The tables that the commands show fit into a terminal, whatever the number of checks."""

import io

from rich.console import Console

from autograder.cli import console
from autograder.judging.outcome import Key, Outcome
from autograder.records.gradebook import Standing
from autograder.states import State, Why, because

CHECKS = [f"blank_number_{n}" for n in range(12)]


def test_every_lost_point_can_be_read_in_a_narrow_terminal(monkeypatch):
    monkeypatch.setattr(console, "console", Console(file=io.StringIO(), width=80))
    points = {check: float(n % 4) for n, check in enumerate(CHECKS)}
    outcome = Outcome(
        "ada",
        "02",
        state=State.GRADED,
        reasons=[],
        seed=1,
        key=Key(),
        points=points,
        max_points=dict.fromkeys(CHECKS, 3.0),
    )
    console.show_outcomes([(outcome, Standing(outcome.total, outcome.max_total))], "en")
    shown = console.console.file.getvalue()
    lines = shown.splitlines()
    assert max(map(len, lines)) <= 80 and "18 / 36" in shown
    for check, got in points.items():
        assert (f"{check} {got:g}/3" in shown) == (got < 3)


def test_reasons_are_reported_in_the_courses_language_and_a_students_code_is_no_style(monkeypatch):
    monkeypatch.setattr(console, "console", Console(file=io.StringIO(), width=200))
    touched = because(Why.TOUCHES, cell=3, line=1, code="torch.ops['[/red]'][bold]")
    outcome = Outcome("ada", "02", state=State.NEEDS_REVIEW, reasons=[touched], seed=1, key=Key())
    console.show_outcomes([(outcome, Standing(0, 0))], "ja")
    console.show_event(outcome, "ja")
    shown = console.console.file.getvalue()
    assert shown.count(touched.text("ja")) == 2 and str(touched) not in shown
