"""Collecting: from what a platform hands out to ``submitted/``, a roster, and a table of it all."""

from __future__ import annotations

import tempfile
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from typing import cast
from zoneinfo import ZoneInfo

from nbgrader.utils import parse_utc

from autograder.course import Course, CourseError
from autograder.dates import read_date
from autograder.intake.choose import WORK, Chooser, Piece, keep, put, row_of
from autograder.intake.unpack import Refused, SourceFile, Unpacker
from autograder.intake.who import Key, Question, Resolver, read_answers, who_path, write_questions
from autograder.lock import only_grader
from autograder.people.collected import (
    IDENTIFIER,
    Row,
    Status,
    Worksheet,
    table,
    worksheet_path,
    write_table,
)
from autograder.people.platforms import (
    EXCHANGE,
    PLAIN,
    PLATFORMS,
    Owner,
    Platform,
    assignment_of,
    plain_owner,
    platforms_of,
    title_of,
    words,
)
from autograder.people.roster import Roster
from autograder.records.attempts import news, students
from autograder.registry import exchange_folder
from autograder.spreadsheets import read_sheet
from autograder.texts import clean

_WRAPPERS = ("submitted", "submissions", "inbound")  # folders that are no student's


@dataclass(kw_only=True)
class Collected:
    """What became of all files, and who they are of.

    Args:
        rows: one for each file; they are also in ``collected/<assignment>.csv``.
        new: students who were entered into the roster.
        missing: students of the roster who have handed in nothing.
        told: what followed for groups, a sentence each.
        questions: the table of those of whom a person must say who they are, if there are any.
    """

    rows: list[Row] = field(default_factory=list)
    new: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    questions: Path | None = None


def collect(
    course: Course,
    assignment: str,
    sources: Iterable[str],
    only: set[str] | None = None,
    platform: str | None = None,
) -> Collected:
    """Take in the hand-ins of an assignment.

    Args:
        course: the course directory.
        assignment: id of the assignment.
        sources: folders, archives, notebooks, the word ``exchange``, Moodle's worksheet, and a
            table of questions that a person filled in (that of the course is read in any case).
        only: names of the folders of a source to look into; default: all of the assignment.
        platform: which the sources are of; default: the only one that may have made all names.

    Raises:
        CourseError: there is no such source, or a table cannot be read.
    """
    course.private.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=course.private, prefix="intake-") as folder:
        collector = _Collector(course, assignment, Path(folder), only, platform)
        for source in sources:
            collector.look_into(source)
        # Unpacking takes longest and changes nothing, so a grader may run meanwhile.
        with only_grader(course):
            return collector.place()


class _Collector:
    """One run of :func:`collect`."""

    def __init__(
        self,
        course: Course,
        assignment: str,
        folder: Path,
        only: set[str] | None,
        platform: str | None,
    ) -> None:
        self.course, self.assignment, self._only = course, assignment, only
        self.rows: list[Row] = []
        self._platform = platform
        self._roster = Roster(course)
        self._zone = ZoneInfo(course.timezone)
        self._unpacker = Unpacker(folder)
        self._pieces: list[Piece] = []
        self._worksheet: Worksheet | None = None
        table_of_questions = who_path(course, assignment)
        self._answers: dict[Key, str] = (
            read_answers(table_of_questions, self._roster) if table_of_questions.is_file() else {}
        )
        self._chooser = Chooser(course, assignment)

    def look_into(self, source: str) -> None:
        """Copy what a source holds, and say of each file whose it is."""
        path = exchange_folder(self.course.root) if source == EXCHANGE else Path(source)
        if not path.exists():
            raise CourseError(
                f"there is no {path}. Name a folder, a zip, or the word {EXCHANGE} for nbgrader's "
                "exchange; nothing was collected."
            )
        if path.suffix.lower() == ".csv":
            if IDENTIFIER in read_sheet(path, []).columns:
                self._worksheet = Worksheet(path)
            else:
                self._answers |= read_answers(path, self._roster)
            return
        label = clean(EXCHANGE if source == EXCHANGE else path.name)
        platform = EXCHANGE if source == EXCHANGE else self._platform
        found = self._unwrapped(list(self._unpacker.walk(path, self._is_of_this)), platform)
        files = [one for one in found if isinstance(one, SourceFile)]
        for refused in (one for one in found if isinstance(one, Refused)):
            what = f"{refused.reason}. Ask the student for the file again"
            self._tell(Status.REFUSED, f"{label}/{refused.path}", what)
        possible = {platform} if platform else platforms_of(map(_outermost, filter(_tells, files)))
        if len(possible) > 1:
            names = ", ".join(sorted(possible))
            note = f"names are as {names} write them: name one with --from, and collect again"
            for one in files:
                self._tell(Status.NOT_PLACED, f"{label}/{one.path}", note)
        else:
            self._assign(files, possible.pop(), label)

    def place(self) -> Collected:
        """Put each student's latest try into its place, and write the roster and the tables."""
        # Again, within the lock: another run may have entered somebody since.
        self._roster = Roster(self.course)
        rows = table(self.course, self.assignment)
        known = {key: row.student for row in rows if (key := _key(row)) and row.student}
        resolver = Resolver(self._roster, known, self._answers, is_named=self._platform == PLAIN)
        self._read_worksheet()
        files = {piece.owner.key: piece.shown for piece in self._pieces}
        persons = self._worksheet.persons() if self._worksheet else []
        resolver.resolve([*persons, *(piece.owner for piece in self._pieces)])
        # Of somebody in the worksheet who has not handed in, nothing need be known.
        asked = {one.owner.key: one for one in resolver.questions if one.owner.key in files}
        by_student = self._by_student(resolver.students, asked)
        self._tell_of_answers(rows, resolver.students, files.keys() if asked else None)
        # Before: a run that is stopped here finds everybody again, also two of one name.
        self._roster.save()
        write_table(self.course, self.assignment, rows, [*_stopped(by_student), *self.rows])
        times: dict[str, set[str]] = defaultdict(set)
        for row in rows:
            times[row.student].add(row.time)
        for student, pieces in sorted(by_student.items()):
            chosen = self._chooser.choose(student, pieces)
            chosen.times_before = times[student]
            if chosen.files:
                put(self.course, self.assignment, chosen)
                for hand_in in self._chooser.earlier(student, pieces, chosen):
                    keep(self.course, self.assignment, hand_in)
            self.rows += chosen.rows
        write_table(self.course, self.assignment, rows, self.rows)
        path = who_path(self.course, self.assignment)
        write_questions(path, asked.values(), files)
        assignment = self.course.assignment(self.assignment)
        told = list(news(assignment))
        came = {*students(assignment), *(row.student for row in self.rows)}
        missing = {row["student"] for row in self._roster.rows} - came
        return Collected(
            rows=self.rows,
            new=sorted(self._roster.new),
            missing=sorted(missing),
            told=told,
            questions=path if asked else None,
        )

    def _by_student(
        self, students: Mapping[Key, str], asked: Mapping[Key, Question]
    ) -> dict[str, list[Piece]]:
        """The files of each student; of those whose owner a person is asked for, the question."""
        by_student: dict[str, list[Piece]] = defaultdict(list)
        for piece in self._pieces:
            if question := asked.get(piece.owner.key):
                proposed = f"; most likely {question.likeliest}" if question.likeliest else ""
                who = f"who is {question.owner.shown or 'this'}? {question.why}{proposed}"
                self._tell(Status.NOT_PLACED, piece.shown, who)
            else:
                by_student[students[piece.owner.key]].append(piece)
        return by_student

    def _tell_of_answers(
        self, rows: list[Row], students: Mapping[Key, str], came: Collection[Key] | None
    ) -> None:
        """What was placed by an answer that is another one now; answers that are for no one."""
        for row in rows:
            now = students.get((row.platform, row.lms), row.student)
            if row.student and row.student != now:
                note = f"it is {now}'s, as a person has said: take submitted/{row.student}/"
                note += f"{self.assignment} away, if that is this file"
                self._tell(Status.NOT_PLACED, row.file, note)
        unheard = [] if came is None else sorted(key for key in self._answers if key not in came)
        for platform, person in unheard:
            note = f"its answer for {platform} {person} is for no one who came; if a spreadsheet "
            note += "has changed the column 'person', write it as it was"
            self._tell(Status.NOT_PLACED, "the table of answers", note)

    def _read_worksheet(self) -> None:
        """What Moodle's worksheet, of today or of an earlier day, tells of who its people are."""
        kept = worksheet_path(self.course, self.assignment)
        if self._worksheet:
            self._worksheet.sheet.write(kept)
        elif kept.is_file():
            self._worksheet = Worksheet(kept)
        else:
            return
        self._pieces = [
            replace(piece, owner=owner, time=self._time(owner))
            for piece in self._pieces
            for owner in (
                self._worksheet.owners(piece.owner)
                if piece.owner.platform == "moodle"
                else [piece.owner]
            )
        ]

    def _is_of_this(self, folder: str) -> bool:
        if self._only is not None and folder not in self._only:
            return False
        return assignment_of(folder) in (None, self.assignment)

    def _unwrapped(
        self, files: list[SourceFile | Refused], platform: str | None
    ) -> list[SourceFile | Refused]:
        """The files without a folder that holds all of them and is no student's."""
        titles = self.course.assignment(self.assignment).title.values()
        wrappers = {*map(words, [*_WRAPPERS, self.assignment, *titles])}
        while len(firsts := {one.path.parts[:-1][:1] for one in files}) == 1 and () not in firsts:
            first = firsts.pop()[0]
            reads = PLATFORMS[platform].read if platform not in (None, PLAIN) else None
            if words(first) not in wrappers and (reads is None or reads(first)):
                break
            files = [replace(one, path=PurePosixPath(*one.path.parts[1:])) for one in files]
        return files

    def _assign(self, files: list[SourceFile], platform: str, label: str) -> None:
        """Say of each file of a source whose it is, and when it was handed in."""
        for file, owner in zip(files, self._owners(files, PLATFORMS[platform]), strict=True):
            where = f"{label}/{file.path}"
            if owner is None:
                status = Status.NOT_PLACED if _tells(file) else Status.LEFT_OUT
                self._tell(status, where, f"{platform} gives no such name")
                continue
            try:
                self._pieces.append(
                    Piece(
                        file=file,
                        owner=owner,
                        time=self._time(owner),
                        source=label,
                        is_certain=self._is_certain(owner),
                    )
                )
            except (ValueError, OverflowError) as error:  # whatever a single name is
                self._tell(Status.NOT_PLACED, where, f"{error}. Rename it, and collect again")

    def _owners(self, files: list[SourceFile], made: Platform) -> list[Owner | None]:
        """Who handed in each file; what is alike in all names of a source is not of a person."""
        if made.name == PLAIN:
            return [plain_owner(one.path, self.assignment) for one in files]
        owners = [made.read(_outermost(one)) for one in files]
        if any(one and one.is_group for one in owners):
            # Then the numbers of the others are those of groups, too.
            owners = [one and replace(one, number="") for one in owners]
        title = None
        if made.titled:
            entry = self.course.assignment(self.assignment)
            users = {owner.user for owner in owners if owner}
            title = title_of(users, [entry.id, *entry.title.values()])
        dates = {
            _outermost(one): one.copy.read_text("utf-8", "replace").strip()
            for one in files
            if made.time_file and one.copy and one.path.parts[1:] == (made.time_file,)
        }
        return [
            owner
            and replace(
                owner.without_title(title) if made.titled else owner,
                file=(owner.file if len(file.path.parts) == 1 else "") or file.path.name,
                time=dates.get(_outermost(file), owner.time),
            )
            for file, owner in zip(files, owners, strict=True)
        ]

    def _is_certain(self, owner: Owner) -> bool:
        """Whether the zone of a time is known."""
        if owner.platform != EXCHANGE:
            return self.course.zone is not None
        try:
            read_date(owner.time)
        except ValueError:  # nbgrader may be set to write one such as JST
            return False
        return True

    def _time(self, owner: Owner) -> datetime | None:
        if not owner.time:
            return None
        if owner.platform == EXCHANGE:
            return cast(datetime, parse_utc(owner.time)).replace(tzinfo=UTC)
        local = datetime.strptime(owner.time, PLATFORMS[owner.platform].time)
        return local.replace(tzinfo=self._zone).astimezone(UTC)

    def _tell(self, status: Status, file: str, note: str) -> None:
        self.rows.append(Row(status=status, student="", file=clean(file), note=note))


def _key(row: Row) -> Key | None:
    """Who an earlier row is of, where nothing but the row tells it."""
    known = PLATFORMS.get(row.platform)
    is_new_in_each = known and (known.per_assignment or not row.lms)
    return (row.platform, row.lms or row.lms_name) if is_new_in_each else None


def _stopped(by_student: Mapping[str, list[Piece]]) -> list[Row]:
    """What the table says of a run that ends before it says anything else."""
    note = "collecting was stopped before this was placed: collect again"
    return [
        row_of(Status.NOT_PLACED, student, piece, note)
        for student, pieces in by_student.items()
        for piece in pieces
    ]


def _outermost(file: SourceFile) -> str:
    return file.path.parts[0]


def _tells(file: SourceFile) -> bool:
    """Whether its name must be one of the platform's: not an index page next to the folders."""
    is_next_to = len(file.path.parts) == 1 and file.suffix not in WORK
    return file.copy is not None and not is_next_to
