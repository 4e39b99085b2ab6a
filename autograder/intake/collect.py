"""Collecting: from what a platform hands out to ``submitted/``, a roster, and a table of it all."""

from __future__ import annotations

import tempfile
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from zoneinfo import ZoneInfo

from nbgrader.utils import parse_utc

from autograder.course import Course, CourseError
from autograder.intake.choose import Chooser, Piece
from autograder.intake.exchange import exchange_folder
from autograder.intake.names import Owner, as_id, assignment_of, owner
from autograder.intake.place import put
from autograder.intake.roster import Ambiguous, Roster
from autograder.intake.table import Row, Status, write_table
from autograder.intake.unpack import Refused, SourceFile, Unpacker
from autograder.records.store import only_grader

EXCHANGE = "exchange"  # the word that stands for nbgrader's exchange among the sources
_WRAPPERS = ("submitted", "submissions", "inbound")  # folders that are no student's


def collect(
    course: Course, assignment: str, sources: Iterable[str], only: set[str] | None = None
) -> list[Row]:
    """Take in the hand-ins of an assignment.

    Args:
        course: the course directory.
        assignment: id of the assignment.
        sources: folders, archives, notebooks, or the word ``exchange``.
        only: names of the folders of a source to look into; default: all of the assignment.

    Returns:
        A row for each file; they are also in ``collected/<assignment>.csv``.

    Raises:
        CourseError: there is no such source.
    """
    course.private.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=course.private, prefix="intake-") as folder:
        collector = _Collector(course, assignment, Path(folder), only)
        for source in sources:
            collector.look_into(source)
        # Unpacking takes longest and changes nothing, so a grader may run meanwhile.
        with only_grader(course):
            return collector.place()


class _Collector:
    """One run of :func:`collect`."""

    def __init__(
        self, course: Course, assignment: str, folder: Path, only: set[str] | None
    ) -> None:
        self.course, self.assignment, self._only = course, assignment, only
        self.rows: list[Row] = []
        self._roster = Roster(course)
        self._zone = ZoneInfo(course.timezone)
        self._unpacker = Unpacker(folder)
        self._pieces: list[Piece] = []
        self._chooser = Chooser(course, assignment)

    def look_into(self, source: str) -> None:
        """Copy what a source holds, and say of each file whose it is."""
        path = exchange_folder(self.course.root) if source == EXCHANGE else Path(source)
        if not path.exists():
            raise CourseError(
                f"there is no {path}. Name a folder, a zip, or the word {EXCHANGE} for nbgrader's "
                "exchange; nothing was collected."
            )
        label = EXCHANGE if source == EXCHANGE else path.name
        files = list(self._unpacker.walk(path, self._is_of_this))
        for one in _unwrapped(files):
            if isinstance(one, Refused):
                what = f"{one.reason}. Ask the student for the file again"
                self._tell(Status.REFUSED, f"{label}/{one.path}", what)
            else:
                self._assign(one, label)

    def place(self) -> list[Row]:
        """Put each student's latest try into its place, and write the roster and the table."""
        by_student: dict[str, list[Piece]] = defaultdict(list)
        same = self._namesakes()
        for piece in self._pieces:
            if problem := same.get((piece.owner.platform, piece.owner.name)):
                self._tell(Status.NOT_PLACED, piece.shown, problem)
            else:
                by_student[self._student(piece)].append(piece)
        for student, pieces in sorted(by_student.items()):
            self.rows += self._place(student, pieces) if student else []
        self._roster.save()
        write_table(self.course, self.assignment, self.rows)
        return self.rows

    def _is_of_this(self, folder: str) -> bool:
        told = assignment_of(PurePosixPath(folder))
        if self._only is not None and folder not in self._only:
            return False
        return told in (None, self.assignment)

    def _assign(self, file: SourceFile, label: str) -> None:
        whose = owner(file.path, self.assignment)
        # A plain file name is taken for a student only if the roster knows one called so.
        if whose and whose.is_guess and self._known(whose) is None:
            whose = None
        if whose is None:
            self._tell(
                Status.NOT_PLACED,
                f"{label}/{file.path}",
                "the file name names no student: put it into a folder with the student's name",
            )
        else:
            self._pieces.append(Piece(file, whose, self._time(whose), label))

    def _known(self, whose: Owner) -> str | None:
        try:
            return self._roster.find(whose)
        except Ambiguous:
            return ""

    def _time(self, whose: Owner) -> datetime | None:
        if whose.platform == "exchange":
            return parse_utc(whose.time).replace(tzinfo=UTC)
        if whose.platform == "blackboard":
            local = datetime.strptime(whose.time, "%Y-%m-%d-%H-%M-%S")
            return local.replace(tzinfo=self._zone).astimezone(UTC)
        return None

    def _namesakes(self) -> dict[tuple[str, str], str]:
        """Names that a platform gives to several people, and what to do about it."""
        ids: dict[tuple[str, str], set[str]] = defaultdict(set)
        for piece in self._pieces:
            if piece.owner.name and piece.owner.lms and not self._has_id(piece.owner):
                ids[piece.owner.platform, piece.owner.name].add(piece.owner.lms)
        return {
            key: f"{len(numbers)} students have this name ({', '.join(sorted(numbers))}): give "
            f"each a row in students.csv, with this number in the column {key[0]}"
            for key, numbers in ids.items()
            if len(numbers) > 1
        }

    def _has_id(self, whose: Owner) -> bool:
        column = whose.platform
        return any(whose.lms in row.get(column, "").split() for row in self._roster.rows)

    def _student(self, piece: Piece) -> str:
        """The id of a student, entered into the roster; empty where it is not clear who it is."""
        try:
            return as_id(self._roster.enter(piece.owner))
        except Ambiguous as error:
            what = f"{error} in students.csv have this name: write the platform's id into the row"
            self._tell(Status.NOT_PLACED, piece.shown, what)
            return ""

    def _tell(self, status: Status, file: str, note: str) -> None:
        self.rows.append(Row(status, "", file, note))

    def _place(self, student: str, pieces: list[Piece]) -> list[Row]:
        chosen = self._chooser.choose(student, pieces)
        if chosen.files:
            put(self.course, self.assignment, chosen)
        return chosen.rows


def _unwrapped(files: list[SourceFile | Refused]) -> list[SourceFile | Refused]:
    """The files without a folder that holds all of them and is no student's."""
    while files and (first := _shared(files)):
        below = {one.path.parts[1] for one in files if len(one.path.parts) > 2}
        if first.lower() not in _WRAPPERS and len(below) < 2:
            break
        files = [replace(one, path=PurePosixPath(*one.path.parts[1:])) for one in files]
    return files


def _shared(files: list[SourceFile | Refused]) -> str | None:
    firsts = {one.path.parts[0] for one in files if len(one.path.parts) > 1}
    alone = any(len(one.path.parts) == 1 for one in files)
    return firsts.pop() if len(firsts) == 1 and not alone else None
