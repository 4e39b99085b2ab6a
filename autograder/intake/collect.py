"""Collecting: from what a platform hands out to ``submitted/``, a roster, and a table of it all."""

from __future__ import annotations

import csv
import io
import re
import shutil
import tempfile
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from enum import StrEnum
from functools import lru_cache
from pathlib import Path, PurePosixPath
from zoneinfo import ZoneInfo

from nbgrader.utils import parse_utc

from autograder import notebooks
from autograder.course import Course, CourseError
from autograder.evaluate.decode import saved_as
from autograder.handed_in import read_plain
from autograder.intake.names import Owner, as_id, assignment_of, owner
from autograder.intake.roster import Ambiguous, Roster
from autograder.intake.unpack import BESIDE, Found, Refused, Unpacker
from autograder.nbgrader_ext.settings import exchange_folder
from autograder.reports.export import plain
from autograder.store import SUBMISSION_DATE, only_grader

EXCHANGE = "exchange"  # the word that stands for nbgrader's exchange among the sources
WORK = (".ipynb", ".c")
_WRAPPERS = ("submitted", "submissions", "inbound")  # folders that are no student's


class Status(StrEnum):
    """What became of a file."""

    TAKEN = "taken"
    UNCHANGED = "unchanged"
    EARLIER = "earlier try"
    LEFT_OUT = "left out"
    NO_NOTEBOOK = "no notebook"
    NOT_PLACED = "not placed"
    REFUSED = "refused"

    @property
    def needs_a_person(self) -> bool:
        """Whether somebody must look at it, or a student has no grade."""
        return self in (Status.NO_NOTEBOOK, Status.NOT_PLACED, Status.REFUSED)


@dataclass(frozen=True)
class Row:
    """A line of the table: a file, and what became of it."""

    status: Status
    student: str
    file: str
    note: str = ""
    time: str = ""
    platform: str = ""
    lms_name: str = ""
    lms: str = ""


@dataclass(frozen=True)
class _Piece:
    """A file with its owner."""

    found: Found
    owner: Owner
    time: datetime | None
    source: str

    @property
    def shown(self) -> str:
        return str(PurePosixPath(self.source) / self.found.path)

    @property
    def suffix(self) -> str:
        return PurePosixPath(self.owner.file or self.found.path.name).suffix.lower()

    @property
    def latest(self) -> tuple[datetime, int, datetime]:
        """By this, of two tries the later one is the greater."""
        never = datetime.min.replace(tzinfo=UTC)
        modified = self.found.modified or datetime.min
        return (self.time or never, int(self.owner.attempt or 0), modified)


@dataclass
class _HandIn:
    """What of one student's files is taken."""

    student: str
    files: dict[str, Path] = field(default_factory=dict)
    rows: list[Row] = field(default_factory=list)
    time: datetime | None = None


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
        self._pieces: list[_Piece] = []
        solution = course.solution(assignment)
        self._words = _task_words(solution, solution.stat().st_mtime_ns)

    def look_into(self, source: str) -> None:
        """Copy what a source holds, and say of each file whose it is."""
        path = exchange_folder(self.course.root) if source == EXCHANGE else Path(source)
        if not path.exists():
            raise CourseError(
                f"there is no {path}. Name a folder, a zip, or the word {EXCHANGE} for nbgrader's "
                "exchange; nothing was collected."
            )
        label = EXCHANGE if source == EXCHANGE else path.name
        found = list(self._unpacker.walk(path, self._is_ours))
        for one in _unwrapped(found):
            if isinstance(one, Refused):
                what = f"{one.reason}. Ask the student for the file again"
                self._tell(Status.REFUSED, f"{label}/{one.path}", what)
            else:
                self._assign(one, label)

    def place(self) -> list[Row]:
        """Put each student's latest try into its place, and write the roster and the table."""
        by_student: dict[str, list[_Piece]] = defaultdict(list)
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

    def _is_ours(self, folder: str) -> bool:
        told = assignment_of(PurePosixPath(folder))
        if self._only is not None and folder not in self._only:
            return False
        return told in (None, self.assignment)

    def _assign(self, found: Found, label: str) -> None:
        whose = owner(found.path, self.assignment)
        if whose and whose.is_guess and self._found(whose) is None:
            whose = None
        if whose is None:
            self._tell(
                Status.NOT_PLACED,
                f"{label}/{found.path}",
                "the name tells no student: put it into a folder named like the student",
            )
        else:
            self._pieces.append(_Piece(found, whose, self._time(whose), label))

    def _found(self, whose: Owner) -> str | None:
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
            key: f"{len(found)} students are called so ({', '.join(sorted(found))}): give each a "
            f"row in students.csv, with this number in the column {key[0]}"
            for key, found in ids.items()
            if len(found) > 1
        }

    def _has_id(self, whose: Owner) -> bool:
        column = whose.platform
        return any(whose.lms in row.get(column, "").split() for row in self._roster.rows)

    def _student(self, piece: _Piece) -> str:
        """The id of a student, entered into the roster; empty where it is not clear who it is."""
        try:
            return as_id(self._roster.enter(piece.owner))
        except Ambiguous as error:
            what = f"{error} in students.csv have this name: write the platform's id into the row"
            self._tell(Status.NOT_PLACED, piece.shown, what)
            return ""

    def _tell(self, status: Status, file: str, note: str) -> None:
        self.rows.append(Row(status, "", file, note))

    def _place(self, student: str, pieces: list[_Piece]) -> list[Row]:
        chosen = self._choose(student, pieces)
        if chosen.files:
            self._put(chosen)
        return chosen.rows

    def _choose(self, student: str, pieces: list[_Piece]) -> _HandIn:
        """The latest notebook that holds tasks of the assignment, and the C files with it."""
        chosen = _HandIn(student)
        work = [piece for piece in pieces if piece.found.copy and piece.suffix in WORK]
        if not work:
            return self._without_notebook(chosen, pieces)
        of_notebooks = [piece for piece in work if piece.suffix == ".ipynb"]
        ranked = sorted(of_notebooks, key=self._rank, reverse=True)
        if len(ranked) > 1 and self._cannot_tell(*ranked[:2]):
            why = "which of the two notebooks is the later one does not show: leave one out"
            chosen.rows = [_row(Status.NOT_PLACED, student, piece, why) for piece in ranked]
            return chosen
        for number, piece in enumerate(ranked):
            self._add_notebook(chosen, piece, ranked[0], is_first=number == 0)
        last = max(work, key=lambda piece: piece.latest)
        chosen.time = (ranked[0] if ranked else last).time
        self._add_others(chosen, pieces)
        return chosen

    def _rank(self, piece: _Piece) -> tuple:
        fits = self._fits(piece)
        is_named = PurePosixPath(piece.owner.file).stem == self.assignment
        return (fits, *piece.latest, is_named)

    def _fits(self, piece: _Piece) -> bool:
        """Whether a notebook holds anything of the assignment."""
        text = piece.found.copy.read_bytes().replace(b"\0", b"")  # of UTF-16
        return any(word in text for word in self._words)

    def _cannot_tell(self, first: _Piece, second: _Piece) -> bool:
        is_tie = self._rank(first) == self._rank(second)
        return is_tie and first.found.copy.read_bytes() != second.found.copy.read_bytes()

    def _add_notebook(self, chosen: _HandIn, piece: _Piece, taken: _Piece, is_first: bool) -> None:
        if not is_first:
            note = f"{taken.shown} is the one that counts"
            chosen.rows.append(_row(Status.EARLIER, chosen.student, piece, note))
            return
        notes = ["called late by the platform"] if piece.owner.late else []
        if piece.found.path.name != f"{self.assignment}.ipynb":
            notes.append(f"renamed to {self.assignment}.ipynb")
        if not self._fits(piece):
            notes.append(f"no task of {self.assignment} is in it")
        chosen.files[f"{self.assignment}.ipynb"] = piece.found.copy
        chosen.rows.append(_row(Status.TAKEN, chosen.student, piece, "; ".join(notes)))

    def _add_others(self, chosen: _HandIn, pieces: list[_Piece]) -> None:
        """C files, the later ones over the earlier, and nbgrader's own two files."""
        for piece in sorted(pieces, key=lambda piece: piece.latest):
            name = re.sub(r"[^\w.-]", "_", PurePosixPath(piece.owner.file).name)
            if piece.suffix == ".c" and piece.found.copy:
                chosen.files[name] = piece.found.copy
                chosen.rows.append(_row(Status.TAKEN, chosen.student, piece))
            elif piece.found.path.name in BESIDE:
                # Of the try that counts: the secret belongs to it.
                if piece.time == chosen.time and piece.found.copy:
                    chosen.files[piece.found.path.name] = piece.found.copy
            elif piece.suffix != ".ipynb":
                chosen.rows.append(_row(Status.LEFT_OUT, chosen.student, piece))

    def _without_notebook(self, chosen: _HandIn, pieces: list[_Piece]) -> _HandIn:
        """What stands for a notebook is put into its place: grading then names it, too."""
        for piece in pieces:
            if piece.found.path.name in BESIDE:
                continue
            kind = saved_as(piece.found.copy.read_bytes()) if piece.found.copy else None
            note = f"{kind or 'no notebook'}: ask for the .ipynb"
            chosen.rows.append(_row(Status.NO_NOTEBOOK, chosen.student, piece, note))
            there = self.course.submitted(chosen.student, self.assignment)
            if kind and not any(there.glob("*.ipynb")):
                chosen.files[re.sub(r"[^\w.-]", "_", piece.found.path.name)] = piece.found.copy
        return chosen

    def _put(self, chosen: _HandIn) -> None:
        """Put a hand-in into its place at once; what was there is kept beside."""
        place = self.course.submitted(chosen.student, self.assignment)
        status, note = self._compared(place, chosen)
        if status is Status.TAKEN:
            place.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(dir=place.parent, prefix=".new-") as folder:
                fresh = Path(folder) / self.assignment
                self._write(fresh, chosen)
                if place.is_dir():
                    note = f"the earlier hand-in is kept in {self._keep(place, chosen.student)}"
                fresh.rename(place)
        taken = next(row for row in chosen.rows)
        if taken.status is Status.TAKEN:
            told = "; ".join(filter(None, (taken.note, note)))
            chosen.rows[0] = replace(taken, status=status, note=told)

    def _write(self, folder: Path, chosen: _HandIn) -> None:
        folder.mkdir()
        for name, copy in chosen.files.items():
            shutil.copyfile(copy, folder / name)
        if chosen.time and SUBMISSION_DATE not in chosen.files:
            date = f"{chosen.time:%Y-%m-%d %H:%M:%S} UTC"
            (folder / SUBMISSION_DATE).write_text(date)

    def _compared(self, place: Path, chosen: _HandIn) -> tuple[Status, str]:
        work = {name: copy for name, copy in chosen.files.items() if name not in BESIDE}
        there = {path.name for path in place.glob("*") if path.suffix in WORK}
        is_same = {name for name in work if (place / name).suffix in WORK} == there and all(
            read_plain(place / name) == copy.read_bytes() for name, copy in work.items()
        )
        if is_same:
            return Status.UNCHANGED, ""
        before = _date(place)
        if before and chosen.time and before > chosen.time:
            return Status.EARLIER, f"submitted/ holds a later one, of {before:%Y-%m-%d %H:%M} UTC"
        return Status.TAKEN, ""

    def _keep(self, place: Path, student: str) -> Path:
        now = datetime.now(UTC)
        kept = self.course.collected / "earlier" / self.assignment / student
        kept.mkdir(parents=True, exist_ok=True)
        target = kept / f"{now:%Y-%m-%d %H.%M.%S.%f}"
        shutil.move(place, target)
        return target.relative_to(self.course.root)


def table(course: Course, assignment: str) -> list[Row]:
    """The rows that were written when an assignment was collected, if it was."""
    path = _table_path(course, assignment)
    if not path.is_file():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        rows = [
            {key: text.removeprefix("'") for key, text in row.items()}
            for row in csv.DictReader(file)
        ]
    return [Row(**row | {"status": Status(row["status"])}) for row in rows]


def write_table(course: Course, assignment: str, rows: list[Row]) -> None:
    """Write the table; rows of students who are not in it this time stay."""
    fresh = {row.student for row in rows if row.student}
    kept = [row for row in table(course, assignment) if row.student and row.student not in fresh]
    text = io.StringIO()
    writer = csv.DictWriter(text, list(Row.__annotations__), lineterminator="\n")
    writer.writeheader()
    for row in sorted([*kept, *rows], key=lambda row: (row.student, row.file)):
        writer.writerow({name: plain(value) for name, value in asdict(row).items()})
    notebooks.write(_table_path(course, assignment), text.getvalue())


def _table_path(course: Course, assignment: str) -> Path:
    return course.collected / f"{assignment}.csv"


def _row(status: Status, student: str, piece: _Piece, note: str = "") -> Row:
    whose = piece.owner
    time = f"{piece.time:%Y-%m-%d %H:%M:%S} UTC" if piece.time else ""
    return Row(status, student, piece.shown, note, time, whose.platform, whose.name, whose.lms)


def _date(place: Path) -> datetime | None:
    text = read_plain(place / SUBMISSION_DATE, most=100)
    try:
        return parse_utc(text.decode().strip()).replace(tzinfo=UTC) if text else None
    except ValueError:  # a student may have written the file
        return None


@lru_cache
def _task_words(solution: Path, _version: int) -> set[bytes]:
    """Words that stand in a notebook of the assignment alone, wherever it was damaged."""
    names = notebooks.checks(notebooks.read(solution))
    # By its metadata, or where they are lost, by its call within a JSON text.
    checks = {f"{name}_check".encode() for name in names}
    return checks | {f'check(\\"{name}\\"'.encode() for name in names}


def _unwrapped(found: list[Found | Refused]) -> list[Found | Refused]:
    """The files without a folder that holds all of them and is no student's."""
    while found and (first := _shared(found)):
        below = {one.path.parts[1] for one in found if len(one.path.parts) > 2}
        if first.lower() not in _WRAPPERS and len(below) < 2:
            break
        found = [replace(one, path=PurePosixPath(*one.path.parts[1:])) for one in found]
    return found


def _shared(found: list[Found | Refused]) -> str | None:
    firsts = {one.path.parts[0] for one in found if len(one.path.parts) > 1}
    alone = any(len(one.path.parts) == 1 for one in found)
    return firsts.pop() if len(firsts) == 1 and not alone else None
