"""Whose the files of a source are: by the names that a platform gave, or a person."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cached_property
from pathlib import PurePosixPath

from autograder.course import Assignment, CourseError
from autograder.intake.choose import WORK
from autograder.intake.unpack import Refused, SourceFile
from autograder.intake.who import Names
from autograder.people import platforms
from autograder.people.platforms import PLAIN, PLATFORMS, Owner, Platform
from autograder.people.roster import Roster
from autograder.people.submitters import submitters

_WRAPPERS = ("submitted", "submissions", "inbound")  # folders that are not a student's


class Owners:
    """The owners of an assignment's files.

    Args:
        assignment: whose id and titles folders may be called by.
        roster: who is known.
    """

    def __init__(self, assignment: Assignment, roster: Roster) -> None:
        self._assignment, self._roster = assignment, roster

    def unwrapped(
        self, files: list[SourceFile | Refused], platform: str | None
    ) -> list[SourceFile | Refused]:
        """The files without a folder that holds all of them and is not a student's.

        An index page, or a table of grades, may lie next to it.
        """
        titles = self._assignment.title.values()
        wrappers = {*map(platforms.words, [*_WRAPPERS, self._assignment.id, *titles])}
        while (
            len(firsts := {file.path.parts[:-1][:1] for file in files if not is_loose(file)}) == 1
        ):
            if firsts == {()}:
                break
            first = firsts.pop()[0]
            if platforms.words(first) not in wrappers and not self._is_wrapper(
                first, files, platform
            ):
                break
            files = [
                file if is_loose(file) else replace(file, path=PurePosixPath(*file.path.parts[1:]))
                for file in files
            ]
        return files

    def _is_wrapper(
        self, folder: str, files: list[SourceFile | Refused], platform: str | None
    ) -> bool:
        """Whether a folder around all others is not a person's."""
        if any(
            known.wrapper and re.fullmatch(known.wrapper, folder) for known in PLATFORMS.values()
        ):
            return True
        if platform not in (None, PLAIN):
            return PLATFORMS[platform].read(folder) is None
        work = [file for file in files if isinstance(file, SourceFile) and file.suffix in WORK]
        inner = {file.path.parts[1] for file in work if len(file.path.parts) > 2}
        is_person = self._is_student(folder) or platforms.platforms_of([folder]) != {PLAIN}
        return len(inner) > 1 and not is_person

    def of(self, files: list[SourceFile], made: Platform) -> list[Owner | None]:
        """Who handed in each file; what all names of a source share does not name a person."""
        if made.name == PLAIN:
            # Next to students' folders a file is no one's, unless it names somebody.
            has_folders = any(len(file.path.parts) > 1 and file.suffix in WORK for file in files)
            named = [platforms.plain_owner(file.path, self._assignment.id) for file in files]
            return [
                owner
                if not has_folders or len(file.path.parts) > 1 or self._is_student(owner.name)
                else None
                for file, owner in zip(files, named, strict=True)
            ]
        owners = [made.read(outermost_name(file)) for file in files]
        if any(owner and owner.is_group for owner in owners):
            # Then the others' numbers are groups', too.
            owners = [owner and owner.of_a_group() for owner in owners]
        title = None
        if made.titled:
            users = {owner.user for owner in owners if owner}
            known = [self._assignment.id, *self._assignment.title.values()]
            title = platforms.title_of(users, known, made.titled)
        dates = {
            outermost_name(file): file.copy.read_text("utf-8", "replace").strip()
            for file in files
            if made.time_file and file.copy and file.path.parts[1:] == (made.time_file,)
        }
        return [
            owner
            and replace(
                owner.without_title(title) if made.titled else owner,
                file=(owner.file if len(file.path.parts) == 1 else "") or file.path.name,
                time=dates.get(outermost_name(file), owner.time),
            )
            for file, owner in zip(files, owners, strict=True)
        ]

    def persons(self, files: list[SourceFile], made: Platform) -> dict[str, list[Owner]]:
        """By outermost name, whose work a file of the platform says it is; none where it has none.

        Raises:
            CourseError: that file is missing, or cannot be read.
        """
        if not made.people_file:
            return {}
        for file in files:
            if file.copy and file.path.parts == (made.people_file,):
                try:
                    return submitters(file.copy.read_text("utf-8"))
                except ValueError as error:
                    problem = f"{made.people_file} cannot be read ({error})"
                    break
        else:
            problem = f"{made.people_file} is missing"
        raise CourseError(
            f"{problem}. It says who made each submission on {made.name}. Export the submissions "
            "again, and give the zip as you downloaded it; nothing was collected."
        )

    def is_certain(self, owner: Owner) -> bool:
        """Whether a platform made the name, or it is a student's id."""
        return owner.platform != PLAIN or owner.name in self._roster.students

    def _is_student(self, name: str) -> bool:
        """Whether a name is an id or a name of the roster."""
        equal, _ = self._names.of(Owner(PLAIN, name=name))
        return name in self._roster.students or bool(equal)

    @cached_property
    def _names(self) -> Names:
        return Names(self._roster.rows)


def outermost_name(file: SourceFile) -> str:
    """The name at the top level of the source."""
    return file.path.parts[0]


def has_platform_name(file: SourceFile) -> bool:
    """Whether its name must be one of the platform's: not an index page next to the folders."""
    return file.copy is not None and not is_loose(file)


def is_loose(file: SourceFile | Refused) -> bool:
    """Whether it lies next to folders, and cannot be work."""
    is_alone = len(file.path.parts) == 1
    return is_alone and isinstance(file, SourceFile) and file.suffix not in WORK
