"""How the demonstration's class hands in."""

from __future__ import annotations

from pathlib import Path

from autograder import notebooks
from autograder.answers.known import answers
from autograder.cli.console import progress
from autograder.course import Course
from autograder.demo import demo
from autograder.demo.made_up_class import c_files, made_up_class
from autograder.engine.engine import Engine
from autograder.records.gradebook import register
from autograder.release import files as releases
from autograder.submission.training import Weights


def hand_in_every_answer(course: Course, name: str, answers: Path, each: int) -> None:
    """A student for each answer."""
    _released(course, name)
    weights = _trained(course, name)
    given = notebooks.read(course.assignment(name).exercise(course.languages[0]))
    demo.lend_answers(course, name, answers)
    _through_the_exchange(course, name, list(demo.class_of(answers, given, weights, each)))


def hand_in_as_a_class(course: Course, name: str, folder: Path, in_notebooks: bool) -> None:
    """A class of 24 hands in notebooks; or some of it files of C."""
    tried = answers(folder)
    demo.lend_answers(course, name, folder)
    if in_notebooks:
        weights = _trained(course, name)
        given = {
            one: notebooks.read(course.assignment(name).exercise(one)) for one in course.languages
        }
        hand_ins = list(made_up_class(tried, given, weights))
        _through_the_exchange(course, name, [(one.student, one.notebook) for one in hand_ins])
    else:
        hand_ins = list(c_files(tried))
    demo.put_in_place(course, name, hand_ins)


def _released(course: Course, name: str) -> None:
    with Engine("none", limits=course.limits) as engine:
        for path, text in releases.release(course, name, engine).items():
            notebooks.write(path, text)


def _trained(course: Course, name: str) -> Weights:
    """Enter an assignment into the gradebook; returns the weights that its solution trains."""
    register(course, name)
    with Engine("none", limits=course.limits) as engine:
        return demo.trained(course, name, engine)


def _through_the_exchange(course: Course, name: str, hand_ins: list[tuple[str, str]]) -> None:
    """By nbgrader's own commands, as a real class would."""
    exchange = demo.Exchange(course, name, course.root / "exchange" / name)
    exchange.release()
    with progress(f"Handing in {name}", len(hand_ins)) as (bar, task):
        for student, text in hand_ins:
            exchange.hand_in(student, text)
            bar.advance(task)
    exchange.collect()
