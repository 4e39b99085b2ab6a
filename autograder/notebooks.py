"""Reading and writing notebooks, what nbgrader calls their cells, and the titles of tasks."""

from __future__ import annotations

import os
import re
import tempfile
import weakref
from codecs import getincrementaldecoder
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import lru_cache
from json import JSONDecoder
from pathlib import Path
from typing import Any, cast
from zipfile import ZIP_DEFLATED, ZipFile

import nbformat
from nbformat import NotebookNode

from autograder import editions, encodings, metadata
from autograder.course import Assignment, CourseError, cannot_write
from autograder.engine import fast_json
from autograder.engine.fast_json import whole_letters
from autograder.metadata import Role
from labkit.language import LANGUAGES
from labkit.source import bound_names, digest

CHECK = "_check"
_METADATA = re.compile(rb'\{(?:"nbformat(?:_minor)?":\d+,)*"metadata":(?=\{)')
_HEAD_BYTES = 2**15  # a tenth of an outcome
_START = re.compile(
    r"""^(labkit\.start\(["']\w+["'])(?:, *language=["'](\w+)["'])?\)""", re.MULTILINE
)


def read(path: Path) -> NotebookNode:
    """Read a notebook of the course itself.

    Raises:
        CourseError: it is missing or broken.
    """
    try:
        return cast(NotebookNode, nbformat.read(path, as_version=4))
    except FileNotFoundError:
        raise CourseError(
            f"{path} does not exist. Is the assignment's id right, and its notebook in place?"
        ) from None
    except Exception as error:
        raise CourseError(
            f"{path} is not a readable notebook: {error}. "
            "Restore it from version control or a copy."
        ) from error


def given_text(assignment: Assignment) -> frozenset[str]:
    """The texts of an assignment in all languages, by which students' files are decoded."""
    return _text_of(assignment.solution, assignment.solution.stat().st_mtime_ns)


@lru_cache
def _text_of(path: Path, _version: int) -> frozenset[str]:
    notebook = read(path)
    code = {cell.source for cell in notebook.cells if cell.cell_type == "code"}
    texts = (cell.source for cell in notebook.cells)
    return encodings.pieces(*texts, *(form for source in code for form in editions.forms(source)))


def read_evidence(path: Path) -> NotebookNode:
    """An executed notebook of ours, or of stock nbgrader's.

    Raises:
        CourseError: it is missing or broken.
    """
    return cast(NotebookNode, nbformat.from_dict(_evidence(path)))


def sources_in_evidence(path: Path) -> dict[str, str]:
    """The text of each cell of an executed notebook that has an id, in half of the time."""
    return {cell.id: cell.source for cell in cells(_evidence(path)) if cell.id}


def _evidence(path: Path) -> Any:
    with suppress(OSError, ValueError):
        text = path.read_bytes()
        # As `as_short_text` wrote it: nbformat would have nothing to fix, and takes ten times as
        # long.
        if _METADATA.match(text):
            return fast_json.loads(text)
    return read(path)


def read_metadata(path: Path) -> dict[str, Any]:
    """The metadata of an executed notebook; its cells are not looked at.

    Raises:
        CourseError: it cannot be read.
    """
    # Without nbformat, which takes ten times as long, for every submission of the class.
    try:
        if (metadata := _metadata_at_the_head(path)) is not None:
            return metadata
        return cast(dict[str, Any], fast_json.loads(path.read_bytes())["metadata"])
    except Exception as error:
        raise CourseError(
            f"{path} is not a readable notebook: {error}. "
            "Restore it from a copy, or run autograder grade, which grades it again."
        ) from error


def _metadata_at_the_head(path: Path) -> dict[str, Any] | None:
    """The metadata in what :func:`as_short_text` wrote; None where the file must be parsed."""
    with path.open("rb") as file:
        head = file.read(_HEAD_BYTES)
        file.seek(-2, os.SEEK_END)
        is_whole = file.read() == b"}\n"  # complete: no full disk has cut it off
    begin = _METADATA.match(head)
    if not (begin and is_whole):
        return None
    text = getincrementaldecoder("utf-8")().decode(head)  # the last letter may be incomplete
    try:
        return cast(dict[str, Any], JSONDecoder().raw_decode(text, begin.end())[0])
    except ValueError:  # the metadata are longer than the head
        return None


def as_text(notebook: NotebookNode) -> str:
    """A notebook as it is stored: two equal notebooks give equal text."""
    return f"{nbformat.writes(notebook)}\n"


def as_short_text(notebook: NotebookNode) -> str:
    """A notebook on one line, for those that no person compares; its cells come last."""
    # nbformat takes ten times as long. Whoever asks for the metadata of a class reads no cells.
    head = {name: value for name, value in notebook.items() if name != "cells"}
    return fast_json.dumps({**head, "cells": notebook.cells}).decode() + "\n"


def write(path: Path, text: str) -> None:
    """Write a file whole or not at all: a reader, or a crash, never meets half of it."""
    with written_whole(path) as temporary:
        temporary.write_text(whole_letters(text), "utf-8")


def _umask() -> int:
    os.umask(now := os.umask(0o077))  # it can only be read by setting it
    return now


@contextmanager
def written_whole(path: Path) -> Iterator[Path]:
    """The name under which to write a file, which takes its place when it is finished.

    Raises:
        CourseError: it cannot be written; what was there is as it was.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # In the same folder, since only within one file system does a file take another's place.
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        os.close(handle)
        try:
            yield Path(temporary)
            os.chmod(temporary, 0o666 & ~_umask())  # mkstemp's own mode keeps all others out
            os.replace(temporary, path)
        except BaseException:
            os.unlink(temporary)  # otherwise a full disk keeps a piece of each try
            raise
    except (IsADirectoryError, NotADirectoryError, FileExistsError) as error:
        raise CourseError(
            f"{path} cannot be written: {error.strerror}. Move away what is there, or choose a "
            "different place."
        ) from error
    except OSError as error:
        raise cannot_write(error, path) from error


@contextmanager
def zipped(path: Path) -> Iterator[ZipFile]:
    """An archive to fill, which is written whole or not at all."""
    with written_whole(path) as temporary, ZipFile(temporary, "w", ZIP_DEFLATED) as archive:
        yield archive


@dataclass(frozen=True, kw_only=True)
class Cell:
    """A cell, parsed once: what nbgrader's metadata and ours say of it.

    Args:
        id: nbgrader's; "" where it has none.
        kind: "code", "markdown" or "raw".
        role: its purpose.
        source: its text.
        points: of a check or a written answer.
        skip, extra: as in :class:`~autograder.metadata.CellMetadata`.
        node: the cell itself, for its outputs, and for changes, which this does not follow.

    >>> node = NotebookNode(cell_type="code", source="x", metadata={"nbgrader": {
    ...     "grade_id": "relu_check", "grade": True, "points": 2}})
    >>> cell = Cell.of(node)
    >>> cell.is_check, cell.blank, cell.points
    (True, 'relu', 2.0)
    """

    id: str
    kind: str
    role: Role
    source: str
    points: float = 0.0
    skip: bool = False
    extra: bool = False
    node: NotebookNode = field(default_factory=NotebookNode, repr=False, compare=False)

    @classmethod
    def of(cls, node: NotebookNode) -> Cell:
        """Read a cell; metadata of another form, whoever wrote it, counts as absent."""
        # As items: each attribute of a NotebookNode takes a microsecond.
        entry, ours = _nbgrader(node), metadata.of_cell(node)
        id, solution, grade = entry.get("grade_id"), entry.get("solution"), entry.get("grade")
        if grade:
            role = Role.WRITTEN_ANSWER if solution else Role.CHECK
        else:
            role = Role.BLANK if solution else ours.role or Role.OTHER
        given = entry.get("points") if grade else 0
        points = float(given) if isinstance(given, (int, float)) else 0.0
        id = id if isinstance(id, str) else ""
        return cls(
            id=id,
            kind=node["cell_type"],
            role=role,
            source=node["source"],
            points=points,
            skip=ours.skip,
            extra=ours.extra,
            node=node,
        )

    @property
    def is_code(self) -> bool:
        return self.kind == "code"

    @property
    def is_blank(self) -> bool:
        """The student fills it in, with code or in words."""
        return self.role in (Role.BLANK, Role.WRITTEN_ANSWER)

    @property
    def is_graded(self) -> bool:
        """It carries points: a check, or a written answer."""
        return self.role in (Role.CHECK, Role.WRITTEN_ANSWER)

    @property
    def is_check(self) -> bool:
        return self.role is Role.CHECK

    @property
    def blank(self) -> str:
        """The blank that a check cell checks: its id without ``_check``."""
        return self.id.removesuffix(CHECK)

    @property
    def outputs(self) -> list[NotebookNode]:
        """What it showed when it ran."""
        return list(self.node.get("outputs", []))


def cells(notebook: NotebookNode) -> list[Cell]:
    """All cells of a notebook, parsed."""
    return [Cell.of(node) for node in notebook["cells"]]


def given_cells(notebook: NotebookNode) -> list[Cell]:
    """All cells of a notebook that nobody changes any more, such as a solution, parsed once.

    A thousand submissions ask for them, several times each.

    >>> solution = NotebookNode(cells=[NotebookNode(cell_type="code", source="x", metadata={})])
    >>> given_cells(solution) is given_cells(solution), given_cells(solution)[0].source
    (True, 'x')
    >>> kept = len(_parsed); del solution; len(_parsed) - kept
    -1
    """
    name = id(notebook)
    if name not in _parsed:
        _parsed[name] = cells(notebook)
        weakref.finalize(notebook, _parsed.pop, name)
    return _parsed[name]


_parsed: dict[int, list[Cell]] = {}


def new_output(kind: str, **content: Any) -> NotebookNode:
    """An output of a cell, such as a stream."""
    # nbformat's own function checks each output against a schema, which takes longer than
    # everything else.
    return cast(NotebookNode, nbformat.from_dict({"output_type": kind, **content}))


def grade_id(cell: NotebookNode) -> str | None:
    """The nbgrader id of a cell, if it has one."""
    name = _nbgrader(cell).get("grade_id")
    return name if isinstance(name, str) else None


def is_blank(cell: NotebookNode) -> bool:
    """A cell that the student fills in."""
    return bool(_nbgrader(cell).get("solution"))


def is_check(cell: NotebookNode) -> bool:
    """A check cell: graded by the judge, not by hand."""
    return Cell.of(cell).is_check


def is_setup(cell: NotebookNode) -> bool:
    """The first code cell, which starts labkit."""
    return metadata.of_cell(cell).role is Role.SETUP


def in_language(cell: NotebookNode, language: str | None) -> NotebookNode:
    """A set-up cell as it is in the notebook of a language; any other cell itself.

    Args:
        cell: stays as it is.
        language: None for no language.

    >>> cell = NotebookNode(source='labkit.start("a")', metadata={"labkit": {"role": "setup"}})
    >>> in_language(cell, "ja").source
    'labkit.start("a", language="ja")'
    >>> in_language(in_language(cell, "ja"), None) == cell
    True
    """
    if not is_setup(cell):
        return cell
    argument = f', language="{language}"' if language else ""
    return NotebookNode(cell, source=_START.sub(rf"\g<1>{argument})", cell.source))


def only(entries: dict[str, Any], names: Collection[str]) -> NotebookNode:
    """Only some of the entries, such as those of metadata."""
    return NotebookNode({name: value for name, value in entries.items() if name in names})


def language_of(notebook: NotebookNode) -> str | None:
    """The language that a notebook's set-up cell names, or else its metadata."""
    # By its text, not as the cell with that role: the metadata of cells may be lost.
    starts = (match[2] for cell in notebook["cells"] if (match := _START.search(cell["source"])))
    given = [*starts, metadata.of_notebook(notebook).language]
    return next((language for language in given if language in LANGUAGES), None)


def checks(notebook: NotebookNode) -> dict[str, NotebookNode]:
    """The check cells of a notebook, by the name of their blank."""
    return {cell.blank: cell.node for cell in cells(notebook) if cell.is_check}


def blanks(*released: NotebookNode) -> dict[str, dict[str, Any]]:
    """What marks the cell of each checked blank that students get, for :mod:`labkit.receipts`.

    Args:
        released: what they get, in each language.

    >>> cell = NotebookNode(cell_type="code", source="def a(): ...", metadata={})
    >>> cell.metadata["nbgrader"] = {"grade_id": "a", "solution": True}
    >>> check = NotebookNode(cell_type="code", source="", metadata={})
    >>> check.metadata["nbgrader"] = {"grade_id": "a_check", "grade": True}
    >>> blanks(NotebookNode(cells=[cell, check]))["a"]["binds"]
    'a'
    """
    parsed = [cell for notebook in released for cell in cells(notebook)]
    checked = {cell.blank: cell for cell in parsed if cell.is_check}
    marked: dict[str, dict[str, Any]] = {}
    for cell in parsed:
        if cell.is_blank and cell.id in checked:
            # A cell of C binds no name; its first line holds that of its file.
            marks = [cell.source.partition("\n")[0], *bound_names(cell.source)]
            extra = checked[cell.id].extra
            entry = marked.setdefault(cell.id, {"binds": marks[-1], "empty": [], "extra": extra})
            entry["empty"] = sorted({*entry["empty"], digest(cell.source)})
    return marked


def _nbgrader(cell: NotebookNode) -> dict[str, Any]:
    # As an item: each attribute of a NotebookNode takes a microsecond, and this is called often.
    entry = cell["metadata"].get("nbgrader")
    return entry if isinstance(entry, dict) else {}


_HEADING = re.compile(r"^#{1,6} +(.+?)\s*$", re.MULTILINE)
# A line that begins with # may be a comment in an example, between two fences.
_FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


def titles_by_language(solution: NotebookNode) -> dict[str, dict[str, str]]:
    """The title of each task by language, as plain text.

    >>> from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
    >>> text = new_markdown_cell("# A `task`", metadata={"lang": "en"})
    >>> check = new_code_cell(metadata={"nbgrader": {"grade": True, "grade_id": "a_check"}})
    >>> titles_by_language(new_notebook(cells=[text, check]))["a"]["en"]
    'A task'
    """
    spoken = [cell.metadata["lang"] for cell in solution.cells if "lang" in cell.metadata]
    by_task: dict[str, dict[str, str]] = {}
    for language in dict.fromkeys([*LANGUAGES, *spoken]):
        said = [cell for cell in solution.cells if cell.metadata.get("lang", language) == language]
        for task, title in titles_of(NotebookNode(cells=said)).items():
            by_task.setdefault(task, {})[language] = title.replace("`", "")
    return by_task


def titles_of(notebook: NotebookNode) -> dict[str, str]:
    """The title of each task, as Markdown: the heading above it that names it, or else the last.

    Args:
        notebook: in one language.

    >>> from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
    >>> x, y = ({"nbgrader": {"grade": True, "grade_id": f"{name}_check"}} for name in "xy")
    >>> checks = [new_code_cell(metadata=x), new_code_cell(metadata=y)]
    >>> titles_of(new_notebook(cells=[new_markdown_cell("# A: `x`\\n# B"), *checks]))
    {'x': 'A: `x`', 'y': 'y'}
    """
    by_task: dict[str, str] = {}
    headings: list[str] = []
    for cell in cells(notebook):
        if cell.is_graded:
            name = cell.blank
            # A section's heading may be in between, and several tasks below one heading.
            naming = [heading for heading in headings if f"`{name}`" in heading]
            by_task[name] = [name, *headings[-1:], *naming][-1]
            headings = []
        elif cell.kind == "markdown":
            headings += _HEADING.findall(_FENCE.sub("", cell.source))
    return by_task
