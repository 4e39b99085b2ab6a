"""What the sources of a collection hold: each file, whom a platform says it is of, and when."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import cast
from zoneinfo import ZoneInfo

from nbgrader.utils import parse_utc

from autograder import encodings, texts
from autograder.course import REGISTRY, Course, CourseError
from autograder.dates import read_date
from autograder.intake.accounts import Accounts
from autograder.intake.choose import Chooser, Piece
from autograder.intake.owners import Owners, has_platform_name, outermost_name
from autograder.intake.unpack import Refused, SourceFile, Unpacker
from autograder.intake.which import COLUMNS, read_choices, which_path
from autograder.intake.who import Key, read_identities, who_path
from autograder.people import collected, platforms, roster
from autograder.people.collected import CollectedRow, Status, Worksheet
from autograder.people.groups import PLATFORM
from autograder.people.local_dates import read_local
from autograder.people.platforms import EXCHANGE, PLAIN, PLATFORMS, Owner
from autograder.people.roster import Roster
from autograder.registry import exchange_folder
from autograder.spreadsheets import read_sheet


def _is_table(source: str) -> bool:
    """Whether a source is a worksheet or a table of answers."""
    return Path(source).suffix.lower() in (".csv", ".xlsx", ".xls", ".ods")


class Sources:
    """All sources of one collection.

    ``pieces`` are the files with their owners, ``rows`` what is said of all others, ``identities``
    whom a person has named, and ``chooser`` knows which file of several a person has marked. The
    arguments are those of :func:`autograder.intake.collect.collect`, and an empty ``folder``.
    """

    def __init__(
        self,
        course: Course,
        assignment: str,
        folder: Path,
        only: set[str] | None,
        platform: str | None,
        *,
        takes_all: bool,
    ) -> None:
        self.course, self.assignment, self._only = course, assignment, only
        self.rows: list[CollectedRow] = []
        self._takes_all = takes_all
        self.platform = platform
        self._roster = Roster(course)
        self._owners = Owners(course.assignment(assignment), self._roster)
        self._zone = ZoneInfo(course.timezone)
        # Known names are complete when the first archive is opened: all tables come before it.
        self._unpacker = Unpacker(folder, cache(self._known))
        self._shared_account = ""
        self.pieces: list[Piece] = []
        self.worksheet: Worksheet | None = None
        table_of_questions = who_path(course, assignment)
        self.identities: dict[Key, str] = (
            read_identities(table_of_questions, self._roster)
            if table_of_questions.is_file()
            else {}
        )
        kept = collected.worksheet_path(course, assignment)
        self._kept = Worksheet(kept) if kept.is_file() else None
        choices = which_path(course, assignment)
        marked = read_choices(choices) if choices.is_file() else set()
        self.chooser = Chooser(course, assignment, marked)

    def look_into_all(self, sources: Iterable[str]) -> None:
        """Copy what the sources hold, and find whose each file is.

        Tables come first: the names in them are known text, by which file names are decoded.
        """
        for source in sorted(sources, key=_is_table, reverse=True):
            self._look_into(source)

    def _look_into(self, source: str) -> None:
        path = exchange_folder(self.course.root) if source == EXCHANGE else Path(source)
        if not path.exists():
            raise CourseError(
                f"there is no {path}. Give a folder, a zip, or the word {EXCHANGE} for nbgrader's "
                "exchange; nothing was collected."
            )
        if _is_table(source):
            self._read_table(path)
            return
        label = texts.clean(EXCHANGE if source == EXCHANGE else path.name)
        platform = EXCHANGE if source == EXCHANGE else self.platform
        found = self._owners.unwrapped(list(self._unpacker.walk(path, self._is_of_this)), platform)
        files = [_as_file(item) if isinstance(item, Refused) else item for item in found]
        if source != EXCHANGE and not self._takes_all:  # in the exchange, names tell the assignment
            self._require_this_assignment(path, files)
        names = [*map(outermost_name, filter(has_platform_name, files))]
        possible = {platform} if platform else platforms.platforms_of(names)
        if platforms.forms_of_a_site(possible):
            possible = self._form_of_the_site(possible, names)
        if len(possible) > 1:
            these = ", ".join(_with_example(name) for name in sorted(possible))
            note = f"the names could be from {these}: choose one with --from and collect again"
            for file in files:
                status = Status.REFUSED if file.refused else Status.NOT_PLACED
                self.tell(status, f"{label}/{file.path}", file.refused or note)
        else:
            self._assign(files, possible.pop(), label, path)

    def _read_table(self, path: Path) -> None:
        columns = {*read_sheet(path, [], self._known).columns}
        if collected.headings_in(columns):
            self.worksheet = Worksheet(path, self._known)
        elif {*COLUMNS} <= columns:
            self.chooser.choices |= read_choices(path)
        elif "person" in columns:
            self.identities |= read_identities(path, self._roster)
        else:
            raise CourseError(
                f"{path} is neither Moodle's grading worksheet in {collected.LANGUAGES} (set one "
                "of these as your language there) nor a table of answers, with a column 'person' "
                "or 'counts'; nothing was collected."
            )

    def _require_this_assignment(self, source: Path, files: list[SourceFile]) -> None:
        """See that a source holds something of the assignment, before anybody is identified by
        it."""
        found = [file.copy for file in files if file.copy and file.suffix == ".ipynb"]
        if not found or any(self.chooser.is_of(self.assignment, path) for path in found):
            return
        ids = (assignment.id for assignment in self.course.assignments)
        others = [id for id in ids if any(self.chooser.is_of(id, path) for path in found)]
        theirs = f" It holds {', '.join(others)}: collect that instead." if others else ""
        raise CourseError(
            f"{source}: no task of {self.assignment} was found in its "
            f"{texts.counted(len(found), 'notebook')}.{theirs} If this was handed in for "
            f"{self.assignment} anyway, add --unrecognized; nothing was collected."
        )

    def _known(self) -> frozenset[str]:
        """Known names, by which those of files and tables are decoded."""
        sheets = filter(None, (self.worksheet, self._kept))
        names = (owner.name for sheet in sheets for owner in sheet.persons())
        return self._roster.known_text() | encodings.pieces(*names)

    def _form_of_the_site(self, possible: set[str], names: Iterable[str]) -> set[str]:
        """The form that the site was found to use, or the one whose identifiers are known."""
        tables = (
            collected.table(self.course, assignment.id) for assignment in self.course.assignments
        )
        before = possible & {row.platform for rows in tables for row in rows if row.student}
        known = {
            form
            for form in possible
            for owner in map(PLATFORMS[form].read, names)
            if owner and self._has_identifier_of(owner)
        }
        return next((found for found in (before, known) if len(found) == 1), possible)

    def _has_identifier_of(self, owner: Owner) -> bool:
        """Whether a list has told one of the identifiers that a name holds."""
        columns = dict.fromkeys(platforms.of_one_site(owner.platform), owner.user)
        columns["id_number"] = owner.id_number
        return any(self._roster.with_identifier(*column) for column in columns.items())

    def require_groups_told(self) -> None:
        """See that the registry does not expect groups from a platform that does not tell them."""
        owners = [piece.owner.platform for piece in self.pieces]
        telling = {
            "moodle",
            *(platform.name for platform in PLATFORMS.values() if platform.people_file),
        }
        silent = {name for name in owners if PLATFORMS[name].person == "number"} - telling
        if silent and self.course.assignment(self.assignment).groups == PLATFORM:
            raise CourseError(
                f"{self.course.root / REGISTRY}: groups of {self.assignment} is {PLATFORM!r}, but "
                f"files from {', '.join(sorted(silent))} do not say who is in a group. Write "
                'groups = "roster", with a column "group" in students.csv, or a table of groups; '
                "nothing was collected."
            )

    def read_worksheet(self) -> None:
        """Read from Moodle's worksheet, of today or an earlier day, who its people are."""
        kept = collected.worksheet_path(self.course, self.assignment)
        came = self.worksheet is not None
        if self.worksheet:
            self.worksheet.sheet.write(kept)
        elif self._kept:
            self.worksheet = self._kept
        elif self.course.assignment(self.assignment).groups == PLATFORM:
            # A group may have the name of somebody who is not in it.
            self.pieces = [
                replace(piece, owner=piece.owner.of_a_group())
                if piece.owner.platform == "moodle"
                else piece
                for piece in self.pieces
            ]
            return
        else:
            return
        # Identities stay valid, but an earlier day's times say nothing about what came later.
        self.pieces = [
            replace(piece, owner=owner, time=self._time(owner))
            if came or owner.platform != "moodle"
            else replace(piece, owner=replace(owner, time=""), time=None)
            for piece in self.pieces
            for owner in self.worksheet.owners(piece.owner)
        ]

    def _is_of_this(self, folder: str) -> bool:
        if self._only is not None and folder not in self._only:
            return False
        return platforms.assignment_of(folder) in (None, self.assignment)

    def _assign(self, files: list[SourceFile], platform: str, label: str, source: Path) -> None:
        """Record whose each file of a source is, and when it was handed in."""
        owners = self._owners.of(files, PLATFORMS[platform])
        if platform == EXCHANGE:
            owners = self._from_own_accounts(files, owners, Accounts(source, self._roster))
        persons = self._owners.persons(files, PLATFORMS[platform])
        if persons:
            files, owners = self._of_each(files, owners, persons, platform, label)
        for file, owner in zip(files, owners, strict=True):
            where = f"{label}/{file.path}"
            # A refused file must not make a student of a name that only a path has.
            is_no_one = owner and file.refused and not self._owners.is_certain(owner)
            if owner is None or is_no_one:
                unplaced = Status.NOT_PLACED if has_platform_name(file) else Status.LEFT_OUT
                status = Status.REFUSED if file.refused else unplaced
                note = f"{platform} does not give files such names"
                if platform == PLAIN:
                    note = (
                        "it is next to the students' folders, and its name fits no one in "
                        "students.csv"
                    )
                self.tell(status, where, file.refused or note)
                continue
            try:
                time, known = self._time(owner), self._is_certain(owner)
            except (ValueError, OverflowError) as error:  # one odd name must not stop the rest
                self.tell(Status.NOT_PLACED, where, f"{error}. Rename it, and collect again")
            else:
                zone = "" if owner.platform == EXCHANGE else self.course.timezone
                self.pieces.append(
                    Piece(
                        file=file,
                        owner=owner,
                        time=time,
                        source=label,
                        is_certain=known,
                        zone=zone,
                    )
                )

    def _of_each(
        self,
        files: list[SourceFile],
        owners: list[Owner | None],
        persons: Mapping[str, list[Owner]],
        platform: str,
        label: str,
    ) -> tuple[list[SourceFile], list[Owner | None]]:
        """Each file with each person whose work it is; what staff tried out is left out."""
        staff = collected.staff(self.course)
        pairs: list[tuple[SourceFile, Owner | None]] = []
        for file, owner in zip(files, owners, strict=True):
            if owner is None:
                if file.path.name != PLATFORMS[platform].people_file:
                    pairs.append((file, None))
                continue
            name = outermost_name(file)
            nobody = replace(owner, number="", doubt=name)
            for person in persons.get(name) or [nobody]:
                if roster.comparable("email", person.email) in staff:
                    note = f"{person.name} is not a student according to the list of participants"
                    self.tell(Status.LEFT_OUT, f"{label}/{file.path}", note)
                else:
                    pairs.append((file, replace(person, file=file.path.name)))
        return [file for file, _ in pairs], [owner for _, owner in pairs]

    def _from_own_accounts(
        self, files: list[SourceFile], owners: list[Owner | None], accounts: Accounts
    ) -> list[Owner | None]:
        """The owners by name; if the account differs, the owner is unknown until a person says
        who."""
        came: dict[str, set[int]] = defaultdict(set)
        for file in files:
            came[outermost_name(file)] |= file.owners
        checked: list[Owner | None] = []
        for file, owner in zip(files, owners, strict=True):
            if owner and (stranger := accounts.stranger(owner.user, came[outermost_name(file)])):
                whose = f"{owner.user} (from the account {stranger})"
                owner = replace(owner, user="", doubt=whose)
            checked.append(owner)
        self._shared_account = accounts.shared or self._shared_account
        return checked

    def warnings(self) -> list[str]:
        """A warning that no account tells who hands in, until something has been collected."""
        tables = self.course.collected.glob("*.csv") if self._shared_account else ()
        ids = {assignment.id for assignment in self.course.assignments}
        rows = (row for path in tables if path.stem in ids for row in collected.rows_in(path))
        if not self._shared_account or any(row.platform == EXCHANGE for row in rows):
            return []
        return [
            f"hand-ins in the exchange belong to the account {self._shared_account}, which also "
            "owns the exchange's folder. So no one can check who handed in, and the names are "
            "trusted: whoever can write there can hand in for others. This warning is not repeated."
        ]

    def _is_certain(self, owner: Owner) -> bool:
        """Whether the zone of a time is known."""
        try:
            read_date(owner.time)
        except ValueError:  # nbgrader may be configured to write one such as JST
            return owner.platform != EXCHANGE and self.course.zone is not None
        return True

    def _time(self, owner: Owner) -> datetime | None:
        if not owner.time:
            return None
        if owner.platform == EXCHANGE:
            return cast(datetime, parse_utc(owner.time)).replace(tzinfo=UTC)
        with suppress(ValueError):
            return read_date(owner.time).astimezone(UTC)  # it names its zone
        form = PLATFORMS[owner.platform].time
        local = datetime.strptime(owner.time, form) if form else read_local(owner.time)
        return local.replace(tzinfo=self._zone).astimezone(UTC)

    def tell(self, status: Status, file: str, note: str) -> None:
        self.rows.append(CollectedRow(status=status, student="", file=texts.clean(file), note=note))


def _with_example(platform: str) -> str:
    examples = PLATFORMS[platform].examples
    return f"{platform} ({examples[0]['path']})" if examples else platform


def _as_file(refused: Refused) -> SourceFile:
    reason = f"{refused.reason}. Ask the student for the file again"
    return SourceFile(refused.path, None, None, refused=reason)
