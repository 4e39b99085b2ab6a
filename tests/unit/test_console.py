"""The tables that the commands show fit into a terminal, whatever the number of checks."""

import io
from dataclasses import replace
from types import SimpleNamespace

import pytest
from rich.console import Console

from autograder.cli import console, tables
from autograder.course import CourseError, MissingProgram
from autograder.engine.execution import EngineError
from autograder.gradebook.gradebook import Standing
from autograder.judging.outcome import Key, Outcome
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
    tables.show_outcomes([(outcome, Standing(outcome.total, outcome.max_total))], "en")
    shown = console.console.file.getvalue()
    lines = shown.splitlines()
    assert max(map(len, lines)) <= 80 and "18 / 36" in shown
    for check, got in points.items():
        assert (f"{check} {got:g}/3" in shown) == (got < 3)


def test_a_class_is_a_line_for_each_student_and_ends_with_what_a_person_must_do(monkeypatch):
    monkeypatch.setattr(console, "console", Console(file=io.StringIO(), width=80))
    class_of = []
    for n in range(24):
        points = {check: float((n + place) % 4) for place, check in enumerate(CHECKS)}
        touched = [because(Why.TOUCHES, cell=3, line=1, code="x")] if n == 3 else []
        outcome = Outcome(
            f"student{n}",
            "02",
            state=State.NEEDS_REVIEW if touched else State.GRADED,
            reasons=touched,
            seed=1,
            key=Key(),
            points=points,
            max_points=dict.fromkeys(CHECKS, 3.0),
        )
        class_of.append((outcome, Standing(outcome.total, outcome.max_total, waits=n < 20)))
    lost = replace(class_of[0][0], student="lost", state=State.MISSING)
    class_of.append((lost, Standing(0, 36)))
    tables.show_outcomes(class_of, "en")
    tables.show_open(SimpleNamespace(id="02"), class_of)
    lines = console.console.file.getvalue().splitlines()
    assert "–" in next(line for line in lines if "lost" in line)
    assert len(lines) < 25 + 20 and max(len(line) for line in lines if "│" in line) <= 80
    assert next(line for line in lines if "student0 " in line).count("●") == 3
    assert lines[-3:] == [
        "1 hand-in for a person to look at: autograder review 02",
        "1 hand-in without a notebook: autograder collect 02",
        "20 hand-ins with written answers to mark: autograder mark 02",
    ]


def test_reasons_are_reported_in_the_courses_language_and_a_students_code_is_no_style(monkeypatch):
    monkeypatch.setattr(console, "console", Console(file=io.StringIO(), width=200))
    touched = because(Why.TOUCHES, cell=3, line=1, code="torch.ops['[/red]'][bold]")
    outcome = Outcome("ada", "02", state=State.NEEDS_REVIEW, reasons=[touched], seed=1, key=Key())
    tables.show_outcomes([(outcome, Standing(0, 0))], "ja")
    tables.show_event(outcome, "ja")
    shown = console.console.file.getvalue()
    assert shown.count(touched.text("ja")) == 2 and str(touched) not in shown


@pytest.mark.parametrize("error", [KeyboardInterrupt, EngineError, CourseError, None])
def test_what_lacks_a_program_is_reported_however_a_command_ends(error, monkeypatch):
    monkeypatch.setattr(console, "errors", Console(file=io.StringIO(), width=200))
    with pytest.raises(error or MissingProgram) as raised, console.leaving_out() as attempt:
        for name in ("08", "09"):
            with attempt(SimpleNamespace(id=name)):
                raise MissingProgram("It needs yosys.")
        if error:
            raise error("It ends.")
    said = console.errors.file.getvalue() if error else str(raised.value)
    assert said.count("is left out: It needs yosys.") == 2 and "08 is" in said and "09 is" in said
