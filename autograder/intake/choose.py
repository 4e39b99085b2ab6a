"""Which of a student's files is the hand-in: the latest of several tries.

It is put into ``submitted/`` whole or not at all; what was there is kept.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import KW_ONLY, dataclass, field, replace
from datetime import UTC, datetime
from functools import lru_cache
from itertools import takewhile
from pathlib import Path, PurePosixPath

from autograder import notebooks, texts
from autograder.course import Course
from autograder.intake.unpack import SourceFile
from autograder.intake.which import File
from autograder.people.collected import SET_ASIDE, CollectedRow, Status
from autograder.people.platforms import EXCHANGE, PLAIN, Owner
from autograder.submission import handed_in
from autograder.submission.decode import saved_as
from autograder.submission.handed_in import NBGRADER_FILES, in_utc, submission_date

WORK = (".ipynb", ".c")


@dataclass(frozen=True, kw_only=True)
class Piece:
    """A file with its owner.

    Args:
        file: copied from the source.
        owner: whose it is.
        time: when it was handed in, by which tries are ordered.
        source: the name of where it comes from.
        is_certain: the time's zone is known.
        zone: in which the platform's time was read; empty where it names its own.
    """

    file: SourceFile
    owner: Owner
    time: datetime | None
    source: str
    is_certain: bool
    zone: str = ""

    @property
    def certain_time(self) -> datetime | None:
        """When it was handed in, if no one has to guess the zone."""
        return self.time if self.is_certain else None

    @property
    def shown(self) -> str:
        return texts.clean(str(PurePosixPath(self.source) / self.file.path))

    @property
    def copy(self) -> Path:
        """Where its content was copied to; only for files that may be work."""
        if not self.file.copy:
            raise ValueError(f"{self.shown} was not copied")
        return self.file.copy

    @property
    def latest(self) -> tuple[datetime, int, datetime]:
        """Sort key by which the later of two tries is the greater."""
        never = datetime.min.replace(tzinfo=UTC)
        modified = self.file.modified or datetime.min
        return (self.time or never, int(self.owner.attempt or 0), modified)


@dataclass
class HandIn:
    """Which of one student's files are taken.

    Args:
        student: the id.
        files: copies, by the names that they get.
        rows: one for each file that came.
        time: when it came, if that is certain.
        zone: in which that was read.
        modified: when its files were changed, by the source's own clock.
        before: the zones of the times that the platform named until now, as they are in the table.
    """

    student: str
    _: KW_ONLY
    files: dict[str, Path] = field(default_factory=dict)
    rows: list[CollectedRow] = field(default_factory=list)
    time: datetime | None = None
    zone: str = ""
    modified: datetime | None = None
    before: dict[str, str] = field(default_factory=dict)

    @property
    def came_without(self) -> bool:
        """Whether something was handed in without a notebook: an empty folder says so."""
        without = (Status.NO_NOTEBOOK, Status.REFUSED)
        return bool(self.rows) and all(row.status in without for row in self.rows)


class Chooser:
    """Chooses among the files of one student at a time.

    Args:
        course: the course directory.
        assignment: its id.
        choices: what a person has said about files when nothing tells which one is later.
        set_aside: by student, the paths in a source that a person has set aside.
    """

    def __init__(
        self,
        course: Course,
        assignment: str,
        choices: Iterable[File] = (),
        set_aside: Iterable[File] = (),
    ) -> None:
        self.course, self.assignment, self.choices = course, assignment, {*choices}
        self.set_aside = {*set_aside}
        # Files among which a person must choose, and whether a choice is still missing.
        self.asked: list[File] = []
        self.is_open = False

    def choose(self, student: str, pieces: list[Piece]) -> HandIn:
        """The latest notebook that holds tasks of the assignment, and the C files with it."""
        chosen = HandIn(student)
        for piece in pieces:
            if piece.file.refused:
                chosen.rows.append(row_of(Status.REFUSED, student, piece, piece.file.refused))
        pieces = [piece for piece in pieces if not piece.file.refused]
        aside = [piece for piece in pieces if self._is_set_aside(student, piece)]
        chosen.rows += [row_of(Status.SET_ASIDE, student, path, SET_ASIDE) for path in aside]
        pieces = [piece for piece in pieces if piece not in aside]
        work = [piece for piece in pieces if piece.file.copy and piece.file.suffix in WORK]
        if not work:
            return self._without_notebook(chosen, pieces)
        of_notebooks = [piece for piece in work if piece.file.suffix == ".ipynb"]
        ranked = sorted(of_notebooks, key=self._rank, reverse=True)
        tied = [work_file for work_file in ranked if self._rank(work_file) == self._rank(ranked[0])]
        if len({work_file.copy.read_bytes() for work_file in tied}) > 1:
            files = [(student, work_file.shown) for work_file in tied]
            self.asked += files
            said = [work_file for work_file in tied if (student, work_file.shown) in self.choices]
            if len(said) != 1:
                self.is_open = True
                why = (
                    "no one knows which file is later: mark the file that counts in the table of "
                    "choices"
                )
                chosen.rows = [row_of(Status.NOT_PLACED, student, piece, why) for piece in ranked]
                return chosen
            ranked.sort(key=lambda work_file: work_file is not said[0])
        if ranked:
            first = _first_of_the_same(
                ranked, [work_file for work_file in work if work_file.file.suffix == ".c"]
            )
            ranked.sort(key=lambda work_file: work_file is not first)
        for number, piece in enumerate(ranked):
            self._add_notebook(chosen, piece, ranked[0], is_first=number == 0)
        last = max(work, key=lambda piece: piece.latest)
        # C files alone are a hand-in, too.
        counting = ranked[0] if ranked else last
        chosen.time, chosen.zone = counting.certain_time, counting.zone
        self._add_others(chosen, pieces)
        copies = {*chosen.files.values()}
        dates = (work_file.file.modified for work_file in work if work_file.file.copy in copies)
        chosen.modified = max(filter(None, dates), default=None)
        return chosen

    def earlier(self, student: str, pieces: list[Piece], chosen: HandIn) -> Iterator[HandIn]:
        """The tries before the one that is taken, as they came, the first one first."""
        # With another chooser: no one need be asked about those that do not count.
        chooser = Chooser(self.course, self.assignment, self.choices, self.set_aside)
        for time in sorted({piece.certain_time for piece in pieces if piece.certain_time})[:-1]:
            until = [piece for piece in pieces if piece.certain_time and piece.certain_time <= time]
            hand_in = chooser.choose(student, until)
            if hand_in.files and hand_in.time not in (None, chosen.time):
                hand_in.rows, hand_in.before = chosen.rows, chosen.before
                yield hand_in

    def _is_set_aside(self, student: str, piece: Piece) -> bool:
        """Whether a person has set this file aside; a later one of the same name is a different
        file."""
        if (student, within_source(piece.shown)) not in self.set_aside or not piece.file.copy:
            return False
        folder = self.course.assignment(self.assignment).earlier(student)
        content = piece.copy.read_bytes()
        kept = (path for path in folder.glob("*/*") if path.suffix in WORK)
        # A platform that numbers attempts never gives two the same name.
        return bool(piece.owner.attempt) or content in map(handed_in.read_plain, kept)

    def _rank(self, piece: Piece) -> tuple[object, ...]:
        fits = self.is_of(self.assignment, piece.copy)
        # A later file of another assignment was handed in here by mistake: it never wins.
        return (fits, *piece.latest)

    def is_of(self, assignment: str, notebook: Path) -> bool:
        """Whether a notebook holds anything of an assignment."""
        solution = self.course.assignment(assignment).solution
        text = notebook.read_bytes().replace(b"\0", b"")  # of UTF-16
        return any(word in text for word in _words(solution, solution.stat().st_mtime_ns))

    def _add_notebook(self, chosen: HandIn, piece: Piece, taken: Piece, *, is_first: bool) -> None:
        if not is_first:
            note = f"{taken.shown} counts instead"
            chosen.rows.append(row_of(Status.EARLIER, chosen.student, piece, note))
            return
        notes = ["marked as late by the platform"] if piece.owner.late else []
        if piece.file.path.name != f"{self.assignment}.ipynb":
            notes.append(f"renamed to {self.assignment}.ipynb")
        if not self.is_of(self.assignment, piece.copy):
            notes.append(f"it holds no task of {self.assignment}")
        chosen.files[f"{self.assignment}.ipynb"] = piece.copy
        chosen.rows.append(row_of(Status.TAKEN, chosen.student, piece, "; ".join(notes)))

    def _add_others(self, chosen: HandIn, pieces: list[Piece]) -> None:
        """Add C files, later ones replacing earlier ones, and nbgrader's own two files."""
        for piece in sorted(pieces, key=lambda piece: piece.latest):
            name = re.sub(r"[^\w.-]", "_", PurePosixPath(piece.owner.file).name)
            if piece.file.suffix == ".c" and piece.file.copy:
                name = f"{name[: -len(piece.file.suffix)]}{piece.file.suffix}"  # of QUANTIZE.C, too
                chosen.files[name] = piece.file.copy
                chosen.rows.append(row_of(Status.TAKEN, chosen.student, piece))
            elif piece.file.path.name in NBGRADER_FILES:
                # Only those of the try that counts: the secret belongs to it.
                # On a platform they would be the student's own.
                is_nbgraders = piece.owner.platform in (EXCHANGE, PLAIN)
                if piece.certain_time == chosen.time and piece.file.copy and is_nbgraders:
                    chosen.files[piece.file.path.name] = piece.file.copy
            elif piece.file.suffix != ".ipynb":
                chosen.rows.append(row_of(Status.LEFT_OUT, chosen.student, piece))

    def _without_notebook(self, chosen: HandIn, pieces: list[Piece]) -> HandIn:
        """Whatever was handed in as the notebook takes its place, so that grading names it, too."""
        for piece in pieces:
            if piece.file.path.name in NBGRADER_FILES:
                continue
            kind = saved_as(piece.file.copy.read_bytes()) if piece.file.copy else None
            note = f"{kind or 'no notebook'}: ask for the .ipynb"
            chosen.rows.append(row_of(Status.NO_NOTEBOOK, chosen.student, piece, note))
            there = self.course.assignment(self.assignment).submitted(chosen.student)
            if kind and not any(there.glob("*.ipynb")):
                chosen.files[re.sub(r"[^\w.-]", "_", piece.file.path.name)] = piece.copy
        return chosen


def _first_of_the_same(ranked: list[Piece], others: list[Piece]) -> Piece:
    """The first of the latest equal ones: handing in the same file again changes nothing.

    Args:
        ranked: notebooks, the last one first.
        others: files that were handed in with them.
    """
    last = ranked[0]
    content = last.copy.read_bytes()
    *_, first = takewhile(lambda piece: piece.copy.read_bytes() == content, ranked)
    is_alone = not any(piece.latest > first.latest for piece in others)
    return first if first.time and is_alone else last


def within_source(file: str) -> str:
    """The path of a file of the table in what it came from, which may have another name today."""
    return "/".join(PurePosixPath(file).parts[1:])


def row_of(status: Status, student: str, piece: Piece, note: str = "") -> CollectedRow:
    whose = piece.owner
    time = in_utc(piece.certain_time) if piece.certain_time else ""
    identifier = "" if whose.doubt else whose.number or whose.user
    name = whose.doubt or whose.name
    return CollectedRow(
        status=status,
        student=student,
        file=piece.shown,
        note=note,
        time=time,
        zone=piece.zone if time else "",
        platform=whose.platform,
        lms_name=name,
        lms=identifier,
    )


@lru_cache
def _words(solution: Path, _version: int) -> set[bytes]:
    """Words that occur only in a notebook of the assignment, wherever it was damaged."""
    names = notebooks.checks(notebooks.read(solution))
    # By its metadata, or where they are lost, by its call within a JSON text.
    checks = {f"{name}{notebooks.CHECK}".encode() for name in names}
    calls = {f'check(\\"{name}\\"'.encode() for name in names}
    return checks | calls | {f'labkit.start(\\"{solution.stem}\\"'.encode()}


def put(course: Course, assignment: str, chosen: HandIn) -> None:
    """Put a hand-in into its place at once; what was there is kept next to it."""
    place = course.assignment(assignment).submitted(chosen.student)
    before, status, note = submission_date(place), Status.TAKEN, ""
    zone = chosen.before.get(in_utc(before)) if before else None
    there, modified = _changed(place), chosen.modified
    if _is_same(place, chosen):
        status = Status.UNCHANGED
        is_again = before and chosen.time and before < chosen.time and zone == chosen.zone
        if before and is_again:
            note = f"handed in again unchanged: the earlier time counts, {in_utc(before)}"
            chosen.rows[0] = replace(chosen.rows[0], time=in_utc(before))
            chosen.time = before
    elif before and chosen.time and before > chosen.time:
        status = Status.EARLIER
        note = f"submitted/ holds a later hand-in, from {before:%Y-%m-%d %H:%M} UTC"
    elif not (before and chosen.time) and there and modified and modified < there:
        status = Status.NOT_PLACED
        note = (
            f"its files date from {modified:%Y-%m-%d %H:%M}, those in submitted/ from "
            f"{there:%Y-%m-%d %H:%M}. If it should count anyway, move "
            f"{place.relative_to(course.root)} away and collect again"
        )
    is_platforms = before is None or zone is not None  # not entered by a person
    if status is Status.UNCHANGED and chosen.time and is_platforms:
        # The platform gives the time only now, or the course's zone was changed.
        handed_in.write_submission_date(place, chosen.time)
    if status is Status.TAKEN:
        with _made(place, chosen) as fresh:
            if place.is_dir():
                kept = course.assignment(assignment).earlier(chosen.student)
                kept.mkdir(parents=True, exist_ok=True)
                target = kept / f"{datetime.now(UTC):%Y-%m-%d %H.%M.%S.%f}"
                shutil.move(place, target)
                doubt = "" if before and chosen.time else "no one knows which is later; "
                note = f"{doubt}the other hand-in is kept in {target.relative_to(course.root)}"
            # If stopped before this line, the next `collect` finds nothing here and puts it again.
            fresh.rename(place)
    taken = chosen.rows[0]
    if taken.status is Status.TAKEN:
        notes = "; ".join(filter(None, (taken.note, note)))
        # The platform gave the time before: it is the same file.
        is_known = status is Status.UNCHANGED and before and is_platforms
        time = taken.time or (in_utc(before) if is_known and before else "")
        zone = taken.zone or (zone if time else "") or ""
        chosen.rows[0] = replace(taken, status=status, note=notes, time=time, zone=zone)
    if status is Status.EARLIER:
        keep(course, assignment, chosen)


def keep(course: Course, assignment: str, hand_in: HandIn) -> None:
    """Keep a hand-in that is not the last one, once, next to those that later ones replaced."""
    folder = course.assignment(assignment).earlier(hand_in.student)
    last = course.assignment(assignment).submitted(hand_in.student)
    if not hand_in.time:  # no one knows whether it is kept already
        return
    dates = {path: in_utc(date) for path in folder.glob("*") if (date := submission_date(path))}
    is_last = (date := submission_date(last)) and in_utc(date) == in_utc(hand_in.time)
    if is_last or in_utc(hand_in.time) in dates.values():
        return
    # After a change of the course's zone, the platform's times are different ones.
    gone = hand_in.before.keys() - {row.time for row in hand_in.rows}
    for path, before in dates.items():
        if before in gone and _is_same(path, hand_in):
            handed_in.write_submission_date(path, hand_in.time)
            return
    place = folder / f"{hand_in.time:%Y-%m-%d %H.%M.%S.%f}"
    with _made(place, hand_in) as fresh:
        fresh.rename(place)


@contextmanager
def _made(place: Path, hand_in: HandIn) -> Iterator[Path]:
    """A folder with a hand-in, next to its final place."""
    place.parent.mkdir(parents=True, exist_ok=True)
    # In the same folder, since only within one file system a rename is a single step.
    with tempfile.TemporaryDirectory(dir=place.parent, prefix=".new-") as folder:
        fresh = Path(folder) / place.name
        fresh.mkdir()
        for name, copy in hand_in.files.items():
            shutil.copyfile(copy, fresh / name)
            if hand_in.modified:  # recognizes an older hand-in without a platform's time
                os.utime(fresh / name, (hand_in.modified.timestamp(),) * 2)
        if hand_in.time and handed_in.SUBMISSION_DATE not in hand_in.files:
            handed_in.write_submission_date(fresh, hand_in.time)
        yield fresh


def _changed(place: Path) -> datetime | None:
    """When the files of a hand-in were changed, by the clock of where they came from."""
    work = [path for path in place.glob("*") if path.suffix in WORK]
    return max((datetime.fromtimestamp(path.lstat().st_mtime) for path in work), default=None)


def _is_same(place: Path, hand_in: HandIn) -> bool:
    work = {name: copy for name, copy in hand_in.files.items() if name not in NBGRADER_FILES}
    there = {path.name for path in place.glob("*") if path.suffix in WORK}
    # Without nbgrader's two files: each download of a platform writes these anew.
    is_same_work = {name for name in work if (place / name).suffix in WORK} == there
    return (
        place.is_dir()
        and is_same_work
        and all(
            handed_in.read_plain(place / name) == copy.read_bytes() for name, copy in work.items()
        )
    )
