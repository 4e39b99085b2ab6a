"""C in notebooks: blanks that write a C file, their stubs, and ``.c`` files that are handed in instead.

A C blank is a cell ``%%writefile <name>.c``. Where a student filled it in, it counts. Where it is missing or still as it
was given and the hand-in has a ``.c`` file, the file's whole text goes into it. Each blank's file is compiled by itself,
so one file with both functions serves both blanks.
"""

from __future__ import annotations

import copy
import re
from pathlib import Path

from nbformat import NotebookNode

from autograder import metadata
from autograder.evaluate.repair import Intake
from autograder.metadata import NotebookMetadata
from autograder.notebooks import as_text, grade_id, in_language, is_blank
from labkit.c.compiler import MOST_BYTES

HOMEWORK = "quantize.c"
_WRITES = re.compile(r"%%writefile (\S+\.c)\n")


def is_c(cell: NotebookNode) -> bool:
    """A cell that writes a C file."""
    return cell.cell_type == "code" and bool(_WRITES.match(cell.source))


def as_cell(blank: str, text: str) -> str:
    """The source of the cell of a C blank.

    >>> as_cell("quantize_c", "int x;")
    '%%writefile quantize.c\\nint x;'
    """
    return f"%%writefile {blank.removesuffix('_c')}.c\n{text}"


def stub(source: str) -> str:
    """What stands in an empty C blank: it compiles without a warning and does nothing.

    >>> stub("void f(size_t N, const float src[])\\n{\\n    // ### BEGIN SOLUTION")
    '(void)N; (void)src;  // Your code here'
    """
    parameters = re.findall(r"\((.*?)\)\s*\{", source.split("### BEGIN SOLUTION")[0], re.DOTALL)[-1]
    return (
        " ".join(f"(void){name};" for name in re.findall(r"(\w+)(?:\[\])?(?:,|$)", parameters))
        + "  // Your code here"
    )


def handed_in(folder: Path, template: NotebookNode) -> dict[str, bytes]:
    """The ``.c`` files of a hand-in by name, if the assignment has C blanks; of one that is too large only its beginning."""
    if not any(map(is_c, template.cells)):
        return {}
    paths = sorted(path for path in folder.glob("*.c") if path.is_file() and not path.is_symlink())
    return {path.name: _beginning(path) for path in paths}


def notebook_around(template: NotebookNode) -> bytes:
    """A notebook for a hand-in that has none: what students were given, in no language that we know."""
    notebook = copy.deepcopy(template)
    metadata.put(notebook, NotebookMetadata())
    notebook.cells = [in_language(cell, None) for cell in notebook.cells]
    return as_text(notebook).encode()


def fill_in(intake: Intake, files: dict[str, bytes], template: NotebookNode) -> None:
    """Put handed-in files into the C blanks that the student left empty; the changes say which file was taken for what.

    A C blank that holds more than any compiler should read is emptied, so that it costs the others' grading nothing.
    """
    given = {
        grade_id(cell): cell.source for cell in template.cells if is_blank(cell) and is_c(cell)
    }
    for cell in intake.notebook.cells:
        name = grade_id(cell)
        if name in given and len(cell.source) > MOST_BYTES:
            cell.source = given[name]
            _to_review(
                intake, f"the cell {name} is larger than {MOST_BYTES:,} bytes: it was not compiled"
            )
        elif files and name in given and cell.source.split() == given[name].split():
            _fill(intake, cell, files)


def _fill(intake: Intake, cell: NotebookNode, files: dict[str, bytes]) -> None:
    wanted = _WRITES.match(cell.source)[1]
    file = next((name for name in (wanted, HOMEWORK) if name in files), None) or (
        next(iter(files)) if len(files) == 1 else None
    )
    if file is None:
        _to_review(
            intake,
            f"{len(files)} .c files were handed in, and none is named {HOMEWORK}: see which one is meant",
        )
    elif len(files[file]) > MOST_BYTES:
        _to_review(intake, f"{file} is larger than {MOST_BYTES:,} bytes: it was not compiled")
    else:
        cell.source = as_cell(wanted.removesuffix(".c"), _decoded(files[file]))
        intake.changes.append((str(grade_id(cell)), f"took {file} for"))


def _to_review(intake: Intake, words: str) -> None:
    if words not in intake.review:
        intake.review.append(words)


def _beginning(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(MOST_BYTES + 1)


def _decoded(source: bytes) -> str:
    """Comments may be in the encoding of an editor on Windows; to the compiler they are all the same."""
    for encoding in ("utf-8-sig", "cp932"):
        try:
            return source.decode(encoding).replace("\r\n", "\n")
        except UnicodeDecodeError:
            continue
    return source.decode("latin-1")
