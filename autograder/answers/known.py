"""Right and wrong answers as data."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from autograder.course import Assignment, Course, CourseError
from autograder.submission import c_files

_NO_SPACE = re.compile(r"(?<=[^\x00-\x7f]) (?=[^\x00-\x7f])|(?<=[。、]) ")


@dataclass(frozen=True)
class Answer:
    """An answer in a file ``<blank>/right/<name>.py`` or ``<blank>/wrong/<name>.py``.

    The file of a C blank is ``<name>.c``, of a C++ blank ``<name>.cpp``.
    """

    path: Path

    @property
    def blank(self) -> str:
        return self.path.parent.parent.name

    @property
    def is_right(self) -> bool:
        return self.path.parent.name == "right"

    @property
    def source(self) -> str:
        text = self.path.read_text("utf-8")
        return text if self.path.suffix == ".py" else c_files.as_cell(self.blank, text)

    @property
    def declared(self) -> list[str] | None:
        """The records that a wrong answer says it fails, in its first line ``# fails: a, b``.

        What stands in parentheses behind them is a remark.
        """
        names = self._first_line
        return [name for name in names if not name.endswith("?")] if names is not None else None

    @property
    def by_chance(self) -> list[str]:
        """Those that it fails with some random numbers only: ``# fails: a, accuracy?``."""
        return [name.rstrip("?") for name in self._first_line or () if name.endswith("?")]

    @property
    def varies(self) -> bool:
        """It records what was never written: it has no behaviour of its own that tells it."""
        return "(values vary)" in self._comment.partition("\n")[0]

    @property
    def name(self) -> str:
        """Whose sentence tells the mistake: that of ``# same: other``, or its own name."""
        return self._named("same") or self.path.stem

    @property
    def name_in_class(self) -> str:
        """The same in class, where less is probed: ``# in class: other``, if it differs."""
        return self._named("in class") or self.name

    @property
    def is_told(self) -> bool:
        """A sentence of its own, or of another answer, tells the mistake."""
        return bool(self.sentences) or self._named("same") is not None

    def _named(self, word: str) -> str | None:
        other = re.search(rf"^(?:#|//) {word}: *(\w+)$", self._comment, re.MULTILINE)
        return other[1] if other else None

    @property
    def sentences(self) -> dict[str, str]:
        """The mistake in words, by language; nothing where another answer's words tell it."""
        texts = re.findall(r"^(\w\w): *(.*(?:\n {4}.*)*)", self._uncommented, re.MULTILINE)
        return {language: _joined(lines.split("\n"), language) for language, lines in texts}

    @cached_property
    def _comment(self) -> str:
        """The lines that the file begins with and that are comments."""
        return re.match(r"(?:(?:#|//).*\n)*", self.path.read_text("utf-8"))[0]

    @property
    def _uncommented(self) -> str:
        return re.sub(r"^(?:#|//) ?", "", self._comment, flags=re.MULTILINE)

    @property
    def _first_line(self) -> list[str] | None:
        match = re.match(r"(?:#|//) fails: *([^(\n]+)", self.path.read_text("utf-8"))
        return sorted(re.split(r"[,\s]+", match[1].strip())) if match else None


def answers(folder: Path) -> list[Answer]:
    """All answers of a folder, by blank and name.

    Raises:
        CourseError: there are none.
    """
    in_folder = answers_among(folder.glob("*/*/*"))
    if not in_folder:
        raise CourseError(
            f"{folder} holds no answers. "
            "Lay them out as <blank>/right/<name>.py and <blank>/wrong/<name>.py."
        )
    return in_folder


def answers_of(assignment: Assignment, blank: str, folder: Path | None) -> list[Answer]:
    """The answers of an assignment, or of one blank, that are to be tried."""
    folder = folder or assignment.course.assignment(assignment.id).answers
    if not blank:
        return answers(folder)
    if of_blank := answers_among((folder / blank).glob("*/*")):
        return of_blank
    raise CourseError(f"{folder / blank} holds no answers: right/<name>.py and wrong/<name>.py.")


def answers_among(paths: Iterable[Path]) -> list[Answer]:
    """The answers among files, by blank and name."""
    kept = (
        # Editors and compilers leave other files beside them.
        Answer(path)
        for path in paths
        if path.parent.name in ("right", "wrong") and path.suffix in (".py", ".c", ".cpp")
    )
    return sorted(kept, key=lambda one: (one.blank, not one.is_right, one.path.name))


def _joined(lines: list[str], language: str) -> str:
    """Lines as one text; in Japanese a space stands only beside Latin letters and digits."""
    text = " ".join(line.strip() for line in lines)
    return _NO_SPACE.sub("", text) if language == "ja" else text
