"""How the demonstration's class hands in."""

from __future__ import annotations

from pathlib import Path

from autograder import notebooks
from autograder.answers.known import answers
from autograder.cli.console import progress
from autograder.course import Assignment
from autograder.demo import demo
from autograder.demo.made_up_class import c_files, made_up_class
from autograder.engine.engine import Engine
from autograder.records.gradebook import register
from autograder.release import files as releases
from autograder.submission.training import Weights


def hand_in_every_answer(assignment: Assignment, folder: Path, each: int) -> None:
    """A student for each answer."""
    tried = answers(assignment, folder)
    _released(assignment)
    weights = _trained(assignment)
    given = notebooks.read(assignment.exercise(assignment.course.languages[0]))
    demo.lend_answers(assignment, folder)
    _through_the_exchange(assignment, list(demo.class_of(tried, given, weights, each)))


def hand_in_as_a_class(assignment: Assignment, folder: Path, in_notebooks: bool) -> None:
    """A class of 24 hands in notebooks; or some of it files of C."""
    tried = answers(assignment, folder)
    demo.lend_answers(assignment, folder)
    if in_notebooks:
        weights = _trained(assignment)
        given = {
            one: notebooks.read(assignment.exercise(one)) for one in assignment.course.languages
        }
        hand_ins = list(made_up_class(tried, given, weights))
        _through_the_exchange(assignment, [(one.student, one.notebook) for one in hand_ins])
    else:
        hand_ins = list(c_files(tried))
    demo.put_in_place(assignment, hand_ins)


def _released(assignment: Assignment) -> None:
    with Engine("none", limits=assignment.course.limits) as engine:
        for path, text in releases.release(assignment, engine).items():
            notebooks.write(path, text)


def _trained(assignment: Assignment) -> Weights:
    """Enter an assignment into the gradebook; returns the weights that its solution trains."""
    register(assignment)
    with Engine("none", limits=assignment.course.limits) as engine:
        return demo.trained(assignment, engine)


def _through_the_exchange(assignment: Assignment, hand_ins: list[tuple[str, str]]) -> None:
    """By nbgrader's own commands, as a real class would."""
    exchange = demo.Exchange(assignment, assignment.course.root / "exchange" / assignment.id)
    exchange.release()
    with progress(f"Handing in {assignment.id}", len(hand_ins)) as (bar, task):
        for student, text in hand_ins:
            exchange.hand_in(student, text)
            bar.advance(task)
    exchange.collect()
