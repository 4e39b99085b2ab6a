"""The class report: one HTML page that needs no network, with how the class did and where it stumbled."""

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
from autograder.states import State

_MOST_FAILED = 8


def report(course: Course, assignment: Assignment, found: list[Outcome]) -> str:
    """The report of one assignment.

    Args:
        found: the outcomes of its submissions, at least one.

    Returns:
        A whole HTML page.
    """
    environment = Environment(
        loader=PackageLoader("autograder.reports"), autoescape=select_autoescape()
    )
    environment.globals["shade"] = shade
    checks = list(found[0].max_points)
    totals = [outcome.total for outcome in found]
    return environment.get_template("report.html").render(
        course=course,
        assignment=assignment,
        outcomes=sorted(found, key=lambda outcome: (-outcome.total, outcome.student)),
        checks=checks,
        statistics=_statistics(totals, found[0].max_total),
        states=Counter(outcome.state for outcome in found).most_common(),
        meanings={state: state.meaning for state in State},
        stumbles={check: _stumbles(check, found) for check in checks},
        passed={check: _passed(check, found) for check in checks},
        histogram=_histogram(totals, found[0].max_total),
    )


def shade(points: float, worth: float) -> str:
    """The colour of a cell, from red over yellow to green; the number in it tells the same without colour.

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


def _passed(check: str, found: list[Outcome]) -> float:
    """The part of the class, in percent, that got full points in a check."""
    return 100 * statistics.fmean(
        outcome.points.get(check) == outcome.max_points.get(check) for outcome in found
    )


def _stumbles(check: str, found: list[Outcome]) -> list[tuple[str, int]]:
    return Counter(
        record for outcome in found for record in outcome.failed.get(check, [])
    ).most_common(_MOST_FAILED)


def _histogram(totals: list[float], worth: float) -> str:
    with matplotlib.rc_context(
        {"svg.fonttype": "none", "svg.hashsalt": "report", "font.family": "sans-serif"}
    ):
        figure = Figure(figsize=(7, 2.6), layout="constrained")
        axes = figure.subplots()
        most = max(worth, *totals)  # extra points may lead beyond what the assignment is worth
        bins = max(1, min(20, round(most)))
        axes.hist(totals, bins=bins, range=(0, most or 1), color="#0072b2", edgecolor="white")
        axes.set(xlabel=f"points (of {worth:g})", ylabel="students")
        axes.yaxis.get_major_locator().set_params(integer=True)
        text = io.StringIO()
        figure.savefig(text, format="svg", metadata={"Date": None})
    return text.getvalue()[text.getvalue().index("<svg") :]
