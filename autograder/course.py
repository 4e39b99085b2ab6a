"""The course directory: what its registry says, and where everything lies."""

from __future__ import annotations

import difflib
import errno
import json
import tempfile
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from autograder.engine.limits import Limits
from autograder.late import Late, LateDays

if TYPE_CHECKING:  # start-up time: --help need not wait for it
    from zoneinfo import ZoneInfo

REGISTRY = "course.toml"
# What may be asked of AI tools: the message of that name says it, or the course's own text.
AI_POLICIES = ("free", "named", "explain", "none", "own")
# Which of a student's hand-ins counts.
ATTEMPTS = ("last", "best")
# Where the groups of an assignment are, if not in its entry.
GROUPS = ("platform", "roster")


class CourseError(Exception):
    """Something that the instructor must mend; the message says what, where and how."""


class MissingProgram(CourseError):
    """An assignment needs a program that this machine lacks; the others can do without it."""


class Groups(dict[str, str]):
    """The group of each student who is in one.

    >>> Groups(ben="a", ada="a", cho="b").members
    {'a': ['ada', 'ben'], 'b': ['cho']}
    """

    @cached_property
    def members(self) -> dict[str, list[str]]:
        """The members of each group, in order."""
        members: dict[str, list[str]] = {}
        for student, group in sorted(self.items()):
            members.setdefault(group, []).append(student)
        return members


@dataclass(kw_only=True)
class Assignment:
    """One assignment of a course: its entry in the registry, and where all of it lies.

    ``title`` is by language, ``minutes`` an estimate; ``own_limits`` holds
    what differs from the course's limits. ``preload`` names modules that grading imports once for
    all submissions. ``late`` is what a late hand-in costs, ``extensions`` the due dates of single
    students, ``canvas`` the name of its column there. ``attempts`` is one of :data:`ATTEMPTS`;
    grading on arrival grades no more than ``hand_ins_per_hour`` of a student. ``groups`` are the
    members of each group that hands in together, or one of :data:`GROUPS`. Students do not see it
    before ``published``.
    """

    id: str
    title: dict[str, str]
    minutes: int
    due: datetime | None = None
    published: datetime | None = None
    own_limits: dict[str, Any] = field(default_factory=dict)
    preload: list[str] = field(default_factory=list)
    late: Late | None = None
    extensions: dict[str, datetime] = field(default_factory=dict)
    canvas: str = ""
    attempts: str = "last"
    hand_ins_per_hour: int | None = None
    groups: str | dict[str, list[str]] = ""
    # Set by the course that holds it; not compared, since the two would compare each other.
    course: Course = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        is_list = isinstance(self.preload, list)
        if not is_list or not all(
            isinstance(name, str) and all(part.isidentifier() for part in name.split("."))
            for name in self.preload
        ):
            raise ValueError(
                f"preload of {self.id} is {self.preload!r}; give a list of names of modules, "
                'as in preload = ["torch._dynamo"]'
            )
        if (self.extensions or self.late) and not self.due:
            raise ValueError(f"{self.id} has no due date, so nothing can be late or extended")
        if self.attempts not in ATTEMPTS:
            raise ValueError(
                f"attempts of {self.id} is {self.attempts!r}; choose one of {', '.join(ATTEMPTS)}"
            )
        most = self.hand_ins_per_hour
        # To Python, True is an integer.
        if most is not None and (type(most) is not int or most < 1):
            raise ValueError(
                f"hand_ins_per_hour of {self.id} is {most!r}; give a number such as 3, or leave "
                "the line out"
            )
        self._require_groups()

    def _require_groups(self) -> None:
        if isinstance(self.groups, str):
            if self.groups not in ("", *GROUPS):
                raise ValueError(
                    f"groups of {self.id} is {self.groups!r}; write {' or '.join(GROUPS)}, or a "
                    'table, as in { team-1 = ["ada", "ben"] }'
                )
            return
        members = [member for group in self.groups.values() for member in group]
        if twice := [member for member in members if members.count(member) > 1]:
            raise ValueError(f"groups of {self.id} has {twice[0]!r} twice")

    @cached_property
    def registered_groups(self) -> Groups:
        """Those that its entry in the registry lists; none where another file has them."""
        named = self.groups if isinstance(self.groups, dict) else {}
        return Groups({student: name for name, some in named.items() for student in some})

    @property
    def needs_times(self) -> bool:
        """Whether it matters when something was handed in."""
        return bool(self.due and (self.late or self.course.late))

    @property
    def is_held_back(self) -> bool:
        """Whether students may not see it yet."""
        return self.published is not None and self.published > self.course.now

    @property
    def limits(self) -> Limits:
        """What a submission may use."""
        return replace(self.course.limits, **self.own_limits)

    # Folders and files as nbgrader names them, so that its own commands find what ours write.

    @property
    def solution(self) -> Path:
        return self.course.home / "solutions" / self.id / f"{self.id}.ipynb"

    def exercise(self, language: str) -> Path:
        return self.course.home / "exercises" / language / self.id / f"{self.id}.ipynb"

    @property
    def given(self) -> Path:
        """The names that the given cells bind, for labkit."""
        return self.course.home / "resources" / "given" / f"{self.id}.json"

    @property
    def blanks(self) -> Path:
        """What the blanks bind, for labkit."""
        return self.course.home / "resources" / "blanks" / f"{self.id}.json"

    @property
    def reference(self) -> Path:
        """The folder of what the checks record of the solution with the public seed."""
        return self.course.home / "resources" / "reference" / self.id

    @property
    def mistakes(self) -> Path:
        """The digests of known mistakes, for labkit."""
        return self.course.home / "resources" / "mistakes" / self.id

    @property
    def answers(self) -> Path:
        """The folder of known right and wrong answers."""
        return self.course.home / "answers" / self.id

    def submitted(self, student: str) -> Path:
        return self.course.root / "submitted" / student / self.id

    def earlier(self, student: str) -> Path:
        """The folder of the hand-ins that are not the last one."""
        return self.course.collected / "earlier" / self.id / student

    def autograded(self, student: str) -> Path:
        return self.course.root / "autograded" / student / self.id / f"{self.id}.ipynb"

    def feedback(self, student: str) -> Path:
        return self.course.root / "feedback" / student / self.id / f"{self.id}.html"

    def students(self) -> list[str]:
        """Ids of the students who have handed something in, in order."""
        return [name for name in self._submitted_folders() if is_text(name)]

    def misnamed(self) -> list[str]:
        """Names among the students' folders that cannot be a student's id."""
        return [name for name in self._submitted_folders() if not is_text(name)]

    def _submitted_folders(self) -> list[str]:
        folders = self.course.root.glob(f"submitted/*/{self.id}")
        return sorted(folder.parent.name for folder in folders if folder.is_dir())


@dataclass(frozen=True)
class AiPolicy:
    """What students may ask of AI tools, as the notebooks say.

    Args:
        policy: one of :data:`AI_POLICIES`.
        text: for "own", the words by language.
    """

    policy: str
    text: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.policy not in AI_POLICIES:
            raise ValueError(
                f"the policy of [ai] is {self.policy!r}; choose one of {', '.join(AI_POLICIES)}"
            )
        if (self.policy == "own") != bool(self.text):
            raise ValueError(
                '[ai] needs a text if its policy is "own", and must have none otherwise'
            )


@dataclass(frozen=True, kw_only=True)
class Published:
    """The tools that students install, as they were published last.

    Args:
        number: 1, 2, 3...: a later release is newer.
        wheel: the file's name.
        sha256: its digest.
        content: a digest of all that students get, whatever its number.
        digests: of the notebooks, by language and id, as in "en/02_int8_binary".
        changed: the release that brought each notebook as it is now.
    """

    number: int
    wheel: str
    sha256: str
    content: str
    digests: dict[str, str]
    changed: dict[str, int]

    def as_json(self) -> bytes:
        return (json.dumps(asdict(self), indent=1) + "\n").encode()


@dataclass(frozen=True, kw_only=True)
class Course:
    """A course directory of the nbgrader kind, with a registry.

    ``home`` is the repository that holds the course: another folder where this one is of a year.
    ``entries`` are the assignments as the registry lists them, of no course yet.
    ``zone`` is that of dates without one, if the registry says so; ``late`` are the days that each
    student may be late; ``repository`` is empty as long
    as the course has no public one, and ``published`` is None until something was published there.
    """

    root: Path
    home: Path
    id: str
    title: dict[str, str]
    repository: str
    languages: tuple[str, ...]
    entries: tuple[Assignment, ...]
    limits: Limits
    db_url: str
    ai: AiPolicy | None = None
    zone: ZoneInfo | None = None
    late: LateDays | None = None
    published: Published | None = None
    # Read once: what is held back at a command's start stays held back until its end.
    now: datetime = field(default_factory=partial(datetime.now, UTC), compare=False)

    @cached_property
    def assignments(self) -> tuple[Assignment, ...]:
        """The assignments; a copy of the course, with other limits, has copies of its own."""
        own = tuple(replace(entry) for entry in self.entries)
        for assignment in own:
            assignment.course = self
        return own

    @property
    def held_back(self) -> list[Assignment]:
        """The assignments that students may not see yet."""
        return [assignment for assignment in self.assignments if assignment.is_held_back]

    def without_held_back(self) -> Course:
        """The course as students may see it now."""
        held_back = {assignment.id for assignment in self.held_back}
        return replace(
            self, entries=tuple(entry for entry in self.entries if entry.id not in held_back)
        )

    def assignment(self, name: str) -> Assignment:
        """The assignment of that id; an unknown one is an error that names the nearest."""
        by_id = {assignment.id: assignment for assignment in self.assignments}
        if name not in by_id:
            begun = [id for id in by_id if id.startswith(name)]
            # The cutoff is low, so that a part of an id is enough: int8 for 02_int8_binary.
            near = begun or difflib.get_close_matches(name, by_id, n=1, cutoff=0.3)
            hint = f" Did you mean {near[0]}?" if near else ""
            raise CourseError(
                f"There is no assignment {name!r} in {self.root / REGISTRY}.{hint} "
                f"It has: {', '.join(by_id)}."
            )
        return by_id[name]

    @property
    def by_due_date(self) -> list[Assignment]:
        """The assignments that are due at some time, the first one first."""
        due = {assignment.id: assignment.due for assignment in self.assignments if assignment.due}
        return [self.assignment(id) for id in sorted(due, key=due.__getitem__)]

    def select(self, names: list[str] | None) -> list[Assignment]:
        """The assignments of these ids; all of them where no id is given."""
        return [self.assignment(name) for name in names] if names else list(self.assignments)

    @property
    def timezone(self) -> str:
        """The name of the zone for platforms that give times without one."""
        return self.zone.key if self.zone else "UTC"

    @property
    def roster(self) -> Path:
        """The table of who the students are."""
        return self.root / "students.csv"

    @property
    def collected(self) -> Path:
        """What was collected of each assignment, and the hand-ins that later ones replaced."""
        return self.root / "collected"

    @property
    def private(self) -> Path:
        """The grader's own folder: the lock, and the references of seeds that were drawn."""
        return self.root / ".autograder"


def is_text(name: str) -> bool:
    """Whether the name of a file is text: Linux allows any bytes, a database does not.

    >>> is_text("鈴木"), is_text("\\udcff")
    (True, False)
    """
    return not any("\ud800" <= letter <= "\udfff" for letter in name)


_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
MAKE_ROOM = "Free some space there and run again: what was finished is saved."


def is_of_disk(error: OSError) -> bool:
    """Whether the disk is at fault (full, broken or read-only), so that any program would fail."""
    return error.errno in (*_FULL, errno.EROFS, errno.EIO)


def cannot_write(error: OSError, path: object = None) -> CourseError:
    """The error for a person.

    Args:
        error: of the system.
        path: what was to be written, if the error does not say.

    >>> print(cannot_write(OSError(errno.ENOSPC, "No space left on device"), "grades.csv"))
    grades.csv cannot be written: No space left on device. Free some space there and run again: ...
    """
    # The error knows no name for a pipe or a temporary file.
    where = path or error.filename or f"{tempfile.gettempdir()}, or the course's folder,"
    next_step = MAKE_ROOM if error.errno in _FULL else "Make the folder writable and run again."
    return CourseError(f"{where} cannot be written: {error.strerror}. {next_step}")
