"""Who handed in: identifiers decide, then a name that only one student can have, else a person.

No approximate match decides. It only proposes a student, in the table that a person fills in.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path

from autograder.course import Course, CourseError
from autograder.people import platforms
from autograder.people.platforms import EXCHANGE, PLAIN, PLATFORMS, Owner, as_filed
from autograder.people.roster import NEW, Roster
from autograder.spreadsheets import Sheet, read_sheet
from autograder.texts import HIDDEN

Key = tuple[str, str]  # of a person on a platform: Owner.key

COLUMNS = ["student", "likeliest", "platform", "person", "called", "why", "file"]
GROUP_OR_UNCLEAR = (
    "it may be a group's (then collect with Moodle's worksheet), or it is unclear where the user "
    "name begins"
)
GROUPS_HINT = (
    "if it belongs to a group, give Moodle's worksheet, or name the student who handed it in"
)
SIMILAR = 0.75  # a share of equal letters from which a name is proposed, never taken


@dataclass(frozen=True)
class Known:
    """Somebody who is this student."""

    student: str


@dataclass(frozen=True)
class New:
    """Somebody whom no one knew, and who becomes a student."""


@dataclass(frozen=True)
class WhoseFile:
    """Somebody whom a person must identify."""

    owner: Owner
    why: str
    likeliest: str = ""


Decision = Known | New | WhoseFile


class Resolver:
    """Finds the students by what platforms call them.

    Args:
        roster: of the course.
        collected: who was who in this assignment until now.
        identities: as a person stated them: the id of a student, or :data:`NEW`.
        called: by student and key, the names that came with it in any assignment, as in files.
        is_named: whether the instructor said that folders and files are named by students' ids.
        is_of_groups: whether groups hand in, of which a platform may give the name.
        is_list: whether they are of a list of participants, with which others are compared.
    """

    def __init__(
        self,
        roster: Roster,
        collected: Mapping[Key, str],
        identities: Mapping[Key, str],
        called: Mapping[tuple[str, Key], set[str]],
        *,
        is_named: bool = False,
        is_of_groups: bool = False,
        is_list: bool = False,
    ) -> None:
        self._roster, self._identities, self._called = roster, identities, called
        self._is_named, self._is_of_groups, self._is_list = is_named, is_of_groups, is_list
        known = roster.students
        self._collected = {key: student for key, student in collected.items() if student in known}
        self.students: dict[Key, str] = {}
        self.questions: list[WhoseFile] = []

    def resolve(self, owners: Iterable[Owner]) -> None:
        """Decide on all persons of an assignment: ``students``, and ``questions`` about the
        others."""
        persons = {owner.key: owner for owner in owners}
        # Each is compared with the roster as it was, so that the order of files does not matter.
        rows = self._roster.rows
        self._names = Names(rows)
        # A list of participants was entered: whoever is not in it may be a group. Manaba's files
        # tell id numbers without names.
        self._is_of_class = any(
            row.get("email") or (row.get("id_number") and row.get("name")) for row in rows
        )
        exact = {key: self._by_identifier(owner) for key, owner in persons.items()}
        self.students = {
            key: found.student for key, found in exact.items() if isinstance(found, Known)
        }
        self._ask_where_two_are_one(persons)
        # In any order: a roster with surnames first turns Wei Li into Li Wei, and vice versa.
        called = Counter((key[0], _in_any_order(owner.name)) for key, owner in persons.items())
        asked = {question.owner.key for question in self.questions}
        unknown = [person for key, person in persons.items() if key not in {*self.students, *asked}]
        taken = {platform: self._taken(platform) for platform in {key[0] for key in persons}}
        new = []
        for owner in unknown:
            is_alone = called[owner.platform, _in_any_order(owner.name)] == 1
            match exact[owner.key] or self._by_name(
                owner, taken[owner.platform], is_alone=is_alone
            ):
                case Known(student):
                    self.students[owner.key] = student
                case WhoseFile() as question:
                    self.questions.append(question)
                case New():
                    new.append(owner)
        self._ask_where_two_are_one(persons)
        for owner in new:
            self._enter_new(owner)
        for key, student in self.students.items():
            self._enter(student, persons[key])

    def _by_identifier(self, owner: Owner) -> Decision | None:
        """What an identifier or a person says; None where the name has to."""
        stated = self._identities.get(owner.key, "")
        if stated not in ("", NEW):
            return Known(stated)
        if owner.doubt and not stated and owner.key not in self._collected:
            why = "its name identifies no student, can be read in two ways, or is in no worksheet"
            if owner.platform == EXCHANGE:
                why = (
                    "it is in the exchange under an id that does not belong to its owner's account"
                )
            elif owner.is_group:
                why = GROUP_OR_UNCLEAR
            return WhoseFile(owner, why, self._likeliest(owner))
        roster, known = self._roster, "" if owner.doubt else owner.number or owner.user
        forms = platforms.of_one_site(owner.platform)
        by_key = {self._collected.get(owner.key)}
        by_key |= {roster.with_identifier(form, known) for form in forms}
        others = {key for key in by_key if key and self._has_different_name(key, owner)}
        ids = [owner.user, owner.id_number, owner.name if owner.platform == PLAIN else ""]
        found = {
            *(by_key - others),
            roster.with_identifier("email", owner.email),
            roster.with_identifier("id_number", owner.id_number),
            *({*ids} & roster.students),
        } - {None, ""}
        if len(found) > 1:
            these = ", ".join(sorted(filter(None, found)))
            return WhoseFile(owner, f"its identifiers belong to several students: {these}")
        if student := next(iter(found), None):
            return Known(student)
        if others and not stated and not owner.email:  # an address comes from the platform's list
            student = min(others)
            return WhoseFile(
                owner, f"its number belongs to {student}, who has a different name", student
            )
        return New() if stated else None

    def _has_different_name(self, student: str, owner: Owner) -> bool:
        """Whether a student's number comes with a different name: it may be a group's, or a
        member's. Canvas gives a group the number of whoever handed in, Moodle one that may be a
        person's.
        """
        if (
            PLATFORMS[owner.platform].person != "number"
            or owner.doubt
            or not platforms.words(owner.name)
        ):
            return False
        before = self._called.get((student, owner.key), set())
        if not before and not PLATFORMS[owner.platform].per_assignment:
            return False  # the platform's list decides, whatever the name
        is_named = bool(before) or bool(platforms.words(self._roster.row(student)["name"]))
        is_known = as_filed(owner.name) in before or student in self._names.of(owner)[0]
        return is_named and not is_known

    def _by_name(self, owner: Owner, taken: set[str], *, is_alone: bool) -> Decision:
        platform = PLATFORMS[owner.platform]
        if owner.is_group or (platform.person == "user" and not owner.user):
            return WhoseFile(owner, GROUP_OR_UNCLEAR, self._likeliest(owner))
        if HIDDEN in owner.name and platform.person != "user":
            why = "its name cannot be decoded; enter the list of participants first"
            return WhoseFile(owner, why, self._likeliest(owner, taken))
        if platform.nameless and not owner.name:
            return Known(platform.nameless_id.format(owner.number))
        equal, alike = self._names.of(owner)
        free = [student for student in equal if student not in taken]
        if len(alike) == 1 and free and is_alone:
            return Known(free[0])
        if free:
            why = f"students with this name: {', '.join(alike)}"
            return WhoseFile(owner, why if is_alone else "several have this name", free[0])
        if not self._is_named and (likeliest := self._likeliest(owner, taken)):
            return WhoseFile(owner, "no student has exactly this name", likeliest)
        if owner.platform == PLAIN and not self._is_named:
            why = (
                "no student has this id or name; if a platform made the folder, name the platform "
                "with --from"
            )
            return WhoseFile(owner, why, NEW)
        may_be_group = platform.person == "number" and self._is_of_groups and not owner.email
        # Where staff can hand in, an email address does not prove that somebody is a student.
        is_of_list = self._is_list or (bool(owner.email) and not platform.people_file)
        is_listed = self._is_of_class or (platform.foreign and bool(self._roster.rows))
        if (is_listed and not is_of_list) or may_be_group:
            is_group = platform.person == "number" and not owner.email
            hint = f"; {GROUPS_HINT}" if is_group else ""
            return WhoseFile(owner, f"no one in students.csv has this name{hint}", NEW)
        return New()

    def _taken(self, platform: str) -> set[str]:
        """Students who already have an identifier on this platform, so that no unknown person is
        one of them."""
        known = {**self._collected, **self.students}
        taken = {student for key, student in known.items() if key[0] == platform}
        if not PLATFORMS[platform].per_assignment:
            taken |= {row["student"] for row in self._roster.rows if row.get(platform)}
        if PLATFORMS[platform].person == "user":  # own ids have no column
            taken |= {student for student, key in self._called if key[0] == platform}
        return taken

    def _likeliest(self, owner: Owner, taken: Iterable[str] = ()) -> str:
        """The student whose name is most similar; empty if none is."""
        there = {*platforms.words(owner.name)}
        rows = [row for row in self._roster.rows if there and row["student"] not in taken]
        names = {row["student"]: row.get("name") or row["student"] for row in rows}
        for student, name in names.items():
            here = {*platforms.words(name)}
            if here and (here <= there or there <= here):
                return student  # a middle name, or a part of a name
        spelled = {
            spelling: student
            for student, name in names.items()
            for spelling in platforms.joined(name)
        }
        near = get_close_matches("".join(platforms.words(owner.name)), spelled, n=1, cutoff=SIMILAR)
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
                several.update((platform, value) for value in row)
            if len(several) > 1 and not {key[1] for key in several} <= {*row}:
                both = ", ".join(sorted(key[1] for key in several))
                for key in several & {*persons} - self._settled(platform, student):
                    del self.students[key]
                    why = f"{student} would be two people: {both}"
                    self.questions.append(WhoseFile(persons[key], why))

    def _settled(self, platform: str, student: str) -> set[Key]:
        """Those who were known before or, where only names tell, whom a person has identified."""
        is_by_name = PLATFORMS[platform].person == "name"
        before = {key for key, owner in self._collected.items() if owner == student}
        return {*self._identities} if is_by_name else before - self._identities.keys()

    def _enter_new(self, owner: Owner) -> None:
        if student := self._roster.new_id(owner):
            self.students[owner.key] = student
            self._enter(student, owner)  # at once, so that the next person gets a different id
        else:
            why = "its name cannot be used for a folder, or belongs to a different student"
            self.questions.append(WhoseFile(owner, why))

    def _enter(self, student: str, owner: Owner) -> None:
        is_nameless = PLATFORMS[owner.platform].nameless_id.format(owner.number) == student
        is_named_by_a_person = owner.platform == PLAIN and student in self._roster.students
        if is_nameless or is_named_by_a_person:
            return
        # A number in an ambiguous name identifies no one, and an id is not a name.
        number = "" if owner.doubt else owner.number
        is_id = owner.platform == PLAIN and platforms.as_id(owner.name) == owner.name
        name = "" if is_id or HIDDEN in owner.name else owner.name
        self._roster.enter(student, replace(owner, number=number, name=name))


def _in_any_order(name: str) -> tuple[str, ...]:
    return tuple(sorted(platforms.words(name)))


_FILED = "as filed"


class Names:
    """The names of a roster, indexed: thousands of files each look up theirs.

    Args:
        rows: of the roster.
    """

    def __init__(self, rows: Iterable[Mapping[str, str]]) -> None:
        self._spelled: dict[object, list[str]] = defaultdict(list)
        self._alike: dict[tuple[str, ...], list[str]] = defaultdict(list)
        self._names = {row["student"]: row.get("name", "") for row in rows}
        for student, name in self._names.items():
            # As text, as Canvas writes it; as words, as all others do.
            for spelling in (
                platforms.joined(name) | platforms.turned(name) if platforms.words(name) else ()
            ):
                self._spelled[spelling].append(student)
            self._spelled[_FILED, as_filed(name)].append(student)
            self._alike[_in_any_order(name)].append(student)

    def of(self, owner: Owner) -> tuple[list[str], list[str]]:
        """Students whose name equals what a platform makes of it, and all of those names."""
        name = platforms.words(owner.name)
        is_joined = PLATFORMS[owner.platform].joined
        spellings: set[object] = {"".join(name)} if is_joined else {*platforms.turned(owner.name)}
        if PLATFORMS[owner.platform].filed:
            spellings.add((_FILED, as_filed(owner.name)))
        found = {
            student for spelling in spellings if name for student in self._spelled.get(spelling, ())
        }
        equal = [student for student in self._names if student in found] if found else []
        orders = dict.fromkeys(_in_any_order(self._names[student]) for student in equal)
        return equal, [student for order in orders for student in self._alike[order]]


def who_path(course: Course, assignment: str) -> Path:
    """Where the table of questions is."""
    return course.collected / f"who-{assignment}.csv"


def write_questions(path: Path, questions: Iterable[WhoseFile], files: Mapping[Key, str]) -> None:
    """Write the table that a person fills in.

    Args:
        path: of the table; its rows of people who did not come this time stay, but for questions of
            files that came as somebody else's, since a worksheet tells now whose they are.
        questions: of those who did.
        files: of each who came, one of the files.
    """
    before = read_sheet(path, COLUMNS).rows if path.is_file() else []
    told = {*files.values()}
    rows = [
        row
        for row in before
        if (row["platform"], row["person"]) not in files
        if row["student"] or row["file"] not in told
    ]
    rows += [
        {"student": "", "likeliest": question.likeliest, "platform": question.owner.platform}
        | {"person": question.owner.key[1], "called": question.owner.name or question.owner.user}
        | {"why": question.why, "file": files[question.owner.key]}
        for question in questions
    ]
    if rows:
        Sheet(COLUMNS, rows).write(path)
    else:
        path.unlink(missing_ok=True)


def read_identities(path: Path, roster: Roster) -> dict[Key, str]:
    """Read what a person filled in.

    Raises:
        CourseError: a student in it is not in the roster, or one person is said to be two students.
    """
    known = roster.known_text
    rows = [row for row in read_sheet(path, COLUMNS[:4], known).rows if row["student"]]
    identities: dict[Key, str] = {}
    for row in rows:
        if row["student"] not in {NEW, *roster.students}:
            raise CourseError(
                f"{path}: {row['student']!r} is not an id in students.csv. Write an id from there, "
                f"or {NEW!r} for someone who is not in it; nothing was collected."
            )
        key = row["platform"], row["person"]
        if identities.setdefault(key, row["student"]) != row["student"]:
            raise CourseError(
                f"{path} names two students for {' '.join(key)}: {identities[key]} and "
                f"{row['student']}. Remove one of them; nothing was collected."
            )
    return identities
