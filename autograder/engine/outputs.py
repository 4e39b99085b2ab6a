"""What a kernel puts out: how much is received, how much is kept, and what a notebook may hold."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import nbformat
from jupyter_client.session import Session
from nbformat import NotebookNode
from nbformat.validator import get_validator
from traitlets import Any as AnyTrait

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

# Messages that every cell causes and that leave nothing in the notebook.
UNCOUNTED = frozenset(
    {"status", "execute_input", "execute_reply", "kernel_info_reply", "iopub_welcome"}
)


class MeteredSession(Session):
    """A Jupyter session that reports the size of each message that may change the notebook."""

    report_size = AnyTrait()

    def deserialize(
        self, msg_list: list[Any], content: bool = True, copy: bool = True
    ) -> dict[str, Any]:
        """As Jupyter's own, and report the size."""
        message = super().deserialize(msg_list, content, copy)
        message["size"] = sum(len(part) for part in msg_list)
        if message["msg_type"] not in UNCOUNTED:
            self.report_size(message["size"])
        return message


class OutputMeter:
    """How much a notebook may put out, and how much of it has been.

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
        """Whether more was received than is read at all."""
        return self.received > self.ceiling

    def has_room_for(self, msg: dict[str, Any]) -> bool:
        """Whether a message is kept; if so, it is counted."""
        if self.is_overrun or msg["msg_type"] not in (*OUTPUTS, "update_display_data"):
            return not self.is_overrun
        types = map(str, msg["content"].get("data") or ())
        is_record = any(one.startswith(self._records) for one in types)
        if self._kept[is_record] + msg["size"] > self._limits.output_bytes:
            return False
        self._kept[is_record] += msg["size"]
        return True

    def note_cut(self, cell: NotebookNode) -> None:
        """Say once in a cell that some of its output is left out."""
        if id(cell) not in self._cut:
            self._cut.add(id(cell))
            text = CUT.format(limit=self._limits.output_mb)
            sentence = {"output_type": "stream", "name": "stdout", "text": text}
            cell.outputs.append(nbformat.from_dict(sentence))


def as_output(msg: dict[str, Any]) -> NotebookNode | None:
    """A message as an output of a cell; None if it is none."""
    kind, content = msg["msg_type"], msg["content"]
    if kind not in OUTPUTS:
        return None
    shown = {name: content[name] for name in OUTPUTS[kind]}
    output: NotebookNode = nbformat.from_dict({"output_type": kind, **shown})
    return output


def remove_unstorable(notebook: NotebookNode) -> bool:
    """Remove outputs that no notebook may hold, for a hostile kernel may send anything.

    Returns:
        Whether there were any.
    """
    # First all at once, which is enough for an honest notebook.
    validate = get_validator(notebook.nbformat, notebook.nbformat_minor).validate
    if _is_storable(notebook, validate):
        return False

    def require_valid_outputs(cell: NotebookNode) -> None:
        for output in cell.outputs:
            nbformat.validate(output, ref="output", version=4)

    refused = [
        cell
        for cell in notebook.cells
        if cell.get("outputs") and not _is_storable(cell, require_valid_outputs)
    ]
    for cell in refused:
        cell.outputs, cell.execution_count = [], None
    return bool(refused)


def _is_storable(node: NotebookNode, require_valid: Callable[[NotebookNode], Any]) -> bool:
    # What the validator does with hostile data is not known: any exception means no.
    try:
        require_valid(node)
        fast_json.dumps(node)
    except Exception:
        return False
    # Whoever reads the file, from however deep within a program, must come to its end.
    level: list[Any] = [node]
    for _ in range(MAX_DEPTH):
        inside = (one.values() if isinstance(one, dict) else one for one in level)
        level = [one for several in inside for one in several if isinstance(one, (dict, list))]
        if not level:
            return True
    return False
