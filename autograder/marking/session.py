"""One teacher's work on one question: what is open, what was decided, and what can be undone."""

from __future__ import annotations

import hashlib
import html
import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

from autograder import texts
from autograder.course import Assignment
from autograder.gradebook.marks import (
    FIRST,
    SECOND,
    Changes,
    Mark,
    MarkConflict,
    Marks,
    Rubric,
    Students,
)
from autograder.gradebook.tables import Decision, Item
from autograder.marking import similar
from autograder.marking.similar import Meaning
from autograder.marking.written_answers import (
    WrittenAnswer,
    WrittenQuestion,
    notebook_paragraphs,
    written_answers,
)
from autograder.reports import rendered, sanitized

_TAG, _PICTURE = re.compile(r"<[^>]*>"), re.compile(r"<img [^>]*src=|<svg")


@dataclass(frozen=True)
class Share:
    """Which part of a question's answers a teacher has: number ``part`` of ``of``."""

    part: int = 1
    of: int = 1

    def among(self, answers: Sequence[WrittenAnswer]) -> list[WrittenAnswer]:
        """The answers in it: as many as in any other, or one more.

        >>> two = [WrittenAnswer("0f", "a"), WrittenAnswer("1f", "b"), WrittenAnswer("2f", "c")]
        >>> [[answer.source for answer in Share(part, 2).among(two)] for part in (1, 2)]
        [['a', 'c'], ['b']]
        """
        return list(answers[self.part - 1 :: self.of])


@dataclass(frozen=True)
class _Decided:
    """A decision of this session: the versions that it took the place of, and what they said."""

    versions: dict[str, int]
    before: dict[str, Mark | None]


@dataclass(frozen=True)
class _Edited:
    """A change of the rubric in this session: the item as it was before, and the rubric after."""

    id: int
    points: float
    text: str
    retired: bool
    after: Rubric


class Session:
    """What the marking page asks and does; :meth:`read` comes first.

    Args:
        assignment: graded.
        question: a written one of it.
        teacher: whose decisions they are.
        language: of the page.
        share: of the answers.
        sample: the share of the decided answers that is read for the second time, blind; 0 for the
            first reading.
    """

    def __init__(
        self,
        assignment: Assignment,
        question: WrittenQuestion,
        teacher: str,
        language: str,
        share: Share | None = None,
        sample: float = 0.0,
    ) -> None:
        self.assignment, self.question, self.teacher = assignment, question, teacher
        self.language, self.share, self.sample = language, share or Share(), sample
        self.reading = SECOND if sample else FIRST
        self.marks = Marks(assignment, question.id, question.worth)
        self.marks.start(question.rubric)
        self.answers: list[WrittenAnswer] = []
        self.elsewhere = 0
        self._students: Students = {}
        self._meaning = Meaning(notebook_paragraphs(assignment))
        self._undo: list[_Decided | _Edited] = []

    def read(self) -> None:
        """Read the answers again: students hand in while teachers mark."""
        waiting = self.marks.waiting()
        everybody = written_answers(self.assignment, self.question.id, waiting.keys())
        self._students = _by_student(everybody)
        # Students whom somebody has graded in the formgrader: that grade holds.
        self.elsewhere = sum(waiting.values())
        self.answers = [
            answer
            for answer in everybody
            if not all(waiting[student] for student in answer.students)
        ]
        self.marks.enter(self._students)

    def state(self, view: str = "open", at: int = 0) -> dict[str, Any]:
        """What the page shows.

        Args:
            view: "open", or "decided" for what may be changed.
            at: number of the group; one beyond the last is the last.
        """
        latest, known = self.marks.latest(self.reading), self._known(self.reading)
        mine = self._mine()
        open_ = mine.keys() - known.keys()
        if view == "decided":
            groups = self._decided(
                {digest: mark for digest, mark in known.items() if digest in mine}
            )
        elif self.sample:  # one by one: a group would reveal what the first reading decided
            groups = [[answer] for answer in self.answers if answer.digest in open_]
        else:
            groups = similar.screens(self.answers, open_, self._meaning)
        at = max(0, min(at, len(groups) - 1))
        group = groups[at] if groups else []
        first = known.get(group[0].digest) if group else None
        chosen = first.items if first else ()
        # Items that count for these answers are shown, even if they are no longer offered.
        items = sorted(self.marks.items(), key=lambda item: item.retired)
        return {
            "view": view,
            "at": at,
            "groups": len(groups),
            "items": [self._item(item) for item in items if not item.retired or item.id in chosen],
            "worth": self.question.worth,
            "answers": [self._shown(answer, group[0], latest) for answer in group],
            "chosen": list(chosen),
            "comment": first.comment if first else "",
            "comments": sorted({mark.comment for mark in latest.values() if mark.comment}),
            "total": len(mine),
            "marked": len(mine) - len(open_),
            "elsewhere": self.elsewhere,
            "undo": len(self._undo),
            "agreement": self.agreement() if self.sample and not groups else None,
        }

    def decide(
        self, versions: Mapping[str, int], mark: Mark, seen: Rubric | None = None
    ) -> Changes:
        """Decide on the answers of these digests, which the teacher saw in these versions.

        Args:
            versions: by digest.
            mark: for all of them.
            seen: the rubric on the page.

        Raises:
            MarkConflict: another teacher was faster; nothing was written.
        """
        known = self._known(self.reading)
        before = {digest: known.get(digest) for digest in versions}
        changes = self._write(dict.fromkeys(versions, mark), versions, seen)
        self._undo.append(_Decided(dict(versions), before))
        return changes

    def undo(self) -> Changes | None:
        """Take back what this teacher did last, a decision or a change of the rubric.

        Returns:
            What changed; None if there is nothing to take back.

        Raises:
            MarkConflict: another teacher has decided on these answers since, or changed the rubric.
        """
        if not self._undo:
            return None
        try:
            changes = self._take_back(self._undo[-1])
        except MarkConflict:  # it is over; if the gradebook refuses, it can be tried again
            self._undo.pop()
            raise
        self._undo.pop()
        return changes

    def _take_back(self, last: _Decided | _Edited) -> Changes:
        if isinstance(last, _Edited):
            students = self._now(self._students.keys())
            _, changes = self.marks.write_item(
                last.points, last.text, last.id,
                retired=last.retired, seen=last.after, students=students,
            )  # fmt: skip
            return changes
        written = {digest: version + 1 for digest, version in last.versions.items()}
        changes = self._write(last.before, written)
        # For earlier decisions, what was undone and the undoing are two more versions.
        for earlier in self._undo[:-1]:
            if isinstance(earlier, _Decided):
                both = written.keys() & earlier.versions.keys()
                earlier.versions.update({digest: earlier.versions[digest] + 2 for digest in both})
        return changes

    def write_item(
        self, points: float, text: str, id: int | None, *, retired: bool, seen: Rubric | None = None
    ) -> Changes:
        """Make or change a rubric item; the points of all who have it follow."""
        students = self._now(self._students.keys())
        before = next((item for item in self.marks.items() if item.id == id), None)
        number, changes = self.marks.write_item(
            points, text, id, retired=retired, seen=seen, students=students
        )
        after = [
            (item.id, item.points, item.text) for item in self.marks.items() if not item.retired
        ]
        if before is None:  # undoing a new item retires it
            self._undo.append(_Edited(number, points, text, retired=True, after=after))
        else:
            was = before.points, before.text, before.retired
            self._undo.append(_Edited(number, *was, after=after))
        return changes

    def agreement(self) -> dict[str, Any]:
        """How far the second reading agrees with the first, in the answers that both have."""
        from sklearn.metrics import cohen_kappa_score  # inside, for start-up time

        items = {item.id: item for item in self.marks.items()}
        readings = [self._known(reading) for reading in (FIRST, SECOND)]
        both = [
            answer for answer in self.answers if all(answer.digest in known for known in readings)
        ]
        given = [
            [self.marks.points(known[answer.digest].items, items) for answer in both]
            for known in readings
        ]
        pairs = list(zip(*given, strict=True))
        # Kappa is not defined where all values are equal.
        varied = len(set(given[0]) | set(given[1])) > 1
        names = [list(map(str, points)) for points in given]
        return {
            "both": len(both),
            "equal": sum(first == second for first, second in pairs),
            "difference": round(sum(abs(a - b) for a, b in pairs) / len(pairs), 2) if pairs else 0,
            "kappa": round(float(cohen_kappa_score(*names)), 2) if varied else None,
            "differing": [
                {"html": _html(answer), "first": first, "second": second}
                for answer, (first, second) in zip(both, pairs, strict=True)
                if first != second
            ],
        }

    def _known(self, reading: int) -> dict[str, Mark]:
        """The mark of each answer that is decided on."""
        return {
            digest: Mark(tuple(row.items), row.comment)
            for digest, row in self.marks.latest(reading).items()
            if row.items is not None
        }

    def _mine(self) -> dict[str, WrittenAnswer]:
        """The answers that this teacher reads, by digest."""
        if not self.sample:
            return {answer.digest: answer for answer in self.share.among(self.answers)}
        first = self._known(FIRST)
        decided = [answer for answer in self.answers if answer.digest in first]
        # Not by the digest itself, which says whose share it was.
        decided.sort(key=lambda answer: hashlib.sha256(answer.digest.encode()).digest())
        return {
            answer.digest: answer for answer in decided[: max(1, round(self.sample * len(decided)))]
        }

    def _decided(self, decided: Mapping[str, Mark]) -> list[list[WrittenAnswer]]:
        groups: dict[Mark, list[WrittenAnswer]] = {}
        for answer in self.answers:
            if answer.digest in decided:
                groups.setdefault(decided[answer.digest], []).append(answer)
        largest = sorted(groups.values(), key=len, reverse=True)
        digests = [{answer.digest for answer in group} for group in largest]
        return [
            screen
            for group in digests
            for screen in similar.screens(self.answers, group, self._meaning)
        ]

    def _write(
        self,
        marks: Mapping[str, Mark | None],
        versions: Mapping[str, int],
        seen: Rubric | None = None,
    ) -> Changes:
        students: Students = {}
        if self.reading == FIRST:  # the second is compared and gives no points
            students = self._now({who for who, own in self._students.items() if own[0] in marks})
        return self.marks.decide(
            marks, versions, self.teacher, self.reading, seen=seen, students=students
        )

    def _now(self, students: Set[str]) -> Students:
        """Their current answers: some students may hand in again while a teacher reads."""
        return _by_student(written_answers(self.assignment, self.question.id, students))

    def _item(self, item: Item) -> dict[str, Any]:
        shown = item.sentence(self.assignment.course.languages, self.language)
        of_all = {"id": item.id, "points": item.points, "text": item.text}
        return of_all | {"shown": shown, "retired": item.retired}

    def _shown(
        self, answer: WrittenAnswer, first: WrittenAnswer, latest: Mapping[str, Decision]
    ) -> dict[str, Any]:
        decision = latest.get(answer.digest)
        return {
            "id": answer.digest,
            "version": decision.version if decision else 0,
            "html": _html(answer),
            "students": len(answer.students),
            # Only a person decides that different answers deserve the same.
            "ticked": answer.folded == first.folded,
        }


def _by_student(answers: Sequence[WrittenAnswer]) -> Students:
    return {
        who: (answer.digest, language)
        for answer in answers
        for who, language in answer.students.items()
    }


def _html(answer: WrittenAnswer) -> str:
    """What a teacher reads; nothing if the answer is empty."""
    # No student's link leads a teacher out of the page.
    shown = sanitized.without_links(rendered.text(answer.source, answer.attachments or None))
    if _is_seen(shown):
        return shown
    # A text that renders to nothing, such as a comment, is shown as it is.
    return f"<pre>{html.escape(answer.source)}</pre>" if texts.clean(answer.source) else ""


def _is_seen(markup: str) -> bool:
    """Whether a piece of HTML shows anything.

    >>> _is_seen("<p>a</p>"), _is_seen('<img src="data:x">'), _is_seen("<p>&nbsp;</p><img>")
    (True, True, False)
    """
    return bool(_PICTURE.search(markup) or texts.clean(html.unescape(_TAG.sub("", markup))))
