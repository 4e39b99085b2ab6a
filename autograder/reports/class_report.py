"""The class report: HTML pages that need no network, on how the class did and where it stumbled."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from functools import cache, cached_property, partial
from urllib.parse import quote

from markupsafe import Markup
from nbformat import NotebookNode

from autograder import notebooks, release_steps
from autograder.course import Assignment
from autograder.gradebook import gradebook
from autograder.gradebook.attempts import late_days, with_one_hand_in
from autograder.gradebook.gradebook import Standing
from autograder.judging.outcome import Outcome
from autograder.judging.references import kept_judge, kept_reference
from autograder.judging.verdicts import evidence_of
from autograder.messages import message
from autograder.notebooks import titles_of
from autograder.reports import rendered, sanitized, similarity
from autograder.reports.similarity import Pair
from autograder.states import State
from labkit import card
from labkit.judge import Mistake, Verdict
from labkit.language import choose
from labkit.messages import record_title
from labkit.source import trimmed

_MAX_BINS = 16
_MAX_SHOWN = 6  # records of a task; the others are folded
# Below WEAK a task says little about a student, from _STRONG on it says a lot (correlations).
WEAK, _STRONG = 0.2, 0.4


@dataclass(frozen=True)
class Stumble:
    """A record, and who failed it.

    Args:
        record: its title.
        rule: in words.
        students: how many of those who filled in the blank and whose check ran.
        example: the cell of one of them, unless it was shown before.
        card: what the check says of it.
    """

    record: str
    rule: str
    students: int
    _: KW_ONLY
    example: str = ""
    card: str = ""


@dataclass(frozen=True)
class Named:
    """A known mistake, and who made it.

    Args:
        words: what it is.
        students: how many made it.
        example: the cell of one of them.
    """

    words: str
    students: int
    example: str


@dataclass(frozen=True, kw_only=True)
class TaskReport:
    """How the class did in one task.

    Args:
        check: its name.
        title: in the reader's language.
        full: the share of the class with full points.
        separates: the correlation of its points with those of all others; None where
            there is none.
        differs: whether not all have the same points in it.
        is_extra: its points count on top of what the assignment is worth.
        untouched: students who left the blank as it was given.
        stopped: students whose notebook did not run to the check.
        stumbles: the records that somebody failed, most first.
        mistakes: the known ones that somebody made, most first.
    """

    check: str
    title: str
    full: float
    separates: float | None
    untouched: int
    stopped: int
    differs: bool = True
    is_extra: bool = False
    stumbles: list[Stumble] = field(default_factory=list)
    mistakes: list[Named] = field(default_factory=list)

    @property
    def power(self) -> str:
        """The key of the word for how well it separates strong from weak."""
        if self.separates is None:
            return "unclear" if self.differs else "same"
        limits = ((0, "negative"), (WEAK, "weak"), (_STRONG, "medium"))
        return next((word for limit, word in limits if self.separates < limit), "strong")


class ClassReport:
    """The report of one assignment.

    Args:
        assignment: graded.
        outcomes: of its submissions, at least one.
        absent: students who handed in nothing.
        is_anonymous: for showing in class: no student's name, nor anything that a student wrote.
    """

    def __init__(
        self,
        assignment: Assignment,
        outcomes: list[Outcome],
        absent: Sequence[str] = (),
        *,
        is_anonymous: bool = False,
    ) -> None:
        self.course, self.assignment = assignment.course, assignment
        self.absent, self.is_anonymous = absent, is_anonymous
        self._standings = gradebook.standings(assignment, outcomes)
        self._scores = {student: standing.score for student, standing in self._standings.items()}
        self.outcomes = sorted(
            outcomes, key=lambda outcome: (self._scores[outcome.student], outcome.student)
        )
        # All submissions were compared with one solution, so the first one names all checks.
        self.worth = outcomes[0].max_points
        self.max_total = self._standings[outcomes[0].student].worth
        # Only what students wrote stays in memory: a class may be large.
        self._sources = {
            outcome.student: {
                task: source
                for task, source in notebooks.sources_in_evidence(path).items()
                if task in self.worth
            }
            for outcome in outcomes
            if (path := assignment.autograded(outcome.student)).is_file()
        }
        # Shared by the pages in all languages, and by all students with the same seed.
        self._verdicts = cache(self._judged_again)
        self._judge = cache(partial(kept_judge, assignment))

    def page(self, language: str) -> str:
        """A whole HTML page in one of the course's languages."""
        # What went worst comes first: the next lesson is about it. Leaving out an optional task is
        # not failing it.
        tasks = sorted(self._tasks(language), key=lambda task: (task.is_extra, task.full))
        name, totals = self.assignment.id, [*self._scores.values()]
        return rendered.template("report.html").render(
            language=language,
            others=[other for other in self.course.languages if other != language],
            file=self.file,
            course=choose(self.course.title, language),
            title=choose(self.assignment.title, language),
            assignment=name,
            outcomes=self.outcomes,
            absent=self.absent,
            is_anonymous=self.is_anonymous,
            worth=self.worth,
            max_total=self.max_total,
            max_extra=self.outcomes[0].max_extra,
            statistics={
                "students": len(totals),
                "mean": statistics.fmean(totals),
                "median": statistics.median(totals),
                "full": sum(total >= self.max_total for total in totals),
                "zero": sum(total == 0 for total in totals),
            },
            scores=self._scores,
            days_left=self._days_left,
            bins=bins(totals, self.max_total),
            tasks=tasks,
            states=self._in(state for state in State if not state.is_settled),
            settled=self._in(state for state in (State.REVIEWED, State.REPAIRED)),
            graded=sum(outcome.state is State.GRADED for outcome in self.outcomes),
            waiting=self._standing_of(lambda standing: standing.waits),
            late=self._standing_of(lambda standing: standing.late),
            undated=self._standing_of(lambda standing: standing.undated),
            reasons={outcome.student: outcome.reason_in(language) for outcome in self.outcomes},
            pairs=[] if self.is_anonymous else self._pairs,
            link=lambda student: f"../feedback/{quote(student)}/{name}/{name}.html",
            hue=hue,
            failed=lambda outcome, check: [
                record_title(check, name, language) for name in outcome.failed.get(check, [])
            ],
            most_shown=_MAX_SHOWN,
            say=lambda key, /, **values: message(key, language, **values),
            say_in=lambda other: message("language.name", other),
        )

    def file(self, language: str) -> str:
        """The name of the page: the assignment's alone for the course's first language."""
        name = self.assignment.id + ("-anonymous" if self.is_anonymous else "")
        first = language == self.course.languages[0]
        return f"{name}.html" if first else f"{name}.{language}.html"

    def _in(self, states: Iterable[State]) -> list[tuple[State, list[str]]]:
        """The given states that occur, with their students."""
        by_state = {
            state: sorted(outcome.student for outcome in self.outcomes if outcome.state == state)
            for state in states
        }
        return [(state, students) for state, students in by_state.items() if students]

    def _standing_of(self, test: Callable[[Standing], bool]) -> list[str]:
        return sorted(student for student, standing in self._standings.items() if test(standing))

    @cached_property
    def _days_left(self) -> dict[str, int]:
        """The late days that each student has left; none where the course gives none."""
        if not (self.course.late and self.assignment.due):
            return {}
        students = [*(outcome.student for outcome in self.outcomes), *self.absent]
        return {student: late_days(self.assignment, student)[1] for student in students}

    @cached_property
    def _given(self) -> list[tuple[str, str]]:
        """The blanks as students got them, in each language."""
        templates = (
            release_steps.released(self.assignment, language) for language in self.course.languages
        )
        every = (cell for template in templates for cell in notebooks.cells(template))
        return [(cell.id, trimmed(cell.source)) for cell in every if cell.is_blank]

    def _notebook(self, student: str) -> NotebookNode:
        return notebooks.read_evidence(self.assignment.autograded(student))

    def _blank(self, student: str, check: str) -> str:
        """What a student wrote in a blank; nothing if it is as given."""
        source = self._sources.get(student, {}).get(check, "")
        return "" if (check, trimmed(source)) in self._given else source

    def _tasks(self, language: str) -> Iterator[TaskReport]:
        titles = titles_of(release_steps.released(self.assignment, language))
        for check in self.worth:
            filled = [outcome for outcome in self.outcomes if self._blank(outcome.student, check)]
            # A student who left it empty or never got there made no mistake in it.
            ran = [outcome for outcome in filled if outcome.state.ran_whole]
            yield TaskReport(
                check=check,
                title=titles.get(check, check),
                full=statistics.fmean(
                    points >= self.worth[check] for points in self._points(check)
                ),
                separates=separation(
                    self._points(check), [outcome.total for outcome in self.outcomes]
                ),
                untouched=len(self.outcomes) - len(filled),
                stopped=len(filled) - len(ran),
                differs=len(set(self._points(check))) > 1,
                is_extra=check in self.outcomes[0].extra,
                stumbles=list(self._stumbles(check, ran, language)),
                mistakes=self._mistakes(check, ran, language),
            )

    def _mistakes(self, check: str, ran: list[Outcome], language: str) -> list[Named]:
        cells: dict[str, list[str]] = {}
        for outcome in ran:
            if mistake := outcome.mistakes.get(check):
                words = choose(mistake["words"], language)
                cells.setdefault(words, []).append(self._example(outcome.student, check))
        return most_first(cells)

    def _example(self, student: str, check: str) -> str:
        if self.is_anonymous:
            return ""  # no one can tell whose names it holds
        return rendered.anonymous(self._blank(student, check))

    def _points(self, check: str) -> list[float]:
        return [outcome.points.get(check, 0) for outcome in self.outcomes]

    def _stumbles(self, check: str, ran: list[Outcome], language: str) -> Iterator[Stumble]:
        failed = {
            record: [outcome for outcome in ran if record in outcome.failed.get(check, [])]
            for record in dict.fromkeys(
                name for outcome in ran for name in outcome.failed.get(check, [])
            )
        }
        shown: set[str] = set()
        for record, students in sorted(failed.items(), key=lambda item: -len(item[1])):
            title = record_title(check, record, language)
            rule = choose(self._rules.get((check, record), {}), language)
            # The cell with the fewest other failures shows this one best.
            chosen = min(
                students, key=lambda outcome: (len(outcome.failed[check]), outcome.student)
            )
            # Its card shows all the records that it fails, so it is listed once.
            is_new = chosen.student not in shown
            example = self._example(chosen.student, check) if is_new else ""
            drawn = self._card(chosen, check, language) if is_new else ""
            shown.add(chosen.student)
            yield Stumble(title, rule, len(students), example=example, card=drawn)

    @cached_property
    def _rules(self) -> dict[tuple[str, str], dict[str, str]]:
        """The rules of the records, hidden ones among them, from the solution's own evidence."""
        reference = kept_reference(self.assignment)
        checks = notebooks.checks(reference) if reference else {}
        return {
            (check, record.name): record.rule
            for check, cell in checks.items()
            if (evidence := evidence_of(cell))
            for record in evidence.records
        }

    def _card(self, outcome: Outcome, check: str, language: str) -> str:
        """The card in the page's language, which need not be the student's."""
        if verdict := self._verdicts(outcome.student).get(check):
            known = outcome.mistakes.get(check)
            mistake = Mistake(known["words"]) if known else None
            return Markup(sanitized.clean(card.html(replace(verdict, mistake=mistake), language)))
        cell = notebooks.checks(self._notebook(outcome.student)).get(check)
        data = [output.get("data", {}) for output in cell.outputs] if cell else []
        return next(
            (
                Markup(sanitized.clean(output["text/html"]))
                for output in data
                if "text/html" in output
            ),
            "",
        )

    def _judged_again(self, student: str) -> dict[str, Verdict]:
        """The verdicts, from what is kept; none where the reference is not."""
        outcome = next(candidate for candidate in self.outcomes if candidate.student == student)
        judge = self._judge(outcome.key.solution, outcome.seed)
        return judge.verdicts(self._notebook(student)) if judge else {}

    @cached_property
    def _pairs(self) -> list[Pair]:
        in_c = [source.startswith("%%writefile") for _, source in self._given]
        codes = {
            student: "\n".join(self._blank(student, check) for check in self.worth)
            for student in self._sources
        }
        # Empty hand-ins are all alike, and would be the first pairs.
        # So are those of one group.
        teams = with_one_hand_in(self.assignment, self.outcomes)
        others = {student for _, *team in teams for student in team}
        written = {
            student: code
            for student, code in codes.items()
            if code.strip() and student not in others
        }
        language = "c" if 2 * sum(in_c) >= len(in_c) else "python"
        return similarity.pairs(written, "\n".join(source for _, source in self._given), language)


def most_first(cells: dict[str, list[str]]) -> list[Named]:
    """Mistakes by their words, with the cells of those who made them; one cell is kept of each.

    >>> [mistake.words for mistake in most_first({"b": ["x"], "a": ["x"], "c": ["x = 1", "x"]})]
    ['c', 'a', 'b']
    """
    # The shortest holds the least besides the mistake.
    named = (Named(words, len(some), min(some, key=len)) for words, some in cells.items())
    return sorted(named, key=lambda mistake: (-mistake.students, mistake.words))


def separation(points: list[float], totals: list[float]) -> float | None:
    """The correlation of a task's points with the points of all other tasks.

    >>> separation([0, 1, 1], [0, 2, 5]), separation([1, 1], [3, 4])
    (0.693..., None)
    """
    # Without the task itself: it would always agree with its own part of the total.
    others = [total - own for total, own in zip(totals, points, strict=True)]
    try:
        return statistics.correlation(points, others)
    except statistics.StatisticsError:  # fewer than two students, or all have the same
        return None


def bins(totals: list[float], worth: float) -> list[tuple[int, int]]:
    """How many students have points in each bin; bins begin at whole numbers, and there are few.

    >>> bins([0, 2.5, 3, 3], 3)
    [(0, 1), (1, 0), (2, 1), (3, 2)]
    """
    most = math.floor(max(worth, *totals))  # extra points may lead beyond what it is worth
    width = max(1, math.ceil(most / _MAX_BINS))
    places = [math.floor(total / width) for total in totals]
    return [(width * place, places.count(place)) for place in range(most // width + 1)]


def hue(points: float, worth: float) -> int:
    """The colour of a cell, from red over yellow to green; its number says the same.

    >>> hue(0, 3), hue(3, 3)
    (0, 120)
    """
    return round(120 * min(1, max(0, points / worth))) if worth else 0
