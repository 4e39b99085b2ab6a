"""Collecting: from what a platform hands out to ``submitted/``, a roster, and a table of it all."""

from __future__ import annotations

import tempfile
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from autograder.course import Course
from autograder.gradebook import attempts
from autograder.intake import choose
from autograder.intake.choose import Piece, row_of, within_source
from autograder.intake.sources import Sources
from autograder.intake.which import which_path, write_choices
from autograder.intake.who import Key, Resolver, WhoseFile, who_path, write_questions
from autograder.lock import only_grader
from autograder.people import collected, platforms
from autograder.people.collected import CollectedRow, Status, write_table
from autograder.people.platforms import PLAIN, PLATFORMS
from autograder.people.roster import Roster


@dataclass(kw_only=True)
class Collected:
    """What became of all files, and who they are of.

    Args:
        rows: one for each file; they are also in ``collected/<assignment>.csv``.
        new: students who were entered into the roster.
        missing: students of the roster who have handed in nothing.
        told: what followed for groups, a sentence each.
        warnings: what is said about a platform when something comes from it for the first time.
        questions: the table of people whom a person must identify, if there are any.
        choices: the table of files of which a person must say which one counts.
    """

    rows: list[CollectedRow] = field(default_factory=list)
    new: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    questions: Path | None = None
    choices: Path | None = None


def collect(
    course: Course,
    assignment: str,
    sources: Iterable[str],
    only: set[str] | None = None,
    platform: str | None = None,
    *,
    unrecognized: bool = False,
) -> Collected:
    """Take in the hand-ins of an assignment.

    Args:
        course: the course directory.
        assignment: id of the assignment.
        sources: folders, archives, notebooks, the word ``exchange``, Moodle's worksheet, and a
            table of questions that a person filled in (that of the course is read in any case).
        only: names of the folders of a source to look into; default: all of the assignment.
        platform: which the sources are of; default: the only one that may have made all names.
        unrecognized: also take a source in which nothing of the assignment is found.

    Raises:
        CourseError: there is no such source, nothing of the assignment is in it, or a table cannot
            be read.
    """
    course.private.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=course.private, prefix="intake-") as folder:
        read = Sources(course, assignment, Path(folder), only, platform, takes_all=unrecognized)
        read.look_into_all(sources)
        # Unpacking takes longest and changes nothing, so a grader may run meanwhile.
        with only_grader(course):
            return _Placing(read).place()


class _Placing:
    """The second half of :func:`collect`: whose each file is for certain, and where it goes."""

    def __init__(self, sources: Sources) -> None:
        self._sources, self.rows, self._chooser = sources, sources.rows, sources.chooser
        self.course, self.assignment = sources.course, sources.assignment
        # Within the lock: another run may have entered somebody since the sources were read.
        self._roster = Roster(self.course)

    def place(self) -> Collected:
        """Put each student's latest try into its place, and write the roster and the tables."""
        self._sources.require_groups_told()
        rows = collected.table(self.course, self.assignment)
        self._chooser.set_aside = {
            (row.student, within_source(row.file)) for row in rows if row.status is Status.SET_ASIDE
        }
        warnings = self._sources.warnings()
        resolver = self._resolved(rows)
        files = {piece.owner.key: piece.shown for piece in self._sources.pieces}
        # Someone in the worksheet who has not handed in need not be known.
        asked = {
            question.owner.key: question
            for question in resolver.questions
            if question.owner.key in files
        }
        by_student = self._by_student(resolver.students, asked)
        self._report_identities(rows, resolver.students, files.keys() if asked else None)
        # First: if the run is stopped here, the next one finds everybody again, even two of one
        # name.
        self._roster.save()
        write_table(self.course, self.assignment, rows, [*_stopped(by_student), *self.rows])
        self._put(by_student, rows)
        write_table(self.course, self.assignment, rows, self.rows)
        path = who_path(self.course, self.assignment)
        write_questions(path, asked.values(), files)
        choices = which_path(self.course, self.assignment)
        write_choices(choices, self._chooser.asked, self._chooser.choices, by_student)
        missing, told = self._missing()
        return Collected(
            rows=self.rows,
            new=sorted(self._roster.new),
            missing=sorted(missing),
            told=told,
            warnings=warnings,
            questions=path if asked else None,
            choices=choices if self._chooser.is_open else None,
        )

    def _resolved(self, rows: list[CollectedRow]) -> Resolver:
        """Whose each file is, as far as that is certain.

        Args:
            rows: of the table, until now.
        """
        self._sources.read_worksheet()
        persons = self._sources.worksheet.persons() if self._sources.worksheet else []
        known = {_key(row): row.student for row in rows if row.student and _is_new_in_each(row)}
        resolver = Resolver(
            self._roster,
            known,
            self._sources.identities,
            self._called(),
            is_named=self._sources.platform == PLAIN,
            is_of_groups=bool(self.course.assignment(self.assignment).groups and not persons),
        )
        resolver.resolve([*persons, *(piece.owner for piece in self._sources.pieces)])
        return resolver

    def _put(self, by_student: Mapping[str, list[Piece]], rows: list[CollectedRow]) -> None:
        """Put each student's hand-in that counts into its place, and keep what came before."""
        assignment = self.course.assignment(self.assignment)
        zones: dict[str, dict[str, str]] = defaultdict(dict)
        for row in rows:
            zones[row.student][row.time] = row.zone
        for student, came in sorted(by_student.items()):
            chosen = self._chooser.choose(student, came)
            chosen.before = zones[student]
            nothing_there = not assignment.submitted(student).is_dir()
            if chosen.files or (nothing_there and chosen.came_without):
                choose.put(self.course, self.assignment, chosen)
                for hand_in in self._chooser.earlier(student, came, chosen):
                    choose.keep(self.course, self.assignment, hand_in)
            self.rows += chosen.rows

    def _missing(self) -> tuple[set[str], list[str]]:
        """Who in the roster has not handed in, and what else a person is told."""
        assignment = self.course.assignment(self.assignment)
        here = {*attempts.students(assignment), *(row.student for row in self.rows)}
        missing = {row["student"] for row in self._roster.rows} - here
        told = [*attempts.news(assignment)]
        if missing and collected.is_blind(self.course, self.assignment):
            missing = set()
            told.append(
                f"{self.assignment}: the platform does not name those who handed in, so no one can "
                f"tell who in {self.course.roster.name} has not."
            )
        return missing, told

    def _called(self) -> dict[tuple[str, Key], set[str]]:
        """The names under which students' numbers came in any assignment."""
        called: dict[tuple[str, Key], set[str]] = defaultdict(set)
        for assignment in self.course.assignments:
            for row in collected.table(self.course, assignment.id):
                if row.student and row.lms_name:
                    called[row.student, _key(row)].add(platforms.as_filed(row.lms_name))
        return called

    def _by_student(
        self, students: Mapping[Key, str], asked: Mapping[Key, WhoseFile]
    ) -> dict[str, list[Piece]]:
        """The files of each student; for those whose owner a person must name, the question."""
        by_student: dict[str, list[Piece]] = defaultdict(list)
        for piece in self._sources.pieces:
            if question := asked.get(piece.owner.key):
                proposed = f"; most likely {question.likeliest}" if question.likeliest else ""
                who = f"who is {question.owner.shown or 'this'}? {question.why}{proposed}"
                self._sources.tell(Status.NOT_PLACED, piece.shown, who)
            else:
                by_student[students[piece.owner.key]].append(piece)
        return by_student

    def _report_identities(
        self, rows: list[CollectedRow], students: Mapping[Key, str], came: Collection[Key] | None
    ) -> None:
        """Report files whose owner a person has corrected, and corrections for no one who came."""
        for row in rows:
            now = students.get((row.platform, row.lms), row.student)
            if row.student and row.student != now:
                place = f"submitted/{row.student}/{self.assignment}"
                note = f"a person said that it is {now}'s: move {place} away if it is this file"
                self._sources.tell(Status.NOT_PLACED, row.file, note)
        unheard = (
            []
            if came is None
            else sorted(key for key in self._sources.identities if key not in came)
        )
        for platform, person in unheard:
            note = f"its answer for {platform} {person} fits no one in the sources; if a "
            note += "spreadsheet changed the column 'person', restore it"
            self._sources.tell(Status.NOT_PLACED, "the table of answers", note)


def _key(row: CollectedRow) -> Key:
    return row.platform, row.lms or row.lms_name


def _is_new_in_each(row: CollectedRow) -> bool:
    """Whether only a row tells whose it is: the roster has no numbers of a single assignment."""
    known = PLATFORMS.get(row.platform)
    return known is not None and (known.per_assignment or not row.lms)


def _stopped(by_student: Mapping[str, list[Piece]]) -> list[CollectedRow]:
    """What the table says if a run ends before it says anything else."""
    note = "collecting stopped before this file was placed: collect again"
    return [
        row_of(Status.NOT_PLACED, student, piece, note)
        for student, pieces in by_student.items()
        for piece in pieces
    ]
