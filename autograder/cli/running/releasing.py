"""Releasing, publishing, and new exercises, as a person at a terminal meets them."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

import typer

from autograder import course as registry
from autograder import notebooks
from autograder.cli.console import say
from autograder.course import Assignment, Course, CourseError
from autograder.engine.engine import Engine
from autograder.records.gradebook import register
from autograder.release import new as skeletons
from autograder.release.files import stale
from autograder.release.leaks import Leak
from autograder.release.publish import unknown


def release(course: Course, names: list[str], check: bool) -> None:
    """Write what is stale of a release, or fail if there is something."""
    with Engine("none", limits=course.limits) as engine:
        for name in names:
            files = stale(course.assignment(name), engine)
            if check:
                _fail_if_stale(list(files), course)
            _write_release(course.assignment(name), files)
            if not check:
                register(course.assignment(name))


def with_repository(course: Course, given: str | None, check: bool) -> Course:
    """The course with its public repository, which a person is asked for where it is missing."""
    if not (given or course.repository or check) and sys.stdin.isatty():
        given = typer.prompt("Public repository on GitHub, as OWNER/NAME")
    if given in (None, course.repository):
        return course
    if check:
        raise CourseError("--check writes nothing, so give --repository without it first.")
    try:
        return registry.with_repository(course, given)
    except ValueError as error:
        raise CourseError(f"{error}.") from error


def kept_or_refused(dest: Path, files: dict[str, bytes], keep: list[str]) -> dict[str, bytes]:
    """The files of others in DEST that may stay, or an error that names the rest."""
    others = unknown(dest, files)
    if refused := [name for name in others if name not in keep]:
        raise CourseError(
            f"{dest} holds what publish did not write, or what was changed since: "
            f"{_some(refused)}. Move it away, or keep a file with --keep PATH."
        )
    return others


def refuse_leaks(leaks: list[Leak]) -> None:
    if leaks:
        raise CourseError(f"nothing was published, since it would leak: {_some(map(str, leaks))}")


def _some(lines: Iterable[str], most: int = 20) -> str:
    """Lines for a person, each on its own if there are several."""
    listed = list(lines)
    if len(listed) == 1:
        return listed[0]
    rest = [f"and {len(listed) - most} more"] if len(listed) > most else []
    return "".join(f"\n  {line}" for line in listed[:most] + rest)


def new(course: Course, assignment: str, blank: str) -> list[Path]:
    """Write the skeleton that is not there yet; returns what was written."""
    if not blank:
        known = any(one.id == assignment for one in course.assignments)
        return [] if known else skeletons.new_assignment(course, assignment)
    try:
        name = course.assignment(assignment).id
    except CourseError as error:
        raise CourseError(f"{error} To make it: autograder new {assignment}") from error
    there = skeletons.has_blank(course.assignment(name), blank)
    return [] if there else skeletons.new_blank(course.assignment(name), blank)


def already_solved(assignment: Assignment, blank: str) -> list[str]:
    """Blanks, or the one, whose check pays for nothing filled in."""
    with Engine("none", limits=assignment.course.limits) as engine:
        paid = skeletons.solved(assignment, engine)
    solved = [name for name in paid if blank in ("", name)]
    for name in solved:
        say(f"[yellow]–[/] already solved: {name}, {paid[name]:g} points with nothing filled in")
    return solved


def _fail_if_stale(paths: list[Path], course: Course) -> None:
    if paths:
        names = ", ".join(str(path.relative_to(course.root)) for path in paths)
        raise CourseError(f"stale: {names}. Run: autograder release")


def _write_release(assignment: Assignment, files: dict[Path, str]) -> None:
    for path, text in files.items():
        notebooks.write(path, text)
        say(f"wrote {path.relative_to(assignment.course.root)}")
    if not files:
        say(f"{assignment.id}: everything released is current")
