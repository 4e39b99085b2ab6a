"""What is not published yet: everything that belongs to assignments that the registry holds back.

Most of an assignment lies under its id. Of the other resources, a file belongs to the assignments
whose code names it, unless the tools themselves read it; of the messages, those of a blank belong
to it.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path, PurePosixPath

from autograder import notebooks
from autograder.course import Assignment, Course, CourseError
from autograder.dates import in_full

# What the picture on the front page shows, and the pages for students name.
EXAMPLE = "02_int8_binary"
_PICTURES = ("resources", "readme")
# The same homework as the notebook that has this header, and its copy of it.
_HOMEWORK, _HEADER = "c_exercise", PurePosixPath("resources/c/quantize.h")
# A message of a blank, even over several lines: its key begins with the blank's name.
_MESSAGE = re.compile(r'^"(\w+)\.\w+" = (?:"""(?:.|\n)*?"""|.*)\n', re.MULTILINE)
_BLANK_SECTIONS = ("records", "rules")


def require_something_to_publish(course: Course, dest: Path) -> None:
    """See that an assignment is left, and that students do not already have one that is held back.

    Args:
        course: with all its assignments.
        dest: folder of the public repository.

    Raises:
        CourseError: publishing would be wrong; the message says what to do.
    """
    if len(course.held_back) == len(course.assignments):
        raise CourseError(
            "nothing can be published: `published` in course.toml holds every assignment back. "
            "Give one an earlier date."
        )
    for assignment in course.held_back:
        if there := sorted(dest.glob(f"exercises/*/{assignment.id}/*.ipynb")):
            raise CourseError(
                f"{assignment.id} is held back until {until(assignment)}, but {there[0]} was "
                "published, and students may have it. Take `published` out of its entry in "
                "course.toml; or, to withdraw it all the same, "
                f"first delete exercises/*/{assignment.id} in {dest}, "
                "whose history keeps it. Nothing was changed."
            )


def until(assignment: Assignment) -> str:
    """When students may see an assignment that is held back, for a person."""
    return in_full(assignment.published) if assignment.published else ""


class HeldBack:
    """What belongs only to the assignments of a course that are held back.

    Args:
        course: with all its assignments.
    """

    def __init__(self, course: Course) -> None:
        self._ids = {assignment.id for assignment in course.held_back}
        solutions = {
            assignment.id: notebooks.cells(notebooks.read(assignment.solution))
            for assignment in course.assignments
            if self._ids
        }
        self._code = {
            id: "\n".join(cell.source for cell in cells if cell.is_code)
            for id, cells in solutions.items()
        }
        tools = course.home.glob("labkit/**/*.py")
        self._tools = "".join(path.read_text("utf-8") for path in tools if self._ids)
        self._blanks = {
            cell.id for id in self._ids for cell in solutions[id] if cell.is_blank and cell.id
        }

    def holds(self, name: str) -> bool:
        """Whether a file of the repository is held back.

        Args:
            name: its path there.
        """
        path = PurePosixPath(name)
        if path.parts[0] == _HOMEWORK:
            path = _HEADER
        if self._ids.intersection((path.stem, *path.parts)):
            return True
        if path.parts[:2] == _PICTURES:
            return EXAMPLE in self._ids
        if path.parts[0] != "resources" or f'/ "{path.name}"' in self._tools:
            return False
        users = self._naming(path.name) or self._naming(path.stem)
        return bool(users) and users <= self._ids

    def _naming(self, file: str) -> set[str]:
        """The assignments whose code has a file's name between quotation marks."""
        quoted = re.compile(rf"""["'/]{re.escape(file)}["']""")
        return {id for id, code in self._code.items() if quoted.search(code)}

    def without_messages(self, name: str, text: str) -> str:
        """A file of messages without those of blanks that are held back.

        Raises:
            CourseError: they cannot be told from the others.
        """
        kept = _MESSAGE.sub(lambda found: "" if found[1] in self._blanks else found[0], text)
        expected = tomllib.loads(text)
        for keys in (expected[section] for section in _BLANK_SECTIONS if section in expected):
            for key in [key for key in keys if key.rpartition(".")[0] in self._blanks]:
                del keys[key]
        if tomllib.loads(kept) != expected:
            raise CourseError(
                f"{name}: the messages of blanks that are held back cannot be told from the "
                'others. Write each as "blank.record" = "...", at the beginning of a line.'
            )
        return kept
