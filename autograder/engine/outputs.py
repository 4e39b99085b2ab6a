"""What a kernel puts out: how much of it is received, how much is kept, and as what."""

from __future__ import annotations

from typing import Any

import nbformat
from jupyter_client.session import Session
from nbformat import NotebookNode
from traitlets import Any as AnyTrait

from autograder.limits import Limits

# What a cell shows is cut at the output limit and then read on, up to so many times the limit: what
# comes after may be the record of a check.
CEILING = 8
# Outputs with these are what points rest on: figures and prints never take their room.
RECORD = "application/vnd.labkit."
CUT = "[cut: the notebook shows more than {limit:g} MB; what it computes is not affected]\n"

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

    meter = AnyTrait()

    def deserialize(
        self, msg_list: list[Any], content: bool = True, copy: bool = True
    ) -> dict[str, Any]:
        """As Jupyter's own, and report the size."""
        message = super().deserialize(msg_list, content, copy)
        message["size"] = sum(len(part) for part in msg_list)
        if message["msg_type"] not in UNCOUNTED:
            self.meter(message["size"])
        return message


class Room:
    """How much a notebook may put out, and how much of it has been.

    Args:
        limits: what is kept, in all; a multiple of it is received.
    """

    def __init__(self, limits: Limits) -> None:
        self.ceiling = CEILING * limits.output_bytes
        self._limits = limits
        self._received = 0
        self._kept = {True: 0, False: 0}
        self._cut: set[int] = set()

    @property
    def is_overrun(self) -> bool:
        """Whether more was received than anybody reads."""
        return self._received > self.ceiling

    def receive(self, size: int) -> None:
        """Add a message's bytes to those received."""
        self._received += size

    def keeps(self, msg: dict[str, Any]) -> bool:
        """Whether a message is kept; what points rest on has as much room of its own."""
        if self.is_overrun or msg["msg_type"] not in (*OUTPUTS, "update_display_data"):
            return not self.is_overrun
        is_record = any(str(kind).startswith(RECORD) for kind in msg["content"].get("data") or ())
        if self._kept[is_record] + msg["size"] > self._limits.output_bytes:
            return False
        self._kept[is_record] += msg["size"]
        return True

    def say_cut(self, cell: NotebookNode) -> None:
        """Tell once in a cell that some of its output is left out."""
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
    return nbformat.from_dict(
        {"output_type": kind, **{name: content[name] for name in OUTPUTS[kind]}}
    )
