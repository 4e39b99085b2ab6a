"""The class report: one HTML page without a network, on how the class did and where it stumbled."""

from __future__ import annotations

import io
import statistics
from collections import Counter
from typing import Any

import matplotlib
from jinja2 import Environment, PackageLoader, select_autoescape
from matplotlib.figure import Figure

from autograder.course import Assignment, Course
from autograder.evaluate.outcome import Outcome
from autograder.reports.safe import policy
from autograder.states import State

_MOST_FAILED = 8


def report(course: Course, assignment: Assignment, outcomes: list[Outcome]) -> str:
    """The report of one assignment.

    Args:
        outcomes: of its submissions, at least one.

    Returns:
        A whole HTML page.
    """
    environment = Environment(
        loader=PackageLoader("autograder.reports"), autoescape=select_autoescape()
    )
    environment.globals["shade"] = shade
    # All submissions were compared with the same solution, so the first one names all checks.
    checks = list(outcomes[0].max_points)
    totals = [outcome.total for outcome in outcomes]
    return environment.get_template("report.html").render(
        policy=policy(),
        course=course,
        assignment=assignment,
        outcomes=sorted(outcomes, key=lambda outcome: (-outcome.total, outcome.student)),
        checks=checks,
        statistics=_statistics(totals, outcomes[0].max_total),
        states=Counter(outcome.state for outcome in outcomes).most_common(),
        meanings={state: state.meaning for state in State},
        stumbles={check: _stumbles(check, outcomes) for check in checks},
        mistakes={check: _mistakes(check, outcomes) for check in checks},
        passed={check: _passed(check, outcomes) for check in checks},
        histogram=_histogram(totals, outcomes[0].max_total),
    )


def shade(points: float, worth: float) -> str:
    """The colour of a cell, from red over yellow to green; its number says the same.

    >>> shade(0, 3), shade(3, 3)
    ('hsl(0 70% 88%)', 'hsl(120 70% 88%)')
    """
    return f"hsl({120 * points / worth if worth else 0:.0f} 70% 88%)"


def _statistics(totals: list[float], worth: float) -> dict[str, Any]:
    return {
        "students": len(totals),
        "mean": statistics.fmean(totals),
        "median": statistics.median(totals),
        "full": sum(total >= worth for total in totals),
        "zero": sum(total == 0 for total in totals),
        "worth": worth,
    }


def _passed(check: str, outcomes: list[Outcome]) -> float:
    """The part of the class, in percent, that got full points in a check."""
    return 100 * statistics.fmean(
        outcome.points.get(check) == outcome.max_points.get(check) for outcome in outcomes
    )


def _stumbles(check: str, outcomes: list[Outcome]) -> list[tuple[str, int]]:
    return Counter(
        record for outcome in outcomes for record in outcome.failed.get(check, [])
    ).most_common(_MOST_FAILED)


def _mistakes(check: str, outcomes: list[Outcome]) -> list[tuple[str, int]]:
    """The known mistakes of a check, in English, with the number of students who made each."""
    found = (outcome.mistakes.get(check) for outcome in outcomes)
    return Counter(mistake["words"]["en"] for mistake in found if mistake).most_common()


def _histogram(totals: list[float], worth: float) -> str:
    # Text stays text, and equal outcomes give equal pages.
    with matplotlib.rc_context(
        {"svg.fonttype": "none", "svg.hashsalt": "report", "font.family": "sans-serif"}
    ):
        figure = Figure(figsize=(7, 2.6), layout="constrained")
        axes = figure.subplots()
        most = max(worth, *totals)  # extra points may lead beyond what the assignment is worth
        bins = max(1, min(20, round(most)))
        axes.hist(totals, bins=bins, range=(0, most or 1), color="#0072b2", edgecolor="white")
        axes.set(xlabel=f"points (of {worth:g})", ylabel="students")
        # Students are counted: half a one on the axis would look wrong in a small class.
        axes.yaxis.get_major_locator().set_params(integer=True)
        text = io.StringIO()
        figure.savefig(text, format="svg", metadata={"Date": None})
    return text.getvalue()[text.getvalue().index("<svg") :]
