"""Who handed in: identifiers decide, then a name that only one student can have, else a person.

No approximate match decides. It proposes an answer in the table that a person fills in.
A platform's list of participants is entered into the roster in the same way.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path

from autograder.course import Course, CourseError
from autograder.lock import only_grader
from autograder.people.platforms import (
    PARTICIPANT_COLUMNS,
    PARTICIPANTS,
    PLAIN,
    PLATFORMS,
    Owner,
    as_id,
    joined,
    turned,
    words,
)
from autograder.people.roster import NEW, Roster
from autograder.spreadsheets import Sheet, read_sheet

Key = tuple[str, str]  # of a person on a platform: Owner.key

COLUMNS = ["student", "likeliest", "platform", "person", "called", "why", "file"]
NO_ONE = "a group's (collect it with Moodle's worksheet), or not certain where the user name begins"
SIMILAR = 0.75  # a share of equal letters from which a name is proposed, never taken


@dataclass(frozen=True)
class Known:
    """Somebody who is this student."""

    student: str


@dataclass(frozen=True)
class New:
    """Somebody whom no one knew, and who becomes a student."""


@dataclass(frozen=True)
class Question:
    """Somebody of whom a person must say who it is."""

    owner: Owner
    why: str
    likeliest: str = ""


Decision = Known | New | Question


class Resolver:
    """Finds the students to what platforms call them.

    Args:
        roster: of the course.
        collected: who was who in this assignment until now.
        answers: of a person: the id of a student, or :data:`NEW`.
        is_named: whether the instructor said that folders and files are named by students' ids.
    """

    def __init__(
        self,
        roster: Roster,
        collected: Mapping[Key, str],
        answers: Mapping[Key, str],
        *,
        is_named: bool = False,
    ) -> None:
        self._roster, self._answers, self._is_named = roster, answers, is_named
        known = roster.students
        self._collected = {key: one for key, one in collected.items() if one in known}
        self.students: dict[Key, str] = {}
        self.questions: list[Question] = []

    def resolve(self, owners: Iterable[Owner]) -> None:
        """Decide on all persons of an assignment: ``students``; of the others ``questions``."""
        persons = {owner.key: owner for owner in owners}
        # Each is compared with the roster as it was, so that no order of the files decides.
        self._names = _Names(self._roster.rows)
        # A list of participants was entered: who is not in it may be a group.
        self._is_of_class = any(
            row.get("email") or row.get("id_number") for row in self._roster.rows
        )
        exact = {key: self._by_identifier(owner) for key, owner in persons.items()}
        self.students = {
            key: found.student for key, found in exact.items() if isinstance(found, Known)
        }
        self._ask_where_two_are_one(persons)
        # In any order: a roster that has surnames first turns Wei Li into Li Wei, and the contrary.
        called = Counter((key[0], _in_any_order(owner.name)) for key, owner in persons.items())
        asked = {question.owner.key for question in self.questions}
        unknown = [one for key, one in persons.items() if key not in {*self.students, *asked}]
        taken = {platform: self._taken(platform) for platform in {key[0] for key in persons}}
        new = []
        for owner in unknown:
            is_alone = called[owner.platform, _in_any_order(owner.name)] == 1
            match exact[owner.key] or self._by_name(
                owner, taken[owner.platform], is_alone=is_alone
            ):
                case Known(student):
                    self.students[owner.key] = student
                case Question() as question:
                    self.questions.append(question)
                case New():
                    new.append(owner)
        self._ask_where_two_are_one(persons)
        for owner in new:
            self._enter_new(owner)
        for key, student in self.students.items():
            self._enter(student, persons[key])

    def _by_identifier(self, owner: Owner) -> Decision | None:
        """What an identifier or a person's answer tells; None where the name has to."""
        answer = self._answers.get(owner.key, "")
        if answer not in ("", NEW):
            return Known(answer)
        if owner.doubt and not answer and owner.key not in self._collected:
            why = "its name tells no student or can be read in two ways, or no worksheet has it"
            return Question(owner, why, self._likeliest(owner))
        roster, known = self._roster, "" if owner.doubt else owner.number or owner.user
        numbered = roster.with_identifier(owner.platform, known)
        if numbered and self._is_another(numbered, owner):
            if not answer:
                why = f"students.csv has its number for {numbered}, whose name is another one"
                return Question(owner, why, numbered)
            numbered = None
        ids = [owner.user, owner.id_number, owner.name if owner.platform == PLAIN else ""]
        found = {
            self._collected.get(owner.key),
            numbered,
            roster.with_identifier("email", owner.email),
            roster.with_identifier("id_number", owner.id_number),
            *({*ids} & roster.students),
        } - {None, ""}
        if len(found) > 1:
            these = ", ".join(sorted(filter(None, found)))
            return Question(owner, f"its identifiers are of several students: {these}")
        if student := next(iter(found), None):
            return Known(student)
        return New() if answer else None

    def _is_another(self, student: str, owner: Owner) -> bool:
        """Whether a number that the roster has is somebody else's, such as a group's."""
        if not PLATFORMS[owner.platform].per_assignment or owner.key in self._collected:
            return False
        names = words(owner.name) and words(self._roster.row(student)["name"])
        return bool(names) and student not in self._names.of(owner)[0]

    def _by_name(self, owner: Owner, taken: set[str], *, is_alone: bool) -> Decision:
        platform = PLATFORMS[owner.platform]
        if owner.is_group or (platform.person == "user" and not owner.user):
            return Question(owner, NO_ONE, self._likeliest(owner))
        if platform.nameless and not owner.name:
            return Known(platform.nameless_id.format(owner.number))
        equal, alike = self._names.of(owner)
        free = [student for student in equal if student not in taken]
        if len(alike) == 1 and free and is_alone:
            return Known(free[0])
        if free:
            why = f"students of this name: {', '.join(alike)}"
            return Question(owner, why if is_alone else "several have this name", free[0])
        if not self._is_named and (likeliest := self._likeliest(owner, taken)):
            return Question(owner, "no student has exactly this name", likeliest)
        if owner.platform == PLAIN and not self._is_named:
            return Question(
                owner, "no student has this id or name; name a platform's folder with --from", NEW
            )
        if platform.per_assignment and not (owner.email or owner.id_number) and self._is_of_class:
            why = "students.csv has no one of this name; a group's work needs Moodle's worksheet"
            return Question(owner, why, NEW)
        return New()

    def _taken(self, platform: str) -> set[str]:
        """Students who have another identifier on this platform than anybody who is not known."""
        known = {**self._collected, **self.students}
        taken = {student for key, student in known.items() if key[0] == platform}
        if not PLATFORMS[platform].per_assignment:
            taken |= {row["student"] for row in self._roster.rows if row.get(platform)}
        return taken

    def _likeliest(self, owner: Owner, taken: Iterable[str] = ()) -> str:
        """Whose name is most like this one; empty where no one's is."""
        there = {*words(owner.name)}
        rows = [row for row in self._roster.rows if there and row["student"] not in taken]
        names = {row["student"]: row.get("name") or row["student"] for row in rows}
        for student, name in names.items():
            here = {*words(name)}
            if here and (here <= there or there <= here):
                return student  # a middle name, or a part of a name
        spelled = {one: student for student, name in names.items() for one in joined(name)}
        near = get_close_matches("".join(words(owner.name)), spelled, n=1, cutoff=SIMILAR)
        return spelled[near[0]] if near else ""

    def _ask_where_two_are_one(self, persons: Mapping[Key, Owner]) -> None:
        """Two identifiers of one platform are two persons, on whatever day they come."""
        keys: dict[tuple[str, str], set[Key]] = defaultdict(set)
        for key, student in {**self._collected, **self.students}.items():
            if not (key in persons and persons[key].doubt):
                keys[key[0], student].add(key)
        for (platform, student), several in keys.items():
            # A person may have written both into the roster.
            row = self._roster.row(student)[platform].split()
            if not PLATFORMS[platform].per_assignment:
                several.update((platform, one) for one in row)
            if len(several) > 1 and not {key[1] for key in several} <= {*row}:
                both = ", ".join(sorted(key[1] for key in several))
                for key in several & {*persons} - self._settled(platform, student):
                    del self.students[key]
                    why = f"{student} would be two persons: {both}"
                    self.questions.append(Question(persons[key], why))

    def _settled(self, platform: str, student: str) -> set[Key]:
        """Those of whom it was known before, or, where only names tell, a person has said it."""
        is_by_name = PLATFORMS[platform].person == "name"
        before = {key for key, one in self._collected.items() if one == student}
        return {*self._answers} if is_by_name else before - self._answers.keys()

    def _enter_new(self, owner: Owner) -> None:
        if student := self._roster.new_id(owner):
            self.students[owner.key] = student
            self._enter(student, owner)  # at once, so that the next one gets another id
        else:
            why = "what it is called cannot be the name of a folder, or another student has it"
            self.questions.append(Question(owner, why))

    def _enter(self, student: str, owner: Owner) -> None:
        is_nameless = PLATFORMS[owner.platform].nameless_id.format(owner.number) == student
        is_named_by_a_person = owner.platform == PLAIN and student in self._roster.students
        if is_nameless or is_named_by_a_person:
            return
        # A number in a name that can be read in two ways is no one's, and an id is no name.
        number = "" if owner.doubt else owner.number
        is_id = owner.platform == PLAIN and as_id(owner.name) == owner.name
        name = "" if is_id else owner.name
        self._roster.enter(student, replace(owner, number=number, name=name))


def _in_any_order(name: str) -> tuple[str, ...]:
    return tuple(sorted(words(name)))


class _Names:
    """The names of a roster, looked up in one step: each of thousands asks for its own."""

    def __init__(self, rows: Iterable[Mapping[str, str]]) -> None:
        self._spelled: dict[object, list[str]] = defaultdict(list)
        self._alike: dict[tuple[str, ...], list[str]] = defaultdict(list)
        self._names = {row["student"]: row.get("name", "") for row in rows}
        for student, name in self._names.items():
            # As text, as Canvas writes it; as words, as all others do.
            for spelling in joined(name) | turned(name) if words(name) else ():
                self._spelled[spelling].append(student)
            self._alike[_in_any_order(name)].append(student)

    def of(self, owner: Owner) -> tuple[list[str], list[str]]:
        """Students whose name is equal to what a platform makes of it; all of those names."""
        name = words(owner.name)
        is_joined = PLATFORMS[owner.platform].joined
        spellings = {"".join(name)} if is_joined else turned(owner.name)
        found = {one for spelling in spellings if name for one in self._spelled.get(spelling, ())}
        equal = [student for student in self._names if student in found] if found else []
        orders = dict.fromkeys(_in_any_order(self._names[student]) for student in equal)
        return equal, [one for order in orders for one in self._alike[order]]


def who_path(course: Course, assignment: str) -> Path:
    """Where the table of questions is."""
    return course.collected / f"who-{assignment}.csv"


def write_questions(path: Path, questions: Iterable[Question], files: Mapping[Key, str]) -> None:
    """Write the table that a person fills in.

    Args:
        path: of the table; its rows of people who did not come this time stay.
        questions: of those who did.
        files: of each who came, one of the files.
    """
    before = read_sheet(path, COLUMNS).rows if path.is_file() else []
    rows = [row for row in before if (row["platform"], row["person"]) not in files]
    rows += [
        {"student": "", "likeliest": one.likeliest, "platform": one.owner.platform}
        | {"person": one.owner.key[1], "called": one.owner.name or one.owner.user}
        | {"why": one.why, "file": files[one.owner.key]}
        for one in questions
    ]
    if rows:
        Sheet(COLUMNS, rows).write(path)
    else:
        path.unlink(missing_ok=True)


def read_answers(path: Path, roster: Roster) -> dict[Key, str]:
    """What a person filled in.

    Raises:
        CourseError: a student in it is not in the roster, or somebody has two answers.
    """
    rows = [row for row in read_sheet(path, COLUMNS[:4]).rows if row["student"]]
    answers: dict[Key, str] = {}
    for row in rows:
        if row["student"] not in {NEW, *roster.students}:
            raise CourseError(
                f"{path}: {row['student']!r} is no id of students.csv. Write one of its ids, or "
                f"{NEW!r} for somebody whom it has not; nothing was collected."
            )
        key = row["platform"], row["person"]
        if answers.setdefault(key, row["student"]) != row["student"]:
            raise CourseError(
                f"{path} has two answers for {' '.join(key)}: {answers[key]} and {row['student']}. "
                "Leave one of them out; nothing was collected."
            )
    return answers


def enter_participants(course: Course, path: Path) -> tuple[list[str], list[Question], Path]:
    """Enter everybody of a list into the roster: who is there is known by email or id number.

    Args:
        course: the course directory.
        path: the list, with a column of email addresses or of id numbers.

    Returns:
        Who is new, of whom a person must say who they are, and the table to say it in.

    Raises:
        CourseError: the list cannot be read.
    """
    questions = who_path(course, PARTICIPANTS)
    with only_grader(course):
        roster = Roster(course)
        answers = read_answers(questions, roster) if questions.is_file() else {}
        resolver = Resolver(roster, {}, answers)
        owners = _read(path)
        resolver.resolve(owners)
        roster.save()
        files = {owner.key: path.name for owner in owners}
        write_questions(questions, resolver.questions, files)
    return sorted(roster.new), resolver.questions, questions


def _read(path: Path) -> list[Owner]:
    sheet = read_sheet(path, [])
    named = {column.strip().casefold().lstrip("#"): column for column in sheet.columns}
    found = {
        field: next((named[one] for one in names if one in named), "")
        for field, names in PARTICIPANT_COLUMNS.items()
    }
    if not (found["email"] or found["id_number"]):
        raise CourseError(
            f"{path} has no column of email addresses or id numbers; its first line has: "
            f"{', '.join(sheet.columns)}. Nothing was changed."
        )
    owners = []
    for row in sheet.rows:
        cells = {field: row.get(column, "").lstrip("#") for field, column in found.items()}
        name = cells["name"] or f"{cells['first']} {cells['last']}".strip()
        identifier = cells["id_number"] or cells["email"]
        if identifier:
            identifiers = {"email": cells["email"], "id_number": cells["id_number"]}
            owners.append(Owner(PARTICIPANTS, name=name, number=identifier, **identifiers))
    return owners
