"""What a course directory knows about people, and how a student is forgotten.

Every file that it may hold has a kind. ``docs/instructors/privacy.md`` has the same list for
people; a file without a kind fails the tests.
"""

from __future__ import annotations

import glob
import os
import re
import shutil
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import chain
from pathlib import Path

import tomlkit

from autograder import notebooks, texts
from autograder.course import REGISTRY, Course, CourseError
from autograder.gradebook import database, gradebook, marks
from autograder.lock import only_grader
from autograder.people import collected, platforms
from autograder.people.platforms import PLATFORMS
from autograder.people.roster import Roster
from autograder.registry import exchange_folder, registry_text
from autograder.spreadsheets import Sheet, read_sheet


class Rule(StrEnum):
    """What happens to a file when a student is forgotten."""

    OWN = "deleted: it is that student's"
    ROWS = "that student's rows are deleted"
    GRADEBOOK = "that student's rows are deleted, and overwritten"
    REGISTRY = "that student's extensions are deleted"
    MADE = "deleted whole: a command makes it again"
    COURSE = "kept: it is about no one"


@dataclass(frozen=True)
class FileKind:
    """A kind of file.

    Args:
        pattern: of the path in the course directory: ``*`` is any part of a name, ``**`` any
            folders and names, ``?`` a letter, ``<student>`` an id, ``<hand-in>`` an id or what
            nbgrader's exchange makes of it.
        rule: what `forget` does with it.
        holds: what is in it.
    """

    pattern: str
    rule: Rule
    holds: str

    def matches(self, path: str, student: str | None = None) -> bool:
        """Whether a path is of this kind; of a student's files, only of that student's.

        >>> FileKind("feedback/<student>/**", Rule.OWN, "").matches("feedback/ada/02.html", "bob")
        False
        >>> FileKind("**/*.pyc", Rule.MADE, "").matches("a.pyc")
        True
        """
        somebody = "[^/]+" if student is None else re.escape(student)
        forms = {"**/": "(?:.*/)?", "**": ".+", "*": "[^/]*", "?": "[^/]", "<student>": somebody}
        forms |= {"<hand-in>": rf"{somebody}(?:\+[^/]*)?"}
        parts = re.split(r"(\*\*/|\*\*|\*|\?|<[^>]*>)", self.pattern)
        regex = "".join(forms.get(part, re.escape(part)) for part in parts)
        return re.fullmatch(regex, path) is not None


_COURSE = "the course itself"
# The first that matches counts.
KINDS = (
    FileKind("submitted/<student>/**", Rule.OWN, "what was handed in, and when"),
    FileKind("autograded/<student>/**", Rule.OWN, "evidence, verdicts, repairs"),
    FileKind("feedback/<student>/**", Rule.OWN, "the student's page"),
    FileKind("collected/earlier/*/<student>/**", Rule.OWN, "hand-ins that are not the last"),
    FileKind("**/.ipynb_checkpoints/**", Rule.MADE, "copies that Jupyter makes"),
    FileKind("**/.*.????????", Rule.MADE, "what an interrupted command has left"),
    FileKind("collected/*.csv", Rule.ROWS, "who sent which file; Moodle's worksheets"),
    FileKind("students*.csv", Rule.ROWS, "the roster: names, addresses, numbers"),
    FileKind("gradebook*.db", Rule.GRADEBOOK, "points, comments; copies of it"),
    FileKind("course.toml", Rule.REGISTRY, "extensions of single students"),
    FileKind("reports/**", Rule.MADE, "class reports, questions on students' code"),
    FileKind("exports/**", Rule.MADE, "grades and pages for platforms"),
    FileKind("grades*.csv", Rule.MADE, "points and states"),
    FileKind("downloaded/**", Rule.MADE, "archives for nbgrader zip_collect"),
    FileKind("**/.nbgrader.log", Rule.MADE, "what nbgrader's commands said"),
    FileKind(".autograder/intake-*/**", Rule.MADE, "what an interrupted collect has left"),
    FileKind(".autograder/dry-*/**", Rule.MADE, "what an interrupted dry run has left"),
    FileKind(".autograder/attempts/*/<student>/**", Rule.OWN, "evidence of their other hand-ins"),
    FileKind(".autograder/turns/*/<student>/**", Rule.OWN, "when hand-ins of theirs were graded"),
    FileKind(".autograder/**", Rule.COURSE, "the lock; solutions run with drawn seeds"),
    FileKind("exchange/**/feedback/**", Rule.MADE, "pages in an exchange that lies here"),
    FileKind("exchange/**/<hand-in>/**", Rule.OWN, "hand-ins in it"),
    FileKind("exchange/**", Rule.COURSE, "released notebooks in it"),
    *(
        FileKind(pattern, Rule.COURSE, _COURSE)
        for pattern in ("solutions/**", "answers/**", "resources/**", "exercises/**")
    ),
    *(
        FileKind(pattern, Rule.COURSE, "settings, marks, and what Python compiled")
        for pattern in ("nbgrader_config.py", "published.json", ".demo", "**/__pycache__/**")
    ),
)
# Folders of the course and of its tools: a course directory may be the repository itself.
_COURSE_FOLDERS = {
    *(kind.pattern.removesuffix("/**") for kind in KINDS if kind.holds == _COURSE),
    *("c_exercise", "docs", "autograder", "labkit", "tests", "benchmarks", "reproduction"),
    *("build", "dist", "figures", ".git"),
}
_ENVIRONMENT_FILE = "pyvenv.cfg"  # a virtual environment: hundreds of thousands of files


def kind_of(path: str) -> FileKind | None:
    """The kind of a file, by its path in the course directory; None for one without a rule."""
    return next((kind for kind in KINDS if kind.matches(path)), None)


def is_of(path: str, rule: Rule) -> bool:
    """Whether a rule applies to a file, by its path in the course directory."""
    kind = kind_of(path)
    return kind is not None and kind.rule is rule


def files_in(root: Path) -> Iterator[str]:
    """Paths of all files of a course directory that may tell about a person, in order.

    A folder of the course may be a link to another disk; no other link is followed.
    """
    real, seen = root.resolve(), set[Path]()

    def is_looked_into(place: Path) -> bool:
        if (root / place / _ENVIRONMENT_FILE).is_file():
            return False
        if not (root / place).is_symlink():
            return True
        target = (root / place).resolve()
        is_known = target.is_relative_to(real) or target in seen
        seen.add(target)
        return not is_known and _is_of_the_course(place)

    for folder, names, files in os.walk(root, followlinks=True):
        place = Path(folder).relative_to(root)
        if place == Path():
            names[:] = [name for name in names if name not in _COURSE_FOLDERS]
        names[:] = sorted(name for name in names if is_looked_into(place / name))
        yield from ((place / name).as_posix() for name in sorted(files))


_SHORTEST = 4  # digits: shorter numbers occur in any file


@dataclass(frozen=True)
class Step:
    """What becomes of some files.

    Args:
        rule: for all of them.
        shown: as shown: the path, the folder, or the kind of all.
        count: how many files, or rows of a table.
    """

    rule: Rule
    shown: str
    count: int


class Person:
    """By what a course directory knows a student.

    Args:
        course: the course directory.
        student: the id.

    Raises:
        CourseError: nothing there is known of the student.
    """

    def __init__(self, course: Course, student: str) -> None:
        self.course, self.student = course, student
        roster = Roster(course)
        self.row = roster.row(student)
        names = Counter(platforms.words(row.get("name", "")) for row in roster.rows)
        self.is_only_one = names[platforms.words(self.row["name"])] == 1
        self.numbers = {
            assignment.id: self._collected(assignment.id, "lms")
            for assignment in course.assignments
        }
        called = (self._collected(assignment.id, "lms_name") for assignment in course.assignments)
        self.names = {self.row["name"]}.union(*called) - {""}
        known = [*self.names, student, self.row["email"], self.row["id_number"]]
        known += [part for name in PLATFORMS for part in self.row[name].split()]
        known += [
            spelling for name in self.names for spelling in platforms.joined(name) if " " in name
        ]
        known += [" ".join(reversed(name.replace(",", " ").split())) for name in self.names]
        kept = {text for text in known if text and not (text.isdigit() and len(text) < _SHORTEST)}
        longest = sorted(kept, key=len, reverse=True)
        either = "|".join(re.escape(text) for text in longest)
        self._mention = re.compile(rf"(?<![A-Za-z0-9])(?:{either})(?![A-Za-z0-9])", re.IGNORECASE)
        if student not in roster.students | gradebook.students(course) | self._owners():
            raise CourseError(
                f"nothing is known of {student!r} in {course.root}: the id is not in students.csv, "
                "submitted/ or the gradebook. Nothing was deleted."
            )

    def is_named_in(self, text: str) -> bool:
        """Whether a text names this person, as far as one can tell."""
        return self._mention.search(text) is not None

    def has(self, row: dict[str, str], assignment: str) -> bool:
        """Whether a row of a table is this person's; a row without an owner is, if it names the
        person."""
        if row.get("student"):
            return row["student"] == self.student
        if not (headings := collected.headings_in(row)):
            return self.is_named_in("\n".join(row.values()))
        row = collected.in_english(row, headings)
        name = row.get(collected.FULL_NAME, "")
        return (
            collected.number_of(row) in self.numbers.get(assignment, ())
            or collected.is_of(row, self.row)
            or (self.is_only_one and platforms.words(name) == platforms.words(self.row["name"]))
        )

    def _collected(self, assignment: str, column: str) -> set[str]:
        rows = collected.table(self.course, assignment)
        return {getattr(row, column) for row in rows if row.student == self.student} - {""}

    def _owners(self) -> set[str]:
        """Ids of which only a file is left, as after an interrupted `forget`."""
        paths = self.course.root.glob(f"*/{glob.escape(self.student)}/*")
        tables = (
            collected.table(self.course, assignment.id) for assignment in self.course.assignments
        )
        return {*(path.parent.name for path in paths), *(row.student for row in chain(*tables))}


def steps(person: Person) -> list[Step]:
    """What `forget` would do, in order: what identifies the person goes last."""
    counts: Counter[tuple[Rule, str]] = Counter()
    for folder in _own_folders(person):
        shown = f"{folder.relative_to(person.course.root).as_posix()}/"
        counts[Rule.OWN, shown] = sum(1 for file in folder.rglob("*") if not file.is_dir()) or 1
    for path in files_in(person.course.root):
        if kind := kind_of(path):
            shown = kind.pattern if kind.rule is Rule.MADE else path
            counts[kind.rule, shown] += _count(person, kind, path)
    if not database.is_within(person.course, person.course.root):
        counts[Rule.GRADEBOOK, database.address(person.course)] = 1
    found = [Step(*of, count) for of, count in counts.items() if count]
    roster = person.course.roster.name
    return sorted(found, key=lambda listed: (listed.rule is Rule.ROWS, listed.shown == roster))


def _is_of_the_course(link: Path) -> bool:
    """Whether the instructor made a link, by its path: others can write to some folders."""
    kind = kind_of(link.as_posix())
    is_of_others = link.parts[0] in ("exchange", "downloaded") and len(link.parts) > 1
    return not is_of_others and (kind is None or kind.rule is Rule.COURSE or len(link.parts) == 1)


def _own_folders(person: Person) -> list[Path]:
    """The outermost folders that are the student's alone; they may be links, or empty."""
    student, found = glob.escape(person.student), set[Path]()
    for pattern in (kind.pattern for kind in KINDS if kind.rule is Rule.OWN):
        place = pattern.removesuffix("/**")
        for name in (student, f"{student}+*") if "<hand-in>" in place else (student,):
            whole = place.replace("<student>", name).replace("<hand-in>", name)
            found.update(path for path in person.course.root.glob(whole) if path.is_dir())
    return sorted(path for path in found if found.isdisjoint(path.parents))


def _count(person: Person, kind: FileKind, path: str) -> int:
    """How much of a file is deleted."""
    file = person.course.root / path
    match kind.rule:
        case Rule.ROWS:
            assignment = collected.collected_of(file)
            return sum(person.has(row, assignment) for row in read_sheet(file, []).rows)
        case Rule.REGISTRY:
            return _without_extensions(person) != registry_text(person.course.root)
    return kind.rule not in (Rule.COURSE, Rule.OWN)  # some of these are folders


def forget(person: Person, planned: list[Step]) -> None:
    """Delete what :func:`steps` found; if it is stopped, the next run continues it.

    Raises:
        CourseError: something of the student is left.
    """
    course, root = person.course, person.course.root
    with only_grader(course):
        copies = (root / path for path in files_in(root) if is_of(path, Rule.GRADEBOOK))
        for url in dict.fromkeys([course.db_url, *(f"sqlite:///{path}" for path in copies)]):
            own = replace(course, db_url=url)
            marks.forget(own, person.student)
            gradebook.forget(own, person.student)
        for name in list(files_in(root)):
            if is_of(name, Rule.MADE):
                _delete(root, Path(name))
        for step in planned:
            # The link stays: what it leads to is rewritten.
            path = (root / step.shown).resolve()
            if step.rule is Rule.OWN:
                _delete(root, Path(step.shown))
            elif step.rule is Rule.ROWS:
                sheet, assignment = read_sheet(path, []), collected.collected_of(path)
                rows = [row for row in sheet.rows if not person.has(row, assignment)]
                Sheet(sheet.columns, rows, sheet.separator).write(path)
            elif step.rule is Rule.REGISTRY:
                notebooks.write(path, _without_extensions(person))
    kept = (Rule.OWN, Rule.ROWS, Rule.REGISTRY)
    if left := [step.shown for step in steps(person) if step.rule in kept]:
        raise CourseError(
            f"{person.student} is not forgotten yet: something is left in {', '.join(left)}. Make "
            "sure that you may write there, and run this again."
        )


def _delete(root: Path, place: Path) -> None:
    """Delete a file or a folder; for the course's own link, also what it leads to."""
    path = root / place
    target = path.resolve()
    if path.is_symlink():
        path.unlink()
        if not _is_of_the_course(place):
            return
    if target.is_dir():
        shutil.rmtree(target)
    else:
        target.unlink(missing_ok=True)


def _without_extensions(person: Person) -> str:
    path, student = person.course.root / REGISTRY, person.student
    for assignment in person.course.assignments:
        if isinstance(assignment.groups, dict) and student in chain(*assignment.groups.values()):
            raise CourseError(
                f"{path}: take {student} out of groups of {assignment.id} by hand, and run again. "
                "Nothing was deleted."
            )
    registry = tomlkit.parse(registry_text(person.course.root))
    for entry in registry.get("assignments", []):
        extensions = entry.get("extensions", {})
        extensions.pop(student, None)
        if "extensions" in entry and not extensions:
            del entry["extensions"]
    return tomlkit.dumps(registry)


def mentions(person: Person) -> Iterator[str]:
    """Files that still name the person: other students' own work, or a file without a rule."""
    for path in files_in(person.course.root):
        text = (person.course.root / path).read_bytes().decode("utf-8", "replace")
        if person.is_named_in(path) or person.is_named_in(text):
            yield path


def elsewhere(person: Person) -> Iterator[str]:
    """Places that no command of ours reaches, a line each."""
    course = person.course
    inbound = exchange_folder(course.root)
    hand_ins = sorted(inbound.glob(f"{glob.escape(person.student)}+*"))
    yield (
        f"nbgrader's exchange, {inbound.parent}: {texts.counted(len(hand_ins), 'hand-in')} ("
        f"inbound/{person.student}+*), and returned pages (feedback/)"
    )
    yield "the learning platform: hand-in, grade and page; its next download brings them back"
    yield "your downloads from it, and what you exported with --to or archived"
    yield "backups and snapshots of this disk; deleted files until their blocks are used again"
    if not database.is_within(course, Path("/")):
        yield "the database server's log (WAL), dumps and replicas"
    if any((folder / ".git").exists() for folder in (course.root, *course.root.parents)):
        yield "the history of the git repository, if these files were ever committed"
