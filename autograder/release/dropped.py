"""What is left of an assignment, or of a blank, that was taken out of the course."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from autograder import notebooks
from autograder.course import Course

# As the texts of notebooks name another: "notebooks 02 and 05", "assignment 01", or in
# katakana.
_NAMED = re.compile(
    r"(?:assignments?|notebooks?|[\u30a0-\u30ff]{6}) (\d\d)\b(?:(?:,| and|,? ?[^ -~]) (\d\d)\b)?",
    re.IGNORECASE,
)


def released(course: Course) -> dict[str, list[Path]]:
    """By assignment, the files that were released of what the course does not have any more."""
    home, ids = course.home, {one.id for one in course.assignments}
    kinds = ("exercises/*/*", "resources/reference/*", "resources/mistakes/*")
    folders = [path for kind in kinds for path in home.glob(kind)]
    found: dict[str, list[Path]] = {}
    for path in folders:
        if path.is_dir() and path.name not in ids:
            found.setdefault(path.name, []).extend(sorted(path.rglob("*")))
    for path in [*home.glob("resources/given/*.json"), *home.glob("resources/blanks/*.json")]:
        if path.stem not in ids:
            found.setdefault(path.stem, []).append(path)
    for assignment in course.assignments:
        checks = notebooks.checks(notebooks.read(assignment.solution))
        files = [*assignment.reference.glob("*.json"), *assignment.mistakes.glob("*.json")]
        found[assignment.id] = [path for path in files if path.stem not in checks]
    return {
        name: files
        for name, paths in found.items()
        if (files := [path for path in paths if path.is_file()])
    }


def named(course: Course) -> Iterator[tuple[str, str, list[str]]]:
    """Texts that name a notebook which the registry does not have.

    Returns:
        The assignment, the number that it names, and the ids of the cells.
    """
    numbers = {one.id[:2] for one in course.assignments}
    for assignment in course.assignments:
        cells: dict[str, list[str]] = {}
        for cell in notebooks.read(assignment.solution).cells:
            texts = _NAMED.findall(cell.source) if cell.cell_type == "markdown" else []
            for number in {one for pair in texts for one in pair} - {"", *numbers}:
                cells.setdefault(number, []).append(cell.id)
        yield from ((assignment.id, number, ids) for number, ids in sorted(cells.items()))
