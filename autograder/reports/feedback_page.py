"""The page that a student gets back: first what happened, then what to read, then the notebook."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from markupsafe import Markup
from nbconvert.exporters import Exporter
from nbformat import NotebookNode
from nbgrader.utils import compute_checksum
from traitlets import Unicode

from autograder import notebooks, registry
from autograder.course import Assignment, Course
from autograder.encodings import Known
from autograder.gradebook import attempts, reviews
from autograder.gradebook.tables import Review
from autograder.judging.inquiry_line import Line
from autograder.judging.outcome import Outcome, outcome_in
from autograder.messages import message
from autograder.notebooks import Cell, new_output, titles_of
from autograder.reports import rendered, sanitized
from autograder.states import State, Why
from autograder.submission import decode
from autograder.submission.cleaned import Change, text_of
from autograder.submission.decode import Unreadable
from labkit.language import choose
from labkit.messages import record_title
from labkit.source import gpu_calls, trimmed


@dataclass(frozen=True, kw_only=True)
class Task:
    """A check with its blank, or a written answer.

    Args:
        id: of the blank.
        title: as Markdown, from the heading above it.
        graded: the cell with the points: the check, or the answer itself.
        written: what the student wrote, if it is no longer as it was given.
        points: that count.
        worth: the most points.
        waits: whether a person has still to grade it.
        is_extra: whether its points count on top of what the assignment is worth.
        automatic: what the check gave, where a person gave something else.
        untouched: whether a written answer was left as it was given.
        in_words: whether it is a written answer.
        comments: what a person wrote about it.
    """

    id: str
    title: str
    graded: NotebookNode
    written: list[NotebookNode]
    points: float
    worth: float
    waits: bool
    is_extra: bool
    automatic: float | None
    untouched: bool
    in_words: bool
    comments: list[str]

    @property
    def share(self) -> float:
        """Points as a part of what it is worth; a person may give more."""
        return min(1.0, max(0.0, self.points / self.worth)) if self.worth else 1.0

    @property
    def is_full(self) -> bool:
        """Whether nothing is missing; leaving out an extra task misses nothing."""
        return self.points >= self.worth or (self.is_extra and not self.written)

    @property
    def needs_reading(self) -> bool:
        """Whether it holds something for the student to read."""
        return bool(self.comments) or not (self.is_full or self.waits)


def tasks_of(notebook: NotebookNode) -> list[Task]:
    """The tasks in the order of the notebook."""
    parsed, titles = notebooks.cells(notebook), titles_of(notebook)
    blanks = {cell.id: cell.node for cell in parsed if cell.is_blank}
    # A blank without a check of its own is no task: it earns nothing by itself.
    return [
        _task(cell, titles[cell.blank], blanks) for cell in parsed if cell.is_graded and cell.blank
    ]


def _task(cell: Cell, title: str, blanks: dict[str, NotebookNode]) -> Task:
    own, entry = [blanks[cell.blank]] if cell.blank in blanks else [], cell.node.metadata.nbgrader
    said = (node.metadata.nbgrader.get("comment") for node in [*own, cell.node])
    return Task(
        id=cell.blank,
        title=title,
        graded=cell.node,
        # As given by release; nbgrader compares the same to see whether a written answer was left
        # empty.
        written=[
            node for node in own if node.metadata.nbgrader.get("checksum") != compute_checksum(node)
        ],
        points=float(entry.get("score") or 0),
        worth=float(entry.get("points") or 0),
        waits=bool(entry.get("waits")),
        is_extra=cell.extra,
        automatic=entry.get("automatic"),
        untouched=bool(entry.get("untouched")),
        in_words=cell.is_blank,
        comments=list(dict.fromkeys(filter(None, said))),
    )


class FeedbackExporter(Exporter):
    """Makes the page of a graded notebook, for our command and for nbgrader's own."""

    root = Unicode(".", help="The course directory.").tag(config=True)
    file_extension = ".html"

    # nbconvert declares that a notebook comes out; its own exporters give text, too.
    def from_notebook_node(  # type: ignore[override]
        self, nb: NotebookNode, resources: dict[str, Any] | None = None, **options: Any
    ) -> tuple[str, dict[str, Any]]:
        """The page, as HTML; the steps before it have put grades and figures into the notebook."""
        notebook, resources = super().from_notebook_node(nb, resources, **options)
        return page(registry.load(Path(self.root)), notebook, resources["nbgrader"]), resources


@dataclass(frozen=True)
class Banner:
    """What is above everything else; ``kind`` is its colour, ``notes`` for those who ask."""

    kind: str
    text: str
    lines: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def page(course: Course, notebook: NotebookNode, names: dict[str, Any]) -> str:
    """The feedback on one submission.

    Args:
        course: to which it belongs.
        notebook: executed and judged, with grades, comments and figures in its cells.
        names: ids of student and assignment, the late penalty, and the key that seals lines.
    """
    rendered.limit(notebook)
    outcome = outcome_in(notebook.metadata)
    language = notebooks.language_of(notebook) or course.languages[0]
    tasks, say = tasks_of(notebook), partial(_say, language)
    assignment = course.assignment(names["assignment"])
    late = names.get("late_penalty") or 0
    is_empty = outcome is not None and not outcome.state.was_read
    student = names["student"]
    known = attempts.attempts(assignment, student)
    review = reviews.of(assignment, outcome) if outcome else None
    return rendered.template("feedback.html").render(
        language=language,
        title=choose(assignment.title, language),
        course=choose(course.title, language),
        student=student,
        receipt=outcome.receipt if outcome else "",
        score=round(max(0.0, sum(task.points for task in tasks if not task.waits) - late), 2),
        worth=sum(task.worth for task in tasks if not (task.waits or task.is_extra)),
        extra=sum(task.worth for task in tasks if task.is_extra and not task.waits),
        waits=any(task.waits for task in tasks),
        banners=[
            *_of_student(assignment, student, say),
            *_banners(outcome, review, tasks, late, say),
        ],
        tasks=tasks,
        attempts=known if len(known) > 1 else [],
        counts=attempts.counting(assignment, student),
        giver=attempts.giver,
        is_group=len({attempts.giver(attempt.folder) for attempt in known}) > 1,
        clock=partial(_clock, course),
        best_counts=assignment.attempts == "best",
        # If nothing of the student's arrived, the banner says everything.
        to_read=[task for task in tasks if (task.comments if is_empty else task.needs_reading)],
        choices=list(_choices(outcome, tasks, names["key"], say)) if outcome else [],
        cells=notebook.cells,
        anchors=_anchors(notebook, {task.id for task in tasks}),
        say=say,
        outputs=partial(_outputs, say),
        is_check=lambda cell: Cell.of(cell).is_check,
    )


def _choices(
    outcome: Outcome, tasks: list[Task], key: str, say: partial[str]
) -> Iterator[tuple[Task, list[tuple[str, Line]]]]:
    """What a student may ask about: each task as a whole, and each failed record."""
    for task in tasks:
        whole = (say("inquiry.whole"), Line.about(outcome, task.id, key=key))
        failed = [
            (record_title(task.id, name, say.args[0]), Line.about(outcome, task.id, name, key=key))
            for name in outcome.failed.get(task.id, [])
        ]
        yield task, [whole, *failed]


def _of_student(assignment: Assignment, student: str, say: partial[str]) -> Iterator[Banner]:
    """The members of a group, and when the next hand-in is graded, if grading on arrival is
    limited."""
    members = attempts.sharing(assignment, student)
    if len(members) > 1:
        yield Banner("info", say("feedback.group", members=", ".join(members)))
    if (days := assignment.course.late) and assignment.due:
        spent, left = attempts.late_days(assignment, student)
        key = "feedback.late_days_spent" if spent else "feedback.late_days"
        yield Banner("info", say(key, spent=spent, left=left, budget=days.budget))
    if turn := attempts.next_turn(assignment, student):
        key = "feedback.waits_turn" if attempts.is_waiting(assignment, student) else "feedback.turn"
        time, most = _clock(assignment.course, turn), assignment.hand_ins_per_hour
        yield Banner("info", say(key, time=time, most=most))


def _clock(course: Course, time: datetime) -> str:
    local = time.astimezone(course.zone or UTC)
    return f"{local:%Y-%m-%d %H:%M} {local.tzname()}"


def _say(language: str, key: str, /, **values: Any) -> str:
    return message(key, language, **values)


def _outputs(say: partial[str], cell: NotebookNode) -> Markup:
    # Checks of C are skipped, too, but grading makes what they show.
    parsed = Cell.of(cell)
    kinds = [kind for output in parsed.outputs for kind in output.get("data", {})]
    is_figure = any(kind.startswith("image/") for kind in kinds)
    handed_in = parsed.skip and not parsed.is_check and is_figure
    description = say("feedback.handed_in_figure" if handed_in else "feedback.figure")
    shown = rendered.outputs(cell, description)
    # Said next to them: these pictures are not a result of the grading.
    caption = f'<p class="quiet">{description}</p>' if handed_in and shown else ""
    return Markup(f'<div class="shown">{shown}{caption}</div>' if shown else "")


def _anchors(notebook: NotebookNode, tasks: set[str]) -> list[str | None]:
    """The task that begins with a cell: links lead there."""
    anchors: list[str | None] = []
    for cell in notebooks.cells(notebook):
        name = cell.blank
        # The blank is above its check, which has no name of its own here.
        anchors.append(name if name in tasks and name not in anchors else None)
    return anchors


def _banners(
    outcome: Outcome | None,
    review: Review | None,
    tasks: list[Task],
    late: float,
    say: partial[str],
) -> Iterator[Banner]:
    if review:
        key = "feedback.reviewed" if review.closes else "feedback.review_asks"
        yield Banner("info", say(key, sentence=review.sentence))
    elif outcome:
        yield from of_state(outcome, say)
    if late:
        yield Banner("some", say("feedback.late", points=late))
    yield from _not_in_grading(tasks, say)
    waiting = [task.title.replace("`", "") for task in tasks if task.waits]
    if waiting:
        yield Banner("info", say("feedback.waits", tasks=", ".join(waiting)))
    elif tasks and all(task.is_full for task in tasks):
        yield Banner("good", say("feedback.all_right"))


def of_state(outcome: Outcome, say: partial[str]) -> Iterator[Banner]:
    """What the state of a submission means for its student; nothing if all went well."""
    if outcome.state is State.REPAIRED:
        damaged = any(change in set(Change) for change in outcome.repairs)
        text = say("feedback.repaired" if damaged else "feedback.from_files")
        keys = {change.value: f"repairs.{change.name.lower()}" for change in Change}
        # A change of another kind names the file that the cell was taken from.
        lines = [
            f"{', '.join(ids)}: {say(keys.get(change, 'repairs.from_file'))}"
            for change, ids in outcome.repairs.items()
        ]
        yield Banner("some" if damaged else "info", text, lines)
    elif outcome.state is State.NEEDS_REVIEW:
        yield Banner("info", say("feedback.needs_review"))  # the reason is for that person
    elif other := [reason for reason in outcome.reasons if reason.why is Why.OTHER_ASSIGNMENT]:
        yield Banner("bad", say("feedback.other_assignment", **other[0].values))
    elif outcome.state is not State.GRADED:
        key = outcome.state.name.lower()
        yield Banner("bad", say(f"feedback.{key}"), notes=outcome.sentences(say.args[0]))


def _not_in_grading(tasks: list[Task], say: Callable[..., str]) -> Iterator[Banner]:
    """Code that works in class, but not without a GPU."""
    lines = [
        f"{task.title.replace('`', '')}: {say('card.gpu', line=line, code=code)}"
        for task in tasks
        for cell in ([] if task.is_full else task.written)
        for line, code in gpu_calls(cell.source)
    ]
    if lines:
        yield Banner("some", say("feedback.gpu"), lines)


MAX_PICTURE_LETTERS = 8_000_000  # of one page together: a mail with more does not arrive
_KINDS = ("image/png", "image/jpeg", "image/svg+xml")


def figures_in(handed_in: bytes, known: Known) -> dict[str, list[NotebookNode]]:
    """The pictures in a notebook, by the source of their cell; none where it cannot be read.

    Args:
        handed_in: the notebook.
        known: as for :func:`~autograder.submission.decode.parse`.
    """
    try:
        cells = decode.parse(handed_in, known).notebook["cells"]
    except Unreadable:
        return {}
    room, by_cell = MAX_PICTURE_LETTERS, {}
    for cell in cells:
        pictures = _pictures_of(cell)
        room -= sum(len(text) for picture in pictures for text in picture.data.values())
        # By the source, since an editor may have removed the cells' ids.
        if pictures and room >= 0:
            by_cell[trimmed(text_of(cell.get("source")))] = pictures
    return by_cell


def _pictures_of(cell: Any) -> list[NotebookNode]:
    outputs = cell.get("outputs") if isinstance(cell, dict) else None
    data = [output.get("data") for output in outputs or () if isinstance(output, dict)]
    kept = [
        sanitized.shown({kind: bundle[kind] for kind in _KINDS if kind in bundle})
        for bundle in data
        if bundle
    ]
    return [new_output("display_data", data=bundle, metadata={}) for bundle in kept if bundle]
