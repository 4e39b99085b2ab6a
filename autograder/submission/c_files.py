"""C in notebooks: blanks that write a C file, their stubs, and ``.c`` files handed in instead.

A C blank is a cell ``%%writefile <name>.c``, of C++ ``<name>.cpp``, of Verilog ``<name>.v``.
Where a student filled it in, it counts. Where it is missing or still as it was given and the
hand-in has a ``.c`` file, the file's whole text goes into it. Each blank's file is compiled by
itself, so one file with both functions serves both blanks.
"""

from __future__ import annotations

import copy
import re
from pathlib import Path

from nbformat import NotebookNode

from autograder import editions, encodings, metadata, notebooks, states
from autograder.encodings import Known, Undecided
from autograder.metadata import NotebookMetadata
from autograder.notebooks import in_language
from autograder.states import Reason, Why
from autograder.submission.cleaned import Submission
from autograder.submission.handed_in import read_plain
from labkit.c.compiler import MOST_BYTES

HOMEWORK = "quantize.c"
# IPython, too, ignores spaces around the name.
_COMMENT = re.compile(r"//[^\n]*|/\*[\s\S]*?\*/")
_WRITES = re.compile(r"%%writefile[ \t]+(\S+\.(?:c|cpp|v))[ \t]*\n")


def is_c(cell: NotebookNode) -> bool:
    """A cell that writes a file of C, C++ or Verilog."""
    return cell.cell_type == "code" and bool(file_name(cell))


def as_cell(file: str, text: str) -> str:
    """The source of the cell that writes a file.

    >>> as_cell("quantize.c", "int x;")
    '%%writefile quantize.c\\nint x;'
    """
    return f"%%writefile {file}\n{text}"


def stub(source: str) -> str:
    """The text of an empty C blank: it compiles without a warning and does nothing.

    In Verilog nothing is needed for that.

    >>> stub("void f(size_t N, const float src[])\\n{\\n    // ### BEGIN SOLUTION")
    '(void)N; (void)src;  // Your code here  // ja: ...'
    """
    mark, writes = editions.comment("//", "blanks.your_code"), _WRITES.match(source)
    if writes and writes[1].endswith(".v"):
        return mark
    # The last function before the solution is the one to fill in; earlier ones may be helpers.
    parameters = re.findall(r"\(([^()]*)\)\s*\{", source.split("### BEGIN SOLUTION")[0])[-1]
    names = re.findall(r"(\w+)(?:\[\])?(?:,|$)", parameters)
    return " ".join(f"(void){name};" for name in names) + f"  {mark}"


def file_name(cell: NotebookNode) -> str:
    """The file that a C cell writes; "" if it writes none."""
    match = _WRITES.match(cell.source)
    return match[1] if match else ""


def written(above: list[NotebookNode], name: str) -> str | None:
    """The text that the last of some cells writes into a C file."""
    texts = [
        cell.source.partition("\n")[2] for cell in above if is_c(cell) and file_name(cell) == name
    ]
    return texts[-1] if texts else None


def handed_in(folder: Path, template: NotebookNode) -> dict[str, bytes]:
    """The ``.c`` files of a hand-in by name, if the assignment has C blanks."""
    return files_in(folder) if takes_files(template) else {}


def takes_files(template: NotebookNode) -> bool:
    """Whether an assignment has C blanks, for which ``.c`` files may be handed in."""
    return any(is_c(cell) and file_name(cell).endswith(".c") for cell in template.cells)


def files_in(folder: Path) -> dict[str, bytes]:
    """The ``.c`` files of a hand-in by name."""
    # One byte more than is allowed, so that it is seen as too large.
    paths = sorted(path for path in folder.glob("*.*") if path.suffix in (".c", ".C"))
    texts = {path.name: read_plain(path, MOST_BYTES + 1) for path in paths}
    return {name: text for name, text in texts.items() if text is not None}


def notebook_around(template: NotebookNode) -> NotebookNode:
    """A notebook for a hand-in without one: what students were given, in no known language."""
    notebook = copy.deepcopy(template)
    metadata.write(notebook, NotebookMetadata())
    notebook.cells = [in_language(cell, None) for cell in notebook.cells]
    return notebook


def fill_in(
    submission: Submission,
    files: dict[str, bytes],
    template: NotebookNode,
    known: Known = frozenset,
) -> None:
    """Copy handed-in files into the C blanks that the student left empty.

    The submission's changes say which file was taken for what.

    Args:
        submission: repaired.
        files: by name.
        template: what students were given.
        known: texts of the assignment, by which another encoding than UTF-8 is known.
    """
    given = {
        part.id: part.source
        for part in notebooks.given_cells(template)
        if part.is_blank and is_c(part.node)
    }
    for cell in notebooks.cells(submission.notebook):
        if cell.id not in given:
            continue
        if len(cell.source) > MOST_BYTES:
            cell.node.source = given[cell.id]  # compiling it would cost the others' grading time
            _let_review(submission, _too_large(cell.id))
        elif files and _code(cell.source) == _code(given[cell.id]):
            wanted = file_name(cell.node)
            # The file of that name, or the homework's, or the only one: browsers rename downloads.
            by_name = {name.lower(): name for name in reversed(files)}
            file = by_name.get(wanted) or by_name.get(HOMEWORK)
            if file is None and len(files) == 1:
                (file,) = files
            if file is None:
                several = states.because(Why.SEVERAL_C_FILES, count=len(files), wanted=HOMEWORK)
                _let_review(submission, several)
            elif len(files[file]) > MOST_BYTES:
                _let_review(submission, _too_large(file))
            else:
                text = _decoded(files[file], submission, known)
                cell.node.source = as_cell(wanted, text)
                submission.changes.append((cell.id, file))


def _code(source: str) -> list[str]:
    """A source without its comments, which differ between languages and releases.

    >>> _code("int x; // a\\n/* b\\n */ int y;")
    ['int', 'x;', 'int', 'y;']
    """
    return _COMMENT.sub(" ", source).split()


def _let_review(submission: Submission, reason: Reason) -> None:
    if reason not in submission.review:  # one file may be meant for several blanks
        submission.review.append(reason)


def _too_large(name: str) -> Reason:
    return states.because(Why.TOO_LARGE_TO_COMPILE, name=name, most=MOST_BYTES)


def _decoded(source: bytes, submission: Submission, known: Known) -> str:
    try:
        text = encodings.decoded(source, known)
    except Undecided:
        _let_review(submission, states.because(Why.BROKEN_LETTERS))
        text = encodings.replaced(source)
    return text.replace("\r\n", "\n")
