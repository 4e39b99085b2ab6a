"""A kernel's output: how much is received, how much is kept, and what a notebook may hold."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import nbformat
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_notebook
from nbformat.validator import get_validator

from autograder.engine import fast_json
from autograder.engine.limits import Limits

# What a cell shows is cut at the output limit and then read on, up to so many times the limit: what
# comes after may be the record of a check.
CEILING = 8
CUT = "[cut: the notebook shows more than {limit:g} MB; what it computes is not affected]\n"
MAX_DEPTH = 100  # values within values that a notebook keeps; no figure needs as many

OUTPUTS = {
    "stream": ("name", "text"),
    "display_data": ("data", "metadata"),
    "execute_result": ("data", "metadata", "execution_count"),
    "error": ("ename", "evalue", "traceback"),
}


class OutputMeter:
    """How much output a notebook may produce, and how much it has.

    Args:
        limits: what is kept, in all; a multiple of it is received.
        records: prefixes of MIME types with as much room of their own: figures and prints never
            take it.
    """

    def __init__(self, limits: Limits, records: tuple[str, ...] = ()) -> None:
        self.ceiling = CEILING * limits.output_bytes
        self._limits = limits
        self._records = records
        self.received = 0  # bytes of all messages
        self._kept = {True: 0, False: 0}
        self._cut: set[int] = set()

    @property
    def is_overrun(self) -> bool:
        """Whether more was received than is ever read."""
        return self.received > self.ceiling

    def has_room_for(self, kind: str, content: dict[str, Any], size: int) -> bool:
        """Whether a message is kept; if so, it is counted."""
        if self.is_overrun or kind not in (*OUTPUTS, "update_display_data"):
            return not self.is_overrun
        types = map(str, content.get("data") or ())
        is_record = any(mime_type.startswith(self._records) for mime_type in types)
        if self._kept[is_record] + size > self._limits.output_bytes:
            return False
        self._kept[is_record] += size
        return True

    def note_cut(self, cell: NotebookNode) -> None:
        """Say once in a cell that some of its output is left out."""
        if id(cell) not in self._cut:
            self._cut.add(id(cell))
            text = CUT.format(limit=self._limits.output_mb)
            sentence = {"output_type": "stream", "name": "stdout", "text": text}
            cell.outputs.append(nbformat.from_dict(sentence))


class Display:
    """The output of a notebook's cells, put into them as a notebook page does.

    Args:
        limits, records: as of :class:`OutputMeter`.
    """

    def __init__(self, limits: Limits, records: tuple[str, ...] = ()) -> None:
        self.meter = OutputMeter(limits, records)
        self._by_name: dict[int, dict[str, list[NotebookNode]]] = {}  # by id(cell), name
        self._clears_before_next = False

    def begin(self) -> None:
        """Another cell is executed now."""
        self._clears_before_next = False

    def put(self, cell: NotebookNode, kind: str, content: dict[str, Any], size: int) -> None:
        """Show a message in a cell; what there is no room for is left out, and the cell says so.

        Raises:
            Exception: of any kind, where the message is none that a kernel sends.
        """
        named = self._named(content)
        # It counts as often as the notebook will hold it: a file has each copy in full.
        times = max(1, len(named) + 1 if kind in OUTPUTS else len(named))
        if self.meter.has_room_for(kind, content, size * times):
            self._show(cell, kind, content, named)
        else:
            self.meter.note_cut(cell)

    def _named(self, content: dict[str, Any]) -> list[NotebookNode]:
        """The outputs that a message changes: those that were shown under the same name."""
        name = _name(content)
        cells = self._by_name.values() if name else ()
        return [output for names in cells for output in names.get(name, ())]

    def _show(
        self, cell: NotebookNode, kind: str, content: dict[str, Any], named: list[NotebookNode]
    ) -> None:
        if kind == "clear_output":
            self._clears_before_next = bool(content.get("wait"))
            if not self._clears_before_next:
                self._clear(cell)
            return
        for output in named:
            output["data"] = nbformat.from_dict(content["data"])
            output["metadata"] = nbformat.from_dict(content["metadata"])
        if kind not in OUTPUTS:
            return
        if self._clears_before_next:
            self._clear(cell)
            self._clears_before_next = False
        # Not compared with the notebook's schema one by one: at the end the whole notebook is
        # compared at once, and bad outputs are removed, which saves 2.5 %.
        shown = {name: content[name] for name in OUTPUTS[kind]}
        output = nbformat.from_dict({"output_type": kind, **shown})
        cell.outputs.append(output)
        if name := _name(content):
            self._by_name.setdefault(id(cell), {}).setdefault(name, []).append(output)

    def _clear(self, cell: NotebookNode) -> None:
        cell.outputs.clear()
        self._by_name.pop(id(cell), None)


def _name(content: dict[str, Any]) -> Any:
    """Under which a message shows something, or None."""
    return (content.get("transient") or {}).get("display_id")


def remove_unstorable(notebook: NotebookNode) -> bool:
    """Remove outputs that no notebook may hold: a hostile kernel may send anything.

    Returns:
        Whether there were any.
    """
    # First all at once, which is enough for an honest notebook.
    if _is_storable(notebook, get_validator(notebook.nbformat, notebook.nbformat_minor).validate):
        return False
    # Compiled, too: nbformat's search for the best error message takes a thousand times as long.
    alone = new_notebook(cells=[new_code_cell()])
    validate = get_validator(alone.nbformat, alone.nbformat_minor).validate

    def require_valid_outputs(cell: NotebookNode) -> None:
        alone.cells[0].outputs = cell.outputs
        validate(alone)

    refused = [
        cell
        for cell in notebook.cells
        if cell.get("outputs") and not _is_storable(cell, require_valid_outputs)
    ]
    for cell in refused:
        cell.outputs, cell.execution_count = [], None
    return bool(refused)


def _is_storable(node: NotebookNode, require_valid: Callable[[NotebookNode], Any]) -> bool:
    # The validator may do anything with hostile data: any exception means no.
    try:
        require_valid(node)
        fast_json.dumps(node)
    except Exception:
        return False
    # Every reader of the file must reach its end, however deep its own call stack is.
    level: list[Any] = [node]
    for _ in range(MAX_DEPTH):
        inside = (value.values() if isinstance(value, dict) else value for value in level)
        level = [
            value for several in inside for value in several if isinstance(value, (dict, list))
        ]
        if not level:
            return True
    return False
