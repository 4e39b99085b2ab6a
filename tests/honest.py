"""Odd but honest notebooks, made from rows of system/honest/*.toml: the solved notebook, changed.

A row has a name that says what is odd, the first two digits of an assignment, and any of:

    before.CELL, after.CELL   source of an own cell; CELL is a grade_id, or "end"
    top.CELL                  lines on top of what the blank holds; CELL "*" is every Python blank
    bottom.CELL               lines below it
    put.CELL                  the whole source of a cell
    swap.CELL                 pairs of text, each replaced by the next one
    do                        names of functions below, applied in this order at the end
    language                  "ja" for the Japanese notebook
    cell_seconds              instead of the course's limit
    state, reason             what grading says, where it is neither graded nor repaired
    class                     why its checks do not show full points in class
    quick                     true: it runs in `make test`, not only in `make honest`
"""

from __future__ import annotations

import copy
import json
import re
import tomllib
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_output

from autograder.course import Course
from autograder.notebooks import grade_id, is_blank, is_check, is_setup, read
from autograder.release_steps import released
from autograder.submission.c_files import is_c

FILES = sorted((Path(__file__).parent / "system" / "honest").glob("*.toml"))
MARKERS = re.compile(r"^ *(?:#|//)+ (?:BEGIN|END) SOLUTION *\n?", re.MULTILINE)
_solved: dict[tuple[str, str], NotebookNode] = {}


def rows() -> list[dict[str, Any]]:
    """Every row of every file, with the file's name as its family."""
    return [
        {"family": file.stem, **row}
        for file in FILES
        for row in tomllib.loads(file.read_text("utf-8"))["notebook"]
    ]


def solved(course: Course, assignment: str, language: str) -> NotebookNode:
    """What students are given, with the solution's answers in its blanks; to be changed."""
    if (assignment, language) not in _solved:
        _solved[assignment, language] = _solve(course, assignment, language)
    return copy.deepcopy(_solved[assignment, language])


def _solve(course: Course, assignment: str, language: str) -> NotebookNode:
    answers = {
        grade_id(cell): MARKERS.sub("", cell.source)
        for cell in read(course.assignment(assignment).solution).cells
        if is_blank(cell)
    }
    notebook = released(course.assignment(assignment), language)
    for cell in notebook.cells:
        cell.source = answers.get(grade_id(cell), cell.source)
    return notebook


def handed_in(row: dict[str, Any], course: Course, assignment: str) -> bytes:
    """The file that this student hands in."""
    notebook = solved(course, assignment, row.get("language", "en"))
    for name, source in row.get("put", {}).items():
        cell_of(notebook, name).source = source
    for name, texts in row.get("swap", {}).items():
        cell = cell_of(notebook, name)
        for old, new in zip(texts[::2], texts[1::2], strict=True):
            assert old in cell.source, f"{name} does not hold {old!r}"
            cell.source = cell.source.replace(old, new)
    for place in ("top", "bottom"):
        for name, lines in row.get(place, {}).items():
            for cell in blanks(notebook) if name == "*" else [cell_of(notebook, name)]:
                parts = (lines, cell.source) if place == "top" else (cell.source, lines)
                cell.source = "\n".join(part.rstrip("\n") for part in parts)
    for place in ("before", "after"):
        for name, source in row.get(place, {}).items():
            insert(notebook, name, source, after=place == "after")
    data = notebook
    for change in row.get("do", ()):
        data = globals()[change](data) or data
    return data if isinstance(data, bytes) else nbformat_json(data)


def nbformat_json(data: Any) -> bytes:
    return json.dumps(data, ensure_ascii=False, indent=1).encode()


def cell_of(notebook: NotebookNode, name: str) -> NotebookNode:
    (cell,) = (cell for cell in notebook.cells if grade_id(cell) == name)
    return cell


def blanks(notebook: NotebookNode) -> list[NotebookNode]:
    """The blanks in Python."""
    return [
        cell
        for cell in notebook.cells
        if is_blank(cell) and cell.cell_type == "code" and not is_c(cell)
    ]


def codes(notebook: NotebookNode) -> list[NotebookNode]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def insert(notebook: NotebookNode, name: str, source: str, after: bool) -> None:
    at = (
        len(notebook.cells)
        if name == "end"
        else notebook.cells.index(cell_of(notebook, name)) + after
    )
    notebook.cells.insert(at, new_code_cell(source.strip("\n")))


# Changes of a whole notebook, by the name that a row gives in `do`.


def all_answers_in_one_cell(notebook: NotebookNode) -> None:
    """One cell at the top holds every answer; the blanks are deleted."""
    written = blanks(notebook)
    (setup,) = filter(is_setup, notebook.cells)
    sources = "\n\n\n".join(cell.source for cell in written)
    notebook.cells = [cell for cell in notebook.cells if cell not in written]
    notebook.cells.insert(notebook.cells.index(setup) + 1, new_code_cell(sources))


def all_answers_in_the_set_up_cell(notebook: NotebookNode) -> None:
    written = blanks(notebook)
    (setup,) = filter(is_setup, notebook.cells)
    setup.source += "\n\n\n" + "\n\n\n".join(cell.source for cell in written)
    notebook.cells = [cell for cell in notebook.cells if cell not in written]


def first_two_blanks_merged(notebook: NotebookNode) -> None:
    """As Jupyter merges cells: into the first, whose metadata stay."""
    first, second, *_ = blanks(notebook)
    first.source += "\n\n" + second.source
    notebook.cells.remove(second)


def first_two_blanks_merged_into_the_second(notebook: NotebookNode) -> None:
    first, second, *_ = blanks(notebook)
    second.source = first.source + "\n\n" + second.source
    notebook.cells.remove(second)
    notebook.cells[notebook.cells.index(first)] = second


def all_blanks_merged_with_lost_metadata(notebook: NotebookNode) -> None:
    all_answers_in_one_cell(notebook)
    metadata_lost(notebook)


def first_blank_deleted(notebook: NotebookNode) -> None:
    notebook.cells.remove(blanks(notebook)[0])


def blanks_split(notebook: NotebookNode) -> None:
    """Each blank in two cells, before its last statement at the left; the first keeps the id."""
    for cell in blanks(notebook):
        lines = cell.source.splitlines()
        starts = [n for n, line in enumerate(lines) if n > 1 and re.match(r"[@\w]", line)]
        starts = [n for n in starts if not lines[n - 1].startswith("@")]
        if starts:
            at = notebook.cells.index(cell)
            cell.source = "\n".join(lines[: starts[-1]])
            notebook.cells.insert(at + 1, new_code_cell("\n".join(lines[starts[-1] :])))


def blanks_moved_up(notebook: NotebookNode) -> None:
    """All blanks stand below the set-up cell, in their order."""
    written = blanks(notebook)
    (setup,) = filter(is_setup, notebook.cells)
    rest = [cell for cell in notebook.cells if cell not in written]
    at = rest.index(setup) + 1
    notebook.cells = rest[:at] + written + rest[at:]


def checks_moved_down(notebook: NotebookNode) -> None:
    checks = [cell for cell in notebook.cells if is_check(cell)]
    notebook.cells = [cell for cell in notebook.cells if not is_check(cell)] + checks


def checks_deleted(notebook: NotebookNode) -> None:
    notebook.cells = [cell for cell in notebook.cells if not is_check(cell)]


def first_check_deleted(notebook: NotebookNode) -> None:
    notebook.cells.remove(next(filter(is_check, notebook.cells)))


def checks_doubled(notebook: NotebookNode) -> None:
    for cell in list(filter(is_check, notebook.cells)):
        notebook.cells.insert(notebook.cells.index(cell) + 1, copy.deepcopy(cell))


def blanks_doubled(notebook: NotebookNode) -> None:
    for cell in blanks(notebook):
        notebook.cells.insert(notebook.cells.index(cell) + 1, copy.deepcopy(cell))


def handed_in_twice(notebook: NotebookNode) -> None:
    """The whole notebook is in the file twice, one after the other."""
    notebook.cells += copy.deepcopy(notebook.cells)


def set_up_deleted(notebook: NotebookNode) -> None:
    notebook.cells = [cell for cell in notebook.cells if not is_setup(cell)]


def text_deleted(notebook: NotebookNode) -> None:
    notebook.cells = [cell for cell in notebook.cells if cell.cell_type == "code" or grade_id(cell)]


def explorations_deleted(notebook: NotebookNode) -> None:
    notebook.cells = [
        cell for cell in notebook.cells if cell.cell_type == "markdown" or grade_id(cell)
    ]


def only_blanks_left(notebook: NotebookNode) -> None:
    notebook.cells = blanks(notebook)


def empty_cells_between(notebook: NotebookNode) -> None:
    notebook.cells = [both for cell in notebook.cells for both in (cell, new_code_cell(""))]


def text_cells_as_code(notebook: NotebookNode) -> None:
    """Markdown turned into comments in code cells."""
    for at, cell in enumerate(notebook.cells):
        if cell.cell_type == "markdown" and not grade_id(cell):
            lines = (f"# {line}" for line in cell.source.splitlines())
            notebook.cells[at] = new_code_cell("\n".join(lines))


def metadata_lost(notebook: NotebookNode) -> None:
    for number, cell in enumerate(notebook.cells):
        cell.metadata, cell.id = {}, f"c{number}"
    notebook.metadata = {}


def ids_lost(notebook: NotebookNode) -> None:
    for cell in notebook.cells:
        del cell["id"]
    notebook.nbformat_minor = 4


def ids_equal(notebook: NotebookNode) -> None:
    for cell in notebook.cells:
        cell.id = "same"


def ids_numbers(notebook: NotebookNode) -> None:
    for number, cell in enumerate(notebook.cells):
        cell["id"] = number


def foreign_metadata(notebook: NotebookNode) -> None:
    """What editors and extensions add."""
    notebook.metadata |= {"toc": {"base_numbering": 1}, "vscode": {"interpreter": {"hash": "0"}}}
    for cell in notebook.cells:
        cell.metadata |= {"tags": ["mine"], "ExecuteTime": {"end_time": "2027"}, "scrolled": True}
        cell.metadata |= {"collapsed": False, "slideshow": {"slide_type": "slide"}}


def colab_forms(notebook: NotebookNode) -> None:
    for cell in blanks(notebook):
        cell.source = f"#@title {grade_id(cell)} {{ display-mode: 'form' }}\n{cell.source}"
        cell.metadata |= {"cellView": "form"}


def colab_damage(notebook: NotebookNode) -> bytes:
    from benchmarks.made_up_class import damaged_by_colab

    return damaged_by_colab(nbformat.writes(notebook)).encode()


def kernelspec_of_another_name(notebook: NotebookNode) -> None:
    names = {"name": "conda-env-torch-py", "display_name": "Python [conda env:torch]"}
    notebook.metadata.kernelspec = {**names, "language": "python"}


def no_kernelspec(notebook: NotebookNode) -> None:
    notebook.metadata.pop("kernelspec", None)
    notebook.metadata.pop("language_info", None)


def format_4_0(notebook: NotebookNode) -> None:
    ids_lost(notebook)
    notebook.nbformat_minor = 0


def format_4_9(notebook: NotebookNode) -> None:
    notebook.nbformat_minor = 9


def format_3(notebook: NotebookNode) -> Any:
    """As IPython 2 wrote it: worksheets, and input for source."""
    return json.loads(nbformat.writes(nbformat.convert(notebook, 3), version=3))


def sources_as_lines(notebook: NotebookNode) -> None:
    for cell in notebook.cells:
        cell.source = cell.source.splitlines(keepends=True)


def byte_order_mark(notebook: NotebookNode) -> bytes:
    return b"\xef\xbb\xbf" + nbformat_json(notebook)


def escaped_characters(notebook: NotebookNode) -> bytes:
    return json.dumps(notebook).encode()


def one_line_of_json(notebook: NotebookNode) -> bytes:
    return json.dumps(notebook, separators=(",", ":"), ensure_ascii=False).encode()


def crlf_in_the_file(notebook: NotebookNode) -> bytes:
    return nbformat_json(notebook).replace(b"\n", b"\r\n")


def crlf_in_sources(notebook: NotebookNode) -> None:
    for cell in notebook.cells:
        cell.source = cell.source.replace("\n", "\r\n")


def cr_in_text_cells(notebook: NotebookNode) -> None:
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = cell.source.replace("\n", "\r")


def tabs(notebook: NotebookNode) -> None:
    """The answers indented by tabs."""
    for cell in blanks(notebook):
        cell.source = re.sub(
            r"^( {4})+", lambda m: "\t" * (len(m[0]) // 4), cell.source, flags=re.M
        )


def tabs_everywhere(notebook: NotebookNode) -> None:
    for cell in codes(notebook):
        cell.source = cell.source.replace("    ", "\t")


def two_spaces(notebook: NotebookNode) -> None:
    for cell in blanks(notebook):
        cell.source = re.sub(
            r"^( {4})+", lambda m: "  " * (len(m[0]) // 4), cell.source, flags=re.M
        )


def spaces_at_the_ends_of_lines(notebook: NotebookNode) -> None:
    for cell in codes(notebook):
        cell.source = "\n".join(f"{line}  " for line in cell.source.splitlines()) + "\n\n"


def blank_lines_around(notebook: NotebookNode) -> None:
    for cell in codes(notebook):
        cell.source = cell.source if cell.source.startswith("%%") else f"\n\n{cell.source}\n\n"


def comments_deleted(notebook: NotebookNode) -> None:
    """Including the first line of a blank, which names it."""
    for cell in blanks(notebook):
        cell.source = re.sub(r"^ *#.*\n", "", cell.source, flags=re.M)


def indented_whole(notebook: NotebookNode) -> None:
    """IPython removes the indentation of a whole cell."""
    for cell in blanks(notebook):
        cell.source = "\n".join(f"    {line}" for line in cell.source.splitlines())


def prompts_copied(notebook: NotebookNode) -> None:
    """Copied from a console, with its prompts."""
    for cell in blanks(notebook):
        first, *rest = [line for line in cell.source.splitlines() if line.strip()]
        cell.source = "\n".join([f">>> {first}", *(f"... {line}" for line in rest)])


def type_hints(notebook: NotebookNode) -> None:
    for cell in blanks(notebook):
        pattern = r"def (\w+)\(ctx, ([\w, ]+)\):"
        cell.source = re.sub(
            pattern,
            lambda m: f"def {m[1]}(ctx: Any, {m[2].replace(',', ': torch.Tensor,')}: Any) -> Any:",
            cell.source,
        )
    insert(notebook, "setup", "from typing import Any", after=True)


def explorations_changed(notebook: NotebookNode) -> None:
    """The cells without points, each with a line of the student's own."""
    for cell in codes(notebook):
        if not grade_id(cell) and not cell.source.startswith(("%%", "!")):
            cell.source += "\nmy_note = 'tried'"


def given_cells_commented(notebook: NotebookNode) -> None:
    for cell in codes(notebook):
        if grade_id(cell) and not is_blank(cell):
            cell.source = f"# checked by me\n{cell.source}"


def checks_commented_out(notebook: NotebookNode) -> None:
    for cell in filter(is_check, notebook.cells):
        cell.source = "\n".join(f"# {line}" for line in cell.source.splitlines())


def set_up_reversed(notebook: NotebookNode) -> None:
    """The set-up cell is run again at the end, as students do after a restart."""
    (setup,) = filter(is_setup, notebook.cells)
    notebook.cells.append(new_code_cell(setup.source))


def long_expressions(notebook: NotebookNode) -> None:
    """Deeper than Python may recurse."""
    branches = "if 0:\n    pass\n" + "elif 0:\n    pass\n" * 400
    insert(notebook, "setup", f"total = {' + '.join(['1'] * 2000)}\n{branches}", after=True)


def counts_odd(notebook: NotebookNode) -> None:
    for number, cell in enumerate(codes(notebook)):
        cell.execution_count = (7 * number) % 5 or 10**9


def counts_as_text(notebook: NotebookNode) -> None:
    for cell in codes(notebook):
        cell.execution_count = "*"


def outputs_missing(notebook: NotebookNode) -> None:
    for cell in codes(notebook):
        del cell["outputs"]
        del cell["execution_count"]


def outputs_of_21_megabytes(notebook: NotebookNode) -> None:
    for cell in codes(notebook)[:7]:
        cell.outputs = [new_output("display_data", {"image/png": "iVBORw0K" * 375_000})]


def outputs_of_60_megabytes_of_lines(notebook: NotebookNode) -> None:
    lines = ["loss 0.123, accuracy 0.456\n"] * 400_000
    for cell in codes(notebook)[:5]:
        cell.outputs = [{"output_type": "stream", "name": "stdout", "text": lines}]


def outputs_of_errors(notebook: NotebookNode) -> None:
    for cell in codes(notebook):
        cell.outputs = [new_output("error", ename="NameError", evalue="x", traceback=["x"])]


def outputs_of_widgets(notebook: NotebookNode) -> None:
    view = {"application/vnd.jupyter.widget-view+json": {"model_id": "0", "version_major": 2}}
    notebook.metadata["widgets"] = {"application/vnd.jupyter.widget-state+json": {"state": {}}}
    for cell in codes(notebook):
        cell.outputs = [new_output("display_data", view)]


def attachments(notebook: NotebookNode) -> None:
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell["attachments"] = {"photo.png": {"image/png": "iVBORw0KGgo="}}


def null_fields(notebook: NotebookNode) -> None:
    for cell in notebook.cells:
        cell["attachments"] = None
        cell.metadata["nothing"] = None


def blanks_as_raw_first(notebook: NotebookNode) -> None:
    """A raw cell with notes in front of each blank."""
    for cell in blanks(notebook):
        at = notebook.cells.index(cell)
        notebook.cells.insert(at, nbformat.v4.new_raw_cell("notes: backward needs ctx"))
