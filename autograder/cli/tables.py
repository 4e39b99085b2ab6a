"""What the commands show of a class: tables, lines that name what is open, and sheets."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Container
from dataclasses import asdict
from datetime import datetime
from typing import TYPE_CHECKING

from rich.table import Column, Table

from autograder import texts
from autograder.cli import console
from autograder.course import Assignment

if TYPE_CHECKING:  # both import torch, and --help need not wait for it
    from autograder.answers.trial import Trial
    from autograder.cli.doctor import Finding
    from autograder.grade_one import Checked
    from autograder.gradebook.gradebook import Standing
    from autograder.intake.collect import Collected
    from autograder.judging.outcome import Outcome
    from autograder.oral_questions import QuestionSheet
    from autograder.watch.watcher import Event

_NOT_NAMED = (
    "gets no name, or the name of a different mistake: add a probe that tells them apart, or write "
    "`same` instead of its sentences if both are one mistake."
)
_NOT_NOTICED = "passes every record: the check does not notice this mistake."
_MAX_IN_FULL = 5  # students of whom every lost point is shown
_ALL, _SOME, _NONE = "●", "◐", "○"


def show_checked(checked: Checked) -> None:
    """The cards of one hand-in, and what its student is told."""
    # Start-up time, here and below: --help need not wait for it.
    from autograder.judging.outcome import most_points
    from autograder.messages import message
    from autograder.states import State
    from labkit import card

    language, outcome = checked.language, checked.outcome
    for verdict in checked.verdicts.values() if outcome.state.was_read else ():
        console.say(console.shown(card.text(verdict, language)))
    for banner in checked.banners:
        console.warn("\n".join((banner.text, *banner.lines, *banner.notes)))
    for reason in outcome.reasons if outcome.state is State.NEEDS_REVIEW else ():
        console.warn(str(reason))
    if waiting := ", ".join(title.replace("`", "") for title in checked.written):
        console.say(console.shown(message("feedback.waits", language, tasks=waiting)))
    most = most_points(outcome.max_total, outcome.max_extra)
    console.say(f"{outcome.assignment}: {outcome.total:g} / {most} ({outcome.state})")


def show_outcomes(
    graded: list[tuple[Outcome, Standing]], language: str, new: Container[str] | None = None
) -> None:
    """A line for each student, with a mark for each task; and what a person must look at.

    For a few students every lost point is named.

    Args:
        graded: of a whole class, whose states are counted.
        language: of the reasons.
        new: the students who have a line, besides those at whom a person must look; default: all.
    """
    lines = [
        row for row in graded if new is None or row[0].state.is_waiting or row[0].student in new
    ]
    if lines:
        _show_lines(lines)
    counts = Counter(outcome.state for outcome, _ in graded)
    if counts:
        console.say(", ".join(f"{count} {state}" for state, count in counts.most_common()))
    # Reasons are sentences: next to the points they would leave no room for these.
    reasons = Table("student", "state", "reason")
    for outcome, _ in lines:
        if outcome.state.is_waiting or (len(lines) <= _MAX_IN_FULL and outcome.reasons):
            # It may hold a student's code, with brackets that are not markup.
            cells = (outcome.student, outcome.state, outcome.reason_in(language))
            reasons.add_row(*map(console.shown, cells))
    if reasons.row_count:
        console.console.print(reasons)


def _show_lines(graded: list[tuple[Outcome, Standing]]) -> None:
    from autograder.judging.outcome import most_points

    outcomes = [outcome for outcome, _ in graded]
    is_late = any(standing.penalty or standing.undated for _, standing in graded)
    tasks = list(dict.fromkeys(check for outcome in outcomes for check in outcome.max_points))
    shows_points = len(graded) <= _MAX_IN_FULL
    # A column for each task would be wider than a terminal, and a line for each would fill pages.
    table = Table(Column("student", overflow="fold"), "total", title=outcomes[0].assignment)
    if is_late:
        table.add_column("late")
    table.add_column("state")
    table.add_column("not full" if shows_points else "tasks")
    for outcome, standing in graded:
        most = most_points(standing.worth, outcome.max_extra)
        total = f"[bold]{standing.score:g}[/] / {most}" if outcome.was_received else "–"
        late = "?" if standing.undated else f"-{standing.penalty:g}" if standing.penalty else ""
        fared = _lost(outcome) if shows_points else "".join(_mark(outcome, task) for task in tasks)
        lateness = (late,) if is_late else ()
        table.add_row(console.shown(outcome.student), total, *lateness, outcome.state, fared)
    console.console.print(table)
    if not shows_points:
        console.say(f"tasks: {', '.join(tasks)}; {_ALL} all points, {_SOME} some, {_NONE} none")


def _lost(outcome: Outcome) -> str:
    points = {check: outcome.points.get(check, 0) for check in outcome.max_points}
    return ", ".join(
        f"{check} [{'yellow' if points[check] else 'red'}]{points[check]:g}[/]/{worth:g}"
        for check, worth in outcome.max_points.items()
        if points[check] < worth
    )


def _mark(outcome: Outcome, check: str) -> str:
    got, worth = outcome.points.get(check, 0), outcome.max_points.get(check)
    if worth is None:
        return " "
    return _ALL if got >= worth else f"[yellow]{_SOME}[/]" if got else f"[red]{_NONE}[/]"


def show_open(assignment: Assignment, graded: list[tuple[Outcome, Standing]]) -> None:
    """A line for each kind of what waits for a person, with the command that closes it."""
    open_ = [outcome for outcome, _ in graded if outcome.state.is_waiting]
    looked_at = [outcome for outcome in open_ if outcome.was_received]
    missing = [outcome for outcome in open_ if not outcome.was_received]
    written = [outcome for outcome, standing in graded if standing.waits]
    for waiting, why, command in (
        (looked_at, "for a person to look at", "review"),
        (missing, "without a notebook", "collect"),
        (written, "with written answers to mark", "mark"),
    ):
        if waiting:
            count = texts.counted(len(waiting), "hand-in")
            console.say(f"{count} {why}: autograder {command} {assignment.id}")


def warn_of_undated(assignment: Assignment) -> None:
    """A line that names the hand-ins that may or may not be late."""
    from autograder.submission import handed_in

    if students := handed_in.undated(assignment):
        console.warn(
            f"{assignment.id}: no one knows when these were handed in, so nothing is deducted for "
            f"being late: {', '.join(students)}. Enter the times: autograder handed-in "
            f"{assignment.id} DATE STUDENT..."
        )


def show_granted(assignment: Assignment) -> None:
    """A line for each student to whom the platform has given another due date."""
    from autograder.people.extensions import of_platform

    for line in of_platform(assignment):
        console.say(console.shown(line))


def show_collected(collected: Collected) -> None:
    """A row for each unusual file, how many were taken, and who is new."""
    table = Table("what", Column("student", overflow="fold"), "file", "note")
    for row in collected.rows:
        if row.note or row.status.needs_a_person:
            colour = "red" if row.status.needs_a_person else "default"
            cells = (row.student, row.file, row.note)
            table.add_row(f"[{colour}]{row.status}[/]", *map(console.shown, cells))
    if table.row_count:
        console.console.print(table)
    counts = Counter(row.status for row in collected.rows)
    console.say(
        ", ".join(f"{count} {status}" for status, count in counts.most_common()) or "no files"
    )
    for label, students in (("new", collected.new), ("not handed in", collected.missing)):
        if students:
            console.say(f"{label} ({len(students)}): {console.shown(', '.join(students))}")


def show_event(event: Event, language: str) -> None:
    """A line for what the watcher did, with reasons in the language."""
    from autograder.judging.outcome import Outcome, most_points
    from autograder.people.collected import CollectedRow

    if isinstance(event, Outcome):
        points = f"{event.total:g} / {most_points(event.max_total, event.max_extra)}"
        fared = f"{event.state} {event.reason_in(language)}"
        what = f"{event.student}: {event.assignment} {points}, {fared}"
    elif isinstance(event, CollectedRow):
        what = f"{event.file}: {event.status}, {event.note}"
    else:
        what = event
    console.say(f"{datetime.now():%H:%M:%S} {console.shown(what.strip())}")


def show_trials(trials: list[Trial]) -> None:
    """A row for each answer: its points and the records that failed."""
    # The last column is for what an instructor must look at.
    names = [Column(name, overflow="fold") for name in ("answer", "failed records", "mistake")]
    table = Table("blank", "kind", names[0], "points", *names[1:], "")
    for trial in trials:
        answer, verdict = trial.answer, trial.verdict
        kind = "right" if answer.is_right else "wrong"
        points = f"{verdict.points:g} / {verdict.max_points:g}"
        failed, mistake = ", ".join(verdict.failed), verdict.mistake.name if verdict.mistake else ""
        if not trial.is_as_it_should_be:
            mark = "[bold red]misjudged[/]"
        elif not trial.is_as_declared:
            mark = "[yellow]fails[/]"
        else:
            mark = "[green]ok[/]" if trial.is_named else "[yellow]no name[/]"
        table.add_row(answer.blank, kind, answer.name, points, failed, mistake, mark)
    console.console.print(table)


def show_what_to_mend(trials: list[Trial]) -> None:
    """Lines to copy, mistakes without a name, and how many answers were misjudged."""
    for trial in trials:
        where = console.shown(trial.answer.place)
        if not (trial.is_as_it_should_be or trial.answer.is_right):
            console.say(f"[red]–[/] {where} {_NOT_NOTICED}")
        elif not trial.is_as_declared:
            console.say(
                f"[yellow]–[/] {where} failed in other records: {console.shown(trial.what_fails)}"
            )
        elif not trial.is_named:
            console.say(f"[yellow]–[/] {where} {_NOT_NAMED}")
    wrong = sum(not tried.is_as_it_should_be for tried in trials)
    others = sum(tried.is_as_it_should_be and not tried.is_in_order for tried in trials)
    # Perhaps with this seed alone.
    unnamed = sum(tried.is_in_order and not tried.is_named for tried in trials)
    more = f", {unnamed} without a name" if unnamed else ""
    answers = "answer" if len(trials) == 1 else "answers"
    console.say(f"{len(trials)} {answers} tried, {wrong} misjudged, {others} to mend{more}")


def print_sheets(sheets: list[QuestionSheet]) -> None:
    """Questions and answers as JSON, a student each."""
    print(json.dumps([asdict(sheet) for sheet in sheets], ensure_ascii=False, indent=1))


def print_trials(trials: list[Trial]) -> None:
    """The same as JSON, with the mistake in words."""
    rows = [
        {
            "blank": trial.answer.blank,
            "answer": trial.answer.place,
            "right": trial.answer.is_right,
            "points": trial.verdict.points,
            "max_points": trial.verdict.max_points,
            "failed": trial.verdict.failed,
            "mistake": asdict(trial.verdict.mistake) if trial.verdict.mistake else None,
        }
        for trial in trials
    ]
    print(json.dumps(rows, ensure_ascii=False, indent=1))


def show_findings(findings: list[Finding]) -> None:
    """A row for each finding of the doctor."""
    table = Table("", "what", "found, or how to fix it")
    for finding in findings:
        mark = "[green]✓[/]" if finding.good else "[red]✗[/]" if finding.needed else "[yellow]–[/]"
        table.add_row(mark, finding.name, finding.detail)
    console.console.print(table)
